"""Masks and measures of pictures: operations on pictures of one channel (PIL, L)."""

from __future__ import annotations

from functools import cache
from operator import mul
from typing import Any

_LEVELS = range(256)


def strongest_channel(picture: Any) -> Any:
    """Return a picture of the highest channel of each pixel. picture: in RGB or of one channel."""
    from PIL import ImageChops

    if picture.mode == "L":
        return picture

    red, green, blue = picture.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def distance_outside_range(picture: Any, low: Any, high: Any) -> Any:
    """Return a picture of how far each pixel lies outside a range, in the channel where that is most.

    low, high: pictures of the lowest and the highest level in the range at each pixel.
    """
    from PIL import ImageChops

    return strongest_channel(
        ImageChops.difference(picture, ImageChops.darker(ImageChops.lighter(picture, low), high))
    )


def mask_intersection(one: Any, other: Any) -> Any:
    """Return the product of two masks: full where both are full."""
    from PIL import ImageChops

    return ImageChops.multiply(one, other)


def mask_above_level(picture: Any, level: int) -> Any:
    """Return a mask that is full where a picture of one channel is above a level."""
    return picture.point(_threshold_table(level))


@cache
def _threshold_table(level: int) -> list[int]:
    """Return the table that maps levels above a level to 255, and all others to 0."""
    return [255 * (each > level) for each in range(256)]


def count_full_pixels(mask: Any) -> int:
    """Return the number of pixels that are full (255) in a mask."""
    return int(mask.histogram()[255])


def sum_of_levels(picture: Any) -> int:
    """Return the sum of the levels of all pixels in a picture of one channel."""
    return sum(map(mul, _LEVELS, picture.histogram()))


def channel_means(picture: Any, mask: Any) -> list[float]:
    """Return the mean level of each channel over the pixels of a mask, which must have some."""
    histogram = picture.histogram(mask)
    pixels = sum(histogram[:256])
    return [sum(map(mul, _LEVELS, histogram[at : at + 256])) / pixels for at in range(0, len(histogram), 256)]


def darkest_neighbours(picture: Any) -> Any:
    """Return a picture with the lowest level of each pixel and its eight neighbours; edges wrap around."""
    from PIL import ImageChops

    return _neighbourhood_extreme(picture, ImageChops.darker)


def lightest_neighbours(picture: Any) -> Any:
    """Return a picture with the highest level of each pixel and its eight neighbours; edges wrap around."""
    from PIL import ImageChops

    return _neighbourhood_extreme(picture, ImageChops.lighter)


def _neighbourhood_extreme(picture: Any, extreme_of_two: Any) -> Any:
    """Return a picture with the extreme of each pixel and its eight neighbours.

    extreme_of_two: returns a picture of the extremes of two pictures.
    """
    from PIL import ImageChops

    for x, y in ((1, 0), (0, 1)):
        one, other = ImageChops.offset(picture, x, y), ImageChops.offset(picture, -x, -y)
        picture = extreme_of_two(picture, extreme_of_two(one, other))
    return picture
