"""Print lists of available names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import cell_width, echo, padded_text, paragraph

if TYPE_CHECKING:
    from ..jobs.list import Listing
    from ..jobs.result import Result


#: Names of a topic that the overview shows.
_MOST_NAMES = 10


def print_report(job: Listing, examined: None, made: Result) -> None:
    """Print the names of one topic, each with its text, or an overview of all topics."""
    topics = made.result or {}
    if job.what is None:
        for topic, rows in topics.items():
            names = list(dict.fromkeys(name.strip() for name, text in rows if text))
            more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            echo(paragraph(topic, f"{', '.join(names[:_MOST_NAMES])}{more}"))
        if topics:
            echo("`cardgen list packs` says what each pack is, and so on for each word on the left.")
        return
    for rows in topics.values():
        # A row without a text is a heading, which may be wider than the names below it.
        width = max((cell_width(name) for name, text in rows if text), default=0) + 2
        for name, text in rows:
            echo(f"{padded_text(name, width)}{text}".rstrip())
