"""A solved row as text, and as a record for other programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from ..cards import Card
from .options import GameKind
from .rows import NUMBERS, RANK_NAMES, card_text
from .scoring import HandScoring, HandScoring52
from .solving import PlayedLine, Solution

#: The title of a solved row, by the kind's value.
TITLES = {
    "basic": "Abstrac by one, two or three cards",
    "suits": "Abstrac by suits (variant 1)",
    "unfettered": "Unfettered Abstrac",
    "52": "52-card Abstrac, one half",
}
PLAYERS = ("first", "second")
#: Minimum width of the column for a hand, in characters.
_NARROW = 24


def solution_lines(solution: Solution, width: int, signs: bool = True) -> Iterator[str]:
    """Yield the solution in lines of at most `width` characters, as far as cards allow."""
    yield from _hanging_lines("", _cards_text(solution.layout.row, signs), width)
    yield ""
    yield from _hanging_lines("", _verdict_sentence(solution), width)
    yield ""
    yield "First move, and the lead of who makes it:"
    for move in solution.value.moves:
        mark = "  best" if move.number == solution.value.draws[0] else ""
        cards = _cards_text(solution.layout.row[: move.number], signs)
        yield from _hanging_lines(f"  {signed_lead(move.lead):>5}{mark:6}  {move.number:>2}  ", cards, width)
    yield ""
    yield from _lines_about_best_line(solution, width, signs)
    yield ""
    yield from _comparison_lines(solution)
    yield ""
    lines, positions = f"{solution.lines:,} lines of play", f"{solution.value.visited:,} positions"
    exact = f"This is exact: the row has {lines}, and the search looked at {positions} to settle them all."
    yield from _hanging_lines("", exact, width)


def _verdict_sentence(solution: Solution) -> str:
    lead, full = solution.value.lead, solution.layout.options.kind is GameKind.FULL
    if not lead:
        return "With best play both score the same, whoever plays first."
    who = PLAYERS[lead < 0]
    said = f"With best play, who plays {who} wins by {abs(lead)}"
    # In the 52-card game both halves count: who plays first in one plays second in the other.
    return f"{said}." if full else f"{said}: the non-dealer chooses to play {who}."


def _lines_about_best_line(solution: Solution, width: int, signs: bool) -> Iterator[str]:
    """Yield the best line draw by draw, and its scores."""
    best = solution.best
    yield f"The best line: the first scores {best.scores[0]}, the second {best.scores[1]}"
    takes = [_cards_text(turn.cards, signs) for turn in best.turns]
    room = max(map(len, takes))
    for number, (turn, taken) in enumerate(zip(best.turns, takes, strict=True), 1):
        points = "" if turn.points is None else f"  {turn.points:>2} points"
        head = f"  {number:>2}  {PLAYERS[turn.player]:6}  takes {taken:{room}}  has{points}: "
        hand = _cards_text(turn.hand, signs)
        if width - len(head) >= min(_NARROW, len(hand)):
            yield from _hanging_lines(head, hand, width)
        else:
            yield head.rstrip()
            yield from _hanging_lines(" " * 12, hand, width)
    for name, scored in zip(PLAYERS, (best.sides[0], best.sides[1]), strict=True):
        yield from _hanging_lines(f"  {name:6}  ", score_explanation(scored, signs), width)


def _comparison_lines(solution: Solution) -> Iterator[str]:
    """Yield a table that compares the best line with the lines that the source compares."""
    best = solution.best
    lines = (best, *solution.others)
    room = max(len(line.name) for line in lines)
    yield f"{'Compared':{room + 2}}  first  second   lead  than the best line"
    for line in lines:
        first, second = line.scores
        more = line.lead - best.lead
        off = f"{abs(more)} {'more' if more > 0 else 'less'} for the first" if more else "the same"
        off = "" if line is best else f"  {off}"
        yield f"  {line.name:{room}}  {first:>5}  {second:>6}  {signed_lead(line.lead):>5}{off}"


def score_explanation(scored: HandScoring | HandScoring52, signs: bool = True) -> str:
    """Return a text that shows how a player's score is computed."""
    if isinstance(scored, HandScoring52):
        kinds = ("suit", "sequence", "set"), (scored.flush, scored.sequence, scored.alike), scored.factors
        found = ", ".join(
            f"{kind} {factor} ({_cards_text(cards, signs) or 'none'})"
            for kind, cards, factor in zip(*kinds, strict=True)
        )
        factors = [*scored.factors, *([] if scored.short is None else [scored.short])]
        fewer = "" if scored.short is None else f", {scored.short} cards fewer"
        return f"{found}{fewer}; {' × '.join(map(str, factors))} = {scored.score}"
    combinations = []
    for each in scored.combinations:
        number, card = NUMBERS[len(each.cards)], each.cards[0]
        name = f"{number} {RANK_NAMES[card.rank]}s" if each.kind == "set" else f"run of {number} {card.suit}"
        combinations.append(f"{name} {each.points}")
    found = ", ".join(combinations) or "no combination"
    made = f"{found}; {scored.points} × {scored.factor} cards of the other = {scored.points * scored.factor}"
    return f"{made}; misère: the scores are reversed, so {scored.score}" if scored.misere else made


def _cards_text(cards: Iterable[Card], signs: bool) -> str:
    return " ".join(card_text(each, signs) for each in cards)


def _hanging_lines(head: str, text: str, width: int) -> list[str]:
    """Return a text broken into lines that are indented below its head."""
    hang = " " * len(head)
    made = textwrap.wrap(text, max(_NARROW, width - len(head)), break_long_words=False) or [""]
    return [f"{head if not at else hang}{line}".rstrip() for at, line in enumerate(made)]


def signed_lead(value: int) -> str:
    """Return a lead with its sign: "+33", "−166", "0"."""
    return f"{value:+d}".replace("-", "−") if value else "0"


# For other programs


def solution_record(solution: Solution) -> dict[str, Any]:
    """Return the solution as data for JSON. Leads are the first player's."""
    layout, value = solution.layout, solution.value
    return {
        "kind": layout.options.kind.value,
        "row": _card_names(layout.row),
        "exact": True,
        "lead": value.lead,
        "non_dealer_plays": None
        if layout.options.kind is GameKind.FULL
        else PLAYERS[not solution.is_playing_first_better],
        "moves": [{"cards": move.number, "lead": move.lead} for move in value.moves],
        "best": _line_record(solution.best, value.lead),
        "compared": [_line_record(line, value.lead) for line in solution.others],
        "lines": solution.lines,
        "positions": value.visited,
    }


def _line_record(line: PlayedLine, best: int) -> dict[str, Any]:
    turns = [
        {
            "player": PLAYERS[turn.player],
            "cards": _card_names(turn.cards),
            "hand": _card_names(turn.hand),
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
        "sides": [_score_record(scored) for scored in line.sides],
    }


def _score_record(scored: HandScoring | HandScoring52) -> dict[str, Any]:
    if isinstance(scored, HandScoring52):
        cards = {"suit": scored.flush, "sequence": scored.sequence, "set": scored.alike}
        named = {name: _card_names(each) for name, each in cards.items()}
        return {**named, "factors": list(scored.factors), "fewer": scored.short, "score": scored.score}
    found = [
        {"kind": each.kind, "cards": _card_names(each.cards), "points": each.points}
        for each in scored.combinations
    ]
    return {
        "combinations": found,
        "points": scored.points,
        "factor": scored.factor,
        "score": scored.score,
        "misere": scored.misere,
    }


def _card_names(cards: Iterable[Card]) -> list[str]:
    return [card_text(each, signs=False) for each in cards]
