"""SVG files as icons: paths, basic shapes, groups and copies; what is not supported is told by its name.

Gradients, opacity and clip paths become areas in flat colours, which every file and every press takes.

Nothing in a file is fetched or run. Its size, its depth and what it draws are bounded. A single path that
crosses itself thousands of times can still take a minute, which the pack's limit of time ends.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast
from xml.parsers import expat

from ..colour.colors import BLACK, WHITE, Color, color_from_hex
from ..errors import Mark, Problem
from ..geometry import IDENTITY, Matrix, Rect, combined_matrix, rotation, scaling, translation
from ..pack.icon_libraries import drawing_in_set, file_on_disk
from ..sandbox import untrusted
from ..units import BadValue, Sentence, quoted_value
from .areas import Areas, PaintedArea, TooComplex
from .compositing import paint_over
from .fill_rules import converted_to_nonzero_rule, with_closed_contours, with_positive_area
from .gradients import COARSE, FINE, GradientStop, SvgGradient
from .outlines import (
    Icon,
    IconLayer,
    Point,
    Segment,
    Shape,
    contours,
    ellipse,
    open_line,
    points_of_contour,
    polygon,
    rectangle,
    rounded_rectangle,
)
from .strokes import stroke_area

MOST_BYTES = 256 << 10
#: More elements, deeper groups or more lines and curves are no icon any more.
_MOST_ELEMENTS, _MOST_DEPTH, _MOST_SEGMENTS = 2_000, 50, 4_000
#: Lines and curves after gradients, opacity and clip paths have become flat areas.
_MOST_FLAT_SEGMENTS = 6_000
#: Dashes of a line, gradients that take over from one another, and colours of one.
_MOST_DASHES, _MOST_TEMPLATES, _MOST_STOPS = 500, 10, 100
#: Maximum number of parts of clip paths, each counted where it clips.
_MOST_CLIP_PARTS = 20_000
#: Parts that are thinner than so much of the page come from rounding.
_SLIVER = 2e-3
#: How near to the edge of its circle the focus of a gradient may lie, in shares of the radius.
_FOCUS = 0.99
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
_GRADIENTS = ("linearGradient", "radialGradient")
_GROUPS = frozenset(("svg", "g", "a"))

#: What to do about elements and properties that are not supported.
_MENDS = {
    "text": "convert the text to paths",
    "image": "draw it with paths, or use the picture as it is with image:",
    "script": "remove it: nothing in a drawing is run",
    "foreignObject": "draw it with paths",
    "svg": "put its parts into a group",
    "clip-path": "release the clip (in Figma: Clip content; in Inkscape: Object, Clip, Release)",
    "mask": "cut the shapes themselves (in Inkscape: Path, Intersection)",
}
_PLAIN = "save it as plain SVG, its parts converted to paths"

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
    "stroke-dashoffset": "0",
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
_LINK = re.compile(r"url\(\s*+['\"]?#([^'\")]++)['\"]?\s*+\)")
_HREF = "http://www.w3.org/1999/xlink href"
_WITH_ALPHA = re.compile(r"(rgb|hsl)a?\(((?:[^(),]*+,){2}[^(),]*+),([^(),]*+)\)")
_RULE = re.compile(r"(?:\A|(?<=[{}]))([^{}]*+)\{([^{}]*+)\}")


class _Refused(BadValue):
    """Raised for a file that is no SVG drawing or is too large. Reading stops."""


def _unsupported_error(message: str, hint: str = _PLAIN) -> BadValue:
    """Return the error for something in a drawing that is not supported, with a hint."""
    return BadValue(message, hint)


class _SvgElement(NamedTuple):
    """An SVG element: its tag, attributes and children."""

    #: Its name; "" for one that is not of SVG.
    tag: str
    attributes: Mapping[str, str]
    mark: Mark
    children: list[_SvgElement]


class _Group(NamedTuple):
    """What an element inherits from those around it: a transformation and style properties."""

    matrix: Matrix
    style: Mapping[str, str]


def examine_svg(file: str | Path) -> tuple[Icon | None, tuple[Problem, ...]]:
    """Read an SVG file. Return its icon (None if the file is faulty), and all problems and warnings, each
    with its place.

    Raises OSError if the file cannot be read, and UsageError if it has changed since it was admitted.
    """
    try:
        data = drawing_in_set(str(file))
    except BadValue as error:
        return None, (Problem(str(error), hint=error.hint, mark=Mark(file_on_disk(str(file)))),)
    return examine_drawing(
        str(file), untrusted.read_admitted_file(Path(file), MOST_BYTES) if data is None else data
    )


#: The warning for a drawing of which a part is left out.
CUT_OFF = Sentence("the drawing reaches out of its page and is cut off at its edge")


@lru_cache(maxsize=256)
def examine_drawing(name: str, data: bytes) -> tuple[Icon | None, tuple[Problem, ...]]:
    """Read SVG data as examine_svg() reads a file. name: the file name for problems."""
    reader = _SvgReader(name, COARSE)
    icon = reader.read(data)
    if icon and reader.has_gradients:
        icon = _SvgReader(name, FINE).read(data) or icon
    faulty = any(problem.severity == "error" for problem in reader.problems)
    return (None if faulty else icon), tuple(reader.problems)


class _SvgReader:
    """Parses an SVG file, then draws its elements as areas of flat colour."""

    def __init__(self, name: str, color_step: float) -> None:
        self.name = name
        #: The difference between two steps of a gradient: see COARSE and FINE.
        self._color_step = color_step
        self.has_gradients = False
        self.problems: list[Problem] = []
        self._layers: list[PaintedArea] = []
        self._areas = Areas()
        #: Parts of clip paths that have been read, each time that a shape is clipped.
        self._clip_parts = 0
        #: The element that is read or drawn, for what there is to say of it.
        self._mark = Mark(name, 1, 1)
        self._root: _SvgElement | None = None
        self._open: list[_SvgElement] = []
        self._named: dict[str, _SvgElement] = {}
        self._elements = self._segments = 0
        self._page: Rect | None = None
        self._classes: dict[str, dict[str, str]] = {}
        self._sheet: list[str] | None = None
        self._thinnest = 0.0

    def read(self, data: bytes) -> Icon | None:
        """Return the icon; None if it is faulty, with the reasons in `problems`."""
        self._data = data
        self._parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._open_element, self._close_element
        parser.CharacterDataHandler = self._handle_text
        parser.StartDoctypeDeclHandler = self._handle_doctype
        parser.ProcessingInstructionHandler = self._handle_instruction
        try:
            if len(data) > MOST_BYTES:
                raise _Refused(
                    f"the drawing is larger than {MOST_BYTES >> 10} kB", "simplify it: an icon is small"
                )
            parser.Parse(data, True)
            self._elements = 0
            if self._root is not None:
                self._draw_element(self._root, _Group(IDENTITY, _INHERITED))
        except expat.ExpatError as error:
            message = f"this is not XML: {expat.ErrorString(error.code)}"
            self._record_problem(
                message, "save the drawing as SVG", Mark(self.name, error.lineno, error.offset + 1)
            )
        except (_Refused, TooComplex) as error:
            self._record_problem(str(error), error.hint, self._mark)
        except (LookupError, ValueError):
            # Expat asks Python for encodings that it does not know; Python may not have them, or only such as
            # take several bytes a character.
            message = "the drawing is in an encoding that cannot be read"
            self._record_problem(message, "save it again in UTF-8", Mark(self.name, 1, 1))
        self.problems.sort(key=lambda each: (each.mark.line or 0) if each.mark else 0)
        return self._scaled_icon() if not self.problems else None

    def _record_problem(self, message: str, hint: str, mark: Mark, severity: Any = "error") -> None:
        """Record a problem, unless the same message is already recorded or there are too many problems."""
        if len(self.problems) < _MOST_PROBLEMS and all(message != known.message for known in self.problems):
            self.problems.append(Problem(message, (), hint, severity, mark=mark))

    def _scaled_icon(self) -> Icon | None:
        """Return the drawing scaled to a height of 1; None if it is empty."""
        whole = Mark(self.name)
        inked = [layer for layer in self._layers if layer.shape.segments and min(layer.shape.bounds[2:]) > 0]
        if not inked:
            self._record_problem(
                "there is nothing to be seen in this drawing", "draw paths or shapes and fill them", whole
            )
            return None
        ink = _bounding_rect([layer.shape.bounds for layer in inked])
        if self._page is not None and not self._page.contains(ink):
            # Handles reach farther than their curves.
            ink = _bounding_rect([_outline_rect(layer.shape) for layer in inked])
        page = self._page or ink
        if not 1 / _LONGEST <= page.width / page.height <= _LONGEST:
            message = f"the page is more than {_LONGEST} times as long one way as the other"
            self._record_problem(message, "fit the page (the viewBox) to the drawing", whole)
            return None
        place = combined_matrix(translation(-page.x, -page.top), scaling(1 / page.height, -1 / page.height))
        if not page.overlaps(ink) and not page.contains(ink):
            self._record_problem(
                "all that is drawn lies outside the page", "move it onto the page (its viewBox)", whole
            )
            return None
        if max(ink.width / page.width, ink.height / page.height) < 0.5:
            hint = Sentence("fit the page to the drawing (in Inkscape: Edit, Resize Page to Selection)")
            self._record_problem(
                Sentence("the drawing fills less than half of its page"), hint, whole, "warning"
            )
        elif not page.grown(0.1 * max(page.width, page.height)).contains(ink):
            hint = Sentence("fit the page to the drawing (in Inkscape: Edit, Resize Page to Selection)")
            self._record_problem(CUT_OFF, hint, whole, "warning")
            try:
                inked = self._clipped_areas(inked, rectangle(page))
            except BadValue as error:
                self._record_problem(str(error), error.hint, whole)
                return None
        takes_ink = {layer.color for layer in inked} <= {BLACK, WHITE}
        layers = tuple(
            IconLayer(shape.transformed(place), None if takes_ink and color == BLACK else color, opacity)
            for shape, color, opacity in inked
        )
        return Icon(layers, page.width / page.height, self._thinnest / page.height)

    # ------------------------------------------------ what the parser meets

    def _handle_doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        # Entities that another file declares are left out by the parser without a word.
        if internal or _ENTITY.search(self._data):
            raise _Refused(
                "the drawing declares entities or a document type of its own", "save it as plain SVG"
            )

    def _handle_instruction(self, target: str, data: str) -> None:
        if target == "xml-stylesheet":
            self._record_problem("the drawing's style sheet is another file", _PLAIN, self._mark)

    def _handle_text(self, text: str) -> None:
        if self._sheet is not None:
            self._sheet.append(text)

    def _open_element(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element in the tree that is read. Raises _Refused unless the first one is <svg>."""
        parser = self._parser
        self._mark = Mark(self.name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        self._count_element(len(self._open))
        space, _, tag = name.rpartition(" ")
        if not self._open and tag != "svg":
            raise _Refused("this is not an SVG drawing", "save the drawing as SVG")
        element = _SvgElement(tag if space in ("", _SVG) else "", attributes, self._mark, [])
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)
        if "id" in attributes:
            self._named.setdefault(attributes["id"], element)
        if element.tag == "style":
            self._sheet = []

    def _close_element(self, name: str) -> None:
        element = self._open.pop()
        if element.tag == "style" and self._sheet is not None:
            self._read_style_sheet("".join(self._sheet), element.mark)
            self._sheet = None

    def _count_element(self, depth: int) -> None:
        """Count an element. Raises _Refused if there are too many, or if they are nested too deeply."""
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            raise _Refused(f"the drawing has more than {_MOST_ELEMENTS:,} elements", "simplify it")
        if depth > _MOST_DEPTH:
            raise _Refused(f"the drawing's groups are more than {_MOST_DEPTH} deep", "ungroup some of them")

    def _read_style_sheet(self, text: str, mark: Mark) -> None:
        """Read the rules of a style sheet for classes, such as .gold {fill: #C9A227}."""
        if len(text) > _MOST_SHEET:
            raise _Refused(f"a style sheet is longer than {_MOST_SHEET:,} characters", "save it as plain SVG")
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        strange = [_RULE.sub("", text).strip()]
        for selectors, body in _RULE.findall(text):
            for selector in selectors.split(","):
                known = re.fullmatch(r"\s*\.([\w-]+)\s*", selector)
                if known:
                    self._classes.setdefault(known[1], {}).update(_style_properties(body))
                else:
                    strange.append(selector.strip())
        for rule in filter(None, strange):
            self._record_problem(f"the style rule {quoted_value(rule)} is not supported", _PLAIN, mark)

    # ------------------------------------------------ elements

    def _draw_element(self, element: _SvgElement, parent: _Group, depth: int = 0) -> None:
        """Draw an element and its children."""
        self._mark = element.mark
        self._count_element(depth)
        if not element.tag or element.tag in _DEFINITIONS:
            return
        try:
            self._draw_supported(element, parent, depth)
        except (_Refused, TooComplex):
            raise
        except BadValue as error:
            self._record_problem(str(error), error.hint, element.mark)

    def _draw_supported(self, element: _SvgElement, parent: _Group, depth: int) -> None:
        """Draw a shape, a group or a copy. Raises BadValue for what is not supported."""
        tag = element.tag
        if (tag not in _GROUPS and tag not in _SHAPES and tag != "use") or (tag == "svg" and depth):
            raise _unsupported_error(f"<{tag}> is not supported", _MENDS.get(tag, _PLAIN))
        attributes = self._presentation_attributes(element.attributes)
        if not depth:
            self._page = _page_rect(attributes)
            if self._page:
                self._areas.least = _SLIVER * min(self._page.width, self._page.height)
        group = self._child_group(attributes, parent)
        if attributes.get("display") == "none":
            return
        opacity = _stated_opacity(attributes, "opacity")
        clip = attributes.get("clip-path", "none")
        with self._composited_group(opacity) if opacity < 1 or clip != "none" else nullcontext():
            if tag == "use":
                self._draw_copy(attributes, group, depth)
            elif tag in _SHAPES and group.style["visibility"] == "visible":
                outline = _SHAPES[tag](attributes)
                self._count_segments(len(outline.segments))
                self._paint_outline(outline, *group)
            for part in element.children if tag != "use" else ():
                self._draw_element(part, group, depth + 1)
            if clip != "none":
                self._clip_to_path(clip, group.matrix)

    @contextmanager
    def _composited_group(self, opacity: float) -> Iterator[None]:
        """Composite all that is drawn within this context as one group, with an opacity."""
        below, self._layers = self._layers, []
        yield
        made, self._layers = self._layers, below
        if opacity < 1:
            parts = [each._replace(opacity=each.opacity * opacity) for each in made]
            paint_over(self._layers, parts, self._areas)
            return
        for each in made:
            paint_over(self._layers, [each], self._areas)

    def _clip_to_path(self, link: str, matrix: Matrix) -> None:
        """Clip the areas drawn so far to a clip path."""
        element = self._linked_element(link, ("clipPath",), "clip path")
        attributes = self._presentation_attributes(element.attributes)
        _refuse_unsupported_properties(attributes)
        if attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse" or "clip-path" in attributes:
            raise _unsupported_error("this clip path is not supported", _MENDS["clip-path"])
        matrix = combined_matrix(_transform_matrix(attributes.get("transform", "")), matrix)
        shapes = [shape for part in element.children for shape in self._clip_shapes(part, matrix, attributes)]
        self._layers = self._clipped_areas(self._layers, self._areas.union(*shapes) if shapes else Shape(()))

    def _clipped_areas(self, layers: Sequence[PaintedArea], clip: Shape) -> list[PaintedArea]:
        """Return the parts of layers inside an area; empty ones are left out."""
        cut = (each._replace(shape=self._areas.intersection(each.shape, clip)) for each in layers)
        return [each for each in cut if each.shape.segments]

    def _clip_shapes(self, part: _SvgElement, matrix: Matrix, parent: Mapping[str, str]) -> Iterator[Shape]:
        """Yield the outlines of an element of a clip path."""
        self._clip_parts += 1
        if self._clip_parts > _MOST_CLIP_PARTS:
            raise _Refused("clip paths of this drawing are used too often", "simplify it")
        if not part.tag or part.tag in ("title", "desc", "metadata"):
            return
        attributes = self._presentation_attributes(part.attributes)
        if attributes.get("display") == "none":
            return
        matrix = combined_matrix(_transform_matrix(attributes.get("transform", "")), matrix)
        for _ in range(_MOST_TEMPLATES):
            if part.tag == "use":
                x, y = _read_lengths(attributes, "x", "y")
                part = self._copied_element(attributes)
                attributes = {
                    "clip-rule": attributes.get("clip-rule", ""),
                    **self._presentation_attributes(part.attributes),
                }
                matrix = combined_matrix(
                    _transform_matrix(attributes.get("transform", "")), translation(x, y), matrix
                )
        if part.tag not in _SHAPES or "clip-path" in attributes:
            raise _unsupported_error("this clip path is not supported", _MENDS["clip-path"])
        outline = with_closed_contours(_SHAPES[part.tag](attributes))
        self._count_segments(len(outline.segments))
        if outline.segments:
            even_odd = (attributes.get("clip-rule") or parent.get("clip-rule")) == "evenodd"
            yield with_positive_area(self._areas.without_crossings(outline, even_odd).transformed(matrix))

    def _linked_element(self, link: str, tags: Sequence[str], kind: str) -> _SvgElement:
        """Return the element that url(#name) refers to. Raises BadValue if it does not exist or has another
        tag.
        """
        match = _LINK.match(link)
        element = self._named.get(match[1]) if match else None
        if element is not None and element.tag not in tags:
            raise _unsupported_error(
                f"{quoted_value(link)} is a <{element.tag}>, which is not supported here"
            )
        if element is None:
            raise _unsupported_error(
                f"{quoted_value(link)} names no {kind} of this drawing", f"add the {kind}, or remove it here"
            )
        return element

    def _child_group(self, attributes: Mapping[str, str], parent: _Group) -> _Group:
        """Return the properties and the matrix that the children of an element inherit. Raises BadValue for
        unsupported properties.
        """
        _refuse_unsupported_properties(attributes)
        style = {
            key: attributes[key] if attributes.get(key, "inherit") != "inherit" else parent.style[key]
            for key in _INHERITED
        }
        return _Group(
            combined_matrix(_transform_matrix(attributes.get("transform", "")), parent.matrix), style
        )

    def _draw_copy(self, attributes: Mapping[str, str], group: _Group, depth: int) -> None:
        """Draw the element that a <use> refers to: a part of the drawing, or a symbol with a viewBox."""
        part = self._copied_element(attributes)
        x, y = _read_lengths(attributes, "x", "y")
        group = group._replace(matrix=combined_matrix(translation(x, y), group.matrix))
        if part.tag != "symbol":
            self._draw_element(part, group, depth + 1)
            return
        inside = self._presentation_attributes(part.attributes)
        group = self._child_group(inside, group)
        cell, page = (
            self._symbol_page(attributes),
            _page_rect({"viewBox": inside["viewBox"]} if "viewBox" in inside else {}),
        )
        if page and cell:
            if inside.get("preserveAspectRatio", "xMidYMid") not in ("", "xMidYMid", "xMidYMid meet"):
                hint = "remove it: a symbol is fitted whole into the middle of its cell"
                raise _unsupported_error("preserveAspectRatio of a symbol is not supported", hint)
            size = min(cell.width / page.width, cell.height / page.height)
            (cx, cy), (px, py) = cell.center, page.center
            place = combined_matrix(translation(-px, -py), scaling(size, size), translation(cx, cy))
            group = group._replace(matrix=combined_matrix(place, group.matrix))
        with self._composited_group(1):
            for each in part.children:
                self._draw_element(each, group, depth + 1)
            if inside.get("overflow") != "visible" and (page or cell):
                edge = rectangle(page or cast(Rect, cell)).transformed(group.matrix)
                self._layers = self._clipped_areas(self._layers, edge)

    def _copied_element(self, attributes: Mapping[str, str]) -> _SvgElement:
        """Return the element that a <use> refers to. Raises BadValue if none exists or it cannot be drawn."""
        target = attributes.get("href", attributes.get(_HREF, ""))
        part = self._named.get(target[1:]) if target.startswith("#") else None
        if part is None or (part.tag in _DEFINITIONS and part.tag != "symbol"):
            hint = "put the part itself in its place (in Inkscape: Edit, Clone, Unlink)"
            raise _unsupported_error(
                f"this <use> copies {quoted_value(target)}, which is no part of the drawing", hint
            )
        return part

    def _symbol_page(self, attributes: Mapping[str, str]) -> Rect | None:
        """Return the rectangle into which a symbol is fitted; None if it has no area.

        It is as large as the <use> states, by default as the drawing's page.
        """
        page = self._page or Rect(0, 0, 0, 0)
        width, height = (
            whole
            if attributes.get(side, "100%") in ("100%", "auto")
            else _read_length(attributes[side], side)
            for side, whole in (("width", page.width), ("height", page.height))
        )
        return Rect(0, 0, width, height) if min(width, height) > 0 else None

    def _presentation_attributes(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """Return the properties of an element. Its classes override its attributes, and its `style` overrides
        both.
        """
        properties = {key: value.strip() for key, value in attributes.items()}
        named = frozenset(properties.get("class", "").split())
        for name in [name for name in self._classes if name in named]:
            properties |= self._classes[name]
        return properties | _style_properties(properties.get("style", ""))

    def _count_segments(self, segments: int) -> None:
        """Count segments. Raises _Refused if the drawing has too many."""
        self._segments += segments
        if self._segments > _MOST_SEGMENTS:
            raise _Refused(
                f"the drawing has more than {_MOST_SEGMENTS:,} lines and curves", "simplify its paths"
            )

    def _paint_outline(self, outline: Shape, matrix: Matrix, style: Mapping[str, str]) -> None:
        """Add the areas of an outline's fill and stroke."""
        if not outline.segments:
            return
        steps = [self._paint_fill, self._paint_stroke]
        for step in steps[::-1] if _STROKE_FIRST.match(style["paint-order"]) else steps:
            step(outline, matrix, style)

    def _paint_fill(self, outline: Shape, matrix: Matrix, style: Mapping[str, str]) -> None:
        if style["fill"] == "none" or all(operator == "m" for operator, _ in outline.segments):
            return
        filled = with_closed_contours(outline)
        if style["fill-rule"] == "evenodd":
            filled = converted_to_nonzero_rule(filled) or self._areas.without_crossings(filled, even_odd=True)
        self._paint_area(filled, outline, "fill", matrix, style)

    def _paint_stroke(self, outline: Shape, matrix: Matrix, style: Mapping[str, str]) -> None:
        width = _read_length(style["stroke-width"], "stroke-width")
        if style["stroke"] == "none" or width <= 0:
            return
        # Each line becomes a piece of four sides, each curve several.
        self._count_segments(4 * len(outline.segments))
        if self._paint_area(self._area_of_stroke(outline, width, style), outline, "stroke", matrix, style):
            grown = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            self._thinnest = min(self._thinnest or math.inf, width * grown)

    def _area_of_stroke(self, outline: Shape, width: float, style: Mapping[str, str]) -> Shape:
        """Return the area of a stroke with its ends, corners and dashes. Raises BadValue for styles that are
        not supported.
        """
        cap, corner = style["stroke-linecap"], style["stroke-linejoin"]
        if cap not in ("butt", "round", "square") or corner not in ("miter", "round", "bevel"):
            raise _unsupported_error(
                f"the line's ends {quoted_value(cap)} or corners {quoted_value(corner)} are not supported",
                "use ends that are butt, round or square, and corners that are miter, round or bevel",
            )
        line = (cap, corner, _read_number(style["stroke-miterlimit"], "stroke-miterlimit"))
        pattern = style["stroke-dasharray"]
        dashes = [] if pattern == "none" else _read_numbers(pattern.replace("px", ""), "stroke-dasharray")
        if not any(dashes):
            return stroke_area(outline, width, *line)  # type: ignore[arg-type]
        if min(dashes) < 0:
            raise _unsupported_error(
                "a dash of stroke-dasharray is shorter than 0", "write lengths, such as 4 2"
            )
        long = sum(
            math.dist(*pair) for part in contours(outline) for pair in pairwise(points_of_contour(part))
        )
        dashes *= 1 + len(dashes) % 2
        if long * len(dashes) > 2 * _MOST_DASHES * sum(dashes):
            raise _unsupported_error(f"a line has more than {_MOST_DASHES} dashes", "make the dashes longer")
        offset = _read_length(style["stroke-dashoffset"], "stroke-dashoffset")
        return self._areas.dashed_line(outline, width, dashes, offset, *line)  # type: ignore[arg-type]

    def _paint_area(
        self, area: Shape, outline: Shape, kind: str, matrix: Matrix, style: Mapping[str, str]
    ) -> bool:
        """Paint the area of an outline's fill or stroke; tell whether any of it is visible."""
        opacity = _stated_opacity(style, f"{kind}-opacity")
        shape = with_positive_area(area.transformed(matrix))
        if not shape.segments:
            return False
        if style[kind].startswith("url("):
            gradient = self._gradient_of_link(style[kind], outline, matrix)
            parts = gradient.flat_areas(shape, opacity, self._areas, self._color_step)
            self.has_gradients = True
        else:
            color, own = _color_and_opacity(style[kind], style["color"])
            parts = [PaintedArea(shape, color, own * opacity)]
        if not any(part.opacity for part in parts):
            return False
        paint_over(self._layers, parts, self._areas, shape)
        if sum(len(layer.shape.segments) for layer in self._layers) > _MOST_FLAT_SEGMENTS:
            raise _Refused(
                f"gradients and transparent parts become more than {_MOST_FLAT_SEGMENTS:,} lines and curves",
                "use fewer gradients, or fill shapes with one colour",
            )
        return True

    def _gradient_of_link(self, link: str, outline: Shape, matrix: Matrix) -> SvgGradient:
        """Return the gradient that fills an outline; it has only one stop if all colours are the same."""
        element = self._linked_element(link, _GRADIENTS, "gradient")
        kind, attributes = element.tag, dict[str, str]()
        colors: list[_SvgElement] = []
        for _ in range(_MOST_TEMPLATES):
            own = self._presentation_attributes(element.attributes)
            attributes = {**own, **attributes}
            colors = colors or [each for each in element.children if each.tag == "stop"]
            target = own.get("href", own.get(_HREF, ""))
            if not target:
                break
            element = self._linked_element(f"url({target})", _GRADIENTS, "gradient")
        if attributes.get("spreadMethod", "pad") != "pad" or attributes.get("fr", "0") not in ("0", "0%"):
            raise _unsupported_error("a gradient that is repeated or begins at a circle is not supported")
        stops = _gradient_stops([self._presentation_attributes(each.attributes) for each in colors])
        place, page = matrix, self._page or Rect(0, 0, 0, 0)
        if attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
            box = _outline_rect(outline)
            place, page = (
                combined_matrix((box.width, 0, 0, box.height, box.x, box.y), matrix),
                Rect(0, 0, 1, 1),
            )
        place = combined_matrix(_transform_matrix(attributes.get("gradientTransform", "")), place)

        def point(names: tuple[str, str], usual: tuple[str, str]) -> Point:
            x, y = (
                _read_number(text, name) * whole if text.endswith("%") else _read_length(text, name)
                for name, other, whole in zip(names, usual, (page.width, page.height), strict=True)
                for text in [attributes.get(name, other)]
            )
            return x, y

        if kind == "linearGradient":
            start, end = point(("x1", "y1"), ("0%", "0%")), point(("x2", "y2"), ("100%", "0%"))
            radius, is_flat = 0.0, math.dist(start, end) < 1e-9
        else:
            end = point(("cx", "cy"), ("50%", "50%"))
            start = point(("fx", "fy"), (attributes.get("cx", "50%"), attributes.get("cy", "50%")))
            text, diagonal = attributes.get("r", "50%"), math.hypot(page.width, page.height) / math.sqrt(2)
            radius = _read_number(text, "r") * diagonal if text.endswith("%") else _read_length(text, "r")
            is_flat = radius <= 0
            # A focus outside the circle is taken to its edge.
            share = min(1.0, _FOCUS * radius / max(1e-9, math.dist(start, end)))
            start = end[0] + (start[0] - end[0]) * share, end[1] + (start[1] - end[1]) * share
        is_flat = is_flat or abs(place[0] * place[3] - place[1] * place[2]) < 1e-12
        return SvgGradient(stops[-1:] if is_flat else stops, start, end, radius, place)


def _bounding_rect(boxes: list[Rect]) -> Rect:
    """Return the rectangle around several rectangles."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(x, y, max(box.right for box in boxes) - x, max(box.top for box in boxes) - y)


def _page_rect(attributes: Mapping[str, str]) -> Rect | None:
    """Return the page of a drawing: its viewBox, or its width and height; None if it states neither."""
    box = attributes.get("viewBox")
    if box is not None:
        parts = _read_numbers(box, "viewBox")
        if len(parts) != 4 or min(parts[2:]) <= 0:
            raise _unsupported_error(
                "the viewBox should be four numbers, the last two above 0", "such as 0 0 100 100"
            )
        return Rect(*parts)
    sides = [attributes.get(side, "%") for side in ("width", "height")]
    if any(side.endswith("%") for side in sides):
        return None
    width, height = (_read_length(side, "the page's size") for side in sides)
    if min(width, height) <= 0:
        raise _unsupported_error("the page has no size", "give the drawing a viewBox, such as 0 0 100 100")
    return Rect(0, 0, width, height)


def _refuse_unsupported_properties(attributes: Mapping[str, str]) -> None:
    """Raise BadValue for properties that are not supported."""
    for key, usual in _FOREIGN.items():
        if attributes.get(key, usual[0]) not in usual:
            raise _unsupported_error(f"{key} is not supported", _MENDS.get(key, _PLAIN))


def _stated_opacity(attributes: Mapping[str, str], name: str) -> float:
    return min(1.0, max(0.0, _read_number(attributes.get(name, "1"), name)))


def _gradient_stops(stops: Sequence[Mapping[str, str]]) -> tuple[GradientStop, ...]:
    """Return the stops of a gradient, with increasing offsets. Raises BadValue if there are too many."""
    if len(stops) > _MOST_STOPS:
        raise _unsupported_error(f"a gradient has more than {_MOST_STOPS} colours", "use fewer")
    made: list[GradientStop] = []
    for each in stops:
        offset = min(1.0, max(0.0, _read_number(each.get("offset", "0"), "offset")))
        color, own = _color_and_opacity(each.get("stop-color", "black"), each.get("color", "black"))
        opacity = own * _stated_opacity(each, "stop-opacity")
        made.append(GradientStop(max([offset, *(stop.offset for stop in made[-1:])]), color, opacity))
    return tuple(made) or (GradientStop(0, BLACK, 0),)


def _outline_rect(outline: Shape) -> Rect:
    """Return the rectangle around an outline, without its handles."""
    points = [point for part in contours(outline) for point in points_of_contour(part)]
    (x, right), (y, top) = ((min(values), max(values)) for values in zip(*points, strict=True))
    return Rect(x, y, right - x, top - y)


def _style_properties(text: str) -> dict[str, str]:
    """Return the properties in a style, such as `fill: red; stroke: none`, by name."""
    pairs = (each.partition(":") for each in text.split(";") if ":" in each)
    return {key.strip(): value.replace("!important", "").strip() for key, _, value in pairs}


def _finite_number(value: float, name: str) -> float:
    if not abs(value) <= 1e7:
        raise _unsupported_error(f"a number of {name} is too large")
    return value


def _read_number(text: str, name: str) -> float:
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise _unsupported_error(f"{name} should be a number, not {quoted_value(text)}") from None
    return _finite_number(value, name)


def _read_numbers(text: str, name: str) -> list[float]:
    found = re.findall(_NUMBER, text)
    if re.sub(_NUMBER, "", text).strip(" ,\t\r\n"):
        raise _unsupported_error(f"{name} should be numbers, not {quoted_value(text)}")
    return [_finite_number(float(each), name) for each in found]


def _read_length(text: str, name: str) -> float:
    match = _LENGTH.match(text)
    if match is None:
        raise _unsupported_error(
            f"{name} should be a length, not {quoted_value(text)}", "write a number, or one with px or mm"
        )
    return _finite_number(float(match[1]) * _UNITS[match[2]], name)


def _transform_matrix(text: str) -> Matrix:
    """Return a transform attribute as a matrix."""
    steps: list[Matrix] = []
    at = 0
    while at < len(text.rstrip()):
        match = _TRANSFORM.match(text, at)
        if match is None or match[1] not in _STEPS:
            raise _unsupported_error(f"the transform {quoted_value(text)} is not supported")
        values = _read_numbers(match[2], match[1])
        try:
            steps.append(_STEPS[match[1]](*values))
        except TypeError:
            raise _unsupported_error(f"{match[1]} in a transform has {len(values)} numbers") from None
        at = match.end()
    return combined_matrix(*reversed(steps))


def _rotation(degrees: float, cx: float = 0, cy: float = 0) -> Matrix:
    return combined_matrix(translation(-cx, -cy), rotation(degrees), translation(cx, cy))


def _matrix_of_numbers(a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
    return (a, b, c, d, e, f)


_STEPS: dict[str, Callable[..., Matrix]] = {
    "translate": lambda dx, dy=0: translation(dx, dy),
    "scale": lambda sx, sy=None: scaling(sx, sy),
    "rotate": _rotation,
    "skewX": lambda degrees: (1, 0, math.tan(math.radians(degrees)), 1, 0, 0),
    "skewY": lambda degrees: (1, math.tan(math.radians(degrees)), 0, 1, 0, 0),
    "matrix": _matrix_of_numbers,
}


def _color_and_opacity(text: str, current: str) -> tuple[Color, float]:
    """Return a CSS paint as a colour and its opacity: 0 for "none". Raises BadValue.

    current: the value of `currentColor`, which is black if it is not stated.
    """
    text = (current if text.lower() == "currentcolor" else text).lower()
    if text in ("none", "transparent"):
        return BLACK, 0.0
    if text in ("black", "currentcolor", "#000", "#000000"):
        return BLACK, 1.0
    try:
        return _css_color(text)
    except ValueError:
        raise _unsupported_error(
            f"the colour {quoted_value(text)} is not supported", 'write it as "#RRGGBB"'
        ) from None


def _css_color(text: str) -> tuple[Color, float]:
    """Return the colour and opacity of a CSS colour: a name, hexadecimal digits, rgb() or hsl(). Raises
    ValueError.
    """
    from PIL import ImageColor

    if re.fullmatch("#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", text):
        digits = 3 if len(text) < 6 else 6
        alpha = text[1 + digits :] * (2 if digits == 3 else 1)
        return color_from_hex(text[: 1 + digits]), int(alpha, 16) / 255 if alpha else 1.0
    opacity = 1.0
    if match := _WITH_ALPHA.fullmatch(text):
        text = f"{match[1]}({match[2]})"
        opacity = min(1.0, max(0.0, _read_number(match[3].strip(), "a colour's opacity")))
    parts = ImageColor.getrgb(text)
    return color_from_hex("#" + "".join(f"{part:02x}" for part in parts[:3])), opacity


# ------------------------------------------------ shapes


def _path_outline(attributes: Mapping[str, str]) -> Shape:
    """Return the outline of a <path>. Raises BadValue for broken data."""
    from fontTools.svgLib.path import parse_path

    data = attributes.get("d", "")
    pen = _Pen()
    if not _PATH.match(data):
        raise _unsupported_error("the data of a path hold an unknown command")
    try:
        parse_path(data.replace("\n", " ").replace("\r", " "), pen)
    except BadValue:
        raise
    except (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, AssertionError):
        raise _unsupported_error("a path's data are broken", "save the drawing again") from None
    return Shape(pen.segments)


class _Pen:
    """Records the segments that fontTools reads from SVG path data."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []

    def _add_segment(self, operator: str, *points: Point) -> None:
        values = tuple(_finite_number(part, "a path") for point in points for part in point)
        self.segments.append((operator, values))
        if len(self.segments) > _MOST_SEGMENTS:
            raise _Refused(
                f"the drawing has more than {_MOST_SEGMENTS:,} lines and curves", "simplify its paths"
            )

    def moveTo(self, point: Point) -> None:  # noqa: N802 - fontTools' names
        self._add_segment("m", point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self._add_segment("l", point)

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self._add_segment("c", *points)

    def qCurveTo(self, handle: Point, end: Point) -> None:  # noqa: N802
        start = self.segments[-1][1][-2:]
        first, second = (
            tuple(p + (h - p) * 2 / 3 for p, h in zip(point, handle, strict=True)) for point in (start, end)
        )
        self._add_segment("c", (first[0], first[1]), (second[0], second[1]), end)

    def closePath(self) -> None:  # noqa: N802
        self._add_segment("h")

    def endPath(self) -> None:  # noqa: N802
        """End an outline without closing it. A move without a line after it is removed, as it paints nothing
        and has no width.
        """
        if self.segments[-1][0] == "m":
            self.segments.pop()


def _read_lengths(attributes: Mapping[str, str], *names: str) -> Iterator[float]:
    return (_read_length(attributes.get(name, "0"), name) for name in names)


def _rect_outline(attributes: Mapping[str, str]) -> Shape:
    """Return the outline of a <rect>, whose corners may be rounded; no outline without an area."""
    x, y, width, height = _read_lengths(attributes, "x", "y", "width", "height")
    if min(width, height) <= 0:
        return Shape(())
    radii = [attributes.get(name, "auto") for name in ("rx", "ry")]
    rx, ry = (
        _read_length(other if own == "auto" else own, "rx") if (own, other) != ("auto", "auto") else 0.0
        for own, other in (radii, radii[::-1])
    )
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if min(rx, ry) <= 0:
        return rectangle(Rect(x, y, width, height))
    # Rounded by circles on a rectangle that is then stretched to its own height.
    k = ry / rx
    return rounded_rectangle(Rect(x, y / k, width, height / k), rx).transformed(scaling(1, k))


def _circle_outline(attributes: Mapping[str, str]) -> Shape:
    cx, cy, radius = _read_lengths(attributes, "cx", "cy", "r")
    return ellipse(cx, cy, radius) if radius > 0 else Shape(())


def _ellipse_outline(attributes: Mapping[str, str]) -> Shape:
    cx, cy, rx, ry = _read_lengths(attributes, "cx", "cy", "rx", "ry")
    return ellipse(cx, cy, rx, ry) if min(rx, ry) > 0 else Shape(())


def _line_outline(attributes: Mapping[str, str]) -> Shape:
    x1, y1, x2, y2 = _read_lengths(attributes, "x1", "y1", "x2", "y2")
    return open_line((x1, y1), (x2, y2))


def _poly_outline(attributes: Mapping[str, str], closed: bool) -> Shape:
    values = _read_numbers(attributes.get("points", ""), "points")
    if len(values) % 2:
        raise _unsupported_error("points should be pairs of numbers")
    points = list(zip(values[::2], values[1::2], strict=True))
    if len(points) < 2:
        return Shape(())
    return polygon(points) if closed else open_line(*points)


_SHAPES: dict[str, Callable[[Mapping[str, str]], Shape]] = {
    "path": _path_outline,
    "rect": _rect_outline,
    "circle": _circle_outline,
    "ellipse": _ellipse_outline,
    "line": _line_outline,
    "polyline": partial(_poly_outline, closed=False),
    "polygon": partial(_poly_outline, closed=True),
}
