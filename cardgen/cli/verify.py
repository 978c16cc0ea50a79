"""Print the proof of sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import echo

if TYPE_CHECKING:
    from ..jobs.result import Result
    from ..jobs.verify import Verify


def print_report(job: Verify, examined: None, made: Result) -> None:
    """Print the facts that verification has proven about the sheets. Faults are printed as for any job."""
    if made.result.good:
        echo(f"{job.file_name}: proven")
        echo("\n".join(f"  {fact}" for fact in made.result.facts))
