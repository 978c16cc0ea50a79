"""What is in a PDF of sheets: pages, forms, fonts, words, the ruler, and that it is always the same."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
from samples import pdf_of, small_pack

from cardgen import api
from cardgen.errors import UsageError
from cardgen.geometry import combined_matrix, rotation, transformed_point, translation
from cardgen.layout.guides import cutting_guides
from cardgen.layout.imposition import SheetOptions, impose
from cardgen.output.sheets import Job, write_sheets
from cardgen.prepress.pdf.readback import open_sheets, read_pages
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.units import MM, PAPERS


def job(layout=None, **options):
    return Job(layout=SheetOptions(**(layout or {})), **options)


def sheet(pack, *args, **options):
    """The bytes of the only file."""
    (file,) = write_sheets(pack, job(*args, **options))
    return file.data


def paper(name):
    return tuple(side * MM for side in PAPERS[name])


def texts(data):
    document = pypdfium2.PdfDocument(data)
    found = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return found


def forms(page):
    """The names of the forms that a page draws, without their prefix, as often as it draws them."""
    instructions = pikepdf.parse_content_stream(page, "Do")
    return [str(i.operands[0]).removeprefix("/FormXob.") for i in instructions]


def places(data, side, cards=1000):
    with open_sheets(data) as pdf:
        return [card.place for page in read_pages(pdf, cards) for card in page.cards_on_side(side)]


# --- the document --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "duplex"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"flip": "short"}, "/DuplexFlipShortEdge"),
        ({"orientation": "landscape"}, "/DuplexFlipLongEdge"),
        ({"backs": "none"}, "/Simplex"),
        ({"backs": "separate", "flip": "short"}, "/Simplex"),
        ({"backs": "gutterfold"}, "/Simplex"),
    ],
)
def test_the_viewer_is_asked_for_no_scaling_and_the_right_flip(layout, duplex):
    for file in write_sheets(small_pack(), job(layout)):
        assert file.data.startswith(b"%PDF-1.7")
        with pdf_of(file.data) as pdf:
            wishes = pdf.Root.ViewerPreferences
            assert (wishes.PrintScaling, wishes.Duplex) == ("/None", duplex)


def test_title_author_edition_language():
    pack = small_pack(name="Größe ≤ 日", author="A. Müller", edition="Second", language="de-CH")
    with pdf_of(sheet(pack)) as pdf:
        assert pdf.Root.Lang == "de-CH"
        assert str(pdf.docinfo["/Title"]) == "Größe ≤ 日: cards to print and cut"
        assert str(pdf.docinfo["/Author"]) == "A. Müller"
        assert str(pdf.docinfo["/Subject"]) == "Second"
        assert str(pdf.docinfo["/Creator"]).startswith("cardgen ")


def test_each_page_has_a_bookmark():
    with pdf_of(sheet(small_pack(), copies=3)) as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == [
            "Sheet 1, front",
            "Sheet 1, back",
            "Sheet 2, front",
            "Sheet 2, back",
        ]
        pages = [page.objgen for page in pdf.pages]
        assert [item.destination[0].objgen for item in outline.root] == pages


@pytest.mark.parametrize("name", ["never-over", "standard-52"])
def test_every_font_is_embedded_and_a_subset(name):
    with pdf_of(sheet(api.load(name))) as pdf:
        fonts = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)]
        fonts = [thing for thing in fonts if thing.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert str(font.BaseFont)[7] == "+"
            assert "/FontFile2" in font.FontDescriptor
            assert "/ToUnicode" in font


@pytest.mark.parametrize(
    ("layout", "pages"),
    [
        ({}, 4),
        ({"rows": 1}, 10),
        ({"backs": "none"}, 2),
        ({"backs": "gutterfold"}, 5),
        ({"paper": paper("a3")}, 2),
    ],
)
def test_pages_are_as_many_and_as_large_as_they_should_be(layout, pages):
    (file,) = write_sheets(small_pack(), job(layout, copies=3))
    size = impose(18, small_pack().card.size, 0, SheetOptions(**layout)).grid.page
    with pdf_of(file.data) as pdf:
        assert len(pdf.pages) == file.pages == pages
        for page in pdf.pages:
            assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *size], abs=0.001)


def test_separate_backs_are_a_file_of_their_own():
    fronts, backs = write_sheets(small_pack(), job({"backs": "separate"}, copies=2))
    assert (fronts.suffix, backs.suffix) == ("-fronts", "-backs")
    assert len(places(fronts.data, "Front")) == len(places(backs.data, "Back")) == 12
    assert places(fronts.data, "Back") == places(backs.data, "Front") == []


# --- what is drawn -------------------------------------------------------------------------------


def test_forms_stand_for_what_is_placed_more_than_once_and_for_nothing_else():
    with pdf_of(sheet(small_pack())) as pdf:
        front, back = (Counter(forms(page)) for page in pdf.pages)
        assert [times for name, times in front.items() if name.startswith("face")] == [2, 3]
        assert back["back"] == 6
        assert str(front).count("face") == 2  # the one +1 is drawn in place
    with pdf_of(sheet(small_pack(), only=("+1",))) as pdf:
        assert not [name for page in pdf.pages for name in forms(page) if name.startswith(("face", "back"))]


def test_a_form_is_as_large_as_its_bleed():
    pack = small_pack()
    with pdf_of(sheet(pack)) as pdf:
        left, low, right, top = map(float, pdf.pages[1].Resources.XObject["/FormXob.back"].BBox)
        over = pack.card.bleed
        assert left <= -over
        assert low <= -over
        assert right >= pack.card.width + over
        assert top >= pack.card.height + over


def test_indices_can_be_found_by_search(never_over):
    found = Counter()
    document = pypdfium2.PdfDocument(sheet(never_over))
    for page in document:
        words = page.get_textpage()
        for index in ("+4", "+1", "≤0", "≤4"):
            search = words.search(index)
            while search.get_next():
                found[index] += 1
    document.close()
    assert all(found[index] > 0 for index in ("+4", "+1", "≤0", "≤4"))
    assert found["+1"] > found["+4"] > found["≤0"]


def test_suits_and_ranks_may_be_spelled_in_any_characters():
    cards = {"(": 2, "\\)": 1, "/x": 2, "#41": 2, "é": 2, "a b": 2, "≤": 1, "日": 2}
    names = {"my suit": "+", "<< /Evil ≤>>": "-", "a-b": "×", "(": None}
    suits = {
        name: {"color": "#00855B", "cards": cards} | ({"sign": sign} if sign else {})
        for name, sign in names.items()
    }
    data = sheet(small_pack(suits=suits))
    with open_sheets(data) as pdf:
        pages = read_pages(pdf, 1000)
        found = Counter(card.card for page in pages for card in page.cards_on_side("Front"))
        assert not [odd for page in pages for odd in page.odd]
        drawn = {name for page in pdf.pages for name in forms(page)}
    assert found == {f"{name}-{rank}": times for name in suits for rank, times in cards.items()}
    assert len([name for name in drawn if name.startswith("face")]) == 4 * 6


@pytest.mark.parametrize(
    ("layout", "across"),
    [({}, True), ({"paper": paper("a3"), "orientation": "portrait"}, True), ({"columns": 1}, False)],
)
def test_the_ruler_is_exactly_100_mm_long(layout, across):
    """Read back: the ruler's outermost ticks, wherever the page puts them."""
    (file,) = write_sheets(small_pack(), job(layout))
    assert file.ruler == 100
    with pdf_of(file.data) as pdf:
        for page in pdf.pages:
            matrix, stack = (1, 0, 0, 1, 0, 0), []
            for instruction in pikepdf.parse_content_stream(page, "q Q cm Do"):
                operator = str(instruction.operator)
                if operator == "q":
                    stack.append(matrix)
                elif operator == "Q":
                    matrix = stack.pop()
                elif operator == "cm":
                    matrix = combined_matrix(tuple(map(float, instruction.operands)), matrix)
                elif instruction.operands[0] == "/FormXob.ruler":
                    break
            ruler = page.Resources.XObject["/FormXob.ruler"]
            ticks = [
                transformed_point(matrix, *map(float, i.operands))
                for i in pikepdf.parse_content_stream(ruler, "m")
            ]
            assert len(ticks) == 101
            xs, ys = sorted(x for x, _ in ticks), sorted(y for _, y in ticks)
            long, short = (xs, ys) if across else (ys, xs)
            assert long[-1] - long[0] == pytest.approx(100 * MM, abs=0.001)
            assert short[-1] - short[0] == pytest.approx(0, abs=0.001)
            steps = [b - a for a, b in pairwise(long)]
            assert steps == pytest.approx([MM] * 100, abs=0.001)


@pytest.mark.parametrize(
    ("width", "length", "named"),
    [(160, 100, True), (130, 100, False), (118, 100, False), (90, 50, True), (60, 20, True)],
)
def test_a_narrow_paper_gets_a_shorter_ruler_and_words_only_where_they_fit(width, length, named):
    pack = small_pack(card={"size": "30 x 40 mm"})
    layout = {"paper": (width * MM, (width + 20) * MM), "orientation": "portrait", "rows": 1}
    (file,) = write_sheets(pack, job(layout))
    assert file.ruler == length
    assert (f"{length} mm: measure me" in texts(file.data)[0]) == named
    assert verify_sheets(file.data, pack).good


def test_without_room_there_is_no_ruler_and_the_user_is_told():
    (file,) = write_sheets(small_pack(), job({"paper": (75 * MM, 101 * MM)}))
    assert file.ruler == 0
    assert "ruler" in file.warnings[0]


def test_the_rim_says_what_sheet_it_is_and_how_to_print_it():
    pack = small_pack(name="A ‐ 日 Pack", edition="Third")
    pages = texts(sheet(pack, {"flip": "short"}, copies=3))
    for number, page in enumerate(pages, 1):
        assert "Third" in page
        assert f"page {number} of 4" in page
        assert f"{'front' if number % 2 else 'back'} of sheet {(number + 1) // 2}" in page
        assert "print at actual size" in page
        assert "flip on the short edge" in page
        assert "100 mm: measure me" in page
    (page,) = texts(sheet(small_pack(), {"backs": "gutterfold", "columns": 1}, only=("+1",)))
    assert "fold along the dashed line" in page
    assert "flip" not in page


def test_a_long_name_leaves_room_for_how_to_print():
    pack = small_pack(name="N" * 70, card={"size": "30 x 40 mm"})
    layout = {"paper": (80 * MM, 120 * MM), "orientation": "portrait"}
    first = texts(sheet(pack, layout))[0]
    assert "flip on the long edge" in first
    assert "1 of 4" in first
    assert "N" * 24 + "…" in first
    assert verify_sheets(sheet(pack, layout), pack).good


# --- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "pages"), [("fronts", {0}), ("backs", {1}), ("both", {0, 1}), ("none", set())]
)
def test_guides_stand_on_the_sides_that_were_asked_for(wanted, pages):
    options = {"guides": "none"} if wanted == "none" else {"guides_on": wanted}
    with pdf_of(sheet(small_pack(), **options)) as pdf:
        found = {
            number
            for number, page in enumerate(pdf.pages)
            if any(name.startswith("guides") for name in forms(page))
        }
        assert found == pages


@pytest.mark.parametrize("kind", ["crop", "lines", "ticks", "rounded"])
@pytest.mark.parametrize("inside", [False, True])
def test_the_guides_that_are_drawn_are_those_that_were_computed(kind, inside):
    pack = small_pack()
    layout = {"gutter": 4 * MM}
    made = impose(6, pack.card.size, pack.card.bleed, SheetOptions(**layout), marks=kind == "crop")
    front = next(made.front_sides())
    expected = cutting_guides(made.grid, front, kind, inside)
    outlines = [slot.trim for slot in front.slots] if expected.has_outlines else []
    with pdf_of(sheet(pack, layout, guides=kind, guides_inside=inside)) as pdf:
        (name,) = (key for key in pdf.pages[0].Resources.XObject if "guides" in key)
        content = pikepdf.parse_content_stream(pdf.pages[0].Resources.XObject[name], "m l c")
        starts = [tuple(map(float, i.operands)) for i in content if str(i.operator) == "m"]
        curves = [i for i in content if str(i.operator) == "c"]
    corner = pack.card.corner
    lines = [
        *expected.lines,
        *expected.lines_over_art,
        *expected.lines_over_art,
    ]  # those over art stand on white
    wanted = [line[:2] for line in lines] + [(o.x + corner, o.y) for o in outlines]
    assert {(round(x, 2), round(y, 2)) for x, y in starts} == {(round(x, 2), round(y, 2)) for x, y in wanted}
    assert len(starts) == len(wanted)
    assert len(curves) == 4 * len(outlines)


def test_rounded_outlines_have_the_radius_of_the_card():
    pack = small_pack(card={"size": "62 x 88 mm", "corner": "7 mm"})
    with pdf_of(sheet(pack, guides="rounded", only=("+1",))) as pdf:
        form = pdf.pages[0].Resources.XObject["/FormXob.guides-front-1"]
        points = [tuple(map(float, i.operands[-2:])) for i in pikepdf.parse_content_stream(form, "m l c")]
    edges = {
        round(abs(a[0] - b[0]) + abs(a[1] - b[1]), 2)
        for a, b in pairwise(points)
        if abs(a[0] - b[0]) < 0.001 or abs(a[1] - b[1]) < 0.001
    }
    assert edges == {round((62 - 14) * MM, 2), round((88 - 14) * MM, 2)}


def test_a_back_offset_moves_backs_by_exactly_that_and_fronts_not_at_all():
    plain, moved = (
        sheet(small_pack(), {"back_offset": offset}) for offset in ((0.0, 0.0), (1.5 * MM, -2 * MM))
    )
    assert places(plain, "Front") == places(moved, "Front")
    for before, after in zip(places(plain, "Back"), places(moved, "Back"), strict=True):
        assert after == pytest.approx(combined_matrix(before, translation(1.5 * MM, -2 * MM)), abs=0.001)


def test_backs_are_turned_about_the_middle_of_the_page():
    plain, turned = (sheet(small_pack(), {"back_rotate": degrees}) for degrees in (0.0, 1.5))
    width, height = (210 * MM, 297 * MM)
    about = combined_matrix(
        translation(-width / 2, -height / 2), rotation(1.5), translation(width / 2, height / 2)
    )
    for before, after in zip(places(plain, "Back"), places(turned, "Back"), strict=True):
        assert after == pytest.approx(combined_matrix(before, about), abs=0.001)


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, {"green-4": 2, "green-1": 1, "red-0": 3}),
        ({"copies": 2}, {"green-4": 4, "green-1": 2, "red-0": 6}),
        ({"only": ("green",)}, {"green-4": 2, "green-1": 1}),
        ({"missing": ("+1:3", "≤0")}, {"green-1": 3, "red-0": 1}),
    ],
)
def test_the_cards_that_were_asked_for_are_on_the_sheets(options, counts):
    data = sheet(small_pack(), **options)
    with open_sheets(data) as pdf:
        pages = read_pages(pdf, 100)
    assert Counter(card.card for page in pages for card in page.cards_on_side("Front")) == counts
    assert sum(len(page.cards_on_side("Back")) for page in pages) == sum(counts.values())


def test_options_that_do_not_go_together_are_refused_before_anything_is_drawn():
    with pytest.raises(UsageError):
        sheet(small_pack(), only=("green",), missing=("red",))
    with pytest.raises(UsageError, match="do not fit"):
        sheet(small_pack(), {"paper": (60 * MM, 80 * MM)})


def test_guides_that_have_no_room_are_told_and_others_take_their_place():
    letter = {"paper": paper("letter"), "orientation": "portrait", "rows": 3, "columns": 3}
    (usual,) = write_sheets(small_pack(), job(letter))
    assert usual.warnings == ()
    assert "ticks in the cards' corners show where to cut between columns:" in usual.notes[0]
    for kind, words in (("crop", "no room for crop marks between columns"), ("ticks", "no room for ticks")):
        (asked,) = write_sheets(small_pack(), job(letter, guides=kind))
        assert [warning for warning in asked.warnings if words in warning]
        assert asked.notes == ()
    (turned,) = write_sheets(small_pack(), job({"paper": paper("letter")}))
    assert "4 × 2 cards on paper laid across" in turned.notes[0]
    for file in (usual, turned):
        assert verify_sheets(file.data, small_pack()).good


def test_progress_is_told_after_each_page():
    told = []
    write_sheets(small_pack(), job(copies=2), lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_the_file_declares_all_that_verify_needs():
    layout = {"back_offset": (1.0, 2.0), "margin": 20.0}
    with pdf_of(sheet(small_pack(), layout, only=("green",), copies=2)) as pdf:
        found = json.loads(str(pdf.docinfo["/Keywords"]))
    assert (found["pack"], found["only"], found["copies"]) == ("Small", ["green"], 2)
    assert (found["back_offset"], found["margin"]) == ([1, 2], 20)


# --- the same bytes ------------------------------------------------------------------------------

_HASHES = """
import hashlib, cardgen
hashes = [
    hashlib.sha256(file.data).hexdigest()
    for name in ("never-over", "short-24")
    for backs in ("duplex", "gutterfold")
    for file in cardgen.sheets(name, backs=backs, guides="ticks")
]
"""


def test_the_same_bytes_in_one_process():
    assert sheet(small_pack(), copies=2) == sheet(small_pack(), copies=2)


def test_the_same_bytes_in_two_processes_whatever_the_hash_seed():
    """This one has another seed, unless it was told one, and has drawn other packs before."""
    seed = "4242" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    said = subprocess.run(
        [sys.executable, "-c", _HASHES + "print(*hashes)"],
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    here = {}
    exec(_HASHES, here)
    assert here["hashes"] == said.split()
    assert len(set(said.split())) == 4


def test_drawing_one_pack_leaves_no_trace_in_the_next():
    one = hashlib.sha256(sheet(small_pack())).digest()
    sheet(small_pack(name="Another", language="de"), {"paper": paper("a3")}, guides="rounded")
    assert hashlib.sha256(sheet(small_pack())).digest() == one


def test_a_pack_of_55_cards_with_backs_is_a_small_file(never_over):
    assert len(sheet(never_over)) < 60_000


def test_a_job_is_a_value():
    assert Job()._replace(copies=2) == Job(copies=2)


@pytest.mark.parametrize("paper", ["100 x 148 mm", "a5", "letter", "85 x 118 mm"])
def test_the_edge_to_flip_on_is_never_cut_off_on_narrow_paper(paper):
    (file,) = api.sheets("never-over", paper=paper, flip="short")
    text = pypdfium2.PdfDocument(file.data)[0].get_textpage().get_text_range()
    assert "flip on the short edge" in text
    assert "…" not in text
