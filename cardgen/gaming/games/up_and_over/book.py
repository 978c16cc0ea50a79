"""Facts for the rulebooks of Up and Over: numbers and values, worked sums, the start of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, NamedTuple

from ....books.context import BookFacts
from ....pack.model import Pack
from ..cards import SUITS, Card, PackCards, card_by_name
from ..playing_time import Length, playing_time_facts
from ..standard import joker_count
from ..table_plan import MiddleSpot, TablePlan, table_plan
from ..trick_rows import (
    TrickRow,
    TrickRows,
    inline_cards,
    pack_cards_and_name_finder,
    signed_number,
    sum_text,
)
from .card_game import play_game
from .play import HandFilled, TrickEnded, UpAndOverGameRecord, sensible_move
from .rules import (
    CARDS_OF_HAND,
    EDITIONS,
    FEWEST_PLAYERS,
    LIMIT,
    MOST_PLAYERS,
    TRICKS_TO_WIN,
    VALUES,
    RowSum,
    TrickOutcome,
    UpAndOverOptions,
    row_sum,
)

#: The game that is shown, with four players and seat 0 dealing: its first tricks end in both ways, with an
#: Ace of each kind and all face cards among them, and soon a player wins the short game.
_SEED, _PLAYERS, _SHORT = 386, 4, 3

#: Mean lengths over 4,000 games of sensible players (docs/standard-games.md), by number of players. Cards are
#: dealt once, and shuffled again whenever the deck is used up.
LENGTHS = {
    2: Length(turns=190.6, deals=5.5),
    3: Length(turns=280.8, deals=8.7),
    4: Length(turns=382.9, deals=13.1),
    5: Length(turns=491.7, deals=19.1),
}


class PrintedGame(NamedTuple):
    """The start of a game, until a player has taken a few tricks; seat 0 deals."""

    #: The hands as dealt, the number of tricks that wins the short game, and each player's tricks.
    hands: list[list[Any]]
    goal: int
    scores: list[int]
    winner: int
    #: For each trick but the last: its number, the seat that draws first, and the cards that each seat draws.
    draws: list[tuple[int, int, list[list[Any]]]]


@dataclass(frozen=True, kw_only=True)
class UpAndOverFacts(BookFacts):
    """The names that templates of Up and Over may use."""

    title: Annotated[str, "The name of the edition."]
    older: Annotated[bool, "Whether it is the older edition."]
    minutes: Annotated[str, 'The playing time in minutes: "25–45", or "5".']
    seconds_a_turn: Annotated[int, "The assumed seconds of a turn."]
    seconds_a_deal: Annotated[int, "The assumed seconds of a deal."]
    tricks: Annotated[Callable[..., Any], "A function: a drawing of tricks in rows."]
    played: Annotated[Callable[..., Any], "A function: a drawing of tricks as they were played."]
    sum_of: Annotated[Callable[..., Any], "A function: the total of cards."]
    counts: Annotated[Callable[..., Any], "A function: the values of cards."]
    hand_rows: Annotated[Callable[..., Any], "A function: a row for each hand, for `table`."]
    draw_rows: Annotated[Callable[..., Any], "A function: a row for each trick after which cards are drawn."]
    plan: Annotated[Callable[..., Any], "A function: a drawing of the table."]
    own_cards: Annotated[Callable[..., Any], "A function: cards of the pack by their short names."]
    limit: Annotated[int, "The limit of a trick."]
    fewest: Annotated[int, "The fewest players."]
    most: Annotated[int, "The most players."]
    hand: Annotated[int, "Cards of a hand."]
    goal: Annotated[int, "Tricks that win."]
    smaller: Annotated[dict[int, int], "Cards of a smaller hand, by the number of players."]
    editions: Annotated[Mapping[str, Any], "All editions of the game."]
    jokers: Annotated[int, "Jokers of the pack."]
    game: Annotated[PrintedGame, "The game that is printed as an example."]


def book_facts(pack: Pack, options: Mapping[str, Any]) -> UpAndOverFacts:
    """Return the names that the templates of Up and Over may use."""
    edition = EDITIONS.get(str(options.get("game")), EDITIONS["up-and-over"])
    own, own_cards = pack_cards_and_name_finder(pack, edition.names[0])
    game = play_game([sensible_move] * _PLAYERS, Random(_SEED), dealer=0)  # noqa: S311 - a game

    def tricks(rows: Sequence[Sequence[str]]) -> TrickRows:
        """Return a drawing of tricks, each ranks separated by spaces, an Ace as A1 or A11, and a sentence."""
        return TrickRows(
            pack,
            tuple(_worked_sum_row(own, row_sum(ranks.split()), explanation) for ranks, explanation in rows),
        )

    def played(rows: Sequence[Sequence[Any]], names: Sequence[str], turned: str) -> TrickRows:
        """Return a drawing of tricks of the game, each its number and a sentence; turned: the label of a
        turned card.
        """
        drawn = [
            _game_trick_row(own, game.tricks[number - 1], explanation, names, turned)
            for number, explanation in rows
        ]
        return TrickRows(pack, tuple(drawn))

    def sum_of(row: str) -> RowSum:
        """Return the running sums of a row."""
        return row_sum(row.split())

    def counts(rank: str) -> str:
        """Return the value of a rank as text: "1 or 11"."""
        return pack.wording.list_text(list(map(signed_number, VALUES[rank])), "or")

    def plan(seats: Sequence[Sequence[Any]], deck: str, turned: str) -> TablePlan:
        """Return a drawing of the table: for each seat, clockwise from the reader's, the name and the
        cards.
        """
        [first] = own.cards_for([game.tricks[0].laid[0].card])
        return table_plan(pack, seats, [MiddleSpot(deck), MiddleSpot(turned, first)])

    shown = _printed_game(own, game)

    def hand_rows(names: Sequence[str]) -> list[list[Any]]:
        """Return the dealt hands as rows."""
        return [[name, hand] for name, hand in zip(names, shown.hands, strict=True)]

    def draw_rows(names: Sequence[str]) -> list[list[Any]]:
        """Return the cards drawn as rows: the number of the trick before, who draws first, each player's
        cards.
        """
        return [[number, names[first], *cards] for number, first, cards in shown.draws]

    return UpAndOverFacts(
        title=edition.names[0].replace("'", "\u2019"),
        older=edition.key == "up-n-over",
        **playing_time_facts(LENGTHS[players] for players in edition.players),
        tricks=tricks,
        played=played,
        sum_of=sum_of,
        counts=counts,
        hand_rows=hand_rows,
        draw_rows=draw_rows,
        plan=plan,
        own_cards=own_cards,
        limit=LIMIT,
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
        hand=CARDS_OF_HAND,
        goal=TRICKS_TO_WIN,
        smaller={
            players: UpAndOverOptions(players, True).hand_size for players in range(4, MOST_PLAYERS + 1)
        },
        editions=EDITIONS,
        jokers=joker_count(pack),
        game=shown,
    )


def _printed_game(pack_cards: PackCards, game: UpAndOverGameRecord) -> PrintedGame:
    """Return the part of a game that the rulebook prints: all up to the trick that wins the short game."""
    scores = [0] * _PLAYERS
    drawn: dict[int, list[list[Card]]] = {}
    takers: dict[int, int] = {}
    for record in game.log:
        if isinstance(record, TrickEnded) and record.taker is not None:
            number, taker = record.number, record.taker
            scores[taker] += 1
            if scores[taker] == _SHORT:
                break
            takers[number], drawn[number] = taker, [[] for _ in scores]
        elif isinstance(record, HandFilled):
            drawn[number][record.seat].append(record.card)
    deck = list(reversed(game.deck))
    hands = [sorted(deck[seat * CARDS_OF_HAND : (seat + 1) * CARDS_OF_HAND]) for seat in range(_PLAYERS)]
    draws = [(each, takers[each], [inline_cards(pack_cards, row) for row in drawn[each]]) for each in drawn]
    return PrintedGame(
        [inline_cards(pack_cards, hand) for hand in hands], _SHORT, scores, scores.index(_SHORT), draws
    )


def _worked_sum_row(pack_cards: PackCards, summed: RowSum, explanation: str) -> TrickRow:
    suits = [SUITS[place % len(SUITS)][0] for place in range(len(summed.ranks))]
    row = [card_by_name(rank + suit) for rank, suit in zip(summed.ranks, suits, strict=True)]
    return _marked_row(pack_cards, row, summed.values, summed.totals, summed.outcome, explanation)


def _game_trick_row(
    pack_cards: PackCards, taken: TrickEnded, explanation: str, names: Sequence[str], turned: str
) -> TrickRow:
    row, values = [each.card for each in taken.laid], [each.value for each in taken.laid]
    made = _marked_row(
        pack_cards, row, values, [each.total for each in taken.laid], taken.outcome, explanation
    )
    return made._replace(above=tuple(turned if each.turned else names[each.seat] for each in taken.laid))


def _marked_row(
    pack_cards: PackCards,
    row: Sequence[Card],
    values: Sequence[int],
    totals: Sequence[int],
    outcome: TrickOutcome,
    explanation: str,
) -> TrickRow:
    """Return a drawing of a trick that marks the last card if it makes 21 exactly or goes over it."""
    result, last = f"{sum_text(values)} = {signed_number(totals[-1])}", len(row) - 1
    wins, loses = (last if outcome is each else -1 for each in (TrickOutcome.EXACTLY, TrickOutcome.OVER))
    return TrickRow(
        pack_cards.cards_for(row), tuple(map(signed_number, totals)), result, explanation, wins, loses
    )
