"""Jobs: options declared once, from which the command line and the functions of Python follow."""

from __future__ import annotations

import dataclasses
import importlib.util
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import click
import pytest
from samples import unnamed_differences

import cardgen
from cardgen import api
from cardgen.cli.list import print_report as print_list
from cardgen.cli.main import cli, run
from cardgen.cli.options import click_argument, click_option
from cardgen.jobs import JOBS, find_job
from cardgen.jobs.groups import AppearanceAndStrictOptions
from cardgen.jobs.job import JobWithoutPack, Option, OptionsError, options_of
from cardgen.jobs.list import Listing
from cardgen.jobs.result import LazyFiles, Result, ResultFile, save_result
from cardgen.jobs.sheets import Sheets
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

#: For each job the words of a command line behind the command, and the same for Python.
ALIKE: dict[str, list[tuple[list[str], dict[str, Any]]]] = {
    "box": [
        ([], {}),
        (
            ["--measured", "17.2 mm", "--board", "300 g", "--paper", "letter", "--front", "≤0"],
            {"measured": 17.2 * MM, "board": "300 g", "paper": "letter", "front": "≤0"},
        ),
        (
            ["--sleeves", "66 x 91 mm", "--thickness", "0.4 mm", "-o", "a.pdf"],
            {"sleeves": "66 x 91 mm", "thickness": 0.4 * MM, "output": "a.pdf"},
        ),
    ],
    "design": [
        (
            [
                *(
                    "--attack",
                    "+5%",
                    "--wish",
                    "turns=same",
                    "--within",
                    "2%",
                    "--best",
                    "1",
                    "--name",
                    "Duel",
                ),
                *("--name", "Duel", "--temperament", "random", "--most-games", "2,000", "--games", "100"),
                *("--workers", "1"),
            ],
            {"attack": "+5%", "wishes": "turns=same", "within": 0.02, "best": 1, "name": "Duel"}
            | {"temperament": "random", "most_games": 2000, "games": 100, "workers": 1},
        ),
    ],
    "images": [
        (["--dpi", "72"], {"dpi": 72}),
        (
            ["--printer", "makeplayingcards", "--only", "green", "--style", "paper"],
            {"printer": cardgen.find_printer("makeplayingcards"), "only": ["green"], "style": "paper"},
        ),
        (
            ["--for", "tabletop-simulator", "--url", "https://example.com", "--dpi", "72", "--only", "red"],
            {"table": "tabletop-simulator", "url": "https://example.com", "dpi": 72, "only": "red"},
        ),
    ],
    "press": [
        (
            ["--only", "≤0", "--sheet", "2x2", "--gutter", "8 mm", "--marks", "--rich-black", "none"],
            {"only": "≤0", "sheet": (2, 2), "gutter": 8 * MM, "marks": True, "rich_black": "none"},
        ),
        (
            ["--printer", "drivethrucards", "--size", "poker", "--bleed", "3.175 mm", "--only", "≤0"],
            {"printer": "drivethrucards", "size": "poker", "bleed": "0.125 in", "only": "≤0"},
        ),
    ],
    "proof": [
        (
            ["--paper", "letter", "--rich-black", "60,40,40,100", "--size", "mini"],
            {"paper": "letter", "rich_black": (0.6, 0.4, 0.4, 1), "size": "mini"},
        ),
    ],
    "show": [
        (
            ["-o", "faces.png", "--dpi", "40", "--style", "paper"],
            {"output": "faces.png", "dpi": 40, "style": "paper"},
        ),
        (
            ["--resolved", "-o", "whole.yaml", "--back", "rings"],
            {"resolved": True, "output": "whole.yaml", "back": "rings"},
        ),
    ],
    "rulebook": [
        (["--format", "a5", "--booklet", "--paper", "a4"], {"format": "a5", "booklet": True, "paper": "a4"}),
        (["--format", "html", "-o", "rules.html"], {"format": "html", "output": "rules.html"}),
        (
            ["--press", "--format", "card", "--standard", "x1a", "--game", "never-over"],
            {"press": True, "format": "card", "standard": "x1a", "game": "never-over"},
        ),
    ],
    "share": [
        (["--dpi", "72", "--no-rules"], {"dpi": 72, "no_rules": True}),
        (
            ["--only", "red", "--dpi", "72", "-o", "red.html"],
            {"only": "red", "dpi": 72, "output": "red.html"},
        ),
    ],
    "summary": [
        (["--format", "letter", "--ragged"], {"format": "letter", "ragged": True}),
        (["--card", "-o", "rules.png"], {"card": True, "output": Path("rules.png")}),
        (["--page", "player-aid"], {"page": "player-aid"}),
    ],
    "words": [
        (["eo", "-o", "."], {"language": "eo", "output": "."}),
        (
            ["pt-BR", "--game", "never-over", "-o", "there"],
            {"language": "pt-br", "game": "never-over", "output": "there"},
        ),
    ],
    "sheets": [
        ([], {}),
        (
            [
                "--paper",
                "letter",
                "--guides",
                "ticks",
                "--guides-inside",
                "--copies",
                "2",
                "--style",
                "solid",
            ],
            {"paper": "letter", "guides": "ticks", "guides_inside": True, "copies": 2, "style": "solid"},
        ),
        (
            ["--only", "green", "--only", "≤0", "--backs", "separate", "--gutter", "3 mm", "-o", "part.pdf"],
            {"only": ["green", "≤0"], "backs": "separate", "gutter": 3 * MM, "output": Path("part.pdf")},
        ),
    ],
    "build": [(["--ink-saver", "-o", "there"], {"ink_saver": True, "output": "there"})],
}


#: The same for jobs that are done with no pack.
ALONE: dict[str, list[tuple[list[str], dict[str, Any]]]] = {
    "new": [
        (
            ["mine", "--from", "standard-52", "--name", "Mine"],
            {"file": "mine", "base": "standard-52", "name": "Mine"},
        ),
        (["mine.yaml", "--copy"], {"file": Path("mine.yaml"), "copy": True}),
        (["mine.yaml", "--from", "reef-watch"], {"file": "mine.yaml", "base": "reef-watch"}),
    ],
    "calibrate": [
        (
            ["desk", "--paper", "letter", "--flip", "short"],
            {"name": "desk", "paper": "letter", "flip": "short"},
        ),
    ],
    "list": [(["symbols", "-o", "symbols.pdf"], {"what": "symbols", "output": "symbols.pdf"})],
    "printers": [
        (["mbprint", "--copy", "mine"], {"printer": "mbprint", "copy": "mine"}),
        (
            ["longpack", "--copy", "mine.yaml"],
            {"printer": cardgen.find_printer("longpack"), "copy": Path("mine.yaml")},
        ),
    ],
    "schema": [(["--of", "printer", "-o", "a.json"], {"of": "printer", "output": "a.json"})],
}

#: The same for jobs that make no files but work something out.
TOLD: dict[str, list[tuple[list[str], dict[str, Any]]]] = {
    "check": [(["--language", "all", "--strict"], {"language": "all", "strict": True})],
    "compare": [
        (
            ["--players", "3", "--temperament", "greedy,random,random", "--games", "60", "--language", "de"],
            {"players": 3, "temperament": ["greedy", "random", "random"], "games": 60, "language": "de"},
        ),
    ],
    "simulate": [
        (
            ["--option", "hand=5", "--option", "red-counts-against", "--games", "1,00", "--seed", "7"],
            {"options": ["hand=5", "red-counts-against"], "games": 100, "seed": 7},
        ),
        (["--engine", "reference", "--games", "20"], {"engine": "reference", "games": 20, "workers": 1}),
    ],
    "solve": [
        (["--kind", "suits", "--seed", "7"], {"kind": "suits", "seed": 7}),
        (["--deals", "2", "--workers", "1"], {"deals": 2, "workers": 1, "options": []}),
    ],
    "stats": [
        (
            ["--of", "≤0", "--hand", "6", "--hand", "8", "--turns", "3", "--players", "4", "--strict"],
            {"of": "≤0", "hands": [6, 8], "turns": 3, "players": 4, "strict": True},
        ),
    ],
    "match": [
        (
            ["sensible", "random", "--game", "addenda", "--deals", "3", "--all-deals", "--players", "2"],
            {
                "one": "sensible",
                "other": "random",
                "game": "addenda",
                "deals": 3,
                "all_deals": True,
                "players": 2,
            },
        ),
    ],
    "order": [
        (
            ["--printer", "makeplayingcards", "--copies", "20,000", "--language", "de", "--strict"],
            {"printer": "makeplayingcards", "copies": 20_000, "language": "de", "strict": True},
        ),
    ],
}

#: The packs that a job is tried with, where they are not NEVER OVER's own alone.
PACKS = {
    "compare": ["never-over", "never-over-attack"],
    "match": ["standard-52"],
    "solve": ["short-24"],
}


#: A pack of two cards, to be compared with a press file.
SMALL = """
format: 1
name: Small
suits:
  green: {sign: "+", color: "#00855B", cards: {2: 1, 1: 1}}
"""


#: Jobs that take long: all but their first example are `thorough`. What options are read as is tried below.
LONG = {"build", "images", "press", "rulebook", "words"}


def examples() -> list[Any]:
    return [
        pytest.param(
            name,
            *each,
            id=f"{name} {' '.join(each[0])}",
            marks=[pytest.mark.thorough] if name in LONG and place else [],
        )
        for name in ALIKE
        for place, each in enumerate(ALIKE[name])
    ]


def test_every_job_is_made_from_the_shell_and_from_python() -> None:
    assert {
        *ALIKE,
        *ALONE,
        *TOLD,
        "changes",
        "completion",
        "docs",
        "icons",
        "logs",
        "play",
        "preflight",
        "pull",
        "studio",
        "verify",
    } == JOBS.keys()
    # `from cardgen import *` is not to take the place of Python's own word.
    assert set(cardgen.__all__) >= JOBS.keys() - {"list"}
    for command in JOBS:
        # A room of that name would take the function's place when it is imported.
        assert importlib.util.find_spec(f"cardgen.{command}") is None
        assert getattr(cardgen, command) is getattr(api, command)


def test_sheets_are_proven_from_python_as_from_the_shell(say: Any, tmp_path: Path) -> None:
    pack = cardgen.load("never-over")
    [sheets] = cardgen.sheets(pack, only=["≤0", "extra-1"])
    file = tmp_path / "sheets.pdf"
    file.write_bytes(sheets.data)
    said = say("verify", str(file))
    made = cardgen.verify(file, pack=pack)
    assert said.code == made.exit_code == 0
    assert said.splitlines() == [f"{file}: proven", *(f"  {fact}" for fact in made.facts["facts"])]
    assert cardgen.verify([sheets.data], pack="never-over").result == made.result
    variant = {"format": 1, "extends": "never-over", "name": "NEVER OVER"}
    assert cardgen.verify(sheets.data, pack=variant).result == made.result
    assert made.result.good
    with unnamed_differences():
        in_german = cardgen.verify(sheets.data, pack="never-over", language="de")
    assert in_german.exit_code == 1
    assert "extra-1 does not look" in in_german.faults[0]
    with pytest.raises(cardgen.UsageError, match="keeps its language"):
        cardgen.verify(file, pack=pack, language="de")
    with pytest.warns(DeprecationWarning, match="returns a Result"):
        assert cardgen.verify(sheets.data, pack).good


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_s_script_is_the_same_from_python(say: Any, shell: str) -> None:
    said, made = say("completion", shell), cardgen.completion(shell)
    assert said == made.result == f"{made.facts['script']}\n"
    assert "_CARDGEN_COMPLETE" in said


def test_a_page_of_the_documentation_is_found_from_python(say: Any) -> None:
    made = cardgen.docs(page="printing", no_browser=True)
    assert say("docs", "printing", "--no-browser") == made.result == f"{made.facts['page']}\n"
    assert Path(made.facts["page"]).is_file()


def test_files_are_preflighted_from_python_as_from_the_shell(say: Any, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL, encoding="utf-8")
    pack = cardgen.load("small.yaml", {("back", "pattern"): "rings"})
    [press] = cardgen.press(pack)
    file = tmp_path / "press.pdf"
    file.write_bytes(press.data)
    words = ("--pack", "small.yaml", "--back", "rings", "--bleed", "2 mm", "--spot", "Foil")
    said = say("preflight", str(file), *words, "--format", "json")
    made = cardgen.preflight(
        file, pack="small.yaml", back="rings", bleed=2 * MM, spots=["Foil"], format="json"
    )
    assert said.code == made.exit_code == 0
    assert json.loads(said) == json.loads(json.dumps(made.facts))
    assert made.facts[0]["target"]["bleed_mm"] == 2.0
    of_bytes = cardgen.preflight(press.data, pack=pack)
    assert of_bytes.result.files[0].report.passed
    assert of_bytes.facts[0]["file"] == "file 1"
    several = cardgen.preflight([b"nothing", file, tmp_path], copies=1)
    assert (several.exit_code, [each["passed"] for each in several.facts]) == (1, [False, True, True])
    with unnamed_differences():
        other_back = cardgen.preflight(file, pack="small.yaml")
    assert other_back.exit_code == 1
    with pytest.raises(cardgen.UsageError, match="a loaded pack cannot"):
        cardgen.preflight(file, pack=pack, back="rings")
    with pytest.raises(cardgen.UsageError, match=r"--part says.*\n--copies says.*\n--back says"):
        cardgen.preflight(file, part="faces", copies=2, back="rings")
    with pytest.warns(DeprecationWarning, match="returns a Result"):
        assert cardgen.preflight(press.data, cardgen.Target(trim=pack.card.size)).passed


@pytest.mark.parametrize(("command", "words", "options"), examples())
def test_python_makes_the_same_as_the_shell(
    command: str, words: list[str], options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    pack = [] if command in ALONE else ["never-over"]
    for name in ("shell", "python"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        if name == "shell":
            assert run([command, *pack, *words]) == 0
        else:
            made = getattr(api, command)(*pack, **options)
            assert not list(Path().iterdir())
            assert all(path.is_file() for path in made.save())
        found.append({str(file): file.read_bytes() for file in Path().rglob("*") if file.is_file()})
    assert found[0] == found[1] != {}


@pytest.mark.parametrize("command", TOLD)
def test_python_works_out_the_same_as_the_shell(command: str, say: Any) -> None:
    for words, options in TOLD[command]:
        packs = PACKS.get(command, ["never-over"])
        said = say(command, *packs, *words, "--format", "json")
        assert said.code == 0
        facts = getattr(api, command)(packs, **options).facts
        assert json.loads(said) == json.loads(json.dumps(facts))


@pytest.mark.parametrize("command", JOBS)
def test_every_option_is_declared_once_and_its_default_is_read_as_it_is_written(command: str) -> None:
    job = find_job(command)
    # Who sits at a table comes from the command `play`.
    others = ("given", "seating")
    fields = {field.name: field.default for field in dataclasses.fields(job) if field.name not in others}
    declared = options_of(job)
    assert declared.keys() == fields.keys()
    for name, each in declared.items():
        assert each.option.only is None or each.option.only.option in declared, name
        assert set(each.option.after) <= {*declared, "printer"}, name
        if each.default_text:
            assert each.parse_value(each.default_text, {}) == pytest.approx(each.default), name
        parameter = click_argument(each) if each.option.argument else click_option(each)
        assert parameter.name == name
    arguments = [name for name, each in declared.items() if each.option.argument]
    first = [*([] if job.packs == "none" else ["pack"]), *arguments]
    others = [name for name in declared if name not in arguments]
    trust = ["trust"] if job.packs != "none" or command == "check" else []
    assert [*inspect.signature(getattr(api, command)).parameters] == [*first, *others, "progress", *trust]


def test_records_load_no_code_that_draws_or_reads_packs() -> None:
    code = (
        "import sys; from cardgen.jobs import JOBS, find_job; [find_job(each) for each in JOBS]; "
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    unwanted = (
        "yaml",
        "reportlab",
        "PIL",
        "click",
        "cardgen.art",
        "cardgen.text",
        "cardgen.output",
        "cardgen.checks",
    )
    light = {"cardgen.output", "cardgen.output.encoding", "cardgen.text", "cardgen.text.format_names"}
    assert not [name for name in set(loaded) - light if name.startswith(unwanted)]


def test_all_faults_of_options_are_told_at_once(say: Any) -> None:
    words = ["sheets", "never-over", "--margin", "5", "--rows", "0", "--backs", "doplex"]
    said = say(*words)
    assert said.code == 2
    assert said.errors.splitlines()[3:] == [
        "Error: Invalid value for '--margin': the unit of 5 is missing; did you mean \"5 mm\"?",
        "Error: Invalid value for '--rows': 0 is out of range; use 1 to 100",
        "Error: Invalid value for '--backs': 'doplex' is not one of the choices here; did you mean 'duplex'?",
    ]
    with pytest.raises(OptionsError) as found:
        cardgen.sheets(
            "never-over", papr="a4", rows=1.5, margin=True, portrait="yes", paper=(1, "2"), only=[3]
        )
    assert [name for name, _ in found.value.faults] == [
        *("papr", "--rows", "--margin", "--portrait", "--paper", "--only")
    ]


def test_all_contradictions_are_told_at_once() -> None:
    with pytest.raises(cardgen.UsageError) as found:
        cardgen.sheets("never-over", guides_on="backs", backs="none", portrait=True, landscape=True)
    assert len(str(found.value).splitlines()) == 2


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        ({"backs": "gutterfold", "flip": "short"}, ["--flip"]),
        ({"backs": "none", "back": "rings"}, ["--back"]),
        ({"guides": "none", "guides_on": "both"}, ["--guides-on"]),
        ({"guides_inside": True}, ["--guides-inside"]),
        ({"guides_inside": True, "guides": "ticks", "flip": "long"}, []),
    ],
)
def test_an_option_without_effect_is_told(options: dict[str, Any], idle: list[str]) -> None:
    found = list(Sheets.from_options(options).option_problems(None))
    assert [problem.message.partition(" has no effect")[0] for problem in found] == idle
    assert all(problem.severity == "warning" for problem in found)


def test_a_job_keeps_which_options_were_given_and_as_what() -> None:
    job = Sheets.from_options({"margin": "9 pt", "only": ["green"], "rows": None})
    assert dict(job.given) == {"margin": "9 pt", "only": ["green"]}
    assert job == Sheets(margin=9.0, only=("green",))
    assert job != Sheets(margin=9.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        job.margin = 1.0  # type: ignore[misc]


def test_a_pack_that_is_loaded_keeps_its_look() -> None:
    pack = cardgen.load("short-24", {("style",): "solid"})
    made = cardgen.sheets(pack, size="tarot")
    assert [file.path.name for file in made] == ["short-pack-of-24-sheets.pdf"]
    assert made.facts["cards"] == 24
    with pytest.raises(cardgen.UsageError, match=r"cannot change these \(style\)"):
        cardgen.sheets(pack, style="paper")


def test_warnings_of_a_strict_pack_are_errors() -> None:
    folder = Path(__file__).parents[1] / "bad"
    assert folder.is_dir()
    with pytest.raises(cardgen.PackError):
        cardgen.sheets(str(next(folder.glob("*.yaml"))), strict=True)


def test_a_shell_completes_words_and_files() -> None:
    context = click.Context(cli)
    command = cli.get_command(context, "sheets")
    assert command is not None
    options = {option.name: option for option in command.params}

    def completed(name: str, begun: str) -> list[tuple[str, str]]:
        return [(item.value, item.type) for item in options[name].shell_complete(context, begun)]

    assert completed("guides", "t") == [("ticks", "plain")]
    assert completed("output", "a") == [("a", "file")]
    assert completed("margin", "") == []


def test_two_files_of_one_path_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    file = ResultFile(tmp_path / "cards.pdf", b"1")
    with pytest.raises(cardgen.UsageError, match="would both be written"):
        save_result([Result([file]), Result([file])])
    assert not list(tmp_path.iterdir())


def test_files_of_a_folder_are_made_one_by_one_and_not_kept(tmp_path: Path) -> None:
    drawn: list[str] = []

    def draw() -> Iterator[ResultFile]:
        for name in ("a.png", "b.png"):
            drawn.append(name)
            yield ResultFile(tmp_path / "there" / name, name.encode())

    made = Result(LazyFiles(draw), folder=tmp_path / "there")
    assert drawn == []
    assert made.save() == [tmp_path / "there" / "a.png", tmp_path / "there" / "b.png"]
    assert (tmp_path / "there" / "b.png").read_bytes() == b"b.png"
    assert [file.path.name for file in made] == drawn[2:] == ["a.png", "b.png"]
    assert len(made) == 2
    assert len(drawn) == 4


def test_only_a_file_that_was_named_may_be_a_link_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "cards.pdf"
    path.symlink_to(tmp_path / "out.pdf")
    with pytest.raises(cardgen.UsageError, match="link out of its folder"):
        Result([ResultFile(path, b"1")]).save()
    Result([ResultFile(path, b"2")], named=path).save()
    assert (tmp_path / "out.pdf").read_bytes() == b"2"


def test_the_functions_of_version_0_1_go_on_working_with_a_warning() -> None:
    pack = cardgen.load("short-24")
    with pytest.warns(DeprecationWarning, match="as keyword arguments"):
        [file] = cardgen.sheets(pack, cardgen.Job(copies=2))
    assert file.cards == 48
    with pytest.warns(DeprecationWarning, match="facts"):
        assert cardgen.sheets(pack)[0].pages == 6


def test_what_is_laid_over_a_pack_is_what_was_asked_for() -> None:
    assert AppearanceAndStrictOptions().overrides == {}
    assert AppearanceAndStrictOptions(ink_saver=True, no_stripe=True, language="de").overrides == {
        ("ink-saver",): True,
        ("stripe",): False,
        ("language",): "de",
    }
    assert api.load("never-over", AppearanceAndStrictOptions(back="rings").overrides).back.pattern == "rings"


def test_several_packs_are_worked_out_together(say: Any) -> None:
    facts = cardgen.stats(["never-over", cardgen.load("short-24")], hands=5).facts
    said = say("stats", "never-over", "short-24", "--hand", "5", "--format", "json")
    assert json.loads(said) == json.loads(json.dumps(facts))
    assert [each["pack"] for each in facts] == ["NEVER OVER", "Short pack of 24"]
    with pytest.raises(cardgen.UsageError, match="takes one pack"):
        cardgen.box(["never-over", "short-24"])


def test_the_warnings_of_a_pack_are_those_of_its_result() -> None:
    rows = [{"Title": "Duel"}, {"Title": "Truce"}]
    pack = {"format": 1, "name": "Skirmish", "cards": [{"layout": "rule", "rows": rows}]}
    [warning] = cardgen.sheets(pack).warnings
    assert "cards.0.rows.0.Title: the layout rule shows no column 'Title'; did you mean 'title'?" in warning
    assert cardgen.show(pack, resolved=True).warnings == ()


def test_the_text_of_a_pack_s_error_says_where_and_what_to_do() -> None:
    rows = [{"title": "Duel"}, {"title": "Truce", "quantity": "1", "cost": "2"}]
    with pytest.raises(cardgen.PackError) as found:
        cardgen.load({"format": 1, "name": "Skirmish", "cards": [{"layout": "rule", "rows": rows}]})
    [line] = str(found.value).splitlines()
    assert line.startswith("skirmish.yaml:")
    assert line.endswith(
        "cards.0.rows.1.quantity: this should be a whole number; write it in digits, without quotes"
    )


@pytest.mark.parametrize("command", ["check", "verify", "preflight"])
def test_no_files_are_as_none_given(command: str) -> None:
    with pytest.raises(cardgen.UsageError, match="it is required"):
        getattr(cardgen, command)([])


def test_an_option_without_a_kind_of_value_is_refused() -> None:
    class Odd(JobWithoutPack):
        word: Annotated[str | None, Option("A word.")] = None

    with pytest.raises(TypeError, match="the option word has no kind, such as Text"):
        options_of(Odd)


def test_a_topic_that_has_no_names_is_listed_as_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_list(Listing(what="games"), None, Result(result={"games": []}))
    assert capsys.readouterr().out == ""
