"""Rectangles, transformations, and how many cards fit in a row."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import geometry
from cardgen.geometry import (
    Rect,
    combined_matrix,
    count_that_fits,
    half_turn_matrix,
    rotation,
    scaling,
    transformed_bounds,
    transformed_point,
    translation,
)
from cardgen.units import MM

NUMBERS = st.floats(-1000, 1000)
POINTS = st.tuples(NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    ("space", "item", "gap", "count"),
    [
        (190.5, 63.5, 0, 3),
        (190.4, 63.5, 0, 2),
        (186, 62, 0, 3),
        (0.1 + 0.2, 0.1, 0, 3),
        (196, 62, 5, 3),
        (195.9, 62, 5, 2),
        (62, 62, 100, 1),
        (61, 62, 0, 0),
        (0, 62, 0, 0),
    ],
)
def test_fits_counts_millimetres_whatever_the_floats_say(space, item, gap, count):
    assert count_that_fits(space * MM, item * MM, gap * MM) == count


@given(st.integers(1, 50), st.floats(50, 900), st.floats(0, 280))
def test_what_exactly_fills_a_row_fits_and_a_tenth_of_a_millimetre_less_does_not(count, item, gap):
    space = count * item + (count - 1) * gap
    assert count_that_fits(space, item, gap) == count
    assert count_that_fits(space - 0.1 * MM, item, gap) == count - 1


@given(POINTS, POINTS, st.floats(-360, 360))
def test_chain_applies_its_steps_in_order(point, way, degrees):
    steps = [translation(*way), rotation(degrees), scaling(2, -3)]
    expected = point
    for step in steps:
        expected = transformed_point(step, *expected)
    assert transformed_point(combined_matrix(*steps), *point) == pytest.approx(expected, abs=1e-6)


def test_turning_is_counter_clockwise():
    assert transformed_point(rotation(90), 1, 0) == (0, 1)
    assert transformed_point(rotation(30), 1, 0) == pytest.approx((math.sqrt(3) / 2, 0.5))


@pytest.mark.parametrize("quarters", range(-5, 6))
def test_quarter_turns_are_exact(quarters):
    assert set(map(abs, rotation(90 * quarters))) == {0, 1}


@given(POINTS, POINTS)
def test_a_half_turn_keeps_its_middle_and_undoes_itself(point, middle):
    about = half_turn_matrix(*middle)
    assert transformed_point(about, *middle) == pytest.approx(middle)
    assert transformed_point(about, *transformed_point(about, *point)) == pytest.approx(point, abs=1e-9)


def test_the_bounds_of_a_turned_rectangle_are_around_all_its_corners():
    assert transformed_bounds(rotation(90), Rect(0, 0, 20, 10)) == Rect(-10, 0, 10, 20)
    root = math.sqrt(2)
    assert transformed_bounds(rotation(45), Rect(0, 0, 10, 10)) == pytest.approx(
        (-5 * root, 0, 10 * root, 10 * root)
    )


def test_rectangles_that_share_an_edge_do_not_overlap_and_hold_what_touches_their_edge():
    one = Rect(0, 0, 10, 10)
    assert not one.overlaps(Rect(10, 0, 10, 10))
    assert not one.overlaps(Rect(0, 10, 10, 10))
    assert one.overlaps(Rect(9.9, 9.9, 10, 10))
    assert one.contains(Rect(5, 5, 5, 5))
    assert not one.contains(Rect(5, 5, 5.1, 5))
    less = geometry.TOLERANCE * 0.9
    assert one.contains(Rect(-less, -less, 10, 10))


def test_growing_moves_every_edge_outwards():
    assert Rect(1, 2, 10, 20).grown(3) == Rect(-2, -1, 16, 26)
    assert Rect(1, 2, 10, 20).grown(3).center == Rect(1, 2, 10, 20).center
