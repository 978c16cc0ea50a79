"""Where a card stands in a pack's text or table, and which cards a place in the text is about."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from ..errors import KeyPath, PackError
from ..pack.conditions import are_met
from ..pack.model import Card, Pack
from ..pack.tables import read_table
from ..pack.values import ByColumn
from ..pack.yaml import Loader
from .editing import end_of_value


def text_range(text: str, path: Sequence[str]) -> tuple[int, int] | None:
    """Return the range of characters (start, end) that a path's key and value take up in a text.

    If the text has only a part of the path, return the range of the last key that it has; None if it has not
    even two of them.
    """
    node: Any = yaml.compose(text, Loader)
    found, depth = None, 0
    for part in path:
        below = _key_and_value(node, part)
        if below is None:
            break
        found, node, depth = below, below[1], depth + 1
    if found is None or depth < min(2, len(path)):
        return None
    key, value = found
    start = (key or value).start_mark.index
    return start, _end_of_text(text, start, value)


def path_at(text: str, offset: int) -> list[str]:
    """Return the path of keys to the value around a character of the text; [] outside of all values."""
    node: Any = yaml.compose(text, Loader)
    path: list[str] = []
    while node is not None:
        pairs: list[tuple[str, int, Any]] = []
        if isinstance(node, yaml.MappingNode):
            pairs = [(key.value, key.start_mark.index, value) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            pairs = [(str(n), value.start_mark.index, value) for n, value in enumerate(node.value)]
        inside = [pair for pair in pairs if isinstance(pair[0], str) and pair[1] <= offset]
        if not inside:
            break
        name, start, value = inside[-1]
        line = text.find("\n", _end_of_text(text, start, value))
        if offset > (len(text) if line < 0 else line):
            break
        path.append(name)
        # An alias belongs to another place.
        node = value if value.start_mark.index >= start else None
    return path


def cards_at(pack: Pack, path: Sequence[str]) -> list[str]:
    """Return the ids of the cards that the value at a path concerns.

    The value may be a card, a list or a suit of cards, or a layout. A box of a layout concerns the cards that
    meet its conditions. A value that a column chooses concerns the cards for which it is chosen.
    """
    where = tuple(path)
    if where[:1] == ("layouts",) and len(where) > 1:
        return [card.id for card in pack.cards if _has_rule(pack, card, where[1], where[2:])]
    if len(where) < 2:
        return []
    below = [card.id for card in pack.cards if tuple(card.path[: len(where)]) == where]
    around = [card.id for card in pack.cards if where[: len(card.path)] == tuple(card.path)]
    # What a list or a suit says of all its cards, such as its layout, and the table that they come from.
    return below or around or [card.id for card in pack.cards if tuple(card.path[:2]) == where[:2]]


def _has_rule(pack: Pack, card: Card, layout: str, rule: tuple[str, ...]) -> bool:
    """Tell whether a part of a layout applies to a card.

    layout: the card's layout, or one that it extends. rule: the path of the part in the layout, such as
    ("boxes", "title", "color", "Spell").
    """
    if card.kind != "layout" or layout not in _layout_with_extended_names(pack, card.layout):
        return False
    box = pack.layout(card.layout).boxes.get(rule[1]) if rule[:1] == ("boxes",) and rule[1:] else None
    if box is None:
        return True
    if box.on is False or not are_met(box.when, card.values):
        return False
    value = getattr(box, rule[2], None) if rule[2:] else None
    if not isinstance(value, ByColumn) or not rule[3:] or rule[3] == "by":
        return True
    chosen = card.values.get(value.column, "none")
    return rule[3] == (chosen if chosen in value.choices else "else")


def _layout_with_extended_names(pack: Pack, name: str | None) -> set[str]:
    """Return the name of a layout with the names of all layouts that it extends, directly or not."""
    found = set[str]()
    while name and name not in found:
        found.add(name)
        name = pack.layouts[name].extends if name in pack.layouts else None
    return found


def _end_of_text(text: str, start: int, value: Any) -> int:
    """Return the index just after a value, before the line breaks that follow. For an alias, return `start`.

    start: the index at which the key of the value, or the value, starts.
    """
    end = max(start, end_of_value(value))
    return start + len(text[start:end].rstrip())


def _key_and_value(node: Any, part: str) -> tuple[Any, Any] | None:
    """Return the (key, value) nodes at a key, or (None, value) at an index; None if there is none."""
    if isinstance(node, yaml.MappingNode):
        return next((pair for pair in node.value if pair[0].value == part), None)
    if isinstance(node, yaml.SequenceNode) and part.isdecimal() and int(part) < len(node.value):
        return None, node.value[int(part)]
    return None


def rows_of_cards(pack: Pack) -> dict[KeyPath, tuple[str, int]]:
    """Return the file and the row (as spreadsheets count) of each card of a table, by the card's path."""
    found: dict[KeyPath, tuple[str, int]] = {}
    for place, group in enumerate(pack.lists):
        if group.table is None:
            continue
        with contextlib.suppress(PackError):
            rows = read_table(Path(group.table.file), group.table.sheet, pack.language).rows
            for number, row in enumerate(rows):
                path = ("cards", str(place), "rows", str(number))
                found[path] = (group.table.file, row.mark.line)
    return found


def row_of(pack: Pack, card: Card) -> dict[str, Any] | None:
    """Return the row of a table that contains a card; None if no table does.

    The row has the full name of the file (`file`), the row's number as spreadsheets count (`row`), and the
    headings by the names of the columns (`heads`).
    """
    if len(card.path) < 4 or card.path[0] != "cards" or card.path[2] != "rows":
        return None
    place = int(card.path[1])
    group = pack.lists[place] if place < len(pack.lists) else None
    if group is None or group.table is None:
        return None
    try:
        rows = read_table(Path(group.table.file), group.table.sheet, pack.language).rows
    except PackError:
        return None
    place = int(card.path[3])
    if place >= len(rows):
        return None
    return {"file": group.table.file, "row": rows[place].mark.line, "heads": dict(group.columns)}
