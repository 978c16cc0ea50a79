"""The command that tells what is in packs: tables and words, JSON, CSV, and what it says no to."""

import csv
import io
import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cardgen import api
from cardgen.cli import main
from cardgen.cli.deck_answers import answer_lines
from cardgen.cli.stats import percent_text
from cardgen.gaming.lab import new_hands
from cardgen.gaming.lab.odds import OddsRequest, odds_of
from cardgen.gaming.lab.questions import Questions
from cardgen.pack import library

WIDTH = 80


class Said(str):
    """What a command printed, and apart from it what went to stderr."""

    code: int
    errors: str

    @property
    def plain(self) -> str:
        """Without the ends of lines."""
        return " ".join(self.split())


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str) -> Said:
        code = main.run(["stats", *arguments])
        out, errors = capsys.readouterr()
        said = Said(out)
        said.code, said.errors = code, errors
        return said

    return command


def written(suits: str, more: str = "") -> str:
    """A pack in the working folder; its name."""
    Path("mine.yaml").write_text(f"format: 1\nname: Mine\n{more}\nsuits:\n{suits}", encoding="utf-8")
    return "mine.yaml"


# Text


def test_never_over_in_a_table(run: Any) -> None:
    said = run("never-over")
    assert (said.code, said.errors) == (0, "")
    lines = said.splitlines()
    assert lines[0] == "NEVER OVER, 4 May 2012"
    assert lines[1] == "55 cards in 2 suits, and 1 beside them: summary"
    assert lines[3].split() == [
        "4",
        "3",
        "2",
        "1",
        "0",
        "cards",
        "share",
        "points",
        "share",
        "mean",
        "spread",
    ]
    assert lines[4].split()[:8] == ["green", "7", "9", "11", "13", "-", "40", "72.7"]
    assert lines[4].split()[-5:] == ["90", "69.2", "%", "2.25", "1.09"]
    assert lines[5].split()[:7] == ["red", "5", "4", "3", "2", "1", "15"]
    assert "These are the figures of the source's own pack: 40 cards and 90 points of green" in said.plain
    assert re.search(r"mean ceiling .*2\.67 +8/3\n", said)
    assert re.search(r"≤1 +2 +13 +13 +27 +77 +32\.5 % +90\.3 %\n", said)


def test_never_over_in_words(run: Any) -> None:
    said = run("never-over", "--of", "red", "--of", "≤0", "--hand", "4").plain
    assert "About 3 in 4 hands of 4 hold a red card, about 3 in 10 two or more; by turn 6," in said
    assert "About 1 in 14 hands of 4 holds the ≤0; by turn 6, about 1 in 6 players has had one." in said
    assert "Under ≤0, no green card fits; no hand of 4 holds one that fits." in said
    assert "Under ≤4, every green card fits;" in said
    assert "Under ≤2, 3 in 5 green cards fit;" in said


def test_a_variant_stands_beside_the_source(run: Any) -> None:
    said = run("never-over-attack").plain
    assert "For comparison, the figures of the source's own pack: 40 cards and 90 points" in said


@pytest.mark.parametrize(
    "options", [(), ("--players", "2"), ("--hand", "3", "--turns", "12", "--hand", "11")]
)
@pytest.mark.parametrize("pack", library.bundled_pack_names())
def test_every_pack_fits_a_terminal(run: Any, pack: str, options: tuple[str, ...]) -> None:
    said = run(pack, *options)
    assert (said.code, said.errors) == (0, "")
    assert max(map(len, said.splitlines())) <= WIDTH
    assert said.splitlines() == [line.rstrip() for line in said.splitlines()]


def test_several_packs_one_after_another(run: Any) -> None:
    said = run("never-over", "short-24")
    assert said.index("NEVER OVER, 4 May") < said.index("Short pack of 24")


def test_several_hands_each_have_their_odds(run: Any) -> None:
    said = run("never-over", "--hand", "6", "--hand", "8", "--hand", "6", "--of", "red")
    assert said.count("An opening hand of 6,") == said.count("An opening hand of 8,") == 1
    assert "hand of 6  hand of 8" in said


def test_a_pack_with_many_ranks_is_wrapped(run: Any) -> None:
    ranks = ", ".join(f"{rank}: 1" for rank in range(100, 140))
    said = run(written(f'  only: {{color: "#000", cards: {{{ranks}}}}}'))
    assert max(map(len, said.splitlines())) <= WIDTH
    tables = said[: said.index("An opening hand")]
    assert tables.count("\nonly ") == 4, "the totals, and three lines of ranks"
    heads = [line.split() for line in tables.splitlines() if line.startswith(" ")]
    assert [int(rank) for head in heads[1:] for rank in head] == list(range(100, 140))


def test_a_pack_with_wide_ranks_is_turned(run: Any) -> None:
    ranks = ", ".join(f"{name} of all: 1" for name in ("this", "that", "these", "those", "none", "most"))
    said = run(written("\n".join(f'  {key}: {{color: "#000", cards: {{{ranks}}}}}' for key in ("a", "b"))))
    assert re.search(r"\n +a +b +all\nthis of all +1 +1 +2\nthat of all +1 +1 +2\n", said)


def test_families_whose_cards_have_nothing_in_common_are_listed(run: Any) -> None:
    suits = "\n".join(
        f'  family{i}: {{color: "#000", cards: {{{", ".join(f"n{i}{j}: 1" for j in range(8))}}}}}'
        for i in range(12)
    )
    said = run(written(suits))
    assert "family3: n30, n31, n32, n33, n34, n35, n36, n37" in said
    assert "one suit" in said


def test_pictures_and_wide_names_are_told_like_any_other(run: Any) -> None:
    said = run(written('  cats: {name: 猫たちのとても長い名前, color: "#000", cards: {1: 1, 2: 2}}'))
    assert said.code == 0
    assert "\n猫たちのとても長…  1  2 " in said


def test_escapes_of_a_pack_do_not_reach_the_terminal(run: Any) -> None:
    said = run(written('  a: {name: "x\\e[31mred", color: "#000", cards: {1: 1}}'))
    assert "\x1b" not in said


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**9), "<0.1 %"),
        (1 - Fraction(1, 10**9), ">99.9 %"),
        (Fraction(2, 3), "66.7 %"),
    ],
)
def test_per_cent_say_nothing_and_all_of_certainties_only(share: Fraction, text: str) -> None:
    assert percent_text(share) == text


# For programs


def test_json_is_a_list_with_fractions_and_their_values(run: Any) -> None:
    [one, other] = json.loads(run("never-over", "standard-52", "--format", "json"))
    assert (one["pack"], one["cards"], one["pieces"], one["points"]) == ("NEVER OVER", 55, 56, 130)
    assert (other["pack"], other["points"]) == ("Standard 52", None)
    figures = {figure["key"]: figure for figure in one["figures"]}
    assert figures["mean_ceiling"]["fraction"] == "8/3"
    assert figures["mean_ceiling"]["value"] == pytest.approx(8 / 3)
    assert "fraction" not in figures["green.spread"]
    ceiling = one["ceilings"][1]
    assert (ceiling["pointage"], ceiling["card"], ceiling["red_cards"]) == (1, "≤1", 2)
    assert ceiling["over"] == {"cards": 27, "points": 77}
    [hand] = one["odds"]["hands"]
    zero = hand["kinds"][-1]
    assert (hand["hand"], hand["where"], zero["of"], zero["cards"]) == (8, "NEVER OVER", "≤0", 1)
    assert zero["at_least_one"] == {"fraction": "8/55", "value": 8 / 55}
    assert sum(Fraction(each["fraction"]) for each in hand["kinds"][0]["exactly"]) == 1
    assert [each["hand"] for each in other["odds"]["hands"]] == [12, 13, 5]


def test_csv_has_a_line_a_figure(run: Any) -> None:
    said = run("never-over", "short-24", "--of", "K,4", "--format", "csv")
    assert said.code == 2, "the one pack has no kings"
    said = run("never-over", "never-over-attack", "--of", "≤0", "--players", "3", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(said)))
    assert {row["pack"] for row in rows} == {"NEVER OVER", "NEVER OVER, attack"}
    [anybody, _] = [row for row in rows if row["figure"] == "anybody"]
    assert (anybody["of"], anybody["hand"], anybody["numerator"], anybody["denominator"]) == (
        "≤0",
        "8",
        "24",
        "55",
    )
    assert float(anybody["value"]) == pytest.approx(24 / 55)
    [cards, _] = [row for row in rows if row["figure"] == "green.cards"]
    assert cards["value"] in ("40", "43")
    keys = [tuple(row[column] for column in ("pack", "part", "figure", "of", "hand", "at")) for row in rows]
    assert len(keys) == len(set(keys)), "each line is told from all others"


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_the_same_command_prints_the_same(run: Any, form: str) -> None:
    assert run("never-over", "--format", form) == run("never-over", "--format", form)


# Pictures


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_written_and_said_beside_the_figures(run: Any, ending: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib")
    said = run("never-over", "--of", "red", "--format", "json", "--plot", f"pack.{ending}")
    assert (said.code, said.errors) == (0, f"pack.{ending}: drawn\n")
    assert json.loads(said)
    assert Path(f"pack.{ending}").read_bytes().startswith(begins)


def test_without_the_extra_all_but_pictures_is_told(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("matplotlib", "numpy", "numba"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run("never-over").code == 0
    said = run("never-over", "--plot", "pack.png")
    assert (said.code, said) == (2, "")
    assert 'pip install "cardgen-kit[lab]"' in said.errors
    assert not Path("pack.png").exists()


# What makes no sense


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["never-over", "--hand", "56"], "NEVER OVER has 55 cards to deal: a hand of 56 is larger"),
        (["never-over", "--of", "gren"], "did you mean 'green'"),
        (["never-over", "--players", "7"], "serve 6 players with hands of 8, not 7"),
        (
            ["never-over", "--players", "4", "--turns", "7"],
            "lasts 6 turns, not 7: ask for --turns 6 or fewer",
        ),
        (["short-24", "--turns", "1"], "hands of 12 leave no stock of Short pack of 24 to draw from"),
        (["standard-52", "--of", "joker"], "add --with-extras"),
        (["nowhere"], "there is no pack 'nowhere'"),
        (
            ["up-and-over"],
            "up-and-over is a game, not a pack: name a pack it is played with, such as standard-52",
        ),
        (
            ["summit"],
            "summit is an example: begin with a copy of it, by `cardgen new summit.yaml --from summit`",
        ),
        (["never-over", "--plot", "x.gif"], ".png, .svg or .pdf"),
        (["never-over", "--hand", "0"], "0 is out of range; use 1 to 500"),
        (["never-over", "--hand", "501"], "501 is out of range; use 1 to 500"),
        (["never-over", "--format", "xml"], "'xml' is not one of"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_told_ends_with_2_and_says_why(run: Any, arguments: list[str], message: str) -> None:
    said = run(*arguments)
    assert (said.code, said) == (2, "")
    assert message in said.errors


TWO = """
  green: {{sign: "+", color: "#00855B", cards: {{{}: 1}}}}
  red: {{sign: "≤", color: "#961129", cards: {{{}: 1}}}}
"""


def test_a_bad_pack_ends_with_1_and_its_place(run: Any) -> None:
    said = run("never-over", written(TWO.format(3, 4), "games: [never-over]"))
    assert (said.code, said) == (1, "")
    assert "mine.yaml:6" in said.errors
    assert "the highest green pointage is 3" in said.errors


def test_a_pack_with_warnings_is_told_and_with_strict_is_not(run: Any) -> None:
    pack = written(TWO.format(3, 3), "games: [never-over]")
    said = run(pack)
    assert said.code == 0
    assert "there is no red card of 0" in said.errors
    said = run(pack, "--strict")
    assert (said.code, said) == (1, "")


def test_it_answers_at_once() -> None:
    """Nothing is drawn and nothing is played: no library of pictures or numbers is imported."""
    from test_rooms import HEAVY, loaded

    assert loaded("stats", "never-over").isdisjoint(HEAVY)
    assert loaded("stats", "--help").isdisjoint(HEAVY)


# Questions about a deck


def market() -> str:
    """Write a pack of a table into the working folder; return its name."""
    rows = ["Title,Type,Cost,Worth,Qty", "Copper,coin,0,1,7", "Silver,coin,3,2,9", "Estate,land,2,0,3"]
    Path("market.csv").write_text("\n".join(rows), encoding="utf-8")
    text = (
        "format: 1\nname: Market\ncards:\n  - {table: market.csv, layout: rule, columns: {quantity: Qty}}\n"
    )
    Path("market.yaml").write_text(text, encoding="utf-8")
    return "market.yaml"


def test_cards_together_and_sums_in_words(run: Any) -> None:
    said = run(
        market(), "--hold", "copper:1-2 and estate:0", "--sum", "cost", "--hand", "3", "--mulligan", "1"
    )
    assert (said.code, said.errors) == (0, "")
    assert "1 to 2 of copper and none of estate dealt t = 1" in said.plain
    assert "mulligans allowed 0 1" in said.plain
    assert "Cost: a hand of 3 adds up to 5.21 on average" in said.plain
    assert all(len(line) <= WIDTH for line in said.splitlines())


def test_a_deck_that_grows_hand_by_hand(run: Any) -> None:
    arguments = ["--deck", "Copper:7, Estate:3", "--gain", "Silver on 1", "--new-hands", "--sum", "worth"]
    said = run(market(), *arguments, "--hold", "silver", "--turns", "3")
    # Ten cards are two hands; then one silver is among eleven, of which five are drawn.
    assert "hand of turn 1 2 3 this hand 0 % 0 % 45.5 %" in said.plain
    assert "mean 3.50 3.50 4.09" in said.plain
    [pack] = json.loads(run(market(), *arguments, "--hold", "silver", "--turns", "3", "--format", "json"))
    [hand] = pack["odds"]["hands"]
    assert hand["conditions"][0]["new_hands"][2]["this_hand"]["fraction"] == "5/11"
    assert hand["sums"][0]["new_hands"][2]["mean"]["fraction"] == "45/11"
    lines = list(csv.reader(io.StringIO(run(market(), *arguments, "--turns", "3", "--format", "csv"))))
    assert ["mean of hand of turn", "Worth", "5", "3", "sum"] in [line[2:7] for line in lines]
    assert ["hand of turn, half at most", "Worth", "5", "3", "sum", "4"] in [line[2:8] for line in lines]


def test_a_spreadsheet_has_what_the_words_tell_of_hands(run: Any) -> None:
    arguments = ["--hand", "3", "--turns", "1", "--hold", "estate", "--mulligan", "1", "--mulligan-cost", "1"]
    lines = list(csv.reader(io.StringIO(run(market(), *arguments, "--sum", "cost", "--format", "csv"))))
    figures = {(line[2], line[3], line[5]): line[7] for line in lines}
    # Of 19 cards three are estates: a hand of 3 lacks them in 560 of 969 ways.
    assert float(figures["kept with mulligans, mean", "estate", "1"]) == pytest.approx(3 - 560 / 969)
    assert figures["drawn until, mean", "estate", ""] == "5"
    assert figures["drawn until, most", "estate", ""] == "17"
    assert figures["quantity", "Cost=3", ""] == "9"
    assert float(figures["had by turn", "Cost=2", "0"]) == pytest.approx(1 - 560 / 969)
    assert ("spread", "Cost", "") in figures


def test_extras_that_a_deck_names_need_no_option(run: Any) -> None:
    said = run("standard-52", "--deck", "A, joker", "--hold", "joker", "--hand", "1", "--with-extras")
    assert "1 in 3 hands of 1 holds these" in said.plain
    assert "--with-extras has no effect here: --deck deals the cards that it names" in said.errors


def test_all_cards_of_a_deck_are_not_called_the_first_of_the_pack(run: Any) -> None:
    said = run(market(), "--out", "Estate", "--hand", "2")
    assert "Silver 9 1.12" in said.plain
    assert "--of names others" not in said


def test_none_and_all_are_not_said_of_what_was_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_hands, "_MOST_DRAWS", 1)
    questions = Questions(hold=("A:4 and K:4", "hearts:0-8"), new_hands=True, gains=("2 of clubs on 1",))
    [hand] = odds_of(api.load("standard-52"), OddsRequest(hands=(9,), turns=2, questions=questions)).hands
    said = " ".join(" ".join(answer_lines(hand, questions)).split())
    assert "this hand <0.1 % <0.1 % any so far <0.1 % <0.1 %" in said
    assert "this hand >99.9 % >99.9 %" in said
    assert "within ±0.1 % in 95 of 100 runs" in said
    assert " 0 %" not in said
    assert "100 %" not in said


def test_a_sum_of_most_hands_is_told_with_its_share(run: Any) -> None:
    said = run(market(), "--deck", "copper:7", "--sum", "worth", "--hand", "3")
    assert "Every hand of 3 adds up to 3." in said.plain
    said = run(market(), "--deck", "copper:29, silver:1", "--sum", "worth", "--hand", "3", "--turns", "1")
    assert "9 in 10 hands of 3 add up to 3." in said.plain


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mulligan", "1"], "--mulligan is about what a hand holds: add --hold"),
        (["--hold", "red", "--keep", "+4"], "only --mulligan puts hands back: add it"),
        (
            ["--hold", "red", "--gain", "+4 on 1"],
            "--gain is for decks that are shuffled again: add --new-hands",
        ),
        (["--new-hands"], "--new-hands tells what hands hold or add up to: add --hold or --sum"),
        (["--new-hands", "--hold", "red", "--players", "2"], "is about one player's own deck"),
    ],
)
def test_questions_without_their_other_half(run: Any, arguments: list[str], message: str) -> None:
    said = run("never-over", *arguments)
    assert said.code == 2
    assert message in said.errors


def test_a_suit_that_is_the_whole_pack_has_no_sentence_of_its_own(run: Any) -> None:
    Path("tide.yaml").write_text(
        "format: 1\nname: T\nsuits: {tide: {color: '#123A7A', cards: {1: 6, 2: 4}}}\n"
    )
    plain = run("tide.yaml").plain
    assert "a card of tide" not in plain
    assert "hold a tide 2" in plain
