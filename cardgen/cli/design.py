"""The command that searches for compositions: design."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from . import playing
from .design_asked import MOST_DESIGNS, Asked, TitleParam, asked_of
from .design_files import read_checkpoint, text_of, write_designs
from .design_text import (
    LUCK,
    WORDS,
    elsewhere_record,
    exchanged,
    outcome_sentence,
    plural,
    record,
    say_besides,
    say_design,
    say_elsewhere,
    say_wished,
    wished,
)
from .loading import sound
from .options import pack_argument
from .report import echo
from .session import Work, work_options, working
from .simulate import INTERRUPTED

if TYPE_CHECKING:
    from ..games.experiment import Experiment
    from ..lab.design.holdout import Design, Elsewhere
    from ..lab.design.problem import DesignProblem
    from ..lab.design.racing import SearchState
    from ..lab.design.search import Found
    from ..lab.moments import Tally
    from ..lab.results import Results

_KEEPS = ("green-cards", "red-cards", "green-points", "red-points")
#: Games of the search, and of each pack in the end, where nobody says how many.
_SEARCH, _FRESH = 1_000_000, 100_000
_MOST, _LEAST = 1_000_000_000, 2_000
#: At each other table such a part of those games is played, and so many at least.
_OTHERS, _FEW = 32, 100


class _Tolerance(click.ParamType):  # type: ignore[type-arg]
    """A part in per cent."""

    name = "percent"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The part."""
        if not isinstance(value, str):
            return value
        try:
            part = float(value.strip().removesuffix("%")) / 100
        except ValueError:
            part = -1.0
        if not 0.0005 <= part <= 0.5:
            self.fail(f"{value!r} is not between 0.05 % and 50 %: write 1% or the like", param, ctx)
        return part


@click.command("design", short_help="Find compositions of a pack that play as you wish.")
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
@click.option("--keep", type=click.Choice(_KEEPS), multiple=True, help="Keep this total as the base has it.")
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
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to say it.")
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
    [examined] = sound([pack], {}, None, strict)
    asked = asked_of(pack, examined, options | {"strict": strict})
    memory = read_checkpoint(options["resume"], asked.problem) if options["resume"] else None
    with working(options["workers"], options["dask"], examined.slug) as hands:
        known, found = _search(asked, hands, memory)
        results = _measure(asked, hands, found, options["games"])
        others = _elsewhere(asked, hands, found, options["games"])
        hands.tell_lost()
    return _tell(asked, _Run(known, found, results, others), options["form"])


class _Run(NamedTuple):
    """What came of it."""

    memory: SearchState
    found: Found
    #: None where no fresh game was played.
    results: Results | None
    #: How the designs do at other tables.
    others: Sequence[Elsewhere]

    @property
    def complete(self) -> bool:
        return self.found.ending is not None and self.results is not None and self.results.complete


def _search(asked: Asked, hands: Work, memory: SearchState | None) -> tuple[SearchState, Found]:
    """Search, and keep what is known on the disk after every round."""
    from ..lab.design.racing import checkpoint_bytes
    from ..lab.design.search import best_of, search
    from ..output.files import write

    problem = asked.problem
    hands.line.say(f"searching for {wished(problem.wishes)}")
    begun = memory.spent if memory else 0

    def play(tables: Sequence[Experiment], seed: int, first: int, count: int) -> Tally:
        nonlocal begun
        if hands.stopped:
            from ..lab.moments import Tally

            return Tally()
        done, width = begun, len(tables)
        begun += width * count
        return hands.play(
            tables, seed, count, first, lambda games, _: hands.line(done + games * width, problem.most)
        )

    def tick(known: SearchState) -> None:
        write(asked.checkpoint, checkpoint_bytes(known, problem))
        best = best_of(problem, known)
        if best.met:
            hands.line.say(f"so far {plural(problem.space.changed(best.best[0]), 'card')} exchanged")

    known, found = search(problem, play, memory, tick)
    if known is None:
        hands.abort()
    return known, found


def _measure(asked: Asked, hands: Work, found: Found, games: int) -> Results | None:
    """The designs on fresh games; None where there are none, or no time."""
    from ..lab.design.holdout import measured

    if hands.stopped or not found.best:
        return None
    hands.line.say("measuring on fresh games")
    names = [asked.base.name, *(asked.place.name(each) for each in range(1, len(found.best) + 1))]
    results = measured(
        asked.problem, found.best, names, games, lambda tables, seed, count: hands.play(tables, seed, count)
    )
    return results if results.tally.games else None


def _elsewhere(asked: Asked, hands: Work, found: Found, games: int) -> Sequence[Elsewhere]:
    """The designs at other tables, with so few games that it takes no longer than measuring them did."""
    from ..lab.design.holdout import elsewhere

    if hands.stopped or not found.best:
        return []
    hands.line.say("trying other tables")
    few = max(_FEW, games // _OTHERS)
    return elsewhere(asked.problem, found.best, asked.others, few, hands.play)


def _tell(asked: Asked, run: _Run, form: str) -> int:
    from ..lab.design.holdout import designs, searched

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
    if form == "json":
        playing.print_json(_record(asked, run, made, files))
    else:
        _say(asked, run, made, files)
    if run.complete and run.found.ending != "games":
        asked.checkpoint.unlink(missing_ok=True)
    return 0 if run.complete else INTERRUPTED


def _how_measured(run: _Run) -> str:
    if run.results is None:
        return "in the search only, not on fresh games"
    games = f"{plural(run.results.tally.games, 'fresh game')} of each pack, seed {run.results.seed}"
    return games if run.results.complete else f"INTERRUPTED: the first {games}, of {run.results.asked:,}"


def _text(asked: Asked, run: _Run, design: Design, name: str) -> str:
    """The file of a design."""
    from ..games.never_over.pack_rules import colors
    from ..lab.design.variants import quantities_of, variant

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
    results, order = run.results, [1 + run.found.best.index(each.composition) for each in made]
    return record(
        asked.problem,
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
    from ..games.setups import hint

    problem, memory = asked.problem, run.memory
    echo(f"{asked.base.name}: {playing.said_of_table(problem.experiment(problem.space.base))}")
    stopped = "" if run.found.ending else "INTERRUPTED after "
    say_wished(problem.wishes, made[0] if made else None)
    tried = plural(len(memory.tried), "composition")
    echo(f"searched: {stopped}{tried}, {plural(memory.spent, 'game')}")
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
    _say_meant(run, bool(made))
    _say_next(asked, run, files)
    if extra := hint(problem.experiment(problem.start)):
        echo(f"\n{extra}")


def _missed(problem: DesignProblem, made: Sequence[Design]) -> str:
    """That no design meets the wishes, as far as that is sure."""
    wish = "the wish" if len(problem.wishes) == 1 else "all wishes"
    these, they = ("this comes", "it does") if len(made) == 1 else ("these come", "they do")
    if all(any(each.word == "missed" for each in design.outcomes) for design in made):
        return f"No composition that was tried meets {wish}; {these} nearest."
    return (
        f"No composition that was tried is seen to meet {wish}; {these} nearest,\n"
        f"and more --games may show whether {they}."
    )


def _say_meant(run: _Run, made: bool) -> None:
    """Print what the reader of designs should know."""
    meant = [*WORDS, *([] if run.results else [LUCK])] if made else []
    if meant:
        echo("\n" + "\n".join(meant))


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
