"""The compositions that a design may have: how far from the base and how handsome each is, where to begin.

A composition is a tuple of quantities, a place a kind of card: green 1, 2 ... up to the highest pointage,
then red 0, 1, 2 ... All of them keep what the game's rules ask of a pack, and give no warning that the base
does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ....errors import UsageError

if TYPE_CHECKING:
    from ...games.never_over.cards import Cards

Composition = tuple[int, ...]
#: A step, as what each kind gains or loses.
Step = tuple[tuple[int, int], ...]
#: Kinds that go out, and kinds that come in for them.
_Exchange = tuple[tuple[int, ...], tuple[int, ...]]
Keep = Literal["green-cards", "red-cards", "green-points", "red-points"]
KEEPS: tuple[Keep, ...] = get_args(Keep)
#: A step exchanges at most one in so many cards: larger packs take larger steps as well as single ones.
_STRIDE = 50
#: The largest packs and pointages that are designed.
MOST_CARDS, MOST_HIGHEST = 1_000, 20
#: The most steps; where totals are kept, there would be many thousands.
_MOST_STEPS = 3_000


class KeptTotal(NamedTuple):
    """A sum over kinds that all compositions have in common."""

    factors: Composition
    total: int


@dataclass(frozen=True)
class SearchSpace:
    """The compositions that are allowed. Made by `search_space_of`."""

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
        """Return the pointage of every kind."""
        return (*range(1, self.top + 1), *range(self.top + 1))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """Return the kinds that a composition may have."""
        return tuple(kind for kind, points in enumerate(self.pointages) if points <= self.highest)

    @cached_property
    def green(self) -> Composition:
        """Return 1 for every green kind, 0 for every red one."""
        return (1,) * self.top + (0,) * (self.top + 1)

    @cached_property
    def sums(self) -> tuple[KeptTotal, ...]:
        """Return the totals that all compositions have in common."""
        every = KeptTotal((1,) * len(self.base), self.cards)
        return (
            every,
            *(KeptTotal(factors, total(factors, self.base)) for factors in map(self.factors, self.keep)),
        )

    def factors(self, keep: Keep) -> Composition:
        """Return what each kind adds to a kept total."""
        mine = self.green if keep.startswith("green") else tuple(1 - each for each in self.green)
        if keep.endswith("cards"):
            return mine
        return tuple(one * points for one, points in zip(mine, self.pointages, strict=True))

    def sound(self, composition: Composition) -> bool:
        """Tell whether quantities are allowed; totals are not looked at, as steps keep them."""
        if any(map(int.__lt__, composition, self.least)):
            return False
        if self._ruled_out and any(composition[kind] for kind in self._ruled_out):
            return False
        return not self.rich or total(self._balance, composition) >= 0

    @cached_property
    def _balance(self) -> Composition:
        """Return what each kind adds to the green points less the red ones."""
        green, red = self.factors("green-points"), self.factors("red-points")
        return tuple(g - r for g, r in zip(green, red, strict=True))

    @cached_property
    def _ruled_out(self) -> tuple[int, ...]:
        return tuple(kind for kind in range(len(self.base)) if kind not in self.allowed)

    def valid(self, composition: Composition) -> bool:
        """Tell whether this is one of the compositions."""
        return self.sound(composition) and all(total(f, composition) == t for f, t in self.sums)

    @cached_property
    def stride(self) -> int:
        """Return how many cards the largest steps exchange."""
        return max(1, round(self.cards / _STRIDE))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """List the steps that keep all totals, large ones first: one card for one, or two for two for
        points.
        """
        singles: list[_Exchange] = [((one,), (other,)) for one, other in _ring(self.allowed)]
        fair = [pair for pair in singles if self._fair(*pair)]
        if any(keep.endswith("points") for keep in self.keep):
            fair += self._double()
        sizes = [self.stride]
        while sizes[-1] > 1:
            sizes.append(sizes[-1] // 2)
        steps = []
        for size in sizes:
            for out, back in fair:
                gains = dict.fromkeys((*out, *back), 0)
                for kind in out:
                    gains[kind] -= size
                for kind in back:
                    gains[kind] += size
                steps.append(tuple(sorted(gains.items())))
        return tuple(steps[:_MOST_STEPS])

    def _fair(self, out: tuple[int, ...], back: tuple[int, ...]) -> bool:
        return all(sum(f[k] for k in out) == sum(f[k] for k in back) for f, _ in self.sums)

    def _double(self) -> list[_Exchange]:
        """List exchanges of two cards for two others that keep all totals, those that spread least first."""
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

    def neighbours(self, compositions: Sequence[Composition]) -> list[Composition]:
        """List what is one step from any of many compositions, sorted."""
        import numpy as np

        reached = (np.array(compositions)[:, None] + self._moves).reshape(-1, len(self.base))
        sound = (reached >= self.least).all(axis=1) & (reached[:, self._ruled_out] == 0).all(axis=1)
        if self.rich:
            sound &= (reached * self._balance).sum(axis=1) >= 0
        return sorted({*map(tuple, reached[sound].tolist())})

    @cached_property
    def _moves(self) -> Any:
        """Return an array of all steps, a row each: what every kind gains or loses."""
        import numpy as np

        moves = np.zeros((len(self.steps), len(self.base)), dtype=int)
        for row, step in zip(moves, self.steps, strict=True):
            for kind, change in step:
                row[kind] = change
        return moves

    def moved(self, composition: Composition, step: Step, times: int = 1) -> Composition | None:
        """Take a step so many times; None where that leads to nothing that is allowed."""
        other = list(composition)
        for kind, change in step:
            other[kind] += change * times
            if other[kind] < self.least[kind]:
                return None
        found = tuple(other)
        return found if self.sound(found) else None

    def changed(self, composition: Composition) -> int:
        """Count the cards exchanged from the base; one only added, or only taken out, counts as well."""
        return apart(self.base, composition)

    @cached_property
    def shape(self) -> tuple[float, ...]:
        """Return the base's proportions for this number of cards, extended to pointages that it has not."""
        green, red = self.base[: self.top], self.base[self.top :]
        drawn = [*_carried_on(green, self.highest), *_carried_on(red, self.highest + 1)]
        return tuple(each * self.cards / sum(drawn) for each in drawn)

    def ugliness(self, composition: Composition) -> float:
        """Measure how far out of line a composition is: 0 for the base's proportions.

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
        """Return the key by which compositions are preferred: fewest cards exchanged, then the handsomest."""
        return self.changed(composition), self.ugliness(composition), composition


def total(factors: Sequence[int], composition: Sequence[int]) -> int:
    """Sum over the kinds of a composition."""
    return sum(map(int.__mul__, factors, composition))


def apart(one: Composition, other: Composition) -> int:
    """Count the cards that have to be exchanged to make one of the other."""
    gains = [b - a for a, b in zip(one, other, strict=True)]
    return max(sum(gain for gain in gains if gain > 0), -sum(gain for gain in gains if gain < 0))


def all_apart(many: Any, one: Composition) -> Any:
    """Count the same for many compositions at once: an array of them, a row each."""
    gains = many - one
    return (abs(gains).sum(axis=1) + abs(gains.sum(axis=1))) // 2


def _ring(kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield all pairs so that the first few of them have every kind: neighbours first, round a circle."""
    for offset in range(1, len(kinds)):
        for at in range(len(kinds)):
            yield kinds[at], kinds[(at + offset) % len(kinds)]


def _carried_on(quantities: Sequence[int], places: int) -> list[float]:
    """Extend quantities by rising pointage in a straight line from the last two, or cut them off."""
    drawn: list[float] = [float(each) for each in quantities]
    known = max((at for at, times in enumerate(quantities) if times), default=-1) + 1
    for at in range(known, min(places, len(drawn))):
        rise = drawn[at - 1] - drawn[at - 2] if at > 1 else 0.0
        drawn[at] = max(1.0, drawn[at - 1] + rise)
    return [each if at < places else 0.0 for at, each in enumerate(drawn)]


def composition_of(cards: Cards, top: int) -> Composition:
    """Return a pack's composition, with places up to a pointage."""
    found = [0] * (2 * top + 1)
    for kind, (points, times) in enumerate(zip(cards.pointages, cards.quantities, strict=True)):
        found[points - 1 if cards.is_green(kind) else top + points] += times
    return tuple(found)


def search_space_of(
    cards: Cards, wanted: int | None = None, highest: int | None = None, keep: Sequence[Keep] = ()
) -> SearchSpace:
    """Make the space of compositions of `wanted` cards, up to `highest`, that keep some totals of the base.

    Raises UsageError where there is none, and for what is too large to search.
    """
    count, high = wanted or cards.count, highest or cards.highest
    top = max(high, cards.highest)
    if max(count, cards.count) > MOST_CARDS or top > MOST_HIGHEST:
        most = f"{MOST_CARDS:,} cards with {MOST_HIGHEST} as the highest"
        raise UsageError(f"design works on packs of up to {most}, not {max(count, cards.count):,} with {top}")
    base = composition_of(cards, top)
    rich = cards.total(green=True)[1] >= cards.total(green=False)[1]
    space = SearchSpace(
        base, count, high, tuple(dict.fromkeys(keep)), top, _least(base, cards.highest, high, top), rich
    )
    _verify(space)
    return space


def _least(base: Composition, was: int, highest: int, top: int) -> Composition:
    """Return the least quantities: one of the highest of each colour, and of every ceiling of the base."""
    green = [int(points == highest) for points in range(1, top + 1)]
    red = [
        int(points <= highest and (points == highest or points > was or base[top + points] > 0))
        for points in range(top + 1)
    ]
    return (*green, *red)


def _verify(space: SearchSpace) -> None:
    """Raise UsageError, saying what to change, where no composition is left."""
    fewest = _fewest(space)
    if space.cards < fewest:
        are = "card is" if space.cards == 1 else "cards are"
        rich = "there are no fewer green points than red, as the base has"
        greens = rich if space.rich else "green its highest"
        raise UsageError(
            f"{space.cards} {are} too few with {space.highest} as the highest: red takes "
            f"{sum(space.least) - 1}, one for every ceiling, and {greens}. "
            f"Ask for {fewest} cards or more, or for a lower --highest"
        )
    held = {keep: total(space.factors(keep), space.base) for keep in space.keep}
    if {"green-cards", "red-cards"} <= held.keys() and held["green-cards"] + held["red-cards"] != space.cards:
        green, red = held["green-cards"], held["red-cards"]
        raise UsageError(
            f"{green} green and {red} red cards are kept, which is {green + red}, not {space.cards}: "
            f"leave out one --keep, or --cards"
        )
    if next(greens_possible(space), None) is None:
        kept = " and ".join(f"{keep.replace('-', ' ')} ({number})" for keep, number in held.items())
        raise UsageError(
            f"no pack of {space.cards} cards with {space.highest} as the highest keeps {kept}: "
            f"leave out a --keep, or change --cards or --highest"
        )


def _fewest(space: SearchSpace) -> int:
    """Return the fewest cards that a pack with this highest pointage can have, whatever is kept."""
    counts = range(sum(space.least), MOST_CARDS)
    some = (replace(space, cards=cards, keep=()) for cards in counts)
    return next(each.cards for each in some if next(greens_possible(each), None) is not None)


def greens_possible(space: SearchSpace) -> Iterator[int]:
    """Yield the numbers of green cards with which all totals can be kept."""
    held = {keep: total(space.factors(keep), space.base) for keep in space.keep}
    least_red = sum(space.least[space.top :])
    reds = total(space.factors("red-points"), space.least)
    for green in range(1, space.cards - least_red + 1):
        red = space.cards - green
        if green != held.get("green-cards", green) or red != held.get("red-cards", red):
            continue
        greens = (space.highest + green - 1, space.highest * green)
        spread = (reds, reds + space.highest * (red - least_red))
        most = held.get("green-points", greens[1])
        fewest = held.get("red-points", spread[0])
        within = greens[0] <= most <= greens[1] and spread[0] <= fewest <= spread[1]
        if within and (most >= fewest or not space.rich):
            yield green


def start_of(space: SearchSpace) -> Composition:
    """Choose the composition to begin with: the base, or the nearest to it of those that are allowed."""
    found = [times if kind in space.allowed else 0 for kind, times in enumerate(space.base)]
    found = list(map(max, found, space.least))
    share = space.cards * sum(found[: space.top]) / sum(found)
    green = min(greens_possible(space), key=lambda each: (abs(each - share), each))
    for mine, count in (
        (space.factors("green-cards"), green),
        (space.factors("red-cards"), space.cards - green),
    ):
        found = _with_count(space, found, mine, count)
    for keep in space.keep:
        if keep.endswith("points"):
            found = _with_points(space, found, keep, total(space.factors(keep), space.base))
    return _enriched(space, found)


def _with_count(space: SearchSpace, found: list[int], mine: Composition, count: int) -> list[int]:
    """Add or take out cards of a colour, one by one, until there are `count`."""
    kinds = [kind for kind in space.allowed if mine[kind]]
    while (lack := count - total(mine, found)) != 0:
        one = 1 if lack > 0 else -1
        free = [kind for kind in kinds if found[kind] + one >= space.least[kind]]
        found = min((_with(found, {kind: one}) for kind in free), key=lambda each: space.rank(tuple(each)))
    return found


def _with_points(space: SearchSpace, found: list[int], keep: Keep, points: int) -> list[int]:
    """Exchange cards of a colour for others of it until they have `points`."""
    factors = space.factors(keep)
    while (lack := points - total(factors, found)) != 0:
        steps = [
            (gain, each) for gain, each in _exchanges(space, found, keep) if 0 < gain * lack <= lack * lack
        ]
        _, found = min(steps, key=lambda step: (abs(lack - step[0]), space.rank(tuple(step[1]))))
    return found


def _enriched(space: SearchSpace, found: list[int]) -> Composition:
    """Exchange within colours until there are no fewer green points than red, where that is asked for."""
    points: tuple[Keep, Keep] = ("green-points", "red-points")
    while not space.sound(tuple(found)):
        steps = [
            each
            for keep, wanted in zip(points, (1, -1), strict=True)
            if keep not in space.keep
            for gain, each in _exchanges(space, found, keep)
            if gain == wanted
        ]
        found = min(steps, key=lambda each: space.rank(tuple(each)))
    return tuple(found)


def _exchanges(space: SearchSpace, found: list[int], keep: Keep) -> Iterator[tuple[int, list[int]]]:
    """Exchange one card of a colour for another of it, in all ways: yield points gained, and the result."""
    green = keep.startswith("green")
    kinds = [kind for kind in space.allowed if space.green[kind] == green]
    for out in kinds:
        for back in kinds:
            if back != out and found[out] > space.least[out]:
                yield space.pointages[back] - space.pointages[out], _with(found, {out: -1, back: 1})


def _with(found: list[int], changes: dict[int, int]) -> list[int]:
    return [times + changes.get(kind, 0) for kind, times in enumerate(found)]
