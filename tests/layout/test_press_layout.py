"""Where cards lie on press pages: boxes, neighbours, backs behind faces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import UsageError
from cardgen.geometry import Rect
from cardgen.layout.grid import cut_positions
from cardgen.layout.press import SLUG, PressLayout
from cardgen.output.press import PressJob, press_layout
from cardgen.units import MM

layouts = st.builds(
    PressLayout,
    card=st.tuples(st.floats(20 * MM, 120 * MM), st.floats(20 * MM, 150 * MM)),
    bleed=st.floats(0, 10 * MM),
    columns=st.integers(1, 12),
    rows=st.integers(1, 12),
    gutter=st.floats(0, 25 * MM),
    slug=st.sampled_from((0.0, SLUG)),
)


def near(rect):
    return pytest.approx(tuple(rect), abs=0.01)


def test_a_page_a_card_ends_at_the_bleed():
    layout = PressLayout((62 * MM, 88 * MM), 3 * MM)
    assert layout.page == pytest.approx((68 * MM, 94 * MM))
    assert layout.bleed_box == near(Rect(0, 0, 68 * MM, 94 * MM))
    assert layout.area == near(Rect(3 * MM, 3 * MM, 62 * MM, 88 * MM))


def test_a_sheet_of_54_in_six_columns_has_room_for_both_bleeds():
    layout = PressLayout((62 * MM, 88 * MM), 3 * MM, 6, 9, 6 * MM, SLUG)
    assert layout.capacity == 54
    assert layout.area.width == pytest.approx((6 * 62 + 5 * 6) * MM)
    assert layout.area.height == pytest.approx((9 * 88 + 8 * 6) * MM)
    assert [list(cards) for cards in layout.pages(56)][1] == [54, 55]
    across, along = cut_positions(place.trim for place in layout.front_places)
    assert (len(across), len(along)) == (12, 18)


def test_cards_without_a_gutter_share_their_cuts():
    layout = PressLayout((63.5 * MM, 88.9 * MM), 3 * MM, 3, 2)
    across, along = cut_positions(place.trim for place in layout.front_places)
    assert (len(across), len(along)) == (4, 3)


def test_neighbours_have_half_the_gutter_each_for_their_bleed_and_no_more_than_the_bleed():
    for gutter, reach in ((4, 2), (6, 3), (9, 3)):
        layout = PressLayout((62 * MM, 88 * MM), 3 * MM, 3, 3, gutter * MM)
        middle = layout.front_places[4]
        assert middle.window == near(middle.trim.grown(reach * MM))


@given(layouts)
def test_the_boxes_lie_in_one_another_and_hold_every_card(layout):
    page = Rect(0, 0, *layout.page)
    assert page.contains(layout.bleed_box)
    assert layout.bleed_box.contains(layout.area)
    for place in layout.front_places:
        assert layout.area.contains(place.trim)
        assert layout.bleed_box.contains(place.window)
        assert place.window.contains(place.trim)


@given(layouts)
def test_no_card_shows_in_its_neighbours_place(layout):
    windows = [place.window for place in layout.front_places]
    for at, window in enumerate(windows):
        assert not any(window.overlaps(other) for other in windows[at + 1 :])


@given(layouts)
def test_a_back_lies_behind_its_face_when_the_sheet_is_turned(layout):
    width = layout.page[0]
    for front, back in zip(layout.front_places, layout.back_places, strict=True):
        assert back.trim == near(front.trim._replace(x=width - front.trim.right))
        assert back.window == near(front.window._replace(x=width - front.window.right))


def test_no_sheet_is_larger_than_those_that_are_printed():
    """2,500 mm: forty cards of 62.5 mm without bleed, and no more."""
    assert PressLayout((62.5 * MM, 88 * MM), 0, 40, 1).page[0] == pytest.approx(2500 * MM)
    with pytest.raises(UsageError, match="ask for fewer"):
        PressLayout((62.5 * MM, 88 * MM), 0.1 * MM, 40, 1)


def test_marks_have_13_mm_outside_the_bleed(standard):
    """Of crop marks, and outside them of registration marks: 11.8 mm, and paper to cut off."""
    assert press_layout(standard, PressJob(marks=True)).slug == 13 * MM
