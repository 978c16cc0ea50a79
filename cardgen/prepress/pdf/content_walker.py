"""Executes the operators of a content stream (ISO 32000-1, annex A) and maintains the graphics state.

Painting calls hooks: paint_path, paint_text, paint_image, paint_form and paint_shading, which do nothing
here. Subclasses override them to record marks (painted_objects.py), to make printing plates
(plates/content.py), or to find cards on sheets (readback.py). Statements come from content.py, one at a time:
pikepdf's own parser holds a whole stream as objects, 56 times its size, and ignores damage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, Protocol

from ...geometry import IDENTITY, Matrix, combined_matrix
from .color_spaces import GRAY, Paint
from .content import INLINE, PATH, parse_statements
from .fonts import FontMetrics
from .limits import MOST_SAVED, Unreadable, printable_name
from .paths import EVERYWHERE, NOWHERE, Box, PagePath, intersection
from .resources import GraphicsState, Resources

#: Maximum number of clips within each other whose outlines are kept.
_MOST_CLIPS = 8
BLACK = Paint(GRAY, (0.0,))
#: Number of statements between checks of the limit.
_PACE = 4096


class Clip(NamedTuple):
    """The area within which a stream may paint."""

    #: Its bounding box.
    box: Box = EVERYWHERE
    #: Whether it is exactly this box.
    straight: bool = True
    #: The clips within each other that are no upright rectangles.
    paths: tuple[PagePath, ...] = ()

    def intersection_with(self, other: Clip) -> Clip:
        """Return the intersection of this clip and another.

        Only a limited number of outlines is kept. Further outlines are ignored, as if they cut nothing off.
        """
        box = intersection(self.box, other.box) or NOWHERE
        return Clip(box, self.straight and other.straight, (*other.paths, *self.paths)[:_MOST_CLIPS])


class TextState(NamedTuple):
    """The text state (ISO 32000-1, 9.3)."""

    face: FontMetrics | None = None
    size: float = 0.0
    characters: float = 0.0
    words: float = 0.0
    narrow: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


class StreamStart(NamedTuple):
    """The state with which a content stream begins."""

    matrix: Matrix
    resources: Resources
    #: The path of the stream within the page: "form Fm0 > ".
    where: str = ""
    clip: Clip = Clip()
    fill: Paint = BLACK
    stroke: Paint = BLACK
    width: float = 1.0
    state: GraphicsState = GraphicsState()
    text: TextState = TextState()
    #: Whether colours come from outside: an uncoloured pattern, or a glyph of one colour.
    uncolored: bool = False


class WorkBudget(Protocol):
    """Limits the work of executing content streams."""

    #: How many statements may still be executed.
    left: int

    def subtract_work(self, statements: int, marks: int) -> None:
        """Subtract work from the remaining budget. Raises Unreadable if that is more than the limit
        allows.
        """


class ContentWalker:
    """Executes one content stream. Methods raise Unreadable for operators that they cannot execute."""

    #: The method of each operator.
    operators: ClassVar[dict[str, Callable[..., None]]]
    #: Exceptions with a message of their own; all others mean wrong operands.
    plain_errors: ClassVar[tuple[type[Exception], ...]] = (Unreadable,)

    def __init_subclass__(cls) -> None:
        cls.operators = {
            operator: _with_leading_arguments(getattr(cls, method), first)
            for names, (method, *first) in _OPERATORS.items()
            for operator in names.split()
        }

    def __init__(self, start: StreamStart, budget: WorkBudget) -> None:
        self.start, self.budget = start, budget
        self.resources, self.where = start.resources, start.where
        self.ctm, self.clip = start.matrix, start.clip
        self.fill, self.stroke, self.width = start.fill, start.stroke, start.width
        self.state, self.text = start.state, start.text
        self.uncolored = start.uncolored
        self.saved: list[tuple[Any, ...]] = []
        #: The text matrix and the text line matrix.
        self.pen: Matrix = IDENTITY
        self.line: Matrix = IDENTITY
        #: The bytes of the current statement.
        self.source = b""

    def execute(self, data: bytes) -> None:
        """Execute the operators of a stream.

        data: its unpacked bytes. Raises Unreadable if it is malformed or exceeds the limit of work.
        """
        most, operators, name, count = self.budget.left, self.operators, "", 0
        try:
            for name, operands, self.source in parse_statements(data):
                operators[name](self, *operands)
                count += 1
                if count % _PACE == 0 and max(count, self.mark_count()) > most:
                    break
        except self.plain_errors:
            raise
        except Exception as error:
            known = (
                "has wrong operands, or draws with something damaged"
                if name in operators
                else "means nothing"
            )
            raise Unreadable(f"its operator {name[:20]} {known}") from error
        self.budget.subtract_work(count, self.mark_count())
        if self.saved:
            raise Unreadable("it saves the graphics state (q) more often than it restores it (Q)")

    def mark_count(self) -> int:
        """Return the number of marks recorded so far: 0, unless a subclass records marks."""
        return 0

    def nested_start(self, path_prefix: str) -> StreamStart:
        """Return the state in which a stream begins that the current operator draws.

        path_prefix: what to add to the path of this stream, such as "form Fm0 > ".
        """
        before = (
            self.ctm,
            self.resources,
            self.where + path_prefix,
            self.clip,
            self.fill,
            self.stroke,
            self.width,
        )
        return StreamStart(*before, self.state, self.text, self.uncolored)

    # --- what is painted: for children ----------------------------------------------------------

    def add_points(self, statements: bytes) -> None:
        """Execute m, l, c, v, y and h: add to the path. statements: the bytes of several such statements."""

    def add_rectangle(self, x: float, y: float, width: float, height: float) -> None:
        """Execute re: add a rectangle to the path."""

    def clip_to_path(self, even_odd: bool) -> None:
        """Execute W or W*: clip to the path once it is painted."""

    def end_path(self) -> None:
        """Execute n: end the path without painting it."""

    def paint_path(self, fill: str | None, stroke: str | None) -> None:
        """Paint the path.

        fill, stroke: the operators that do only that, such as "f" and "S"; None to leave it out.
        """

    def paint_text(self, font: FontMetrics, items: list[bytes | float]) -> None:
        """Paint text. items: strings, and between them shifts to the left in thousandths of the font size."""

    def paint_image(self, image: Any, name: str) -> None:
        """Execute Do for an image."""

    def paint_inline_image(self, dictionary: dict[str, Any], data: bytes) -> None:
        """Execute BI, ID and EI: paint an inline image. dictionary: its dictionary."""

    def paint_form(self, form: Any, name: str) -> None:
        """Execute Do for a form."""

    def paint_shading(self, name: str) -> None:
        """Execute sh: paint a shading."""

    def begin_marked_content(self, tag: str, properties: Any) -> None:
        """Execute BDC: begin marked content."""

    def do_nothing(self, *_: Any) -> None:
        """Ignore an operator that changes neither marks nor the state that is tracked here."""

    # --- the graphics state ---------------------------------------------------------------------

    def save_state(self) -> None:
        """Execute q: push the graphics state on the stack. Raises Unreadable if the stack is too deep."""
        if len(self.saved) >= MOST_SAVED:
            raise Unreadable("it saves the graphics state (q) far too often")
        now = (self.ctm, self.clip, self.fill, self.stroke, self.width, self.state, self.text)
        self.saved.append(now)

    def restore_state(self) -> None:
        """Execute Q: pop the graphics state from the stack. Raises Unreadable if it is empty."""
        if not self.saved:
            raise Unreadable("it restores the graphics state (Q) more often than it saves it (q)")
        before = self.saved.pop()
        self.ctm, self.clip, self.fill, self.stroke, self.width, self.state, self.text = before

    def concatenate_matrix(self, p: float, q: float, r: float, s: float, t: float, u: float) -> None:
        """Execute cm: apply a matrix before the current one."""
        a, b, c, d, e, f = self.ctm
        if q == 0 == r and b == 0 == c:
            self.ctm = (p * a, 0.0, 0.0, s * d, t * a + e, u * d + f)
            return
        one, two = (p * a + q * c, p * b + q * d), (r * a + s * c, r * b + s * d)
        self.ctm = (*one, *two, t * a + u * c + e, t * b + u * d + f)

    def set_line_width(self, width: float) -> None:
        """Execute w: set the width of lines."""
        self.width = abs(float(width))

    def set_dash(self, lengths: list[float], phase: float) -> None:
        """Execute d: set the dashes of lines."""

    def apply_graphics_state(self, name: str) -> None:
        """Execute gs: apply a parameter dictionary of the resources to the graphics state."""
        holder = self.resources.require("/ExtGState", name, "a graphics state")
        self.state = self.resources.graphics_state(name, self.state)
        if "/LW" in holder:
            self.set_line_width(float(holder["/LW"]))
        if "/Font" in holder:
            font, size = holder["/Font"]
            self.text = self.text._replace(face=self.resources.unnamed_font_metrics(font), size=float(size))
        if "/D" in holder:
            self.set_dash([float(length) for length in holder["/D"][0]], 0.0)

    def paint_xobject(self, name: str) -> None:
        """Execute Do: paint a form or an image. Raises Unreadable if it is neither."""
        thing = self.resources.require("/XObject", name, "a form or an image")
        kind = thing.get("/Subtype")
        if kind == "/Image":
            self.paint_image(thing, name)
        elif kind == "/Form":
            self.paint_form(thing, name)
        else:
            raise Unreadable(f"it draws {printable_name(name)}, which is neither a form nor an image")

    # --- colour ---------------------------------------------------------------------------------

    def set_fill_space(self, name: str) -> None:
        """Execute cs: set the colour space of fills."""
        if not self.uncolored:
            space = self.resources.color_space(name)
            self.fill = Paint(space, space.initial_color)

    def set_stroke_space(self, name: str) -> None:
        """Execute CS: set the colour space of strokes."""
        if not self.uncolored:
            space = self.resources.color_space(name)
            self.stroke = Paint(space, space.initial_color)

    def set_fill_color(self, *operands: Any) -> None:
        """Execute sc or scn: set the colour or the pattern of fills."""
        if not self.uncolored:
            self.fill = self.resources.paint_of_operands(self.fill, operands)

    def set_stroke_color(self, *operands: Any) -> None:
        """Execute SC or SCN: set the colour or the pattern of strokes."""
        if not self.uncolored:
            self.stroke = self.resources.paint_of_operands(self.stroke, operands)

    def set_device_fill(self, family: str, *parts: float) -> None:
        """Execute g, rg or k: set the colour of fills in a device space."""
        if not self.uncolored:
            self.fill = self.resources.device_paint(family, *parts)

    def set_device_stroke(self, family: str, *parts: float) -> None:
        """Execute G, RG or K: set the colour of strokes in a device space."""
        if not self.uncolored:
            self.stroke = self.resources.device_paint(family, *parts)

    def use_inherited_color(self, *_: float) -> None:
        """Execute d1: ignore colour operators in this glyph, because it has the colour of the text."""
        self.uncolored = True

    # --- text (ISO 32000-1, 9.3 and 9.4) --------------------------------------------------------

    def begin_text(self) -> None:
        """Execute BT: begin text at the origin."""
        self.pen = self.line = IDENTITY

    def end_text(self) -> None:
        """Execute ET: end text."""

    def set_font(self, name: str, size: float) -> None:
        """Execute Tf: set the font and its size."""
        self.text = self.text._replace(face=self.resources.font_metrics(name), size=float(size))

    def set_text_parameter(self, key: str, value: float) -> None:
        """Execute Tc, Tw, TL or Ts: set one number of the text state. key: its field in TextState."""
        self.text = self.text._replace(**{key: float(value)})  # type: ignore[arg-type]

    def set_horizontal_scale(self, percent: float) -> None:
        """Execute Tz: set the horizontal scale of text, in percent."""
        self.text = self.text._replace(narrow=percent / 100)

    def set_text_mode(self, mode: float) -> None:
        """Execute Tr: set whether text is filled, stroked or used as a clip.

        Raises Unreadable for an unknown mode.
        """
        if mode not in range(8):
            raise Unreadable(f"it writes text in a mode {mode:g} that does not exist")
        self.text = self.text._replace(mode=int(mode))

    def move_to_line(self, x: float, y: float) -> None:
        """Execute Td: begin a line at an offset from the start of the current one."""
        self.pen = self.line = combined_matrix((1, 0, 0, 1, x, y), self.line)

    def move_to_line_and_set_leading(self, x: float, y: float) -> None:
        """Execute TD: the same as Td, and set the leading to the vertical offset."""
        self.set_text_parameter("leading", -y)
        self.move_to_line(x, y)

    def begin_next_line(self) -> None:
        """Execute T*: begin a line one leading below the current one."""
        self.move_to_line(0, -self.text.leading)

    def set_text_matrix(self, a: float, b: float, c: float, d: float, e: float, f: float) -> None:
        """Execute Tm: set the text matrix."""
        self.pen = self.line = (a, b, c, d, e, f)

    def show_strings(self, items: list[bytes | float]) -> None:
        """Execute TJ: paint strings, with shifts to the left between them in thousandths of the font size."""
        if self.text.face is None:
            raise Unreadable("it writes text without a font")
        self.paint_text(self.text.face, items)

    def show_string(self, text: bytes) -> None:
        """Execute Tj: paint one string."""
        self.show_strings([text])

    def show_string_on_next_line(self, text: bytes) -> None:
        """Execute ': paint one string on a new line."""
        self.begin_next_line()
        self.show_strings([text])

    def show_spaced_string(self, word_spacing: float, character_spacing: float, text: bytes) -> None:
        """Execute ": paint one string on a new line, with extra space between words and characters."""
        self.set_text_parameter("words", word_spacing)
        self.set_text_parameter("characters", character_spacing)
        self.show_string_on_next_line(text)


def _with_leading_arguments(method: Callable[..., None], arguments: list[Any]) -> Callable[..., None]:
    """Return a function that calls `method` with `arguments` before the operands of the operator."""
    return (lambda self, *operands: method(self, *arguments, *operands)) if arguments else method


#: The method of each operator, and extra arguments before its operands.
_OPERATORS: dict[str, tuple[Any, ...]] = {
    "J j M ri i BMC EMC MP DP d0 BI BX EX": ("do_nothing",),
    PATH: ("add_points",),
    INLINE: ("paint_inline_image",),
    "q": ("save_state",),
    "Q": ("restore_state",),
    "cm": ("concatenate_matrix",),
    "w": ("set_line_width",),
    "d": ("set_dash",),
    "gs": ("apply_graphics_state",),
    "g": ("set_device_fill", "DeviceGray"),
    "G": ("set_device_stroke", "DeviceGray"),
    "rg": ("set_device_fill", "DeviceRGB"),
    "RG": ("set_device_stroke", "DeviceRGB"),
    "k": ("set_device_fill", "DeviceCMYK"),
    "K": ("set_device_stroke", "DeviceCMYK"),
    "cs": ("set_fill_space",),
    "CS": ("set_stroke_space",),
    "sc scn": ("set_fill_color",),
    "SC SCN": ("set_stroke_color",),
    "re": ("add_rectangle",),
    "W": ("clip_to_path", False),
    "W*": ("clip_to_path", True),
    "n": ("end_path",),
    "f F": ("paint_path", "f", None),
    "f*": ("paint_path", "f*", None),
    "S": ("paint_path", None, "S"),
    "s": ("paint_path", None, "s"),
    "B": ("paint_path", "f", "S"),
    "B*": ("paint_path", "f*", "S"),
    "b": ("paint_path", "f", "s"),
    "b*": ("paint_path", "f*", "s"),
    "sh": ("paint_shading",),
    "Do": ("paint_xobject",),
    "BDC": ("begin_marked_content",),
    "d1": ("use_inherited_color",),
    "BT": ("begin_text",),
    "ET": ("end_text",),
    "Tf": ("set_font",),
    "Tr": ("set_text_mode",),
    "Tz": ("set_horizontal_scale",),
    "Tc": ("set_text_parameter", "characters"),
    "Tw": ("set_text_parameter", "words"),
    "TL": ("set_text_parameter", "leading"),
    "Ts": ("set_text_parameter", "rise"),
    "Td": ("move_to_line",),
    "TD": ("move_to_line_and_set_leading",),
    "T*": ("begin_next_line",),
    "Tm": ("set_text_matrix",),
    "Tj": ("show_string",),
    "TJ": ("show_strings",),
    "'": ("show_string_on_next_line",),
    '"': ("show_spaced_string",),
}
