"""What one player sees: the own hand, what lies face up, and how many cards lie face down."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .moves import ceiling
from .state import State

Hand = tuple[int, ...]


@dataclass(frozen=True)
class View:
    """The table from one seat. Cards are kinds, ceilings pointages."""

    seat: int
    #: The own hand, sorted.
    hand: Hand
    #: Cards in each hand.
    hand_sizes: tuple[int, ...]
    #: Every green pile, as far as it can be seen: its top card, or all of it where it is spread or one's own.
    greens: tuple[Hand, ...]
    #: The top card of every red pile.
    reds: tuple[Hand, ...]
    ceilings: tuple[int, ...]
    #: The discards, the oldest first; only the newest where they are squared up.
    discards: Hand
    discard_count: int
    stock_count: int
    playing: tuple[bool, ...]
    #: Hands that lie face up since their players have retired, by seat.
    shown: dict[int, Hand]
    #: How many cards of each kind are nowhere to be seen.
    unseen: Hand


def view(state: State, seat: int) -> View:
    """What a seat can see. Memory is the player's own affair: covered cards are not seen."""
    options, table = state.table.options, state.table
    greens = tuple(_green(state, seat, pile) for pile in range(len(state.greens)))
    reds = tuple(tuple(pile[-1:]) for pile in state.reds)
    discards = tuple(state.discards[-1:] if options.squared_discards else state.discards)
    shown = {
        other: _cards(state.hands[other])
        for other in range(table.players)
        if options.retire_face_up and not state.playing[other]
    }
    hand = _cards(state.hands[seat])
    faces = Counter(hand)
    for each in (*greens, *reds, discards, *(held for other, held in shown.items() if other != seat)):
        faces.update(each)
    return View(
        seat=seat,
        hand=hand,
        hand_sizes=tuple(map(sum, state.hands)),
        greens=greens,
        reds=reds,
        ceilings=tuple(ceiling(state, place) for place in range(len(state.reds))),
        discards=discards,
        discard_count=len(state.discards),
        stock_count=len(state.stock),
        playing=tuple(state.playing),
        shown=shown,
        unseen=tuple(times - faces[kind] for kind, times in enumerate(table.cards.quantities)),
    )


def _green(state: State, seat: int, pile: int) -> Hand:
    spread = state.table.options.spread_greens or pile == state.table.green_pile[seat]
    return tuple(state.greens[pile] if spread else state.greens[pile][-1:])


def _cards(hand: list[int]) -> Hand:
    return tuple(kind for kind, times in enumerate(hand) for _ in range(times))
