"""Tagged PDF: what a screen reader gets of a rulebook, read back from the structure of the file."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pdfua
import pikepdf
import pypdfium2
import pytest
from tagged_pdf import Annotation, Node, TaggedPdf

from cardgen import api
from cardgen.books.blocks import (
    Aside,
    Block,
    Figure,
    Glossary,
    Heading,
    ItemList,
    Notes,
    Paragraph,
    Rule,
    ScoreSheet,
    Table,
    Term,
    Verdicts,
    plain_text,
)
from cardgen.books.typeset import Typeset
from cardgen.books.typeset import typeset_book as set_in
from cardgen.output.booklet import impose_booklet
from cardgen.output.rulebook import (
    BookJob,
    RulebookPress,
    template_of_job,
    typeset_pack_book,
    write_book,
    write_rulebook,
)
from cardgen.prepress.pdf.structure import StructureElement
from cardgen.text.formats import page_format
from cardgen.text.styles import NoteMark, Runs, StyledText

BOOKS = Path(__file__).parents[1] / "rulebooks"
#: A template (None for the pack's own) and a format. A4 has two columns, and floats in them.
CASES = [("tagged", "a4"), ("tagged", "card"), ("screen", "a5"), (None, "letter")]


@cache
def typeset(name: str | None, form: str) -> Typeset:
    pack = api.load("never-over")
    job = BookJob(form=form, template=BOOKS / f"{name}.md.j2" if name else None)
    return typeset_pack_book(pack, job, template_of_job(pack, job))


@cache
def data(name: str | None, form: str) -> bytes:
    return write_rulebook(api.load("never-over"), typeset(name, form), tagged=True).data


@cache
def read(name: str | None, form: str) -> TaggedPdf:
    return TaggedPdf(data(name, form))


@pytest.fixture
def tagged() -> TaggedPdf:
    return read("tagged", "a4")


def words(runs: Runs) -> str:
    """The words of runs with the numbers of their notes."""
    parts = [str(run) if isinstance(run, NoteMark) else plain_text((run,)) for run in runs]
    return " ".join("".join(parts).split())


class Expected:
    """What is read of a book, by its blocks."""

    def __init__(self, pages: dict[str, int]) -> None:
        self.level, self.pages = 1, pages

    def blocks(self, blocks: Sequence[Block]) -> Iterator[tuple[str, str]]:
        for block in blocks:
            yield from (pair for pair in self.block(block) if pair[1])

    def block(self, block: Block) -> Iterator[tuple[str, str]]:
        if isinstance(block, Heading):
            self.level = min(block.level, self.level) + 1 if block.text.strip() else self.level
            yield f"H{self.level}", words(block.runs)
        elif isinstance(block, Paragraph):
            yield "P", words(block.runs)
        elif isinstance(block, ItemList | Notes):
            start = 1 if isinstance(block, Notes) else block.start
            for place, item in enumerate(block.items):
                yield "Lbl", "•" if start is None else f"{start + place}."
                alone = len(item) == 1 and isinstance(block, ItemList) and isinstance(item[0], Paragraph)
                found = list(self.blocks(item))
                yield from [("LBody", text) for _, text in found] if alone else found
        elif isinstance(block, Table | ScoreSheet):
            yield from self.table(block)
        elif isinstance(block, Aside):
            yield "P", words(block.title)
            yield from self.blocks(block.blocks)
        elif isinstance(block, Figure | Verdicts):
            yield from self.figure(block)
        elif isinstance(block, Glossary):
            yield from map(self.term, block.terms)
        else:
            assert isinstance(block, Rule)

    def term(self, term: Term) -> tuple[str, str]:
        pages = ", ".join(dict.fromkeys(str(self.pages[key]) for key in term.places))
        name = f"{words(term.name)}{':' if term.text else ''}"
        return "LBody", f"{name} {words(term.text)}{' → ' if pages else ''}{pages}"

    def table(self, block: Table | ScoreSheet) -> Iterator[tuple[str, str]]:
        if isinstance(block, Table) and not (block.rows or any(block.head)):
            return
        yield "Caption", words(block.caption)
        if isinstance(block, ScoreSheet):
            yield from (("TH", words(row)) for row in block.rows)
            return
        yield from (("TH", words(cell)) for cell in block.head)
        for row in block.rows:
            first = "TH" if len(row) > 1 else "TD"
            yield from (("TD" if place else first, words(cell)) for place, cell in enumerate(row))

    def figure(self, block: Figure | Verdicts) -> Iterator[tuple[str, str]]:
        if isinstance(block, Figure):
            yield "P", block.label
        yield "Figure", f"[{' '.join(block.alt.split())}]" if block.alt else ""
        for verdict in block.lines if isinstance(block, Verdicts) else ():
            yield "Lbl", "Yes:" if verdict.good else "No:"
            cards = " ".join(map(str, verdict.cards))
            yield "LBody", f"{cards} {words(verdict.reason)}".strip()
        yield "Caption", words(block.caption)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_all_blocks_are_read_once_and_in_order(name: str | None, form: str) -> None:
    book = typeset(name, form).book
    leaves = list(read(name, form).document.leaves())
    title, *front = leaves[:4] if book.players else leaves[:3]
    begin = next(place for place, (kind, _) in enumerate(leaves) if place > len(front) and kind != "TOCI")
    assert title == ("H1", words(book.title))
    assert [kind for kind, _ in front] == ["P"] * (len(front) - 1) + ["Figure"]
    headings = [
        (heading.key, leaf.number)
        for leaf in typeset(name, form).leaves
        for placed in leaf.boxes
        for heading in placed.box.headings
    ]
    expected = list(Expected(dict(headings)).blocks(book.blocks))
    credits = [("P", words(book.credits))] if book.credits else []
    assert leaves[begin:] == expected + credits
    assert len(expected) > 20


def test_without_a_title_the_first_section_is_the_first_heading() -> None:
    pack = api.load("never-over")
    blocks = (Heading(1, (StyledText("One"),), "one"), Paragraph((StyledText("And more."),)))
    book = typeset("screen", "a5").book._replace(title=(), blocks=blocks)
    made = set_in(book, pack, page_format("a5", pack), template_of_job(pack, BookJob()))
    file = TaggedPdf(write_rulebook(pack, made, tagged=True).data)
    assert file.document.all("H1", "H2", "H3")[0].kind == "H1"
    assert str(file.pdf.docinfo.Title) == "NEVER OVER"


def test_contents_lead_to_the_sections_and_tell_their_pages() -> None:
    book = typeset(None, "a5")
    entries = read(None, "a5").document.all("TOCI")
    sections = [block.text for block in book.book.blocks if isinstance(block, Heading) and block.level == 1]
    pages = {
        heading.text: leaf.number
        for leaf in book.leaves
        for placed in leaf.boxes
        for heading in placed.box.headings
    }
    assert [entry.text for entry in entries] == [f"{text} {pages[text]}" for text in sections]
    for entry in entries:
        assert [node.kind for node in entry.walk()] == ["TOCI", "Reference", "Link"]


def annotations(node: Node) -> list[Any]:
    return [kid.obj for kid in node.kids if isinstance(kid, Annotation)]


@pytest.mark.parametrize(("name", "form"), CASES)
def test_every_link_belongs_to_the_words_that_it_is_on(name: str | None, form: str) -> None:
    file = read(name, form)
    links = file.document.all("Link")
    found = [annotation for link in links for annotation in annotations(link)]
    assert sorted(each.objgen for each in found) == sorted(
        each.objgen for page in file.pdf.pages for each in page.get("/Annots", [])
    )
    assert all(str(each.Contents).strip() for each in found)
    assert all(link.text and annotations(link) for link in links)


def test_a_link_over_pieces_of_several_looks_is_one_link(tagged: TaggedPdf) -> None:
    first = next(node for node in tagged.document.all("P") if node.text.startswith("Some text"))
    assert [link.text for link in first.all("Link")] == ["¹", "link to the end", "another, to the web"]
    assert [node.text for node in first.all("Reference")] == ["¹"]
    [address] = {str(each.A.URI) for each in annotations(first.all("Link")[2])}
    assert address == "https://example.org/a?b=(c)"


def test_notes_are_labelled_and_named(tagged: TaggedPdf) -> None:
    [note] = tagged.document.all("Note")
    assert str(note.obj.ID) == "note-1"
    assert [kid.kind for kid in note.kids if isinstance(kid, Node)] == ["Lbl", "P", "P"]
    names = list(tagged.pdf.Root.StructTreeRoot.IDTree.Names)
    assert (str(names[0]), names[1].objgen) == ("note-1", note.obj.objgen)
    assert [node.text for node in tagged.document.all("Reference") if node.text == "¹"] == ["¹", "¹"]


def test_tables_tell_what_their_heads_are_of(tagged: TaggedPdf) -> None:
    bare, sheet, long = tagged.document.all("Table")
    scopes = [[str(cell.obj.A.Scope) for cell in table.all("TH")] for table in (bare, sheet, long)]
    assert scopes == [["/Row"] * 2, ["/Row"] * 2, ["/Column"] * 3 + ["/Row"] * 90]
    rows = [len(row.all("TH", "TD")) for row in long.all("TR")]
    assert rows == [3] * 91, "empty cells are cells, too"
    assert [len(row.all("TD")) for row in sheet.all("TR")] == [3, 3]


def test_a_head_that_comes_again_on_the_next_page_is_read_once(tagged: TaggedPdf) -> None:
    assert [cell.text for cell in tagged.document.all("TH")].count("What it says") == 1
    again = [page for page in tagged.artifacts if "What it says" in "".join(page)]
    assert again


def test_running_heads_and_numbers_are_no_part_of_the_text(tagged: TaggedPdf) -> None:
    for number, page in enumerate(tagged.artifacts[1:], 2):
        assert str(number) in page
        assert any("NEVER OVER" in text for text in page)


def test_figures_are_told_in_words_and_say_where_they_are(tagged: TaggedPdf) -> None:
    figures = tagged.document.all("Figure")
    assert [str(each.obj.Alt) for each in figures] == [
        "+4, ≤4",
        "Abe: Fan of cards: +4, +3, ≤2",
        "Card: ≤2",
        "Two cards (one green) and a \\ backslash",
    ]
    for each in figures:
        left, bottom, right, top = map(float, each.obj.A.BBox)
        assert 0 <= left < right <= 596
        assert 0 <= bottom < top <= 842


def test_lists_lie_within_lists(tagged: TaggedPdf) -> None:
    outer = tagged.document.all("L")[0]
    assert [str(each.obj.A.ListNumbering) for each in outer.all("L")] == ["/Decimal", "/Disc"]
    assert [kid.kind for kid in outer.kids if isinstance(kid, Node)] == ["LI", "LI"]


def test_a_divided_word_is_whole_when_it_is_read(tagged: TaggedPdf) -> None:
    last = [node for node in tagged.document.all("P") if "irregularities" in node.text]
    assert len(last) == 6
    raw = "".join(part for page in tagged.parts for part in page.values())
    assert raw.count("\u00ad") > 3, "nothing is divided here"
    assert all("a well-known dash" in node.text for node in last)
    assert any(isinstance(node.obj.K, int) for node in last), "what stands together is one part of its page"


def pages_of(node: Node) -> int:
    """On how many pages a paragraph is."""
    kids = node.obj.K if isinstance(node.obj.K, pikepdf.Array) else [node.obj.K]
    others = {kid.Pg.objgen for kid in kids if isinstance(kid, pikepdf.Dictionary) and kid.Type == "/MCR"}
    return 1 + len(others)


def test_a_paragraph_over_two_pages_is_one() -> None:
    last = [node for node in read("tagged", "card").document.all("P") if "aloud" in node.text]
    assert len(last) == 6
    assert 2 in map(pages_of, last)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_a_checker_finds_nothing_but_that_no_conformance_is_claimed(
    name: str | None, form: str, tmp_path: Path
) -> None:
    file = tmp_path / "book.pdf"
    file.write_bytes(data(name, form))
    found = [(each.rule_id, each.message) for each in pdfua.validate(str(file)).findings]
    assert [rule for rule, _ in found] == ["UA-28-004"], found
    assert b"pdfuaid" not in read(name, form).pdf.Root.Metadata.read_bytes()


@pytest.mark.outside("pdfinfo")
def test_a_program_that_is_not_ours_reads_the_same(tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    file.write_bytes(data("screen", "a5"))
    said = subprocess.run(
        ["pdfinfo", "-struct-text", file], capture_output=True, check=True, encoding="utf-8"
    ).stdout
    # It draws a page for each part of it, so this is a small book; it parts a text where its look changes,
    # and reads small cards and signs from what is drawn.
    joined = "".join(re.findall(r'^ *"(.*)"$', said, re.MULTILINE)).replace("\u00ad", "").replace(" ", "")
    at = 0
    for kind, text in read("screen", "a5").document.leaves():
        if kind not in ("Figure", "Lbl"):
            found = joined.find(text.replace(" ", ""), at)
            assert found >= 0, text
            at = found + len(text.replace(" ", ""))


def test_the_file_says_its_title_and_language() -> None:
    pdf = read("screen", "a5").pdf
    assert str(pdf.Root.Lang) == "de"
    assert pdf.Root.MarkInfo.Marked is True
    assert pdf.Root.ViewerPreferences.DisplayDocTitle is True
    with pdf.open_metadata() as metadata:
        assert metadata["dc:title"] == "NEVER OVER" == str(pdf.docinfo.Title)
        assert set(metadata["dc:language"]) == {"de"}
    assert all(page.Tabs == "/S" for page in pdf.pages)


def test_tags_cannot_be_seen() -> None:
    pack = api.load("never-over")
    bare = write_rulebook(pack, typeset("tagged", "a4")).data
    assert b"StructTreeRoot" not in bare
    one, other = pypdfium2.PdfDocument(bare), pypdfium2.PdfDocument(data("tagged", "a4"))
    assert len(one) == len(other)
    for page, same in zip(one, other, strict=True):
        assert page.render(scale=1).to_pil().tobytes() == same.render(scale=1).to_pil().tobytes()


def test_what_is_drawn_again_has_the_same_bytes() -> None:
    pack = api.load("never-over")
    assert write_rulebook(pack, typeset("tagged", "card"), tagged=True).data == data("tagged", "card")


@pytest.mark.parametrize(
    "job", [BookJob(form="card", press=RulebookPress()), BookJob(form="card", booklet=True)]
)
def test_what_is_for_a_press_or_to_be_imposed_has_no_tags(job: BookJob) -> None:
    file = write_book(api.load("never-over"), job)
    made = (
        impose_booklet(file.data, (2 * file.form.width, file.form.height)).data if job.booklet else file.data
    )
    for each in (file.data, made):
        with pikepdf.open(io.BytesIO(each)) as pdf:
            assert "/StructTreeRoot" not in pdf.Root
            assert b"MCID" not in pdf.pages[0].Contents.read_bytes()


def test_a_row_keeps_its_empty_cells_and_a_tree_nothing_else_that_is_empty() -> None:
    root = StructureElement("Document")
    StructureElement("P", root)
    row = StructureElement("TR", StructureElement("Table", root))
    full = StructureElement("TD", row)
    empty = StructureElement("TD", row)
    assert not root.remove_empty()
    root = StructureElement("Document")
    row = StructureElement("TR", root)
    row.kids += [full, empty]
    StructureElement("P", full)
    full.kids.append(Annotation(None))  # type: ignore[arg-type]
    assert root.remove_empty()
    assert row.kids == [full, empty]
