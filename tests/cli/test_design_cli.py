"""`cardgen design`: what it says, what it writes, what it refuses before any game is played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from own_games import FILES
from own_games import PACK as OWN_PACK
from samples import narrow_search

import cardgen
from cardgen.checks import examination
from cardgen.cli import design as design_report
from cardgen.cli.main import run
from cardgen.errors import Problem, UsageError
from cardgen.gaming import games
from cardgen.gaming.games.measures import Estimate, Measure
from cardgen.gaming.lab.design.holdout import JudgedDesign, WishOutcome
from cardgen.gaming.lab.design.problem import DesignProblem, Deviation, read_wishes
from cardgen.gaming.lab.design.variants import variant_data
from cardgen.gaming.lab.moments import GameTally
from cardgen.jobs import design as design_job
from cardgen.jobs import design_results, playing
from cardgen.jobs.design_results import design_text
from cardgen.units import count_with_noun

#: A search that is soon over; what it finds does not matter here.
SMALL = (
    *("--most-games", "2000", "--games", "200", "--workers", "1", "--engine", "compiled"),
    *("--temperament", "random"),
)

PACK = """
format: 1
name: Mine
games: [never-over]
suits:
  green: {sign: "+", color: "#00855B", cards: {3: 9, 2: 11, 1: {quantity: 13, face: index}}}
  red: {sign: "≤", color: "#961129", cards: {3: 4, 2: 3, 1: 2, 0: 1}}
"""


@pytest.fixture(autouse=True)
def narrow() -> Iterator[None]:
    with narrow_search():
        yield


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object, **__: object) -> GameTally:
        raise AssertionError("a game was played")

    monkeypatch.setattr(playing.Session, "play_games", play)


def design(*arguments: str) -> int:
    return run(["design", *arguments])


def data(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_designs_are_ready_variants_that_say_what_they_are_for(here: Path, capsys: Any) -> None:
    assert design("never-over", "--attack", "+5%", "--best", "2", *SMALL) == 0
    said = capsys.readouterr().out
    assert "output/never-over-attack-up-5-1.yaml" in said
    assert "200 fresh games of each pack, seed 2" in said
    files = sorted((here / "output").glob("*.yaml"))
    assert [file.name for file in files] == ["never-over-attack-up-5-1.yaml", "never-over-attack-up-5-2.yaml"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith("# Designed from NEVER OVER: attack +5%; 4 players (random).\n")
        assert "extends: never-over\n" in text
        assert "color" not in text
        assert cardgen.load(str(file), strict=True).count == 56
        assert run(["check", "--strict", str(file)]) == 0
    assert len({cardgen.load(str(file)).name for file in files}) == 2
    # What a search keeps while it goes on is gone once all is done.
    assert not list((here / "output").glob("*.json")) or "--resume" in said


def test_designs_are_told_in_the_language_and_written_as_the_base_is(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[design_job.DesignQuestion] = []

    def search(each: design_job.DesignQuestion, *_: object) -> None:
        asked.append(each)
        raise UsageError("enough")

    monkeypatch.setattr(design_job, "_search", search)
    assert design("never-over-attack", "--attack", "+5%", "--language", "de", *SMALL) == 2
    assert asked[0].base.name == "NEVER OVER, Angriff"
    assert asked[0].title.text == "NEVER OVER, attack, design"


@pytest.mark.parametrize(
    ("deviation", "said"),
    [
        (Deviation(5, 0.01, 0.1), "No composition that was tried meets the wish"),
        (
            Deviation(0.5, 0.25, 0.1),
            "clearly meets the wish; this comes nearest,\nand more --games may show",
        ),
    ],
)
def test_what_fresh_games_leave_open_is_not_called_missed(deviation: Deviation, said: str) -> None:
    wishes = read_wishes([("attack", "+5%")], [Measure("attack", "", {}, {}, "index")])
    made = JudgedDesign(
        (), 1, (WishOutcome(wishes[0], Estimate(19, 18, 20), Estimate(20, 19, 21), 20, deviation),)
    )
    assert not made.is_met
    assert said in design_report._missed_text(cast(DesignProblem, SimpleNamespace(wishes=wishes)), [made])


def test_what_the_extra_would_bring_is_said(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(games, "missing_extra_hint", lambda _: "The compiled engine is faster.")
    assert design("never-over", "--attack", "+5%", "--best", "1", *SMALL) == 0
    *_, hint, space, following = capsys.readouterr().out.splitlines()
    assert (hint, space) == ("The compiled engine is faster.", "")
    assert following == "Next: cardgen sheets output/never-over-attack-up-5-1.yaml"


def test_a_measure_is_wished_for_by_its_title_as_tables_show_it(here: Path, capsys: Any) -> None:
    assert design("never-over", "--wish", "Turns-in a_game=-30%", "--best", "1", *SMALL) == 0
    assert "wished:   turns -30%" in capsys.readouterr().out
    assert [file.name for file in (here / "output").glob("*.yaml")] == ["never-over-turns-down-30-1.yaml"]


def test_what_is_near_enough_and_what_words_mean_is_said(here: Path, capsys: Any) -> None:
    assert design("never-over", "--attack", "20", "--within", "5%", "--best", "1", *SMALL) == 0
    said = capsys.readouterr().out
    assert re.search(r"^wished:   attack 20   20\.\d+   near enough: ±1\.00?$", said, re.MULTILINE)
    [file] = (here / "output").glob("*.yaml")
    text = file.read_text(encoding="utf-8")
    assert "(near enough: ±1.0" in text
    for line in design_results.HOW_TO_READ:
        assert f"\n{line}\n" in said
        assert f"\n# {line}\n" in text
        assert len(line) <= 80


def test_a_wish_with_an_open_side_is_told_in_names_and_words(here: Path, capsys: Any) -> None:
    assert design("never-over", "--wish", "turns<=-2%", "--best", "1", *SMALL) == 0
    said = capsys.readouterr().out
    assert re.search(
        r"^wished:   turns at most -2%   [\d.]+   near enough: \+[\d.]+ or less$", said, re.MULTILINE
    )
    file = here / "output" / "never-over-turns-at-most-down-2-1.yaml"
    assert "name: NEVER OVER, turns at most −2 % (1)\n" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("half", "near"), [(40.0, "±0.30"), (2.2, "±0.30"), (0.089, "±0.300")])
def test_near_enough_is_never_rounded_away(half: float, near: str) -> None:
    (wish,) = read_wishes([("attack", "30")], [Measure("attack", "", {}, {}, "index")])
    value = Estimate(30, 30 - half, 30 + half)
    assert design_results.tolerance_text(WishOutcome(wish, value, value, 30, Deviation(0, 1, 0.3))) == near


def test_careful_players_are_asked_where_nobody_says(here: Path, capsys: Any) -> None:
    small = ("--most-games", "2000", "--games", "100", "--workers", "1", "--best", "1")
    assert design("never-over", "--attack", "+5%", "--players", "2", *small) == 0
    assert "NEVER OVER: 2 players (careful)\n" in capsys.readouterr().out


def test_how_designs_do_at_other_tables_is_told(here: Path, capsys: Any) -> None:
    asked = ("never-over", "--attack", "+5%", "--wish", "score-4=same", "--best", "2", *SMALL)
    assert design(*asked) == 0
    said = capsys.readouterr().out
    title = "At other tables, against the base there (200 fresh games of each pack)\n"
    table = said.partition(title)[2].partition("\n\n")[0].splitlines()
    assert table[0].split() == ["base", "design", "1", "design", "2"]
    tables = ["2 players", "3 players", "5 players", "6 players", "greedy", "attacker", "defender", "careful"]
    assert [line[2:].partition("  ")[0] for line in table[1:] if line[2] != " "] == tables
    assert all(" ± " in line for line in table[1:])
    # Of two players none is the fourth.
    assert sum("score_4" in line for line in table) == 6
    assert design(*asked, "--format", "json-lines") == 0
    *rounds, last = map(json.loads, capsys.readouterr().out.splitlines())
    # What is known so far is told in the form of what is told in the end.
    assert all(each.keys() == last.keys() and each["searched"]["ending"] is None for each in rounds)
    assert rounds[-1]["designs"]
    elsewhere = last["elsewhere"]
    assert [each["players"] for each in elsewhere] == [2, 3, 5, 6, 4, 4, 4, 4]
    assert {each["seed"] for each in elsewhere} == {3}
    [attack] = elsewhere[0]["measures"]
    assert attack["key"] == "attack"
    assert len(attack["differences"]) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--attack", "+1%"], "near enough to"),
        (
            ["--wish", "let_go=+10%", "--temperament", "greedy"],
            "let_go is 0 already, which is near enough to +10%",
        ),
        (["--attack", "80", "--defence", "40"], "120.0 together: they make up 100, because both are"),
        (
            ["--attack", "20", "--defence", "30", "--temperament", "greedy"],
            "because these players give up no points",
        ),
    ],
)
def test_a_wish_that_says_nothing_or_cannot_be_is_refused(
    here: Path, capsys: Any, arguments: list[str], said: str
) -> None:
    assert design("never-over", *SMALL, *arguments) == 2
    assert said in capsys.readouterr().err
    assert not list(here.glob("output/*.yaml"))


def names(folder: Path) -> list[str]:
    return [cardgen.load(str(file)).name for file in sorted(folder.glob("*.yaml"))]


def test_designs_are_called_as_somebody_wishes_with_a_number_where_there_are_several(here: Path) -> None:
    arguments = ("never-over", "--attack", "+5%", *SMALL, "--name", "  NEVER  OVER: Duel #1 ")
    assert design(*arguments, "--best", "2") == 0
    assert names(here / "output") == ["NEVER OVER: Duel #1 1", "NEVER OVER: Duel #1 2"]
    assert design(*arguments, "--best", "1") == 0
    assert names(here / "output") == ["NEVER OVER: Duel #1"]


@pytest.mark.parametrize(
    "name", ['x: "y" #z\\', "no", "1e5", "2024-01-01", "{{ a }}", "- a", "!b", "&c", "é’s <b>"]
)
def test_whatever_a_name_has_the_file_reads_back_as_that(here: Path, name: str) -> None:
    text = design_text({"extends": "never-over", "name": name}, ["Cards: none."], "0" * 16)
    assert yaml.safe_load(text)["name"] == name
    Path("named.yaml").write_text(text, encoding="utf-8")
    assert cardgen.load("named.yaml").name == name


def test_a_name_that_nobody_chose_has_true_signs_and_the_file_says_how_to_change_it(here: Path) -> None:
    assert design("never-over", "--wish", "no-play=-5%", "--defence", "same", "--best", "1", *SMALL) == 0
    assert names(here / "output") == ["NEVER OVER, defence same, no play −5 % (1)"]
    [file] = (here / "output").glob("*.yaml")
    assert "# The line that begins with name: is what the pack is called" in file.read_text(encoding="utf-8")
    assert run(["check", "--strict", str(file)]) == 0


def test_a_name_that_would_be_too_long_for_the_cards_tells_no_wishes(here: Path) -> None:
    wishes = [word for key in ("turns", "tied", "margin") for word in ("--wish", f"{key}=same")]
    assert design("never-over", "--attack", "+5%", *wishes, "--best", "2", *SMALL) == 0
    # The card summary has no room for all four in type that can be read.
    assert names(here / "output") == ["NEVER OVER, design 1", "NEVER OVER, design 2"]


def test_one_of_a_kind_is_told_as_one(here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    assert [count_with_noun(each, "card") for each in (0, 1, 2, 1000)] == [
        "0 cards",
        "1 card",
        "2 cards",
        "1,000 cards",
    ]
    lines: list[str] = []
    monkeypatch.setattr(playing.Session, "begin", lambda _, what: lines.append(what))
    assert design("never-over", "--attack", "+5%", "--best", "1", *SMALL) == 0
    assert [line for line in lines if line.startswith("so far 1 ")] != []
    assert "so far 1 cards exchanged" not in lines
    with monkeypatch.context() as patch:
        stopped_after(patch, 1)
        assert design("never-over", "--attack", "+6%", *SMALL) == 130
    assert "INTERRUPTED after 1 composition," in capsys.readouterr().out


def test_a_design_goes_straight_to_sheets(here: Path) -> None:
    assert design("never-over", "--attack", "+5%", "--best", "1", *SMALL) == 0
    assert run(["sheets", "output/never-over-attack-up-5-1.yaml"]) == 0
    assert [file.suffix for file in (here / "output").glob("never-over-attack-up-5-1*")].count(".pdf") == 1


def test_json_says_all_that_text_does(here: Path, capsys: Any) -> None:
    arguments = ("--wish", "turns=-2%", "--wish", "attack=same", "--cards", "50", "--best", "1")
    assert design("never-over", *arguments, *SMALL, "--format", "json") == 0
    found = data(capsys)
    (made,) = found["designs"]
    assert sum(sum(ranks.values()) for ranks in made["quantities"].values()) == found["cards"] == 50
    assert [each["key"] for each in made["wishes"]] == ["turns", "attack"]
    assert found["measured"] == {"games": 200, "asked": 200, "seed": 2}
    assert found["searched"]["games"] <= 2000
    assert made["file"] == "output/never-over-turns-down-2-attack-same-1.yaml"
    pack = cardgen.load(made["file"])
    counts = {key: {r: e.quantity for r, e in cards.items()} for key, cards in pack.suit_cards.items()}
    for key, ranks in made["quantities"].items():
        assert counts[key] == {rank: times for rank, times in ranks.items() if times}


def test_the_same_seed_gives_the_same_files_with_any_workers(here: Path) -> None:
    texts = []
    for workers in ("1", "2"):
        arguments = (
            "never-over",
            "--defence",
            "+5%",
            *SMALL[:4],
            *SMALL[6:],
            "--workers",
            workers,
            "-o",
            workers,
        )
        assert design(*arguments) == 0
        texts.append([file.read_text() for file in sorted((here / workers).glob("*.yaml"))])
    assert texts[0] == texts[1] != []


def test_a_design_of_a_variant_extends_the_same_pack_with_all_that_differs(here: Path) -> None:
    Path("flat.yaml").write_text(
        "extends: never-over\nname: Flat\nedition: first\nstyle: solid\n"
        "suits: {green: {cards: {4: 0, 3: 16}}, red: {cards: {4: 0, 3: 9}}}\n"
    )
    assert design("flat.yaml", "--attack", "+5%", "--best", "1", *SMALL) == 0
    file = here / "flat-attack-up-5-1.yaml"
    text = file.read_text()
    assert "extends: never-over\n" in text
    assert "edition" not in text
    pack = cardgen.load(str(file), strict=True)
    assert (pack.style, "4" in pack.suit_cards["green"], "4" in pack.suit_cards["red"]) == (
        "solid",
        False,
        False,
    )


def test_a_design_of_a_pack_of_ones_own_stands_beside_it_and_keeps_how_cards_look(here: Path) -> None:
    Path("mine.yaml").write_text(PACK, encoding="utf-8")
    assert design("mine.yaml", "--attack", "+5%", "--best", "1", *SMALL) == 0
    text = (here / "mine-attack-up-5-1.yaml").read_text()
    assert "extends: mine.yaml\n" in text
    for times in (12, 13):
        made = variant_data("mine.yaml", here, {"green": {"1": times, "2": 11, "3": 9}, "red": {}}, "new")
        entry = made.get("suits", {}).get("green", {}).get("cards", {}).get("1")  # type: ignore[union-attr]
        # A bare number would take the card's face away.
        assert entry == (None if times == 13 else {"quantity": 12})


def test_a_card_taken_out_of_a_variant_is_taken_out_of_its_base(here: Path) -> None:
    Path("more.yaml").write_text(
        "extends: never-over\nname: More\nsuits: {green: {cards: {5: 2}}, red: {cards: {5: 1}}}\n"
    )
    red = {"5": 0, "4": 5, "3": 4, "2": 3, "1": 2, "0": 1}
    wanted = {"green": {"5": 0, "4": 7, "3": 0, "2": 11, "1": 13}, "red": red}
    made = variant_data("more.yaml", here, wanted, "new")
    # The 5 was the variant's own, and there is nothing to take out.
    assert made == {"extends": "never-over", "name": "new", "suits": {"green": {"cards": {"3": 0}}}}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["never-over"], "nothing is wished for"),
        (["standard-52", "--attack", "+1%"], "Standard 52 is not: it is for addenda"),
        (["never-over", "--wish", "atack=+1%"], "did you mean 'attack'"),
        (["never-over", "--wish", "turns in game=+1%"], "did you mean 'turns' (turns in a game)?"),
        (["never-over", "--wish", "zebra=+1%"], "taken_points, left, stock"),
        (["never-over", "--wish", "Turns In A Game=+1%", "--wish", "turns=2"], "turns is wished for twice"),
        (["never-over", "--attack", "+1%", "--name", " "], "the name is empty"),
        (["never-over", "--attack", "+1%", "--name", "a" * 77], "76 are allowed"),
        (["never-over", "--attack", "+1%", "--name", "a\ab"], "cannot be printed"),
        # The card summary says the pack's name.
        (["never-over", "--attack", "+1%", "--name", "\N{SLICE OF PIZZA}"], "choose another --name"),
        (["never-over", "--attack", "+1%", "--name", "W" * 76], "would be set in"),
        (["never-over", "--wish", "attack"], "such as turns=-10%"),
        (["never-over", "--attack", "same"], "wish for a change too, or for other --cards"),
        (["never-over", "--attack", "5", "--wish", "attack=6"], "wished for twice"),
        (["never-over", "--attack", "+1%", "--cards", "10", "--highest", "9"], "lower --highest"),
        (["never-over", "--attack", "+1%", "--cards", "20"], "play with 2 or fewer"),
        (
            [
                "never-over",
                "--attack",
                "+1%",
                "--cards",
                "60",
                "--keep",
                "green-cards",
                "--keep",
                "red-cards",
            ],
            "leave out one --keep",
        ),
        (["never-over", "--attack", "+1%", "--players", "9"], "play with 6 or fewer"),
        (["never-over", "--attack", "+1%", "--game", "addenda"], "never-over only"),
        (["never-over", "--attack", "+1%", "--temperament", "silly"], "there is no player 'silly'"),
        (["never-over", "--attack", "+1%", "--resume", "none.json"], "there is no file none.json"),
        (["never-over", "--attack", "+1%", "--resume", "bad.json"], "bad.json holds no search"),
        (["never-over", "--attack", "+1%", "--within", "70%"], "between 0.05 % and 50 %"),
        (["mine.yaml", "--attack", "+1%", "-o", "elsewhere"], "leave -o out"),
    ],
)
def test_what_cannot_be_is_said_before_any_game(
    here: Path, no_games: None, capsys: Any, arguments: list[str], said: str
) -> None:
    Path("bad.json").write_text('{"kind": 1')
    Path("mine.yaml").write_text(PACK, encoding="utf-8")
    assert design(*arguments) == 2
    assert said in capsys.readouterr().err


def test_files_of_others_are_not_written_over(here: Path, no_games: None, capsys: Any) -> None:
    (here / "output").mkdir()
    file = here / "output" / "never-over-attack-up-1-1.yaml"
    file.write_text("mine\n")
    assert design("never-over", "--attack", "+1%", "--force") == 2
    assert "not a design of cardgen's" in capsys.readouterr().err
    file.write_text("# cardgen design 0123456789abcdef: of another seed\n")
    assert design("never-over", "--attack", "+1%") == 2
    assert "add --force" in capsys.readouterr().err
    file.unlink()
    state = here / "output" / "never-over-attack-up-1.json"
    state.write_text("{}")
    assert design("never-over", "--attack", "+1%") == 2
    assert "not a search of cardgen" in capsys.readouterr().err
    assert state.read_text() == "{}"


def test_designs_of_the_same_question_are_written_anew_and_none_too_many_is_left(here: Path) -> None:
    assert design("never-over", "--attack", "+5%", "--best", "3", *SMALL) == 0
    before = sorted((here / "output").glob("*.yaml"))
    assert design("never-over", "--attack", "+5%", "--best", "1", *SMALL) == 0
    assert sorted((here / "output").glob("*.yaml")) == before[:1]
    assert design("never-over", "--attack", "+5%", "--best", "1", "--seed", "5", *SMALL) == 2
    assert design("never-over", "--attack", "+5%", "--best", "1", "--seed", "5", "--force", *SMALL) == 0


def test_pointages_that_cannot_be_drawn_as_well_as_the_base_are_refused(
    here: Path, no_games: None, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = examination.examine

    def examine(name: str, overrides: Any = None, *more: Any, **further: Any) -> examination.Examined:
        found = whole(name, overrides, *more, **further)
        path = ("suits", "green", "cards", "12")
        fault = Problem("+12 has no room", path, severity="warning")
        return (
            found._replace(problems=(*found.problems, fault))
            if (*path, "quantity") in (overrides or {})
            else found
        )

    monkeypatch.setattr(examination, "examine", examine)
    assert design("never-over", "--attack", "+1%", "--highest", "12") == 2
    assert "has a fault that never-over has not: +12 has no room" in capsys.readouterr().err


def stopped_after(monkeypatch: pytest.MonkeyPatch, calls: int) -> None:
    """Let somebody ask to stop after so many runs of games."""
    whole = playing.Session.play_games
    count = 0

    def play(self: playing.Session, *arguments: Any, **options: Any) -> GameTally:
        nonlocal count
        count += 1
        self.stop.asked = self.stop.asked or count > calls
        return whole(self, *arguments, **options)

    monkeypatch.setattr(playing.Session, "play_games", play)


def test_a_search_that_is_stopped_keeps_the_best_so_far_and_goes_on_to_the_same_end(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    whole = ("never-over", "--attack", "+5%", "--best", "2", *SMALL)
    assert design(*whole, "-o", "whole") == 0
    with monkeypatch.context() as patch:
        stopped_after(patch, 4)
        assert design(*whole) == 130
    said = capsys.readouterr().out
    state = here / "output" / "never-over-attack-up-5.json"
    assert "INTERRUPTED" in said
    assert f"--resume {Path('output', state.name)}" in said
    early = (here / "output" / "never-over-attack-up-5-1.yaml").read_text()
    assert "not on fresh games" in early
    assert "partly by luck: new games may differ more from the wishes" in " ".join(said.split())
    assert cardgen.load("output/never-over-attack-up-5-1.yaml").count == 56
    assert design(*whole, "--resume", str(state)) == 0
    texts = [
        [file.read_text() for file in sorted((here / folder).glob("*.yaml"))]
        for folder in ("whole", "output")
    ]
    assert texts[0] == texts[1]
    assert design("never-over", "--attack", "+6%", *SMALL, "--resume", str(state)) == 2


def test_stopped_while_designs_are_measured_it_tells_what_was_played(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from cardgen.gaming.lab import running

    asked = (
        "never-over",
        "--attack",
        "+5%",
        "--best",
        "1",
        "--most-games",
        "2000",
        "--workers",
        "1",
        "--temperament",
        "random",
    )
    whole = running.play_games

    def run_part(experiments: Any, seed: int, games: int, *arguments: Any, **options: Any) -> GameTally:
        return whole(experiments, seed, games if seed == 1 else 150, *arguments, **options)

    monkeypatch.setattr(running, "play_games", run_part)
    assert design(*asked, "--games", "300") == 130
    said = capsys.readouterr().out
    assert "INTERRUPTED: the first 150 fresh games of each pack, seed 2, of 300" in said
    assert f"--resume {Path('output', 'never-over-attack-up-5.json')} to the same command" in said


def test_python_gets_the_file_to_go_on_from_and_nothing_is_written(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options: dict[str, Any] = {"attack": "+5%", "temperament": "random", "engine": "compiled", "workers": 1}
    options |= {"most_games": 2_000, "games": 100, "best": 1}
    with monkeypatch.context() as patch:
        stopped_after(patch, 4)
        made = cardgen.design("never-over", **options)
    assert made.interrupted == (
        f"INTERRUPTED: continue with --resume {Path('output', 'never-over-attack-up-5.json')}"
    )
    assert not list(here.iterdir())
    paths = made.save()
    assert [path.name for path in paths] == ["never-over-attack-up-5-1.yaml", "never-over-attack-up-5.json"]
    assert all(path.is_file() for path in paths)
    whole = cardgen.design("never-over", resume=paths[1], **options)
    assert not whole.interrupted
    whole.save()
    assert [path.name for path in (here / "output").iterdir()] == ["never-over-attack-up-5-1.yaml"]
    assert [file.data for file in whole] == [file.data for file in cardgen.design("never-over", **options)]


def test_designs_extend_a_pack_in_a_file(here: Path) -> None:
    with pytest.raises(UsageError, match="save this one, and name its file"):
        cardgen.design(cardgen.load("never-over"), attack="+5%")


def test_a_group_s_wishes_count_at_each_table_and_the_page_tells_it(here: Path, capsys: Any) -> None:
    words = ("--attack", "more", "--wish", "turns<=40", "--players", "2-3", "--best", "1", "--page", "a.html")
    assert design("never-over", *words, *SMALL, "--format", "json") == 0
    told = data(capsys)
    assert told["players"] == "2, 3"
    assert list(told["wishes"]) == ["attack@2", "attack@3", "turns@2", "turns@3"]
    assert told["elsewhere"] == []
    page = (here / "a.html").read_text(encoding="utf-8")
    assert "NEVER OVER: attack more, turns at most 40" in page
    assert "attack with 2 players: more" in page
    assert "The wishes are met least well with" in page
    # It is whole: nothing is loaded from elsewhere.
    assert "http" not in page
    assert "src=" not in page
    # The file is named by the wishes, not once for each table.
    assert (here / "output/never-over-attack-more-turns-at-most-40-1.yaml").is_file()


def test_the_hand_an_option_and_the_size_of_the_pack_may_vary(here: Path, capsys: Any) -> None:
    vary = ("--cards", "53-57", "--vary", "hand=3-4", "--vary", "spread-greens", "--page", "page.html")
    # No exchange of cards alone shortens the game so much.
    words = ("--wish", "turns=-35%", "--players", "2", "--best", "1", *vary)
    assert design("never-over", *words, *SMALL, "--format", "json") == 0
    told = data(capsys)
    assert told["sizes"] == [53, 57]
    [found] = told["designs"]
    assert 53 <= sum(sum(ranks.values()) for ranks in found["quantities"].values()) <= 57
    hand = found["options"]["hand"]
    assert int(hand) < 8
    text = Path(found["file"]).read_text(encoding="utf-8")
    assert f"hand {hand} instead of 8" in text
    assert f"Play it with --option hand={hand} --option spread-greens=" in text
    assert f"<td>hand</td><td>8</td><td>{hand}</td>" in (here / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--vary", "hands=6-7"), "no option 'hands' that could vary; did you mean 'hand'?"),
        (("--vary", "hand"), "needs values: write hand=8"),
        (("--vary", "hand=7,"), "names no values"),
        (("--vary", "hand=7-8", "--vary", "hand=6"), "given twice"),
        (("--vary", "hand=1-70"), "let fewer vary"),
        # Where the game excludes a value with all others, or at one of the tables.
        (("--vary", "hand=7,30", "--players", "2-4"), "hand cannot be 30: "),
        (("--vary", "partners=none,shared", "--players", "2"), "partners cannot be shared: "),
        (("--cards", "60-50"), "is no number of cards"),
    ],
)
def test_what_cannot_vary_is_refused(
    words: tuple[str, ...], said: str, here: Path, no_games: None, capsys: Any
) -> None:
    assert design("never-over", "--attack", "more", *words) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_temperaments_go_round_the_seats_of_each_table(here: Path) -> None:
    job = design_job.Design.from_options({"players": "2-3,5", "temperament": "greedy,random"})
    assert [(each.players, each.temperaments) for each in job.tables()] == [
        (2, ("greedy", "random")),
        (3, ("greedy", "random", "greedy")),
        (5, ("greedy", "random", "greedy", "random", "greedy")),
    ]
    assert [each.players for each in design_job.Design.from_options({"players": 4}).tables()] == [4]


@pytest.mark.parametrize("players", ["0", "4-2", "a", "2-99", ""])
def test_numbers_of_players_that_cannot_be_are_refused(players: str, capsys: Any) -> None:
    assert design("never-over", "--attack", "more", "--players", players) == 2
    assert "is no number of players" in capsys.readouterr().err


def test_a_page_is_a_file_of_html(here: Path, no_games: None, capsys: Any) -> None:
    assert design("never-over", "--attack", "more", "--page", "page.pdf") == 2
    assert "name a file that ends in .html" in capsys.readouterr().err


def test_a_pack_for_rules_of_one_s_own_is_designed(here: Path, capsys: Any) -> None:
    (here / "tide.yaml").write_text(OWN_PACK, encoding="utf-8")
    # Its hand is an option, which may vary as well as the number of cards.
    rules = (
        FILES["tide.py"]
        .replace("hand = 5", 'options = {"dealt": 5}')
        .replace("self.hand)", 'self.options["dealt"])')
    )
    (here / "tide.py").write_text(rules, encoding="utf-8")
    few = ("--most-games", "2000", "--games", "100", "--workers", "1", "--best", "1", "--format", "json")
    vary = ("--cards", "24-26", "--vary", "dealt=4-6")
    words = ("--rules", "tide.py", "--players", "2,3", "--wish", "score=more", *vary)
    assert design("tide.yaml", *words, *few) == 0
    told = data(capsys)
    assert told["players"] == "2, 3"
    assert told["temperaments"] == ["random"]
    [found] = told["designs"]
    assert found["exchanged"] > 0 or found["options"]["dealt"] != "5"
    quantities = found["quantities"]["tide"]
    assert 24 <= sum(quantities.values()) <= 26
    # The file has the very quantities that were played.
    made = cardgen.load(found["file"])
    assert {card.rank: card.quantity for card in made.cards} == {
        rank: times for rank, times in quantities.items() if times
    }


def test_a_pack_of_rows_and_a_table_is_designed(here: Path, capsys: Any) -> None:
    """The variant repeats the lists with the quantities that were played."""
    table = "id,Name,Qty,worth\n" + "".join(f"t{each},T{each},3,{each}\n" for each in range(1, 5))
    (here / "monsters.csv").write_text(table, encoding="utf-8")
    (here / "monsters.yaml").write_text(
        "format: 1\nname: Monsters\n"
        "cards:\n  - {table: monsters.csv, layout: story, columns: {quantity: Qty, title: Name}}\n"
        "  - layout: story\n    rows:\n      - {id: ape, title: Ape, worth: 9, quantity: 4, notes: strong}\n",
        encoding="utf-8",
    )
    rules = FILES["tide.py"].replace("int(card.rank)", 'int(card.values["worth"])')
    (here / "monsters.py").write_text(rules, encoding="utf-8")
    few = ("--most-games", "2000", "--games", "100", "--workers", "1", "--best", "1", "--format", "json")
    words = ("--rules", "monsters.py", "--players", "2", "--wish", "score=more")
    assert design("monsters.yaml", *words, *few) == 0
    [found] = data(capsys)["designs"]
    assert found["quantities"] == {}
    assert sum(found["rows"].values()) == 16
    made = {card.id: card for card in cardgen.load(found["file"]).cards}
    assert {each: card.quantity for each, card in made.items()} == {
        each: times for each, times in found["rows"].items() if times
    }
    base = {card.id: card for card in cardgen.load("monsters.yaml").cards}
    assert all(
        (card.texts, card.notes) == (base[each].texts, base[each].notes) for each, card in made.items()
    )
    # Its files are beside the pack.
    assert design("monsters.yaml", *words, *few, "-o", str(here.parent)) == 2
    assert "has to be where it can find that" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tide.yaml", "--rules", "tide.py", "--attack", "+5%"), "--attack is for NEVER OVER"),
        (("tide.yaml", "--rules", "tide.py", "--wish", "score=more", "--keep", "red-cards"), "--keep is for"),
        (("tide.yaml", "--wish", "score=more"), "another game needs its --rules"),
    ],
)
def test_what_belongs_to_another_game_is_refused(
    words: tuple[str, ...], said: str, here: Path, no_games: None, capsys: Any
) -> None:
    (here / "tide.yaml").write_text(OWN_PACK, encoding="utf-8")
    (here / "tide.py").write_text(FILES["tide.py"], encoding="utf-8")
    assert design(*words) == 2
    assert said in capsys.readouterr().err
