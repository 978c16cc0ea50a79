"""The formats of rulebooks: for each its page, margins, type and grid; none is another one scaled."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import UsageError
from ..pack import Pack
from ..units import MM


class PageFormat(NamedTuple):
    """A page: its size and margins, its type, and how many lines stand on it. Lengths in points."""

    name: str
    width: float
    height: float
    #: Beside the spine (or left, where pages are not bound), and at the other side.
    inner: float
    outer: float
    top: float
    #: Type size of running text, and the distance of its lines, which everything on the page keeps.
    size: float
    leading: float
    lines: int
    #: Whether left and right pages mirror one another.
    mirrored: bool = False
    justified: bool = True
    #: Whether there is room for a running head over the text.
    head: bool = True
    #: The height of cards in figures, in lines.
    card_lines: float = 6
    #: The size of the title, and how many lines the opening takes at least.
    title: float = 34
    opening: int = 8

    @property
    def measure(self) -> float:
        """How wide the text is."""
        return self.width - self.inner - self.outer

    @property
    def text_height(self) -> float:
        """How high the text is."""
        return self.lines * self.leading

    @property
    def small(self) -> float:
        """The size of captions and tables."""
        return max(6.0, 0.88 * self.size)


def _mm(width: float, height: float) -> tuple[float, float]:
    return width * MM, height * MM


FORMATS: dict[str, PageFormat] = {
    "a4": PageFormat("a4", *_mm(210, 297), 37 * MM, 37 * MM, 92, 11, 15, 44, card_lines=6.4),
    "letter": PageFormat("letter", *_mm(215.9, 279.4), 39 * MM, 39 * MM, 88, 11, 15, 41, card_lines=6.4),
    "a5": PageFormat(
        "a5", *_mm(148, 210), 18 * MM, 20 * MM, 64, 9.6, 13, 36, mirrored=True, title=27, opening=7
    ),
    "half-letter": PageFormat(
        *("half-letter", *_mm(139.7, 215.9), 17 * MM, 19 * MM, 64, 9.5, 13, 37),
        mirrored=True,
        title=27,
        opening=7,
    ),
    "a6": PageFormat(
        *("a6", *_mm(105, 148), 12 * MM, 12.5 * MM, 43, 8.2, 10.8, 30),
        mirrored=True,
        card_lines=5.6,
        title=20,
        opening=6,
    ),
}
#: What may be asked for: the above, and the size of the pack's own card.
NAMES = ("a4", "letter", "a5", "half-letter", "a6", "card")

#: Type of a leaflet that lies with the cards, in points, and its least margin.
_LEAFLET_SIZE, _LEAFLET_LEADING, _LEAFLET_MARGIN = 6.8, 8.6, 4.5 * MM


def page_format(name: str, pack: Pack, ragged: bool = False) -> PageFormat:
    """A format by name. Raises UsageError for a card too small to be read."""
    form = leaflet(pack) if name == "card" else FORMATS[name]
    return form._replace(justified=form.justified and not ragged)


def leaflet(pack: Pack) -> PageFormat:
    """Pages as large as the pack's card: set ragged, as so short lines would gape."""
    width, height = pack.card.size
    margin = max(_LEAFLET_MARGIN, min(0.075 * width, 9 * MM))
    size = min(9.6, max(_LEAFLET_SIZE, 0.043 * width))
    leading = round(size * _LEAFLET_LEADING / _LEAFLET_SIZE, 1)
    lines = int((height - margin - 4.2 * MM - margin * 0.85) / leading)
    if lines < 14 or width - 2 * margin < 95:
        raise UsageError("these cards are too small for a leaflet of their size; use --format a6")
    return PageFormat(
        *("card", width, height, margin, margin, margin, size, leading, lines),
        mirrored=True,
        justified=False,
        head=False,
        card_lines=5.2,
        title=1.9 * size,
        opening=3,
    )
