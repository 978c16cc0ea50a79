"""What must never be wrong with the order of a book's pages: figures, what announces them, and last words.

    python tests/book_layout.py

looks through the books of all games, in all formats and languages, and through those of folded sheets.
It prints what is wrong, and ends with 1 if anything is. Columns that are filled to less than 85 % and do not
end a section stand in tests/short_columns.txt, each with its reason; after a change of books or of how they
are laid out, `python tests/book_layout.py --list` writes that anew.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from samples import game_packs

from cardgen import api
from cardgen.books.blocks import (
    Aside,
    Block,
    Heading,
    ItemList,
    Notes,
    Paragraph,
    ends_in_colon,
    has_figure,
    plain_text,
)
from cardgen.books.boxes import BAD, Box, PlacedLine
from cardgen.books.pages import Page, PlacedBox, boxes_with_tops_and_depth
from cardgen.books.typeset import Leaf, Typeset
from cardgen.gaming.games import GAMES
from cardgen.output.rulebook import BookJob, typeset_pack_book
from cardgen.pack.library import pack_file
from cardgen.prepress.pdf.structure import StructureElement
from cardgen.text.format_names import NAMES
from cardgen.text.line_breaking import Line

#: Each book with a pack for each of its games.
BOOKS = tuple(dict.fromkeys((GAMES[game].template, pack) for game, pack in game_packs().items()))
LANGUAGES = ("en", "de", "fr", "es")
#: The columns that are filled to less than so much, one a line.
SHORT_COLUMNS = Path(__file__).with_name("short_columns.txt")
_LEAST_FILLED = 0.85


class Variant(NamedTuple):
    """One book: what is printed, in which format and language, and whether on sheets that are folded."""

    game: str
    pack: str
    form: str
    language: str = "en"
    folded: bool = False


def variants() -> Iterator[Variant]:
    """Yield all books. Those for a press have the pages of folded sheets, see typeset_pack_book()."""
    for game, pack in BOOKS:
        for form in NAMES:
            for language in LANGUAGES:
                for folded in (False, True):
                    yield Variant(game, pack, form, language, folded)


def typeset_variant(variant: Variant) -> Typeset:
    """Set one book."""
    language = {} if variant.language == "en" else {("language",): variant.language}
    job = BookJob(variant.game, variant.form, beside=str(pack_file(variant.pack)), booklet=variant.folded)
    return typeset_pack_book(api.load(variant.pack, language), job)


class Read(NamedTuple):
    """A box as a reader comes to it."""

    page: int
    #: The column, and how many wide boxes are above it on its page.
    column: tuple[int, int]
    box: Box


def reading_order(pages: Sequence[Page | Leaf], columns: int) -> list[Read]:
    """Return the boxes of the text as they are read: down each column, above and then below what is wide."""

    def place(each: PlacedBox) -> tuple[int, int, int]:
        is_wide = columns > 1 and each.box.flow == "wide"
        return sum(top < each.top for top in wide), columns if is_wide else each.column, each.top

    order: list[Read] = []
    for number, page in enumerate(pages, 1):
        wide = [each.top for each in page.boxes if columns > 1 and each.box.flow == "wide"]
        order += (
            Read(number, place(each)[:2], each.box)
            for each in sorted(page.boxes, key=place)
            if each.box.block is not None
        )
    return order


def layout_faults(book: Typeset) -> list[str]:
    """Return what is wrong with the order of a book and with the last words of its paragraphs."""
    blocks, order = book.book.blocks, reading_order(book.leaves, book.form.columns)
    return [*order_faults(blocks, order), *unannounced(blocks), *divided_last_words(book)]


def order_faults(blocks: Sequence[Block], order: Sequence[Read]) -> list[str]:
    """Return what is wrong with the order of a book's boxes, and where its pages and columns end."""
    return [*misplaced_figures(blocks, order), *parted_announcements(blocks, order)]


def misplaced_figures(blocks: Sequence[Block], order: Sequence[Read]) -> Iterator[str]:
    """Tell of figures that stand before other figures or text that they follow in the book, or too late.

    A turn at a glance without a figure that heads the second column is no part of the text around it.
    """
    places: dict[int, list[int]] = defaultdict(list)
    for place, read in enumerate(order):
        if read.box.block is not None and (read.box.flow != "second" or read.box.is_figure):
            places[read.box.block].append(place)
    for number in [each for each in places if has_figure(blocks[each])]:
        begin = places[number][0]
        page = order[begin].page
        for other in [each for each in places if each < number]:
            if places[other][-1] > begin:
                yield f"p. {page}: {_name(blocks[number])} stands before {_name(blocks[other])}"
        if number - 1 in places:
            between = range(order[places[number - 1][-1]].page + 1, page)
            if any(not _has_figures(order, each) for each in between):
                yield f"p. {page}: {_name(blocks[number])} is pages behind {_name(blocks[number - 1])}"


def _has_figures(order: Sequence[Read], page: int) -> bool:
    return any(read.box.is_figure for read in order if read.page == page)


def parted_announcements(blocks: Sequence[Block], order: Sequence[Read]) -> Iterator[str]:
    """Tell of headings and colons at the foot of a page or a column, and of colons before something else."""
    last = {read.box.block: place for place, read in enumerate(order)}
    for number, place in last.items():
        here, after = order[place], order[place + 1] if place + 1 < len(order) else None
        if number is not None and (ends_in_colon(blocks[number]) or isinstance(blocks[number], Heading)):
            if after is None or after.page != here.page:
                yield f"p. {here.page}: {_name(blocks[number])} is the last on its page"
            elif ends_in_colon(blocks[number]):
                if after.box.block != number + 1:
                    yield f"p. {here.page}: {_name(blocks[number])} has something else behind it"
            elif after.column != here.column and after.box.flow != "wide":
                yield f"p. {here.page}: {_name(blocks[number])} is the last in its column"
    yield from _colons_at_the_foot(order)


def _colons_at_the_foot(order: Sequence[Read]) -> Iterator[str]:
    """Tell of pages that end with a colon, in a list or a box too."""
    for here, after in pairwise(order):
        text = _words([mark.line for mark in here.box.marks if isinstance(mark, PlacedLine)][-1:])
        if text.endswith(":") and not here.box.continues_paragraph and after.page != here.page:
            yield f"p. {here.page}: the page ends with {text[-60:]!r}"


def unannounced(blocks: Sequence[Block], behind: Block | None = None) -> Iterator[str]:
    """Tell of colons with no list, figure or box behind them: what they announce was left out.

    behind: what follows the blocks.
    """
    for block, after in zip(blocks, (*blocks[1:], behind), strict=True):
        if isinstance(block, ItemList | Notes):
            for item in block.items:
                yield from unannounced(item, after if item is block.items[-1] else None)
        elif isinstance(block, Aside):
            yield from unannounced(block.blocks)
        elif ends_in_colon(block) and (after is None or isinstance(after, Paragraph | Heading)):
            yield f"{_name(block)} announces nothing"


def divided_last_words(book: Typeset) -> Iterator[str]:
    """Tell of paragraphs whose last line is the rest of a word."""
    lines: dict[int, list[tuple[int, Line]]] = defaultdict(list)
    parts: list[StructureElement] = []
    for leaf in book.leaves:
        for placed in leaf.boxes:
            for mark in placed.box.marks:
                if isinstance(mark, PlacedLine) and mark.part is not None:
                    parts.append(mark.part)
                    lines[id(mark.part)].append((leaf.number, mark.line))
    for written in lines.values():
        for (page, line), (_, after) in pairwise(written[-2:]):
            text, rest = _words([line]), _words([after])
            if text.endswith("-") and " " not in rest:
                yield f"p. {page}: {text[-40:]!r} divides the last word, {rest!r} being left"


def short_columns(book: Typeset) -> Iterator[str]:
    """Tell of columns filled to less than 85 % that do not end a section, with the reason.

    The last page with text is no such page: its columns are made equally long.
    """
    room, columns = 2 * book.form.lines, book.form.columns
    order = reading_order(book.leaves, columns)
    pages = sorted({read.page for read in order})
    for page in pages[:-1]:
        boxes = book.leaves[page - 1].boxes
        #: Where the columns begin: below what is wide, and below the title.
        over = [each for each in boxes if each.box.block is None or (columns > 1 and each.box.flow == "wide")]
        top = max((each.top + each.box.height for each in over), default=0)
        below = [each for each in boxes if each not in over and each.top >= top]
        for column in range(columns):
            inside = [
                each for each in boxes if each not in over and each.column == column and each.top >= top
            ]
            depth = max((each.top + each.box.height for each in inside), default=top)
            if depth >= _LEAST_FILLED * room:
                continue
            rest = [each for each in below if each.column > column]
            behind = [each.box for each in sorted(rest, key=lambda each: (each.column, each.top))]
            behind += [read.box for read in order if read.page > page]
            if not behind[0].opens_section:
                where = f"p. {page}, column {column + 1}, {round(100 * depth / room)} %"
                yield f"{where}: {_why_short(behind, room - depth)}"


def _why_short(behind: Sequence[Box], free: int) -> str:
    """Tell why what is behind a column does not fill it, which has so many half lines free."""
    count = next((at for at, box in enumerate(behind, 1) if box.break_penalty < BAD), len(behind))
    tall = boxes_with_tops_and_depth(behind[:count])[1] - behind[count - 1].below
    if tall > free:
        return f"what follows and stays together is {tall / 2:g} lines high, and {free / 2:g} are free"
    return "filled, this column would leave a later one short, or part what belongs together"


def _words(lines: Sequence[Line]) -> str:
    return " ".join("".join(segment.text for segment in line.segments) for line in lines).strip()


def _name(block: Block) -> str:
    runs = getattr(block, "runs", ()) or getattr(block, "title", ()) or getattr(block, "caption", ())
    return f"{type(block).__name__} {plain_text(runs)[-60:]!r}"


def main() -> int:
    """Look through all books; return how the process ends."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help=f"write {SHORT_COLUMNS.name} anew")
    asked = parser.parse_args()
    faults: list[str] = []
    short: list[str] = []
    books = [(variant, typeset_variant(variant)) for variant in variants()]
    for variant, book in books:
        name = " ".join(variant[:4]) + " folded" * variant.folded
        faults += (f"{name} {fault}" for fault in layout_faults(book))
        short += (f"{name} {each}" for each in short_columns(book))
    if asked.list:
        SHORT_COLUMNS.write_text("".join(f"{each}\n" for each in short), encoding="utf-8")
    listed = SHORT_COLUMNS.read_text(encoding="utf-8").splitlines()
    faults += (f"{each} (not in {SHORT_COLUMNS.name})" for each in short if each not in listed)
    faults += (f"{each} (no more, but in {SHORT_COLUMNS.name})" for each in listed if each not in short)
    print(*faults, f"{len(books)} books, {len(short)} short columns, {len(faults)} faults", sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
