"""Facts for the rulebook of NEVER OVER, computed from the pack and from games: colours, positions, games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import combinations, zip_longest
from typing import Annotated, Any, NamedTuple

from ....books.blocks import LazyFact
from ....books.context import BookFacts
from ....books.vocabulary import BadCallError
from ....errors import UsageError
from ....geometry import Rect
from ....pack.model import Card, Pack
from ....text.styles import InlineCard
from ..playing_time import playing_time_facts
from .cards import RANKS, Cards, cards_of
from .example_game import (
    GamePart,
    GameRound,
    example_player_count,
    game_account,
    mean_length,
    play_score_trials,
)
from .moves import IllegalMove, ceiling_of_place, make_move
from .options import NeverOverOptions
from .pack_rules import HAND, PIECES, green_and_red_suits
from .state import State
from .table import GameTable, Sides, players_by_seat, renumbered_sides
from .table_top import MOST_DISCARDS, Anatomy, Part, PlayerPlace, StockAndDiscards, TableTop, point_on_part

#: The players at the table, clockwise.
NAMES = ("Abe", "Bea", "Cal", "Deb", "Eli", "Flo")
#: The pack that the source suggests, for comparison.
PUBLISHED = Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
#: Minimum hand for describing partners (four hands) and the session of five, and minimum cards of the pack
#: per player at the table that is drawn.
_LEAST_HAND, _CARDS_AT_TABLE = 2, 4
#: Maximum number of players in the table of stocks and on the score sheets.
_MOST_PLAYERS_SHOWN = 24
#: Maximum numbers of players in a row of the table of stocks, and columns of a score sheet.
_STOCKS_IN_ROW, _SHEET_COLUMNS = 7, 6
#: Card sizes: ISO B8 in millimetres, and poker size of the United States in inches.
_B8, _POKER = (62, 88), (2.5, 3.5)


class CardKind(NamedTuple):
    """One kind of card with its points and quantity."""

    label: str
    points: int
    quantity: int

    @property
    def times(self) -> str:
        """Return the quantity as a label: "7 ×"."""
        return f"{self.quantity} ×"


class ColorFacts(NamedTuple):
    """One of the two colours, under the pack's own name."""

    name: str
    #: With its article: "a green", "an amber".
    a: str
    #: The two above, capitalized.
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


class CostlyRed(NamedTuple):
    """A red card that gains its player little where red counts against its owner."""

    card: str
    #: The card below it, and the ceiling there.
    on: str
    ceiling: int


class CeilingExample(NamedTuple):
    """A red card to explain the rules, with the cards that may go on its pile or the green pile beside it."""

    label: str
    ceiling: int
    #: Labels of the green cards beside it, the owner's red ones on it, and an opponent's red ones on it.
    green: tuple[str, ...]
    green_not: tuple[str, ...]
    own: tuple[str, ...]
    own_not: tuple[str, ...]
    other: tuple[str, ...]
    other_not: tuple[str, ...]


class ExampleMove(NamedTuple):
    """An example of a card that is played, with the tops of two piles before and after it."""

    #: Labels of the green and of the red card; "" for an empty pile.
    before: tuple[str, str]
    card: str
    #: Empty if the rules forbid the move.
    after: tuple[str, ...]
    #: The ceiling before and after.
    ceiling: int
    ceiling_after: int


class ExampleMoves(NamedTuple):
    """An example of each sort of move; None if the pack has no cards for it."""

    #: A green card within the ceiling, and one over it.
    scores: ExampleMove | None
    over: ExampleMove | None
    #: A red card that raises its player's own ceiling, and one that would lower it.
    raises: ExampleMove | None
    lower_own: ExampleMove | None
    #: A red card that lowers an opponent's ceiling, and one that would raise it.
    lowers: ExampleMove | None
    raise_other: ExampleMove | None


class PackLeaning(NamedTuple):
    """How far this pack and the published one favour attack or defence, to one decimal."""

    greens_a_red: float
    mean_red: float
    published_greens_a_red: float
    published_mean_red: float
    same: bool
    #: 1 if this pack favours attack more than the published one, -1 if defence, 0 if neither.
    by_share: int
    by_reds: int


@dataclass(frozen=True, kw_only=True)
class NeverOverFacts(BookFacts):
    """The names that templates of NEVER OVER may use."""

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
    move_rows: Annotated[Callable[..., Any], "A function: a row for each turn that is pictured, for `moves`."]
    kind_rows: Annotated[list[list[Any]], "Green and red cards side by side: card, quantity, total."]
    price: Annotated[CostlyRed | None, "The highest red card on the one below it."]
    five_names: Annotated[list[str], "The players of the session of five."]
    stock_rows: Annotated[
        Callable[..., Any], "A function: the cards that each number of players leaves for the stock."
    ]
    sheet_players: Annotated[int, "How many players the score sheets have a place for."]
    score_sheets: Annotated[list[int], "The columns of each score sheet."]
    measures: Annotated[PackLeaning, "What makes the pack attack or defend."]
    anatomy: Annotated[Anatomy | None, "A drawing of the parts of cards."]
    anatomy_parts: Annotated[tuple[Part, ...], "What the parts of cards are called."]
    set_up: Annotated[TableTop, "A drawing of the table when a game begins."]
    players_shown: Annotated[Sequence[str], "Who sits at the table that is shown."]
    stock_shown: Annotated[bool, "Whether that table has a stock."]
    example: Annotated[CeilingExample, "A red card, and which cards may go where with it."]
    shown: Annotated[ExampleMoves, "One move of each sort, with the piles before and after it, for `moves`."]
    table_top: Annotated[TableTop, "A drawing of the table within a game."]
    seats: Annotated[tuple[SeatAdditions, ...], "What each player at that table can add."]
    spread: Annotated[tuple[str, ...], "The discards of that table, by their labels."]
    middle: Annotated[StockAndDiscards, "A drawing of its discards as they lie."]
    five: Annotated[FivePlayerSessions, "The session of five."]
    game: Annotated[LazyFact, "A whole game, from deal to score."]
    called: Annotated[Callable[..., Any], "A function: a drawing of a table with other names for its stacks."]
    table_after: Annotated[Callable[..., Any], "A function: a drawing of the table after a part of the game."]
    trials: Annotated[LazyFact, "How often whole games end above zero."]


def book_facts(pack: Pack, options: Mapping[str, Any]) -> NeverOverFacts:
    """Return the names that the template may use. options: of the game, by name, for the example game.

    Raises PackError if NEVER OVER cannot be played with the pack, UsageError if it is too small.
    """
    cards = cards_of(pack)
    green, red = green_and_red_suits(pack)
    if cards.count < 4 or not 0 < cards.greens < cards.kinds:
        raise UsageError(f"{pack.name} has too few cards of both colours to show a game of NEVER OVER")
    # Keep the options of the game; those of the rulebook itself are dropped.
    known = {each.name for each in fields(NeverOverOptions)}
    written = {name.replace("-", "_"): value for name, value in options.items()}
    rules = NeverOverOptions(**{name: value for name, value in written.items() if name in known})
    state = _state_with_discards(
        source_figure_state(cards, max(2, min(len(NAMES), cards.count // _CARDS_AT_TABLE)))
    )
    table_top = _table_with_piles(pack, state)
    players = example_player_count(cards, len(NAMES))
    dealt = min(HAND, cards.count // 2)
    served = max(2, min(cards.count // HAND, _MOST_PLAYERS_SHOWN))
    parts, example = _parts_on_example_cards(pack, cards), _ceiling_example(cards)
    return NeverOverFacts(
        green=_color_facts(pack, green or "", cards, True),
        red=_color_facts(pack, red or "", cards, False),
        highest=cards.highest,
        zero=next((cards.labels[k] for k in range(cards.greens, cards.kinds) if not cards.pointages[k]), ""),
        cards_in_play=cards.count,
        hand=HAND,
        dealt=dealt,
        leaves_stock=cards.count > 2 * dealt,
        can_deal_more=cards.count >= 2 * (dealt + 1),
        partners_can_play=cards.count >= 4 * _LEAST_HAND,
        five_can_play=cards.count >= 5 * _LEAST_HAND,
        pieces=PIECES,
        standard_cards=4 * RANKS,
        pack_pieces=pack.count,
        b8=_B8,
        poker=_POKER,
        improvised=cards.standard_pack_count(),
        most_players=cards.count // HAND,
        **playing_time_facts(mean_length(cards, players) for players in {2, served}),
        rows=rows_of_values,
        round_rows=rows_of_rounds,
        round_heads=heads_of_rounds,
        move_rows=lambda turns, text: [[t.before, t.turn.card, t.after, text(t)] for t in turns],
        kind_rows=_rows_of_green_and_red_kinds(pack, cards),
        price=CostlyRed(cards.labels[-1], cards.labels[-2], cards.pointages[-2])
        if cards.kinds - cards.greens > 1
        else None,
        five_names=list(NAMES[:5]),
        stock_rows=lambda players, stock: _stock_rows(cards, str(players), str(stock)),
        sheet_players=served,
        score_sheets=_score_sheet_columns(served),
        measures=pack_leaning(cards),
        anatomy=Anatomy(pack, _green_and_red_example_card(pack, cards), parts) if parts else None,
        anatomy_parts=parts,
        set_up=_table_at_start(pack, cards, players),
        players_shown=NAMES[:players],
        stock_shown=cards.count > min(HAND, cards.count // players) * players,
        example=example,
        shown=_example_moves(cards, example),
        table_top=table_top,
        seats=possible_additions(state, NAMES),
        spread=tuple(cards.labels[kind] for kind in state.discards),
        middle=StockAndDiscards(table_top.pack, table_top.discards),
        five=five_player_sessions(NAMES),
        game=LazyFact(lambda: game_account(cards, rules, NAMES)),
        called=lambda table, stacks: table._replace(stacks=tuple(map(str, stacks))),
        table_after=lambda part: _table_after_part(pack, part),
        trials=LazyFact(lambda: play_score_trials(cards, len(NAMES))),
    )


def _color_facts(pack: Pack, key: str, cards: Cards, is_green: bool) -> ColorFacts:
    """Return the facts of one colour, whose suit has this key."""
    kinds = [
        CardKind(cards.labels[kind], cards.pointages[kind], cards.quantities[kind])
        for kind in range(cards.kinds)
        if cards.is_green(kind) == is_green
    ]
    name = pack.suit_title(key)
    a = f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
    count, total = cards.count_and_points(green=is_green)
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


def rows_of_values(values: Sequence[Any], *columns: Any) -> list[list[Any]]:
    """Return a row for each value, for the template function `table`.

    columns: for each cell of a row, the name of a field of the value, or a macro that is called with the
    value. Raises BadCallError for an unknown field.
    """

    def cell(value: Any, column: Any) -> Any:
        if callable(column):
            return column(value)
        if column not in (known := getattr(value, "_fields", ())):
            raise BadCallError(f"there is no {column!r} here", f"these have {', '.join(known)}")
        return getattr(value, column)

    return [[cell(value, column) for column in columns] for value in values]


def rows_of_rounds(rounds: Sequence[GameRound], *columns: Any) -> list[list[Any]]:
    """Return a row for each round, for the template function `table`.

    A row has the number of the round, then for the turn of each seat a cell from each macro in `columns`.
    """
    return [
        [each.number, *(column(turn) if turn else "" for turn in each.turns for column in columns)]
        for each in rounds
    ]


def heads_of_rounds(names: Sequence[str], columns: Sequence[Any]) -> list[str]:
    """Return the heads of the table of `rows_of_rounds`; a player's first head begins with the name."""
    first, *others = map(str, columns)
    return ["", *(head for name in names for head in (f"{name} {first}", *others))]


def _rows_of_green_and_red_kinds(pack: Pack, cards: Cards) -> list[list[Any]]:
    """Return a row for each green kind and the red kind beside it, the highest first.

    Each kind has three cells: the card, its quantity, and the points of all its copies. If a colour has fewer
    kinds, its last cells are empty.
    """
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


def _stock_rows(cards: Cards, players: str, stock: str) -> list[list[int | str]]:
    """Return rows of pairs: a number of players, and the cards that it leaves for the stock.

    All rows are equally long; the last one is filled up with empty cells. [] if the pack does not serve two
    players.
    """
    numbers = range(2, min(cards.count // HAND, _MOST_PLAYERS_SHOWN) + 1)
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


def _score_sheet_columns(players: int) -> list[int]:
    """Return the number of columns of each score sheet, so that together they have one for each player."""
    sheets = math.ceil(players / _SHEET_COLUMNS)
    return [math.ceil(players / sheets)] * sheets


def pack_leaning(cards: Cards) -> PackLeaning:
    """Return how this pack's attack and defence compare with the published pack's."""
    greens, red = _greens_per_red_and_mean_red(cards)
    published_greens, published_red = _greens_per_red_and_mean_red(PUBLISHED)
    # The mean red card of the published pack, scaled to this pack's highest card.
    published_red *= cards.highest / PUBLISHED.highest
    same = (cards.pointages, cards.quantities) == (PUBLISHED.pointages, PUBLISHED.quantities)
    shown = [round(value, 1) for value in (greens, red, published_greens, published_red)]
    # Values that are printed as equal count as equal.
    by_share = (shown[0] > shown[2]) - (shown[0] < shown[2])
    by_reds = (shown[1] > shown[3]) - (shown[1] < shown[3])
    return PackLeaning(shown[0], shown[1], shown[2], shown[3], same, by_share, by_reds)


def _greens_per_red_and_mean_red(cards: Cards) -> tuple[float, float]:
    """Return the number of green cards per red card, and the mean pointage of the red cards."""
    greens, _ = cards.count_and_points(green=True)
    reds, points = cards.count_and_points(green=False)
    return greens / reds, points / reds


# --- the table


def _state_with_discards(state: State) -> State:
    """Return a copy of the state with a few discards, which are taken from the stock at even distances."""
    made = state.copy()
    count = min(MOST_DISCARDS - 1, len(made.stock) // 2)
    for number in range(count):
        made.discards.append(made.stock.pop((2 * number + 1) * len(made.stock) // (2 * count)))
    return made


def _table_at_start(pack: Pack, cards: Cards, players: int) -> TableTop:
    """Return the table at the start of a game: two empty piles per player, hands, a stock, no discards."""
    hand = min(HAND, cards.count // players)
    places = tuple(PlayerPlace(name, None, None, hand=hand) for name in NAMES[:players])
    green, red = (pack.suit_title(key or "") for key in green_and_red_suits(pack))
    return TableTop(pack, places, (), cards.count > hand * players, words=(green, red))


def _table_after_part(pack: Pack, part: GamePart) -> TableTop:
    """Return the table after a part of the example game, with the points of each player."""
    by_label = {card.label: card for card in pack.cards if card.suit}

    def top(pile: tuple[str, ...]) -> Card | None:
        return by_label[pile[-1]] if pile else None

    places = tuple(PlayerPlace(p.player, top(p.greens), top(p.reds), p.points) for p in part.piles)
    discards = tuple(by_label[label] for label in part.discards)
    return TableTop(pack, places, discards, part.stock > 0)


def _ceiling_example(cards: Cards) -> CeilingExample:
    """Return the best red card for an example: many cards may go on or beside it, and many may not."""
    table = GameTable(cards, 2, NeverOverOptions(hand=1))
    kinds = range(cards.kinds)

    def labels(may: int, green: bool, allowed: bool) -> tuple[str, ...]:
        found = (kind for kind in kinds if cards.is_green(kind) == green and bool(may >> kind & 1) == allowed)
        return tuple(cards.labels[kind] for kind in found)

    made = []
    for kind in range(cards.greens, cards.kinds):
        own, other = (table.playable_kinds(0, place, table.level_of[kind]) for place in (0, 1))
        sorts = [
            labels(may, green, allowed)
            for may, green in ((own, True), (own, False), (other, False))
            for allowed in (True, False)
        ]
        made.append(CeilingExample(cards.labels[kind], cards.pointages[kind], *sorts))
    return max(made, key=lambda each: min(len(part) for part in each[2:]))


def _example_moves(cards: Cards, example: CeilingExample) -> ExampleMoves:
    """Return an example of each sort of move, on piles with the red card of the ceiling example."""
    lowest, highest = cards.labels[0], cards.labels[cards.greens - 1]

    def shown(label: str, green: str, place: int) -> ExampleMove | None:
        return _example_move_on_piles(cards, label, green, example.label, place) if label else None

    def first(labels: Sequence[str]) -> str:
        return next((label for label in labels if label != example.label), "")

    return ExampleMoves(
        scores=shown(first(example.green[::-1]), lowest, 0),
        over=shown(first(example.green_not), lowest, 0),
        raises=shown(first(example.own), lowest, 0),
        lower_own=shown(first(example.own_not[::-1]), lowest, 0),
        lowers=shown(first(example.other[::-1]), highest, 1),
        raise_other=shown(first(example.other_not), highest, 1),
    )


def _example_move_on_piles(cards: Cards, label: str, green: str, red: str, place: int) -> ExampleMove:
    """Return what happens if the first of two players puts a card on the piles of a place.

    label: of the card. green, red: the labels of the cards that lie on the two piles. place: 0 for the
    player's own place, 1 for the other's.
    """
    table, kind = GameTable(cards, 2, NeverOverOptions(hand=1)), cards.kind(label)
    state = State(table, cards.deck)
    state.greens[place], state.reds[place] = [cards.kind(green)], [cards.kind(red)]
    state.tops[place] = table.level_of[cards.kind(red)]
    state.hands[0], state.held[0] = [int(each == kind) for each in range(cards.kinds)], 1 << kind
    was, after = ceiling_of_place(state, place), tuple[str, ...]()
    with suppress(IllegalMove):
        make_move(state, table.move_code(kind, place))
        after = (cards.labels[state.greens[place][-1]], cards.labels[state.reds[place][-1]])
    return ExampleMove((green, red), label, after, was, ceiling_of_place(state, place))


def _table_with_piles(pack: Pack, state: State) -> TableTop:
    """Return the drawing of a state's piles, discards and stock, without hands."""
    table, by_id = state.table, {card.id: card for card in pack.cards}

    def card(kind: int) -> Card:
        return by_id[table.cards.ids[kind]]

    piles = zip(NAMES, state.greens, state.reds, strict=False)
    places = tuple(
        PlayerPlace(name, card(green[-1]) if green else None, card(red[-1]) if red else None)
        for name, green, red in piles
    )
    return TableTop(pack, places, tuple(map(card, state.discards)), bool(state.stock))


# --- the parts of a card


def _green_and_red_example_card(pack: Pack, cards: Cards) -> tuple[Card, Card]:
    """Return the highest green card, and the second highest red card or the only one."""
    by_id = {card.id: card for card in pack.cards}
    red = max(cards.greens, cards.kinds - 2)
    return by_id[cards.ids[cards.greens - 1]], by_id[cards.ids[red]]


def _parts_on_example_cards(pack: Pack, cards: Cards) -> tuple[Part, ...]:
    """Return the parts of a card's face that the example cards have."""
    every: tuple[Part, ...] = ("small", "large", "stripe")
    shown, trim = _green_and_red_example_card(pack, cards), Rect(0, 0, *pack.card.size)
    return tuple(
        part for part in every if any(point_on_part(pack, card, part, trim, False) for card in shown)
    )


# --- the source's picture

#: The top cards, green and red, of the six players in the source's picture. None is an empty pile; negative
#: numbers count down from the pack's highest pointage (-1), so that any pack can be laid out like this.
SOURCE_FIGURE = ((-2, None), (2, -2), (-1, 1), (2, 2), (None, -1), (-2, 0))


class PlayableCard(NamedTuple):
    """A card that may go on a pile now, and whether it changes nothing there."""

    label: str
    #: A red card on an equal one, or the highest red on an empty pile.
    redundant: bool


class SeatAdditions(NamedTuple):
    """The piles of one seat, and all that its owner and others can add to them."""

    name: str
    #: The top cards; None for an empty pile.
    green: str | None
    red: str | None
    #: The pointage that limits the seat, and whether only an empty pile implies it.
    ceiling: int
    implied: bool
    #: Green cards over the ceiling, which were within it when they were played.
    standing: tuple[str, ...]
    own: tuple[PlayableCard, ...]
    others: tuple[PlayableCard, ...]


def possible_additions(state: State, names: Sequence[str]) -> tuple[SeatAdditions, ...]:
    """Return for each seat which cards its owner and other players could add to its piles.

    All cards of the pack are considered. The game must be one without partners.
    """
    table, cards, made = state.table, state.table.cards, []
    for seat in range(table.players):
        top, green, red = ceiling_of_place(state, seat), state.greens[seat], state.reds[seat]
        over = sorted((kind for kind in green if cards.pointages[kind] > top), reverse=True)
        own, others = (
            tuple(
                PlayableCard(cards.labels[kind], not cards.is_green(kind) and cards.pointages[kind] == top)
                for kind in range(cards.kinds)
                if table.playable_kinds(who, seat, state.tops[seat]) >> kind & 1
            )
            for who in (seat, (seat + 1) % table.players)
        )
        made.append(
            SeatAdditions(
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


def source_figure_state(cards: Cards, players: int = 6) -> State:
    """Return the position in the source's picture of six players, with the cards of this pack.

    players: how many of the six to include, from the first on. With the published pack, the cards are the
    same as in the picture. All other cards are in the stock.
    """
    table = GameTable(cards, players, NeverOverOptions(hand=1))
    state, left = State(table, cards.deck), Counter(cards.deck)
    state.hands, state.held = [[0] * cards.kinds for _ in range(players)], [0] * players
    for seat, (green, red) in enumerate(SOURCE_FIGURE[:players]):
        state.greens[seat] = _take_nearest_kind(cards, green, left, green=True)
        state.reds[seat] = _take_nearest_kind(cards, red, left, green=False)
        if state.reds[seat]:
            state.tops[seat] = table.level_of[state.reds[seat][-1]]
    state.stock = sorted(left.elements())
    return state


def _take_nearest_kind(
    cards: Cards, wanted: int | None, remaining: Counter[int], *, green: bool
) -> list[int]:
    """Return the remaining card whose pointage is nearest to a wanted one, as a list with its kind.

    Of two equally near cards it returns the lower one. The card is removed from `remaining`. The list is
    empty if no card is wanted or left. wanted: negative numbers count down from the highest pointage.
    """
    mine = [kind for kind in range(cards.kinds) if cards.is_green(kind) == green and remaining[kind] > 0]
    if wanted is None or not mine:
        return []
    pointage = wanted if wanted >= 0 else cards.highest + 1 + wanted
    kind = min(mine, key=lambda each: (abs(cards.pointages[each] - pointage), each))
    remaining[kind] -= 1
    return [kind]


# --- five players


class RotatingGame(NamedTuple):
    """One game of a session with rotating partnerships."""

    dealer: int
    #: The players of each side.
    teams: tuple[tuple[int, ...], ...]
    #: The side of each seat.
    sides: Sides


class NamedGame(NamedTuple):
    """A game of a session with rotating partnerships, with names instead of numbers of players."""

    number: int
    dealer: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]


class FivePlayerSessions(NamedTuple):
    """The session of five players in which each deals once, and the further one, in which the dealer
    joins.
    """

    games: tuple[NamedGame, ...]
    further: tuple[NamedGame, ...]
    #: Number of games in which a player has one partner, and two.
    single: int
    double: int
    #: How often neighbours and others are partners; the same in the further games; and in both together.
    neighbours: int
    others: int
    further_neighbours: int
    further_others: int
    together: int


def rotating_games(*, dealer_joins: bool = False) -> tuple[RotatingGame, ...]:
    """Return the published session of five: each deals once, sinistra and destra play against the others.

    dealer_joins: return the further session, in which the dealer joins sinistra and destra.
    """
    games = []
    for dealer in range(5):
        order = sinistra, *others, destra, last = players_by_seat(dealer, 5)
        ends = (sinistra, destra, last) if dealer_joins else (sinistra, destra)
        rest = tuple(others) if dealer_joins else (*others, last)
        sides = renumbered_sides([int(player in rest) for player in order])
        games.append(RotatingGame(dealer, (tuple(sorted(ends)), tuple(sorted(rest))), sides))
    return tuple(games)


def partner_counts(games: Sequence[RotatingGame]) -> dict[tuple[int, int], int]:
    """Return how often each two players are partners."""
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    for each in games:
        for team in each.teams:
            for pair in combinations(team, 2):
                counts[pair] += 1
    return counts


def partners_by_game(games: Sequence[RotatingGame], player: int) -> list[int]:
    """Return the number of partners that a player has in each game."""
    return [len(team) - 1 for each in games for team in each.teams if player in team]


def five_player_sessions(names: Sequence[str]) -> FivePlayerSessions:
    """Return both sessions of five players, who sit clockwise in this order."""
    first, further = rotating_games(), rotating_games(dealer_joins=True)
    counts, more = partner_counts(first), partner_counts(further)
    near, far = (0, 1), (0, 2)
    a_game = partners_by_game(first, 0)
    return FivePlayerSessions(
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


def _games_with_names(games: Sequence[RotatingGame], names: Sequence[str]) -> tuple[NamedGame, ...]:
    """Return the games with names, sinistra's side first, each side in the order of the seats."""
    made = []
    for number, (dealer, teams, _) in enumerate(games, 1):
        partners, opponents = (
            tuple(names[player] for player in players_by_seat(dealer, 5) if player in team) for team in teams
        )
        made.append(NamedGame(number, names[dealer], partners, opponents))
    return tuple(made)
