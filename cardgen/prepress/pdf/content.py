"""Splits a content stream into statements: an operator with its operands (ISO 32000-1, 7.8.2).

Most statements are paths, and most of the others are numbers with an operator, so one regular expression
matches each of these; a path is one statement from its first point to its last. Malformed content is refused:
two programs that repair it can print two different things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from .images import inline_data_end
from .limits import LONGEST_TEXT, MOST_VALUES, MOST_VALUES_DEEP, Unreadable

_SPACE = rb"[\0\t\n\f\r ]"
_NUMBER = rb"[+-]?(?:\d{1,20}+(?:\.\d{0,20}+)?|\.\d{1,20}+)"
_END = rb"(?=[\0\t\n\f\r ()<>\[\]{}/%]|\Z)"
_NUMBERS = b"(?:" + _NUMBER + rb"[\t\n\f\r ]++)"
_STRING = rb"\((?:[^()\\]++|\\.)*+\)|<[0-9A-Fa-f\0\t\n\f\r ]*+>"
#: All repetitions are bounded, so that a failed match is cheap.
_KINDS = (
    # Points of a path, with exactly the numbers of operands that they take.
    b"((?:(?:%b{2}[ml]|%b{6}c|%b{4}[vy]|h)%b[\\t\\n\\f\\r ]*+){1,4000}+)"
    % (_NUMBERS, _NUMBERS, _NUMBERS, _END),
    # Not possessive, unlike the others: before 3.11.5, Python takes half a number with it then (gh-106052).
    b"(%b{0,8})([A-Za-z'\"][A-Za-z0-9*]*+)%b" % (_NUMBERS, _END),
    b"(%b)%b" % (_NUMBER, _END),
    rb"/([^\0\t\n\f\r ()<>\[\]{}/%]*+)",
    b"(%b)" % _STRING,
    # An array of numbers and strings.
    b"\\[((?:%b++|%b(?=[\\0\\t\\n\\f\\r (<\\]])|%b){0,20000}+)\\]" % (_SPACE, _NUMBER, _STRING),
    rb"(<<|>>|[\[\](])",
    rb"(%[^\r\n]*+)",
    rb"\Z",
)
_TOKEN = re.compile(_SPACE + b"*+(?:" + b"|".join(_KINDS) + b")", re.DOTALL)
_PATH, _OPERATOR, _NUMERAL, _NAME, _TEXT, _FLAT, _OTHER, _REMARK = 1, 3, 4, 5, 6, 7, 8, 9
_IN_ARRAY = re.compile(b"(%b)|(%b)" % (_STRING, _NUMBER), re.DOTALL)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|.))|\r\n?", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

_CLOSED = re.compile(_SPACE + b"*+EI" + _END)

#: The operator name for points of a path; the one operand is their bytes.
PATH = "path"
#: The operator name for an inline image; its operands are its dictionary and its data (ISO 32000-1, 8.9.7).
INLINE = "inline"
_WORDS = {b"true": True, b"false": False, b"null": None}

#: An operator, its operands, and the bytes of both.
Statement = tuple[str, list[Any], bytes]


def parse_statements(data: bytes) -> Iterator[Statement]:
    """Yield the statements of a content stream: an operator, its operands, and the bytes of both.

    In the operands, names are str with a slash, strings are bytes, and numbers are floats. Raises Unreadable
    at malformed content.
    """
    match, begun, place = _TOKEN.match, 0, 0
    operands: list[Any] = []
    while True:
        found = match(data, place)
        if found is None:
            raise Unreadable(f"its content is not well-formed at byte {place}")
        kind, place = found.lastindex, found.end()
        if kind == _OPERATOR:
            numbers, name = found.group(2, 3)
            operands += map(_float, numbers.split())
            if name in _WORDS:
                operands.append(_WORDS[name])
                continue
            if name == b"ID":
                picture, place = _read_inline_image(data, place, operands)
                yield INLINE, picture, data[begun:place]
            else:
                yield name.decode("ascii"), operands, data[begun:place]
            operands, begun = [], place
        elif kind == _PATH:
            _verify_no_operands(operands, place)
            yield PATH, [found[1]], data[begun:place]
            begun = place
        elif kind is None:
            return _verify_no_operands(operands, place)
        elif kind != _REMARK:
            place = _append_operand(data, found, operands)


_float: Callable[[Any], Any] = float


def _verify_no_operands(operands: list[Any], place: int) -> None:
    """Raise Unreadable if there are operands but no operator for them. place: a byte, for the message."""
    if operands:
        raise Unreadable(f"its content has values without an operator before byte {place}")


def _append_operand(data: bytes, match: re.Match[bytes], operands: list[Any]) -> int:
    """Append the operand that a token begins to `operands`; return the index of the byte after it."""
    value, place = _read_value(data, match, 0)
    operands.append(value)
    if len(operands) > MOST_VALUES:
        raise Unreadable("its content has far too many values before an operator")
    return place


def _read_value(data: bytes, match: re.Match[bytes], depth: int) -> tuple[Any, int]:
    """Return the value that begins with a token, and the index of the byte after it.

    depth: how many arrays and dictionaries it is nested in. Raises Unreadable at malformed content.
    """
    kind, place = match.lastindex, match.end()
    if kind == _NUMERAL:
        return float(match[kind]), place
    if kind == _NAME:
        return _decode_name(match[kind]), place
    if kind == _TEXT:
        return decode_string(match[kind]), place
    if kind == _FLAT:
        return [decode_string(a) if a else float(b) for a, b in _IN_ARRAY.findall(match[kind])], place
    if kind == _OTHER and match[kind] == b"(":
        place = _end_of_nested_string(data, place)
        return decode_string(data[match.start(kind) : place]), place
    if kind == _OTHER and match[kind] == b"[":
        return _read_values(data, place, b"]", depth)
    if kind == _OTHER and match[kind] == b"<<":
        values, place = _read_values(data, place, b">>", depth)
        if len(values) % 2:
            raise Unreadable("its content has a dictionary with a name but no value")
        return {str(key): value for key, value in zip(values[::2], values[1::2], strict=True)}, place
    raise Unreadable(f"its content is not well-formed before byte {place}")


def _read_values(data: bytes, place: int, end: bytes, depth: int) -> tuple[list[Any], int]:
    """Return the values in an array or a dictionary from `place` on, and the index of the byte after it.

    end: the closing bracket. Raises Unreadable if it is missing, or the nesting is too deep.
    """
    if depth > MOST_VALUES_DEEP:
        raise Unreadable("its content has values nested too deep")
    values: list[Any] = []
    while len(values) < MOST_VALUES:
        found = _TOKEN.match(data, place)
        if found is None or found.lastindex is None or found.lastindex == _PATH:
            break
        place = found.end()
        if found.lastindex == _OTHER and found[_OTHER] == end:
            return values, place
        if found.lastindex == _OPERATOR:
            if found[3] not in _WORDS:
                break
            values += [*map(float, found[2].split()), _WORDS[found[3]]]
        elif found.lastindex != _REMARK:
            value, place = _read_value(data, found, depth + 1)
            values.append(value)
    raise Unreadable(f"its content has an array or a dictionary that does not end, before byte {place}")


def _end_of_nested_string(data: bytes, place: int) -> int:
    """Return the index after the closing bracket of a string with brackets in it (ISO 32000-1, 7.3.4.2)."""
    deep = 1
    for found in re.compile(rb"\\.|[()]", re.DOTALL).finditer(data, place):
        deep += {b"(": 1, b")": -1}.get(found[0], 0)
        if deep == 0:
            return found.end()
    raise Unreadable("its content has a text that does not end")


def decode_string(token: bytes) -> bytes:
    """Return the bytes of a string token. Raises Unreadable if the token is too long."""
    if len(token) > LONGEST_TEXT:
        raise Unreadable("its content has a text longer than any on a card")
    if token[:1] == b"<":
        digits = token[1:-1].translate(None, b"\0\t\n\f\r ")
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    token = token[1:-1]
    return _ESCAPE.sub(_decode_escape, token) if b"\\" in token or b"\r" in token else token


def _decode_escape(match: re.Match[bytes]) -> bytes:
    """Return the bytes of one escape sequence (ISO 32000-1, table 3)."""
    if match[1]:
        return bytes([int(match[1], 8) & 255])
    if match[2] is None:
        return b"\n"
    return b"" if match[2] in (b"\n", b"\r", b"\r\n") else _ESCAPED.get(match[2], match[2])


def _decode_name(token: bytes) -> str:
    """Return a name with its slash, its escape sequences decoded (ISO 32000-1, 7.3.5)."""
    if b"#" in token:
        token = re.sub(rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode("ascii")), token)
    return "/" + token.decode("utf-8", "surrogateescape")


def _read_inline_image(data: bytes, place: int, operands: list[Any]) -> tuple[list[Any], int]:
    """Return the dictionary and the data of an inline image, and the index of the byte after its EI.

    place: the index after ID, where one space precedes the data. Raises Unreadable if it is malformed.
    """
    if len(operands) % 2:
        raise Unreadable("its content has an inline image with a name but no value")
    facts = {str(key): value for key, value in zip(operands[::2], operands[1::2], strict=True)}
    end = inline_data_end(facts, data, place + 1)
    closed = _CLOSED.match(data, end)
    if closed is None:
        raise Unreadable("its content has an inline image that does not end where it should")
    return [facts, data[place + 1 : end]], closed.end()
