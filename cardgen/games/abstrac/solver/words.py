"""A solved row in words, and as a record for other programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...cards import Card
from ..options import Kind
from ..scoring import Combination, Scored
from ..scoring52 import Scored52
from .lines import Line
from .rows import shown
from .solving import Solution

TITLES = {
    Kind.BASIC: "Abstrac by one, two or three cards",
    Kind.SUITS: "Abstrac by suits (variant 1)",
    Kind.UNFETTERED: "Unfettered Abstrac",
    Kind.FULL: "52-card Abstrac, one half",
}
TITLES_BY_KIND = {kind.value: title for kind, title in TITLES.items()}
PLAYERS = ("first", "second")
_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}
_RANKS = {"A": "Aces", "K": "Kings", "Q": "Queens", "J": "Jacks", "10": "Tens", "9": "Nines"}
#: The narrowest column for a hand.
_NARROW = 24


def told(solution: Solution, width: int, signs: bool = True) -> Iterator[str]:
    """The solution in lines of at most so many characters, as far as cards allow."""
    yield from _wrapped("", _cards(solution.layout.row, signs), width)
    yield ""
    yield from _wrapped("", _verdict(solution), width)
    yield ""
    yield from _moves(solution, width, signs)
    yield ""
    yield from _best(solution, width, signs)
    yield ""
    yield from _compared(solution)
    yield ""
    lines, positions = f"{solution.lines:,} lines of play", f"{solution.value.visited:,} positions"
    exact = f"This is exact: the row has {lines}, and the search looked at {positions} to settle them all."
    yield from _wrapped("", exact, width)


def _verdict(solution: Solution) -> str:
    lead, full = solution.value.lead, solution.layout.options.kind is Kind.FULL
    if not lead:
        return "With best play both score the same, whoever plays first."
    who = PLAYERS[lead < 0]
    said = f"With best play, who plays {who} wins by {abs(lead)}"
    # Of the 52-card game both halves weigh: who plays first in the one plays second in the other.
    return f"{said}." if full else f"{said}: the non-dealer chooses to play {who}."


def _moves(solution: Solution, width: int, signs: bool) -> Iterator[str]:
    """Every first move with its lead."""
    yield "First move, and the lead of who makes it:"
    for move in solution.value.moves:
        mark = "  best" if move.number == solution.value.draws[0] else ""
        cards = _cards(solution.layout.row[: move.number], signs)
        yield from _wrapped(f"  {signed(move.lead):>5}{mark:6}  {move.number:>2}  ", cards, width)


def _best(solution: Solution, width: int, signs: bool) -> Iterator[str]:
    """The best line draw by draw, and how it is scored."""
    best = solution.best
    yield f"The best line: {_scores(best)}"
    full = solution.layout.options.kind is Kind.FULL
    takes = [_cards(turn.cards, signs) for turn in best.turns]
    room = max(map(len, takes))
    for number, (turn, taken) in enumerate(zip(best.turns, takes, strict=True), 1):
        points = "" if full else f"  {turn.points:>2} points"
        head = f"  {number:>2}  {PLAYERS[turn.player]:6}  takes {taken:{room}}  has{points}: "
        hand = _cards(turn.hand, signs)
        if width - len(head) >= min(_NARROW, len(hand)):
            yield from _wrapped(head, hand, width)
        else:
            yield head.rstrip()
            yield from _wrapped(" " * 12, hand, width)
    for name, side in zip(PLAYERS, (best.sides[0], best.sides[1]), strict=True):
        yield from _wrapped(f"  {name:6}  ", side_told(side, signs), width)


def _compared(solution: Solution) -> Iterator[str]:
    """The best line and those that the source compares."""
    best = solution.best
    lines = (best, *solution.others)
    room = max(len(line.name) for line in lines)
    yield f"{'Compared':{room + 2}}  first  second   lead  than the best line"
    for line in lines:
        first, second = line.scores
        off = "" if line is best else f"  {_off(line.lead - best.lead)}"
        yield f"  {line.name:{room}}  {first:>5}  {second:>6}  {signed(line.lead):>5}{off}"


def _off(difference: int) -> str:
    """How much better or worse for who plays first."""
    if not difference:
        return "the same"
    return f"{abs(difference)} {'more' if difference > 0 else 'less'} for the first"


def _scores(line: Line) -> str:
    return f"the first scores {line.scores[0]}, the second {line.scores[1]}"


def side_told(side: Scored | Scored52, signs: bool = True) -> str:
    """How a player's score comes about."""
    if isinstance(side, Scored52):
        return _product(side, signs)
    found = ", ".join(f"{_called(each)} {each.points}" for each in side.combinations) or "no combination"
    made = f"{found}; {side.points} × {side.factor} cards of the other = {side.points * side.factor}"
    return f"{made}; misère: the scores are reversed, so {side.score}" if side.misere else made


def _product(side: Scored52, signs: bool) -> str:
    kinds = zip(
        ("suit", "sequence", "set"), (side.flush, side.sequence, side.alike), side.factors, strict=True
    )
    found = ", ".join(f"{kind} {factor} ({_cards(cards, signs) or 'none'})" for kind, cards, factor in kinds)
    factors = [*side.factors, *([] if side.short is None else [side.short])]
    fewer = "" if side.short is None else f", {side.short} cards fewer"
    return f"{found}{fewer}; {' × '.join(map(str, factors))} = {side.score}"


def _called(found: Combination) -> str:
    """A set or a run by its name: "three Kings", "run of five clubs"."""
    number, card = _NUMBERS[len(found.cards)], found.cards[0]
    return f"{number} {_RANKS[card.rank]}" if found.kind == "set" else f"run of {number} {card.suit}"


def _cards(cards: Iterable[Card], signs: bool) -> str:
    return " ".join(shown(each, signs) for each in cards)


def _wrapped(head: str, text: str, width: int) -> list[str]:
    hang = " " * len(head)
    made = textwrap.wrap(text, max(_NARROW, width - len(head)), break_long_words=False) or [""]
    return [f"{head if not at else hang}{line}".rstrip() for at, line in enumerate(made)]


def signed(value: int) -> str:
    """A lead: "+33", "−166", "0"."""
    return f"{value:+d}".replace("-", "−") if value else "0"


# For other programs


def record(solution: Solution) -> dict[str, Any]:
    """The solution as JSON can hold it. Leads are of who plays first."""
    layout, value = solution.layout, solution.value
    return {
        "kind": layout.options.kind.value,
        "row": _names(layout.row),
        "exact": True,
        "lead": value.lead,
        "non_dealer_plays": None if layout.options.kind is Kind.FULL else PLAYERS[not solution.first],
        "moves": [{"cards": move.number, "lead": move.lead} for move in value.moves],
        "best": _line_record(solution.best, value.lead),
        "compared": [_line_record(line, value.lead) for line in solution.others],
        "lines": solution.lines,
        "positions": value.visited,
    }


def _line_record(line: Line, best: int) -> dict[str, Any]:
    turns = [
        {
            "player": PLAYERS[turn.player],
            "cards": _names(turn.cards),
            "hand": _names(turn.hand),
            "points": turn.points,
            "left": turn.left,
        }
        for turn in line.turns
    ]
    return {
        "name": line.name,
        "draws": list(line.draws),
        "scores": list(line.scores),
        "lead": line.lead,
        "than_best": line.lead - best,
        "turns": turns,
        "sides": [_side_record(side) for side in line.sides],
    }


def _side_record(side: Scored | Scored52) -> dict[str, Any]:
    if isinstance(side, Scored52):
        cards = {"suit": side.flush, "sequence": side.sequence, "set": side.alike}
        named = {name: _names(each) for name, each in cards.items()}
        return {**named, "factors": list(side.factors), "fewer": side.short, "score": side.score}
    found = [
        {"kind": each.kind, "cards": _names(each.cards), "points": each.points} for each in side.combinations
    ]
    return {
        "combinations": found,
        "points": side.points,
        "factor": side.factor,
        "score": side.score,
        "misere": side.misere,
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [shown(each, signs=False) for each in cards]
