"""Suits of any kind: symbols built in or drawn, in one ink or several; courts under any rank; pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from cardgen import api
from cardgen.art.courts import CourtInks, court_drawing
from cardgen.art.face import plan_face
from cardgen.art.inks_used import Blank, printed_content
from cardgen.art.item_writer import Press
from cardgen.art.items import Fill, Fills, Label
from cardgen.colour.colors import BLACK, WHITE, color_from_hex
from cardgen.colour.conversion import PressInks
from cardgen.colour.icc import bundled_profile
from cardgen.geometry import Rect
from cardgen.pack.model import Card, Pack
from cardgen.pack.values import SYMBOL_NAMES, SizedSymbol
from cardgen.text.icons import colors_of_drawings

GOLD = (
    '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#C9A227"/><circle cx="5" cy="5" r="3"/></svg>'
)
RING = '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="none" stroke="black"/></svg>'
WIDE = '<svg viewBox="0 0 40 10"><path d="M0 5L20 0L40 5L20 10Z"/></svg>'


def pack(tmp_path: Path, suits: str, more: str = "") -> Pack:
    for name, text in (("gold", GOLD), ("ring", RING), ("wide", WIDE)):
        (tmp_path / f"{name}.svg").write_text(text)
    file = tmp_path / "pack.yaml"
    file.write_text(f"format: 1\nname: Suits\n{more}\nsuits:\n  {suits}\n")
    return api.load(str(file))


def card(made: Pack, id_: str) -> Card:
    return next(each for each in made.cards if each.id == id_)


def trim(made: Pack) -> Rect:
    return Rect(0, 0, *made.card.size)


def labels(made: Pack, id_: str) -> list[Label]:
    return [each for each in plan_face(made, card(made, id_), trim(made)) if isinstance(each, Label)]


@pytest.mark.parametrize(
    ("name", "count", "courts"),
    [("german-32", 32, {"U": "J", "O": "C", "K": "K"}), ("spanish-40", 40, {"S": "J", "C": "C", "R": "K"})],
)
def test_german_and_spanish_packs_are_whole(name: str, count: int, courts: dict[str, str]) -> None:
    made = api.load(name, strict=True)
    assert made.count == count == len(made.cards)
    assert len(made.suits) == 4
    for each in made.cards:
        assert each.suit
        assert each.rank
        assert made.court_figure(each.suit, each.rank) == courts.get(each.rank)
        assert each.kind == ("court" if each.rank in courts else "pips")


def test_courts_of_a_pack_and_of_a_suit(tmp_path: Path) -> None:
    made = pack(
        tmp_path,
        'a: {symbol: acorn, color: "#333333", cards: {V: 1, D: 1, R: 1, J: 1}}\n'
        '  b: {symbol: bell, color: "#803000", courts: {D: C}, cards: {V: 1, D: 1, R: 1}}',
        "courts: {V: J, D: Q, R: K}",
    )
    assert [made.court_figure("a", rank) for rank in "VDRJ1"] == ["J", "Q", "K", "J", None]
    assert [made.court_figure("b", rank) for rank in "VDR"] == ["J", "C", "K"]
    assert {each.kind for each in made.cards} == {"court"}


@pytest.mark.parametrize("symbol", ["star", "ring.svg", "gold.svg", "wide.svg"])
def test_any_symbol_has_pips_from_one_to_ten_and_stands_in_the_index(tmp_path: Path, symbol: str) -> None:
    ranks = ", ".join(f"{number}: 1" for number in range(1, 11))
    made = pack(tmp_path, f'a: {{symbol: {symbol}, color: "#8A1538", cards: {{{ranks}}}}}')
    layers = 2 if symbol == "gold.svg" else 1
    for number in range(1, 11):
        plan = plan_face(made, card(made, f"a-{number}"), trim(made))
        pips = [each for each in plan if isinstance(each, Fills)]
        assert [len(each.places) for each in pips] == [number] * layers
    small = labels(made, "a-7")
    assert all(len(each.shapes) + len(each.colored_shapes) == layers for each in small)
    safe = trim(made).grown(-made.card.safe)
    for each in small:
        for shape, place in [*each.shapes, *(layer[:2] for layer in each.colored_shapes)]:
            assert safe.contains(shape.transformed(place).transformed(each.place).bounds)


def test_a_symbol_with_colours_keeps_them_and_one_in_black_takes_the_suit_s(tmp_path: Path) -> None:
    made = pack(
        tmp_path,
        'a: {symbol: gold.svg, color: "#6A4A00", cards: {7: 1}}\n'
        '  b: {symbol: ring.svg, color: "#8A1538", cards: {7: 1}}',
    )
    gold, ring = (labels(made, each)[0] for each in ("a-7", "b-7"))
    assert [color for _, _, color in gold.colored_shapes] == [color_from_hex("#C9A227"), BLACK]
    assert not gold.shapes
    assert not ring.colored_shapes
    assert ring.color == color_from_hex("#8A1538")


def test_colours_of_drawings_go_to_the_press_by_its_profile(tmp_path: Path) -> None:
    made = pack(tmp_path, 'a: {symbol: gold.svg, color: "#6A4A00", cards: {7: 1}}')
    gold, profile = color_from_hex("#C9A227"), bundled_profile("fogra39")
    assert colors_of_drawings(made) == [gold]
    blank = Blank(trim(made), made.card.safe, made.card.bleed)
    items = [Fill(shape, color, place) for shape, place, color in labels(made, "a-7")[0].colored_shapes]
    inks = PressInks(profile, total_ink=0.9)
    drawn = {color.hex: color.cmyk for color in printed_content(items, blank, Press(inks)).colors}
    assert drawn[gold.hex] == inks.with_press_inks(gold).cmyk != gold.cmyk
    assert drawn[BLACK.hex] == BLACK.cmyk


@pytest.mark.parametrize("symbol", [*SYMBOL_NAMES, "gold.svg"])
@pytest.mark.parametrize("figure", ["J", "C", "Q", "K"])
def test_every_symbol_has_courts_in_four_inks_and_its_own(tmp_path: Path, symbol: str, figure: str) -> None:
    (tmp_path / "gold.svg").write_text(GOLD)
    name = str(tmp_path / symbol) if symbol.endswith(".svg") else symbol
    inks = CourtInks(color_from_hex("#1C1B22"), color_from_hex("#14733A"), color_from_hex("#E3A92B"), WHITE)
    box = Rect(0, 0, 110, 180)
    made = court_drawing(figure, SizedSymbol(name), box, inks, SYMBOL_NAMES.index("star"))
    found = printed_content([made], Blank(box, 0, 0))
    # The four, and their mixtures: shade, ground and ray, pale in the coin of diamonds.
    allowed = 7 + (symbol == "diamond") + 2 * symbol.endswith(".svg")
    assert 6 <= len(found.colors) <= allowed


def test_pictures_of_a_suit_by_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for rank in "UK":
        Image.new("RGB", (804, 1111), "navy").save(tmp_path / "art" / f"a-{rank}.png")
    made = pack(
        tmp_path,
        'a: {symbol: acorn, color: "#333333", courts: {U: J, O: C}, images: "art/{suit}-{rank}.png",\n'
        "    cards: {7: 1, U: 1, O: 1, K: 1, U2: {face: index}}}",
    )
    assert [each.kind for each in made.cards] == ["pips", "image", "court", "image", "index"]
    assert card(made, "a-U").image == str(tmp_path / "art" / "a-U.png")
    (told,) = api.examine(str(tmp_path / "pack.yaml")).problems
    assert (told.severity, told.message) == ("note", "a has no pictures of 7, O: they are drawn")
    assert told.mark is not None
    assert told.mark.line == 5


def test_a_drawing_that_changes_meanwhile_is_read_again(tmp_path: Path) -> None:
    made = pack(tmp_path, 'a: {symbol: ring.svg, color: "#8A1538", cards: {7: 1}}')
    before = labels(made, "a-7")[0].shapes[0][0].operators
    (tmp_path / "ring.svg").write_text(WIDE)
    again = api.load(str(tmp_path / "pack.yaml"))
    assert labels(again, "a-7")[0].shapes[0][0].operators != before


def test_usual_faces_go_by_name_as_layouts_do(tmp_path: Path) -> None:
    """Of a rank, or of a suit, whose cards with texts of their own have a panel all the same."""
    made = pack(
        tmp_path,
        "a: {symbol: heart, color: black, cards: {7: {layout: index}, 9: {layout: pips, title: A}, 8: 1}}\n"
        "  b: {symbol: spade, color: black, layout: index, cards: {7: 1, K: 1, Fox: {title: Fox}}}\n"
        "  c: {symbol: club, color: black, layout: pips, cards: {7: 1, K: 1, 12: 1}}",
    )
    kinds = {suit: [each.kind for each in made.cards if each.suit == suit] for suit in made.suits}
    assert kinds == {
        "a": ["index", "pips", "pips"],
        "b": ["index", "index", "layout"],
        "c": ["pips", "court", "index"],
    }
    own = "layouts: {index: {extends: rule}}"
    assert (
        pack(tmp_path, "a: {sign: '+', color: black, layout: index, cards: {7: 1}}", own).cards[0].kind
        == "layout"
    )


def test_a_rank_has_its_own_style_ground_and_back(tmp_path: Path) -> None:
    own = "{style: solid, ground: '#F2B632', back: {pattern: rings}}"
    made = pack(tmp_path, f"a: {{sign: '+', color: '#0F6B4F', stripe: '#AABBCC', cards: {{1: 1, 2: {own}}}}}")
    plain, other = (plan_face(made, each, trim(made)) for each in made.cards)
    assert [items[0].color.hex for items in (plain, other) if isinstance(items[0], Fill)] == [
        "#0F6B4F",
        "#F2B632",
    ]
    discs = [
        sum(isinstance(item, Fill) and item.color == WHITE for item in items) for items in (plain, other)
    ]
    assert discs == [1, 0]
    assert [made.backs[made.back_of(each)].pattern for each in made.cards] == ["lattice", "rings"]
    assert color_from_hex("#F2B632") in made.colors


def test_a_column_that_is_a_little_like_a_key_is_a_column(tmp_path: Path) -> None:
    extra = "extras: [{layout: token, symbol: crown, number: 7, ground: '#333355'}]"
    made = pack(tmp_path, "a: {sign: '+', color: black, cards: {1: {title: A, page: 3, note: B}}}", extra)
    assert (made.cards[0].values["page"], made.cards[1].values["number"]) == ("3", "7")
    assert made.cards[1].ground.colors == (color_from_hex("#333355"),)
