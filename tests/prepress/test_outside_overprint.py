"""Whether overprint takes anything from what we make, as Ghostscript, mupdf and poppler see it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter
from test_outside import run

from cardgen import api
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.output.press import DieLine, PressJob, write_press
from cardgen.output.rulebook import BookJob, RulebookPress, write_book
from cardgen.pack import library

PURE_BLACK, DIE_LINE = (0, 0, 0, 255), (0, 255, 0, 0)
#: Enough to see a collar and a face.
DPI = 40
#: A page for each face and the back, with so much ink allowed that black lines overprint.
FACES = PressJob(order="back-last", per="face", total_ink=4.0)


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


def lost(data: bytes, program: Any, folder: Path, meant: tuple[int, ...] = PURE_BLACK) -> list[int]:
    """Pages (from 1) that overprint changes elsewhere than where it is meant to.

    meant: the colour of what may overprint, besides pure black.
    """
    path = folder / "looked-at.pdf"
    path.write_bytes(data)
    pairs = zip(program(path, "simulate"), program(path, "disable"), strict=True)
    return [number for number, pair in enumerate(pairs, 1) if _differ(*pair, meant)]


def _differ(kept: Any, without: Any, meant: tuple[int, ...]) -> bool:
    if kept.mode == "RGB":
        # Poppler turns inks into a screen's colours in two ways; what is light must not become dark.
        darker = ImageChops.subtract(without.convert("L"), kept.convert("L"))
        light = without.convert("L").point(lambda level: 255 * (level > 80))
        return ImageChops.darker(darker.point(lambda level: 255 * (level > 60)), light).getbbox() is not None
    elsewhere = [
        ImageChops.difference(without, Image.new("CMYK", without.size, color))
        for color in (PURE_BLACK, meant)
    ]
    changed = map(_any_ink, (ImageChops.difference(kept, without), *elsewhere))
    seen = reduce(ImageChops.darker, changed)
    # With a die line Ghostscript rounds edges otherwise if it simulates: a spot is more than a pixel.
    seen = seen if meant == PURE_BLACK else seen.filter(ImageFilter.MinFilter(3))
    return seen.getbbox() is not None


def _any_ink(difference: Any) -> Any:
    return reduce(ImageChops.lighter, difference.split()).point(lambda level: 255 * (level > 2))


MUPDF = pytest.param(mutool, marks=pytest.mark.outside("mutool"), id="mupdf")
PROGRAMS = [
    MUPDF,
    pytest.param(gs, marks=pytest.mark.outside("gs"), id="ghostscript"),
    pytest.param(poppler, marks=pytest.mark.outside("pdftoppm"), id="poppler"),
]
any_program = pytest.mark.parametrize("program", PROGRAMS)


@lru_cache
def press(name: str, job: PressJob) -> bytes:
    (file,) = write_press(api.load(name), job)
    return file.data


def _seen() -> list[Any]:
    """Every bundled pack as mupdf sees it, which takes a tenth of the others' time; one pack as all do.

    But two that have other quantities of the faces of NEVER OVER.
    """
    seen_elsewhere = {"short-24", "never-over-attack", "never-over-defence"}
    others = [name for name in library.bundled_pack_names() if name not in seen_elsewhere]
    pairs = [*zip(others, repeat(MUPDF)), *zip(repeat("short-24"), PROGRAMS)]
    return [
        pytest.param(name, *each.values, marks=each.marks, id=f"{name}-{each.id}") for name, each in pairs
    ]


@pytest.mark.parametrize(("name", "program"), _seen())
def test_no_face_of_a_bundled_pack_loses_anything(name: str, program: Any, tmp_path: Path) -> None:
    assert lost(press(name, FACES), program, tmp_path) == []


@pytest.mark.outside("mutool")
@pytest.mark.parametrize("name", ["short-24", "never-over"])
def test_nor_where_little_ink_is_allowed_so_that_lines_knock_out(name: str, tmp_path: Path) -> None:
    assert lost(press(name, FACES._replace(total_ink=1.0)), mutool, tmp_path) == []


@pytest.mark.parametrize("program", PROGRAMS[:2])
def test_no_sheet_with_marks_and_a_die_line_loses_anything(program: Any, tmp_path: Path) -> None:
    """But for what lies under the die line, which is a plate of its own to them and shown in its stand-in."""
    job = FACES._replace(sheet=(2, 2), marks=True, die_line=DieLine())
    assert lost(press("never-over", job), program, tmp_path, DIE_LINE) == []


@pytest.mark.outside("mutool")
def test_no_page_of_a_rulebook_for_the_press_loses_anything(tmp_path: Path) -> None:
    book = write_book(api.load("short-24"), BookJob(press=RulebookPress())).data
    assert lost(book, mutool, tmp_path) == []


@any_program
def test_a_state_of_op_alone_is_seen_to_lose_what_is_light(program: Any, tmp_path: Path) -> None:
    """So the programs do tell the difference (ISO 32000-1, table 58)."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(io.BytesIO(), pagesize=(100, 100))
    canvas.addLiteral("0 0 0 1 k 0 0 100 100 re f")
    canvas.setOverprintMask(True)
    canvas.setStrokeOverprint(True)
    canvas.addLiteral("0 0.04 0.1 0 k 20 20 60 60 re f")
    assert lost(canvas.getpdfdata(), program, tmp_path) == [1]


@pytest.mark.outside("gs")
def test_pictures_in_cmyk_hold_what_ghostscript_prints(tmp_path: Path) -> None:
    """The pictures of court cards, and the pages of the press file: as much of each ink, cell by cell."""
    pack = api.load("short-24")
    size = PictureCanvas.for_trim(pack.card.size, pack.card.bleed, DPI)
    job = ImageJob(size, "tif", space="cmyk", only=("K", "Q"))
    made = [file.data for file in write_images(pack, job) if file.name.endswith(".tif")]
    path = tmp_path / "press.pdf"
    path.write_bytes(press("short-24", FACES))
    pages = gs(path, "simulate")
    courts = [page for page, card in zip(pages, pack.cards, strict=False) if card.rank in ("K", "Q")]
    assert len(courts) == 8
    for ours, theirs in zip(made, [*courts, pages[-1]], strict=True):
        mine, other = (
            each.resize((9, 12), Image.Resampling.BOX) for each in (Image.open(io.BytesIO(ours)), theirs)
        )
        assert max(high for _, high in ImageChops.difference(mine, other).getextrema()) < 70
