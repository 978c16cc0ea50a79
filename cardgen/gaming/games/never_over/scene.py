"""What people at a table of NEVER OVER see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..scene import COVERED, OfferedMove, Scene, SeenCard, TableWords, Zone, hands_of_others
from .moves import IllegalMove, ceiling, decode_move, verify_move
from .state import DRAW, NOTHING, OVER, State, scores_of
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK

_DISCARDS, _STOCK = "discards", "stock"


def scene_of(state: State, seat: int, words: TableWords) -> Scene:
    """Return what a seat sees and may do."""
    has_turn = state.phase != OVER and state.seat == seat
    moves = tuple(_offered_moves(state, words)) if has_turn else ()
    zones = (
        *_hands_in_view(state, seat, words),
        *(zone for place in range(len(state.reds)) for zone in _pile_zones(state, place, seat, words)),
        *_middle_zones(state, words),
        _own_hand(state, seat, has_turn=has_turn, words=words),
    )
    resting = [words.name(other) for other in range(state.table.players) if not state.playing[other]]
    facts = (("Retired", ", ".join(resting)),) if resting else ()
    task = ""
    if moves:
        task = "Choose where to draw from" if state.phase == DRAW else "Play a card, discard one, or retire"
    return Scene(zones, facts, task, moves, scores_of(state).seats)


def _label(state: State, kind: int) -> str:
    return state.table.cards.labels[kind]


def _hands_in_view(state: State, seat: int, words: TableWords) -> tuple[Zone, ...]:
    open_hands = {
        other: [_label(state, kind) for kind, times in enumerate(hand) for _ in range(times)]
        for other, hand in enumerate(state.hands)
        if state.table.options.retire_face_up and not state.playing[other]
    }
    return hands_of_others([sum(hand) for hand in state.hands], seat, words, open_hands)


def _own_hand(state: State, seat: int, *, has_turn: bool, words: TableWords) -> Zone:
    cards = [kind for kind, times in enumerate(state.hands[seat]) for _ in range(times)]
    seen = tuple(
        SeenCard(_label(state, kind), "", _refusals(state, kind, words) if has_turn else {}) for kind in cards
    )
    return Zone("hand", f"{words.possessive(seat, True)} hand", seen, "hand", seat)


def _refusals(state: State, kind: int, words: TableWords) -> dict[str, str]:
    """Return why a card cannot go to each zone where it cannot."""
    found, table = {}, state.table
    zones = {_place_name(place): place for place in range(len(state.reds))}
    if table.cards.is_green(kind):
        seats = table.seats_by_place
        zones = {f"green {table.green_pile[seats[place][0]] + 1}": place for place in range(len(seats))}
        # Where partners share a red pile only, the own green pile lies beside it as well.
        zones[f"green {table.green_pile[state.seat] + 1}"] = table.red_pile[state.seat]
        found = dict.fromkeys(map(_place_name, range(len(seats))), "a green card goes on no red pile")
    zones[_DISCARDS] = AWAY
    for name, place in zones.items():
        try:
            verify_move(state, state.table.code(kind, place))
        except IllegalMove as reason:
            found[name] = str(reason)
    return found


def _place_name(place: int) -> str:
    return f"red {place + 1}"


def _owners_text(state: State, seats: Sequence[int], words: TableWords) -> str:
    if words.seat in seats:
        return "Your" if len(seats) == 1 else "Your side’s"
    return " and ".join(words.possessive(seat) for seat in seats)


def _pile_zones(state: State, place: int, seat: int, words: TableWords) -> Iterator[Zone]:
    """Yield a red pile with the green piles beside it."""
    table, reds = state.table, state.reds[place]
    seats = table.seats_by_place[place]
    whose, top = _owners_text(state, seats, words), ceiling(state, place)
    yield Zone(
        _place_name(place),
        f"{whose} red pile",
        (SeenCard(_label(state, reds[-1])),) if reds else (),
        "pile",
        seats[0],
        f"ceiling {top}",
        len(reds),
    )
    for pile in sorted({table.green_pile[each] for each in seats}):
        owners = [each for each in range(table.players) if table.green_pile[each] == pile]
        greens = state.greens[pile]
        is_open = table.options.spread_greens or table.green_pile[seat] == pile
        seen = [_label(state, kind) for kind in (greens if is_open else greens[-1:])]
        points = sum(table.cards.pointages[kind] for kind in greens)
        yield Zone(
            f"green {pile + 1}",
            f"{_owners_text(state, owners, words)} green pile",
            tuple(map(SeenCard, seen)),
            "row" if is_open else "pile",
            owners[0],
            f"{points} points" if is_open and greens else "",
            len(greens),
        )


def _middle_zones(state: State, words: TableWords) -> Iterator[Zone]:
    """Yield the stock, face down, and the discards as far as they are visible."""
    options = state.table.options
    if not options.deal_all or state.stock:
        stock = len(state.stock)
        yield Zone(_STOCK, "Stock", (COVERED,) * min(stock, 1), "pile", None, "", stock)
    if not (options.no_discarding or options.no_discard_pile):
        seen = state.discards[-1:] if options.squared_discards else state.discards
        note = "" if options.squared_discards or not state.discards else _next_draw_text(state, words)
        cards = tuple(SeenCard(_label(state, kind)) for kind in seen)
        kind = "pile" if options.squared_discards else "row"
        yield Zone(_DISCARDS, "Discards", cards, kind, None, note, len(state.discards))  # type: ignore[arg-type]


def _next_draw_text(state: State, words: TableWords) -> str:
    at = -1 if state.table.options.newest_discard else 0
    return f"{words.card(_label(state, state.discards[at]))} is drawn next"


def _offered_moves(state: State, words: TableWords) -> Iterator[OfferedMove]:
    """Yield the legal moves; discarding, passing and retiring come last."""
    last, discards = list[OfferedMove](), list[OfferedMove]()
    for code in state.legal_moves():
        act, kind, place = decode_move(state.table, code)
        if act == "retire":
            last.append(_offered_retirement(state, code))
        elif act == "pass":
            last.insert(0, OfferedMove(code_label(state, code), "Pass"))
        elif kind is None:
            yield _offered_draw(state, code, words)
        elif place is None:
            discards.append(_offered_card(state, code, kind, place, words))
        else:
            yield _offered_card(state, code, kind, place, words)
    yield from (*discards, *last)


def _offered_retirement(state: State, code: int) -> OfferedMove:
    warning = "You play no more cards in this game, and your hand scores nothing."
    if state.table.options.lay_down_greens:
        warning = "You play no more cards in this game. Green cards within your ceiling are laid down."
    return OfferedMove(code_label(state, code), "Retire", warning=warning)


def _offered_draw(state: State, code: int, words: TableWords) -> OfferedMove:
    label, options = code_label(state, code), state.table.options
    if code == DRAW_STOCK:
        return OfferedMove(label, "Draw from the stock", (_STOCK, None), _STOCK)
    at = -1 if options.newest_discard else 0
    if options.squared_discards and at == 0 and len(state.discards) > 1:
        return OfferedMove(label, "Draw the lowest discard", None, _DISCARDS)
    card = _label(state, state.discards[at])
    return OfferedMove(label, f"Draw {words.card(card)} from the discards", (_DISCARDS, card), _DISCARDS)


def _offered_card(state: State, code: int, kind: int, place: int | None, words: TableWords) -> OfferedMove:
    table, label = state.table, _label(state, kind)
    card = words.card(label)
    if place is None:
        text, to = f"Discard {card}", _DISCARDS
    elif table.cards.is_green(kind):
        text, to = f"Score {card} on your green pile", f"green {table.green_pile[state.seat] + 1}"
    else:
        on = _lower_you(_owners_text(state, table.seats_by_place[place], words))
        text, to = f"Put {card} on {on} red pile", _place_name(place)
    return OfferedMove(code_label(state, code), text, ("hand", label), to)


def _lower_you(owner: str) -> str:
    return owner.replace("Your", "your")


def code_label(state: State, code: int) -> str:
    """Return a move as text: "retire", "discard +4", "+4 on 2"."""
    act, kind, place = decode_move(state.table, code)
    if kind is None:
        return act
    card = _label(state, kind)
    return f"discard {card}" if place is None else f"{card} on {place}"


def story_of(before: State, code: int, after: State, words: TableWords) -> Iterator[str]:
    """Yield what a move has done."""
    seat = before.seat
    act, kind, place = decode_move(before.table, code)
    if act == "retire":
        yield from _retirement_story(before, after, words)
    elif act == "pass":
        yield f"{words.subject_and_verb(seat, 'pass', 'passes')}."
    elif kind is not None:
        yield _card_sentence(before, kind, place, after, words)
    yield from _draw_story(before, after, words)
    if act != "retire" and before.playing[seat] and not after.playing[seat]:
        yield f"{words.subject_and_verb(seat, 'retire', 'retires')}, with no cards left."
    if after.phase == OVER:
        yield "The game is over."


def _retirement_story(before: State, after: State, words: TableWords) -> Iterator[str]:
    seat = before.seat
    yield f"{words.subject_and_verb(seat, 'retire', 'retires')}."
    pile = before.table.green_pile[seat]
    laid = after.greens[pile][len(before.greens[pile]) :]
    if laid:
        cards = words.cards(_label(before, each) for each in laid)
        yield f"{words.subject_and_verb(seat, 'lay', 'lays')} down {cards}."


def _card_sentence(before: State, kind: int, place: int | None, after: State, words: TableWords) -> str:
    """Return what a card put on a pile or discarded has done; it names only a card that is seen."""
    table, seat = before.table, before.seat
    card = words.card(_label(before, kind))
    if place is None:
        # A discard that goes under the stock lies face down.
        is_seen = seat == words.seat or not table.options.no_discard_pile
        return f"{words.subject_and_verb(seat, 'discard', 'discards')} {card if is_seen else 'a card'}."
    if table.cards.is_green(kind):
        return f"{words.subject_and_verb(seat, 'score', 'scores')} {table.cards.pointages[kind]} with {card}."
    owners = table.seats_by_place[place]
    is_own = owners == (seat,) and seat != words.seat
    on = "their own" if is_own else _lower_you(_owners_text(before, owners, words))
    then, now = ceiling(before, place), ceiling(after, place)
    change = f"the ceiling stays {now}" if then == now else f"the ceiling is now {now}"
    return f"{words.subject_and_verb(seat, 'put', 'puts')} {card} on {on} red pile: {change}."


def _draw_story(before: State, after: State, words: TableWords) -> Iterator[str]:
    """Yield a sentence if a card was drawn; it names only a card that the seat may see."""
    if after.drawn == NOTHING or after.source == NOTHING:
        return
    seat, options = before.seat, before.table.options
    card = _label(before, after.drawn)
    if after.source == DRAW_STOCK:
        seen = words.card(card if seat == words.seat else None)
        yield f"{words.subject_and_verb(seat, 'draw', 'draws')} {seen} from the stock."
    elif after.source == DRAW_DISCARD:
        # The oldest of squared discards lies covered.
        is_covered = options.squared_discards and not options.newest_discard and len(before.discards) > 1
        seen = words.card(None if is_covered and seat != words.seat else card)
        yield f"{words.subject_and_verb(seat, 'draw', 'draws')} {seen} from the discards."
