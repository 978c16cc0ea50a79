"""Lengths and sizes: every unit, nothing without one, and messages that say what to write."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import units


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("25.4 mm", 72),
        ("2.54cm", 72),
        ("1 in", 72),
        ('1"', 72),
        ("1″", 72),
        ("72 pt", 72),
        (" .5 IN ", 36),
        ("-1. mm", -72 / 25.4),
    ],
)
def test_lengths_in_every_unit(written: str, points: float) -> None:
    assert units.parse_length(written) == pytest.approx(points)


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("3", "the unit of 3 is missing", 'did you mean "3 mm"?'),
        (3, "the unit of 3 is missing", 'did you mean "3 mm"?'),
        (0, "the unit of 0 is missing", 'did you mean "0 mm"?'),
        ("3 ft", "'ft' is not a unit known here", "use mm, cm, in or pt"),
        ("12,7 mm", "'12,7 mm' is not a length", 'did you mean "12.7 mm"?'),
        ("12:30", "'12:30' is not a length", 'write a number and its unit, such as "3 mm"'),
        ("1_000 mm", "'1_000 mm' is not a length", 'write a number and its unit, such as "3 mm"'),
        ("inf mm", "'inf mm' is not a length", 'write a number and its unit, such as "3 mm"'),
        ("1e3 mm", "'1e3 mm' is not a length", 'write a number and its unit, such as "3 mm"'),
        ("٣ mm", "'٣ mm' is not a length", 'write a number and its unit, such as "3 mm"'),
        (True, "true is not a length", 'write a number and its unit, such as "3 mm"'),
        (None, "null is not a length", 'write a number and its unit, such as "3 mm"'),
        (["3 mm"], "this is not a length", 'write a number and its unit, such as "3 mm"'),
    ],
)
def test_what_is_no_length_and_why(written: object, message: str, hint: str) -> None:
    with pytest.raises(units.BadValue) as caught:
        units.parse_length(written)
    assert (str(caught.value), caught.value.hint) == (message, hint)


@pytest.mark.parametrize("written", ["62 x 88 mm", "62x88mm", "62 × 88 mm", "62*88 MM", "62 mm x 8.8 cm"])
def test_one_size_however_it_is_written(written: str) -> None:
    assert units.parse_size(written) == pytest.approx((62 * units.MM, 88 * units.MM))


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        ("62 x 88", "the unit of 62 x 88 is missing", 'did you mean "62 x 88 mm"?'),
        ("62 mm", "'62 mm' is not a size", 'write width x height and the unit, such as "62 x 88 mm"'),
        ("pokr", "'pokr' is not a card size known here", "did you mean 'poker'?"),
        ("b9", "'b9' is not a card size known here", "choose from b8, poker, poker-eu, bridge, bridge-eu, "
         "tarot, mini, mini-us, japanese, square"),
        (7, "7 is not a size", 'write width x height and the unit, such as "62 x 88 mm"'),
    ],
)  # fmt: skip
def test_what_is_no_size_and_why(written: object, message: str, hint: str) -> None:
    with pytest.raises(units.BadValue) as caught:
        units.parse_card_size(written)
    if hint.startswith("choose"):
        assert caught.value.hint == hint
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_papers_and_cards_have_their_standard_sizes() -> None:
    """ISO 216 A4, ANSI A, B8 and the poker card of 2.5 by 3.5 inches."""
    assert units.parse_paper_size("A4") == pytest.approx((595.276, 841.890), abs=0.001)
    assert units.parse_paper_size("letter") == pytest.approx((612, 792))
    assert units.parse_card_size("b8") == units.parse_size("62 x 88 mm")
    assert units.parse_card_size(" Poker ") == pytest.approx((180, 252))


@given(st.floats(-9999, 9999), st.sampled_from(sorted(units.UNITS)))
def test_what_is_shown_reads_back(number: float, unit: str) -> None:
    points = number * units.UNITS[unit]
    assert units.parse_length(units.length_text(points)) == pytest.approx(points, abs=0.005 * units.MM + 1e-9)


@given(st.text(max_size=30) | st.from_regex(units.LENGTH_PATTERN))
def test_the_schema_s_pattern_and_the_reader_agree_on_lengths(text: str) -> None:
    """What an editor marks as wrong is wrong, and the other way round."""
    try:
        units.parse_length(text)
        read = True
    except units.BadValue:
        read = False
    if text.isascii():  # what counts as space beyond ASCII differs between the two
        assert read == bool(re.search(units.LENGTH_PATTERN, text))


@given(st.from_regex(units.SIZE_PATTERN, fullmatch=True).filter(lambda text: len(text) <= 60))
def test_every_size_that_the_schema_allows_is_read(text: str) -> None:
    width, height = units.parse_size(text)
    assert width >= 0
    assert height >= 0


#: Long enough for seconds where time grows with the square, short enough for such a failure to end.
LONG = 30_000


@pytest.mark.parametrize("text", ["1" + " " * LONG + "!", "1" * LONG, "x" * LONG, "1 x" + " " * LONG])
def test_a_long_text_costs_no_time_and_is_not_repeated_whole(text: str) -> None:
    began = time.process_time()
    for read in (units.parse_length, units.parse_card_size, units.parse_paper_size):
        with pytest.raises(units.BadValue) as caught:
            read(text)
        assert len(str(caught.value)) < 120
    assert time.process_time() - began < 1


def test_hints_name_the_nearest_word_or_all() -> None:
    assert units.nearest_word_hint("Stipe", ["stripe", "style"]) == "did you mean 'stripe'?"
    assert units.nearest_word_hint("zzz", ["stripe", "style"]) == "choose from stripe, style"
    assert units.closest_word("zzz", ["stripe"]) is None
    # Two letters swapped are one mistake; capitals are none.
    assert units.closest_word("acron", ["crown", "acorn"]) == "acorn"
    assert units.closest_word("spyy", ["Spy"]) == "Spy"


@pytest.mark.parametrize(
    ("value", "shown"),
    [("a", "'a'"), (True, "true"), (None, "null"), (1.5, "1.5"), ([1], "this"), ({}, "this")],
)
def test_values_are_quoted_as_a_pack_spells_them(value: object, shown: str) -> None:
    assert units.quoted_value(value) == shown
