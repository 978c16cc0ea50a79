"""Honest words for chances: "7 in 10 hands", "all but about 1 in 40 hands", "no hand".

All and none are said of certainties only. What is rounded says "about", and is off by no more than
WITHIN (from 1 in 10 to 9 in 10), or by about a twentieth of a smaller share, or of what a larger one lacks.
"Almost all" lacks 1 in 1,000 or less.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import Literal, NamedTuple

#: The largest error of rounded words, and of small shares in proportion.
WITHIN, RELATIVE = Fraction(1, 40), Fraction(1, 20)
#: The most that almost all may lack, and the smallest share that is told as a number.
ALMOST, FEWEST = Fraction(1, 1_000), Fraction(1, 1_000_000)

#: Shares that are easy to imagine: one part of two to ten, all but one part, and tenths.
_EASY = sorted(
    {Fraction(part, whole) for whole in range(2, 11) for part in (1, whole - 1)}
    | {Fraction(part, 10) for part in range(1, 10)}
)
#: Shares for where none of these is near.
_TWENTIETHS = [Fraction(part, 20) for part in range(1, 20)]
_LARGEST_EASY = 20


class Said(NamedTuple):
    """A share in words, and between which shares (both included) the words are true."""

    text: str
    low: Fraction
    high: Fraction
    #: The number of the verb: of one ("no hand holds", "1 in 40 hands holds") or of many.
    number: Literal["one", "many"] = "many"


def share_in_words(share: Fraction) -> Said:
    """Say a share from 0 to 1 in words. Raises ValueError for any other.

    >>> [share_in_words(Fraction(*each)).text for each in ((7, 10), (2, 3), (70, 99), (39, 40), (1, 52))]
    ['7 in 10', '2 in 3', 'about 7 in 10', 'all but 1 in 40', '1 in 52']
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share is from 0 to 1, not {share}")
    if share in (0, 1):
        return Said("all" if share else "none", share, share, "one")
    if share >= 1 - ALMOST:
        return Said("almost all", 1 - ALMOST, Fraction(1))
    if share <= FEWEST:
        return Said(f"fewer than {_one_in(1 / FEWEST)}", Fraction(0), FEWEST, "one")
    if share < Fraction(1, 10):
        return _small(share)
    if share > Fraction(9, 10):
        return _large(share)
    return _middling(share)


def _middling(share: Fraction) -> Said:
    near = min(_EASY, key=lambda easy: abs(easy - share))
    if near != share and (share in _TWENTIETHS or abs(near - share) > WITHIN):
        near = min(_TWENTIETHS, key=lambda easy: abs(easy - share))
    text = f"{near.numerator} in {near.denominator}"
    return _rounded(text, share, near, near - WITHIN, near + WITHIN)


def _small(share: Fraction) -> Said:
    """Say one in so many, to two figures where that is no whole number."""
    many = _two_figures(1 / share)
    near = 1 / many
    return _rounded(_one_in(many), share, near, near * (1 - RELATIVE), near * (1 + RELATIVE) / (1 - RELATIVE))


def _large(share: Fraction) -> Said:
    """Say all but one in so many; where these are few, as "19 in 20"."""
    lacking = _two_figures(1 / (1 - share))
    near = 1 - 1 / lacking
    low, high = 1 - (1 - near) * (1 + RELATIVE) / (1 - RELATIVE), 1 - (1 - near) * (1 - RELATIVE)
    if lacking <= _LARGEST_EASY:
        return _rounded(f"{near.numerator} in {near.denominator}", share, near, low, high)
    said = _rounded(_one_in(lacking), share, near, low, high)
    return said._replace(text=f"all but {said.text}", number="many")


def _rounded(text: str, share: Fraction, near: Fraction, low: Fraction, high: Fraction) -> Said:
    number: Literal["one", "many"] = "one" if near.numerator == 1 and text.startswith("1 ") else "many"
    return Said(text, share, share, number) if near == share else Said(f"about {text}", low, high, number)


def _one_in(many: Fraction) -> str:
    return f"1 in {int(many):,}"


def _two_figures(number: Fraction) -> Fraction:
    """Round a number above 1 to two figures; one that is whole stays as it is up to a thousand."""
    if number.denominator == 1 and number <= 1000:
        return number
    step = 10 ** max(0, floor(log10(number)) - 1)
    return Fraction(round(number / step) * step)


def subject(share: Fraction, one: str, many: str) -> tuple[str, bool]:
    """Return what a sentence about a share begins with, and whether its verb is one of many.

    one, many: what the share is of: "hand of 8", "hands of 8".

    >>> subject(Fraction(7, 10), "hand", "hands"), subject(Fraction(1), "hand", "hands")
    (('7 in 10 hands', True), ('every hand', False))
    """
    said = share_in_words(share)
    if said.low == said.high and share in (0, 1):
        return (f"every {one}" if share else f"no {one}"), False
    return f"{said.text} {many}", said.number == "many"
