"""The box of a pack: that it closes, what stands on it, and what is said where it cannot be made."""

import subprocess
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import small_pack

from cardgen import api
from cardgen.output.boxes.box import BoxJob, write_box
from cardgen.output.boxes.tuck import tuck_box_net
from cardgen.text.outlines import contours, points_of_contour
from cardgen.units import MM

JOB = BoxJob()


def inked(flat):
    """Return the corners of a net's outline, curves as short lines."""
    [contour] = contours(flat.outline)
    return points_of_contour(contour)


def strokes(shape):
    """Return the beginnings and ends of a shape of single lines."""
    points = [values for _, values in shape.segments]
    return list(zip(points[::2], points[1::2], strict=True))


@given(st.floats(20, 300), st.floats(20, 300), st.floats(3, 100), st.floats(0.25, 0.5))
def test_a_net_is_one_row_of_panels_with_its_lids_on_the_back(width, height, stack, board):
    flat = tuck_box_net((width * MM, height * MM, stack * MM), board * MM)
    row = [flat.glue, flat.sides[0], flat.front, flat.sides[1], flat.back]
    assert all(one.right == pytest.approx(next_.x) for one, next_ in pairwise(row))
    assert {round(panel.y, 6) for panel in row} == {round(flat.front.y, 6)}
    assert len({round(panel.height, 6) for panel in row}) == 1
    assert (flat.lid.y, flat.bottom.top) == (pytest.approx(flat.back.top), pytest.approx(flat.back.y))
    bounds = flat.outline.bounds
    assert (bounds.x, bounds.y) == (pytest.approx(0, abs=1e-6), pytest.approx(0, abs=1e-6))
    assert (bounds.width, bounds.height) == pytest.approx(flat.size)


@given(st.integers(10, 300), st.floats(0.25, 0.5), st.sampled_from([(44, 68), (62, 88), (70, 120)]))
def test_it_fits_its_cards_with_half_a_millimetre_to_one_and_a_half_everywhere(cards, board, card):
    """Fold a box in numbers: front at depth 0, back behind it; each layer takes its thickness."""
    board *= MM
    stack = cards * 0.3 * MM
    width, height = (side * MM for side in card)
    flat = tuck_box_net((width, height, stack), board)
    glue_side, other = (side.width for side in flat.sides)
    # The glue flap lies flat against the back, inside it, and the tongues against the front.
    assert glue_side + board == pytest.approx(other)
    tongue = other - flat.lid.height
    assert tongue == pytest.approx(board)
    assert flat.bottom.height == flat.lid.height
    # The back covers the glue flap but not the crease that it hangs on.
    free = flat.front.width - flat.back.width
    assert board / 2 < free < flat.glue.width / 2
    half = board / 2
    least_depth = (glue_side - half) - (tongue + half)
    most_depth = (other - half) - half
    least_height = flat.back.height - 2 * half - 2 * board  # below each lid a dust flap
    most_height = flat.back.height - 2 * half
    inside_width = flat.front.width - 2 * half
    assert flat.inside == pytest.approx((inside_width, least_height, least_depth))
    rooms = (least_depth - stack, most_depth - stack, least_height - height, most_height - height)
    for room in (*rooms, inside_width - width):
        assert 0.5 - 1e-6 <= room / MM <= 1.5 + 1e-6
    points = inked(flat)
    head = flat.back.top
    # Dust flaps stand between the back and the tongue, and do not meet.
    ends = [(flat.sides[0].x, flat.sides[0].right), (flat.sides[1].right, flat.sides[1].x)]
    for back_end, front_end in ends:
        low, high = sorted((back_end, front_end))
        # To the middle: the panels beside it hang lids and notches there.
        flap = [x for x, y in points if low < x < high and y > head + 0.01]
        from_back, from_front = (min(abs(end - x) for x in flap) for end in (back_end, front_end))
        assert from_back > half
        assert from_front > tongue + half
        reach = max(y - head for x, y in points if low < x < high)
        assert 2 * reach < inside_width
    # Lids pass between the sides, and over the front's edges.
    assert flat.lid.width < inside_width
    assert flat.lid.x > flat.back.x + half
    edges = [y for x, y in points if abs(x - flat.front.x) < 1e-6 and abs(y - head) < MM]
    assert max(edges) <= head - half
    # The slits of a lid leave most of its crease.
    assert flat.slits.bounds.width == pytest.approx(flat.lid.width)
    slits = (abs(end[0] - begin[0]) for begin, end in strokes(flat.slits))
    assert 2 * max(slits) <= flat.lid.width / 2 + 1e-6


def test_marks_of_creases_stand_outside_what_is_printed():
    flat = tuck_box_net((62 * MM, 88 * MM, 17 * MM), 0.3 * MM)
    pairs = strokes(flat.ticks)
    upright = sorted({round(x0, 3) for (x0, _), (x1, _) in pairs if x0 == x1})
    assert upright == [round(panel.x, 3) for panel in (flat.sides[0], flat.front, flat.sides[1], flat.back)]
    level = sorted({round(y0, 3) for (_, y0), (_, y1) in pairs if y0 == y1})
    creases = (flat.bottom.y, flat.back.y, flat.back.top, flat.lid.top)
    assert level == [round(y, 3) for y in creases]
    assert len(pairs) == 2 * (len(upright) + len(level))
    made = write_box(small_pack(), JOB._replace(measured=17 * MM))
    page = pypdfium2.PdfDocument(made.data)[0].render(scale=4).to_pil().convert("L")
    flat = tuck_box_net((62 * MM, 88 * MM, 17 * MM), JOB.board)
    left, low = ((side - own) / 2 for side, own in zip(made.paper, flat.size, strict=True))
    for (x0, y0), (x1, y1) in strokes(flat.ticks):
        x, y = left + (x0 + x1) / 2, made.paper[1] - low - (y0 + y1) / 2
        around = [page.getpixel((int(4 * (x + dx)), int(4 * (y + dy)))) for dx, dy in ((-3, -3), (3, 3))]
        assert around == [255, 255]


@pytest.mark.parametrize(("width", "long"), [(62, 7.5), (24, None)])
def test_slits_are_longer_than_the_shoulders_of_the_dust_flaps(width, long):
    """By 1.5 mm, and on a narrow lid a quarter of it."""
    flat = tuck_box_net((width * MM, 88 * MM, 17 * MM), 0.3 * MM)
    lengths = {round(abs(x1 - x0), 6) for (x0, _), (x1, _) in strokes(flat.slits)}
    assert lengths == {round(long * MM if long else flat.lid.width / 4, 6)}


def test_it_is_as_deep_as_the_pack_is_thick():
    pack = api.load("standard-52")
    cards = sum(card.quantity for card in pack.cards)
    thin, thick = write_box(pack, JOB), write_box(pack, JOB._replace(thickness=0.4 * MM))
    assert thin.plan.cards == cards
    # Card stock may be 5 % thicker than it is said to be.
    assert thin.plan.stack == pytest.approx(cards * 0.3 * MM * 1.05)
    assert thin.plan.inside[2] == pytest.approx(thin.plan.stack + 0.5 * MM)
    assert thick.plan.inside[2] - thin.plan.inside[2] == pytest.approx(cards * 0.1 * MM * 1.05)
    assert thin.plan.inside[:2] == pytest.approx((pack.card.width + MM, pack.card.height + 0.5 * MM))
    sleeved = write_box(pack, JOB._replace(sleeves=(66 * MM, 91 * MM)))
    # Both films of a sleeve are 0.13 mm thick.
    films = cards * 0.13 * MM * 1.05
    assert sleeved.plan.inside == pytest.approx((67 * MM, 91.5 * MM, thin.plan.inside[2] + films))
    measured = write_box(pack, JOB._replace(measured=17.2 * MM))
    assert (measured.plan.stack, measured.plan.inside[2]) == pytest.approx((17.2 * MM, 17.7 * MM))


def seen(pack, job):
    """Draw the page; return a function that tells the colour at a place of the net."""
    made = write_box(pack, job)
    flat = tuck_box_net((*(job.sleeves or pack.card.size), made.plan.stack), job.board)
    page = pypdfium2.PdfDocument(made.data)[0].render(scale=2).to_pil().convert("RGB")
    left, low = ((side - own) / 2 for side, own in zip(made.paper, flat.size, strict=True))
    return flat, lambda x, y: page.getpixel((int(2 * (left + x)), int(2 * (made.paper[1] - low - y))))


def test_it_has_the_pack_s_colour_but_bare_paper_for_the_glue():
    pack = api.load("never-over")
    flat, at = seen(pack, JOB)
    ink = tuple(round(255 * part) for part in pack.back.color.rgb)
    for panel in (*flat.sides, flat.front, flat.lid, flat.bottom):
        assert at(panel.x + 4, panel.y + 4) == ink
    assert at(flat.lid.center[0], flat.lid.top + 10) == ink
    assert at(flat.glue.x + 9, flat.glue.center[1]) == (255, 255, 255)
    # The ground runs past the cut, and a little under the glue flap.
    assert at(flat.back.right + 2, flat.back.center[1]) == ink
    assert at(flat.glue.right - 2, flat.glue.center[1]) == ink


def test_a_card_is_shown_on_the_front():
    pack = api.load("standard-52")
    king = next(card for card in pack.cards if card.label == "K of hearts")
    flat, at = seen(pack, JOB._replace(front=king))
    assert at(flat.front.x + 4, flat.front.y + 12) == (255, 255, 255)
    # Past the cut, above and below, the front is white as well, and the side keeps its own colour.
    white, ink = (255, 255, 255), tuple(round(255 * part) for part in pack.back.color.rgb)
    assert at(flat.front.x + 8, flat.front.top + 3) == at(flat.front.x + 8, flat.front.y - 3) == white
    assert at(flat.front.x - 2, flat.front.center[1]) == ink


def test_nothing_of_the_cut_line_stays_on_the_box():
    pack = api.load("never-over")
    flat = tuck_box_net((*pack.card.size, 17 * MM), JOB.board)
    made = write_box(pack, JOB._replace(measured=17 * MM))
    page = pypdfium2.PdfDocument(made.data)[0].render(scale=12).to_pil().convert("RGB")
    left, low = ((side - own) / 2 for side, own in zip(made.paper, flat.size, strict=True))
    ink = tuple(round(255 * part) for part in pack.back.color.rgb)
    middle, edge = flat.lid.center[0], flat.size[1]
    x, y = 12 * (left + middle), 12 * (made.paper[1] - low - edge)
    assert page.getpixel((int(x), int(y + 1.5))) == ink
    assert page.getpixel((int(x), int(y - 3))) in ((0, 0, 0), (255, 255, 255))


def test_its_words_are_the_pack_s_without_what_the_font_lacks(say):
    Path("two.yaml").write_text(
        'format: 1\nname: "東京 Żółw"\nedition: Zweite\nallow: [rim]\n'
        "cards:\n- rows:\n  - {title: Wache, quantity: 40}\n",
        "utf-8",
    )
    assert say("box", "two.yaml", "-o", "box.pdf").code == 0
    words = pypdfium2.PdfDocument("box.pdf")[0].get_textpage().get_text_range()
    # On the front, a lid, two sides, the bottom, and beside the ruler.
    assert words.count("Żółw") == 6
    assert words.count("Zweite") == 3
    assert "東" not in words


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--measured", "2 mm"], "2 mm is no thickness of 56 cards, which have from 2.8 mm to 280 mm"),
        (["--board", "2 mm"], "board of 2 mm makes no box; boxes are folded of board from 0.15 mm to 0.6 mm"),
        (["--board", "0.35"], "the unit of 0.35 is missing"),
        (["--thickness", "1 cm"], "1 cm is not a thickness of a card; one card has from 0.05 mm to 5 mm"),
        (["--sleeves", "50 x 91 mm"], "sleeves of 50 × 91 mm do not hold cards of 62 × 88 mm"),
        (["--front", "green"], "--front green means 4 cards: name one of them"),
        (["--front", "zork"], "no card of NEVER OVER is called 'zork'"),
        (
            ["-o", "box.png"],
            "'box.png' cannot be the output of a box; name a folder, or a file that ends in .pdf",
        ),
    ],
)
def test_what_cannot_be_made_is_told(options, message, say):
    said = say("box", "never-over", *options)
    assert said.code == 2
    assert message in said.errors
    assert not Path("output").exists()


def test_an_option_that_changes_nothing_is_told(say):
    said = say("box", "never-over", "--style", "paper")
    assert (
        said.errors == "never-over: warning: --style has no effect here: name a card to show, with --front\n"
    )


def test_what_the_box_was_made_for_is_said(say):
    guessed = say("box", "never-over", "-o", "box.pdf")
    assert "It holds a stack of 17.6 mm: 56 cards of 0.3 mm and 5% more" in guessed
    assert "measure your stack and use --measured" in guessed
    said = say("box", "never-over", "--measured", "17.2 mm", "--thickness", "0.4mm", "-o", "box.pdf")
    assert "17.7 mm deep inside" in said
    assert "stack" not in said
    assert "--thickness has no effect here: --measured says how thick all cards are" in said.errors


def test_board_is_named_by_its_weight_or_its_thickness(say):
    heavy = say("box", "never-over", "--board", "300 gsm", "-o", "a.pdf")
    thick = say("box", "never-over", "--board", "0.39mm", "-o", "b.pdf")
    assert "board 0.39 mm thick" in heavy
    assert "board 0.39 mm thick" in thick
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()


def test_the_same_bytes_twice():
    pack = api.load("never-over")
    assert write_box(pack, JOB).data == api.box(pack)[0].data


@pytest.mark.outside("qpdf")
def test_qpdf_finds_nothing_wrong(tmp_path):
    (tmp_path / "box.pdf").write_bytes(write_box(api.load("short-24"), JOB).data)
    done = subprocess.run(
        ["qpdf", "--check", tmp_path / "box.pdf"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
