"""Create a pack of the user's from any other, from a table or from pictures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import Problem, UsageError
from .job import JobWithoutPack, Option, Progress
from .kinds import FilePath, PackName, Text
from .result import Result, ResultFile
from .schema import files_with_schema, yaml_file

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.yaml import Data

#: Maximum length of a file name that becomes the pack's name: what fits a title card.
_LONGEST_TITLE = 40
#: Maximum number of missing pictures that a note names.
_MOST_MISSING = 4


@dataclass(frozen=True, kw_only=True)
class New(JobWithoutPack):
    """Begin a pack of your own: a variant that says only what differs, or a full copy.

    From a table of cards (csv, tsv, xlsx, ods) it makes a deck in the layout that shows most of its columns.
    The first line of the file names the schema, so that editors complete and check what you write;
    the schema is put beside the pack. Besides the packs of `cardgen list` you may begin with a copy of an
    example and its pictures: blank, both-banks, crown-and-plough, curtain-call, hollow-road, islets, market,
    night-fair, night-shift, postcards, reef-watch, summit, tide-race, twelve-moons.

    \b
    Examples:
      cardgen new my-pack.yaml
      cardgen new poker-night.yaml --from standard-52 --name "Poker night"
      cardgen new mine.yaml --from never-over --copy
      cardgen new my-deck.yaml --from blank
      cardgen new my-deck.yaml --from cards.csv
    """

    file: Annotated[Path, Option("The new file.", FilePath(metavar="FILE"), argument=True)]
    base: Annotated[
        str,
        Option(
            "The pack, the table or the folder of pictures to start from.",
            PackName(examples=True),
            name="from",
        ),
    ] = "never-over"
    copy: Annotated[bool, Option("Make a full copy instead of a variant.")] = False
    name: Annotated[
        str | None, Option("The name of the new pack. Default: the file's name", Text("TEXT"))
    ] = None
    force: Annotated[bool, Option("Replace a file that is already there.")] = False

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for an existing file, and for an unreadable name."""
        from ..pack.values import MOST_LINE

        yield from super().option_problems(pack)
        file = yaml_file(self.file)
        if file.exists() and not self.force:
            yield Problem(f"{file} is already there; choose another name, or add --force to replace it")
        title = self._pack_title(file)
        if not 0 < len(title.strip()) <= MOST_LINE or not title.isprintable():
            yield Problem(f"--name takes 1 to {MOST_LINE} visible characters")

    def run_without_pack(self, progress: Progress) -> Result:
        """Write the pack, with the schema that it names and the files beside an example."""
        from ..pack import library

        file = yaml_file(self.file)
        title, beside, notes = self._pack_title(file), list[ResultFile](), list[str]()
        example = library.example_files().get(self.base)
        about = f"a {'copy' if self.copy or example else 'variant'} of {self.base}"
        if example is not None:
            text, beside = _renamed_example(example, title), list(_files_beside_example(example, file))
        elif library.is_table(self.base):
            text, about, beside, notes = _pack_of_table(Path(self.base), file, title)
        elif Path(self.base).is_dir():
            text, about = (
                _pack_of_pictures(Path(self.base), file, title),
                f"the pictures of {self.base} as cards",
            )
        else:
            text = _copy_text(self.base, title) if self.copy else _variant_text(self.base, file, title)
        made, schema = files_with_schema(file, text)
        next_step = f"Next: open {file} in an editor, change a quantity, and run `cardgen build {file}`."
        files = [replace(made, about=about), schema, *beside]
        return Result(files, notes=tuple(notes), next_step=next_step, named=file)

    def _pack_title(self, file: Path) -> str:
        """Return the pack's name, from its file's name if none is given."""
        if self.name is not None:
            return self.name
        words = "".join(letter if letter.isprintable() else " " for letter in file.stem)
        title = words.replace("-", " ").replace("_", " ").strip().capitalize()
        return title[:_LONGEST_TITLE].strip() or "My pack"


def _files_beside_example(example: Path, file: Path) -> Iterator[ResultFile]:
    """Yield copies of the pictures and tables beside an example. Raises UsageError for existing files."""
    from ..sandbox import untrusted

    for source in sorted(example.parent.rglob("*")):
        if not source.is_file() or source == example or source.suffix in (".py", ".pyc"):
            continue
        path, data = file.parent / source.relative_to(example.parent), source.read_bytes()
        if path.parent != file.parent and path.parent.is_symlink():
            raise UsageError(f"{path.parent} is a link to another folder: use a new folder")
        if path.exists() and untrusted.read_plain_file(path, len(data) + 1) != data:
            raise UsageError(f"{path} is already there, with other contents: use a new folder")
        yield ResultFile(path, data)


def _renamed_example(example: Path, title: str) -> str:
    """Return the text of an example with another name."""
    text = example.read_text(encoding="utf-8")
    line = f'name: "{_escaped_for_double_quotes(title)}"'
    return re.sub(r"^name: .*$", lambda _: line, text, count=1, flags=re.MULTILINE)


def _escaped_for_double_quotes(title: str) -> str:
    return title.replace("\\", "\\\\").replace('"', '\\"')


def _variant_text(base: str, file: Path, title: str) -> str:
    """Return the text of a new variant of the base. If the base is itself a variant, both have the same base.

    Raises UsageError for a variant of a pack that does not come with cardgen.
    """
    from ..pack import folders, library
    from ..pack.yaml_text import as_yaml

    resolved = library.resolve(base)
    own = dict(next(iter(resolved.sources.values())).data)
    parent = own.pop("extends", None)
    # The new pack has its own name, and an edition belongs to a name.
    for key in ("name", "edition"):
        own.pop(key, None)
    shipped = library.pack_file(base).parent == folders.bundled_folder("packs")
    if parent is None:
        name, body = base if shipped else _relative_path(base, file), _quantity_comment_lines(resolved.data)
    elif parent in library.bundled_pack_names():
        name, body = str(parent), as_yaml(own).splitlines()
    else:
        raise UsageError(f"{base} is itself a variant of a pack of its own folder; add --copy")
    said = f"# A variant of {name}: write only what differs."
    lines = [said, as_yaml({"extends": name}).rstrip()]
    return "\n".join([*lines, f'name: "{_escaped_for_double_quotes(title)}"', "", *body, ""])


def _pack_of_pictures(pictures: Path, file: Path, title: str) -> str:
    """Return the text of a pack whose cards are the pictures of a folder. Raises UsageError."""
    from ..pack.picture_folders import yaml_of_folder
    from ..sandbox import child, untrusted

    named = _relative_path(str(pictures), file, "where a pack may look")
    work = (yaml_of_folder, pictures, named, title)
    readable = untrusted.readable_entries(pictures)
    with child.child_messages(*work, limits=child.PICTURE, readable=readable) as messages:
        made: bytes = next(value for kind, value in messages if kind == "done")
    return made.decode()


def _pack_of_table(table: Path, file: Path, title: str) -> tuple[str, str, list[ResultFile], list[str]]:
    """Return a pack whose cards are the rows of a table: its text, what it is, files beside it, and notes.

    file: of the pack. Raises UsageError if the table cannot be read.
    """
    from ..pack.tables import MOST_BYTES
    from ..sandbox import child, untrusted
    from .spreadsheet_decks import SpreadsheetPack, pack_of_spreadsheet, unused_table

    try:
        data = untrusted.read_plain_file(table, MOST_BYTES)
    except OSError as error:
        raise UsageError(f"{table} could not be read: {error.strerror or error}") from error
    try:
        path = table.resolve().relative_to(file.parent.resolve()).as_posix()
        untrusted.admit(file.parent, path)
    except ValueError:  # A pack may not name it.
        path = ""
    copy = unused_table(file)
    work = (pack_of_spreadsheet, data, table.name, title, path, copy.name)
    try:
        made = child.run_confined(*work, limits=child.TABLE, returns=[SpreadsheetPack])
    except child.OverLimit as error:
        raise UsageError(f"reading {table} {error}: copy the table alone into a new file") from None
    notes = list(made.notes)
    missing = [name for name in made.pictures if not (file.parent / name).exists()]
    if missing:
        few = ", ".join(missing[:_MOST_MISSING]) + (", ..." if missing[_MOST_MISSING:] else "")
        notes.append(f"put the pictures that the table names beside {file.name}; missing: {few}")
    beside = [ResultFile(copy, made.table.encode(), f"the cards of {table.name}")] if made.table else []
    return made.text, f"the cards of {table.name} in the layout {made.layout}", beside, notes


def _relative_path(base: str, file: Path, reason: str = "where a variant may look; add --copy") -> str:
    """Return the path of `base` relative to a new file's folder, with "/" between its parts.

    reason: the end of the error message. Raises UsageError if the path is not in or below that folder.
    """
    path = Path(base).resolve()
    folder = file.parent.resolve()
    if not path.is_relative_to(folder):
        raise UsageError(f"{base} is not in {file.parent} or below it, {reason}")
    return path.relative_to(folder).as_posix()


def _quantity_comment_lines(data: "dict[str, Data]") -> list[str]:
    """Return lines of comments with the base's style and quantities, which the user can uncomment
    and change.
    """
    lines = [
        "# Uncomment and change what you like; a quantity of 0 removes a card.",
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


def _copy_text(base: str, title: str) -> str:
    from ..pack import folders, library
    from ..pack.yaml_text import as_yaml

    resolved = library.resolve(base)
    data = {"format": 1, **resolved.data, "name": title}
    if title != resolved.data.get("name"):
        data.pop("edition", None)
    if library.pack_file(base).parent == folders.bundled_folder("packs"):
        # Those tables are beside the packs that come with cardgen, and are not copied.
        data.pop("languages", None)
    return f"# A copy of {base}, to change at will.\n{as_yaml(data)}"
