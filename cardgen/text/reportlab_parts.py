"""Undocumented parts of ReportLab, each behind a function with a test of its own.

If a new version of ReportLab changes one of them, a test of `tests/text/test_reportlab_parts.py` fails, and
its function is fixed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any


def document_of(canvas: Any) -> Any:
    """Return the document that a canvas writes, which has its fonts, forms and pictures."""
    return canvas._doc


def objects_of(canvas: Any) -> dict[str, Any]:
    """Return the objects of a canvas's file by their internal names; more may be added."""
    return canvas._doc.idToObject  # type: ignore[no-any-return]


def pages_of(canvas: Any) -> list[Any]:
    """Return the page objects that a canvas has finished so far."""
    return list(canvas._doc.Pages.pages)


def operators_of(canvas: Any) -> list[str]:
    """Return the operators of the page or form that is being drawn, one or several in each text; more may be
    appended.
    """
    return canvas._code  # type: ignore[no-any-return]


def add_page_entries(page: Any, **entries: Any) -> None:
    """Add entries to a page's dictionary that ReportLab does not write itself."""
    page.__NoDefault__ = [*page.__NoDefault__, *entries]
    for name, value in entries.items():
        setattr(page, name, value)


def add_to_resources(canvas: Any, name: str) -> None:
    """List a form or picture among the resources of the page or form that is being drawn.

    name: the name under which the form or picture was registered.
    """
    canvas._formsinuse.append(name)


def resources_of(canvas: Any) -> list[str]:
    """Return the names of forms and pictures that the page or form that is being drawn uses; more may be
    appended.
    """
    return canvas._formsinuse  # type: ignore[no-any-return]


def pixels_of(reader: Any) -> Any:
    """Return the pixels (a PIL image) of an ImageReader; None for a JPEG, or anything else."""
    from reportlab.lib.utils import ImageReader

    if not isinstance(reader, ImageReader) or reader.jpeg_fh() is not None:
        return None
    return reader._image


# --- objects of a file ------------------------------------------------------------------------------


def add_object(document: Any, reportlab_object: Any, name: str) -> Any:
    """Add an object to a file under an internal name, and return a reference to it.

    reportlab_object: a ReportLab object, or bytes that are written as they are.
    """
    return document.Reference(reportlab_object, name)


def internal_name(document: Any, name: str) -> str:
    """Return the internal name of a form or picture that is, or will be, registered under a name."""
    return document.getXObjectName(name)  # type: ignore[no-any-return]


def form_resources(document: Any, forms: list[str], **states: Any) -> Any:
    """Return resources for a form: forms by their names, and graphics states."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFResourceDictionary

    resources = PDFResourceDictionary()
    resources.XObject = document.xobjDict(forms)
    resources.ExtGState = PDFDictionary(states)
    return resources


def set_transparency_group(canvas: Any, name: str, group: Any) -> None:
    """Make a form that was drawn a transparency group. group: its dictionary."""
    from reportlab.pdfbase.pdfdoc import PDFStream

    form = objects_of(canvas)[internal_name(canvas._doc, name)]
    form.Contents = PDFStream(content=form.stream)
    form.Contents.dictionary["Group"] = group


def is_transparency_group(form: Any) -> bool:
    """Tell whether a ReportLab object is a form with a transparency group."""
    contents = getattr(form, "Contents", None)
    return contents is not None and "Group" in contents.dictionary.dict


def names_of_drawn_objects(page_or_form: Any) -> list[str]:
    """Return the internal names of the forms and pictures that a page or form draws."""
    resources = getattr(page_or_form, "Resources", None)
    held = getattr(resources, "XObject", None) or getattr(page_or_form, "XObjects", None)
    return [] if held is None else [each.name for each in held.dict.values()]


def object_numbers(canvas: Any) -> dict[str, int]:
    """Return the numbers of all objects of a written file, by internal name."""
    return {name: number for name, (number, _) in canvas._doc.idToObjectNumberAndVersion.items()}


def page_numbers(canvas: Any) -> list[int]:
    """Return the numbers of the pages of a written file."""
    numbers = object_numbers(canvas)
    return [numbers[page.__InternalName__] for page in pages_of(canvas)]


def highest_object_number(canvas: Any) -> int:
    """Return the highest object number of a written file."""
    return canvas._doc.objectcounter  # type: ignore[no-any-return]


def add_catalog_entries(canvas: Any, **entries: Any) -> None:
    """Add entries to a file's catalog: Metadata, StructTreeRoot or MarkInfo."""
    for name, value in entries.items():
        setattr(canvas._doc.Catalog, name, value)


def release_canvas(canvas: Any) -> None:
    """Release everything that a canvas holds; it cannot be used afterwards.

    Canvas and document refer to each other: without this, all pictures stay in memory until garbage
    collection.
    """
    canvas._doc.__dict__.clear()
    canvas.__dict__.clear()


@contextmanager
def without_ascii_encoding() -> Iterator[None]:
    """Compress streams without ASCII encoding, ReportLab's default, within a context."""
    from reportlab import rl_config

    before, rl_config.useA85 = rl_config.useA85, 0
    try:
        yield
    finally:
        rl_config.useA85 = before


def pdf_bytes(canvas: Any) -> bytes:
    """Return the bytes of a canvas's PDF file. The canvas cannot be used afterwards.

    The file is written into one buffer. ReportLab itself keeps its parts and joins them, which takes twice
    the memory: some hundred megabytes more for a thousand pictures.
    """
    from reportlab.pdfbase import pdfdoc

    usual = pdfdoc.PDFFile

    def file_in_one_buffer(version: Any) -> Any:
        file, buffer = usual(version), BytesIO()
        buffer.writelines(file.strings)
        file.write, file.format = buffer.write, lambda _: buffer.getvalue()
        return file

    pdfdoc.PDFFile = file_in_one_buffer
    try:
        data: bytes = canvas.getpdfdata()
    finally:
        pdfdoc.PDFFile = usual
    release_canvas(canvas)
    return data


# --- what is drawn ----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)  # cards in the same place have their text in the same places
def decimal_text(value: float) -> str:
    """Return a number as ReportLab writes it, with up to six decimals."""
    from reportlab.lib.rl_accel import fp_str

    return str(fp_str(value))


def share_graphics_state_names(canvas: Any) -> None:
    """Make the pages and forms of a canvas use the same names for graphics states.

    ReportLab numbers them separately in each form, and lists them for pages only; forms get those of their
    page when the file is finished (pdfx.py), so the names must agree.
    """
    begin, states = canvas.init_graphics_state, dict[Any, str]()

    def fresh() -> None:
        begin()
        canvas._extgstate._c = states

    canvas.init_graphics_state = fresh
    fresh()


def add_spot_color(canvas: Any, name: str, cmyk: tuple[float, float, float, float]) -> str:
    """Add a spot colour to the page or form that is being drawn, and return its name there.

    cmyk: the inks of its alternate, for screens and where it has no plate.
    """
    from reportlab.lib.colors import CMYKColorSep

    return canvas._checkSeparation(CMYKColorSep(*cmyk, spotName=name))  # type: ignore[no-any-return]


def add_spot_colors_to_resources(canvas: Any, name: str) -> None:
    """List the spot colours that a form was drawn with in its resources, which ReportLab does for pages
    only.
    """
    from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

    form = objects_of(canvas)[internal_name(canvas._doc, name)]
    if form._colorsUsed and form.Resources is None:
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if form.XObjects:
            resources.XObject = form.XObjects
        resources.setColorSpace(form._colorsUsed)
        form.Resources = resources


def bookmark_destination(canvas: Any, key: str) -> Any:
    """Return the destination object of a bookmark, created if it is new; its place may be set later."""
    return canvas._bookmarkReference(key)


def annotate(canvas: Any, entries: dict[str, Any], number: int | None = None) -> None:
    """Add an annotation to the page. number: identifies its object, see annotation_name()."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    canvas._addAnnotation(PDFDictionary(entries), None if number is None else f"link{number}")


def annotation_name(number: int) -> str:
    """Return the internal name of an annotation."""
    return f"Annot.link{number}"


# --- fonts ------------------------------------------------------------------------------------------


def add_font(document: Any, key: str, font: Any) -> str:
    """Add a font of our own to a file, and return its name on pages.

    ReportLab calls the font's method addObjects with the document when the file is finished. key: a name that
    is unique among the fonts of the file.
    """
    name = f"/F{len(document.fontMapping) + 1}+0"
    document.fontMapping[key] = name
    document.delayedFonts.append(font)
    return name


def add_font_name(document: Any, name: str, font: Any) -> None:
    """List the dictionary of a font under its name on pages."""
    document.idToObject["BasicFonts"].dict[name[1:]] = document.Reference(font, name[1:])


def embedded_font(name: str, file: Path | bytes, subset_tag: Callable[[bytes], str]) -> Any:
    """Return a TrueType font for ReportLab, whose subsets have tags of their own (ISO 32000-1, 9.6.4).

    ReportLab tags the first subset of every font AAAAAA, so that programs that merge files may confuse
    subsets with different glyphs. file: a path, or the bytes of a font, which then counts as different from
    all others with its PostScript name. subset_tag: returns six letters for the font program of a subset.
    """
    from io import BytesIO

    from reportlab.pdfbase.ttfonts import TTFont

    class Embedded(TTFont):  # type: ignore[misc]
        def addObjects(self, doc: Any) -> None:  # noqa: N802 - ReportLab's name
            names = [self.getSubsetInternalName(n, doc)[1:] for n in range(len(self.state[doc].subsets))]
            super().addObjects(doc)
            for name in names:
                _tag_subset(doc, doc.idToObject["BasicFonts"].dict[name], subset_tag)

    if isinstance(file, Path):
        return Embedded(name, str(file))
    own = Embedded(name, BytesIO(file))
    # ReportLab treats fonts of one PostScript name as the same font.
    own.face.name += f"-{name}".encode("ascii")
    return own


def _tag_subset(doc: Any, font: Any, subset_tag: Callable[[bytes], str]) -> None:
    from reportlab.pdfbase.pdfdoc import PDFName

    descriptor = doc.idToObject[font.FontDescriptor.name].dict
    program = doc.idToObject[descriptor["FontFile2"].name].content
    name = subset_tag(program) + font.BaseFont[6:]
    to_unicode = doc.idToObject[font.ToUnicode.name]
    to_unicode.content = to_unicode.content.replace(font.BaseFont, name)
    font.BaseFont, descriptor["FontName"] = name, PDFName(name)


def subset_strings(font: Any, text: str, document: Any) -> list[tuple[str, bytes]]:
    """Return the parts of a text by subset of an embedded font: its name on pages, and one byte per
    character.
    """
    parts = font.splitString(text, document)
    return [(font.getSubsetInternalName(subset, document), encoded) for subset, encoded in parts]


def name_on_pages(font: Any, document: Any) -> str:
    """Return the name on pages of the first subset of an embedded font, which has all ASCII characters at
    their own codes. The font is added to the file if it is new.
    """
    known = document.fontMapping.get(font.fontName)
    if known is None:
        font.splitString("", document)
        return str(font.getSubsetInternalName(0, document))
    return f"{known}+0"
