"""What people at a table of Abstrac see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....units import counted
from ..scene import COVERED, OfferedMove, Scene, SeenCard, TableWords, Zone
from .deal import FIRST, AbstracDeal, CardsTaken, OrderChosen, Record, ScoredRow
from .scoring import HandScoring, sorted_hand

#: Maximum number of cards that the text of a move names.
_FEW = 3


def scene_of(deal: AbstracDeal, number: int, scores: Sequence[int], seat: int, words: TableWords) -> Scene:
    """Return what a seat sees and may do. number: of the deal, from 1. scores: of the game so far."""
    view, options = deal.view(seat), deal.options
    most = 0 if view.choosing or deal.turn is None else view.layout.most_cards(view.position)
    far = {"": f"At most {counted(most, 'card')} may be taken now, from the exposed end on"}
    rows = tuple(
        SeenCard(card, "", far if most and at >= most and deal.turn == seat else {})
        for at, card in enumerate(deal.row)
    )
    zones = [Zone("row", "Row, exposed end first", rows)]
    zones += [
        Zone(f"later row {at}", "Row of the second half", (COVERED,) * len(row))
        for at, row in enumerate(deal.later_rows(), 1)
    ]
    for other in (1 - seat, seat):
        cards = tuple(map(SeenCard, sorted_hand(view.hands[other])))
        zones.append(Zone(f"hand {other + 1}", f"{words.possessive(other, True)} cards", cards, "row", other))
    moves = tuple(_offered_moves(deal, words)) if deal.turn == seat else ()
    task = ""
    if moves:
        task = "Choose who takes first" if view.choosing else "Take cards from the exposed end"
    goal = options.winning_score
    deals = f"{number}, to {goal} points" if goal is not None else f"{number} of {options.agreed_deals}"
    return Scene(tuple(zones), (("Deal", deals),), task, moves, tuple(scores))


def _offered_moves(deal: AbstracDeal, words: TableWords) -> Iterator[OfferedMove]:
    row = deal.row
    for move in deal.legal_moves():
        if deal.choosing:
            yield OfferedMove(deal.label(move), "Take first" if move == FIRST else "Take second")
        else:
            few, last = words.cards(row[:move]), words.card(row[move - 1])
            text = f"Take {few}" if move <= _FEW else f"Take {move} cards, up to {last}"
            yield OfferedMove(deal.label(move), text, ("row", row[move - 1]))


def story_of(records: Sequence[Record], words: TableWords) -> Iterator[str]:
    """Yield what is recorded of a deal, in words."""
    for record in records:
        if isinstance(record, OrderChosen):
            order = "first" if record.first else "second"
            yield f"{words.subject_and_verb(record.seat, 'choose', 'chooses')} to take {order}."
        elif isinstance(record, CardsTaken):
            yield f"{words.subject_and_verb(record.seat, 'take', 'takes')} {words.cards(record.cards)}."
        elif isinstance(record, ScoredRow):
            yield from (_score_sentence(record, seat, words) for seat in (0, 1))


def _score_sentence(row: ScoredRow, seat: int, words: TableWords) -> str:
    """Return a seat's score in a finished row with how it is computed, as a sentence."""
    scored = row.scored[seat]
    if isinstance(scored, HandScoring):
        if scored.misere:
            why = "one player has no combination, so the points change hands"
        else:
            points, cards = counted(scored.points, "point"), counted(scored.factor, "card")
            why = f"combinations of {points} times {cards} of the other"
    else:
        suit, run, alike = scored.factors
        why = f"suit of {suit} × sequence of {run} × {alike} alike"
        if scored.short:
            why += f" × {scored.short} for fewer cards"
    return f"{words.subject_and_verb(seat, 'score', 'scores')} {scored.score}: {why}."
