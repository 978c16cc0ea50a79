"""Sheets for a Silhouette: its marks stand free, and cards lie where the ready templates cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import UsageError
from cardgen.geometry import polygon_overlaps_rect
from cardgen.layout.imposition import SheetOptions, impose
from cardgen.layout.registration import BORDERLESS_INSET, GAP, INSET, Registration, cutting_template
from cardgen.units import MM, PAPERS


def paper(name):
    width, height = PAPERS[name]
    return width * MM, height * MM


def imposed(card, sheet, inset=INSET, shape="rectangle", marks="three", gutter=GAP, count=100):
    registration = Registration(marks, inset)
    options = SheetOptions(paper=paper(sheet), margin=inset, gutter=gutter, registration=registration)
    size = tuple(side * MM for side in card)
    return impose(count, size, 3 * MM, options, False, shape), registration


#: Paper, size of cards, orientation, rows, columns, length of arms: silhouette-card-maker's layouts.json.
LAYOUTS = [
    ("letter", (63, 88), "landscape", 2, 4, 8.04),
    ("letter", (63.5, 88.9), "landscape", 2, 4, 7.2),
    ("letter", (69.85, 120.65), "portrait", 2, 2, 26.16),
    ("letter", (44.45, 63.5), "landscape", 3, 5, 14.82),
    ("letter", (88.9, 139.7), "landscape", 1, 2, 38.86),
    ("letter", (41, 63), "portrait", 4, 4, 12.78),
    ("legal", (63, 88), "landscape", 2, 5, 8.04),
    ("tabloid", (63, 88), "portrait", 4, 4, 26.84),
    ("a4", (63, 88), "landscape", 2, 4, 9.4),
    ("a4", (59, 86), "portrait", 3, 3, 6.94),
    ("a4", (31.75, 44.45), "portrait", 6, 5, 11.77),
    ("a4", (44, 68), "landscape", 2, 6, 25.15),
    ("a3", (85.725, 53.975), "portrait", 7, 3, 7.45),
    ("a3", (31.75, 44.45), "landscape", 6, 11, 17.78),
]
BORDERLESS = [
    ("letter", (63, 88), "portrait", 3, 3, 7.45),
    ("a4", (44.45, 63.5), "landscape", 3, 6, 7.28),
    ("tabloid", (44, 68), "portrait", 6, 5, 22.35),
]


@pytest.mark.parametrize(
    ("sheet", "card", "orientation", "rows", "columns", "arm", "inset"),
    [(*each, INSET) for each in LAYOUTS] + [(*each, BORDERLESS_INSET) for each in BORDERLESS],
)
@pytest.mark.parametrize("count", [1, 100])
def test_cards_lie_as_ready_templates_cut_them(sheet, card, orientation, rows, columns, arm, inset, count):
    made, registration = imposed(card, sheet, inset, count=count)
    grid = made.grid
    assert (grid.page[0] > grid.page[1]) == (orientation == "landscape")
    assert (grid.rows, grid.columns) == (rows, columns)
    assert grid.area.center == pytest.approx((grid.page[0] / 2, grid.page[1] / 2))
    # Its places are rounded to pixels at 300 dpi.
    assert registration.arm_length(grid.area) / MM == pytest.approx(min(arm, 20), abs=0.2)


@settings(max_examples=60)
@given(
    st.floats(20, 130),
    st.floats(20, 130),
    st.sampled_from(["a4", "letter", "a3"]),
    st.sampled_from(["rectangle", "circle", "hexagon"]),
    st.sampled_from([INSET, BORDERLESS_INSET]),
    st.sampled_from(["three", "four"]),
    st.sampled_from([GAP, 0.0, 5 * MM]),
)
def test_marks_stand_free(width, height, sheet, shape, inset, marks, gutter):
    if shape != "rectangle":
        height = width * (1 if shape == "circle" else 2 / 3**0.5)
    made, registration = imposed((width, height), sheet, inset, shape, marks, gutter)
    arm = registration.arm_length(made.grid.area)
    [front, *_] = made.front_sides()
    strokes = list(registration.mark_rects(made.grid.page, arm))
    assert len(strokes) == (5 if marks == "three" else 8)
    for stroke in strokes:
        free = stroke.grown(0.5 * MM)
        assert not any(is_on(free, slot) for slot in front.slots)
        assert min(stroke.x, stroke.y) >= inset - 0.5 * MM - 1e-6
    zones = registration.corner_zones(made.grid.page, arm)
    assert all(any(zone.contains(stroke) for zone in zones) for stroke in strokes)
    assert not any(is_on(zone, slot) for zone in zones for slot in front.slots)


def is_on(rect, slot):
    """Tell whether a rectangle lies on what shows of a card."""
    window = slot.window
    corners = [
        (window.x, window.y),
        (window.right, window.y),
        (window.right, window.top),
        (window.x, window.top),
    ]
    return polygon_overlaps_rect(corners, rect) and (not slot.cell or polygon_overlaps_rect(slot.cell, rect))


def test_marks_are_where_the_machine_looks_for_them():
    page = paper("a4")
    strokes = list(Registration().mark_rects(page, 8 * MM))
    square, across, down, *_ = strokes
    # The square is 5 mm and a border of 1 mm, whose middle is 10 mm from the edges.
    assert (square.x / MM, (page[1] - square.top) / MM) == pytest.approx((9.5, 9.5))
    assert (square.width / MM, square.height / MM) == pytest.approx((6, 6))
    assert (page[0] - across.right) / MM == pytest.approx(9.5)
    assert (across.width / MM, across.height / MM) == pytest.approx((8.5, 1))
    assert (down.width / MM, down.height / MM) == pytest.approx((1, 8.5))


def test_what_leaves_the_corners_no_room_is_refused():
    with pytest.raises(UsageError, match="do not fit"):
        imposed((180, 270), "a4")


def test_templates_are_named_for_their_sizes_and_papers():
    def file(card, sheet, **options):
        found = cutting_template(
            tuple(side * MM for side in card), paper(sheet), **{"borderless": False, **options}
        )
        return found and found.file

    assert file((63, 88), "letter") == "letter-standard"
    assert file((63.5, 88.9), "a4", borderless=True) == "a4-poker-borderless"
    assert file((62, 88), "a4") is None
    assert file((63, 88), "a5") is None
    assert file((63, 88), "a3", borderless=True) is None


# --- places that stay empty ----------------------------------------------------------------------


@settings(max_examples=60)
@given(
    st.sets(st.integers(1, 9), max_size=8),
    st.integers(1, 40),
    st.sampled_from(["rectangle", "circle", "hexagon"]),
)
def test_spoiled_places_stay_empty_on_all_sheets(skip, count, shape):
    size = {"rectangle": (62, 88), "circle": (62, 62), "hexagon": (62, 62 * 2 / 3**0.5)}[shape]
    size = tuple(side * MM for side in size)
    skip = tuple(skip)
    whole = impose(count, size, 3 * MM, SheetOptions(), False, shape)
    made = impose(count, size, 3 * MM, SheetOptions(skip=skip), False, shape)
    places = [whole.grid.trim(place) for place in range(whole.grid.capacity)]
    kept = [place for number, place in enumerate(places, 1) if number not in skip]
    fronts = [slot.trim for front in made.front_sides() for slot in front.slots]
    assert len(fronts) == count
    for number, trim in enumerate(fronts):
        assert trim == pytest.approx(kept[number % len(kept)])
    for front in made.front_sides():
        for slot, behind in zip(front.slots, made.back_side(front).slots, strict=True):
            assert made.mirrored_axis == "y" or behind.trim.x == pytest.approx(
                made.grid.page[0] - slot.trim.right
            )
            assert made.mirrored_axis == "x" or behind.trim.y == pytest.approx(
                made.grid.page[1] - slot.trim.top
            )


def test_a_piece_beside_an_empty_place_has_its_bleed_there():
    size = (62 * MM, 62 * MM)
    made = impose(9, size, 3 * MM, SheetOptions(skip=(2, 4)), False, "circle")
    [front, *_] = made.front_sides()
    first = front.slots[0]
    assert first.window.right - first.trim.right == pytest.approx(3 * MM)
    assert first.trim.y - first.window.y == pytest.approx(3 * MM)
    third = front.slots[1]
    assert third.trim.x - third.window.x == pytest.approx(3 * MM)
    seventh = next(slot for slot in front.slots if slot.trim.x == first.trim.x and slot is not first)
    assert seventh.window.top - seventh.trim.top == pytest.approx(3 * MM)


@pytest.mark.parametrize("skip", [(10,), (0,), (1, 99)])
def test_a_place_that_a_sheet_lacks_is_refused(skip):
    with pytest.raises(UsageError, match="the places 1 to 9"):
        impose(9, (62 * MM, 88 * MM), 3 * MM, SheetOptions(skip=skip), False)


def test_a_sheet_without_places_is_refused():
    with pytest.raises(UsageError, match="no place for a card"):
        impose(9, (62 * MM, 88 * MM), 3 * MM, SheetOptions(skip=tuple(range(1, 10))), False)
