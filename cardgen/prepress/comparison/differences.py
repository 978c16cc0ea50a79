"""Compares the picture of a card with the picture that the pack draws, and names the difference.

A cause is searched only if two pictures differ by more than a tolerance. Each hypothesis (mirrored, turned,
shifted, scaled, colours, covered) is accepted only if it explains most of the difference; a difference
without an explanation is reported with its place only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, hypot
from operator import mul
from typing import Any, Literal, NamedTuple

from ...geometry import Rect
from ...units import MM, Figure, Sentence, length_text

Kind = Literal["mirrored", "turned", "shifted", "scaled", "colours", "covered", "added", "other"]

#: A tolerance: by the side of squares (points), the maximum difference of the mean of a square, of 255.
Tolerance = tuple[tuple[float, int], ...]
#: The effect of antialiasing on a drawing; tests/prepress/test_verification.py has marks just beyond it.
DRAWN: Tolerance = ((0.5 * MM, 24), (2 * MM, 6), (8 * MM, 2))
#: The effect of lossy compression: as JPEGs of quality 75, pictures of sharp, saturated shapes and small type
#: differ by 103, 20 and 7, photographs by 36, 6 and 1.
LOSSY: Tolerance = ((0.5 * MM, 130), (2 * MM, 24), (8 * MM, 8))


def tolerance_sentence(tolerance: Tolerance) -> Sentence:
    """Return by how much colours may differ, as the end of a sentence. tolerance: three sizes of squares."""
    (small, first), (middle, second), (large, third) = (
        (Figure(length_text(side)), level) for side, level in tolerance
    )
    return Sentence(
        "by at most {first} of 255 levels in the mean of squares of {small}, by {second} in those of "
        "{middle}, by {third} in those of {large}",
        first=first,
        small=small,
        second=second,
        middle=middle,
        third=third,
        large=large,
    )


#: A hypothesis is accepted if it leaves at most this share of the difference, or a difference this small (of
#: 255).
_EXPLAINS, _NOTHING = 0.3, 0.6
#: The same for shifts, which are measured on the edges of few lines and smoothed by a part of a pixel.
_EXPLAINS_SHIFT = 0.5
#: Mirroring or turning the wanted card makes at least this part of the difference that it explains.
_TURNS = 0.5
#: A shift or scale leaves at most this part of the contrast of the card.
_RECOGNISED = 0.25
#: At least this part of what both cards show on their grounds must be visible on a shifted card.
_STILL_THERE = 0.4
#: Pixels along the longer side of the pictures in which shifts and scales are searched first.
_SMALL = 48
#: The largest shift and the scales that are searched.
_FURTHEST_SHIFT, _SCALES = (
    0.45,
    tuple(step / 100 for step in (*range(50, 90, 4), *range(90, 112), *range(112, 204, 4))),
)
#: Difference (of 255) from which a pixel is visibly different, after smoothing the edges.
_VISIBLE = 20
#: Maximum number of groups of colours in which a change of colours is searched.
_COLOURS = 24
#: Maximum number of cards of a file that are searched for shifts and scales; others are compared with those
#: found.
_MOST_SEARCHES = 12
#: The smallest shift (points) and scale (parts of 1) that are reported.
_LEAST_SHIFT, _LEAST_SCALE = 0.05 * MM, 0.003
#: The shifts with which the search for small movements begins, in points.
_NUDGE = 0.1 * MM
#: Maximum shift in pixels of finer pictures in the search for small shifts.
_FEW_PIXELS = 6
#: A shift (points) up to which symmetrical art may seem mirrored.
_SHORT = 5 * MM
#: Something that extends this far over the trim (points) is only in the bleed.
_EDGE = 0.25 * MM
#: The levels of a histogram, of up to four bands.
_LEVELS = (*range(256),) * 4
#: Names of process inks, in the order of the bands of a CMYK picture.
_INKS = ("cyan", "magenta", "yellow", "black")


class Scan(NamedTuple):
    """An upright card as pixels."""

    #: A picture (PIL) in RGB or CMYK.
    pixels: Any
    #: Pixels per point.
    scale: float
    #: The lower left corner of the trim, in points from the picture's lower left corner.
    origin: tuple[float, float] = (0.0, 0.0)

    def crop(self, box: tuple[int, int, int, int]) -> Scan:
        """Return a part of the scan. box: left, top, right and bottom in pixels from the upper left."""
        left, low = box[0] / self.scale, (self.pixels.height - box[3]) / self.scale
        return Scan(self.pixels.crop(box), self.scale, (self.origin[0] - left, self.origin[1] - low))

    def place_phrase(self, area: Rect) -> str:
        """Return a phrase for where on the card an area is, such as "in the bleed at the top".

        area: in points from the lower left corner of the trim.
        """
        x, y = self.origin
        wide, high = self.pixels.width / self.scale - 2 * x, self.pixels.height / self.scale - 2 * y
        for beyond, side in (
            (area.right <= _EDGE, "on the left"),
            (area.x >= wide - _EDGE, "on the right"),
            (area.y >= high - _EDGE, "at the top"),
            (area.top <= _EDGE, "at the bottom"),
        ):
            if beyond:
                return f"in the bleed {side}"
        left, low = max(0.0, area.x), max(0.0, area.y)
        return place_in_millimetres(Rect(left, low, min(wide, area.right) - left, min(high, area.top) - low))

    def area_in_points(self, box: tuple[float, float, float, float]) -> Rect:
        """Return a box of pixels in points from the lower left corner of the trim."""
        left, top, right, low = (side / self.scale for side in box)
        high = self.pixels.height / self.scale
        return Rect(left - self.origin[0], high - low - self.origin[1], right - left, low - top)


class Difference(NamedTuple):
    """A difference between a card in a file and the pack's own drawing."""

    kind: Kind
    #: The words after "it": "is mirrored", "is scaled to 98 %"; {at} stands for the place on the card.
    form: str
    #: The place, in points from the lower left corner of the trim; None for the whole card.
    where: Rect | None = None
    #: The place in words.
    at: str = ""

    @property
    def description(self) -> str:
        """Return a phrase for the difference, with its place."""
        return self.form.replace("{at}", self.at)

    def __str__(self) -> str:
        return self.description


@dataclass
class DifferenceSearcher:
    """Finds the causes of differences in the cards of one file; causes found on earlier cards are tried
    first.
    """

    searches_left: int = _MOST_SEARCHES
    #: Shifts and scales found before: scale, and shift in points.
    known: list[tuple[float, float, float]] = field(default_factory=list)
    #: Mirrored and turned forms found before, as worded.
    turns: set[str] = field(default_factory=set)
    _finer: tuple[Scan, Scan] | None = None

    def find_difference(
        self, actual: Scan, expected: Scan, tolerance: Tolerance = DRAWN
    ) -> Difference | None:
        """Return how a card differs from the expected one; None if that is within the tolerance.

        actual, expected: the card and the expected one, of the same size and scale.
        """
        if is_within_tolerance(actual.pixels, expected.pixels, actual.scale, tolerance):
            return None
        return self.name_difference(actual, expected)

    def name_difference(
        self,
        actual: Scan,
        expected: Scan,
        without_compression: Scan | None = None,
        fine_scans: tuple[Scan, Scan] | None = None,
    ) -> Difference:
        """Return the difference of a card from the expected one, with its cause if one is found.

        The two must differ. without_compression: the card without the effects of compression. fine_scans:
        both at a higher resolution, at which small shifts are tested without smoothing.
        """
        self._finer = fine_scans
        one, other = _to_rgb(actual), _to_rgb(expected)
        without_compression = without_compression or actual
        clear = _to_rgb(without_compression)
        box = _differing_box(clear, other)
        whole = box is None or _covers_most(box, one)
        # Few pixels do not tell symmetrical art that is moved from what is mirrored.
        found = self._known_shift_or_scale(one, other)
        if found is not None:
            return found
        larger = fine_scans or (one, other)
        found = _mirrored_or_turned_difference(*larger, preferred=self.turns)
        if box and not whole:
            times = larger[0].pixels.width / one.pixels.width
            left, top, right, low = (round(side * times) for side in box)
            part = _mirrored_or_turned_part(*larger, (left, top, right, low))
            found = (self._find_short_shift(one, other) or part) if part and part.where else (found or part)
        if found is not None and found.where is None and found.kind in ("mirrored", "turned"):
            self.turns.add(found.form)
        found = found or self._find_shift_or_scale(one, other)
        if found is not None:
            return found
        if box is None:
            return Difference("other", "differs slightly from what the pack draws")
        if not whole:
            found = self._difference_in_part(without_compression, expected, clear, other, box)
        else:
            found = _recolored_difference(actual, expected) or _covering_difference(clear, other, box)
        if found is not None:
            return found
        if whole:
            return Difference("other", "shows something else")
        area = one.area_in_points(box)
        return Difference("other", "differs {at}", area, actual.place_phrase(area))

    def _find_short_shift(self, actual: Scan, expected: Scan) -> Difference | None:
        """Return a short shift that explains the difference; None if there is none.

        Symmetrical art that is shifted a little can seem mirrored.
        """
        moved = self._find_shift_or_scale(actual, expected)
        short = (_scale_or_shift_difference(*each) for each in self.known if hypot(*each[1:]) <= _SHORT)
        return moved if moved in short else None

    def find_small_movement(self, actual: Scan, expected: Scan) -> Difference | None:
        """Return the shift or scale that explains a difference within a tolerance; None if there is none.

        The shift or scale must explain the small difference that is left.
        """
        base = mean_difference(actual.pixels, expected.pixels)
        for found in self.known:
            if _is_explained(_mean_difference_moved(actual, expected, *found), base, _EXPLAINS_SHIFT):
                return _scale_or_shift_difference(*found)
        steps = [(x, y) for x in (-_NUDGE, 0, _NUDGE) for y in (-_NUDGE, 0, _NUDGE) if x or y]
        if min(_mean_difference_moved(actual, expected, 1.0, x, y) for x, y in steps) >= 0.8 * base:
            return None
        found = _refined_shift_and_scale(actual, expected, 1.0, 0.0, 0.0, _NUDGE)
        if not _is_explained(_mean_difference_moved(actual, expected, *found), base, _EXPLAINS_SHIFT):
            return None
        movement = _scale_or_shift_difference(*found)
        if movement is not None:
            self.known.append(found)
        return movement

    def _difference_in_part(
        self,
        actual: Scan,
        expected: Scan,
        actual_rgb: Scan,
        expected_rgb: Scan,
        box: tuple[int, int, int, int],
    ) -> Difference | None:
        """Return the difference in a part of the card, with its cause; None if no cause explains it.

        actual_rgb, expected_rgb: `actual` and `expected` in RGB. box: the part, in pixels.
        """
        area = actual_rgb.area_in_points(box)
        at = actual.place_phrase(area)
        covered = _covering_difference(actual_rgb, expected_rgb, box)
        if covered is not None:
            return covered
        if _is_large(area):
            recolored = _recolored_difference(actual.crop(box), expected.crop(box))
            if recolored is not None:
                return Difference("colours", f"{recolored.form} {{at}}", area, at)
            moved = self._find_shift_or_scale(actual_rgb.crop(box), expected_rgb.crop(box), "what is drawn ")
            if moved is not None:
                return Difference(moved.kind, f"differs {{at}}: {moved.form}", area, at)
        return None

    def _find_shift_or_scale(self, actual: Scan, expected: Scan, subject: str = "") -> Difference | None:
        """Search a shift or scale that explains the difference, and record it; None if there is none.

        subject: what begins the words of the difference, if not the whole card.
        """
        known = self._known_shift_or_scale(actual, expected, subject)
        if known is not None or not self.searches_left:
            return known
        self.searches_left -= 1
        actual, expected = _to_grey_if_lightness_differs(actual, expected)
        base = mean_difference(actual.pixels, expected.pixels)
        finer = None if subject else self._finer
        for scales, least in (((1.0,), _EXPLAINS_SHIFT), (_SCALES, _EXPLAINS)):
            moved = _best_shift_and_scale(actual, expected, scales)
            if finer and moved and moved[0] == 1 and hypot(*moved[1:]) < _FEW_PIXELS / finer[0].scale:
                moved = (1.0, *_small_shift(*finer))
            if moved is not None and _is_explained_by_movement(actual, expected, moved, base, least, finer):
                movement = _scale_or_shift_difference(*moved, subject)
                if movement is not None:
                    self.known.append(moved)
                    return movement
        return None

    def _known_shift_or_scale(self, actual: Scan, expected: Scan, subject: str = "") -> Difference | None:
        """Return a recorded shift or scale that explains this difference as well; None if there is none."""
        if not self.known:
            return None
        actual, expected = _to_grey_if_lightness_differs(actual, expected)
        base, finer = mean_difference(actual.pixels, expected.pixels), None if subject else self._finer
        for found in self.known:
            if _is_explained_by_movement(actual, expected, found, base, _EXPLAINS_SHIFT, finer):
                return _scale_or_shift_difference(*found, subject)
        return None


def are_pictures_equal(one: Any, other: Any) -> bool:
    """Tell whether two pictures have equal sizes and pixels."""
    from PIL import ImageChops

    return bool(one.size == other.size and ImageChops.difference(one, other).getbbox() is None)


def is_within_tolerance(one: Any, other: Any, scale: float, tolerance: Tolerance) -> bool:
    """Tell whether two pictures are equal within a tolerance, compared by the means of small squares.

    The squares and the maximum differences of their means are those of the tolerance. scale: pixels per
    point. Returns False for pictures of different sizes.
    """
    if one.size != other.size:
        return False
    for side, level in tolerance:
        square = max(1, round(side * scale))
        if maximum_difference(one.reduce(square), other.reduce(square)) > level:
            return False
    return True


def maximum_difference(one: Any, other: Any) -> int:
    """Return the maximum difference of two pictures in any channel of a pixel, of 255."""
    from PIL import ImageChops

    extrema: Any = ImageChops.difference(one, other).getextrema()
    return max(int(high) for _, high in (extrema if isinstance(extrema[0], tuple) else (extrema,)))


def place_in_millimetres(area: Rect) -> str:
    """Return a phrase for a rectangle of a card: its distances in mm from the left and from the bottom."""
    left, right = sorted((area.x / MM, area.right / MM))
    low, high = sorted((area.y / MM, area.top / MM))
    return f"{left:.0f} to {right:.0f} mm from the left and {low:.0f} to {high:.0f} mm from the bottom"


def _to_rgb(scan: Scan) -> Scan:
    """Return a scan in RGB."""
    return scan if scan.pixels.mode == "RGB" else scan._replace(pixels=scan.pixels.convert("RGB"))


def _to_grey_if_lightness_differs(actual: Scan, expected: Scan) -> tuple[Scan, Scan]:
    """Return two scans in grey if their difference shows in grey, otherwise as they are.

    Compression changes colours far more than lightness.
    """
    grey, wanted_grey = (each._replace(pixels=each.pixels.convert("L")) for each in (actual, expected))
    in_grey = mean_difference(grey.pixels, wanted_grey.pixels) > 0.25 * mean_difference(
        actual.pixels, expected.pixels
    )
    return (grey, wanted_grey) if in_grey else (actual, expected)


def mean_difference(one: Any, other: Any, mask: Any = None) -> float:
    """Return the mean difference of two pictures over all channels, of 255. mask: the pixels that count."""
    from PIL import ImageChops

    # ImageStat adds levels up in a loop, which takes twice as long; a search calls this some thousand times.
    counts = ImageChops.difference(one, other).histogram(mask)
    pixels = sum(counts)
    return sum(map(mul, counts, _LEVELS)) / pixels if pixels else 0.0


def _is_explained(remaining: float, original: float, max_share: float = _EXPLAINS) -> bool:
    """Tell whether a hypothesis explains a difference: only a small part of the difference remains.

    remaining: the mean difference under the hypothesis. original: the mean difference without it. max_share:
    the part of `original` that may be left.
    """
    return remaining <= max(max_share * original, min(_NOTHING, 0.6 * original))


def _is_large(area: Rect) -> bool:
    """Tell whether a part of a card is large enough for its content to be recognised. area: in points."""
    return min(area.width, area.height) >= 4 * MM


def _covers_most(box: tuple[int, int, int, int], scan: Scan) -> bool:
    """Tell whether a box covers most of a scan."""
    wide, high = scan.pixels.size
    return bool((box[2] - box[0]) * (box[3] - box[1]) >= 0.9 * wide * high)


def _differing_box(one: Scan, other: Scan) -> tuple[int, int, int, int] | None:
    """Return the box around the visible differences of two scans, in pixels; None if there are none."""
    from PIL import ImageChops

    square = max(1, round(0.5 * MM * one.scale))
    a, b = one.pixels.reduce(square), other.pixels.reduce(square)
    for level in (_VISIBLE, _VISIBLE // 4, 0):
        bands = ImageChops.difference(a, b).split()
        mask = bands[0]
        for band in bands[1:]:
            mask = ImageChops.lighter(mask, band)
        box = mask.point(lambda each, level=level: 255 if each > level else 0).getbbox()
        if box is not None:
            left, top, right, low = (side * square for side in box)
            return left, top, min(right, one.pixels.width), min(low, one.pixels.height)
    return None


# --- mirrored and turned --------------------------------------------------------------------------

_ORIENTATIONS: tuple[tuple[str, Kind, str], ...] = (
    ("FLIP_LEFT_RIGHT", "mirrored", "mirrored"),
    ("FLIP_TOP_BOTTOM", "mirrored", "mirrored top to bottom"),
    ("ROTATE_180", "turned", "upside down"),
    ("ROTATE_90", "turned", "turned by 90 degrees"),
    ("ROTATE_270", "turned", "turned by 90 degrees"),
)


def mirrored_and_turned_pictures(picture: Any) -> Iterator[tuple[Kind, str, Any]]:
    """Yield a picture mirrored and turned in each way that keeps its size, with the words for it."""
    from PIL import Image

    for method, kind, words in _ORIENTATIONS:
        turned = picture.transpose(Image.Transpose[method])
        if turned.size == picture.size:
            yield kind, words, turned


def _mirrored_or_turned_difference(
    actual: Scan, expected: Scan, subject: str = "", preferred: Collection[str] = ()
) -> Difference | None:
    """Return how a card is mirrored or turned; None if that does not explain the difference.

    subject: text at the beginning of the message. preferred: the messages about other cards of the file. If
    several ways of mirroring or turning explain the difference, one with such a message is returned.
    """
    base, turns = _mean_differences_turned(actual, expected)
    least = min(turns, default=(255.0,))[0]
    known = [turn for turn in turns if f"is {turn[2]}" in preferred and _is_explained(turn[0], base)]
    # For symmetrical cards, several ways give the same picture: the first is the simplest.
    best = known or [turn for turn in turns if turn[0] <= 1.1 * least + 0.05]
    left, kind, words = next(iter(best), (255.0, "other", ""))
    return Difference(kind, f"{subject}is {words}") if _is_explained(left, base) else None


def _mirrored_or_turned_part(
    actual: Scan, expected: Scan, box: tuple[int, int, int, int]
) -> Difference | None:
    """Return how a card, or the differing part of it, is mirrored or turned; None if neither is.

    If both explanations are possible, the part is returned if it explains more of the difference. Most of a
    card may look the same when it is mirrored, so the whole card often explains less.
    """
    whole = _mirrored_or_turned_difference(actual, expected)
    one, other, area = actual.crop(box), expected.crop(box), actual.area_in_points(box)
    part = _mirrored_or_turned_difference(one, other, "what is drawn ") if _is_large(area) else None
    if part is None:
        return whole
    if whole is not None:
        base, turns = _mean_differences_turned(actual, expected)
        part_base, part_turns = _mean_differences_turned(one, other)
        share = one.pixels.width * one.pixels.height / (actual.pixels.width * actual.pixels.height)
        if min(turns)[0] <= base - share * (part_base - min(part_turns)[0]) + _NOTHING / 4:
            return whole
    return Difference(part.kind, f"differs {{at}}: {part.form}", area, actual.place_phrase(area))


def _mean_differences_turned(actual: Scan, expected: Scan) -> tuple[float, list[tuple[float, Kind, str]]]:
    """Return the mean difference of two cards, and a list with that after each mirroring or rotation of the
    first.

    Ways that do not change the expected card, as with symmetrical art, are left out. The box of a differing
    part may be wrong by a pixel or two, so each picture is also shifted by one reduced pixel in every
    direction, and the smallest difference counts.
    """
    reduced = max(1, round(0.35 * MM * actual.scale))
    one, other = actual.pixels.reduce(reduced), expected.pixels.reduce(reduced)
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

    def smallest_misfit(picture: Any) -> float:
        return min(_mean_difference_shifted(picture, other, dx, dy) for dx, dy in around)

    # Turned before reduction, as the smaller pixels have other places in a turned picture.
    base, unturned = mean_difference(one, other), smallest_misfit(one)
    turns = [
        (smallest_misfit(turned.reduce(reduced)), kind, words)
        for (kind, words, turned), (_, _, own) in zip(
            mirrored_and_turned_pictures(actual.pixels),
            mirrored_and_turned_pictures(expected.pixels),
            strict=True,
        )
        if mean_difference(own.reduce(reduced), other) >= _TURNS * base
    ]
    return base, [turn for turn in turns if turn[0] < unturned]


# --- shifted and scaled ---------------------------------------------------------------------------


def _mean_difference_shifted(actual: Any, expected: Any, dx: int, dy: int) -> float:
    """Return the mean difference of two pictures where they overlap, the second moved by whole pixels."""
    wide, high = actual.size
    box = (max(0, dx), max(0, dy), min(wide, wide + dx), min(high, high + dy))
    back = (box[0] - dx, box[1] - dy, box[2] - dx, box[3] - dy)
    return mean_difference(actual.crop(box), expected.crop(back))


def _mean_difference_moved(actual: Scan, expected: Scan, scale: float, x: float, y: float) -> float:
    """Return the mean difference of two cards, the second scaled about its middle and shifted.

    x, y: the shift in points, to the right and up. Returns 255 if the two hardly overlap.
    """
    from PIL import Image

    wide, high = expected.pixels.size
    dx, dy = x * expected.scale, -y * expected.scale
    # The matrix maps a pixel of the moved picture to one of the original.
    a = 1 / scale
    matrix = (a, 0, wide / 2 - a * (wide / 2 + dx), 0, a, high / 2 - a * (high / 2 + dy))
    moved = expected.pixels.transform(
        (wide, high),
        Image.Transform.AFFINE,
        matrix,
        Image.Resampling.BICUBIC if scale == 1 else Image.Resampling.BILINEAR,
    )
    left, right = wide / 2 + dx - scale * wide / 2, wide / 2 + dx + scale * wide / 2
    top, low = high / 2 + dy - scale * high / 2, high / 2 + dy + scale * high / 2
    box = (
        max(0, ceil(left) + 1),
        max(0, ceil(top) + 1),
        min(wide, floor(right) - 1),
        min(high, floor(low) - 1),
    )
    if box[2] - box[0] < wide / 4 or box[3] - box[1] < high / 4:
        return 255.0
    return mean_difference(actual.pixels.crop(box), moved.crop(box))


def _is_explained_by_movement(
    actual: Scan,
    expected: Scan,
    movement: tuple[float, float, float],
    original: float,
    max_share: float,
    fine_scans: tuple[Scan, Scan] | None = None,
) -> bool:
    """Tell whether a scale and a shift explain the difference of two cards.

    movement: scale, and shift in points. original: their mean difference. max_share: the maximum part of it
    that may be left. fine_scans: the two at a higher resolution, at which a shift is tested in whole pixels.
    The overlap must show something, as blank parts are always equal.
    """
    from PIL import ImageFilter, ImageStat

    if fine_scans and movement[0] == 1 and _is_explained_by_shift(*fine_scans, movement[1:], max_share):
        return True
    left = _mean_difference_moved(actual, expected, *movement)
    if not _is_explained(left, original, max_share):
        # Sharp edges that are off by half a pixel cannot be reproduced by resampling.
        soft = ImageFilter.BoxBlur(1)
        one, other = (each._replace(pixels=each.pixels.filter(soft)) for each in (actual, expected))
        left, original = (
            _mean_difference_moved(one, other, *movement),
            mean_difference(one.pixels, other.pixels),
        )
        if not _is_explained(left, original, max_share):
            return False
    dx, dy = round(movement[1] * actual.scale), round(-movement[2] * actual.scale)
    wide, high = actual.pixels.size
    box = (max(0, dx), max(0, dy), min(wide, wide + dx), min(high, high + dy))
    back = (box[0] - dx, box[1] - dy, box[2] - dx, box[3] - dy)
    if not (_is_mostly_inside(actual.pixels, box) and _is_mostly_inside(expected.pixels, back)):
        return False
    return left <= _RECOGNISED * max(ImageStat.Stat(actual.pixels.crop(box)).stddev)


def _is_mostly_inside(picture: Any, box: tuple[int, int, int, int]) -> bool:
    """Tell whether a box contains a large part of a picture, without its most common grey level."""
    from PIL import Image, ImageChops, ImageStat

    grey = picture.convert("L")
    histogram = grey.histogram()
    ground = max(range(256), key=histogram.__getitem__)
    drawn = ImageChops.difference(grey, Image.new("L", grey.size, ground))
    whole = ImageStat.Stat(drawn).sum[0]
    return whole > 0 and ImageStat.Stat(drawn.crop(box)).sum[0] >= _STILL_THERE * whole


def _is_explained_by_shift(actual: Scan, expected: Scan, shift: tuple[float, ...], max_share: float) -> bool:
    """Tell whether a shift by whole pixels explains the difference of two cards at a high resolution.

    shift: in points, right and up.
    """
    dx, dy = round(shift[0] * actual.scale), -round(shift[1] * actual.scale)
    left, base = (_mean_difference_reduced(actual, expected, (dx, dy), by) for by in ((dx, dy), (0, 0)))
    return _is_explained(left, base, max_share)


def _mean_difference_reduced(
    actual: Scan, expected: Scan, largest_shift: tuple[int, int], shift: tuple[int, int]
) -> float:
    """Return the mean difference of two cards in reduced pixels, the second shifted by pixels.

    shift: the shift to the right and down. largest_shift: the largest of the shifts to compare; only the part
    that overlaps at that shift is compared, so that all shifts are judged by the same part. Returns 255 if
    this part is small.
    """
    wide, high = actual.pixels.size
    box = (
        max(0, largest_shift[0]),
        max(0, largest_shift[1]),
        min(wide, wide + largest_shift[0]),
        min(high, high + largest_shift[1]),
    )
    if box[2] - box[0] < wide / 2 or box[3] - box[1] < high / 2:
        return 255.0
    less = max(1, round(0.35 * MM * actual.scale))
    other = expected.pixels.crop((box[0] - shift[0], box[1] - shift[1], box[2] - shift[0], box[3] - shift[1]))
    return mean_difference(actual.pixels.crop(box).reduce(less), other.reduce(less))


def _small_shift(actual: Scan, expected: Scan) -> tuple[float, float]:
    """Return the shift by a few pixels that leaves the smallest difference, in points, right and up."""
    steps = range(-_FEW_PIXELS, _FEW_PIXELS + 1)
    dx = min(steps, key=lambda step: _mean_difference_reduced(actual, expected, (step, 0), (step, 0)))
    dy = min(steps, key=lambda step: _mean_difference_reduced(actual, expected, (dx, step), (dx, step)))
    return dx / actual.scale, -dy / actual.scale


def _best_shift_and_scale(
    actual: Scan, expected: Scan, scales: Sequence[float]
) -> tuple[float, float, float] | None:
    """Return the scale and the shift (x and y, in points) that leave the smallest difference.

    Returns None if scale 1 is the best although other scales were tried: shifts without scaling are searched
    separately.
    """
    from PIL import Image

    longest = max(actual.pixels.size)
    small = max(1, round(longest / _SMALL))
    one = actual.pixels.reduce(small)
    best: tuple[float, float, int, int] | None = None
    for scale in scales:
        # Of an enlarged card only the middle is visible.
        size = tuple(max(1, round(side * scale)) for side in one.size)
        other = expected.pixels.resize(
            size, Image.Resampling.BOX if scale <= 1 else Image.Resampling.BILINEAR
        )
        offset = ((one.width - size[0]) // 2, (one.height - size[1]) // 2)
        canvas = other if scale == 1 else _centred_picture(other, one.size, offset)
        reach = [round(_FURTHEST_SHIFT * side) if scale == 1 else 3 for side in one.size]
        inner = None if scale >= 1 else (max(0, offset[0]), max(0, offset[1]), size[0], size[1])
        for dx in range(-reach[0], reach[0] + 1):
            for dy in range(-reach[1], reach[1] + 1):
                left = (
                    _mean_difference_shifted(one, canvas, dx, dy)
                    if inner is None
                    else _mean_difference_inside(one, canvas, dx, dy, inner)
                )
                # A small overlap matches by chance.
                cost = left * (1 + (abs(dx) + abs(dy)) / (sum(one.size)))
                if best is None or cost < best[0]:
                    best = (cost, scale, dx, dy)
    if best is None or (best[1] == 1 and len(scales) > 1):
        # Shifts without scaling are searched separately.
        return None
    _, scale, dx, dy = best
    return _refined_shift_and_scale(
        actual, expected, scale, dx * small / actual.scale, -dy * small / actual.scale, small / actual.scale
    )


def _centred_picture(picture: Any, size: tuple[int, int], offset: tuple[int, int]) -> Any:
    """Return a picture pasted at an offset on black of another size."""
    from PIL import Image

    canvas = Image.new(picture.mode, size)
    canvas.paste(picture, offset)
    return canvas


def _mean_difference_inside(
    actual: Any, expected: Any, dx: int, dy: int, inner: tuple[int, int, int, int]
) -> float:
    """Return the mean difference within the box that a reduced card fills.

    inner: left, top, width and height of the box.
    """
    left, top, wide, high = inner
    box = (left + dx, top + dy, left + dx + wide, top + dy + high)
    if box[0] < 0 or box[1] < 0 or box[2] > actual.width or box[3] > actual.height:
        return 255.0
    return mean_difference(actual.crop(box), expected.crop((left, top, left + wide, top + high)))


def _refined_shift_and_scale(
    actual: Scan, expected: Scan, scale: float, x: float, y: float, step: float
) -> tuple[float, float, float]:
    """Return a scale and a shift (points), refined by ever smaller steps to about a tenth of a pixel."""
    start, grow = (scale, x, y), 0.0 if scale == 1 else 0.02
    #: The best steps of scale, x and y from the start, and the misfits of all tried at this resolution.
    best: tuple[int, int, int] = (0, 0, 0)
    misfits: dict[tuple[int, int, int], float] = {}
    reduced = 0

    def moved(steps: tuple[int, int, int]) -> tuple[float, float, float]:
        return start[0] + grow * steps[0], start[1] + step * steps[1], start[2] + step * steps[2]

    while step * actual.scale > 0.08:
        wide = max(1, min(floor(step * actual.scale / 3), round(max(actual.pixels.size) / 160)))
        if wide != reduced:
            one = Scan(actual.pixels.reduce(wide), actual.scale / wide) if wide > 1 else actual
            other = Scan(expected.pixels.reduce(wide), expected.scale / wide) if wide > 1 else expected
            misfits, reduced = {}, wide
        tries = [
            (best[0] + c, best[1] + a, best[2] + b)
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
            for c in ((-1, 0, 1) if grow else (0,))
        ]
        for steps in tries:
            if steps not in misfits:
                misfits[steps] = _mean_difference_moved(one, other, *moved(steps))
        nearest = min(tries, key=misfits.__getitem__)
        # Blank cards, and those that do not overlap, have the same difference at any place.
        if misfits[nearest] >= misfits[best]:
            step, grow = step / 2, grow / 2
            best = (2 * best[0], 2 * best[1], 2 * best[2])
            misfits = {(2 * c, 2 * a, 2 * b): misfit for (c, a, b), misfit in misfits.items()}
        else:
            best = nearest
    return moved(best)


def _scale_or_shift_difference(scale: float, x: float, y: float, subject: str = "") -> Difference | None:
    """Return a scale or a shift as a difference; None if both are too small to report.

    x, y: in points, right and up. subject: what begins the words.
    """
    if abs(scale - 1) >= _LEAST_SCALE:
        return Difference("scaled", f"{subject}is scaled to {100 * scale:.1f} %".replace(".0 %", " %"))
    if hypot(x, y) < _LEAST_SHIFT:
        return None
    parts = [
        f"{abs(by) / MM:.1f} mm {way}"
        for by, way in ((x, "to the right" if x > 0 else "to the left"), (y, "up" if y > 0 else "down"))
        if abs(by) >= _LEAST_SHIFT
    ]
    return Difference("shifted", f"{subject}is shifted by {' and '.join(parts)}") if parts else None


# --- colours --------------------------------------------------------------------------------------


def is_recolored(actual: Any, expected: Any) -> bool:
    """Tell whether a picture is another one after a conversion of colours.

    That is so if each colour of the expected picture has become a single colour.
    """
    from PIL import ImageStat

    one, other = actual.convert("RGB"), expected.convert("RGB")
    groups = other.quantize(_COLOURS)
    spread = sum(ImageStat.Stat(one).var)
    wanted_spread = sum(ImageStat.Stat(other).var)
    left = own = 0.0
    pixels = one.width * one.height
    for index, count in enumerate(groups.histogram()[:_COLOURS]):
        if count:
            mask = groups.point(lambda level, index=index: 255 if level == index else 0, "L")
            left += sum(ImageStat.Stat(one, mask).var) * count / pixels
            own += sum(ImageStat.Stat(other, mask).var) * count / pixels
    if spread < 0.02 * wanted_spread:
        return False
    return left <= 0.06 * spread + 2 * own * min(1.0, spread / max(wanted_spread, 1e-9)) + 4


def _recolored_difference(actual: Scan, expected: Scan) -> Difference | None:
    """Return how the colours of a card are changed; None if a conversion of colours does not explain it."""
    square = max(1, round(0.35 * MM * actual.scale))
    one, other = actual.pixels.reduce(square), expected.pixels.reduce(square)
    if not is_recolored(one, other):
        return None
    return Difference("colours", f"has other colours ({describe_color_change(one, other)})")


def describe_color_change(one: Any, other: Any) -> str:
    """Return a phrase for how the colours of one picture differ from another's, such as "less yellow".

    It names the inks of pictures in CMYK, otherwise red, green and blue, or "lighter" or "darker".
    """
    from PIL import ImageStat

    seen, wanted = ImageStat.Stat(one), ImageStat.Stat(other)
    if one.mode == "CMYK":
        gone = [
            ink
            for ink, extremes, mean in zip(_INKS, seen.extrema, wanted.mean, strict=True)
            if extremes[1] <= 2 and mean > 3
        ]
        if gone:
            return f"without {' and '.join(gone)}"
        names: Sequence[str] = _INKS
    else:
        names = ("red", "green", "blue")
    off = [a - b for a, b in zip(seen.mean, wanted.mean, strict=True)]
    if one.mode == "RGB" and min(off) > 2 and max(off) < 2 * min(off):
        return "lighter"
    if one.mode == "RGB" and max(off) < -2 and min(off) > 2 * max(off):
        return "darker"
    parts = [
        f"{'more' if by > 0 else 'less'} {name}"
        for name, by in zip(names, off, strict=True)
        if abs(by) > max(2.0, 0.4 * max(map(abs, off)))
    ]
    return ", ".join(parts) or "each a little"


# --- covered --------------------------------------------------------------------------------------


def _covering_difference(actual: Scan, expected: Scan, box: tuple[int, int, int, int]) -> Difference | None:
    """Return the difference if a part of the card is covered, or shows something added; otherwise None.

    A part is covered if the card has a single colour there, and something is added if the expected card has a
    single colour there. box: the part, in pixels.
    """
    one, other = actual.pixels.crop(box), expected.pixels.crop(box)
    mask = _differing_mask(one, other)
    if mask.getbbox() is None:
        return None
    area = actual.area_in_points(box)
    at = actual.place_phrase(area)
    whole = _single_color(one)
    if whole is not None:
        return Difference("covered", f"is covered by {_color_name(whole)} {{at}}", area, at)
    if _single_color(other) is not None:
        return Difference("added", "has something {at} that the pack does not draw", area, at)
    flat = _single_color(one, mask)
    wanted_flat = _single_color(other, mask)
    if flat is not None:
        if wanted_flat is not None and not _fills_its_box(mask):
            # Text or a sign on a ground of one colour: missing, or in another colour.
            return Difference("covered", "lacks something, or has it in another colour, {at}", area, at)
        return Difference("covered", f"is covered by {_color_name(flat)} {{at}}", area, at)
    if wanted_flat is not None:
        return Difference("added", "has something {at} that the pack does not draw", area, at)
    return None


def covering_color_name(actual: Any, expected: Any) -> str:
    """Return the name of the colour that a picture has where it differs from the expected one.

    Returns "" if it has several colours there, or does not differ visibly.
    """
    one, other = actual.convert("RGB"), expected.convert("RGB")
    mask = _differing_mask(one, other)
    color = None if mask.getbbox() is None else _single_color(one, mask)
    return "" if color is None else _color_name(color)


def _differing_mask(one: Any, other: Any) -> Any:
    """Return a mask of the pixels in which two pictures in RGB differ visibly."""
    from PIL import ImageChops

    bands = ImageChops.difference(one, other).split()
    mask = bands[0]
    for band in bands[1:]:
        mask = ImageChops.lighter(mask, band)
    return mask.point(lambda level: 255 if level > _VISIBLE // 2 else 0)


def _fills_its_box(mask: Any) -> bool:
    """Tell whether most pixels of a mask are full."""
    return bool(mask.histogram()[255] >= 0.6 * mask.width * mask.height)


def _single_color(picture: Any, mask: Any = None) -> tuple[int, int, int] | None:
    """Return the colour of nearly all pixels; None if there are several. mask: the pixels that count."""
    found: list[int] = []
    histogram = picture.histogram(mask)
    total = sum(histogram[:256])
    for band in range(3):
        counts = histogram[256 * band : 256 * band + 256]
        best = max(range(256), key=counts.__getitem__)
        near = sum(counts[max(0, best - 12) : best + 13])
        if near < 0.85 * total:
            return None
        found.append(best)
    return found[0], found[1], found[2]


def _color_name(color: tuple[int, int, int]) -> str:
    """Return "white", "black" or, for any other colour, "one colour"."""
    if min(color) >= 247:
        return "white"
    if max(color) <= 40:
        return "black"
    return "one colour"
