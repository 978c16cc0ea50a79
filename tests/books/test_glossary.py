"""Glossaries: sorted terms, with the pages of the sections that tell more."""

from __future__ import annotations

import pytest
from test_templates import blocks, book

from cardgen import api
from cardgen.books.blocks import Glossary, plain_text
from cardgen.books.boxes import PlacedLine
from cardgen.books.html import html_page
from cardgen.books.messages import Message, messages_and_text
from cardgen.books.templates import Template
from cardgen.books.typeset import Typeset, typeset_book
from cardgen.errors import PackError
from cardgen.pack.model import Pack
from cardgen.text.formats import FORMATS

FILLER = "Play on, and draw a card from the stock as before. " * 200
TEXT = f"""# The aim

{FILLER}

# A turn

{FILLER}

# The end

{FILLER}

# Words

Zebra
: [](#a-turn) [](#the-end)

Épée
: A sword. [](#the-aim)

Eagle
: A bird, [as told](#the-aim). [](#the-aim) [](#the-aim) [](#the-end)
"""


@pytest.fixture(scope="module")
def pack() -> Pack:
    return api.load("never-over")


def test_terms_are_sorted_and_know_their_places(pack: Pack) -> None:
    glossary = blocks(TEXT, pack)[-1]
    assert isinstance(glossary, Glossary)
    assert [(plain_text(term.name), plain_text(term.text), term.places) for term in glossary.terms] == [
        ("Eagle", "A bird, as told.", ("the-aim", "the-aim", "the-end")),
        ("Épée", "A sword.", ("the-aim",)),
        ("Zebra", "", ("a-turn", "the-end")),
    ]


def lines_of(made: Typeset) -> list[str]:
    return [
        "".join(segment.text for segment in mark.line.segments)
        for leaf in made.leaves
        for placed in leaf.boxes
        for mark in placed.box.marks
        if isinstance(mark, PlacedLine)
    ]


def test_on_paper_a_place_is_the_page_of_its_section_once(pack: Pack) -> None:
    made = typeset_book(book(TEXT, pack), pack, FORMATS["a6"], Template("rules.md.j2", TEXT))
    pages = {
        heading.key: leaf.number
        for leaf in made.leaves
        for placed in leaf.boxes
        for heading in placed.box.headings
    }
    assert 1 == pages["the-aim"] < pages["a-turn"] < pages["the-end"] > 9
    lines = [line.replace("\u00a0", " ") for line in lines_of(made)]
    assert f"Eagle: A bird, as told. → 1, {pages['the-end']}" in lines
    assert "Épée: A sword. → 1" in lines
    assert f"Zebra → {pages['a-turn']}, {pages['the-end']}" in lines


def test_on_a_screen_a_place_is_a_link(pack: Pack) -> None:
    page = html_page(pack, book(TEXT, pack))
    links = '<span class="places"><a href="#a-turn">A turn</a>, <a href="#the-end">The end</a></span>'
    assert f"<dt>Zebra</dt>\n<dd>{links}</dd>" in page


def test_terms_and_definitions_are_translated_by_themselves() -> None:
    texts = [each.text for each in messages_and_text(TEXT) if isinstance(each, Message)]
    assert texts[-4:] == ["Épée", "A sword. [](#the-aim)", "Eagle", texts[-1]]
    assert texts[-1].startswith("A bird, [as told](#the-aim).")


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("# A\n\nTerm\n: Text. [](#b)\n", "there is no heading '#b'", 4),
        ("# A\n\nSee [](#a).\n", "this link has no text", 3),
    ],
)
def test_what_is_wrong_with_links_is_told_at_its_line(text: str, said: str, line: int, pack: Pack) -> None:
    with pytest.raises(PackError) as caught:
        book(text, pack)
    [problem] = caught.value.problems
    assert problem.message == said
    assert problem.mark is not None
    assert problem.mark.line == line
