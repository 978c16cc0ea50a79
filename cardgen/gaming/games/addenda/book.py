"""Facts for the rulebook of Addenda: its numbers and values, worked tricks, and a deal as it was played.

The source prints its tricks for two as sums, and their pictures are lost; the cards here are the ones that
the sums and the rules leave, the likeliest if there are several (A5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Annotated, Any, NamedTuple

from ....books.context import BookFacts
from ....pack.model import Card as PackCard
from ....pack.model import Pack
from ..cards import RANKS, SUITS, Card, PackCards, card_by_name
from ..playing_time import Length, playing_time_facts
from ..standard import joker_count
from ..table_plan import MiddleSpot, TablePlan, table_plan
from ..trick_rows import TrickRow, TrickRows, inline_cards, pack_cards_and_name_finder, sum_text
from .card_game import play_game
from .deal import AddendaDealRecord, AddendaOptions, CardDrawn, TrickWon
from .players import sensible_card
from .values import (
    FACES,
    LIMIT,
    DecidingReason,
    RunningTotal,
    TrickVerdict,
    face_value,
    row_total,
    running_totals,
    verdict_for_four,
    verdict_for_two,
)

#: The seed of the deal that is shown: its tricks are won in both ways, and a King has a part in one of each.
#: Seat 0 deals, so seat 1 leads.
_SEED = 10

#: Mean lengths over 1,000 games of sensible players (`cardgen simulate`), by number of players.
LENGTHS = {2: Length(turns=109, deals=2.7), 4: Length(turns=222, deals=4.7)}


class GameNumbers(NamedTuple):
    """The numbers of the game for two or for four players."""

    players: int
    #: Cards dealt to each; cards in the stock; tricks of a whole deal; points that win.
    hand: int
    stock: int
    tricks: int
    target: int
    #: Number of tricks after which cards are drawn.
    draws: int


class LimitDerivation(NamedTuple):
    """Why the limit is 17: the sum of a suit, Jack and King cancelling out, and the means (A14)."""

    suit: int
    ranks: int
    #: To two decimals.
    card: float
    trick: float
    rounded: int


class WorkedTrick(NamedTuple):
    """A worked trick. Its cards have the suits in order, as suits do not affect the result."""

    cards: tuple[Card, ...]
    steps: tuple[RunningTotal, ...]
    total: int
    verdict: TrickVerdict

    @property
    def winner(self) -> int:
        """Return the position in the trick, from 0, of a card of the winner."""
        return self.verdict.place


def worked_trick(ranks: str, players: int = 2, zeros_bring: bool = False) -> WorkedTrick:
    """Return a worked trick of four ranks separated by spaces; each player gives as many cards.

    >>> trick = worked_trick("6 5 8 J", players=4)
    >>> trick.winner, [step.total for step in trick.steps]
    (3, [6, 11, 19, 11])
    """
    given = ranks.split()
    if len(given) != len(SUITS):
        raise ValueError(f"a trick has four cards, and {ranks!r} has {len(given)}")
    row = running_totals(given)
    verdict = verdict_for_two(row) if players == 2 else verdict_for_four(row, zeros_bring)
    dressed = tuple(card_by_name(rank + suit[0]) for rank, suit in zip(given, SUITS, strict=True))
    return WorkedTrick(dressed, row, row[-1].total, verdict)


def rows_with_equivalent_endings(ranks: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return all ways to end a row with Jacks and Kings that have the same total.

    The cards up to the first face card stay. Each card after it is a Jack or a King; ways with a Jack come
    first.

    >>> [" ".join(way) for way in rows_with_equivalent_endings(["4", "J", "K", "K"])]
    ['4 J J J', '4 J J K', '4 J K J', '4 J K K']
    """
    first = next((at + 1 for at, rank in enumerate(ranks) if rank in FACES), len(ranks))
    ends = product("JK", repeat=len(ranks) - first)
    ways = ((*ranks[:first], *end) for end in ends)
    return tuple(way for way in ways if row_total(way) == row_total(ranks))


class PrintedTrick(NamedTuple):
    """A printed trick of a deal: seats are 0 (the dealer) and 1."""

    number: int
    leader: int
    cards: list[Any]
    total: int
    winner: int
    #: The cards that each seat drew after it, in order; the winner drew first.
    drawn: tuple[list[Any], list[Any]]
    #: Both scores after it.
    scores: tuple[int, int]


class PrintedDeal(NamedTuple):
    """A deal for two, from start to end."""

    #: Both hands as dealt, by suit.
    hands: tuple[list[PackCard], list[PackCard]]
    tricks: list[PrintedTrick]
    scores: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class AddendaFacts(BookFacts):
    """The names that templates of Addenda may use."""

    minutes: Annotated[str, 'The playing time in minutes: "25–45", or "5".']
    seconds_a_turn: Annotated[int, "The assumed seconds of a turn."]
    seconds_a_deal: Annotated[int, "The assumed seconds of a deal."]
    tricks: Annotated[Callable[..., Any], "A function: a drawing of tricks in rows."]
    played: Annotated[Callable[..., Any], "A function: a drawing of tricks as they were played."]
    trick: Annotated[Callable[..., Any], "A function: the total of a trick, step by step."]
    same: Annotated[Callable[..., Any], "A function: all ways to end a trick with the same total."]
    deal_rows: Annotated[Callable[..., Any], "A function: a row for each trick of a deal, for `table`."]
    draw_rows: Annotated[Callable[..., Any], "A function: a row for each trick after which cards are drawn."]
    plan: Annotated[Callable[..., Any], "A function: a drawing of the table."]
    own_cards: Annotated[Callable[..., Any], "A function: cards of the pack by their short names."]
    limit: Annotated[int, "The limit of a trick."]
    two: Annotated[GameNumbers, "The game for two, in numbers."]
    four: Annotated[GameNumbers, "The game for four, in numbers."]
    names: Annotated[dict[str, str], "The names of suits."]
    jokers: Annotated[int, "Jokers of the pack."]
    values: Annotated[list[int], "What each rank changes at the beginning of a trick."]
    mean: Annotated[LimitDerivation, "The reason for the limit."]
    deal: Annotated[PrintedDeal, "The deal that is printed as an example."]


def book_facts(pack: Pack, options: Mapping[str, Any]) -> AddendaFacts:
    """Return the names that the templates of Addenda may use."""
    own, own_cards = pack_cards_and_name_finder(pack, "Addenda")
    # The first deal of a game.
    rng, plain = Random(_SEED), AddendaOptions(2)  # noqa: S311 - a game
    dealt = play_game([sensible_card] * 2, rng, plain, dealer=0).deals[0]

    shown = _printed_deal(own, dealt)

    def tricks(rows: Sequence[Sequence[str]], players: int = 0, names: Sequence[str] = ()) -> TrickRows:
        """Return a drawing of tricks, each four ranks separated by spaces and a sentence; names above the
        first.

        players: two or four, whose rules mark the card that wins and one that loses; 0 for no marks.
        """
        drawn = [
            _worked_trick_row(own, worked_trick(ranks, players or 2), players, explanation)
            for ranks, explanation in rows
        ]
        return TrickRows(pack, (drawn[0]._replace(above=tuple(names)), *drawn[1:]))

    def played(rows: Sequence[Sequence[Any]], names: Sequence[str]) -> TrickRows:
        """Return a drawing of tricks of the deal, each its number and a sentence; names of the players by
        seat.
        """
        drawn = [
            _dealt_trick_row(own, dealt.tricks[number - 1], explanation, names)
            for number, explanation in rows
        ]
        return TrickRows(pack, tuple(drawn))

    def same(row: str) -> list[str]:
        """Return the other ways to end a trick with Jacks and Kings that have the same total."""
        return [
            " ".join(way) for way in rows_with_equivalent_endings(row.split()) if list(way) != row.split()
        ]

    def deal_rows(names: Sequence[str]) -> list[list[Any]]:
        """Return the tricks of the deal as rows: number, cards, total, winner, and the scores of seats 1 and
        0.
        """
        return [
            [each.number, each.cards, each.total, names[each.winner], each.scores[1], each.scores[0]]
            for each in shown.tricks
        ]

    def draw_rows(names: Sequence[str]) -> list[list[Any]]:
        """Return the cards drawn after each trick as rows: number, who draws first, cards of seats 1 and
        0.
        """
        return [
            [each.number, names[each.winner], each.drawn[1], each.drawn[0]]
            for each in shown.tricks
            if any(each.drawn)
        ]

    def plan(seats: Sequence[Sequence[Any]], trick: str, stock: str = "") -> TablePlan:
        """Return a drawing of the table: for each seat, clockwise from the reader's, the name and the
        cards.
        """
        spots = [MiddleSpot(trick, free=len(SUITS))]
        return table_plan(pack, seats, [MiddleSpot(stock), *spots] if stock else spots)

    return AddendaFacts(
        **playing_time_facts(LENGTHS.values()),
        tricks=tricks,
        played=played,
        trick=worked_trick,
        same=same,
        deal_rows=deal_rows,
        draw_rows=draw_rows,
        plan=plan,
        own_cards=own_cards,
        limit=LIMIT,
        two=_game_numbers(pack, 2),
        four=_game_numbers(pack, 4),
        names={suit: pack.suit_title(key) for suit, key in own.suits.items()},
        jokers=joker_count(pack),
        values=[running_totals([rank])[0].change for rank in RANKS],
        mean=limit_derivation(),
        deal=shown,
    )


def _printed_deal(pack_cards: PackCards, dealt: AddendaDealRecord) -> PrintedDeal:
    """Return the deal as the rulebook prints it: the hands, the tricks with the cards drawn, the scores."""
    drawn: dict[int, tuple[list[Card], list[Card]]] = {}
    number = 0
    for record in dealt.log:
        if isinstance(record, TrickWon):
            number = record.number
            drawn[number] = ([], [])
        elif isinstance(record, CardDrawn):
            drawn[number][record.seat].append(record.card)
    shown: list[PrintedTrick] = []
    scores = (0, 0)
    for won in dealt.tricks:
        scores = scores[0] + won.value * (1 - won.winner), scores[1] + won.value * won.winner
        row, (first, second) = [played.card for played in won.plays], drawn[won.number]
        draws = inline_cards(pack_cards, first), inline_cards(pack_cards, second)
        shown.append(
            PrintedTrick(
                won.number, won.leader, inline_cards(pack_cards, row), won.value, won.winner, draws, scores
            )
        )
    return PrintedDeal(
        (list(pack_cards.cards_for(dealt.hands[0])), list(pack_cards.cards_for(dealt.hands[1]))),
        shown,
        scores,
    )


def _game_numbers(pack: Pack, players: int) -> GameNumbers:
    options = AddendaOptions(players)
    count = sum(card.quantity for card in pack.cards if card.suit)
    stock = count - players * options.hand_size
    draws = -(-stock // len(SUITS))
    return GameNumbers(players, options.hand_size, stock, count // len(SUITS), options.winning_score, draws)


def limit_derivation() -> LimitDerivation:
    """Return the source's derivation of the limit.

    >>> limit_derivation()
    LimitDerivation(suit=55, ranks=13, card=4.23, trick=16.92, rounded=17)
    """
    suit = sum(map(face_value, RANKS))
    each = Fraction(suit, len(RANKS))
    trick = each * len(SUITS)
    return LimitDerivation(suit, len(RANKS), round(float(each), 2), round(float(trick), 2), round(trick))


# Tricks


def _worked_trick_row(pack_cards: PackCards, trick: WorkedTrick, players: int, explanation: str) -> TrickRow:
    result = f"{sum_text(step.change for step in trick.steps)} = {trick.total}"
    return _marked_row(
        pack_cards, trick.cards, trick.steps, trick.verdict if players else None, result, explanation
    )


def _dealt_trick_row(
    pack_cards: PackCards, won: TrickWon, explanation: str, names: Sequence[str]
) -> TrickRow:
    row, steps_ = [played.card for played in won.plays], [played.step for played in won.plays]
    result = f"{sum_text(step.change for step in steps_)} = {won.value}"
    made = _marked_row(pack_cards, row, steps_, won.verdict, result, explanation)
    return made._replace(above=tuple(names[played.seat] for played in won.plays))


def _marked_row(
    pack_cards: PackCards,
    row: Sequence[Card],
    steps_: Sequence[RunningTotal],
    verdict: TrickVerdict | None,
    result: str,
    explanation: str,
) -> TrickRow:
    """Return a row that marks the card that wins its trick, or the first one over the limit if it loses."""
    totals = tuple(str(step.total) for step in steps_)
    over = verdict is not None and verdict.why is DecidingReason.OVER
    wins = verdict.decided_by if verdict and not over else -1
    return TrickRow(
        pack_cards.cards_for(row),
        totals,
        result,
        explanation,
        wins,
        verdict.decided_by if verdict and over else -1,
    )
