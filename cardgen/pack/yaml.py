"""Strict YAML: reads untrusted bytes into data with the place of each value, or problems with places.

Only plain data are accepted: no tags, no merge keys, no implicit types ("no" is a word, 12:30 is a text). The
parser's events are processed one by one and limits apply while reading, so a hostile file costs little.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, NoReturn, TypeAlias

import yaml

from ..errors import KeyPath, Mark, PackError, Problem
from . import yaml_messages as say

Data: TypeAlias = "dict[str, Data] | list[Data] | str | int | float | bool | None"

BYTE_LIMIT = 1 << 20
DEPTH_LIMIT = 32
#: Maximum number of values in the file, counted again for each alias.
VALUE_LIMIT = 100_000
#: Maximum number of problems; quoting the lines of more would cost more than the file.
PROBLEM_LIMIT = 1_000

# libyaml where PyYAML was built with it: ten times as fast.
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# The line breaks of both parsers; str.splitlines has more.
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
# Includes U+FEFF, which is invisible, and lone surrogates, which the Python parser accepts in escapes.
# (Listed one by one, as compiling the complement of a set takes ten times as long.)
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_DIRECTIVE = re.compile("(?:^|(?<=[\r\n\x85\u2028\u2029]))%")
_ANCHOR = re.compile(r"&[\w-]+[ \t]+(?=[^\s#,\]}])")
_TAG = r"(?:&[\w-]+[ \t]+)?(![^\s,\[\]{}]*)"
_INT = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
#: The step in the path of a value whose key cannot be used.
_NO_KEY = "?"


class Source(NamedTuple):
    """A pack's data as written, and the place of each value and key."""

    file: str
    lines: tuple[str, ...]
    data: dict[str, Data]
    values: dict[KeyPath, Mark]
    keys: dict[KeyPath, Mark]
    #: Problems in a file that could be read to its end: duplicate keys, tags ...
    problems: tuple[Problem, ...] = ()


def read_yaml(file: str, raw: bytes, kind: str = "pack") -> Source:
    """Read YAML from untrusted bytes, and return its data with the place of each value.

    file: its name for messages. kind: one of KINDS, for messages. If the file cannot be read to its end,
    raises PackError with all problems in order, each with its mark and line; else the problems are in the
    result. For any bytes, it raises nothing else and takes a few seconds at most.
    """
    return Reader.of_bytes(file, raw, kind).source()


def _sort_key(problem: Problem) -> tuple[int, int]:
    """Return the line and column of a problem, as a sort key."""
    return (problem.mark.line, problem.mark.column) if problem.mark else (0, 0)


def quoted_line(lines: tuple[str, ...], mark: Mark) -> str:
    """Return the text of the line in which a mark is; "" for a mark of the whole file."""
    return lines[mark.line - 1] if 0 < mark.line <= len(lines) else ""


def _source_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text as YAML parsers count them, without an empty last one."""
    lines = _BREAK.split(text)
    return tuple(lines[:-1] if len(lines) > 1 and not lines[-1] else lines)


def _end_mark(file: str, text: str) -> Mark:
    """Return the mark of the end of a text."""
    lines = _BREAK.split(text)
    return Mark(file, len(lines), len(lines[-1]) + 1)


def _problem_from_words(mark: Mark, words: say.Words, line: str, kind: str, **values: object) -> Problem:
    """Return the problem whose message and hint are made of two text templates, `words`.

    line: the text of the line. values: what replaces the names in braces in the templates.
    """
    message, hint = (said.format(kind=kind, instead=say.KINDS[kind], **values) for said in words)
    return Problem(message, hint=hint, mark=mark, line=line)


def _decode(file: str, raw: bytes, kind: str) -> str:
    """Return the text of a file in UTF-8. Raises PackError for other encodings and for files too large."""
    if len(raw) > BYTE_LIMIT:
        raise PackError([_problem_from_words(Mark(file), say.LARGE, "", kind, limit=BYTE_LIMIT)])
    if _looks_like_utf16(raw):
        raise PackError(
            [_problem_from_words(Mark(file, 1, 1), say.NOT_UTF8, "", kind, detail="; it looks like UTF-16")]
        )
    body = raw.removeprefix(b"\xef\xbb\xbf")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        mark = _end_mark(file, body[: error.start].decode())
        number = error.start + len(raw) - len(body) + 1
        detail = f": byte {number:,}, in line {mark.line}, is 0x{body[error.start]:02X}"
        line = quoted_line(_source_lines(body.decode(errors="replace")), mark)
        raise PackError([_problem_from_words(mark, say.NOT_UTF8, line, kind, detail=detail)]) from None


def _looks_like_utf16(raw: bytes) -> bool:
    """Tell whether bytes begin as text in UTF-16 does: with its mark, or with a zero in one of two bytes."""
    return raw[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(raw) > 1 and (raw[0] == 0) != (raw[1] == 0))


def _plain_value(text: str) -> Data:
    """Return the value of an unquoted text: a word such as true, a number, or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text)
    return DecimalAsWritten(text) if _FLOAT.fullmatch(text) else text


class DecimalAsWritten(float):
    """A decimal number that keeps its text: edition 1.10 is not 1.1."""

    def __new__(cls, text: str) -> DecimalAsWritten:
        """Create it from its text."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    text: str

    def __str__(self) -> str:
        return self.text

    def __deepcopy__(self, memo: object) -> DecimalAsWritten:
        return self


class StopReading(Exception):  # noqa: N818 - nothing is wrong with the program
    """Reading cannot continue after the last problem."""


class Reader:
    """Builds data and marks from parse events, and collects problems."""

    def __init__(self, file: str, text: str, kind: str) -> None:
        self.file, self.kind = file, kind
        self.lines = _source_lines(text)
        self.end = _end_mark(file, text.rstrip(" \t\r\n\x85\u2028\u2029"))
        self.values: dict[KeyPath, Mark] = {}
        self.keys: dict[KeyPath, Mark] = {}
        self.problems: list[Problem] = []
        self.anchors: dict[str, tuple[KeyPath, Data] | None] = {}  # None: its value is not closed yet
        #: The number of values.
        self.count = 0
        #: Whether no value has an anchor or a tag.
        self.is_plain = True
        #: Whether the place of a value was after the last line with text.
        self.is_past_end = False
        self.line_seen = 0
        self.parser = Loader(self.without_control_characters(text))

    @classmethod
    def of_bytes(cls, file: str, raw: bytes, kind: str = "pack") -> Reader:
        """Return a reader of untrusted bytes. Raises PackError for encodings other than UTF-8 and for files
        too large.
        """
        return cls(file, _decode(file, raw, kind), kind)

    def source(self) -> Source:
        """Read the file, and return its data. Raises PackError as read() does."""
        try:
            data = self.read_document()
        except StopReading:
            raise PackError(sorted(self.problems, key=_sort_key)) from None
        problems = sorted(self.problems, key=_sort_key)
        if not isinstance(data, dict):
            raise PackError(problems)
        return Source(self.file, self.lines, data, self.values, self.keys, tuple(problems))

    # Problems

    def record_problem(
        self, mark: Mark, words: say.Words, path: KeyPath = (), on_key: bool = False, **values: Any
    ) -> None:
        """Record a problem at a mark; stop if there are too many.

        values: what the words have in braces.
        """
        problem = _problem_from_words(mark, words, quoted_line(self.lines, mark), self.kind, **values)
        self.problems.append(problem._replace(path=path, on_key=on_key))
        if len(self.problems) == PROBLEM_LIMIT:
            self.stop_with_problem(mark, say.MANY, limit=PROBLEM_LIMIT)

    def stop_with_problem(self, mark: Mark, words: say.Words, **values: Any) -> NoReturn:
        """Record a last problem, and raise StopReading."""
        self.problems.append(
            _problem_from_words(mark, words, quoted_line(self.lines, mark), self.kind, **values)
        )
        raise StopReading

    def without_control_characters(self, text: str) -> str:
        """Return a text without control characters and directives, which are recorded as problems."""
        self.record_first_match(CONTROL, text, say.UNSEEN)
        # libyaml compares each %TAG line with all before it: a megabyte of them takes minutes.
        self.record_first_match(_DIRECTIVE, text, say.PERCENT)
        return _DIRECTIVE.sub("#", CONTROL.sub("\ufffd", text))

    def record_first_match(self, pattern: re.Pattern[str], text: str, words: say.Words) -> None:
        """Record a problem at the first match of a pattern; its message says how many more
        matches there are.
        """
        if found := pattern.search(text):
            more = sum(1 for _ in pattern.finditer(text)) - 1
            below = f", and {more:,} more below" if more else ""
            self.record_problem(
                _end_mark(self.file, text[: found.start()]), words, code=ord(found[0]), more=below
            )

    # Places

    def mark_of_position(self, mark: Any, width: int = 1) -> Mark:
        """Return a position of the parser as a Mark. A position after the last line with text becomes the end
        of that line.
        """
        if mark.line >= len(self.lines):
            self.is_past_end = True
            return self.end
        return Mark(self.file, mark.line + 1, mark.column + 1, width)

    def mark_of_event(self, event: Any) -> Mark:
        """Return the mark of a value or key, which begins after its anchor, if it has one."""
        row, start = event.start_mark.line, event.start_mark.column
        if row >= len(self.lines):
            self.is_past_end = True
            row, start = self.end.line - 1, self.end.column - 1
        line = self.lines[row]
        if row + 1 != self.line_seen:  # Checked once a line, to be fast in a line of a megabyte.
            self.check_indent(Mark(self.file, row + 1, start + 1), line)
        if line.startswith("&", start) and (anchor := _ANCHOR.match(line, start)):
            start = anchor.end()
        return Mark(self.file, row + 1, start + 1, max(1, self.width_in_line(event, line, start)))

    def width_in_line(self, event: Any, line: str, start: int) -> int:
        """Return how many characters of its line a value takes up; 1 for a collection or a block of text."""
        if isinstance(event, yaml.CollectionStartEvent) or getattr(event, "style", None) in ("|", ">"):
            return 1
        if event.start_mark.line == event.end_mark.line:
            return int(event.end_mark.column) - start
        return len(line.rstrip()) - start

    def check_indent(self, mark: Mark, line: str) -> None:
        """Record a tab in the indent of a line as a problem, also within brackets, where libyaml accepts
        it."""
        self.line_seen = mark.line
        indent = line[: mark.column - 1]
        if "\t" in indent and not indent.strip(" \t"):
            self.record_problem(mark._replace(column=indent.index("\t") + 1), say.TAB)

    # Data

    def read_document(self, is_mapping_expected: bool = True) -> Data:
        """Return the data of the file's only document, and record a second document as a problem.

        is_mapping_expected: it is to be a mapping, as a file is; otherwise it may be a part of one.
        """
        self.next_event()
        if isinstance(self.next_event(), yaml.StreamEndEvent):
            self.stop_with_problem(Mark(self.file), say.EMPTY)
        event = self.next_event()
        if isinstance(event, yaml.ScalarEvent) and not event.value:
            self.stop_with_problem(Mark(self.file), say.EMPTY)
        data = self.read_value((), event)
        if is_mapping_expected and not isinstance(event, yaml.MappingStartEvent):
            self.record_problem(self.values[()], say.NO_MAPPING)
        self.next_event()
        if isinstance(event := self.next_event(), yaml.DocumentStartEvent):
            self.record_problem(self.mark_of_position(event.start_mark, 3), say.SECOND)
        return data

    def read_value(self, path: KeyPath, event: Any) -> Data:
        """Return the value that begins with an event, and record its mark and its anchor."""
        mark = self.values[path] = self.mark_of_event(event)
        self.count_value(mark)
        if isinstance(event, yaml.AliasEvent):
            return self.value_of_alias(path, str(event.anchor), mark)
        self.record_anchor_and_tag(path, event)
        data = self.read_content(path, event, mark)
        if event.anchor:
            self.anchors[event.anchor] = (path, data)
        return data

    def read_content(self, path: KeyPath, event: Any, mark: Mark) -> Data:
        """Return the data of a scalar, a list or a mapping."""
        if isinstance(event, yaml.ScalarEvent):
            text = self.read_text(path, event, mark)
            return text if event.style else _plain_value(text)
        self.check_depth(path, mark)
        return (
            self.read_sequence(path)
            if isinstance(event, yaml.SequenceStartEvent)
            else self.read_mapping(path)
        )

    def read_text(self, path: KeyPath, event: Any, mark: Mark) -> str:
        """Return the text of a scalar; control characters made by its escapes are recorded as problems."""
        text: str = event.value
        if found := CONTROL.search(text):
            self.record_problem(mark, say.MAKES_CONTROL, path, code=ord(found[0]))
        return text

    def read_sequence(self, path: KeyPath) -> list[Data]:
        """Return the items up to the end of a list."""
        items: list[Data] = []
        while not isinstance(event := self.next_event(), yaml.SequenceEndEvent):
            items.append(self.read_value((*path, str(len(items))), event))
        return items

    def read_mapping(self, path: KeyPath) -> dict[str, Data]:
        """Return the values by key up to the end of a mapping; values of invalid keys are left out."""
        data: dict[str, Data] = {}
        while not isinstance(event := self.next_event(), yaml.MappingEndEvent):
            key = self.read_key(path, event, data)
            value = self.read_value((*path, _NO_KEY if key is None else key), self.next_event())
            if key is not None:
                data[key] = value
        return data

    def read_key(self, path: KeyPath, event: Any, mapping: dict[str, Data]) -> str | None:
        """Return a key and record its mark; None if it cannot be a key, after recording a problem."""
        mark = self.mark_of_event(event)
        if not isinstance(event, yaml.ScalarEvent):
            self.record_problem(mark, say.BAD_KEY, path)
            self.read_value((*path, _NO_KEY), event)
            return None
        here = (*path, self.read_text(path, event, mark))
        self.record_anchor_and_tag(here, event)
        if event.anchor:
            self.anchors[event.anchor] = (here, here[-1])
        return here[-1] if self.record_key(here, bool(event.style), mark, mapping) else None

    def record_key(self, here: KeyPath, is_quoted: bool, mark: Mark, mapping: dict[str, Data]) -> bool:
        """Record the mark of a key, or a problem with it; return whether it can be a key.

        is_quoted: whether it is in quotes. mapping: the keys of the mapping so far.
        """
        key = here[-1]
        if not key or (key in ("null", "~") and not is_quoted):
            self.record_problem(mark, say.EMPTY_KEY, here[:-1])
            return False
        if key == "<<" and not is_quoted:
            self.record_problem(mark, say.MERGE, here[:-1])
            return False
        if key in mapping:
            self.record_problem(mark, say.TWICE, here, on_key=True, number=self.keys[here].line)
            return True
        self.keys[here] = mark
        return True

    def record_anchor_and_tag(self, path: KeyPath, event: Any) -> None:
        """Record a tag or a repeated anchor as a problem, and note the anchor as one whose value is not
        complete."""
        if not (event.tag or event.anchor):
            return
        self.is_plain = False
        begin = self.mark_of_position(event.start_mark)
        if event.tag:
            tag = re.compile(_TAG).match(self.lines[begin.line - 1], begin.column - 1)
            place = begin._replace(column=tag.start(1) + 1, width=len(tag[1])) if tag else begin
            self.record_problem(place, say.TAGS, path)
        if event.anchor in self.anchors:
            self.record_problem(begin._replace(width=len(event.anchor) + 1), say.SAME_NAME, path)
        if event.anchor:
            self.anchors[event.anchor] = None

    def value_of_alias(self, path: KeyPath, name: str, mark: Mark) -> Data:
        """Return a copy of the value to which an alias refers; None after recording a problem."""
        anchor = self.anchors.get(name)
        if anchor is None:
            self.record_problem(mark, say.ENDLESS if name in self.anchors else say.NO_NAME, path)
            return None
        return self.copy_of_value(anchor[1], anchor[0], path, mark)

    def copy_of_value(self, data: Data, source: KeyPath, path: KeyPath, mark: Mark) -> Data:
        """Return a copy of an anchor's value; its parts keep the places where they were written."""
        if not isinstance(data, dict | list):
            return data
        self.check_depth(path, mark)
        if isinstance(data, list):
            return [
                self.copy_of_part(item, source, path, str(place), mark) for place, item in enumerate(data)
            ]
        for key in data:
            self.keys[*path, key] = self.keys[*source, key]
        return {key: self.copy_of_part(item, source, path, key, mark) for key, item in data.items()}

    def copy_of_part(self, data: Data, source: KeyPath, path: KeyPath, step: str, mark: Mark) -> Data:
        """Return a copy of a part of an anchor's value, and record its mark.

        source, path: of the value and of the copy. step: the key or index of the part.
        """
        self.count_value(mark)
        self.values[*path, step] = self.values[*source, step]
        return self.copy_of_value(data, (*source, step), (*path, step), mark)

    def count_value(self, mark: Mark) -> None:
        """Count a value; stop if there are too many."""
        self.count += 1
        if self.count > VALUE_LIMIT:
            self.stop_with_problem(mark, say.HUGE, limit=VALUE_LIMIT)

    def check_depth(self, path: KeyPath, mark: Mark) -> None:
        """Stop if values are nested too deeply."""
        if len(path) >= DEPTH_LIMIT:
            self.stop_with_problem(mark, say.DEEP, limit=DEPTH_LIMIT)

    # Syntax

    def next_event(self) -> Any:
        """Return the next event of the parser; stop at a syntax error."""
        try:
            return self.parser.get_event()
        except yaml.MarkedYAMLError as error:
            self.stop_at_syntax_error(error)
        except (ValueError, OverflowError):  # the Python parser, at an escape beyond Unicode
            self.stop_with_problem(self.mark_of_position(self.parser.get_mark()), say.NO_CODE)

    def stop_at_syntax_error(self, error: yaml.MarkedYAMLError) -> NoReturn:
        """Record the parser's error as a problem that a user can understand, and stop reading."""
        mark, words, said = (
            self.mark_of_position(error.problem_mark),
            say.OTHER,
            f"{error.context}: {error.problem}",
        )
        began = self.mark_of_position(error.context_mark) if error.context_mark else mark
        sought = f"{self.syntax_error_key(mark)} {said}"
        sign = ""
        for pattern, plain in say.SYNTAX:
            if found := re.search(pattern, sought):
                words, sign = plain, found[found.lastindex or 0]
                break
        if words is say.TAB and sought.startswith("tab-"):
            mark = mark._replace(column=self.lines[mark.line - 1].index("\t") + 1)
        if re.search(say.AT_BEGINNING, said):
            mark = began
        self.stop_with_problem(
            mark, words, sign=sign, number=began.line, said=error.problem, limit=DEPTH_LIMIT
        )

    def syntax_error_key(self, mark: Mark) -> str:
        """Return a key for finding the message of a syntax error, such as "start '-'" or "tab-inner ':'".

        It says whether the mark is at the start of its line's text or within, and which character is there.
        """
        line, start = self.lines[mark.line - 1], mark.column - 1
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        where = "inner" if start > len(indent) else "start"
        tabbed = "tab-" if "\t" in indent else ""
        return f"{tabbed}{where} {line[start : start + 1]!r}"
