"""What people at a table of Abstrac see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....units import Sentence
from ..cards import Card
from ..scene import COVERED, OfferedMove, Refusal, Scene, SeenCard, TableWords, Zone
from .deal import FIRST, AbstracDeal, CardsTaken, OrderChosen, Record, ScoredRow
from .scoring import HandScoring, sorted_hand

#: Maximum number of cards that the text of a move names.
_FEW = 3


def scene_of(deal: AbstracDeal, number: int, scores: Sequence[int], seat: int, words: TableWords) -> Scene:
    """Return the scene of a seat: the cards that its player may see, and the moves that are offered. number:
    of the deal, from 1. scores: of the game so far.
    """
    view, options = deal.view(seat), deal.options
    most = 0 if view.choosing or deal.turn is None else view.layout.most_cards(view.position)
    far = Sentence(
        "at most {n} card may be taken now, from the top end on",
        "at most {n} cards may be taken now, from the top end on",
        n=most,
    )
    rows = tuple(
        SeenCard(
            card,
            "",
            {"": Refusal(_take_text(deal.row[:number], words), far)}
            if most and number > most and deal.turn == seat
            else {},
        )
        for number, card in enumerate(deal.row, 1)
    )
    zones = [Zone("row", Sentence("Row, the exposed card first"), rows)]
    zones += [
        Zone(f"later row {at}", Sentence("Row of the second half"), (COVERED,) * len(row))
        for at, row in enumerate(deal.later_rows(), 1)
    ]
    for other in (1 - seat, seat):
        cards = tuple(map(SeenCard, sorted_hand(view.hands[other])))
        title = words.sentence_about(other, "Your cards", "{name}’s cards")
        zones.append(Zone(f"hand {other + 1}", title, cards, "row", other))
    moves = tuple(_offered_moves(deal, words)) if deal.turn == seat else ()
    task = ""
    if moves and view.choosing:
        task = Sentence("Choose who takes first")
    elif moves:
        task = Sentence("Take cards from the top end")
    goal = options.winning_score
    deals = (
        Sentence("{number}, to {n} point", "{number}, to {n} points", number=number, n=goal)
        if goal is not None
        else Sentence("{number} of {deals}", number=number, deals=options.agreed_deals)
    )
    return Scene(tuple(zones), ((Sentence("Deal"), deals),), task, moves, tuple(scores))


def _offered_moves(deal: AbstracDeal, words: TableWords) -> Iterator[OfferedMove]:
    row = deal.row
    for move in deal.legal_moves():
        if deal.choosing:
            text = Sentence("Take first") if move == FIRST else Sentence("Take second")
            yield OfferedMove(deal.label(move), text)
        else:
            yield OfferedMove(deal.label(move), _take_text(row[:move], words), ("row", row[move - 1]))


def _take_text(cards: Sequence[Card], words: TableWords) -> Sentence:
    """Return what takes these cards of the row, as a person reads it on a button."""
    if len(cards) <= _FEW:
        return Sentence("Take {cards}", cards=words.cards(cards))
    return Sentence(
        "Take {n} card, up to {card}",
        "Take {n} cards, up to {card}",
        n=len(cards),
        card=words.card(cards[-1]),
    )


def story_of(records: Sequence[Record], words: TableWords) -> Iterator[str]:
    """Yield sentences about the records of a deal."""
    for record in records:
        if isinstance(record, OrderChosen) and record.first:
            yield words.sentence_about(
                record.seat, "You choose to take first.", "{name} chooses to take first."
            )
        elif isinstance(record, OrderChosen):
            yield words.sentence_about(
                record.seat, "You choose to take second.", "{name} chooses to take second."
            )
        elif isinstance(record, CardsTaken):
            cards = words.cards(record.cards)
            yield words.sentence_about(record.seat, "You take {cards}.", "{name} takes {cards}.", cards=cards)
        elif isinstance(record, ScoredRow):
            yield from (_score_sentence(record, seat, words) for seat in (0, 1))


def _score_sentence(row: ScoredRow, seat: int, words: TableWords) -> Sentence:
    """Return a seat's score in a finished row with how it is computed, as a sentence."""
    scored = row.scored[seat]
    if isinstance(scored, HandScoring):
        why = Sentence("one player has no combination, so the points change hands")
        if not scored.misere:
            why = Sentence(
                "combinations of {points} times {cards} of the other",
                points=Sentence("{n} point", "{n} points", n=scored.points),
                cards=Sentence("{n} card", "{n} cards", n=scored.factor),
            )
    else:
        factors = dict(zip(("flush", "sequence", "set"), scored.factors, strict=True))
        why = Sentence("flush of {flush} × sequence of {sequence} × set of {set}", **factors)
        if scored.short:
            why = Sentence(
                "flush of {flush} × sequence of {sequence} × set of {set} × {short} for fewer cards",
                **factors,
                short=scored.short,
            )
    points = Sentence("{n} point", "{n} points", n=scored.score)
    return words.sentence_about(
        seat, "You score {points}: {why}.", "{name} scores {points}: {why}.", points=points, why=why
    )
