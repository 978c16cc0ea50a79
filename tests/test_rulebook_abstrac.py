"""The rulebook of Abstrac: every rule of its source, every figure worked out, every page in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from samples import small_pack
from standard_rulebooks import bare, rules, stands_in, text_of
from standard_rulebooks import tests_in as names_in

from cardgen import api
from cardgen.cli.main import run
from cardgen.errors import UsageError
from cardgen.games.abstrac import rows as example
from cardgen.games.abstrac import scoring, solving
from cardgen.games.abstrac.book import HALF_DRAWS, MISERE, UNFETTERED, context
from cardgen.games.abstrac.deal import Deal
from cardgen.games.abstrac.figures import Groups, Row, SharedRows
from cardgen.games.abstrac.layout import BY_SUIT, Layout
from cardgen.games.abstrac.options import AbstracOptions, Kind
from cardgen.games.cards import JOKER, SUITS
from cardgen.games.cards import Card as GameCard
from cardgen.geometry import Matrix, Rect
from cardgen.output.rulebook import BookJob, RulebookPress, card_picture, set_book, write_book
from cardgen.pack.model import Pack
from cardgen.rulebook.blocks import Aside, Block, Figure, Heading, Items, Paragraph, Table, plain
from cardgen.rulebook.typeset import Typeset
from cardgen.text import fonts
from cardgen.text.formats import NAMES, page_format
from cardgen.text.styles import InlineCard

#: The packs that come with cardgen and the game of theirs that is told here.
BOOKS = (
    ("short-24", "abstrac"),
    ("short-25", "abstrac-unfettered"),
    ("standard-52", "abstrac-52"),
    ("standard-52", "abstrac"),
)
FOUR_SUITS = {"bells": "diamond", "leaves": "spade", "acorns": "club", "roses": "heart"}


class Pen:
    """Notes what is drawn: forms with where they are from the left, and how many shapes are filled."""

    def __init__(self) -> None:
        self.forms: list[tuple[float, str]] = []
        self.fills = 0

    def again(self, name: str, full: Rect, rect: Rect, draw: Any) -> None:
        self.forms.append((rect.x, name))

    @contextmanager
    def at(self, place: Matrix) -> Iterator[None]:
        yield

    def fill(self, *_: Any) -> None:
        self.fills += 1

    def stroke(self, *_: Any) -> None: ...

    def text(self, *_: Any) -> None: ...


def drawn_with(art: Any) -> Pen:
    pen = Pen()
    art.draw(pen, Rect(0, 0, art.width, art.height))
    return pen


@cache
def book(pack: str = "short-24", game: str | None = None, form: str = "a4", kind: str = "book") -> Typeset:
    return set_book(api.load(pack), BookJob(game, form, kind=kind))  # type: ignore[arg-type]


@cache
def printed(pack: str = "short-24", game: str | None = None, form: str = "a4") -> str:
    loaded = api.load(pack)
    return text_of(write_book(loaded, BookJob(game, form)).data, page_format(form, loaded))


@cache
def facts(pack: str = "short-24", game: str = "abstrac") -> dict[str, Any]:
    return context(api.load(pack), {"game": game})


def texts(block: Block) -> Iterator[str]:
    """All words of a block, those of its drawings as well."""
    if isinstance(block, Paragraph):
        yield plain(block.runs)
    elif isinstance(block, Items):
        yield from (text for item in block.items for each in item for text in texts(each))
    elif isinstance(block, Aside):
        yield from (text for each in block.blocks for text in texts(each))
    elif isinstance(block, Table):
        yield from (plain(cell) for row in (block.head, *block.rows) for cell in row)
        yield plain(block.caption)
    elif isinstance(block, Figure):
        yield from labels(block.art)
        yield plain(block.caption)


def labels(art: Any) -> Iterator[str]:
    if isinstance(art, Groups):
        yield from (group.label for group in art.groups)
    elif isinstance(art, SharedRows):
        yield from (share.title for share in art.shares)
    elif isinstance(art, Row):
        yield art.note


def sections(made: Typeset) -> dict[str, str]:
    """The words under each heading, the subtitle under none, and the credits."""
    found = {"": [plain(made.book.subtitle)], "credits": [plain(made.book.credits)]}
    here = ""
    for block in made.book.blocks:
        if isinstance(block, Heading):
            here = block.text
            assert here not in found, f"two headings {here!r}"
            found[here] = []
        else:
            found[here] += texts(block)
    return {name: bare(" ".join(words)) for name, words in found.items()}


def figures(made: Typeset) -> list[Any]:
    return [block.art for block in made.book.blocks if isinstance(block, Figure)]


# Rules


@pytest.mark.parametrize(("pack", "game"), BOOKS)
def test_every_rule_of_the_source_stands_in_the_book(pack: str, game: str) -> None:
    by_section = sections(book(pack, game))
    told = rules("abstrac")
    assert len(told) > 80
    wrong = [rule for rule in told if bare(rule.words) not in by_section.get(rule.section, "")]
    assert wrong == []


def test_every_rule_has_a_test_that_is_there() -> None:
    missing = [rule.test for rule in rules("abstrac") if not has_test(rule.test)]
    assert missing == []


def has_test(named: str) -> bool:
    file, _, name = named.partition("::")
    return name in names_in(file)


@pytest.mark.parametrize(
    ("pack", "game", "form"),
    [
        *((*BOOKS[0], form) for form in NAMES),
        *((*book, form) for book in BOOKS[1:3] for form in ("a5", "card")),
    ],
)
def test_every_rule_is_printed_in_every_format(pack: str, game: str, form: str) -> None:
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
        ("short-24", None, "Abstrac", "Short pack of 24 plays the basic game and suit-based Abstrac"),
        ("short-25", None, "Unfettered Abstrac", "a joker for unfettered Abstrac"),
        ("standard-52", "abstrac-52", "52-card Abstrac", "has the 52 cards of 52-card Abstrac"),
        ("standard-52", "abstrac", "Abstrac", "with its ranks from Ace to Nine; leave the others out"),
    ],
)
def test_each_pack_gets_the_book_of_its_game(pack: str, game: str | None, title: str, words: str) -> None:
    made = book(pack, game)
    assert plain(made.book.title) == title
    assert bare(words) in sections(made)["The idea"]


# Figures


def as_games(pack: Pack, cards: tuple[Any, ...]) -> list[str]:
    """Cards of a pack, by the short names that the games know them by."""
    signs = {key: f"{suit.symbol}s"[:1] for key, suit in pack.suits.items()}
    return [f"{card.rank}{signs[card.suit]}" if card.suit else "joker" for card in cards]


def names_of(cards: tuple[GameCard, ...]) -> list[str]:
    return [f"{card.rank}{card.suit[:1]}" if card.suit else "joker" for card in cards]


def test_the_row_is_drawn_with_its_exposed_card_at_the_right() -> None:
    pack = api.load("short-24")
    row = facts()["row"]
    assert as_games(pack, row.cards) == names_of(example.ROW)
    text = printed()
    assert stands_in("exposed card", text)
    drawn = drawn_with(row)
    placed = sorted(drawn.forms)
    assert [name for _, name in placed] == [name for _, name in drawn.forms]
    order = [[card.id for card in pack.cards].index(card.id) for card in row.cards]
    assert [int(name.removeprefix("face").split("-")[0]) for _, name in reversed(placed)] == order


def test_the_example_is_drawn_turn_by_turn() -> None:
    row = facts()["actual"].row.shaped(385, 600)
    strips = [strip for line in row.lines for strip in line]
    assert [strip.turn for strip in strips] == list(range(1, 13))
    assert [len(strip.cards) for strip in strips] == list(example.DRAWS)


@pytest.mark.parametrize("measure", [385, 312, 228, 150])
def test_a_row_that_goes_on_below_is_broken_between_turns(measure: float) -> None:
    row = facts()["actual"].row.shaped(measure, 400)
    assert [len(strip.cards) for line in row.lines for strip in line] == list(example.DRAWS)
    assert (len(row.lines) == 1) == (measure > 300)


def test_what_each_has_made_is_what_the_game_says() -> None:
    for seat, side in enumerate(facts()["actual"].sides):
        line = solving.played(Layout(example.ROW, AbstracOptions()), example.DRAWS)
        scored, hand = line.sides[seat], [turn.hand for turn in line.turns if turn.player == seat][-1]
        assert isinstance(scored, scoring.Scored)
        assert (side.points, side.factor, side.score) == (scored.points, scored.factor, scored.score)
        drawn = [(len(group.cards), int(group.label.split(": ")[1])) for group in side.laid.groups]
        assert drawn == [(len(each.cards), each.points) for each in scored.combinations]
        assert sum(len(group.cards) for group in side.table.groups) == len(hand)


def test_what_if_results_are_compared() -> None:
    shares = facts()["shares"].shares
    assert [share.title for share in shares] == [
        "As played: 168 to 250",
        "Always one: 60 to 96",
        "Always two: 144 to 120",
        "Always three: 96 to 84",
    ]
    for share, number in zip(shares[1:], example.ALWAYS, strict=True):
        assert share.first == tuple(place // number % 2 == 0 for place in range(len(example.ROW)))


def test_the_example_of_misere_reverses_the_scores() -> None:
    one, other = facts()["misere"].sides
    assert facts()["misere"].misere
    assert (bool(one.combinations), bool(other.combinations)) == (True, False)
    assert (one.score, other.score) == (0, one.product)
    assert solving.played(Layout(example.ROW, AbstracOptions()), MISERE).scores == (0, other.score)
    assert stands_in(f"make {one.points} points and {one.sum}; the score is 0", printed())


def test_suits_allow_what_the_game_allows() -> None:
    for suit, limit in zip(SUITS, facts()["limits"], strict=True):
        assert (limit.suit, limit.most) == (suit, BY_SUIT[suit])
    deal = Deal(AbstracOptions(Kind.SUITS), (example.ROW,))
    deal.choose(True)
    for turn in facts()["by_suit"].turns:
        assert turn.size == turn.most == deal.legal_moves()[-1]
        deal.take(turn.size)
    assert tuple(side.score for side in facts()["by_suit"].sides) == tuple(deal.scores)


def test_unfettered_limits_are_one_more_than_before() -> None:
    turns = facts("short-25", "abstrac-unfettered")["unfettered"].turns
    assert [turn.size for turn in turns] == list(UNFETTERED)
    assert turns[0].most == 12
    for before, after in pairwise(turns):
        assert after.most == min(before.size + 1, before.left)
    line = solving.played(Layout((JOKER, *example.ROW), AbstracOptions(Kind.UNFETTERED)), UNFETTERED)
    told = facts("short-25", "abstrac-unfettered")["unfettered"].sides
    assert tuple(side.score for side in told) == line.scores
    assert sum(side.size for side in told) == 25


def test_a_half_of_the_52_card_game_is_scored_by_the_game() -> None:
    half = facts("standard-52", "abstrac-52")["half"]
    assert [turn.size for turn in half.turns] == list(HALF_DRAWS)
    assert (half.sides[0].size, half.sides[1].size) == (15, 11)
    for side in half.sides:
        a, b, c = side.factors
        assert side.score == a * b * c * (side.short or 1)
        assert [len(side.flush), len(side.sequence), len(side.alike)] == [a, b, c]
        assert stands_in(f"Score: {side.sum}", printed("standard-52", "abstrac-52"))
    assert half.sides[1].short == 4


def test_cards_that_a_pack_lacks_are_named_and_all_alike() -> None:
    short, full = facts()["half"], facts("standard-52", "abstrac-52")["half"]
    assert {type(card) for side in short.sides for card in side.flush} == {str}
    assert {type(card) for side in full.sides for card in side.flush} == {InlineCard}
    assert short.sides[0].flush[0] == "2♦"


# Packs


def named_otherwise() -> Pack:
    ranks = dict.fromkeys(("A", "K", "Q", "J", "10", "9"), 1)
    color = {"rgb": "#803010", "cmyk": [20, 80, 100, 20]}
    suits = {name: {"symbol": symbol, "color": color, "cards": ranks} for name, symbol in FOUR_SUITS.items()}
    return small_pack(name="Old suits", games=["abstrac"], suits=suits)


def test_other_names_of_suits_and_their_order_are_read_right() -> None:
    pack = named_otherwise()
    told = context(pack, {"game": "abstrac"})
    assert told["names"] == {
        "spades": "leaves",
        "hearts": "roses",
        "clubs": "acorns",
        "diamonds": "bells",
    }
    assert as_games(pack, told["row"].cards) == names_of(example.ROW)
    assert [(limit.suit, limit.most) for limit in told["limits"]] == [
        ("leaves", 1),
        ("roses", 2),
        ("acorns", 3),
        ("bells", 4),
    ]
    text = "".join(sections(set_book(pack, BookJob())).values())
    assert not re.search("spades|hearts|clubs|diamonds", text)


@pytest.mark.parametrize(
    ("pack", "game", "message"),
    [
        ("never-over", "abstrac", "NEVER OVER is no pack for Abstrac: use one with A K Q J 10 9"),
        ("short-24", "abstrac-52", "Short pack of 24 is no pack for 52-card Abstrac: use one with A to K"),
        ("short-24", "abstrac-unfettered", "no pack for Unfettered Abstrac: add a joker to its extras"),
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
    for art in figures(book(pack, game, form)):
        fitted = art.shaped(shape.measure, shape.text_height - 4 * shape.leading)
        assert fitted.width <= shape.measure + 0.01
        assert fitted.height <= shape.text_height - 4 * shape.leading + 0.01
        assert fitted.type >= fonts.LEAST_TYPE
        if isinstance(fitted, SharedRows):
            assert fonts.INDEX.size_for(0.32 * fitted._field[1]) >= fonts.LEAST_TYPE


def test_the_same_bytes_twice() -> None:
    pack = api.load("short-25")
    assert write_book(pack).data == write_book(pack).data


def test_a_book_for_a_press_is_made() -> None:
    """Filled up to a multiple of four."""
    made = write_book(api.load("short-24"), BookJob(press=RulebookPress()))
    assert made.pages - made.notes == len(book().leaves)
    assert made.pages % 4 == 0


def test_ink_saver_leaves_the_shading_that_says_who_has_a_card() -> None:
    made = replace(api.load("short-24"), ink_saver=True)
    shares = context(made, {"game": "abstrac"})["shares"].shaped(385, 600)
    drawn = drawn_with(shares)
    # Symbols are filled as well: one a card.
    shaded = sum(sum(share.first) for share in shares.shares)
    assert drawn.fills == shaded + sum(len(share.cards) for share in shares.shares)


@pytest.mark.parametrize("form", ["a4", "letter", "a5", "half-letter", "a6"])
@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_the_rules_in_short_take_a_page(pack: str, game: str, form: str) -> None:
    assert len(book(pack, game, form, "summary").leaves) == 1


@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_the_rules_card_is_a_card(pack: str, game: str) -> None:
    job = BookJob(game, "card", kind="card")
    assert len(set_book(api.load(pack), job).leaves) == 1
    assert card_picture(api.load(pack), job, dpi=72).startswith(b"\x89PNG")


@pytest.mark.parametrize(("pack", "game"), BOOKS[:3])
def test_the_command_makes_the_book_and_the_summary(pack: str, game: str, tmp_path: Any) -> None:
    asked = ["--game", game] if pack == "standard-52" else []
    assert run(["rulebook", pack, *asked, "-o", str(tmp_path / "book.pdf")]) == 0
    assert run(["summary", pack, *asked, "-o", str(tmp_path / "summary.pdf")]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"book.pdf", "summary.pdf"}
