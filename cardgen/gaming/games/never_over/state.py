"""A game in progress: deal, legal moves in their order, effects of moves, and scores. Fast, without checks.

This is the reference that other engines must follow move for move. The contract:

- A deal shuffles `Cards.deck` by Fisher and Yates: for i from the last card down to 1 it swaps card i
  with card int(random() * (i + 1)). The first card is the top. Card j goes to seat j % players until every
  hand is full; the others are the stock, drawn in their order (or put aside, if all cards are dealt).
- Seat 0 goes first. A decision is made in phase PLAY, and one in phase DRAW if both the stock and the
  discards hold cards; with only one of them, or none, the draw is part of the play.
- `legal_moves` is in rising order of codes (see `table`): RETIRE, PASS, discards by kind, then cards by
  place and, on each, by kind; for a draw, stock then discards. Equal cards are one move.
- A random chooser takes moves[int(random() * len(moves))]: one random() per decision, even for a single move.
- After the draw (none after RETIRE and PASS) an empty hand retires.
- The game is over when all have retired, or when all who still play have passed in a row; a move of
  any other kind, a retirement too, breaks the row.

Games played by hand use `moves`, which verifies moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, PASS, RETIRE, GameTable

#: The phases: what is decided next.
PLAY, DRAW, OVER = range(3)
NOTHING = -1


class Chance(Protocol):
    """A source of random numbers: random.Random, or anything else with its random()."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        ...


def shuffled_cards(table: GameTable, chance: Chance) -> list[int]:
    """Return the cards in random order, top first."""
    deck, random = list(table.cards.deck), chance.random
    for i in range(len(deck) - 1, 0, -1):
        j = int(random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class State:
    """The cards on the table and in the hands. `copy` is cheap.

    Cards are kinds, see `cards`; piles are lists with their top last. `held` is, for each seat, the set of
    kinds in hand as an integer with a bit per kind. `tops` are the levels of the places. `stock` has the next
    card last, `discards` has the oldest first.
    """

    __slots__ = (
        "_codes", "_heads", "_plain", "_rows", "active", "aside", "discards", "drawn", "greens", "hands",
        "held", "passes", "phase", "placed", "playing", "reds", "seat", "source", "stock", "table", "tops",
        "turn",
    )  # fmt: skip

    def __init__(self, table: GameTable, deck: Sequence[int]) -> None:
        """Deal a deck, its top first."""
        players, kinds, dealt = table.players, table.cards.kinds, table.hand_size * table.players
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
        self.reds: list[list[int]] = [[] for _ in table.seats_by_place]
        self.tops = [len(table.levels) - 1] * len(table.seats_by_place)
        self.playing = [True] * players
        self.active, self.passes = players, 0
        #: The turn of the last card on a pile.
        self.placed = 0
        #: What the last move drew, and from where (DRAW_STOCK, DRAW_DISCARD or NOTHING).
        self.source = self.drawn = NOTHING
        # What every move looks up.
        options = table.options
        self._codes, self._heads, self._rows = (
            table.codes_by_place,
            table.codes_without_place,
            table.playable_kinds_by_level,
        )
        self._plain = not (
            options.no_playable_discard
            or options.no_discarding
            or options.no_retiring_while_playable
            or options.retired_closed
        )

    def copy(self) -> State:
        """Return an independent copy of the position."""
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
        """Return the codes of all legal decisions, rising; [] once the game is over."""
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
        """Return the legal moves if an option forbids some of them."""
        options, held = self.table.options, self.held[self.seat]
        # The codes of cards that may go on piles, and the set of their kinds.
        cards, playable = list[int](), 0
        for place, row in enumerate(self._rows[self.seat]):
            kinds = row[self.tops[place]] & held
            if kinds and not self.is_closed(place):
                cards += self._codes[place][kinds]
                playable |= kinds
        moves = []
        if not (options.no_retiring_while_playable and playable):
            moves.append(RETIRE)
        if options.passing or (options.no_discarding and not playable):
            moves.append(PASS)
        if not options.no_discarding:
            away = held & ~playable if options.no_playable_discard else held
            moves += self.table.codes_without_place[away][1 + options.passing :]
        return moves + cards

    def is_closed(self, place: int) -> bool:
        """Tell if nothing may go on a place because all its players have retired (an option)."""
        if not self.table.options.retired_closed:
            return False
        return not any(self.playing[seat] for seat in self.table.seats_by_place[place])

    def apply_move(self, code: int) -> None:
        """Make the decision of a legal code, without checks (`moves` has them)."""
        if self.phase == DRAW:
            self._draw_card_and_pass(code)
            return
        if code <= PASS:
            self.source = self.drawn = NOTHING
            if code == RETIRE:
                self._retire()
            else:
                self._pass_without_playing()
            return
        seat, table = self.seat, self.table
        place, kind = table.place_and_kind_by_code[code]
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
        self._end_turn_with_draw()

    def _end_turn_with_draw(self) -> None:
        """Draw a card at the end of a turn, or begin phase DRAW if there is a choice of stock and discards.

        If nothing is left to draw, passes the turn; a seat with an empty hand retires instead.
        """
        if self.stock:
            if self.discards:
                self.phase = DRAW
                self.source = self.drawn = NOTHING
            else:
                self._draw_card_and_pass(DRAW_STOCK)
        elif self.discards:
            self._draw_card_and_pass(DRAW_DISCARD)
        else:
            self.source = self.drawn = NOTHING
            if self.held[self.seat]:
                self._pass_turn()
            else:
                self._retire_seat()

    def _draw_card_and_pass(self, source: int) -> None:
        """Draw a card, and pass the turn. source: DRAW_STOCK or DRAW_DISCARD."""
        if source == DRAW_STOCK:
            kind = self.stock.pop()
        else:
            kind = self.discards.pop(-1 if self.table.options.newest_discard else 0)
        seat = self.seat
        self.hands[seat][kind] += 1
        self.held[seat] |= 1 << kind
        self.source, self.drawn = source, kind
        self.phase = PLAY
        self._pass_turn()

    def _pass_turn(self) -> None:
        """Pass the turn to the next seat that still plays, clockwise."""
        playing, seat, players = self.playing, self.seat + 1, len(self.playing)
        if seat == players:
            seat = 0
        while not playing[seat]:
            seat += 1
            if seat == players:
                seat = 0
        self.seat = seat
        self.turn += 1

    def _pass_without_playing(self) -> None:
        self.passes += 1
        if self.passes >= self.active and not self.table.options.passes_go_on:
            self.turn += 1
            self.phase = OVER
        else:
            self._pass_turn()

    def _retire(self) -> None:
        """Retire the seat at turn by its choice.

        If the option to lay down greens is on, the green cards within its ceiling go on its pile.
        """
        seat, table = self.seat, self.table
        if table.options.lay_down_greens:
            ceiling = self.tops[table.red_pile[seat]]
            hand, pile = self.hands[seat], self.greens[table.green_pile[seat]]
            for kind in range(table.cards.greens):
                if hand[kind] and table.level_of[kind] <= ceiling:
                    pile += [kind] * hand[kind]
                    hand[kind] = 0
                    self.held[seat] ^= 1 << kind
        self._retire_seat()

    def _retire_seat(self) -> None:
        """Retire the seat at turn. The game is over when no seat is left."""
        self.playing[self.seat] = False
        self.active -= 1
        self.passes = 0
        if self.active:
            self._pass_turn()
        else:
            self.turn += 1
            self.phase = OVER


def is_wait_over(state: State) -> bool:
    """Tell whether waiting is over: no draw can bring a card that was not there before.

    That is so when no card has gone on a pile for more turns than there are cards to draw, so that each of
    these could have been drawn. If nothing is left to draw, it is so at once.
    """
    return state.turn - state.placed > len(state.stock) + len(state.discards)


def hand_points_between_pointages(state: State, low: int, high: int) -> int:
    """Return the points of the green cards in hand above pointage `low` and up to pointage `high`."""
    cards, hand = state.table.cards, state.hands[state.seat]
    mine = ((cards.pointages[kind], hand[kind]) for kind in range(cards.greens))
    return sum(pointage * times for pointage, times in mine if low < pointage <= high)


# The score


class Scores(NamedTuple):
    """The scores of a game."""

    #: The score of each seat; partners have the whole score of their side.
    seats: tuple[int, ...]
    #: The score of each side; without partners, the seats' scores again.
    sides: tuple[int, ...]

    @property
    def winning_sides(self) -> tuple[int, ...]:
        """Return the sides with the highest score; several for a tie."""
        return tuple(side for side, score in enumerate(self.sides) if score == max(self.sides))


def green_points(state: State, seat: int) -> int:
    """Return the green points on a seat's pile (shared if partners share it)."""
    pointages = state.table.cards.pointages
    return sum(pointages[kind] for kind in state.greens[state.table.green_pile[seat]])


def scores_of(state: State) -> Scores:
    """Return the scores of seats and sides; of an unfinished game as if all retired now.

    A score is the green pointages of a side's piles, less the red ones if red counts against its owner.
    A pile counts once however many share it. The source does not say that the highest score wins, nor how a
    series is totalled; both are plainly meant, and ties stand.
    """
    table, pointages = state.table, state.table.cards.pointages
    sides = []
    for team in table.seats_by_side:
        greens = [state.greens[pile] for pile in {table.green_pile[seat] for seat in team}]
        score = sum(pointages[kind] for pile in greens for kind in pile)
        if table.options.red_counts_against:
            reds = [state.reds[place] for place in {table.red_pile[seat] for seat in team}]
            score -= sum(pointages[kind] for pile in reds for kind in pile)
        sides.append(score)
    return Scores(tuple(sides[side] for side in table.sides), tuple(sides))
