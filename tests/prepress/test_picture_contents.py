"""What pictures of cards show: each single fault is found, named and blamed on the right file."""

import io
import json
import random
from pathlib import Path, PurePath

import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw
from samples import sampled_pairs

from cardgen import api
from cardgen.cli.main import run
from cardgen.colour import images
from cardgen.colour.icc import bundled_profile
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.prepress.comparison.card_pictures import PackSide
from cardgen.prepress.comparison.differences import Difference
from cardgen.prepress.preflight import picture_contents
from cardgen.prepress.preflight.findings import Target
from cardgen.prepress.preflight.picture_contents import PictureComparison, PictureFile
from cardgen.prepress.preflight.picture_files import read_picture
from cardgen.prepress.preflight.picture_folders import findings_of_unlike_pictures
from cardgen.prepress.printers.library import find_preset

#: Six cards: a title, a picture of its own, a text. Five and Six differ in one word, Ant is there twice.
PACK = """
format: 1
name: Zoo
card: {size: 31.75 x 44.45 mm, bleed: 3.048 mm, safe: 3.048 mm, corner: 2 mm}
back: {pattern: lattice}
layouts:
  animal:
    ground: "#E6C878"
    boxes:
      title: {at: [3.5 mm, 3.5 mm], size: [24.75 mm, 6 mm], type: title, color: black}
      picture: {at: [3.5 mm, 10 mm], size: [24.75 mm, 18 mm], fit: cover}
      text: {at: [3.5 mm, 29.5 mm], size: [24.75 mm, 11.5 mm], ground: "#FFFFFF", color: black}
cards:
  - layout: animal
    rows:
      - {name: Ant, quantity: 2, title: Ant, picture: ant.png, text: It carries more.}
      - {name: Bear, title: Bear, picture: bear.png, text: It sleeps all winter.}
      - {name: Crow, title: Crow, picture: crow.png, text: It has counted you.}
      - {name: Five, title: Herd, picture: herd.png, text: Move five spaces.}
      - {name: Six, title: Herd, picture: herd.png, text: Move six spaces.}
"""
FILES = ["01-ant-x2", "02-bear-x1", "03-crow-x1", "04-five-x1", "05-six-x1", "back"]
PRINTER = find_preset("makeplayingcards")
#: The pixels of a picture; 36 are the bleed on each side.
WIDE, HIGH = 447, 597


def art(seed: int) -> Image.Image:
    chance = random.Random(seed)
    picture = Image.new("RGB", (306, 224), tuple(chance.randrange(256) for _ in "rgb"))
    pen = ImageDraw.Draw(picture)
    for _ in range(25):
        x, y, size = chance.randrange(306), chance.randrange(224), chance.randrange(5, 70)
        pen.ellipse((x, y, x + size, y + size), fill=tuple(chance.randrange(256) for _ in "rgb"))
    return picture


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zoo")
    for seed, name in enumerate(("ant", "bear", "crow", "herd")):
        art(seed).save(folder / f"{name}.png", dpi=(300, 300))
    (folder / "zoo.yaml").write_text(PACK, encoding="utf-8")
    return api.load(str(folder / "zoo.yaml"), printer=PRINTER)


def made(pack, form="png", per="face", **how):
    """The pictures of a pack, by their names without the end, as bytes."""
    job = ImageJob(PictureCanvas((WIDE, HIGH), 300), form, per, **how)
    return {PurePath(file.name).stem: file.data for file in write_images(pack, job) if form in file.name}


@pytest.fixture(scope="module")
def good(pack):
    return made(pack)


@pytest.fixture(scope="module")
def two(pack):
    """The pack with Bear and Crow alone, whose pictures are as those of the whole."""
    return pack.with_quantities({card.id: 1 for card in pack.cards if card.label in ("Bear", "Crow")})


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def png(picture: Image.Image, form="PNG", **options) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def looked_at(pack, files, printer=PRINTER, per=None, copies=1, part="all"):
    """What is found in pictures, by their names, and in all of them together."""
    target = Target.for_printer(printer, trim=pack.card.size, standard=None, pack=pack, part=part)
    comparison = PictureComparison(pack, target, printer, copies)
    reports = []
    for name, data in files.items():
        report, reading = read_picture(data, target, printer)
        comparison.add(PictureFile(f"{name}.png", reading))
        reports.append(report)
    folder, facts = comparison.folder_findings_and_facts(per)
    found = {
        name: list(report.findings)
        for name, report in zip(files, comparison.completed_reports(reports), strict=True)
        if report.findings
    }
    return found, [finding.message for finding in folder], facts


def only(found, name):
    """The message of the only finding, which is about this file."""
    assert list(found) == [name], found
    (finding,) = found[name]
    assert finding.severity == "error"
    return finding.message


# --- good pictures -------------------------------------------------------------------------------


SAVED = {
    "PNG": ("PNG", {}),
    "fine JPEG": ("JPEG", {"quality": 92, "subsampling": 0}),
    "coarse JPEG": ("JPEG", {"quality": 60}),
    "TIFF": ("TIFF", {}),
    "palette": ("palette", {}),
}


@pytest.mark.parametrize(("how", "names"), sampled_pairs(SAVED, ["own", "others"], every=2))
def test_good_pictures_pass_under_any_name_and_compression(pack, good, how, names):
    form, options = SAVED[how]
    files = {}
    for number, (name, data) in enumerate(good.items()):
        picture = opened(data)
        if form == "palette":
            picture = picture.convert("P", palette=Image.Palette.ADAPTIVE)
        called = name if names == "own" else f"scan {7 * number % 6}"
        files[called] = png(picture, "PNG" if form == "palette" else form, **options)
    found, folder, facts = looked_at(pack, files)
    assert (found, folder) == ({}, [])
    assert facts == (
        "6 pictures compared with Zoo, trim and bleed: 5 faces and 1 back, one of each face",
        "27 texts, pictures and drawings found in them, as their own sources have them",
    )


def test_good_pictures_of_each_card_pass(pack):
    files = made(pack, per="card")
    assert "01-ant-2of2" in files
    for named in (files, {f"p{number}": data for number, data in enumerate(files.values())}):
        found, folder, facts = looked_at(pack, named)
        assert (found, folder) == ({}, [])
        assert facts[0].endswith("6 faces and 1 back, each card as often as the pack has it")


INKS = """
format: 1
name: Inks
card: {size: 59 x 91 mm, bleed: 3 mm, safe: 3 mm, corner: 3 mm}
suits:
  green: {sign: "+", color: "#00855B", cards: {4: 2, 1: 1}}
  red: {sign: "≤", color: "#961129", cards: {0: 3}}
"""
PRESS = find_preset("meinspiel")


@pytest.fixture(scope="module")
def inks(tmp_path_factory):
    file = tmp_path_factory.mktemp("inks") / "inks.yaml"
    file.write_text(INKS, encoding="utf-8")
    return api.load(str(file), printer=PRESS)


def in_space(pack, form, space):
    """Pictures for a press, by their names without the end."""
    canvas = PictureCanvas.for_trim(pack.card.size, pack.card.bleed, 300)
    job = ImageJob(canvas, form, space=space, total_ink=PRESS.total_ink, tagged=False)
    return {PurePath(file.name).stem: file.data for file in write_images(pack, job) if form in file.name}


def test_good_pictures_in_inks_pass_and_lost_inks_are_found(inks):
    inks = inks.with_quantities({inks.cards[0].id: 2})
    files = in_space(inks, "tif", "cmyk")
    jpegs = {name: png(Image.open(io.BytesIO(data)), "JPEG", quality=85) for name, data in files.items()}
    for some in (files, jpegs):
        found, folder, _ = looked_at(inks, some, PRESS)
        assert (found, folder) == ({}, [])
    bands = Image.open(io.BytesIO(files["01-green-plus-4-x2"])).split()
    none = Image.new("L", bands[0].size)
    lost = png(Image.merge("CMYK", (none, *bands[1:])), "TIFF")
    found, _, _ = looked_at(inks, {**files, "01-green-plus-4-x2": lost}, PRESS)
    assert only(found, "01-green-plus-4-x2") == "it has other colours (without cyan)"


def test_colours_converted_by_another_program_are_a_warning(inks):
    profile = ImageCms.ImageCmsProfile(io.BytesIO(bundled_profile("swop")))
    data = in_space(inks, "jpg", "rgb")["03-red-at-most-0-x3"]
    made = ImageCms.profileToProfile(opened(data), ImageCms.createProfile("sRGB"), profile, outputMode="CMYK")
    found, _, _ = looked_at(inks, {"a": png(made, "TIFF", icc_profile=profile.tobytes())}, PRESS)
    ((finding, *_),) = found.values()
    assert finding.severity == "warning"
    assert "another program has converted its colours" in finding.message


# --- one fault of one picture --------------------------------------------------------------------


def moved(picture, by, scale=1.0):
    wide, high = picture.size
    matrix = (
        *(1 / scale, 0, wide / 2 * (1 - 1 / scale) - by / scale),
        *(0, 1 / scale, high / 2 * (1 - 1 / scale)),
    )
    grown = ImageChops.offset(picture, 0, 0)
    return grown.transform(picture.size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC)


def blank(picture, box, color="white"):
    changed = picture.copy()
    changed.paste(color, box)
    return changed


def mirrored_part(picture):
    box = (77, 154, 369, 366)
    changed = picture.copy()
    changed.paste(picture.crop(box).transpose(Image.Transpose.FLIP_LEFT_RIGHT), box)
    return changed


FAULTS = {
    "mirrored": (
        lambda p: p.transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        "it is mirrored",
    ),
    "upside down": (lambda p: p.transpose(Image.Transpose.ROTATE_180), "it is upside down"),
    "shifted by a pixel": (lambda p: ImageChops.offset(p, 1, 0), "it is shifted by 0.1 mm to the right"),
    "shifted": (lambda p: moved(p, 12), "it is shifted by 1.0 mm to the right"),
    "enlarged": (lambda p: moved(p, 0, 1.03), "it is scaled to 103 %"),
    "white bleed": (
        lambda p: blank(blank(blank(blank(p, (0, 0, 36, HIGH)), (411, 0, WIDE, HIGH)), (0, 0, WIDE, 36)),
                        (0, 561, WIDE, HIGH)),
        "the bleed at the left, right, top and bottom is white, where the pack's art runs on",
    ),
    "white bleed on one side": (
        lambda p: blank(p, (0, 0, 30, HIGH)),
        "the bleed at the left is white, where the pack's art runs on",
    ),
    "black bleed": (
        lambda p: blank(p, (0, 567, WIDE, HIGH), "black"),
        "the bleed at the bottom is black, where the pack's art runs on",
    ),
    "grey": (lambda p: p.convert("L").convert("RGB"), "it has other colours ("),
    "no red": (
        lambda p: Image.merge("RGB", (Image.new("L", p.size), *p.split()[1:])),
        "it has other colours (less red)",
    ),
    "a mirrored picture": (
        mirrored_part,
        "it differs 3 to 28 mm from the left and 16 to 34 mm from the bottom: what is drawn is mirrored",
    ),
    "a covered picture": (
        lambda p: blank(p, (120, 190, 280, 300)),
        "it is covered by white 7 to 21 mm",
    ),
    "a covered title": (lambda p: blank(p, (77, 78, 369, 148), "#E6C878"),
                        "it is covered by one colour"),
    "a covered word": (lambda p: blank(p, (77, 400, 130, 520)),
                       "it is covered by white"),
    "a word too many": (
        lambda p: pasted(p, "COPY"),
        "it has something",
    ),
}  # fmt: skip


def pasted(picture, word):
    changed = picture.copy()
    ImageDraw.Draw(changed).text((90, 470), word, fill="black", font_size=36)
    return changed


@pytest.mark.parametrize(
    ("fault", "file"), sampled_pairs(FAULTS, [("PNG", "02-bear-x1"), ("JPEG", "IMG_4711")], every=2)
)
def test_one_fault_of_a_picture_is_found_and_named(two, good, fault, file):
    form, named = file
    change, words = FAULTS[fault]
    changed = png(change(opened(good["02-bear-x1"])), form, quality=85)
    files = {named: changed, **{name: good[name] for name in ("03-crow-x1", "back")}}
    found, folder, _ = looked_at(two, files)
    assert only(found, named).startswith(words)
    assert found[named][0].card == "Bear"
    assert folder == []


@pytest.mark.parametrize("by", [1, 3])
def test_a_shift_of_a_photograph_is_found(pack, good, by):
    """Soft art has no edges but those of its frame."""
    shifted = ImageChops.offset(opened(good["03-crow-x1"]), 0, by)
    found, _, _ = looked_at(pack, {**good, "03-crow-x1": png(shifted, "JPEG", quality=92)})
    assert only(found, "03-crow-x1") == f"it is shifted by {0.1 if by == 1 else 0.3} mm down"


def test_a_blank_picture_is_no_card(pack, good):
    found, _, _ = looked_at(pack, {**good, "extra": png(Image.new("RGB", (WIDE, HIGH), "white"))})
    assert list(found) == ["extra"]


# --- which card ----------------------------------------------------------------------------------


def test_swapped_pictures_are_both_named(pack, good):
    found, folder, _ = looked_at(
        pack, {**good, "02-bear-x1": good["03-crow-x1"], "03-crow-x1": good["02-bear-x1"]}
    )
    assert {name: each[0].message for name, each in found.items()} == {
        "02-bear-x1": "its name says Bear, and it shows Crow",
        "03-crow-x1": "its name says Crow, and it shows Bear",
    }
    assert folder == []


def test_cards_that_differ_in_a_word_are_told_apart(pack, good):
    six = png(opened(good["05-six-x1"]), "JPEG", quality=60)
    found, _, _ = looked_at(pack, {**good, "04-five-x1": six})
    assert only(found, "04-five-x1") == "its name says Five, and it shows Six"


@pytest.mark.parametrize(("share", "shown"), [(0.64, "Crow"), (0.69, "Bear")])
def test_how_much_nearer_another_card_must_be_to_a_picture_that_differs(two, good, share, shown, monkeypatch):
    """At most half as far away."""
    monkeypatch.setattr(PictureComparison, "_named_difference", lambda *_: Difference("other", "is another"))
    crow, bear = (opened(good[name]) for name in ("03-crow-x1", "02-bear-x1"))
    found, _, _ = looked_at(two, {"03-crow-x1": png(Image.blend(crow, bear, share))})
    assert ("it shows Bear" in only(found, "03-crow-x1")) == (shown == "Bear")


@pytest.mark.parametrize(("away", "shows"), [(0.91, False), (0.89, True)])
def test_how_much_nearer_another_card_must_be_to_a_picture_within_the_tolerance(
    two, good, away, shows, monkeypatch
):
    """Less than 0.9 times as far away."""
    monkeypatch.setattr(PictureComparison, "_rms_distance_to_side", lambda *_: 1.0)
    monkeypatch.setattr(PictureComparison, "_are_alike", lambda _, one, other: one == other)
    bear = PackSide("Front", next(card.id for card in two.cards if card.label == "Bear"))
    monkeypatch.setattr(
        PictureComparison, "_nearest_side", lambda *_: picture_contents._SimilarCard(bear, away)
    )
    found, _, _ = looked_at(two, {"03-crow-x1": good["03-crow-x1"]})
    assert found.keys() == ({"03-crow-x1"} if shows else set())


@pytest.mark.parametrize(("away", "foreign"), [(63.9, False), (64.1, True)])
def test_how_far_a_picture_without_a_name_may_be_from_its_card(two, good, away, foreign, monkeypatch):
    """64 levels: what is farther, and not mirrored or turned, shows none of the cards."""
    monkeypatch.setattr(PictureComparison, "_named_difference", lambda *_: Difference("other", "is covered"))
    crow = PackSide("Front", next(card.id for card in two.cards if card.label == "Crow"))
    monkeypatch.setattr(
        PictureComparison, "_nearest_side", lambda *_: picture_contents._SimilarCard(crow, away)
    )
    covered = opened(good["03-crow-x1"])
    covered.paste("black", (100, 300, 300, 400))
    found, _, _ = looked_at(two, {"a": png(covered)})
    assert (only(found, "a") == "it shows none of the pack's cards") is foreign


def test_another_card_that_is_mirrored_is_named(pack, good):
    crow = opened(good["03-crow-x1"]).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    found, _, _ = looked_at(pack, {**good, "01-ant-x2": png(crow)})
    assert only(found, "01-ant-x2") == "its name says Ant, and it shows Crow, which is mirrored"


def test_a_back_in_place_of_a_face_is_named(pack, good):
    found, _, _ = looked_at(pack, {**good, "01-ant-x2": good["back"]})
    assert only(found, "01-ant-x2") == "its name says Ant, and it shows the back"


def test_a_wrong_back_is_named(pack, good):
    found, _, _ = looked_at(pack, {**good, "back": good["01-ant-x2"]})
    assert only(found, "back") == "its name says the back, and it shows Ant"


def test_the_same_card_twice_is_blamed_on_the_one_too_many(pack, good):
    found, folder, _ = looked_at(pack, {"a copy": good["03-crow-x1"], **good})
    assert only(found, "a copy") == "it shows Crow, as 03-crow-x1.png does"
    assert folder == []


def test_missing_cards_are_told_once(pack, good):
    left = {name: data for name, data in good.items() if name in ("02-bear-x1", "04-five-x1", "05-six-x1")}
    found, folder, _ = looked_at(pack, left)
    assert found == {}
    assert folder == ["3 cards have no picture: Ant, Crow, the back"]
    files = made(pack, per="card")
    del files["01-ant-1of2"]
    assert looked_at(pack, files)[:2] == ({}, ["of Ant there is 1 picture instead of 2"])


def test_parts_of_a_pack_need_no_others(pack, good):
    assert looked_at(pack, {"back": good["back"]}, part="backs")[:2] == ({}, [])
    faces = {name: data for name, data in good.items() if name != "back"}
    assert looked_at(pack, faces, part="faces")[:2] == ({}, [])


def test_a_picture_of_another_pack_is_none_of_the_cards(pack, good):
    other = png(art(99).resize((WIDE, HIGH)))
    found, folder, _ = looked_at(pack, {**good, "holiday": other})
    assert only(found, "holiday") == "it shows none of the pack's cards"
    assert folder == []


def test_another_pack_is_told_once(pack):
    files = made(api.load("standard-52", printer=PRINTER), only=("9..q of spades",))
    del files["back"]
    found, folder, _ = looked_at(pack, files)
    assert folder == ["this does not look like Zoo: 4 of 4 pictures show none of its cards"]
    assert {each[0].message for each in found.values()} == {"it shows none of the pack's cards"}


def test_names_say_how_often_a_card_is_in_the_deck(pack, good):
    files = {name.replace("ant-x2", "ant-x3"): data for name, data in good.items()}
    found, _, _ = looked_at(pack, files)
    assert only(found, "01-ant-x3") == "its name says that the deck has 3 of this card; the pack has 2"
    twice = pack.with_quantities({card.id: 2 * card.quantity for card in pack.cards})
    assert looked_at(twice, good, copies=2)[:2] == ({}, [])


def test_a_picture_of_another_shape_is_not_judged_and_not_missed(pack, good):
    bare = opened(good["02-bear-x1"]).crop((36, 36, 411, 561))
    found, folder, _ = looked_at(pack, {**good, "02-bear-x1": png(bare)})
    assert [(each.rule, each.severity) for each in found["02-bear-x1"]] == [
        ("pixels", "error"),
        ("picture-content", "not judged"),
    ]
    assert (len(found), folder) == (1, [])


def test_a_truncated_picture_is_damaged_and_not_missed(pack, good):
    for form in ("PNG", "JPEG", "TIFF"):
        data = png(opened(good["02-bear-x1"]), form)
        found, folder, _ = looked_at(pack, {**good, "02-bear-x1": data[: len(data) // 2]})
        assert only(found, "02-bear-x1").startswith("this picture is damaged")
        assert folder == []


def test_a_fault_that_the_pack_s_own_drawing_shares_is_found(pack, monkeypatch):
    """All pictures are drawn with the bear mirrored, and so is what they are compared with."""
    whole = images.srgb_picture

    def mirrored(file, *how, **more):
        picture = whole(file, *how, **more)
        return picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if file.name == "bear.png" else picture

    monkeypatch.setattr(images, "srgb_picture", mirrored)
    found, _, _ = looked_at(pack, made(pack))
    assert only(found, "02-bear-x1") == "the picture bear.png is mirrored"


# --- without a pack ------------------------------------------------------------------------------


def unlike(*pictures):
    target = Target.for_printer(PRINTER, standard=None)
    read = [
        PictureFile(f"{number}.png", read_picture(data, target, PRINTER)[1])
        for number, data in enumerate(pictures)
    ]
    found, tied = findings_of_unlike_pictures(read)
    return [[(each.message, each.severity) for each in some] for some in found], [
        each.message for each in tied
    ]


def plain(size=(816, 1110), mode="RGB", form="PNG", **options):
    return png(Image.new(mode, size), form, **options)


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        (plain((822, 1122)), ("it has 822 × 1122 pixels; 3 others have 816 × 1110 pixels", "error")),
        (plain((1632, 2220)), ("it has 1632 × 2220 pixels; 3 others have 816 × 1110 pixels", "warning")),
        (plain(mode="CMYK", form="JPEG"), ("it has colours in CMYK; 3 others have colours in RGB", "error")),
        (plain(mode="L"), ("it has no colours; 3 others have colours", "warning")),
        (
            plain(dpi=(72, 72)),
            ("it has 72 pixels per inch written into it; 3 others have 300 pixels per inch written into it",
             "warning"),
        ),
    ],
)  # fmt: skip
def test_a_picture_unlike_the_rest_of_its_folder_is_named(odd, words):
    usual = [plain(dpi=(300, 300))] * 3
    assert unlike(*usual[:2], odd, usual[2]) == ([[], [], [words], []], [])
    assert unlike(*usual) == ([[], [], []], [])


def test_where_as_many_are_one_way_as_another_the_folder_is_blamed():
    small, large = plain(), plain((822, 1122))
    found, tied = unlike(small, large, small, large)
    assert found == [[], [], [], []]
    assert tied == ["2 pictures have 822 × 1122 pixels, and 2 have 816 × 1110 pixels: 1.png, 3.png"]


# --- the command ---------------------------------------------------------------------------------


def told(capsys, *arguments):
    code = run(["preflight", *map(str, arguments)])
    output = capsys.readouterr()
    return code, output.out + output.err


@pytest.fixture
def folder(pack, good, tmp_path):
    for name, data in good.items():
        (tmp_path / f"{name}.png").write_bytes(data)
    return tmp_path


def command(pack, folder, *more):
    file = Path(next(iter(pack.files))).with_name("zoo.yaml")
    return folder, "--printer", "makeplayingcards", "--pack", file, *more


def test_the_command_tells_what_passes_with_its_tolerance(pack, folder, capsys):
    code, said = told(capsys, *command(pack, folder))
    assert code == 0, said
    assert said.count("passes") == 6
    assert "colours differ by at most 24 of 255 levels in the mean of squares of 0.5 mm" in said
    assert "6 pictures compared with Zoo, trim and bleed: 5 faces and 1 back, one of each face" in said


def test_a_fault_of_all_pictures_is_told_once(pack, folder, good, capsys):
    for name, data in good.items():
        if name != "back":
            mirrored = opened(data).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            (folder / f"{name}.png").write_bytes(png(mirrored))
    code, said = told(capsys, *command(pack, folder))
    assert code == 1
    assert said.count("error: ") == 1
    assert "01-ant-x2.png, 02-bear-x1.png, 03-crow-x1.png, 04-five-x1.png, 05-six-x1.png: 1 error\n" in said
    assert "  (Ant, Bear, Crow, Five, Six): error: it is mirrored" in said
    assert "6 files: 5 of them would be refused" in said


def test_a_folder_that_is_not_whole_does_not_pass(pack, folder, capsys):
    (folder / "02-bear-x1.png").rename(folder / "03-crow-x1.png")
    code, said = told(capsys, *command(pack, folder))
    assert code == 1
    assert "03-crow-x1.png: 1 error\n  (Crow): error: its name says Crow, and it shows Bear" in said
    assert f"{folder}, all of it: 1 error\n  error: Bear has no picture" in said
    code, said = told(capsys, *command(pack, folder, "--format", "json"))
    records = json.loads(said)
    assert [Path(each["file"]).name for each in records if not each["passed"]] == [
        "03-crow-x1.png",
        folder.name,
    ]
    assert records[0]["facts"][-1].startswith("as the pack draws it: colours differ")


def test_files_that_are_named_are_compared_but_not_counted(pack, folder, capsys):
    _, *more = command(pack, folder)
    code, said = told(capsys, folder / "05-six-x1.png", folder / "back.png", *more)
    assert code == 0, said
    assert "2 files: all pass" in said


def test_without_a_pack_what_differs_from_the_rest_is_named(folder, good, capsys):
    (folder / "03-crow-x1.png").write_bytes(png(opened(good["03-crow-x1"]).resize((822, 1122))))
    code, said = told(capsys, folder, "--printer", "makeplayingcards")
    assert code == 1
    assert (
        "03-crow-x1.png: 1 error\n  error: it has 822 × 1122 pixels; 5 others have 447 × 597 pixels" in said
    )


def test_pictures_made_with_other_looks_pass_where_these_are_named(tmp_path, capsys):
    options = ("--style", "paper", "--back", "rings", "--ink-saver", "--no-stripe")
    file = tmp_path / "small.yaml"
    file.write_text(INKS.replace("59 x 91 mm, bleed: 3 mm", "31.75 x 44.45 mm, bleed: 3.1 mm"), "utf-8")
    pictures = tmp_path / "pictures"
    assert run(["images", str(file), "--printer", "makeplayingcards", "-o", str(pictures), *options]) == 0
    command = (pictures, "--printer", "makeplayingcards", "--pack", file)
    code, said = told(capsys, *command, *options)
    assert code == 0, said
    code, said = told(capsys, pictures / "back.png", *command[1:])
    assert code == 1
    code, said = told(capsys, *command[:3], "--style", "paper")
    assert (code, "--style says what of a pack the file holds: add --pack" in said) == (2, True)


def test_pictures_and_pdfs_that_are_named_together_are_each_compared(pack, folder, tmp_path, capsys):
    (tmp_path / "cards.pdf").write_bytes(b"%PDF-1.4")
    _, *more = command(pack, folder)
    mirrored = opened((folder / "05-six-x1.png").read_bytes()).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    (folder / "05-six-x1.png").write_bytes(png(mirrored))
    _, said = told(capsys, tmp_path / "cards.pdf", folder / "05-six-x1.png", *more)
    assert "this is a PDF" in said
    assert "error: it is mirrored" in said


def test_the_name_of_a_back_does_not_make_all_pictures_backs(pack, good):
    faces = {name: data for name, data in good.items() if name != "back"}
    assert looked_at(pack, {"Back": good["back"], **faces})[:2] == ({}, [])
