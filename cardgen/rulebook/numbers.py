"""Numbers that a template states of the pack by hand, and that the pack contradicts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import Problem, Severity
from ..pack import Pack
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
    r"(?<![\w.,:+≤≥<>=−/-])"
    rf"(\d{{1,4}}|(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(_ONES[::-1])})"
    r"(?![\w%]|[.,:/]\d)",
    re.IGNORECASE,
)
#: Words behind a number that make it a number of something else.
_BETWEEN = frozenset(("all", "and", "are", "for", "from", "in", "is", "of", "on", "or", "the", "to", "with"))
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


@dataclass(frozen=True)
class _Noun:
    """What a number may be about, and how many of it the pack has, counted in any sensible way."""

    said: str
    counts: frozenset[int]
    #: Whether hands and deals are spoken of in the same words.
    general: bool = False


def bare_numbers(template: Template, pack: Pack, severity: Severity = "error") -> list[Problem]:
    """Every number written next to a suit or to "cards" that is not what the pack has.

    A number under ten counts only where it is said of the whole pack ("all", "in the pack"): two green
    cards may well be in a hand.
    """
    text = _WORKED_OUT.sub(lambda match: re.sub(r"[^\n]", "\x00", match[0]), template.text)
    nouns = _nouns(pack)
    return [
        _problem(template, text, match, noun, severity)
        for match in _NUMBER.finditer(text)
        for noun in _contradicted(text, match, nouns)
    ]


def _contradicted(text: str, match: re.Match[str], nouns: dict[str, _Noun]) -> Iterator[_Noun]:
    """The noun that this number is about, if it is wrong."""
    number = _WORDS.get(match[1].lower(), -1)
    number = int(match[1]) if number < 0 else number
    words = list(_WORD.finditer(text, match.end(), match.end() + 60))[:3]
    for word in words[:2]:
        if not word[0][0].isalnum() or word[0].lower() in _BETWEEN:
            return
        noun = nouns.get(word[0].lower())
        if noun is None or (noun.general and _suit_follows(words, word, nouns)):
            continue
        whole = bool(_OF_ALL.search(text, max(0, match.start() - 40), match.start()))
        whole = whole or bool(_ALTOGETHER.match(text, word.end()))
        stated = whole or (number >= _MANY and not noun.general)
        if stated and number not in noun.counts:
            yield noun
        return


def _suit_follows(words: list[re.Match[str]], word: re.Match[str], nouns: dict[str, _Noun]) -> bool:
    return any(other[0].lower() in nouns for other in words if other.start() > word.start())


def _nouns(pack: Pack) -> dict[str, _Noun]:
    """The words of a pack: its suits, and cards as such."""
    made: dict[str, _Noun] = {}
    suits = 0
    for key, suit in pack.suits.items():
        count = sum(entry.quantity for entry in suit.cards.values())
        suits += count
        counts = frozenset({count, len(suit.cards), *(entry.quantity for entry in suit.cards.values())})
        for name in {key.lower(), pack.suit_title(key).lower()}:
            made[name] = made[name + "s"] = _Noun(f"{count} {name}", counts)
    counts = frozenset({suits, pack.count, *(next(iter(noun.counts), 0) for noun in made.values())})
    counts |= {sum(entry.quantity for entry in suit.cards.values()) for suit in pack.suits.values()}
    counts |= {card.quantity for card in pack.cards}
    made["cards"] = _Noun(f"{suits} cards of suits, {pack.count} with the others", counts, general=True)
    return made


def _problem(template: Template, text: str, match: re.Match[str], noun: _Noun, severity: Severity) -> Problem:
    line = text.count("\n", 0, match.start()) + 1
    start = text.rfind("\n", 0, match.start()) + 1
    column = match.start() - start + 1
    found = template.problem(
        f"{match[1]!r} is not what the pack has: {noun.said}",
        'let the pack count: {{ count("...") }} or {{ pack.count }}',
        line,
    )
    mark = found.mark._replace(column=column, width=len(match[1])) if found.mark else None
    return found._replace(mark=mark, severity=severity)
