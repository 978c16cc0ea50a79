"""Where cardgen's own packs and templates are, in a checkout or an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def folder(kind: str) -> Path:
    """The folder of "packs" or "templates": inside the package when installed, else at the checkout's top."""
    here = Path(__file__).parent.parent
    inside = here / "data" / kind
    return inside if inside.is_dir() else here.parent / kind
