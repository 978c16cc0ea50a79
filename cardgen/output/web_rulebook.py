"""A pack's rulebook for screens: one HTML file, or an EPUB."""

from __future__ import annotations

from typing import Any

from ..books.html import html_page
from ..books.lesson import Lesson
from ..books.lesson_page import with_lesson
from ..books.templates import Template
from ..gaming.games import GAMES, experiment_of
from ..gaming.games.game import Setup
from ..gaming.games.lesson import make_lesson
from ..gaming.games.own_game import load_game_class
from ..pack.model import Pack
from ..pack.words import Wording
from ..text.format_names import WebForm
from ..text.own_fonts import with_pack_fonts
from .rulebook import (
    BookJob,
    book_of_job,
    game_of_template,
    pack_for_template,
    run_within_limits,
    template_of_job,
)


@with_pack_fonts
def write_web_book(
    pack: Pack, job: BookJob | None, form: WebForm, *, lesson: bool = True, rules: Any = None
) -> bytes:
    """Return a pack's rulebook, or its summary, as one HTML file or an EPUB. The job's page format is not
    used.

    lesson: whether an HTML book also has the first turns of a game to play. rules: the user's own game, a
    file of rules or a class; the turns are then of this game, in English.

    Raises UsageError if there is no template, and PackError with the problems of the template.
    """
    job = job or BookJob()
    template = template_of_job(pack, job)
    turns = None
    if lesson and form == "html" and job.kind == "book":
        turns = _lesson_of_game(
            pack_for_template(pack, template), game_of_template(pack, job.game, template), rules
        )
    return run_within_limits(template, _book_bytes, pack, job, template, form, turns)


def _book_bytes(pack: Pack, job: BookJob, template: Template, form: WebForm, lesson: Lesson | None) -> bytes:
    """Return the bytes of a book, HTML or EPUB."""
    book = book_of_job(pack, job, template)
    if form == "html":
        if lesson is not None:
            book = with_lesson(book, lesson, Wording(book.language, pack.words))
        return html_page(pack, book).encode()
    from .epub import write_epub

    return write_epub(pack, book)


def _lesson_of_game(pack: Pack, game: str | None, rules: Any) -> Lesson | None:
    """Return the first turns of the user's own game, else of the pack's game; None without either.

    They are for two players. If the user's own game cannot be played by two, they are for the nearest number.
    """
    if rules is not None:
        served = load_game_class(rules).players
        return make_lesson(
            pack, experiment_of(pack, Setup(rules=rules, players=min(served, key=_distance_from_two)))
        )
    if game not in GAMES or game not in pack.games:
        return None
    return make_lesson(pack, experiment_of(pack, Setup(game=game, players=2)))


def _distance_from_two(players: int) -> tuple[int, int]:
    """Return how far a number of players is from two, as a key for sorting."""
    return abs(players - 2), players
