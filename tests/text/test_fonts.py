"""Our own reading of the fonts equals ReportLab's, and ink boxes are where the ink is."""

import io
import re
import struct

import pikepdf
import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from made_fonts import made_font, with_table
from PIL import Image, ImageDraw, ImageFont, ImageOps
from reportlab.pdfbase.pdfmetrics import getFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardgen import api
from cardgen.art.items import Run, Text
from cardgen.art.pdf_writer import PdfWriter
from cardgen.art.svg_writer import SvgWriter
from cardgen.colour.colors import BLACK
from cardgen.text import fonts
from cardgen.text.fonts import INDEX, TEXT, Font

FONTS = [INDEX, TEXT]
letters = st.characters(min_codepoint=0x20, max_codepoint=0x2265).filter(INDEX.has_character)


@example("7\u00a0cards", 10, fonts.TEXT)
@given(st.text(letters, max_size=12), st.floats(1, 90), st.sampled_from(FONTS))
def test_widths_equal_reportlab_s(text: str, size: float, font: Font) -> None:
    fonts.register_fonts()
    wide = stringWidth(text, font.name, size) + size * sum(kern for _, kern in font.kerning_by_letter(text))
    assert font.width(text, size) == pytest.approx(wide, abs=0.001 * size)


@pytest.mark.parametrize("font", FONTS)
def test_glyphs_are_those_that_reportlab_finds(font: Font) -> None:
    fonts.register_fonts()
    theirs = getFont(font.name).face.charToGlyph
    for code in range(0x20, 0x10000):
        assert font.has_character(chr(code)) == (theirs.get(code, 0) != 0), hex(code)


@pytest.mark.parametrize("font", FONTS)
def test_ink_is_where_freetype_draws_it(font: Font) -> None:
    """To a pixel or two of hinting, at 400 pixels an em."""
    type_face = ImageFont.truetype(str(font.file), 400, layout_engine=ImageFont.Layout.BASIC)
    for character in "0123456789AJKQgjÅ≤+,·":
        image = Image.new("L", (1000, 1000))
        ImageDraw.Draw(image).text((300, 600), character, fill=255, font=type_face, anchor="ls")
        ink = font.ink_box(character, 400)
        box = (300 + ink.x, 600 - ink.top, 300 + ink.right, 600 - ink.y)
        assert image.getbbox() == pytest.approx(box, abs=3), character


@given(st.text(letters, min_size=2, max_size=6), st.sampled_from(FONTS))
def test_ink_of_a_word_is_that_of_its_letters_side_by_side(text: str, font: Font) -> None:
    pens = [font.width(text[:end], 10) - font.width(text[end - 1], 10) for end in range(1, len(text) + 1)]
    inks = [font.ink_box(c, 10).moved(pen, 0) for pen, c in zip(pens, text, strict=True)]
    inked = [ink for ink, c in zip(inks, text, strict=True) if c.strip()]
    whole = font.ink_box(text, 10)
    if inked:
        assert whole.x == pytest.approx(min(ink.x for ink in inked))
        assert whole.right == pytest.approx(max(ink.right for ink in inked))
        assert whole.top == pytest.approx(max(ink.top for ink in inked))


def test_figures_are_as_high_as_asked_for() -> None:
    for font in FONTS:
        assert font.ink_box("1", font.size_for_figure_height(18)).top == pytest.approx(18)


def test_a_character_that_no_font_has_ends_no_measuring() -> None:
    own, behind = fonts.PackFont(made_font("a")), fonts.PackFont(made_font("b"))
    token = fonts.FALLBACK_FONTS.set(((behind,), (behind,)))
    try:
        alone = own.ink_box("a", 10)
        # A font whose maker forgot the space.
        assert own.ink_box("a b", 10).x == alone.x
        assert own.ink_box("a b", 10).width > 2 * alone.width
        assert own.width("a b", 10) > own.width("ab", 10)
    finally:
        fonts.FALLBACK_FONTS.reset(token)


def test_what_cards_need_is_there_and_what_is_not_is_known() -> None:
    assert all(TEXT.has_character(c) and INDEX.has_character(c) for c in "0123456789AJQK+−×÷=≤≥<>éßŁ")
    assert not any(INDEX.has_character(c) for c in "東☃\U0001f600\n")
    assert INDEX.ink_box("  ", 10) == (0, 0, 0, 0)
    assert INDEX.width("", 10) == 0


@pytest.mark.parametrize("font", [INDEX, TEXT, fonts.SERIF, fonts.SERIF_ITALIC, fonts.SANS])
def test_reportlab_is_lent_the_glyphs_and_widths_that_it_would_read_itself(font: Font) -> None:
    read, lent = TTFont("own", str(font.file)), fonts.reportlab_font(font)
    assert vars(lent).keys() >= vars(read).keys()
    assert vars(lent.face).keys() >= vars(read.face).keys() - {"glyphToChar"}
    for code, glyph in read.face.charToGlyph.items():
        assert lent.face.charToGlyph[code] == glyph
        assert lent.face.getCharWidth(code) == read.face.getCharWidth(code)
    assert lent.face.defaultWidth == read.face.defaultWidth
    assert list(lent.face.glyphPos) == read.face.glyphPos
    assert [lent.face.hmetrics[glyph] for glyph in range(read.face.numGlyphs)] == read.face.hmetrics


def _subsets(data: bytes) -> dict[str, bytes]:
    """The fonts of a PDF: names with their tags, and the programs."""
    found = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font":
                descriptor, name = each.FontDescriptor, str(each.BaseFont)[1:]
                assert str(descriptor.FontName)[1:] == name
                assert f"/CMapName /{name} def".encode() in each.ToUnicode.read_bytes()
                found[name] = descriptor.FontFile2.read_bytes()
    return found


def test_subsets_have_tags_of_their_own() -> None:
    """Programs that merge files take fonts of one name for the same, whatever glyphs they hold."""
    one, other = api.load("never-over"), api.load("standard-52")
    [drawn], [printed] = api.sheets(one), api.press(one, per="face")
    files = [drawn.data, printed.data, api.sheets(other)[0].data, api.rulebook(one)[0].data]
    names: dict[str, bytes] = {}
    for name, program in (each for data in files for each in _subsets(data).items()):
        assert re.match(r"[A-Z]{6}\+Source", name)
        assert names.setdefault(name, program) == program
    tags = {name[:6] for name in names}
    assert len(tags) == len(names) == len(set(names.values())) > 9
    assert _subsets(api.sheets(one)[0].data).keys() == _subsets(drawn.data).keys()


KERNED = "AVTYPLWafeoy.,-’”17"


@pytest.mark.parametrize("font", [fonts.SERIF, fonts.INDEX], ids=lambda font: font.name)
def test_pairs_are_kerned_as_another_reader_of_the_font_reads_them(font: fonts.Font) -> None:
    from fontTools.ttLib import TTFont

    file = TTFont(font.file, lazy=True)
    table, glyphs = file["GPOS"].table, file.getBestCmap()
    feature = next(each.Feature for each in table.FeatureList.FeatureRecord if each.FeatureTag == "kern")
    lookups = [table.LookupList.Lookup[number] for number in feature.LookupListIndex]

    def kern(first: str, second: str) -> int:
        total = 0
        for lookup in lookups:
            for sub in lookup.SubTable if lookup.LookupType == 2 else ():
                if first not in sub.Coverage.glyphs:
                    continue
                if sub.Format == 2:
                    row = sub.ClassDef1.classDefs.get(first, 0)
                    value = sub.Class1Record[row].Class2Record[sub.ClassDef2.classDefs.get(second, 0)].Value1
                else:
                    pairs = sub.PairSet[sub.Coverage.glyphs.index(first)].PairValueRecord
                    found = [pair for pair in pairs if pair.SecondGlyph == second]
                    if not found:
                        continue
                    value = found[0].Value1
                total += value.XAdvance if value else 0
                break
        return total

    told = {a + b: font.kerning_table[a + b] for a in KERNED for b in KERNED}
    assert told == {pair: kern(glyphs[ord(pair[0])], glyphs[ord(pair[1])]) for pair in told}
    assert min(told.values()) < -50


@pytest.mark.parametrize("font", [*FONTS, fonts.SERIF])
def test_a_line_on_a_card_is_kerned_on_paper_and_on_screens(font: Font) -> None:
    text = "AVATAR (To Ty)"
    out = io.BytesIO()
    canvas = Canvas(out, (900, 200))
    PdfWriter(canvas).write_text_run(Run(text, 20, 80, 100, font), BLACK)
    canvas.save()
    page = pypdfium2.PdfDocument(out.getvalue())[0]
    assert page.get_textpage().get_text_range() == text
    left, _, right, _ = ImageOps.invert(page.render(scale=2).to_pil().convert("L")).getbbox()
    ink = font.ink_box(text, 100)
    assert (left / 2, right / 2) == pytest.approx((20 + ink.x, 20 + ink.right), abs=1)
    writer = SvgWriter()
    drawn = writer.svg(1, 1, [Text(Run(text, 0, 0, font.units, font), BLACK)])
    pens = [
        font.width(text[:end], font.units) - font.width(text[end - 1], font.units) for end in range(2, 15)
    ]
    shown = [float(x) for x in re.findall(r'<use href="#[^"]*" x="([^"]*)"', drawn)]
    assert shown == pytest.approx([pen for pen, c in zip(pens, text[1:], strict=True) if c != " "], abs=1)


@given(st.data())
def test_a_broken_table_of_kerning_does_no_harm(data: st.DataObject) -> None:
    """A pack's own font may hold anything in it: it is measured all the same, and forwards."""

    def broken(table: bytearray) -> bytearray:
        for _ in range(data.draw(st.integers(1, 20))):
            at = data.draw(st.integers(0, 400) | st.integers(0, len(table) - 1))
            table[at] = data.draw(st.integers(0, 255))
        return table

    font = fonts.PackFont(with_table(TEXT.data, "GPOS", broken))
    assert font.width("AVATAR", 10) >= 0
    assert font.kerning_by_letter("AV AV")[:1] == font.kerning_by_letter("AV")


def with_kern(by: int, subtables: int = 1, lookups: int = 1) -> fonts.PackFont:
    """Return the text font with the pair AV kerned `by` thousandths in each subtable of each lookup."""
    first, second = (TTFont("text", str(TEXT.file)).face.charToGlyph[ord(letter)] for letter in "AV")
    numbers = [1, 0, 0, 10, 22 + 2 * lookups, 1, 0x6B65, 0x726E, 8, 0, lookups, *range(lookups)]
    numbers += [lookups, *[2 + 2 * lookups] * lookups, 2, 0, subtables]
    numbers += [6 + 2 * subtables] * subtables
    numbers += [1, 18, 4, 0, 1, 12, 1, second, by * TEXT.units // 1000 & 0xFFFF, 1, 1, first]

    def written(table: bytearray) -> bytes:
        return struct.pack(f">{len(numbers)}H", *numbers).ljust(len(table), b"\0")

    return fonts.PackFont(with_table(TEXT.data, "GPOS", written))


@pytest.mark.parametrize(("subtables", "kern"), [(10, -10), (2_001, 0)])
def test_of_a_table_beyond_all_measure_nothing_is_read(subtables: int, kern: int) -> None:
    """All places of a lookup may lead to the same list, so that a small file would take all memory."""
    font = with_kern(-10, subtables)
    assert sum(round(1000 * each) for _, each in font.kerning_by_letter("AV")) == kern


def test_lookups_are_added_up_and_of_a_lookup_the_first_subtable_counts() -> None:
    """OpenType 1.9, GPOS: lookups are applied one after the other."""
    [(_, kern)] = [each for each in with_kern(-10, subtables=3, lookups=2).kerning_by_letter("AV") if each[1]]
    assert round(1000 * kern) == -20


def test_kerning_never_moves_the_pen_back() -> None:
    font = with_kern(-5000)
    assert font.width("AV", 10) == pytest.approx(font.width("V", 10))


def test_kerned_letters_stand_closer_and_words_as_wide_as_alone() -> None:
    assert fonts.INDEX.width("AV", 10) < sum(fonts.INDEX.width(letter, 10) for letter in "AV")
    words = [fonts.SERIF.width(word, 10) for word in ("To", "Wave", "at")]
    spaces = 2 * fonts.SERIF.width(" ", 10)
    assert fonts.SERIF.width("To Wave\u00a0at", 10) == pytest.approx(sum(words) + spaces)
