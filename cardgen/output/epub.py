"""A rulebook as EPUB 3.2 (W3C Community Group, 2019): the markup of html.py in a ZIP file with a cover."""

from __future__ import annotations

import io
from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from .. import __version__
from ..art.face import clipped_card
from ..art.items import Drawing, Fill, Item, Run, Text
from ..art.pdf_writer import write_pdf
from ..books.blocks import Book, plain_text
from ..books.boxes import book_palette
from ..books.html import BookMarkup, escape, language_attributes
from ..books.title_and_contents import cover_cards, cover_fan
from ..geometry import Rect, translation
from ..pack.model import Pack
from ..text import fonts
from ..text.fitting import largest_fitting_size
from ..text.outlines import rectangle
from ..text.scripts import is_right_to_left_language
from ..text.setter import plain_lines
from .encoding import encode_image

#: A fixed time for every book, so that the same pack gives the same bytes, as in PDF files.
_MOMENT, _MODIFIED = (2000, 1, 1, 0, 0, 0), "2000-01-01T00:00:00Z"
#: The cover in points, and pixels per point: 1,600 pixels high, as shops require.
_COVER, _PIXELS = (360.0, 480.0), 10 / 3

_CONTAINER = """<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
#: Style for EPUB readers only: a white ground for drawings on any page colour, and no page breaks inside
#: them.
_STYLE = """
.art, .row { background: #fff; }
.cover .art { background: none; }
.cover, figure, aside, tr { break-inside: avoid; }
h2, h3, h4, .title, caption { break-after: avoid; }
"""


def write_epub(pack: Pack, book: Book) -> bytes:
    """Return a book as an EPUB file; the bytes are the same each time for the same pack and template."""
    out = io.BytesIO()
    with ZipFile(out, "w") as file:
        for name, data in _epub_files(pack, book):
            # The mimetype comes first and uncompressed, so that the first bytes identify the file (OCF 3.2,
            # 4.3).
            part = ZipInfo(name, _MOMENT)
            part.compress_type = ZIP_STORED if name in ("mimetype", "book/cover.png") else ZIP_DEFLATED
            part.create_system = 3
            part.external_attr = 0o644 << 16
            file.writestr(part, data)
    return out.getvalue()


def _epub_files(pack: Pack, book: Book) -> Iterator[tuple[str, str | bytes]]:
    """Yield the name and contents of each file in an EPUB, in order."""
    markup = BookMarkup(pack, book, screen=False)
    contents = markup.contents_markup().replace('href="#', 'href="rules.xhtml#')
    text = (
        markup.cover_markup()
        + f'<main id="book.rules">\n{markup.text_markup()}</main>\n'
        + markup.credits_markup()
    )
    title = plain_text(book.title)
    cards = ", ".join(card.label for card in cover_cards(pack, book))
    alt = escape(f"{title}: {cards}" if cards else title)
    front = f'<div class="front"><img src="cover.png" alt="{alt}"/></div>\n'
    toc = contents.replace("<nav ", '<nav epub:type="toc" ') or _single_entry_contents(title)
    yield "mimetype", "application/epub+zip"
    yield "META-INF/container.xml", _CONTAINER
    yield "book/package.opf", _package_document(pack, book, text)
    yield "book/nav.xhtml", _xhtml_document(book, toc)
    yield (
        "book/cover.xhtml",
        _xhtml_document(book, front),
    )
    yield "book/rules.xhtml", _xhtml_document(book, markup.svg_definitions() + text)
    yield "book/style.css", markup.epub_style_sheet() + _STYLE + ".front img { width: 100%; height: auto; }\n"
    yield "book/cover.png", cover_picture(pack, book)


def _single_entry_contents(title: str) -> str:
    """Return a table of contents with the title as its only entry, as every EPUB needs a table."""
    return f'<nav epub:type="toc"><ol><li><a href="rules.xhtml">{escape(title)}</a></li></ol></nav>\n'


def _xhtml_document(book: Book, body: str) -> str:
    """Return a document with this body, as XHTML."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'{language_attributes(book).lstrip()} xml:lang="{escape(book.language)}">\n'
        f"<head>\n<title>{escape(plain_text(book.title))}</title>\n"
        f'<link rel="stylesheet" href="style.css"/>\n</head>\n<body>\n{body}</body>\n</html>\n'
    )


def _package_document(pack: Pack, book: Book, text: str) -> str:
    """Return the package document: metadata, manifest and spine (EPUB Packages 3.2)."""
    title, maker = plain_text(book.title), book.pdf_author or pack.author or pack.name
    name = uuid5(NAMESPACE_URL, "\n".join((escape(title), escape(maker), book.language, text)))
    features = ("alternativeText", "structuralNavigation", "tableOfContents", "readingOrder")
    access = {
        "accessMode": ("textual", "visual"),
        "accessModeSufficient": ("textual",),
        "accessibilityFeature": features,
        "accessibilityHazard": ("none",),
    }
    told = "".join(
        f'<meta property="schema:{key}">{value}</meta>\n'
        for key, values in access.items()
        for value in values
    )
    document = 'media-type="application/xhtml+xml"'
    turned = ' page-progression-direction="rtl"' if is_right_to_left_language(book.language) else ""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<dc:identifier id="id">urn:uuid:{name}</dc:identifier>\n<dc:title>{escape(title)}</dc:title>\n'
        f"<dc:language>{escape(book.language)}</dc:language>\n<dc:creator>{escape(maker)}</dc:creator>\n"
        f'<meta property="dcterms:modified">{_MODIFIED}</meta>\n'
        f'{told}<meta name="generator" content="cardgen {__version__}"/>\n</metadata>\n<manifest>\n'
        f'<item id="nav" href="nav.xhtml" {document} properties="nav"/>\n'
        f'<item id="cover" href="cover.xhtml" {document}/>\n'
        f'<item id="rules" href="rules.xhtml" {document} properties="svg"/>\n'
        '<item id="style" href="style.css" media-type="text/css"/>\n'
        '<item id="picture" href="cover.png" media-type="image/png" properties="cover-image"/>\n'
        f"</manifest>\n<spine{turned}>\n"
        '<itemref idref="cover"/>\n<itemref idref="nav"/>\n<itemref idref="rules"/>\n'
        "</spine>\n</package>\n"
    )


def cover_picture(pack: Pack, book: Book) -> bytes:
    """Return the cover as PNG: the title and some cards on the pack's colour."""
    import pypdfium2

    data = write_pdf(list(_cover_items(pack, book)), _COVER, draft=True)
    page = pypdfium2.PdfDocument(data)[0]
    return encode_image(page.render(scale=_PIXELS).to_pil().convert("RGB"), "png", 72 * _PIXELS)


def _cover_items(pack: Pack, book: Book) -> Iterator[Item]:
    """Yield the drawn items of the cover."""
    width, height = _COVER
    margin, inks = 0.09 * width, book_palette(pack)
    room = width - 2 * margin
    ground = inks.accent if inks.ground else inks.paper
    ink = inks.paper if inks.ground else inks.text
    yield Fill(rectangle(Rect(0, 0, width, height)), ground)
    title, subtitle = plain_text(book.title), plain_text(book.subtitle)

    def fits(size: float) -> bool:
        words_fit = all(fonts.INDEX.width(word, size) <= room for word in title.split())
        return words_fit and len(plain_lines(title, fonts.INDEX, size, room)) <= 3

    size = largest_fitting_size(64, 18, fits, 1)
    y = height - margin
    for line in plain_lines(title, fonts.INDEX, size, room):
        y -= size
        yield Text(Run(line, margin, y, size, fonts.INDEX), ink)
    y -= 10
    for line in plain_lines(subtitle, fonts.SERIF_ITALIC, 17, room):
        y -= 22
        yield Text(Run(line, margin, y, 17, fonts.SERIF_ITALIC), ink)
    shown = cover_cards(pack, book)
    if not shown:
        return
    laid = cover_fan(pack, shown, room, y - 2 * margin)
    cards = [
        Drawing((clipped_card(pack.kind_of(each.card), each.card, each.trim),), each.matrix)
        for each in laid.placed_cards
    ]
    yield Drawing(tuple(cards), translation((width - laid.width) / 2, margin))
