"""Facts for the rulebook of Addenda: its numbers and values, tricks worked out, and a deal played.

The source's tricks for two are printed as sums, their pictures lost; the cards here are those that the
sums and the rules leave, the likeliest where more than one does (A5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

from ...pack.model import Card as PackCard
from ...pack.model import Pack
from ...rulebook.context import Facts
from ...text.styles import InlineCard
from ..cards import RANKS, SUITS, Card, PackCards, card
from ..standard import jokers
from ..trick_rows import TrickRow, TrickRows, book_cards, spoken, written_sum
from .deal import AddendaOptions, Deal, Won, play_deal
from .players import sensible
from .values import FACES, LIMIT, Step, Verdict, Why, face_value, judge_four, judge_two, steps, total

SEATS = ("North", "East", "South", "West")
#: The deal that is shown: its tricks are won in both ways, and a King has a part in one of each.
_SEED = 10
#: The dealer has seat 0, and so the other player leads.
_PLAYERS = ("Your opponent", "You")


class Form(NamedTuple):
    """The game for two or for four, in numbers."""

    players: int
    #: Cards dealt to each; cards left over for the stock; tricks of a whole deal; points that win.
    hand: int
    stock: int
    tricks: int
    target: int
    #: Tricks after which cards are drawn.
    draws: int


class Mean(NamedTuple):
    """Why the limit is 17: what a suit comes to, Jack and King taken to cancel out, and the means (A14)."""

    suit: int
    ranks: int
    #: To two decimals.
    card: str
    trick: str
    rounded: int


class Worked(NamedTuple):
    """A trick worked out. The cards have the suits in order, as suits do not matter to a trick's worth."""

    cards: tuple[Card, ...]
    steps: tuple[Step, ...]
    total: int
    seats: tuple[str, ...]
    verdict: Verdict

    @property
    def winner(self) -> str:
        """Name who wins: a compass point for four, "leader" or "follower" for two."""
        return self.seats[self.verdict.place]


def worked(ranks: str, players: int = 2, zeros_bring: bool = False) -> Worked:
    """Work out a trick of four ranks with spaces between them; each player gives as many cards.

    >>> trick = worked("6 5 8 J", players=4)
    >>> trick.winner, [step.total for step in trick.steps]
    ('West', [6, 11, 19, 11])
    """
    given = ranks.split()
    if len(given) != len(SUITS):
        raise ValueError(f"a trick has four cards, and {ranks!r} has {len(given)}")
    row = steps(given)
    verdict = judge_two(row) if players == 2 else judge_four(row, zeros_bring)
    seats = ("leader", "follower") * 2 if players == 2 else SEATS
    dressed = tuple(card(rank + suit[0]) for rank, suit in zip(given, SUITS, strict=True))
    return Worked(dressed, row, row[-1].total, seats, verdict)


def same_ways(ranks: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Find all ways to end a row of numerals and face cards with other Jacks and Kings and come to the same.

    Only the Jacks and Kings after the first of them vary, in the order J before K.

    >>> [" ".join(way) for way in same_ways(["4", "J", "K", "K"])]
    ['4 J J J', '4 J J K', '4 J K J', '4 J K K']
    """
    first = next((at + 1 for at, rank in enumerate(ranks) if rank in FACES), len(ranks))
    ends = product("JK", repeat=len(ranks) - first)
    ways = ((*ranks[:first], *end) for end in ends)
    return tuple(way for way in ways if total(way) == total(ranks))


class DealPart(NamedTuple):
    """Some tricks of a deal: the numbers of the first and the last, and the figure."""

    first: int
    last: int
    tricks: TrickRows


class DealShown(NamedTuple):
    """A deal for two, from its start to its end."""

    #: Your hand as dealt, by suit.
    hand: list[PackCard]
    #: Number, cards, value and winner of each trick, and both scores behind it.
    rows: list[list[Any]]
    yours: int
    theirs: int


def context(pack: Pack, options: Mapping[str, Any]) -> Facts:
    """Return the names that the templates of Addenda may use."""
    own, own_cards = book_cards(pack, "Addenda")

    def tricks_for_two(*rows: str) -> TrickRows:
        """Draw tricks for two, each four ranks with spaces between."""
        return TrickRows(pack, tuple(_row_for_two(own, worked(row)) for row in rows))

    def tricks_for_four(*rows: str) -> TrickRows:
        """Draw tricks for four, led by North."""
        return TrickRows(
            pack, tuple(_row_for_four(own, worked(row, 4), not at) for at, row in enumerate(rows))
        )

    def same(row: str) -> list[str]:
        """List the other ways to end a trick with Jacks and Kings that come to the same."""
        return ["-".join(way) for way in same_ways(row.split()) if list(way) != row.split()]

    dealt = play_deal(Deal.shuffled(AddendaOptions(2), Random(_SEED)), [sensible, sensible])  # noqa: S311 - a game
    rows: list[list[Any]] = []
    scores = [0, 0]
    for won in dealt.tricks:
        scores[won.winner] += won.value
        shown = [InlineCard(each) for each in own.of(played.card for played in won.plays)]
        # Small cards that no line ends between.
        cards = [part for each in shown for part in ("\u00a0", each)][1:]
        rows.append([won.number, cards, won.value, ("they", "you")[won.winner], scores[1], scores[0]])
    return {
        "tricks_for_two": tricks_for_two,
        "tricks_for_four": tricks_for_four,
        "trick": worked,
        "same": same,
        "own_cards": own_cards,
        "limit": LIMIT,
        "two": _form(pack, 2),
        "four": _form(pack, 4),
        "seats": list(SEATS),
        "names": {suit: pack.suit_title(key) for suit, key in own.suits.items()},
        "jokers": jokers(pack),
        "values": [steps([rank])[0].change for rank in RANKS],
        "mean": why_17(),
        "deal": DealShown(list(own.of(dealt.hands[1])), rows, scores[1], scores[0]),
        "first_tricks": [
            DealPart(
                tricks[0].number,
                tricks[-1].number,
                TrickRows(pack, tuple(_row_of_deal(own, won) for won in tricks)),
            )
            for tricks in (dealt.tricks[:2], dealt.tricks[2:4])
        ],
    }


def _form(pack: Pack, players: int) -> Form:
    options = AddendaOptions(players)
    count = sum(card.quantity for card in pack.cards if card.suit)
    stock = count - players * options.hand
    draws = -(-stock // len(SUITS))
    return Form(players, options.hand, stock, count // len(SUITS), options.goal, draws)


def why_17() -> Mean:
    """Do the source's sum.

    >>> why_17()
    Mean(suit=55, ranks=13, card='4.23', trick='16.92', rounded=17)
    """
    suit = sum(map(face_value, RANKS))
    each = Fraction(suit, len(RANKS))
    trick = each * len(SUITS)
    return Mean(suit, len(RANKS), f"{float(each):.2f}", f"{float(trick):.2f}", round(trick))


# Tricks


def _row(
    own: PackCards, row: Sequence[Card], steps_: Sequence[Step], verdict: Verdict, **more: Any
) -> TrickRow:
    totals = tuple(str(step.total) for step in steps_)
    return TrickRow(own.of(row), totals, decided_by=verdict.decided_by, **more)


def _row_for_two(own: PackCards, trick: Worked) -> TrickRow:
    decided = trick.verdict.decided_by
    why = f"Never above {LIMIT}: the {trick.winner}, who played last, wins it."
    if trick.verdict.why is Why.OVER:
        name = spoken(trick.steps[decided].rank)
        why = f"The {trick.seats[decided]}\u2019s {name} goes above {LIMIT}: the {trick.winner} wins it."
    said = f"{written_sum(step.change for step in trick.steps)} = {trick.total}"
    return _row(own, trick.cards, trick.steps, trick.verdict, said=said, why=why)


def _row_for_four(own: PackCards, trick: Worked, first: bool) -> TrickRow:
    why = f"{written_sum(step.change for step in trick.steps)}: {'; '.join(_told(trick))}."
    said, above = f"{trick.winner} wins {trick.total}", SEATS if first else ()
    return _row(own, trick.cards, trick.steps, trick.verdict, said=said, why=why, above=above)


def _told(trick: Worked) -> list[str]:
    """Tell what the card that decided did, and what those behind it did not."""
    decided = trick.verdict.decided_by
    clauses = []
    for place in range(decided, len(trick.steps)):
        step, before = trick.steps[place], trick.steps[place - 1].total if place else 0
        if place == decided:
            did = "leads" if not place else f"brings it {'back ' if before > LIMIT else ''}to {step.total}"
        elif step.total > LIMIT:
            did = "goes over" if before <= LIMIT else "is over as well"
        else:
            did = "leaves it there"
        clauses.append(f"{trick.seats[place]}\u2019s {spoken(step.rank)} {did}")
    return clauses


def _row_of_deal(own: PackCards, won: Won) -> TrickRow:
    decider = won.plays[won.verdict.decided_by]
    why = f"Never above {LIMIT}: the last card is {('theirs', 'yours')[won.winner]}."
    if won.verdict.why is Why.OVER:
        whose = ("Their", "Your")[decider.seat]
        why = f"{whose} {spoken(decider.card.rank)} takes the total above {LIMIT} first."
    return _row(
        own,
        [played.card for played in won.plays],
        [played.step for played in won.plays],
        won.verdict,
        said=f"{_PLAYERS[won.winner]} win{'s' if not won.winner else ''} {won.value}",
        why=why,
        above=tuple(("they", "you")[played.seat] for played in won.plays),
    )
