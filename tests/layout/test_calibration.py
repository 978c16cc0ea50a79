"""What a calibration sheet reads is what a printer does, and the correction undoes it on both sides."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.errors import UsageError
from cardgen.geometry import IDENTITY, Matrix, transformed_point
from cardgen.layout.calibration import (
    PITCH,
    STEP,
    Calibration,
    CalibrationSheet,
    HomePrinter,
    reading_faults,
    verify_room_for_marks,
)
from cardgen.layout.imposition import SheetOptions, impose
from cardgen.units import MM

A4 = (210 * MM, 297 * MM)
PAGES = [A4, A4[::-1], (612.0, 792.0), (148 * MM, 210 * MM)]
CARD = (62 * MM, 88 * MM)

#: What a printer does to a side: millimetres to the right and up, degrees, and per cent along both axes.
movements = st.tuples(
    st.floats(-0.7, 0.7),
    st.floats(-0.7, 0.7),
    st.floats(-0.12, 0.12),
    st.floats(-0.25, 0.25),
    st.floats(-0.25, 0.25),
)


def matrix_of(movement: tuple[float, float, float, float, float]) -> Matrix:
    """Return where a printer puts points, from the middle of the page."""
    right, up, degrees, wide, high = movement
    turned = math.radians(degrees)
    return (1 + wide / 100, turned, -turned, 1 + high / 100, right * MM, up * MM)


def read_off(page: tuple[float, float], front: Matrix, back: Matrix) -> dict[str, float]:
    """Return what a person reads off a sheet that was printed so: lines that meet, and lengths to 0.1 mm.

    front, back: where points of either side are printed, seen from the front.
    """
    sheet = CalibrationSheet(page)
    read = {}
    for comb in sheet.combs:
        along = 0 if comb.axis == "x" else 1

        def printed(side: Matrix, place: float, comb=comb, along=along) -> float:
            x, y = comb.middle
            return transformed_point(side, x + place * (1 - along), y + place * along)[along]

        def apart(k: int, printed=printed) -> float:
            return abs(printed(back, k * (PITCH - STEP)) - printed(front, k * PITCH))

        meeting = sorted(range(-comb.most, comb.most + 1), key=apart)
        side = printed(back, 0) - printed(front, 0)
        best = next(k for k in meeting if k * side >= 0 or abs(k) <= 1)
        read[comb.name] = best * STEP / MM
    wide, high = sheet.frame
    half = page[0] / 2, page[1] / 2
    left = [transformed_point(front, -wide, y)[0] + half[0] for y in (high, -high)]
    lengths = {
        "L": math.dist(transformed_point(front, -wide, high), transformed_point(front, wide, high)),
        "M": math.dist(transformed_point(front, wide, -high), transformed_point(front, wide, high)),
        "N": left[0],
        "P": left[1],
        "Q": transformed_point(front, 0, -high)[1] + half[1],
    }
    return read | {name: round(length / MM, 1) for name, length in lengths.items()}


@given(st.sampled_from(PAGES), st.sampled_from(["long", "short"]), movements, movements)
def test_a_corrected_page_is_printed_where_it_should_be(page, flip, front, beside):
    printed_front = matrix_of(front)
    slip = matrix_of(beside)
    printed_back = tuple(a + b - c for a, b, c in zip(printed_front, slip, IDENTITY, strict=True))
    readings = read_off(page, printed_front, printed_back)
    assert not reading_faults(page, readings)
    read = Calibration(page, flip, False, tuple(readings.items()))
    assert read.contradicting_combs() == []
    width, height = page
    corners = [(x, y) for x in (0.15, 0.5, 0.85) for y in (0.15, 0.5, 0.85)]
    for x, y in corners:
        point = x * width, y * height
        fx, fy = transformed_point(read.correction(back=False), *point)
        on_paper = transformed_point(printed_front, fx - width / 2, fy - height / 2)
        # Rulers are read to 0.1 mm, over a frame that is smaller than the page.
        assert math.dist(on_paper, (point[0] - width / 2, point[1] - height / 2)) < 0.25 * MM
        # The back's own coordinates are mirrored, as its page is flipped.
        sideways = (flip == "long") == (height >= width)
        behind = (width - point[0], point[1]) if sideways else (point[0], height - point[1])
        bx, by = transformed_point(read.correction(back=True), *behind)
        seen = (width - bx, by) if sideways else (bx, height - by)
        back_on_paper = transformed_point(printed_back, seen[0] - width / 2, seen[1] - height / 2)
        # Combs are read to half a step in each direction, and corners lie beyond them.
        assert math.dist(back_on_paper, on_paper) < 0.15 * MM


def test_the_grid_alone_moves_the_back():
    read = Calibration(A4, "long", False, (("J", 1.0), ("K", -2.0)))
    assert read.correction(back=False) == IDENTITY
    # One millimetre to the right as seen from the front is one to the left on the back; it is undone.
    assert read.correction(back=True) == pytest.approx((1, 0, 0, 1, 1 * MM, 2 * MM), abs=1e-5)
    turned = read._replace(flip="short")
    assert turned.correction(back=True) == pytest.approx((1, 0, 0, 1, -1 * MM, -2 * MM), abs=1e-5)


def test_combs_that_contradict_one_another_are_named():
    readings = dict.fromkeys("ABCDEFGH", 0.3)

    def contradictions(**changed):
        return Calibration(A4, "long", False, tuple({**readings, **changed}.items())).contradicting_combs()

    assert contradictions() == []
    # One tenth misread may be rounding.
    assert contradictions(C=0.4) == []
    assert [names for names, _ in contradictions(C=0.9)] == ["A, C, E, G"]
    # A turn shows in both axes.
    assert contradictions(H=-0.9)[0][0] == "B, D, F, H"


def test_readings_that_cannot_be_are_told_all_at_once():
    faults = reading_faults(A4, {"A": 2.5, "J": 1, "L": 15, "R": 40})
    assert [fault.split()[0] for fault in faults] == ["B,", "J", "A=2.5", "L=15", "R=40"]
    assert "about 150 mm" in faults[3]
    assert reading_faults(A4, {}) == []


def test_combs_neither_overlap_nor_leave_the_page():
    for page in [*PAGES, (140 * MM, 200 * MM), (420 * MM, 594 * MM)]:
        verify_room_for_marks(page)
        combs = CalibrationSheet(page).combs
        for axis, along in (("x", 0), ("y", 1)):
            for comb in (each for each in combs if each.axis == axis):
                reach = comb.most * PITCH
                assert comb.most >= 10
                low, high = abs(comb.middle[along]) - reach, abs(comb.middle[along]) + reach
                assert low > 5 * MM  # the rulers of the edges lie between two combs
                assert high < page[along] / 2 - 10 * MM
    with pytest.raises(UsageError, match="calibrate with larger paper"):
        verify_room_for_marks((100 * MM, 150 * MM))


def test_only_readings_of_the_same_page_and_feeding_correct_a_sheet():
    printer = HomePrinter("desk").with_calibration(Calibration(A4, "long", False, (("J", 1.0), ("K", 0.0))))

    def imposed(**options):
        return impose(9, CARD, 3 * MM, SheetOptions(home_printer=printer, **options))

    made = imposed(orientation="portrait")
    assert made.correction("back") != IDENTITY
    assert made.correction("front") == IDENTITY
    assert made.notes == ("corrected for the printer desk",)
    for other in (
        {"orientation": "landscape"},
        {"flip": "short"},
        {"backs": "separate"},
        {"paper": (612, 792)},
    ):
        made = imposed(**{"orientation": "portrait", **other})
        assert made.correction("back") == IDENTITY
        assert "not corrected" in made.warnings[-1]
    # On one side, flipping says nothing.
    assert imposed(orientation="portrait", flip="short", backs="none").calibration is not None


def test_new_readings_replace_those_of_the_same_page():
    first = Calibration(A4, "long", False, (("J", 1.0), ("K", 0.0)))
    second = first._replace(readings=(("J", 0.0), ("K", 1.0)))
    other = first._replace(flip="short")
    printer = HomePrinter("desk").with_calibration(first).with_calibration(other).with_calibration(second)
    assert printer.calibrations == (other, second)


def test_cards_where_the_printer_prints_nothing_are_warned_of():
    white = Calibration(A4, "long", False, (("U", 14.0),))
    [warning] = [
        text
        for text in impose(9, CARD, 3 * MM, SheetOptions(home_printer=HomePrinter("desk", (white,)))).warnings
        if "white" in text
    ] or [""]
    assert not warning  # 3 × 3 cards leave 16.5 mm
    tall = (62 * MM, 92 * MM)
    warnings = impose(9, tall, 3 * MM, SheetOptions(home_printer=HomePrinter("desk", (white,)))).warnings
    assert any("leaves 14 mm white at the foot, and cards begin at 10.5 mm" in text for text in warnings)
