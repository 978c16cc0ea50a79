"""A scan of a calibration sheet shows where the printer put it, to 0.1 mm; a photograph to 0.25 mm."""

import io
import math
import random
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageOps
from samples import thorough
from scanned_sheets import PHOTOGRAPH, SCANNER, picture_of

from cardgen.errors import UsageError
from cardgen.geometry import IDENTITY, transformed_point
from cardgen.layout.calibration import Calibration, SheetCode
from cardgen.output.calibration_sheet import write_calibration_sheet
from cardgen.prepress.verification.calibration_scan import read_scan
from cardgen.units import MM

A5 = (148 * MM, 210 * MM)
LETTER = (612.0, 792.0)


@cache
def sheet(page=A5):
    return write_calibration_sheet("desk", page, "long", separate=False)


@cache
def scan(**camera):
    return picture_of(sheet(), 0, IDENTITY, SCANNER._replace(dpi=150, **camera))


def rows(data):
    return Image.open(io.BytesIO(data))


def saved(picture):
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def random_case(seed):
    """Return a printer's movement, and how a scanner and a telephone take the sheet."""
    rng = random.Random(seed)
    turned = math.radians(rng.uniform(-0.4, 0.4))
    wide, high = (1 + rng.uniform(-0.006, 0.006) for _ in "xy")
    moved = (wide, turned, -turned, high, rng.uniform(-3, 3) * MM, rng.uniform(-3, 3) * MM)
    scanner = SCANNER._replace(
        dpi=rng.choice([150, 200]),
        degrees=rng.choice([0, 90, 180, 270]) + rng.uniform(-3, 3),
        quality=rng.choice([0, 60, 90]),
        blur=rng.uniform(0.3, 0.9),
        noise=rng.uniform(0, 5),
        ground=rng.randrange(0, 120),
        seed=seed,
    )
    telephone = PHOTOGRAPH._replace(
        dpi=rng.choice([200, 220]),
        degrees=rng.uniform(-180, 180),
        tilt=(rng.uniform(-0.15, 0.15), rng.uniform(-0.15, 0.15)),
        quality=rng.randrange(60, 95),
        blur=rng.uniform(0.5, 1.4),
        noise=rng.uniform(0, 8),
        shade=rng.randrange(0, 110),
        ground=rng.randrange(10, 130),
        bend=rng.uniform(-0.02, 0.02),
        seed=seed,
    )
    return moved, scanner, telephone


@pytest.mark.parametrize(
    ("seed", "page", "side"),
    [
        (1, A5, 0),
        (2, A5, 1),
        *(thorough(n, A5, n % 2) for n in range(3, 40)),
        *(thorough(n, LETTER, n % 2) for n in range(40, 46)),
    ],
)
def test_pictures_show_what_the_printer_did(seed, page, side):
    moved, *cameras = random_case(seed)
    for camera, most in zip(cameras, (0.1, 0.25), strict=True):
        found = read_scan(picture_of(sheet(page), side, moved, camera), page)
        assert found.code.side == ("front", "back")[side]
        x, y = page[0] / 2 - 15 * MM, page[1] / 2 - 15 * MM
        for corner in ((-x, -y), (x, -y), (-x, y), (x, y)):
            away = math.dist(transformed_point(moved, *corner), transformed_point(found.movement, *corner))
            assert away < most * MM, camera


def test_scans_give_the_readings_of_the_printer():
    front, back = (1.002, 0.001, -0.001, 0.999, 2.0, -1.0), (1.001, -0.001, 0.001, 1.0, -1.5, 0.5)
    for flip in ("long", "short"):
        read = Calibration(A5, flip, False, ()).calibration_for_movements(front, back)
        assert read.front_movement == pytest.approx(front, abs=2e-3)
        # What it corrects on the back undoes what the printer does there, in the back's own coordinates.
        undone = read.correction(back=True)
        place = transformed_point(
            back, *(a - b / 2 for a, b in zip(transformed_point(undone, 100, 200), A5, strict=True))
        )
        assert place == pytest.approx((100 - A5[0] / 2, 200 - A5[1] / 2), abs=0.02)


def test_margins_are_the_first_numbers_that_are_printed():
    assert dict(read_scan(scan(), A5).margins) == dict.fromkeys("RSTU", pytest.approx(1 * MM))
    # The printer leaves 6 mm white at the left; codes begin at 7 mm.
    picture = rows(scan()).convert("L")
    left = (picture.width - 148 * 150 / 25.4) / 2
    picture.paste(235, (round(left) + 3, 300, round(left + 5.5 * 150 / 25.4), picture.height - 300))
    assert dict(read_scan(saved(picture), A5).margins)["R"] == pytest.approx(6 * MM)


def test_what_shows_through_and_a_white_ground_with_a_shadow_move_nothing():
    front = rows(scan()).convert("L")
    behind = ImageOps.mirror(rows(picture_of(sheet(), 1, (1, 0, 0, 1, 2, 2), SCANNER._replace(dpi=150))))
    faint = behind.convert("L").point(lambda level: 255 - (255 - level) // 6 if level > 60 else 255)
    through = ImageChops.multiply(front, faint)
    assert read_scan(saved(through), A5).movement == pytest.approx(IDENTITY, abs=0.15)
    # A white lid: only a thin shadow shows the edge of the paper.
    size = [round(side / 72 * 150) for side in A5]
    lid = Image.new("L", front.size, 240)
    corner = [(whole - part) // 2 for whole, part in zip(front.size, size, strict=True)]
    box = (
        *(each - 4 for each in corner),
        *(each + part + 4 for each, part in zip(corner, size, strict=True)),
    )
    lid.paste(front.crop(box), box[:2])
    assert read_scan(saved(lid), A5).movement == pytest.approx(IDENTITY, abs=0.15)


def cropped():
    picture = rows(scan())
    return picture.crop((0, 0, picture.width, picture.height * 3 // 4))


def without_ground():
    picture = rows(scan())
    edges = [(whole - side / 72 * 150) / 2 for whole, side in zip(picture.size, A5, strict=True)]
    return picture.crop((edges[0] + 4, 0, picture.width, picture.height))


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (lambda: saved(ImageOps.mirror(rows(scan()))), "is mirrored"),
        (lambda: saved(cropped()), "does not show the codes at the lower left and lower right of the front"),
        (lambda: saved(without_ground()), "does not show the left edge of the paper"),
        (lambda: saved(rows(scan()).resize((850, 850), Image.Resampling.LANCZOS)), "too coarse"),
        (lambda: saved(Image.new("L", (900, 900), 255)), "no code of a calibration sheet"),
        (lambda: b"%PDF-1.7", "is no picture"),
        (lambda: scan()[:20_000], "could not be opened"),
        (lambda: saved(Image.new("1", (9_000, 7_000))), "more than 60 million pixels"),
    ],
)
def test_pictures_that_prove_nothing_are_refused(picture, message):
    with pytest.raises(UsageError, match=message):
        read_scan(picture(), A5)


def test_a_sheet_that_bends_is_refused():
    with pytest.raises(UsageError, match="lay the sheet flat"):
        read_scan(saved(waved(rows(scan()))), A5)


def waved(picture):
    """Return a picture whose middle is pushed to the right, as of paper that bulges."""
    size = picture.width
    mesh = []
    for top in range(0, size, 10):
        foot = min(size, top + 10)
        ways = [3 * math.sin(5 * math.pi * y / size) for y in (top, foot)]
        quad = (ways[0], top, ways[1], foot, size + ways[1], foot, size + ways[0], top)
        mesh.append(((0, top, size, foot), quad))
    return picture.transform(picture.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)


def test_codes_say_what_the_sheet_is():
    fed = Calibration((297 * MM, 210 * MM), "short", True, ())
    code = SheetCode.from_sheet("back", "desk", fed, True)
    assert SheetCode.from_text(code.text) == code
    assert len(code.text) <= 25  # 21 × 21 modules hold no more
    assert SheetCode.from_text("https://example.org") is None
