"""A job: the options of a command, declared once as the annotated fields of a frozen record.

`margin: Annotated[float, Option("The margin that the printer leaves white.", LENGTH)] = 6.35 * MM`
declares an option: its name, its type and its default are the field's, and its kind says how it is read
and written. The options of records that it inherits from come after its own, in the order in which these
are named. The click option, the keyword argument of Python's function, the row in docs/commands.md and
completion all follow from there.

A job says what is wrong with itself (`problems`) and does its work (`run`); neither prints nor writes files.
No record imports code that draws, so that help and mistakes are told at once: `run` imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import MISSING, dataclass, field
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ..errors import KeyPath, PackError, Problem, UsageError
from ..units import BadValue, nearest
from .kinds import Choice, Flag, Kind, Number

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from .result import Block, Result, ResultFile

#: Told how far work is: what is done, and what there is to do.
Tick = Callable[[int, int], None]


class Progress(Protocol):
    """Shows how far work is. Called at the start of a step with what is done and what it is counted in."""

    def __call__(self, what: str, unit: str = "") -> AbstractContextManager[Tick]:
        """Begin a step; within it, the tick is told how far it is."""
        ...


class Only(NamedTuple):
    """On what other option the effect of one depends."""

    #: The name of the other option's field.
    option: str
    #: The values with which there is an effect; any that is not its default where none are named.
    values: tuple[object, ...]
    #: Why there is none with others; {value} is the other option's.
    reason: str
    #: Whether it is a mistake to give it then; else it is a warning, and nothing comes of it.
    needed: bool = False


@dataclass(frozen=True)
class Option:
    """What is declared of an option beside its name, type and default."""

    help: str
    #: How a value is read; from the annotation for a truth value, and for one of some words.
    kind: Kind | None = None
    #: The name on the command line, where it is not the field's; and a letter for short.
    name: str = ""
    letter: str = ""
    #: On what other option its effect depends.
    only: Only | None = None
    #: The names of options that its kind looks at.
    after: tuple[str, ...] = ()
    #: Whether it stands behind the pack without its name; Python takes it by its place as well.
    argument: bool = False


@dataclass(frozen=True)
class OptionSpec:
    """An option of a job: what is declared of it, and what follows from its field."""

    #: The name of the field, and of Python's keyword.
    field: str
    option: Option
    kind: Kind
    #: MISSING for one that has to be given.
    default: Any
    #: Whether it can be given several times; Python gives a list.
    many: bool
    #: The type of one value when it has been read.
    type: Any = None

    @property
    def flag(self) -> str:
        """Return how it is written on the command line: --back-offset, or LANGUAGE for an argument."""
        if self.option.argument:
            return self.field.upper()
        return "--" + (self.option.name or self.field).replace("_", "-")

    @property
    def default_text(self) -> str:
        """Return the default as it would be typed; "" where there is none to tell."""
        is_none = (
            self.default is MISSING or self.default is None or self.default is False or self.default == ()
        )
        return "" if is_none else self.kind.written(self.default)

    @property
    def help_text(self) -> str:
        """Return what it does and, beside what its type says, what it may be: "1 to 100", "disc|paper"."""
        words = self.kind.metavar if "|" in self.kind.metavar and not self.kind.words else ""
        more = self.kind.extent or words
        return f"{self.option.help.rstrip('.')} ({more})." if more else self.option.help

    @property
    def python_type(self) -> Any:
        """Return the type of what Python may give."""
        one = self.kind.python_type(self.type)
        if self.many:
            return one | Sequence[one]  # type: ignore[valid-type]
        return one | None if self.default is None else one

    @property
    def python_default(self) -> Any:
        """Return the default as one would write it in Python: a length as "3 mm", not in points."""
        if self.many or self.default is None or isinstance(self.default, bool | int | str):
            return self.default
        return self.default if isinstance(self.kind, Number) else self.kind.written(self.default)

    def read(self, value: object, others: Mapping[str, Any]) -> Any:
        """Return the value, or all of them, that somebody gave. Raises BadValue."""
        if not self.many:
            return self.kind.read(value, others)
        values = [value] if isinstance(value, str | bytes) or not isinstance(value, Sequence) else value
        return tuple(self.kind.read(each, others) for each in values)


class OptionsError(UsageError):
    """Values of options that cannot be read, each with what is wrong with it."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        """Take the names of options as they are to be shown, and what is wrong with each."""
        super().__init__("\n".join(f"{name}: {message}" for name, message in faults))
        self.faults = faults


@dataclass(frozen=True, kw_only=True)
class Job:
    """What every job has: which of its options were given, and as what."""

    #: How many packs it is done with: each of those named by itself, exactly one, all at once, or none.
    packs: ClassVar[Literal["each", "one", "all", "none"]] = "one"

    #: Whether it plays games, for which an engine may be compiled.
    plays_games: ClassVar[bool] = False

    #: The options that were given, by their fields, as they were typed or passed; it is no option itself.
    given: Mapping[str, object] = field(default_factory=dict, compare=False)

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Read options by their names; None stands for one that is not given. Raises OptionsError."""
        known = options_of(cls)
        given = {name: value for name, value in options.items() if value is not None}
        values: dict[str, Any] = {}
        wrong: dict[str, str] = {}
        for name in sorted(given, key=lambda name: name in known and bool(known[name].option.after)):
            if name not in known:
                wrong[name] = f"there is no such option; {nearest(name, known)}"
                continue
            try:
                values[name] = known[name].read(given[name], values)
            except BadValue as error:
                wrong[name] = f"{error}; {error.hint}" if error.hint else str(error)
        for name, declared in known.items():
            if declared.default is MISSING and values.get(name, ()) == () and name not in wrong:
                wrong[name] = "it is required"
        if wrong:
            raise OptionsError([(known[name].flag if name in known else name, wrong[name])
                                for name in {**given, **wrong} if name in wrong])  # fmt: skip
        return cls(given=given, **values)

    @property
    def loading(self) -> Literal["checked", "sound", "any"]:
        """Which packs it takes: sound ones, saying their warnings or not, or any that can be read."""
        return "checked"

    @property
    def overrides(self) -> dict[KeyPath, Any]:
        """What is laid over a pack before it is checked: paths and values."""
        return {}

    def problems(self, pack: Examined | None) -> Iterator[Problem]:
        """Yield contradictions (errors) and given options that have no effect (warnings).

        The path of a problem that has no place in a file is the field of the option that it is about.
        pack: the pack that the job is for; without it, only what contradicts itself.
        """
        known = options_of(type(self))
        for name, declared in known.items():
            only = declared.option.only
            if name in self.given and only is not None and not self.has_effect(only):
                reason = only.reason.format(value=getattr(self, only.option))
                if only.needed:
                    yield Problem(reason, (name,))
                else:
                    yield self.without_effect(name, reason)

    def has_effect(self, only: Only) -> bool:
        """Tell whether the other option has one of the values that an option depends on."""
        value = getattr(self, only.option)
        if only.values:
            return value in only.values
        return bool(value != options_of(type(self))[only.option].default)

    def without_effect(self, name: str, reason: str) -> Problem:
        """Return the warning that an option does nothing."""
        flag = options_of(type(self))[name].flag
        return Problem(f"{flag} has no effect here: {reason}", (name,), severity="warning")

    def words(self, pack: Examined, made: Result) -> Iterable[Block]:
        """Yield what was worked out, for people; nothing where that is in the files."""
        return ()

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work and return what it made. It prints and writes nothing. Raises UsageError, PackError."""
        raise NotImplementedError


class JobWithoutPack(Job):
    """A job that is done with no pack."""

    packs = "none"

    def run_alone(self, progress: Progress) -> Result:
        """Do the work, as run() does for a pack."""
        raise NotImplementedError


class JobThatTells(JobWithoutPack):
    """A job that goes on until somebody ends it, and has to tell something meanwhile."""

    def run_telling(self, progress: Progress, tell: Callable[[str], object]) -> Result:
        """Do the work, as run_alone() does. tell: told what its user needs to know by now."""
        raise NotImplementedError

    def run_alone(self, progress: Progress) -> Result:
        """Do the work; what it tells is told as steps."""
        with ExitStack() as steps:
            return self.run_telling(progress, lambda text: steps.enter_context(progress(text)))


class JobOfSeveral(Job):
    """A job that is done with several packs at once."""

    packs = "all"

    def verify_number(self, packs: int) -> None:
        """Refuse a number of packs that it cannot be done with. Raises UsageError."""

    def run_all(self, packs: Sequence[Examined], progress: Progress) -> Result:
        """Do the work, as run() does for one pack."""
        raise NotImplementedError

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work with one pack."""
        return self.run_all([pack], progress)


class Round(NamedTuple):
    """What a job knows after one of its rounds."""

    #: The file to go on from, should it be cut off.
    file: ResultFile
    #: What it would come to now, for programs; None where nobody asked for it.
    facts: Any = None


class JobInRounds(Job):
    """A job that takes long and goes in rounds, from each of which it can go on later."""

    def run_rounds(self, pack: Examined, progress: Progress, keep: Callable[[Round], None]) -> Result:
        """Do the work, as run() does. keep: told after each round what is known then."""
        raise NotImplementedError

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work, and keep nothing until its end."""
        return self.run_rounds(pack, progress, lambda known: None)


def warnings_of(job: Job, pack: Examined | None) -> list[Problem]:
    """Return the warnings of a job's problems.

    Raises UsageError with all contradictions, each in a line of its own. A job that is strict raises
    PackError with the warnings that have a place in a file.
    """
    problems = list(job.problems(pack))
    errors = [problem.message for problem in problems if problem.severity == "error"]
    if errors:
        raise UsageError("\n".join(dict.fromkeys(errors)))
    located = [problem._replace(severity="error") for problem in problems if problem.mark is not None]
    if located and getattr(job, "strict", False):
        raise PackError(located)
    return problems


_OPTIONS: dict[type, dict[str, OptionSpec]] = {}


def options_of(job: type[Job]) -> dict[str, OptionSpec]:
    """Return the options of a record, by their fields: its own first, then those of what it inherits from."""
    if job not in _OPTIONS:
        _OPTIONS[job] = dict(_read_options(job))
    return _OPTIONS[job]


def _read_options(job: type[Job]) -> Iterator[tuple[str, OptionSpec]]:
    hints = get_type_hints(job, include_extras=True)
    names = [name for base in job.__mro__ for name in vars(base).get("__annotations__", ())]
    for name in dict.fromkeys(names):
        hint = hints[name]
        if get_origin(hint) is Annotated and isinstance(hint.__metadata__[0], Option):
            yield name, _option_spec(name, hint, getattr(job, name, MISSING))


def _option_spec(name: str, hint: Any, default: Any) -> OptionSpec:
    """Make an option of a field. hint: its annotation."""
    type_, option = hint.__origin__, hint.__metadata__[0]
    if get_origin(type_) in (Union, UnionType):
        [type_] = [each for each in get_args(type_) if each is not type(None)]
    many = get_origin(type_) is tuple and get_args(type_)[-1] is Ellipsis
    if many:
        type_ = get_args(type_)[0]
    kind = option.kind
    if kind is None:
        kind = Flag() if type_ is bool else Choice(get_args(type_))
    return OptionSpec(name, option, kind, default, many, type_)


def values_for(record: Callable[..., Any], job: object, **more: Any) -> Any:
    """Make a record of another room from the options of the same names. more: values with other names."""
    names = [name for name in record._fields if name not in more and hasattr(job, name)]  # type: ignore[attr-defined]
    return record(**{name: getattr(job, name) for name in names}, **more)
