"""Logs of games: who sat where, the deal by its seed, and each move by its label, as a small JSON file.

A log holds no positions: `MoveReader` plays its moves again by the rules, so a log that was damaged, or that
belongs to other rules, is found out. Files are strangers': reading them runs nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from ...errors import UsageError
from ...pack.model import Pack
from ...pack.selection import cards_in_play
from ...units import nearest_word_hint, quoted_value
from .card_game import CardGame
from .rng import MOST_GAMES, MOST_SEED

#: The end of the names of logs, and what the first key of each holds.
SUFFIX = ".game.json"
_FORMAT = 1
#: Maximum size of a log in bytes, and maximum number of players and of moves.
MOST_BYTES = 4 << 20
_MOST_SEATS, _MOST_MOVES = 100, 100_000
#: Number of digits of a hash: enough to tell packs apart, not to sign them.
_DIGITS = 16


class LogError(UsageError):
    """A log that cannot be read, or whose moves the rules do not allow."""


class UnfinishedGameError(LogError):
    """A log that ends before its game does."""


class Sitter(NamedTuple):
    """The person or the computer player at a seat."""

    #: The name of a person; or of the player, if cardgen played.
    name: str
    is_bot: bool = False


class GameLog(NamedTuple):
    """A game as it was played."""

    #: The game, or the name of the file of rules.
    game: str
    #: The name of the pack, and the hash of its cards: see `hash_of_cards`.
    pack: str
    cards: str
    #: The options that were changed, as words for `--option`.
    options: tuple[str, ...]
    seats: tuple[Sitter, ...]
    seed: int
    number: int
    #: The labels of all moves.
    moves: tuple[str, ...]
    #: The final scores; empty if the game was not over.
    scores: tuple[int, ...] = ()
    #: The version of cardgen that saved it.
    version: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """Return the names of the people who played."""
        return tuple(each.name for each in self.seats if not each.is_bot)

    @property
    def game_key(self) -> tuple[object, ...]:
        """Return a key that is equal for two logs exactly if they record the same game."""
        return self.game, self.cards, self.options, self.seed, self.number, self.moves


def hash_of_cards(pack: Pack) -> str:
    """Return a hash of the cards in play: their suits, ranks, labels and numbers, not their look."""
    cards = sorted((card.suit or "", card.rank or "", card.label) for card in cards_in_play(pack))
    return sha256(repr(cards).encode()).hexdigest()[:_DIGITS]


def option_words(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return options as words for `--option`, such as "hand=6".

    options: those that differ from the defaults, by name, as in the `setup_record` of an experiment.
    """
    texts = {True: "", False: "=off"}
    return tuple(
        f"{name}{texts[value]}" if isinstance(value, bool) else f"{name}={value}"
        for name, value in sorted(options.items())
    )


def log_text(log: GameLog) -> str:
    """Return a log as the text of its file."""
    seats = [{"bot" if each.is_bot else "person": each.name} for each in log.seats]
    record = {
        "game-log": _FORMAT,
        "cardgen": log.version,
        "game": log.game,
        "pack": log.pack,
        "cards": log.cards,
        "options": list(log.options),
        "seats": seats,
        "seed": log.seed,
        "number": log.number,
        "moves": list(log.moves),
        "scores": list(log.scores),
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_log(data: bytes) -> GameLog:
    """Return the log that a file's bytes hold; the moves are not played again, see `replay_facts`.

    Raises LogError with what is wrong and where.
    """
    try:
        record = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise LogError("this is not a log of a game: it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise LogError(f"{error.lineno}:{error.colno}: this is no whole log: {error.msg}") from None
    except (RecursionError, ValueError):
        # ValueError: a number of more digits than Python reads.
        raise LogError("this is not a log of a game") from None
    if not isinstance(record, Mapping) or "game-log" not in record:
        raise LogError("this is not a log of a game: logs begin with game-log")
    if record["game-log"] != _FORMAT:
        raise LogError(
            f"this log has the format {quoted_value(str(record['game-log']))}, and this cardgen reads "
            f"{_FORMAT}: "
            "use the version that saved it, or a newer one"
        )
    wrong = [f"{key} is {what}" for key, (is_right, what) in _KEYS.items() if not is_right(record.get(key))]
    if wrong:
        raise LogError(f"the log is damaged: {'; '.join(wrong)}")
    return GameLog(
        record["game"],
        record["pack"],
        record["cards"],
        tuple(record["options"]),
        tuple(Sitter(name, kind == "bot") for seat in record["seats"] for kind, name in seat.items()),
        record["seed"],
        record["number"],
        tuple(record["moves"]),
        tuple(record["scores"]),
        record["cardgen"],
    )


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and len(value) < 1000


def _are_short_texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= _MOST_MOVES and all(map(_is_short_text, value))


def _are_seat_records(value: object) -> bool:
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST_SEATS:
        return False
    return all(
        isinstance(seat, dict)
        and [*seat] in (["person"], ["bot"])
        and all(map(_is_short_text, seat.values()))
        for seat in value
    )


def _are_whole_numbers(value: object) -> bool:
    return isinstance(value, list) and len(value) <= _MOST_SEATS and all(type(each) is int for each in value)


#: What each key of a log must hold.
_KEYS: Mapping[str, tuple[Any, str]] = {
    **dict.fromkeys(("cardgen", "game", "pack", "cards"), (_is_short_text, "no text")),
    **dict.fromkeys(("options", "moves"), (_are_short_texts, "no list of texts")),
    "seats": (_are_seat_records, 'no list of seats such as {"person": "Anna"} or {"bot": "expert"}'),
    "seed": (lambda value: type(value) is int and 0 <= value < MOST_SEED, "no whole number from 0"),
    "number": (lambda value: type(value) is int and 0 <= value < MOST_GAMES, "no whole number from 0"),
    "scores": (_are_whole_numbers, "no list of whole numbers"),
}


class MoveReader:
    """A player of all seats that makes the moves of a log.

    Raises LogError at a move that is not legal, and UnfinishedGameError after the last one.
    """

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels, self.made = labels, 0

    def __call__(self, game: CardGame, rng: Random) -> Any:
        """Return the next move of the log for the seat at turn."""
        if self.made == len(self.labels):
            raise UnfinishedGameError(f"the game is not over after its {self.made:,} moves")
        label, moves = self.labels[self.made], {game.label(move): move for move in game.moves()}
        self.made += 1
        if label not in moves:
            raise LogError(
                f"move {self.made}, {quoted_value(label)}, is not legal here; "
                f"{nearest_word_hint(label, moves)}"
            )
        return moves[label]

    def verify_end(self) -> None:
        """Raise LogError if moves are left when the game is over."""
        if self.made < len(self.labels):
            raise LogError(
                f"the game is over after {self.made:,} moves, and the log has {len(self.labels):,}"
            )
