"""The rulebook of Addenda: every rule of its source, every figure worked out, every page in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from samples import sampled, sampled_pairs, small_pack
from standard_rulebooks import (
    BOOK_FORMATS,
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
)
from test_addenda import COMPASS, FOUR, TWO

from cardgen import api
from cardgen.errors import UsageError
from cardgen.gaming.games import cards as game_cards
from cardgen.gaming.games.addenda.book import book_facts, worked_trick
from cardgen.gaming.games.addenda.deal import AddendaDeal, AddendaOptions
from cardgen.gaming.games.trick_rows import TrickRow
from cardgen.output.rulebook import BookJob, rules_card_picture, write_book
from cardgen.pack.model import Pack
from cardgen.text.styles import InlineCard

#: The games' cards by what the cards of the standard pack are called.
BY_LABEL = {
    own.label: card
    for card in game_cards.DECK
    if (own := game_cards.PackCards(api.load("standard-52")).find(card)) is not None
}


@cache
def facts() -> Any:
    return book_facts(api.load("standard-52"), {})


def rows() -> list[TrickRow]:
    return [row for art in figures(book("addenda")) for row in art.rows]


def ranks(row: TrickRow) -> str:
    return " ".join(card.rank or "" for card in row.cards)


@pytest.mark.parametrize("form", sampled(BOOK_FORMATS, 2))
def test_every_rule_is_printed_in_every_format(form: str) -> None:
    text = printed("addenda", form)
    assert [rule.words for rule in rules("addenda") if not stands_in(rule.words, text)] == []


def test_the_game_for_two_comes_first() -> None:
    text = printed("addenda")
    assert text.rindex(bare("Win tricks. Four cards make")) < text.rindex(
        bare("partners sit opposite each other")
    )


# What is drawn


def test_every_trick_of_the_source_is_drawn() -> None:
    """With its running totals, its sum, and for four its winner."""
    drawn = {
        (ranks(row), row.explanation.rpartition(": ")[2]): row
        for row in rows()
        if row.above[:2] != ("South",)
    }
    for given, total in TWO:
        row = drawn[given, ""]
        assert row.result.endswith(f"= {total}")
        assert row.totals == tuple(str(step.total) for step in worked_trick(given).steps)
    for given, winner, total in FOUR:
        row = drawn[given, f"{winner} wins {total}."]
        assert row.totals[-1] == str(total)
        assert COMPASS[row.wins] == winner
        assert row.loses == -1


def test_four_suits_make_a_trick_and_the_card_that_wins_or_loses_it_is_marked() -> None:
    for row in rows():
        assert len({card.suit for card in row.cards}) == 4
        if row.explanation.endswith(".") and " wins " in row.explanation:
            assert (row.wins < 0) != (row.loses < 0)
    [queen] = [row for row in rows() if ranks(row) == "6 5 Q 9"]
    assert queen.wins == 1
    assert "South’s Queen changes nothing, and West’s 9 goes over" in queen.explanation


@pytest.mark.parametrize(
    ("given", "winner", "loses"),
    [("4 5 6 9", "North", 3), ("10 8 J 5", "North", 1), ("9 K J 6", "North", 1), ("4 5 6 2", "South", -1)],
)
def test_for_two_it_is_said_who_wins_and_why(given: str, winner: str, loses: int) -> None:
    [row] = [row for row in rows() if ranks(row) == given]
    assert row.explanation.endswith(f"{winner} wins {row.totals[-1]}.")
    assert ("North", "South")[worked_trick(given).winner % 2] == winner
    assert row.loses == loses


def played_cards(parts: Sequence[Any]) -> list[game_cards.Card]:
    """The cards of a line, without the spaces between them."""
    names = [part.card.label for part in parts if isinstance(part, InlineCard)]
    return [BY_LABEL[name] for name in names]


def test_the_first_tricks_of_the_deal_are_told_as_they_were_played() -> None:
    """Who wins each, with what; and above the cards stands who played them."""
    for trick in facts().deal.tricks[:4]:
        labels = [part.card.label for part in trick.cards if isinstance(part, InlineCard)]
        [row] = [row for row in rows() if [card.label for card in row.cards] == labels]
        leader, other = ("North", "South")[trick.leader], ("South", "North")[trick.leader]
        assert row.above == (leader, other, leader, other)
        assert row.totals[-1] == str(trick.total)
        winner = row.wins if row.wins >= 0 else row.loses + 1
        assert row.above[winner % 2] == ("North", "South")[trick.winner]
        assert f"{('North', 'South')[trick.winner]} wins" in row.explanation


def test_figures_are_printed_with_their_totals() -> None:
    for row in rows():
        assert stands_in(row.result, printed("addenda")), row.result
        assert stands_in(with_totals(row), printed("addenda")), row.totals


def test_the_deal_can_be_played_again_from_what_is_printed() -> None:
    """Both hands, all cards played and all drawn, in order: by the rules they give these scores."""
    shown = facts().deal
    hands = [[BY_LABEL[each.label] for each in hand] for hand in shown.hands]
    assert [len(hand) for hand in hands] == [12, 12]
    drawn: list[game_cards.Card] = []
    for trick in shown.tricks:
        by_seat = [played_cards(cards) for cards in trick.drawn]
        for first, second in zip(by_seat[trick.winner], by_seat[1 - trick.winner], strict=True):
            drawn += [first, second]
    deal = AddendaDeal(AddendaOptions(2), hands, drawn[::-1])
    for trick in shown.tricks:
        assert deal.to_play == trick.leader
        for card in played_cards(trick.cards):
            deal.play(card)
        assert (deal.tricks[-1].winner, deal.tricks[-1].value) == (trick.winner, trick.total)
        assert deal.scores == trick.scores
    assert deal.is_over
    assert not deal.stock
    assert shown.scores == deal.scores
    mine, theirs = shown.scores[1], shown.scores[0]
    assert stands_in(f"you have {mine} points and North has {theirs}", printed("addenda"))


def test_other_names_of_suits_and_their_order_change_nothing_but_the_names() -> None:
    pack = old_suits()
    made = write_book(pack, BookJob("addenda")).data
    assert made != pdf("addenda")
    keys = game_cards.suit_key_by_standard_suit(pack)
    assert keys == {"spades": "swords", "hearts": "cups", "clubs": "staves", "diamonds": "coins"}
    facts = book_facts(pack, {})
    assert facts.names["hearts"] == "cups"
    assert [card.suit for card in facts.own_cards("As 2h 3c 4d")] == ["swords", "cups", "staves", "coins"]


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
    with pytest.raises(UsageError, match="is not a pack for Addenda"):
        write_book(api.load("short-24"), BookJob("addenda"))


# Pages


@pytest.mark.parametrize(("form", "pack"), sampled_pairs(FORMATS, PACKS))
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


def test_the_leaflet_tells_the_turn_what_counts_and_who_wins() -> None:
    """On at most 16 pages as large as a card, with where there is more."""
    leaflet, text = book("addenda", "card"), printed("addenda", "card")
    assert len(leaflet.leaves) <= 16
    said = (
        "a card of a suit that is not in the trick yet",
        "A Jack cancels what the card before it did",
        "The player who did not deal leads",
        "you lose the trick, whatever it comes to",
        "You must play if you can",
        "The rulebook in a larger format",
    )
    assert [words for words in said if not stands_in(words, text)] == []


def test_the_rules_card_is_a_card() -> None:
    assert len(book("addenda", "card", kind="card").leaves) == 1
    job = BookJob("addenda", "card", kind="card")
    assert rules_card_picture(api.load("standard-52"), job, dpi=72).startswith(b"\x89PNG")
