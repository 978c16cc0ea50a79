"""The first turns of a game in a page for browsers: each choice is judged in advance, as data in the page.

A lesson is in the language of its book if all of its sentences are translated, otherwise all of it is in
English. Plain texts, such as those of a user's own game, are shown as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from ..pack.model import Card as OwnCard
from ..pack.words import Wording
from ..text.styles import StyledText
from ..units import Sentence
from .blocks import Aside, Book, Heading, Notes
from .lesson import Lesson, LessonChoice, LessonPosition, LessonZone

#: What the page says beside the texts of the game: the heading and what stands before and after the table.
_TITLE = Sentence("Play the first turns")
_WITHOUT_SCRIPTS = Sentence("To play here, allow scripts in your browser.")
_END = Sentence("Those were the first turns. Deal real cards and play on; you can also start again here.")
#: What the script says, by the name that it has there; the script fills in {number}, {task} and {card}.
_SCRIPT_TEXTS = {
    "back": Sentence("Back one turn"),
    "again": Sentence("Start again"),
    "allowed": Sentence("Allowed."),
    "forbidden": Sentence("Not allowed."),
    "turn": Sentence("Your turn {number}: {task}."),
    "over": Sentence("The lesson is over."),
    "choose": Sentence("Choose a card above."),
    "card": Sentence("What do you do with {card}?"),
    "other": Sentence("Or without a card:"),
    "any": Sentence("What do you do?"),
}


def with_lesson(book: Book, lesson: Lesson, wording: Wording) -> Book:
    """Return a book with a lesson as a section of its own.

    The lesson follows the section with the turn at a glance. In a book without a turn at a glance, it is
    before the notes or at the end. wording: that of the book's language. The lesson is in this language if
    all of its sentences are translated; otherwise it is in English.
    """
    sentences = [text for text in lesson.texts() if isinstance(text, Sentence)]
    if wording.is_translated and all(map(wording.can_translate, sentences)):
        lesson = lesson._replace(language=book.language)
    else:
        wording = Wording(lesson.language, {})
    blocks = list(book.blocks)
    turn = next(
        (at for at, block in enumerate(blocks) if isinstance(block, Aside) and block.kind == "turn"), None
    )
    notes = next((at for at, block in enumerate(blocks) if isinstance(block, Notes)), len(blocks) + 1) - 1
    begins = (at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 1)
    place = next((at for at in begins if turn is not None and at > turn), min(notes, len(blocks)))
    title = (StyledText(wording.translate(_TITLE)),)
    heading = Heading(1, title, "play-the-first-turns", language=lesson.language)
    return book._replace(blocks=(*blocks[:place], heading, lesson, *blocks[place:]))


def lesson_markup(
    lesson: Lesson,
    wording: Wording,
    language: str,
    card_markup: Callable[[OwnCard], str],
    escape: Callable[[str], str],
) -> str:
    """Return the HTML of a lesson: a table to play at, its cards, its positions as JSON, and the script.

    wording: that of the lesson's language. language: the attribute ` lang="en"` if that is not the book's,
    else "". card_markup: returns the HTML of a small card. escape: returns a text escaped for HTML.
    """
    data = _PositionEncoder(wording)
    introduction = wording.sentence(
        "Here you sit at the table with {names}. Choose a card and see what may be done with it. The page "
        "knows the rules: it says what is allowed {tick} and what is not {cross}, and why. Nothing is sent "
        "anywhere.",
        names=list(lesson.other_players),
        tick="✓",
        cross="✗",
    )
    record = {
        "words": {name: wording.translate(text) for name, text in _SCRIPT_TEXTS.items()},
        "before": [data.number_of_translated_text(each) for each in lesson.prologue],
        "end": data.number_of_translated_text(_END),
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
        f"<p{language}>{escape(introduction)}</p>\n"
        f'<div class="lesson"{language}>'
        f"<noscript><p>{escape(wording.translate(_WITHOUT_SCRIPTS))}</p></noscript>\n"
        f'<div class="faces" hidden="hidden">{faces}</div>\n'
        f'<script type="application/json">{written}</script>\n</div>\n'
        f"<script>/*<![CDATA[*/\n{script}/*]]>*/</script>\n"
    )


class _PositionEncoder:
    """Encodes the positions of a lesson as lists for JSON. Each text is stored once and has a number."""

    def __init__(self, wording: Wording) -> None:
        """Prepare. wording: of the language into which texts are translated."""
        self.wording = wording
        self.texts: dict[str, int] = {}
        #: The faces of cards by label.
        self.faces: dict[str, OwnCard | None] = {}

    def number_of_translated_text(self, text: str) -> int:
        """Return the number of a text after its translation. A new text is added to the list of texts."""
        return self._number_of(self.wording.translate(text))

    def _number_of(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def encoded_position(self, position: LessonPosition) -> list[object]:
        """Return a position as a list: the task, the facts, the zones and the choices."""
        tell, colon = self.wording.translate, self.wording.colon
        facts = [self._number_of(f"{tell(name)}{colon}{tell(value)}") for name, value in position.facts]
        zones = [self._encoded_zone(zone) for zone in position.zones]
        return [
            self.number_of_translated_text(position.task),
            facts,
            zones,
            [self._encoded_choice(choice) for choice in position.choices],
        ]

    def _encoded_zone(self, zone: LessonZone) -> list[object]:
        """Return a zone as a list: its title, its notes, and its cards, each with a note. Texts are given by
        their numbers.
        """
        for card in zone.cards:
            self.faces.setdefault(card.label, card.pack_card)
        cards = [
            [self._number_of(card.label), self.number_of_translated_text(card.note)] for card in zone.cards
        ]
        notes = [self.wording.translate(zone.note)]
        if zone.face_down:
            notes.append(self.wording.sentence("{n} face down", n=zone.face_down))
        elif not zone.cards:
            notes.append(self.wording.sentence("empty"))
        return [
            self.number_of_translated_text(zone.title),
            self._number_of(self.wording.semicolon.join(filter(None, notes))),
            cards,
        ]

    def _encoded_choice(self, choice: LessonChoice) -> list[object]:
        """Return a choice as a list: its text, its card's zone and label, whether it is legal, the comment,
        and the next position.
        """
        zone, label = choice.card or (-1, "")
        said = [self.wording.translate(sentence) for sentence in choice.comments]
        if not choice.is_legal:
            said = [f"{reason[:1].upper()}{reason[1:].rstrip('.')}." for reason in said]
        after = -1 if choice.leads_to is None else choice.leads_to
        numbers = list(map(self._number_of, said))
        return [
            self.number_of_translated_text(choice.text),
            zone,
            self._number_of(label),
            int(choice.is_legal),
            numbers,
            after,
        ]
