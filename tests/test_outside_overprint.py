"""Whether overprint takes anything from what we make, as Ghostscript, mupdf and poppler see it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument
from test_outside import run

from cardgen import api, library
from cardgen.output.images import Canvas, ImageJob, write_images
from cardgen.output.press import DieLine, PressJob, write_press
from cardgen.output.rulebook import RulebookPress
from cardgen.output.rulebooks import BookJob, write_book

PURE_BLACK = (0, 0, 0, 255)
#: Enough to see a collar and a face.
DPI = 40
#: What a printer lets lie on one spot decides whether black lines overprint: once they do, once not.
JOBS = {
    "lines overprint": PressJob(order="back-last", per="face", total_ink=4.0),
    "lines knock out": PressJob(order="back-last", per="face", total_ink=1.0),
}


def gs(path: Path, overprint: str) -> list[Any]:
    """Pages in CMYK, pixels of one colour each, as Ghostscript draws them."""
    made = path.with_suffix(".tif")
    quiet = ("-dSAFER", "-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=tiff32nc", f"-r{DPI}")
    code, said = run("gs", *quiet, f"-dOverprint=/{overprint}", f"-sOutputFile={made}", path)
    assert (code, said.strip()) == (0, "")
    with Image.open(made) as image:
        return [_frame(image, number) for number in range(getattr(image, "n_frames", 1))]


def _frame(image: Any, number: int) -> Any:
    image.seek(number)
    return image.copy()


def mutool(path: Path, overprint: str) -> list[Any]:
    """Pages in CMYK as mupdf draws them; edges are left rough, so that a pixel is one colour."""
    mode = {"simulate": "1", "disable": "0"}[overprint]
    made = path.with_suffix(".pam")
    code, said = run("mutool", "draw", "-q", "-O", mode, "-A", "0", "-r", DPI, "-c", "cmyk", "-o", made, path)
    assert code == 0, said
    return list(_pams(made.read_bytes()))


def _pams(data: bytes) -> Iterator[Any]:
    """The pictures of a file in PAM format (netpbm.sourceforge.net/doc/pam.html)."""
    while data:
        head, _, data = data.partition(b"ENDHDR\n")
        facts = dict(line.split(b" ", 1) for line in head.splitlines() if b" " in line)
        wide, high, bands = (int(facts[key]) for key in (b"WIDTH", b"HEIGHT", b"DEPTH"))
        pixels, data = data[: wide * high * bands], data[wide * high * bands :]
        four = b"".join(pixels[at : at + 4] for at in range(0, len(pixels), bands)) if bands > 4 else pixels
        yield Image.frombytes("CMYK", (wide, high), four)


def poppler(path: Path, overprint: str) -> list[Any]:
    """Pages in RGB as poppler draws them."""
    option = ["-overprint"] if overprint == "simulate" else []
    rough = ("-aa", "no", "-aaVector", "no")
    code, said = run("pdftoppm", *option, *rough, "-r", DPI, "-png", path, path.with_suffix(""))
    assert code == 0, said
    pages = sorted(path.parent.glob(f"{path.stem}-*.png"))
    shown = [Image.open(io.BytesIO(page.read_bytes())).convert("RGB") for page in pages]
    for page in pages:
        page.unlink()
    return shown


def lost(path: Path, program: Any) -> list[int]:
    """Pages (from 1) that overprint changes elsewhere than where pure black lies over a colour."""
    pairs = zip(program(path, "simulate"), program(path, "disable"), strict=True)
    return [number for number, (kept, without) in enumerate(pairs, 1) if _differ(kept, without)]


def _differ(kept: Any, without: Any) -> bool:
    if kept.mode == "RGB":
        # Poppler turns inks into a screen's colours in two ways; what is light must not become dark.
        darker = ImageChops.subtract(without.convert("L"), kept.convert("L"))
        light = without.convert("L").point(lambda level: 255 * (level > 80))
        return ImageChops.darker(darker.point(lambda level: 255 * (level > 60)), light).getbbox() is not None
    if kept.tobytes() == without.tobytes():
        return False
    both = zip(_pixels(kept), _pixels(without), strict=True)
    return any(one != other and other != PURE_BLACK for one, other in both)


def _pixels(image: Any) -> list[bytes]:
    data = image.tobytes()
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


PROGRAMS = [
    pytest.param(gs, marks=pytest.mark.outside("gs")),
    pytest.param(mutool, marks=pytest.mark.outside("mutool")),
    pytest.param(poppler, marks=pytest.mark.outside("pdftoppm")),
]
any_program = pytest.mark.parametrize("program", PROGRAMS, ids=["ghostscript", "mupdf", "poppler"])


@any_program
@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("name", library.names())
def test_no_face_of_a_bundled_pack_loses_anything(name: str, job: str, program: Any, tmp_path: Path) -> None:
    pack = api.load(name)
    (file,) = write_press(pack, JOBS[job])
    path = tmp_path / "press.pdf"
    path.write_bytes(file.data)
    assert file.pages == len(pack.cards) + 1
    assert lost(path, program) == []


@any_program
def test_no_sheet_with_marks_and_a_die_line_loses_anything(program: Any, tmp_path: Path) -> None:
    job = PressJob(sheet=(6, 4), marks=True, die_line=DieLine(), per="face", order="back-last")
    (file,) = write_press(api.load("short-24"), job)
    path = tmp_path / "sheet.pdf"
    path.write_bytes(file.data)
    assert lost(path, program) == []


@any_program
def test_no_page_of_a_rulebook_for_the_press_loses_anything(program: Any, tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(write_book(api.load("short-24"), BookJob(press=RulebookPress())).data)
    assert lost(path, program) == []


@any_program
def test_a_state_of_op_alone_is_seen_to_lose_what_is_light(program: Any, tmp_path: Path) -> None:
    """So the programs do tell the difference (ISO 32000-1, table 58)."""
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path / "lost.pdf"
    canvas = Canvas(str(path), pagesize=(100, 100))
    canvas.addLiteral("0 0 0 1 k 0 0 100 100 re f")
    canvas.setOverprintMask(True)
    canvas.setStrokeOverprint(True)
    canvas.addLiteral("0 0.04 0.1 0 k 20 20 60 60 re f")
    canvas.save()
    assert lost(path, program) == [1]


@pytest.mark.outside("gs")
def test_pictures_in_cmyk_are_what_ghostscript_prints(tmp_path: Path) -> None:
    """The pictures of court cards and the press file's pages, ink by ink."""
    pack = api.load("short-24")
    job = ImageJob(Canvas.around(pack.card.size, pack.card.bleed, DPI), "tif", space="cmyk")
    made = [file.data for file in write_images(pack, job) if file.name.endswith(".tif")]
    (file,) = write_press(pack, JOBS["lines overprint"])
    path = tmp_path / "press.pdf"
    path.write_bytes(file.data)
    printed = gs(path, "simulate")
    assert len(made) == len(printed) == len(PdfDocument(file.data))
    for ours, theirs in zip(made, printed, strict=True):
        mine = Image.open(io.BytesIO(ours)).resize((12, 16), Image.Resampling.BOX)
        other = theirs.resize((12, 16), Image.Resampling.BOX)
        assert max(high for _, high in ImageChops.difference(mine, other).getextrema()) < 60
