"""Scripts: where lines may end, which way they run, and text whose letters change with their neighbours."""

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from cardgen import api
from cardgen.layout.imposition import SheetOptions
from cardgen.output.sheets import Job
from cardgen.text.installed_fonts import families
from cardgen.text.scripts import breakable, from_right, needs_shaping

#: Where CI promised the extra, nothing is skipped.
if not os.environ.get("CARDGEN_REQUIRE_OUTSIDE"):
    pytest.importorskip("uharfbuzz", reason="needs cardgen[scripts]")
    pytest.importorskip("bidi", reason="needs cardgen[scripts]")

from cardgen.text.shaping import visual_order


def test_plain_letters_are_never_shaped() -> None:
    assert not any(
        map(needs_shaping, ("Zürich", "Żółć", "Ελλάδα", "Москва", "≤ “x” – … €", "日本語", "한국어", ""))
    )
    assert all(map(needs_shaping, ("שלום", "سلام", "नमस्ते", "สวัสดี", "a\u200db", "ﷲ")))


@pytest.mark.parametrize(
    ("text", "language", "right"),
    [
        ("سلام world", "en", True),
        ("world سلام", "en", False),
        ("world سلام", "ar", True),
        ("world", "ar", False),
        ("12 – 3", "ar", True),
        ("12 – 3", "en", False),
        ("(שלום) 3", "en", True),
        ("\u200e(שלום)", "he-IL", False),
        ("٣", "en", False),
    ],
)
def test_the_direction_of_a_paragraph(text: str, language: str, right: bool) -> None:
    assert from_right(text, language) is right


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("カードを「一枚」引く。", "カー|ド|を|「一|枚」|引|く。"),
        ("ちょっとマッチ", "ちょっ|と|マッ|チ"),
        ("（一）、二……三", "（一）、|二……|三"),
        ("手札5枚ABCと", "手|札|5|枚|ABC|と"),
        ("中国——北京", "中|国|——|北|京"),
        ("￥500と20％", "￥500|と|20％"),
        ("한국어 카드", "한국어 카드"),
        ("Donaudampfschiff", "Donaudampfschiff"),
        ("ក\u200bខ", "ក|ខ"),
    ],
)
def test_lines_end_by_the_rules_of_their_script(text: str, lines: str) -> None:
    assert "|".join(breakable(text)) == lines


def test_thai_lines_end_between_words() -> None:
    pytest.importorskip("thaibreak", reason="needs cardgen[scripts]")
    assert breakable("ผู้เล่นจั่วไพ่") == ("ผู้", "เล่น", "จั่ว", "ไพ่")


def placed(text: str, right: bool) -> str:
    """The characters in their order from the left."""
    order = visual_order(text, right)
    return "".join(text[at] for at in sorted(range(len(text)), key=lambda at: order[at][0]))


@pytest.mark.parametrize(
    ("text", "right", "shown"),
    [
        ("אבג abc דה", True, "הד abc גבא"),
        ("אבג abc דה", False, "גבא abc הד"),
        ("אב 12, ג", True, "ג ,12 בא"),
        # Brackets around what runs the other way belong to the paragraph.
        ("אב (cd) ה", True, "ה )cd( בא"),
        # Tags number the characters inside; one in the text does no harm.
        ("אa\U000e0041ב", True, "בa\U000e0041א"),
        ("abc אב 12", True, "12 בא abc"),
        ("אב \u2066ג 1\u2069 ד", True, "ד \u20691 ג\u2066 בא"),
        ("אב\u2066ג", True, "ג\u2066בא"),
        ("a\u202eb", True, "a\u202eb"),
    ],
)
def test_the_order_from_left_to_right(text: str, right: bool, shown: str) -> None:
    assert placed(text, right) == shown


def test_a_line_of_a_paragraph_has_the_order_of_the_paragraph() -> None:
    # The number at the start of the second line stands with the Arabic before it.
    text = "ابج 12/5 دهو"
    order = visual_order(text, True)
    line = sorted(range(4, 12), key=lambda at: order[at][0])
    assert "".join(text[at] for at in line) == "وهد 12/5"


EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"


def example(name: str) -> Path:
    """The file of an example, where the font that it names is installed."""
    family = {"souk": "Noto Sans Arabic", "bento": "Noto Sans JP", "mela": "Noto Sans Devanagari"}[name]
    need_font(family)
    return EXAMPLES / name / f"{name}.yaml"


def need_font(family: str) -> None:
    if family.lower() not in families():
        (pytest.fail if os.environ.get("CARDGEN_REQUIRE_OUTSIDE") else pytest.skip)(f"needs {family}")


@cache
def sheets(name: str) -> bytes:
    """The first file of an example's sheets."""
    pack = api.load(str(example(name)))
    [file] = api.sheets(pack, Job(SheetOptions(backs="none")))
    return file.data


#: What each example says, and how programs that read PDF give it: in the order that it is read.
SAID = {
    "souk": ["التاجر", "اسحب", "بطاقتين", "واحدة من يدك تحت المجموعة", "Draw two cards", "الفضّة"],
    "bento": ["ごはん", "お弁当箱のまん中に置きます。", "（相手が"],
    "mela": ["मिठाई की दुकान", "खिलाड़ी", "ज़्यादा पत्ते हों", "कठपुतली", "पाँच"],
}


@pytest.mark.parametrize("name", SAID)
def test_shaped_text_is_found_and_copied(name: str) -> None:
    example(name)
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(sheets(name)))
    assert [said for said in SAID[name] if said not in text.replace("\r\n", "")] == []


@pytest.mark.outside("pdftotext")
@pytest.mark.parametrize("name", SAID)
def test_another_program_reads_the_same(name: str, tmp_path: Path) -> None:
    example(name)
    (tmp_path / "cards.pdf").write_bytes(sheets(name))
    made = subprocess.run(["pdftotext", tmp_path / "cards.pdf", "-"], capture_output=True, check=True)
    # It marks the directions of lines.
    text = re.sub("[\u202a-\u202e\n]", "", made.stdout.decode())
    assert [said for said in SAID[name] if said not in text] == []
