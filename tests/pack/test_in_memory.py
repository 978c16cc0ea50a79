"""Packs of Python's own data: dicts, rows and texts are read, checked and spoken of as files are."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardgen
from cardgen.pack.in_memory import yaml_of_data
from cardgen.pack.yaml import CONTROL, read_yaml

ROWS = [
    {"title": "Guard", "text": 'Name a card: "yes", # or 12:30', "quantity": 3},
    {"title": "Prince", "text": "Draw a card."},
]
MARKET: dict[str, Any] = {"format": 1, "name": "Market day", "cards": [{"rows": ROWS, "layout": "story"}]}

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20).filter(lambda t: not CONTROL.search(t))
_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | _TEXT,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(_TEXT.filter(bool), below, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(_TEXT.filter(bool), _VALUE, min_size=1, max_size=4))
def test_data_are_read_as_they_were_given(data: dict[str, Any]) -> None:
    assert read_yaml("pack.yaml", yaml_of_data(data)).data == data


def test_a_pack_is_a_dict_with_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pack = cardgen.load(MARKET)
    assert [(card.label, card.quantity) for card in pack.cards] == [("Guard", 3), ("Prince", 1)]
    assert pack.cards[0].values["text"] == ROWS[0]["text"]
    made = cardgen.sheets(MARKET, paper="letter")
    assert made.facts == {"cards": 4, "sheets": 1, "paper": "Letter"}
    assert made[0].path == Path("output/market-day-sheets.pdf")
    assert made[0].data == cardgen.sheets(pack, paper="letter")[0].data
    assert not list(tmp_path.iterdir())


def test_a_dict_makes_the_same_as_a_file(tmp_path: Path) -> None:
    whole = cardgen.show(MARKET, resolved=True).result
    file = tmp_path / "market-day.yaml"
    file.write_text(whole, encoding="utf-8")

    def pages(pack: Any) -> list[bytes]:
        with pikepdf.open(io.BytesIO(cardgen.sheets(pack)[0].data)) as pdf:
            return [page.Contents.read_bytes() for page in pdf.pages]

    # Sheets of a file name that as well.
    assert pages(MARKET) == pages(file)
    assert cardgen.load("market-day.yaml", text=whole) == cardgen.load(MARKET)


def test_a_dict_may_be_a_variant_and_is_drawn_with_options() -> None:
    variant = {"format": 1, "extends": "never-over", "name": "Mine", "suits": {"green": {"cards": {4: 3}}}}
    green = {card.rank: card.quantity for card in cardgen.load(variant).cards if card.suit == "green"}
    assert green["4"] == 3
    made = cardgen.sheets(variant, style="paper", size="tarot")
    assert made[0].data != cardgen.sheets(variant)[0].data


def test_what_a_dict_names_lies_in_its_folder(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (900, 1200), "#88AACC").save(tmp_path / "guard.png")
    pack = {"format": 1, "name": "P", "extras": [{"face": "image", "image": Path("guard.png")}]}
    loaded = cardgen.load(pack, folder=tmp_path)
    assert loaded.cards[0].image == str(tmp_path / "guard.png")
    with pytest.raises(cardgen.PackError):
        cardgen.load(pack, folder=tmp_path.parent)
    with pytest.raises(cardgen.UsageError, match="is for a pack given as a dict"):
        cardgen.load("never-over", folder=tmp_path)


def test_problems_of_a_dict_have_the_keys_and_the_line_that_they_are_in() -> None:
    with pytest.raises(cardgen.PackError) as found:
        cardgen.load({**MARKET, "stile": "paper"})
    [problem] = [each for each in found.value.problems if each.severity == "error"]
    assert (problem.path, problem.line) == (("stile",), "stile: paper")
    assert problem.mark is not None
    assert (problem.mark.file, problem.hint) == ("market-day.yaml", "did you mean 'style'?")


def test_numbers_are_kept_as_they_are_written() -> None:
    text = yaml_of_data({"edition": Decimal("1.10"), "a": 1e-7, "b": 2.5}).decode()
    assert text.splitlines() == ["edition: 1.10", "a: 0.0000001", "b: 2.5"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"cards": {1, 2}}, "cards holds a set"),
        ({"name": float("nan")}, "name holds a float"),
        ({"suits": {1.5: {}}}, "suits has the key 1.5"),
        ({"back": {"image": b"x"}}, "back.image holds a bytes"),
    ],
)
def test_what_no_pack_can_hold_is_named_with_its_place(data: dict[str, Any], message: str) -> None:
    with pytest.raises(cardgen.UsageError, match=message):
        cardgen.load({"format": 1, "name": "P", **data})


def test_a_dict_that_holds_itself_is_refused() -> None:
    data: dict[str, Any] = {"format": 1}
    data["suits"] = data
    with pytest.raises(cardgen.UsageError, match="nested more than"):
        cardgen.load(data)


def test_what_needs_the_data_of_a_pack_says_so_of_one_that_is_loaded() -> None:
    pack = cardgen.load(MARKET)
    with pytest.raises(cardgen.UsageError, match="give its name, file or dict"):
        cardgen.show(pack, resolved=True)
    [table] = cardgen.words(pack, "de", output=".")
    assert b"Guard" in table.data
