"""Where to cut, as numbers: on the cut, on the paper, and never across a face."""

import pytest
from hypothesis import given, settings
from test_imposition import NEAR, card, every_side, imposed, jobs, laid

from cardgen.geometry import Rect
from cardgen.guides import Guides, guides
from cardgen.units import MM

KINDS = ("crop", "lines", "ticks", "rounded", "none")


def front_of(made, sheet=0):
    side = list(made.fronts())[sheet]
    return made.folded(side) if made.options.backs == "gutterfold" else side


def drawn(made, kind, sheet=0, inside=False):
    return guides(made.grid, front_of(made, sheet), kind, inside)


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


@settings(max_examples=150)
@given(jobs())
def test_no_guide_enters_a_face_or_leaves_the_printable_area(job):
    made = imposed(job)
    printable = Rect(0, 0, *made.grid.page).grown(-made.grid.margin + NEAR)
    for side in every_side(made):
        trims = [slot.trim for slot in (*side.slots, *side.backs)]
        for kind in KINDS:
            for line in guides(made.grid, side, kind).lines:
                assert not any(crosses(line, trim) for trim in trims)
                assert printable.holds(Rect(line[0], line[1], 0, 0))
                assert printable.holds(Rect(line[2], line[3], 0, 0))


@pytest.mark.parametrize(
    "options",
    [{}, {"gutter": 4 * MM}, {"paper": (297 * MM, 420 * MM)}, {"backs": "gutterfold"}, {"margin": 0.0}],
)
@pytest.mark.parametrize("count", [9, 1])
def test_crop_marks_point_along_each_cut_from_both_ends(options, count):
    made = laid(count, **options)
    side, whole = front_of(made), made.grid.whole
    lines = drawn(made, "crop").lines
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
    lines, whole = drawn(made, "lines").lines, made.grid.whole
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
    inside = drawn(made, "ticks", inside=True).lines
    longer = [abs(tick[2] - tick[0]) + abs(tick[3] - tick[1]) for tick in inside]
    shorter = [abs(tick[2] - tick[0]) + abs(tick[3] - tick[1]) for tick in ticks]
    assert sorted(longer) == pytest.approx(sorted(length + 2.5 * MM for length in shorter))


def test_ticks_take_half_a_gutter_at_most():
    made = laid(gutter=2 * MM)
    middle = front_of(made).slots[4].trim
    ticks = [tick for tick in drawn(made, "ticks").lines if tick[:2] == (middle.x, middle.y)]
    assert [abs(x1 - x0) + abs(y1 - y0) for x0, y0, x1, y1 in ticks] == pytest.approx([1 * MM, 1 * MM])


def test_inside_changes_nothing_but_ticks():
    made = laid()
    for kind in ("crop", "lines", "rounded", "none"):
        assert drawn(made, kind, inside=True) == drawn(made, kind)


def test_rounded_outlines_are_the_trims():
    made = laid(2)
    assert drawn(made, "rounded").outlines == tuple(slot.trim for slot in front_of(made).slots)


def test_none_is_nothing_but_the_fold_of_a_gutterfold():
    assert drawn(laid(), "none") == Guides()
    made = laid(backs="gutterfold")
    (fold,) = drawn(made, "none").folds
    middle = [half for half in (made.grid.page[0] / 2, made.grid.page[1] / 2) if half in fold]
    assert middle
    assert made.grid.fold == ("vertical" if fold[0] == fold[2] else "horizontal")
    assert guides(made.grid, next(made.fronts()), "none") == Guides()


def test_cuts_that_cards_share_are_marked_once():
    made = laid(9)
    assert len(drawn(made, "crop").lines) == 2 * (4 + 4)
    assert len(drawn(laid(9, gutter=3 * MM), "crop").lines) == 2 * (6 + 6)
    assert card() == made.grid.card
