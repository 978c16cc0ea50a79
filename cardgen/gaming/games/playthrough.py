"""Playthroughs: whole games as text, to read, keep, and replay in tests.

Each move is recorded with what the seat at turn sees, its legal moves and the scores. A kept playthrough
that is made again after a change of the rules shows all effects of the change, as in OpenSpiel (Lanctot and
others, "OpenSpiel: A framework for reinforcement learning in games", 2019).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import count
from random import Random
from typing import Any

from .card_game import CardGame, Player, random_legal_move, replay

#: Prefix of a line with a move.
_MOVE = "> "


def playthrough(
    game: CardGame,
    labels: Sequence[str] | None = None,
    *,
    player: Player = random_legal_move,
    seed: int = 1,
    every: int = 1,
    title: str = "",
) -> str:
    """Play a dealt game to its end and return it as text.

    labels: the moves; without them, `player` moves for all seats, with randomness from `seed`. every: show
    what a seat sees at every n-th move. title: the first line. Raises UsageError for an illegal move.
    """
    chance = Random(seed)  # noqa: S311 - a game, no secret
    return "\n".join(_playthrough_lines(game, labels, player, chance, every, title)) + "\n"


def labels_of(text: str) -> list[str]:
    """Return the labels of the moves in a playthrough."""
    return [line.removeprefix(_MOVE) for line in text.splitlines() if line.startswith(_MOVE)]


def _playthrough_lines(
    game: CardGame, labels: Sequence[str] | None, player: Player, rng: Random, every: int, title: str
) -> Iterator[str]:
    """Yield the lines of a playthrough; for the arguments see `playthrough`."""
    yield title or f"{game.name}, {game.seats} players"
    for seat in range(game.seats):
        yield f"\nat the deal seat {seat + 1}"
        yield from view_lines(game, seat)
    for number in count():
        if game.turn is None or (labels is not None and number == len(labels)):
            break
        yield f"\n{number + 1}. seat {game.turn + 1}"
        if number % every == 0:
            yield from view_lines(game, game.turn)
        yield f"  may: {', '.join(map(game.label, game.moves()))}"
        label = game.label(game.ask(player, rng)) if labels is None else labels[number]
        replay(game, [label])
        yield _MOVE + label
        yield f"  scores: {_one_line_text(list(game.scores()))}"
    yield f"\n{'over' if game.turn is None else 'not over'}"
    yield f"  scores: {_one_line_text(list(game.scores()))}"
    yield from (f"  {name}: {_one_line_text(value)}" for name, value in game.facts().items())


def view_lines(game: CardGame, seat: int) -> Iterator[str]:
    """Yield the view of a seat as lines of text: one line for each named field of its view, or one for
    all.
    """
    view = game.view(seat)
    named = view._asdict() if hasattr(view, "_asdict") else view
    if not isinstance(named, Mapping):
        named = {"view": view}
    yield from (f"  {name}: {_one_line_text(value)}" for name, value in named.items())


def _one_line_text(value: Any) -> str:
    """Return a value as one line of text, the same on any machine; sets are sorted."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (set, frozenset)):
        return " ".join(sorted(map(_one_line_text, value))) or "-"
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{_one_line_text(key)} {_one_line_text(each)}" for key, each in value.items()) or "-"
        )
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(each, (list, tuple, set, frozenset, Mapping)) for each in value)
        return (", " if nested else " ").join(map(_one_line_text, value)) or "-"
    return str(value) if value != "" else "-"
