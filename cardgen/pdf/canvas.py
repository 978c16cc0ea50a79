"""What PDFs that ReportLab writes here need of it beyond its own ways."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def packed_once() -> Iterator[None]:
    """Streams are compressed only, not spelt out in text as well, which ReportLab does by default."""
    from reportlab import rl_config

    before, rl_config.useA85 = rl_config.useA85, 0
    try:
        yield
    finally:
        rl_config.useA85 = before


def share_states(canvas: Any) -> None:
    """Let the pages and forms of a ReportLab canvas give states the same names.

    ReportLab numbers them anew in each form, and lists them for pages alone; forms are given those of
    their page when the file is finished (pdfx.py), so the names must agree.
    """
    begin, states = canvas.init_graphics_state, dict[Any, str]()

    def fresh() -> None:
        begin()
        canvas._extgstate._c = states

    canvas.init_graphics_state = fresh
    fresh()


def named(side: str, name: str) -> str:
    """Begins marked content that names a card (ISO 32000-1, 14.6)."""
    return f"/{side} <</Card {_text_string(name)}>> BDC"


def _text_string(text: str) -> str:
    """A PDF string of any characters (ISO 32000-1, 7.9.2.2)."""
    if text.isascii() and text.isprintable() and not set(text) & set("()\\"):
        return f"({text})"
    return "<FEFF" + text.encode("utf-16-be").hex().upper() + ">"
