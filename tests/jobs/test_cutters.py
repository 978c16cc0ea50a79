"""Sheets for cutting machines: the marks are proven, and the files to cut lie where the cards do."""

import io
import json
from pathlib import Path

import ezdxf
import ezdxf.bbox
import pikepdf
import pypdfium2
import pytest
import svgelements
from PIL import Image, ImageStat

import cardgen
from cardgen import api
from cardgen.jobs.job import OptionsError
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

OWN = """
format: 1
name: Own
card: {size: poker-eu}
pieces:
  coin: {size: 25 mm, shape: circle}
  board: {size: 300 x 400 mm}
layouts:
  coin: {boxes: {value: {at: [4 mm, 7 mm], size: [17 mm, 11 mm], type: title}}}
suits: {green: {sign: "+", color: "#00855B", cards: {2: 3, 1: 2}}}
cards:
  - {piece: coin, layout: coin, rows: [{value: "1", quantity: 12}]}
  - {piece: board, rows: [{title: Board}]}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder, for a user without home printers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def extents(data):
    """Return the lower left and upper right corner of what a DXF file draws, in millimetres."""
    drawn = ezdxf.read(io.StringIO(data.decode())).modelspace()
    box = ezdxf.bbox.extents(drawn)
    return len(drawn), (box.extmin.x, box.extmin.y, box.extmax.x, box.extmax.y)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"paper": "letter", "registration": "four"},
        {"borderless": True, "backs": "none"},
        {"backs": "separate", "skip": [2]},
    ],
)
def test_sheets_for_a_silhouette_are_proven(folder, options):
    made = api.sheets("never-over", cutter="silhouette", **options)
    pdfs = [file.data for file in made if file.path.suffix == ".pdf"]
    proof = verify_sheets(pdfs[0], cardgen.load("never-over"), *pdfs[1:])
    assert proof.faults == ()
    marks = f"{options.get('registration', 'three')} registration marks on each front"
    assert any(marks in fact for fact in proof.facts)


def test_the_files_to_cut_lie_where_the_cards_do(folder):
    [sheets, dxf, svg] = api.sheets("never-over", cutter="silhouette", size="poker-eu", paper="letter")
    assert (dxf.path.name, svg.path.name) == ("never-over-sheets-cut.dxf", "never-over-sheets-cut.svg")
    count, box = extents(dxf.data)
    assert (count, sheets.facts["cards"]) == (8, 56)
    # Eight cards of 63 by 88 mm, 1.25 mm apart, in the middle of a letter sheet.
    width, height = 4 * 63 + 3 * 1.25, 2 * 88 + 1.25
    left, low = (279.4 - width) / 2, (215.9 - height) / 2
    assert box == pytest.approx((left, low, left + width, low + height), abs=0.01)
    assert "255.75 × 177.25 mm in all" in dxf.about


def test_what_to_set_in_the_program_is_said(folder):
    step = api.sheets("never-over", cutter="silhouette", size="poker-eu", paper="letter").next_step
    assert "choose Letter, landscape" in step
    assert "three registration marks with a length of 8.07 mm, a thickness of 1 mm and an inset" in step
    assert "delete those of empty places" not in step
    some = api.sheets("never-over", cutter="silhouette", only=["+3"]).next_step
    assert "delete those of empty places" in some
    assert "template letter-standard, which rounds corners with a radius of 3 mm" in step
    own = api.sheets("never-over", cutter="silhouette", size="poker-eu", paper="letter", columns=3).next_step
    assert "template" not in own
    assert "template" not in api.sheets("never-over", cutter="silhouette").next_step


def without_mark(data):
    """Return sheets from whose first page the last filled rectangle is missing."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        parts = list(pikepdf.parse_content_stream(pdf.pages[0]))
        fills = [place for place, (_, operator) in enumerate(parts) if str(operator) == "f"]
        del parts[fills[-1]]
        # The path that it filled is not painted.
        parts.insert(fills[-1], ([], pikepdf.Operator("n")))
        pdf.pages[0].Contents = pdf.make_stream(pikepdf.unparse_content_stream(parts))
        return saved(pdf)


def moved_marks(data):
    """Return sheets that declare longer marks than they have."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        declared = json.loads(str(pdf.docinfo["/Keywords"]))
        declared["registration"]["inset"] += 0.3 * MM
        pdf.docinfo["/Keywords"] = json.dumps(declared)
        return saved(pdf)


def blotted(data):
    """Return sheets with something else beside a mark."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        blot = b"q 0 0 0 rg 44 560 3 3 re f Q"
        page.Contents = pdf.make_stream(page.Contents.read_bytes() + b"\n" + blot)
        return saved(pdf)


def saved(pdf):
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


@pytest.mark.parametrize("spoil", [without_mark, moved_marks, blotted])
def test_marks_that_are_wrong_are_found(folder, spoil):
    data = api.sheets("never-over", cutter="silhouette", only=["+3"])[0].data
    assert verify_sheets(data, cardgen.load("never-over")).faults == ()
    proof = verify_sheets(spoil(data), cardgen.load("never-over"))
    assert any("its registration marks are not as they should be" in fault for fault in proof.faults)


def test_marks_are_on_fronts_alone(folder):
    data = api.sheets("never-over", cutter="silhouette", only=["+3"])[0].data
    document = pypdfium2.PdfDocument(data)
    front, back = (document[place].render(scale=1).to_pil().convert("L") for place in range(2))
    # The square in the upper left corner.
    place = round(12 * MM), round(12 * MM)
    assert (front.getpixel(place), back.getpixel(place)) == (0, 255)


def test_a_home_printer_corrects_the_marks_as_well(say):
    read = "A=0.3 B=-0.2 C=0.3 D=-0.2 E=0.4 F=-0.2 G=0.4 H=-0.1 L=237.2 Q=40.4"
    assert say("calibrate", "desk", "--landscape", "--read", read).code == 0
    said = say("sheets", "never-over", "--only", "green", "--cutter", "silhouette", "-o", "cards.pdf")
    assert "corrected for the printer desk" in said
    said = say("verify", "cards.pdf")
    assert (said.code, "three registration marks" in said) == (0, True)


def test_each_kind_of_pieces_has_its_own_file_to_cut(folder):
    Path("own.yaml").write_text(OWN, encoding="utf-8")
    made = api.sheets("own.yaml", cutter="outlines")
    names = [file.path.name for file in made]
    assert names == [
        "own-sheets.pdf",
        *(f"own-sheets-{kind}-cut{end}" for kind in ("cards", "coin") for end in (".dxf", ".svg")),
    ]
    assert "board: A piece in parts has no file to cut" in made.next_step
    count, _ = extents(made[3].data)
    assert count == 12


def test_a_box_and_a_picture_have_files_to_cut(folder):
    box = api.box("never-over", cut_files=True)
    [_, dxf, _] = box
    layers = [each.dxf.layer for each in ezdxf.read(io.StringIO(dxf.data.decode())).modelspace()]
    assert (layers.count("CUT"), layers.count("CREASE")) == (5, 12)
    images = api.images("never-over", cut_files=True, only=["+3"])
    [piece] = [file for file in images if file.path.name == "piece-cut.dxf"]
    assert extents(piece.data) == (1, pytest.approx((3, 3, 65, 91), abs=0.02))


def test_what_does_not_go_with_marks_is_said(say):
    said = say("sheets", "never-over", "--cutter", "silhouette", "--backs", "gutterfold")
    assert (said.code, "leave --backs gutterfold out" in said.errors) == (2, True)
    said = say("sheets", "never-over", "--cutter", "silhouette", "--guides", "crop", "--margin", "5 mm")
    assert said.code == 0
    assert "--guides has no effect here: the machine follows its marks" in said.errors
    assert "--margin has no effect here: the registration marks set it" in said.errors
    assert "--borderless has no effect" in say("sheets", "never-over", "--borderless").errors
    said = say("sheets", "never-over", "--skip", "10")
    assert (said.code, "the places 1 to 9" in said.errors) == (2, True)
    with pytest.raises(OptionsError, match="0 is out of range"):
        cardgen.sheets("never-over", skip=[0])


def test_a_pack_of_one_s_own_writes_them_beside_a_named_file(say):
    Path("own.yaml").write_text(OWN, encoding="utf-8")
    said = say("sheets", "own.yaml", "--only", "piece=coin", "--cutter", "outlines", "-o", "coins.pdf")
    assert said.code == 0, said.errors
    assert sorted(file.name for file in Path().glob("coins*")) == [
        "coins-cut.dxf",
        "coins-cut.svg",
        "coins.pdf",
    ]
    assert say("box", "own.yaml", "--only", "piece=coin", "--cut-files", "-o", "box.pdf").code == 0
    assert Path("box-cut.svg").is_file()


def test_the_only_sheet_has_the_outlines_of_its_cards_and_one_to_be_centred_those_of_a_full_sheet(say):
    for cutter, count in (("outlines", 2), ("silhouette", 8)):
        said = say("sheets", "never-over", "--missing", "+4:2", "--cutter", cutter, "-o", "x.pdf")
        assert Path("x-cut.svg").read_text(encoding="utf-8").count("<path") == count
        assert ("delete those of empty places" in said) == (cutter == "silhouette")


def test_blank_backs_are_said_to_be_blank(say):
    note = "all backs are blank: leave their pages out with --backs none"
    assert note in say("sheets", "never-over", "--only", "+4", "--back", "none")
    assert note not in say("sheets", "never-over", "--only", "+4")


def test_a_drawing_of_the_pack_is_not_replaced_by_a_file_to_cut(say):
    circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>'
    Path("own-cut.svg").write_text(circle, encoding="utf-8")
    text = 'format: 1\nname: Own\nicons: {box: own-cut.svg}\ncards: [{rows: [{title: A, text: "{box}"}]}]\n'
    Path("own.yaml").write_text(text, encoding="utf-8")
    for command in (("sheets", "--cutter", "outlines"), ("box", "--cut-files")):
        for trust in ((), ("--trust",)):
            said = say(command[0], "own.yaml", *command[1:], *trust, "-o", "own.pdf")
            assert (said.code, "own-cut.svg is a file of the pack" in said.errors) == (2, True)
    assert Path("own-cut.svg").read_text(encoding="utf-8") == circle
    assert not Path("own.pdf").exists()


def test_a_cricut_gets_pictures_with_transparent_gaps_and_their_outlines(folder):
    made = api.sheets("never-over", cutter="cricut", missing=["+3:4"], portrait=True)
    [png, svg] = made
    names = ("never-over-sheets-missing-1.png", "never-over-sheets-missing-1-cut.svg")
    assert (png.path.name, svg.path.name) == names
    picture = Image.open(io.BytesIO(png.data))
    # Cards of 62 by 88 mm, 2 mm apart, at 300 dpi.
    assert png.facts == {"cards": 4, "size": (126, 178)}
    assert picture.size == (round(126 / 25.4 * 300), round(178 / 25.4 * 300))
    outlines = [
        [float(side) for side in path.bbox()]
        for path in svgelements.SVG.parse(io.BytesIO(svg.data), ppi=25.4).elements()
        if isinstance(path, svgelements.Path)
    ]
    assert sorted(outlines) == [
        pytest.approx(box, abs=0.01)
        for box in ([0, 0, 62, 88], [0, 90, 62, 178], [64, 0, 126, 88], [64, 90, 126, 178])
    ]
    alpha, dots = picture.getchannel("A"), 300 / 25.4
    for left, top, right, low in outlines:
        # Opaque just inside each edge, transparent beside it and in the round corners.
        middle = (left + right) / 2, (top + low) / 2
        assert alpha.getpixel((round((left + 0.2) * dots), round(middle[1] * dots))) == 255
        assert alpha.getpixel((round(middle[0] * dots), round((low - 0.2) * dots))) == 255
        assert alpha.getpixel((round((left + 0.3) * dots), round((top + 0.3) * dots))) == 0
    assert alpha.getpixel((round(63 * dots), round(40 * dots))) == 0
    assert alpha.getpixel((round(20 * dots), round(89 * dots))) == 0


def test_hexagons_on_a_picture_are_whole(folder):
    tiles = "  tile: {size: 40 mm, shape: hexagon}\n  board:"
    plain = "  blank: {boxes: {value: {at: [10 mm, 18 mm], size: [20 mm, 11 mm]}}}\nsuits:"
    rows = "  - {piece: tile, layout: blank, rows: [{value: A, quantity: 7}]}\n"
    Path("own.yaml").write_text(OWN.replace("  board:", tiles).replace("suits:", plain) + rows)
    [png, _] = api.sheets("own.yaml", cutter="cricut", only=["piece=tile"])
    alpha = Image.open(io.BytesIO(png.data)).getchannel("A")
    area = 7 * 40**2 * 3**0.5 / 2 * (300 / 25.4) ** 2
    assert ImageStat.Stat(alpha).sum[0] / 255 == pytest.approx(area, rel=0.005)


def test_a_picture_for_a_cricut_stands_upright(folder):
    [png, svg] = api.sheets("never-over", cutter="cricut", only=["+3"], landscape=True, rows=1)[:2]
    wide, high = Image.open(io.BytesIO(png.data)).size
    assert high > wide
    [path, *_] = [
        each
        for each in svgelements.SVG.parse(io.BytesIO(svg.data), ppi=25.4).elements()
        if isinstance(each, svgelements.Path)
    ]
    left, top, right, low = path.bbox()
    assert (right - left, low - top) == pytest.approx((88, 62), abs=0.01)


def test_what_is_larger_than_print_then_cut_is_refused_with_what_fits(folder):
    Path("own.yaml").write_text(OWN)
    with pytest.raises(cardgen.UsageError) as refused:
        api.sheets("own.yaml", cutter="cricut", only=["piece=board"])
    assert "a board of 300 × 400 mm is larger than the 182.88 × 269.75 mm" in str(refused.value)
    assert "make it no larger than that" in str(refused.value)
    with pytest.raises(cardgen.UsageError) as refused:
        api.sheets("never-over", cutter="cricut", backs="duplex", gutter="0 mm", area="250 x 300 mm")
    for part in ("Print Then Cut prints one side", "make it wider", "larger than the paper"):
        assert part in str(refused.value)
    with pytest.raises(cardgen.UsageError, match="on A5 is not known: state it with --area"):
        api.sheets("never-over", cutter="cricut", paper="a5")
    few, more = (
        sum(1 for file in api.sheets("own.yaml", cutter="cricut", only=["piece=coin"], area=area))
        for area in ("6.75 x 9.25 in", "3 x 3 in")
    )
    assert few == 2 < more
