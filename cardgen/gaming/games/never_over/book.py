"""Facts for the rulebook of NEVER OVER: two colours, a position, a game, partners; from pack and play."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, zip_longest
from typing import Annotated, Any, NamedTuple

from ....books.blocks import Later
from ....books.context import BookFacts
from ....books.vocabulary import BadCall
from ....errors import UsageError
from ....geometry import Rect
from ....pack.model import Card, Pack
from ....text.styles import InlineCard
from ..playing_time import time_facts
from .cards import RANKS, Cards, cards_of
from .example_game import GamePart, Round, example_players, mean_length, scores_above_zero, told_game
from .moves import ceiling
from .options import NeverOverOptions
from .pack_rules import HAND, PIECES, colors
from .state import State
from .table import Sides, Table, numbered, seating
from .table_top import MOST_DISCARDS, Anatomy, Middle, Part, Place, TableTop, spot_of

#: Who sits at the table, clockwise.
NAMES = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo")
#: The pack as the source suggests it, which others are compared with.
PUBLISHED = Cards.of({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
#: The fewest cards of a hand that it is worth talking about: partners need four hands of them, the session of
#: five needs five; and the fewest cards of the pack for each player at the table that is shown.
_LEAST_HAND, _CARDS_AT_TABLE = 2, 4
#: The most players that the table of stocks and the score sheets have a place for.
_MOST_TOLD = 24
#: The most numbers of players in a row of the table of stocks, and the most columns of a score sheet.
_STOCKS_IN_ROW, _SHEET_COLUMNS = 7, 6
#: A card in millimetres and inches by common standards: ISO B8, and poker size of the United States.
_B8, _POKER = (62, 88), (2.5, 3.5)


class CardKind(NamedTuple):
    """One kind of card."""

    label: str
    points: int
    quantity: int


class ColorFacts(NamedTuple):
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
    count: int  # type: ignore[assignment]  # a number here, as in templates
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


class Example(NamedTuple):
    """A red card, and which cards may go on its pile or beside it: what the rules are shown with."""

    label: str
    ceiling: int
    #: Green cards beside it, red ones of its owner's on it, and red ones of an opponent's, by their labels.
    green: tuple[str, ...]
    green_not: tuple[str, ...]
    own: tuple[str, ...]
    own_not: tuple[str, ...]
    other: tuple[str, ...]
    other_not: tuple[str, ...]


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


@dataclass(frozen=True, kw_only=True)
class NeverOverFacts(BookFacts):
    """What templates of NEVER OVER may name."""

    green: Annotated[ColorFacts, "The colour whose cards add points."]
    red: Annotated[ColorFacts, "The colour whose cards set ceilings."]
    highest: Annotated[int, "The highest pointage of a red card."]
    zero: Annotated[str, 'The label of the red card of 0; "" where there is none.']
    cards_in_play: Annotated[int, "How many cards are played with."]
    hand: Annotated[int, "The cards of a hand in the source."]
    dealt: Annotated[int, "Cards that two players are dealt."]
    leaves_stock: Annotated[bool, "Whether two players leave cards for a stock."]
    can_deal_more: Annotated[bool, "Whether two players could have more cards each."]
    partners_can_play: Annotated[bool, "Whether there are enough cards for two sides of partners."]
    five_can_play: Annotated[bool, "Whether there are enough cards for the session of five."]
    pieces: Annotated[int, "The number of pieces that card makers usually produce."]
    standard_cards: Annotated[int, "Cards of a standard pack without jokers."]
    pack_pieces: Annotated[int, "All pieces of the pack, extras too."]
    b8: Annotated[tuple[int, int], "The size of ISO B8 in millimetres."]
    poker: Annotated[tuple[float, float], "The poker size in inches."]
    improvised: Annotated[int | None, "How many standard packs an improvised one is made of."]
    most_players: Annotated[int, "How many players the pack serves."]
    minutes: Annotated[str, 'The playing time in minutes: "25–45", or "5".']
    seconds_a_turn: Annotated[int, "The assumed seconds of a turn."]
    seconds_a_deal: Annotated[int, "The assumed seconds of a deal."]
    rows: Annotated[Callable[..., Any], "A function: a row for each value, for `table`."]
    round_rows: Annotated[Callable[..., Any], "A function: a row for each round of a game."]
    round_heads: Annotated[Callable[..., Any], "A function: the heads of such a table."]
    kind_rows: Annotated[list[list[Any]], "Green and red cards side by side: card, quantity, total."]
    price: Annotated[Price | None, "The highest red card on the one below it."]
    five_names: Annotated[list[str], "The players of the session of five."]
    stock_rows: Annotated[
        Callable[..., Any], "A function: the cards that each number of players leaves for the stock."
    ]
    sheet_players: Annotated[int, "How many players the score sheets have a place for."]
    score_sheets: Annotated[list[int], "The columns of each score sheet."]
    measures: Annotated[Leaning, "What makes the pack attack or defend."]
    anatomy: Annotated[Anatomy | None, "A drawing of the parts of cards."]
    anatomy_parts: Annotated[tuple[Part, ...], "What the parts of cards are called."]
    set_up: Annotated[TableTop, "A drawing of the table when a game begins."]
    players_shown: Annotated[Sequence[str], "Who sits at the table that is shown."]
    stock_shown: Annotated[bool, "Whether that table has a stock."]
    example: Annotated[Example, "A red card, and which cards may go where with it."]
    table_top: Annotated[TableTop, "A drawing of the table within a game."]
    seats: Annotated[tuple[Additions, ...], "What each player at that table can add."]
    spread: Annotated[tuple[str, ...], "The discards of that table, by their labels."]
    middle: Annotated[Middle, "A drawing of its discards as they lie."]
    five: Annotated[Five, "The session of five."]
    game: Annotated[Later, "A whole game, from deal to score."]
    called: Annotated[Callable[..., Any], "A function: a drawing of a table with other names for its stacks."]
    table_after: Annotated[Callable[..., Any], "A function: a drawing of the table after a part of the game."]
    trials: Annotated[Later, "How often whole games end above zero."]


def context(pack: Pack, options: Mapping[str, Any]) -> NeverOverFacts:
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
    state = _with_discards(figure(cards, max(2, min(len(NAMES), cards.count // _CARDS_AT_TABLE))))
    table_top = _table_top(pack, state)
    players = example_players(cards, len(NAMES))
    dealt = min(HAND, cards.count // 2)
    served = max(2, min(cards.count // HAND, _MOST_TOLD))
    parts = _parts(pack, cards)
    return NeverOverFacts(
        green=_color(pack, green or "", cards, True),
        red=_color(pack, red or "", cards, False),
        highest=cards.highest,
        zero=next((cards.labels[k] for k in range(cards.greens, cards.kinds) if not cards.pointages[k]), ""),
        cards_in_play=cards.count,
        hand=HAND,
        dealt=dealt,
        # Whether two players leave cards for a stock, and could have more cards each.
        leaves_stock=cards.count > 2 * dealt,
        can_deal_more=cards.count >= 2 * (dealt + 1),
        partners_can_play=cards.count >= 4 * _LEAST_HAND,
        five_can_play=cards.count >= 5 * _LEAST_HAND,
        pieces=PIECES,
        standard_cards=4 * RANKS,
        pack_pieces=pack.count,
        b8=_B8,
        poker=_POKER,
        improvised=cards.standard_packs(),
        most_players=cards.count // HAND,
        **time_facts(mean_length(cards, players) for players in {2, served}),
        rows=rows,
        round_rows=round_rows,
        round_heads=round_heads,
        kind_rows=_kind_rows(pack, cards),
        # The highest red card on the one below it.
        price=Price(cards.labels[-1], cards.labels[-2], cards.pointages[-2])
        if cards.kinds - cards.greens > 1
        else None,
        five_names=list(NAMES[:5]),
        stock_rows=lambda players, stock: _stocks(cards, str(players), str(stock)),
        sheet_players=served,
        score_sheets=_score_sheets(served),
        measures=leaning(cards),
        anatomy=Anatomy(pack, _example_cards(pack, cards), parts) if parts else None,
        anatomy_parts=parts,
        set_up=_set_up(pack, cards, players),
        players_shown=NAMES[:players],
        stock_shown=cards.count > min(HAND, cards.count // players) * players,
        example=_example(cards),
        table_top=table_top,
        seats=additions(state, NAMES),
        spread=tuple(cards.labels[kind] for kind in state.discards),
        middle=Middle(table_top.pack, table_top.discards),
        five=five(NAMES),
        game=Later(lambda: told_game(cards, rules, NAMES)),
        called=lambda table, stacks: table._replace(stacks=tuple(map(str, stacks))),
        table_after=lambda part: _table_after(pack, part),
        trials=Later(lambda: scores_above_zero(cards, len(NAMES))),
    )


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


def round_rows(rounds: Sequence[Round], *columns: Any) -> list[list[Any]]:
    """Make a row for each round, for `table`: its number, then what each macro makes of each seat's turn."""
    return [
        [each.number, *(column(turn) if turn else "" for turn in each.turns for column in columns)]
        for each in rounds
    ]


def round_heads(names: Sequence[str], columns: Sequence[Any]) -> list[str]:
    """Return the heads of such a table: of each player the columns, the first with the name before it."""
    first, *others = map(str, columns)
    return ["", *(head for name in names for head in (f"{name} {first}", *others))]


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


def _stocks(cards: Cards, players: str, stock: str) -> list[list[int | str]]:
    """Return rows in pairs: numbers of players, and the cards that each leaves for the stock.

    All rows are equally long, the last pair with empty cells where it has fewer numbers. There are none if
    the pack serves no two players.
    """
    numbers = range(2, min(cards.count // HAND, _MOST_TOLD) + 1)
    if not numbers:
        return []
    length = math.ceil(len(numbers) / math.ceil(len(numbers) / _STOCKS_IN_ROW))
    made: list[list[int | str]] = []
    for start in range(0, len(numbers), length):
        part = numbers[start : start + length]
        empty = [""] * (length - len(part))
        made.append([players, *part, *empty])
        made.append([stock, *(cards.count - each * HAND for each in part), *empty])
    return made


def _score_sheets(players: int) -> list[int]:
    """Return the columns of each of the score sheets that have a place for so many players together."""
    sheets = math.ceil(players / _SHEET_COLUMNS)
    return [math.ceil(players / sheets)] * sheets


def leaning(cards: Cards) -> Leaning:
    """Compare what makes a pack attack or defend with the published one."""
    greens, red = _attack(cards)
    published_greens, published_red = _attack(PUBLISHED)
    # The mean red card of the published pack, if its highest were this one's.
    published_red *= cards.highest / PUBLISHED.highest
    same = (cards.pointages, cards.quantities) == (PUBLISHED.pointages, PUBLISHED.quantities)
    shown = [round(value, 1) for value in (greens, red, published_greens, published_red)]
    # What is printed as equal leans neither way.
    by_share = (shown[0] > shown[2]) - (shown[0] < shown[2])
    by_reds = (shown[1] > shown[3]) - (shown[1] < shown[3])
    return Leaning(shown[0], shown[1], shown[2], shown[3], same, by_share, by_reds)


def _attack(cards: Cards) -> tuple[float, float]:
    """Return how many green cards there are to a red one, and the mean pointage of the red ones."""
    greens, _ = cards.total(green=True)
    reds, points = cards.total(green=False)
    return greens / reds, points / reds


# --- the table


def _with_discards(state: State) -> State:
    """Return the same with a few discards, taken from the stock at even distances."""
    made = state.copy()
    count = min(MOST_DISCARDS - 1, len(made.stock) // 2)
    for number in range(count):
        made.discards.append(made.stock.pop((2 * number + 1) * len(made.stock) // (2 * count)))
    return made


def _set_up(pack: Pack, cards: Cards, players: int) -> TableTop:
    """Lay the table as it is when a game begins: two empty piles each, hands, a stock, and no discards."""
    hand = min(HAND, cards.count // players)
    places = tuple(Place(name, None, None, hand=hand) for name in NAMES[:players])
    green, red = (pack.suit_title(key or "") for key in colors(pack))
    return TableTop(pack, places, (), cards.count > hand * players, words=(green, red))


def _table_after(pack: Pack, part: GamePart) -> TableTop:
    """Lay the table as it is after a part of the example game, with the points of each player."""
    by_label = {card.label: card for card in pack.cards if card.suit}

    def top(pile: tuple[str, ...]) -> Card | None:
        return by_label[pile[-1]] if pile else None

    places = tuple(Place(p.player, top(p.greens), top(p.reds), p.points) for p in part.piles)
    discards = tuple(by_label[label] for label in part.discards)
    return TableTop(pack, places, discards, part.stock > 0)


def _example(cards: Cards) -> Example:
    """Choose the red card that allows and forbids most, and tell what may go where with it."""
    table = Table(cards, 2, NeverOverOptions(hand=1))
    kinds = range(cards.kinds)

    def labels(may: int, green: bool, allowed: bool) -> tuple[str, ...]:
        found = (kind for kind in kinds if cards.is_green(kind) == green and bool(may >> kind & 1) == allowed)
        return tuple(cards.labels[kind] for kind in found)

    made = []
    for kind in range(cards.greens, cards.kinds):
        own, other = (table.playable(0, place, table.level_of[kind]) for place in (0, 1))
        sorts = [
            labels(may, green, allowed)
            for may, green in ((own, True), (own, False), (other, False))
            for allowed in (True, False)
        ]
        made.append(Example(cards.labels[kind], cards.pointages[kind], *sorts))
    return max(made, key=lambda each: min(len(part) for part in each[2:]))


def _table_top(pack: Pack, state: State) -> TableTop:
    table, by_id = state.table, {card.id: card for card in pack.cards}

    def card(kind: int) -> Card:
        return by_id[table.cards.ids[kind]]

    piles = zip(NAMES, state.greens, state.reds, strict=False)
    places = tuple(
        Place(name, card(green[-1]) if green else None, card(red[-1]) if red else None)
        for name, green, red in piles
    )
    return TableTop(pack, places, tuple(map(card, state.discards)), bool(state.stock))


# --- the parts of a card


def _example_cards(pack: Pack, cards: Cards) -> tuple[Card, Card]:
    """Return the highest green card, and the second highest red one where there is one."""
    by_id = {card.id: card for card in pack.cards}
    red = max(cards.greens, cards.kinds - 2)
    return by_id[cards.ids[cards.greens - 1]], by_id[cards.ids[red]]


def _parts(pack: Pack, cards: Cards) -> tuple[Part, ...]:
    """Return the parts that the shown cards have."""
    every: tuple[Part, ...] = ("small", "large", "stripe")
    shown, trim = _example_cards(pack, cards), Rect(0, 0, *pack.card.size)
    return tuple(part for part in every if any(spot_of(pack, card, part, trim, False) for card in shown))


# --- the source's picture

#: The top cards, green and red, of the six players in the source's picture. None is an empty pile; numbers
#: below zero count from the highest pointage of the pack (-1) down, so that any pack can be laid so.
FIGURE = ((-2, None), (2, -2), (-1, 1), (2, 2), (None, -1), (-2, 0))


class Addable(NamedTuple):
    """A card that may go on a pile now."""

    label: str
    #: It changes nothing: a red card on an equal one, or the highest red on an empty pile.
    redundant: bool


class Additions(NamedTuple):
    """The piles of one seat, and all that can be added to them by whoever holds the cards."""

    name: str
    #: The top cards; None for an empty pile.
    green: str | None
    red: str | None
    #: The pointage that governs the seat, and whether only an empty pile implies it.
    ceiling: int
    implied: bool
    #: Green cards that stand though they are over the ceiling: they were within it when they were played.
    standing: tuple[str, ...]
    own: tuple[Addable, ...]
    others: tuple[Addable, ...]


def additions(state: State, names: Sequence[str]) -> tuple[Additions, ...]:
    """Tell, seat by seat, what can be added over every card of the pack, where all play alone."""
    table, cards, made = state.table, state.table.cards, []
    for seat in range(table.players):
        top, green, red = ceiling(state, seat), state.greens[seat], state.reds[seat]
        over = sorted((kind for kind in green if cards.pointages[kind] > top), reverse=True)
        own, others = (
            tuple(
                Addable(cards.labels[kind], not cards.is_green(kind) and cards.pointages[kind] == top)
                for kind in range(cards.kinds)
                if table.playable(who, seat, state.tops[seat]) >> kind & 1
            )
            for who in (seat, (seat + 1) % table.players)
        )
        made.append(
            Additions(
                name=names[seat],
                green=cards.labels[green[-1]] if green else None,
                red=cards.labels[red[-1]] if red else None,
                ceiling=top,
                implied=not red,
                standing=tuple(cards.labels[kind] for kind in over),
                own=own,
                others=others,
            )
        )
    return tuple(made)


def figure(cards: Cards, players: int = 6) -> State:
    """Lay the source's picture of six players, or the first of them, with any pack that has the cards.

    With the published pack it is the source's own, card for card; all other cards are in the stock.
    """
    table = Table(cards, players, NeverOverOptions(hand=1))
    state, left = State(table, cards.deck), Counter(cards.deck)
    state.hands, state.held = [[0] * cards.kinds for _ in range(players)], [0] * players
    for seat, (green, red) in enumerate(FIGURE[:players]):
        state.greens[seat] = _near(cards, green, left, green=True)
        state.reds[seat] = _near(cards, red, left, green=False)
        if state.reds[seat]:
            state.tops[seat] = table.level_of[state.reds[seat][-1]]
    state.stock = sorted(left.elements())
    return state


def _near(cards: Cards, wanted: int | None, left: Counter[int], *, green: bool) -> list[int]:
    """Take the card nearest to what the figure wants, of those left; the lower of two."""
    mine = [kind for kind in range(cards.kinds) if cards.is_green(kind) == green and left[kind] > 0]
    if wanted is None or not mine:
        return []
    pointage = wanted if wanted >= 0 else cards.highest + 1 + wanted
    kind = min(mine, key=lambda each: (abs(cards.pointages[each] - pointage), each))
    left[kind] -= 1
    return [kind]


# --- five players


class Rotation(NamedTuple):
    """One game of a session with rotating partnerships."""

    dealer: int
    #: The players of each side.
    teams: tuple[tuple[int, ...], ...]
    #: The side of each seat.
    sides: Sides


class NamedGame(NamedTuple):
    """The same in names."""

    number: int
    dealer: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]


class Five(NamedTuple):
    """Five players: the session in which each deals once, and the further one, in which the dealer joins."""

    games: tuple[NamedGame, ...]
    further: tuple[NamedGame, ...]
    #: In how many games a player has one partner, and in how many two.
    single: int
    double: int
    #: How often neighbours, and those who are not, are partners; in the further games; and over all.
    neighbours: int
    others: int
    further_neighbours: int
    further_others: int
    together: int


def rotation(*, dealer_joins: bool = False) -> tuple[Rotation, ...]:
    """Return the published session of five: each deals once, sinistra and destra play against the others.

    dealer_joins: the further session, in which the dealer joins sinistra and destra.
    """
    games = []
    for dealer in range(5):
        order = sinistra, *others, destra, last = seating(dealer, 5)
        ends = (sinistra, destra, last) if dealer_joins else (sinistra, destra)
        rest = tuple(others) if dealer_joins else (*others, last)
        sides = numbered([int(player in rest) for player in order])
        games.append(Rotation(dealer, (tuple(sorted(ends)), tuple(sorted(rest))), sides))
    return tuple(games)


def partner_counts(games: Sequence[Rotation]) -> dict[tuple[int, int], int]:
    """Count how often any two players are partners."""
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    for each in games:
        for team in each.teams:
            for pair in combinations(team, 2):
                counts[pair] += 1
    return counts


def partners_a_game(games: Sequence[Rotation], player: int) -> list[int]:
    """Count the partners that a player has in each game."""
    return [len(team) - 1 for each in games for team in each.teams if player in team]


def five(names: Sequence[str]) -> Five:
    """Work out both sessions of five players, who sit clockwise in this order."""
    first, further = rotation(), rotation(dealer_joins=True)
    counts, more = partner_counts(first), partner_counts(further)
    near, far = (0, 1), (0, 2)
    a_game = partners_a_game(first, 0)
    return Five(
        games=_games_with_names(first, names),
        further=_games_with_names(further, names),
        single=a_game.count(1),
        double=a_game.count(2),
        neighbours=counts[near],
        others=counts[far],
        further_neighbours=more[near],
        further_others=more[far],
        together=counts[near] + more[near],
    )


def _games_with_names(games: Sequence[Rotation], names: Sequence[str]) -> tuple[NamedGame, ...]:
    """Tell the games in names, sinistra's side first, each side in the order of the seats."""
    made = []
    for number, (dealer, teams, _) in enumerate(games, 1):
        partners, opponents = (
            tuple(names[player] for player in seating(dealer, 5) if player in team) for team in teams
        )
        made.append(NamedGame(number, names[dealer], partners, opponents))
    return tuple(made)
