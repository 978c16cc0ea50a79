"""Options of games as people write them, such as "hand=6", and a reader for each kind of value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

from ...errors import UsageError
from ...units import nearest_word_hint, quoted_value

#: Returns the value of an option from its name and the text after "=". Raises UsageError.
Reader = Callable[[str, str], Any]


def read_values(words: Iterable[str], readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the values of options, each converted by its reader; the last text for an option wins.

    The keys are Python names. Raises UsageError for an unknown option.

    >>> read_values(["No-Jokers=on"], {"no-jokers": read_switch})
    {'no_jokers': True}
    """
    found = {}
    for word in words:
        name, _, value = word.strip().lower().replace("_", "-").partition("=")
        if name not in readers:
            raise UsageError(f"there is no option {quoted_value(name)}; {nearest_word_hint(name, readers)}")
        found[name] = value
    return {
        name.replace("-", "_"): read(name, found[name]) for name, read in readers.items() if name in found
    }


def number_reader(maximum: int, minimum: int = 1) -> Reader:
    """Return a reader of whole numbers from `minimum` to `maximum`."""

    def read(name: str, value: str) -> int:
        plain = value.isascii() and value.isdigit() and len(value) <= len(str(maximum))
        if not (plain and minimum <= int(value) <= maximum):
            given = quoted_value(value) if value else "nothing"
            raise UsageError(
                f"{name} takes a number from {minimum} to {maximum}, such as {name}={minimum}, not {given}"
            )
        return int(value)

    return read


def read_switch(name: str, value: str) -> bool:
    """Return whether an option is on: "" and "on" are, "off" is not. Raises UsageError for other values."""
    if value not in ("", "on", "off"):
        raise UsageError(f"{name} is on or off, not {quoted_value(value)}")
    return value != "off"


def choice_reader(words: Iterable[str]) -> Reader:
    """Return a reader that accepts one of some words, or the value of a member of an Enum class."""
    values = [each.value if isinstance(each, Enum) else each for each in words]

    def read(name: str, value: str) -> Any:
        if value not in values:
            given = (
                f"not {quoted_value(value)}; {nearest_word_hint(value, values)}"
                if value
                else "and no value is given"
            )
            raise UsageError(f"{name} is one of {', '.join(values)}, {given}")
        return words(value) if isinstance(words, type) else value

    return read
