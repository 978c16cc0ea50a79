"""Parses the Markdown of a filled template into blocks: CommonMark and tables, no HTML.

Values are in the Markdown as numbers between two private characters (templates.py), so that no text of a pack
or a game can be taken for markup. Markdown's line numbers are not the template's, so problems found here
quote words to look for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any
from unicodedata import normalize
from urllib.parse import unquote

from ..errors import PackError, Problem
from ..pack.model import Card
from ..text.markdown import with_emphasis
from ..text.styles import Inline, InlineCard, LineBreak, NoteMark, Runs, StyledText
from ..units import nearest_word_hint
from .blocks import (
    BOX_KINDS,
    Align,
    Aside,
    Block,
    Book,
    Glossary,
    Heading,
    ItemList,
    Notes,
    Paragraph,
    Rule,
    Table,
    Term,
    heading_key,
    plain_text,
)
from .templates import TOKEN, FilledTemplate, Template
from .vocabulary import BadCallError, PendingBlocks

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT = re.compile(r"\s*---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
#: Characters with which an unquoted text cannot begin, as in YAML.
_NO_TEXT = "[]{}&*|>!%@`"
_KEYS = ("title", "subtitle", "credits", "language", "players", "minutes", "age", "cards", "cover", "made")
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*\Z")
_DASHES = (("---", "—"), ("--", "–"), ("...", "…"))
_DEEPEST, _MOST_FRONT = 3, 16
#: The keys of notes, which no heading has.
_NOTE = re.compile(r"note-[0-9]+\Z")
#: The line of a definition, below its term.
_DEFINITION = re.compile(r"^[:~][ \t]", re.MULTILINE)
#: The first line of a box: its kind and its title.
_BOX = re.compile(r"\[!(\w+)\][ \t]*([^\n]*)\n?")
#: Maximum number of cards on a cover.
_MOST_COVER = 5


def read_book(filled: FilledTemplate, template: Template, title: str, language: str) -> Book:
    """Parse a filled-in template as Markdown, and return the book.

    title, language: those of the book if the template states none. Raises PackError with all problems found.
    """
    reader = _MarkdownReader(filled, template)
    book = reader.read_book(title, language)
    if reader.problems:
        raise PackError(reader.problems)
    return book


class _MarkdownReader:
    """Parses one filled-in template, and records all problems in it."""

    def __init__(self, filled: FilledTemplate, template: Template) -> None:
        from markdown_it import MarkdownIt

        self.filled, self.template = filled, template
        self.problems: list[Problem] = []
        self.keys: dict[str, int] = {}
        #: The texts of headings by their keys.
        self.headings: dict[str, str] = {}
        self.links: list[str] = []
        #: The numbers of notes in the order of their references, and their contents, by label.
        self.numbers: dict[str, int] = {}
        self.notes: dict[str, tuple[Block, ...]] = {}
        self.markdown = MarkdownIt("commonmark", {"html": False, "typographer": True, "maxNesting": 20})
        self.markdown.options["quotes"] = filled.wording.phrase("quotes").split(" ")
        self.markdown.enable(["table", "smartquotes"]).disable(["html_block", "html_inline", "image"])
        #: The parser's state from one text to the next: the notes that exist.
        self.env: dict[str, Any] = {}
        if _DEFINITION.search(filled.markdown):
            from mdit_py_plugins.deflist import deflist_plugin

            deflist_plugin(self.markdown)
        if "[^" in filled.markdown:
            from mdit_py_plugins.footnote import footnote_plugin

            footnote_plugin(self.markdown, inline=False, move_to_end=False, always_match_refs=True)

    def read_book(self, title: str, language: str) -> Book:
        text = self.filled.markdown
        front: dict[str, str] = {}
        match = _FRONT.match(text)
        if match and match[1].count("\n") > _MOST_FRONT:
            self._record_problem(
                "the header at the top is not closed", "write --- below title, subtitle and credits", "---"
            )
        elif match:
            front, text = self._read_front_matter(match[1]), text[match.end() :]
        language = self._plain_text(front.get("language", language))
        if not _LANGUAGE.match(language):
            self._record_problem(
                f"{language!r} is not a language tag", 'write a tag such as "en" or "de"', "language"
            )
            language = "en"
        blocks = self._with_notes(tuple(self._read_blocks(_TokenStream(self.markdown.parse(text, self.env)))))
        for link in self.links:
            if link.startswith("#") and link[1:] not in self.keys:
                self._record_problem(
                    f"there is no heading {link!r}", nearest_word_hint(link[1:], self.keys), link
                )
        return Book(
            self.read_inline(front["title"]) if "title" in front else (StyledText(title),),
            self.read_inline(front.get("subtitle", "")),
            self.read_inline(front.get("credits", "")),
            language,
            blocks,
            self.read_inline(front.get("players", "")),
            self.read_inline(front.get("minutes", "")),
            self.read_inline(front.get("age", "")),
            cards=self._stated_card_count(self._plain_text(front.get("cards", ""))),
            cover=self._cover_cards(self._plain_text(front.get("cover", ""))),
            pdf_author=self._plain_text(front.get("made", "")),
        )

    def _stated_card_count(self, text: str) -> int | None:
        """Return the number of cards stated in the front matter. Return None if it states none, or if `text`
        is no number, which is recorded as a problem.
        """
        if text and not re.fullmatch("[1-9][0-9]{0,4}", text):
            self._record_problem(
                f"{text[:40]!r} is not a number of cards", "write a number such as 54", "cards:"
            )
            return None
        return int(text) if text else None

    def _cover_cards(self, labels: str) -> tuple[Card, ...]:
        """Return the cards that the front matter names for the cover. Unknown names, and too many, are
        recorded as a problem; the result is then empty.
        """
        terms = [term.strip() for term in labels.split(",") if term.strip()]
        if len(terms) > _MOST_COVER:
            self._record_problem(f"a cover shows at most {_MOST_COVER} cards", "name fewer cards", "cover:")
            return ()
        try:
            return tuple(self.filled.vocabulary.inline_card(term).card for term in terms)
        except BadCallError as error:
            self._record_problem(str(error), error.hint, "cover:")
            return ()

    def _with_notes(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """Return blocks with the notes of the book. Notes that nothing refers to are left out.

        The notes are at the place that the template requests, or else at the end, below a line. If there are
        no notes, the heading before the requested place is left out.
        """
        for label in [label for label in self.numbers if label not in self.notes]:
            shown = label[:40]
            self._record_problem(
                f"there is no note {shown!r}", f"write [^{shown}]: and its text on a line", f"[^{label}]"
            )
        notes = Notes(tuple(self.notes[label] for label in self.numbers if label in self.notes))
        for number in range(1, len(notes.items) + 1):
            self.keys[f"note-{number}"] = 1
        place = next((place for place, block in enumerate(blocks) if isinstance(block, Notes)), None)
        if place is not None:
            before = blocks[: place if notes.items else place - 1]
            return (*before, *([notes] if notes.items else []), *blocks[place + 1 :])
        return (*blocks, Rule(), notes) if notes.items else blocks

    def _read_front_matter(self, text: str) -> dict[str, str]:
        """Return the entries of the front matter by key: the lines `key: value` between two lines of dashes
        at the top.
        """
        found: dict[str, str] = {}
        for line in text.splitlines():
            key, colon, value = line.partition(":")
            key = key.strip().lower()
            if not line.strip():
                continue
            if not colon or key not in _KEYS:
                shown = self._plain_text(key)[:40]
                self._record_problem(
                    f"{shown!r} is not a key of a template's header", nearest_word_hint(shown, _KEYS), shown
                )
            else:
                found[key] = self._read_front_value(key, value.strip())
        return found

    def _read_front_value(self, key: str, value: str) -> str:
        """Return the value of a key in the front matter, which is a line of text, without the quotes around
        it.
        """
        quoted = value.startswith('"')
        if quoted and (len(value) < 2 or not value.endswith('"')):
            self._record_problem(f"the quotes behind {key!r} do not end", 'write it as "text"', f"{key}:")
        elif value[:1] and value[0] in _NO_TEXT:
            self._record_problem(f"the value of {key!r} is not a text", "put it in quotes", f"{key}:")
        return value[1:-1] if quoted else value

    def _plain_text(self, text: str) -> str:
        return TOKEN.sub(lambda match: str(self._template_value(match[1])), text)

    def _template_value(self, number: str) -> Any:
        """Return the value of the template that has this number in the Markdown. Return "" for a number that
        does not come from the template.
        """
        place = int(number) if len(number) < 9 else -1
        return self.filled.values[place] if 0 <= place < len(self.filled.values) else ""

    # -- blocks

    def _read_blocks(self, stream: _TokenStream, until: str = "") -> Iterator[Block]:
        for token in stream:
            if token.type == until:
                return
            if token.type == "footnote_reference_open":
                self.notes[token.meta["label"]] = tuple(self._read_blocks(stream, "footnote_reference_close"))
            else:
                yield from self._read_block(token, stream)

    def _read_block(self, token: Token, stream: _TokenStream) -> Iterator[Block]:
        kind = token.type
        if kind == "heading_open":
            yield self._read_heading(token, stream)
        elif kind == "paragraph_open":
            yield from self._read_paragraph(stream)
        elif kind in ("bullet_list_open", "ordered_list_open"):
            yield self._read_list(token, stream)
        elif kind == "blockquote_open":
            yield self._read_aside(stream)
        elif kind == "table_open":
            yield self._read_table(stream)
        elif kind == "dl_open":
            yield self._read_glossary(stream)
        elif kind == "hr":
            yield Rule()
        elif kind in ("fence", "code_block"):
            yield self._read_code(token)

    def _read_code(self, token: Token) -> Paragraph:
        runs: list[Inline] = []
        for line in self._plain_text(token.content).rstrip("\n").split("\n"):
            runs += [LineBreak(), StyledText(line.replace(" ", "\u00a0"), code=True)]
        return Paragraph(tuple(runs[1:]))

    def _read_aside(self, stream: _TokenStream) -> Aside:
        """Return a quotation as a box. The first line may state the kind and the title of the box, as in
        "[!example] Title".
        """
        first = next(stream)
        if first.type != "paragraph_open":
            return Aside(tuple(self._read_blocks(stream.with_tokens_before(first), "blockquote_close")))
        text = next(stream)
        box = _BOX.match(text.content)
        if box is None:
            return Aside(tuple(self._read_blocks(stream.with_tokens_before(first, text), "blockquote_close")))
        kind = next((kind for kind in BOX_KINDS if kind == box[1].lower()), None)
        if kind is None:
            self._record_problem(
                f"there is no box {box[1]!r}", nearest_word_hint(box[1], BOX_KINDS), f"[!{box[1]}]"
            )
        if rest := text.content[box.end() :]:
            text.children = self.markdown.parseInline(rest, self.env)[0].children
            text.content = rest
            stream = stream.with_tokens_before(first, text)
        else:
            stream.skip("paragraph_close")
        title = self.read_inline(box[2])
        return Aside(tuple(self._read_blocks(stream, "blockquote_close")), kind or "note", title)

    def _read_heading(self, token: Token, stream: _TokenStream) -> Heading:
        level = int(token.tag[1:])
        runs = self._read_runs(next(stream))
        stream.skip("heading_close")
        text = plain_text(runs)
        if level > _DEEPEST:
            self._record_problem(f"the heading {text[:40]!r} is too deep", "use #, ## or ###", text[:40])
        key = self._unique_key(text)
        self.headings[key] = text
        return Heading(min(level, _DEEPEST), runs, key)

    def _unique_key(self, text: str) -> str:
        key = heading_key(text)
        self.keys[key] = self.keys.get(key, 0) + 1
        if self.keys[key] == 1 and not _NOTE.match(key):
            return key
        own = key if self.keys[key] == 1 else f"{key}-{self.keys[key]}"
        own = f"heading-{own}" if _NOTE.match(own) else own
        self.keys[own] = self.keys.get(own, 0) + 1
        return own

    def _read_paragraph(self, stream: _TokenStream) -> Iterator[Block]:
        """Yield a paragraph; values that are figures or tables are blocks of their own."""
        token = next(stream)
        stream.skip("paragraph_close")
        alone = TOKEN.sub("", token.content).strip() == ""
        asked = [self._template_value(match[1]) for match in TOKEN.finditer(token.content)]
        if alone and asked and all(isinstance(each, PendingBlocks) for each in asked):
            for each in asked:
                for block in each.make_blocks(self.runs_of_value):
                    if isinstance(block, Heading):
                        block = block._replace(key=self._unique_key(block.text))
                        self.headings[block.key] = block.text
                    yield block
            return
        runs = self._read_runs(token)
        if plain_text(runs).strip() or any(isinstance(run, InlineCard | NoteMark) for run in runs):
            yield Paragraph(runs)

    def _read_glossary(self, stream: _TokenStream) -> Glossary:
        """Return terms with their definitions, in alphabetical order. A link without text at the end of a
        definition is the place of a section that tells more.
        """
        terms: list[Term] = []
        for token in stream:
            if token.type == "dl_close":
                break
            if token.type == "dt_open":
                terms.append(Term(self._read_runs(next(stream)), ()))
            elif token.type == "inline":
                places = self._pop_trailing_link_keys(token)
                runs = self._read_runs(token)
                term = terms[-1]
                text = (*term.text, StyledText(" "), *runs) if term.text else runs
                terms[-1] = Term(term.name, text, (*term.places, *places))
        return Glossary(
            tuple(sorted(terms, key=lambda term: _term_sort_key(plain_text(term.name)))), self.headings
        )

    def _pop_trailing_link_keys(self, token: Token) -> list[str]:
        """Remove the links without text at the end of a definition, and return their keys."""
        parts = token.children or []
        places: list[str] = []
        while parts:
            if [each.type for each in parts[-2:]] == ["link_open", "link_close"]:
                places.insert(0, self._link_target(parts[-2])[1:])
                del parts[-2:]
            elif parts[-1].type == "softbreak" or not (parts[-1].content.strip() or parts[-1].nesting):
                parts.pop()
            else:
                break
        if parts and parts[-1].type == "text":
            parts[-1].content = parts[-1].content.rstrip()
        return places

    def _read_list(self, token: Token, stream: _TokenStream) -> ItemList:
        start = int(token.attrGet("start") or 1) if token.type.startswith("ordered") else None
        items = []
        for each in stream:
            if each.type in ("bullet_list_close", "ordered_list_close"):
                break
            if each.type == "list_item_open":
                items.append(tuple(self._read_blocks(stream, "list_item_close")))
        return ItemList(tuple(items), start)

    def _read_table(self, stream: _TokenStream) -> Table:
        rows: list[list[Runs]] = []
        align: list[Align] = []
        for token in stream:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                if len(rows) == 1:
                    style = str(token.attrGet("style") or "")
                    align.append("right" if "right" in style else "center" if "center" in style else "left")
                rows[-1].append(self._read_runs(next(stream)))
        head, *body = rows
        return Table(tuple(head), tuple(tuple(row) for row in body), tuple(align))

    # -- what stands in lines

    def runs_of_value(self, value: Any) -> Runs:
        """Return a template value as runs: parsed if it was marked as Markdown, otherwise as plain text."""
        if hasattr(value, "__html__"):
            return self.read_inline(str(value))
        if isinstance(value, list | tuple) and not isinstance(value, InlineCard):
            return tuple(run for each in value for run in self.runs_of_value(each))
        if isinstance(value, InlineCard):
            return (value,)
        if isinstance(value, float):
            value = self.filled.wording.decimal_text(value)
        return (StyledText(str(value)),) if str(value) else ()

    def read_inline(self, text: str) -> Runs:
        """Parse a piece of Markdown without blocks, and return its runs."""
        text = " ".join(text.split())
        return self._read_runs(self.markdown.parseInline(text, self.env)[0]) if text else ()

    def _read_runs(self, token: Token) -> Runs:
        runs: list[Inline] = []
        link: str | None = None
        start = 0
        for child, strong, emphasis in with_emphasis(token.children or ()):
            kind, look = child.type, {"emphasis": emphasis, "strong": strong}
            if kind in ("link_open", "link_close"):
                if kind == "link_close" and link and not runs[start:]:
                    self._record_problem("this link has no text", "write it as [text](#heading)", f"]({link}")
                link, start = self._link_target(child) if kind == "link_open" else None, len(runs)
            elif kind in ("hardbreak", "softbreak"):
                runs.append(
                    LineBreak() if kind == "hardbreak" else StyledText(" ", emphasis, strong, link=link)
                )
            elif kind == "footnote_ref":
                label = child.meta["label"]
                runs.append(NoteMark(self.numbers.setdefault(label, len(self.numbers) + 1)))
            elif kind in ("text", "code_inline"):
                runs += self._runs_of_text(
                    child.content, {**look, "code": kind == "code_inline", "link": link}
                )
        return _merged_runs(runs)

    def _link_target(self, token: Token) -> str:
        link = str(token.attrGet("href") or "")
        # The parser has percent-encoded characters beyond ASCII.
        link = unquote(link) if link.startswith("#") else link
        if not link.startswith(("#", "http://", "https://", "mailto:")):
            self._record_problem(
                f"{link[:60]!r} has no target", "write #heading, or an address with https://", link
            )
        self.links.append(link)
        return link

    def _runs_of_text(self, text: str, look: dict[str, Any]) -> Iterator[Inline]:
        """Yield the runs of a text with its values filled in."""
        at = 0
        for match in TOKEN.finditer(text):
            yield from _styled_text(text[at : match.start()], look)
            at = match.end()
            value = self._template_value(match[1])
            if isinstance(value, InlineCard):
                yield value._replace(link=look["link"])
            elif isinstance(value, PendingBlocks):
                message = f"a figure ({str(value)[:40]}) stands inside a paragraph"
                hint = "leave an empty line before and after it"
                self.problems.append(self.template.problem_at_line(message, hint, value.line, value.function))
            else:
                yield StyledText(str(value), **look)
        yield from _styled_text(text[at:], look)

    def _record_problem(self, message: str, hint: str = "", word: str = "") -> None:
        """Record a problem at the first line of the template that contains `word`. If no line does, the
        problem has no line.
        """
        lines = self.template.text.splitlines()
        line = next((place for place, text in enumerate(lines, 1) if word and word in text), 0)
        self.problems.append(self.template.problem_at_line(message, hint, line, word))


class _TokenStream:
    """An iterator of Markdown tokens to which tokens can be returned."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        self._tokens = iter(tokens)

    def __iter__(self) -> _TokenStream:
        return self

    def __next__(self) -> Token:
        return next(self._tokens)

    def with_tokens_before(self, *tokens: Token) -> _TokenStream:
        """Return the stream with these tokens put back at its start."""
        return _TokenStream(chain(tokens, self._tokens))

    def skip(self, kind: str) -> None:
        """Skip all tokens up to and including the next one of a kind."""
        for token in self._tokens:
            if token.type == kind:
                return


def _term_sort_key(name: str) -> tuple[str, str]:
    """Return the key that sorts a term: its letters in lower case without accents, then the term itself."""
    letters = "".join(each for each in normalize("NFKD", name.casefold()) if each.isalnum() or each == " ")
    return letters.strip(), name


def _styled_text(text: str, look: dict[str, Any]) -> Iterator[Inline]:
    if text:
        for typed, meant in _DASHES if not look["code"] else ():
            text = text.replace(typed, meant)
        yield StyledText(text, **look)


def _merged_runs(runs: list[Inline]) -> Runs:
    """Return runs with neighbours of the same look joined."""
    made: list[Inline] = []
    for run in runs:
        last = made[-1] if made else None
        if isinstance(run, StyledText) and isinstance(last, StyledText) and run[1:] == last[1:]:
            made[-1] = last._replace(text=last.text + run.text)
        else:
            made.append(run)
    return tuple(made)
