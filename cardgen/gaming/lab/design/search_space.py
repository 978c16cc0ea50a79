"""The compositions that a design may have: distance from the base, regularity, and where to begin.

A composition is a tuple of quantities, one per kind of card: green 1, 2 ... up to the highest pointage, then
red 0, 1, 2 ... All of them keep the game's rules for packs, and cause no warning that the base does not
cause. If options of the game vary, the place of each one's value among its values follows the quantities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ....errors import UsageError

if TYPE_CHECKING:
    from ...games.never_over.cards import Cards

Composition = tuple[int, ...]
#: A step: kinds with the number of cards gained or lost.
Step = tuple[tuple[int, int], ...]
#: Kinds that are removed, and kinds that replace them.
_Exchange = tuple[tuple[int, ...], tuple[int, ...]]
Keep = Literal["green-cards", "red-cards", "green-points", "red-points"]
KEEPS: tuple[Keep, ...] = get_args(Keep)
#: Large steps exchange one card in this many: large packs take large steps as well as single ones.
_STRIDE = 50
#: Maximum number of cards, and highest pointage, of designs.
MOST_CARDS, MOST_HIGHEST = 1_000, 20
#: Maximum number of steps; with kept totals there would be thousands.
_MOST_STEPS = 3_000


class KeptTotal(NamedTuple):
    """A weighted sum of quantities that is the same for all compositions."""

    factors: Composition
    total: int


class VariedOption(NamedTuple):
    """An option of the game that designs may change.

    values: as text. base: the index of the base's value.
    """

    name: str
    values: tuple[str, ...]
    base: int


@dataclass(frozen=True)
class SearchSpace:
    """The allowed compositions. Made by `make_search_space`."""

    base: Composition
    cards: int
    highest: int
    keep: tuple[Keep, ...]
    #: The highest pointage with a place in the tuples: the base's, or the requested one.
    top: int
    #: The minimum quantity of each kind.
    least: Composition
    #: Whether green points must be at least as many as red ones.
    rich: bool
    #: The fewest and the most cards, if their number may vary; then `cards` is the number at the start.
    sizes: tuple[int, int] | None = None
    #: The options that may vary, and the combinations of places of values that can be played.
    varied: tuple[VariedOption, ...] = ()
    combinations: frozenset[Composition] = frozenset()

    @cached_property
    def kinds(self) -> int:
        """Return the number of kinds of cards, whose quantities come first in a composition."""
        return len(self.base) - len(self.varied)

    def option_values(self, composition: Composition) -> dict[str, str]:
        """Return the values of the varied options by name."""
        places = composition[self.kinds :]
        return {each.name: each.values[place] for each, place in zip(self.varied, places, strict=True)}

    def with_varied_options(
        self, varied: Sequence[VariedOption], combinations: Iterable[Composition]
    ) -> SearchSpace:
        """Return the space with options that may vary.

        combinations: the allowed combinations of their values, each value given by its index; one of these is
        the base's.
        """
        none = (0,) * len(varied)
        return replace(
            self,
            base=(*self.base, *(each.base for each in varied)),
            least=(*self.least, *none),
            varied=tuple(varied),
            combinations=frozenset(combinations),
        )

    @cached_property
    def without_options(self) -> SearchSpace:
        """Return the space of the cards alone."""
        cards, least = self.base[: self.kinds], self.least[: self.kinds]
        return replace(self, base=cards, least=least, varied=(), combinations=frozenset())

    @cached_property
    def pointages(self) -> Composition:
        """Return the pointage of each kind."""
        return (*range(1, self.top + 1), *range(self.top + 1), *((0,) * len(self.varied)))

    @cached_property
    def allowed_kinds(self) -> tuple[int, ...]:
        """Return the kinds that a composition may have."""
        return tuple(
            kind for kind, points in enumerate(self.pointages[: self.kinds]) if points <= self.highest
        )

    @cached_property
    def is_card_by_kind(self) -> Composition:
        """Return 1 for each kind of card, 0 for each option."""
        return (1,) * self.kinds + (0,) * len(self.varied)

    @cached_property
    def is_green_by_kind(self) -> Composition:
        """Return 1 for each green kind, 0 for each red kind and for each option."""
        return (1,) * self.top + (0,) * (len(self.base) - self.top)

    @cached_property
    def kept_totals(self) -> tuple[KeptTotal, ...]:
        """Return the totals that all compositions keep."""
        every = [] if self.sizes else [KeptTotal(self.is_card_by_kind, self.cards)]
        return (
            *every,
            *(
                KeptTotal(factors, weighted_total(factors, self.base))
                for factors in map(self.factors_of_total, self.keep)
            ),
        )

    def factors_of_total(self, keep: Keep) -> Composition:
        """Return for each kind how much one card of it adds to a kept total."""
        mine = (
            self.is_green_by_kind
            if keep.startswith("green")
            else tuple(map(int.__sub__, self.is_card_by_kind, self.is_green_by_kind))
        )
        if keep.endswith("cards"):
            return mine
        return tuple(one * points for one, points in zip(mine, self.pointages, strict=True))

    def is_within_limits(self, composition: Composition) -> bool:
        """Tell whether quantities are allowed; totals are not verified, as steps keep them."""
        if any(map(int.__lt__, composition, self.least)):
            return False
        if self._excluded_kinds and any(composition[kind] for kind in self._excluded_kinds):
            return False
        if self.sizes and not self.sizes[0] <= sum(composition[: self.kinds]) <= self.sizes[1]:
            return False
        if self.varied and composition[self.kinds :] not in self.combinations:
            return False
        return not self.rich or weighted_total(self._green_to_red_balance, composition) >= 0

    @cached_property
    def _green_to_red_balance(self) -> Composition:
        """Return for each kind how much one card of it adds to the green points less the red points."""
        green, red = self.factors_of_total("green-points"), self.factors_of_total("red-points")
        return tuple(g - r for g, r in zip(green, red, strict=True))

    @cached_property
    def _excluded_kinds(self) -> tuple[int, ...]:
        return tuple(kind for kind in range(self.kinds) if kind not in self.allowed_kinds)

    def is_valid(self, composition: Composition) -> bool:
        """Tell whether a composition is within all limits and keeps all totals."""
        return self.is_within_limits(composition) and all(
            weighted_total(f, composition) == t for f, t in self.kept_totals
        )

    @cached_property
    def largest_step_size(self) -> int:
        """Return the number of cards that the largest steps exchange."""
        return max(1, round(self.cards / _STRIDE))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Return the steps that keep all totals, large ones first.

        A step exchanges one card for another, or two for two to keep points. If options vary, or the number
        of cards, steps of an option and of a card more or fewer come first.
        """
        singles: list[_Exchange] = [((one,), (other,)) for one, other in _ring_pairs(self.allowed_kinds)]
        fair = [pair for pair in singles if self._keeps_totals(*pair)]
        if any(keep.endswith("points") for keep in self.keep):
            fair += self._double_exchanges()
        sizes = [self.largest_step_size]
        while sizes[-1] > 1:
            sizes.append(sizes[-1] // 2)
        steps: list[Step] = [((at, way),) for at in range(self.kinds, len(self.base)) for way in (1, -1)]
        if self.sizes:
            fair = [
                *(((), (kind,)) for kind in self.allowed_kinds if self._keeps_totals((), (kind,))),
                *(((kind,), ()) for kind in self.allowed_kinds if self._keeps_totals((kind,), ())),
                *fair,
            ]
        for size in sizes:
            for out, back in fair:
                gains = dict.fromkeys((*out, *back), 0)
                for kind in out:
                    gains[kind] -= size
                for kind in back:
                    gains[kind] += size
                steps.append(tuple(sorted(gains.items())))
        return tuple(steps[:_MOST_STEPS])

    def _keeps_totals(self, removed: tuple[int, ...], added: tuple[int, ...]) -> bool:
        """Tell whether exchanging these kinds keeps all totals. removed: the kinds removed. added: those
        added.
        """
        return all(sum(f[k] for k in removed) == sum(f[k] for k in added) for f, _ in self.kept_totals)

    def _double_exchanges(self) -> list[_Exchange]:
        """Return the exchanges of two cards for two others that keep all totals.

        Exchanges of kinds that are close to each other come first.
        """
        groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for pair in combinations_with_replacement(self.allowed_kinds, 2):
            groups.setdefault(tuple(sum(f[k] for k in pair) for f, _ in self.kept_totals), []).append(pair)
        found = [
            (out, back)
            for pairs in groups.values()
            for out, back in product(pairs, pairs)
            if not {*out} & {*back}
        ]
        return sorted(found, key=lambda pair: (abs(pair[0][0] - pair[1][0]), pair))

    def neighbours(self, compositions: Sequence[Composition]) -> list[Composition]:
        """Return the sorted compositions one step from any of these."""
        import numpy as np

        reached = (np.array(compositions)[:, None] + self._step_array).reshape(-1, len(self.base))
        sound = (reached >= self.least).all(axis=1) & (reached[:, self._excluded_kinds] == 0).all(axis=1)
        if self.rich:
            sound &= (reached * self._green_to_red_balance).sum(axis=1) >= 0
        if self.sizes:
            cards = reached[:, : self.kinds].sum(axis=1)
            sound &= (self.sizes[0] <= cards) & (cards <= self.sizes[1])
        found = {*map(tuple, reached[sound].tolist())}
        if self.varied:
            found = {each for each in found if each[self.kinds :] in self.combinations}
        return sorted(found)

    @cached_property
    def _step_array(self) -> Any:
        """Return an array of all steps, one per row: the change of each kind."""
        import numpy as np

        moves = np.zeros((len(self.steps), len(self.base)), dtype=int)
        for row, step in zip(moves, self.steps, strict=True):
            for kind, change in step:
                row[kind] = change
        return moves

    def after_step(self, composition: Composition, step: Step, times: int = 1) -> Composition | None:
        """Return the composition after repeating a step; None if that is not allowed."""
        other = list(composition)
        for kind, change in step:
            other[kind] += change * times
            if other[kind] < self.least[kind]:
                return None
        found = tuple(other)
        return found if self.is_within_limits(found) else None

    def count_changed_cards(self, composition: Composition) -> int:
        """Return the number of cards exchanged from the base; a card only added or removed counts as one."""
        return count_cards_between(self.base[: self.kinds], composition[: self.kinds])

    def count_changes(self, composition: Composition) -> int:
        """Return the number of cards exchanged from the base, plus the steps by which options differ."""
        return self.count_changes_between(self.base, composition)

    def count_changes_between(self, one: Composition, other: Composition) -> int:
        """Return the number of cards to exchange, plus the steps by which options differ."""
        steps = sum(abs(a - b) for a, b in zip(one[self.kinds :], other[self.kinds :], strict=True))
        return count_cards_between(one[: self.kinds], other[: self.kinds]) + steps

    def count_changes_between_many(self, many: Any, one: Composition) -> Any:
        """Return the results of `count_changes_between` for many compositions, an array with one per row."""
        gains = many - one
        cards, options = gains[:, : self.kinds], gains[:, self.kinds :]
        return (abs(cards).sum(axis=1) + abs(cards.sum(axis=1))) // 2 + abs(options).sum(axis=1)

    @cached_property
    def base_proportions(self) -> tuple[float, ...]:
        """Return the base's proportions for this number of cards, extrapolated to pointages that it lacks."""
        green, red = self.base[: self.top], self.base[self.top : self.kinds]
        drawn = [
            *_extrapolated_quantities(green, self.highest),
            *_extrapolated_quantities(red, self.highest + 1),
        ]
        return tuple(each * self.cards / sum(drawn) for each in drawn)

    def irregularity(self, composition: Composition) -> float:
        """Return how irregular a composition is: 0 for the base's proportions.

        It is the sum of squared differences, each divided by the expected quantity (as in a chi-squared
        test). Where quantities rise from one pointage to the next although the base's fall, or the reverse,
        the size of that step is added.
        """
        cards = composition[: self.kinds]
        part = sum(cards) / self.cards if self.sizes else 1.0
        shape = [each * part for each in self.base_proportions]
        out = sum((q - s) ** 2 / (s + 1) for q, s in zip(cards, shape, strict=True))
        for kind in range(len(shape) - 1):
            if kind + 1 != self.top and max(self.pointages[kind : kind + 2]) <= self.highest:
                rise, usual = composition[kind + 1] - composition[kind], shape[kind + 1] - shape[kind]
                out += abs(rise) if rise * usual < 0 else 0
        return out

    def preference_key(self, composition: Composition) -> tuple[int, float, Composition]:
        """Return the sort key of preference: fewest changes of cards and options, then the most regular."""
        return self.count_changes(composition), self.irregularity(composition), composition


@dataclass(frozen=True)
class AnyCardsSpace(SearchSpace):
    """The compositions of a pack whose game cardgen does not know: any quantities of its own cards.

    Made by `make_space_of_any_cards`.
    """

    #: The suit and the rank of each kind, "" for a row of a list, its id and its label.
    suits: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @cached_property
    def pointages(self) -> Composition:
        """Return 0 for each kind, as the user's game defines the points of cards."""
        return (0,) * len(self.base)

    @cached_property
    def is_green_by_kind(self) -> Composition:
        """Return 0 for each kind."""
        return (0,) * len(self.base)

    @cached_property
    def base_proportions(self) -> tuple[float, ...]:
        """Return the base's proportions for this number of cards."""
        cards = self.base[: self.kinds]
        return tuple(each * self.cards / sum(cards) for each in cards)

    def irregularity(self, composition: Composition) -> float:
        """Return the sum of squared differences over the base's proportions."""
        cards = composition[: self.kinds]
        part = sum(cards) / self.cards if self.sizes else 1.0
        return sum(
            (q - s * part) ** 2 / (s * part + 1) for q, s in zip(cards, self.base_proportions, strict=True)
        )


def make_space_of_any_cards(
    cards: Sequence[Any], card_count: int | None = None, sizes: tuple[int, int] | None = None
) -> AnyCardsSpace:
    """Return the space of all quantities of a pack's cards. cards: those in play, one per copy.

    card_count: number of cards. sizes: the fewest and the most. Raises UsageError without cards, or with too
    many.
    """
    kinds: dict[str, Any] = {card.id: card for card in cards}
    if not kinds:
        raise UsageError("design works on packs with cards, and this one has none in play")
    count = _choose_number_of_cards(len(cards), card_count, sizes)
    most = max(len(cards), count, *(sizes or ()))
    if most > MOST_CARDS:
        raise UsageError(f"design works on packs of up to {MOST_CARDS:,} cards, not {most:,}")
    counts = dict.fromkeys(kinds, 0)
    for card in cards:
        counts[card.id] += 1
    return AnyCardsSpace(
        tuple(counts.values()), count, 0, (), 0, (0,) * len(kinds), False, sizes,
        suits=tuple(card.suit or "" for card in kinds.values()),
        ranks=tuple(card.rank or "" for card in kinds.values()),
        ids=tuple(kinds),
        labels=tuple(card.label for card in kinds.values()),
    )  # fmt: skip


def _choose_number_of_cards(base: int, card_count: int | None, sizes: tuple[int, int] | None) -> int:
    """Return the number of cards to begin with: the base's, or the nearest allowed one."""
    return min(max(base, sizes[0]), sizes[1]) if sizes else card_count or base


def weighted_total(factors: Sequence[int], composition: Sequence[int]) -> int:
    """Return the sum of quantities times factors."""
    return sum(map(int.__mul__, factors, composition))


def count_cards_between(one: Composition, other: Composition) -> int:
    """Return how many cards to exchange, add or remove to turn one composition into the other."""
    gains = [b - a for a, b in zip(one, other, strict=True)]
    return max(sum(gain for gain in gains if gain > 0), -sum(gain for gain in gains if gain < 0))


def _ring_pairs(kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield all pairs of kinds, each in both orders. The first pairs are neighbours on a ring of all kinds.

    So the first few pairs include every kind.
    """
    for offset in range(1, len(kinds)):
        for at in range(len(kinds)):
            yield kinds[at], kinds[(at + offset) % len(kinds)]


def _extrapolated_quantities(quantities: Sequence[int], places: int) -> list[float]:
    """Return quantities by rising pointage for `places` pointages.

    Missing quantities are extrapolated linearly from the last two; those beyond are set to 0.
    """
    drawn: list[float] = [float(each) for each in quantities]
    known = max((at for at, times in enumerate(quantities) if times), default=-1) + 1
    for at in range(known, min(places, len(drawn))):
        rise = drawn[at - 1] - drawn[at - 2] if at > 1 else 0.0
        drawn[at] = max(1.0, drawn[at - 1] + rise)
    return [each if at < places else 0.0 for at, each in enumerate(drawn)]


def composition_of(cards: Cards, top: int) -> Composition:
    """Return a pack's quantities as a composition, with places for pointages up to `top`."""
    found = [0] * (2 * top + 1)
    for kind, (points, times) in enumerate(zip(cards.pointages, cards.quantities, strict=True)):
        found[points - 1 if cards.is_green(kind) else top + points] += times
    return tuple(found)


def make_search_space(
    cards: Cards,
    card_count: int | None = None,
    highest: int | None = None,
    keep: Sequence[Keep] = (),
    sizes: tuple[int, int] | None = None,
) -> SearchSpace:
    """Return the space of compositions of `card_count` cards, up to `highest`, that keep some totals.

    sizes: the fewest and the most cards, instead of `card_count`. Raises UsageError if there is no such
    composition, or more cards or pointages than a search handles.
    """
    count, high = _choose_number_of_cards(cards.count, card_count, sizes), highest or cards.highest
    top, largest = max(high, cards.highest), max(count, cards.count, *(sizes or ()))
    if largest > MOST_CARDS or top > MOST_HIGHEST:
        most = f"{MOST_CARDS:,} cards with {MOST_HIGHEST} as the highest"
        raise UsageError(f"design works on packs of up to {most}, not {largest:,} with {top}")
    base = composition_of(cards, top)
    rich = cards.count_and_points(green=True)[1] >= cards.count_and_points(green=False)[1]
    space = SearchSpace(
        base,
        count,
        high,
        tuple(dict.fromkeys(keep)),
        top,
        _least_quantities(base, cards.highest, high, top),
        rich,
        sizes,
    )
    _verify_space(replace(space, sizes=None))
    return space


def _least_quantities(base: Composition, base_highest: int, highest: int, top: int) -> Composition:
    """Return the minimum quantity of each kind.

    It is 1 for the highest card of each colour, for each red kind of the base, and for red kinds above the
    base's highest pointage (`base_highest`); otherwise 0.
    """
    green = [int(points == highest) for points in range(1, top + 1)]
    red = [
        int(points <= highest and (points == highest or points > base_highest or base[top + points] > 0))
        for points in range(top + 1)
    ]
    return (*green, *red)


def _verify_space(space: SearchSpace) -> None:
    """Raise UsageError if no composition is possible; the message says what to change."""
    fewest = _fewest_cards(space)
    if space.cards < fewest:
        are = "card is" if space.cards == 1 else "cards are"
        rich = "there are no fewer green points than red, as the base has"
        greens = rich if space.rich else "green its highest"
        raise UsageError(
            f"{space.cards} {are} too few with {space.highest} as the highest: red takes "
            f"{sum(space.least) - 1}, one for every ceiling, and {greens}. "
            f"Ask for {fewest} cards or more, or for a lower --highest"
        )
    held = {keep: weighted_total(space.factors_of_total(keep), space.base) for keep in space.keep}
    if {"green-cards", "red-cards"} <= held.keys() and held["green-cards"] + held["red-cards"] != space.cards:
        green, red = held["green-cards"], held["red-cards"]
        raise UsageError(
            f"{green} green and {red} red cards are kept, which is {green + red}, not {space.cards}: "
            f"leave out one --keep, or --cards"
        )
    if next(possible_green_counts(space), None) is None:
        kept = " and ".join(f"{keep.replace('-', ' ')} ({number})" for keep, number in held.items())
        raise UsageError(
            f"no pack of {space.cards} cards with {space.highest} as the highest keeps {kept}: "
            f"leave out a --keep, or change --cards or --highest"
        )


def _fewest_cards(space: SearchSpace) -> int:
    """Return the fewest cards that a pack with this highest pointage can have, if no totals are kept."""
    counts = range(sum(space.least), MOST_CARDS)
    some = (replace(space, cards=cards, keep=()) for cards in counts)
    return next(each.cards for each in some if next(possible_green_counts(each), None) is not None)


def possible_green_counts(space: SearchSpace) -> Iterator[int]:
    """Yield the numbers of green cards with which a composition can keep all totals."""
    held = {keep: weighted_total(space.factors_of_total(keep), space.base) for keep in space.keep}
    least_red = sum(space.least[space.top :])
    reds = weighted_total(space.factors_of_total("red-points"), space.least)
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


def choose_start(space: SearchSpace) -> Composition:
    """Return the composition to begin with: the base, or the nearest allowed one."""
    if space.varied or space.sizes:
        plain = replace(space.without_options, sizes=None)
        return (*choose_start(plain), *space.base[space.kinds :])
    if isinstance(space, AnyCardsSpace):
        return tuple(_with_color_count(space, list(space.base), (1,) * space.kinds, space.cards))
    found = [times if kind in space.allowed_kinds else 0 for kind, times in enumerate(space.base)]
    found = list(map(max, found, space.least))
    share = space.cards * sum(found[: space.top]) / sum(found)
    green = min(possible_green_counts(space), key=lambda each: (abs(each - share), each))
    for mine, count in (
        (space.factors_of_total("green-cards"), green),
        (space.factors_of_total("red-cards"), space.cards - green),
    ):
        found = _with_color_count(space, found, mine, count)
    for keep in space.keep:
        if keep.endswith("points"):
            found = _with_color_points(
                space, found, keep, weighted_total(space.factors_of_total(keep), space.base)
            )
    return _with_enough_green(space, found)


def _with_color_count(
    space: SearchSpace, quantities: list[int], is_of_color: Composition, count: int
) -> list[int]:
    """Return quantities after adding or removing cards of one colour until it has `count` cards.

    is_of_color: 1 for each kind of the colour, 0 for the others.
    """
    kinds = [kind for kind in space.allowed_kinds if is_of_color[kind]]
    while (lack := count - weighted_total(is_of_color, quantities)) != 0:
        one = 1 if lack > 0 else -1
        free = [kind for kind in kinds if quantities[kind] + one >= space.least[kind]]
        quantities = min(
            (_with_changes(quantities, {kind: one}) for kind in free),
            key=lambda each: space.preference_key(tuple(each)),
        )
    return quantities


def _with_color_points(space: SearchSpace, quantities: list[int], keep: Keep, points: int) -> list[int]:
    """Return quantities after exchanging cards of one colour until its cards have `points` together.

    keep: the total of the colour's points.
    """
    factors = space.factors_of_total(keep)
    while (lack := points - weighted_total(factors, quantities)) != 0:
        steps = [
            (gain, each)
            for gain, each in _possible_exchanges(space, quantities, keep)
            if 0 < gain * lack <= lack * lack
        ]
        _, quantities = min(
            steps, key=lambda step: (abs(lack - step[0]), space.preference_key(tuple(step[1])))
        )
    return quantities


def _with_enough_green(space: SearchSpace, quantities: list[int]) -> Composition:
    """Return quantities with at least as many green points as red ones, if the space requires that.

    Cards are exchanged within colours for this.
    """
    points: tuple[Keep, Keep] = ("green-points", "red-points")
    while not space.is_within_limits(tuple(quantities)):
        steps = [
            each
            for keep, wanted in zip(points, (1, -1), strict=True)
            if keep not in space.keep
            for gain, each in _possible_exchanges(space, quantities, keep)
            if gain == wanted
        ]
        quantities = min(steps, key=lambda each: space.preference_key(tuple(each)))
    return tuple(quantities)


def _possible_exchanges(
    space: SearchSpace, quantities: list[int], keep: Keep
) -> Iterator[tuple[int, list[int]]]:
    """Yield each exchange of one card of a colour for another: the points gained, and the new quantities."""
    green = keep.startswith("green")
    kinds = [kind for kind in space.allowed_kinds if space.is_green_by_kind[kind] == green]
    for out in kinds:
        for back in kinds:
            if back != out and quantities[out] > space.least[out]:
                yield (
                    space.pointages[back] - space.pointages[out],
                    _with_changes(quantities, {out: -1, back: 1}),
                )


def _with_changes(quantities: list[int], changes: dict[int, int]) -> list[int]:
    """Return quantities after adding changes. changes: what to add, by kind."""
    return [times + changes.get(kind, 0) for kind, times in enumerate(quantities)]
