"""The command `preflight`: what it says, in words and as JSON, of PDFs and of pictures."""

import io
import json

import pytest
from PIL import Image
from preflight_changes import info, page
from preflight_samples import changed, good_x1a, good_x4

from cardgen import api
from cardgen.cli.main import run
from cardgen.cli.preflight import findings_text, verdict
from cardgen.preflight import preflight
from cardgen.preflight.findings import Finding, Report, Target
from cardgen.preflight.picture_files import preflight_picture
from cardgen.printer import Printer, Product
from cardgen.printers import find


@pytest.fixture
def file(tmp_path):
    """Writes bytes to a file and names it."""

    def written(data, name="cards.pdf"):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return written


def told(capsys, *arguments):
    code = run(["preflight", *map(str, arguments)])
    output = capsys.readouterr()
    return code, output.out + output.err


def test_a_good_file_passes_and_says_what_was_looked_at(file, capsys):
    path = file(good_x1a())
    code, said = told(capsys, path)
    assert code == 0
    assert said.splitlines()[0] == f"{path}: passes"
    assert "looked at for PDF/X-1a:2003" in said
    assert "4 pages of 62 × 88 mm with 3 mm bleed" in said


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
    text = findings_text([found(1, "warning"), found(2), found(None, where="image Im1")])
    assert text.splitlines()[0] == "  page 2, image Im1: error: wrong"
    assert "warning" in text.splitlines()[2]
    report = Report((found(1, "warning"), found(2), found(3)), (), 3)
    assert verdict(report) == "1 error, 1 warning"
    assert verdict(Report((found(1, "warning"),), (), 3)) == "passes, 1 warning"


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
    assert set(finding) == {"rule", "message", "hint", "severity", "page", "where"}
    assert finding["rule"] == "title"


def test_the_standard_is_a_choice(file, capsys):
    path = file(good_x4())
    assert told(capsys, path, "--standard", "x4")[0] == 0
    assert told(capsys, path)[0] == 1


def test_a_pack_is_counted(file, capsys):
    from cardgen.output.press import PressJob, write_press

    (made,) = write_press(api.load("never-over"), PressJob(order="back-last"))
    path = file(made.data)
    code, said = told(capsys, path, "--pack", "never-over", "--order", "back-last")
    assert (code, "56 cards with 10 different faces" in said) == (0, True)
    code, said = told(capsys, path, "--pack", "never-over")
    assert code == 1
    assert "the pages come as all faces, then one back; wanted is each face with its back behind it" in said


def test_a_printer_s_size_is_found_without_a_pack(file, capsys):
    code, said = told(capsys, file(good_x1a()), "--printer", "cartamundi")
    assert code == 1
    assert "the card is 63 × 88 mm" in said
    assert "looked at for Cartamundi" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--printer", "mbprint", "--standard", "x4"], "do not go together"),
        (["--part", "faces"], "add --pack"),
        (["--printer", "nobody"], "no preset"),
        (["--size", "large"], "large"),
        (["--bleed", "3"], "unit"),
        (["--pack", "no-such-pack"], "no-such-pack"),
    ],
)
def test_what_does_not_go_together_is_a_mistake(file, capsys, arguments, words):
    code, said = told(capsys, file(good_x1a()), *arguments)
    assert code in (1, 2)
    assert words in said
    assert "Traceback" not in said


def test_files_that_cannot_be_read_are_a_mistake(tmp_path, capsys):
    for path in (tmp_path / "none.pdf", tmp_path):
        code, said = told(capsys, path)
        assert code == 2
        assert "Traceback" not in said


def test_what_is_no_pdf_does_not_pass(file, capsys):
    code, said = told(capsys, file(b"hello"))
    assert code == 1
    assert "no PDF at all" in said


def test_help_has_examples(capsys):
    code, said = told(capsys, "--help")
    assert code == 0
    assert "cardgen preflight output/never-over-press.pdf" in said


# --- pictures ------------------------------------------------------------------------------------

PRINTER = Printer(
    "tester",
    "Tester",
    "https://example.org",
    (Product("poker", (180, 252), (825, 1125)),),
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
    report = preflight_picture(data, Target.of(printer), printer)
    return {finding.rule for finding in report.findings}


def test_a_good_picture_passes():
    report = preflight_picture(picture(dpi=(300, 300)), Target.of(PRINTER), PRINTER)
    assert report.findings == ()
    assert "PNG, 825 × 1125 pixels, RGB" in report.facts


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (picture((1125, 825)), "pixels"),
        (picture((822, 1122)), "pixels"),
        (picture(mode="CMYK", form="JPEG"), "picture-color"),
        (picture(mode="RGBA", color=(0, 0, 0, 100)), "picture-alpha"),
        (picture(form="TIFF"), "file-form"),
        (picture()[:2000], "damage"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "damage"),
        (good_x1a(), "file-form"),
        (b"hello", "file-form"),
    ],
)
def test_one_fault_of_a_picture_is_found(data, rule):
    assert pictured(data) == {rule}


def test_an_opaque_picture_with_alpha_is_taken():
    assert pictured(picture(mode="RGBA", color=(9, 9, 9, 255))) == set()


def test_a_picture_made_to_hurt_is_refused():
    bomb = bytearray(picture((825, 1125)))
    bomb[16:24] = (60_000).to_bytes(4, "big") * 2
    assert pictured(bytes(bomb)) <= {"damage", "pixels"}
    assert pictured(bytes(bomb))


def test_without_exact_pixels_there_must_be_enough_of_them():
    loose = Printer(**{**PRINTER.__dict__, "products": (Product("poker", (180, 252)),)})
    assert pictured(picture((825, 1125)), loose) == set()
    assert pictured(picture((1650, 2250)), loose) == set()
    assert pictured(picture((412, 562)), loose) == {"pixels"}
    assert pictured(picture((1125, 1125)), loose) == {"pixels"}


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
    product = next(product for product in find("thegamecrafter").products if product.pixels)
    path = file(picture(product.pixels), "a.png")
    code, said = told(capsys, path, "--printer", "thegamecrafter")
    assert code == 0, said
    assert "pixels, RGB" in said


def test_the_same_file_gives_the_same_report():
    assert preflight(good_x1a(), Target()) == preflight(good_x1a(), Target())
