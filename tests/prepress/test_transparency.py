"""Pictures and boxes that let what lies under them shine through: on sheets, on screens and at a press."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from samples import sampled
from test_outside import run

from cardgen import api
from cardgen.art.items import Fill, Group
from cardgen.colour.colors import color_from_hex
from cardgen.geometry import IDENTITY, Rect
from cardgen.layout.imposition import SheetOptions
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.output.press import PressFile, press_job, press_target, write_press
from cardgen.output.rulebook import BookJob, RulebookPress, write_book
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.model import Pack
from cardgen.prepress.comparison.painter import LayerPainter
from cardgen.prepress.pdf.flattening import flattening_lines
from cardgen.prepress.pdf.plates import separate_pages
from cardgen.prepress.preflight import preflight
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.text.outlines import rectangle
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

#: A card of 60 by 90 mm: a picture in two colours, a frame over it that is half transparent at its left half
#: and not there at all in its right half, and a panel of white at 60 per cent with black text over it.
HEAD = "format: 1\nname: Glass\n"
HEAD += "card: {size: 60 x 90 mm, bleed: 3 mm, corner: 0 mm}\n"
LAYERS = """
layouts:
  layers:
    boxes:
      art: {at: [0 mm, 0 mm], size: [60 mm, 90 mm]}
      frame: {at: [0 mm, 0 mm], size: [60 mm, 90 mm]}
      panel: {at: [10 mm, 30 mm], size: [40 mm, 20 mm], show: "", ground: {color: "#FFFFFF"}, opacity: 0.6}
      title: {at: [11 mm, 32 mm], size: [38 mm, 16 mm], show: "IIII", color: black}
cards:
  - {layout: layers, rows: [{name: One, art: art.png, frame: frame.png}]}
"""
FLAT = """
layouts:
  flat:
    ground: "#204060"
    boxes:
      panel: {at: [10 mm, 30 mm], size: [40 mm, 20 mm], show: "", ground: {color: "#FFFFFF"}, opacity: 60 %}
cards:
  - {layout: flat, rows: [{name: One}]}
"""
LIGHT, DARK, FILM = (240, 200, 40), (30, 60, 120), (200, 0, 0)
#: Points of the card in mm from the left and the top, and the colours that a browser shows there.
MIXED = {
    (20, 15): tuple((one + other) / 2 for one, other in zip(LIGHT, FILM, strict=True)),
    (20, 75): tuple((one + other) / 2 for one, other in zip(DARK, FILM, strict=True)),
    (45, 15): LIGHT,
    (45, 75): DARK,
    (45, 42): tuple(0.4 * one + 0.6 * 255 for one in LIGHT),
    (45, 48): tuple(0.4 * one + 0.6 * 255 for one in DARK),
}


def glass(folder: Path, text: str = LAYERS) -> Pack:
    art = Image.new("RGB", (792, 1152), LIGHT)
    art.paste(DARK, (0, 576, 792, 1152))
    art.save(folder / "art.png")
    frame = Image.new("RGBA", (792, 1152), (0, 255, 0, 0))
    frame.paste((*FILM, 128), (0, 0, 396, 1152))
    frame.save(folder / "frame.png")
    (folder / "glass.yaml").write_text(HEAD + text, encoding="utf-8")
    found = api.examine(str(folder / "glass.yaml"))
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    assert found.pack is not None
    return found.pack


@pytest.fixture(scope="module")
def layers(tmp_path_factory):
    return glass(tmp_path_factory.mktemp("layers"))


def press(pack: Pack, standard: Any) -> PressFile:
    (file,) = write_press(pack, press_job(None, standard))
    return file


def inks(data: bytes, scale: float = 2.0) -> Any:
    """Return the front of the only card as a CMYK image (PIL), its bleed included."""
    (plates,) = separate_pages(data, [0], scale=scale)
    return plates.as_cmyk()


def at(image: Any, place: tuple[float, float], scale: float, bleed: float = 3) -> Any:
    """Return the pixel at a place in mm from the left and the top of the card."""
    return image.getpixel(tuple(int((each + bleed) * MM * scale) for each in place))


def held(data: bytes) -> set[str]:
    """Return which entries of transparency the objects of a file have."""
    found: set[str] = set()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                found |= {key for key in ("/SMask", "/Group", "/ca") if key in thing}
                found |= {"/ca"} if "/ca" in str(thing.get("/Resources", {}).get("/ExtGState", "")) else set()
    return found


def near(one: Any, other: Any, most: float) -> bool:
    return all(abs(a - b) <= most for a, b in zip(one, other, strict=True))


def test_images_blend_as_a_browser_does(layers):
    image = next(iter(write_images(layers, ImageJob(PictureCanvas((660, 960), 254)))))
    shown = Image.open(io.BytesIO(image.data)).convert("RGB")
    for place, color in MIXED.items():
        assert near(at(shown, place, 254 / 72), color, 2), place


def test_images_for_a_press_look_as_x4_does(layers):
    image = next(iter(write_images(layers, ImageJob(PictureCanvas((660, 960), 254), "tif", space="cmyk"))))
    shown, live = Image.open(io.BytesIO(image.data)), inks(press(layers, "x4").data)
    for place in MIXED:
        assert near(at(shown, place, 254 / 72), at(live, place, 2.0), 3), place


def test_sheets_blend_as_a_browser_does_and_are_proven(layers):
    (file,) = write_sheets(layers, Job(SheetOptions()))
    assert not verify_sheets(file.data, layers).faults
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        assert pdf.pages[0].Group.CS == "/DeviceRGB"
    page = pypdfium2.PdfDocument(file.data)[0].render(scale=1).to_pil().convert("RGB")
    seen = {color for _, color in page.getcolors(1 << 20)}
    for place, color in MIXED.items():
        assert any(near(each, color, 2) for each in seen), place


def test_x4_keeps_transparency_in_groups_of_cmyk(layers):
    file = press(layers, "x4")
    assert held(file.data) == {"/SMask", "/Group", "/ca"}
    assert file.flattened == ()
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        groups = [
            each.Group
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream) and "/Group" in each
        ]
        assert {str(group.CS) for group in groups} == {"/DeviceCMYK"}


@pytest.mark.parametrize("standard", sampled(["x4", "x1a"], 2))
def test_press_files_pass_their_own_preflight(layers, standard):
    job = press_job(None, standard)
    (file,) = write_press(layers, job)
    report = preflight(file.data, press_target(layers, job, None, file.suffix))
    assert [each for each in report.findings if each.severity == "error"] == []


def test_x1a_holds_nothing_transparent_and_looks_as_x4_does(layers):
    flat, live = press(layers, "x1a"), press(layers, "x4")
    assert held(flat.data) == set()
    one, other = inks(flat.data), inks(live.data)
    for place in MIXED:
        # Two levels in 255 are less than a ΔE of 1 for any ink.
        assert near(at(one, place, 2.0), at(other, place, 2.0), 2), place


def test_black_text_above_a_panel_stays_black_alone_and_overprints(layers, tmp_path):
    with_text = inks(press(layers, "x1a").data)
    without = inks(press(glass(tmp_path, LAYERS.replace("IIII", "")), "x1a").data)
    for plate, (one, other) in enumerate(zip(with_text.split(), without.split(), strict=True)):
        assert (one.tobytes() == other.tobytes()) == (plate < 3)


def test_the_report_names_what_was_flattened_and_how_finely(layers):
    file = press(layers, "x1a")
    ((side, ppi),) = file.flattened
    # 792 pixels across 66 mm are 305 an inch.
    assert (side, ppi) == ("One", (305, 305))
    (line,) = flattening_lines(file.flattened)
    assert line.startswith("transparency flattened at 305 pixels per inch")
    assert line.endswith(": One")


def test_a_rulebook_for_a_press_names_the_cards_that_were_flattened(layers, tmp_path, say):
    template = tmp_path / "book.md"
    template.write_text('# Play\n\n{{ cards("One", caption="A card") }}\n', encoding="utf-8")
    flat, live = (
        write_book(layers, BookJob(template=template, press=RulebookPress(standard=standard)))
        for standard in ("x1a", "x4")
    )
    ((side, ppi),) = flat.flattened
    # A picture of 305 pixels per inch on a smaller card has more; as many as are asked for where type is.
    assert side == "One"
    assert 305 < ppi[1] <= ppi[0] <= 600
    with pikepdf.open(io.BytesIO(flat.data)) as pdf:
        masked = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Mask" in each]
    assert masked
    assert live.flattened == ()
    glass(tmp_path)
    said = say("rulebook", "glass.yaml", "--template", "book.md", "--press")
    assert f"transparency flattened at {ppi[0]} pixels per inch: One" in said


def test_a_box_at_both_ends_fades_as_one(tmp_path):
    """Both halves lie over one another in the middle, where one of them alone is to be seen."""
    box = "panel: {at: [10 mm, 20 mm], size: [40 mm, 60 mm], turned: true"
    pack = glass(tmp_path, LAYERS.replace("panel: {at: [10 mm, 30 mm], size: [40 mm, 20 mm]", box))
    image = next(iter(write_images(pack, ImageJob(PictureCanvas((660, 960), 254)))))
    shown = Image.open(io.BytesIO(image.data)).convert("RGB")
    expected = {
        (45, 42): tuple(0.4 * one + 0.6 * 255 for one in LIGHT),
        (45, 48): tuple(0.4 * one + 0.6 * 255 for one in DARK),
        (45, 75): tuple(0.4 * one + 0.6 * 255 for one in DARK),
        (45, 15): tuple(0.4 * one + 0.6 * 255 for one in LIGHT),
    }
    for place, color in expected.items():
        assert near(at(shown, place, 254 / 72), color, 2), place


@pytest.mark.outside("pdfimages")
def test_the_resolution_that_is_told_is_that_in_the_file(tmp_path):
    small = "      below: {at: [11 mm, 44 mm], size: [38 mm, 5 mm], show: Below}\n      panel:"
    faded = LAYERS.replace("      panel:", small).replace("opacity: 0.6", "opacity: 0.6, allow: [covered]")
    for text in (LAYERS, faded):
        file = press(glass(tmp_path, text), "x1a")
        (tmp_path / "x.pdf").write_bytes(file.data)
        code, said = run("pdfimages", "-list", "-l", "1", tmp_path / "x.pdf")
        assert code == 0
        rows = [line.split() for line in said.splitlines()[2:]]
        patches = {round(float(row[12])) for row, after in pairwise(rows) if after[2] in ("mask", "stencil")}
        assert patches == set(file.flattened[0].ppi)


def test_type_under_a_panel_is_flattened_at_600_pixels_an_inch(tmp_path):
    under = LAYERS.replace(
        "      panel:", "      below: {at: [11 mm, 44 mm], size: [38 mm, 5 mm], show: Below}\n      panel:"
    ).replace("opacity: 0.6", "opacity: 0.6, allow: [covered]")
    ((_, ppi),) = press(glass(tmp_path, under), "x1a").flattened
    assert max(ppi) == 600


@pytest.mark.parametrize("standard", ["x1a", "x4"])
def test_opacity_over_one_color_is_one_color_in_vectors(tmp_path, standard):
    file = press(glass(tmp_path, FLAT), standard)
    assert held(file.data) == set()
    assert file.flattened == ()
    assert b"/Subtype /Image" not in file.data
    panel, ground = (at(inks(file.data), place, 2.0) for place in ((30, 40), (30, 80)))
    assert near(panel, [0.4 * level for level in ground], 2)


def contrast_warnings(folder: Path, text: str) -> int:
    glass(folder, text)
    return sum(each.name == "contrast" for each in api.examine(str(folder / "glass.yaml")).problems)


def test_contrast_is_that_to_what_shows_through_a_panel(tmp_path):
    assert contrast_warnings(tmp_path, LAYERS) == 0
    assert contrast_warnings(tmp_path, LAYERS.replace('"#FFFFFF"', '"#000000"')) == 1


@pytest.mark.parametrize(("color", "warnings"), [("white", 0), ("black", 1)])
def test_contrast_is_that_to_the_picture_under_invisible_pixels(tmp_path, color, warnings):
    # They are green, on which black would be read and white would not.
    text = LAYERS.replace(
        "at: [11 mm, 32 mm], size: [38 mm, 16 mm]", "at: [32 mm, 60 mm], size: [24 mm, 16 mm]"
    )
    assert contrast_warnings(tmp_path, text.replace("color: black", f"color: {color}")) == warnings


@pytest.mark.parametrize(
    ("opacity", "warnings"),
    # Black at 80 per cent over light yellow and over dark blue, both under white at 60 per cent.
    [("0.8", 0), ("0.1", 1)],
)
def test_text_that_is_see_through_itself_is_judged_as_it_blends(tmp_path, opacity, warnings):
    faded = LAYERS.replace("color: black", f"color: black, opacity: {opacity}")
    assert contrast_warnings(tmp_path, faded) == warnings


def test_text_that_shines_through_with_its_own_ground_is_judged(tmp_path):
    """Black on white is read as long as both are seen, whatever is beneath them."""
    box = '"IIII", color: black, ground: {color: "#FFFFFF"}, opacity: %s'
    assert [
        contrast_warnings(tmp_path, LAYERS.replace('"IIII", color: black', box % share))
        for share in (0.9, 0.2)
    ] == [0, 1]


@pytest.mark.parametrize(
    ("place", "warnings"),
    # White is read on the dark half of the picture, and not on the light one.
    [("[32 mm, 60 mm]", 0), ("[32 mm, 10 mm]", 1)],
)
def test_text_at_both_ends_of_a_faded_box_is_judged_at_each(tmp_path, place, warnings):
    text = LAYERS.replace("at: [11 mm, 32 mm], size: [38 mm, 16 mm]", f"at: {place}, size: [24 mm, 16 mm]")
    white = text.replace("color: black", "color: white, opacity: 0.9")
    assert contrast_warnings(tmp_path, white) == warnings
    # Turned about, either place stands at the other.
    assert contrast_warnings(tmp_path, white.replace("opacity: 0.9", "opacity: 0.9, turned: true")) == 1


@pytest.mark.parametrize(("opacity", "warnings"), [("0.1", 0), ("0.45", 1)])
def test_text_under_a_veil_is_judged_by_what_is_left_of_it(tmp_path, opacity, warnings):
    veiled = FLAT.replace(
        "      panel:",
        "      below: {at: [11 mm, 32 mm], size: [38 mm, 16 mm], show: IIII, color: white}\n      panel:",
    ).replace("60 %", opacity)
    assert contrast_warnings(tmp_path, veiled) == warnings
    allowed = veiled.replace(f"opacity: {opacity}", f"opacity: {opacity}, allow: [covered]")
    assert contrast_warnings(tmp_path, allowed) == 0


def test_text_over_one_colour_is_judged_by_what_it_becomes(tmp_path):
    pale = FLAT.replace('show: ""', "show: Pale, color: black").replace("60 %", "10 %")
    assert contrast_warnings(tmp_path, pale) == 1


@pytest.mark.parametrize(("opacity", "covered"), [("0.9", 1), ("0.2", 0)])
def test_text_is_covered_by_what_is_opaque_by_half_or_more(tmp_path, opacity, covered):
    under = "      below: {at: [11 mm, 44 mm], size: [38 mm, 5 mm], show: Below, color: black}\n      panel:"
    text = LAYERS.replace("      panel:", under).replace("opacity: 0.6", f"opacity: {opacity}")
    glass(tmp_path, LAYERS)
    (tmp_path / "glass.yaml").write_text(HEAD + text, encoding="utf-8")
    problems = api.examine(str(tmp_path / "glass.yaml")).problems
    assert sum(each.name == "covered" for each in problems) == covered


@pytest.mark.parametrize("value", ["1.5", "-0.1", "half", "true", "120 %"])
def test_opacity_outside_of_0_to_1_is_refused(tmp_path, value):
    (tmp_path / "glass.yaml").write_text(HEAD + FLAT.replace("60 %", value), encoding="utf-8")
    (problem,) = api.examine(str(tmp_path / "glass.yaml")).problems
    assert "is not an opacity" in str(problem.message)


def test_a_box_of_opacity_0_is_not_there(tmp_path):
    file = press(glass(tmp_path, FLAT.replace("60 %", "0")), "x4")
    panel, ground = (at(inks(file.data), place, 2.0) for place in ((30, 40), (30, 80)))
    assert panel == ground


def test_a_card_worked_out_from_its_sources_blends_a_group_as_one():
    ground = Fill(rectangle(Rect(0, 0, 10, 10)), color_from_hex("#FF0000"))
    above = Fill(rectangle(Rect(5, 0, 5, 10)), color_from_hex("#0000FF"))
    (layer,) = LayerPainter((10, 10), IDENTITY).layers_of_item(Group((ground, above), 0.6))
    assert layer.mask.getextrema() == (153, 153)
    assert [layer.paint.getpixel((x, 5)) for x in (2, 7)] == [(255, 0, 0), (0, 0, 255)]
