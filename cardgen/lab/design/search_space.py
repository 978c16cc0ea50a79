"""From a base and what is asked of its cards to the compositions there can be, and the one to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...errors import UsageError
from ...games.never_over.cards import Cards
from .compositions import Composition, Frame, Keep, total

#: The largest packs and pointages that are designed.
MOST_CARDS, MOST_HIGHEST = 1_000, 20


def composition_of(cards: Cards, top: int) -> Composition:
    """A pack's composition, with places up to a pointage."""
    found = [0] * (2 * top + 1)
    for kind, (points, times) in enumerate(zip(cards.pointages, cards.quantities, strict=True)):
        found[points - 1 if cards.is_green(kind) else top + points] += times
    return tuple(found)


def frame_of(
    cards: Cards, wanted: int | None = None, highest: int | None = None, keep: Sequence[Keep] = ()
) -> Frame:
    """The compositions of so many cards, up to so high a pointage, that keep some totals of the base.

    Raises UsageError where there is none, and for what is too large to search.
    """
    count, high = wanted or cards.count, highest or cards.highest
    top = max(high, cards.highest)
    if max(count, cards.count) > MOST_CARDS or top > MOST_HIGHEST:
        most = f"{MOST_CARDS:,} cards with {MOST_HIGHEST} as the highest"
        raise UsageError(f"design works on packs of up to {most}, not {max(count, cards.count):,} with {top}")
    base = composition_of(cards, top)
    rich = cards.total(green=True)[1] >= cards.total(green=False)[1]
    frame = Frame(
        base, count, high, tuple(dict.fromkeys(keep)), top, _least(base, cards.highest, high, top), rich
    )
    _verify(frame)
    return frame


def _least(base: Composition, was: int, highest: int, top: int) -> Composition:
    """One of the highest of both colours, and no gap in the ceilings that the base has not as well."""
    green = [int(points == highest) for points in range(1, top + 1)]
    red = [
        int(points <= highest and (points == highest or points > was or base[top + points] > 0))
        for points in range(top + 1)
    ]
    return (*green, *red)


def _verify(frame: Frame) -> None:
    """Raise UsageError, saying what to change, where no composition is left."""
    fewest = _fewest(frame)
    if frame.cards < fewest:
        are = "card is" if frame.cards == 1 else "cards are"
        rich = "there are no fewer green points than red, as the base has"
        greens = rich if frame.rich else "green its highest"
        raise UsageError(
            f"{frame.cards} {are} too few with {frame.highest} as the highest: red takes "
            f"{sum(frame.least) - 1}, one for every ceiling, and {greens}. "
            f"Ask for {fewest} cards or more, or for a lower --highest"
        )
    held = {keep: total(frame.factors(keep), frame.base) for keep in frame.keep}
    if {"green-cards", "red-cards"} <= held.keys() and held["green-cards"] + held["red-cards"] != frame.cards:
        green, red = held["green-cards"], held["red-cards"]
        raise UsageError(
            f"{green} green and {red} red cards are kept, which is {green + red}, not {frame.cards}: "
            f"leave out one --keep, or --cards"
        )
    if next(greens_possible(frame), None) is None:
        kept = " and ".join(f"{keep.replace('-', ' ')} ({number})" for keep, number in held.items())
        raise UsageError(
            f"no pack of {frame.cards} cards with {frame.highest} as the highest keeps {kept}: "
            f"leave out a --keep, or change --cards or --highest"
        )


def _fewest(frame: Frame) -> int:
    """The fewest cards that a pack with so high a pointage can have, whatever is kept."""
    counts = range(sum(frame.least), MOST_CARDS)
    some = (replace(frame, cards=cards, keep=()) for cards in counts)
    return next(each.cards for each in some if next(greens_possible(each), None) is not None)


def greens_possible(frame: Frame) -> Iterator[int]:
    """The numbers of green cards with which all totals can be kept."""
    held = {keep: total(frame.factors(keep), frame.base) for keep in frame.keep}
    least_red = sum(frame.least[frame.top :])
    reds = total(frame.factors("red-points"), frame.least)
    for green in range(1, frame.cards - least_red + 1):
        red = frame.cards - green
        if green != held.get("green-cards", green) or red != held.get("red-cards", red):
            continue
        greens = (frame.highest + green - 1, frame.highest * green)
        spread = (reds, reds + frame.highest * (red - least_red))
        most = held.get("green-points", greens[1])
        fewest = held.get("red-points", spread[0])
        within = greens[0] <= most <= greens[1] and spread[0] <= fewest <= spread[1]
        if within and (most >= fewest or not frame.rich):
            yield green


def start_of(frame: Frame) -> Composition:
    """The composition to begin with: the base, or what is nearest to it of those that are allowed."""
    found = [times if kind in frame.allowed else 0 for kind, times in enumerate(frame.base)]
    found = list(map(max, found, frame.least))
    share = frame.cards * sum(found[: frame.top]) / sum(found)
    green = min(greens_possible(frame), key=lambda each: (abs(each - share), each))
    for mine, count in (
        (frame.factors("green-cards"), green),
        (frame.factors("red-cards"), frame.cards - green),
    ):
        found = _with_count(frame, found, mine, count)
    for keep in frame.keep:
        if keep.endswith("points"):
            found = _with_points(frame, found, keep, total(frame.factors(keep), frame.base))
    return _enriched(frame, found)


def _with_count(frame: Frame, found: list[int], mine: Composition, count: int) -> list[int]:
    """Cards of a colour added or taken out, one by one, until there are so many."""
    kinds = [kind for kind in frame.allowed if mine[kind]]
    while (lack := count - total(mine, found)) != 0:
        one = 1 if lack > 0 else -1
        free = [kind for kind in kinds if found[kind] + one >= frame.least[kind]]
        found = min((_with(found, {kind: one}) for kind in free), key=lambda each: frame.rank(tuple(each)))
    return found


def _with_points(frame: Frame, found: list[int], keep: Keep, points: int) -> list[int]:
    """Cards of a colour exchanged for others of it until their points are so many."""
    factors = frame.factors(keep)
    while (lack := points - total(factors, found)) != 0:
        steps = [
            (gain, each) for gain, each in _exchanges(frame, found, keep) if 0 < gain * lack <= lack * lack
        ]
        _, found = min(steps, key=lambda step: (abs(lack - step[0]), frame.rank(tuple(step[1]))))
    return found


def _enriched(frame: Frame, found: list[int]) -> Composition:
    """Exchanged within colours until there are no fewer green points than red, where that is asked for."""
    points: tuple[Keep, Keep] = ("green-points", "red-points")
    while not frame.sound(tuple(found)):
        steps = [
            each
            for keep, wanted in zip(points, (1, -1), strict=True)
            if keep not in frame.keep
            for gain, each in _exchanges(frame, found, keep)
            if gain == wanted
        ]
        found = min(steps, key=lambda each: frame.rank(tuple(each)))
    return tuple(found)


def _exchanges(frame: Frame, found: list[int], keep: Keep) -> Iterator[tuple[int, list[int]]]:
    """One card of a colour for another of it: points gained, and what comes of it."""
    green = keep.startswith("green")
    kinds = [kind for kind in frame.allowed if frame.green[kind] == green]
    for out in kinds:
        for back in kinds:
            if back != out and found[out] > frame.least[out]:
                yield frame.pointages[back] - frame.pointages[out], _with(found, {out: -1, back: 1})


def _with(found: list[int], changes: dict[int, int]) -> list[int]:
    return [times + changes.get(kind, 0) for kind, times in enumerate(found)]
