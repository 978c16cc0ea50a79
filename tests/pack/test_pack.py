"""The model of a pack: what its fields mean, which cards there are and how each is drawn."""

import pytest

from cardgen import units
from cardgen.pack.model import Pack
from cardgen.pack.reading import read_pack as validate
from cardgen.pack.yaml import Data

GREEN: Data = {"sign": "+", "color": "#00855B", "cards": {"2": 3, "1": {"quantity": 4}}}
SPADES: Data = {"symbol": "spade", "color": "black", "cards": dict.fromkeys(("A", "10", "11", "J", "W"), 1)}


def made(**data: Data) -> Pack:
    pack, problems = validate({"format": 1, "name": "Test", **data})
    assert not problems
    assert pack is not None
    return pack


def test_cards_come_in_the_order_of_the_file_and_extras_last() -> None:
    extras: Data = [{"face": "joker", "copies": 2}, {"face": "joker"}, {"face": "title", "name": "front"}]
    pack = made(suits={"green": GREEN, "spades": SPADES}, extras=extras)
    assert [(card.label, card.quantity) for card in pack.cards] == [
        ("+2", 3), ("+1", 4), ("A of spades", 1), ("10 of spades", 1), ("11 of spades", 1),
        ("J of spades", 1), ("W of spades", 1), ("joker", 2), ("joker 2", 1), ("front", 1),
    ]  # fmt: skip
    assert pack.count == 16


def test_faces_follow_from_suit_and_rank_unless_stated() -> None:
    pack = made(
        suits={
            "spades": SPADES,
            "own": {
                **SPADES,
                "cards": {
                    "K": {"face": "index"},
                    "Q": {"image": "q.png"},
                    "3": {"image": "3.png", "face": "pips"},
                },
            },
            "green": GREEN,
        }
    )
    assert {card.label: card.kind for card in pack.cards} == {
        "A of spades": "pips", "10 of spades": "pips", "11 of spades": "index", "J of spades": "court",
        "W of spades": "index", "K of own": "index", "Q of own": "image", "3 of own": "pips",
        "+2": "index", "+1": "index",
    }  # fmt: skip


def test_a_full_suit_is_pips_and_three_courts() -> None:
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    pack = made(suits={"hearts": {"symbol": "heart", "color": "black", "cards": dict.fromkeys(ranks, 1)}})
    assert [card.kind for card in pack.cards] == ["pips"] * 10 + ["court"] * 3


def test_a_suit_without_a_sign_is_called_by_its_name() -> None:
    plain: Data = {"name": "Sea", "color": "black", "cards": {"2": 1}}
    pack = made(suits={"water": plain})
    assert pack.suit_title("water") == "Sea"
    assert pack.cards[0].label == "Sea 2"


@pytest.mark.parametrize(
    ("value", "on"),
    [(False, False), ("off", False), ("no", False), ("none", False), (True, True), ("on", True), ({}, True)],
)
def test_a_switch_may_be_one_word(value: Data, on: bool) -> None:
    pack = made(suits={"green": GREEN}, stripe=value, index={"small": value, "large": value})
    assert (pack.stripe.on, pack.index.small.on, pack.index.large.on) == (on, on, on)


def test_colours_in_one_world_or_both() -> None:
    pair: Data = {"rgb": "#FF0000", "cmyk": [0, 50, 100, 0]}
    pack = made(
        suits={"green": GREEN}, back={"color": pair, "ink": {"cmyk": [0, 0, 100, 0]}, "accent": "#00f"}
    )
    assert pack.back.color.rgb == (1, 0, 0)
    assert pack.back.color.cmyk == (0, 0.5, 1, 0)
    assert pack.back.ink.hex == "#FFFF00"
    assert pack.back.accent.cmyk == (1, 1, 0, 0)


def test_what_is_not_said_has_its_usual_value() -> None:
    pack = made(suits={"green": GREEN})
    assert pack.card.size == units.parse_card_size("b8")
    assert pack.card.corner == pytest.approx(3 * units.MM)
    assert (pack.style, pack.language, pack.back.pattern) == ("disc", "en", "lattice")
    assert pack.index.small.corners == ("top-left", "bottom-right")


def test_numbers_may_be_texts_where_texts_are_wanted() -> None:
    assert made(name=7, edition=1.5, suits={"green": GREEN}).edition == "1.5"


def test_a_pack_cannot_be_changed() -> None:
    pack = made(suits={"green": GREEN})
    with pytest.raises(AttributeError, match="cannot assign"):
        pack.name = "Other"  # type: ignore[misc]
