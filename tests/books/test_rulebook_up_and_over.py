"""The rulebook of Up and Over: both editions, every sum worked out, every page in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
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
    text_of,
    type_out_of_bounds,
    with_totals,
    wrongly_told,
)
from test_up_and_over import SUMS

from cardgen import api
from cardgen.books.blocks import Verdicts, plain_text
from cardgen.cli.main import run
from cardgen.errors import UsageError
from cardgen.gaming.games.trick_rows import TrickRow
from cardgen.gaming.games.up_and_over.book import book_facts
from cardgen.gaming.games.up_and_over.rules import EDITIONS, TrickOutcome, row_sum
from cardgen.output.rulebook import BookJob, rules_card_picture, write_book
from cardgen.text.formats import page_format
from cardgen.text.styles import InlineCard


@cache
def facts() -> Any:
    return book_facts(api.load("standard-52"), {})


def labels(parts: Sequence[Any]) -> list[str]:
    """The names of the cards in a line."""
    return [part.card.label for part in parts if isinstance(part, InlineCard)]


def rows() -> list[TrickRow]:
    return [row for art in figures(book("up-and-over")) for row in art.rows]


@pytest.mark.parametrize("form", BOOK_FORMATS)
def test_every_rule_is_printed_in_every_format(form: str) -> None:
    text = printed("up-and-over", form)
    assert [rule.words for rule in rules("up-and-over") if not stands_in(rule.words, text)] == []


# What is drawn


@pytest.mark.parametrize("given", SUMS)
def test_every_sum_is_drawn_with_what_it_does(given: str) -> None:
    summed, last = row_sum(given.split()), len(given.split()) - 1
    shown = {
        TrickOutcome.UNDER: "next player plays",
        TrickOutcome.EXACTLY: "Exactly 21",
        TrickOutcome.OVER: "Above 21",
    }
    totals = tuple(str(total).replace("-", "−") for total in summed.totals)
    [row] = [row for row in rows() if row.totals == totals and not row.above]
    assert [card.rank for card in row.cards] == list(summed.ranks)
    assert row.result.endswith(f"= {totals[-1]}")
    assert shown[summed.outcome] in row.explanation
    assert row.wins == (last if summed.outcome is TrickOutcome.EXACTLY else -1)
    assert row.loses == (last if summed.outcome is TrickOutcome.OVER else -1)


def test_sums_are_written_with_minus_signs() -> None:
    assert {row.result for row in rows()} >= {"10 − 4 + 11 + 4 = 21", "2 − 4 − 2 = −4"}


def test_the_cards_of_the_pictured_example_do_what_is_said_of_them() -> None:
    [example] = [block for block in book("up-and-over").book.blocks if isinstance(block, Verdicts)]
    for line in example.lines:
        [shown] = line.cards
        summed = row_sum(["10", "K", "A11", str(shown.card.rank)])
        assert plain_text(line.reason).startswith((f"{summed.totals[-1]}", f"exactly {summed.totals[-1]}"))
        assert line.good == (summed.outcome is not TrickOutcome.OVER)


def test_the_short_game_is_told_as_it_was_played() -> None:
    names, shown = ("Ann", "Ben", "Cara", "Dan"), facts().game
    played = [row for row in rows() if row.above]
    assert [row.above[0] for row in played] == ["turned"] * 4
    assert {row.wins < 0 for row in played} == {True, False}
    scores = dict.fromkeys(names, 0)
    for row in played:
        taker = row.explanation.rpartition(": ")[2].split(",")[0].split()[0]
        right = names[names.index(row.above[-1]) - 1]
        assert taker == (row.above[-1] if row.wins >= 0 else right)
        scores[taker] += 1
    assert list(scores.values()) == shown.scores == [1, 0, 0, 3]
    assert shown.winner == 3


def test_the_short_game_can_be_played_again_from_what_is_printed() -> None:
    """The hands, the cards turned and played, and those drawn are all that a deck needs."""
    shown = facts().game
    hands = [labels(hand) for hand in shown.hands]
    assert [len(hand) for hand in hands] == [5] * 4
    names = ("Ann", "Ben", "Cara", "Dan")
    for number, row in enumerate([row for row in rows() if row.above], 1):
        for card, who in zip(row.cards[1:], row.above[1:], strict=True):
            hands[names.index(who)].remove(card.label)
        for place, first, drawn in shown.draws:
            if place == number:
                assert names[first] in row.explanation.rpartition(": ")[2]
                for hand, cards in zip(hands, drawn, strict=True):
                    hand += labels(cards)
                assert [len(hand) for hand in hands] == [5] * 4
    assert len(shown.draws) == 3


def test_figures_are_printed_with_their_totals() -> None:
    for row in rows():
        assert stands_in(row.result, printed("up-and-over")), row.result
        assert stands_in(with_totals(row), printed("up-and-over")), row.totals


# What depends on the pack, and on the edition


def test_the_editions_stand_side_by_side() -> None:
    text = printed("up-and-over")
    for edition in EDITIONS.values():
        for name in edition.names:
            assert stands_in(name, text)
    assert stands_in("two to fivetwo or four", text)
    assert stands_in("not said who does ita player chosen for it", text)


def test_the_older_edition_has_a_book_of_its_own() -> None:
    """With its own title and players, and all else that the sources say."""
    made = book("up-n-over")
    assert (plain_text(made.book.title), plain_text(made.book.players)) == ("Up ’N Over", "2 or 4 players")
    text = printed("up-n-over")
    assert stands_in("a quick card game of adding up and keeping to a limit, for two or four players", text)
    assert stands_in("This edition says two or four, and yet its variant deals to five as well", text)
    others = ("two to five players", "The older edition says", "This book goes by the other")
    told = [rule for rule in rules("up-and-over") if not any(words in rule.words for words in others)]
    assert len(told) == len(rules("up-and-over")) - 3
    assert wrongly_told(told, ["up-n-over"]) == []


def test_the_older_edition_is_not_played_by_three(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["simulate", "standard-52", "--game", "up-n-over", "--games", "2", "--workers", "1"]
    assert run([*asked, "--players", "3"]) == 2
    assert "names no game for 3 players; --game up-and-over is its other edition" in capsys.readouterr().err
    assert run([*asked, "--players", "5"]) == 0


@pytest.mark.parametrize(
    ("kept", "said"),
    [(2, "Its two jokers are not used: remove them"), (1, "A joker comes with it: remove it")],
)
def test_jokers_are_spoken_of_as_the_pack_has_them(kept: int, said: str) -> None:
    pack = api.load("standard-52")
    extras = [card for card in pack.cards if card.is_extra]
    fewer = replace(pack, cards=tuple(card for card in pack.cards if card not in extras[kept:]))
    assert stands_in(said, text_of(write_book(fewer, BookJob("up-and-over")).data, page_format("a4", fewer)))


def test_a_pack_without_jokers_is_not_told_to_take_its_jokers_out() -> None:
    pack = api.load("standard-52")
    fewer = replace(pack, cards=tuple(card for card in pack.cards if not card.is_extra))
    text = text_of(write_book(fewer, BookJob("up-and-over")).data, page_format("a4", fewer))
    assert stands_in("Jokers are not used", text)
    assert bare("comes with it") not in text


def test_a_pack_of_other_cards_is_refused() -> None:
    with pytest.raises(UsageError, match="is not a pack for Up and Over"):
        write_book(api.load("never-over"), BookJob("up-and-over"))


# Pages


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("pack", PACKS)
def test_figures_fit_every_page_and_keep_their_type_readable(form: str, pack: str) -> None:
    assert type_out_of_bounds(book("up-and-over", form, pack)) == []


def test_the_same_bytes_twice() -> None:
    again = write_book(api.load("standard-52"), BookJob("up-and-over")).data
    assert again == pdf("up-and-over")


def test_the_credits_name_what_the_sources_name() -> None:
    text = printed("up-and-over")
    names = ("Jonathan A Leistiko and Frank Truelove", "Free Game #4 of Invisible City Productions, Inc.")
    for words in (*names, "http://www.invisible-city.com/games/", "Neither gives a date"):
        assert stands_in(words, text)


@pytest.mark.parametrize("form", ["a4", "letter", "a5", "half-letter", "a6"])
def test_the_rules_in_short_take_a_page(form: str) -> None:
    assert len(book("up-and-over", form, kind="summary").leaves) == 1


@pytest.mark.parametrize("game", ["up-and-over", "up-n-over"])
def test_the_leaflet_tells_the_turn_what_counts_and_who_takes_the_trick(game: str) -> None:
    """On at most 16 pages as large as a card, with where there is more."""
    leaflet, text = book(game, "card"), printed(game, "card")
    assert len(leaflet.leaves) <= 16
    said = (
        "You must play one",
        "An Ace counts 1 or 11",
        "the trick goes to the player on your right, who forced you over",
        "nobody may look at them any more",
        "Whoever is the first to take 21 tricks wins",
        "The rulebook in a larger format",
    )
    assert [words for words in said if not stands_in(words, text)] == []


def test_the_rules_card_is_a_card() -> None:
    assert len(book("up-and-over", "card", kind="card").leaves) == 1
    job = BookJob("up-and-over", "card", kind="card")
    assert rules_card_picture(api.load("standard-52"), job, dpi=72).startswith(b"\x89PNG")
