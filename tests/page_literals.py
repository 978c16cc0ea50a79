"""Finds the texts in the studio's scripts that a user reads, and the words that they use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<name>[\w$]+)"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<sign>=>|[=!]==?|\?\?=?|\?\.|\+=|&&|\|\||\.\.\.|.)",
    re.DOTALL,
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
#: Signs and words after which a slash begins a regular expression.
_BEFORE_REGEX = re.compile(r"[(,=:\[!?{};]|&&|\|\||=>|[=!]==|return")

#: Properties and attributes that are shown or read aloud.
_READ = frozenset(
    [
        "title",
        "placeholder",
        "alt",
        "textContent",
        "label",
        "aria-label",
        "aria-description",
        "aria-valuetext",
    ]
)
#: Properties whose values are names for programs, and calls whose arguments are.
_NAMES = frozenset(["className", "margin", "class", "type", "role", "id", "htmlFor", "method", "accept"])
_CALLS = frozenset(
    [
        "querySelector",
        "querySelectorAll",
        "matches",
        "closest",
        "addEventListener",
        "setProperty",
        "split",
        "getAttribute",
    ]
)
#: What is read as an argument of a call: from which place on, and whether all that follow are.
_ARGUMENTS = {"el": (2, True), "button": (0, True), "choice": (0, False), "notice": (0, False)}
#: Keys of the keyboard, as events name them, and other names of browsers.
_BROWSER = re.compile(
    r"Arrow(Up|Down|Left|Right)|Enter|Escape|Tab|Shift|Delete|Home|End|Backspace|Page(Up|Down)|"
    r"F\d+|Files|AbortError|POST|insertText"
)


class Literal(NamedTuple):
    """A text of a script that a user reads: its place and its source, with quotes."""

    start: int
    end: int
    source: str
    line: int


@dataclass
class _Bracket:
    """An open bracket: what stands before it, and where in it one is."""

    sign: str
    #: The name of a called function, or "".
    call: str = ""
    is_block: bool = False
    #: The number of the argument or element, and the property that it belongs to.
    index: int = 0
    key: str = ""
    #: What a value is assigned to.
    target: str = ""
    #: The first argument or element, if it is a text.
    first: str = ""


def read_literals(source: str) -> list[Literal]:
    """Return the literals of a script that a user reads, in order."""
    return list(_Reader(source).literals())


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.stack = [_Bracket("", is_block=True)]
        #: The last significant tokens.
        self.before: list[str] = ["", "", ""]
        self.at = 0

    def literals(self, ends: str = "") -> Iterator[Literal]:
        """Yield what is read up to a closing bracket that none here opened."""
        depth = len(self.stack)
        while self.at < len(self.source):
            start = self.at
            if self.source[start] == "/" and _BEFORE_REGEX.fullmatch(self.before[-1]):
                regex = _REGEX.match(self.source, start)
                if regex:
                    self.at = regex.end()
                    self._take("/")
                    continue
            if self.source[start] == "`":
                yield from self._template()
                continue
            token = _TOKEN.match(self.source, start)
            assert token is not None
            if ends and len(self.stack) == depth and token[0] == ends:
                return
            self.at = token.end()
            if token["space"]:
                continue
            is_key = self.before[-1] in ("{", ",") and self.source[self.at :].lstrip().startswith(":")
            if token["string"] and not is_key and self._is_read(token[0][1:-1]):
                yield self._literal(start)
            self._take(token[0])

    def _template(self) -> Iterator[Literal]:
        start = self.at
        self.at += 1
        text, inner = "", []
        before = self.before
        while self.source[self.at] != "`":
            if self.source.startswith("${", self.at):
                self.at += 2
                self.stack.append(_Bracket("${"))
                self.before = ["", "", "("]
                inner += self.literals("}")
                self.stack.pop()
                self.at += 1
                text += "\0"
            elif self.source[self.at] == "\\":
                text += self.source[self.at + 1]
                self.at += 2
            else:
                text += self.source[self.at]
                self.at += 1
        self.at += 1
        self.before = before
        if self._is_read(text.replace("\0", "")) and not _is_code(text):
            yield self._literal(start)
        yield from inner
        self._take("``")

    def _literal(self, start: int) -> Literal:
        return Literal(start, self.at, self.source[start : self.at], self.source.count("\n", 0, start) + 1)

    def _take(self, token: str) -> None:
        """Follow a token: which brackets are open, and what is written there."""
        top = self.stack[-1]
        if token[0] in "\"'" and not top.index:
            top.first = token[1:-1]
        if token in ("(", "[", "{"):
            before = self.before[-1]
            self.stack.append(
                _Bracket(
                    token,
                    before if token == "(" and re.fullmatch(r"[\w$]+", before) else "",
                    token == "{" and (before in ("=>", ")", ";", "}", "", "else", "try", "finally")),
                )
            )
        elif token in (")", "]", "}") and len(self.stack) > 1:
            self.stack.pop()
        elif token == ",":
            top.index += 1
            top.key = top.target = ""
        elif token == ":" and top.sign == "{" and self.before[-2] in ("{", ","):
            top.key = self.before[-1].strip("\"'")
        elif token == ":" and top.sign == "{" and self.before[-1] == "]":
            top.key = "[]"
        elif token in ("=", "+="):
            top.target = self.before[-1]
        elif token == ";":
            top.target = ""
        self.before = [*self.before[1:], token]

    def _is_read(self, text: str) -> bool:
        """Tell whether a text here is for people."""
        if not re.search(r"[^\W\d_]{2}", text) or self.before[-1] in ("===", "!==", "from", "import", "case"):
            return False
        for each in reversed(self.stack):
            known = self._is_read_in(each)
            if known is not None:
                return known and text != "en"
            if each.is_block:
                break
        looks_read = re.search(r"[^\W\d_]\S* \S|[^\W\d_] |^[A-Z][a-z]|[.…:]$|^ ", text)
        return bool(looks_read) and not _BROWSER.fullmatch(text) and not _is_code(text)

    def _is_read_in(self, bracket: _Bracket) -> bool | None:
        """Tell whether a text in a bracket is read; None where the bracket does not tell."""
        name = bracket.key or bracket.target
        if name in _READ:
            return True
        if name in _NAMES or (bracket.call in _CALLS and not bracket.is_block):
            return False
        if bracket.call == "setAttribute":
            return bracket.first in _READ
        if bracket.call in _ARGUMENTS and bracket is self.stack[-1]:
            first, has_more = _ARGUMENTS[bracket.call]
            if bracket.index == first or (has_more and bracket.index > first):
                return True
            return False if has_more else None
        return None


def _is_code(text: str) -> bool:
    """Tell whether a text is for a browser: a path, a selector, a rule of a style."""
    return bool(re.match(r"[/#.\[]|https?:|calc\(|translate|\w+\[|picture/|made/|inset|rotate", text))
