"""What people at a table of NEVER OVER see, and what happened, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....units import Sentence
from ..scene import COVERED, OfferedMove, Refusal, Scene, SeenCard, TableWords, Zone, hand_zones_of_others
from .moves import IllegalMove, ceiling_of_place, decode_move, verify_move
from .state import DRAW, NOTHING, OVER, State, scores_of
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, GameTable

_DISCARDS, _STOCK = "discards", "stock"


def scene_of(state: State, seat: int, words: TableWords) -> Scene:
    """Return the scene of a seat: the cards that its player may see, and the moves that are offered."""
    has_turn = state.phase != OVER and state.seat == seat
    moves = tuple(_offered_moves(state, words)) if has_turn else ()
    zones = (
        *_hands_in_view(state, seat, words),
        *(zone for place in range(len(state.reds)) for zone in _pile_zones(state, place, seat, words)),
        *_middle_zones(state, words),
        _own_hand(state, seat, has_turn=has_turn, words=words),
    )
    resting = [words.name(other) for other in range(state.table.players) if not state.playing[other]]
    facts = ((Sentence("Retired"), Sentence("{names}", names=resting)),) if resting else ()
    task = ""
    if moves and state.phase == DRAW:
        task = Sentence("Choose where to draw from")
    elif moves:
        task = Sentence("Play a card, discard one, or retire")
    return Scene(zones, facts, task, moves, scores_of(state).seats)


def _label(state: State, kind: int) -> str:
    return state.table.cards.labels[kind]


def _hands_in_view(state: State, seat: int, words: TableWords) -> tuple[Zone, ...]:
    open_hands = {
        other: [_label(state, kind) for kind, times in enumerate(hand) for _ in range(times)]
        for other, hand in enumerate(state.hands)
        if state.table.options.retire_face_up and not state.playing[other]
    }
    return hand_zones_of_others([sum(hand) for hand in state.hands], seat, words, open_hands)


def _own_hand(state: State, seat: int, *, has_turn: bool, words: TableWords) -> Zone:
    cards = [kind for kind, times in enumerate(state.hands[seat]) for _ in range(times)]
    seen = tuple(
        SeenCard(_label(state, kind), "", _refusals(state, kind, words) if has_turn else {}) for kind in cards
    )
    return Zone("hand", words.sentence_about(seat, "Your hand", "{name}’s hand"), seen, "hand", seat)


def _refusals(state: State, kind: int, words: TableWords) -> dict[str, Refusal]:
    """Return the reason why a card cannot go to a zone, by the name of each such zone."""
    found, table = dict[str, Refusal](), state.table
    card, seats = words.card(_label(state, kind)), table.seats_by_place
    green, red = table.cards.suit_names
    # What is tried for each zone, and the place for which it is verified.
    tried = {
        _place_name(place): (_text_of_attempt(card, red, owners, words), place)
        for place, owners in enumerate(seats)
    }
    if table.cards.is_green(kind):
        for name, (attempt, _) in tried.items():
            found[name] = Refusal(
                attempt, Sentence("{green} cards go on no {red} pile", green=green, red=red)
            )
        # Where partners share a red pile only, the own green pile lies beside it as well.
        places = {table.green_pile[owners[0]]: place for place, owners in enumerate(seats)}
        places[table.green_pile[state.seat]] = table.red_pile[state.seat]
        tried = {
            f"green {pile + 1}": (_text_of_attempt(card, green, _owner_seats(table, pile), words), place)
            for pile, place in places.items()
        }
    tried[_DISCARDS] = Sentence("Discard {card}", card=card), AWAY
    for name, (attempt, place) in tried.items():
        try:
            verify_move(state, table.move_code(kind, place))
        except IllegalMove as error:
            found[name] = Refusal(attempt, error.reason)
    return found


def _place_name(place: int) -> str:
    return f"red {place + 1}"


def _owner_seats(table: GameTable, pile: int) -> list[int]:
    """Return the seats that share a green pile."""
    return [seat for seat in range(table.players) if table.green_pile[seat] == pile]


def _text_of_attempt(card: str, suit: str, seats: Sequence[int], words: TableWords) -> Sentence:
    """Return the text of a button that puts a card on a pile of some seats. suit: the name of the pile's."""
    if words.seat in seats:
        if len(seats) > 1:
            return Sentence("Put {card} on your side’s {suit} pile", card=card, suit=suit)
        return Sentence("Put {card} on your {suit} pile", card=card, suit=suit)
    if len(seats) > 1:
        names = _names_of_seats(seats, words)
        return Sentence("Put {card} on the {suit} pile of {names}", card=card, suit=suit, names=names)
    return Sentence("Put {card} on {name}’s {suit} pile", card=card, suit=suit, name=words.names[seats[0]])


def _pile_title(suit: str, seats: Sequence[int], words: TableWords) -> Sentence:
    if words.seat in seats:
        if len(seats) > 1:
            return Sentence("Your side’s {suit} pile", suit=suit)
        return Sentence("Your {suit} pile", suit=suit)
    if len(seats) > 1:
        return Sentence("The {suit} pile of {names}", suit=suit, names=_names_of_seats(seats, words))
    return Sentence("{name}’s {suit} pile", suit=suit, name=words.names[seats[0]])


def _names_of_seats(seats: Sequence[int], words: TableWords) -> list[str]:
    return [words.names[seat] for seat in seats]


def _pile_zones(state: State, place: int, seat: int, words: TableWords) -> Iterator[Zone]:
    """Yield a red pile with the green piles beside it."""
    table, reds = state.table, state.reds[place]
    seats = table.seats_by_place[place]
    green, red = table.cards.suit_names
    yield Zone(
        _place_name(place),
        _pile_title(red, seats, words),
        (SeenCard(_label(state, reds[-1])),) if reds else (),
        "pile",
        seats[0],
        Sentence("ceiling {top}", top=ceiling_of_place(state, place)),
        len(reds),
    )
    for pile in sorted({table.green_pile[each] for each in seats}):
        owners = _owner_seats(table, pile)
        greens = state.greens[pile]
        is_open = table.options.spread_greens or table.green_pile[seat] == pile
        seen = [_label(state, kind) for kind in (greens if is_open else greens[-1:])]
        points = sum(table.cards.pointages[kind] for kind in greens)
        yield Zone(
            f"green {pile + 1}",
            _pile_title(green, owners, words),
            tuple(map(SeenCard, seen)),
            "row" if is_open else "pile",
            owners[0],
            Sentence("{n} point", "{n} points", n=points) if is_open and greens else "",
            len(greens),
        )


def _middle_zones(state: State, words: TableWords) -> Iterator[Zone]:
    """Yield the stock, face down, and the discards as far as they are visible."""
    options = state.table.options
    if not options.deal_all or state.stock:
        stock = len(state.stock)
        yield Zone(_STOCK, Sentence("Stock"), (COVERED,) * min(stock, 1), "pile", None, "", stock)
    if not (options.no_discarding or options.no_discard_pile):
        seen = state.discards[-1:] if options.squared_discards else state.discards
        note = "" if options.squared_discards or not state.discards else _next_draw_text(state, words)
        cards = tuple(SeenCard(_label(state, kind)) for kind in seen)
        kind = "pile" if options.squared_discards else "row"
        yield Zone(_DISCARDS, Sentence("Discards"), cards, kind, None, note, len(state.discards))  # type: ignore[arg-type]


def _next_draw_text(state: State, words: TableWords) -> Sentence:
    at = -1 if state.table.options.newest_discard else 0
    return Sentence("{card} is drawn next", card=words.card(_label(state, state.discards[at])))


def _offered_moves(state: State, words: TableWords) -> Iterator[OfferedMove]:
    """Yield the legal moves; discarding, passing and retiring come last."""
    last, discards = list[OfferedMove](), list[OfferedMove]()
    for code in state.legal_moves():
        act, kind, place = decode_move(state.table, code)
        if act == "retire":
            last.append(_offered_retirement(state, code))
        elif act == "pass":
            last.insert(0, OfferedMove(code_label(state, code), Sentence("Pass")))
        elif kind is None:
            yield _offered_draw(state, code, words)
        elif place is None:
            discards.append(_offered_card(state, code, kind, place, words))
        else:
            yield _offered_card(state, code, kind, place, words)
    yield from (*discards, *last)


def _offered_retirement(state: State, code: int) -> OfferedMove:
    warning = Sentence("You play no more cards in this game, and your hand scores nothing.")
    if state.table.options.lay_down_greens:
        warning = Sentence(
            "You play no more cards in this game. Your {suit} cards within your ceiling are laid down.",
            suit=state.table.cards.suit_names[0],
        )
    return OfferedMove(code_label(state, code), Sentence("Retire"), warning=warning)


def _offered_draw(state: State, code: int, words: TableWords) -> OfferedMove:
    label, options = code_label(state, code), state.table.options
    if code == DRAW_STOCK:
        return OfferedMove(label, Sentence("Draw from the stock"), (_STOCK, None), _STOCK)
    at = -1 if options.newest_discard else 0
    if options.squared_discards and at == 0 and len(state.discards) > 1:
        return OfferedMove(label, Sentence("Draw the lowest discard"), None, _DISCARDS)
    card = _label(state, state.discards[at])
    text = Sentence("Draw {card} from the discards", card=words.card(card))
    return OfferedMove(label, text, (_DISCARDS, card), _DISCARDS)


def _offered_card(state: State, code: int, kind: int, place: int | None, words: TableWords) -> OfferedMove:
    table, label = state.table, _label(state, kind)
    card, (green, red) = words.card(label), table.cards.suit_names
    if place is None:
        text, to = Sentence("Discard {card}", card=card), _DISCARDS
    elif table.cards.is_green(kind):
        pile = table.green_pile[state.seat]
        text, to = _text_of_attempt(card, green, _owner_seats(table, pile), words), f"green {pile + 1}"
    else:
        text, to = _text_of_attempt(card, red, table.seats_by_place[place], words), _place_name(place)
    return OfferedMove(code_label(state, code), text, ("hand", label), to)


def code_label(state: State, code: int) -> str:
    """Return a move as text: "retire", "discard +4", "+4 on 2"."""
    act, kind, place = decode_move(state.table, code)
    if kind is None:
        return act
    card = _label(state, kind)
    return f"discard {card}" if place is None else f"{card} on {place}"


def story_of(before: State, code: int, after: State, words: TableWords) -> Iterator[str]:
    """Yield sentences about the effects of a move."""
    seat = before.seat
    act, kind, place = decode_move(before.table, code)
    if act == "retire":
        yield from _retirement_story(before, after, words)
    elif act == "pass":
        yield words.sentence_about(seat, "You pass.", "{name} passes.")
    elif kind is not None:
        yield _card_sentence(before, kind, place, after, words)
    yield from _draw_story(before, after, words)
    if act != "retire" and before.playing[seat] and not after.playing[seat]:
        yield words.sentence_about(
            seat, "You retire, with no cards left.", "{name} retires, with no cards left."
        )
    if after.phase == OVER:
        yield Sentence("The game is over.")


def _retirement_story(before: State, after: State, words: TableWords) -> Iterator[str]:
    seat = before.seat
    yield words.sentence_about(seat, "You retire.", "{name} retires.")
    pile = before.table.green_pile[seat]
    laid = after.greens[pile][len(before.greens[pile]) :]
    if laid:
        cards = words.cards(_label(before, each) for each in laid)
        yield words.sentence_about(seat, "You lay down {cards}.", "{name} lays down {cards}.", cards=cards)


def _card_sentence(before: State, kind: int, place: int | None, after: State, words: TableWords) -> Sentence:
    """Return a sentence about the effect of a card that was put on a pile or discarded.

    A card that the person does not see is not named.
    """
    table, seat = before.table, before.seat
    card = words.card(_label(before, kind))
    if place is None:
        # A discard that goes under the stock lies face down.
        is_seen = seat == words.seat or not table.options.no_discard_pile
        seen = card if is_seen else words.card(None)
        return words.sentence_about(seat, "You discard {card}.", "{name} discards {card}.", card=seen)
    if table.cards.is_green(kind):
        points = Sentence("{n} point", "{n} points", n=table.cards.pointages[kind])
        return words.sentence_about(
            seat,
            "You score {points} with {card}.",
            "{name} scores {points} with {card}.",
            points=points,
            card=card,
        )
    then, now = ceiling_of_place(before, place), ceiling_of_place(after, place)
    change = (
        Sentence("the ceiling stays {top}", top=now)
        if then == now
        else Sentence("the ceiling is now {top}", top=now)
    )
    put = _put_clause(card, table.cards.suit_names[1], seat, table.seats_by_place[place], words)
    return Sentence("{put}: {change}.", put=put, change=change)


def _put_clause(card: str, suit: str, seat: int, owners: Sequence[int], words: TableWords) -> Sentence:
    """Return the first half of a sentence: that a seat puts a card on a pile of some seats. suit: the name of
    the pile's.
    """
    if len(owners) > 1:
        if words.seat in owners:
            return words.sentence_about(
                seat,
                "You put {card} on your side’s {suit} pile",
                "{name} puts {card} on your side’s {suit} pile",
                card=card,
                suit=suit,
            )
        return words.sentence_about(
            seat,
            "You put {card} on the {suit} pile of {names}",
            "{name} puts {card} on the {suit} pile of {names}",
            card=card,
            suit=suit,
            names=_names_of_seats(owners, words),
        )
    if owners[0] == seat:
        return words.sentence_about(
            seat,
            "You put {card} on your {suit} pile",
            "{name} puts {card} on their own {suit} pile",
            card=card,
            suit=suit,
        )
    if owners[0] == words.seat:
        return Sentence(
            "{name} puts {card} on your {suit} pile", name=words.names[seat], card=card, suit=suit
        )
    return words.sentence_about(
        seat,
        "You put {card} on {owner}’s {suit} pile",
        "{name} puts {card} on {owner}’s {suit} pile",
        card=card,
        suit=suit,
        owner=words.names[owners[0]],
    )


def _draw_story(before: State, after: State, words: TableWords) -> Iterator[str]:
    """Yield a sentence if a card was drawn; it names only a card that the seat may see."""
    if after.drawn == NOTHING or after.source == NOTHING:
        return
    seat, options = before.seat, before.table.options
    card = _label(before, after.drawn)
    if after.source == DRAW_STOCK:
        seen = words.card(card if seat == words.seat else None)
        yield words.sentence_about(
            seat, "You draw {card} from the stock.", "{name} draws {card} from the stock.", card=seen
        )
    elif after.source == DRAW_DISCARD:
        # The oldest of squared discards lies covered.
        is_covered = options.squared_discards and not options.newest_discard and len(before.discards) > 1
        seen = words.card(None if is_covered and seat != words.seat else card)
        yield words.sentence_about(
            seat, "You draw {card} from the discards.", "{name} draws {card} from the discards.", card=seen
        )
