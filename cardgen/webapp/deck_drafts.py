"""Decks that are not made yet: a spreadsheet and pictures that were dropped on the page.

What was dropped is kept in a temporary folder, where its cards are drawn in each layout, and comes into the
folder of packs when the user makes the deck.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from ..colour.placeholder_pictures import is_placeholder, placeholder_picture
from ..errors import UsageError
from ..jobs.schema import files_with_schema
from ..jobs.spreadsheet_decks import (
    MOST_PICTURES,
    Deck,
    Proposal,
    guess_roles,
    is_picture,
    pack_text,
    preview_rows,
    proposals,
    read_sheet,
    roles,
    sample_rows,
    sample_text,
    table_heads,
    table_text,
    unused_table,
)
from ..languages.catalogue import translated_languages
from ..output.files import write_file, write_files
from ..pack.tables import MOST_TITLES
from ..sandbox import untrusted
from ..units import quoted_value

#: Maximum size of a picture in bytes, and of all pictures that are kept for a deck.
MOST_PICTURE, _MOST_KEPT = 20 << 20, 300 << 20
#: The first bytes of files by their suffixes, without a mark and blanks.
_BEGINNINGS = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".svg": (b"<svg", b"<?xml", b"<!DOCTYPE svg", b"<!--"),
}
#: The same of other files that a pack may name: fonts and sets of icons.
_OTHER_BEGINNINGS = {
    ".ttf": (b"\0\1\0\0", b"true"),
    ".json": (b"{",),
}


def picture_name(name: str, data: bytes) -> str:
    """Return the file name under which a dropped picture, or another file that a pack may name, is written.

    Raises UsageError for other formats, files that are too large, and content that does not match the suffix.
    """
    # Some systems write é as e and an accent, which is no letter by itself.
    name = unicodedata.normalize("NFC", name)
    plain = re.sub(r"[^\w .()+-]", "-", re.split(r"[/\\]", name)[-1]).lstrip(". -")
    suffix = Path(plain).suffix.lower()
    beginnings = (_BEGINNINGS | _OTHER_BEGINNINGS).get(suffix)
    if beginnings is None:
        raise UsageError(
            f"{quoted_value(name)} is no picture that cards can show: save it as PNG, JPEG or SVG"
        )
    if len(data) > MOST_PICTURE:
        raise UsageError(f"{quoted_value(name)} is larger than {MOST_PICTURE >> 20} MB: save it smaller")
    if not data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(beginnings):
        how = "save it as PNG, JPEG or SVG" if suffix in _BEGINNINGS else "fetch it once more"
        raise UsageError(f"{quoted_value(name)} does not hold what its name says: {how}")
    return plain[-120:]


def write_picture(
    folder: Path, name: str, data: bytes, replace: bool, named_paths: Iterable[str] = ()
) -> dict[str, Any]:
    """Write a dropped picture where a pack names it, or else beside the pack; return {"name": NAME}.

    named_paths: the paths that the pack names, relative to the folder. A path matches if its file name is
    that of the picture, in capitals or small letters. Of several matches, the first one whose file is missing
    or a stand-in is used. If there is a match, the answer also has "in_pack": True. If another picture of
    this name exists, nothing is written, and the answer has "exists": True, unless that picture is a stand-in
    or `replace` is set. Raises UsageError for files that are no pictures, for links, and if a file cannot be
    read.
    """
    plain = picture_name(name, data)
    alike = [
        each
        for each in dict.fromkeys(named_paths)
        if _comparable_file_name(PurePosixPath(each).name) == _comparable_file_name(plain)
    ]
    alike = [each for each in alike if is_inside(folder, each)]
    plain = next((each for each in alike if is_lacking(folder, each)), (alike or [plain])[0])
    answer = {"name": plain, **({"in_pack": True} if alike else {})}
    file = folder / plain
    if file.is_symlink():
        raise UsageError(f"{plain} is a link in the pack's folder, which the studio does not follow")
    if file.exists() and not replace and not is_lacking(folder, plain):
        try:
            there = untrusted.read_plain_file(file, MOST_PICTURE)
        except OSError as error:
            raise UsageError(f"{plain} could not be read: {error.strerror or error}") from error
        return answer if there == data else {**answer, "exists": True}
    write_file(file, data)
    return answer


def is_inside(folder: Path, name: str) -> bool:
    """Tell whether a name relative to a folder is of a file in it or below, also where links lead."""
    return ".." not in Path(name).parts and (folder / name).resolve().is_relative_to(folder.resolve())


def is_lacking(folder: Path, name: str) -> bool:
    """Tell whether a picture that is named relative to a folder is missing there, or only a stand-in."""
    try:
        return is_placeholder(untrusted.read_beside(folder, name, MOST_PICTURE))
    except FileNotFoundError:
        return True
    except (OSError, ValueError, untrusted.Unreachable):
        return False


class DeckDraft:
    """A spreadsheet and pictures of which a deck is to be made."""

    def __init__(self, home: Path, name: str, data: bytes) -> None:
        """Begin a draft with the bytes of a spreadsheet.

        home: the folder of the deck. name: the file name of the spreadsheet. Raises UsageError if it cannot
        be read.
        """
        self._home, self._name, self._data = home, name, data
        self._sheet, self.sheets, self._said = read_sheet(data, name, None)
        #: The sheet and the language that were chosen.
        self._choices: tuple[str | None, str | None] = None, None
        self.folder = Path(tempfile.mkdtemp(prefix="cardgen-deck-")).resolve()
        #: The dropped pictures by the keys of their names: the name, and the file that has them.
        self._pictures: dict[str, tuple[str, Path]] = {}
        self._kept = 0
        self._deck: Deck | None = None
        self._held: list[str] = []
        self._proposals: list[Proposal] = []
        #: The keys of the pictures drawn of it.
        self.keys: set[str] = set()

    def close(self) -> None:
        """Remove the draft's temporary folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def add_picture(self, name: str, data: bytes) -> str:
        """Keep a dropped picture and return its name.

        Raises UsageError for files that are no pictures, and if there are too many.
        """
        plain = picture_name(name, data)
        if len(self._pictures) >= MOST_PICTURES or self._kept + len(data) > _MOST_KEPT:
            raise UsageError(
                "these are more pictures than are taken at once: add the others to the deck later"
            )
        file = self.folder / f"kept-{len(self._pictures)}{Path(plain).suffix.lower()}"
        write_file(file, data)
        self._pictures[_comparable_file_name(plain)] = plain, file
        self._kept += len(data)
        return plain

    def choose(
        self,
        sheet: str | None,
        language: str | None,
        head_row: int | None,
        column_roles: Sequence[str] | None,
    ) -> dict[str, Any]:
        """Set the sheet and the roles of its columns; return columns, rows and missing pictures for the page.

        sheet: the name of one of the spreadsheet's sheets. language: that of the cards, whose decimal sign
        numbers get. head_row: the number of the row with headings, 0 for none. column_roles: the role of each
        column, "" for none. None: cardgen guesses. Raises UsageError for roles that are unknown or used
        twice, and for a table that cannot be read.
        """
        if language not in (None, "en", *translated_languages()):
            raise UsageError(f"there is no language {quoted_value(language)}")
        if (sheet, language) != self._choices:
            self._sheet, self.sheets, self._said = read_sheet(self._data, self._name, sheet, language)
            self._choices = sheet, language
        head_row = self._sheet.head_row if head_row is None else head_row
        deck = self._with_pictures(self._sheet.deck(head_row))
        if column_roles is None or len(column_roles) != len(deck.heads):
            column_roles = guess_roles(deck)
        known = roles()
        if not set(column_roles) <= {"", *known} or len(set(filter(None, column_roles))) < len(
            [*filter(None, column_roles)]
        ):
            raise UsageError("each column is shown once: choose what only one of them holds")
        self._deck, self._held, self._proposals = deck, [*column_roles], proposals(deck, column_roles)
        missing = [name for name in deck.pictures if self._picture(name) is None]
        return {
            "sheets": self.sheets,
            "language": self._sheet.language,
            "languages": ["en", *translated_languages()],
            "head_row": head_row,
            "head_rows": [*dict.fromkeys([0, *self._sheet.numbers[:MOST_TITLES], head_row])],
            "heads": deck.heads,
            "held": self._held,
            "roles": known,
            "rows": preview_rows(deck),
            "count": len(deck.rows),
            "missing": missing,
            "pictures": len(self._pictures),
            "said": self._said,
        }

    def _with_pictures(self, deck: Deck) -> Deck:
        """Return the deck with a column "picture", which holds for each title the dropped file of the same
        name.

        The deck is returned unchanged if a cell names a picture already, or if no file name matches a title.
        """
        if deck.pictures or not self._pictures:
            return deck
        held = guess_roles(deck)
        if "title" not in held or "picture" in (head.lower() for head in deck.heads):
            return deck
        stems = {_slug(Path(name).stem): name for name, _ in self._pictures.values()}
        named = [stems.get(_slug(row[held.index("title")]), "") for row in deck.rows]
        if not any(named):
            return deck
        rows = tuple((*row, name) for row, name in zip(deck.rows, named, strict=True))
        return Deck((*deck.heads, "picture"), rows)

    def _picture(self, name: str) -> bytes | None:
        """Return the bytes of a picture that a cell names, dropped or in the folder; None if it is
        missing."""
        kept = self._pictures.get(_comparable_file_name(Path(name).name))
        if kept is not None:
            return kept[1].read_bytes()
        try:
            found = untrusted.read_beside(self._home, name, MOST_PICTURE)
        except (OSError, ValueError, untrusted.Unreachable):
            return None
        return None if len(found) > MOST_PICTURE or is_placeholder(found) else found

    def sample_texts(self) -> list[tuple[str, str]]:
        """Return (layout, YAML of a pack with sample cards in it) for each proposed layout.

        Their pictures are written into the draft's folder.
        """
        if self._deck is None:
            return []
        rows = sample_rows(self._deck, self._held)
        names: dict[str, str] = {}
        for cell in dict.fromkeys(cell for row in rows for cell in row if is_picture(cell)):
            names[cell] = f"sample-{len(names)}{Path(cell).suffix.lower()}"
            data = self._picture(cell) or placeholder_picture(cell)
            file = self.folder / names[cell]
            if not file.exists() or file.read_bytes() != data:
                write_file(file, data)
        shown = [[names.get(cell, cell) for cell in row] for row in rows]
        return [(each.layout, sample_text(each, shown)) for each in self._proposals]

    def make(self, file: Path, title: str, layout: str) -> list[str]:
        """Write the pack file, its table and its pictures; return messages for the user.

        file: the pack to write. Raises UsageError if no layout is chosen, or a file is in the way.
        """
        proposal = next((each for each in self._proposals if each.layout == layout), None)
        if self._deck is None or proposal is None:
            raise UsageError("choose a layout first")
        if file.exists() or file.is_symlink():
            raise UsageError(f"there is a pack {file.name} already: choose another name")
        table = unused_table(file)
        heads, language = table_heads(self._deck, proposal), self._sheet.language
        pack, schema = files_with_schema(file, pack_text(title, table.name, heads, proposal, language))
        files = {
            table: table_text(heads, self._deck.rows).encode(),
            pack.path: pack.data,
            schema.path: schema.data,
        }
        missing = 0
        for name in self._deck.pictures:
            path = self._path_of_picture(name)
            if self._pictures.get(_comparable_file_name(path.name)) is None and path.exists():
                continue
            data = self._picture(name)
            missing += data is None
            data = data or placeholder_picture(name)
            if not is_lacking(self._home, name) and untrusted.read_plain_file(path, len(data) + 1) != data:
                raise UsageError(
                    f"there is another picture {name} in the folder already: rename one of the two"
                )
            files[path] = data
        write_files(files)
        return [f"{missing} pictures are missing: grey ones stand in for them"] if missing else []

    def _path_of_picture(self, name: str) -> Path:
        """Return the path for a picture that a cell names. Raises UsageError if it is outside of the
        folder."""
        if not is_inside(self._home, name):
            raise UsageError(f"{quoted_value(name)} is not beside the deck: write only the picture's name")
        return self._home / name


def _comparable_file_name(name: str) -> str:
    """Return what file names have in common that differ only in capitals, or in how accents are written."""
    return unicodedata.normalize("NFC", name).lower()


def _slug(text: str) -> str:
    """Return a text in small letters with hyphens between its words, for comparing names."""
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", text)).strip("-").casefold()
