"""Boxes of two pieces and inserts: that they fold together, what stands on them, and files for a press."""

import io
import subprocess
from itertools import combinations
from math import cos, hypot, radians, sin
from pathlib import Path

import ezdxf
import ezdxf.bbox
import pikepdf
import pypdfium2
import pytest
import svgelements
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import cardgen
from cardgen import api
from cardgen.jobs.job import OptionsError
from cardgen.layout.materials import read_stock_thickness, stock_thickness_in_text
from cardgen.output.boxes.insert import insert_parts, insert_wells, packed_rows
from cardgen.output.boxes.parts import LEAST_DEPTH
from cardgen.output.boxes.tray import outer_size, tray_with_lid
from cardgen.text.outlines import contours, points_of_contour
from cardgen.units import MM

GAME = """
format: 1
name: Harbour
card: {size: poker-eu}
pieces:
  coin: {size: 25 mm, shape: circle, stock: 2 mm, name: Coins}
  tile: {size: 40 mm, shape: hexagon, stock: 2 mm}
back: {color: "#164B60"}
suits: {green: {sign: "+", color: "#00855B", cards: {2: 30, 1: 24}}}
layouts:
  coin: {boxes: {value: {at: [4 mm, 7 mm], size: [17 mm, 11 mm], type: title}}}
  tile: {boxes: {value: {at: [12 mm, 16 mm], size: [16 mm, 11 mm], type: title}}}
cards:
  - {piece: coin, layout: coin, rows: [{value: "1", quantity: 40}]}
  - {piece: tile, layout: tile, rows: [{value: "A", quantity: 18}]}
"""


FEW = {"format": 1, "name": "Few", "cards": [{"rows": [{"title": "Ant"}]}]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder, for a user without home printers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def corners(part):
    """Return the corners of a part's outline, curves as short lines."""
    [contour] = contours(part.outline)
    return points_of_contour(contour)


def strokes(shape):
    """Return the beginnings and ends of a shape of single lines."""
    points = [values for _, values in shape.segments]
    return list(zip(points[::2], points[1::2], strict=True))


def boards():
    """Return contents of any size, and any board, in points."""
    sizes = st.tuples(st.floats(40, 120), st.floats(40, 120), st.floats(3, 60))
    return st.tuples(sizes.map(lambda each: tuple(side * MM for side in each)), st.floats(0.2, 0.5))


@given(boards())
def test_a_tray_folds_together(case):
    """Fold it in numbers: walls stand on their creases, tabs turn inwards and lie inside the side walls."""
    contents, board = case[0], case[1] * MM
    for part in tray_with_lid(contents, board):
        base = part.panels[0].rect
        depth = (part.size[0] - base.width) / 2
        assert part.size[1] - base.height == pytest.approx(2 * depth)
        upright = sorted({round(x0, 6) for (x0, _), (x1, _) in strokes(part.creases) if abs(x0 - x1) < 1e-9})
        # The creases of the base, and those of the tabs, one thickness of board nearer to the middle.
        expected = (base.x, base.x + board, base.right - board, base.right)
        assert upright == pytest.approx(expected, abs=1e-5)
        points = corners(part)
        for edge, way in ((base.top, 1), (base.y, -1)):
            for crease, side in ((upright[1], -1), (upright[2], 1)):
                tab = [
                    (abs(x - crease), way * (y - edge))
                    for x, y in points
                    if side * (x - crease) > 1e-3 and way * (y - edge) > 1e-3
                ]
                # How far it reaches along the side wall, and from the base to the rim.
                lengths, heights = zip(*tab, strict=True)
                assert 0 < min(heights) < max(heights) < depth
                assert 2 * max(lengths) < base.height
        # Both end walls are as high as the walls at the sides.
        assert {round(y, 6) for _, y in points} & {0.0, round(part.size[1], 6)}
        # What is left inside: half a board at each wall, and a whole one at the tabs.
        room = (base.width - board - 2 * board, base.height - board, depth - board / 2)
        assert room == pytest.approx(part.inside)
        # Creases end on the outline.
        for ends in strokes(part.creases):
            for x, y in ends:
                assert min(hypot(x - a, y - b) for a, b in points) < 1e-6


@given(boards(), st.floats(0, 2))
def test_a_lid_slides_over_its_tray_with_the_room_that_was_asked_for(case, room):
    contents, board = case[0], case[1] * MM
    tray, lid = tray_with_lid(contents, board, room * MM)
    assert all(own >= side for own, side in zip(tray.inside, contents, strict=True))
    outer = outer_size(tray)
    for own, around in zip(outer[:2], lid.inside[:2], strict=True):
        assert around - own == pytest.approx(2 * room * MM)
    # It rests on the rim of the tray, and ends a millimetre above the table.
    assert outer[2] - lid.inside[2] in (pytest.approx(MM), pytest.approx(outer[2] - 4 * MM))
    # Notches of both do not show the contents where they lie over one another.
    depths = []
    for part in (tray, lid):
        middle = part.size[0] / 2
        depths.append(max(y for x, y in corners(part) if abs(x - middle) < 1e-6 and y < part.size[1] / 2))
    assert sum(depths) < max(lid.inside[2], outer[2])


def test_all_that_stands_on_a_closed_box_stands_upright():
    """Letters on the walls of a lid have their heads at its top; those of a tray, away from its base."""
    tray, lid = tray_with_lid((63 * MM, 88 * MM, 17 * MM), 0.3 * MM)
    for part, heads_at_base in ((tray, False), (lid, True)):
        base, *walls = part.panels
        assert base.degrees == 0
        assert len(walls) == 4
        for wall in walls:
            up = (-sin(radians(wall.degrees)), cos(radians(wall.degrees)))
            (x, y), (mx, my) = wall.rect.center, base.rect.center
            towards = (mx - x) * up[0] + (my - y) * up[1]
            assert (towards > 0) is heads_at_base
            assert abs(up[0]) + abs(up[1]) == pytest.approx(1)


@given(st.lists(st.tuples(st.floats(20, 120), st.floats(20, 120)), min_size=1, max_size=4))
def test_wells_fill_their_tray_and_do_not_overlap(sizes):
    (wide, high), places = packed_rows(sizes)
    for size, place in zip(sizes, places, strict=True):
        assert place.x > 0
        assert place.right < wide
        assert place.y > 0
        assert place.top < high
        fits = [place.width >= a - 1e-6 and place.height >= b - 1e-6 for a, b in (size, size[::-1])]
        assert any(fits)
    for one, other in combinations(places, 2):
        assert not one.overlaps(other)
    # Between them, and at the edges, is half a millimetre: nothing moves.
    for y in {round(place.y, 6) for place in places}:
        row = [place for place in places if round(place.y, 6) == y]
        assert sum(place.width for place in row) + (len(row) + 1) * 0.5 * MM == pytest.approx(wide)


def test_an_insert_has_a_well_for_each_kind_of_pieces(folder):
    Path("harbour.yaml").write_text(GAME)
    pack = cardgen.load("harbour.yaml")
    wells = insert_wells(pack, None, None, 0.05)
    assert [(well.name, well.title, well.pieces) for well in wells] == [
        ("cards", "Harbour", 54),
        ("coin", "Coins", 40),
        ("tile", "tile", 18),
    ]
    # Forty coins of 2 mm and 5 % are 84 mm: two stacks of twenty, 42 mm high; the others have room beside.
    assert [well.inside[2] for well in wells] == pytest.approx([42.5 * MM] * 3)
    cards, coins, tiles = wells
    assert cards.inside[:2] == pytest.approx((64 * MM, 89 * MM))
    assert sorted(coins.inside[:2]) == pytest.approx([26 * MM, 52 * MM])
    assert tiles.inside[:2] == pytest.approx((41 * MM, (40 * 2 / 3**0.5 + 1) * MM))
    # Pieces that are lower than a stack may be lie in one.
    [alone] = insert_wells(cardgen.load("never-over"), None, (66 * MM, 91 * MM), 0.05)
    assert alone.inside[2] == pytest.approx((56 * (0.3 + 0.13) * 1.05 + 0.5) * MM)
    [few, *_] = insert_wells(cardgen.load(FEW), None, None, 0.05)
    assert (few.pieces, few.inside[2]) == (1, LEAST_DEPTH)
    tray, lid, *parts = insert_parts(wells, 0.3 * MM, 0.5 * MM)
    assert [part.name for part in (tray, lid, *parts)] == [
        "tray",
        "lid",
        "well-cards",
        "well-coin",
        "well-tile",
    ]
    # All wells together with half a millimetre around each are as large as the tray around them.
    outer = [outer_size(part) for part in parts]
    area = sum((wide + 0.5 * MM) * (high + 0.5 * MM) for wide, high, _ in outer)
    inside = [side - MM for side in tray.inside[:2]]
    assert area == pytest.approx((inside[0] - 0.5 * MM) * (inside[1] - 0.5 * MM), rel=1e-6)
    assert all(deep + 0.5 * MM == pytest.approx(tray.inside[2]) for *_, deep in outer)


def test_the_files_to_cut_are_closed_and_as_large_as_the_parts(folder):
    made = api.box("never-over", type="two-piece", cut_files=True)
    flat = {name: part["flat"] for name, part in made.facts["parts"].items()}
    assert [file.path.name for file in made[1:]] == [
        f"never-over-two-piece-box-{part}-cut{ending}"
        for part in ("tray", "lid")
        for ending in (".dxf", ".svg")
    ]
    for (name, (wide, high)), dxf, svg in zip(flat.items(), made[1::2], made[2::2], strict=True):
        drawn = ezdxf.read(io.StringIO(dxf.data.decode())).modelspace()
        cuts = drawn.query('*[layer=="CUT"]')
        assert [each.is_closed for each in cuts] == [True], name
        assert len(drawn.query('*[layer=="CREASE"]')) == 8
        box = ezdxf.bbox.extents(cuts)
        assert (box.size.x, box.size.y) == pytest.approx((wide, high), abs=0.01)
        paths = [
            path
            for path in svgelements.SVG.parse(io.BytesIO(svg.data), ppi=25.4).elements()
            if isinstance(path, svgelements.Path)
        ]
        assert len(paths) == 9
        left, top, right, low = paths[0].bbox()
        assert (right - left, low - top) == pytest.approx((wide, high), abs=0.01)


def test_a_part_that_is_larger_than_the_paper_is_printed_on_several_sheets(folder):
    whole = api.box("never-over", type="two-piece")
    assert whole[0].facts["pages"] == 2
    small = api.box("never-over", type="two-piece", paper="120 x 150 mm")
    assert small[0].facts["pages"] == 4
    assert "the tray is larger than 120 × 150 mm: it is in 2 parts, to glue with an overlap" in " ".join(
        small.notes
    )

    # Both halves together show as much of the ground as the whole.
    def inked(data, pages):
        document = pypdfium2.PdfDocument(data)
        seen = [document[page].render(scale=1).to_pil().convert("RGB") for page in pages]
        ink = cardgen.load("never-over").back.color.rgb
        wanted = tuple(round(255 * part) for part in ink)
        counts = [{color: count for count, color in page.getcolors(1 << 24)} for page in seen]
        return [each.get(wanted, 0) for each in counts]

    [one] = inked(whole[0].data, [0])
    halves = inked(small[0].data, [0, 1])
    assert min(halves) > 0.4 * one
    # The strip that is glued is on both.
    assert one < sum(halves) < 1.3 * one


def plates(data):
    """Return the spot colours of a press file, with the number of their strokes and whether all overprint."""
    found = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        spaces = {key: str(space[1])[1:] for key, space in page.Resources.ColorSpace.items()}
        states = page.Resources.ExtGState
        current, overprints = "", False
        stack = []
        for operands, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "q":
                    stack.append((current, overprints))
                case "Q":
                    current, overprints = stack.pop()
                case "CS":
                    current = spaces.get(str(operands[0]), "")
                case "K":
                    current = ""
                case "gs":
                    overprints = bool(states[str(operands[0])].get("/OP", overprints))
                case "S":
                    if current:
                        count, all_ = found.get(current, (0, True))
                        found[current] = count + 1, all_ and overprints
    return found


def test_a_press_file_has_cuts_and_creases_on_plates_of_their_own(folder):
    [file] = api.box("never-over", press=True)
    assert file.path.name == "never-over-box-press.pdf"
    assert file.report.passed
    assert plates(file.data) == {"Crease": (1, True), "CutContour": (2, True)}
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        [page] = pdf.pages
        trim, bleed = ([float(side) / MM for side in page[key]] for key in ("/TrimBox", "/BleedBox"))
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(file.facts["flat"], abs=0.01)
        assert trim[0] - bleed[0] == pytest.approx(3)
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"


@pytest.mark.parametrize("kind", ["two-piece", "insert"])
def test_each_part_is_a_file_that_passes(folder, kind):
    Path("harbour.yaml").write_text(GAME)
    made = api.box(
        "harbour.yaml", type=kind, press=True, standard="x4", only=[] if kind == "insert" else ["piece=card"]
    )
    assert [file.suffix for file in made][:2] == ["-tray", "-lid"]
    assert len(made) == (5 if kind == "insert" else 2)
    assert all(file.report.passed for file in made)


def test_names_of_plates_and_the_printer_s_requirements_are_followed(folder):
    [file] = api.box("never-over", printer="mbprint", cut_name="Dieline", crease_name="Fold", outlines=True)
    assert file.path.name == "never-over-box-mbprint.pdf"
    assert file.report.passed
    assert set(plates(file.data)) == {"Dieline", "Fold"}
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        assert "/Font" not in pdf.pages[0].Resources
    with pytest.raises(cardgen.UsageError, match="takes pictures, no PDF"):
        api.box("never-over", printer="makeplayingcards")
    with pytest.raises(cardgen.UsageError, match="need plates of different names"):
        api.box("never-over", press=True, cut_name="A", crease_name="A")


PANELS = """
box:
  front: {picture: sea.png, text: "**HARBOUR**"}
  spine: {text: "for two to four", ground: "#F2B441"}
  tray: "ages 8 and up"
"""


def shade(data, page, point):
    """Return the colour at a point of a page (points)."""
    seen = pypdfium2.PdfDocument(data)[page].render(scale=2).to_pil().convert("RGB")
    return seen.getpixel((int(2 * point[0]), int(seen.height - 2 * point[1])))


def test_sides_show_the_pictures_and_texts_of_the_pack(folder):
    Image.new("RGB", (400, 560), (10, 120, 200)).save("sea.png")
    Path("harbour.yaml").write_text(GAME + PANELS)
    made = api.box("harbour.yaml", type="two-piece", only=["piece=card"])
    words = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(made[0].data)]
    assert words[0].count("ages 8 and up") == 2
    assert words[1].count("for two to four") == 2
    assert "HARBOUR" in words[1]
    page = pypdfium2.PdfDocument(made[0].data)[1].get_size()
    lid = tray_with_lid((63 * MM, 88 * MM, 54 * 0.3 * 1.05 * MM), 0.325 * MM)[1]
    left, low = ((side - own) / 2 for side, own in zip(page, lid.size, strict=True))
    # The page is centred with the strip for words below it.
    low += (lid.extent.height - lid.size[1]) / 2 - (lid.extent.top - lid.size[1])
    front, wall = lid.panels[0].rect, lid.panels[3].rect
    assert shade(made[0].data, 1, (left + front.x + 9, low + front.y + 9)) == (10, 120, 200)
    assert shade(made[0].data, 1, (left + wall.x + 5, low + wall.y + 5)) == (0xF2, 0xB4, 0x41)
    assert cardgen.load("harbour.yaml").box.pictures == ["sea.png"]


def test_a_text_without_room_is_told(folder):
    Path("harbour.yaml").write_text(GAME + f'box: {{spine: "{"many words " * 60}"}}\n')
    made = api.box("harbour.yaml", only=["piece=card"])
    assert made.warnings == ("box: the text of the spine has no room there: shorten it",)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("box: {front: {picture: ../sea.png}}", "leads out of the pack's folder"),
        ("box: {front: {picture: none.png}}", "none.png"),
        ("box: {stock: heavy}", "no stock"),
        ("box: {sleeves: huge}", "are no sleeves"),
        ("box: {roof: x}", "roof"),
    ],
)
def test_wrong_keys_of_a_box_are_told(folder, line, message):
    Path("harbour.yaml").write_text(f"{GAME}{line}\n")
    with pytest.raises(cardgen.PackError, match=message):
        cardgen.load("harbour.yaml")


def test_stock_and_sleeves_by_name_say_how_deep_a_box_is(folder):
    def depth(**options):
        return api.box("never-over", **options).facts["inside"]

    usual = depth()
    assert depth(stock="320 gsm") == usual
    assert depth(stock="0.4 mm")[2] == pytest.approx(usual[2] + 56 * 0.1 * 1.05, abs=0.1)
    # Sleeves are 66 x 91 mm outside, and both their films 0.13 mm thick.
    in_sleeves = pytest.approx((67, 91.5, usual[2] + 56 * 0.13 * 1.05), abs=0.06)
    assert depth(stock="320 gsm", sleeves="standard") == in_sleeves
    assert depth(sleeves="standard") == in_sleeves
    Path("harbour.yaml").write_text(GAME + "box: {stock: 0.4 mm, sleeves: standard}\n")
    own = api.box("harbour.yaml", only=["piece=card"])
    assert own.facts["inside"] == pytest.approx((67, 91.5, 54 * 0.53 * 1.05 + 0.5), abs=0.06)
    coins = api.box("harbour.yaml", only=["piece=coin"]).facts["inside"]
    assert coins == pytest.approx((26, 25.5, 40 * 2 * 1.05 + 0.5), abs=0.06)
    with pytest.raises(OptionsError, match="'heavy' is no stock"):
        api.box("never-over", stock="heavy")
    with pytest.raises(cardgen.UsageError, match="keep one"):
        api.box("never-over", stock="300 gsm", thickness="0.3 mm")


@pytest.mark.outside("qpdf")
@pytest.mark.outside("gs")
def test_ghostscript_separates_cuts_and_creases(folder):
    [file] = api.box("never-over", press=True)
    Path("box.pdf").write_bytes(file.data)
    checked = subprocess.run(["qpdf", "--check", "box.pdf"], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    command = [
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiffsep",
        "-r144",
        "-sOutputFile=p.tif",
        "box.pdf",
    ]
    subprocess.run(command, check=True, capture_output=True)
    plates_ = {name: Image.open(f"p({name}).tif").convert("L") for name in ("CutContour", "Crease", "Black")}
    boxes = {
        name: plate.point(lambda value: 255 * (value < 128)).getbbox() for name, plate in plates_.items()
    }
    wide, high = file.facts["flat"]
    left, top, right, low = (side / 144 * 25.4 for side in boxes["CutContour"])
    assert (right - left, low - top) == pytest.approx((wide, high), abs=0.5)
    left, top, right, low = (side / 144 * 25.4 for side in boxes["Crease"])
    # Creases end at those of the tongues and at the lid's edge.
    assert right - left < wide - 10
    assert low - top < high - 20


def test_words_for_a_printer_say_how_thick_the_cards_of_a_box_are() -> None:
    words = ("310 g linen", "linen, 310 gsm", "0.3 mm, blue core", "linen")
    assert [stock_thickness_in_text(text) for text in words] == [
        read_stock_thickness("310 gsm"),
        read_stock_thickness("310 gsm"),
        read_stock_thickness("0.3 mm"),
        None,
    ]
