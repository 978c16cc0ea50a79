"""Cards of any kind: lists of cards, layouts of boxes, and text that fits its box."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from samples import sampled

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.frame import Frame
from cardgen.art.items import Drawing, Fill, Label, Picture, bounding_rect
from cardgen.art.layout_face import INK, BoxPlan, FacePlans, cropped_icon, pictures_in_boxes, plan_boxes
from cardgen.checks import check_pack
from cardgen.checks.legibility import ink_rects
from cardgen.colour.colors import color_from_hex
from cardgen.colour.conversion import PressInks
from cardgen.errors import Problem, UsageError
from cardgen.geometry import Rect
from cardgen.jobs.groups import AppearanceAndStrictOptions
from cardgen.layout.imposition import SheetOptions
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.output.press import PressJob, press_job, press_target, write_press
from cardgen.output.sheets import Job, write_sheets
from cardgen.output.tabletop import playingcards_io, tabletop_simulator
from cardgen.pack import layouts
from cardgen.pack.model import Pack
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Target
from cardgen.prepress.printers.library import find_preset, pack_fitted_to_printer
from cardgen.prepress.printers.ordering import plan_order
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.text import fonts, markdown
from cardgen.text.hyphenation import hyphenator
from cardgen.text.outlines import Icon, IconLayer, rectangle
from cardgen.text.setter import Setter
from cardgen.text.styles import InlineIcon, StyledText, TextStyle
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

HEAD = "format: 1\nname: Harbour\ncard: {size: poker, corner: 3 mm}\n"
GUARD = "cards:\n  - rows:\n    - {quantity: 2, corner: 1, title: Guard, text: Name a card.}\n"


def examined(folder: Path, text: str) -> api.Examined:
    file = folder / "harbour.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return api.examine(str(file))


def made(folder: Path, text: str) -> Pack:
    found = examined(folder, text)
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    assert found.pack is not None
    return found.pack


def said(problems: tuple[Problem, ...]) -> list[tuple[int, str]]:
    return [(problem.mark.line if problem.mark else 0, problem.message) for problem in problems]


def boxes(pack: Pack, place: int = 0) -> dict[str, BoxPlan]:
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    return {plan.name: plan for plan in plan_boxes(frame, pack.cards[place])}


def bounds(plan: BoxPlan) -> Rect:
    assert plan.label is not None
    return plan.label.bounds


# --- lists of cards -------------------------------------------------------------------------------


def test_rows_are_cards_with_their_columns_quantity_and_name(tmp_path: Path) -> None:
    pack = made(tmp_path, GUARD + "    - {id: spy, name: The spy, title: '*Spy*', text: Look.}\n")
    assert [(card.id, card.label, card.quantity) for card in pack.cards] == [
        ("card-1", "Guard", 2),
        ("spy", "The spy", 1),
    ]
    assert boxes(pack)["title"].label.text == "Guard"  # type: ignore[union-attr]
    assert "kind" not in boxes(pack)


def test_strips_that_a_crop_leaves_are_left_out_and_thin_parts_of_the_drawing_stay() -> None:
    parts = [Rect(0, 0, 1, 0.5), Rect(0, 0.4, 1, 0.6), Rect(0, 0.2, 1, 0.005), Rect(0, 0.9, 1, 0.1)]
    icon = Icon(tuple(IconLayer(rectangle(part)) for part in parts), 1)
    cropped = cropped_icon(icon, rectangle(Rect(0, 0, 1, 0.41)), 0.02)
    assert [layer.shape.bounds for layer in cropped.layers] == [
        pytest.approx(Rect(0, 0, 1, 0.41), abs=1e-6),
        pytest.approx(parts[2], abs=1e-6),
    ]
    assert len(cropped_icon(icon, rectangle(Rect(0, 0, 1, 0.41))).layers) == 3


def test_a_drawing_that_covers_its_box_is_cropped_to_it_and_reaches_into_the_bleed(tmp_path: Path) -> None:
    head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 10'>"
    flag = "<rect width='20' height='10' fill='red'/><rect x='20' width='20' height='10' fill='blue'/>"
    (tmp_path / "flag.svg").write_text(f"{head}{flag}</svg>")
    art = "{at: [0 mm, 0 mm], size: [20 mm, 20 mm], fit: cover, focus: FOCUS}"
    text = f"layouts: {{own: {{boxes: {{art: {art}}}}}}}\n"
    text += "cards:\n  - {layout: own, rows: [{art: flag.svg}]}\n"
    for focus, share in (("left", 1.0), ("center", 0.5), ("right", 0.0)):
        pack = made(tmp_path, text.replace("FOCUS", focus))
        frame = Frame(pack, Rect(0, 0, *pack.card.size))
        parts = [
            (item.color.hex, item.shape.transformed(item.place).bounds.width)
            for item in boxes(pack)["art"].items
            if isinstance(item, Fill)
        ]
        # The box ends at two edges of the card, and so at the end of the bleed.
        width = 20 * MM - frame.overscan.x - (frame.trim.x - pack.card.bleed - frame.overscan.x)
        expected = {"#FF0000": share * width, "#0000FF": (1 - share) * width}
        assert {name: pytest.approx(size) for name, size in parts} == {k: v for k, v in expected.items() if v}
    comb = "".join(f"L{1 if n % 2 else 39} {n / 140}" for n in range(1400))
    (tmp_path / "flag.svg").write_text(f"{head}<path d='M0 0{comb}L0 10Z'/></svg>")
    problems = examined(tmp_path, text.replace("FOCUS", "center")).problems
    assert "the drawing in art has too many lines to be cropped to its box" in {
        each.message for each in problems
    }


def test_a_box_whose_columns_are_empty_is_left_out_with_its_icons_and_words(tmp_path: Path) -> None:
    price = "{at: [5 mm, 60 mm], size: [20 mm, 8 mm], show: 'for {cost}{coin}'}"
    text = f"layouts: {{own: {{extends: rule, boxes: {{price: {price}}}}}}}\n"
    pack = made(tmp_path, f"{text}cards:\n  - layout: own\n    rows: [{{title: A, cost: 3}}, {{title: B}}]\n")
    assert ["price" in boxes(pack, place) for place in (0, 1)] == [True, False]


def test_columns_may_be_called_otherwise(tmp_path: Path) -> None:
    text = "cards:\n  - columns: {quantity: Qty, title: Name}\n    rows: [{Qty: 3, Name: Guard}]\n"
    [card] = made(tmp_path, text).cards
    assert (card.quantity, card.label) == (3, "Guard")
    wrong = examined(tmp_path, text.replace("Name}\n", "Nmae}\n"))
    assert said(wrong.problems)[0] == (5, "no card has a column 'Nmae'")


def test_such_packs_are_printed_proven_and_pressed(tmp_path: Path) -> None:
    """The whole way: sheets, their proof, and a file for the press, with a picture and several fonts."""
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    pack = made(
        tmp_path,
        GUARD.replace("title", "picture: sea.png, title").replace("Name a card.", "'**Name** *a* {star}'"),
    )
    [sheets] = write_sheets(pack, Job())
    (tmp_path / "sheets.pdf").write_bytes(sheets.data)
    assert verify_sheets(sheets.data, pack).faults == ()
    [pressed] = write_press(pack, PressJob())
    text = pypdfium2.PdfDocument(pressed.data)[0].get_textpage().get_text_range()
    assert "Guard" in text
    assert "Name" in text


def test_what_was_planned_for_the_checks_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fitting text costs more than drawing it, so it is done once a command."""
    # Each pack keeps what is its own, whatever is looked at in between.
    packs = [made(tmp_path, GUARD), made(tmp_path, GUARD.replace("Guard", "Baker"))]
    monkeypatch.setattr("cardgen.art.layout_face._Planner", None)
    one, other = (write_sheets(pack, Job())[0].data for pack in packs)
    assert one != other


def test_planned_faces_are_no_part_of_a_pack(tmp_path: Path) -> None:
    """They make it no other pack, are not sent to workers, and go with the pack itself."""
    pack = made(tmp_path, GUARD)
    bare = dataclasses.replace(pack)
    assert pack.drawing_cache
    assert not bare.drawing_cache
    assert (pack, repr(pack)) == (bare, repr(bare))
    sent = pickle.dumps(pack)
    assert b"FacePlans" not in sent
    assert write_sheets(pickle.loads(sent), Job()) == write_sheets(pack, Job())


def test_a_pack_keeps_a_limited_number_of_planned_faces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardgen.art.layout_face._MOST_KEPT", 2)
    rows = "".join(f"    - {{title: Guard {number}, text: x}}\n" for number in range(5))
    pack = made(tmp_path, f"cards:\n  - rows:\n{rows}")
    plans, trim = FacePlans.for_pack(pack), Rect(0, 0, *pack.card.size)
    planned = [plan_face(pack, card, trim) for card in pack.cards]
    assert len(plans._boxes) == 2
    assert len(plans._planners) <= 2
    assert [plan_face(pack, card, trim) for card in pack.cards] == planned


# --- problems at their place ----------------------------------------------------------------------


def test_every_wrong_name_is_said_at_its_place_with_what_is_near(tmp_path: Path) -> None:
    text = (
        "layouts:\n"
        "  goods:\n"
        "    extends: stroy\n"
        "  wares:\n"
        "    extends: story\n"
        "    boxes:\n"
        "      cots: {at: [4 mm, 4 mm], size: [9 mm, 9 mm]}\n"
        "      worth: {at: [4 mm, 4 mm], size: [9 mm, 9 mm], show: '{cost}{sunn}'}\n"
        "      titel: {size: [9 mm, 9 mm]}\n"
        "      text: {type: bdoy}\n"
        "cards:\n"
        "  - layout: wares\n"
        "    rows:\n"
        "      - {cost: 3, title: Guard, text: 'Pay {coyn}'}\n"
        "      - {title: Guard, layout: rul}\n"
    )
    found = examined(tmp_path, text).problems
    assert [(problem.mark.line, problem.message, problem.hint) for problem in found if problem.mark] == [
        (6, "there is no layout 'stroy' for this one to extend", "did you mean 'story'?"),
        (10, "no card of this layout has a column 'cots'", "did you mean 'cost'?"),
        (11, "no card of this layout has a column 'sunn', and there is no such icon", "did you mean 'sun'?"),
        (12, "the box 'titel' has no 'at', and no layout below has such a box", "did you mean 'title'?"),
        (12, "no card of this layout has a column 'titel'", "did you mean 'title'?"),
        (13, "there is no type 'bdoy'", "did you mean 'body'?"),
        (18, "there is no layout 'rul'", "did you mean 'rule'?"),
    ]


def test_text_without_room_glyphs_and_icons_is_said_at_each_row(tmp_path: Path) -> None:
    long = " ".join(["word"] * 390)
    rows = [f"{{title: A, text: {long}}}", "{title: 漢字}", "{text: 'x {coyn}'}"]
    text = "cards:\n  - rows:\n" + "".join(f"      - {row}\n" for row in rows)
    found = said(examined(tmp_path, text).problems)
    assert [line for line, _ in found] == [6, 7, 8]
    assert found[0][1].startswith("text: ")
    assert found[0][1].endswith("words do not fit at 7 pt")
    assert found[1][1] == "the font has no 漢 字, which the card 漢字 needs"
    assert found[2][1] == "text: there is no icon and no card 'coyn'"


def test_what_is_wrong_with_a_renamed_column_is_told_where_the_row_says_it(tmp_path: Path) -> None:
    row = "{Titel: A, Bild: lost.png, Wirkung: '{coyn}', Menge: x}"
    columns = "{title: Titel, picture: Bild, text: Wirkung, quantity: Menge}"
    found = examined(tmp_path, f"cards:\n  - columns: {columns}\n    rows:\n    - {row}\n").problems
    assert [(problem.mark and problem.mark.column, problem.message) for problem in found] == [
        (row.index("lost") + 7, "there is no file 'lost.png' beside the pack"),
        (row.index("'{coyn") + 7, "Wirkung: there is no icon and no card 'coyn'"),
        (row.index("x}") + 7, "this should be a whole number"),
    ]


def test_a_colour_that_the_author_states_must_part_from_its_ground(tmp_path: Path) -> None:
    layout = "layouts:\n  pale:\n    extends: rule\n    boxes:\n      title: {color: '#DDDDDD'}\n"
    text = layout + "cards:\n  - layout: pale\n    rows: [{title: A}, {title: B}]\n"
    [problem] = examined(tmp_path, text).problems
    assert problem.message == "title: the contrast of the text to its ground is 1.4 (the cards A and B)"


def test_text_near_text_is_a_warning_told_once_with_its_cards(tmp_path: Path) -> None:
    number = "{at: [5 mm, 12 mm], size: [20 mm, 8 mm], vertical: top}"
    layout = f"layouts:\n  own:\n    extends: rule\n    boxes: {{number: {number}}}\n"
    rows = "[{title: A title, number: 1}, {title: Another, number: 2}]"
    [problem] = examined(tmp_path, f"{layout}cards:\n  - layout: own\n    rows: {rows}\n").problems
    assert problem.severity == "warning"
    assert problem.message.startswith("the texts of title and number overlap")


# --- the order of painting ------------------------------------------------------------------------


def _order(**said: str) -> str:
    """Boxes as they are painted; said: what each says, such as "above a" or "below b, c"."""
    made = {}
    for name, words in said.items():
        key, _, others = words.partition(" ")
        made[name] = layouts.Box(**{key: tuple(others.split(", "))} if key else {})
    return " ".join(layouts.sorted_for_painting(made))


def test_a_box_that_says_above_or_below_moves_as_little_as_it_must() -> None:
    assert _order(a="", b="", c="") == "a b c"
    assert _order(picture="", title="", text="", art="below title") == "picture art title text"
    assert _order(picture="", title="above art", text="", art="", last="") == "picture text art title last"
    assert _order(a="above b", b="above c", c="", d="") == "c b a d"
    assert _order(a="above d", b="above d", c="", d="", e="") == "c d a b e"
    assert _order(a="above b", b="above a", c="") == "a b c"


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()), max_size=8))
def test_all_that_is_said_of_above_and_below_holds_and_nothing_else_moves(
    said: list[tuple[int, int, bool]],
) -> None:
    over = {each: [] for each in range(7)}  # type: dict[int, list[str]]
    under = {each: [] for each in range(7)}  # type: dict[int, list[str]]
    for one, other, above in said:
        if one != other:
            (over if above else under)[one].append(f"b{other}")
    boxes = {
        f"b{each}": layouts.Box(above=tuple(over[each]) or None, below=tuple(under[each]) or None)
        for each in range(7)
    }
    ordered = list(layouts.sorted_for_painting(boxes))
    assert sorted(ordered) == sorted(boxes)
    if layouts.cycle_of_boxes(boxes):
        assert ordered == list(boxes)
        return
    for name, box in boxes.items():
        assert all(ordered.index(other) < ordered.index(name) for other in box.above or ())
        assert all(ordered.index(name) < ordered.index(other) for other in box.below or ())
    assert list(layouts.sorted_for_painting({name: boxes[name] for name in ordered})) == ordered


def test_a_box_is_painted_where_it_says_and_an_inherited_order_may_be_turned_about(tmp_path: Path) -> None:
    seal = "seal: {at: [4 mm, 60 mm], size: [20 mm, 20 mm], show: '', ground: black, %s}"
    layout = f"layouts:\n  low: {{extends: full, boxes: {{{seal % 'below: [title, corner]'}}}}}\n"
    layout += "  high: {extends: low, boxes: {seal: {above: [title, corner]}}}\n  top: {extends: low}\n"
    at = "at: [4 mm, 4 mm], size: [20 mm, 8 mm]"
    layout += f"  own: {{boxes: {{title: {{{at}, above: text}}, text: {{{at}}}}}}}\n"
    pack = made(tmp_path, layout + GUARD)
    assert list(pack.layout("low").boxes) == ["picture", "seal", "corner", "title", "text", "foot"]
    assert list(pack.layout("own").boxes) == ["text", "title"]
    assert list(pack.layout("top").boxes) == ["picture", "seal", "corner", "title", "text", "foot"]
    assert list(pack.layout("high").boxes) == ["picture", "corner", "title", "seal", "text", "foot"]


def test_ground_false_removes_the_ground_of_the_box_that_a_layout_extends(tmp_path: Path) -> None:
    label = "title: {at: [4 mm, 4 mm], size: [30 mm, 8 mm], ground: {color: black, line: white}}"
    layout = f"layouts:\n  low: {{boxes: {{{label}}}}}\n"
    layout += "  high: {extends: low, boxes: {title: {ground: false}}}\n"
    layout += "  top: {extends: high}\n"
    pack = made(tmp_path, layout + GUARD)
    assert pack.layout("low").boxes["title"].ground != layouts.BoxGround()
    assert pack.layout("high").boxes["title"].ground == layouts.BoxGround()
    assert pack.layout("top").boxes["title"].ground == layouts.BoxGround()


def test_ground_true_is_refused_with_the_way_to_have_none() -> None:
    text = "format: 1\nname: X\nlayouts:\n  l:\n    boxes:\n      title:\n"
    text += "        at: [4 mm, 4 mm]\n        size: [30 mm, 8 mm]\n        ground: true\n"
    text += "cards:\n- {layout: l, rows: [{title: A}]}\n"
    [problem] = api.examine("x.yaml", text=text).of("error")
    assert problem.mark
    assert (problem.mark.line, str(problem.message)) == (9, "true is not a colour")
    assert "false for no ground" in str(problem.hint)


@pytest.mark.parametrize(
    "ground", ["{by: kind, b: false, else: '#CC2200'}", "{color: {by: kind, b: false, else: '#CC2200'}}"]
)
def test_a_column_takes_the_ground_of_a_box_away(ground: str) -> None:
    box = f"title: {{at: [4 mm, 4 mm], size: [30 mm, 8 mm], ground: {ground}}}"
    text = f"format: 1\nname: X\nlayouts:\n  l: {{boxes: {{{box}}}}}\ncards:\n- layout: l\n  rows:\n"
    text += "  - {title: A, kind: a}\n  - {title: B, kind: b}\n"
    pack = api.load("x.yaml", text=text)
    trim = Rect(0, 0, *pack.card.size)
    reds = [
        [
            item
            for item in plan_face(pack, card, trim)
            if isinstance(item, Fill) and item.color.rgb[0] > 0.7 and item.color.rgb[1] < 0.5
        ]
        for card in pack.cards
    ]
    assert [len(each) for each in reds] == [1, 0]


def test_what_a_box_cannot_be_above_or_below_is_told_at_its_place(tmp_path: Path) -> None:
    text = (
        "layouts:\n  one:\n    extends: rule\n    boxes:\n"
        "      title: {above: titel}\n      text: {below: text}\n"
        "  two:\n    extends: rule\n    boxes:\n"
        "      title: {above: text}\n      text: {above: [note]}\n      note: {above: title}\n"
        "  three: {extends: two}\n"
    )
    found = examined(tmp_path, text + GUARD).problems
    assert [(problem.mark and problem.mark.line, problem.message, problem.hint) for problem in found] == [
        (8, "there is no box 'titel' in this layout", "choose from band, text, note"),
        (9, "the box 'text' cannot be below itself", "name another box, or leave the line out"),
        (
            15,
            "the painting order of these boxes is a circle: 'title' over 'text' over 'note' over 'title'",
            "remove one of their `above` or `below`",
        ),
    ]


# --- where boxes are ------------------------------------------------------------------------------


def test_a_box_is_measured_from_the_top_left_and_follows_the_card(tmp_path: Path) -> None:
    text = (
        "layouts:\n  own:\n    boxes:\n      title: {at: [5 mm, 10 mm], size: [53.5 mm, 8 mm],"
        " vertical: top}\n"
        "cards:\n  - layout: own\n    rows: [{title: H}]\n"
    )
    pack = made(tmp_path, text)
    ink = bounds(boxes(pack)["title"])
    assert ink.x == pytest.approx(5 * MM)
    assert ink.top == pytest.approx((88.9 - 10) * MM)
    small = pack.resized((0.75 * 63.5 * MM, 0.75 * 88.9 * MM))
    ink = bounds(boxes(small)["title"])
    assert (ink.x, ink.top) == (pytest.approx(3.75 * MM), pytest.approx(0.75 * 78.9 * MM))


def test_boxes_of_another_size_keep_inside_the_safe_zone(tmp_path: Path) -> None:
    row = "title: Guard, kind: Court, text: Name a card., footer: By me, number: 1 / 20, corner: 8"
    pack = made(tmp_path, f"cards:\n  - rows: [{{{row}}}]\n").resized((44 * MM, 68 * MM))
    assert [problem for problem in check_pack(pack) if problem.severity == "error"] == []
    safe = Rect(0, 0, *pack.card.size).grown(-pack.card.safe)
    assert all(safe.contains(bounds(plan)) for plan in boxes(pack).values() if plan.label)


def test_a_misplaced_box_is_told_once_at_the_box_with_its_cards(tmp_path: Path) -> None:
    text = "layouts:\n  own:\n    extends: story\n    boxes:\n      text: {at: [1 mm, 60 mm]}\n"
    rows = ", ".join(f"{{title: C{number}, text: Draw a card.}}" for number in range(3))
    found = examined(tmp_path, f"{text}cards:\n  - {{layout: own, rows: [{rows}]}}\n")
    message = "text: the text reaches out of the safe zone of 3 mm (the cards C0, C1 and C2)"
    assert said(found.problems) == [(8, message)]


def test_near_the_edges_boxes_keep_their_shape_on_another_trim() -> None:
    stretch = layouts.Stretch((60.0, 80.0), (60.0, 160.0))
    moved = stretch.stretched_box(layouts.Box(at=(4.0, 4.0), size=(10.0, 10.0)))
    foot = stretch.stretched_box(layouts.Box(at=(4.0, 70.0), size=(10.0, 6.0)))
    assert (moved.at, moved.size) == ((4.0, 4.0), (10.0, 10.0))
    assert (foot.at, foot.size) == ((4.0, 150.0), (10.0, 6.0))


def test_boxes_move_up_and_grow_where_others_are_empty(tmp_path: Path) -> None:
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    long = "This text is so long that it takes three or four lines of its box, and is set as large as may be."
    rows = f"    - {{picture: sea.png, title: A, text: {long}}}\n    - {{title: A, text: {long}}}\n"
    pack = made(tmp_path, "cards:\n  - rows:\n" + rows)
    full, bare = boxes(pack, 0), boxes(pack, 1)
    assert bounds(full["title"]).y < 0.5 * pack.card.height < bounds(bare["title"]).y
    assert full["text"].words_left_over == bare["text"].words_left_over == 0


def test_type_is_as_large_as_its_type_says_whichever_boxes_are_empty(tmp_path: Path) -> None:
    row = "{title: A, text: Draw a card."
    pack = made(
        tmp_path,
        "types: {mine: {like: body, size: 9 pt}}\n"
        "layouts: {own: {extends: story, boxes: {text: {type: mine}}}}\n"
        f"cards:\n  - {{layout: own, rows: [{row}}}, {row}, kind: B, number: 1, footer: F}}]}}\n"
        f"  - {{layout: rule, rows: [{row}}}, {row}, note: B}}]}}\n",
    )
    assert [boxes(pack, place)["text"].size for place in (0, 1)] == [9, 9]
    assert boxes(pack, 2)["text"].size == boxes(pack, 3)["text"].size


def test_a_long_title_takes_two_lines_before_it_is_smaller_than_the_text(tmp_path: Path) -> None:
    title = "Watchtower of the Old Customs House"
    pack = made(
        tmp_path, f"cards:\n  - rows: [{{title: {title}, text: Draw a card.}}, {{title: A, text: B}}]\n"
    )
    long, short = boxes(pack, 0), boxes(pack, 1)
    assert long["text"].size < long["title"].size < short["title"].size
    first = [plan["text"].label.place for plan in (long, short) if plan["text"].label]
    assert first[0] == first[1]


def test_a_story_without_a_picture_is_set_larger_with_its_text_right_under_the_title(tmp_path: Path) -> None:
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    row = "title: The Customs House, text: Draw a card."
    pack = made(tmp_path, f"cards:\n  - rows: [{{{row}}}, {{{row}, picture: sea.png}}]\n")
    bare, beside = boxes(pack, 0), boxes(pack, 1)
    assert bare["text"].size > 1.4 * beside["text"].size
    assert bare["title"].size > 1.2 * beside["title"].size
    assert 0 < bounds(bare["title"]).y - bounds(bare["text"]).top < 7 * MM


def test_a_layout_that_means_to_begin_with_a_built_in_one_is_told_how(tmp_path: Path) -> None:
    text = "layouts: {rule: {boxes: {title: {color: black}}}}\ncards:\n- {layout: rule, rows: [{title: A}]}\n"
    [problem] = examined(tmp_path, text).problems
    assert problem.hint.endswith("; or extends: rule to begin with the built-in one")
    assert examined(tmp_path, text.replace("boxes:", "extends: rule, boxes:")).problems == ()


def test_a_story_without_a_picture_shows_the_symbol_and_one_with_it_the_picture_alone(tmp_path: Path) -> None:
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    pack = made(
        tmp_path, "cards:\n  - rows: [{symbol: crown, title: A}, {symbol: crown, picture: sea.png}]\n"
    )
    assert "picture" not in boxes(pack)
    assert len(boxes(pack)["symbol"].items) == 1
    items = plan_face(pack, pack.cards[1], Rect(0, 0, *pack.card.size))
    picture = next(item for item in items if isinstance(item, Picture))
    assert all(
        picture.rect.contains(item.shape.transformed(item.place).bounds)
        for item in items[1 : items.index(picture)]
        if isinstance(item, Fill) and item.place
    )


def test_a_column_may_choose_the_type_of_a_box(tmp_path: Path) -> None:
    kinds = "{by: kind, loud: display, else: %s}"
    layout = f"layouts:\n  own:\n    extends: rule\n    boxes: {{text: {{type: {kinds}}}}}\n"
    rows = "cards:\n  - {layout: own, rows: [{kind: loud, text: A}, {text: B}]}\n"
    pack = made(tmp_path, layout % "note" + rows)
    assert [boxes(pack, place)["text"].size for place in (0, 1)] == [29, 8]
    [problem] = examined(tmp_path, layout % "noted" + rows).problems
    assert (problem.message, problem.hint) == ("there is no type 'noted'", "did you mean 'note'?")


def test_a_corner_stands_over_the_title_where_no_picture_needs_its_disc(tmp_path: Path) -> None:
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    rows = "{corner: 1, title: A}, {corner: 1, title: A, picture: sea.png}"
    pack = made(tmp_path, f"cards:\n  - rows: [{rows}]\n")
    bare, on_disc = boxes(pack, 0), boxes(pack, 1)
    assert bounds(bare["corner"]).x == pytest.approx(bounds(bare["title"]).x)
    assert bounds(on_disc["corner"]).center[0] == pytest.approx(9.4 * MM)


def test_a_box_may_stand_at_both_ends_and_on_its_side(tmp_path: Path) -> None:
    text = (
        "layouts:\n  own:\n    boxes:\n      rank: {at: [5 mm, 5 mm], size: [10 mm, 30 mm],"
        " turned: true, rotate: 90}\n"
        "cards:\n  - layout: own\n    rows: [{rank: LONG WORD}]\n"
    )
    pack = made(tmp_path, text)
    labels = [item for item in boxes(pack)["rank"].items if isinstance(item, Label)]
    assert len(labels) == 2
    one, other = (label.bounds for label in labels)
    assert one.height > one.width
    assert (one.x + other.right, one.y + other.top) == (
        pytest.approx(pack.card.width),
        pytest.approx(pack.card.height),
    )


def test_a_picture_at_the_trim_goes_on_into_the_bleed(tmp_path: Path) -> None:
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    pack = made(tmp_path, "cards:\n  - rows: [{picture: sea.png, title: A}]\n")
    [picture] = boxes(pack)["picture"].items
    assert isinstance(picture, Picture)
    assert (picture.rect.x, picture.rect.right) == (-pack.card.bleed, pack.card.width + pack.card.bleed)
    assert picture.rect.y == pytest.approx((88.9 - 42.4) * MM)


# --- colours --------------------------------------------------------------------------------------


def test_a_column_chooses_colours_and_the_palette_follows_the_card(tmp_path: Path) -> None:
    text = (
        "layouts:\n  own:\n    extends: rule\n    color: {by: kind, sea: '#0B5CA8', else: '#8A1538'}\n"
        "cards:\n  - layout: own\n    rows: [{kind: sea, title: A}, {kind: land, title: B}]\n"
    )
    pack = made(tmp_path, text)
    colors = [boxes(pack, place)["title"].label.color.hex for place in (0, 1)]  # type: ignore[union-attr]
    assert colors == ["#0B5CA8", "#8A1538"]


def test_a_colour_that_gives_way_to_black_is_told_once(tmp_path: Path) -> None:
    text = 'cards:\n  - {layout: rule, color: "#FFFFE0", rows: [{title: A}, {title: B}]}\n'
    [problem] = examined(tmp_path, text).problems
    assert (problem.severity, problem.name) == ("warning", "contrast")
    assert problem.message.startswith("title: #FFFFE0 cannot be read on #FFFFFF")
    assert "the cards A and B" in problem.message
    assert examined(tmp_path, text.replace("FFFFE0", "B0B020")).problems == ()


def test_text_is_set_in_black_alone_and_in_white_on_dark(tmp_path: Path) -> None:
    text = "layouts:\n  own: {extends: rule, ground: '#101828'}\n"
    text += "cards:\n  - layout: own\n    rows: [{text: A}]\n"
    label = boxes(made(tmp_path, text))["text"].label
    assert label is not None
    assert label.color.rgb[0] > 0.5
    assert INK.cmyk == (0, 0, 0, 1)


def _pictures(folder: Path) -> None:
    """A light one, a dark one, and one that is light in its upper quarter only."""
    for name, color in (("light", "#F4F0E0"), ("dark", "#202030"), ("half", "#202030")):
        picture = Image.new("RGB", (84, 120), color)
        if name == "half":
            picture.paste("white", (0, 0, 84, 30))
        picture.save(folder / f"{name}.png")


def _on_pictures(folder: Path, text: str) -> list[tuple[int, str]]:
    found = examined(folder, text).problems
    return said(tuple(problem for problem in found if problem.name == "contrast"))


def test_text_is_held_against_the_pixels_of_the_picture_below_it(tmp_path: Path) -> None:
    """Told once with its cards: only where the text stands, at either end, and not where it has a ground."""
    _pictures(tmp_path)
    at = "at: [8 mm, 8 mm], size: [40 mm, 10 mm]"
    layouts = (
        "layouts:\n  own:\n    boxes:\n      picture: {at: [0 mm, 0 mm], size: [63.5 mm, 88.9 mm]}\n"
        f"      title: {{{at}, color: white}}\n      end: {{{at}, color: black, turned: true}}\n"
        "      words: {at: [8 mm, 30 mm], size: [40 mm, 10 mm], color: white, ground: black}\n"
        "cards:\n  - layout: own\n    rows:\n"
    )
    rows = [f"    - {{title: {name}, words: A, picture: {name}.png}}\n" for name in ("light", "dark", "half")]
    text = layouts + "".join(rows)
    assert _on_pictures(tmp_path, text) == [
        (14, "title: the contrast to the picture below it is 1.0 (the cards light and half)")
    ]
    assert _on_pictures(tmp_path, "allow: [contrast]\n" + text) == []
    end = layouts + "    - {name: A, end: A, picture: half.png}\n"
    assert _on_pictures(tmp_path, end) == [
        (14, "end: the contrast to the picture below it is 1.3 (the card A)")
    ]


def test_pictures_as_grounds_of_suits_and_layouts_are_looked_at_card_by_card(tmp_path: Path) -> None:
    _pictures(tmp_path)
    suits = (
        "suits:\n  blue:\n    sign: '-'\n    color: '#20208F'\n    style: solid\n"
        "    ground: {by: rank, 1: light.png, 2: dark.png}\n    cards: {1: 1, 2: 1}\n"
    )
    assert _on_pictures(tmp_path, suits) == [
        (9, "the small index: the contrast to the picture below it is 1.1 (the card -1)")
    ]
    layout = "layouts:\n  own: {extends: rule, ground: dark.png, boxes: {text: {color: black}}}\n"
    rows = "cards:\n  - {layout: own, rows: [{text: Draw a card.}]}\n"
    assert [message.partition(":")[0] for _, message in _on_pictures(tmp_path, layout + rows)] == ["text"]


def test_the_shade_of_the_layout_full_is_enough_for_its_words_on_any_picture(tmp_path: Path) -> None:
    _pictures(tmp_path)
    title = "The Watchtower of the Old Customs House"
    row = f"{{picture: light.png, title: {title}, text: Draw a card.}}"
    assert _on_pictures(tmp_path, f"cards:\n  - layout: full\n    rows: [{row}]\n") == []


# --- what is covered, and what lies beneath -------------------------------------------------------

SEAL = (
    "layouts:\n  own:\n    extends: full\n    boxes:\n"
    "      seal: {at: [4 mm, 60 mm], size: [55 mm, 20 mm], show: '', ground: black%s}\n"
    "cards:\n  - layout: own\n    rows: [{title: A title}, {title: Another}]\n"
)


def _covered(folder: Path, text: str) -> list[tuple[int, str, str]]:
    found = [problem for problem in examined(folder, text).problems if problem.name == "covered"]
    return [(each.mark.line if each.mark else 0, each.severity, each.message) for each in found]


def test_a_box_painted_over_an_inherited_title_is_an_error_with_both_boxes_and_the_cards(
    tmp_path: Path,
) -> None:
    message = "title: all of the text is covered by the box 'seal' (the cards A title and Another)"
    assert _covered(tmp_path, SEAL % "") == [(8, "error", message)]
    assert _covered(tmp_path, SEAL % ", below: title") == []
    assert _covered(tmp_path, SEAL % ", allow: [covered]") == []
    # Where only the frame of a box crosses a title, nothing is covered; nor beside the letters of a title.
    assert _covered(tmp_path, (SEAL % "").replace("ground: black", "ground: {line: black}")) == []
    assert _covered(tmp_path, (SEAL % "").replace("at: [4 mm, 60 mm]", "at: [40 mm, 60 mm]")) == []


def test_allow_at_the_box_whose_text_is_covered_keeps_it_too(tmp_path: Path) -> None:
    assert _covered(tmp_path, SEAL % "}\n      title: {allow: [covered]") == []
    wrong = examined(tmp_path, SEAL % ", allow: [contrast]").problems
    assert (8, "error") in [(each.mark and each.mark.line, each.severity) for each in wrong]


@pytest.mark.parametrize(("share", "is_covered"), [(0.015, False), (0.03, True)])
def test_text_is_covered_where_more_than_a_fiftieth_of_its_ink_is(
    tmp_path: Path, share: float, is_covered: bool
) -> None:
    """A bar hides the upper ends of stems, which are as wide all the way down."""
    text = (
        "types: {huge: {like: index, size: 72 pt}}\nlayouts:\n  own:\n    boxes:\n"
        "      title: {at: [6 mm, 10 mm], size: [50 mm, 30 mm], type: huge}\n%s"
        "cards:\n  - layout: own\n    rows: [{title: II}]\n"
    )
    label = boxes(made(tmp_path, text % ""))["title"].label
    assert label is not None
    [ink] = ink_rects(label)
    top = 88.9 - (ink.top - share * ink.height) / MM - 10
    bar = f"      bar: {{at: [4 mm, {top:.3f} mm], size: [55 mm, 10 mm], show: '', ground: black}}\n"
    assert bool(_covered(tmp_path, text % bar)) == is_covered


def test_the_ends_of_tall_letters_above_their_line_are_covered_too(tmp_path: Path) -> None:
    text = (
        "types: {huge: {like: index, size: 72 pt}}\nlayouts:\n  own:\n    boxes:\n"
        "      title: {at: [6 mm, 10 mm], size: [50 mm, 30 mm], type: huge}\n%s"
        "cards:\n  - layout: own\n    rows: [{title: ll}]\n"
    )
    label = boxes(made(tmp_path, text % ""))["title"].label
    assert label is not None
    low = label.bounds.top + 0.02 * 72
    assert ink_rects(label)[0].top > low
    at = f"[4 mm, {78.9 - low / MM:.3f} mm]"
    bar = f"      bar: {{at: {at}, size: [55 mm, 10 mm], show: '', ground: black}}\n"
    assert [line for line, _, _ in _covered(tmp_path, text % bar)] == [9]


def test_a_picture_covers_text_too_and_is_read_as_it_is_painted(tmp_path: Path) -> None:
    Image.new("RGB", (840, 600), "teal").save(tmp_path / "sea.png")
    art = "art: {at: [4 mm, 60 mm], size: [55 mm, 20 mm]%s}"
    text = f"layouts: {{own: {{extends: full, boxes: {{{art}}}}}}}\n"
    text += "cards:\n  - {layout: own, rows: [{title: A, art: sea.png}, {title: B}]}\n"
    [(line, severity, message)] = _covered(tmp_path, text % "")
    assert (line, severity) == (4, "error")
    assert message == "title: all of the text is covered by the box 'art' (the card A)"
    assert _covered(tmp_path, text % ", below: title") == []


@pytest.mark.parametrize(("color", "contrast"), [("white", "1.0"), ("'#0F6B4F'", "1.0"), ("black", "")])
def test_a_title_that_straddles_a_white_disc_and_a_green_head_is_measured_on_both(
    tmp_path: Path, color: str, contrast: str
) -> None:
    """The middle of its box lies on the head alone."""
    text = (
        "layouts:\n  own:\n    ground: '#3FA07F'\n    boxes:\n"
        "      head: {at: [0 mm, 0 mm], size: [63.5 mm, 20 mm], show: '', ground: '#0F6B4F'}\n"
        "      disc: {at: [4 mm, 3 mm], size: [14 mm, 14 mm], show: '',\n"
        "        ground: {color: white, radius: 7 mm}}\n"
        f"      title: {{at: [8 mm, 6 mm], size: [50 mm, 8 mm], color: {color}}}\n"
        "cards:\n  - layout: own\n    rows: [{title: The old customs}, {title: The new harbour}]\n"
    )
    found = [problem for problem in examined(tmp_path, text).problems if problem.name == "contrast"]
    expected = f"title: the contrast to what lies beneath it is {contrast} "
    expected += "(the cards The old customs and The new harbour)"
    assert [problem.message for problem in found] == ([expected] if contrast else [])
    assert all(problem.severity == "warning" for problem in found)


def test_a_picture_that_is_turned_fills_its_box(tmp_path: Path) -> None:
    """And it is asked for the pixels of the space that it fills, lying."""
    Image.new("RGB", (600, 300), "#203040").save(tmp_path / "art.png")
    text = "layouts:\n  own:\n    boxes:\n      art: {at: [20 mm, 6 mm], size: [10 mm, 20 mm], rotate: %d}\n"
    for rotate in (0, 90, 180):
        pack = made(tmp_path, text % rotate + "cards:\n  - {layout: own, rows: [{name: A, art: art.png}]}\n")
        plan = boxes(pack)["art"]
        assert plan.picture is not None
        assert bounding_rect(plan.items[0]) == pytest.approx(Rect(20 * MM, 62.9 * MM, 10 * MM, 20 * MM))
        [(_, _, space)] = pictures_in_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])
        assert (space.width > space.height) == (rotate == 90)


# --- words for icons, files with columns in their names -------------------------------------------


def _errors(folder: Path, text: str) -> list[tuple[int, str, str]]:
    found = examined(folder, text).problems
    return [
        (each.mark.line, each.message, each.hint) for each in found if each.mark and each.severity == "error"
    ]


def test_a_misspelt_symbol_is_an_error_told_once_with_its_cards(tmp_path: Path) -> None:
    rows = "".join(f"      - {{title: {name}, symbol: dorp}}\n" for name in ("Rain", "Hail"))
    for layout in ("story", "token", "panel"):
        assert _errors(tmp_path, f"cards:\n  - layout: {layout}\n    rows:\n{rows}") == [
            (7, "symbol: there is no icon 'dorp' (the cards Rain and Hail)", "did you mean 'drop'?")
        ]
    assert _errors(tmp_path, f"cards:\n  - layout: token\n    rows:\n{rows.replace('dorp', 'drop')}") == []
    # A letter or a number may stand in the place of a symbol.
    assert _errors(tmp_path, f"cards:\n  - layout: token\n    rows:\n{rows.replace('dorp', 'X')}") == []


def test_a_word_in_a_box_that_shows_icons_on_other_cards(tmp_path: Path) -> None:
    box = "{at: [50 mm, 30 mm], size: [8 mm, 8 mm]}"
    text = f"layouts:\n  own: {{extends: rule, boxes: {{set: {box}}}}}\ncards:\n  - layout: own\n    rows:\n"
    rows = ["{moon}", "{star}", "moon", "mooon", "Free"]
    text += "".join(f"      - {{title: T{at}, set: '{said}'}}\n" for at, said in enumerate(rows))
    assert _errors(tmp_path, text) == [
        (11, "set: 'moon' is set as a word where icons stand (the card T2)", "write {moon} for the icon"),
        (12, "set: there is no icon 'mooon' (the card T3)", "did you mean 'moon'?"),
    ]
    words = text.replace("'{moon}'", "Full").replace("'{star}'", "Part")
    assert _errors(tmp_path, words) == []


def test_a_text_without_room_that_many_cards_share_is_told_once(tmp_path: Path) -> None:
    box = "{at: [50 mm, 30 mm], size: [4 mm, 4 mm]}"
    text = f"layouts:\n  own: {{extends: rule, boxes: {{set: {box}}}}}\ncards:\n  - layout: own\n    rows:\n"
    text += "".join(f"      - {{title: T{at}, set: cellar}}\n" for at in range(18))
    [(line, message, _)] = _errors(tmp_path, text)
    assert (line, message.split(" (the cards T0, T1")[0]) == (9, "set: the last word does not fit at 7 pt")
    [(line, message, hint)] = _errors(tmp_path, text.replace("cellar", "mountain"))
    assert (line, hint) == (9, "write {mountain} for the icon")


def test_a_box_shows_the_picture_that_its_columns_name(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for number, color in ((1, "#203040"), (2, "#402030")):
        Image.new("RGB", (600, 600), color).save(tmp_path / "art" / f"day{number}.png")
    (tmp_path / "art" / "sign.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10Z"/></svg>'
    )
    layout = (
        "layouts:\n  own:\n    extends: rule\n    boxes:\n"
        "      day: {at: [10 mm, 30 mm], size: [40 mm, 40 mm], show: 'art/day{no}.png'}\n"
        "      sign: {at: [50 mm, 4 mm], size: [8 mm, 8 mm], show: art/sign.svg}\n"
        "cards:\n  - layout: own\n    rows:\n"
    )
    text = layout + "".join(f"      - {{title: T{no or ''}, no: {no}}}\n" for no in (1, 2, "''"))
    assert said(examined(tmp_path, text).problems) == []
    pack = made(tmp_path, text)
    shown = [boxes(pack, place).get("day") for place in range(3)]
    assert [plan and plan.picture and plan.picture.file.name for plan in shown] == [
        "day1.png",
        "day2.png",
        None,
    ]
    assert [type(item) for item in boxes(pack)["sign"].items] == [Fill]
    assert sorted(Path(file).name for file in pack.pictures) == ["day1.png", "day2.png"]
    assert _errors(tmp_path, text.replace("no: 2", "no: 3")) == [
        (14, "there is no file 'art/day3.png' beside the pack that the box 'day' shows", _PUT)
    ]
    assert _errors(tmp_path, text.replace("no: 2", "no: 3").replace("no: 1", "no: 4")) == [
        (
            13,
            "there is no file 'art/day4.png' beside the pack, nor is one other that the box 'day' shows",
            _PUT,
        )
    ]
    assert "leads out of the pack's folder" in _errors(tmp_path, text.replace("art/day", "../day"))[0][1]


_PUT = "put it there, or write its name otherwise in `show`"


# --- suits and extras -----------------------------------------------------------------------------

JADE = (
    "suits:\n  jade:\n    sign: '+'\n    color: '#0F6B4F'\n"
    "    cards: {4: 1, Dragon: {index: D, symbol: star, title: Dragon, text: Beats all.}}\n"
)


def test_a_rank_with_texts_stands_in_its_suit_with_index_symbol_and_panel(tmp_path: Path) -> None:
    pack = made(tmp_path, JADE)
    four, dragon = pack.cards
    assert (four.kind, dragon.kind, dragon.layout, dragon.suit) == ("index", "layout", "panel", "jade")
    assert list(boxes(pack, 1)) == ["panel", "symbol", "title", "text"]
    items = plan_face(pack, dragon, Rect(0, 0, *pack.card.size))
    assert [item.text for item in items if isinstance(item, Label)][:2] == ["+D", "+D"]
    assert isinstance(items[0], Fill)
    assert items[0].color == color_from_hex("#0F6B4F")


def test_a_misspelt_key_of_a_rank_is_no_column(tmp_path: Path) -> None:
    found = examined(tmp_path, JADE.replace("symbol: star", "quantitty: 2"))
    assert said(found.problems) == [(8, "'quantitty' is not a key known here")]


def test_an_extra_may_have_a_layout_instead_of_a_face(tmp_path: Path) -> None:
    pack = made(tmp_path, "extras:\n  - {layout: title, title: Harbour, text: a game, footer: 2 players}\n")
    assert (pack.cards[0].label, pack.cards[0].kind) == ("Harbour", "layout")
    assert list(boxes(pack)) == ["frame", "inner", "title", "text", "footer"]


def test_quantities_of_lists_can_be_changed(tmp_path: Path) -> None:
    pack = made(tmp_path, GUARD)
    assert pack.with_quantities({"card-1": 7}).count == 7


def test_a_press_gets_the_inks_of_layouts_converted(tmp_path: Path) -> None:
    from cardgen.colour.icc import bundled_profile

    text = "layouts:\n  own: {extends: rule, ground: '#FFE9C7'}\n" + GUARD.replace(
        "- rows", "- layout: own\n    rows"
    )
    pack = made(tmp_path, text)
    ground: Any = pack.converted_for_press(PressInks(bundled_profile("fogra39"))).layouts["own"].ground
    assert pack.is_converted
    assert ground.colors[0].has_stated_cmyk


# --- the built-in ones ----------------------------------------------------------------------------


def test_the_built_in_layouts_are_sound_on_every_size_of_card(tmp_path: Path) -> None:
    rows = "".join(
        f"  - layout: {name}\n    rows: [{{title: Guard, text: Name a card., corner: 1, number: 2}}]\n"
        for name in layouts.builtin_layouts().layouts
    )
    pack = made(tmp_path, "cards:\n" + rows)
    for size in ((44, 68), (57, 88), (70, 120), (70, 70), (120, 70)):
        small = pack.resized((size[0] * MM, size[1] * MM))
        assert [problem for problem in check_pack(small) if problem.severity == "error"] == [], size


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("*.yaml")), ids=lambda file: file.stem)
def test_the_examples_are_good(file: Path) -> None:
    problems = api.examine(str(file)).problems
    if any("pip install" in problem.hint for problem in problems):
        pytest.skip("its font is not installed")
    assert [problem for problem in problems if problem.severity != "note"] == []


# --- rich text ------------------------------------------------------------------------------------

STYLE = TextStyle(
    *(
        fonts.family_font("sans", weight, italic)
        for weight, italic in (("regular", False), ("regular", True), ("bold", False), ("bold", True))
    )
)


def setter(hyphenate: Any = lambda word: (word,)) -> Setter:
    return Setter(lambda drawn, size: 0.92 * size, hyphenate)


def test_only_words_in_which_a_line_may_end_are_hyphenated() -> None:
    asked: list[str] = []

    def whole(word: str) -> tuple[str]:
        asked.append(word)
        return (word,)

    made = setter(whole).set_block(
        "nothing happens\n\nto whoever representatives remember", STYLE, 72, 60, 9, 9
    )
    assert [piece.text for piece in made.pieces] == [
        "nothing happens",
        "to whoever",
        "representatives",
        "remember",
    ]
    assert asked == ["representatives"]


def test_marks_of_bold_italic_lists_icons_and_breaks() -> None:
    first, second, third = markdown.parsed_lines("**Pay** 2 {coin}\n\n- *one*\n1. two \\* three")
    assert first.runs == (StyledText("Pay", strong=True), StyledText(" 2 "), InlineIcon("coin"))
    assert (second.mark, second.follows_empty_line, second.runs) == (
        "•",
        True,
        (StyledText("one", emphasis=True),),
    )
    assert (third.mark, third.runs) == ("1.", (StyledText("two * three"),))


@pytest.mark.parametrize(
    ("text", "read", "unclosed"),
    [
        ("5 * 3 * 2", "5 * 3 * 2", ""),
        ("**a *b* c**", "<a ><b><c>", ""),
        ("***a*** b", "<a> b", ""),
        ("**Wert", "**Wert", "**"),
        ("2*3*4 and {coin", "2*3*4 and {coin", "{"),
        ("an*other", "an*other", ""),
        ("an *other", "an *other", "*"),
        ("{coin and **x**", "{coin and <x>", "{"),
        ("\\{x \\*y", "{x *y", ""),
        ("a note*", "a note*", ""),
    ],
)
def test_asterisks_are_paired_as_in_commonmark(text: str, read: str, unclosed: str) -> None:
    runs = [run for paragraph in markdown.parsed_lines(text) for run in paragraph.runs]
    words = [run for run in runs if isinstance(run, StyledText)]
    told = "".join(f"<{run.text.lstrip()}>" if run.strong or run.emphasis else run.text for run in words)
    assert (told, markdown.first_unclosed_mark(text)) == (read, unclosed)


def test_a_text_face_reads_the_same_markup_and_keeps_what_it_does_not_know(tmp_path: Path) -> None:
    text = "extras:\n  - {face: text, title: Order, text: '**Bold** and {coin}'}\n"
    text += "  - {face: text, title: Raw, text: 'no {such} **mark'}\n"
    found = examined(tmp_path, text)
    assert [line for line, _ in said(found.problems)] == [6, 6]
    assert {problem.severity for problem in found.problems} == {"warning"}
    assert found.pack is not None
    trim = Rect(0, 0, *found.pack.card.size)
    bold, raw = (
        [i.text for i in plan_face(found.pack, card, trim) if isinstance(i, Label)]
        for card in found.pack.cards
    )
    assert "*" not in "".join(bold)
    assert "{" not in "".join(bold)
    assert "no {such} **mark" in raw


def test_text_is_as_large_as_its_box_lets_it_be() -> None:
    text = "Name a card that is not a guard."
    large = setter().set_block(text, STYLE, 200, 40, 12, 6)
    small = setter().set_block(text, STYLE, 80, 22, 12, 6)
    assert large.size == 12
    assert large.words_left_over == 0
    assert 6 <= small.size < 12
    assert small.words_left_over == 0
    assert small.height + small.depth <= 22.01


def test_a_long_word_is_divided_rather_than_shrinking_the_text() -> None:
    block = setter(hyphenator("de")).set_block(
        "Die Donaudampfschifffahrtsgesellschaft ruft.", STYLE, 80, 60, 11, 6
    )
    assert block.size == 11
    assert any(piece.text.endswith("-") for piece in block.pieces)
    plain = setter().set_block("x" * 60, STYLE, 80, 60, 11, 6)
    assert plain.size > 8


@pytest.mark.parametrize(("text", "room"), [("1200", True), ("Wirtshaus", True), ("1200000000000", False)])
def test_a_word_alone_in_a_box_of_one_line_stays_whole(text: str, room: bool) -> None:
    block = setter(hyphenator("de")).set_block(text, STYLE, 28, 24, 17, 6)
    assert [piece.text for piece in block.pieces] == [text]
    assert (block.words_left_over == 0) is room
    assert (block.pieces[0].width <= 28) is room


@pytest.mark.parametrize("width", range(70, 140, 5))
def test_the_last_word_of_a_paragraph_stays_whole_in_as_many_lines(width: int) -> None:
    """Words before it are divided as ever, and what fits into a box does not change."""
    dividing = setter(hyphenator("de"))
    for last in ("gewinnt", "Ziehstapel", "abwechselnd"):
        text = f"Wer am Ende die meisten Punkte zusammengetragen hat, {last}"
        block = dividing.set_block(text, STYLE, width, 80, 11, 11)
        assert block.words_left_over == 0
        lowest = min(piece.y for piece in block.pieces)
        assert last in "".join(piece.text for piece in block.pieces if piece.y == lowest)


def test_words_without_room_are_counted() -> None:
    block = setter().set_block(" ".join(["word"] * 100), STYLE, 60, 30, 9, 7)
    assert block.size == 7
    assert 70 < block.words_left_over < 100


def test_a_number_wider_than_its_box_stands_in_a_line_of_its_own() -> None:
    block = setter().set_block("**Pay** 10000000 or 2 {coin}", STYLE, 20, 30, 9, 7)
    assert [piece.text for piece in block.pieces] == ["Pay", "10000000", "or 2", "coin"]
    assert block.words_left_over == 1


def test_a_number_stays_with_its_icon() -> None:
    block = setter().set_block("Take up to 2 {coin} now", STYLE, 52, 60, 10, 10)
    rows = {
        round(piece.y): [each.text for each in block.pieces if abs(each.y - piece.y) < 5]
        for piece in block.pieces
        if piece.inline_object
    }
    [row] = rows.values()
    assert any(text.endswith("2") for text in row)


@pytest.mark.parametrize("words", ["and/or", "*Look at a card* of", "**Avalanche** and"])
def test_an_icon_stands_a_space_behind_the_words_before_it(words: str) -> None:
    """Whatever is kerned in them, and however wide the spaces of their fonts are."""
    *_, last, icon = setter().set_block(f"{words} {{coin}}", STYLE, 400, 20, 10, 10).pieces
    space = last.font.width(" ", 10)
    assert icon.x == pytest.approx(last.x + last.font.width(last.text, 10) + space)


def test_a_word_of_several_fonts_is_cut_where_the_line_ends() -> None:
    block = setter().set_block("half**bold**edge " * 2, STYLE, 40, 80, 10, 10)
    assert block.words_left_over == 0
    assert max(piece.x + piece.width for piece in block.pieces) <= 40
    rows = {piece.y: "" for piece in block.pieces}
    for piece in block.pieces:
        rows[piece.y] += piece.text
    assert "".join(rows.values()) == "halfboldedge" * 2


def test_lines_are_evened_out() -> None:
    block = setter().set_block("Beats every single card of the trick", STYLE, 118, 60, 10, 10, "center")
    widths = [piece.width for piece in block.pieces]
    assert len(widths) == 2
    assert min(widths) > 0.75 * max(widths)


# --- cards in the text ---------------------------------------------------------------------------

CHIPS = (
    "suits:\n  jade: {sign: '+', color: '#0F6B4F', cards: {4: 1, 3: 1}}\n"
    "  ruby: {sign: '≤', color: '#9F1B2F', layout: panel, cards: {2: 1, Old: {index: D, text: x}}}\n"
    "cards:\n  - rows:\n    - {title: Guard, id: g, text: 'Pay {+4} or {<=D}, {GUARD}, {g} or {coin}.'}\n"
)


def test_braces_name_cards_and_each_stands_in_the_line_with_its_index(tmp_path: Path) -> None:
    text = boxes(made(tmp_path, CHIPS), 4)["text"]
    cards = [item for item in text.items if isinstance(item, Label)][1:]
    # Signs are drawn, and there to be found by a search.
    assert [each.text for each in cards] == ["+4", "≤D", "Guard", "Guard"]
    assert cards[0].ground == color_from_hex("#0F6B4F")
    assert text.label is not None
    lines = {text.label.place[5] + run.y for run in text.label.runs}
    assert all(min(abs(each.bounds.y - line) for line in lines) < text.size / 2 for each in cards)


def test_a_name_of_no_card_and_of_several_is_an_error(tmp_path: Path) -> None:
    rows = (
        "    - {title: Spy, text: '{+44} {Spyy}'}\n    - {title: Spy, id: s, text: '{spy}'}\n"
        "    - {title: Toll, corner: 3, text: 'Pay {corner}.'}\n"
    )
    found = examined(tmp_path, CHIPS + rows).problems
    assert [(problem.message, problem.hint) for problem in found] == [
        ("text: there is no icon and no card '+44'", "did you mean '+4'?"),
        ("text: there is no icon and no card 'Spyy'", "did you mean 'Spy'?"),
        ("text: 2 cards are called 'spy'", "name one of them by its id, such as {card-2}"),
        (
            "text: there is no icon and no card 'corner'",
            "columns are filled in by what a box shows (`show`), not in a card's text",
        ),
    ]


def test_cards_in_a_text_too_small_to_be_read_are_an_error(tmp_path: Path) -> None:
    small = "types: {tiny: {size: 6.2 pt}}\nlayouts: {own: {extends: story, boxes: {text: {type: tiny}}}}\n"
    text = small + CHIPS.replace("  - rows", "  - layout: own\n    rows")
    [problem] = examined(tmp_path, text).problems
    assert problem.message == "text: at 6.2 pt the cards in this text are too small to be read"


def test_a_rank_on_a_layout_has_its_sign_once(tmp_path: Path) -> None:
    pack = made(tmp_path, CHIPS)
    items = plan_face(pack, pack.cards[2], Rect(0, 0, *pack.card.size))
    assert [item.text for item in items if isinstance(item, Label)][:2] == ["≤2", "≤2"]


def test_icons_and_cards_that_only_capitals_tell_apart_are_told_where_one_may_mean_the_other(
    tmp_path: Path,
) -> None:
    rows = "    - {title: Star, text: 'Take {star}.'}\n    - {title: Sun, text: 'Take {Sun}.'}\n"
    rows = f"cards:\n  - rows:\n{rows}"
    [first, second] = examined(tmp_path, rows).problems
    assert (first.severity, first.message, first.hint) == (
        *("note", "{star} shows the icon"),
        "write {Star} for the card",
    )
    assert (second.message, second.hint) == ("{Sun} shows the card", "write {sun} for the icon")
    assert examined(tmp_path, rows + "    - {title: Moon, text: '{Star}, {sun}'}\n").problems == ()


# --- backs ----------------------------------------------------------------------------------------

BACKS = (
    "suits:\n"
    "  jade: {sign: '+', color: '#0F6B4F', cards: {4: 3, 3: 2}, back: {pattern: rings, color: '#0F6B4F'}}\n"
    "  ruby: {sign: '-', color: '#7A1F2B', cards: {4: 3}}\n"
    "cards:\n  - back: {pattern: plain}\n    rows: [{title: A}, {title: B, back: own.png}]\n"
)


@pytest.fixture
def backed(tmp_path: Path) -> Pack:
    Image.new("RGB", (420, 570), "teal").save(tmp_path / "own.png")
    return made(tmp_path, BACKS)


def test_a_suit_a_list_and_a_row_may_have_backs_of_their_own(backed: Pack) -> None:
    assert [backed.back_of(card) for card in backed.cards] == ["back-2", "back-2", "back", "back-3", "back-4"]
    assert backed.backs["back-2"].pattern == "rings"
    assert str(backed.backs["back-4"].image).endswith("own.png")


@pytest.mark.parametrize("backs", sampled(["gutterfold", "duplex"], 2))
def test_each_back_lies_behind_its_own_face(backed: Pack, backs: Any) -> None:
    [sheets] = write_sheets(backed, Job(SheetOptions(backs=backs)))
    assert verify_sheets(sheets.data, backed).faults == ()
    # With one back for all, the sheets are not those of the pack.
    alike = dataclasses.replace(backed, cards=tuple(card._replace(back=None) for card in backed.cards))
    assert any("back of other cards" in fault for fault in verify_sheets(sheets.data, alike).faults)


def test_a_press_file_has_each_back_and_an_order_of_one_back_refuses(backed: Pack) -> None:
    [pressed] = write_press(backed, PressJob())
    target = Target(pack=backed, order="face-back")
    assert [finding for finding in preflight(pressed.data, target).findings if finding.rule == "deck"] == []
    with pytest.raises(UsageError, match="4 backs"):
        write_press(backed, PressJob(order="back-last"))


def test_pictures_and_virtual_tables_have_each_back(backed: Pack) -> None:
    job = ImageJob(PictureCanvas((62, 88), 25.4))
    names = [file.name for file in write_images(backed, job)]
    assert [name for name in names if name.startswith("back")] == [
        "back.png",
        "back-2.png",
        "back-3.png",
        "back-4.png",
    ]
    *_, saved, _, _ = tabletop_simulator(backed, "x", job, "")
    decks = json.loads(saved.data)["ObjectStates"][0]["CustomDeck"].values()
    # What several faces have is a picture, what one face has stands on a sheet of backs.
    assert [(each["BackURL"], each["UniqueBack"]) for each in decks] == [
        ("x-back-2.png", False),
        ("x-backs-2.png", True),
    ]
    *_, table = playingcards_io(backed, "x", job, "https://a/")
    assert table.data.decode().splitlines()[4].endswith(",https://a/back-3.png")


DOUBLE_FACED = (
    "suits:\n  jade: {sign: '+', color: '#0F6B4F', cards: {1: 1}, back: {pattern: rings}}\n"
    "cards:\n  - rows: [{title: Day, back: day.png}, {title: Noon, back: noon.png}]\n"
    "back: {color: '#123456'}\n"
)


def test_a_back_that_no_card_has_is_not_made_counted_or_shown(tmp_path: Path) -> None:
    for name in ("day", "noon"):
        Image.new("RGB", (822, 1122), "teal").save(tmp_path / f"{name}.png")
    written = made(tmp_path, DOUBLE_FACED)
    pack = written.with_quantities({card.id: 1 for card in written.cards if card.suit is None})
    assert [str(back.image)[-8:] for back in pack.backs.values()] == ["/day.png", "noon.png"]
    assert color_from_hex("#123456") not in pack.colors
    job = ImageJob(PictureCanvas((62, 88), 25.4))
    files = {file.name: file.data for file in write_images(pack, job)}
    assert [name for name in files if name.startswith("back")] == ["back.png", "back-2.png"]
    assert json.loads(files["cards.json"])["back"] == "back.png"
    printer = find_preset("makeplayingcards")
    order = plan_order(pack_fitted_to_printer(pack, printer), {}, printer, pack.card.size)
    assert (order.faces, order.pictures) == (2, 4)
    alone = [file.name for file in write_images(pack, job._replace(only=("Noon",)))]
    assert [name for name in alone if name.startswith("back")] == ["back-2.png"]


TWO_FACED = (
    "layouts:\n"
    "  cover:\n    ground: accent\n"
    "    boxes: {name: {at: [9 mm, 9 mm], size: [40 mm, 9 mm], show: Harbour, turned: true}}\n"
    "  night:\n    extends: rule\n    boxes: {title: {show: '{night}'}, text: {show: '{suit}{dark}'}}\n"
    "suits:\n  jade: {sign: '+', color: '#0F6B4F', cards: {4: 1, 3: 1}}\n"
    "  ruby: {sign: '-', color: '#7A1F2B', cards: {4: 1}, back: {layout: night}}\n"
    "cards:\n  - back: {layout: night, color: '#8A1538'}\n    rows:\n"
    "      - {title: Day, night: Night, dark: Sleep.}\n      - {title: Noon, night: Dusk}\n"
    "back: {layout: cover, color: '#274B5C'}\n"
)


def test_a_back_may_be_a_layout_and_shows_the_columns_of_its_card(tmp_path: Path) -> None:
    pack = made(tmp_path, TWO_FACED)
    assert [pack.back_of(card) for card in pack.cards] == ["back", "back", "back-2", "back-3", "back-4"]
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    backs = {
        name: [plan.label for plan in plan_boxes(frame, card) if plan.label]
        for name, card in pack.backs_in_boxes.items()
    }
    texts = {name: [label.text for label in labels] for name, labels in backs.items()}
    assert texts == {
        "back": ["Harbour"],
        "back-2": ["ruby"],
        "back-3": ["Night", "Sleep."],
        "back-4": ["Dusk"],
    }
    assert backs["back-3"][0].color == color_from_hex("#8A1538")


def test_cards_of_two_faces_are_printed_proven_pressed_and_shown(tmp_path: Path) -> None:
    pack = made(tmp_path, TWO_FACED)
    [sheets] = write_sheets(pack, Job())
    assert verify_sheets(sheets.data, pack).faults == ()
    night = api.load(str(tmp_path / "harbour.yaml"), {("back", "layout"): None})
    assert any("back does not look" in fault for fault in verify_sheets(sheets.data, night).faults)
    [pressed] = write_press(pack, PressJob())
    assert [each for each in preflight(pressed.data, Target(pack=pack)).findings if each.rule == "deck"] == []
    names = [
        file.name for file in write_images(pack, ImageJob(PictureCanvas((62, 88), 25.4), only=("Noon",)))
    ]
    assert [name for name in names if name.startswith("back")] == ["back-4.png"]


def test_what_is_wrong_with_a_back_of_boxes_is_said_at_its_card_or_key(tmp_path: Path) -> None:
    text = TWO_FACED.replace("dark: Sleep.", f"dark: {' '.join(['Sleep'] * 300)}")
    text = text.replace("'{night}'", "'{nigth}'").replace("layout: cover", "layout: covr")
    found = said(examined(tmp_path, text.replace(", turned: true", "")).problems)
    assert [message for _, message in found] == [
        "no card of this layout has a column 'nigth', and there is no such icon",
        "there is no layout 'covr'",
    ]
    text = text.replace("covr", "cover").replace("nigth", "night").replace(", turned: true", "")
    found = said(examined(tmp_path, text).problems)
    lines = {message.partition(":")[0]: line for line, message in found}
    assert lines == {
        "the back looks different when it is turned by 180 degrees, so a card turned round is marked": 19,
        "dark": 17,
    }


def test_a_suit_may_have_a_style_of_its_own(tmp_path: Path) -> None:
    suits = "suits:\n  jade: {sign: '+', color: '#0F6B4F', style: paper, cards: {4: 1}}\n"
    pack = made(tmp_path, f"{suits}  ruby: {{sign: '-', color: '#7A1F2B', cards: {{4: 1}}}}\n")
    trim = Rect(0, 0, *pack.card.size)
    grounds = [plan_face(pack, card, trim)[0].color.hex for card in pack.cards]  # type: ignore[union-attr]
    assert grounds == ["#FFFFFF", "#7A1F2B"]


def test_the_option_style_counts_for_suits_with_a_style_of_their_own(tmp_path: Path) -> None:
    suits = "suits:\n  jade: {sign: '+', color: '#0F6B4F', style: paper, cards: {4: 1}}\n"
    mixed = made(tmp_path, f"{suits}  ruby: {{sign: '-', color: '#7A1F2B', cards: {{4: 1}}}}\n")
    solid = api.load(str(tmp_path / "harbour.yaml"), AppearanceAndStrictOptions(style="solid").overrides)
    assert [suit.style for suit in solid.suits.values()] == [None, None]
    for pack in (mixed, solid):
        [sheets] = write_sheets(pack, Job())
        assert verify_sheets(sheets.data, mixed).faults == ()


def test_a_suit_may_have_a_ground_and_its_figures_are_read_on_it(tmp_path: Path) -> None:
    Image.new("RGB", (840, 1140), "teal").save(tmp_path / "sea.png")
    suits = (
        "suits:\n  jade: {sign: '+', color: '#0F6B4F', ground: ['#0F6B4F', '#B9E0C4'], cards: {4: 1}}\n"
        "  ruby: {sign: '-', color: '#7A1F2B', style: solid, cards: {4: 1, 5: 1},\n"
        "    ground: {by: rank, 4: '#F2C14E', 5: sea.png}}\n"
        "  sun: {symbol: sun, color: '#8A6A00', ground: '#FFF6DA', cards: {K: 1, 7: 1, Old: {text: x}}}\n"
    )
    pack = made(tmp_path, suits)
    trim = Rect(0, 0, *pack.card.size)
    faces = [plan_face(pack, card, trim) for card in pack.cards]
    assert isinstance(faces[0][0], Drawing)
    assert [face[0].color.hex for face in faces[3:]] == ["#FFF6DA"] * 3  # type: ignore[union-attr]
    assert isinstance(faces[2][0], Picture)
    assert pack.pictures == [str(tmp_path / "sea.png")]
    grounds = [[item.ground.hex for item in face if isinstance(item, Label)][-2:] for face in faces[:2]]
    assert grounds == [["#0F6B4F", "#B9E0C4"], ["#F2C14E", "#F2C14E"]]
    wrong = examined(tmp_path, suits.replace("by: rank", "by: rnak"))
    assert wrong.problems[0].hint == "did you mean 'rank'?"


def test_a_suit_may_have_an_icon_of_the_pack_as_its_symbol(tmp_path: Path) -> None:
    square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1H8V8H1z'/></svg>"
    (tmp_path / "brick.svg").write_text(square)
    suits = "icons: {brick: brick.svg}\nsuits:\n  clay: {symbol: brick, color: '#7A1F2B', cards: {7: 1}}\n"
    assert made(tmp_path, suits).suits["clay"].symbol == str(tmp_path / "brick.svg")
    [problem] = examined(tmp_path, suits.replace("symbol: brick", "symbol: bricks")).problems
    assert problem.hint == "did you mean 'brick'?"


@pytest.mark.parametrize("name", sampled(["printninja", "meinspiel"], 2))
def test_no_layout_reaches_into_what_a_printer_may_cut_off(name: str, tmp_path: Path) -> None:
    """MeinSpiel's safe zone is the widest, and PrintNinja's cut drifts most."""
    Image.new("RGB", (1200, 900), "teal").save(tmp_path / "sea.png")
    rows = {
        "story": "corner: 8, title: A, kind: B, picture: sea.png, footer: C, number: 1, text: D",
        "rule": "title: A, text: B, note: C",
        "panel": "index: E, symbol: star, title: A, text: B",
        "token": "symbol: drop, number: 3, title: A",
        "title": "title: A, text: B, footer: C",
        "creature": "title: A, cost: 3, picture: sea.png, text: C, saying: D, strength: 1, health: 2",
        "spell": "title: A, cost: 3, picture: sea.png, text: B, kind: C",
        "location": "title: A, picture: sea.png, kind: B, value: 4, text: C, footer: D",
        "item": "title: A, cost: 3, second cost: 2, picture: sea.png, kind: B, text: C, bonus: D",
        "portrait": "title: A, picture: sea.png, kind: B, text: C, saying: D, left: 1, right: 2",
        "event": "title: A, kind: B, picture: sea.png, text: C, footer: D",
        "quest": "title: A, kind: B, points: 5, text: C, task: D, reward: E",
        "reference": "title: A, heading: B, text: C, second heading: D, second text: E, footer: F",
        "score": "title: A, line 1: B, line 8: C",
    }
    lines = [f"  - {{layout: {layout}, rows: [{{{row}}}]}}" for layout, row in rows.items()]
    file = tmp_path / "mine.yaml"
    file.write_text("\n".join(["format: 1", "name: Mine", "card: {size: poker}", "cards:", *lines]))
    printer = api.find_printer(name)
    size = printer.nearest_product((63.5 * MM, 88.9 * MM)).trim
    pack, job = api.load(str(file), size=size, printer=printer), press_job(printer)
    faces = write_press(pack, job)[0]
    assert list(preflight(faces.data, press_target(pack, job, printer, faces.suffix)).findings) == []


def test_a_long_cost_stays_inside_its_disc(tmp_path: Path) -> None:
    row = "{title: A, cost: COST, symbol: flame, text: Go.}"
    text = f"format: 1\nname: P\ncards: [{{layout: spell, rows: [{row}]}}]\n"
    for cost in ("Discard two", "Action", "'1000'", "Reaction or 2"):
        (tmp_path / "p.yaml").write_text(text.replace("COST", cost), encoding="utf-8")
        # White letters beside the disc would be on the light ground of the card.
        assert not api.examine(str(tmp_path / "p.yaml")).problems
