"""Cards laid on paper, proven with numbers: how many, where, and what lies behind what."""

import math
from itertools import combinations, product

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cardgen.errors import UsageError
from cardgen.geometry import Rect, transformed_bounds, transformed_point
from cardgen.layout.imposition import SheetOptions, TiledImposition, impose
from cardgen.units import CARDS, MM, PAPERS

NEAR = 0.05  # points


def paper(name):
    width, height = PAPERS[name]
    return width * MM, height * MM


def card(name="b8"):
    width, height = CARDS[name]
    return width * MM, height * MM


def laid(count=56, size="b8", bleed=3 * MM, marks=False, **options):
    return impose(count, card(size), bleed, SheetOptions(**options), marks)


# --- how many ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "size", "columns", "rows", "upright"),
    [
        ("a4", "b8", 3, 3, True),
        ("a4", "poker", 3, 3, True),
        ("a4", "bridge", 3, 3, True),
        ("a4", "tarot", 2, 2, True),
        ("a4", "mini", 4, 4, True),
        ("letter", "b8", 3, 3, True),
        ("letter", "poker", 3, 3, True),
        ("a3", "b8", 6, 3, False),
        ("a3", "poker", 6, 3, False),
        ("a5", "b8", 2, 2, True),
        ("a5", "tarot", 2, 1, False),
        ("legal", "b8", 5, 2, False),
        ("tabloid", "b8", 6, 3, False),
    ],
)
def test_papers_hold_what_the_sum_says(sheet, size, columns, rows, upright):
    grid = laid(size=size, paper=paper(sheet)).grid
    assert (grid.columns, grid.rows) == (columns, rows)
    assert (grid.page[1] > grid.page[0]) == upright


@pytest.mark.parametrize(
    ("size", "sheet"), [case for case in product(CARDS, PAPERS) if case != ("tarot", "a6")]
)
def test_auto_orientation_takes_what_holds_more(sheet, size):
    held = {}
    for orientation in ("portrait", "landscape"):
        grid = laid(size=size, paper=paper(sheet), orientation=orientation).grid
        held[orientation] = grid.capacity
        assert (grid.page[1] >= grid.page[0]) == (orientation == "portrait")
    assert laid(size=size, paper=paper(sheet)).grid.capacity == max(held.values())


@pytest.mark.parametrize(
    ("sheet", "size", "count", "options", "columns", "rows", "upright"),
    [
        ("letter", "poker", 56, {}, 4, 2, False),  # 7 sheets either way
        ("letter", "poker", 54, {}, 3, 3, True),  # 9 a sheet save one sheet of 7: so ticks
        ("letter", "poker", 1, {}, 4, 2, False),
        ("letter", "b8", 56, {}, 4, 2, False),
        ("letter", "b8", 56, {"orientation": "portrait"}, 3, 3, True),
        ("letter", "b8", 6, {"orientation": "portrait"}, 3, 2, True),
        ("letter", "b8", 6, {"orientation": "portrait", "rows": 3}, 3, 3, True),
        ("legal", "bridge", 56, {}, 6, 2, False),
        ("legal", "bridge", 10, {}, 5, 2, False),
        ("a4", "poker", 56, {}, 3, 3, True),
    ],
)
def test_room_for_crop_marks_is_made_where_it_costs_no_paper(
    sheet, size, count, options, columns, rows, upright
):
    made = laid(count, size, marks=True, paper=paper(sheet), **options)
    grid = made.grid
    assert (grid.columns, grid.rows, grid.page[1] > grid.page[0]) == (columns, rows, upright)
    full = laid(count, size, paper=paper(sheet), **options)
    assert made.sheets == full.sheets
    assert bool(made.notes) == (grid != full.grid)


def test_paper_named_the_other_way_about_is_the_same_paper():
    width, height = paper("a4")
    assert laid(paper=(height, width)).grid == laid(paper=(width, height)).grid


def test_the_grid_is_centred():
    for options in ({}, {"gutter": 4 * MM}, {"paper": paper("a3")}, {"backs": "gutterfold"}):
        grid = laid(**options).grid
        assert grid.whole_area.center == pytest.approx((grid.page[0] / 2, grid.page[1] / 2))


def test_rows_and_columns_can_be_forced_but_not_beyond_the_paper():
    grid = laid(rows=2, columns=1).grid
    assert (grid.columns, grid.rows) == (1, 2)
    assert laid(columns=4).grid.page[0] > laid(columns=4).grid.page[1]
    with pytest.raises(UsageError, match="5 columns"):
        laid(columns=5)


def test_a_gutter_keeps_cards_apart_and_may_cost_a_row():
    assert laid(gutter=5 * MM).grid.capacity == 9
    assert laid(gutter=10 * MM).grid.capacity == 8
    first, second = (laid(gutter=5 * MM).grid.trim(place) for place in (0, 1))
    assert second.x - first.right == pytest.approx(5 * MM)


def test_cards_run_row_by_row_from_the_top_left():
    grid = laid().grid
    first, second, fourth = grid.trim(0), grid.trim(1), grid.trim(3)
    assert (second.x > first.x, second.y) == (True, first.y)
    assert (fourth.x, fourth.y < first.y) == (first.x, True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"paper": (50 * MM, 80 * MM)}, "62 × 88 mm do not fit on paper of 50 × 80 mm"),
        ({"margin": 80 * MM}, "a margin of 80 mm"),
        ({"margin": 105 * MM}, "is impossible"),
        ({"margin": -1}, "is impossible"),
        ({"margin": math.nan}, "is impossible"),
        ({"paper": (30 * MM, 80 * MM)}, "cannot be used"),
        ({"paper": (math.nan, 80 * MM)}, "cannot be used"),
        ({"paper": (6000 * MM, 80 * MM)}, "cannot be used"),
        ({"gutter": -1}, "gutter goes from 0"),
        ({"gutter": math.nan}, "gutter goes from 0"),
        ({"rows": 0}, "at least one row"),
        ({"back_rotate": 5.1}, "5 degrees"),
        ({"back_rotate": math.nan}, "5 degrees"),
        ({"back_offset": (0, 26 * MM)}, "25 mm"),
        ({"back_offset": (math.inf, 0)}, "25 mm"),
        ({"back_offset": (0, math.nan)}, "25 mm"),
        ({"paper": (70 * MM, 100 * MM), "backs": "gutterfold"}, "twice"),
    ],
)
def test_what_cannot_be_laid_is_said(options, words):
    with pytest.raises(UsageError, match=words):
        laid(**options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"margin": 3.9 * MM}, "3.9 mm is less than most home printers"),
        ({"back_offset": (20 * MM, 0)}, "backs lie outside"),
        ({"back_offset": (20 * MM, 0), "backs": "separate"}, "backs lie outside"),
        ({"back_rotate": 3.0}, "backs lie outside"),
        ({"back_offset": (1, 0), "backs": "gutterfold"}, "no back pages"),
        ({"back_offset": (1, 0), "backs": "none"}, "no back pages"),
    ],
)
def test_what_may_go_wrong_is_warned_of(options, words):
    assert [warning for warning in laid(**options).warnings if words in warning]


def test_usual_sheets_come_without_warnings():
    for options in ({}, {"margin": 4 * MM}, {"paper": paper("letter")}, {"back_offset": (2, -2)}):
        assert laid(**options).warnings == ()


@pytest.mark.parametrize(
    ("beside", "above", "strip"),
    [(8.1, 4, "x"), (7.9, 4, None), (4, 8.1, "y"), (5.1, 1, "x"), (4.9, 1, None), (9, 9, "y")],
)
def test_the_ruler_stands_where_it_leaves_room_for_crop_marks(beside, above, strip):
    """4.2 mm for it, 0.5 mm of air, 3.3 mm for the marks; 0.3 mm where there are none for want of room."""
    width, height = card()
    paper = (width + 2 * (beside * MM + 5 * MM), height + 2 * (above * MM + 5 * MM))
    assert laid(1, paper=paper, margin=5 * MM, orientation="portrait").grid.strip_axis == strip


# --- where: papers × flips × sizes × counts ------------------------------------------------------


@st.composite
def jobs(draw):
    """Any job that fits: card, bleed, number of cards and options."""
    size = (draw(st.floats(20, 120)) * MM, draw(st.floats(20, 150)) * MM)
    named = st.sampled_from([paper(name) for name in PAPERS])
    sides = st.floats(60 * MM, 500 * MM)
    options = SheetOptions(
        paper=draw(named | st.tuples(sides, sides)),
        orientation=draw(st.sampled_from(("auto", "portrait", "landscape"))),
        margin=draw(st.floats(0, 20)) * MM,
        gutter=draw(st.just(0.0) | st.floats(0, 15)) * MM,
        rows=draw(st.none() | st.integers(1, 3)),
        columns=draw(st.none() | st.integers(1, 3)),
        backs=draw(st.sampled_from(("duplex", "separate", "none", "gutterfold"))),
        flip=draw(st.sampled_from(("long", "short"))),
    )
    return draw(st.integers(1, 60)), size, draw(st.floats(0, 6)) * MM, options


def imposed(job):
    try:
        made = impose(*job)
    except UsageError:
        assume(False)
    # Cards that are larger than the paper are in parts, see tests/jobs/test_boards.py.
    assume(not isinstance(made, TiledImposition))
    return made


def through_the_paper(page, flip):
    """Where a point of the front is seen once the paper has been turned over, by turning it in space.

    The sheet is turned by 180 degrees about an upright or a level line through its middle: the
    direction of the edge that it is flipped on.
    """
    width, height = page
    upright_is_long = height >= width
    axis = (0.0, 1.0, 0.0) if (flip == "long") == upright_is_long else (1.0, 0.0, 0.0)

    def seen(x, y):
        point = (x - width / 2, y - height / 2, 0.0)
        along = 2 * sum(a * p for a, p in zip(axis, point, strict=True))
        turned = [along * a - p for a, p in zip(axis, point, strict=True)]
        return turned[0] + width / 2, turned[1] + height / 2

    return seen


def through_the_fold(page, fold):
    """Where a point touches the other half of a sheet that is folded in its middle."""
    width, height = page
    return (lambda x, y: (width - x, y)) if fold == "vertical" else (lambda x, y: (x, height - y))


def assert_behind(front, back, seen, size):
    """The back's lower left corner is behind the front's lower right one, and so on, tops together."""
    width, height = size
    for x, y in ((0, 0), (width, 0), (0, height), (width, height)):
        on_front = transformed_point(front.place, width - x, y)
        assert transformed_point(back.place, x, y) == pytest.approx(seen(*on_front), abs=NEAR)


@settings(max_examples=20)
@given(jobs())
@example((10, card(), 3 * MM, SheetOptions()))
@example((10, card(), 3 * MM, SheetOptions(flip="short")))
@example((20, card(), 3 * MM, SheetOptions(paper=paper("a3"))))
@example((20, card(), 3 * MM, SheetOptions(paper=paper("a3"), flip="short")))
@example((5, card(), 3 * MM, SheetOptions(backs="gutterfold")))
@example((3, card(), 3 * MM, SheetOptions(backs="gutterfold", rows=1, columns=1, orientation="landscape")))
def test_every_back_is_behind_its_front(job):
    made = imposed(job)
    _, size, _, options = job
    for side in made.front_sides():
        if options.backs == "gutterfold":
            backs, seen = made.side_to_fold(side).backs, through_the_fold(made.grid.page, made.grid.fold)
        else:
            backs, seen = made.back_side(side).slots, through_the_paper(made.grid.page, options.flip)
        assert [back.card for back in backs] == [front.card for front in side.slots]
        for front, back in zip(side.slots, backs, strict=True):
            assert_behind(front, back, seen, size)
            assert transformed_bounds(back.place, Rect(0, 0, *size)) == pytest.approx(back.trim, abs=NEAR)


@settings(max_examples=20)
@given(jobs())
def test_every_card_is_laid_once_and_all_but_the_last_sheet_are_full(job):
    made = imposed(job)
    assume(not isinstance(made, TiledImposition))
    sides = list(made.front_sides())
    assert [slot.card for side in sides for slot in side.slots] == list(range(job[0]))
    assert len(sides) == made.sheets == math.ceil(job[0] / made.grid.capacity)
    assert all(len(side.slots) == made.grid.capacity for side in sides[:-1])
    assert [side.sheet for side in sides] == list(range(len(sides)))


def every_side(made):
    for side in made.front_sides():
        if made.options.backs == "gutterfold":
            yield made.side_to_fold(side)
        else:
            yield side
            yield made.back_side(side)


@settings(max_examples=20)
@given(jobs())
def test_cards_are_whole_apart_and_within_the_printable_area(job):
    made = imposed(job)
    assume(not isinstance(made, TiledImposition))
    _, size, bleed, options = job
    printable = Rect(0, 0, *made.grid.page).grown(-options.margin + NEAR)
    for side in every_side(made):
        slots = (*side.slots, *side.backs)
        for slot in slots:
            assert (slot.trim.width, slot.trim.height) == pytest.approx(size)
            assert printable.contains(slot.trim)
            assert printable.contains(slot.window)
            assert slot.trim.grown(bleed + NEAR).contains(slot.window)
            assert slot.window.grown(NEAR).contains(slot.trim)
        for one, other in combinations(slots, 2):
            assert not one.trim.overlaps(other.trim)
            assert not one.window.overlaps(other.trim)
            assert not one.window.overlaps(other.window)


def test_bleed_takes_half_a_gutter_at_most_and_none_where_cards_touch():
    grid = laid(gutter=4 * MM).grid
    first, middle = grid.trim(0), grid.trim(4)
    assert grid.trim_with_bleed(middle) == pytest.approx(middle.grown(2 * MM))
    assert grid.trim_with_bleed(first).right - first.right == pytest.approx(2 * MM)
    touching = laid().grid
    assert touching.trim_with_bleed(touching.trim(4)) == pytest.approx(touching.trim(4))
    assert laid(gutter=10 * MM).grid.trim_with_bleed(grid.trim(0)).width <= first.width + 6 * MM + NEAR


def test_where_crop_marks_have_little_room_a_knife_may_still_stray_by_a_millimetre_and_a_half():
    roomy = laid(size="poker").grid
    assert roomy.outer_bleed_along("x") == pytest.approx(1.5 * MM)
    narrow = laid(size="poker", paper=paper("letter"), margin=10 * MM).grid
    assert narrow.outer_bleed_along("x") == pytest.approx(narrow.room_for_marks("x") / 2)
    assert narrow.outer_bleed_along("x") < 1.5 * MM


def test_a_last_page_that_is_not_full_keeps_its_backs_behind_its_fronts():
    made = laid(10)
    *_, last = made.front_sides()
    (front,), (back,) = last.slots, made.back_side(last).slots
    assert front.trim.x == made.grid.trim(0).x
    assert back.trim.x == pytest.approx(made.grid.trim(2).x)
    assert back.trim.y == front.trim.y


@pytest.mark.parametrize("degrees", [0, 2.5, -5])
def test_moved_backs_move_by_exactly_what_was_asked(degrees):
    made = laid(back_offset=(3, -4), back_rotate=degrees)
    width, height = made.grid.page
    assert transformed_point(made.back_offset_matrix, width / 2, height / 2) == pytest.approx(
        (width / 2 + 3, height / 2 - 4)
    )
    right = transformed_point(made.back_offset_matrix, width / 2 + 100, height / 2)
    turned = math.degrees(math.atan2(right[1] - height / 2 + 4, right[0] - width / 2 - 3))
    assert turned == pytest.approx(degrees)


@given(
    st.integers(1, 60),
    st.floats(15, 60),
    st.floats(0, 5),
    st.floats(0, 8),
    st.sampled_from(["duplex", "gutterfold"]),
)
@settings(max_examples=60)
def test_the_bleed_of_shapes_ends_before_every_other_trim(count, size, bleed, gutter, backs):
    options = SheetOptions(gutter=gutter * MM, backs=backs)
    made = impose(count, (size * MM, size * MM), bleed * MM, options, shape="circle")
    printable = made.grid.printable_area.grown(1e-6)
    for front in made.front_sides():
        sides = [made.side_to_fold(front)] if backs == "gutterfold" else [front, made.back_side(front)]
        for side in sides:
            slots = [*side.slots, *side.backs]
            for slot in slots:
                assert printable.contains(slot.window)
                assert slot.trim.grown(bleed * MM + 1e-6).contains(slot.window)
                assert slot.window.grown(1e-6).contains(slot.trim)
                others = [other.trim for other in slots if other is not slot]
                assert not any(slot.window.grown(-1e-6).overlaps(other) for other in others)


def test_shapes_have_their_bleed_at_the_outer_edge_and_beside_empty_places():
    made = impose(4, (30 * MM, 30 * MM), 3 * MM, SheetOptions(columns=3, rows=2), shape="circle")
    [front] = made.front_sides()
    first, second, third, fourth = (slot.window for slot in front.slots)
    trims = [slot.trim for slot in front.slots]
    assert first.x == pytest.approx(trims[0].x - 3 * MM)
    assert first.y == pytest.approx(trims[0].y)
    assert second.y == pytest.approx(trims[1].y - 3 * MM)
    assert third.right == pytest.approx(trims[2].right + 3 * MM)
    assert fourth.right == pytest.approx(trims[3].right + 3 * MM)
    assert fourth.y == pytest.approx(trims[3].y - 3 * MM)
