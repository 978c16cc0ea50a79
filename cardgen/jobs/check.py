"""Check packs: report every problem at once, each with its place."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ..errors import Mark, PackError, Problem, UsageError, warnings_as_errors
from ..units import count_with_noun
from .groups import STRICT
from .job import JobWithoutPack, Option, Progress
from .kinds import PackName, Text
from .pieces import counts_by_kind
from .result import Result

if TYPE_CHECKING:
    from ..checks.examination import Examined

#: The place of a problem that is in no file.
_NO_FILE = Mark("cardgen")


class CheckedLanguage(NamedTuple):
    """A pack in one language, with its problems."""

    #: The pack's name as given, with the language if it is not its own.
    name: str
    problems: list[Problem]
    #: Its contents by kind, such as "30 cards and 12 pieces (coin)"; "" if it cannot be read.
    contents: str

    @property
    def verdict(self) -> str:
        """Return the verdict as one line."""
        errors = sum(problem.severity == "error" for problem in self.problems)
        if errors:
            fix = "it" if errors == 1 else "them"
            return f"{self.name}: {count_with_noun(errors, 'error')}. Fix {fix} before you make files."
        return f"{self.name}: good, {self.contents}"

    @property
    def exit_code(self) -> int:
        """Return 2 if the file does not exist, 1 if it has errors, else 0."""
        if any(problem.mark == _NO_FILE for problem in self.problems):
            return UsageError.exit_code
        return int(any(problem.severity == "error" for problem in self.problems))


@dataclass(frozen=True, kw_only=True)
class Check(JobWithoutPack):
    """Say what is wrong with packs: every problem at once, each with its place.

    \b
    Examples:
      cardgen check my-pack.yaml
      cardgen check --strict never-over standard-52
      cardgen check --format github packs/*.yaml
      cardgen check my-pack.yaml --language all
    """

    names: Annotated[tuple[str, ...], Option("The packs.", PackName(), argument=True)]
    strict: Annotated[bool, STRICT] = False
    language: Annotated[
        str | None,
        Option(
            "Check it in this language; all checks every language that it is translated into.",
            Text("LANGUAGE"),
        ),
    ] = None
    format: Annotated[Literal["text", "json", "github"], Option("Format of the output.")] = "text"

    def run_without_pack(self, progress: Progress) -> Result:
        """Check each pack in each language. The result is a list of CheckedPack."""
        checked = [
            self._check_language(name, tag) for name in self.names for tag in self._checked_languages(name)
        ]
        facts = [problem_facts(problem) for each in checked for problem in each.problems]
        return Result(facts=facts, result=checked, status=max(each.exit_code for each in checked))

    def _checked_languages(self, name: str) -> list[str]:
        """Return the languages in which a pack is checked; "" for its own."""
        if self.language != "all":
            return [self.language or ""]
        from ..pack import library

        try:
            stated = library.resolve(name).data.get("languages")
        except (PackError, UsageError):  # reported when the pack is examined
            stated = None
        return ["", *map(str, stated)] if isinstance(stated, dict) else [""]

    def _check_language(self, name: str, language: str) -> CheckedLanguage:
        """Check a pack in one language ("" for its own); a missing or unreadable file becomes a problem."""
        from ..checks.examination import examine

        contents = ""
        try:
            examined = examine(name, {("language",): language} if language else None)
            problems = [*examined.problems, *_template_problems(name, examined)]
            contents = counts_by_kind(examined.pack.kinds) if examined.pack else ""
        except PackError as error:
            problems = error.problems
        except UsageError as error:
            problems = [Problem(str(error), mark=_NO_FILE)]
        if self.strict:
            problems = warnings_as_errors(problems)
        if language:
            problems = [each._replace(message=f"in {language!r}: {each.message}") for each in problems]
            name = f"{name} in {language!r}"
        return CheckedLanguage(name, problems, contents)


def problem_facts(problem: Problem) -> dict[str, object]:
    """Return a problem as data for JSON."""
    mark = problem.mark
    return {
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint or None,
        "file": mark.file if mark else None,
        "line": (mark.line or None) if mark else None,
        "column": (mark.column or None) if mark else None,
        "path": list(problem.path),
    }


def _template_problems(name: str, examined: "Examined") -> list[Problem]:
    """Return the problems of a rulebook template beside a pack without errors."""
    from ..books.templates import pack_template_file
    from ..pack import library

    file = pack_template_file(str(library.pack_file(name)))
    if file is None or examined.pack is None or examined.of("error"):
        return []
    from ..output.rulebook import template_problems

    return template_problems(examined.pack, file)
