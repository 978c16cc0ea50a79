"""From a pack and what is asked of a table to an experiment: the game, players, temperaments, options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import UsageError
from ..pack.model import Pack
from ..units import nearest
from .abstrac import experiment as abstrac
from .abstrac.options import Kind
from .addenda import experiment as addenda
from .compiling import INSTALL, installed
from .experiment import Experiment
from .measures import Measure
from .never_over.cards import Cards, cards_of
from .never_over.lab.engines import TIMES_FASTER
from .never_over.lab.experiment import Engine, NeverOver, seated
from .never_over.options import OPTION_WORDS, read_options
from .never_over.policies import TEMPERAMENTS
from .never_over.table import Table, table_for
from .up_and_over import experiment as up_and_over

#: Players of NEVER OVER where nobody says how many, as far as the pack serves them.
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Setup:
    """What is asked for; None and nothing where it is left to the game."""

    game: str | None = None
    players: int | None = None
    #: One for all, or one a seat.
    temperaments: tuple[str, ...] = ("random",)
    options: tuple[str, ...] = ()
    engine: Engine = "auto"


Maker = Callable[[Pack, Setup], Experiment]


class Play(NamedTuple):
    """How a game is set up, and what can be asked of it: options and temperaments, each with a sentence."""

    setup: Maker
    options: Mapping[str, str]
    temperaments: Mapping[str, str]


def experiment_of(pack: Pack, setup: Setup) -> Experiment:
    """A pack's game at a table as asked for.

    Raises UsageError for what cannot be played so, and PackError for a pack that breaks its game's rules.
    """
    game = game_of(pack, setup.game)
    if setup.engine == "compiled" and game != "never-over":
        raise UsageError(f"the compiled engine plays never-over, not {game}: leave --engine out")
    return PLAYS[game].setup(pack, setup)


def hint(experiment: Experiment) -> str:
    """What the extra would bring to an experiment, where it is missing; else nothing."""
    if not isinstance(experiment, NeverOver) or experiment.engine != "auto" or installed():
        return ""
    return (
        f"Played by the reference engine. The compiled one plays about {TIMES_FASTER} times as many\n"
        f"games a second: {INSTALL}"
    )


def game_of(pack: Pack, wanted: str | None = None) -> str:
    """The game to play: one of the pack's, the first where none is wanted. Raises UsageError."""
    if wanted is not None and wanted not in PLAYS:
        raise UsageError(f"there is no game {wanted!r}; {nearest(wanted, PLAYS)}")
    if wanted is not None and wanted not in pack.games:
        its = f"it is for {', '.join(pack.games)}" if pack.games else "it names none"
        raise UsageError(f"{pack.name} is no pack for {wanted}: {its}; see games: in the pack")
    if not pack.games:
        raise UsageError(
            f"{pack.name} names no game to play: add games: [never-over], or whichever it is for"
        )
    return wanted or pack.games[0]


def other_games(pack: Pack, setup: Setup) -> list[str]:
    """The pack's other games, where it was not said which to play."""
    return [] if setup.game else list(pack.games[1:])


def _never_over(pack: Pack, setup: Setup) -> Experiment:
    cards, options = cards_of(pack), read_options(setup.options)
    served = cards.count // (2 if options.deal_all else options.hand)
    players = max(2, min(USUAL_PLAYERS, served)) if setup.players is None else setup.players
    table = table_for(cards, players, options)
    return NeverOver(table, seated(setup.temperaments, players), setup.engine)


def _two(setup: Setup) -> int:
    """The players of a game that is one for two where nobody says how many."""
    return 2 if setup.players is None else setup.players


def _addenda(pack: Pack, setup: Setup) -> Experiment:
    players = _two(setup)
    options = addenda.read_options(setup.options, players)
    return addenda.Addenda(options, seated(setup.temperaments, players))


def _up_and_over(pack: Pack, setup: Setup) -> Experiment:
    players = _two(setup)
    edition = game_of(pack, setup.game)
    options = up_and_over.read_options((f"edition={edition}", *setup.options), players)
    return up_and_over.UpAndOver(options, seated(setup.temperaments, players))


#: The kinds of Abstrac that each of its packs is for; the first is played where nobody says which.
_KINDS = {
    "abstrac": (Kind.BASIC, Kind.SUITS),
    "abstrac-unfettered": (Kind.UNFETTERED,),
    "abstrac-52": (Kind.FULL,),
}


def _abstrac(pack: Pack, setup: Setup) -> Experiment:
    kinds = _KINDS[game_of(pack, setup.game)]
    players = _two(setup)
    options = abstrac.read_options((f"kind={kinds[0].value}", *setup.options), players)
    if options.kind not in kinds:
        fitting = " or ".join(f"kind={kind.value}" for kind in kinds)
        raise UsageError(
            f"kind={options.kind.value} wants another pack than {pack.name}: this is for {fitting}"
        )
    return abstrac.Abstrac(options, seated(setup.temperaments, 2))


_ABSTRAC = Play(_abstrac, abstrac.OPTION_WORDS, abstrac.TEMPERAMENT_WORDS)
_UP_AND_OVER = Play(_up_and_over, up_and_over.OPTION_WORDS, up_and_over.TEMPERAMENT_WORDS)

#: Every game that can be played here.
PLAYS: dict[str, Play] = {
    "never-over": Play(
        _never_over, OPTION_WORDS, {name: each.sentence for name, each in TEMPERAMENTS.items()}
    ),
    "addenda": Play(_addenda, addenda.OPTION_WORDS, addenda.TEMPERAMENT_WORDS),
    "up-and-over": _UP_AND_OVER,
    "up-n-over": _UP_AND_OVER,
    "abstrac": _ABSTRAC,
    "abstrac-unfettered": _ABSTRAC,
    "abstrac-52": _ABSTRAC,
}


def usual_measures() -> dict[str, tuple[Measure, ...]]:
    """What is measured of each game at its usual table; options may add some or leave some out."""
    cards = Cards.of({1: 13, 2: 11, 3: 9, 4: 7}, {0: 1, 1: 2, 2: 3, 3: 4, 4: 5})
    against = read_options(["red-counts-against", "passing"])
    two = ("random", "random")
    return {
        "never-over": NeverOver(Table(cards, USUAL_PLAYERS, against), ("random",) * USUAL_PLAYERS).measures,
        "addenda": addenda.Addenda(addenda.read_options(()), two).measures,
        "up-and-over": up_and_over.UpAndOver(up_and_over.read_options(()), two).measures,
        "abstrac": abstrac.Abstrac(abstrac.read_options(()), two).measures,
    }
