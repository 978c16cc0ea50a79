"""The command line as people meet it: every command and option, what is said, and exit codes."""

import dataclasses
import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import click
import own_games
import pytest
import yaml
from PIL import Image
from samples import sampled_pairs

import cardgen
from cardgen import api
from cardgen.cli.main import cli
from cardgen.cli.options import NO_CACHE, TRUST
from cardgen.jobs.schema import schema_text
from cardgen.pack import library
from cardgen.sandbox import confinement

pytestmark = pytest.mark.usefixtures("without_sources")

BASE = """\
format: 1
name: Small
suits:
  green: {sign: "+", color: "#00855B", cards: {2: 2, 1: 1}}
"""
FAULTY = BASE + "stile: paper\n"
WARNED = (
    BASE.replace('"#00855B"', '"#00855B", stripe: "#003D2A"') + "index: {small: {corners: [bottom-left]}}\n"
)


@pytest.fixture
def run(say: Any) -> Any:
    """Run a command line in an empty folder that holds three packs: small, faulty and warned."""
    for name, text in (("small", BASE), ("faulty", FAULTY), ("warned", WARNED)):
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    return say


# Every option of every command, once. tests/output/test_sheets.py looks at sheets made with them.

PROFILE = Path(cardgen.__file__).parent / "colour" / "profiles" / "swop.icc"
LOOK = {
    "--style": ["--style", "solid"],
    "--ink-saver": ["--ink-saver"],
    "--size": ["--size", "poker"],
    "--back": ["--back", "rings"],
    "--no-stripe": ["--no-stripe"],
    "--strict": ["--strict"],
}
SHEETS = {
    "--paper": ["--paper", "letter"],
    "--portrait": ["--portrait"],
    "--landscape": ["--landscape"],
    "--margin": ["--margin", "10 mm"],
    "--gutter": ["--gutter", "3 mm"],
    "--rows": ["--rows", "1"],
    "--columns": ["--columns", "1"],
    "--guides": ["--guides", "ticks"],
    "--guides-on": ["--guides-on", "both"],
    "--guides-inside": ["--guides", "ticks", "--guides-inside"],
    "--backs": ["--backs", "none"],
    "--flip": ["--flip", "short"],
    "--back-offset": ["--back-offset", "0.5 mm,-1 mm"],
    "--back-rotate": ["--back-rotate", "0.3"],
    **LOOK,
}
PRESS = {
    "--standard": ["--standard", "x4"],
    "--condition": ["--condition", "gracol"],
    "--profile": ["--profile", str(PROFILE), "--standard", "x4"],
    "--bleed": ["--bleed", "5 mm"],
    "--order": ["--order", "back-last"],
    "--per": ["--per", "face"],
    "--backs": ["--order", "separate", "--backs", "once"],
    "--rich-black": ["--rich-black", "60,40,40,100"],
    "--marks": ["--marks"],
    "--special-inks": ["--special-inks", "files"],
    "--die-line": ["--die-line", "page"],
    "--die-line-name": ["--die-line", "file", "--die-line-name", "Thru-cut"],
    "--sheet": ["--sheet", "2x2"],
    "--gutter": ["--sheet", "2x2", "--gutter", "8 mm"],
    **LOOK,
}
EXERCISED: dict[str, dict[str, list[str]]] = {
    "build": {"--output": ["-o", "there"], **SHEETS},
    "sheets": {
        "--output": ["-o", "there/cards.pdf"],
        "--only": ["--only", "+2"],
        "--missing": ["--missing", "+1:4"],
        "--copies": ["--copies", "2"],
        **SHEETS,
    },
    "press": {
        "--output": ["-o", "there/cards.pdf"],
        "--only": ["--only", "+2"],
        "--missing": ["--missing", "+1:4"],
        "--copies": ["--copies", "2"],
        "--outlines": ["--outlines"],
        **PRESS,
    },
    "proof": {"--output": ["-o", "there/proof.pdf"], "--paper": ["--paper", "letter"], **PRESS},
    "images": {
        "--output": ["-o", "there"],
        "--dpi": ["--dpi", "72"],
        "--format": ["--format", "jpg"],
        "--per": ["--per", "card"],
        "--bleed": ["--bleed", "0 mm"],
        "--rounded": ["--rounded"],
        "--special-inks": ["--special-inks", "files"],
        "--only": ["--only", "+2"],
        "--quality": ["--quality", "80"],
        "--cut-files": ["--cut-files"],
        "--for": ["--for", "playingcards-io"],
        "--url": ["--for", "tabletop-simulator", "--url", "https://example.com/"],
        **LOOK,
    },
    "box": {
        "--output": ["-o", "there/box.pdf"],
        "--paper": ["--paper", "letter"],
        "--thickness": ["--thickness", "0.32 mm"],
        "--measured": ["--measured", "1.2 mm"],
        "--board": ["--board", "0.35 mm"],
        "--sleeves": ["--sleeves", "66 x 91 mm"],
        "--stock": ["--stock", "320 gsm"],
        "--type": ["--type", "two-piece"],
        "--lid-room": ["--type", "two-piece", "--lid-room", "1 mm"],
        "--press": ["--press"],
        "--cut-name": ["--press", "--cut-name", "Dieline"],
        "--crease-name": ["--press", "--crease-name", "Fold"],
        "--outlines": ["--press", "--outlines"],
        "--standard": ["--press", "--standard", "x4"],
        "--condition": ["--press", "--condition", "gracol"],
        "--bleed": ["--press", "--bleed", "5 mm"],
        "--rich-black": ["--press", "--rich-black", "60,40,40,100"],
        "--only": ["--only", "+2"],
        "--front": ["--front", "+2"],
        "--cut-files": ["--cut-files"],
        **LOOK,
        "--style": ["--front", "+2", "--style", "solid"],
        "--no-stripe": ["--front", "+2", "--no-stripe"],
    },
    "check": {"--strict": ["--strict"], "--format": ["--format", "json"]},
    "show": {
        "--only": ["--only", "+2"],
        "--resolved": ["--resolved"],
        "--output": ["-o", "there/small.png"],
        "--dpi": ["-o", "there/small.png", "--dpi", "30"],
        **LOOK,
    },
}
#: What the commands that play games share.
PLAY = {
    *("--game", "--players", "--temperament", "--option", "--games", "--seed", "--engine"),
    *("--workers", "--dask", "--strict"),
}
#: Those that other tests exercise.
ELSEWHERE = {
    "press": {"--printer", "--keep-size", "--language", "--all", "--decks", "--stock", "--finish", "--book"},
    "proof": {"--printer", "--keep-size", "--language"},
    "box": {"--language", "--home-printer", "--printer", "--keep-size", "--profile"},
    "build": {
        "--language",
        "--home-printer",
        "--cutter",
        "--area",
        "--registration",
        "--borderless",
        "--skip",
    },
    **{key: {"--language"} for key in ("show", "check")},
    "sheets": {
        *(
            "--language",
            "--changed",
            "--since",
            "--home-printer",
            "--cutter",
            "--area",
            "--registration",
            "--borderless",
            "--skip",
        ),
    },
    "calibrate": {
        "--read",
        "--ask",
        "--scan",
        "--proof",
        "--remove",
        "--landscape",
        "--flip",
        "--backs",
        "--paper",
        "--output",
    },
    "images": {
        *("--language", "--printer", "--keep-size", "--changed", "--since", "--stock", "--foil"),
        *("--push", "--bags"),
    },
    "words": {"--game", "--output"},
    "share": {"--output", "--only", "--dpi", "--no-rules", "--language", *LOOK},
    "pull": {"--dry-run", "--allow-host"},
    "icons": {"--search", "--output", "--fetch", "--registry", "--allow-host"},
    "changes": {"--since", "--output", "--dpi", "--format", "--language", *LOOK},
    "preflight": {
        *(
            "--printer",
            "--standard",
            "--pack",
            "--language",
            "--piece",
            "--part",
            "--order",
            "--size",
            "--bleed",
            "--spot",
            "--format",
            "--per",
            "--copies",
            "--backs",
            "--sheet",
            *("--style", "--back", "--ink-saver", "--no-stripe", "--special-inks"),
        ),
    },
    "verify": {"--pack", "--language"},
    "schema": {"--output", "--of", "--guide"},
    "printers": {"--copy"},
    "order": {
        "--printer",
        "--keep-size",
        "--size",
        "--decks",
        "--copies",
        "--format",
        "--strict",
        "--language",
    },
    "rulebook": {
        *(
            "--output",
            "--game",
            "--rules",
            "--template",
            "--ragged",
            "--format",
            "--booklet",
            "--paper",
            "--press",
        ),
        *(
            "--condition",
            "--standard",
            "--style",
            "--ink-saver",
            "--size",
            "--back",
            "--no-stripe",
            "--language",
            "--strict",
        ),
    },
    "summary": {
        *("--output", "--game", "--template", "--ragged", "--format", "--card", "--page"),
        *("--style", "--ink-saver", "--size", "--back", "--no-stripe", "--language", "--strict"),
    },
    "stats": {
        *("--hand", "--of", "--turns", "--players", "--with-extras", "--format", "--plot", "--strict"),
        *("--language", "--rules", "--hold", "--sum", "--mulligan", "--mulligan-cost", "--keep", "--deck"),
        *("--out", "--new-hands", "--gain"),
    },
    "simulate": {*PLAY, "--format", "--plot", "--language", "--rules"},
    "compare": {*PLAY, "--format", "--plot", "--language", "--rules", "--against"},
    "match": {
        *("--game", "--rules", "--players", "--option", "--deals", "--all-deals", "--seed", "--workers"),
        *("--dask", "--format", "--strict", "--language"),
    },
    "logs": {
        *("--against", "--games", "--seed", "--rules", "--workers", "--dask", "--format", "--plot"),
        *("--strict", "--language"),
    },
    "play": {
        "--page",
        *("--people", "--watch", "--bot", "--game", "--players", "--option", "--games", "--seed"),
        *("--output", "--rules", "--strict", "--language"),
    },
    "design": {
        *PLAY,
        *(
            "--attack",
            "--defence",
            "--wish",
            "--within",
            "--cards",
            "--highest",
            "--keep",
            "--best",
            "--vary",
        ),
        *("--most-games", "--output", "--resume", "--force", "--format", "--name"),
        *("--page", "--rules", "--language"),
    },
    "solve": {
        *("--kind", "--row", "--seed", "--deals", "--option", "--engine", "--workers", "--dask", "--format"),
        *("--strict", "--language"),
    },
    "studio": {"--rules", "--port", "--no-browser", "--trust"},
    "docs": {"--no-browser"},
    "new": {"--from", "--copy", "--name", "--force"},
    "list": {"--output", "--rules"},
    "completion": set(),
}


def test_every_option_of_every_command_is_exercised() -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command
        options = {max(p.opts, key=len) for p in command.params if isinstance(p, click.Option)}
        known = set(EXERCISED.get(name, ())) | ELSEWHERE.get(name, set())
        if TRUST in command.params:  # tried in tests/sandbox/test_confined_commands.py
            known.add("--trust")
        if NO_CACHE in command.params:  # tried in tests/sandbox/test_cache_files.py
            known.add("--no-cache")
        assert options == known, name


#: In how many runs the options of some commands are tried, several at once.
RUNS = {"build": 5, "sheets": 5, "proof": 4}
#: Of the options of press files and pictures, all but one in so many are `thorough`.
ALONE = 4


@pytest.mark.parametrize(
    ("command", "options"),
    [
        pytest.param(
            command,
            tuple(each)[first::runs],
            marks=[pytest.mark.thorough] if command in ("press", "images") and first % ALONE else [],
        )
        for command, each in EXERCISED.items()
        for runs in [RUNS.get(command, len(each))]
        for first in range(runs)
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_an_option_is_taken(command: str, options: tuple[str, ...], run: Any) -> None:
    said = run(command, "small.yaml", *(word for option in options for word in EXERCISED[command][option]))
    assert (said.code, said.errors) == (0, "")
    assert said


def test_options_reach_the_pack_and_the_sheets(run: Any) -> None:
    assert "2 cards on 1 sheet of A4" in run("sheets", "small.yaml", "--only", "+2")
    assert "4 cards on 1 sheet of Letter" in run(
        "sheets", "small.yaml", "--missing", "+1:4", "--paper", "letter"
    )
    assert "6 cards on 3 sheets" in run(
        "sheets", "small.yaml", "--copies", "2", "--rows", "1", "--columns", "2"
    )
    assert "\n  4 × 2 cards on paper laid across, so that every cut has its marks" in run(
        "sheets", "small.yaml", "--paper", "letter"
    )
    assert "63.5 × 88.9 mm" in run("show", "small.yaml", "--size", "poker")
    assert yaml.safe_load(run("show", "small.yaml", "--resolved", "--no-stripe", "--back", "rings")) == {
        "format": 1,
        "name": "Small",
        "suits": {"green": {"sign": "+", "color": "#00855B", "cards": {2: 2, 1: 1}}},
        "stripe": False,
        "back": {"pattern": "rings"},
    }


# Exit codes


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "small.yaml"], 0),
        (["check", "warned.yaml"], 0),
        (["check", "warned.yaml", "--strict"], 1),
        (["check", "faulty.yaml"], 1),
        (["check", "small.yaml", "faulty.yaml"], 1),
        (["check", "nowhere.yaml"], 2),
        (["check", "never-ovr"], 2),
        (["check"], 2),
        (["check", "small.yaml", "--format", "xml"], 2),
        (["build", "faulty.yaml"], 1),
        (["build", "warned.yaml"], 0),
        (["build", "warned.yaml", "--strict"], 1),
        (["build", "small.yaml", "--paper", "pap"], 2),
        (["build", "small.yaml", "--margin", "5"], 2),
        (["build", "small.yaml", "--style", "papr"], 2),
        (["build", "faulty.yaml", "--style", "papr"], 1),
        (["build", "small.yaml", "--size", "400 x 400 mm"], 2),
        (["sheets", "small.yaml", "--only", "blue"], 2),
        (["sheets", "small.yaml", "warned.yaml", "-o", "one.pdf"], 2),
        (["show", "small.yaml", "-o", "small.jpg"], 2),
        (["show", "small.yaml", "--back", "latice"], 2),
        (["verify", "nowhere.pdf"], 2),
        (["verify", "small.yaml"], 2),
        (["list", "paper"], 2),
        (["list", "symbols", "-o", "symbols.txt"], 2),
        (["list", "papers", "-o", "papers.pdf"], 2),
        (["completion", "tcsh"], 2),
        (["new", "small.yaml"], 2),
        (["chek"], 2),
        (["--version"], 0),
        (["--help"], 0),
        ([], 0),
    ],
    ids=str,
)
def test_exit_codes(arguments: list[str], code: int, run: Any) -> None:
    said = run(*arguments)
    assert said.code == code
    assert said or said.errors
    assert "Traceback" not in said.errors


def test_exit_codes_of_the_process_itself(tmp_path: Path) -> None:
    (tmp_path / "faulty.yaml").write_text(FAULTY)
    for arguments, code in (
        (["check", "never-over"], 0),
        (["check", "faulty.yaml"], 1),
        (["check", "x.yaml"], 2),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "cardgen", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr


def test_a_reader_that_has_gone_is_no_failure(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "cardgen", "schema"],
            cwd=tmp_path,
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr == b""


# What is said


def test_check_says_it_is_good_or_quotes_what_is_not(run: Any) -> None:
    assert run("check", "small.yaml") == "small.yaml: good, 3 cards\n"
    assert run("check", "faulty.yaml").splitlines() == [
        "faulty.yaml:5:1: error: 'stile' is not a key known here",
        "    5 | stile: paper",
        "      | ^^^^^",
        "    hint: did you mean 'style'?",
        "faulty.yaml: 1 error. Fix it before you make files.",
    ]


def test_check_of_several_packs_by_name_and_path(run: Any) -> None:
    said = run("check", "small.yaml", "never-over", "faulty.yaml")
    assert "small.yaml: good, 3 cards" in said
    assert "never-over: good, 56 cards" in said
    assert "faulty.yaml:5:1: error:" in said


def test_check_for_machines_is_nothing_but_that(run: Any) -> None:
    (problem,) = json.loads(run("check", "faulty.yaml", "--format", "json"))
    assert (problem["file"], problem["line"], problem["column"], problem["severity"]) == (
        "faulty.yaml",
        5,
        1,
        "error",
    )
    (warning,) = json.loads(run("check", "warned.yaml", "--strict", "--format", "json"))
    assert warning["severity"] == "error"
    assert json.loads(run("check", "small.yaml", "--format", "json")) == []
    assert run("check", "faulty.yaml", "--format", "github") == (
        "::error file=faulty.yaml,line=5,col=1::'stile' is not a key known here (did you mean 'style'?)\n"
    )
    assert run("check", "small.yaml", "--format", "github") == ""


def test_a_fault_of_an_option_names_the_option(run: Any) -> None:
    said = run("build", "small.yaml", "--style", "papr")
    assert said.errors.startswith("--style: error: 'papr' is not one of the choices here")


def test_nothing_is_written_while_one_pack_of_several_is_faulty(run: Any) -> None:
    assert run("build", "small.yaml", "faulty.yaml").code == 1
    assert not Path("output").exists()


def test_a_misspelt_command_is_guessed(run: Any) -> None:
    assert "there is no command 'chek'; did you mean 'check'?" in run("chek").errors


def test_every_command_has_examples_and_they_name_real_options() -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command
        assert "Examples:" in (command.help or "")
        options = {opt for p in command.params for opt in [*p.opts, *p.secondary_opts]}
        for line in (command.help or "").splitlines():
            if line.strip().startswith("cardgen "):
                assert line.split()[1] == name
                assert {word for word in line.split() if word.startswith("-")} <= options, line


def test_list_shows_every_pack_paper_size_pattern_and_game(run: Any) -> None:
    everything = run("list")
    for topic in (
        *("packs", "papers", "sizes", "patterns", "symbols"),
        *("games", "options", "players", "measures"),
    ):
        lines = run("list", topic).splitlines()
        assert f"\n  {topic} " in f"\n{everything}"
        # Those of a game stand under its name.
        first = next(line.strip() for line in lines if not line.startswith(f"{topic} of"))
        assert topic in ("options", "players", "measures") or first.split()[0] in everything
        assert all(len(line.split()) > 1 for line in lines), "a name and what it is"
    assert all(name in everything for name in library.bundled_pack_names())
    assert len(everything.splitlines()) < 30


def test_list_shows_the_options_and_players_of_an_own_game(run: Any) -> None:
    for name, text in own_games.FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    said = run("list", "players", "--rules", "tide_players.py")
    assert "lowest  Play the lowest card that fits" in said
    assert "random" in said
    assert "Tide  no options" in run("list", "options", "--rules", "tide_players.py")
    assert "--rules go with options and players" in run("list", "games", "--rules", "tide.py").errors


def test_a_file_that_was_there_is_said_to_be_replaced(run: Any) -> None:
    assert "(replaced)" not in run("sheets", "small.yaml")
    assert "both sides (replaced)" in run("sheets", "small.yaml")


def test_a_book_in_another_language_does_not_replace_that_of_the_pack(run: Any) -> None:
    Path("small.md.j2").write_text("# Small\n")
    run("rulebook", "small.yaml")
    assert "small-de-rulebook.pdf" in run("rulebook", "small.yaml", "--language", "de")
    assert "output/small-rulebook.pdf: 1 page of A4 (replaced)" in run(
        "rulebook", "small.yaml", "--language", "en"
    )


@pytest.mark.parametrize(("suffix", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_list_draws_the_symbols(run: Any, tmp_path: Path, suffix: str, begins: bytes) -> None:
    file = tmp_path / f"symbols.{suffix}"
    run("list", "symbols", "-o", str(file))
    assert file.read_bytes().startswith(begins)


def test_show_prints_each_card(run: Any) -> None:
    said = run("show", "never-over")
    for card in api.load("never-over").cards:
        assert card.label in said
    assert "56 cards of 62 × 88 mm" in said


def test_show_draws_a_picture(run: Any) -> None:
    assert run("show", "small.yaml", "-o", "faces.png", "--dpi", "30").code == 0
    with Image.open("faces.png") as image:
        assert image.format == "PNG"
        assert len(image.convert("RGB").getcolors(1 << 20) or []) > 3


@pytest.mark.parametrize("name", library.bundled_pack_names())
def test_show_resolved_reads_back_as_the_same_pack(name: str, run: Any) -> None:
    Path("again.yaml").write_text(run("show", name, "--resolved"), encoding="utf-8")
    assert api.load("again.yaml") == api.load(name)


def test_show_resolved_keeps_words_that_look_like_other_things(run: Any) -> None:
    words = "format: 1\nname: no\nedition: 12:30\nauthor: 1_000\n"
    words += 'suits: {on: {sign: "+", color: black, cards: {no: 1, 07: 1}}}\n'
    Path("words.yaml").write_text(words)
    Path("again.yaml").write_text(run("show", "words.yaml", "--resolved"))
    again = api.examine("again.yaml")
    assert again.data == api.examine("words.yaml").data
    assert (again.data["name"], again.data["edition"], again.data["author"]) == ("no", "12:30", "1_000")


def test_schema_is_printed_or_written(run: Any) -> None:
    assert run("schema") == schema_text()
    assert run("schema", "-o", "there/s.json").code == 0
    assert Path("there/s.json").read_text(encoding="utf-8") == schema_text()


def test_the_guide_for_assistants_is_printed_or_written(run: Any) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "llms.txt").read_text(encoding="utf-8")
    assert run("schema", "--guide") == guide
    assert run("schema", "--guide", "-o", "there/llms.txt").code == 0
    assert Path("there/llms.txt").read_text(encoding="utf-8") == guide
    assert run("schema", "--guide", "--of", "printer").code == 2


def test_build_then_verify(run: Any) -> None:
    """The main job: sheets of two packs, proven."""
    said = run("build", "never-over", "small.yaml")
    assert "output/never-over-sheets.pdf: 56 cards on 7 sheets of A4, both sides" in said
    assert "output/small-sheets.pdf: 3 cards on 1 sheet of A4, both sides" in said
    assert "measure the ruler: it should be 100 mm" in said
    assert "small: no rulebook, as the pack names no game; to have one, write small.md.j2 beside" in said
    assert run("verify", "output/never-over-sheets.pdf").code == 0
    for pack in ([], ["--pack", "small.yaml"]):
        assert run("verify", "output/small-sheets.pdf", *pack).code == 0
    Path("small.yaml").rename("moved.yaml")
    for other in ([], ["--pack", "never-over"]):
        said = run("verify", "output/small-sheets.pdf", *other)
        assert said.code == 2
        assert "'Small'" in said.errors


# A pack of one's own


def test_a_deck_of_any_kind_begins_as_an_example_with_its_pictures(run: Any) -> None:
    assert {"blank", "curtain-call", "market"} <= library.example_files().keys()
    assert run("new", "mine.yaml", "--from", "curtain-call", "--name", "Mine").code == 0
    mine = api.load("mine.yaml")
    assert (mine.name, mine.count) == ("Mine", api.load(str(library.example_files()["curtain-call"])).count)
    assert sorted(path.suffix for path in Path("art").iterdir()) == [".png"] * 9
    # The same pictures may be there; others are let be.
    assert run("new", "again.yaml", "--from", "curtain-call").code == 0
    Path("art/tall.png").write_bytes(b"mine")
    said = run("new", "third.yaml", "--from", "curtain-call")
    assert (said.code, Path("third.yaml").exists()) == (2, False)
    assert "art/tall.png is already there" in said.errors
    Path("below").mkdir()
    Path("below/art").symlink_to("..")
    said = run("new", "below/mine.yaml", "--from", "curtain-call")
    assert (said.code, "is a link" in said.errors) == (2, True)


@pytest.mark.parametrize(
    ("name", "copy"), sampled_pairs(library.bundled_pack_names(), [False, True], every=2)
)
def test_new_packs_check_good_and_are_what_they_came_from(name: str, copy: bool, run: Any) -> None:
    said = run("new", "mine.yaml", "--from", name, "--name", 'My "own": pack', *(["--copy"] if copy else []))
    assert said.code == 0
    mine, base = api.load("mine.yaml"), api.load(name)
    assert (mine.name, mine.edition) == ('My "own": pack', None)
    # The tables of its translations stay beside the base.
    languages = {} if copy else base.languages
    assert mine.languages == languages
    assert dataclasses.replace(mine, name=base.name, edition=base.edition, languages=base.languages) == base
    assert run("check", "mine.yaml", "--strict").code == 0
    assert (
        Path("mine.yaml")
        .read_text(encoding="utf-8")
        .startswith("# yaml-language-server: $schema=pack.schema.json\n")
    )
    assert Path("pack.schema.json").read_text(encoding="utf-8") == schema_text()


def test_new_from_a_pack_beside_it(run: Any) -> None:
    assert run("new", "variant", "--from", "small.yaml").code == 0
    assert api.load("variant.yaml").name == "Variant"
    assert run("new", "below/variant.yaml", "--from", "small.yaml").code == 2
    assert run("new", "below/copy.yaml", "--from", "small.yaml", "--copy").code == 0
    assert api.load("below/copy.yaml").count == 3


def test_new_from_a_game_names_a_pack_that_it_is_played_with(run: Any) -> None:
    said = run("new", "mine.yaml", "--from", "addenda")
    assert said.code == 2
    assert said.errors.strip().endswith("name a pack it is played with, such as standard-52")


def test_new_replaces_nothing_unless_told_to(run: Any) -> None:
    said = run("new", "small.yaml")
    assert said.code == 2
    assert "already there" in said.errors
    assert Path("small.yaml").read_text() == BASE
    assert run("new", "small.yaml", "--force").code == 0
    assert api.load("small.yaml").count == 56


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_program(shell: str, run: Any) -> None:
    said = run("completion", shell)
    assert said.code == 0
    assert "_CARDGEN_COMPLETE" in said
    assert f"{shell}_complete" in said


def test_packs_and_commands_complete(tmp_path: Path) -> None:
    """As the bash script asks for it: the words so far, and which of them is being typed."""

    def completed(words: str) -> list[str]:
        environment = {
            **os.environ,
            "_CARDGEN_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        done = subprocess.run(
            [sys.executable, "-c", "from cardgen.__main__ import main; main()"],
            env=environment, cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert completed("cardgen ch") == ["changes", "check"]
    assert "never-over-attack" in completed("cardgen build never-over-a")


def test_the_version_is_the_package_s(run: Any) -> None:
    assert cardgen.__version__ in run("--version")


@pytest.mark.parametrize("has", [True, False])
def test_a_report_of_a_fault_can_say_what_this_system_confines(
    run: Any, has: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confinement, "confinement_features", lambda: {"files": has, "calls": has})
    for said in (run("--version", "--verbose"), run("--verbose", "--version")):
        assert said.code == 0
        assert f"reportlab {metadata.version('reportlab')}" in said
        assert ("not confined" in said) == (not has)
    assert run("--verbose").code == 2


# How a run ends, whatever happens to it


def cardgen_process(*arguments: str, cwd: Path, **options: Any) -> subprocess.Popen[str]:
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cardgen", *arguments],
        cwd=cwd, text=True, stderr=subprocess.PIPE, **options,
    )  # fmt: skip


@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)])
def test_streams_that_the_caller_closed_are_no_failure(tmp_path: Path, closed: tuple[int, ...]) -> None:
    shell = f"exec '{sys.executable}' -m cardgen sheets never-over --backs none -o sheets.pdf"
    shell += "".join(f" {number}>&-" for number in closed)
    done = subprocess.run(["sh", "-c", shell], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF-")


def test_a_full_or_closed_place_for_messages_ends_in_an_exit_code(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "cardgen", "check", "nope"],
            cwd=tmp_path, stdout=gone, stderr=gone, check=False,
        )  # fmt: skip
    assert done.returncode in (1, 2)


_ENDED = """
import os, signal, sys
sent = getattr(signal, sys.argv.pop(1))
# Whoever started the tests may ignore it, as nohup does, and so would their children.
signal.signal(sent, signal.default_int_handler if sent == signal.SIGINT else signal.SIG_DFL)

def kill(handle):
    os.kill(os.getpid(), sent)

os.fsync = kill
from cardgen.__main__ import main
main()
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_leaves_nothing_half_written(tmp_path: Path, name: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _ENDED, name, "sheets", "never-over", "--backs", "none"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "output").iterdir()) == []


def test_ctrl_c_before_the_command_line_is_there_ends_quietly(tmp_path: Path) -> None:
    early = "import sys\nfrom cardgen import __main__\nclass Stop:\n"
    early += "    def find_spec(self, name, path, target=None):\n"
    early += "        if name == 'cardgen.cli.main':\n            raise KeyboardInterrupt\n"
    early += "sys.meta_path.insert(0, Stop())\n__main__.main()"
    command = [sys.executable, "-c", early]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (130, "")


def test_no_date_of_the_environment_changes_the_bytes(tmp_path: Path) -> None:
    for date in ("", "86400", "tomorrow", "9" * 30):
        with cardgen_process(
            "sheets", "never-over", "--backs", "none", "-o", f"{date[:9] or 'none'}.pdf",
            cwd=tmp_path, env={**os.environ, "SOURCE_DATE_EPOCH": date}, stdout=subprocess.DEVNULL,
        ) as process:  # fmt: skip
            assert process.wait() == 0
    assert len({file.read_bytes() for file in tmp_path.glob("*.pdf")}) == 1


# Names that are a stranger's


@pytest.mark.parametrize(
    "arguments",
    [("check", "{}"), ("sheets", "{}"), ("sheets", "{}", "--papr", "{}"), ("list", "{}"), ("{}",)],
)
def test_a_name_steers_no_terminal(run: Any, arguments: tuple[str, ...]) -> None:
    evil = "\x1b]0;\x1b[31m\u202e\x9b\udcff.yaml"
    Path(evil).write_text(BASE.replace("Small", "Small \u202e"))
    said = run(*(each.format(evil) for each in arguments))
    assert not {letter for letter in said + said.errors if not letter.isprintable()} - {"\n"}


def test_json_writes_what_steers_a_terminal_as_escapes(run: Any) -> None:
    Path("\u202e.yaml").write_text(FAULTY)
    said = run("check", "\u202e.yaml", "--format", "json")
    assert "\u202e" not in said
    assert json.loads(said)[0]["file"] == "\u202e.yaml"


@pytest.mark.parametrize("arguments", [("new", "."), ("new", ""), ("printers", "mbprint", "--copy", "")])
def test_a_new_file_needs_a_name(run: Any, arguments: tuple[str, ...]) -> None:
    said = run(*arguments)
    assert (said.code, "needs a name" in said.errors) == (2, True)


@pytest.mark.parametrize("name", ["", "  ", "a\x1bb", "x" * 81])
def test_a_new_pack_s_name_is_one_that_a_pack_may_have(run: Any, name: str) -> None:
    said = run("new", "mine.yaml", "--name", name)
    assert (said.code, "--name takes 1 to 80 visible characters" in said.errors) == (2, True)
    assert not Path("mine.yaml").exists()


def test_a_new_pack_from_a_file_name_that_is_no_text_is_sound(run: Any) -> None:
    run("new", "a\udcffb" + " c" * 100)
    assert "good" in run("check", "a\udcffb" + " c" * 100 + ".yaml")


def test_more_cards_than_anybody_cuts_are_refused_before_anything_is_drawn(run: Any) -> None:
    Path("many.yaml").write_text(BASE.replace("2: 2", "2: 15000"))
    said = run("sheets", "many.yaml", "--copies", "1000")
    assert (said.code, "at most 100,000 are made at once" in said.errors) == (2, True)
    assert not Path("output").exists()
