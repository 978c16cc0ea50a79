"""Pages imposed for folding and stapling: two to a side, in order once the booklet is folded."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import UsageError
from ..geometry import TOLERANCE
from ..text.scripts import is_right_to_left_language
from ..units import MM

#: Thickness of a sheet of paper in points: common copy paper, 80 g/m2.
THICKNESS = 0.1 * MM


class Spread(NamedTuple):
    """One side of a sheet: the numbers of its left and right page, from 1; 0 for a blank one."""

    left: int
    right: int
    #: Distance by which both pages are moved towards the fold, in points.
    creep: float


class Booklet(NamedTuple):
    """A finished booklet."""

    data: bytes
    sheets: int
    blanks: int


def spreads_in_print_order(pages: int, thickness: float = THICKNESS) -> list[Spread]:
    """Return the sides of all sheets in print order: front and back of each sheet, the outermost sheet first.

    pages: how many there are. thickness: that of a sheet, in points. Sheets lie in one another; the inner
    ones stick out and are trimmed, so their pages are moved towards the fold (creep).
    """
    sheets = -(-pages // 4)
    total = 4 * sheets

    def number(page: int) -> int:
        """Return the number of a page of the booklet; 0 for a blank page after the last one."""
        return page if page <= pages else 0

    made: list[Spread] = []
    for sheet in range(sheets):
        creep = sheet * thickness
        low, high = 2 * sheet + 1, total - 2 * sheet
        made += [
            Spread(number(high), number(low), creep),
            Spread(number(low + 1), number(high - 1), creep),
        ]
    return made


def verify_paper(page: tuple[float, float], paper: tuple[float, float]) -> None:
    """Raise UsageError if two pages do not fit side by side on the paper in landscape orientation.

    page, paper: width and height in points.
    """
    width, height = max(paper), min(paper)
    if 2 * page[0] > width + TOLERANCE or page[1] > height + TOLERANCE:
        raise UsageError(
            "two pages of this size do not fit on the paper side by side: "
            "choose --format a5 for A4 and half-letter for Letter, or a smaller one"
        )


def impose_booklet(data: bytes, paper: tuple[float, float], thickness: float = THICKNESS) -> Booklet:
    """Return a PDF's pages as a booklet: two on each side of landscape paper, to print on both sides, flipped
    on the short edge.

    data: the PDF. paper: its width and height in points. thickness: that of a sheet, in points. A book in a
    language from right to left is bound at the right. Raises UsageError if two pages do not fit on the paper.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as source, pikepdf.new() as made:
        first = source.pages[0].trimbox
        size = (float(first[2] - first[0]), float(first[3] - first[1]))
        verify_paper(size, paper)
        count = len(source.pages)
        forms = [made.copy_foreign(page.as_form_xobject()) for page in source.pages]
        sides = spreads_in_print_order(count, thickness)
        if is_right_to_left_language(str(source.Root.get("/Lang", ""))):
            sides = [side._replace(left=side.right, right=side.left) for side in sides]
        for side in sides:
            _draw_side(made, side, forms, size, (max(paper), min(paper)))
        for key, value in source.docinfo.items():
            made.docinfo[key] = pikepdf.String(str(value))
        if "/Lang" in source.Root:
            made.Root.Lang = pikepdf.String(str(source.Root.Lang))
        buffer = io.BytesIO()
        made.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return Booklet(buffer.getvalue(), len(sides) // 2, 2 * len(sides) - count)


def _draw_side(
    pdf: object,
    side: Spread,
    forms: Sequence[object],
    size: tuple[float, float],
    paper: tuple[float, float],
) -> None:
    """Add one side of a sheet to a PDF as a page.

    pdf: the PDF (pikepdf). forms: the pages as form XObjects. size: that of a page, in points.
    """
    import pikepdf

    assert isinstance(pdf, pikepdf.Pdf)  # noqa: S101 - for the type checker; the import is late
    width, height = paper
    fold, bottom = width / 2, (height - size[1]) / 2
    places = {side.left: fold - size[0] + side.creep, side.right: fold - side.creep}
    used = {f"/Page{page}": forms[page - 1] for page in places if page}
    content = [
        # Clip each page to its side of the fold.
        f"q {0.0 if page == side.left else fold:.4f} 0 {fold:.4f} {height:.4f} re W n "
        f"1 0 0 1 {x:.4f} {bottom:.4f} cm /Page{page} Do Q"
        for page, x in places.items()
        if page
    ]
    if size[0] * 2 < width - 1 or size[1] < height - 1:
        content += _fold_marks(fold, bottom, size)
    page = pdf.add_blank_page(page_size=(width, height))
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(used))
    page.Contents = pdf.make_stream("\n".join(content).encode("ascii"))


def _fold_marks(fold: float, bottom: float, size: tuple[float, float]) -> list[str]:
    """Return PDF operators that draw cutting ticks and dashed fold ticks outside the pages.

    fold: the x of the fold. bottom: the y of the pages' lower edge. size: that of a page, in points.
    """
    left, right, top = fold - size[0], fold + size[0], bottom + size[1]
    ticks = [
        (x, y, x + dx, y + dy)
        for x, sx in ((left, -1), (right, 1))
        for y, sy in ((bottom, -1), (top, 1))
        for dx, dy in ((0, 8 * sy), (8 * sx, 0))
    ]
    lines = [
        f"{x + _gap_before_tick(x, u):.3f} {y + _gap_before_tick(y, v):.3f} m {u:.3f} {v:.3f} l S"
        for x, y, u, v in ticks
    ]
    folds = [
        f"{fold:.3f} {y:.3f} m {fold:.3f} {v:.3f} l S" for y, v in ((bottom, bottom - 8), (top, top + 8))
    ]
    return ["q 0.35 w 0.4 G", *lines, "[2 2] 0 d", *folds, "Q"]


def _gap_before_tick(start: float, end: float) -> float:
    """Return the x or y distance in points from a corner to the start of its tick.

    start, end: the coordinate of the tick's ends. The distance is 2 or -2, by the direction of the tick; it
    is 0 on the axis along which the tick does not extend.
    """
    return 2.0 if end > start else -2.0 if end < start else 0.0
