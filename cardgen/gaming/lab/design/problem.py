"""The problem of a design search: the compositions, the wishes, the players; and how far a design is off.

A wish is a target for a measure: `+10%` is relative to the base, `-0.5` is a change in the measure's own
unit, `same` keeps the base's value, and a plain number is the value itself. Shares are in per cent: `5%` or
`5` is five in a hundred, and `+2` two in a hundred more. `at least` and `at most` leave one side open; `more`
and `less` are changes of three tolerances, so that the base does not count as near enough.

The base plays far more games than most candidates. If a candidate's games were lucky for the base as well,
the common part of that luck is subtracted (a control variate with the regression's factor, which never makes
an estimate worse).
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
from ....units import closest_word, quoted_value
from ...games.experiment import Chunk, Experiment
from ...games.measures import GAMES, Measure, Unit
from ..estimates import linearized_measure, variance_of_mean
from ..moments import GameTally
from .search_space import Composition, SearchSpace, choose_start

_NORMAL = NormalDist()
#: After a candidate's last games a wish counts as met if the chance of being within the tolerance is at least
#: this share of the chance for a composition exactly on target.
_AS_GOOD = 0.8
#: Version of the search: checkpoints of other versions are not resumed.
_VERSION = 3
#: Default tolerance of a wish, relative to the base's value (or to the target).
USUAL_WITHIN = 0.01
#: Minimum tolerance in the measure's unit: players do not notice smaller differences.
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
#: The open side of a wish: anything above, or below, also meets it.
Open = Literal["", "above", "below"]
#: Prefixes of wishes with an open side, in the standard form and as users may type them.
_OPEN: dict[str, Open] = {"at least": "above", "at most": "below"}
_BOUND = re.compile(r"(at[ -]least|at[ -]most|>=|<=|≥|≤) ?")
_BOUND_WORDS = {">=": "at least", "≥": "at least", "<=": "at most", "≤": "at most"}
#: Maximum number of wishes.
MOST_WISHES = 8
#: Between the key of a measure and the number of players at a table, for a group.
AT_TABLE = "@"


@dataclass(frozen=True)
class DesignWish:
    """A wish for a measure. Its target is the base's value times `times`, plus `plus`."""

    key: str
    #: As written: "+10%".
    text: str
    times: float
    plus: float
    #: The tolerance relative to the target.
    within: float
    unit: Unit
    #: The open side, where any value meets the wish.
    open: Open = ""

    @property
    def table(self) -> str:
        """Return the number of players at the wish's table in a group, as text; "" if there is no group."""
        return self.key.partition(AT_TABLE)[2]

    @property
    def is_change(self) -> bool:
        """Tell whether the target is a change of the base's value, such as "+10%", without an open side."""
        return self.text[0] in "+-−"

    @property
    def file_name_part(self) -> str:
        """Return the wish as part of a file name: "attack-up-10" for +10%, "attack-up-by-2" for +2."""
        bound = next((each for each in _OPEN if self.text.startswith(each)), "")
        text = self.text.removeprefix(bound).strip()
        key = "-".join([self.key, *bound.split()])
        number = text.strip("+−-% ")
        if text[0] not in "+−-":
            return f"{key}-{number}"
        way = "up" if text[0] == "+" else "down"
        return f"{key}-{way}-{number}" if "%" in text else f"{key}-{way}-by-{number}"

    def target(self, base: float) -> float:
        """Return the target for the base's value."""
        beyond = {MORE: 2, LESS: -2}.get(self.text, 0) * self.tolerance(base)
        return self.times * base + self.plus + beyond

    def is_met_by(self, value: float, base: float) -> bool:
        """Tell whether a value is within the tolerance, or on the open side."""
        return Deviation(value - self.target(base), 0.0, self.tolerance(base), self.open).is_within_tolerance

    def tolerance(self, base: float) -> float:
        """Return the tolerance around the target."""
        of = base if self.times else self.plus
        return max(self.within * abs(of), _FINEST[self.unit])


def read_wishes(
    targets: Sequence[tuple[str, str]], measures: Sequence[Measure], tolerance: float = USUAL_WITHIN
) -> tuple[DesignWish, ...]:
    """Return the wishes that pairs of a measure's name and a target give, such as ("attack", "+10%").

    tolerance: the tolerance as a share. Raises UsageError without wishes or with too many, for an unknown or
    repeated measure, and for a target that cannot be read or reached.
    """
    if not targets:
        raise UsageError(
            "nothing is wished for: add --attack +10%, or another measure such as --wish turns=-10%"
        )
    if len(targets) > MOST_WISHES:
        raise UsageError(f"{len(targets)} wishes are too many to meet at once: leave {MOST_WISHES} of them")
    meant = [_find_measure(word, measures) for word, _ in targets]
    for at, measure in enumerate(meant):
        if measure in meant[:at]:
            raise UsageError(f"{measure.key} is wished for twice: leave one of them out")
    return tuple(
        _read_wish(measure, target.strip(), tolerance)
        for measure, (_, target) in zip(meant, targets, strict=True)
    )


def _find_measure(word: str, measures: Sequence[Measure]) -> Measure:
    """Return the measure with this key or title; case, hyphens and underscores do not matter.

    Raises UsageError if there is none.
    """
    known = {_normalized_name(each.title): each for each in measures} | {
        _normalized_name(each.key): each for each in measures
    }
    if _normalized_name(word) in known:
        return known[_normalized_name(word)]
    near = known.get(closest_word(_normalized_name(word), known) or "")
    if near is not None:
        hint = f"did you mean {near.key!r} ({near.title})?"
    else:
        every = ", ".join(each.key for each in measures)
        hint = f"choose from {every}; `cardgen list measures` says what they are"
    raise UsageError(f"nothing called {quoted_value(word)} is measured at this table; {hint}")


def _normalized_name(word: str) -> str:
    """Return a name normalized: "Turns-in a_game" becomes "turns in a game"."""
    return " ".join(re.split(r"[-_\s]+", word.replace("’", "'").casefold())).strip()


def _read_wish(measure: Measure, text: str, tolerance: float) -> DesignWish:
    """Return a wish for a measure, read from the text of a target. Raises UsageError for an invalid one."""
    if text.lower() == SAME:
        return DesignWish(measure.key, SAME, 1.0, 0.0, tolerance, measure.unit)
    if text.lower() in (MORE, LESS):
        way: Open = "above" if text.lower() == MORE else "below"
        return DesignWish(measure.key, text.lower(), 1.0, 0.0, tolerance, measure.unit, way)
    if bound := _BOUND.match(text.lower()):
        words = _BOUND_WORDS.get(bound[1], bound[1].replace("-", " "))
        wish = _read_wish(measure, text[bound.end() :].strip(), tolerance)
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
        return DesignWish(
            measure.key, text, 1 + _decreasing_factor(number, measure.key) / 100, 0.0, tolerance, measure.unit
        )
    if percent and measure.unit != "share":
        hint = f"write {digits}, or +{digits}% for so much more"
        raise UsageError(f"{measure.key} is not a percentage, so {text} is unclear: {hint}")
    plus = number / 100 if measure.unit == "share" else number
    most = {"share": 1.0, "index": 100.0}.get(measure.unit)
    if most is not None and abs(plus) > most:
        raise UsageError(f"{measure.key} is between 0 and 100, so {text} cannot be reached")
    return DesignWish(measure.key, text, 1.0 if sign else 0.0, plus, tolerance, measure.unit)


def _decreasing_factor(number: float, key: str) -> float:
    """Return a change in per cent as it is. Raises UsageError for a decrease of 100 % or more."""
    if number <= -100:
        raise UsageError(f"{key} cannot fall by {-number:g} %: wish for less than 100 % less")
    return number


def fact_names_for_wishes(wishes: Sequence[DesignWish], measures: Mapping[str, Measure]) -> tuple[str, ...]:
    """Return the facts that the measures of all wishes need."""
    parts = [
        part or {}
        for wish in wishes
        for part in (measures[wish.key].over, measures[wish.key].under, measures[wish.key].mean)
    ]
    return tuple(dict.fromkeys(fact for part in parts for fact in part if fact != GAMES))


class Deviation(NamedTuple):
    """The difference between a value and the target of a wish.

    variance: of the difference. tolerance: how far from the target a value still meets the wish. open: the
    side on which any difference meets the wish; "" for none.
    """

    value: float
    variance: float
    tolerance: float
    open: Open = ""

    @property
    def allowed_range(self) -> tuple[float, float]:
        """Return the lowest and the highest deviation that meet the wish."""
        return (
            -inf if self.open == "below" else -self.tolerance,
            inf if self.open == "above" else self.tolerance,
        )

    @property
    def is_within_tolerance(self) -> bool:
        """Tell whether the value meets the wish."""
        least, most = self.allowed_range
        return least <= self.value <= most

    @property
    def miss_in_tolerances(self) -> float:
        """Return by how many tolerances the value misses the wish; 0 if it meets it."""
        least, most = self.allowed_range
        return max(0.0, least - self.value, self.value - most) / self.tolerance

    @property
    def in_tolerances(self) -> float:
        """Return the deviation in tolerances."""
        return self.value / self.tolerance

    @property
    def error_in_tolerances(self) -> float:
        """Return the standard error in tolerances."""
        return sqrt(self.variance) / self.tolerance

    def interval(self, z: float) -> tuple[float, float]:
        """Return the interval of z standard errors on either side."""
        half = z * sqrt(self.variance)
        return self.value - half, self.value + half

    def is_surely_met(self, z: float) -> bool:
        """Tell whether the whole interval meets the wish."""
        (low, high), (least, most) = self.interval(z), self.allowed_range
        return least <= low and high <= most

    def is_surely_missed(self, z: float) -> bool:
        """Tell whether no part of the interval meets the wish."""
        (low, high), (least, most) = self.interval(z), self.allowed_range
        return low > most or high < least

    @property
    def chance_of_meeting(self) -> float:
        """Return the probability that the true value meets the wish."""
        if self.variance <= 0:
            return float(self.is_within_tolerance)
        least, most = ((end - self.value) / sqrt(self.variance) for end in self.allowed_range)
        return _NORMAL.cdf(most) - _NORMAL.cdf(least)

    @property
    def is_probably_met(self) -> bool:
        """Tell whether the wish is met, as far as the number of games can show.

        That is so if the chance of meeting it is nearly as high as for a value that equals the target.
        """
        return self.chance_of_meeting >= _AS_GOOD * self._replace(value=0.0).chance_of_meeting


class MeasureColumns(NamedTuple):
    """A measure, and the names of the facts in the columns of its tally."""

    measure: Measure
    facts: tuple[str, ...]


def estimate_deviation(
    wish: DesignWish, base: GameTally, pair: GameTally, sides: tuple[MeasureColumns, MeasureColumns]
) -> Deviation | None:
    """Estimate a candidate's deviation from a wish; return None if its games do not determine the measure.

    base: the tally of the base's games, with the base's facts only. pair: a tally of base and candidate side
    by side; its games are the first of the base's games, or all of them. sides: the measure of the base and
    of the candidate. In the code, b and c are the variances of the base's and the candidate's means over the
    pair's games.
    """
    (own, facts), (measure, others) = sides
    long = linearized_measure(base, facts, own, 0)
    one, other = (
        linearized_measure(pair, facts, own, 0),
        linearized_measure(pair, others, measure, len(facts)),
    )
    if long is None or one is None or other is None:
        return None
    # Variances of means over n games; for a mean over m games multiply by n / m.
    b, c = variance_of_mean(pair, one.weights), variance_of_mean(pair, other.weights)
    both = (
        b + c - variance_of_mean(pair, [y - x for x, y in zip(one.weights, other.weights, strict=True)])
    ) / 2
    part = pair.games / max(base.games, pair.games)
    slope = both / b if b > 0 else 0.0
    value = other.value - slope * (one.value - long.value) - wish.target(long.value)
    variance = c - slope * both * (1 - part) + (wish.times**2 * b - 2 * wish.times * both) * part
    if not isfinite(value):
        return None
    return Deviation(value, max(variance, 0.0), wish.tolerance(long.value), wish.open)


@dataclass(frozen=True)
class FactsOnly:
    """An experiment with only some facts and no tables, so that many can be played side by side."""

    experiment: Experiment
    facts: tuple[str, ...]

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the whole experiment."""
        return self.experiment.measures

    @property
    def score_range(self) -> tuple[int, int]:
        """Return the score range of the whole experiment."""
        return self.experiment.score_range

    @property
    def setup_record(self) -> dict[str, Any]:
        """Return the record of the whole experiment."""
        return self.experiment.setup_record

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Play games and return the selected facts of each."""
        rows: Any = self.experiment.play_chunk(seed, first, count).rows
        columns = [self.experiment.facts.index(fact) for fact in self.facts]
        if hasattr(rows, "shape"):
            return Chunk(rows[:, columns], {})
        return Chunk([[row[each] for each in columns] for row in rows], {})


@dataclass(frozen=True)
class DesignProblem:
    """The problem of a design search.

    experiment: returns a table with a composition. about: the record of who plays and how. most: maximum
    number of games, with the base's. best: number of designs wanted.
    """

    space: SearchSpace
    wishes: tuple[DesignWish, ...]
    experiment: Callable[[Composition], Experiment]
    setup_record: Mapping[str, Any]
    seed: int = 1
    best: int = 3
    most: int = 400_000
    _columns_of: dict[tuple[Composition, str], MeasureColumns] = field(
        default_factory=dict, compare=False, repr=False
    )

    @cached_property
    def start(self) -> Composition:
        """Return the composition at which the search begins."""
        return choose_start(self.space)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Return the names of the facts that the measures of all wishes need."""
        return fact_names_for_wishes(
            self.wishes, {each.key: each for each in self._measures(self.space.base)}
        )

    def table(self, composition: Composition) -> FactsOnly:
        """Return a table with a composition, ready to play."""
        return FactsOnly(self.experiment(composition), self.facts)

    def measure_columns(self, composition: Composition, key: str) -> MeasureColumns:
        """Return the measure of a wish for a composition; its factors can depend on the cards' points."""
        if (composition, key) not in self._columns_of:
            for measure in self._measures(composition):
                self._columns_of[composition, measure.key] = MeasureColumns(measure, self.facts)
        return self._columns_of[composition, key]

    def _measures(self, composition: Composition) -> tuple[Measure, ...]:
        return self.experiment(composition).measures

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of all that decides the search but its number of games and of workers."""
        asked = {
            "version": _VERSION,
            "base": self.space.base,
            "cards": self.space.cards,
            "highest": self.space.highest,
            "keep": sorted(self.space.keep),
            **({"sizes": self.space.sizes} if self.space.sizes else {}),
            **({"varied": self.space.varied} if self.space.varied else {}),
            "wishes": [
                [wish.key, wish.times, wish.plus, wish.within, *([wish.text] if wish.open else [])]
                for wish in self.wishes
            ],
            "about": dict(self.setup_record),
            "seed": self.seed,
        }
        return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
