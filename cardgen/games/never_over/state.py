"""A game in progress: the deal, the legal moves in their order, and what a move does. Quick, and unchecked.

This is the reference that another engine must follow move for move. The contract:

- A deal shuffles `Cards.deck` by Fisher and Yates: for i from the last card down to 1 it swaps card i
  with card int(random() * (i + 1)). The first card is the top. Card j goes to seat j % players until every
  hand is full; the others are the stock, drawn in their order (or stay aside, where all is dealt).
- Seat 0 goes first. A decision is taken in phase PLAY, and one in phase DRAW where both the stock and the
  discards hold cards; with but one of them, or none, the draw is part of the play.
- `legal_moves` is in rising order of codes (see `table`): RETIRE, PASS, discards by kind, then cards by
  place and, on each, by kind; for a draw, stock then discards. Equal cards are one move.
- A chooser at random takes moves[int(random() * len(moves))]: one random() a decision, for a single move too.
- After the draw (none after RETIRE and PASS: readings N3, N12) an empty hand retires (N4).
- The game is over when all have retired, or when all who still play have passed in a row; a move of
  any other kind, a retirement too, breaks the row (N12).

Whoever plays by hand uses `moves`, which checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, PASS, RETIRE, Table

#: What is to be decided next.
PLAY, DRAW, OVER = range(3)
NOTHING = -1


class Chance(Protocol):
    """Where chance comes from: random.Random, or anything else with its random()."""

    def random(self) -> float:
        """A number from 0, below 1."""
        ...


def shuffled(table: Table, chance: Chance) -> list[int]:
    """The cards in a random order, top first."""
    deck, random = list(table.cards.deck), chance.random
    for i in range(len(deck) - 1, 0, -1):
        j = int(random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def deal(table: Table, chance: Chance) -> State:
    """A game about to begin, with shuffled cards."""
    return State(table, shuffled(table, chance))


class State:
    """What lies on the table and is held in the hands. `copy` is cheap; nothing here looks at hidden order.

    Cards are kinds, see `cards`; piles are lists, their top last. `held` is, for each seat, the set of kinds
    in hand as an integer with a bit a kind. `tops` are the levels of the places. `stock` has the next card
    last, `discards` have the oldest first.
    """

    __slots__ = (
        "_codes", "_heads", "_plain", "_rows", "active", "aside", "discards", "drawn", "greens", "hands",
        "held", "passes", "phase", "placed", "playing", "reds", "seat", "source", "stock", "table", "tops",
        "turn",
    )  # fmt: skip

    def __init__(self, table: Table, deck: Sequence[int]) -> None:
        """Deal a deck, its top first."""
        players, kinds, dealt = table.players, table.cards.kinds, table.hand * table.players
        self.table = table
        self.seat, self.phase, self.turn = 0, PLAY, 0
        self.hands = [[0] * kinds for _ in range(players)]
        self.held = [0] * players
        for seat in range(players):
            hand, held = self.hands[seat], 0
            for kind in deck[seat:dealt:players]:
                hand[kind] += 1
                held |= 1 << kind
            self.held[seat] = held
        self.stock = list(deck[: dealt - 1 : -1])
        self.aside: list[int] = []
        if table.options.deal_all:
            self.stock, self.aside = self.aside, self.stock
        self.discards: list[int] = []
        self.greens: list[list[int]] = [[] for _ in range(max(table.green_pile) + 1)]
        self.reds: list[list[int]] = [[] for _ in table.places]
        self.tops = [len(table.levels) - 1] * len(table.places)
        self.playing = [True] * players
        self.active, self.passes = players, 0
        #: The turn in which a card last went on a pile.
        self.placed = 0
        #: What the last move drew, and from where (DRAW_STOCK, DRAW_DISCARD or NOTHING).
        self.source = self.drawn = NOTHING
        self._bind()

    def _bind(self) -> None:
        """Keep at hand what every move looks up."""
        table, options = self.table, self.table.options
        self._codes, self._heads = table.codes_of, table.heads
        self._rows = table.playable_at
        self._plain = not (
            options.no_playable_discard
            or options.no_discarding
            or options.no_retiring_while_playable
            or options.retired_closed
        )

    def copy(self) -> State:
        """The same position, to be played on by itself."""
        other = State.__new__(State)
        for name in ("table", "seat", "phase", "turn", "active", "passes", "placed", "source", "drawn"):
            setattr(other, name, getattr(self, name))
        for name in ("_rows", "_codes", "_heads", "_plain"):
            setattr(other, name, getattr(self, name))
        for name in ("held", "tops", "stock", "discards", "aside", "playing"):
            setattr(other, name, getattr(self, name)[:])
        for name in ("hands", "greens", "reds"):
            setattr(other, name, [each[:] for each in getattr(self, name)])
        return other

    def legal_moves(self) -> list[int]:
        """The codes of all that may be decided now, rising; none once the game is over."""
        if self.phase:
            return [DRAW_STOCK, DRAW_DISCARD] if self.phase == DRAW else []
        if not self._plain:
            return self._legal_moves_by_option()
        seat = self.seat
        held = self.held[seat]
        moves = [*self._heads[held]]
        for top, row, codes in zip(self.tops, self._rows[seat], self._codes, strict=False):
            kinds = row[top] & held
            if kinds:
                moves += codes[kinds]
        return moves

    def _legal_moves_by_option(self) -> list[int]:
        """The same where an option forbids some of the moves."""
        options, held = self.table.options, self.held[self.seat]
        cards, playable = self._cards_on_piles()
        moves = []
        if not (options.no_retiring_while_playable and playable):
            moves.append(RETIRE)
        if options.passing or (options.no_discarding and not playable):
            moves.append(PASS)
        if not options.no_discarding:
            away = held & ~playable if options.no_playable_discard else held
            moves += self.table.heads[away][1 + options.passing :]
        return moves + cards

    def _cards_on_piles(self) -> tuple[list[int], int]:
        """The codes of cards that may go on piles, and the set of their kinds."""
        held, playable = self.held[self.seat], 0
        cards: list[int] = []
        for place, row in enumerate(self._rows[self.seat]):
            kinds = row[self.tops[place]] & held
            if kinds and not self.closed(place):
                cards += self._codes[place][kinds]
                playable |= kinds
        return cards, playable

    def closed(self, place: int) -> bool:
        """Whether nothing may go on a place since all its players have retired (an option; reading N14)."""
        if not self.table.options.retired_closed:
            return False
        return not any(self.playing[seat] for seat in self.table.places[place])

    def apply(self, code: int) -> None:
        """Do what a legal code says. Nothing is checked: see `moves`."""
        if self.phase == DRAW:
            self._draw(code)
            return
        if code <= PASS:
            self.source = self.drawn = NOTHING
            if code == RETIRE:
                self._retire()
            else:
                self._pass()
            return
        seat, table = self.seat, self.table
        place, kind = table.parts[code]
        hand = self.hands[seat]
        hand[kind] -= 1
        if not hand[kind]:
            self.held[seat] ^= 1 << kind
        if place == AWAY:
            if table.options.no_discard_pile:
                self.stock.insert(0, kind)
            else:
                self.discards.append(kind)
        elif kind < table.cards.greens:
            self.greens[table.green_pile[seat]].append(kind)
            self.placed = self.turn
        else:
            self.reds[place].append(kind)
            self.tops[place] = table.level_of[kind]
            self.placed = self.turn
        self.passes = 0
        self._replenish()

    def _replenish(self) -> None:
        """Draw where there is no choice, or ask for one; retire an empty hand."""
        if self.stock:
            if self.discards:
                self.phase = DRAW
                self.source = self.drawn = NOTHING
            else:
                self._draw(DRAW_STOCK)
        elif self.discards:
            self._draw(DRAW_DISCARD)
        else:
            self.source = self.drawn = NOTHING
            if self.held[self.seat]:
                self._next()
            else:
                self._leave()

    def _draw(self, source: int) -> None:
        if source == DRAW_STOCK:
            kind = self.stock.pop()
        else:
            kind = self.discards.pop(-1 if self.table.options.newest_discard else 0)
        seat = self.seat
        self.hands[seat][kind] += 1
        self.held[seat] |= 1 << kind
        self.source, self.drawn = source, kind
        self.phase = PLAY
        self._next()

    def _next(self) -> None:
        """The turn goes clockwise to the next who still plays."""
        playing, seat, players = self.playing, self.seat + 1, len(self.playing)
        if seat == players:
            seat = 0
        while not playing[seat]:
            seat += 1
            if seat == players:
                seat = 0
        self.seat = seat
        self.turn += 1

    def _pass(self) -> None:
        self.passes += 1
        if self.passes >= self.active and not self.table.options.passes_go_on:
            self.turn += 1
            self.phase = OVER
        else:
            self._next()

    def _retire(self) -> None:
        """Retire by choice. Green cards that may be laid down all are: none is worth keeping."""
        if self.table.options.lay_down_greens:
            self._lay_down()
        self._leave()

    def _lay_down(self) -> None:
        seat, table = self.seat, self.table
        ceiling = self.tops[table.red_pile[seat]]
        hand, pile = self.hands[seat], self.greens[table.green_pile[seat]]
        for kind in range(table.cards.greens):
            if hand[kind] and table.level_of[kind] <= ceiling:
                pile += [kind] * hand[kind]
                hand[kind] = 0
                self.held[seat] ^= 1 << kind

    def _leave(self) -> None:
        """Retire; the game is over when nobody is left."""
        self.playing[self.seat] = False
        self.active -= 1
        self.passes = 0
        if self.active:
            self._next()
        else:
            self.turn += 1
            self.phase = OVER
