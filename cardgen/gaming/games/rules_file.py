"""A user's own game, read from a file of Python, which runs with all rights of its user.

Only the command line and scripts can name such a file; a pack cannot.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from ...errors import UsageError
from ...units import quoted_value
from .card_game import CardGame

#: Maximum size of a file of rules, in bytes.
_MOST = 1 << 20
#: The game classes of files that this process has run.
_GAMES: dict[RulesFile, type[CardGame]] = {}


@dataclass(frozen=True)
class RulesFile:
    """A file of rules with its text; workers on other machines run this text."""

    path: str
    text: str = field(repr=False)

    @classmethod
    def read(cls, path: Path) -> RulesFile:
        """Return the file with its text. Raises UsageError if it cannot be read."""
        try:
            if path.stat().st_size > _MOST:
                raise UsageError(f"{path} is too long for rules: at most {_MOST >> 20} MB are read")
            return cls(str(path), path.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UsageError(
                f"{path} is not UTF-8 text: name a file of Python, such as my_game.py"
            ) from error

    @property
    def name(self) -> str:
        """Return the name of the file."""
        return Path(self.path).name

    @property
    def game(self) -> type[CardGame]:
        """Run the file once per process and return the class of its game. Raises UsageError with the line."""
        if self not in _GAMES:
            _GAMES[self] = self._load_game_class()
        return _GAMES[self]

    def _load_game_class(self) -> type[CardGame]:
        """Run the file, and return the class of its game. Raises UsageError unless it has just one."""
        folder = str(Path(self.path).resolve().parent)
        if folder not in sys.path:
            # Last, so that modules in that folder hide no library.
            sys.path.append(folder)
        module = ModuleType(f"rules of {self.name}")
        module.__file__ = self.path
        sys.modules[module.__name__] = module
        with self.name_line_in_errors("the file cannot be run"):
            exec(compile(self.text, self.path, "exec"), module.__dict__)  # noqa: S102 - that is what it is for
        found = [each for each in vars(module).values() if _is_game(each, module.__name__)]
        games = [
            each
            for each in found
            if not any(other is not each and issubclass(other, each) for other in found)
        ]
        if len(games) != 1:
            said = ", ".join(each.__name__ for each in games) or "none"
            raise UsageError(f"{self.path} wants one class of cardgen.CardGame, and has {said}")
        game: type[CardGame] = games[0]
        return game

    @contextmanager
    def name_line_in_errors(self, where: str) -> Iterator[None]:
        """Convert exceptions within the block to UsageError with the line. where: what was being done."""
        try:
            yield
        except UsageError:
            raise
        except SyntaxError as error:
            line = error.lineno if error.filename == self.path else None
            raise UsageError(f"{self._line_reference(line)}: {error.msg}; {where}") from error
        except Exception as error:
            lines = [each.lineno for each in extract_tb(error.__traceback__) if each.filename == self.path]
            said = (
                f"{type(error).__name__}: {quoted_value(str(error))}" if str(error) else type(error).__name__
            )
            raise UsageError(
                f"{self._line_reference(lines[-1] if lines else None)}: {said}; {where}"
            ) from error

    def _line_reference(self, line: int | None) -> str:
        return self.path if line is None else f"{self.path}:{line}"


def _is_game(each: object, module: str) -> bool:
    return isinstance(each, type) and issubclass(each, CardGame) and each.__module__ == module
