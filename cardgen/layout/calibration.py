"""How a home printer moves, turns and stretches what it prints, as read off a calibration sheet.

The sheet has marks on both sides. Held against the light with the front towards the reader, eight combs show
in tenths of a millimetre how far the back lies beside the front, in four places; rulers show where the front
lies on the paper. All coordinates here are those of the front, in points from the middle of the page, x to
the right and y up. The model is linear: an offset, a turn, and a scale along each axis, for each side.

Source of the grid for a quick reading: Proxy-PDF-Maker prints 5 × 5 squares that are read in the same way.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Self

from ..errors import UsageError
from ..geometry import (
    IDENTITY,
    Matrix,
    Point,
    combined_matrix,
    inverse_matrix,
    scaling,
    transformed_point,
    translation,
)
from ..units import MM, Size, paper_name, size_text

Flip = Literal["long", "short"]

#: The distance between two lines of a comb on the front, and by how much less it is on the back: that is
#: what a comb reads.
PITCH, STEP = 2 * MM, 0.1 * MM
#: Maximum reading of a comb, in steps: with more, two lines of the back fit one of the front.
_MOST_STEPS = 19
#: The distance between squares of the grid; a square lies a millimetre beside the next for each reading.
GRID_STEP, GRID_MOST = 1 * MM, 2
#: Distances from the edges of the paper, on the front: of the axis of upright combs; of that of level
#: combs; of the upright and the level sides of the frame that is measured; of the last line of the edge
#: rulers.
_UPRIGHT, _LEVEL, _FRAME, _FRAME_LEVEL, EDGE = 19 * MM, 21 * MM, 30 * MM, 40 * MM, 15 * MM
#: A code in each corner for scans: its side, of 21 modules, and its distance from both edges of the paper.
CODE, _CODE_EDGE = 10.5 * MM, 7 * MM
#: By how much the frame of the back, for scans, is smaller than that of the front on each side, so that
#: neither is taken for the other where it shows through.
_BACK_INSET = 1.75 * MM
#: Room between a comb and what follows it along its axis.
_GAP = 6 * MM
#: The smallest paper with room for the marks and how to read them.
LEAST_PAPER = (140 * MM, 200 * MM)
#: Combs that are farther than this from the common movement were misread, or the paper slipped. Readings to a
#: tenth are off by half of it at most.
DOUBTFUL = 0.1 * MM
#: What no home printer does, and is a typing error: so far, and so many times as long.
_FARTHEST, _MOST_SCALE = 15 * MM, 0.03
#: A proof is good if it shows no more than this: of the backs beside the fronts, where readings and scans
#: are exact to 0.1 mm and printers feed paper no better; and of the fronts on the paper, which is cut no
#: better.
PROVEN_BACKS, PROVEN_FRONTS = 0.25 * MM, 0.5 * MM
#: Readings with their meanings, in the order of the sheet.
COMBS = ("A", "B", "C", "D", "E", "F", "G", "H")
GRID = ("J", "K")
RULERS = {
    "L": "width of the frame",
    "M": "height of the frame",
    "N": "left edge of the paper to the frame, at its top",
    "P": "left edge of the paper to the frame, at its foot",
    "Q": "lower edge of the paper to the frame",
}
#: The first number that can be read on the rulers at the edges.
MARGINS = {"R": "left", "S": "right", "T": "top", "U": "foot"}
NAMES = (*COMBS, *GRID, *RULERS, *MARGINS)


class Comb(NamedTuple):
    """A comb of lines on both sides of the sheet: its middle, and whether it reads movement along x or y."""

    name: str
    middle: Point
    axis: Literal["x", "y"]
    #: The largest reading, in steps.
    most: int


_CODE_TEXT = re.compile(r"CARDGEN([FB])([1-4])([SP])([LS])([DT])(\d{4})(\d{4})([0-9A-F]{4})")


class SheetCode(NamedTuple):
    """The contents of the QR code in a corner of the sheet: 24 characters, the most for 21 × 21 modules."""

    side: Literal["front", "back"]
    #: From 1, row by row from the upper left.
    corner: int
    is_proof: bool
    flip: Flip
    separate: bool
    #: Width and height of the page in whole millimetres.
    page: tuple[int, int]
    #: A check value of the printer's name.
    printer: str

    @classmethod
    def from_sheet(
        cls, side: Literal["front", "back"], name: str, calibration: Calibration, is_proof: bool
    ) -> Self:
        """Return the code of the first corner of a side.

        name: the name of the printer. calibration: a calibration with the size of the page and the way in
        which it goes through the printer.
        """
        width, height = (round(each / MM) for each in calibration.page)
        check = f"{zlib.crc32(name.encode()) & 0xFFFF:04X}"
        return cls(side, 1, is_proof, calibration.flip, calibration.separate, (width, height), check)

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """Parse the text of a code; None if it is not from a calibration sheet."""
        match = _CODE_TEXT.fullmatch(text)
        if match is None:
            return None
        side, corner, kind, flip, passes, width, height, printer = match.groups()
        return cls(
            "front" if side == "F" else "back",
            int(corner),
            kind == "P",
            "long" if flip == "L" else "short",
            passes == "T",
            (int(width), int(height)),
            printer,
        )

    @property
    def text(self) -> str:
        """Return the text of the code."""
        kind, passes = "P" if self.is_proof else "S", "T" if self.separate else "D"
        letters = f"{self.side[0]}{self.corner}{kind}{self.flip[0]}{passes}".upper()
        return f"CARDGEN{letters}{self.page[0]:04}{self.page[1]:04}{self.printer}"


class CalibrationSheet(NamedTuple):
    """The marks of the sheet for one size of page."""

    #: Width and height of the page as it is printed.
    page: tuple[float, float]

    @property
    def combs(self) -> tuple[Comb, ...]:
        """Return the combs: a level and an upright one in each corner, row by row from the upper left."""
        right, up = self.page[0] / 2, self.page[1] / 2
        level = self._max_steps(right - _UPRIGHT)
        upright = self._max_steps(up - _LEVEL - _GAP - 3 * MM)
        along_x, along_y = right - _UPRIGHT - level * PITCH, up - _LEVEL - _GAP - 3 * MM - upright * PITCH
        corners = [(-1, 1), (1, 1), (-1, -1), (1, -1)]
        return tuple(
            comb
            for place, (x, y) in enumerate(corners)
            for comb in (
                Comb(COMBS[2 * place], (x * along_x, y * (up - _LEVEL)), "x", level),
                Comb(COMBS[2 * place + 1], (x * (right - _UPRIGHT), y * along_y), "y", upright),
            )
        )

    @staticmethod
    def _max_steps(half: float) -> int:
        """Return the largest reading of a comb, in steps, for which there is room in half the
        length `half`.
        """
        return min(_MOST_STEPS, math.floor((half - _GAP) / (2 * PITCH)))

    @property
    def frame(self) -> tuple[float, float]:
        """Return half the width and half the height, in points, of the frame that is measured with
        a ruler.
        """
        return self.page[0] / 2 - _FRAME, self.page[1] / 2 - _FRAME_LEVEL

    @property
    def back_frame(self) -> tuple[float, float]:
        """Return half the width and half the height of the back's frame, in points."""
        width, height = self.frame
        return width - _BACK_INSET, height - _BACK_INSET

    @property
    def codes(self) -> tuple[Point, ...]:
        """Return the centres of the QR codes on either printed side, row by row from the upper left."""
        x, y = (side / 2 - _CODE_EDGE - CODE / 2 for side in self.page)
        return ((-x, y), (x, y), (-x, -y), (x, -y))

    def length_if_exact(self, name: str) -> float:
        """Return the length in points that a ruler shows for a reading, L to Q, if the printer is exact."""
        width, height = self.frame
        return {"L": 2 * width, "M": 2 * height, "N": _FRAME, "P": _FRAME, "Q": _FRAME_LEVEL}[name]


class Calibration(NamedTuple):
    """The readings of one calibration sheet, in millimetres, and how it was printed."""

    page: tuple[float, float]
    flip: Flip
    #: Whether fronts and backs were printed in two passes.
    separate: bool
    readings: tuple[tuple[str, float], ...]

    def calibration_for_movements(self, front: Matrix, back: Matrix | None) -> Calibration:
        """Return a calibration with the readings of a printer that moves points of both sides by these
        matrices.

        back: the movement of the back in its own coordinates, which flipping mirrors; None if it is unknown.
        The readings of margins are kept, and without `back` those of combs as well.
        """
        sheet = CalibrationSheet(self.page)
        wide, high = sheet.frame
        sx, turned, sy, x, y = front[0] - 1, front[1], front[3] - 1, front[4], front[5]
        away = {
            "L": 2 * wide * sx,
            "M": 2 * high * sy,
            "N": x - wide * sx - high * turned,
            "P": x - wide * sx + high * turned,
            "Q": y - high * sy,
        }
        read = {}
        if back is not None:
            a, b, c, d, dx, dy = (
                each - other for each, other in zip(self._seen_from_other_side(back), front, strict=True)
            )
            for comb in sheet.combs:
                px, py = comb.middle
                read[comb.name] = dx + a * px + c * py if comb.axis == "x" else dy + b * px + d * py
        read |= {name: sheet.length_if_exact(name) + length for name, length in away.items()}
        read = {**self.readings_in_points, **read}
        return self._replace(
            readings=tuple((name, round(read[name] / MM, 3)) for name in NAMES if name in read)
        )

    def _seen_from_other_side(self, movement: Matrix) -> Matrix:
        """Return a movement of one side as seen from the other side."""
        mirror = scaling(-1, 1) if self.is_flipped_sideways else scaling(1, -1)
        return combined_matrix(mirror, movement, mirror)

    @property
    def paper_text(self) -> str:
        """Return the paper and how it is flipped and fed: "A4, landscape, flipped on the short edge"."""
        parts = [paper_name(self.page) or size_text(*self.page)]
        parts += ["landscape"] if self.page[0] > self.page[1] else []
        parts += ["flipped on the short edge"] if self.flip == "short" else []
        return ", ".join([*parts, *(["in two passes"] if self.separate else [])])

    @property
    def max_front_error(self) -> float:
        """Return the largest distance in points between the place of a front's corner and the place where it
        is printed.
        """
        return self._max_corner_distance(self.front_movement)

    @property
    def max_back_error(self) -> float:
        """Return the largest distance in points, in a corner, from a back to the front on the same sheet."""
        dx, dy, a, b, c, d = self._back_difference_from_front
        return self._max_corner_distance((1 + a, b, c, 1 + d, dx, dy))

    def _max_corner_distance(self, movement: Matrix) -> float:
        """Return how far a movement moves the corner that it moves most, in points."""
        x, y = (side / 2 - EDGE for side in self.page)
        corners = [(-x, -y), (x, -y), (-x, y), (x, y)]
        return max(math.dist(corner, transformed_point(movement, *corner)) for corner in corners)

    @property
    def readings_in_points(self) -> Mapping[str, float]:
        """Return the readings in points, by name."""
        return {name: value * MM for name, value in self.readings}

    @property
    def is_flipped_sideways(self) -> bool:
        """Tell whether flipping the paper swaps left and right; otherwise it swaps top and foot."""
        upright = self.page[1] >= self.page[0]
        return (self.flip == "long") == upright

    @property
    def front_movement(self) -> Matrix:
        """Return the matrix from where a point of the front should be to where the printer puts it."""
        sheet, known = CalibrationSheet(self.page), self.readings_in_points
        away = {name: known[name] - sheet.length_if_exact(name) for name in RULERS if name in known}
        wide, high = sheet.frame
        sx, sy = away.get("L", 0.0) / (2 * wide), away.get("M", 0.0) / (2 * high)
        turned = 0.0
        if "N" in away and "P" in away:
            turned = (away["P"] - away["N"]) / (2 * high)
        sides = [away[name] for name in ("N", "P") if name in away]
        x = sum(sides) / len(sides) + sx * wide if sides else 0.0
        y = away["Q"] + sy * high if "Q" in away else 0.0
        return (1 + sx, turned, -turned, 1 + sy, x, y)

    @property
    def back_movement(self) -> Matrix:
        """Return the matrix from where a point of the back should be to where the printer puts it, as seen
        through the paper.
        """
        dx, dy, a, b, c, d = self._back_difference_from_front
        front = self.front_movement
        return (front[0] + a, front[1] + b, front[2] + c, front[3] + d, front[4] + dx, front[5] + dy)

    @property
    def _back_difference_from_front(self) -> tuple[float, float, float, float, float, float]:
        """Return how the matrix of the back differs from that of the front, as six numbers.

        They are the offsets x and y in points, then the changes of the matrix parts a, b, c and d.
        """
        if not self._combs_with_readings:
            x, y = (self.readings_in_points.get(name, 0.0) for name in GRID)
            return (x, y, 0.0, 0.0, 0.0, 0.0)
        xs, ys = self._readings_along("x"), self._readings_along("y")
        # The middles lie symmetrically, so each unknown of the least squares is a sum of its own.
        x, y = (sum(read for _, read in each) / len(each) for each in (xs, ys))
        sx = sum(read * at[0] for at, read in xs) / sum(at[0] ** 2 for at, _ in xs)
        sy = sum(read * at[1] for at, read in ys) / sum(at[1] ** 2 for at, _ in ys)
        turned = sum(read * at[0] for at, read in ys) - sum(read * at[1] for at, read in xs)
        turned /= sum(at[0] ** 2 for at, _ in ys) + sum(at[1] ** 2 for at, _ in xs)
        return (x, y, sx, turned, -turned, sy)

    @property
    def _combs_with_readings(self) -> list[tuple[Comb, float]]:
        """Return the combs that were read, with their readings in points."""
        return [
            (comb, self.readings_in_points[comb.name])
            for comb in CalibrationSheet(self.page).combs
            if comb.name in self.readings_in_points
        ]

    def _readings_along(self, axis: str) -> list[tuple[Point, float]]:
        return [(comb.middle, read) for comb, read in self._combs_with_readings if comb.axis == axis]

    def contradicting_combs(self) -> list[tuple[str, float]]:
        """Return groups of combs whose readings contradict one another: the names of the combs, and their
        largest deviation in points.

        One wrong reading puts all four combs of its axis off by a quarter of the error, so it cannot be told
        which reading is wrong.
        """
        dx, dy, a, b, c, d = self._back_difference_from_front
        found = []
        for axis in ("x", "y"):
            combs = [(comb, read) for comb, read in self._combs_with_readings if comb.axis == axis]
            off = [
                abs(read - (dx + a * comb.middle[0] + c * comb.middle[1]))
                if axis == "x"
                else abs(read - (dy + b * comb.middle[0] + d * comb.middle[1]))
                for comb, read in combs
            ]
            if max(off, default=0.0) > DOUBTFUL:
                found.append((", ".join(comb.name for comb, _ in combs), max(off)))
        return sorted(found, key=lambda each: -each[1])

    def correction(self, *, back: bool) -> Matrix:
        """Return the matrix for a whole page that undoes the printer's movement of one side.

        A back is corrected in its own coordinates, which flipping mirrors.
        """
        moved = self.back_movement if back else self.front_movement
        if back:
            moved = self._seen_from_other_side(moved)
        if moved == IDENTITY:
            return IDENTITY
        width, height = self.page
        undone = combined_matrix(
            translation(-width / 2, -height / 2), inverse_matrix(moved), translation(width / 2, height / 2)
        )
        a, b, c, d, e, f = (round(part, 6) for part in undone)
        return (a, b, c, d, e, f)

    @property
    def printed_margins(self) -> Mapping[str, float]:
        """Return the margins in points that the printer leaves white, by side; those that were not read are
        missing.
        """
        return {MARGINS[name]: value for name, value in self.readings_in_points.items() if name in MARGINS}


class HomePrinter(NamedTuple):
    """A printer at home: its name, and the readings of its calibration sheets."""

    name: str
    calibrations: tuple[Calibration, ...] = ()
    #: The names of several printers of which none was chosen; then this one has no name and no readings.
    unchosen: tuple[str, ...] = ()

    def missing_readings_warning(self, page: Size, flip: Flip = "long", *, separate: bool = False) -> str:
        """Return a warning that pages of a size, flipped and fed in this way, are not corrected, and what to
        do.
        """
        if self.unchosen:
            *most, last = self.unchosen
            return (
                f"not corrected: you have the printers {', '.join(most)} and {last}; choose one with "
                "--home-printer, or none"
            )
        return (
            f"not corrected: nothing is known of {size_text(*page)}, fed like this, for the printer "
            f"{self.name}; make its sheet with `{self.calibrate_command(page, flip, separate=separate)}`"
        )

    def calibration(self, page: tuple[float, float], flip: Flip, *, separate: bool) -> Calibration | None:
        """Return the readings for a size of page, flipped and fed in this way; None if there are none."""
        return next(
            (
                each
                for each in self.calibrations
                if each.flip == flip and each.separate == separate and _is_same_size(each.page, page)
            ),
            None,
        )

    def one_sided_calibration(self, page: tuple[float, float]) -> Calibration | None:
        """Return the readings for a page that is printed on one side; None if there are none.

        As nothing is printed on the back, readings with any flip can be used.
        """
        return next((each for each in self.calibrations if _is_same_size(each.page, page)), None)

    def with_calibration(self, calibration: Calibration) -> HomePrinter:
        """Return the printer with new readings. They replace those for the same page, flip and feed."""
        old = self.calibration(calibration.page, calibration.flip, separate=calibration.separate)
        kept = tuple(each for each in self.calibrations if each != old)
        return self._replace(calibrations=(*kept, calibration))

    def calibrate_command(self, page: Size, flip: Flip = "long", *, separate: bool = False) -> str:
        """Return the command that makes the sheet for a size of page in points, flipped and fed like this."""
        words = ["cardgen calibrate", self.name]
        named = paper_name(page).lower().replace(" ", "-")
        if named != "a4":
            short, long = (round(side / MM, 2) for side in sorted(page))
            words.append(f"--paper {named}" if named else f'--paper "{short:g} x {long:g} mm"')
        words += ["--landscape"] if page[0] > page[1] else []
        words += [f"--flip {flip}"] if flip != "long" else []
        words += ["--backs separate"] if separate else []
        return " ".join(words)


def _is_same_size(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < 0.5 * MM for a, b in zip(one, other, strict=True))


def verify_room_for_marks(page: tuple[float, float]) -> None:
    """Raise UsageError for paper without room for the marks."""
    if any(side < least for side, least in zip(sorted(page), LEAST_PAPER, strict=True)):
        raise UsageError(
            f"paper of {size_text(*page)} has no room for a calibration sheet, which needs "
            f"{size_text(*LEAST_PAPER)}: calibrate with larger paper"
        )


def reading_faults(
    page: tuple[float, float], readings: Mapping[str, float], *, by_eye: bool = True
) -> list[str]:
    """Return messages about impossible readings, in millimetres by name; an empty list if all can be used.

    by_eye: whether the combs were read by eye; such readings cannot exceed the numbers on the combs. Readings
    of scans, and kept ones, may exceed them.
    """
    sheet = CalibrationSheet(page)
    faults = []
    combs = [name for name in COMBS if name in readings]
    if combs and len(combs) < len(COMBS):
        missing = [name for name in COMBS if name not in readings]
        faults.append(f"{_names_with_verb(missing)} missing: read all of A to H, or only the grid, J and K")
    grid = [name for name in GRID if name in readings]
    if len(grid) == 1:
        faults.append("J and K belong together: read both off the grid, or none")
    most = {comb.name: comb.most * STEP / MM if by_eye else _FARTHEST / MM for comb in sheet.combs}
    most |= dict.fromkeys(GRID, GRID_MOST * GRID_STEP / MM)
    for name, value in readings.items():
        if name in most and abs(value) > most[name] + 1e-9:
            faults.append(f"{name}={value:g} is out of range: from -{most[name]:g} to {most[name]:g}")
        elif name in RULERS:
            nominal = sheet.length_if_exact(name) / MM
            limit = nominal * _MOST_SCALE if name in "LM" else _FARTHEST / MM
            if abs(value - nominal) > limit:
                faults.append(
                    f"{name}={value:g} cannot be: the {RULERS[name]} should be about {nominal:g} "
                    "mm; measure it in "
                    "millimetres"
                )
        elif name in MARGINS and not 0 <= value <= EDGE / MM:
            faults.append(f"{name}={value:g} is out of range: from 0 to {EDGE / MM:g}")
    return faults


def _names_with_verb(names: Sequence[str]) -> str:
    """Return names as a list in words with "is" or "are" after it."""
    *most, last = names
    return f"{', '.join(most)} and {last} are" if most else f"{last} is"
