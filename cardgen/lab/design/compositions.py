"""Which compositions a design may have, how far they are from the base, and how handsome they are.

A composition is a tuple of quantities, a place a kind of card: green 1, 2 ... up to the highest pointage,
then red 0, 1, 2 ... All of them keep what the game's rules ask of a pack, and give no warning that the base
does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Literal, NamedTuple, get_args

Composition = tuple[int, ...]
#: Kinds that go out, and those that come in for them.
_Exchange = tuple[tuple[int, ...], tuple[int, ...]]
Keep = Literal["green-cards", "red-cards", "green-points", "red-points"]
KEEPS: tuple[Keep, ...] = get_args(Keep)
#: A step exchanges such a part of the pack at most: larger packs take larger steps as well as single ones.
_STRIDE = 50
#: Steps there are at most; where totals are kept, there would be many thousands.
_MOST_STEPS = 3_000


class Step(NamedTuple):
    """An exchange of cards: what each kind gains or loses."""

    changes: tuple[tuple[int, int], ...]


class Kept(NamedTuple):
    """A sum over kinds that every composition has alike."""

    factors: Composition
    total: int


@dataclass(frozen=True)
class Frame:
    """The compositions that are allowed. Made by `frames.frame_of`."""

    base: Composition
    cards: int
    highest: int
    keep: tuple[Keep, ...]
    #: The highest pointage that there is a place for: the base's, or the one asked for.
    top: int
    #: So many of each kind at least.
    least: Composition
    #: Whether there are to be no fewer green points than red.
    rich: bool

    @cached_property
    def pointages(self) -> Composition:
        """The pointage of every kind."""
        return (*range(1, self.top + 1), *range(self.top + 1))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """The kinds that a composition may have."""
        return tuple(kind for kind, points in enumerate(self.pointages) if points <= self.highest)

    @cached_property
    def green(self) -> Composition:
        """1 for every green kind."""
        return (1,) * self.top + (0,) * (self.top + 1)

    @cached_property
    def sums(self) -> tuple[Kept, ...]:
        """What all compositions have alike."""
        every = Kept((1,) * len(self.base), self.cards)
        return (
            every,
            *(Kept(factors, total(factors, self.base)) for factors in map(self.factors, self.keep)),
        )

    def factors(self, keep: Keep) -> Composition:
        """What a kept total adds up."""
        mine = self.green if keep.startswith("green") else tuple(1 - each for each in self.green)
        if keep.endswith("cards"):
            return mine
        return tuple(one * points for one, points in zip(mine, self.pointages, strict=True))

    def sound(self, composition: Composition) -> bool:
        """Whether quantities are allowed; that totals are kept is for steps to see to."""
        if any(times < least for times, least in zip(composition, self.least, strict=True)):
            return False
        if any(composition[kind] for kind in self._ruled_out):
            return False
        return not self.rich or total(self._balance, composition) >= 0

    @cached_property
    def _balance(self) -> Composition:
        """Green points less red ones."""
        green, red = self.factors("green-points"), self.factors("red-points")
        return tuple(g - r for g, r in zip(green, red, strict=True))

    @cached_property
    def _ruled_out(self) -> tuple[int, ...]:
        return tuple(kind for kind in range(len(self.base)) if kind not in self.allowed)

    def valid(self, composition: Composition) -> bool:
        """Whether this is one of the compositions."""
        return self.sound(composition) and all(total(f, composition) == t for f, t in self.sums)

    @cached_property
    def stride(self) -> int:
        """How many cards the largest steps exchange."""
        return max(1, round(self.cards / _STRIDE))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Exchanges that keep all totals: one for one, or two for two where points are kept."""
        singles: list[_Exchange] = [((one,), (other,)) for one, other in _ring(self.allowed)]
        fair = [pair for pair in singles if self._fair(*pair)]
        if any(keep.endswith("points") for keep in self.keep):
            fair += self._double()
        return tuple(
            Step(_changes(out, back, times)) for times in _strides(self.stride) for out, back in fair
        )[:_MOST_STEPS]

    def _fair(self, out: tuple[int, ...], back: tuple[int, ...]) -> bool:
        return all(sum(f[k] for k in out) == sum(f[k] for k in back) for f, _ in self.sums)

    def _double(self) -> list[_Exchange]:
        """Two cards for two others, so that totals stay: those that spread least first."""
        groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for pair in combinations_with_replacement(self.allowed, 2):
            groups.setdefault(tuple(sum(f[k] for k in pair) for f, _ in self.sums), []).append(pair)
        found = [
            (out, back)
            for pairs in groups.values()
            for out, back in product(pairs, pairs)
            if not {*out} & {*back}
        ]
        return sorted(found, key=lambda pair: (abs(pair[0][0] - pair[1][0]), pair))

    def neighbours(self, composition: Composition) -> Iterator[Composition]:
        """Yield what is one step away."""
        moved = (self.moved(composition, step) for step in self.steps)
        return (each for each in moved if each is not None)

    def moved(self, composition: Composition, step: Step, times: int = 1) -> Composition | None:
        """Take a step so many times; None where that leads to nothing that is allowed."""
        other = list(composition)
        for kind, change in step.changes:
            other[kind] += change * times
            if other[kind] < self.least[kind]:
                return None
        found = tuple(other)
        return found if self.sound(found) else None

    def changed(self, composition: Composition) -> int:
        """How many cards are exchanged from the base; one only added, or only taken out, counts as well."""
        return apart(self.base, composition)

    @cached_property
    def shape(self) -> tuple[float, ...]:
        """The base's own proportions, carried on to pointages that it has not, for so many cards."""
        green, red = self.base[: self.top], self.base[self.top :]
        drawn = [*_carried_on(green, self.highest), *_carried_on(red, self.highest + 1)]
        return tuple(each * self.cards / sum(drawn) for each in drawn)

    def ugliness(self, composition: Composition) -> float:
        """How far out of line a composition is: 0 for the base's proportions, more where rare cards abound.

        The squares of differences over what would be usual (as in a chi-squared test), and one more for
        every card by which quantities rise from pointage to pointage where the base's fall, or fall where
        they rise.
        """
        shape = self.shape
        out = sum((q - s) ** 2 / (s + 1) for q, s in zip(composition, shape, strict=True))
        for kind in range(len(shape) - 1):
            if kind + 1 != self.top and max(self.pointages[kind : kind + 2]) <= self.highest:
                rise, usual = composition[kind + 1] - composition[kind], shape[kind + 1] - shape[kind]
                out += abs(rise) if rise * usual < 0 else 0
        return out

    def rank(self, composition: Composition) -> tuple[int, float, Composition]:
        """The order in which compositions are preferred: fewest cards exchanged, then the handsomest."""
        return self.changed(composition), self.ugliness(composition), composition


def total(factors: Sequence[int], composition: Sequence[int]) -> int:
    """A sum over the kinds of a composition."""
    return sum(map(int.__mul__, factors, composition))


def apart(one: Composition, other: Composition) -> int:
    """How many cards have to be exchanged to make one of the other."""
    gains = [b - a for a, b in zip(one, other, strict=True)]
    return max(sum(gain for gain in gains if gain > 0), -sum(gain for gain in gains if gain < 0))


def _ring(kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """All pairs, those first that go once round: so the first few of them tell of every kind."""
    for offset in range(1, len(kinds)):
        for at in range(len(kinds)):
            yield kinds[at], kinds[(at + offset) % len(kinds)]


def _strides(most: int) -> list[int]:
    """The numbers of cards that steps exchange: the largest first, then less and less."""
    sizes = [most]
    while sizes[-1] > 1:
        sizes.append(sizes[-1] // 2)
    return sizes


def _changes(out: Sequence[int], back: Sequence[int], times: int) -> tuple[tuple[int, int], ...]:
    gains = dict.fromkeys((*out, *back), 0)
    for kind in out:
        gains[kind] -= times
    for kind in back:
        gains[kind] += times
    return tuple(sorted(gains.items()))


def _carried_on(quantities: Sequence[int], places: int) -> list[float]:
    """Quantities by rising pointage, carried on in a straight line from the last two, or cut off."""
    drawn: list[float] = [float(each) for each in quantities]
    known = max((at for at, times in enumerate(quantities) if times), default=-1) + 1
    for at in range(known, min(places, len(drawn))):
        rise = drawn[at - 1] - drawn[at - 2] if at > 1 else 0.0
        drawn[at] = max(1.0, drawn[at - 1] + rise)
    return [each if at < places else 0.0 for at, each in enumerate(drawn)]
