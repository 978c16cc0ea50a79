"""The list of the files that a run made in a folder: a later run takes away those that it makes no more.

It stands by itself, as who only writes files need not load what draws them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from ..sandbox import untrusted

#: What the lists of a folder's pictures are called.
LISTS = ("cards.csv", "cards.json")
_LONGEST_LIST = 10_000_000
#: Names that files here can have; never a path.
_OWN = re.compile(r"[A-Za-z0-9][\w.' -]*\.(png|jpg|tif|csv|json)")


def earlier(folder: Path) -> list[str]:
    """Return the files that an earlier run made in a folder, as its own list says; none without a list."""
    try:
        file = folder / LISTS[1]
        raw = untrusted.read(file, _LONGEST_LIST)
        found = json.loads(raw) if len(raw) <= _LONGEST_LIST else {}
        if not str(found["made-by"]).startswith("cardgen "):
            return []
        return [name for name in found["files"] if _OWN.fullmatch(name)]
    except (OSError, ValueError, KeyError, TypeError):
        return []
