"""Preflight with a pack: every page looks as the pack draws its card, and what does not is named."""

from __future__ import annotations

import random
import re
from functools import cache

import pikepdf
import pytest
from pikepdf import Array
from PIL import Image, ImageDraw, ImageFilter
from preflight_samples import changed, rasterised, without_known_pictures
from samples import sampled_pairs, small_pack, thorough

from cardgen import api
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour.images import press_picture
from cardgen.geometry import Rect
from cardgen.output.press import DieLine, PressJob, press_job, press_target, write_press
from cardgen.prepress.comparison.faces import CardView, ExpectedSide, FaceJudge, all_sides
from cardgen.prepress.pdf import raster
from cardgen.prepress.preflight import deck_sources, preflight
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

#: Small cards, as all pages are compared pixel by pixel.
SIZE = (44, 62)
CARD = {"size": f"{SIZE[0]} x {SIZE[1]} mm", "corner": "2 mm"}
#: Six cards, with backs behind them: pages 1 to 12.
PACK = small_pack(card=CARD)
JOB = PressJob()


@cache
def pressed(job=JOB):
    (file,) = write_press(PACK, job)
    return file.data


def report(data, pack=PACK, job=JOB, printer=None, **more):
    return preflight(data, press_target(pack, job, printer, "")._replace(**more))


def said(data, pack=PACK, job=JOB, **more):
    """What the rule says, with the pages."""
    findings = report(data, pack, job, **more).findings
    return [(each.page, each.message) for each in findings if each.rule == "deck"]


def every_page(before, after=b""):
    """A change that writes content around that of every page."""

    def change(pdf):
        for leaf in pdf.pages:
            content = leaf.Contents.read_bytes()
            leaf.Contents = pdf.make_stream(before + b"\n" + content + b"\n" + after)

    return change


def one_page(number, before, after=b""):
    """The same for one page, from 1."""

    def change(pdf):
        leaf = pdf.pages[number - 1]
        content = leaf.Contents.read_bytes()
        leaf.Contents = pdf.make_stream(before + b"\n" + content + b"\n" + after)

    return change


def moved(x, y):
    """Content that moves all that follows by millimetres."""
    return b"1 0 0 1 %.5f %.5f cm" % (x * MM, y * MM)


WIDE = (SIZE[0] + 6) * MM
MIRRORED = b"-1 0 0 1 %.4f 0 cm" % WIDE
#: A white box of 20 × 37 mm, 12 mm from the left and 13 mm from the bottom of the trim.
BOX = b"Q q 0 0 0 0 k %.4f %.4f %.4f %.4f re f" % (15 * MM, 16 * MM, 20 * MM, 37 * MM)


def test_what_cardgen_has_made_is_equal_to_the_pixel():
    found = report(pressed())
    assert found.passed
    assert found.compared == {
        "pages": 12,
        "equal": 12,
        "ppi": 150,
        "tolerance": [
            {"square_mm": 0.5, "levels": 24},
            {"square_mm": 2.0, "levels": 6},
            {"square_mm": 8.0, "levels": 2},
        ],
    }
    within = "by at most 24 of 255 levels in the mean of squares of 0.5 mm, by 6 in those of 2 mm, by 2 in"
    said = f"12 pages look as the pack draws them: colours differ {within} those of 8 mm"
    assert said in found.facts


def test_pages_that_match_are_compared_with_their_sources_while_they_are_open(monkeypatch):
    """PDFium decodes the pictures of a page once for as long as it is open."""
    monkeypatch.setattr(deck_sources, "MOST_PAGES", 100)
    again = []

    def pages_in_parts(file, parts):
        again.extend(parts)
        return raster.pdfium_pages_in_parts(file, parts)

    monkeypatch.setattr(deck_sources, "pdfium_pages_in_parts", pages_in_parts)
    found = report(pressed())
    assert found.passed
    assert found.sources["pages"] == len(all_sides(PACK))
    assert again == []


@pytest.mark.parametrize(
    "job",
    [
        press_job(None, "x4"),
        PressJob(marks=True, die_line=DieLine()),
        PressJob(rich_black=(0.6, 0.4, 0.4, 1)),
        press_job(None, condition="gracol"),
    ],
    ids=["x4", "marks and die line", "rich black", "another condition"],
)
def test_files_of_every_kind_of_job_are_equal_and_so_they_are_to_who_knows_no_more_than_the_file(job):
    pack = small_pack(card=CARD, suits={"a": {"sign": "+", "color": "#000000", "cards": {"1": 1, "2": 2}}})
    (file,) = write_press(pack, job)
    target = press_target(pack, job, None, "")
    for inks in (job.inks, None):
        found = preflight(file.data, target._replace(inks=inks))
        assert [each.message for each in found.findings if each.rule == "deck"] == []
        assert found.compared["equal"] == found.compared["pages"] == 6


def test_a_die_line_that_only_one_page_lacks_is_found():
    job = PressJob(die_line=DieLine())
    (file,) = write_press(PACK, job)

    def spoil(pdf):
        leaf = pdf.pages[4]
        leaf.Contents = pdf.make_stream(leaf.Contents.read_bytes().rpartition(b" S")[0] + b" n Q")

    ((page, _),) = said(changed(file.data, spoil), job=job)
    assert page == 5


def test_a_page_that_shows_a_card_that_no_page_should_is_recognised():
    judge, trim = FaceJudge(PACK, 0.0), Rect(0, 0, *PACK.card.size)
    one, other, third, back = all_sides(PACK)

    def views(numbers, scale):
        shown = [one, third, back]
        papers = [judge._page_of_side(ExpectedSide(shown[number], trim, trim)) for number in numbers]
        return (CardView(picture, 0.0) for picture in judge._exact.draw_pages(papers))

    expected = [ExpectedSide(side, trim, trim) for side in (one, other, back)]
    assert [each.sides for each in judge.judge_pages(expected, views)] == [(one,), (third,), (back,)]


# --- sheets of many cards ------------------------------------------------------------------------

SHEET = PressJob(sheet=(2, 2))


@pytest.mark.parametrize(
    "job",
    [
        SHEET,
        # Cards whose edges meet: neither the next card nor its die line is a fault of this one.
        SHEET._replace(gutter=0.0, marks=True),
        SHEET._replace(gutter=0.0, die_line=DieLine()),
        SHEET._replace(order="separate", die_line=DieLine()),
        thorough(SHEET._replace(copies=2, order="back-last")),
    ],
)
def test_the_cards_on_sheets_are_compared_and_counted(job):
    for file in write_press(PACK, job):
        found = preflight(file.data, press_target(PACK, job, None, file.suffix))
        assert [each.message for each in found.findings if each.rule == "deck"] == []
        assert found.compared["equal"] == found.compared["pages"] > 0
        if file.suffix != "-backs":
            assert f"{6 * job.copies} faces on sheets, each as often as the pack has it" in found.facts


def test_text_on_sheets_is_compared_with_the_pack_s_own_at_the_same_place_of_the_page():
    """PDFium moves each glyph to whole pixels: elsewhere on a page, some would be off by one."""
    words = "rain wind fire water stone river move gold iron draw discard card deck hand turn player left"
    word = words.split()
    extras = [
        {
            "face": "text",
            "title": f"{word[card]} {word[card + 2]}".title(),
            "text": " ".join(word[(2 * card + 3 * at) % len(word)] for at in range(10 + 2 * card)) + ".",
        }
        for card in range(12)
    ]
    pack = small_pack(card={"size": "59 x 91 mm"}, suits={}, extras=extras)
    job = press_job(None, "x4")._replace(sheet=(3, 2))
    (file,) = write_press(pack, job)
    found = preflight(file.data, press_target(pack, job, None, file.suffix))
    assert [each.message for each in found.findings if each.rule == "deck"] == []
    assert found.compared["equal"] == found.compared["pages"] == 24


@pytest.mark.parametrize(
    ("change", "page", "words"),
    [
        (every_page(MIRRORED), None, "the cards are mirrored on their sheet"),
        (every_page(b"0.98 0 0 0.98 0 0 cm"), None, "the cards are scaled to 98 % on their sheet"),
        (every_page(b"-1 0 0 -1 400 600 cm"), None, "the cards are turned on their sheet"),
        (one_page(2, moved(0.1, 0)), 2, "the cards do not begin at the corner"),
        (one_page(1, b"q", BOX + b" Q"), 1, "is covered by white"),
    ],
)
def test_what_is_wrong_with_cards_on_sheets_is_told_at_their_page(change, page, words):
    ((found, message),) = said(changed(pressed(SHEET), change), job=SHEET)
    assert found == page
    assert words in message


def test_a_single_card_on_a_sheet_is_compared_as_far_as_its_gutter_lets_it_bleed():
    pack, job = small_pack(card=CARD, suits={}, extras=[{"face": "joker"}]), SHEET._replace(gutter=1 * MM)
    (file,) = write_press(pack, job)
    found = preflight(file.data, press_target(pack, job, None, file.suffix))
    assert [each.message for each in found.findings if each.rule == "deck"] == []
    assert found.compared["equal"] == found.compared["pages"] == 2


def test_a_card_that_is_there_too_often_on_a_sheet_is_told():
    def change(pdf):
        content = pdf.pages[0].Contents.read_bytes()
        # The second card becomes the first one once more.
        one, two, *_ = re.findall(rb"/Front ?<<.*?BDC\s.*?\sEMC", content, re.DOTALL)
        pdf.pages[0].Contents = pdf.make_stream(content.replace(two, one))

    pack = suits("A", "2")
    (file,) = write_press(pack, SHEET)
    messages = {message for _, message in said(changed(file.data, change), pack, SHEET)}
    assert "the card A of clubs is there twice instead of once" in messages
    assert "the card 2 of clubs is there not at all instead of once" in messages


def test_sheets_that_do_not_say_where_their_cards_are_are_not_judged():
    def change(pdf):
        for leaf in pdf.pages:
            plain = re.sub(rb"/(Front|Back) ?<<.*?>> ?BDC", b"/Span BMC", leaf.Contents.read_bytes())
            leaf.Contents = pdf.make_stream(plain)

    found = report(changed(pressed(SHEET), change), job=SHEET)
    assert not found.refused
    assert not found.judged


# --- faults of the whole file ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (MIRRORED, "is mirrored"),
        thorough(moved(1, 0), "is shifted by 1.0 mm to the right"),
        (moved(0, -1), "is shifted by 1.0 mm down"),
        thorough(moved(0.1, 0), "is shifted by 0.1 mm to the right"),
        thorough(moved(17, 0), "is shifted by 17.0 mm to the right"),
        thorough(
            b"0.98 0 0 0.98 %.4f %.4f cm" % (0.01 * WIDE, 0.01 * (SIZE[1] + 6) * MM), "is scaled to 98 %"
        ),
    ],
)
def test_what_all_pages_have_in_common_is_told_once(before, words):
    found = said(changed(pressed(), every_page(before)))
    assert found == [(None, f"all 12 pages are not as the pack draws them: each {words}")]


def suits(*ranks, card=CARD):
    """A pack of clubs and diamonds of these ranks."""
    cards = dict.fromkeys(ranks, 1)
    both = {
        "clubs": {"symbol": "club", "color": "#000000", "cards": cards},
        "diamonds": {"symbol": "diamond", "color": "#C1272D", "cards": cards},
    }
    return small_pack(card=card, suits=both)


@pytest.mark.parametrize(
    ("ranks", "before", "after", "words"),
    [
        # Courts are symmetrical, as is the back: mirrored, they look like others, or like themselves.
        (("A", "J", "Q"), MIRRORED, b"", "all 6 faces {} is mirrored"),
        # What is left of an ace looks like a two.
        thorough(("A", "2"), b"q", BOX + b" Q", "all 8 pages {} is covered by white"),
    ],
)
def test_cards_that_look_like_others_once_they_are_spoilt_are_named_as_all_are(ranks, before, after, words):
    pack = suits(*ranks)
    (file,) = write_press(pack, JOB)
    ((page, message),) = said(changed(file.data, every_page(before, after)), pack)
    assert page is None
    assert message.startswith(words.format("are not as the pack draws them: each"))


@pytest.mark.parametrize(
    ("ranks", "card", "x", "y"),
    [
        # Turned or mirrored, their backs look as before, and in few pixels as those that are moved.
        (("2",), CARD, 0.1, 0),
        thorough(("J",), {"size": "30 x 40 mm"}, -0.1, 0),
        # In few pixels it is moved by half as much.
        thorough(("Q",), {"size": "30 x 40 mm"}, 0.1, 0),
        thorough(("J", "A"), {}, 0.3, 0),
        thorough(("9", "J", "Q", "K", "10", "2", "A"), {}, 0, -0.1),
    ],
)
def test_symmetrical_cards_that_are_moved_are_neither_mirrored_nor_turned(ranks, card, x, y):
    pack = suits(*ranks, card=card)
    (file,) = write_press(pack, JOB)
    ((page, message),) = said(changed(file.data, every_page(moved(x, y))), pack)
    way = ("to the right" if x > 0 else "to the left") if x else "down"
    assert message.endswith(f"each is shifted by {abs(x or y):.1f} mm {way}")
    assert page is None


@pytest.mark.thorough
def test_a_box_over_all_pages_is_told_once():
    found = said(changed(pressed(), every_page(b"q", BOX + b" Q")))
    assert len(found) == 1
    assert found[0][0] is None
    assert "each is covered by white 1" in found[0][1]


def test_faces_that_are_moved_under_backs_that_are_not_are_told_once():
    def change(pdf):
        for number in range(1, 13, 2):
            one_page(number, moved(1, 0))(pdf)

    (found,) = said(changed(pressed(), change))
    expected = "all 6 faces are not as the pack draws them: each is shifted by 1.0 mm to the right"
    assert found == (None, expected)


# --- faults of single pages -----------------------------------------------------------------------


FAULTS = {
    "is mirrored": (MIRRORED, b""),
    "is shifted by 0.1 mm to the right": (moved(0.1, 0), b""),
    "is covered by white": (b"q", BOX + b" Q"),
    "(has something|is covered|differs)": (b"q", b"Q q 0 1 1 0 k 40 40 1.5 1.5 re f Q"),
}


@pytest.mark.parametrize(("words", "page"), sampled_pairs(FAULTS, [2, 1, 5]))
def test_a_fault_of_one_page_is_told_of_that_page(words, page):
    before, after = FAULTS[words]
    # All pages of a card share their content: only this one is changed.
    (found,) = said(changed(pressed(), one_page(page, before, after)))
    side = "face" if page % 2 else "back"
    assert found[0] == page
    assert re.match(f"the {side} is not as the pack draws it: it {words}", found[1])


def test_a_swapped_face_and_back_are_told_of_these_two():
    def swap(pdf):
        kids = list(pdf.Root.Pages.Kids)
        kids[0], kids[1] = kids[1], kids[0]
        pdf.Root.Pages.Kids = Array(kids)

    assert sorted(said(changed(pressed(), swap))) == [
        (1, "a back is where a face should be"),
        (2, "a face is where a back should be"),
    ]


def test_a_fault_in_the_bleed_alone_is_found():
    strip = b"Q q 0 1 1 0 k 0 0 %.4f 400 re f Q" % (2.5 * MM)
    (found,) = said(changed(pressed(), one_page(3, b"q", strip)))
    assert found[0] == 3
    assert "in the bleed on the left" in found[1]


def test_a_larger_page_with_the_same_trim_is_no_difference():
    def grow(pdf):
        for leaf in list(pdf.pages)[:4]:
            leaf.MediaBox = Array([-20, -20, float(leaf.MediaBox[2]) + 20, float(leaf.MediaBox[3]) + 20])

    assert said(changed(pressed(), grow)) == []


def test_pages_that_are_turned_or_moved_in_their_coordinates_are_compared_as_they_are_cut():
    def move(pdf):
        for leaf in pdf.pages:
            leaf.Contents = pdf.make_stream(b"1 0 0 1 30 40 cm\n" + leaf.Contents.read_bytes())
            for box in ("/MediaBox", "/TrimBox", "/BleedBox"):
                x0, y0, x1, y1 = map(float, leaf.obj[box])
                leaf.obj[box] = Array([x0 + 30, y0 + 40, x1 + 30, y1 + 40])

    assert said(changed(pressed(), move)) == []


# --- pictures -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pictured(tmp_path_factory):
    """Three small cards: pictures with a title, two of which differ by a letter in the title only."""
    folder = tmp_path_factory.mktemp("pictured")
    for number in range(2):
        # Pillow's own noise differs from run to run, and with it how nearly alike two cards look.
        rng = random.Random(2 + number)
        grain = bytes(min(255, max(0, round(rng.gauss(128, 90)))) for _ in range(150 * 210))
        noise = Image.frombytes("L", (150, 210), grain).filter(ImageFilter.GaussianBlur(3))
        ramp = Image.linear_gradient("L").resize((150, 210))
        art = Image.merge("RGB", (noise, ramp, ramp.rotate(180))).resize((750, 1050))
        pen = ImageDraw.Draw(art)
        pen.polygon([(100, 100), (400, 200), (200, 500)], fill="#D02020")
        pen.ellipse((450, 600 + 40 * number, 620, 800), fill="#2040C0")
        art.save(folder / f"{number}.png")
    (folder / "art.yaml").write_text(
        "format: 1\nname: Art\ncard: {size: 44 x 62 mm, corner: 3 mm}\ncards:\n  - layout: full\n    rows:\n"
        "      - {corner: 1, title: Rain, picture: 0.png, text: It rains.}\n"
        "      - {corner: 1, title: Ruin, picture: 0.png, text: It rains.}\n"
        "      - {corner: 2, title: Wind, picture: 1.png, text: It blows.}\n"
    )
    return api.load(str(folder / "art.yaml"))


@pytest.fixture(scope="module")
def art(pictured):
    """Its file."""
    (file,) = write_press(pictured, JOB)
    return file.data


def image_of(pdf, page):
    (image,) = (each for each in pdf.pages[page - 1].Resources.XObject.values() if each.Subtype == "/Image")
    return image


def repainted(page, change):
    """A change of the pixels of a page's picture, for that page alone."""

    def edit(pdf):
        image = image_of(pdf, page)
        size = int(image.Width), int(image.Height)
        pixels = change(Image.frombytes("CMYK", size, image.read_bytes()))
        made = pdf.make_stream(pixels.tobytes())
        for key in ("/Type", "/Subtype", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent"):
            made[key] = image[key]
        objects = pdf.pages[page - 1].Resources.XObject
        (name,) = (name for name, each in objects.items() if each.objgen == image.objgen)
        pdf.pages[page - 1].Resources = pikepdf.Dictionary(dict(pdf.pages[page - 1].Resources.items()))
        pdf.pages[page - 1].Resources.XObject = pikepdf.Dictionary(dict(objects.items()))
        pdf.pages[page - 1].Resources.XObject[name] = made

    return edit


def test_cards_with_pictures_are_good(pictured, art):
    found = report(art, pictured)
    assert [each for each in found.findings if each.rule == "deck"] == []
    assert found.compared["pages"] == 6


def test_a_picture_that_ends_with_the_bleed_is_no_difference_on_a_page_with_marks(tmp_path):
    # Its edge lies on that of the part that is compared: a renderer rounds it to the pixel on either side.
    dice = random.Random(2)
    dots = Image.frombytes("RGB", (15, 21), bytes(dice.randrange(256) for _ in range(3 * 15 * 21)))
    dots.resize((450, 630), Image.Resampling.BICUBIC).save(tmp_path / "back.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: Backs\ncard: {size: 70 x 88 mm, corner: 3 mm, bleed: 3 mm}\n"
        "back: {image: back.png, one-way: true}\n"
        "extras: [{face: joker}]\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    job = press_job(None, condition="gracol")._replace(marks=True, order="separate")
    backs = write_press(pack, job)[1]
    found = preflight(backs.data, press_target(pack, job, None, backs.suffix))
    assert [each.message for each in found.findings if each.rule == "deck"] == []


@pytest.mark.thorough
def test_a_mirrored_picture_is_found(pictured, art):
    mirror = repainted(3, lambda picture: picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
    ((page, words),) = said(changed(art, mirror), pictured)
    assert page == 3
    assert "is mirrored" in words


def test_a_picture_without_two_inks_is_found(pictured, art):
    def without(picture):
        _, _, yellow, black = picture.split()
        none = Image.new("L", picture.size)
        return Image.merge("CMYK", (none, none, yellow, black))

    ((page, words),) = said(changed(art, repainted(5, without)), pictured)
    assert page == 5
    assert "without cyan and magenta" in words


@pytest.mark.thorough
def test_covered_text_is_found(pictured, art):
    # Over the title of the first card, in the colour of what lies under it there.
    cover = b"Q q 0.7 0.8 0.5 0.8 k %.3f %.3f %.3f %.3f re f Q" % (7 * MM, 17 * MM, 40 * MM, 10 * MM)
    ((page, words),) = said(changed(art, one_page(1, b"q", cover)), pictured)
    assert page == 1
    assert "covered" in words or "lacks something" in words


def test_cards_that_are_nearly_alike_are_told_apart(pictured, art):
    def swap(pdf):
        for key in ("/Contents", "/Resources"):
            one, other = pdf.pages[0].obj[key], pdf.pages[2].obj[key]
            pdf.pages[0].obj[key], pdf.pages[2].obj[key] = other, one
        # The names stay where they were.
        for leaf, was, is_ in ((pdf.pages[0], b"/Card", b"/Was"), (pdf.pages[2], b"/Card", b"/Was")):
            leaf.Contents = pdf.make_stream(leaf.Contents.read_bytes().replace(was, is_))

    assert said(changed(art, swap), pictured) == []

    def again(pdf):
        for key in ("/Contents", "/Resources"):
            pdf.pages[0].obj[key] = pdf.pages[2].obj[key]

    found = said(changed(art, again), pictured)
    assert [words for _, words in found] == [
        "the card Rain is there not at all instead of once",
        "the card Ruin is there twice instead of once",
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("shift", [0.1, 1.0])
def test_pictures_that_are_moved_are_found(pictured, art, shift):
    ((page, words),) = said(changed(art, every_page(moved(shift, 0))), pictured)
    assert page is None
    assert f"all 6 pages are not as the pack draws them: each is shifted by {shift:.1f} mm" in words


@pytest.fixture(scope="module")
def detailed(tmp_path_factory):
    """Eight cards with titles of their own and two pictures in turn, too fine for a coarse drawing."""
    folder = tmp_path_factory.mktemp("detailed")
    for number in range(2):
        bands = (Image.effect_noise((500, 690), 90) for _ in range(3))
        Image.merge("RGB", tuple(bands)).save(folder / f"{number}.png")
    rows = "\n".join(
        f"      - {{corner: {number}, title: Card {number}, picture: {number % 2}.png, text: Rain {number}.}}"
        for number in range(8)
    )
    (folder / "detailed.yaml").write_text(
        "format: 1\nname: Detailed\ncard: {size: 44 x 62 mm, corner: 2 mm}\ncards:\n"
        f"  - layout: full\n    rows:\n{rows}\n"
    )
    return api.load(str(folder / "detailed.yaml"))


@pytest.fixture(scope="module")
def details(detailed):
    """Its file: faces are on pages 1, 3, 5 ..."""
    (file,) = write_press(detailed, JOB)
    return file.data


def test_pages_equal_to_the_exact_drawing_are_looked_at_once_and_their_pictures_made_once(
    detailed, details, monkeypatch
):
    without_known_pictures(monkeypatch)
    calls = []

    def counted(file, width, height, profile, looks, least_ppi=None):
        calls.append((file.name, least_ppi))
        return press_picture(file, width, height, profile, looks, least_ppi)

    second_looks = []
    monkeypatch.setattr(PdfWriter, "read_for_press", staticmethod(counted))
    monkeypatch.setattr("cardgen.prepress.pdf.flattening.read_press_picture", counted)
    monkeypatch.setattr(FaceJudge, "_exact_verdict", lambda *parts: second_looks.append(parts))
    assert said(details, detailed) == []
    assert second_looks == []
    assert sorted(name for name, ppi in calls if ppi is None) == ["0.png", "1.png"]


@pytest.mark.parametrize(
    ("page", "before", "words"),
    [
        thorough(7, moved(0.1, 0), "is shifted by 0.1 mm to the right"),
        thorough(11, moved(0, -0.1), "is shifted by 0.1 mm down"),
        thorough(15, moved(1, 0), "is shifted by 1.0 mm to the right"),
    ],
)
def test_a_fault_among_equal_pages_is_found(detailed, details, page, before, words):
    ((found, message),) = said(changed(details, one_page(page, before)), detailed)
    assert found == page
    assert words in message


def swap_pictures(pdf):
    one, other = pdf.pages[2].obj, pdf.pages[4].obj
    one.Resources, other.Resources = other.Resources, one.Resources


@pytest.mark.parametrize(
    ("change", "pages"),
    [(swap_pictures, {3, 5}), thorough(one_page(13, b"", b"0 0 0 0 k 60 30 6 6 re f"), {13})],
    ids=["swapped", "covered"],
)
def test_another_picture_or_text_among_equal_pages_is_found(detailed, details, change, pages):
    found = said(changed(details, change), detailed)
    assert {page for page, _ in found} == pages
    assert all("the face is not as the pack draws it" in message for _, message in found)


# --- files that another program has made ----------------------------------------------------------


def test_pages_that_another_program_made_pictures_of_are_compared(pictured, art):
    found = report(rasterised(art), pictured)
    # Text that such a program has turned into pixels over noise is not as its source has it.
    messages = [each.message for each in found.findings if each.rule == "deck"]
    assert [each for each in messages if not each.startswith("the text ")] == []
    assert [each["levels"] for each in found.compared["tolerance"]] == [130, 24, 8]


def test_faults_of_such_pages_are_found(pictured, art):
    moved_ = rasterised(changed(art, every_page(moved(0.3, 0))))
    ((_, words),) = said(moved_, pictured)
    assert "each is shifted by 0.3 mm to the right" in words


@pytest.mark.thorough
def test_such_pages_that_are_mirrored_are_named(pictured, art):
    # The back is the same when it is mirrored.
    mirrored = rasterised(art, lambda picture: picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
    assert said(mirrored, pictured) == [
        (None, "all 3 faces are not as the pack draws them: each is mirrored")
    ]


def test_what_another_program_has_drawn_in_its_own_way_is_not_judged(pictured):
    def toned(picture):
        red, green, blue = picture.split()
        return Image.merge("RGB", (blue.point(lambda level: 255 - level), red, green))

    one = pictured.with_quantities({pictured.cards[0].id: 1})
    (file,) = write_press(one, JOB)
    found = [each for each in report(rasterised(file.data, toned), one).findings if each.rule == "deck"]
    assert [each.severity for each in found] == ["not judged"]
    assert "could not be compared with the pack" in found[0].message
