"""What holds of every sentence of the bundled rulebooks: all games, books and leaflets, in LANGUAGES."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from cardgen import api
from cardgen.books.blocks import Aside, Block, Book, Glossary, ItemList, Notes, Paragraph, Table, plain_text
from cardgen.books.boxes import Anchor, ArtBox
from cardgen.books.hands import HandLayout
from cardgen.books.title_and_contents import cover_facts
from cardgen.output.rulebook import BookJob, book_of_job, template_of_job, typeset_pack_book
from cardgen.pack.model import Pack

#: A pack for each game.
GAMES = {
    "never-over": "never-over",
    "addenda": "standard-52",
    "up-and-over": "standard-52",
    "up-n-over": "standard-52",
    "abstrac": "short-24",
    "abstrac-unfettered": "short-25",
    "abstrac-52": "standard-52",
}
LANGUAGES = ("en", "de", "es")
FORMS = ("a4", "card")


@cache
def pack_of(game: str, language: str) -> Pack:
    return api.load(GAMES[game], {("language",): language})


@cache
def book_of(game: str, language: str, form: str = "a4") -> Book:
    """The text of a book, or with the form `card` of the leaflet."""
    pack, job = pack_of(game, language), BookJob(game, form)
    return book_of_job(pack, job, template_of_job(pack, job))


def paragraphs(blocks: Sequence[Block]) -> Iterator[str]:
    """All paragraphs of running text, with those of lists, boxes and notes."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield " ".join(plain_text(block.runs).split())
        elif isinstance(block, Aside):
            yield from paragraphs(block.blocks)
        elif isinstance(block, ItemList | Notes):
            for item in block.items:
                yield from paragraphs(item)
        elif isinstance(block, Glossary):
            yield from (plain_text(term.text) for term in block.terms)


#: The facts of a cover: players, minutes, age, cards.
COVERS = {
    "en": (r"(2|\d–\d|\d or \d) players", r"\d+(–\d+)? minutes( a deal)?", r"from \d+", r"\d+ cards"),
    "de": (r"(2|\d–\d|\d oder \d) Spieler", r"\d+(–\d+)? Minuten( je Runde)?", r"ab \d+", r"\d+ Karten"),
    "es": (
        r"(2|\d–\d|\d o \d) jugadores",
        r"\d+(–\d+)? minutos( por ronda)?",
        r"a partir de \d+ años",
        r"\d+ cartas",
    ),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_covers_tell_players_time_and_cards_in_one_style(game: str, language: str) -> None:
    """And the leaflet tells the same as the book."""
    book, leaflet = (cover_facts(pack_of(game, language), book_of(game, language, form)) for form in FORMS)
    assert book == leaflet
    for fact, style in zip(book, COVERS[language], strict=True):
        assert re.fullmatch(style, fact), fact


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_no_sentence_stands_twice_in_a_paragraph(game: str, language: str, form: str) -> None:
    for text in paragraphs(book_of(game, language, form).blocks):
        sentences = [each for each in re.split(r"(?<=[.:!?])\s", text) if len(each) > 12]
        assert len(sentences) == len({*sentences}), text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_of_a_list_begins_a_line(game: str, language: str) -> None:
    """An item with a condition at its end swallowed the next one."""
    told = [text for form in FORMS for text in paragraphs(book_of(game, language, form).blocks)]
    assert [text for text in told if re.search(r"[^\s\d]- ", text)] == []


@pytest.mark.parametrize(
    ("language", "columns"),
    [("en", ("plays", "draws")), ("de", ("spielt", "zieht")), ("es", ("juega", "roba"))],
)
def test_the_game_that_is_told_has_columns_for_what_is_played_and_what_is_drawn(
    language: str, columns: tuple[str, str]
) -> None:
    """A drawn card beside the one that is played looked like a second play."""
    heads = [
        [plain_text(cell) for cell in block.head]
        for block in book_of("never-over", language).blocks
        if isinstance(block, Table) and any(columns[1] == plain_text(cell) for cell in block.head)
    ]
    names = ("Abe", "Bea", "Cal")
    assert heads == [["", *(head for name in names for head in (f"{name} {columns[0]}", columns[1]))]] * 3


#: German words that a book has another word for. A stock is a Ziehstapel in all games; a ceiling, a pack, a
#: side of partners, being passed over, taking a trick and the cards of one suit have one word in each game.
OTHER_WORDS = {
    "never-over": r"(?<!Ober)\bGrenze\b|Kartenspiel\b(?! card)",
    "addenda": r"\bSeite\b|ausgelassen|\bHände\b",
    "up-and-over": r"Gewinner des",
    "up-n-over": r"Gewinner des",
    "abstrac-52": r"die Farbe: |Farbe mit",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", FORMS)
def test_a_german_book_has_one_word_for_one_thing(game: str, form: str) -> None:
    other = re.compile(rf"(Nachzieh|Ab(lage|wurf)|Karten)stapel|{OTHER_WORDS.get(game, 'Talon')}")
    told = [text for text in paragraphs(book_of(game, "de", form).blocks) if other.search(text)]
    assert told == []


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "What you can do"),
        ("de", "Was du tun kannst"),
        ("fr", "Ce que vous pouvez faire"),
        ("es", "Qué puedes hacer"),
    ],
)
def test_the_first_page_of_never_over_holds_the_whole_set_up_and_the_next_begins_with_the_rules(
    language: str, heading: str
) -> None:
    """On A4: so the aim, the cards with their numbers, the table and the turn are seen at once."""
    made = typeset_pack_book(pack_of("never-over", language), BookJob("never-over"))
    first = [mark.art for _, box, _ in made.leaves[0].boxes for mark in box.marks if isinstance(mark, ArtBox)]
    labels = [[place.label[2] for place in art.placed_cards] for art in first if isinstance(art, HandLayout)]
    assert ["1 ×", "2 ×", "3 ×", "4 ×", "5 ×", "13 ×", "11 ×", "9 ×", "7 ×"] in labels
    begins = [mark.heading for mark in made.leaves[1].boxes[0].box.marks if isinstance(mark, Anchor)]
    assert [each and each.text for each in begins] == [heading]
