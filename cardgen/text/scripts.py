"""Requirements of scripts: shaping, reading direction, and possible line breaks.

Ranges of characters are those of the Unicode Character Database 16. Line breaks follow "Requirements for
Japanese Text Layout" (W3C, 2020), 3.1.7 to 3.1.10, and the Unicode line breaking algorithm (UAX 14).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ..languages.habits import NARROW as NARROW
from ..languages.habits import NO_BREAK as NO_BREAK
from ..languages.habits import habits

#: Scripts whose letters are shaped by their neighbours: Hebrew to Burmese, joined Hangul, Khmer, Mongolian,
#: Balinese and the like; Arabic forms; those of plane 1. And characters that control direction and joining.
_SHAPED = (
    "[\u0590-\u109f\u1100-\u11ff\u1700-\u18af\u1900-\u1cff\u200b-\u200f\u202a-\u202e\u2060-\u2069"
    "\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00011fff\U0001e800-\U0001efff]"
)
#: Right-to-left letters; figures among them are left-to-right.
_FROM_RIGHT = (
    "[\u0590-\u065f\u066d-\u06ef\u06fa-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
#: The first character of these scripts.
_FIRST = "\u0590"
#: Marks of direction.
LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK = "\u200e", "\u200f"
#: Replaces a picture, a card or an icon in a text.
OBJECT_CHARACTER = "\ufffc"
#: Invisible characters that no font need have: joiners, direction marks, and break controls.
INVISIBLE_CHARACTERS = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069"
)

#: A line may break between any two of these: ideographs, kana and their punctuation, wide letters and signs.
_WIDE = (
    "\u2e80-\u303f\u3041-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff9f\uffe0-\uffe6"
    "\U00020000-\U0003ffff"
)
#: Characters that may not begin a line: closing marks, stops, small kana, iteration and length marks, units.
_NOT_FIRST = (
    "、。，．・：；？！」』】〕〉》）］｝｠〙〗〟’”»,.:;?!)}‼⁇⁈⁉…‥"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯｰ"
    "ー々〻ゝゞヽヾ〜～゠–％‰℃゛゜\u0300-\u036f\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\\]"
)
#: Characters that may not end a line: opening marks, and signs before a number.
_NOT_LAST = "「『【〔〈《（［｛｟〘〖〝‘“«({￥＄￡＃№\\["
#: Matches between two characters of which one is wide; a double dash or ellipsis stays whole.
_WIDE_BREAK = (
    f"(?:(?<=[{_WIDE}])|(?=[{_WIDE}]))(?<![{_NOT_LAST}])(?![{_NOT_FIRST}])(?<!—(?=—))(?<=\\S)(?=\\S)"
)
#: The zero-width space, at which a line may break.
_BREAK_HERE = "\u200b"

#: Patterns are compiled when first needed, which most texts never do.
_compiled = lru_cache(re.compile)


def needs_shaping(text: str) -> bool:
    """Tell whether a text has letters that must be joined, reordered or set from right to left."""
    return not text.isascii() and max(text) >= _FIRST and _compiled(_SHAPED).search(text) is not None


#: Maximum number of letters in one shaped word. The whole word is shaped again for each line that it is cut
#: into: 500 letters take 0.4 s. The longest words of Arabic or Malayalam have some 30 letters; a paragraph
#: without spaces, as in Khmer, has a few hundred.
MOST_JOINED = 500


def overlong_word(text: str) -> str:
    """Return the first shaped word of a text with more letters than MOST_JOINED; "" if there is none."""
    if len(text) <= MOST_JOINED or not needs_shaping(text):
        return ""
    long = (word for word in text.split() if len(word) > MOST_JOINED and needs_shaping(word))
    return next((part for word in long for part in breakable_parts(word) if len(part) > MOST_JOINED), "")


def has_right_to_left_letters(text: str) -> bool:
    """Tell whether a text has right-to-left letters."""
    # All of them are shaped.
    return needs_shaping(text) and _compiled(_FROM_RIGHT).search(text) is not None


def has_unspaced_script(text: str) -> bool:
    """Tell whether a text has Chinese or Japanese characters, between any two of which a line may break."""
    return not text.isascii() and max(text) >= "\u2e80" and _compiled(f"[{_WIDE}]").search(text) is not None


def is_right_to_left_language(language: str) -> bool:
    """Tell whether a language, by its tag, is written right to left."""
    return habits(language).is_right_to_left


def is_right_to_left(text: str, language: str = "") -> bool:
    """Tell whether a paragraph is right-to-left.

    In a right-to-left language, that is so if the paragraph has a right-to-left letter, or no letters. In
    other languages, it is so if the first letter is right-to-left. A direction mark (U+200E, U+200F) at the
    start takes precedence.
    """
    if text[:1] in (LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK):
        return text[0] == RIGHT_TO_LEFT_MARK
    first = next(filter(str.isalpha, text), "")
    if is_right_to_left_language(language):
        return not first or has_right_to_left_letters(text)
    return has_right_to_left_letters(first)


def with_nonbreaking_spaces(text: str, language: str) -> str:
    """Return a text in which non-breaking spaces keep punctuation with its word, as French needs it."""
    return habits(language).with_nonbreaking_spaces(text)


@lru_cache(maxsize=4096)
def breakable_parts(word: str) -> Sequence[str]:
    """Return the parts of a word between which a line may break without a hyphen.

    Chinese and Japanese words are divided by their punctuation rules, and Thai words by a dictionary if the
    extra `scripts` is installed. Khmer, Lao and Burmese words are divided only at zero-width spaces (U+200B).
    """
    if max(word, default="") < _FIRST:
        return (word,)
    parts = word.split(_BREAK_HERE) if _BREAK_HERE in word else [word]
    if max(word) >= "\u2e80":
        parts = [each for part in parts for each in _compiled(_WIDE_BREAK).split(part)]
    elif any("\u0e00" <= letter <= "\u0e7f" for letter in word):
        parts = [each for part in parts for each in _thai_words(part)]
    return tuple(filter(None, parts))


def _thai_words(text: str) -> Sequence[str]:
    """Return the parts of Thai text between which lines may break; the whole text without a dictionary."""
    try:
        import thaibreak
    except ImportError:
        return (text,)
    parts: list[str] = thaibreak.lines(text, _BREAK_HERE).split(_BREAK_HERE)
    return parts if "".join(parts) == text else (text,)
