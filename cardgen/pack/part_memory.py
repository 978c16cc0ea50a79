"""What was made of parts of a pack's data when they were read last, for a pack that is being edited.

Of an unchanged part the same object comes again. So later stages know an unchanged card by its identity, and
an edit costs what it changes, not what is there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from ..errors import KeyPath

T = TypeVar("T")

#: Maximum number of kept parts (about 1 kB each); with more, all are forgotten.
_MOST_PARTS = 60_000


class PartMemory:
    """Results of reading parts of packs, by the kind of part and its path."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, KeyPath], tuple[Any, Any, Any]] = {}

    def find(self, kind: str, path: KeyPath, source: object, context: object = None) -> Any:
        """Return the result kept for this very object `source` in an equal context; None if there is none."""
        known = self._made.get((kind, path))
        if known is None or known[0] is not source or known[1] != context:
            return None
        return known[2]

    def keep(self, kind: str, path: KeyPath, source: object, made: T, context: object = None) -> T:
        """Keep the result `made` of reading a source, and return it.

        context: all other values on which the result depends.
        """
        if len(self._made) >= _MOST_PARTS:
            self._made.clear()
        self._made[kind, path] = source, context, made
        return made

    def equal_earlier_data(self, path: KeyPath, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data that an earlier pack had at a path if they equal `data`, including types and order.
        Otherwise keep `data`, and return them.

        Later stages recognise unchanged data by their identity.
        """
        known = self._made.get(("data", path))
        if known is not None and repr(known[2]) == repr(data):
            before: dict[str, Any] = known[2]
            return before
        return self.keep("data", path, None, data)


#: The memory of a pack that is edited; None to keep nothing.
PARTS: ContextVar[PartMemory | None] = ContextVar("parts", default=None)


def find_or_make(
    kind: str, path: KeyPath, source: object, make: Callable[[], T], context: object = None
) -> T:
    """Return the result of reading a source. It is taken from the memory of this run if it is known, and
    otherwise made and kept.

    make: returns the result, which must not be None. context: all other values on which the result depends.
    """
    memory = PARTS.get()
    if memory is None:
        return make()
    found: T | None = memory.find(kind, path, source, context)
    return memory.keep(kind, path, source, make(), context) if found is None else found
