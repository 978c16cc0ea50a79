"""What can be done with a pack, for Python and for the command line alike.

made = cardgen.sheets("never-over", paper="letter", guides="ticks")
print(made.facts, made.save())
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, replace
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature, getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .checks import examination
from .checks.examination import ConfinementOptions, confined_reading, resize
from .checks.examination import Examined as Examined
from .checks.examination import PackSource as PackSource
from .errors import KeyPath, PackError, UsageError
from .jobs import JOBS, find_job
from .jobs.home_printers import with_home_printer
from .jobs.job import Job as AnyJob
from .jobs.job import JobOfSeveral, JobWithoutPack, Progress, Tick, options_of, warnings_or_raise
from .jobs.pieces import combined_result, jobs_by_kind
from .jobs.result import Result
from .jobs.wall import WHOLE, PackInMemory
from .pack import library
from .pack.model import Card, Pack
from .pack.selection import cards_matching
from .pack.yaml import Data
from .sandbox import child, processes

if TYPE_CHECKING:
    from .gaming.games.game import Setup
    from .gaming.lab.results import Results
    from .gaming.lab.running import WorkerPool
    from .output.card_picture import CardPicture
    from .prepress.preflight.findings import Report, Target
    from .prepress.printers.model import Printer


def find_printer(name: str) -> Printer:
    """Return a printer's preset by its name ("drivethrucards") or path ("./my-printer.yaml").

    Raises UsageError if there is no such preset, and PackError with every problem of its file.
    """
    from .prepress.printers.library import find_preset

    return find_preset(name)


#: What a user of Python can do about a pack that takes too much.
_HINT = "if it is your own, or from somebody you trust, add trust=True"
_WALL = ConfinementOptions(from_server=True, hint=_HINT)


def examine(
    name: PackSource,
    overrides: Mapping[KeyPath, Data] | None = None,
    size: tuple[float, float] | None = None,
    printer: Printer | None = None,
    text: bytes | str | None = None,
    *,
    folder: str | Path = "",
    trust: bool = False,
) -> Examined:
    """Read a pack and return it with all its problems, whether or not it has errors.

    name: of a pack, the path of its file, or its data as a dict with the keys that a file has. folder: the
    folder of the files that a dict names, such as pictures; by default the current one. trust: read a pack
    that does not come with cardgen in this process, without limits of time and memory; see SECURITY.md.
    overrides: values that replace those of the file, by path, such as {("style",): "paper"}. size: another
    trim, in points; lengths that the pack states for its faces are scaled with it. printer: draw the pack at
    this printer's nearest trim (the one of `size`, if given), with the printer's bleed and safe zone. text:
    read this YAML in place of the file of that path, which need not exist. Raises UsageError if there is no
    such file or size, and PackError if the file is not valid YAML or exceeds a limit.
    """
    with confined_reading(not trust, _WALL):
        found = examination.examine(name, overrides, size, printer, text, folder=folder)
    if found.pack is not None:
        is_bundled = (
            text is None and isinstance(name, str | Path) and not library.is_untrusted_pack(str(name))
        )
        _set_trust(found.pack, trust or is_bundled)
    return found


def load(
    name: PackSource,
    overrides: Mapping[KeyPath, Data] | None = None,
    size: tuple[float, float] | None = None,
    printer: Printer | None = None,
    *,
    text: bytes | str | None = None,
    folder: str | Path = "",
    strict: bool = False,
    trust: bool = False,
) -> Pack:
    """Load a pack without errors by name ("never-over"), by path ("./mine.yaml") or from a dict.

    overrides, size, printer, text, folder and trust: as for examine(). strict: warnings count as errors.
    Raises PackError with every problem if the pack has errors, and UsageError if there is no such file.
    """
    examined = examine(name, overrides, size, printer, text, folder=folder, trust=trust)
    fatal = ("error", "warning") if strict else ("error",)
    if examined.pack is None or examined.of(*fatal):
        raise PackError(list(examined.problems))
    return examined.pack


def _set_trust(pack: Pack, trusted: bool) -> None:
    """Set whether this process may draw a pack. The drawings planned for the pack stay with it."""
    object.__setattr__(pack, "is_trusted", trusted)


# --- jobs: what a command makes ------------------------------------------------------------------

#: What a job is done with: the name, the path or the data of a pack, or one that is loaded.
AnyPack = PackSource | Pack | Examined


@contextmanager
def no_progress(what: str, unit: str = "") -> Iterator[Tick]:
    """Show no progress; the context's value is a function that ignores the numbers."""
    yield lambda done, total: None


def make(
    command: str,
    pack: AnyPack | list[AnyPack] | None = None,
    progress: Progress = no_progress,
    trust: bool = False,
    **options: Any,
) -> Result:
    """Run a command, and return the files that it makes, without writing them.

    command: its name, such as "sheets". pack: a list of packs for commands that take several. A loaded pack
    takes no options that change its look, such as style. progress: called with what is done, and how far it
    is. trust: work on packs that do not come with cardgen in this process, without limits of time and memory.
    options: those of the command, by their names. Raises UsageError for options that cannot be read or
    contradict one another, and PackError if the pack has errors.
    """
    from .jobs.confined import confined_result, must_run_in_child

    options = with_home_printer(command, options)
    named: list[Any] = [*pack] if isinstance(pack, list) else [] if pack is None else [pack]
    if not trust and must_run_in_child(command, named, options):
        return confined_result(make_here, command, pack, progress, options, _HINT)
    with confined_reading(not trust and not child.is_confined(), _WALL):
        return make_here(command, pack, progress, **options)


def make_here(
    command: str,
    pack: AnyPack | list[AnyPack] | None = None,
    progress: Progress = no_progress,
    **options: Any,
) -> Result:
    """Run a command in this process, and return its files as make() does."""
    record = find_job(command)
    if pack is not None and record.packs == "none":
        options["pack"] = pack  # an option as any other
    job = record.from_options(options)
    warnings_or_raise(job, None)
    if isinstance(job, JobWithoutPack):
        return job.run_without_pack(progress)
    if pack is None:
        raise UsageError(f"{command}() needs a pack: name one")
    named: list[Any] = list(pack) if isinstance(pack, list) else [pack]
    if len(named) != 1 and not isinstance(job, JobOfSeveral):
        raise UsageError(f"{command}() takes one pack, not {len(named)}")
    if isinstance(job, JobOfSeveral):
        job.verify_number(len(named))
    packs = [load_examined_pack(job, each) for each in named]
    if isinstance(job, JobOfSeveral):
        parts = [part for each in packs for part in jobs_by_kind(job, each)]
        packs = [each for _, each in parts]
    else:
        parts = jobs_by_kind(job, packs[0])
    told = [problem.message for part, each in parts for problem in warnings_or_raise(part, each)]
    if job.accepted_packs == "checked":
        told = [*(problem.sentence for each in packs for problem in each.of("warning")), *told]
    if isinstance(job, JobOfSeveral):
        made = job.run_all(packs, progress)
    else:
        made = combined_result([(each, part.run(each, progress)) for part, each in parts])
    return replace(made, warnings=(*told, *made.warnings))


def draw_ahead(command: str) -> None:
    """Run a command with one of cardgen's packs, so that its code and fonts are already loaded when it is
    needed.
    """
    name = library.bundled_pack_names()[0]
    if command == "face":
        pack = load(name)
        face(pack, next(card for card in pack.cards if card.quantity)).png(100)
    else:
        make_here(command, name)


for _each in ("sheets", "face", "rulebook"):
    processes.warm_up_server(draw_ahead, _each)


def load_examined_pack(job: AnyJob, pack: AnyPack) -> Examined:
    """Return the pack of a job with its problems, at the job's size or printer's trim.

    Raises PackError if the pack has errors that the job does not accept, and UsageError for options that
    change the look of a loaded pack.
    """
    size, printer = getattr(job, "size", None), getattr(job, "printer", None)
    if isinstance(pack, str | Path | Mapping):
        pack = examination.examine(pack, job.overrides, size, printer, part=job.printed_part)
    elif isinstance(pack, PackInMemory):
        pack = examination.examine(pack.file, job.overrides, size, printer, pack.text, part=job.printed_part)
    elif job.overrides:
        names = ", ".join(path[0] for path, value in job.overrides.items() if value is not None)
        raise UsageError(f"name the file of the pack: a loaded pack cannot change these ({names})")
    elif isinstance(pack, Pack):
        from .pack.file_names import file_slug

        drawn = resize(pack, size, printer)
        pack = Examined(file_slug(pack.name) or "pack", drawn, (), {}, pack.card.size)
    fatal = ("error", "warning") if getattr(job, "strict", False) else ("error",)
    if job.accepted_packs != "any" and (pack.pack is None or pack.of(*fatal)):
        raise PackError(list(pack.problems))
    return pack


# --- single cards, and notebooks -----------------------------------------------------------------


def face(pack: AnyPack, card: str | Card, *, trust: bool = False) -> CardPicture:
    """Return the face of a card, to be drawn as PNG or SVG.

    card: one of pack.cards, or a name as for --only, such as "+4", "K of spades" or a title. trust: read and
    draw a pack that does not come with cardgen in this process. Raises UsageError if no card has the name, or
    several have it, and PackError if the pack has errors.
    """
    from .output.card_picture import CardPicture

    loaded = _load_if_needed(pack, trust)
    one = _card_of_name(loaded, card)
    return CardPicture(loaded.kind_of(one), one)


def back(pack: AnyPack, card: str | Card | None = None, *, trust: bool = False) -> CardPicture:
    """Return the back of a pack, or of one card, to be drawn as PNG or SVG. card, trust: as for face()."""
    from .output.card_picture import CardPicture

    loaded = _load_if_needed(pack, trust)
    if card is None:
        return CardPicture(loaded.kinds[0], "back")
    one = _card_of_name(loaded, card)
    kind = loaded.kind_of(one)
    return CardPicture(kind, kind.back_of(one))


def _load_if_needed(pack: AnyPack, trust: bool) -> Pack:
    """Return the pack of a name, a dict or an examination. Raises PackError if it has errors."""
    if isinstance(pack, Examined):
        if pack.pack is None or pack.of("error"):
            raise PackError(list(pack.problems))
        pack = pack.pack
    if not isinstance(pack, Pack):
        return load(pack, trust=trust)
    return replace(pack, is_trusted=True) if trust and not pack.is_trusted else pack


def _card_of_name(pack: Pack, card: str | Card) -> Card:
    """Return the single card that a name matches; a Card of the pack is returned unchanged.

    Raises UsageError if no card or several cards match, and for a Card of another pack.
    """
    if not isinstance(card, str):
        if card not in pack.cards:
            raise UsageError(f"the card {card.label} is not one of {pack.name}")
        return card
    found = cards_matching(pack, card)
    if len(found) > 1:
        names = ", ".join(each.label for each in found[:4]) + (" ..." if len(found) > 4 else "")
        raise UsageError(f"{card!r} names {len(found)} cards of {pack.name} ({names}); name one")
    return found[0]


def _cards_as_html(pack: Pack) -> str:
    """Return the cards of a pack as HTML, as a notebook shows them."""
    from .output.card_picture import cards_html

    return cards_html(pack)


# A pack cannot draw itself, as what draws imports its module; so it is taught to here.
Pack._repr_html_ = _cards_as_html  # type: ignore[attr-defined]


@cache
def function_of(command: str) -> Callable[..., Any]:
    """Return the Python function of a command, which takes the pack, and options as keyword arguments."""
    job = find_job(command)
    declared = options_of(job)

    arguments = [name for name, each in declared.items() if each.option.argument]

    places = [*([] if job.packs == "none" else ["pack"]), *arguments]

    def function(*given: Any, **options: Any) -> Any:
        if command == "simulate" and _names_packs(*given, **options):
            return _simulate_as_version_0_1(*given, **options)
        if command == "preflight" and (len(given) > 1 or options.keys() & {"data", "target", "tick"}):
            return _preflight_as_version_0_1(*given, **options)
        if len(given) > len(places) or options.keys() & {"job", "tick"}:
            return _call_as_version_0_1(command, *given, **options)
        return make(command, **dict(zip(places, given, strict=False)), **options)

    function.__name__ = function.__qualname__ = command
    function.__module__ = __name__
    function.__doc__ = _help_of(job)
    function.__signature__ = _signature_of(job, job.packs != "none" or command in WHOLE)  # type: ignore[attr-defined]
    return function


def _signature_of(job: type[AnyJob], reads_packs: bool) -> Signature:
    """Return the signature of a command's function: the pack, the arguments, then the options by name.

    reads_packs: whether the function has the parameter `trust`.
    """
    by_place, by_name = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY
    parameters = []
    if job.packs != "none":
        several: Any = AnyPack | list[AnyPack] if job.packs == "all" else AnyPack
        parameters.append(Parameter("pack", by_place, annotation=several))
    declared = sorted(options_of(job).items(), key=lambda item: not item[1].option.argument)
    for name, each in declared:
        kind = by_place if each.option.argument else by_name
        default = Parameter.empty if each.default is MISSING else each.python_default
        parameters.append(Parameter(name, kind, default=default, annotation=each.python_type))
    parameters.append(Parameter("progress", by_name, default=no_progress, annotation=Progress))
    if reads_packs:
        parameters.append(Parameter("trust", by_name, default=False, annotation=bool))
    return Signature(parameters, return_annotation=Result)


def _help_of(job: type[AnyJob]) -> str:
    """Return the docstring of a command's function: its purpose, and a line for each option."""
    about = (getdoc(job) or "").partition("\n\n\b")[0]
    lines = [f"{name}: {each.help_text}" for name, each in options_of(job).items()]
    return "\n".join([about, "", *lines])


#: The writers that functions of version 0.1 called, with the record of their options.
_WRITERS = {
    "sheets": ("output.sheets", "write_sheets", "Job"),
    "press": ("output.press", "write_press", "PressJob"),
    "rulebook": ("output.rulebook", "write_book", "BookJob"),
    "box": ("output.boxes.box", "write_box", "BoxJob"),
}


def _call_as_version_0_1(command: str, pack: Any, job: Any = None, *tick: Any, **more: Any) -> Any:
    """Call a function as version 0.1 had it, with the options in a record, and warn that it is deprecated.

    Raises TypeError for commands that version 0.1 did not have.
    """
    if command == "verify":
        said = "cardgen.verify() takes pack=... and returns a Result now"
        warnings.warn(said, DeprecationWarning, stacklevel=3)
        from .jobs.verify import confined_proof

        return confined_proof(pack, job, *tick, **more)
    if command not in _WRITERS:
        raise TypeError(f"{command}() takes a pack, and its options as keyword arguments")
    said = f"cardgen.{command}() takes the options of the command as keyword arguments, such as paper='a4'"
    warnings.warn(said, DeprecationWarning, stacklevel=3)
    room, writer, record = _WRITERS[command]
    module = import_module(f".{room}", __package__)
    return getattr(module, writer)(pack, job or getattr(module, record)(), *tick, **more)


def _names_packs(pack: Any = None, *_: Any, packs: Any = None, **__: Any) -> bool:
    """Tell whether simulate() is called as in version 0.1, with loaded packs by names."""
    named = isinstance(pack, Mapping) and pack and all(isinstance(each, Pack) for each in pack.values())
    return packs is not None or bool(named)


def _simulate_as_version_0_1(
    packs: Mapping[str, Pack],
    setup: Setup | None = None,
    games: int = 10_000,
    seed: int = 1,
    pool: WorkerPool | None = None,
) -> Results:
    """Play games with one or more packs, as simulate() of version 0.1 did, and return the results.

    packs: by the names that results are to have. setup: game, players, temperaments and options. pool: the
    processes that play, see lab.workers.workers(); None to play in this process. Raises UsageError for no
    packs, and for a number of games or a seed out of range.
    """
    from .gaming.games import experiment_of
    from .gaming.games.game import Setup
    from .gaming.games.rng import MOST_GAMES, MOST_SEED
    from .gaming.lab.results import Results
    from .gaming.lab.running import play_games

    said = "cardgen.simulate() takes a pack, cardgen.compare() several, and their options by their names now"
    warnings.warn(said, DeprecationWarning, stacklevel=3)
    if not packs:
        raise UsageError("no pack is given: name one or more")
    if not (0 < games < MOST_GAMES and 0 <= seed < MOST_SEED):
        raise UsageError(f"play 1 game or more, of a seed from 0 to {MOST_SEED - 1}, not {games} of {seed}")
    setup = (setup or Setup())._replace(games=len(packs) * games)
    experiments = tuple(experiment_of(pack, setup) for pack in packs.values())
    return Results(tuple(packs), experiments, play_games(experiments, seed, games, pool), seed, games)


def _preflight_as_version_0_1(data: bytes, target: Target, tick: Tick | None = None) -> Report:
    """Return a report on what a printer would refuse in a PDF, as preflight() of version 0.1 did.

    A child process with limits reads the PDF; a PDF that exceeds them gets a report too.
    """
    from .prepress.comparison.pack_sides import PackSide
    from .prepress.preflight import preflight, report_over_limit
    from .prepress.preflight.findings import Finding, Report
    from .sandbox.child import OverLimit, pdf_limits, run_confined

    said = "cardgen.preflight() takes printer=..., pack=... in place of a Target and returns a Result now"
    warnings.warn(said, DeprecationWarning, stacklevel=3)
    limits, returns = pdf_limits(len(target.pack.cards) if target.pack else 0), (Report, Finding, PackSide)
    try:
        return run_confined(preflight, data, target, limits=limits, returns=returns, tick=tick)
    except OverLimit as error:
        return report_over_limit(error)


def __getattr__(name: str) -> Any:
    """Make the function of a command when it is first used. Raises AttributeError for other names."""
    if name not in JOBS:
        raise AttributeError(f"module 'cardgen.api' has no attribute {name!r}")
    return function_of(name)
