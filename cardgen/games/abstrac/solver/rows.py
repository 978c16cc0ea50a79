"""Rows of Abstrac: as people write them, as the source has one, and shuffled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ....errors import UsageError
from ....units import quoted
from ...cards import JOKER, SUITS, Card, card
from ...rng import python_random
from .. import example
from ..deal import Deal
from ..layout import HALF, Layout
from ..options import Kind, Options

SIGNS = dict(zip(SUITS, "♠♥♣♦", strict=True))
_LETTERS = str.maketrans({sign: suit[0] for suit, sign in SIGNS.items()} | {"\ufe0e": None, "\ufe0f": None})
#: After so many cards nobody reads on.
_MOST_NAMED = 12


def shown(each: Card, signs: bool = True) -> str:
    """A card as people read it, or as they can type it.

    >>> from cardgen.games.cards import card
    >>> shown(card("Ts")), shown(card("Ts"), signs=False)
    ('10♠', '10s')
    """
    if each == JOKER:
        return "joker"
    return each.rank + (SIGNS[each.suit] if signs else each.suit[0])


def source_row(kind: Kind) -> tuple[Card, ...] | None:
    """The row of the source's example, behind the joker where there is one; none for the 52-card game."""
    if kind is Kind.FULL:
        return None
    return (JOKER, *example.ROW) if kind is Kind.UNFETTERED else example.ROW


def shuffled(options: Options, seed: int, number: int = 0) -> Layout:
    """The row of a deal of a seed; of the 52-card game its first half."""
    return Deal.shuffled(options, python_random(seed, number)).layouts[0]


def read_row(text: str, options: Options) -> Layout:
    """A row as people write it, the exposed card first: "As Kd 10c", in any case, with signs or letters.

    The joker may be left out, as it can lie nowhere but first. Raises UsageError that names every wrong card.
    """
    row = [_read(word) for word in re.split(r"[\s,;]+", text.strip()) if word]
    if options.kind is Kind.UNFETTERED and JOKER not in row:
        row.insert(0, JOKER)
    wrong = _wrong(row, options)
    if wrong:
        each = "write each card of the pack once, the exposed card first"
        advice = "" if options.kind is Kind.FULL else f"; {each}"
        raise UsageError(f"this is no row for {_TITLES[options.kind]}: {'; '.join(wrong)}{advice}")
    return Layout(row, options)


_TITLES = {
    Kind.BASIC: "Abstrac",
    Kind.SUITS: "Abstrac",
    Kind.UNFETTERED: "Unfettered Abstrac",
    Kind.FULL: "52-card Abstrac",
}


def _read(word: str) -> Card:
    plain = word.translate(_LETTERS)
    if plain.lower() == "joker":
        return JOKER
    try:
        return card(plain[:-1].upper() + plain[-1:].lower())
    except ValueError:
        message = "write ranks and suits such as As Kh 10c 9d, with spaces between"
        raise UsageError(f"{quoted(word)} in the row is no card: {message}") from None


def _wrong(row: Sequence[Card], options: Options) -> list[str]:
    """What is wrong with the cards of a row, all of it."""
    strange = [each for each in dict.fromkeys(row) if each not in options.pack]
    wrong = [f"{_named(strange)} {_are(strange)} not of its pack"] if strange else []
    twice = [each for each, times in Counter(row).items() if times > 1]
    wrong += [f"{_named(twice)} {_are(twice)} there more than once"] if twice else []
    if options.kind is Kind.FULL:
        return [*wrong, f"a half has {HALF} cards, and here are {len(row)}"] if len(row) != HALF else wrong
    missing = [each for each in options.pack if each not in row]
    wrong += [f"{_named(missing)} {_are(missing)} missing"] if missing else []
    if not wrong and options.kind is Kind.UNFETTERED and row[0] != JOKER:
        wrong = ["the joker, which is the first card to be taken, does not lie first"]
    return wrong


def _named(cards: Iterable[Card]) -> str:
    names = [shown(each, signs=False) for each in cards]
    more = len(names) - _MOST_NAMED
    if more > 1:
        names = [*names[:_MOST_NAMED], f"{more} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _are(cards: Sequence[Card]) -> str:
    return "is" if len(cards) == 1 else "are"
