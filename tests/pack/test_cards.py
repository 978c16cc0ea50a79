"""One list of cards, however the file writes them: what they inherit, and where each thing is said."""

import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

import cardgen
from cardgen.pack.card_list import with_missing_ranks
from cardgen.pack.cards import Card
from cardgen.pack.model import Pack
from cardgen.pack.reading import read_pack

DATA: Any = {
    "format": 1,
    "name": "All three",
    "suits": {
        "clay": {
            "color": "#884422",
            "layout": "panel",
            "ground": "#FFEEDD",
            "back": {"color": "#111111"},
            "cards": {
                "1": 2,
                "2": {"ground": "#EEEEEE", "back": {"pattern": "plain"}, "layout": "story", "note": "x"},
            },
        },
        "sea": {"color": "#225588", "sign": "+", "cards": {"7": 3}},
    },
    "cards": [
        {
            "rows": [
                {"title": "Guard", "quantity": 4},
                {"title": "Fort", "back": "fort.png", "layout": "panel"},
            ]
        },
        {"back": {"color": "#222222"}, "rows": [{"title": "Baker"}]},
    ],
    "extras": [
        {"face": "joker", "copies": 2, "color": "#AA0000"},
        {"layout": "story", "title": "*Rules*", "back": {"color": "#333333"}},
    ],
}


@pytest.fixture(scope="module")
def pack() -> Pack:
    made, problems = read_pack(DATA)
    assert made is not None, problems
    return made


def test_ranks_rows_and_extras_become_one_list(pack: Pack) -> None:
    assert [(card.id, card.label, card.quantity, card.section) for card in pack.cards] == [
        ("clay-1", "clay 1", 2, "suits"),
        ("clay-2", "clay 2", 1, "suits"),
        ("sea-7", "+7", 3, "suits"),
        ("card-1", "Guard", 4, "cards"),
        ("card-2", "Fort", 1, "cards"),
        ("card-3", "Baker", 1, "cards"),
        ("extra-1", "joker", 2, "extras"),
        ("extra-2", "Rules", 1, "extras"),
    ]
    assert [list(cards) for cards in pack.suit_cards.values()] == [["1", "2"], ["7"]]


CLAY_2, FORT = ("suits", "clay", "cards", "2"), ("cards", "0", "rows", "1")


@pytest.mark.parametrize(
    ("id", "layout", "ground", "back"),
    [
        ("clay-1", ("suits", "clay"), ("suits", "clay"), ("suits", "clay", "back", "color")),
        ("clay-2", CLAY_2, CLAY_2, (*CLAY_2, "back", "color")),
        ("sea-7", ("suits", "sea"), ("suits", "sea"), ("back", "color")),
        ("card-1", ("cards", "0"), ("cards", "0", "rows", "0"), ("back", "color")),
        ("card-2", FORT, FORT, (*FORT, "back")),  # a row says a picture, which has no colour
        ("card-3", ("cards", "1"), ("cards", "1", "rows", "0"), ("cards", "1", "back", "color")),
        ("extra-1", ("extras", "0"), ("extras", "0"), ("back", "color")),
        ("extra-2", ("extras", "1"), ("extras", "1"), ("extras", "1", "back", "color")),
    ],
)
def test_a_message_names_the_place_that_says_it(
    pack: Pack, id: str, layout: Any, ground: Any, back: Any
) -> None:
    card = named(pack, id)
    assert card.path_of("layout") == (*layout, "layout")
    assert card.path_of("ground") == (*ground, "ground")
    assert card.path_of_back("color") == back


def named(pack: Pack, id: str) -> Card:
    return next(card for card in pack.cards if card.id == id)


def test_other_quantities_change_nothing_else(pack: Pack) -> None:
    times = {card.id: 2 * number for number, card in enumerate(pack.cards)}
    other = pack.with_quantities(times)
    assert [card.quantity for card in other.cards] == list(times.values())
    assert [card._replace(quantity=1) for card in other.cards] == [
        card._replace(quantity=1) for card in pack.cards
    ]
    assert other.one_deck is pack


def test_a_pack_is_the_same_in_another_process(pack: Pack) -> None:
    assert pack.count == 15
    assert pickle.loads(pickle.dumps(pack)) == pack


def test_ranks_that_a_variant_took_out_stand_in_their_place(pack: Pack) -> None:
    fewer = replace(pack, cards=tuple(card for card in pack.cards if card.id != "clay-1"))
    whole = with_missing_ranks(fewer, {"clay": ["1", "2"]})
    assert [(card.id, card.quantity) for card in whole.cards][:2] == [("clay-1", 0), ("clay-2", 1)]
    assert named(whole, "clay-1") == named(pack, "clay-1")._replace(quantity=0)


def test_extras_are_told_as_they_were_with_a_warning(pack: Pack) -> None:
    with pytest.warns(DeprecationWarning, match=r"Pack\.cards"):
        joker, rules = pack.extras
    assert (joker.face, joker.copies) == ("joker", 2)
    assert (rules.face, rules.layout, rules.title) == (None, "story", "*Rules*")
    with pytest.warns(DeprecationWarning, match="is_extra"):
        assert pack.cards[0].extra is None
    with pytest.warns(DeprecationWarning, match="is_extra"):
        assert pack.cards[-1].extra == rules


NOTED = """format: 1
name: Noted
suits:
  green: {sign: "+", color: "#00855B", cards: {4: {quantity: 2, notes: too strong}, 3: 1}}
cards:
  - {layout: rule, rows: [{title: Guard, text: Name a card., notes: never played}]}
extras:
  - {face: joker, notes: ask Ada}
"""


def test_notes_are_told_and_are_on_no_card(say: Any) -> None:
    Path("noted.yaml").write_text(NOTED, "utf-8")
    assert say("check", "noted.yaml").splitlines()[-1] == "noted.yaml: good, 5 cards"
    said = say("show", "noted.yaml")
    assert said.splitlines()[-4:] == [
        "Notes",
        "  +4: too strong",
        "  Guard: never played",
        "  joker: ask Ada",
    ]
    noted = cardgen.load("noted.yaml")
    assert [card.notes for card in noted.cards] == ["too strong", "", "never played", "ask Ada"]
    # A rank with notes alone is drawn as it would be without.
    assert [card.kind for card in noted.cards] == ["index", "index", "layout", "joker"]
    without = re.sub(r", notes: [\w ]+", "", NOTED)
    Path("plain.yaml").write_text(without, "utf-8")
    plain = cardgen.load("plain.yaml")
    assert cardgen.sheets(plain).files[0].data == cardgen.sheets(noted).files[0].data
    boxes = "layouts: {rule: {boxes: {title: {show: '{notes}'}}}}\n"
    Path("shown.yaml").write_text(NOTED + boxes, "utf-8")
    said = say("check", "shown.yaml")
    assert "error: notes are not printed on cards" in said
    assert "rename the column, for example to remark, if cards are to show it" in said


def test_a_proof_tells_the_notes_of_a_card(say: Any) -> None:
    Path("noted.yaml").write_text(NOTED, "utf-8")
    assert say("proof", "noted.yaml", "-o", "proof.pdf").code == 0
    pages = PdfDocument("proof.pdf")
    text = "".join(page.get_textpage().get_text_bounded() for page in pages)
    pages.close()
    assert "too strong" in text
    assert "never played" in text
