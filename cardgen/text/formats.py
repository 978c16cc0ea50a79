"""The formats of rulebooks: page, margins, type and grid, each designed separately."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import UsageError
from ..pack.model import Pack
from ..units import MM, PAPERS, BadValue, Size, parse_card_size
from .fonts import LEAST_TYPE
from .format_names import format_name


class PageFormat(NamedTuple):
    """A page format: its size and margins, its type, and its number of lines. Lengths in points."""

    name: str
    width: float
    height: float
    #: The margin at the spine (or left, if pages are not bound), and at the other side.
    inner: float
    outer: float
    top: float
    #: Font size of running text, and the line spacing of the baseline grid.
    size: float
    leading: float
    lines: int
    #: Whether left and right pages are mirrored.
    mirrored: bool = False
    justified: bool = True
    #: Whether there is room for a running head above the text.
    has_running_head: bool = True
    #: The height of cards in figures, in lines.
    card_lines: float = 6
    #: The size of the title, and the minimum height of the opening in lines.
    title: float = 30
    opening: int = 4
    #: Number of columns of text, and the gutter between them.
    columns: int = 1
    gutter: float = 0

    @property
    def text_width(self) -> float:
        """Return the width of all columns and the gutters between them, in points."""
        return self.width - self.inner - self.outer

    @property
    def measure(self) -> float:
        """Return the width of one column, in points."""
        return (self.text_width - (self.columns - 1) * self.gutter) / self.columns

    @property
    def text_height(self) -> float:
        """Return the height of the text on a page, in points."""
        return self.lines * self.leading

    @property
    def small_size(self) -> float:
        """Return the font size of captions and tables, in points."""
        return max(LEAST_TYPE, 0.88 * self.size)


def _paper_name_and_size(name: str) -> tuple[str, float, float]:
    width, height = PAPERS[name]
    return name, width * MM, height * MM


FORMATS: dict[str, PageFormat] = {
    "a4": PageFormat(
        *(*_paper_name_and_size("a4"), 16 * MM, 16 * MM, 58, 10, 13.2, 55),
        card_lines=6,
        columns=2,
        gutter=8 * MM,
    ),
    "letter": PageFormat(
        *(*_paper_name_and_size("letter"), 17 * MM, 17 * MM, 56, 10, 13.2, 51),
        card_lines=6,
        columns=2,
        gutter=8 * MM,
    ),
    "a5": PageFormat(
        *_paper_name_and_size("a5"), 18 * MM, 20 * MM, 64, 9.6, 13, 36, mirrored=True, title=27, opening=4
    ),
    "half-letter": PageFormat(
        *(*_paper_name_and_size("half-letter"), 17 * MM, 19 * MM, 64, 9.5, 13, 37),
        mirrored=True,
        title=27,
        opening=4,
    ),
    "a6": PageFormat(
        *(*_paper_name_and_size("a6"), 12 * MM, 12.5 * MM, 43, 8.2, 10.8, 30),
        mirrored=True,
        card_lines=5.6,
        title=20,
        opening=4,
    ),
}
#: Font size and line spacing of a leaflet in points, and its minimum margin.
_LEAFLET_SIZE, _LEAFLET_LEADING, _LEAFLET_MARGIN = 6.8, 8.6, 4.5 * MM


def page_format(name: str, pack: Pack, ragged: bool = False) -> PageFormat:
    """Return a format by name, see format_name(). Raises UsageError for one that is unknown or too small."""
    try:
        name = format_name(name)
    except BadValue as error:
        raise UsageError(f"{error}; {error.hint}") from error
    if name in FORMATS:
        form = FORMATS[name]
    else:
        form = leaflet_format(name, pack.card.size if name == "card" else parse_card_size(name))
    return form._replace(justified=form.justified and not ragged)


def leaflet_format(name: str, card: Size) -> PageFormat:
    """Return a format whose pages are as large as a card. Its text is ragged, as justified short lines have
    wide gaps.

    card: the width and height in points.
    """
    width, height = card
    margin = max(_LEAFLET_MARGIN, min(0.075 * width, 9 * MM))
    size = min(9.6, max(_LEAFLET_SIZE, 0.043 * width))
    leading = round(size * _LEAFLET_LEADING / _LEAFLET_SIZE, 1)
    lines = int((height - margin - 4.2 * MM - margin * 0.85) / leading)
    if lines < 14 or width - 2 * margin < 95:
        raise UsageError("these cards are too small for a leaflet of their size; use --format a6")
    return PageFormat(
        *(name, width, height, margin, margin, margin, size, leading, lines),
        mirrored=True,
        justified=False,
        has_running_head=False,
        card_lines=5.2,
        title=1.9 * size,
        opening=3,
    )
