"""Rows of Abstrac: the source's own, those that users write, and shuffled ones.

The picture of the source's row is lost; this one was found by search and fits every figure of the source
(B13). In the source cards go from right to left; here, as everywhere, the exposed card is first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ....errors import UsageError
from ....units import quoted_value
from ..cards import JOKER, SUITS, Card, card_by_name, cards_by_names
from ..rng import python_random
from . import TITLES
from .deal import AbstracDeal
from .layout import CARDS_OF_HALF, RowLayout
from .options import AbstracOptions, GameKind

#: The row of the source's example.
ROW = cards_by_names("As Kd Qc Jc Ah Jd Kc 9c Ts Ad 9h Qh 9s Jh Js Ks 9d Tc Kh Qs Qd Ac Td Th")
#: The number of cards of each turn in the example, the non-dealer's first.
DRAWS = (2, 2, 2, 3, 1, 1, 2, 3, 1, 3, 2, 2)
#: The source's question on the same row: what if each always took this many cards.
ALWAYS = (1, 2, 3)

SIGNS = dict(zip(SUITS, "♠♥♣♦", strict=True))
_LETTERS = str.maketrans({sign: suit[0] for suit, sign in SIGNS.items()} | {"\ufe0e": None, "\ufe0f": None})
#: Maximum number of wrong cards in a message.
_MOST_NAMED = 12


#: Numbers and ranks as words.
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
RANK_NAMES = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "10": "Ten", "9": "Nine"}


def card_text(each: Card, signs: bool = True) -> str:
    """Return a card as text with its sign, or without signs, as users can type it.

    >>> from cardgen.gaming.games.cards import card_by_name
    >>> card_text(card_by_name("Ts")), card_text(card_by_name("Ts"), signs=False)
    ('10♠', '10s')
    """
    if each == JOKER:
        return "joker"
    return each.rank + (SIGNS[each.suit] if signs else each.suit[0])


def source_row(kind: GameKind) -> tuple[Card, ...] | None:
    """Return the row of the source's example, after the joker if there is one; None for 52 cards."""
    if kind is GameKind.FULL:
        return None
    return (JOKER, *ROW) if kind is GameKind.UNFETTERED else ROW


def shuffled_row(options: AbstracOptions, seed: int, number: int = 0) -> RowLayout:
    """Return the shuffled row of a numbered deal of a seed; for the 52-card game, its first half."""
    return AbstracDeal.shuffled(options, python_random(seed, number)).layouts[0]


def read_row(text: str, options: AbstracOptions) -> RowLayout:
    """Return a row read from text, the exposed card first, such as "As Kd 10c".

    Case does not matter, and suits are letters or signs. The joker may be omitted, as it is always first.
    Raises UsageError with every wrong card.
    """
    row = []
    for word in filter(None, re.split(r"[\s,;]+", text.strip())):
        plain = word.translate(_LETTERS)
        try:
            row.append(
                JOKER if plain.lower() == "joker" else card_by_name(plain[:-1].upper() + plain[-1:].lower())
            )
        except ValueError:
            message = "write ranks and suits such as As Kh 10c 9d, with spaces between"
            raise UsageError(f"{quoted_value(word)} in the row is not a card: {message}") from None
    if options.kind is GameKind.UNFETTERED and JOKER not in row:
        row.insert(0, JOKER)
    wrong = _card_errors(row, options)
    if wrong:
        each = "write each card of the pack once, the exposed card first"
        advice = "" if options.kind is GameKind.FULL else f"; {each}"
        raise UsageError(f"this is not a row for {TITLES[options.game]}: {'; '.join(wrong)}{advice}")
    return RowLayout(row, options)


def _card_errors(row: Sequence[Card], options: AbstracOptions) -> list[str]:
    """Return all errors in the cards of a row."""

    def are(cards: Sequence[Card]) -> str:
        names = [card_text(each, signs=False) for each in cards]
        if len(names) == 1:
            return f"{names[0]} is"
        if len(names) > _MOST_NAMED + 1:
            names = [*names[:_MOST_NAMED], f"{len(names) - _MOST_NAMED} more"]
        return f"{', '.join(names[:-1])} and {names[-1]} are"

    strange = [each for each in dict.fromkeys(row) if each not in options.pack]
    wrong = [f"{are(strange)} not of its pack"] if strange else []
    twice = [each for each, times in Counter(row).items() if times > 1]
    wrong += [f"{are(twice)} there more than once"] if twice else []
    if options.kind is GameKind.FULL:
        return (
            [*wrong, f"a half has {CARDS_OF_HALF} cards, and here are {len(row)}"]
            if len(row) != CARDS_OF_HALF
            else wrong
        )
    missing = [each for each in options.pack if each not in row]
    wrong += [f"{are(missing)} missing"] if missing else []
    if not wrong and options.kind is GameKind.UNFETTERED and row[0] != JOKER:
        wrong = ["the joker, which is the first card to be taken, does not lie first"]
    return wrong
