"""The jobs: each file declares the options of a command once, finds contradictions in them, and does the
work.

The command line, Python's functions, the reference and completion follow from the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .job import Job

#: The commands with the module and the name of their records. The studio's record is in `webapp`, as the
#: studio itself runs jobs.
JOBS = {
    "box": ("box", "Box"),
    "build": ("sheets", "Build"),
    "calibrate": ("calibrate", "Calibrate"),
    "changes": ("changes", "Changes"),
    "check": ("check", "Check"),
    "compare": ("compare", "Compare"),
    "completion": ("completion", "Completion"),
    "design": ("design", "Design"),
    "docs": ("docs", "Docs"),
    "icons": ("icons", "Icons"),
    "images": ("images", "Images"),
    "list": ("list", "Listing"),
    "logs": ("logs", "Logs"),
    "match": ("match", "Match"),
    "new": ("new", "New"),
    "order": ("order", "Ordering"),
    "play": ("play", "Play"),
    "preflight": ("preflight", "Preflight"),
    "press": ("press", "Press"),
    "printers": ("printers", "Printers"),
    "proof": ("proof", "Proof"),
    "pull": ("pull", "Pull"),
    "rulebook": ("rulebook", "Rulebook"),
    "schema": ("schema", "Schema"),
    "share": ("share", "Share"),
    "sheets": ("sheets", "Sheets"),
    "show": ("show", "Show"),
    "simulate": ("simulate", "Simulate"),
    "solve": ("solve", "Solve"),
    "stats": ("stats", "Stats"),
    "studio": (".webapp.job", "Studio"),
    "summary": ("rulebook", "Summary"),
    "verify": ("verify", "Verify"),
    "words": ("words", "Words"),
}


def find_job(command: str) -> type[Job]:
    """Return the record of a command, importing its module."""
    from importlib import import_module

    module, name = JOBS[command]
    job: type[Job] = getattr(import_module(f".{module}", __name__), name)
    return job
