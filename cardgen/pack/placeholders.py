"""Names in braces in a box's `show`: a column or an icon, with a default, or an icon repeated."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import NamedTuple

#: Names in braces in a text: of columns, icons and cards, not of styles of words such as {.fire}.
IN_BRACES = re.compile(r"\{(?!\.)([^{}\n]*)\}")
#: Maximum number of times that an icon is repeated.
MOST_REPEATS = 30


class Placeholder(NamedTuple):
    """A column or an icon in braces."""

    name: str
    #: The text shown if the column is empty: of {title|Untitled}.
    default: str = ""
    #: The column or number that states how often it is shown: of {coin*cost}.
    times: str = ""

    @property
    def names(self) -> list[str]:
        """Return the names of the columns and icons in the placeholder."""
        return [self.name, *([self.times] if self.times and not self.times.isdecimal() else [])]

    def repeats(self, values: Mapping[str, str]) -> int | None:
        """Return how often a card shows the placeholder's icon, 1 by default.

        values: the texts in the card's columns. None if the column with the number holds no whole number, or
        one above the limit.
        """
        if not self.times:
            return 1
        said = self.times if self.times.isdecimal() else values.get(self.times, "").strip()
        if not said:
            return 0
        return int(said) if re.fullmatch(r"[0-9]{1,4}", said) and int(said) <= MOST_REPEATS else None


def _parse_placeholder(text: str) -> Placeholder:
    """Parse the text between braces."""
    if re.match(r"qr(-[lmqh])?:", text, re.IGNORECASE):
        # An address may have any character.
        return Placeholder(text)
    name, bar, default = text.partition("|")
    name, star, times = name.partition("*")
    return Placeholder(name.strip(), default.strip() if bar else "", times.strip() if star else "")


def placeholders(show: str) -> Iterator[Placeholder]:
    """Yield the placeholders of a text, in order."""
    return map(_parse_placeholder, IN_BRACES.findall(show))


def names_in_braces(show: str) -> list[str]:
    """Return the names of columns and icons that a text has in braces, in order."""
    return [name for each in placeholders(show) for name in each.names]


def names_drawing_file(text: str) -> bool:
    """Tell whether a text has the name of an SVG file in braces: that of a drawing in a column of some
    card.
    """
    return ".svg" in text and any(".svg" in name for name in IN_BRACES.findall(text))


def with_placeholders(show: str, fill: Callable[[Placeholder], str]) -> str:
    """Return a text in which each placeholder is replaced by the result of `fill` for it."""
    return IN_BRACES.sub(lambda match: fill(_parse_placeholder(match[1])), show)


def is_empty(show: str, values: Mapping[str, str], icons: Container[str]) -> bool:
    """Tell whether all columns that a text names in braces are empty on a card, so that the box of the text
    shows nothing.

    values: the texts in the card's columns. icons: names that mean icons, unless the card has a column of the
    same name.
    """
    named = list(placeholders(show))
    columns = [each.times if each.times else each.name for each in named]
    columns = [each for each in columns if each in values or (each not in icons and not each.isdecimal())]
    has_default = any(each.default for each in named)
    return bool(columns) and not has_default and not any(map(values.get, columns))
