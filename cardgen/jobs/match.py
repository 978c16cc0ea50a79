"""One player against another, over the same deals from every side."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from .job import Option, Progress
from .kinds import Number, Text
from .playing import (
    GAME,
    GAME_OPTIONS,
    OPPONENTS,
    SEED,
    LanguageAndStrictOptions,
    RulesFileOption,
    WorkOptions,
    open_session,
    read_rules_file,
)
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.lab import match as lab

#: Default and maximum number of deals: the result of each is kept in memory.
_USUAL_DEALS, _MOST_DEALS = 200, 100_000


class PlayedMatch(NamedTuple):
    """A match with its result."""

    match: "lab.MatchExperiment"
    standing: "lab.Standing"


@dataclass(frozen=True, kw_only=True)
class Match(RulesFileOption, WorkOptions, LanguageAndStrictOptions):
    """Play one player against another: A has one side, B all others, and each deal is played from every side.

    A and B are players as `cardgen list players` names them. The match ends as soon as it is decided whether
    A wins more than its share, or less; its intervals hold whenever it is stopped.

    \b
    Examples:
      cardgen match standard-52 sensible random --game addenda
      cardgen match standard-52 search=5 sensible --game up-and-over --deals 10
      cardgen match my-pack.yaml search random --rules my_game.py --players 3 --deals 20
    """

    one: Annotated[str, Option("The player with one side.", Text("A"), argument=True)]
    other: Annotated[str, Option("The player with all other sides.", Text("B"), argument=True)]
    game: Annotated[str | None, GAME] = None
    players: Annotated[int | None, OPPONENTS] = None
    options: Annotated[tuple[str, ...], GAME_OPTIONS] = ()
    deals: Annotated[
        int, Option("How many deals to play at most, each from every side.", Number(1, _MOST_DEALS))
    ] = _USUAL_DEALS
    all_deals: Annotated[bool, Option("Play all deals, even after the result is decided.")] = False
    seed: Annotated[int, SEED] = 1
    format: Annotated[Literal["text", "json"], Option("Format of the output.")] = "text"

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Play until it is decided. The result is a PlayedMatch. Ctrl-C ends it early."""
        from ..gaming.games import experiment_of
        from ..gaming.games.game import Setup
        from ..gaming.lab.match import MatchExperiment, deals_at_next_look, match_standing
        from ..gaming.lab.moments import GameTally

        one, other = (each.strip().lower() for each in (self.one, self.other))
        setup = Setup(self.game, self.players, (other,), self.options, rules=read_rules_file(self.rules))
        experiment: Any = experiment_of(pack.valid_pack, setup)
        match, total = MatchExperiment(experiment, one, other), GameTally()
        with open_session(self, progress) as session:
            session.begin("playing")
            while total.games < self.deals and not session.is_stopped:
                until = self.deals if self.all_deals else min(self.deals, deals_at_next_look(total.games))
                total.add(session.play_games([match], self.seed, until - total.games, total.games))
                if match_standing(match, total).winner_sign and not self.all_deals:
                    break
        if not total.games:
            session.abort()
        found = match_standing(match, total)
        is_whole = total.games == self.deals or (bool(found.winner_sign) and not self.all_deals)
        return Result(
            facts=_match_record(match, found, self.seed, self.deals, is_whole),
            warnings=session.warnings(),
            result=PlayedMatch(match, found),
            interrupted="" if is_whole else f"INTERRUPTED after {found.deals:,} of {self.deals:,} deals",
        )


def _match_record(
    match: "lab.MatchExperiment", standing: "lab.Standing", seed: int, requested_games: int, whole: bool
) -> dict[str, Any]:
    """Return a match as data for programs; shares are between 0 and 1."""
    return {
        **match.setup_record,
        "seed": seed,
        "deals": standing.deals,
        "asked": requested_games,
        "complete": whole,
        "games": standing.deals * standing.sides,
        "first": standing.first,
        "shared": standing.shared,
        "fair": standing.fair_share,
        "wins": standing.wins._asdict(),
        "margin": standing.margin._asdict(),
        "decided": {1: "more", -1: "less", 0: None}[standing.winner_sign],
    }
