"""Show the contents of packs, and the odds of cards dealt and drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import Problem, UsageError
from .groups import CARDS, IN_LANGUAGE, STRICT, ReportOptions
from .job import Dependency, JobOfSeveral, Option, Progress
from .kinds import FilePath, Number, Text
from .pieces import CARDS as NAME_OF_CARDS
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined

_MOST_PLAYERS = 1_000
#: Maximum hand, and number of turns, for odds.
_MOST_DRAWN = 500
_NO_MULLIGAN = "only --mulligan puts hands back: add it"


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
      cardgen stats never-over --hold "red:2 and +4" --mulligan 1
      cardgen stats never-over --sum rank --out "≤0, +4:2"
      cardgen stats never-over --deck "+1:7, ≤3:3" --gain "+4 on 1" --new-hands --sum rank --hand 5
      cardgen stats my-pack.yaml --format csv
      cardgen stats never-over --plot never-over.svg
    """

    pieces = "each"

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
            "Number of turns for the odds of drawing. Default: 6, as far as the stock lasts.",
            Number(1, _MOST_DRAWN),
        ),
    ] = None
    players: Annotated[
        int | None,
        Option(
            "Number of players that are dealt a hand: adds the odds that anybody has a card, and shortens "
            "the stock.",
            Number(1, _MOST_PLAYERS),
        ),
    ] = None
    hold: Annotated[
        tuple[str, ...],
        Option(
            'The odds that a hand holds cards together: "A and court:2", "type=ware:1-2 and Storm:0". A '
            "number is the minimum, two numbers are the minimum and the maximum, 0 is none; repeat it for "
            "several.",
            Text("CONDITION"),
        ),
    ] = ()
    sums: Annotated[
        tuple[str, ...],
        Option(
            "What a hand adds up to in a column of numbers, such as cost, or in the rank of suits; repeat "
            "it for several.",
            Text("COLUMN"),
            name="sum",
        ),
    ] = ()
    mulligan: Annotated[
        int,
        Option(
            "How often a hand that is not good enough may be shuffled back for a new one.",
            Number(0, 20),
            only=Dependency("hold", (), "--mulligan is about what a hand holds: add --hold", needed=True),
        ),
    ] = 0
    mulligan_cost: Annotated[
        int,
        Option(
            "Number of cards that each new hand has fewer.",
            Number(0, _MOST_DRAWN),
            only=Dependency("mulligan", (), _NO_MULLIGAN, needed=True),
        ),
    ] = 0
    keep: Annotated[
        str | None,
        Option(
            "Which hands are good enough to keep. Default: those that meet --hold.",
            Text("CONDITION"),
            only=Dependency("mulligan", (), _NO_MULLIGAN, needed=True),
        ),
    ] = None
    deck: Annotated[
        str | None,
        Option('The deck that is drawn from, in place of the whole pack: "Copper:7, Estate:3".', CARDS),
    ] = None
    out: Annotated[
        str | None,
        Option(
            'Cards that are not in the deck when it is shuffled, such as those on the table: "Storm:2".',
            CARDS,
        ),
    ] = None
    new_hands: Annotated[
        bool,
        Option(
            "Discard the hand each turn and draw a new one; the discards are shuffled when the stock runs "
            "out."
        ),
    ] = False
    gain: Annotated[
        tuple[str, ...],
        Option(
            'Cards that come into the discards at the end of a turn: "Silver:1 on 2"; repeat it for several.',
            CARDS,
            only=Dependency(
                "new_hands", (), "--gain is for decks that are shuffled again: add --new-hands", needed=True
            ),
        ),
    ] = ()
    rules: Annotated[
        Path | None,
        Option(
            "A game of your own in place of the pack's: see `cardgen docs own-games`. The file is "
            "run as a program: name none that you do not trust.",
            FilePath("file", only=True, metavar="FILE.py"),
        ),
    ] = None
    with_extras: Annotated[bool, Option("Deal jokers and other extras too where games leave them out.")] = (
        False
    )
    language: Annotated[str | None, IN_LANGUAGE] = None
    strict: Annotated[bool, STRICT] = False

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and options without effect."""
        yield from super().option_problems(pack)
        if self.new_hands and not (self.hold or self.sums):
            yield Problem(
                "--new-hands tells what hands hold or add up to: add --hold or --sum", ("new_hands",)
            )
        if self.new_hands and self.players is not None:
            yield Problem("--new-hands is about one player's own deck: leave --players out", ("players",))
        if self.new_hands and self.mulligan:
            yield Problem("--mulligan is about opening hands: leave it out, or --new-hands", ("mulligan",))
        if self.with_extras and self.deck is not None:
            yield self.no_effect_warning("with_extras", "--deck deals the cards that it names, extras too")

    @property
    def overrides(self) -> dict[tuple[str, ...], Any]:
        """Return the override that is merged into a pack before it is checked: its language."""
        return {("language",): self.language} if self.language else {}

    def run_all(self, packs: "Sequence[Examined]", progress: Progress) -> Result:
        """Compute the contents of each pack, and the odds."""
        from ..gaming.games.rules_file import RulesFile
        from ..gaming.lab.composition import count_pack
        from ..gaming.lab.odds import OddsRequest, odds_of
        from ..gaming.lab.questions import Questions
        from ..gaming.lab.stats_records import stats_record
        from ..pack.icon_libraries import icon_credits
        from ..pack.selection import cards_matching_any

        own = RulesFile.read(self.rules) if self.rules else None
        usual = (own.game.hand,) if own is not None and own.game.hand else ()
        questions = Questions(
            hold=self.hold,
            sums=self.sums,
            deck=self.deck,
            out=self.out,
            mulligans=self.mulligan,
            mulligan_cost=self.mulligan_cost,
            keep=self.keep,
            new_hands=self.new_hands,
            gains=self.gain,
        )
        ask = OddsRequest(self.of, self.hands or usual, self.turns, self.players, self.with_extras, questions)
        # Questions may be about some kinds of pieces only: the others are left out.
        found, left_out = [], {}
        for pack in (each.valid_pack for each in packs):
            named = tuple(
                term for term in self.of if pack.whole_pack is None or cards_matching_any(pack, term)
            )
            if self.of and not named:
                continue
            try:
                odds = odds_of(pack, replace(ask, terms=named))
            except UsageError as error:
                if pack.whole_pack is None:
                    raise
                left_out[pack.piece or NAME_OF_CARDS] = error
                continue
            sets = icon_credits(file for _, file in pack.drawings)
            found.append((replace(count_pack(pack), icon_sets=sets), odds))
        errors = list(left_out.values())
        if errors and not found:
            raise errors[0]

        def draw(kind: str) -> bytes:
            from ..gaming.lab.plots.composition import composition_picture

            compositions, odds = zip(*found, strict=True)
            return composition_picture(compositions, kind, odds)

        return Result(
            self.plot_files(draw),
            (f"{', '.join(left_out)}: left out: {errors[0]}",) if errors else (),
            facts=[stats_record(*each) for each in found],
            result=found,
            named=self.plot,
        )
