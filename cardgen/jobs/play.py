"""Sit down at a game in the terminal: people and players of cardgen in any seats, with a log of each game."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import Problem
from ..units import BadValue, count_with_noun, quoted_value
from .groups import OUTPUT
from .job import Conversation, InteractiveJob, Option, Progress
from .kinds import FilePath, Number, Others, Text
from .playing import (
    GAME,
    GAME_OPTIONS,
    OPPONENTS,
    SEED,
    LanguageAndStrictOptions,
    RulesFileOption,
    Words,
    read_rules_file,
)
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.game_log import GameLog
    from ..gaming.games.scene import OfferedMove, Scene
    from ..gaming.games.sitting import Sitting

#: Maximum number of games of an evening.
_MOST_GAMES = 1_000
#: Number of seeds to choose from: short enough to be typed again.
SEEDS = 1_000_000_000
_HELP = "a number moves; h hint, u undo, q quit"


class Names(Words):
    """Names of people, separated by commas."""

    def parse_value(self, value: object, others: Others) -> tuple[str, ...]:
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


@dataclass(frozen=True, kw_only=True)
class Play(InteractiveJob, RulesFileOption, LanguageAndStrictOptions):
    """Play a pack's game in the terminal, against other people at the same screen and cardgen's players.

    With --page you sit at a table in your browser. Each game is saved as a log, which `cardgen logs`
    measures. You see what your seat may see and your legal moves. Between people the screen is cleared.
    Moves can be undone, and a hint is what the strongest player would do.

    \b
    Examples:
      cardgen play never-over --people Anna,Ben --players 4
      cardgen play standard-52 --game up-and-over --bot expert
      cardgen play standard-52 --page
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
    page: Annotated[bool, Option("Play in a page of the browser instead, with the cards as they look.")] = (
        False
    )
    output: Annotated[
        Path | None, Option("Folder for the logs. Default: output/.", FilePath("dir", only=True), letter="o")
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error if --page is given with an option that the page does not support."""
        yield from super().option_problems(pack)
        if self.page and (self.games != 1 or self.output is not None or self.language is not None):
            yield Problem(
                "the page deals one game after the other, in the pack's own language, and saves logs in "
                "output/: leave --games, --output and --language out"
            )

    def run_interactively(self, pack: "Examined", progress: Progress, talk: Conversation) -> Result:
        """Play the games. The result has a log of each, also of one that somebody left."""
        from ..gaming.games.game import Setup
        from ..gaming.games.game_log import log_text
        from ..gaming.games.sitting import Sitting, experiment_sitters_and_bot

        setup = Setup(self.game, self.players, options=self.options, rules=read_rules_file(self.rules))
        experiment, seats, _ = experiment_sitters_and_bot(
            pack.valid_pack, setup, () if self.watch else tuple(self.people), self.bot
        )
        seed = secrets.randbelow(SEEDS) if self.seed is None else self.seed
        folder, files, left = self.output or OUTPUT, list[ResultFile](), False
        for number in range(self.games):
            sitting = Sitting(pack.valid_pack, experiment, seats, seed, number)
            left = not _play_game(sitting, talk)
            log = sitting.to_log()
            files.append(ResultFile(log_file(folder, log), log_text(log).encode(), _log_about(log)))
            if left:
                break
        return Result(files, named=self.output, facts={"games": len(files), "seed": seed})


def log_file(folder: Path, log: "GameLog") -> Path:
    """Return the path of a log that is not there yet, with the game, the seed and the number of the game."""
    from ..gaming.games.game_log import SUFFIX

    name = f"{log.game.removesuffix('.py')}-{log.seed}-{log.number + 1}"
    names = chain([name], (f"{name}-{again}" for again in count(2)))
    return next(path for each in names if not (path := folder / f"{each}{SUFFIX}").exists())


def _log_about(log: "GameLog") -> str:
    if not log.scores:
        return f"{count_with_noun(len(log.moves), 'move')} of a game that is not over"
    said = ", ".join(f"{seat.name} {score}" for seat, score in zip(log.seats, log.scores, strict=True))
    return f"{count_with_noun(len(log.moves), 'move')}; {said}"


def _play_game(sitting: "Sitting", talk: Conversation) -> bool:
    """Play a game; return whether it was played to its end."""
    people = [seat for seat, each in enumerate(sitting.seats) if not each.is_bot]
    #: For each person, the number of moves of which they have been told.
    heard = dict.fromkeys(people, 0)
    last: int | None = people[0] if len(people) == 1 else None
    while sitting.game.turn is not None:
        seat = sitting.game.turn
        if sitting.seats[seat].is_bot:
            sitting.make_move(sitting.bot_move())
            continue
        if last not in (None, seat):
            talk.hand_screen_to(sitting.seats[seat].name)
        last = seat
        _tell_story(sitting, seat, heard[seat], talk)
        heard[seat] = len(sitting.moves)
        try:
            label = _ask_for_move(sitting, seat, talk)
        except _Quit:
            return False
        if label is not None:
            sitting.make_move(label)
            _tell_story(sitting, seat, heard[seat], talk)
            heard[seat] = len(sitting.moves)
        elif sitting.undo():
            heard = {each: min(told, len(sitting.moves)) for each, told in heard.items()}
        else:
            talk.tell("There is no move to take back.")
    if people:
        _tell_story(sitting, last if last is not None else people[0], heard[last or people[0]], talk)
        talk.tell(sitting.result_sentence())
    return True


def _tell_story(sitting: "Sitting", seat: int, first: int, talk: Conversation) -> None:
    for sentence in sitting.story(seat, first):
        talk.tell(sentence)


def _ask_for_move(sitting: "Sitting", seat: int, talk: Conversation) -> str | None:
    """Show a person what their seat may see, and return the label of the chosen move; None to undo a move.

    Raises _Quit if the person leaves.
    """
    scene, name = sitting.scene(seat), sitting.seats[seat].name
    _show_scene(sitting, seat, scene, talk)
    while True:
        said = talk.ask(f"{name} ({_HELP})").strip().lower()
        if said in ("q", "quit"):
            raise _Quit
        if said in ("u", "undo"):
            return None
        if said in ("h", "hint"):
            hint = sitting.hint()
            talk.tell(f"{sitting.expert} would choose: {hint.text}. {hint.why}".strip())
            continue
        move = _chosen_move(scene.moves, said)
        if move is None:
            talk.tell(f"{quoted_value(said)} is not legal here: choose from 1 to {len(scene.moves)}")
        elif not move.warning or _is_confirmed(move, talk):
            return move.label


def _show_scene(sitting: "Sitting", seat: int, scene: "Scene", talk: Conversation) -> None:
    from ..gaming.games.scene import scene_lines

    words = sitting.words(seat)
    scores = ", ".join(f"{words.name(at)} {score}" for at, score in enumerate(scene.scores))
    talk.tell(f"\n{sitting.seats[seat].name}{f' – scores: {scores}' if scores else ''}")
    for line in scene_lines(scene, words):
        talk.tell(line)
    talk.tell(f"{scene.task}:")
    for at, move in enumerate(scene.moves, 1):
        talk.tell(f"  {at:>2}  {move.text}{' (asks first)' if move.warning else ''}")


def _chosen_move(moves: "Sequence[OfferedMove]", answer: str) -> "OfferedMove | None":
    """Return the move with a number, a label or a text; None if there is none."""
    if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(moves):
        return moves[int(answer[:6]) - 1]
    return next((move for move in moves if answer in (move.label.lower(), move.text.lower())), None)


def _is_confirmed(move: "OfferedMove", talk: Conversation) -> bool:
    answer = talk.ask(f"{move.text}? {move.warning} Type yes")
    return answer.strip().lower() in ("y", "yes")
