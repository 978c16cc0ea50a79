"""The command `preflight`: what it says, in words and as JSON, of PDFs and of pictures."""

import io
import json
import subprocess
import sys

import pytest
from pikepdf import Array, Dictionary, Name
from PIL import Image
from preflight_changes import info, page
from preflight_samples import changed, good_x1a, good_x4

import cardgen
from cardgen import api
from cardgen.cli.main import run
from cardgen.cli.preflight import findings_text, verdict_text
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Finding, Report, Target
from cardgen.prepress.preflight.picture_files import preflight_picture
from cardgen.prepress.printers.library import find_preset
from cardgen.prepress.printers.model import Printer, Product

pytestmark = pytest.mark.usefixtures("without_sources")


@pytest.fixture
def file(tmp_path):
    """Writes bytes to a file and names it."""

    def written(data, name="cards.pdf"):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return written


#: A pack of six cards with three faces: twice green 4, once green 1, three times red 0.
SMALL = (
    "format: 1\nname: Small\nsuits:\n"
    "  green: {sign: '+', color: '#00855B', cards: {4: 2, 1: 1}}\n"
    "  red: {sign: '≤', color: '#961129', cards: {0: 3}}\n"
)


@pytest.fixture
def small(file):
    """The path of a small pack."""
    return file(SMALL.encode(), "small.yaml")


def told(capsys, *arguments):
    code = run(["preflight", *map(str, arguments)])
    output = capsys.readouterr()
    return code, output.out + output.err


def test_a_good_file_passes_and_says_what_was_looked_at(file, capsys):
    path = file(good_x1a())
    code, said = told(capsys, path)
    assert code == 0
    assert said.splitlines()[0] == f"{path}: passes"
    assert "checked for PDF/X-1a:2003" in said
    assert "4 pages of 62 × 88 mm with 3 mm bleed" in said
    assert said.partition("  not judged\n")[2].startswith("    no pack is named, so nothing was compared")


def test_a_file_with_faults_says_where_and_what_to_do(file, capsys):
    code, said = told(capsys, file(changed(good_x1a(), page(BleedBox=None))))
    assert code == 1
    lines = said.splitlines()
    assert lines[0].endswith(": 1 error")
    assert lines[1].startswith("  page 3: error: the page has no BleedBox")
    assert lines[2].strip() == "export with bleed"


def test_what_is_found_on_many_pages_is_said_once(file, capsys):
    code, said = told(capsys, file(good_x1a()), "--size", "poker")
    assert code == 1
    assert "pages 1-4: error: the page is cut to 62 × 88 mm; the card is 63.5 × 88.9 mm" in said
    assert said.count("is cut to") == 1


def found(page, severity="error", where=None):
    return Finding("x", "wrong", "mend it", severity, page, where)


def test_pages_are_listed_in_stretches():
    text = findings_text([found(number) for number in (1, 2, 3, 5, 7, 8)])
    assert text.startswith("  pages 1-3, 5, 7-8: error: wrong\n")
    many = findings_text([found(number) for number in range(1, 100, 2)])
    assert many.startswith("  pages 1, 3, 5, 7, 9, 11 and so on: error")


def test_errors_come_before_warnings():
    text = findings_text([found(1, "warning"), found(2), found(None)])
    assert text.splitlines()[0] == "  page 2: error: wrong"
    assert "warning" in text.splitlines()[2]
    report = Report((found(1, "warning"), found(2), found(3)), (), 3)
    assert verdict_text(report) == "1 error, 1 warning"
    assert verdict_text(Report((found(1, "warning"),), (), 3)) == "passes, 1 warning"


def test_names_inside_the_file_are_not_for_people_but_cards_are():
    one = found(2, where="form FormXob.ac98 > image FormXob.420d")._replace(card="+4")
    assert findings_text([one]).startswith("  page 2 (+4): error: wrong\n")
    other = one._replace(where="image FormXob.77")
    assert findings_text([one, other]).startswith("  page 2 (+4), 2 places: error: wrong\n")


def test_cards_are_called_by_their_labels_and_pictures_by_their_size(file, capsys, tmp_path):
    from dataclasses import replace

    from samples import small_pack

    from cardgen.output.press import PressJob, write_press

    Image.new("RGB", (200, 300), "red").save(tmp_path / "small.png")
    Image.new("RGB", (300, 450), "red").save(tmp_path / "large.png")
    faces = {
        str(rank): {"image": str(tmp_path / f"{name}.png")} for rank, name in ((1, "large"), (4, "small"))
    }
    pack = small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": faces}})
    (made,) = write_press(replace(pack, name="x"), PressJob())
    report = preflight(made.data, Target(pack=pack))
    (worst,) = (finding for finding in report.findings if finding.rule == "picture-resolution")
    assert worst.card == "+4"
    assert worst.message.endswith("(the worst of 2, on 2 pages)")
    assert worst.message.startswith("a picture of 200 × 300 pixels has 75 pixels per inch")
    assert worst.hint.endswith("take one of its shape with 804 × 1205 pixels or more")
    code, said = told(capsys, file(made.data))
    assert (code, "FormXob" in said, "page 3 (green 4): error: a picture of 200" in said) == (1, False, True)
    assert "FormXob" in told(capsys, tmp_path / "cards.pdf", "--format", "json")[1]


def test_json_says_everything(file, capsys):
    good, bad = file(good_x1a(), "good.pdf"), file(changed(good_x1a(), info(Title=None)), "bad.pdf")
    code, said = told(capsys, good, bad, "--format", "json", "--size", "62 x 88 mm")
    assert code == 1
    first, second = json.loads(said)
    assert (first["file"], first["passed"], first["pages"], first["findings"]) == (str(good), True, 4, [])
    assert first["facts"]
    assert first["target"]["trim_mm"] == [62, 88]
    assert first["target"]["standard"] == "x1a"
    assert second["passed"] is False
    (finding,) = second["findings"]
    assert set(finding) == {"rule", "message", "hint", "severity", "page", "where", "card"}
    assert finding["rule"] == "title"


def test_the_standard_is_a_choice(file, capsys):
    path = file(good_x4())
    assert told(capsys, path, "--standard", "x4")[0] == 0
    assert told(capsys, path)[0] == 1


def test_a_pack_is_counted(file, small, capsys):
    from cardgen.output.press import PressJob, write_press

    (made,) = write_press(api.load(str(small)), PressJob(order="back-last"))
    path = file(made.data)
    code, said = told(capsys, path, "--pack", small, "--order", "back-last")
    assert (code, "6 cards with 3 different faces" in said) == (0, True)
    code, said = told(capsys, path, "--pack", small)
    assert code == 1
    assert "the pages come as all faces, then one back; wanted is each face with its back behind it" in said


def test_a_printer_s_size_is_found_without_a_pack(file, capsys):
    code, said = told(capsys, file(good_x1a()), "--printer", "cartamundi")
    assert code == 1
    assert "the card is 63 × 88 mm" in said
    assert "checked for Cartamundi" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--printer", "mbprint", "--standard", "x4"], "do not go together"),
        (["--part", "faces"], "add --pack"),
        (["--printer", "nobody"], "no preset"),
        (["--size", "large"], "large"),
        (["--size", "0 x 88 mm"], "0 x 88 mm is not a size"),
        (["--bleed", "3"], "unit"),
        (["--bleed", "-1 mm"], "the bleed goes from 0 to 100 mm"),
        (["--pack", "no-such-pack"], "no-such-pack"),
    ],
)
def test_what_does_not_go_together_is_a_mistake(file, capsys, arguments, words):
    code, said = told(capsys, file(good_x1a()), *arguments)
    assert code in (1, 2)
    assert words in said
    assert "Traceback" not in said


def test_a_size_may_be_a_list_in_python():
    by_tuple, by_list = (
        cardgen.preflight(good_x1a(), size=size) for size in ((178.6, 249.4), [178.6, 249.4])
    )
    assert by_list.facts == by_tuple.facts


def test_files_that_cannot_be_read_are_a_mistake(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    for name, words in (
        ("none.pdf", "there is no file "),
        ("empty", "there are no pictures and no PDFs in "),
    ):
        code, said = told(capsys, tmp_path / name)
        assert code == 2
        assert words + str(tmp_path / name) in said


def test_a_damaged_file_says_nothing_but_what_cardgen_says(file):
    """Lines of pikepdf's own, such as of a torn list of pages, are kept back."""
    torn = good_x1a().replace(b"/Kids [ 4 0 R 5 0 R", b"/Kids [ 4 0 R 5s0 R")[:-200]
    command = [sys.executable, "-m", "cardgen", "preflight", str(file(torn))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")


# --- files of a pack -----------------------------------------------------------------------------


def test_faces_and_backs_are_told_apart_by_what_they_say_and_by_their_names(file, small, capsys):
    """Files for a printer of faces and backs apart, in files of several names."""
    for_them = ("--printer", "meinspiel", "--pack", str(small))
    made_so = ("--size", "skat", "-o", str(small.with_name("made.pdf")))
    assert run(["press", str(small), *for_them[:2], *made_so]) == 0
    made = [small.with_name(f"made-{part}.pdf").read_bytes() for part in ("faces", "backs")]

    def nameless(pdf):
        for leaf in pdf.pages:
            leaf.Contents = pdf.make_stream(leaf.Contents.read_bytes().replace(b"/Card", b"/Kind"))

    anonymous = [changed(data, nameless) for data in made]
    for names, files in ((("one.pdf", "two.pdf"), made), (("my fronts.pdf", "my backs.pdf"), anonymous)):
        code, said = told(capsys, *map(file, files, names), *for_them)
        assert code == 0, said
        assert "faces only" in said
        assert "6 backs, all alike" in said
        assert "2 files: all pass" in said
    code, said = told(capsys, *map(file, anonymous, ("one.pdf", "two.pdf")), *for_them)
    assert code == 1
    assert "say which this is: --part faces or --part backs" in said
    assert "make the file again" not in said


def test_a_page_with_the_die_line_alone_is_no_card(file, small, capsys):
    from cardgen.output.press import DieLine, PressJob, write_press

    (made,) = write_press(api.load(str(small)), PressJob(die_line=DieLine("page")))
    code, said = told(capsys, file(made.data), "--pack", small)
    assert code == 0, said
    assert "page 13 holds the die line alone: CutContour" in said
    assert "6 cards with 3 different faces" in said


def test_another_pack_is_told_once(file, capsys):
    from cardgen.output.press import PressJob, write_press

    (made,) = write_press(api.load("never-over"), PressJob())
    code, said = told(capsys, file(made.data), "--pack", "standard-52")
    assert code == 1
    assert said.splitlines()[0].endswith(": 1 error")
    assert "this does not look like Standard 52: 53 of its 54 cards are not there (A of spades, 2 of" in said
    assert "9 on its pages are none of the pack's (green 4, green 3" in said


# --- folders -------------------------------------------------------------------------------------


def test_of_a_folder_the_pictures_on_its_list_are_looked_at(small, tmp_path, capsys):
    assert run(["images", str(small), "--printer", "thegamecrafter", "-o", str(tmp_path / "p")]) == 0
    capsys.readouterr()
    (tmp_path / "p" / "holiday.png").write_bytes(picture((9, 9)))
    code, said = told(capsys, tmp_path / "p", "--printer", "thegamecrafter")
    assert code == 0, said
    lines = said.splitlines()
    assert sum(line.endswith(": passes") for line in lines) == 4
    assert lines[4].endswith("p, all of it: passes, 1 warning")
    assert lines[5] == "  warning: cards.json does not list holiday.png, so it was not checked"
    assert lines[7] == "4 files: all pass"
    assert "    PNG, 825 × 1125 pixels, RGB" in lines
    assert len(lines) == 13
    code, said = told(capsys, tmp_path / "p", "--printer", "thegamecrafter", "--format", "json")
    assert (code, {each["passed"] for each in json.loads(said)}) == (0, {True})
    (tmp_path / "p" / "back.png").unlink()
    code, said = told(capsys, tmp_path / "p", "--printer", "thegamecrafter")
    assert (code, "back.png is not there, though cards.json lists it" in said) == (2, True)


def test_of_any_other_folder_its_pictures_or_pdfs_are_looked_at(file, tmp_path, capsys):
    file(good_x1a(), "a.pdf")
    for number in range(4):
        file(picture((9, 9)), f"{number}.png")
    (tmp_path / "notes.txt").write_text("x")
    code, said = told(capsys, tmp_path)
    assert (code, said.count("passes")) == (0, 1)
    code, said = told(capsys, tmp_path, "--printer", "makeplayingcards")
    assert code == 1
    assert said.count("  error: ") == 1
    assert "0.png, 1.png, 2.png, 3.png: 1 error\n" in said
    assert "4 files: 4 of them would be refused" in said


def test_what_is_no_pdf_does_not_pass(file, capsys):
    code, said = told(capsys, file(b"hello"))
    assert code == 1
    assert "is not a PDF" in said


def test_help_has_examples(capsys):
    code, said = told(capsys, "--help")
    assert code == 0
    assert "cardgen preflight output/never-over-press.pdf" in said


# --- pictures ------------------------------------------------------------------------------------

PRINTER = Printer(
    name="Tester",
    products=(Product((180, 252), (825, 1125), name="poker"),),
    bleed=9,
    safe=9,
    drift=4,
    color="rgb",
    form="images",
    image_formats=("png", "jpg"),
)


def picture(size=(825, 1125), mode="RGB", form="PNG", color=None, **options):
    out = io.BytesIO()
    Image.new(mode, size, color or 0).save(out, form, **options)
    return out.getvalue()


def pictured(data, printer=PRINTER):
    report = preflight_picture(data, Target.for_printer(printer), printer)
    return {finding.rule for finding in report.findings}


def test_a_good_picture_passes():
    report = preflight_picture(picture(dpi=(300, 300)), Target.for_printer(PRINTER), PRINTER)
    assert report.findings == ()
    assert "PNG, 825 × 1125 pixels, RGB" in report.facts


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (lambda: picture((1125, 825)), "pixels"),
        (lambda: picture((822, 1122)), "pixels"),
        (lambda: picture(mode="CMYK", form="JPEG"), "picture-color"),
        (lambda: picture(mode="RGBA", color=(0, 0, 0, 100)), "picture-alpha"),
        (lambda: picture(form="TIFF"), "file-form"),
        (lambda: picture()[:2000], "damage"),
        (lambda: b"\x89PNG\r\n\x1a\n" + bytes(50), "damage"),
        (lambda: good_x1a(), "file-form"),
        (lambda: b"hello", "file-form"),
    ],
)
def test_one_fault_of_a_picture_is_found(data, rule):
    assert pictured(data()) == {rule}


def test_an_opaque_picture_with_alpha_is_taken():
    assert pictured(picture(mode="RGBA", color=(9, 9, 9, 255))) == set()


def test_a_picture_made_to_hurt_is_refused():
    bomb = bytearray(picture((825, 1125)))
    bomb[16:24] = (60_000).to_bytes(4, "big") * 2
    assert pictured(bytes(bomb)) <= {"damage", "pixels"}
    assert pictured(bytes(bomb))


def test_without_exact_pixels_there_must_be_enough_of_them():
    loose = Printer(**{**PRINTER.__dict__, "products": (Product((180, 252), name="poker"),)})
    assert pictured(picture((825, 1125)), loose) == set()
    assert pictured(picture((1650, 2250)), loose) == set()
    assert pictured(picture((412, 562)), loose) == {"pixels"}
    assert pictured(picture((1125, 1125)), loose) == {"pixels"}
    # Without bleed, with half of it, and larger but a little too wide.
    assert pictured(picture((750, 1050)), loose) == {"pixels"}
    assert pictured(picture((788, 1088)), loose) == {"pixels"}
    assert pictured(picture((830, 1125)), loose) == {"pixels"}


@pytest.mark.parametrize(
    ("size", "options", "words"),
    [
        ((744, 1038), (), "the card without its bleed; MakePlayingCards takes 816 × 1110 for poker-eu"),
        ((750, 1125), (), "but at 301 pixels per inch; MakePlayingCards takes 747 × 1122 for bridge"),
        ((768, 1146), (), "of another shape"),
        ((408, 555), (), "right shape but at 150 pixels per inch; MakePlayingCards takes 816 × 1110"),
        ((1110, 816), (), "lies on its side"),
        ((816, 1110), ("--size", "89 x 146 mm"), "takes 1123 × 1796 for large (89 × 146 mm with 3.05"),
        ((822, 1122), ("--pack", "never-over"), "takes 816 × 1110 for poker-eu"),
        ((816, 1110), ("--size", "70 x 90 mm"), "does not cut 70 × 90 mm; it cuts poker (63.5 × 88.9 mm)"),
    ],
)  # fmt: skip
def test_a_picture_of_wrong_size_is_told_what_would_be_right(file, capsys, size, options, words):
    path = file(picture(size, dpi=(300, 300)), "a.png")
    code, said = told(capsys, path, "--printer", "makeplayingcards", *options)
    assert code == 1
    assert words in said


@pytest.mark.parametrize(
    ("size", "options", "fact"),
    [
        ((816, 1110), (), "poker-eu: 63 × 88 mm with 3.05 mm of bleed, 300 pixels per inch"),
        ((1467, 2223), ("--size", "56 x 88 mm"), "56 × 88 mm with 3.05 mm of bleed, 600 pixels per inch"),
        ((1123, 1796), ("--size", "89 x 146 mm"), "89 × 146 mm with 3.05 mm of bleed, 300 pixels per inch"),
        ((822, 1122), ("--size", "2.5 x 3.5 in"), "poker: 63.5 × 88.9 mm with 3.05 mm of bleed, 300 pixels"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_good_picture_is_about_its_card(file, capsys, size, options, fact):
    """Whatever the file says of its own resolution."""
    path = file(picture(size, dpi=(77, 77)), "a.png")
    code, said = told(capsys, path, "--printer", "makeplayingcards", *options)
    assert (code, fact in said, "77 pixels" in said) == (0, True, False)


def test_a_printer_of_pdfs_may_take_pictures_as_well(file, capsys):
    wide = find_preset("meinspiel")
    path = file(picture((768, 1146), form="JPEG"), "a.jpg")
    assert wide.form == "pdf"
    code, said = told(capsys, path, "--printer", "meinspiel")
    assert code == 0, said
    assert "skat: 59 × 91 mm with 3 mm of bleed, 300 pixels per inch" in said
    assert "PDF/X" not in said


def test_a_page_that_is_the_card_with_its_bleed_is_told_for_that_card(file, capsys):
    def change(pdf):
        for leaf in pdf.pages:
            leaf.obj.MediaBox = leaf.obj.BleedBox
            del leaf.obj.TrimBox, leaf.obj.BleedBox

    code, said = told(capsys, file(changed(good_x1a(), change)), "--size", "62 x 88 mm")
    assert code == 1
    assert "only the TrimBox is missing" in said
    assert "cut to" not in said
    assert "no BleedBox" not in said


def test_a_pdf_is_not_for_a_printer_of_pictures(file, capsys):
    code, said = told(capsys, file(good_x1a()), "--printer", "makeplayingcards")
    assert code == 1
    assert "this is a PDF; MakePlayingCards takes a picture of each face" in said
    assert "PDF/X" not in said.splitlines()[-1]


def test_a_picture_is_not_for_a_press(file, capsys):
    code, said = told(capsys, file(picture(), "a.png"), "--printer", "mbprint")
    assert code == 1
    assert "this is a picture; MB Print takes a PDF" in said


def test_pictures_that_a_preset_asks_for_pass(file, capsys):
    product = next(product for product in find_preset("thegamecrafter").products if product.pixels)
    path = file(picture(product.pixels), "a.png")
    code, said = told(capsys, path, "--printer", "thegamecrafter")
    assert code == 0, said
    assert "pixels, RGB" in said


def test_the_same_file_gives_the_same_report():
    assert preflight(good_x1a(), Target()) == preflight(good_x1a(), Target())


def test_so_many_decks_are_counted(file, small, capsys):
    from cardgen.output.press import PressJob, write_press

    (made,) = write_press(api.load(str(small)), PressJob(copies=2))
    path = file(made.data)
    code, said = told(capsys, path, "--pack", small, "--copies", "2")
    assert (code, f"{path}: passes" in said) == (0, True), said
    code, said = told(capsys, path, "--pack", small)
    assert code == 1
    assert "pages of cards" in said


def test_copies_are_of_a_pack(file, capsys):
    code, said = told(capsys, file(good_x1a()), "--copies", "2")
    assert code == 2
    assert "--copies says what of a pack the file holds" in said


def test_what_only_the_printer_can_tell_is_not_judged(file, capsys):
    """Transparency that is blended by a profile: PDF/X-4 may have it, and nobody here can tell its ink."""

    def change(pdf):
        profile = pdf.Root.OutputIntents[0].DestOutputProfile
        space = Array([Name.ICCBased, profile])
        pdf.pages[0].obj.Group = Dictionary(S=Name.Transparency, CS=space)
        pdf.pages[0].contents_add(b"/Fade gs 0 0 0 0.5 k 60 60 30 30 re f")
        pdf.pages[0].obj.Resources.ExtGState["/Fade"] = Dictionary(ca=0.5)

    path = file(changed(good_x4(), change))
    code, said = told(capsys, path, "--standard", "x4")
    assert code == 3
    assert said.splitlines()[0] == f"{path}: not judged, 1 warning"
    assert "page 1: not judged: the total of ink could not be measured" in said
    code, said = told(capsys, path, "--standard", "x4", "--format", "json")
    (record,) = json.loads(said)
    assert (code, record["passed"], record["judged"]) == (3, False, False)
    assert "not judged" in [finding["severity"] for finding in record["findings"]]
    # What would be refused counts more.
    assert told(capsys, path, file(b"none", "none.pdf"), "--standard", "x4")[0] == 1
