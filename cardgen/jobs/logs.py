"""Measure games that people played, from their logs, and find the players that play most like them."""

import glob
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..errors import UsageError
from ..units import count_with_noun, quoted_value
from .groups import ReportOptions
from .job import Option, Progress
from .kinds import FilePath, Number
from .named_files import read_error
from .playing import (
    SEED,
    WORDS,
    LanguageAndStrictOptions,
    RulesFileOption,
    Session,
    WorkOptions,
    open_session,
    options_text,
    read_rules_file,
)
from .result import Block, Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.game import Setup
    from ..gaming.games.game_log import GameLog
    from ..gaming.lab.logs import LoggedGames, Resemblance
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

#: Default and maximum number of games of each player; more would not make few logs more precise.
_USUAL_GAMES, _MOST_GAMES = 2_000, 1_000_000
#: Maximum number of logs, and of those left out that are named.
_MOST_LOGS, _NAMED = 10_000, 10
#: The signs of a pattern of file names.
_PATTERN = frozenset("*?[")


class GroupOfLogs(NamedTuple):
    """The games of one table, and the players that play most like them."""

    results: "Results"
    #: The results of each player at this table.
    players: dict[str, "Results"]
    resemblance: "Resemblance"

    @property
    def games(self) -> "LoggedGames":
        """Return the games as an experiment."""
        found: Any = self.results.experiments[0]
        return found  # type: ignore[no-any-return]


class MeasuredLogs(NamedTuple):
    """The games of each table, most first, and the logs that were left out, each with the reason."""

    groups: Sequence[GroupOfLogs]
    left_out: Sequence[tuple[Path, str]]


@dataclass(frozen=True, kw_only=True)
class Logs(RulesFileOption, WorkOptions, ReportOptions, LanguageAndStrictOptions):
    """Measure games that people played, and find the players that play most like them.

    LOGS are files that end in .game.json, as `cardgen play` saves them, or folders of them. Each is played
    again by the rules. Games with other players, options or bots are measured apart.

    \b
    Examples:
      cardgen logs never-over output
      cardgen logs standard-52 "evenings/*.game.json" --against random,sensible
      cardgen logs my-pack.yaml output --rules my_game.py --format json
    """

    files: Annotated[
        tuple[Path, ...],
        Option("Logs of games, or folders of them.", FilePath(metavar="LOGS"), argument=True),
    ]
    against: Annotated[
        Sequence[str] | None,
        Option("The players to compare with. Default: the game's own, without those that take long.", WORDS),
    ] = None
    games: Annotated[int, Option("Number of games of each player.", Number(100, _MOST_GAMES))] = _USUAL_GAMES
    seed: Annotated[int, SEED] = 1

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Replay the logs and play the games of each player. The result is MeasuredLogs."""
        logs, left_out = self._valid_logs(pack.valid_pack)
        if not logs:
            raise UsageError("\n".join(["no log can be measured", *_left_out_reasons(left_out)]))
        with open_session(self, progress) as session:
            groups = [
                group
                for games in _logs_by_table(logs)
                if (group := self._measured_group(pack.valid_pack, games, session)) is not None
            ]
            warnings = session.warnings()
            if not groups:
                session.abort()
        largest = groups[0].results

        def draw(kind: str) -> bytes:
            from ..gaming.lab.plots.simulation import simulation_picture

            return simulation_picture(largest, kind, [pack.valid_pack])

        is_whole = not session.is_stopped
        return Result(
            self.plot_files(draw),
            warnings=(*(f"left out: {reason}" for reason in _left_out_reasons(left_out)), *warnings),
            facts=_logs_record(groups, left_out),
            result=MeasuredLogs(groups, left_out),
            named=self.plot,
            interrupted="" if is_whole else "INTERRUPTED: the players have not played all their games",
        )

    def text_blocks(self, pack: "Examined", made: Result) -> "Iterator[Block]":
        """Yield each table with its measures, and how near the players come."""
        from ..gaming.lab.results import result_rows, value_and_interval_text

        measured: MeasuredLogs = made.result
        for group in measured.groups:
            about, games = group.games.setup_record, count_with_noun(group.results.tally.games, "game")
            yield Block.from_text("title", f"{games} of {', '.join(about['people'])}{bots_text(group)}")
            yield Block.from_text("lead", f"{about['players']} players{options_text(group.games)}")
            yield Block("facts", tuple((each.name, player_text(each)) for each in group.resemblance.players))
            yield Block.from_texts("remark", resemblance_sentences(group))
            best = group.resemblance.players[0].name
            rows = [(title, f"{own}; {other} of {best}") for title, own, other in difference_rows(group)]
            if rows:
                yield Block("facts", tuple(rows))
            yield Block.from_text("lead", "All figures, with intervals:")
            figures = [(row.title, *value_and_interval_text(row)) for row in result_rows(group.results)]
            yield Block("facts", tuple((title, " ".join(filter(None, more))) for title, *more in figures))

    def _valid_logs(self, pack: "Pack") -> "tuple[list[GameLog], list[tuple[Path, str]]]":
        """Return the logs that can be measured, each game once, and the others with the reasons."""
        from ..gaming.games.game_log import LogError

        found, left_out, seen = list[Any](), list[tuple[Path, str]](), dict[object, Path]()
        for file in _files_of_logs(self.files):
            try:
                log = _read_log_file(file)
                self._verify_log(pack, log)
            except LogError as error:
                left_out.append((file, str(error)))
                continue
            if log.game_key in seen:
                left_out.append((file, f"this is the game of {seen[log.game_key]} again"))
                continue
            seen[log.game_key] = file
            found.append(log)
        return found, left_out

    def _verify_log(self, pack: "Pack", log: "GameLog") -> None:
        """Raise LogError for a log that is not a whole game of people with this pack by these rules.

        A file of rules may have got another name: replaying shows whether they are the same.
        """
        from ..gaming.games import GAMES, experiment_of
        from ..gaming.games.game_log import LogError, UnfinishedGameError, hash_of_cards
        from ..gaming.lab.logs import replay_facts

        rules = read_rules_file(self.rules)
        if rules is None and log.game not in pack.games:
            is_own = log.game.endswith(".py")
            how = f"name its rules with --rules {log.game}" if is_own else "name a pack for that game"
            raise LogError(f"this is a game of {quoted_value(log.game)}, not of {pack.name}: {how}")
        if rules is not None and log.game in GAMES:
            raise LogError(
                f"this is a game of {quoted_value(log.game)}, not of {rules.name}: leave --rules out"
            )
        if log.cards != hash_of_cards(pack):
            other = log.pack == pack.name
            what = "other cards than this pack has now" if other else f"the pack {quoted_value(log.pack)}"
            raise LogError(f"it was played with {what}: name the pack as it was then")
        if not log.people:
            raise LogError("only bots played: `cardgen simulate` measures those")
        try:
            table: Any = experiment_of(pack, self._setup_of_log(log, "random"))
            replay_facts(table, log)
        except UnfinishedGameError as error:
            raise LogError(f"{error}; finished games are measured only") from None
        except UsageError as error:
            since = f"; it was saved by cardgen {log.version}" if log.version else ""
            raise LogError(f"{error}: the log was changed, or the rules are others now{since}") from None

    def _setup_of_log(self, log: "GameLog", player: str) -> "Setup":
        """Return the table at which a log's game was played, with the player `player` in all
        seats of people.
        """
        from ..gaming.games.game import Setup

        names = tuple(seat.name if seat.is_bot else player for seat in log.seats)
        rules = read_rules_file(self.rules)
        return Setup(
            None if rules else log.game,
            len(log.seats),
            names,
            log.options,
            games=self.games,
            rules=rules,
        )

    def _measured_group(
        self, pack: "Pack", logs: "Sequence[GameLog]", session: Session
    ) -> GroupOfLogs | None:
        """Return the results of a table's logs, and of each player at the same table; None if the user
        stopped the run.
        """
        from ..gaming.games import experiment_of
        from ..gaming.lab.logs import LoggedGames, compare_with_players
        from ..gaming.lab.results import Results
        from ..gaming.lab.running import play_games

        table: Any = experiment_of(pack, self._setup_of_log(logs[0], "random"))
        played = LoggedGames(table, tuple(logs))
        # Replaying takes no time, and needs no workers.
        group = Results((pack.name,), (played,), play_games([played], 0, len(logs)), 0, len(logs))
        players = {}
        for name in self.against or _usual_players(table):
            setup = self._setup_of_log(logs[0], name)
            experiment = experiment_of(pack, setup)
            session.begin(f"{name} playing")
            tally = session.play_games([experiment], self.seed, self.games)
            if session.is_stopped and not tally.games:
                return None
            players[name] = Results((name,), (experiment,), tally, self.seed, self.games)
        return GroupOfLogs(group, players, compare_with_players(group, players))


def bots_text(group: GroupOfLogs) -> str:
    """Return the bots at the table as text: ", with expert in seat 2"; "" without any."""
    seats = [(at, seat.name) for at, seat in enumerate(group.games.logs[0].seats, 1) if seat.is_bot]
    said = ", ".join(f"{name} in seat {at}" for at, name in seats)
    return f", with {said}" if said else ""


def player_text(player: Any) -> str:
    """Return the distance between the games of a player and those of the group, and the verdict, as text.

    Without a distance, return only the verdict.
    """
    return player.verdict if player.distance is None else f"{player.distance:.2f}, {player.verdict}"


def resemblance_sentences(group: GroupOfLogs) -> Iterator[str]:
    """Yield sentences that say which players of cardgen play most like the people, and whether they still
    differ.
    """
    found = group.resemblance
    best, games = found.players[0], count_with_noun(group.results.tally.games, "game")
    if not found.is_decided:
        like = [each.name for each in found.players if each.verdict != "ruled out"]
        yield f"Too few games to tell: {games} could be those of {' or '.join(like)}."
        return
    if len(found.players) > 1:
        yield f"Of these players {best.name} comes nearest; all others are ruled out."
    if found.differences:
        yield f"The games differ from {best.name}'s beyond chance in:"
    else:
        yield f"Nothing measured differs from {best.name}'s games beyond chance."


def difference_rows(group: GroupOfLogs) -> Iterator[tuple[str, str, str]]:
    """Yield (title, the group's value, the nearest player's value) for measures that differ by more than
    chance.

    Nothing if it is not decided which player is nearest.
    """
    from ..gaming.lab.results import number_text, significant_decimals

    for each in group.resemblance.differences if group.resemblance.is_decided else ():
        unit = each.measure.unit
        places = significant_decimals(unit, abs(each.group - each.player) / 5)
        own, other = (number_text(unit, value, places) for value in (each.group, each.player))
        yield each.measure.title, own, other


def _files_of_logs(named: Sequence[Path]) -> list[Path]:
    """Return the log files that are named directly, by their folder or by a pattern, each once.

    Raises UsageError for a folder or a pattern without logs, and for too many logs.
    """
    from ..gaming.games.game_log import SUFFIX

    found = list[Path]()
    for path in named:
        if path.is_dir():
            inside = sorted(path.rglob(f"*{SUFFIX}"))
            if not inside:
                raise UsageError(f"there are no logs in {path}: they end in {SUFFIX}")
            found += inside
        elif _PATTERN & {*str(path)} and not path.exists():
            fitting = sorted(map(Path, glob.glob(str(path), recursive=True)))  # noqa: PTH207 - absolute, too
            if not fitting:
                raise UsageError(f"no file is called like {path}")
            found += fitting
        else:
            found.append(path)
    files = list(dict.fromkeys(found))
    if len(files) > _MOST_LOGS:
        raise UsageError(f"these are {count_with_noun(len(files), 'log')}: at most {_MOST_LOGS:,} are read")
    return files


def _read_log_file(file: Path) -> "GameLog":
    """Return the log in a file. Raises UsageError if the file cannot be read, LogError if it is no log."""
    from ..gaming.games.game_log import MOST_BYTES, LogError, read_log
    from ..sandbox import untrusted

    try:
        data = untrusted.read_plain_file(file, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise read_error(file, error) from error
    if len(data) > MOST_BYTES:
        raise LogError(f"it is too long for a log: at most {MOST_BYTES >> 20} MB are read")
    return read_log(data)


def _left_out_reasons(left_out: Sequence[tuple[Path, str]]) -> Iterator[str]:
    """Yield a line for each of the first logs that were left out, with the reason, then the number of the
    others.
    """
    for file, reason in left_out[:_NAMED]:
        # A place in the file follows its name, as in other messages.
        yield f"{file}:{reason}" if reason[0].isdigit() else f"{file}: {reason}"
    if len(left_out) > _NAMED:
        yield f"and {count_with_noun(len(left_out) - _NAMED, 'log')} more"


def _logs_by_table(logs: "Sequence[GameLog]") -> "list[list[GameLog]]":
    """Return the logs of each table, most first: those with the same game, options, players and bots."""
    from ..gaming.games import GAMES

    found = dict[object, list[Any]]()
    for log in logs:
        bots = tuple(seat.name if seat.is_bot else None for seat in log.seats)
        # Rules of one's own are one game, whatever their files were called.
        game = "" if log.game not in GAMES else log.game
        found.setdefault((game, tuple(sorted(log.options)), bots), []).append(log)
    return sorted(found.values(), key=len, reverse=True)


def _usual_players(table: Any) -> list[str]:
    """Return the players of a game, without those that take long."""
    from ..gaming.games import GAMES
    from ..gaming.games.own_game import UserGameExperiment, load_game_class

    if isinstance(table, UserGameExperiment):
        return list(dict.fromkeys(["random", *load_game_class(table.rules).policies]))
    play = GAMES[table.setup_record["game"]].play()
    return [name for name in play.temperaments if name not in play.slow]


def _logs_record(groups: Sequence[GroupOfLogs], left_out: Sequence[tuple[Path, str]]) -> dict[str, Any]:
    """Return the results as data for programs; shares are between 0 and 1."""
    return {
        "tables": [_group_record(group) for group in groups],
        "left_out": [{"file": str(file), "why": reason} for file, reason in left_out],
    }


def _group_record(group: GroupOfLogs) -> dict[str, Any]:
    from ..gaming.lab.results import results_record

    record = results_record(group.results)
    del record["seed"]
    found = group.resemblance
    return {
        **record,
        "compared": {
            "measures": found.measures,
            "decided": found.is_decided,
            "players": [
                {**each._asdict(), "games": group.players[each.name].tally.games} for each in found.players
            ],
            "differences": [
                {
                    "key": each.measure.key,
                    "title": each.measure.title,
                    "unit": each.measure.unit,
                    "group": each.group,
                    "player": each.player,
                }
                for each in found.differences
            ],
        },
    }
