"""The graphics state while a page's content is read, as far as plates depend on it (ISO 32000-1, 8.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from .inks import BLACK, GRAY, CannotSeparate, Inks, InkSpace

#: Blend modes that treat every ink by itself (ISO 32000-1, 11.3.5.2).
SEPARABLE = frozenset(
    {
        *("/Normal", "/Compatible", "/Multiply", "/Screen", "/Overlay", "/Darken", "/Lighten", "/ColorDodge"),
        *("/ColorBurn", "/HardLight", "/SoftLight", "/Difference", "/Exclusion"),
    }
)
#: Those that let what is painted later hide what is under it.
PLAIN = ("/Normal", "/Compatible")


class Unknown(NamedTuple):
    """A colour that is not understood; it matters only where something is painted with it."""

    reason: str


class Patterned(NamedTuple):
    """A pattern as the colour: its number, and the ink of one that has no colours of its own."""

    number: tuple[int, int]
    inks: Inks | None = None
    #: A shading's inks, for what an overprinting one reaches.
    shading: Inks | None = None


Paint = Inks | Patterned | Unknown


class Side(NamedTuple):
    """What is painted with: to fill, or to draw lines."""

    space: InkSpace | Unknown | None = GRAY
    paint: Paint = BLACK
    overprint: bool = False


@dataclass(slots=True)
class State:
    """What a mark is drawn with."""

    fill: Side = Side()  # noqa: RUF009 - a tuple, which nobody can change
    stroke: Side = Side()  # noqa: RUF009
    overprint_mode: int = 0
    blend: str = "/Normal"
    #: Within a group that hides what is under it while its parts are drawn.
    isolated: bool = False
    #: Text: 0 to fill, 1 to outline, ... (9.3.6); and as it has been written out.
    text_mode: int = 0
    written_mode: int = 0
    font: Any = None
    font_size: Any = 0
    written_font: Any = None
    #: By how much areas have grown since the content began.
    area: float = 1.0
    #: Nothing else overprints than pure black, whatever the file says.
    only_black: bool = False

    def copy(self) -> State:
        """The same state, to be changed apart from this one."""
        return replace(self)

    @property
    def key(self) -> tuple[Any, ...]:
        """All that content drawn from here on inherits."""
        sides = (self.fill.paint, self.fill.overprint, self.stroke.paint, self.stroke.overprint)
        return (*sides, self.overprint_mode, self.blend, self.isolated, self.text_mode)

    def marks(self, side: Side, plate: int) -> bool:
        """Whether what is painted so changes a plate. Raises CannotSeparate where that cannot be told."""
        paint = side.paint
        if isinstance(paint, Unknown):
            raise CannotSeparate(paint.reason)
        if isinstance(paint, Patterned):
            inks = paint.shading or paint.inks
            if inks is None:
                if side.overprint:
                    raise CannotSeparate("a pattern that overprints")
                return True
            over = self.overprints(side, paint.inks)
            return self.spared(inks.marks(plate, over, 0 if paint.shading else self.overprint_mode))
        over = self.overprints(side, paint)
        return self.spared(paint.marks(plate, over, self.overprint_mode), paint)

    def overprints(self, side: Side, inks: Inks | None = None) -> bool:
        """Whether what is painted so overprints. inks: its one colour; None for pictures and shadings."""
        return side.overprint and not (self.only_black and (inks is None or inks.amounts != BLACK.amounts))

    def spared(self, marked: bool, inks: Inks | None = None) -> bool:
        """Whether a plate is marked; where it is left alone, nothing else may hang on that.

        Raises CannotSeparate in a group of its own or with a blend mode (ISO 32000-1, 11.7.4.3).
        """
        if marked or (inks is not None and inks.nothing):
            return marked
        if self.isolated or self.blend not in PLAIN:
            raise CannotSeparate("overprint within transparency")
        return False
