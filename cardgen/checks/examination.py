"""Reads a pack and finds all its problems, each at the line that causes it, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, replace
from itertools import dropwhile, groupby, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import LAST, KeyPath, Mark, PackError, Problem, Severity, Suggestion, UsageError
from ..languages.remarks import USUAL_PIECES, remark
from ..pack import folders, in_memory, library
from ..pack.icon_libraries import user_icon_folder
from ..pack.library import Resolved
from ..pack.model import Pack
from ..pack.named_icons import with_library_icons
from ..pack.reading import read_pack
from ..pack.schema import Findings
from ..pack.selection import WHOLE, PartToPrint, kinds_to_print
from ..pack.values import MOST_CARDS
from ..pack.yaml import Data
from ..sandbox import child, untrusted
from ..sandbox.confinement import USER_ICONS
from ..units import Sentence, Size
from . import check_games, check_pack, check_pictures, unknown_games
from .ink import check_ink
from .legibility import MEASURES_CONTRAST

if TYPE_CHECKING:
    from ..prepress.printers.model import Printer


class Examined(NamedTuple):
    """A pack after reading, with its data and all its problems."""

    slug: str
    #: None if too little of it can be read.
    pack: Pack | None
    problems: tuple[Problem, ...]
    #: The data, merged with the base and with overrides.
    data: dict[str, Data]
    #: The trim that the pack itself states (points), independent of the size it is drawn at.
    own_size: tuple[float, float] | None = None
    #: The path of the pack's own file, beside which there may be a template.
    file: str = ""
    #: The warnings that the pack allows.
    allowed: tuple[Problem, ...] = ()
    #: The name or path that was requested; "" for a pack that was loaded before.
    name: str = ""
    #: The text that was read instead of the file.
    text: bytes | None = None
    #: The files of its base and of its looks.
    under: tuple[str, ...] = ()

    @property
    def valid_pack(self) -> Pack:
        """Return the pack. Call this only if there are no errors."""
        assert self.pack is not None  # noqa: S101 - who works with it has raised its errors
        return self.pack

    def of(self, *severities: str) -> list[Problem]:
        """Return the problems whose severity is one of these."""
        return [problem for problem in self.problems if problem.severity in severities]


#: What identifies a pack to read: its name, the path of its file, or its data as a dict.
PackSource = str | Path | Mapping[str, Any]


def examine(
    name: PackSource,
    overrides: Mapping[KeyPath, Data] | None = None,
    size: tuple[float, float] | None = None,
    printer: Printer | None = None,
    text: bytes | str | None = None,
    *,
    folder: str | Path = "",
    part: PartToPrint = WHOLE,
) -> Examined:
    """Read a pack and find all its problems.

    name: the name of a pack, the path of its file, or its data as a dict with the keys of a file. folder: the
    folder of the files that a dict names, such as pictures; by default the current one. overrides: values
    that replace those of the file, such as {("style",): "paper"}. size: another trim in points; sizes that
    the pack states for its faces scale with it. printer: use this printer's nearest trim (or the one of
    `size`), with its bleed and safe zone. text: YAML to read instead of the file, which need not exist. part:
    the cards to print; pictures of others get no warnings. Raises UsageError if there is no such file or
    size, and PackError if the file is not YAML.
    """
    if not isinstance(name, str | Path):
        if text is not None:
            raise UsageError("a pack is given as a dict or as text, not as both")
        text = in_memory.yaml_of_data(name)
        name = in_memory.file_of_data(name, folder)
    elif folder:
        raise UsageError("folder= is for a pack given as a dict; a file has its own folder")
    name = str(name)
    text = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if _confines.get() and not child.is_confined() and (text is not None or library.is_untrusted_pack(name)):
        return _examine_in_child(name, overrides, size, printer, text, part)

    def on_requested_size(pack: Pack) -> Pack:
        child.extend_time(name, len(pack.cards) + len(pack.backs))
        return resize(pack, size, printer)

    def examined_pack(resolved: library.Resolved) -> CheckedPack:
        found = read_and_check(resolved, on_requested_size, part)
        heavy = check_ink(resolved.data, found.pack, printer) if found.pack is not None else ()
        problems = [*found.problems, *map(resolved.locate, heavy)]
        if printer is not None:
            problems = [each for each in problems if each.name != USUAL_PIECES]
        return found._replace(problems=problems)

    def identities_without(keys: Sequence[KeyPath]) -> set[tuple[KeyPath, str]]:
        return set(
            map(problem_identity, examined_pack(library.resolve(name, overrides, keys, text)).problems)
        )

    resolved = library.resolve(name, overrides, text=text)
    child.record_locator(name, resolved.locate)
    pack, own_size, problems = examined_pack(resolved)
    told, allowed = reported_and_allowed_problems(
        move_blame_to_variant(problems, resolved, identities_without), pack
    )
    files = list(resolved.sources)
    ordered = tuple(sorted_by_place(told, files))
    return Examined(
        resolved.slug,
        pack,
        ordered,
        resolved.data,
        own_size,
        files[0],
        tuple(allowed),
        name,
        text,
        (*files[1:],),
    )


class ConfinementOptions(NamedTuple):
    """Options of the child process that reads strangers' packs, and the hint for packs that exceed its
    limits.
    """

    #: Whether the server forks the child, and not this process.
    from_server: bool = False
    #: What to do about one's own pack that exceeds the limits; "" for the hint of commands.
    hint: str = ""


#: How to confine; None to read in this process.
_confines: ContextVar[ConfinementOptions | None] = ContextVar("_confines", default=None)


@contextmanager
def confined_reading(
    is_enabled: bool = True,
    options: ConfinementOptions = ConfinementOptions(),  # noqa: B008 - it never changes
) -> Iterator[None]:
    """Within this context, make examine() and load() read strangers' files in a child process with limits."""
    before = _confines.set(options if is_enabled else None)
    try:
        yield
    finally:
        _confines.reset(before)


def is_confining() -> bool:
    """Tell whether examine() and load() now read strangers' files in a child process with limits."""
    return _confines.get() is not None


#: The modules and classes of the records in an Examined, for child.child_messages().
RECORDS = ("cardgen.pack.", "cardgen.colour.colors", "cardgen.checks.examination", "cardgen.units")


def _examine_in_child(
    name: str,
    overrides: Mapping[KeyPath, Data] | None,
    size: tuple[float, float] | None,
    printer: Printer | None,
    text: bytes | None,
    part: PartToPrint,
) -> Examined:
    """Examine a pack in a child process with limits. Raises as examine(), and PackError at a limit."""
    file = Path(name) if text is not None else library.pack_file(name)
    readable = untrusted.readable_entries(file.parent)
    work = (_examine_and_admit, name, overrides, size, printer, text, part)
    wall = _confines.get()
    from_server, hint = wall is not None and wall.from_server, wall.hint if wall is not None else ""
    try:
        with child.child_messages(
            *work, limits=child.PACK, returns=RECORDS, readable=readable, from_server=from_server
        ) as messages:
            examined, admitted = next(value for kind, value in messages if kind == "done")
            if examined.pack is not None:
                verify_pack(examined.pack, is_sound=not examined.of("error"))
    except child.OverLimit as error:
        raise child.over_budget_error(file, error, hint) from None
    homes = (file.parent, folders.bundled_folder("packs"), *([user_icon_folder()] if USER_ICONS else []))
    untrusted.readmit(homes, admitted)
    found: Examined = examined
    return found


def verify_pack(pack: Pack, is_sound: bool = True) -> None:
    """Verify the quantities of a pack that a child process returned, and remove its cached values.

    is_sound: the child reports no errors. Raises OverLimit if a quantity is impossible.
    """
    for part in filter(None, (pack.whole_pack, *pack.resized_kinds)):
        verify_pack(part, is_sound)
    known = {each.name for each in fields(Pack)}
    for name in [name for name in vars(pack) if name not in known]:
        # Cached values are computed again in this process.
        del vars(pack)[name]
    vars(pack)["is_trusted"] = False
    quantities = [card.quantity for card in pack.cards]
    if not all(type(each) is int and each >= 0 for each in quantities) or (
        is_sound and sum(quantities) > MOST_CARDS
    ):
        raise child.OverLimit("makes the program that reads it return an invalid answer")


def _examine_and_admit(
    name: str,
    overrides: Mapping[KeyPath, Data] | None,
    size: tuple[float, float] | None,
    printer: Printer | None,
    text: bytes | None,
    part: PartToPrint,
) -> tuple[Examined, dict[str, tuple[int, ...]]]:
    """Examine a pack in the child; return it, and by path what identifies each file that it admitted."""
    # A forked child inherits its parent's list of admitted files, which may have changed since.
    before = untrusted.admissions()
    examined = examine(name, overrides, size, printer, text, part=part)
    return examined, {file: each for file, each in untrusted.admissions().items() if before.get(file) != each}


def load(
    name: PackSource,
    overrides: Mapping[KeyPath, Data] | None = None,
    size: tuple[float, float] | None = None,
    printer: Printer | None = None,
    *,
    text: bytes | str | None = None,
    folder: str | Path = "",
    strict: bool = False,
) -> Pack:
    """Load a pack by name ("never-over"), by path ("./mine.yaml") or from a dict.

    overrides, size, printer, text, folder: as for examine(). strict: count warnings as errors. Raises
    PackError with every problem, and UsageError if there is no such file.
    """
    fatal = ("error", "warning") if strict else ("error",)
    before = MEASURES_CONTRAST.set(strict)
    try:
        examined = examine(name, overrides, size, printer, text, folder=folder)
    finally:
        MEASURES_CONTRAST.reset(before)
    if examined.pack is not None and not examined.of(*fatal):
        return examined.pack
    if not strict:
        # Its warnings are listed beside its errors.
        examined = examine(name, overrides, size, printer, text, folder=folder)
    raise PackError(list(examined.problems))


def resize(pack: Pack, size: tuple[float, float] | None, printer: Printer | None) -> Pack:
    """Return the pack drawn at another trim: `size` in points, or the printer's nearest size.

    Other kinds of pieces keep their sizes, or take the printer's nearest ones.
    """
    if printer is None and size is None:
        return pack
    if pack.pieces and pack.whole_pack is None:
        if printer is not None:
            from ..prepress.printers.library import kinds_fitted_to_printer

            drawn = kinds_fitted_to_printer(pack, printer, size)
        else:
            drawn = [resize(each, None if each.piece else size, None) for each in pack.kinds]
        blank = next((kind.card for kind in drawn if not kind.piece), pack.card)
        whole = replace(pack, card=blank)
        return replace(whole, resized_kinds=tuple(replace(kind, whole_pack=whole) for kind in drawn))
    if printer is not None:
        from ..prepress.printers.library import pack_fitted_to_printer

        return pack_fitted_to_printer(pack, printer, size)
    return pack if size is None else pack.resized(size)


class CheckedPack(NamedTuple):
    """A pack that was read, and all problems in its data, each with its place."""

    #: At the requested size; None if too little of the data can be read.
    pack: Pack | None
    own_size: Size | None
    problems: list[Problem]


def read_and_check(
    resolved: Resolved, on_requested_size: Callable[[Pack], Pack], part: PartToPrint = WHOLE
) -> CheckedPack:
    """Read a pack and return it with all its problems, in no order.

    on_requested_size: returns the pack at the requested size of card. part: the cards to print.
    """
    found = Findings(admit=resolved.admit, place=resolved.record_row, names_in=resolved.file_names_in)
    pack, faults = read_pack(resolved.data, found)
    mark = resolved.values.get(("language",))
    asked = mark is not None and mark.is_option
    if pack is not None and (asked or pack.translation_key):
        from ..pack.translations import translated_pack

        # Faults include those of translations.
        pack = with_library_icons(translated_pack(pack, found, asked, resolved), found)
    problems = resolved.problems + faults + unknown_games(resolved.data.get("games"))
    own_size = pack.card.size if pack is not None else None
    if pack is not None:
        pack = on_requested_size(pack)
        # A faulty field has its problem already; checks of its replacement value would repeat it.
        faulty = {problem.path for problem in faults}
        told = [problem for problem in check_pack(pack) if problem.path not in faulty]
        told = _without_warnings_of_other_pictures(told, pack, part)
        # Drop problems that follow from others: a missing font may contain the characters, a faulty list
        # may contain cards, and a faulty key is not a missing key.
        written = {path[:depth] for path in faulty for depth in range(1, len(path) + 1)}
        consequences = {"characters", "rim"} if ("fonts",) in written else set()
        if ("icons",) in written:
            consequences.add("no-icon")
        if written & {("suits",), ("cards",), ("extras",)}:
            consequences.add("no-cards")
        problems += [
            problem
            for problem in told
            if problem.name not in consequences
            and not (problem.name == "missing" and problem.path in written)
        ]
        problems += _game_problems(pack, resolved, found.doubtful | {each.path for each in resolved.problems})
    return CheckedPack(pack, own_size, list(dict.fromkeys(map(resolved.locate, problems))))


def _without_warnings_of_other_pictures(
    problems: list[Problem], pack: Pack, part: PartToPrint
) -> list[Problem]:
    """Return the problems, without warnings and notes about pictures that none of the cards to print shows.

    part: the cards to print.
    """
    if part == WHOLE or all(each.severity == "error" for each in problems):
        return problems

    def remarks(kinds: Sequence[Pack]) -> list[Problem]:
        return [each for kind in kinds for each in check_pictures(kind) if each.severity != "error"]

    try:
        printed = kinds_to_print(pack, part)
    except UsageError:
        return problems  # the job itself reports terms that select nothing
    every = set(remarks(pack.kinds))
    return [each for each in problems if each not in every] + (remarks(printed) if every else [])


def _game_problems(pack: Pack, resolved: Resolved, doubtful: set[KeyPath]) -> Iterator[Problem]:
    """Yield the problems that the pack's games find, except those that depend on doubtful values."""

    def are_related(one: KeyPath, other: KeyPath) -> bool:
        return one[: len(other)] == other[: len(one)]

    told = [each for each in check_games(pack) if not any(are_related(each.path, path) for path in doubtful)]
    yield from (each._replace(drawable=True) for each in told)
    own = next(iter(resolved.sources))
    if (
        resolved.base is not None
        and any(each.severity == "error" for each in told)
        and resolved.values.get(("games",), Mark(own)).file != own
    ):
        games = " and ".join(dict.fromkeys(pack.games))
        message = Sentence("the rules of {games} are checked because the base is a pack for it", games=games)
        hint = Sentence("write games: [] if this pack is for another game, or for none")
        none = (Suggestion(("games",), "[]"),)
        yield remark(message, ("extends",), hint, "note", on_key=True, suggestions=none)


# --- variants -------------------------------------------------------------------------------------

#: Maximum number of times that a variant is checked without one of its keys, to find the one at fault.
_MOST_TRIALS = 40
#: Problems by their problem_identity().
Identities = set[tuple[KeyPath, str]]


def problem_identity(problem: Problem) -> tuple[KeyPath, str]:
    """Return the path of a problem and its name or, if it has no name, its hint. The message is no identity,
    as it may contain figures.
    """
    return problem.path, problem.name or problem.hint


def move_blame_to_variant(
    problems: list[Problem], resolved: Resolved, identities_without: Callable[[Sequence[KeyPath]], Identities]
) -> list[Problem]:
    """Return problems, in which a problem in the base that the variant causes is moved to the variant's line,
    with a note at the line of the base.

    identities_without: returns the identities of the variant's problems without some of its keys.
    """
    own, base = next(iter(resolved.sources.values())), resolved.base
    if base is None:
        return problems
    there = [each for each in problems if each.mark and each.mark.file == base.file]
    there = [each for each in there if each.severity != "note"]
    alone = identities_without([(key,) for key in own.data if key != "extends"]) if there else set()
    caused = [each for each in there if problem_identity(each) not in alone]
    if not caused:
        return problems
    culprits = _keys_at_fault(caused, own.data, identities_without)
    moved = [each for each in problems if each not in culprits]
    for each, path in culprits.items():
        moved.append(resolved.locate(each._replace(path=path, on_key=True, mark=None, line="")))
        concerned = Sentence("this is the place in the base")
        moved.append(each._replace(message=concerned, hint="", severity="note", suggestions=()))
    return list({(each.mark, each.message): each for each in moved}.values())


def _keys_at_fault(
    caused: Iterable[Problem],
    data: dict[str, Data],
    identities_without: Callable[[Sequence[KeyPath]], Identities],
) -> dict[Problem, KeyPath]:
    """Return, for each problem, the path of the deepest key without which it does not occur; `extends` if
    there is none.
    """
    culprits: dict[Problem, KeyPath] = dict.fromkeys(caused, ("extends",))
    waiting: list[tuple[KeyPath, Data]] = [((key,), value) for key, value in data.items() if key != "extends"]
    for _ in range(_MOST_TRIALS):
        if not waiting:
            break
        path, value = waiting.pop(0)
        left = identities_without([path])
        gone = [each for each in culprits if problem_identity(each) not in left]
        culprits.update((each, path) for each in gone)
        if gone and isinstance(value, dict):
            waiting += [((*path, key), below) for key, below in value.items()]
    return culprits


# --- selection and order -----------------------------------------------------------------------


def reported_and_allowed_problems(
    problems: Iterable[Problem], pack: Pack | None
) -> tuple[list[Problem], list[Problem]]:
    """Return the problems to report and the warnings that the pack allows.

    The hint of each reported warning says how to allow it.
    """
    allow = pack.allow if pack is not None else ()
    told: list[Problem] = []
    allowed: list[Problem] = []
    for each in problems:
        if each.severity != "warning" or not each.name:
            told.append(each)
        elif each.name in allow:
            allowed.append(each)
        else:
            if each.hint.endswith("?"):
                hint = Sentence("{hint} Or accept it with allow: [{name}]", hint=each.hint, name=each.name)
            elif each.hint:
                hint = Sentence("{hint}; or accept it with allow: [{name}]", hint=each.hint, name=each.name)
            else:
                hint = Sentence("accept it with allow: [{name}]", name=each.name)
            suggestions = (*each.suggestions, Suggestion(("allow", LAST), each.name))
            told.append(each._replace(hint=hint, suggestions=suggestions))
    return told, allowed


#: Maximum number of problems of one table or drawing that are listed.
_MOST_OF_A_FILE = 20


def sorted_by_place(problems: Iterable[Problem], files: Sequence[str]) -> Iterator[Problem]:
    """Yield problems sorted by place: first those of options, then those of the pack's files, then those of
    files that these name.

    Of a file that the pack's files name, only the first problems are yielded, and how many more it has.
    files: the pack's files, in order.
    """

    def sort_key(problem: Problem) -> tuple[int, str, int, int]:
        mark = problem.mark or Mark("--")
        if mark.file in files or mark.is_option:
            return files.index(mark.file) if mark.file in files else -1, "", mark.line, mark.column
        return len(files), mark.file, mark.line, mark.column

    def is_in_pack_file(problem: Problem) -> bool:
        return sort_key(problem)[0] < len(files)

    ordered = sorted(problems, key=sort_key)
    yield from takewhile(is_in_pack_file, ordered)
    for file, group in groupby(dropwhile(is_in_pack_file, ordered), lambda each: sort_key(each)[1]):
        told = list(group)
        yield from told[:_MOST_OF_A_FILE]
        rest = [problem.severity for problem in told[_MOST_OF_A_FILE:]]
        if rest:
            severity: Severity = "error" if "error" in rest else "warning"
            message = f"{len(rest):,} more {'problems' if len(rest) > 1 else 'problem'} in this file"
            yield Problem(message, hint="fix these first", severity=severity, mark=Mark(file))
