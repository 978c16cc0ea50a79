"""cardgen: card packs written in YAML, made into things people hold.

Each command is a function of its name, such as `sheets`; `load` and `examine` read packs. A game of one's
own is a `CardGame`, which `verify_game` checks. docs/python.md tells how they are used, and `__init__.pyi`
has their types. They are imported when first used, so that `import cardgen` costs nothing.
"""

from __future__ import annotations

from typing import Any

from .jobs import JOBS

__version__ = "1.0.0"

#: Names beside those of the commands, and the modules that they are in.
_HOMES = {
    "CardGame": "gaming.games.card_game",
    "CardPicture": "output.card_picture",
    "CardgenError": "errors",
    "Job": "output.sheets",
    "Pack": "pack.model",
    "PackError": "errors",
    "PressJob": "output.press",
    "Printer": "prepress.printers.model",
    "SheetOptions": "layout.imposition",
    "Result": "jobs.result",
    "Target": "prepress.preflight.findings",
    "UsageError": "errors",
    "back": "api",
    "cards_in_play": "pack.selection",
    "examine": "api",
    "face": "api",
    "find_printer": "api",
    "load": "api",
    "playthrough": "gaming.games.playthrough",
    "verify_game": "gaming.games.contract",
}
#: `list` is a command as well, but `from cardgen import *` is not to take the place of Python's own.
__all__ = sorted({*_HOMES, *JOBS} - {"list"})


def __getattr__(name: str) -> Any:
    """Import a public name of cardgen when it is first used. Raises AttributeError for other names."""
    if name not in _HOMES and name not in JOBS:
        raise AttributeError(f"module 'cardgen' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES.get(name, 'api')}", __name__), name)


def __dir__() -> list[str]:
    """Return the public names, for editors and notebooks that complete them."""
    return sorted({*globals(), *_HOMES, *JOBS})
