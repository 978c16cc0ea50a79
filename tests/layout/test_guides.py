"""Where to cut, as numbers: on the cut, on the paper, and never across a face."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from test_imposition import NEAR, card, every_side, imposed, jobs, laid, paper

from cardgen.errors import UsageError
from cardgen.geometry import Rect
from cardgen.layout.guides import CuttingGuides, cuts_without_marks, cutting_guides
from cardgen.layout.imposition import TiledImposition
from cardgen.units import CARDS, MM, PAPERS

KINDS = ("auto", "crop", "lines", "ticks", "rounded", "none")


def front_of(made, sheet=0):
    side = list(made.front_sides())[sheet]
    return made.side_to_fold(side) if made.options.backs == "gutterfold" else side


def drawn(made, kind, sheet=0, inside=False):
    return cutting_guides(made.grid, front_of(made, sheet), kind, inside)


def cuts(side):
    """The positions of all cuts, to a thousandth of a point."""
    trims = [slot.trim for slot in (*side.slots, *side.backs)]
    xs = {round(x, 3) for trim in trims for x in (trim.x, trim.right)}
    return xs, {round(y, 3) for trim in trims for y in (trim.y, trim.top)}


def uprights(lines):
    return [line for line in lines if line[0] == line[2]]


def levels(lines):
    return [line for line in lines if line[1] == line[3]]


def crosses(line, trim):
    """Whether a line runs through the inside of a card, more than along its edge."""
    x0, x1 = sorted((line[0], line[2]))
    y0, y1 = sorted((line[1], line[3]))
    inner = trim.grown(-NEAR)
    return x0 < inner.right and x1 > inner.x and y0 < inner.top and y1 > inner.y


@pytest.mark.parametrize("bleed", [0, 1, 3])
def test_crop_marks_begin_a_hair_outside_the_bleed_and_stick_out_three_millimetres(bleed):
    """0.3 mm from it, so that no mark is seen on a card whose cut strays a little."""
    made = laid(1, bleed=bleed * MM)
    whole = made.grid.whole_area
    off = [(line[0] - whole.right, line[2] - whole.right) for line in levels(drawn(made, "crop").lines)]
    begins, ends = next(sorted(map(abs, each)) for each in off if min(each) > 0)
    assert begins == pytest.approx(made.grid.outer_bleed_along("x") + 0.3 * MM)
    assert ends - begins > 2.99 * MM


def test_crop_marks_are_five_millimetres_long_where_there_is_room():
    made = laid(1, bleed=0, paper=(150 * MM, 200 * MM))
    lengths = {round(abs(line[2] - line[0]) / MM, 3) for line in levels(drawn(made, "crop").lines)}
    assert lengths == {5}


@settings(max_examples=15)
@given(jobs())
def test_no_guide_enters_a_face_or_leaves_the_printable_area(job):
    made = imposed(job)
    printable = Rect(0, 0, *made.grid.page).grown(-made.grid.margin + NEAR)
    for side in every_side(made):
        trims = [slot.trim for slot in (*side.slots, *side.backs)]
        for kind in KINDS:
            found = cutting_guides(made.grid, side, kind)
            for line in (*found.lines, *found.lines_over_art):
                assert not any(crosses(line, trim) for trim in trims)
                assert printable.contains(Rect(line[0], line[1], 0, 0))
                assert printable.contains(Rect(line[2], line[3], 0, 0))


def assert_each_cut_is_marked(made):
    """Each edge of each card has something to lay a ruler on at both its ends, 3 mm long, where ink comes."""
    printable = Rect(0, 0, *made.grid.page).grown(-made.grid.margin + NEAR)
    side = front_of(made)
    found = cutting_guides(made.grid, side, "auto")
    marks = [tuple(mark) for mark in (*found.lines, *found.lines_over_art)]
    for mark in marks:
        assert printable.contains(Rect(*mark[:2], 0, 0))
        assert printable.contains(Rect(*mark[2:], 0, 0))
    level = [(y, *sorted((x0, x1))) for x0, y, x1, y1 in marks if y == y1]
    upright = [(x, *sorted((y0, y1))) for x, y0, x1, y1 in marks if x == x1]
    level, upright = (
        [mark for mark in some if mark[2] - mark[1] > 3 * MM - NEAR] for some in (level, upright)
    )
    for trim in {slot.trim for slot in (*side.slots, *side.backs)}:
        for along, places, start, end in (
            (upright, (trim.x, trim.right), trim.y, trim.top),
            (level, (trim.y, trim.top), trim.x, trim.right),
        ):
            for place in places:
                on = [mark for mark in along if abs(mark[0] - place) < NEAR]
                assert [low for _, low, _ in on if low < start + NEAR]
                assert [high for _, _, high in on if high > end - NEAR]


@pytest.mark.parametrize("backs", ["duplex", "separate", "none", "gutterfold"])
def test_all_named_cards_can_be_cut_from_all_named_papers(backs):
    # Flipping moves backs only, and how many cards there are fills the last sheet only.
    for sheet, size, (flip, count) in product(PAPERS, CARDS, (("long", 1), ("short", 1000))):
        try:
            made = laid(count, size, marks=True, paper=paper(sheet), backs=backs, flip=flip)
        except UsageError:  # two tarot cards, front and back, on A5
            continue
        assert_each_cut_is_marked(made)


@settings(max_examples=30)
@given(jobs())
def test_each_cut_of_any_sheet_is_marked_at_both_ends(job):
    made = imposed(job)
    # Parts of larger pieces have guides of their own.
    assume(not isinstance(made, TiledImposition))
    assert_each_cut_is_marked(made)


def test_crop_marks_are_3_mm_long_where_the_sheet_has_room_and_over_bleed_where_it_has_little():
    roomy, tight = laid(), laid(size="poker")
    assert roomy.grid.axes_without_marks == tight.grid.axes_without_marks == []
    assert drawn(roomy, "crop").lines_over_art == ()
    assert drawn(tight, "crop").lines == ()
    for made in (roomy, tight):
        found = drawn(made, "crop")
        for x0, y0, x1, y1 in (*found.lines, *found.lines_over_art):
            assert abs(x1 - x0) + abs(y1 - y0) > 3 * MM - NEAR


def test_what_was_asked_for_and_has_no_room_is_told():
    tight = laid(54, "poker", paper=paper("letter")).grid
    assert cuts_without_marks(tight, "crop") == cuts_without_marks(tight, "ticks") == ["columns", "rows"]
    assert cuts_without_marks(tight, "ticks", inside=True) == cuts_without_marks(tight, "lines") == []
    assert cuts_without_marks(laid().grid, "crop") == cuts_without_marks(laid().grid, "ticks") == []


@pytest.mark.parametrize(
    "options",
    [{}, {"gutter": 4 * MM}, {"paper": (297 * MM, 420 * MM)}, {"backs": "gutterfold"}, {"margin": 0.0}],
)
@pytest.mark.parametrize("count", [9, 1])
def test_crop_marks_point_along_each_cut_from_both_ends(options, count):
    made = laid(count, **options)
    side, whole = front_of(made), made.grid.whole_area
    found = drawn(made, "crop")
    lines = (*found.lines, *found.lines_over_art)
    xs, ys = cuts(side)
    for ends, places, axis in ((uprights(lines), xs, 0), (levels(lines), ys, 1)):
        assert sorted(round(line[axis], 3) for line in ends) == sorted([*places, *places])
    assert all(line[1] >= whole.top or line[1] <= whole.y for line in uprights(lines))
    assert all(line[0] >= whole.right or line[0] <= whole.x for line in levels(lines))
    assert all(line[:2] != line[2:] for line in lines)


def test_crop_marks_start_outside_the_bleed():
    made = laid(gutter=4 * MM, paper=(240 * MM, 320 * MM))
    windows = [slot.window for slot in front_of(made).slots]
    left = min(window.x for window in windows)
    for line in levels(drawn(made, "crop").lines):
        assert min(line[0], line[2]) > left or max(line[0], line[2]) < left


def test_lines_run_along_every_cut_from_end_to_end():
    made = laid(gutter=4 * MM)
    xs, ys = cuts(front_of(made))
    lines, whole = drawn(made, "lines").lines, made.grid.whole_area
    assert {round(line[0], 3) for line in uprights(lines)} == xs
    assert {round(line[1], 3) for line in levels(lines)} == ys
    for line in uprights(lines):
        assert min(line[1], line[3]) < whole.y < whole.top < max(line[1], line[3])


def test_ticks_stand_at_corners_and_enter_faces_only_when_asked():
    made = laid(1, gutter=6 * MM)
    (slot,) = front_of(made).slots
    corners = {(x, y) for x in (slot.trim.x, slot.trim.right) for y in (slot.trim.y, slot.trim.top)}
    ticks = drawn(made, "ticks").lines
    assert len(ticks) == 8
    assert {tick[:2] for tick in ticks} == corners
    inside = drawn(made, "ticks", inside=True).lines_over_art
    longer = [abs(tick[2] - tick[0]) + abs(tick[3] - tick[1]) for tick in inside]
    shorter = [abs(tick[2] - tick[0]) + abs(tick[3] - tick[1]) for tick in ticks]
    assert sorted(longer) == pytest.approx(sorted(length + 3 * MM for length in shorter))


def test_ticks_take_half_a_gutter_at_most():
    made = laid(gutter=2 * MM)
    middle = front_of(made).slots[4].trim
    ticks = [tick for tick in drawn(made, "ticks").lines if tick[:2] == (middle.x, middle.y)]
    assert [abs(x1 - x0) + abs(y1 - y0) for x0, y0, x1, y1 in ticks] == pytest.approx([1 * MM, 1 * MM])


def test_inside_changes_nothing_but_ticks():
    made = laid()
    for kind in ("crop", "lines", "rounded", "none"):
        assert drawn(made, kind, inside=True) == drawn(made, kind)


def test_rounded_outlines_stand_alone():
    assert drawn(laid(2), "rounded") == CuttingGuides(has_outlines=True)


def test_none_is_nothing_but_the_fold_of_a_gutterfold():
    assert drawn(laid(), "none") == CuttingGuides()
    made = laid(backs="gutterfold")
    (fold,) = drawn(made, "none").folds
    middle = [half for half in (made.grid.page[0] / 2, made.grid.page[1] / 2) if half in fold]
    assert middle
    assert made.grid.fold == ("vertical" if fold[0] == fold[2] else "horizontal")
    assert cutting_guides(made.grid, next(made.front_sides()), "none") == CuttingGuides()


def test_cuts_that_cards_share_are_marked_once():
    made = laid(9)
    assert len(drawn(made, "crop").lines) == 2 * (4 + 4)
    apart = drawn(laid(9, gutter=3 * MM), "crop")
    assert len(apart.lines + apart.lines_over_art) == 2 * (6 + 6)
    assert card() == made.grid.card
