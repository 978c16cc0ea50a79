"""Fonts of a pack's own: what is said of files that cannot be used, measures, falling back."""

import io
import os
import re
import struct
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from made_fonts import entry, made_font, saved, with_table
from PIL import ImageFont

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.frame import Frame
from cardgen.art.items import Label
from cardgen.art.layout_face import plan_boxes
from cardgen.errors import Problem
from cardgen.geometry import Rect
from cardgen.pack.model import Family
from cardgen.prepress.verification import sheets
from cardgen.sandbox import child, untrusted
from cardgen.text import fonts, installed_fonts, own_fonts
from cardgen.text.fonts import INDEX, TEXT, PackFont
from cardgen.text.own_fonts import font_file_problems, font_for_role
from cardgen.text.setter import plain_lines

FONT = made_font("A1 月")
needs_weights = pytest.mark.skipif(find_spec("uharfbuzz") is None, reason="needs cardgen-kit[scripts]")


def problems(folder: Path, data: bytes, name: str = "own.ttf") -> list[Problem]:
    (folder / name).write_bytes(data)
    return font_file_problems({str(untrusted.admit(folder, name)): ("fonts", "text")})


def shortened(data: bytes, tag: str) -> bytes:
    """The font with a table said to be longer than the file."""
    at = entry(data, tag) + 12
    return data[:at] + struct.pack(">I", 1 << 24) + data[at + 4 :]


def set_word(at: int, value: int):  # type: ignore[no-untyped-def]
    def change(table: bytearray) -> bytearray:
        struct.pack_into(">H", table, at, value & 0xFFFF)
        return table

    return change


def test_a_sound_font_has_no_problems_and_is_measured_as_freetype_measures_it(tmp_path: Path) -> None:
    for data in (FONT, TEXT.data):
        assert problems(tmp_path, data) == []
        freetype = ImageFont.truetype(io.BytesIO(data), 1000, layout_engine=ImageFont.Layout.BASIC)
        assert PackFont(data).width("A1 A", 1000) == pytest.approx(freetype.getlength("A1 A"), abs=3)


@pytest.mark.parametrize(
    ("data", "message", "hint"),
    [
        (made_font("A", cff=True), "has PostScript outlines (OpenType with CFF)", "use the TrueType form"),
        (b"ttcf" + FONT[4:], "holds several fonts", "(.ttf)"),
        (b"wOF2" + FONT[4:], "is a font for web pages", "(.ttf)"),
        (b"\x89PNG", "is not a TrueType font", ".ttf"),
        (b"", "is not a TrueType font", ".ttf"),
        (made_font("A", fs_type=2), "does not allow to embed it", "SIL Open Font License"),
        (made_font("A", fs_type=0x0108), "does not allow to embed a part of it", "SIL Open Font License"),
        (made_font("A", fs_type=0x0200), "does not allow to embed its outlines", "SIL Open Font License"),
        (shortened(FONT, "glyf"), "is broken: its table glyf is cut off", "another file"),
        (FONT.replace(b"hmtx", b"hmty"), "is broken: it has no table hmtx", "another file"),
        (with_table(FONT, "head", set_word(18, 0)), "is broken: it has 0 units an em", "another file"),
        (with_table(FONT, "hhea", set_word(34, 0)), "is broken: it has no advances", "another file"),
        (with_table(FONT, "hhea", set_word(34, 60_000)), "is broken", "another file"),
        (with_table(FONT, "maxp", set_word(4, 60_000)), "is broken", "another file"),
        (with_table(FONT, "loca", set_word(2, 9_999)), "is broken: its glyph 0 is cut off", "another file"),
        (with_table(FONT, "cmap", lambda table: bytes(len(table))), "is broken", "another file"),
        (with_table(FONT, "name", lambda table: bytes(len(table))), "is broken", "another file"),
    ],
)
def test_what_is_said_of_fonts_that_cannot_be_used(
    tmp_path: Path, data: bytes, message: str, hint: str
) -> None:
    (problem,) = problems(tmp_path, data)
    assert (problem.severity, "'own.ttf'" in problem.message) == ("error", True)
    assert message in problem.message
    assert hint in problem.hint


def test_preview_and_print_is_enough_to_embed_a_font(tmp_path: Path) -> None:
    assert problems(tmp_path, made_font("A", fs_type=4)) == []
    assert problems(tmp_path, made_font("A", fs_type=8)) == []


def test_characters_and_parts_of_glyphs_lead_to_glyphs(tmp_path: Path) -> None:
    """Else drawing would fail long after the checks, or never end."""
    font = TTFont(io.BytesIO(TEXT.data))
    glyph = next(name for name in font.getGlyphOrder() if font["glyf"][name].isComposite())
    at = font["loca"].locations[font.getGlyphID(glyph)] + 12
    (problem,) = problems(tmp_path, with_table(TEXT.data, "glyf", set_word(at, 65_000)))
    assert "has a part that is not there" in problem.message

    builder = FontBuilder(font=TTFont(io.BytesIO(FONT)))
    builder.setupCharacterMap({0x41: "u00041", 0x10FFFF: "u00031"})
    data = saved(builder.font)
    for number in (0x41, 0x10FFFF):  # ranges that fall, or lead past the last glyph
        lies = data.replace(struct.pack(">2I", number, number), struct.pack(">2I", number, 0x110000), 1)
        (problem,) = problems(tmp_path, lies)
        assert "lead nowhere" in problem.message


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"A": "A"}, "is made of itself"),
        ({"A": "B", "B": "C", "C": "A"}, "is made of itself"),
        ({a: b + b for a, b in pairwise("ABCDEFGHIJKLMNOPQ")}, "is made of more than 65,535 points"),
        (dict(pairwise("ABCDEFGHIJKLMNOPQ")), ""),
        (dict(pairwise("ABCDEFGHIJKLMNOPQRS")), "of parts of parts without end"),
    ],
)
def test_glyphs_made_of_themselves_or_of_endless_parts_are_refused(
    tmp_path: Path, parts: dict[str, str], said: str
) -> None:
    """They would be drawn for minutes, or for ever; sixteen levels are as deep as the format allows."""
    font = TTFont(io.BytesIO(made_font("ABCDEFGHIJKLMNOPQRS")), recalcBBoxes=False)
    for name, below in parts.items():
        glyph = Glyph()
        glyph.numberOfContours, glyph.components = -1, []
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 500
        for part in below:
            component = GlyphComponent()
            component.glyphName, component.flags, component.x, component.y = f"u{ord(part):05X}", 4, 0, 0
            glyph.components.append(component)
        font["glyf"].glyphs[f"u{ord(name):05X}"] = glyph
    font["maxp"].recalc = lambda _: None
    told = [problem.message for problem in problems(tmp_path, saved(font))]
    assert [said in message for message in told] == [True] * bool(said)


def test_any_single_wrong_byte_is_harmless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What passes can be measured; that it can be embedded too is what the child has tried."""
    monkeypatch.setattr(child, "run_confined", lambda work, *args, **more: work(*args, more["tick"]))
    for place in range(0, len(FONT), 7):
        data = FONT[:place] + bytes([FONT[place] ^ 0xFF]) + FONT[place + 1 :]
        if not any(problem.severity == "error" for problem in problems(tmp_path, data)):
            font = PackFont(data)
            font.ink_box("A1 月", 10)
            assert font.width("A1 月", 10) >= 0
            assert font.size_for_figure_height(5) > 0


def variable_font() -> bytes:
    """A font whose A is 600 wide at weight 400, and 800 wide at 900; below 400 it does not change."""
    builder = FontBuilder(font=TTFont(io.BytesIO(FONT)))
    builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    glyph = builder.font.getBestCmap()[ord("A")]
    points = len(builder.font["glyf"][glyph].coordinates)
    wider = [*[(0, 0), (0, 0), (200, 0), (200, 0)][:points], (0, 0), (200, 0), (0, 0), (0, 0)]
    builder.setupGvar({glyph: [TupleVariation({"wght": (0.0, 1.0, 1.0)}, wider)]})
    return saved(builder.font)


def test_a_variable_font_without_other_weights_is_drawn_as_it_comes_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = FontBuilder(font=TTFont(io.BytesIO(FONT)))
    builder.setupFvar([("wdth", 75, 100, 125, "Width")], [])
    (problem,) = problems(tmp_path, saved(builder.font))
    assert (problem.severity, "in its default weight, 400" in problem.message) == ("warning", True)
    monkeypatch.setattr(own_fonts, "find_spec", lambda name: None)
    monkeypatch.setattr(child, "run_confined", lambda work, *args, **more: work(*args, more["tick"]))
    (problem,) = problems(tmp_path, variable_font())
    assert (problem.severity, "in its default weight, 400" in problem.message) == ("warning", True)


@needs_weights
def test_a_variable_font_is_drawn_at_any_weight(tmp_path: Path) -> None:
    assert problems(tmp_path, variable_font()) == []
    file = tmp_path / "own.ttf"
    file.write_bytes(variable_font())
    untrusted.admit(tmp_path, "own.ttf")
    own = {"text": Family((str(file),))}
    wide = {
        weight: font_for_role(own, "text", TEXT, weight=weight).width("A", 10)
        for weight in (1, 400, 650, 900, 1000)
    }
    assert wide == {1: 6, 400: 6, 650: 7, 900: 8, 1000: 8}
    # By default that of the font that it replaces, and bold for bold words.
    assert font_for_role(own, "text", INDEX).width("A", 10) == 8
    assert font_for_role(own, "text", fonts.SANS, bold=True).width("A", 10) == pytest.approx(7.2, abs=0.01)


def test_a_folder_of_fonts_serves_all_packs_by_the_names_of_families(tmp_path: Path) -> None:
    shared, packs = tmp_path / "kept" / "more", tmp_path / "packs"
    shared.mkdir(parents=True)
    packs.mkdir()
    (shared / "a.ttf").write_bytes(made_font("Aalo", "Carved-Regular"))
    (shared / "b.ttf").write_bytes(b"no font")
    (tmp_path / "secret.ttf").write_bytes(made_font("Aalo", "Secret-Regular"))
    text = "format: 1\nname: P\nfonts: {text: %s, title: %s}\ncards: [{rows: [{title: Alo}]}]\n"
    (packs / "p.yaml").write_text(text % ("carved", "Carved"), encoding="utf-8")
    (packs / "q.yaml").write_text(text % ("Secret", "../kept/more/a.ttf"), encoding="utf-8")

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cardgen", *arguments],
            cwd=packs,
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    without = run("check", "p.yaml", CARDGEN_FONTS="")
    assert "no installed package has the font 'carved'" in without.stderr + without.stdout
    made = run("sheets", "p.yaml", "-o", "p.pdf", CARDGEN_FONTS=str(tmp_path / "kept"))
    assert made.returncode == 0, made.stderr
    with pikepdf.open(packs / "p.pdf") as pdf:
        fonts_in = {str(each.BaseFont) for each in pdf.objects if _is_font(each)}
    assert any("Carved" in name for name in fonts_in)
    refused = run("check", "q.yaml", CARDGEN_FONTS=str(tmp_path / "kept"))
    said = refused.stderr + refused.stdout
    assert "neither CARDGEN_FONTS nor a package has the font 'Secret'" in said
    assert "leads out of the pack's folder" in said


def _is_font(value: object) -> bool:
    return isinstance(value, pikepdf.Dictionary) and value.get("/Type") == "/Font" and "/BaseFont" in value


def test_a_broken_font_of_the_folder_is_a_problem_of_the_pack_that_uses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = made_font("Aalo", "Carved-Regular")
    (tmp_path / "a.ttf").write_bytes(with_table(data, "loca", lambda table: bytearray(b"\xff" * len(table))))
    monkeypatch.setattr(installed_fonts, "USER_FONTS", str(tmp_path))
    monkeypatch.setattr(child, "run_confined", lambda work, *args, **more: work(*args, more["tick"]))
    installed_fonts._user_families.cache_clear()
    try:
        text = "format: 1\nname: P\nfonts: {text: Carved}\ncards: [{rows: [{title: Alo}]}]\n"
        [problem] = api.examine("p.yaml", text=text).of("error")
        assert "the font 'a.ttf' is broken" in str(problem.message)
        assert problem.path[:2] == ("fonts", "text")
    finally:
        installed_fonts._user_families.cache_clear()


@needs_weights
def test_types_have_the_weight_that_they_state(tmp_path: Path) -> None:
    (tmp_path / "own.ttf").write_bytes(variable_font())
    (tmp_path / "p.yaml").write_text(
        "format: 1\nname: P\nfonts: {text: own.ttf}\n"
        "types: {heavy: {weight: 650}, bold: {weight: bold}}\nlayouts:\n  own:\n    boxes:\n"
        "      heavy: {at: [5 mm, 5 mm], size: [40 mm, 9 mm], type: heavy}\n"
        "      bold: {at: [5 mm, 25 mm], size: [40 mm, 9 mm], type: bold}\n"
        "cards:\n  - {layout: own, rows: [{heavy: 'A **A**', bold: A}]}\n",
        encoding="utf-8",
    )
    pack = api.load(str(tmp_path / "p.yaml"))
    assert [each.message for each in api.examine(str(tmp_path / "p.yaml")).problems] == []
    labels = [plan.label for plan in plan_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), pack.cards[0])]
    wide = [run.font.width("A", 10) for label in labels if label for run in label.runs]
    assert wide == pytest.approx([7, 8, 7.2], abs=0.01)
    [sheet] = api.sheets(pack)
    assert api.verify([sheet.data], pack=pack).result.good


@needs_weights
def test_a_variable_font_whose_weights_cannot_be_made_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "run_confined", lambda work, *args, **more: work(*args, more["tick"]))
    monkeypatch.setattr(installed_fonts, "static_instance", lambda data, weight: b"")
    (problem,) = problems(tmp_path, variable_font())
    assert problem.severity == "error"
    assert "is broken" in problem.message


def test_weights_are_names_or_numbers() -> None:
    text = "format: 1\nname: P\ntypes: {a: {weight: %s}}\ncards: [{rows: [{title: A}]}]\n"
    said = [
        api.examine("p.yaml", text=text % weight).of("error") for weight in ("bolt", 0, 1001, "true", 550)
    ]
    assert [str(found[0].message) if found else "" for found in said] == [
        "'bolt' is not a weight",
        "0 is not a weight",
        "1001 is not a weight",
        "true is not a weight",
        "",
    ]
    assert str(said[0][0].hint) == "did you mean 'bold'?"


def test_a_font_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_fonts, "MOST_BYTES", len(FONT) - 1)
    (problem,) = problems(tmp_path, FONT)
    assert "is larger than" in problem.message


# --- falling back ---------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> dict[str, Family]:
    """Families for text, its bold words and titles, of fonts whose characters are 500, 600 and 700 wide."""
    fonts = {"text": made_font("A1 月", width=500), "bold": made_font("A1 月", width=600)}
    fonts["title"] = made_font("A1 ", width=700)
    for name, data in fonts.items():
        (tmp_path / name).write_bytes(data)
        untrusted.admit(tmp_path, name)
    text, bold, title = (str(tmp_path / name) for name in fonts)
    return {"text": Family((text,), bold=(bold,)), "title": Family((title,))}


def test_what_a_font_lacks_the_next_one_shows(own: dict[str, Family]) -> None:
    text, title, index = (font_for_role(own, role, INDEX) for role in ("text", "title", "index"))
    assert text.width("A月", 10) == 10
    assert title.width("A月", 10) == 12  # 月 from the font of the running text
    assert index.width("A月", 10) == pytest.approx(INDEX.width("A", 10) + 6)  # bold as the A is
    assert text.width("AZ", 10) == pytest.approx(5 + INDEX.width("Z", 10))
    assert [(part, font.width(part, 10)) for part, font in title.parts_by_font("A月月1")] == (
        [("A", 7), ("月月", 10), ("1", 7)]
    )
    assert all(font.has_character(character) for font in (text, title, index) for character in "A月Z")
    assert not title.has_character("犬")
    assert font_for_role({}, "title", INDEX) is INDEX
    assert font_for_role({}, "text", TEXT) is TEXT


def test_spaces_of_special_widths_are_kept_if_a_font_of_the_pack_has_them(tmp_path: Path) -> None:
    (tmp_path / "own.ttf").write_bytes(made_font("A\u3000"))
    untrusted.admit(tmp_path, "own.ttf")
    assert plain_lines("A\u3000A", fonts.SANS, 10, 500) == ["A A"]
    with own_fonts.using_fallback_fonts({"text": Family((str(tmp_path / "own.ttf"),))}):
        assert plain_lines("A\u3000A", fonts.SANS, 10, 500) == ["A\u3000A"]


def test_words_in_bold_have_the_bold_font_or_the_plain_one(own: dict[str, Family]) -> None:
    assert font_for_role(own, "text", TEXT, bold=True).width("A", 10) == 6
    assert font_for_role(own, "text", TEXT, italic=True).width("A", 10) == 5
    assert font_for_role(own, "title", TEXT, bold=True).width("A", 10) == 7


def test_ink_and_figures_of_several_fonts(own: dict[str, Family]) -> None:
    title = font_for_role(own, "title", INDEX)
    ink = title.ink_box("A月", 10)
    assert (ink.x, ink.y, ink.right, ink.top) == pytest.approx((0.5, 0, 11.5, 7))
    assert title.ink_box(" ", 10).width == 0
    assert title.size_for_figure_height(7) == pytest.approx(10)


def test_a_glyph_without_an_outline_is_no_character(tmp_path: Path) -> None:
    """A blank rank would make a card without an index, and its figures no height."""
    data = made_font("\u3000 A")
    font = PackFont(data.replace(struct.pack(">2H", 0x3000, 0x3000), struct.pack(">2H", 0x3001, 0x3001)))
    assert font.has_character(" ")
    assert font.has_character("A")


# --- packs with fonts of their own ----------------------------------------------------------------

PACK = """
format: 1
name: Own
fonts:
  text: {regular: [text.ttf, more.ttf], bold: bold.ttf}
  index: index.ttf
  runes: runes.ttf
types:
  note: {font: runes}
suits:
  sun: {sign: "+", color: "#0B7A4B", cards: {1: 1}}
cards:
  - layout: rule
    rows: [{title: 月, text: "A **1** 火", note: A1}]
extras:
  - {face: summary}
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    letters = "".join(map(chr, range(33, 127))) + " "
    for name, characters in (
        ("text", letters + "月"),
        ("more", "火月"),
        ("bold", "1"),
        ("index", letters),
        ("runes", "A1"),
    ):
        # All have one PostScript name, as files of careless makers do.
        width = 500 + 10 * len(name)
        (tmp_path / f"{name}.ttf").write_bytes(made_font(characters, width=width))
    return tmp_path


def examined(folder: Path, text: str = PACK) -> api.Examined:
    (folder / "own.yaml").write_text(text.lstrip(), encoding="utf-8")
    return api.examine(str(folder / "own.yaml"))


def fonts_of(pdf: bytes) -> set[str]:
    with pikepdf.open(io.BytesIO(pdf)) as found:
        return {
            re.sub(r"^/[A-Z]{6}\+", "", str(each.BaseFont))
            for page in found.pages
            for each in page.Resources.get("/Font", {}).values()
        }


def test_index_texts_and_types_are_set_in_the_packs_fonts(files: Path) -> None:
    pack = examined(files).pack
    assert pack is not None
    assert examined(files).problems == ()
    assert pack.files == [str(files / f"{name}.ttf") for name in ("text", "more", "bold", "index", "runes")]
    runs = {
        run.text: run.font
        for card in pack.cards
        for item in plan_face(pack, card, Rect(0, 0, *pack.card.size))
        if isinstance(item, Label)
        for run in item.runs
    }
    wide = {text: round(font.width(text[-1], 1000)) for text, font in runs.items()}
    assert (wide["月"], wide["1"], wide["A1"]) == (540, 540, 550)
    first, second = (api.sheets(pack)[0].data for _ in range(2))
    assert first == second
    own = {
        PackFont((files / f"{name}.ttf").read_bytes()).name
        for name in ("text", "more", "bold", "index", "runes")
    }
    assert {f"Boxes-Regular-{name}" for name in own} <= fonts_of(first)
    assert not sheets.verify_sheets(first, pack).faults


def test_a_font_that_cannot_be_used_is_told_where_it_is_named_and_nothing_is_said_of_characters(
    files: Path,
) -> None:
    (files / "more.ttf").write_bytes(made_font("火", cff=True))
    (problem,) = examined(files).problems
    assert problem.mark is not None
    assert (problem.mark.line, problem.mark.column) == (4, 30)
    assert "PostScript outlines" in problem.message
    (problem,) = examined(files, PACK.replace("more.ttf", "none.ttf")).problems
    assert problem.message == "there is no file 'none.ttf' beside the pack"


def test_a_font_without_a_bold_is_told_where_texts_have_bold_words(files: Path) -> None:
    plain = PACK.replace(", bold: bold.ttf", "")
    assert plain != PACK
    (problem,) = examined(files, plain).problems
    assert problem.message == "this font has no bold, so **bold** words look like all others"
    assert examined(files, plain.replace("**", "")).problems == ()


def test_what_all_fonts_lack_is_told_once_a_card(files: Path) -> None:
    text = PACK.replace("A **1** 火", "日本語 **本** 火").replace("title: 月", "title: 語")
    (problem,) = examined(files, text).problems
    assert problem.message == "the font has no 語 日 本, which the card 語 needs"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("  index: index.ttf", "  indx: index.ttf", "no text uses the font 'indx'"),
        ("font: runes", "font: rnues", "there is no font 'rnues'"),
        ("index: index.ttf", "index: none.ttf", "there is no file 'none.ttf' beside the pack"),
        ("index: index.ttf", "index: ../index.ttf", "'../index.ttf' leads out of the pack's folder"),
        ("index: index.ttf", "index: []", "this list is empty"),
        ("index: index.ttf", "index: {bold: bold.ttf}", "'regular' is missing"),
    ],
)
def test_what_is_said_of_the_keys_of_fonts(files: Path, before: str, after: str, message: str) -> None:
    assert message in {problem.message for problem in examined(files, PACK.replace(before, after)).problems}
