"""Where cardgen's own packs and templates are, in a checkout or an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def folder(kind: str) -> Path:
    """Return the folder of "packs" or "templates": in the package when installed, else in the checkout."""
    here = Path(__file__).parent.parent
    inside = here / "data" / kind
    return inside if inside.is_dir() else here.parent / kind
