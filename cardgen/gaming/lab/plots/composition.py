"""The picture of what packs hold: quantities by suit and rank, points over each ceiling, opening hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from ....colour.colors import WHITE, color_from_hex, contrast_ratio
from ....text.fonts import TEXT
from ...games import GAMES
from ..composition import Composition, SuitPart
from ..odds import Odds, chances_of_counts
from . import findings, panels
from .deck_answers import MOST_CONDITIONS, MOST_SUMS, rows_of_answer_panels
from .panels import Panel, figure_of_panels
from .theme import (
    INK,
    LABEL,
    LEAST_CONTRAST,
    PALE,
    PAPER,
    SOFT,
    figure_bytes,
    legible_on_paper,
    size_in_points,
    text_width,
    write_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Maximum numbers of suits and of ranks that are drawn.
MOST_SUITS, MOST_RANKS = 24, 200
#: Maximum width of a cell in inches, and of a bar in points.
_CELL, _THICK = 0.34, 60.0
#: In points: the space for ranks between bars; beyond each bar, that for its quantity and the suit's name.
_MIDDLE, _BEYOND = 20, 15 + 18
#: Maximum number of packs that are drawn; the subtitle names how many are left out.
MOST_PACKS = 12
#: Minimum share of hands that is drawn at the end of a distribution.
LEAST = Fraction(1, 2000)
#: Maximum number of ranks in a panel of one column.
_NARROW = 8
#: The height of a row of panels with bars and of one without, and a suit's row, in inches.
_TALL, _LOW, _ROW = 2.5, 2.0, 0.42


class OpeningHands(NamedTuple):
    """The chances that an opening hand holds 0, 1, 2 ... cards of a kind."""

    title: str
    size: int
    chances: Sequence[Fraction]


def composition_picture(
    compositions: Sequence[Composition], kind: str, odds: Sequence[Odds | None] = ()
) -> bytes:
    """Return the picture of packs' cards, or of answers to questions on decks. kind: "png", "svg" or "pdf".

    The cards of a pack take one row. odds: those of each pack, for its opening hands and the answers; without
    odds, opening hands are shown with the red cards of NEVER OVER. Raises UsageError where matplotlib is
    missing.
    """
    return figure_bytes(lambda: _composition_figure(compositions, odds), kind)


def _composition_figure(compositions: Sequence[Composition], odds: Sequence[Odds | None]) -> Figure:
    """Return the figure: a row of panels per pack, then the answers; only these if no odds were asked for."""
    some = compositions[:MOST_PACKS]
    ends = _highest_quantity(some, 0), _highest_quantity(some, 1)
    asked = [its for its in odds[: len(some)] if its is not None and its.questions.is_asked]
    answers = [row for its in asked for row in rows_of_answer_panels(its, with_pack_name=len(some) > 1)]
    if asked and not any(hand.openings for its in asked for hand in its.hands):
        return figure_of_panels(
            findings.odds_title(asked), _subtitle_of_answers(compositions, asked), answers
        )
    rows = [
        [
            _quantities_panel(one, ends, len(some) > 1),
            _points_over_ceilings_panel(one),
            _opening_hands_panel(opening_hands(one, its)),
        ]
        for one, its in zip_longest(some, odds[: len(some)])
    ]
    return figure_of_panels(
        findings.compositions_title(compositions), _subtitle(compositions), [*rows, *answers]
    )


def _subtitle_of_answers(compositions: Sequence[Composition], odds: Sequence[Odds]) -> str:
    """Return the subtitle of a plot of answers; it names the answers that are left out."""
    most = max(len(hand.held) for its in odds for hand in its.hands)
    sums = max(len(hand.sums) for its in odds for hand in its.hands)
    limits = [(len(compositions), MOST_PACKS, "packs"), (most, MOST_CONDITIONS, "conditions")]
    limits.append((sums, MOST_SUMS, "columns"))
    left_out = [f"drawn: the first {most} {what}" for many, most, what in limits if many > most]
    return "  ·  ".join([findings.odds_subtitle(odds), *left_out])


def _subtitle(compositions: Sequence[Composition]) -> str:
    """Return the subtitle of a plot; it names the parts that are left out."""
    limits = [(len(compositions), MOST_PACKS, "packs")]
    limits += [(len(one.suits), MOST_SUITS, f"suits of {one.name}") for one in compositions]
    limits += [(len(one.ranks), MOST_RANKS, f"ranks of {one.name}") for one in compositions]
    left_out = [f"drawn: the first {most} {what}" for many, most, what in limits if many > most]
    return "  ·  ".join([*filter(None, [findings.compositions_subtitle(compositions)]), *left_out])


def opening_hands(composition: Composition, odds: Odds | None = None) -> OpeningHands | None:
    """Return the chances in opening hands to show: of the first kind of card of the odds, or red cards of
    NEVER OVER.
    """
    red = next((suit.title for suit in composition.suits if _is_suit_of_ceilings(composition, suit)), "")
    if odds is not None:
        openings = [(hand.hand.cards, each) for hand in odds.hands for each in hand.openings]
        openings.sort(key=lambda each: each[1].wanted.title != red)
        return (
            OpeningHands(openings[0][1].wanted.title, openings[0][0], openings[0][1].chances)
            if openings
            else None
        )
    size = next((hand.cards for game in composition.games for hand in GAMES[game].hands()), 0)
    if not red or not size or composition.cards < size:
        return None
    reds = sum(each.reds for each in composition.ceilings)
    return OpeningHands(red, size, chances_of_counts(composition.cards, reds, size))


def _highest_quantity(compositions: Sequence[Composition], suit_index: int) -> int:
    """Return the largest quantity in the first or the second suit of those packs that are drawn as bars.

    suit_index: the index of the suit.
    """
    suits = [(one.suits[suit_index], one) for one in compositions if suit_index < len(one.suits) <= 2]
    return max((each for suit, one in suits for each in quantities_in_rank_order(one, suit)), default=0)


def _quantities_panel(
    composition: Composition, highest: tuple[int, int], with_pack_name: bool
) -> Panel | None:
    """Return the panel of quantities: bars for one suit or two, a chart of cells for more.

    highest: see `draw_two_suits`.
    """
    if not composition.ranks:
        return None
    words = composition.name if with_pack_name else "Cards by rank"
    if len(composition.suits) <= 2:
        return Panel(words, lambda axes: draw_two_suits(axes, composition, highest), height=_TALL)
    height = max(_LOW, _ROW * min(MOST_SUITS, len(composition.suits)))
    wide = 2 if len(composition.ranks) > _NARROW else 1
    return Panel(words, lambda axes: draw_cells(axes, composition), columns=wide, height=height)


def _points_over_ceilings_panel(composition: Composition) -> Panel | None:
    """Return the panel of the green points within and over each ceiling of NEVER OVER."""
    ceilings = composition.ceilings[:MOST_RANKS]
    if not ceilings or len(composition.suits) != 2:
        return None
    by_use = sorted(composition.suits, key=lambda suit: _is_suit_of_ceilings(composition, suit))
    green, red = (suit_ink(suit) for suit in by_use)
    within, over = ([getattr(each, name) for each in ceilings] for name in ("points_within", "points_over"))

    def draw_points_over_ceilings(axes: Axes) -> None:
        axes.set_ylim(0, max(1, within[0] + over[0]) * 1.1)
        axes.set_xlim(-0.6, len(ceilings) - 0.4)
        _draw_stacked_bars(axes, within, [0] * len(within), green)
        _draw_stacked_bars(axes, over, within, red)
        both = [at for at in range(len(ceilings)) if within[at] and over[at]]
        left, right = ([at + side for at in both] for side in (-0.4, 0.4))
        axes.hlines([within[at] for at in both], left, right, color=PAPER, linewidth=1.2)
        names = [str(each.pointage) for each in ceilings]
        shown = indices_of_spaced_labels(
            [text_width(name) for name in names], size_in_points(axes)[0] / len(ceilings)
        )
        name = "ceiling (above: over it, below: within it)"
        panels.draw_bottom_scale(axes, list(shown), name, [names[at] for at in shown])

    return Panel("Green points over each ceiling", draw_points_over_ceilings, height=_TALL)


def _draw_stacked_bars(axes: Axes, points: Sequence[int], floors: Sequence[int], color: str) -> None:
    """Draw bars on top of others, each with its points in the middle if there is room."""
    axes.bar(range(len(points)), points, bottom=floors, width=0.8, color=color, linewidth=0)
    across, up = size_in_points(axes)
    inch = up / axes.get_ylim()[1]
    for at, (many, floor) in enumerate(zip(points, floors, strict=True)):
        if text_width(f"{many:,}") <= 0.8 * across / len(points) and many * inch > LABEL + 3:
            middle, said = floor + many / 2, f"{many:,}"
            write_text(axes, at, middle, said, align="center", color=panels.legible_ink_on(color), font=TEXT)


def _is_suit_of_ceilings(composition: Composition, suit: SuitPart) -> bool:
    """Tell whether a suit is the one whose cards set the ceilings."""
    labels = {each.label for each in composition.ceilings if each.reds}
    return any(kind.label in labels for kind in suit.kinds)


def _opening_hands_panel(hands: OpeningHands | None) -> Panel | None:
    """Return the panel of the number of cards of a kind in opening hands."""
    if hands is None:
        return None
    last = max((k for k, chance in enumerate(hands.chances) if chance >= LEAST), default=0)
    shares = [float(chance) for chance in hands.chances[: last + 1]]

    def draw_opening_hands(axes: Axes) -> None:
        axes.set_xlim(-0.6, max(3, last) + 0.6)
        axes.set_ylim(0, max(shares) * 1.1)
        axes.bar(range(len(shares)), shares, width=0.8, color=INK, linewidth=0)
        room = size_in_points(axes)[0] / (max(3, last) + 1.2)
        for k, share in enumerate(shares):
            said = f"{share:.0%}" if share >= 0.095 else f"{share * 100:.1f}"
            if share >= LEAST and text_width(said) <= room:
                write_text(axes, k, share, said.replace("%", ""), nudge=(0, 8), align="center", font=TEXT)
        ticks = indices_of_spaced_labels([text_width(str(k)) for k in range(last + 1)], room)
        words = [str(k) for k in ticks]
        panels.draw_bottom_scale(axes, list(ticks), "number in a hand, as a percentage of hands", words)

    return Panel(
        findings.hands_heading(hands.title, hands.size, hands.chances), draw_opening_hands, height=_TALL
    )


def ranks_in_order(composition: Composition) -> list[str]:
    """Return the ranks from left to right; ranks that are numbers rise."""
    found = list(composition.ranks)[:MOST_RANKS]
    numbers = [int(rank.replace("−", "-")) for rank in found] if composition.points is not None else []
    return found[::-1] if numbers and numbers[0] > numbers[-1] else found


def quantities_in_rank_order(composition: Composition, suit: SuitPart) -> list[int]:
    """Return the quantities of a suit's cards, in the order of ranks_in_order()."""
    return [composition.quantity(suit.key, rank) for rank in ranks_in_order(composition)]


def suit_ink(suit: SuitPart) -> str:
    """Return a suit's colour, or a darker one if it is not visible on paper."""
    return suit.color if contrast_ratio(color_from_hex(suit.color), WHITE) >= LEAST_CONTRAST else SOFT


def indices_of_spaced_labels(widths: Sequence[float], room: float) -> range:
    """Return the indices of the labels to show so that they fit side by side: all, every second and so on.

    widths: of the labels, in points. room: the width that is available for each label, in points.

    >>> indices_of_spaced_labels([30, 30, 30, 30], 20)
    range(0, 4, 2)
    """
    step = 1
    while step < len(widths) and max(widths[::step]) + 4 > room * step:
        step += 1
    return range(0, len(widths), step)


def draw_two_suits(axes: Axes, composition: Composition, highest: tuple[int, int]) -> None:
    """Draw the first suit up and the second down, their ranks between them.

    highest: the highest quantity of the first suit, and that of the second, in all packs of the picture.
    These are the ends of the scale.
    """
    names, suits = ranks_in_order(composition), composition.suits
    down = highest[1] if len(suits) > 1 else 0
    scale = max(1, highest[0] + down) / (size_in_points(axes)[1] - _MIDDLE - _BEYOND * len(suits))
    band, beyond = _MIDDLE / 2 * scale, _BEYOND * scale
    axes.set_xlim(-0.6, len(names) - 0.4)
    axes.set_ylim(-band - (down + beyond if len(suits) > 1 else 0), highest[0] + beyond + band)
    room = size_in_points(axes)[0] / len(names)
    for suit, way in zip(suits, (1, -1), strict=False):
        _draw_bars(axes, quantities_in_rank_order(composition, suit), way, band, room, suit_ink(suit))
        edge, color = (1 if way > 0 else 0), legible_on_paper(suit_ink(suit))
        write_text(
            axes,
            0,
            edge,
            findings.suit_text(suit),
            nudge=(0, -7 * way),
            color=color,
            font=TEXT,
            coordinates=("axes", "axes"),
        )
    for at in indices_of_spaced_labels([text_width(name) for name in names], room):
        write_text(axes, at, 0, names[at], align="center", color=SOFT)


def _draw_bars(
    axes: Axes, quantities: Sequence[int], direction: int, band: float, room: float, color: str
) -> None:
    """Draw a suit's bars, up or down, each with its quantity if there is room."""
    thick, heights = min(0.8, _THICK / room), [direction * each for each in quantities]
    axes.bar(range(len(heights)), heights, bottom=direction * band, width=thick, color=color, linewidth=0)
    for at, quantity in enumerate(quantities):
        said, where = f"{quantity:,}", direction * (band + quantity)
        if quantity and text_width(said) <= room:
            nudge = (0, 8 * direction)
            write_text(
                axes, at, where, said, nudge=nudge, align="center", color=legible_on_paper(color), font=TEXT
            )


def draw_cells(axes: Axes, composition: Composition) -> None:
    """Draw one row per suit, one column per rank and one cell per card, with quantities above one."""
    names, suits = ranks_in_order(composition), composition.suits[:MOST_SUITS]
    titles, across = [suit.title for suit in suits], size_in_points(axes)[0]
    before = min(120.0, max(map(text_width, titles)) + 14)
    room = min(_CELL * 72, (across - before - 40) / len(names))
    panels.set_x_range(axes, -0.5, len(names) - 0.5, before, across - before - room * len(names))
    panels.draw_row_names(axes, titles, [""] * len(suits), before - 8)
    for row, suit in enumerate(suits):
        _draw_row_of_cells(axes, row, quantities_in_rank_order(composition, suit), suit_ink(suit), room)
        write_text(axes, len(names) - 0.5, row, f"{suit.cards:,}", nudge=(12, 0), color=SOFT)
    for at in indices_of_spaced_labels([text_width(name) for name in names], room):
        write_text(
            axes, at, 0, names[at], nudge=(0, -10), align="center", color=SOFT, coordinates=("data", "axes")
        )


def _draw_row_of_cells(axes: Axes, row: int, quantities: Sequence[int], color: str, room: float) -> None:
    """Draw a suit's cells, pale for cards that it lacks."""
    for there, fill in ((True, color), (False, PALE)):
        where = [(at - 0.4, 0.8) for at, quantity in enumerate(quantities) if (quantity > 0) == there]
        axes.broken_barh(where, (row - 0.4, 0.8), color=fill, linewidth=0)
    for at, quantity in enumerate(quantities):
        if quantity > 1 and text_width(f"{quantity}") <= 0.8 * room:
            write_text(
                axes, at, row, f"{quantity}", align="center", color=panels.legible_ink_on(color), font=TEXT
            )
