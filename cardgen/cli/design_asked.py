"""What `design` is asked: all that can be said no to before any game is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .. import api
from ..errors import UsageError
from ..games.never_over import NEVER_OVER
from ..units import quoted
from . import playing
from .design_files import LONGEST_TITLE, Place, Title, stem_of, titles_of, verify_checkpoint
from .loading import pack_of
from .output_paths import OUTPUT

if TYPE_CHECKING:
    from ..games.experiment import Experiment
    from ..games.game import Setup
    from ..games.never_over.lab.experiment import NeverOver
    from ..lab.design.problem import DesignProblem, Wish
    from ..lab.design.search_space import Composition, SearchSpace
    from ..pack.model import Pack

_GAME = NEVER_OVER.name
#: The most players at the tables that designs are tried at besides.
_MOST_PLAYERS = 6
#: So many designs are found at once.
MOST_DESIGNS = 9


class TitleParam(click.ParamType):  # type: ignore[type-arg]
    """A name that a pack may have."""

    name = "text"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name."""
        text = " ".join(str(value).split())
        if not text:
            self.fail("a name has a character or more: leave it out, or write one", param, ctx)
        if len(text) > LONGEST_TITLE:
            long = f"a name of {len(text)} characters is too long"
            self.fail(f"{long}: {LONGEST_TITLE} are allowed, and a number besides", param, ctx)
        if not text.isprintable():
            self.fail(f"{quoted(text)} has characters that cannot be printed: leave them out", param, ctx)
        return text


class Asked(NamedTuple):
    """What is to be found, and where it goes."""

    pack: str
    base: Pack
    problem: DesignProblem
    #: Tables that designs are tried at besides, by what is other there; what makes one with a composition.
    others: dict[str, Callable[[Composition], Experiment]]
    place: Place
    #: What the designs are called.
    title: Title
    #: Where the search keeps what it knows.
    checkpoint: Path
    #: Designs that may be written over.
    earlier: list[str]


def asked_of(name: str, examined: api.Examined, options: dict[str, Any]) -> Asked:
    """All that can be said no to before any game is played."""
    from ..lab.design.variants import extended, folder_of

    pack = pack_of(examined)
    problem = _question(pack, options)
    _verify_look(name, examined, problem)
    title = _title(name, examined, problem, options)
    folder = options["output"] or folder_of(name) or OUTPUT
    extended(name, folder)
    place = Place(folder, stem_of(examined.slug, problem.wishes), problem.fingerprint)
    state = options["resume"] or place.checkpoint
    if not options["resume"]:
        verify_checkpoint(state)
    others = _other_tables(pack, problem, playing.setup_of(options))
    return Asked(name, pack, problem, others, place, title, state, place.earlier(options["force"]))


def _question(pack: Pack, options: dict[str, Any]) -> DesignProblem:
    from ..games.never_over.cards import cards_of
    from ..lab.design.problem import DesignProblem, read_wishes
    from ..lab.design.search_space import search_space_of

    _verify_game(pack, options["game"])
    space = search_space_of(cards_of(pack), options["cards"], options["highest"], options["keep"])
    experiment = _table(pack, playing.setup_of(options))
    base = experiment(space.base)

    wanted = [(key, options[key]) for key in ("attack", "defence") if options[key] is not None]
    wishes = read_wishes([*wanted, *map(_pair, options["wishes"])], base.measures, options["within"])
    _verify_change(wishes, space)
    problem = DesignProblem(
        space, wishes, experiment, base.about, options["seed"], options["best"], options["most_games"]
    )
    experiment(problem.start)
    return problem


def _table(pack: Pack, setup: Setup) -> Callable[[Composition], NeverOver]:
    """What makes a table with a composition. Raises UsageError where there is no such table."""
    from ..games.never_over.lab.experiment import NeverOver
    from ..games.setups import experiment_of
    from ..lab.design.variants import cards_for

    base = experiment_of(pack, replace(setup, game=_GAME))
    assert isinstance(base, NeverOver)  # noqa: S101 - what is made of that game
    return lambda composition: replace(base, table=replace(base.table, cards=cards_for(composition)))


def _verify_change(wishes: Sequence[Wish], space: SearchSpace) -> None:
    """Raise UsageError where the pack as it is is what is wished for."""
    if space.valid(space.base) and all(wish.text == "same" for wish in wishes):
        raise UsageError(
            "all is to stay as it is, and the pack as well, so it is the answer itself: "
            "wish for a change too, or for other --cards or another --highest"
        )


def _other_tables(
    pack: Pack, problem: DesignProblem, setup: Setup
) -> dict[str, Callable[[Composition], Experiment]]:
    """The tables at which designs are tried besides: other numbers of the same players, and other players.

    None with the reference engine: there players who think would take minutes.
    """
    from ..games.never_over.policies import TEMPERAMENTS

    if not _table(pack, setup)(problem.space.base).compiled:
        return {}
    here = problem.about["players"]
    tables: dict[str, Setup] = {}
    alike = len({*setup.temperaments}) == 1
    for players in range(2, _MOST_PLAYERS + 1) if alike else ():
        if players != here:
            tables[f"{players} players"] = replace(
                setup, players=players, temperaments=setup.temperaments[:1]
            )
    for name in TEMPERAMENTS:
        if {*setup.temperaments} != {name}:
            tables[name] = replace(setup, players=here, temperaments=(name,))
    found: dict[str, Callable[[Composition], Experiment]] = {}
    for word, other in tables.items():
        # Some options, and large hands, allow some numbers of players only.
        with suppress(UsageError):
            found[word] = _table(pack, other)
    return found


def _title(name: str, examined: api.Examined, problem: DesignProblem, options: dict[str, Any]) -> Title:
    """What the designs are called: a name that a pack may have, and whose cards can be drawn."""
    if options["name"] is None:
        long, short = titles_of(pack_of(examined).name, problem.wishes)
        fits = len(long.text) <= LONGEST_TITLE and _fault_of(name, examined, long, True) is None
        return long if fits else short
    title = Title(options["name"], True)
    fault = _fault_of(name, examined, title, options["strict"])
    if fault is not None:
        raise UsageError(f"no pack can be called {quoted(title.text)}: {fault}; choose another --name")
    return title


def _fault_of(name: str, examined: api.Examined, title: Title, strict: bool) -> str | None:
    """What is wrong with a pack that is called so, and not with the base: some cards say the name."""
    called = title.name(MOST_DESIGNS, MOST_DESIGNS)
    known = {(each.path, each.severity) for each in examined.problems}
    found = api.examine(name, {("name",): called}).of(*("error", "warning")[: 1 + strict])
    return next((each.message for each in found if (each.path, each.severity) not in known), None)


def _verify_game(pack: Pack, game: str | None) -> None:
    if game not in (None, _GAME):
        raise UsageError(f"design works on {_GAME} only, not on {game}")
    if _GAME not in pack.games:
        its = f"it is for {', '.join(pack.games)}" if pack.games else "it names no game"
        raise UsageError(f"design works on packs for NEVER OVER, and {pack.name} is none: {its}")


def _pair(word: str) -> tuple[str, str]:
    key, sign, target = word.partition("=")
    if not sign:
        raise UsageError(f"{word!r} is no wish: write what and how much, such as turns=-10%")
    return key.strip(), target


def _verify_look(name: str, examined: api.Examined, problem: DesignProblem) -> None:
    """Refuse cards that cannot be drawn as well as the base's: a large pointage may have no room."""
    space = problem.space
    every = tuple(max(times, int(kind in space.allowed)) for kind, times in enumerate(problem.start))
    found = _examined(name, examined, every)
    known = {(each.path, each.severity) for each in examined.problems}
    for fault in found.of("error", "warning"):
        if (fault.path, fault.severity) not in known:
            raise UsageError(
                f"a pack up to {space.highest} has a fault that {name} has not: {fault.message}; "
                f"mend the base, or ask for another --highest"
            )


def _examined(name: str, examined: api.Examined, composition: Composition) -> api.Examined:
    """The base with other quantities, looked at from all sides."""
    from ..games.never_over.pack_rules import colors
    from ..lab.design.variants import quantities_of

    green, red = colors(pack_of(examined))
    there = pack_of(examined).suits
    overrides: dict[tuple[str, ...], Any] = {}
    for suit, ranks in quantities_of(composition, str(green), str(red)).items():
        for rank, times in ranks.items():
            path = ("suits", suit, "cards", rank)
            if times:
                overrides[*path, "quantity"] = times
            elif rank in there[suit].cards:
                overrides[path] = None
    return api.examine(name, overrides)
