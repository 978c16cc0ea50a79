"""Each property of what is drawn is declared once, and every writer shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image
from samples import small_pack

from cardgen.art.fingerprint import _Digest, _DigestWriter
from cardgen.art.inks_used import Blank, printed_content
from cardgen.art.item_writer import Press
from cardgen.art.items import (
    Bookmark,
    DeferredItems,
    Drawing,
    Fill,
    Fills,
    Form,
    Group,
    Instance,
    Item,
    Label,
    Lines,
    Link,
    Marked,
    Mask,
    Patch,
    Picture,
    Run,
    Stroke,
    Text,
)
from cardgen.art.pdf_writer import write_pdf
from cardgen.art.svg_writer import write_svg
from cardgen.colour.colors import ALL_PLATES, WHITE, Color, color_from_hex
from cardgen.colour.conversion import PressInks
from cardgen.colour.icc import bundled_profile
from cardgen.geometry import IDENTITY, Rect, rotation, translation
from cardgen.prepress.comparison.painter import LayerPainter
from cardgen.text.fonts import INDEX, TEXT
from cardgen.text.outlines import joined_shapes, rectangle

PAGE = Rect(0, 0, 60, 90)
PACK = small_pack()
RED, BLUE = color_from_hex("#CC0000"), color_from_hex("#0000CC")
SQUARE, OBLONG = rectangle(Rect(5, 5, 20, 20)), rectangle(Rect(5, 5, 40, 20))
RING = joined_shapes(SQUARE, rectangle(Rect(10, 10, 5, 5)))
UP = translation(3, 4)


def as_pdf(item: Item) -> object:
    return write_pdf([item], PAGE[2:], draft=True)


def as_plates(item: Item) -> object:
    return write_pdf([item], PAGE[2:], "cmyk", Press(PressInks(bundled_profile("fogra39"))), draft=True)


def as_svg(item: Item) -> object:
    return write_svg([item], PAGE[2:])


def as_facts(item: Item) -> object:
    # Each tells how near to the cut it comes at two of its edges.
    blanks = (Blank(Rect(x, y, 150, 150), 45, 0) for x, y in ((0, 0), (-100, -100)))
    return [printed_content([item], blank) for blank in blanks]


def as_pixels(item: Item) -> object:
    """Paint as those comparisons do that share nothing with the other writers."""
    layers = list(LayerPainter((240, 360), (4, 0, 0, -4, 0, 360)).layers_of_item(item))
    return [
        (
            each.box,
            each.multiplies,
            each.mask.tobytes(),
            each.paint.tobytes() if hasattr(each.paint, "tobytes") else each.paint,
        )
        for each in layers
    ]


def as_fingerprint(item: Item) -> object:
    digest = _Digest()
    _DigestWriter(digest).write_items([item])
    return digest.hexdigest()


WRITERS: dict[str, Callable[[Item], object]] = {
    "pdf": as_pdf,
    "plates": as_plates,
    "svg": as_svg,
    "facts": as_facts,
    "pixels": as_pixels,
    "fingerprint": as_fingerprint,
}

RUN = Run("l b", 10, 10, 12, TEXT)
LABEL = Label((RUN,), ((SQUARE, IDENTITY),), Rect(10, 10, 9, 9), RED, WHITE, "small")


def two(mode: str, *colors: Any) -> Any:
    picture = Image.new(mode, (2, 1))
    picture.putdata(colors)
    return picture


#: An item that shows all properties of a record, and for each of them another value, which shows.
CHANGED: dict[type, tuple[Any, dict[str, Any]]] = {
    Color: (
        RED._replace(has_stated_cmyk=True),
        {"rgb": (0, 1, 0), "cmyk": (0, 1, 0, 0), "has_stated_cmyk": False, "spot": "CutContour"},
    ),
    Run: (
        RUN,
        {
            "text": "lblblb",
            "x": 5,
            "y": 5,
            "size": 30,
            "font": INDEX,
            "is_hidden": True,
            "horizontal_scale": 4.0,
            "tracking": 30.0,
            "extra_word_space": 30.0,
            "color": BLUE,
        },
    ),
    Text: (Text(RUN, RED), {"run": RUN._replace(x=5), "color": BLUE}),
    Label: (
        LABEL._replace(runs=(), colored_shapes=((SQUARE, UP, BLUE),)),
        {
            "runs": (RUN._replace(x=2),),
            "shapes": ((SQUARE, translation(-4, 0)),),
            "color": color_from_hex("#00AA00"),
            "place": translation(-4, 0),
            "shape_color": color_from_hex("#00AA00"),
            "colored_shapes": ((SQUARE, translation(-4, 0), BLUE),),
            "box": Rect(0, 0, 1, 1),
            "ground": BLUE,
            "role": "large",
        },
    ),
    Lines: (Lines((("", (RUN,)),), RED), {"parts": (("", (RUN, RUN._replace(y=30))),), "color": BLUE}),
    Fill: (Fill(RING, RED), {"shape": OBLONG, "color": BLUE, "place": translation(-4, 0), "even_odd": True}),
    Fills: (
        Fills(SQUARE, RED, (IDENTITY, UP)),
        {"shape": OBLONG, "color": BLUE, "places": (IDENTITY, translation(-4, 0))},
    ),
    Stroke: (
        Stroke(SQUARE, RED, 2),
        {
            "shape": OBLONG,
            "color": BLUE,
            "width": 4,
            "ground": BLUE,
            "place": translation(4, 0),
            "round_ends": True,
            "dash": (3, 1),
        },
    ),
    Drawing: (
        Drawing((Fill(OBLONG, RED),)),
        {
            "items": (Fill(SQUARE, BLUE),),
            "place": translation(-4, 0),
            "clip": rectangle(Rect(10, 10, 10, 10)),
            "area": PAGE,
            "side": "back",
        },
    ),
    Form: (
        Form("a", Rect(0, 0, 30, 30), Rect(10, 10, 15, 15), lambda rect: [Fill(rectangle(rect), RED)]),
        {
            "name": "b",
            "full_rect": Rect(0, 0, 60, 60),
            "rect": Rect(5, 5, 15, 15),
            "plan": lambda rect: [Fill(rectangle(rect), BLUE)],
        },
    ),
    Instance: (
        Instance("a", Rect(0, 0, 30, 30), lambda: [Fill(SQUARE, RED)]),
        {
            "name": "b",
            "box": Rect(0, 0, 15, 15),
            "plan": lambda: [Fill(SQUARE, BLUE)],
            "place": translation(-4, 0),
        },
    ),
    DeferredItems: (
        DeferredItems(lambda: [Fill(SQUARE, RED)], PACK, PACK.cards[0]),
        {"plan": lambda: [Fill(SQUARE, BLUE)], "pack": PACK.resized((50, 90)), "card": PACK.cards[1]},
    ),
    Picture: (
        Picture(Path("one.png"), Rect(10, 10, 20, 20)),
        {
            "file": Path("two.png"),
            "rect": Rect(5, 5, 20, 20),
            "fit": "contain",
            "focus": (0, 50),
            "ground": BLUE,
            "shade": BLUE,
            "radius": 6.0,
            "place": rotation(90),
            "transparency": "blend",
            "mirrored_edge": 4.0,
            "clip": OBLONG,
        },
    ),
    Group: (
        # A drawing is not mixed into a flat colour.
        Group((Drawing((Fill(SQUARE, RED),)),), 0.5),
        {
            "blend": "multiply",
            "items": (Fill(OBLONG, BLUE),),
            "opacity": 0.8,
            "mask": Mask(Path("one.png"), Rect(5, 5, 20, 20)),
        },
    ),
    Marked: (
        Marked((Fill(SQUARE, RED),), "/Artifact BMC"),
        {"items": (Fill(OBLONG, BLUE),), "begin_operator": "/Span BMC"},
    ),
    Link: (
        Link(Rect(5, 5, 20, 20), "https://example.org", "an example"),
        {"rect": Rect(5, 5, 40, 20), "target": "https://example.com", "contents": "another", "number": 7},
    ),
    Bookmark: (
        Bookmark("one", 10, "First"),
        {"key": "two", "y": 20, "title": "Second", "level": 1, "is_closed": True},
    ),
    Patch: (
        Patch(two("RGB", (255, 0, 0), (0, 0, 255)), two("L", 255, 255), Rect(5, 5, 20, 20)),
        {
            "colors": two("RGB", (255, 0, 0), (0, 255, 0)),
            "mask": two("L", 255, 0),
            "rect": Rect(5, 5, 40, 20),
        },
    ),
}

#: What a writer does not show of a record, and why.
PLANNED = "is there for the checks"
SCREEN = "is of presses"
PRESSED = "is made for a press, by what writes PDF"
NOT_SHOWN: dict[tuple[str, type, str], str] = {
    **{(writer, Label, name): PLANNED for writer in WRITERS for name in ("box", "ground", "role")},
    **{(writer, Drawing, name): PLANNED for writer in WRITERS for name in ("area", "side")},
    **{(writer, Patch, name): PRESSED
       for writer in WRITERS if writer not in ("pdf", "plates") for name in Patch._fields},
    **{(writer, Color, name): SCREEN
       for writer in ("pdf", "svg", "pixels") for name in ("cmyk", "has_stated_cmyk", "spot")},
    **{(writer, record, name): "is told by PDF files alone"
       for writer in WRITERS if writer not in ("pdf", "plates")
       for record, names in (
           (Marked, ("begin_operator",)), (Link, Link._fields), (Bookmark, Bookmark._fields)
       )
       for name in names},
    **{(writer, Bookmark, "key"): "is where links lead" for writer in ("pdf", "plates")},
    ("plates", Color, "rgb"): "is of screens",
    ("fingerprint", Color, "has_stated_cmyk"): "is of the pack as it is written",
    **{("facts", Picture, name): "facts are of the file and its place"
       for name in ("fit", "focus", "ground", "shade", "radius", "transparency", "clip")},
    **{("facts", Group, name): "facts are of its contents" for name in ("opacity", "mask", "blend")},
    ("facts", Fill, "even_odd"): "facts are of what is around it",
    ("facts", Stroke, "round_ends"): "facts are of what is around it",
    ("facts", Stroke, "dash"): "facts are of what is around it",
    ("pixels", Picture, "ground"): "it is painted over what lies under it, which is its ground",
    ("pixels", Picture, "transparency"): "it is painted over what lies under it, which is its ground",
    **{("facts", record, "name"): "no file holds it" for record in (Form, Instance)},
    **{("fingerprint", record, "name"): "is taken in each time that it comes" for record in (Form, Instance)},
    **{("pixels", record, "name"): "no file holds it" for record in (Form, Instance)},
    **{("svg", record, "name"): "definitions are numbered" for record in (Form, Instance)},
    **{(writer, DeferredItems, name): "is what an earlier run knows it by"
       for writer in WRITERS for name in ("pack", "card")},
    ("pdf", Form, "full_rect"): "is kept in the size in which it is drawn",
    ("plates", Form, "full_rect"): "is kept in the size in which it is drawn",
    ("facts", Form, "full_rect"): "is kept in the size in which it is drawn",
    ("fingerprint", Form, "full_rect"): "is taken in each time that it comes",
    ("pixels", Form, "full_rect"): "is kept in the size in which it is drawn",
}  # fmt: skip


def properties() -> Iterator[tuple[str, type, str]]:
    for writer in WRITERS:
        for record in CHANGED:
            yield from ((writer, record, name) for name in record._fields)  # type: ignore[attr-defined]


def test_every_property_of_every_item_has_another_value() -> None:
    assert set(CHANGED) == {Color, Run, *get_args(Item)}
    for record, (_, others) in CHANGED.items():
        assert set(others) == set(record._fields), record  # type: ignore[attr-defined]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for place, name in enumerate(("one", "two")):
        picture = Image.new("RGBA", (40, 20), (200, 40 * place, 0, 255))
        picture.paste((0, 90, 200, 120), (0, 0, 10, 10))
        picture.save(tmp_path / f"{name}.png")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("writer", "record", "name"), list(properties()))
def test_every_writer_shows_every_property(writer: str, record: type, name: str, folder: Path) -> None:
    item, others = CHANGED[record]
    other = item._replace(**{name: others[name]})
    if record is Run:
        item, other = Text(item, RED), Text(other, RED)
    if record is Bookmark:
        above, below = Bookmark("above", 50, "Above"), Bookmark("below", 5, "Below", level=1)
        item, other = (Drawing((above, each, below)) for each in (item, other))
    if record is Color:
        item, other = Fill(SQUARE, item), Fill(SQUARE, other)
    if (writer, record, name) in NOT_SHOWN and record is Patch:
        return
    write = WRITERS[writer]
    shown = write(item) != write(other)
    assert shown is ((writer, record, name) not in NOT_SHOWN)


#: Everything that has a colour, in that colour.
COLORED: dict[str, Callable[[Color], Item]] = {
    "fill": lambda color: Fill(SQUARE, color),
    "fills": lambda color: Fills(SQUARE, color, (IDENTITY, UP)),
    "stroke": lambda color: Stroke(SQUARE, color, 2),
    "text": lambda color: Text(RUN, color),
    "lines": lambda color: Lines((("", (RUN,)),), color),
    "label": lambda color: LABEL._replace(shapes=(), color=color),
    "shape of a label": lambda color: LABEL._replace(runs=(), shape_color=color),
    "inked shape": lambda color: LABEL._replace(runs=(), shapes=(), colored_shapes=((SQUARE, UP, color),)),
}


@pytest.mark.parametrize("carrier", COLORED)
@pytest.mark.parametrize("writer", WRITERS)
def test_every_writer_shows_every_property_of_the_colour_of_every_item(writer: str, carrier: str) -> None:
    color, others = CHANGED[Color]
    write, colored = WRITERS[writer], COLORED[carrier]
    base = write(colored(color))
    shown = {name for name in others if write(colored(color._replace(**{name: others[name]}))) != base}
    assert shown == {name for name in others if (writer, Color, name) not in NOT_SHOWN}


@pytest.mark.parametrize(("spot", "overprints"), [("CutContour", True), (ALL_PLATES, False)])
def test_a_spot_colour_has_a_plate_of_its_own(spot: str, overprints: bool) -> None:
    ink = RED._replace(spot=spot)
    items = [Fill(SQUARE, ink), Stroke(OBLONG, ink, 1), Text(RUN, ink)]
    data = write_pdf(items, PAGE[2:], "cmyk", Press(PressInks(b""), lines=False), draft=True)
    name = spot.encode()
    assert (data.count(b"/%s cs 1 scn" % name), data.count(b"/%s CS 1 SCN" % name)) == (2, 1)
    assert b"[ /Separation /%s /DeviceCMYK" % name in data
    assert (b"/OPM 1" in data) is overprints
    assert printed_content(items, Blank(PAGE, 0, 0)).plates == (
        (spot,) if overprints else ("magenta", "yellow", "black")
    )


@pytest.mark.parametrize("opacity", [1, 0.5])
def test_a_multiplied_colour_on_a_flat_ground_becomes_their_product(opacity: float) -> None:
    ground, own = color_from_hex("#8080FF"), color_from_hex("#FF8040")
    group = Group((Fill(SQUARE, own),), opacity, blend="multiply")
    product = tuple(a * b for a, b in zip(ground.rgb, own.rgb, strict=True))
    wanted = tuple(b + (p - b) * opacity for b, p in zip(ground.rgb, product, strict=True))
    flat = Fill(SQUARE, Color(wanted, (0, 0, 0, 0)))
    under = Fill(rectangle(PAGE), ground)
    assert write_svg([under, group], PAGE[2:]) == write_svg([under, flat], PAGE[2:])
    inks = printed_content([under, group], Blank(PAGE, 0, 0)).total_ink
    assert inks == pytest.approx(
        max(
            sum(ground.cmyk),
            sum(
                b + (1 - (1 - a) * (1 - b) - b) * opacity for a, b in zip(own.cmyk, ground.cmyk, strict=True)
            ),
        )
    )
