"""The first turns of a game in a page for browsers: each choice is judged in advance, as data in the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from ..pack.model import Card as OwnCard
from ..text.styles import StyledText
from .blocks import Aside, Block, Book, Heading, Notes
from .lesson import Lesson, LessonChoice, LessonPosition, LessonZone

#: The heading of a lesson, and what it says first.
_TITLE = "Play the first turns"
_INTRODUCTION = (
    "Here you sit at the table with {others}. Choose a card and see what may be done with it. The page knows "
    "the rules: it says what is allowed ✓ and what is not ✗, and why. Nothing is sent anywhere."
)
_WITHOUT_SCRIPTS = "To play here, allow scripts in your browser."
_END = "Those were the first turns. Deal real cards and play on; you can also start again here."


def with_lesson(book: Book, lesson: Lesson) -> Book:
    """Return a book with a lesson as a section of its own, after the section of the turn at a glance.

    Without such a box it stands before the notes, or at the end.
    """
    blocks = list(book.blocks)
    turn = next(
        (at for at, block in enumerate(blocks) if isinstance(block, Aside) and block.kind == "turn"), None
    )
    notes = next((at for at, block in enumerate(blocks) if isinstance(block, Notes)), len(blocks) + 1) - 1
    begins = (at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 1)
    place = next((at for at in begins if turn is not None and at > turn), min(notes, len(blocks)))
    section: list[Block] = [Heading(1, (StyledText(_TITLE),), "play-the-first-turns"), lesson]
    return book._replace(blocks=(*blocks[:place], *section, *blocks[place:]))


def lesson_markup(lesson: Lesson, card_markup: Callable[[OwnCard], str], escape: Callable[[str], str]) -> str:
    """Return the HTML of a lesson: a table to play at, its cards, its positions as JSON, and the script.

    card_markup: returns the HTML of a small card. escape: returns a text escaped for HTML.
    """
    data = _PositionEncoder()
    others = " and ".join(filter(None, (", ".join(lesson.other_players[:-1]), lesson.other_players[-1])))
    record = {
        "before": [data.text_number(each) for each in lesson.prologue],
        "end": data.text_number(_END),
        "positions": [data.encoded_position(each) for each in lesson.positions],
    }
    faces = "".join(
        f'<span data-label="{escape(label)}">{card_markup(own) if own else escape(label)}</span>'
        for label, own in data.faces.items()
    )
    written = json.dumps({**record, "texts": list(data.texts)}, ensure_ascii=False, separators=(",", ":"))
    written = re.sub("[<>&]", lambda match: f"\\u{ord(match[0]):04x}", written)
    script = Path(__file__).with_name("lesson.js").read_text(encoding="utf-8")
    return (
        f"<p>{escape(_INTRODUCTION.format(others=others))}</p>\n"
        f'<div class="lesson" lang="en"><noscript><p>{_WITHOUT_SCRIPTS}</p></noscript>\n'
        f'<div class="faces" hidden="hidden">{faces}</div>\n'
        f'<script type="application/json">{written}</script>\n</div>\n'
        f"<script>/*<![CDATA[*/\n{script}/*]]>*/</script>\n"
    )


class _PositionEncoder:
    """Encodes the positions of a lesson as lists for JSON. Each text is stored once and has a number."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        #: The faces of cards by label.
        self.faces: dict[str, OwnCard | None] = {}

    def text_number(self, text: str) -> int:
        """Return the number of a text, which is added to the list of texts if it is new."""
        return self.texts.setdefault(text, len(self.texts))

    def encoded_position(self, each: LessonPosition) -> list[object]:
        """Return a position as a list: the task, the facts, the zones and the choices."""
        facts = [[self.text_number(name), self.text_number(value)] for name, value in each.facts]
        zones = [self._encoded_zone(zone) for zone in each.zones]
        return [
            self.text_number(each.task),
            facts,
            zones,
            [self._encoded_choice(choice) for choice in each.choices],
        ]

    def _encoded_zone(self, zone: LessonZone) -> list[object]:
        """Return a zone as a list: its title, a note, its cards with notes, and the number of cards face
        down.
        """
        for card in zone.cards:
            self.faces.setdefault(card.label, card.pack_card)
        cards = [[self.text_number(card.label), self.text_number(card.note)] for card in zone.cards]
        return [self.text_number(zone.title), self.text_number(zone.note), cards, zone.face_down]

    def _encoded_choice(self, choice: LessonChoice) -> list[object]:
        """Return a choice as a list: its text, its card's zone and label, whether it is legal, the comment,
        and the next position.
        """
        zone, label = choice.card or (-1, "")
        said = [self.text_number(sentence) for sentence in choice.comments]
        after = -1 if choice.leads_to is None else choice.leads_to
        return [
            self.text_number(choice.text),
            zone,
            self.text_number(label),
            int(choice.is_legal),
            said,
            after,
        ]
