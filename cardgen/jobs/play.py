"""Sit down at a game in the terminal: people and players of cardgen in any seats, with a log of each game."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..errors import UsageError
from ..units import BadValue, counted, quoted
from .groups import OUTPUT
from .job import Conversation, JobThatConverses, Option, Progress
from .kinds import FilePath, Number, Others, Text
from .playing import (
    GAME,
    GAME_OPTIONS,
    OPPONENTS,
    SEED,
    LanguageAndStrictness,
    OwnRules,
    Words,
    rules_of,
)
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.card_game import CardGame
    from ..gaming.games.game_log import GameLog, Sitter

#: Maximum number of games of an evening.
_MOST_GAMES = 1_000
#: Number of seeds to choose from: short enough to be typed again.
_SEEDS = 1_000_000_000
_HELP = "a number moves; h hint, u undo, q quit"


class Names(Words):
    """Names of people, separated by commas."""

    def read(self, value: object, others: Others) -> tuple[str, ...]:
        """Return the names. Raises BadValue for two equal ones, and for unprintable ones."""
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, Sequence) or not all(isinstance(part, str) for part in parts):
            raise BadValue(f"{value!r} is not a text")
        names = tuple(" ".join(part.split()) for part in parts)
        if not all(names) or len({*names}) < len(names) or not all(map(str.isprintable, names)):
            raise BadValue("write different names with commas between, such as Anna,Ben")
        return names


class _Quit(Exception):  # noqa: N818 - no error: somebody leaves the table
    """A person leaves the table."""


class _Table(NamedTuple):
    """A table with its seats."""

    experiment: Any
    seats: "tuple[Sitter, ...]"
    #: The player that gives hints and sits where nobody else does.
    bot: str


@dataclass(frozen=True, kw_only=True)
class Play(JobThatConverses, OwnRules, LanguageAndStrictness):
    """Play a pack's game in the terminal, against other people at the same screen and cardgen's players.

    Each game is saved as a log, which `cardgen logs` measures. You see what your seat may see and your legal
    moves. Between people the screen is cleared. Moves can be undone, and a hint is what the bot would do.

    \b
    Examples:
      cardgen play never-over --people Anna,Ben --players 4
      cardgen play standard-52 --game up-and-over --bot expert
      cardgen play my-pack.yaml --rules my_game.py --watch --seed 5
    """

    people: Annotated[
        Sequence[str], Option("Who plays, in the first seats; bots sit in the others.", Names())
    ] = ("you",)
    watch: Annotated[bool, Option("Nobody plays but bots.")] = False
    bot: Annotated[
        str | None,
        Option(
            "The player of the other seats: see `cardgen list players`. Default: one that thinks.",
            Text("NAME"),
        ),
    ] = None
    game: Annotated[str | None, GAME] = None
    players: Annotated[int | None, OPPONENTS] = None
    options: Annotated[tuple[str, ...], GAME_OPTIONS] = ()
    games: Annotated[int, Option("Number of games.", Number(1, _MOST_GAMES))] = 1
    seed: Annotated[int | None, SEED] = None
    output: Annotated[
        Path | None, Option("Folder for the logs. Default: output/.", FilePath("dir", only=True), letter="o")
    ] = None

    def run_conversing(self, pack: "Examined", progress: Progress, talk: Conversation) -> Result:
        """Play the games. The result has a log of each, also of one that somebody left."""
        from ..gaming.games.game_log import log_text

        table = self._table(pack)
        seed = secrets.randbelow(_SEEDS) if self.seed is None else self.seed
        folder, files, left = self.output or OUTPUT, list[ResultFile](), False
        for number in range(self.games):
            log, left = _played_game(table, pack, seed, number, talk)
            files.append(ResultFile(_log_file(folder, log), log_text(log).encode(), _log_about(log)))
            if left:
                break
        return Result(files, named=self.output, facts={"games": len(files), "seed": seed})

    def _table(self, pack: "Examined") -> _Table:
        """Return the table. Raises UsageError if it cannot be set."""
        from ..gaming.games import experiment_of, thinking_player
        from ..gaming.games.game import Setup
        from ..gaming.games.game_log import Sitter

        setup = Setup(self.game, self.players, options=self.options, rules=rules_of(self.rules))
        experiment: Any = experiment_of(pack.sound, setup)
        seats, people = experiment.about["players"], () if self.watch else self.people
        if self.players is None and len(people) > seats:
            experiment = experiment_of(pack.sound, setup._replace(players=len(people)))
            seats = len(people)
        if len(people) > seats:
            raise UsageError(f"there are {counted(len(people), 'name')} for {seats} seats")
        bot = (self.bot or thinking_player(experiment) or "random").strip().lower()
        experiment.chooser(bot)
        sitters = [Sitter(name) for name in people]
        return _Table(experiment, (*sitters, *[Sitter(bot, is_bot=True)] * (seats - len(people))), bot)


def _log_file(folder: Path, log: "GameLog") -> Path:
    """Return the path of a log that is not there yet, with the game, the seed and the number of the game."""
    from ..gaming.games.game_log import SUFFIX

    name = f"{log.game.removesuffix('.py')}-{log.seed}-{log.number + 1}"
    names = chain([name], (f"{name}-{again}" for again in count(2)))
    return next(path for each in names if not (path := folder / f"{each}{SUFFIX}").exists())


def _log_about(log: "GameLog") -> str:
    if not log.scores:
        return f"{counted(len(log.moves), 'move')} of a game that is not over"
    said = ", ".join(f"{seat.name} {score}" for seat, score in zip(log.seats, log.scores, strict=True))
    return f"{counted(len(log.moves), 'move')}; {said}"


def _played_game(
    table: _Table, pack: "Examined", seed: int, number: int, talk: Conversation
) -> "tuple[GameLog, bool]":
    """Play a game; return its log, and whether somebody left it."""
    from .. import __version__
    from ..gaming.games.card_game import replay
    from ..gaming.games.game_log import GameLog, hash_of_cards, option_words

    game, moves, left = table.experiment.start(seed, number), list[str](), False
    last: int | None = None
    try:
        while game.turn is not None:
            seat = game.turn
            if table.seats[seat].is_bot:
                chooser = table.experiment.chooser(table.bot)
                label = game.label(chooser(game, _chances(seed, number, moves)))
                if len(table.seats) > sum(each.is_bot for each in table.seats):
                    talk.tell(f"{_seat_name(table, seat)}: {label}")
            else:
                if last not in (None, seat):
                    talk.cover(table.seats[seat].name)
                last = seat
                answer = _answer(table, game, seat, talk, _chances(seed, number, moves))
                if answer is None:
                    _undo(table, moves, seed, number)
                    game = replay(table.experiment.start(seed, number), moves)
                    continue
                label = answer
            replay(game, [label])
            moves.append(label)
    except _Quit:
        left = True
    scores = () if left else tuple(map(int, game.scores()))
    log = GameLog(
        table.experiment.about["game"],
        pack.sound.name,
        hash_of_cards(pack.sound),
        option_words(table.experiment.about["options"]),
        table.seats,
        seed,
        number,
        tuple(moves),
        scores,
        __version__,
    )
    return log, left


def _chances(seed: int, number: int, moves: Sequence[str]) -> Random:
    """Return the random numbers of a bot's next move: the same after an undo."""
    return Random(f"{seed}:{number}:{len(moves)}")  # noqa: S311 - a game, no secret


def _seat_name(table: _Table, seat: int) -> str:
    return f"{table.seats[seat].name} (seat {seat + 1})"


def _undo(table: _Table, moves: list[str], seed: int, number: int) -> None:
    """Take back moves up to the last one of a person; none if no person has moved."""
    game, turns = table.experiment.start(seed, number), list[int]()
    for label in moves:
        turns.append(game.turn)
        game.play(next(move for move in game.moves() if game.label(move) == label))
    people = [at for at, seat in enumerate(turns) if not table.seats[seat].is_bot]
    if people:
        del moves[people[-1] :]


def _answer(table: _Table, game: "CardGame", seat: int, talk: Conversation, rng: Random) -> str | None:
    """Show a person what their seat may see, and return the label of the chosen move; None to undo."""
    from ..gaming.games.playthrough import view_lines

    labels = [game.label(move) for move in game.moves()]
    talk.tell(f"\n{_seat_name(table, seat)}, scores {' '.join(map(str, game.scores()))}")
    for line in view_lines(game, seat):
        talk.tell(line)
    talk.tell("  moves: " + "   ".join(f"{at} {label}" for at, label in enumerate(labels, 1)))
    while True:
        said = talk.ask(f"{table.seats[seat].name} ({_HELP})").strip().lower()
        if said in ("q", "quit"):
            raise _Quit
        if said in ("u", "undo"):
            return None
        if said in ("h", "hint"):
            hint = game.label(table.experiment.chooser(table.bot)(game, rng))
            talk.tell(f"{table.bot} would play: {hint}")
        elif said in [label.lower() for label in labels]:
            return next(label for label in labels if label.lower() == said)
        elif said.isascii() and said.isdigit() and 1 <= int(said[:6]) <= len(labels):
            return labels[int(said[:6]) - 1]
        else:
            talk.tell(f"{quoted(said)} is not legal here: choose from 1 to {len(labels)}")
