"""Locates cardgen's own packs, templates and examples, in a checkout or an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def bundled_folder(kind: str) -> Path:
    """Return the folder of a kind of cardgen's own files, in the installed package or the checkout.

    kind: "packs", "templates", "examples", "docs" or "site" (the website made of docs).
    """
    here = Path(__file__).parent.parent
    inside = here / "data" / kind
    if inside.is_dir():
        return inside
    return here.parent / ("docs/examples" if kind == "examples" else kind)
