"""Writing is seen and read: what is painted over it is an error, what lies beneath it is measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen import api
from cardgen.art.items import Fill, Label
from cardgen.art.label import line_label
from cardgen.checks import legibility
from cardgen.checks.legibility import Layer, covered_shares, ink_rects, label_contrasts, labels_in_context
from cardgen.colour.colors import BLACK, WHITE, color_from_hex, contrast_ratio, luminance
from cardgen.colour.tones import (
    contrast_of_tone_steps,
    picture_in_tones,
    tone_of_luminance,
    tone_steps_of_contrast,
)
from cardgen.errors import Problem
from cardgen.geometry import Rect, enclosing_rect, translation
from cardgen.text.fonts import TEXT
from cardgen.text.outlines import ellipse, rectangle, rounded_rectangle
from cardgen.units import MM

HEAD = "format: 1\nname: Harbour\ncard: {size: poker, corner: 3 mm}\n"
AREA = Rect(0, 0, 180, 252)


def problems(folder: Path, text: str, name: str = "") -> list[Problem]:
    """What is said of a pack, of this name alone if one is given."""
    file = folder / "harbour.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return [each for each in api.examine(str(file)).problems if not name or each.name == name]


def layout(boxes: str, rows: str, base: str = "full") -> str:
    """A pack with one layout of its own: its boxes, a line each, and the rows of its cards."""
    lines = "".join(f"      {each}\n" for each in boxes.split("\n"))
    head = f"layouts:\n  own:\n    extends: {base}\n    boxes:\n"
    return f"{head}{lines}cards:\n  - layout: own\n    rows: {rows}\n"


SEAL = "seal: {at: [4 mm, 60 mm], size: [30 mm, 25 mm], show: '', ground: '#402010'%s}"
ROWS = "[{title: Docker, corner: 1, text: Land a ware.}, {title: Pilot, text: Stay.}]"


# --- covered --------------------------------------------------------------------------------------


def test_a_box_painted_over_text_is_an_error_that_names_both_and_the_cards(tmp_path: Path) -> None:
    title, text = sorted(problems(tmp_path, layout(SEAL % "", ROWS)), key=lambda each: -len(each.message))
    assert (title.severity, title.mark and title.mark.line) == ("error", 8)
    assert title.message == "title: all of the text is covered by the box 'seal' (the cards Docker and Pilot)"
    assert (
        title.hint == "move one of them, write below: title at seal, or accept it with allow: [covered] at "
        "seal"
    )
    assert text.message == "text: all of the text is covered by the box 'seal' (the cards Docker and Pilot)"


@pytest.mark.parametrize(
    "said",
    [", below: [title, text]", ", allow: [covered]", "\ntitle: {allow: [covered]}\ntext: {allow: [covered]}"],
)
def test_a_box_may_lie_below_the_text_or_cover_it_on_purpose(said: str, tmp_path: Path) -> None:
    boxes = SEAL % said if said[0] == "," else (SEAL % "") + said
    assert problems(tmp_path, layout(boxes, ROWS)) == []


@pytest.mark.parametrize(
    ("cover", "is_covered"),
    [
        # What stands beside the word hides nothing, nor does a line around it, nor what is round before it.
        ("at: [6 mm, 20 mm], size: [20 mm, 6 mm], show: '', ground: '#402010'", True),
        ("at: [46 mm, 20 mm], size: [17 mm, 6 mm], show: '', ground: '#402010'", False),
        ("at: [6 mm, 20 mm], size: [40 mm, 6 mm], show: '', ground: {line: '#402010'}", False),
        ("at: [-8.5 mm, 4 mm], size: [22 mm, 22 mm], show: '', ground: {color: black, radius: 11 mm}", False),
        ("at: [6 mm, 20 mm], size: [20 mm, 6 mm], show: '{art}'", True),
        ("at: [6 mm, 20 mm], size: [20 mm, 6 mm], show: WWWW, color: '#402010'", True),
        ("at: [6 mm, 62.9 mm], size: [51.5 mm, 6 mm], show: '', ground: '#402010', turned: true", True),
        ("at: [20 mm, 6 mm], size: [6 mm, 20 mm], show: '{art}', rotate: 90", True),
    ],
)
def test_what_covers_is_measured_in_pixels(cover: str, is_covered: bool, tmp_path: Path) -> None:
    Image.new("RGB", (300, 300), "#203040").save(tmp_path / "art.png")
    boxes = "title: {at: [12 mm, 20 mm], size: [30 mm, 6 mm], vertical: middle}\n" + f"over: {{{cover}}}"
    found = problems(tmp_path, layout(boxes, "[{title: Docker, art: art.png}]", "rule"), "covered")
    assert [each.message.partition(":")[0] for each in found] == ["title"] * is_covered


def test_two_boxes_at_one_place_hide_one_another_and_are_told_once(tmp_path: Path) -> None:
    boxes = "kind: {at: [5 mm, 8 mm], size: [53.5 mm, 8.6 mm], type: title, vertical: top}"
    [problem] = problems(tmp_path, layout(boxes, "[{title: Docker, kind: Harbour}]", "rule"))
    assert problem.message.endswith("% of the text is covered by the box 'kind' (the card Docker)")


def test_a_small_index_under_a_box_is_covered(tmp_path: Path) -> None:
    boxes = "picture: {at: [0 mm, 0 mm], size: [63.5 mm, 30 mm]}"
    text = (
        f"layouts:\n  own: {{extends: panel, boxes: {{{boxes}}}}}\n"
        "suits:\n  jade:\n    sign: '+'\n    color: '#0F6B4F'\n    layout: own\n"
        "    cards: {Dragon: {index: D, title: Dragon, picture: art.png}}\n"
    )
    Image.new("RGB", (840, 420), "#203040").save(tmp_path / "art.png")
    [problem] = problems(tmp_path, text, "covered")
    assert problem.message.startswith("the small index: all of the text is covered by the box 'picture'")


def test_a_faces_share_is_that_of_the_ink() -> None:
    word = line_label("HHHH", 20, BLACK, WHITE, TEXT)._replace(place=translation(40, 100))
    ink = enclosing_rect(ink_rects(word))
    for share in (0.25, 0.5, 0.75):
        half = Fill(rectangle(ink._replace(width=share * ink.width)), WHITE)
        [measured] = covered_shares([(word, (half,))])
        assert measured == pytest.approx(share, abs=0.06)
    assert covered_shares([(word, (Fill(rectangle(ink.grown(2)), WHITE),))]) == [pytest.approx(1)]


# --- contrast -------------------------------------------------------------------------------------

GREEN = "#0F6B4F"
SHOWN = "show: '', ground: {color: white, radius: 5 mm}, below: title"
DISC = (
    f"disc: {{at: [6 mm, 6 mm], size: [10 mm, 10 mm], {SHOWN}}}\n"
    f"title: {{at: [7 mm, 7 mm], size: [50 mm, 8 mm], color: '{GREEN}', align: left}}"
)


def straddling(word: str) -> str:
    return layout(DISC, f"[{{title: {word}}}]", "rule").replace("rule\n", f"rule\n    ground: '{GREEN}'\n", 1)


def test_a_title_that_straddles_two_grounds_is_measured_on_both(tmp_path: Path) -> None:
    [problem] = problems(tmp_path, straddling("Harbour master"))
    assert (problem.severity, problem.name) == ("warning", "contrast")
    assert problem.message == "title: the contrast to what lies beneath it is 1.0 (the card Harbour master)"
    assert problems(tmp_path, straddling("Ha")) == []


def test_one_letter_that_is_lost_is_enough(tmp_path: Path) -> None:
    """A tenth of a text may be too much like what lies beneath it, but no letter may be all gone."""
    word = line_label("HHHHHHHHHHHHHHHHHHHHHHHH", 12, BLACK, WHITE, TEXT)._replace(place=translation(10, 100))
    [ink] = ink_rects(word)
    ground = Fill(rectangle(AREA), WHITE)
    for share, lowest in ((0.5, 21), (1.4, 1)):
        patch = Fill(rectangle(Rect(ink.x - 1, 90, share * ink.width / 24 + 1, 40)), BLACK)
        [found] = labels_in_context([Layer((ground,)), Layer((patch,)), Layer((word,), word)])
        assert found.ground is None
        assert label_contrasts((180, 252), [found]) == [pytest.approx(lowest, abs=0.1)]


@pytest.mark.parametrize(
    ("shape", "flat"),
    [
        (rectangle(Rect(38, 96, 60, 20)), True),
        (rounded_rectangle(Rect(38, 96, 60, 20), 6), True),
        (ellipse(60, 105, 40), True),
        (ellipse(60, 105, 18), False),
        (rectangle(Rect(45, 96, 60, 20)), False),
    ],
)
def test_one_ground_around_all_of_a_text_needs_no_pixels(
    shape: object, flat: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = line_label("HHHH", 14, BLACK, WHITE, TEXT)._replace(place=translation(40, 100))
    red = color_from_hex("#C03040")
    layers = [Layer((Fill(rectangle(AREA), WHITE),)), Layer((Fill(shape, red),))]  # type: ignore[arg-type]
    [found] = labels_in_context([*layers, Layer((word,), word)])
    assert found.ground == (red if flat else None)
    assert found.over == ()


def test_what_has_been_measured_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    rendered = legibility._render_batch
    monkeypatch.setattr(
        legibility,
        "_render_batch",
        lambda pages, drafts: drawn.append(len(pages)) or rendered(pages, drafts),
    )
    rows = ", ".join(f"{{title: Harbour {number}00}}" for number in range(30))
    text = straddling("X").replace("[{title: X}]", f"[{rows}]")
    assert len(problems(tmp_path, text)) == 1
    # Thirty cards stand on the same ground.
    assert drawn == [1]
    assert len(problems(tmp_path, text.replace("Harbour 00", "Harbour 99"))) == 1
    assert drawn == [1, 1]
    problems(tmp_path, text)
    assert drawn == [1, 1]


def test_a_picture_that_has_changed_is_measured_again(tmp_path: Path) -> None:
    boxes = "picture: {at: [0 mm, 0 mm], size: [63.5 mm, 40 mm], below: title}"
    text = layout(boxes, "[{title: Docker, picture: art.png}]", "rule")
    for color, pale in (("white", 0), ("#204060", 1), ("white", 0)):
        Image.new("RGB", (840, 600), color).save(tmp_path / "art.png")
        found = problems(
            tmp_path, text.replace("boxes:\n", "boxes:\n      title: {color: black}\n"), "contrast"
        )
        assert len(found) == pale, color


# --- tones ----------------------------------------------------------------------------------------


@given(st.tuples(*[st.integers(0, 255)] * 3), st.tuples(*[st.integers(0, 255)] * 3))
def test_steps_of_tone_are_contrasts(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    colors = [color_from_hex("#{:02X}{:02X}{:02X}".format(*each)) for each in (one, other)]
    steps = [tone_of_luminance(luminance(each.rgb)) for each in colors]
    assert contrast_of_tone_steps(abs(steps[0] - steps[1])) == pytest.approx(contrast_ratio(*colors))
    assert tone_steps_of_contrast(contrast_ratio(*colors)) == pytest.approx(
        abs(steps[0] - steps[1]), abs=1e-6
    )
    picture = Image.new("RGB", (2, 1))
    picture.putdata([one, other])
    assert list(picture_in_tones(picture).tobytes()) == [pytest.approx(each, abs=0.6) for each in steps]


@given(st.integers(4, 40), st.integers(4, 40), st.integers(0, 20))
def test_the_core_of_an_outline_lies_inside_it(wide: int, high: int, radius: int) -> None:
    shape = rounded_rectangle(Rect(3, 5, wide, high), radius)
    core = shape.inner_rect
    assert core is not None
    assert shape.bounds.contains(core)
    x, y, r = shape.bounds.x, shape.bounds.y, min(radius, wide / 2, high / 2)
    # The corner of the core is no farther from the middle of the rounding than its radius.
    cx, cy = min(core.x, x + r), min(core.y, y + r)
    assert (cx - x - r) ** 2 + (cy - y - r) ** 2 <= (r + 0.01) ** 2
    if radius == 0:
        assert core == shape.bounds


def test_labels_alone_are_writing() -> None:
    word = line_label("Harbour", 12, BLACK, WHITE, TEXT)._replace(place=translation(10 * MM, 10 * MM))
    assert isinstance(word, Label)
    assert list(labels_in_context([Layer((Fill(rectangle(AREA), WHITE), word))])) == []
