"""What differs between two states of a table, row by row: rows added, removed and changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

#: Heads of columns that name a card, the surest first.
_NAMES = ("id", "name", "title")
#: Maximum number of rows without a partner that are held against one another.
_MOST_COMPARED = 200
_MOST_TITLE = 40

Rows = Sequence[tuple[int, Sequence[str]]]


class CellChange(NamedTuple):
    """A cell of a row that is in both states; "" for an empty one."""

    column: str
    before: str
    after: str


class TableRowName(NamedTuple):
    """A row by its number, as a spreadsheet program shows it, and by what it calls its card."""

    number: int
    title: str


class RowChange(NamedTuple):
    """A row that is in both states, and differs. row: as it is in the new one."""

    row: TableRowName
    cells: tuple[CellChange, ...]


class TableChanges(NamedTuple):
    """What differs between two states of a table."""

    #: How many rows stand below the heads now.
    rows: int
    added: tuple[TableRowName, ...] = ()
    #: With their numbers in the old state.
    removed: tuple[TableRowName, ...] = ()
    changed: tuple[RowChange, ...] = ()
    #: Heads of columns.
    added_columns: tuple[str, ...] = ()
    removed_columns: tuple[str, ...] = ()
    #: Whether the same rows stand in another order.
    is_reordered: bool = False

    def __bool__(self) -> bool:
        """Tell whether anything differs."""
        return any(self[1:])


class _Row(NamedTuple):
    number: int
    #: Head to text, without empty cells.
    cells: dict[str, str]

    @property
    def key(self) -> frozenset[tuple[str, str]]:
        return frozenset(self.cells.items())


def table_changes(old: Rows, new: Rows) -> TableChanges:
    """Return what differs between the rows of a table before and now, each with its heads as the first row.

    Rows are the same where a column with names tells so; then where all cells are equal; then the most
    similar ones, where more than half of their cells are equal.
    """
    before, after = list(_numbered_rows(old)), list(_numbered_rows(new))
    old_heads, new_heads = _first_row(old), _first_row(new)
    pairs = _row_pairs(before, after, [head for head in new_heads if head in old_heads])
    partner = dict(pairs)
    of_old = set(partner.values())
    added = [each for place, each in enumerate(after) if place not in partner]
    removed = [each for place, each in enumerate(before) if place not in of_old]
    heads = list(dict.fromkeys([*new_heads, *old_heads]))
    title = _title_column(heads)
    changed = []
    for place in sorted(partner):
        one, other = before[partner[place]], after[place]
        cells = tuple(
            CellChange(head, one.cells.get(head, ""), other.cells.get(head, ""))
            for head in heads
            if one.cells.get(head, "") != other.cells.get(head, "")
        )
        if cells:
            changed.append(RowChange(_row_name(other, title), cells))
    order = [partner[place] for place in sorted(partner)]
    return TableChanges(
        len(after),
        tuple(_row_name(each, title) for each in added),
        tuple(_row_name(each, title) for each in removed),
        tuple(changed),
        tuple(head for head in new_heads if head not in old_heads),
        tuple(head for head in old_heads if head not in new_heads),
        order != sorted(order),
    )


def _first_row(rows: Rows) -> list[str]:
    return [head for cell in (rows[0][1] if rows else ()) if (head := cell.strip())]


def _numbered_rows(rows: Rows) -> Iterable[_Row]:
    heads = [cell.strip() for cell in rows[0][1]] if rows else []
    for number, cells in rows[1:]:
        texts = {
            head: text for head, cell in zip(heads, cells, strict=False) if head and (text := cell.strip())
        }
        if texts:
            yield _Row(number, texts)


def _title_column(heads: Sequence[str]) -> str:
    """Return the head of the column with what people call a card; "" where none is named so."""
    by_name = {head.lower(): head for head in heads}
    return next((by_name[name] for name in ("title", "name", "id") if name in by_name), "")


def _row_name(row: _Row, title: str) -> TableRowName:
    said = row.cells.get(title) or next(iter(row.cells.values()))
    said = " ".join(said.split())
    return TableRowName(row.number, said if len(said) <= _MOST_TITLE else said[: _MOST_TITLE - 1] + "…")


def _row_pairs(before: Sequence[_Row], after: Sequence[_Row], heads: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places of rows after and before that are the same row."""
    pairs: list[tuple[int, int]] = []
    key = _key_column(before, after, heads)
    if key:
        places = {row.cells[key]: place for place, row in enumerate(before)}
        pairs += (
            (place, places[row.cells[key]]) for place, row in enumerate(after) if row.cells[key] in places
        )
    else:
        waiting: dict[frozenset[tuple[str, str]], list[int]] = {}
        for place in range(len(before) - 1, -1, -1):
            waiting.setdefault(before[place].key, []).append(place)
        pairs += ((place, waiting[row.key].pop()) for place, row in enumerate(after) if waiting.get(row.key))
    found, taken = {place for place, _ in pairs}, {place for _, place in pairs}
    new = [place for place in range(len(after)) if place not in found][:_MOST_COMPARED]
    old = [place for place in range(len(before)) if place not in taken][:_MOST_COMPARED]
    for place in new:
        alike = {other: _similarity(before[other], after[place]) for other in old}
        best = max(alike, key=lambda other: alike[other], default=None)
        if best is not None and alike[best] > 0.5:
            pairs.append((place, best))
            old.remove(best)
    return pairs


def _key_column(before: Sequence[_Row], after: Sequence[_Row], heads: Sequence[str]) -> str:
    """Return the head of a column that names each row and none twice, in both states; "" for none."""

    def names_all(head: str) -> bool:
        texts = [[row.cells.get(head, "") for row in rows] for rows in (before, after)]
        return all(all(each) and max(Counter(each).values(), default=0) <= 1 for each in texts)

    by_name = {head.lower(): head for head in heads}
    wanted = [by_name[name] for name in _NAMES if name in by_name] + list(heads[:1])
    return next(filter(names_all, wanted), "")


def _similarity(one: _Row, other: _Row) -> float:
    """Return which part of the cells that are not empty in both rows are equal."""
    heads = one.cells.keys() | other.cells.keys()
    return sum(one.cells.get(head) == other.cells.get(head) for head in heads) / len(heads)
