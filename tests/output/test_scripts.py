"""Scripts: where lines may end, which way they run, and text whose letters change with their neighbours."""

import io
import re
import subprocess
from functools import cache
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from made_fonts import made_font
from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat
from reportlab.pdfgen.canvas import Canvas

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.items import Label, Run, Text
from cardgen.art.layout_face import text_style
from cardgen.art.pdf_writer import PdfWriter
from cardgen.art.svg_writer import SvgWriter
from cardgen.colour.colors import BLACK
from cardgen.errors import PackError, Problem
from cardgen.geometry import Rect
from cardgen.output.rulebook import BookJob, write_book
from cardgen.output.web_rulebook import write_web_book
from cardgen.pack.model import Family
from cardgen.pack.words import Wording
from cardgen.text import fonts, line_breaking, shaping
from cardgen.text.installed_fonts import installed_families, installed_font
from cardgen.text.own_fonts import font_for_role
from cardgen.text.scripts import breakable_parts, is_right_to_left, needs_shaping
from cardgen.text.setter import Setter
from cardgen.text.styles import Look, StyledText, TextStyle
from cardgen.units import MM

pytest.importorskip("uharfbuzz", reason="needs cardgen-kit[scripts]")
pytest.importorskip("bidi", reason="needs cardgen-kit[scripts]")

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
    assert is_right_to_left(text, language) is right


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
    assert "|".join(breakable_parts(text)) == lines


def test_french_signs_stay_with_their_words_on_cards() -> None:
    style = text_style((), "sans", "regular", False, 1.2, 0.0, False)

    def lines(language: str, text: str, width: float) -> list[str]:
        block = Setter(lambda drawn, size: size, lambda word: [word], language).set_block(
            text, style, width, 200, 10, 10
        )
        return [piece.text.replace("\u00a0", " ") for piece in block.pieces]

    wide = style.plain.width("Jouez", 10) + 1
    assert lines("fr", "Jouez vite !", wide + 10) == ["Jouez", "vite !"]
    room = style.plain.width("Tirez une", 10) + 1
    assert lines("en", "Tirez une : gagnez", room)[1].startswith(":")
    assert not any(line.startswith((":", "»")) for line in lines("fr", "Tirez une : gagnez", room))
    assert not any(line.endswith("«") for line in lines("fr-CA", "Dites « Halte » ici", room))


def test_a_narrow_space_of_french_never_ends_a_line_and_is_plain_where_the_font_has_none() -> None:
    assert not fonts.SERIF.has_character("\u202f")
    style = TextStyle(*[fonts.SERIF] * 4, size=10.0)
    setter = Setter(lambda drawn, size: 0.0, lambda word: [word], "fr")
    measure = fonts.SERIF.width("Criez «", 10.0) + 1
    made = setter.lines([StyledText("Criez «\u202fHalte\u202f» : ici !")], style, measure)
    said = ["".join(segment.text for segment in line.segments) for line in made]
    assert "\u202f" not in "".join(said)
    assert not any(line.startswith(("»", ":", "!")) or line.endswith("«") for line in said)


def test_the_words_of_french_have_spaces_that_hold() -> None:
    say = Wording("fr", {}).phrase
    assert say("right") == "Oui\u00a0:"
    own = Wording("fr", {"right": "Bien !"})
    assert own.phrase("right") == "Bien !"


def test_letters_beside_bold_figures_are_bold() -> None:
    need_font("Noto Sans Arabic")
    own = {"text": Family(("Noto Sans Arabic",))}
    behind = font_for_role(own, "index", fonts.INDEX)
    [(_, letter)] = behind.parts_by_font("ع")
    assert letter.is_bold
    [(_, plain)] = font_for_role(own, "text", fonts.TEXT).parts_by_font("ع")
    assert not plain.is_bold


def test_thai_lines_end_between_words() -> None:
    pytest.importorskip("thaibreak", reason="needs cardgen-kit[scripts]")
    assert breakable_parts("ผู้เล่นจั่วไพ่") == ("ผู้", "เล่น", "จั่ว", "ไพ่")


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


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def example(name: str) -> Path:
    """The file of an example, where the font that it names is installed."""
    family = {"souk": "Noto Sans Arabic", "bento": "Noto Sans JP", "mela": "Noto Sans Devanagari"}[name]
    need_font(family)
    return EXAMPLES / name / f"{name}.yaml"


def errors(file: Path) -> list[Problem]:
    """What is wrong with a pack."""
    return [problem for problem in api.examine(str(file)).problems if problem.severity == "error"]


def need_font(family: str) -> None:
    if family.lower() not in installed_families():
        pytest.skip(f"needs {family}")


@cache
def sheets(name: str) -> bytes:
    """The first file of an example's sheets."""
    pack = api.load(str(example(name)))
    [file] = api.sheets(pack, backs="none")
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


#: Lines in a font's own letters, and the direction of each, as the browser is told it.
LINES = [
    ("Noto Sans Arabic", "rtl", "اسحب بطاقتين، ثم ضع 12 بطاقة (discard) في الكومة."),
    ("Noto Sans Arabic", "rtl", "ضَعْ بِطَاقَةً لا إله"),
    ("Noto Sans Arabic", "ltr", "Play التاجر now, 5 الحرير"),
    ("Heebo", "rtl", "שלום לכולם, אלוף משחק הקלפים (12)"),
    ("Noto Sans Devanagari", "ltr", "मिठाई की दुकान: ज़्यादा पत्ते, क्षत्रिय"),
    ("Noto Sans Thai", "ltr", "ผู้เล่นแต่ละคนจั่วไพ่สองใบ น้ำ"),
]
#: The size of type and the room of a line, in pixels.
SIZE, ROOM = 40, 100


def lines_of(name: str, family: str) -> list[tuple[str, str, str]]:
    """All lines on the cards of an example that are shaped, in its regular font."""
    pack = api.load(str(example(name)))
    way = "rtl" if is_right_to_left("", pack.language) else "ltr"
    drawn = [item for card in pack.cards for item in plan_face(pack, card, Rect(0, 0, *pack.card.size))]
    runs = [run for item in drawn if isinstance(item, Label) for run in item.runs]
    texts = dict.fromkeys(run.text.strip("\u200e\u200f ") for run in runs if "Bold" not in run.font.name)
    return [(family, way, text) for text in texts if needs_shaping(text)]


def in_browser(lines: list[tuple[str, str, str]], tmp_path: Path) -> Image.Image:
    """The lines as Chromium sets them."""
    faces, rows = [], []
    for place, (family, way, text) in enumerate(lines):
        file = tmp_path / f"{family}.ttf"
        file.write_bytes(installed_font(family, 400, False).data)
        faces.append(f"@font-face {{ font-family: f{place}; src: url('{file.as_uri()}') }}")
        look = f"position:absolute;left:20px;top:{ROOM * place}px;white-space:pre;"
        look += f"font:{SIZE}px/{ROOM}px f{place}"
        rows.append(f'<div dir="{way}" style="{look}">{text}</div>')
    page = tmp_path / "lines.html"
    page.write_text(
        f'<meta charset="utf-8"><style>{"".join(faces)}</style><body>{"".join(rows)}', encoding="utf-8"
    )
    shot = tmp_path / "browser.png"
    wanted = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
    ]
    size = f"--window-size=1200,{ROOM * len(lines)}"
    subprocess.run(
        ["chromium", *wanted, size, f"--screenshot={shot}", page.as_uri()], capture_output=True, check=True
    )
    return Image.open(shot).convert("L")


def in_pdf(lines: list[tuple[str, str, str]]) -> Image.Image:
    """The lines as they are drawn here."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(1200, ROOM * len(lines)), invariant=1)
    writer = PdfWriter(canvas)
    for place, (family, way, text) in enumerate(lines):
        mark = "\u200f" if way == "rtl" else "\u200e"
        font = installed_font(family, 400, False)
        writer.write_text_run(Run(mark + text, 20, ROOM * (len(lines) - place) - 60, SIZE, font), BLACK)
    canvas.save()
    return pypdfium2.PdfDocument(out.getvalue())[0].render(scale=1).to_pil().convert("L")


@pytest.mark.outside("chromium")
def test_text_looks_as_a_browser_sets_it(tmp_path: Path) -> None:
    for family, _, _ in LINES:
        need_font(family)
    examples = (("souk", "Noto Sans Arabic"), ("mela", "Noto Sans Devanagari"))
    lines = [*LINES, *(line for example in examples for line in lines_of(*example))]
    theirs, ours = in_browser(lines, tmp_path), in_pdf(lines)
    for place, (_, _, text) in enumerate(lines):
        row = (0, ROOM * place, 1200, ROOM * (place + 1))
        cut = [picture.crop(row) for picture in (theirs, ours)]
        boxes = [ImageOps.invert(each).point(lambda value: value * (value > 60)).getbbox() for each in cut]
        (left, top, right, bottom), (x, y, end, foot) = boxes
        wide, high = right - left, bottom - top
        both = Image.new("L", (1200, 2 * ROOM), 255)
        for at, each in enumerate(cut):
            both.paste(each, (0, at * ROOM))
        both.save(tmp_path / f"line-{place + 1}.png")
        assert abs(wide - (end - x)) <= 3, (text, tmp_path, wide, end - x)
        assert abs(high - (foot - y)) <= 2, (text, tmp_path)
        browsers, drawn = (each.filter(ImageFilter.GaussianBlur(1.2)) for each in cut)
        # Edges are a pixel apart where the two round otherwise: the nearest of the places around counts.
        differences = [
            ImageStat.Stat(
                ImageChops.difference(
                    browsers.crop(boxes[0]),
                    drawn.crop((x + right_by, y + down, x + right_by + wide, y + down + high)),
                )
            ).mean[0]
            for right_by, down in product((-1, 0, 1), repeat=2)
        ]
        assert min(differences) < 9, (text, tmp_path, differences)


def face(tmp_path: Path, text: str) -> dict[str, Label]:
    """The writing of the first card of a pack, by its text without marks of direction."""
    need_font("Noto Sans Arabic")
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    pack = api.load(str(tmp_path / "pack.yaml"))
    items = plan_face(pack, pack.cards[0], Rect(0, 0, *pack.card.size))
    return {item.text.strip("\u200f"): item for item in items if isinstance(item, Label)}


PACK = """
format: 1
name: pack
language: {language}
card: {{size: poker}}
fonts: {{text: Noto Sans Arabic}}
layouts:
  plain:
    mirror: {mirror}
    boxes:
      price: {{at: [5 mm, 5 mm], size: [20 mm, 10 mm]}}
      text: {{at: [5 mm, 20 mm], size: [53.5 mm, 30 mm]}}
cards:
  - layout: plain
    rows: [{{price: "3", text: "{text}"}}]
"""


@pytest.mark.parametrize(
    ("language", "mirror", "text", "price_right", "text_right"),
    [
        ("en", "true", "Play one.", False, False),
        ("en", "false", "ضع بطاقة", False, True),
        ("ar", "false", "ضع بطاقة", False, True),
        ("ar", "true", "ضع بطاقة", True, True),
        ("ar", "true", "Play one.", True, False),
    ],
)
def test_where_lines_and_boxes_stand(
    tmp_path: Path, language: str, mirror: str, text: str, price_right: bool, text_right: bool
) -> None:
    labels = face(tmp_path, PACK.format(language=language, mirror=mirror, text=text))
    left, right = 5 * MM, 58.5 * MM
    for said, at_right in (("3", price_right), (text, text_right)):
        box = labels[said].bounds
        assert (box.right if at_right else box.x) == pytest.approx(right if at_right else left, abs=0.1), said


@pytest.mark.parametrize(
    ("keys", "text", "right"),
    [
        ("", "- Name السوق", True),
        ("language: en", "- Name السوق", False),
        ("language: en", "- السوق is one", True),
        ("language: en, direction: ltr", "- السوق is one", False),
        ("language: en, direction: ltr", "12 – 3", False),
        ("direction: rtl", "Play one.", True),
        ("direction: {by: price, 3: rtl}", "Play one.", True),
    ],
)
def test_a_box_has_a_language_and_a_direction(tmp_path: Path, keys: str, text: str, right: bool) -> None:
    pack = PACK.format(language="ar", mirror="true", text=text)
    more = f", {keys}" if keys else ""
    labels = face(tmp_path, pack.replace("size: [53.5 mm, 30 mm]", f"size: [53.5 mm, 30 mm]{more}"))
    [label] = [label for said, label in labels.items() if said != "3"]
    mark = next((run for run in label.runs if "•" in run.text), label.runs[0])
    assert (mark.x > label.box.width / 2 or label.bounds.x > 20 * MM) is right


def test_a_card_named_in_a_text_shows_its_name_in_the_language_of_that_text(tmp_path: Path) -> None:
    pack = PACK.format(language="ar", mirror="false", text="")
    pack = pack.replace("30 mm]}", "30 mm], language: {by: price, 4: fr, 5: en-GB, 6: ar, else: en}}")
    names = "title: الحرير, title-en: Silk, name-fr: Soie"
    for price, shown in ((3, "Silk"), (4, "Soie"), (5, "Silk"), (6, "الحرير")):
        rows = f'{{price: {price}, text: "{{Silk}} is"}}, {{id: silk, {names}, price: 9}}'
        own = pack[: pack.index("rows:")] + f"rows: [{rows}]\n"
        assert shown in face(tmp_path, own)
    assert not [
        each for each in api.examine(str(tmp_path / "pack.yaml")).problems if each.severity == "error"
    ]


def test_a_list_read_from_the_right_has_its_marks_there(tmp_path: Path) -> None:
    labels = face(tmp_path, PACK.format(language="ar", mirror="false", text="1. ضع بطاقة"))
    (label,) = [label for said, label in labels.items() if "ضع" in said]
    mark, words = sorted(label.runs, key=lambda run: len(run.text))
    assert mark.text == "\u200f1."
    assert mark.x > words.x + words.font.width(words.text, words.size)


def test_latin_words_stay_in_their_order_on_both_lines(tmp_path: Path) -> None:
    text = "ضع بطاقة واحدة في الكومة الكبيرة (the discard pile) ثم اسحب بطاقة"
    labels = face(tmp_path, PACK.format(language="ar", mirror="false", text=text))
    (label,) = [label for said, label in labels.items() if "ضع" in said]
    latin = [run for run in label.runs if "discard" in run.text or "the" in run.text or "pile" in run.text]
    assert " ".join(run.text for run in sorted(latin, key=lambda run: (-run.y, run.x))) == "the discard pile"


def test_what_a_font_lacks_is_told_once_with_the_package_that_has_it(tmp_path: Path) -> None:
    text = "format: 1\nname: pack\nlanguage: {}\ncards:\n  - layout: rule\n    rows: [{{title: {}}}]\n"
    for language, title, package in (
        ("ar", "سوق", "fontpkg-noto-sans-arabic"),
        ("ja", "市場の", "justmytype-intl-cjk"),
        ("th", "ตลาด", "fontpkg-noto-sans-thai"),
    ):
        (tmp_path / "pack.yaml").write_text(text.format(language, title), encoding="utf-8")
        (problem,) = errors(tmp_path / "pack.yaml")
        assert set(title) <= set(problem.message)
        assert f"pip install {package}" in problem.hint


def test_a_family_that_is_not_installed_is_told_with_its_package(tmp_path: Path) -> None:
    """Once: what it would show is not told as lacking."""
    text = "format: 1\nname: ក\nfonts: {text: Noto Sans Khmer}\ncards: [{layout: rule, rows: [{title: A}]}]\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    (problem,) = api.examine(str(tmp_path / "pack.yaml")).problems
    assert problem.message == "no installed package has the font 'Noto Sans Khmer'"
    assert problem.hint == "pip install fontpkg-noto-sans-khmer"


def test_without_the_extra_a_pack_is_told_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shaping, "is_available", lambda: False)
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: سوق\nsuits: {a: {color: black, cards: {1: 1}}}\n", encoding="utf-8"
    )
    problems = [
        each for each in api.examine(str(tmp_path / "pack.yaml")).problems if each.severity == "error"
    ]
    assert [problem.hint for problem in problems] == ['setting them needs pip install "cardgen-kit[scripts]"']
    own = "layouts: {own: {extends: rule, boxes: {title: {direction: rtl}}}}\n"
    text = f"format: 1\nname: pack\n{own}cards: [{{layout: own, rows: [{{title: A}}]}}]\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    [problem] = [
        each for each in api.examine(str(tmp_path / "pack.yaml")).problems if each.severity == "error"
    ]
    assert problem.hint == 'setting it needs pip install "cardgen-kit[scripts]"'
    assert problem.path == ("layouts", "own", "boxes", "title", "direction")


def test_a_book_from_the_right_has_its_columns_and_its_marks_there(tmp_path: Path) -> None:
    need_font("Noto Sans Arabic")
    (tmp_path / "pack.yaml").write_text(
        PACK.format(language="ar", mirror="false", text="ضع"), encoding="utf-8"
    )
    long = "يجمع كل لاعب البضائع من السوق ويبيعها في المرفأ. " * 40
    (tmp_path / "pack.md.j2").write_text(
        f"---\ntitle: سوق\nlanguage: ar\n---\n\n# الهدف\n\n{long}\n\n# الدور\n\n- اسحب بطاقة\n",
        encoding="utf-8",
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    book = write_book(pack, BookJob(beside=str(tmp_path / "pack.yaml")))
    page = pypdfium2.PdfDocument(book.data)[0]
    text = page.get_textpage()
    width = page.get_width()

    def place(said: str) -> float:
        return float(text.get_charbox(text.get_text_range().replace("\r\n", "\n").index(said))[0])

    screen = write_web_book(pack, BookJob(beside=str(tmp_path / "pack.yaml")), "html").decode()
    assert '<html lang="ar" dir="rtl">' in screen
    assert "aside { border-left: 0; border-right:" in screen
    assert text.get_text_range().count("البضائع") >= 30
    assert place("الهدف") > width / 2
    assert place("•") > place("اسحب")


def test_a_book_in_a_script_without_a_font_is_told_once(tmp_path: Path) -> None:
    text = "format: 1\nname: pack\nsuits: {a: {color: black, cards: {1: 1}}}\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    rules = "---\ntitle: 市場\nlanguage: ja\n---\n\n# 目的\n\n山札からカードを一枚引きます。\n"
    (tmp_path / "pack.md.j2").write_text(rules, encoding="utf-8")
    pack = api.load(str(tmp_path / "pack.yaml"))
    with pytest.raises(PackError) as raised:
        write_book(pack, BookJob(beside=str(tmp_path / "pack.yaml")))
    (problem,) = raised.value.problems
    assert "山" in problem.message
    assert "pip install justmytype-intl-cjk" in problem.hint


def test_each_character_has_a_glyph_of_its_own() -> None:
    """A ligature, marks on letters and a syllable whose vowel stands before it: all are read back."""
    need_font("Noto Sans Arabic")
    need_font("Noto Sans Devanagari")
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(300, 200), invariant=1)
    texts = {
        "لا إله": "Noto Sans Arabic",
        "ضَعْ بِطَاقَةً": "Noto Sans Arabic",
        "क्षत्रिय कि": "Noto Sans Devanagari",
    }
    for place, (text, family) in enumerate(texts.items()):
        run = Run(text, 20, 150 - 50 * place, 20, installed_font(family, 400, False))
        PdfWriter(canvas).write_text_run(run, BLACK)
    canvas.save()
    read = pypdfium2.PdfDocument(out.getvalue())[0].get_textpage().get_text_range()
    assert read.split("\r\n") == list(texts)
    with pikepdf.open(out) as file:
        fonts = file.pages[0].Resources.Font
        maps = [bytes(font.ToUnicode.read_bytes()) for font in fonts.values() if "/DescendantFonts" in font]
    assert len(maps) == 2
    assert all(len(said) == 4 for each in maps for said in re.findall(rb"> <(\w+)>\n", each))


def test_screens_show_the_same_glyphs() -> None:
    need_font("Noto Sans Arabic")
    font = installed_font("Noto Sans Arabic", 400, False)
    writer = SvgWriter()
    drawn = writer.svg(100, 30, [Text(Run("بطاقة", 5, 5, 20, font), BLACK)])
    (run,) = shaping.glyph_runs("بطاقة", font)
    assert drawn.count("<use") == len(run.glyphs) > len("بطاقة")


def test_what_is_printed_of_shaped_text_is_measured() -> None:
    need_font("Heebo")
    font = installed_font("Heebo", 400, False)
    ink = font.ink_box("אלוף", 100)
    assert 0 < ink.x < 10
    assert ink.right == pytest.approx(font.width("אלוף", 100), abs=10)
    # Final pe hangs below the line.
    assert ink.y < -10
    assert ink.top == pytest.approx(70, abs=8)


def test_what_none_of_several_fonts_has_is_told_in_shaped_text_too(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: pack\nlanguage: ar\nfonts: {text: Noto Sans Arabic}\n"
        "cards:\n  - layout: rule\n    rows: [{title: a, text: أهلا😀}]\n",
        encoding="utf-8",
    )
    (problem,) = errors(tmp_path / "pack.yaml")
    assert "U+1F600" in problem.message


#: A pack with one text, in a font of Arabic letters that are boxes 0.6 em wide.
LONG = """\
format: 1
name: X
language: ar
words: {cards: بطاقات}
fonts: {text: boxes.ttf}
cards: [{layout: rule, rows: [{title: A, text: WORD}, {title: B, text: WORD}]}]
"""


@pytest.fixture
def letters_shaped(monkeypatch, say):
    """The number of letters that have been given to HarfBuzz, as a list of one."""
    Path("boxes.ttf").write_bytes(made_font("AB0123456789 …-بتثجح"))
    count = [0]
    shape = shaping._shape_run

    def counting(text, start, end, *rest):
        count[0] += end - start
        return shape(text, start, end, *rest)

    monkeypatch.setattr(shaping, "_shape_run", counting)
    shaping.glyph_runs.cache_clear()
    return count


def test_a_word_of_most_letters_is_shaped_with_little_work(letters_shaped, say):
    Path("p.yaml").write_text(LONG.replace("WORD", 100 * "بتثجح"), "utf-8")
    assert say("check", "p.yaml").count("cannot be set") == 0
    # Cut into lines at several sizes. Tried from the end, it would be 10,000 times its letters.
    assert letters_shaped[0] < 200 * 500


def test_a_longer_word_is_told_once_with_its_cards_and_never_shaped(letters_shaped, say):
    Path("p.yaml").write_text(LONG.replace("WORD", 100 * "بتثجح" + "ب"), "utf-8")
    said = say("check", "p.yaml")
    assert said.code == 1
    assert said.count("error:") == 1
    assert (
        "p.yaml:6:48: error: text: a word of 501 letters cannot be set: 'بتثجحبتثجحبتثجحبتثج…' "
        "(the cards A and B)" in said
    )
    assert "put spaces into it, or U+200B where a line may end: at most 500 letters are joined" in said
    assert letters_shaped[0] == 0


def test_a_long_word_that_may_be_broken_is_set(letters_shaped, say):
    Path("p.yaml").write_text(LONG.replace("WORD", '"' + 60 * "بتثجح\\u200bبتثجح" + '"'), "utf-8")
    assert "cannot be set" not in say("check", "p.yaml")


def test_a_word_that_is_too_long_is_told_outside_of_boxes_too(letters_shaped, say):
    suit = "suits:\n  a: {symbol: spade, color: black, cards: {A: 1}}\n"
    extra = f"extras:\n- {{face: text, title: T, text: {300 * 'بت'}}}\n"
    Path("p.yaml").write_text(f"format: 1\nname: X\n{suit}{extra}", "utf-8")
    said = say("check", "p.yaml")
    assert said.code == 1
    assert said.count("error:") == 1
    assert "p.yaml:6:32: error: a word of 600 letters cannot be set" in said
    assert letters_shaped[0] == 0


def test_a_word_is_cut_where_the_line_ends_however_its_cut_is_sought():
    look = Look(fonts.SANS, 1.0)
    for text in ("AVAVAVAVTATATAVAWA", "iiiiiiiiiWWWWWWWWWW", "A"):
        item = line_breaking.LinePiece(look.width(text), text, look)
        for room in (0.1, 0.7, 2.0, 3.3, 7.0, 40.0):
            first = next(line_breaking.with_wide_words_cut([item], room))
            fits = [n for n in range(1, len(text) + 1) if look.width(text[:n]) <= room]
            assert len(first.text) == max(fits, default=len(text))
