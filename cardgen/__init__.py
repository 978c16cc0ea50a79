"""cardgen: card packs written in YAML, made into things people hold.

`load` and `examine` read packs; each command is a function of its name, such as `sheets`. A game of one's
own is a `CardGame`, which `verify_game` checks. They are imported when first used, so that `import cardgen`
costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "CardGame",
    "Job",
    "Pack",
    "PackError",
    "PressJob",
    "Printer",
    "SheetOptions",
    "Target",
    "UsageError",
    "box",
    "build",
    "cards_in_play",
    "check",
    "compare",
    "examine",
    "find_printer",
    "images",
    "load",
    "new",
    "order",
    "playthrough",
    "press",
    "printers",
    "proof",
    "rulebook",
    "schema",
    "sheets",
    "show",
    "simulate",
    "stats",
    "summary",
    "verify",
    "verify_game",
    "words",
]

if TYPE_CHECKING:
    from .api import (
        box,
        build,
        check,
        compare,
        examine,
        find_printer,
        images,
        load,
        new,
        order,
        press,
        printers,
        proof,
        rulebook,
        schema,
        sheets,
        show,
        simulate,
        stats,
        summary,
        verify,
        words,
    )
    from .errors import PackError, UsageError
    from .gaming.games.card_game import CardGame
    from .gaming.games.contract import verify_game
    from .gaming.games.playthrough import playthrough
    from .layout.imposition import SheetOptions
    from .output.press import PressJob
    from .output.sheets import Job
    from .pack.model import Pack
    from .pack.selection import cards_in_play
    from .prepress.preflight.findings import Target
    from .prepress.printers.model import Printer

_HOMES = {
    "CardGame": "gaming.games.card_game",
    "Job": "output.sheets",
    "Pack": "pack.model",
    "PackError": "errors",
    "PressJob": "output.press",
    "Printer": "prepress.printers.model",
    "SheetOptions": "layout.imposition",
    "Target": "prepress.preflight.findings",
    "UsageError": "errors",
    "cards_in_play": "pack.selection",
    "playthrough": "gaming.games.playthrough",
    "verify_game": "gaming.games.contract",
}


def __getattr__(name: str) -> Any:
    # `list` is a command as well, but `from cardgen import *` must not replace Python's own.
    if name not in __all__ and name != "list":
        raise AttributeError(f"module 'cardgen' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES.get(name, 'api')}", __name__), name)
