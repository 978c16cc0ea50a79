"""What a rulebook is made of, once its template has been read: a few kinds of block, and runs in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from ..geometry import Rect
from ..pack.model import Card
from ..text.styles import InlineCard, LineBreak, NoteMark, Runs, Words

if TYPE_CHECKING:
    from ..art.items import Item

#: How several cards are shown together.
Layout = Literal["row", "fan", "pile"]
LAYOUTS: tuple[Layout, ...] = ("row", "fan", "pile")
Align = Literal["left", "center", "right"]
#: What boxes are for; "turn" is the turn at a glance, which a booklet shows again on its back.
BoxKind = Literal["remark", "turn", "example", "note"]
BOX_KINDS: tuple[BoxKind, ...] = ("turn", "example", "note")


class Later(NamedTuple):
    """A fact for templates that takes a while, such as a whole game: worked out only where one names it."""

    work: Callable[[], Any]


class Drawing(Protocol):
    """A picture of a game's own: how large it is at full size (points), and what it consists of.

    A drawing that can take other shapes may have `shaped(measure, height)`, which returns one that fits so
    many points. It may have `alt`: what it shows, in words, for those who do not see it.
    """

    @property
    def width(self) -> float:
        """Return width at full size, in points."""
        ...

    @property
    def height(self) -> float:
        """Return height at full size, in points."""
        ...

    def items(self, rect: Rect) -> Iterable[Item]:
        """Return its items in a rectangle of the same shape."""
        ...


class Hand(NamedTuple):
    """Cards shown together: side by side, fanned, or one upon the other."""

    cards: tuple[Card, ...]
    layout: Layout = "row"
    #: Under each card, empty for none.
    labels: tuple[str, ...] = ()


class Figure(NamedTuple):
    """Something drawn, in a place of its own, with what is said of it."""

    art: Hand | Drawing
    caption: Runs = ()
    #: What stands beside or over it: "Abe", "Your hand".
    label: str = ""
    #: What it shows, for those who do not see it.
    alt: str = ""


class Verdict(NamedTuple):
    """Whether some cards may be played, or what else is right or wrong, and why."""

    good: bool
    cards: tuple[InlineCard, ...]
    reason: Runs = ()


class Verdicts(NamedTuple):
    """A pictured example: what is right and what is wrong beside the cards shown."""

    lines: tuple[Verdict, ...]
    beside: Hand | Drawing | None = None
    caption: Runs = ()
    #: What stands beside the lines, for those who do not see it.
    alt: str = ""


class Heading(NamedTuple):
    """The title of a section (level 1), or of a part of one (2, 3)."""

    level: int
    runs: Runs
    #: What links name it by, as in "#the-pack".
    key: str
    #: Whether the appendix begins here.
    appendix: bool = False

    @property
    def text(self) -> str:
        """Return the words alone."""
        return plain(self.runs)


class Paragraph(NamedTuple):
    """Running text."""

    runs: Runs


class Items(NamedTuple):
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
    """A table to write in: what its rows are called, and how many empty cells follow in each."""

    rows: tuple[Runs, ...]
    columns: int
    caption: Runs = ()


class Aside(NamedTuple):
    """A box: an example, a note or a turn at a glance; or a remark, without a name."""

    blocks: tuple[Block, ...]
    kind: BoxKind = "remark"
    title: Runs = ()


class Notes(NamedTuple):
    """The notes of the whole book by their numbers, the first being 1."""

    items: tuple[tuple[Block, ...], ...]


class Rule(NamedTuple):
    """A short line across, for a pause."""


Block = Heading | Paragraph | Items | Table | ScoreSheet | Aside | Rule | Figure | Verdicts | Notes


class Book(NamedTuple):
    """A whole rulebook, before it is set."""

    title: Runs
    subtitle: Runs
    #: Who it comes from; set small under the last page's text.
    credits: Runs
    #: An IETF tag, such as "en" or "de-AT".
    language: str
    blocks: tuple[Block, ...]
    #: Who can play it and how long that takes, in a few words each: "2–6 players", "15 minutes", "from 8".
    players: Runs = ()
    minutes: Runs = ()
    age: Runs = ()
    #: How many cards are played with; None for those of the pack's suits.
    cards: int | None = None
    #: The cards shown on the cover; without any, the pack's highest of each suit.
    cover: tuple[Card, ...] = ()
    #: Who made it, for the file's Author; empty for the pack's author.
    made: str = ""


def has_figure(block: Block) -> bool:
    """Tell whether a block is, or holds, a picture, a row of cards, a table or a pictured example."""
    if isinstance(block, Items | Notes):
        return any(has_figure(each) for item in block.items for each in item)
    if isinstance(block, Aside):
        return any(has_figure(each) for each in block.blocks)
    return isinstance(block, Figure | Table | ScoreSheet | Verdicts)


def ends_in_colon(block: Block) -> bool:
    """Tell whether a block's last words announce what comes next; the mark of a note may follow the colon."""
    if isinstance(block, Items):
        return bool(block.items[-1]) and ends_in_colon(block.items[-1][-1])
    return isinstance(block, Paragraph) and plain(block.runs).rstrip().endswith((":", "："))


def anchor(heading: str) -> str:
    """Return what links to a heading call it: its words in small letters, with hyphens between them."""
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-") or "section"


def plain(runs: Sequence[Any]) -> str:
    """Return the words of runs, cards by their labels, without the numbers of notes."""
    return "".join(
        run.text if isinstance(run, Words) else " " if isinstance(run, LineBreak) else str(run)
        for run in runs
        if not isinstance(run, NoteMark)
    )
