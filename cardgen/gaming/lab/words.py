"""Honest words for chances: "7 in 10 hands", "all but about 1 in 40 hands", "no hand".

"All" and "none" are used for certainties only. Rounded words say "about", and are off by at most WITHIN (from
1 in 10 to 9 in 10), or by about a twentieth of a smaller share, or of the complement of a larger one. "Almost
all" means that 1 in 1,000 or less is missing.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10
from typing import Literal, NamedTuple

#: The largest error of rounded words, and of small shares in proportion.
WITHIN, RELATIVE = Fraction(1, 40), Fraction(1, 20)
#: Maximum complement of "almost all", and smallest share that is written as a number.
ALMOST, SMALLEST_SHARE = Fraction(1, 1_000), Fraction(1, 1_000_000)

#: Shares that are easy to imagine: one part of two to ten, all but one part, and tenths.
_EASY = sorted(
    {Fraction(part, whole) for whole in range(2, 11) for part in (1, whole - 1)}
    | {Fraction(part, 10) for part in range(1, 10)}
)
#: Other shares, used if none of these is near.
_TWENTIETHS = [Fraction(part, 20) for part in range(1, 20)]
_LARGEST_EASY = 20


class ShareInWords(NamedTuple):
    """A share in words, and the range of shares (inclusive) for which the words are true."""

    text: str
    low: Fraction
    high: Fraction
    #: The number of the verb: singular ("no hand holds", "1 in 40 hands holds") or plural.
    number: Literal["one", "many"] = "many"


def share_in_words(share: Fraction) -> ShareInWords:
    """Return a share from 0 to 1 in words. Raises ValueError for any other.

    >>> [share_in_words(Fraction(*each)).text for each in ((7, 10), (2, 3), (70, 99), (39, 40), (1, 52))]
    ['7 in 10', '2 in 3', 'about 7 in 10', 'all but 1 in 40', '1 in 52']
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share is from 0 to 1, not {share}")
    if share in (0, 1):
        return ShareInWords("all" if share else "none", share, share, "one")
    if share >= 1 - ALMOST:
        return ShareInWords("almost all", 1 - ALMOST, Fraction(1))
    if share <= SMALLEST_SHARE:
        return ShareInWords(
            f"fewer than {_one_in_text(1 / SMALLEST_SHARE)}", Fraction(0), SMALLEST_SHARE, "one"
        )
    if share < Fraction(1, 10):
        return _small_share_in_words(share)
    if share > Fraction(9, 10):
        return _large_share_in_words(share)
    return _middle_share_in_words(share)


def _middle_share_in_words(share: Fraction) -> ShareInWords:
    """Return "n in m" for a share from 1 in 10 to 9 in 10."""
    near = min(_EASY, key=lambda easy: abs(easy - share))
    if near != share and (share in _TWENTIETHS or abs(near - share) > WITHIN):
        near = min(_TWENTIETHS, key=lambda easy: abs(easy - share))
    text = f"{near.numerator} in {near.denominator}"
    return _rounded_words(text, share, near, near - WITHIN, near + WITHIN)


def _small_share_in_words(share: Fraction) -> ShareInWords:
    """Return "1 in n", with n rounded to two figures unless it is whole."""
    many = _round_to_two_figures(1 / share)
    near = 1 / many
    return _rounded_words(_one_in_text(many), share, near, near / (1 + RELATIVE), near / (1 - RELATIVE))


def _large_share_in_words(share: Fraction) -> ShareInWords:
    """Return "all but 1 in n"; for small n, such as "19 in 20"."""
    lacking = _round_to_two_figures(1 / (1 - share))
    near = 1 - 1 / lacking
    low, high = 1 - (1 - near) / (1 - RELATIVE), 1 - (1 - near) / (1 + RELATIVE)
    if lacking <= _LARGEST_EASY:
        return _rounded_words(f"{near.numerator} in {near.denominator}", share, near, low, high)
    said = _rounded_words(_one_in_text(lacking), share, near, low, high)
    return said._replace(text=f"all but {said.text}", number="many")


def _rounded_words(
    text: str, share: Fraction, nearest: Fraction, low: Fraction, high: Fraction
) -> ShareInWords:
    """Return the words for a share, preceded by "about" if they do not name it exactly.

    text: the words. nearest: the share that they name. low, high: the shares for which they are true after
    "about".
    """
    number: Literal["one", "many"] = "one" if nearest.numerator == 1 and text.startswith("1 ") else "many"
    return (
        ShareInWords(text, share, share, number)
        if nearest == share
        else ShareInWords(f"about {text}", low, high, number)
    )


def _one_in_text(many: Fraction) -> str:
    return f"1 in {int(many):,}"


def _round_to_two_figures(number: Fraction) -> Fraction:
    """Round a number above 1 to two figures; a whole one up to a thousand stays exact."""
    if number.denominator == 1 and number <= 1000:
        return number
    step = 10 ** max(0, floor(log10(number)) - 1)
    return Fraction(round(number / step) * step)


def subject_of_share(share: Fraction, one: str, many: str) -> tuple[str, bool]:
    """Return the subject of a sentence about a share, and whether its verb is plural.

    one, many: the noun for what the share is of, in the singular and in the plural.

    >>> subject_of_share(Fraction(7, 10), "hand", "hands"), subject_of_share(Fraction(1), "hand", "hands")
    (('7 in 10 hands', True), ('every hand', False))
    """
    said = share_in_words(share)
    if said.low == said.high and share in (0, 1):
        return (f"every {one}" if share else f"no {one}"), False
    return f"{said.text} {many}", said.number == "many"
