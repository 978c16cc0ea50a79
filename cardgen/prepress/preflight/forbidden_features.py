"""Rules: nothing in a file is locked, executed or hidden, or prints differently than it looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..pdf.document import (
    DocumentPage,
    PdfDocument,
    UsedResource,
    array_items,
    as_dictionary,
    dictionary_entry,
    read_rectangle,
)
from ..pdf.document_tree import TreeNode, tree_nodes
from ..pdf.streams import filter_names
from .findings import Finding, Severity, Target

_FLATTEN = "export the file as PDF/X, which has none of this"


def _resource_finding(
    rule: str, used: UsedResource, message: str, hint: str = _FLATTEN, severity: Severity = "error"
) -> Finding:
    """Return a finding for a resource of a page, with its page and path."""
    return Finding(rule, message, hint, severity, used.page, used.where)


def check_foreign_object(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that only forms and images are painted, never PostScript.

    ISO 15930-4 and -7; ISO 32000-1, 8.8.2.
    """
    rule = "foreign-object"
    for used in file.resources_of_kinds("form", "image", "object"):
        if used.kind == "object":
            what = (
                "PostScript"
                if dictionary_entry(used.thing, "/Subtype") == "/PS"
                else "something that is neither a form nor an image"
            )
            yield _resource_finding(rule, used, f"{what} is drawn")
        elif (
            dictionary_entry(used.thing, "/Subtype2") == "/PS"
            or dictionary_entry(used.thing, "/PS") is not None
        ):
            yield _resource_finding(rule, used, "PostScript is drawn")


def check_external_stream(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that all drawn content is in the file, not in external files.

    ISO 15930-4 and -7; ISO 32000-1, 7.3.8.2 and 8.10.4.
    """
    for page, where, stream in file.cached_result(drawn_streams):
        if stream.get("/F") is not None or stream.get("/FFilter") is not None:
            message, hint = "a part of the file is stored in another file", "embed it"
            yield Finding("external-stream", message, hint, page=page, where=where)
    for used in file.resources_of_kinds("form"):
        if dictionary_entry(used.thing, "/Ref") is not None:
            yield _resource_finding(
                "external-stream", used, "a page of another file is drawn here", "embed it"
            )


#: Filters allowed for content, fonts and all else but pictures: ISO 15930-4 and -7 forbid LZW, the rest is
#: for pictures or for encrypted files.
_PACKERS = {"/FlateDecode", "/ASCII85Decode", "/ASCIIHexDecode", "/RunLengthDecode"}


def check_packing(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require filters for content, forms and fonts that all programs support (ISO 15930-4 and -7: no LZW)."""
    for page, where, stream in file.cached_result(drawn_streams):
        odd = [name for name in filter_names(stream) if name not in _PACKERS]
        if odd and stream.get("/Subtype") != "/Image":
            message = (
                f"it is compressed with {odd[0].lstrip('/').removesuffix('Decode')}, which PDF/X does "
                "not have"
            )
            yield Finding("packing", message, "export the file again", page=page, where=where)


def drawn_streams(file: PdfDocument) -> list[tuple[int | None, str | None, Any]]:
    """Return the page, path and stream of everything drawn: contents, forms, images, patterns and fonts."""
    import pikepdf

    found: list[tuple[int | None, str | None, Any]] = []
    for page in file.pages:
        content = page.obj.get("/Contents")
        found += [(page.number, "content", part) for part in array_items(content) or [content]]
    for used in file.used_resources:
        found.append((used.page, used.where, used.thing))
        if used.kind == "font":
            found += [(used.page, f"{used.where} > font file", part) for part in _font_streams(used.thing)]
    return [each for each in found if isinstance(each[2], pikepdf.Stream)]


def _font_streams(font: Any) -> Iterator[Any]:
    """Yield the streams of a font: its files, and its glyphs' drawings; None for each missing file."""
    for each in (font, *array_items(dictionary_entry(font, "/DescendantFonts"))):
        for key in ("/FontFile", "/FontFile2", "/FontFile3"):
            yield dictionary_entry(dictionary_entry(each, "/FontDescriptor"), key)
        yield from as_dictionary(dictionary_entry(each, "/CharProcs")).values()


def check_opi(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that no picture is a placeholder for another file.

    ISO 15930-4 and -7 (no OPI); ISO 32000-1, 14.11.7.
    """
    for used in file.resources_of_kinds("form", "image"):
        if dictionary_entry(used.thing, "/OPI") is not None:
            yield _resource_finding(
                "opi", used, "it is a placeholder for a better picture (OPI)", "embed the better one"
            )


def check_alternate_image(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that no picture has an alternate for print (ISO 15930-4 and -7; ISO 32000-1, 8.9.5.4).

    Any other alternate is allowed, and yields a warning, because some programs print it.
    """
    import pikepdf

    for used in file.resources_of_kinds("image"):
        others = dictionary_entry(used.thing, "/Alternates")
        if others is None:
            continue
        printed = not isinstance(others, pikepdf.Array) or any(
            dictionary_entry(other, "/DefaultForPrinting") not in (None, False) for other in others
        )
        message = "another picture may be printed in place of this one"
        severity: Severity = "error" if printed else "warning"
        yield _resource_finding("alternate-image", used, message, "leave one picture only", severity)


def check_transfer_function(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require no transfer functions (ISO 32000-1, 10.5).

    ISO 15930-4 and -7: the key TR is forbidden, and TR2 may only have the value Default.
    """
    for used in file.resources_of_kinds("graphics state"):
        second = dictionary_entry(used.thing, "/TR2")
        if dictionary_entry(used.thing, "/TR") is not None or (second is not None and second != "/Default"):
            yield _resource_finding("transfer-function", used, "a transfer function changes the tones here")


def check_halftone(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the file does not define halftones, which are the printer's choice.

    ISO 15930-4 and -7: halftones must be of type 1 or 5, without a HalftoneName, and the key HTP is
    forbidden. A transfer function in a halftone changes tones in the same way as one in a graphics state (ISO
    32000-1, 10.6), and is an error too. Any other halftone is allowed, and yields a warning, because the
    printer's program may use it or not (10.5).
    """
    import pikepdf

    for used in file.resources_of_kinds("graphics state"):
        screen = dictionary_entry(used.thing, "/HT")
        parts = [screen]
        if isinstance(screen, pikepdf.Dictionary) and screen.get("/HalftoneType") == 5:
            parts += [
                part for part in screen.values() if isinstance(part, pikepdf.Dictionary | pikepdf.Stream)
            ]
        if dictionary_entry(used.thing, "/HTP") is not None or any(map(_is_forbidden_halftone, parts)):
            yield _resource_finding("halftone", used, "a halftone screen is set here")
        elif screen is not None and screen != "/Default":
            message = "a halftone screen is set here, which the printer's program may follow or not"
            hint = "export it without screens (halftones)"
            yield _resource_finding("halftone", used, message, hint, "warning")


def check_black_generation(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Warn of functions for black generation (ISO 32000-1, 10.3.4: BG, BG2, UCR and UCR2).

    Such functions are for RGB colours that a press converts to inks; a press file has no such colours. PDF/X
    allows the functions.
    """
    for used in file.resources_of_kinds("graphics state"):
        values = [dictionary_entry(used.thing, key) for key in ("/BG", "/BG2", "/UCR", "/UCR2")]
        if any(value is not None and value != "/Default" for value in values):
            message = "black generation or undercolour removal is set here"
            hint = "export it without black generation and under colour removal"
            yield _resource_finding("black-generation", used, message, hint, "warning")


def _is_forbidden_halftone(screen: Any) -> bool:
    """Tell whether a halftone is neither of type 1 nor 5, has a name, or has a transfer function."""
    if screen is None or screen == "/Default":
        return False
    if dictionary_entry(screen, "/HalftoneType") not in (1, 5):
        return True
    return (
        dictionary_entry(screen, "/HalftoneName") is not None
        or dictionary_entry(screen, "/TransferFunction") is not None
    )


def check_layers(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that everything in the file is printed.

    PDF/X-1a does not allow layers, which PDF 1.5 introduced (ISO 32000-1, 8.11). PDF/X-4 allows them, but not
    the key AS, which switches layers automatically (ISO 15930-7, optional content). A layer that is off is a
    warning.
    """
    import pikepdf

    found = file.catalog.get("/OCProperties")
    used = [
        each
        for each in file.resources_of_kinds("form", "image", "annotation")
        if dictionary_entry(each.thing, "/OC") is not None
    ]
    used += [
        each
        for each in file.resources_of_kinds("layer")
        if dictionary_entry(each.thing, "/Type") in ("/OCG", "/OCMD")
    ]
    if target.standard == "x1a":
        if found is not None:
            yield Finding("layers", "the file has layers", "flatten them: PDF/X-1a has none")
        elif used:
            yield _resource_finding(
                "layers", used[0], "it lies on a layer", "flatten them: PDF/X-1a has none"
            )
    elif found is not None:
        configs = [dictionary_entry(found, "/D"), *(dictionary_entry(found, "/Configs") or ())]
        if not isinstance(configs[0], pikepdf.Dictionary):
            yield Finding("layers", "nothing says which layers are printed", "flatten them")
        elif any(dictionary_entry(config, "/AS") is not None for config in configs):
            yield Finding("layers", "layers are switched by the program that shows them", "flatten them")
        elif configs[0].get("/BaseState") == "/OFF" or len(configs[0].get("/OFF") or ()):
            yield Finding("layers", "some layers are off: they are not printed", "remove them", "warning")


#: Preferences for desktop printers that do not belong in a press file (ISO 32000-1, 12.2).
_WISHES = ("/PrintScaling", "/Duplex", "/PickTrayByPDFSize", "/PrintPageRange", "/NumCopies")


def check_viewer_preferences(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that viewer preferences do not change the printed result.

    ISO 15930-4 and -7: in a file with a BleedBox, the values of ViewArea, ViewClip, PrintArea and PrintClip
    must be MediaBox or BleedBox. Preferences for a desktop printer are harmless, but show that the file is no
    press file.
    """
    wishes = file.catalog.get("/ViewerPreferences")
    for key in ("/ViewArea", "/ViewClip", "/PrintArea", "/PrintClip"):
        value = dictionary_entry(wishes, key)
        if value is not None and value not in ("/MediaBox", "/BleedBox"):
            message = f"the file asks to be shown or printed up to its {str(value)[1:30]} only ({key[1:]})"
            yield Finding("viewer-preferences", message, "remove the viewer preferences")
    found = [key[1:] for key in _WISHES if dictionary_entry(wishes, key) is not None]
    if found:
        message = f"the file has settings for a desktop printer: {', '.join(found)}"
        yield Finding("viewer-preferences", message, "remove the viewer preferences", "warning")


def check_separated_page(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require all inks on one page (ISO 15930-4 and -7: no SeparationInfo; ISO 32000-1, 14.11.4)."""
    for page in file.pages:
        if page.obj.get("/SeparationInfo") is not None:
            message, hint = "the page is one plate only", "export the pages in full colour"
            yield Finding("separated-page", message, hint, page=page.number)


# --- what hangs on a file -------------------------------------------------------------------------


def check_encryption(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that the file is not encrypted, even if it opens without a password.

    ISO 15930-4 and -7: no Encrypt in the trailer.
    """
    if file.pdf.is_encrypted or "/Encrypt" in file.pdf.trailer:
        hint = "save it again without security: press files are not encrypted"
        yield Finding("encryption", "the file is encrypted", hint)


#: Keys that contain actions (ISO 32000-1, 12.6.2 and 12.6.3).
_ACTION_KEYS = {"/A", "/PA", "/OpenAction"}
_ACTIONS = {
    *(
        "/GoTo",
        "/GoToR",
        "/GoToE",
        "/GoToDp",
        "/GoTo3DView",
        "/Launch",
        "/Thread",
        "/URI",
        "/Named",
        "/Trans",
    ),
    *("/Sound", "/Movie", "/Rendition", "/RichMediaExecute", "/Hide", "/SetOCGState", "/JavaScript"),
    *("/SubmitForm", "/ResetForm", "/ImportData"),
}


def check_javascript(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require no JavaScript (ISO 15930-4 and -7: actions; ISO 32000-1, 12.6.4.16)."""
    for each in file.cached_result(tree_nodes):
        if _is_script(each):
            yield Finding(
                "javascript", "the file holds JavaScript", _FLATTEN, page=each.page, where=each.where
            )


def _is_script(node: TreeNode) -> bool:
    """Tell whether an object of the file is JavaScript, or has some."""
    return "/JS" in node.thing or node.thing.get("/S") == "/JavaScript" or node.key == "/JavaScript"


def check_action(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require no actions when the file is opened, turned or clicked (ISO 15930-4 and -7: actions).

    A destination at which the file opens (an array in OpenAction) is no action and harmless.
    """
    for each in file.cached_result(tree_nodes):
        hangs = each.key in _ACTION_KEYS or each.holder == "/AA"
        kind = str(each.thing.get("/S", "")).lstrip("/")
        if (hangs or f"/{kind}" in _ACTIONS) and not _is_script(each):
            message = f"the file holds an action ({kind or 'of no kind'})"
            yield Finding("action", message, _FLATTEN, page=each.page, where=each.where)


def check_form_fields(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require no form fields (ISO 15930-4 and -7: no AcroForm fields; ISO 32000-1, 12.7)."""
    import pikepdf

    form = file.catalog.get("/AcroForm")
    if form is None:
        return
    if (
        not isinstance(form, pikepdf.Dictionary)
        or "/XFA" in form
        or len(array_items(form.get("/Fields"))) > 0
    ):
        yield Finding("form-fields", "the file is a form with fields to fill in", "flatten it before export")


def check_annotation(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require that all annotations are outside the bleed, where they are not printed.

    ISO 15930-4 and -7 (annotations): annotations must be outside the BleedBox or, on a page without a
    BleedBox, outside the TrimBox or ArtBox. Only trap networks (TrapNet) may cover the page. They yield a
    warning, because no printer of cards asks for them.
    """
    pages = {page.number: page for page in file.pages}
    for each in file.resources_of_kinds("annotation"):
        yield from _annotation_findings(each.thing, pages[each.page], each.where)


def _annotation_findings(annotation: Any, page: DocumentPage, where: str) -> Iterator[Finding]:
    """Yield findings if an annotation is damaged, has no position, holds traps, or overlaps the art."""

    import pikepdf

    def finding(message: str, severity: Any = "error") -> Finding:
        hint = "remove it, or flatten it into the art"
        return Finding("annotation", message, hint, severity, page.number, where)

    if not isinstance(annotation, pikepdf.Dictionary):
        yield finding("an annotation is damaged")
        return
    if annotation.get("/Subtype") == "/TrapNet":
        yield finding("the page contains traps", "warning")
        return
    rect, inside = (
        read_rectangle(annotation.get("/Rect"), page.user_unit, accepts_empty=True),
        page.bleed or page.trim or page.art,
    )
    inside = inside or page.cut_box
    if rect is None:
        yield finding("an annotation has no position")
    elif inside is None or inside.overlaps(rect) or inside.contains(rect):
        yield finding("an annotation lies on the art")


def check_embedded_file(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require no embedded files (ISO 15930-4 and -7; ISO 32000-1, 7.11.4).

    All kinds of embedded files, also Associated Files (AF), are found by their file specification
    dictionaries.
    """
    for each in file.cached_result(tree_nodes):
        kind = each.thing.get("/Subtype")
        if "/EF" in each.thing or kind in ("/FileAttachment", "/Sound", "/Movie", "/RichMedia", "/3D"):
            message = "another file is embedded in this one"
            yield Finding("embedded-file", message, "remove it", page=each.page, where=each.where)
    if "/Collection" in file.catalog:
        yield Finding("embedded-file", "the file is a folder of other files", "export the pages only")
    if "/EmbeddedFiles" in as_dictionary(file.catalog.get("/Names")):
        files = file.catalog.Names.EmbeddedFiles
        if not any("/EF" in each.thing for each in file.cached_result(tree_nodes)) and len(files):
            yield Finding("embedded-file", "the file has a list of embedded files", "remove them")
