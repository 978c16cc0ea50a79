"""Print lists of available names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import cell_width, echo, padded

if TYPE_CHECKING:
    from ..jobs.list import Listing
    from ..jobs.result import Result


def report(job: Listing, examined: None, made: Result) -> None:
    """Print each topic's names with their texts; several topics under headings."""
    for topic, rows in (made.result or {}).items():
        if job.what is None:
            echo(f"{topic}:")
        # A row without a text is a heading, which may be wider than the names below it.
        width = max(cell_width(name) for name, text in rows if text) + 2
        for name, text in rows:
            echo(("  " if job.what is None else "") + f"{padded(name, width)}{text}".rstrip())
