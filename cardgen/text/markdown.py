"""A subset of Markdown: emphasis in books and on cards, and the texts of cards.

markdown-it pairs asterisks by the rules of CommonMark for both. Texts of cards may have `**bold**`,
`*italic*`, lists with `-` or `1.`, line breaks, paragraphs after an empty line, `{name}` for an icon, and
`[words]{.name}` for words in a style; a backslash escapes the next character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .scripts import OBJECT_CHARACTER
from .styles import InlineIcon, StyledText

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LIST = re.compile(r"\s*(?:([-•])|(\d{1,2}[.)]))\s+(.*)", re.DOTALL)
#: What markdown-it would parse in another way: the end and the begin of words in a style, icons, backslashes
#: that are text, and products such as 2*3.
_SET_ASIDE = re.compile(
    r"(?P<escaped>\\[\\*{}\-\[\]])"
    r"|\]\{\.(?P<style>[^{}\n]*)\}"
    r"|(?P<opens>\[)(?=(?:\\.|[^\[\]\\])*\]\{\.[^{}\n]*\})"
    r"|\{(?P<icon>[^{}\n]*)\}"
    r"|\\|(?<=\d)\*(?=\d)"
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
#: Replaces an icon while asterisks are paired: a character that occurs in no text, and counts as a letter.
_ICON = "\uffff"
#: Replace the begin and the end of words in a style: characters that occur in no text.
_OPENS, _CLOSES = "\ufdd0", "\ufdd1"
_MARKS = re.compile(f"([{_ICON}{_OPENS}{_CLOSES}])")
_CLOSED = re.compile(r"\\[\\{]|\{[^{}\n]*\}")


class MarkdownLine(NamedTuple):
    """A line of the source as runs. `mark` is that of a list entry, such as "•" or "1.", and "" for other
    lines.
    """

    runs: tuple[StyledText | InlineIcon, ...]
    mark: str = ""
    #: Whether an empty line precedes it.
    follows_empty_line: bool = False

    @property
    def text(self) -> str:
        """Return the words of the line, with one character in place of each icon."""
        return "".join(run.text if isinstance(run, StyledText) else OBJECT_CHARACTER for run in self.runs)


def with_emphasis(tokens: Iterable[Token]) -> Iterator[tuple[Token, bool, bool]]:
    """Yield the inline tokens except the marks of emphasis, each with whether it is strong and whether it has
    emphasis.
    """
    strong = emphasis = 0
    for token in tokens:
        if token.tag == "strong":
            strong += token.nesting
        elif token.tag == "em":
            emphasis += token.nesting
        else:
            yield token, strong > 0, emphasis > 0


@lru_cache(maxsize=4096)
def parsed_lines(text: str, plain: bool = False) -> tuple[MarkdownLine, ...]:
    """Parse the text of a card, and return its lines. plain: take all characters literally."""
    made: list[MarkdownLine] = []
    apart = False
    for line in text.strip().split("\n"):
        if not line.strip():
            apart = True
            continue
        match = None if plain else _LIST.match(line)
        mark = ("•" if match[1] else match[2]) if match else ""
        source = match[3] if match else line.strip()
        runs = (StyledText(source),) if plain else tuple(_runs(source))
        made.append(MarkdownLine(runs, mark, apart and bool(made)))
        apart = False
    return tuple(made)


def first_unclosed_mark(text: str) -> str:
    """Return the first mark of a text that is not closed: asterisks or a brace; "" if there is none."""
    for line in text.split("\n"):
        mark = _LIST.match(line)
        line = mark[3] if mark else line.strip()
        if asterisks := _unclosed_asterisks(line):
            return asterisks
        if "{" in _CLOSED.sub("", line):
            return "{"
    return ""


def icon_names(text: str) -> list[str]:
    """Return the names in braces, in order."""
    return [
        run.name for paragraph in parsed_lines(text) for run in paragraph.runs if isinstance(run, InlineIcon)
    ]


def style_names(text: str) -> list[str]:
    """Return the names of the styles that words in a text have, in order."""
    if "]{." not in text:
        return []
    return [run.style for paragraph in parsed_lines(text) for run in paragraph.runs if run.style]


class _MarkedLine(NamedTuple):
    """A line in which special characters replace icons and styles of words, which markdown-it does not know,
    and the names of these icons and styles.
    """

    text: str
    icons: list[str]
    styles: list[str]


def _with_replacements(line: str) -> _MarkedLine:
    """Return a line in which special characters replace icons, styles and escapes, for markdown-it."""
    icons: list[str] = []
    styles: list[str] = []
    is_open = False

    def replacement(match: re.Match[str]) -> str:
        nonlocal is_open
        if match["icon"] is not None:
            icons.append(match["icon"])
            return _ICON
        if match["opens"]:
            is_open = True
            return _OPENS
        if match["style"] is not None:
            if not is_open:
                icons.append(f".{match['style']}")
                return f"]{_ICON}"
            is_open = False
            styles.append(match["style"].strip())
            return _CLOSES
        return match["escaped"] or "\\" + match[0]

    return _MarkedLine(_SET_ASIDE.sub(replacement, _MARKS.sub("", line)), icons, styles)


def _runs(line: str) -> Iterator[StyledText | InlineIcon]:
    """Yield the runs of a line, with neighbours of one look joined."""
    text, icons, styles = _with_replacements(line)
    icons_left, styles_left, style = iter(icons), iter(styles), ""
    for part, bold, italic in _emphasized_parts(text):
        for piece in _MARKS.split(part):
            if piece == _OPENS:
                style = next(styles_left)
            elif piece == _CLOSES:
                style = ""
            elif piece == _ICON:
                if name := next(icons_left):
                    yield InlineIcon(name, style=style)
            elif piece:
                yield StyledText(piece, italic, bold, style=style)


def _emphasized_parts(text: str) -> list[tuple[str, bool, bool]]:
    """Return the parts of a text, each with whether it is bold and whether it is italic. Neighbouring parts
    differ in one or both.
    """
    joined = [("", False, False)]
    # Most lines have no asterisk, and markdown-it takes some time to import.
    if "*" in text:
        parsed = _asterisk_parser().parseInline(text)[0].children or ()
        parts = [(token.content, bold, italic) for token, bold, italic in with_emphasis(parsed)]
    else:
        parts = [(_ESCAPED.sub(r"\1", text), False, False)]
    for part, bold, italic in (each for each in parts if each[0]):
        if joined[-1][1:] == (bold, italic):
            part = joined.pop()[0] + part
        joined.append((part, bold, italic))
    return joined


def _unclosed_asterisks(line: str) -> str:
    """Return the first asterisks of a line that are not closed; "" if there are none."""
    env: dict[str, Any] = {}
    if "*" in line:
        _asterisk_parser().parseInline(_with_replacements(line).text, env)
    unclosed = [
        delimiter
        for delimiter in env.get("delimiters", ())
        # A single one inside a word was probably not meant as a mark.
        if delimiter.open and delimiter.end < 0 and not (delimiter.close and delimiter.length == 1)
    ]
    # Those of one run are one token each, one after the other.
    run = [each for number, each in enumerate(unclosed) if each.token == unclosed[0].token + number]
    return "*" * len(run)


@lru_cache(maxsize=1)
def _asterisk_parser() -> MarkdownIt:
    """Return a parser of asterisks and backslashes only, which keeps how asterisks were paired."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline, emphasis

    def asterisks(state: StateInline, silent: bool) -> bool:
        return state.src[state.pos] == "*" and emphasis.tokenize(state, silent)

    def keep_delimiters(state: StateInline) -> None:
        state.env["delimiters"] = state.delimiters

    parser = MarkdownIt("zero").enable(["escape", "emphasis", "balance_pairs"])
    parser.inline.ruler.at("emphasis", asterisks)
    parser.inline.ruler2.push("keep_delimiters", keep_delimiters)
    return parser
