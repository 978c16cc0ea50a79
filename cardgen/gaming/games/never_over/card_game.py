"""NEVER OVER as a `CardGame`: one game, by the rules of `state`. Its moves are codes, see `table`.

Covered cards that players could remember count as known to them; who drew which discard is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ..card_game import CardGame, Player
from ..rng import PLAYING, Stream
from ..scene import Scene, TableWords
from ..search import Search
from .players import TEMPERAMENTS, moves_worth_considering, visible_state
from .state import OVER, State, scores_of
from .table import GameTable

if TYPE_CHECKING:
    from .compiled import CompiledGameFinisher


class NeverOverView(NamedTuple):
    """What a seat sees of a game; cards are labels."""

    seat: int
    #: The phase: whether the seat chooses where to draw from.
    phase: int
    hand: tuple[str, ...]
    #: The cards that lie open on each green pile, and the top of each red one ("" for an empty pile).
    greens: tuple[tuple[str, ...], ...]
    reds: tuple[str, ...]
    #: Number of cards in each hand, in the stock and in the discards, and the discard that would be drawn.
    sizes: tuple[int, ...]
    stock: int
    discards: int
    coming: str
    #: Who still plays, and the number of passes in a row.
    playing: tuple[bool, ...]
    passes: int


#: Guessed deals that the expert tries each move on; docs/players.md has what it wins with them.
GUESSES = 40
_POLICIES: dict[str, Any] = {
    **{name: each.player for name, each in TEMPERAMENTS.items()},
    "expert": Search(GUESSES),
}


class NeverOverGame(CardGame):
    """A game from a position on. Its players look at what `players.visible_state` returns.

    compiled: whether the compiled engine continues guesses, with the same result as the reference.
    """

    title = "NEVER OVER"
    policies = _POLICIES
    rollout = "careful"
    most_moves = None

    def __init__(self, state: State, rng: Random, *, compiled: bool = False) -> None:
        self.state, self.seats, self.rng, self.compiled = state, state.table.players, rng, compiled
        #: The scores, if a compiled engine has played the game to its end.
        self.result: tuple[int, ...] | None = None
        cards = state.table.cards
        self.score_range = -cards.count_and_points(green=False)[1], cards.count_and_points(green=True)[1]

    @property
    def turn(self) -> int | None:  # type: ignore[override]
        """Return the seat at turn."""
        return None if self.result is not None or self.state.phase == OVER else self.state.seat

    def moves(self) -> list[int]:
        """Return the codes of the legal moves."""
        return self.state.legal_moves()

    def play(self, move: int) -> None:
        """Make a move."""
        self.state.apply_move(move)

    def scores(self) -> tuple[int, ...]:
        """Return the score of each seat; partners have the same."""
        return scores_of(self.state).seats if self.result is None else self.result

    def label(self, move: int) -> str:
        """Return a move as text: "retire", "discard +4", "+4 on 2", where 2 is the seat (or side) of the
        place.
        """
        from .scene import code_label

        return code_label(self.state, move)

    def scene(self, seat: int, words: TableWords) -> Scene:
        """Return the scene that the player in a seat is shown."""
        from .scene import scene_of

        return scene_of(self.state, seat, words)

    def story(self, before: CardGame, move: int, words: TableWords) -> list[str]:
        """Return sentences about the effects of a move."""
        from .scene import story_of

        assert isinstance(before, NeverOverGame)  # noqa: S101 - its own position
        return list(story_of(before.state, move, self.state, words))

    def view(self, seat: int) -> NeverOverView:
        """Return the view of a seat: the game without the cards that its player may not see."""
        state, table = self.state, self.state.table
        labels, options = table.cards.labels, table.options
        own, in_sight = table.green_pile[seat], visible_state(state, seat)
        open_greens = [
            pile if options.spread_greens or at == own else pile[-1:] for at, pile in enumerate(state.greens)
        ]
        return NeverOverView(
            seat,
            state.phase,
            tuple(labels[kind] for kind in _kinds_in_hand(state.hands[seat])),
            tuple(tuple(labels[kind] for kind in pile) for pile in open_greens),
            tuple(labels[pile[-1]] if pile else "" for pile in state.reds),
            tuple(in_sight.sizes),
            in_sight.stock,
            in_sight.discards,
            labels[in_sight.coming] if in_sight.coming >= 0 else "",
            tuple(state.playing),
            state.passes,
        )

    def hidden(self, seat: int) -> list[list[int]]:
        """Return the kinds of cards in others' hidden hands, in the stock, and aside."""
        hands = [_kinds_in_hand(self.state.hands[other]) for other in self._seats_with_hidden_hands(seat)]
        return [*hands, self.state.stock, self.state.aside]

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Replace the cards that a seat cannot see. zones: in the order of hidden(seat)."""
        *hands, stock, aside = zones
        state = self.state
        state.stock, state.aside = list(stock), list(aside)
        for other, cards in zip(self._seats_with_hidden_hands(seat), hands, strict=True):
            counts = [0] * state.table.cards.kinds
            for kind in cards:
                counts[kind] += 1
            state.hands[other] = counts
            state.held[other] = sum(1 << kind for kind in {*cards})

    def _seats_with_hidden_hands(self, seat: int) -> list[int]:
        """Return the seats whose hands another seat cannot see."""
        state = self.state
        return [
            other
            for other in range(self.seats)
            if other != seat and (state.playing[other] or not state.table.options.retire_face_up)
        ]

    def candidates(self) -> Sequence[int]:
        """Return the moves that thinking players choose from; games in which they do always end."""
        return moves_worth_considering(self.state, self.moves())

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return self.state.table.sides[seat]

    def copy(self, rng: Random) -> NeverOverGame:
        """Return an independent copy of the position."""
        other = NeverOverGame.__new__(NeverOverGame)
        other.__dict__.update(self.__dict__, state=self.state.copy(), rng=rng)
        return other

    def play_on(self, rng: Random) -> None:
        """Play to the end by the rollout policy, with a random stream that both engines share."""
        state, chance = self.state, Stream(int(rng.random() * (1 << 53)), 0, PLAYING)
        name, player = self.rollout, TEMPERAMENTS[self.rollout].player
        while state.phase != OVER and not self.compiled:
            state.apply_move(player(state, state.legal_moves(), chance))
        if state.phase != OVER:
            self.result = tuple(_game_finisher(state.table, name).final_scores(state, chance))

    def ask(self, player: Player, rng: Random) -> Any:
        """Return the code that a player chooses; players of NEVER OVER get the state, see `players`."""
        return player(self.state, self.moves(), rng)


@lru_cache(maxsize=4)
def _game_finisher(table: GameTable, temperament: str) -> CompiledGameFinisher:
    """Return the compiled player that finishes games of a table."""
    from .compiled import CompiledGameFinisher

    return CompiledGameFinisher(table, temperament)


def _kinds_in_hand(hand: Sequence[int]) -> list[int]:
    """Return the cards in a hand as kinds, given the number of cards of each kind."""
    return [kind for kind, times in enumerate(hand) for _ in range(times)]
