"""Boxes that flow as a column: where they stand, how they shrink, and what is said if they do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen import api
from cardgen.art.column import Part, fitted_column
from cardgen.art.frame import Frame
from cardgen.art.items import Fill, Label
from cardgen.art.layout_face import BoxPlan, plan_boxes
from cardgen.errors import Problem
from cardgen.geometry import Rect
from cardgen.pack.model import Pack
from cardgen.units import MM

LENGTHS = st.floats(0.5, 200)
PARTS = st.lists(
    st.tuples(LENGTHS, st.floats(4, 40), st.floats(0, 1)).map(
        # A third of them do not shrink.
        lambda each: (
            Part(lambda share: each[0] * share, each[1], each[1] * each[2])
            if each[2] > 0.33
            else Part(lambda share: each[0])
        )
    ),
    max_size=6,
)


@given(PARTS, LENGTHS, st.floats(0, 10), st.sampled_from(["top", "middle", "bottom"]), st.integers(0, 6))
def test_parts_stand_in_order_within_the_column_as_large_as_they_fit(
    parts: list[Part], height: float, gap: float, vertical: str, number: int
) -> None:
    foot = number if number < len(parts) else None
    made = fitted_column(parts, height, gap, vertical, foot)
    assert len(made.places) == len(parts)
    assert [high for _, high in made.places] == [part.height(made.text_scale) for part in parts]
    top = 0.0
    for place, (down, high) in enumerate(made.places):
        assert down >= top - 1e-6
        if place and place != foot:
            assert down == pytest.approx(top, abs=1e-6)
        top = down + high + gap
    end = top - gap if parts else 0.0
    assert end == pytest.approx(max(height, end) if foot is not None else end)
    assert made.excess == pytest.approx(max(0.0, end - height), abs=0.02)
    least = min((part.least / part.size for part in parts if part.size), default=1.0)
    assert least - 1e-9 <= made.text_scale <= 1
    if made.excess > 0:
        assert made.text_scale == pytest.approx(least)
    elif parts and made.text_scale < 1:
        # A quarter of a point more would not fit.
        more = min(1.0, made.text_scale + 0.251 / max(part.size for part in parts))
        assert sum(part.height(more) for part in parts) + gap * (len(parts) - 1) > height


HEAD = """format: 1
name: Column
card: {size: 60 x 90 mm, bleed: 3 mm, safe: 3 mm}
types:
  plain: {like: body, size: 10 pt, color: black}
layouts:
  own:
    boxes:
      panel: {at: [5 mm, 40 mm], size: [50 mm, 40 mm], flow: [title, text, line, saying], gap: 3 mm%s}
      title: {type: plain}
      text: {type: plain%s}
      line: {when: {saying: set}, show: "", size: [20 mm, 1 mm], ground: black}
      saying: {type: plain}
cards:
  - {layout: own, rows: [%s]}
"""
WORDS = "words that fill lines of a column, and some more of them until they are long enough. "


def source(row: str = "{title: One}", panel: str = "", text: str = "") -> str:
    return HEAD % (panel, text, row)


def pack_of(row: str = "{title: One}", panel: str = "", text: str = "") -> Pack:
    return api.load("column.yaml", text=source(row, panel, text))


def planned(pack: Pack) -> dict[str, BoxPlan]:
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    return {plan.name: plan for plan in plan_boxes(frame, pack.cards[0])}


def extents(pack: Pack) -> dict[str, tuple[float, float]]:
    """Return the distance of the top and the foot of each box from the top of the card, in millimetres."""
    made = {}
    for name, plan in planned(pack).items():
        item = plan.items[-1] if plan.items else None
        if isinstance(item, Label):
            rect = item.bounds
        elif isinstance(item, Fill):
            rect = item.shape.bounds
        else:
            continue
        made[name] = (90 - rect.top / MM, 90 - rect.y / MM)
    return made


def problems(row: str = "{title: One}", panel: str = "", text: str = "") -> list[Problem]:
    return list(api.examine("column.yaml", text=source(row, panel, text)).problems)


def test_boxes_stand_one_under_the_other_with_gaps_and_empty_ones_take_no_room() -> None:
    all_of = extents(pack_of("{title: One, text: Two, saying: Three}"))
    assert all_of["title"][0] == pytest.approx(40)
    for above, below in (("title", "text"), ("text", "line"), ("line", "saying")):
        assert all_of[below][0] == pytest.approx(all_of[above][1] + 3)
    assert all_of["line"][1] - all_of["line"][0] == pytest.approx(1)
    some = extents(pack_of("{title: One, saying: Three}"))
    assert some["line"][0] == pytest.approx(some["title"][1] + 3)
    only = extents(pack_of("{text: Two}"))
    assert only.keys() == {"text"}
    assert only["text"][0] == pytest.approx(40)


def test_a_longer_text_moves_what_follows_by_its_lines() -> None:
    short, long = (
        extents(pack_of("{text: Two, saying: x}")),
        extents(pack_of(f"{{text: '{WORDS}', saying: x}}")),
    )
    lines = len({run.y for run in planned(pack_of(f"{{text: '{WORDS}', saying: x}}"))["text"].label.runs})  # type: ignore[union-attr]
    assert lines > 1
    moved = (lines - 1) * 10 * 1.22 / MM
    assert long["saying"][0] - short["saying"][0] == pytest.approx(moved, abs=0.02)


@pytest.mark.parametrize(("panel", "end"), [("", None), (", vertical: bottom", 80), (", foot: line", 80)])
def test_a_column_or_a_part_of_it_stands_at_its_foot(panel: str, end: float | None) -> None:
    made = extents(pack_of("{title: One, text: Two, saying: Three}", panel))
    if end:
        assert made["saying"][1] == pytest.approx(end)
    assert made["saying"][0] == pytest.approx(made["line"][1] + 3)
    assert (made["title"][0] == pytest.approx(40)) is (panel != ", vertical: bottom")


def test_what_follows_the_foot_stands_there_even_if_that_is_empty() -> None:
    text = source("{title: One, saying: Three}", ", foot: text")
    made = extents(api.load("column.yaml", text=text))
    assert made["title"][0] == pytest.approx(40)
    assert made["saying"][1] == pytest.approx(80)


def test_a_column_has_its_ground_and_padding_unless_all_is_empty() -> None:
    ground = ", ground: {color: '#EEEEEE', padding: 4 mm}"
    pack = pack_of("{title: One}", ground)
    made = planned(pack)
    assert isinstance(made["panel"].items[0], Fill)
    assert [*made] == ["panel", "title"]
    assert extents(pack)["title"][0] == pytest.approx(44)
    assert planned(pack_of("{other: One}", ground)) == {}


def test_a_column_lies_under_its_boxes_wherever_it_is_written() -> None:
    text = source("{title: One}", ", ground: '#EEEEEE'")
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if "panel:" in line)
    lines.insert(place + 4, lines.pop(place))
    pack = api.load("column.yaml", text="\n".join(lines) + "\n")
    assert [*planned(pack)] == ["panel", "title"]


def test_all_texts_of_a_column_shrink_alike() -> None:
    long = f"{{title: One, text: '{WORDS * 3}', saying: Three}}"
    made = planned(pack_of(long))
    sizes = {name: made[name].size for name in ("title", "text", "saying")}
    assert len(set(sizes.values())) == 1
    assert 7 < sizes["text"] < 10
    assert extents(pack_of(long))["saying"][1] <= 80.01
    assert problems(long) == []
    # Each stops at its own least.
    tight = f"{{title: One, text: '{WORDS * 2}', saying: '{WORDS}'}}"
    made = planned(pack_of(tight, text=", least: 9 pt"))
    assert made["text"].size == 9
    assert made["title"].size < 9


def test_words_that_do_not_fit_are_counted_at_their_row() -> None:
    found = problems(f"{{title: One, text: '{WORDS * 9}', saying: '{WORDS}'}}")
    words = len(WORDS.split())
    assert [str(each.message) for each in found][-1] == f"saying: the last {words} words do not fit at 7 pt"
    assert all(each.mark and each.mark.line == 15 for each in found)
    assert all(each.severity == "error" for each in found)


def test_pictures_have_the_size_that_they_state_and_are_missed_without(tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "#226688").save(tmp_path / "art.png")
    row = "{title: One, text: art.png}, {title: Other, text: art.png}"
    file = tmp_path / "p.yaml"
    file.write_text(source(row), encoding="utf-8")
    [problem] = api.examine(str(file)).of("error")
    assert problem.message == "the box 'text' has no size, and no text that gives it a height"
    assert problem.path == ("layouts", "own", "boxes", "text", "size")
    file.write_text(source(row, text=", size: [30 mm, 20 mm]"), encoding="utf-8")
    plan = planned(api.load(str(file)))["text"]
    assert plan.picture is not None
    assert plan.picture.rect[2:] == pytest.approx((30 * MM, 20 * MM))
    assert plan.picture.rect.center[0] == pytest.approx(30 * MM)
    file.write_text(source(row, text=", size: [30 mm, 60 mm]"), encoding="utf-8")
    [problem] = api.examine(str(file)).of("error")
    assert problem.path == ("layouts", "own", "boxes", "panel")
    assert "mm higher than it (the cards One and Other)" in str(problem.message)


def test_a_column_scales_with_its_layout() -> None:
    small = pack_of("{title: One, text: Two, saying: x}")
    text = source("{title: One, text: Two, saying: x}").replace("60 x 90 mm", "120 x 180 mm")
    large = api.load("column.yaml", text=text.replace("  own:\n", "  own:\n    card: 60 x 90 mm\n"))
    ones, twos = planned(small), planned(large)
    one, two = (
        (each["title"].items[-1].bounds.y - each["text"].items[-1].bounds.top) / MM  # type: ignore[union-attr]
        for each in (ones, twos)
    )
    assert (one, two) == pytest.approx((3, 6))


def test_faulty_flows_are_problems_at_their_places() -> None:
    boxes = (
        "title: {at: [5 mm, 5 mm], size: [50 mm, 9 mm], gap: 1 mm}",
        "one: {at: [5 mm, 40 mm], size: [50 mm, 34 mm], flow: [bonus, txt, one, rule], show: x, foot: bonsu}",
        "other: {at: [5 mm, 14 mm], size: [50 mm, 24 mm], flow: [bonus, inner]}",
        "bonus: {at: [1 mm, 1 mm], rotate: 90}",
        "rule: {show: '', ground: black}",
        "text: {}",
        "inner: {flow: [text]}",
    )
    lines = "".join(f"      {box}\n" for box in boxes)
    cards = "cards:\n  - {layout: l, rows: [{title: A}]}\n"
    text = f"format: 1\nname: X\nlayouts:\n  l:\n    boxes:\n{lines}{cards}"
    found = api.examine("x.yaml", text=text).of("error")
    assert [(each.mark and each.mark.line, str(each.message)) for each in found] == [
        (6, "'gap' has no effect here, as the box has no flow"),
        (7, "there is no box 'txt' in this layout"),
        (7, "the box 'one' cannot be in itself"),
        (7, "'show' has no effect here, as the box shows others"),
        (7, "there is no box 'bonsu' in this flow"),
        (8, "the box 'bonus' is in the flow of 'one' as well"),
        (9, "'at' has no effect here, as the box flows in 'other'"),
        (9, "'rotate' has no effect here, as the box flows in 'other'"),
        (10, "the box 'rule' has no size, and no text that gives it a height"),
        (12, "the box 'inner' has a flow, so it cannot be in that of 'other'"),
    ]


def test_sheets_of_columns_are_proven() -> None:
    pack = pack_of(f"{{title: One, text: '{WORDS * 3}', saying: Three}}", ", ground: '#EEEEEE'")
    sheet = api.sheets(pack)[0].data
    assert api.verify([sheet], pack=pack).result.good


def test_a_column_grows_over_empty_boxes_above_it() -> None:
    above = "      head: {at: [5 mm, 20 mm], size: [50 mm, 15 mm]}\n      panel:"
    made = []
    for row in ("{title: One, head: Two}", "{title: One}"):
        text = source(row, ", grow: true").replace("      panel:", above)
        made.append(extents(api.load("column.yaml", text=text))["title"][0])
    assert made == pytest.approx([40, 20], abs=0.01)
