"""Booklets: folded and stapled, their pages follow one another."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pikepdf
import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from cardgen.errors import UsageError
from cardgen.output.booklet import THICKNESS, impose_booklet, spreads_in_print_order, verify_paper
from cardgen.units import MM

A4, A5 = (210 * MM, 297 * MM), (148 * MM, 210 * MM)
#: Where the number stands on each page of the pages made here.
X, Y = 30.0, 300.0


def pages(count: int, size: tuple[float, float] = A5, language: str = "en") -> bytes:
    """Pages with their numbers on them."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size, invariant=1, lang=language)
    for number in range(1, count + 1):
        canvas.drawString(X, Y, f"p{number}e")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def read(data: bytes) -> Iterator[tuple[tuple[int, float], tuple[int, float]]]:
    """Of every side, the number left and right of the fold (0 for a blank), and how far from it it stands."""
    with pypdfium2.PdfDocument(data) as pdf:
        for page in pdf:
            fold = page.get_width() / 2
            text = page.get_textpage()
            found = {"left": (0, 0.0), "right": (0, 0.0)}
            for place in range(text.count_rects()):
                left, bottom, right, top = text.get_rect(place)
                number = int(text.get_text_bounded(left, bottom, right, top).strip(" pe\r\n"))
                found["left" if left < fold else "right"] = (number, left - fold)
            yield found["left"], found["right"]


def folded(data: bytes) -> list[int]:
    """The pages in the order in which they are read when the sheets are folded into one another."""
    sides = [(left[0], right[0]) for left, right in read(data)]
    fronts, backs = sides[::2], sides[1::2]
    opening = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    closing = [page for front, back in zip(fronts, backs, strict=True) for page in (front[0], back[1])]
    return opening + closing[::-1]


@pytest.mark.parametrize("count", [*range(1, 14), 31, 64])
def test_pages_are_in_order_once_folded(count: int) -> None:
    made = impose_booklet(pages(count), A4)
    blanks = -count % 4
    assert folded(made.data) == [*range(1, count + 1), *[0] * blanks]
    assert (made.sheets, made.blanks) == ((count + blanks) // 4, blanks)


def test_a_book_from_the_right_is_bound_at_the_right() -> None:
    made = [(left[0], right[0]) for left, right in read(impose_booklet(pages(8, language="ar"), A4).data)]
    assert made == [(right, left) for left, right in [(8, 1), (2, 7), (6, 3), (4, 5)]]


def test_inner_sheets_are_moved_towards_the_fold() -> None:
    made = list(read(impose_booklet(pages(32), A4).data))
    for place, (left, right) in enumerate(made):
        creep = place // 2 * THICKNESS
        assert right[1] == pytest.approx(made[0][1][1] - creep, abs=0.05)
        assert left[1] == pytest.approx(made[0][0][1] + creep, abs=0.05)


def test_spreads_of_eight_pages() -> None:
    assert [(side.left, side.right) for side in spreads_in_print_order(8)] == [(8, 1), (2, 7), (6, 3), (4, 5)]
    assert [(side.left, side.right) for side in spreads_in_print_order(6)] == [(0, 1), (2, 0), (6, 3), (4, 5)]


def test_pages_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UsageError, match="half-letter"):
        impose_booklet(pages(4, A4), A4)
    with pytest.raises(UsageError):
        verify_paper(A5, (215.9 * MM, 279.4 * MM))
    verify_paper(A5, A4)
    # Twice as wide to the point.
    verify_paper((139.7 * MM, 215.9 * MM), (215.9 * MM, 279.4 * MM))


def test_small_pages_have_marks_to_cut_and_fold_by() -> None:
    small = impose_booklet(pages(4, (105 * MM, 148 * MM)), A4).data
    with pikepdf.open(io.BytesIO(small)) as pdf:
        assert b" l S" in pdf.pages[0].Contents.read_bytes()
    with pikepdf.open(io.BytesIO(impose_booklet(pages(4), A4).data)) as pdf:
        assert float(pdf.pages[0].mediabox[2]) == pytest.approx(A4[1], abs=0.01)


def test_the_same_bytes_twice() -> None:
    assert impose_booklet(pages(9), A4).data == impose_booklet(pages(9), A4).data
