"""A deck from a spreadsheet: what its columns hold, the layouts that show them, and the lines of its pack."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from ..errors import PackError, UsageError
from ..pack.failed_formulas import FAILED, UNSAVED
from ..pack.layouts import Layout, builtin_layouts
from ..pack.placeholders import names_in_braces
from ..pack.tables import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_HEAD,
    MOST_ROWS,
    MOST_TITLES,
    Rows,
    card_table,
    column_letters,
    encoding_of,
    heading_row,
    quantity_in,
    rows_in,
    sheet_names,
)
from ..pack.yaml_text import yaml_key, yaml_value
from ..text.icons import builtin_icon
from ..units import CARDS, MM

#: The words of headings for what a column holds, in the languages that cardgen speaks. A word may have
#: several meanings, such as "nombre": the contents of its column choose.
_WORDS = {
    "title": "title name card titel karte kartenname bezeichnung titre nom carte título nombre carta",
    "text": "text rules rule effect ability description body regeln regel effekt fähigkeit beschreibung "
    "texte règles effet texto reglas efecto descripción",
    "picture": "picture image art artwork illustration file bild grafik datei fichier imagen ilustración "
    "archivo",
    "quantity": "quantity qty count copies amount # anzahl menge exemplare stück number nombre quantité nb "
    "cantidad copias",
    "cost": "cost price mana kosten preis coût prix coste costo precio",
    "kind": "kind type class category art typ klasse kategorie catégorie tipo clase categoría",
    "saying": "saying flavor flavour quote zitat spruch citation cita",
    "strength": "strength attack power atk stärke angriff force attaque fuerza ataque",
    "health": "health toughness life hp defence defense leben lebenspunkte vie salud vida",
    "number": "number no nr nummer numéro número",
    "symbol": "symbol icon sign icône icono símbolo",
    "notes": "notes remarks notizen bemerkungen remarques notas",
}
#: Headings that only one of these languages has.
_WORDS_BY_LANGUAGE = {
    "de": "titel karte kartenname bezeichnung regel regeln effekt fähigkeit beschreibung bild grafik datei "
    "anzahl menge exemplare stück kosten preis klasse kategorie spruch stärke angriff leben lebenspunkte "
    "nummer notizen bemerkungen",
    "fr": "titre nom texte règles effet fichier quantité nb coût prix catégorie attaque vie numéro icône "
    "remarques",
    "es": "título nombre carta texto reglas efecto descripción imagen ilustración archivo cantidad copias "
    "coste costo precio clase categoría cita fuerza ataque salud vida símbolo notas",
    "it": "titolo testo regole effetto descrizione immagine quantità copie costo prezzo categoria forza "
    "attacco numero simbolo",
    "nl": "naam kaart tekst regels beschrijving afbeelding plaatje aantal prijs categorie citaat kracht "
    "aanval levens",
    "pl": "tytuł nazwa karta tekst zasady efekt opis obraz obrazek plik liczba ilość koszt cena rodzaj cytat "
    "siła atak życie uwagi",
}
#: Columns that mean the same for every layout.
_COMMON = ("quantity", "picture", "id", "notes")
#: Columns with a meaning of their own in every pack.
MEANINGS = (*_COMMON, "name", "layout", "back")
#: The boxes that may show a column whose own box a layout does not have.
_STAND_INS = {
    "cost": ("corner", "points", "value", "number", "index"),
    "corner": ("cost", "points", "value", "number", "index"),
    "points": ("value", "corner", "cost", "number"),
    "value": ("points", "corner", "cost", "number"),
    "number": ("corner", "cost", "value", "points"),
    "kind": ("heading",),
    "saying": ("note", "footer"),
    "note": ("footer", "saying"),
    "footer": ("note", "saying"),
    "strength": ("left",),
    "health": ("right",),
}
_WEIGHTS = {"title": 3.0, "text": 3.0, "picture": 2.0}
#: What a box that stands in for another is worth.
_STAND_IN_WORTH = 0.4
#: Maximum numbers of proposed layouts, of cards drawn in each, and of rows shown of the table.
_MOST_LAYOUTS, MOST_SAMPLES, _MOST_SHOWN = 12, 3, 6
#: Maximum number of different pictures that a spreadsheet names: one that is missing takes about 10 ms.
MOST_PICTURES = 1_000
#: Maximum number of cells without a value that a message names.
_MOST_LOST = 6
#: Matches a cell that names a picture or a drawing.
_FILE = re.compile(r"[^\n\0{}*]{1,200}\.(?:png|jpe?g|svg)", re.IGNORECASE)


class Deck(NamedTuple):
    """The cards of a spreadsheet."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> list[list[str]]:
        """Return the cells of each column that are not empty."""
        return [[row[place] for row in self.rows if row[place]] for place in range(len(self.heads))]

    @property
    def pictures(self) -> list[str]:
        """Return the names of the picture files in the cells, each once."""
        return list(dict.fromkeys(cell for row in self.rows for cell in row if is_picture(cell)))


class Sheet(NamedTuple):
    """The non-empty rows of a spreadsheet's sheet, with the recognized row of headings, and the language in
    which its numbers are read.
    """

    rows: tuple[tuple[str, ...], ...]
    #: The number of each row, as spreadsheet programs count.
    numbers: tuple[int, ...]
    #: The number of the row that seems to have the names of the columns; 0 for none.
    head_row: int
    #: The language in which its numbers were read.
    language: str

    def deck(self, head_row: int) -> Deck:
        """Return the cards of the rows, with a unique heading for each column that has content.

        head_row: the number of the row with the names of the columns, above which there are no cards; 0 for
        none. Raises UsageError if there are no cards, no such row or too many pictures.
        """
        if head_row and head_row not in self.numbers:
            raise UsageError(f"row {head_row} of this table is empty")
        first = self.numbers.index(head_row) + 1 if head_row else 0
        rows = self.rows[first:]
        if not rows:
            raise UsageError(
                "there are only column names in this table: write a row for each card below them"
                if self.rows
                else "this table is empty: write a row for each card"
            )
        width = max(map(len, rows), default=0)
        given = self.rows[first - 1] if first else ()
        filled = [
            place
            for place in range(max(width, len(given)))
            if any(place < len(row) and row[place] for row in rows)
        ]
        heads = list[str]()
        for place in filled:
            head = " ".join((given[place] if place < len(given) else "").split())[:MOST_HEAD].strip()
            heads.append(_unused_heading(head or f"column {column_letters(place)}", heads))
        cells = tuple(
            tuple(_file_name(row[place]) if place < len(row) else "" for place in filled) for row in rows
        )
        deck = Deck(tuple(heads), cells)
        if len(deck.pictures) > MOST_PICTURES:
            raise UsageError(
                f"the table names more than {MOST_PICTURES:,} pictures: divide it into several tables"
            )
        return deck


def _unused_heading(head: str, heads: Sequence[str]) -> str:
    """Return a heading, with a number added if another column has the same name."""
    known = {each.lower() for each in heads}
    names = (head, *(f"{head[: MOST_HEAD - 5]} {n}" for n in range(2, 2 + MOST_COLUMNS)))
    return next(name for name in names if name.lower() not in known)


def is_picture(cell: str) -> bool:
    """Tell whether a cell holds the name of a picture file."""
    return _FILE.fullmatch(cell) is not None


def _file_name(cell: str) -> str:
    """Return a cell unchanged; if it is the path or the web address of a picture, return only the
    file name.
    """
    if is_picture(cell) and ("\\" in cell or ":" in cell or cell.startswith("/") or ".." in cell):
        return re.split(r"[/\\]", cell)[-1]
    return cell


def read_sheet(
    data: bytes, name: str, sheet: str | None, language: str | None = None
) -> tuple[Sheet, list[str], str]:
    """Return a sheet of a spreadsheet, the names of all sheets, and a message for the user or "".

    name: the file name, whose suffix tells the format. sheet: None for the first one. language: the one whose
    decimal sign numbers get; None for that of the headings. Raises UsageError for a file that cannot be read
    or is too long.
    """
    said = ""
    if len(data) > MOST_BYTES:
        raise UsageError(f"{name} is larger than {MOST_BYTES >> 20} MB: divide it into several tables")
    if name.lower().endswith((".csv", ".tsv")):
        data, said = _text_in_utf8(data, name)
    found, sheets, language = _read_rows(data, Path(name), sheet, language)
    numbers, rows, lost = _numbered_rows_and_failed_cells(found)
    if lost:
        said += (
            f"Formulas in {name} have no saved value: {', '.join(lost)}. These cells are left empty: open "
            "the file in a spreadsheet program, save it there, and begin again."
        )
    place = heading_row(rows)
    head_row = numbers[place] if _has_heads(rows[place:]) else 0
    return Sheet(tuple(rows), tuple(numbers), head_row, language), sheets, said


def _read_rows(
    data: bytes, file: Path, sheet: str | None, language: str | None
) -> tuple[Rows, list[str], str]:
    """Return the rows of a spreadsheet's sheet, the names of all sheets, and the language of its numbers.

    The arguments are those of read_sheet(). Raises UsageError as it does.
    """
    try:
        sheets = sheet_names(data, file)
        found = rows_in(data, file, sheet, language or "en")
        if language is None:
            language = _language_of_headings(cell for _, cells in found[:MOST_TITLES] for cell in cells)
            found = rows_in(data, file, sheet, language)
    except PackError as error:
        raise UsageError(
            "\n".join("; ".join(filter(None, (each.message, each.hint))) for each in error.problems)
        ) from error
    if len(found) > MOST_ROWS + 1:
        raise UsageError(f"the table has more than {MOST_ROWS:,} rows: divide it into several tables")
    return found, sheets, language


def _numbered_rows_and_failed_cells(
    rows_by_number: Rows,
) -> tuple[list[int], list[tuple[str, ...]], list[str]]:
    """Return the numbers of the rows that are not empty, their cells, and the names of cells without a value.

    A cell has no value if its formula failed or was not computed; its text becomes "". Names are such as
    "B7" or "B7 (#REF!)", which states the error. After _MOST_LOST names, the last one is "…".
    """
    numbers, rows, lost = list[int](), list[tuple[str, ...]](), list[str]()
    for number, cells in rows_by_number:
        row = [re.sub(r"\r\n?", "\n", cell).strip() for cell in cells[:MOST_COLUMNS]]
        for place, cell in enumerate(row):
            if cell == UNSAVED or FAILED.fullmatch(cell):
                lost.append(f"{column_letters(place)}{number}{'' if cell == UNSAVED else f' ({cell})'}")
                row[place] = ""
        if any(row):
            numbers.append(number)
            rows.append(tuple(row))
    return numbers, rows, lost if len(lost) <= _MOST_LOST else [*lost[:_MOST_LOST], "…"]


def _language_of_headings(heads: Iterable[str]) -> str:
    """Return the language whose words for what columns hold are most among headings; "en" for none."""
    words = {head.lower().strip(" :.*") for head in heads}
    fits = {language: len(words.intersection(own.split())) for language, own in _WORDS_BY_LANGUAGE.items()}
    best = max(fits, key=lambda language: fits[language])
    return best if fits[best] else "en"


def _text_in_utf8(data: bytes, name: str) -> tuple[bytes, str]:
    """Return a text file in UTF-8, and a message for the user if its encoding was guessed, else "".

    Raises UsageError if it is not text.
    """
    match encoding_of(data):
        case None:
            raise UsageError(f"{name} is no text that can be read: save it as CSV UTF-8, xlsx or ods")
        case "cp1252":
            said = f"{name} is not UTF-8 and was read as Windows-1252: look whether its letters are right."
            return data.decode("cp1252").encode(), said
        case encoding:
            return data.decode(encoding).encode(), ""


def _has_heads(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row seems to hold headings: short texts that differ, no numbers or files."""
    first = [cell for cell in rows[0] if cell] if rows else []
    plain = all(len(cell) <= MOST_HEAD and "\n" not in cell and not is_picture(cell) for cell in first)
    certain = len(rows) > 1 or any(
        cell.lower() in words.split() for cell in first for words in _WORDS.values()
    )
    return plain and len(set(first)) == len(first) and not any(map(_is_number, first)) and certain


def _is_number(cell: str) -> bool:
    """Tell whether a cell holds a decimal number."""
    return re.fullmatch(r"[-+]?\d+(?:[.,]\d+)?", cell, re.ASCII) is not None


# --- what the columns hold ------------------------------------------------------------------------


def roles() -> list[str]:
    """Return the roles that a column may have: the columns of the built-in layouts, the usual ones first."""
    named = (each for layout in _layouts_by_name().values() for each in columns_of(layout))
    return list(dict.fromkeys((*_WORDS, *named, "id")))


def columns_of(layout: Layout) -> list[str]:
    """Return the names of the columns that a layout shows."""
    shown = (
        name
        for box_name, box in layout.boxes.items()
        for name in ([box_name] if box.show is None else names_in_braces(box.show))
    )
    return [name for name in dict.fromkeys(shown) if builtin_icon(name) is None]


def _layouts_by_name() -> dict[str, Layout]:
    """Return the built-in layouts for cards of a table, by name."""
    return {name: each for name, each in builtin_layouts().layouts.items() if name != "score"}


def guess_roles(deck: Deck) -> list[str]:
    """Return the role that each column seems to have, by its heading and content; "" for none."""
    columns, known = deck.columns, roles()
    found = [""] * len(columns)
    for place, head in enumerate(deck.heads):
        word = head.lower().strip(" :.*")
        named = [role for role, words in _WORDS.items() if word in words.split()]
        named += [word] if word in known and word not in named else []
        found[place] = next(
            (role for role in named if role not in found and _may_hold(columns[place], role)), ""
        )
    free = [
        place for place, role in enumerate(found) if not role and deck.heads[place].lower() not in MEANINGS
    ]
    if "picture" not in found:
        _assign_roles(
            found, free, "picture", (place for place in free if mean(map(is_picture, columns[place])) > 0.5)
        )
    texts = [
        place
        for place in free
        if not any(map(is_picture, columns[place])) and not all(map(_is_number, columns[place]))
    ]
    if "title" not in found:
        short = (place for place in texts if mean(map(len, columns[place])) <= MOST_HEAD)
        _assign_roles(found, free, "title", short)
    if "text" not in found:
        long = [place for place in texts if not found[place] and mean(map(len, columns[place])) > 12]
        _assign_roles(
            found, free, "text", iter(sorted(long, key=lambda place: -mean(map(len, columns[place]))))
        )
    return found


def _assign_roles(roles: list[str], unassigned: list[int], role: str, places: Iterator[int]) -> None:
    """Give a role to the first place that an iterator yields, if any, and remove that place from
    `unassigned`.

    roles: the role of each column, which is changed. places: indices of columns.
    """
    place = next(places, None)
    if place is not None:
        roles[place] = role
        unassigned.remove(place)


def _may_hold(cells: Sequence[str], role: str) -> bool:
    """Tell whether the cells of a column are valid for a role."""
    if role == "quantity":
        quantities = map(quantity_in, cells)
        return all(quantity is not None and 0 <= quantity < 1000 for quantity in quantities)
    if role in ("picture", "back"):
        return all(map(is_picture, cells))
    if role == "id":
        return len(set(cells)) == len(cells)
    if role == "title":
        return not all(map(_is_number, cells))
    return True


# --- the pack -------------------------------------------------------------------------------------


class Proposal(NamedTuple):
    """A layout with the columns of a deck that it shows."""

    layout: str
    #: The name in the pack of each column; "" for one that no card shows.
    names: tuple[str, ...]
    worth: float


def proposals(deck: Deck, column_roles: Sequence[str]) -> list[Proposal]:
    """Return the layouts that show a deck's columns, the best first.

    column_roles: the role of each column, as guess_roles() returns them.
    """
    found = [_proposal(name, layout, column_roles) for name, layout in _layouts_by_name().items()]
    best = max((each.worth for each in found), default=0.0)
    fitting = [each for each in found if each.worth > best / 3]
    return sorted(fitting, key=lambda each: -each.worth)[:_MOST_LAYOUTS]


def _proposal(name: str, layout: Layout, column_roles: Sequence[str]) -> Proposal:
    """Return the proposal to use a layout for columns with these roles, with its score."""
    shows = columns_of(layout)
    names, worth = [""] * len(column_roles), 0.0
    for place, role in enumerate(column_roles):
        if role in shows:
            names[place] = role
            worth += _WEIGHTS.get(role, 1.0)
        elif role in _COMMON:
            names[place] = role
    for place, role in enumerate(column_roles):
        if role and not names[place]:
            stand_in = next(
                (
                    each
                    for each in _STAND_INS.get(role, ())
                    if each in shows and each not in (*names, *column_roles)
                ),
                "",
            )
            names[place] = stand_in
            worth += _STAND_IN_WORTH if stand_in else 0
    return Proposal(name, tuple(names), worth)


def sample_rows(deck: Deck, column_roles: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the rows to draw as samples: the first, the longest and one with a picture come first."""
    rows = list(deck.rows)
    longest = max(rows, key=lambda row: sum(map(len, row)))
    pictured = (row for row in rows if any(map(is_picture, row)))
    return list(dict.fromkeys([rows[0], longest, *pictured, *rows]))[:MOST_SAMPLES]


def _card_size(layout: str) -> str:
    """Return the card size of a layout as a pack file states it: a name, or "63.5 x 88.9 mm"."""
    sides = builtin_layouts().layouts[layout].card or (63.5 * MM, 88.9 * MM)
    width, height = (round(side / MM, 2) for side in sides)
    named = next(
        (name for name, (w, h) in CARDS.items() if abs(w - width) < 0.02 and abs(h - height) < 0.02), ""
    )
    return named or f"{width:g} x {height:g} mm"


def sample_text(proposal: Proposal, rows: Sequence[Sequence[str]]) -> str:
    """Return the YAML of a pack that has these rows as cards in the proposed layout."""
    cards: list[Any] = [
        {
            name: cell
            for name, cell in zip(proposal.names, row, strict=True)
            if name and name != "quantity" and cell
        }
        for row in rows
    ]
    lines = [
        "format: 1",
        "name: Sample",
        f"card: {{size: {_card_size(proposal.layout)}}}",
        f"cards: [{{layout: {proposal.layout}, rows: {yaml_value(cards)}}}]",
    ]
    return "\n".join(lines) + "\n"


def pack_text(title: str, table: str, heads: Sequence[str], proposal: Proposal, language: str = "en") -> str:
    """Return the YAML of a pack whose cards are the rows of a table.

    table: its file name. heads: its headings, as table_heads() returns them. language: that of the cards.
    """
    columns = {
        name: head for head, name in zip(heads, proposal.names, strict=True) if name and head.lower() != name
    }
    mapped = ", ".join(f"{yaml_key(name)}: {yaml_value(head)}" for name, head in columns.items())
    lines = [
        "format: 1",
        f"name: {yaml_value(title)}",
        *([f"language: {language}"] if language != "en" else []),
        f"card: {{size: {_card_size(proposal.layout)}, corner: 3 mm}}",
        "cards:",
        f"  - layout: {proposal.layout}",
        f"    table: {yaml_value(table)}",
        *([f"    columns: {{{mapped}}}"] if columns else []),
    ]
    return "\n".join(lines) + "\n"


class SpreadsheetPack(NamedTuple):
    """The pack of a spreadsheet's cards, in the layout that shows most of their columns."""

    #: The YAML of the pack.
    text: str
    #: The table to write beside the pack, as csv; "" if the pack reads the spreadsheet itself.
    table: str
    #: The names of the picture files in the cells.
    pictures: tuple[str, ...]
    layout: str
    #: Notes for the user.
    notes: tuple[str, ...]


def pack_of_spreadsheet(data: bytes, name: str, title: str, path: str, copy: str) -> SpreadsheetPack:
    """Return the pack of a spreadsheet's first sheet. Run this in a confined child.

    data, name: the contents and the name of the file. title: the pack's name. path: of the spreadsheet,
    relative to the pack; "" if a pack may not read it there. copy: the file name of the table that is read
    if the spreadsheet itself cannot be. Raises UsageError for a file without cards that a layout shows.
    """
    sheet, sheets, said = read_sheet(data, name, None)
    deck = sheet.deck(sheet.head_row)
    held = guess_roles(deck)
    proposal = next(iter(proposals(deck, held)), None)
    if proposal is None:
        raise UsageError(f"{name} has no column that a layout shows: call one title or text in its first row")
    heads = table_heads(deck, proposal)
    is_read_itself = bool(path) and _has_same_cards(data, name, sheet.language, heads, deck)
    text = pack_text(title, path if is_read_itself else copy, heads, proposal, sheet.language)
    unseen = [head for head, shown in zip(heads, proposal.names, strict=True) if not shown]
    notes = [
        *([said] if said else []),
        *([f"its sheet {sheets[0]} is read, and not {', '.join(sheets[1:])}"] if sheets[1:] else []),
        *([] if is_read_itself else [f"{name} was copied into {copy}: change the cards there"]),
        *([f"the layout {proposal.layout} does not show: {', '.join(unseen)}"] if unseen else []),
    ]
    table = "" if is_read_itself else table_text(heads, deck.rows)
    return SpreadsheetPack(text, table, tuple(deck.pictures), proposal.layout, tuple(notes))


def _has_same_cards(data: bytes, name: str, language: str, heads: Sequence[str], deck: Deck) -> bool:
    """Tell whether a pack that reads a spreadsheet's first sheet has the cards of a deck.

    heads: the headings that the pack needs.
    """
    try:
        table = card_table(Path(name), rows_in(data, Path(name), None, language))
    except PackError:
        return False
    theirs = [{head: cell for head, cell in row.values.items() if cell} for row in table.rows]
    return theirs == [
        {head: cell for head, cell in zip(heads, row, strict=True) if cell} for row in deck.rows
    ]


def unused_table(file: Path) -> Path:
    """Return a path of a csv file beside a new pack that is not there yet."""
    stems = (file.stem, *(f"{file.stem}-cards{f'-{n}' if n > 1 else ''}" for n in range(1, 100)))
    tables = (file.with_name(f"{stem}.csv") for stem in stems)
    return next(each for each in tables if not (each.exists() or each.is_symlink()))


def table_heads(deck: Deck, proposal: Proposal) -> list[str]:
    """Return the headings of the table to write.

    A heading is changed if the layout would take its column for another one.
    """
    shown = {*MEANINGS, *columns_of(builtin_layouts().layouts[proposal.layout])}
    heads = list[str]()
    for head, name in zip(deck.heads, proposal.names, strict=True):
        others = {*filter(None, proposal.names), *(() if name else shown)} - {name}
        free = f"{head} column"[:MOST_HEAD] if head.lower() in others else head
        heads.append(_unused_heading(free, [*heads, *others]))
    return heads


def table_text(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as csv text."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([heads, *rows])
    return out.getvalue()


def preview_rows(deck: Deck) -> list[list[str]]:
    """Return the first rows of a deck for a preview, with long cells cut."""
    return [[cell[:160] for cell in row] for row in deck.rows[:_MOST_SHOWN]]
