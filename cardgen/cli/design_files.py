"""The files of a search for designs: ready variants, and what the search knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import UsageError
from ..sandbox import untrusted as untrusted
from .starter import as_yaml

if TYPE_CHECKING:
    from ..lab.design.problem import DesignProblem, Wish
    from ..lab.design.racing import SearchState
    from ..pack.yaml import Data

#: The line of a design that tells which problem it answers.
_MARK = re.compile(r"^# cardgen design ([0-9a-f]{16})\b", re.MULTILINE)
#: So much of a file is read to find it.
_HEAD = 1 << 14
#: The name of a file, and that of a base in the name of a design, is told shorter where it has more.
_LONGEST, _BASE_NAME = 80, 40
#: So many characters a design's name may have, and a number besides: a pack's name has 80.
LONGEST_TITLE = 76


@dataclass(frozen=True)
class Place:
    """Where the designs of a pack go, and for which problem."""

    folder: Path
    #: What the names of all its files begin with: the pack and the wishes.
    stem: str
    fingerprint: str

    def name(self, number: int) -> str:
        """The file of a design."""
        return f"{self.stem}-{number}.yaml"

    @property
    def checkpoint(self) -> Path:
        """Where the search keeps what it knows while it goes on."""
        return self.folder / f"{self.stem}.json"

    def earlier(self, force: bool) -> list[str]:
        """The names of designs that may be written over: those for the same problem; with force, for any.

        Raises UsageError where there are others, before any game is played.
        """
        mine: list[str] = []
        other: list[str] = []
        pattern = re.compile(rf"{re.escape(self.stem)}-[1-9][0-9]*\.yaml\Z")
        names = sorted(file.name for file in _files(self.folder) if pattern.match(file.name))
        for name in names:
            found = _MARK.search(_head(self.folder / name))
            (mine if found and (force or found[1] == self.fingerprint) else other).append(name)
        if other:
            raise UsageError(self._in_the_way(other))
        return mine

    def _in_the_way(self, names: Sequence[str]) -> str:
        asked = [_MARK.search(_head(self.folder / name)) for name in names]
        if all(asked):
            what = "designed for another table, other cards or another seed"
            return (
                f"{self.folder} holds {', '.join(names)}, {what}: name another folder with -o, or add --force"
            )
        theirs = [name for name, found in zip(names, asked, strict=True) if not found]
        are = "which is no design" if len(theirs) == 1 else "which are no designs"
        return f"{self.folder} holds {', '.join(theirs)}, {are} of cardgen's: name another folder with -o"


class Title(NamedTuple):
    """What designs are called."""

    text: str
    #: Whether somebody chose it; otherwise it tells the wishes.
    own: bool

    def name(self, number: int, of: int) -> str:
        """The name of a design, of so many: "Duel", "Duel 2", "NEVER OVER, turns −30 % (1)"."""
        if not self.own:
            return f"{self.text} ({number})"
        return self.text if of == 1 else f"{self.text} {number}"


def titles_of(base: str, wishes: Sequence[Wish]) -> tuple[Title, Title]:
    """What designs are called where nobody says: after the wishes; and where those take too much room."""
    base = base[:_BASE_NAME].strip()
    wished = ", ".join(f"{wish.key.replace('_', ' ')} {_printed(wish.text)}" for wish in wishes)
    return Title(f"{base}, {wished}", False), Title(f"{base}, design", True)


def _printed(wish: str) -> str:
    """A wish as printers set it: "−30 %" for -30%."""
    return wish.replace("-", "−").replace(" ", "").replace("%", " %")


def stem_of(slug: str, wishes: Sequence[Wish]) -> str:
    """What the files of designs are called after."""
    words = "-".join((slug, *(wish.word for wish in wishes)))
    return words if len(words) <= _LONGEST else f"{slug}-design"


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _head(file: Path) -> str:
    try:
        return untrusted.read(file, _HEAD).decode("utf-8", errors="replace")
    except OSError:
        return ""


def text_of(data: dict[str, Data], said: Sequence[str], fingerprint: str) -> str:
    """A design as a file: what it is for and what was measured as comments, then what differs."""
    mark = (
        f"cardgen design {fingerprint}: the same command writes over this file; rename the file to keep it."
    )
    rename = "The line that begins with name: is what the pack is called; change it as you like."
    comments = [f"# {' '.join(line.split())}" for line in (*said, mark, rename)]
    return "\n".join([*comments, as_yaml(data)])


def write_designs(place: Place, texts: Sequence[str], earlier: Sequence[str]) -> list[Path]:
    """Write designs; those of an earlier run go. Returns their files."""
    from ..output.files import Folder

    with Folder(place.folder, earlier, named=True) as folder:
        for number, text in enumerate(texts, 1):
            folder.add(place.name(number), text.encode("utf-8"))
    return [place.folder / place.name(number) for number in range(1, len(texts) + 1)]


def read_checkpoint(file: Path, problem: DesignProblem) -> SearchState:
    """What a search knew. Raises UsageError."""
    from ..lab.design.racing import MOST_BYTES
    from ..lab.design.racing import read_checkpoint as read_state

    try:
        raw = untrusted.read(file, MOST_BYTES)
    except FileNotFoundError:
        raise UsageError(f"there is no file {file} to resume from") from None
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    return read_state(raw, problem, str(file))


def verify_checkpoint(file: Path) -> None:
    """Refuse to write over a file that is no search of ours. Raises UsageError."""
    from ..lab.design.racing import is_checkpoint

    try:
        ours = is_checkpoint(untrusted.read(file, 64))
    except FileNotFoundError:
        return
    except OSError:
        ours = False
    if not ours:
        raise UsageError(f"{file} is in the way, and no search of cardgen's: name another folder with -o")
