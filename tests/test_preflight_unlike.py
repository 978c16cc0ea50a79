"""Which pages are told apart without being drawn: only those that cannot look the same."""

import io

import pytest
from reportlab.lib.colors import CMYKColor
from reportlab.pdfgen.canvas import Canvas

from cardgen.geometry import Rect
from cardgen.pdf.display_list import display_lists
from cardgen.pdf.document import opened
from cardgen.preflight.page_fingerprint import all_unlike, features
from cardgen.text import fonts

CUT = Rect(10, 10, 80, 80)
RED, BLUE, WHITE = CMYKColor(0, 1, 1, 0), CMYKColor(1, 0.5, 0, 0), CMYKColor(0, 0, 0, 0)


def page(canvas, ground, text, ink=WHITE, x=40, slug=""):
    canvas.setFillColor(ground)
    canvas.rect(0, 0, 100, 100, stroke=0, fill=1)
    canvas.setFillColor(ink)
    canvas.setFont(fonts.INDEX.name, 20)
    canvas.drawString(x, 40, text)
    canvas.setFont(fonts.INDEX.name, 3)
    canvas.drawString(2, 2, slug)
    canvas.showPage()


def told_apart(*pages):
    """Whether pages, each given as the arguments of page(), are told apart."""
    fonts.register()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(100, 100), initialFontName=fonts.TEXT.name)
    for arguments in pages:
        page(canvas, *arguments)
    canvas.save()
    with opened(buffer.getvalue()) as file:
        drawn = {number: each for each in display_lists(file) for number in each.pages}
        return all_unlike([features(drawn[number], CUT) for number in sorted(drawn)])


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((RED, "4"), (RED, "3"), True),
        ((RED, "4"), (BLUE, "4"), True),
        ((RED, "4", WHITE), (RED, "4", BLUE), True),
        # Titles that begin in the same place, one longer than the other.
        ((RED, "2"), (RED, "100"), True),
        # The same card with a hair's difference in its place, or another word in the slug, may look the same.
        ((RED, "4"), (RED, "4", WHITE, 40.3), False),
        ((RED, "4"), (RED, "4", WHITE, 40, "2 of 9"), False),
        # Type elsewhere proves nothing by itself: it might be the colour of its ground.
        ((RED, "4"), (RED, "4", WHITE, 70), False),
    ],
)
def test_only_what_is_certain_tells_pages_apart(one, other, apart):
    assert told_apart(one, other) is apart


def test_one_pair_alike_is_enough_to_look_at_them_all():
    assert told_apart((RED, "4"), (RED, "3"), (BLUE, "2"))
    assert not told_apart((RED, "4"), (RED, "3"), (RED, "4", WHITE, 40.2))
