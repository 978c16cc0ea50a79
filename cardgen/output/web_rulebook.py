"""A pack's rulebook for screens: one HTML file, or an EPUB."""

from __future__ import annotations

from ..books.html import html_page
from ..books.templates import Template
from ..pack.model import Pack
from ..text.format_names import WebForm
from ..text.own_fonts import with_pack_fonts
from .rulebook import BookJob, find_template, read_job, within_limits


@with_pack_fonts
def write_web_book(pack: Pack, job: BookJob | None, form: WebForm) -> bytes:
    """Return a pack's rulebook, or its summary, for screens; the job's form is one of pages, and not used.

    Raises UsageError if there is no template, and PackError with the problems of one.
    """
    job = job or BookJob()
    template = find_template(pack, job)
    return within_limits(template, _book_bytes, pack, job, template, form)


def _book_bytes(pack: Pack, job: BookJob, template: Template, form: WebForm) -> bytes:
    book = read_job(pack, job, template)
    if form == "html":
        return html_page(pack, book).encode()
    from .epub import epub

    return epub(pack, book)
