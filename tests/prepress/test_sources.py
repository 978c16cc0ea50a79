"""Texts, icons and pictures are found on a page by their sources, whatever the writers have made of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter, ImageOps
from samples import sampled_pairs

from cardgen import api
from cardgen.art.item_writer import Press
from cardgen.art.items import Fill, Picture, Run
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour import images
from cardgen.colour.colors import WHITE, Color
from cardgen.colour.conversion import PressInks
from cardgen.colour.icc import CONDITIONS, bundled_profile
from cardgen.geometry import IDENTITY, Rect
from cardgen.output.images import faces_pdf
from cardgen.pack.model import Card, Pack
from cardgen.prepress.comparison import painter
from cardgen.prepress.comparison.inks import InkDisplay, cmyk_as_pdfium_shows
from cardgen.prepress.comparison.plans import PlannedPart, planned_parts_of_face
from cardgen.prepress.comparison.sources import (
    EXACT,
    LOSSY,
    PRESS,
    Judgement,
    PartDifference,
    judge_planned,
    judge_side,
)
from cardgen.prepress.comparison.views import CardRender, page_view, raster_view
from cardgen.prepress.printers.library import find_preset
from cardgen.sandbox import untrusted
from cardgen.text.outlines import ellipse, rectangle, rounded_rectangle
from cardgen.units import MM

EXAMPLES = sorted(Path(__file__).parents[2].glob("docs/examples/*/*.yaml"))
PROFILE = bundled_profile(CONDITIONS["fogra39"].profile)


def faces(pack: Pack, sides: list[Card | str], **how: Any) -> list[Any]:
    """Each side on a page of its own, as PDFium opens it, as large as its trim."""
    document = pypdfium2.PdfDocument(faces_pdf(pack, sides, pack.card.size, **how))
    return [document[at] for at in range(len(sides))]


def raster(leaf: Any, ppi: int = 300) -> Any:
    return leaf.render(scale=ppi / 72).to_pil().convert("RGB")


def on_raster(pack: Pack, pixels: Any) -> CardRender:
    return raster_view(pixels, Rect(0, 0, *pack.card.size))


def differences(pack: Pack, **how: Any) -> list[PartDifference]:
    """What is not seen as planned on the faces of a pack."""
    cards: list[Card | str] = list(pack.cards)
    found = [
        judge_side(pack, card, page_view(leaf, IDENTITY), **how)
        for card, leaf in zip(cards, faces(pack, cards), strict=True)
    ]
    assert not any(each.not_judged for each in found)
    return [difference for each in found for difference in each.differences]


def kinds(pack: Pack) -> set[tuple[str, str]]:
    return {(each.planned.kind, each.planned.name) for each in differences(pack)}


def sentences(pack: Pack) -> list[str]:
    return [each.sentence for each in differences(pack)]


@pytest.fixture(scope="module")
def drawn_pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """A card with a picture, an icon on it, a text below, and one that stands on its head."""
    folder = tmp_path_factory.mktemp("sources")
    for seed, name in enumerate(("day.png", "night.png")):
        picture = Image.new("RGB", (400, 300), (60, 120, 190))
        pen = ImageDraw.Draw(picture)
        pen.polygon([(0, 300), (140 + 60 * seed, 60), (260, 300)], (200, 170, 60))
        pen.ellipse((300 - 200 * seed, 20, 380 - 200 * seed, 100), (240, 220, 200))
        picture.filter(ImageFilter.GaussianBlur(1)).save(folder / name)
    (folder / "pack.yaml").write_text(
        """\
format: 1
name: Sources
layouts:
  scene:
    boxes:
      art: {at: [0 mm, 0 mm], size: [62 mm, 46 mm]}
      icon: {at: [24 mm, 14 mm], size: [14 mm, 14 mm], show: "{star}", color: "#FFFFFF"}
      title: {at: [6 mm, 50 mm], size: [50 mm, 8 mm]}
      text: {at: [6 mm, 60 mm], size: [50 mm, 16 mm]}
cards:
  - layout: scene
    rows:
      - {title: The day, art: day.png, text: "Draw two cards and keep the **better** one."}
"""
    )
    return api.load(str(folder / "pack.yaml"))


# --- what is right is right ----------------------------------------------------------------------


@pytest.mark.parametrize("label", ["J of clubs", "Q of hearts", "10 of spades"])
def test_courts_and_pips_are_seen_as_planned(standard: Pack, label: str) -> None:
    (card,) = (card for card in standard.cards if card.label == label)
    (leaf,) = faces(standard, [card])
    assert judge_side(standard, card, page_view(leaf, IDENTITY)).differences == ()


@pytest.mark.parametrize(
    ("file", "how"),
    sampled_pairs(EXAMPLES, ["rgb", "press", "jpeg"], every=2),
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_the_examples_are_seen_as_planned(file: Path, how: str, tmp_path: Path) -> None:
    pack = api.load(str(file)).kinds[0]
    inks = None
    sides: list[Card | str] = [pack.cards[0], pack.cards[-1], next(iter(pack.backs))]
    drawn: dict[str, Any] = {}
    if how == "press":
        pack, inks = (
            pack.converted_for_press(PressInks(PROFILE, total_ink=3.0)),
            InkDisplay(PROFILE, cmyk_as_pdfium_shows),
        )
        drawn = {"space": "cmyk", "press": Press(PressInks(PROFILE, total_ink=3.0))}
    for side, leaf in zip(sides, faces(pack, sides, **drawn), strict=True):
        view, tolerance = page_view(leaf, IDENTITY), PRESS if inks else EXACT
        if how == "jpeg":
            raster(leaf).save(tmp_path / "side.jpg", quality=75)
            view, tolerance = on_raster(pack, Image.open(tmp_path / "side.jpg")), LOSSY
        found = judge_side(pack, side, view, inks, tolerance)
        assert [each.sentence for each in found.differences] == []
        assert found.not_judged == ()
        assert found.compared > 0


HARD = {
    "type on a picture that varies from pixel to pixel": """\
      art: {at: [0 mm, 0 mm], size: [62 mm, 88 mm], show: noise.png}
      title: {at: [6 mm, 8 mm], size: [50 mm, 9 mm], show: Noise, type: heading, color: "#FFFFFF"}
""",
    "a line of less than a pixel in an icon": """\
      icon: {at: [10 mm, 36 mm], size: [5 mm, 5 mm], show: drop.svg}
""",
    "type that shines through over an icon": """\
      icon: {at: [10 mm, 36 mm], size: [9 mm, 9 mm], show: "{star}"}
      title: {at: [8 mm, 34 mm], size: [50 mm, 13 mm], show: "Under 25", color: "#AA0000", opacity: 0.5}
""",
    "white type on an icon on white paper": """\
      icon: {at: [10 mm, 36 mm], size: [9 mm, 9 mm], show: "{star}"}
      title: {at: [12.5 mm, 38 mm], size: [6 mm, 6 mm], show: "2", color: "#FFFFFF"}
""",
    "the seams of a flag whose stripes abut": """\
      flag: {at: [10 mm, 36 mm], size: [3.1 mm, 3.1 mm], show: flag.svg}
      more: {at: [10.3 mm, 46.2 mm], size: [4.3 mm, 4.3 mm], show: flag.svg}
""",
}


def flag(red: str = "M0 14h36v9H0z") -> str:
    """A drawing of three stripes. red: the path of the second one."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><path fill="#FFCD05" '
        'd="M0 27c0 2.2 1.8 4 4 4h28c2.2 0 4-1.8 4-4v-4H0z"/>'
        f'<path fill="#ED1F24" d="{red}"/>'
        '<path fill="#141414" d="M32 5H4C1.8 5 0 6.8 0 9v5h36V9c0-2.2-1.8-4-4-4z"/></svg>'
    )


@pytest.mark.parametrize("boxes", HARD.values(), ids=HARD)
def test_what_renderers_draw_in_ways_of_their_own_is_seen_as_planned(boxes: str, tmp_path: Path) -> None:
    Image.effect_noise((744, 1056), 120).convert("RGB").save(tmp_path / "noise.png")
    (tmp_path / "flag.svg").write_text(flag())
    (tmp_path / "drop.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="60" r="38" '
        'fill="#1f6fb0"/><path d="M10 95h80" stroke="#333" stroke-width="1.5" fill="none"/></svg>'
    )
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: Hard\nallow: [contrast, overlap, resolution]\nlayouts:\n  hard:\n    boxes:\n"
        f"{boxes}cards:\n  - layout: hard\n    rows:\n      - {{name: One}}\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    (leaf,) = faces(pack, [pack.cards[0]])
    found = judge_side(pack, pack.cards[0], page_view(leaf, IDENTITY))
    assert found.differences == ()
    assert found.not_judged == ()
    assert found.compared >= 2


@pytest.mark.parametrize("red", ["M0 14h36v8H0z", "M0 15h36v8H0z", "M0 14h34v9H0z", "M0 0z"])
def test_a_stripe_of_a_flag_that_is_too_small_is_found(red: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: Flag\nlayouts:\n  flag:\n    boxes:\n"
        "      flag: {at: [10 mm, 36 mm], size: [4.3 mm, 4.3 mm], show: flag.svg}\n"
        "cards:\n  - layout: flag\n    rows:\n      - {name: One}\n"
    )
    (tmp_path / "flag.svg").write_text(flag(red))
    faulty = api.load(str(tmp_path / "pack.yaml"))
    (leaf,) = faces(faulty, [faulty.cards[0]])
    (tmp_path / "flag.svg").write_text(flag())
    pack = api.load(str(tmp_path / "pack.yaml"))
    found = judge_side(pack, pack.cards[0], page_view(leaf, IDENTITY))
    assert [each.planned.name for each in found.differences] == ["flag"]


def gradient_pack(folder: Path, colors: list[str], angle: int) -> Pack:
    (folder / "pack.yaml").write_text(
        "format: 1\nname: Slant\nlayouts:\n  slant:\n"
        f"    ground: {{gradient: {colors}, angle: {angle}}}\n"
        "    boxes: {title: {at: [8 mm, 34 mm], size: [40 mm, 13 mm], show: Rain}}\n"
        "cards:\n  - layout: slant\n    rows:\n      - {name: One}\n"
    )
    return api.load(str(folder / "pack.yaml"))


@pytest.mark.parametrize("angle", [15, 45, 210])
def test_a_faint_gradient_that_is_turned_is_found(angle: int, tmp_path: Path) -> None:
    pack, turned = (gradient_pack(tmp_path, ["#A0C0E0", "#C0D0E8"], each) for each in (30, angle))
    (leaf,) = faces(turned, [turned.cards[0]])
    found = judge_side(pack, pack.cards[0], page_view(leaf, IDENTITY))
    assert [each.planned.kind for each in found.differences] == ["drawing"]
    assert differences(pack) == []


@pytest.mark.parametrize("colors", [["#A8BDBA", "#B2B1AF"], ["#9F82B4", "#A388B8"]])
def test_a_gradient_of_a_few_levels_that_is_turned_on_a_press_is_found(
    colors: list[str], tmp_path: Path
) -> None:
    press, inks = Press(PressInks(PROFILE)), InkDisplay(PROFILE, cmyk_as_pdfium_shows)
    packs = [gradient_pack(tmp_path, colors, each).converted_for_press(press.inks) for each in (55, 70)]
    for pack, kinds in zip(packs, ([], ["drawing"]), strict=True):
        (leaf,) = faces(pack, [pack.cards[0]], space="cmyk", press=press)
        found = judge_side(packs[0], packs[0].cards[0], page_view(leaf, IDENTITY), inks, PRESS)
        assert [each.planned.kind for each in found.differences] == kinds


def test_on_a_press_inks_are_kept_and_shades_are_opaque(tmp_path: Path) -> None:
    spots = Image.new("CMYK", (400, 400), (0, 200, 160, 20))
    ImageDraw.Draw(spots).ellipse((80, 80, 320, 320), (180, 0, 40, 0))
    spots.save(tmp_path / "inks.jpg", quality=95)
    fading = Image.new("RGBA", (400, 400), (30, 120, 60, 255))
    fading.putalpha(Image.linear_gradient("L").resize((400, 400)))
    fading.save(tmp_path / "fading.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: Inks\nallow: [resolution]\nlayouts:\n  pair:\n"
        "    ground: ['#203050', '#A0C0E0']\n    boxes:\n"
        "      inks: {at: [8 mm, 8 mm], size: [30 mm, 30 mm], show: inks.jpg}\n"
        "      fading: {at: [8 mm, 44 mm], size: [34 mm, 34 mm], show: fading.png, "
        "shade: '#000000', rotate: 180}\n"
        "cards:\n  - layout: pair\n    rows:\n      - {name: One}\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml")).converted_for_press(PressInks(PROFILE, total_ink=3.0))
    (leaf,) = faces(pack, [pack.cards[0]], space="cmyk", press=Press(PressInks(PROFILE, total_ink=3.0)))
    found = judge_side(
        pack, pack.cards[0], page_view(leaf, IDENTITY), InkDisplay(PROFILE, cmyk_as_pdfium_shows), PRESS
    )
    assert [each.sentence for each in found.differences] == []
    assert found.not_judged == ()
    assert found.compared == 3


def test_all_of_a_face_is_compared(drawn_pack: Pack) -> None:
    (card,) = drawn_pack.cards
    (leaf,) = faces(drawn_pack, [card])
    # The ground, the picture, the icon, the title, the text.
    assert judge_side(drawn_pack, card, page_view(leaf, IDENTITY)) == Judgement((), 5, ())


def small_picture(ppi: int, words: str = "winzig", left: int = 0) -> Any:
    """A picture of 50 × 70 mm, drawn at few pixels per inch and so full of sharp edges."""
    wide, high = (times * round(10 / 25.4 * ppi) for times in (5, 7))
    picture = Image.new("RGB", (wide, high), (192, 216, 97))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((3, 3, wide - 4, high - 4), outline=(30, 30, 40), width=2)
    round_part = (wide * 0.2 + left, high * 0.2, wide * 0.8 + left, high * 0.62)
    pen.ellipse(round_part, fill="white", outline="black")
    pen.text((wide * 0.3, high * 0.75), words, fill="black", font_size=high / 10)
    return picture


@pytest.mark.parametrize("ppi", [20, 40, 70, 80])
def test_a_much_enlarged_picture_is_seen_as_planned_however_it_is_enlarged(ppi: int, tmp_path: Path) -> None:
    small_picture(ppi).save(tmp_path / "small.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: Small\nallow: [resolution]\nlayouts:\n"
        "  all: {boxes: {art: {at: [6 mm, 9 mm], size: [50 mm, 70 mm]}}}\n"
        "cards:\n  - {layout: all, rows: [{title: Small, art: small.png}]}\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    [card] = pack.cards
    # PDFium repeats its pixels; other renderers interpolate.
    assert sentences(pack) == []

    def on_card(picture: Any, how: Any = Image.Resampling.BILINEAR) -> CardRender:
        card = Image.new("RGB", (round(62 / 25.4 * 300), round(88 / 25.4 * 300)), "white")
        card.paste(picture.resize((round(50 / 25.4 * 300), round(70 / 25.4 * 300)), how), (71, 106))
        return on_raster(pack, card)

    for how in (Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC):
        assert judge_side(pack, card, on_card(small_picture(ppi), how)).differences == (), how
    for other in (
        ImageOps.mirror(small_picture(ppi, left=2)),
        small_picture(ppi, words="wider"),
        small_picture(ppi, left=2),
    ):
        assert judge_side(pack, card, on_card(other)).differences


# --- what the writers do wrong is found, though the pack's own raster has it as well ---------------


def mirrored(picture: Any) -> Any:
    return ImageOps.mirror(picture)


def erased(picture: Any) -> Any:
    return Image.new("RGB", picture.size, (255, 255, 255))


def without_cyan_and_magenta(picture: Any) -> Any:
    full = Image.new("L", picture.size, 255)
    return Image.merge("RGB", (full, full, picture.getchannel("B")))


@pytest.mark.parametrize("change", [mirrored, erased, without_cyan_and_magenta])
def test_a_changed_picture_is_found(
    drawn_pack: Pack, change: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = images.srgb_picture
    monkeypatch.setattr(images, "srgb_picture", lambda *args, **more: change(good(*args, **more)))
    assert ("picture", "day.png") in kinds(drawn_pack)


def test_another_picture_is_found(drawn_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    good = PdfWriter.write_picture

    def other(self: PdfWriter, picture: Picture) -> None:
        good(self, picture._replace(file=picture.file.with_name("night.png")))

    monkeypatch.setattr(PdfWriter, "write_picture", other)
    assert kinds(drawn_pack) == {("picture", "day.png")}


TITLE = "The day"


def rewritten(text: str, color: Color) -> tuple[str, Color]:
    return text.replace("day", "tax"), color


def removed(text: str, color: Color) -> tuple[str, Color]:
    return ("" if text == TITLE else text), color


def recolored(text: str, color: Color) -> tuple[str, Color]:
    return text, Color((0.7, 0.1, 0.1), (0, 1, 1, 0.2)) if text == TITLE else color


@pytest.mark.parametrize("change", [rewritten, removed, recolored])
def test_a_changed_text_is_found(
    drawn_pack: Pack, change: Callable[[str, Color], tuple[str, Color]], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = PdfWriter.write_text_run

    def changed(self: PdfWriter, run: Run, color: Color) -> None:
        said, ink = change(run.text, color)
        good(self, run._replace(text=said), ink)

    monkeypatch.setattr(PdfWriter, "write_text_run", changed)
    found = kinds(drawn_pack)
    assert ("text", TITLE) in found
    # Ink where paper should be is told of the paper.
    assert found <= {("text", TITLE), ("drawing", "")}


def test_one_word_of_a_text_that_is_covered_is_found(
    drawn_pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = PdfWriter.write_text_run

    def covered(self: PdfWriter, run: Run, color: Color) -> None:
        good(self, run, color)
        if "better" in run.text:
            self.write_fill(Fill(rectangle(Rect(run.x - 1, run.y - 2, 60, 10)), WHITE))

    monkeypatch.setattr(PdfWriter, "write_text_run", covered)
    (found,) = differences(drawn_pack)
    assert found.sentence.startswith('the text "Draw two cards and keep the better one." differs ')
    assert found.sentence.endswith("mm from the bottom")


def test_a_missing_icon_is_found(drawn_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    good = PdfWriter.write_fill
    monkeypatch.setattr(PdfWriter, "write_fill", lambda self, item: None if item.place else good(self, item))
    assert kinds(drawn_pack) == {("drawing", "icon")}


def test_a_white_square_around_an_icon_is_found_in_the_picture_under_it(
    drawn_pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = PdfWriter.write_fill

    def squared(self: PdfWriter, item: Fill) -> None:
        if item.place is not None:
            good(self, Fill(rectangle(item.shape.bounds), WHITE, item.place))
        good(self, item)

    monkeypatch.setattr(PdfWriter, "write_fill", squared)
    assert kinds(drawn_pack) == {("picture", "day.png")}


@pytest.mark.parametrize(("ground", "found"), [(None, set()), ((255, 255, 255), {("picture", "day.png")})])
def test_what_is_seen_through_a_frame_is_the_picture_under_it(
    drawn_pack: Pack, ground: Any, found: set[tuple[str, str]]
) -> None:
    """A frame whose clear pixels show a ground of their own erases the picture under it."""
    (card,) = drawn_pack.cards
    trim = Rect(0, 0, *drawn_pack.card.size)
    frame = Image.new("RGBA", (620, 880), (0, 0, 0, 0))
    ImageDraw.Draw(frame).rectangle((0, 0, 619, 879), outline=(120, 60, 20, 255), width=40)
    planned = planned_parts_of_face(drawn_pack, card, trim)
    (art,) = (item for each in planned if each.kind == "picture" for item in each.items)
    assert isinstance(art, Picture)
    file = art.file.with_name("frame.png")
    frame.save(file)
    untrusted.admit(file.parent, file.name)
    over = PlannedPart("picture", "frame.png", (art._replace(file=file, rect=trim),))
    (leaf,) = faces(drawn_pack, [card])
    pixels = raster(leaf)
    shown = frame.resize(pixels.size)
    if ground is not None:
        shown = Image.alpha_composite(Image.new("RGBA", shown.size, (*ground, 255)), shown)
    pixels.paste(shown, mask=shown.getchannel("A"))
    view = on_raster(drawn_pack, pixels)
    result = judge_planned(
        [*planned, over], view, rounded_rectangle(trim.grown(-0.4 * MM), drawn_pack.card.corner)
    )
    names = {(each.planned.kind, each.planned.name) for each in result.differences}
    assert {each for each in names if each[0] == "picture"} == found


def test_what_cannot_be_painted_is_not_judged(drawn_pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    (card,) = drawn_pack.cards
    (leaf,) = faces(drawn_pack, [card])

    def broken(*_: Any) -> Any:
        raise OSError("cannot be read")

    painter._layers.clear()
    monkeypatch.setattr(painter, "_decode_picture", broken)
    found = judge_side(drawn_pack, card, page_view(leaf, IDENTITY))
    assert found.differences == ()
    assert found.not_judged == (("the picture day.png", "it cannot be drawn here"),)


# --- the painter ---------------------------------------------------------------------------------


@given(st.floats(4, 40), st.floats(4, 40), st.floats(0, 1), st.floats(0, 1))
def test_an_ellipse_covers_its_area(rx: float, ry: float, dx: float, dy: float) -> None:
    mask = painter.area_mask(ellipse(50 + dx, 50 + dy, rx, ry), (1, 0, 0, 1, 0, 0), (120, 120))
    assert mask is not None
    covered = sum(level * count for level, count in enumerate(mask.mask.histogram())) / 255
    assert covered == pytest.approx(math.pi * rx * ry, rel=0.03)


def test_what_is_wound_around_twice_is_filled_and_open_with_even_odd() -> None:
    square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)]
    within = [(2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0)]
    filled = [
        painter._filled_polygons([square, within], 8, 8, even_odd).getpixel((4, 4))
        for even_odd in (False, True)
    ]
    assert filled == [255, 0]


def test_a_picture_is_painted_once_until_its_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "flat.png"
    picture = Picture(file, Rect(0, 0, 20, 30))

    def layer(points: int = 1) -> painter.PaintLayer:
        canvas = painter.LayerPainter((20 * points, 30 * points), (points, 0, 0, -points, 0, 30 * points))
        (made,) = canvas.layers_of_item(picture)
        return made

    Image.new("RGB", (20, 30), (200, 0, 0)).save(file)
    untrusted.admit(tmp_path, "flat.png")
    first = layer()
    assert layer() is first
    assert layer(2).paint.size == (40, 60)

    Image.new("RGB", (40, 60), (0, 200, 0)).save(file)
    untrusted.admit(tmp_path, "flat.png")
    assert layer().paint.getpixel((10, 10)) == (0, 200, 0)

    monkeypatch.setattr(painter, "_MOST_LAYER_PIXELS", 3_000)
    layer(2)
    layer()
    assert [made.paint.size for made in painter._layers.values()] == [(40, 60), (20, 30)]
    layer(3)
    assert not painter._layers  # alone it is more than may be kept


@pytest.mark.parametrize("edge", [0, 2])
@pytest.mark.parametrize(("mode", "opacity"), [("RGB", 255), ("RGBA", 128)])
def test_a_picture_with_more_pixels_than_are_painted_keeps_its_opacity(
    tmp_path: Path, mode: str, opacity: int, edge: float
) -> None:
    whole = Image.new(mode, (800, 1200), (200, 0, 0, opacity)[: len(mode)])
    whole.paste((200, 0, 0, 255)[: len(mode)], (0, 0, 400, 1200))
    whole.save(tmp_path / "large.png")
    untrusted.admit(tmp_path, "large.png")
    (layer,) = painter.LayerPainter((20, 30), (1, 0, 0, -1, 0, 30)).layers_of_item(
        Picture(tmp_path / "large.png", Rect(0, 0, 20, 30), mirrored_edge=edge)
    )
    assert layer.paint.getpixel((5, 15)) == layer.paint.getpixel((15, 15)) == (200, 0, 0)
    assert [layer.mask.getpixel((x, y)) for x in (5, 15) for y in (15, 29)] == [255, 255, opacity, opacity]


def test_a_picture_in_inks_is_painted_in_rgb_where_there_is_no_press(tmp_path: Path) -> None:
    Image.new("CMYK", (20, 30), (0, 255, 255, 0)).save(tmp_path / "inks.jpg")
    untrusted.admit(tmp_path, "inks.jpg")
    picture = Picture(tmp_path / "inks.jpg", Rect(0, 0, 20, 30))
    (layer,) = painter.LayerPainter((20, 30), (1, 0, 0, -1, 0, 30)).layers_of_item(picture)
    red, green, blue = layer.paint.getpixel((10, 15))
    assert red > 200 > 100 > max(green, blue)


def drawn_shade(file: Path) -> Any:
    """The shade of a white picture of 100 points by 200 as it is drawn, a level a row."""
    looks = images.PictureLooks(shade=(0.0, 0.0, 0.0))
    return images._displayed_picture(file, 100, 200, looks).getchannel("R").resize((1, 1000))


def expected_shade(file: Path) -> Any:
    """The same as the comparison expects it."""
    picture = Picture(file, Rect(0, 0, 100, 200), shade=Color((0.0, 0.0, 0.0), (0, 0, 0, 1)))
    (layer,) = painter.LayerPainter((500, 1000), (5, 0, 0, -5, 0, 1000)).layers_of_item(picture)
    return layer.paint.getchannel("R").resize((1, 1000))


@pytest.mark.parametrize("shade", [drawn_shade, expected_shade])
def test_the_shade_is_drawn_and_expected_alike(shade: Callable[[Path], Any], tmp_path: Path) -> None:
    """It begins 46 % above the foot and is full, 94 % of its colour, 13 % above it, with soft ends."""
    Image.new("RGB", (500, 1000), (255, 255, 255)).save(tmp_path / "white.png")
    untrusted.admit(tmp_path, "white.png")
    levels = list(shade(tmp_path / "white.png").tobytes())
    dense = [round(100 * (1 - level / 255)) for level in levels]
    # Rows from the top: none down to 54 %, half of it in the middle, all of it from 87 %.
    assert dense[:535] == [0] * 535
    assert dense[705] == pytest.approx(47, abs=1)
    assert dense[625] == pytest.approx(94 * 5 / 32, abs=1.5)
    assert dense[872:] == [94] * 128
    assert dense[860] >= 93
    assert dense[860] <= 94


def test_good_type_is_not_blamed_for_its_edges() -> None:
    """A label drawn larger than its type, on a ground of its own; an "e" with its bar between pixels."""
    file = next(file for file in EXAMPLES if file.stem == "crown-and-plough")
    for_pictures = api.load(str(file), printer=find_preset("thegamecrafter")).kinds[0]
    voucher = api.load(
        {"format": 1, "name": "T", "extras": [{"face": "text", "title": "Voucher", "text": "Voucher 501"}]}
    )
    ploughman = next(card for card in for_pictures.cards if card.label == "Ploughman")
    for pack, card in ((for_pictures, ploughman), (voucher, voucher.cards[0])):
        [leaf] = faces(pack, [card])
        assert not judge_side(pack, card, on_raster(pack, raster(leaf))).differences
        assert not judge_side(pack, card, page_view(leaf, IDENTITY)).differences
