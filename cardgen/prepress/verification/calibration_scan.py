"""A scan or a photograph of one side of a calibration sheet: where the printer put it on its paper.

The codes in the corners say which side it is, and where to look; then the frame and the edges of the paper
are found to a part of a pixel, and one camera is fitted to all of them: a projection, the bending of lines by
its lens, and what the printer does. The edges of the paper are the ruler: paper must lie flat, and be a
rectangle of the nominal size. That the paper is somewhat larger counts the same on both sides, so it does
not move backs beside fronts.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from operator import mul
from statistics import median
from typing import Any, NamedTuple

from ...errors import UsageError, install_command
from ...geometry import Matrix, Point, transformed_point
from ...layout.calibration import CODE, EDGE, MARGINS, CalibrationSheet, SheetCode
from ...units import MM

#: Maximum pixels of a picture: A4 at 600 dpi has 35 million, a telephone's 50. More than this on a side
#: after reduction only takes time.
_MOST_PIXELS, _LONGEST_SIDE = 60_000_000, 5_000
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP")
#: Fewer pixels per millimetre show a line of 0.18 mm too faintly: 140 dpi.
_LEAST_PIXELS = 5.5
#: How far to look for lines and edges around their expected places: at first, and once the camera is known.
_FIRST_LINE, _FIRST_EDGE, _THEN = 1.3 * MM, 8 * MM, 1.0 * MM
#: Places along each line: at first, and then.
_FEW, _MANY = 16, 60
#: The share of them that must show the line, and the least contrast, in levels of 255.
_LEAST_SHARE, _LEAST_CONTRAST = 0.4, 14
#: Points farther than so many standard deviations from the fit are marks, dirt or show-through.
_OUTLIER = 3.0
#: The standard deviation of a normal distribution, in medians of its absolute deviations.
_DEVIATION = 1.4826
#: A sheet that bends has points farther than this from straight lines, usually.
_MOST_ERROR = 0.12 * MM
#: The rulers in the middle of each side, and the codes at the ends of the paper's edges, reach so far.
_RULER, _CODES = 12 * MM, 19 * MM
_SIDES = ("left", "right", "lower", "upper")
#: The parameters of a camera: eight of its projection, one of its lens, then scale, turn and offset.
_CAMERA, _ALL = 9, 14


class SheetScan(NamedTuple):
    """The measurements of a picture of one side of a calibration sheet."""

    code: SheetCode
    #: Where the printer puts a point of that side, in its own coordinates from the middle of the page.
    movement: Matrix
    #: The smallest readable numbers of the rulers at the edges, in points, by their letters.
    margins: tuple[tuple[str, float], ...]
    #: Pixels per inch, and the usual distance of points of lines and edges from their fit, in points.
    ppi: float
    error: float


def load_scan_libraries() -> None:
    """Load the libraries that read pictures, before a confined process needs them.

    Raises UsageError if zxing-cpp is not installed.
    """
    try:
        import zxingcpp  # noqa: F401
    except ImportError:
        raise UsageError(
            f"--scan needs zxing-cpp, which reads the codes of the sheet: {install_command('scan')}"
        ) from None
    from PIL import Image

    Image.init()


def read_scan(data: bytes, page: tuple[float, float]) -> SheetScan:
    """Return the readings of a picture of a calibration sheet. page: the size of the paper, in points.

    If the sheet's code states another paper, only the field `code` of the result is set. Raises UsageError
    for a picture that is not one, or not good enough, with a message that follows the file's name.
    """
    picture = _grey_picture(data)
    code, corners = _read_code_and_corners(picture)
    if code.page != tuple(round(side / MM) for side in page):
        # The caller compares it; nothing can be measured by another paper.
        return SheetScan(code, (1, 0, 0, 1, 0, 0), (), 0, 0)
    sheet = CalibrationSheet(page)
    fit = _Fit(picture, sheet, sheet.frame if code.side == "front" else sheet.back_frame)
    fit.fit_projection(corners)
    per_mm = fit.pixels_per_point * MM
    if per_mm < _LEAST_PIXELS:
        raise UsageError(
            f"is too coarse: it has {25.4 * per_mm:.0f} dots per inch, and {25.4 * _LEAST_PIXELS:.0f} are "
            "the least; scan at 300 dpi, or photograph the sheet so that it fills the picture"
        )
    fit.refine(_FEW, _FIRST_LINE, _FIRST_EDGE)
    fit.refine(_MANY, _THEN, 2 * _THEN)
    error = fit.refine(_MANY, _THEN, _THEN)
    if error > _MOST_ERROR:
        raise UsageError(
            f"shows lines that bend by {error / MM:.2f} mm: lay the sheet flat, under glass or in a scanner"
        )
    margins = tuple(_printed_margins(fit)) if code.side == "front" else ()
    return SheetScan(code, fit.movement, margins, 25.4 * per_mm, error)


def _grey_picture(data: bytes) -> Any:
    """Return a picture in levels of grey (PIL, L), reduced to a useful size.

    Raises UsageError if it cannot be opened, or has too many pixels.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                if image.width * image.height > _MOST_PIXELS:
                    raise Image.DecompressionBombError
                image.draft("L", (image.width, image.height))
                grey = image.convert("L")
    except UnidentifiedImageError:
        raise UsageError("is no picture: save the scan or photograph as PNG, JPEG or TIFF") from None
    except Image.DecompressionBombError:
        most = _MOST_PIXELS // 1_000_000
        raise UsageError(f"has more than {most} million pixels: scan it at 300 dpi") from None
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise UsageError(f"could not be opened ({error}): save it again as PNG or JPEG") from None
    times = math.ceil(max(grey.size) / _LONGEST_SIDE)
    return grey.reduce(times) if times > 1 else grey


def _read_code_and_corners(picture: Any) -> tuple[SheetCode, dict[int, Sequence[Point]]]:
    """Return the code of the sheet, and the corners of the code in each corner of the sheet.

    The corners of a code are in pixels, clockwise from the upper left. Raises UsageError if codes are
    missing, of several sheets, or mirrored.
    """
    import zxingcpp

    found: dict[int, tuple[SheetCode, Sequence[Point]]] = {}
    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
    for times in (1, 2):
        # Enlarged, codes of three pixels a module are read that are not otherwise.
        if len(found) == len(_CORNERS) or times * max(picture.size) > _LONGEST_SIDE:
            break
        larger = picture if times == 1 else picture.resize([times * side for side in picture.size])
        for barcode in zxingcpp.read_barcodes(larger, formats=formats):
            code = SheetCode.from_text(barcode.text)
            if code is not None:
                at = barcode.position
                corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
                places = [(corner.x / times, corner.y / times) for corner in corners]
                found[code.corner] = code._replace(corner=1), places
    if not found:
        raise UsageError(
            "shows no code of a calibration sheet: make the sheet with this version of cardgen, and scan the "
            "whole of it at 300 dpi, or photograph it from above"
        )
    if len({code for code, _ in found.values()}) > 1:
        raise UsageError("shows more than one sheet: scan each side by itself")
    [code] = {code for code, _ in found.values()}
    missing = [name for corner, name in enumerate(_CORNERS, 1) if corner not in found]
    if missing:
        raise UsageError(
            f"does not show the codes at the {' and '.join(missing)} of the {code.side}: scan the whole "
            "sheet at 300 dpi; if the printer did not print them whole, type the readings, with --read"
        )
    # The decoder reads mirrored codes too, and names their corners as if they were not.
    (ax, ay), (bx, by), (cx, cy) = (found[corner][1][0] for corner in (1, 2, 3))
    if (bx - ax) * (cy - ay) < (by - ay) * (cx - ax):
        raise UsageError("is mirrored: turn mirroring off, and scan it again")
    return code, {corner: corners for corner, (_, corners) in found.items()}


_CORNERS = ("upper left", "upper right", "lower left", "lower right")


class _LinePoint(NamedTuple):
    """A point in the picture, in units of the fit, that lies on a line or an edge."""

    u: float
    v: float
    #: Whether it is of the paper, not of the frame; its axis, 0 for x; and the line's place on it.
    is_paper: bool
    axis: int
    place: float


class _Fit:
    """The projection of a camera and the movement of a printer, fitted to a picture of a sheet."""

    def __init__(self, picture: Any, sheet: CalibrationSheet, frame: tuple[float, float]) -> None:
        self._pixels = picture.load()
        self._width, self._height = picture.size
        #: Pixels per unit of the fit, whose origin is the middle of the picture.
        self._unit = math.hypot(*picture.size) / 2
        self._paper = sheet.page[0] / 2, sheet.page[1] / 2
        self._frame = frame
        self._sheet = sheet
        self._known: list[float] = []

    @property
    def movement(self) -> Matrix:
        """Return the matrix from a drawn point to its printed place, both from the middle of the page."""
        sx, sy, turned, x, y = self._known[_CAMERA:]
        return (1 + sx, turned, -turned, 1 + sy, x, y)

    @property
    def pixels_per_point(self) -> float:
        """Return the resolution along the shorter diagonal of the paper."""
        x, y = self._paper
        corners = [self.to_pixels(*corner) for corner in ((-x, -y), (x, y), (x, -y), (-x, y))]
        return min(math.dist(*corners[:2]), math.dist(*corners[2:])) / (2 * math.hypot(x, y))

    def fit_projection(self, code_corners: dict[int, Sequence[Point]]) -> None:
        """Fit a projection to the corners of the codes, and store it as the state of the fit.

        code_corners: the corners of each code in pixels, by the code's number from 1.
        """
        rows, values = [], []
        half = CODE / 2
        for corner, (x, y) in enumerate(self._sheet.codes, 1):
            places = ((x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half))
            for (px, py), (wanted_x, wanted_y) in zip(code_corners[corner], places, strict=True):
                u, v = self._to_fit_units(px, py)
                rows.append([u, v, 1, 0, 0, 0, -u * wanted_x, -v * wanted_x])
                rows.append([0, 0, 0, u, v, 1, -u * wanted_y, -v * wanted_y])
                values += [wanted_x, wanted_y]
        self._known = [*_least_squares(rows, values), *[0.0] * (_ALL - 8)]

    def refine(self, points_per_side: int, line_reach: float, edge_reach: float) -> float:
        """Find points of the frame and of the paper's edges, and fit the camera to them.

        points_per_side: the number of points on each side. line_reach, edge_reach: how far to look around
        expected places, in points. Returns the usual distance of points from the fit, in points, on the side
        where it is largest. Raises UsageError if a side is not seen.
        """
        points: list[_LinePoint] = []
        for is_paper, reach in ((False, line_reach), (True, edge_reach)):
            for side in _SIDES:
                found = list(self._points_of_side(is_paper, side, points_per_side, reach))
                if len(found) < _LEAST_SHARE * points_per_side:
                    self._raise_unseen(is_paper, side)
                points += found
        kept, off = points, list[float]()
        for _ in range(4):
            self._improve_parameters(kept)
            off = [abs(self._signed_residual(self._known, point)) for point in points]
            most = _OUTLIER * max(_DEVIATION * median(off), 0.005 * MM)
            kept = [point for point, far in zip(points, off, strict=True) if far <= most]
        by_line: dict[tuple[float, ...], list[float]] = {}
        for point, far in zip(points, off, strict=True):
            by_line.setdefault(point[2:], []).append(far)
        return _DEVIATION * max(map(median, by_line.values()))

    def _raise_unseen(self, is_paper: bool, side: str) -> None:
        """Raise a UsageError that says which side of the paper or the frame is not seen."""
        if is_paper:
            raise UsageError(
                f"does not show the {side} edge of the paper: all four must be in the picture, on a dark "
                "ground; lay black paper behind the sheet"
            )
        raise UsageError(
            f"does not show the {side} side of the frame clearly: scan it at 300 dpi, without shadows"
        )

    def _improve_parameters(self, points: Sequence[_LinePoint]) -> None:
        """Improve the camera and the movement by two steps of least squares (Gauss-Newton)."""
        for _ in range(2):
            steps = [1e-4 * max(1.0, abs(each)) if n < 6 else 1e-6 for n, each in enumerate(self._known)]
            base = [self._signed_residual(self._known, point) for point in points]
            columns = []
            for n, step in enumerate(steps):
                changed = [*self._known[:n], self._known[n] + step, *self._known[n + 1 :]]
                columns.append(
                    [
                        (self._signed_residual(changed, p) - b) / step
                        for p, b in zip(points, base, strict=True)
                    ]
                )
            change = _least_squares(list(zip(*columns, strict=True)), [-each for each in base])
            self._known = [each + more for each, more in zip(self._known, change, strict=True)]

    @staticmethod
    def _signed_residual(parameters: Sequence[float], point: _LinePoint) -> float:
        """Return how far a point of the picture lies beyond its line on the paper, in points."""
        x, y = _point_of_paper(parameters, point.u, point.v)
        if not point.is_paper:
            sx, sy, turned, dx, dy = parameters[_CAMERA:]
            x, y = x - dx, y - dy
            size = (1 + sx) * (1 + sy) + turned * turned
            x, y = ((1 + sy) * x + turned * y) / size, ((1 + sx) * y - turned * x) / size
        return (y if point.axis else x) - point.place

    def _points_of_side(
        self, is_paper: bool, side: str, places: int, search_distance: float
    ) -> Iterator[_LinePoint]:
        """Yield the points that are found on one side of the frame or of the paper."""
        axis, sign = (0 if side in ("left", "right") else 1), (1 if side in ("right", "upper") else -1)
        half = self._paper if is_paper else self._frame
        place, length = sign * half[axis], half[1 - axis]
        moved = (1, 0, 0, 1, 0, 0) if is_paper else self.movement
        step = 0.5 / self.pixels_per_point
        count = math.ceil(search_distance / step)
        far = [step * n for n in range(-count, count + 1)]
        end = length - _CODES if is_paper else length
        for number in range(places):
            share = (number // 2 + 0.5) / (places / 2)
            along = (-1) ** number * (_RULER + (end - _RULER) * share)

            def at(out: float, along: float = along) -> Point:
                across = place + sign * out
                return self.to_pixels(
                    *transformed_point(moved, *((across, along) if axis == 0 else (along, across)))
                )

            levels = self._grey_levels([at(out) for out in far])
            found = _edge_position(levels, step) if is_paper else _line_position(levels, step)
            if found is not None:
                yield _LinePoint(*self._to_fit_units(*at(found - count * step)), is_paper, axis, place)

    def _grey_levels(self, pixels: Sequence[Point]) -> list[float]:
        """Return the interpolated grey levels at positions in pixels. Stops at the first position outside the
        picture.
        """
        levels: list[float] = []
        for x, y in pixels:
            left, top = math.floor(x), math.floor(y)
            if not (0 <= left < self._width - 1 and 0 <= top < self._height - 1):
                break
            right, down = x - left, y - top
            above = self._pixels[left, top] * (1 - right) + self._pixels[left + 1, top] * right
            below = self._pixels[left, top + 1] * (1 - right) + self._pixels[left + 1, top + 1] * right
            levels.append(above * (1 - down) + below * down)
        return levels

    def level_range(self, points: Sequence[Point]) -> float:
        """Return the lightest minus the darkest grey level at some points of the paper.

        Returns 0 if a point lies outside the picture.
        """
        levels = self._grey_levels([self.to_pixels(*point) for point in points])
        return max(levels) - min(levels) if len(levels) == len(points) else 0.0

    def _to_fit_units(self, x: float, y: float) -> Point:
        """Return a place in pixels in units of the fit."""
        return (x + 0.5 - self._width / 2) / self._unit, (y + 0.5 - self._height / 2) / self._unit

    def to_pixels(self, x: float, y: float) -> Point:
        """Return where in the picture a point of the paper is, in pixels. x, y: in points from its middle."""
        a, b, c, d, e, f, g, h, bend = self._known[:_CAMERA]
        # (a u + b v + c) / (g u + h v + 1) = x, and the same for y.
        m00, m01, m10, m11 = a - g * x, b - h * x, d - g * y, e - h * y
        size = m00 * m11 - m01 * m10
        u, v = (m11 * (x - c) - m01 * (y - f)) / size, (m00 * (y - f) - m10 * (x - c)) / size
        # The bent place: its straightened one is known.
        bent = 1.0
        for _ in range(3):
            bent = 1 / (1 + bend * (u * u + v * v) * bent * bent)
        return u * bent * self._unit + self._width / 2 - 0.5, v * bent * self._unit + self._height / 2 - 0.5


def _point_of_paper(parameters: Sequence[float], u: float, v: float) -> Point:
    """Return the point of the paper, in points from its middle, that a place of the picture shows.

    u, v: the place in units of the fit.
    """
    a, b, c, d, e, f, g, h, bend = parameters[:_CAMERA]
    straight = 1 + bend * (u * u + v * v)
    u, v = u * straight, v * straight
    below = g * u + h * v + 1
    return (a * u + b * v + c) / below, (d * u + e * v + f) / below


def _line_position(levels: Sequence[float], step: float) -> float | None:
    """Return where a dark line crosses a row of grey levels, in points from the first; None if unseen.

    step: the points between two levels.
    """
    if not levels:
        return None
    light = sorted(levels)[len(levels) * 3 // 4]
    darkest = min(range(len(levels)), key=levels.__getitem__)
    depth = light - levels[darkest]
    if depth < _LEAST_CONTRAST:
        return None
    around = math.ceil(0.5 * MM / step)
    weights = {
        n: light - 0.3 * depth - levels[n]
        for n in range(max(0, darkest - around), min(len(levels), darkest + around + 1))
        if levels[n] < light - 0.3 * depth
    }
    return step * sum(n * weight for n, weight in weights.items()) / sum(weights.values())


def _edge_position(levels: Sequence[float], step: float) -> float | None:
    """Return where light paper ends in a row of grey levels, in points from the first; None if unseen.

    The levels go from inside the paper outwards. step: the points between two levels. On a light ground, the
    shadow beside the paper counts as the end.
    """
    if len(levels) < 10:
        return None
    inside = len(levels) // 5
    inner = median(levels[:inside])
    darker = (n for n, level in enumerate(levels) if n >= inside and level < inner - 2 * _LEAST_CONTRAST)
    fall = next(darker, None)
    if fall is None:
        return None
    near, wide = math.ceil(0.15 * MM / step), math.ceil(0.8 * MM / step)
    paper = levels[max(0, fall - wide) : max(1, fall - near)]
    light, dark = median(paper), min(levels[fall : fall + wide])
    half = (light + dark) / 2
    for n in range(max(1, fall - wide), min(len(levels), fall + wide)):
        if levels[n] < half <= levels[n - 1]:
            return step * (n - 1 + (levels[n - 1] - half) / (levels[n - 1] - levels[n]))
    return None


def _printed_margins(fit: _Fit) -> Iterator[tuple[str, float]]:
    """Yield the letter of each ruler, and the smallest of its numbers that was printed, in points from the
    paper's edge.

    Rulers whose largest number is not seen are left out.
    """
    right, up = fit._paper
    moved = fit.movement
    ways: dict[str, Callable[[float, float], Point]] = {
        "left": lambda out, along: (-right + out, along),
        "right": lambda out, along: (right - out, along),
        "top": lambda out, along: (along, up - out),
        "foot": lambda out, along: (along, -up + out),
    }
    for letter, side in MARGINS.items():
        place = ways[side]

        def depth(number: int, place: Callable[[float, float], Point] = place) -> float:
            outs = [(number + n / 12) * MM for n in range(-5, 6)]
            return median(
                fit.level_range([transformed_point(moved, *place(out, along * MM)) for out in outs])
                for along in (0.7, 1.2, 1.7)
            )

        last = int(EDGE / MM)
        usual = depth(last)
        if usual >= _LEAST_CONTRAST:
            printed = last
            while printed > 1 and depth(printed - 1) > usual / 2:
                printed -= 1
            yield letter, printed * MM


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Return the solution of an overdetermined system by its normal equations (Gauss-Jordan, with pivots).

    Raises UsageError if it has no unique solution.
    """
    count = len(rows[0])
    # Columns of one size keep the equations well conditioned.
    sizes = [math.sqrt(sum(row[n] ** 2 for row in rows)) or 1.0 for n in range(count)]
    scaled = [[each / size for each, size in zip(row, sizes, strict=True)] for row in rows]
    columns = [*zip(*scaled, strict=True), values]
    matrix = [[sum(map(mul, columns[i], other)) for other in columns] for i in range(count)]
    for i in range(count):
        pivot = max(range(i, count), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        if abs(matrix[i][i]) < 1e-12:
            raise UsageError("shows too little of the sheet: scan the whole of it")
        for row in range(count):
            if row != i:
                times = matrix[row][i] / matrix[i][i]
                matrix[row] = [a - times * b for a, b in zip(matrix[row], matrix[i], strict=True)]
    return [matrix[i][count] / matrix[i][i] / sizes[i] for i in range(count)]
