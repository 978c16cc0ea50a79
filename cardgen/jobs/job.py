"""A job: the options of a command, declared once as the annotated fields of a frozen record.

`margin: Annotated[float, Option("The margin that the printer leaves white.", LENGTH)] = 6.35 * MM`
declares an option: its name, its type and its default are the field's, and its kind says how it is read
and written. The options of records that it inherits from come after its own, in the order in which these
are named. The click option, the keyword argument of Python's function, the row in docs/commands.md and
completion all follow from there.

A job reports its problems (`problems`) and does its work (`run`); neither prints nor writes files. No record
imports code that draws, so that help and errors are fast: `run` imports it.
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
from ..units import BadValue, nearest_word_hint
from .kinds import Choice, Flag, Kind, Number

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.selection import PartToPrint
    from .result import Block, Result, ResultFile

#: Called with the progress: the amount done, and the total.
Tick = Callable[[int, int], None]


class Progress(Protocol):
    """Shows progress. Called at the start of a step with its description and the unit of counting."""

    def __call__(self, what: str, unit: str = "") -> AbstractContextManager[Tick]:
        """Begin a step; within the block, the tick is called with the progress."""
        ...


class Dependency(NamedTuple):
    """The other option on which the effect of an option depends."""

    #: The name of the other option's field.
    option: str
    #: The values with which it has an effect; empty for any value but the default.
    values: tuple[object, ...]
    #: Why it has none with others; {value} is the other option's.
    reason: str
    #: Whether it is an error to give it then; otherwise it is a warning.
    needed: bool = False


@dataclass(frozen=True)
class Option:
    """The declaration of an option beside its name, type and default."""

    help: str
    #: How a value is read; derived from the annotation for a boolean and for a choice of words.
    kind: Kind | None = None
    #: The name on the command line if it differs from the field's; and a short letter.
    name: str = ""
    letter: str = ""
    #: The other option on which its effect depends.
    only: Dependency | None = None
    #: The options that its kind needs to read first.
    after: tuple[str, ...] = ()
    #: Whether it follows the pack without a name; Python accepts it as a positional argument too.
    argument: bool = False


@dataclass(frozen=True)
class OptionSpec:
    """An option of a job: its declaration, and values derived from its annotated field."""

    #: The name of the field, and of Python's keyword argument.
    field: str
    option: Option
    kind: Kind
    #: MISSING for a required option.
    default: Any
    #: Whether it can be given several times; Python gives a list.
    many: bool
    #: The type of one value after reading.
    type: Any = None

    @property
    def flag(self) -> str:
        """Return the option's form on the command line: --back-offset, or LANGUAGE for an argument."""
        if self.option.argument:
            return self.field.upper()
        return "--" + (self.option.name or self.field).replace("_", "-")

    @property
    def default_text(self) -> str:
        """Return the default as typed; "" if there is none to show."""
        is_none = (
            self.default is MISSING or self.default is None or self.default is False or self.default == ()
        )
        return "" if is_none else self.kind.as_typed(self.default)

    @property
    def help_text(self) -> str:
        """Return the option's description with the allowed values, such as "1 to 100" or "disc|paper"."""
        words = self.kind.metavar if "|" in self.kind.metavar and not self.kind.words else ""
        more = self.kind.extent or words
        return f"{self.option.help.rstrip('.')} ({more})." if more else self.option.help

    @property
    def python_type(self) -> Any:
        """Return the description of the option with the values that it allows, such as "1 to 100"."""
        one = self.kind.python_type(self.type)
        if self.many:
            return one | Sequence[one]  # type: ignore[valid-type]
        return one | None if self.default is None else one

    @property
    def python_default(self) -> Any:
        """Return the default as Python code: a length as "3 mm", not in points."""
        if self.many or self.default is None or isinstance(self.default, bool | int | str):
            return self.default
        return self.default if isinstance(self.kind, Number) else self.kind.as_typed(self.default)

    def parse_value(self, value: object, others: Mapping[str, Any]) -> Any:
        """Return the value of the option; if the option takes several values, return them as a tuple. Raises
        BadValue.
        """
        if not self.many:
            return self.kind.parse_value(value, others)
        values = [value] if isinstance(value, str | bytes) or not isinstance(value, Sequence) else value
        return tuple(self.kind.parse_value(each, others) for each in values)


class OptionsError(UsageError):
    """Values of options that cannot be read, each with its error."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        """Store the displayed names of options, each with its error."""
        super().__init__("\n".join(f"{name}: {message}" for name, message in faults))
        self.faults = faults


@dataclass(frozen=True, kw_only=True)
class Job:
    """The base of all jobs: the values of the options, and in `given` those that the user stated."""

    #: The packs of a job: each one separately, exactly one, all together, or none.
    packs: ClassVar[Literal["each", "one", "all", "none"]] = "one"

    #: How a pack with several kinds of pieces is handled: all at once, or each kind by itself.
    pieces: ClassVar[Literal["all", "each"]] = "all"

    #: Whether each copy of a card with serial numbers is a card of its own in its packs.
    numbers_copies: ClassVar[bool] = False

    #: Whether it includes pieces that no product of the printer fits; otherwise they are left out.
    takes_unfit_pieces: ClassVar[bool] = False

    #: Whether it owns the whole folder that it writes, so that other files there are of an earlier run.
    fills_folder: ClassVar[bool] = False

    #: Whether it plays games, for which an engine may be compiled.
    plays_games: ClassVar[bool] = False
    #: Whether a file that is there is brought up to date, so that what its user wrote into it stays.
    updates_files: ClassVar[bool] = False

    #: The given options, by field, as typed or passed; this is not an option itself.
    given: Mapping[str, object] = field(default_factory=dict, compare=False)

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Return a job from options by name; None means not given. Raises OptionsError."""
        known = options_of(cls)
        given = {name: value for name, value in options.items() if value is not None}
        values: dict[str, Any] = {}
        wrong: dict[str, str] = {}
        for name in sorted(given, key=lambda name: name in known and bool(known[name].option.after)):
            if name not in known:
                wrong[name] = f"there is no such option; {nearest_word_hint(name, known)}"
                continue
            try:
                values[name] = known[name].parse_value(given[name], values)
            except BadValue as error:
                wrong[name] = f"{error}; {error.hint}" if error.hint else str(error)
        for name, declared in known.items():
            if declared.default is MISSING and values.get(name, ()) == () and name not in wrong:
                wrong[name] = "it is required"
        if wrong:
            raise OptionsError([(known[name].flag if name in known else name, wrong[name])
                                for name in {**given, **wrong} if name in wrong])  # fmt: skip
        return cls(given=given, **values)

    @classmethod
    def prints_at_home(cls, options: Mapping[str, object]) -> bool:
        """Tell whether a job with these options makes something that a home printer prints.
        options: by name.
        """
        return "home_printer" in options_of(cls)

    @property
    def accepted_packs(self) -> Literal["checked", "sound", "any"]:
        """Return which packs the job accepts: "checked" (no errors, and warnings are printed), "sound" (no
        errors) or "any" that can be read.
        """
        return "checked"

    @property
    def overrides(self) -> dict[KeyPath, Any]:
        """Return the values that the options of the job set in the pack before it is checked, by path."""
        return {}

    @property
    def printed_part(self) -> PartToPrint:
        """Return the terms that select the cards to print; without any where the job prints all."""
        from ..pack.selection import PartToPrint

        return PartToPrint(getattr(self, "only", ()), getattr(self, "missing", ()))

    def option_problems(self, pack: Examined | None) -> Iterator[Problem]:
        """Yield contradictions (errors) and given options that have no effect (warnings).

        The path of a problem without a place in a file is the option's field. pack: the pack of the job;
        without it, only contradictions between options.
        """
        known = options_of(type(self))
        for name, declared in known.items():
            only = declared.option.only
            if name in self.given and only is not None and not self.has_effect(only):
                reason = only.reason.format(value=getattr(self, only.option))
                if only.needed:
                    yield Problem(reason, (name,))
                else:
                    yield self.no_effect_warning(name, reason)

    def has_effect(self, only: Dependency) -> bool:
        """Tell whether the other option has one of the values that an option depends on."""
        value = getattr(self, only.option)
        if only.values:
            return value in only.values
        return bool(value != options_of(type(self))[only.option].default)

    def no_effect_warning(self, name: str, reason: str) -> Problem:
        """Return the warning that an option has no effect."""
        flag = options_of(type(self))[name].flag
        return Problem(f"{flag} has no effect here: {reason}", (name,), severity="warning")

    def text_blocks(self, pack: Examined, made: Result) -> Iterable[Block]:
        """Yield the computed results as blocks of text; nothing if the results are files."""
        return ()

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work and return the result, without printing or writing. Raises UsageError, PackError."""
        raise NotImplementedError


class JobWithoutPack(Job):
    """A job without a pack."""

    packs = "none"

    def run_without_pack(self, progress: Progress) -> Result:
        """Do the work and return its result."""
        raise NotImplementedError

    def text_blocks_without_pack(self, made: Result) -> Iterable[Block]:
        """Yield the computed results as blocks of text."""
        return ()


class ReportingJob(JobWithoutPack):
    """A job that runs until the user ends it, and reports events meanwhile."""

    def run_reporting(self, progress: Progress, tell: Callable[[str], object]) -> Result:
        """Do the work and return its result. tell: called with each text that the user should see at once."""
        raise NotImplementedError

    def run_without_pack(self, progress: Progress) -> Result:
        """Do the work; each text for the user is shown as a step of the progress."""
        with ExitStack() as steps:
            return self.run_reporting(progress, lambda text: steps.enter_context(progress(text)))


class QuestionJob(JobWithoutPack):
    """A job that needs answers, for which the command line asks the user."""

    #: The flag that asks, the option that takes the answers instead, and all questions by name.
    asking: ClassVar[str]
    answered: ClassVar[str]
    every_question: ClassVar[Mapping[str, str]]

    @property
    def questions(self) -> Mapping[str, str]:
        """Return the text of each question, by the name of its answer; {} if nothing is to be asked."""
        return {}

    def with_answers(self, answers: Mapping[str, str]) -> Self:
        """Return the job with the answers by name; "" for a question that is skipped. Raises BadValue."""
        raise NotImplementedError


class Conversation(Protocol):
    """Shows texts to the people at the screen, and asks them."""

    def tell(self, text: str) -> None:
        """Show a line."""
        ...

    def ask(self, question: str) -> str:
        """Return the answer to a question, "q" if no more will come."""
        ...

    def hand_screen_to(self, name: str) -> None:
        """Clear the screen, and wait until the named person sits there."""
        ...


class InteractiveJob(Job):
    """A job that asks people questions while it runs."""

    def run_interactively(self, pack: Examined, progress: Progress, talk: Conversation) -> Result:
        """Do the work and return its result.

        talk: shows texts to the user and asks for answers.
        """
        raise NotImplementedError

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work without anybody to ask: the first question ends it."""
        return self.run_interactively(pack, progress, _NoUser())


class _NoUser:
    """A conversation without people, whose every answer is "q"."""

    def tell(self, text: str) -> None:
        """Show nothing."""

    def ask(self, question: str) -> str:
        """Return "q"."""
        return "q"

    def hand_screen_to(self, name: str) -> None:
        """Return at once, as no user is present."""


class JobOfSeveral(Job):
    """A job that compares or combines several packs."""

    packs = "all"

    def verify_number(self, packs: int) -> None:
        """Raise UsageError for an impossible number of packs."""

    def run_all(self, packs: Sequence[Examined], progress: Progress) -> Result:
        """Do the work, as run() does for one pack."""
        raise NotImplementedError

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work with one pack."""
        return self.run_all([pack], progress)


class Round(NamedTuple):
    """The state of a job after one of its rounds."""

    #: The file to resume from.
    file: ResultFile
    #: The result so far, for programs; None if not requested.
    facts: Any = None


class JobInRounds(Job):
    """A long job in rounds, which can later resume after any of them."""

    def run_rounds(self, pack: Examined, progress: Progress, keep: Callable[[Round], None]) -> Result:
        """Do the work, as run() does. keep: called after each round with its state."""
        raise NotImplementedError

    def run(self, pack: Examined, progress: Progress) -> Result:
        """Do the work without saving intermediate states."""
        return self.run_rounds(pack, progress, lambda known: None)


def warnings_or_raise(job: Job, pack: Examined | None) -> list[Problem]:
    """Return the warnings of a job. Raises UsageError with all contradictions, one per line.

    A strict job raises PackError with the warnings that have a place in a file.
    """
    problems = list(job.option_problems(pack))
    errors = [problem.message for problem in problems if problem.severity == "error"]
    if errors:
        raise UsageError("\n".join(dict.fromkeys(errors)))
    located = [problem._replace(severity="error") for problem in problems if problem.mark is not None]
    if located and getattr(job, "strict", False):
        raise PackError(located)
    return problems


_OPTIONS: dict[type, dict[str, OptionSpec]] = {}


def options_of(job: type[Job]) -> dict[str, OptionSpec]:
    """Return the options of a record by field: its own first, then inherited ones."""
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
    """Return the option of a field. hint: its annotation."""
    type_, option = hint.__origin__, hint.__metadata__[0]
    if get_origin(type_) in (Union, UnionType):
        [type_] = [each for each in get_args(type_) if each is not type(None)]
    many = get_origin(type_) is tuple and get_args(type_)[-1] is Ellipsis
    if many:
        type_ = get_args(type_)[0]
    kind = option.kind
    if kind is None:
        if type_ is not bool and get_origin(type_) is not Literal:
            raise TypeError(f"the option {name} has no kind, such as Text() or Number() of jobs/kinds.py")
        kind = Flag() if type_ is bool else Choice(get_args(type_))
    return OptionSpec(name, option, kind, default, many, type_)


def record_from_options(record: Callable[..., Any], job: object, **more: Any) -> Any:
    """Return a record, each field of which has the value of the job's option with the same name.

    more: values of fields, which take precedence.
    """
    names = [name for name in record._fields if name not in more and hasattr(job, name)]  # type: ignore[attr-defined]
    return record(**{name: getattr(job, name) for name in names}, **more)
