"""Pictures of sheets for Cricut's Print Then Cut, which prints a picture with marks and cuts its outlines.

The figures are second-hand: those of Cricut's help (article 360009429814), as other projects give them. They
have not been tried on a machine, and Design Space may change them: --area replaces them.
"""

from __future__ import annotations

from ..units import MM, Size, paper_name, size_text

_INCH = 25.4 * MM
#: The largest picture on a paper, width and height as the paper stands upright, in points.
_AREAS = {"letter": (7.44 * _INCH, 9.94 * _INCH), "a4": (7.2 * _INCH, 10.62 * _INCH)}
#: The largest picture of older machines and programs, on any paper that holds it.
_OLDER_AREA = (6.75 * _INCH, 9.25 * _INCH)
#: How far pieces are apart, so that Design Space sees the outline of each.
CRICUT_GAP = 2 * MM
#: The resolution of the pictures, in dots per inch: that of print.
CRICUT_DPI = 300


def print_then_cut_area(paper: Size) -> Size:
    """Return the size in points of the largest picture that a cutting machine can print and cut on upright
    paper.
    """
    return _AREAS.get(paper_name(paper).lower(), _OLDER_AREA)


def too_large_message(card: Size, area: Size, unit: str) -> str:
    """Return a message if a piece does not fit the area in either orientation, with the largest size that
    does; "" if it fits.
    """
    if all(side <= most for side, most in zip(sorted(card), sorted(area), strict=True)):
        return ""
    return (
        f"a {unit} of {size_text(*card)} is larger than the {size_text(*area)} that Print Then Cut prints "
        "and cuts: make it no larger than that, name a larger --area if your Design Space has one, or use "
        "--cutter outlines for another machine"
    )
