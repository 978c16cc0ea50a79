"""Panels that answer questions about a deck: what hands hold and add up to, mulligans, draws, new hands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...games.measures import Estimate
from ..conditions import DrawsUntil
from ..new_hands import SumByTurn
from ..odds import Odds
from ..questions import ConditionAnswer
from ..sums import HandSum
from . import findings, panels, series
from .panels import BOLD, TALL, Panel
from .theme import (
    INK,
    LABEL,
    SEQUENCE,
    SOFT,
    label_shortened_to_room,
    legible_on_paper,
    size_in_points,
    text_width,
    write_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Maximum numbers of conditions and of summed columns that are drawn.
MOST_CONDITIONS, MOST_SUMS = 8, 6
#: Maximum number of bars of a distribution.
_BARS = 40
#: Minimum share of hands that is drawn at either end of a distribution of sums.
_LEAST = 0.0005
#: Height of a condition's row in inches, and width of its name in points.
_ROW, _NAMES = 0.3, 250.0
_CHANCES = (0.25, 0.5, 0.75, 1.0)


def rows_of_answer_panels(odds: Odds, with_pack_name: bool) -> list[list[Panel | None]]:
    """Return the panels that answer all questions about a deck, row by row.

    with_pack_name: whether headings name the pack.
    """
    rows: list[list[Panel | None]] = []
    for each in odds.hands:
        before = f"{odds.name}: " if with_pack_name else ""
        whose = f"{before}hands of {each.hand.cards}"
        held = each.held[:MOST_CONDITIONS]
        if held:
            rows += [
                [_conditions_by_turn_panel(held, whose), _number_of_draws_panel(held)],
                [_mulligans_panel(held, whose)],
            ]
        for of in each.sums[:MOST_SUMS]:
            # The deck is the same for hands of all sizes.
            deck = _cards_by_value_panel(of.hand, before) if each is odds.hands[0] else None
            rows.append([_hand_sums_panel(of.hand, of.new_hands, each.hand.cards), deck])
    return rows


# Conditions


def _conditions_by_turn_panel(answers: Sequence[ConditionAnswer], whose: str) -> Panel:
    """Return the panel of conditions by turn; without turns, of the opening hand."""
    if answers[0].new_hands is not None:
        return _new_hands_panel(answers, whose)
    if len(answers[0].by_turn) == 1:
        return _opening_hand_chances_panel(answers, whose)

    def draw_conditions_by_turn(axes: Axes) -> None:
        courses = [[float(chance) for chance in each.by_turn] for each in answers]
        _draw_chances(axes, 0, courses, [each.condition.words for each in answers])
        _draw_turn_scale(axes, len(courses[0]) - 1, "dealt, and by the end of each turn a card is drawn")

    return Panel(
        _capitalized(f"{whose} that hold these, or have drawn them"),
        draw_conditions_by_turn,
        columns=2,
        height=2.5,
    )


def _opening_hand_chances_panel(answers: Sequence[ConditionAnswer], whose: str) -> Panel:
    """Return the panel of the chances that an opening hand meets each condition, a bar for each."""

    def draw_opening_hand_chances(axes: Axes) -> None:
        chances = [float(each.chance) for each in answers]
        names = [each.condition.words for each in answers]
        panels.draw_row_names(axes, names, [findings.percent_text(each) for each in chances], _NAMES)
        panels.set_x_range(axes, 0, 1, _NAMES + 12, 56)
        for row, (chance, color) in enumerate(zip(chances, SEQUENCE, strict=False)):
            axes.barh(row, 1, height=0.5, color="#E4E7EC", linewidth=0)
            axes.barh(row, chance, height=0.5, color=color, linewidth=0)

    return Panel(
        _capitalized(f"{whose} that hold these"),
        draw_opening_hand_chances,
        columns=2,
        height=_ROW * len(answers) + 0.1,
    )


def _new_hands_panel(answers: Sequence[ConditionAnswer], whose: str) -> Panel:
    """Return the panel of new hands each turn.

    Lines show the chance that any hand up to a turn meets a condition, dots the chance of the hand of that
    turn.
    """

    def draw_new_hands(axes: Axes) -> None:
        by_turn = [each.new_hands for each in answers if each.new_hands is not None]
        courses = [[float(chance.value) for chance in each.so_far] for each in by_turn]
        _draw_chances(axes, 1, courses, [each.condition.words for each in answers])
        for each, color in zip(by_turn, SEQUENCE, strict=False):
            values = [float(chance.value) for chance in each.this_turn]
            axes.plot(range(1, len(values) + 1), values, ":", color=color, linewidth=1.2)
            axes.plot(range(1, len(values) + 1), values, "o", color=color, markersize=4, clip_on=False)
        sampled = any(
            chance.low is not None for each in by_turn for chance in (*each.this_turn, *each.so_far)
        )
        name = "the hand of each turn (dots), and any hand so far (line)" + ", simulated" * sampled
        _draw_turn_scale(axes, len(courses[0]), name, 1)

    return Panel(_capitalized(f"{whose} that hold these, turn by turn"), draw_new_hands, height=2.5)


def _draw_chances(axes: Axes, first: int, courses: Sequence[Sequence[float]], names: Sequence[str]) -> None:
    """Draw chances by turn as lines, each with its name and its last value at its end."""
    last = first + len(courses[0]) - 1
    room = min(0.45 * size_in_points(axes)[0], max(map(text_width, names)) + 60)
    panels.set_x_range(axes, first - 0.15, last + 0.05, 30, room)
    axes.set_ylim(-0.02, 1.06)
    panels.draw_grid_lines(axes, _CHANCES, [f"{chance * 100:.0f} %" for chance in _CHANCES])
    ends = []
    for values, name, color in zip(courses, names, SEQUENCE, strict=False):
        axes.plot(range(first, last + 1), values, color=color, linewidth=BOLD, clip_on=False)
        axes.plot([last], [values[-1]], "o", markersize=5.5, color=color, clip_on=False)
        ends.append((last, values[-1], f"{findings.percent_text(values[-1])}  {name}", color))
    panels.draw_end_labels(axes, ends, room)


def _draw_turn_scale(axes: Axes, last: int, name: str, first: int = 0) -> None:
    ticks = [first, *series.whole_ticks(first + 1, last, 8)] if last > first else [first]
    ticks = list(dict.fromkeys(float(each) for each in ticks))
    words = ["dealt" if not each else panels.tick_text(each) for each in ticks]
    panels.draw_bottom_scale(axes, ticks, name, words)


def _mulligans_panel(answers: Sequence[ConditionAnswer], whose: str) -> Panel | None:
    """Return the panel of chances by the number of mulligans allowed; None if no mulligans were asked for."""
    found = [(each.condition.words, each.mulligans) for each in answers if each.mulligans is not None]
    if not found:
        return None

    def draw_mulligans(axes: Axes) -> None:
        courses = [[float(chance) for chance in each.chances] for _, each in found]
        _draw_chances(axes, 0, courses, [name for name, _ in found])
        ticks = series.whole_ticks(0, len(courses[0]) - 1, 8)
        panels.draw_bottom_scale(axes, ticks, "mulligans allowed")

    return Panel(_capitalized(f"{whose} kept that hold these"), draw_mulligans, height=TALL)


def _number_of_draws_panel(answers: Sequence[ConditionAnswer]) -> Panel | None:
    """Return the panel of the number of cards drawn until a condition is met: in half and in 9 of 10 cases.

    Returns None if there is no condition with an answer.
    """
    found = [(each.condition.words, each.until, color) for each, color in zip(answers, SEQUENCE, strict=False)
             if each.until is not None]  # fmt: skip
    if not found:
        return None

    def draw_number_of_draws(axes: Axes) -> None:
        last = max(each.nine_in_ten for _, each, _ in found)
        panels.set_x_range(axes, 0, last, 8, 84)
        axes.set_ylim(len(found) - 0.35, -0.75)
        for row, (name, each, color) in enumerate(found):
            _draw_number_of_draws(axes, row, name, each, color)
        panels.draw_bottom_scale(
            axes, series.whole_ticks(0, last, 5), "cards drawn: half of the time, and 9 times in 10"
        )

    return Panel("Drawn until these are there", draw_number_of_draws, height=max(1.0, 0.45 * len(found)))


def _draw_number_of_draws(axes: Axes, row: int, name: str, until: DrawsUntil, color: str) -> None:
    panels.draw_interval(axes, Estimate(until.half, until.half, until.nine_in_ten), row, color)
    words = f"{until.half} to {until.nine_in_ten}"
    write_text(axes, until.nine_in_ten, row, words, nudge=(9, 0), color=legible_on_paper(color))
    room = size_in_points(axes)[0]
    write_text(
        axes,
        0,
        row,
        label_shortened_to_room(name, room, LABEL),
        nudge=(0, 13),
        color=SOFT,
        coordinates=("axes", "data"),
    )


# Sums


def _hand_sums_panel(hand: HandSum, by_turn: SumByTurn | None, size: int) -> Panel | None:
    """Return the panel of sums of hands, by turn if each turn has a new hand."""
    if by_turn is not None:
        return _sum_by_turn_panel(hand, by_turn, size)
    if not hand.chances:
        return None

    def draw_hand_sums(axes: Axes) -> None:
        shown = _without_tails([(float(value), float(chance)) for value, chance in hand.chances])
        _draw_bars(axes, shown, f"{hand.head} of a hand, as a percentage of hands", in_percent=True)

    words = f"{_capitalized(hand.head)} of a hand of {size}: mean {series.three_figures(float(hand.mean))}, "
    return Panel(words + f"spread {series.three_figures(hand.spread)}", draw_hand_sums, columns=2, height=2.2)


def _cards_by_value_panel(hand: HandSum, before: str) -> Panel:
    """Return the panel of the number of cards of each value."""

    def draw_cards_by_value(axes: Axes) -> None:
        shown = [(float(value), float(many)) for value, many in hand.cards]
        _draw_bars(axes, shown, f"cards by {hand.head}", in_percent=False)

    return Panel(
        f"{before}the deck by {hand.head}" if before else f"The deck by {hand.head}",
        draw_cards_by_value,
        height=2.2,
    )


def _without_tails(shares: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return shares by sum, without the lowest and the highest sums that hardly any hand has."""
    told = [place for place, (_, share) in enumerate(shares) if share >= _LEAST]
    return list(shares[told[0] : told[-1] + 1]) if told else list(shares)


def _draw_bars(axes: Axes, values: Sequence[tuple[float, float]], name: str, in_percent: bool) -> None:
    """Draw a bar per value, or per range of values, with its height above it if there is room."""
    low, high = values[0][0], values[-1][0]
    gaps = [later[0] - each[0] for each, later in pairwise(values)]
    step = min(gaps, default=1.0)
    if (high - low) / step >= _BARS:
        step = (high - low) / (_BARS - 1)
        binned: dict[int, float] = {}
        for value, many in values:
            place = int((value - low) / step)
            binned[place] = binned.get(place, 0.0) + many
        values = [(low + (place + 0.5) * step, many) for place, many in binned.items()]
    highest = max(many for _, many in values)
    span = max(high - low, 3 * step)
    middle = (low + high) / 2
    axes.set_xlim(middle - span / 2 - 0.7 * step, middle + span / 2 + 0.7 * step)
    axes.set_ylim(0, highest * 1.22)
    axes.bar(
        [value for value, _ in values], [many for _, many in values], width=0.8 * step, color=INK, linewidth=0
    )
    room = size_in_points(axes)[0] * step / (span + 1.4 * step)
    for value, many in values:
        said = f"{many:,.0f}"
        if in_percent:
            said = f"{many * 100:.{0 if many >= 0.095 else 1}f}"
        if text_width(said) <= room:
            write_text(axes, value, many, said, nudge=(0, 8), align="center")
    panels.draw_bottom_scale(
        axes, [value for value, _ in values] if len(values) <= 8 else series.round_ticks(low, high, 8), name
    )


def _sum_by_turn_panel(hand: HandSum, by_turn: SumByTurn, size: int) -> Panel:
    """Return the panel of the sum of each turn's hand: its mean, and its range without the outer tenths."""

    def draw_sum_by_turn(axes: Axes) -> None:
        turns = range(1, len(by_turn.mean) + 1)
        low, high, mean = (
            [float(each) for each in values]
            for values in (by_turn.tenth, by_turn.nine_tenths, [each.value for each in by_turn.mean])
        )
        bottom, top = min(0.0, *low), max(1.0, *high)
        panels.set_x_range(axes, 0.8, len(turns) + 0.2, 24, 64)
        axes.set_ylim(bottom, bottom + (top - bottom) * 1.12)
        ticks = [each for each in series.round_ticks(bottom, top, 5) if each > bottom or bottom < 0]
        panels.draw_grid_lines(axes, ticks)
        axes.fill_between(turns, low, high, color=INK, alpha=0.14, linewidth=0)
        panels.draw_curve(axes, mean, INK)
        panels.draw_end_labels(
            axes, [(len(turns), mean[-1], f"mean {series.three_figures(mean[-1])}", INK)], 64
        )
        name = "hand of each turn: mean, and from 1 in 10 to 9 in 10 hands"
        _draw_turn_scale(axes, len(turns), name + ", simulated" * (by_turn.mean[0].low is not None), 1)

    return Panel(f"{_capitalized(hand.head)} of each hand of {size}", draw_sum_by_turn, columns=2, height=2.2)


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]
