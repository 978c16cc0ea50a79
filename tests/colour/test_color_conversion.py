"""sRGB on a press: photographs and line art in pictures, and the flat colours of packs."""

import io
import random
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw, ImageFilter, ImageFont
from samples import small_pack

from cardgen.colour import conversion
from cardgen.colour.colors import BLACK, color_from_cmyk, color_from_hex
from cardgen.colour.conversion import PressInks, cmyk_picture
from cardgen.colour.icc import bundled_profile

PROFILE = bundled_profile("fogra39")
SIZE = (320, 440)


@cache
def transform(to):
    """To L* of CMYK as it is printed, or to CMYK from sRGB; it takes longer to build than to apply."""
    press = ImageCms.ImageCmsProfile(io.BytesIO(PROFILE))
    if to == "LAB":
        lab = ImageCms.createProfile("LAB")
        return ImageCms.buildTransform(press, lab, "CMYK", to, ImageCms.Intent.ABSOLUTE_COLORIMETRIC)
    how = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), press, "RGB", to, *how)


def lightness(image):
    """L* of each pixel, 0 to 255 for 0 to 100, through the profile: of CMYK as it is printed."""
    return ImageCms.applyTransform(image, transform("LAB")).split()[0]


def by_profile(image):
    """A picture whose every pixel goes through the profile."""
    return ImageCms.applyTransform(image, transform("CMYK"))


def gradient(dark, light, size=SIZE):
    ramp = Image.linear_gradient("L").resize(size)
    ends = zip(dark, light, strict=True)
    return Image.merge("RGB", [ramp.point(lambda v, a=a, b=b: round(a + (b - a) * v / 255)) for a, b in ends])


def noisy(image, sigma):
    random.seed(1)
    noise = [Image.frombytes("L", image.size, random.randbytes(image.width * image.height)) for _ in "RGB"]
    noise = [each.point(lambda v: 128 + round((v - 128) * sigma / 74)) for each in noise]
    bands = zip(image.split(), noise, strict=True)
    return Image.merge("RGB", [ImageChops.add(band, more, offset=-128) for band, more in bands])


def jpeg(image, quality=85):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return Image.open(out).convert("RGB")


def night(lightest, size=SIZE):
    """A dark sky over a town: stars, a moon, windows with dark bars between them."""
    image = gradient((0, 0, 0), lightest, size)
    pen, chance = ImageDraw.Draw(image), random.Random(1)
    for _ in range(40):
        x, y, r = chance.randrange(size[0]), chance.randrange(size[1]), chance.choice((1, 1, 2))
        pen.ellipse((x - r, y - r, x + r, y + r), fill=(255, 250, 230))
    for x in range(20, 220, 28):
        for y in range(240, 400, 36):
            lamp = chance.choice([(255, 220, 120), (250, 250, 240), (10, 10, 12)])
            pen.rectangle((x, y, x + 17, y + 22), fill=lamp)
    pen.ellipse((200, 40, 260, 100), fill=(245, 245, 235))
    return image


def tree():
    """Bare branches against a light sky."""
    image = gradient((90, 120, 200), (250, 220, 190))
    pen, chance = ImageDraw.Draw(image), random.Random(2)
    pen.polygon([(120, 440), (132, 200), (144, 200), (160, 440)], fill=(4, 3, 5))
    for _ in range(40):
        y, dark = chance.randrange(200, 340), tuple(chance.randrange(14) for _ in "RGB")
        end = (138 + chance.randrange(-100, 100), y - chance.randrange(20, 120))
        pen.line((138, y, *end), fill=dark, width=chance.choice((2, 3, 5)))
    pen.rectangle((0, 400, 320, 440), fill=(6, 8, 5))
    return noisy(image.filter(ImageFilter.GaussianBlur(0.7)), 5)


def color_in_black(image):
    """The most cyan, magenta or yellow that is in dark pixels of CMYK art; there are such."""
    *colors, black = image.split()
    dark = black.point(lambda ink: 255 * (ink >= 100))
    assert dark.getbbox()
    return max(ImageChops.darker(color, dark).getextrema()[1] for color in colors)


PHOTOGRAPHS = {
    "gradient": lambda: night((20, 26, 60)),
    "grey shadows": lambda: night((12, 12, 12)),
    "almost black": lambda: night((0, 0, 6)),
    "noise": lambda: noisy(night((20, 26, 60)), 8),
    "strong noise": lambda: noisy(night((20, 26, 60)), 20),
    "JPEG": lambda: jpeg(noisy(night((20, 26, 60)), 4), 75),
    "smooth JPEG": lambda: jpeg(noisy(night((14, 14, 16)), 2)),
    "branches": tree,
    "JPEG of branches": lambda: jpeg(tree()),
}


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_no_part_of_a_photograph_is_lighter_than_the_profile_makes_it(name):
    """Black alone has L* 16, black by the profile 10: mixed, they showed as blocks in shadows."""
    image = PHOTOGRAPHS[name]()
    made = cmyk_picture(image, PROFILE)
    lifted = ImageChops.subtract(lightness(made), lightness(by_profile(image)))
    assert lifted.getextrema()[1] <= 2.55


def comic():
    """Outlines around colours, words in a balloon, solid black, and a dark disc."""
    large = Image.new("RGB", (1280, 1760), "white")
    pen, type_ = ImageDraw.Draw(large), ImageFont.load_default(56)
    for place, color in enumerate([(220, 30, 30), (250, 210, 60), (60, 140, 220), (30, 30, 70)]):
        spot = (100 + place * 200, 900 + place * 40, 500 + place * 200, 1300 + place * 40)
        pen.ellipse(spot, fill=color, outline="black", width=14)
    pen.rectangle((80, 80, 700, 420), fill="white", outline="black", width=12)
    pen.text((120, 120), "Black words\nin a balloon", fill="black", font=type_)
    pen.ellipse((800, 100, 1160, 460), fill="black")
    return large.resize((640, 880), Image.Resampling.LANCZOS)


@pytest.mark.parametrize("quality", [None, 90])
def test_black_line_art_is_black_ink_alone(quality):
    image = comic() if quality is None else jpeg(comic(), quality)
    made = cmyk_picture(image, PROFILE)
    words, solid = (42, 42, 348, 208), (400, 50, 580, 230)
    for box in (words, solid):
        assert color_in_black(made.crop(box)) == 0
    assert made.getpixel((52, 550))[:3] == (0, 0, 0)
    assert made.getpixel((150, 550))[1] > 220


def test_line_art_that_was_found_before_is_the_same_and_is_not_looked_for_again(monkeypatch):
    page = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(page).text((20, 60), "kept words", fill="black", font=ImageFont.load_default(40))
    page.putpixel((0, 0), (200, 30, 30))
    first = cmyk_picture(page, PROFILE)
    monkeypatch.setattr(conversion, "_line_art_mask", None)
    assert cmyk_picture(page, PROFILE).tobytes() == first.tobytes()
    page.putpixel((0, 0), (200, 30, 31))
    with pytest.raises(TypeError):
        cmyk_picture(page, PROFILE)


def test_masks_that_are_kept_are_bounded(monkeypatch):
    monkeypatch.setattr(conversion, "_MOST_MASKS", 2)
    for level in range(4):
        cmyk_picture(Image.new("RGB", (120, 120), (200, level, 0)), PROFILE)
    assert len(conversion._masks) == 2
    monkeypatch.setattr(conversion, "_LARGEST_MASK", 1)
    cmyk_picture(Image.new("RGB", (120, 120), (200, 9, 0)), PROFILE)
    assert len(conversion._masks) == 2


@pytest.mark.parametrize("quality", [None, 85])
def test_a_caption_is_black_alone_and_the_photograph_above_it_is_not(quality):
    page = Image.new("RGB", (640, 880), "white")
    photo = noisy(night((20, 26, 60), (560, 600)), 5)
    page.paste(photo, (40, 40))
    pen = ImageDraw.Draw(page)
    pen.text((44, 670), "A caption under the photograph", fill="black", font=ImageFont.load_default(28))
    pen.text((44, 720), "and smaller words of eighteen pixels", fill="black", font=ImageFont.load_default(18))
    page = page if quality is None else jpeg(page, quality)
    made = cmyk_picture(page, PROFILE)
    box = (40, 40, 600, 640)
    lifted = ImageChops.subtract(lightness(made.crop(box)), lightness(by_profile(page).crop(box)))
    assert lifted.getextrema()[1] <= 2.55
    assert color_in_black(made.crop((40, 664, 600, 760))) == 0


# Flat colours


def pack_of(**color):
    return small_pack(suits={"green": {"sign": "+", "cards": {"4": 1}, **color}})


@pytest.mark.parametrize("profile", ["fogra39", "swop"])
def test_a_colour_in_rgb_only_gets_the_inks_of_a_picture_of_it_by_each_profile(profile):
    pack = pack_of(color="#0B5FA8").converted_for_press(PressInks(bundled_profile(profile)))
    pixel = cmyk_picture(Image.new("RGB", (3, 3), "#0B5FA8"), bundled_profile(profile)).getpixel((1, 1))
    color = pack.suits["green"].color
    assert [round(255 * ink) for ink in color.cmyk] == list(pixel)
    assert color.hex == "#0B5FA8"
    assert pack.converted_for_press(PressInks(bundled_profile("swop"))) == pack


def test_stated_inks_black_white_and_greys_are_never_mixed_of_other_inks():
    stated = {"rgb": "#0B5FA8", "cmyk": [90, 50, 0, 10]}
    suit = pack_of(color=stated, stripe="#000000").converted_for_press(PressInks(PROFILE)).suits["green"]
    assert suit.color.cmyk == (0.9, 0.5, 0, 0.1)
    assert suit.stripe == BLACK
    suit = pack_of(color="#FFF", stripe="#666666").converted_for_press(PressInks(PROFILE)).suits["green"]
    assert suit.color.cmyk == (0, 0, 0, 0)
    assert suit.stripe.cmyk == pytest.approx((0, 0, 0, 0.6))


def test_a_flat_colour_keeps_to_the_most_ink():
    dark = pack_of(color="#0A0806")
    assert sum(dark.converted_for_press(PressInks(PROFILE)).suits["green"].color.cmyk) > 2.6
    inks = dark.converted_for_press(PressInks(PROFILE, total_ink=2.4)).suits["green"].color.cmyk
    assert sum(inks) == pytest.approx(2.4)
    assert inks[3] == dark.converted_for_press(PressInks(PROFILE)).suits["green"].color.cmyk[3]


def test_a_pack_that_states_all_its_inks_needs_no_profile():
    back = {name: {"cmyk": [80, 40, 0, 40]} for name in ("color", "ink", "accent")}
    stated = {"color": {"cmyk": [90, 50, 0, 10]}}
    assert not small_pack(back=back, suits={"a": {"cards": {"4": 1}, **stated}}).is_converted
    assert small_pack(back=back, suits={"a": {"cards": {"4": 1}, "color": "#0B5FA8"}}).is_converted


def test_mixtures_of_what_is_not_known_are_not_known():
    assert color_from_hex("#0B5FA8").mixed(BLACK, 0.5).has_stated_cmyk is False
    assert color_from_cmyk((1, 0, 0, 0)).mixed(BLACK, 0.5).has_stated_cmyk is True
