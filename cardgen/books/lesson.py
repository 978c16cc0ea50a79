"""A lesson: the first turns of a game as positions, with a judgement of each choice.

Its texts are `Sentence`s, so that pages can show it in other languages. What a game of one's own calls its
zones and moves is plain text, in whatever language its author wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..pack.model import Card as OwnCard


class LessonCard(NamedTuple):
    """A card that lies face up. `pack_card` is None if the pack has no card of this name; the page then shows
    the label.
    """

    label: str
    pack_card: OwnCard | None
    note: str = ""


class LessonZone(NamedTuple):
    """Cards that lie together."""

    title: str
    note: str
    cards: tuple[LessonCard, ...]
    #: Number of cards that lie face down.
    face_down: int


class LessonChoice(NamedTuple):
    """Something that the reader may try."""

    text: str
    #: The number of the zone and the label of the card that is chosen; None for a choice without a card.
    card: tuple[int, str] | None
    is_legal: bool
    #: What happens, in sentences; or why it is forbidden, without a capital letter and a full stop.
    comments: tuple[str, ...]
    #: The number of the position that it leads to; None at the end of the lesson.
    leads_to: int | None = None


class LessonPosition(NamedTuple):
    """What the reader sees in a turn, and may try."""

    task: str
    facts: tuple[tuple[str, str], ...]
    zones: tuple[LessonZone, ...]
    choices: tuple[LessonChoice, ...]


class Lesson(NamedTuple):
    """The first turns of a game; the first position is the beginning."""

    #: Names of those at the table beside the reader.
    other_players: tuple[str, ...]
    #: What happened before the first turn.
    prologue: tuple[str, ...]
    positions: tuple[LessonPosition, ...]
    #: Number of turns that are played.
    turns: int
    #: The language in which a page shows it.
    language: str = "en"

    def texts(self) -> Iterator[str]:
        """Yield all texts of the lesson that pages show in their language, except the names of cards."""
        yield from self.prologue
        for position in self.positions:
            yield position.task
            for fact in position.facts:
                yield from fact
            for zone in position.zones:
                yield from (zone.title, zone.note, *(card.note for card in zone.cards))
            for choice in position.choices:
                yield from (choice.text, *choice.comments)
