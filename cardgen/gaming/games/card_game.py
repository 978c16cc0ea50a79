"""A card game as a class: how it is dealt and played, what each seat may see, and what is hidden from it.

Everything that plays games uses `CardGame`: simulation, matches, searching players, playthroughs and the
contract in `contract`. A game is a position that moves change. All randomness is passed in, so the same seed
and moves give the same game; `replay` undoes a move in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from types import MappingProxyType
from typing import Any, TypeVar

from ...errors import UsageError
from ...units import nearest_word_hint, quoted_value
from .rng import DEALING, python_random
from .scene import Scene, TableWords, default_story, scene_of_view

#: Takes the view of the seat, the legal moves and a random generator; returns one of the moves.
Player = Callable[[Any, Sequence[Any], Random], Any]


def random_legal_move(view: Any, moves: Sequence[Any], rng: Random) -> Any:
    """Return one of the legal moves, each with the same chance. The view is not used and may be None."""
    return moves[int(rng.random() * len(moves))]


class CardGame:
    """A card game: subclass it, and give it `deal`, `moves`, `play` and `scores`.

    A game that players other than random ones play also needs `view` and `hidden`. Seats are numbered from
    0 in the order of play. All randomness comes from the `rng` that `deal` gets, which is also `self.rng`.

    >>> class HighCard(CardGame):
    ...     players = (2,)
    ...     def deal(self, cards, players, rng):
    ...         self.hands = [[cards[at]] for at in rng.sample(range(len(cards)), players)]
    ...         self.shown, self.turn = [], 0
    ...     def moves(self):
    ...         return self.hands[self.turn]
    ...     def play(self, move):
    ...         self.shown.append(self.hands[self.turn].pop())
    ...         self.turn = 1 if self.turn == 0 else None
    ...     def scores(self):
    ...         return [int(card == max(self.shown)) for card in self.shown] or [0, 0]
    >>> game = HighCard.start(range(1, 14), 2, seed=1)
    >>> while game.turn is not None:
    ...     game.play(game.moves()[0])
    >>> game.shown, game.scores()
    ([6, 7], [0, 1])
    """

    #: The title shown to people; the name of the class by default.
    title: str = ""
    #: The numbers of players allowed, the usual one first.
    players: Sequence[int] = range(2, 7)
    #: Options by name with their defaults: a whole number, a switch (True or False) or a word.
    #: `--option hand=6` changes one; `self.options` of a game holds the values in use.
    options: Mapping[str, Any] = MappingProxyType({})
    #: Cards dealt to each player, for `cardgen stats`; 0 if no hands are dealt.
    hand: int = 0
    #: The game's own players by name, the strongest last; every game also has "random" and "search".
    #: A policy may also be a `search.Search`.
    policies: Mapping[str, Any] = MappingProxyType({})
    #: The name of the policy with which a search continues its guesses; the strongest by default. Name a
    #: quick one where the strongest takes long.
    rollout: str = ""
    #: The lowest and the highest possible score, and the unit of scores.
    score_range: tuple[int, int] = (-1000, 1000)
    scored_in: str = "points"
    #: What a search plays to the end of, in words.
    part_name: str = "game"
    #: The entries of `view` that hold cards, with their titles at a table; without any they are guessed.
    zones: Mapping[str, str] = MappingProxyType({})
    #: Maximum number of moves, beyond which the game is an error as endless. None means no limit.
    most_moves: int | None = 10_000

    #: Number of players.
    seats: int
    #: The generator of all randomness after the deal.
    rng: Random
    #: The cards given to `deal`; copies of the game share them.
    cards: Sequence[Any] = ()
    #: The seat to move; None when the game is over. `deal` and `play` set it.
    turn: int | None = None

    # What a game gives

    def deal(self, cards: Sequence[Any], players: int, rng: Random) -> None:
        """Deal the cards, given in the order of the pack, to `players` seats, and set `turn`."""
        raise NotImplementedError

    def moves(self) -> Sequence[Any]:
        """Return the legal moves of the seat whose turn it is, each once.

        This is not asked when the game is over. A move is any value that can be compared with `==`; see
        `label`.
        """
        raise NotImplementedError

    def play(self, move: Any) -> None:
        """Make a legal move with all its consequences, and set `turn`."""
        raise NotImplementedError

    def scores(self) -> Sequence[int]:
        """Return the current score of each seat, as whole numbers."""
        raise NotImplementedError

    def view(self, seat: int) -> Any:
        """Return all that a seat may see, as plain values; its player gets nothing else of the game."""
        raise UsageError(f"{self.name} has no view(seat): add it, and return what a seat may see")

    def hidden(self, seat: int) -> Sequence[list[Any]]:
        """Return the lists of cards that a seat cannot see, such as other hands and the stock.

        Empty in a game without hidden cards.

        The seat may know the length of each list and all their cards together, but not which card is in
        which list; a guess shuffles them and deals them into the lists again.
        """
        raise UsageError(
            f"{self.name} has no hidden(seat): add it, and return the lists of cards that a seat cannot see, "
            "[] where all is open"
        )

    # What a game may add

    def label(self, move: Any) -> str:
        """Return a move as one line of text. No two legal moves have the same label."""
        label = getattr(move, "label", None)
        return label if isinstance(label, str) else str(move)

    def scene(self, seat: int, words: TableWords) -> Scene:
        """Return the scene that the player in a seat is shown, with the offered moves. It contains nothing
        that the seat's view does not contain.
        """
        return scene_of_view(self, seat, words)

    def story(self, before: CardGame, move: Any, words: TableWords) -> Sequence[str]:
        """Return sentences for a seat about the effects of a move; `before` is the game before the move."""
        return default_story(before, self, move, words)

    def facts(self) -> Mapping[str, int]:
        """Return the game's own facts by name: whole numbers, or True and False for a share of games."""
        return {}

    def part(self) -> int:
        """Return how many parts (tricks, deals) are over. A search plays to the end of the current part."""
        return 0

    def candidates(self) -> Sequence[Any]:
        """Return the legal moves that a search tries, at least one; all by default."""
        return self.moves()

    def side(self, seat: int) -> int:
        """Return the side of a seat, numbered from 0; partners have the same side."""
        return seat

    def worth(self, seat: int) -> float:
        """Return how well a seat stands, for a search: its side's score less the mean of the other sides'."""
        scores, mine = self.scores(), self.side(seat)
        others = [score for other, score in enumerate(scores) if self.side(other) != mine]
        return scores[seat] - sum(others) / len(others) if others else scores[seat]

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Replace the cards in the lists of `hidden(seat)`; extend it if other state depends on them."""
        for zone, cards in zip(self.hidden(seat), zones, strict=True):
            zone[:] = cards

    def play_on(self, rng: Random) -> None:
        """Play to the end of the current part with the rollout policy for all seats."""
        part, made = self.part(), 0
        while self.turn is not None and self.part() == part:
            self.play(self.ask(self.rollout_player, rng))
            made += 1
            if self.most_moves is not None and made > self.most_moves:
                raise UsageError(f"{self.name} is not over after {self.most_moves:,} moves of a guessed deal")

    def copy(self, rng: Random) -> CardGame:
        """Return an independent copy of the position that uses `rng`."""
        shared = {id(each): each for each in (self.cards, *self.cards, self.options)}
        return deepcopy(self, {**shared, id(self.rng): rng})

    # What follows

    @classmethod
    def start(
        cls,
        cards: Sequence[Any],
        players: int | None = None,
        seed: int = 1,
        number: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> CardGame:
        """Return the dealt game of a seed and number, the same that `cardgen simulate` plays.

        cards: those of a pack, as `cardgen.cards_of(pack)` returns them. Raises UsageError for an invalid
        number of players or invalid options.
        """
        verify_declarations(cls)
        game = cls()
        game.options = read_options(game, options or {})
        game.seats = cls.players[0] if players is None else players
        if game.seats not in cls.players:
            served = ", ".join(map(str, sorted(cls.players)))
            raise UsageError(f"{game.name} is for {served} players, not for {game.seats}")
        game.rng, game.cards = python_random(seed, number, DEALING), cards
        game.deal(cards, game.seats, game.rng)
        return game

    @property
    def name(self) -> str:
        """Return the title, or the name of the class if there is none."""
        return self.title or type(self).__name__

    @property
    def rollout_player(self) -> Player:
        """Return the policy with which a search continues its guesses: `random_legal_move` by default."""
        quick: Player = (
            self.policies[self.rollout or list(self.policies)[-1]] if self.policies else random_legal_move
        )
        return quick

    def guess(self, seat: int, rng: Random) -> CardGame:
        """Return a copy in which all cards hidden from a seat are dealt again, so that the seat cannot tell
        it from the game.
        """
        guess = self.copy(rng)
        zones = guess.hidden(seat)
        # Sort by visible facts only, so that the same randomness gives the same guess.
        cards = sorted((card for zone in zones for card in zone), key=repr)
        rng.shuffle(cards)
        dealt = iter(cards)
        guess.redeal(seat, [[next(dealt) for _ in zone] for zone in zones])
        return guess

    def ask(self, player: Player, rng: Random) -> Any:
        """Return the move that a player chooses for the seat at turn."""
        assert self.turn is not None  # noqa: S101 - asked of a game that is being played
        view = None if player is random_legal_move else self.view(self.turn)
        return player(view, self.moves(), rng)


#: Returns a move of a game, from what the seat at turn may see.
Chooser = Callable[[CardGame, Random], Any]


def chooser_of_player(player: Player) -> Chooser:
    """Return a function that chooses moves for a player.

    It takes a game and a random generator, and returns the player's move. The player gets only what the seat
    at turn may see.
    """

    def choose(game: CardGame, rng: Random) -> Any:
        return game.ask(player, rng)

    return choose


#: Maximum number of distinct scores of a game, and of players at a table.
_MOST_SCORES, _MOST_SEATS = 100_000, 100


def verify_declarations(game: type[CardGame]) -> None:
    """Raise UsageError with all invalid declarations of a class."""
    wants = (
        ("players", _are_player_counts, "write range(2, 5), or (2, 4), the usual number first"),
        ("score_range", _is_score_range, "write the lowest and the highest score, such as (0, 100)"),
        (
            "hand",
            lambda value: isinstance(value, int) and value >= 0,
            "write how many cards are dealt to each, or 0",
        ),
        (
            "options",
            _are_valid_options,
            "write names, each with a whole number, a switch or a word: {'hand': 5}",
        ),
        ("policies", _are_valid_policies, "write small words, each with a function: {'lowest': lowest}"),
        (
            "rollout",
            lambda name: name == "" or name in game.policies,
            "write the name of one of the policies, or leave it out for the last",
        ),
    )
    found = [
        f"{name} is {getattr(game, name)!r}: {what}"
        for name, is_right, what in wants
        if not is_right(getattr(game, name))
    ]
    if found:
        raise UsageError(f"{game.__name__}: {'; '.join(found)}")


def _are_player_counts(value: object) -> bool:
    if not isinstance(value, Sequence) or not value or isinstance(value, str):
        return False
    return all(isinstance(each, int) and 0 < each <= _MOST_SEATS for each in value)


def _is_score_range(value: object) -> bool:
    if not isinstance(value, tuple) or [type(each) for each in value] != [int, int]:
        return False
    return bool(0 <= value[1] - value[0] < _MOST_SCORES)


def _are_valid_options(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and name.isidentifier() and isinstance(each, (int, str))
        for name, each in value.items()
    )


def _are_valid_policies(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str)
        and name.isidentifier()
        and name.islower()
        and name != "search"
        and callable(each)
        for name, each in value.items()
    )


def read_options(game: CardGame, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return all options of a game: given values (or texts of values), and defaults for the others.

    Raises UsageError for unknown options and invalid values.
    """
    usual = game.options
    for name in given:
        if name not in usual:
            has = nearest_word_hint(name, usual) if usual else f"{game.name} has none"
            raise UsageError(f"there is no option {quoted_value(name)}; {has}")
    return MappingProxyType(
        {**usual, **{name: _convert_option(name, given[name], usual[name]) for name in given}}
    )


def _convert_option(name: str, text_or_value: Any, default: Any) -> Any:
    """Return an option's value, converted to the type of the default.

    Raises UsageError for a text that cannot be converted.
    """
    if type(text_or_value) is type(default):
        return text_or_value
    if isinstance(default, bool):
        if text_or_value in ("", "on", "off"):
            return text_or_value != "off"
        raise UsageError(f"{name} is on or off, not {quoted_value(str(text_or_value))}")
    if isinstance(default, int):
        try:
            return int(str(text_or_value))
        except ValueError:
            raise UsageError(
                f"{name} takes a whole number, such as {name}={default}, not "
                f"{quoted_value(str(text_or_value))}"
            ) from None
    return str(text_or_value)


G = TypeVar("G", bound=CardGame)


def play_seats(game: G, players: Sequence[Player], rng: Random) -> G:
    """Play a game to its end with one player a seat, and return it. Raises ValueError for a wrong number."""
    if len(players) != game.seats:
        raise ValueError(f"{game.seats} seats need as many players, not {len(players)}")
    return play_to_end(game, [chooser_of_player(player) for player in players], rng)


def play_to_end(game: G, players: Sequence[Chooser], rng: Random) -> G:
    """Play a game to its end with one chooser a seat, and return it. Raises UsageError if it has no end."""
    moves = 0
    while game.turn is not None:
        game.play(players[game.turn](game, rng))
        moves += 1
        if game.most_moves is not None and moves > game.most_moves:
            raise UsageError(
                f"{game.name} is not over after {game.most_moves:,} moves: "
                "end it by the rules, or set most_moves"
            )
    return game


def replay(game: CardGame, labels: Sequence[str]) -> CardGame:
    """Make the moves with these labels and return the game. Raises UsageError for an illegal move.

    To undo a move, replay all moves but the last in a game of the same seed.
    """
    for at, label in enumerate(labels, 1):
        moves = {game.label(move): move for move in (game.moves() if game.turn is not None else ())}
        if label not in moves:
            legal = nearest_word_hint(label, moves) if moves else "the game is over"
            raise UsageError(f"move {at}, {quoted_value(label)}, is not legal; {legal}")
        game.play(moves[label])
    return game
