"""Numbers that a template states of the pack by hand, and that the pack contradicts."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..errors import Problem, Severity
from ..pack.model import Pack
from .templates import Template

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: number for number, word in enumerate(_ONES)} | {
    ten + (f"-{_ONES[one]}" if one else ""): 10 * place + one
    for place, ten in enumerate(_TENS, 2)
    for one in range(10)
}
#: What a template works out, says to itself, or names in code is no number typed by hand.
_WORKED_OUT = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|`[^`\n]*`", re.DOTALL)
_NUMBER = re.compile(
    # What a number may begin with comes first, so that most places are passed at a glance.
    r"(?=[\defnostz])(?<![\w.,:+≤≥<>=−/-])"
    rf"(\d{{1,4}}|(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(_ONES[::-1])})"
    r"(?![\w%]|[.,:/]\d)",
    re.IGNORECASE,
)
#: A number that stands alone between braces is typed by hand all the same.
_BRACED = re.compile(r"\{\{[- ]*(\d{1,4})[ -]*\}\}")
#: Signs of emphasis, which come between a number and its noun.
_EMPHASIS = str.maketrans("*_", "  ")
#: Words behind a number that make it a number of something else.
_BETWEEN = frozenset(("all", "and", "for", "from", "in", "on", "or", "to", "with"))
#: Words behind a number that lead on to its noun: "40 of the green cards", "of the cards, 40 are green".
_PART = re.compile(r"\s+of\s+(the|all|these|its)\b", re.IGNORECASE)
_VERB = re.compile(r"\s+(cards\s+)?(are|is)\b", re.IGNORECASE)
_POINTS = frozenset(("point", "points", "pointage", "pointages"))
_WORD = re.compile(r"[\w'’-]+|[^\w\s]")
#: Words that make a number one of the whole pack: before it, or behind the noun.
_OF_ALL = re.compile(
    r"\b(all|pack|deck)\b(\s+\w+){0,3}\s*\Z|\b(there (are|is)|in all|altogether)\s*\Z", re.IGNORECASE
)
_ALTOGETHER = re.compile(
    r"\s*(cards?\s*)?(in (the|this|a) (pack|deck)|in all|altogether|of the pack)\b", re.IGNORECASE
)
#: From so many cards of a suit on, nobody speaks of a hand.
_MANY = 10


class _Noun(NamedTuple):
    """What a number may be about."""

    said: str
    #: What the pack has of it, and what may be said of parts of it.
    whole: frozenset[int]
    parts: frozenset[int]
    #: The sum of its points; None for what has none.
    points: int | None = None
    #: Whether hands and deals are spoken of in the same words.
    general: bool = False


def bare_numbers(template: Template, pack: Pack, severity: Severity = "error") -> list[Problem]:
    """List every number written next to a suit, a card or "cards" that is not what the pack has.

    A number under ten, or one of a card, counts only where it is said of the whole pack ("all", "in the
    pack"): two green cards may well be in a hand.
    """
    text = _BRACED.sub(lambda match: match[1].rjust(len(match[0])), template.text)
    text = _WORKED_OUT.sub(lambda match: re.sub(r"[^\n]", "\x00", match[0]), text).translate(_EMPHASIS)
    nouns, cards = _nouns(pack), {card.label.lower(): card.quantity for card in pack.cards if card.suit}
    found: list[Problem] = []
    for match in _NUMBER.finditer(text):
        said = _of_card(text, match, cards) or _contradicted(text, match, nouns)
        if said:
            found.append(_problem(template, text, match, said, severity))
    return found


def _value(match: re.Match[str]) -> int:
    number = _WORDS.get(match[1].lower(), -1)
    return int(match[1]) if number < 0 else number


def _is_whole(text: str, match: re.Match[str], end: int) -> bool:
    """Tell whether a number is said of the whole pack: before it, or behind its noun, which ends there."""
    before = _OF_ALL.search(text, max(0, match.start() - 40), match.start())
    return bool(before or _ALTOGETHER.match(text, end))


def _of_card(text: str, match: re.Match[str], cards: dict[str, int]) -> str:
    """Tell what the pack has of the card that this number is about, if that is another number."""
    behind = text[match.end() : match.end() + 40].lower()
    start = len(behind) - len(behind.lstrip(" ×"))
    label = max((name for name in cards if behind.startswith(name, start)), key=len, default="")
    if not label or behind[start + len(label) :][:1].isalnum() or cards[label] == _value(match):
        return ""
    whole = _is_whole(text, match, match.end() + start + len(label))
    return f"{cards[label]} {label}" if whole else ""


def _contradicted(text: str, match: re.Match[str], nouns: dict[str, _Noun]) -> str:
    """Tell what the pack has of the suit or cards that a number is about, if that is another number."""
    suit = re.search(r"([\w’'-]+):\s*\Z", text[max(0, match.start() - 40) : match.start()])
    if suit and suit[1].lower() in nouns and re.match(r"\s+cards\b", text[match.end() :][:20]):
        of_suit = nouns[suit[1].lower()]
        return "" if _value(match) in of_suit.whole else of_suit.said
    part, verb = _PART.match(text, match.end()), _VERB.match(text, match.end())
    start = (part or verb or match).end()
    words = list(_WORD.finditer(text, start, start + 60))[:3]
    for place, word in enumerate(words[: 1 if verb else 2]):
        if not word[0][0].isalnum() or word[0].lower() in _BETWEEN:
            return ""
        noun = nouns.get(word[0].lower())
        if noun is None or (noun.general and any(other[0].lower() in nouns for other in words[place + 1 :])):
            continue
        after = words[place + 1][0].lower() if place + 1 < len(words) else ""
        return _wrong(
            _value(match), noun, after, bool(part), bool(verb) or _is_whole(text, match, word.end())
        )
    return ""


def _wrong(number: int, noun: _Noun, after: str, part: bool, whole: bool) -> str:
    """Tell what the pack has, if a number of a noun cannot be."""
    if after in _POINTS and noun.points is not None:
        wrong = (whole or number >= _MANY) and number != noun.points
        return f"{noun.points} points of {noun.said.partition(' ')[2]}" if wrong else ""
    if part and not noun.general:
        return noun.said if number > max(noun.whole) else ""
    if whole:
        return "" if number in noun.whole else noun.said
    return noun.said if number >= _MANY and not noun.general and number not in noun.parts else ""


def _nouns(pack: Pack) -> dict[str, _Noun]:
    """Return the words of a pack: its suits, and cards as such."""
    made: dict[str, _Noun] = {}
    suits = 0
    for key, suit in pack.suits.items():
        quantities = [entry.quantity for entry in suit.cards.values()]
        count = sum(quantities)
        suits += count
        points = sum(int(rank) * entry.quantity for rank, entry in suit.cards.items() if rank.isdecimal())
        for name in {key.lower(), pack.suit_title(key).lower()}:
            noun = _Noun(f"{count} {name}", frozenset({count}), frozenset({count, *quantities}), points)
            made[name] = made[name + "s"] = noun
    whole = frozenset({suits, pack.count})
    said = f"{suits} cards of suits, {pack.count} with the others"
    made["cards"] = _Noun(said, whole, whole, general=True)
    return made


def _problem(template: Template, text: str, match: re.Match[str], said: str, severity: Severity) -> Problem:
    line = text.count("\n", 0, match.start()) + 1
    start = text.rfind("\n", 0, match.start()) + 1
    column = match.start() - start + 1
    found = template.problem(
        f"{match[1]!r} is not what the pack has: {said}",
        'let the pack count: {{ count("...") }} or {{ pack.count }}',
        line,
    )
    mark = found.mark._replace(column=column, width=len(match[1])) if found.mark else None
    return found._replace(mark=mark, severity=severity)
