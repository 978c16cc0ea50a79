"""Counts the work of regular expressions: every step of a backtracking matcher, as Python's own takes them.

Python's matcher counts nothing, and a clock differs from machine to machine. This one follows the parsed
pattern as `re` does (greedy, lazy and possessive repeats, groups, look-around) and counts each attempt.
"""

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

SOURCES = Path(__file__).parent.parent / "cardgen"
_METHODS = {"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "scanner"}
_ONCE = {"match", "fullmatch"}


class Pattern(NamedTuple):
    """A regular expression of the program: where it stands, and whether it is tried at one place only."""

    where: str
    compiled: re.Pattern[Any]
    once: bool


def patterns() -> Iterator[Pattern]:
    """Yield every constant regular expression in the sources."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py"))}
    everything = "\n".join(texts.values())
    for path, text in texts.items():
        name = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
        if "re." not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).partition(".")[0] != "re":
                continue
            function = ast.unparse(node.func)[3:]
            if function == "compile" or function in _METHODS:
                compiled = _constant(node, name)
                if compiled is not None:
                    uses = _uses(node, text, everything) if function == "compile" else {function}
                    yield Pattern(f"{path.relative_to(SOURCES)}:{node.lineno}", compiled, uses <= _ONCE)


def _constant(node: ast.Call, module: str) -> re.Pattern[Any] | None:
    """Return a pattern that the names of its module settle; None for one put together at run time."""
    names = vars(importlib.import_module(module))
    flags = [word for word in node.keywords if word.arg == "flags"]
    try:
        pattern = eval(compile(ast.Expression(node.args[0]), "", "eval"), dict(names))
        if isinstance(pattern, re.Pattern):
            return pattern
        if ast.unparse(node.func) == "re.compile" and len(node.args) > 1:
            flag = eval(compile(ast.Expression(node.args[1]), "", "eval"), dict(names))
        else:
            flag = eval(compile(ast.Expression(flags[0].value), "", "eval"), dict(names)) if flags else 0
        return re.compile(pattern, flag)
    except NameError:
        return None


def _uses(node: ast.Call, text: str, everything: str) -> set[str]:
    """Return the methods that are called on a compiled pattern; all of them where that cannot be told."""
    lines = text.splitlines()
    line = lines[node.lineno - 1]
    if call := re.match(r".*\)\.(\w+)\(", line):
        return {call[1]}
    assigned = re.match(r"\s*(\w+)(?:\s*:[^=]+)?(?:, (\w+))? = ", line)
    if assigned is None or assigned[2]:
        return _METHODS
    name = assigned[1]
    where = text if name.startswith("_") else everything
    called = set(re.findall(rf"\b{name}\.(\w+)\(", where)) & _METHODS
    passed = re.findall(rf"re\.(\w+)\({name}\b", where)
    return called | set(passed) or _METHODS


class Work:
    """Matches a pattern as Python does, and counts the steps."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
        self._flags = pattern.flags
        ascii_ = not isinstance(pattern.pattern, str)
        flags = (pattern.flags & ~re.UNICODE) | (re.ASCII if ascii_ else 0)
        self._tree = list(_parser.parse(text, flags))
        self._units: dict[tuple[str, int], re.Pattern[str]] = {}
        self._known: dict[tuple[str, int, str], bool] = {}
        self._state_flags = flags
        self.steps = 0

    def searched(self, text: str, once: bool, most: int) -> int:
        """Return the steps of trying a pattern at every place of a text where it does not match, or at one.

        As findall and sub do, go on behind a match. most: give up after so many steps.
        """
        self.steps, self._text, self._most = 0, text, most
        place = 0
        try:
            while place <= len(text):
                self._groups_of_alike: dict[int, tuple[int, int]] = {}
                end = self._sequence(self._tree, 0, place, lambda at: at)
                if once:
                    break
                place = end if end is not None and end > place else place + 1
        except EnoughError:
            pass
        return self.steps

    def matches(self, text: str) -> int | None:
        """Return where a match at the beginning of a text ends; None for none."""
        self.steps, self._text, self._most, self._groups_of_alike = 0, text, sys.maxsize, {}
        return self._sequence(self._tree, 0, 0, lambda at: at)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise EnoughError

    def _sequence(self, items: Any, index: int, at: int, go_on: Callable[[int], int | None]) -> int | None:
        while index < len(items):
            kind, value = items[index]
            self._step()
            if kind in _WIDE:
                if not self._fits(kind, value, at):
                    return None
                at += 1
                index += 1
                continue
            return self._node(
                kind, value, at, lambda end, rest=index + 1: self._sequence(items, rest, end, go_on)
            )
        return go_on(at)

    def _node(  # noqa: C901 - one branch for each kind of node
        self, kind: Any, value: Any, at: int, go_on: Callable[[int], int | None]
    ) -> int | None:
        name = kind.name
        if name == "SUBPATTERN":
            group, _, _, items = value

            def close(end: int) -> int | None:
                before = self._groups_of_alike.get(group)
                if group is not None:
                    self._groups_of_alike[group] = (at, end)
                found = go_on(end)
                if found is None and group is not None:
                    self._groups_of_alike.pop(group, None)
                    if before is not None:
                        self._groups_of_alike[group] = before
                return found

            return self._sequence(items, 0, at, close)
        if name == "BRANCH":
            for items in value[1]:
                if (found := self._sequence(items, 0, at, go_on)) is not None:
                    return found
            return None
        if name == "ATOMIC_GROUP":
            end = self._sequence(value, 0, at, lambda place: place)
            return None if end is None else go_on(end)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self._repeat(name, *value, at, go_on)
        if name == "AT":
            return go_on(at) if self._stands(value, at) else None
        if name in ("ASSERT", "ASSERT_NOT"):
            way, items = value
            begins = [at] if way > 0 else range(at + 1)
            width = None if way > 0 else items.getwidth()[0]
            held = False
            for begin in begins if way > 0 else ([at - width] if at >= (width or 0) else []):
                held = self._sequence(items, 0, begin, lambda place: place) is not None
            return go_on(at) if held == (name == "ASSERT") else None
        if name == "GROUPREF":
            begin, end = self._groups_of_alike.get(value, (0, -1))
            said = self._text[begin:end] if end >= begin else None
            if said is None or not self._text.startswith(said, at):
                return None
            self.steps += len(said)
            return go_on(at + len(said))
        if name == "GROUPREF_EXISTS":
            group, yes, no = value
            items = yes if group in self._groups_of_alike else (no or [])
            return self._sequence(items, 0, at, go_on)
        raise NotImplementedError(name)

    def _repeat(  # noqa: C901 - greedy, lazy and possessive
        self, name: str, least: int, most: Any, items: Any, at: int, go_on: Any
    ) -> int | None:
        most = sys.maxsize if most is _constants.MAXREPEAT else most
        items = list(items)
        if len(items) == 1 and items[0][0] in _WIDE:
            kind, value = items[0]
            if name == "MIN_REPEAT":
                count = 0
                while True:
                    if count >= least and (found := go_on(at + count)) is not None:
                        return found
                    self._step()
                    if count >= most or not self._fits(kind, value, at + count):
                        return None
                    count += 1
            count = 0
            while count < most and self._fits(kind, value, at + count):
                self._step()
                count += 1
            if count < least:
                return None
            if name == "POSSESSIVE_REPEAT":
                return go_on(at + count)
            while count >= least:
                self._step()
                if (found := go_on(at + count)) is not None:
                    return found
                count -= 1
            return None

        if name == "POSSESSIVE_REPEAT":
            count = 0
            while count < most:
                end = self._sequence(items, 0, at, lambda place: place)
                if end is None or (end == at and count >= least):
                    break
                at, count = end, count + 1
            return go_on(at) if count >= least else None

        def again(count: int, place: int) -> int | None:
            self._step()

            def more(end: int) -> int | None:
                return again(count + 1, end) if end > place or count < least else None

            if name == "MIN_REPEAT" and count >= least and (found := go_on(place)) is not None:
                return found
            if count < most and (found := self._sequence(items, 0, place, more)) is not None:
                return found
            return go_on(place) if name == "MAX_REPEAT" and count >= least else None

        return again(0, at)

    def _fits(self, kind: Any, value: Any, at: int) -> bool:
        if at >= len(self._text):
            return False
        # What stands in the tree stays there, so its address is its name.
        unit = kind.name, value if isinstance(value, int) else id(value)
        found = self._known.get((*unit, self._text[at]))
        if found is None:
            if unit not in self._units:
                sub = _parser.SubPattern(_parser.State(), [(kind, value)])
                sub.state.flags = self._state_flags
                self._units[unit] = _compiler.compile(sub, self._state_flags)
            found = self._units[unit].match(self._text[at]) is not None
            self._known[*unit, self._text[at]] = found
        return found

    def _stands(self, value: Any, at: int) -> bool:
        text, name = self._text, str(value)
        if name in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
            lines = name == "AT_BEGINNING" and self._flags & re.MULTILINE
            return at == 0 or bool(lines and text[at - 1] == "\n")
        if name == "AT_END":
            if self._flags & re.MULTILINE:
                return at == len(text) or text[at] == "\n"
            return at == len(text) or (at == len(text) - 1 and text[at] == "\n")
        if name == "AT_END_STRING":
            return at == len(text)
        word = [
            place >= 0 and place < len(text) and bool(re.match(r"\w", text[place])) for place in (at - 1, at)
        ]
        return (word[0] != word[1]) == (name == "AT_BOUNDARY")

    def hostile(self) -> Iterator[tuple[str, str, str]]:
        """Yield beginnings, pieces to repeat and ends that this pattern has trouble with, if it has any.

        A beginning is a short match of the first parts of the pattern, a piece one or two characters that it
        takes or a short match of a part of it, an end something that it does not take.
        """
        singles = list(dict.fromkeys(self._characters(self._tree)))
        parts = [self._sample([item]) for item in self._tree]
        beginnings = dict.fromkeys(self._sample(self._tree[:count]) for count in range(len(self._tree) + 1))
        pieces = [piece for piece in dict.fromkeys([*singles, *parts, *beginnings]) if piece]
        for beginning in beginnings:
            for piece in pieces:
                for end in ("", "!", "\n\n!"):
                    yield beginning, piece, end

    def _characters(self, items: Any) -> Iterator[str]:
        for kind, value in items:
            if kind in _WIDE:
                yield from [each for each in _TRIED if self._takes(kind, value, each)][:2]
            else:
                for part in _below(kind.name, value):
                    yield from self._characters(part)

    def _sample(self, items: Any) -> str:
        text = ""
        for kind, value in items:
            name = kind.name
            if kind in _WIDE:
                own = chr(value) if name == "LITERAL" else ""
                text += own or next((each for each in _TRIED if self._takes(kind, value, each)), "")
            elif name.endswith("REPEAT"):
                text += self._sample(value[2]) * max(value[0], 1 if name != "MIN_REPEAT" else value[0])
            elif name == "BRANCH":
                text += self._sample(value[1][0])
            elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
                text += self._sample(value[3] if name == "SUBPATTERN" else value)
        return text

    def _takes(self, kind: Any, value: Any, character: str) -> bool:
        self._text = character
        return self._fits(kind, value, 0)

    def repeats(self) -> bool:
        """Tell whether any part may be repeated without limit."""
        return _repeats(self._tree)


def _below(name: str, value: Any) -> list[Any]:
    if name == "SUBPATTERN":
        return [value[3]]
    if name == "BRANCH":
        return list(value[1])
    if name.endswith("REPEAT"):
        return [value[2]]
    if name in ("ASSERT", "ASSERT_NOT"):
        return [value[1]]
    if name == "GROUPREF_EXISTS":
        return [part for part in value[1:] if part]
    return [value] if name == "ATOMIC_GROUP" else []


def _repeats(items: Any) -> bool:
    return any(
        (kind.name.endswith("REPEAT") and value[1] is _constants.MAXREPEAT)
        or any(_repeats(part) for part in _below(kind.name, value))
        for kind, value in items
    )


def growth(pattern: Pattern) -> tuple[float, str]:
    """Return by how much the work grows where a hostile text doubles in length, and the worst such text.

    Twice is linear, four times quadratic. The second half of the work is compared with the first, so that
    what does not grow counts for nothing.
    """
    work = Work(pattern.compiled)
    worst = (0.0, "")
    if not work.repeats():
        return worst
    for beginning, piece, end in work.hostile():
        steps = []
        for length in (16, 32, 64):
            steps.append(
                work.searched(beginning + piece * (length // len(piece) + 1) + end, pattern.once, 20_000)
            )
            if len(steps) == 2 and steps[1] < 2.5 * steps[0] and steps[1] < 2_000:
                break
        else:
            grown = (steps[2] - steps[1]) / max(1, steps[1] - steps[0])
            worst = max(worst, (grown if steps[2] < 20_000 else 99.0, f"{beginning!r} {piece!r} {end!r}"))
    return worst


_TRIED = " a0\tA-._\"'`{}[]()<>|#*,:;&/\\=+!\n\ré⟦"


class EnoughError(Exception):
    """More steps than are of interest."""


_WIDE = {_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN}
