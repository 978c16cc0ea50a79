"""Logs of games: replayed, measured, and held beside the players that come nearest."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import Said
from made_logs import made_log, write_logs
from own_games import FILES, PACK
from samples import sampled

from cardgen import examine, load
from cardgen.errors import UsageError
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.game_log import GameLog, LogError, Sitter, log_text, read_log
from cardgen.gaming.games.rules_file import RulesFile
from cardgen.gaming.lab.logs import LoggedGames, compare_with_players, replay_facts
from cardgen.gaming.lab.results import Results
from cardgen.gaming.lab.running import play_games
from cardgen.jobs.play import Play

Say = Callable[..., Said]
NEVER_OVER = Setup("never-over", 4, ("careful",), engine="reference")
#: A table of each game, with players whose choices do not depend on chance.
TABLES = {
    "never-over": ("never-over", NEVER_OVER._replace(options=("passing", "hand=6"))),
    "addenda": ("standard-52", Setup("addenda", 4, ("sensible",), ("target=60",))),
    "up-and-over": ("standard-52", Setup("up-and-over", 3, ("sensible",))),
    "abstrac": ("short-24", Setup("abstrac", 2, ("sensible",), ("kind=suits",))),
    "abstrac-52": ("standard-52", Setup("abstrac-52", 2, ("sensible",), ("deals=1",))),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_replayed_game_has_the_facts_that_it_had_when_it_was_played(name: str) -> None:
    pack, setup = load(TABLES[name][0]), TABLES[name][1]
    table: Any = experiment_of(pack, setup)
    log = made_log(pack, setup, 3)
    # The log is of a game with other random numbers: play it with its moves.
    played = table.replay(log.seed, log.number, log.moves)
    moves = iter(log.moves)

    def next_move(game: Any, rng: Any) -> Any:
        label = next(moves)
        return next(move for move in game.moves() if game.label(move) == label)

    game = table.finished_game(log.seed, log.number, [next_move] * len(log.seats))
    assert tuple(game.scores()) == log.scores
    found = dict(zip(table.facts, played.rows[0], strict=True))
    assert tuple(found[f"score_{seat}"] for seat in range(len(log.seats))) == log.scores
    assert sum(found[f"turns_{seat}"] for seat in range(len(log.seats))) == found["turns"]


def test_a_log_is_the_same_after_it_was_written_and_read() -> None:
    seats = (Sitter("Änne"), Sitter("lowest", is_bot=True))
    log = GameLog("tide.py", "Tide – é", "00", ("hand=6",), seats, 7, 2, ("3", "take"), (-1, 0))
    assert read_log(log_text(log).encode()) == log
    assert log.people == ("Änne",)


def results_of(pack: Any, setup: Setup, games: int, seed: int = 1) -> Results:
    experiment = experiment_of(pack, setup)
    return Results((pack.name,), (experiment,), play_games([experiment], seed, games), seed, games)


@cache
def four_players() -> dict[str, Results]:
    names = ("random", "greedy", "defender", "careful")
    pack = load("never-over")
    return {name: results_of(pack, NEVER_OVER._replace(temperaments=(name,)), 150) for name in names}


@pytest.mark.parametrize("player", sampled(["random", "greedy", "defender", "careful"], 2))
def test_games_of_a_player_are_nearest_to_it_and_others_are_ruled_out(player: str) -> None:
    pack = load("never-over")
    setup = NEVER_OVER._replace(temperaments=(player,))
    table: Any = experiment_of(pack, setup)
    logs = tuple(made_log(pack, setup, number) for number in range(12))
    games = LoggedGames(table, logs)
    group = Results((pack.name,), (games,), play_games([games], 0, 12), 0, 12)
    found = compare_with_players(group, four_players())
    assert [(each.name, each.verdict) for each in found.players[:1]] == [(player, "nearest")]
    assert found.is_decided
    assert found.differences == ()


def test_two_games_are_too_few_to_tell_players_apart() -> None:
    pack = load("standard-52")
    setup = Setup("up-and-over", 2, ("sensible",))
    players = {
        name: results_of(pack, setup._replace(temperaments=(name,)), 100) for name in ("random", "sensible")
    }
    table: Any = experiment_of(pack, setup)
    games = LoggedGames(table, tuple(made_log(pack, setup, number) for number in range(2)))
    found = compare_with_players(Results(("",), (games,), play_games([games], 0, 2), 0, 2), players)
    assert [each.verdict for each in found.players] == ["nearest", "cannot be told apart"]
    assert not found.is_decided


def test_the_player_of_a_group_is_seldom_ruled_out() -> None:
    """In at most one of twenty groups, however alike the players are: of 40 groups, seldom in more than 4."""
    pack = load("never-over")
    setup = NEVER_OVER._replace(temperaments=("greedy",))
    players = {
        name: results_of(pack, NEVER_OVER._replace(temperaments=(name,)), 200)
        for name in ("greedy", "attacker")
    }
    verdicts = []
    for seed in range(100, 140):
        found = compare_with_players(results_of(pack, setup, 5, seed), players)
        verdicts += [each.verdict for each in found.players if each.name == "greedy"]
    assert verdicts.count("ruled out") <= 4


def swapped(*words: str) -> Callable[[str], str]:
    """Return a function that puts each second word in the place of the one before."""

    def swap(text: str) -> str:
        for old, new in zip(words[::2], words[1::2], strict=True):
            text = text.replace(old, new)
        return text

    return swap


BAD = {
    "not JSON": (lambda text: text[:-30], r"\d+:\d+: this is no whole log"),
    "another file": (lambda text: "[]", "this is not a log of a game"),
    "a newer format": (swapped('"game-log": 1', '"game-log": 2'), "use the version that saved it"),
    "no seats": (swapped('"person"', '"people"'), "the log is damaged: seats is no list of seats"),
    "another move": (swapped('["', '["1'), "move 1, .*is not legal here.*the log was changed"),
    "other scores": (swapped('"scores": [', '"scores": [9'), "its moves lead to the scores"),
    "more moves": (swapped('],\n "scores"', ', "pass"],\n "scores"'), "the game is over after"),
    "another game": (swapped('"never-over"', '"addenda"'), "game of 'addenda', not of NEVER OVER"),
    "rules of one's own": (swapped('"never-over"', '"tide.py"'), "with --rules tide.py"),
    "other cards": (swapped('"cards": "', '"cards": "0'), "other cards than this pack has now"),
    "another pack": (
        swapped('"cards": "', '"cards": "0', '"NEVER OVER"', '"Mine"'),
        "it was played with the pack 'Mine'",
    ),
    "bots alone": (
        swapped('"person": "Anna"', '"bot": "careful"', '"person": "Ben"', '"bot": "careful"'),
        "only bots played",
    ),
    "an unknown option": (swapped('"options": []', '"options": ["hnad=3"]'), "the log was changed"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_log_that_cannot_be_measured_says_why(name: str, say: Say, tmp_path: Path) -> None:
    change, message = BAD[name]
    log = made_log(load("never-over"), Setup("never-over", 2, ("careful",), engine="reference"), 0)
    changed = change(log_text(log))
    assert changed != log_text(log)
    Path("a.game.json").write_text(changed, encoding="utf-8")
    said = say("logs", "never-over", "a.game.json", "--against", "random", "--games", "100")
    assert said.code == 2
    assert "no log can be measured" in said.errors
    assert re.search(f"a\\.game\\.json:.*{message}", " ".join(said.errors.split()))


def test_a_game_that_was_left_and_one_that_is_there_twice_are_left_out(say: Say) -> None:
    pack, setup = load("never-over"), Setup("never-over", 2, ("careful",), engine="reference")
    write_logs(Path("evenings/spring"), "never-over", setup, 3)
    log = made_log(pack, setup, 7)
    Path("evenings/left.game.json").write_text(
        log_text(log._replace(moves=log.moves[:9], scores=())), encoding="utf-8"
    )
    Path("evenings/twice.game.json").write_text(log_text(made_log(pack, setup, 0)), encoding="utf-8")
    said = say("logs", "never-over", "evenings", "--against", "random", "--games", "100", "--format", "json")
    assert said.code == 0
    facts = json.loads(said)
    assert [each["games"] for each in facts["tables"]] == [3]
    reasons = {Path(each["file"]).name: each["why"] for each in facts["left_out"]}
    assert "the game is not over after its 9 moves; finished games" in reasons["left.game.json"]
    # Files come in the order of their names, so that one of the two stays.
    assert any("again" in each for each in reasons.values())
    assert len(reasons) == 2


def test_tables_are_measured_apart_and_bots_keep_their_seats(say: Say) -> None:
    pack = load("never-over")
    two = Setup("never-over", 2, ("careful",), engine="reference")
    write_logs(Path("two"), "never-over", two, 2)
    log = made_log(pack, two._replace(temperaments=("greedy", "random")), 4)
    with_bot = log._replace(seats=(Sitter("Anna"), Sitter("random", True)))
    Path("two/bot.game.json").write_text(log_text(with_bot), encoding="utf-8")
    said = say("logs", "never-over", "two/*.game.json", "--against", "greedy,random", "--games", "100")
    assert said.code == 0
    assert "2 games of Anna, Ben\n" in said
    assert "1 game of Anna, with random in seat 2\n" in said
    assert "Too few games to tell: 2 games could be those of" in said


def test_games_of_rules_of_one_s_own_are_measured(say: Say) -> None:
    Path("tide.yaml").write_text(PACK, encoding="utf-8")
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    rules = RulesFile.read(Path("tide_players.py"))
    setup = Setup(None, 3, ("lowest",), rules=rules)
    write_logs(Path("games"), "tide.yaml", setup, 8)
    said = say(
        "logs", "tide.yaml", "games", "--rules", "tide_players.py", "--games", "200", "--format", "json"
    )
    assert said.code == 0
    [table] = json.loads(said)["tables"]
    assert table["compared"]["players"][0]["name"] == "lowest"
    assert {each["key"] for each in table["measures"]} >= {"own_somebody_took_nothing", "turns"}
    # The same rules in another file, without that player.
    said = say("logs", "tide.yaml", "games", "--rules", "tide.py", "--games", "100")
    assert said.code == 0
    assert "players, the nearest first\n  random" in said
    write_logs(Path("other"), "standard-52", Setup("up-and-over", 2, ("random",)), 1)
    said = say("logs", "standard-52", "other", "--rules", "tide.py", "--games", "100")
    assert "not of tide.py: leave --rules out" in said.errors


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["nothing.game.json"], "there is no file"),
        (["*.game.json"], "no file is called like"),
        (["."], "no logs in"),
    ],
)
def test_a_place_without_logs_is_named(files: list[str], message: str, say: Say) -> None:
    said = say("logs", "never-over", *files)
    assert said.code == 2
    assert message in said.errors


class People:
    """People at the screen, whose answers are given."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.said = list(answers), list[str]()

    def tell(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str) -> str:
        return self.answers.pop(0) if self.answers else "q"

    def hand_screen_to(self, name: str) -> None:
        self.said.append(f"cover for {name}")


def played(at_screen: People, **options: Any) -> Any:
    return Play.from_options(options).run_interactively(examine("never-over"), lambda *_: None, at_screen)  # type: ignore[arg-type, return-value]


def test_people_play_a_game_whose_log_is_measured() -> None:
    people = People(*["1", "yes"] * 500)
    [file] = played(people, people="Anna,Ben", players=2, seed=5).files
    log = read_log(file.data)
    table: Any = experiment_of(load("never-over"), Setup("never-over", 2))
    replay_facts(table, log)
    assert log.people == ("Anna", "Ben")
    assert file.path.name == "never-over-5-1.game.json"
    assert "cover for Ben" in people.said


def test_a_hint_and_an_undo_leave_the_game_as_it_was() -> None:
    one = read_log(played(People("+4 on 0", "+3 on 0", "q"), seed=832521815).files[0].data)
    people = People("h", "+4 on 0", "+2 on 0", "u", "nonsense", "+3 on 0", "q")
    other = read_log(played(people, seed=832521815).files[0].data)
    assert one == other
    assert one.scores == ()
    assert any(each.startswith("expert would choose: Put +4 on your green pile.") for each in people.said)
    assert any("'nonsense' is not legal here" in each for each in people.said)


def test_a_seat_is_shown_no_other_hand() -> None:
    people = People("q")
    played(people, seed=832521815)
    shown = "\n".join(people.said)
    assert "Your hand: +1, +2, +3, +3, +3, +4, +4, ≤3" in shown
    assert shown.count("hand: 8 face down") == 3


def test_more_people_than_seats_and_unknown_bots_are_refused() -> None:
    for options, message in (
        ({"people": "A,B,C", "players": 2}, "3 names for 2 seats"),
        ({"bot": "clever"}, "no player 'clever'"),
    ):
        with pytest.raises(UsageError, match=message):
            played(People(), **options)


def test_a_reader_of_logs_refuses_deep_and_long_ones() -> None:
    with pytest.raises(LogError, match="not a log"):
        read_log(b"[" * 100_000)


def test_a_number_of_thousands_of_digits_is_no_log() -> None:
    with pytest.raises(LogError, match="not a log of a game"):
        read_log(b'{"game-log": 1, "seed": ' + b"9" * 5_000 + b"}")
