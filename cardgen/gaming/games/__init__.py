"""The games: a folder and a record each, listed once in GAMES; and the game that a pack plays at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import UsageError
from ...units import nearest_word_hint
from . import abstrac, addenda, never_over, up_and_over
from .game import Game

if TYPE_CHECKING:
    from ...pack.model import Pack
    from .experiment import Experiment, PlayableExperiment
    from .game import Setup

#: Every game, by the name that `games:` in a pack may hold.
GAMES: dict[str, Game] = {
    each.name: each
    for each in (
        never_over.NEVER_OVER,
        addenda.ADDENDA,
        up_and_over.UP_AND_OVER,
        up_and_over.UP_N_OVER,
        abstrac.ABSTRAC,
        abstrac.UNFETTERED,
        abstrac.FULL,
    )
}


def experiment_of(pack: Pack, setup: Setup) -> PlayableExperiment:
    """Return the experiment that plays the pack's game with the players and options of `setup`.

    Raises UsageError for a setup that cannot be played, and PackError if the pack breaks the game's rules.
    """
    if setup.rules is not None:
        from .own_game import user_game_experiment

        return user_game_experiment(pack, setup)
    game = name_of_game_to_play(pack, setup.game)
    play = GAMES[game].play()
    if setup.engine == "compiled" and not play.times_faster:
        fast = ", ".join(name for name, each in GAMES.items() if each.play().times_faster)
        raise UsageError(f"the compiled engine plays {fast}, not {game}: leave --engine out")
    return play.setup(pack, setup._replace(game=game))


def missing_extra_hint(experiment: Experiment) -> str:
    """Return the sentence to print if the compiled engine would play faster but is not installed; else ""."""
    from .compiling import INSTALL, is_compiler_installed

    game = GAMES.get(experiment.setup_record["game"])
    times = game.play().times_faster if game is not None else 0
    if not times or getattr(experiment, "engine", "auto") != "auto" or is_compiler_installed():
        return ""
    return (
        f"Played by the reference engine. The compiled one plays about {times} times as many\n"
        f"games a second: {INSTALL}"
    )


def suggested_player(experiment: Experiment) -> str:
    """Return the name of a player to suggest after games of random players only; "" if there is none."""
    game = GAMES.get(experiment.setup_record["game"])
    return game.play().suggested_player if game is not None else getattr(experiment, "suggested_player", "")


def name_of_game_to_play(pack: Pack, name: str | None = None) -> str:
    """Return the name of the game to play: `name`, or the pack's first game.

    Raises UsageError if `name` is unknown or not a game of the pack, or the pack names none.
    """
    if name is not None and name not in GAMES:
        raise UsageError(f"there is no game {name!r}; {nearest_word_hint(name, GAMES)}")
    if name is not None and name not in pack.games:
        its = f"it is for {', '.join(pack.games)}" if pack.games else "it names none"
        raise UsageError(f"{pack.name} is not a pack for {name}: {its}; see games: in the pack")
    if not pack.games:
        raise UsageError(
            f"{pack.name} names no game to play: write its rules in Python and add --rules my_game.py, as "
            "`cardgen docs own-games` shows, or name in the pack which of `cardgen list games` it is for"
        )
    return name or pack.games[0]


def names_of_other_games(pack: Pack, setup: Setup) -> list[str]:
    """Return the names of all games of the pack but the first, which is played if the setup names no game.

    Returns [] if the setup names a game.
    """
    return [] if setup.game else list(pack.games[1:])
