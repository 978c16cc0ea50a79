"""Write what is made from the code: `python docs/reference.py`. A test keeps it current.

That is docs/commands.md from the help texts, docs/pack-format.md from the schema, the facts of
docs/rulebooks.md, the guide for assistants (docs/llms.txt), both JSON schemas, cardgen/__init__.pyi, the
types of the commands' functions, the words of the studio's page as a script, and what there is to translate
in the catalogues of cardgen/languages: what was translated stays, and what was changed is fuzzy.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import re
import runpy
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import click
import yaml

import cardgen
from cardgen import units
from cardgen.api import AnyPack, function_of
from cardgen.books.context import BookFacts, CommonFacts
from cardgen.cli.main import cli
from cardgen.gaming.games import GAMES
from cardgen.jobs import JOBS
from cardgen.jobs.schema import schema_text
from cardgen.languages.catalogue import (
    FOLDER,
    Entry,
    catalogue_text,
    po_text,
    read_catalogue,
    translated_languages,
    updated_entries,
)
from cardgen.languages.habits import plural_forms
from cardgen.pack.layouts import builtin_layouts
from cardgen.pack.reading import PACK, pack_schema
from cardgen.pack.words import ENGLISH, HABITS
from cardgen.prepress.printers import library
from cardgen.prepress.printers.model import FIGURES
from cardgen.webapp.words import words_script

HERE = Path(__file__).resolve().parent
CODE = Path(cardgen.__file__).parent
Json = dict[str, Any]
MADE_BY = "Made by `python docs/reference.py`; do not change it by hand."


def cell(text: str) -> str:
    """A text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


# --- commands ------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its usage, its examples and its options."""
    top = click.Context(cli, info_name="cardgen", terminal_width=100)
    found: dict[str, Any] = {name: cli.get_command(top, name) for name in cli.list_commands(top)}
    lines = [
        "# All commands and their options",
        "",
        "`cardgen COMMAND --help` prints the same. A PACK is a name from `cardgen list packs` or a file",
        "such as `my-pack.yaml`. A LENGTH has a unit, such as `3 mm`.",
        "",
        "| exit code | meaning |",
        "|---|---|",
        "| 0 | success |",
        "| 1 | a pack or a file has errors |",
        "| 2 | the command cannot run with these arguments |",
        "| 3 | preflight found nothing wrong, but part of the file is not judged |",
        "| 130 | stopped by Ctrl-C |",
        "",
        "| command | what it does |",
        "|---|---|",
    ]
    for name, command in found.items():
        first = cell((command.help or "").split("\n\n")[0].split("\b")[0])
        lines.append(f"| [{name}](#{name}) | {first} |")
    for name, command in found.items():
        context = click.Context(command, info_name=name, parent=top)
        said, _, examples = (command.help or "").partition("\b\n")
        shown = [line.strip() for line in examples.splitlines()[1:] if line.strip()]
        usage = command.get_usage(context).removeprefix("Usage: ")
        lines += ["", f"## {name}"]
        lines += [f"\n{' '.join(paragraph.split())}" for paragraph in said.split("\n\n") if paragraph.strip()]
        for picture, shows in COMMAND_PICTURES.get(name, {}).items():
            lines += ["", f"![{shows}]({picture}.png)"]
        lines += ["", "```text", " ".join(usage.split()), "```"]
        lines += ["", "```text", *shown, "```"] if shown else []
        lines += options(command, context)
    return "\n".join([*lines, "", made_by()])


#: The pictures of commands, and what they show, with the options that make it.
COMMAND_PICTURES = {
    "build": {"pictures/sheet": "The first sheet, front and back"},
    "sheets": {
        "pictures/guides": "--guides crop, lines, ticks and rounded",
        "pictures/styles": "--style disc, solid and paper; paper with --ink-saver",
        "pictures/backs": "--back lattice, rings, weave, sunburst and chevrons",
        "pictures/cutter": "--cutter silhouette: a sheet with registration marks",
    },
    "proof": {"pictures/printer_thegamecrafter": "A face in a proof: bleed, cut, corners and safe zone"},
    "rulebook": {"pictures/rulebook": "Pages of a rulebook"},
    "box": {
        "pictures/box": "A box, flat, with --front",
        "pictures/boxes": "--type two-piece: a tray and its lid; --type insert",
    },
    "words": {"pictures/scripts": "Packs in several languages"},
    "compare": {"pictures/compared": "Two packs compared, with --plot"},
    "studio": {"studio/cards": "The studio"},
    "list": {"pictures/symbols": "cardgen list symbols -o symbols.pdf"},
}


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The options of a command as a table; without --help, which every command has."""
    said = [each.get_help_record(context) for each in command.params]
    rows = [record for record in said if record is not None and record[1]]
    if not rows:
        return
    yield from ("", "| option | what it does |", "|---|---|")
    for names, text in rows:
        names = re.sub(r"(INTEGER|FLOAT)( RANGE)?\b", "N", names)
        text = re.sub(r"([-\d.]+)<=x<=([-\d.]+)", r"\1 to \2", text)
        text = re.sub(r"x>=([-\d.]+)", r"\1 or more", text)
        yield f"| `{cell(names)}` | {cell(text)} |"


# --- keys ----------------------------------------------------------------------------------------

#: The parts of a pack in the order of the page: what each is called, its picture, and what that shows.
PARTS = {
    "CardFormat": ("the card", "printer_thegamecrafter.png", "Bleed, cut, corners and safe zone"),
    "Piece": ("another piece", "gallery_night_fair.png", "Coins and markers with their backs"),
    "PackBox": ("the box of a pack", "box.png", "A box, flat"),
    "BoxPanel": ("a side of a box", "boxes.png", "A tray, its lid, and an insert"),
    "Suit": ("a suit", "cards.png", "Suits with a sign, and a summary; suits with a symbol, and a joker"),
    "Entry": ("a rank of a suit", "gallery_night_shift.png", "Ranks with quantities of their own"),
    "Index": (
        "the index",
        "index.png",
        "As usual; without small indices; without the large one; with a smaller one",
    ),
    "SmallIndex": ("the small index", "suits.png", "Small indices with their symbol"),
    "LargeIndex": ("the large index", "styles.png", "The large index in each style"),
    "Pips": ("the pips", "pips.png", "Pips and symbols as usual, and larger"),
    "Stripe": ("the stripe", "stripe.png", "As usual; left out; wider; from another corner"),
    "Extra": ("an extra card", "extras.png", "A title, a text, a summary and a joker"),
    "Group": ("a list of cards", "gallery_curtain_call.png", "A list of cards in one layout"),
    "TableFile": ("a table", "gallery_market.png", "Cards from a table"),
    "Layout": ("a layout", "layouts_more.png", "Built-in layouts"),
    "Box": ("a box", "conditions.png", "Boxes that come and go by the columns of a card"),
    "BoxGround": ("a ground of a box", "fair.png", "Turned and cut grounds with gradients"),
    "TextOutline": ("an outline of letters", "lettering.png", "Outlined letters with a shadow"),
    "TextShadow": ("a shadow of letters", "lettering.png", "Outlined letters with a shadow"),
    "Gradient": ("a gradient", "fair.png", "Gradients in turned and cut boxes"),
    "Type": ("a type of text", "words.png", "Words in types of their own"),
    "Family": ("a family of fonts", "scripts.png", "Fonts for Arabic, Japanese and Hindi"),
    "Back": ("the back", "backs.png", "The patterns lattice, rings, weave, sunburst and chevrons"),
}

HEAD = """# All keys of a pack

The tables list each key, what it does, its values, and its default. An empty last column means that there
is no default, or that the second column gives it. A pack needs `format` and `name`, a suit needs `color`
and `cards`, an extra needs a `face`. A variant (`extends`) takes every key that you leave out from its
base. `cardgen schema` prints the same for editors.

## Lengths, sizes, colours and files

- **Lengths** have a unit: `3 mm`, `0.3 cm`, `0.125 in` or `9 pt` (a point is 1/72 inch).
- **Sizes** are width x height with a unit, such as `62 x 88 mm`, or one of these names (in millimetres):
  {sizes}.
- **Colours** are `"#0B7A4B"` or `"#0B7"`, in quotes because a bare # starts a comment; `black` or `white`;
  or a name under `colors`. To set the inks for a press, add cyan, magenta, yellow and black from 0 to 100:
  `{{rgb: "#0B7A4B", cmyk: [86, 12, 80, 32]}}`. If you give only one of the two, cardgen computes the other.
- **Files** are in the pack's folder or below it. Name them from there, such as `art/guard.png`.
- **Symbols** are the names in the picture below (`cardgen list symbols -o symbols.pdf` draws it large), or
  SVG files. cardgen makes all symbols of suits equally large and central to the eye, whatever the margins of
  their files; `size` of a suit changes that. A drawing in black, or black and white, takes the
  suit's colour; any other keeps its colours. cardgen supports paths, basic shapes, groups, copies
  (`<use>`, `<symbol>`), fills, strokes, dashes, gradients, opacity, clip paths, transforms and simple style
  classes. Gradients and what shines through become flat areas, which every press takes. It reports text,
  patterns, masks, filters and pictures instead of leaving them out.
- **Texts** need quotes if they contain a # or a colon and a space, or begin with a sign such as `*`, `&`,
  `!`, `[` or `{{`.

![All built-in symbols](pictures/symbols.png)

## The pack

![The styles disc, solid and paper, and paper with the ink saver](pictures/styles.png)
"""


def keys() -> str:
    """Every key of a pack: what it does, what it may be, and its default."""
    schema = {**PACK.file_schema(), "properties": pack_schema(GAMES)["properties"]}
    sizes = ", ".join(f"`{name}` {width:g} x {height:g}" for name, (width, height) in units.CARDS.items())
    lines = [HEAD.format(sizes=sizes), *table(schema)]
    for name in [*PARTS, *(name for name in schema["$defs"] if name not in PARTS)]:
        part = schema["$defs"][name]
        forms = part.get("anyOf", [part])
        title, picture, shows = PARTS.get(name, (name, "", ""))
        lines += ["", f"## {title.capitalize()}", "", forms[-1]["description"]]
        lines += ["", f"![{shows}](pictures/{picture})"] if picture else []
        short = " or ".join(map(kind, forms[:-1]))
        if short:
            lines += ["", f"Instead of keys, you can write {short}: {forms[0]['description'].lower()}"]
        lines += ["", *table(forms[-1])]
    return "\n".join([*lines, "", made_by()])


def table(schema: Json) -> Iterator[str]:
    """The keys of a record as a table."""
    yield "| key | what it does | values | default |"
    yield "|---|---|---|---|"
    for name, key in schema["properties"].items():
        default = (
            "*required*"
            if name in schema.get("required", ())
            else written(key["default"])
            if "default" in key
            else ""
        )
        yield f"| `{name}` | {cell(key['description'])} | {cell(kind(key))} | {default} |"


def written(value: object) -> str:
    """A default as one would write it in a pack."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str) and value.startswith("#"):
        return f'`"{value}"`'
    return f"`[{', '.join(map(str, value))}]`" if isinstance(value, list) else f"`{value}`"


def kind(key: Json) -> str:
    """What a value may be, in a few words."""
    if "$comment" in key:
        place = "[{}](#lengths-sizes-colours-and-files)"
        return re.sub(
            "length|size|colour|symbol|file", lambda found: place.format(found[0]), key["$comment"], count=1
        )
    if "$ref" in key:
        title = PARTS.get(name := key["$ref"].rpartition("/")[2], (name, "", ""))[0]
        return f"[{title}](#{title.replace(' ', '-')})"
    if "const" in key:
        return f"`{key['const']}`"
    if "enum" in key:
        *words, last = (f"`{word}`" for word in key["enum"])
        return f"{', '.join(words)} or {last}" if words else last
    each = key.get("items", key.get("additionalProperties"))
    if each:
        return f"a list of {kind(each)}" if key["type"] == "array" else f"your own keys, each {kind(each)}"
    if key["type"] == "integer":
        return f"a whole number from {key['minimum']:,} to {key['maximum']:,}"
    if key["type"] == "boolean":
        return "`true` or `false`"
    return f"a text of at most {key['maxLength']:,} characters" if "maxLength" in key else "a text"


# --- layouts, symbols and printers in pictures ---------------------------------------------------------

LOOKS_HEAD = """# Layouts, symbols and printers in pictures

Everything that is built in and can be looked at. Your own [layouts](cards.md#design-a-layout),
[drawings and icons](cards.md#write-text) and [printers](ordering.md#add-a-printer) come beside it.

## Symbols

A suit, a box or a text may show each of these by its name, such as `symbol: star`, or `{star}` in a text:

![All built-in symbols with their names](pictures/symbols.png)

## Backs and styles

`back: {pattern: lattice}`, `rings`, `weave`, `sunburst` and `chevrons`:

![The patterns lattice, rings, weave, sunburst and chevrons](pictures/backs.png)

`style: disc`, `solid` and `paper`, and `paper` with `ink-saver: true`:

![The styles disc, solid and paper, and paper with the ink saver](pictures/styles.png)

## Layouts

Each layout with the row of the card in its picture.
"""
LOOKS_PRINTERS = """
## Printers

For each printer a face as `cardgen proof` shows it: the coloured area runs to the bleed, the solid line is
the cut, and what matters stays inside the dashed line. `cardgen printers NAME` shows everything that is known
of a printer, with its source.
"""


def looks() -> str:
    """The page of built-in layouts, symbols and printers, each beside its picture."""
    samples = runpy.run_path(str(HERE / "pictures.py"))["layout_samples"]()
    lines = [LOOKS_HEAD]
    for name in builtin_layouts().layouts:
        pack, card = samples[name]
        values = {key: re.sub(r"^.*/(art/)", r"\1", value) for key, value in card.values.items()}
        width, height = (f"{side / units.MM:.4g}" for side in pack.card.size)
        row = yaml.safe_dump(values, allow_unicode=True, sort_keys=False, width=100).rstrip()
        lines += [f"### {name}", "", f"![A card of the layout {name}](pictures/layout_{name}.png)", ""]
        lines += [f"Here on a card of {width} × {height} mm.", "", "```text", row, "```", ""]
    lines.append(LOOKS_PRINTERS)
    for name in library.preset_names():
        printer = library.find_preset(name)
        lines += [f"### {printer.name}", "", f"![A face for {printer.name}](pictures/printer_{name}.png)", ""]
        lines += ["| | |", "|---|---|", f"| name for `--printer` | `{name}` |"]
        sizes = ", ".join(f"{product.name} {quoted_size(product.trim)}" for product in printer.products)
        lines += [f"| sizes in mm | {sizes} |"]
        bleed, safe = (f"{margin / units.MM:.3g} mm" for margin in (printer.bleed, printer.safe))
        taken = "PDF" if printer.form == "pdf" else "pictures"
        lines += [
            f"| bleed, safe zone | {bleed}, {safe} |",
            f"| takes | {taken} in {printer.color.upper()} |",
            "",
        ]
    return "\n".join([*lines, made_by()])


def quoted_size(trim: tuple[float, float]) -> str:
    """A size in millimetres."""
    return " × ".join(f"{side / units.MM:.4g}" for side in trim)


# --- types of the functions of Python --------------------------------------------------------------


def wrapped(line: str) -> str:
    """Return a line of help, indented; that of an option is wrapped."""
    if not re.match(r"\w+: ", line):
        return f"    {line}".rstrip()
    return textwrap.fill(line, 104, initial_indent=" " * 4, subsequent_indent=" " * 8)


class Stubs:
    """Writes the stub of `cardgen`, by which type checkers and editors know the commands' functions."""

    def __init__(self) -> None:
        #: The names that annotations use, by their modules.
        self.imports: dict[str, set[str]] = {}

    def text(self) -> str:
        """Return the stub: what is imported from its module, and a function for each command."""
        homes = {name: home for name, home in cardgen._HOMES.items() if name not in JOBS}
        functions = [self.function(name) for name in sorted(JOBS)]
        lines = [f"# {MADE_BY}", "# ruff: noqa", "# fmt: off", "import builtins"]
        lines += [f"from {module} import {', '.join(sorted(names))}"
                  for module, names in sorted(self.imports.items())]  # fmt: skip
        lines += [f"from .{home} import {name} as {name}" for name, home in homes.items()]
        names = "".join(f"\n    {name!r}," for name in cardgen.__all__)
        lines += ["", "__version__: str", f"__all__ = [{names}\n]"]
        return "\n".join([*lines, *functions, ""])

    def function(self, command: str) -> str:
        """Return the stub of one command's function, with its help."""
        function = function_of(command)
        parameters, starred = [], False
        for each in inspect.signature(function).parameters.values():
            if each.kind is each.KEYWORD_ONLY and not starred:
                parameters.append("*")
                starred = True
            plain = callable(each.default) or each.default is each.empty
            default = "" if each.default is each.empty else " = ..." if plain else f" = {each.default!r}"
            parameters.append(f"{each.name}: {self.type(each.annotation)}{default}")
        said = [wrapped(line) for line in (function.__doc__ or "").replace("\\", "\\\\").splitlines()]
        about = "\n".join(said).strip()
        lines = [f"\ndef {command}(", *(f"    {each}," for each in parameters), ") -> Result:"]
        return "\n".join([*lines, f'    """{about}', '    """'])

    def type(self, annotation: Any) -> str:
        """Return an annotation as it is written."""
        if annotation == AnyPack:
            return self.name("cardgen.api", "AnyPack")
        if annotation is None or annotation is type(None):
            return "None"
        if get_origin(annotation) is Literal:
            return f"{self.name('typing', 'Literal')}[{', '.join(map(repr, get_args(annotation)))}]"
        if get_origin(annotation) in (Union, UnionType):
            packs = set(get_args(AnyPack))
            if packs < set(get_args(annotation)):
                rest = [each for each in get_args(annotation) if each not in packs]
                return " | ".join([self.type(AnyPack), *map(self.type, rest)])
            return " | ".join(map(self.type, get_args(annotation)))
        if get_origin(annotation) is not None:
            inside = ", ".join("..." if each is ... else self.type(each) for each in get_args(annotation))
            return f"{self.type(get_origin(annotation))}[{inside}]"
        return self.name(annotation.__module__, annotation.__qualname__)

    def name(self, module: str, name: str) -> str:
        """Return the name of a class, which is imported; a command may have taken that of a built-in one."""
        if module == "builtins":
            return f"builtins.{name}" if name in JOBS else name
        module = module.removesuffix("._local")
        self.imports.setdefault(module, set()).add(name)
        return name


# --- facts of rulebooks ------------------------------------------------------------------------------

_BEGIN, _END = "<!-- facts, made by `python docs/reference.py` -->", "<!-- end of facts -->"


def rulebooks() -> str:
    """The page of rulebooks, with the names that templates may use between two marks."""
    text = (HERE / "rulebooks.md").read_text(encoding="utf-8")
    begin, _, rest = text.partition(_BEGIN)
    lines = [_BEGIN, "", *facts("In every template", CommonFacts)]
    titles: dict[str, str] = {}
    for game in GAMES.values():
        titles.setdefault(game.facts.__module__, game.title)
    for folder, title in titles.items():
        book = importlib.import_module(f"{folder}.book")
        (record,) = (each for each in BookFacts.__subclasses__() if each.__module__ == book.__name__)
        lines += facts(title, record)
    return "\n".join([*lines, _END]).join([begin, rest.partition(_END)[2]])


def facts(title: str, record: type[BookFacts]) -> Iterator[str]:
    """The facts of a record as a table."""
    yield from (f"**{title}**", "", "| name | type | what it is |", "|---|---|---|")
    for name, annotation in get_type_hints(record, include_extras=True).items():
        kind, about = get_args(annotation)
        shown = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
        shown = re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", shown).replace("Callable[..., Any]", "function")
        yield f"| `{name}` | {cell(shown)} | {cell(about)} |"
    yield ""


# --- what cardgen prints in other languages ---------------------------------------------------------


def messages() -> Iterator[Entry]:
    """All that is translated: the words of packs, sentences of the code, and what presets of printers say."""
    for name, said in ENGLISH.items():
        if name not in HABITS:
            one, other = (said, "") if isinstance(said, str) else (said["one"], said["other"])
            yield Entry(one, plural=other, context=name, about=f"as packs may say it: words: {{{name}: ...}}")
    for file in sorted(CODE.rglob("*.py")):
        place = [(file.relative_to(HERE.parent).as_posix(), "")]
        for forms in sentences(file):
            yield Entry(forms[0], plural=forms[-1] if len(forms) > 1 else "", places=place)
    told = list(FIGURES.values())
    for name in library.preset_names():
        printer = library.find_preset(name)
        told += printer.notes
    yield from (Entry(text, about="of a printer") for text in told)


def sentences(file: Path) -> Iterator[list[str]]:
    """The sentences of a module, each with what it is for several things: the literals of Sentence(), and
    those of sentence_about(), of which each is a sentence by itself.
    """
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "entence" in text else ():
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        said = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
        if called in ("Sentence", "sentence"):
            found = [said] if said else []
        elif called == "sentence_about":
            found = [[each] for each in said]
        else:
            continue
        # What is nothing but values is the same in every language.
        yield from (forms for forms in found if re.sub(r"{\w+}", "", forms[0]).strip(" ,"))


def catalogue(language: str) -> str:
    """The catalogue of a language as it is, with all that there is to translate now."""
    file = FOLDER / f"{language}.po"
    old = read_catalogue(file, catalogue_text(file), is_plain=False)
    wanted: dict[Any, Entry] = {}
    for each in messages():
        first = wanted.setdefault(each.context_and_text, each)
        # Entries of one file share their list of places.
        first.places = [*first.places, *(place for place in each.places if place not in first.places)]
        first.plural = first.plural or each.plural or (first.text if "{n}" in first.text else "")
        first.translations = [""] * (len(plural_forms(language)) if first.plural else 1)
    return po_text(updated_entries(wanted.values(), old.entries).entries, language, old)


#: What stands before the pages in the guide.
GUIDE = """\
# cardgen: write a pack of cards

> cardgen turns a card game written in one YAML file, a pack, into sheets to print, files for a card
> manufacturer, rulebooks and pictures. This text tells assistants and programs how to write a pack.

How to work:

1. Write the pack to a file such as `my-pack.yaml`, with the keys below and no others.
2. Run `cardgen check my-pack.yaml --format json`. It lists every problem with its line, its column and a
   hint. Change the pack as the hints say, and check it again until there are no errors. Then read the
   warnings.
3. Run `cardgen show my-pack.yaml -o faces.png` and look at the picture for texts that are small, crowded or
   in the wrong place, which are not errors.
4. Run `cardgen build my-pack.yaml` for sheets and rules in `output/` (`cardgen sheets my-pack.yaml` if it has
   `pieces`), or another command from the end of this text.

Frequent mistakes:

- A colour without quotes. A # begins a comment, so write `color: "#0B7A4B"`.
- A length without its unit. Write `corner: 3 mm`.
- A text without quotes that has a colon and a space or begins with a sign. Write `text: "Draw: two cards."`
- Cards of suits under `cards`. Suits have their cards in `suits`; `cards` holds lists of cards with texts
  and pictures.
- Pictures, tables and fonts outside the pack's folder.
"""


def guide() -> str:
    """The pages on packs as one text without pictures and links, for assistants."""
    top = click.Context(cli, info_name="cardgen")
    pages = [(HERE / f"{name}.md").read_text(encoding="utf-8") for name in ("packs", "cards")]
    parts = [GUIDE, *pages, keys().replace(made_by(), "")]
    text = "\n\n".join(part.strip() for part in parts)
    text = re.sub(r"^!\[.*\)\n+", "", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]\n]+)\]\([^)\s]+\)", r"\1", text)
    found = [(name, cli.get_command(top, name)) for name in cli.list_commands(top)]
    said = [f"- `cardgen {name}`: {command.get_short_help_str(200)}" for name, command in found if command]
    return "\n".join(
        [text, "", "# Commands", "", "`cardgen COMMAND --help` lists the options.", "", *said, ""]
    )


def made_by() -> str:
    """The last line of a page."""
    return f"<!-- {MADE_BY} -->\n"


def files() -> dict[Path, str]:
    """All that is written: pages, schemas, the types of the functions of Python, and catalogues."""
    return {
        HERE / "commands.md": commands(),
        HERE / "pack-format.md": keys(),
        HERE / "looks.md": looks(),
        HERE / "rulebooks.md": rulebooks(),
        HERE / "llms.txt": guide(),
        CODE / "__init__.pyi": Stubs().text(),
        CODE / "webapp" / "static" / "words.js": words_script(),
        HERE.parent / "packs" / "pack.schema.json": schema_text("pack"),
        CODE / "prepress" / "printers" / "printer.schema.json": schema_text("printer"),
        **{FOLDER / f"{language}.po": catalogue(language) for language in translated_languages()},
    }


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{file.relative_to(HERE.parent)}\n")
