"""The type of a proof: its colours, and blocks of text that flow from page to page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..art.items import Fill, Item, Run, Stroke, Text
from ..colour.colors import WHITE, Color, color_from_hex
from ..geometry import Rect
from ..text.fitting import shortened_line
from ..text.fonts import INDEX, TEXT, Font
from ..text.outlines import ellipse, open_line, rounded_rectangle
from ..text.setter import plain_lines
from ..units import shortened_text

INK, GREY, RULE = color_from_hex("#22272B"), color_from_hex("#6A7278"), color_from_hex("#C9CED2")
GOOD, BAD, DOUBT = color_from_hex("#0B6E4F"), color_from_hex("#B3121D"), color_from_hex("#A85A00")

#: Font sizes in points, and the line spacing as a multiple of the size.
SMALL, BODY, HEADING, _LEADING = 7.0, 8.5, 12.0, 1.36
#: Maximum number of characters of a text in a list, as an entry must fit on a page.
_LONGEST = 700
#: The width of the column of names in a table, and of the marks in a list.
_NAMES, _MARKS = 92.0, 14.0
#: Maximum share of a page for a list that is not broken; number of blocks kept together at the start of a
#: longer one (a heading with two entries), and at its end.
_TOGETHER, _HEAD, _TAIL = 0.4, 3, 2
#: The share of a line's height above its baseline.
_ASCENT = 0.98


class ProofBlock(NamedTuple):
    """A block of a height in points, drawn from its upper left corner. No page break divides it."""

    height: float
    #: Returns its items, by the x of its left edge and the y of its top.
    items: Callable[[float, float], Iterable[Item]]
    #: Whether it stays on one page with the next block, if possible.
    keep: bool = False


#: The non-breaking space, as before a per cent sign.
_FIRM = "\u00a0"


def text_in_font(text: str) -> str:
    """Return a text with a question mark for each character that the font lacks."""
    spaced = (character if character.isprintable() or character == _FIRM else " " for character in text)
    return "".join(character if TEXT.can_show(character) else "?" for character in spaced)


def shortened_proof_line(text: str, width: float, size: float, font: Font = TEXT) -> str:
    """Return as much of a text as fits in a line, with an ellipsis if some is left out. width, size: in
    points.
    """
    return shortened_line(text_in_font(text), font, size, width)


def wrapped_lines(text: str, width: float, size: float, font: Font = TEXT) -> list[str]:
    """Return a text broken into lines of this width (points). Words that are too long are divided."""
    return plain_lines(text_in_font(shortened_text(text, _LONGEST)), font, size, width)


def leading_of_size(size: float) -> float:
    """Return the distance between two baselines, in points. size: that of the font."""
    return size * _LEADING


def left_line(
    x: float, top: float, text: str, size: float, color: Color, font: Font = TEXT
) -> Iterator[Text]:
    """Yield a line of text that begins at its upper left corner; nothing for an empty text."""
    if text:
        yield Text(Run(text, x, top - _ASCENT * size, size, font), color)


def right_line(right: float, top: float, text: str, size: float, color: Color) -> Iterator[Text]:
    """Return the items of a line of text that ends at its upper right corner; none for an empty text."""
    return left_line(right - TEXT.width(text, size), top, text, size, color)


def stacked_lines(x: float, top: float, lines: Iterable[str], size: float, color: Color) -> Iterator[Text]:
    """Yield lines of text, one below the other. x, top: the upper left corner of the first."""
    for text in lines:
        yield from left_line(x, top, text, size, color)
        top -= leading_of_size(size)


def rule_line(x: float, y: float, width: float) -> Stroke:
    """Return a thin horizontal line."""
    return Stroke(open_line((x, y), (x + width, y)), RULE, 0.5)


def gap_block(height: float) -> ProofBlock:
    """Return an empty block of a height in points."""
    return ProofBlock(height, lambda x, top: ())


def heading_block(text: str, width: float) -> ProofBlock:
    """Return a heading with space above and a line below, which stays on a page with the next block."""
    above = 13.0

    def items(x: float, top: float) -> Iterator[Item]:
        yield from left_line(
            x, top - above, shortened_proof_line(text, width, HEADING, INDEX), HEADING, INK, INDEX
        )
        yield rule_line(x, top - above - leading_of_size(HEADING) - 1, width)

    return ProofBlock(above + leading_of_size(HEADING) + 7, items, keep=True)


def row_block(name: str, value: str, width: float, color: Color = INK) -> ProofBlock:
    """Return a row of a table: a name, and its value beside it."""
    lines = wrapped_lines(value, width - _NAMES, BODY)

    def items(x: float, top: float) -> Iterator[Item]:
        yield from left_line(x, top, name, BODY, GREY)
        yield from stacked_lines(x + _NAMES, top, lines, BODY, color)

    return ProofBlock(len(lines) * leading_of_size(BODY) + 2.5, items)


def list_item_block(text: str, detail: str, width: float, mark: Color) -> ProofBlock:
    """Return an entry of a list: a dot of a colour, a text, and details below it in grey."""
    lines = wrapped_lines(text, width - _MARKS, BODY)
    more = wrapped_lines(detail, width - _MARKS, BODY) if detail else []

    def items(x: float, top: float) -> Iterator[Item]:
        yield Fill(ellipse(x + 3.5, top - 0.66 * BODY, 2.4), mark)
        yield from stacked_lines(x + _MARKS, top, lines, BODY, INK)
        yield from stacked_lines(x + _MARKS, top - len(lines) * leading_of_size(BODY), more, BODY, GREY)

    return ProofBlock((len(lines) + len(more)) * leading_of_size(BODY) + 4, items)


def verdict_block(title: str, detail: str, width: float, color: Color) -> ProofBlock:
    """Return a coloured field with a verdict in it."""
    size, inside = 16.0, 12.0
    said = wrapped_lines(title, width - 2 * inside, size, INDEX)
    lines = wrapped_lines(detail, width - 2 * inside, BODY) if detail else []
    high = len(said) * leading_of_size(size) + len(lines) * leading_of_size(BODY) + 2 * inside - 5

    def items(x: float, top: float) -> Iterator[Item]:
        yield Fill(rounded_rectangle(Rect(x, top - high, width, high), 5), color)
        below = top - inside + 3
        for text in said:
            yield from left_line(x + inside, below, text, size, WHITE, INDEX)
            below -= leading_of_size(size)
        yield from stacked_lines(x + inside, below, lines, BODY, WHITE)

    return ProofBlock(high, items)


def blocks_by_page(blocks: Iterable[ProofBlock], height: float, first: float) -> list[list[ProofBlock]]:
    """Return the blocks of each page. height: the room on a page, in points. first: the room on the first
    page.

    Blocks that belong together stay on one page, up to a share of a page. Longer groups are divided, but
    never so that a heading or a single entry stands alone.
    """
    pages: list[list[ProofBlock]] = [[]]
    room = first
    for part in (
        part for group in _groups_kept_together(blocks) for part in _unbreakable_parts(group, height)
    ):
        needed = _total_height(part)
        if needed > room and pages[-1]:
            pages.append([])
            room = height
        pages[-1] += part
        room -= needed
    return pages


def _unbreakable_parts(group: list[ProofBlock], height: float) -> Iterable[list[ProofBlock]]:
    """Return the parts into which a group may be divided: one for the whole group if it is short; else its
    beginning, each block in between, and its end.
    """
    if _total_height(group) <= _TOGETHER * height:
        return [group]
    rest = group[_HEAD:]
    parts = [group[:_HEAD], *([block] for block in rest[:-_TAIL]), rest[-_TAIL:]]
    if all(_total_height(part) <= height for part in parts):
        return parts
    return [group[:2], *([block] for block in group[2:])]


def _total_height(blocks: Iterable[ProofBlock]) -> float:
    return sum(block.height for block in blocks)


def _groups_kept_together(blocks: Iterable[ProofBlock]) -> Iterable[list[ProofBlock]]:
    """Yield groups of blocks: each block with those before it that must be on its page."""
    group: list[ProofBlock] = []
    for block in blocks:
        group.append(block)
        if not block.keep:
            yield group
            group = []
    if group:
        yield group


def stacked_items(blocks: Iterable[ProofBlock], x: float, top: float) -> Iterator[Item]:
    """Yield the items of blocks, one block below the other. x, top: the upper left corner of the first."""
    for block in blocks:
        yield from block.items(x, top)
        top -= block.height
