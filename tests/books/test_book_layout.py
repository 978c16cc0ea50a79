"""Figures of books keep their order and what announces them, and no paragraph ends with half a word."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from book_layout import BOOKS, LANGUAGES, Variant, layout_faults, order_faults, reading_order, typeset_variant
from samples import sampled, sampled_pairs

from cardgen import api
from cardgen.books.block_layout import Compositor
from cardgen.books.blocks import (
    Aside,
    Block,
    Book,
    Figure,
    Heading,
    ItemList,
    Paragraph,
    Table,
)
from cardgen.books.boxes import Box
from cardgen.books.pages import paginate
from cardgen.text.format_names import NAMES
from cardgen.text.formats import page_format
from cardgen.text.styles import StyledText


@pytest.mark.parametrize(("book", "language"), sampled_pairs(BOOKS, LANGUAGES, every=2))
def test_figures_keep_their_order_in_every_format(book: tuple[str, str], language: str) -> None:
    """Half of the books are for folded sheets; `python tests/book_layout.py` looks through all."""
    for number, form in enumerate(NAMES):
        variant = Variant(*book, form, language, folded=(number + LANGUAGES.index(language)) % 2 == 0)
        assert layout_faults(typeset_variant(variant)) == [], variant


class _Drawing:
    """A picture of a size."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height

    def items(self, rect: Any) -> tuple[()]:
        """Return nothing."""
        return ()


def _text(chance: Random, most: int) -> tuple[StyledText, ...]:
    words = chance.choices(
        ("take", "a", "card", "discard", "ceiling", "whoever", "3"), k=chance.randint(3, most)
    )
    return (StyledText(" ".join(words) + "."),)


def _random_blocks(chance: Random) -> list[Block]:
    """Make a book's blocks: text, lists, tables, boxes, and figures of all sizes, with and without colons."""
    blocks: list[Block] = []
    turn = chance.randrange(30)
    for number in range(chance.randint(20, 45)):
        if number == turn:
            blocks.append(Aside((Paragraph(_text(chance, 40)),), "turn", (StyledText("Your turn"),)))
        kind = chance.choice(("heading", "text", "text", "list", "table", "figure", "figure", "box"))
        if kind == "heading" and not (blocks and isinstance(blocks[-1], Heading)):
            blocks.append(Heading(chance.choice((1, 2, 3)), (StyledText("Heading"),), f"key-{number}"))
        elif kind == "text":
            blocks.append(Paragraph(_text(chance, 120)))
        elif kind == "list":
            blocks.append(
                ItemList(tuple((Paragraph(_text(chance, 25)),) for _ in range(chance.randint(1, 6))), None)
            )
        elif kind == "box":
            blocks.append(Aside((Paragraph(_text(chance, 50)),)))
        else:
            if chance.random() < 0.4:
                blocks.append(Paragraph((*_text(chance, 60), StyledText(" Here is one:"))))
            caption = _text(chance, 20) if chance.random() < 0.6 else ()
            if kind == "table":
                rows = tuple(tuple(_text(chance, 6) for _ in range(3)) for _ in range(chance.randint(1, 40)))
                blocks.append(Table((), rows, ("left",) * 3, caption))
            else:
                size = (
                    chance.uniform(40, 700),
                    chance.choice((chance.uniform(20, 200), chance.uniform(20, 900))),
                )
                blocks.append(Figure(_Drawing(*size), caption))
    return [*blocks, Paragraph(_text(chance, 30))]


def _faults_of(seed: int, form: str) -> list[str]:
    pack = api.load("standard-52")
    blocks = tuple(_random_blocks(Random(seed)))
    shape = page_format(form, pack)
    book = Book((), (), (), "en", blocks)
    boxes = Compositor(pack, shape, book).lay_out_book(book)
    pages = paginate(boxes, 2 * shape.lines, shape.columns, [Box(14, below=4, flow="wide")])
    order = reading_order(pages, shape.columns)
    assert len(order) >= len(boxes)
    return order_faults(blocks, order)


@pytest.mark.parametrize("form", ["a4", "a5"])
@pytest.mark.parametrize("seed", sampled(range(6), 2))
def test_figures_of_random_books_keep_their_order(seed: int, form: str) -> None:
    assert _faults_of(seed, form) == []


def test_a_paragraph_stands_apart_from_the_list_before_it() -> None:
    item = (Paragraph((StyledText("One."),)),)
    text = Paragraph((StyledText("Text."),))
    book = Book((), (), (), "en", (text, ItemList((item, item), None), text))
    boxes = Compositor(api.load("never-over"), page_format("a5", (0, 0)), book).lay_out_book(book)
    assert [box.above for box in boxes] == [0, 0, 0, 2]
