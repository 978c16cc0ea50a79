"""The rulebooks tell the games in words of their own: sentences of the sources that may not stand in them."""

from __future__ import annotations

import re
from functools import cache

import pytest
from samples import sampled_pairs, small_pack
from standard_rulebooks import _texts

from cardgen import api
from cardgen.books.blocks import Heading, plain_text
from cardgen.output.rulebook import BookJob, typeset_pack_book
from cardgen.pack.model import Pack

BOOKS = (
    *(("never-over", None), ("never-over-attack", None), ("never-over-defence", None)),
    *(("standard-52", "addenda"), ("standard-52", "up-and-over")),
    *(("standard-52", "abstrac-52"), ("short-24", "abstrac"), ("short-25", "abstrac-unfettered")),
)
#: What is looked through: each as it is called on a command line, and the format it is set in.
FORMS = {
    "book": ("book", "a4"),
    "leaflet": ("book", "card"),
    "summary": ("summary", "a5"),
    "card": ("card", "card"),
}
#: Words that stand in a row in a source, and are no names, figures or cards. The rules are ours to tell,
#: these sentences are not.
NOT_OURS = """
has one partner in two games and two partners in three
sinistra and destra are partners against the other three
if nobody complains in time the deal stands
by the same dealer and cutter if nobody complains
finish the game with a short hand which is a
the discards squared up so that only the top
is a multiple of the number of players
at a time face down beginning with sinistra until
if it is discovered that you have too many cards
too many cards in your hand you are
too few cards in your hand you may
face down in the middle of the table
your red pile or if your red pile is empty
your red pile count against you their
place any card on an opponent's green pile
a green card on a red pile or
you may choose to retire even when substantive action remains
when your partner is about to play first or second
about to play first or second to a trick you may
in the last trick the jack cancels the 6
the jack cancels the 6 the first king cancels the jack
plays twice to a trick the leader
if both players make this mistake in the same trick
make this mistake in the same trick
a card that matches a suit already
the turn to deal passes to the left
in turn adds a card of a different suit
face down and leads to the next
as soon as that total is reached
won by the opponent of whoever first brought it above
when you take a trick add one to your score
add one to your score and gather
four players get four cards each
five players get three cards each
the sum of all cards in the trick and
decided to make up a new card game
to make up a new card game the
a pile face down in front of you
and should arrange them from low to high
a card in the middle of the table
a trick is a pile of cards
proceeding clockwise each player must play a card
a quick card game of summing and limits
the cards from a trick may not be looked at
david levy a us computer programmer who has tested
who has tested the game in numerous variations
played first in the first half plays second in
for the fact that whoever takes more cards
before you clearly arranged by suit and rank
more to this nim type game than meets the eye
than meets the eye
decides whether to play first or second
twice once in a set and once in a
cards from the top end of the row
the number of cards in your longest suit
you took fewer than your opponent that is
any number of cards up to twelve
your score for the deal consists of
one two or three as the case may be
"""


def in_words(text: str) -> str:
    """Words in small letters, with one space between two of them and at both ends."""
    found = re.findall(r"[a-z0-9']+", text.replace("’", "'").replace("\u00ad", "").lower())
    return f" {' '.join(found)} "


@cache
def told(pack: str, game: str | None, kind: str) -> str:
    """All words of a rulebook, a leaflet, a summary or a rules card."""
    return words_of(api.load(pack), game, kind)


def words_of(pack: Pack, game: str | None = None, kind: str = "book") -> str:
    called, form = FORMS[kind]
    made = typeset_pack_book(pack, BookJob(game, form, kind=called)).book
    texts = [plain_text(made.subtitle), plain_text(made.credits)]
    for block in made.blocks:
        texts += [block.text] if isinstance(block, Heading) else _texts(block)
    return in_words(" ".join(texts))


def not_ours() -> list[str]:
    return NOT_OURS.strip().splitlines()


def test_sentences_are_written_as_they_are_looked_for() -> None:
    assert [line for line in not_ours() if in_words(line).strip() != line] == []
    assert [line for line in not_ours() if len(line.split()) > 12] == []


@pytest.mark.parametrize(("book", "kind"), sampled_pairs(BOOKS, FORMS))
def test_no_book_has_a_sentence_of_its_source(book: tuple[str, str | None], kind: str) -> None:
    pack, game = book
    text = told(pack, game, kind)
    assert len(text) > 300
    assert [line for line in not_ours() if f" {line} " in text] == []


# What is said once, and what is said of a pack


@pytest.mark.parametrize(
    ("pack", "game", "words", "times"),
    [
        ("standard-52", "up-and-over", "the first to take 21 tricks wins", 1),
        ("standard-52", "abstrac-52", "suit of the exposed card you may take", 1),
        ("never-over", None, "these quantities are the ones that the source suggests", 1),
        ("never-over-attack", None, "the ones that the source suggests", 0),
        ("never-over-attack", None, "this pack's own you may make yet another", 1),
        ("never-over-attack", None, "mean scaled to", 0),
        ("never-over", None, "fill your hand", 0),
    ],
)
def test_it_is_said_as_often_as_it_should(pack: str, game: str | None, words: str, times: int) -> None:
    assert told(pack, game, "book").count(words) == times


@pytest.mark.parametrize(
    ("greens", "hand", "number"),
    [
        (4, "3 cards", "two players can have 3 cards each"),
        (24, "8 cards", "serves two or three players"),
        (16, "8 cards", "serves two players"),
    ],
)
def test_hands_are_such_as_the_pack_can_deal(greens: int, hand: str, number: str) -> None:
    """Three red cards, and so many green ones."""
    half = greens // 2
    pack = small_pack(
        name=f"Small {greens}",
        suits={
            "green": {"sign": "+", "color": "#00855B", "cards": {2: half, 1: greens - half}},
            "red": {"sign": "≤", "color": "#961129", "cards": {2: 2, 0: 1}},
        },
        games=["never-over"],
    )
    text = words_of(pack)
    assert f"until everybody has {hand}" in text
    assert number in text
    assert f"deal {hand} each" in words_of(pack, kind="summary")
    assert f"deal {hand} each" in words_of(pack, kind="card")


def test_it_is_said_when_the_example_s_stock_is_used_up() -> None:
    from cardgen.gaming.games.never_over.book import book_facts

    game = book_facts(api.load("never-over"), {}).game.compute()
    rounds = [each for part in game.parts for each in part.rounds]
    turns = [turn for each in rounds for turn in each.turns if turn]
    last = [turn for turn in turns if turn.source == "stock"][-1]
    assert last.stock == 0
    words = in_words(f"Round {last.round}: {last.player} draws the last card of the stock")
    assert told("never-over", None, "book").count(words) == 1
