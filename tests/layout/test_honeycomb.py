"""Hexagons on paper: as many as go, none over another, each back behind its front."""

import math
from itertools import combinations
from typing import Any

import pytest

from cardgen.errors import UsageError
from cardgen.geometry import Rect
from cardgen.layout.honeycomb import Honeycomb
from cardgen.layout.imposition import Imposition, SheetOptions, impose
from cardgen.units import MM, Size

ROOT = math.sqrt(3)


def honeycomb(width: float, shape: str = "hexagon", count: int = 1000, **options: Any) -> Imposition:
    """Impose hexagons of a width in millimetres."""
    size = (width * MM, width * MM * (2 / ROOT if shape == "hexagon" else ROOT / 2))
    return impose(count, size, 3 * MM, SheetOptions(**options), True, shape)


def densest(width: float, rooms: list[Size]) -> int:
    """Count the hexagons that stand on a corner in the best of some rooms (mm)."""
    best = 0
    for long, deep in rooms:
        for first in (0.0, width / 2):
            lines, line = 0, 0
            while line * 1.5 * width / ROOT + 2 * width / ROOT <= deep + 0.01:
                lines += math.floor((long - (first if line % 2 else width / 2 - first) + 0.01) / width)
                line += 1
            best = max(best, lines)
    return best


@pytest.mark.parametrize("paper", [(210, 297), (215.9, 279.4), (297, 420), (148, 210)])
@pytest.mark.parametrize("orientation", ["portrait", "landscape", "auto"])
@pytest.mark.parametrize("shape", ["hexagon", "flat-hexagon"])
def test_sheets_hold_nine_tenths_of_the_densest_count(shape: str, orientation: Any, paper: Size) -> None:
    for width in (12.0, 19.0, 30.0, 40.0, 56.3, 80.0):
        size = (paper[0] * MM, paper[1] * MM)
        grid = honeycomb(width, shape, 100_000, paper=size, orientation=orientation).grid
        room = (paper[0] - 12.7, paper[1] - 12.7)
        # Lines of hexagons that stand on a side go down the page.
        across, rooms = (width, [room]) if shape == "hexagon" else (width * ROOT / 2, [room[::-1]])
        if orientation != "portrait":
            rooms = [each[::-1] for each in rooms] + (rooms if orientation == "auto" else [])
        assert grid.capacity >= 0.9 * densest(across, rooms)


def test_few_pieces_leave_room_for_the_ruler_and_the_text_where_a_full_sheet_has_none() -> None:
    many, few = honeycomb(40, "flat-hexagon").grid, honeycomb(40, "flat-hexagon", count=3).grid
    assert many.strip_axis is None
    assert few.strip_axis is not None
    assert few.capacity < many.capacity


@pytest.mark.parametrize("gutter", [0.0, 4 * MM])
@pytest.mark.parametrize("shape", ["hexagon", "flat-hexagon"])
def test_neighbours_lie_a_gutter_apart_on_the_printable_paper(shape: str, gutter: float) -> None:
    made = honeycomb(30, shape, gutter=gutter)
    middles = [slot.trim.center for slot in next(iter(made.front_sides())).slots]
    apart = min(math.dist(one, other) for one, other in combinations(middles, 2))
    side = 30 * MM if shape == "hexagon" else 15 * ROOT * MM
    assert apart == pytest.approx(side + gutter)
    assert made.grid.printable_area.contains(made.grid.area)
    assert all(made.grid.area.contains(made.grid.trim(place)) for place in range(made.grid.capacity))


@pytest.mark.parametrize("options", [{"flip": "long"}, {"flip": "short"}, {"backs": "gutterfold"}])
def test_each_back_lies_behind_its_front(options: Any) -> None:
    made = honeycomb(40, **options)
    front = next(iter(made.front_sides()))
    backs = made.side_to_fold(front).backs if "backs" in options else made.back_side(front).slots
    width, height = made.grid.page
    for one, behind in zip(front.slots, backs, strict=True):
        x, y = one.trim.center
        assert behind.trim.center == pytest.approx(
            (width - x, y) if made.mirrored_axis == "x" else (x, height - y)
        )
        # What shows of it is mirrored as well.
        assert {round(px if made.mirrored_axis == "y" else width - px, 3) for px, _ in one.cell} == {
            round(px, 3) for px, _ in behind.cell
        }


def test_bleed_ends_in_the_middle_between_neighbours_and_runs_out_elsewhere() -> None:
    made = honeycomb(40, count=1)
    assert isinstance(made.grid, Honeycomb)
    [alone] = next(iter(made.front_sides())).slots
    assert width_of(alone.cell) == pytest.approx(46 * MM)
    full = next(iter(honeycomb(40).front_sides())).slots
    inside = max(full, key=lambda slot: -math.dist(slot.trim.center, made.grid.area.center))
    # A hair runs under the piece that is drawn next.
    assert width_of(inside.cell) == pytest.approx(40 * MM + 1)


def width_of(cell: Any) -> float:
    xs = [x for x, _ in cell]
    return max(xs) - min(xs)


def test_rows_and_columns_can_be_chosen() -> None:
    made = honeycomb(30, rows=2, columns=3)
    assert isinstance(made.grid, Honeycomb)
    assert made.grid.capacity == 6
    assert honeycomb(30, rows=1, columns=3).grid.capacity == 3
    with pytest.raises(UsageError, match="do not fit"):
        honeycomb(30, rows=30)


def test_hexagons_over_one_another_are_found() -> None:
    from cardgen.prepress.verification.sheets import _has_overlap

    wide, high = 40.0, 80 / ROOT
    apart = [Rect(0, 0, wide, high), Rect(wide / 2, 0.75 * high, wide, high)]
    assert not _has_overlap(apart, "hexagon")
    assert _has_overlap(apart, "rectangle")
    assert _has_overlap([apart[0], apart[1].moved(0, -1)], "hexagon")
    flat = [Rect(0, 0, high, wide), Rect(0.75 * high, wide / 2, high, wide)]
    assert not _has_overlap(flat, "flat-hexagon")
    assert _has_overlap(flat, "hexagon")
