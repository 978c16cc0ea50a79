"""Both ways between a card and its place in the text and in a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.checks.examination import examine
from cardgen.pack.model import Pack
from cardgen.webapp.editing import TextPositions
from cardgen.webapp.places import cards_at, path_at, row_of, text_range

TEXT = """\
format: 1
name: P
card: {size: poker}
suits:
  red:  # the first
    color: "#A02030"
    symbol: heart
    cards: {2: 3, 3: 1}
cards:
  - layout: story
    rows:
      - {title: One, text: Hello}
      - title: Two
        text: |
          Long
          text

  # The rest.
  - layout: rule
    table: cards.csv
layouts:
  rule: {extends: rule}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    (tmp_path / "cards.csv").write_text("sep=;\nTitle;Text;Quantity\nThree;x;1\nNo;x;0\nFour;y;2\n", "utf-8")
    file = tmp_path / "p.yaml"
    file.write_text(TEXT, encoding="utf-8")
    found = examine(str(file))
    assert found.pack
    return found.pack


def written(pack: Pack, label: str) -> str:
    path = next(card.path for card in pack.cards if card.label == label)
    found = text_range(TEXT, path)
    assert found
    return TEXT[found[0] : found[1]]


def test_a_card_stands_at_its_row_and_one_of_a_table_at_its_list(pack: Pack) -> None:
    assert written(pack, "One") == "{title: One, text: Hello}"
    assert written(pack, "Two") == "title: Two\n        text: |\n          Long\n          text"
    assert written(pack, "Four") == "layout: rule\n    table: cards.csv"
    rank = next(card for card in pack.cards if card.suit == "red")
    assert text_range(TEXT, rank.path) == (TEXT.index("2: 3"), TEXT.index("2: 3") + 4)
    assert text_range(TEXT, ("suits", "blue", "cards", "2")) is None


def test_a_card_of_a_table_has_its_row_and_the_headings(pack: Pack) -> None:
    four = next(card for card in pack.cards if card.label == "Four")
    row = row_of(pack, four)
    assert row
    assert row["row"] == 5
    assert row["heads"]["text"] == "Text"
    assert row_of(pack, next(card for card in pack.cards if card.label == "One")) is None


@pytest.mark.parametrize(
    ("word", "labels"),
    [
        ("Hello", ["One"]),
        ("Long", ["Two"]),
        ("cards.csv", ["Three", "Four"]),
        ("extends", ["Three", "Four"]),
        ("The rest", []),
        ("poker", []),
        ("format", []),
    ],
)
def test_a_place_in_the_text_is_about_cards(pack: Pack, word: str, labels: list[str]) -> None:
    found = cards_at(pack, path_at(TEXT, TEXT.index(word)))
    assert [card.label for card in pack.cards if card.id in found] == labels


RULED = """\
format: 1
name: P
card: {size: poker}
layouts:
  mine:
    boxes:
      title: {at: [5 mm, 5 mm], size: [50 mm, 10 mm], color: {by: kind, Spell: "#204080", else: ink}}
      cost: {at: [5 mm, 20 mm], size: [10 mm, 10 mm], when: {cost: ">= 3"}}
  wide: {extends: mine}
cards:
  - layout: mine
    rows:
      - {title: One, kind: Spell, cost: 1}
      - {title: Two, kind: Beast, cost: 4}
  - {layout: wide, rows: [{title: Three, kind: Spell, cost: 5}]}
  - {layout: story, rows: [{title: Four, kind: Spell, cost: 5}]}
"""


@pytest.mark.parametrize(
    ("word", "labels"),
    [
        ("title: {at", ["One", "Two", "Three"]),
        ("Spell: ", ["One", "Three"]),
        ("else: ", ["Two"]),
        ("by: kind", ["One", "Two", "Three"]),
        ("when", ["Two", "Three"]),
        ("extends", ["Three"]),
    ],
)
def test_a_rule_of_a_layout_is_about_the_cards_on_which_it_holds(
    tmp_path: Path, word: str, labels: list[str]
) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(RULED, encoding="utf-8")
    pack = examine(str(file)).pack
    assert pack
    found = cards_at(pack, path_at(RULED, RULED.index(word)))
    assert [card.label for card in pack.cards if card.id in found] == labels


def test_a_place_in_a_suit_is_about_its_rank_or_all_of_them(pack: Pack) -> None:
    assert len(cards_at(pack, path_at(TEXT, TEXT.index("2: 3")))) == 1
    assert len(cards_at(pack, path_at(TEXT, TEXT.index("#A02030")))) == 2


def test_places_are_counted_as_a_page_counts_them() -> None:
    text = "a: \U0001f0a1\nb: 2\n"
    places = TextPositions(text)
    assert [places.character_offset(places.utf16_offset(at)) for at in range(len(text))] == list(
        range(len(text))
    )
