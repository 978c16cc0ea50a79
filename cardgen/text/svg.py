"""SVG files as icons: paths, basic shapes, groups and copies in flat colours; all else is told by its name.

Nothing in a file is fetched or run. Its size, its depth and what it draws are bounded, so that reading one
takes less than a second whatever stands in it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from xml.parsers import expat

from ..colour.colors import BLACK, WHITE, Color, from_hex
from ..errors import Mark, Problem
from ..geometry import IDENTITY, Matrix, Rect, chain, scale, shift, turn
from ..pack.icon_libraries import drawing_in_set, file_on_disk
from ..sandbox import untrusted
from ..units import BadValue, Sentence, quoted
from .fill_rules import by_nonzero_rule, facing, with_closed_contours
from .outlines import Icon, Point, Segment, Shape, ellipse, open_line, polygon, rectangle, rounded_rectangle
from .strokes import stroke_area

MOST_BYTES = 256 << 10
#: More elements, deeper groups or more lines and curves are no icon any more.
_MOST_ELEMENTS, _MOST_DEPTH, _MOST_SEGMENTS = 2_000, 50, 4_000
#: Characters of a style sheet; a drawing program writes a few hundred.
_MOST_SHEET = 10_000
_MOST_PROBLEMS = 20
#: The longest shape of a page, one side against the other.
_LONGEST = 20

_SVG = "http://www.w3.org/2000/svg"

#: Elements that draw nothing by themselves: what uses them is told where it does so.
_DEFINITIONS = frozenset(
    (
        *(
            "defs",
            "style",
            "title",
            "desc",
            "metadata",
            "clipPath",
            "mask",
            "linearGradient",
            "radialGradient",
        ),
        *("pattern", "filter", "marker", "symbol"),
    )
)
_GROUPS = frozenset(("svg", "g", "a"))

#: What to do about elements and properties that are not supported.
_MENDS = {
    "text": "convert the text to paths",
    "image": "draw it with paths, or use the picture as it is with image:",
    "script": "remove it: nothing in a drawing is run",
    "foreignObject": "draw it with paths",
    "svg": "put its parts into a group",
    "clip-path": "release the clip (in Figma: Clip content; in Inkscape: Object, Clip, Release)",
    "opacity": "use flat colours that nothing shows through",
}
_PLAIN = "save it as plain SVG with flat colours, its parts converted to paths"

#: Properties that a part takes over from the group it is in, with what they are at first.
_INHERITED = {
    "fill": "black",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-opacity": "1",
    "visibility": "visible",
    "paint-order": "normal",
    "color": "currentColor",
}
#: Properties that change what is seen in a way that is not supported, unless they have one of these values.
_FOREIGN = {
    "filter": ("none",),
    "mask": ("none",),
    "marker": ("none",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "mix-blend-mode": ("normal",),
    "vector-effect": ("none",),
    "transform-origin": ("0", "0 0", "0px 0px"),
}
_STROKE_FIRST = re.compile(r"(?:markers\s+)?stroke(?:\s+(?:fill|markers))*+\Z")

_NUMBER = r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"
_LENGTH = re.compile(rf"\s*+({_NUMBER})\s*+(px|pt|pc|mm|cm|in)?\s*+\Z")
#: CSS's pixels, 96 to the inch.
_UNITS = {None: 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-.,\s]*\Z")
_TRANSFORM = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)[\s,]*")
_ENTITY = re.compile(rb"&(?!#|amp;|lt;|gt;|quot;|apos;)")
_CLIP = re.compile(r"(?:none|url\(['\"]?#([^'\")]+)['\"]?\))\Z")
_RULE = re.compile(r"(?:\A|(?<=[{}]))([^{}]*+)\{([^{}]*+)\}")


class _Refused(BadValue):
    """A file that is no drawing, or too large a one: reading it ends here."""


def _unclear(message: str, hint: str = _PLAIN) -> BadValue:
    return BadValue(message, hint)


class _Element(NamedTuple):
    """An element as it stands in the file."""

    #: Its name; "" for one that is not of SVG.
    tag: str
    said: Mapping[str, str]
    mark: Mark
    parts: list[_Element]


class _Group(NamedTuple):
    """What a part takes over from what it is in."""

    matrix: Matrix
    style: Mapping[str, str]


def examine_svg(file: str | Path) -> tuple[Icon | None, tuple[Problem, ...]]:
    """Read an SVG file: its icon, None where it is faulty, and all problems and warnings, each at its place.

    Raises OSError where the file cannot be read, UsageError where it was changed since it was admitted.
    """
    try:
        data = drawing_in_set(str(file))
    except BadValue as error:
        return None, (Problem(str(error), hint=error.hint, mark=Mark(file_on_disk(str(file)))),)
    return _icon_and_problems(
        str(file), untrusted.read_admitted(Path(file), MOST_BYTES) if data is None else data
    )


@lru_cache(maxsize=256)
def _icon_and_problems(name: str, data: bytes) -> tuple[Icon | None, tuple[Problem, ...]]:
    reader = _SvgReader(name)
    icon = reader.read(data)
    faulty = any(problem.severity == "error" for problem in reader.problems)
    return (None if faulty else icon), tuple(reader.problems)


class _SvgReader:
    """Reads the elements of a file, then draws what they say."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self._layers: list[tuple[Shape, Color | None]] = []
        #: The element that is read or drawn, for what there is to say of it.
        self._mark = Mark(name, 1, 1)
        self._root: _Element | None = None
        self._open: list[_Element] = []
        self._named: dict[str, _Element] = {}
        self._elements = self._segments = 0
        self._page: Rect | None = None
        self._classes: dict[str, dict[str, str]] = {}
        self._sheet: list[str] | None = None
        self._thinnest = 0.0

    def read(self, data: bytes) -> Icon | None:
        """Return the icon; None where there is none, after noting why."""
        self._data = data
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction
        try:
            if len(data) > MOST_BYTES:
                raise _Refused(
                    f"the drawing is larger than {MOST_BYTES >> 10} kB", "simplify it: an icon is small"
                )
            parser.Parse(data, True)
            self._elements = 0
            if self._root is not None:
                self._draw(self._root, _Group(IDENTITY, _INHERITED))
        except expat.ExpatError as error:
            message = f"this is not XML: {expat.ErrorString(error.code)}"
            self._note(message, "save the drawing as SVG", Mark(self.name, error.lineno, error.offset + 1))
        except _Refused as error:
            self._note(str(error), error.hint, self._mark)
        except (LookupError, ValueError):
            # Expat asks Python for encodings that it does not know; Python may not have them, or only such as
            # take several bytes a character.
            message = "the drawing is in an encoding that cannot be read"
            self._note(message, "save it again in UTF-8", Mark(self.name, 1, 1))
        self.problems.sort(key=lambda each: (each.mark.line or 0) if each.mark else 0)
        return self._icon() if not self.problems else None

    def _note(self, message: str, hint: str, mark: Mark, severity: Any = "error") -> None:
        if len(self.problems) < _MOST_PROBLEMS and all(message != known.message for known in self.problems):
            self.problems.append(Problem(message, (), hint, severity, mark=mark))

    def _icon(self) -> Icon | None:
        """Return what was drawn, brought to a height of 1."""
        whole = Mark(self.name)
        inked = [layer for layer in self._layers if layer[0].segments and min(layer[0].bounds[2:]) > 0]
        if not inked:
            self._note(
                "there is nothing to be seen in this drawing", "draw paths or shapes and fill them", whole
            )
            return None
        ink = _around([shape.bounds for shape, _ in inked])
        page = self._page or ink
        if not 1 / _LONGEST <= page.width / page.height <= _LONGEST:
            message = f"the page is more than {_LONGEST} times as long one way as the other"
            self._note(message, "fit the page (the viewBox) to the drawing", whole)
            return None
        place = chain(shift(-page.x, -page.top), scale(1 / page.height, -1 / page.height))
        if not page.overlaps(ink) and not page.holds(ink):
            self._note(
                "all that is drawn lies outside the page", "move it onto the page (its viewBox)", whole
            )
            return None
        if max(ink.width / page.width, ink.height / page.height) < 0.5:
            hint = Sentence("fit the page to the drawing (in Inkscape: Edit, Resize Page to Selection)")
            self._note(Sentence("the drawing fills less than half of its page"), hint, whole, "warning")
        elif not page.grown(0.1 * max(page.width, page.height)).holds(ink):
            hint = Sentence("fit the page to the drawing: nothing is cut off at the edge of the page")
            # A browser would cut it off there, and here it would lie over what is beside it.
            far = not page.grown(0.5 * max(page.width, page.height)).holds(ink)
            message = Sentence("the drawing reaches out of its page")
            self._note(message, hint, whole, "error" if far else "warning")
        own = {color for _, color in inked} - {None, BLACK, WHITE}
        layers = tuple(
            (shape.placed(place), None if color == BLACK and not own else color) for shape, color in inked
        )
        return Icon(layers, page.width / page.height, self._thinnest / page.height)

    # ------------------------------------------------ what the parser meets

    def _doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        # Entities that another file declares are left out by the parser without a word.
        if internal or _ENTITY.search(self._data):
            raise _Refused(
                "the drawing declares entities or a document type of its own", "save it as plain SVG"
            )

    def _instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self._note("the drawing's style sheet is another file", _PLAIN, self._mark)

    def _text(self, text: str) -> None:
        if self._sheet is not None:
            self._sheet.append(text)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        parser = self._parser
        self._mark = Mark(self.name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        self._count_element(len(self._open))
        space, _, tag = name.rpartition(" ")
        if not self._open and tag != "svg":
            raise _Refused("this is not an SVG drawing", "save the drawing as SVG")
        element = _Element(tag if space in ("", _SVG) else "", attributes, self._mark, [])
        if self._open:
            self._open[-1].parts.append(element)
        else:
            self._root = element
        self._open.append(element)
        if "id" in attributes:
            self._named.setdefault(attributes["id"], element)
        if element.tag == "style":
            self._sheet = []

    def _end(self, name: str) -> None:
        element = self._open.pop()
        if element.tag == "style" and self._sheet is not None:
            self._read_sheet("".join(self._sheet), element.mark)
            self._sheet = None

    def _count_element(self, depth: int) -> None:
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            raise _Refused(f"the drawing has more than {_MOST_ELEMENTS:,} elements", "simplify it")
        if depth > _MOST_DEPTH:
            raise _Refused(f"the drawing's groups are more than {_MOST_DEPTH} deep", "ungroup some of them")

    def _read_sheet(self, text: str, mark: Mark) -> None:
        """Take in rules for classes, such as .gold {fill: #C9A227}."""
        if len(text) > _MOST_SHEET:
            raise _Refused(f"a style sheet is longer than {_MOST_SHEET:,} characters", "save it as plain SVG")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        strange = [_RULE.sub("", text).strip()]
        for selectors, body in _RULE.findall(text):
            for selector in selectors.split(","):
                known = re.fullmatch(r"\s*\.([\w-]+)\s*", selector)
                if known:
                    self._classes.setdefault(known[1], {}).update(_declarations(body))
                else:
                    strange.append(selector.strip())
        for rule in filter(None, strange):
            self._note(f"the style rule {quoted(rule)} is not supported", _PLAIN, mark)

    # ------------------------------------------------ elements

    def _draw(self, element: _Element, parent: _Group, depth: int = 0) -> None:
        """Draw an element and all that is in it."""
        self._mark = element.mark
        self._count_element(depth)
        if not element.tag or element.tag in _DEFINITIONS:
            return
        try:
            self._draw_supported(element, parent, depth)
        except _Refused:
            raise
        except BadValue as error:
            self._note(str(error), error.hint, element.mark)

    def _draw_supported(self, element: _Element, parent: _Group, depth: int) -> None:
        """Draw a shape, a group or a copy. Raises BadValue for what is not supported."""
        tag = element.tag
        if (tag not in _GROUPS and tag not in _SHAPES and tag != "use") or (tag == "svg" and depth):
            raise _unclear(f"<{tag}> is not supported", _MENDS.get(tag, _PLAIN))
        said = self._presentation_attributes(element.said)
        if not depth:
            self._page = _page(said)
        group = self._group(said, parent)
        if said.get("display") == "none":
            return
        if tag == "use":
            self._draw_copy(said, group, depth)
            return
        if tag in _SHAPES and group.style["visibility"] == "visible":
            outline = _SHAPES[tag](said)
            self._count(len(outline.segments))
            self._paint(outline, *group)
        for part in element.parts:
            self._draw(part, group, depth + 1)

    def _group(self, said: Mapping[str, str], parent: _Group) -> _Group:
        """Return what the parts of an element take over from it. Raises BadValue."""
        _check_foreign(said)
        style = {
            key: said[key] if said.get(key, "inherit") != "inherit" else parent.style[key]
            for key in _INHERITED
        }
        matrix = chain(_transform(said.get("transform", "")), parent.matrix)
        clip = _CLIP.match(said.get("clip-path", "none"))
        if clip and clip[1]:
            # Some programs put one around every drawing that leaves the whole page open.
            parts = self._named[clip[1]].parts if clip[1] in self._named else []
            if matrix != IDENTITY or len(parts) != 1 or not _covers(parts[0], self._page):
                raise _unclear("clip-path is not supported", _MENDS["clip-path"])
        return _Group(matrix, style)

    def _draw_copy(self, said: Mapping[str, str], group: _Group, depth: int) -> None:
        """Draw what a <use> names in its place: a part of the drawing, or a symbol with a page of its own."""
        target = said.get("href", said.get("http://www.w3.org/1999/xlink href", ""))
        part = self._named.get(target[1:]) if target.startswith("#") else None
        if part is None or (part.tag in _DEFINITIONS and part.tag != "symbol"):
            hint = "put the part itself in its place (in Inkscape: Edit, Clone, Unlink)"
            raise _unclear(f"this <use> copies {quoted(target)}, which is no part of the drawing", hint)
        x, y = _lengths(said, "x", "y")
        group = group._replace(matrix=chain(shift(x, y), group.matrix))
        if part.tag != "symbol":
            self._draw(part, group, depth + 1)
            return
        inside = self._presentation_attributes(part.said)
        group = self._group(inside, group)
        cell, page = (
            self._symbol_page(said),
            _page({"viewBox": inside["viewBox"]} if "viewBox" in inside else {}),
        )
        if page and cell:
            if inside.get("preserveAspectRatio", "xMidYMid") not in ("", "xMidYMid", "xMidYMid meet"):
                hint = "remove it: a symbol is fitted whole into the middle of its cell"
                raise _unclear("preserveAspectRatio of a symbol is not supported", hint)
            size = min(cell.width / page.width, cell.height / page.height)
            (cx, cy), (px, py) = cell.center, page.center
            place = chain(shift(-px, -py), scale(size, size), shift(cx, cy))
            group = group._replace(matrix=chain(place, group.matrix))
        before = len(self._layers)
        for each in part.parts:
            self._draw(each, group, depth + 1)
        edge = rectangle((page or cell or Rect(0, 0, 1e7, 1e7)).grown(0.01)).placed(group.matrix).bounds
        if not all(edge.holds(shape.bounds) for shape, _ in self._layers[before:] if shape.segments):
            # A browser would cut it off there.
            raise _unclear("a symbol reaches out of its page", "draw it within its viewBox")

    def _symbol_page(self, said: Mapping[str, str]) -> Rect | None:
        """Return the rectangle that a symbol is fitted into: that of its <use>, or the drawing's page."""
        page = self._page or Rect(0, 0, 0, 0)
        width, height = (
            whole if said.get(side, "100%") in ("100%", "auto") else _length(said[side], side)
            for side, whole in (("width", page.width), ("height", page.height))
        )
        return Rect(0, 0, width, height) if min(width, height) > 0 else None

    def _presentation_attributes(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return what is said of an element: by its attributes, over them by its classes, then its style."""
        said = {key: value.strip() for key, value in attributes.items()}
        named = frozenset(said.get("class", "").split())
        for name in [name for name in self._classes if name in named]:
            said |= self._classes[name]
        return said | _declarations(said.get("style", ""))

    def _count(self, segments: int) -> None:
        self._segments += segments
        if self._segments > _MOST_SEGMENTS:
            raise _Refused(
                f"the drawing has more than {_MOST_SEGMENTS:,} lines and curves", "simplify its paths"
            )

    def _paint(self, outline: Shape, matrix: Matrix, style: Mapping[str, str]) -> None:
        """Add what an outline's fill and its stroke cover."""
        if not outline.segments:
            return
        for kind in ("fill", "stroke"):
            if _number(style[f"{kind}-opacity"], f"{kind}-opacity") != 1 and style[kind] != "none":
                raise _unclear(f"{kind}-opacity is not supported", _MENDS["opacity"])
        steps = [self._fill, self._stroke]
        for step in steps[::-1] if _STROKE_FIRST.match(style["paint-order"]) else steps:
            step(outline, matrix, style)

    def _fill(self, outline: Shape, matrix: Matrix, style: Mapping[str, str]) -> None:
        shows, color = _paint(style["fill"], style["color"])
        if shows and any(operator != "m" for operator, _ in outline.segments):
            filled = with_closed_contours(outline)
            filled = by_nonzero_rule(filled) if style["fill-rule"] == "evenodd" else filled
            self._layers.append((facing(filled.placed(matrix)), color))

    def _stroke(self, outline: Shape, matrix: Matrix, style: Mapping[str, str]) -> None:
        shows, color = _paint(style["stroke"], style["color"])
        width = _length(style["stroke-width"], "stroke-width")
        if not shows or width <= 0:
            return
        if style["stroke-dasharray"] != "none":
            raise _unclear("stroke-dasharray is not supported", "convert the dashes to paths")
        # Each line becomes a piece of four sides, each curve several.
        self._count(4 * len(outline.segments))
        area = _stroke_area(outline, width, style)
        self._layers.append((facing(area.placed(matrix)), color))
        grown = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        self._thinnest = min(self._thinnest or math.inf, width * grown)


def _around(boxes: list[Rect]) -> Rect:
    """Return the rectangle around all."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(x, y, max(box.right for box in boxes) - x, max(box.top for box in boxes) - y)


def _page(said: Mapping[str, str]) -> Rect | None:
    """Return the drawing's page: its viewBox, or its width and height; None where it tells neither."""
    box = said.get("viewBox")
    if box is not None:
        parts = _numbers(box, "viewBox")
        if len(parts) != 4 or min(parts[2:]) <= 0:
            raise _unclear("the viewBox should be four numbers, the last two above 0", "such as 0 0 100 100")
        return Rect(*parts)
    sides = [said.get(side, "%") for side in ("width", "height")]
    if any(side.endswith("%") for side in sides):
        return None
    width, height = (_length(side, "the page's size") for side in sides)
    if min(width, height) <= 0:
        raise _unclear("the page has no size", "give the drawing a viewBox, such as 0 0 100 100")
    return Rect(0, 0, width, height)


def _check_foreign(said: Mapping[str, str]) -> None:
    """Raise BadValue for properties that are not supported."""
    for key, usual in _FOREIGN.items():
        if said.get(key, usual[0]) not in usual:
            raise _unclear(f"{key} is not supported", _MENDS.get(key, _PLAIN))
    if _number(said.get("opacity", "1"), "opacity") != 1:
        raise _unclear("opacity is not supported", _MENDS["opacity"])
    if not _CLIP.match(said.get("clip-path", "none")):
        raise _unclear("clip-path is not supported", _MENDS["clip-path"])


def _covers(part: _Element, page: Rect | None) -> bool:
    """Tell whether an element is a plain rectangle over all of the page."""
    if part.tag != "rect" or page is None or "transform" in part.said:
        return False
    try:
        return Rect(*_lengths(part.said, "x", "y", "width", "height")).holds(page)
    except BadValue:
        return False


def _declarations(text: str) -> dict[str, str]:
    """Return the properties of a style: `fill: red; stroke: none`."""
    pairs = (each.partition(":") for each in text.split(";") if ":" in each)
    return {key.strip(): value.replace("!important", "").strip() for key, _, value in pairs}


def _finite(value: float, name: str) -> float:
    if not abs(value) <= 1e7:
        raise _unclear(f"a number of {name} is too large")
    return value


def _number(text: str, name: str) -> float:
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise _unclear(f"{name} should be a number, not {quoted(text)}") from None
    return _finite(value, name)


def _numbers(text: str, name: str) -> list[float]:
    found = re.findall(_NUMBER, text)
    if re.sub(_NUMBER, "", text).strip(" ,\t\r\n"):
        raise _unclear(f"{name} should be numbers, not {quoted(text)}")
    return [_finite(float(each), name) for each in found]


def _length(text: str, name: str) -> float:
    match = _LENGTH.match(text)
    if match is None:
        raise _unclear(
            f"{name} should be a length, not {quoted(text)}", "write a number, or one with px or mm"
        )
    return _finite(float(match[1]) * _UNITS[match[2]], name)


def _transform(text: str) -> Matrix:
    """Return a transform attribute as a matrix."""
    steps: list[Matrix] = []
    at = 0
    while at < len(text.rstrip()):
        match = _TRANSFORM.match(text, at)
        if match is None or match[1] not in _STEPS:
            raise _unclear(f"the transform {quoted(text)} is not supported")
        values = _numbers(match[2], match[1])
        try:
            steps.append(_STEPS[match[1]](*values))
        except TypeError:
            raise _unclear(f"{match[1]} in a transform has {len(values)} numbers") from None
        at = match.end()
    return chain(*reversed(steps))


def _rotation(degrees: float, cx: float = 0, cy: float = 0) -> Matrix:
    return chain(shift(-cx, -cy), turn(degrees), shift(cx, cy))


def _matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
    return (a, b, c, d, e, f)


_STEPS: dict[str, Callable[..., Matrix]] = {
    "translate": lambda dx, dy=0: shift(dx, dy),
    "scale": lambda sx, sy=None: scale(sx, sy),
    "rotate": _rotation,
    "skewX": lambda degrees: (1, 0, math.tan(math.radians(degrees)), 1, 0, 0),
    "skewY": lambda degrees: (1, math.tan(math.radians(degrees)), 0, 1, 0, 0),
    "matrix": _matrix,
}


def _paint(text: str, current: str) -> tuple[bool, Color | None]:
    """Tell whether a paint shows, and its colour: black for what takes the ink around."""
    text = (current if text.lower() == "currentcolor" else text).lower()
    if text in ("none", "transparent"):
        return False, None
    if text in ("black", "currentcolor", "#000", "#000000"):
        return True, BLACK
    if text.startswith("url("):
        raise _unclear(
            "gradients and patterns are not supported", "fill the shape with one colour, such as #C9A227"
        )
    try:
        return True, from_hex(text) if re.fullmatch("#[0-9a-f]{3}(?:[0-9a-f]{3})?", text) else _css_color(
            text
        )
    except ValueError:
        raise _unclear(f"the colour {quoted(text)} is not supported", 'write it as "#RRGGBB"') from None


def _css_color(text: str) -> Color:
    """Return a colour by its name in CSS, or by rgb() or hsl(). Raises ValueError."""
    from PIL import ImageColor

    parts = ImageColor.getrgb(text)
    if len(parts) == 4 and parts[3] != 255:
        raise _unclear(f"the colour {quoted(text)} lets through what is under it", "use flat colours")
    return from_hex("#" + "".join(f"{part:02x}" for part in parts[:3]))


# ------------------------------------------------ shapes


def _path(said: Mapping[str, str]) -> Shape:
    from fontTools.svgLib.path import parse_path

    data = said.get("d", "")
    pen = _Pen()
    if not _PATH.match(data):
        raise _unclear("the data of a path hold an unknown command")
    try:
        parse_path(data.replace("\n", " ").replace("\r", " "), pen)
    except BadValue:
        raise
    except (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, AssertionError):
        raise _unclear("a path's data are broken", "save the drawing again") from None
    return Shape(pen.segments)


class _Pen:
    """Takes down what fontTools reads from path data."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []

    def _add(self, operator: str, *points: Point) -> None:
        values = tuple(_finite(part, "a path") for point in points for part in point)
        self.segments.append((operator, values))
        if len(self.segments) > _MOST_SEGMENTS:
            raise _Refused(
                f"the drawing has more than {_MOST_SEGMENTS:,} lines and curves", "simplify its paths"
            )

    def moveTo(self, point: Point) -> None:  # noqa: N802 - fontTools' names
        self._add("m", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self._add("l", point)

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self._add("c", *points)

    def qCurveTo(self, handle: Point, end: Point) -> None:  # noqa: N802
        start = self.segments[-1][1][-2:]
        first, second = (
            tuple(p + (h - p) * 2 / 3 for p, h in zip(point, handle, strict=True)) for point in (start, end)
        )
        self._add("c", (first[0], first[1]), (second[0], second[1]), end)

    def closePath(self) -> None:  # noqa: N802
        self._add("h")

    def endPath(self) -> None:  # noqa: N802
        """Leave the outline open."""


def _lengths(said: Mapping[str, str], *names: str) -> Iterator[float]:
    return (_length(said.get(name, "0"), name) for name in names)


def _rect(said: Mapping[str, str]) -> Shape:
    x, y, width, height = _lengths(said, "x", "y", "width", "height")
    if min(width, height) <= 0:
        return Shape(())
    radii = [said.get(name, "auto") for name in ("rx", "ry")]
    rx, ry = (
        _length(other if own == "auto" else own, "rx") if (own, other) != ("auto", "auto") else 0.0
        for own, other in (radii, radii[::-1])
    )
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if min(rx, ry) <= 0:
        return rectangle(Rect(x, y, width, height))
    # Rounded by circles on a rectangle that is then stretched to its own height.
    k = ry / rx
    return rounded_rectangle(Rect(x, y / k, width, height / k), rx).placed(scale(1, k))


def _circle(said: Mapping[str, str]) -> Shape:
    cx, cy, radius = _lengths(said, "cx", "cy", "r")
    return ellipse(cx, cy, radius) if radius > 0 else Shape(())


def _ellipse(said: Mapping[str, str]) -> Shape:
    cx, cy, rx, ry = _lengths(said, "cx", "cy", "rx", "ry")
    return ellipse(cx, cy, rx, ry) if min(rx, ry) > 0 else Shape(())


def _line_shape(said: Mapping[str, str]) -> Shape:
    x1, y1, x2, y2 = _lengths(said, "x1", "y1", "x2", "y2")
    return open_line((x1, y1), (x2, y2))


def _poly(said: Mapping[str, str], closed: bool) -> Shape:
    values = _numbers(said.get("points", ""), "points")
    if len(values) % 2:
        raise _unclear("points should be pairs of numbers")
    points = list(zip(values[::2], values[1::2], strict=True))
    if len(points) < 2:
        return Shape(())
    return polygon(points) if closed else open_line(*points)


_SHAPES: dict[str, Callable[[Mapping[str, str]], Shape]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line_shape,
    "polyline": partial(_poly, closed=False),
    "polygon": partial(_poly, closed=True),
}


def _stroke_area(outline: Shape, width: float, style: Mapping[str, str]) -> Shape:
    cap, corner = style["stroke-linecap"], style["stroke-linejoin"]
    if cap not in ("butt", "round", "square") or corner not in ("miter", "round", "bevel"):
        raise _unclear(
            f"the line's ends {quoted(cap)} or corners {quoted(corner)} are not supported",
            "use ends that are butt, round or square, and corners that are miter, round or bevel",
        )
    return stroke_area(outline, width, cap, corner, _number(style["stroke-miterlimit"], "stroke-miterlimit"))  # type: ignore[arg-type]
