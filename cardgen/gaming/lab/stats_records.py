"""Compositions and odds for other programs: as JSON, and as a tidy table with a line a figure.

In JSON a fraction is {"fraction": "8/11", "value": 0.7272727272727273}. The table has numerator and
denominator in separate columns, as spreadsheets read 7/10 as a date. For fractions with more than some 4,000
digits, such as mulligans of large hands, only the value is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ..games.measures import Ceiling
from .composition import CardKindCount, Composition, SuitPart
from .new_hands import EstimatedChance
from .odds import HandOdds, Odds
from .questions import ConditionAnswer, SumAnswer

#: The columns of `csv_rows`. of: the card, suit or ceiling of a figure. hand: the size of the hand. at: the
#: number of cards of the kind, or the turn.
COLUMNS = ("pack", "part", "figure", "of", "hand", "at", "unit", "value", "numerator", "denominator")
_Line = tuple[object, ...]
#: Maximum size of numerator and denominator in bits: Python writes at most 4,300 digits.
_MOST_BITS = 14_000


def stats_record(composition: Composition, odds: Odds) -> dict[str, Any]:
    """Return a pack's composition and odds as JSON can hold them. Shares and chances are between 0 and 1."""
    return {
        "pack": composition.name,
        "edition": composition.edition,
        "games": list(composition.games),
        "cards": composition.cards,
        "pieces": composition.pieces,
        "points": composition.points,
        "ranks": list(composition.ranks),
        "suits": [_suit_record(suit, composition) for suit in composition.suits],
        "extras": [_kind_record(kind) for kind in composition.extras],
        "columns": [
            {"name": each.name, "values": [{"value": value, "cards": count} for value, count in each.values]}
            for each in composition.columns
        ],
        "icon_sets": [each._asdict() for each in composition.icon_sets],
        "ceilings": [_ceiling_record(each) for each in composition.ceilings],
        "figures": [
            {"key": each.key, "title": each.title, "unit": each.unit, **_fraction_record(each.value)}
            for each in composition.figures
        ],
        "odds": {
            "cards": odds.cards,
            "players": odds.players,
            "hands": [_hand_record(each) for each in odds.hands],
        },
    }


def _fraction_record(value: Fraction | float) -> dict[str, Any]:
    """Return a number as data for JSON, with its exact fraction if that is short enough to write out."""
    exact = {"fraction": str(value)} if isinstance(value, Fraction) and _is_short(value) else {}
    return {**exact, "value": float(value)}


def _is_short(value: Fraction) -> bool:
    """Tell whether a fraction is short enough to write out."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= _MOST_BITS


def _kind_record(kind: CardKindCount) -> dict[str, Any]:
    return {"card": kind.label, "rank": kind.rank, "quantity": kind.quantity, "points": kind.points}


def _suit_record(suit: SuitPart, composition: Composition) -> dict[str, Any]:
    return {
        "key": suit.key,
        "name": suit.title,
        "sign": suit.sign,
        "cards": suit.cards,
        "points": suit.points,
        "share": _fraction_record(Fraction(suit.cards, composition.cards)) if composition.cards else None,
        "mean": None if suit.mean is None else _fraction_record(suit.mean),
        "spread": suit.spread,
        "kinds": [_kind_record(kind) for kind in suit.kinds],
    }


def _ceiling_record(each: Ceiling) -> dict[str, Any]:
    return {
        "pointage": each.pointage,
        "card": each.label or None,
        "red_cards": each.reds,
        "within": {"cards": each.cards_within, "points": each.points_within},
        "over": {"cards": each.cards_over, "points": each.points_over},
        "raised_by": each.raising,
        "lowered_by": each.lowering,
    }


def _hand_record(odds: HandOdds) -> dict[str, Any]:
    turns = {each.wanted: each.chances for each in odds.turns}
    return {
        "hand": odds.hand.cards,
        "where": odds.hand.where or None,
        "kinds": [
            {
                "of": each.wanted.title,
                "cards": each.wanted.cards,
                "mean": _fraction_record(each.mean),
                "exactly": [_fraction_record(chance) for chance in each.chances],
                "at_least_one": _fraction_record(each.at_least(1)),
                "anybody": None if each.anybody is None else _fraction_record(each.anybody),
                "by_turn": [_fraction_record(chance) for chance in turns.get(each.wanted, ())],
            }
            for each in odds.openings
        ],
        "ceilings": [
            {
                "pointage": each.ceiling.pointage,
                "green_drawn_fits": _fraction_record(each.green),
                "any_drawn_fits": _fraction_record(each.any),
                "hand_holds_one_that_fits": _fraction_record(each.hand),
            }
            for each in odds.ceiling_odds
        ],
        "conditions": [_condition_record(each) for each in odds.held],
        "sums": [_sum_record(each) for each in odds.sums],
        "ceiling_met": None if odds.mean_ceiling is None else _fraction_record(odds.mean_ceiling),
        "ceiling_met_of_all": None
        if odds.mean_ceiling_of_all is None
        else _fraction_record(odds.mean_ceiling_of_all),
    }


def _condition_record(answer: ConditionAnswer) -> dict[str, Any]:
    until, mulligans, hands = answer.until, answer.mulligans, answer.new_hands
    return {
        "condition": answer.condition.text,
        "terms": [
            {"of": term.text, "at_least": term.least, "at_most": term.most} for term in answer.condition.terms
        ],
        "chance": _fraction_record(answer.chance),
        "by_turn": None if hands else [_fraction_record(chance) for chance in answer.by_turn],
        "drawn_until": None
        if until is None
        else {
            "mean": _fraction_record(until.mean),
            "half": until.half,
            "nine_in_ten": until.nine_in_ten,
            "most": until.all,
        },
        "mulligans": None
        if mulligans is None
        else [
            {"allowed": allowed, "chance": _fraction_record(chance), "cards": _fraction_record(cards)}
            for allowed, (chance, cards) in enumerate(zip(mulligans.chances, mulligans.cards, strict=True))
        ],
        "new_hands": None
        if hands is None
        else [
            {"turn": turn, "this_hand": _chance_record(this), "any_so_far": _chance_record(so_far)}
            for turn, (this, so_far) in enumerate(zip(hands.this_turn, hands.so_far, strict=True), 1)
        ],
    }


def _chance_record(chance: EstimatedChance) -> dict[str, Any]:
    """Return a chance, exact or simulated with its interval, as data for JSON."""
    if chance.low is None or chance.high is None:
        return _fraction_record(chance.value)
    return {"value": float(chance.value), "low": chance.low, "high": chance.high}


def _sum_record(answer: SumAnswer) -> dict[str, Any]:
    hand, hands = answer.hand, answer.new_hands
    return {
        "column": hand.head,
        "cards_without": hand.empty,
        "mean": _fraction_record(hand.mean),
        "spread": hand.spread,
        "exactly": [
            {"sum": _fraction_record(value), "chance": _fraction_record(chance)}
            for value, chance in hand.chances
        ],
        "values": [
            {
                "value": _fraction_record(value),
                "cards": cards,
                "had_by_turn": [_fraction_record(chance) for chance in hand.had[place]] if hand.had else [],
            }
            for place, (value, cards) in enumerate(hand.cards)
        ],
        "new_hands": None
        if hands is None
        else [
            {
                "turn": turn,
                "mean": _chance_record(mean),
                "tenth": _fraction_record(tenth),
                "half": _fraction_record(half),
                "nine_tenths": _fraction_record(nine),
            }
            for turn, (mean, tenth, half, nine) in enumerate(
                zip(hands.mean, hands.tenth, hands.half, hands.nine_tenths, strict=True), 1
            )
        ],
    }


def csv_rows(packs: Iterable[tuple[Composition, Odds]]) -> Iterator[_Line]:
    """Yield compositions and odds of packs as one table: first the heading, then a row for each figure."""
    yield COLUMNS
    for composition, odds in packs:
        for line in (*_composition_lines(composition), *_odds_lines(odds)):
            yield composition.name, *line


def _table_line(
    part: str, figure: str, of: str, hand: object, at: object, unit: str, value: Fraction | float
) -> _Line:
    """Return a line of the table without the name of the pack; see COLUMNS."""
    is_exact = isinstance(value, Fraction) and _is_short(value)
    exact = (value.numerator, value.denominator) if isinstance(value, Fraction) and is_exact else ("", "")
    whole = isinstance(value, Fraction) and value.denominator == 1
    return part, figure, of, hand, at, unit, int(value) if whole else float(value), *exact


def _composition_lines(composition: Composition) -> Iterator[_Line]:
    for each in composition.figures:
        yield _table_line("composition", each.key, "", "", "", each.unit, each.value)
    for kind in (*(kind for suit in composition.suits for kind in suit.kinds), *composition.extras):
        yield _table_line("cards", "quantity", kind.label, "", "", "cards", Fraction(kind.quantity))
    for column in composition.columns:
        for value, count in column.values:
            yield _table_line("columns", column.name, value, "", "", "cards", Fraction(count))
    for ceiling in composition.ceilings:
        for figure, unit, count in (
            ("red_cards", "cards", ceiling.reds),
            ("cards_within", "cards", ceiling.cards_within),
            ("points_within", "points", ceiling.points_within),
            ("cards_over", "cards", ceiling.cards_over),
            ("points_over", "points", ceiling.points_over),
            ("raised_by", "cards", ceiling.raising),
            ("lowered_by", "cards", ceiling.lowering),
        ):
            yield _table_line("ceilings", figure, str(ceiling.pointage), "", "", unit, Fraction(count))


def _odds_lines(odds: Odds) -> Iterator[_Line]:
    for each in odds.hands:
        yield from _opening_lines(each)
        for turns in each.turns:
            for turn, chance in enumerate(turns.chances):
                yield _table_line(
                    "by turn", "had one", turns.wanted.title, each.hand.cards, turn, "share", chance
                )
        for held in each.held:
            yield from _condition_lines(held, each.hand.cards)
        for of_column in each.sums:
            yield from _sum_lines(of_column, each.hand.cards)
        yield from _ceiling_lines(each)


def _condition_lines(answer: ConditionAnswer, hand: int) -> Iterator[_Line]:
    of_and_hand = (answer.condition.text, hand)
    if answer.new_hands is None:
        for turn, chance in enumerate(answer.by_turn):
            yield _table_line("condition", "by turn", *of_and_hand, turn, "share", chance)
    else:
        for turn, (this, so_far) in enumerate(
            zip(answer.new_hands.this_turn, answer.new_hands.so_far, strict=True), 1
        ):
            yield _table_line(
                "condition", "hand of turn", *of_and_hand, turn, "share", _fraction_or_number(this)
            )
            yield _table_line(
                "condition", "any hand by turn", *of_and_hand, turn, "share", _fraction_or_number(so_far)
            )
    if answer.until is not None:
        until = answer.until
        for which, cards in (
            ("mean", until.mean),
            ("half", Fraction(until.half)),
            ("nine in ten", Fraction(until.nine_in_ten)),
            ("most", Fraction(until.all)),
        ):
            yield _table_line("condition", f"drawn until, {which}", *of_and_hand, "", "cards", cards)
    if answer.mulligans is not None:
        for allowed, (chance, cards) in enumerate(zip(*answer.mulligans, strict=True)):
            yield _table_line("condition", "with mulligans", *of_and_hand, allowed, "share", chance)
            yield _table_line("condition", "kept with mulligans, mean", *of_and_hand, allowed, "cards", cards)


def _sum_lines(answer: SumAnswer, hand: int) -> Iterator[_Line]:
    of_and_hand = (answer.hand.head, hand)
    yield _table_line("sum", "mean", *of_and_hand, "", "sum", answer.hand.mean)
    yield _table_line("sum", "spread", *of_and_hand, "", "sum", answer.hand.spread)
    for value, chance in answer.hand.chances:
        yield _table_line("sum", "exactly", *of_and_hand, float(value), "share", chance)
    for (value, cards), had in zip(answer.hand.cards, answer.hand.had, strict=False):
        of = f"{answer.hand.head}={value if value.denominator == 1 else float(value)}"
        yield _table_line("sum", "quantity", of, "", "", "cards", Fraction(cards))
        for turn, chance in enumerate(had):
            yield _table_line("sum", "had by turn", of, hand, turn, "share", chance)
    if answer.new_hands is not None:
        by_turn = answer.new_hands
        shares = (("tenth", by_turn.tenth), ("half", by_turn.half), ("nine tenths", by_turn.nine_tenths))
        for turn, mean in enumerate(by_turn.mean, 1):
            yield _table_line(
                "sum", "mean of hand of turn", *of_and_hand, turn, "sum", _fraction_or_number(mean)
            )
            for share, sums in shares:
                yield _table_line(
                    "sum", f"hand of turn, {share} at most", *of_and_hand, turn, "sum", sums[turn - 1]
                )


def _fraction_or_number(chance: EstimatedChance) -> Fraction | float:
    """Return an exact chance as a fraction, a simulated one as a number."""
    return chance.value if chance.low is None else float(chance.value)


def _opening_lines(odds: HandOdds) -> Iterator[_Line]:
    for each in odds.openings:
        of_and_hand = (each.wanted.title, odds.hand.cards)
        yield _table_line("opening hand", "mean", *of_and_hand, "", "cards", each.mean)
        for count, chance in enumerate(each.chances):
            yield _table_line("opening hand", "exactly", *of_and_hand, count, "share", chance)
        if each.anybody is not None:
            yield _table_line("opening hand", "anybody", *of_and_hand, "", "share", each.anybody)


def _ceiling_lines(odds: HandOdds) -> Iterator[_Line]:
    hand = odds.hand.cards
    for each in odds.ceiling_odds:
        of = str(each.ceiling.pointage)
        yield _table_line("fits", "green drawn", of, "", "", "share", each.green)
        yield _table_line("fits", "any drawn", of, "", "", "share", each.any)
        yield _table_line("fits", "in hand", of, hand, "", "share", each.hand)
    if odds.mean_ceiling is not None:
        yield _table_line("ceiling met", "of an opponent", "", hand, "", "points", odds.mean_ceiling)
    if odds.mean_ceiling_of_all is not None:
        yield _table_line("ceiling met", "of all opponents", "", hand, "", "points", odds.mean_ceiling_of_all)
