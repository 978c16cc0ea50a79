"""The kinds of option values: how they are read, from the shell or from Python, and written.

Texts are read as users type them ("3 mm"). Python may also give the value itself, such as a length in points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from .. import units
from ..errors import UsageError
from ..units import BadValue, Size, nearest_word_hint

#: Whether a shell completes paths of files or of folders, besides known words.
Paths = Literal["", "file", "dir"]
#: The values of a job's other options that were read before, by name.
Others = Mapping[str, Any]


class Kind:
    """A kind of value; this one accepts any text."""

    #: The placeholder for the value in help.
    metavar = "TEXT"
    #: The range of values, such as "1 to 100".
    extent = ""
    #: The words to choose from; empty if there are others.
    words: tuple[str, ...] = ()
    paths: Paths = ""

    def parse_value(self, value: object, others: Others) -> Any:
        """Return the value. Raises BadValue."""
        if isinstance(value, str):
            return value
        raise BadValue(f"{value!r} is not a text")

    def as_typed(self, value: Any) -> str:
        """Return a value as typed."""
        return str(value)

    def python_type(self, field: Any) -> Any:
        """Return the type that Python accepts: the value, or a text as typed.

        field: the type of the value after reading.
        """
        return field | str

    def usual_values(self) -> Sequence[str]:
        """Return the usual values, which a shell completes and a form offers."""
        return self.words

    def label(self, word: str) -> str:
        """Return how a form shows a usual value."""
        return word


class Text(Kind):
    """Any text, with a placeholder in help."""

    def __init__(self, metavar: str, known: Callable[[], Sequence[str]] = tuple) -> None:
        """Store the placeholder, and a function that returns the usual values."""
        self.metavar = metavar
        self._known = known

    def usual_values(self) -> Sequence[str]:
        """Return the usual values."""
        return self._known()


class Flag(Kind):
    """A flag, which is present on the command line or not."""

    metavar = ""

    def parse_value(self, value: object, others: Others) -> bool:
        """Return the boolean. Raises BadValue."""
        if isinstance(value, bool):
            return value
        raise BadValue(f"{value!r} is neither True nor False")

    def python_type(self, field: Any) -> Any:
        """Return bool, the type that Python accepts."""
        return bool


class Choice(Kind):
    """One of a few words; an error suggests the nearest one, also for nicknames."""

    def __init__(self, words: Sequence[str], nicknames: Mapping[str, str] | None = None) -> None:
        self.words, self._nicknames = tuple(words), nicknames or {}
        self.metavar = f"[{'|'.join(words)}]"

    def parse_value(self, value: object, others: Others) -> str:
        """Return the word. Raises BadValue."""
        if isinstance(value, str) and value in self.words:
            return value
        meant = self._nicknames.get(str(value).lower())
        hint = f"did you mean {meant!r}?" if meant else nearest_word_hint(value, self.words)
        raise BadValue(f"{value!r} is not one of the choices here", hint)

    def python_type(self, field: Any) -> Any:
        """Return the words as a type."""
        return Literal[self.words]


class Number(Kind):
    """A number in a range, whole if the bounds are; text may have commas: 20,000."""

    metavar = "N"

    def __init__(self, least: float, most: float | None = None, metavar: str = "N") -> None:
        self.least, self.most, self.metavar = least, most, metavar
        self.extent = (
            f"{_number_as_typed(least)} or more"
            if most is None
            else f"{_number_as_typed(least)} to {_number_as_typed(most)}"
        )

    def parse_value(self, value: object, others: Others) -> float:
        """Return the number. Raises BadValue."""
        number = self._number(value)
        if number is None:
            what = "whole number" if isinstance(self.least, int) else "number"
            raise BadValue(f"{value!r} is not a valid {what}", f"use {self.extent}")
        if number < self.least or (self.most is not None and number > self.most):
            raise BadValue(f"{_number_as_typed(number)} is out of range", f"use {self.extent}")
        return number

    def as_typed(self, value: float) -> str:
        """Return a number as it would be typed."""
        return _number_as_typed(value)

    def python_type(self, field: Any) -> Any:
        """Return the type of the number."""
        return field

    def _number(self, value: object) -> float | None:
        kind = int if isinstance(self.least, int) else float
        if isinstance(value, str):
            try:
                return kind(value.replace(",", ""))
            except ValueError:
                return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return kind(value) if kind(value) == value else None


def _number_as_typed(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:g}"


class Parsed(Kind):
    """A value that a function reads from a text. Python may give the function's result."""

    def __init__(
        self,
        parse: Callable[[object], Any],
        metavar: str,
        write: Callable[[Any], str] = str,
        verify: Callable[[Any], None] = lambda value: None,
        known: Sequence[str] = (),
        label: Callable[[str], str] = str,
    ) -> None:
        """Store the functions. parse: raises BadValue. verify: raises BadValue for a value out of range.

        known: the usual values. label: returns how a form shows one.
        """
        self._parse, self.metavar, self._write, self._verify = parse, metavar, write, verify
        self._known, self._label = known, label

    def usual_values(self) -> Sequence[str]:
        """Return the usual values."""
        return self._known

    def label(self, word: str) -> str:
        """Return the text by which a form shows a usual value."""
        return self._label(word)

    def parse_value(self, value: object, others: Others) -> Any:
        """Return the value. Raises BadValue."""
        read = self._parse(value) if isinstance(value, str) else value
        self._verify(read)
        # A size may be a list in Python, but its users need a tuple.
        return tuple(read) if isinstance(read, list) else read

    def as_typed(self, value: Any) -> str:
        """Return a value as it would be typed."""
        return self._write(value)


def _verify_length(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadValue(
            f"{value!r} is not a length", 'write it with its unit ("3 mm"), or give a number of points'
        )


def length_kind(least: float | None = None, most: float | None = None, message: str = "") -> Parsed:
    """Return a kind of length in points. least, most: its bounds. message: the error for any other length."""

    def verify(value: object) -> None:
        _verify_length(value)
        if least is not None and most is not None and not least <= float(value) <= most:  # type: ignore[arg-type]
            raise BadValue(message)

    return Parsed(units.parse_length, "LENGTH", units.length_text, verify)


def verify_size(value: object) -> None:
    """Raise BadValue unless it is a size in points."""
    match value:
        case (int() | float() as width, int() | float() as height):
            if width > 0 and height > 0:
                return
            shown = size_as_typed((width, height)) if isfinite(width) and isfinite(height) else repr(value)
        case _:
            shown = repr(value)
    raise BadValue(f"{shown} is not a size", 'write "62 x 88 mm", or give width and height in points')


def _paper_text(size: Size) -> str:
    return units.paper_name(size).lower().replace(" ", "-") or size_as_typed(size)


def size_as_typed(size: Size) -> str:
    """Return a size as it would be typed."""
    return units.size_text(*size).replace("×", "x")


def _read_offset(value: object) -> tuple[float, float]:
    parts = str(value).split(",")
    if len(parts) != 2:
        raise BadValue(f"{value!r} is not an offset", 'write right and up, such as "0.5 mm,-1 mm"')
    x, y = (units.parse_length(part) for part in parts)
    return x, y


def _read_language(value: object) -> str:
    # Imported late, as it imports everything for reading a pack.
    from ..pack.values import parse_language_tag

    return parse_language_tag(value)


class CardSize(Parsed):
    """A size in points; for a printer, the printer's own size names have priority."""

    def parse_value(self, value: object, others: Others) -> Size:
        """Return width and height. Raises BadValue."""
        printer = others.get("printer")
        if isinstance(printer, str) and printer:
            from ..prepress.printers.library import find_preset

            printer = find_preset(printer)
        for product in getattr(printer, "products", ()):
            if isinstance(value, str) and product.name == value.strip().lower():
                trim: Size = product.trim
                return trim
        size: Size = super().parse_value(value, others)
        return size


class FilePath(Kind):
    """The path of a file or of a folder."""

    def __init__(self, paths: Literal["file", "dir"] = "file", only: bool = False, metavar: str = "") -> None:
        """Store the properties of the path.

        paths: "file" or "dir". only: whether an existing path must be of this kind. metavar: the placeholder
        in help.
        """
        self.paths: Paths = paths
        self._only = only
        self.metavar = metavar or ({"file": "FILE", "dir": "FOLDER"}[paths] if only else "PATH")

    def parse_value(self, value: object, others: Others) -> Path:
        """Return the path. Raises BadValue."""
        if not isinstance(value, str | Path):
            raise BadValue(f"{value!r} is not a path")
        path = Path(value)
        if self._only and self.paths == "dir" and path.is_file():
            raise BadValue(f"{path} is a file", "name a folder")
        if self._only and self.paths == "file" and path.is_dir():
            raise BadValue(f"{path} is a folder", "name a file")
        return path


class PackName(Kind):
    """A pack by its name or the path of its file; games and examples are errors."""

    metavar = "PACK"
    paths: Paths = "file"

    def __init__(self, examples: bool = False, game: bool = False) -> None:
        """Store whether examples and tables are allowed, and whether an option gives the pack's game."""
        self._examples, self._game = examples, game

    def parse_value(self, value: object, others: Others) -> str:
        """Return the name. Raises UsageError if there is no such pack."""
        from ..gaming.games import GAMES
        from ..pack import library

        name = str(value)
        try:
            library.pack_file(name)
        except UsageError:
            if name in library.example_files():
                if self._examples:
                    return name
                message = f"{name} is an example: begin with a copy of it, by"
                raise UsageError(f"{message} `cardgen new {name}.yaml --from {name}`") from None
            if self._examples and library.is_table(name):
                return name
            if name not in GAMES:
                raise
            pack = next(each for each in library.bundled_pack_names() if name in library.stated_games(each))
            message = f"{name} is a game, not a pack: name a pack it is played with, such as {pack}"
            message += f", and the game with --game {name}" if self._game else ""
            raise UsageError(message) from None
        return name

    def python_type(self, field: Any) -> Any:
        """Return the type: a name or a path."""
        return str | Path

    def usual_values(self) -> Sequence[str]:
        """Return the names of packs that come with cardgen."""
        from ..pack.library import bundled_pack_names

        return list(bundled_pack_names())


class GivenPack(PackName):
    """A pack by its name or the path of its file. Python may give its data or a loaded pack."""

    def parse_value(self, value: object, others: Others) -> Any:
        """Return the name, the data or the pack. Raises UsageError if there is no such pack."""
        from ..pack.model import Pack

        return value if isinstance(value, Pack | Mapping) else super().parse_value(value, others)

    def python_type(self, field: Any) -> Any:
        """Return the type: a name, a path, a dict or a pack."""
        from ..pack.model import Pack

        return str | Path | Mapping[str, Any] | Pack


class PdfFile(FilePath):
    """The path of a PDF. Python may give its bytes."""

    def __init__(self, metavar: str) -> None:
        super().__init__(metavar=metavar)

    def parse_value(self, value: object, others: Others) -> Any:
        """Return the path, or the bytes. Raises BadValue."""
        return value if isinstance(value, bytes) else super().parse_value(value, others)


class PrinterName(Kind):
    """A manufacturer by the name or the file of its preset. Python may give a Printer."""

    metavar = "PRINTER"
    paths: Paths = "file"

    def parse_value(self, value: object, others: Others) -> Any:
        """Return the printer. Raises UsageError if there is none, PackError with its file's problems."""
        from ..prepress.printers.library import find_preset
        from ..prepress.printers.model import Printer

        return value if isinstance(value, Printer) else find_preset(str(value))

    def python_type(self, field: Any) -> Any:
        """Return the type: a printer, or the name of one."""
        from ..prepress.printers.model import Printer

        return Printer | str

    def usual_values(self) -> Sequence[str]:
        """Return the names of presets that come with cardgen."""
        from ..prepress.printers.library import preset_names

        return list(preset_names())

    def label(self, word: str) -> str:
        """Return the name of the manufacturer."""
        name: str = self.parse_value(word, {}).name
        return name


LENGTH = length_kind()
PRINTER = PrinterName()
PAPER = Parsed(units.parse_paper_size, "PAPER", _paper_text, verify_size, tuple(units.PAPERS))
CARD_SIZE = CardSize(units.parse_card_size, "SIZE", size_as_typed, verify_size, tuple(units.CARDS))
PAGE_SIZE = CardSize(units.parse_page_size, "SIZE", size_as_typed, verify_size)
OFFSET = Parsed(_read_offset, "X,Y", lambda offset: ",".join(map(units.length_text, offset)))
LANGUAGE = Parsed(_read_language, "LANGUAGE")
