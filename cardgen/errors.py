"""Problems of a pack and what they do to the exit code. Imports nothing of cardgen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

#: How bad a problem is: an error stops the work, a warning is worth a look, a note just tells.
Severity = Literal["error", "warning", "note"]

#: The most problems of one kind that are listed.
MOST_PROBLEMS = 1_000

#: Name of the package on PyPI, which refuses `cardgen` beside `card-gen`. Command and module are `cardgen`.
DISTRIBUTION = "cardgen-kit"

#: The way to a value in a pack: ("suits", "red", "cards", "4"). List places are numbers as text.
KeyPath = tuple[str, ...]


def install_command(extra: str, version: str = "") -> str:
    """Return the command that installs cardgen with an extra, such as "lab". version: the version of cardgen;
    "" for any.
    """
    wanted = f"=={version}" if version else ""
    return f'pip install "{DISTRIBUTION}[{extra}]{wanted}"'


class Mark(NamedTuple):
    """A place: a file or an option, and the line and column in the file, both counted from 1.

    Line 0 means the whole file; column 0 means the whole line, or the whole row of a table. width: the number
    of characters.
    """

    file: str
    line: int = 0
    column: int = 0
    width: int = 1

    @property
    def is_option(self) -> bool:
        """Tell whether the place is an option of the command line, such as --style, and not a file."""
        return self.file.startswith("--") and not self.line


#: The end of a path to a new value after the last one of a list (as in JSON Pointer, RFC 6901).
LAST = "-"


#: The value of a suggestion that removes what is there.
REMOVAL = ""
#: The values of suggestions for which the user chooses a file; no YAML of a pack is like these.
PICTURE, FONT = "!picture", "!font"


class Suggestion(NamedTuple):
    """A value that a hint suggests: its path in the pack, which may end in LAST, and the value as YAML.

    REMOVAL as value removes the key; for PICTURE and FONT the user chooses a file.
    """

    path: KeyPath
    value: str

    @classmethod
    def to_remove(cls, *path: str) -> tuple[Suggestion, ...]:
        """Return a tuple of one suggestion: to remove what is at a path."""
        return (cls(path, REMOVAL),)


class Problem(NamedTuple):
    """An error, a warning or a note about a pack: what is wrong and what to do."""

    message: str
    path: KeyPath = ()
    hint: str = ""
    severity: Severity = "error"
    #: Point at the key of the path, not at its value.
    on_key: bool = False
    #: What findings of this kind are called, such as "contrast".
    name: str = ""
    #: Known once the problem is laid against its source, with the line it quotes.
    mark: Mark | None = None
    line: str = ""
    #: It lies in how the cards look or what a game asks of them; they can be drawn all the same.
    drawable: bool = False
    #: Values of which each is an answer, if the hint names keys of the pack.
    suggestions: tuple[Suggestion, ...] = ()

    @property
    def place(self) -> str:
        """Return the place as "file:line:column", as far as it is known; "" if it is not."""
        if self.mark is None:
            return ""
        numbers = (str(number) for number in (self.mark.line, self.mark.column) if number)
        return ":".join([self.mark.file, *numbers])

    @property
    def sentence(self) -> str:
        """Return the place, the path of the value, what is wrong and what to do, in one line."""
        where = ": ".join(filter(None, (self.place, ".".join(self.path), self.message)))
        return f"{where}; {self.hint}" if self.hint else where


def warnings_as_errors(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems with each warning turned into an error."""
    return [each._replace(severity="error") if each.severity == "warning" else each for each in problems]


class CardgenError(Exception):
    """The base of cardgen's errors for users. The message is for people, exit_code for programs."""

    exit_code: int = 2


class UsageError(CardgenError):
    """The options contradict one another, or a file cannot be read or written."""


class FileChanged(UsageError):  # noqa: N818 - it says what happened
    """A file is no longer the one that was checked."""


class OutOfTime(BaseException):
    """Raised when work on a stranger's file has exceeded its time; the message is a predicate: "takes more
    than 20 s".

    sandbox.child raises it at any point of the work. It is no Exception, so that code that handles any fault
    of a file does not catch it.
    """


class PackError(CardgenError):
    """A pack has errors, of which its text tells; `problems` holds warnings and notes as well."""

    def __init__(self, problems: list[Problem]) -> None:
        errors = [problem for problem in problems if problem.severity == "error"]
        super().__init__("\n".join(problem.sentence for problem in errors or problems))
        self.problems = problems
        only_options = errors and all(problem.mark and problem.mark.is_option for problem in errors)
        self.exit_code = 2 if only_options else 1

    def __reduce__(self) -> tuple[type[PackError], tuple[list[Problem]]]:
        """Return how pickle makes the exception again: from its problems, not from its text."""
        return type(self), (self.problems,)
