"""Problems as text for people, as JSON, and as annotations of a code host."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Problem
from .terminal import as_json, cell_width, printable_text


def problems_text(problems: Iterable[Problem], form: str = "text") -> str:
    """Return problems as text. form: "text" for people, "json", or "github" for annotations of a
    code host.
    """
    if form == "json":
        from ..jobs.check import problem_facts

        return as_json([problem_facts(problem) for problem in problems])
    one = _workflow_command if form == "github" else _problem_text
    return "\n".join(one(problem) for problem in problems)


def _problem_text(problem: Problem) -> str:
    """Return a problem as text: place, severity, message, the line of the file, and a hint."""
    where = problem.place
    said = f"{problem.severity}: {printable_text(problem.message)}"
    lines = [f"{where}: {said}" if where else said]
    if problem.line.strip() and problem.mark and problem.severity != "note":
        lines += _quoted_line(problem.line, problem.mark.line, problem.mark.column, problem.mark.width)
    if problem.hint:
        lines.append(f"    hint: {printable_text(problem.hint)}")
    return "\n".join(lines)


#: Maximum number of quoted characters of a line.
_LONGEST = 96


def _quoted_line(line: str, number: int, column: int, width: int) -> list[str]:
    """Return a line of a file and, below it, carets under the wrong part. Of a long line only the part around
    it is shown.

    number, column: from 1. width: the number of wrong characters.
    """
    start = max(0, column - 1 - _LONGEST // 2) if len(line) > _LONGEST else 0
    part = printable_text(line[start : start + _LONGEST])
    at = column - 1 - start
    carets = "^" * max(1, cell_width(part[at : at + width]))
    prefix = f"{number:5} | "
    return [f"{prefix}{part}", " " * (len(prefix) - 2) + "| " + " " * cell_width(part[:at]) + carets]


def _workflow_command(problem: Problem) -> str:
    """Return a problem as a workflow command (docs.github.com, "Workflow commands for GitHub Actions")."""
    mark = problem.mark
    kind = {"note": "notice"}.get(problem.severity, problem.severity)
    where = ""
    if mark:
        place = f",line={mark.line}" if mark.line else ""
        place += f",col={mark.column}" if mark.column else ""
        where = f" file={_escaped_for_workflow(mark.file, in_property=True)}{place}"
    message = f"{problem.message} ({problem.hint})" if problem.hint else problem.message
    return f"::{kind}{where}::{_escaped_for_workflow(message)}"


def _escaped_for_workflow(text: str, in_property: bool = False) -> str:
    """Return a text with the characters escaped that workflow commands use themselves."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if in_property else text
