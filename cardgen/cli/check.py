"""Print the problems of packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import report as problem_report
from .terminal import echo

if TYPE_CHECKING:
    from ..jobs.check import Check
    from ..jobs.result import Result


def print_report(job: Check, examined: None, made: Result) -> None:
    """Print the problems of all packs in the chosen format; as text, also a verdict on each pack."""
    text = problem_report.problems_text([each for pack in made.result for each in pack.problems], job.format)
    if text:
        echo(text)
    if job.format == "text":
        echo("\n".join(pack.verdict for pack in made.result))
