"""Rulebooks as PDF files, read back: what is on their pages, and where."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest
from samples import sampled, thorough

from cardgen import api
from cardgen.books.block_layout import Compositor
from cardgen.books.blocks import Book, Hand, Heading, Paragraph
from cardgen.books.boxes import NEVER, Anchor, Box, PlacedLine
from cardgen.books.hands import hand_layout
from cardgen.books.pages import paginate
from cardgen.cli.main import run
from cardgen.errors import PackError, UsageError
from cardgen.geometry import Rect
from cardgen.output.rulebook import BookJob, RulebookPress, rules_card_picture, typeset_pack_book, write_book
from cardgen.pack.model import Pack
from cardgen.text import fonts
from cardgen.text.format_names import NAMES
from cardgen.text.formats import page_format
from cardgen.text.hyphenation import hyphenator
from cardgen.text.setter import Setter
from cardgen.text.styles import StyledText, TextStyle

SAMPLE = Path(__file__).parents[1] / "rulebooks" / "sample.md.j2"
#: A pack with signs in front of ranks, and one with the four suits.
PACKS = ("never-over", "standard-52")
TEMPLATES = {name: SAMPLE.with_name("general.md.j2") for name in PACKS} | {"never-over": SAMPLE}


class Character(NamedTuple):
    """A character on a page: what it is, and its box."""

    text: str
    box: Rect


@cache
def pack_called(name: str) -> Pack:
    return api.load(name)


@cache
def made(name: str, form: str, **options: Any) -> bytes:
    return write_book(pack_called(name), BookJob(form=form, template=TEMPLATES[name], **options)).data


def characters(page: Any) -> Iterator[Character]:
    """Every character of a page that leaves ink."""
    text = page.get_textpage()
    for place in range(text.count_chars()):
        # A call for a sign: get_text_range() makes several, and a book has 20,000 signs.
        character = chr(pypdfium2.raw.FPDFText_GetUnicode(text, place))
        if character.strip():
            left, bottom, right, top = text.get_charbox(place)
            yield Character(character, Rect(left, bottom, right - left, top - bottom))


@cache
def characters_of(name: str, form: str) -> list[list[Character]]:
    """The characters of each page of a book."""
    with pypdfium2.PdfDocument(made(name, form)) as pdf:
        return [list(characters(page)) for page in pdf]


CASES = [
    *(
        each if form in ("a4", "a6", "card") else thorough(*each)
        for form in NAMES
        for each in [("never-over", form)]
    ),
    ("standard-52", "a4"),
    thorough("standard-52", "card"),
]


@pytest.mark.parametrize(("name", "form"), CASES)
def test_nothing_leaves_the_page_and_no_text_its_margins(name: str, form: str) -> None:
    shape = page_format(form, pack_called(name))
    for number, page in enumerate(characters_of(name, form), 1):
        left = shape.outer if shape.mirrored and number % 2 == 0 else shape.inner
        across = Rect(left, 0, shape.text_width, shape.height).grown(1.5)
        for character in page:
            assert across.x <= character.box.x, (number, character)
            assert character.box.right <= across.right, (number, character)
            assert shape.leading * 0.4 < character.box.y, (number, character)
            assert character.box.top < shape.height - 4, (number, character)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_figures_lie_on_their_pages(name: str, form: str) -> None:
    shape = page_format(form, pack_called(name))
    ts = typeset_pack_book(pack_called(name), BookJob(form=form, template=TEMPLATES[name]))
    figures = 0
    for leaf in ts.leaves:
        for top, box, _ in leaf.boxes:
            assert top + box.height <= 2 * shape.lines
            if leaf.number == 1 and top == 0 and box.flow == "wide":
                continue  # the cover, which runs off the page
            measure = shape.text_width if box.flow == "wide" else shape.measure
            for mark in box.marks:
                if hasattr(mark, "rect"):
                    figures += 1
                    assert mark.rect.x >= -0.01, mark
                    assert mark.rect.right <= measure + 0.01, mark
                    assert -mark.rect.y <= box.height * shape.leading / 2 + 0.01, mark
    assert figures >= (4 if name == "never-over" else 1)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_no_heading_stands_at_the_foot_of_a_page(name: str, form: str) -> None:
    leading = page_format(form, pack_called(name)).leading
    with pypdfium2.PdfDocument(made(name, form)) as pdf:
        headings = list(pdf.get_toc())
        assert headings
        for heading in headings:
            destination = heading.get_dest()
            _, y = destination.get_view()[1][:2]
            foot = page_format(form, pack_called(name))
            floor = foot.height - foot.top - foot.text_height
            below = {
                round(character.box.y / leading * 2)
                for character in characters_of(name, form)[destination.get_index()]
                if floor - 2 < character.box.y < y - 2.2 * leading
            }
            assert below, heading.get_title()


@pytest.mark.parametrize(("name", "form"), [("never-over", "a5"), ("standard-52", "card")])
def test_the_same_bytes_twice(name: str, form: str) -> None:
    job = BookJob(form=form, template=TEMPLATES[name])
    assert write_book(pack_called(name), job).data == made(name, form)


@pytest.mark.parametrize("form", NAMES)
def test_every_character_has_a_glyph(form: str) -> None:
    with pikepdf.open(io.BytesIO(made("never-over", form))) as pdf:
        for page in pdf.pages:
            for font in page.Resources.get("/Font", {}).values():
                assert "/FontFile2" in font.FontDescriptor if "/FontDescriptor" in font else True
    with pypdfium2.PdfDocument(made("never-over", form)) as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert "\ufffd" not in text
    assert "\x00" not in text


def test_contents_lead_to_the_pages_they_name() -> None:
    with pypdfium2.PdfDocument(made("never-over", "a6")) as pdf:
        assert len(pdf) > 5
        pages = {item.get_title(): item.get_dest().get_index() + 1 for item in pdf.get_toc()}
    book = typeset_pack_book(pack_called("never-over"), BookJob(form="a6", template=SAMPLE))
    contents = book.leaves[0].boxes[1].box
    lines = [mark.line.segments for mark in contents.marks if isinstance(mark, PlacedLine)]
    told = {segments[0].text: int(segments[-1].text) for segments in lines}
    assert len(told) == 8
    assert told.items() <= pages.items()
    assert contents.height < book.form.lines


@pytest.mark.parametrize("name", PACKS)
def test_short_rulebooks_have_no_contents(name: str) -> None:
    book = typeset_pack_book(pack_called(name), BookJob(template=TEMPLATES[name]))
    assert len(book.leaves) < 6
    assert sum(box.flow == "wide" for _, box, _ in book.leaves[0].boxes) == 1


def test_links_lead_to_headings_and_none_is_left_for_a_press() -> None:
    with pikepdf.open(io.BytesIO(made("never-over", "a6"))) as pdf:
        links = [link for page in pdf.pages for link in page.get("/Annots", [])]
        assert len(links) > 10
        pages = {page.objgen for page in pdf.pages}
        assert all(link.Dest[0].objgen in pages for link in links)
        assert {str(link.Contents) for link in links} >= {"The idea", "What is in the pack"}
    with pikepdf.open(io.BytesIO(made("never-over", "a5", press=RulebookPress()))) as pdf:
        assert not any(page.get("/Annots") for page in pdf.pages)
        assert "/Outlines" not in pdf.Root


def test_metadata_and_language() -> None:
    with pikepdf.open(io.BytesIO(made("never-over", "a4"))) as pdf:
        assert str(pdf.docinfo.Title) == "NEVER OVER"
        assert str(pdf.docinfo.Author) == "The printer’s devil"
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle is True


@pytest.mark.parametrize("standard", ["x1a", "x4"])
def test_a_press_file_has_its_boxes_and_inks_only(standard: Any) -> None:
    data = made("never-over", "a6", press=RulebookPress(standard=standard))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        trim, media = [float(x) for x in page.TrimBox], [float(x) for x in page.mediabox]
        assert trim[2] - trim[0] == pytest.approx(105 * 72 / 25.4, abs=0.1)
        assert media[2] - media[0] == pytest.approx(111 * 72 / 25.4, abs=0.1)
        parts = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        drawn = [
            part.read_bytes()
            for part in parts
            if part.get("/Subtype") == "/Form" or ("/Type" not in part and "/Length1" not in part)
        ]
        assert not any(b" rg\n" in part or b" RG\n" in part for part in drawn)
        assert pdf.Root.OutputIntents[0].OutputConditionIdentifier == "FOGRA39"


def test_the_ink_saver_lays_no_grounds() -> None:
    saved = api.load("never-over", {("ink-saver",): True})
    lean = write_book(saved, BookJob(template=SAMPLE)).data
    page = pypdfium2.PdfDocument(lean)[0].render(scale=0.5).to_pil().convert("L")
    full = pypdfium2.PdfDocument(made("never-over", "a4"))[0].render(scale=0.5).to_pil().convert("L")
    dark = [sum(1 for value in image.tobytes() if value < 100) for image in (page, full)]
    assert dark[0] * 4 < dark[1]


def test_lines_stand_on_one_grid() -> None:
    """Running text of every page stands on the same lines, so that it shows through in register."""
    shape = page_format("a5", pack_called("never-over"))
    ts = typeset_pack_book(pack_called("never-over"), BookJob(form="a5", template=SAMPLE))
    off = on = 0
    for leaf in ts.leaves:
        for top, box, _ in leaf.boxes:
            for mark in box.marks:
                for segment in mark.line.segments if hasattr(mark, "line") else ():
                    if segment.look.font is fonts.SERIF and segment.look.size == shape.size:
                        y = top * shape.leading / 2 + mark.y
                        place = (y / shape.leading) % 1
                        on, off = (on + 1, off) if abs(place - 0.7) < 0.01 else (on, off + 1)
    assert on > 200
    assert off < 0.1 * on, "only boxes, padded by half a line, may be off"


def test_a_paragraph_that_begins_with_its_own_heading_stands_at_the_margin(tmp_path: Path) -> None:
    file = tmp_path / "rules.md.j2"
    texts = ["Begin.", "Then go on.", "**Drawing.** Take one.", "**Never** take two."]
    file.write_text("# Rules\n\n" + "\n\n".join(texts), "utf-8")
    ts = typeset_pack_book(pack_called("never-over"), BookJob(template=file))
    marks = [mark for leaf in ts.leaves for _, box, _ in leaf.boxes for mark in box.marks]
    segments = [mark.line.segments[0] for mark in marks if hasattr(mark, "line") and mark.line.segments]
    begun = {each.text.split()[0]: each.x for each in segments if each.text}
    assert [begun[word] > 5 for word in ("Begin.", "Then", "Drawing.", "Never")] == [False, True, False, True]


def test_ragged_lines_are_not_stretched() -> None:
    for ragged in (True, False):
        ts = typeset_pack_book(pack_called("never-over"), BookJob(template=SAMPLE, ragged=ragged))
        marks = [mark for leaf in ts.leaves for _, box, _ in leaf.boxes for mark in box.marks]
        lines = [mark.line for mark in marks if hasattr(mark, "line")]
        assert any(segment.spread > 0.01 for line in lines for segment in line.segments) is not ragged


def test_what_no_font_has_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "rules.md.j2"
    file.write_text("# Rules\n\nPlay 漢 now.\n", "utf-8")
    with pytest.raises(PackError, match="no character '漢'") as caught:
        write_book(pack_called("never-over"), BookJob(template=file))
    mark = caught.value.problems[0].mark
    assert mark is not None
    assert (mark.line, mark.column) == (3, 6)


def test_a_stated_number_that_the_pack_contradicts_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told by check and when the book is made, stops nothing, and is silenced by the pack's `allow`."""
    pack, book = tmp_path / "own.yaml", tmp_path / "own.pdf"
    base = "format: 1\nname: Own\nsuits:\n  sun: {sign: '+', color: '#00855B', cards: {2: 1}}\n"
    pack.write_text(base, "utf-8")
    (tmp_path / "own.md.j2").write_text("# Rules\n\nThe pack has 54 cards.\n", "utf-8")
    make = ["rulebook", str(pack), "-o", str(book)]
    for command in (["check", str(pack)], make):
        assert run(command) == 0
        said = capsys.readouterr()
        told = said.out + said.err
        assert f"{tmp_path / 'own.md.j2'}:3:14: warning: '54' is not what the pack has: 1 cards" in told
        assert "accept it with allow: [numbers]" in told
    assert run([*make, "--strict"]) == run(["check", "--strict", str(pack)]) == 1
    capsys.readouterr()
    pack.write_text(base + "allow: [numbers]\n", "utf-8")
    assert run(["check", "--strict", str(pack)]) == run([*make, "--strict"]) == 0
    said = capsys.readouterr()
    assert "warning" not in said.out + said.err


def test_too_small_a_card_for_a_leaflet() -> None:
    with pytest.raises(UsageError, match="a6"):
        page_format("card", pack_called("never-over").resized((90, 120)))


# -- lines and pages


def setter() -> Setter:
    return Setter(lambda card, size: size, hyphenator("en"))


def style() -> TextStyle:
    return TextStyle(fonts.SERIF, fonts.SERIF_ITALIC, fonts.SERIF_STRONG, fonts.SERIF_STRONG_ITALIC, 10)


TEXT = (
    "When it is your turn, play a card, discard one, or retire; then draw from the stock until your hand is "
    "full. The irregularities of counterintuitive partnerships are misunderstood by all representatives. "
)


@pytest.mark.parametrize("measure", [60, 90, 140, 220, 400])
def test_justified_lines_fill_the_measure_exactly(measure: float) -> None:
    lines = setter().lines((StyledText(TEXT * 3),), style(), measure, indent=10, justified=True)
    for line in lines[:-1]:
        assert line.width == pytest.approx(measure, abs=0.01) or (measure <= 60 and line.width < measure + 1)
    assert lines[-1].width <= measure + 0.01
    said = "".join(segment.text for line in lines for segment in line.segments)
    assert said.replace("-", "").replace(" ", "") == (TEXT * 3).replace(" ", "")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("justified", [True, False])
@pytest.mark.parametrize("measure", range(70, 200, 7))
def test_the_last_word_of_a_paragraph_is_never_divided(measure: int, justified: bool, language: str) -> None:
    dividing = Setter(lambda card, size: size, hyphenator(language), language)
    last = {"en": "counter-representatives:", "de": "Spieler-gemeinschaften."}[language]
    for count in range(1, 14):
        said = " ".join([*TEXT.split()[:count], last])
        lines = dividing.lines((StyledText(said),), style(), measure, justified=justified)
        text = ["".join(segment.text for segment in line.segments) for line in lines]
        if style().look_of_words(StyledText(last)).width(last) <= measure:
            assert last in text[-1]
        else:
            assert max(line.width for line in lines) <= measure + 0.01


def test_several_spaces_between_words_are_one() -> None:
    [line] = setter().lines((StyledText("a trick  of four"),), style(), 200)
    assert [segment.text for segment in line.segments] == ["a trick of four"]
    assert line.width == pytest.approx(style().look_of_words(StyledText("")).width("a trick of four"))


def test_a_word_wider_than_the_line_is_cut() -> None:
    lines = setter().lines((StyledText("a " + "x" * 100),), style(), 50)
    assert max(line.width for line in lines) <= 50.01


@pytest.mark.parametrize(
    ("word", "parts"),
    [("redundant", "re-dund-ant"), ("partnership", "part-ner-ship"), ("NEVER", "NEVER"), ("card", "card")],
)
def test_words_are_divided_by_the_patterns_of_their_language(word: str, parts: str) -> None:
    assert "-".join(hyphenator("en")(word)) == parts
    assert "-".join(hyphenator("xx")(word)) == word


def test_pages_part_nothing_that_belongs_together() -> None:
    boxes = [Box(2, break_penalty=NEVER if place % 5 in (0, 3) else 0.0) for place in range(83)]
    pages = paginate(boxes, 22)
    assert sum(len(page.boxes) for page in pages) == 83
    for page in pages[:-1]:
        assert page.boxes[-1].box.break_penalty < NEVER
    assert all(page.depth <= 22 for page in pages)


def test_the_head_of_a_table_comes_again_on_the_next_page() -> None:
    head = Box(2, break_penalty=NEVER)
    rows = [Box(2, repeated_head=head) for _ in range(40)]
    pages = paginate([head, rows[0]._replace(repeated_head=None), *rows[1:]], 22)
    assert len(pages) > 3
    assert all(page.boxes[0].box is head for page in pages)
    assert all(page.depth <= 22 for page in pages)


@pytest.mark.parametrize("layout", ["row", "fan", "pile"])
@pytest.mark.parametrize("count", [1, 2, 7, 13, 60])
@pytest.mark.parametrize("form", ["a4", "card"])
def test_cards_keep_inside_their_figure(layout: Any, count: int, form: str) -> None:
    pack = pack_called("never-over")
    shape = page_format(form, pack)
    room = (shape.lines - 3) * shape.leading
    hand = Hand(tuple(pack.cards[place % 9] for place in range(count)), layout)
    laid = hand_layout(pack, hand, shape, shape.measure, room)
    assert laid.width <= shape.measure + 0.01
    assert laid.height <= room + 0.01
    assert len(laid.placed_cards) == count


# -- the commands


def test_the_command_writes_and_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rulebook", "never-over", "--template", str(SAMPLE), "-o", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "never-over-rulebook.pdf: 4 pages of A4" in said
    assert "Next:" in said
    assert (tmp_path / "never-over-rulebook.pdf").read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--booklet", "--press"], "do not go together"),
        (["--paper", "letter"], "add --booklet"),
        (["--condition", "gracol"], "add --press"),
        (["--booklet", "--format", "a4"], "do not fit on the paper"),
        (["--booklet", "--paper", "legal"], "add --format"),
        (["--format", "pokr"], "did you mean 'poker'?"),
        (["--format", "a3"], "choose from a4, letter, a5"),
        (["--format", "200 x 200 mm"], "too long to be read"),
        (["--game", "chess"], "there is no game"),
        (["--template", "nowhere.md.j2"], "could not be read"),
    ],
)
def test_options_that_do_not_go_together(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = [] if "--template" in options else ["--template", str(SAMPLE)]
    assert run(["rulebook", "never-over", *usual, *options, "-o", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_printer_s_file_is_preflighted_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    book = ["rulebook", "never-over", "--template", str(SAMPLE), "--press", "-o", str(tmp_path)]
    assert run([*book, "--format", "a5"]) == 0
    said = capsys.readouterr().out
    assert "-press.pdf: 8 pages of A5\n  preflight: passes\n" in said
    # Made with lines that no press holds, it is refused, and said to be.
    monkeypatch.setattr("cardgen.output.rulebook._LEAST_LINE", 0.01)
    monkeypatch.setattr("cardgen.books.page_items._EDGE", 0.02)
    assert run(book) == 1
    said, wrong = capsys.readouterr()
    assert "Next:" not in said
    assert "a line is 0.02 pt thin" in wrong
    assert "Do not send" in wrong


@pytest.mark.parametrize("form", sampled(["a6", "a4", "card"], 3))
def test_a_printer_s_file_ends_in_pages_to_write_on(form: str) -> None:
    """Sheets folded once have four pages; what is left of them is of use, and no page is blank."""
    pack, template = pack_called("never-over"), TEMPLATES["never-over"]
    plain = write_book(pack, BookJob(form=form, template=template))
    file = write_book(pack, BookJob(form=form, template=template, press=RulebookPress()))
    assert (file.pages, file.notes) == (-(-plain.pages // 4) * 4, -plain.pages % 4)
    assert plain.notes == 0
    with pypdfium2.PdfDocument(file.data) as pdf:
        texts = [page.get_textpage().get_text_range().split() for page in pdf]
        rules = [sum(o.get_bounds()[3] - o.get_bounds()[1] < 1 for o in page.get_objects()) for page in pdf]
    written = [number for number, words in enumerate(texts) if "Notes" in words]
    assert written == list(range(plain.pages, file.pages))
    assert all(rules[number] > 6 for number in written)


BOOKLET = """
> [!turn] Your turn
> 1. **Play** a card.
> 2. **Draw** one.

{{ score_sheet(["Ann", "Ben"], columns=5) }}
"""


@pytest.mark.parametrize("parts", sampled(range(1, 9), 3))
def test_the_back_shows_the_turn_again_and_pages_to_write_on_a_score_sheet(
    parts: int, tmp_path: Path
) -> None:
    """Below the text of the last page where there is room; what is a single page says it once."""
    file = tmp_path / "rules.md.j2"
    rest = "\n\n".join(f"# Part {part}\n\n{TEXT * 6}" for part in range(1, parts))
    file.write_text(f"# Play\n{BOOKLET}\n{rest}\n", "utf-8")
    for booklet in (False, True):
        book = typeset_pack_book(
            pack_called("never-over"), BookJob(form="a6", template=file, booklet=booklet)
        )
        print(parts, booklet, len(book.leaves), book.note_pages)
        pages, text = len(book.leaves), len(book.leaves) - book.note_pages
        shown = [
            " ".join(part.text for mark in _written(leaf) for part in mark.line.segments)
            for leaf in book.leaves
        ]
        assert pages % 4 == 0 or not booklet
        assert [number for number, words in enumerate(shown, 1) if "Your turn" in words] == sorted({1, pages})
        assert book.note_pages < 2 or ("Ben" in shown[text]) is ("Ben" not in shown[text - 1])
        assert all("Notes" in words for words in shown[text:])
        for leaf in book.leaves:
            boxes = sorted((top, top + box.height) for top, box, _ in leaf.boxes)
            assert all(foot <= top for (_, foot), (top, _) in pairwise(boxes))
            assert boxes[-1][1] <= 2 * book.form.lines


def test_a_few_last_lines_do_not_go_above_the_turn_where_they_have_room_before(tmp_path: Path) -> None:
    file, pack = tmp_path / "rules.md.j2", pack_called("never-over")
    turn = BOOKLET.partition("{{")[0]
    for length in range(30, 46):
        rest = "\n\n".join(["Play a card, draw one, and say what you do."] * length)
        pages = []
        for text in (f"# Play\n{turn}\n{rest}\n", f"# Play\n\n{rest}\n"):
            file.write_text(text, "utf-8")
            pages.append(typeset_pack_book(pack, BookJob(form="a6", template=file)))
        with_turn, without = pages
        if with_turn.note_pages:
            continue
        *_, (top, _, _) = above = sorted(with_turn.leaves[-1].boxes)[:-1]
        few = top + above[-1].box.height < 0.2 * 2 * with_turn.form.lines
        assert not few or len(without.leaves) == len(with_turn.leaves), length


def _written(leaf: Any) -> list[PlacedLine]:
    return [mark for _, box, _ in leaf.boxes for mark in box.marks if isinstance(mark, PlacedLine)]


def test_a_summary_is_one_page_or_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = tmp_path / "short.md.j2"
    short.write_text("# Play\n\nPlay {{ card('+4') }}.\n", "utf-8")
    assert run(["summary", "never-over", "--template", str(short), "-o", str(tmp_path)]) == 0
    with pypdfium2.PdfDocument((tmp_path / "never-over-summary.pdf").read_bytes()) as pdf:
        assert len(pdf) == 1
    capsys.readouterr()
    assert run(["summary", "never-over", "--template", str(SAMPLE), "-o", str(tmp_path)]) == 1
    assert "too long for one page" in capsys.readouterr().err


def test_a_rules_card_is_a_picture_of_the_card_with_its_bleed(tmp_path: Path) -> None:
    from PIL import Image

    short = tmp_path / "short.md.j2"
    short.write_text("# Play\n\nPlay {{ card('+4') }}.\n", "utf-8")
    pack = pack_called("never-over")
    data = rules_card_picture(pack, BookJob(form="card", template=short, kind="card"), dpi=300)
    picture = Image.open(io.BytesIO(data))
    card = pack.card
    assert picture.width == pytest.approx((card.width + 2 * card.bleed) / 72 * 300, abs=2)
    assert picture.height == pytest.approx((card.height + 2 * card.bleed) / 72 * 300, abs=2)


LOOKS = [
    *(["--style", "paper"], ["--ink-saver"], ["--size", "poker"], ["--back", "plain"], ["--no-stripe"]),
    *(["--strict"], ["--ragged"], ["--game", "never-over"]),
]


@pytest.fixture(scope="module")
def plain_books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A short book and summary without options, beside their template."""
    folder = tmp_path_factory.mktemp("plain")
    short, made = folder / "short.md.j2", {}
    short.write_text(f"# Play\n\n{TEXT} {{{{ card('+4') }}}}\n\n{{{{ cards('+4') }}}}\n", "utf-8")
    for command in ("rulebook", "summary"):
        made[command] = folder / f"{command}.pdf"
        assert run([command, "never-over", "--template", str(short), "-o", str(made[command])]) == 0
    return made


@pytest.mark.parametrize("command", ["rulebook", "summary"])
@pytest.mark.parametrize("options", sampled(LOOKS, 2), ids=" ".join)
def test_an_option_of_both_commands_is_taken(
    command: str, options: list[str], plain_books: dict[str, Path], tmp_path: Path
) -> None:
    plain, other = plain_books[command], tmp_path / "other.pdf"
    usual = [command, "never-over", "--template", str(plain.with_name("short.md.j2"))]
    if options[0] == "--back":
        from cardgen.art.backs import PATTERNS

        options = ["--back", sorted(PATTERNS)[0]]
    assert run([*usual, *options, "-o", str(other)]) == 0
    alike = ("--back", "--strict", "--game", "--size")
    if options[0] not in alike:
        assert plain.read_bytes() != other.read_bytes()


@pytest.mark.parametrize(
    ("options", "ending", "width"),
    [
        thorough(["--format", "a6"], "-a6", 105),
        (["--format", "card"], "-card", 62),
        (["--format", "Tarot"], "-tarot", 70),
        (["--format", "70 x 120 mm"], "-70x120mm", 70),
        thorough(["--press", "--condition", "gracol"], "-press", 216),
        (["--press", "--standard", "x4"], "-press", 216),
        thorough(["--booklet"], "-booklet", 297),
        (["--booklet", "--paper", "letter"], "-booklet", 279.4),
        (["--booklet", "--format", "a6"], "-a6-booklet", 297),
        thorough(["--booklet", "--paper", "a3"], "-booklet", 420),
    ],
    ids=str,
)
def test_formats_of_the_command(options: list[str], ending: str, width: float, tmp_path: Path) -> None:
    assert run(["rulebook", "never-over", "--template", str(SAMPLE), *options, "-o", str(tmp_path)]) == 0
    with pypdfium2.PdfDocument((tmp_path / f"never-over-rulebook{ending}.pdf").read_bytes()) as pdf:
        assert pdf[0].get_width() == pytest.approx(width / 25.4 * 72, abs=0.2)


@pytest.mark.parametrize("before", range(1, 12))
@pytest.mark.parametrize("count", [2, 3, 4, 7])
def test_no_line_of_a_paragraph_stands_alone_on_a_page(before: int, count: int) -> None:
    pack = pack_called("never-over")
    work = Compositor(pack, page_format("a5", pack), Book((), (), (), "en", ()))
    line = work.setter.lines((StyledText("one"),), style(), 100)[0]
    filling = [Box(2) for _ in range(before)]
    paragraph = work.line_boxes([line] * count)
    pages = paginate([*filling, *paragraph], 20)
    places = [sum(placed.box in paragraph for placed in page.boxes) for page in pages]
    assert 1 not in places
    assert sum(places) == count


def test_a_heading_stays_with_the_first_lines_of_its_text() -> None:
    pack = pack_called("never-over")
    work = Compositor(pack, page_format("a5", pack), Book((), (), (), "en", ()))
    book = (
        Heading(1, (StyledText("Title"),), "title"),
        Heading(2, (StyledText("Part"),), "part"),
        Paragraph((StyledText(TEXT),)),
    )
    boxes = list(work.lay_out_blocks(book, 150))
    for before in range(30):
        for page in paginate([*(Box(2) for _ in range(before)), *boxes], 40):
            assert not page.boxes[-1].box.headings
            marks = [bool(placed.box.headings) for placed in page.boxes]
            if any(marks):
                assert len(marks) - max(place for place, mark in enumerate(marks) if mark) > 2


def _book_of(chance: Random) -> list[Box]:
    """Boxes as a book has them: headings, paragraphs, figures that float, wide tables, one at the right."""
    boxes: list[Box] = []
    turn = chance.randrange(20)
    for block in range(40):
        kind = chance.choice(("heading", "float", "wide", "text", "text", "text", "box"))
        if block == turn:
            boxes.append(Box(12, above=2, below=2, flow="second"))
        elif kind == "heading":
            heading = Heading(chance.choice((1, 2)), (), f"key-{block}")
            boxes.append(Box(4, (Anchor(0, 0, heading.key, heading),), above=2, break_penalty=NEVER))
        elif kind == "text":
            count = chance.randrange(1, 9)
            boxes += [
                Box(
                    2,
                    is_inside_block=line < count - 1,
                    break_penalty=NEVER if line in (0, count - 2) and count > 1 else 0.0,
                )
                for line in range(count)
            ]
        else:
            flow: Any = "text" if kind == "box" else kind
            boxes.append(Box(2 * chance.randrange(3, 12), above=2, below=2, flow=flow))
    return boxes


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_every_box_stands_on_a_page_once_and_on_no_other(seed: int, columns: int) -> None:
    """In its order, what floats in its own; nothing is below the page's foot, and pages are well filled."""
    boxes = _book_of(Random(seed))
    opening = Box(20, below=4, flow="wide")
    pages = paginate(boxes, 110, columns, [opening])
    placed = [each for page in pages for each in page.boxes]
    assert placed[0].box is opening
    for flow in ("text", "float", "wide", "second"):
        wanted = [id(box) for box in boxes if box.flow == flow]
        assert [id(each.box) for each in placed[1:] if each.box.flow == flow] == wanted
    for page in pages:
        taken: list[set[int]] = [set() for _ in range(columns)]
        for top, box, column in page.boxes:
            wide = columns > 1 and box.flow == "wide"
            for each in taken if wide else [taken[column]]:
                here = set(range(top, top + box.height))
                assert not each & here
                each |= here
        assert max(max(each) for each in taken if each) < 110
    for page in pages[:-1]:
        depths = [max(top + box.height for top, box, at in page.boxes if at == c) for c in range(columns)]
        assert sum(depths) >= 2 / 3 * 110 * columns
    if columns == 2 and len(pages) > 1:
        one, two = (
            max(
                (top + box.height for top, box, at in pages[-1].boxes if at == c or box.flow == "wide"),
                default=0,
            )
            for c in (0, 1)
        )
        assert abs(one - two) <= 30


def test_a_float_goes_on_to_the_next_end_of_a_paragraph_and_keeps_in_its_section() -> None:
    text = [Box(2, is_inside_block=line % 4 < 3) for line in range(44)]
    figure = Box(10, above=2, below=2, flow="float")
    first = paginate([*text[:16], figure, *text[16:]], 40)[0]
    tops = {id(box): top for top, box, _ in first.boxes}
    assert id(figure) not in tops, "a gap of 8 half lines is left where it would stand"
    assert [id(box) for box in text[:20]] == list(tops)
    second = paginate([*text[:16], figure, *text[16:]], 40)[1]
    assert second.boxes[0].box is figure
    # The next section begins behind it, even if that leaves room on the page before.
    part = Heading(1, (), "part")
    heading = Box(4, (Anchor(0, 0, "part", part),), break_penalty=NEVER)
    pages = paginate([*text[:16], figure, heading, *text[16:]], 40)
    order = [id(each.box) for page in pages for each in page.boxes]
    assert order.index(id(figure)) < order.index(id(heading))


@pytest.mark.parametrize("before", [10, 20, 40])
def test_a_wide_table_stands_below_its_heading_and_the_text_before_it(before: int) -> None:
    heading = Heading(1, (), "editions")
    opened = Box(4, (Anchor(0, 0, heading.key, heading),), above=4, break_penalty=NEVER)
    table = Box(20, flow="wide")
    text = [Box(2) for _ in range(120)]
    pages = paginate([*text[:before], opened, *text[before : before + 3], table, *text[before + 3 :]], 80, 2)
    page = next(page for page in pages if any(each.box is table for each in page.boxes))
    over, begun = (next(each for each in page.boxes if each.box is box) for box in (table, opened))
    above = [each for each in page.boxes if each.top < over.top]
    assert begun in above
    assert len(above) == before + 4
    depths = [max(each.top + each.box.height for each in above if each.column == column) for column in (0, 1)]
    assert max(depths) + 2 == over.top
    assert abs(depths[0] - depths[1]) <= 8
    below = [each for each in page.boxes if each.top > over.top]
    assert {each.column for each in below} == {0, 1}
    assert min(each.top for each in below) == over.top + 22


def test_the_turn_stands_in_the_text_where_its_section_begins_behind_the_first_column() -> None:
    heading = Heading(1, (), "set-up")
    opened = Box(4, (Anchor(0, 0, heading.key, heading),), break_penalty=NEVER)
    text = [Box(2) for _ in range(60)]
    turn = Box(10, below=2, flow="second")
    placed = [
        each
        for page in paginate([*text[:25], opened, *text[25:28], turn, *text[28:]], 40, 2)
        for each in page.boxes
    ]
    order = [each.box for each in placed]
    assert order.index(turn) == order.index(opened) + 4


def test_the_turn_heads_the_second_column_of_the_first_page() -> None:
    text = [Box(2) for _ in range(60)]
    turn = Box(10, below=2, flow="second")
    first = paginate([*text, turn], 40, 2)[0]
    assert [(top, column) for top, box, column in first.boxes if box is turn] == [(0, 1)]
    assert paginate([*text, turn], 40)[-1].boxes[-1].box is turn


def test_kerned_lines_end_where_they_are_said_to_and_read_back_whole(tmp_path: Path) -> None:
    file = tmp_path / "rules.md.j2"
    text = "Today we play AVATAR, the Yo-yo of Tom Wavell’s: “To you,” it says. Take every Two away; Vote. "
    file.write_text(text * 12, "utf-8")
    pack = pack_called("never-over")
    shape = page_format("a5", pack)
    data = write_book(pack, BookJob(form="a5", template=file)).data
    with pypdfium2.PdfDocument(data) as pdf:
        page = pdf[0].get_textpage()
        assert "AVATAR" in page.get_text_range()
        assert "Wavell" in page.get_text_range()
        ends = [each.box.right for each in characters(pdf[0])]
    right = shape.inner + shape.measure
    assert max(ends) == pytest.approx(right, abs=0.6)
    assert sum(abs(end - right) < 0.6 for end in ends) >= 6
