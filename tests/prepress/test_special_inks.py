"""Foil, varnish and white: plates of their own in press files, in proofs, and for preflight."""

from __future__ import annotations

import copy
import io
import re
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageOps

import cardgen
from cardgen.api import no_progress
from cardgen.art.face import card_side, plan_face
from cardgen.art.items import Fill, Label, Stroke, flat_items
from cardgen.checks.examination import examine, load
from cardgen.geometry import Rect
from cardgen.jobs.preflight import Preflight, _delivery_of_special_inks
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.output.press import PressFile, PressJob, press_target, write_press
from cardgen.output.proof_sides import SoftProof, proof_sides
from cardgen.pack.model import Pack
from cardgen.prepress.comparison.pack_sides import PackSide
from cardgen.prepress.pdf.plates import separate_pages
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Report, Target
from cardgen.prepress.preflight.page_pictures import page_pictures
from cardgen.prepress.preflight.picture_files import read_picture
from cardgen.prepress.preflight.plate_pictures import PlateComparison, plate_of_file
from cardgen.prepress.printers.library import find_preset

DATA: dict[str, Any] = {
    "format": 1,
    "name": "Foils",
    "card": {"size": "poker"},
    "layouts": {
        "hero": {
            "ground": "#16324F",
            "boxes": {
                "frame": {
                    "at": ["4 mm", "4 mm"],
                    "size": ["55.5 mm", "80.9 mm"],
                    "show": "",
                    "ground": {"line": "#C9A227", "width": "0.6 mm"},
                    "foil": "gold",
                },
                "art": {
                    "at": ["8 mm", "22 mm"],
                    "size": ["47.5 mm", "40 mm"],
                    "show": "{star}",
                    "color": "#D9E4EE",
                    "varnish": True,
                },
                "title": {
                    "at": ["6 mm", "7 mm"],
                    "size": ["51.5 mm", "12 mm"],
                    "color": "#E8C766",
                    "foil": {"by": "rarity", "rare": "gold"},
                },
            },
        }
    },
    "back": {"pattern": "lattice", "foil": "silver"},
    "cards": [
        {
            "layout": "hero",
            "rows": [
                {"title": "Sun", "rarity": "rare", "quantity": 2},
                {"title": "Page", "rarity": "common"},
            ],
        }
    ],
}
TRIM = Rect(0, 0, 180, 252)


@cache
def foils() -> Pack:
    return load(DATA)


@cache
def pressed(way: str = "separations") -> tuple[PressFile, ...]:
    return tuple(write_press(foils(), PressJob(special_inks=way)))


def report(data: bytes, job: PressJob | None = None, file: PressFile | None = None) -> Report:
    ink = file.special_ink if file else None
    return preflight(data, press_target(foils(), job or PressJob(), None, file.suffix if file else "", ink))


def changed(change: Callable[[bytes], bytes]) -> bytes:
    """The press file with the content of every page and form changed."""
    with pikepdf.open(io.BytesIO(pressed()[0].data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and b" cs 1 scn" in (content := thing.read_bytes()):
                thing.write(change(content))
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


def plate(data: bytes, page: int, name: str, scale: float = 1) -> Any:
    (made,) = separate_pages(data, [page], scale=scale, spot=name)
    return made.black.point(lambda level: 255 * (level > 127))


def test_each_special_ink_has_a_plate_and_overprints_the_art() -> None:
    data = pressed()[0].data
    assert report(data).findings == ()
    assert plate(data, 0, "Varnish").getbbox()
    assert plate(data, 0, "FoilGold").getbbox()
    assert plate(data, 1, "FoilSilver").getbbox()
    assert not plate(data, 0, "FoilSilver").getbbox()
    # The star is printed under its varnish; of the title, foil replaces the ink.
    technical = [ink.plate for ink in foils().special_inks]
    (process,) = separate_pages(data, [0], scale=1, technical=technical)
    middle = tuple(side // 2 for side in process.black.size)
    assert plate(data, 0, "Varnish").getpixel(middle) == 255
    assert process.cyan.getpixel(middle) < 60 < process.cyan.getpixel((middle[0], 20))


def test_a_column_chooses_what_is_foiled() -> None:
    data = pressed()[0].data
    assert plate(data, 0, "FoilGold").histogram()[255] > plate(data, 4, "FoilGold").histogram()[255]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda old: re.sub(rb"(/FoilGold cs 1 scn)", rb"1 0 0 1 0.29 0 cm \1", old, count=1),
            "not as the pack",
        ),
        (lambda old: old.replace(b"/Varnish cs 1 scn", b"/Varnish cs 1 scn 0 0 0 0 re W n"), "is empty"),
        (lambda old: old.replace(b"/FoilGold cs 1 scn", b"/FoilGold cs 0.5 scn"), "is not solid"),
        (lambda old: old.replace(b" 0 RG", b" 0.2 RG").replace(b"/FoilGold CS 1 SCN", b"0 G"), "FoilGold"),
    ],
    ids=["moved by 0.1 mm", "missing", "tint", "in another ink"],
)
def test_faults_of_plates_are_found(change: Callable[[bytes], bytes], said: str) -> None:
    found = report(changed(change)).findings
    assert any(said in each.message and each.severity == "error" for each in found), found


def test_a_plate_that_knocks_out_is_found() -> None:
    with pikepdf.open(io.BytesIO(pressed()[0].data)) as pdf:
        for page in pdf.pages:
            for form in (page, *page.Resources.get("/XObject", {}).values()):
                resources = form.get("/Resources", {})
                for state in resources.get("/ExtGState", {}).values():
                    if "/op" in state:
                        state["/op"] = state["/OP"] = False
        out = io.BytesIO()
        pdf.save(out)
    assert any("does not overprint, and removes" in each.message for each in report(out.getvalue()).findings)


def test_faults_under_varnish_are_found() -> None:
    """Varnish that covers art does not hide it from the comparison."""
    spoiled = changed(lambda old: re.sub(rb"0\.\d+ 0\.\d+ 0\.\d+ 0\.\d+ k", b"0 1 1 0 k", old))
    assert any(each.rule == "deck" for each in report(spoiled).findings)


def test_plates_in_files_of_their_own_are_black_and_pass() -> None:
    job = PressJob(special_inks="files")
    files = pressed("files")
    assert [file.suffix for file in files] == ["", "-foil-gold", "-foil-silver", "-varnish"]
    for file in files:
        assert report(file.data, job, file).findings == (), file.suffix
        with pikepdf.open(io.BytesIO(file.data)) as pdf:
            assert b"/Separation" not in b"".join(map(repr_of, pdf.objects))
    # Another plate's file is not this one.
    gold, varnish = files[1], files[3]
    assert not report(varnish.data, job, gold).passed


def test_a_ground_without_foil_is_on_no_plate() -> None:
    data = copy.deepcopy(DATA)
    plaque = {"at": ["15 mm", "66 mm"], "size": ["33 mm", "7 mm"], "show": "Hero", "ground": "white"}
    data["layouts"]["hero"]["boxes"]["plaque"] = plaque
    pack = load(data).with_special_inks("alone", "FoilGold")
    face = card_side(pack, pack.cards[0], Rect(0, 0, *pack.card.size))
    inks = {item.color.cmyk for item in flat_items(face.items) if isinstance(item, Fill | Label | Stroke)}
    assert inks == {(0, 0, 0, 1)}


def test_ink_over_foil_is_named() -> None:
    data = copy.deepcopy(DATA)
    plaque = {"at": ["15 mm", "80 mm"], "size": ["33 mm", "7 mm"], "show": "Hero", "ground": "white"}
    data["layouts"]["hero"]["boxes"]["plaque"] = plaque
    [over] = [each.message for each in examine(data).problems if "foil of" in each.message]
    assert over.startswith("the foil of 'frame' hides 'plaque'")
    plaque["at"] = ["15 mm", "70 mm"]
    assert not [each for each in examine(data).problems if "foil of" in each.message]


def test_a_folder_of_plates_is_judged_as_one_job(tmp_path: Path) -> None:
    for file in pressed("files")[:-1]:
        (tmp_path / f"foils-press{file.suffix}.pdf").write_bytes(file.data)
    checked = cardgen.preflight([tmp_path], pack=DATA, trust=True).result
    assert [each.report.passed for each in checked.files] == [True, True, True]
    [whole] = checked.folders
    [lacking] = whole.report.findings
    assert "there is no file of the plate Varnish" in lacking.message


def repr_of(thing: Any) -> bytes:
    return repr(thing).encode() if isinstance(thing, pikepdf.Array) else b""


def test_thin_foil_is_found_where_the_printer_says_how_thin() -> None:
    target = press_target(foils(), PressJob(), None, "")
    thin = list(preflight(pressed()[0].data, target._replace(special_line=3.0, special_gap=0.3)).findings)
    assert {each.rule for each in thin} == {"special-fineness"}
    unknown = report(pressed()[0].data)
    assert any("not known" in each for each in unknown.unjudged)
    assert not any("not known" in fact for fact in unknown.facts)


def test_a_file_without_plates_is_told_how_to_say_so() -> None:
    (file,) = pressed("none")
    made = report(file.data)
    assert [(each.severity, each.rule) for each in made.findings] == [
        ("not judged", "deck"),
        ("error", "special-plate"),
    ]
    assert "FoilGold, FoilSilver, Varnish" in made.findings[1].message
    assert "--special-inks none" in made.findings[1].hint
    # The process inks alone are as the pack draws them: only the plates are missing.
    alone = report(pressed("files")[0].data)
    assert [each.rule for each in alone.findings] == ["special-plate"]
    assert any("look as the pack draws them" in fact for fact in alone.facts)


def test_plates_are_in_black_alone_where_large_areas_are_in_rich_black() -> None:
    job = PressJob(special_inks="files", rich_black=(0.4, 0, 0, 1))
    files = [file for file in write_press(foils(), job) if file.special_ink]
    assert [report(file.data, job, file).passed for file in files] == [True, True, True]


def test_without_special_inks_foil_is_in_its_own_colour() -> None:
    (file,) = pressed("none")
    assert report(file.data, PressJob(special_inks="none")).findings == ()
    at_home = plan_face(foils(), foils().cards[0], TRIM)
    assert any(isinstance(item, Label) for item in at_home)
    assert not any(getattr(item, "color", None) and item.color.spot for item in at_home)


def test_proofs_simulate_the_inks_and_name_their_plates() -> None:
    job = PressJob()
    shown = proof_sides(foils(), job)
    assert [side.spots for side in shown] == [
        ("FoilGold", "Varnish"),
        ("FoilGold", "Varnish"),
        ("FoilSilver",),
    ]
    pack = foils().converted_for_press(job.inks).with_special_inks("separations")
    picture = SoftProof(pack, job).picture(shown[0].art)
    plain = SoftProof(foils(), PressJob(special_inks="none")).picture(
        card_side(foils(), foils().cards[0], TRIM)
    )
    assert picture.tobytes() != plain.tobytes()
    # For printers of pictures, whose proofs have no plates, as well.
    assert any(getattr(item, "opacity", 1) < 1 for item in proof_sides(foils(), None)[0].art.items)


def test_pictures_have_their_plates_in_folders() -> None:
    job = ImageJob(PictureCanvas.for_trim(foils().card.size, 0, 50), special_inks="files")
    files = {file.name: file.data for file in write_images(foils(), job)}
    plates = {name for name in files if "/" in name}
    assert {name.partition("/")[0] for name in plates} == {"foil-gold", "foil-silver", "varnish"}
    face = next(name for name in plates if name.startswith("varnish/"))
    levels = Image.open(io.BytesIO(files[face])).convert("RGB").getextrema()
    assert levels == ((0, 255),) * 3
    assert face.partition("/")[2] in files
    assert "foil-silver/back.png" in files
    assert not any(name.startswith("foil-silver/") and "back" not in name for name in plates)


def test_suits_are_foiled_with_their_indices_and_pips() -> None:
    pack = load(
        {
            "format": 1,
            "name": "Suits",
            "suits": {
                "cups": {"color": "#AA2222", "symbol": "heart", "foil": True, "cards": {"A": 1, "5": 1}},
                "ends": {"color": "#222222", "symbol": "spade", "cards": {"5": 1}},
            },
        }
    )
    drawn = pack.with_special_inks("separations")
    cups, ends = drawn.cards[1], drawn.cards[2]
    foiled = [item for item in plan_face(drawn, cups, TRIM) if not isinstance(item, Fill)]
    assert foiled
    assert all(item.color.spot == "Foil" for item in foiled)
    assert not any(item.color.spot for item in plan_face(drawn, ends, TRIM) if hasattr(item, "color"))


def test_what_cannot_be_a_plate_is_said(tmp_path: Path) -> None:
    Image.new("RGBA", (600, 600), (0, 0, 0, 100)).save(tmp_path / "frame.png")
    pack = tmp_path / "pack.yaml"
    pack.write_text(
        "format: 1\nname: P\nlayouts:\n  one:\n    boxes:\n"
        "      art: {at: [4 mm, 4 mm], size: [30 mm, 30 mm], show: frame.png, foil: gold}\n"
        "      title: {at: [4 mm, 50 mm], size: [40 mm, 9 mm], opacity: 0.5, varnish: true}\n"
        "cards: [{layout: one, rows: [{title: One}]}]\nback: {layout: one, foil: bronze}\n"
    )
    said = [problem.message for problem in examine(str(pack)).problems]
    assert any("has transparent parts, and the plate" in each for each in said)
    assert any("a plate is solid" in each for each in said)
    assert any("'bronze' is not a foil" in each or "“bronze” is not a foil" in each for each in said), said


@pytest.mark.outside("gs")
def test_ghostscript_separates_the_same_plates(tmp_path: Path) -> None:
    file = tmp_path / "press.pdf"
    file.write_bytes(pressed()[0].data)
    gs = shutil.which("gs") or "gs"
    command = [gs, "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r288", "-dLastPage=2"]
    subprocess.run([*command, f"-sOutputFile={tmp_path}/page%d.tif", str(file)], check=True)
    for page, name in ((1, "FoilGold"), (1, "Varnish"), (2, "FoilSilver")):
        theirs = (
            Image.open(tmp_path / f"page{page}({name}).tif").convert("L").point(lambda level: 255 - level)
        )
        ours = plate(file.read_bytes(), page - 1, name, 4)
        boxes = [each.point(lambda level: 255 * (level > 127)).getbbox() for each in (ours, theirs)]
        assert max(abs(a - b) for a, b in zip(*boxes, strict=True)) <= 3, name
    # The art under the varnish is there: it is the same with and without simulated overprint.
    looks = []
    for way in ("simulate", "disable"):
        made = tmp_path / f"{way}.tif"
        wanted = [f"-dOverprint=/{way}", "-dLastPage=1", f"-sOutputFile={made}"]
        subprocess.run([*command, *wanted, str(file)], check=True)
        looks.append(Image.open(tmp_path / f"{way}(Cyan).tif").convert("L"))
    assert looks[0].getpixel((looks[0].width // 2, looks[0].height // 2)) < 255


@pytest.fixture(scope="module")
def folder_of_plates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plates")
    for name in ("foil-gold", "foil-silver", "varnish"):
        (folder / name).mkdir()
    job = ImageJob(PictureCanvas((825, 1125), 300), special_inks="files")
    for file in write_images(foils(), job):
        (folder / file.name).write_bytes(file.data)
    return folder


def moved(picture: Any, right: float) -> Any:
    matrix = (1, 0, -right, 0, 1, 0)
    return picture.transform(
        picture.size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR, fillcolor=255
    )


GOLD, VARNISH = "foil-gold/01-sun-x2.png", "varnish/01-sun-x2.png"
#: Changes of a picture of a plate, and what is said of it; "" for good pictures.
PLATE_FAULTS: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "0.1 mm": (GOLD, lambda picture: moved(picture, 1.18), "the plate FoilGold is shifted by 0.1 mm"),
    "part missing": (GOLD, lambda picture: picture.paste(255, (90, 60, 400, 140)) or picture, "lacks ink"),
    "more": (VARNISH, lambda picture: picture.paste(0, (300, 600, 320, 640)) or picture, "has more ink"),
    "empty": (GOLD, lambda picture: picture.point(lambda _: 255), "the plate FoilGold is empty"),
    "grey": (GOLD, lambda picture: picture.point(lambda level: level // 2 + 127), "is grey, and not black"),
    "gold": (GOLD, lambda picture: ImageOps.colorize(picture, "#C9A227", "white"), "it has colours"),
    "inverted": (GOLD, ImageOps.invert, "is inverted"),
    "half a pixel": (GOLD, lambda picture: moved(picture, 0.4), ""),
    "two levels": (GOLD, lambda picture: picture.point(lambda level: 255 * (level > 127)), ""),
}


@pytest.mark.parametrize("name", PLATE_FAULTS)
def test_pictures_of_plates_are_compared_with_the_pack(folder_of_plates: Path, name: str) -> None:
    file, change, said = PLATE_FAULTS[name]
    path, printer = folder_of_plates / file, find_preset("thegamecrafter")
    data = io.BytesIO()
    change(Image.open(path).convert("L")).save(data, "PNG")
    target = Target.for_printer(printer, trim=foils().card.size, standard=None, pack=foils())
    report, reading = read_picture(data.getvalue(), target, printer)
    ink = plate_of_file(path, foils())
    assert ink is not None
    found = PlateComparison(foils(), target, printer, {}).completed_report(path, ink, report, reading)
    assert [said in each.message for each in found.findings] == [True] * bool(said), found.findings


def test_a_folder_of_pictures_is_judged_with_its_plates(folder_of_plates: Path, tmp_path: Path) -> None:
    def found_in(folder: Path) -> tuple[list[str], tuple[str, ...]]:
        made = cardgen.preflight([folder], pack=DATA, printer="thegamecrafter", trust=True).result
        reports = [each.report for each in (*made.files, *made.folders)]
        return [each.message for report in reports for each in report.findings], reports[-1].facts

    messages, facts = found_in(folder_of_plates)
    assert (messages, facts[-1]) == (
        [],
        "5 pictures of plates compared with the pack, FoilGold, FoilSilver, Varnish: "
        "no edge is more than 0.06 mm away",
    )
    spoiled = tmp_path / "spoiled"
    shutil.copytree(folder_of_plates, spoiled)
    shutil.rmtree(spoiled / "foil-silver")
    (spoiled / VARNISH).unlink()
    (spoiled / GOLD).rename(spoiled / "01-sun-x2-foil-gold.png")
    messages, _ = found_in(spoiled)
    assert messages == [
        "there are no pictures of the plate FoilSilver: they belong in the folder foil-silver",
        "of the plate Varnish, there is no picture of 01-sun-x2: its picture has the same name as the card's",
    ]


def test_findings_in_picture_files_are_shown_beside_the_pack(folder_of_plates: Path, tmp_path: Path) -> None:
    (tmp_path / "varnish").mkdir()
    Image.new("L", (825, 1125), 255).save(tmp_path / VARNISH)
    job = Preflight(files=(tmp_path / VARNISH,), pack=foils(), printer=find_preset("thegamecrafter"))
    blocks = job.text_blocks_without_pack(job.run_without_pack(no_progress))
    [((_, seen), (label, wanted))] = [block.rows for block in blocks if block.kind == "pictures"]
    levels = [Image.open(io.BytesIO(b64decode(each))).convert("L").getextrema() for each in (seen, wanted)]
    assert (levels, label) == ([(255, 255), (0, 255)], "in the pack")


def test_findings_are_shown_beside_their_own_card_or_back() -> None:
    """Two cards may have one label."""
    data = copy.deepcopy(DATA)
    data["cards"][0]["rows"] = [{"title": "Sun", "rarity": "rare"}, {"title": "Sun", "rarity": "common"}]
    pack = load(data)
    [file] = write_press(pack, PressJob())
    target = press_target(pack, PressJob(), None, "")._replace(special_line=3.0)
    sides = {each.page: each.side for each in preflight(file.data, target).findings}
    cards = [PackSide("Front", card.id) for card in pack.cards]
    assert [sides[page] for page in (1, 2, 3)] == [cards[0], PackSide("Back", "back"), cards[1]]
    # Only the first has a title in foil, which replaces its ink.
    drawn = pack.with_special_inks("process")
    assert len({each.wanted for each in page_pictures(file.data, [*sides.items()], drawn)} - {None}) == 3


def test_a_plate_whose_name_has_a_dot_is_judged_as_a_plate(tmp_path: Path) -> None:
    for name, file in zip(("foils-1.2", "foils-1.2-foil-gold"), pressed("files"), strict=False):
        (tmp_path / f"{name}.pdf").write_bytes(file.data)
    files = [tmp_path / "foils-1.2.pdf", tmp_path / "foils-1.2-foil-gold.pdf"]
    checked = cardgen.preflight(files, pack=DATA, trust=True).result.files
    assert [(each.report.passed, each.target.plate) for each in checked] == [(True, ""), (True, "FoilGold")]


def findings_in(folder: Path, **options: Any) -> list[tuple[str, str]]:
    """The severity and message of each finding in a folder of pictures, and on the whole."""
    made = cardgen.preflight([folder], pack=DATA, trust=True, **options).result
    reports = [each.report for each in (*made.files, *made.folders)]
    return [(each.severity, each.message) for report in reports for each in report.findings]


@pytest.fixture
def folder_with_empty_varnish(folder_of_plates: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "folder"
    shutil.copytree(folder_of_plates, folder)
    Image.new("L", (825, 1125), 255).save(folder / VARNISH)
    return folder


def test_plates_that_no_printer_says_how_to_compare_are_not_judged(folder_with_empty_varnish: Path) -> None:
    found = findings_in(folder_with_empty_varnish)
    assert ("not judged", "the plate Varnish is not compared with the pack") in found


@pytest.mark.parametrize("special_inks", ["files", "separations"])
def test_pictures_of_plates_are_compared_whichever_way_press_files_have_them(
    folder_with_empty_varnish: Path, special_inks: str
) -> None:
    found = findings_in(folder_with_empty_varnish, printer="thegamecrafter", special_inks=special_inks)
    assert [message[:27] for _, message in found] == ["the plate Varnish is empty,"]


def test_folders_of_plates_are_left_out_where_no_special_inks_are_delivered(
    folder_with_empty_varnish: Path,
) -> None:
    whole = ImageJob(PictureCanvas((825, 1125), 300), special_inks="none")
    for file in write_images(foils(), whole):
        (folder_with_empty_varnish / file.name).write_bytes(file.data)
    assert findings_in(folder_with_empty_varnish, printer="thegamecrafter", special_inks="none") == []


def test_pictures_without_plates_are_compared_as_whole_cards() -> None:
    """As for MPC Autofill, which takes no plates."""
    assert _delivery_of_special_inks(set(), are_pictures=True) == "none"
    assert _delivery_of_special_inks({"FoilGold"}, are_pictures=True) == "files"
    assert _delivery_of_special_inks(set(), are_pictures=False) is None


def test_a_box_says_that_it_has_no_special_inks() -> None:
    assert any("the box has no foil or varnish" in note for note in cardgen.box(DATA, trust=True).notes)
