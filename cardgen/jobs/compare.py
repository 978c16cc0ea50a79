"""Compare packs: their cards, the odds, and play over the same games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from .groups import ReportOptions
from .job import JobOfSeveral, Progress
from .playing import (
    GamesOptions,
    LanguageAndStrictOptions,
    RulesFileOption,
    TableOptions,
    WorkOptions,
    games_sentence,
    play_experiments,
    read_rules_file,
)
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.experiment import Experiment
    from ..gaming.lab.compare import FigurePair, MeasureDifference
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

#: Maximum number of packs. More would need memory for the covariance of each pair of facts.
MOST_PACKS = 8
#: The exact differences: their keys in the record for programs, and their titles.
EXACT = {"cards": "what is in the pack", "odds": "odds"}


class PackDifferences(NamedTuple):
    """The differences between a pack and the first one."""

    #: The index of the pack, from 1.
    pack_index: int
    #: Differences of cards and of odds, by the keys of EXACT.
    exact: Mapping[str, "Sequence[FigurePair]"]
    #: Differences of play.
    play: "Sequence[MeasureDifference]"


class Comparison(NamedTuple):
    """The results of the same games with all packs, and the differences of each pack from the first."""

    results: "Results"
    others: Sequence[PackDifferences]


@dataclass(frozen=True, kw_only=True)
class Compare(
    JobOfSeveral,
    TableOptions,
    RulesFileOption,
    GamesOptions,
    WorkOptions,
    ReportOptions,
    LanguageAndStrictOptions,
):
    """Tell what differs between packs, each against the first: cards, odds, and play over the same games.

    \b
    Examples:
      cardgen compare never-over never-over-attack
      cardgen compare never-over my-pack.yaml --players 2 --games 100000
      cardgen compare never-over my-pack.yaml --temperament careful --plot compared.png
    """

    def verify_number(self, packs: int) -> None:
        """Raise UsageError for too few packs, and for too many."""
        if not 2 <= packs <= MOST_PACKS:
            raise UsageError(f"compare wants two packs, or up to {MOST_PACKS}: here is {packs}")

    def run_all(self, packs: "Sequence[Examined]", progress: Progress) -> Result:
        """Play the same games with all packs; the result is a `Comparison`.

        Ctrl-C ends it early with the games played so far.
        """
        from ..gaming.games import experiment_of

        setup, drawn = self.table(len(packs) * self.games), [each.valid_pack for each in packs]
        experiments = [experiment_of(pack, setup) for pack in drawn]
        _verify_same_table(experiments)
        names = _distinct_names(packs)
        results, warnings = play_experiments(
            self, experiments, names, self.seed, self.games, progress, ", ".join(names)
        )
        own = read_rules_file(self.rules)
        hand = own.game.hand if own is not None else None
        differences = [_pack_differences(results, drawn, at, hand) for at in range(1, len(packs))]
        compared = Comparison(results, differences)

        def draw(kind: str) -> bytes:
            from ..gaming.lab.plots.comparison import comparison_picture

            return comparison_picture(results, kind, drawn)

        return Result(
            self.plot_files(draw),
            warnings=warnings,
            facts=_comparison_record(compared),
            result=compared,
            named=self.plot,
            interrupted="" if results.is_complete else games_sentence(results),
        )


def _distinct_names(packs: "Sequence[Examined]") -> list[str]:
    """Return a name per pack, by its file, with the folder if others have the same name; all are
    different.
    """
    slugs = [each.slug for each in packs]
    names = [each.name if slugs.count(each.slug) > 1 and each.name else each.slug for each in packs]
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def _verify_same_table(experiments: "Sequence[Experiment]") -> None:
    """Raise UsageError unless all have the same game and table: the number of players can depend on a pack's
    cards.
    """
    games = list(dict.fromkeys(each.setup_record["game"] for each in experiments))
    if len(games) > 1:
        raise UsageError(
            f"these packs are for different games, {' and '.join(games)}: name one that all are for with "
            "--game, or count their cards with `cardgen stats`"
        )
    players = [each.setup_record["players"] for each in experiments]
    if len({*players}) > 1:
        fewest = min(players)
        raise UsageError(f"these packs serve different numbers of players: add --players {fewest}")


def _pack_differences(
    results: "Results", packs: "Sequence[Pack]", at: int, usual_hand: int | None
) -> PackDifferences:
    """Return the differences between the pack at an index and the first pack: in cards, odds and play.

    usual_hand: the number of cards that the rules file deals; None without it, or if it does not say.
    """
    from ..gaming.games import GAMES
    from ..gaming.lab.compare import card_differences, measure_differences, odds_differences
    from ..gaming.lab.odds import OddsRequest

    about = results.experiments[0].setup_record
    hand = about["options"].get("hand", usual_hand)
    # A pack for several games has no odds for a number of players.
    game = GAMES.get(about["game"])
    players = about["players"] if game is None or game.own_pack else None
    ask = OddsRequest(hands=(hand,) if hand else (), players=players)
    two = packs[0], packs[at]
    exact = {"cards": card_differences(*two), "odds": odds_differences(*two, ask)}
    return PackDifferences(at, exact, measure_differences(results, at))


def _comparison_record(compared: Comparison) -> dict[str, Any]:
    """Return everything as data for other programs: shares are between 0 and 1."""
    from ..gaming.lab.results import results_record

    results = compared.results
    return {
        "packs": [results_record(results, at) for at in range(len(results.names))],
        "differences": [_pair_record(results.names, each) for each in compared.others],
    }


def _pair_record(names: Sequence[str], other: PackDifferences) -> dict[str, Any]:
    exact = {name: [figure_record(pair) for pair in pairs] for name, pairs in other.exact.items()}
    measures = [
        {
            "key": row.measure.key,
            "title": row.measure.title,
            "unit": row.measure.unit,
            "one": row.one._asdict(),
            "other": row.other._asdict(),
            "difference": row.difference._asdict(),
            "word": row.verdict,
        }
        for row in other.play
    ]
    return {"one": names[0], "other": names[other.pack_index], **exact, "measures": measures}


def figure_record(pair: "FigurePair") -> dict[str, Any]:
    """Return an exact figure of two packs as data."""
    one, other = (None if each is None else float(each) for each in (pair.one, pair.other))
    return {"key": pair.key, "title": pair.title, "unit": pair.unit, "one": one, "other": other}
