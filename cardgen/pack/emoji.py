"""Emoji in texts: which characters make up one, and the keys by which sets of icons list them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

_SIGN = "[\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff©®‼⁉™ℹ\u2190-\u2bff〰〽㊗㊙]"
#: A sign with its variation and tone, several of them joined, a flag, or a key.
#: Source: https://unicode.org/reports/tr51/#EBNF_and_Regex
_ONE = f"{_SIGN}\ufe0f?[\U0001f3fb-\U0001f3ff]?\u20e3?(?:[\U000e0020-\U000e007e]+\U000e007f)?"
_EMOJI = re.compile(f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_ONE}(?:\u200d{_ONE})*(?!\ufe0e)")


def find_emoji(text: str) -> Iterator[str]:
    """Yield the emoji in a text that are drawn as pictures, in order."""
    return (found for found in _EMOJI.findall(text) if _is_picture(found))


def with_emoji_replaced(text: str, replace: Callable[[str], str]) -> str:
    """Return a text in which each emoji that is drawn as a picture is replaced.

    replace: a function that returns the replacement of an emoji.
    """
    return _EMOJI.sub(lambda found: replace(found[0]) if _is_picture(found[0]) else found[0], text)


def emoji_keys(emoji: str) -> list[str]:
    """Return the keys under which sets of icons may list an emoji in `chars`, such as "1f468-200d-1f373".

    Sets write them with or without the variation selector. Source:
    https://iconify.design/docs/types/iconify-json-metadata.html#chars
    """
    kept = ("-".join(f"{ord(sign):04x}" for sign in each) for each in (emoji, emoji.replace("\ufe0f", "")))
    return list(dict.fromkeys(kept))


def unicode_name(emoji: str) -> str:
    """Return the Unicode name of an emoji with hyphens, such as "red-apple"; "" for an emoji of several
    characters.
    """
    sign = emoji.replace("\ufe0f", "")
    return unicodedata.name(sign, "").lower().replace(" ", "-") if len(sign) == 1 else ""


def _is_picture(emoji: str) -> bool:
    """Tell whether an emoji is drawn as a picture by default, not as a letter of a font."""
    # Unicode makes signs wide that are pictures by default: https://unicode.org/reports/tr11/#ED4
    return (
        "\ufe0f" in emoji
        or emoji[0] >= "\U0001f000"
        or "\u20e3" in emoji
        or unicodedata.east_asian_width(emoji[0]) == "W"
    )
