"""What every version 1.x keeps, a line each: `python tests/interface.py` records it in tests/kept_interface.

The lines name the keys of packs with their types, words and defaults; the commands with their options, words
and defaults; the exit codes; the values that `--format json` prints, with their types; the public names of
Python; and the cards of packs. A later version may have more lines, and none of these less.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click

import cardgen
from cardgen.cli.main import cli, run
from cardgen.jobs.schema import schema_text

FOLDER = Path(__file__).parent / "kept_interface"
RECORD = FOLDER / "lines.txt"
TOP = Path(__file__).parents[1]

BAD = "format: 1\nname: Kingdom\ncards:\n  - rows: [{title: Guard, text: Name a card.}]\ncolour: red\n"
#: Commands that print JSON. `design` does too, but takes long.
JSON_COMMANDS = (
    "check good.yaml bad.yaml",
    "order never-over --printer makeplayingcards --copies 500",
    "preflight output/never-over-sheets-some.pdf",
    "preflight output/never-over-press-some.pdf --pack never-over",
    "stats never-over --hand 8",
    "simulate never-over --players 2 --games 20 --workers 1",
    "match standard-52 sensible random --game addenda --deals 2 --workers 1",
    "compare never-over never-over-attack --players 2 --games 20 --workers 1",
    "solve short-24",
)
#: Commands that end with different exit codes, beside those above.
OTHER_COMMANDS = ("list packs", "check bad.yaml", "check missing.yaml", "sheets never-over --paper a99")
#: What docs/python.md documents of values that functions return or take.
ATTRIBUTES = {
    "Card": ("label", "quantity", "rank", "suit", "values"),
    "File": ("about", "data", "facts", "notes", "path", "report"),
    "Pack": ("cards", "count", "name"),
    "Problem": ("hint", "line", "mark", "message", "path", "severity"),
}


# --- packs ---------------------------------------------------------------------------------------


def key_lines(of: str) -> Iterator[str]:
    """Yield the keys of a pack or of a printer's preset."""
    schema = json.loads(schema_text(of))
    for part, record in {of: schema, **schema["$defs"]}.items():
        name = part if part == of else f"{of} {part}"
        for form in (record, *record.get("anyOf", ())):
            for key, value in form.get("properties", {}).items():
                yield from (f"key {name}.{key}: {kind}" for kind in sorted(set(value_kinds(value))))
                if "default" in value:
                    yield f"key {name}.{key} = {json.dumps(value['default'])}"


def value_kinds(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the types and words that a value may have."""
    yield from (json.dumps(word) for word in schema.get("enum", ()))
    if "const" in schema:
        yield json.dumps(schema["const"])
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    types = schema.get("type", [])
    for each in [types] if isinstance(types, str) else types:
        # A word of several may come to stand among other values.
        if each != "string" or "enum" not in schema:
            yield each
    for each in schema.get("anyOf", ()):
        yield from value_kinds(each)
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), dict):
            yield from (f"{inner} {kind}" for kind in value_kinds(schema[inner]))
    for key, value in schema.get("properties", {}).items():
        yield from (f"{key} {kind}" for kind in value_kinds(value))


def card_lines() -> Iterator[str]:
    """Yield the cards of each kept pack."""
    for file in sorted(FOLDER.glob("*.yaml")):
        pack = cardgen.load(str(file), trust=True)
        for kind in pack.kinds:
            name = f"pack {file.name} {kind.piece}"
            yield f"{name}: {kind.count} of {kind.card.width:.2f} x {kind.card.height:.2f} pt"
            yield from (f"{name}: {card.quantity} {card.label}" for card in kind.cards)


# --- commands ------------------------------------------------------------------------------------


def command_lines() -> Iterator[str]:
    """Yield the commands with their arguments and options."""
    top = click.Context(cli)
    for name in cli.list_commands(top):
        command = cli.get_command(top, name)
        assert command is not None
        places = [str(each.name) for each in command.params if isinstance(each, click.Argument)]
        yield " ".join(["command", name, *places])
        for each in command.params:
            if isinstance(each, click.Option):
                yield from (f"option {name} {flag}" for flag in each.opts + each.secondary_opts)


def output(command: str) -> tuple[int, str]:
    """Return the exit code of a command, and what it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = run(command.split())
    return code, out.getvalue()


def printed_lines() -> Iterator[str]:
    """Yield the exit codes, and the values in the JSON that commands print, with their types.

    Run it in an empty folder, where it makes files.
    """
    Path("bad.yaml").write_text(BAD)
    Path("good.yaml").write_text(BAD.replace("colour: red\n", ""))
    output("sheets never-over --only ≤0")
    output("press never-over --only ≤0")
    for command in OTHER_COMMANDS:
        yield f"exit code {output(command)[0]}: {command}"
    for command in JSON_COMMANDS:
        code, text = output(f"{command} --format json")
        yield f"exit code {code}: {command}"
        yield from (f"json {command}: {line}" for line in sorted(set(json_kinds(json.loads(text)))))


def json_kinds(value: Any, path: str = "") -> Iterator[str]:
    """Yield the paths in a value, each with the type of what is there."""
    if isinstance(value, dict):
        yield f"{path} mapping"
        for key, each in value.items():
            yield from json_kinds(each, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path} list"
        for each in value:
            yield from json_kinds(each, f"{path}[]")
    else:
        kind = type(value).__name__
        yield f"{path} {'number' if kind in ('int', 'float') else kind}"


# --- Python --------------------------------------------------------------------------------------


def python_lines() -> Iterator[str]:
    """Yield the public names, the arguments of functions, and the documented attributes."""
    for name in sorted({*cardgen.__all__, "list"}):
        value = getattr(cardgen, name)
        yield f"python {name}"
        if inspect.isfunction(value):
            for each in inspect.signature(value).parameters.values():
                plain = each.default is None or isinstance(each.default, str | int | float)
                yield f"python {name}({each.name}{f'={each.default!r}' if plain else ''})"
                words = literal_words(each.annotation)
                yield from (f"python {name}({each.name}): {word!r}" for word in words)
    for name in ("CardGame", "CardPicture", "Result"):
        attributes = {*dir(getattr(cardgen, name)), *inspect.signature(getattr(cardgen, name)).parameters}
        yield from (f"python {name}.{each}" for each in sorted(attributes) if not each.startswith("_"))
    yield from (
        f"python CardgenError: {each.__name__}"
        for each in (cardgen.PackError, cardgen.UsageError)
        if issubclass(each, cardgen.CardgenError)
    )
    pack = cardgen.load("never-over")
    problem = cardgen.examine("x.yaml", text=BAD).problems[0]
    file = cardgen.press("never-over", only=["≤0"]).files[0]
    for name, value in zip(ATTRIBUTES, (pack.cards[0], file, pack, problem), strict=True):
        yield from (f"python {name}.{each}" for each in ATTRIBUTES[name] if hasattr(value, each))


def literal_words(annotation: Any) -> Iterator[object]:
    """Yield the words of each Literal in an annotation."""
    for each in get_args(annotation):
        if get_origin(annotation) is Literal:
            yield each
        else:
            yield from literal_words(each)


def lines() -> list[str]:
    """Return all lines. Run it in an empty folder, where it makes files."""
    keys = (line for of in ("pack", "printer") for line in key_lines(of))
    return [*keys, *card_lines(), *command_lines(), *printed_lines(), *python_lines()]


def main() -> None:
    """Copy the packs that need no other files, and record the lines."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    os.chdir(tempfile.mkdtemp())
    for file in sorted([*TOP.glob("packs/*.yaml"), *TOP.glob("docs/examples/*/*.yaml")]):
        text = file.read_text(encoding="utf-8")
        # In this empty folder, a pack that names other files has errors.
        if "fonts:" not in text and not cardgen.examine(file.name, text=text).of("error", "warning"):
            shutil.copy(file, FOLDER)
    found = lines()
    RECORD.write_text("\n".join(found) + "\n", encoding="utf-8")
    print(f"{RECORD.relative_to(TOP)}: {len(found)} lines")


if __name__ == "__main__":
    sys.exit(main())
