"""A game as one frozen record: all that the rest of cardgen knows of it.

A game is a folder, and a record in GAMES. Its record is loaded whenever a pack is read, so it holds plain
values; what plays the game, and what its rulebook is told, is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ...errors import Problem, UsageError
from ...pack.model import Pack

if TYPE_CHECKING:
    from ...books.context import BookFacts
    from .experiment import Experiment
    from .measures import Ceiling, Figure, Measure

PackCheck = Callable[[Pack], Iterator[Problem]]
Engine = Literal["auto", "compiled", "reference"]


class Hand(NamedTuple):
    """A number of cards that a player is dealt."""

    cards: int
    #: Where that is usual: "Addenda for four"; nothing where somebody asks for it.
    where: str = ""
    #: How many may play who are dealt such hands; empty where any number may.
    players: tuple[int, ...] = ()
    #: Nobody is dealt a hand: these are half the cards of a row, which is what a player has in the end, more
    #: or less. Told where none of the pack's games deals hands.
    row: bool = False


class Setup(NamedTuple):
    """A table as asked for; None and nothing where it is left to the game."""

    game: str | None = None
    players: int | None = None
    #: One for all, or one a seat.
    temperaments: tuple[str, ...] = ("random",)
    options: tuple[str, ...] = ()
    engine: Engine = "auto"
    #: How many games are to be played, where that is known: few are not worth compiling for.
    games: int | None = None
    #: A game of the user's own in place of the pack's: a file of rules (`rules_file.RulesFile`) or its class.
    rules: Any = None

    def players_or(self, usual: int) -> int:
        """Return how many play: as many as is usual where nobody says."""
        return usual if self.players is None else self.players

    def seated(self, players: int) -> tuple[str, ...]:
        """Return a temperament for every seat. Raises UsageError where there are not as many."""
        names = self.temperaments
        if len(names) == 1:
            return names * players
        if len(names) != players:
            raise UsageError(
                f"give one temperament for all, or one for each of the {players} players, not {len(names)}"
            )
        return names


class Play(NamedTuple):
    """How a game is played here."""

    #: Makes the experiment of a table; the setup names the game. Raises UsageError for what cannot be played
    #: so, and PackError for a pack that breaks the game's rules.
    setup: Callable[[Pack, Setup], Experiment]
    #: Options and temperaments, each with a sentence.
    options: Mapping[str, str]
    temperaments: Mapping[str, str]
    #: What is measured at the usual table; options may add some or leave some out.
    measures: Callable[[], tuple[Measure, ...]]
    #: The temperament to propose to those who have only seen players at random.
    thinking: str = "sensible"
    #: About how many times as many games its compiled engine plays in the same time; 0 where it has none.
    times_faster: int = 0
    #: What scores are counted in.
    scored_in: str = "points"
    #: The total that a trick should stay within, if the table "tricks" counts totals; else it counts cards.
    trick_limit: int | None = None


class PackFigures(NamedTuple):
    """What is told of a pack that only its game makes sense of."""

    #: From the lowest to the highest.
    ceilings: tuple[Ceiling, ...] = ()
    figures: tuple[Figure, ...] = ()
    #: Cards and points of each suit of the pack that the game's source suggests.
    source: tuple[tuple[int, int], ...] = ()


class Game(NamedTuple):
    """A game that packs may name, what it asks of them, and how it is played and told."""

    #: As packs and commands write it, and as its title.
    name: str
    title: str
    #: What it wants of a pack, in a sentence.
    pack: str
    check: PackCheck
    play: Callable[[], Play]
    #: What its rulebook may name, given the options of the book (see rulebook.context). Raises UsageError or
    #: PackError for a pack that is none for the game.
    facts: Callable[[Pack, Mapping[str, Any]], BookFacts]
    #: The usual hands.
    hands: Callable[[], tuple[Hand, ...]] = tuple
    #: How its templates' names begin; another game's name where one book tells both.
    book: str = ""
    #: Whether packs are made for this game alone, and are called after it; others serve several.
    own_pack: bool = False
    #: The pack's suits for what is won and for what stands against it, None for one that it lacks.
    opposed: Callable[[Pack], tuple[str | None, str | None]] | None = None
    #: Figures of its packs. Raises PackError for one that breaks the rules.
    figures: Callable[[Pack], PackFigures] = lambda pack: PackFigures()

    @property
    def template(self) -> str:
        """Return how its templates' names begin."""
        return self.book or self.name
