"""Compares the pictures of one folder with each other, and names those that are unlike the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .findings import Finding, Severity
from .picture_contents import PictureFile
from .picture_files import PictureReading

#: Maximum difference in pixels between sides of the same proportions.
_SPARE = 1.5
#: Maximum number of files that a message names.
_NAMED = 6
_HINT = "make all pictures of a deck alike"


class _SharedProperty(NamedTuple):
    """A property that the pictures of a deck should share."""

    #: Returns the property of a picture; None if it has none.
    of: Callable[[PictureReading], Any]
    #: Returns the words after "it has".
    words: Callable[[Any], str]
    #: Returns how serious a difference is.
    severity: Callable[[Any, Any], Severity]


def findings_of_unlike_pictures(
    pictures: Sequence[PictureFile], sizes: bool = True, grey: bool = True
) -> tuple[list[tuple[Finding, ...]], tuple[Finding, ...]]:
    """Return for each picture how it differs from most others, and findings for the folder as a whole.

    The folder has a finding if two kinds of pictures are equally many. sizes: compare the sizes in pixels.
    grey: compare grey pictures with those in colour.
    """
    found: list[list[Finding]] = [[] for _ in pictures]
    tied: list[Finding] = []
    for trait in [_SPACE, _RESOLUTION, *([_SIZE] if sizes else []), *([_DEPTH] if grey else [])]:
        values = [picture.reading and trait.of(picture.reading) for picture in pictures]
        counts = Counter(value for value in values if value is not None)
        if len(counts) < 2:
            continue
        (usual, most), (other, second) = counts.most_common(2)
        if most == second:
            names = [each.name for each, value in zip(pictures, values, strict=True) if value == other]
            has, have = ("picture has", "has") if most == 1 else ("pictures have", "have")
            differing = f"{second} {has} {trait.words(other)}, and {most} {have} {trait.words(usual)}"
            first = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
            message = f"{differing}: {first}"
            tied.append(Finding("unlike", message, _HINT, trait.severity(other, usual)))
            continue
        have = "other has" if most == 1 else "others have"
        for value, findings in zip(values, found, strict=True):
            if value not in (None, usual):
                message = f"it has {trait.words(value)}; {most} {have} {trait.words(usual)}"
                findings.append(Finding("unlike", message, _HINT, trait.severity(value, usual)))
    return [tuple(each) for each in found], tuple(tied)


def _color_depth(reading: PictureReading) -> str | None:
    """Return "colours" or "no colours"; None for CMYK, where a picture may have only black."""
    if reading.mode == "CMYK":
        return None
    return "no colours" if reading.mode in ("1", "L", "LA") else "colours"


def _severity_of_sizes(one: tuple[int, int], other: tuple[int, int]) -> Severity:
    """Return "warning" for two sizes of the same proportions, which print at the same size; else "error"."""
    small, large = sorted((one, other))
    scale = max(a / b for a, b in zip(large, small, strict=True))
    same = all(abs(a - scale * b) <= _SPARE * scale for a, b in zip(large, small, strict=True))
    return "warning" if same else "error"


_SPACE = _SharedProperty(
    lambda reading: "CMYK" if reading.mode == "CMYK" else "RGB",
    lambda space: f"colours in {space}",
    lambda *_: "error",
)
_RESOLUTION = _SharedProperty(
    lambda reading: round(reading.claimed_ppi) if reading.claimed_ppi else None,
    lambda ppi: f"{ppi} pixels per inch written into it",
    lambda *_: "warning",
)
_SIZE = _SharedProperty(
    lambda reading: reading.size, lambda size: f"{size[0]} × {size[1]} pixels", _severity_of_sizes
)
_DEPTH = _SharedProperty(_color_depth, lambda depth: depth, lambda *_: "warning")
