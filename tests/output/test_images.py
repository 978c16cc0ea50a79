"""Pictures of cards: their pixels, names, lists, colours, and how they come into their folder."""

import csv
import io
import json
import re
import shutil
import subprocess

import pytest
from PIL import Image, ImageDraw
from samples import small_pack

from cardgen import api
from cardgen.checks.examination import examine
from cardgen.cli import main
from cardgen.colour.conversion import cmyk_picture
from cardgen.colour.icc import bundled_profile
from cardgen.errors import UsageError
from cardgen.output import images
from cardgen.output.encoding import encode_image, srgb_profile
from cardgen.output.files import FolderUpdate
from cardgen.output.images import (
    ImageJob,
    PictureCanvas,
    csv_table,
    faces_pdf,
    side_pictures,
    write_images,
)
from cardgen.output.lists import files_of_earlier_run
from cardgen.output.proof_report import low_resolution_findings, picture_canvas, picture_report
from cardgen.output.proof_sides import proof_sides
from cardgen.pack.file_names import face_name, file_slug
from cardgen.prepress.printers import library as printers
from cardgen.units import CARDS, MM

PACK = small_pack()
DPI = 100
CARD = PictureCanvas.for_trim(PACK.card.size, 0, DPI)
BLED = PictureCanvas.for_trim(PACK.card.size, 3 * MM, DPI)


def made(pack=PACK, **options):
    """The files of a job by name."""
    job = ImageJob(**{"canvas": BLED, **options})
    return {file.name: file.data for file in write_images(pack, job)}


def opened(data):
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def near(color, expected, by=2):
    return all(abs(a - b) <= by for a, b in zip(color, expected, strict=True))


GREEN = (0x00, 0x85, 0x5B)


# What is in the folder.


def test_each_face_is_there_once_with_the_back_and_the_lists():
    assert list(made()) == [
        "01-green-plus-4-x2.png",
        "02-green-plus-1-x1.png",
        "03-red-at-most-0-x3.png",
        "back.png",
        "credits.txt",
        "cards.csv",
        "cards.json",
    ]


def test_a_file_for_each_card_holds_the_same_bytes_for_the_same_face():
    files = made(per="card")
    assert [name for name in files if name[0].isdigit()] == [
        "01-green-plus-4-1of2.png",
        "01-green-plus-4-2of2.png",
        "02-green-plus-1-1of1.png",
        "03-red-at-most-0-1of3.png",
        "03-red-at-most-0-2of3.png",
        "03-red-at-most-0-3of3.png",
    ]
    assert files["03-red-at-most-0-1of3.png"] == files["03-red-at-most-0-3of3.png"]
    assert files["01-green-plus-4-1of2.png"] == made()["01-green-plus-4-x2.png"]


def test_names_sort_in_the_order_of_the_pack(standard):
    names = [
        name
        for name in made(standard, canvas=PictureCanvas.for_trim(standard.card.size, 0, 72))
        if name[0].isdigit()
    ]
    assert names == sorted(names)
    assert names[0] == "01-spades-a-x1.png"
    assert names[-1] == "54-black-joker-x1.png"


def test_more_than_99_faces_still_sort():
    suit = {"sign": "+", "color": "#00855B", "cards": {str(rank): 1 for rank in range(1, 121)}}
    pack = small_pack(suits={"green": suit})
    names = [face_name(pack, card, number, 120) for number, card in enumerate(pack.cards, 1)]
    assert names == sorted(names)
    assert names[0] == "001-green-plus-1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("≤4", "at-most-4"), ("Été à la plage", "ete-a-la-plage"), ("../../etc", "etc"), ("½", "1-2"),
     ("con.", "con"), ("♥", "black-heart-suit"), ("--", ""), ("a" * 99, "a" * 40),
     ("Großer Bäcker", "grosser-backer"), ("ŁÓDŹ", "lodz")],
)  # fmt: skip
def test_names_hold_only_what_every_system_takes(text, expected):
    assert file_slug(text) == expected


def test_the_lists_say_how_often_each_face_is_in_the_pack():
    files = made()
    rows = list(csv.DictReader(io.StringIO(files["cards.csv"].decode("utf-8-sig"))))
    assert rows[2] == {
        "file": "03-red-at-most-0-x3.png",
        "card": "≤0",
        "suit": "red",
        "rank": "0",
        "quantity": "3",
        "pixels": f"{BLED.pixels[0]}x{BLED.pixels[1]}",
    }
    listed = json.loads(files["cards.json"])
    assert sum(face["quantity"] for face in listed["faces"]) == PACK.count
    assert listed["files"] == list(files)
    assert (listed["back"], listed["dpi"], listed["pixels"]) == ("back.png", DPI, list(BLED.pixels))


def test_a_table_holds_no_formulas_of_strangers_and_lets_numbers_be():
    texts = ["=1+1", " =2", "@SUM(A1)", "+cmd|' /C calc'!A0", "-1+2", "+4", "-1", "≤0", "a\x1b[31mb"]
    cells = [row[0] for row in csv.reader(io.StringIO(csv_table([text] for text in texts)))]
    formulas = ["'=1+1", "'=2", "'@SUM(A1)", "'+cmd|' /C calc'!A0", "'-1+2"]
    assert cells == [*formulas, "+4", "-1", "≤0", "a [31mb"]


def test_only_some_cards_are_made():
    files = made(only=("green",))
    assert [name for name in files if name.endswith(".png")] == [
        "01-green-plus-4-x2.png",
        "02-green-plus-1-x1.png",
        "back.png",
    ]


# The pictures themselves.


@pytest.mark.parametrize("dpi", [72, 97, 300, 600])
@pytest.mark.parametrize("form", ["png", "tif"])
def test_a_picture_has_just_the_pixels_of_its_size(dpi, form):
    size = (20, 28) if dpi > 300 else (62, 88)
    pack = small_pack(card={"size": f"{size[0]} x {size[1]} mm"})
    canvas = PictureCanvas.for_trim(pack.card.size, 3 * MM, dpi)
    assert canvas.pixels == tuple(round((side + 6) / 25.4 * dpi) for side in size)
    space = "cmyk" if form == "tif" else "rgb"
    image = opened(next(write_images(pack, ImageJob(canvas, form, space=space))).data)
    assert image.size == canvas.pixels
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


@pytest.mark.parametrize("form", ["png", "jpg"])
def test_pictures_are_marked_as_srgb(form):
    image = opened(made(form=form)[f"back.{form}"])
    assert image.info["icc_profile"] == srgb_profile()
    assert image.mode == "RGB"
    assert srgb_profile()[24:36] == bytes([7, 207, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0])


def test_colours_are_those_of_the_pack():
    image = opened(made()["01-green-plus-4-x2.png"])
    assert image.getpixel((2, 2)) == GREEN
    assert near(opened(made(form="jpg")["01-green-plus-4-x2.jpg"]).getpixel((40, 4)), GREEN, by=3)


def test_art_runs_to_the_edge_of_any_bleed():
    wide = PictureCanvas.for_trim(PACK.card.size, 9 * MM, DPI)
    image = opened(made(canvas=wide)["01-green-plus-4-x2.png"])
    corners = [(x, y) for x in (0, wide.pixels[0] - 1) for y in (0, wide.pixels[1] - 1)]
    assert image.getpixel(corners[0]) == image.getpixel(corners[3]) == GREEN
    assert all(image.getpixel(corner) != (255, 255, 255) for corner in corners)


def test_the_trim_lies_in_the_middle_of_the_picture():
    """A face looks the same turned by 180 degrees, so its picture does."""
    image = opened(made()["02-green-plus-1-x1.png"]).convert("L")
    small = image.resize((40, 56))
    turned = small.rotate(180)
    inner = (0, 0, 40, 15)
    assert all(
        abs(a - b) < 40
        for a, b in zip(small.crop(inner).tobytes(), turned.crop(inner).tobytes(), strict=True)
    )


def test_tiff_holds_the_packs_own_cmyk_values():
    """Never through RGB: that would give other numbers."""
    suit = {"sign": "+", "color": {"rgb": "#00855B", "cmyk": [88, 18, 78, 14]}, "cards": {"4": 1}}
    image = opened(
        made(small_pack(suits={"green": suit}), form="tif", space="cmyk")["01-green-plus-4-x1.tif"]
    )
    assert image.mode == "CMYK"
    assert near(image.getpixel((2, 2)), (224, 46, 199, 36), by=1)


def test_a_cmyk_tiff_holds_the_profile_of_its_condition_unless_the_printer_forbids_it():
    """One of another condition would have its numbers converted: then it holds none."""

    def held(**options):
        return opened(made(form="tif", space="cmyk", **options)["back.tif"]).info.get("icc_profile")

    assert held() == bundled_profile("fogra39")
    assert held(condition="gracol") == bundled_profile("gracol")
    assert held(condition="fogra51") is None
    assert held(tagged=False) is None


def test_the_command_says_for_which_press_a_tiff_is(run):
    code, said = run("never-over", "--format", "tif", "--dpi", "72", "-o", "cmyk")
    assert code == 0
    assert "TIFF in CMYK for FOGRA39, with its profile" in said


def test_a_colour_in_rgb_only_is_converted_as_a_picture_would_be():
    pack = small_pack(suits={"green": {"sign": "+", "color": "#0B5FA8", "cards": {"4": 1}}})
    image = opened(made(pack, form="tif", space="cmyk")["01-green-plus-4-x1.tif"])
    pixel = cmyk_picture(Image.new("RGB", (1, 1), "#0B5FA8"), bundled_profile("fogra39")).getpixel((0, 0))
    assert near(image.getpixel((2, 2)), pixel, by=1)


def test_tiff_in_rgb_for_those_who_take_no_cmyk():
    image = opened(made(form="tif")["01-green-plus-4-x2.tif"])
    assert (image.mode, image.getpixel((2, 2))) == ("RGB", GREEN)


def test_rounded_corners_are_clear_smooth_and_have_no_fringe():
    image = opened(made(canvas=CARD, rounded=True)["01-green-plus-4-x2.png"])
    alpha = image.getchannel("A")
    width, height = image.size
    for corner in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        assert alpha.getpixel(corner) == 0
    assert alpha.getpixel((width // 2, 0)) == alpha.getpixel((0, height // 2)) == 255
    radius = round(PACK.card.corner / 72 * DPI)
    levels = set(alpha.crop((0, 0, radius, radius)).tobytes())
    assert len(levels) > 5
    # The colour goes on under what is clear: nothing pale or dark shows around the card.
    assert image.getpixel((0, 0))[:3] == GREEN
    share = sum(alpha.tobytes()) / 255 / (width * height)
    area = 1 - (4 - 3.14159) * PACK.card.corner**2 / (PACK.card.width * PACK.card.height)
    assert share == pytest.approx(area, abs=0.001)


@pytest.mark.parametrize("dpi", [72, 100, 150, 254, 300])
def test_straight_edges_of_a_card_that_is_cut_out_are_clean(dpi):
    """A trim that ends between two pixels left a row or column half transparent."""
    for size in CARDS.values():
        pack = PACK.resized((size[0] * MM, size[1] * MM))
        [image] = side_pictures(
            pack, ["back"], ImageJob(PictureCanvas.for_trim(pack.card.size, 0, dpi), rounded=True)
        )
        alpha, (wide, high) = image.getchannel("A"), image.size
        corner = round(pack.card.corner / 72 * dpi) + 1
        for row in (0, high - 1):
            assert alpha.crop((corner, row, wide - corner, row + 1)).getextrema() == (255, 255)
        for column in (0, wide - 1):
            assert alpha.crop((column, corner, column + 1, high - corner)).getextrema() == (255, 255)


def test_a_card_that_is_cut_out_of_its_bleed_has_clean_edges_too():
    canvas = PictureCanvas.for_trim(PACK.card.size, 3 * MM, 150)
    [image] = side_pictures(PACK, ["back"], ImageJob(canvas, rounded=True))
    alpha, middle = image.getchannel("A"), image.width // 2
    column = alpha.crop((middle, 0, middle + 1, image.height)).tobytes()
    assert all(level <= 1 or level == 255 for level in column)


def test_a_drawing_and_a_photograph_both_come_back_as_they_were():
    photograph = Image.effect_noise((300, 200), 80).convert("RGB")
    photograph.putpixel((0, 0), (1, 2, 3))
    many = Image.merge("RGB", [Image.effect_noise((300, 200), 90) for _ in range(3)])
    for picture in (photograph, many, photograph.convert("RGBA"), photograph.convert("L")):
        back = opened(encode_image(picture, "png", 300))
        assert (back.mode, back.size, back.tobytes()) == (picture.mode, picture.size, picture.tobytes())


def test_a_photograph_takes_hardly_more_bytes_than_pillows_default_makes_of_it():
    few = Image.merge("RGB", [Image.effect_noise((15, 21), 90) for _ in range(3)])
    soft = few.resize((600, 840), Image.Resampling.BICUBIC)
    ImageDraw.Draw(soft).text((100, 100), "a caption", fill="white", font_size=60)
    out = io.BytesIO()
    soft.save(out, "PNG")
    assert len(encode_image(soft, "png", 300)) < 1.12 * len(out.getvalue())


def test_the_same_bytes_every_time():
    for form in ("png", "jpg"):
        assert made(form=form) == made(form=form)
    assert made(form="tif", space="cmyk") == made(form="tif", space="cmyk")


def test_a_face_is_drawn_and_compressed_once(monkeypatch):
    from cardgen.output import images

    calls = []
    monkeypatch.setattr(images, "encode_image", lambda *a: calls.append(a) or encode_image(*a))
    made(per="card")
    assert len(calls) == len(PACK.cards) + 1


def test_pages_of_faces_are_as_large_as_is_asked(tmp_path):
    data = faces_pdf(PACK, [PACK.cards[0], "back"], (200, 300))
    assert data.startswith(b"%PDF-")
    assert data.count(b"/MediaBox [ 0 0 200 300 ]") == 2


# What is refused.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounded": True, "form": "jpg"}, "only PNG"),
        ({"space": "cmyk"}, "only TIFF"),
        ({"canvas": PictureCanvas((20_000, 20_000), 300)}, "too large"),
        ({"only": ("purple",)}, "no card"),
    ],
)
def test_what_does_not_go_together_is_said_before_anything_is_made(options, message):
    with pytest.raises(UsageError, match=message):
        write_images(PACK, ImageJob(**{"canvas": BLED, **options}))


# The folder.


def test_files_appear_together_or_not_at_all(tmp_path):
    folder = tmp_path / "pictures"
    with FolderUpdate(folder) as first:
        first.add("a.png", b"old")

    def fail():
        with FolderUpdate(folder, lambda: ["a.png"]) as second:
            second.add("a.png", b"new")
            second.add("b.png", b"new")
            assert (folder / "a.png").read_bytes() == b"old"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [(file.name, file.read_bytes()) for file in folder.iterdir()] == [("a.png", b"old")]


def test_a_folder_that_came_to_nothing_is_not_left_behind(tmp_path):
    with pytest.raises(ZeroDivisionError), FolderUpdate(tmp_path / "new"):
        raise ZeroDivisionError
    assert not (tmp_path / "new").exists()


def test_pictures_of_an_earlier_run_go_and_nothing_else(tmp_path):
    for pack in (PACK, small_pack(suits={"blue": {"sign": "+", "color": "#0000AA", "cards": {"1": 1}}})):
        with FolderUpdate(tmp_path, lambda: files_of_earlier_run(tmp_path)) as folder:
            for file in write_images(pack, ImageJob(CARD)):
                folder.add(file.name, file.data)
        (tmp_path / "holiday.png").write_bytes(b"mine")
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names == [
        "01-blue-plus-1-x1.png",
        "back.png",
        "cards.csv",
        "cards.json",
        "credits.txt",
        "holiday.png",
    ]


@pytest.mark.parametrize(
    "listed",
    [
        b"not json",
        b"[]",
        b'{"made-by": "another program", "files": ["holiday.png"]}',
        b'{"made-by": "cardgen 1", "files": ["../holiday.png", "/etc/passwd", "a/b.png", ".png", "x.exe"]}',
        b'{"made-by": "cardgen 1"}',
    ],
)
def test_a_strangers_list_deletes_nothing(tmp_path, listed):
    (tmp_path / "cards.json").write_bytes(listed)
    assert files_of_earlier_run(tmp_path) == []


# The command.


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = main.run(["images", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return command


def test_the_command_says_what_was_made_where_and_what_to_do(run, tmp_path):
    code, said = run("never-over", "--dpi", "72")
    assert code == 0
    assert (
        "never-over-images: 10 faces of 56 cards and the back, PNG in sRGB, 193 × 266 pixels at 72 dpi"
        in said
    )
    assert "62 × 88 mm and 3 mm bleed" in said
    assert "Next: open 01-green-plus-4-x7.png at full size; cards.csv says how often" in said
    assert len(list((tmp_path / "output" / "never-over-images").iterdir())) == 14


#: Pictures of one face and the back, where any would do.
ONE = ("--only", "≤0")


def test_a_printers_exact_pixels(run, tmp_path):
    code, said = run("never-over", *ONE, "--printer", "thegamecrafter", "--size", "poker", "-o", "tgc")
    assert code == 0, said
    assert "825 × 1125 pixels at 300 dpi" in said
    assert "The Game Crafter cuts no 62 × 88 mm" in said
    assert "upload them to The Game Crafter" in said
    assert "PDF" not in said
    assert Image.open(tmp_path / "tgc" / "back.png").size == (825, 1125)


def test_every_size_that_a_printer_names_pixels_for_has_just_these(run, tmp_path):
    for printer in map(printers.find_preset, ("makeplayingcards", "thegamecrafter")):
        for product in (each for each in printer.products if each.shape == "rectangle"):
            pack = printers.pack_fitted_to_printer(PACK, printer, product.trim)
            canvas = picture_canvas(pack, printer)
            assert product.pixels in (canvas.pixels, None)
            [back] = side_pictures(pack, ["back"], ImageJob(canvas))
            assert back.size == canvas.pixels
    options = (*ONE, "--printer", "makeplayingcards", "--size", "63 x 88 mm", "-o", "mpc")
    code, said = run("never-over", *options)
    assert code == 0, said
    assert Image.open(tmp_path / "mpc" / "back.png").size == (816, 1110)


def test_a_size_that_the_printer_names_no_pixels_for_takes_its_bleed(run, tmp_path):
    options = (*ONE, "--printer", "makeplayingcards", "--size", "56 x 88 mm", "-o", "mpc")
    code, said = run("never-over", *options)
    assert code == 0, said
    printer = printers.find_preset("makeplayingcards")
    canvas = PictureCanvas.for_trim((56 * MM, 88 * MM), printer.bleed, printer.ppi)
    assert Image.open(tmp_path / "mpc" / "back.png").size == canvas.pixels


def test_the_largest_pictures_are_cut_out_of_the_same_drawing(run, tmp_path):
    code, said = run("standard-52", "--rounded", "--dpi", "72", "--only", "K of spades", "-o", "cut")
    assert code == 0, said
    assert "corners cut" in said
    assert Image.open(tmp_path / "cut" / "01-spades-k-x1.png").mode == "RGBA"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "gif"], "'gif' is not one of the choices here"),
        (["--for", "roll20"], "'roll20' is not one of the choices here; choose from tabletop-simulator"),
        (["--dpi", "71"], "use 72 to 1,200"),
        (["--dpi", "1201"], "use 72 to 1,200"),
        (["--rounded", "--format", "jpg"], "use --format png"),
        (["--rounded", "--bleed", "3 mm"], "leave one of them out"),
        (["--bleed", "3"], "unit"),
        (["--bleed", "2 cm"], "from 0 to 10 mm"),
        (["--quality", "80", "--format", "png"], "use --format jpg"),
        (["--url", "https://example.org"], "goes with --for"),
        (["--for", "tabletop-simulator", "--url", "example.org"], "is not a web address"),
        (["--for", "tabletop-simulator", "--format", "tif"], "shows no TIFF"),
        (["--for", "tabletop-simulator", "--per", "card"], "goes without --per"),
        (["--for", "playingcards-io", "--printer", "thegamecrafter"], "goes without --printer"),
        (["--for", "tabletop-simulator", "--rounded"], "rounds the corners itself"),
        (["--printer", "thegamecrafter", "--dpi", "600"], "leave out --dpi"),
        (["--printer", "thegamecrafter", "--bleed", "1 mm"], "leave out --bleed"),
        (["--printer", "thegamecrafter", "--format", "tif"], "takes png or jpg, not tif"),
        (["--printer", "thegamecrafter", "--keep-size"], "does not cut 62 × 88 mm"),
        (["--printer", "nobody"], "no preset"),
        (["--printer", "drivethrucards"], "takes no pictures: use `cardgen press --printer drivethrucards`"),
        (["--printer", "meinspiel", "--format", "png"], "takes jpg or tif, not png"),
        (["--for", "tts"], "did you mean 'tabletop-simulator'?"),
        (["--for", "playingcards.io"], "did you mean 'playingcards-io'?"),
        (["--for", "playingcard-io"], "did you mean 'playingcards-io'?"),
        (["--only", "purple"], "no card"),
        (["-o", "pictures.png"], "is not a folder"),
        (["-o", "-"], "is not a folder"),
    ],
)
def test_what_cannot_be_done_is_said_with_what_to_do(run, tmp_path, arguments, message):
    code, said = run("never-over", *arguments)
    assert code == 2
    assert re.sub(r"\s+", " ", said).find(message) >= 0, said
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def pictured(tmp_path):
    """A pack with a small picture on a face, and a picture as its back."""
    Image.new("RGB", (200, 150), "red").save(tmp_path / "small.png")
    Image.new("RGB", (400, 568), "green").save(tmp_path / "house.png")
    Image.new("RGB", (825, 1125), "blue").save(tmp_path / "back.png")
    (tmp_path / "w.yaml").write_text(
        "format: 1\nname: Work\nback: {image: back.png}\nsuits:\n  green:\n    sign: +\n"
        "    color: '#00855B'\n    cards:\n      '1': {image: house.png}\n      '4': {image: small.png}\n"
    )
    return {file.name: file.read_bytes() for file in tmp_path.iterdir()}


def test_a_picture_that_the_pack_names_is_never_written_over(run, tmp_path, pictured):
    listed = {"made-by": "cardgen 1", "files": ["back.png", "cards.json"]}
    for files in ({}, {"cards.json": json.dumps(listed).encode()}):
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
        code, said = run("w.yaml", "-o", ".", "--dpi", "72")
        assert code == 2
        assert "back.png, which cardgen did not make" in said
        assert "choose another folder" in said
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {**pictured, **files}


def test_a_table_of_somebody_s_own_is_never_written_over(run, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "cards.csv").write_text("addresses")
    code, said = run("never-over", "-o", "mine", "--dpi", "72")
    assert (code, "cards.csv" in said) == (2, True)
    assert [file.read_text() for file in (tmp_path / "mine").iterdir()] == ["addresses"]


def test_each_printer_has_a_folder_of_its_own(run, tmp_path):
    for printer in ("makeplayingcards", "thegamecrafter"):
        assert run("never-over", *ONE, "--printer", printer)[0] == 0
    assert run("never-over", *ONE, "--dpi", "72")[0] == 0
    assert sorted(folder.name for folder in (tmp_path / "output").iterdir()) == [
        "never-over-images-some",
        "never-over-makeplayingcards-images-some",
        "never-over-thegamecrafter-images-some",
    ]


def test_a_printer_of_pdfs_that_takes_pictures_gets_those_it_likes_best(run, tmp_path):
    code, said = run("never-over", "--printer", "meinspiel", "--size", "skat", "--only", "red")
    assert code == 0, said
    assert "JPEG in sRGB" in said
    assert "upload them to MeinSpiel" in said
    assert "prints from PDFs as well: see `cardgen press --printer meinspiel" in said
    # Pictures of the whole pack would stay.
    assert (tmp_path / "output" / "never-over-meinspiel-images-some" / "back.jpg").exists()


def test_pictures_of_too_few_pixels_are_warned_of_the_worst_first(run, pictured):
    code, said = run("w.yaml", "--printer", "thegamecrafter")
    assert code == 0
    assert (
        "w: warning: the picture small.png has 40 pixels per inch (+4); The Game Crafter wants 300, "
        "and 1 more have too few"
    ) in said
    assert "make these again before you upload them" in said
    assert "then upload" not in said


@pytest.mark.parametrize(("wide", "refused"), [(825, 0), (785, 0), (782, 1)])
def test_five_per_cent_of_a_printer_s_resolution_are_forgiven(tmp_path, wide, refused):
    from dataclasses import replace

    Image.new("RGB", (wide, 1125)).save(tmp_path / "house.png")
    printer = printers.find_preset("thegamecrafter")
    faces = {"4": {"image": str(tmp_path / "house.png")}}
    pack = printers.pack_fitted_to_printer(
        small_pack(suits={"green": {"sign": "+", "color": "#00855B", "cards": faces}}), printer
    )
    shown = proof_sides(pack, None)
    assert len(list(low_resolution_findings(pack, shown, printer))) == refused
    assert len(list(low_resolution_findings(pack, shown, replace(printer, ppi=600)))) == 1


def test_each_picture_is_judged_by_its_own_name_the_worst_first(run, tmp_path, pictured):
    printer = printers.find_preset("thegamecrafter")
    pack = printers.pack_fitted_to_printer(api.load("w.yaml"), printer)
    report = picture_report(pack, printer, proof_sides(pack, None))
    assert [(finding.severity, finding.page) for finding in report.findings] == [("error", None)] * 2
    small, house = (finding.message + finding.hint for finding in report.findings)
    assert small.startswith("the picture small.png has 40 pixels per inch (+4)")
    assert "in place of small.png" in small
    assert house.startswith("the picture house.png has 145 pixels per inch (+1)")
    assert not report.passed
    assert report.facts[-1] == "type, lines and safe zone of all 3 sides"


def test_what_pillow_warns_of_does_not_reach_the_terminal(run, tmp_path, pictured, recwarn):
    torn = b"Exif\0\0II*\0\x08\0\0\0\xff\xff" + b"\x12\x01\x03\0\xff\xff\0\0\xff\xff\xff\xff" * 3
    Image.new("RGB", (825, 1125)).save(tmp_path / "torn.jpg", exif=torn)
    text = (tmp_path / "w.yaml").read_text().replace("small.png", "torn.jpg")
    (tmp_path / "w.yaml").write_text(text)
    assert run("w.yaml", "--dpi", "72")[0] == 0
    assert [str(warning.message) for warning in recwarn] == []


def test_a_file_in_the_way_of_the_folder(run, tmp_path):
    (tmp_path / "taken").write_bytes(b"")
    code, said = run("never-over", "-o", "taken")
    assert (code, "is a file" in said) == (2, True)


@pytest.mark.outside("identify")
def test_imagemagick_reads_pictures_sizes_and_profiles(tmp_path):
    for form, space in (("png", "rgb"), ("jpg", "rgb"), ("tif", "cmyk")):
        data = made(form=form, space=space)[f"back.{form}"]
        path = tmp_path / f"back.{form}"
        path.write_bytes(data)
        command = [
            shutil.which("identify"),
            "-format",
            "%w %h %[colorspace] %x %[icc:description]",
            str(path),
        ]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        assert said[:3] == [*map(str, BLED.pixels), "CMYK" if space == "cmyk" else "sRGB"]


def test_the_pack_on_a_printers_blank_keeps_its_faces_whole():
    """Nothing is stretched: a circle stays one."""
    printer = printers.find_preset("thegamecrafter")
    pack = api.load("never-over", size=(2.75 * 72, 4.75 * 72), printer=printer)
    image = opened(next(write_images(pack, ImageJob(PictureCanvas((900, 1500), 300)))).data)
    white = image.convert("L").point(lambda level: 255 if level > 250 else 0)
    _, _, right, _ = white.crop((0, 700, 900, 800)).getbbox()
    left = white.crop((0, 740, 900, 760)).getbbox()[0]
    wide = right - left
    column = white.crop((440, 300, 460, 1200)).getbbox()
    assert wide == pytest.approx(column[3] - column[1], rel=0.05)


@pytest.fixture
def three_colors(tmp_path):
    """A pack of three cards with a picture each, PNGs of one colour."""
    entries = []
    for number, color in enumerate(("#C03020", "#20A040", "#2040C0"), 1):
        file = tmp_path / f"{number}.png"
        Image.new("RGB", (200, 300), color).save(file)
        entries.append({"face": "image", "image": str(file), "name": f"card {number}"})
    return small_pack(suits={}, extras=entries)


@pytest.mark.parametrize("options", [{"rounded": True}, {"form": "tif", "space": "cmyk"}])
def test_pictures_are_the_same_from_one_file_and_from_several(three_colors, monkeypatch, options):
    at_once = made(three_colors, **options)
    assert len(at_once) == 3 + 1 + 3  # the back, and three lists
    monkeypatch.setattr(images, "_MOST_PIXEL_BYTES", 0)
    assert made(three_colors, **options) == at_once


def test_a_file_that_is_only_rendered_holds_its_pictures_as_they_are(three_colors):
    data = faces_pdf(three_colors, three_colors.cards, BLED.page)
    assert all(bytes(color) * 200 in data for color in ((0xC0, 0x30, 0x20), (0x20, 0xA0, 0x40)))


def test_a_coarse_picture_gets_the_same_pixels_from_checks_as_from_proofs_for_a_printer(tmp_path):
    Image.new("RGB", (600, 900)).save(tmp_path / "small.png")
    data = {"format": 1, "name": "P", "card": {"size": "63 x 88 mm"}}
    data["extras"] = [{"face": "image", "image": "small.png"}]
    printer = printers.find_preset("makeplayingcards")
    examined = examine(data, printer=printer, folder=tmp_path)
    [finding] = low_resolution_findings(examined.valid_pack, proof_sides(examined.valid_pack, None), printer)
    assert "816 × 1110 pixels" in finding.hint
    advice = [problem.hint for problem in examined.problems if "pixels" in problem.hint]
    assert len(advice) == 2
    assert all("816 × 1110 pixels" in hint for hint in advice)
