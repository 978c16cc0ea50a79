"""Words in styles: how they are written, set, coloured and judged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.frame import Frame
from cardgen.art.items import Fill, Label, Run, flat_items
from cardgen.art.layout_face import BoxPlan, plan_boxes
from cardgen.colour.colors import color_from_hex
from cardgen.errors import Problem
from cardgen.geometry import Rect
from cardgen.pack.model import Pack
from cardgen.text import fonts
from cardgen.text.markdown import parsed_lines
from cardgen.text.styles import InlineIcon, StyledText

HEAD = """format: 1
name: Words
card: {size: 60 x 90 mm, bleed: 3 mm, safe: 3 mm}
types:
  fire: {color: "#B3261E", weight: bold}
  big: {size: 24 pt}
  loud: {like: label, capitals: true, tracking: 1 pt, font: serif}
  base: {size: 12 pt, font: sans, color: black}
keywords: %s
layouts:
  own:
    ground: %s
    boxes:
      text: {at: [5 mm, 10 mm], size: [50 mm, 60 mm], type: base, vertical: top%s}
cards:
  - {layout: own, rows: [{title: One, text: "%s"}]}
"""
RED, INK = color_from_hex("#B3261E"), color_from_hex("#000000")


def source(text: str, keywords: str = "{}", ground: str = "white", more: str = "") -> str:
    return HEAD % (keywords, ground, more, text)


def pack_of(text: str, keywords: str = "{}", ground: str = "white", more: str = "") -> Pack:
    return api.load("words.yaml", text=source(text, keywords, ground, more))


def planned(pack: Pack) -> BoxPlan:
    return plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])[0]


def runs(text: str, keywords: str = "{}", more: str = "") -> tuple[Run, ...]:
    label = planned(pack_of(text, keywords, more=more)).label
    assert label is not None
    return label.runs


def in_red(text: str, keywords: str = "{}", more: str = "") -> list[str]:
    return [run.text for run in runs(text, keywords, more) if run.color == RED]


def problems(text: str, keywords: str = "{}", ground: str = "white", more: str = "") -> list[Problem]:
    return list(api.examine("words.yaml", text=source(text, keywords, ground, more)).problems)


def looks(text: str) -> list[tuple[str, ...]]:
    """Return each run: its text or icon, its style, and b and i for bold and italic."""
    return [
        (f"{{{run.name}}}", run.style)
        if isinstance(run, InlineIcon)
        else (run.text, run.style, "b" * run.strong + "i" * run.emphasis)
        for paragraph in parsed_lines(text)
        for run in paragraph.runs
    ]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a [b]{.c} d", [("a ", "", ""), ("b", "c", ""), (" d", "", "")]),
        ("[2 {coin}]{.c}", [("2 ", "c", ""), ("{coin}", "c")]),
        ("**a [b *c*]{.d}**", [("a ", "", "b"), ("b ", "d", "b"), ("c", "d", "bi")]),
        ("[a]{.x}[b]{.y}", [("a", "x", ""), ("b", "y", "")]),
        ("[a] {coin}", [("[a] ", "", ""), ("{coin}", "")]),
        ("\\[a]{.c}", [("[a]", "", ""), ("{.c}", "")]),
        ("[a\\]b]{.c}", [("a]b", "c", "")]),
        ("[a [b]{.c}", [("[a ", "", ""), ("b", "c", "")]),
        ("a]{.c}", [("a]", "", ""), ("{.c}", "")]),
        ("[]{.c}a", [("a", "", "")]),
        ("[a\nb]{.c}", [("[a", "", ""), ("b]", "", ""), ("{.c}", "")]),
    ],
)
def test_words_in_brackets_have_the_style_behind_them(text: str, read: list[tuple[str, ...]]) -> None:
    assert looks(text) == read


@given(st.text("ab *[]{}.\\\n", max_size=30))
def test_any_text_can_be_read_and_keeps_its_letters(text: str) -> None:
    read = [run for paragraph in parsed_lines(text) for run in paragraph.runs]
    said = "".join(run.text if isinstance(run, StyledText) else run.name for run in read)
    letters = [each for each in said if each in "ab"]
    # Names of styles are not said.
    assert len(letters) <= sum(map(text.count, "ab"))
    if "{" not in text:
        assert letters == [each for each in text if each in "ab"]
    assert all(run.style in text for run in read)


def test_a_style_changes_only_what_it_states() -> None:
    plain, red, rest = runs("one [two]{.fire} three")
    assert (plain.color, red.color, rest.color) == (None, RED, None)
    assert (plain.size, red.size, rest.size) == (12, 12, 12)
    assert (plain.font, red.font, rest.font) == (
        fonts.SANS,
        fonts.family_font("sans", "bold", False),
        fonts.SANS,
    )
    [_, loud, _] = runs("one [two]{.loud} three")
    assert loud.text == "TWO"
    assert loud.font != fonts.SANS
    assert loud.tracking > 0


def test_words_are_as_wide_as_their_own_font_and_size_are() -> None:
    one, two, three = runs("a [b]{.big} c")
    space = fonts.SANS.width(" ", 12)
    assert two.size == 24
    assert two.x == pytest.approx(one.x + fonts.SANS.width("a", 12) + space)
    assert three.x == pytest.approx(two.x + fonts.SANS.width("b", 24) + space)


def test_lines_with_larger_words_are_higher_and_all_shrink_together() -> None:
    words = "many words that fill a line or two of this box and more"
    plain, larger = planned(pack_of(words)), planned(pack_of(words.replace("box", "[box]{.big}")))
    assert plain.label is not None
    assert larger.label is not None
    assert larger.label.box.height > plain.label.box.height + 10
    lines = sorted({run.y for run in larger.label.runs}, reverse=True)
    big = next(run for run in larger.label.runs if run.size == 24)
    above = lines[lines.index(big.y) - 1]
    assert above - big.y == pytest.approx(2 * 12 * 1.2, rel=0.05)
    tight = pack_of(words.replace("box", "[box]{.big}") * 3, more=", least: 6 pt")
    label = planned(tight).label
    assert label is not None
    sizes = {round(run.size, 6) for run in label.runs}
    assert len(sizes) == 2
    assert max(sizes) == pytest.approx(2 * min(sizes))
    assert planned(tight).words_left_over == 0
    assert label.bounds.height <= 60 * 72 / 25.4 + 0.1


def test_icons_among_words_have_their_size_and_colour() -> None:
    pack = pack_of("[{coin}]{.fire} [{coin}]{.big} x {coin}")
    fills = [each for each in flat_items(planned(pack).items) if isinstance(each, Fill) and each.place]
    heights = [each.place[3] for each in fills if each.place]
    assert fills[0].color == RED
    assert fills[-1].color == INK
    assert max(heights) == pytest.approx(2 * min(heights))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Burn it", ["Burn"]),
        ("burn Burning reBurn", []),
        ("**Burn**, then (Burn)!", ["Burn", "Burn"]),
        ("Slow Burn and Burn", ["Slow Burn", "Burn"]),
        ("[Burn]{.loud} {Burn} Burn", ["Burn"]),
        ("+1 Burn", ["+1", "Burn"]),
    ],
)
def test_keywords_are_whole_words_in_their_own_spelling(text: str, found: list[str]) -> None:
    keywords = '{Burn: fire, Slow Burn: fire, "+1": fire}'
    # An unknown icon is a problem elsewhere.
    pack = pack_of(text.replace("{Burn}", "{coin}"), keywords)
    label = planned(pack).label
    assert label is not None
    assert [run.text for run in label.runs if run.color == RED] == found
    assert in_red(text.replace("{Burn}", "{coin}"), keywords, ", keywords: false") == []


def test_keywords_need_no_spaces_in_chinese() -> None:
    from cardgen.text.setter import _pattern_of_words

    pattern = _pattern_of_words(["攻击", "Burn"])
    assert pattern is not None
    assert pattern.findall("玩家攻击两次 xBurn Burn") == ["攻击", "Burn"]


def test_keywords_are_translated_with_the_texts(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("words")
    (folder / "de.csv").write_text("text,translation\nBurn,Brand\nBurn it.,Der Brand.\n", encoding="utf-8")
    text = source("Burn it.", "{Burn: fire}") + "languages: {de: de.csv}\n"
    (folder / "p.yaml").write_text(text, encoding="utf-8")
    pack = api.load(str(folder / "p.yaml"), {("language",): "de"})
    assert pack.keywords == {"Brand": "fire"}
    label = planned(pack).label
    assert label is not None
    assert [run.text for run in label.runs if run.color == RED] == ["Brand"]


def test_unknown_styles_are_errors_at_their_places() -> None:
    found = problems("x", "{Burn: lod}", more=', show: "[x]{.bgi} {text}"')
    found += problems("[a]{.fier} and b]{.fire}")
    assert [(str(each.message), str(each.hint), each.mark and each.mark.line) for each in found] == [
        ("there is no type 'lod'", "did you mean 'loud'?", 9),
        ("there is no type 'bgi'", "did you mean 'big'?", 14),
        (
            "text: there are no words in brackets before '{.fire}'",
            "write them there, such as [words]{.fire}",
            16,
        ),
        ("text: there is no type 'fier'", "did you mean 'fire'?", 16),
    ]


def test_words_of_each_colour_are_judged_by_themselves() -> None:
    assert problems("a [b]{.fire} c") == []
    [problem] = problems("a [b]{.fire} c", ground='"#7A2018"', more=", color: white")
    assert problem.name == "contrast"
    assert "#B3261E" in str(problem.hint)
    [problem] = problems("a [b]{.fire} c", ground='["#7A2018", "#8A2018"]', more=", color: white")
    assert problem.name == "contrast"
    assert "#B3261E" in str(problem.hint)
    [problem] = problems(
        "a [b]{.fire} c", ground='["#7A2018", "#8A2018"]', more=", color: white, opacity: 95 %"
    )
    assert "#B3261E" in str(problem.hint)
    outlined = ", color: black, outline: {color: white, width: 0.5 mm}"
    assert problems("a [b]{.fire} c", ground='"#7A2018"', more=outlined) == []


def test_extras_with_a_text_have_styles_too() -> None:
    text = source("x", "{Burn: fire}") + (
        "extras:\n  - {face: text, title: T, text: 'Burn [big]{.big} [x]{.fier}'}\n"
    )
    [problem] = api.examine("words.yaml", text=text).problems
    assert str(problem.message) == "there is no type 'fier'"
    pack = api.load("words.yaml", text=text.replace("fier", "fire"))
    labels = [
        each
        for each in plan_face(pack, pack.cards[1], Rect(0, 0, *pack.card.size))
        if isinstance(each, Label)
    ]
    assert [run.text for label in labels for run in label.runs if run.color == RED] == ["Burn", "x"]


def test_verify_finds_another_colour_of_a_word() -> None:
    one = pack_of("some words and [a red one]{.fire} among them")
    other = api.load(
        "words.yaml",
        text=source("some words and [a red one]{.fire} among them").replace("#B3261E", "#1E26B3"),
    )
    sheet = api.sheets(one)[0].data
    assert api.verify([sheet], pack=one).result.good
    assert not api.verify([sheet], pack=other).result.good


def test_there_are_not_too_many_keywords() -> None:
    many = "{" + ", ".join(f"w{number}: fire" for number in range(301)) + "}"
    [problem] = problems("x", many)
    assert str(problem.message) == "there are 301 keywords; at most 300 can be searched for"
