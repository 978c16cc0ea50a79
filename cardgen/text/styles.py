"""How text looks: which font, size and ink for which part of a page."""

from __future__ import annotations

from typing import Literal, NamedTuple

from . import fonts
from .fonts import Font
from .formats import PageFormat
from .runs import Words

Ink = Literal["text", "accent", "faint", "line", "paper"]


class Look(NamedTuple):
    """A font at a size, in an ink."""

    font: Font
    size: float
    ink: Ink = "text"
    link: str | None = None

    @property
    def space(self) -> float:
        """How wide a space is, in points."""
        return self.font.width(" ", self.size)


class Voice(NamedTuple):
    """The fonts of one part of a page: plain, emphasis, strong, both, and its size and ink."""

    plain: Font
    emphasis: Font
    strong: Font
    both: Font
    size: float
    ink: Ink = "text"

    def look(self, words: Words) -> Look:
        """How these words are set."""
        if words.code:
            font = fonts.TEXT
        elif words.strong:
            font = self.both if words.emphasis else self.strong
        else:
            font = self.emphasis if words.emphasis else self.plain
        link = words.link
        ink: Ink = "accent" if link and self.ink == "text" else self.ink
        return Look(font, self.size * (0.94 if words.code else 1), ink, link)

    def heard(self, ink: Ink) -> Voice:
        """The same in another ink."""
        return self._replace(ink=ink)


def body(form: PageFormat) -> Voice:
    """Running text."""
    serif = (fonts.SERIF, fonts.SERIF_ITALIC, fonts.SERIF_STRONG, fonts.SERIF_STRONG_ITALIC)
    return Voice(*serif, form.size)


def small(form: PageFormat) -> Voice:
    """Tables and captions."""
    return Voice(fonts.SANS, fonts.SANS_ITALIC, fonts.TEXT, fonts.TEXT, form.small)


def label(form: PageFormat, size: float | None = None, ink: Ink = "text") -> Voice:
    """Heads of tables, labels, small headings."""
    return Voice(fonts.TEXT, fonts.TEXT, fonts.TEXT, fonts.TEXT, size or form.small, ink)


def heading(size: float) -> Voice:
    """Titles and headings."""
    return Voice(fonts.INDEX, fonts.INDEX, fonts.INDEX, fonts.INDEX, size, "accent")
