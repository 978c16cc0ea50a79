"""Find the best play of a row of Abstrac, or of many shuffled rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ..errors import Problem, UsageError
from ..units import nearest_word_hint, quoted_value
from .job import Option, Progress
from .kinds import Number, Text
from .playing import Engine, LanguageAndStrictOptions, WorkOptions, games_sentence, play_experiments
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.abstrac.layout import RowLayout
    from ..gaming.games.abstrac.options import AbstracOptions
    from ..gaming.games.abstrac.solving import Solution
    from ..pack.model import Pack

Kind = Literal["basic", "suits", "unfettered", "52"]
#: The packs that come with cardgen, by kind of game.
_PACKS = {"basic": "short-24", "suits": "short-24", "unfettered": "short-25", "52": "standard-52"}
#: Options that affect a row's value.
_OPTIONS = ("ace", "unpaired")
_MOST_DEALS = 1_000_000_000
#: The default seed of rows.
_USUAL_SEED = 1


class SolvedRow(NamedTuple):
    """A row with its best play."""

    #: The origin of the row, in words.
    origin: str
    solution: "Solution"


@dataclass(frozen=True, kw_only=True)
class Solve(WorkOptions, LanguageAndStrictOptions):
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

    kind: Annotated[Kind | None, Option("Which game: suits is variant 1. Default: the pack's first.")] = None
    row: Annotated[
        str | None, Option('The row, the exposed card first, such as "As Kd 10c ...".', Text("CARDS"))
    ] = None
    seed: Annotated[
        int | None,
        Option(
            "Shuffle the row by this seed; with --deals, the rows. Default there: 1", Number(0, (1 << 63) - 1)
        ),
    ] = None
    deals: Annotated[
        int | None,
        Option(
            "Solve N shuffled rows and show how often, and by how much, the first player wins.",
            Number(1, _MOST_DEALS),
        ),
    ] = None
    options: Annotated[
        tuple[str, ...],
        Option(
            "For 52 cards: ace=low, ace=both, or unpaired=0 where no pair counts nothing.",
            Text("OPTION"),
            name="option",
        ),
    ] = ()
    engine: Annotated[
        Engine,
        Option(
            "What searches. Both say the same; compiled is faster for many rows and needs cardgen-kit[lab]."
        ),
    ] = "auto"
    format: Annotated[Literal["text", "json"], Option("Format of the output.")] = "text"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for a row that is both named and shuffled, and for options of workers if only one row
        is solved.
        """
        yield from super().option_problems(pack)
        if self.row is not None and self.seed is not None:
            message = "--row says how the cards lie and --seed shuffles them: leave one of them out"
            yield Problem(message, ("seed",))
        if self.row is not None and self.deals is not None:
            message = "--row is one row and --deals are shuffled ones: leave one of them out"
            yield Problem(message, ("deals",))
        if self.deals is None and self.given.keys() & {"workers", "dask"}:
            message = "--workers and --dask are for many rows: add --deals, or leave them out"
            yield Problem(message, ("workers" if "workers" in self.given else "dask",))

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Solve the row, or all rows; the result is a SolvedRow, or `Results`.

        Ctrl-C ends many rows early, with those solved so far.
        """
        rules = self._game_options(pack.valid_pack)
        if self.deals is None:
            return self._solve_row(pack.valid_pack, rules)
        return self._solve_deals(pack, rules, self.deals, progress)

    def _game_options(self, pack: "Pack") -> "AbstracOptions":
        """Return the options of the game of Abstrac. Raises UsageError for options that the game or this
        command does not have.
        """
        from ..gaming.games.abstrac.experiment import read_options
        from ..gaming.games.abstrac.options import AbstracOptions as RulesJob

        kind = self._requested_kind(pack)
        for word in self.options:
            _verify_option(word.partition("=")[0].strip().lower())
        read = read_options([*self.options, f"kind={kind}"])
        return RulesJob(read.kind, ace=read.ace, unpaired=read.unpaired)

    def _requested_kind(self, pack: "Pack") -> str:
        """Return the requested kind, or the default of the pack's first game of Abstrac."""
        from ..gaming.games.abstrac.options import KINDS

        by_kind = {kind.value: game for game, kinds in KINDS.items() for kind in kinds}
        known = [kind for game in pack.games for kind, each in by_kind.items() if each == game]
        if self.kind in known or (known and self.kind is None):
            return self.kind or known[0]
        its = f"it is for {', '.join(pack.games)}" if pack.games else "its games: names none"
        if self.kind is None:
            packs = ", ".join(dict.fromkeys(_PACKS.values()))
            raise UsageError(
                f"{pack.name} is not a pack for Abstrac: {its}. Use {packs}, or a pack that names such a game"
            )
        raise UsageError(
            f"{pack.name} is not a pack for {by_kind[self.kind]} (--kind {self.kind}): {its}. "
            f"Use {_PACKS[self.kind]}"
        )

    def _solve_row(self, pack: "Pack", rules: "AbstracOptions") -> Result:
        """Return the result of solving one row: the row that the user names, a shuffled one, or the row of
        the source.
        """
        from ..gaming.games.abstrac.solution_text import solution_record
        from ..gaming.games.abstrac.solving import choose_engine, find_search, solve

        layout, origin, seed = self._row_to_solve(rules)
        engine = choose_engine(self.engine)
        solution = solve(layout, find_search(engine))
        facts = {"pack": pack.name, "seed": seed, "engine": engine, **solution_record(solution)}
        return Result(facts=facts, result=SolvedRow(origin, solution))

    def _row_to_solve(self, rules: "AbstracOptions") -> "tuple[RowLayout, str, int | None]":
        """Return the row to solve, its origin, and the seed that shuffled it, if any."""
        from ..gaming.games.abstrac.layout import RowLayout
        from ..gaming.games.abstrac.rows import read_row, shuffled_row, source_row

        if self.row is not None:
            return read_row(self.row, rules), "Your row", None
        row = source_row(rules.kind)
        if self.seed is None and row is not None:
            return RowLayout(row, rules), "The row of the source's example", None
        seed = _USUAL_SEED if self.seed is None else self.seed
        return shuffled_row(rules, seed), f"A row shuffled by seed {seed}", seed

    def _solve_deals(
        self, pack: "Examined", rules: "AbstracOptions", deals: int, progress: Progress
    ) -> Result:
        """Solve shuffled rows, and return how often and by how much the first player wins."""
        from ..gaming.games.abstrac.experiment import PerfectPlay
        from ..gaming.games.abstrac.solving import choose_engine
        from ..gaming.lab.results import results_record

        experiment = PerfectPlay(rules, choose_engine(self.engine, deals))
        seed = _USUAL_SEED if self.seed is None else self.seed
        results, warnings = play_experiments(
            self, [experiment], [pack.slug], seed, deals, progress, "solving"
        )
        return Result(
            warnings=warnings,
            facts={"engine": experiment.engine, **results_record(results)},
            result=results,
            interrupted="" if results.is_complete else games_sentence(results, "row"),
        )


def _verify_option(name: str) -> None:
    """Raise UsageError unless an option of the game has an effect on a single row."""
    from ..gaming.games.abstrac.experiment import OPTION_WORDS

    if name in _OPTIONS:
        return
    if name not in OPTION_WORDS:
        raise UsageError(
            f"there is no option {quoted_value(name)} for a row; {nearest_word_hint(name, _OPTIONS)}"
        )
    instead = "use --kind" if name == "kind" else "it is for whole games: leave it out"
    raise UsageError(f"--option {name} does not go with solve, which plays one row; {instead}")
