"""Abstrac: cards taken from an open row for sets and runs, and its relatives.

Its play: `options` (the four games), `scoring`, `layout` (the row: positions, moves and scores without
history), `deal` (a deal, draw by draw, and whole games) and `players`. All cards lie open, so a row has a
value like a chess position: `search` and `compiled_search` compute it, `solving` adds the moves and lines,
`experiment` solves many rows, `rows` reads and shuffles them, `solution_text` prints solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ....errors import LAST, Problem, Suggestion
from ....pack.model import Pack
from ..game import Game, GamePlay, Hand
from ..standard import RANKS_6, RANKS_13, check_ranks, joker_count, standard_pack_check

if TYPE_CHECKING:
    from ....books.context import BookFacts


#: The names by which packs call the games, with their titles.
TITLES = {
    "abstrac": "Abstrac",
    "abstrac-unfettered": "Unfettered Abstrac",
    "abstrac-52": "52-card Abstrac",
}


def _check_unfettered(pack: Pack) -> Iterator[Problem]:
    yield from check_ranks(pack, "Unfettered Abstrac", RANKS_6)
    count = joker_count(pack)
    if count != 1:
        message = f"Unfettered Abstrac needs exactly one joker among the extras, and there are {count}"
        hint = "remove the others" if count else "write extras: [{face: joker}]"
        joker = () if count else (Suggestion(("extras", LAST), "{face: joker}"),)
        yield Problem(message, ("extras",), hint, on_key=True, suggestions=joker)


def _game_play() -> GamePlay:
    from .experiment import PLAY

    return PLAY


def _book_facts(pack: Pack, options: Mapping[str, Any]) -> BookFacts:
    from .book import book_facts

    return book_facts(pack, options)


ABSTRAC = Game(
    name="abstrac",
    title=TITLES["abstrac"],
    pack="A pack of 24: A K Q J 10 9 in four suits.",
    check=standard_pack_check("Abstrac", RANKS_6),
    play=_game_play,
    facts=_book_facts,
    hands=lambda: (Hand(12, "half a row of Abstrac", (2,), row=True),),
)
UNFETTERED = ABSTRAC._replace(
    name="abstrac-unfettered",
    title=TITLES["abstrac-unfettered"],
    pack="The pack of 24 and one joker, which is the first card taken.",
    check=_check_unfettered,
    book="abstrac",
)
FULL = ABSTRAC._replace(
    name="abstrac-52",
    title=TITLES["abstrac-52"],
    pack="The full pack of 52.",
    check=standard_pack_check("52-card Abstrac", RANKS_13),
    hands=lambda: (Hand(13, "half a row of 52-card Abstrac", (2,), row=True),),
    book="abstrac",
)
