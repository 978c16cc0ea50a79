"""Print answers about a deck: conditions, mulligans, sums, new hands each turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from ..gaming.lab.conditions import Mulligans
from ..gaming.lab.new_hands import EstimatedChance
from ..gaming.lab.odds import HandOdds
from ..gaming.lab.questions import ConditionAnswer, Questions, SumAnswer
from ..gaming.lab.sums import HandSum
from ..gaming.lab.words import subject_of_share
from ..units import count_with_noun
from .share_tables import Rows, folded_table_lines, percent_text, turns_with_columns, wrapped_to_terminal

#: Number of values of a column above which they are not shown by turn.
_MOST_VALUES = 12
_TENTH, _NINE_TENTHS = Fraction(1, 10), Fraction(9, 10)


def answer_lines(odds: HandOdds, questions: Questions) -> Iterator[str]:
    """Yield the lines that answer questions about opening hands of one size."""
    for held in odds.held:
        yield ""
        yield from _condition_lines(held, odds.hand.cards, questions)
    for each in odds.sums:
        yield ""
        yield from _sum_lines(each, odds.hand.cards)


# --- conditions ----------------------------------------------------------------------------------


def _condition_lines(answer: ConditionAnswer, hand: int, questions: Questions) -> Iterator[str]:
    """Yield the lines on how likely a hand meets a condition. hand: its number of cards."""
    text = answer.condition.words
    yield from wrapped_to_terminal(f"{text[0].upper()}{text[1:]}", 2)
    if answer.new_hands is not None:
        rows = [_turn_heads(len(answer.new_hands.this_turn))]
        rows.append(["this hand", *map(_chance_text, answer.new_hands.this_turn)])
        rows.append(["any so far", *map(_chance_text, answer.new_hands.so_far)])
        yield from folded_table_lines(rows, 4)
        yield from _simulation_note((*answer.new_hands.this_turn, *answer.new_hands.so_far), 4)
    elif len(answer.by_turn) > 1:
        shown = turns_with_columns(len(answer.by_turn) - 1)
        heads = ["dealt" if turn == 0 else f"t = {turn}" for turn in shown]
        yield from folded_table_lines(
            [["", *heads], ["chance", *(percent_text(answer.by_turn[turn]) for turn in shown)]], 4
        )
    many, is_plural = subject_of_share(answer.chance, f"hand of {hand}", f"hands of {hand}")
    which = "opening " if answer.new_hands is not None else ""
    many = many.replace(" hand", f" {which}hand")
    yield from wrapped_to_terminal(
        f"{many[0].upper()}{many[1:]} {'hold' if is_plural else 'holds'} these.", 4
    )
    if answer.until is not None:
        mean, half, nine, every = answer.until
        text = f"Drawn one by one from the shuffled deck, it takes {float(mean):.1f} cards on average: "
        text += f"{half} or fewer half of the time, {nine} or fewer 9 times in 10, {every} at the most."
        yield from wrapped_to_terminal(text, 4)
    if answer.mulligans is not None:
        yield from _mulligan_lines(answer.mulligans, questions)


def _mulligan_lines(mulligans: Mulligans, questions: Questions) -> Iterator[str]:
    """Yield the lines of a table of chances, with a row for each number of allowed mulligans."""
    rows: Rows = [["mulligans allowed", *map(str, range(len(mulligans.chances)))]]
    rows.append(["hand kept has these", *map(percent_text, mulligans.chances)])
    if questions.mulligan_cost:
        rows.append(["cards kept, mean", *(f"{float(mean):.2f}" for mean in mulligans.cards)])
    yield from folded_table_lines(rows, 4)


def _turn_heads(turns: int) -> list[str]:
    """Return the headings of a table with a column for each turn."""
    return ["hand of turn", *map(str, range(1, turns + 1))]


def _chance_text(chance: EstimatedChance) -> str:
    """Return a chance in per cent as text.

    If a simulation found it in no game, or in every one, the text is a bound, such as "<0.1 %": only counted
    chances are 0 or 100 per cent.
    """
    if chance.low is None or chance.high is None or 0 < chance.value < 1:
        return percent_text(chance.value)
    bound = ceil(1_000 * (1 - chance.low if chance.value else chance.high)) / 10
    return f">{100 - bound:.1f} %" if chance.value else f"<{bound:.1f} %"


def _simulation_note(chances: Sequence[EstimatedChance], indent: int) -> Iterator[str]:
    """Yield a sentence on the precision of simulated chances, if any chance was simulated and not counted."""
    off = [max(float(each.value) - each.low, each.high - float(each.value)) for each in chances
           if each.low is not None and each.high is not None]  # fmt: skip
    if off:
        most = ceil(1_000 * max(off)) / 10
        text = f"Simulated, as there are too many hands to count: within ±{most:.1f} % in 95 of 100 runs."
        yield from wrapped_to_terminal(text, indent)


# --- sums ----------------------------------------------------------------------------------------


def _sum_lines(answer: SumAnswer, hand: int) -> Iterator[str]:
    """Yield the lines on the sum of a column over a hand. hand: its number of cards."""
    if answer.new_hands is not None:
        yield from wrapped_to_terminal(f"{answer.hand.head}: what each hand of {hand} adds up to", 2)
        by_turn = answer.new_hands
        rows = [
            _turn_heads(len(by_turn.mean)),
            ["mean", *(f"{float(each.value):.2f}" for each in by_turn.mean)],
        ]
        for name, values in (
            ("1 in 10 at most", by_turn.tenth),
            ("half at most", by_turn.half),
            ("9 in 10 at most", by_turn.nine_tenths),
        ):
            rows.append([name, *map(_number_text, values)])
        yield from folded_table_lines(rows, 4)
        off = [float(each.value) - each.low for each in by_turn.mean if each.low is not None]
        if off:
            text = "Simulated, as there are too many hands to count: means are within "
            yield from wrapped_to_terminal(f"{text}±{max(off):.2f} in 95 of 100 runs.", 4)
    else:
        yield from _hand_sum_lines(answer.hand, hand)
    if answer.hand.empty:
        cards = count_with_noun(answer.hand.empty, "card")
        yield from wrapped_to_terminal(
            f"{cards} without {answer.hand.head} {'counts' if answer.hand.empty == 1 else 'count'} 0.", 4
        )


def _hand_sum_lines(hand_sum: HandSum, hand: int) -> Iterator[str]:
    """Yield the lines on the sum of one hand: its mean, its spread, a table of values, and quantiles."""
    text = f"{hand_sum.head}: a hand of {hand} adds up to {float(hand_sum.mean):.2f} on average"
    text += f", spread {hand_sum.spread:.2f}"
    yield from wrapped_to_terminal(text, 2)
    if len(hand_sum.cards) <= _MOST_VALUES:
        yield from folded_table_lines(_value_rows(hand_sum), 4)
    if hand_sum.chances:
        low, half, high = (hand_sum.quantile(share) for share in (_TENTH, Fraction(1, 2), _NINE_TENTHS))
        if low == high:
            hands, is_plural = subject_of_share(
                dict(hand_sum.chances)[half], f"hand of {hand}", f"hands of {hand}"
            )
            text = (
                f"{hands[0].upper()}{hands[1:]} {'add' if is_plural else 'adds'} up to {_number_text(half)}."
            )
            yield from wrapped_to_terminal(text, 4)
        else:
            text = (
                f"Half of all hands add up to {_number_text(half)} or less, 1 in 10 to {_number_text(low)} "
            )
            yield from wrapped_to_terminal(f"{text}or less, 9 in 10 to {_number_text(high)} or less.", 4)
    else:
        yield from wrapped_to_terminal("There are too many sums to say how often each comes.", 4)


def _value_rows(hand_sum: HandSum) -> Rows:
    """Return a table of the values of cards: how many cards have each, and how likely it is drawn by each
    turn.
    """
    shown = turns_with_columns(len(hand_sum.had[0]) - 1) if hand_sum.had else []
    heads = ["dealt" if turn == 0 else f"t = {turn}" for turn in shown]
    rows: Rows = [[hand_sum.head, "cards", *heads]]
    for place, (value, cards) in enumerate(hand_sum.cards):
        rows.append(
            [_number_text(value), f"{cards:,}", *(percent_text(hand_sum.had[place][turn]) for turn in shown)]
        )
    return rows


def _number_text(value: Fraction) -> str:
    """Return a number as text, with two decimals if it is not whole."""
    text = f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.2f}"
    return text.replace("-", "−")
