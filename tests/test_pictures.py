"""Picture files of strangers: opened to their end, never too large, sharp enough."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import cardgen
from cardgen import pictures
from cardgen.errors import Problem

#: A card of one inch by two, so that pixels are easily counted.
WIDE, HIGH = 72.0, 144.0


def problems(file: Path) -> list[Problem]:
    return list(pictures.check(file, WIDE, HIGH, ("back", "image")))


def test_300_pixels_an_inch_are_enough_and_fewer_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new("L", (300, 600)).save(file)
    assert problems(file) == []
    Image.new("L", (300, 590)).save(file)
    (problem,) = problems(file)
    assert problem.severity == "warning"
    assert problem.message == "this picture has 295 pixels an inch at its size of 25.4 × 50.8 mm"
    assert problem.hint == "for a sharp print use 300 × 600 pixels or more"


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new(mode, (300, 600)).save(file)
    assert problems(file) == []
    assert not pictures.one_way(file)


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_every_kind_of_jpeg(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    Image.new(mode, (300, 600)).save(file)
    assert problems(file) == []
    assert not pictures.one_way(file)


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "WEBP", "PPM"])
def test_other_forms_are_refused_whatever_they_are_called(form: str, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new("RGB", (300, 600)).save(file, form)
    assert [problem.message for problem in problems(file)] == ["this is no PNG or JPEG picture"]


def png_of(width: int, height: int) -> bytes:
    """The head of a PNG that claims to be so large, and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("side", [8_000, 20_000, 2**31 - 1])
def test_bombs_are_not_opened(side: int, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png_of(side, side))
    (problem,) = problems(file)
    assert problem.severity == "error"
    assert problem.message == "this picture has more pixels than can be opened safely"


def test_a_picture_that_ends_early_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.effect_noise((300, 600), 50).save(file)
    file.write_bytes(file.read_bytes()[:-2000])
    (problem,) = problems(file)
    assert problem.message.startswith("this picture cannot be opened (")
    assert str(tmp_path) not in problem.message


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path / "a.png")
    assert problem.message == "this picture cannot be opened (No such file or directory)"


def jpeg() -> bytes:
    out = io.BytesIO()
    Image.effect_noise((30, 40), 50).save(out, "JPEG")
    return out.getvalue()


@given(
    whole=st.sampled_from([jpeg(), png_of(30, 40)]),
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8),
    end=st.integers(0, 2000),
)
def test_damaged_pictures_give_problems_and_nothing_else(
    whole: bytes, changes: list[tuple[int, int]], end: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(whole)
    for place, value in changes:
        data[place % len(data)] = value
    file = tmp_path_factory.getbasetemp() / "damaged"
    file.write_bytes(data[: max(end, 1)])
    for problem in problems(file):
        assert problem.severity in ("error", "warning")
        assert "\n" not in problem.message


def test_turned_about(tmp_path: Path) -> None:
    """A point of symmetry is what counts, not mirror images."""
    file = tmp_path / "a.png"
    both = Image.new("RGB", (300, 600), "white")
    both.paste("black", (0, 0, 150, 300))
    both.paste("black", (150, 300, 300, 600))
    both.save(file)
    assert not pictures.one_way(file)
    mirrored = Image.new("RGB", (300, 600), "white")
    mirrored.paste("black", (0, 0, 300, 100))
    mirrored.save(file)
    assert pictures.one_way(file)


# --- as they are drawn ---------------------------------------------------------------------------


def saved(tmp_path: Path, name: str, image: Image.Image, **options: Any) -> Path:
    file = tmp_path / name
    image.save(file, **options)
    return file


def test_transparent_parts_are_paper(tmp_path: Path) -> None:
    image = Image.new("RGBA", (4, 4), (200, 0, 0, 0))
    image.putpixel((0, 0), (0, 0, 0, 255))
    drawn = pictures.in_srgb(saved(tmp_path, "a.png", image))
    assert drawn.mode == "RGB"
    assert (drawn.getpixel((0, 0)), drawn.getpixel((3, 3))) == ((0, 0, 0), (255, 255, 255))


def test_a_photograph_held_sideways_is_set_upright(tmp_path: Path) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    file = saved(tmp_path, "a.jpg", Image.new("RGB", (900, 600)), exif=turned)
    assert pictures.in_srgb(file).size == (600, 900)
    assert not list(pictures.check(file, 600 / 300 * 72, 900 / 300 * 72, ("back", "image")))


@pytest.mark.parametrize("mode", ["CMYK", "L", "RGB"])
def test_any_jpeg_is_drawn_in_srgb(tmp_path: Path, mode: str) -> None:
    file = saved(tmp_path, "a.jpg", Image.new(mode, (20, 20)))
    assert pictures.in_srgb(file).mode == "RGB"


def test_a_plain_jpeg_goes_into_the_pdf_untouched_and_its_folder_leaves_no_trace(tmp_path: Path) -> None:
    made = []
    for name in ("one", "another"):
        folder = tmp_path / name
        folder.mkdir()
        file = saved(folder, "art.jpg", Image.effect_noise((400, 600), 60).convert("RGB"))
        if made:
            file.write_bytes((tmp_path / "one" / "art.jpg").read_bytes())
        (folder / "p.yaml").write_text("format: 1\nname: Art\nextras: [{face: image, image: art.jpg}]\n")
        made.append(cardgen.sheets(cardgen.load(str(folder / "p.yaml")))[0].data)
    assert made[0] == made[1]
    assert (tmp_path / "one" / "art.jpg").read_bytes() in made[0]
