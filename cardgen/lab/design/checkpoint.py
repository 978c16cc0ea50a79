"""All that a search has played, which is all that it knows: it can be put away and taken up again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ...errors import UsageError
from ..moments import Tally
from .compositions import Composition
from .problem import Question

_KIND = "cardgen design search"
#: No memory of a search is larger, in bytes; nor has it more of anything.
MOST_BYTES = 1 << 26
_MOST_NUMBER = 1 << 100


@dataclass
class Memory:
    """What was played.

    base: the base alone. tried: base and candidate side by side, for each composition in the order in which
    they were first tried. spent: games, each pack's counted. least, stale: for a search that meets nothing,
    the smallest miss until now, and rounds since it last grew smaller.
    """

    base: Tally = field(default_factory=Tally)
    tried: dict[Composition, Tally] = field(default_factory=dict)
    spent: int = 0
    rounds: int = 0
    least: float | None = None
    stale: int = 0


def written(memory: Memory, question: Question) -> bytes:
    """A memory as a file."""
    data = {
        "kind": _KIND,
        "question": question.fingerprint,
        "spent": memory.spent,
        "rounds": memory.rounds,
        "least": memory.least,
        "stale": memory.stale,
        "base": _tally(memory.base),
        "tried": [{"cards": each, **_tally(tally)} for each, tally in memory.tried.items()],
    }
    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def is_one(head: bytes) -> bool:
    """Whether a file that begins so is the memory of a search."""
    return head.startswith(b'{"kind":"' + _KIND.encode())


def _tally(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, "sums": tally.sums, "products": tally.products}


def read(raw: bytes, question: Question, name: str) -> Memory:
    """The memory in a file, for the same question. Raises UsageError, naming the file, for anything else."""
    try:
        data = json.loads(raw) if len(raw) <= MOST_BYTES else None
        if not isinstance(data, dict) or data.get("kind") != _KIND:
            raise ValueError
        asked = data["question"]
        if asked == question.fingerprint:
            return _memory(data, question)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(
            f"{name} holds no search of cardgen design, or is damaged: begin anew without --resume"
        ) from None
    raise UsageError(
        f"{name} is a search for other wishes, or from another pack, table or seed: "
        f"ask as you did then, or begin anew without --resume"
    )


def _memory(data: dict[str, Any], question: Question) -> Memory:
    facts = len(question.facts)
    tried = {}
    for each in data["tried"]:
        composition = tuple(_whole(times) for times in each["cards"])
        if len(composition) != len(question.frame.base) or not question.frame.valid(composition):
            raise ValueError
        tried[composition] = _read_tally(each, 2 * facts)
    least = data["least"]
    if least is not None and not (isinstance(least, float | int) and 0 <= least < float("inf")):
        raise ValueError
    numbers = [_whole(data[key]) for key in ("spent", "rounds", "stale")]
    return Memory(_read_tally(data["base"], facts), tried, numbers[0], numbers[1], least, numbers[2])


def _read_tally(data: Any, columns: int) -> Tally:
    games, sums = _whole(data["games"]), [_whole(each, signed=True) for each in data["sums"]]
    products = [[_whole(each, signed=True) for each in row] for row in data["products"]]
    if games < 1 or len(sums) != columns or [len(row) for row in products] != [columns] * columns:
        raise ValueError
    return Tally(games, sums, products)


def _whole(value: Any, signed: bool = False) -> int:
    if type(value) is not int or not (-_MOST_NUMBER if signed else 0) <= value <= _MOST_NUMBER:
        raise ValueError
    return value
