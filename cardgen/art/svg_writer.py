"""Writes items as SVG: the cards and figures of PDF files for pages on a screen.

Coordinates are those of PDF, y upwards; svg() flips the whole. Type is drawn as outlines, each glyph defined
once, so that a card looks the same on every machine (SVG 2, W3C Candidate Recommendation 2018).
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from ..colour.colors import Color
from ..colour.images import PictureLooks, picture_rect, web_mask, web_picture
from ..geometry import IDENTITY, Matrix, Rect, combined_matrix, scaling, transformed_bounds, translation
from ..text.glyph_outlines import fonttools_font, glyph_of, path_data
from ..text.outlines import Shape, rectangle
from ..text.scripts import needs_shaping
from .item_writer import ItemWriter
from .items import Fill, Fills, Group, Item, Mask, Picture, Run, Stroke

SVG = "http://www.w3.org/2000/svg"
#: A smaller shape (points) is placed by a matrix that enlarges it, and needs more decimals.
_SMALL = 8.0


def write_svg(items: Sequence[Item], size: tuple[float, float], attributes: str = "") -> str:
    """Return a self-contained SVG drawing of these items.

    size: width and height, in points; the origin is lower left. attributes: of its root element.
    """
    writer = SvgWriter()
    head, body = writer.svg(*size, items, attributes).split(">", 1)
    return f"{head}><defs>{writer.definitions}</defs>{body}"


class SvgWriter(ItemWriter):
    """Writes items as SVG for one page. What drawings share is in `definitions`, which the page contains
    once.
    """

    def __init__(self, ink: Callable[[Color], str] | None = None) -> None:
        """Prepare a writer for one page.

        ink: returns the SVG paint for a colour outside cards, such as a variable of a style sheet. By
        default, the colour itself is written.
        """
        self._ink = ink or _fixed_color
        #: The parts of the current drawing.
        self._parts: list[str] = []
        self._names: dict[object, str] = {}
        #: The sizes at which repeated things were defined.
        self._sizes: dict[str, Rect] = {}
        self._defined: list[str] = []

    @property
    def definitions(self) -> str:
        """Return the elements that all drawings share. They belong in the <defs> of an SVG before the
        drawings.
        """
        return "".join(self._defined)

    def svg(self, width: float, height: float, items: Sequence[Item], attributes: str = "") -> str:
        """Return a drawing of this size (points), the origin lower left."""
        body = self._separate_markup(lambda: self.write_items(items))
        box = f"0 0 {_number_text(width)} {_number_text(height)}"
        turned = f'<g transform="matrix(1 0 0 -1 0 {_number_text(height)})">{body}</g>'
        return f'<svg xmlns="{SVG}" viewBox="{box}"{attributes}>{turned}</svg>'

    def _separate_markup(self, write: Callable[[], None]) -> str:
        """Call a function that writes SVG, and return this SVG. It is kept out of the current drawing."""
        before, self._parts = self._parts, []
        write()
        made, self._parts = self._parts, before
        return "".join(made)

    def _define_once(self, key: object, make: Callable[[], str]) -> str:
        """Add an element to the definitions if its key is new, and return its id.

        make: returns the element, with %s in place of the id.
        """
        if key not in self._names:
            made = make()
            # No heading's name has a dot in it.
            self._names[key] = f"a.{len(self._names) + 1}"
            self._defined.append(made.replace("%s", self._names[key], 1))
        return self._names[key]

    # -- places

    @contextmanager
    def transformed_by(self, place: Matrix) -> Iterator[None]:
        """Return a context in which a matrix applies to all that is drawn."""
        self._parts.append(f"<g{_transform_attribute(place)}>")
        yield
        self._parts.append("</g>")

    @contextmanager
    def clipped_to(self, shape: Shape) -> Iterator[None]:
        """Return a context in which all that is drawn is clipped to a shape."""
        self._parts.append(f'<g clip-path="url(#{self._clip_path_id(shape)})">')
        yield
        self._parts.append("</g>")

    def _clip_path_id(self, shape: Shape) -> str:
        """Return the id of the clip path with this outline."""
        data = svg_path_data(shape)
        return self._define_once(("clip", data), lambda: f'<clipPath id="%s"><path d="{data}"/></clipPath>')

    def write_form(self, name: str, full: Rect, rect: Rect, draw: Callable[[Rect], None]) -> None:
        """Draw a repeated form into a rectangle: it is defined once, at its first size."""
        full = self._sizes.setdefault(name, full)

        def element() -> str:
            return f'<g id="%s">{self._with_fixed_colors(lambda: draw(full))}</g>'

        self._write_use(self._define_once(("again", name), element), _fit_matrix(full, rect))

    def write_instance(self, name: str, box: Rect, draw: Callable[[], None]) -> None:
        """Write an instance: define it once, and refer to it here. box: its bounds."""

        def element() -> str:
            clip = self._clip_path_id(rectangle(box))
            return f'<g id="%s" clip-path="url(#{clip})">{self._with_fixed_colors(draw)}</g>'

        self._write_use(self._define_once(("instance", name), element), IDENTITY)

    def _with_fixed_colors(self, draw: Callable[[], None]) -> str:
        """Return the markup that a function writes, with fixed colours instead of those of the page's colour
        scheme.
        """
        before, self._ink = self._ink, _fixed_color
        body = self._separate_markup(draw)
        self._ink = before
        return body

    def _path_id(self, data: str) -> str:
        """Return the id of the path with these data."""
        return self._define_once(("path", data), lambda: f'<path id="%s" d="{data}"/>')

    def _write_use(self, name: str, place: Matrix, attributes: str = "") -> None:
        self._parts.append(f'<use href="#{name}"{_transform_attribute(place)}{attributes}/>')

    # -- shapes

    def write_fill(self, item: Fill) -> None:
        """Fill a shape."""
        shape, color, place, even_odd = item
        look = f' fill="{self._ink(color)}"' + (' fill-rule="evenodd"' if even_odd else "")
        if place is None:
            self._write_path(shape, look, None)
        else:
            # A shape with a place is a symbol, and is repeated.
            self._write_use(self._path_id(svg_path_data(shape)), place, look)

    def write_fills(self, item: Fills) -> None:
        """Fill one shape at many places."""
        name = self._path_id(svg_path_data(item.shape))
        self._parts.append(f'<g fill="{self._ink(item.color)}">')
        for place in item.places:
            self._write_use(name, place)
        self._parts.append("</g>")

    def write_stroke(self, item: Stroke) -> None:
        """Draw the outline of a shape, filled first if it has a ground; its path is written once."""
        fill = self._ink(item.ground) if item.ground else "none"
        ends = ' stroke-linecap="round" stroke-linejoin="round"' if item.round_ends else ""
        dash = f' stroke-dasharray="{" ".join(map(_number_text, item.dash))}"' if item.dash else ""
        line = f' stroke="{self._ink(item.color)}" stroke-width="{_number_text(item.width)}"{ends}{dash}'
        self._write_path(item.shape, f' fill="{fill}"{line}', item.place)

    def _write_path(self, shape: Shape, attributes: str, place: Matrix | None) -> None:
        self._parts.append(
            f'<path d="{svg_path_data(shape)}"{attributes}{_transform_attribute(place) if place else ""}/>'
        )

    # -- type and pictures

    def write_text_run(self, run: Run, color: Color) -> None:
        """Draw a line of text; hidden text is left out, as outlines are not searchable."""
        text, x, y, size, font, hidden, narrow, tracking, spread, _ = run
        if hidden:
            return
        if needs_shaping(text):
            self._write_shaped_run(run, color)
            return
        for part, each in font.with_fallbacks(text).parts_by_font(text):
            units = fonttools_font(each)["head"].unitsPerEm
            k = size / units
            place = _transform_attribute((k * narrow, 0, 0, k, x, y))
            self._parts.append(f'<g fill="{self._ink(color)}"{place}>')
            pen, kerns = 0.0, dict(each.kerning_by_letter(part))
            for number, character in enumerate(part):
                pen += kerns.get(number, 0.0) * units
                if data := path_data(each, glyph_of(each, character)):
                    name = self._path_id(data)
                    at = f' x="{pen:.0f}"' if pen else ""
                    self._parts.append(f'<use href="#{name}"{at}/>')
                pen += each.width(character, units) + tracking / k + (spread / k if character == " " else 0)
            self._parts.append("</g>")
            x += pen * k * narrow

    def _write_shaped_run(self, run: Run, color: Color) -> None:
        from ..text.shaping import glyph_runs

        size, spread, wider = run.size, run.extra_word_space / run.size, 0.0
        for part in glyph_runs(run.text, run.font.with_fallbacks(run.text)):
            file = fonttools_font(part.font)
            units = file["head"].unitsPerEm
            k = size / units
            x = run.x + (part.x + wider) * size * run.horizontal_scale
            self._parts.append(
                f'<g fill="{self._ink(color)}"'
                f"{_transform_attribute((k * run.horizontal_scale, 0, 0, k, x, run.y))}>"
            )
            pen = 0.0
            for glyph in part.glyphs:
                if data := path_data(part.font, file.getGlyphName(glyph.number)):
                    at = (1, 0, 0, 1, (pen + glyph.x_offset) * units, glyph.y_offset * units)
                    self._write_use(self._path_id(data), at)
                pen += glyph.advance + (spread if glyph.text == " " else 0)
            wider += spread * part.text.count(" ")
            self._parts.append("</g>")

    def write_picture(self, picture: Picture) -> None:
        """Draw a picture file in a rectangle, as PdfWriter.write_picture() does."""
        file, rect, fit, focus, ground, shade, _, _, alpha, edge, _ = picture
        looks = PictureLooks(ground.rgb if alpha == "ground" else None, shade and shade.rgb, focus, edge)
        kind, data, pixels = web_picture(file, rect.width, rect.height, looks)
        x, y, width, height = picture_rect(pixels, rect, fit, focus)
        address = f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"
        size = f'width="{_number_text(width)}" height="{_number_text(height)}"'
        upright = _transform_attribute((1, 0, 0, -1, x, y + height))
        with self.clipped_to(picture.outline):
            self._parts.append(f'<image {size}{upright} href="{address}"/>')

    def write_group(self, group: Group, draw: Callable[[], None]) -> None:
        """Draw a group."""
        look = f' opacity="{_number_text(group.opacity, 4)}"'
        if group.blend != "normal":
            look += f' style="mix-blend-mode:{group.blend}"'
        if group.mask:
            look += f' mask="url(#{self._mask_id(group.mask)})"'
        self._parts.append(f"<g{look}>")
        draw()
        self._parts.append("</g>")

    def _mask_id(self, mask: Mask) -> str:
        """Return the id of a mask."""

        def element() -> str:
            x, y, width, height = map(_number_text, transformed_bounds(mask.place or IDENTITY, mask.rect))
            area = f'maskUnits="userSpaceOnUse" x="{x}" y="{y}" width="{width}" height="{height}"'
            return f'<mask id="%s" {area}>{_mask_image(mask)}</mask>'

        return self._define_once(("mask", mask), element)


def _mask_image(mask: Mask) -> str:
    x, y, width, height = mask.rect
    data = web_mask(mask.file, width, height)
    size = f'width="{_number_text(width)}" height="{_number_text(height)}" preserveAspectRatio="none"'
    upright = combined_matrix((1, 0, 0, -1, x, y + height), mask.place or IDENTITY)
    address = f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"
    return f'<image {size}{_transform_attribute(upright)} href="{address}"/>'


def _fixed_color(color: Color) -> str:
    return color.hex.lower()


def _fit_matrix(full: Rect, rect: Rect) -> Matrix:
    """Return the matrix that maps a rectangle to another one of the same proportions."""
    k = rect.width / full.width
    return combined_matrix(translation(-full.x, -full.y), scaling(k), translation(rect.x, rect.y))


def _number_text(value: float, decimals: int = 2) -> str:
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".") if decimals else f"{value:.0f}"
    return "0" if text in ("-0", "") else text


def _transform_attribute(place: Matrix) -> str:
    a, b, c, d, e, f = place
    if (a, b, c, d) == (1, 0, 0, 1):
        return f' transform="translate({_number_text(e)} {_number_text(f)})"' if (e, f) != (0, 0) else ""
    turned = " ".join(_number_text(part, 5) for part in (a, b, c, d))
    return f' transform="matrix({turned} {_number_text(e)} {_number_text(f)})"'


@lru_cache(maxsize=512)
def svg_path_data(shape: Shape) -> str:
    """Return the path data of a shape."""
    if not shape.segments:
        return ""
    bounds = shape.bounds
    decimals = 4 if max(bounds.width, bounds.height) < _SMALL else 2
    return "".join(
        ("Z" if operator == "h" else operator.upper())
        + " ".join(_number_text(value, decimals) for value in values)
        for operator, values in shape.segments
    )
