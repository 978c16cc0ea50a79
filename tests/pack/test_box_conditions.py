"""Boxes that are there under conditions, defaults of columns, and icons that are repeated."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen import api
from cardgen.art.frame import Frame
from cardgen.art.layout_face import plan_boxes
from cardgen.geometry import Rect
from cardgen.pack.conditions import Condition, are_met
from cardgen.pack.layouts import Box, BoxGround, TextOutline, TextShadow
from cardgen.pack.placeholders import IN_BRACES, Placeholder, placeholders, with_placeholders
from cardgen.text.outlines import Shape


def boxes(box: dict[str, Any], *rows: dict[str, Any], **more: Any) -> list[dict[str, str]]:
    """Return what the boxes `a` and `b` of each card show; "" for one that is a ground alone."""
    below = {"at": ["5 mm", "30 mm"], "size": ["40 mm", "20 mm"], "show": "{title}", "grow": True}
    top = {"at": ["5 mm", "5 mm"], "size": ["40 mm", "20 mm"], **box}
    layouts = {"l": {"boxes": {"a": top, "b": below}}}
    pack = api.load(
        {"format": 1, "name": "X", "layouts": layouts, "cards": [{"layout": "l", "rows": [*rows]}], **more}
    )
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    return [
        {plan.name: plan.content or "".join(each for each in plan.name) for plan in plan_boxes(frame, card)}
        for card in pack.cards
    ]


def there(when: dict[str, Any], *rows: dict[str, Any]) -> list[bool]:
    return ["a" in each for each in boxes({"when": when, "show": "words"}, *rows)]


ROWS = (
    {"title": "A", "type": "action", "cost": 3},
    {"title": "B", "type": "event", "cost": "2.5"},
    {"title": "C", "type": "treasure", "cost": "10", "text": "words"},
)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ({"type": "action"}, [True, False, False]),
        ({"type": ["action", "event"]}, [True, True, False]),
        ({"cost": 3}, [True, False, False]),
        ({"cost": ">= 3"}, [True, False, True]),
        ({"cost": "≥3"}, [True, False, True]),
        ({"cost": "> 3"}, [False, False, True]),
        ({"cost": "< 3"}, [False, True, False]),
        ({"cost": "<= 2,5"}, [False, True, False]),
        ({"text": "empty"}, [True, True, False]),
        ({"text": "set"}, [False, False, True]),
        # All must hold.
        ({"type": ["action", "event"], "cost": ">= 3"}, [True, False, False]),
    ],
)
def test_a_box_is_there_where_its_conditions_are_met(when: dict[str, Any], expected: list[bool]) -> None:
    assert there(when, *ROWS) == expected


def test_a_ground_alone_and_the_room_of_a_box_go_with_it() -> None:
    shown = boxes({"when": {"cost": 3}, "show": "", "ground": "#123456"}, *ROWS)
    assert ["a" in each for each in shown] == [True, False, False]


def test_conditions_on_texts_hold_in_another_language(tmp_path: Any) -> None:
    (tmp_path / "de.csv").write_text("text,translation\naction,Aktion\nA,Ah\nB,Beh\nwords,Wörter\n", "utf-8")
    (tmp_path / "x.yaml").write_text(
        "format: 1\nname: X\nlanguages: {de: de.csv}\nlayouts:\n  l:\n    boxes:\n"
        "      a: {when: {type: action}, at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: '{type}'}\n"
        "cards:\n- {layout: l, rows: [{title: A, type: action}, {title: B, type: event}]}\n",
        "utf-8",
    )
    pack = api.load(str(tmp_path / "x.yaml"), {("language",): "de"})
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    assert [[box.content for box in plan_boxes(frame, card)] for card in pack.cards] == [["Aktion"], []]


def test_a_default_stands_for_an_empty_column() -> None:
    shown = boxes({"show": "by {artist|an unknown hand}"}, {"title": "A"}, {"title": "B", "artist": "Bo"})
    assert [each["a"] for each in shown] == ["by an unknown hand", "by Bo"]


def test_an_icon_is_repeated_as_often_as_a_column_says() -> None:
    rows = [{"title": "A", "cost": 3}, {"title": "B", "cost": 0}, {"title": "C"}]
    repeated, none, empty = boxes({"show": "{coin*cost}"}, *rows)
    assert repeated.keys() == {"a", "b"}
    assert none.keys() == empty.keys() == {"b"}
    texts = boxes({"show": "Cost {coin*cost}{star*2}"}, *rows)
    coins = "Cost {coin}{coin}{coin}{star}{star}"
    assert [each.get("a") for each in texts] == [coins, "Cost {star}{star}", None]


@pytest.mark.parametrize("said", ["x", "-1", "2.5", "31", "9999999"])
def test_what_does_not_tell_how_often_is_an_error_at_its_row(said: str) -> None:
    text = (
        "format: 1\nname: X\nlayouts:\n  l:\n    boxes:\n"
        "      a: {at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: '{coin*cost}'}\n"
        f"cards:\n- layout: l\n  rows:\n  - {{title: A, cost: 1}}\n  - {{title: B, cost: '{said}'}}\n"
    )
    problems = [each for each in api.examine("x.yaml", text=text).problems if each.severity == "error"]
    assert [(each.mark and each.mark.line, str(each.hint)) for each in problems] == [
        (11, "write a whole number from 0 to 30")
    ]


def test_bad_conditions_are_told_at_their_places() -> None:
    box = "{at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: x, when: %s}"
    text = "format: 1\nname: X\nlayouts:\n  l:\n    boxes:\n" + "".join(
        f"      b{place}: {box % when}\n"
        for place, when in enumerate(
            ["cost", "{}", "{cost: '> x'}", "{cost: []}", "{cost: true}", "{csot: 3}", "{nothing: set}"]
        )
    )
    text += "cards:\n- {layout: l, rows: [{title: A, cost: free}]}\n"
    found = [
        (each.mark.line, each.severity, str(each.message))
        for each in api.examine("x.yaml", text=text).problems
        if each.mark
    ]
    assert found[:5] == [
        (6, "error", "this should be a list of columns and what they must hold"),
        (7, "error", "this should be a list of columns and what they must hold"),
        (8, "error", "'> x' is not a comparison"),
        (9, "error", "this list has no values or too many"),
        (10, "error", "this is not a condition"),
    ]
    assert (11, "error", "no card of this layout has a column 'csot'") in found
    assert (12, "warning", "no card of this layout has a column 'nothing'") in found


def test_a_text_that_is_compared_with_a_number_is_told() -> None:
    text = (
        "format: 1\nname: X\nlayouts:\n  l:\n    boxes:\n"
        "      a: {when: {cost: '>= 3'}, at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: '{title}'}\n"
        "cards:\n- layout: l\n  rows:\n  - {title: A, cost: 4}\n  - {title: B, cost: free}\n"
    )
    [problem] = api.examine("x.yaml", text=text).of("warning")
    assert problem.mark is not None
    assert problem.mark.line == 11
    assert str(problem.message) == "cost: 'free' is not a number, so the box 'a' is left out"


#: Two values of each property of a box that a column may choose, as they stand in a file.
CHOICES: dict[str, tuple[Any, Any]] = {
    "at": (["5 mm", "5 mm"], ["15 mm", "5 mm"]),
    "size": (["40 mm", "20 mm"], ["30 mm", "20 mm"]),
    "show": ("one", "{title}"),
    "type": ("title", "note"),
    "align": ("left", "right"),
    "vertical": ("top", "bottom"),
    "least": ("6 pt", "7 pt"),
    "color": ("#123456", "ink"),
    "keywords": (True, False),
    "language": ("de", "en"),
    "direction": ("rtl", "ltr"),
    "shape": ("circle", "hexagon"),
    "mask": ("first-mask.png", "second-mask.png"),
    "fit": ("cover", "contain"),
    "focus": ("top", [10, 20]),
    "shade": ("#123456", "black"),
    "opacity": (0.5, 1),
    "blend": ("multiply", "normal"),
    "rotate": (90, 180),
    "turned": (True, False),
    "grow": (True, False),
    "rise": (True, False),
    "foil": ("gold", "silver"),
    "varnish": (True, False),
    "white": (True, False),
}
#: What lists other boxes, or is about the layout and not about a card.
FIXED = {"on", "when", "above", "below", "flow", "foot", "gap", "allow", "ground", "outline", "shadow"}
GROUND: dict[str, tuple[Any, Any]] = {
    "color": ("#FFFFFF", "#EEEEEE"),
    "radius": ("1 mm", "2 mm"),
    "line": ("black", "grey"),
    "width": ("0.3 mm", "1 mm"),
    "edge": ("all", "left"),
    "padding": ("0 mm", "1 mm"),
    "tight": (True, False),
}
#: The same of the records in a box.
PARTS: dict[str, dict[str, tuple[Any, Any]]] = {
    "ground": GROUND,
    "outline": {"color": ("#FFFFFF", False), "width": ("0.3 mm", "1 mm")},
    "shadow": {"color": ("#FFFFFF", "grey"), "offset": (["1 mm", "0 mm"], ["0 mm", "-1 mm"])},
}


def described(value: Any) -> Any:
    """Return items with outlines as their segments: equal outlines are different objects."""
    if isinstance(value, Shape):
        return value.segments
    return [*map(described, value)] if isinstance(value, tuple) else value


def test_the_properties_that_columns_choose_are_all_there_are() -> None:
    assert {*CHOICES, *FIXED} == set(Box._fields)
    models = {"ground": BoxGround, "outline": TextOutline, "shadow": TextShadow}
    assert {key: set(part) for key, part in PARTS.items()} == {
        key: set(model._fields) for key, model in models.items()
    }


@pytest.mark.parametrize("key", [*CHOICES, *(f"{part} {key}" for part in PARTS for key in PARTS[part])])
def test_a_column_chooses_a_property_as_if_it_were_written(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("first-mask.png", "second-mask.png"):
        Image.new("L", (480, 240), 255).save(name)

    def plans(value: Any, box: dict[str, Any]) -> list[Any]:
        box = {**box, part: {**box[part], inner: value}} if inner else {**box, key: value}
        layouts = {"l": {"boxes": {"a": box}}}
        cards = [
            {"layout": "l", "rows": [{"title": "A word", "kind": "x"}, {"title": "A word", "kind": "y"}]}
        ]
        types = {"red": {"color": "#CC0000"}}
        whole = {"layouts": layouts, "cards": cards, "types": types, "keywords": {"word": "red"}}
        pack = api.load({"format": 1, "name": "X", **whole}).with_special_inks("separations")
        frame = Frame(pack, Rect(0, 0, *pack.card.size))
        return [described(plan_boxes(frame, card)) for card in pack.cards]

    part, _, inner = key.partition(" ")
    one, other = PARTS[part][inner] if inner else CHOICES[key]
    box = {
        "at": ["5 mm", "5 mm"],
        "size": ["40 mm", "20 mm"],
        "show": "{title}",
        "ground": {"color": "white", "line": "black"},
        "outline": {"color": "black"},
        "shadow": {"color": "accent"},
    }
    chosen = plans({"by": "kind", "x": one, "else": other}, box)
    assert chosen == [plans(one, box)[0], plans(other, box)[1]]
    if key not in ("fit", "focus", "shade", "least", "grow", "rise", "language"):
        assert chosen[0] != chosen[1]


def test_without_else_the_layout_below_decides() -> None:
    base = {
        "boxes": {
            "a": {"at": ["5 mm", "5 mm"], "size": ["40 mm", "20 mm"], "show": "{title}", "align": "right"}
        }
    }
    own = {"extends": "base", "boxes": {"a": {"align": {"by": "kind", "x": "center"}}}}
    layouts = {"base": base, "own": own, "plain": {"extends": "base"}}
    rows = [{"title": "A", "kind": "x"}, {"title": "A", "kind": "y"}, {"title": "A", "layout": "plain"}]
    pack = api.load(
        {"format": 1, "name": "X", "layouts": layouts, "cards": [{"layout": "own", "rows": rows}]}
    )
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    centred, right, plain = (plan_boxes(frame, card)[0].label for card in pack.cards)
    assert right == plain != centred


def test_a_place_that_no_value_chooses_is_an_error_at_the_key() -> None:
    text = (
        "format: 1\nname: X\nlayouts:\n  l:\n    boxes:\n      a:\n"
        "        at: {by: side, left: [4 mm, 4 mm]}\n        size: [9 mm, 9 mm]\n        show: '{title}'\n"
        "cards:\n- {layout: l, rows: [{title: A, side: left}, {title: B, side: right}, {title: C}]}\n"
    )
    [problem] = api.examine("x.yaml", text=text).of("error")
    assert problem.mark is not None
    assert problem.mark.line == 7
    assert str(problem.message) == "'a' has no 'at' on cards whose side is 'right' or 'none'"


@given(st.text(max_size=40))
def test_any_text_of_a_box_can_be_read(text: str) -> None:
    found = list(placeholders(text))
    assert len(found) == len(IN_BRACES.findall(text))
    assert all(each == Placeholder(*each) and "{" not in each.name for each in found)
    assert with_placeholders(text, lambda each: "") == IN_BRACES.sub("", text)


@given(st.text(max_size=12), st.sampled_from([">=", ">", "<=", "<"]), st.integers(-5, 5))
def test_no_cell_is_both_over_and_under_a_limit(cell: str, sign: str, limit: int) -> None:
    other = {">=": "<", ">": "<=", "<=": ">", "<": ">="}[sign]
    met = [are_met([Condition("c", each, limit=limit)], {"c": cell}) for each in (sign, other)]
    assert met != [True, True]


def test_the_schema_knows_conditions() -> None:
    from jsonschema import Draft202012Validator

    from cardgen.gaming.games import GAMES
    from cardgen.pack.reading import pack_schema

    validator = Draft202012Validator(pack_schema(GAMES))
    box = {"at": ["1 mm", "1 mm"], "size": ["9 mm", "9 mm"]}

    def is_valid(when: Any) -> bool:
        pack = {"format": 1, "name": "X", "layouts": {"l": {"boxes": {"a": {**box, "when": when}}}}}
        return validator.is_valid(pack)

    assert is_valid({"type": ["action", "event"], "cost": ">= 3", "n": 3})
    assert not is_valid({})
    assert not is_valid({"a": []})
    assert not is_valid("cost")
