"""Runs of text: words of one look, small cards among them, and where a line ends."""

from __future__ import annotations

from typing import NamedTuple

from ..pack.model import Card


class Words(NamedTuple):
    """Text of one look."""

    text: str
    emphasis: bool = False
    strong: bool = False
    code: bool = False
    #: "#key" of a heading, or an address on the web.
    link: str | None = None


class InlineCard(NamedTuple):
    """A small card in a line of text."""

    card: Card
    link: str | None = None

    def __str__(self) -> str:
        return self.card.label


class LineBreak(NamedTuple):
    """A line that ends here."""

    link: None = None


Inline = Words | InlineCard | LineBreak
Runs = tuple[Inline, ...]
