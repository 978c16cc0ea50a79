"""Reads YAML that is being edited: only the part that an edit has changed is parsed again.

The part is an entry of a block mapping, or an item of a block list, of a text that was read before without
problems. YAML is read from left to right, and what a part means depends on what is before it only by its
indent, and by anchors. So a text without anchors whose changed part is again one entry, or one item, with the
same indent means what it meant before, except for that part. All other texts are read as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from ..errors import KeyPath, Mark
from .yaml import BYTE_LIMIT, DEPTH_LIMIT, VALUE_LIMIT, Data, Reader, Source, StopReading, read_yaml

#: Maximum number of texts that are kept (about 20 times their bytes).
_MOST_TEXTS = 4
#: Number of lines of a part that is not divided further.
_SHORT = 30
#: Line breaks that editors do not write, but YAML has.
_RARE_BREAKS = "\x85\u2028\u2029"


class _Text(NamedTuple):
    """A text that was read without problems, and without anchors and tags."""

    raw: bytes
    source: Source
    #: The number of its values.
    values: int


class _Part(NamedTuple):
    """An entry of a block mapping or an item of a block list."""

    path: KeyPath
    #: Its lines: the index of the first, and of the first that follows.
    start: int
    end: int
    #: The index in its first line at which it begins: with its key, or with the hyphen of the item.
    column: int
    is_item: bool


class SourceMemory:
    """The texts that were read last, with what they mean."""

    def __init__(self) -> None:
        #: The newest last.
        self._texts: list[_Text] = []

    def read(self, file: str, raw: bytes) -> Source:
        """Return the data of YAML with the place of each value. Raises PackError, as read_yaml() does."""
        same = next((each for each in self._texts if each.source.file == file and each.raw == raw), None)
        found = same or next(
            filter(None, (_text_after_edit(each, file, raw) for each in reversed(self._texts))), None
        )
        if found is None:
            reader = Reader.of_bytes(file, raw)
            source = reader.source()
            if source.problems or not reader.is_plain:
                return source
            found = _Text(raw, source, reader.count)
        self._texts = [*(each for each in self._texts if each is not same), found][-_MOST_TEXTS:]
        return found.source


#: The texts that are edited; None to read each text as a whole.
SOURCES: ContextVar[SourceMemory | None] = ContextVar("sources", default=None)


def read_pack_text(file: str, raw: bytes) -> Source:
    """Return the data of a pack's file and the place of each value. Raises PackError, as read_yaml() does."""
    memory = SOURCES.get()
    return read_yaml(file, raw) if memory is None else memory.read(file, raw)


def _text_after_edit(before: _Text, file: str, raw: bytes) -> _Text | None:
    """Return an edited text that differs from an earlier one in one part only; None for any other text, which
    must be read as a whole.
    """
    if before.source.file != file or len(raw) > BYTE_LIMIT:
        return None
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    old, new = before.source.lines, _lines_of_text(text)
    if new is None or before.raw.endswith(b"\n") != text.endswith("\n"):
        return None
    first, left = _common_line_counts(old, new)
    if first == len(old) == len(new):
        return None
    part = _part_of_changed_lines(before.source, first, len(old) - left)
    if part is None:
        return None
    longer = len(new) - len(old)
    lines = new[part.start : part.end + longer]
    fragment = _read_fragment(part, old[part.start], lines, is_last=part.end == len(old), text=text)
    return fragment and _text_with_part(before, raw, new, part, fragment, longer)


def _lines_of_text(text: str) -> list[str] | None:
    """Return the lines of a text as yaml.Source has them; None for a text with other line breaks than \n."""
    if any(each in text for each in _RARE_BREAKS):
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if "\r" in text:
            return None
    lines = text.split("\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def _common_line_counts(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of lines that two texts share at their beginning and, after these, at their end."""
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    most -= first
    last = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    return first, last


# --- the part -------------------------------------------------------------------------------------


def _part_of_changed_lines(source: Source, first: int, end: int) -> _Part | None:
    """Return a short part that has all changed lines; None if there is none.

    first, end: the indices of the first changed line and of the first that follows, the same if lines are
    only added.
    """
    found: _Part | None = None
    around = _Part((), 0, len(source.lines), 0, is_item=False)
    value: Data = source.data
    while around.end - around.start > _SHORT or found is None:
        below = _part_at_line(source, around, value, first)
        if below is None or not (below.start <= first and end <= below.end):
            break
        found = around = below
        value = _child_value(value, below.path[-1])
    return found


def _child_value(data: Data, step: str) -> Data:
    """Return the value under a key of a mapping, or at an index of a list."""
    if isinstance(data, dict):
        return data[step]
    return data[int(step)] if isinstance(data, list) else None


def _part_at_line(source: Source, parent: _Part, value: Data, line: int) -> _Part | None:
    """Return the entry or item of a value in which a line is; None if the value is not in block style.

    parent: the part that has the value.
    """
    mark = source.values[parent.path]
    is_flow = source.lines[mark.line - 1][mark.column - 1 : mark.column] in ("{", "[")
    if is_flow or not isinstance(value, dict | list) or not value:
        return None
    column = mark.column - 1
    if isinstance(value, list):
        return _item_at_line(source, parent, len(value), column, line)
    starts = [source.keys[(*parent.path, key)] for key in value]
    # A key after a question mark is further to the right than its mapping.
    if any(each.column - 1 != column for each in starts):
        return None
    place = _last_index_at_line(line, len(starts), lambda at: starts[at].line - 1)
    if place < 0:
        return None
    end = starts[place + 1].line - 1 if place + 1 < len(starts) else parent.end
    path = (*parent.path, list(value)[place])
    return _Part(path, starts[place].line - 1, end, column, is_item=False)


def _item_at_line(source: Source, parent: _Part, count: int, column: int, line: int) -> _Part | None:
    """Return the item of a list in which a line is. count: of the items. column: that of their hyphens."""

    def start(place: int) -> int:
        """Return the line of the hyphen: at most that of the item's value, which comments may divide."""
        at = source.values[*parent.path, str(place)].line - 1
        while source.lines[at][column : column + 1] != "-" or source.lines[at][:column].strip(" -"):
            at -= 1
            if at < parent.start:
                raise _NoHyphenError
        return at

    try:
        place = _last_index_at_line(line, count, start)
        if place < 0:
            return None
        end = start(place + 1) if place + 1 < count else parent.end
        return _Part((*parent.path, str(place)), start(place), end, column, is_item=True)
    except _NoHyphenError:
        return None


class _NoHyphenError(Exception):
    """An item has no hyphen in its list's column."""


def _last_index_at_line(line: int, count: int, start: Callable[[int], int]) -> int:
    """Return the last of `count` indices whose item starts at or above a line; -1 if there is none."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if start(middle) <= line:
            low = middle + 1
        else:
            high = middle
    return low - 1


# --- reading it -----------------------------------------------------------------------------------


class _Fragment(NamedTuple):
    """A part that was read alone."""

    #: A list of one item, or a mapping with one key.
    data: list[Data] | dict[str, Data]
    #: With marks whose paths and lines are those in the part.
    reader: Reader


def _read_fragment(part: _Part, old: str, lines: list[str], is_last: bool, text: str) -> _Fragment | None:
    """Parse a part alone; return None if it is no longer a single entry or item of the same indent.

    old: its first line before the edit. lines: after it. is_last: whether the file ends after it.
    """
    before = lines[0][: part.column] if lines else old
    if before != old[: part.column] or before.strip(" -"):
        return None
    if any(line.startswith(("---", "...", "%")) for line in lines):
        return None
    alone = "\n".join((" " * part.column + lines[0][part.column :], *lines[1:]))
    if not is_last or text.endswith("\n"):
        alone += "\n"
    reader = Reader("", alone, "pack")
    try:
        data = reader.read_document(is_mapping_expected=False)
    except StopReading:
        return None
    if reader.problems or not reader.is_plain or reader.is_past_end:
        return None
    mark = reader.values[()]
    # What contains the part begins with it if it is the first.
    if (mark.line, mark.column - 1) != (1, part.column):
        return None
    if not isinstance(data, list | dict) or isinstance(data, list) != part.is_item or len(data) != 1:
        return None
    if isinstance(data, dict) and part.path[-1] not in data:
        return None
    longest = max(map(len, reader.values))
    return _Fragment(data, reader) if len(part.path) - 1 + longest < DEPTH_LIMIT else None


def _text_with_part(
    before: _Text, raw: bytes, lines: list[str], part: _Part, fragment: _Fragment, added_lines: int
) -> _Text | None:
    """Return a text with a changed part; None if it then has too many values.

    added_lines: the number of lines that it has more than before.
    """
    source, (data, reader) = before.source, fragment
    step, above = part.path[-1], part.path[:-1]
    containers: list[Data] = [source.data]
    for each in above:
        containers.append(_child_value(containers[-1], each))
    old = _child_value(containers[-1], step)
    count = before.values - _value_count(old) + reader.count - 1
    if count > VALUE_LIMIT:
        return None
    made: Any = data[0] if isinstance(data, list) else data[step]
    for container, at in zip(reversed(containers), reversed(part.path), strict=True):
        made = _container_with_value(container, at, made)
    values, keys = (_shifted_marks(each, part.end, added_lines) for each in (source.values, source.keys))
    for path in _paths_of_values(old, part.path):
        values.pop(path, None)
        keys.pop(path, None)
    for marks, found in ((values, reader.values), (keys, reader.keys)):
        for path, mark in found.items():
            if path:
                own_path = (*part.path, *path[1:])
                marks[own_path] = Mark(source.file, mark.line + part.start, mark.column, mark.width)
    return _Text(raw, Source(source.file, tuple(lines), made, values, keys), count)


def _container_with_value(container: Data, step: str, value: Data) -> Data:
    """Return a copy of a mapping or list with another value under a key or at an index."""
    if isinstance(container, dict):
        return {**container, step: value}
    made = [*container] if isinstance(container, list) else []
    made[int(step)] = value
    return made


def _shifted_marks(marks: dict[KeyPath, Mark], end: int, added_lines: int) -> dict[KeyPath, Mark]:
    """Return marks after lines were inserted before a line, or removed (a negative number)."""
    if not added_lines:
        return dict(marks)
    return {
        path: mark if mark.line <= end else Mark(mark.file, mark.line + added_lines, mark.column, mark.width)
        for path, mark in marks.items()
    }


def _value_count(data: Data) -> int:
    """Return the number of values in data, at any depth, including the data themselves."""
    below = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + sum(map(_value_count, below))


def _paths_of_values(data: Data, path: KeyPath) -> list[KeyPath]:
    """Return the paths of data and of all values in them."""
    if isinstance(data, list):
        data = {str(place): each for place, each in enumerate(data)}
    below = data.items() if isinstance(data, dict) else ()
    return [path, *(each for step, value in below for each in _paths_of_values(value, (*path, step)))]
