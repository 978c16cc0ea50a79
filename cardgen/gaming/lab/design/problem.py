"""What a search is to find: the compositions there can be, the wishes, who plays; and how far off one is.

A wish is written for a measure: `+10%` is that much more than the base has, `-0.5` so much less in the
measure's own unit, `same` as much, and a bare number just that. A share is written in per cent: `5%` or
`5` is five in a hundred, and `+2` two in a hundred more. `at least` and `at most` before it leave one side
open; `more` and `less` are so much more or less that both being near enough is no reason for it.

The base is played far longer than most candidates. Where a candidate's games were lucky for the base as well,
as far as both go together, that luck is taken off (a control variate; the factor is the regression's, so it
never makes an estimate worse).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from math import inf, isfinite, sqrt
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

from ....errors import UsageError
from ....units import closest, quoted
from ...games.experiment import Chunk, Experiment
from ...games.measures import GAMES, Measure, Unit
from ..estimates import linearized, variance_of
from ..moments import Tally
from .search_space import Composition, SearchSpace, start_of

_NORMAL = NormalDist()
#: After a candidate's last games a wish passes for met where being near enough is at least this likely,
#: against how likely it would be of a composition that is right on target.
_AS_GOOD = 0.8
#: Changed whenever searches go another way, so that no checkpoint of an older one is resumed.
_VERSION = 3
#: The usual tolerance of a wish, as a part of what the base has (or of the number wished for).
USUAL_WITHIN = 0.01
#: The least tolerance, in the measure's unit: a smaller difference nobody feels at a table.
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
SAME, MORE, LESS = "same", "more", "less"
#: What a value may be besides near its target: anything above it, or below it.
Open = Literal["", "above", "below"]
#: How wishes with an open side begin, as they are written in the end and as they may be typed.
_OPEN: dict[str, Open] = {"at least": "above", "at most": "below"}
_BOUND = re.compile(r"(at[ -]least|at[ -]most|>=|<=|≥|≤) ?")
_BOUND_WORDS = {">=": "at least", "≥": "at least", "<=": "at most", "≤": "at most"}
#: The most wishes at once.
MOST_WISHES = 8


@dataclass(frozen=True)
class Wish:
    """A target of a measure: `times` what the base has, and `plus` more."""

    key: str
    #: As it was written, "+10%".
    text: str
    times: float
    plus: float
    #: How exactly, as a part of what is wished.
    within: float
    unit: Unit
    #: The side that is open: a value that far from the target meets the wish as well.
    open: Open = ""

    @property
    def is_change(self) -> bool:
        """Tell whether the target is another one than what the base has, and no side is open."""
        return self.text[0] in "+-−"

    @property
    def word(self) -> str:
        """Write the wish as part of a file's name: "attack-up-10" for +10%, "attack-up-by-2" for +2."""
        bound = next((each for each in _OPEN if self.text.startswith(each)), "")
        text = self.text.removeprefix(bound).strip()
        key = "-".join([self.key, *bound.split()])
        number = text.strip("+−-% ")
        if text[0] not in "+−-":
            return f"{key}-{number}"
        way = "up" if text[0] == "+" else "down"
        return f"{key}-{way}-{number}" if "%" in text else f"{key}-{way}-by-{number}"

    def target(self, base: float) -> float:
        """Return what is wished for, from what the base has."""
        beyond = {MORE: 2, LESS: -2}.get(self.text, 0) * self.tolerance(base)
        return self.times * base + self.plus + beyond

    def is_met_by(self, value: float, base: float) -> bool:
        """Tell whether a value is near enough, or on the open side."""
        return Deviation(value - self.target(base), 0.0, self.tolerance(base), self.open).is_near

    def tolerance(self, base: float) -> float:
        """Return how far from the target is near enough."""
        of = base if self.times else self.plus
        return max(self.within * abs(of), _FINEST[self.unit])


def read_wishes(
    wanted: Sequence[tuple[str, str]], measures: Sequence[Measure], within: float = USUAL_WITHIN
) -> tuple[Wish, ...]:
    """Read wishes, each a key and a target as written. Raises UsageError where one makes no sense."""
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
    """Find a measure by its key or by its title as tables show it."""
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
    """Normalize a name: "Turns-in a_game" is "turns in a game"."""
    return " ".join(re.split(r"[-_\s]+", word.replace("’", "'").casefold())).strip()


def _read(measure: Measure, text: str, within: float) -> Wish:
    if text.lower() == SAME:
        return Wish(measure.key, SAME, 1.0, 0.0, within, measure.unit)
    if text.lower() in (MORE, LESS):
        way: Open = "above" if text.lower() == MORE else "below"
        return Wish(measure.key, text.lower(), 1.0, 0.0, within, measure.unit, way)
    if bound := _BOUND.match(text.lower()):
        words = _BOUND_WORDS.get(bound[1], bound[1].replace("-", " "))
        wish = _read(measure, text[bound.end() :].strip(), within)
        if wish.open:
            raise UsageError(
                f"{text!r} is not a wish for {measure.key}: write a number behind {words!r}, or {SAME}"
            )
        return replace(wish, text=f"{words} {wish.text}", open=_OPEN[words])
    found = _TARGET.match(text)
    if not found:
        raise UsageError(
            f"{text!r} is not a wish for {measure.key}: write +10%, -10%, +2, -2, {SAME}, {MORE}, {LESS} or "
            "just a number; at least or at most before it leaves one side open"
        )
    sign, digits, percent = found.groups()
    number = float(digits) * (1 if sign in ("", "+") else -1)
    if sign and percent:
        return Wish(measure.key, text, 1 + _falling(number, measure.key) / 100, 0.0, within, measure.unit)
    if percent and measure.unit != "share":
        hint = f"write {digits}, or +{digits}% for so much more"
        raise UsageError(f"{measure.key} is not a percentage, so {text} is unclear: {hint}")
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
    """Return the facts from which the measures of all wishes follow."""
    parts = [
        part or {}
        for wish in wishes
        for part in (measures[wish.key].over, measures[wish.key].under, measures[wish.key].mean)
    ]
    return tuple(dict.fromkeys(fact for part in parts for fact in part if fact != GAMES))


class Deviation(NamedTuple):
    """A value less what is wished for, its standard error squared, how much is near enough, and on which side
    anything is.
    """

    value: float
    variance: float
    tolerance: float
    open: Open = ""

    @property
    def range(self) -> tuple[float, float]:
        """Return the lowest and the highest deviation that meet the wish."""
        return (
            -inf if self.open == "below" else -self.tolerance,
            inf if self.open == "above" else self.tolerance,
        )

    @property
    def is_near(self) -> bool:
        """Tell whether the value meets the wish."""
        least, most = self.range
        return least <= self.value <= most

    @property
    def miss(self) -> float:
        """Return how far the value is from meeting the wish, in tolerances."""
        least, most = self.range
        return max(0.0, least - self.value, self.value - most) / self.tolerance

    @property
    def off(self) -> float:
        """Return the value in tolerances."""
        return self.value / self.tolerance

    @property
    def error(self) -> float:
        """Return the standard error in tolerances."""
        return sqrt(self.variance) / self.tolerance

    def interval(self, z: float) -> tuple[float, float]:
        """Return the interval of z standard errors to either side."""
        half = z * sqrt(self.variance)
        return self.value - half, self.value + half

    def surely_met(self, z: float) -> bool:
        """Tell whether the whole interval is near enough."""
        (low, high), (least, most) = self.interval(z), self.range
        return least <= low and high <= most

    def surely_missed(self, z: float) -> bool:
        """Tell whether nothing of the interval is near enough."""
        (low, high), (least, most) = self.interval(z), self.range
        return low > most or high < least

    @property
    def chance(self) -> float:
        """Return the probability that the true value is near enough."""
        if self.variance <= 0:
            return float(self.is_near)
        least, most = ((end - self.value) / sqrt(self.variance) for end in self.range)
        return _NORMAL.cdf(most) - _NORMAL.cdf(least)

    @property
    def seems_met(self) -> bool:
        """Tell whether it is about as likely to be near enough as its games can show of anything."""
        return self.chance >= _AS_GOOD * self._replace(value=0.0).chance


class MeasureColumns(NamedTuple):
    """A measure, and the columns of the facts that it is worked out from."""

    measure: Measure
    facts: tuple[str, ...]


def deviation_of(
    wish: Wish, base: Tally, pair: Tally, sides: tuple[MeasureColumns, MeasureColumns]
) -> Deviation | None:
    """Estimate how far a candidate is from a wish; None where its games say nothing of the measure.

    base: the games of the base, its facts only. pair: facts of base and candidate side by side over the same
    games, which are the first of the base's games, or all of them. sides: the measure of the base and of the
    candidate. Below, b and c are the variances of the base's and the candidate's means over the pair's games.
    """
    (own, facts), (measure, others) = sides
    long = linearized(base, facts, own, 0)
    one, other = linearized(pair, facts, own, 0), linearized(pair, others, measure, len(facts))
    if long is None or one is None or other is None:
        return None
    # Of means over n games; a variance of one over m is n / m of it.
    b, c = variance_of(pair, one.weights), variance_of(pair, other.weights)
    both = (b + c - variance_of(pair, [y - x for x, y in zip(one.weights, other.weights, strict=True)])) / 2
    part = pair.games / max(base.games, pair.games)
    slope = both / b if b > 0 else 0.0
    value = other.value - slope * (one.value - long.value) - wish.target(long.value)
    variance = c - slope * both * (1 - part) + (wish.times**2 * b - 2 * wish.times * both) * part
    if not isfinite(value):
        return None
    return Deviation(value, max(variance, 0.0), wish.tolerance(long.value), wish.open)


@dataclass(frozen=True)
class FactsOnly:
    """An experiment of which only some facts are kept, and no tables, so that many can play side by side."""

    experiment: Experiment
    facts: tuple[str, ...]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return those of the whole experiment."""
        return self.experiment.measures

    @property
    def score_range(self) -> tuple[int, int]:
        """Return that of the whole experiment."""
        return self.experiment.score_range

    @property
    def about(self) -> dict[str, Any]:
        """Return that of the whole experiment."""
        return self.experiment.about

    def play(self, seed: int, first: int, count: int) -> Chunk:
        """Play games and return the kept facts of each."""
        rows: Any = self.experiment.play(seed, first, count).rows
        columns = [self.experiment.facts.index(fact) for fact in self.facts]
        if hasattr(rows, "shape"):
            return Chunk(rows[:, columns], {})
        return Chunk([[row[each] for each in columns] for row in rows], {})


@dataclass(frozen=True)
class DesignProblem:
    """What a search is to find.

    experiment: makes a table with a composition. about: who plays and how, for the record. most: how many
    games the search may take, those of the base too. best: how many designs are wanted.
    """

    space: SearchSpace
    wishes: tuple[Wish, ...]
    experiment: Callable[[Composition], Experiment]
    about: Mapping[str, Any]
    seed: int = 1
    best: int = 3
    most: int = 400_000
    _columns_of: dict[tuple[Composition, str], MeasureColumns] = field(
        default_factory=dict, compare=False, repr=False
    )

    @cached_property
    def start(self) -> Composition:
        """Return the composition where the search begins."""
        return start_of(self.space)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Return the facts that are kept of each game."""
        return facts_of(self.wishes, {each.key: each for each in self._measures(self.space.base)})

    def table(self, composition: Composition) -> FactsOnly:
        """Return a table with a composition, ready to be played."""
        return FactsOnly(self.experiment(composition), self.facts)

    def columns_of(self, composition: Composition, key: str) -> MeasureColumns:
        """Return the measure of a wish for a composition: its factors can depend on the pack's own points."""
        if (composition, key) not in self._columns_of:
            for measure in self._measures(composition):
                self._columns_of[composition, measure.key] = MeasureColumns(measure, self.facts)
        return self._columns_of[composition, key]

    def _measures(self, composition: Composition) -> tuple[Measure, ...]:
        return self.experiment(composition).measures

    @cached_property
    def fingerprint(self) -> str:
        """Hash the problem: the same for the same question, whatever the games it may take and who plays
        them.
        """
        asked = {
            "version": _VERSION,
            "base": self.space.base,
            "cards": self.space.cards,
            "highest": self.space.highest,
            "keep": sorted(self.space.keep),
            "wishes": [
                [wish.key, wish.times, wish.plus, wish.within, *([wish.text] if wish.open else [])]
                for wish in self.wishes
            ],
            "about": dict(self.about),
            "seed": self.seed,
        }
        return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
