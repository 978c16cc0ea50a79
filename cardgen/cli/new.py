"""The command that begins a pack of your own from any other: new."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ..errors import UsageError
from ..pack import folders, library
from ..pack.yaml import Data, Written
from ..sandbox import untrusted
from .options import PACK
from .schema import SCHEMA_FILES, write_with_schema, yaml_file
from .terminal import echo

#: The most characters of a file's name that become the name of the pack: what fits on a title card.
_LONGEST_TITLE = 40
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,14})\Z")


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--from",
    "base",
    type=PACK,
    default="never-over",
    show_default=True,
    metavar="PACK",
    help="What to begin with.",
)
@click.option("--copy", is_flag=True, help="A full copy to change at will, instead of a variant.")
@click.option("--name", help="What the new pack is called; the file's name, if not given.")
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
def new_command(file: Path, base: str, copy: bool, name: str | None, force: bool) -> None:
    """Begin a pack of your own: a variant that says only what differs, or a full copy.

    The first line of the file names the schema, so that editors complete and check what you write;
    the schema is put beside the pack. Besides the packs of `cardgen list` you may begin with a copy of an
    example and its pictures: blank, curtain-call, market, night-shift, reef-watch, summit, twelve-moons.

    \b
    Examples:
      cardgen new my-pack.yaml
      cardgen new poker-night.yaml --from standard-52 --name "Poker night"
      cardgen new mine.yaml --from never-over --copy
      cardgen new my-deck.yaml --from blank
    """
    from ..pack.values import MOST_LINE

    file = yaml_file(file)
    if file.exists() and not force:
        raise UsageError(f"{file} is already there; choose another name, or add --force to replace it")
    title = name if name is not None else _title(file)
    if not 0 < len(title.strip()) <= MOST_LINE or not title.isprintable():
        raise UsageError(f"--name takes 1 to {MOST_LINE} characters that can be seen")
    example = library.examples().get(base)
    if example is not None:
        _write_example(example, file, title)
    else:
        write_with_schema(file, _copy(base, title) if copy else _variant(base, file, title))
    echo(f"{file}: a {'copy' if copy or example else 'variant'} of {base}")
    echo(f"{file.parent / SCHEMA_FILES['pack']}: lets editors complete and check it")
    echo(f"Next: open {file} in an editor, change a quantity, and run `cardgen build {file}`.")


def _write_example(example: Path, file: Path, title: str) -> None:
    """Copy an example under another name, with the pictures and tables beside it. Raises UsageError."""
    from ..output.files import write_all

    beside = {
        file.parent / path.relative_to(example.parent): path.read_bytes()
        for path in sorted(example.parent.rglob("*"))
        if path.is_file() and path != example and path.suffix != ".py"
    }
    for path, data in beside.items():
        if path.parent != file.parent and path.parent.is_symlink():
            raise UsageError(f"{path.parent} is a link to another folder: begin in a folder of its own")
        if path.exists() and untrusted.read(path, len(data) + 1) != data:
            raise UsageError(f"{path} is already there, and another: begin in a folder of its own")
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    text = example.read_text(encoding="utf-8")
    named = re.sub(r"^name: .*$", lambda _: f'name: "{quoted}"', text, count=1, flags=re.MULTILINE)
    write_with_schema(file, named)
    write_all(beside)


def _title(file: Path) -> str:
    """Make a pack's name from that of its file."""
    words = "".join(letter if letter.isprintable() else " " for letter in file.stem)
    title = words.replace("-", " ").replace("_", " ").strip().capitalize()
    return title[:_LONGEST_TITLE].strip() or "My pack"


def _variant(base: str, file: Path, title: str) -> str:
    """Write a variant of the base; where that is a variant, another of the same pack, with its
    differences.
    """
    resolved = library.resolve(base)
    own = dict(next(iter(resolved.sources.values())).data)
    parent = own.pop("extends", None)
    # The new pack's name is another's, and an edition goes with its name.
    for key in ("name", "edition"):
        own.pop(key, None)
    shipped = library.find(base).parent == folders.folder("packs")
    if parent is None:
        name, body = base if shipped else _beside(base, file), _example(resolved.data)
    elif parent in library.names():
        name, body = str(parent), as_yaml(own).splitlines()
    else:
        raise UsageError(f"{base} is itself a variant of a pack of its own folder; add --copy")
    said = f"# A variant of {name}: write only what differs."
    lines = [said, as_yaml({"extends": name}).rstrip()]
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    return "\n".join([*lines, f'name: "{quoted}"', "", *body, ""])


def _beside(base: str, file: Path) -> str:
    path = Path(base).resolve()
    folder = file.parent.resolve()
    if not path.is_relative_to(folder):
        raise UsageError(f"{base} is not in {file.parent} or below it, where a variant may look; add --copy")
    return path.relative_to(folder).as_posix()


def _example(data: dict[str, Data]) -> list[str]:
    """Write the base's quantities as comments, to uncomment and change."""
    lines = [
        "# Uncomment and change what you like; a quantity of 0 takes a card out.",
        "# style: solid",
        "# suits:",
    ]
    suits = data.get("suits")
    for key, suit in suits.items() if isinstance(suits, dict) else ():
        cards = suit.get("cards") if isinstance(suit, dict) else None
        if isinstance(cards, dict) and cards:
            some = list(cards.items())[:8]
            shown = ", ".join(f"{rank}: {entry}" for rank, entry in some if isinstance(entry, int))
            lines.append(f"#   {key}: {{cards: {{{shown}}}}}")
    return lines


def _copy(base: str, title: str) -> str:
    resolved = library.resolve(base)
    data = {"format": 1, **resolved.data, "name": title}
    if title != resolved.data.get("name"):
        data.pop("edition", None)
    if library.find(base).parent == folders.folder("packs"):
        # Those tables are beside the packs that come with cardgen, and stay there.
        data.pop("languages", None)
    return f"# A copy of {base}, to change at will.\n{as_yaml(data)}"


def as_yaml(data: dict[str, Data]) -> str:
    """Write data as YAML that reads back as the same data; ranks that are numbers stand without quotes."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    Dumper.add_representer(
        Written, lambda dumper, number: dumper.represent_scalar("tag:yaml.org,2002:float", number.text)
    )

    def written(key: str, value: Data) -> str:
        flow = None if isinstance(value, dict | list) else False
        pair = _plain_keys({key: value})
        return yaml.dump(
            pair, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=flow, width=110
        )

    return "".join(written(key, value) for key, value in data.items())


def _plain_keys(data: Data) -> Any:
    """Turn keys such as "4" into numbers, which the reader takes for the same."""
    if isinstance(data, dict):
        return {int(k) if _NUMBER.match(k) else k: _plain_keys(v) for k, v in data.items()}
    return [_plain_keys(item) for item in data] if isinstance(data, list) else data
