"""Boxes with masks: what they hide, what is said of faulty ones, and what is found."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from samples import thorough

from cardgen import api
from cardgen.art.face import card_side
from cardgen.art.pdf_writer import write_pdf
from cardgen.geometry import Rect
from cardgen.pack.model import Pack

HEAD = "format: 1\nname: Cut\ncard: {size: 60 x 90 mm, corner: 0 mm}\nlayouts:\n  own:\n    boxes:\n"
ROWS = "cards:\n  - {layout: own, rows: [{art: art.png, wash: wash.svg, word: Legible, title: Wash}]}\n"
WASH = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="#c20" d="M0 0H10V10H0Z"/></svg>'
)
PIXEL = 4 * 72 / 25.4
#: Pixels that are enough for a box of 40 mm.
WIDE = 480


def halves(mode: str, left: object, right: object) -> Image.Image:
    """A square picture with two colours."""
    made = Image.new(mode, (WIDE, WIDE), left)  # type: ignore[arg-type]
    made.paste(right, (WIDE // 2, 0, WIDE, WIDE))  # type: ignore[arg-type]
    return made


MASKS = {
    "alpha.png": halves("RGBA", (255, 255, 255, 0), (0, 0, 0, 255)),
    "light.png": halves("L", 0, 255),
    "opaque.png": halves("RGBA", (0, 0, 0, 255), (255, 255, 255, 255)),
    "light.jpg": halves("RGB", (0, 0, 0), (255, 255, 255)),
}


def written(folder: Path, box: str, name: str = "cut.yaml") -> str:
    if not (folder / "art.png").exists():
        Image.new("RGB", (WIDE, WIDE), "#CC2200").save(folder / "art.png")
        (folder / "wash.svg").write_text(WASH, encoding="utf-8")
        for file, mask in MASKS.items():
            mask.save(folder / file)
    text = f"{HEAD}      art: {{at: [10 mm, 20 mm], size: [40 mm, 40 mm], {box}}}\n{ROWS}"
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def inked(pack: Pack, *spots: tuple[float, float]) -> list[bool]:
    """Whether the first card is painted at these places, in millimetres from the box's top left."""
    trim = Rect(0, 0, *pack.card.size)
    data = write_pdf([card_side(pack, pack.cards[0], trim)], trim[2:])
    page = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=4).to_pil().convert("L")
    return [page.getpixel((int((10 + x) * PIXEL), int((20 + y) * PIXEL))) < 200 for x, y in spots]


@pytest.mark.parametrize("shown", ["show: '{art}'", "show: '{wash}'", "show: '', ground: '#CC2200'"])
@pytest.mark.parametrize("mask", MASKS)
def test_a_mask_shows_what_is_opaque_in_it_or_else_what_is_bright(
    mask: str, shown: str, tmp_path: Path
) -> None:
    pack = api.load(written(tmp_path, f"{shown}, mask: {mask}"))
    assert inked(pack, (5, 20), (35, 20)) == [False, True]


@pytest.mark.parametrize(
    ("turned", "shown"),
    [
        # On the left, the right, the upper and the lower side of the box.
        ("", [False, True, True, True]),
        (", rotate: 90", [True, True, True, False]),
        (", rotate: 45", [False, True, True, False]),
        # The second box lies 10 mm lower.
        (", turned: true", [True, True, True, True]),
    ],
)
def test_a_mask_turns_with_its_box(turned: str, shown: list[bool], tmp_path: Path) -> None:
    pack = api.load(written(tmp_path, f"mask: alpha.png{turned}"))
    assert inked(pack, (10, 20), (30, 20), (24, 10), (24, 30)) == shown


@pytest.mark.parametrize(
    ("turned", "shown"),
    [
        ("", [True, False, False, False]),
        (", rotate: 90", [True, True, True, False]),
        (", rotate: 180", [False, True, True, True]),
        (", rotate: 45", [True, False, True, False]),
    ],
)
def test_a_mask_is_mirrored_with_its_layout(turned: str, shown: list[bool], tmp_path: Path) -> None:
    """What is cut off on the left is cut off on the right, and at the top still at the top."""
    file = Path(written(tmp_path, f"mask: alpha.png{turned}"))
    text = file.read_text(encoding="utf-8").replace("own:\n", "own:\n    mirror: true\n")
    file.write_text(text.replace("name: Cut", "name: Cut\nlanguage: he"), encoding="utf-8")
    assert inked(api.load(file), (10, 20), (30, 20), (24, 10), (24, 30)) == shown


@pytest.mark.parametrize(("language", "shown"), [("en", [True, False]), ("he", [False, True])])
def test_a_drawn_outline_is_mirrored_with_its_layout(
    language: str, shown: list[bool], tmp_path: Path
) -> None:
    (tmp_path / "flag.svg").write_text('<svg viewBox="0 0 10 10"><path d="M0 0H10L0 10Z"/></svg>')
    file = Path(written(tmp_path, "show: '', ground: '#CC2200', shape: {svg: flag.svg}"))
    text = file.read_text(encoding="utf-8").replace("own:\n", "own:\n    mirror: true\n")
    file.write_text(text.replace("name: Cut", f"name: Cut\nlanguage: {language}"), encoding="utf-8")
    assert inked(api.load(file), (4, 30), (36, 30)) == shown


def test_an_inherited_mask_must_be_sharp_at_the_size_of_the_box_that_inherits_it(tmp_path: Path) -> None:
    file = Path(written(tmp_path, "mask: alpha.png"))
    larger = "  large: {extends: own, boxes: {art: {at: [2 mm, 2 mm], size: [56 mm, 56 mm]}}}\n"
    text = file.read_text(encoding="utf-8").replace("cards:\n", f"{larger}cards:\n")
    file.write_text(text, encoding="utf-8")
    coarse = [each for each in api.examine(file).problems if "pixels per inch" in str(each.message)]
    assert [(str(each.message), each.mark and each.mark.line) for each in coarse] == [
        ("this picture has 218 pixels per inch at its size of 56 × 56 mm", 7)
    ]


def test_masks_are_files_of_the_pack(tmp_path: Path) -> None:
    pack = api.load(written(tmp_path, "mask: alpha.png"))
    assert str(tmp_path / "alpha.png") in pack.files


def test_text_that_a_mask_hides_has_too_little_contrast(tmp_path: Path) -> None:
    box = "show: '{word}', ground: black, color: white, mask"
    hidden = api.examine(written(tmp_path, f"{box}: alpha.png, align: left"))
    assert [str(problem.message) for problem in hidden.problems] == [
        "word: the contrast to what lies beneath it is 1.0 (the card Wash)"
    ]
    assert not api.examine(written(tmp_path, f"{box}: alpha.png, align: right")).problems


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("mask.svg", "'mask.svg' is no PNG or JPEG file"),
        ("missing.png", "there is no file 'missing.png' beside the pack"),
        ("text.png", "this is not a PNG or JPEG picture"),
        ("small.png", "this picture has 63 pixels per inch at its size of 40 × 40 mm"),
        ("wide.png", "this mask is stretched to the shape of its box"),
        ("white.png", "this mask has one level everywhere, so it has no edge"),
    ],
)
def test_a_faulty_mask_is_named_at_its_place(file: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("none", encoding="utf-8")
    MASKS["light.png"].resize((100, 100)).save(tmp_path / "small.png")
    MASKS["light.png"].resize((WIDE * 2, WIDE)).save(tmp_path / "wide.png")
    Image.new("L", (WIDE, WIDE), 255).save(tmp_path / "white.png")
    [problem] = api.examine(written(tmp_path, f"mask: {file}")).problems
    assert str(problem.message) == message
    assert problem.mark
    assert problem.mark.line == 7


@pytest.mark.usefixtures("unnamed")
@pytest.mark.parametrize("standard", ["x1a", thorough("x4")])
def test_a_lost_or_another_mask_is_found(standard: str, tmp_path: Path) -> None:
    MASKS["alpha.png"].transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(tmp_path / "other.png")
    packs = [
        api.load(written(tmp_path, box, f"{place}.yaml"))
        for place, box in enumerate(("mask: alpha.png", "mask: other.png", "fit: cover"))
    ]
    made = api.press(packs[0], standard=standard)[0].data
    assert [api.preflight(made, pack=pack, standard=standard).status for pack in packs] == [0, 1, 1]
    sheet = api.sheets(packs[0])[0].data
    assert [bool(api.verify(sheet, pack=pack).faults) for pack in packs] == [False, True, True]


def test_flattened_masks_are_named_with_their_card(tmp_path: Path) -> None:
    [made] = api.press(api.load(written(tmp_path, "mask: alpha.png")), standard="x1a")
    assert [each.side for each in made.facts["flattened"]] == ["Wash"]


BLENDED = "show: '{art}', ground: '#80C0FF', blend: multiply"


def test_a_multiplied_box_covers_no_text_and_takes_its_contrast(tmp_path: Path) -> None:
    def problems(color: str) -> list[str]:
        word = "word: {at: [12 mm, 22 mm], size: [30 mm, 8 mm], below: art}"
        box = f"show: '', ground: '{color}', blend: multiply}}\n      {word[:-1]}"
        return [str(problem.message) for problem in api.examine(written(tmp_path, box)).problems]

    assert problems("#FFEE88") == []
    assert ["contrast" in message for message in problems("#442200")] == [True]


@pytest.mark.usefixtures("unnamed")
@pytest.mark.parametrize("standard", [thorough("x1a"), "x4"])
def test_a_lost_blend_mode_is_found(standard: str, tmp_path: Path) -> None:
    ground = "a: {at: [0 mm, 0 mm], size: [60 mm, 90 mm], show: '', ground: {color: ['#FFE9B0', '#A0C8E0']}}"
    boxes = (BLENDED, BLENDED.replace("multiply", "normal"))
    packs = [
        api.load(written(tmp_path, f"{box}, above: a}}\n      {ground[:-1]}", f"{place}.yaml"))
        for place, box in enumerate(boxes)
    ]
    made = api.press(packs[0], standard=standard)[0].data
    assert (b"/Multiply" in made) is False or standard == "x4"
    assert [api.preflight(made, pack=pack, standard=standard).status for pack in packs] == [0, 1]
    sheet = api.sheets(packs[0])[0].data
    assert [bool(api.verify(sheet, pack=pack).faults) for pack in packs] == [False, True]


def test_products_of_inks_are_not_held_against_colours_of_a_screen(tmp_path: Path) -> None:
    """X-1a files have products of inks, which differ from those of red, green and blue; they were refused."""
    across = Image.linear_gradient("L").rotate(90).resize((840, 1260))
    Image.merge("RGB", (across, across.point(lambda v: 255 - v), across)).save(tmp_path / "art.png")
    wash = "a: {at: [5 mm, 10 mm], size: [50 mm, 50 mm], show: '', ground: '#E0006A', blend: multiply}"
    text = f"{HEAD}      art: {{at: [0 mm, 0 mm], size: [60 mm, 90 mm]}}\n      {wash}\n"
    text += "cards:\n  - {layout: own, rows: [{art: art.png, title: Wash}]}\n"
    (tmp_path / "strong.yaml").write_text(text, encoding="utf-8")
    pack = api.load(str(tmp_path / "strong.yaml"))
    [made] = api.press(pack, standard="x1a")
    assert made.report.passed, [each.message for each in made.report.findings]
    assert any("its inks are multiplied" in fact for fact in made.report.unjudged)
