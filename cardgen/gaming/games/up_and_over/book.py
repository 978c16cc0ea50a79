"""Facts for the rulebooks of Up and Over: its numbers and values, sums worked out, the start of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, NamedTuple

from ....books.context import BookFacts
from ....pack.model import Pack
from ..cards import SUITS, Card, PackCards, card
from ..playing_time import Length, time_facts
from ..standard import joker_count
from ..table_plan import MiddleSpot, TablePlan, table_plan
from ..trick_rows import TrickRow, TrickRows, book_cards, inline_cards, signed_number, sum_text
from .card_game import play_game
from .play import Drew, FinishedGame, Taken, sensible
from .rules import (
    EDITIONS,
    FEWEST,
    HAND,
    LIMIT,
    MOST,
    TRICKS,
    VALUES,
    Outcome,
    Sum,
    UpAndOverOptions,
    row_sum,
)

#: The game that is shown, for four players, seat 0 dealing: its first tricks end in both ways, with an Ace of
#: each kind and all face cards among them, and soon somebody has so many tricks as are shown.
_SEED, _PLAYERS, _SHORT = 386, 4, 3

#: Means of 4,000 games between sensible players (docs/standard-games.md), by their number. Cards are dealt
#: once, and then shuffled whenever the deck is used up.
LENGTHS = {
    2: Length(turns=190.6, deals=5.5),
    3: Length(turns=280.8, deals=8.7),
    4: Length(turns=382.9, deals=13.1),
    5: Length(turns=491.7, deals=19.1),
}


class GameShown(NamedTuple):
    """The start of a game, until somebody has taken a few tricks; seat 0 deals."""

    #: The hands as dealt, the tricks that win the short game, and each player's.
    hands: list[list[Any]]
    goal: int
    scores: list[int]
    winner: int
    #: Of each trick but the last its number, the seat that draws first, and what each seat draws.
    draws: list[tuple[int, int, list[list[Any]]]]


@dataclass(frozen=True, kw_only=True)
class UpAndOverFacts(BookFacts):
    """What templates of Up and Over may name."""

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
    game: Annotated[GameShown, "The game that is printed as an example."]


def context(pack: Pack, options: Mapping[str, Any]) -> UpAndOverFacts:
    """Return the names that the templates of Up and Over may use."""
    edition = EDITIONS.get(str(options.get("game")), EDITIONS["up-and-over"])
    own, own_cards = book_cards(pack, edition.names[0])
    game = play_game([sensible] * _PLAYERS, Random(_SEED), dealer=0)  # noqa: S311 - a game

    def tricks(rows: Sequence[Sequence[str]]) -> TrickRows:
        """Draw tricks, each of ranks with spaces between, an Ace as A1 or A11, and a sentence."""
        return TrickRows(pack, tuple(_row(own, row_sum(ranks.split()), why) for ranks, why in rows))

    def played(rows: Sequence[Sequence[Any]], names: Sequence[str], turned: str) -> TrickRows:
        """Draw tricks of the game, each its number and a sentence; turned: what stands over a card turned."""
        drawn = [_row_of_game(own, game.tricks[number - 1], why, names, turned) for number, why in rows]
        return TrickRows(pack, tuple(drawn))

    def sum_of(row: str) -> Sum:
        """Sum up a row."""
        return row_sum(row.split())

    def counts(rank: str) -> str:
        """Tell what a rank counts: "1 or 11"."""
        return pack.wording.listed(list(map(signed_number, VALUES[rank])), "or")

    def plan(seats: Sequence[Sequence[Any]], deck: str, turned: str) -> TablePlan:
        """Draw the table: for each seat, clockwise from the reader's, name and cards; what lies there."""
        [first] = own.cards_for([game.tricks[0].laid[0].card])
        return table_plan(pack, seats, [MiddleSpot(deck), MiddleSpot(turned, first)])

    shown = _printed_game(own, game)

    def hand_rows(names: Sequence[str]) -> list[list[Any]]:
        """List the hands that are dealt."""
        return [[name, hand] for name, hand in zip(names, shown.hands, strict=True)]

    def draw_rows(names: Sequence[str]) -> list[list[Any]]:
        """List what is drawn: the number of the trick before, who draws first, and each player's cards."""
        return [[number, names[first], *cards] for number, first, cards in shown.draws]

    return UpAndOverFacts(
        title=edition.names[0].replace("'", "\u2019"),
        older=edition.key == "up-n-over",
        **time_facts(LENGTHS[players] for players in edition.players),
        tricks=tricks,
        played=played,
        sum_of=sum_of,
        counts=counts,
        hand_rows=hand_rows,
        draw_rows=draw_rows,
        plan=plan,
        own_cards=own_cards,
        limit=LIMIT,
        fewest=FEWEST,
        most=MOST,
        hand=HAND,
        goal=TRICKS,
        smaller={players: UpAndOverOptions(players, True).hand for players in range(4, MOST + 1)},
        editions=EDITIONS,
        jokers=joker_count(pack),
        game=shown,
    )


def _printed_game(own: PackCards, game: FinishedGame) -> GameShown:
    """Gather what is printed of a game, up to the trick that wins the short one."""
    scores = [0] * _PLAYERS
    drawn: dict[int, list[list[Card]]] = {}
    takers: dict[int, int] = {}
    for record in game.log:
        if isinstance(record, Taken) and record.taker is not None:
            number, taker = record.number, record.taker
            scores[taker] += 1
            if scores[taker] == _SHORT:
                break
            takers[number], drawn[number] = taker, [[] for _ in scores]
        elif isinstance(record, Drew):
            drawn[number][record.seat].append(record.card)
    deck = list(reversed(game.deck))
    hands = [sorted(deck[seat * HAND : (seat + 1) * HAND]) for seat in range(_PLAYERS)]
    draws = [(each, takers[each], [inline_cards(own, row) for row in drawn[each]]) for each in drawn]
    return GameShown([inline_cards(own, hand) for hand in hands], _SHORT, scores, scores.index(_SHORT), draws)


def _row(own: PackCards, summed: Sum, why: str) -> TrickRow:
    suits = [SUITS[place % len(SUITS)][0] for place in range(len(summed.ranks))]
    row = [card(rank + suit) for rank, suit in zip(summed.ranks, suits, strict=True)]
    return _marked_row(own, row, summed.values, summed.totals, summed.outcome, why)


def _row_of_game(own: PackCards, taken: Taken, why: str, names: Sequence[str], turned: str) -> TrickRow:
    row, values = [each.card for each in taken.laid], [each.value for each in taken.laid]
    made = _marked_row(own, row, values, [each.total for each in taken.laid], taken.outcome, why)
    return made._replace(above=tuple(turned if each.turned else names[each.seat] for each in taken.laid))


def _marked_row(
    own: PackCards,
    row: Sequence[Card],
    values: Sequence[int],
    totals: Sequence[int],
    outcome: Outcome,
    why: str,
) -> TrickRow:
    """Mark the last card where it makes the sum exactly, or goes over it."""
    said, last = f"{sum_text(values)} = {signed_number(totals[-1])}", len(row) - 1
    wins, loses = (last if outcome is each else -1 for each in (Outcome.EXACTLY, Outcome.OVER))
    return TrickRow(own.cards_for(row), tuple(map(signed_number, totals)), said, why, wins, loses)
