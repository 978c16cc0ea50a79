"""Outlines and shadows of letters: their places, how they are judged, and that a change of them is found."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageStat

from cardgen import api
from cardgen.art.fingerprint import face_fingerprint
from cardgen.art.frame import Frame
from cardgen.art.items import Fill, Item, Label, Run, Stroke
from cardgen.art.layout_face import BoxPlan, plan_boxes
from cardgen.art.lettering import STEM, shadow_and_outline
from cardgen.colour.colors import BLACK, WHITE, color_from_hex
from cardgen.errors import Problem
from cardgen.geometry import Rect, combined_matrix, rotation, translation
from cardgen.pack.model import Pack
from cardgen.prepress.comparison.painter import LayerPainter
from cardgen.text import fonts
from cardgen.text.shaping import is_available
from cardgen.units import MM

HEAD = "format: 1\nname: Letters\ncard: {size: 60 x 90 mm, bleed: 3 mm, safe: 3 mm}\n"
PLACE = "at: [5 mm, 40 mm], size: [50 mm, 10 mm]"
ROW = "title: A title"


def pack_text(boxes: str, row: str = ROW, ground: str = "white") -> str:
    """A pack of one card with these boxes, a line each."""
    lines = "".join(f"      {each}\n" for each in boxes.split("\n"))
    return (
        f"{HEAD}layouts:\n  own:\n    ground: {ground}\n    boxes:\n{lines}"
        f"cards:\n  - {{layout: own, rows: [{{{row}}}]}}\n"
    )


def problems(boxes: str, row: str = ROW, ground: str = "white") -> list[Problem]:
    return list(api.examine("letters.yaml", text=pack_text(boxes, row, ground)).problems)


def pack_of(boxes: str, row: str = ROW, ground: str = "white") -> Pack:
    return api.load("letters.yaml", text=pack_text(boxes, row, ground))


def planned(boxes: str, row: str = ROW) -> BoxPlan:
    pack = pack_of(boxes, row)
    return plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])[0]


def ink(item: Item) -> ImageChops:
    """Return what an item covers of 400 × 200 points (L), by the painter of verify, which shares no code."""
    canvas = LayerPainter((800, 400), (2, 0, 0, -2, 200, 300)).blank_paper()
    for layer in LayerPainter((800, 400), (2, 0, 0, -2, 200, 300)).layers_of_item(item):
        canvas.paste((0, 0, 0), layer.box, layer.mask)
    return ImageChops.invert(canvas.convert("L"))


def share(part: ImageChops, whole: ImageChops) -> float:
    return float(ImageStat.Stat(part).sum[0] / ImageStat.Stat(whole).sum[0])


RUNS = {
    "kerned": Run("AVATAR, Tö", 0, 0, 24, fonts.TEXT),
    "tracked": Run("wide fi", 3, 5, 24, fonts.TEXT, tracking=4),
    "condensed and spread": Run(
        "a b c", 0, 0, 30, fonts.SERIF_ITALIC, horizontal_scale=0.7, extra_word_space=6
    ),
    "of two fonts": Run("№ 5 ≥ 3", 0, 0, 24, fonts.INDEX),
}


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_an_outline_has_the_shape_and_place_of_its_letters(run: Run) -> None:
    label = Label(
        (run,),
        (),
        Rect(0, 0, 1, 1),
        BLACK,
        WHITE,
        "body",
        combined_matrix(rotation(20), translation(10, -30)),
    )
    [shadow] = shadow_and_outline([label], None, (BLACK, (0.0, 0.0)))
    letters, drawn = ink(label), ink(shadow)
    assert share(ImageChops.difference(letters, drawn), letters) < 0.06
    moved = ink(shadow._replace(shape=shadow.shape.transformed(translation(1.0, 0))))  # type: ignore[union-attr]
    assert share(ImageChops.difference(letters, moved), letters) > 0.2


@pytest.mark.skipif(not is_available(), reason="needs cardgen-kit[scripts]")
def test_joined_letters_have_their_joined_outlines() -> None:
    from cardgen.text.installed_fonts import installed_families, installed_font

    if "noto sans arabic" not in installed_families():
        pytest.skip("needs the font Noto Sans Arabic")
    font = installed_font("Noto Sans Arabic", 400, False)
    label = Label((Run("بطاقتين معًا", 0, 0, 40, font),), (), Rect(0, 0, 1, 1), BLACK, WHITE, "body")
    [shadow] = shadow_and_outline([label], None, (BLACK, (0.0, 0.0)))
    letters = ink(label)
    assert share(ImageChops.difference(letters, ink(shadow)), letters) < 0.06


def test_an_outline_reaches_as_far_as_its_width_and_a_shadow_as_far_as_its_offset() -> None:
    label = Label((Run("H", 0, 0, 72, fonts.TEXT),), (), Rect(0, 0, 50, 50), BLACK, WHITE, "body")
    red, blue = color_from_hex("#FF0000"), color_from_hex("#0000FF")
    shadow, outline = shadow_and_outline([label], (red, 3.0), (blue, (5.0, -7.0)))
    assert isinstance(outline, Stroke)
    assert isinstance(shadow, Stroke)
    assert (outline.color, outline.ground, outline.width, outline.round_ends) == (red, red, 6.0, True)
    assert shadow == outline._replace(shape=shadow.shape, color=blue, ground=blue)
    letter, grown = ink(label).getbbox(), ink(outline).getbbox()
    # Two pixels are a point; y runs downwards.
    assert [b - a for a, b in zip(letter, grown, strict=True)] == pytest.approx([-6, -6, 6, 6], abs=1)
    assert [b - a for a, b in zip(grown, ink(shadow).getbbox(), strict=True)] == [10, 14, 10, 14]
    [alone] = shadow_and_outline([label], None, (blue, (5.0, -7.0)))
    assert isinstance(alone, Fill)


def test_outlines_lie_under_all_letters_and_icons_of_their_box_and_above_its_ground() -> None:
    plan = planned(
        f"title: {{{PLACE}, outline: {{color: '#FF0000', width: 1 mm}}, shadow: '#0000FF', ground: '#EEE'}}",
        "title: 'Pay 2 {coin} to {Guard}', name: Guard",
    )
    ground, shadow, outline, label = plan.items[:4]
    assert isinstance(ground, Fill)
    assert isinstance(label, Label)
    assert isinstance(shadow, Stroke)
    assert isinstance(outline, Stroke)
    assert outline.width == pytest.approx(2 * MM)
    assert plan.outline == pytest.approx(MM)
    assert shadow.shape.bounds.x - outline.shape.bounds.x == pytest.approx(0.3 * MM)
    assert shadow.shape.bounds.top - outline.shape.bounds.top == pytest.approx(-0.3 * MM)
    # The small card at the end is the widest part of the line.
    assert outline.shape.bounds.right == pytest.approx(
        max(each.shape.bounds.right for each in plan.items[4:] if isinstance(each, Stroke)), abs=0.5
    )
    assert plan.under_letters == 2


def test_icons_alone_have_outlines_too() -> None:
    [outline, *icons] = planned(f"title: {{{PLACE}, outline: black}}", "title: '{coin}{heart}'").items
    assert isinstance(outline, Stroke)
    assert all(isinstance(each, Fill) for each in icons)
    assert len(outline.shape.segments) == sum(
        len(each.shape.segments) for each in icons if isinstance(each, Fill)
    )


def test_columns_choose_parts_of_an_outline_and_false_removes_one() -> None:
    boxes = (
        f"title: {{{PLACE}, outline: {{color: {{by: kind, a: black, else: false}}, "
        "width: {by: kind, a: 1 mm}}, shadow: {by: kind, b: '#0000FF'}}"
    )
    looks = []
    for kind in "ab":
        plan = planned(boxes, f"title: One, kind: {kind}")
        looks.append(
            [(type(each), each.width if isinstance(each, Stroke) else 0) for each in plan.items[:-1]]
        )
    assert looks == [[(Stroke, pytest.approx(2 * MM))], [(Fill, 0)]]
    inherited = pack_text(f"title: {{{PLACE}, outline: black}}").replace(
        "cards:", "  plain:\n    extends: own\n    boxes: {title: {outline: false}}\ncards:"
    )
    pack = api.load("letters.yaml", text=inherited.replace("layout: own, rows", "layout: plain, rows"))
    [plan] = plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])
    assert [type(each) for each in plan.items] == [Label]


def test_lengths_of_outlines_and_shadows_scale_with_the_layout() -> None:
    shadow = "shadow: {color: white, offset: [1 mm, 2 mm]}"
    boxes = f"title: {{{PLACE}, outline: {{color: black, width: 1 mm}}, {shadow}}}"
    small = pack_of(boxes)
    text = (
        pack_text(boxes)
        .replace("60 x 90 mm", "120 x 180 mm")
        .replace("  own:", "  own:\n    card: 60 x 90 mm")
    )
    large = api.load("letters.yaml", text=text)
    made = []
    for pack in (small, large):
        [plan] = plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])
        shadow, outline = plan.items[:2]
        assert isinstance(outline, Stroke)
        assert isinstance(shadow, Stroke)
        a, b = outline.shape.bounds, shadow.shape.bounds
        made.append((outline.width, b.x - a.x, a.y - b.y))
    assert made[1] == pytest.approx([2 * each for each in made[0]])


PALE = f"title: {{{PLACE}, type: %s, color: white%s}}"


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ("", ["contrast"]),
        (", outline: {color: black, width: 0.6 mm}", []),
        (", outline: {color: black, width: 0.6 mm}, shadow: {color: white}", []),
        (", outline: {color: white, width: 0.6 mm}, shadow: {color: black}", ["contrast"]),
        # Thinner than the stems of text.
        (", outline: {color: black, width: 0.2 mm}", ["contrast"]),
        (", outline: {color: '#F4F4F4', width: 0.6 mm}", ["contrast"]),
        (", shadow: {color: black, offset: [0.6 mm, 0.6 mm]}", ["contrast"]),
        (", outline: {color: black, width: 0.6 mm}, opacity: 90 %", []),
        (", outline: {color: black, width: 0.6 mm}, opacity: 20 %", ["contrast"]),
        (", shadow: {color: black, offset: [0.6 mm, 0.6 mm]}, opacity: 90 %", ["contrast"]),
    ],
)
@pytest.mark.parametrize("ground", ["white", '["#FFFFFF", "#E8E8E8"]'])
def test_only_a_wide_outline_of_another_colour_makes_letters_legible(
    more: str, names: list[str], ground: str
) -> None:
    assert [each.name for each in problems(PALE % ("title", more), ground=ground)] == names


@pytest.mark.parametrize("kind", ["note", "body", "display"])
def test_an_outline_counts_from_the_width_of_stems(kind: str) -> None:
    least = STEM * min(9.0, planned(PALE % (kind, "")).size)
    for factor, names in ((1.01, []), (0.99, ["contrast"])):
        outline = f", outline: {{color: black, width: {factor * least:.4f} pt}}"
        assert [each.name for each in problems(PALE % (kind, outline))] == names
    assert fonts.SANS.ink_box("ı", 1).width == pytest.approx(STEM, abs=0.01)


def test_letters_are_legible_on_their_outline_if_their_colour_depends_on_the_ground() -> None:
    dark = planned(f"title: {{{PLACE}, color: accent, outline: {{color: '#101010', width: 0.6 mm}}}}")
    assert dark.label is not None
    assert dark.label.color == WHITE


def test_a_dark_outline_under_dark_letters_is_found() -> None:
    [problem] = problems(
        f"title: {{{PLACE}, color: '#333333', outline: {{color: '#666666', width: 0.8 mm}}}}"
    )
    assert problem.name == "contrast"


def test_an_outline_stays_in_the_safe_zone() -> None:
    edge = "title: {at: [3 mm, 40 mm], size: [50 mm, 10 mm], align: left%s}"
    assert problems(edge % "") == []
    [problem] = problems(edge % ", outline: '#DDDDDD'")
    assert "reaches out of the safe zone" in problem.message
    assert problems(edge % ", shadow: {color: '#DDDDDD', offset: [-1 mm, 0 mm]}") == []


def test_boxes_that_the_pack_does_not_place_leave_room_for_their_outline() -> None:
    text = (
        "format: 1\nname: Letters\nlayouts:\n  own:\n    extends: full\n    boxes:\n"
        "      title: {outline: {color: '#AA0000', width: 1.5 mm}, ground: false, color: white}\n"
        "cards:\n  - {layout: own, rows: [{title: One, text: Two}]}\n"
    )
    assert [each.name for each in api.examine("letters.yaml", text=text).problems] == []


def test_an_outline_that_covers_another_text_is_found() -> None:
    low = "text: {at: [5 mm, 36 mm], size: [50 mm, 6 mm], vertical: bottom}\n"
    high = "title: {at: [5 mm, 42 mm], size: [50 mm, 10 mm], vertical: top%s}"
    row = "title: A title, text: A text under it"
    assert problems(low + high % "", row) == []
    covered, *_ = problems(low + high % ", outline: {color: '#CCCCCC', width: 2.5 mm}", row)
    assert covered.name == "covered"
    assert "the box 'title'" in covered.message


def test_a_changed_outline_changes_the_fingerprint() -> None:
    looks = (
        "",
        ", outline: '#CC0000'",
        ", outline: {color: '#CC0000', width: 0.4 mm}",
        ", shadow: '#CC0000'",
    )
    made = [pack_of(f"title: {{{PLACE}{look}}}") for look in looks]
    assert len({face_fingerprint(pack, pack.cards[0]) for pack in made}) == len(looks)


def test_a_faulty_outline_is_one_problem_at_its_place() -> None:
    found = problems(
        f"title: {{{PLACE}, outline: {{width: 0.2 mm}}, shadow: {{color: yellow, offset: 3}}}}\n"
        f"text: {{{PLACE.replace('40', '60')}, outline: {{colour: white, width: 40 mm}}}}",
        "title: One, text: Two",
    )
    assert [each.message for each in found] == [
        "'color' is missing",
        "'yellow' is not a colour",
        "this should be two lengths",
        "'colour' is not a key known here",
        "40 mm is out of range",
    ]


def test_verify_finds_another_outline() -> None:
    one, other = (
        pack_of(
            f"title: {{{PLACE}, type: display, color: white, outline: {{color: '{color}', width: 0.8 mm}}}}"
        )
        for color in ("#CC0000", "#00AA00")
    )
    sheet = api.sheets(one)[0].data
    assert api.verify([sheet], pack=one).result.good
    assert not api.verify([sheet], pack=other).result.good
