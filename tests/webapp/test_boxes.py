"""Boxes of a layout that are moved, resized and set by hand: what that changes in the text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.checks.examination import Examined, examine
from cardgen.errors import UsageError
from cardgen.pack.layouts import Stretch
from cardgen.webapp.boxes import BACK, box_records, text_with_boxes
from cardgen.webapp.editing import apply_edit, edit_without_key

PLAIN = """\
format: 1
name: P  # mine
card: {size: poker}
cards:
  - layout: story
    rows:
      - {title: One, kind: A rule, text: Hello, symbol: star}  # first
"""
OWN = """\
format: 1
name: P
card: {size: poker}
layouts:
  mine:
    # The name on top.
    boxes:
      title: {at: [5 mm, 5 mm], size: [40 mm, 10 mm], type: title}  # bold
      text: {at: [5 mm, 20 mm], size: [40 mm, 30 mm], rotate: 90}
      plate: {at: [4 mm, 4 mm], size: [50 mm, 50 mm], show: "", ground: {line: black}, below: title}
cards:
  - layout: mine
    rows:
      - {title: One, text: Hello}
"""


def examined(text: str, tmp_path: Path) -> Examined:
    file = tmp_path / "p.yaml"
    file.write_text(text, encoding="utf-8")
    found = examine(str(file))
    assert not found.of("error"), found.of("error")
    return found


def changed(text: str, tmp_path: Path, *changes: dict[str, Any]) -> str:
    found = examined(text, tmp_path)
    assert found.pack
    return text_with_boxes(text, found.pack, found.data, found.pack.cards[0].id, list(changes))


def boxes(text: str, tmp_path: Path) -> dict[str, Any]:
    pack = examined(text, tmp_path).pack
    assert pack
    return {each["name"]: each for each in box_records(pack, pack.cards[0].id)["boxes"]}


def moved(rect: list[float], x: float = 0, y: float = 0, width: float = 0, height: float = 0) -> list[float]:
    return [rect[0] + x, rect[1] + y, rect[2] + width, rect[3] + height]


def test_a_move_in_a_built_in_layout_makes_it_the_packs_own(tmp_path: Path) -> None:
    rect = boxes(PLAIN, tmp_path)["kind"]["rect"]
    after = changed(PLAIN, tmp_path, {"box": "kind", "rect": moved(rect, 2, 1)})
    begun = "layouts:\n  story:\n    extends: story\n    boxes:\n      kind: {at: [6.8 mm, 56.6 mm]}\n"
    assert after == PLAIN + begun
    assert boxes(after, tmp_path)["kind"]["rect"] == pytest.approx(moved(rect, 2, 1))


#: A card that leaves boxes empty, over which others rise and grow.
SPARSE = """\
format: 1
name: P
card: {size: poker}
cards:
  - layout: LAYOUT
    rows:
      - {title: One, text: Hello, kind: A rule, cost: 3}
"""


@given(st.data())
def test_a_box_stands_where_it_was_put_also_if_it_rises_or_grows(
    tmp_path_factory: Any, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("boxes")
    text = SPARSE.replace("LAYOUT", data.draw(st.sampled_from(["story", "creature", "panel", "divider"])))
    found = boxes(text, folder)
    name = data.draw(st.sampled_from([each for each in ("title", "kind", "text") if each in found]))
    steps = st.integers(-60, 60).map(lambda tenths: tenths / 10)
    rect = moved(
        found[name]["rect"], *(data.draw(steps) for _ in range(2)), *(abs(data.draw(steps)) for _ in "wh")
    )
    after = changed(text, folder, {"box": name, "rect": rect})
    # It may reach out of the safe zone, which is said.
    pack = examine(str(folder / "p.yaml"), text=after).pack
    assert pack
    found = {each["name"]: each for each in box_records(pack, pack.cards[0].id)["boxes"]}
    assert found[name]["rect"] == pytest.approx(rect, abs=0.16)


def test_a_change_is_one_value_in_a_layout_of_the_pack(tmp_path: Path) -> None:
    rect = boxes(OWN, tmp_path)["title"]["rect"]
    after = changed(OWN, tmp_path, {"box": "title", "rect": moved(rect, 0.04, 2.26)})
    assert after == OWN.replace("[5 mm, 5 mm]", "[5 mm, 7.3 mm]")
    after = changed(OWN, tmp_path, {"box": "title", "rect": moved(rect, width=3.14)})
    assert after == OWN.replace("[40 mm, 10 mm]", "[43.1 mm, 10 mm]")
    after = changed(OWN, tmp_path, {"box": "title", "values": {"align": "center", "color": "#204080"}})
    assert after == OWN.replace("type: title}", 'type: title, align: center, color: "#204080"}')
    after = changed(after, tmp_path, {"box": "title", "values": {"align": None}})
    assert after == OWN.replace("type: title}", 'type: title, color: "#204080"}')


def test_a_column_that_chooses_keeps_what_it_chooses_for_other_cards(tmp_path: Path) -> None:
    after = changed(PLAIN, tmp_path, {"box": "title", "values": {"type": "display"}})
    assert "title: {type: {by: picture, none: display, else: title}}" in after
    again = changed(after, tmp_path, {"box": "title", "values": {"type": "title"}})
    assert again == after.replace("none: display", "none: title")


def test_boxes_come_forward_and_go_back_past_those_that_they_overlap(tmp_path: Path) -> None:
    assert list(boxes(OWN, tmp_path)) == ["plate", "title", "text"]
    over = changed(OWN, tmp_path, {"box": "plate", "order": "forward"})
    assert list(boxes(over, tmp_path)) == ["title", "plate", "text"]
    top = changed(over, tmp_path, {"box": "plate", "order": "forward"})
    assert list(boxes(top, tmp_path)) == ["title", "text", "plate"]
    with pytest.raises(UsageError, match="no box lies over plate"):
        changed(top, tmp_path, {"box": "plate", "order": "forward"})
    back = changed(top, tmp_path, {"box": "plate", "order": "back"})
    assert list(boxes(back, tmp_path)) == ["title", "plate", "text"]
    under = changed(back, tmp_path, {"box": "plate", "order": "back"})
    assert list(boxes(under, tmp_path)) == ["plate", "title", "text"]


def test_boxes_are_added_and_removed(tmp_path: Path) -> None:
    more = changed(OWN, tmp_path, {"add": "text"})
    # Below the plate, in the middle.
    line = "      text-2: {at: [16.8 mm, 54.5 mm], size: [30 mm, 8 mm], show: Text, type: body}\n"
    assert more == OWN.replace("below: title}\n", "below: title}\n" + line)
    assert boxes(more, tmp_path)["text-2"]["source"] == ["show", "", "Text"]
    assert changed(more, tmp_path, {"box": "text-2", "remove": True}) == OWN
    less = changed(PLAIN, tmp_path, {"box": "kind", "remove": True})
    assert less.endswith("      kind: false\n")
    for kind in ("icon", "shape"):
        assert kind in boxes(changed(OWN, tmp_path, {"add": kind}), tmp_path)
    with pytest.raises(UsageError, match="names no picture"):
        changed(OWN, tmp_path, {"add": "picture"})


def test_new_boxes_have_places_of_their_own(tmp_path: Path) -> None:
    one = changed(OWN, tmp_path, {"add": "text"})
    both = boxes(changed(one, tmp_path, {"add": "text"}), tmp_path)
    (x, y, width, height), (other_x, other_y, *_) = both["text-2"]["rect"], both["text-3"]["rect"]
    assert abs(x - other_x) >= width or abs(y - other_y) >= height


def test_what_a_box_shows_is_written_where_it_stands(tmp_path: Path) -> None:
    after = changed(PLAIN, tmp_path, {"box": "title", "text": "Two: more"})
    assert after == PLAIN.replace("title: One", 'title: "Two: more"')
    after = changed(OWN, tmp_path, {"box": "title", "values": {"show": "The {title}"}})
    again = changed(after, tmp_path, {"box": "title", "text": "A {title}"})
    assert again == after.replace("The {title}", "A {title}")
    (tmp_path / "cards.csv").write_text("title,text\nOne,Hello\n", encoding="utf-8")
    table = PLAIN[: PLAIN.index("    rows:")] + "    table: cards.csv\n"
    with pytest.raises(UsageError, match="stands in a table"):
        changed(table, tmp_path, {"box": "title", "text": "Two"})
    renamed = PLAIN.replace("    rows:", "    columns: {title: Name}\n    rows:").replace(
        "{title: O", "{Name: O"
    )
    after = changed(renamed, tmp_path, {"box": "title", "text": "Two"})
    assert after == renamed.replace("Name: One", "Name: Two")


def test_the_colour_of_a_ground_keeps_its_line_and_corners(tmp_path: Path) -> None:
    after = changed(PLAIN, tmp_path, {"box": "symbol", "values": {"ground": "#204080"}})
    assert 'symbol: {ground: "#204080"}' in after
    lined = OWN.replace("{line: black}", "{line: black, radius: 2 mm}")
    after = changed(lined, tmp_path, {"box": "plate", "values": {"ground": "white"}})
    assert "ground: {line: black, radius: 2 mm, color: white}" in after
    again = changed(after, tmp_path, {"box": "plate", "values": {"ground": "accent"}})
    assert again == after.replace("color: white", "color: accent")


ARABIC = OWN.replace("card:", "language: ar\ncard:").replace("  mine:\n", "  mine:\n    mirror: true\n")


def test_a_mirrored_box_goes_where_it_is_drawn(tmp_path: Path) -> None:
    rect = boxes(ARABIC, tmp_path)["title"]["rect"]
    assert rect[0] == pytest.approx(63.5 - 5 - 40)
    after = changed(ARABIC, tmp_path, {"box": "title", "rect": moved(rect, 3, width=2)})
    assert boxes(after, tmp_path)["title"]["rect"] == pytest.approx(moved(rect, 3, width=2))


def test_a_box_of_a_layout_for_another_trim_goes_where_it_is_drawn(tmp_path: Path) -> None:
    text = OWN.replace("  mine:\n", "  mine:\n    card: 70 x 120 mm\n")
    rect = boxes(text, tmp_path)["text"]["rect"]
    after = changed(text, tmp_path, {"box": "text", "rect": moved(rect, -2, 9, 1, 4)})
    assert boxes(after, tmp_path)["text"]["rect"] == pytest.approx(moved(rect, -2, 9, 1, 4), abs=0.1)


SIDES = st.floats(100, 400)


@given(SIDES, SIDES, SIDES, SIDES, st.floats(-20, 400), st.sampled_from([0, 1]))
def test_a_position_comes_back_from_another_trim(
    w: float, h: float, w2: float, h2: float, place: float, axis: int
) -> None:
    stretch = Stretch((w, h), (w2, h2))
    if 2 * 0.3 * min(w, h) * stretch.scale > 0.95 * (w2, h2)[axis]:
        return
    assert stretch.original_position(stretch._changed_position(place, axis), axis) == pytest.approx(place)


@pytest.mark.parametrize(
    ("text", "path", "wanted"),
    [
        ("a: 1\nb: 2  # two\nc: 3\n", "b", "a: 1\nc: 3\n"),
        ("a: {b: 1, c: 2, d: 3}\n", "a/b", "a: {c: 2, d: 3}\n"),
        ("a: {b: 1, c: 2, d: 3}\n", "a/d", "a: {b: 1, c: 2}\n"),
        ("a: {b: 1}\nc: 2\n", "a/b", "c: 2\n"),
        ("a:\n  b:\n    c: 1\n\n# after\nd: 2\n", "a/b/c", "\n# after\nd: 2\n"),
        ("a: 1\nb: 2", "b", "a: 1\n"),
    ],
)
def test_a_key_is_removed_with_its_value(text: str, path: str, wanted: str) -> None:
    edit = edit_without_key(text, path.split("/"))
    assert edit
    assert apply_edit(text, edit) == wanted
    assert edit_without_key(text, ["x"]) is None


COLUMN = """\
format: 1
name: P
card: {size: poker}
layouts:
  mine:
    boxes:
      rules: {at: [5 mm, 18 mm], size: [53 mm, 60 mm], flow: [text, kind, sign]}
      text: {type: body}
      kind: {type: note}
      sign: {size: [12 mm, 12 mm], show: "{star}"}
cards:
  - layout: mine
    rows:
      - {text: Hello, kind: Beast}
"""


def test_a_box_of_a_column_is_moved_within_its_order(tmp_path: Path) -> None:
    found = boxes(COLUMN, tmp_path)
    assert found["rules"]["kind"] == "column"
    assert [found[each]["column"] for each in ("rules", "text", "sign")] == ["", "rules", "rules"]
    assert [found[each]["sized"] for each in ("rules", "text", "sign")] == [True, False, True]
    # Dropped over the text, under it, and moved by a step.
    first = changed(COLUMN, tmp_path, {"box": "sign", "rect": moved(found["sign"]["rect"], y=-9)})
    assert first == COLUMN.replace("[text, kind, sign]", "[sign, text, kind]")
    between = changed(COLUMN, tmp_path, {"box": "text", "rect": moved(found["text"]["rect"], y=5)})
    assert between == COLUMN.replace("[text, kind, sign]", "[kind, text, sign]")
    assert changed(COLUMN, tmp_path, {"box": "text", "along": 1}) == between
    assert changed(COLUMN, tmp_path, {"box": "text", "rect": moved(found["text"]["rect"], y=0.3)}) == COLUMN
    with pytest.raises(UsageError, match="no box of its column stands above text"):
        changed(COLUMN, tmp_path, {"box": "text", "along": -1})
    larger = changed(COLUMN, tmp_path, {"box": "sign", "rect": moved(found["sign"]["rect"], width=2)})
    assert larger == COLUMN.replace("[12 mm, 12 mm]", "[14 mm, 12 mm]")


def test_a_column_of_the_cards_chooses_a_value(tmp_path: Path) -> None:
    after = changed(OWN, tmp_path, {"box": "title", "by": {"align": "text"}})
    assert "align: {by: text, Hello: left, else: left}" in after
    again = changed(after, tmp_path, {"box": "title", "values": {"align": "center"}})
    assert again == after.replace("Hello: left", "Hello: center")
    same = changed(again, tmp_path, {"box": "title", "by": {"align": None}})
    assert same == OWN.replace("type: title}", "type: title, align: center}")
    colored = changed(OWN, tmp_path, {"box": "text", "by": {"color": "title"}})
    assert "color: {by: title, One: ink, else: ink}" in colored
    for key, column in (("when", "text"), ("align", "nothing")):
        with pytest.raises(UsageError):
            changed(OWN, tmp_path, {"box": "title", "by": {key: column}})


BACKED = OWN.replace("cards:", 'back: {layout: behind, color: "#224444"}\ncards:').replace(
    "layouts:\n",
    "layouts:\n  behind:\n    boxes: {sign: {at: [20 mm, 30 mm], size: [20 mm, 20 mm], show: P}}\n",
)


def test_boxes_of_a_back_are_changed_as_those_of_faces(tmp_path: Path) -> None:
    found = examined(BACKED, tmp_path)
    assert found.pack
    [sign] = box_records(found.pack, BACK + "back")["boxes"]
    assert (sign["name"], sign["rect"]) == ("sign", [20, 30, 20, 20])
    change = {"box": "sign", "rect": moved(sign["rect"], 1.5), "text": "Q"}
    after = text_with_boxes(BACKED, found.pack, found.data, BACK + "back", [change])
    assert after == BACKED.replace("[20 mm, 30 mm]", "[21.5 mm, 30 mm]").replace("show: P", "show: Q")


def test_a_pattern_gives_way_to_boxes(tmp_path: Path) -> None:
    found = examined(OWN, tmp_path)
    assert found.pack
    assert box_records(found.pack, BACK + "back")["back"]
    after = text_with_boxes(OWN, found.pack, found.data, BACK + "back", [{"begin": True}])
    pack = examined(after, tmp_path).pack
    assert pack
    assert [each["name"] for each in box_records(pack, BACK + "back")["boxes"]] == ["title"]
    assert after.startswith(OWN.split("cards:")[0])
    assert after.endswith("back:\n  layout: back\n")


def test_what_is_no_change_is_refused(tmp_path: Path) -> None:
    for wrong in (
        {"box": "nothing", "rect": [1, 1, 1, 1]},
        {"box": "title", "rect": [1, 1, True, 1]},
        {"box": "title", "values": {"allow": ["covered"]}},
        {"add": "beast"},
    ):
        with pytest.raises(UsageError):
            changed(OWN, tmp_path, wrong)
