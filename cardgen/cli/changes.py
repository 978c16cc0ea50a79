"""Print the changes since the last printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..units import count_with_noun
from .terminal import echo, table_lines

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.changes import Changes
    from ..jobs.result import Result
    from ..output.printed import CardChange


def print_report(job: Changes, examined: Examined, made: Result) -> None:
    """Print how many cards changed since the last printing, and a line for each."""
    last = made.result
    if not last.changes:
        echo(f"{examined.slug}: nothing changed since {last.file}")
        return
    prints = made.facts["prints"]
    to_print = f"{count_with_noun(prints, 'card')} to print" if prints else "nothing to print"
    echo(f"{examined.slug}: {count_with_noun(len(last.changes), 'change')} since {last.file}, {to_print}")
    rows = [
        (each.kind, f"{each.piece}: {each.label}" if each.piece else each.label, _change_text(each))
        for each in last.changes
    ]
    echo("\n".join(table_lines(rows, "<<<", indent=2)))


def _change_text(change: CardChange) -> str:
    """Return what changed on a card, and its quantity, as text."""
    copies = count_with_noun(change.after, "copy", "copies")
    if change.kind == "changed":
        was = f"{change.former_label} before; " if change.former_label else ""
        return f"{was}{' and '.join(change.sides)}, {copies}"
    if change.kind in ("more", "fewer"):
        return f"{change.before} before, {change.after} now"
    return count_with_noun(change.before, "copy", "copies") if change.kind == "removed" else copies
