"""What a search is to find, as one value: the compositions there can be, the wishes, and who plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from ...games.experiment import Experiment
from ...games.measures import Measure
from .compositions import Composition, Frame
from .deviation import Kept, Side
from .search_space import start_of
from .targets import Wish, facts_of

#: Changed whenever searches go another way, so that no old memory is taken up.
_VERSION = 2


@dataclass(frozen=True)
class Question:
    """What a search is to find.

    experiment: makes a table with a composition. about: who plays and how, for the record. most: how many
    games the search may take, those of the base too. best: how many designs are wanted.
    """

    frame: Frame
    wishes: tuple[Wish, ...]
    experiment: Callable[[Composition], Experiment]
    about: Mapping[str, Any]
    seed: int = 1
    best: int = 3
    most: int = 400_000
    _sides: dict[tuple[Composition, str], Side] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def start(self) -> Composition:
        """Where the search begins."""
        return start_of(self.frame)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The facts that are kept of each game."""
        return facts_of(self.wishes, {each.key: each for each in self._measures(self.frame.base)})

    def kept(self, composition: Composition) -> Kept:
        """A table with a composition, ready to be played."""
        return Kept(self.experiment(composition), self.facts)

    def side(self, composition: Composition, key: str) -> Side:
        """The measure of a wish for a composition: its factors can depend on the pack's own points."""
        if (composition, key) not in self._sides:
            for measure in self._measures(composition):
                self._sides[composition, measure.key] = Side(measure, self.facts)
        return self._sides[composition, key]

    def _measures(self, composition: Composition) -> tuple[Measure, ...]:
        return self.experiment(composition).measures

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same question, whatever the games it may take and who plays them."""
        asked = {
            "version": _VERSION,
            "base": self.frame.base,
            "cards": self.frame.cards,
            "highest": self.frame.highest,
            "keep": sorted(self.frame.keep),
            "wishes": [[wish.key, wish.times, wish.plus, wish.within] for wish in self.wishes],
            "about": dict(self.about),
            "seed": self.seed,
        }
        return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
