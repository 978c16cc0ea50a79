"""Compare packs, or variants of the rules: their cards, the odds, and play over the same games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..errors import UsageError
from .groups import ReportOptions
from .job import JobOfSeveral, Option, Progress
from .kinds import Text
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
    from ..gaming.games.game import Setup
    from ..gaming.lab.compare import FigurePair, MeasureDifference
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

#: Maximum number of packs or variants. More would need memory for the covariance of each pair of facts.
MOST_PACKS = 8
#: The exact differences: their keys in the record for programs, and their titles.
EXACT = {"cards": "what is in the pack", "odds": "odds"}


class PackDifferences(NamedTuple):
    """The differences between a pack or a variant and the first one."""

    #: The index of the pack or the variant, from 1.
    pack_index: int
    #: Differences of cards and of odds, by the keys of EXACT; none between variants, which are of one pack.
    exact: Mapping[str, "Sequence[FigurePair]"]
    #: Differences of play.
    play: "Sequence[MeasureDifference]"


class Comparison(NamedTuple):
    """The results of the same games with all packs or variants, and how each differs from the first."""

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

    With --against it compares variants of the rules, with one pack.

    \b
    Examples:
      cardgen compare never-over never-over-attack
      cardgen compare never-over my-pack.yaml --players 2 --games 100000
      cardgen compare never-over my-pack.yaml --temperament careful --plot compared.png
      cardgen compare never-over --against hand=6 --against "hand=6, no-discarding"
    """

    against: Annotated[
        tuple[str, ...],
        Option(
            "A variant of the rules: options of the game, such as hand=6, or, with --rules, another file of "
            "rules, such as other.py; commas join several. Repeat it for more variants.",
            Text("VARIANT"),
        ),
    ] = ()

    def verify_number(self, packs: int) -> None:
        """Raise UsageError for too few packs, and for too many."""
        if self.against and packs != 1:
            raise UsageError(f"--against compares variants of the rules with one pack: here are {packs}")
        if len(self.against) >= MOST_PACKS:
            raise UsageError(f"--against takes up to {MOST_PACKS - 1} variants: here are {len(self.against)}")
        if not self.against and not 2 <= packs <= MOST_PACKS:
            raise UsageError(f"compare wants two packs, or up to {MOST_PACKS}: here is {packs}")

    def run_all(self, packs: "Sequence[Examined]", progress: Progress) -> Result:
        """Play the same games with all packs or variants; the result is a `Comparison`.

        Ctrl-C ends it early with the games played so far.
        """
        from ..gaming.games import experiment_of
        from ..gaming.lab.compare import measure_differences

        setup = self.table((len(packs) + len(self.against)) * self.games)
        drawn = [each.valid_pack for each in packs]
        variants = [experiment_of(drawn[0], self._setup_of_variant(setup, each)) for each in self.against]
        experiments = [*(experiment_of(pack, setup) for pack in drawn), *variants]
        _verify_same_table(experiments, bool(variants))
        names = [*_distinct_names(packs), *self.against]
        if self.against:
            names[0] = f"{names[0]}, {self._name_of_base_rules(setup)}"
        results, warnings = play_experiments(
            self, experiments, names, self.seed, self.games, progress, ", ".join(names)
        )
        own = read_rules_file(self.rules)
        hand = own.game.hand if own is not None else None
        differences = [
            PackDifferences(at, {}, measure_differences(results, at))
            if variants
            else _pack_differences(results, drawn, at, hand)
            for at in range(1, len(names))
        ]
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

    def _name_of_base_rules(self, setup: "Setup") -> str:
        """Return the name of the rules that variants are compared with: their options, or their file."""
        file = [self.rules.name] if self.rules is not None else []
        return ", ".join([*file, *setup.options]) or "usual rules"

    def _setup_of_variant(self, setup: "Setup", text: str) -> "Setup":
        """Return the setup of a variant, whose options replace those of the same names.

        text: options, and at most one file of rules, separated by commas. Raises UsageError for others.
        """
        words = [each.strip() for each in text.split(",") if each.strip()]
        files = [each for each in words if each.endswith(".py")]
        if files and self.rules is None:
            raise UsageError(f"--against {text}: name the file of rules to compare it with, by --rules")
        if not words or len(files) > 1:
            raise UsageError(f"--against {text}: write options such as hand=6, or one file of rules")
        own = [each for each in words if each not in files]
        named = {_option_name(each) for each in own}
        usual = [each for each in setup.options if _option_name(each) not in named]
        rules = read_rules_file(Path(files[0])) if files else setup.rules
        return setup._replace(options=(*usual, *own), rules=rules)


def _option_name(word: str) -> str:
    """Return the name of an option of a game from its text, such as "hand=6"."""
    return word.partition("=")[0].strip().lower().replace("_", "-")


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


def _verify_same_table(experiments: "Sequence[Experiment]", are_variants: bool) -> None:
    """Raise UsageError unless all have the same number of players, which can depend on a pack's cards, and
    packs the same game.

    are_variants: whether they are of one pack; files of rules are different games.
    """
    games = list(dict.fromkeys(each.setup_record["game"] for each in experiments))
    if len(games) > 1 and not are_variants:
        raise UsageError(
            f"these packs are for different games, {' and '.join(games)}: name one that all are for with "
            "--game, or count their cards with `cardgen stats`"
        )
    players = [each.setup_record["players"] for each in experiments]
    if len({*players}) > 1:
        fewest = min(players)
        what = "variants" if are_variants else "packs"
        raise UsageError(f"these {what} serve different numbers of players: add --players {fewest}")


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
    exact = {name: [figure_record(pair) for pair in other.exact.get(name, ())] for name in EXACT}
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
