"""A proof shows what is really printed, says what was checked, and is a page that people can read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image
from samples import pdf_of, small_pack

from cardgen import api
from cardgen.art.inks_used import Blank, printed_content
from cardgen.art.item_writer import Press
from cardgen.art.items import Drawing, Fill, Fills, Run, Stroke, Text
from cardgen.cli.main import run
from cardgen.colour.colors import BLACK, WHITE, color_from_cmyk, color_from_hex
from cardgen.colour.conversion import PressInks
from cardgen.colour.icc import bundled_profile
from cardgen.errors import Mark, Problem, UsageError
from cardgen.geometry import Rect, scaling, translation
from cardgen.output.press import DieLine, PressJob, press_target, write_press
from cardgen.output.proof import A4, write_proof
from cardgen.output.proof_report import (
    FileToDeliver,
    ProofBasis,
    deck_size_findings,
    is_accepted,
    picture_report,
)
from cardgen.output.proof_sides import SoftProof, proof_sides
from cardgen.output.proof_type import blocks_by_page, gap_block, list_item_block, wrapped_lines
from cardgen.pack import library
from cardgen.pack.model import CardFormat, Pack
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Finding, Report
from cardgen.prepress.printers.library import find_preset, pack_fitted_to_printer, preset_names
from cardgen.prepress.printers.questions import questions_to_printer
from cardgen.text.fonts import TEXT
from cardgen.text.outlines import open_line, rectangle
from cardgen.units import MM, Figure, Sentence

pytestmark = pytest.mark.usefixtures("without_sources")

LETTER = (215.9 * MM, 279.4 * MM)
A5 = (148 * MM, 210 * MM)
GOOD = Report((), ("two fonts, both embedded",), 112)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing plates takes long, and here all but the art counts; test_soft_proof.py looks at the art."""
    monkeypatch.setattr(SoftProof, "picture", lambda *_: Image.new("RGB", (1, 1)))


def checked(*findings: Finding, printer: str | None = None, **more: Any) -> ProofBasis:
    report = GOOD._replace(findings=findings)
    maker = find_preset(printer) if printer else None
    job = PressJob() if maker is None or maker.form == "pdf" else None
    return ProofBasis(maker, job, (FileToDeliver("deck-press.pdf", report),), **more)


def proof(pack: Pack, what: ProofBasis | None = None, **more: Any) -> bytes:
    return write_proof(pack, what or checked(), **more).data


def texts(data: bytes) -> list[str]:
    """The text of each page as it is read."""
    document = pypdfium2.PdfDocument(data)
    found = [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]
    document.close()
    return found


def words(page: Any) -> list[Rect]:
    """Where pieces of writing stand on a page itself: art is in forms, which are not looked into."""
    found = []
    for each in page.get_objects(max_depth=1):
        if each.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT:
            x, y, right, top = each.get_bounds()
            found.append(Rect(x, y, right - x, top - y))
    return found


def apart_and_within(page: Any, inside: Rect) -> list[Rect]:
    """The pieces of writing on a page, which lie within a rectangle and not over one another."""
    found = words(page)
    for one in found:
        assert inside.contains(one), _said(page, one)
    # Boxes are those of ink: a touch of a tail is no overlap. From left to right, few need be compared.
    ink = sorted(one.grown(-0.4) for one in found)
    for place, one in enumerate(ink):
        for other in takewhile(lambda each, end=one.right: each.x < end, ink[place + 1 :]):
            assert not one.overlaps(other), (_said(page, one), _said(page, other))
    return found


def _said(page: Any, box: Rect) -> str:
    text: str = page.get_textpage().get_text_bounded(box.x, box.y, box.right, box.top)
    return f"{text.strip()!r} at {box}"


def outlines(page: Any) -> Iterator[Rect]:
    for each in page.get_objects(max_depth=1):
        if each.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH:
            x, y, right, top = each.get_bounds()
            yield Rect(x, y, right - x, top - y)


def margins(paper: tuple[float, float]) -> Rect:
    """Where a page may be written on."""
    return Rect(14 * MM, 10 * MM, paper[0] - 28 * MM, paper[1] - 24 * MM)


def near(one: Rect, other: Rect) -> bool:
    """Whether an outline lies there: its bounds are those of the line, which has some width."""
    edges = zip((*one[:2], one.right, one.top), (*other[:2], other.right, other.top), strict=True)
    return all(abs(a - b) <= 0.7 for a, b in edges)


PACKS = ["never-over", "short-24"]


@pytest.mark.parametrize("name", PACKS)
def test_every_face_is_there_with_its_label_quantity_and_colours(name: str) -> None:
    pack = api.load(name)
    pages = texts(proof(pack))
    for card in pack.cards:
        page = next(text for text in pages if f"{card.quantity} in the pack · {card.id}\n" in text)
        assert card.label in page
    assert any("on every card" in text for text in pages)


def test_colours_are_the_packs_own_cmyk_in_per_cent_with_their_total(never_over: Pack) -> None:
    page = next(text for text in texts(proof(never_over)) if "· red-0\n" in text)
    numbers = " ".join(page.split())
    assert "10 100 80 32 222 #961129" in numbers
    assert "40 5 2 0 47 #9CCFEA" in numbers
    assert "0 0 0 0 0 #FFFFFF" in numbers


def test_the_first_page_says_what_was_checked_and_for_whom() -> None:
    printer = find_preset("meinspiel")
    pack = api.load("never-over", size=printer.products[0].trim, printer=printer)
    what = checked(printer="meinspiel", trim_note="MeinSpiel cuts no 62 × 88 mm: drawn again")
    first = " ".join(texts(proof(pack, what))[0].split())
    for said in (
        "Proof for MeinSpiel",
        "Preflight passes",
        "deck-press.pdf, 112 pages: passes",
        "NEVER OVER · 4 May 2012",
        "FOGRA39",
        "59 × 91 mm",
        "bleed 3 mm, safe zone 4 mm",
        "MeinSpiel cuts no 62 × 88 mm: drawn again",
        "56 cards, 10 different faces, one back",
        "the heaviest single colour has 222 % (≤4); MeinSpiel takes 300 %",
        "two fonts, both embedded",
    ):
        assert said in first


def test_what_was_not_judged_is_said_in_the_verdict() -> None:
    what = checked()
    (file,) = what.files
    report = file.report._replace(unjudged=("the font widths", "a mask"))
    what = what._replace(files=(file._replace(report=report),))
    first = " ".join(texts(proof(small_pack(), what))[0].split())
    assert "Preflight passes, except for 2 things that it did not judge" in first
    assert ": passes in what was judged" in first


@pytest.mark.parametrize(
    ("printer", "price"),
    [
        (
            "makeplayingcards",
            "56 cards are charged as 72, the next number in its price list: 16 places are paid for and stay "
            "empty; with 1 fewer, 55 would be charged; read on 2026-11-20, not from the printer: "
            "https://github.com/chilli-axe/mpc-autofill",
        ),
        ("drivethrucards", "its price list is not known"),
    ],
)
def test_the_price_of_a_deck_is_what_is_known_of_the_price_list(printer: str, price: str) -> None:
    preset = find_preset(printer)
    examined = api.examine("never-over", printer=preset)
    what = checked(printer=printer, problems=examined.problems)
    first = " ".join(texts(proof(examined.valid_pack, what))[0].split())
    assert f"Price {price}" in first
    # The number of pieces that is usual elsewhere says nothing of this printer.
    assert "that card makers usually produce" not in first
    assert "that card makers usually produce" in str(api.examine("never-over").problems)


def test_a_german_pack_has_a_german_proof_with_a_decimal_comma() -> None:
    pack = replace(api.load("never-over"), language="de", card=CardFormat(corner=3.5 * MM))
    pages = texts(proof(pack))
    first, last = (" ".join(page.split()) for page in (pages[0], pages[-1]))
    for said in (
        "Preflight bestanden",
        "62 × 88 mm, Ecken mit 3,5 mm",
        "56 Karten, 10 verschiedene Vorderseiten",
    ):
        assert said in first
    assert "Alle Karten" in last
    assert f"Proof, nicht zum Druck · NEVER OVER · Seite {len(pages)} von {len(pages)}" in last
    assert "Rückseite" in pages[-2]


def test_what_is_found_is_told_in_the_pack_s_language_and_what_is_not_translated_is_said_to_be_english() -> (
    None
):
    color = {"rgb": "#200010", "cmyk": [90, 90, 90, 90]}
    suits = {"dark": {"sign": "+", "color": color, "cards": {"4": 1}}}
    pack = small_pack(language="de", suits=suits, extras=[{"face": "joker"}])
    text = Finding("safe-zone", Sentence("text reaches out of the safe zone"), "", page=3, card="Joker")
    thin = Sentence("a line is {width} thin", width=Figure("0.1 pt"))
    hair = Finding("hairline", thin, Sentence("make lines {least} or thicker", least=Figure("0.25 pt")))
    again = hair._replace(message=Sentence("a line is {width} thin", width=Figure("0.2 pt")))
    unknown = Problem("nobody translated this", severity="warning")
    what = checked(text, hair, again, printer="meinspiel", problems=(unknown,))
    pages = " ".join(" ".join(texts(proof(pack, what))).split())
    for said in (
        "Text ragt aus dem Sicherheitsbereich Seite 3 der Druckdatei (Joker)",
        "eine Linie ist nur 0,1 pt dünn (und 1 ähnliches) Linien mindestens 0,25 pt dick machen",
        "Auf Englisch: nobody translated this",
        "Anmerkungen stehen bei +4 (Seite 3)",
        "Negativ aus einer Farbe ausgesparte Schrift muss mindestens 7 pt groß sein.",
        "Wie sollen die Dateien heißen?",
        "360 % Farbauftrag; angenommen werden höchstens 300 %: von jeder Druckfarbe weniger",
    ):
        assert said in pages


def test_a_failing_pack_is_told_at_the_top_in_red_with_what_to_do() -> None:
    bad = Finding("rgb", "a fill is RGB", "convert it to CMYK", page=3, where="form Fm0", card="+4")
    data = proof(
        small_pack(),
        checked(bad, bad._replace(page=5), Finding("hair", "a thin line", "make it thick", "warning")),
    )
    first = texts(data)[0]
    assert "Do not send this to the printer: 1 fault" in first  # on two pages, as `press` counts it
    assert "passes" not in first
    assert (
        first.index("Fix before you send it to the printer")
        < first.index("a fill is RGB")
        < first.index("a thin line")
    )
    assert "pages 3, 5 of the press file (+4); convert it to CMYK" in first
    with pdf_of(data) as pdf:
        assert b"0.702 0.0706 0.1137 rg" in pdf.pages[0].Contents.read_bytes()
    assert b"0.702 0.0706 0.1137 rg" not in _content(proof(small_pack()))


def _content(data: bytes) -> bytes:
    with pdf_of(data) as pdf:
        return bytes(pdf.pages[0].Contents.read_bytes())


def test_the_packs_own_warnings_are_listed_with_file_and_hint_but_no_folder() -> None:
    problem = Problem("this picture is coarse", hint="use a larger one", severity="warning")
    note = Problem("just so you know", severity="note")
    what = checked(problems=(problem._replace(mark=Mark("/home/me/deck.yaml", 7, 3)), note))
    first = texts(proof(small_pack(), what))[0]
    assert "Preflight passes, with 1 thing to look at" in first
    assert "this picture is coarse\ndeck.yaml:7; use a larger one" in first
    assert "just so you know" in first
    assert "/home" not in first


def test_long_lists_flow_on_and_no_heading_is_left_alone_at_a_foot() -> None:
    for count in range(5, 16):
        findings = [Finding(f"r{n}", f"fault number {n:03}", f"mend {n}") for n in range(count)]
        pages = texts(proof(small_pack(), checked(*findings)))
        said = "".join(pages)
        assert all(f"fault number {n:03}" in said for n in range(count))
        for page in pages[:2]:
            last = page.strip().splitlines()[-1]
            assert last not in (
                "Checked, without faults",
                "For your own eyes",
                "Fix before you send it to the printer",
            )


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        *(("never-over", each) for each in (A4, LETTER, A5, (297 * MM, 210 * MM))),
        ("short-24", A5),
    ],
)
def test_no_writing_leaves_the_margins_or_lies_over_other_writing(
    name: str, paper: tuple[float, float]
) -> None:
    pack = api.load(name, printer=find_preset("drivethrucards"))
    data = proof(pack, checked(printer="drivethrucards"), paper=paper)
    document = pypdfium2.PdfDocument(data)
    inside = margins(paper)
    for page in document:
        assert page.get_size() == pytest.approx(paper, abs=0.1)
        assert apart_and_within(page, inside)
    document.close()


def test_long_names_of_everything_stay_in_their_places(tmp_path: Path) -> None:
    long = "endless" * 5
    extras = [{"face": "text", "text": "short", "name": f"{long} {n}"} for n in range(3)]
    pack = small_pack(name=f"Pack {long}", edition=long, author=long, extras=extras)
    job = PressJob(die_line=DieLine(name="A spot colour with the longest name"))
    what = checked(Finding("x", long * 20, long * 20))._replace(job=job)
    document = pypdfium2.PdfDocument(proof(pack, what))
    inside = margins(A4)
    for page in document:
        apart_and_within(page, inside)
    document.close()


@pytest.mark.parametrize("name", PACKS)
def test_the_lines_over_a_face_are_where_trim_bleed_and_safe_zone_are(name: str) -> None:
    pack = api.load(name, printer=find_preset("mbprint"))
    assert (pack.card.bleed, pack.card.safe) == pytest.approx((3 * MM, 4 * MM))
    data = proof(pack)
    document = pypdfium2.PdfDocument(data)
    number, page = next(
        (number, page)
        for number, page in enumerate(document)
        if "in the pack ·" in page.get_textpage().get_text_bounded()
    )
    art = next(each for each in page.get_objects(max_depth=1) if each.type == pypdfium2.raw.FPDF_PAGEOBJ_FORM)
    k, _, _, upright, x, y = art.get_matrix().get()
    assert upright == pytest.approx(k)
    assert k > 1.1
    trim = Rect(x, y, pack.card.width * k, pack.card.height * k)
    drawn = list(outlines(page))
    for by in (0, pack.card.bleed, -pack.card.safe):
        assert any(near(trim.grown(by * k), each) for each in drawn), by
    read = page.get_textpage().get_text_bounded()
    for label in (
        "bleed 3 mm",
        f"cut {pack.card.width / MM:g} × {pack.card.height / MM:g} mm",
        "safe 4 mm",
        "corners ",
    ):
        assert read.count(label) == min(2, len(pack.cards)), label
    assert f"{100 * k:.0f} % of true size" in read
    assert number == 1 or "What was checked" in texts(data)[1]
    document.close()


def test_the_same_bytes_twice(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        assert run(["proof", "never-over", "-o", str(tmp_path / folder)]) == 0
    one, two = (tmp_path / folder / "never-over-proof.pdf" for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_pages_are_numbered_and_say_that_they_are_not_for_print(never_over: Pack) -> None:
    pages = texts(proof(never_over))
    for number, page in enumerate(pages, 1):
        assert f"Proof, not for print · NEVER OVER · page {number} of {len(pages)}" in page


def test_bookmarks_lead_to_each_part_and_each_face(never_over: Pack) -> None:
    document = pypdfium2.PdfDocument(proof(never_over))
    marks = [(mark.level, mark.get_title()) for mark in document.get_toc()]
    document.close()
    faces = [(1, card.label) for card in never_over.cards]
    assert marks == [(0, "What was checked"), (0, "Every face"), *faces, (1, "back"), (0, "The whole pack")]


def _placed(data: bytes, page: int) -> list[str]:
    """The forms drawn on a page."""
    with pdf_of(data) as pdf:
        return re.findall(r"/(FormXob\.[\w-]+) Do", pdf.pages[page].Contents.read_bytes().decode("latin-1"))


def test_the_whole_pack_is_there_card_by_card_and_counted(never_over: Pack) -> None:
    data = proof(never_over)
    assert len(_placed(data, -1)) == 56
    assert len(set(_placed(data, -1))) == 10
    last = texts(data)[-1]
    assert "56 cards, in print order" in last
    assert "55 56" in " ".join(last.split())


def test_large_packs_are_shown_one_card_of_each() -> None:
    pack = small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": {"4": 400, "1": 2}}})
    data = proof(pack)
    assert len(_placed(data, -1)) == 2
    assert "400 × +4" in texts(data)[-1]
    assert "402 cards, one of each" in texts(data)[-1]


def test_art_is_in_the_file_once_however_often_it_is_shown(never_over: Pack) -> None:
    with pdf_of(proof(never_over)) as pdf:
        forms = {str(name) for page in pdf.pages for name in page.Resources.get("/XObject", {})}
        assert len(forms) == len(never_over.cards) + 1


# Pictures


@pytest.fixture
def pictured(tmp_path: Path) -> Pack:
    """A pack with a picture of 400 by 568 pixels: red, with a black square."""
    picture = Image.new("RGB", (400, 568), "#D01020")
    picture.paste("black", (100, 100, 300, 300))
    picture.save(tmp_path / "front.png")
    Image.new("L", (900, 1300), 0).save(tmp_path / "ink.png")
    faces = {"4": {"image": str(tmp_path / "front.png")}, "1": {"image": str(tmp_path / "ink.png")}}
    return small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": faces}})


def test_a_picture_is_judged_at_its_size_on_the_card(pictured: Pack) -> None:
    page = " ".join(next(text for text in texts(proof(pictured)) if "· green-4\n" in text).split())
    assert "front.png: 400 × 568 pixels, 149 an inch" in page
    assert (
        "Look here The picture front.png has 149 pixels per inch; presses want 300: use a larger one." in page
    )


def test_the_ink_of_a_picture_is_that_of_the_press(pictured: Pack) -> None:
    color, black, _ = proof_sides(pictured, PressJob())
    assert black.plates == ("black",)
    assert black.total_ink == pytest.approx(1.0, abs=0.03)
    assert color.plates == ("magenta", "yellow", "black")
    assert 1.5 < color.total_ink < 3.0
    other, *_ = proof_sides(pictured, PressJob(profile=bundled_profile("swop")))
    assert other.total_ink != color.total_ink


def test_a_printer_of_pictures_gets_pictures_judged_and_no_pdf(pictured: Pack) -> None:
    printer = find_preset("thegamecrafter")
    pack = pack_fitted_to_printer(pictured, printer)
    shown = proof_sides(pack, None)
    report = picture_report(pack, printer, shown)
    assert [(finding.rule, finding.severity) for finding in report.findings] == [
        ("picture-resolution", "error")
    ]
    what = checked(printer="thegamecrafter")._replace(files=(FileToDeliver("pictures", report),))
    first = " ".join(texts(proof(pack, what, shown=shown))[0].split())
    assert "Do not send this to the printer: 1 fault" in first
    assert "PNG pictures in RGB, 825 × 1125 pixels a side, 300 an inch" in first
    assert "the picture front.png has 145 pixels per inch (+4); The Game Crafter wants 300" in first
    assert "PDF/X" not in first


def test_pictures_that_the_pack_allows_are_no_fault(pictured: Pack) -> None:
    printer, meant = find_preset("thegamecrafter"), replace(pictured, allow=("resolution",))
    pack = pack_fitted_to_printer(meant, printer)
    report = picture_report(pack, printer, proof_sides(pack, None))
    assert report.passed
    assert [finding.severity for finding in report.findings] == ["allowed"]
    job = PressJob()
    [file] = write_press(meant, job)
    made = preflight(file.data, press_target(meant, job, None, file.suffix))
    assert made.passed
    assert {finding.severity for finding in made.findings} == {"allowed"}
    what = checked()._replace(files=(FileToDeliver("deck-press.pdf", made),))
    said = Problem("this picture has few pixels", (), severity="warning", name="resolution")
    first = " ".join(
        texts(proof(meant, what._replace(allowed=(said,)), shown=proof_sides(meant, job)))[0].split()
    )
    assert "Preflight passes" in first
    # Once, where the pack names it.
    assert "Accepted by the pack this picture has few pixels" in first
    assert "a picture of" not in first


def test_pictures_that_hold_too_little_bleed_or_have_another_shape_are_told() -> None:
    from dataclasses import replace

    printer = find_preset("thegamecrafter")
    poker = printer.products[0]._replace(trim=(63.5 * MM, 88.9 * MM), pixels=(600, 1125))
    pack = pack_fitted_to_printer(small_pack(), printer)
    report = picture_report(pack, replace(printer, products=(poker,)), [])
    assert {finding.rule for finding in report.findings} == {"picture-bleed", "picture-shape"}
    assert not report.passed
    for key in ("makeplayingcards", "thegamecrafter"):
        maker = find_preset(key)
        for product in (each for each in maker.products if each.shape == "rectangle"):
            drawn = pack_fitted_to_printer(small_pack(), maker, product.trim)
            assert not picture_report(drawn, maker, []).findings, product


def test_a_deck_of_more_cards_than_the_printer_makes_is_a_fault() -> None:
    printer = find_preset("makeplayingcards")
    suit = {"sign": "+", "color": "#00855B", "cards": {"4": 613}}
    pack = small_pack(suits={"green": suit})
    [finding] = deck_size_findings(pack, printer)
    assert "613 cards" in finding.message
    assert "at most 612" in finding.message
    assert not is_accepted(ProofBasis(printer, None, ()), pack)
    assert is_accepted(ProofBasis(printer, None, ()), small_pack())


# What is really drawn


BLANK = Blank(Rect(0, 0, 100, 200), 10, 5)


def test_type_and_lines_are_measured_at_their_size_on_the_card() -> None:
    seen = Text(Run("seen", 60, 60, 12, TEXT), BLACK)
    hidden = Text(Run("hidden", 60, 60, 2, TEXT, is_hidden=True), BLACK)
    line = Stroke(open_line((40, 40), (80, 80)), BLACK, 1, place=scaling(0.5))
    found = printed_content([Drawing((seen, hidden, line), scaling(0.5))], BLANK)
    assert found.least_type == pytest.approx(6)
    assert found.least_line == pytest.approx(0.25)


def test_spaced_type_is_as_wide_as_all_its_spaces_make_it() -> None:
    spaced = Text(Run("abc", -60, 60, 9, TEXT, tracking=50), BLACK)
    assert printed_content([spaced], BLANK).least_type == pytest.approx(9)


def test_colours_are_noted_once_and_only_where_they_are_seen() -> None:
    white, magenta, cyan = WHITE, color_from_cmyk((0, 1, 0, 0)), color_from_cmyk((1, 0, 0, 0))
    items = (
        Fill(rectangle(Rect(20, 20, 30, 30)), white),
        Fills(rectangle(Rect(0, 0, 5, 5)), magenta, (translation(30, 30), translation(40, 40))),
        Drawing((Fill(rectangle(Rect(50, 50, 10, 10)), cyan),), clip=rectangle(Rect(20, 20, 10, 10))),
        Fill(rectangle(Rect(200, 20, 10, 10)), cyan),
    )
    found = printed_content(items, BLANK)
    assert [color.cmyk for color in found.colors] == [(0, 0, 0, 0), (0, 1, 0, 0)]
    assert found.plates == ("magenta",)
    assert found.total_ink == 1


def test_large_black_is_the_rich_black_of_the_press() -> None:
    items = [Fill(rectangle(Rect(20, 20, side, side)), BLACK) for side in (50, 5)]
    found = printed_content(items, BLANK, Press(PressInks(b"", (0.6, 0.4, 0.4, 1))))
    assert [color.cmyk for color in found.colors] == [(0.6, 0.4, 0.4, 1), (0, 0, 0, 1)]
    assert found.total_ink == pytest.approx(2.4)


@pytest.mark.parametrize(
    ("box", "inside"),
    [
        (Rect(10, 10, 80, 180), None),
        (Rect(8, 20, 50, 50), 8),
        (Rect(20, 20, 79, 50), 1),
        (Rect(-3, 20, 50, 50), -3),
        (Rect(-5, -5, 110, 210), None),
        (Rect(-20, 30, 50, 50), None),
    ],
)
def test_what_is_neither_safe_nor_runs_out_to_the_bleed_is_told(box: Rect, inside: float | None) -> None:
    found = printed_content([Fill(rectangle(box), BLACK)], BLANK)
    assert found.items_near_cut.get("art") == (None if inside is None else pytest.approx(inside))


@pytest.mark.parametrize("name", [*PACKS, "standard-52"])
def test_cardgens_own_packs_have_nothing_outside_the_safe_zone(name: str) -> None:
    assert all(not side.used.items_near_cut for side in proof_sides(api.load(name), PressJob()))


def test_a_line_under_the_printers_minimum_is_remarked_beside_its_face_and_at_the_top() -> None:
    printer = replace(find_preset("meinspiel"), least_line=0.7)
    pack = api.load("never-over", size=printer.products[0].trim, printer=printer)
    pages = texts(proof(pack, checked()._replace(printer=printer)))
    page = " ".join(next(text for text in pages if "· extra-1\n" in text).split())
    assert "A line of 0.5 pt; MeinSpiel wants at least 0.7 pt: use a larger card." in page
    number = next(number for number, text in enumerate(pages, 1) if "· extra-1\n" in text)
    assert f"beside summary (page {number})" in " ".join(pages[0].split())


def test_the_back_s_remarks_name_its_page_behind_a_summary_of_two_pages() -> None:
    printer = replace(find_preset("meinspiel"), least_line=5.0, notes=("note " * 60,) * 12)
    pages = texts(proof(small_pack(), checked()._replace(printer=printer)))
    number = next(number for number, text in enumerate(pages, 1) if "on every card" in text)
    assert number > 2
    assert f"back (page {number})" in " ".join(pages[0].split())


@pytest.mark.parametrize("name", [each for each in preset_names() if find_preset(each).form == "pdf"])
def test_what_is_not_known_is_asked_as_the_order_sheet_asks_it(name: str) -> None:
    pages = " ".join(" ".join(text.split()) for text in texts(proof(small_pack(), checked(printer=name))))
    asked = [*questions_to_printer(find_preset(name), [small_pack()])]
    assert "How should files be named?" in asked
    for question in asked:
        assert " ".join(question.split())[:60] in pages
    assert "cardgen's own" not in pages.partition("What to ask")[2]


def test_a_figure_that_the_printer_does_not_state_is_cardgen_s() -> None:
    printer = replace(find_preset("meinspiel"), least_line=5.0, unknown=("least-line: not published",))
    page = " ".join(
        " ".join(text.split()) for text in texts(proof(small_pack(), checked()._replace(printer=printer)))
    )
    assert "cardgen asks for at least 5 pt" in page
    assert "wants at least 5 pt" not in page


def test_one_total_of_ink_is_told_preflight_s_where_there_is_one() -> None:
    files = tuple(
        FileToDeliver(f"deck-{part}.pdf", Report((), (f"total ink at most {ink} %, as measured",), 5), part)
        for part, ink in (("faces", 290), ("backs", 166))
    )
    pages = texts(proof(small_pack(), ProofBasis(None, PressJob(), files)))
    first = " ".join(pages[0].split())
    assert "Total ink at most 290 %, as measured; the heaviest single colour has" in first
    assert "166 %" not in first
    assert first.count("290 %") == 1
    light = FileToDeliver(
        "deck.pdf",
        Report((), ("total ink at most 198 %, as measured (page 1)", "the smallest type is 7.5 pt"), 5),
    )
    first = " ".join(texts(proof(small_pack(), ProofBasis(None, PressJob(), (light,))))[0].split())
    assert "Total ink at most 198 %, as measured; presses usually take 300 %" in first
    assert "the smallest type is" not in first


def test_notes_on_a_pack_of_cardgens_own_name_the_pack_alone() -> None:
    """Nobody goes and changes a line of a file that is installed."""
    mark = Mark(str(library.pack_file("never-over")), 10, 1)
    note = Problem("a note", hint="a hint", severity="note", mark=mark)
    assert "a note\nnever-over; a hint" in texts(proof(small_pack(), checked(problems=(note,))))[0]


def test_more_ink_than_the_printer_takes_is_remarked() -> None:
    color = {"rgb": "#200010", "cmyk": [90, 90, 90, 90]}
    pack = small_pack(suits={"dark": {"sign": "+", "color": color, "cards": {"4": 1}}})
    page = " ".join(texts(proof(pack))[1].split())
    assert "360 % of ink; at most 300 % are taken" in page


def test_a_die_line_is_a_plate_of_the_faces_and_not_of_the_back() -> None:
    front, *_, back = proof_sides(small_pack(), PressJob(die_line=DieLine(name="Stanze")))
    assert (front.spots, back.spots) == (("Stanze",), ())


# Type


def test_words_that_fit_no_line_are_broken_and_none_is_lost() -> None:
    text = "an " + "x" * 300 + " end"
    lines = wrapped_lines(text, 60, 8)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(TEXT.width(each, 8) <= 60 for each in lines)


def test_a_sign_of_per_cent_stays_beside_its_figure() -> None:
    assert [wrapped_lines("at most 196\u00a0%", width, 8)[-1] for width in (44, 90)] == [
        "196\u00a0%",
        "at most 196\u00a0%",
    ]


@pytest.mark.parametrize("before", range(0, 100, 7))
def test_a_list_is_kept_together_or_broken_with_company(before: int) -> None:
    """No heading and no entry stands alone at a foot or at a head."""
    entry = list_item_block("entry", "", 200, BLACK)._replace(height=10, keep=True)
    for count in range(1, 30):
        entries = [*[entry] * count, entry._replace(keep=False)]
        pages = [
            [each for each in page if each.height == 10]
            for page in blocks_by_page([gap_block(before + 1), *entries], 100, 100)
        ]
        parts = [len(page) for page in pages if page]
        assert sum(parts) == count + 1
        assert all(sum(each.height for each in page) <= 100 for page in pages)
        assert len(parts) == 1 if count < 4 else parts[0] >= 3
        assert len(parts) == 1 or parts[-1] >= 2


def test_characters_that_the_font_lacks_are_shown_as_question_marks() -> None:
    assert wrapped_lines("a\u5b57\u0007b", 100, 8) == ["a? b"]


def test_blocks_that_stay_together_move_on_together() -> None:
    tall, kept = (
        list_item_block("one", "", 200, BLACK)._replace(height=60),
        list_item_block("two", "", 200, BLACK)._replace(height=30, keep=True),
    )
    assert [len(page) for page in blocks_by_page([tall, kept, tall], 100, 100)] == [1, 2]


# The command


def test_the_command_names_the_very_press_files_and_the_next_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["proof", "never-over", "--printer", "meinspiel", "--size", "skat", "-o", str(tmp_path)]) == 0
    made = tmp_path / "never-over-meinspiel-proof.pdf"
    first = texts(made.read_bytes())[0]
    assert "never-over-meinspiel-faces.pdf, 56 pages: passes" in first
    assert "never-over-meinspiel-backs.pdf, 56 pages: passes" in " ".join(first.split())
    said = capsys.readouterr()
    assert said.out.splitlines()[-1].endswith(
        "make the files for the printer: cardgen press never-over --printer meinspiel --size '59 x 91 mm'."
    )
    assert "MeinSpiel cuts no 62 × 88 mm" in said.err


def test_the_command_for_a_printer_of_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["proof", "short-24", "--printer", "thegamecrafter", "-o", str(tmp_path)]
    assert run(arguments) == 0
    assert "cardgen images short-24 --printer thegamecrafter." in capsys.readouterr().out
    assert run([*arguments, "--standard", "x4"]) == 2
    assert "takes pictures, no PDF: leave --standard out" in capsys.readouterr().err


def test_a_failing_proof_is_written_and_exits_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = tmp_path / "huge.yaml"
    pack.write_text('format: 1\nname: Huge\nsuits: {a: {sign: "+", color: "#00855B", cards: {1: 700}}}\n')
    assert run(["proof", str(pack), "--printer", "makeplayingcards", "-o", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "there are faults: see the list on its first page" in said.err
    assert "Next" not in said.out
    assert (
        "Do not send this to the printer: 1 fault"
        in texts((tmp_path / "huge-makeplayingcards-proof.pdf").read_bytes())[0]
    )


def test_what_preflight_refuses_exits_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Report((Finding("rgb", "a fill is RGB", "convert it"),), (), 2)
    monkeypatch.setattr("cardgen.prepress.preflight.preflight", lambda *_: bad)
    assert run(["proof", "short-24", "-o", str(tmp_path / "p.pdf")]) == 1
    assert "a fill is RGB" in texts((tmp_path / "p.pdf").read_bytes())[0]


def test_paper_that_is_too_small_or_no_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="from a5 to 1200 mm"):
        proof(small_pack(), paper=(100 * MM, 150 * MM))
    assert run(["proof", "short-24", "--paper", "9 x 9 m", "-o", str(tmp_path)]) == 2
    assert run(["proof", "short-24", "--keep-size", "--printer", "mbprint", "-o", str(tmp_path)]) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", ["20 x 20 mm", "300 x 300 mm", "300 x 20 mm", "20 x 300 mm"])
def test_cards_of_any_size_fit(size: str) -> None:
    from cardgen.units import parse_card_size

    pack = small_pack().resized(parse_card_size(size))
    data = proof(pack)
    document = pypdfium2.PdfDocument(data)
    inside = margins(A4)
    for page in document:
        for box in (*outlines(page), *words(page)):
            assert inside.contains(box)
    document.close()


def test_a_colour_of_the_screen_alone_is_told_apart() -> None:
    same = color_from_hex("#102030")._replace(cmyk=(0, 0, 0, 1))
    items = [Fill(rectangle(Rect(20, 20, 5, 5)), color) for color in (BLACK, same)]
    assert len(printed_content(items, BLANK).colors) == 2
