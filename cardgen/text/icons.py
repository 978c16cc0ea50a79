"""Icons by name: built-in symbols and SVG files, as used in text, in indices and on cards."""

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

#: The space on either side of a built-in icon's ink.
_SIDE = 0.03
#: Maximum width of a suit's symbol as a multiple of its height: that of the widest built-in one.
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
    """Return the icon of an SVG file, 1 high: its page, the viewBox, becomes the icon's cell.

    In a drawing in black, or in black and white, black parts take the colour of the surrounding text; one in
    other colours keeps them. Raises PackError with all problems of the file.
    """
    from .svg import examine_svg

    icon, problems = examine_svg(file)
    if icon is None:
        raise PackError(list(problems))
    return icon


def colored_shapes(name: str, color: Color, ground: Color = WHITE) -> list[tuple[Shape, Color]]:
    """Return the shapes of a suit's symbol, built in or an SVG file, in order, each with its colour.

    Centred on the origin, for a cell 1 high. color: for parts in the colour of the surroundings. ground: the
    colour below, which shows through translucent parts. Raises PackError as read_svg() does.
    """
    return [
        (shape, own or color if opacity == 1 else ground.mixed(own or color, opacity))
        for shape, own, opacity in layers(name)
    ]


def silhouette(name: str) -> Shape:
    """Return a suit's symbol as one outline to fill in one colour, without its white parts."""
    shapes = [layer.shape for layer in layers(name) if layer.color != WHITE]
    return shapes[0] if len(shapes) == 1 else join(*shapes)


def width_ratio(name: str) -> float:
    """Return the width of a suit's symbol, centred, as a multiple of its height: at least 1."""
    return _width_of_layers(layers(name))


def drawn_colors(pack: Pack) -> list[Color]:
    """Return the colours of the drawings that a pack names, which a profile converts for a press."""
    files = dict.fromkeys(file for _, file in pack.drawings)
    return [color for file in files for color in own_colors(file) if not color.stated]


def uses_profile(pack: Pack) -> bool:
    """Tell whether a press needs a profile for a pack: for pictures, or for colours stated in RGB only."""
    return pack.is_converted or bool(drawn_colors(pack))


def own_colors(name: str) -> list[Color]:
    """Return the colours that a suit's symbol has itself."""
    return [layer.color for layer in layers(name) if layer.color is not None]


def layers(name: str) -> tuple[Layer, ...]:
    """Return the layers of a suit's symbol in order, centred on the origin, for a cell 1 high."""
    return _about_origin(read_svg(name)) if is_drawing(name) else (Layer(symbol(name)),)


@lru_cache(maxsize=64)
def _about_origin(icon: Icon) -> tuple[Layer, ...]:
    place = chain(shift(-icon.width / 2, -0.5), scale(min(1.0, _WIDEST / icon.width)))
    return tuple(layer._replace(shape=layer.shape.placed(place)) for layer in icon.layers)


@lru_cache(maxsize=256)
def _width_of_layers(layers: tuple[Layer, ...]) -> float:
    points = (point for layer in layers for part in contours(layer.shape) for point in flattened(part))
    return max(1.0, round(2 * max(abs(x) for x, _ in points), 2))
