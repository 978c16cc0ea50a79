"""The resources of a content stream, found by name and read once (ISO 32000-1, 7.8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from .color_spaces import DEVICES, ColorSpace, Paint, read_color_space, shading_paint
from .fonts import FontMetrics, read_font_metrics
from .limits import Unreadable, printable_name

#: The space of coloured patterns.
_PATTERN = ColorSpace("Pattern", 0)


class GraphicsState(NamedTuple):
    """The part of the graphics state for transparency and overprint (ISO 32000-1, 8.4.5 and 11.6.4)."""

    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    blend: str = "Normal"
    soft_mask: bool = False
    fill_overprint: bool = False
    stroke_overprint: bool = False
    overprint_mode: int = 0

    @property
    def is_opaque(self) -> bool:
        """Tell whether marks hide what lies below them: no opacity below 1, blend mode or soft mask."""
        plain = self.blend in ("Normal", "Compatible") and not self.soft_mask
        return plain and self.fill_alpha == self.stroke_alpha == 1


class Resources:
    """A resource dictionary of a page, a form or another stream.

    All methods but find() raise Unreadable for missing or malformed resources.
    """

    def __init__(self, holder: Any) -> None:
        self.holder = holder
        self._categories: dict[str, Any] = {}
        self._spaces: dict[str, ColorSpace] = {}
        self._paints: dict[tuple[object, ...], Paint] = {}
        self._faces: dict[str, FontMetrics] = {}
        self._states: dict[tuple[str, GraphicsState], GraphicsState] = {}

    def find(self, category: str, name: str) -> Any:
        """Return the resource with this name in a category such as "/XObject"; None if it is missing."""
        if category not in self._categories:
            self._categories[category] = self.holder.get(category, {})
        return self._categories[category].get(name)

    def require(self, category: str, name: str, what: str) -> Any:
        """Return the resource with this name in a category. Raises Unreadable if it is missing.

        what: the kind of resource for the message, such as "a font".
        """
        if not isinstance(name, str):
            raise Unreadable(f"it names {what} in a way that cannot be read")
        found = self.find(category, name)
        if found is None:
            raise Unreadable(f"it names {what} {printable_name(name)} that is not there")
        return found

    def color_space(self, name: Any) -> ColorSpace:
        """Return a colour space. name: its name, or the space itself, as inline images have it."""
        if not isinstance(name, str):
            return read_color_space(name, self._color_space_entry)
        if name not in self._spaces:
            self._spaces[name] = read_color_space(name, self._color_space_entry)
        return self._spaces[name]

    def _color_space_entry(self, name: str) -> Any:
        """Return the PDF object of a colour space by its name; None if it is missing."""
        return self.find("/ColorSpace", name)

    def device_paint(self, family: str, *parts: float) -> Paint:
        """Return a colour of a device space, or of the default space that replaces it.

        parts: its components. Raises Unreadable if their number is wrong.
        """
        key = (family, *parts)
        if key not in self._paints:
            if len(parts) != DEVICES[family].parts:
                raise Unreadable("it sets a colour with too many or too few numbers")
            self._paints[key] = Paint(self.color_space("/" + family), tuple(float(part) for part in parts))
        return self._paints[key]

    def paint_of_operands(self, before: Paint, operands: tuple[Any, ...]) -> Paint:
        """Return the colour or pattern that operands set in the space of the previous paint (8.6.8)."""
        space = _PATTERN if before.pattern and before.space.family != "Pattern" else before.space
        key = (space, operands)
        if key not in self._paints:
            self._paints[key] = self._paint_in_space(space, operands)
        return self._paints[key]

    def _paint_in_space(self, space: ColorSpace, operands: tuple[Any, ...]) -> Paint:
        """Return the colour or pattern that operands set in a space."""
        if space.family != "Pattern":
            if len(operands) != space.parts:
                raise Unreadable("it sets a colour with too many or too few numbers")
            return Paint(space, tuple(float(part) for part in operands))
        if not operands:
            raise Unreadable("it sets a pattern without naming it")
        *parts, name = operands
        pattern = self.require("/Pattern", name, "a pattern")
        if pattern.get("/PatternType") == 2:
            return shading_paint(pattern.Shading, self._color_space_entry, name)
        if space.base and len(parts) != space.base.parts:
            raise Unreadable("it sets a colour with too many or too few numbers")
        return Paint(space, tuple(float(part) for part in parts), name)

    def shading(self, name: str) -> tuple[Any, Paint]:
        """Return the PDF object of a shading, and its paint."""
        shading = self.require("/Shading", name, "a shading")
        return shading, shading_paint(shading, self._color_space_entry)

    def font_metrics(self, name: str) -> FontMetrics:
        """Return the metrics of a font by its name."""
        if name not in self._faces:
            font = self.require("/Font", name, "a font")
            self._faces[name] = replace(
                read_font_metrics(font, printable_name(name)), number=font.objgen, font=font
            )
        return self._faces[name]

    def unnamed_font_metrics(self, font: Any) -> FontMetrics:
        """Return the metrics of a font that a graphics state sets."""
        return read_font_metrics(font, "of a graphics state")

    def graphics_state(self, name: str, before: GraphicsState) -> GraphicsState:
        """Return the graphics state after a parameter dictionary is applied to an earlier one (8.4.5)."""
        key = (name, before)
        if key not in self._states:
            self._states[key] = _state_after(self.require("/ExtGState", name, "a graphics state"), before)
        return self._states[key]


class ResourceReader:
    """Makes Resources of resource dictionaries, one object for each dictionary."""

    def __init__(self) -> None:
        self._known: dict[Any, Resources] = {}

    def resources_of(self, holder: Any) -> Resources:
        """Return the Resources of a dictionary (pikepdf); the same object for the same dictionary."""
        key = holder.objgen if holder.is_indirect else holder.unparse()
        if key not in self._known:
            self._known[key] = Resources(holder)
        return self._known[key]


def _state_after(holder: Any, before: GraphicsState) -> GraphicsState:
    """Return the graphics state after a parameter dictionary, for transparency and overprint only."""
    import pikepdf

    changed: dict[str, Any] = {}
    for key, value in holder.items():
        if key in _NUMBERS:
            changed[_NUMBERS[key]] = float(value)
        elif key == "/BM":
            names = list(value) if isinstance(value, pikepdf.Array) else [value]
            changed["blend"] = str(names[0])[1:] if names else "unsaid"
        elif key == "/SMask":
            changed["soft_mask"] = value != pikepdf.Name("/None")
        elif key == "/OPM":
            changed["overprint_mode"] = int(value)
    if "/OP" in holder:
        changed["stroke_overprint"] = changed["fill_overprint"] = bool(holder["/OP"])
    if "/op" in holder:
        changed["fill_overprint"] = bool(holder["/op"])
    return before._replace(**changed)


_NUMBERS = {"/ca": "fill_alpha", "/CA": "stroke_alpha"}
