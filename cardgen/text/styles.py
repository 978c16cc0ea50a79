"""Runs of text and their styles: font, size and ink of each part of a page."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..pack.model import Card
from . import fonts
from .fonts import Font
from .formats import PageFormat
from .scripts import needs_shaping

Ink = Literal["text", "accent", "faint", "line", "paper", "good", "bad"]


class StyledText(NamedTuple):
    """A piece of text in one style."""

    text: str
    emphasis: bool = False
    strong: bool = False
    code: bool = False
    #: "#key" of a heading, or a web address.
    link: str | None = None
    #: The name of the style that the author gives to these words.
    style: str = ""


class InlineCard(NamedTuple):
    """A small card in a line of text."""

    card: Card
    link: str | None = None

    def __str__(self) -> str:
        return self.card.label


class InlineIcon(NamedTuple):
    """An icon or a small card in a line of text, by the name that its pack gives it."""

    name: str
    link: None = None
    #: The name of the style of the words that it stands among.
    style: str = ""

    def __str__(self) -> str:
        return self.name


class NoteMark(NamedTuple):
    """The superscript number of a note, which links to it."""

    number: int

    @property
    def link(self) -> str:
        """Return the link target of the note."""
        return f"#note-{self.number}"

    def __str__(self) -> str:
        return str(self.number).translate(_RAISED)


#: Superscript digits, so that they are read back as what they are.
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class LineBreak(NamedTuple):
    """A forced line break."""

    link: None = None


Inline = StyledText | InlineCard | NoteMark | LineBreak
Runs = tuple[Inline, ...]


class Look(NamedTuple):
    """A font at a size, in a colour."""

    font: Font
    size: float
    ink: Ink = "text"
    link: str | None = None
    #: Letter spacing in points, ignored in scripts whose letters are joined.
    tracking: float = 0.0
    #: The name of the style of words.
    style: str = ""

    @property
    def space_width(self) -> float:
        """Return the width of a space in points."""
        return self.width(" ")

    def width(self, text: str) -> float:
        """Return the width of a text with kerning in points."""
        wide = self.font.width(text, self.size)
        return wide + self.tracking * len(text) if self.tracking and not needs_shaping(text) else wide


class TextStyle(NamedTuple):
    """The fonts of one part of a page or a card: regular, emphasis, strong, both; its size and colour."""

    plain: Font
    emphasis: Font
    strong: Font
    both: Font
    size: float = 1.0
    ink: Ink = "text"
    #: Line height in font sizes; books have a grid instead.
    leading: float = 1.2
    #: Letter spacing in font sizes.
    tracking: float = 0.0
    capitals: bool = False
    #: The styles of words by their names.
    word_styles: tuple[tuple[str, TextStyle], ...] = ()

    def style_of_words(self, words: StyledText | InlineIcon) -> TextStyle:
        """Return the style for words or an icon: their named style if they have one, else this one."""
        return next((style for name, style in self.word_styles if name == words.style), self)

    def look_of_words(self, words: StyledText) -> Look:
        """Return the look of words."""
        if words.style and (style := self.style_of_words(words)) is not self:
            return style.look_of_words(words._replace(style=""))._replace(style=words.style)
        if words.code:
            font = fonts.TEXT
        elif words.strong:
            font = self.both if words.emphasis else self.strong
        else:
            font = self.emphasis if words.emphasis else self.plain
        link = words.link
        ink: Ink = "accent" if link and self.ink == "text" else self.ink
        size = self.size * (0.94 if words.code else 1)
        return Look(font, size, ink, link, self.tracking * size)

    def with_ink(self, ink: Ink) -> TextStyle:
        """Return the style in another colour."""
        return self._replace(ink=ink)


def body_style(page_format: PageFormat) -> TextStyle:
    """Return the style of running text."""
    serif = (fonts.SERIF, fonts.SERIF_ITALIC, fonts.SERIF_STRONG, fonts.SERIF_STRONG_ITALIC)
    return TextStyle(*serif, page_format.size)


def small_style(page_format: PageFormat) -> TextStyle:
    """Return the style of tables and captions."""
    return TextStyle(fonts.SANS, fonts.SANS_ITALIC, fonts.TEXT, fonts.TEXT, page_format.small_size)


def label_style(page_format: PageFormat, size: float | None = None, ink: Ink = "text") -> TextStyle:
    """Return the style of table heads, labels and small headings."""
    return TextStyle(fonts.TEXT, fonts.TEXT, fonts.TEXT, fonts.TEXT, size or page_format.small_size, ink)


def heading_style(size: float) -> TextStyle:
    """Return the style of titles and headings."""
    return TextStyle(fonts.INDEX, fonts.INDEX, fonts.INDEX, fonts.INDEX, size, "accent")
