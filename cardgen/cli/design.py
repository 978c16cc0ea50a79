"""The command that searches for compositions: design."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .. import api
from ..errors import UsageError
from ..gaming.games.never_over import NEVER_OVER
from ..gaming.lab.design.search_space import KEEPS
from ..jobs.groups import OUTPUT
from ..units import counted, quoted
from . import playing
from .design_results import (
    LONGEST_TITLE,
    LUCK,
    WORDS,
    Place,
    Title,
    elsewhere_record,
    exchanged,
    outcome_sentence,
    read_checkpoint,
    record,
    say_besides,
    say_design,
    say_elsewhere,
    say_wished,
    stem_of,
    text_of,
    titles_of,
    verify_checkpoint,
    wished,
    write_designs,
)
from .loading import load_checked, pack_of
from .options import LANGUAGE, pack_argument, spoken
from .playing import INTERRUPTED, Session, open_session, work_options
from .terminal import as_json, echo

if TYPE_CHECKING:
    from ..gaming.games.experiment import Experiment
    from ..gaming.games.game import Setup
    from ..gaming.games.never_over.experiment import NeverOver
    from ..gaming.lab.design.holdout import Design, Elsewhere
    from ..gaming.lab.design.problem import DesignProblem
    from ..gaming.lab.design.racing import SearchState
    from ..gaming.lab.design.search import Found
    from ..gaming.lab.design.search_space import Composition
    from ..gaming.lab.moments import Tally
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

_GAME = NEVER_OVER.name
#: The most players at the tables that designs are tried at besides.
_MOST_PLAYERS = 6
#: The most designs that are found at once.
MOST_DESIGNS = 9
#: The usual number of games of the search, and of fresh games of each pack.
_SEARCH, _FRESH = 1_000_000, 100_000
_MOST, _LEAST = 1_000_000_000, 2_000
#: At each other table one in so many of the fresh games is played, and at least the second number.
_OTHERS, _FEW = 32, 100


class _Tolerance(click.ParamType):  # type: ignore[type-arg]
    """A part in per cent."""

    name = "percent"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the value."""
        if not isinstance(value, str):
            return value
        try:
            part = float(value.strip().removesuffix("%")) / 100
        except ValueError:
            part = -1.0
        if not 0.0005 <= part <= 0.5:
            self.fail(f"{value!r} is not between 0.05 % and 50 %: write 1% or the like", param, ctx)
        return part


class TitleParam(click.ParamType):  # type: ignore[type-arg]
    """A name that a pack may have."""

    name = "text"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read the value."""
        text = " ".join(str(value).split())
        if not text:
            self.fail("a name has a character or more: leave it out, or write one", param, ctx)
        if len(text) > LONGEST_TITLE:
            long = f"a name of {len(text)} characters is too long"
            self.fail(f"{long}: {LONGEST_TITLE} are allowed, and a number besides", param, ctx)
        if not text.isprintable():
            self.fail(f"{quoted(text)} has characters that cannot be printed: leave them out", param, ctx)
        return text


@click.command("design")
@pack_argument(many=False)
@click.option("--attack", metavar="TARGET", help="Wish for the attack index: +10%, -5%, +2, 45 or same.")
@click.option("--defence", metavar="TARGET", help="Wish for the defence index.")
@click.option(
    "--wish",
    "wishes",
    multiple=True,
    metavar="KEY=TARGET",
    help="Wish for anything that simulate measures, by its key or title: turns=-10%, tied=5%, score=same.",
)
@click.option(
    "--within",
    type=_Tolerance(),
    default="1%",
    show_default=True,
    help="How near to a wish is near enough, in per cent of what the base has.",
)
@click.option(
    "--cards", type=click.IntRange(1, 100_000), help="Cards in the pack, extras aside. Default: the base's."
)
@click.option("--highest", type=click.IntRange(1, 1_000), help="The highest pointage. Default: the base's.")
@click.option("--keep", type=click.Choice(KEEPS), multiple=True, help="Keep this total as the base has it.")
@partial(playing.table_options, temperament="careful")
@click.option(
    "--best",
    type=click.IntRange(1, MOST_DESIGNS),
    default=3,
    show_default=True,
    help="How many designs to find.",
)
@click.option(
    "--most-games",
    type=playing.Count(_LEAST, _MOST),
    default=_SEARCH,
    show_default=True,
    help="How many games the search may take, all packs together.",
)
@click.option(
    "--games",
    type=playing.Count(100, _MOST),
    default=_FRESH,
    show_default=True,
    help="Fresh games by which each design is measured in the end.",
)
@playing.seed_option
@playing.engine_option
@work_options
@click.option(
    "--name",
    type=TitleParam(),
    help="What the designs are called; several get a number each. Default: the base's name and the wishes.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the designs. Default: output/, or the folder of a pack of your own.",
)
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a search that was stopped.")
@click.option("--force", is_flag=True, help="Write over designs that were made for other wishes.")
@LANGUAGE
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "json-lines")),
    default="text",
    help="Format of the output; json-lines also prints a line after each round of the search.",
)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def design_command(pack: str, strict: bool, **options: Any) -> int:
    """Find compositions of a NEVER OVER pack that play as you wish, with as few cards exchanged as will do.

    The best few are measured on fresh games, tried with other players and other numbers of them, and written
    as variants of the pack.

    \b
    Examples:
      cardgen design never-over --attack +10%
      cardgen design never-over --cards 55 --highest 4 --players 4 --attack +10%
      cardgen design my-pack.yaml --defence +20% --wish turns=same --keep green-points
      cardgen design never-over --defence 20 --temperament defender --most-games 2000000
      cardgen design never-over --attack +10% --resume output/never-over-attack-up-10.json
    """
    [examined] = load_checked([pack], spoken(options["language"]), None, strict)
    asked = asked_of(pack, examined, options | {"strict": strict})
    memory = read_checkpoint(options["resume"], asked.problem) if options["resume"] else None
    with open_session(options["workers"], options["dask"], examined.slug) as session:
        known, found = _search(asked, session, memory, options["form"])
        results = _measure(asked, session, found, options["games"])
        others = _elsewhere(asked, session, found, options["games"])
        session.tell_lost()
    return _tell(asked, _Run(known, found, results, others), options["form"])


# --- what is asked -------------------------------------------------------------------------------


class Asked(NamedTuple):
    """The question of a command line, and where its answers go."""

    pack: str
    base: Pack
    problem: DesignProblem
    #: Tables that designs are tried at besides, by what is other there; what makes one with a composition.
    others: dict[str, Callable[[Composition], Experiment]]
    place: Place
    #: The name of the designs.
    title: Title
    #: The file in which the search keeps what it knows.
    checkpoint: Path
    #: Designs that may be written over.
    earlier: list[str]


def asked_of(name: str, examined: api.Examined, options: dict[str, Any]) -> Asked:
    """Read what is asked, and refuse what cannot be answered before any game is played."""
    from ..gaming.lab.design.variants import extended, folder_of

    pack = pack_of(examined)
    problem = _problem(pack, options)
    _verify_look(name, examined, problem, options["language"])
    title = _title(name, examined, problem, options)
    folder = options["output"] or folder_of(name) or OUTPUT
    extended(name, folder)
    place = Place(folder, stem_of(examined.slug, problem.wishes), problem.fingerprint)
    state = options["resume"] or place.checkpoint
    if not options["resume"]:
        verify_checkpoint(state)
    others = _other_tables(pack, problem, playing.setup_of(options))
    return Asked(name, pack, problem, others, place, title, state, place.earlier(options["force"]))


def _problem(pack: Pack, options: dict[str, Any]) -> DesignProblem:
    """Read what is to be found. Raises UsageError for what nobody can search."""
    from ..gaming.games.never_over.cards import cards_of
    from ..gaming.lab.design.problem import DesignProblem, read_wishes
    from ..gaming.lab.design.search_space import search_space_of

    if options["game"] not in (None, _GAME):
        raise UsageError(f"design works on {_GAME} only, not on {options['game']}")
    if _GAME not in pack.games:
        its = f"it is for {', '.join(pack.games)}" if pack.games else "it names no game"
        raise UsageError(f"design works on packs for NEVER OVER, and {pack.name} is none: {its}")
    space = search_space_of(cards_of(pack), options["cards"], options["highest"], options["keep"])
    experiment = _table(pack, playing.setup_of(options))
    base = experiment(space.base)

    wanted = [(key, options[key]) for key in ("attack", "defence") if options[key] is not None]
    for word in options["wishes"]:
        key, sign, target = word.partition("=")
        if not sign:
            raise UsageError(f"{word!r} is no wish: write what and how much, such as turns=-10%")
        wanted.append((key.strip(), target))
    wishes = read_wishes(wanted, base.measures, options["within"])
    if space.valid(space.base) and all(wish.text == "same" for wish in wishes):
        raise UsageError(
            "all is to stay as it is, and the pack as well, so it is the answer itself: "
            "wish for a change too, or for other --cards or another --highest"
        )
    problem = DesignProblem(
        space, wishes, experiment, base.about, options["seed"], options["best"], options["most_games"]
    )
    experiment(problem.start)
    return problem


def _table(pack: Pack, setup: Setup) -> Callable[[Composition], NeverOver]:
    """Return a function that makes a table with a composition. Raises UsageError where there is no such
    table.
    """
    from ..gaming.games import experiment_of
    from ..gaming.games.never_over.experiment import NeverOver
    from ..gaming.lab.design.variants import cards_for

    base = experiment_of(pack, setup._replace(game=_GAME))
    assert isinstance(base, NeverOver)  # noqa: S101 - what is made of that game
    return lambda composition: replace(base, table=replace(base.table, cards=cards_for(composition)))


def _other_tables(
    pack: Pack, problem: DesignProblem, setup: Setup
) -> dict[str, Callable[[Composition], Experiment]]:
    """Choose the tables at which designs are tried besides: other numbers of the same players, other players.

    None with the reference engine: there players who think would take minutes.
    """
    from ..gaming.games.never_over.players import TEMPERAMENTS

    if not _table(pack, setup)(problem.space.base).compiled:
        return {}
    here = problem.about["players"]
    tables: dict[str, Setup] = {}
    alike = len({*setup.temperaments}) == 1
    for players in range(2, _MOST_PLAYERS + 1) if alike else ():
        if players != here:
            tables[f"{players} players"] = setup._replace(
                players=players, temperaments=setup.temperaments[:1]
            )
    for name in TEMPERAMENTS:
        if {*setup.temperaments} != {name}:
            tables[name] = setup._replace(players=here, temperaments=(name,))
    found: dict[str, Callable[[Composition], Experiment]] = {}
    for word, other in tables.items():
        # Some options, and large hands, allow some numbers of players only.
        with suppress(UsageError):
            found[word] = _table(pack, other)
    return found


def _title(name: str, examined: api.Examined, problem: DesignProblem, options: dict[str, Any]) -> Title:
    """Choose what the designs are called: a name that a pack may have, and whose cards can be drawn."""
    from ..pack.translations import as_written

    if options["name"] is None:
        # A design is a variant of the base in the language that this is written in.
        long, short = titles_of(as_written(pack_of(examined)).name, problem.wishes)
        fits = len(long.text) <= LONGEST_TITLE and _fault_of(name, examined, long, options, True) is None
        return long if fits else short
    title = Title(options["name"], True)
    fault = _fault_of(name, examined, title, options, options["strict"])
    if fault is not None:
        raise UsageError(f"no pack can be called {quoted(title.text)}: {fault}; choose another --name")
    return title


def _fault_of(
    name: str, examined: api.Examined, title: Title, options: dict[str, Any], strict: bool
) -> str | None:
    """Find what is wrong with a pack that is called so, and not with the base: some cards say the name."""
    called = title.name(MOST_DESIGNS, MOST_DESIGNS)
    known = {(each.path, each.severity) for each in examined.problems}
    found = api.examine(name, {("name",): called, **spoken(options["language"])}).of(
        *("error", "warning")[: 1 + strict]
    )
    return next((each.message for each in found if (each.path, each.severity) not in known), None)


def _verify_look(name: str, examined: api.Examined, problem: DesignProblem, language: str | None) -> None:
    """Refuse cards that cannot be drawn as well as the base's: a large pointage may have no room."""
    space = problem.space
    every = tuple(max(times, int(kind in space.allowed)) for kind, times in enumerate(problem.start))
    found = _examined(name, examined, every, language)
    known = {(each.path, each.severity) for each in examined.problems}
    for fault in found.of("error", "warning"):
        if (fault.path, fault.severity) not in known:
            raise UsageError(
                f"a pack up to {space.highest} has a fault that {name} has not: {fault.message}; "
                f"mend the base, or ask for another --highest"
            )


def _examined(
    name: str, examined: api.Examined, composition: Composition, language: str | None
) -> api.Examined:
    """Examine the base with other quantities."""
    from ..gaming.games.never_over.pack_rules import colors
    from ..gaming.lab.design.variants import quantities_of

    green, red = colors(pack_of(examined))
    there = pack_of(examined).suit_cards
    overrides: dict[tuple[str, ...], Any] = {**spoken(language)}
    for suit, ranks in quantities_of(composition, str(green), str(red)).items():
        for rank, times in ranks.items():
            path = ("suits", suit, "cards", rank)
            if times:
                overrides[*path, "quantity"] = times
            elif rank in there[suit]:
                overrides[path] = None
    return api.examine(name, overrides)


# --- what comes of it ----------------------------------------------------------------------------


class _Run(NamedTuple):
    """The results of a run."""

    memory: SearchState
    found: Found
    #: None where no fresh game was played.
    results: Results | None
    #: The results at other tables.
    others: Sequence[Elsewhere]

    @property
    def complete(self) -> bool:
        return self.found.ending is not None and self.results is not None and self.results.complete


def _search(
    asked: Asked, session: Session, memory: SearchState | None, form: str
) -> tuple[SearchState, Found]:
    """Search, and keep what is known on the disk after every round."""
    from ..gaming.lab.design.holdout import searched
    from ..gaming.lab.design.racing import checkpoint_bytes
    from ..gaming.lab.design.search import best_of, search
    from ..output.files import write

    problem = asked.problem
    session.progress.say(f"searching for {wished(problem.wishes)}")
    begun = memory.spent if memory else 0

    def play(tables: Sequence[Experiment], seed: int, first: int, count: int) -> Tally:
        nonlocal begun
        if session.stopped:
            from ..gaming.lab.moments import Tally

            return Tally()
        done, width = begun, len(tables)
        begun += width * count
        return session.play(
            tables, seed, count, first, lambda games, _: session.progress(done + games * width, problem.most)
        )

    def tick(known: SearchState) -> None:
        write(asked.checkpoint, checkpoint_bytes(known, problem))
        best = best_of(problem, known)
        if form == "json-lines":
            told = _record(asked, _Run(known, best, None, ()), searched(problem, best.best, known), [])
            told["searched"]["ending"] = None
            echo(as_json(told, in_line=True))
        if best.met:
            session.progress.say(f"so far {counted(problem.space.changed(best.best[0]), 'card')} exchanged")

    known, found = search(problem, play, memory, tick)
    if known is None:
        session.abort()
    return known, found


def _measure(asked: Asked, session: Session, found: Found, games: int) -> Results | None:
    """Measure the designs on fresh games; None where there are none, or no time."""
    from ..gaming.lab.design.holdout import measured

    if session.stopped or not found.best:
        return None
    session.progress.say("measuring on fresh games")
    names = [asked.base.name, *(asked.place.name(each) for each in range(1, len(found.best) + 1))]
    results = measured(
        asked.problem, found.best, names, games, lambda tables, seed, count: session.play(tables, seed, count)
    )
    return results if results.tally.games else None


def _elsewhere(asked: Asked, session: Session, found: Found, games: int) -> Sequence[Elsewhere]:
    """Try the designs at other tables, with so few games that it takes no longer than measuring them did."""
    from ..gaming.lab.design.holdout import elsewhere

    if session.stopped or not found.best:
        return []
    session.progress.say("trying other tables")
    few = max(_FEW, games // _OTHERS)
    return elsewhere(asked.problem, found.best, asked.others, few, session.play)


def _tell(asked: Asked, run: _Run, form: str) -> int:
    from ..gaming.lab.design.holdout import designs, searched

    problem = asked.problem
    if run.results is not None:
        made = designs(problem, run.found.best, run.results)
    else:
        made = searched(problem, run.found.best, run.memory)
    files = (
        write_designs(
            asked.place,
            [
                _text(asked, run, each, asked.title.name(number, len(made)))
                for number, each in enumerate(made, 1)
            ],
            asked.earlier,
        )
        if made
        else []
    )
    if form != "text":
        echo(as_json(_record(asked, run, made, files), in_line=form == "json-lines"))
    else:
        _say(asked, run, made, files)
    if run.complete and run.found.ending != "games":
        asked.checkpoint.unlink(missing_ok=True)
    return 0 if run.complete else INTERRUPTED


def _how_measured(run: _Run) -> str:
    if run.results is None:
        return "in the search only, not on fresh games"
    games = f"{counted(run.results.tally.games, 'fresh game')} of each pack, seed {run.results.seed}"
    return games if run.results.complete else f"INTERRUPTED: the first {games}, of {run.results.asked:,}"


def _text(asked: Asked, run: _Run, design: Design, name: str) -> str:
    """Write the file of a design."""
    from ..gaming.games.never_over.pack_rules import colors
    from ..gaming.lab.design.variants import quantities_of, variant

    problem = asked.problem
    green, red = map(str, colors(asked.base))
    told = playing.said_of_table(problem.experiment(problem.space.base))
    said = [
        f"Designed from {asked.base.name}: {wished(problem.wishes)}; {told}.",
        f"Cards: {exchanged(problem, design.composition)}.",
        f"Measured ({_how_measured(run)}), ± for 95 % intervals:",
        *(f"  {outcome_sentence(each)}" for each in design.outcomes),
        *WORDS,
        *([] if run.results else [LUCK]),
    ]
    data = variant(asked.pack, asked.place.folder, quantities_of(design.composition, green, red), name)
    return text_of(data, said, problem.fingerprint)


def _record(asked: Asked, run: _Run, made: Sequence[Design], files: Sequence[Path]) -> dict[str, Any]:
    from ..gaming.games.never_over.pack_rules import colors

    results, order = run.results, [1 + run.found.best.index(each.composition) for each in made]
    green, red = map(str, colors(asked.base))
    return record(
        asked.problem,
        (green, red),
        made,
        files,
        base=asked.base.name,
        seed=asked.problem.seed,
        searched={
            "games": run.memory.spent,
            "compositions": len(run.memory.tried),
            "ending": run.found.ending or "stopped",
        },
        measured={
            "games": results.tally.games if results else 0,
            "asked": results.asked if results else None,
            "seed": results.seed if results else None,
        },
        elsewhere=elsewhere_record(asked.problem, run.others, order),
        complete=run.complete,
        met=bool(made) and all(each.met for each in made),
    )


def _say(asked: Asked, run: _Run, made: Sequence[Design], files: Sequence[Path]) -> None:
    from ..gaming.games import hint

    problem, memory = asked.problem, run.memory
    echo(f"{asked.base.name}: {playing.said_of_table(problem.experiment(problem.space.base))}")
    stopped = "" if run.found.ending else "INTERRUPTED after "
    say_wished(problem.wishes, made[0] if made else None)
    tried = counted(len(memory.tried), "composition")
    echo(f"searched: {stopped}{tried}, {counted(memory.spent, 'game')}")
    echo(f"measured: {_how_measured(run)}")
    if not made:
        echo("\nNo composition was played long enough to tell.")
    elif not any(each.met for each in made):
        echo(f"\n{_missed(problem, made)}")
        if problem.space.rich:
            echo("(A red card for every ceiling and no more red points than green, as the base has.)")
    for number, (design, file) in enumerate(zip(made, files, strict=True), 1):
        say_design(problem, design, number, file)
    if run.results is not None:
        order = [1 + run.found.best.index(each.composition) for each in made]
        say_besides(run.results, order)
        say_elsewhere(problem, run.others, order)
    if made:
        echo("\n" + "\n".join([*WORDS, *([] if run.results else [LUCK])]))
    _say_next(asked, run, files)
    if extra := hint(problem.experiment(problem.start)):
        echo(f"\n{extra}")


def _missed(problem: DesignProblem, made: Sequence[Design]) -> str:
    """Say that no design meets the wishes, as far as that is sure."""
    wish = "the wish" if len(problem.wishes) == 1 else "all wishes"
    these, they = ("this comes", "it does") if len(made) == 1 else ("these come", "they do")
    if all(any(each.word == "missed" for each in design.outcomes) for design in made):
        return f"No composition that was tried meets {wish}; {these} nearest."
    return (
        f"No composition that was tried is seen to meet {wish}; {these} nearest,\n"
        f"and more --games may show whether {they}."
    )


def _say_next(asked: Asked, run: _Run, files: Sequence[Path]) -> None:
    if not run.complete:
        echo(f"\nStopped; the same command with --resume {asked.checkpoint} goes on.")
    elif run.found.ending == "games":
        more = f"--resume {asked.checkpoint} --most-games {asked.problem.most * 4}"
        echo(f"\nThe search used up its games; the same command with {more} goes on.")
    elif len(run.found.best) < asked.problem.best:
        them = "this" if len(run.found.best) == 1 else "these"
        echo(f"\nThere is no other composition among those tried that really differs from {them}.")
    if files:
        echo(f"\nNext: cardgen sheets {files[0]}")
