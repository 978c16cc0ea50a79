"""Pictures of what is chosen in the studio: icons, fonts, layouts, products of printers."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardgen.checks.examination import examine
from cardgen.pack.model import Pack
from cardgen.webapp.choice_pictures import choice_picture
from cardgen.webapp.pickers import (
    cards_in_layouts,
    font_picker_data,
    icon_names,
    icon_pictures,
    listed_names,
    printer_products,
)

PACK = """\
format: 1
name: P
card: {size: poker}
icons: {mine: mine.svg, sets: [one.json, two.json]}
layouts:
  own: {boxes: {title: {at: [5 mm, 5 mm], size: [50 mm, 10 mm]}}}
cards:
  - layout: story
    rows: [{title: One, text: "{mine}"}, {title: Two, text: Hello}, {title: Three}]
"""
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1H9V9H1Z"/></svg>'


def icon_set(prefix: str, *names: str) -> str:
    icons = {name: {"body": '<path d="M1 1H9V9H1Z"/>'} for name in names}
    return json.dumps({"prefix": prefix, "icons": icons, "width": 10, "height": 10})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "mine.svg").write_text(SQUARE, encoding="utf-8")
    (tmp_path / "one.json").write_text(icon_set("one", "sword", "shed"), encoding="utf-8")
    (tmp_path / "two.json").write_text(icon_set("two", "shed", "owl"), encoding="utf-8")
    (tmp_path / "p.yaml").write_text(PACK, encoding="utf-8")
    return tmp_path / "p.yaml"


def test_icons_are_found_by_parts_of_their_names(file: Path) -> None:
    pack = examine(str(file)).pack
    assert pack
    assert icon_names(pack, "")[:2] == ["mine", "spade"]
    # A name in two sets has their prefixes; one of cardgen's own comes first.
    assert icon_names(pack, "shed") == ["one:shed", "two:shed"]
    assert icon_names(pack, "owl") == ["owl"]
    assert icon_names(pack, "die 3") == ["die-3"]
    assert icon_names(pack, "S")[0].startswith("s")


def test_icons_of_sets_are_drawn_before_any_card_shows_them(file: Path) -> None:
    found = examine(str(file))
    assert found.pack

    def read(text: str) -> Pack | None:
        return examine(str(file), text=text).pack

    shown = icon_pictures(found.pack, "o", found.data, read)
    drawn = {each["name"]: each["svg"] for each in shown["icons"]}
    assert {"owl", "one:shed", "two:shed"} <= drawn.keys()
    for svg in drawn.values():
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert shown["of"] == len(drawn)


def test_each_font_has_a_sample_of_its_own_letters(file: Path) -> None:
    pack = examine(str(file)).pack
    assert pack
    found = font_picker_data(pack)
    samples = {each["name"]: each["svg"] for each in found["fonts"]}
    assert list(samples)[:3] == ["text", "title", "index"]
    assert samples["serif"] != samples["sans"]
    assert found["types"]["title"] == "title"


def test_layouts_that_show_the_cards_come_with_the_best_fit_first(file: Path) -> None:
    pack = examine(str(file)).pack
    assert pack
    found = dict(cards_in_layouts(pack, 0, 2))
    assert next(iter(found)) == "own"
    assert [card.label for card in found["creature"]] == ["One", "Two"]
    assert all(card.layout == "creature" for card in found["creature"])


def test_products_are_drawn_in_one_scale_and_say_what_fits(file: Path) -> None:
    pack = examine(str(file)).pack
    assert pack
    printers = {each["name"]: each["products"] for each in printer_products(pack)}
    products = {each["name"]: each for each in printers["makeplayingcards"]}
    assert products["poker"]["fit"] == "exact"
    assert products["poker-eu"]["fit"] == "scaled"
    assert products["tarot"]["fit"] == ""
    assert printers["makeplayingcards"][0]["name"] == "poker"

    def width(name: str) -> float:
        return float(ElementTree.fromstring(products[name]["svg"]).attrib["width"])

    # 3.5 inch beside 2.5 inch, each with 0.12 inch on both sides.
    assert width("square") / width("poker") == pytest.approx(3.74 / 2.74, abs=0.01)


@pytest.mark.parametrize("topic", ["symbols", "patterns", "papers", "sizes", "stocks", "sleeves"])
def test_names_of_what_has_a_look_come_with_its_picture(topic: str) -> None:
    shown = [each["picture"].split("/")[1:] for each in listed_names(topic) if each["picture"]]
    assert [each for each in shown if not choice_picture(each[0], each[1].removesuffix(".svg"))] == []
    # Only the words for any other size have no look.
    assert len(shown) >= len(listed_names(topic)) - 1
