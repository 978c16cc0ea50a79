"""Pictures with alpha and boxes with opacity, on sheets, in pictures and for presses.

Each case is drawn three times: without the thing in question, with it opaque, and with it half transparent.
Blending is linear in every channel, so the third must be the mean of the other two, weighted by the opacity,
whatever the renderer and however it samples.
"""

import base64
import io
import re
import struct
import subprocess
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw, ImageFilter
from samples import pdf_of, sampled, sampled_pairs
from test_outside import run

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.item_writer import _ScreenColors, single_color_under
from cardgen.art.items import Fill, Group, Label, Picture, bounding_rect, flat_items
from cardgen.art.svg_writer import SvgWriter
from cardgen.colour.colors import WHITE, Color
from cardgen.colour.icc import bundled_profile
from cardgen.colour.images import PictureLooks, pdf_picture, srgb_picture
from cardgen.geometry import Rect
from cardgen.layout.imposition import SheetOptions
from cardgen.output.images import ImageJob, PictureCanvas, side_pictures
from cardgen.output.press import PressJob, press_target, write_press
from cardgen.output.sheets import Job, write_sheets
from cardgen.prepress.pdf import flattening
from cardgen.prepress.pdf.pdfx import OutputIntent
from cardgen.prepress.pdf.plates import separate_pages
from cardgen.prepress.preflight import preflight
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.text.outlines import ellipse, rectangle

pytestmark = pytest.mark.usefixtures("without_sources")

#: A card of 1 × 1.5 inches with a tenth of an inch of bleed: 360 × 510 pixels at 300 pixels per inch.
HEAD = "format: 1\nname: Glass\ncard: {size: 25.4 x 38.1 mm, bleed: 2.54 mm, safe: 2 mm, corner: 2 mm}\n"
WIDE, HIGH = 360, 510
FULL = "at: [0 mm, 0 mm], size: [25.4 mm, 38.1 mm]"
ICON = "at: [6.35 mm, 12.7 mm], size: [12.7 mm, 12.7 mm]"
#: The share of all transparent pictures here: 128 of 255.
HALF = 128 / 255
TEXT = "text: {at: [3 mm, 14 mm], size: [20 mm, 10 mm], type: title, color: black, show: Under}"
#: Layouts without, with opaque and with half transparent things, by name: `*` stands for the thing.
#: Each is in one of the four tests that have them all in the thorough run.
CASES = {
    "frame over art": (f"boxes: {{picture: {{{FULL}}}, frame: {{{FULL}, *}}}}", "picture"),
    "frame over a picture ground": (f"ground: art.png, boxes: {{frame: {{{FULL}, *}}}}", "picture"),
    "frame over text": (f"boxes: {{{TEXT}, frame: {{{FULL}, allow: [covered], *}}}}", "picture"),
    "icon on a picture": (f"boxes: {{picture: {{{FULL}}}, icon: {{{ICON}, *}}}}", "picture"),
    "icon on a gradient": (f'ground: ["#123456", "#F0E0A0"], boxes: {{icon: {{{ICON}, *}}}}', "picture"),
    "icon over two grounds": (
        'ground: "#F0E0A0", boxes: {half: {at: [0 mm, 0 mm], size: [12.7 mm, 38.1 mm], show: "", '
        f'ground: "#224488"}}, icon: {{{ICON}, *}}}}',
        "picture",
    ),
    "turned icon": (f"ground: art.png, boxes: {{icon: {{{ICON}, rotate: 90, *}}}}", "picture"),
    "opacity over one colour": (
        f'ground: "#F0E0A0", boxes: {{text: {{{ICON}, show: "A", ground: "#224488", *}}}}',
        "opacity",
    ),
    "opacity over a picture": (
        f'ground: art.png, boxes: {{text: {{{ICON}, show: "A", ground: "#224488", *}}}}',
        "opacity",
    ),
    "opacity over text": (
        f'ground: "#F0E0A0", boxes: {{{TEXT}, '
        f'veil: {{{FULL}, show: "", ground: "#22AA66", allow: [covered], *}}}}',
        "opacity",
    ),
    # Rings, brackets and slanted letters reach out of the lines of their text.
    "opacity of accents": (
        "ground: art.png, boxes: {text: {at: [3 mm, 8 mm], size: [20 mm, 12 mm], type: title, color: white, "
        'show: "Å(f)ĝj", *}}',
        "opacity",
    ),
    "opacity of a picture": (
        "ground: art.png, boxes: {icon: {at: [2.54 mm, 2.54 mm], size: [12.7 mm, 12.7 mm], turned: true, *}}",
        "opacity",
    ),
}
WAYS = {
    "picture": {"without": "on: false", "opaque": "show: '{%s-full}'", "half": "show: '{%s-half}'"},
    "opacity": {"without": "on: false", "opaque": "opacity: 1", "half": "opacity: 0.6"},
}
SHARES = {"picture": HALF, "opacity": 0.6}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with art, and with a frame and an icon that are opaque and half transparent."""
    folder = tmp_path_factory.mktemp("glass")
    level, round_about = (
        make("L").resize((WIDE, HIGH)) for make in (Image.linear_gradient, Image.radial_gradient)
    )
    art = Image.merge("RGB", (level, round_about, ImageChops.invert(level)))
    ImageDraw.Draw(art).ellipse((100, 160, 280, 350), fill="#D02080")
    art.save(folder / "art.png")
    for name, alpha in (("full", 255), ("half", 128)):
        frame = Image.new("RGBA", (WIDE, HIGH), (120, 60, 20, alpha))
        ImageDraw.Draw(frame).rectangle((60, 60, WIDE - 61, HIGH - 160), fill=(0, 0, 0, 0))
        frame.save(folder / f"frame-{name}.png")
        icon = Image.new("RGBA", (150, 150), (255, 255, 255, 0))
        ImageDraw.Draw(icon).ellipse((8, 8, 141, 141), fill=(220, 20, 60, alpha))
        ImageDraw.Draw(icon).rectangle((60, 20, 80, 80), fill=(20, 60, 220, alpha))
        icon.save(folder / f"icon-{name}.png")
    return folder


def pack_of(folder: Path, layout: str, more: str = ""):
    row = "picture: art.png, icon: icon-full.png, title: Glass"
    row += "".join(
        f", {kind}-{way}: {kind}-{way}.png" for kind in ("frame", "icon") for way in ("full", "half")
    )
    text = f"{HEAD}layouts:\n  own: {{{layout}}}\ncards:\n  - {{layout: own, rows: [{{{row}{more}}}]}}\n"
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    return api.load(str(folder / "pack.yaml"))


def three(folder: Path, case: str, draw):
    """What a function makes of the packs of a case, and how opaque the thing in it is."""
    layout, kind = CASES[case]
    name = "frame" if "frame" in case else "icon"
    ways = [WAYS[kind][way].replace("%s", name) for way in ("without", "opaque", "half")]
    return [draw(pack_of(folder, layout.replace("*", way))) for way in ways], SHARES[kind]


def mean(without, opaque, share: float):
    """Blend two pictures of any mode, channel by channel."""
    bands = zip(without.split(), opaque.split(), strict=True)
    return Image.merge(without.mode, [Image.blend(one, other, share) for one, other in bands])


def apart(seen, wanted, near: int = 0) -> int:
    """How far any channel of any pixel is from all that is wanted so near to it, at worst."""
    return max(band.getextrema()[1] for band in differences(seen, wanted, near))


def differences(seen, wanted, near: int):
    for one, other in zip(seen.split(), wanted.split(), strict=True):
        low, high = other, other
        if near:
            low, high = (
                other.filter(ImageFilter.MinFilter(2 * near + 1)),
                other.filter(ImageFilter.MaxFilter(2 * near + 1)),
            )
        yield ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))


def image(pack, space="rgb"):
    job = ImageJob(PictureCanvas((WIDE, HIGH), 300), "tif" if space == "cmyk" else "png", space=space)
    return next(iter(side_pictures(pack, [pack.cards[0]], job)))


@pytest.mark.parametrize(("case", "space"), sampled_pairs(CASES, ["rgb", "cmyk"], every=4))
def test_pictures_of_cards_are_blended_in_their_own_space(folder, case, space):
    (without, opaque, half), share = three(folder, case, lambda pack: image(pack, space))
    assert apart(without, opaque) > 60
    # Half covered pixels at the edges of letters are rounded twice.
    assert apart(half, mean(without, opaque, share), near=1 if "opacity" in case else 0) <= 2


def test_a_frame_is_blended_with_the_art_below_as_pillow_does(folder):
    """The frame has levels of every opacity, and the picture of the card is as large as both files."""
    soft = Image.open(folder / "frame-full.png")
    soft.putalpha(soft.getchannel("A").filter(ImageFilter.GaussianBlur(12)))
    soft.save(folder / "frame-half.png")
    layout = CASES["frame over art"][0].replace("*", "show: '{frame-half}'")
    try:
        seen = image(pack_of(folder, layout))
    finally:
        soft.putalpha(
            Image.open(folder / "frame-full.png").getchannel("A").point(lambda level: level * 128 // 255)
        )
        soft.save(folder / "frame-half.png")
    blurred = Image.open(folder / "frame-full.png")
    blurred.putalpha(blurred.getchannel("A").filter(ImageFilter.GaussianBlur(12)))
    # The hole of the file is black; what is seen of it at its soft edge is black as well.
    wanted = Image.alpha_composite(Image.open(folder / "art.png").convert("RGBA"), blurred).convert("RGB")
    assert apart(seen, wanted, near=1) <= 2


def press(pack, standard="x1a", **options):
    profile = bundled_profile("fogra39")
    intent = OutputIntent("FOGRA39", "FOGRA39", True, profile if standard == "x4" else None)
    job = PressJob(standard, intent, profile, order="faces", **options)
    (file,) = write_press(pack, job)
    return file, job


@pytest.mark.parametrize(("case", "standard"), sampled_pairs(CASES, ["x1a", "x4"], every=4, begin=1))
def test_press_files_are_blended_in_cmyk(folder, case, standard):
    def plates(pack):
        return next(separate_pages(press(pack, standard)[0].data, [0], scale=300 / 72)).as_cmyk()

    (without, opaque, half), share = three(folder, case, plates)
    # Edges of pixels need not lie where those of the drawing do, and pdfium rounds those of masks.
    near = 2 if standard == "x1a" else 1 if "opacity" in case else 0
    assert apart(half, mean(without, opaque, share), near) <= 3


@pytest.mark.parametrize(
    ("case", "standard"),
    sampled_pairs(["frame over text", "turned icon", "opacity over a picture"], ["x1a", "x4"]),
)
def test_press_files_with_transparency_pass_preflight(folder, case, standard):
    (_, _, pack), _ = three(folder, case, lambda pack: pack)
    file, job = press(pack, standard)
    report = preflight(file.data, press_target(pack, job, None, file.suffix))
    assert not [each for each in report.findings if each.severity in ("error", "not judged")]


@pytest.mark.parametrize("case", sampled(CASES, 4, begin=2))
def test_x1a_has_no_transparency_and_sheets_and_x4_say_where_they_blend(folder, case):
    (_, _, pack), _ = three(folder, case, lambda pack: pack)
    with pdf_of(press(pack)[0].data) as pdf:
        assert not any(has_transparency(page.obj) for page in pdf.pages)
    (sheet,) = write_sheets(pack, Job(SheetOptions(backs="none")))
    for data, space in ((press(pack, "x4")[0].data, "/DeviceCMYK"), (sheet.data, "/DeviceRGB")):
        with pdf_of(data) as pdf:
            live = has_transparency(pdf.pages[0].obj)
            assert (case == "opacity over one colour") is not live
            assert not live or space == pdf.pages[0].obj.Group.CS
    assert verify_sheets(sheet.data, pack).good


def has_transparency(holder) -> bool:
    resources = holder.get("/Resources", {})
    drawn = resources.get("/XObject", {}).values()
    states = resources.get("/ExtGState", {}).values()
    faded = any(state.get("/ca", 1) != 1 for state in states)
    return "/SMask" in holder or "/Group" in holder or faded or any(map(has_transparency, drawn))


def lab(plates):
    profile = ImageCms.ImageCmsProfile(io.BytesIO(bundled_profile("fogra39")))
    found = ImageCms.profileToProfile(plates, profile, ImageCms.createProfile("LAB"), 1, outputMode="LAB")
    level, *signed = found.split()
    # Pillow keeps numbers below 0 as 255 and less.
    shifted = [band.point(lambda part: (part + 128) % 256) for band in signed]
    return Image.merge("RGB", (level, *shifted))


@pytest.mark.parametrize("case", sampled(CASES, 4, begin=3))
def test_flattened_cards_look_as_live_ones_do(folder, case):
    """In CIELAB, L in 255 parts of 100: a difference of less than 2 in all, but for some edges."""
    (_, _, pack), _ = three(folder, case, lambda pack: pack)
    files = [press(pack, standard)[0].data for standard in ("x1a", "x4")]
    flat, live = (lab(next(separate_pages(data, [0], scale=300 / 72)).as_cmyk()) for data in files)
    for off, most in zip(differences(flat, live, near=2), (3, 1, 1), strict=True):
        assert sum(off.histogram()[most + 1 :]) < 0.001 * WIDE * HIGH


# --- what becomes pixels --------------------------------------------------------------------------


def images_of(data: bytes) -> list[tuple[int, int, str]]:
    with pdf_of(data) as pdf:
        drawn = [
            each for each in pdf.pages[0].Resources.get("/XObject", {}).values() if each.Subtype == "/Image"
        ]
        return [(int(each.Width), int(each.Height), str(each.ColorSpace)) for each in drawn]


def test_opacity_over_one_colour_is_a_flat_vector_colour(folder):
    veil = 'show: "", ground: {cmyk: [100, 0, 0, 0]}, opacity: 0.25'
    layout = f"ground: {{cmyk: [0, 40, 100, 0]}}, boxes: {{veil: {{%s, {veil}}}}}"
    pack = pack_of(folder, layout % ICON)
    for standard in ("x1a", "x4"):
        file, _ = press(pack, standard)
        assert file.flattened == ()
        assert images_of(file.data) == []
        with pdf_of(file.data) as pdf:
            assert b"0.25 0.3 0.75 0 k" in pdf.pages[0].Contents.read_bytes()


def test_type_under_glass_has_600_pixels_an_inch_and_all_else_300_or_the_pictures(folder):
    def ppi(layout):
        (found,) = press(pack_of(folder, layout))[0].flattened
        assert found.side == "Glass"
        return found.ppi

    veil = 'show: "", ground: "#22AA66", opacity: 0.5, allow: [covered]'
    assert ppi(f"ground: art.png, boxes: {{{TEXT}, veil: {{{FULL}, {veil}}}}}") == (600, 600)
    assert ppi(f"ground: art.png, boxes: {{veil: {{{FULL}, {veil}}}}}") == (300, 300)
    assert ppi(
        "ground: art.png, boxes: {icon: {at: [7 mm, 9 mm], size: [9.525 mm, 9.525 mm], show: '{icon-half}'}}"
    ) == (
        400,
        400,
    )


def test_text_above_glass_stays_black_ink_that_overprints(folder):
    for standard in ("x1a", "x4"):
        layout = f"ground: art.png, boxes: {{frame: {{{FULL}, show: '{{frame-half}}'}}, {TEXT}}}"
        with_text, without = (
            press(pack_of(folder, each), standard)[0].data
            for each in (layout, layout.replace(TEXT, "a: {on: false}"))
        )
        one, other = (next(separate_pages(data, [0], scale=300 / 72)) for data in (with_text, without))
        for plate in ("cyan", "magenta", "yellow"):
            assert ImageChops.difference(getattr(one, plate), getattr(other, plate)).getbbox() is None
        assert ImageChops.subtract(one.black, other.black).getextrema()[1] > 100
        with pdf_of(with_text) as pdf:
            assert b"0 0 0 1 k\nBT" in pdf.pages[0].Contents.read_bytes()


def test_only_what_lies_under_glass_becomes_pixels(folder):
    """A patch is masked to the disc of the icon, and neither the art nor the text beside it are in it."""
    layout = f"ground: art.png, boxes: {{icon: {{{ICON}, show: '{{icon-half}}'}}}}"
    data = press(pack_of(folder, layout))[0].data
    assert sorted(images_of(data)) == [(150, 150, "/DeviceCMYK"), (WIDE, HIGH, "/DeviceCMYK")]
    with pdf_of(data) as pdf:
        (patch,) = (each for each in pdf.pages[0].Resources.XObject.values() if each.Width == 150)
        mask = patch.Mask
        bits = Image.frombytes("1", (150, 150), mask.read_bytes()).convert("L")
    disc = Image.open(folder / "icon-half.png").getchannel("A").point(lambda level: 255 * (level > 0))
    assert apart(bits, disc, near=2) == 0
    assert 0 < sum(bits.histogram()[1:]) < 0.8 * 150 * 150


def test_a_picture_that_is_opaque_or_invisible_everywhere_is_masked_and_not_flattened(folder):
    file, _ = press(pack_of(folder, f"ground: art.png, boxes: {{icon: {{{ICON}}}}}"))
    assert file.flattened == ()
    with pdf_of(file.data) as pdf:
        masks = [each.Mask for each in pdf.pages[0].Resources.XObject.values() if "/Mask" in each]
        assert [bool(mask.ImageMask) for mask in masks] == [True]


def test_each_of_many_transparent_boxes_is_drawn_over_pixels_of_those_below(folder, monkeypatch):
    """The work for a card is in proportion to its transparent boxes, not to their square."""
    drawn = [0]
    plates = flattening.Flattener._render_plates

    def counting(flattener, ways, area, ppi):
        drawn[0] += sum(len(items) for _, items in ways)
        return plates(flattener, ways, area, ppi)

    monkeypatch.setattr(flattening.Flattener, "_render_plates", counting)

    def work(count):
        drawn[0] = 0
        boxes = (f"b{place}: {{{FULL}, show: '{{frame-half}}'}}" for place in range(count))
        press(pack_of(folder, f"ground: art.png, boxes: {{{', '.join(boxes)}}}"))
        return drawn[0]

    assert work(6) - work(4) == work(4) - work(2)


def test_pixels_under_glass_are_those_of_the_picture(folder):
    """Pixels of one grid keep their own colours, and none is mixed with its neighbour."""
    checks = Image.new("RGB", (WIDE // 6, HIGH // 6), "white")
    checks.putdata([(0, 0, 0) if (x + y) % 2 else (255, 255, 0) for y in range(85) for x in range(60)])
    checks.resize((WIDE, HIGH), Image.Resampling.NEAREST).save(folder / "checks.png")
    odd = 'at: [5.137 mm, 9.271 mm], size: [13.3 mm, 17.77 mm], show: "", ground: "#22AA66"'
    pack = pack_of(folder, f"ground: checks.png, boxes: {{veil: {{{odd}, opacity: 0.5}}}}")
    with pdf_of(press(pack)[0].data) as pdf:
        (patch,) = (each for each in pdf.pages[0].Resources.XObject.values() if each.Width < WIDE)
        size = int(patch.Width), int(patch.Height)
        pixels = Image.frombytes("CMYK", size, patch.read_bytes())
    inside = pixels.crop((4, 4, size[0] - 4, size[1] - 4))
    assert len(inside.getcolors()) == 2


def test_packs_without_transparency_have_no_groups():
    for data in (
        write_sheets(api.load("short-24"), Job())[0].data,
        press(api.load("short-24"), "x4")[0].data,
    ):
        with pdf_of(data) as pdf:
            assert not any("/Group" in page.obj for page in pdf.pages)


def test_invisible_pixels_have_the_colours_of_their_neighbours(tmp_path):
    """Viewers shrink colours and opacity apart: white around a red disc would give it a pale edge."""
    icon = Image.new("RGBA", (61, 40), (255, 255, 255, 0))
    icon.paste((200, 0, 0, 255), (20, 10, 30, 30))
    icon.putpixel((50, 20), (0, 0, 200, 9))
    icon.save(tmp_path / "icon.png")
    found = pdf_picture(tmp_path / "icon.png", 60, 40, PictureLooks(None))
    assert found.colors.getpixel((25, 20)) == (200, 0, 0)
    assert found.colors.getpixel((50, 20)) == (0, 0, 200)
    assert all(abs(a - b) <= 1 for a, b in zip(found.colors.getpixel((19, 9)), (200, 0, 0), strict=True))
    assert max(level for level, count in enumerate(found.colors.getchannel("G").histogram()) if count) <= 1


def png_16(path: Path, picture, kind: int) -> None:
    """Write a PNG of 16 bits; kind: 4 for grey with alpha, 6 for colour with alpha (PNG, 11.2.2)."""
    width, height = picture.size
    samples = b"".join(2 * bytes([level]) for level in picture.tobytes())
    row = len(samples) // height
    packed = zlib.compress(b"".join(b"\0" + samples[at : at + row] for at in range(0, row * height, row)))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 16, kind, 0, 0, 0)),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in parts
        )
    )


#: Ways of PNG to say that a pixel is transparent, and how to save a picture so.
SAVED = {
    "RGBA": lambda picture, path: picture.save(path),
    "LA": lambda picture, path: picture.convert("LA").save(path),
    "16 bits": lambda picture, path: png_16(path, picture, 6),
    "16 bits, grey": lambda picture, path: png_16(path, picture.convert("LA"), 4),
    "palette": lambda picture, path: picture.quantize(8).save(path),
    "one colour": lambda picture, path: picture.convert("RGB").save(path, transparency=(9, 9, 9)),
    "one grey": lambda picture, path: picture.convert("L").save(path, transparency=9),
    "one of two": lambda picture, path: picture.getchannel("R").convert("1").save(path, transparency=0),
}


@pytest.mark.parametrize("most", [1_000_000, 400])
@pytest.mark.parametrize("kind", SAVED)
def test_every_way_of_png_to_be_transparent_is_read(kind, most, tmp_path):
    """A white disc on nothing, in whole size and as it is looked at in small."""
    picture = Image.new("RGBA", (60, 60), (9, 9, 9, 0))
    ImageDraw.Draw(picture).ellipse((10, 10, 50, 50), fill=(255, 255, 255, 255))
    SAVED[kind](picture, tmp_path / "disc.png")
    read = srgb_picture(tmp_path / "disc.png", None, most)
    scale = read.width / 60
    assert read.getpixel((0, 0))[3] == 0
    assert all(abs(level - 255) <= 2 for level in read.getpixel((int(30 * scale), int(30 * scale))))
    # Nothing of what cannot be seen is mixed into what can.
    shown = Image.alpha_composite(Image.new("RGBA", read.size, "white"), read)
    assert min(low for low, _ in shown.getextrema()) >= 250


# --- screens, text and messages -------------------------------------------------------------------


def test_pages_for_screens_leave_blending_to_the_browser(folder):
    pack = pack_of(
        folder, f"ground: art.png, boxes: {{icon: {{{ICON}, show: '{{icon-half}}', opacity: 60 %}}}}"
    )
    writer = SvgWriter()
    svg = writer.svg(*pack.card.size, plan_face(pack, pack.cards[0], Rect(0, 0, *pack.card.size)))
    assert '<g opacity="0.6">' in svg
    *_, data = re.findall(r"data:image/png;base64,([^\"]+)", svg)
    shown = Image.open(io.BytesIO(base64.b64decode(data)))
    assert shown.mode == "RGBA"
    least, most = shown.getchannel("A").getextrema()
    assert least == 0
    assert 120 < most < 140


def test_opacity_is_a_share_or_per_cent_or_by_a_column(folder):
    box = 'boxes: {veil: {%s, show: "", ground: "#22AA66", opacity: %s}}'

    def groups(opacity, more=""):
        pack = pack_of(folder, box % (ICON, opacity), more)
        items = plan_face(pack, pack.cards[0], Rect(0, 0, *pack.card.size))
        return [item.opacity for item in items if isinstance(item, Group)], len(list(flat_items(items)))

    assert groups("0.35") == ([0.35], 2)
    assert groups("35 %") == ([0.35], 2)
    assert groups("1") == ([], 2)
    assert groups("0") == ([], 1)
    assert groups("{by: title, Glass: 0.2, else: 1}") == ([0.2], 2)


@pytest.mark.parametrize("wrong", ["1.5", "-0.1", "60", "true", "half", '"6 0 %"', "120 %"])
def test_what_is_no_opacity_is_told(folder, wrong):
    box = f'boxes: {{veil: {{{ICON}, show: "", ground: "#22AA66", opacity: {wrong}}}}}'
    with pytest.raises(api.PackError) as caught:
        pack_of(folder, box)
    (problem,) = caught.value.problems
    assert "is not an opacity" in problem.message
    assert problem.hint.startswith("write a number from 0 for invisible to 1 for opaque")


def test_faded_text_is_judged_by_the_contrast_that_is_left(folder):
    place = "at: [3 mm, 14 mm], size: [20 mm, 10 mm]"
    box = f'boxes: {{text: {{{place}, show: Pale, color: "#555555", opacity: %s}}}}'
    pack_of(folder, box % 1)
    found = [api.examine(str(folder / "pack.yaml")).problems]
    pack_of(folder, box % 0.3)
    found.append(api.examine(str(folder / "pack.yaml")).problems)
    assert [sum(problem.name == "contrast" for problem in each) for each in found] == [0, 1]


# --- the one colour under a rectangle -------------------------------------------------------------


RED = Color((1, 0, 0), (0, 1, 1, 0))


def test_the_colour_under_a_rectangle_is_that_of_a_fill_that_holds_it_whole():
    page, disc = Fill(rectangle(Rect(0, 0, 100, 100)), RED), Fill(ellipse(50, 50, 30, 30), WHITE)
    under = lambda *rect: single_color_under(_ScreenColors(), [page, disc], Rect(*rect))  # noqa: E731
    assert under(40, 40, 20, 20) == WHITE
    assert under(0, 0, 15, 15) == RED
    assert under(30, 30, 40, 40) == WHITE
    assert under(22, 22, 56, 56) is None
    assert under(200, 0, 10, 10) == WHITE
    assert under(95, 0, 10, 10) is None
    assert (
        single_color_under(
            _ScreenColors(), [page, Picture(Path("x.png"), Rect(0, 0, 50, 50))], Rect(10, 10, 5, 5)
        )
        is None
    )
    assert single_color_under(_ScreenColors(), [page._replace(even_odd=True)], Rect(10, 10, 5, 5)) is None


def test_a_group_knows_its_extent_and_what_is_in_it():
    fills = [Fill(rectangle(Rect(x, 0, 10, 10)), RED) for x in (0, 50)]
    group = Group(tuple(fills), 0.5)
    assert bounding_rect(group) == Rect(0, 0, 60, 10)
    assert list(flat_items([group, fills[0]])) == [*fills, fills[0]]
    assert not any(isinstance(item, Label) for item in flat_items([group]))


# --- programs that are not ours -------------------------------------------------------------------


def ghostscript(path: Path, cmyk: bool):
    out = path.with_suffix(".tif")
    device = "tiff32nc" if cmyk else "tiff24nc"
    code, said = run(
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        f"-sDEVICE={device}",
        "-r150",
        "-dLastPage=1",
        f"-sOutputFile={out}",
        path,
    )
    assert code == 0, said
    return Image.open(out)


def mutool(path: Path, cmyk: bool):
    command = [
        "mutool",
        "draw",
        "-q",
        "-c",
        "cmyk" if cmyk else "rgb",
        "-F",
        "pam",
        "-r",
        "300",
        "-o",
        "-",
        path,
        "1",
    ]
    data = subprocess.run(list(map(str, command)), capture_output=True, check=True, timeout=60).stdout
    head, _, pixels = data.partition(b"ENDHDR\n")
    facts = dict(line.split(b" ", 1) for line in head.splitlines() if b" " in line)
    size = (int(facts[b"WIDTH"]), int(facts[b"HEIGHT"]))
    return Image.frombytes("CMYK" if cmyk else "RGB", size, pixels)


def poppler(path: Path, cmyk: bool):
    more = ["-jpegcmyk"] if cmyk else []
    code, said = run(
        "pdftoppm", "-r", "150", "-l", "1", "-singlefile", *(more or ["-png"]), path, path.with_suffix("")
    )
    assert code == 0, said
    return Image.open(path.with_suffix(".jpg" if cmyk else ".png"))


@pytest.mark.parametrize("case", ["icon over two grounds", "opacity over a picture", "opacity over text"])
@pytest.mark.parametrize(
    ("look", "kind"),
    [
        *(
            pytest.param(look, kind, marks=pytest.mark.outside(name))
            for look, name in ((ghostscript, "gs"), (mutool, "mutool"))
            for kind in ("sheets", "x1a", "x4")
        ),
        # poppler converts the colours of a press before they can be looked at.
        pytest.param(poppler, "sheets", marks=pytest.mark.outside("pdftoppm")),
    ],
)
def test_other_renderers_blend_alike(folder, tmp_path, look, kind, case):
    if look is mutool and "text" in case:
        return  # it lets black text knock out what lies under it

    def seen(pack):
        if kind == "sheets":
            (file,) = write_sheets(pack, Job(SheetOptions(backs="none", paper=(200, 300), margin=10)))
        else:
            file, _ = press(pack, kind)
        path = tmp_path / "file.pdf"
        path.write_bytes(file.data)
        made = look(path, kind != "sheets")
        made.load()
        return made

    (without, opaque, half), share = three(folder, case, seen)
    near = 2 if kind == "x1a" else 1 if "opacity" in case else 0
    assert apart(half, mean(without, opaque, share), near) <= 4
