"""What takes the whole pack to know: that all of it can be drawn, read and told apart."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from samples import small_pack

from cardgen import api, checks
from cardgen.art.face import plan_face
from cardgen.art.items import Label
from cardgen.colour.colors import contrast_ratio
from cardgen.errors import MOST_PROBLEMS
from cardgen.geometry import Rect
from cardgen.pack import library
from cardgen.pack.model import Pack
from cardgen.pack.yaml import Data
from cardgen.sandbox import untrusted

GREEN: Data = {"sign": "+", "color": "#00855B", "cards": {"2": 3}}


def said(pack: Pack) -> list[str]:
    return [problem.message for problem in checks.check_pack(pack)]


@pytest.mark.parametrize("name", library.bundled_pack_names())
def test_shipped_packs_are_free_of_errors_and_warnings(name: str) -> None:
    assert api.examine(name).of("error", "warning") == []


@pytest.mark.parametrize("style", ["disc", "solid", "paper"])
@pytest.mark.parametrize(
    "size", ["b8", "poker", "bridge", "tarot", "mini", "square", "300 x 300 mm", "40 x 60 mm"]
)
@pytest.mark.parametrize("name", ["never-over", "standard-52"])
def test_shipped_packs_are_sound_in_other_sizes_and_styles(name: str, size: str, style: str) -> None:
    data = {**library.resolve(name).data, "style": style, "card": {"size": size}, "extras": []}
    data["index"] = {}
    assert said(small_pack(**data)) == []


@given(color=st.integers(0, 0xFFFFFF), style=st.sampled_from(["disc", "solid", "paper"]), saver=st.booleans())
def test_what_passes_can_be_read(color: int, style: str, saver: bool) -> None:
    """Of any suit's colour: either a message, or enough contrast everywhere; bold type of 14 pt needs 3."""
    suit: Data = {"sign": "+", "color": f"#{color:06X}", "cards": {"2": 3}}
    pack = small_pack(suits={"any": suit}, style=style, **{"ink-saver": saver})
    labels = [x for x in plan_face(pack, pack.cards[0], Rect(0, 0, *pack.card.size)) if isinstance(x, Label)]
    assert all(run.size >= 14 for label in labels for run in label.runs if not run.is_hidden)
    readable = all(contrast_ratio(x.color, x.ground) >= 3.0 for x in labels)
    assert readable == (not said(pack))


def test_exactly_as_many_cards_as_can_be_made() -> None:
    assert said(small_pack(suits={"green": {**GREEN, "cards": {"2": 20_000}}})) == []
    too_many: Data = {"green": {**GREEN, "cards": {"2": 20_000}}}
    assert said(small_pack(suits=too_many, extras=[{"face": "joker"}])) == [
        "the pack has 20,001 cards; at most 20,000 can be made"
    ]


def test_a_pack_of_extras_alone_is_a_pack() -> None:
    assert said(small_pack(suits={}, extras=[{"face": "title"}])) == []


def test_keys_of_an_extra_without_effect_are_reported() -> None:
    cards: Data = [
        {"layout": "reference", "title": "Turn", "text": "Draw.", "quantity": 4},
        {"face": "text", "title": "Turn", "text": "Draw.", "quantity": 4, "colour of rim": "red"},
    ]
    found = api.examine({"format": 1, "name": "Turns", "extras": cards})
    quantity = "'quantity' does not set how many copies of an extra there are"
    assert [(problem.path[1:], problem.message) for problem in found.problems] == [
        (("0", "quantity"), quantity),
        (("1", "quantity"), quantity),
        (("1", "colour of rim"), "a text card does not use 'colour of rim'"),
    ]
    assert "write copies: 4" in found.problems[0].hint


def test_suits_are_limited() -> None:
    suits: dict[str, Data] = {f"s{number}": GREEN for number in range(checks.MOST_SUITS)}
    assert said(small_pack(suits=suits)) == []
    assert said(small_pack(suits={**suits, "one": GREEN})) == [
        "the pack has 201 suits; at most 200 can be made"
    ]


def test_after_a_thousand_problems_nobody_reads_on() -> None:
    cards: Data = {f"東{number}": 1 for number in range(5_000)}
    assert len(said(small_pack(suits={"green": {**GREEN, "cards": cards}}))) == MOST_PROBLEMS


@pytest.mark.parametrize(("corner", "fits"), [("31 mm", True), ("31.1 mm", False)])
def test_a_corner_radius_up_to_half_the_shorter_side(corner: str, fits: bool) -> None:
    pack = small_pack(card={"size": "62 x 88 mm", "corner": corner, "safe": "0 mm"}, index={"small": False})
    assert bool(said(pack)) != fits


@pytest.mark.parametrize(
    ("start", "corners", "crossed"),
    [
        ("bottom-left", ["bottom-left", "top-left"], ["bottom-left"]),
        ("bottom-left", ["top-right"], ["top-right"]),
        ("top-left", ["top-left", "bottom-right"], ["top-left", "bottom-right"]),
        ("top-left", ["top-right", "bottom-left"], []),
    ],
)
def test_indices_on_the_stripe(start: str, corners: list[str], crossed: list[str]) -> None:
    options: dict[str, Data] = {"index": {"small": {"corners": list(corners)}}, "stripe": {"from": start}}
    expected = {f"the {corner} index is on the stripe" for corner in crossed}
    assert set(said(small_pack(**options))) == expected
    assert said(small_pack(**{**options, "stripe": False})) == []


def test_the_widest_card_of_a_suit_speaks_for_the_rest() -> None:
    """One message for a suit whose indices do not fit, not one a card."""
    cards: Data = dict.fromkeys(("WWWWWWWWWWWW", "iiiiiiiiiiii", "MMMMMMMMMMMM"), 1)
    pack = small_pack(suits={"green": {**GREEN, "cards": cards}}, card={"size": "mini"})
    (message,) = [message for message in said(pack) if "small index" in message]
    assert message.startswith("the small index on the card +WWWWWWWWWWWW would be set in")


@given(
    title=st.text(st.characters(codec="latin-1", exclude_categories=["C"]), min_size=1, max_size=60),
    text=st.text(st.characters(codec="latin-1", exclude_categories=["C"]), min_size=1, max_size=400),
    size=st.sampled_from(["b8", "mini", "tarot", "20 x 20 mm", "20 x 300 mm"]),
)
def test_words_on_extras_fit_or_are_reported(title: str, text: str, size: str) -> None:
    """Whatever passes is 6 pt or larger and inside the safe zone, on every kind of card with words."""
    if not (title.strip() and text.strip()):
        return
    faces = ("title", "text", "summary")
    extras: Data = [{"face": face, "title": title, "text": text} for face in faces]
    pack = small_pack(extras=extras, card={"size": size, "corner": "1 mm", "safe": "2 mm"})
    faulty = {problem.path[1] for problem in checks.check_pack(pack) if problem.path[0] == "extras"}
    if any(problem.path[0] not in ("extras", "index") for problem in checks.check_pack(pack)):
        return
    trim = Rect(0, 0, *pack.card.size)
    for card in pack.cards[-3:]:
        for label in (item for item in plan_face(pack, card, trim) if isinstance(item, Label)):
            small = any(run.size < 5.99 for run in label.runs)
            outside = not trim.grown(-pack.card.safe).contains(label.bounds)
            assert card.path[1] in faulty or not (small or outside), (card.kind, label)


def test_type_of_six_points_passes_and_less_does_not() -> None:
    """Of texts that grow by a word, just those set in less than 6 pt are reported."""
    sizes = set()
    for count in range(150, 320, 4):
        pack = small_pack(extras=[{"face": "text", "text": "word " * count}])
        labels = [
            x for x in plan_face(pack, pack.cards[-1], Rect(0, 0, *pack.card.size)) if isinstance(x, Label)
        ]
        size = min(run.size for label in labels for run in label.runs)
        sizes.add(size)
        assert (size < 6) == any("would be set in" in message for message in said(pack)), size
    assert {5.75, 6.0} <= sizes


# Pictures


Paint = Callable[[str, int, int], str]


@pytest.fixture
def paint(tmp_path: Path) -> Paint:
    """A picture, black in its upper half, so wide and high; returns its path."""

    def make(name: str, width: int, height: int) -> str:
        image = Image.new("RGB", (width, height), "white")
        image.paste("black", (0, 0, width, height // 2))
        image.save(tmp_path / name)
        return str(untrusted.admit(tmp_path, name))

    return make


def test_a_picture_used_twice_is_reported_once(paint: Paint) -> None:
    file = paint("a.png", 50, 70)
    cards: Data = {"1": {"image": file}, "2": {"image": file}}
    assert len(said(small_pack(suits={"green": {**GREEN, "cards": cards}}))) == 1


def test_a_back_with_a_top_marks_the_cards_unless_it_is_meant(paint: Paint) -> None:
    file = paint("a.png", 850, 1150)
    (message,) = said(small_pack(back={"image": file}))
    assert message.startswith("the back looks different when it is turned by 180 degrees")
    assert said(small_pack(back={"image": file, "one-way": True})) == []
    assert said(small_pack(extras=[{"face": "image", "image": file}])) == []


def test_a_back_that_cannot_be_opened_is_not_asked_for_its_top(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(b"no picture")
    untrusted.admit(tmp_path, file.name)
    assert said(small_pack(back={"image": str(file)})) == ["this is not a PNG or JPEG picture"]


def test_a_finding_is_told_once_with_its_cards_and_is_an_error_only_where_an_index_cannot_be_read() -> None:
    cards: Data = {str(rank): 1 for rank in range(12, 0, -1)}
    suit: Data = {"sign": "+", "color": "#8FC0A0", "cards": cards}
    (problem,) = checks.check_pack(small_pack(suits={"any": suit}, style="paper"))
    assert problem.message == (
        "the large index and the small index on the cards +12, +11, +10, +9, +8, +7, +6 and 5 more "
        "have a contrast of 2.1 to the ground"
    )
    assert (problem.severity, problem.name) == ("error", "contrast")
    small = {**suit, "color": "#7A7A7A"}
    index: Data = {"small": {"height": "2.5 mm"}}
    (problem,) = checks.check_pack(small_pack(suits={"any": small}, style="paper", index=index))
    assert (problem.severity, problem.hint[:31]) == ("warning", "#7A7A7A on #FFFFFF needs 4.5 or")
    text: Data = {"face": "text", "title": "T", "text": "word " * 60, "color": "#FFEE00"}
    (problem,) = checks.check_pack(small_pack(extras=[text]))
    assert problem.severity == "warning"
