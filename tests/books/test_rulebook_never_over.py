"""The rulebook of NEVER OVER: every rule of the source in its section, and every figure that of the pack."""

from __future__ import annotations

import io
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
import yaml
from samples import sampled, sampled_pairs
from standard_rulebooks import rules

import cardgen
from cardgen.books import blocks
from cardgen.books.blocks import Block, plain_text
from cardgen.books.typeset import Typeset
from cardgen.cli.main import run
from cardgen.errors import PackError, UsageError
from cardgen.gaming.games.never_over.book import PUBLISHED, book_facts, pack_leaning, possible_additions
from cardgen.gaming.games.never_over.cards import Cards, cards_of
from cardgen.gaming.games.never_over.example_game import (
    _FIRST_SEED,
    example_record,
    example_table,
    game_account,
    most_instructive_game,
    play_score_trials,
)
from cardgen.gaming.games.never_over.options import NeverOverOptions
from cardgen.gaming.games.never_over.state import State
from cardgen.gaming.games.never_over.table import table_for
from cardgen.gaming.games.never_over.table_top import Anatomy, TableTop, point_on_part
from cardgen.geometry import Rect
from cardgen.output.rulebook import (
    BookJob,
    book_of_job,
    rules_card_picture,
    template_of_job,
    typeset_pack_book,
    write_book,
)
from cardgen.pack.model import Pack
from cardgen.pack.reading import read_pack
from cardgen.text.format_names import NAMES
from cardgen.text.formats import FORMATS

#: Two packs that are in no shop: one up to 7 with more red than green, and one with other suits and with gaps
#: between its numbers.
SEVEN = """
extends: never-over
name: Seven High
suits:
  green: {cards: {7: 3, 6: 3, 5: 4, 4: 4, 3: 4, 2: 5, 1: 5}}
  red: {cards: {7: 5, 6: 4, 5: 4, 4: 4, 3: 4, 2: 4, 1: 3, 0: 2}}
"""
SKY = """
format: 1
name: Sky and Earth
games: [never-over]
card: {size: 63 x 88 mm}
suits:
  earth: {sign: "≤", color: "#7A3B10", cards: {6: 3, 4: 3, 2: 3, 0: 3}}
  air: {name: azure, sign: "+", color: "#1479C9", cards: {6: 5, 4: 8, 2: 12, 1: 10}}
"""
OWN = {"seven": SEVEN, "sky": SKY}
SHIPPED = ("never-over", "never-over-attack", "never-over-defence", "never-over-paper")
PACKS = (*SHIPPED, *OWN)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packs")
    for name, text in OWN.items():
        (made / f"{name}.yaml").write_text(text, encoding="utf-8")
    return made


_LOADED: dict[str, Pack] = {}


@pytest.fixture
def pack(request: pytest.FixtureRequest, folder: Path) -> Pack:
    """The pack that the test is told by name, the published one where it is told none."""
    name = getattr(request, "param", "never-over")
    if name not in _LOADED:
        _LOADED[name] = cardgen.load(str(folder / f"{name}.yaml") if name in OWN else name)
    return _LOADED[name]


every_pack = pytest.mark.parametrize("pack", PACKS, indirect=True)


def words(block: Block) -> str:
    """All that a block says."""
    if isinstance(block, blocks.ItemList | blocks.Notes):
        return " ".join(words(part) for item in block.items for part in item)
    if isinstance(block, blocks.Aside):
        return " ".join([plain_text(block.title), *map(words, block.blocks)])
    if isinstance(block, blocks.Table):
        return " ".join(
            plain_text(cell) for row in (block.head, *block.rows, (block.caption,)) for cell in row
        )
    if isinstance(block, blocks.ScoreSheet):
        return " ".join(map(plain_text, (*block.rows, block.caption)))
    if isinstance(block, blocks.Verdicts):
        lines = (" ".join([*map(str, line.cards), plain_text(line.reason)]) for line in block.lines)
        return " ".join([plain_text(block.caption), *lines])
    if isinstance(block, blocks.Figure):
        return plain_text(block.caption)
    if isinstance(block, blocks.Glossary):
        return " ".join(f"{plain_text(term.name)} {plain_text(term.text)}" for term in block.terms)
    return "" if isinstance(block, blocks.Rule) else plain_text(block.runs)


_MADE: dict[tuple[str, str, str], Typeset] = {}
_SECTIONS: dict[str, dict[str, str]] = {}


def made(pack: Pack, form: str = BookJob().form, kind: Any = "book") -> Typeset:
    """A book, a leaflet, a summary or a rules card of a pack, set once."""
    if (pack.name, form, kind) not in _MADE:
        _MADE[pack.name, form, kind] = typeset_pack_book(pack, BookJob(form=form, kind=kind))
    return _MADE[pack.name, form, kind]


def whole_book(pack: Pack) -> blocks.Book:
    return made(pack).book


def sections(pack: Pack) -> dict[str, str]:
    """The text below each heading."""
    if pack.name not in _SECTIONS:
        found, here = dict[str, str](), ""
        for block in whole_book(pack).blocks:
            here = block.text if isinstance(block, blocks.Heading) else here
            found[here] = f"{found.get(here, '')} {words(block)}"
        _SECTIONS[pack.name] = {heading: " ".join(text.split()) for heading, text in found.items()}
    return _SECTIONS[pack.name]


def said(pack: Pack) -> str:
    return " ".join(sections(pack).values())


def text_of(pack: Pack, kind: Any) -> str:
    """All that a book, a leaflet, a summary or a rules card says."""
    if kind == "book":
        return " ".join(map(words, whole_book(pack).blocks))
    form = "a5" if kind == "summary" else "card"
    return " ".join(map(words, made(pack, form, "book" if kind == "leaflet" else kind).book.blocks))


def table_under(pack: Pack, heading: str, place: int = 0) -> list[list[str]]:
    """A table of a section, as text."""
    found, here = [], ""
    for block in whole_book(pack).blocks:
        here = block.text if isinstance(block, blocks.Heading) else here
        if isinstance(block, blocks.Table) and here == heading:
            found.append([[plain_text(cell) for cell in row] for row in block.rows])
    return found[place]


# Every rule of the source


@pytest.mark.parametrize("form", sampled(FORMATS, 2))
def test_the_pages_say_every_rule(form: str, pack: Pack) -> None:
    """What is set is what comes out of the PDF, whatever its lines and pages are."""
    text = letters(write_book(pack, BookJob(form=form, ragged=True)).data)
    missing = [
        rule.words for rule in rules("never-over") if not in_pieces(re.findall(r"\w+", rule.words), text)
    ]
    assert missing == []


def letters(data: bytes) -> str:
    """The words of all pages, with nothing between them but single spaces."""
    document = pypdfium2.PdfDocument(data)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return " ".join(re.findall(r"\w+", text.replace("\ufffe", "").replace("\u00ad", "")))


def in_pieces(phrase: list[str], text: str) -> bool:
    """Whether words stand in a row, with at most a page's foot, head and figures between two of them."""
    between = [r" "] * (len(phrase) - 1)
    whole = " ".join(phrase)
    if whole in text:
        return True
    for place in range(len(between)):
        first, last = " ".join(phrase[: place + 1]), " ".join(phrase[place + 1 :])
        if re.search(rf"{re.escape(first)} (\w+ ){{1,200}}{re.escape(last)}", text):
            return True
    return False


def test_the_source_is_credited_with_its_date(pack: Pack) -> None:
    book = whole_book(pack)
    assert "version of Friday 4 May 2012, which names no author" in plain_text(book.credits)


# Figures are the pack's


@every_pack
def test_figures_are_the_pack_s(pack: Pack) -> None:
    """Counted here from the suits, without the game's code."""
    green, red = sorted(pack.suits, key=lambda key: pack.suits[key].sign != "+")
    sums = []
    for key in (green, red):
        quantities = {int(card.rank or ""): card.quantity for card in pack.cards if card.suit == key}
        sums.append((sum(quantities.values()), sum(p * times for p, times in quantities.items())))
    (greens, points), (reds, burden) = sums
    text = said(pack)
    assert f"Together that is a pack of {greens + reds} cards." in text
    assert f"Total {greens} {points} {reds} {burden}" in text
    green_name, red_name = name(pack, "+"), name(pack, "≤")
    more = (
        f"the {green_name} cards of the pack have {points} points and the {red_name} ones only {burden}"
        if points > burden
        else f"the {red_name} cards of the pack have {burden} points and the {green_name} ones {points}"
    )
    assert f"In all, {more}" in text
    assert f"here that is {max(map(int, pack.suit_cards[green]))}." in text
    stock = [greens + reds - 8 * players for players in range(2, (greens + reds) // 8 + 1)]
    assert table_under(pack, "How many of each", 1)[1] == ["Stock", *map(str, stock)]
    rows = table_under(pack, "How many of each")
    for column, key in ((0, green), (3, red)):
        shown = [(row[column], row[column + 1]) for row in rows if row[column] not in ("", "Total")]
        by_rank = sorted(pack.suit_cards[key].values(), key=lambda card: -int(card.rank or ""))
        assert shown == [(card.label, str(card.quantity)) for card in by_rank]


@pytest.mark.parametrize("pack", ["never-over", *OWN], indirect=True)
@pytest.mark.parametrize("kind", ["book", "leaflet", "summary", "card"])
def test_no_mark_of_markdown_is_printed(pack: Pack, kind: Any) -> None:
    """A remark that follows a paragraph without a line between them would be taken for a part of it."""
    assert [mark for mark in (">", "**", "](", "[!", "[^", "{{", "{%") if mark in text_of(pack, kind)] == []


def name(pack: Pack, sign: str) -> str:
    return next(pack.suit_title(key) for key, suit in pack.suits.items() if suit.sign == sign)


@every_pack
@pytest.mark.parametrize("kind", ["book", "leaflet", "summary", "card"])
def test_no_card_is_named_that_the_pack_lacks(pack: Pack, kind: Any) -> None:
    """In text, tables, and captions: a sign with a number is a card that is there."""
    text = text_of(pack, kind)
    assert set(re.findall(r"[+≤]\d+", text)) <= {card.label for card in pack.cards}


@pytest.mark.parametrize("pack", ["sky"], indirect=True)
@pytest.mark.parametrize("kind", ["book", "leaflet", "summary", "card"])
def test_suits_of_other_names_are_called_by_them(pack: Pack, kind: Any) -> None:
    text = text_of(pack, kind)
    assert not re.findall(r"(?i)\b(greens?|reds?)\b", text)
    assert "azure" in text
    assert "earth" in text
    assert not re.findall(r"(?i)\ba (azure|earth)\b", text), "an azure card, an earth card"


def test_the_published_pack_is_the_one_that_others_are_compared_with(pack: Pack) -> None:
    cards = cards_of(pack)
    assert (cards.labels, cards.quantities) == (PUBLISHED.labels, PUBLISHED.quantities)
    assert "2.7 green cards to each red one" in said(pack)


@pytest.mark.parametrize(
    ("pack", "share", "reds", "words_"),
    [
        (
            "never-over-attack",
            1,
            1,
            "By the height of the red cards, it leans towards attack.",
        ),
        (
            "never-over-defence",
            -1,
            -1,
            "By the share of green cards, this pack leans towards defence.",
        ),
        ("sky", 1, -1, "By the share of azure cards, this pack leans towards attack."),
        ("never-over", 0, 0, "the mean pointage of its red cards is 2.7"),
    ],
    indirect=["pack"],
)
def test_variants_lean_as_they_are_called(pack: Pack, share: int, reds: int, words_: str) -> None:
    measures = book_facts(pack, {}).measures
    assert (measures.by_share, measures.by_reds) == (share, reds)
    assert words_ in said(pack)


def test_what_is_printed_as_equal_leans_neither_way() -> None:
    """2.7 green cards to a red one are 2.7, whatever follows in further decimals."""
    measures = pack_leaning(Cards.from_quantities({4: 27}, {4: 10}))
    assert (measures.greens_a_red, measures.published_greens_a_red, measures.by_share) == (2.7, 2.7, 0)


# The table

#: The source's own table, a row a player.
SOURCE = """
Abe +3 – +1 +2 +3 +4 ≤4r | ≤0 ≤1 ≤2 ≤3 ≤4r
Bea +2 ≤3 +1 +2 +3 ≤3r ≤4 | ≤0 ≤1 ≤2 ≤3r
Cal +4 ≤1 +1 ≤1r ≤2 ≤3 ≤4 | ≤0 ≤1r
Deb +2 ≤2 +1 +2 ≤2r ≤3 ≤4 | ≤0 ≤1 ≤2r
Eli – ≤4 +1 +2 +3 +4 ≤4r | ≤0 ≤1 ≤2 ≤3 ≤4r
Flo +3 ≤0 ≤0r ≤1 ≤2 ≤3 ≤4 | ≤0r
"""


def test_the_table_of_moves_is_the_source_s(pack: Pack) -> None:
    """The piles stand in the picture, what can be added in the table."""
    tops = [(seat.name, seat.green or "–", seat.red or "–") for seat in book_facts(pack, {}).seats]
    rows = table_under(pack, "Six at a table")
    shown = [f"{' '.join(top)} {row[1]} | {row[2]}" for top, row in zip(tops, rows, strict=True)]
    assert [re.sub(r"\((\S+)\)", r"\1r", line) for line in shown] == SOURCE.strip().splitlines()
    assert [row[0] for row in rows] == [top[0] for top in tops]
    assert "Look at Cal’s +4 beside ≤1, and at Flo’s +3 beside ≤0." in sections(pack)["Six at a table"]


def test_the_examples_beside_the_rules_are_so(pack: Pack) -> None:
    """Beside ≤2, as the rules have it; and every card is right or wrong."""
    assert book_facts(pack, {}).example == (
        *("≤2", 2, ("+1", "+2"), ("+3", "+4")),
        *(("≤2", "≤3", "≤4"), ("≤0", "≤1"), ("≤0", "≤1", "≤2"), ("≤3", "≤4")),
    )


def test_the_moves_that_are_pictured_are_so() -> None:
    """What is forbidden has no cards after it, and what a red card limits stays where it lies."""
    pack = cardgen.load("never-over")
    shown, rounds = book_facts(pack, {}).shown, book_facts(pack, {}).game.compute().first_round
    assert [each and each[:3] for each in shown] == [
        (("+1", "≤2"), "+2", ("+2", "≤2")),
        (("+1", "≤2"), "+3", ()),
        (("+1", "≤2"), "≤3", ("+1", "≤3")),
        (("+1", "≤2"), "≤1", ()),
        (("+4", "≤2"), "≤1", ("+4", "≤1")),
        (("+4", "≤2"), "≤3", ()),
    ]
    assert [(each.turn.player, each.before, each.turn.card, each.after) for each in rounds] == [
        ("Abe", ("", ""), "+4", ("+4", "")),
        ("Bea", ("", ""), "+4", ("+4", "")),
        ("Cal", ("", ""), "+2", ("+2", "")),
    ]


def test_the_set_up_is_drawn_as_it_is(pack: Pack) -> None:
    """Hidden hands, a stock, no card turned up, and two empty piles for each who plays in the example."""
    facts = book_facts(pack, {})
    drawn: TableTop = facts.set_up
    assert [place.name for place in drawn.places] == facts.game.compute().names
    assert all((place.green, place.red, place.hand) == (None, None, 8) for place in drawn.places)
    assert (drawn.stock, drawn.discards) == (True, ())


@every_pack
def test_the_table_from_above_shows_the_position(pack: Pack) -> None:
    """Figure and table are of one position; every card of it, and of the discards, is the pack's own."""
    facts = book_facts(pack, {})
    drawn: TableTop = facts.table_top
    in_table = [(seat.name, seat.green, seat.red) for seat in facts.seats]
    labels = [(p.name, *(card.label if card else None for card in (p.green, p.red))) for p in drawn.places]
    assert labels == in_table
    used = [card for place in drawn.places for card in (place.green, place.red) if card] + [*drawn.discards]
    assert all(used.count(card) <= card.quantity for card in pack.cards)
    assert drawn.discards
    assert drawn.stock


def test_empty_piles_are_dotted(pack: Pack) -> None:
    """One outline of dots for each pile that has no card yet, and no other in the book."""
    facts = book_facts(pack, {})
    # After the last part the piles are told in a table.
    parts = facts.game.compute().parts[:-1]
    shown = [facts.set_up, facts.table_top, *map(facts.table_after, parts)]
    empty = [
        [*(card for place in top.places for card in (place.green, place.red)), top.stock, top.discards]
        for top in shown
    ]
    with pikepdf.open(io.BytesIO(write_book(pack).data)) as pdf:
        dots = sum(page.Contents.read_bytes().count(b"[0.01 2.4] 0 d") for page in pdf.pages)
    assert dots == sum(not each for top in empty for each in top)
    assert dots > 7


@every_pack
@pytest.mark.parametrize("measure", sampled([110.0, 150.0, 228.0, 279.0, 281.0, 385.0, 700.0], 2))
def test_the_table_fits_any_measure_and_keeps_its_cards_apart(pack: Pack, measure: float) -> None:
    top: TableTop = book_facts(pack, {}).table_top.fitted_to(measure, 500.0)
    spots = top._positions
    assert top.width <= measure + 0.01
    whole = Rect(0, 0, top.width, top.height)
    width, height = spots.card
    piles = [Rect(x + column * 1.16 * width, y, width, height) for x, y in spots.piles for column in (0, 1)]
    piles += [Rect(*spots.stock, width, height), Rect(*spots.discards, width, height)]
    last = len(top.discards) - 1
    piles[-1:] = [piles[-1], piles[-1].moved(last * spots.step[0], last * spots.step[1])]
    assert all(spots.table.contains(pile) and whole.contains(pile) for pile in piles)
    apart = piles[:-2]
    assert not any(a.overlaps(b) for i, a in enumerate(apart) for b in (*apart[i + 1 :], *piles[-2:]))
    assert width >= 0.1 * measure or width == 27.0


@every_pack
@pytest.mark.parametrize("measure", [110.0, 240.0, 385.0])
def test_hands_lie_beside_the_piles_and_on_the_table(pack: Pack, measure: float) -> None:
    """Half as wide as the piles, a hand is no higher than the room that is kept for it."""
    spots = book_facts(pack, {}).set_up.fitted_to(measure, 500.0)._positions
    width, height = spots.card
    for (cx, base), (x, y) in zip(spots.hands, spots.piles, strict=True):
        fan = Rect(cx - 1.05 * width, base, 2.1 * width, 0.66 * height)
        assert spots.table.contains(fan)
        assert not fan.overlaps(Rect(x, y, 2.16 * width, height))


@every_pack
def test_the_parts_of_a_card_are_pointed_at(pack: Pack) -> None:
    """Each number's line ends on its card, and the caption names the parts that the card has."""
    drawn: Anatomy = book_facts(pack, {}).anatomy
    trim = Rect(0, 0, *pack.card.size)
    for place, card in enumerate(drawn.cards):
        for part in drawn.parts:
            x, y = point_on_part(pack, card, part, trim, place == 1) or (-1, -1)
            assert 0 < x < trim.width
            assert 0 < y < trim.height
    assert "1 the small index, 2 the large index" in said(pack)
    assert ("3 the stripe" in said(pack)) == pack.stripe.on


def test_pictures_are_told_in_words_too(pack: Pack) -> None:
    """Every picture says what it shows, the cards on it by their names."""
    shown = [
        block.alt
        for block in whole_book(pack).blocks
        if isinstance(block, blocks.Figure) or (isinstance(block, blocks.Verdicts) and block.beside)
    ]
    assert all(shown)
    assert any("Cal has +4 on the green pile and ≤1 on the red pile. " in alt for alt in shown)
    assert any("Abe has 12 points and a ceiling of 3. " in alt for alt in shown)
    assert any("three players, clockwise Abe, Bea and Cal" in alt for alt in shown)


# A whole game


PLAYS = re.compile(r"(?P<deed>discards |)(?P<card>[+≤]\d+)(?: (?P<own>own)| (?P<whose>\w+)|)")
DRAWS = re.compile(r"(?P<stock>[+≤]\d+)|\((?P<oldest>[+≤]\d+)\)|(?P<out>no card left)|")


class Follower:
    """Somebody who lays out the printed hands and plays along, knowing nothing but the rules."""

    def __init__(self, pack: Pack, hands: dict[str, list[str]]) -> None:
        self.hands, self.playing = hands, set(hands)
        self.greens, self.reds = ({player: list[str]() for player in hands} for _ in range(2))
        self.discards = list[str]()
        self.highest = max(int(card.rank or 0) for card in pack.cards if card.suit)
        self.unseen = Counter({card.label: card.quantity for card in pack.cards if card.suit})
        for hand in hands.values():
            self.unseen.subtract(hand)

    def turn(self, player: str, plays: str, draws: str) -> None:
        """Play what two cells say; empty ones are the turn of somebody who has retired."""
        assert bool(plays) == (player in self.playing), "no turn is left out"
        if plays in ("", "retires"):
            assert not draws
            self.playing -= {player}
            return
        told, drawn = PLAYS.fullmatch(plays), DRAWS.fullmatch(draws)
        assert told is not None, plays
        assert drawn is not None, draws
        self.hands[player].remove(told["card"])
        if told["deed"]:
            self.discards.append(told["card"])
        else:
            self.play(player, told["card"], told["whose"] or player, bool(told["own"]))
        self.draw(player, drawn["stock"], drawn["oldest"])
        assert bool(drawn["out"]) == (not self.hands[player])
        self.playing -= set() if self.hands[player] else {player}

    def play(self, player: str, label: str, whose: str, own: bool) -> None:
        pile, pointage = self.reds[whose], int(label[1:])
        ceiling = int(pile[-1][1:]) if pile else self.highest
        assert pointage == ceiling or (pointage > ceiling) == own, label
        assert own == (label[0] == "≤" and whose == player)
        (self.greens[player] if label[0] == "+" else pile).append(label)

    def draw(self, player: str, stock: str | None, oldest: str | None) -> None:
        if oldest:
            assert self.discards.pop(0) == oldest
        elif stock:
            self.unseen[stock] -= 1
        else:
            assert not self.discards
            assert not +self.unseen, "a card could have been drawn"
        self.hands[player] += [label for label in (stock, oldest) if label]


@every_pack
def test_the_game_can_be_followed_from_the_page_alone(pack: Pack) -> None:
    """Played by the rules with nothing but what is printed: hands, turns, draws, scores."""
    players = table_under(pack, "A whole game, move by move")
    follower = Follower(pack, {row[0]: row[1].split() for row in players})
    parts = [heading for heading in sections(pack) if heading.startswith("Rounds")]
    rounds = [row for part in parts for row in table_under(pack, part)]
    assert [int(row[0]) for row in rounds] == list(range(1, len(rounds) + 1))
    for _, *cells in rounds:
        for player, plays, draws in zip(follower.hands, cells[::2], cells[1::2], strict=True):
            follower.turn(player, plays, draws)
    assert not follower.playing
    assert min(follower.unseen.values()) == 0
    shown = {row[0]: (row[1].split(), int(row[2])) for row in table_under(pack, "The score")}
    assert shown == {
        player: (sorted(pile, key=lambda label: -int(label[1:])), sum(int(label[1:]) for label in pile))
        for player, pile in follower.greens.items()
    }
    best = max(score for _, score in shown.values())
    winners = [player for player, (_, score) in shown.items() if score == best]
    ending = f"{winners[0]} wins with {best}" if len(winners) == 1 else f"tie with {best} points each."
    assert ending in sections(pack)["The score"]


@every_pack
def test_the_game_is_the_same_each_time_and_told_in_three_parts(pack: Pack) -> None:
    cards = cards_of(pack)
    game = most_instructive_game(example_table(cards, NeverOverOptions(), 6))
    assert game == most_instructive_game(game.table)
    told = book_facts(pack, {}).game.compute()
    assert tuple(result.score for result in told.results) == game.scores.seats
    assert len(told.parts) == 3
    for part in told.parts:
        drawn: TableTop = book_facts(pack, {}).table_after(part)
        for place, piles in zip(drawn.places, part.piles, strict=True):
            assert place.points == sum(int(label[1:]) for label in piles.greens)
            assert [card and card.label for card in (place.green, place.red)] == [
                pile[-1] if pile else None for pile in (piles.greens, piles.reds)
            ]
    assert told.worked in told.results
    assert f"{told.worked.sum} = {told.worked.score} points." in sections(pack)["The end and the score"]


def test_the_published_pack_has_its_game_at_the_first_seed() -> None:
    """So its book does not wait for others."""
    table = example_table(PUBLISHED, NeverOverOptions(), 6)
    assert most_instructive_game(table) == example_record(table, _FIRST_SEED)


def test_the_example_shows_more_than_scoring(pack: Pack) -> None:
    """All that can be done in a turn, and a card chosen from the discards, each where it first happens."""
    told = book_facts(pack, {}).game.compute()
    kinds = {note.kind for part in told.parts for note in part.notes}
    assert kinds >= {"standing", "empty", "raises", "discards", "taken", "stock", "retires"}
    assert "Bea keeps +4, played before." in said(pack)


def test_cards_that_stand_are_told_one_by_one() -> None:
    """Four cards of two kinds are four cards."""
    cards = Cards.from_quantities({1: 2, 3: 4}, {0: 1, 3: 1})
    state = State(table_for(cards, 2, NeverOverOptions(hand=3)), cards.deck)
    state.greens[1] = [0, 1, 1, 1]
    state.reds[1] = [2]
    state.tops[1] = 0
    assert possible_additions(state, ("Abe", "Bea"))[1].standing == ("+3", "+3", "+3", "+1")


def test_the_game_can_be_told_with_options(pack: Pack) -> None:
    game = book_facts(pack, {"red-counts-against": True, "hand": 5}).game.compute()
    assert game.hand == 5
    assert all(result.score == result.points - result.against for result in game.results)
    assert any(result.against for result in game.results)


def test_a_game_too_long_to_print_is_left_out_whole() -> None:
    many = Cards.from_quantities({1: 80, 2: 60, 3: 40}, {3: 30, 2: 30, 1: 30, 0: 30})
    told = game_account(many, NeverOverOptions(), ("Abe", "Bea", "Cal", "Deb"))
    assert told.turns > 150
    assert told.parts == ()


@every_pack
def test_what_is_said_of_scores_below_zero_was_played(pack: Pack) -> None:
    """The games are counted, and nothing is made of them."""
    trials = play_score_trials(cards_of(pack), 6)
    below = trials.scores - trials.above_zero
    assert f"{below} of {trials.scores} scores ended at zero or below" in said(pack)
    assert "most scores" not in said(pack)
    assert (trials.above_zero * 2 > trials.scores) == (pack.name != "Seven High")


# Packs that somebody has changed


def changed(
    name: str, green: dict[str, int], red: dict[str, int], language: str = "en", **names: str
) -> Pack:
    """A pack of these quantities; names: of its suits, where they are others than green and red."""
    suits = {
        "green": {"sign": "+", "color": "#00855B", "cards": green, "name": names.get("green", "green")},
        "red": {"sign": "≤", "color": "#961129", "cards": red, "name": names.get("red", "red")},
    }
    data: dict[str, Any] = {"format": 1, "name": name, "language": language, "games": ["never-over"]}
    found, problems = read_pack({**data, "suits": suits})
    assert found is not None, problems
    return found


USUAL = {"4": 7, "3": 9, "2": 11, "1": 13}, {"4": 5, "3": 4, "2": 3, "1": 2, "0": 1}
CHANGED = {
    "renamed": ("Ceilings", *USUAL),
    "one value of red": ("Skylines", {"4": 7, "3": 9}, {"4": 8}),
    "one value of each": ("Ones", {"1": 30}, {"1": 10}),
    "ten cards": ("Tiny", {"2": 3, "1": 3}, {"2": 2, "0": 2}),
    "sixteen cards": ("Duel", {"3": 4, "2": 4, "1": 2}, {"3": 3, "1": 2, "0": 1}),
    "76 cards": ("Nine", {"4": 10, "3": 12, "2": 15, "1": 18}, {"4": 7, "3": 6, "2": 4, "1": 3, "0": 1}),
    "150 cards": (
        *("Crowd", {"6": 15, "5": 15, "4": 20, "3": 20, "2": 20, "1": 20}),
        {"6": 10, "5": 8, "4": 6, "3": 6, "2": 5, "1": 3, "0": 2},
    ),
}
CHANGED |= {
    "five cards": ("Five", {"4": 1, "3": 1, "1": 1}, {"4": 1, "1": 1}),
    "eight cards": ("Eight", {"4": 1, "3": 1, "2": 1, "1": 1}, {"4": 1, "3": 1, "2": 1, "1": 1}),
    "210 cards": ("Many", {str(n): 40 for n in (4, 3, 2, 1)}, {str(n): 10 for n in (4, 3, 2, 1, 0)}),
}


def has_no_stock(pack: Pack) -> bool:
    return pack.count == 2 * min(8, pack.count // 2)


def can_deal_more(pack: Pack) -> bool:
    return pack.count >= 2 * (min(8, pack.count // 2) + 1)


def has_several_reds(pack: Pack) -> bool:
    return len({card.rank for card in pack.cards if card.suit == "red"}) > 1


#: Sentences that are true of some packs only, in English and in German, with those that they are true of; of
#: the book and the leaflet, or of the book alone.
TRUE_OF_SOME: list[tuple[str, str, str, Any]] = [
    ("both", "No card is left for a stock", "Für einen Ziehstapel bleibt keine Karte, und", has_no_stock),
    ("both", "Smaller hands", "Weniger Handkarten", lambda pack: not can_deal_more(pack)),
    ("both", "Larger or smaller hands", "Mehr oder weniger Handkarten", can_deal_more),
    ("book", "in partnerships", "mit Partnern zu spielen", lambda pack: pack.count >= 8),
    ("leaflet", "play with partners", "auch mit Partnern spielen", lambda pack: pack.count >= 8),
    ("leaflet", "says more about partners", "mehr über Partner", lambda pack: pack.count >= 8),
    ("book", "a session of five games", "eine Serie von fünf Partien", lambda pack: pack.count >= 10),
    ("book", "If partners share", "Teilen sich Partner", lambda pack: pack.count >= 8),
    ("book", "So you can raise your ceiling", "Du kannst deine Obergrenze also anheben", has_several_reds),
    ("book", "So you can lower an opponent", "Du kannst die Obergrenze eines Gegners", has_several_reds),
    ("book", "How to play well", "So spielst du gut", has_several_reds),
    ("book", "score sheets go up to 24", "reichen bis 24", lambda pack: pack.count // 8 > 24),
    ("book", "too few for two hands", "sind es zu wenige", lambda pack: pack.count < 16),
]
#: What begins with a colon and has to stand behind it.
SHOWN = (blocks.Figure, blocks.Verdicts, blocks.Table, blocks.ItemList, blocks.Aside, blocks.ScoreSheet)


@pytest.mark.parametrize("kind", sampled(["book", "leaflet", "summary", "card"], 2))
@pytest.mark.parametrize(("name", "language"), sampled_pairs(CHANGED, ["en", "de"]))
def test_a_changed_pack_gets_no_sentence_that_is_false_or_empty(name: str, kind: Any, language: str) -> None:
    pack = changed(*CHANGED[name], language)
    job = BookJob(form="card") if kind == "leaflet" else BookJob(kind=kind)
    book = book_of_job(pack, job, template_of_job(pack, job))
    for block, behind in pairwise([*book.blocks, None]):
        said = words(block)
        assert not re.search(r"(?<!\w)([+≤]\d+) (to|bis) \1(?!\d)", said), said
        assert not re.search(r"Hence the name|Daher der Name", said)
        assert not re.search(
            r"\b0 (cards|Karten)\b|\bonly 1 \w+ ones\b|\b1 (cards|points|Karten|Punkte)\b", said
        )
        assert not said.rstrip().endswith(":") or isinstance(behind, SHOWN), said


@pytest.mark.parametrize("kind", sampled(["book", "leaflet"], 2))
@pytest.mark.parametrize(("name", "language"), sampled_pairs(CHANGED, ["de", "en"]))
def test_sentences_stand_in_the_books_of_those_packs_that_they_are_true_of(
    name: str, kind: str, language: str
) -> None:
    pack = changed(*CHANGED[name], language)
    job = BookJob(form="card") if kind == "leaflet" else BookJob()
    said = " ".join(map(words, book_of_job(pack, job, template_of_job(pack, job)).blocks))
    for where, english, german, is_true in TRUE_OF_SOME:
        if where in (kind, "both"):
            phrase = english if language == "en" else german
            assert (phrase in said) == is_true(pack), phrase


@pytest.mark.parametrize("name", CHANGED)
def test_what_is_shown_of_a_changed_pack_is_possible_with_its_cards(name: str) -> None:
    """Nobody draws the last card of a stock that was never there, or sits at a table without cards."""
    pack = changed(*CHANGED[name])
    facts = book_facts(pack, {})
    told = facts.game.compute()
    notes = [note.kind for part in told.parts for note in part.notes]
    assert ("stock" in notes) == (told.stock > 0 and bool(told.parts))
    assert len(facts.seats) == max(2, min(6, pack.count // 4))
    dealt = len(facts.players_shown) * min(8, pack.count // len(facts.players_shown))
    assert facts.set_up.stock == facts.stock_shown == (pack.count > dealt)


def test_only_a_game_of_its_own_name_says_where_the_name_is_from(pack: Pack) -> None:
    assert "Hence the name" in said(pack)
    assert "Hence the name" in said(cardgen.load("never-over-attack"))


@pytest.mark.parametrize(("name", "word"), [("76 cards", "nine"), ("150 cards", "eighteen")])
def test_tables_and_score_sheets_go_to_as_many_players_as_the_pack_serves(name: str, word: str) -> None:
    pack = changed(*CHANGED[name])
    players = pack.count // 8
    book = typeset_pack_book(pack, BookJob(form="a6")).book
    told = " ".join(map(words, book.blocks))
    assert f"the pack serves two to {word} players" in told
    [stocks] = [each for each in book.blocks if isinstance(each, blocks.Table) and "Stock" in words(each)]
    numbers = [plain_text(cell) for row in stocks.rows if plain_text(row[0]) == "Players" for cell in row[1:]]
    assert [int(each) for each in numbers if each] == list(range(2, players + 1))
    left = [plain_text(cell) for row in stocks.rows if plain_text(row[0]) == "Stock" for cell in row[1:]]
    assert [int(each) for each in left if each] == [pack.count - 8 * each for each in range(2, players + 1)]
    sheets = [each for each in book.blocks if isinstance(each, blocks.ScoreSheet)]
    assert players <= sum(sheet.columns for sheet in sheets) < players + len(sheets)
    assert max(sheet.columns for sheet in sheets) <= 6


# The whole in every format


#: The published pack in all formats, those of other cards in the narrowest and the widest, the others in one.
SET = [
    *(("never-over", form) for form in NAMES),
    *((name, form) for name in OWN for form in ("card", "a4")),
    *zip(SHIPPED[1:], NAMES, strict=False),
]


@pytest.mark.parametrize(("pack", "form"), SET, indirect=["pack"])
def test_it_can_be_set_in_every_format(pack: Pack, form: str) -> None:
    """Nothing is wider than the text or higher than a page: typesetting would raise PackError."""
    assert len(made(pack, form).leaves) > 5


@pytest.mark.parametrize("pack", ["sky"], indirect=True)
def test_the_same_bytes_twice(pack: Pack) -> None:
    assert write_book(pack).data == write_book(pack).data


@every_pack
def test_a_leaflet_has_sixteen_pages_at_most(pack: Pack) -> None:
    """What one needs to play, the options, and where there is more."""
    leaflet = made(pack, "card")
    assert len(leaflet.leaves) <= 16
    text = " ".join(map(words, leaflet.book.blocks))
    assert f"Never play on an opponent’s {name(pack, '+')} pile" in text
    assert "Otherwise only its top card counts" in text
    assert "Lay the rest of your hand face down" in text
    assert "in a larger format" in text


def test_whoever_has_a_book_of_their_own_has_it_on_cards_too(folder: Path) -> None:
    own = folder / "sky.md.j2"
    own.write_text("# Mine\n\nMy rules.\n", encoding="utf-8")
    try:
        beside = str(folder / "sky.yaml")
        book = typeset_pack_book(cardgen.load(beside), BookJob(form="card", beside=beside)).book
    finally:
        own.unlink()
    assert "My rules." in " ".join(map(words, book.blocks))


@pytest.mark.parametrize("form", sampled(["a4", "letter", "a5", "half-letter", "a6"], 4))
@every_pack
def test_a_summary_is_one_page_of_any_format(pack: Pack, form: str) -> None:
    summary = made(pack, form, "summary")
    assert len(summary.leaves) == 1
    cards = cards_of(pack)
    (greens, points), (reds, _) = cards.count_and_points(green=True), cards.count_and_points(green=False)
    text = " ".join(map(words, summary.book.blocks))
    assert f"{greens} cards, {points} points" in text
    assert f"{reds} cards." in text
    says_what_matters(text)


def says_what_matters(text: str) -> None:
    """Turn order, what counts, the ban, and what becomes of a retired hand."""
    assert "Turns go clockwise" in text
    assert re.search(r"[Oo]nly (that|the) top (\w+ )?card counts", text)
    assert re.search(r"Never play on an opponent’s \w+ pile", text)
    assert "your hand face down" in text


@every_pack
def test_a_rules_card_is_a_card(pack: Pack) -> None:
    job = BookJob(form="card", kind="card")
    made = typeset_pack_book(pack, job)
    assert len(made.leaves) == 1
    says_what_matters(" ".join(map(words, made.book.blocks)))
    assert rules_card_picture(pack, job, dpi=72)[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(("green", "red"), [({1: 3, 2: 2}, {2: 1, 0: 1}), ({1: 4}, {1: 2})])
def test_a_tiny_pack_has_its_rulebook(green: dict[int, int], red: dict[int, int], tmp_path: Path) -> None:
    """With fewer cards than two hands, or than six players' piles, and without a zero."""
    own = tmp_path / "tiny.yaml"
    suits = {
        "green": {"sign": "+", "color": "#00855B", "cards": green},
        "red": {"sign": "≤", "color": "#961129", "cards": red},
    }
    data = {
        "format": 1,
        "name": f"Tiny {len(green)}",
        "games": ["never-over"],
        "card": {"size": "62 x 88 mm"},
        "suits": suits,
    }
    own.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    text = said(cardgen.load(str(own)))
    assert "There are too few for two hands of 8" in text
    assert ("Agree beforehand on one" in text) == (0 in red)


def test_a_pack_that_is_none_of_the_game_s(standard: Pack) -> None:
    with pytest.raises(PackError):
        book_facts(standard, {})


def test_too_few_cards_to_show_anything() -> None:
    with pytest.raises(UsageError, match="too few"):
        game_account(Cards.from_quantities({1: 1}, {}), NeverOverOptions(), ("Abe", "Bea"))


def test_the_command_makes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.pdf"
    assert run(["rulebook", "never-over", "--format", "a5", "-o", str(file)]) == 0
    assert "pages of A5" in capsys.readouterr().out
    assert file.read_bytes().startswith(b"%PDF")
