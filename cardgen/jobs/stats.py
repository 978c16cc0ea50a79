"""What is in packs, and the odds of what is dealt and drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from .groups import CARDS, IN_LANGUAGE, STRICT, ReportOptions
from .job import JobOfSeveral, Option, Progress
from .kinds import FilePath, Number
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined

_MOST_PLAYERS = 1_000
#: The largest hand and the most turns that odds are worked out for.
_MOST_DRAWN = 500


@dataclass(frozen=True, kw_only=True)
class Stats(JobOfSeveral, ReportOptions):
    """Tell what is in packs: cards and points by suit and rank, and exact odds of the deal and the stock.

    The odds are computed, not sampled. They are of chance alone: what players choose to do is for
    `cardgen simulate`.

    \b
    Examples:
      cardgen stats never-over
      cardgen stats never-over never-over-attack --players 4
      cardgen stats never-over --of "≤0" --of "+3,+4" --hand 6 --hand 8 --turns 10
      cardgen stats standard-52 --of A --of court --hand 5
      cardgen stats my-pack.yaml --format csv
      cardgen stats never-over --plot never-over.svg
    """

    hands: Annotated[
        tuple[int, ...],
        Option(
            "Cards in an opening hand; repeat it for several. Default: the game's own.",
            Number(1, _MOST_DRAWN),
            name="hand",
        ),
    ] = ()
    of: Annotated[
        tuple[str, ...],
        Option(
            'What the odds are about: a suit, a card or a rank, such as red, "+4" or A; repeat it for '
            "several.",
            CARDS,
        ),
    ] = ()
    turns: Annotated[
        int | None,
        Option(
            "How many turns the odds of drawing go. Default: 6, as far as the stock lasts.",
            Number(1, _MOST_DRAWN),
        ),
    ] = None
    players: Annotated[
        int | None,
        Option(
            "How many are dealt a hand: adds the odds that anybody has a card, and shortens the stock.",
            Number(1, _MOST_PLAYERS),
        ),
    ] = None
    rules: Annotated[
        Path | None,
        Option(
            "A game of your own in place of the pack's: see docs/own-games.md. The file is run as a "
            "program: name none that you do not trust.",
            FilePath("file", only=True, metavar="FILE.py"),
        ),
    ] = None
    with_extras: Annotated[bool, Option("Deal jokers and other extras too where games leave them out.")] = (
        False
    )
    language: Annotated[str | None, IN_LANGUAGE] = None
    strict: Annotated[bool, STRICT] = False

    @property
    def overrides(self) -> dict[tuple[str, ...], Any]:
        """What is laid over a pack before it is checked: its language."""
        return {("language",): self.language} if self.language else {}

    def run_all(self, packs: "Sequence[Examined]", progress: Progress) -> Result:
        """Work out what is in each pack, and the odds."""
        from ..gaming.games.rules_file import RulesFile
        from ..gaming.lab.composition import composition_of
        from ..gaming.lab.odds import Ask, odds_of
        from ..gaming.lab.stats_records import record

        own = RulesFile.read(self.rules) if self.rules else None
        usual = (own.game.hand,) if own is not None and own.game.hand else ()
        ask = Ask(self.of, self.hands or usual, self.turns, self.players, self.with_extras)
        found = [(composition_of(pack.sound), odds_of(pack.sound, ask)) for pack in packs]

        def draw(kind: str) -> bytes:
            from ..gaming.lab.plots.composition import composition_picture

            compositions, odds = zip(*found, strict=True)
            return composition_picture(compositions, kind, odds)

        return Result(
            self.plot_files(draw), facts=[record(*each) for each in found], result=found, named=self.plot
        )
