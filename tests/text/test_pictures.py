"""Picture files of strangers: opened to their end, never too large, sharp enough."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont

import cardgen
from cardgen import api
from cardgen.colour import images
from cardgen.errors import Problem
from cardgen.units import MM

#: A card of one inch by two, so that pixels are easily counted.
WIDE, HIGH = 72.0, 144.0


def problems(file: Path) -> list[Problem]:
    return list(images.picture_problems(file, WIDE, HIGH, ("back", "image")))


def test_285_of_300_pixels_an_inch_are_enough_and_fewer_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new("L", (286, 572)).save(file)
    assert problems(file) == []
    Image.new("L", (284, 568)).save(file)
    (problem,) = problems(file)
    assert problem.severity == "warning"
    assert problem.message == "this picture has 284 pixels per inch at its size of 25.4 × 50.8 mm"
    assert problem.hint == "for a sharp print use 300 × 600 pixels or more"


@pytest.mark.parametrize(("off", "one_way"), [(0, False), (1, False), (2, True)])
def test_a_drawing_may_lie_a_pixel_off_the_middle_of_its_picture(
    off: int, one_way: bool, tmp_path: Path
) -> None:
    picture = Image.new("RGB", (30, 42), "white")
    picture.paste("black", (5 + off, 5 + off, 25 + off, 37 + off))
    picture.save(tmp_path / "a.png")
    assert images.has_top_and_bottom(tmp_path / "a.png", 62 * MM, 88 * MM) is one_way


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new(mode, (300, 600)).save(file)
    assert problems(file) == []
    assert not images.has_top_and_bottom(file, WIDE, HIGH)


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_every_kind_of_jpeg(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jpg"
    Image.new(mode, (300, 600)).save(file)
    assert problems(file) == []
    assert not images.has_top_and_bottom(file, WIDE, HIGH)


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "WEBP", "PPM"])
def test_other_forms_are_refused_whatever_they_are_called(form: str, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    Image.new("RGB", (300, 600)).save(file, form)
    assert [problem.message for problem in problems(file)] == ["this is not a PNG or JPEG picture"]


def lattice(contrast: int) -> Image.Image:
    """A back of 25.4 × 50.8 mm at 300 ppi that looks exactly the same turned by 180 degrees."""
    back = Image.new("RGB", (300, 600), (40, 40, 90))
    pen = ImageDraw.Draw(back)
    for start in range(-600, 900, 40):
        pen.line([(start, 0), (start + 600, 600)], fill=(40 + contrast,) * 3, width=4)
        pen.line([(start, 0), (start - 600, 600)], fill=(40 + contrast,) * 3, width=4)
    return ImageChops.lighter(back, back.rotate(180))


#: Backs with a top: what was put on a lattice of this contrast.
TOPS: dict[str, Callable[[ImageDraw.ImageDraw], None]] = {
    "triangle of 12 mm": lambda pen: pen.polygon([(150, 40), (80, 180), (220, 180)], fill="#C8B45A"),
    "faint triangle": lambda pen: pen.polygon([(150, 40), (80, 180), (220, 180)], fill=(60, 60, 110)),
    "triangle of 1.5 mm": lambda pen: pen.polygon([(150, 40), (140, 58), (160, 58)], fill="white"),
    "word": lambda pen: pen.text((100, 60), "ACME", fill="white", font=ImageFont.load_default(30)),
    "another colour": lambda pen: pen.ellipse((120, 60, 180, 120), fill=(90, 40, 40)),
}


@pytest.mark.parametrize("contrast", [0, 150])
@pytest.mark.parametrize("top", TOPS)
def test_a_small_sign_gives_a_back_a_top(top: str, contrast: int, tmp_path: Path) -> None:
    back = lattice(contrast)
    TOPS[top](ImageDraw.Draw(back))
    back.save(tmp_path / "back.jpg", quality=75)
    assert images.has_top_and_bottom(tmp_path / "back.jpg", WIDE, HIGH)
    both = Image.composite(back, back.rotate(180), Image.linear_gradient("L").resize(back.size).point(_lower))
    both.save(tmp_path / "both.png")
    assert not images.has_top_and_bottom(tmp_path / "both.png", WIDE, HIGH)


def _weaker(level: int) -> int:
    return 128 + (level - 128) // 3


def _lower(level: int) -> int:
    return 255 * (level < 128)


@pytest.mark.parametrize("contrast", [0, 60, 200])
def test_a_back_without_a_top_passes_as_jpeg_with_noise_and_a_pixel_aside(
    contrast: int, tmp_path: Path
) -> None:
    file = tmp_path / "back.jpg"
    back = lattice(contrast)
    noise = Image.frombytes("RGB", back.size, Random(1).randbytes(3 * 300 * 600)).point(_weaker)
    for made in (
        ImageChops.offset(back, 1, 1).crop((1, 1, 300, 600)),
        ImageChops.add(back, noise, offset=-128),
        back.rotate(0.2, Image.Resampling.BICUBIC, fillcolor=(40, 40, 90)),
    ):
        made.save(file, quality=40)
        assert not images.has_top_and_bottom(file, WIDE, HIGH)


def test_what_hangs_over_the_card_gives_no_top(tmp_path: Path) -> None:
    back = Image.new("L", (300, 660), 60)
    back.paste(255, (0, 0, 300, 30))
    back.save(tmp_path / "back.png")
    assert not images.has_top_and_bottom(tmp_path / "back.png", WIDE, HIGH)
    assert images.has_top_and_bottom(tmp_path / "back.png", WIDE, HIGH * 1.05)


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
    assert not images.has_top_and_bottom(file, WIDE, HIGH)
    mirrored = Image.new("RGB", (300, 600), "white")
    mirrored.paste("black", (0, 0, 300, 100))
    mirrored.save(file)
    assert images.has_top_and_bottom(file, WIDE, HIGH)


# --- as they are drawn ---------------------------------------------------------------------------


def saved(tmp_path: Path, name: str, image: Image.Image, **options: Any) -> Path:
    file = tmp_path / name
    image.save(file, **options)
    return file


def test_transparent_parts_are_paper(tmp_path: Path) -> None:
    image = Image.new("RGBA", (4, 4), (200, 0, 0, 0))
    image.putpixel((0, 0), (0, 0, 0, 255))
    drawn = images.srgb_picture(saved(tmp_path, "a.png", image))
    assert drawn.mode == "RGB"
    assert (drawn.getpixel((0, 0)), drawn.getpixel((3, 3))) == ((0, 0, 0), (255, 255, 255))


def test_a_photograph_held_sideways_is_set_upright(tmp_path: Path) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    file = saved(tmp_path, "a.jpg", Image.new("RGB", (900, 600)), exif=turned)
    assert images.srgb_picture(file).size == (600, 900)
    assert not list(images.picture_problems(file, 600 / 300 * 72, 900 / 300 * 72, ("back", "image")))


@pytest.mark.parametrize("mode", ["CMYK", "L", "RGB"])
def test_any_jpeg_is_drawn_in_srgb(tmp_path: Path, mode: str) -> None:
    file = saved(tmp_path, "a.jpg", Image.new(mode, (20, 20)))
    assert images.srgb_picture(file).mode == "RGB"


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


def test_a_fault_that_many_pictures_have_is_told_once_of_the_worst(tmp_path: Path) -> None:
    for number, wide in enumerate((500, 420, 600, 510, 520, 530)):
        Image.new("L", (wide, wide * 1110 // 816)).save(tmp_path / f"p{number}.png")
    Image.new("L", (816, 816)).save(tmp_path / "square.png")
    rows = ", ".join(f"{{title: C{number}, picture: p{number}.png}}" for number in range(6))
    text = f"format: 1\nname: X\ncard: {{size: 63 x 88 mm}}\ncards: [{{layout: full, rows: [{rows}]}}]\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    found = [each for each in api.examine(str(tmp_path / "x.yaml")).problems if each.name == "resolution"]
    assert len(found) == 1
    assert found[0].message.startswith("this picture has 154 pixels per inch at its size of")
    assert found[0].message.endswith("; likewise p0.png, p3.png, p4.png and 2 more")
    assert found[0].path[:4] == ("cards", "0", "rows", "1")


def test_warnings_are_about_the_pictures_of_the_printed_cards_alone(tmp_path: Path) -> None:
    for number, wide in enumerate((900, 420, 500)):
        Image.new("L", (wide, wide * 1110 // 816)).save(tmp_path / f"p{number}.png")
    rows = ", ".join(f"{{title: C{number}, picture: p{number}.png}}" for number in range(3))
    text = f"format: 1\nname: X\ncard: {{size: 63 x 88 mm}}\ncards: [{{layout: full, rows: [{rows}]}}]\n"
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")

    def warnings(**terms: tuple[str, ...]) -> list[str]:
        made = cardgen.sheets(str(tmp_path / "x.yaml"), **terms)
        return [each.split("; write")[0] for each in made.warnings if "pixels per inch" in each]

    assert not warnings(only=("C0",))
    [one] = warnings(missing=("C2",))
    assert "rows.2" in one
    assert "likewise" not in one
    [both] = warnings()
    assert "likewise p2.png" in both
