"""Plain text in a space: lines by their width, the largest size that fits, an ellipsis for the rest.

Text that is set well rather than quickly, in several fonts, with hyphens or cards in it: line_breaking.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..units import shortened
from .fonts import Font

#: Where a line may end: at any space but those that are there to hold words together.
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")


def wrapped_lines(text: str, font: Font, size: float, width: float, *, cut: bool = False) -> list[str]:
    """Break text into lines no wider than so many points.

    Each line of the text begins anew; an empty one stands between paragraphs, several of them as one. A word
    that is wider stands in a line of its own; with `cut` it is parted, letter by letter.

    >>> from cardgen.text.fonts import SANS
    >>> wrapped_lines("the last card wins", SANS, 10, 50)
    ['the last', 'card wins']
    """
    space = font.width(" ", size)
    lines: list[str] = []
    for paragraph in text.strip().splitlines():
        pen, began = 0.0, len(lines)
        for word in filter(None, _SPACES.split(paragraph)):
            parts = list(_word_parts(word, font, size, width)) if cut else [word]
            wide = font.width(parts[0], size)
            if len(lines) > began and pen + space + wide <= width:
                lines[-1] += f" {parts[0]}"
                pen += space + wide
            else:
                lines.append(parts[0])
                pen = wide
            if len(parts) > 1:
                lines += parts[1:]
                pen = font.width(parts[-1], size)
        if len(lines) == began and lines[-1:] != [""]:
            lines.append("")
    return lines


def _word_parts(word: str, font: Font, size: float, width: float) -> Iterator[str]:
    """Part a word that is too wide for a line."""
    part, pen = "", 0.0
    for character in word:
        wide = font.width(character, size)
        if part and pen + wide > width:
            yield part
            part, pen = "", 0.0
        part, pen = part + character, pen + wide
    yield part


def line_size(text: str, font: Font, width: float, largest: float) -> float:
    """Return the largest size of type, up to a limit, at which a line is no wider than this."""
    wide = font.width(text, 1.0)
    return min(largest, width / wide) if wide else largest


def largest_size(largest: float, least: float, fits: Callable[[float], bool], step: float = 0.25) -> float:
    """Return the first size at which something fits, going down by steps; the least where it never does.

    Wrapped text wants this rather than halving: now and then it fits at a size and not at a smaller one.
    """
    size = largest
    while size > least and not fits(size):
        size -= step
    return max(size, least)


def shortened_line(text: str, font: Font, size: float, width: float) -> str:
    """Return a line, its end left out for an ellipsis where it is wider than so many points."""
    return shortened(text, width, lambda some: font.width(some, size))
