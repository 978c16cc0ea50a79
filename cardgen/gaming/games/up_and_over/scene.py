"""What people at a table of Up and Over see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ....units import Sentence
from ..cards import Card
from ..scene import COVERED, OfferedMove, Refusal, Scene, SeenCard, TableWords, Zone, hand_zones_of_others
from .play import (
    CardLaid,
    CardValue,
    DeckReshuffled,
    HandFilled,
    Record,
    SeatSkipped,
    TrickEnded,
    UpAndOverGame,
    move_label,
)
from .rules import LIMIT, TRICKS_TO_WIN, TrickOutcome


def scene_of(game: UpAndOverGame, seat: int, words: TableWords) -> Scene:
    """Return the scene of a seat: the cards that its player may see, and the moves that are offered."""
    view, has_turn = game.view(seat), game.turn == seat
    must_declare = game.turned is not None and has_turn
    zones = [
        *hand_zones_of_others(view.sizes, seat, words),
        Zone(
            "trick",
            Sentence("Trick"),
            tuple(_seen_card(laid, words) for laid in view.trick),
            "row",
            None,
            Sentence("sum {sum}", sum=_sum_text(view.total)),
        ),
        Zone("stock", Sentence("Deck"), (COVERED,) * min(view.deck, 1), "pile", None, "", view.deck),
    ]
    if game.tricks:
        last = game.tricks[-1]
        zones.append(
            Zone(
                "last trick",
                Sentence("Last trick"),
                tuple(_seen_card(laid, words) for laid in last.laid),
                "row",
                None,
                Sentence("nobody took it")
                if last.taker is None
                else words.sentence_about(last.taker, "you took it", "{name} took it"),
            )
        )
    if view.turned is not None:
        zones.append(Zone("turned", Sentence("Turned Ace"), (SeenCard(view.turned),)))
    hand = tuple(
        SeenCard(card, "", {"": _undeclared_refusal(card, words)} if must_declare else {})
        for card in view.hand
    )
    title = words.sentence_about(seat, "Your hand", "{name}’s hand")
    zones.append(Zone("hand", title, hand, "hand", seat))
    moves = (
        tuple(_offered_move(game, move, view.total, words) for move in game.legal_moves()) if has_turn else ()
    )
    task = ""
    if moves and view.turned is not None:
        task = Sentence("Say what the Ace counts")
    elif moves:
        task = Sentence("Play a card")
    left = LIMIT - view.total
    facts = (
        (
            Sentence("Sum"),
            Sentence("{sum}; {left} to {limit}", sum=_sum_text(view.total), left=left, limit=LIMIT),
        ),
        (Sentence("To win"), Sentence("{n} trick", "{n} tricks", n=TRICKS_TO_WIN)),
    )
    return Scene(tuple(zones), facts, task, moves, tuple(view.scores))


def _seen_card(laid: CardLaid, words: TableWords) -> SeenCard:
    whose = Sentence("turned") if laid.turned else words.name(laid.seat)
    if laid.card.rank == "A":
        whose = Sentence("{whose}, counts {value}", whose=whose, value=laid.value)
    return SeenCard(laid.card, whose)


def _sum_text(total: int) -> str:
    """Return a sum with a minus sign if it is below zero."""
    return str(total).replace("-", "−")


def _undeclared_refusal(card: Card, words: TableWords) -> Refusal:
    """Return why no card of the hand may be played while a turned Ace has no value."""
    attempt = Sentence("Play {card}", card=words.card(card))
    return Refusal(attempt, Sentence("first say what the turned Ace counts"))


def _offered_move(game: UpAndOverGame, move: CardValue, total: int, words: TableWords) -> OfferedMove:
    """Return a legal move in words, with the sum that it makes. total: the sum before it."""
    total += move.value
    effect = (
        Sentence("exactly {limit}: you take the trick", limit=LIMIT)
        if total == LIMIT
        else Sentence("over: {sum}", sum=total)
        if total > LIMIT
        else Sentence("sum {sum}", sum=_sum_text(total))
    )
    card = words.card(move.card)
    if game.turned is not None:
        text = Sentence("Count {card} as {value} ({effect})", card=card, value=move.value, effect=effect)
        return OfferedMove(move_label(move), text, ("turned", move.card))
    text = Sentence("Play {card} ({effect})", card=card, effect=effect)
    if move.card.rank == "A":
        text = Sentence("Play {card} as {value} ({effect})", card=card, value=move.value, effect=effect)
    return OfferedMove(move_label(move), text, ("hand", move.card))


def story_of(records: tuple[Record, ...], words: TableWords) -> Iterator[str]:
    """Yield sentences about the records of a game; cards that others draw are not named."""
    drawn: dict[int, list[HandFilled]] = {}
    for record in records:
        if isinstance(record, HandFilled):
            drawn.setdefault(record.seat, []).append(record)
            continue
        yield from _draw_sentences(drawn, words)
        drawn = {}
        if isinstance(record, CardLaid):
            yield _laid_sentence(record, words)
        elif isinstance(record, SeatSkipped):
            yield words.sentence_about(
                record.seat,
                "You have no cards left in this trick.",
                "{name} has no cards left in this trick.",
            )
        elif isinstance(record, DeckReshuffled):
            yield Sentence("The tricks are shuffled into a new deck.")
        elif isinstance(record, TrickEnded):
            yield _trick_sentence(record, words)
    yield from _draw_sentences(drawn, words)


def _draw_sentences(drawn: dict[int, list[HandFilled]], words: TableWords) -> Iterator[str]:
    for seat, cards in drawn.items():
        if seat == words.seat:
            yield Sentence("You draw {cards}.", cards=words.cards(each.card for each in cards))


def _laid_sentence(laid: CardLaid, words: TableWords) -> Sentence:
    values = {"card": words.card(laid.card), "value": laid.value, "sum": _sum_text(laid.total)}
    is_ace = laid.card.rank == "A"
    if laid.turned and is_ace:
        return words.sentence_about(
            laid.seat,
            "You turn {card} as {value}: the sum is {sum}.",
            "{name} turns {card} as {value}: the sum is {sum}.",
            **values,
        )
    if laid.turned:
        return words.sentence_about(
            laid.seat,
            "You turn {card}: the sum is {sum}.",
            "{name} turns {card}: the sum is {sum}.",
            **values,
        )
    if is_ace:
        return words.sentence_about(
            laid.seat,
            "You play {card} as {value}: the sum is {sum}.",
            "{name} plays {card} as {value}: the sum is {sum}.",
            **values,
        )
    return words.sentence_about(
        laid.seat, "You play {card}: the sum is {sum}.", "{name} plays {card}: the sum is {sum}.", **values
    )


def _trick_sentence(ended: TrickEnded, words: TableWords) -> Sentence:
    if ended.taker is None:
        return Sentence("All hands are empty below {limit}: nobody takes the trick.", limit=LIMIT)
    why = (
        Sentence("exactly {limit}", limit=LIMIT)
        if ended.outcome is TrickOutcome.EXACTLY
        else Sentence("the sum went over")
    )
    return words.sentence_about(
        ended.taker,
        "You take trick {number}: {why}.",
        "{name} takes trick {number}: {why}.",
        number=ended.number,
        why=why,
    )
