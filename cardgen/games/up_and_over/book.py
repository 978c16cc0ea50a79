"""Facts for the rulebook of Up and Over: its numbers and values, sums worked out, tricks of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ...pack.model import Pack
from ...rulebook.context import Facts
from ..cards import RANKS, SUITS, Card, PackCards, card
from ..standard import jokers
from ..trick_rows import TrickRow, TrickRows, book_cards, signed, spoken, written_sum
from .play import Taken, play_game, sensible
from .rules import EDITIONS, FEWEST, HAND, LIMIT, MOST, TRICKS, VALUES, Outcome, Sum, UpAndOverOptions, worked

#: The game that is shown, for three players: its first tricks end in both ways.
_SEED, _SHOWN = 317, 3
#: Seat 0 deals; the turn goes to the left.
_PLAYERS = ("dealer", "left", "right")
_NAMES = ("the dealer", "the player on the left", "the player on the right")
_MEANING = {
    Outcome.UNDER: f"Below {LIMIT}: the next player plays.",
    Outcome.EXACTLY: f"Exactly {LIMIT}: whoever played the last card takes the trick.",
    Outcome.OVER: f"Above {LIMIT}: the player to the right of whoever played the last card takes the trick.",
}


def context(pack: Pack, options: Mapping[str, Any]) -> Facts:
    """Return the names that the templates of Up and Over may use."""
    own, own_cards = book_cards(pack, "Up and Over")

    def sums(*rows: str) -> TrickRows:
        """Draw sums, each of ranks with spaces between, an Ace as A1 or A11."""
        return TrickRows(pack, tuple(_row(own, worked(row.split())) for row in rows))

    def sum_of(row: str) -> Sum:
        """Sum up a row."""
        return worked(row.split())

    def counts(rank: str) -> str:
        """Tell what a rank counts: "1 or 11"."""
        return " or ".join(map(signed, VALUES[rank]))

    game = play_game([sensible] * len(_PLAYERS), Random(_SEED), dealer=0)  # noqa: S311 - a game
    return {
        "sums": sums,
        "sum_of": sum_of,
        "counts": counts,
        "own_cards": own_cards,
        "limit": LIMIT,
        "fewest": FEWEST,
        "most": MOST,
        "hand": HAND,
        "goal": TRICKS,
        "smaller": {players: UpAndOverOptions(players, True).hand for players in range(4, MOST + 1)},
        "editions": EDITIONS,
        "jokers": jokers(pack),
        "values": [[spoken(rank), counts(rank)] for rank in RANKS],
        "lowest": signed(min(value for values in VALUES.values() for value in values)),
        "first_tricks": TrickRows(pack, tuple(_row_of_game(own, taken) for taken in game.tricks[:_SHOWN])),
        "first_tricks_count": _SHOWN,
        "shown_tricks": len(game.tricks),
        "shown_winner": _NAMES[game.winner],
        "shown_scores": [[name.capitalize(), score] for name, score in zip(_NAMES, game.scores, strict=True)],
    }


def _row(own: PackCards, summed: Sum) -> TrickRow:
    suits = [SUITS[place % len(SUITS)][0] for place in range(len(summed.ranks))]
    row = tuple(card(rank + suit) for rank, suit in zip(summed.ranks, suits, strict=True))
    said = f"{written_sum(summed.values)} = {signed(summed.totals[-1])}"
    return _drawn(own, row, summed.totals, summed.outcome, said, _MEANING[summed.outcome])


def _row_of_game(own: PackCards, taken: Taken) -> TrickRow:
    laid, last = taken.laid, taken.laid[-1]
    taker = _NAMES[taken.taker] if taken.taker is not None else "nobody"
    did = "reaches" if taken.outcome is Outcome.EXACTLY else "goes above"
    said = f"{taker[0].upper()}{taker[1:]} takes trick {taken.number}"
    made = f"{written_sum(each.value for each in laid)} = {signed(last.total)}"
    why = f"{made}: {_NAMES[last.seat]} {did} {LIMIT}."
    above = tuple("turned" if each.turned else _PLAYERS[each.seat] for each in laid)
    cards, totals = [each.card for each in laid], [each.total for each in laid]
    return _drawn(own, cards, totals, taken.outcome, said, why, above)


def _drawn(
    own: PackCards,
    row: Sequence[Card],
    totals: Sequence[int],
    outcome: Outcome,
    said: str,
    why: str,
    above: tuple[str, ...] = (),
) -> TrickRow:
    decided = len(row) - 1 if outcome is not Outcome.UNDER else -1
    return TrickRow(own.of(row), tuple(map(signed, totals)), said, why, decided, above)
