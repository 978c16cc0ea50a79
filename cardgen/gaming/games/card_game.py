"""A card game as a class: how it is dealt and played, what each seat may see, and what is hidden from it.

Everything that plays games rests on `CardGame`: simulation, matches, players that search, playthroughs and
the contract in `contract`. A game is a position that moves change. Chance is given to it, so a game is made
again from its seed and its moves; that is also how a move is undone (`replay`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from types import MappingProxyType
from typing import Any, TypeVar

from ...errors import UsageError
from ...units import nearest, quoted
from .rng import DEALING, python_random

#: Chooses a move: takes what the seat may see, the legal moves, and chance, and returns one of the moves.
Player = Callable[[Any, Sequence[Any], Random], Any]


def at_random(view: Any, moves: Sequence[Any], rng: Random) -> Any:
    """Choose any of the moves, each as likely. It needs no view, and gets None."""
    return moves[int(rng.random() * len(moves))]


class CardGame:
    """A card game: subclass it, and give it `deal`, `moves`, `play` and `scores`.

    A game that is to be played by anything but chance also needs `view` and `hidden`. Seats are numbered from
    0 in the order of play. All that a game has of chance comes from `rng`, all of it through the `rng` that
    `deal` is given or through `self.rng`, which is the same.

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

    #: What people call it; by default the name of the class.
    title: str = ""
    #: The numbers of players that it serves, the usual one first.
    players: Sequence[int] = range(2, 7)
    #: What players may agree on, and the usual value of each: a whole number, a switch (True or False) or a
    #: word. `--option hand=6` changes one; `self.options` of a game has the values that are played with.
    options: Mapping[str, Any] = MappingProxyType({})
    #: How many cards each player is dealt, for `cardgen stats`; 0 where nobody is dealt a hand.
    hand: int = 0
    #: Players of its own by name, the strongest last; "random" and "search" are there for every game.
    policies: Mapping[str, Player] = MappingProxyType({})
    #: The lowest and the highest score that can be, and what scores are counted in.
    score_range: tuple[int, int] = (-1000, 1000)
    scored_in: str = "points"
    #: A game of more moves than this is taken to be endless, and is an error. None for no limit.
    most_moves: int | None = 10_000

    #: How many play.
    seats: int
    #: All chance after the deal.
    rng: Random
    #: The cards as they were given to `deal`; they are never copied with the game.
    cards: Sequence[Any] = ()
    #: The seat to move; None when the game is over. `deal` and `play` set it.
    turn: int | None = None

    # What a game gives

    def deal(self, cards: Sequence[Any], players: int, rng: Random) -> None:
        """Deal these cards, which lie in the order of the pack, to so many players, and set `turn`."""
        raise NotImplementedError

    def moves(self) -> Sequence[Any]:
        """Return the legal moves of the seat whose turn it is, each once.

        This is not asked when the game is over. A move is any value that can be compared with `==`; see
        `label`.
        """
        raise NotImplementedError

    def play(self, move: Any) -> None:
        """Make a legal move, with all that follows from it, and set `turn`."""
        raise NotImplementedError

    def scores(self) -> Sequence[int]:
        """Return the score of each seat as it stands, whole numbers."""
        raise NotImplementedError

    def view(self, seat: int) -> Any:
        """Return all that a seat may see, as plain values; players get nothing else of the game."""
        raise UsageError(f"{self.name} has no view(seat): add it, and return what a seat may see")

    def hidden(self, seat: int) -> Sequence[list[Any]]:
        """Return the lists of cards that a seat cannot see: the hands of others, the stock. None in an open
        game.

        The seat may know how many cards are in each list, and which cards they are taken together, but not
        which card is where; a guess shuffles them, and deals them into the lists anew.
        """
        raise UsageError(
            f"{self.name} has no hidden(seat): add it, and return the lists of cards that a seat cannot see, "
            "[] where all is open"
        )

    # What a game may add

    def label(self, move: Any) -> str:
        """Return a move as people write it, in one line. No two legal moves have the same label."""
        label = getattr(move, "label", None)
        return label if isinstance(label, str) else str(move)

    def facts(self) -> Mapping[str, int]:
        """Return what is counted in this game: whole numbers by name, or True and False for a share of
        games."""
        return {}

    def part(self) -> int:
        """Return how many parts (tricks, deals) are over. A search looks to the end of the present part."""
        return 0

    def candidates(self) -> Sequence[Any]:
        """Return the legal moves that a search tries, at least one: all, unless some lead nowhere."""
        return self.moves()

    def side(self, seat: int) -> int:
        """Return the side of a seat; partners have the same. Sides are numbered from 0."""
        return seat

    def worth(self, seat: int) -> float:
        """Return how well a seat stands, for a search: the score of its side less the mean of the others'."""
        scores, mine = self.scores(), self.side(seat)
        others = [score for other, score in enumerate(scores) if self.side(other) != mine]
        return scores[seat] - sum(others) / len(others) if others else scores[seat]

    def redeal(self, seat: int, zones: Sequence[Sequence[Any]]) -> None:
        """Put other cards into the lists of `hidden(seat)`; extend it where something else follows from
        them."""
        for zone, cards in zip(self.hidden(seat), zones, strict=True):
            zone[:] = cards

    def play_on(self, rng: Random) -> None:
        """Play to the end of the present part, all seats by the strongest policy, as a search does with
        guesses."""
        part, made = self.part(), 0
        while self.turn is not None and self.part() == part:
            self.play(self.ask(self.strongest, rng))
            made += 1
            if self.most_moves is not None and made > self.most_moves:
                raise UsageError(f"{self.name} is not over after {self.most_moves:,} moves of a guessed deal")

    def copy(self, rng: Random) -> CardGame:
        """Return the same position, to be played on by itself with other chance."""
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
        """Deal the game of a seed and number, which is the one that `cardgen simulate` plays.

        cards: those of a pack, as `cardgen.cards_of(pack)` gives them. Raises UsageError for numbers of
        players and options that there are not.
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
        """Return what people call the game."""
        return self.title or type(self).__name__

    @property
    def strongest(self) -> Player:
        """Return the last of its policies, or play at random."""
        return list(self.policies.values())[-1] if self.policies else at_random

    def guess(self, seat: int, rng: Random) -> CardGame:
        """Return a copy in which all that is hidden from a seat is dealt anew; the seat cannot tell them
        apart."""
        guess = self.copy(rng)
        zones = guess.hidden(seat)
        # In an order that depends on nothing that is hidden, so that the same chance gives the same guess.
        cards = sorted((card for zone in zones for card in zone), key=repr)
        rng.shuffle(cards)
        dealt = iter(cards)
        guess.redeal(seat, [[next(dealt) for _ in zone] for zone in zones])
        return guess

    def ask(self, player: Player, rng: Random) -> Any:
        """Have a player choose a move for the seat whose turn it is."""
        assert self.turn is not None  # noqa: S101 - asked of a game that is being played
        view = None if player is at_random else self.view(self.turn)
        return player(view, self.moves(), rng)


#: Chooses a move in a game, looking at what its seat may see only.
Chooser = Callable[[CardGame, Random], Any]


def chooser_of(player: Player) -> Chooser:
    """Return what asks a player for its moves."""

    def choose(game: CardGame, rng: Random) -> Any:
        return game.ask(player, rng)

    return choose


#: The most scores that a game may tell apart, and the most players at a table.
_MOST_SCORES, _MOST_SEATS = 100_000, 100


def verify_declarations(game: type[CardGame]) -> None:
    """Raise UsageError for what a class declares and cannot be, all of it at once."""
    wants = (
        ("players", _are_counts, "write range(2, 5), or (2, 4), the usual number first"),
        ("score_range", _is_range, "write the lowest and the highest score, such as (0, 100)"),
        (
            "hand",
            lambda value: isinstance(value, int) and value >= 0,
            "write how many cards are dealt to each, or 0",
        ),
        ("options", _are_options, "write names, each with a whole number, a switch or a word: {'hand': 5}"),
        ("policies", _are_policies, "write small words, each with a function: {'lowest': lowest}"),
    )
    found = [
        f"{name} is {getattr(game, name)!r}: {what}"
        for name, is_right, what in wants
        if not is_right(getattr(game, name))
    ]
    if found:
        raise UsageError(f"{game.__name__}: {'; '.join(found)}")


def _are_counts(value: object) -> bool:
    if not isinstance(value, Sequence) or not value or isinstance(value, str):
        return False
    return all(isinstance(each, int) and 0 < each <= _MOST_SEATS for each in value)


def _is_range(value: object) -> bool:
    if not isinstance(value, tuple) or [type(each) for each in value] != [int, int]:
        return False
    return bool(0 <= value[1] - value[0] < _MOST_SCORES)


def _are_options(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and name.isidentifier() and isinstance(each, (int, str))
        for name, each in value.items()
    )


def _are_policies(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str)
        and name.isidentifier()
        and name.islower()
        and name != "search"
        and callable(each)
        for name, each in value.items()
    )


def read_options(game: CardGame, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options of a game with those that are given, as values or as people write them.

    Raises UsageError for options that there are not, and values that are none.
    """
    usual = game.options
    for name in given:
        if name not in usual:
            has = nearest(name, usual) if usual else f"{game.name} has none"
            raise UsageError(f"there is no option {quoted(name)}; {has}")
    return MappingProxyType({**usual, **{name: _value(name, given[name], usual[name]) for name in given}})


def _value(name: str, given: Any, usual: Any) -> Any:
    """Read a value of the same kind as the usual one."""
    if type(given) is type(usual):
        return given
    if isinstance(usual, bool):
        if given in ("", "on", "off"):
            return given != "off"
        raise UsageError(f"{name} is on or off, not {quoted(str(given))}")
    if isinstance(usual, int):
        try:
            return int(str(given))
        except ValueError:
            raise UsageError(
                f"{name} wants a whole number, such as {name}={usual}, not {quoted(str(given))}"
            ) from None
    return str(given)


G = TypeVar("G", bound=CardGame)


def play_seats(game: G, players: Sequence[Player], rng: Random) -> G:
    """Play a game to its end, a player a seat, and return it. Raises ValueError for more players, or
    fewer."""
    if len(players) != game.seats:
        raise ValueError(f"{game.seats} seats need as many players, not {len(players)}")
    return finish(game, [chooser_of(player) for player in players], rng)


def finish(game: G, players: Sequence[Chooser], rng: Random) -> G:
    """Play a game to its end, a chooser a seat, and return it. Raises UsageError where it seems endless."""
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
    """Make moves in a game by their labels, and return it. Raises UsageError for one that is not legal.

    A move is undone by replaying all but the last in a game of the same seed.
    """
    for at, label in enumerate(labels, 1):
        moves = {game.label(move): move for move in (game.moves() if game.turn is not None else ())}
        if label not in moves:
            legal = nearest(label, moves) if moves else "the game is over"
            raise UsageError(f"move {at}, {quoted(label)}, is not legal; {legal}")
        game.play(moves[label])
    return game
