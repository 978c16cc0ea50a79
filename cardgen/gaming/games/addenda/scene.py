"""What people at a table of Addenda see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..cards import Card
from ..scene import COVERED, OfferedMove, Scene, SeenCard, TableWords, Zone, hands_of_others
from .deal import AddendaDeal, CardDrawn, CardPlayed, DealEnd, Record, SeatPassed, TrickWon, side_of_seat
from .values import LIMIT, DecidingReason, next_running_total


def scene_of(deal: AddendaDeal, seat: int, words: TableWords) -> Scene:
    """Return what a seat sees and may do."""
    view, seats = deal.view(seat), deal.options.players
    has_turn = deal.turn == seat
    trick = tuple(SeenCard(each.card, f"{words.name(each.seat)}: {each.step.total}") for each in view.plays)
    zones = [
        *hands_of_others(view.sizes, seat, words),
        Zone("trick", "Trick", trick, "row", None, f"total {view.last.total}"),
    ]
    if seats == 2:
        zones.append(Zone("stock", "Stock", (COVERED,) * min(view.stock, 1), "pile", None, "", view.stock))
    if deal.tricks:
        last = deal.tricks[-1]
        cards = tuple(SeenCard(each.card, words.name(each.seat)) for each in last.plays)
        note = f"{words.subject_and_verb(last.winner, 'won', 'won')} it: {last.value}"
        zones.append(Zone("last trick", "Last trick", cards, "row", None, note))
    hand = tuple(SeenCard(card, "", _refusals(deal, card, words) if has_turn else {}) for card in view.hand)
    zones.append(Zone("hand", f"{words.possessive(seat, True)} hand", hand, "hand", seat))
    moves = tuple(_offered_move(deal, card, words) for card in deal.legal_moves()) if has_turn else ()
    task = ""
    if moves:
        task = "Play a card of a suit that is not in the trick" if view.plays else "Lead any card"
    facts = (
        ("Total", f"{view.last.total}, limit {LIMIT}"),
        ("To win", f"{deal.options.winning_score} points"),
        ("Dealer", words.name(view.dealer)),
        *((("Partner", words.name((seat + 2) % 4)),) if seats == 4 else ()),
    )
    return Scene(
        tuple(zones), facts, task, moves, tuple(deal.scores[side_of_seat(each)] for each in range(seats))
    )


def _refusals(deal: AddendaDeal, card: Card, words: TableWords) -> dict[str, str]:
    try:
        deal.verify_play(card)
    except ValueError:
        return {"": f"{words.card(card)} matches a suit already in the trick: play another suit"}
    return {}


def _offered_move(deal: AddendaDeal, card: Card, words: TableWords) -> OfferedMove:
    total = next_running_total(deal.last, card.rank).total
    return OfferedMove(repr(card), f"Play {words.card(card)} (total {total})", ("hand", card), "trick")


def story_of(records: Sequence[Record], end: DealEnd | None, words: TableWords) -> Iterator[str]:
    """Yield what is recorded of a deal, in words. end: how the deal ended with it; None while it goes on."""
    drawn = list[Card]()
    for record in records:
        if isinstance(record, CardPlayed):
            played = words.subject_and_verb(record.seat, "play", "plays")
            yield f"{played} {words.card(record.card)}: the total is {record.step.total}."
        elif isinstance(record, SeatPassed):
            why = "no cards" if record.empty else "no card of a new suit"
            yield f"{words.subject_and_verb(record.seat, 'have', 'has')} {why}: the turn passes on."
        elif isinstance(record, TrickWon):
            wins = f"{words.subject_and_verb(record.winner, 'win', 'wins')} the trick, {record.value} points"
            yield f"{wins}: {_reason_for_winner(record, words)}."
        elif isinstance(record, CardDrawn) and record.seat == words.seat:
            drawn.append(record.card)
    if drawn:
        yield f"You draw {words.cards(drawn)}."
    if end is DealEnd.BROKEN_OFF:
        yield "The deal breaks off: the player to play has only suits already in the trick."
    elif end is DealEnd.PLAYED_OUT:
        yield "All cards are played."


def _reason_for_winner(won: TrickWon, words: TableWords) -> str:
    """Return why a player won a trick, as the second half of a sentence."""
    decider = won.plays[won.verdict.decided_by].seat
    brought, matched = (words.subject_and_verb(decider, verb, verb) for verb in ("brought", "matched"))
    return {
        DecidingReason.LAST_CARD: f"the last card, and never above {LIMIT}",
        DecidingReason.OVER: f"{brought} the total above {LIMIT}",
        DecidingReason.MATCHED: f"{matched} a suit",
        DecidingReason.BROUGHT: f"the last card that brought the total to {LIMIT} or less",
        DecidingReason.LED: f"nobody else brought the total to {LIMIT} or less",
    }[won.verdict.why]
