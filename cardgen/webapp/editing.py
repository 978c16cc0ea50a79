"""Edits a pack's text for controls: inserts a value at its place, and leaves the other text unchanged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import yaml

from ..errors import Mark, Problem, UsageError
from ..pack.yaml import Data, Loader
from ..pack.yaml_text import yaml_key, yaml_value
from ..units import quoted_value

_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_MEANT = re.compile(r"did you mean (?:'([^']+)'|\"([^\"]+)\")\?")
_ALIAS = re.compile(r"\s*:\s+(\*[^\s,\]}]+)")
_LONG = 1000
#: Number of keys that are written on one line.
_IN_LINE = 3


class Edit(NamedTuple):
    """A range of characters (start, end) and the text that replaces it."""

    start: int
    end: int
    insert: str


def edit_for_value(
    text: str, path: Sequence[str], value: Data, merged: dict[str, Data], keys_on_one_line: int = _IN_LINE
) -> Edit:
    """Return the edit after which a pack's file has a value at a path.

    text: the file's text, which must be valid YAML. merged: the pack's data with those of its base; a list of
    the base is written out whole, as a part of it cannot be overridden. keys_on_one_line: how many of the new
    keys are written on one line. Raises UsageError if the text has no place for the value.
    """
    path, value = _path_and_value_of_whole_list(text, path, value, merged)
    node: Any = yaml.compose(text, Loader)
    for depth, part in enumerate(path):
        below = _child_node(node, part)
        if below is None:
            return _edit_for_new_keys(text, node, path[depth:], value, keys_on_one_line)
        if not node.start_mark.index <= below.start_mark.index <= end_of_value(node):
            return _edit_of_alias(text, node, path, depth, value, merged)
        node = below
    if isinstance(node, yaml.ScalarNode) and node.start_mark.index == node.end_mark.index:
        return Edit(node.start_mark.index, node.end_mark.index, " " + yaml_value(value))
    return Edit(node.start_mark.index, end_of_value(node), yaml_value(value))


def edit_for_addition(text: str, path: Sequence[str], value: Data, merged: dict[str, Data]) -> Edit | None:
    """Return the edit that adds a value to the end of a list; None if the list has it already.

    text, merged: as for edit_for_value(). path: of the list, which may not exist yet; one value in its place
    counts as a list of it. Raises UsageError if the text has no place for the list, or shares it.
    """
    known: Any = merged
    for part in path:
        known = _part_of_data(known, part)
    known = known if isinstance(known, list) else [] if known is None else [known]
    if value in known:
        return None
    node: Any = yaml.compose(text, Loader)
    for part in path:
        keys = (
            [key for key, _ in node.value if key.value == part] if isinstance(node, yaml.MappingNode) else []
        )
        node = _child_node(node, part)
        # What an alias stands for is before its place.
        if keys and node.start_mark.index < keys[0].end_mark.index:
            raise UsageError(f"{quoted_value(part)} is shared with another place: change it in the text")
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        return edit_for_value(text, path, [*known, value], merged)
    before, last = (node, *node.value)[-2:]
    if last.start_mark.index <= before.start_mark.index:
        raise UsageError(f"the end of {quoted_value(path[-1])} is shared: change it in the text")
    at = end_of_value(last)
    if node.flow_style:
        return Edit(at, at, f", {yaml_value(value)}")
    line = f"{' ' * node.start_mark.column}- {yaml_value(value)}"
    if text[at - 1] == "\n":
        # After a text of several lines.
        return Edit(at, at, f"{line}\n")
    rest = text.find("\n", at)
    at = len(text) if rest < 0 else rest
    return Edit(at, at, f"\n{line}")


def apply_edit(text: str, edit: Edit) -> str:
    """Return the text after an edit."""
    return text[: edit.start] + edit.insert + text[edit.end :]


def node_at(text: str, path: Sequence[str]) -> yaml.Node | None:
    """Return the YAML node at a path of a text, which must be valid YAML; None if the text has none."""
    node: Any = yaml.compose(text, Loader)
    for part in path:
        node = _child_node(node, part)
    return node  # type: ignore[no-any-return]


def _edit_without_item(text: str, path: Sequence[str]) -> Edit | None:
    """Return the edit that removes an item of a list; None if the list does not have it.

    If the list is in block style (an item on each line) and has only this item, an empty list is left.
    """
    items: Any = node_at(text, path[:-1])
    if not path[-1].isdecimal() or int(path[-1]) >= len(items.value):
        return None
    at = int(path[-1])
    item = items.value[at]
    if _is_shared(items, item):
        raise UsageError(f"{quoted_value(path[-1])} is shared with another place: change it in the text")
    begin, end = item.start_mark.index, end_of_value(item)
    if items.flow_style:
        if at + 1 < len(items.value):
            return Edit(begin, items.value[at + 1].start_mark.index, "")
        return Edit(end_of_value(items.value[at - 1]) if at else begin, items.end_mark.index - 1, "")
    if len(items.value) == 1:
        return Edit(items.start_mark.index, end, "[]")
    begin = text.rfind("\n", 0, text.rfind("-", 0, begin)) + 1
    rest = text.find("\n", max(end - 1, 0))
    return Edit(begin, len(text) if rest < 0 else rest + 1, "")


def edit_without_key(text: str, path: Sequence[str]) -> Edit | None:
    """Return the edit that removes a key with its value, or an item of a list; None if the text has neither.

    A mapping that would be left empty is removed too. Raises UsageError if an alias shares the key with
    another place.
    """
    if isinstance(node_at(text, path[:-1]), yaml.SequenceNode):
        return _edit_without_item(text, path)
    found = _mapping_and_index_to_remove(text, path)
    if found is None:
        return None
    outer, at = found
    name, value = outer.value[at]
    begin = name.start_mark.index
    if outer.flow_style:
        if at + 1 < len(outer.value):
            return Edit(begin, outer.value[at + 1][0].start_mark.index, "")
        return Edit(_end_of_pair(outer, at - 1, text) if at else begin, outer.end_mark.index - 1, "")
    end = name.end_mark.index if _is_shared(outer, value) else end_of_value(value)
    begin = text.rfind("\n", 0, begin) + 1
    rest = text.find("\n", max(end - 1, 0))
    return Edit(begin, len(text) if rest < 0 else rest + 1, "")


def _mapping_and_index_to_remove(text: str, path: Sequence[str]) -> tuple[Any, int] | None:
    """Return (mapping node, index of the key to remove in it); None if the text does not have the path.

    The key is the last key of the path, or the outermost key on the path whose mapping would be left empty.
    Raises UsageError if an alias on the path shares the key with another place.
    """
    node: Any = yaml.compose(text, Loader)
    found = None
    for depth, part in enumerate(path):
        if isinstance(node, yaml.SequenceNode):
            node, found = _child_node(node, part), None
            continue
        names = [each.value for each, _ in node.value] if isinstance(node, yaml.MappingNode) else []
        if part not in names:
            return None
        if len(names) > 1 or found is None:
            found = node, names.index(part)
        below = node.value[names.index(part)][1]
        if depth + 1 < len(path) and _is_shared(node, below):
            raise UsageError(f"{quoted_value(part)} is shared with another place: change it in the text")
        node = below
    return found


def edit_between(before: str, after: str) -> Edit:
    """Return the shortest single edit that turns one text into another."""
    start = len(_common_start_characters(before, after))
    same = len(_common_start_characters(before[start:][::-1], after[start:][::-1]))
    return Edit(start, len(before) - same, after[start : len(after) - same])


def _common_start_characters(one: str, other: str) -> list[str]:
    """Return the characters with which both texts begin, as a list."""
    return [a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))]


def _end_of_pair(node: Any, at: int, text: str) -> int:
    """Return the index at which the value of a key in braces ends. For an alias, it is the index of the
    following comma.
    """
    name, value = node.value[at]
    if _is_shared(node, value):
        return text.index(",", name.end_mark.index)
    return end_of_value(value)


def with_quantities(
    text: str, quantities: dict[str, dict[str, int]], merged: dict[str, Data], is_variant: bool
) -> str:
    """Return the text in which cards of suits have other quantities.

    text and merged: as for edit_for_value(). quantities: the new quantity of each rank, by suit. is_variant:
    whether the text extends a base; then 0 is written to remove a card, else the card is left out. Raises
    UsageError if the text has no place for them.
    """
    now = text
    for suit, ranks in quantities.items():
        cards = _part_of_data(_part_of_data(merged.get("suits"), suit), "cards") or {}
        others = {rank: n for rank, n in ranks.items() if n != _quantity_of_entry(cards.get(rank))}
        edits: dict[tuple[str, ...], Data] = {
            (rank,): _entry_with_quantity(cards.get(rank), n) for rank, n in others.items()
        }
        if not is_variant and 0 in others.values():
            every = {**cards, **{rank: _entry_with_quantity(cards.get(rank), n) for rank, n in ranks.items()}}
            edits = {(): {rank: each for rank, each in every.items() if each != 0}}
        for path, value in edits.items():
            at = edit_for_value(now, ["suits", suit, "cards", *path], value, merged)
            now = apply_edit(now, at)
    return now


def _quantity_of_entry(entry: Data) -> Data:
    """Return the quantity that a card's entry states: 1 if none, 0 without an entry."""
    return entry.get("quantity", 1) if isinstance(entry, dict) else entry or 0


def _entry_with_quantity(entry: Data, number: int) -> Data:
    """Return a card's entry with another quantity."""
    return {**entry, "quantity": number} if isinstance(entry, dict) and number else number


def _edit_of_alias(
    text: str, node: Any, path: Sequence[str], depth: int, value: Data, merged: dict[str, Data]
) -> Edit:
    """Return the edit that replaces an alias by its value, changed at the path; other aliases stay.

    depth: the index of the alias's key in the path. Raises UsageError if the alias is no value of a mapping.
    """
    found = None
    if isinstance(node, yaml.MappingNode):
        key = next(key for key, _ in node.value if getattr(key, "value", None) == path[depth])
        found = _ALIAS.match(text, key.end_mark.index)
    if found is None:
        raise UsageError(f"{quoted_value(path[depth])} is shared with another place: change it in the text")
    whole: Any = merged
    for part in path[: depth + 1]:
        whole = _part_of_data(whole, part)
    return Edit(found.start(1), found.end(1), yaml_value(_data_with_value(whole, path[depth + 1 :], value)))


def _path_and_value_of_whole_list(
    text: str, path: Sequence[str], value: Data, merged: dict[str, Data]
) -> tuple[Sequence[str], Data]:
    """Return the path and the changed value of the whole list, if the path leads into a list of the base.

    This is because a part of a list cannot be overridden. Any other path and value are returned unchanged.
    """
    node: Any = yaml.compose(text, Loader)
    below: Any = merged
    for depth, part in enumerate(path):
        node = _child_node(node, part)
        below = _part_of_data(below, part)
        if node is None and isinstance(below, list) and depth + 1 < len(path):
            return path[: depth + 1], _data_with_value(below, path[depth + 1 :], value)
    return path, value


def _part_of_data(data: Any, part: str) -> Any:
    """Return the value under a key, or at an index of a list; None if there is none."""
    if isinstance(data, list):
        return data[int(part)] if part.isdecimal() and int(part) < len(data) else None
    return data.get(part) if isinstance(data, dict) else None


def _data_with_value(data: Data, path: Sequence[str], value: Data) -> Data:
    """Return a copy of data with another value at a path."""
    if not path:
        return value
    if isinstance(data, list):
        return [
            _data_with_value(each, path[1:], value) if str(n) == path[0] else each
            for n, each in enumerate(data)
        ]
    known = data if isinstance(data, dict) else {}
    return {**known, path[0]: _data_with_value(known.get(path[0]), path[1:], value)}


def _child_node(node: Any, part: str) -> Any:
    """Return the YAML node under a key, or at an index of a list; None if there is none."""
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if getattr(key, "value", None) == part), None)
    if isinstance(node, yaml.SequenceNode) and part.isdecimal() and int(part) < len(node.value):
        return node.value[int(part)]
    return None


def end_of_value(node: Any) -> int:
    """Return the index at which a node's value ends, without the comments and blank lines after it."""
    if isinstance(node, yaml.ScalarNode) or node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    parts = last if isinstance(last, tuple) else (last,)
    return max(int(part.start_mark.index) if _is_shared(node, part) else end_of_value(part) for part in parts)


def _is_shared(node: Any, part: Any) -> bool:
    """Tell whether a part of a node is an alias: its value is written elsewhere in the text."""
    return not node.start_mark.index <= part.start_mark.index <= node.end_mark.index


def _edit_for_new_keys(text: str, node: Any, path: Sequence[str], value: Data, keys_on_one_line: int) -> Edit:
    """Return the edit that adds the keys of a path, with a value, to a node.

    keys_on_one_line: how many keys are written on one line. Raises UsageError for a list.
    """
    if not isinstance(node, yaml.MappingNode):
        if isinstance(node, yaml.SequenceNode):
            raise UsageError("the list has no such place: change it in the text")
        # A scalar where a mapping may be, such as `stripe: false`, or nothing.
        empty = " " if node.start_mark.index == node.end_mark.index else ""
        nested: Data = value
        for part in reversed(path):
            nested = {part: nested}
        return Edit(node.start_mark.index, node.end_mark.index, empty + yaml_value(nested))
    if node.flow_style:
        pair = _one_line_yaml(path, value)
        if not node.value:
            return Edit(node.start_mark.index + 1, node.start_mark.index + 1, pair)
        last = node.value[-1][1]
        at = last.end_mark.index if not _is_shared(node, last) else node.end_mark.index - 1
        return Edit(at, at, f", {pair}")
    indent = node.value[0][0].start_mark.column
    at = end_of_value(node)
    lines = _block_yaml(path, value, indent, keys_on_one_line)
    if at and text[at - 1] == "\n":
        # After a text of several lines.
        return Edit(at, at, lines + "\n")
    rest = text.find("\n", at)
    at = len(text) if rest < 0 else rest
    return Edit(at, at, "\n" + lines)


def _one_line_yaml(path: Sequence[str], value: Data) -> str:
    """Return nested keys with a value as YAML on one line: "a: {b: 1}"."""
    first, *rest = path
    return f"{yaml_key(first)}: " + (f"{{{_one_line_yaml(rest, value)}}}" if rest else yaml_value(value))


def _block_yaml(path: Sequence[str], value: Data, indent: int, keys_on_one_line: int) -> str:
    """Return nested keys with a value as indented YAML; the last `keys_on_one_line` keys share one line."""
    first, *rest = path
    if len(rest) < keys_on_one_line:
        return " " * indent + _one_line_yaml(path, value)
    return f"{' ' * indent}{yaml_key(first)}:\n" + _block_yaml(rest, value, indent + 2, keys_on_one_line)


class TextPositions:
    """Converts positions in a text to offsets in UTF-16 code units, as the page counts them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(found.end() for found in _BREAK.finditer(text))]
        self._plain = text.isascii() or max(text) <= "\uffff"

    def utf16_offset(self, place: int) -> int:
        """Return an offset in characters as an offset in UTF-16 code units."""
        if self._plain:
            return place
        return place + sum(1 for character in self.text[:place] if character > "\uffff")

    def character_offset(self, units: int) -> int:
        """Return an offset in UTF-16 code units as an offset in characters."""
        if self._plain:
            return units
        return len(self.text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))

    def range_of_mark(self, mark: Mark) -> tuple[int, int]:
        """Return the range of characters (start, end) that a mark covers; the whole line if it has no
        column."""
        line = min(max(mark.line, 1), len(self._starts))
        begin = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        if mark.column < 1:
            return begin, max(begin, end)
        start = min(begin + mark.column - 1, len(self.text))
        return start, min(max(start + mark.width, start), len(self.text))


def replacement_in_hint(problem: Problem, text: str, start: int, end: int) -> str | None:
    """Return the text to write at a problem's place, if its hint names exactly one; else None.

    start, end: the place, in characters.
    """
    meant = _MEANT.search(problem.hint)
    written = text[start:end]
    if not meant or not written or len(written) > _LONG:
        return None
    bare = written.strip("'\"")
    if bare not in problem.message:
        return None
    return written.replace(bare, meant[1] or meant[2]) if bare else None
