"""Writes items on a ReportLab canvas: shapes and text in one colour space, with few operators.

ReportLab's own path objects cost a call and a formatting for every point of every use. A Shape is
formatted once and placed by a matrix, so a pip drawn ten times is one string written ten times.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..colour.colors import ALL_PLATES, BLACK, WHITE, Color, Space, contrast_ratio
from ..colour.encoded_pictures import EncodedPicture, encode_picture, read_press_picture
from ..colour.images import (
    PictureLooks,
    SmallPicture,
    TransparentPicture,
    mask_levels,
    pdf_picture,
    picture_rect,
    plain_jpeg,
    shade_layer,
)
from ..geometry import IDENTITY, Matrix, Rect, transformed_bounds, translation
from ..pack.result_cache import cache_result, cached_result
from ..text import fonts, reportlab_parts
from ..text.fonts import LEAST_INK, MANY_INKS, text_operators
from ..text.glyph_outlines import glyph_shape
from ..text.outlines import Shape, number_text
from ..text.reportlab_parts import (
    add_spot_color,
    add_spot_colors_to_resources,
    add_to_resources,
    decimal_text,
    document_of,
    pdf_bytes,
    pixels_of,
    without_ascii_encoding,
)
from ..text.scripts import needs_shaping
from .face_recording import FaceRecording, FaceRepeater
from .item_writer import PURE_BLACK, ItemWriter, Press
from .items import (
    Bookmark,
    DeferredItems,
    Fill,
    Fills,
    Group,
    Item,
    Lines,
    Link,
    Marked,
    Mask,
    Patch,
    Picture,
    Run,
    Stroke,
    painted_rect,
)
from .lettering import placed_glyphs

#: Returns a picture file in CMYK for a space (width and height in points), as press_picture() does.
ReadPicture = Callable[[Path, float, float, bytes, PictureLooks], Any]

#: Returns the levels of a mask for a space (width and height in points), as mask_levels() does.
ReadMask = Callable[[Path, float, float], Any]

_AS_IT_IS = nullcontext()
#: The thinnest line without ink that stays open on a ground of several inks, in points: 1.5 times the 0.5 pt
#: that printers require of a line in ink, according to guides to offset printing. For type it is
#: LEAST_REVERSED_TYPE.
LEAST_REVERSED_LINE = 0.75
_DECIMALS = (4, 4)
#: Contrast with paper from which type counts as dark: it is on paper or on a light ground.
_DARK = 3.0


class DocumentInfo(NamedTuple):
    """The metadata of a PDF, and how viewers show it."""

    title: str
    author: str = ""
    subject: str = ""
    #: An ISO 639-1 code.
    language: str | None = None
    #: Entries of its viewer preferences (ISO 32000-1, table 150).
    preferences: tuple[tuple[str, str], ...] = ()
    keywords: str = ""


def write_pdf(
    items: Sequence[Item],
    size: tuple[float, float],
    space: Space = "rgb",
    press: Press | None = None,
    *,
    about: DocumentInfo | None = None,
    draft: bool = False,
) -> bytes:
    """Return a PDF of one page with these items.

    size: width and height of the page, in points. draft: do not compress, as the file is rendered at once.
    """
    return write_pages([(items, size)], space, press, about=about, draft=draft)


def write_pages(
    pages: Sequence[tuple[Sequence[Item], tuple[float, float]]],
    space: Space = "rgb",
    press: Press | None = None,
    *,
    about: DocumentInfo | None = None,
    draft: bool = False,
) -> bytes:
    """Return a PDF with a page for each list of items and its size, as write_pdf() does for one."""
    from reportlab.pdfgen.canvas import Canvas

    from .pdf_objects import set_page_groups

    fonts.register_fonts()
    with without_ascii_encoding():
        canvas = Canvas(
            io.BytesIO(),
            pagesize=pages[0][1],
            pageCompression=0 if draft else 1,
            invariant=1,
            pdfVersion=(1, 7),
            initialFontName=fonts.TEXT.name,
            lang=about and about.language,
        )
        if about:
            canvas.setTitle(about.title)
            canvas.setAuthor(about.author)
            canvas.setSubject(about.subject)
            canvas.setKeywords(about.keywords)
            canvas.setCreator(f"cardgen {__version__}")
            for name, value in about.preferences:
                canvas.setViewerPreference(name, value)
        writer = PdfWriter(canvas, space, press)
        writer.compresses_pictures = not draft
        for items, size in pages:
            canvas.setPageSize(size)
            writer.write_items(items)
            canvas.showPage()
        set_page_groups(canvas, space)
        return pdf_bytes(canvas)


class PdfWriter(ItemWriter):
    """Writes items on a ReportLab canvas in sRGB or CMYK."""

    #: How much smaller pixels are drawn on each side, in points: pdfium rounds their edges outwards, and
    #: spreads pixels aligned with those of its page by one more.
    inset = 0.0
    #: The decimals of places on the page: of turning and enlarging, and of moving (points). Places within
    #: these have four.
    decimals = _DECIMALS
    #: Reads a picture in sRGB, and one for a press.
    read_picture: Callable[[Path, float, float, PictureLooks], Any] = staticmethod(pdf_picture)
    read_for_press: ReadPicture = staticmethod(read_press_picture)
    #: Reads a mask.
    read_mask: ReadMask = staticmethod(mask_levels)

    def __init__(self, canvas: Any, space: Space = "rgb", press: Press | None = None) -> None:
        self.canvas = canvas
        self.space = space
        self.press = press
        #: Minimum width of lines (points), at any scale; 0 for none.
        self.least_line = 0.0
        #: Dark type smaller than this (points) is black if its colour has many inks; 0 to keep its colour.
        self.fine_type = 0.0
        #: The current scale of the places in effect.
        self._enlarged = 1.0
        self._write = canvas.addLiteral
        self._pictures: dict[tuple[object, ...], _EmbeddedPicture] = {}
        self._plain_jpegs: dict[tuple[Path, float, float], bool] = {}
        #: Bytes of the pixels of all pictures drawn so far, each counted once.
        self.pixel_bytes = 0
        #: Whether to compress pictures. Files that are rendered at once need not be: zlib takes several
        #: times as long as drawing.
        self.compresses_pictures = True
        #: Whether letters are drawn as their outlines, so that the file needs no font.
        self.outlines = False
        #: Depth of nested groups; nothing overprints within one.
        self._open_groups = 0
        #: Repeats faces of an earlier run; None if they are drawn anew, and not kept for a later run.
        self.repeater: FaceRepeater | None = None
        #: What is being written of a face that is kept.
        self._recording: FaceRecording | None = None

    def _color(self, color: Color, stroke: bool = False, large: bool = False) -> str:
        if color.spot and self.space == "cmyk":
            name = add_spot_color(self.canvas, color.spot, color.cmyk)
            return f"/{name} CS 1 SCN" if stroke else f"/{name} cs 1 scn"
        parts = color.rgb if self.space == "rgb" else self.press_color(color).cmyk
        if large and self.press and self.press.inks.rich_black and parts == PURE_BLACK:
            parts = self.press.inks.rich_black
        operator = "rg" if self.space == "rgb" else "k"
        return " ".join(map(number_text, parts)) + " " + (operator.upper() if stroke else operator)

    @contextmanager
    def transformed_by(self, place: Matrix) -> Iterator[None]:
        """Return a context in which a matrix applies to all that is drawn."""
        before = self._enlarged, self.decimals
        if self.least_line or self.fine_type:
            self._enlarged *= _mean_scale(place)
        self._write("q " + _matrix_operator(place, self.decimals))
        self.decimals = _DECIMALS
        yield
        self._write("Q")
        self._enlarged, self.decimals = before

    def _printable_width(self, width: float, color: Color, place: Matrix | None = None) -> float:
        """Return the width of a line where it is drawn, raised to the least width that can be printed.

        A line without ink has a larger minimum, as it must stay open on a ground of several inks.
        """
        if not self.least_line:
            return width
        open_ = max(self.press_color(color).cmyk) < LEAST_INK
        least = max(self.least_line, LEAST_REVERSED_LINE) if open_ else self.least_line
        scale = self._enlarged * (_mean_scale(place) if place else 1.0)
        return max(width, least / scale) if scale else width

    def write_deferred(self, item: DeferredItems) -> None:
        """Repeat what an earlier run has written of a face, or plan and write it."""
        if self.repeater is None:
            super().write_deferred(item)
            return
        known = cached_result("operators", item.pack, item.card)
        if known is not None and self.repeater.write_face(known):
            return
        self._recording = FaceRecording(self.canvas)
        super().write_deferred(item)
        data, self._recording = self._recording.to_data(), None
        if data is not None:
            cache_result("operators", item.pack, item.card, data)

    def _stop_recording(self) -> None:
        """Discard the recording of the current face, as what follows depends on more than the face."""
        if self._recording is not None:
            self._recording.is_whole = False

    def write_form(self, name: str, full: Rect, rect: Rect, draw: Callable[[Rect], None]) -> None:
        """Draw a repeated form into a rectangle; the file contains the form once for each size.

        full: a rectangle of its true size at the origin, for writers that keep the form at one size. draw:
        draws the form into the rectangle that it is called with; what exceeds the rectangle is clipped.
        """
        own = f"{name}-{round(rect.width * 100)}-{round(self._enlarged * 1000)}"
        box = Rect(0, 0, rect.width, rect.height)
        with self.transformed_by(translation(rect.x, rect.y)):
            self.write_instance(own, box, lambda: draw(box))

    def write_instance(self, name: str, box: Rect, draw: Callable[[], None]) -> None:
        """Draw an instance, whose items the file contains once. box: the bounds of the items."""
        self._stop_recording()
        if not self.canvas.hasForm(name):
            self.canvas.beginForm(name, box.x, box.y, box.right, box.top)
            draw()
            self.canvas.endForm()
            add_spot_colors_to_resources(self.canvas, name)
        self.canvas.doForm(name)

    @contextmanager
    def clipped_to(self, shape: Shape) -> Iterator[None]:
        """Return a context in which all that is drawn is clipped to a shape."""
        self._write(f"q {shape.operators} W n")
        yield
        self._write("Q")

    def flat_color(self, shape: Shape, color: Color, place: Matrix | None = None) -> Color | None:
        """Return the printed colour of a filled shape. Return None if the shape overprints, on a press, what
        lies below it.
        """
        return color if self.space == "rgb" else super().flat_color(shape, color, place)

    def _overprinting(
        self, fill: Color | None, line: Color | None = None, *, type_: bool = False
    ) -> AbstractContextManager[None]:
        """Return a context in which pure black and spot colours overprint the other plates (ISO 32000-1,
        8.6.7).
        """
        if self.press is None or self._open_groups:
            return _AS_IT_IS
        black = type_ or self.press.lines
        filled, drawn = (color is not None and _does_overprint(color, black) for color in (fill, line))
        return overprinting(self.canvas, fills=filled, strokes=drawn) if filled or drawn else _AS_IT_IS

    def write_fill(self, item: Fill) -> None:
        """Fill a shape."""
        shape, color, place, even_odd = item
        large = self.is_large_black(shape, color, place)
        work = f"{self._color(color, large=large)} {shape.operators} {'f*' if even_odd else 'f'}"
        with self._overprinting(None if large else color):
            self._write(f"q {_matrix_operator(place)}{work} Q" if place else work)

    def write_fills(self, item: Fills) -> None:
        """Fill one shape at many places."""
        shape, color, places = item
        large = bool(places) and self.is_large_black(shape, color, places[0])
        with self._overprinting(None if large else color):
            self._write(self._color(color, large=large))
            for place in places:
                self._write(f"q {_matrix_operator(place)}{shape.operators} f Q")

    def write_stroke(self, item: Stroke) -> None:
        """Draw the outline of a shape, filled first if it has a ground; its path is written once."""
        shape, color, width, ground, place, round_ends, dash = item
        colors = f"{self._color(ground)} " if ground else ""
        ends = "1 J 1 j " if round_ends else ""
        dashes = f"[{number_text(dash[0])} {number_text(dash[1])}] 0 d " if dash else ""
        pen = f"{number_text(self._printable_width(width, color, place))} w {ends}{dashes}"
        work = f"{colors}{self._color(color, stroke=True)} {pen}{shape.operators} {'B' if ground else 'S'}"
        with self._overprinting(ground, color):
            self._write(f"q {_matrix_operator(place) if place else ''}{work} Q")

    def write_text_run(self, run: Run, color: Color) -> None:
        """Write a line of text; hidden text is searchable but invisible."""
        if run.is_hidden and self.press:
            return
        color = self._sharp_color(color, run.size)
        with self._overprinting(color, type_=True):
            self._write_text(run, color)

    def _sharp_color(self, color: Color, size: float) -> Color:
        """Return the colour in which type of a size is printed. Small dark type in many inks becomes black,
        as it would look blurred.
        """
        if color.spot or size * self._enlarged >= self.fine_type or contrast_ratio(color, WHITE) < _DARK:
            return color
        inks = sum(part >= LEAST_INK for part in self.press_color(color).cmyk)
        return BLACK if inks >= MANY_INKS else color

    def _write_text(self, run: Run, color: Color) -> None:
        """Write a line without ReportLab's text objects, which measure each line and do not kern."""
        if self.outlines:
            self._write(f"{self._color(color)} {_letter_outlines(run)}")
            return
        text, size, font, document = run.text, run.size, run.font, document_of(self.canvas)
        line = [f"BT 1 0 0 1 {decimal_text(run.x)} {decimal_text(run.y)} Tm"]
        begins, ends = _state_operators(run, run.extra_word_space)
        line += begins
        if needs_shaping(text):
            self._stop_recording()
            line.append(_shaped_operators(run, document))
            text = ""
        for part, each in font.with_fallbacks(text).parts_by_font(text):
            last = ""
            if self._recording is not None:
                self._recording.add_text(each, part)
            for name, shown in text_operators(part, each, document):
                line += [shown] if name == last else [f"{name} {_size_operators(size)}", shown]
                last = name
        line += ends
        self._write(f"{self._color(color)}\n{' '.join(line)} ET")

    def write_lines(self, lines: Lines) -> None:
        """Write lines of text in one text object, without redundant operators."""
        self._stop_recording()
        document = document_of(self.canvas)
        if self.outlines:
            for run in (run for _, runs in lines.parts for run in runs):
                self.write_text_run(run, lines.color)
            return
        with self._overprinting(lines.color, type_=True):
            self._write(f"q {self._color(lines.color)} BT")
            for begins, runs in lines.parts:
                shown = "\n".join(_shown_operators(run, document) for run in runs)
                self._write(f"{begins}\n{shown}\nEMC" if begins else shown)
            self._write("ET Q")

    def write_marked(self, marked: Marked) -> None:
        """Write items as marked content."""
        self._write(marked.begin_operator)
        self.write_items(marked.items)
        self._write("EMC")

    def write_link(self, link: Link) -> None:
        """Write a link as an annotation of the page."""
        self._stop_recording()
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

        entries = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Link"),
            "Rect": PDFArray((link.rect.x, link.rect.y, link.rect.right, link.rect.top)),
            "Border": PDFArray((0, 0, 0)),
            "Contents": PDFString(link.contents),
        }
        if link.target.startswith("#"):
            entries["Dest"] = reportlab_parts.bookmark_destination(self.canvas, link.target[1:])
        else:
            action = {"Type": PDFName("Action"), "S": PDFName("URI"), "URI": PDFString(link.target)}
            entries["A"] = PDFDictionary(action)
        if link.number is not None:
            entries["StructParent"] = link.number
        reportlab_parts.annotate(self.canvas, entries, link.number)

    def write_bookmark(self, bookmark: Bookmark) -> None:
        """Write a target of links, and its entry in the outline."""
        self._stop_recording()
        key, y, title, level, closed = bookmark
        if y is None:
            self.canvas.bookmarkPage(key)
        else:
            self.canvas.bookmarkHorizontal(key, 0, y)
        if title:
            self.canvas.addOutlineEntry(title, key, level, closed=closed)

    def write_picture(self, picture: Picture) -> None:
        """Draw a picture file in a rectangle: not stretched, its overhang clipped."""
        if self._recording is None:
            self._draw_picture(picture)
            return
        recording, self._recording = self._recording, None
        with recording.picture(picture):
            self._draw_picture(picture)
        self._recording = recording

    def _draw_picture(self, picture: Picture) -> None:
        from .pdf_objects import register_jpeg

        file, rect, fit, focus, ground, shade, _, _, alpha, edge, _ = picture
        if shade is not None and not self.press and not edge and self._is_plain_jpeg(file, rect):
            self._write_shaded_jpeg(picture, shade)
            return
        solid = alpha == "solid" or (self.press is not None and self.press.flatten is not None)
        shown = ground.hex if alpha == "ground" else solid
        key = (file, rect.width, rect.height, shown, shade and (shade.hex, focus), edge)
        image = self._pictures.get(key)
        reader: Any = None
        pixels: Any = None
        if image is None:
            looks = PictureLooks(ground.rgb if alpha == "ground" else None, shade and shade.rgb, focus, edge)
            reader, pixels = self._picture_and_pixels(file, rect, looks)
        if pixels is not None:
            # ReportLab would compress them less, and qpdf again, as it does not know its filters by an array.
            image = self._pictures[key] = self._embedded_picture(
                pixels, None, soft=False, level=self._compression_level
            )
            self.pixel_bytes += 4 * image.size[0] * image.size[1]
        elif isinstance(reader, TransparentPicture | SmallPicture):
            mask = reader.alpha if isinstance(reader, TransparentPicture) else None
            if mask is not None and solid:
                mask = mask.point(_full_if_opaque)
            # A picture without a mask was made small for comparison, and is never kept.
            level = 0 if mask is None else self._compression_level
            soft = mask is not None and not solid
            image = self._embedded_picture(reader.colors, mask, soft=soft, level=level)
            wide, high = image.size
            image = self._pictures[key] = image._replace(size=reader.original_size or image.size)
            self.pixel_bytes += 4 * wide * high
        elif image is None:
            image = self._pictures[key] = _EmbeddedPicture(*register_jpeg(self.canvas, reader), reader.size)
            self.pixel_bytes += 4 * image.size[0] * image.size[1]
        with self.clipped_to(picture.outline):
            image.draw(self.canvas, *picture_rect(image.size, rect, fit, focus).grown(-self.inset))

    def _picture_and_pixels(self, file: Path, rect: Rect, looks: PictureLooks) -> tuple[Any, Any]:
        """Return a picture that fills a rectangle, and its pixels or its EncodedPicture. The second value is
        None for a JPEG, and for a picture with a mask.
        """
        if not self.press:
            reader = self.read_picture(file, rect.width, rect.height, looks)
            return reader, pixels_of(reader)
        source = (file, rect.width, rect.height, self.press.inks.profile, looks)
        reader = self.read_for_press(*source)
        if isinstance(reader, EncodedPicture):
            return reader, reader
        pixels = pixels_of(reader)
        encodes = pixels is not None and self.compresses_pictures
        return reader, encode_picture(pixels, *source) if encodes else pixels

    def _is_plain_jpeg(self, file: Path, rect: Rect) -> bool:
        """Tell whether a picture that fills a rectangle is a JPEG that is embedded unchanged."""
        key = (file, rect.width, rect.height)
        if key not in self._plain_jpegs:
            self._plain_jpegs[key] = plain_jpeg(*key) is not None
        return self._plain_jpegs[key]

    def _write_shaded_jpeg(self, picture: Picture, shade: Color) -> None:
        """Draw a JPEG as it is, and its shade over it: with its shade, it would take ten times the bytes."""
        self._draw_picture(picture._replace(shade=None, fit="cover"))
        key = ("shade", shade.hex, picture.rect.height)
        image = self._pictures.get(key)
        if image is None:
            layer = shade_layer(shade.rgb, picture.rect.height)
            image = self._embedded_picture(
                layer.colors, layer.alpha, soft=True, level=self._compression_level
            )
            self._pictures[key] = image
        with self.clipped_to(picture.outline):
            image.draw(self.canvas, *picture.rect.grown(-self.inset))

    def write_patch(self, patch: Patch) -> None:
        """Draw pixels in a rectangle. If they have a mask, only pixels for which it is 255 are drawn."""
        self._stop_recording()
        image = self._embedded_picture(patch.colors, patch.mask, soft=False, level=self._compression_level)
        image.draw(self.canvas, *patch.rect.grown(-self.inset))

    @property
    def _compression_level(self) -> int:
        """Return zlib's compression level for pixels."""
        return -1 if self.compresses_pictures else 0

    def _embedded_picture(self, colors: Any, mask: Any, *, soft: bool, level: int) -> _EmbeddedPicture:
        from .pdf_objects import register_image

        return _EmbeddedPicture(
            *register_image(self.canvas, colors, mask, soft=soft, level=level), colors.size
        )

    def write_group(self, group: Group, draw: Callable[[], None]) -> None:
        """Draw a group."""
        from .pdf_objects import draw_group

        self._stop_recording()

        self._open_groups += 1
        area = painted_rect(group)
        state: dict[str, Any] = {"ca": round(group.opacity, 4), "CA": round(group.opacity, 4)}
        if group.blend == "multiply":
            state["BM"] = "/Multiply"
        if group.mask:
            state["SMask"] = self._soft_mask(group.mask)
        draw_group(self.canvas, area, state, self.space, draw, self._open_groups)
        self._open_groups -= 1

    def _soft_mask(self, mask: Mask) -> Any:
        from .pdf_objects import soft_mask

        file, rect, place = mask
        key = (file, rect.width, rect.height)
        image = self._pictures.get(key)
        if image is None:
            levels = self.read_mask(*key)
            image = self._pictures[key] = self._embedded_picture(
                levels, None, soft=False, level=self._compression_level
            )
            self.pixel_bytes += levels.width * levels.height
        whole, shown = place or IDENTITY, image

        def draw() -> None:
            with self.transformed_by(whole):
                shown.draw(self.canvas, *rect)

        return soft_mask(self.canvas, transformed_bounds(whole, rect), (image.name, rect, whole), draw)


def _letter_outlines(run: Run) -> str:
    """Return the operators that fill the letters of a run; "" for a hidden one."""
    if run.is_hidden:
        return ""
    shapes = (glyph_shape(font, glyph).transformed(place) for font, glyph, place in placed_glyphs(run))
    # Each by itself: the letters of a line may overlap.
    return " ".join(f"{shape.operators} f" for shape in shapes if shape.segments)


def _state_operators(run: Run, spread: float = 0.0) -> tuple[list[str], list[str]]:
    """Return two lists of operators: those that set the text state for a run, and those that reset it."""
    if not (run.is_hidden or run.horizontal_scale != 1 or run.tracking or spread):
        return [], []
    shaped = needs_shaping(run.text)
    states = (
        (run.is_hidden, "3 Tr", "0 Tr"),
        (run.horizontal_scale != 1, f"{decimal_text(100 * run.horizontal_scale)} Tz", "100 Tz"),
        (run.tracking and not shaped, f"{decimal_text(run.tracking)} Tc", "0 Tc"),
        (spread and not shaped, f"{decimal_text(spread)} Tw", "0 Tw"),
    )
    return [begins for on, begins, _ in states if on], [ends for on, _, ends in reversed(states) if on]


def _shaped_operators(run: Run, document: Any) -> str:
    """Return the operators that show a run that must be shaped."""
    from ..text import glyph_fonts, shaping

    runs = shaping.glyph_runs(run.text, run.font.with_fallbacks(run.text))
    return glyph_fonts.glyph_operators(
        runs, document, run.x, run.y, run.size, run.horizontal_scale, run.extra_word_space
    )


def _shown_operators(run: Run, document: Any) -> str:
    """Return the operators that show a run among others, including its word spacing."""
    begins, ends = _state_operators(run)
    if needs_shaping(run.text):
        return " ".join([*begins, _shaped_operators(run, document), *ends])
    size = number_text(run.size)
    shown = [
        f"{name} {size} Tf {part}"
        for text, font in run.font.with_fallbacks(run.text).parts_by_font(run.text)
        for name, part in text_operators(text, font, document)
    ]
    place = f"{number_text(run.extra_word_space)} Tw 1 0 0 1 {number_text(run.x)} {number_text(run.y)} Tm"
    return " ".join([*begins, place, *shown, *ends])


@lru_cache(maxsize=256)
def _size_operators(size: float) -> str:
    """Return the operators that set a font size, and the leading for it."""
    return f"{decimal_text(size)} Tf {decimal_text(size * 1.2)} TL"


class _EmbeddedPicture(NamedTuple):
    """A picture that the file already contains.

    ReportLab would identify it by a hash of all pixels, which takes longer than drawing a card.
    """

    name: str
    registered: str
    #: In pixels.
    size: tuple[int, int]

    def draw(self, canvas: Any, x: float, y: float, width: float, height: float) -> None:
        """Draw it again, as Canvas.drawImage() does."""
        place = f"{decimal_text(width)} 0 0 {decimal_text(height)} {decimal_text(x)} {decimal_text(y)} cm"
        canvas.addLiteral(f"q\n{place}\n/{self.registered} Do\nQ")
        add_to_resources(canvas, self.name)


def _full_if_opaque(level: int) -> int:
    """Return 255 for an opaque pixel and 0 for any other."""
    return 255 * (level == 255)


@contextmanager
def overprinting(canvas: Any, *, fills: bool = False, strokes: bool = False) -> Iterator[None]:
    """Make fills, strokes or both overprint while they are drawn in this context: an ink that they do not
    have stays as it is below them.

    Both settings are always written, strokes first: a graphics state that names strokes alone (/OP) sets
    fills as well (ISO 32000-1, table 58), and a light fill would leave the black under it.
    """
    canvas.saveState()
    canvas.setOverprintMask(True)
    canvas.setStrokeOverprint(strokes)
    canvas.setFillOverprint(fills)
    yield
    canvas.restoreState()


def _does_overprint(color: Color, black: bool) -> bool:
    """Tell whether a colour overprints. black: whether pure black overprints."""
    return color.spot != ALL_PLATES if color.spot else black and color.cmyk == PURE_BLACK


def _mean_scale(place: Matrix) -> float:
    """Return the factor by which a matrix scales lengths, on average of both directions."""
    a, b, c, d = place[:4]
    return math.sqrt(abs(a * d - b * c))


@lru_cache(maxsize=4096)  # cards have their parts in the same places, and sheets their cards
def _matrix_operator(place: Matrix, decimals: tuple[int, int] = _DECIMALS) -> str:
    turned, moved = decimals
    parts = (
        *(number_text(part, turned) for part in place[:4]),
        *(number_text(part, moved) for part in place[4:]),
    )
    return " ".join(parts) + " cm "
