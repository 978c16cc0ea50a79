"""The command that prints the JSON schemas of packs and of printers' presets: schema."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..errors import UsageError
from ..sandbox import untrusted
from .terminal import echo

#: The name of the schema beside a pack or a preset.
SCHEMA_FILES = {"pack": "pack.schema.json", "printer": "printer.schema.json"}
#: The beginnings of the titles of schemas that cardgen writes.
_TITLES = {"pack": "cardgen pack", "printer": "cardgen printer preset"}
#: The beginning of a file's first line, which names its schema.
SCHEMA_LINE = "# yaml-language-server: $schema="


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
    """Return the JSON schema of a pack file or a printer's preset, as it is committed and printed."""
    from ..games import GAMES
    from ..pack.model import pack_schema
    from ..printers.model import PRINTER

    schema = PRINTER.file_schema() if of == "printer" else pack_schema(GAMES)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write_with_schema(file: Path, text: str, of: str = "pack") -> None:
    """Write a new YAML file, and the schema beside it that its first line names.

    Raises UsageError, with nothing written, where that schema would replace a file that is not cardgen's.
    """
    from ..output.files import write

    schema = file.parent / SCHEMA_FILES[of]
    ours = f'{{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "title": "{_TITLES[of]}'
    try:
        begins = untrusted.read(schema, len(ours)).decode("utf-8", errors="replace")
    except FileNotFoundError:
        begins = ours
    except OSError:
        begins = ""
    if not begins.startswith(ours):
        raise UsageError(f"{schema} is somebody else's file and in the way; choose another folder")
    write(schema, schema_text(of).encode("utf-8"))
    write(file, f"{SCHEMA_LINE}{schema.name}\n{text}".encode(), named=True)


def yaml_file(file: Path) -> Path:
    """Add .yaml to the name of a new file that lacks it. Raises UsageError for no name."""
    if not file.name:
        raise UsageError("the new file needs a name, such as my-pack.yaml")
    return file if file.suffix in (".yaml", ".yml") else file.with_name(file.name + ".yaml")
