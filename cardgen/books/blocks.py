"""The parts of a rulebook after its template was parsed: a few kinds of blocks, with runs of text in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from ..geometry import Rect
from ..pack.model import Card
from ..text.styles import InlineCard, LineBreak, NoteMark, Runs, StyledText
from .lesson import Lesson

if TYPE_CHECKING:
    from ..art.items import Item

#: How several cards are arranged.
Layout = Literal["row", "fan", "pile"]
LAYOUTS: tuple[Layout, ...] = ("row", "fan", "pile")
Align = Literal["left", "center", "right"]
#: The kinds of boxes; "turn" is the turn at a glance, which a booklet repeats on its back.
BoxKind = Literal["remark", "turn", "example", "note"]
BOX_KINDS: tuple[BoxKind, ...] = ("turn", "example", "note")


class LazyFact(NamedTuple):
    """A fact that is slow to compute, such as a whole game: computed only if a template names it."""

    compute: Callable[[], Any]


class Drawing(Protocol):
    """A picture that a game draws: its width and height at full scale (points), and its items.

    A drawing that can take other shapes may have `fitted_to(measure, height)`, which returns a drawing that
    fits into this space in points. It may have `alt`, a description for people who do not see it.
    """

    @property
    def width(self) -> float:
        """Return the width at full scale, in points."""
        ...

    @property
    def height(self) -> float:
        """Return the height at full scale, in points."""
        ...

    def items(self, rect: Rect) -> Iterable[Item]:
        """Return the drawing's items, scaled into a rectangle of its proportions."""
        ...


class Hand(NamedTuple):
    """Cards shown together: side by side, fanned, or in a pile."""

    cards: tuple[Card, ...]
    layout: Layout = "row"
    #: The text below each card; empty for none.
    labels: tuple[str, ...] = ()
    #: Maximum number of rows on paper; 0 for as many as large cards need.
    rows: int = 0


class Figure(NamedTuple):
    """A drawing or cards as a block of its own, with label and caption."""

    art: Hand | Drawing
    caption: Runs = ()
    #: Text beside or above it: "Abe", "Your hand".
    label: str = ""
    #: A description for people who do not see it.
    alt: str = ""


class Verdict(NamedTuple):
    """One line of a pictured example: whether the cards are right or wrong, and why."""

    good: bool
    cards: tuple[InlineCard, ...]
    reason: Runs = ()


class Verdicts(NamedTuple):
    """A pictured example: right and wrong cases beside the cards shown."""

    lines: tuple[Verdict, ...]
    beside: Hand | Drawing | None = None
    caption: Runs = ()
    #: A description of what is beside the lines, for people who do not see it.
    alt: str = ""


class Heading(NamedTuple):
    """The title of a section (level 1), or of a part of one (2, 3)."""

    level: int
    runs: Runs
    #: The target of links, as in "#the-pack".
    key: str
    #: Whether the appendix begins here.
    appendix: bool = False
    #: The language of its text; "" for that of the book.
    language: str = ""

    @property
    def text(self) -> str:
        """Return the plain text."""
        return plain_text(self.runs)


class Paragraph(NamedTuple):
    """Running text."""

    runs: Runs


class ItemList(NamedTuple):
    """A list, with numbers or without."""

    items: tuple[tuple[Block, ...], ...]
    #: The first number; None for a list with dots.
    start: int | None = None


class Table(NamedTuple):
    """Rows of cells, as wide as their text needs."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    align: tuple[Align, ...]
    caption: Runs = ()


class ScoreSheet(NamedTuple):
    """A table to fill in: the headings of its rows, and the number of empty cells in each."""

    rows: tuple[Runs, ...]
    columns: int
    caption: Runs = ()


class Aside(NamedTuple):
    """A box: an example, a note or the turn at a glance; or a remark, which has no heading."""

    blocks: tuple[Block, ...]
    kind: BoxKind = "remark"
    title: Runs = ()


class Notes(NamedTuple):
    """The notes of the whole book in order, numbered from 1."""

    items: tuple[tuple[Block, ...], ...]


class Term(NamedTuple):
    """An entry of a glossary, or of an index if it has no text."""

    name: Runs
    text: Runs
    #: The keys of the headings of the sections that tell more.
    places: tuple[str, ...] = ()


class Glossary(NamedTuple):
    """Terms in alphabetical order."""

    terms: tuple[Term, ...]
    #: The headings of the book by their keys, for the places of the terms.
    headings: Mapping[str, str]


class Rule(NamedTuple):
    """A short horizontal line, for a pause."""


Block = (
    Heading
    | Paragraph
    | ItemList
    | Table
    | ScoreSheet
    | Aside
    | Rule
    | Figure
    | Verdicts
    | Notes
    | Glossary
    | Lesson
)


class Book(NamedTuple):
    """A whole rulebook, before typesetting."""

    title: Runs
    subtitle: Runs
    #: The author and sources; printed small below the last page's text.
    credits: Runs
    #: An IETF tag, such as "en" or "de-AT".
    language: str
    blocks: tuple[Block, ...]
    #: Number of players and duration, in a few words each: "2–6 players", "15 minutes", "from 8".
    players: Runs = ()
    minutes: Runs = ()
    age: Runs = ()
    #: Number of cards in play; None for the cards of the pack's suits.
    cards: int | None = None
    #: The cards on the cover; empty for the pack's highest card of each suit.
    cover: tuple[Card, ...] = ()
    #: The file's Author; empty for the pack's author.
    pdf_author: str = ""


def has_figure(block: Block) -> bool:
    """Tell whether a block is, or contains, a picture, a row of cards, a table or a pictured example."""
    if isinstance(block, ItemList | Notes):
        return any(has_figure(each) for item in block.items for each in item)
    if isinstance(block, Aside):
        return any(has_figure(each) for each in block.blocks)
    return isinstance(block, Figure | Table | ScoreSheet | Verdicts)


def ends_in_colon(block: Block) -> bool:
    """Tell whether a block ends in a colon, perhaps followed by the mark of a note."""
    if isinstance(block, ItemList):
        return bool(block.items[-1]) and ends_in_colon(block.items[-1][-1])
    return isinstance(block, Paragraph) and plain_text(block.runs).rstrip().endswith((":", "："))


def heading_key(heading: str) -> str:
    """Return the key of a heading, which links name: its words in lower case, joined by hyphens."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-") or "section"


def plain_text(runs: Sequence[Any]) -> str:
    """Return the text of runs, with cards as their labels and without the numbers of notes."""
    return "".join(
        run.text if isinstance(run, StyledText) else " " if isinstance(run, LineBreak) else str(run)
        for run in runs
        if not isinstance(run, NoteMark)
    )
