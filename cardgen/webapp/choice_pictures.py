"""Small pictures of the choices in forms: papers, cards, guides, cutters, boxes, printers, tables.

Each is an SVG of 96 × 72 with a ground of its own, so that it is visible on light and dark pages. Sizes are
to scale within a field. Choices without a visible form have no picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from ..art.face import card_side
from ..art.items import Fill
from ..art.svg_writer import write_svg
from ..checks.examination import load
from ..colour.colors import BLACK
from ..geometry import Rect
from ..layout.materials import SLEEVES, STOCKS
from ..pack.values import PATTERN_NAMES, SYMBOL_NAMES
from ..prepress.printers import library as printers
from ..text.symbols import symbol_shape
from ..units import CARDS, MM, PAPERS

_WIDE, _HIGH = 96.0, 72.0
_PAPER, _LINE, _BACK, _ART, _DARK, _PALE = "#ffffff", "#6b6f76", "#2f6296", "#e0a04a", "#22252a", "#e9edf1"
_CUT, _TINT, _TINTED_BACK, _KRAFT = "#c0262c", "#f4dfbd", "#9dbbd8", "#b8935f"
#: The box in 3D is drawn once, by hand.
_STATIC = Path(__file__).parent / "static"


# --- shapes --------------------------------------------------------------------------------------


def _svg_document(*parts: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 72">{"".join(parts)}</svg>'


def _box_svg(
    x: float,
    y: float,
    wide: float,
    high: float,
    fill: str = _PAPER,
    line: str = _LINE,
    radius: float = 0,
    *,
    dash: str = "",
    width: float = 1,
) -> str:
    """Return a rectangle with its upper left corner at x, y."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{radius:.1f}" '
        f'fill="{fill}" stroke="{line}" stroke-width="{width}"{dashed}/>'
    )


def _path_svg(steps: str, line: str = _DARK, fill: str = "none", width: float = 1.2, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{steps}" fill="{fill}" stroke="{line}" stroke-width="{width}"{dashed}/>'


def _text_svg(x: float, y: float, text: str, size: float = 9, fill: str = _DARK) -> str:
    """Return a text with its middle at x and its base line at y."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="sans-serif" font-size="{size}" text-anchor="middle" '
        f'fill="{fill}">{text}</text>'
    )


def _face_svg(x: float, y: float, wide: float = 18, high: float = 25, suit: str = _ART) -> str:
    """Return the face of a card: white, with a disc and lines of text."""
    low, left, right = y + high, x + wide * 0.2, x + wide * 0.8
    return (
        _box_svg(x, y, wide, high, radius=2)
        + f'<circle cx="{x + wide / 2:.1f}" cy="{y + high * 0.38:.1f}" r="{wide * 0.25:.1f}" fill="{suit}"/>'
        + "".join(
            _path_svg(f"M{left:.1f} {low - high * up:.1f}H{right:.1f}", _LINE, width=1) for up in (0.22, 0.12)
        )
    )


def _back_svg(x: float, y: float, wide: float = 18, high: float = 25) -> str:
    """Return the back of a card: blue, with a frame."""
    inner = _box_svg(x + 2.5, y + 2.5, wide - 5, high - 5, "none", "#ffffff", 1, width=0.8)
    return _box_svg(x, y, wide, high, _BACK, _LINE, 2) + inner


def _dot_svg(radius: float, fill: str, x: float, y: float) -> str:
    """Return a disc with its middle at x, y."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{_LINE}"/>'


def _lines_svg(x: float, y: float, wide: float, count: int, step: float = 5) -> str:
    """Return lines of text."""
    steps = "".join(f"M{x:.1f} {y + step * at:.1f}h{wide:.1f}" for at in range(count))
    return _path_svg(steps, _LINE, width=1.4)


_SHEET = (22.0, 3.0, 52.0, 66.0)
#: The cards on a sheet: their left and upper sides, width and height.
_ON_SHEET = [(x, y, 18.0, 25.0) for y in (9.0, 38.0) for x in (27.0, 51.0)]
#: The same cards side by side, as guides divide them.
_SOLID = [(x, y, 18.0, 25.0) for y in (11.0, 36.0) for x in (30.0, 48.0)]


def _sheet_svg(*parts: str) -> str:
    return _box_svg(*_SHEET) + "".join(parts)


def _cards_svg(places: list[tuple[float, float, float, float]], radius: float = 0) -> str:
    return "".join(_box_svg(*place, _TINT, "none", radius) for place in places)


_CROP_MARKS = "M30 4v5M30 63v5M48 4v5M48 63v5M66 4v5M66 63v5M23 11h5M68 11h5M23 36h5M68 36h5M23 61h5M68 61h5"


def _guide_pictures() -> Iterator[tuple[str, str]]:
    xs, ys = (30, 48, 66), (11, 36, 61)
    ticks = "".join(f"M{x - 2.5} {y}h5M{x} {y - 2.5}v5" for x in xs for y in ys)
    lines = "".join(f"M{x} 3v66" for x in xs) + "".join(f"M22 {y}h52" for y in ys)
    thin = 0.9
    yield (
        "auto",
        _sheet_svg(_cards_svg(_SOLID), _path_svg(_CROP_MARKS, width=thin), _text_svg(48, 41, "?", 14)),
    )
    yield "crop", _sheet_svg(_cards_svg(_SOLID), _path_svg(_CROP_MARKS, width=thin))
    yield "lines", _sheet_svg(_cards_svg(_SOLID), _path_svg(lines, width=thin))
    yield "ticks", _sheet_svg(_cards_svg(_SOLID), _path_svg(ticks, width=thin))
    rounded = "".join(_box_svg(x, y, wide, high, "none", _DARK, 3, width=thin) for x, y, wide, high in _SOLID)
    yield "rounded", _sheet_svg(_cards_svg(_SOLID, 3), rounded)
    yield "none", _sheet_svg(_cards_svg(_SOLID))


def _two_sheets_svg(front: str, back: str, fill: str = _TINT) -> str:
    """Return a front and a back side by side. front, back: the parts to draw on each, from its upper left
    corner.
    """

    def side_svg(x: float, over: str, color: str) -> str:
        cards = "".join(_box_svg(x + 7 + a, 14 + b, 12, 17, color, "none") for a in (0, 14) for b in (0, 19))
        return f'{_box_svg(x, 8, 40, 56)}{cards}<g transform="translate({x} 8)">{over}</g>'

    return side_svg(4, front, fill) + side_svg(52, back, _TINTED_BACK)


_CORNERS = _path_svg("M7 1v4M19 1v4M33 1v4M7 51v4M19 51v4M33 51v4M1 6h4M35 6h4M1 42h4M35 42h4", width=1)


def _guide_side_pictures() -> Iterator[tuple[str, str]]:
    yield "fronts", _two_sheets_svg(_CORNERS, "")
    yield "backs", _two_sheets_svg("", _CORNERS)
    yield "both", _two_sheets_svg(_CORNERS, _CORNERS)


_SQUARE = _box_svg(25, 6, 5, 5, _DARK, "none")
_L_MARKS = "M63 7h8v8M25 57v8h8"


def _cutter_pictures() -> Iterator[tuple[str, str]]:
    inner = [(x, y, 15.0, 21.0) for y in (13.0, 38.0) for x in (32.0, 49.0)]
    cut = "".join(_box_svg(*place, "none", _CUT, 2.5, width=0.9) for place in inner)
    yield "silhouette", _sheet_svg(_cards_svg(inner, 2.5), cut, _SQUARE, _path_svg(_L_MARKS, width=1.6))
    frame = _box_svg(27, 8, 42, 56, "none", _DARK, width=1.6)
    yield "cricut", _sheet_svg(_cards_svg(inner, 2.5), cut, frame)
    yield "outlines", _sheet_svg(cut)


def _registration_pictures() -> Iterator[tuple[str, str]]:
    yield "three", _sheet_svg(_SQUARE, _path_svg(_L_MARKS, width=1.8))
    yield "four", _sheet_svg(_path_svg("M25 15v-8h8M63 7h8v8M25 57v8h8M71 57v8h-8", width=1.8))


def _back_pictures() -> Iterator[tuple[str, str]]:
    turn = _path_svg("M44 4a10 10 0 0 1 8 0m-3 -2.5l3.2 2.5l-3.4 2.4", _CUT)
    yield "duplex", _two_sheets_svg("", "") + turn
    piles = "".join(
        _box_svg(4 + d, 11 - d, 38, 52) + _box_svg(52 + d, 11 - d, 38, 52, _TINTED_BACK) for d in (0, 2, 4)
    )
    yield "separate", piles
    yield "none", _sheet_svg(_cards_svg(_SOLID))
    pairs = "".join(
        _box_svg(x, y, 18, 25, color, "none")
        for y in (9, 38)
        for x, color in ((29, _TINT), (49, _TINTED_BACK))
    )
    fold = _path_svg("M48 1v70", _CUT, dash="4 2.5")
    yield "gutterfold", _sheet_svg(pairs, fold)
    # Of a press file.
    yield (
        "each",
        "".join(_face_svg(x, 6) for x in (14, 39, 64)) + "".join(_back_svg(x, 41) for x in (14, 39, 64)),
    )
    yield "once", "".join(_face_svg(x, 6) for x in (14, 39, 64)) + _back_svg(39, 41)


def _flip_pictures() -> Iterator[tuple[str, str]]:
    page = _box_svg(28, 8, 40, 56) + _box_svg(34, 14, 28, 44, _TINT, "none")
    yield (
        "long",
        page
        + _path_svg("M68 3v66", _CUT, dash="4 2.5")
        + _path_svg("M74 26a14 14 0 0 1 0 20m-3.5 -2l3 2.5l3 -3", _CUT),
    )
    yield (
        "short",
        page
        + _path_svg("M23 64h50", _CUT, dash="4 2.5")
        + _path_svg("M38 68a14 5 0 0 0 20 0m-3.5 -1.5l3.8 1l-1 -3.4", _CUT),
    )


# --- sizes ---------------------------------------------------------------------------------------


def _paper_pictures() -> Iterator[tuple[str, str]]:
    scale = 66 / max(high for _, high in PAPERS.values())
    for name, size in PAPERS.items():
        wide, high = (side * scale for side in size)
        x, y = (_WIDE - wide) / 2, (_HIGH - high) / 2
        # A poker card beside it shows the scale.
        card = _box_svg(x + 2, y + 2, 63.5 * scale, 88.9 * scale, _ART, "none", 1)
        yield name, _box_svg(x, y, wide, high) + card
    yield "card", _face_svg(38, 22, 20, 28)
    for name in ("html", "epub"):
        phone = _box_svg(32, 4, 32, 64, _DARK, _LINE, 5) + _box_svg(35, 9, 26, 52)
        reader = _box_svg(26, 4, 44, 64, _PALE, _LINE, 4) + _box_svg(31, 9, 34, 48)
        yield (
            name,
            phone + _lines_svg(38, 16, 20, 8) if name == "html" else reader + _lines_svg(35, 16, 26, 8),
        )


def _card_size_pictures() -> Iterator[tuple[str, str]]:
    scale = 66 / max(high for _, high in CARDS.values())
    for name, size in CARDS.items():
        wide, high = (side * scale for side in size)
        across, up = 63.5 * scale, 88.9 * scale
        poker = _box_svg((_WIDE - across) / 2, (_HIGH - up) / 2, across, up, "none", _BACK, 2, dash="3 2")
        yield name, _face_svg((_WIDE - wide) / 2, (_HIGH - high) / 2, wide, high) + poker


def _sleeve_pictures() -> Iterator[tuple[str, str]]:
    scale = 66 / max(each.outer[1] for each in SLEEVES.values())
    for name, each in SLEEVES.items():
        wide, high = (side * scale for side in each.card)
        around, over = (side * scale for side in each.outer)
        y = _HIGH - 3 - over
        sleeve = _box_svg((_WIDE - around) / 2, y, around, over, "#cfe3f3", _BACK, 1.5)
        yield name, sleeve + _face_svg((_WIDE - wide) / 2, y + (over - high) * 0.7, wide, high)


def _stock_pictures() -> Iterator[tuple[str, str]]:
    count = 54
    scale = 52 / max(each.thickness for each in STOCKS.values())
    for name, each in STOCKS.items():
        high = each.thickness * scale
        pile = _box_svg(14, 68 - high, 50, high)
        edges = "".join(f"M14 {68 - high * at / 9:.1f}h50" for at in range(1, 9))
        ruler = _path_svg(f"M72 {68 - high:.1f}v{high:.1f}m-3 0h6m-6 {-high:.1f}h6", _CUT)
        label = _box_svg(14, 1, 68, 12, _PALE, "none", 2)
        shown = _text_svg(48, 10, f"{count} = {count * each.thickness / MM:.0f} mm", 9)
        yield name, pile + _path_svg(edges, "#c9ccd1", width=0.7) + ruler + label + shown


def _product_pictures() -> Iterator[tuple[str, str]]:
    """Yield (name of a printer, SVG of the sizes that it cuts, drawn over one another with a
    common corner).
    """
    for name in printers.preset_names():
        products = printers.find_preset(name).products
        sizes = sorted({each.trim for each in products}, key=lambda each: -each[0] * each[1])
        # Boards would make all cards small.
        sizes = [each for each in sizes if max(each) <= 130 * MM] or sizes
        scale = min(64 / max(high for _, high in sizes), 88 / max(wide for wide, _ in sizes))
        left = (_WIDE - max(wide for wide, _ in sizes) * scale) / 2
        yield (
            name,
            "".join(
                _box_svg(left, 68 - high * scale, wide * scale, high * scale, _PAPER, _BACK, 2.5)
                for wide, high in sizes
            ),
        )


# --- decks, files and tables ---------------------------------------------------------------------


def _order_pictures() -> Iterator[tuple[str, str]]:
    def row(kinds: str, y: float = 23.5) -> str:
        step = 88 / max(len(kinds), 4)
        left = (_WIDE - step * len(kinds)) / 2
        return "".join(
            (_back_svg if kind == "b" else _face_svg)(left + step * at + 1, y, 18, 25)
            for at, kind in enumerate(kinds)
        )

    orders = {"face-back": "fbfb", "back-face": "bfbf", "back-last": "fffb", "back-first": "bfff"}
    for word, kinds in {**orders, "faces": "ffff"}.items():
        yield word, row(kinds)
    yield "separate", row("fff", 6) + row("bbb", 41)


def _sharing_pictures() -> Iterator[tuple[str, str]]:
    green = "#4a8f5c"
    yield "card", _face_svg(8, 23) + _face_svg(30, 23) + _face_svg(52, 23) + _face_svg(74, 23, suit=green)
    yield (
        "face",
        _face_svg(22, 20)
        + _text_svg(31, 57, "× 3", 11, _LINE)
        + _face_svg(56, 20, suit=green)
        + _text_svg(65, 57, "× 1", 11, _LINE),
    )


def _part_pictures() -> Iterator[tuple[str, str]]:
    yield "faces", _face_svg(22, 18, 26, 36) + _face_svg(50, 18, 26, 36)
    yield "backs", _back_svg(22, 18, 26, 36) + _back_svg(50, 18, 26, 36)


def _die_line_pictures() -> Iterator[tuple[str, str]]:
    def die(x: float, y: float) -> str:
        return _box_svg(x + 3, y + 3, 20, 30, "none", _CUT, 3, width=1.3)

    def page(x: float, y: float) -> str:
        return _box_svg(x, y, 26, 36, _TINT)

    yield "art", page(35, 18) + die(35, 18)
    yield "page", page(8, 18) + page(36, 18) + _box_svg(64, 18, 26, 36) + die(64, 18)
    yield (
        "file",
        page(8, 14)
        + page(13, 19)
        + _box_svg(60, 18, 26, 36)
        + die(60, 18)
        + _path_svg("M50 8v56", _LINE, dash="3 3"),
    )


_STAR = "l2.6 5.6l6 .7l-4.5 4.1l1.2 6l-5.3 -3l-5.3 3l1.2 -6l-4.5 -4.1l6 -.7z"


def _special_ink_pictures() -> Iterator[tuple[str, str]]:
    def star(x: float, y: float, fill: str, line: str = "none") -> str:
        return _path_svg(f"M{x} {y}{_STAR}", line, fill)

    foil = "#c9a227"
    yield (
        "separations",
        _box_svg(22, 20, 32, 44, _TINT)
        + _box_svg(42, 8, 32, 44, "#ffffffb0", foil, dash="3 2")
        + star(58, 22, foil),
    )
    yield "files", _box_svg(10, 14, 32, 44, _TINT) + _box_svg(54, 14, 32, 44) + star(70, 28, _DARK)
    yield "none", _box_svg(32, 14, 32, 44, _TINT) + star(48, 28, _ART)


def _window_svg() -> str:
    """Return the empty window of a browser as SVG."""
    dots = "".join(_dot_svg(1.5, _LINE, x, 11.5) for x in (12, 18, 24))
    return _box_svg(6, 6, 84, 60, _PAPER, _LINE, 4) + _box_svg(6, 6, 84, 11, _PALE, _LINE, 4) + dots


def _table_pictures() -> Iterator[tuple[str, str]]:
    felt = _path_svg("M22 20h52l16 42h-84z", "#5b4222", "#3f7d58", 2)
    pile = "".join(
        _path_svg(f"M38 {42 - d}l3 -14h14l3 14z", _LINE, _BACK if d == 4 else _PAPER, 1) for d in (0, 2, 4)
    )
    yield "tabletop-simulator", felt + pile
    yield "playingcards-io", _window_svg() + _back_svg(20, 28) + _face_svg(42, 28) + _face_svg(62, 28)
    phone = _box_svg(14, 12, 68, 48, _DARK, _LINE, 7) + _box_svg(20, 16, 56, 40, "#dcebe1")
    yield "card-game-simulator", phone + _back_svg(26, 23) + _face_svg(50, 23)
    slots = "".join(
        _box_svg(52, y, 36, 16, _PAPER) + _text_svg(70, y + 11.5, f"× {n}", 9)
        for n, y in ((2, 8), (1, 28), (4, 48))
    )
    arrows = _path_svg("M34 36h12m-4 -4l4 4l-4 4", _CUT)
    yield "mpc-autofill", _face_svg(10, 14) + _face_svg(13, 34) + arrows + slots


def _bag_pictures() -> Iterator[tuple[str, str]]:
    bag = _path_svg("M36 22c-22 22 -16 44 12 44s34 -22 12 -44z", "#5b4222", _KRAFT, 1.5) + _path_svg(
        "M34 22h28", "#5b4222", width=3
    )
    yield "draw", bag + _dot_svg(6, _ART, 48, 10) + _dot_svg(6, _ART, 42, 48) + _dot_svg(6, _ART, 55, 50)
    yield "infinite", bag + _dot_svg(6, _ART, 48, 10) + _text_svg(48, 56, "∞", 24, "#ffffff")


def _style_pictures() -> Iterator[tuple[str, str]]:
    red = "#b3322a"
    index = _text_svg(36, 22, "7", 12, "{}") + _text_svg(60, 60, "7", 12, "{}")
    disc = f'<circle cx="48" cy="36" r="13" fill="{red}"/>'
    yield (
        "disc",
        _box_svg(27, 6, 42, 60, radius=4)
        + disc
        + _text_svg(48, 41.5, "7", 15, "#ffffff")
        + index.format(red, red),
    )
    yield (
        "solid",
        _box_svg(27, 6, 42, 60, red, _LINE, 4)
        + _text_svg(48, 44, "7", 22, "#ffffff")
        + index.format("#ffffff", "#ffffff"),
    )
    yield (
        "paper",
        _box_svg(27, 6, 42, 60, radius=4) + _text_svg(48, 44, "7", 22, red) + index.format(red, red),
    )


def _summary_page_pictures() -> Iterator[tuple[str, str]]:
    yield "rules", _sheet_svg(_lines_svg(27, 11, 18, 11), _lines_svg(51, 11, 18, 11))
    yield (
        "first-game",
        _sheet_svg(
            _lines_svg(27, 11, 42, 2),
            *(_face_svg(x, 24, 12, 17) for x in (27, 42, 57)),
            _lines_svg(27, 50, 42, 3),
        ),
    )
    yield (
        "player-aid",
        _sheet_svg(
            *(
                _box_svg(27, y, 42, 13, _TINT, "none", 1.5) + _lines_svg(30, y + 4.5, 30, 2, 4)
                for y in (9, 26, 43)
            )
        ),
    )
    grid = "".join(f"M27 {y}h42" for y in range(10, 66, 9)) + "".join(f"M{x} 10v54" for x in (27, 41, 55, 69))
    yield "score-sheet", _sheet_svg(_path_svg(grid, _LINE))


def _offer_pictures() -> Iterator[tuple[str, str]]:
    """Yield (kind, SVG) for each kind of files that the page offers in *Make*."""
    tick = _path_svg("M62 52l7 8l14 -18", "#2f8f4e", width=5)
    lens = _dot_svg(15, _DARK, 64, 44) + _dot_svg(12, "#ffffff", 64, 44) + _path_svg("M74 55l10 11", width=5)
    small_sheet = _box_svg(10, 4, 46, 62) + "".join(
        _box_svg(x, y, 16, 22, _TINT, "none") for y in (10, 37) for x in (16, 34)
    )
    book = _path_svg(
        "M48 14c-10 -7 -26 -7 -38 -3v50c12 -4 28 -4 38 3c10 -7 26 -7 38 -3v-50c-12 -4 -28 -4 -38 3z",
        _LINE,
        _PAPER,
        1.5,
    )
    open_book = book + _path_svg("M48 14v50", _LINE) + _lines_svg(17, 22, 24, 7) + _lines_svg(55, 22, 24, 7)
    papers, tables, pages = dict(_paper_pictures()), dict(_table_pictures()), dict(_summary_page_pictures())
    four_inks = ((0, "#5bb0d8"), (6, "#d8609a"), (12, "#f0d050"), (18, "#50545a"))
    press = "".join(_box_svg(14 + d, 8 + d, 36, 48, color, _LINE) for d, color in four_inks)
    cross = _path_svg("M48 12v48M24 36h48M36 20v6M60 46v6", _DARK, width=1) + _path_svg(
        "M50.5 14v48M26 38h48", _CUT, width=1
    )
    listed = "".join(_box_svg(24, y, 7, 7, "none", _DARK, width=1.3) for y in (12, 26, 40)) + "".join(
        _lines_svg(37, y, 28, 1) for y in (16, 30, 44)
    )
    yield "build", small_sheet + f'<g transform="translate(34 22) scale(.62)">{open_book}</g>'
    yield "sheets", _sheet_svg(_cards_svg(_SOLID), _path_svg(_CROP_MARKS, width=0.9))
    yield "rulebook", open_book
    yield "html", papers["html"]
    yield "epub", papers["epub"]
    yield "summary", pages["rules"]
    yield "box", dict(_box_type_pictures())["tuck"]
    yield "press", press
    yield "proof", _face_svg(12, 6, 42, 58) + lens
    yield "order", _sheet_svg(listed)
    yield "images", _face_svg(8, 12, 34, 47) + _back_svg(54, 12, 34, 47)
    yield (
        "share",
        _window_svg()
        + "".join(_face_svg(x, 24, 14, 19) + _face_svg(x, 45, 14, 19) for x in (14, 34, 54, 74)),
    )
    yield "tabletop", tables["tabletop-simulator"]
    yield "playingcards", tables["playingcards-io"]
    yield "verify", small_sheet + tick
    yield "preflight", press + tick
    yield "calibrate", _sheet_svg(cross)
    yield "readings", _sheet_svg(cross) + _path_svg("M62 60l22 -26l6 5l-22 26l-8 3z", _DARK, _ART)
    dice = _box_svg(50, 30, 30, 30, _PAPER, _LINE, 5) + "".join(
        _dot_svg(2.6, _DARK, at + 13, at - 7) for at in (45, 52, 59)
    )
    yield "logs", _face_svg(14, 10, 34, 47) + dice
    yield (
        "words",
        _box_svg(6, 8, 48, 34, _PAPER, _LINE, 5)
        + _text_svg(30, 31, "Aa", 18)
        + _box_svg(42, 30, 48, 34, _BACK, _LINE, 5)
        + _text_svg(66, 53, "Ää", 18, "#ffffff"),
    )


def _box_type_pictures() -> Iterator[tuple[str, str]]:
    for word in ("tuck", "two-piece", "insert"):
        drawn = (_STATIC / f"box-{word}.svg").read_text(encoding="utf-8")
        yield word, drawn.partition(">")[2].rpartition("</svg>")[0]


_FIELDS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "paper": _paper_pictures,
    "format": _paper_pictures,
    "book": _paper_pictures,
    "size": _card_size_pictures,
    "sleeves": _sleeve_pictures,
    "stock": _stock_pictures,
    "printer": _product_pictures,
    "guides": _guide_pictures,
    "guides_on": _guide_side_pictures,
    "cutter": _cutter_pictures,
    "registration": _registration_pictures,
    "backs": _back_pictures,
    "flip": _flip_pictures,
    "order": _order_pictures,
    "per": _sharing_pictures,
    "part": _part_pictures,
    "die_line": _die_line_pictures,
    "special_inks": _special_ink_pictures,
    "table": _table_pictures,
    "bags": _bag_pictures,
    "style": _style_pictures,
    "page": _summary_page_pictures,
    "type": _box_type_pictures,
    "kind": _offer_pictures,
}


@cache
def _pictures_of_field(field: str) -> dict[str, str]:
    if field == "back":
        return {name: _pattern_of_back(name) for name in PATTERN_NAMES}
    if field == "symbol":
        place = (_HIGH, 0.0, 0.0, _HIGH, 0.5 * _HIGH, 0.5 * _HIGH)
        return {
            name: write_svg([Fill(symbol_shape(name), BLACK, place)], (_HIGH, _HIGH)) for name in SYMBOL_NAMES
        }
    if field not in _FIELDS:
        return {}
    return {word: _svg_document(drawn) for word, drawn in _FIELDS[field]()}


def _pattern_of_back(name: str) -> str:
    """Return a back with a pattern, as cards have it."""
    card = {"layout": "title", "rows": [{"title": "A"}]}
    pack = load({"format": 1, "name": "Backs", "back": {"pattern": name, "color": _BACK}, "cards": [card]})
    size = pack.card.size
    return write_svg([card_side(pack, "back", Rect(0, 0, *size))], size)


def choice_picture(field: str, word: str) -> str | None:
    """Return the SVG picture of a word that a field of a form offers; None if the word has no picture."""
    return _pictures_of_field(field).get(word)


def pictures_of_choices(field: str, words: list[str]) -> dict[str, str]:
    """Return the address of the picture of each word that a field offers; {} if fewer than two have one."""
    known = PATTERN_NAMES if field == "back" else _pictures_of_field(field)
    found = {word: f"choice/{field}/{word}.svg" for word in words if word in known}
    return found if len(found) > 1 else {}
