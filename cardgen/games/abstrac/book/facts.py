"""What the rulebook of Abstrac may name: counts, limits, scores and worked examples of its four games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....pack.model import Pack
from ....rulebook.context import Facts
from ....rulebook.context import Options as BookOptions
from ....text.styles import InlineCard
from ...cards import DECK, JOKER, SUITS, cards
from ...cards import Card as GameCard
from ...standard import RANKS_6
from .. import example, scoring, scoring52
from ..layout import BY_SUIT, FIRST_DRAW, HALF, MOST, START, Layout
from ..options import SHORT, TARGET, Kind, Options
from .examples import NUMBERS, RANK_NAMES, Deck, PlayedRow
from .figures import Shares
from .row import Row

_TITLES = {
    "abstrac": "Abstrac",
    "abstrac-unfettered": "Unfettered Abstrac",
    "abstrac-52": "52-card Abstrac",
}

# Lines of play of our own, on the source's row: the dealer without a combination; variant 2 to the end.
MISERE = (3, 3, 3, 3, 3, 3, 2, 1, 3)
UNFETTERED = (4, 3, 4, 2, 3, 1, 2, 1, 2, 3)
#: A half of the 52-card game of our own, and how it is drawn.
HALF_ROW = cards("Qd 9d 4c Td Ts 7c 4s 3s Kc Th 3c Ac 8d 7s 4d 7h 2d 8s Js 8c 9s Tc 8h As Qc 2h")
HALF_DRAWS = (4, 1, 2, 1, 1, 2, 2, 1, 3, 1, 1, 3, 1, 1, 1, 1)

#: Hands of one combination each, of every kind that scores.
_KINDS = (
    *(cards(" ".join(f"Q{suit[0]}" for suit in SUITS[:size])) for size in scoring.SETS),
    *(cards(" ".join(f"{rank}h" for rank in RANKS_6[:size])) for size in scoring.RUNS),
)
#: A card that counts in a set and in a run.
TWICE = cards("Kd Qd Jd Qs Qh")


class SuitLimit(NamedTuple):
    """The most cards that may be taken when a suit is exposed."""

    suit: str
    most: int
    #: The same in words: "only that card", "up to two".
    said: str


class Always(NamedTuple):
    """What comes of a row if each always takes so many cards."""

    number: str
    #: How both scores come about.
    first: str
    second: str
    winner: str


def context(pack: Pack, options: BookOptions) -> Facts:
    """The names of the templates abstrac*.md.j2. Raises UsageError for a pack without the cards needed."""
    game = str(options.get("game") or "abstrac")
    deck = Deck(pack)
    deck.need(game, _TITLES.get(game, game))
    actual = deck.played(example.ROW, example.DRAWS)
    always = [(number, deck.played(example.ROW, _always(number))) for number in example.ALWAYS]
    return {
        "game": game,
        "title": _TITLES.get(game, "Abstrac"),
        "titles": _TITLES,
        **_figures(),
        "names": {suit: deck.suit_name(suit) for suit in SUITS},
        "order": [RANK_NAMES[rank] for rank in RANKS_6],
        "limits": (limits := [_limit(deck.suit_name(suit), BY_SUIT[suit]) for suit in SUITS]),
        "limit_rows": [[limit.suit, limit.said] for limit in limits],
        "sets": [[NUMBERS[count], points] for count, points in scoring.SETS.items()],
        "runs": [[NUMBERS[count], points] for count, points in scoring.RUNS.items()],
        "has_joker": deck.joker is not None,
        "joker": InlineCard(deck.joker) if deck.joker else "",
        "row": Row(pack, cards=deck.faces(example.ROW), note="exposed card"),
        "actual": actual,
        "always": [
            Always(NUMBERS[number], line.sides[0].sum, line.sides[1].sum, line.winner)
            for number, line in always
        ],
        "shares": _shares(pack, actual, always),
        "misere": deck.played(example.ROW, MISERE),
        "by_suit": deck.played(example.ROW, _greedy(example.ROW), Kind.SUITS),
        "unfettered": deck.played((JOKER, *example.ROW), UNFETTERED, Kind.UNFETTERED),
        "half": deck.half(HALF_ROW, HALF_DRAWS),
        "combinations": [row for hand in _KINDS for row in deck.found(hand)],
        "twice": deck.laid(scoring.combinations(TWICE)),
        "twice_points": sum(each.points for each in scoring.combinations(TWICE)),
    }


def _limit(suit: str, most: int) -> SuitLimit:
    return SuitLimit(suit, most, "only that card" if most == 1 else f"up to {NUMBERS[most]}")


def _figures() -> Facts:
    """Numbers of the rules."""
    return {
        "short_count": len(SHORT),
        "joker_count": len(SHORT) + 1,
        "full_count": len(DECK),
        "half_count": HALF,
        "most": MOST,
        "first_draw": FIRST_DRAW,
        "even": scoring52.EVEN,
        "target": TARGET,
        "lone_sequence": len(scoring52.longest_sequence(DECK[:1])),
        "unpaired": Options(Kind.FULL).unpaired,
    }


def _always(number: int) -> list[int]:
    """The draws of the source's row if each always takes so many."""
    return [len(draw.cards) for draw in example.always(example.ROW, number).draws]


def _greedy(row: Sequence[GameCard]) -> list[int]:
    """The draws of variant 1 if each always takes all that the suit allows."""
    layout, position, draws = Layout(row, Options(Kind.SUITS)), START, list[int]()
    while not layout.over(position):
        draws.append(layout.limit(position))
        position = layout.take(position, draws[-1])
    return draws


def _shares(pack: Pack, actual: PlayedRow, always: Sequence[tuple[int, PlayedRow]]) -> Shares:
    """The lines that the source compares, one below the other."""
    lines = [("As played", actual), *((f"Always {NUMBERS[n]}", line) for n, line in always)]
    return Shares(
        pack,
        shares=tuple(
            line.share._replace(title=f"{title}: {line.sides[0].score} to {line.sides[1].score}")
            for title, line in lines
        ),
    )
