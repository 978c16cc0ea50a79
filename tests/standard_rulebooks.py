"""What the tests of rulebooks for standard packs share: a book's text by section, and its table of rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import yaml
from samples import game_packs

from cardgen import api
from cardgen.books.blocks import (
    Aside,
    Block,
    Book,
    Figure,
    Glossary,
    Heading,
    ItemList,
    Notes,
    Paragraph,
    Table,
    Verdicts,
    plain_text,
)
from cardgen.books.typeset import Typeset
from cardgen.gaming.games.table_plan import TablePlan
from cardgen.gaming.games.trick_rows import TrickRow, TrickRows
from cardgen.output.rulebook import (
    BookJob,
    book_of_job,
    template_of_job,
    typeset_pack_book,
    write_rulebook,
)
from cardgen.pack.library import pack_file
from cardgen.pack.yaml import Loader
from cardgen.text import fonts
from cardgen.text.format_names import NAMES
from cardgen.text.formats import PageFormat, page_format

TESTS = Path(__file__).parent
PACKS = ("standard-52", "standard-52-four-colour")
FORMATS = NAMES
#: Those that hold a whole book; a page as large as a card is one of the leaflet.
BOOK_FORMATS = tuple(name for name in NAMES if name != "card")


class Rule(NamedTuple):
    """A rule of a source: where it stands in the book, and which test holds something to it."""

    said: str
    section: str
    words: str
    test: str


@cache
def rules(name: str) -> tuple[Rule, ...]:
    """The table of a book's rules and readings."""
    data = yaml.load((TESTS / "rulebook_rules" / f"{name}.yaml").read_text(encoding="utf-8"), Loader)
    told = [
        Rule(each.get("rule") or each["reading"], each["section"], each["words"], each["test"])
        for each in (*data["rules"], *data.get("readings", ()))
    ]
    assert len(set(told)) == len(told)
    return tuple(told)


@cache
def book(game: str, form: str = "a4", pack: str = "standard-52", kind: str = "book") -> Typeset:
    return typeset_pack_book(api.load(pack), BookJob(game, form, kind=kind, beside=str(pack_file(pack))))  # type: ignore[arg-type]


@cache
def pdf(game: str, form: str = "a4", pack: str = "standard-52", kind: str = "book") -> bytes:
    return write_rulebook(api.load(pack), book(game, form, pack, kind), tagged=True).data


@cache
def printed(game: str, form: str = "a4", pack: str = "standard-52") -> str:
    """All text of the file but what stands around it on each page, as bare() has it."""
    return text_of(pdf(game, form, pack), page_format(form, api.load(pack)))


def text_of(data: bytes, form: PageFormat) -> str:
    """The text of a file's pages, without running heads and numbers; a line feed between pages."""
    top = form.height - form.top + 2
    bottom = top - form.text_height - form.leading * 0.4
    with pypdfium2.PdfDocument(data) as file:
        pages = [page.get_textpage().get_text_bounded(bottom=bottom, top=top) for page in file]
    return "\n".join(map(bare, pages))


#: The fewest characters of a phrase that end a column, or begin the next.
_PARTED = 8


def stands_in(words: str, text: str) -> bool:
    """Whether words are in a text of pages; a page or a column may end within them, and figures follow."""
    words = bare(words)
    pages = text.split("\n")
    parted = (
        here.endswith(words[:place]) and words[place:] in after
        for here, after in pairwise(pages)
        for place in range(1, len(words))
    )
    columns = (
        words[place:] in page.partition(words[:place])[2]
        for page in pages
        for place in range(_PARTED, len(words) - _PARTED)
    )
    return any(words in page for page in pages) or any(parted) or any(columns)


def bare(text: str) -> str:
    """Text without what setting changes: ends of lines, their hyphens, the shape of quotation marks."""
    return re.sub(r"[\s\u00a0\u00ad\ufffe\u0002-]+", "", text.translate(str.maketrans("’‘“”", "''\"\"")))


def sections(made: Typeset) -> dict[str, str]:
    """The words under each heading, those of the credits, and under none what stands on the cover."""
    return sections_of(made.book)


def sections_of(book: Book) -> dict[str, str]:
    """The same of a book that is no page yet."""
    cover = [plain_text(book.subtitle), plain_text(book.players)]
    found: dict[str, list[str]] = {"": cover, "credits": [plain_text(book.credits)]}
    here = ""
    for block in book.blocks:
        if isinstance(block, Heading):
            here = block.text
            assert here not in found, f"two headings {here!r}"
            found[here] = []
        else:
            found[here] += _texts(block)
    return {name: bare(" ".join(texts)) for name, texts in found.items()}


def _texts(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield plain_text(block.runs)
    elif isinstance(block, ItemList | Notes):
        for item in block.items:
            yield from (text for each in item for text in _texts(each))
    elif isinstance(block, Aside):
        yield plain_text(block.title)
        yield from (text for each in block.blocks for text in _texts(each))
    elif isinstance(block, Verdicts):
        yield from (plain_text(verdict.reason) for verdict in block.lines)
        yield plain_text(block.caption)
    elif isinstance(block, Table):
        yield from (plain_text(cell) for row in (block.head, *block.rows) for cell in row)
        yield plain_text(block.caption)
    elif isinstance(block, Glossary):
        yield from (plain_text(runs) for term in block.terms for runs in (term.name, term.text))
    elif isinstance(block, Figure):
        yield block.alt
        yield plain_text(block.caption)


def figures(made: Typeset) -> list[TrickRows]:
    """The figures of tricks."""
    return [
        block.art
        for block in made.book.blocks
        if isinstance(block, Figure) and isinstance(block.art, TrickRows)
    ]


@cache
def tests_in(file: str) -> frozenset[str]:
    """The names of a file's tests."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def wrongly_told(told: Iterable[Rule], games: Iterable[str]) -> list[tuple[str, str]]:
    """The rules that stand in no book of these games where they should, or whose test is not there."""
    books: list[dict[str, str]] = []
    for game in games:
        pack, job = api.load(game_packs()[game]), BookJob(game)
        books.append(sections_of(book_of_job(pack, job, template_of_job(pack, job))))
    wrong = []
    for rule in told:
        file, _, test = rule.test.partition("::")
        if not any(bare(rule.words) in each.get(rule.section, "") for each in books):
            wrong.append((rule.said, f"{rule.words!r} is not in the section {rule.section!r}"))
        elif test not in tests_in(file):
            wrong.append((rule.said, f"there is no test {rule.test}"))
    return wrong


def type_out_of_bounds(made: Typeset) -> list[Any]:
    """Texts of figures that are too wide or too small, and figures that are too high."""
    wrong = plans_out_of_bounds(made)
    form = made.form
    for art in figures(made):
        shaped = art.fitted_to(form.measure, form.text_height)
        if shaped.height > form.text_height or shaped.width > form.measure + 0.01:
            wrong.append((shaped.width, shaped.height))
        card_width, _ = shaped._card_size
        for row in shaped.rows:
            across = shaped._row_width(row, shaped._card_size)
            if across > form.measure + 0.01 or card_width < 12:
                wrong.append((across, card_width))
            aside = shaped._text_left(shaped._card_size)
            for text, font, size in shaped._text_lines(row, shaped._card_size):
                if size < fonts.LEAST_TYPE or aside + font.width(text, size) > form.measure + 0.01:
                    wrong.append(text)
    return wrong


def plans_out_of_bounds(made: Typeset) -> list[Any]:
    """Drawings of the table that are too wide, too high or too small, or that nothing is said of."""
    wrong: list[Any] = []
    for block in made.book.blocks:
        if isinstance(block, Figure) and isinstance(block.art, TablePlan):
            plan = block.art.fitted_to(made.form.measure, made.form.text_height)
            outside = plan.height > made.form.text_height or plan.width > made.form.measure + 0.01
            if outside or plan.type_size < fonts.LEAST_TYPE or not block.alt:
                wrong.append((plan.width, plan.height, plan.type_size, block.alt))
    return wrong


def with_totals(row: TrickRow) -> str:
    """What is printed of a row of cards: who played each, its rank, and the total below it."""
    who = row.above or ("",) * len(row.cards)
    return "".join(
        f"{name}{card.rank}{total}" for name, card, total in zip(who, row.cards, row.totals, strict=True)
    )
