"""A game as one frozen record, with all that the rest of cardgen knows about it.

A game has a folder and a record in GAMES. Records are loaded whenever a pack is read, so they hold plain
values; the modules that play a game or describe it for rulebooks are imported on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...errors import Problem, UsageError
from ...pack.model import Pack

if TYPE_CHECKING:
    from ...books.context import BookFacts
    from .experiment import PlayableExperiment
    from .measures import Ceiling, Measure, PackFigure

PackCheck = Callable[[Pack], Iterator[Problem]]
Engine = Literal["auto", "compiled", "reference"]


class Hand(NamedTuple):
    """A number of cards that a player is dealt."""

    cards: int
    #: Which game has this hand: "Addenda for four"; "" if a user asked for it.
    where: str = ""
    #: The numbers of players with this hand; empty if any.
    players: tuple[int, ...] = ()
    #: Whether nothing is dealt and the hand is half the cards of a row, about what a player takes in the end.
    #: Shown only if none of the pack's games deals hands.
    row: bool = False


class Setup(NamedTuple):
    """The game, the players and the options that a user asks for; None or empty means the game's default."""

    game: str | None = None
    players: int | None = None
    #: One temperament for all seats, or one per seat.
    temperaments: tuple[str, ...] = ("random",)
    options: tuple[str, ...] = ()
    engine: Engine = "auto"
    #: The number of games to play, if known: a few games are not worth compiling for.
    games: int | None = None
    #: The user's own game instead of the pack's: a file of rules (`rules_file.RulesFile`) or a class.
    rules: Any = None

    def number_of_players(self, default: int) -> int:
        """Return the requested number of players, or `default`."""
        return default if self.players is None else self.players

    def temperaments_by_seat(self, players: int) -> tuple[str, ...]:
        """Return the temperament of each seat. Raises UsageError for a wrong number of temperaments."""
        names = self.temperaments
        if len(names) == 1:
            return names * players
        if len(names) != players:
            raise UsageError(
                f"give one temperament for all, or one for each of the {players} players, not {len(names)}"
            )
        return names


class GamePlay(NamedTuple):
    """How a game is played and measured."""

    #: Returns the experiment of a setup that names the game. Raises UsageError for a setup that cannot be
    #: played, and PackError if the pack breaks the game's rules.
    setup: Callable[[Pack, Setup], PlayableExperiment]
    #: Options and temperaments by name, with a sentence each.
    options: Mapping[str, str]
    temperaments: Mapping[str, str]
    #: Returns the measures at the usual table; options may add or remove some.
    measures: Callable[[], tuple[Measure, ...]]
    #: Temperaments that take seconds for a game, which are not offered for games in the background.
    slow: tuple[str, ...] = ("expert",)
    #: The temperament to suggest after games of random players only; "random" if there is no other.
    suggested_player: str = "sensible"
    #: How many times faster the compiled engine is; 0 without one.
    times_faster: int = 0
    #: The unit of scores.
    scored_in: str = "points"
    #: The total that a trick should not exceed, if the table "tricks" counts totals; None if it counts cards.
    trick_limit: int | None = None


class PackFigures(NamedTuple):
    """Figures of a pack that cannot be computed without the rules of its game."""

    #: From the lowest up.
    ceilings: tuple[Ceiling, ...] = ()
    figures: tuple[PackFigure, ...] = ()
    #: Cards and points of each suit in the pack that the game's source suggests.
    source: tuple[tuple[int, int], ...] = ()


class Game(NamedTuple):
    """A game that packs may name: its requirements on packs, how it is played, and its rulebook."""

    #: The name in packs and commands, and the title.
    name: str
    title: str
    #: The cards that it needs, in one sentence.
    pack: str
    check: PackCheck
    play: Callable[[], GamePlay]
    #: Returns the names that its rulebook may use, given the book's options (see `books.context`). Raises
    #: UsageError or PackError if the pack does not suit the game.
    facts: Callable[[Pack, Mapping[str, Any]], BookFacts]
    #: The usual hands.
    hands: Callable[[], tuple[Hand, ...]] = tuple
    #: Prefix of its templates' names; another game's name if one book describes both.
    book: str = ""
    #: Whether packs are made for this game alone and named after it.
    own_pack: bool = False
    #: Returns the pack's suit that scores and the suit that counters it, each None if missing.
    opposed: Callable[[Pack], tuple[str | None, str | None]] | None = None
    #: Returns the figures of a pack. Raises PackError if it breaks the rules.
    figures: Callable[[Pack], PackFigures] = lambda pack: PackFigures()

    @property
    def template(self) -> str:
        """Return the prefix of its templates' names."""
        return self.book or self.name
