"""The command that finds the best play of a row of Abstrac: solve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import UsageError
from ..units import nearest, quoted
from . import playing
from .loading import explicit_options, load_checked, pack_of
from .options import LANGUAGE, pack_argument, spoken
from .playing import INTERRUPTED, work, work_options
from .terminal import as_json, columns, echo

if TYPE_CHECKING:
    from ..gaming.games.abstrac.layout import Layout
    from ..gaming.games.abstrac.options import AbstracOptions
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

#: Packs that come with cardgen, by the kinds that they are for.
_PACKS = {"basic": "short-24", "suits": "short-24", "unfettered": "short-25", "52": "standard-52"}
#: Options that change what a row is worth.
_OPTIONS = ("ace", "unpaired")
_MOST_DEALS = 1_000_000_000
#: The seed of rows where none is named.
_USUAL_SEED = 1


@click.command("solve")
@pack_argument(many=False)
@click.option(
    "--kind", type=click.Choice([*_PACKS]), help="Which game: suits is variant 1. Default: the pack's first."
)
@click.option("--row", metavar="CARDS", help='The row, the exposed card first, such as "As Kd 10c ...".')
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    help="Shuffle the row by this seed; with --deals, the rows. [default there: 1]",
)
@click.option(
    "--deals",
    type=click.IntRange(1, _MOST_DEALS),
    metavar="N",
    help="Solve N shuffled rows and say how often, and by how much, who plays first wins.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="OPTION",
    help="For 52 cards: ace=low, ace=both, or unpaired=0 where no pair counts nothing.",
)
@click.option(
    "--engine",
    type=click.Choice(("auto", "compiled", "reference")),
    default="auto",
    show_default=True,
    help="What searches. Both say the same; compiled pays for many rows and wants cardgen[lab].",
)
@work_options
@LANGUAGE
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", help="Format of the output."
)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def solve_command(pack: str, language: str | None, form: str, strict: bool, **options: Any) -> int:
    """Find the best play of a row of Abstrac, by search: exact, with every first move and its worth.

    Without --row and --seed it is the row that the game's source works out. Best is what leaves the largest
    lead, one's own score less the other's, when the other plays as well as can be.

    \b
    Examples:
      cardgen solve short-24
      cardgen solve short-24 --kind suits --seed 7
      cardgen solve short-24 --row "As Kd Qc Jc Ah Jd Kc 9c Ts Ad 9h Qh 9s Jh Js Ks 9d Tc Kh Qs Qd Ac Td Th"
      cardgen solve short-25 --deals 200
      cardgen solve standard-52 --seed 7 --option ace=both --format json
    """
    _refuse_contradictions(options)
    [examined] = load_checked([pack], spoken(language), None, strict)
    drawn = pack_of(examined)
    rules = _rules(drawn, options)
    if options["deals"]:
        return _solve_deals(drawn, examined.slug, rules, form, options)
    return _solve_row(drawn, rules, form, options)


def _refuse_contradictions(options: dict[str, Any]) -> None:
    if options["row"] is not None and options["seed"] is not None:
        raise UsageError("--row says how the cards lie and --seed shuffles them: leave one of them out")
    if options["row"] is not None and options["deals"]:
        raise UsageError("--row is one row and --deals are shuffled ones: leave one of them out")
    if not options["deals"] and explicit_options() & {"workers", "dask"}:
        raise UsageError("--workers and --dask are for many rows: add --deals, or leave them out")


# --- what is played ------------------------------------------------------------------------------


def _rules(pack: Pack, options: dict[str, Any]) -> AbstracOptions:
    """Return the game and its options. Raises UsageError for packs and options that are not for it."""
    from ..gaming.games.abstrac.experiment import read_options
    from ..gaming.games.abstrac.options import AbstracOptions as Rules

    kind = _kind(pack, options["kind"])
    for word in options["options"]:
        _verify_option(word.partition("=")[0].strip().lower())
    read = read_options([*options["options"], f"kind={kind}"])
    return Rules(read.kind, ace=read.ace, unpaired=read.unpaired)


def _verify_option(name: str) -> None:
    """Refuse options that say nothing of a row."""
    from ..gaming.games.abstrac.experiment import OPTION_WORDS

    if name in _OPTIONS:
        return
    if name not in OPTION_WORDS:
        raise UsageError(f"there is no option {quoted(name)} for a row; {nearest(name, _OPTIONS)}")
    instead = "say it by --kind" if name == "kind" else "it is for whole games: leave it out"
    raise UsageError(f"--option {name} does not go with solve, which plays one row; {instead}")


def _kind(pack: Pack, wanted: str | None) -> str:
    """Return the kind that is wanted, or the usual one of the pack's first game of Abstrac."""
    from ..gaming.games.abstrac.options import KINDS

    by_kind = {kind.value: game for game, kinds in KINDS.items() for kind in kinds}
    known = [kind for game in pack.games for kind, each in by_kind.items() if each == game]
    if wanted in known or (known and wanted is None):
        return wanted or known[0]
    its = f"it is for {', '.join(pack.games)}" if pack.games else "its games: names none"
    if wanted is None:
        packs = ", ".join(dict.fromkeys(_PACKS.values()))
        raise UsageError(
            f"{pack.name} is no pack for Abstrac: {its}. Use {packs}, or a pack that names such a game"
        )
    raise UsageError(
        f"{pack.name} is no pack for {by_kind[wanted]} (--kind {wanted}): {its}. Use {_PACKS[wanted]}"
    )


# --- one row -------------------------------------------------------------------------------------


def _solve_row(pack: Pack, rules: AbstracOptions, form: str, options: dict[str, Any]) -> int:
    from ..gaming.games.abstrac import solution_text as words
    from ..gaming.games.abstrac.solving import chosen_engine, search_of, solve

    layout, origin, seed = _layout(rules, options)
    engine = chosen_engine(options["engine"])
    solution = solve(layout, search_of(engine))
    if form == "json":
        echo(as_json({"pack": pack.name, "seed": seed, "engine": engine, **words.record(solution)}))
    else:
        echo(f"{pack.name}: {words.TITLES[rules.kind.value]}\n{origin}, the exposed card first:\n")
        echo("\n".join(words.solution_lines(solution, columns(), _signs())))
    return 0


def _layout(rules: AbstracOptions, options: dict[str, Any]) -> tuple[Layout, str, int | None]:
    """Return the row to solve, where it comes from, and the seed, if any, that shuffled it."""
    from ..gaming.games.abstrac.layout import Layout
    from ..gaming.games.abstrac.rows import read_row, shuffled_row, source_row

    if options["row"] is not None:
        return read_row(options["row"], rules), "Your row", None
    row = source_row(rules.kind)
    if options["seed"] is None and row is not None:
        return Layout(row, rules), "The row of the source's example", None
    seed = _USUAL_SEED if options["seed"] is None else options["seed"]
    return shuffled_row(rules, seed), f"A row shuffled by seed {seed}", seed


def _signs() -> bool:
    """Tell whether the output can show the signs of suits; else letters stand for them."""
    import sys

    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


# --- many rows -----------------------------------------------------------------------------------


def _solve_deals(pack: Pack, slug: str, rules: AbstracOptions, form: str, options: dict[str, Any]) -> int:
    from ..gaming.games.abstrac.experiment import PerfectPlay
    from ..gaming.games.abstrac.solving import chosen_engine
    from ..gaming.lab.results import record

    experiment = PerfectPlay(rules, chosen_engine(options["engine"], options["deals"]))
    seed = _USUAL_SEED if options["seed"] is None else options["seed"]
    results = work([experiment], [slug], seed, options["deals"], options["workers"], options["dask"])
    playing.refuse_plot_of_nothing(results)
    if form == "json":
        echo(as_json({"engine": experiment.engine, **record(results)}))
    else:
        _say_deals(pack, results, options)
    return 0 if results.complete else INTERRUPTED


def _say_deals(pack: Pack, results: Results, options: dict[str, Any]) -> None:
    from ..gaming.games.abstrac import solution_text as words
    from ..gaming.games.abstrac.solving import hint
    from ..gaming.lab.results import rows_of

    [experiment] = results.experiments
    echo(f"{pack.name}: {words.TITLES[experiment.about['kind']]}, perfect play of shuffled rows")
    echo(playing.said_of_games(results, "row"))
    playing.print_rows(rows_of(results))
    echo(f"\n{playing.said_of_intervals(results, 'rows')}")
    more = hint(options["engine"], options["deals"])
    if more:
        echo(more)
