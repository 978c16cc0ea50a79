"""Splits a template into messages, the texts that are translated, and joins it again from translations.

A message is a heading, a paragraph, an item of a list, a note, a row of a table, a value at the top, or a
text in an expression, such as a caption. Expressions stay in a message as they are in the template, so that a
translator may move them within the sentence. Texts that are joined in an expression (`"Ben has " ~ n ~ "
cards"`) are one message: "Ben has {{ n }} cards".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

#: The values at the top that readers see.
_FRONT_KEYS = ("title", "subtitle", "players", "minutes", "age", "made", "credits")
_FRONT_LINE = re.compile(r"([ \t]*+(\w++)[ \t]*+:[ \t]*+(\"?))(.*?)\3\Z")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_HEADING, _BOX = re.compile(r"#{1,6}[ \t]+"), re.compile(r"\[!\w+\][ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_NOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*")
_DEFINITION = re.compile(r"[:~][ \t]+")
_FENCE = re.compile(r"[ \t]*(```|~~~)")
#: Parts of a text that are no words: entities, and the marks of notes.
_NO_WORD = re.compile(r"&#?\w++;|\[\^[^\[\]\s]++\]")
_LETTER, _INITIAL = re.compile(r"[^\W\d_]"), re.compile(r"[^\W\d_]\Z")
#: Matches a text of an expression that is language: it has a word of three letters, or of two between
#: numbers.
_WORD = re.compile(r"[^\W\d_]{3}|\d [^\W\d_]{2} \d")
#: The first of the private characters that replace tags while splitting.
_FIRST = 0xF0000
_OPEN = re.compile(r"\{[{%#]")
_STRING = r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\''
_ENDS = {"{{": re.compile(_STRING + r"|(\}\})", re.S), "{%": re.compile(_STRING + r"|(%\})", re.S)}
_COMMENT_END = re.compile(r"(#\})")
_TOKEN = re.compile(_STRING + r"|[^\W\d]\w*|\d+(?:\.\d+)?|==|!=|<=|>=|//|\*\*|\S", re.S)
#: Filters that turn numbers into words, differently in each language.
_COUNTED = re.compile(r"\|\s*(?:plural|words)\b")
_STATEMENT = re.compile(r"\{%[-+]?\s*(\w+)")

_COMPARED = frozenset(("==", "!=", "<", ">", "<=", ">=", "in"))
_BETWEEN = frozenset(("if", "else", "elif", "and", "or", "not", "is", "for", "set", "macro", "recursive"))
_SUMS = frozenset(("+", "-", "*", "/", "//", "%", "**"))
#: Arguments that are code, and functions whose first argument names cards or counts them.
_CODE_KEYWORDS = frozenset(("align", "layout", "attribute"))
_CARD_FUNCTIONS = frozenset(("card", "cards", "count", "total", "verdicts"))
_TEXT_FILTERS = frozenset(("plural", "default", "join"))
_FIELD = re.compile(r"[a-z_][a-z0-9_]*\Z")


class Message(NamedTuple):
    """A text to translate, and its place in the template."""

    text: str
    #: The exact part of the template.
    source: str
    #: The line of the template (from 1), and its kind: "heading", "caption of table".
    line: int
    kind: str
    #: The start of its further lines.
    begin: str = ""
    #: Whether it is a text within an expression.
    quoted: bool = False

    def translated_source(self, translation: str) -> str:
        """Return the template source of the message with a translation in place of its text."""
        if self.quoted:
            return _as_expression(" ".join(translation.split("\n")))
        said = translation.strip().replace("\n", "\n" + self.begin)
        # A line that ends in a tag continues in the next one unless the tag says not to.
        keeps = self.source.endswith("+%}") or not self.source.endswith("%}")
        if keeps and said.endswith("%}") and not said.endswith(("+%}", "-%}")):
            return said[:-2] + "+%}"
        return said


def jinja_tag_spans(text: str) -> list[tuple[int, int]] | None:
    """Return the start and end of each Jinja tag in a text. Return None instead of the list if a tag is not
    closed.
    """
    found: list[tuple[int, int]] = []
    start = _OPEN.search(text)
    while start:
        at = start.end()
        pattern = _ENDS.get(start[0], _COMMENT_END)
        end = next((match for match in pattern.finditer(text, at) if match[1]), None)
        if end is None:
            return None
        found.append((start.start(), end.end()))
        start = _OPEN.search(text, end.end())
    return found


def messages_and_text(text: str) -> list[str | Message]:
    """Return a template split into messages and the text between them; joined, their sources are the
    template.

    A template that is malformed or contains private characters is one piece without messages.
    """
    places = jinja_tag_spans(text)
    if places is None or any(ord(character) >= _FIRST for character in text):
        return [text]
    tags, parts, at = [text[start:end] for start, end in places], [], 0
    for number, (start, end) in enumerate(places):
        parts += [text[at:start], chr(_FIRST + number)]
        at = end
    pieces: list[str | Message] = []
    line = 1
    for piece in _MessageSplitter("".join([*parts, text[at:]]), tags).pieces():
        if isinstance(piece, str):
            line += piece.count("\n")
        else:
            pieces.append(piece._replace(line=line))
            line += piece.source.count("\n")
            continue
        if pieces and isinstance(pieces[-1], str):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces


#: Kinds of messages of one line only.
_ALONE = ("heading", "title of a box", "row of a table", "text that stands elsewhere")


class _Span(NamedTuple):
    """The place of a paragraph in a template whose tags were replaced by single characters."""

    start: int
    end: int
    kind: str
    begin: str = ""


class _MessageSplitter:
    """Splits a template, whose Jinja tags were replaced by single characters, into messages and the text
    between them.
    """

    def __init__(self, text: str, tags: list[str]) -> None:
        self.text, self.tags = text, tags

    def pieces(self) -> Iterator[str | Message]:
        at = 0
        for span in self._paragraph_spans():
            if not self._has_words(self.text[span.start : span.end]):
                continue
            yield from self._split_between_paragraphs(self.text[at : span.start])
            yield self._message(span)
            at = span.end
        yield from self._split_between_paragraphs(self.text[at:])

    def _message(self, span: _Span) -> Message:
        said = self.text[span.start : span.end]
        first, *further = said.split("\n")
        text = first
        for line in further:
            # A line ends here only where the template says so, by two blanks or a backslash.
            hard = text.endswith(("  ", "\\"))
            text = (text if hard else text.rstrip()) + ("\n" if hard else " ") + _without_quote(line).lstrip()
        return Message(self._with_tags(text), self._with_tags(said), 0, span.kind, span.begin)

    def _with_tags(self, text: str) -> str:
        """Return a text with its tags restored."""
        return "".join(self._tag(each) or each for each in text)

    def _tag(self, character: str) -> str:
        return self.tags[ord(character) - _FIRST] if ord(character) >= _FIRST else ""

    def _has_words(self, text: str) -> bool:
        """Tell whether a text has letters outside its tags, or a tag with a number and a noun."""
        tags = (self._tag(each) for each in text)
        return bool(_LETTER.search(_NO_WORD.sub("", text))) or any(map(_COUNTED.search, tags))

    def _split_between_paragraphs(self, text: str) -> Iterator[str | Message]:
        """Yield the text between two paragraphs in pieces: the messages inside its tags, and the text between
        these messages.
        """
        for part in re.split(f"([{chr(_FIRST)}-\U0010ffff])", text):
            tag = self._tag(part) if len(part) == 1 else ""
            if not tag:
                yield part
            elif tag.startswith("{#"):
                yield tag
            else:
                yield from _split_expression(tag)

    # -- paragraphs

    def _paragraph_spans(self) -> Iterator[_Span]:
        """Yield the span of each message: paragraphs, headings, items, table rows, notes, and lines of the
        front matter.
        """
        lines: list[tuple[int, str]] = []
        start = 0
        for line in self.text.split("\n"):
            lines.append((start, line))
            start += len(line) + 1
        first, last = self._front_matter_line_range(lines)
        yield from self._spans_in_lines(lines[:first])
        for at, line in lines[first:last]:
            match = _FRONT_LINE.match(line.rstrip(" \t"))
            if match and match[2] in _FRONT_KEYS:
                yield _Span(at + len(match[1]), at + match.end(4), f"{match[2]} of the book")
        yield from self._spans_in_lines(lines[last:])

    def _front_matter_line_range(self, lines: list[tuple[int, str]]) -> tuple[int, int]:
        """Return the indices of the front matter's first line and of the line after its last. Return (0, 0)
        if there is no front matter.

        The front matter is between two lines of dashes at the top.
        """
        first = 0
        for place, (at, line) in enumerate(lines):
            if line.strip() == "---":
                if first:
                    return first, place
                first = place + 1
            elif (
                not first
                and self._span_starting_in_line(at, line)
                and self._span_of_set_or_macro_text(line) is None
            ):
                break
        return 0, 0

    def _spans_in_lines(self, lines: list[tuple[int, str]]) -> Iterator[_Span]:
        current: _Span | None = None
        fenced = False
        for at, line in lines:
            fence = bool(_FENCE.match(line))
            fenced ^= fence
            span = None if fenced or fence else self._span_starting_in_line(at, line)
            if current and span and span.kind == "paragraph":
                current = current._replace(end=span.end)
                continue
            if current:
                yield current
            current = span
            if span and span.kind in _ALONE:
                yield span
                current = None
        if current:
            yield current

    def _span_starting_in_line(self, at: int, line: str) -> _Span | None:
        """Return the span that starts in a line, a new paragraph or text that may continue one; None for a
        line without text.
        """
        inner = self._span_of_set_or_macro_text(line)
        if inner:
            return _Span(at + inner[0], at + inner[1], "text that stands elsewhere")
        quote = _QUOTE.match(line)
        body = quote.end() if quote else 0
        if not line[body:].strip() or self._has_only_statements(line[body:]):
            return None
        first, kind = self._start_and_kind_of_text(line, body) or (
            len(line) - len(line[body:].lstrip()),
            "paragraph",
        )
        begin = (quote[0] if quote else "") + " " * (first - body)
        return _Span(at + first, at + len(line.rstrip()), kind, begin)

    def _start_and_kind_of_text(self, line: str, body: int) -> tuple[int, str] | None:
        """Return the start and kind of a line's text if it begins something new; None otherwise."""
        for pattern, kind in (
            (_HEADING, "heading"),
            (_BOX, "title of a box"),
            (_NOTE, "note"),
            (_ITEM, "item of a list"),
            (_DEFINITION, "definition"),
        ):
            if match := pattern.match(line, body):
                return match.end(), kind
        return (body, "row of a table") if line.startswith("|", body) else None

    def _has_only_statements(self, line: str) -> bool:
        """Tell whether a line contains only statements and comments."""
        tags = [self._tag(each) for each in line.strip() if not each.isspace()]
        return bool(tags) and all(tag.startswith(("{%", "{#")) for tag in tags)

    def _span_of_set_or_macro_text(self, line: str) -> tuple[int, int] | None:
        """Return the start and end of the text in a line that begins with {% set x %} or {% macro x() %}.
        Return None for any other line.
        """
        start, end = len(line) - len(line.lstrip()), len(line.rstrip())
        inner = start
        while inner < end and self._statement(line[inner]) in ("set", "macro"):
            inner += 1
        if inner == start:
            return None
        while end > inner and self._statement(line[end - 1]) in ("endset", "endmacro"):
            end -= 1
        return inner, end

    def _statement(self, character: str) -> str:
        match = _STATEMENT.match(self._tag(character))
        return match[1] if match else ""


def _without_quote(line: str) -> str:
    match = _QUOTE.match(line)
    return line[match.end() :] if match else line


# -- texts of expressions


class _ExpressionContext(NamedTuple):
    """What encloses an expression in a tag: the kind of bracket, the function called, and the argument."""

    #: "call", "filter", "list", or "".
    kind: str = ""
    #: The function or the filter, and the argument.
    name: str = ""
    argument: str = ""
    #: Whether everything in it is code; and the depth within the lines of verdicts().
    is_code: bool = False
    verdict_depth: int = 0


class _FoundText(NamedTuple):
    """Joined texts in an expression: start, end, text and kind."""

    start: int
    end: int
    text: str
    kind: str


def _split_expression(tag: str) -> Iterator[str | Message]:
    at = 0
    for text in _TagExpression(tag).texts():
        yield tag[at : text.start]
        yield Message(text.text, tag[text.start : text.end], 0, text.kind, quoted=True)
        at = text.end
    yield tag[at:]


class _TagExpression:
    """Finds the texts to translate in the expression of one tag."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.tokens = [
            match for match in _TOKEN.finditer(tag, 2, len(tag) - 2) if match[0] not in ("{%", "%}")
        ]
        self.found: list[_FoundText] = []
        statement = _STATEMENT.match(tag)
        self.is_loop = statement is not None and statement[1] == "for"

    def texts(self) -> list[_FoundText]:
        """Return all texts in their order."""
        work = [(_ArgumentTokens(_ExpressionContext(), 0), 0)]
        for place, match in enumerate(self.tokens):
            items, sign = work[-1][0], match[0]
            if sign in ("(", "[", "{"):
                work.append((_ArgumentTokens(self._context_in_bracket(items, place), len(self.found)), place))
            elif sign in (")", "]", "}"):
                self._record_item_text(items, place)
                if len(work) > 1:
                    opened = work.pop()[1]
                    work[-1][0].operands[-1] += [opened, place]
            else:
                self._process_token(items, sign, place)
        for items, _ in reversed(work):
            self._record_item_text(items, len(self.tokens))
        return sorted(self.found)

    def _process_token(self, items: _ArgumentTokens, sign: str, place: int) -> None:
        """Process a token that is not a bracket."""
        if sign in _COMPARED or sign == ":":
            # What is compared is code, on both sides, and so is the key of a value.
            items.compared = True
            self._record_item_text(items, place, compared=sign != ":")
        elif sign in _BETWEEN:
            self._record_item_text(items, place)
        elif sign == ",":
            self._record_item_text(items, place)
            items.index, items.argument = items.index + 1, ""
        elif sign == "=":
            items.argument = self._last_token(items)
            items.clear(len(self.found))
        elif sign == "~":
            items.operands.append([])
        else:
            items.sums |= sign in _SUMS
            items.operands[-1].append(place)

    def _last_token(self, items: _ArgumentTokens) -> str:
        return self.tokens[items.operands[-1][-1]][0] if items.operands[-1] else ""

    def _context_in_bracket(self, items: _ArgumentTokens, place: int) -> _ExpressionContext:
        """Return the context of the expressions in a bracket."""
        before = self.tokens[place - 1][0] if place else ""
        bracket = self.tokens[place][0]
        named = bool(items.operands[-1]) and items.operands[-1][-1] == place - 1
        named = named and (before[-1:].isalnum() or before[-1:] in "_)]")
        code = items.within.is_code or not self._may_be_text(items)
        verdicts = items.within.verdict_depth
        argument = items.argument or items.within.argument
        if bracket == "(" and named:
            earlier = self.tokens[place - 2][0] if place > 1 else ""
            kind = "filter" if earlier == "|" else "call"
            return _ExpressionContext(kind, before, "", items.within.is_code, 0)
        if bracket == "[" and named:
            return _ExpressionContext(is_code=True)
        if bracket == "[":
            code |= before == "in" and not self.is_loop
            verdicts = 1 if items.argument in ("good", "bad") else verdicts + (verdicts > 0)
            return _ExpressionContext("list", items.within.name, argument, code, verdicts)
        return items.within._replace(kind="", argument=argument, is_code=code)

    def _may_be_text(self, items: _ArgumentTokens) -> bool:
        """Tell whether a string in this place may be text to translate, judged by the function and argument
        that it is in.
        """
        within, argument = items.within, items.argument
        if within.is_code or argument in _CODE_KEYWORDS:
            return False
        if within.kind == "filter":
            return bool(argument) or within.name in _TEXT_FILTERS
        if within.kind == "call" and not argument and within.name in _CARD_FUNCTIONS:
            return within.name == "verdicts" and items.index > 0
        return True

    def _record_item_text(self, items: _ArgumentTokens, place: int, compared: bool = False) -> None:
        """Record the text of an item, such as an argument, at its end, if it is text to translate."""
        start, code = items.found, items.compared or items.sums or not self._may_be_text(items)
        operands = items.operands
        items.clear(len(self.found))
        items.compared = compared
        # In a line of verdicts() the cards come first, and a line may be cards alone.
        if code or items.within.verdict_depth == 1 or (items.within.verdict_depth == 2 and items.index == 0):
            return
        parts = [self._operand_text_and_is_string(operand) for operand in operands if operand]
        said = "".join(text for text, is_text in parts if is_text)
        if not said or "{{" in said or not self._is_translatable(said, items, len(operands)):
            return
        del self.found[start:]
        begin, end = self.tokens[operands[0][0]].start(), self.tokens[operands[-1][-1]].end()
        text = "".join(text if is_text else f"{{{{ {text} }}}}" for text, is_text in parts)
        self.found.append(_FoundText(begin, end, text, self._kind_of_text(items)))
        items.found = len(self.found)

    def _operand_text_and_is_string(self, operand: list[int]) -> tuple[str, bool]:
        """Return the text of an operand and True if the operand is a string, else its code and False."""
        first, last = self.tokens[operand[0]], self.tokens[operand[-1]]
        if len(operand) == 1 and first[0][0] in "\"'":
            return _string_value(first[0]), True
        inner = self.tag[first.start() : last.end()]
        # Brackets around the whole operand are left out.
        whole = inner.startswith("(") and len(operand) == 2
        return (inner[1:-1].strip() if whole else inner), False

    def _is_translatable(self, string: str, items: _ArgumentTokens, operands: int) -> bool:
        """Tell whether a string is a text to translate, not the name of a field or a card."""
        if items.within.kind == "list" and _INITIAL.match(string) and string.isupper():
            return True
        if items.within.kind == "call" and not items.argument and operands == 1 and _FIELD.match(string):
            return False
        return bool(_WORD.search(string))

    def _kind_of_text(self, items: _ArgumentTokens) -> str:
        argument = items.argument or items.within.argument
        of = f" of {items.within.name}" if items.within.name else ""
        return f"{argument}{of}" if argument else f"text{of}"


class _ArgumentTokens:
    """The tokens since the last comma inside a bracket."""

    def __init__(self, context: _ExpressionContext, found_count: int) -> None:
        self.within = context
        #: Number of commas before, and the name of the argument.
        self.index, self.argument = 0, ""
        self.compared = False
        self.clear(found_count)

    def clear(self, found_count: int) -> None:
        #: The tokens of operands joined by ~, and the number of texts found before.
        self.operands: list[list[int]] = [[]]
        self.sums = False
        self.found = found_count


def _string_value(string: str) -> str:
    """Return the value of a quoted string, with escapes read as Jinja does."""
    return string[1:-1].encode("ascii", "backslashreplace").decode("unicode-escape")


def _as_expression(text: str) -> str:
    """Return a text with {{ values }} as an expression that joins them."""
    parts: list[str] = []
    at = 0
    for start, end in jinja_tag_spans(text) or ():
        parts += [_string_literal(text[at:start]), f"({text[start + 2 : end - 2].strip()})"]
        at = end
    return " ~ ".join(part for part in [*parts, _string_literal(text[at:])] if part != '""') or '""'


def _string_literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
