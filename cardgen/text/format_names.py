"""The names of rulebook formats, for code that does not typeset."""

from __future__ import annotations

from typing import Literal, get_args

from ..units import CARDS, MM, BadValue, nearest_word_hint, parse_card_size, quoted_value, size_text

#: The named formats: those of paper, and the size of the pack's own card. Any other card size is a leaflet.
NAMES = ("a4", "letter", "a5", "half-letter", "a6", "card")
#: Formats for screens, which have no pages: one HTML file, and an EPUB.
WebForm = Literal["html", "epub"]
WEB_FORMS: tuple[WebForm, ...] = get_args(WebForm)
#: Maximum width of a card size; wider paper, A5 and above, has formats of its own.
_WIDEST = 148 * MM


def format_name(value: object) -> str:
    """Return a format's name from text: one of NAMES, or a card size such as "poker". Raises BadValue."""
    name = str(value).strip().lower()
    if name in NAMES:
        return name
    if name[:1].isalpha() and name not in CARDS:
        raise BadValue(
            f"{quoted_value(value)} is not a format known here", nearest_word_hint(name, (*NAMES, *CARDS))
        )
    width, height = parse_card_size(name)
    if width > _WIDEST:
        message = f"no leaflet is {size_text(width, height)}: a line of it is too long to be read"
        raise BadValue(message, f"choose from {', '.join(name for name in NAMES if name != 'card')}")
    return name
