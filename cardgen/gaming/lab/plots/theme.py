"""One look for all pictures: colours, type, the frame of a figure, and its bytes.

Matplotlib is imported late and its state is left as it was: all settings are its defaults and those below,
and hold while a picture is drawn. What is drawn twice is the same bytes.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .... import __version__
from ....colour.colors import BLACK, WHITE, color_from_hex, contrast_ratio
from ....errors import UsageError, install_command
from ....pack.model import Pack
from ....sandbox import child
from ....text import fitting
from ....text.fonts import INDEX, SANS, TEXT, Font
from ...games import GAMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

#: The supported kinds of file.
KINDS = ("png", "svg", "pdf")
#: The width of pictures in inches, and their pixels per inch: 1600 pixels.
WIDTH, DPI = 32 / 3, 150
#: The margin at the left and at the right, and above and below, in inches.
SIDE, EDGE = 0.62, 0.4
#: The height of the title and the subtitle, in inches from the top.
HEADER = 1.2

INK, SOFT, RULE, PALE, PAPER = "#1F2A44", "#5F6880", "#B4BAC7", "#E4E7EC", "#FFFFFF"
#: The colours of opposed suits (NEVER OVER's), for results without a pack.
GREEN, RED = "#00855B", "#961129"
#: The colour of what belongs to neither suit; and, for games without such suits, of values below and above a
#: limit.
REST, CALM, STARK = "#CDD2DC", "#41639B", "#B4552D"
#: The colours of packs, in order: distinct for colour-blind readers too; neighbours differ in lightness.
SEQUENCE = (INK, "#E08214", "#2166AC", "#74A695", "#736039", "#41A6D9", "#73270B", "#A69553")

#: Minimum contrast of a shape with paper (WCAG 2.2, 1.4.11).
LEAST_CONTRAST = 2.0
#: Minimum contrast of text with paper (WCAG 2.2, 1.4.3).
TEXT_CONTRAST = 4.5
#: The sizes of type, in points.
TITLE, SUBTITLE, HEADING, LABEL, SMALL = 19.0, 11.0, 12.0, 10.5, 9.5


#: The colours of points scored and of points lost: the green and the red of NEVER OVER.
ColorPair = tuple[str, str]


def color_pair(game: str | None, pack: Pack | None = None) -> ColorPair:
    """Return two colours for the pictures of a game.

    They are the colours of the opposed suits of the pack if both are visible on paper; otherwise default
    colours.
    """
    opposed = GAMES[game].opposed if game in GAMES else None
    if opposed is None:
        return CALM, STARK
    if pack is None:
        return GREEN, RED
    found = [pack.suits[key].color.hex if key else "" for key in opposed(pack)]
    visible = [each and contrast_ratio(color_from_hex(each), WHITE) >= LEAST_CONTRAST for each in found]
    return (found[0], found[1]) if all(visible) else (GREEN, RED)


#: The coordinates of a place: the panel's data, or its own width and height, from 0 to 1.
Coordinates = Literal["data", "axes"]


class Space(NamedTuple):
    """A rectangle on the figure, in inches, measured from the top left corner."""

    left: float
    top: float
    width: float
    height: float


def kind_of_picture(path: Path) -> str:
    """Return the kind of picture that a file's suffix names: "png", "svg" or "pdf".

    Raises UsageError for other suffixes.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise UsageError(f"{path.name}: pictures end in .png, .svg or .pdf")
    return kind


def verify_installed() -> None:
    """Raise UsageError if matplotlib is missing."""
    if child.is_confined():
        # On import, matplotlib requires a folder whose permissions let it write, and then does not write.
        os.environ.setdefault("MPLCONFIGDIR", "/tmp")  # noqa: S108 - nothing is written there
    try:
        with _without_matplotlib_notes():
            import matplotlib
            import matplotlib.font_manager  # noqa: F401
    except ImportError as error:
        raise UsageError(f"pictures need matplotlib: {install_command('lab')}") from error


def figure_bytes(draw: Callable[[], Figure], kind: str) -> bytes:
    """Return a figure as the bytes of a file, drawn with cardgen's matplotlib settings. kind: "png", "svg" or
    "pdf".
    """
    if kind not in KINDS:
        raise UsageError(f"pictures are png, svg or pdf, not {kind}")
    verify_installed()
    import matplotlib

    with _without_matplotlib_notes(), matplotlib.rc_context(_matplotlib_settings()):
        return rendered_bytes(draw(), kind)


def rendered_bytes(figure: Figure, kind: str) -> bytes:
    """Return the bytes of a figure's file, without the date of its creation. kind: "png", "svg" or "pdf"."""
    if kind == "png":
        return _png_bytes(figure)
    out = BytesIO()
    figure.savefig(out, format=kind, metadata={**_METADATA[kind], "Title": figure.get_label()})
    return out.getvalue()


def _png_bytes(figure: Figure) -> bytes:
    """Return a figure as a PNG with at most 256 colours: files are a third as large."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image, PngImagePlugin

    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    image = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    note, out = PngImagePlugin.PngInfo(), BytesIO()
    note.add_text("Software", f"cardgen {__version__}")
    note.add_itxt("Title", str(figure.get_label()))
    few = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "png", dpi=(DPI, DPI), optimize=True, pnginfo=note)
    return out.getvalue()


_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": f"cardgen {__version__}"},
    "pdf": {"CreationDate": None, "ModDate": None, "Creator": f"cardgen {__version__}"},
}
_SETTINGS = {
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "cardgen",
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "lines.solid_capstyle": "round",
    "path.simplify": False,
}


@cache
def _matplotlib_settings() -> Any:
    """Return cardgen's settings of matplotlib, and matplotlib's defaults instead of the user's settings."""
    import matplotlib

    kept = ("backend", "toolbar", "interactive", "webagg", "tk.", "timezone", "savefig.directory")
    own = {key: value for key, value in dict.items(matplotlib.rcParamsDefault) if not key.startswith(kept)}
    return own | _SETTINGS


@contextmanager
def _without_matplotlib_notes() -> Iterator[None]:
    """Silence matplotlib's notes on caches that it cannot write."""
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


@cache
def font_properties(font: Font) -> FontProperties:
    """Return a font for matplotlib from its file, so that it does not depend on installed fonts."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=str(font.file))


def new_figure(height: float) -> Figure:
    """Return an empty figure of the usual width. height: in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, round(height * DPI) / DPI), dpi=DPI, facecolor=PAPER)


def draw_title(figure: Figure, words: str, subtitle: str) -> None:
    """Write the title in one line at the top, and the subtitle below it."""
    figure.set_label("".join(filter(str.isprintable, " ".join(words.split()))))
    height, room = figure.get_figheight(), (WIDTH - 2 * SIDE) * 72
    size = min(
        TITLE, max(13.0, 0.998 * TITLE * room / max(1.0, INDEX.width(text_in_one_line(words, INDEX), TITLE)))
    )
    for text, font, points, color, y in (
        (words, INDEX, size, INK, EDGE + 0.24),
        (subtitle, SANS, SUBTITLE, SOFT, EDGE + 0.52),
    ):
        figure.text(
            SIDE / WIDTH,
            1 - y / height,
            label_shortened_to_room(text, room, points, font),
            font=font_properties(font),
            fontsize=points,
            color=color,
            va="baseline",
        )


def axes_in(figure: Figure, space: Space) -> Axes:
    """Return axes that fill a rectangle, without frame and ticks."""
    height = figure.get_figheight()
    bottom = height - space.top - space.height
    where = (space.left / WIDTH, bottom / height, space.width / WIDTH, space.height / height)
    axes = figure.add_axes(where)
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_xticks([])
    axes.set_yticks([])
    return axes


def draw_heading(figure: Figure, space: Space, words: str) -> None:
    """Write the heading of a panel in one line above it, from the left."""
    room = space.width * 72
    size = min(
        HEADING,
        max(10.0, 0.998 * HEADING * room / max(1.0, TEXT.width(text_in_one_line(words, TEXT), HEADING))),
    )
    figure.text(
        space.left / WIDTH,
        1 - (space.top - 0.17) / figure.get_figheight(),
        label_shortened_to_room(words, room, size, TEXT),
        font=font_properties(TEXT),
        fontsize=size,
        color=INK,
        va="baseline",
    )


@cache
def legible_on_paper(color: str) -> str:
    """Return a colour for text on paper, darkened until its contrast is enough."""
    steps = (color_from_hex(color).mixed(BLACK, step / 20) for step in range(21))
    return next(each.hex for each in steps if contrast_ratio(each, WHITE) >= TEXT_CONTRAST)


def size_in_points(axes: Axes) -> tuple[float, float]:
    """Return the width and the height of a panel, in points."""
    box = axes.get_window_extent()
    return box.width / DPI * 72, box.height / DPI * 72


def text_width(words: str, size: float = LABEL, font: Font = SANS) -> float:
    """Return the width of a label in points."""
    return font.width(text_in_one_line(words, font), size)


def write_text(
    axes: Axes,
    x: float,
    y: float,
    words: str,
    *,
    color: str = INK,
    size: float = LABEL,
    font: Font = SANS,
    nudge: tuple[float, float] = (0, 0),
    align: str = "left",
    coordinates: tuple[Coordinates, Coordinates] = ("data", "data"),
) -> None:
    """Write text on a line through a point.

    nudge: points to the right and up. coordinates: whether x and y are "data", or run over the "axes" from 0
    to 1.
    """
    across, up = ("axes fraction" if each == "axes" else "data" for each in coordinates)
    axes.annotate(
        text_in_one_line(words, font),
        (x, y),
        xytext=(nudge[0], nudge[1] - 0.34 * size),
        xycoords=(across, up),
        textcoords="offset points",
        font=font_properties(font),
        fontsize=size,
        color=color,
        ha=align,
        va="baseline",
        annotation_clip=False,
    )


def text_in_one_line(words: str, font: Font = SANS) -> str:
    """Return text in one line, with a question mark for each character that the font lacks."""
    line = " ".join(words.split())
    return "".join(
        character if character == " " or font.has_character(character) else "?" for character in line
    )


def label_shortened_to_room(words: str, room: float, size: float, font: Font = SANS) -> str:
    """Return text cut to a width in points, with an ellipsis if it is cut."""
    return fitting.shortened_line(text_in_one_line(words, font), font, size, room)
