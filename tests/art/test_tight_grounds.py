"""Grounds that are as wide as what is written in their box."""

from __future__ import annotations

import pytest

from cardgen import api
from cardgen.art.frame import Frame
from cardgen.art.items import Fill
from cardgen.art.layout_face import BoxPlan, plan_boxes
from cardgen.errors import PackError
from cardgen.geometry import Rect
from cardgen.text.icons import builtin_icon
from cardgen.units import MM

PADDING = 2 * MM


def source(box: str, text: str, more: str = "") -> str:
    ground = "ground: {color: '#202020', padding: 2 mm, tight: true}"
    return (
        f"format: 1\nname: Tight\n{more}layouts:\n  note:\n    mirror: true\n    boxes:\n"
        f"      word: {{at: [6 mm, 20 mm], size: [50 mm, 10 mm], {ground}{box}}}\n"
        f"cards:\n  - {{layout: note, rows: [{{word: {text!r}, n: 3}}]}}\n"
    )


def planned(box: str = "", text: str = "Toll", more: str = "") -> BoxPlan:
    pack = api.load("tight.yaml", text=source(box, text, more))
    (made,) = plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])
    return made


def ground_of(made: BoxPlan) -> Rect:
    ground = made.items[0]
    assert isinstance(ground, Fill)
    return ground.shape.bounds


@pytest.mark.parametrize("box", ["", ", align: center", ", align: right", ", type: title, rotate: 180"])
@pytest.mark.parametrize("more", ["", "language: ar\n"])
def test_a_tight_ground_is_as_wide_as_its_text_and_as_high_as_its_box(box: str, more: str) -> None:
    made = planned(box, more=more)
    ground, ink = ground_of(made), made.label and made.label.bounds
    assert ink
    assert ground.x == pytest.approx(ink.x - PADDING)
    assert ground.right == pytest.approx(ink.right + PADDING)
    assert ground.height == pytest.approx(10 * MM)


def test_a_tight_ground_is_around_a_row_of_icons() -> None:
    made = planned(", show: '{coin*n}', align: left")
    ground, coin = ground_of(made), builtin_icon("coin")
    assert coin
    assert ground.x == pytest.approx(6 * MM)
    assert ground.right - PADDING == pytest.approx(6 * MM + PADDING + (3 * coin.width + 2 * 0.12) * 6 * MM)
    assert ground_of(planned(", show: '{coin*n}', align: center")).center[0] == pytest.approx(31 * MM)


def test_a_tight_ground_stands_on_its_side_with_its_text() -> None:
    across, upright = (ground_of(planned(f", rotate: {angle}")) for angle in (0, 90))
    assert upright.height == pytest.approx(min(across.width, 10 * MM))
    assert upright.width == pytest.approx(50 * MM)


def test_a_tight_ground_is_no_wider_than_its_box() -> None:
    assert ground_of(planned(text="Wayfarers pay the toll in silver. " * 2)).width <= 50 * MM + 1e-6


def test_text_is_legible_on_a_tight_ground_that_is_not_under_the_middle_of_its_box() -> None:
    made = planned(", color: ink")
    assert made.label
    assert made.label.ground.rgb[0] < 0.2
    assert made.label.color.rgb[0] > 0.9


def test_a_tight_ground_of_a_box_without_text_is_told() -> None:
    with pytest.raises(PackError, match="'tight' has no effect here, as the box shows no text of its own"):
        api.load("tight.yaml", text=source(", show: ''", "Toll"))
