"""The rulebook of Addenda: every rule of its source, every figure worked out, every page in order."""

from __future__ import annotations

import doctest

import pytest
from samples import small_pack
from standard_rulebooks import (
    FORMATS,
    PACKS,
    bare,
    book,
    figures,
    pdf,
    printed,
    rules,
    stands_in,
    type_out_of_bounds,
    with_totals,
    wrongly_told,
)
from test_addenda import FOUR, TWO

from cardgen import api
from cardgen.errors import UsageError
from cardgen.games import cards as game_cards
from cardgen.games import trick_rows
from cardgen.games.addenda.book import context, worked
from cardgen.games.trick_rows import TrickRow
from cardgen.output.rulebook import BookJob, card_picture, write_book
from cardgen.pack.model import Pack


def rows() -> list[TrickRow]:
    return [row for art in figures(book("addenda")) for row in art.rows]


def ranks(row: TrickRow) -> str:
    return " ".join(card.rank or "" for card in row.cards)


def test_every_rule_of_the_source_stands_in_the_book() -> None:
    assert len(rules("addenda")) > 60
    assert wrongly_told("addenda", rules("addenda")) == []


@pytest.mark.parametrize("form", FORMATS)
def test_every_rule_is_printed_in_every_format(form: str) -> None:
    text = printed("addenda", form)
    assert [rule.words for rule in rules("addenda") if not stands_in(rule.words, text)] == []


def test_the_game_for_two_comes_first() -> None:
    text = printed("addenda")
    assert text.rindex(bare("Win tricks. Each consists of")) < text.rindex(
        bare("partners sit opposite each other")
    )


# What is drawn


def test_every_trick_of_the_source_is_drawn() -> None:
    """With its running totals, its sum, and for four its winner."""
    drawn = {
        (ranks(row), bool(row.said.count("wins"))): row for row in rows() if "you" not in row.said.lower()
    }
    for given, total in TWO:
        row = drawn[given, False]
        assert row.said.endswith(f"= {total}")
        assert row.totals == tuple(str(step.total) for step in worked(given).steps)
    for given, winner, total in FOUR:
        row = drawn[given, True]
        assert row.said == f"{winner} wins {total}"
        assert row.totals[-1] == str(total)


def test_four_suits_make_a_trick_and_the_card_that_decides_is_marked() -> None:
    for row in rows():
        assert len({card.suit for card in row.cards}) == 4
        assert 0 <= row.decided_by < 4
    [queen] = [row for row in rows() if ranks(row) == "6 5 Q 9"]
    assert queen.decided_by == 1
    assert "South’s Queen leaves it there; West’s 9 goes over" in queen.why


@pytest.mark.parametrize(
    ("given", "winner"),
    [("4 5 6 9", "leader"), ("10 8 J 5", "leader"), ("9 K J 6", "leader"), ("4 5 6 2", "follower")],
)
def test_for_two_it_is_said_who_wins_and_why(given: str, winner: str) -> None:
    [row] = [row for row in rows() if ranks(row) == given]
    assert f"the {winner}" in row.why
    assert worked(given).winner == winner


def test_figures_are_printed_with_their_totals() -> None:
    for row in rows():
        assert stands_in(row.said, printed("addenda")), row.said
        assert stands_in(with_totals(row), printed("addenda")), row.totals


def test_a_deal_is_played_out_and_its_scores_add_up() -> None:
    deal = context(api.load("standard-52"), {})["deal"]
    assert len(deal.hand) == 12
    assert [row[0] for row in deal.rows] == list(range(1, 14))
    yours = sum(value for _, _, value, winner, *_ in deal.rows if winner == "you")
    theirs = sum(value for _, _, value, winner, *_ in deal.rows if winner == "they")
    assert (deal.yours, deal.theirs) == (yours, theirs) == tuple(deal.rows[-1][-2:])
    assert stands_in(f"You have {yours} points and your opponent has {theirs}", printed("addenda"))


def test_other_names_of_suits_and_their_order_change_nothing_but_the_names() -> None:
    pack = old_suits()
    made = write_book(pack, BookJob("addenda")).data
    assert made != pdf("addenda")
    keys = game_cards.suit_keys(pack)
    assert keys == {"spades": "swords", "hearts": "cups", "clubs": "staves", "diamonds": "coins"}
    facts = context(pack, {})
    assert facts["names"]["hearts"] == "cups"
    assert [card.suit for card in facts["own_cards"]("As 2h 3c 4d")] == ["swords", "cups", "staves", "coins"]


def old_suits() -> Pack:
    """A pack of 52 whose suits have other names, and stand in another order."""
    symbols = {"coins": "diamond", "cups": "heart", "staves": "club", "swords": "spade"}
    return small_pack(
        name="Old suits",
        games=["addenda"],
        suits={
            name: {
                "symbol": symbol,
                "color": {"rgb": "#803010", "cmyk": [20, 80, 100, 20]},
                "cards": dict.fromkeys(("A", *map(str, range(2, 11)), "J", "Q", "K"), 1),
            }
            for name, symbol in symbols.items()
        },
    )


def test_a_pack_of_other_cards_is_refused() -> None:
    with pytest.raises(UsageError, match="is no pack for Addenda"):
        write_book(api.load("short-24"), BookJob("addenda"))


# Pages


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("pack", PACKS)
def test_figures_fit_every_page_and_keep_their_type_readable(form: str, pack: str) -> None:
    assert type_out_of_bounds(book("addenda", form, pack)) == []


def test_the_same_bytes_twice() -> None:
    again = write_book(api.load("standard-52"), BookJob("addenda")).data
    assert again == pdf("addenda")


def test_the_credits_name_what_the_source_names() -> None:
    text = printed("addenda")
    for words in ("undated", "Penguin Encyclopedia of Card Games (2000)", "Erik Smith, boardgamegeek"):
        assert stands_in(words, text)


@pytest.mark.parametrize("form", ["a4", "letter", "a5", "half-letter", "a6"])
def test_the_rules_in_short_take_a_page(form: str) -> None:
    assert len(book("addenda", form, kind="summary").leaves) == 1


def test_the_rules_card_is_a_card() -> None:
    assert len(book("addenda", "card", kind="card").leaves) == 1
    job = BookJob("addenda", "card", kind="card")
    assert card_picture(api.load("standard-52"), job, dpi=72).startswith(b"\x89PNG")


@pytest.mark.parametrize("module", [game_cards, trick_rows], ids=lambda module: module.__name__)
def test_examples_in_the_documentation_hold(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
