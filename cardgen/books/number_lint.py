"""Finds numbers in a template that state something about the whole pack, and that the pack contradicts.

Only plain statements about the pack are compared. What a player holds, what is removed for three players, and
what a second pack adds are quantities of the rules, which no pack can contradict.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

from ..errors import Problem
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
#: Parts that contain no typed number: expressions, comments, code. An unclosed one runs to the end, so that
#: no place is scanned twice.
_WITHOUT_NUMBERS = re.compile(r"\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z)|\{#.*?(?:#\}|\Z)|`[^`\n]*`", re.DOTALL)
_NUMBER = re.compile(
    # The first characters of a number come first, so that most places fail at once.
    r"(?=[\defnostz])(?<![\w.,:+≤≥<>=−/-])"
    rf"(\d{{1,4}}|(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(_ONES[::-1])})"
    r"(?![\w%]|[.,:/]\d)",
    re.IGNORECASE,
)
#: A number alone between braces counts as typed.
_BRACED = re.compile(r"\{\{[- ]*(\d{1,4})[ -]*\}\}")
#: Signs of emphasis, which come between a number and its noun.
_EMPHASIS = str.maketrans("*_", "  ")
#: Words after a number that make it a number of something else.
_BETWEEN = frozenset(("all", "and", "for", "from", "in", "on", "or", "to", "with"))
#: Words after a number that precede its noun: "40 of the green cards", "of the cards, 40 are green".
_PART = re.compile(r"\s+of\s+(the|all|these|its)\b", re.IGNORECASE)
_VERB = re.compile(r"\s+(cards\s+)?(are|is)\b", re.IGNORECASE)
_POINTS = frozenset(("point", "points", "pointage", "pointages"))
_WORD = re.compile(r"[\w'’-]+|[^\w\s]")
#: Words that make a number one of the whole pack: before it, or after the noun.
_OF_ALL = re.compile(
    r"\b(all|pack|deck)\b(\s+\w+){0,3}\s*\Z"
    r"|\b(there (are|is)|in all|altogether|game (has|of)|consists of)\s*\Z",
    re.IGNORECASE,
)
_ALTOGETHER = re.compile(
    r"\s*(cards?\s*)?(in (the|this|a) (pack|deck)|in all|altogether|of the pack)\b", re.IGNORECASE
)
#: The end of a sentence, of an item of a list, or of a row of a table.
_SENTENCE_END = re.compile(r"[.;!?](?=\s)|\n\s*\n|\n(?=[ \t]*(?:[-+*>|#]|\d+\.)\s)")
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_HEADING, _ITEM = re.compile(r"\s*#+\s"), re.compile(r"\s*(?:[-+*>|]|\d+\.)\s")
#: Words of a paragraph about more cards than the pack has.
_MORE_PACKS = re.compile(
    r"\b(?:second|third|another|other|both)\s+(?:pack|deck)\b|\b(?:packs|decks)\b", re.IGNORECASE
)
#: Words of a sentence about a part of the cards: a player's, or those that something is done with.
_PART_OF_CARDS = re.compile(
    r"\b(?:add|added|adds|deal|deals|dealt|discards?|draws?|each|every|everybody|everyone|expansion|fewer|gives?|hands?"
    r"|holds?|if|keeps?|lay|lays|leave|leaves|left|more|moves?|opponents?|out|per|piles?|plays?|players?|puts?|remains?"
    r"|remaining|removes?|rest|sets?|stock|takes?|until|when|whenever|wins?|who|whoever|without|you|your)\b",
    re.IGNORECASE,
)
#: Those of them after which "all 40 cards" may be fewer or more than those of the pack.
_OTHER_CARDS = re.compile(
    r"\b(?:add|added|adds|draws?|expansion|fewer|if|leave|leaves|left|more|out|remains?|remaining"
    r"|removes?|rest|stock|until|when|whenever|without)\b",
    re.IGNORECASE,
)
#: "All 40 cards", up to the number.
_ALL = re.compile(r"\ball\s+\Z", re.IGNORECASE)
#: After the noun of an item without a verb: "40 green cards", "40 green cards, worth 90 points".
_END_OF_ITEM = re.compile(r"\s*(?:(?:cards?|ones?)\b\s*)?(?:[,.;|(]|\Z|\n|and\b|worth\b)", re.IGNORECASE)
#: Before the number of an item, from its start: nothing, or others ("12 red and").
_BULLET = re.compile(r"[\s>|#+*-]*(?:\d+\.\s+)?")
#: Number of characters before and after a number that are examined.
_NEAR = 60


class _Noun(NamedTuple):
    """A noun that a number may count."""

    text: str
    #: The pack's numbers of it, with and without cards that have no suit.
    counts: frozenset[int]
    #: The sum of its points; None if it has none.
    points: int | None = None
    #: Whether the same words are used for hands and deals.
    is_general: bool = False


def number_problems(template: Template, pack: Pack) -> list[Problem]:
    """Return a warning, named "numbers", for each number about the whole pack that differs from the pack.

    A number is compared if it is next to a suit, a card or "cards" and refers to the whole pack ("all", "in
    the pack", "there are"), or if an item or a sentence consists of it ("40 green cards"). Only English
    templates are read; the list is empty for others.
    """
    if (template.language or pack.language).lower().split("-")[0] != "en":
        return []
    text = _BRACED.sub(lambda match: match[1].rjust(len(match[0])), template.text)
    text = _WITHOUT_NUMBERS.sub(lambda match: re.sub(r"[^\n]", "\x00", match[0]), text).translate(_EMPHASIS)
    nouns, cards = (
        _nouns_of_pack(pack),
        {card.label.lower(): card.quantity for card in pack.cards if card.suit},
    )
    sentences = _Parts(text, _SENTENCE_END, _PART_OF_CARDS)
    whole_packs = _Parts(text, _SENTENCE_END, _OTHER_CARDS)
    paragraphs = _Parts(text, _PARAGRAPH_END, _MORE_PACKS)
    found: list[Problem] = []
    for match in _NUMBER.finditer(text):
        # What a player gets is less than half of the pack.
        is_all = _ALL.search(text[: match.start()][-_NEAR:]) and 2 * _number_value(match) > pack.count
        parts = whole_packs if is_all else sentences
        if parts.is_marked(match.start()) or paragraphs.is_marked(match.start()):
            continue
        said = _correct_card_count_text(text, match, cards) or _correct_noun_count_text(
            text, match, nouns, sentences.start_of(match.start())
        )
        if said:
            found.append(_contradiction_problem(template, text, match, said))
    return found


class _Parts:
    """The parts of a text between separators. A part is marked if it contains a certain word.

    A marked heading marks all text below it, and a marked part that ends in a colon marks the list after it.
    Splitting takes linear time.
    """

    def __init__(self, text: str, ends: re.Pattern[str], mark: re.Pattern[str]) -> None:
        self._starts = [0, *(match.end() for match in ends.finditer(text))]
        self._marked: list[bool] = []
        under_heading = in_list = False
        before = ""
        for start, end in pairwise([*self._starts, len(text)]):
            part = text[start:end]
            is_marked = bool(mark.search(part))
            if _HEADING.match(part):
                under_heading, in_list = is_marked, False
            elif _ITEM.match(part):
                in_list = in_list or (before.endswith(":") and self._marked[-1])
            elif part.strip():
                in_list = False
            self._marked.append(is_marked or under_heading or in_list)
            before = part.rstrip() or before

    def start_of(self, place: int) -> int:
        """Return the start of the part that contains a place."""
        return self._starts[bisect_right(self._starts, place) - 1]

    def is_marked(self, place: int) -> bool:
        """Tell whether the part that contains a place is marked."""
        return self._marked[bisect_right(self._starts, place) - 1]


def _number_value(match: re.Match[str]) -> int:
    number = _WORDS.get(match[1].lower(), -1)
    return int(match[1]) if number < 0 else number


def _refers_to_whole_pack(text: str, match: re.Match[str], end: int) -> bool:
    """Tell whether a number refers to the whole pack, by the words before it or after its noun.

    end: where the noun ends.
    """
    before = _OF_ALL.search(text, max(0, match.start() - 40), match.start())
    return bool(before or _ALTOGETHER.match(text, end))


def _correct_card_count_text(text: str, match: re.Match[str], cards: dict[str, int]) -> str:
    """Return the pack's number of a card, with the card's name, if the number stated before the name is
    wrong; else "".
    """
    behind = text[match.end() : match.end() + 40].lower()
    start = len(behind) - len(behind.lstrip(" ×"))
    label = max((name for name in cards if behind.startswith(name, start)), key=len, default="")
    if not label or behind[start + len(label) :][:1].isalnum() or cards[label] == _number_value(match):
        return ""
    whole = _refers_to_whole_pack(text, match, match.end() + start + len(label))
    return f"{cards[label]} {label}" if whole else ""


def _is_whole_item(text: str, match: re.Match[str], end: int, start: int) -> bool:
    """Tell whether the sentence or item from start to end consists of a number and its noun."""
    if not _END_OF_ITEM.match(text[end : end + _NEAR]) or match.start() - start > _NEAR:
        return False
    others = _BULLET.sub("", text[start : match.start()], count=1)
    return not others or bool(_NUMBER.match(others) and others.rstrip().endswith((",", " and")))


def _correct_noun_count_text(
    text: str, match: re.Match[str], nouns: dict[str, _Noun], start_of_sentence: int
) -> str:
    """Return the pack's number of a suit or of cards, with the noun, if the number stated for them is wrong;
    else "".
    """
    suit = re.search(r"([\w’'-]+):\s*\Z", text[max(0, match.start() - 40) : match.start()])
    if suit and suit[1].lower() in nouns and re.match(r"\s+cards\b", text[match.end() :][:20]):
        of_suit = nouns[suit[1].lower()]
        return "" if _number_value(match) in of_suit.counts else of_suit.text
    part, verb = _PART.match(text, match.end()), _VERB.match(text, match.end())
    after_verb = _WORD.findall(text[verb.end() :][:_NEAR])[:2] if verb and verb[1] else []
    is_most = 2 * _number_value(match) > max(nouns["cards"].counts)
    if after_verb and is_most and not any(word.lower() in nouns for word in after_verb):
        verb = None  # "40 cards are shuffled" counts cards, "40 cards are green" those of a suit
    start = (part or verb or match).end()
    words = list(_WORD.finditer(text, start, start + 60))[:3]
    for place, word in enumerate(words[: 1 if verb else 2]):
        if not word[0][0].isalnum() or word[0].lower() in _BETWEEN:
            return ""
        noun = nouns.get(word[0].lower())
        if noun is None or (
            noun.is_general and any(other[0].lower() in nouns for other in words[place + 1 :])
        ):
            continue
        after = words[place + 1][0].lower() if place + 1 < len(words) else ""
        end = words[place + 1].end() if after in _POINTS else word.end()
        whole = bool(verb) or _refers_to_whole_pack(text, match, word.end())
        whole = whole or (not noun.is_general and _is_whole_item(text, match, end, start_of_sentence))
        return _correct_count_text(_number_value(match), noun, after, bool(part), whole)
    return ""


def _correct_count_text(
    number: int, noun: _Noun, next_word: str, counts_some: bool, counts_pack: bool
) -> str:
    """Return the pack's number with its noun if a stated number cannot be right; "" if it can be.

    next_word: the word after the noun. counts_some: whether the number counts some cards of the noun only.
    counts_pack: whether it refers to the whole pack.
    """
    if next_word in _POINTS and noun.points is not None:
        wrong = counts_pack and number != noun.points
        return f"{noun.points} points of {noun.text.partition(' ')[2]}" if wrong else ""
    if counts_some and not noun.is_general:
        return noun.text if number > max(noun.counts) else ""
    return noun.text if counts_pack and number not in noun.counts else ""


def _nouns_of_pack(pack: Pack) -> dict[str, _Noun]:
    """Return the nouns of a pack: its suits, and cards as such."""
    made: dict[str, _Noun] = {}
    suits = 0
    for key, cards in pack.suit_cards.items():
        count = sum(card.quantity for card in cards.values())
        suits += count
        points = sum(int(rank) * card.quantity for rank, card in cards.items() if rank.isdecimal())
        for name in {key.lower(), pack.suit_title(key).lower()}:
            noun = _Noun(f"{count} {name}", frozenset({count}), points)
            made[name] = made[name + "s"] = noun
    whole = frozenset({suits, pack.count})
    said = f"{suits} cards of suits, {pack.count} with the others"
    made["cards"] = _Noun(said, whole, is_general=True)
    return made


def _contradiction_problem(template: Template, text: str, match: re.Match[str], correct: str) -> Problem:
    line = text.count("\n", 0, match.start()) + 1
    start = text.rfind("\n", 0, match.start()) + 1
    column = match.start() - start + 1
    found = template.problem_at_line(
        f"{match[1]!r} is not what the pack has: {correct}",
        'use a computed number: {{ count("...") }} or {{ pack.count }}',
        line,
    )
    mark = found.mark._replace(column=column, width=len(match[1])) if found.mark else None
    return found._replace(mark=mark, severity="warning", name="numbers")
