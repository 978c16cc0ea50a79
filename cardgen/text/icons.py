"""Icons by name: built-in symbols and SVG files, as used in text, in indices and on cards."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from ..colour.colors import WHITE, Color
from ..errors import PackError
from ..geometry import Matrix, combined_matrix, scaling, translation
from ..pack.model import Pack
from ..pack.values import SYMBOL_NAMES, SizedSymbol, is_drawing
from .optics import WIDEST, optical_matrix
from .outlines import Icon, IconLayer, Shape, contours, joined_shapes, points_of_contour
from .symbols import symbol_shape as builtin_shape

#: The space on either side of a built-in icon's ink.
_SIDE = 0.03


@cache
def builtin_icon(name: str) -> Icon | None:
    """Return the icon of a built-in symbol; None for any other name."""
    if name not in SYMBOL_NAMES:
        return None
    return _icon_with_side_space((IconLayer(builtin_shape(name)),))


def _icon_with_side_space(layers: tuple[IconLayer, ...]) -> Icon:
    """Return an icon with layers, which are drawn about the origin, in its middle and a little space on both
    sides.
    """
    half = _half_width(layers) + _SIDE
    placed = (layer._replace(shape=layer.shape.transformed(translation(half, 0.5))) for layer in layers)
    return Icon(tuple(placed), 2 * half)


def builtin_icon_names() -> tuple[str, ...]:
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


def colored_shapes(
    symbol: str | SizedSymbol, color: Color, ground: Color = WHITE
) -> list[tuple[Shape, Color]]:
    """Return the shapes of a suit's symbol, built in or an SVG file, in order, each with its colour.

    Centred on the origin, for a cell 1 high. color: for parts in the colour of the surroundings. ground: the
    colour below, which shows through translucent parts. Raises PackError as read_svg() does.
    """
    return [
        (shape, own or color if opacity == 1 else ground.mixed(own or color, opacity))
        for shape, own, opacity in symbol_layers(symbol)
    ]


def silhouette(symbol: str | SizedSymbol) -> Shape:
    """Return a suit's symbol as one outline to fill in one colour, without its white parts."""
    shapes = [layer.shape for layer in symbol_layers(symbol) if layer.color != WHITE]
    return shapes[0] if len(shapes) == 1 else joined_shapes(*shapes)


def width_ratio(symbol: str | SizedSymbol) -> float:
    """Return the width of a suit's symbol, centred, as a multiple of its height: at least 1."""
    return _width_of_layers(symbol_layers(symbol))


def colors_of_drawings(pack: Pack) -> list[Color]:
    """Return the colours of the drawings that a pack names, which a profile converts for a press."""
    files = dict.fromkeys(file for _, file in pack.drawings)
    return [color for file in files for color in symbol_colors(file) if not color.has_stated_cmyk]


def needs_color_profile(pack: Pack) -> bool:
    """Tell whether a press needs a profile for a pack: for pictures, or for colours stated in RGB only."""
    return pack.is_converted or bool(colors_of_drawings(pack))


def symbol_colors(name: str) -> list[Color]:
    """Return the colours that a suit's symbol has itself."""
    return [layer.color for layer in symbol_layers(name) if layer.color is not None]


def symbol_layers(symbol: str | SizedSymbol) -> tuple[IconLayer, ...]:
    """Return the layers of a suit's symbol in order, centred on the origin, for a cell 1 high.

    All symbols look equally large in it, unless they have a size of their own.
    """
    sized = SizedSymbol(symbol) if isinstance(symbol, str) else symbol
    if is_drawing(sized.name):
        return _layers_about_origin(read_svg(sized.name), sized)
    shape = builtin_shape(sized.name)
    return (IconLayer(shape if sized.size == 1 else shape.transformed(scaling(sized.size))),)


def suit_icon(sized: SizedSymbol) -> Icon:
    """Return a suit's symbol as an icon for boxes and texts. Raises PackError as read_svg() does."""
    return read_svg(sized.name) if sized.on_page else _icon_with_side_space(symbol_layers(sized))


def suit_matrix(icon: Icon, sized: SizedSymbol) -> Matrix:
    """Return the matrix that puts a suit's drawing into a cell 1 high, centred on the origin."""
    if sized.on_page:
        return combined_matrix(translation(-icon.width / 2, -0.5), scaling(min(1.0, WIDEST / icon.width)))
    return combined_matrix(optical_matrix(icon.layers), scaling(sized.size))


@lru_cache(maxsize=64)
def _layers_about_origin(icon: Icon, sized: SizedSymbol) -> tuple[IconLayer, ...]:
    """Return the layers of a suit's drawing in a cell 1 high, centred on the origin."""
    place = suit_matrix(icon, sized)
    return tuple(layer._replace(shape=layer.shape.transformed(place)) for layer in icon.layers)


@lru_cache(maxsize=256)
def _width_of_layers(layers: tuple[IconLayer, ...]) -> float:
    return max(1.0, round(2 * _half_width(layers), 2))


def _half_width(layers: tuple[IconLayer, ...]) -> float:
    points = (
        point for layer in layers for part in contours(layer.shape) for point in points_of_contour(part)
    )
    return max(abs(x) for x, _ in points)
