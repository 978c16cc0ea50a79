"""The amounts of the four process inks that colours of a PDF print (ISO 32000-1, 8.6 and 11.7.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..color_spaces import GRAY, ColorSpace
from ..functions import UnsupportedFunction, read_function
from ..limits import Unreadable

#: The process inks in the order of their plates.
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
TOO_MUCH = "far more to draw than a page needs"
Amounts = tuple[float, float, float, float]


class CannotSeparate(Exception):  # noqa: N818
    """The plates of a page are ambiguous or cannot be made; the message says why."""

    #: What is at fault, if it is a fault in itself.
    cause: Literal["picture", "blending", "work", ""] = ""

    def __init__(self, reason: str, cause: Literal["picture", "blending", "work", ""] = "") -> None:
        super().__init__(reason)
        self.cause = cause


class PlateInks(NamedTuple):
    """The amounts that a mark puts on the plates, in parts of 1."""

    amounts: Amounts = (0, 0, 0, 0)
    #: The plates that an overprinting mark changes; the others stay as they are.
    reached: frozenset[int] = frozenset(range(4))
    #: Whether an overprinting mark leaves plates alone on which its amount is 0 (overprint mode 1).
    spares: bool = False
    #: Whether it marks nothing: the colorant None, or a die line.
    nothing: bool = False
    #: Whether it is a spot ink counted as the process inks of its alternate: it cannot overprint.
    counted: bool = False

    def changes_plate(self, plate: int, overprint: bool, mode: int) -> bool:
        """Tell whether a mark changes a plate (11.7.4.3 and table 149).

        Raises CannotSeparate for a converted spot colour that overprints.
        """
        if self.nothing:
            return False
        if not overprint:
            return True
        if self.counted:
            raise CannotSeparate("a spot colour that overprints")
        if self.spares and mode == 1:
            return self.amounts[plate] > 0
        return plate in self.reached


BLACK = PlateInks((0, 0, 0, 1))


class UnknownInk(NamedTuple):
    """A colour that is not supported; an error only if something is painted with it."""

    reason: str


class PatternOfPlates(NamedTuple):
    """A pattern as a paint: its number, and the ink of an uncoloured one."""

    number: int
    inks: PlateInks | None = None
    #: The inks of a shading, which determine the plates that it changes when overprinting.
    shading: PlateInks | None = None


#: Anything that can be painted with.
Ink = PlateInks | PatternOfPlates | UnknownInk


@dataclass(frozen=True, eq=False)
class InkSpace:
    """A colour space with a function from its colours to inks."""

    space: ColorSpace
    inks: Callable[[Sequence[float]], PlateInks]


def _clamped_share(part: float) -> float:
    return min(max(float(part), 0.0), 1.0)


def _gray_inks(parts: Sequence[float]) -> PlateInks:
    return PlateInks((0, 0, 0, 1 - _clamped_share(parts[0])))


def _cmyk_inks(parts: Sequence[float]) -> PlateInks:
    c, m, y, k = (_clamped_share(part) for part in parts)
    return PlateInks((c, m, y, k), spares=True)


_DEVICES = {"DeviceGray": _gray_inks, "DeviceCMYK": _cmyk_inks}
_REFUSED = {
    "DeviceRGB": "colours in RGB, whose inks are not fixed",
    "CalRGB": "colours in calibrated RGB, whose inks are not fixed",
    "CalGray": "colours in calibrated grey, whose inks are not fixed",
    "Lab": "colours in Lab, whose inks are not fixed",
    "ICCBased": "colours by an ICC profile, whose inks are not fixed",
    "Pattern": "a pattern with no name",
}


class InkSpaces:
    """The colour spaces of a file with their inks."""

    def __init__(self, technical: Collection[str], spot: str = "") -> None:
        self.technical = frozenset(technical)
        #: The spot colour whose plate is made in place of that of black; "" for the process inks.
        self.spot = spot
        self._known: dict[int, InkSpace] = {}

    def ink_space(self, space: ColorSpace) -> InkSpace:
        """Return a colour space with its inks. Raises CannotSeparate."""
        if id(space) not in self._known:
            # The space is kept with its id, so that no other object gets the same id.
            self._known[id(space)] = self._make_ink_space(space)
        return self._known[id(space)]

    def _make_ink_space(self, space: ColorSpace) -> InkSpace:
        if self.spot:
            return InkSpace(space, self._spot_ink_function(space))
        if space.family in _DEVICES:
            return InkSpace(space, _DEVICES[space.family])
        if space.family in _REFUSED:
            raise CannotSeparate(_REFUSED[space.family])
        try:
            inks = (
                self._indexed_ink_function(space)
                if space.family == "Indexed"
                else self._colorant_ink_function(space)
            )
        except Unreadable as error:
            raise CannotSeparate(f"a colour space: {error}") from error
        except UnsupportedFunction as error:
            raise CannotSeparate(str(error)) from error
        except (ArithmeticError, IndexError, TypeError, ValueError) as error:
            raise CannotSeparate("a faulty colour space") from error
        return InkSpace(space, inks)

    def _spot_ink_function(self, space: ColorSpace) -> Callable[[Sequence[float]], PlateInks]:
        """Return a function that maps a colour to its amount of the spot colour whose plate is made.

        The amount is on the black plate. Other colours have an amount of 0; they remove the spot colour below
        them unless they overprint.
        """
        if space.inks == ("All",):
            return lambda parts: PlateInks((0, 0, 0, _clamped_share(parts[0])), frozenset((3,)))
        if self.spot not in {ink for each in space.with_bases() for ink in each.inks}:
            return lambda parts: PlateInks((0, 0, 0, 0), frozenset())
        if self.spot not in space.inks:
            raise CannotSeparate(f"a table or a pattern of the spot colour {self.spot}")
        at = space.inks.index(self.spot)
        return lambda parts: PlateInks((0, 0, 0, _clamped_share(parts[at])), frozenset((3,)))

    def _colorant_ink_function(self, space: ColorSpace) -> Callable[[Sequence[float]], PlateInks]:
        """Return a function that maps Separation and DeviceN colours to inks (8.6.6.4 and 8.6.6.5)."""
        inks = space.inks
        if inks == ("All",):
            return lambda parts: PlateInks((_clamped_share(parts[0]),) * 4)
        if all(ink in PROCESS or ink == "None" or ink in self.technical for ink in inks):
            return _process_ink_function(inks)
        if len(inks) > 1:
            raise CannotSeparate(f"several colorants with a spot colour, {', '.join(inks)[:60]}")
        # A spot ink is converted to its alternate.
        alternate, tint = self.ink_space(space.base or GRAY), read_function(space.tint)
        if len(tint(0)) != alternate.space.parts:
            raise CannotSeparate("a faulty colour space")
        return lambda parts: PlateInks(alternate.inks(tint(_clamped_share(parts[0]))).amounts, counted=True)

    def _indexed_ink_function(self, space: ColorSpace) -> Callable[[Sequence[float]], PlateInks]:
        """Return a function that maps colours of an Indexed space to inks (8.6.6.3)."""
        base, size = self.ink_space(space.base or GRAY), space.base.parts if space.base else 1
        if base.space.family == "Indexed":
            raise CannotSeparate("a faulty colour table")
        found = [
            base.inks([part / 255 for part in space.table[place : place + size]])
            for place in range(0, len(space.table), size)
        ]
        # Overprint mode 1 applies to colours stated in DeviceCMYK, not to those of a table (8.6.7).
        colors = [inks._replace(spares=False) for inks in found]
        return lambda parts: colors[min(max(round(parts[0]), 0), len(colors) - 1)]


def _process_ink_function(inks: Sequence[str]) -> Callable[[Sequence[float]], PlateInks]:
    """Return a function that maps tints to inks. inks: the names of the tints' inks.

    Tints of inks that are not process inks print nothing.
    """
    plates = [PROCESS.index(ink) if ink in PROCESS else None for ink in inks]
    reached = frozenset(plate for plate in plates if plate is not None)
    if not reached:
        return lambda parts: PlateInks(nothing=True)

    def inks_of_parts(parts: Sequence[float]) -> PlateInks:
        amounts = [0.0] * 4
        for plate, part in zip(plates, parts, strict=True):
            if plate is not None:
                amounts[plate] = _clamped_share(part)
        c, m, y, k = amounts
        return PlateInks((c, m, y, k), reached)

    return inks_of_parts
