"""Icons by name: built-in symbols and SVG files, as they stand in text, in indices and on cards."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from ..colour.colors import WHITE, Color
from ..errors import PackError
from ..geometry import chain, scale, shift
from ..pack.model import Pack
from ..pack.values import SYMBOL_NAMES, is_drawing
from .outlines import Icon, Layer, Shape, contours, flattened, join
from .symbols import symbol

#: How much air a built-in icon keeps to either side of its ink.
_SIDE = 0.03
#: The widest that a suit's symbol may be, in its height: as wide as the widest built-in one.
_WIDEST = 1.15


@cache
def builtin(name: str) -> Icon | None:
    """Return the icon of a built-in symbol; None for any other name."""
    if name not in SYMBOL_NAMES:
        return None
    shape = symbol(name)
    box = shape.bounds
    width = box.width + 2 * _SIDE
    return Icon((Layer(shape.placed(shift(width / 2 - box.center[0], 0.5))),), width)


def names() -> tuple[str, ...]:
    """Return the names of all built-in icons, in the order in which they are listed."""
    return SYMBOL_NAMES


def read_svg(file: str | Path) -> Icon:
    """Return the icon that an SVG file draws, 1 high: its page, the viewBox, is the icon's cell.

    A drawing in black, or in black and white, has its black parts take the ink of what surrounds it; one in
    other colours keeps them. Raises PackError with all that is wrong with the file.
    """
    from .svg import examine_svg

    icon, problems = examine_svg(file)
    if icon is None:
        raise PackError(list(problems))
    return icon


def colored_shapes(name: str, color: Color, ground: Color = WHITE) -> list[tuple[Shape, Color]]:
    """Return a suit's symbol, built in or an SVG file, as what is filled in order, each with its colour.

    About the origin, for a cell 1 high. color: for what takes the ink of what surrounds it. ground: what lies
    under it and shows through parts that are not opaque. Raises PackError as read_svg() does.
    """
    return [
        (shape, own or color if opacity == 1 else ground.mixed(own or color, opacity))
        for shape, own, opacity in layers(name)
    ]


def silhouette(name: str) -> Shape:
    """Return a suit's symbol as one outline to be filled in one colour; what is white in it is left out."""
    shapes = [layer.shape for layer in layers(name) if layer.color != WHITE]
    return shapes[0] if len(shapes) == 1 else join(*shapes)


def breadth(name: str) -> float:
    """Tell how broad a suit's symbol is about its middle, in its height: at least 1, as the four are."""
    return _breadth(layers(name))


def drawn_colors(pack: Pack) -> list[Color]:
    """Return the colours of the drawings that a pack names, which a press prints by a profile."""
    files = dict.fromkeys(file for _, file in pack.drawings)
    return [color for file in files for color in own_colors(file) if not color.stated]


def uses_profile(pack: Pack) -> bool:
    """Whether a press prints anything of a pack by a profile: pictures, or colours stated in RGB only."""
    return pack.is_converted or bool(drawn_colors(pack))


def own_colors(name: str) -> list[Color]:
    """Return the colours that a suit's symbol has of its own."""
    return [layer.color for layer in layers(name) if layer.color is not None]


def layers(name: str) -> tuple[Layer, ...]:
    """Return what a suit's symbol is filled with in order, about the origin, for a cell 1 high."""
    return _about_origin(read_svg(name)) if is_drawing(name) else (Layer(symbol(name)),)


@lru_cache(maxsize=64)
def _about_origin(icon: Icon) -> tuple[Layer, ...]:
    place = chain(shift(-icon.width / 2, -0.5), scale(min(1.0, _WIDEST / icon.width)))
    return tuple(layer._replace(shape=layer.shape.placed(place)) for layer in icon.layers)


@lru_cache(maxsize=256)
def _breadth(layers: tuple[Layer, ...]) -> float:
    points = (point for layer in layers for part in contours(layer.shape) for point in flattened(part))
    return max(1.0, round(2 * max(abs(x) for x, _ in points), 2))
