"""Outlines for cutting machines, read back by programs that are not ours."""

import io
import math
from itertools import pairwise

import ezdxf
import ezdxf.path
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from svgelements import SVG, Arc, Path

from cardgen.art.piece_outline import piece_outline
from cardgen.geometry import Rect
from cardgen.output.boxes.tuck import tuck_box_net
from cardgen.output.cut_paths import CutPaths, cut_dxf, cut_svg, extent_size, piece_paths
from cardgen.pack.pieces import CardFormat
from cardgen.text.outlines import Shape, contours, ellipse, open_line, rounded_rectangle
from cardgen.units import MM

PAGE = (210 * MM, 297 * MM)
#: Largest distance between what is read back and the outline, in millimetres.
NEAR = 0.01


def dxf_lines(data):
    """Return the lines of a DXF file as points in millimetres, with their layers and whether they close."""
    document = ezdxf.read(io.StringIO(data.decode()))
    assert not document.audit().errors
    return [
        (
            [(point.x, point.y) for point in ezdxf.path.make_path(each).flattening(0.001)],
            each.dxf.layer,
            each.is_closed,
        )
        for each in document.modelspace()
    ]


def svg_lines(data):
    """Return the lines of an SVG file as points in millimetres, y upwards, and whether they close."""
    # At 25.4 pixels an inch, a pixel is a millimetre.
    document = SVG.parse(io.BytesIO(data), ppi=25.4)
    height = document.height
    made = []
    for path in document.elements(lambda each: isinstance(each, Path)):
        parts = [each for each in path if type(each).__name__ not in ("Move", "Close")]
        points = [part.point(step / 60) for part in parts for step in range(61)]
        closes = any(type(each).__name__ == "Close" for each in path)
        made.append(([(point.x, height - point.y) for point in points], closes))
    return made


def sampled(contour):
    """Return points of an outline of ours, in millimetres."""
    points, at = [], (0.0, 0.0)
    for operator, values in contour:
        if operator == "c":
            a, b, c, d, x, y = values
            for step in range(1, 61):
                t = step / 60
                u = 1 - t
                weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                xs, ys = (at[0], a, c, x), (at[1], b, d, y)
                points.append(
                    tuple(sum(w * v for w, v in zip(weights, vs, strict=True)) / MM for vs in (xs, ys))
                )
        elif operator in "ml":
            points.append((values[0] / MM, values[1] / MM))
        if values:
            at = tuple(values[-2:])
    return points


def farthest(points, line):
    """Return how far the farthest of some points lies from a line through others, which is closed."""
    points, start = np.array(points)[:, None], np.array(line)
    step = np.roll(start, -1, axis=0) - start
    long = np.maximum((step**2).sum(axis=1), 1e-30)
    along = np.clip(((points - start) * step).sum(axis=2) / long, 0, 1)
    return np.linalg.norm(points - start - along[..., None] * step, axis=2).min(axis=1).max()


def assert_same(points, other, near=NEAR):
    assert farthest(points, other) < near
    assert farthest(other, points) < near


sizes = st.floats(10, 200)


@st.composite
def pieces(draw):
    shape = draw(st.sampled_from(["rectangle", "circle", "hexagon", "flat-hexagon"]))
    width, height = draw(sizes), draw(sizes)
    if shape != "rectangle":
        height = width * {"circle": 1, "hexagon": 2 / 3**0.5, "flat-hexagon": 3**0.5 / 2}[shape]
    return CardFormat((width * MM, height * MM), draw(st.sampled_from([0, 1, 3, 30])) * MM, shape=shape)


@given(pieces())
def test_any_piece_is_closed_and_in_place(card):
    trim = Rect(11 * MM, 7 * MM, *card.size)
    shape = piece_outline(card, trim)
    paths = CutPaths((400 * MM, 400 * MM), [shape])
    [(dxf, layer, is_closed)] = dxf_lines(cut_dxf(paths))
    [(svg, closes)] = svg_lines(cut_svg(paths))
    assert (layer, is_closed, closes) == ("CUT", True, True)
    # Our curves are not quite the arcs that they stand for.
    near = NEAR + 3e-4 * max(card.size) / 2 / MM
    assert_same(dxf, sampled(shape.segments), near)
    assert_same(svg, sampled(shape.segments), near)
    assert extent_size(paths) == pytest.approx(card.size, abs=1e-6)


handles = st.tuples(*[st.floats(0, 280) for _ in range(6)])


@given(st.lists(handles, min_size=1, max_size=4))
def test_free_curves_are_followed(curves):
    parts = [("m", (10.0, 10.0)), *(("c", curve) for curve in curves), ("h", ())]
    paths = CutPaths(PAGE, [Shape(parts)])
    [(dxf, _, _)] = dxf_lines(cut_dxf(paths))
    [(svg, _)] = svg_lines(cut_svg(paths))
    # Compared as curves, without the line that closes them.
    own = sampled(parts)
    assert farthest(own, dxf) < 2 * NEAR
    assert farthest(own, svg) < 2 * NEAR


def test_round_corners_and_circles_are_true_arcs():
    paths = CutPaths(
        PAGE,
        [rounded_rectangle(Rect(20 * MM, 10 * MM, 62 * MM, 88 * MM), 3 * MM), ellipse(300, 300, 30 * MM)],
    )
    document = ezdxf.read(io.StringIO(cut_dxf(paths).decode()))
    card, circle = document.modelspace()
    bulges = [vertex.dxf.bulge for vertex in card.vertices]
    assert sorted(bulges) == pytest.approx([0] * 4 + [math.tan(math.pi / 8)] * 4, abs=1e-5)
    assert [vertex.dxf.bulge for vertex in circle.vertices] == pytest.approx(
        [math.tan(math.pi / 8)] * 4, abs=1e-5
    )
    arcs = [
        part
        for path in SVG.parse(io.BytesIO(cut_svg(paths)), ppi=25.4).elements(lambda e: isinstance(e, Path))
        for part in path
        if isinstance(part, Arc)
    ]
    assert [round(arc.rx, 4) for arc in arcs] == [3] * 4 + [30] * 4


def test_an_ellipse_is_no_arc():
    shape = ellipse(200, 200, 100, 60)
    [(dxf, _, _)] = dxf_lines(cut_dxf(CutPaths(PAGE, [shape])))
    assert_same(dxf, sampled(shape.segments))


def test_creases_have_a_layer_of_their_own_and_stay_open():
    paths = CutPaths(PAGE, [rounded_rectangle(Rect(0, 0, 100, 100), 5)], [open_line((0, 50), (100, 50))])
    lines = [(layer, is_closed) for _, layer, is_closed in dxf_lines(cut_dxf(paths))]
    assert lines == [("CUT", True), ("CREASE", False)]
    assert [closes for _, closes in svg_lines(cut_svg(paths))] == [True, False]


def test_a_piece_lies_in_the_middle_of_its_picture():
    card = CardFormat((62 * MM, 88 * MM))
    [(line, _, _)] = dxf_lines(cut_dxf(piece_paths(card, (68 * MM, 94 * MM))))
    xs, ys = zip(*line, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((3, 65, 3, 91), abs=1e-3)


def test_creases_of_a_box_lie_on_its_board():
    flat = tuck_box_net((62 * MM, 88 * MM, 18 * MM), 0.33 * MM)
    edge = sampled(flat.outline.segments)
    creases = [sampled(crease) for crease in contours(flat.creases)]
    assert len(creases) == 12
    for (ax, ay), (bx, by) in creases:
        long = math.dist((ax, ay), (bx, by))
        for along in (0.02, 0.3, 0.5, 0.7, 0.98):
            for beside in (-0.2, 0.2):
                x = ax + along * (bx - ax) + beside * (by - ay) / long
                y = ay + along * (by - ay) + beside * (bx - ax) / long
                assert is_inside((x, y), edge)


def is_inside(point, corners):
    """Tell whether a point lies in a polygon: a ray to the right crosses its sides an odd number of times."""
    crossed = 0
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        if (ay > point[1]) != (by > point[1]):
            crossed += ax + (point[1] - ay) / (by - ay) * (bx - ax) > point[0]
    return crossed % 2 == 1
