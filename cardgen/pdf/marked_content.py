"""Marked content that says which card is drawn, for whoever reads the file back."""

from __future__ import annotations


def named(side: str, name: str) -> str:
    """Begins marked content that names a card (ISO 32000-1, 14.6)."""
    return f"/{side} <</Card {_text_string(name)}>> BDC"


def _text_string(text: str) -> str:
    """A PDF string of any characters (ISO 32000-1, 7.9.2.2)."""
    if text.isascii() and text.isprintable() and not set(text) & set("()\\"):
        return f"({text})"
    return "<FEFF" + text.encode("utf-16-be").hex().upper() + ">"
