"""The rulebook of Abstrac: every rule of its source, every figure worked out, every page in order."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from samples import sampled_pairs, small_pack
from standard_rulebooks import BOOK_FORMATS, bare, plans_out_of_bounds, rules, sections, stands_in, text_of

from cardgen import api
from cardgen.art.items import Fill, Form
from cardgen.books.blocks import Figure, plain_text
from cardgen.books.typeset import Typeset
from cardgen.cli.main import run
from cardgen.errors import UsageError
from cardgen.gaming.games.abstrac import rows as example
from cardgen.gaming.games.abstrac import scoring, solving
from cardgen.gaming.games.abstrac.book import HALF_DRAWS, MISERE, UNFETTERED, book_facts
from cardgen.gaming.games.abstrac.deal import AbstracDeal
from cardgen.gaming.games.abstrac.figures import SharedRows
from cardgen.gaming.games.abstrac.layout import BY_SUIT, RowLayout
from cardgen.gaming.games.abstrac.options import AbstracOptions, GameKind
from cardgen.gaming.games.cards import JOKER, SUITS
from cardgen.gaming.games.cards import Card as GameCard
from cardgen.gaming.games.table_plan import TablePlan
from cardgen.geometry import Rect
from cardgen.output.rulebook import (
    BookJob,
    RulebookPress,
    rules_card_picture,
    typeset_pack_book,
    write_book,
    write_rulebook,
)
from cardgen.pack.model import Pack
from cardgen.text import fonts
from cardgen.text.format_names import NAMES
from cardgen.text.formats import page_format
from cardgen.text.styles import InlineCard

#: The packs that come with cardgen and the game of theirs that is told here.
BOOKS = (
    ("short-24", "abstrac"),
    ("short-25", "abstrac-unfettered"),
    ("standard-52", "abstrac-52"),
    ("standard-52", "abstrac"),
)
FOUR_SUITS = {"bells": "diamond", "leaves": "spade", "acorns": "club", "roses": "heart"}


class Shown(NamedTuple):
    """What a figure shows: forms with where they are from the left, and how many shapes are filled."""

    forms: list[tuple[float, str]]
    fills: int


def drawn_with(art: Any) -> Shown:
    items = list(art.items(Rect(0, 0, art.width, art.height)))
    forms = [(item.rect.x, item.name) for item in items if isinstance(item, Form)]
    return Shown(forms, sum(isinstance(item, Fill) for item in items))


@cache
def book(pack: str = "short-24", game: str | None = None, form: str = "a4", kind: str = "book") -> Typeset:
    return typeset_pack_book(api.load(pack), BookJob(game, form, kind=kind))  # type: ignore[arg-type]


@cache
def printed(pack: str = "short-24", game: str | None = None, form: str = "a4") -> str:
    loaded = api.load(pack)
    file = write_rulebook(loaded, book(pack, game, form), tagged=True)
    return text_of(file.data, page_format(form, loaded))


@cache
def facts(pack: str = "short-24", game: str = "abstrac") -> Any:
    return book_facts(api.load(pack), {"game": game})


def figures(made: Typeset) -> list[Any]:
    return [block.art for block in made.book.blocks if isinstance(block, Figure)]


# Rules


@pytest.mark.parametrize(("pack", "game"), BOOKS)
def test_every_rule_of_the_source_stands_in_the_book(pack: str, game: str) -> None:
    """What the book of 52 cards opens with is its own game: there the basic game stands in its chapter."""
    by_section = sections(book(pack, game))
    told = rules("abstrac")
    assert len(told) > 80
    opening = ("The aim", "In the box", "Set-up")
    basic = by_section["Abstrac with 24 cards"] if game == "abstrac-52" else ""
    text = {name: words + (basic if name in opening else "") for name, words in by_section.items()}
    wrong = [rule for rule in told if bare(rule.words) not in text.get(rule.section, "")]
    assert wrong == []


@pytest.mark.parametrize(("book", "form"), sampled_pairs(BOOKS[:3], BOOK_FORMATS))
def test_every_rule_is_printed_in_every_format(book: tuple[str, str], form: str) -> None:
    pack, game = book
    """But for words with cards among them, which are drawn in the line."""
    text = printed(pack, game, form)
    plain_words = [rule.words for rule in rules("abstrac") if not re.search(r"[AKQJ0-9] of \w+s", rule.words)]
    assert len(plain_words) > 70
    assert [words for words in plain_words if not stands_in(words, text)] == []


def test_the_credits_name_what_the_source_names() -> None:
    told = sections(book())["credits"]
    names = (
        "David Levy, a computer programmer in the US",
        "neither his name nor a date",
        "Hindsight and Nimbly",
    )
    assert [name for name in names if bare(name) not in told] == []


@pytest.mark.parametrize(
    ("pack", "game", "title", "words"),
    [
        ("short-24", None, "Abstrac", "With your pack you can play Abstrac and suit-based Abstrac"),
        ("short-25", None, "Unfettered Abstrac", "With the joker you play unfettered Abstrac"),
        ("standard-52", "abstrac-52", "52-card Abstrac", "You need all 52 cards of this pack"),
        ("standard-52", "abstrac", "Abstrac", "leave the cards from 2 to 8 out for Abstrac"),
    ],
)
def test_each_pack_gets_the_book_of_its_game(pack: str, game: str | None, title: str, words: str) -> None:
    made = book(pack, game)
    assert plain_text(made.book.title) == title
    assert bare(words) in sections(made)["In the box"]


# Figures


def as_games(pack: Pack, cards: tuple[Any, ...]) -> list[str]:
    """Cards of a pack, by the short names that the games know them by."""
    signs = {key: f"{suit.symbol}s"[:1] for key, suit in pack.suits.items()}
    return [f"{card.rank}{signs[card.suit]}" if card.suit else "joker" for card in cards]


def names_of(cards: tuple[GameCard, ...]) -> list[str]:
    return [f"{card.rank}{card.suit[:1]}" if card.suit else "joker" for card in cards]


def test_the_row_is_drawn_with_its_exposed_card_at_the_right() -> None:
    pack = api.load("short-24")
    row = facts().plan([["Ben", 0], ["Ann", 0]], "exposed card").middle
    assert as_games(pack, row.cards) == names_of(example.ROW)
    text = printed()
    assert stands_in("exposed card", text)
    drawn = drawn_with(row)
    placed = sorted(drawn.forms)
    assert [name for _, name in placed] == [name for _, name in drawn.forms]
    order = [[card.id for card in pack.cards].index(card.id) for card in row.cards]
    assert [int(name.removeprefix("cut").split("-")[0]) for _, name in reversed(placed)] == order


def test_the_example_is_drawn_turn_by_turn() -> None:
    row = facts().actual.row.fitted_to(385, 600)
    strips = [strip for line in row.lines for strip in line]
    assert [strip.turn for strip in strips] == list(range(1, 13))
    assert [len(strip.cards) for strip in strips] == list(example.DRAWS)


@pytest.mark.parametrize("measure", [385, 312, 228, 180, 150])
def test_a_row_that_goes_on_below_is_broken_between_turns(measure: float) -> None:
    row = facts().actual.row.fitted_to(measure, 400)
    assert [len(strip.cards) for line in row.lines for strip in line] == list(example.DRAWS)
    assert (len(row.lines) == 1) == (measure > 200)


@pytest.mark.parametrize(("measure", "faces"), [(340, True), (339, False), (240, False)])
def test_cards_too_small_for_their_own_index_show_a_larger_one(measure: float, faces: bool) -> None:
    """From 52 points of width on cards are drawn as they are printed."""
    row = facts().actual.row.fitted_to(measure, 400)
    assert (row.card_size[0] >= 52) == faces
    assert {name.startswith("cut") for _, name in drawn_with(row).forms} == {faces}


def test_what_each_has_made_is_what_the_game_says() -> None:
    for seat, side in enumerate(facts().actual.sides):
        line = solving.played_line(RowLayout(example.ROW, AbstracOptions()), example.DRAWS)
        scored, hand = line.sides[seat], [turn.hand for turn in line.turns if turn.player == seat][-1]
        assert isinstance(scored, scoring.HandScoring)
        assert (side.points, side.factor, side.score) == (scored.points, scored.factor, scored.score)
        drawn = [(len(group.cards), int(group.label)) for group in side.laid.groups]
        assert drawn == [(len(each.cards), each.points) for each in scored.combinations]
        assert sum(len(group.cards) for group in side.table.groups) == len(hand)


def test_what_if_results_are_compared() -> None:
    [drawn] = [art for art in figures(book()) if isinstance(art, SharedRows)]
    shares, actual = drawn.shares, facts().actual
    scores = [tuple(side.score for side in actual.sides)]
    scores += [tuple(int(said.split("=")[1]) for said in each) for each in facts().always]
    said = ("As played", "Always one", "Always two", "Always three")
    expected = [f"{words}: {one} to {other}" for words, (one, other) in zip(said, scores, strict=True)]
    assert [share.title for share in shares] == expected
    for share, number in zip(shares[1:], example.ALWAYS, strict=True):
        assert share.first == tuple(place // number % 2 == 0 for place in range(len(example.ROW)))


def test_the_example_of_misere_reverses_the_scores() -> None:
    one, other = facts().misere.sides
    assert facts().misere.misere
    assert (bool(one.laid.groups), bool(other.laid.groups)) == (True, False)
    assert (one.score, other.score) == (0, one.product)
    assert solving.played_line(RowLayout(example.ROW, AbstracOptions()), MISERE).scores == (0, other.score)
    assert stands_in(
        f"They make {one.points} points. Times Ann's 10 cards, that would be {one.sum}, but", printed()
    )
    # As it is told: three cards three times each, then two, one, and the last three.
    assert MISERE == (3, 3) * 3 + (2, 1, 3)


def test_suits_allow_what_the_game_allows() -> None:
    said = {1: "only that card", 2: "one or two", 3: "up to three", 4: "up to four"}
    text = sections(book())["Suit-based Abstrac"]
    assert all(bare(f"{suit} {said[BY_SUIT[suit]]}") in text for suit in SUITS)
    deal = AbstracDeal(AbstracOptions(GameKind.SUITS), (example.ROW,))
    deal.choose_order(True)
    for turn in facts().by_suit.turns:
        assert turn.size == turn.most == deal.legal_moves()[-1]
        deal.take_cards(turn.size)
    assert tuple(side.score for side in facts().by_suit.sides) == tuple(deal.scores)


def test_unfettered_limits_are_one_more_than_before() -> None:
    turns = facts("short-25", "abstrac-unfettered").unfettered.turns
    assert [turn.size for turn in turns] == list(UNFETTERED)
    assert turns[0].most == 12
    for before, after in pairwise(turns):
        assert after.most == min(before.size + 1, before.left)
    line = solving.played_line(
        RowLayout((JOKER, *example.ROW), AbstracOptions(GameKind.UNFETTERED)), UNFETTERED
    )
    told = facts("short-25", "abstrac-unfettered").unfettered.sides
    assert tuple(side.score for side in told) == line.scores
    assert sum(side.size for side in told) == 25


def test_a_half_of_the_52_card_game_is_scored_by_the_game() -> None:
    half = facts("standard-52", "abstrac-52").half
    assert [turn.size for turn in half.turns] == list(HALF_DRAWS)
    assert (half.sides[0].size, half.sides[1].size) == (15, 11)
    for side in half.sides:
        a, b, c = side.factors
        assert side.score == a * b * c * (side.short or 1)
        # Between the cards stand spaces.
        assert [len(cards[::2]) for cards in (side.flush, side.sequence, side.alike)] == [a, b, c]
        assert stands_in(f"scores {side.sum}", printed("standard-52", "abstrac-52"))
    assert half.sides[1].short == 4


def test_a_half_is_shown_where_the_pack_has_all_its_cards() -> None:
    """With the row, and every turn: nothing of it is left out."""
    assert facts().half is None
    half = facts("standard-52", "abstrac-52").half
    assert len(half.row.cards) == sum(half.row.turns) == 26
    shown = [card for turn in half.turns for card in turn.cards]
    assert [part.card for part in shown if isinstance(part, InlineCard)] == list(half.row.cards)
    assert "A half from first to last" not in sections(book())
    assert "A half from first to last" in sections(book("standard-52", "abstrac-52"))


# Packs


def named_otherwise() -> Pack:
    ranks = dict.fromkeys(("A", "K", "Q", "J", "10", "9"), 1)
    color = {"rgb": "#803010", "cmyk": [20, 80, 100, 20]}
    suits = {name: {"symbol": symbol, "color": color, "cards": ranks} for name, symbol in FOUR_SUITS.items()}
    return small_pack(name="Old suits", games=["abstrac"], suits=suits)


def test_other_names_of_suits_and_their_order_are_read_right() -> None:
    pack = named_otherwise()
    told = book_facts(pack, {"game": "abstrac"})
    assert told.names == {
        "spades": "leaves",
        "hearts": "roses",
        "clubs": "acorns",
        "diamonds": "bells",
    }
    assert as_games(pack, tuple(told.row_cards(24))) == names_of(example.ROW)
    text = "".join(sections(typeset_pack_book(pack, BookJob())).values())
    assert "leavesonlythatcardrosesoneortwoacornsuptothreebellsuptofour" in text
    assert not re.search("spades|hearts|clubs|diamonds", text)


@pytest.mark.parametrize(
    ("pack", "game", "message"),
    [
        ("never-over", "abstrac", "NEVER OVER is not a pack for Abstrac: use one with A K Q J 10 9"),
        ("short-24", "abstrac-52", "Short pack of 24 is not a pack for 52-card Abstrac: use one with A to K"),
        ("short-24", "abstrac-unfettered", "not a pack for Unfettered Abstrac: add a joker to its extras"),
    ],
)
def test_a_pack_of_other_cards_is_refused(pack: str, game: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        write_book(api.load(pack), BookJob(game))


# Pages


@pytest.mark.parametrize("form", NAMES)
@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_figures_fit_every_page_and_keep_their_type_readable(pack: str, game: str, form: str) -> None:
    shape = page_format(form, api.load(pack))
    assert plans_out_of_bounds(book(pack, game, form)) == []
    for art in figures(book(pack, game, form)):
        if isinstance(art, TablePlan):
            continue
        fitted = art.fitted_to(shape.measure, shape.text_height - 4 * shape.leading)
        assert fitted.width <= shape.measure + 0.01
        assert fitted.height <= shape.text_height - 4 * shape.leading + 0.01
        assert fitted.type_size >= fonts.LEAST_TYPE
        if isinstance(fitted, SharedRows):
            assert fonts.INDEX.size_for_figure_height(0.32 * fitted._field_size[1]) >= fonts.LEAST_TYPE


def test_the_same_bytes_twice() -> None:
    pack = api.load("short-25")
    assert write_book(pack).data == write_book(pack).data


def test_a_book_for_a_press_is_made() -> None:
    """Filled up to a multiple of four, with pages for notes."""
    made = write_book(api.load("short-24"), BookJob(press=RulebookPress()))
    assert (made.pages, made.notes, len(book().leaves)) == (8, 3, 5)


def test_ink_saver_leaves_the_shading_that_says_who_has_a_card() -> None:
    made = replace(api.load("short-24"), ink_saver=True)
    shares = book_facts(made, {"game": "abstrac"}).shares(["", "", "", ""]).fitted_to(385, 600)
    drawn = drawn_with(shares)
    # Symbols are filled as well: one a card.
    shaded = sum(sum(share.first) for share in shares.shares)
    assert drawn.fills == shaded + sum(len(share.cards) for share in shares.shares)


@pytest.mark.parametrize("form", ["a4", "letter", "a5", "half-letter", "a6"])
@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_the_rules_in_short_take_a_page(pack: str, game: str, form: str) -> None:
    assert len(book(pack, game, form, "summary").leaves) == 1


@pytest.mark.parametrize(
    ("pack", "game", "words"),
    [
        ("short-24", None, "Take one, two or three cards from the row’s top end"),
        ("short-25", None, "at most one more than your opponent has just taken"),
        ("standard-52", "abstrac-52", "diamonds up to four"),
    ],
)
def test_the_leaflet_tells_the_game_of_its_pack(pack: str, game: str | None, words: str) -> None:
    """On at most 16 pages as large as a card, with where there is more."""
    assert len(book(pack, game, "card").leaves) <= 16
    text = printed(pack, game, "card")
    for each in (words, "the exposed card first", "The rulebook in a larger format"):
        assert stands_in(each, text), each


@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_the_rules_card_is_a_card(pack: str, game: str) -> None:
    job = BookJob(game, "card", kind="card")
    assert len(typeset_pack_book(api.load(pack), job).leaves) == 1
    assert rules_card_picture(api.load(pack), job, dpi=72).startswith(b"\x89PNG")


@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_the_command_makes_the_book_and_the_summary(pack: str, game: str, tmp_path: Any) -> None:
    asked = ["--game", game] if pack == "standard-52" else []
    assert run(["rulebook", pack, *asked, "-o", str(tmp_path / "book.pdf")]) == 0
    assert run(["summary", pack, *asked, "-o", str(tmp_path / "summary.pdf")]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"book.pdf", "summary.pdf"}


def test_the_cover_counts_the_cards_that_are_played_with() -> None:
    assert [book(*each).book.cards for each in BOOKS] == [24, 25, 52, 24]
