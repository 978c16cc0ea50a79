"""Open the table in a page for `cardgen play --page`."""

from __future__ import annotations

from ..checks.examination import is_confining
from ..jobs.play import Play
from ..webapp.job import Studio


def studio_of(job: Play, pack: str) -> Studio:
    """Return the studio that opens the table which a job describes."""
    seating = {
        "game": job.game,
        "players": job.players,
        "people": [] if job.watch else list(job.people),
        "bot": job.bot,
        "options": list(job.options),
        "seed": job.seed,
    }
    return Studio(pack=pack, rules=job.rules, trust=not is_confining(), seating=seating)
