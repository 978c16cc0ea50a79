"""A deck as one HTML page to send to others: faces, backs and rules, with nothing that leads elsewhere."""

from __future__ import annotations

import base64
import hashlib
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..gaming.games import GAMES
from ..pack.model import Card, Pack
from ..pack.selection import cards_to_print
from ..text.markdown import parsed_lines
from ..text.own_fonts import with_pack_fonts
from ..text.scripts import is_right_to_left_language
from ..text.styles import InlineIcon
from ..units import MM
from .credits import NAME_THEM, credit_entries
from .images import ImageJob, PictureCanvas, back_names, encoded_in_threads, side_pictures
from .proof_sides import back_label
from .rulebook import BookJob, games_with_books
from .web_rulebook import write_web_book

#: The resolution of a picture in dots per inch: 300 show the smallest type of a card large on a screen, and
#: with 96 it is as large as on paper.
LEAST_DPI, MOST_DPI = 96, 300
#: Number of pixels that all pictures share between these: some 20 MB of drawings, or 40 of photographs.
_PIXELS = 250e6
#: Quality of WebP: below it, letters on a coloured ground show rings.
_QUALITY = 82
#: Maximum number of characters of a card's texts that can be searched.
_LONGEST = 2000
_HERE = Path(__file__).parent


class ShareJob(NamedTuple):
    """Which cards of a pack to share, and how."""

    only: tuple[str, ...] = ()
    #: Dots per inch of its pictures; None for what keeps the page small enough to be sent.
    dpi: int | None = None
    has_rules: bool = True
    #: The pack's file, beside which its template lies.
    beside: str = ""


class SharePage(NamedTuple):
    """A finished page, with the numbers of its pictures and rulebooks."""

    data: bytes
    faces: int
    dpi: float
    books: int


class _Kind(NamedTuple):
    """The cards of one kind of pieces, and their backs."""

    pack: Pack
    cards: Sequence[tuple[Card, int]]

    @property
    def sides(self) -> list[Card | str]:
        """Return the cards, then the short names of their backs."""
        return [*(card for card, _ in self.cards), *back_names(self.pack, self.cards)]


@with_pack_fonts
def write_share_page(pack: Pack, job: ShareJob, tick: Callable[[int, int], None] | None = None) -> SharePage:
    """Return a deck as one HTML page.

    Raises UsageError for cards that the pack does not have, and PackError with the problems of a rulebook's
    template.
    """
    chosen = cards_to_print(pack, job.only)
    kinds = [_Kind(kind, [each for each in chosen if each[0].piece == kind.piece]) for kind in pack.kinds]
    kinds = [kind for kind in kinds if kind.cards]
    dpi = job.dpi or usual_dpi((len(kind.sides), *kind.pack.card.size) for kind in kinds)
    items = []
    of = sum(len(kind.sides) for kind in kinds)
    for kind in kinds:
        for item in _side_list_items(kind, dpi, max(each.pack.card.width for each in kinds)):
            items.append(item)
            if tick is not None:
                tick(len(items), of)
    books = list(_rulebook_pages(pack, job)) if job.has_rules else []
    page = _share_html(pack, chosen, items, books)
    return SharePage(page.encode(), len(items), dpi, len(books))


def usual_dpi(sides: Iterable[tuple[int, float, float]]) -> int:
    """Return the resolution (dots per inch) at which a page stays small enough to be sent.

    sides: for each size, the number of faces and backs, the width and the height in points.
    """
    area = sum(count * width * height / 72**2 for count, width, height in sides)
    return min(MOST_DPI, max(LEAST_DPI, math.floor(math.sqrt(_PIXELS / area))))


def _webp_pictures(pack: Pack, sides: Sequence[Card | str], dpi: float) -> Iterator[bytes]:
    """Return the files of sides in order, as WebP, transparent outside the card."""
    job = ImageJob(PictureCanvas.for_trim(pack.card.size, 0, dpi), rounded=True)
    return encoded_in_threads(side_pictures(pack, sides, job), _webp_file)


def _webp_file(picture: Any) -> bytes:
    """Return a picture (PIL) as a WebP file."""
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=_QUALITY, method=4)
    return out.getvalue()


def _side_list_items(kind: _Kind, dpi: float, max_width: float) -> Iterator[str]:
    """Yield an HTML list item with the picture of each face and back.

    max_width: the width of the largest piece, in points.
    """
    width, height = kind.pack.card.size
    style = f"--wide:{width / max_width:.4g};--ratio:{width / height:.6g};--true:{width / MM:.4g}mm"
    quantities = {card.id: times for card, times in kind.cards}
    drawn = _webp_pictures(kind.pack, kind.sides, dpi)
    for side, data in zip(kind.sides, drawn, strict=True):
        is_back = isinstance(side, str)
        name = back_label(side, kind.pack.wording) if isinstance(side, str) else side.label
        often = 1 if isinstance(side, str) else quantities[side.id]
        words = "" if isinstance(side, str) else f' data-words="{escape(_searchable_text(side))}"'
        times = f"{often} × " if often > 1 and not is_back else ""
        yield (
            f'<li style="{style}"{words}><button type="button" class="face"><img alt="{escape(name)}" '
            f'loading="lazy" decoding="async" src="data:image/webp;base64,{base64.b64encode(data).decode()}">'
            f'</button><span class="name" aria-hidden="true">{times}{escape(name)}</span></li>'
        )


def _searchable_text(card: Card) -> str:
    """Return the text on a card, for the search and for screen readers, without the author's notes."""
    said = [card.title, card.text, *card.texts.values(), *card.values.values()]
    words = (_text_without_marks(text) for text in said if text)
    return "\n".join(dict.fromkeys(text for text in words if text and text != card.label))[:_LONGEST]


def _text_without_marks(text: str) -> str:
    """Return the text of a card without its marks; icons are named."""
    lines = []
    for line in parsed_lines(text):
        words = "".join(str(run) if isinstance(run, InlineIcon) else run.text for run in line.runs)
        lines.append(f"{line.mark} {words}".strip())
    return "\n".join(lines)


def _rulebook_pages(pack: Pack, job: ShareJob) -> Iterator[tuple[str, str]]:
    """Yield the title and the HTML page of each of the pack's rulebooks."""
    for game in games_with_books(pack, job.beside):
        title = GAMES[game].title if game else pack.name
        yield title, write_web_book(pack, BookJob(game, beside=job.beside), "html", lesson=False).decode()


def _share_html(
    pack: Pack, chosen: Sequence[tuple[Card, int]], items: Iterable[str], books: Sequence[tuple[str, str]]
) -> str:
    """Return the page. items: a list item for each side. books: the title and the page of each rulebook."""

    def sentence(one: str, other: str = "", /, **values: object) -> str:
        return escape(pack.wording.sentence(one, other, **values))

    script, style = ((_HERE / f"share_page.{end}").read_text(encoding="utf-8") for end in ("js", "css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # It loads nothing and sends nothing, whatever a name, a text or a rule of the pack holds.
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    turned = ' dir="rtl"' if is_right_to_left_language(pack.language) else ""
    count = escape(pack.wording.phrase(f"{pack.card_noun}s", n=sum(times for _, times in chosen)))
    faces = sentence("{n} different face", "{n} different faces", n=len(chosen))
    credits = [entry.text for entry in credit_entries(pack) if entry.is_owed]
    owed = (
        f"<footer><p>{escape(pack.wording.translate(NAME_THEM))}</p><ul>{_text_list_html(credits)}</ul></footer>"
        if credits
        else ""
    )
    sections = "".join(
        f'<section class="rules"><h2>{sentence("Rules of {game}", game=title)}</h2>'
        f'<p><button type="button" data-does="print-rules">{sentence("Print the rules")}</button></p>'
        f'<iframe title="{sentence("Rules of {game}", game=title)}" sandbox="allow-same-origin allow-modals" '
        f'srcdoc="{escape(text)}"></iframe></section>\n'
        for title, text in books
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(pack.language)}"{turned}>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="cardgen {__version__}">\n'
        f"<title>{escape(pack.name)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(pack.name)}</h1><p>{count} · {faces}</p></header>\n"
        f'<div class="tools" role="search" hidden><label>{sentence("Find cards")} '
        '<input type="search"></label> <output></output>'
        f'<label>{sentence("Size")} <input type="range" min="70" max="420" value="190"></label>'
        f'<button type="button" data-does="print">{sentence("Print the cards")}</button></div>\n'
        f'<main>\n<ul class="cards">\n{chr(10).join(items)}\n</ul>\n{sections}</main>\n{owed}'
        f'<dialog aria-labelledby="name"><h2 id="name"></h2><img alt=""><p></p><div class="bar">'
        f'<button type="button" data-does="before" aria-label="{sentence("The card before")}">‹</button>'
        f'<button type="button" data-does="next" aria-label="{sentence("The next card")}">›</button>'
        f'<form method="dialog"><button>{sentence("Close")}</button></form></div></dialog>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _text_list_html(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)
