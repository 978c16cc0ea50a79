"""How two pictures of a card differ, in words: one case for each name, and what must not be named."""

import random

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageEnhance
from samples import sampled

from cardgen.prepress.comparison import differences
from cardgen.prepress.comparison.differences import DifferenceSearcher, Scan
from cardgen.units import MM

#: Pixels a point (150 an inch), and the pixels of a card of some 34 × 47 mm.
SCALE, SIZE = 150 / 72, (200, 280)


def card(seed=1, size=SIZE, ground=(230, 200, 120)):
    chance = random.Random(seed)
    picture = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(picture)
    for _ in range(14):
        x, y, side = chance.randrange(size[0]), chance.randrange(size[1]), chance.randrange(10, 60)
        pen.ellipse((x, y, x + side, y + side), fill=tuple(chance.randrange(256) for _ in "rgb"))
    pen.text((12, 10), "Card", fill="black", font_size=24)
    return picture


def named(seen, wanted):
    return DifferenceSearcher().name_difference(Scan(seen, SCALE), Scan(wanted, SCALE))


def enlarged(picture, scale):
    wide, high = picture.size
    matrix = (1 / scale, 0, wide / 2 * (1 - 1 / scale), 0, 1 / scale, high / 2 * (1 - 1 / scale))
    return picture.transform(
        picture.size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor="white"
    )


def with_part(picture, box, change):
    changed = picture.copy()
    changed.paste(change(picture.crop(box)), box)
    return changed


def painted(picture, box, color):
    return with_part(picture, box, lambda part: Image.new("RGB", part.size, color))


def written(picture, words, place, color="black"):
    changed = picture.copy()
    ImageDraw.Draw(changed).text(place, words, fill=color, font_size=30)
    return changed


def flipped(picture):
    return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


CARD, SQUARE = card(), card(size=(240, 240))
GROUND = (230, 200, 120)


def cross(color):
    picture = painted(Image.new("RGB", SIZE, GROUND), (60, 90, 70, 150), color)
    return painted(picture, (40, 110, 90, 120), color)


PLAIN = cross("black")


def texture(seed, size=(120, 120)):
    chance = random.Random(seed)
    return Image.frombytes("RGB", (12, 12), chance.randbytes(432)).resize(size, Image.Resampling.BICUBIC)


#: A part of the card and its place in words.
PART, AT = (40, 60, 160, 180), "7 to 27 mm from the left and 17 to 37 mm from the bottom"
ART = with_part(CARD, PART, lambda part: texture(1))
WHOLE = {
    "mirrored": (flipped(CARD), CARD, "mirrored", "is mirrored"),
    "mirrored top to bottom": (
        CARD.transpose(Image.Transpose.FLIP_TOP_BOTTOM), CARD, "mirrored", "is mirrored top to bottom",
    ),
    "upside down": (CARD.transpose(Image.Transpose.ROTATE_180), CARD, "turned", "is upside down"),
    "turned": (SQUARE.transpose(Image.Transpose.ROTATE_90), SQUARE, "turned", "is turned by 90 degrees"),
    "turned the other way": (
        SQUARE.transpose(Image.Transpose.ROTATE_270), SQUARE, "turned", "is turned by 90 degrees",
    ),
    "shifted": (
        ImageChops.offset(CARD, 6, -12), CARD, "shifted", "is shifted by 1.0 mm to the right and 2.0 mm up",
    ),
    "shifted by part of a pixel": (
        CARD.transform(SIZE, Image.Transform.AFFINE, (1, 0, 0.6, 0, 1, 0), Image.Resampling.BICUBIC),
        CARD, "shifted", "is shifted by 0.1 mm to the left",
    ),
    "smaller": (enlarged(CARD, 0.94), CARD, "scaled", "is scaled to 94 %"),
    "larger": (enlarged(CARD, 1.03), CARD, "scaled", "is scaled to 103 %"),
    "lighter": (
        Image.blend(CARD, Image.new("RGB", SIZE, "white"), 0.5), CARD,
        "colours", "has other colours (lighter)",
    ),
    "darker": (ImageEnhance.Brightness(CARD).enhance(0.6), CARD, "colours", "has other colours (darker)"),
    "less blue": (
        Image.merge("RGB", (*CARD.split()[:2], Image.new("L", SIZE))), CARD,
        "colours", "has other colours (less blue)",
    ),
    "without magenta": (
        Image.merge("CMYK", [
            Image.new("L", SIZE) if place == 1 else band
            for place, band in enumerate(CARD.convert("CMYK").split())
        ]),
        CARD.convert("CMYK"), "colours", "has other colours (without magenta)",
    ),
    "another card": (card(7, ground=(20, 40, 90)), CARD, "other", "shows something else"),
    "a blank card": (
        Image.new("RGB", SIZE, "white"), card(7, ground=(20, 40, 90)), "covered", "is covered by white",
    ),
}  # fmt: skip
PARTS = {
    "mirrored": (
        with_part(ART, PART, flipped), ART, "mirrored", f"differs {AT}: what is drawn is mirrored",
    ),
    "other colours": (
        with_part(ART, PART, lambda part: part.convert("L").convert("RGB")), ART, "colours",
        "has other colours (",
    ),
    "shifted": (
        with_part(ART, PART, lambda part: ImageChops.offset(part, 9, 0)), ART, "shifted",
        f"differs {AT}: what is drawn is shifted by 1.5 mm to the right",
    ),
    "covered by white": (painted(CARD, PART, "white"), CARD, "covered", f"is covered by white {AT}"),
    "covered by black": (painted(CARD, PART, "black"), CARD, "covered", f"is covered by black {AT}"),
    "covered by another colour": (
        painted(CARD, PART, "#00AA77"), CARD, "covered", f"is covered by one colour {AT}",
    ),
    "a sign gone": (
        Image.new("RGB", SIZE, GROUND), PLAIN, "covered", "is covered by one colour 7 to 15 mm",
    ),
    "a sign in another colour": (
        cross("#C01010"), PLAIN, "covered", "lacks something, or has it in another colour",
    ),
    "a word added": (
        written(written(PLAIN, "Copy", (40, 180)), "Copy", (46, 186), "#C01010"), PLAIN, "added",
        "has something 7 to 20 mm from the left and",
    ),
    "something else": (
        with_part(ART, PART, lambda part: texture(2)), ART, "other", f"differs {AT}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", sampled(WHOLE, 2))
def test_what_differs_in_the_whole_card_is_named(case):
    seen, wanted, kind, words = WHOLE[case]
    found = named(seen, wanted)
    assert (found.kind, found.description[: len(words)]) == (kind, words)
    if kind not in ("covered",):
        assert (found.where, found.description.startswith(words)) == (None, True)


@pytest.mark.parametrize("case", sampled(PARTS, 2))
def test_what_differs_in_a_part_is_named_with_its_place(case):
    seen, wanted, kind, words = PARTS[case]
    found = named(seen, wanted)
    assert (found.kind, found.description[: len(words)]) == (kind, words)
    assert found.where is not None
    inner = Image.new("RGB", SIZE)
    assert 0 <= found.where.x < found.where.right <= inner.width / SCALE + MM


def test_parts_that_are_blank_are_no_evidence_of_a_shift():
    """Of two cards with a white foot and a white head, these would fit one another."""
    one, other = Image.new("RGB", SIZE, "white"), Image.new("RGB", SIZE, "white")
    one.paste(card(3, (200, 120)), (0, 160))
    other.paste(card(4, (200, 120), (10, 60, 90)), (0, 0))
    assert named(one, other).kind in ("other", "covered")


@pytest.mark.parametrize("movement", [(1.0, 0.0, 0.0), (1.0, 500.0, 0.0), (1.2, 0.0, 500.0)])
def test_refining_ends_where_all_movements_are_as_good(movement, monkeypatch):
    """Blank cards fit one another anyhow, and cards that do not overlap nowhere."""
    tries = []
    good = differences._mean_difference_moved
    monkeypatch.setattr(
        differences,
        "_mean_difference_moved",
        lambda *how: tries.append(how) or (len(tries) < 2000 and good(*how)),
    )
    blank = Scan(Image.new("L", SIZE, 255), SCALE)
    differences._refined_shift_and_scale(blank, blank, *movement, 3.0)
    assert len(tries) < 2000


def test_what_differs_hardly_is_not_named_as_something_else():
    seen = CARD.point([min(255, level + 1) for level in range(256)] * 3)
    assert named(seen, CARD).kind in ("other", "colours")
    assert named(CARD, CARD).description == "differs slightly from what the pack draws"
