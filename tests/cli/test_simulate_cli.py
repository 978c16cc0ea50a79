"""`cardgen simulate` and `cardgen compare` as people meet them, and the rows that they print."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardgen
from cardgen.errors import UsageError
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.measures import Estimate
from cardgen.gaming.lab import running
from cardgen.gaming.lab.results import number_text, significant_decimals
from cardgen.pack.model import Pack

VARIANT = "format: 1\nextends: never-over\nname: More green\nsuits: {green: {cards: {4: 20}}}\n"
TINY = """\
format: 1
name: Tiny
games: [never-over]
suits:
  green: {sign: "+", color: "#00855B", cards: {2: 4, 1: 4}}
  red: {sign: "≤", color: "#C8202F", cards: {2: 2, 1: 1, 0: 1}}
"""


@pytest.fixture
def run(say: Any) -> Any:
    """Run a command line in a folder that holds three packs: variant, tiny and plain."""
    plain = TINY.replace("games: [never-over]\n", "")
    for name, text in (("variant", VARIANT), ("tiny", TINY), ("plain", plain)):
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    return say


FEW = ("--games", "120", "--engine", "reference", "--workers", "1")


def measures(said: str) -> dict[str, dict[str, Any]]:
    return {each["key"]: each for each in json.loads(said)["measures"]}


def test_a_run_says_what_was_played_and_every_part(run: Any) -> None:
    said = run("simulate", "never-over", *FEW, "--players", "3", "--temperament", "greedy")
    assert (said.code, said.errors) == (0, "")
    lines = said.splitlines()
    assert lines[0] == "NEVER OVER: 3 players (greedy)"
    assert lines[1] == "120 games, seed 1"
    for part in ("attack and defence", "scores", "turns", "cards"):
        assert part in lines
    assert max(map(len, lines)) <= 80


def test_the_same_seed_says_the_same_and_another_says_other(run: Any) -> None:
    one, again, other = (run("simulate", "never-over", *FEW, "--seed", seed) for seed in ("7", "7", "8"))
    assert one == again
    assert one != other


def test_every_option_of_the_table_is_heeded(run: Any) -> None:
    plain = measures(run("simulate", "never-over", *FEW, "--format", "json"))
    against = measures(
        run("simulate", "never-over", *FEW, "--format", "json", "--option", "red-counts-against")
    )
    assert "negative" not in plain
    assert against["negative"]["value"] > 0
    assert against["score"]["value"] < plain["score"]["value"]
    short = measures(run("simulate", "never-over", *FEW, "--format", "json", "--option", "hand=2"))
    assert short["left"]["value"] < plain["left"]["value"]
    mixed = json.loads(
        run(
            "simulate",
            "never-over",
            *FEW,
            "--format",
            "json",
            "--players",
            "2",
            "--temperament",
            "greedy,random",
        )
    )
    assert mixed["temperaments"] == ["greedy", "random"]
    by_key = {each["key"]: each["value"] for each in mixed["measures"]}
    assert by_key["score_1"] > by_key["score_2"]


def test_json_and_csv_hold_what_the_text_says(run: Any) -> None:
    record = json.loads(run("simulate", "never-over", *FEW, "--format", "json"))
    assert (record["game"], record["players"], record["games"], record["complete"]) == (
        "never-over",
        4,
        120,
        True,
    )
    assert sum(record["scores"].values()) == 120 * 4
    assert [sum(seat.values()) for seat in record["scores_by_seat"]] == [120] * 4
    by_key = {each["key"]: each["value"] for each in record["measures"]}
    for place, seat in enumerate(record["scores_by_seat"], 1):
        assert sum(int(score) * times for score, times in seat.items()) / 120 == by_key[f"score_{place}"]
    rows = list(csv.DictReader(io.StringIO(run("simulate", "never-over", *FEW, "--format", "csv"))))
    by_key = {row["key"]: row for row in rows}
    for each in record["measures"]:
        assert float(by_key[each["key"]]["value"]) == pytest.approx(each["value"])
        # What comes from few of the games tells no interval.
        assert each["low"] is None or each["low"] <= each["value"] <= each["high"]
    assert by_key["attack"]["games"] == "120"


def test_quantiles_rise_and_the_source_is_held_to_its_word(run: Any) -> None:
    rows = measures(run("simulate", "never-over", *FEW, "--format", "json", "--option", "red-counts-against"))
    quantiles = [rows[f"q{each}"]["value"] for each in (10, 25, 50, 75, 90)]
    assert quantiles == sorted(quantiles)
    assert 0 < rows["above_zero"]["value"] <= 1 - rows["negative"]["value"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["never-over", "--players", "7"], "55 cards serve 6 players with hands of 8, not 7"),
        (["never-over", "--players", "1"], "NEVER OVER is for two players or more, not 1"),
        (["never-over", "--games", "0"], "0 is out of range; use 1 to 1,000,000,000,000"),
        (["never-over", "--temperament", "gready"], "did you mean 'greedy'?"),
        (["never-over", "--temperament", "random,careful"], "one for each of the 4 players, not 2"),
        (["never-over", "--option", "passing", "--option", "no-discard"], "did you mean 'no-discard"),
        (
            ["never-over", "--option", "no-discarding", "--option", "newest-discard"],
            "no-discarding and newest-discard exclude each other",
        ),
        (["never-over", "--game", "addenda"], "NEVER OVER is not a pack for addenda"),
        (["never-over", "--game", "chess"], "there is no game 'chess'"),
        (["never-over", "--plot", "scores.jpg"], ".png"),
        (["plain.yaml"], "names no game to play"),
        (["standard-52", "--players", "3"], "Addenda is played by two or by four, not by 3"),
        (["standard-52", "--engine", "compiled"], "the compiled engine plays never-over, not addenda"),
        (["standard-52", "--option", "goal=3"], "there is no option 'goal'"),
        (["short-24", "--option", "kind=52"], "needs another pack"),
        (
            ["standard-52", "--temperament", "careful"],
            "there is no player 'careful'; choose from random, level, sensible, expert, search",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_played_is_said(arguments: list[str], message: str, run: Any) -> None:
    said = run("simulate", *arguments)
    assert said.code == 2
    assert message in said.errors
    assert said == ""


def test_a_pack_that_breaks_its_rules_is_told_of_where(run: Any) -> None:
    Path("broken.yaml").write_text(TINY.replace("2: 2, 1: 1, 0: 1", "1: 1, 0: 1"), encoding="utf-8")
    said = run("simulate", "broken.yaml", *FEW)
    assert said.code == 1
    assert "broken.yaml:6" in said.errors or "broken.yaml:5" in said.errors
    assert "the highest green pointage is 2 and the highest red is 1" in said.errors


def test_a_pack_of_several_games_says_which_it_played(run: Any) -> None:
    said = run("simulate", "standard-52", "--games", "3", "--workers", "1")
    assert "This was addenda; the pack is also for up-and-over, up-n-over, abstrac-52" in said
    named = run("simulate", "standard-52", "--game", "up-n-over", "--games", "3", "--workers", "1")
    assert "This was" not in named


def test_few_cards_are_served_to_fewer_players(run: Any) -> None:
    said = run("simulate", "tiny.yaml", *FEW, "--option", "hand=6")
    assert said.startswith("Tiny: 2 players (random), with hand=6")


# Compare


def test_more_high_green_shows_in_attack(run: Any) -> None:
    said = run(
        "compare",
        "never-over",
        "variant.yaml",
        "--games",
        "150",
        "--engine",
        "reference",
        "--temperament",
        "greedy",
    )
    assert (said.code, said.errors) == (0, "")
    lines = said.splitlines()
    assert "B variant against A never-over" in lines
    [score] = [line for line in lines if line.strip().startswith("score of a player")]
    assert score.endswith("  more")
    assert max(map(len, lines)) <= 80


def test_a_pack_does_not_differ_from_itself(run: Any) -> None:
    said = run("compare", "never-over", "never-over", *FEW, "--format", "json")
    [pair] = json.loads(said)["differences"]
    for each in pair["measures"]:
        assert each["difference"]["value"] == 0
        assert each["word"] == "no difference seen"


def test_all_packs_are_held_against_the_first(run: Any) -> None:
    said = run("compare", "never-over", "never-over-attack", "variant.yaml", *FEW, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(said)))
    assert {(row["one"], row["other"]) for row in rows} == {
        ("never-over", "never-over-attack"),
        ("never-over", "variant"),
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["never-over"], "compare wants two packs, or up to 8"),
        (["never-over", "standard-52"], "for different games"),
        (["never-over", "tiny.yaml", "--option", "hand=6"], "add --players 2"),
    ],
)
def test_what_cannot_be_compared_is_said(arguments: list[str], message: str, run: Any) -> None:
    said = run("compare", *arguments)
    assert said.code == 2
    assert message in said.errors


def test_packs_of_one_file_name_keep_apart_by_their_folders(run: Any) -> None:
    for folder in ("ours", "theirs"):
        Path(folder).mkdir()
        Path(folder, "pack.yaml").write_text(VARIANT, encoding="utf-8")
    names = ("ours/pack.yaml", "theirs/pack.yaml", "never-over", "never-over")
    pairs = json.loads(run("compare", *names, *FEW, "--format", "json"))["differences"]
    assert [each["one"] for each in pairs] == ["ours/pack.yaml"] * 3
    assert [each["other"] for each in pairs] == ["theirs/pack.yaml", "never-over (1)", "never-over (2)"]


def test_too_few_games_are_told_of_instead_of_intervals(run: Any) -> None:
    few = ("--games", "1", "--engine", "reference", "--workers", "1")
    said = run("simulate", "never-over", *few)
    assert "Intervals need 100 games or more" in said
    assert "95 of 100" not in said
    record = measures(run("simulate", "never-over", *few, "--format", "json"))
    assert all(each["low"] is None for each in record.values())
    said = run("compare", "never-over", "never-over-attack", *few)
    assert "1 game showed no difference;" in said
    assert "±" not in said
    assert not any(line.endswith(("  more", "  less")) for line in said.splitlines())


def test_long_names_keep_within_the_line(run: Any) -> None:
    name = "a-pack-with-a-name-so-long-that-no-heading-has-room-for-it.yaml"
    Path(name).write_text(VARIANT, encoding="utf-8")
    said = run("compare", "never-over", name, *FEW)
    headings = [line for line in said.splitlines() if line.endswith("B − A")]
    assert headings
    assert max(map(len, headings)) <= 80


@pytest.mark.parametrize("columns", [80, 118, 125])
def test_meanings_stand_where_there_is_room(columns: int, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    said = run("simulate", "never-over", *FEW, "--option", "red-counts-against")
    assert max(map(len, said.splitlines())) <= columns
    assert ("standard deviation" in said) == (columns > 80)


# From Python


@pytest.mark.parametrize(
    "asked",
    [
        {"games": 0},
        {"games": -5},
        {"seed": -1},
        {"seed": 1 << 63},
        {"setup": Setup(players=0)},
        {"setup": Setup(temperaments=())},
        {"packs": {}},
    ],
    ids=str,
)
def test_what_python_asks_for_is_verified_too(asked: dict[str, Any], never_over: Pack) -> None:
    with pytest.raises(UsageError), pytest.warns(DeprecationWarning, match="compare"):
        cardgen.simulate(**{"packs": {"never-over": never_over}, "games": 1, **asked})


# What the extra would bring


@pytest.mark.parametrize(
    "command", [("simulate", "never-over"), ("compare", "never-over", "never-over-attack")]
)
def test_without_the_extra_people_are_told_once_what_it_brings(
    command: tuple[str, ...], run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("numba", "numpy"):
        monkeypatch.setitem(sys.modules, name, None)
    said = run(*command, "--games", "20", "--workers", "1")
    assert (said.code, said.errors) == (0, "")
    assert said.count('pip install "cardgen-kit[lab]"') == 1
    for chosen in (("--engine", "reference"), ("--format", "json"), ("--format", "csv")):
        assert "pip install" not in run(*command, "--games", "20", "--workers", "1", *chosen)


def test_with_the_extra_nobody_is_told_of_it(run: Any) -> None:
    pytest.importorskip("numba")
    assert "pip install" not in run("simulate", "never-over", "--games", "20", "--workers", "1")


# Interrupted


@pytest.mark.parametrize("form", ["json", "csv"])
def test_interrupted_results_are_marked_in_every_format(
    form: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def soon(self: Any, tally: Any, seconds: float) -> None:
        add(self, tally, seconds)
        self.stop.asked = self.total.games >= 9

    add = running._RunState._add_games
    monkeypatch.setattr(running._RunState, "_add_games", soon)
    for command in (("simulate", "never-over"), ("compare", "never-over", "never-over-attack")):
        said = run(*command, "--games", "1000000", *FEW[2:], "--format", form)
        assert said.code == 130
        assert "INTERRUPTED: the first" in said.errors
        if form == "json":
            record = json.loads(said)
            record = record.get("packs", [record])[0]
            assert record["complete"] is False
        else:
            *_, record = csv.DictReader(io.StringIO(said))
        assert int(record["games"]) < int(record["asked"]) == 1_000_000


# How numbers are written


@pytest.mark.parametrize(
    ("unit", "half", "value", "text"),
    [
        ("points", 0.034, 21.4391, "21.439"),
        ("points", 34, 21.4391, "21"),
        ("share", 0.0034, 0.214391, "21.44 %"),
        ("points", 0.5, -0.004, "0.00"),
        ("points", 0.05, -1.25, "−1.250"),
        ("turns", 0.01, 1234.5678, "1,234.568"),
    ],
)
def test_values_have_two_digits_that_are_in_doubt(unit: Any, half: float, value: float, text: str) -> None:
    assert number_text(unit, value, significant_decimals(unit, half)) == text


def test_nothing_known_is_a_dash() -> None:
    assert number_text("points", Estimate(None, None, None).value, 2) == "-"


def test_packs_are_called_by_their_names_in_the_language(run: Any) -> None:
    said = run("simulate", "never-over-attack", *FEW, "--language", "de")
    assert said.splitlines()[0].startswith("NEVER OVER, Angriff: 4 players")
    compared = run("compare", "never-over", "tiny.yaml", *FEW, "--players", "2", "--language", "de")
    assert "Tiny has 3 texts, and no translation into de" in compared.errors
    solved = run("solve", "short-24", "--language", "fr").splitlines()[0]
    assert solved == "Petit jeu de 24 cartes: Abstrac by one, two or three cards"


# Ended early


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_early_with_the_games_played_by_then(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "cardgen", "simulate", "never-over", "--games", "1000000000000"]
    command += ["--engine", "reference", "--workers", "1", "--format", "json"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "CARDGEN_PROGRESS": "json-lines"},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert any(json.loads(line)["done"] for line in process.stderr)
        process.send_signal(number)
        said, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    facts = json.loads(said)
    assert not facts["complete"]
    assert facts["games"] > 0
    said_last = errors.splitlines()[-1]
    assert said_last.startswith(f"cardgen: INTERRUPTED: the first {facts['games']:,} game")
    assert said_last.endswith(" of 1,000,000,000,000, seed 1")


def test_figures_are_told_though_their_plot_cannot_be_written(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = run("simulate", "never-over", *FEW, "--plot", str(tmp_path / "file" / "plot.svg"))
    assert said.code == 2
    assert said.splitlines()[1] == "120 games, seed 1"
    assert "could not be" in said.errors


def test_a_comparison_of_rules_names_the_rules_that_variants_are_compared_with(run: Any) -> None:
    few = ("compare", "never-over", "--against", "passing", "--games", "10", "--seed", "1")
    assert "B passing against A never-over, usual rules" in run(*few)
    assert "B passing against A never-over, hand=6" in run(*few, "--option", "hand=6")
