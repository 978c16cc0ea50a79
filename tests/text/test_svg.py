"""SVG files as icons: drawn as a browser shows them; what is not supported is told by its name."""

from __future__ import annotations

import io
import time
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from reportlab.pdfgen.canvas import Canvas

from cardgen.art.items import Fill, Group, Item
from cardgen.art.pdf_writer import PdfWriter
from cardgen.colour.colors import BLACK, WHITE, color_from_hex
from cardgen.errors import PackError
from cardgen.text.icons import read_svg
from cardgen.text.outlines import Icon, Shape, ellipse, path_shape
from cardgen.text.strokes import stroke_area
from cardgen.text.svg import examine_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
SIZE = 100


def icon(tmp_path: Path, body: str, head: str = HEAD) -> Icon:
    file = tmp_path / "icon.svg"
    file.write_text(f"{head}{body}</svg>", encoding="utf-8")
    return read_svg(file)


def told(tmp_path: Path, text: str | bytes) -> list[str]:
    file = tmp_path / "icon.svg"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [
        f"{each.severity} {each.mark and each.mark.line}: {each.message}" for each in examine_svg(file)[1]
    ]


def drawn(made: Icon) -> Image.Image:
    """An icon on white, the surrounding ink black."""
    canvas = Canvas(buffer := io.BytesIO(), pagesize=(SIZE * made.width, SIZE))
    items: list[Item] = []
    for shape, color, opacity in made.layers:
        fill = Fill(shape, color or BLACK, (SIZE, 0, 0, SIZE, 0, 0))
        items.append(fill if opacity == 1 else Group((fill,), opacity))
    PdfWriter(canvas).write_items(items)
    canvas.save()
    return pypdfium2.PdfDocument(buffer.getvalue())[0].render().to_pil().convert("RGB")


def pixel(made: Icon, x: int, y: int) -> str:
    """The colour of a point of the page, y downwards as in SVG."""
    return "#" + "".join(f"{part:02X}" for part in drawn(made).getpixel((x, y)))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("body", "inked", "bare"),
    [
        ('<rect x="10" y="20" width="30" height="60"/>', (15, 75), (45, 75)),
        ('<rect x="10" y="10" width="80" height="80" rx="40" ry="20"/>', (50, 12), (12, 12)),
        ('<circle cx="50" cy="50" r="40"/>', (50, 12), (15, 15)),
        ('<ellipse cx="50" cy="50" rx="20" ry="45"/>', (50, 8), (25, 50)),
        ('<polygon points="10,10 90 10 50,90"/>', (50, 80), (20, 80)),
        ('<path d="M10 10h80v80h-80zM30 30v40h40v-40z"/>', (20, 20), (50, 50)),
        ('<path d="M10 50a40 40 0 1 1 80 0z"/>', (50, 15), (50, 60)),
        ('<path fill-rule="evenodd" d="M10 10h80v80h-80zM30 30h40v40h-40z"/>', (20, 20), (50, 50)),
        ('<path fill-rule="evenodd" d="M5 5h90v90h-90zM20 20h60v60h-60zM40 40h20v20h-20z"/>', (50, 50),
         (30, 30)),
        ('<g transform="translate(50 50) rotate(45)"><rect x="-30" y="-3" width="60" height="6"/></g>',
         (68, 68), (68, 32)),
        ('<g transform="matrix(2 0 0 1 0 0)"><rect transform="scale(1,3)" width="40" height="30"/></g>',
         (78, 88), (82, 50)),
        ('<line x1="10" y1="10" x2="90" y2="90" stroke="black" stroke-width="10"/>', (50, 50), (50, 35)),
        ('<circle cx="50" cy="50" r="30" fill="none" stroke="#000" stroke-width="10"/>', (50, 17), (50, 50)),
        ('<polyline points="10,80 50,20 90,80" style="fill:none;stroke:black;stroke-width:8px"/>', (50, 17),
         (50, 70)),
        ('<g display="none"><rect width="100" height="100"/></g><circle cx="50" cy="50" r="40"/>', (50, 50),
         (5, 5)),
        ('<defs><g id="a" fill="#000"><circle r="20"/></g></defs><use href="#a" x="30" y="50"/>', (30, 50),
         (60, 50)),
        ('<use xlink:href="#b" xmlns:xlink="http://www.w3.org/1999/xlink" transform="rotate(90 50 50)"/>'
         '<path id="b" d="M10 10h20v80h-20z"/>', (80, 20), (80, 40)),
        ('<symbol id="c" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
         '<use href="#c" x="40" y="20" width="50" height="30"/>', (60, 45), (45, 45)),
        ('<path d="M20 20h60v60h-60z" fill="#FFF" stroke="#000" stroke-width="20" paint-order="stroke"/>',
         (15, 50), (25, 50)),
        ('<path fill-rule="evenodd" d="M50 5L77 90L5 35H95L23 90Z"/>', (50, 20), (50, 50)),
        ('<clipPath id="a"><circle cx="50" cy="50" r="30"/><use href="#b"/></clipPath>'
         '<g clip-path="url(#a)"><rect width="100" height="100"/></g>'
         '<defs><rect id="b" width="20" height="20"/></defs>', (10, 10), (10, 50)),
        ('<clipPath id="a"><path clip-rule="evenodd" d="M0 0h90v90h-90zM30 30h30v30h-30z"/></clipPath>'
         '<rect width="90" height="90" transform="translate(10)" clip-path="url(#a)"/>', (30, 50), (50, 50)),
        ('<path d="M0 50H100" stroke="#000" stroke-width="20" stroke-dasharray="30 10"'
         ' stroke-dashoffset="-20"/>', (25, 50), (55, 50)),
        ('<symbol id="a" viewBox="0 0 10 10"><circle cx="5" cy="10" r="5"/></symbol>'
         '<use href="#a" width="60" height="60"/>', (30, 50), (30, 70)),
        ('<circle r="90"/><g opacity="0"><rect width="100" height="100"/></g>', (40, 40), (80, 80)),
        ('<svg:rect xmlns:svg="http://www.w3.org/2000/svg" width="60" height="90"/>', (50, 50), (70, 50)),
    ],
)  # fmt: skip
def test_shapes_strokes_and_transforms(
    tmp_path: Path, body: str, inked: tuple[int, int], bare: tuple[int, int]
) -> None:
    made = icon(tmp_path, body)
    assert pixel(made, *inked) == "#000000"
    assert pixel(made, *bare) == "#FFFFFF"


@pytest.mark.parametrize(
    ("body", "colors"),
    [
        ('<circle r="60"/>', [None]),
        ('<circle r="60" fill="currentColor"/>', [None]),
        ('<circle r="60"/><circle r="30" fill="white"/>', [None, WHITE]),
        ('<circle r="60" fill="gold"/><circle r="30"/>', [color_from_hex("#FFD700"), BLACK]),
        ('<circle r="60" fill="rgb(200, 16, 46)"/>', [color_from_hex("#C8102E")]),
        ('<style>.a{fill:#C8102E}</style><circle class="a" r="60"/>', [color_from_hex("#C8102E")]),
        (
            "<defs><style>.b, .a {fill: blue} /* .a{} */ .a{fill:#C8102E}</style></defs>"
            '<path class="a b" d="M0 0H60V60Z"/>',
            [color_from_hex("#C8102E")],
        ),
        ('<g fill="#c8102e"><circle r="60" fill="inherit"/></g>', [color_from_hex("#C8102E")]),
    ],
)
def test_black_alone_takes_the_ink_around_and_other_colours_stay(
    tmp_path: Path, body: str, colors: list[object]
) -> None:
    made = icon(tmp_path, body, HEAD.replace("0 0 100 100", "-60 -60 120 120"))
    assert [layer.color for layer in made.layers] == colors


def test_a_clip_to_the_whole_page_changes_nothing(tmp_path: Path) -> None:
    """Some programs put one around every drawing."""
    circle = '<circle cx="50" cy="50" r="40"/>'
    clip = '<defs><clipPath id="a"><rect width="100" height="100"/></clipPath></defs>'
    clipped, plain = icon(tmp_path, f'<g clip-path="url(#a)">{circle}</g>{clip}'), icon(tmp_path, circle)
    assert [layer.shape.operators for layer in clipped.layers] == [
        layer.shape.operators for layer in plain.layers
    ]


ALL = 'width="100" height="100"'
#: Two colours along x, from red to blue, and around the middle, from white to green.
GRADIENTS = (
    '<defs><linearGradient id="line" gradientTransform="rotate(0)"><stop stop-color="red"/>'
    '<stop offset="100%" style="stop-color:blue"/></linearGradient>'
    '<radialGradient id="ring" gradientUnits="userSpaceOnUse" cx="50" cy="50" r="40">'
    '<stop stop-color="#fff"/><stop offset="1" stop-color="#0f0"/></radialGradient>'
    '<linearGradient id="down" href="#line" x2="0" y2="1"/></defs>'
)


@pytest.mark.parametrize(
    ("body", "points"),
    [
        (f'<rect {ALL} fill="url(#line)"/>', {(2, 50): "#F90006", (50, 9): "#7F0080"}),
        (f'<rect {ALL} fill="url(#down)"/>', {(50, 2): "#F90006", (9, 50): "#7F0080"}),
        (f'<rect {ALL} fill="url(#ring)"/>', {(50, 50): "#FFFFFF", (70, 50): "#7FFF7F", (99, 9): "#00FF00"}),
        ('<path d="M0 50H100" stroke-width="90" stroke="url(#ring)"/>', {(50, 30): "#7FFF7F"}),
        (f'<rect {ALL} fill="red"/><circle r="60" fill="#00f" opacity=".5"/>',
         {(9, 9): "#7F0080", (90, 9): "#FF0000"}),
        ('<rect width="60" height="100" fill="red"/>'
         '<rect width="100" height="60" fill-opacity="50%" fill="#00F"/>',
         {(30, 30): "#800080", (80, 30): "#7F7FFF", (30, 80): "#FF0000"}),
        ('<g opacity=".5"><rect width="60" height="100" fill="red"/>'
         '<rect width="100" height="60" fill="blue"/></g>', {(30, 30): "#7F7FFF", (30, 80): "#FF7F7F"}),
        (f'<rect {ALL} fill="#f00"/><rect {ALL} fill="url(#line)" opacity=".5"/>',
         {(2, 50): "#FD0002", (98, 50): "#81007E"}),
        (f'<rect {ALL} fill="rgba(255, 0, 0, 50%)"/><circle r="50" fill="#00f8"/>',
         {(90, 9): "#FF7F7F", (9, 9): "#773BC3"}),
    ],
)  # fmt: skip
def test_gradients_and_opacity_become_flat_areas(
    tmp_path: Path, body: str, points: dict[tuple[int, int], str]
) -> None:
    picture = drawn(icon(tmp_path, GRADIENTS + body))
    for point, color in points.items():
        wanted = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
        found = picture.getpixel(point)
        assert max(abs(a - b) for a, b in zip(found, wanted, strict=True)) <= 6, (point, found, wanted)


SHADES = (
    '<linearGradient id="shades" y2="1" x2="0"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>'
)


def test_steps_of_a_gradient_are_invisible_on_a_card_that_it_fills(tmp_path: Path) -> None:
    """A drawing may be a card's picture: there, steps of 8 of 255 were seen as bands."""
    layers = icon(tmp_path, f'{SHADES}<rect {ALL} fill="url(#shades)"/>').layers
    shades = [layer.color.rgb[0] for layer in layers if layer.color]
    assert max(abs(one - other) for one, other in pairwise(shades)) <= 3.01 / 255


def test_a_small_gradient_has_no_holes(tmp_path: Path) -> None:
    """Parts as thin as its steps would be are left out."""
    place = 'width="90" height="1.5" fill="url(#shades)"'
    layers = icon(tmp_path, f'{SHADES}<g transform="rotate(9)"><rect x="9" y="2" {place}/></g>').layers
    assert sum(layer.shape.bounds.height for layer in layers) >= 1.4 * 0.015
    assert max(b.shape.bounds.y - a.shape.bounds.top for a, b in pairwise(reversed(layers))) <= 0
    assert 4 < len(layers) < 9


def test_a_drawing_too_complex_for_fine_steps_has_coarse_ones(tmp_path: Path) -> None:
    parts = "".join(f'<path d="M{x} 0h40v100h-40z" fill="red" opacity=".3"/>' for x in range(8))
    made = icon(tmp_path, f'{SHADES}<rect {ALL} fill="url(#shades)"/>{parts}')
    assert 0x78 <= drawn(made).getpixel((90, 50))[0] <= 0x88  # type: ignore[index]


def test_only_what_lies_over_nothing_stays_transparent(tmp_path: Path) -> None:
    body = '<rect width="60" height="100"/><rect width="100" height="60" fill="#C8102E" opacity=".4"/>'
    made = icon(tmp_path, body)
    assert [round(layer.opacity, 3) for layer in made.layers] == [1, 1, 0.4]
    assert made.layers[2].shape.bounds.x == pytest.approx(0.6, abs=0.001)


def test_a_copy_takes_the_colour_of_its_use_and_a_problem_in_it_is_told_where_it_stands(
    tmp_path: Path,
) -> None:
    body = '<defs>\n<circle id="a" cx="50" cy="50" r="40"{}/></defs>\n<use href="#a" fill="#C8102E"/>'
    assert [layer.color for layer in icon(tmp_path, body.format("")).layers] == [color_from_hex("#C8102E")]
    faulty = body.format(' filter="url(#b)"')
    assert told(tmp_path, f"{HEAD}{faulty}</svg>") == ["error 2: filter is not supported"]


def test_the_page_is_the_cell(tmp_path: Path) -> None:
    made = icon(tmp_path, '<rect x="100" y="50" width="60" height="50"/>', '<svg viewBox="100 50 120 60">')
    (layer,) = made.layers
    assert made.width == 2
    assert layer.shape.bounds == pytest.approx((0, 1 / 6, 1, 5 / 6))


@pytest.mark.parametrize("cap", ["butt", "round", "square"])
@pytest.mark.parametrize("corner", ["miter", "round", "bevel"])
@pytest.mark.parametrize(
    "shape",
    [
        path_shape("M20 20L50 80L80 20"),
        path_shape("M20 50C20 90 80 90 80 50C80 35 60 40 55 50"),
        ellipse(50, 50, 30),
    ],
)
def test_the_area_of_a_line_is_what_a_pdf_reader_strokes(shape: Shape, cap: str, corner: str) -> None:
    pictures = []
    for stroked in (True, False):
        canvas = Canvas(buffer := io.BytesIO(), pagesize=(100, 100))
        if stroked:
            ends, joins = ("butt", "round", "square").index(cap), ("miter", "round", "bevel").index(corner)
            canvas.addLiteral(f"12 w {ends} J {joins} j 4 M {shape.operators} S")
        else:
            PdfWriter(canvas).write_fill(Fill(stroke_area(shape, 12, cap, corner), BLACK))  # type: ignore[arg-type]
        canvas.save()
        pictures.append(pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=2).to_pil().convert("L"))
    assert ImageStat.Stat(ImageChops.difference(*pictures)).mean[0] < 0.4


def test_all_that_is_not_supported_is_told_at_its_line(tmp_path: Path) -> None:
    text = HEAD + "".join(
        f"\n{line}"
        for line in (
            "<script>alert(1)</script>",
            "<text>A</text>",
            '<linearGradient id="a"/>',
            '<rect width="9" height="9" fill="url(#b)"/>',
            '<rect width="9" height="9" mask="url(#b)"/>',
            '<image href="http://example.org/a.png"/>',
            '<use href="#a"/>',
            '<path d="M0 0L1"/>',
            '<g filter="url(#f)"><text>B</text></g>',
            '<rect width="9" height="9" fill="reed"/>',
            '<path d="M0 0L9 9" stroke="red" stroke-dasharray="0.001"/>',
            "<style>@import url(a.css); g > path {fill: red}</style>",
        )
    )
    assert told(tmp_path, text + "</svg>") == [
        "error 2: <script> is not supported",
        "error 3: <text> is not supported",
        "error 5: 'url(#b)' names no gradient of this drawing",
        "error 6: mask is not supported",
        "error 7: <image> is not supported",
        "error 8: this <use> copies '#a', which is no part of the drawing",
        "error 9: a path's data are broken",
        "error 10: filter is not supported",
        "error 11: the colour 'reed' is not supported",
        "error 12: a line has more than 500 dashes",
        "error 13: the style rule '@import url(a.css); g > path' is not supported",
    ]


#: Three hundred lines that cross one another everywhere.
SCRIBBLE = "".join(f"L{at * 37 % 101} {at * at % 103}" for at in range(300))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "error 1: this is not XML: no element found"),
        (b"\x00\xff", "error 1: this is not XML: syntax error"),
        ("<html/>", "error 1: this is not an SVG drawing"),
        ('<svg viewBox="0 0 9 9"/>', "error 0: there is nothing to be seen in this drawing"),
        ('<svg viewBox="0 0 9"/>', "error 1: the viewBox should be four numbers, the last two above 0"),
        (
            '<!DOCTYPE svg [<!ENTITY a "M0 0"><!ENTITY b "&a;&a;">]><svg><path d="&b;"/></svg>',
            "error 1: the drawing declares entities or a document type of its own",
        ),
        (
            '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg><path d="&a;"/></svg>',
            "error 1: the drawing declares entities or a document type of its own",
        ),
        ('<?xml-stylesheet href="a.css"?><svg/>', "error 1: the drawing's style sheet is another file"),
        (HEAD + "<g>" * 60, "error 1: the drawing's groups are more than 50 deep"),
        (HEAD + "<g/>" * 2001, "error 1: the drawing has more than 2,000 elements"),
        (
            HEAD + f'<path d="M0 0{"l1 1" * 4001}"/></svg>',
            "error 1: the drawing has more than 4,000 lines and curves",
        ),
        (
            HEAD + f'<path stroke="red" d="M0 0{"c9 9 0 9 9 0" * 1000}"/></svg>',
            "error 1: the drawing has more than 4,000 lines and curves",
        ),
        (
            HEAD + f"<style>{'/*' * 9000}</style></svg>",
            "error 1: a style sheet is longer than 10,000 characters",
        ),
        (
            HEAD + '<g id="a"><use href="#a"/></g></svg>',
            "error 1: the drawing's groups are more than 50 deep",
        ),
        (
            HEAD
            + "".join(f'<g id="a{n}">{f"""<use href="#a{n + 1}"/>""" * 9}</g>' for n in range(20))
            + "</svg>",
            "error 1: the drawing has more than 2,000 elements",
        ),
        (
            HEAD + f'<path d="M0 0{SCRIBBLE}" fill-rule="evenodd"/></svg>',
            "error 1: the shapes of this drawing are too complex to combine",
        ),
        (
            HEAD + '<symbol id="a" viewBox="0 0 9 9" preserveAspectRatio="xMidYMid slice">'
            '<circle r="9"/></symbol><use href="#a"/></svg>',
            "error 1: preserveAspectRatio of a symbol is not supported",
        ),
        (
            HEAD + '<rect width="90" height="90"/><use href="#"/></svg>',
            "error 1: this <use> copies '#', which is no part of the drawing",
        ),
        (
            HEAD + '<path d="M9 9H90" stroke="red" stroke-linecap="sharp"/></svg>',
            "error 1: the line's ends 'sharp' or corners 'miter' are not supported",
        ),
        (HEAD + " " * (257 << 10) + "</svg>", "error 1: the drawing is larger than 256 kB"),
        (HEAD + '<path d="M0 0L1e400 1"/></svg>', "error 1: a number of a path is too large"),
        (
            HEAD + '<radialGradient id="a"><stop/><stop stop-color="red" offset="1"/></radialGradient>'
            + '<circle cx="50" cy="50" r="40" fill="url(#a)" fill-opacity=".5"/>' * 400 + "</svg>",
            "error 1: gradients and transparent parts become more than 6,000 lines and curves",
        ),
        (
            '<svg viewBox="0 0 2100 100"><circle r="9"/></svg>',
            "error 0: the page is more than 20 times as long one way as the other",
        ),
        (
            '<svg><path d="M0 0H9"/><path stroke="red" d="M5 5"/></svg>',
            "error 0: there is nothing to be seen in this drawing",
        ),
        (HEAD + '<circle r="9"/></svg>', "warning 0: the drawing fills less than half of its page"),
        (
            HEAD + '<circle r="90"/></svg>',
            "warning 0: the drawing reaches out of its page and is cut off at its edge",
        ),
        (HEAD + '<circle r="9" cx="200"/></svg>', "error 0: all that is drawn lies outside the page"),
    ],
    ids=range(27),
)  # fmt: skip
def test_files_that_are_no_icons_are_refused_soon(tmp_path: Path, text: str | bytes, message: str) -> None:
    start = time.process_time()
    assert message in told(tmp_path, text)
    assert time.process_time() - start < 1


def test_a_faulty_file_is_refused_with_its_problems(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="not supported"):
        icon(tmp_path, "<text>A</text>")


def test_a_move_alone_is_no_shape(tmp_path: Path) -> None:
    """A shape without width is a fault of press files."""
    (layer,) = icon(tmp_path, "<path d='M90 90m-80 -80h20v20z M50 50'/>").layers
    assert [operator for operator, _ in layer.shape.segments] == ["m", "l", "l", "l", "h"]


def test_many_operations_on_areas_come_to_an_end(tmp_path: Path) -> None:
    """Each has little to combine, or nothing; together they took a minute."""
    stops = "".join(f'<stop offset="{n}%" stop-color="{"#000" if n % 2 else "#fff"}"/>' for n in range(100))
    gradient = (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="1000" x2="2000">{stops}</linearGradient>'
    )
    body = gradient + '<rect width="9" height="9" fill="url(#g)"/>' * 900
    assert told(tmp_path, f"{HEAD}{body}</svg>") == [
        "error 1: the shapes of this drawing are too complex to combine"
    ]
    clip = f'<clipPath id="c">{"<rect/>" * 990}</clipPath>'
    body = clip + '<rect width="9" height="9" clip-path="url(#c)"/>' * 990
    assert told(tmp_path, f"{HEAD}{body}</svg>") == ["error 1: clip paths of this drawing are used too often"]
