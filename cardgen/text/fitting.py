"""Fits plain text into a space: line breaking, the largest size that fits, ellipses.

For better typesetting, in several fonts, with hyphens or cards in it, see setter.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..units import shortened
from .fonts import Font

#: Spaces at which a line may break: all but non-breaking ones.
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
    """Yield the parts of a word that is too wide for a line."""
    part, pen = "", 0.0
    for character in word:
        wide = font.width(character, size)
        if part and pen + wide > width:
            yield part
            part, pen = "", 0.0
        part, pen = part + character, pen + wide
    yield part


def line_size(text: str, font: Font, width: float, largest: float) -> float:
    """Return the largest font size, up to a limit, at which a line fits in a width (points)."""
    wide = font.width(text, 1.0)
    return min(largest, width / wide) if wide else largest


def largest_size(largest: float, least: float, fits: Callable[[float], bool], step: float = 0.25) -> float:
    """Return the first size at which something fits, in decreasing steps; the minimum if it never does.

    Not a binary search, as wrapped text sometimes fits at a size but not at a smaller one.
    """
    size = largest
    while size > least and not fits(size):
        size -= step
    return max(size, least)


def shortened_line(text: str, font: Font, size: float, width: float) -> str:
    """Return a line, shortened with an ellipsis if it is wider than a width (points)."""
    return shortened(text, width, lambda some: font.width(some, size))
