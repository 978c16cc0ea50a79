"""What people at a table of Up and Over see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ..scene import COVERED, OfferedMove, Scene, SeenCard, TableWords, Zone, hands_of_others
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


def scene_of(now: UpAndOverGame, seat: int, words: TableWords) -> Scene:
    """Return what a seat sees and may do."""
    view, has_turn = now.view(seat), now.turn == seat
    reason = "First say what the turned Ace counts" if now.turned is not None and has_turn else ""
    refusals = {"": reason} if reason else {}
    zones = [
        *hands_of_others(view.sizes, seat, words),
        Zone(
            "trick",
            "Trick",
            tuple(_seen_card(laid, words) for laid in view.trick),
            "row",
            None,
            f"total {view.total}",
        ),
        Zone("stock", "Deck", (COVERED,) * min(view.deck, 1), "pile", None, "", view.deck),
    ]
    if now.tricks:
        last = now.tricks[-1]
        zones.append(
            Zone(
                "last trick",
                "Last trick",
                tuple(_seen_card(laid, words) for laid in last.laid),
                "row",
                None,
                "nobody took it"
                if last.taker is None
                else f"{words.subject_and_verb(last.taker, 'took', 'took')} it",
            )
        )
    if view.turned is not None:
        zones.append(Zone("turned", "Turned Ace", (SeenCard(view.turned),)))
    hand = tuple(SeenCard(card, "", refusals) for card in view.hand)
    zones.append(Zone("hand", f"{words.possessive(seat, True)} hand", hand, "hand", seat))
    moves = (
        tuple(_offered_move(now, move, view.total, words) for move in now.legal_moves()) if has_turn else ()
    )
    task = ""
    if moves:
        task = "Say what the Ace counts" if view.turned is not None else "Play a card"
    facts = (
        ("Total", f"{view.total}; {LIMIT - view.total} to {LIMIT}"),
        ("To win", f"{TRICKS_TO_WIN} tricks"),
    )
    return Scene(tuple(zones), facts, task, moves, tuple(view.scores))


def _seen_card(laid: CardLaid, words: TableWords) -> SeenCard:
    whose = "turned" if laid.turned else words.name(laid.seat)
    return SeenCard(laid.card, f"{whose}, counts {laid.value}" if laid.card.rank == "A" else whose)


def _offered_move(now: UpAndOverGame, move: CardValue, total: int, words: TableWords) -> OfferedMove:
    """Return a legal move in words, with the total that it makes. total: the sum before it."""
    total += move.value
    effect = (
        f"exactly {LIMIT}: you take the trick"
        if total == LIMIT
        else f"over: {total}"
        if total > LIMIT
        else f"{total}"
    )
    as_value = f" as {move.value}" if move.card.rank == "A" else ""
    verb, zone = ("Count", "turned") if now.turned is not None else ("Play", "hand")
    return OfferedMove(
        move_label(move), f"{verb} {words.card(move.card)}{as_value} ({effect})", (zone, move.card)
    )


def story_of(records: tuple[Record, ...], words: TableWords) -> Iterator[str]:
    """Yield what is recorded, in words; cards that others draw are not named."""
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
            yield f"{words.subject_and_verb(record.seat, 'have', 'has')} no cards left in this trick."
        elif isinstance(record, DeckReshuffled):
            yield "The tricks are shuffled into a new deck."
        elif isinstance(record, TrickEnded):
            yield _trick_sentence(record, words)
    yield from _draw_sentences(drawn, words)


def _draw_sentences(drawn: dict[int, list[HandFilled]], words: TableWords) -> Iterator[str]:
    for seat, cards in drawn.items():
        if seat == words.seat:
            yield f"You draw {words.cards(each.card for each in cards)}."


def _laid_sentence(laid: CardLaid, words: TableWords) -> str:
    verbs = ("turn", "turns") if laid.turned else ("play", "plays")
    as_value = f" as {laid.value}" if laid.card.rank == "A" else ""
    clause = words.subject_and_verb(laid.seat, *verbs)
    return f"{clause} {words.card(laid.card)}{as_value}: the total is {laid.total}."


def _trick_sentence(ended: TrickEnded, words: TableWords) -> str:
    if ended.taker is None:
        return "All hands are empty below 21: nobody takes the trick."
    why = f"exactly {LIMIT}" if ended.outcome is TrickOutcome.EXACTLY else "the total went over"
    return f"{words.subject_and_verb(ended.taker, 'take', 'takes')} trick {ended.number}: {why}."
