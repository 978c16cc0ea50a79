"""Playthroughs: whole games as text, to be read, kept, and replayed in tests.

What a game says at each move is written down: what the seat to move sees, its legal moves, the move and the
scores. A playthrough that is kept and made anew after a change of the rules shows everything that the change
does, as those of OpenSpiel do (Lanctot and others, "OpenSpiel: A framework for reinforcement learning in
games", 2019).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import count
from random import Random
from typing import Any

from .card_game import CardGame, Player, at_random, replay

#: How the line of a move begins.
_MOVE = "> "


def playthrough(
    game: CardGame,
    labels: Sequence[str] | None = None,
    *,
    player: Player = at_random,
    seed: int = 1,
    every: int = 1,
    title: str = "",
) -> str:
    """Play a game that was dealt to its end, and return it as text.

    labels: the moves; without them, the player makes them for all seats, with chance of this seed. every: how
    often what a seat sees is written: at each move, or at each n-th. title: the first line. Raises UsageError
    for a move that is not legal.
    """
    chance = Random(seed)  # noqa: S311 - a game, no secret
    return "\n".join(_lines(game, labels, player, chance, every, title)) + "\n"


def labels_of(text: str) -> list[str]:
    """Return the moves of a playthrough."""
    return [line.removeprefix(_MOVE) for line in text.splitlines() if line.startswith(_MOVE)]


def _lines(
    game: CardGame, labels: Sequence[str] | None, player: Player, rng: Random, every: int, title: str
) -> Iterator[str]:
    yield title or f"{game.name}, {game.seats} players"
    for seat in range(game.seats):
        yield f"\nat the deal seat {seat + 1}"
        yield from _sees(game, seat)
    for number in count():
        if game.turn is None or (labels is not None and number == len(labels)):
            break
        yield f"\n{number + 1}. seat {game.turn + 1}"
        if number % every == 0:
            yield from _sees(game, game.turn)
        yield f"  may: {', '.join(map(game.label, game.moves()))}"
        label = game.label(game.ask(player, rng)) if labels is None else labels[number]
        replay(game, [label])
        yield _MOVE + label
        yield f"  scores: {_plain(list(game.scores()))}"
    yield f"\n{'over' if game.turn is None else 'not over'}"
    yield f"  scores: {_plain(list(game.scores()))}"
    yield from (f"  {name}: {_plain(value)}" for name, value in game.facts().items())


def _sees(game: CardGame, seat: int) -> Iterator[str]:
    """Write what a seat sees, a line a name where its view has names."""
    view = game.view(seat)
    named = view._asdict() if hasattr(view, "_asdict") else view
    if not isinstance(named, Mapping):
        named = {"view": view}
    yield from (f"  {name}: {_plain(value)}" for name, value in named.items())


def _plain(value: Any) -> str:
    """Write a value in one line: the same on any machine, whatever the order of a set."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (set, frozenset)):
        return " ".join(sorted(map(_plain, value))) or "-"
    if isinstance(value, Mapping):
        return ", ".join(f"{_plain(key)} {_plain(each)}" for key, each in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(each, (list, tuple, set, frozenset, Mapping)) for each in value)
        return (", " if nested else " ").join(map(_plain, value)) or "-"
    return str(value) if value != "" else "-"
