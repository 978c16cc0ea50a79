"""The picture of what packs hold: quantities by suit and rank, points over each ceiling, opening hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from ...games import GAMES
from ...text.fonts import TEXT
from ..composition import Composition, SuitPart
from ..odds import Odds, distribution
from . import findings, panels
from .layout import Panel, laid_out
from .quantities import MOST_RANKS, MOST_SUITS, cells, column, columns, ink, spaced
from .theme import INK, LABEL, PAPER, drawn, size_of, width, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: More packs than these are not drawn; what is left out is said.
MOST_PACKS = 12
#: Shares of hands below this are not drawn, at the end.
LEAST = Fraction(1, 2000)
#: So many ranks have room in one column.
_NARROW = 8
#: The height of a row of panels with bars and of one without, and a suit's row, in inches.
_TALL, _LOW, _ROW = 2.5, 2.0, 0.42


class Hands(NamedTuple):
    """How many cards of a kind opening hands hold: the chance of 0, 1, 2 ..."""

    title: str
    size: int
    chances: Sequence[Fraction]


def composition_picture(
    compositions: Sequence[Composition], kind: str, odds: Sequence[Odds | None] = ()
) -> bytes:
    """Draw what packs hold, a row a pack: "png", "svg" or "pdf".

    odds: those of each pack, for its opening hands; without them, NEVER OVER's red cards are told.
    Raises UsageError where matplotlib is missing.
    """
    return drawn(lambda: _figure(compositions, odds), kind)


def _figure(compositions: Sequence[Composition], odds: Sequence[Odds | None]) -> Figure:
    some = compositions[:MOST_PACKS]
    ends = _highest(some, 0), _highest(some, 1)
    rows = [
        [_cards(one, ends, len(some) > 1), _ceilings(one), _hands(hands_of(one, its))]
        for one, its in zip_longest(some, odds[: len(some)])
    ]
    return laid_out(findings.compositions(compositions), _below(compositions), rows)


def _below(compositions: Sequence[Composition]) -> str:
    """Return the line below the title, with what is left out."""
    limits = [(len(compositions), MOST_PACKS, "packs")]
    limits += [(len(one.suits), MOST_SUITS, f"suits of {one.name}") for one in compositions]
    limits += [(len(one.ranks), MOST_RANKS, f"ranks of {one.name}") for one in compositions]
    left_out = [f"drawn: the first {most} {what}" for many, most, what in limits if many > most]
    return "  ·  ".join([*filter(None, [findings.below_compositions(compositions)]), *left_out])


def hands_of(composition: Composition, odds: Odds | None = None) -> Hands | None:
    """Choose the opening hands to tell of: the first kind of card of the odds, or red cards of NEVER OVER."""
    red = next((suit.title for suit in composition.suits if _stops(composition, suit)), "")
    if odds is not None:
        told = [(hand.hand.cards, each) for hand in odds.hands for each in hand.openings]
        told.sort(key=lambda each: each[1].wanted.title != red)
        return Hands(told[0][1].wanted.title, told[0][0], told[0][1].chances) if told else None
    size = next((hand.cards for game in composition.games for hand in GAMES[game].hands()), 0)
    if not red or not size or composition.cards < size:
        return None
    reds = sum(each.reds for each in composition.ceilings)
    return Hands(red, size, distribution(composition.cards, reds, size))


def _highest(compositions: Sequence[Composition], at: int) -> int:
    """Return the largest quantity of the first or the second suit, of packs that are drawn as bars."""
    suits = [(one.suits[at], one) for one in compositions if at < len(one.suits) <= 2]
    return max((each for suit, one in suits for each in column(one, suit)), default=0)


def _cards(composition: Composition, ends: tuple[int, int], named: bool) -> Panel | None:
    """Make the panel of quantities: bars for one suit or two, a chart of cells for more."""
    if not composition.ranks:
        return None
    words = composition.name if named else "Cards by rank"
    if len(composition.suits) <= 2:
        return Panel(words, lambda axes: columns(axes, composition, ends), height=_TALL)
    height = max(_LOW, _ROW * min(MOST_SUITS, len(composition.suits)))
    wide = 2 if len(composition.ranks) > _NARROW else 1
    return Panel(words, lambda axes: cells(axes, composition), columns=wide, height=height)


def _ceilings(composition: Composition) -> Panel | None:
    """Make the panel of the green points within and over each ceiling of NEVER OVER."""
    ceilings = composition.ceilings[:MOST_RANKS]
    if not ceilings or len(composition.suits) != 2:
        return None
    by_use = sorted(composition.suits, key=lambda suit: _stops(composition, suit))
    green, red = (ink(suit) for suit in by_use)
    within, over = ([getattr(each, name) for each in ceilings] for name in ("points_within", "points_over"))

    def draw(axes: Axes) -> None:
        axes.set_ylim(0, max(1, within[0] + over[0]) * 1.1)
        axes.set_xlim(-0.6, len(ceilings) - 0.4)
        _stack(axes, within, [0] * len(within), green)
        _stack(axes, over, within, red)
        both = [at for at in range(len(ceilings)) if within[at] and over[at]]
        left, right = ([at + side for at in both] for side in (-0.4, 0.4))
        axes.hlines([within[at] for at in both], left, right, color=PAPER, linewidth=1.2)
        names = [str(each.pointage) for each in ceilings]
        shown = spaced([width(name) for name in names], size_of(axes)[0] / len(ceilings))
        name = "ceiling (above: over it, below: within it)"
        panels.bottom(axes, list(shown), name, [names[at] for at in shown])

    return Panel("Green points over each ceiling", draw, height=_TALL)


def _stack(axes: Axes, points: Sequence[int], floors: Sequence[int], color: str) -> None:
    """Draw bars on others, each with its points in the middle where there is room."""
    axes.bar(range(len(points)), points, bottom=floors, width=0.8, color=color, linewidth=0)
    across, up = size_of(axes)
    inch = up / axes.get_ylim()[1]
    for at, (many, floor) in enumerate(zip(points, floors, strict=True)):
        if width(f"{many:,}") <= 0.8 * across / len(points) and many * inch > LABEL + 3:
            middle, said = floor + many / 2, f"{many:,}"
            write(axes, at, middle, said, align="center", color=panels.over(color), font=TEXT)


def _stops(composition: Composition, suit: SuitPart) -> bool:
    """Tell whether a suit is the one that sets ceilings, whose labels are then theirs."""
    labels = {each.label for each in composition.ceilings if each.reds}
    return any(kind.label in labels for kind in suit.kinds)


def _hands(hands: Hands | None) -> Panel | None:
    """Make the panel of how many cards of a kind opening hands hold."""
    if hands is None:
        return None
    last = max((k for k, chance in enumerate(hands.chances) if chance >= LEAST), default=0)
    shares = [float(chance) for chance in hands.chances[: last + 1]]

    def draw(axes: Axes) -> None:
        axes.set_xlim(-0.6, max(3, last) + 0.6)
        axes.set_ylim(0, max(shares) * 1.1)
        axes.bar(range(len(shares)), shares, width=0.8, color=INK, linewidth=0)
        room = size_of(axes)[0] / (max(3, last) + 1.2)
        for k, share in enumerate(shares):
            said = f"{share:.0%}" if share >= 0.095 else f"{share * 100:.1f}"
            if share >= LEAST and width(said) <= room:
                write(axes, k, share, said.replace("%", ""), nudge=(0, 8), align="center", font=TEXT)
        ticks = spaced([width(str(k)) for k in range(last + 1)], room)
        words = [str(k) for k in ticks]
        panels.bottom(axes, list(ticks), "so many in a hand, in per cent of hands", words)

    return Panel(findings.hands(hands.title, hands.size, hands.chances), draw, height=_TALL)
