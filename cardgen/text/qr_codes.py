"""QR codes as icons: dark modules in the colour of the surroundings on a white square with its quiet zone."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from ..colour.colors import WHITE
from ..geometry import Rect
from ..units import MM
from .outlines import Icon, IconLayer, joined_shapes, rectangle

#: Matches the name of a code in braces: its error correction, M where none is stated, and its contents.
_CODE = re.compile(r"qr(?:-([lmqh]))?:(.+)", re.IGNORECASE | re.DOTALL)
#: Maximum number of characters: a code of 300 has 73 modules a side, and hardly fits on a card.
MOST_CHARACTERS = 300
#: Width of the white border, in modules (ISO/IEC 18004, quiet zone).
QUIET = 4
#: Modules smaller than this are read badly by phones, in points.
LEAST_MODULE = 0.4 * MM


def is_qr_code(name: str) -> bool:
    """Tell whether a name in braces is that of a QR code: qr:TEXT, or qr-h:TEXT."""
    return _CODE.match(name) is not None


@lru_cache(maxsize=1024)
def qr_code_icon(name: str) -> Icon | None:
    """Return a QR code as an icon by its name in braces; None if its text is too long."""
    modules = _module_rows(name)
    if not modules:
        return None
    side = len(modules) + 2 * QUIET
    dark = []
    for row, line in enumerate(modules):
        y = (side - QUIET - row - 1) / side
        at = QUIET
        for is_dark, run in groupby(line):
            wide = len(list(run))
            if is_dark:
                dark.append(rectangle(Rect(at / side, y, wide / side, 1 / side)))
            at += wide
    return Icon((IconLayer(rectangle(Rect(0, 0, 1, 1)), WHITE), IconLayer(joined_shapes(*dark))), 1.0)


def modules_across(name: str) -> int:
    """Return the number of modules on a side of a QR code, with its quiet zone; 0 if its text is too long."""
    return len(modules) + 2 * QUIET if (modules := _module_rows(name)) else 0


@lru_cache(maxsize=1024)
def _module_rows(name: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of modules of a QR code, True for dark ones; no rows if its text is too long."""
    match = _CODE.match(name)
    if match is None or len(match[2]) > MOST_CHARACTERS:
        return ()
    import segno

    made = segno.make(match[2].strip(), error=match[1] or "m", micro=False, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)
