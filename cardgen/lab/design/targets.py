"""What a design is to do at the table: wishes for measures, as people write them.

`+10%` is that much more than the base has, `-0.5` so much less in the measure's own unit, `same` as much,
and a bare number just that. A share is written in per cent: `5%` or `5` is five in a hundred, and `+2` two
in a hundred more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...errors import UsageError
from ...games.measures import GAMES, Measure, Unit
from ...units import closest, quoted

#: A wish is met within so large a part of what the base has (or of the number wished for) ...
USUAL_WITHIN = 0.01
#: ... and within so much in any case: less than this nobody feels at a table.
_FINEST: dict[Unit, float] = {
    "share": 0.0025,
    "index": 0.1,
    "points": 0.05,
    "cards": 0.05,
    "turns": 0.1,
    "times": 0.05,
    "seconds": 0.1,
}
_TARGET = re.compile(r"([+−-]?)([0-9]{1,7}(?:\.[0-9]{1,6})?) ?(%?)\Z")
SAME = "same"
#: So many wishes at once.
MOST_WISHES = 8


@dataclass(frozen=True)
class Wish:
    """A measure is to be `times` what the base has, and `plus` more."""

    key: str
    #: As it was written, "+10%".
    text: str
    times: float
    plus: float
    #: How exactly, as a part of what is wished.
    within: float
    unit: Unit

    @property
    def word(self) -> str:
        """The wish as part of a file's name: "attack-up-10" for +10%, "attack-up-by-2" for +2."""
        number = self.text.strip("+−-% ")
        if self.text[0] not in "+−-":
            return f"{self.key}-{number}"
        way = "up" if self.text[0] == "+" else "down"
        return f"{self.key}-{way}-{number}" if "%" in self.text else f"{self.key}-{way}-by-{number}"

    def target(self, base: float) -> float:
        """What is wished for, where the base has so much."""
        return self.times * base + self.plus

    def tolerance(self, base: float) -> float:
        """How far off is near enough."""
        of = base if self.times else self.plus
        return max(self.within * abs(of), _FINEST[self.unit])


def read_wishes(
    wanted: Sequence[tuple[str, str]], measures: Sequence[Measure], within: float = USUAL_WITHIN
) -> tuple[Wish, ...]:
    """Wishes as they were written: key and target. Raises UsageError where one cannot be meant."""
    if not wanted:
        raise UsageError(
            "nothing is wished for: add --attack +10%, or another measure such as --wish turns=-10%"
        )
    if len(wanted) > MOST_WISHES:
        raise UsageError(f"{len(wanted)} wishes are too many to meet at once: leave {MOST_WISHES} of them")
    meant = [_called(word, measures) for word, _ in wanted]
    for at, measure in enumerate(meant):
        if measure in meant[:at]:
            raise UsageError(f"{measure.key} is wished for twice: leave one of them out")
    return tuple(
        _read(measure, target.strip(), within) for measure, (_, target) in zip(meant, wanted, strict=True)
    )


def _called(word: str, measures: Sequence[Measure]) -> Measure:
    """The measure that somebody means, by its key or by its title as tables show it."""
    known = {_plain(each.title): each for each in measures} | {_plain(each.key): each for each in measures}
    if _plain(word) in known:
        return known[_plain(word)]
    near = known.get(closest(_plain(word), known) or "")
    if near is not None:
        hint = f"did you mean {near.key!r} ({near.title})?"
    else:
        every = ", ".join(each.key for each in measures)
        hint = f"choose from {every}; `cardgen list measures` says what they are"
    raise UsageError(f"nothing called {quoted(word)} is measured at this table; {hint}")


def _plain(word: str) -> str:
    """A name however it is written: "Turns-in a_game" is "turns in a game"."""
    return " ".join(re.split(r"[-_\s]+", word.replace("’", "'").casefold())).strip()


def _read(measure: Measure, text: str, within: float) -> Wish:
    if text.lower() == SAME:
        return Wish(measure.key, SAME, 1.0, 0.0, within, measure.unit)
    found = _TARGET.match(text)
    if not found:
        raise UsageError(
            f"{text!r} is no wish for {measure.key}: write +10%, -10%, +2, -2, {SAME}, or just a number"
        )
    sign, digits, percent = found.groups()
    number = float(digits) * (1 if sign in ("", "+") else -1)
    if sign and percent:
        return Wish(measure.key, text, 1 + _falling(number, measure.key) / 100, 0.0, within, measure.unit)
    if percent and measure.unit != "share":
        hint = f"write {digits}, or +{digits}% for so much more"
        raise UsageError(f"{measure.key} is no share of a hundred, so {text} is unclear: {hint}")
    plus = number / 100 if measure.unit == "share" else number
    most = {"share": 1.0, "index": 100.0}.get(measure.unit)
    if most is not None and abs(plus) > most:
        raise UsageError(f"{measure.key} is between 0 and 100, so {text} cannot be had")
    return Wish(measure.key, text, 1.0 if sign else 0.0, plus, within, measure.unit)


def _falling(number: float, key: str) -> float:
    if number <= -100:
        raise UsageError(f"{key} cannot fall by {-number:g} %: wish for less than 100 % less")
    return number


def facts_of(wishes: Sequence[Wish], measures: Mapping[str, Measure]) -> tuple[str, ...]:
    """The facts that say whether wishes are met."""
    parts = [
        part or {}
        for wish in wishes
        for part in (measures[wish.key].over, measures[wish.key].under, measures[wish.key].mean)
    ]
    return tuple(dict.fromkeys(fact for part in parts for fact in part if fact != GAMES))
