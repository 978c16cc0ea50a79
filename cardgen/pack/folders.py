"""Locates cardgen's own packs, templates and examples, in a checkout or an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def folder(kind: str) -> Path:
    """Return the folder of "packs", "templates", "examples", "docs" or "site" (made of docs): in the package
    when installed, else in the checkout.
    """
    here = Path(__file__).parent.parent
    inside = here / "data" / kind
    if inside.is_dir():
        return inside
    return here.parent / ("docs/examples" if kind == "examples" else kind)
