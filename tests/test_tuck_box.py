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
from cardgen.output.tuck_box import BoxJob, net, write_box
from cardgen.text.outlines import contours, flattened
from cardgen.units import MM

JOB = BoxJob()


@given(st.floats(10, 300), st.floats(10, 300), st.floats(5, 200))
def test_a_box_closes(width, height, depth):
    flat = net(width * MM, height * MM, depth * MM)
    row = [flat.glue, flat.sides[0], flat.front, flat.sides[1], flat.back]
    assert all(one.right == pytest.approx(next_.x) for one, next_ in pairwise(row))
    assert {round(panel.y, 6) for panel in row} == {round(flat.front.y, 6)}
    assert {round(panel.height, 6) for panel in row} == {round(height * MM, 6)}
    assert flat.front.width == flat.back.width == width * MM
    assert [side.width for side in flat.sides] == [pytest.approx(depth * MM)] * 2
    for lid in (flat.lid, flat.bottom):
        assert (lid.x, lid.width, lid.height) == pytest.approx((flat.back.x, flat.back.width, depth * MM))
    assert (flat.lid.y, flat.bottom.top) == (pytest.approx(flat.back.top), pytest.approx(flat.back.y))
    bounds = flat.outline.bounds
    assert (bounds.x, bounds.y) == (pytest.approx(0, abs=1e-6), pytest.approx(0, abs=1e-6))
    assert (bounds.width, bounds.height) == pytest.approx(flat.size)
    # What goes into the box is narrower than its opening, and dust flaps leave room for each other.
    [contour] = contours(flat.outline)
    points = flattened(contour)
    lids = [x for x, y in points if x > flat.back.x + 0.1 and not flat.bottom.top - 1 < y < flat.lid.y + 1]
    assert flat.back.x + 1 < min(lids) < max(lids) < flat.back.right - 1
    dust = [y - flat.front.top for x, y in points if flat.sides[0].x < x < flat.sides[0].right]
    assert max(dust) < flat.front.width / 2


def test_it_is_as_deep_as_the_pack_is_thick():
    pack = api.load("standard-52")
    cards = sum(card.quantity for card in pack.cards)
    thin, thick = write_box(pack, JOB), write_box(pack, JOB._replace(thickness=0.4 * MM))
    assert thin.cards == cards
    assert thin.inside[2] > cards * 0.3 * MM
    assert thick.inside[2] - thin.inside[2] >= cards * 0.1 * MM
    assert thin.inside[:2] == pytest.approx([side + 2 * MM for side in pack.card.size])
    sleeved = write_box(pack, JOB._replace(sleeves=(66 * MM, 91 * MM)))
    assert sleeved.inside == pytest.approx((68 * MM, 93 * MM, thin.inside[2]))
    # Two folds closer together than that would tear.
    assert write_box(small_pack(), JOB).inside[2] == 5 * MM


def seen(pack, job):
    """Draw the page; return a function that tells the colour at a place of the net."""
    made = write_box(pack, job)
    flat = net(*made.inside)
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


def test_its_words_are_the_pack_s_without_what_the_font_lacks(say):
    Path("two.yaml").write_text(
        'format: 1\nname: "東京 Żółw"\nedition: Zweite\nallow: [rim]\ncards:\n- rows:\n  - {title: Wache}\n',
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
        (["--paper", "a5"], "176 × 154 mm, too large for A5: take larger paper, such as letter or a4 or"),
        (["--thickness", "3mm"], 'take larger paper, such as "501 x 479 mm", or make two boxes'),
        (["--thickness", "1 cm"], "1 cm is no thickness of a card; one card has from 0.05 mm to 3 mm"),
        (["--sleeves", "50 x 91 mm"], "sleeves of 50 × 91 mm do not hold cards of 62 × 88 mm"),
        (["--front", "green"], "--front green means 4 cards: name one of them"),
        (["--front", "zork"], "no card of NEVER OVER is called 'zork'"),
        (["-o", "box.png"], "'box.png' is no place for a box; name a folder, or a file that ends in .pdf"),
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
        said.errors
        == "never-over: warning: --style changes nothing here: name a card to show, with --front\n"
    )


def test_the_same_bytes_twice():
    pack = api.load("never-over")
    assert write_box(pack, JOB).data == api.box(pack).data


@pytest.mark.outside("qpdf")
def test_qpdf_finds_nothing_wrong(tmp_path):
    (tmp_path / "box.pdf").write_bytes(write_box(api.load("short-24"), JOB).data)
    done = subprocess.run(
        ["qpdf", "--check", tmp_path / "box.pdf"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
