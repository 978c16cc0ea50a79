"""What the rulebook of Up and Over may name: its numbers and values, sums worked out, tricks of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...pack.model import Card as PackCard
from ...pack.model import Pack
from ...rulebook.context import Facts, Options
from ..cards import RANKS, SUITS, Card, cards
from ..cards import card as game_card
from ..standard import jokers
from ..standard_cards import SPOKEN, PackCards, signed, verify_full, written_sum
from ..trick_rows import TrickRow, TrickRows
from .editions import EDITIONS, FEWEST, HAND, MOST, TRICKS
from .editions import Options as Table
from .game import play_game
from .players import sensible
from .records import FinishedGame, Taken
from .values import LIMIT, VALUES, Outcome, Sum, worked

#: The game that is shown, for three players: its first tricks end in both ways.
_SEED, _SHOWN = 317, 3
#: Seat 0 deals; the turn goes to the left.
_PLAYERS = ("dealer", "left", "right")
_NAMES = ("the dealer", "the player on the left", "the player on the right")


def context(pack: Pack, options: Options) -> Facts:
    """The names that the templates of Up and Over may use."""
    verify_full(pack, "Up and Over")
    own = PackCards(pack)

    def sums(*rows: str) -> TrickRows:
        """A figure of sums, each of ranks with spaces between, an Ace as A1 or A11."""
        return TrickRows(pack, tuple(_row(own, worked(row.split())) for row in rows))

    def sum_of(row: str) -> Sum:
        """A row summed up."""
        return worked(row.split())

    def counts(rank: str) -> str:
        """What a rank counts: "1 or 11"."""
        return " or ".join(map(signed, VALUES[rank]))

    def own_cards(names: str) -> list[PackCard]:
        """The pack's cards for short names such as "As 10h"."""
        return list(own.all_of(cards(names)))

    game = _played()
    return {
        **{each.__name__: each for each in (sums, sum_of, counts, own_cards)},
        "limit": LIMIT,
        "fewest": FEWEST,
        "most": MOST,
        "hand": HAND,
        "goal": TRICKS,
        "smaller": {players: Table(players, True).hand for players in range(4, MOST + 1)},
        "editions": EDITIONS,
        "jokers": jokers(pack),
        "values": [[SPOKEN.get(rank, rank), " or ".join(map(signed, VALUES[rank]))] for rank in RANKS],
        "lowest": signed(min(value for values in VALUES.values() for value in values)),
        "first_tricks": TrickRows(pack, tuple(_row_of_game(own, taken) for taken in game.tricks[:_SHOWN])),
        "first_tricks_count": _SHOWN,
        "shown_tricks": len(game.tricks),
        "shown_winner": _NAMES[game.winner],
        "shown_scores": [[name.capitalize(), score] for name, score in zip(_NAMES, game.scores, strict=True)],
    }


# Sums


def _row(own: PackCards, summed: Sum) -> TrickRow:
    suits = [SUITS[place % len(SUITS)][0] for place in range(len(summed.ranks))]
    row = tuple(game_card(rank + suit) for rank, suit in zip(summed.ranks, suits, strict=True))
    said = f"{written_sum(summed.values)} = {signed(summed.totals[-1])}"
    return _drawn(own, row, summed.totals, said, _meant(summed.outcome), summed.outcome)


def _meant(outcome: Outcome) -> str:
    """What a sum does to its trick."""
    if outcome is Outcome.UNDER:
        return f"Below {LIMIT}: the next player plays."
    if outcome is Outcome.EXACTLY:
        return f"Exactly {LIMIT}: whoever played the last card takes the trick."
    return f"Above {LIMIT}: the player to the right of whoever played the last card takes the trick."


def _drawn(
    own: PackCards,
    row: Sequence[Card],
    totals: Sequence[int],
    said: str,
    why: str,
    outcome: Outcome,
    above: tuple[str, ...] = (),
) -> TrickRow:
    decided = len(row) - 1 if outcome is not Outcome.UNDER else -1
    return TrickRow(own.all_of(tuple(row)), tuple(map(signed, totals)), said, why, decided, above)


# A game


def _played() -> FinishedGame:
    return play_game([sensible] * len(_PLAYERS), Random(_SEED), dealer=0)  # noqa: S311 - a game


def _row_of_game(own: PackCards, taken: Taken) -> TrickRow:
    row = [laid.card for laid in taken.laid]
    last = taken.laid[-1]
    above = tuple("turned" if laid.turned else _PLAYERS[laid.seat] for laid in taken.laid)
    taker = _NAMES[taken.taker] if taken.taker is not None else "nobody"
    did = "reaches" if taken.outcome is Outcome.EXACTLY else "goes above"
    who = _NAMES[last.seat]
    said = f"{taker[0].upper()}{taker[1:]} takes trick {taken.number}"
    why = f"{written_sum(laid.value for laid in taken.laid)} = {signed(last.total)}: {who} {did} {LIMIT}."
    return _drawn(own, row, [laid.total for laid in taken.laid], said, why, taken.outcome, above)
