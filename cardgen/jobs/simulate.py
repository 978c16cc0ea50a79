"""Play a pack's game many times."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .groups import ReportOptions
from .job import Progress
from .playing import (
    GamesOptions,
    LanguageAndStrictOptions,
    RulesFileOption,
    TableOptions,
    WorkOptions,
    games_sentence,
    play_experiments,
)
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined


@dataclass(frozen=True, kw_only=True)
class Simulate(
    TableOptions, RulesFileOption, GamesOptions, WorkOptions, ReportOptions, LanguageAndStrictOptions
):
    """Play a pack's game many times and measure what happens, each figure with its 95 % interval.

    \b
    Examples:
      cardgen simulate never-over
      cardgen simulate never-over --players 4 --games 100000 --seed 1
      cardgen simulate my-pack.yaml --temperament careful,random --players 2
      cardgen simulate never-over --option red-counts-against --plot scores.png
      cardgen simulate standard-52 --game addenda --temperament sensible --games 1000
      cardgen simulate my-pack.yaml --rules my_game.py --players 3
    """

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Play the games; the result is a `Results`. Ctrl-C ends it early with the games played so far."""
        from ..gaming.games import experiment_of
        from ..gaming.lab.results import results_record

        drawn = pack.valid_pack
        experiment = experiment_of(drawn, self.table(self.games))
        results, warnings = play_experiments(
            self, [experiment], [drawn.name], self.seed, self.games, progress
        )

        def draw(kind: str) -> bytes:
            from ..gaming.lab.plots.simulation import simulation_picture

            return simulation_picture(results, kind, [drawn])

        return Result(
            self.plot_files(draw),
            warnings=warnings,
            facts=results_record(results),
            result=results,
            named=self.plot,
            interrupted="" if results.is_complete else games_sentence(results),
        )
