"""The calibration sheet as it is printed: its two sides meet, and a corrected one is moved."""

import pypdfium2
import pytest
from PIL import ImageChops, ImageOps

from cardgen.layout.calibration import STEP, Calibration, CalibrationSheet
from cardgen.output.calibration_sheet import write_calibration_sheet
from cardgen.units import MM

A4 = (210 * MM, 297 * MM)
#: Pixels per point: ten to a tenth of a millimetre and a half.
SCALE = 20.0


def page_picture(data: bytes, page: int, box: tuple[float, float, float, float]):
    """Return a part of a page in grey, dark where there is ink. box: left, lower, right, upper, in points."""
    document = pypdfium2.PdfDocument(data)
    width, height = document[page].get_size()
    crop = (box[0], box[1], width - box[2], height - box[3])
    picture = document[page].render(scale=SCALE, crop=crop, grayscale=True).to_pil()
    document.close()
    return picture.convert("L")


def columns_of_ink(picture) -> list[float]:
    """Return the middles of upright lines in a picture, in points from its left edge."""
    row = list(picture.resize((picture.width, 1)).get_flattened_data())
    found, begin = [], None
    for x, value in enumerate([*row, 255]):
        if value < 128 and begin is None:
            begin = x
        elif value >= 128 and begin is not None:
            found.append((begin + x) / 2 / SCALE)
            begin = None
    return found


@pytest.mark.parametrize(("name", "slip"), [("A", 0.0), ("A", 0.7), ("G", -1.3)])
def test_the_line_that_meets_tells_how_far_the_back_slipped(name, slip):
    data = write_calibration_sheet("desk", A4, "long", separate=False)
    comb = next(each for each in CalibrationSheet(A4).combs if each.name == name)
    x, y = comb.middle[0] + A4[0] / 2, comb.middle[1] + A4[1] / 2
    out = 1 if y > A4[1] / 2 else -1
    reach = 40 * MM
    # A thin strip of each half of the comb, near its axis.
    front_strip = sorted((y + out * 1 * MM, y + out * 2 * MM))
    back_strip = sorted((y - out * 1 * MM, y - out * 2 * MM))
    front = columns_of_ink(page_picture(data, 0, (x - reach, front_strip[0], x + reach, front_strip[1])))
    mirrored = A4[0] - x
    back_picture = page_picture(data, 1, (mirrored - reach, back_strip[0], mirrored + reach, back_strip[1]))
    back = columns_of_ink(ImageOps.mirror(back_picture))
    assert len(front) == len(back) == 2 * comb.most + 1
    apart = {k: abs(b + slip * MM - f) for k, (f, b) in enumerate(zip(front, back, strict=True), -comb.most)}
    meeting = min((k for k in apart if k * slip >= 0), key=apart.__getitem__)
    assert meeting * STEP / MM == pytest.approx(slip)


def test_the_back_is_mirrored_as_the_paper_is_flipped():
    for flip, mirror in (("long", ImageOps.mirror), ("short", ImageOps.flip)):
        data = write_calibration_sheet("desk", A4, flip, separate=False)
        document = pypdfium2.PdfDocument(data)
        front, back = (document[page].render(scale=2, grayscale=True).to_pil() for page in (0, 1))
        # The middle line of each comb runs through both, to either side of its axis.
        behind = mirror(back)
        for comb in CalibrationSheet(A4).combs:
            x, y = comb.middle
            if comb.axis == "x":
                step = (0, 2 * MM if y > 0 else -2 * MM)
            else:
                step = (-2 * MM if x > 0 else 2 * MM, 0)
            for picture, way in ((front, 1), (behind, -1)):
                left = round(2 * (x + way * step[0] + A4[0] / 2))
                top = round(2 * (A4[1] / 2 - y - way * step[1]))
                spot = picture.crop((left - 1, top - 1, left + 2, top + 2))
                assert spot.getextrema()[0] < 128, (flip, comb.name, way)
        document.close()


def test_a_proof_is_the_sheet_corrected_and_named():
    read = Calibration(A4, "long", False, (("J", 1.0), ("K", -1.0)))
    plain = write_calibration_sheet("desk", A4, "long", separate=False)
    proof = write_calibration_sheet("desk", A4, "long", separate=False, proof=read)
    document = pypdfium2.PdfDocument(proof)
    assert "Proof for desk" in document[0].get_textpage().get_text_bounded()
    document.close()

    def back(data):
        return page_picture(data, 1, (100, 500, 300, 700))

    moved = ImageChops.offset(back(plain), round(1 * MM * SCALE), round(-1 * MM * SCALE))
    middle = (100, 100, 3900, 3900)
    differing = ImageChops.difference(moved.crop(middle), back(proof).crop(middle)).histogram()[128:]
    assert sum(differing) < 200


def test_sheets_are_the_same_each_time():
    made = [write_calibration_sheet("desk", (612, 792), "short", separate=True) for _ in range(2)]
    assert made[0] == made[1]
