"""Facts for the rulebook of NEVER OVER: two colours, a position, a game, partners; from pack and play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any, NamedTuple

from ...errors import UsageError
from ...geometry import Rect
from ...pack.model import Card, Pack
from ...rulebook.context import Facts
from ...rulebook.vocabulary import BadCall
from ...text.styles import InlineCard
from .cards import RANKS, Cards, cards_of
from .example_game import told_game
from .options import NeverOverOptions
from .pack_rules import HAND, PIECES, colors
from .positions import additions
from .positions import figure as position
from .sessions import five
from .state import State
from .table_top import MOST_DISCARDS, Anatomy, Part, Place, TableTop, spot_of

#: Who sits at the table, clockwise.
NAMES = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo")
#: The pack as the source suggests it, which others are compared with.
PUBLISHED = Cards.of({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
#: How many numbers of players are told in the table of stocks.
_MOST_STOCKS = 8
#: A card in millimetres and inches by common standards: ISO B8, and poker size of the United States.
_B8, _POKER = (62, 88), (2.5, 3.5)


class CardKind(NamedTuple):
    """One kind of card."""

    label: str
    points: int
    quantity: int


@dataclass(frozen=True)
class ColorFacts:
    """One of the two colours, by whatever name the pack has for it."""

    name: str
    #: With its article: "a green", "an amber".
    a: str
    #: Both as they begin a sentence.
    Name: str
    A: str
    sign: str
    #: From the lowest up.
    kinds: tuple[CardKind, ...]
    count: int
    total: int
    #: The labels of the highest and of the lowest.
    top: str
    low: str


class Price(NamedTuple):
    """A red card of one's own that gains little where red counts against its owner."""

    card: str
    #: What it would go on, and the ceiling there.
    on: str
    ceiling: int


class Leaning(NamedTuple):
    """What makes a pack attack or defend, of this one and of the published one, to one decimal."""

    greens_a_red: float
    mean_red: float
    published_greens_a_red: float
    published_mean_red: float
    same: bool
    #: 1 where this pack attacks more than the published one, -1 where it defends more, 0 for neither.
    by_share: int
    by_reds: int


def context(pack: Pack, options: Mapping[str, Any]) -> Facts:
    """Return all that the template may name. options: of the game, by name, for the whole game that is told.

    Raises PackError for a pack that NEVER OVER cannot be played with, UsageError for too small a one.
    """
    cards = cards_of(pack)
    green, red = colors(pack)
    if cards.count < 4 or not 0 < cards.greens < cards.kinds:
        raise UsageError(f"{pack.name} has too few cards of both colours to show a game of NEVER OVER")
    # The options of the game; those of the rulebook that are none are left out.
    known = {each.name for each in fields(NeverOverOptions)}
    written = {name.replace("-", "_"): value for name, value in options.items()}
    rules = NeverOverOptions(**{name: value for name, value in written.items() if name in known})
    state = _with_discards(position(cards, min(len(NAMES), cards.count)))
    parts = _parts(pack, cards)
    return {
        "green": _color(pack, green or "", cards, True),
        "red": _color(pack, red or "", cards, False),
        "highest": cards.highest,
        "zero": next(
            (cards.labels[k] for k in range(cards.greens, cards.kinds) if not cards.pointages[k]), ""
        ),
        "cards_in_play": cards.count,
        "hand": HAND,
        "pieces": PIECES,
        "standard_cards": 4 * RANKS,
        "pack_pieces": pack.count,
        "b8": _B8,
        "poker": _POKER,
        "improvised": cards.standard_packs(),
        "most_players": cards.count // HAND,
        "rows": rows,
        "kind_rows": _kind_rows(pack, cards),
        # The highest red card on the one below it.
        "price": Price(cards.labels[-1], cards.labels[-2], cards.pointages[-2])
        if cards.kinds - cards.greens > 1
        else None,
        "five_names": list(NAMES[:5]),
        "stocks": _stocks(cards),
        "measures": _leaning(cards),
        "anatomy": Anatomy(pack, _shown(pack, cards), parts) if parts else None,
        "anatomy_parts": parts,
        "table_top": _table_top(pack, state),
        "seats": additions(state, NAMES),
        "five": five(NAMES),
        "game": told_game(cards, rules, NAMES),
    }


def _color(pack: Pack, key: str, cards: Cards, is_green: bool) -> ColorFacts:
    kinds = [
        CardKind(cards.labels[kind], cards.pointages[kind], cards.quantities[kind])
        for kind in range(cards.kinds)
        if cards.is_green(kind) == is_green
    ]
    name = pack.suit_title(key)
    a = f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
    count, total = cards.total(green=is_green)
    return ColorFacts(
        name=name,
        a=a,
        Name=name[:1].upper() + name[1:],
        A=a[:1].upper() + a[1:],
        sign=pack.suits[key].sign or "",
        kinds=tuple(kinds),
        count=count,
        total=total,
        top=kinds[-1].label,
        low=kinds[0].label,
    )


def rows(values: Sequence[Any], *columns: Any) -> list[list[Any]]:
    """Make a row for each value, for `table`: a column is the name of a field, or a macro given the value."""

    def cell(value: Any, column: Any) -> Any:
        if callable(column):
            return column(value)
        if column not in (known := getattr(value, "_fields", ())):
            raise BadCall(f"there is no {column!r} here", f"these have {', '.join(known)}")
        return getattr(value, column)

    return [[cell(value, column) for column in columns] for value in values]


def _kind_rows(pack: Pack, cards: Cards) -> list[list[Any]]:
    """Put green and red kinds side by side, the highest first: card, quantity, total."""
    by_id = {card.id: card for card in pack.cards}
    sides = [range(cards.greens - 1, -1, -1), range(cards.kinds - 1, cards.greens - 1, -1)]
    cells = [
        [
            [InlineCard(by_id[cards.ids[k]]), cards.quantities[k], cards.quantities[k] * cards.pointages[k]]
            for k in side
        ]
        for side in sides
    ]
    greens, reds = cells
    return [left + right for left, right in zip_longest(greens, reds, fillvalue=["", "", ""])]


def _stocks(cards: Cards) -> list[list[Any]]:
    """Make two rows of numbers of players, and how many cards each leaves for the stock; or none."""
    players = list(range(2, min(cards.count // HAND, _MOST_STOCKS) + 1))
    if not players:
        return []
    return [["Players", *players], ["Stock", *(cards.count - each * HAND for each in players)]]


def _leaning(cards: Cards) -> Leaning:
    greens, red = _attack(cards)
    published_greens, published_red = _attack(PUBLISHED)
    # The mean red card of the published pack, if its highest were this one's.
    published_red *= cards.highest / PUBLISHED.highest
    same = (cards.pointages, cards.quantities) == (PUBLISHED.pointages, PUBLISHED.quantities)
    by_share = (greens > published_greens + 1e-9) - (greens < published_greens - 1e-9)
    by_reds = (red > published_red + 1e-9) - (red < published_red - 1e-9)
    shown = [round(value, 1) for value in (greens, red, published_greens, published_red)]
    return Leaning(shown[0], shown[1], shown[2], shown[3], same, by_share, by_reds)


def _attack(cards: Cards) -> tuple[float, float]:
    """Return how many green cards there are to a red one, and the mean pointage of the red ones."""
    greens, _ = cards.total(green=True)
    reds, points = cards.total(green=False)
    return greens / reds, points / reds


# -- the table


def _with_discards(state: State) -> State:
    """Return the same with a few discards, taken from the stock at even distances."""
    made = state.copy()
    count = min(MOST_DISCARDS - 1, len(made.stock) // 2)
    for number in range(count):
        made.discards.append(made.stock.pop((2 * number + 1) * len(made.stock) // (2 * count)))
    return made


def _table_top(pack: Pack, state: State) -> TableTop:
    table, by_id = state.table, {card.id: card for card in pack.cards}

    def card(kind: int) -> Card:
        return by_id[table.cards.ids[kind]]

    piles = zip(NAMES, state.greens, state.reds, strict=False)
    places = tuple(Place(name, *(card(pile[-1]) if pile else None for pile in both)) for name, *both in piles)
    return TableTop(pack, places, tuple(map(card, state.discards)), bool(state.stock))


# -- the parts of a card


def _shown(pack: Pack, cards: Cards) -> tuple[Card, Card]:
    """Return the highest green card, and the second highest red one where there is one."""
    by_id = {card.id: card for card in pack.cards}
    red = max(cards.greens, cards.kinds - 2)
    return by_id[cards.ids[cards.greens - 1]], by_id[cards.ids[red]]


def _parts(pack: Pack, cards: Cards) -> tuple[Part, ...]:
    """Return the parts that the shown cards have."""
    every: tuple[Part, ...] = ("small", "large", "stripe")
    shown, trim = _shown(pack, cards), Rect(0, 0, *pack.card.size)
    return tuple(part for part in every if any(spot_of(pack, card, part, trim, False) for card in shown))
