"""Shapes: path data become the right operators, and transformations are what they say."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry import (
    Rect,
    combined_matrix,
    half_turn_matrix,
    rotation,
    scaling,
    transformed_bounds,
    transformed_point,
    translation,
)
from cardgen.text.outlines import (
    ellipse,
    joined_shapes,
    number_text,
    path_shape,
    polygon,
    rectangle,
    rounded_rectangle,
    star_shape,
)

NUMBERS = st.floats(-1000, 1000)


@pytest.mark.parametrize(
    ("data", "operators"),
    [
        ("M0 0 L10 0 L10 5 Z", "0 0 m 10 0 l 10 5 l h"),
        ("M1 1 l2 0 v3 h-2 z", "1 1 m 3 1 l 3 4 l 1 4 l h"),
        ("M0 0 10 0 10 10", "0 0 m 10 0 l 10 10 l"),
        ("M0 0 C1 2 3 4 5 6 S9 10 11 12", "0 0 m 1 2 3 4 5 6 c 7 8 9 10 11 12 c"),
        ("M0 0 Q3 3 6 0", "0 0 m 2 2 4 2 6 0 c"),
        ("m5 5 l1 1 z l1 0", "5 5 m 6 6 l h 6 5 l"),
    ],
)
def test_path_data_become_operators(data: str, operators: str) -> None:
    assert path_shape(data).operators == operators


@pytest.mark.parametrize("data", ["M1", "M0 0 L1 1 Z 4 4", "M0 0 C1 2 3"])
def test_broken_path_data_are_refused(data: str) -> None:
    with pytest.raises(ValueError, match=r"number|wants"):
        path_shape(data)


@given(st.floats(-1e6, 1e6))
def test_numbers_are_written_without_exponent_and_to_four_decimals(value: float) -> None:
    text = number_text(value)
    assert "e" not in text
    assert text != "-0"
    assert abs(float(text) - value) <= 0.00005001


@given(NUMBERS, NUMBERS, st.floats(0.1, 500), st.floats(0.1, 500), st.floats(0, 300))
def test_a_rounded_rectangle_stays_in_its_rectangle(x: float, y: float, w: float, h: float, r: float) -> None:
    assert Rect(x, y, w, h).contains(rounded_rectangle(Rect(x, y, w, h), r).bounds)


@given(NUMBERS, NUMBERS, st.floats(0.5, 400))
def test_a_circle_is_round(x: float, y: float, r: float) -> None:
    box = ellipse(x, y, r).bounds
    assert box.center == pytest.approx((x, y), abs=1e-6)
    assert (box.width, box.height) == pytest.approx((2 * r, 2 * r))


def test_a_star_points_up() -> None:
    points = star_shape(0, 0, 10, 4, 5).points
    assert points[0] == pytest.approx((0, 10))
    assert len(points) == 10
    assert math.hypot(*points[1]) == pytest.approx(4)


@given(NUMBERS, NUMBERS, st.floats(-360, 360), st.floats(0.1, 10))
def test_a_placed_shape_is_where_its_points_are_sent(dx: float, dy: float, angle: float, k: float) -> None:
    place = combined_matrix(scaling(k), rotation(angle), translation(dx, dy))
    triangle = polygon([(0, 0), (3, 0), (0, 2)])
    for (x, y), placed in zip(triangle.points, triangle.transformed(place).points, strict=True):
        assert placed == pytest.approx(transformed_point(place, x, y))


def test_half_turns_undo_each_other_and_bounds_turn_along() -> None:
    assert transformed_point(combined_matrix(half_turn_matrix(3, 4), half_turn_matrix(3, 4)), 7, 9) == (7, 9)
    assert transformed_bounds(half_turn_matrix(5, 5), Rect(0, 0, 2, 3)) == Rect(8, 7, 2, 3)
    assert joined_shapes(rectangle(Rect(0, 0, 1, 1)), rectangle(Rect(4, 4, 1, 1))).bounds == Rect(0, 0, 5, 5)
