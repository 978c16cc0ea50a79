"""What Addenda's rulebook may name: its numbers, its values, tricks worked out, and a deal played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from ...pack.model import Card as PackCard
from ...pack.model import Pack
from ...rulebook.context import Facts, Options
from ...text.styles import InlineCard
from ..cards import RANKS, SUITS, Card, cards
from ..standard import jokers
from ..standard_cards import SPOKEN, PackCards, verify_full, written_sum
from ..trick_rows import TrickRow, TrickRows
from .deal import Deal
from .game import play_deal
from .options import Options as Table
from .players import sensible
from .records import FinishedDeal, Won
from .trick import Why
from .values import LIMIT, Step, steps
from .worked import SEATS, Worked, same_ways, why_17, worked

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
    """Why the limit is what it is."""

    suit: int
    ranks: int
    card: str
    trick: str
    rounded: int


class Part(NamedTuple):
    """Some tricks of a deal: the numbers of the first and the last, and the figure."""

    first: int
    last: int
    tricks: TrickRows


class Shown(NamedTuple):
    """A deal for two, from its start to its end."""

    #: Your hand as dealt, by suit.
    hand: list[PackCard]
    #: Number, cards, value and winner of each trick, and both scores behind it.
    rows: list[list[Any]]
    yours: int
    theirs: int


def context(pack: Pack, options: Options) -> Facts:
    """The names that the templates of Addenda may use."""
    verify_full(pack, "Addenda")
    own = PackCards(pack)

    def tricks_for_two(*rows: str) -> TrickRows:
        """A figure of tricks for two, each four ranks with spaces between."""
        return TrickRows(pack, tuple(_row_for_two(own, worked(row)) for row in rows))

    def tricks_for_four(*rows: str) -> TrickRows:
        """A figure of tricks for four, led by North."""
        return TrickRows(
            pack, tuple(_row_for_four(own, worked(row, 4), not at) for at, row in enumerate(rows))
        )

    def trick(row: str, players: int = 2, zeros_bring: bool = False) -> Worked:
        """A trick worked out: its total and winner."""
        return worked(row, players, zeros_bring)

    def same(row: str) -> list[str]:
        """The other ways to end a trick with Jacks and Kings that come to the same."""
        return ["-".join(way) for way in same_ways(row.split()) if list(way) != row.split()]

    def own_cards(names: str) -> list[PackCard]:
        """The pack's cards for short names such as "As 10h"."""
        return list(own.all_of(cards(names)))

    dealt = _played()
    return {
        **{each.__name__: each for each in (tricks_for_two, tricks_for_four, trick, same, own_cards)},
        "limit": LIMIT,
        "two": _form(pack, 2),
        "four": _form(pack, 4),
        "seats": list(SEATS),
        "names": {suit: pack.suit_title(key) for suit, key in own.suits.items()},
        "jokers": jokers(pack),
        "values": [step.change for step in map(_alone, RANKS)],
        "mean": _mean(),
        "deal": _shown(own, dealt),
        "first_tricks": [_part(pack, own, dealt.tricks[at : at + 2]) for at in (0, 2)],
    }


def _form(pack: Pack, players: int) -> Form:
    table = Table(players)
    count = sum(card.quantity for card in pack.cards if card.suit)
    stock = count - players * table.hand
    draws = -(-stock // len(SUITS))
    return Form(players, table.hand, stock, count // len(SUITS), table.goal, draws)


def _mean() -> Mean:
    mean = why_17()
    return Mean(
        mean.suit, len(RANKS), f"{float(mean.card):.2f}", f"{float(mean.trick):.2f}", round(mean.trick)
    )


def _alone(rank: str) -> Step:
    return steps([rank])[0]


def spoken(rank: str) -> str:
    """What a rank is called in a sentence."""
    return SPOKEN.get(rank, rank)


# Tricks


def _row_for_two(own: PackCards, trick: Worked) -> TrickRow:
    said = f"{_sum(trick.steps)} = {trick.total}"
    return TrickRow(
        own.all_of(trick.cards), _totals(trick.steps), said, _why_two(trick), trick.verdict.decided_by
    )


def _why_two(trick: Worked) -> str:
    decided = trick.verdict.decided_by
    if trick.verdict.why is Why.OVER:
        name = spoken(trick.steps[decided].rank)
        return f"The {trick.seats[decided]}\u2019s {name} goes above {LIMIT}: the {trick.winner} wins it."
    return f"Never above {LIMIT}: the {trick.winner}, who played last, wins it."


def _row_for_four(own: PackCards, trick: Worked, first: bool) -> TrickRow:
    said = f"{trick.winner} wins {trick.total}"
    why = f"{_sum(trick.steps)}: {'; '.join(_told(trick))}."
    above = SEATS if first else ()
    return TrickRow(own.all_of(trick.cards), _totals(trick.steps), said, why, trick.verdict.decided_by, above)


def _told(trick: Worked) -> list[str]:
    """What the card that decided did, and what those behind it did not."""
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


def _totals(row: Sequence[Step]) -> tuple[str, ...]:
    return tuple(str(step.total) for step in row)


def _sum(row: Sequence[Step]) -> str:
    return written_sum(step.change for step in row)


# A deal


def _played() -> FinishedDeal:
    return play_deal(Deal.shuffled(Table(2), Random(_SEED)), [sensible, sensible])  # noqa: S311 - a game


def _part(pack: Pack, own: PackCards, tricks: Sequence[Won]) -> Part:
    rows = tuple(_row_of_deal(own, won) for won in tricks)
    return Part(tricks[0].number, tricks[-1].number, TrickRows(pack, rows))


def _row_of_deal(own: PackCards, won: Won) -> TrickRow:
    row = [played.step for played in won.plays]
    who = tuple(("they", "you")[played.seat] for played in won.plays)
    return TrickRow(
        own.all_of(tuple(played.card for played in won.plays)),
        _totals(row),
        f"{_PLAYERS[won.winner]} win{'s' if not won.winner else ''} {won.value}",
        _why_of_deal(won),
        won.verdict.decided_by,
        who,
    )


def _why_of_deal(won: Won) -> str:
    played = won.plays[won.verdict.decided_by]
    if won.verdict.why is Why.OVER:
        whose = ("Their", "Your")[played.seat]
        return f"{whose} {spoken(played.card.rank)} takes the total above {LIMIT} first."
    return f"Never above {LIMIT}: the last card is {('theirs', 'yours')[won.winner]}."


def _shown(own: PackCards, dealt: FinishedDeal) -> Shown:
    rows: list[list[Any]] = []
    scores = [0, 0]
    for won in dealt.tricks:
        scores[won.winner] += won.value
        row = _chips(own, [played.card for played in won.plays])
        rows.append([won.number, row, won.value, ("they", "you")[won.winner], scores[1], scores[0]])
    return Shown(list(own.all_of(dealt.hands[1])), rows, scores[1], scores[0])


def _chips(own: PackCards, played: Sequence[Card]) -> list[Any]:
    """Small cards that no line ends between."""
    chips = [InlineCard(own.of(card)) for card in played]
    return [part for chip in chips for part in ("\u00a0", chip)][1:]
