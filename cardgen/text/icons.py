"""Icons: small pictures of one or more flat colours that stand in a line of text or on a card."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..colour.colors import Color
from ..geometry import shift
from .outlines import Shape
from .symbols import SYMBOL_NAMES, symbol


class Icon(NamedTuple):
    """A picture 1 high, its lower left corner at the origin: layers are filled in order.

    A layer without a colour takes the ink of what surrounds it.
    """

    layers: tuple[tuple[Shape, Color | None], ...]
    width: float
    #: The thinnest line that was drawn as a stroke; 0 where there is none.
    thinnest: float = 0.0


#: How much air a built-in icon keeps to either side of its ink.
_SIDE = 0.03


@cache
def builtin(name: str) -> Icon | None:
    """The icon of a built-in symbol; None for any other name."""
    if name not in SYMBOL_NAMES:
        return None
    shape = symbol(name)
    box = shape.bounds
    width = box.width + 2 * _SIDE
    return Icon(((shape.placed(shift(width / 2 - box.center[0], 0.5)), None),), width)


def names() -> tuple[str, ...]:
    """The names of all built-in icons, in the order in which they are listed."""
    return SYMBOL_NAMES
