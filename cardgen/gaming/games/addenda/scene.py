"""What people at a table of Addenda see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....units import Sentence
from ..cards import Card
from ..scene import COVERED, OfferedMove, Refusal, Scene, SeenCard, TableWords, Zone, hand_zones_of_others
from .deal import AddendaDeal, CardDrawn, CardPlayed, DealEnd, Record, SeatPassed, TrickWon, side_of_seat
from .values import LIMIT, DecidingReason, next_running_total


def scene_of(deal: AddendaDeal, seat: int, words: TableWords) -> Scene:
    """Return the scene of a seat: the cards that its player may see, and the moves that are offered."""
    view, seats = deal.view(seat), deal.options.players
    has_turn = deal.turn == seat
    trick = tuple(
        SeenCard(each.card, Sentence("{name}: {total}", name=words.name(each.seat), total=each.step.total))
        for each in view.plays
    )
    total = Sentence("total {total}", total=view.last.total)
    zones = [
        *hand_zones_of_others(view.sizes, seat, words),
        Zone("trick", Sentence("Trick"), trick, "row", None, total),
    ]
    if seats == 2:
        stock = (COVERED,) * min(view.stock, 1)
        zones.append(Zone("stock", Sentence("Stock"), stock, "pile", None, "", view.stock))
    if deal.tricks:
        last = deal.tricks[-1]
        cards = tuple(SeenCard(each.card, words.name(each.seat)) for each in last.plays)
        points = Sentence("{n} point", "{n} points", n=last.value)
        note = words.sentence_about(
            last.winner, "you won it: {points}", "{name} won it: {points}", points=points
        )
        zones.append(Zone("last trick", Sentence("Last trick"), cards, "row", None, note))
    hand = tuple(SeenCard(card, "", _refusals(deal, card, words) if has_turn else {}) for card in view.hand)
    title = words.sentence_about(seat, "Your hand", "{name}’s hand")
    zones.append(Zone("hand", title, hand, "hand", seat))
    moves = tuple(_offered_move(deal, card, words) for card in deal.legal_moves()) if has_turn else ()
    task = ""
    if moves and view.plays:
        task = Sentence("Play a card of a suit that is not in the trick")
    elif moves:
        task = Sentence("Lead any card")
    goal = deal.options.winning_score
    facts = [
        (Sentence("Total"), Sentence("{total}, limit {limit}", total=view.last.total, limit=LIMIT)),
        (Sentence("To win"), Sentence("{n} point", "{n} points", n=goal)),
        (Sentence("Dealer"), words.name(view.dealer)),
    ]
    if seats == 4:
        facts.append((Sentence("Partner"), words.name((seat + 2) % 4)))
    return Scene(
        tuple(zones),
        tuple(facts),
        task,
        moves,
        tuple(deal.scores[side_of_seat(each)] for each in range(seats)),
    )


def _refusals(deal: AddendaDeal, card: Card, words: TableWords) -> dict[str, Refusal]:
    try:
        deal.verify_play(card)
    except ValueError:
        reason = Sentence(
            "{card} matches a suit already in the trick: play another suit", card=words.card(card)
        )
        return {"": Refusal(_play_text(deal, card, words), reason)}
    return {}


def _play_text(deal: AddendaDeal, card: Card, words: TableWords) -> Sentence:
    total = next_running_total(deal.last, card.rank).total
    return Sentence("Play {card} (total {total})", card=words.card(card), total=total)


def _offered_move(deal: AddendaDeal, card: Card, words: TableWords) -> OfferedMove:
    return OfferedMove(repr(card), _play_text(deal, card, words), ("hand", card), "trick")


def story_of(records: Sequence[Record], end: DealEnd | None, words: TableWords) -> Iterator[str]:
    """Yield sentences about the records of a deal. end: how the deal ended with it; None while it goes on."""
    drawn = list[Card]()
    for record in records:
        if isinstance(record, CardPlayed):
            yield words.sentence_about(
                record.seat,
                "You play {card}: the total is {total}.",
                "{name} plays {card}: the total is {total}.",
                card=words.card(record.card),
                total=record.step.total,
            )
        elif isinstance(record, SeatPassed):
            yield _pass_sentence(record, words)
        elif isinstance(record, TrickWon):
            yield words.sentence_about(
                record.winner,
                "You win the trick, {points}: {reason}.",
                "{name} wins the trick, {points}: {reason}.",
                points=Sentence("{n} point", "{n} points", n=record.value),
                reason=_reason_for_winner(record, words),
            )
        elif isinstance(record, CardDrawn) and record.seat == words.seat:
            drawn.append(record.card)
    if drawn:
        yield Sentence("You draw {cards}.", cards=words.cards(drawn))
    if end is DealEnd.BROKEN_OFF:
        yield Sentence("The deal breaks off: the player to play has only suits already in the trick.")
    elif end is DealEnd.PLAYED_OUT:
        yield Sentence("All cards are played.")


def _pass_sentence(passed: SeatPassed, words: TableWords) -> Sentence:
    if passed.empty:
        return words.sentence_about(
            passed.seat,
            "You have no cards: the turn passes on.",
            "{name} has no cards: the turn passes on.",
        )
    return words.sentence_about(
        passed.seat,
        "You have no card of a new suit: the turn passes on.",
        "{name} has no card of a new suit: the turn passes on.",
    )


def _reason_for_winner(won: TrickWon, words: TableWords) -> Sentence:
    """Return why a player won a trick, as the second half of a sentence."""
    decider = won.plays[won.verdict.decided_by].seat
    return {
        DecidingReason.LAST_CARD: Sentence("the last card, and never above {limit}", limit=LIMIT),
        DecidingReason.OVER: words.sentence_about(
            decider,
            "you brought the total above {limit}",
            "{name} brought the total above {limit}",
            limit=LIMIT,
        ),
        DecidingReason.MATCHED: words.sentence_about(decider, "you matched a suit", "{name} matched a suit"),
        DecidingReason.BROUGHT: Sentence(
            "the last card that brought the total to {limit} or less", limit=LIMIT
        ),
        DecidingReason.LED: Sentence("nobody else brought the total to {limit} or less", limit=LIMIT),
    }[won.verdict.why]
