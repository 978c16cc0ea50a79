"""Find compositions of a pack that play as wished."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ..errors import CardgenError, KeyPath, Problem, UsageError
from ..gaming.lab.design.search_space import KEEPS
from ..units import BadValue, count_with_noun, nearest_word_hint, quoted_value
from .design_results import (
    HOW_TO_READ,
    LONGEST_TITLE,
    LUCK,
    DesignFiles,
    DesignTitles,
    design_file_stem,
    design_text,
    designs_record,
    exchanges_text,
    long_and_short_titles,
    options_text,
    other_tables_record,
    outcome_sentence,
    read_checkpoint,
    verify_checkpoint,
    wishes_text,
)
from .groups import OUTPUT, is_file
from .job import JobInRounds, Option, Progress, Round
from .kinds import Choice, FilePath, Kind, Number, Others, Text
from .playing import (
    ENGINE,
    SEED,
    TEMPERAMENT,
    Engine,
    LanguageAndStrictOptions,
    PlayerCounts,
    RulesFileOption,
    Session,
    TableOptions,
    WorkOptions,
    open_session,
    table_text,
)
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..gaming.games.experiment import Experiment
    from ..gaming.games.game import Setup
    from ..gaming.lab.design.holdout import JudgedDesign as Found
    from ..gaming.lab.design.holdout import OtherTable
    from ..gaming.lab.design.problem import DesignProblem
    from ..gaming.lab.design.racing import SearchState
    from ..gaming.lab.design.search import SearchOutcome as Best
    from ..gaming.lab.design.search_space import Composition, SearchSpace, VariedOption
    from ..gaming.lab.moments import GameTally
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

#: Maximum number of players at the other tables for designs.
_MOST_PLAYERS = 6
#: Maximum number of designs of a search.
MOST_DESIGNS = 9
#: Default number of games of the search, and of fresh games per pack.
_SEARCH, _FRESH = 1_000_000, 100_000
_MOST, _LEAST = 1_000_000_000, 2_000
#: Divisor of the fresh games for each other table, and their minimum where as many are played here.
_OTHERS, _FEW = 32, 2_000
#: Maximum number of cards that can be asked for.
_MOST_CARDS = 100_000
#: Maximum number of combinations of varied options.
_MOST_COMBINATIONS = 64
#: Minimum and maximum relative tolerance.
_NEAREST, _FARTHEST = 0.0005, 0.5


class NumberOfCards(Kind):
    """A number of cards, or a range of them. Python may give a number, or the fewest and the most."""

    metavar = "N[-M]"
    extent = "1 to 100,000"

    def parse_value(self, value: object, others: Others) -> tuple[int, int]:
        """Return the fewest and the most. Raises BadValue."""
        text = (
            "-".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value
        )
        match = re.fullmatch(r"([0-9]{1,6})(?:[-–]([0-9]{1,6}))?", str(text).strip())
        fewest, most = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= fewest <= most <= _MOST_CARDS:
            raise BadValue(f"{value!r} is no number of cards", f"write 55, or 50-60: {self.extent}")
        return fewest, most

    def as_typed(self, value: Any) -> str:
        """Return a number or a range as typed on the command line, such as "54" or "50-60"."""
        return "-".join(map(str, dict.fromkeys(value)))


class Percent(Kind):
    """A share in per cent; Python gives a number: 0.01 for 1 %."""

    metavar = "PERCENT"

    def parse_value(self, value: object, others: Others) -> float:
        """Return the share as a number. Raises BadValue."""
        try:
            part = float(value.strip().removesuffix("%")) / 100 if isinstance(value, str) else float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            part = -1.0
        if not _NEAREST <= part <= _FARTHEST:
            raise BadValue(f"{value!r} is not between 0.05 % and 50 %", "write a percentage such as 1%")
        return part

    def as_typed(self, value: float) -> str:
        """Return a share as it would be typed, in per cent."""
        return f"{100 * value:g}%"


class DesignTitle(Text):
    """A name for a pack, with room for a number."""

    def parse_value(self, value: object, others: Others) -> str:
        """Return the name. Raises BadValue."""
        text = " ".join(str(value).split())
        if not text:
            raise BadValue("the name is empty: write a name, or leave it out")
        if len(text) > LONGEST_TITLE:
            long = f"a name of {len(text)} characters is too long"
            raise BadValue(f"{long}: {LONGEST_TITLE} are allowed, and a number besides")
        if not text.isprintable():
            raise BadValue(f"{quoted_value(text)} has characters that cannot be printed: leave them out")
        return text


@dataclass(frozen=True, kw_only=True)
class _WishOptions(JobInRounds):
    """What is wished for, and what stays as it is."""

    attack: Annotated[
        str | None,
        Option(
            "Wish for the attack index: +10%, -5%, +2, 45, same, more, less, or at least 45.", Text("TARGET")
        ),
    ] = None
    defence: Annotated[str | None, Option("Wish for the defence index.", Text("TARGET"))] = None
    wishes: Annotated[
        tuple[str, ...],
        Option(
            "Wish for anything that simulate measures, by its key or title: turns=-10%, tied=5%, score=same, "
            "turns<=40, margin=less.",
            Text("KEY=TARGET"),
            name="wish",
        ),
    ] = ()
    within: Annotated[
        float,
        Option("How near to a wish is near enough, in per cent of what the base has.", Percent()),
    ] = 0.01
    cards: Annotated[
        Any,
        Option(
            "Cards in the pack, without extras, or how many it may have. Default: the base's.",
            NumberOfCards(),
        ),
    ] = None
    highest: Annotated[int | None, Option("The highest pointage. Default: the base's.", Number(1, 1_000))] = (
        None
    )
    keep: Annotated[tuple[str, ...], Option("Keep this total as the base has it.", Choice(KEEPS))] = ()
    vary: Annotated[
        tuple[str, ...],
        Option(
            "Let an option of the game vary: hand=5-7, partners=none,shared; without values, on or off.",
            Text("OPTION[=VALUES]"),
        ),
    ] = ()


@dataclass(frozen=True, kw_only=True)
class _SearchOptions(JobInRounds):
    """How long is searched, and by which games."""

    best: Annotated[int, Option("How many designs to find.", Number(1, MOST_DESIGNS))] = 3
    most_games: Annotated[
        int, Option("How many games the search may take, all packs together.", Number(_LEAST, _MOST))
    ] = _SEARCH
    games: Annotated[
        int, Option("New games for the final measurement of each design.", Number(100, _MOST))
    ] = _FRESH
    seed: Annotated[int, SEED] = 1
    engine: Annotated[Engine, ENGINE] = "auto"


@dataclass(frozen=True, kw_only=True)
class _CarefulTable(TableOptions):
    """A table whose players are careful by default."""

    temperament: Annotated[Sequence[str], TEMPERAMENT] = ("careful",)
    players: Annotated[
        Any,
        Option(
            "Number of players. Default: 4, or 2. With several, as 2-6, each wish counts at each table; "
            "temperaments go round the seats.",
            PlayerCounts(),
        ),
    ] = None

    def tables(self) -> list[Setup]:
        """Return the table for each number of players; where there are more seats than temperaments, these
        repeat.
        """
        usual = super().table()
        if getattr(self, "rules", None) and "temperament" not in self.given:
            usual = usual._replace(temperaments=("random",))
        return [self._table_with_seats(usual, seats) for seats in self.players or (None,)]

    def _table_with_seats(self, usual: Setup, seats: int | None) -> Setup:
        names = usual.temperaments
        if len(names) > 1 and len(self.players or ()) > 1 and seats is not None:
            names = tuple(names[seat % len(names)] for seat in range(seats))
        return usual._replace(players=seats, temperaments=names)


@dataclass(frozen=True, kw_only=True)
class _DesignFileOptions(JobInRounds):
    """The files of the designs, and of the search."""

    name: Annotated[
        str | None,
        Option(
            "What the designs are called; several get a number each. Default: the base's name and the "
            "wishes.",
            DesignTitle("TEXT"),
        ),
    ] = None
    output: Annotated[
        Path | None,
        Option(
            "Folder for the designs. Default: output/, or the folder of a pack of your own.",
            FilePath("dir", only=True),
            letter="o",
        ),
    ] = None
    page: Annotated[
        Path | None,
        Option("Also write the result as one HTML page to send to somebody.", FilePath("file", only=True)),
    ] = None
    resume: Annotated[Path | None, Option("Go on with a search that was stopped.", FilePath())] = None
    force: Annotated[bool, Option("Replace designs that were made for other wishes.")] = False
    format: Annotated[
        Literal["text", "json", "json-lines"],
        Option("Format of the output; json-lines also prints a line after each round of the search."),
    ] = "text"


@dataclass(frozen=True, kw_only=True)
class Design(
    _WishOptions,
    _CarefulTable,
    RulesFileOption,
    _SearchOptions,
    WorkOptions,
    _DesignFileOptions,
    LanguageAndStrictOptions,
):
    """Find compositions of a pack that play as you wish, with as few cards exchanged as will do.

    The pack is for NEVER OVER, or for a game of your own with --rules.

    The best few are measured on fresh games, tried with other players and other numbers of them, and written
    as variants of the pack.

    \b
    Examples:
      cardgen design never-over --attack +10%
      cardgen design never-over --cards 55 --highest 4 --players 4 --attack +10%
      cardgen design my-pack.yaml --defence +20% --wish turns=same --keep green-points
      cardgen design never-over --defence 20 --temperament defender --most-games 2000000
      cardgen design never-over --players 2-6 --attack more --page for-anna.html
      cardgen design never-over --attack +10% --cards 50-60 --vary hand=6-9 --vary red-counts-against
      cardgen design my-pack.yaml --rules my_game.py --wish turns=-10%
      cardgen design never-over --attack +10% --resume output/never-over-attack-up-10.json
    """

    def option_problems(self, pack: Examined | None) -> Iterator[Problem]:
        """Yield errors for wrong options, and for a pack that is not a file, because designs are variants of
        a file.
        """
        yield from super().option_problems(pack)
        for name in ("attack", "defence", "highest", "keep") if self.rules else ():
            if getattr(self, name):
                yield Problem(f"--{name} is for NEVER OVER: with --rules add --wish", (name,))
        if self.page is not None and not is_file(self.page, ".html"):
            yield Problem(f"{self.page} cannot be the page: name a file that ends in .html", ("page",))
        if pack is not None and (not pack.name or pack.text is not None):
            yield Problem("designs are variants of a pack in a file: save this one, and name its file")

    def run_rounds(self, pack: Examined, progress: Progress, keep: Callable[[Round], None]) -> Result:
        """Search, measure the designs on fresh games, and try them at other tables. The result is a
        `DesignAnswer`.

        Ctrl-C ends it early with what was found so far, and with the file to resume from.
        """
        question = _read_question(self, pack)
        memory = read_checkpoint(self.resume, question.problem) if self.resume else None
        with open_session(self, progress) as session:
            known, found = _search(question, session, memory, keep, self.format == "json-lines")
            results = _measure_designs(question, session, found, self.games)
            others = _results_at_other_tables(question, session, found, self.games)
            warnings = session.warnings()
        return _design_result(question, DesignRun(known, found, results, others), warnings, self.page)


# --- the question --------------------------------------------------------------------------------


class DesignQuestion(NamedTuple):
    """A search for designs, and the files that it writes."""

    pack: str
    base: Pack
    problem: DesignProblem
    #: For each other table, a function that returns it with a composition.
    others: dict[str, Callable[[Composition], Experiment]]
    place: DesignFiles
    #: The name of the designs.
    title: DesignTitles
    #: The file in which the search saves its state.
    checkpoint: Path
    #: Designs that may be overwritten.
    earlier: list[str]


def _read_question(job: Design, examined: Examined) -> DesignQuestion:
    """Return the question, after refusing what cannot be answered before any game is played."""
    from ..gaming.lab.design.group import wishes_without_tables
    from ..gaming.lab.design.variants import (
        extends_value,
        lists_with_quantities,
        own_pack_folder,
        quantities_by_listed_card,
    )

    pack, name = examined.valid_pack, examined.name
    problem = _read_problem(pack, job)
    if job.rules is None:
        # A pack for one's own rules keeps its cards, and changes their numbers.
        _verify_drawable(job, examined, problem)
    title = _choose_title(job, examined, problem)
    folder = job.output or own_pack_folder(name) or OUTPUT
    rows = quantities_by_listed_card(problem.space, problem.start)
    lists_with_quantities(name, pack, rows)
    extends_value(name, folder, with_lists=bool(rows))
    place = DesignFiles(
        folder, design_file_stem(examined.slug, wishes_without_tables(problem.wishes)), problem.fingerprint
    )
    state = job.resume or place.checkpoint
    if not job.resume:
        verify_checkpoint(state)
    tables = job.tables()
    others = _other_tables(pack, problem, tables[0]) if len(tables) == 1 and job.rules is None else {}
    return DesignQuestion(name, pack, problem, others, place, title, state, place.names_to_replace(job.force))


def _read_problem(pack: Pack, job: Design) -> DesignProblem:
    """Return the problem of the search. Raises UsageError for what cannot be searched."""
    from ..gaming.games.never_over import NEVER_OVER
    from ..gaming.games.never_over.cards import cards_of
    from ..gaming.lab.design.group import GroupTables, wishes_at_tables
    from ..gaming.lab.design.problem import DesignProblem, read_wishes
    from ..gaming.lab.design.search_space import make_search_space, make_space_of_any_cards
    from ..pack.selection import cards_in_play

    if job.rules is None and job.game not in (None, NEVER_OVER.name):
        raise UsageError(f"design works on {NEVER_OVER.name} only, not on {job.game}")
    if job.rules is None and NEVER_OVER.name not in pack.games:
        its = f"it is for {', '.join(pack.games)}" if pack.games else "it names no game"
        raise UsageError(
            f"design works on packs for NEVER OVER, and {pack.name} is not: {its}; "
            "another game needs its --rules"
        )
    fewest, most = job.cards or (None, None)
    # A range of one number is a number.
    wanted_cards, sizes = (fewest, None) if fewest == most else (None, job.cards)
    if job.rules is not None:
        space: SearchSpace = make_space_of_any_cards(cards_in_play(pack), wanted_cards, sizes)
    else:
        space = make_search_space(cards_of(pack), wanted_cards, job.highest, job.keep, sizes)  # type: ignore[arg-type]
    makers = [_table_maker(pack, table, space) for table in job.tables()]
    is_group = len(makers) > 1

    def experiment(composition: Composition) -> Experiment:
        tables = tuple(make(composition) for make in makers)
        return GroupTables(tables) if is_group else tables[0]

    base = makers[0](space.base)

    wishes = read_wishes(_wanted_targets(job), base.measures, job.within)
    if job.vary:
        varied = _read_varied_options(job.vary, base.options_in_use)
        keys = {wish.key for wish in wishes}
        space = _space_with_options(pack, job, space, varied, keys)
        makers = [_table_maker(pack, table, space) for table in job.tables()]
    about = base.setup_record
    if is_group:
        group = GroupTables(tuple(make(space.base) for make in makers))
        wishes, about = wishes_at_tables(wishes, group), group.setup_record
    if space.is_valid(space.base) and all(wish.text == "same" for wish in wishes):
        raise UsageError(
            "all wishes keep the pack as it is: wish for a change too, or for other --cards or another "
            "--highest"
        )
    problem = DesignProblem(space, wishes, experiment, about, job.seed, job.best, job.most_games)
    experiment(problem.start)
    return problem


def _wanted_targets(job: Design) -> list[tuple[str, str]]:
    """Return the measures that are wished for, by key or title, each with its target. Raises UsageError."""
    indices = (("attack", job.attack), ("defence", job.defence))
    wanted = [(key, target) for key, target in indices if target is not None]
    for word in job.wishes:
        key, sign, target = re.sub("[≤≥]", lambda found: {"≤": "<=", "≥": ">="}[found[0]], word).partition(
            "="
        )
        if not sign:
            raise UsageError(f"{word!r} is not a wish: write what and how much, such as turns=-10%")
        bound = key[-1:] if key[-1:] in "<>" else ""
        wanted.append((key.removesuffix(bound).strip(), f"{bound}={target}" if bound else target))
    return wanted


def _table_maker(pack: Pack, setup: Setup, space: SearchSpace) -> Callable[[Composition], Any]:
    """Return a function that returns the table (the experiment) for a composition of the space.

    The function raises UsageError for an impossible table, and so does this one.
    """
    from ..gaming.games import experiment_of
    from ..gaming.games.never_over import NEVER_OVER
    from ..gaming.games.never_over.experiment import NeverOverExperiment
    from ..gaming.lab.design.variants import cards_of_composition

    @cache
    def base(options: tuple[str, ...]) -> Any:
        game = None if setup.rules else NEVER_OVER.name
        return experiment_of(pack, setup._replace(game=game, options=(*setup.options, *options)))

    def table(composition: Composition) -> Any:
        values = space.option_values(composition).items()
        found, cards = base(tuple(f"{name}={value}" for name, value in values)), composition[: space.kinds]
        if isinstance(found, NeverOverExperiment):
            return replace(found, table=replace(found.table, cards=cards_of_composition(cards)))
        kinds = list({card.id: card for card in found.cards}.values())
        return replace(
            found,
            cards=tuple(card for card, times in zip(kinds, cards, strict=True) for _ in range(times)),
        )

    return table


def _read_varied_options(words: Sequence[str], in_use: Mapping[str, Any]) -> list[VariedOption]:
    """Return options with the values that they may have, among them those in use. Raises UsageError."""
    from ..gaming.lab.design.search_space import VariedOption

    found: list[VariedOption] = []
    for word in words:
        name, sign, text = word.strip().partition("=")
        known = {each.replace("_", "-"): value for each, value in in_use.items()}
        name = name.strip().lower().replace("_", "-")
        if name not in known:
            raise UsageError(
                f"there is no option {quoted_value(name)} that could vary; {nearest_word_hint(name, known)}"
            )
        if any(each.name == name for each in found):
            raise UsageError(f"--vary {name} is given twice: leave one of them out")
        own = known[name]
        usual = {True: "on", False: "off"}[own] if isinstance(own, bool) else str(own)
        extent = re.fullmatch(r"([0-9]{1,6})[-–]([0-9]{1,6})", text.strip())
        if extent:
            values = list(
                map(str, range(int(extent[1]), min(int(extent[2]), int(extent[1]) + _MOST_COMBINATIONS) + 1))
            )
        else:
            values = [each.strip() for each in text.split(",")] if sign else ["off", "on"]
        if not sign and not isinstance(own, bool):
            raise UsageError(f"--vary {name} needs values: write {name}={usual}, and others behind commas")
        if not all(values) or not values:
            raise UsageError(f"{word!r} names no values: write {name}=5-7, or values with commas between")
        values = list(dict.fromkeys([*values, usual]))
        if all(each.isdigit() for each in values):
            values.sort(key=int)
        found.append(VariedOption(name, tuple(values), values.index(usual)))
    combinations = prod(len(each.values) for each in found)
    if combinations > _MOST_COMBINATIONS:
        raise UsageError(
            f"the varied options have {combinations:,} combinations or more: "
            f"let fewer vary, so that there are {_MOST_COMBINATIONS} or fewer"
        )
    return found


def _space_with_options(
    pack: Pack, job: Design, space: SearchSpace, varied: Sequence[VariedOption], keys: Set[str]
) -> SearchSpace:
    """Return the space with those combinations of varied options that can be played at all tables.

    keys: the measures of the wishes, all of which must be measured with a combination. Raises UsageError for
    a value of an option that no such combination has.
    """
    from ..gaming.lab.design.search_space import choose_start

    smallest = choose_start(replace(space, cards=space.sizes[0], sizes=None) if space.sizes else space)
    every = space.with_varied_options(varied, product(*(range(len(each.values)) for each in varied)))
    makers = [_table_maker(pack, table, every) for table in job.tables()]
    allowed: list[Composition] = []
    reasons: dict[tuple[int, int], str] = {}
    for places in every.combinations:
        try:
            for make in makers:
                lacking = keys - {each.key for each in make((*smallest, *places)).measures}
                if lacking:
                    raise UsageError(f"{', '.join(sorted(lacking))} is not measured then")
        except CardgenError as error:
            reasons |= {each: str(error) for each in enumerate(places)}
        else:
            allowed.append(places)
    for at, option in enumerate(varied):
        for place, value in enumerate(option.values):
            if all(each[at] != place for each in allowed):
                raise UsageError(f"{option.name} cannot be {value}: {reasons[at, place]}")
    return space.with_varied_options(varied, allowed)


def _other_tables(
    pack: Pack, problem: DesignProblem, setup: Setup
) -> dict[str, Callable[[Composition], Experiment]]:
    """Return other tables at which designs are tried, by title: other numbers of players, and other
    temperaments.

    The result is {} with the reference engine, because it would take minutes.
    """
    from ..gaming.games.never_over.players import TEMPERAMENTS

    if not _table_maker(pack, setup, problem.space)(problem.space.base).is_compiled:
        return {}
    here = problem.setup_record["players"]
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
        # Some options, and large hands, allow only some numbers of players.
        with suppress(UsageError):
            found[word] = _table_maker(pack, other, problem.space)
            found[word](problem.space.base)
    return found


def _choose_title(job: Design, examined: Examined, problem: DesignProblem) -> DesignTitles:
    """Return the title of the designs: a valid name for a pack, whose cards can be drawn."""
    from ..gaming.lab.design.group import wishes_without_tables
    from ..pack.translations import untranslated_pack

    if job.name is None:
        # A design is a variant of the base in the language in which this is written.
        long, short = long_and_short_titles(
            untranslated_pack(examined.valid_pack).name, wishes_without_tables(problem.wishes)
        )
        fits = len(long.text) <= LONGEST_TITLE and _fault_of_title(job, examined, long, strict=True) is None
        return long if fits else short
    title = DesignTitles(job.name, True)
    fault = _fault_of_title(job, examined, title, job.strict)
    if fault is not None:
        raise UsageError(f"no pack can be called {quoted_value(title.text)}: {fault}; choose another --name")
    return title


def _fault_of_title(job: Design, examined: Examined, title: DesignTitles, strict: bool) -> str | None:
    """Return the message of the first problem that a pack of this title has and the base has not; None if
    there is none.

    A title can cause problems because cards can show the name of their pack. strict: warnings count as
    problems.
    """
    from ..checks import examination

    called = title.name(MOST_DESIGNS, MOST_DESIGNS)
    known = {(each.path, each.severity) for each in examined.problems}
    found = examination.examine(examined.name, {("name",): called, **job.overrides}).of(
        *("error", "warning")[: 1 + strict]
    )
    return next((each.message for each in found if (each.path, each.severity) not in known), None)


def _verify_drawable(job: Design, examined: Examined, problem: DesignProblem) -> None:
    """Raise UsageError if a design's cards would have problems that the base's cards have not, such as too
    wide numbers.
    """
    space = problem.space
    every = tuple(max(times, int(kind in space.allowed_kinds)) for kind, times in enumerate(problem.start))
    found = _examine_with_quantities(job, examined, every[: space.kinds])
    known = {(each.path, each.severity) for each in examined.problems}
    for fault in found.of("error", "warning"):
        if (fault.path, fault.severity) not in known:
            raise UsageError(
                f"a pack up to {space.highest} has a fault that {examined.name} has not: {fault.message}; "
                f"fix the base, or ask for another --highest"
            )


def _examine_with_quantities(job: Design, examined: Examined, composition: Composition) -> Examined:
    """Return the examined base with other quantities."""
    from ..checks import examination
    from ..gaming.games.never_over.pack_rules import green_and_red_suits
    from ..gaming.lab.design.variants import quantities_by_suit

    green, red = green_and_red_suits(examined.valid_pack)
    there = examined.valid_pack.suit_cards
    overrides: dict[KeyPath, Any] = {**job.overrides}
    for suit, ranks in quantities_by_suit(composition, str(green), str(red)).items():
        for rank, times in ranks.items():
            path = ("suits", suit, "cards", rank)
            if times:
                overrides[*path, "quantity"] = times
            elif rank in there[suit]:
                overrides[path] = None
    return examination.examine(examined.name, overrides)


# --- the results ---------------------------------------------------------------------------------


class DesignRun(NamedTuple):
    """The results of a run."""

    memory: SearchState
    found: Best
    #: None if no fresh game was played.
    results: Results | None
    #: The results at other tables.
    others: Sequence[OtherTable]

    @property
    def is_complete(self) -> bool:
        """Tell whether the search finished, and all fresh games were played."""
        return self.found.ending is not None and self.results is not None and self.results.is_complete


def _search(
    question: DesignQuestion,
    session: Session,
    memory: SearchState | None,
    keep: Callable[[Round], None],
    with_facts: bool,
) -> tuple[SearchState, Best]:
    """Search, and save the state after each round.

    with_facts: save the result so far with the state.
    """
    from ..gaming.lab.design.holdout import judge_by_search_games
    from ..gaming.lab.design.racing import checkpoint_bytes
    from ..gaming.lab.design.search import best_outcome, search

    problem = question.problem
    session.begin(f"searching for {wishes_text(problem.wishes)}")
    begun, said = memory.spent if memory else 0, ""

    def play(tables: Sequence[Experiment], seed: int, first: int, count: int) -> GameTally:
        nonlocal begun
        if session.is_stopped:
            from ..gaming.lab.moments import GameTally

            return GameTally()
        done, width = begun, len(tables)
        begun += width * count
        return session.play_games(
            tables,
            seed,
            count,
            first,
            lambda games, _: session.show_progress(done + games * width, problem.most),
        )

    def tick(known: SearchState) -> None:
        nonlocal said
        best, facts = best_outcome(problem, known), None
        if with_facts:
            facts = _answer_record(
                question,
                DesignRun(known, best, None, ()),
                judge_by_search_games(problem, best.best, known),
                [],
            )
            facts["searched"]["ending"] = None
        keep(Round(ResultFile(question.checkpoint, checkpoint_bytes(known, problem)), facts))
        if best.met:
            so_far = f"so far {count_with_noun(problem.space.count_changes(best.best[0]), 'change')}"
            if so_far != said:
                said = so_far
                session.begin(said)

    known, found = search(problem, play, memory, tick)
    if known is None:
        session.abort()
    return known, found


def _measure_designs(question: DesignQuestion, session: Session, best: Best, games: int) -> Results | None:
    """Return the results of the designs in fresh games; None if there are no designs, or the user stopped the
    run.
    """
    from ..gaming.lab.design.holdout import play_fresh_games

    if session.is_stopped or not best.best:
        return None
    session.begin("measuring on fresh games")
    names = [question.base.name, *(question.place.name(each) for each in range(1, len(best.best) + 1))]
    results = play_fresh_games(
        question.problem,
        best.best,
        names,
        games,
        lambda tables, seed, count: session.play_games(tables, seed, count),
    )
    return results if results.tally.games else None


def _results_at_other_tables(
    question: DesignQuestion, session: Session, best: Best, games: int
) -> Sequence[OtherTable]:
    """Return the results of the designs at other tables, from fewer games than at the first table; [] if the
    run was stopped.
    """
    from ..gaming.lab.design.holdout import results_at_other_tables

    if session.is_stopped or not best.best:
        return []
    session.begin("trying other tables")
    few = max(min(_FEW, games), games // _OTHERS)
    return results_at_other_tables(question.problem, best.best, question.others, few, session.play_games)


class DesignAnswer(NamedTuple):
    """The question, the results of the search, and the designs, the best first, with their files."""

    question: DesignQuestion
    run: DesignRun
    designs: Sequence[Found]
    files: Sequence[Path]


def _design_result(
    question: DesignQuestion, run: DesignRun, warnings: tuple[str, ...], page: Path | None = None
) -> Result:
    """Return the designs as files, the page if one is named, and the saved state if there is more to find."""
    from ..gaming.lab.design.holdout import judge_by_fresh_games, judge_by_search_games
    from ..gaming.lab.design.racing import checkpoint_bytes

    problem, place, checkpoint = question.problem, question.place, question.checkpoint
    if run.results is not None:
        made = judge_by_fresh_games(problem, run.found.best, run.results)
    else:
        made = judge_by_search_games(problem, run.found.best, run.memory)
    files = [
        ResultFile(
            place.folder / place.name(number),
            _design_file_text(question, run, each, question.title.name(number, len(made))).encode(),
        )
        for number, each in enumerate(made, 1)
    ]
    paths = [file.path for file in files]
    if page is not None:
        files.append(ResultFile(page, _page_text(question, run, made).encode(), "a page of the result"))
    ended = run.is_complete and run.found.ending != "games"
    if not ended:
        files.append(ResultFile(checkpoint, checkpoint_bytes(run.memory, problem)))
    return Result(
        files,
        warnings=warnings,
        facts=_answer_record(question, run, made, paths),
        result=DesignAnswer(question, run, made, paths),
        next_step=f"Next: cardgen sheets {paths[0]}" if paths else "",
        named=place.folder,
        interrupted="" if run.is_complete else f"INTERRUPTED: continue with --resume {checkpoint}",
        folder=place.folder if paths else None,
        earlier=(*question.earlier, *([checkpoint.name] if checkpoint.parent == place.folder else [])),
        obsolete=(checkpoint,) if ended else (),
    )


def measurement_text(run: DesignRun) -> str:
    """Return as text how many games measured the designs."""
    if run.results is None:
        return "in the search only, not on fresh games"
    games = f"{count_with_noun(run.results.tally.games, 'fresh game')} of each pack, seed {run.results.seed}"
    return games if run.results.is_complete else f"INTERRUPTED: the first {games}, of {run.results.asked:,}"


def _page_text(question: DesignQuestion, run: DesignRun, made: Sequence[Found]) -> str:
    """Return the result as an HTML page."""
    from .design_page import design_page

    problem = question.problem
    table = table_text(problem.experiment(problem.space.base))
    names = [question.title.name(number, len(made)) for number in range(1, len(made) + 1)]
    designs = list(zip(names, made, strict=True))
    remark = "" if run.results else LUCK
    return design_page(question.base.name, table, measurement_text(run), problem, designs, remark)


def _design_file_text(question: DesignQuestion, run: DesignRun, design: Found, name: str) -> str:
    """Return the YAML text of a design's file."""
    from ..gaming.lab.design.variants import (
        lists_with_quantities,
        quantities_by_listed_card,
        quantities_by_suit_and_rank,
        variant_data,
    )

    problem, composition = question.problem, design.composition
    suits = _green_and_red_suit_keys(question)
    told = table_text(problem.experiment(problem.space.base))
    said = [
        f"Designed from {question.base.name}: {wishes_text(problem.wishes)}; {told}.",
        f"Changes: {exchanges_text(problem, composition)}.",
        *([f"Play it with {options}."] if (options := options_text(problem, composition)) else []),
        f"Measured ({measurement_text(run)}), ± for 95 % intervals:",
        *(f"  {outcome_sentence(each)}" for each in design.outcomes),
        *HOW_TO_READ,
        *([] if run.results else [LUCK]),
    ]
    data = variant_data(
        question.pack,
        question.place.folder,
        quantities_by_suit_and_rank(problem.space, composition, suits),
        name,
        lists_with_quantities(
            question.pack, question.base, quantities_by_listed_card(problem.space, composition)
        ),
    )
    return design_text(data, said, problem.fingerprint)


def _green_and_red_suit_keys(question: DesignQuestion) -> tuple[str, str]:
    """Return the keys of the green and the red suit of a pack of NEVER OVER; ("", "") for any other game."""
    from ..gaming.games.never_over.pack_rules import green_and_red_suits
    from ..gaming.lab.design.search_space import AnyCardsSpace

    if isinstance(question.problem.space, AnyCardsSpace):
        return "", ""
    green, red = map(str, green_and_red_suits(question.base))
    return green, red


def _answer_record(
    question: DesignQuestion, run: DesignRun, made: Sequence[Found], files: Sequence[Path]
) -> dict[str, Any]:
    """Return the answer as data for programs."""
    results, order = run.results, [1 + run.found.best.index(each.composition) for each in made]
    return designs_record(
        question.problem,
        _green_and_red_suit_keys(question),
        made,
        files,
        base=question.base.name,
        seed=question.problem.seed,
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
        elsewhere=other_tables_record(question.problem, run.others, order),
        complete=run.is_complete,
        met=bool(made) and all(each.is_met for each in made),
    )
