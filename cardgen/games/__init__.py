"""The games: a file a game. For now, what each demands of its pack.

GAMES maps the names that `games:` may hold to functions that yield the problems of a pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..errors import Problem
from ..pack.model import Pack
from . import abstrac, addenda, never_over, up_and_over

PackCheck = Callable[[Pack], Iterator[Problem]]

GAMES: dict[str, PackCheck] = {
    "never-over": never_over.check,
    "addenda": addenda.check,
    "up-and-over": up_and_over.check,
    "up-n-over": up_and_over.check,
    "abstrac": abstrac.check,
    "abstrac-unfettered": abstrac.check_unfettered,
    "abstrac-52": abstrac.check_52,
}
