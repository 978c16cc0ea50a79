"""The list of the files that a run made in a folder, from which a later run knows which to delete.

In its own module, so that code that only writes files need not load the drawing code.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ..sandbox import untrusted

#: The names of the lists in a folder of pictures.
LISTS = ("cards.csv", "cards.json")
#: The name of the list of credits in a folder; beside a file, its end.
CREDITS = "credits.txt"
#: The name of the letter to the printer in the folder of an order.
LETTER = "letter-to-printer.txt"
_LONGEST_LIST = 10_000_000
#: Matches names of files that cardgen makes here; never a path.
_OWN = re.compile(r"[A-Za-z0-9][\w.' -]*\.(png|jpg|tif|csv|json|txt|xml|pcio|zip|pdf)")


def files_of_earlier_run(folder: Path) -> list[str]:
    """Return the names of the files that an earlier run made in a folder, according to its list; empty
    without a list of cardgen's.
    """
    try:
        return [name for name in _read_list(folder)["files"] if _OWN.fullmatch(name)]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def piece_kinds_by_file(folder: Path) -> dict[str, str]:
    """Return the name of the kind of pieces that each file of an order has, by the file's name.

    folder: a folder of an order, as the command `press --all` makes it.

    Files for a whole order, such as its order sheet, are not among them. Empty for any other folder.
    """
    try:
        return {str(name): str(kind) for name, kind in _read_list(folder)["kinds"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _read_list(folder: Path) -> dict[str, Any]:
    """Return the list of files in a folder. Raises OSError, ValueError, KeyError or TypeError."""
    raw = untrusted.read_plain_file(folder / LISTS[1], _LONGEST_LIST)
    found: dict[str, Any] = json.loads(raw) if len(raw) <= _LONGEST_LIST else {}
    if not str(found["made-by"]).startswith("cardgen "):
        raise ValueError("another program made the list")
    return found
