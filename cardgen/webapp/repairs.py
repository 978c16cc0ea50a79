"""Repairs of slips in a text of YAML: edits after which it is read, each made by a button of the page.

A repair is offered only if the text was read again with it, and the problem is gone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import yaml

from ..errors import PackError, Problem
from ..pack.values import COMMENT
from ..pack.yaml import CONTROL, Loader, read_yaml
from ..pack.yaml_messages import TWICE
from .editing import Edit, apply_edit, edit_between

#: Maximum length of a text that is repaired, and number of repairs that are tried.
_LONGEST, _MOST_TRIED = 200_000, 24
_COLOR = re.compile(r"(?<=[:\[,] )#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b")
#: An entry without its colon: what stands before its key, the key, and a value.
_NO_COLON = re.compile(r"([ ]*(?:- )?)([A-Za-z][\w-]*)(?: +(?=[^:\s])(?:[^:]|:\S)*)?$")
#: What stands before the value of an entry, or before an item of a list.
_BEFORE_VALUE = re.compile(r" *(?:- )*(?:[\w-]+: )?")
#: A value in brackets, which is not quoted: from its first character up to the next entry.
_IN_BRACKETS = re.compile(r"[^\s,\]}\"'][^,\]}\n]*")
#: Where an entry in brackets begins that lacks the comma before it.
_NEXT_ENTRY = re.compile(r"\s(?=[\w-]+: )")


class Repair(NamedTuple):
    """An edit that mends a text, and what its button says."""

    label: str
    edit: Edit


def hides_color(problem: Problem) -> bool:
    """Tell whether a problem may be that a # makes a comment of a colour."""
    return COMMENT in problem.hint


def text_repair(text: str, problem: Problem) -> Repair | None:
    """Return the repair of a slip in a text; None if no repair is certain. problem: has a mark in the
    text.
    """
    if problem.mark is not None and hides_color(problem):
        # The parser has the empty value in this line, or in the next one with a word.
        lines = text.split("\n")[: problem.mark.line]
        place = re.compile(re.escape(problem.path[-1]) + r"[\"']?: +#")
        found = [number for number, line in enumerate(lines) if place.search(line)]
        return color_repair(text, found[-1]) if found else None
    return syntax_repair(text, problem)


def syntax_repair(text: str, problem: Problem) -> Repair | None:
    """Return the first repair after which a text no longer has a problem of its syntax; None without one.

    text: as the editor has it. problem: found by the reader of YAML, with a mark in this text.
    """
    # libyaml compares each directive with all before it: many of them take minutes.
    if problem.mark is None or len(text) > _LONGEST or re.search(r"^%", text, re.MULTILINE):
        return None
    before = _error_counts(text)
    if not before[_without_line_number(problem.message)]:
        return None
    tried: set[Edit] = set()
    is_superfluous = problem.hint.startswith(TWICE[1]) or problem.message.startswith("<<")
    for repair in _possible_repairs(text, problem.mark.line - 1, problem.mark.column - 1, is_superfluous):
        if repair.edit in tried:
            continue
        tried.add(repair.edit)
        if len(tried) > _MOST_TRIED:
            break
        repaired = apply_edit(text, repair.edit)
        # Most attempts fail here, in a tenth of the time that it takes to read all values.
        if not _is_parsed(repaired):
            continue
        after = _error_counts(repaired)
        if sum(after.values()) < sum(before.values()) and not after - before:
            return repair
    return None


def color_repair(text: str, line: int) -> Repair | None:
    """Return the repair that puts the first colour of a line in quotes if its # begins a comment; None if
    there is no such colour.

    line: its number, from 0.
    """
    lines = text.split("\n")
    found = _COLOR.search(lines[line]) if line < len(lines) else None
    if found is None:
        return None
    start = _start_of_line(lines, line) + found.start()
    return Repair("Quote the colour", Edit(start, start + len(found[0]), f'"{found[0]}"'))


def _is_parsed(text: str) -> bool:
    """Tell whether a text is YAML, whatever its values are."""
    try:
        for _ in yaml.parse(text, Loader):
            pass
    except (yaml.YAMLError, ValueError, OverflowError):
        return False
    return True


def _error_counts(text: str) -> Counter[str]:
    """Return the number of times that each error message occurs when a text is read as YAML."""
    problems: Sequence[Problem]
    try:
        problems = read_yaml("", text.encode("utf-8", "surrogatepass")).problems
    except PackError as error:
        problems = error.problems
    return Counter(_without_line_number(problem.message) for problem in problems)


def _without_line_number(message: str) -> str:
    """Return a message without the number of a line, which changes with a repair."""
    return re.sub(r"in line \d+", "in line", message)


def _start_of_line(lines: list[str], line: int) -> int:
    """Return the index in the text at which a line begins."""
    return sum(len(each) + 1 for each in lines[:line])


def _possible_repairs(text: str, line: int, column: int, is_superfluous: bool) -> Iterator[Repair]:
    """Yield repairs that may mend a problem at a line and column, the likeliest first.

    is_superfluous: whether the entry there can be removed.
    """
    lines = text.split("\n")
    line = min(max(line, 0), len(lines) - 1)
    above = next((n for n in range(line - 1, -1, -1) if lines[n].strip()), line)
    if is_superfluous:
        start, last = _start_of_line(lines, line), _last_line_of_entry(lines, line)
        yield Repair("Remove this one", Edit(start, min(_start_of_line(lines, last + 1), len(text)), ""))
    if not any(each.strip() and not each.lstrip().startswith("#") for each in lines):
        yield Repair("Begin a pack", Edit(len(text), len(text), "format: 1\nname: My deck\n"))
    if CONTROL.search(text):
        yield Repair("Delete what cannot be seen", edit_between(text, CONTROL.sub("", text)))
    spaced = "\n".join(_with_spaces(each) for each in lines)
    if spaced != text:
        yield Repair("Replace tabs by spaces", edit_between(text, spaced))
    # A # may have hidden the rest of an entry in brackets, which ends lines below.
    hidden = next((at for at in range(line, -1, -1) if _COLOR.search(lines[at])), None)
    if hidden is not None and (quoted := color_repair(text, hidden)):
        yield quoted
    for at in dict.fromkeys((line, above)):
        yield from _possible_repairs_of_line(lines, at, column if at == line else 0)
    indents = [*dict.fromkeys(_indent_of(lines[n]) for n in range(line - 1, -1, -1) if lines[n].strip())]
    start, own = _start_of_line(lines, line), _indent_of(lines[line])
    for indent in indents[:4]:
        yield Repair("Line it up with the lines above", Edit(start, start + len(own), indent))


def _indent_of(line: str) -> str:
    """Return the spaces and tabs that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _with_spaces(line: str) -> str:
    """Return a line whose indent has two spaces for each tab."""
    indent = _indent_of(line)
    return indent.replace("\t", "  ") + line[len(indent) :]


def _possible_repairs_of_line(lines: list[str], at: int, column: int) -> Iterator[Repair]:
    """Yield repairs of a line of a text. column: of the problem in it."""
    line, start = lines[at], _start_of_line(lines, at)
    if line.strip() in ("---", "..."):
        yield Repair("Remove this line", Edit(start, start + len(line) + (at + 1 < len(lines)), ""))
    if found := _NO_COLON.match(line):
        yield Repair(f"Add the colon after {found[2]}", Edit(start + found.end(2), start + found.end(2), ":"))
    for each in (*_quoting_repairs(line, column), *_bracket_and_comma_repairs(line)):
        edit = each.edit
        yield each._replace(edit=edit._replace(start=start + edit.start, end=start + edit.end))
    if "\\" in line[column:]:
        place = start + line.index("\\", column)
        yield Repair("Write the backslash twice", Edit(place, place, "\\"))


def _quoting_repairs(line: str, column: int) -> Iterator[Repair]:
    """Yield repairs of a line that put quote marks around a value, or at its end."""
    start, value = _value_in_line(line)
    if value and value[0] not in "\"'{[#":
        plain = value.partition(" #")[0].rstrip()
        yield _quoting_repair(start, start + len(plain), plain)
    if found := _IN_BRACKETS.match(line, column):
        inner = found[0].rstrip()
        yield _quoting_repair(found.start(), found.start() + len(inner), inner)
    for quote in (each for each in "\"'" if line.count(each) % 2):
        for place in dict.fromkeys(len(line.rstrip(ends)) for ends in (" ,]}", " ")):
            yield Repair("End the text with its quote mark", Edit(place, place, quote))
    if value and value[0] in "\"'":
        yield _quoting_repair(start, start + len(value), value[1:-1] if value[-1] == value[0] else value)


def _value_in_line(line: str) -> tuple[int, str]:
    """Return the value of an entry or an item of a list on one line, with the column at which it begins."""
    found = _BEFORE_VALUE.match(line)
    rest = line[found.end() if found else 0 :]
    return len(line) - len(rest.lstrip()), rest.strip()


def _quoting_repair(start: int, end: int, inner: str) -> Repair:
    """Return the repair that puts a text in quotes, in place of a range."""
    return Repair("Put the text in quotes", Edit(start, end, json.dumps(inner, ensure_ascii=False)))


def _bracket_and_comma_repairs(line: str) -> Iterator[Repair]:
    """Yield repairs of a line that close its brackets, remove one too many, or put in a comma."""
    stop, closed = len(line.rstrip()), len(line.rstrip(" ,]}"))
    for closing in ("}", "]"):
        yield Repair("Close the bracket", Edit(stop, stop, closing))
    for closing in ("}]", "]}", "}}"):
        yield Repair("Close the brackets", Edit(stop, stop, closing))
    for closing in ("}", "]"):
        yield Repair("Close the bracket", Edit(closed, closed, closing))
    for found in _NEXT_ENTRY.finditer(line, 1):
        yield Repair("Put in the comma", Edit(found.start(), found.start(), ","))
    if line[:stop].endswith(("}", "]")):
        yield Repair("Remove the last bracket", Edit(stop - 1, stop, ""))
        yield Repair("Put in the comma", Edit(stop, stop, ","))


def _last_line_of_entry(lines: list[str], line: int) -> int:
    """Return the number of the last line of the entry that begins in a line."""
    last = line
    for n in range(line + 1, len(lines)):
        if lines[n].strip():
            if len(_indent_of(lines[n])) <= len(_indent_of(lines[line])):
                break
            last = n
    return last
