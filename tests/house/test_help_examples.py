"""The examples in the help of every command run as they stand there."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from made_logs import write_logs
from own_games import FILES, PACK
from samples import narrow_search

from cardgen.cli.main import cli, run
from cardgen.colour.icc import bundled_profile
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.rules_file import RulesFile
from cardgen.output.files import write_file
from cardgen.pack.folders import bundled_folder

MINE = "format: 1\nextends: never-over\nname: Mine\n"
#: What an example needs that only another command makes: run before it, in its folder.
BEFORE = {
    "cardgen calibrate laserjet --proof": 'calibrate laserjet --read "J=0 K=0"',
    "cardgen calibrate office --remove": 'calibrate office --read "J=0 K=0"',
    "cardgen order my-pack.yaml --printer ./my-printer.yaml": "printers mbprint --copy my-printer.yaml",
    "cardgen preflight output/never-over-press.pdf": "press never-over",
    "cardgen preflight cards.pdf --printer": "press never-over --printer drivethrucards -o cards.pdf",
    "cardgen preflight six-decks.pdf": "press never-over --copies 6 -o six-decks.pdf",
    "cardgen preflight faces.pdf": (
        'press never-over --standard x4 --size "63 x 88 mm" --order faces --only green -o faces.pdf'
    ),
    "cardgen preflight output/never-over-thegamecrafter-images": "images never-over --printer thegamecrafter",
    "cardgen preflight cards.pdf --format": "press never-over --only green -o cards.pdf",
    "cardgen verify output/never-over-sheets.pdf": "sheets never-over",
    "cardgen verify output/my-pack-sheets.pdf": "sheets my-pack.yaml",
    "cardgen verify cards.pdf": "sheets my-pack.yaml -o cards.pdf",
    "cardgen verify output/never-over-sheets-fronts.pdf": "sheets never-over --backs separate",
    "cardgen sheets my-pack.yaml --changed": "sheets my-pack.yaml --style solid -o output/my-pack-sheets.pdf",
    "cardgen changes my-pack.yaml --since": "sheets my-pack.yaml -o printed/my-pack-sheets.pdf",
    "cardgen changes my-pack.yaml": "sheets my-pack.yaml",
    "cardgen design never-over --attack +10% --resume": "design never-over --attack +10%",
}
#: What plays for a long time plays fewer games than stand in the example.
FEWER = {
    "compare": ["--games", "200"],
    "design": ["--games", "200", "--most-games", "2000", "--workers", "1", "--engine", "compiled"],
    "logs": ["--games", "100"],
    "simulate": ["--games", "200"],
    "solve": ["--deals", "20"],
}
#: These wait for a browser, a scan or a running game, or go to the web: their words are only read.
WAITING = {"studio", "pull", "icons", "--page", "--push", "--scan"}


def examples() -> Iterator[str]:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        for line in (command.help or "").splitlines() if command else ():
            if line.strip().startswith("cardgen "):
                yield line.strip()


#: Commands that take seconds: their examples run in the thorough run. The README's blocks run each of them,
#: and the words of all examples are read by test_the_words_of_an_example_are_read.
LONG = {
    *(
        "build",
        "changes",
        "compare",
        "design",
        "images",
        "logs",
        "match",
        "play",
        "preflight",
        "press",
        "proof",
    ),
    *("rulebook", "sheets", "show", "simulate", "solve", "stats", "summary", "verify", "words"),
}


def sampled_examples() -> Iterator[Any]:
    """Yield all examples as parameters, those of long commands as `thorough`."""
    for example in examples():
        yield pytest.param(example, marks=[pytest.mark.thorough] if example.split()[1] in LONG else [])


def _words(example: str) -> list[str]:
    """Return the words of an example without what a shell takes away."""
    return shlex.split(re.split(r"\s>>?\s", example)[0])[1:]


@pytest.mark.parametrize("example", [each for each in examples() if each.split()[1] in LONG])
def test_the_words_of_an_example_are_read(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-pack.yaml").write_text(MINE, encoding="utf-8")
    write_file(Path("my-printer.icc"), bundled_profile("fogra39"))
    Path("my-rules.md.j2").write_text("# {{ pack.name }}\n", encoding="utf-8")
    Path("my_game.py").write_text(FILES["tide.py"], encoding="utf-8")
    words = _words(example)
    command = cli.get_command(click.Context(cli), words[0])
    assert command
    assert command.make_context(words[0], words[1:])


def _shorter(words: list[str]) -> list[str]:
    """Let a command play fewer games."""
    fewer = FEWER.get(words[0], [])
    for option, number in zip(fewer[::2], fewer[1::2], strict=True):
        if option == "--engine" and "--rules" in words:
            continue
        if option in words:
            words[words.index(option) + 1] = number
        elif option in ("--games", "--most-games", "--workers", "--engine"):
            words += [option, number]
    return words


@pytest.mark.parametrize("example", list(sampled_examples()))
def test_an_example_runs(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    words = _words(example)
    if words[:2] != ["new", "my-pack.yaml"]:
        Path("my-pack.yaml").write_text(MINE, encoding="utf-8")
    write_file(Path("my-printer.icc"), bundled_profile("fogra39"))
    shutil.copytree(bundled_folder("packs"), "packs", ignore=shutil.ignore_patterns("*.json"))
    Path("cards.csv").write_text("title,text\nStorm,Go back to port.\n", encoding="utf-8")
    # The rules that are shown want numbers for ranks.
    if "--rules" in words:
        Path("my-pack.yaml").write_text(PACK, encoding="utf-8")
    Path("my_game.py").write_text(FILES["tide.py"], encoding="utf-8")
    Path("my-rules.md.j2").write_text("# {{ pack.name }}\n\nEach player takes a card.\n", encoding="utf-8")
    if words[0] == "logs":
        rules = RulesFile.read(Path("my_game.py")) if "--rules" in words else None
        write_logs(
            Path(words[2]).parent if "*" in words[2] else Path(words[2]), words[1], Setup(rules=rules), 1
        )
    # A shell puts files in the place of a pattern.
    words = [name for word in words for name in sorted(map(str, Path().glob(word))) or [word] if word]
    if before := [made for begin, made in BEFORE.items() if example.startswith(begin)]:
        with narrow_search():
            assert run(_shorter(shlex.split(before[0]))) == 0
    if WAITING.intersection(words):
        command = cli.get_command(click.Context(cli), words[0])
        assert command
        assert command.make_context(words[0], words[1:])
        return
    with narrow_search():
        assert run(_shorter(words)) == 0
