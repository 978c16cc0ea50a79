"""Pieces larger than the paper: on several sheets, with marks to cut and to glue, each part proven."""

import io
import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from cardgen import api
from cardgen.errors import UsageError
from cardgen.geometry import Rect
from cardgen.layout.imposition import SheetOptions, TiledImposition, impose
from cardgen.layout.tiling import OVERLAP
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

VOYAGE: dict[str, Any] = {
    "format": 1,
    "name": "Voyage",
    "allow": ["contrast"],
    "pieces": {
        "board": {"size": "140 x 130 mm", "back": {"pattern": "rings", "color": "#224466"}},
        "coin": {"size": "25 mm", "shape": "circle"},
    },
    "types": {"big": {"like": "title", "size": "30 pt"}},
    "layouts": {
        "board": {
            "ground": ["#F6E7C1", "#C89A2B"],
            "boxes": {
                "title": {"at": ["6 mm", "6 mm"], "size": ["128 mm", "20 mm"], "type": "big"},
                "text": {"at": ["40 mm", "47 mm"], "size": ["90 mm", "20 mm"], "type": "big"},
            },
        },
        "coin": {"boxes": {"value": {"at": ["6 mm", "9 mm"], "size": ["13 mm", "8 mm"], "type": "title"}}},
    },
    "cards": [
        {"piece": "board", "layout": "board", "rows": [{"title": "The Voyage", "text": "Open sea"}]},
        {"piece": "coin", "layout": "coin", "rows": [{"value": "1", "quantity": 3}]},
    ],
}  # fmt: skip
HEXAGON = {
    **VOYAGE,
    "pieces": {**VOYAGE["pieces"], "board": {"size": "160 mm", "shape": "flat-hexagon"}},
    "layouts": {
        **VOYAGE["layouts"],
        "board": {
            "ground": "#F6E7C1",
            "boxes": {"title": {"at": ["40 mm", "60 mm"], "size": ["80 mm", "20 mm"], "type": "big"}},
        },
    },
}


def board(pack: dict[str, Any] = VOYAGE, **options: Any) -> Any:
    [file] = api.make("sheets", pack, **{"only": ["piece=board"], "paper": "a6", **options})
    return file


def verified(*data: bytes, pack: dict[str, Any] = VOYAGE) -> list[str]:
    proof = api.make("verify", files=list(data), pack=pack)
    return [] if proof.facts["proven"] else list(proof.facts["faults"])


# --- layout -------------------------------------------------------------------------------------


@given(
    size=st.tuples(st.floats(200, 1000), st.floats(300, 1000)),
    bleed=st.floats(0, 10),
    paper=st.sampled_from(((210, 297), (216, 279), (297, 420))),
)
def test_parts_join_without_a_gap_and_keep_to_the_paper(
    size: tuple[float, float], bleed: float, paper: tuple[float, float]
) -> None:
    piece = (size[0] * MM, size[1] * MM)
    made = impose(1, piece, bleed * MM, SheetOptions(paper=(paper[0] * MM, paper[1] * MM)))
    if not isinstance(made, TiledImposition):
        return
    sides = list(made.front_sides())
    assert len(sides) == made.sheets == made.grid.tile_count
    tiles = [side.tile for side in sides if side.tile is not None]
    # No two cores overlap, and together they are as large as the piece.
    assert sum(tile.core.width * tile.core.height for tile in tiles) == pytest.approx(piece[0] * piece[1])
    for place, tile in enumerate(tiles):
        assert Rect(0, 0, *piece).contains(tile.core)
        assert not any(tile.core.overlaps(other.core) for other in tiles[place + 1 :])
    for side, tile in zip(sides, tiles, strict=True):
        [slot] = side.slots
        assert made.grid.printable_area.contains(slot.window)
        assert made.grid.printable_area.contains(made.back_side(side).slots[0].window)
        right = bool(tile.column < made.grid.columns - 1)
        assert tile.printed.right - tile.core.right == pytest.approx(
            OVERLAP if right else min(bleed * MM, tile.printed.right - tile.core.right)
        )


def test_a_piece_that_fits_is_not_cut_apart() -> None:
    assert not isinstance(impose(1, (190 * MM, 280 * MM), 0, SheetOptions()), TiledImposition)
    with pytest.raises(UsageError, match="do not fit"):
        impose(1, (190 * MM, 280 * MM), 0, SheetOptions(rows=2))
    with pytest.raises(UsageError, match="leave --backs gutterfold out"):
        impose(1, (300 * MM, 280 * MM), 0, SheetOptions(backs="gutterfold"))
    with pytest.raises(UsageError, match="takes 120 sheets"):
        impose(1, (1000 * MM, 1000 * MM), 0, SheetOptions(paper=(120 * MM, 150 * MM)))


# --- sheets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pack", "options"),
    [
        (VOYAGE, {"guides": "crop", "landscape": True}),
        (VOYAGE, {"guides": "lines", "flip": "short"}),
        (VOYAGE, {"guides": "ticks", "backs": "none"}),
        (VOYAGE, {"guides": "ticks", "guides_inside": True, "backs": "none"}),
        (VOYAGE, {"guides": "none", "back_offset": (MM, -MM), "back_rotate": 0.3}),
        (VOYAGE, {"guides_on": "both", "copies": 2}),
        (HEXAGON, {"flip": "short", "guides_on": "both"}),
        (HEXAGON, {"backs": "none", "landscape": True}),
    ],
)
def test_boards_are_proven(pack: dict[str, Any], options: dict[str, Any]) -> None:
    assert verified(board(pack, **options).data, pack=pack) == []


def test_backs_in_a_file_of_their_own_are_proven() -> None:
    fronts, backs = api.make("sheets", VOYAGE, only=["piece=board"], backs="separate", paper="a6")
    assert verified(fronts.data, backs.data) == []


def test_boards_are_in_one_file_with_other_pieces() -> None:
    made = api.make("sheets", VOYAGE, paper="a6")
    [file] = made
    assert made.facts["board"] == {"cards": 1, "sheets": 4, "paper": "A6", "parts": [2, 2]}
    assert made.facts["coin"] == {"cards": 3, "sheets": 1, "paper": "A6"}
    assert "glue" in made.next_step
    with pikepdf.open(io.BytesIO(file.data)) as pdf, pdf.open_outline() as outline:
        titles = [str(part.title) for part in outline.root[0].children]
    assert titles[::2] == [f"Sheet {n}, front: {part}" for n, part in enumerate(["A1", "A2", "B1", "B2"], 1)]
    assert verified(file.data) == []


def test_rows_and_columns_have_no_effect_on_parts() -> None:
    size = (400 * MM, 300 * MM)
    [warning] = impose(1, size, 3 * MM, SheetOptions(columns=2)).warnings
    assert warning == "--rows and --columns have no effect on a piece that is larger than the paper"
    assert not impose(1, size, 3 * MM, SheetOptions()).warnings


def test_captions_name_the_part_in_the_language_of_the_pack() -> None:
    large = {**VOYAGE["pieces"], "board": {"size": "300 x 280 mm"}}
    file = board({**VOYAGE, "language": "de", "pieces": large}, paper="a4")
    with pypdfium2.PdfDocument(file.data) as pdf:
        text = pdf[2].get_textpage().get_text_range()
    assert "A2, Seite 3 von 8" in text
    assert "kleben" in text


def test_glued_parts_show_the_whole_board() -> None:
    """Cut and glued as the marks say, the parts are the picture of the board."""
    dpi = 127  # five pixels per millimetre
    [face, *_] = api.make("images", VOYAGE, only=["piece=board"], dpi=dpi, format="png")
    with_bleed = Image.open(io.BytesIO(face.data)).convert("RGB")
    whole = with_bleed.crop((15, 15, with_bleed.width - 15, with_bleed.height - 15))
    glued = Image.new("RGB", whole.size)
    with pypdfium2.PdfDocument(board(guides="none", backs="none").data) as pdf:
        pages = [page.render(scale=dpi / 72).to_pil() for page in pdf]
    made_of = impose(1, (140 * MM, 130 * MM), 3 * MM, SheetOptions(paper=(105 * MM, 148 * MM)))
    assert isinstance(made_of, TiledImposition)
    for page, side in zip(pages, made_of.front_sides(), strict=True):
        assert side.tile is not None
        core, trim = side.tile.core, side.slots[0].trim
        box = [round(value / MM * 5) for value in (core.x, 130 * MM - core.top, core.width, core.height)]
        left, upper = (trim.x + core.x) / MM * 5, page.height - (trim.y + core.top) / MM * 5
        part = page.crop((round(left), round(upper), round(left) + box[2], round(upper) + box[3]))
        glued.paste(part, (box[0], box[1]))
    apart = ImageChops.difference(glued, whole).convert("L")
    inner = apart.crop((9, 9, apart.width - 9, apart.height - 9))
    assert sum(inner.histogram()[60:]) / (inner.width * inner.height) < 0.01


# --- what is wrong is found ---------------------------------------------------------------------


def edited(data: bytes, change: Callable[[pikepdf.Pdf], None]) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


def moved(pdf: pikepdf.Pdf, page: int, by: str) -> None:
    pdf.pages[page].contents_add(f"q {by} cm".encode(), prepend=True)
    pdf.pages[page].contents_add(b"Q")


def swapped(pdf: pikepdf.Pdf, one: int, other: int) -> None:
    first, second = pdf.pages[one], pdf.pages[other]
    for key in ("/Contents", "/Resources"):
        first[key], second[key] = second[key], first[key]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda pdf: swapped(pdf, 0, 2), "page 1: the part is A2 instead of A1"),
        (lambda pdf: swapped(pdf, 1, 3), "a back lies behind no front"),
        (lambda pdf: moved(pdf, 2, "1 0 0 1 1 0"), "page 3: the part A2 lies 0.35 mm beside its place"),
        (lambda pdf: moved(pdf, 3, "1 0 0 1 0 1"), "page 4: a back lies behind no front"),
        (lambda pdf: pdf.pages.__delitem__(slice(6, 8)), "there in 3 parts instead of 4"),
    ],
    ids=["swapped fronts", "swapped backs", "shifted front", "shifted back", "missing"],
)
def test_a_part_that_is_shifted_swapped_or_missing_is_found(
    change: Callable[[pikepdf.Pdf], None], message: str
) -> None:
    faults = verified(edited(board().data, change))
    assert any(message in fault for fault in faults), faults


def test_art_that_is_shifted_under_its_mark_is_found() -> None:
    """The mark says where the piece lies; only the picture tells that it does not lie there."""

    def change(pdf: pikepdf.Pdf) -> None:
        data = pdf.pages[2].Contents.read_bytes()
        assert data.count(b"/FormXob.face-1 Do") == 1
        pdf.pages[2].Contents = pdf.make_stream(
            data.replace(b"/FormXob.face-1 Do", b"1 0 0 1 4 0 cm /FormXob.face-1 Do")
        )

    faults = verified(edited(board().data, change))
    assert any("page 3" in fault and "part A2" in fault for fault in faults), faults


def test_a_caption_with_the_name_of_another_part_is_found() -> None:
    data = board(backs="none").data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        kept = pdf.pages[0].Contents.read_bytes()

    def change(pdf: pikepdf.Pdf) -> None:
        # The caption is the last text of a page: page 2 gets that of page 1.
        own = pdf.pages[1].Contents.read_bytes().rpartition(b"BT")[0]
        pdf.pages[1].Contents = pdf.make_stream(own + b"BT" + kept.rpartition(b"BT")[2])

    faults = verified(edited(data, change))
    assert any("does not say that it is the part A2" in fault for fault in faults), faults


@pytest.mark.usefixtures("unnamed")
def test_faces_of_boards_and_backs_of_hexagons_that_changed_places_are_found() -> None:
    title = {"at": ["8 mm", "14 mm"], "size": ["24 mm", "8 mm"], "type": "title"}
    pack = {
        "format": 1,
        "name": "Bays",
        "pieces": {"board": {"size": "230 x 240 mm"}, "tile": {"size": "40 mm", "shape": "hexagon"}},
        "layouts": {"name": {"boxes": {"name": title}}, "behind": {"boxes": {}}},
        "cards": [
            {"piece": "board", "layout": "name", "rows": [{"name": "Bay"}, {"name": "Sea"}]},
            {"piece": "tile", "layout": "name", "rows": [{"name": "Fish"}]},
            {"piece": "tile", "layout": "name", "back": {"layout": "behind"}, "rows": [{"name": "Gold"}]},
        ],
    }
    [sheets] = api.make("sheets", pack)

    def swap_boards(pdf: pikepdf.Pdf) -> None:
        faces = {
            key: (page.Resources.XObject, key)
            for page in pdf.pages
            for key in page.Resources.XObject
            if re.search(r"face-[12]$", key) and float(page.Resources.XObject[key].BBox[2]) > 400
        }
        (one, first), (other, second) = faces.values()
        drawings = one[first], other[second]
        for page in pdf.pages:
            for key, drawing in ((first, drawings[1]), (second, drawings[0])):
                if key in page.Resources.XObject:
                    page.Resources.XObject[key] = drawing

    def swap_backs(pdf: pikepdf.Pdf) -> None:
        """Swap them with their marks: each is drawn as it says, behind another front."""
        page = pdf.pages[-1]
        swapped = {b"back": b"back-2", b"back-2": b"back"}
        data = re.sub(rb"\bback(-2)?\b", lambda found: swapped[found[0]], page.Contents.read_bytes())
        page.Contents = pdf.make_stream(data)

    for change, message in (
        (swap_boards, "part A1, does not look as the pack has it"),
        (swap_backs, "lies the back of other pieces"),
    ):
        faults = api.make("verify", files=[edited(sheets.data, change)], pack=pack).facts["faults"]
        assert any(message in fault for fault in faults), faults
