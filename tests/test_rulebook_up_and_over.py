"""The rulebook of Up and Over: both editions, every sum worked out, every page in order."""

from __future__ import annotations

from dataclasses import replace

import pytest
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
    text_of,
    type_out_of_bounds,
    with_totals,
    wrongly_told,
)
from test_up_and_over import SUMS

from cardgen import api
from cardgen.errors import UsageError
from cardgen.games.trick_rows import TrickRow
from cardgen.games.up_and_over.book import context
from cardgen.games.up_and_over.rules import EDITIONS, Outcome, worked
from cardgen.output.rulebook import BookJob, card_picture, write_book
from cardgen.text.formats import page_format


def rows() -> list[TrickRow]:
    return [row for art in figures(book("up-and-over")) for row in art.rows]


def test_every_rule_of_the_sources_stands_in_the_book() -> None:
    assert len(rules("up-and-over")) > 50
    assert wrongly_told("up-and-over", rules("up-and-over")) == []


@pytest.mark.parametrize("form", FORMATS)
def test_every_rule_is_printed_in_every_format(form: str) -> None:
    text = printed("up-and-over", form)
    assert [rule.words for rule in rules("up-and-over") if not stands_in(rule.words, text)] == []


# What is drawn


@pytest.mark.parametrize("given", SUMS)
def test_every_sum_is_drawn_with_what_it_does(given: str) -> None:
    summed = worked(given.split())
    shown = {Outcome.UNDER: "Below 21", Outcome.EXACTLY: "Exactly 21", Outcome.OVER: "Above 21"}
    totals = tuple(str(total).replace("-", "−") for total in summed.totals)
    [row] = [row for row in rows() if row.totals == totals and not row.above]
    assert [card.rank for card in row.cards] == list(summed.ranks)
    assert row.said.endswith(f"= {totals[-1]}")
    assert row.why.startswith(shown[summed.outcome])
    assert row.decided_by == (-1 if summed.outcome is Outcome.UNDER else len(given.split()) - 1)


def test_sums_are_written_with_minus_signs() -> None:
    assert {row.said for row in rows()} >= {"10 − 4 + 11 + 4 = 21", "2 − 4 − 2 = −4"}


def test_the_first_tricks_of_a_game_end_in_both_ways() -> None:
    played = [row for row in rows() if row.above]
    assert len(played) == 3
    assert {"reaches" in row.why for row in played} == {True, False}
    assert all(row.above[0] == "turned" for row in played)
    assert "dealer takes trick 1" in played[0].said


def test_the_game_shown_ends_with_its_winner() -> None:
    facts = context(api.load("standard-52"), {})
    scores = dict(map(tuple, facts["shown_scores"]))
    assert scores[facts["shown_winner"].capitalize()] == max(scores.values()) == facts["goal"] == 21
    assert facts["shown_tricks"] >= sum(scores.values())


def test_figures_are_printed_with_their_totals() -> None:
    for row in rows():
        assert stands_in(row.said, printed("up-and-over")), row.said
        assert stands_in(with_totals(row), printed("up-and-over")), row.totals


# What depends on the pack, and on the edition


def test_the_editions_stand_side_by_side() -> None:
    text = printed("up-and-over")
    for edition in EDITIONS.values():
        for name in edition.names:
            assert stands_in(name, text)
    assert stands_in("two to fivetwo or four", text)
    assert stands_in("not said who does ita player chosen for it", text)


def test_the_older_edition_has_the_same_book() -> None:
    assert write_book(api.load("standard-52"), BookJob("up-n-over")).data == pdf("up-and-over")


@pytest.mark.parametrize(
    ("kept", "said"),
    [(2, "It comes with 2 jokers: take them out"), (1, "It comes with 1 joker: take it out")],
)
def test_jokers_are_spoken_of_as_the_pack_has_them(kept: int, said: str) -> None:
    pack = api.load("standard-52")
    fewer = replace(pack, extras=pack.extras[:kept])
    assert stands_in(said, text_of(write_book(fewer, BookJob("up-and-over")).data, page_format("a4", fewer)))


def test_a_pack_without_jokers_is_not_told_to_take_its_jokers_out() -> None:
    fewer = replace(api.load("standard-52"), extras=())
    text = text_of(write_book(fewer, BookJob("up-and-over")).data, page_format("a4", fewer))
    assert stands_in("Jokers are not used", text)
    assert bare("It comes with") not in text


def test_a_pack_of_other_cards_is_refused() -> None:
    with pytest.raises(UsageError, match="is no pack for Up and Over"):
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


def test_the_rules_card_is_a_card() -> None:
    assert len(book("up-and-over", "card", kind="card").leaves) == 1
    job = BookJob("up-and-over", "card", kind="card")
    assert card_picture(api.load("standard-52"), job, dpi=72).startswith(b"\x89PNG")
