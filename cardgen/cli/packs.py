"""Commands about packs themselves: new, list, check, show, schema, completion."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api
from ..errors import Mark, PackError, Problem, UsageError
from ..pack import library
from ..pack.yaml import Data
from ..sandbox import untrusted as untrusted
from . import report
from .options import look_options, overrides, pack_argument
from .report import echo
from .starter import SCHEMA_FILE, as_yaml, starter

if TYPE_CHECKING:
    from ..games.measures import Measure

#: How the schema that cardgen puts beside packs begins.
#: Characters of a file's name that become the name of the pack: so many fit on a title card.
_LONGEST_TITLE = 40
_OUR_SCHEMA = '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "title": "cardgen pack'
#: Stands for the place of a problem that is in no file.
NO_FILE = "cardgen"
_TOPICS = ("packs", "papers", "sizes", "patterns", "symbols", "games", "options", "players", "measures")


@click.command("check")
@pack_argument(many=True)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option("--format", "form", type=click.Choice(report.FORMATS), default="text", help="How to say it.")
def check_command(packs: tuple[str, ...], strict: bool, form: str) -> int:
    """Say what is wrong with packs: every problem at once, each with its place.

    \b
    Examples:
      cardgen check my-pack.yaml
      cardgen check --strict never-over standard-52
      cardgen check --format github packs/*.yaml
    """
    looked_at = [_looked_at(name, strict) for name in packs]
    problems = [problem for found, _ in looked_at for problem in found]
    text = report.written(problems, form)
    if text:
        echo(text)
    if form == "text":
        echo("\n".join(verdict for _, verdict in looked_at))
    return max(_code(found) for found, _ in looked_at)


def _looked_at(name: str, strict: bool) -> tuple[list[Problem], str]:
    """What there is to say of a pack, and the verdict in a line."""
    count = 0
    try:
        examined = api.examine(name)
        found = [*examined.problems, *_template_problems(name, examined)]
        count = examined.pack.count if examined.pack else 0
    except PackError as error:
        found = error.problems
    except UsageError as error:
        found = [Problem(str(error), mark=Mark(NO_FILE))]
    found = report.strict(found) if strict else found
    errors = sum(problem.severity == "error" for problem in found)
    if errors:
        return found, f"{name}: {_plural(errors, 'error')}; nothing can be made of it yet"
    return found, f"{name}: good, {_plural(count, 'card')}"


def _template_problems(name: str, examined: api.Examined) -> list[Problem]:
    """What is wrong with a rulebook's template beside the pack, where there is one and the pack is sound."""
    from ..rulebook.templates import beside_pack

    file = beside_pack(str(library.find(name)))
    if file is None or examined.pack is None or examined.of("error"):
        return []
    from ..output.rulebooks import template_problems

    return template_problems(examined.pack, file)


def _plural(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _code(problems: list[Problem]) -> int:
    """The exit code for a pack: 2 where there is no such file, 1 for errors in it."""
    if any(problem.mark == Mark(NO_FILE) for problem in problems):
        return UsageError.exit_code
    return int(any(problem.severity == "error" for problem in problems))


@click.command("show")
@pack_argument(many=False)
@look_options
@click.option("--resolved", is_flag=True, help="Print the pack as YAML, its base laid under it.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write a PNG picture of all faces.")
@click.option("--dpi", type=click.IntRange(30, 300), default=100, show_default=True, help="Of the picture.")
def show_command(
    pack: str, resolved: bool, output: Path | None, dpi: int, strict: bool, size: Any, **look: Any
) -> None:
    """Show what is in a pack: a table, or a contact sheet as a picture.

    \b
    Examples:
      cardgen show never-over
      cardgen show never-over -o never-over.png
      cardgen show never-over-attack --resolved
    """
    given = overrides(**look)
    if resolved:
        _show_resolved(as_yaml({"format": 1, **_resolved(pack, given)}), output, size)
        return
    loaded = api.load(pack, given, size, strict=strict)
    if output is None:
        from .table import print_pack

        print_pack(loaded)
        return
    from ..output.contact import write_contact_sheet
    from ..output.files import write

    if output.suffix.lower() != ".png":
        raise UsageError(f"{output} should end in .png: a picture of the pack is a PNG")
    write(output, write_contact_sheet(loaded, dpi), named=True)
    echo(f"{output}: {len(loaded.cards)} faces and the back of {loaded.name}")


def _show_resolved(text: str, output: Path | None, size: Any) -> None:
    if size is not None:
        raise UsageError("--size and --resolved do not go together: a pack's file says its size itself")
    if output is None:
        echo(text, nl=False)
        return
    from ..output.files import write

    if output.suffix.lower() not in (".yaml", ".yml"):
        raise UsageError(f"{output} should end in .yaml: a resolved pack is YAML")
    write(output, text.encode("utf-8"), named=True)
    echo(f"{output}: the pack as one file")


def _resolved(pack: str, given: Any) -> dict[str, Data]:
    """A pack's data with its base under them; raises PackError where one or the other cannot be had whole."""
    resolved = library.resolve(pack, given)
    if resolved.problems:
        raise PackError([resolved.locate(problem) for problem in resolved.problems])
    return resolved.data


@click.command("list")
@click.argument("what", type=click.Choice(_TOPICS), required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Draw the symbols, as a PDF or a PNG.")
def list_command(what: str | None, output: Path | None) -> None:
    """List packs, papers, card sizes, back patterns, symbols, games, their options, players or measures.

    \b
    Examples:
      cardgen list
      cardgen list papers
      cardgen list symbols -o symbols.pdf
    """
    if output is not None:
        _draw_symbols(what, output)
        return
    for topic in _TOPICS if what is None else (what,):
        if what is None:
            echo(f"{topic}:")
        rows = _LISTS[topic]()
        width = max(len(name) for name, text in rows if text) + 2
        for name, text in rows:
            echo(("  " if what is None else "") + f"{name:{width}}{text}".rstrip())


def _packs() -> list[tuple[str, str]]:
    return [(name, _first_comment(library.find(name))) for name in library.names()]


def _first_comment(file: Path) -> str:
    lines = file.read_text(encoding="utf-8").splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    return next((comment for comment in comments if not comment.startswith("yaml-")), "")


def _sizes(table: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    return [(name, f"{width:g} × {height:g} mm") for name, (width, height) in table.items()]


def _patterns() -> list[tuple[str, str]]:
    from ..art.backs import PATTERNS

    return [(name, (draw.__doc__ or "").splitlines()[0]) for name, draw in PATTERNS.items()]


def _symbols() -> list[tuple[str, str]]:
    from ..text.symbols import KINDS, SYMBOL_NAMES

    return [
        (name, ", ".join(kind for kind, named in KINDS.items() if name in named)) for name in SYMBOL_NAMES
    ]


def _draw_symbols(what: str | None, output: Path) -> None:
    """Write a picture of all symbols with their names."""
    if what != "symbols":
        raise UsageError("-o goes with symbols: cardgen list symbols -o symbols.pdf")
    if output.suffix.lower() not in (".pdf", ".png"):
        raise UsageError(f"{output} should end in .pdf or .png")
    from ..output.contact import write_symbols
    from ..output.files import write
    from ..text.symbols import SYMBOL_NAMES

    write(output, write_symbols(png=output.suffix.lower() == ".png"), named=True)
    echo(f"{output}: {len(SYMBOL_NAMES)} symbols, 12 mm and 4 mm high")


def _games() -> list[tuple[str, str]]:
    from ..games import GAMES

    return [(name, game.pack) for name, game in GAMES.items()]


def _papers() -> list[tuple[str, str]]:
    from ..units import PAPERS

    return [*_sizes(PAPERS), ('"W x H unit"', 'any other, such as "330 x 480 mm"')]


def _card_sizes() -> list[tuple[str, str]]:
    from ..units import CARDS

    return [*_sizes(CARDS), ('"W x H unit"', "any other from 20 to 300 mm a side")]


def _options() -> list[tuple[str, str]]:
    from ..games import GAMES

    return _by_game({name: game.play().options for name, game in GAMES.items()}, "options of")


def _players() -> list[tuple[str, str]]:
    from ..games import GAMES

    return _by_game({name: game.play().temperaments for name, game in GAMES.items()}, "players of")


def _measures() -> list[tuple[str, str]]:
    from ..games import GAMES

    def told(each: Measure) -> str:
        return f"{each.title}, {each.meaning}" if each.meaning else each.title

    # What a relative of another game measures is what that one does.
    own = [game for game in GAMES.values() if game.template == game.name]
    words = {game.name: {each.key: told(each) for each in game.play().measures()} for game in own}
    return _by_game(words, "measured of")


def _by_game(words: Mapping[str, Mapping[str, str]], heading: str) -> list[tuple[str, str]]:
    """The words of each game under its name; games with the same words stand together."""
    rows: list[tuple[str, str]] = []
    told: list[Mapping[str, str]] = []
    for mine in words.values():
        if mine not in told:
            told.append(mine)
            games = [game for game, each in words.items() if each is mine]
            rows += [
                (f"{heading} {', '.join(games)}", ""),
                *((f"  {name}", text) for name, text in mine.items()),
            ]
    return rows


_LISTS = {
    "packs": _packs,
    "papers": _papers,
    "sizes": _card_sizes,
    "patterns": _patterns,
    "symbols": _symbols,
    "games": _games,
    "options": _options,
    "players": _players,
    "measures": _measures,
}


@click.command("schema")
@click.option(
    "--of", type=click.Choice(("pack", "printer")), default="pack", show_default=True, help="Of which file."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write it to a file.")
def schema_command(of: str, output: Path | None) -> None:
    """Print the JSON schema of packs or of printers' presets, for editors that complete and check YAML.

    \b
    Examples:
      cardgen schema
      cardgen schema -o pack.schema.json
      cardgen schema --of printer -o printer.schema.json
    """
    text = schema_text(of)
    if output is None:
        echo(text, nl=False)
        return
    from ..output.files import write

    write(output, text.encode("utf-8"), named=True)
    echo(f"{output}: the {'preset' if of == 'printer' else 'pack'} format, version 1")


def schema_text(of: str = "pack") -> str:
    """The JSON schema of a pack file or a printer's preset, as it is committed and printed."""
    from ..games import GAMES
    from ..pack.model import pack_schema
    from ..printers.model import PRINTER

    schema = PRINTER.file_schema() if of == "printer" else pack_schema(GAMES)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--from", "base", default="never-over", show_default=True, metavar="PACK", help="What to begin with."
)
@click.option("--copy", is_flag=True, help="A full copy to change at will, instead of a variant.")
@click.option("--name", help="What the new pack is called; the file's name, if not given.")
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
def new_command(file: Path, base: str, copy: bool, name: str | None, force: bool) -> None:
    """Begin a pack of your own: a variant that says only what differs, or a full copy.

    The first line of the file names the schema, so that editors complete and check what you write;
    the schema is put beside the pack.

    \b
    Examples:
      cardgen new my-pack.yaml
      cardgen new poker-night.yaml --from standard-52 --name "Poker night"
      cardgen new mine.yaml --from never-over --copy
    """
    from ..output.files import write
    from ..pack.values import MOST_LINE

    file = yaml_file(file)
    if file.exists() and not force:
        raise UsageError(f"{file} is already there; choose another name, or add --force to replace it")
    title = name if name is not None else _title(file)
    if not 0 < len(title.strip()) <= MOST_LINE or not title.isprintable():
        raise UsageError(f"--name takes 1 to {MOST_LINE} characters that can be seen")
    text = starter(base, file, title, copy)
    schema = file.parent / SCHEMA_FILE
    refuse_foreign_schema(schema, _OUR_SCHEMA)
    write(schema, schema_text().encode("utf-8"))
    write(file, text.encode("utf-8"), named=True)
    echo(f"{file}: a {'copy' if copy else 'variant'} of {base}")
    echo(f"{schema}: lets editors complete and check it")
    echo(f"Next: open {file} in an editor, change a quantity, and run `cardgen build {file}`.")


def yaml_file(file: Path) -> Path:
    """The file that a user means; .yaml is put behind a name that lacks it. Raises UsageError for no name."""
    if not file.name:
        raise UsageError("the new file needs a name, such as my-pack.yaml")
    return file if file.suffix in (".yaml", ".yml") else file.with_name(file.name + ".yaml")


def _title(file: Path) -> str:
    """What a pack is called after its file."""
    words = "".join(letter if letter.isprintable() else " " for letter in file.stem)
    title = words.replace("-", " ").replace("_", " ").strip().capitalize()
    return title[:_LONGEST_TITLE].strip() or "My pack"


def refuse_foreign_schema(file: Path, ours: str) -> None:
    """Raise UsageError where a file that does not begin as our schema stands where that should go."""
    try:
        begins = untrusted.read(file, len(ours)).decode("utf-8", errors="replace")
    except FileNotFoundError:
        return
    except OSError:
        begins = ""
    if not begins.startswith(ours):
        raise UsageError(f"{file} is somebody else's file and in the way; choose another folder")


@click.command("completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion_command(shell: str) -> None:
    """Print the script that completes cardgen's commands, options and packs.

    \b
    Examples:
      cardgen completion bash >> ~/.bashrc
      cardgen completion zsh >> ~/.zshrc
      cardgen completion fish > ~/.config/fish/completions/cardgen.fish
    """
    from click.shell_completion import get_completion_class

    from .main import cli

    completion = get_completion_class(shell)
    if completion is None:
        raise UsageError(f"there is no completion for {shell}")
    echo(completion(cli, {}, "cardgen", "_CARDGEN_COMPLETE").source())
