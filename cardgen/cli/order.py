"""Print an order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import cell_width, echo, paragraph

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..jobs.order import Ordering
    from ..jobs.result import Block, Result


def print_report(job: Ordering, examined: Examined, made: Result) -> None:
    """Print the order and the files to upload, in the pack's language."""
    if examined.valid_pack.piece:
        echo("")
    for block in job.text_blocks(examined, made):
        _print_block(block)


#: The indentation of texts by kind.
_INDENTS = {"command": 2, "remark": 4, "by hand": 4, "makes": 6, "yaml": 8}


def _print_block(block: Block) -> None:
    """Print a block of text, indented by its kind."""
    rows, text = block.rows, block.rows[0][1]
    if block.kind in ("title", "lead"):
        echo(f"{text}\n" if block.kind == "title" else f"\n{text}")
    elif block.kind == "facts":
        hang = max(12, *(cell_width(heading) + 4 for heading, _ in rows))
        for heading, said in rows:
            echo(paragraph(heading.rstrip(), said, hang=hang))
    elif block.kind == "questions":
        for _, said in rows:
            echo(paragraph("", said, indent=2, hang=4))
    elif block.kind in ("command", "yaml"):
        for line in text.splitlines():
            echo(" " * _INDENTS[block.kind] + line)
    else:
        echo(paragraph("", text, indent=_INDENTS[block.kind], hang=_INDENTS[block.kind]))
