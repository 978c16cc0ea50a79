"""What a PDF by cardgen says that it holds: cards, a box, a rulebook, or pages that are not for a press.

It is in the key Keywords of the document information (ISO 32000-1, 14.3.3), as JSON.
"""

from __future__ import annotations

import json
from typing import Literal, NamedTuple, get_args

from .document import open_document
from .xmp import decode_text_string

#: The last three are for people: no press prints them.
Contents = Literal["cards", "box", "rulebook", "proof", "order sheet", "box to print at home"]
_LONGEST = 1000


class DeclaredContents(NamedTuple):
    """What a file says that it holds, and the kind of its pieces; "" for cards."""

    contents: Contents
    piece: str = ""


def contents_keywords(contents: Contents, piece: str = "") -> str:
    """Return the value of the key Keywords for a file with these contents. piece: the kind of pieces; "" for
    cards.
    """
    return json.dumps({"contents": contents, "piece": piece})


def declared_contents(data: bytes) -> DeclaredContents | None:
    """Return the kind of content that a file declares; None if it declares none, or cannot be read. Never
    raises.
    """
    try:
        with open_document(data) as file:
            text = decode_text_string(file.information.get("/Keywords")) or ""
        found = json.loads(text) if len(text) <= _LONGEST else {}
        contents, piece = found["contents"], found["piece"]
    except Exception:  # Preflight itself reports faults of the file.
        return None
    known = contents in get_args(Contents) and isinstance(piece, str)
    return DeclaredContents(contents, piece) if known else None
