"""What programs that are not ours think of press files: qpdf, poppler and Ghostscript."""

import io
import re
from functools import cache

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from test_outside import run

from cardgen import api
from cardgen.art.item_writer import Press
from cardgen.art.items import Fill
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour.colors import BLACK, color_from_cmyk
from cardgen.colour.conversion import PressInks
from cardgen.colour.icc import CONDITIONS, bundled_profile
from cardgen.geometry import Rect
from cardgen.output.press import DieLine, PressJob, write_press
from cardgen.prepress.pdf.pdfx import OutputIntent
from cardgen.text import fonts
from cardgen.text.outlines import rectangle
from cardgen.units import MM

GRACOL = CONDITIONS["gracol"]
JOBS = {
    "plain": ("never-over", PressJob()),
    "marked": ("short-24", PressJob(marks=True, die_line=DieLine(), order="back-last")),
    "x4": (
        "never-over-paper",
        PressJob(
            standard="x4",
            intent=OutputIntent(GRACOL.identifier, GRACOL.info, True, bundled_profile("gracol")),
            order="separate",
        ),
    ),
    "sheet": ("never-over", PressJob(sheet=(7, 8), marks=True, die_line=DieLine("file"))),
}


@pytest.fixture(params=JOBS)
def made(request, tmp_path):
    """The files of a job on disk, its pack and the job."""
    name, job = JOBS[request.param]
    paths = []
    for file in press(name, job):
        paths.append(tmp_path / f"press{file.suffix}.pdf")
        paths[-1].write_bytes(file.data)
    return paths, api.load(name), job


@cache
def press(name, job):
    """The files of a job, which several programs look at."""
    return write_press(api.load(name), job)


@pytest.mark.outside("qpdf")
def test_qpdf_finds_nothing_wrong(made):
    for path in made[0]:
        code, said = run("qpdf", "--check", path)
        assert code == 0, said
        assert "No syntax or stream encoding errors found" in said
        assert "WARNING" not in said


@pytest.mark.outside("pdffonts")
def test_poppler_finds_every_font_embedded(made):
    for path in made[0]:
        code, said = run("pdffonts", path)
        assert code == 0
        for row in said.splitlines()[2:]:
            embedded, subset, unicode = re.findall(r"\b(yes|no)\b", row)[:3]
            assert (embedded, subset, unicode) == ("yes", "yes", "yes"), row


@pytest.mark.outside("pdfinfo")
def test_poppler_reads_the_boxes_of_every_page(made):
    paths, pack, job = made
    for path in paths:
        code, said = run("pdfinfo", "-box", "-l", "9999", path)
        assert code == 0
        boxes = {
            name: [[float(edge) for edge in row.split()] for row in re.findall(rf"{name}Box:\s+(.*)", said)]
            for name in ("Media", "Bleed", "Trim")
        }
        assert len(boxes["Trim"]) == int(re.search(r"^Pages:\s+(\d+)", said, re.MULTILINE)[1])
        for media, bleed, trim in zip(boxes["Media"], boxes["Bleed"], boxes["Trim"], strict=True):
            assert [b - a for a, b in zip(bleed, trim, strict=True)] == pytest.approx(
                [3 * MM, 3 * MM, -3 * MM, -3 * MM], abs=0.02
            )
            assert media[0] <= bleed[0]
            assert media[3] >= bleed[3]
            if job.sheet is None:
                assert trim[2] - trim[0] == pytest.approx(pack.card.width, abs=0.02)
        version = "1.6" if job.standard == "x4" else "1.4"
        assert re.search(rf"^PDF version:\s+{version}$", said, re.MULTILINE)
        assert ("PDF/X-1a:2003" in said) == (job.standard == "x1a")


def plates(path, page, folder, dpi=72):
    """The printing plates of a page as Ghostscript makes them: name to grey picture, 0 for full ink."""
    name = folder / "plate.tif"
    quiet = ("-dSAFER", "-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=tiffsep", f"-r{dpi}")
    code, said = run("gs", *quiet, f"-dFirstPage={page}", f"-dLastPage={page}", f"-sOutputFile={name}", path)
    assert (code, said.strip()) == (0, "")
    found = {}
    for file in folder.glob("plate*(*).tif"):
        with Image.open(file) as image:
            found[re.search(r"\((.*)\)", file.name)[1]] = image.convert("L")
        file.unlink()
    return found


def used(found):
    return {name for name, image in found.items() if image.getextrema()[0] < 250}


@pytest.fixture(scope="module")
def with_and_without_a_die_line(tmp_path_factory):
    """The plates of a face without a die line and with one."""
    folder, found = tmp_path_factory.mktemp("plates"), []
    for line in (None, DieLine()):
        (file,) = press("never-over", PressJob(order="faces", die_line=line))
        path = folder / "press.pdf"
        path.write_bytes(file.data)
        found.append(plates(path, 1, folder))
    return found


@pytest.mark.outside("gs")
def test_ghostscript_finds_the_plates_that_should_be_there_and_no_others(with_and_without_a_die_line):
    without, with_line = with_and_without_a_die_line
    assert set(with_line) == {"Cyan", "Magenta", "Yellow", "Black", "CutContour"}
    assert set(without) == {"Cyan", "Magenta", "Yellow", "Black"}


@pytest.mark.outside("gs")
def test_the_die_line_is_on_its_own_plate_and_leaves_the_others_as_they_were(with_and_without_a_die_line):
    without, with_line = with_and_without_a_die_line
    for name, plate in without.items():
        assert plate.tobytes() == with_line[name].tobytes()
    assert used(with_line) - used(without) == {"CutContour"}
    line = with_line["CutContour"]
    inside = line.crop((20, 20, line.width - 20, line.height - 20))
    assert inside.getextrema()[0] == 255


@pytest.mark.outside("gs")
def test_black_overprints_the_ground_under_it(tmp_path):
    """Where black type lies on a colour, the colour's plates have no hole."""
    path = tmp_path / "press.pdf"
    path.write_bytes(_black_on_green())
    found = plates(path, 1, tmp_path)
    middle = tuple(side // 2 for side in found["Cyan"].size)
    assert found["Black"].getpixel(middle) == 0
    assert found["Cyan"].getpixel(middle) == pytest.approx(255 * (1 - 0.8), abs=3)


def _black_on_green():
    """A black square on a green one, drawn as cards are."""
    fonts.register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(100, 100), initialFontName=fonts.TEXT.name)
    writer = PdfWriter(canvas, "cmyk", Press(PressInks(bundled_profile("fogra39"))))
    writer.write_fill(Fill(rectangle(Rect(0, 0, 100, 100)), color_from_cmyk((0.8, 0, 0.9, 0))))
    writer.write_fill(Fill(rectangle(Rect(40, 40, 20, 20)), BLACK))
    canvas.save()
    return buffer.getvalue()
