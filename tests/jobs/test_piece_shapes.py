"""Pieces that are no rectangles: one outline is their clip, safe zone, die line, cut guide and bleed."""

import io
import math
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageOps

from cardgen import api
from cardgen.art.backs import plan_back
from cardgen.art.items import Drawing, Stroke
from cardgen.art.piece_outline import is_inside, piece_outline
from cardgen.errors import PackError, Problem, UsageError
from cardgen.geometry import Rect
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.pieces import CardFormat
from cardgen.prepress.pdf.document import open_document
from cardgen.prepress.preflight.findings import Target
from cardgen.prepress.preflight.safe_zone import check_safe_zone
from cardgen.prepress.printers import library as printers
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

BAZAAR: dict[str, Any] = {
    "format": 1,
    "name": "Bazaar",
    "pieces": {
        "coin": {"size": "30 mm", "shape": "circle", "back": {"pattern": "rings", "color": "#7A4B00"}},
        "tile": {"size": "40 mm", "shape": "hexagon", "back": {"pattern": "plain", "color": "#224466"}},
        "board": {"size": "46 mm", "shape": "flat-hexagon"},
    },
    "types": {"white": {"like": "title", "color": "white"}},
    "layouts": {
        "coin": {
            "ground": "#E8B72D",
            "boxes": {"value": {"at": ["7 mm", "10 mm"], "size": ["16 mm", "10 mm"], "type": "title"}},
        },
        "tile": {
            "ground": "#2E6B3A",
            "boxes": {"value": {"at": ["8 mm", "14 mm"], "size": ["24 mm", "12 mm"], "type": "white"}},
        },
    },
    "cards": [
        {"piece": "coin", "layout": "coin", "rows": [{"value": "1", "quantity": 4}, {"value": "5"}]},
        {"piece": "tile", "layout": "tile", "rows": [{"value": "Wood", "quantity": 4}, {"value": "Ore"}]},
        {"piece": "board", "layout": "tile", "rows": [{"value": "Start"}]},
    ],
}  # fmt: skip


def changed(piece: str, **keys: Any) -> dict[str, Any]:
    return {**BAZAAR, "pieces": {**BAZAAR["pieces"], piece: {**BAZAAR["pieces"][piece], **keys}}}


def test_the_height_follows_from_the_shape() -> None:
    coin, tile, board = (kind.card for kind in api.load(BAZAAR).kinds)
    assert coin.size == (30 * MM, 30 * MM)
    assert tile.height == pytest.approx(80 / math.sqrt(3) * MM)
    assert board.height == pytest.approx(23 * math.sqrt(3) * MM)


@pytest.mark.parametrize("shape", ["circle", "hexagon", "flat-hexagon"])
def test_an_outline_is_moved_by_the_same_everywhere(shape: Any) -> None:
    high = {"circle": 40.0, "hexagon": 80 / math.sqrt(3), "flat-hexagon": 20 * math.sqrt(3)}[shape]
    card = CardFormat((40.0, high), shape=shape)
    trim = Rect(5, 7, *card.size)
    assert piece_outline(card, trim).bounds == pytest.approx(trim)
    (cx, cy), grown = trim.center, piece_outline(card, trim, 3).bounds
    # Sides move by 3, and corners by more.
    far = 3 * 2 / math.sqrt(3)
    assert grown.right - trim.right == pytest.approx(far if shape == "flat-hexagon" else 3)
    assert grown.top - trim.top == pytest.approx(far if shape == "hexagon" else 3)
    assert grown.center == pytest.approx((cx, cy))


def test_what_lies_in_a_corner_of_the_rectangle_lies_outside_the_shape() -> None:
    trim, corner = Rect(0, 0, 40, 40), Rect(32, 32, 4, 4)
    assert is_inside(CardFormat(trim[2:]), trim, corner, 3)
    assert not is_inside(CardFormat(trim[2:], shape="circle"), trim, corner, 3)
    hexagon = CardFormat((40, 80 / math.sqrt(3)), shape="hexagon")
    assert not is_inside(hexagon, Rect(0, 0, *hexagon.size), Rect(36, 41, 2, 2), 0)
    assert is_inside(hexagon, Rect(0, 0, *hexagon.size), Rect(18, 41, 2, 2), 0)


def test_text_outside_the_safe_zone_of_a_circle_is_an_error_at_its_box() -> None:
    layout = {
        "boxes": {
            "value": {"at": ["3 mm", "3 mm"], "size": ["10 mm", "5 mm"], "type": "title", "align": "left"}
        }
    }
    api.load({**changed("coin", shape="rectangle"), "layouts": {**BAZAAR["layouts"], "coin": layout}})
    with pytest.raises(PackError, match="the text reaches out of the safe zone"):
        api.load({**BAZAAR, "layouts": {**BAZAAR["layouts"], "coin": layout}})  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"size": "30 x 40 mm"}, "a circle of 30 × 40 mm is not regular"),
        ({"size": "40 x 40 mm", "shape": "hexagon"}, "a hexagon of 40 × 40 mm is not regular"),
        ({"shape": "octagon"}, r"'octagon' is no shape.*use rectangle, .*, or \{svg: outline.svg\}"),
        ({"shape": "cirkle"}, "did you mean circle"),
    ],
)
def test_a_shape_that_does_not_fit_its_size_is_an_error(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(PackError, match=message):
        api.load(changed("coin", **keys))


def test_a_corner_of_a_circle_has_no_effect() -> None:
    warnings = [problem.message for problem in api.examine(changed("coin", corner="2 mm")).problems]
    assert warnings == ["only rectangles have a corner radius"]


@pytest.mark.parametrize("size", ["30 mm", "22 mm"])
def test_sheets_of_shapes_are_proven_and_cut_by_their_outlines(size: str) -> None:
    bazaar = changed("coin", size=size)
    bazaar["layouts"] = {**bazaar["layouts"], "coin": {"ground": "#E8B72D"}}
    [file] = api.make("sheets", bazaar)
    proof = api.make("verify", files=[file.data], pack=bazaar)
    assert proof.facts["proven"], proof.facts["faults"]


def test_guides_of_straight_cuts_are_refused_where_there_are_shapes_only() -> None:
    with pytest.raises(UsageError, match="a circle is cut along its outline"):
        api.make("sheets", BAZAAR, only=["piece=coin"], guides="crop")
    with_cards = {**BAZAAR, "cards": [{"rows": [{"title": "Market"}]}, *BAZAAR["cards"]]}
    [file] = api.make("sheets", with_cards, guides="crop")
    assert "coin: guides follow its outline" in file.notes


def test_pictures_are_cut_out_along_the_outline() -> None:
    picture = Image.open(io.BytesIO(api.face(BAZAAR, "value=1").png(100)))
    wide, high = picture.size
    alpha = picture.getchannel("A")
    # As much of the square as a circle has.
    assert sum(alpha.tobytes()) / 255 / (wide * high) == pytest.approx(math.pi / 4, abs=0.01)
    assert alpha.getpixel((2, 2)) == 0


def test_press_files_have_the_outline_as_their_die_line() -> None:
    [pressed] = api.make("press", BAZAAR, only=["piece=tile"], die_line="page", die_line_name="Die")
    assert pressed.report.passed
    # Edges near a rectangle's cut say nothing of a hexagon's, which is told.
    assert "whether frames end near the cut is judged for rectangles only" in pressed.report.unjudged


def test_a_printer_of_rectangles_gets_no_shapes() -> None:
    [coin, *_] = api.load(BAZAAR, printer=printers.find_preset("makeplayingcards")).kinds
    assert list(coin.unavailable_kinds) == ["coin", "tile", "board"]
    with pytest.raises(UsageError, match=r"cuts nothing of the shape of coin \(circle of 30"):
        api.make("images", BAZAAR, printer="makeplayingcards")


def test_another_shape_is_another_face() -> None:
    from cardgen.art.fingerprint import face_fingerprint

    one, other = (api.load(changed("coin", shape=shape)).kinds[0] for shape in ("circle", "rectangle"))
    other = other.kind_of(other.cards[0])
    assert face_fingerprint(one, one.cards[0]) != face_fingerprint(other, other.cards[0])


def test_the_built_in_token_fits_on_small_pieces_of_any_shape() -> None:
    rows = [{"symbol": "star", "number": 1, "title": "Victory"}, {"symbol": "star", "title": "Victory"}]
    for shape in ("rectangle", "circle", "hexagon", "flat-hexagon"):
        pieces = {"token": {"size": "25 mm", "shape": shape}}
        cards = [{"piece": "token", "layout": "token", "rows": rows}]
        pack = {"format": 1, "name": "Tokens", "pieces": pieces, "cards": cards}
        assert api.load(pack).count == 2, shape


@pytest.mark.parametrize("shape", ["circle", "hexagon", "flat-hexagon"])
def test_the_frame_of_a_drawn_back_follows_the_outline(shape: Any) -> None:
    pieces = {"token": {"size": "40 mm", "shape": shape, "back": {"pattern": "lattice"}}}
    cards = [{"piece": "token", "layout": "token", "rows": [{"title": "A"}]}]
    pack = api.load({"format": 1, "name": "Tokens", "pieces": pieces, "cards": cards}).kinds[0]
    trim = Rect(-pack.card.width / 2, -pack.card.height / 2, *pack.card.size)
    [name] = pack.all_backs
    *_, framed = plan_back(pack, name, trim)
    assert isinstance(framed, Drawing)
    for line in framed.items[-2:]:
        assert isinstance(line, Stroke)
        assert line.shape.bounds.width < trim.width - 5 * MM
        assert len(line.shape.points) == len(piece_outline(pack.card, trim).points)


def test_small_marks_are_judged_by_the_outline_and_by_what_clips_leave(tmp_path: Path) -> None:
    """All marks lie within the rectangle of the trim; each page is that of a face or of a patterned back."""
    (tmp_path / "ell.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><path d="{ELL}"/></svg>'
    )
    pack = api.load(
        {
            "format": 1,
            "name": "Marks",
            "pieces": {
                "coin": {"size": "40 mm", "shape": "circle", "back": {"pattern": "rings"}},
                "tile": {"size": "40 mm", "shape": "hexagon"},
                "flat": {"size": "40 mm", "shape": "flat-hexagon"},
                "ell": {"size": "60 x 80 mm", "shape": {"svg": "ell.svg"}},
            },
            "layouts": {"plain": {"ground": "#E8B72D", "boxes": {}}},
            "cards": [
                {"piece": kind, "layout": "plain", "rows": [{}]} for kind in ("coin", "tile", "flat", "ell")
            ],
        },
        folder=tmp_path,
    )
    disc = "q 1 0 0 1 {} {} cm {} 0 m 0 {} l -{} 0 l 0 -{} l f Q"

    def dot(x: float, y: float, radius: float = 0.5) -> str:
        return disc.format(x, y, *[radius] * 4)

    square = "{} {} 1 1 re f"
    warned = {
        "coin": ((dot(32.8, 32.8), 2), (dot(20, 38), 2), ("0.2 w 33 31 m 31 33 l S", 1)),
        "tile": ((dot(11, 7), 2), (dot(37.5, 23), 1)),
        "flat": ((dot(5, 14), 2), (dot(7, 9), 1)),
        "ell": ((square.format(24, 50), 1), (square.format(35, 50), 2), (dot(50, 28.5), 1)),
    }
    good = {
        # Its box reaches out of the safe zone, and it does not. Cut off, or cut through, are intended.
        "coin": ((dot(30, 30, 3.5), 1), (dot(3, 3), 1), (dot(34, 34, 1.5), 1)),
        "tile": ((dot(2, 2), 2), (dot(38, 44), 1)),
        "flat": ((dot(2, 2), 1), (dot(38, 33), 2)),
        "ell": ((dot(50, 60), 1), (dot(10, 60), 2), (square.format(24.5, 50), 1)),
    }
    for kind in pack.kinds:
        [pressed] = api.make("press", pack, only=[f"piece={kind.piece}"])
        target = Target(pack=kind, trim=kind.card.size, bleed=kind.card.bleed, safe=kind.card.safe)
        for marks, found in ((good[kind.piece], []), (warned[kind.piece], ["safe-zone"])):
            for mark, page in marks:
                with open_document(_with_mark(pressed.data, mark, page)) as file:
                    assert [each.rule for each in check_safe_zone(file, target)] == found, (kind.piece, mark)


def _with_mark(data: bytes, mark: str, page: int) -> bytes:
    """Return a press file with a mark on a page, in millimetres from the lower left of its trim."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        left, low = map(float, pdf.pages[page - 1].trimbox[:2])
        drawn = f"q {MM} 0 0 {MM} {left} {low} cm 1 0 0 0 k 1 0 0 0 K {mark} Q"
        pdf.pages[page - 1].contents_add(drawn.encode())
        file = io.BytesIO()
        pdf.save(file)
        return file.getvalue()


# --- drawn outlines ------------------------------------------------------------------------------

TAB = (
    "M4 12 H18 V4 Q18 0 22 0 H46 Q50 0 50 4 V12 H64 "
    "Q68 12 68 16 V96 Q68 100 64 100 H4 Q0 100 0 96 V16 Q0 12 4 12 Z"
)


def tabs(folder: Path, path: str = TAB, size: str = "68 x 100 mm") -> Path:
    """Write a pack of dividers that are cut along a path."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 68 100"><path d="{path}"/></svg>'
    (folder / "tab.svg").write_text(drawing)
    file = folder / "tabs.yaml"
    file.write_text(
        "format: 1\nname: Tabs\npieces:\n"
        f"  divider:\n    size: {size}\n    shape: {{svg: tab.svg}}\n"
        "    back: {pattern: plain, color: black}\n"
        "layouts:\n  tab:\n    ground: '#F4E3C1'\n    boxes:\n"
        "      title: {at: [21 mm, 3.5 mm], size: [26 mm, 8 mm], type: title, align: center}\n"
        "cards:\n  - {piece: divider, layout: tab, rows: [{title: Actions}, {title: Coins}]}\n"
    )
    return file


def test_a_drawn_outline_is_cut_and_proven(tmp_path: Path) -> None:
    file = tabs(tmp_path)
    [sheets] = api.make("sheets", file)
    proof = api.make("verify", files=[sheets.data], pack=file)
    assert proof.facts["proven"], proof.facts["faults"]
    [pressed] = api.make("press", file, die_line="page")
    assert pressed.report.passed, pressed.report.findings
    picture = Image.open(io.BytesIO(api.face(file, "Coins").png(72)))
    alpha = picture.getchannel("A")
    # Beside the tab there is nothing, and on it there is.
    assert (alpha.getpixel((8, 8)), alpha.getpixel((picture.width // 2, 8))) == (0, 255)


#: An L: its arm is at the left, its foot runs to the right.
ELL = "M0 0 H25 V50 H60 V80 H0 Z"


def ells(tmp_path: Path, back: str = "{pattern: rings}") -> Path:
    (tmp_path / "ell.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><path d="{ELL}"/></svg>'
    )
    file = tmp_path / "ells.yaml"
    file.write_text(
        "format: 1\nname: Ells\nallow: [contrast]\npieces:\n  ell:\n"
        f"    size: 60 x 80 mm\n    shape: {{svg: ell.svg}}\n    back: {back}\n"
        "layouts:\n  ell:\n    ground: '#F6E7C1'\n    boxes:\n"
        "      title: {at: [4 mm, 10 mm], size: [17 mm, 12 mm], type: title}\n"
        "  behind:\n    ground: '#F6E7C1'\n    boxes:\n"
        "      title: {at: [39 mm, 10 mm], size: [17 mm, 12 mm], show: Back, type: title}\n"
        "cards:\n  - {piece: ell, layout: ell, rows: [{title: Ell, quantity: 5}]}\n"
    )
    return file


def test_the_back_of_an_outline_is_its_mirror() -> None:
    card = CardFormat((60.0, 80.0), shape="circle")
    assert piece_outline(card.seen_from_back, Rect(0, 0, *card.size)) == piece_outline(
        card, Rect(0, 0, *card.size)
    )


@pytest.mark.parametrize("options", [{"flip": "long"}, {"flip": "short"}, {"backs": "gutterfold"}], ids=str)
def test_backs_of_an_outline_that_is_no_mirror_of_itself_lie_behind_their_fronts(
    options: dict[str, Any], tmp_path: Path
) -> None:
    file = ells(tmp_path)
    [sheets] = api.make("sheets", file, guides_on="both", gutter=8 * MM, **options)
    assert api.make("verify", files=[sheets.data], pack=file).facts["proven"]
    with pypdfium2.PdfDocument(sheets.data) as pdf:
        pages = [page.render(scale=1, grayscale=True).to_pil() for page in pdf]
    if options.get("backs") == "gutterfold":
        page = pages[0]
        upright = page.height >= page.width
        # A fold across the longer side holds more.
        half = page.height // 2 if upright else page.width // 2
        boxes = (0, 0, page.width, half) if upright else (0, 0, half, page.height)
        front = page.crop(boxes)
        back = ImageOps.flip(page).crop(boxes) if upright else ImageOps.mirror(page).crop(boxes)
    else:
        front, back = pages
        back = ImageOps.mirror(back) if options["flip"] == "long" else ImageOps.flip(back)
    # What is not paper lies at the same places on both sides; text and ruler do not count.
    masks = [
        side.point(lambda level: 255 * (level < 250)).filter(ImageFilter.MedianFilter(9))
        for side in (front, back)
    ]
    apart = ImageChops.difference(*masks).filter(ImageFilter.MinFilter(7))
    assert masks[0].getbbox() is not None
    assert apart.getbbox() is None


def test_a_back_with_the_outline_of_its_front_is_not_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = api.load(ells(tmp_path))
    with monkeypatch.context() as patched:
        patched.setattr(CardFormat, "seen_from_back", property(lambda card: card))
        [sheets] = write_sheets(pack, Job())
    faults = verify_sheets(sheets.data, api.load(ells(tmp_path))).faults
    assert any("a back does not look as the pack has it" in fault for fault in faults)


def test_pictures_press_files_and_checks_know_the_side_of_an_outline(tmp_path: Path) -> None:
    file = ells(tmp_path, "{layout: behind}")
    alphas = [
        Image.open(io.BytesIO(side.png(72))).getchannel("A")
        for side in (api.face(file, "Ell"), api.back(file, "Ell"))
    ]
    assert [alpha.getpixel((8, 8)) for alpha in alphas] == [255, 0]
    assert [alpha.getpixel((alpha.width - 8, 8)) for alpha in alphas] == [0, 255]
    for made in api.make("press", file):
        assert made.report.passed, made.report.findings
    # At the place of its front's text, a back has no paper.
    text = file.read_text().replace("at: [39 mm, 10 mm]", "at: [4 mm, 10 mm]")
    file.write_text(text)
    with pytest.raises(PackError, match="reaches out of the safe zone"):
        api.load(file)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("M0 0 H68 V100 H0", "the path of this outline is open"),
        ("M0 0 L68 100 H0 L68 0 Z", "this outline crosses itself"),
        ("M0 0 H68 V40 H35 V60 H68 V100 H0 V60 H33 V40 H0 Z", "this outline is narrower than 3 mm"),
        ("M0 100 V0 H32 V40 H36 V0 H68 V100 Z", "overlap in a gap of this outline that is 4 mm wide"),
        ("M0 0 V100 H68 V0 H36 V40 H32 V0 Z", "overlap in a gap of this outline that is 4 mm wide"),
        (
            "M0 0 H68 V40 H0 Z M0 60 H68 V100 H0 Z",
            "an outline is one filled path, and this drawing has 2 paths",
        ),
    ],
)
def test_an_outline_that_no_blade_can_follow_is_an_error_at_its_line(
    path: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(PackError) as raised:
        api.load(tabs(tmp_path, path))
    [problem] = raised.value.problems
    assert message in problem.message
    assert problem.mark is not None
    assert problem.mark.line == 6


@pytest.mark.parametrize(
    "path",
    ["M0 100 V20 H31 V40 H37.1 V20 H68 V100 Z", "M0 100 V20 H20 L34 50 L48 20 H68 V100 Z"],
    ids=["a gap of 6.1 mm", "a sharp corner"],
)
def test_wide_gaps_and_corners_are_no_overlap_of_bleeds(path: str, tmp_path: Path) -> None:
    for problem in _problems_of(tabs(tmp_path, path)):
        assert "overlap" not in problem.message


def _problems_of(file: Path) -> list[Problem]:
    try:
        api.load(file)
    except PackError as error:
        return error.problems
    return []


def test_a_closed_path_may_end_where_it_began(tmp_path: Path) -> None:
    api.load(tabs(tmp_path, "M0 0 H68 V100 H0 V0"))


def test_paths_that_are_not_drawn_may_be_open(tmp_path: Path) -> None:
    file, closed = tabs(tmp_path), (tmp_path / "tab.svg").read_text()
    unused = closed.replace("<path", '<defs><path id="a" d="M0 0 H10 V10"/></defs><path')
    (tmp_path / "tab.svg").write_text(unused)
    api.load(file)
    # But one that is used from there is drawn.
    path = '<defs><path id="a" d="M0 0 H68 V100 H0"/></defs><use href="#a"/>'
    (tmp_path / "tab.svg").write_text(closed.partition("<path")[0] + path + "</svg>")
    with pytest.raises(PackError, match="the path of this outline is open"):
        api.load(file)


def test_an_outline_that_its_page_would_cut_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="reaches out of its page and is cut off"):
        api.load(tabs(tmp_path, "M-20 0 H88 V100 H-20 Z"))


def test_handles_of_curves_may_lie_outside_the_page(tmp_path: Path) -> None:
    # The curves reach to 0 and 68, and their handles lie farther out than a tenth of the page.
    path = "M32 0 H36 C78.667 33 78.667 67 36 100 H32 C-10.667 67 -10.667 33 32 0 Z"
    problems = api.examine(tabs(tmp_path, path)).problems
    # The text does not go on this piece; its outline has no faults.
    assert {problem.path[0] for problem in problems} == {"layouts"}


def test_an_outline_is_not_stretched(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"this outline has other proportions than 68 × 80 mm"):
        api.load(tabs(tmp_path, size="68 x 80 mm"))


def test_a_drawn_outline_is_moved_by_the_same_everywhere(tmp_path: Path) -> None:
    card = api.load(tabs(tmp_path)).kinds[0].card
    trim = Rect(0, 0, *card.size)
    assert piece_outline(card, trim, 5).bounds == pytest.approx(trim.grown(5), abs=0.1)
    # The middle of the tab is safe, and what lies as high beside it is not.
    assert is_inside(card, trim, Rect(card.width / 2, card.height - 20, 5, 5), 3)
    assert not is_inside(card, trim, Rect(10, card.height - 20, 5, 5), 0)


def test_no_other_mapping_or_file_is_a_shape(tmp_path: Path) -> None:
    for shape in ({"svg": "tab.png"}, {"path": "tab.svg"}, "tab.svg"):
        with pytest.raises(PackError):
            api.load(changed("coin", shape=shape))


@pytest.mark.parametrize(
    ("path", "safe"),
    [
        # Inside its safe zone the first has no part at the middle height, and the second no room for a frame.
        ("M26 0H34V60H60V90H0V60H26Z", "5 mm"),
        ("M0 0H7V83H53V0H60V90H0Z", "2 mm"),
    ],
)
def test_pieces_with_narrow_parts_have_backs_and_proofs(path: str, safe: str, tmp_path: Path) -> None:
    (tmp_path / "cut.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><path d="{path}"/></svg>'
    )
    file = tmp_path / "narrow.yaml"
    file.write_text(f"""
format: 1
name: Narrow
pieces:
  cut: {{size: 60 x 90 mm, safe: {safe}, shape: {{svg: cut.svg}}, back: {{pattern: rings}}}}
layouts:
  bare: {{boxes: {{dot: {{at: [28 mm, 84 mm], size: [4 mm, 4 mm], show: "", ground: {{color: "#112233"}}}}}}}}
cards:
  - {{piece: cut, layout: bare, rows: [{{dot: a}}]}}
""")
    [proof] = api.make("proof", file, trust=True)
    assert proof.data.startswith(b"%PDF")
    [back] = api.load(file, trust=True).kinds[0].all_backs
    pack = api.load(file, trust=True).kinds[0]
    drawings = [
        each for each in plan_back(pack, back, Rect(0, 0, *pack.card.size)) if isinstance(each, Drawing)
    ]
    assert all(line.shape.segments for each in drawings for line in each.items if isinstance(line, Stroke))
