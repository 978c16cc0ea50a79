"""What a job made: files, facts, what there is to know of them, and the next step."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import UsageError


@dataclass(frozen=True)
class MadeFile:
    """A finished file, which is not written yet."""

    #: Where it goes: as -o says, or below output/.
    path: Path
    data: bytes
    #: What it holds, in words; "" where that goes without saying.
    about: str = ""
    #: What there is to know of it.
    notes: tuple[str, ...] = ()
    #: What it holds, for programs.
    facts: Mapping[str, Any] = field(default_factory=dict)
    #: What tells the files of one job apart, such as "-backs".
    suffix: str = ""

    def __getattr__(self, name: str) -> Any:
        """Return a fact by its name, as files of version 0.1 had them."""
        facts = self.__dict__.get("facts", {})
        if name not in facts:
            raise AttributeError(name)
        warnings.warn(f"file.{name} is file.facts[{name!r}] now", DeprecationWarning, stacklevel=2)
        return facts[name]


@dataclass(frozen=True)
class Made(Sequence[MadeFile]):
    """All that a job made of a pack. As a sequence, it is its files."""

    files: Sequence[MadeFile] = ()
    #: What may not be meant so.
    warnings: tuple[str, ...] = ()
    #: What was made, in words, beside what is said of each file.
    notes: tuple[str, ...] = ()
    #: What was made, for programs.
    facts: Mapping[str, Any] = field(default_factory=dict)
    #: The one thing to do now, in words.
    next_step: str = ""
    #: The file or folder that was named for it: there a link is followed.
    named: Path | None = None
    #: Whether it is what was asked for; else a printer would refuse it, say.
    good: bool = True

    def __getitem__(self, place: Any) -> Any:
        """Return a file, or several."""
        return self.files[place]

    def __len__(self) -> int:
        """Return how many files there are."""
        return len(self.files)

    def save(self) -> list[Path]:
        """Write the files to their paths, all or none, and return these. Raises UsageError."""
        save([self])
        return [file.path for file in self.files]


def save(made: Iterable[Made]) -> None:
    """Write all files of several jobs; none where two have the same path. Raises UsageError."""
    from ..output.files import write_all

    every = [(each, file) for each in made for file in each.files]
    paths = [file.path for _, file in every]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise UsageError(
            f"two of these packs would both be written to {twice}; rename one, or build it apart"
        )
    for each in made:
        write_all({file.path: file.data for file in each.files}, named=each.named in paths)
