"""A lesson: the first turns of a game as positions, with a judgement of each choice."""

from __future__ import annotations

from typing import NamedTuple

from ..pack.model import Card as OwnCard


class LessonCard(NamedTuple):
    """A card that lies face up: the pack's own, or what the game calls it."""

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
    #: What happens, or why it is forbidden, in sentences.
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
