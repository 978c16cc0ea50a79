"""Drawings of any kind look equally large and central; Hypothesis draws them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen import api
from cardgen.art.layout_face import icons_of
from cardgen.colour.colors import BLACK, WHITE
from cardgen.geometry import Rect, combined_matrix, scaling, translation
from cardgen.pack.values import SizedSymbol
from cardgen.text.icons import symbol_layers
from cardgen.text.optics import WIDEST, optical_matrix
from cardgen.text.outlines import IconLayer, Shape, ellipse, polygon, rectangle

COORDINATES = st.integers(-50, 50)
POLYGONS = st.lists(st.tuples(COORDINATES, COORDINATES), min_size=3, max_size=9, unique=True).map(polygon)


def evened(shape: Shape) -> Rect:
    return shape.transformed(optical_matrix([IconLayer(shape)])).bounds


@given(POLYGONS)
def test_a_drawing_stays_in_its_cell(shape: Shape) -> None:
    box = evened(shape)
    assume(math.isfinite(box.width) and min(shape.bounds.width, shape.bounds.height) > 0)
    assert max(abs(box.y), abs(box.top)) <= 0.5 + 1e-9
    assert max(abs(box.x), abs(box.right)) <= WIDEST / 2 + 1e-9


@given(POLYGONS, st.floats(0.01, 100), COORDINATES, COORDINATES)
def test_the_size_and_place_of_a_drawing_on_its_page_do_not_count(
    shape: Shape, size: float, x: int, y: int
) -> None:
    assume(shape.corners_if_convex or min(shape.bounds.width, shape.bounds.height) > 20)
    moved = shape.transformed(combined_matrix(translation(x, y), scaling(size)))
    assert evened(moved) == pytest.approx(evened(shape), abs=0.02)


def test_overlapping_parts_count_once_and_white_parts_not_at_all() -> None:
    square = rectangle(Rect(0, 0, 10, 10))
    twice = optical_matrix([IconLayer(square), IconLayer(rectangle(Rect(2, 2, 6, 6)))])
    assert twice == optical_matrix([IconLayer(square)])
    window = optical_matrix([IconLayer(square), IconLayer(rectangle(Rect(2, 2, 6, 6)), WHITE)])
    assert window[0] > twice[0]
    assert (
        optical_matrix([IconLayer(square), IconLayer(ellipse(50, 5, 3), WHITE), IconLayer(square, BLACK)])
        == twice
    )


def test_a_drawing_without_ink_or_area_has_a_place() -> None:
    assert optical_matrix([]) == optical_matrix([IconLayer(rectangle(Rect(0, 0, 5, 5)), WHITE)])
    assert all(map(math.isfinite, optical_matrix([IconLayer(polygon([(0, 0), (9, 0), (4, 0)]))])))


def test_a_square_is_smaller_than_a_diamond_and_larger_than_of_equal_weight() -> None:
    square, diamond = (
        evened(polygon(corners))
        for corners in ([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 0), (2, 1), (1, 2)])
    )
    assert 0.5 < square.width * square.height / (diamond.width * diamond.height) < 1
    assert square.width * square.height > diamond.width * diamond.height / 2


@pytest.fixture
def margins(tmp_path: Path) -> Path:
    """Return a pack whose suits are one square, with a margin and without one."""
    for name, page in (("tight", "0 0 10 10"), ("loose", "-10 -30 30 60")):
        (tmp_path / f"{name}.svg").write_text(f'<svg viewBox="{page}"><rect width="10" height="10"/></svg>')
    file = tmp_path / "pack.yaml"
    suits = "".join(
        f"  {key}: {{symbol: {symbol}.svg, color: black{more}, cards: {{2: 1}}}}\n"
        for key, symbol, more in (("a", "tight", ""), ("b", "loose", ""), ("c", "loose", ", size: page"))
    )
    file.write_text(f"format: 1\nname: Margins\nsuits:\n{suits}")
    return file


def test_the_margins_of_a_suits_drawing_do_not_count_unless_it_says_so(margins: Path) -> None:
    a, b, c = (
        symbol_layers(suit.sized_symbol)[0].shape.bounds
        for suit in api.load(margins).suits.values()
        if suit.sized_symbol
    )
    assert b == pytest.approx(a, abs=1e-6)
    assert c.width == pytest.approx(1 / 6)


def test_a_suits_drawing_is_as_large_in_a_box_as_in_an_index(margins: Path) -> None:
    made = api.load(margins)
    tight = made.suits["a"].symbol or ""
    icon = icons_of(made).get(tight)
    assert icon is not None
    in_index = symbol_layers(SizedSymbol(tight))[0].shape.bounds
    assert icon.layers[0].shape.bounds.width == pytest.approx(in_index.width)


def test_a_size_changes_a_symbol_about_its_middle() -> None:
    usual, large = (symbol_layers(SizedSymbol("heart", size))[0].shape.bounds for size in (1, 1.2))
    wanted = [1.2 * usual.width, 1.2 * usual.y, 1.2 * usual.top]
    assert [large.width, large.y, large.top] == pytest.approx(wanted)
