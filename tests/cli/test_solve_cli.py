"""`cardgen solve`: what it says of a row and of many, and what it does with what it cannot solve."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from cardgen.cli.main import run
from cardgen.gaming.games.abstrac.experiment import PerfectPlay
from cardgen.gaming.games.abstrac.rows import ROW
from cardgen.gaming.games.experiment import Chunk

CARDS = " ".join(map(repr, ROW))


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["solve", *arguments]) == code
    captured = capsys.readouterr()
    return captured.err if code in (1, 2) else captured.out


def record(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told(capsys, *arguments, "--format", "json"))
    return found


def test_the_row_of_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(told(capsys, "short-24").split())
    assert "With best play, who plays first wins by 33: the non-dealer chooses to play first." in text
    assert "+33 best 3 A♠ K♦ Q♣" in text
    assert "the source's line 168 250 −82 115 less for the first" in text
    assert "1,389,537 lines of play" in text


def test_by_suits(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(told(capsys, "short-24", "--kind", "suits").split())
    assert "who plays second wins by 166: the non-dealer chooses to play second." in text


def test_a_solved_row_for_other_programs(capsys: pytest.CaptureFixture[str]) -> None:
    found = record(capsys, "short-24")
    assert (found["kind"], found["lead"], found["non_dealer_plays"], found["exact"]) == (
        "basic",
        33,
        "first",
        True,
    )
    assert found["moves"] == [{"cards": 1, "lead": -36}, {"cards": 2, "lead": -2}, {"cards": 3, "lead": 33}]
    best = found["best"]
    assert best["scores"][0] - best["scores"][1] == 33
    assert [card for turn in best["turns"] for card in turn["cards"]] == found["row"]
    assert {line["name"]: line["than_best"] for line in found["compared"]}["both always 1"] == 60 - 96 - 33


@pytest.mark.parametrize(
    ("pack", "kind", "cards"),
    [("short-24", "basic", 24), ("short-25", "unfettered", 25), ("standard-52", "52", 26)],
)
def test_each_pack_has_its_game(capsys: pytest.CaptureFixture[str], pack: str, kind: str, cards: int) -> None:
    found = record(capsys, pack, "--seed", "2")
    assert (found["kind"], len(found["row"]), found["seed"]) == (kind, cards, 2)


def test_a_row_of_ones_own_is_the_same_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert record(capsys, "short-24", "--row", CARDS) == record(capsys, "short-24")


def test_engines_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (record(capsys, "short-24", "--seed", "3", "--engine", e) for e in ("compiled", "reference"))
    assert (one.pop("engine"), other.pop("engine")) == ("compiled", "reference")
    assert one == other


def test_options_of_the_52_card_game_matter(capsys: pytest.CaptureFixture[str]) -> None:
    high, low = (
        record(capsys, "standard-52", "--seed", "1", "--option", f"ace={ace}") for ace in ("high", "low")
    )
    assert high["row"] == low["row"]
    assert high["lead"] != low["lead"]


def test_many_rows(capsys: pytest.CaptureFixture[str]) -> None:
    found = record(capsys, "short-24", "--deals", "100", "--seed", "1")
    measures = {each["key"]: each for each in found["measures"]}
    assert (found["games"], found["complete"], found["engine"])[:2] == (100, True)
    assert measures["first"]["value"] + measures["even"]["value"] + measures["second"][
        "value"
    ] == pytest.approx(1)
    assert measures["lead"]["low"] < measures["lead"]["value"] < measures["lead"]["high"]


def test_many_rows_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "short-24", "--deals", "20")
    assert "20 rows, seed 1" in text
    assert "won by who plays first" in text


def test_what_is_interrupted_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = PerfectPlay.play_chunk

    def interrupted(self: PerfectPlay, seed: int, first: int, count: int) -> Chunk:
        if first >= 1:
            raise KeyboardInterrupt
        return play(self, seed, first, count)

    monkeypatch.setattr(PerfectPlay, "play_chunk", interrupted)
    text = told(capsys, "short-24", "--deals", "90", code=130)
    assert "INTERRUPTED: the first 1 row of 90, seed 1" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["never-over"], "NEVER OVER is not a pack for Abstrac: it is for never-over. Use short-24"),
        (["short-24", "--kind", "unfettered"], "(--kind unfettered): it is for abstrac. Use short-25"),
        (["short-24", "--option", "ace=low"], "are for the 52-card game only"),
        (["short-24", "--option", "target=100"], "it is for whole games: leave it out"),
        (["short-24", "--option", "kind=suits"], "use --kind"),
        (["standard-52", "--option", "aces=low"], "for a row; did you mean 'ace'?"),
        (["standard-52", "--option", "xx"], "choose from ace, unpaired"),
        (["standard-52", "--option", "ace=up"], "ace is one of high, low, both"),
        (["short-24", "--row", "As"], "are missing; write each card of the pack once"),
        (["short-24", "--row", CARDS.replace("As", "Xs")], "'Xs' in the row is not a card"),
        (["short-24", "--row", CARDS, "--seed", "1"], "leave one of them out"),
        (["short-24", "--row", CARDS, "--deals", "1"], "leave one of them out"),
        (["short-24", "--row", CARDS, "--seed", "1", "--dask", "a:1"], "add --deals, or leave them out"),
        (["short-24", "--workers", "2"], "add --deals, or leave them out"),
        (["short-24", "--deals", "0"], "0 is out of range; use 1 to 1,000,000,000"),
    ],
)
def test_what_cannot_be_solved(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    error = " ".join(told(capsys, *arguments, code=2).split())
    assert message in error
    assert "Traceback" not in error


def test_a_row_is_solved_without_the_lab_s_extras() -> None:
    code = (
        "import sys; from cardgen.cli.main import run; code = run(['solve', 'short-24', '--kind', 'suits']); "
        "print('LOADED', *sys.modules); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"numpy", "numba", "multiprocessing", "rich"}.isdisjoint(done.stdout.splitlines()[-1].split())


def test_suits_are_letters_where_there_are_no_signs() -> None:
    code = "import sys; from cardgen.cli.main import run; sys.exit(run(['solve', 'short-24']))"
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert "As Kd Qc Jc Ah Jd Kc 9c 10s" in done.stdout
    assert "?" not in done.stdout
