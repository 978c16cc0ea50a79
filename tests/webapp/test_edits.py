"""A text that is examined after others gets the same answer as one that is examined first."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.art import layout_face
from cardgen.art.face import plan_face
from cardgen.art.frame import Frame
from cardgen.checks import examination, layouts
from cardgen.checks.card_memory import CardMemory
from cardgen.geometry import Rect
from cardgen.pack.model import Card
from cardgen.webapp.workspace import Workspace

#: Cards that name others, icons, numbers and pictures; two kinds of pieces; a back with columns; a table.
DECK = """\
format: 1
name: Edited
card: {size: poker}
colors: {sea: "#1B4F72"}
suits:
  green: {color: "#10805B", symbol: acorn, cards: {6: 2, 9: 1, A: {quantity: 1, layout: own, title: Ace}}}
  red: {color: "#A02020", cards: {1: 1, 2: 3}}
layouts:
  own:
    boxes:
      art: {at: [0 mm, 0 mm], size: [63 mm, 40 mm], show: "{art}.png"}
      title: {at: [5 mm, 5 mm], size: [50 mm, 8 mm], color: sea}
      text:
        at: [5 mm, 42 mm]
        size: [52 mm, 20 mm]
        when: {text: set}
      code: {at: [42 mm, 65 mm], size: [15 mm, 15 mm], show: "{qr:https://example.com/{id}}"}
      cost: {at: [5 mm, 68 mm], size: [30 mm, 10 mm], show: "{coin*cost}", ground: {color: white}}
  behind:
    boxes:
      title: {at: [5 mm, 12 mm], size: [30 mm, 12 mm]}
pieces:
  tile: {size: 40 x 40 mm}
cards:
  - layout: own
    rows:
      - {id: wood, title: Wood, text: "Draw {Stone}.", cost: 2, art: one}
      - {id: stone, title: Stone, text: "Draw {coin} or {wood}.", cost: 1, art: two}
      # The rest.
      - title: Clay
        text: >-
          Burn this card,
          and draw {6 of green}.
        quantity: 3
      - {title: Gold, cost: 3}
  - layout: title
    piece: tile
    back: {layout: behind}
    rows:
    - {title: Lake, text: "A longer text that does not quite fit, or does it?"}
    - {title: "Hill {serial:01}", notes: "too steep"}
  - table: cards.csv
    layout: own
extras:
  - {face: joker, copies: 2}
  - {face: summary}
"""
TABLE = 'id,title,text,cost\nsun,Sun,Take {Moon}.,1\nmoon,Moon,"Say ""no"".",\nstar,Star,,2\n'
#: What is typed.
TYPED = (
    *(
        "",
        "x",
        " ",
        "\n",
        "  ",
        "- ",
        "#",
        "{",
        "}",
        "[",
        '"',
        "'",
        ": ",
        ":",
        ",",
        "|",
        ">",
        "&a ",
        "*a",
        "!t ",
    ),
    *(
        "\t",
        "é",
        "😀",
        "\u2028",
        "\r\n",
        "---\n",
        "%",
        "? ",
        "0",
        "-1",
        "quantity: 0",
        "title: Wood",
        "{coin}",
    ),
    *(
        "{Gold}",
        "{qr:x}",
        "{serial}",
        "own",
        "sea",
        "{no such}",
        "\n      - {title: New, cost: 1}",
        "one",
        "two",
    ),
    *("\n  extra:\n    boxes: {title: {color: red}}", "{title: Two}", "null", "1 mm", "*it*", "W" * 90),
)


@st.composite
def an_edit(draw: st.DrawFn) -> tuple[str, str, float, int, str]:
    """Return an edit: how, in which file, where (0 to 1), how much, and what is typed."""
    how = draw(st.sampled_from(("type", "type", "type", "copy line", "delete line", "move line")))
    file = draw(st.sampled_from(("pack", "pack", "pack", "table")))
    return how, file, draw(st.floats(0, 1)), draw(st.integers(0, 4)), draw(st.sampled_from(TYPED))


def edited(text: str, how: str, where: float, much: int, typed: str) -> str:
    """Return a text after an edit."""
    if how == "type":
        at = round(where * len(text))
        return text[:at] + typed + text[at + much :]
    lines = text.splitlines(keepends=True) or [""]
    at = min(int(where * len(lines)), len(lines) - 1)
    line = lines[at] if how == "copy line" else lines.pop(at)
    if how != "delete line":
        lines.insert(max(0, at - much), line)
    return "".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder with the pictures of the deck."""
    made = tmp_path_factory.mktemp("edits")
    for name, size in (("one", (900, 600)), ("two", (60, 40))):
        Image.new("RGB", size, "#406080").save(made / f"{name}.png")
    return made


def answer(workspace: Workspace, rev: int, text: str) -> dict[str, object]:
    """Return what the page is told of a text, without the tables of an earlier one that could be read."""
    told = workspace.examine("tab", rev, text.encode("utf-8", "surrogatepass"), text, (0, 99))
    return {key: value for key, value in told.items() if key != "tables"}


@settings(max_examples=4)
@given(st.lists(an_edit(), min_size=2, max_size=5))
def test_after_edits_a_text_is_read_and_checked_as_if_it_were_the_first(folder: Path, edits):
    compare_edits(folder, edits)


@pytest.mark.thorough
@settings(max_examples=300)
@given(st.lists(an_edit(), min_size=2, max_size=8))
def test_after_many_edits_a_text_is_read_and_checked_as_if_it_were_the_first(folder: Path, edits):
    compare_edits(folder, edits)


def compare_edits(folder: Path, edits) -> None:
    file, table = folder / "deck.yaml", folder / "cards.csv"
    texts = {"pack": DECK, "table": TABLE}
    table.write_text(TABLE, encoding="utf-8", newline="")
    warm = Workspace()
    warm.open(file)
    answer(warm, 0, DECK)
    for rev, (how, which, *edit) in enumerate(edits, 1):
        before = texts[which]
        texts[which] = edited(before, how, *edit)
        table.write_text(texts["table"], encoding="utf-8", newline="")
        cold = Workspace()
        cold.open(file)
        now = answer(cold, rev, texts["pack"])
        assert answer(warm, rev, texts["pack"]) == now
        # Whoever types goes on from what can be read.
        if not now["sound"] and edit[1] % 2:
            texts[which] = before


def applied(faces: list[dict[str, object]], changes: dict) -> list[dict[str, object]]:
    """Return cards with the changes that the server tells, as the page makes them."""
    made = [dict(face) for face in faces]
    for splice in reversed(changes["splices"]):
        made[splice["start"] : splice["end"]] = map(dict, splice["faces"])
    for start, end in changes["forgotten"]:
        for face in made[start:end]:
            face["key"] = ""
    for place, key in changes["keys"].items():
        made[int(place)]["key"] = key
    return made


@settings(max_examples=4)
@given(st.lists(an_edit(), min_size=2, max_size=6), st.integers(0, 9))
def test_a_page_that_is_told_only_of_changes_has_the_cards_of_the_newest_text(folder: Path, edits, first):
    compare_told_cards(folder, edits, first)


@pytest.mark.thorough
@settings(max_examples=300)
@given(st.lists(an_edit(), min_size=2, max_size=12), st.integers(0, 9))
def test_a_page_that_is_told_only_of_many_changes_has_the_cards_of_the_newest_text(
    folder: Path, edits, first
):
    compare_told_cards(folder, edits, first)


def compare_told_cards(folder: Path, edits, first: int) -> None:
    file, table = folder / "deck.yaml", folder / "cards.csv"
    texts = {"pack": DECK, "table": TABLE}
    table.write_text(TABLE, encoding="utf-8", newline="")
    warm = Workspace()
    warm.open(file)
    faces: list[dict[str, object]] = []
    since = -1
    for rev, (how, which, where, much, typed) in enumerate([("type", "pack", 0.0, 0, ""), *edits], 1):
        before = texts[which]
        texts[which] = edited(before, how, where, much, typed)
        table.write_text(texts["table"], encoding="utf-8", newline="")
        raw = texts["pack"].encode("utf-8", "surrogatepass")
        cold = Workspace()
        cold.open(file)
        wanted = cold.examine("tab", rev, raw, texts["pack"], (0, 99))
        told: list[dict] = []
        answer = warm.examine(
            "tab", rev, raw, texts["pack"], (first, first + 3), tell=told.append, since=since
        )
        assert ("pack" in answer) == ("pack" in wanted)
        if "pack" in answer:
            pack, whole = answer["pack"], wanted["pack"]["faces"]
            now = applied(faces, pack["changes"]) if "changes" in pack else pack["faces"]
            assert [{**face, "key": ""} for face in now] == [{**face, "key": ""} for face in whole]
            for place, (face, other) in enumerate(zip(now, whole, strict=True)):
                assert face["key"] == other["key"] or (not face["key"] and not first <= place < first + 3)
            # Every picture that the page can name is drawn.
            assert all(face["key"] in warm._sides for face in now if face["key"])
            # Now and then an answer is not received, as newer text was typed.
            if much != 1:
                faces, since = now, rev
                more = warm.keys("tab", rev, first + 3, first + 6)
                for face, key in zip(faces[first + 3 :], more, strict=False):
                    face["key"] = key
        elif much % 2:
            texts[which] = before


def test_after_a_change_of_one_cell_a_page_is_told_of_one_card(folder: Path):
    (folder / "cards.csv").write_text(TABLE, encoding="utf-8")
    workspace = Workspace()
    workspace.open(folder / "deck.yaml")
    workspace.examine("tab", 1, DECK.encode(), DECK, (0, 99))
    text = DECK.replace("Burn this card", "Turn this card")
    changes = workspace.examine("tab", 2, text.encode(), text, (0, 99), since=1)["pack"]["changes"]
    assert changes["splices"] == [] == changes["forgotten"]
    [place] = changes["keys"]
    found = examination.examine(str(folder / "deck.yaml"), text=text).valid_pack
    assert found.cards[int(place)].label == "Clay"
    # A page that has no such text gets all cards.
    assert len(workspace.examine("tab", 3, text.encode(), text, (0, 99), since=7)["pack"]["faces"]) > 9


def planned_after(folder: Path, monkeypatch: pytest.MonkeyPatch, *texts: str) -> list[str]:
    """Return the cards whose boxes are planned for the check of the last of some texts."""
    planned: list[str] = []
    real = layout_face.plan_boxes

    def counted(frame: Frame, card: Card) -> object:
        planned.append(card.label)
        return real(frame, card)

    monkeypatch.setattr(layouts, "plan_boxes", counted)
    (folder / "cards.csv").write_text(TABLE, encoding="utf-8")
    workspace = Workspace()
    workspace.open(folder / "deck.yaml")
    for rev, text in enumerate(texts):
        planned.clear()
        answer(workspace, rev, text)
    return planned


def test_after_an_edit_only_what_has_changed_is_checked_again(folder: Path, monkeypatch: pytest.MonkeyPatch):
    cell = DECK.replace("Burn this card", "Turn this card")
    assert planned_after(folder, monkeypatch, DECK, cell) == ["Clay"]
    row = DECK.replace("      - {title: Gold", "      - {title: Silver}\n      - {title: Gold")
    assert planned_after(folder, monkeypatch, DECK, row) == ["Silver"]
    # Back and forth.
    assert planned_after(folder, monkeypatch, DECK, cell, DECK) == []
    # Texts show the cards that they name, here by their titles.
    assert "Wood" in planned_after(folder, monkeypatch, DECK, DECK.replace("title: Stone", "title: Rock"))
    box = DECK.replace("at: [5 mm, 5 mm]", "at: [6 mm, 5 mm]")
    assert len(planned_after(folder, monkeypatch, DECK, box)) > 5


def test_a_face_with_a_layout_depends_on_other_cards_only_by_what_is_compared(folder: Path):
    (folder / "cards.csv").write_text(TABLE, encoding="utf-8")
    found = examination.examine(str(folder / "deck.yaml"), text=DECK).valid_pack
    for pack in found.kinds:
        cards = [card for card in pack.cards if card.kind == "layout"]
        for each in (pack, pack.whole_pack or pack):
            # What card_memory.shared_parts() compares is known; whatever else looks at cards fails.
            assert None not in (each.cards_in_text, each.special_inks, each.suit_cards)
            each.drawing_cache.clear()
            for name in ("cards", "deck_cards", "all_backs", "backs_in_boxes", "count", "kinds"):
                vars(each)[name] = None
        for card in cards:
            assert plan_face(pack, card, Rect(0, 0, *pack.card.size))


def test_a_layout_may_name_a_drawing_that_a_column_of_a_card_brings_in(tmp_path: Path):
    drawing = tmp_path / "mark.svg"
    drawing.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    text = (
        "format: 1\nname: Deck\ncard: {size: poker}\nlayouts:\n  own:\n    extends: story\n    boxes:\n"
        f'      text: {{show: "{{{drawing}}} {{text}}"}}\n'
        "cards:\n  - {layout: own, rows: [{title: A, text: One.}]}\n"
        "  - {layout: story, rows: [{title: B, text: Two., picture: mark.svg}]}\n"
    )
    pack = examination.examine(str(tmp_path / "deck.yaml"), text=text).valid_pack
    memory = CardMemory()
    for card in pack.cards:
        memory.of_pack(pack).facts(card)["known"] = True
    # The first card shows the drawing, but has not its name.
    assert [memory.of_pack(pack).facts(card) for card in pack.cards] == [{}, {"known": True}]


def test_boxes_painted_in_another_order_are_checked_again(folder: Path, monkeypatch: pytest.MonkeyPatch):
    lines = DECK.splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith("      art:"))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    assert "Wood" in planned_after(folder, monkeypatch, DECK, "".join(lines))
