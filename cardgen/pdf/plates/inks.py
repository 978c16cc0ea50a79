"""What colours of a PDF put on the four plates (ISO 32000-1, 8.6 and 11.7.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ..functions import Unfit, bounded, function
from ..limits import Unreadable

#: The process inks in the order of their plates.
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")
Amounts = tuple[float, float, float, float]


class CannotSeparate(Exception):  # noqa: N818
    """A page whose plates cannot be told for certain; the message says because of what."""

    #: What it is in that is wrong in itself, if it is that.
    cause: Literal["picture", "blending", ""] = ""

    def __init__(self, reason: str, cause: Literal["picture", "blending", ""] = "") -> None:
        super().__init__(reason)
        self.cause = cause


class Inks(NamedTuple):
    """What a mark puts on the plates, in parts of 1."""

    amounts: Amounts = (0, 0, 0, 0)
    #: The plates that an overprinting mark reaches; the others are left as they are.
    reached: frozenset[int] = frozenset(range(4))
    #: An overprinting mark leaves plates alone of which it has nothing, in overprint mode 1.
    spares: bool = False
    #: It marks nothing at all: the colorant None, or a die line.
    nothing: bool = False
    #: A spot ink counted as the process inks that stand for it: it cannot overprint.
    counted: bool = False

    def marks(self, plate: int, overprint: bool, mode: int) -> bool:
        """Whether a mark changes a plate (ISO 32000-1, 11.7.4.3 and table 149). Raises CannotSeparate."""
        if self.nothing:
            return False
        if not overprint:
            return True
        if self.counted:
            raise CannotSeparate("a spot colour that overprints")
        if self.spares and mode == 1:
            return self.amounts[plate] > 0
        return plate in self.reached


BLACK = Inks((0, 0, 0, 1))


@dataclass(frozen=True)
class Space:
    """A colour space: how many components, what it starts with, and what a colour puts on the plates."""

    size: int
    initial: tuple[float, ...]
    inks: Callable[[Sequence[float]], Inks]
    #: The last place in a table of colours, None where there is no table (8.6.6.3).
    highest: int | None = None


def _share(part: float) -> float:
    return min(max(float(part), 0.0), 1.0)


def _gray(parts: Sequence[float]) -> Inks:
    return Inks((0, 0, 0, 1 - _share(parts[0])))


def _cmyk(parts: Sequence[float]) -> Inks:
    c, m, y, k = (_share(part) for part in parts)
    return Inks((c, m, y, k), spares=True)


GRAY = Space(1, (0,), _gray)
CMYK = Space(4, (0, 0, 0, 1), _cmyk)
_DEVICE = {"/DeviceGray": (GRAY, "/DefaultGray"), "/DeviceCMYK": (CMYK, "/DefaultCMYK")}
_REFUSED = {
    "/DeviceRGB": "colours in RGB, whose inks are not fixed",
    "/CalRGB": "colours in calibrated RGB, whose inks are not fixed",
    "/CalGray": "colours in calibrated grey, whose inks are not fixed",
    "/Lab": "colours in Lab, whose inks are not fixed",
    "/ICCBased": "colours by an ICC profile, whose inks are not fixed",
}


class Spaces:
    """The colour spaces of a file."""

    def __init__(self, technical: Collection[str]) -> None:
        self.technical = frozenset(technical)

    def find(self, source: Any, known: Any) -> Space:
        """A colour space by name or array; `known` are the resources. Raises CannotSeparate."""
        try:
            return self._find(source, known, 0)
        except Unreadable as error:
            raise CannotSeparate(f"a colour space: {error}") from error
        except Unfit as error:
            raise CannotSeparate(str(error)) from error
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise CannotSeparate("a faulty colour space") from error

    def _find(self, source: Any, known: Any, depth: int) -> Space:
        import pikepdf

        if depth > 3:
            raise CannotSeparate("colour spaces within one another")
        if isinstance(source, pikepdf.Name):
            return self._named(str(source), known, depth)
        kind = str(source[0])
        if kind in ("/Separation", "/DeviceN"):
            return self._colorants(source, known, depth)
        if kind in ("/Indexed", "/I"):
            return self._indexed(source, known, depth)
        return self._named(kind, {}, depth)

    def _named(self, name: str, known: Any, depth: int) -> Space:
        spaces = known.get("/ColorSpace", {})
        if name in _DEVICE:
            space, default = _DEVICE[name]
            if default in spaces:
                raise CannotSeparate(f"another colour space in the place of {name[1:]}")
            return space
        if name in _REFUSED:
            raise CannotSeparate(_REFUSED[name])
        if name not in spaces:
            raise CannotSeparate(f"an unknown colour space, {name[1:40]}")
        return self._find(spaces[name], known, depth + 1)

    def _colorants(self, source: Any, known: Any, depth: int) -> Space:
        """Separation and DeviceN (8.6.6.4 and 8.6.6.5)."""
        names = [source[1]] if str(source[0]) == "/Separation" else list(source[1])
        inks = [str(name)[1:] for name in names]
        if not 1 <= len(inks) <= 32:
            raise CannotSeparate("an odd number of colorants")
        initial = (1.0,) * len(inks)
        if inks == ["All"]:
            return Space(1, initial, lambda parts: Inks((_share(parts[0]),) * 4))
        if all(ink in PROCESS or ink == "None" or ink in self.technical for ink in inks):
            return Space(len(inks), initial, _process(inks))
        if len(inks) > 1:
            raise CannotSeparate(f"several colorants with a spot colour, {', '.join(inks)[:60]}")
        return Space(1, initial, self._spot(source, known, depth))

    def _spot(self, source: Any, known: Any, depth: int) -> Callable[[Sequence[float]], Inks]:
        """A spot ink as its alternate says."""
        alternate, tint = self._find(source[2], known, depth + 1), function(source[3])
        if len(tint(0)) != alternate.size:
            raise CannotSeparate("a faulty colour space")
        return lambda parts: Inks(alternate.inks(tint(_share(parts[0]))).amounts, counted=True)

    def _indexed(self, source: Any, known: Any, depth: int) -> Space:
        """A table of colours (8.6.6.3)."""
        base, highest = self._find(source[1], known, depth + 1), int(source[2])
        if base.highest is not None or not 0 <= highest <= 255:
            raise CannotSeparate("a faulty colour table")
        table = _table(source[3], (highest + 1) * base.size)
        size = base.size
        found = [
            base.inks([part / 255 for part in table[place * size : (place + 1) * size]])
            for place in range(highest + 1)
        ]
        # Overprint mode 1 is for colours that are DeviceCMYK themselves, not for those of a table (8.6.7).
        colors = [inks._replace(spares=False) for inks in found]
        return Space(1, (0,), lambda parts: colors[min(max(round(parts[0]), 0), highest)], highest)


def _table(source: Any, size: int) -> bytes:
    import pikepdf

    data = bounded(source, size) if isinstance(source, pikepdf.Stream) else bytes(source)
    if len(data) < size:
        raise CannotSeparate("a faulty colour table")
    return data[:size]


def _process(inks: list[str]) -> Callable[[Sequence[float]], Inks]:
    """Colorants that are process inks, or none that print."""
    plates = [PROCESS.index(ink) if ink in PROCESS else None for ink in inks]
    reached = frozenset(plate for plate in plates if plate is not None)
    if not reached:
        return lambda parts: Inks(nothing=True)

    def found(parts: Sequence[float]) -> Inks:
        amounts = [0.0] * 4
        for plate, part in zip(plates, parts, strict=True):
            if plate is not None:
                amounts[plate] = _share(part)
        c, m, y, k = amounts
        return Inks((c, m, y, k), reached)

    return found
