"""Compares two states of a table, row by row: rows added, removed and changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

#: Headings of columns that name a card, the most reliable first.
_NAMES = ("id", "name", "title")
#: Maximum number of unmatched rows that are compared by similarity.
_MOST_COMPARED = 200
_MOST_TITLE = 40

Rows = Sequence[tuple[int, Sequence[str]]]


class CellChange(NamedTuple):
    """A changed cell of a row that is in both states; "" for an empty one."""

    column: str
    before: str
    after: str


class TableRowName(NamedTuple):
    """A row's number, as a spreadsheet program shows it, and the name of its card."""

    number: int
    title: str


class RowChange(NamedTuple):
    """A changed row. row: its name in the new state."""

    row: TableRowName
    cells: tuple[CellChange, ...]


class TableChanges(NamedTuple):
    """The differences between two states of a table."""

    #: Number of rows below the headings in the new state.
    rows: int
    added: tuple[TableRowName, ...] = ()
    #: With their numbers in the old state.
    removed: tuple[TableRowName, ...] = ()
    changed: tuple[RowChange, ...] = ()
    #: Headings of columns.
    added_columns: tuple[str, ...] = ()
    removed_columns: tuple[str, ...] = ()
    #: Whether the same rows are in another order.
    is_reordered: bool = False

    def __bool__(self) -> bool:
        """Tell whether the two states differ."""
        return any(self[1:])


class _NumberedRow(NamedTuple):
    number: int
    #: Texts by heading, without empty cells.
    cells: dict[str, str]

    @property
    def key(self) -> frozenset[tuple[str, str]]:
        """Return the headings with the texts of the row, for finding equal rows."""
        return frozenset(self.cells.items())


def table_changes(old: Rows, new: Rows) -> TableChanges:
    """Return what differs between a table before and now; the first row of each has the headings.

    If a column has a unique name in each row, rows with the same name are paired; otherwise rows in which all
    cells are equal. The remaining rows are paired by similarity, if more than half of their cells are equal.
    """
    before, after = list(_numbered_rows(old)), list(_numbered_rows(new))
    old_heads, new_heads = _heads_of(old), _heads_of(new)
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


def _heads_of(rows: Rows) -> list[str]:
    """Return the headings that are not empty."""
    return [head for cell in (rows[0][1] if rows else ()) if (head := cell.strip())]


def _numbered_rows(rows: Rows) -> Iterable[_NumberedRow]:
    """Yield the rows below the headings that are not empty."""
    heads = [cell.strip() for cell in rows[0][1]] if rows else []
    for number, cells in rows[1:]:
        texts = {
            head: text for head, cell in zip(heads, cells, strict=False) if head and (text := cell.strip())
        }
        if texts:
            yield _NumberedRow(number, texts)


def _title_column(heads: Sequence[str]) -> str:
    """Return the heading of the column that names the cards; "" if there is none."""
    by_name = {head.lower(): head for head in heads}
    return next((by_name[name] for name in ("title", "name", "id") if name in by_name), "")


def _row_name(row: _NumberedRow, title_column: str) -> TableRowName:
    """Return the number of a row and the name of its card, cut if it is long.

    title_column: the heading of the column with names, or "" for the first filled one.
    """
    said = row.cells.get(title_column) or next(iter(row.cells.values()))
    said = " ".join(said.split())
    return TableRowName(row.number, said if len(said) <= _MOST_TITLE else said[: _MOST_TITLE - 1] + "…")


def _row_pairs(
    before: Sequence[_NumberedRow], after: Sequence[_NumberedRow], heads: Sequence[str]
) -> list[tuple[int, int]]:
    """Return the pairs of rows that belong together, as indices in `after` and `before`."""
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


def _key_column(before: Sequence[_NumberedRow], after: Sequence[_NumberedRow], heads: Sequence[str]) -> str:
    """Return the heading of a column that has a unique text in each row, before and after; "" if there is
    none."""

    def names_all(head: str) -> bool:
        texts = [[row.cells.get(head, "") for row in rows] for rows in (before, after)]
        return all(all(each) and max(Counter(each).values(), default=0) <= 1 for each in texts)

    by_name = {head.lower(): head for head in heads}
    wanted = [by_name[name] for name in _NAMES if name in by_name] + list(heads[:1])
    return next(filter(names_all, wanted), "")


def _similarity(one: _NumberedRow, other: _NumberedRow) -> float:
    """Return the share of equal cells, from 0 to 1, among those that are filled in at least one of two
    rows."""
    heads = one.cells.keys() | other.cells.keys()
    return sum(one.cells.get(head) == other.cells.get(head) for head in heads) / len(heads)
