"""Rules: nothing in the file locks it, runs, asks for input, lies over the art or carries other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..pdf.document import Document, Page, rect_of
from ..pdf.document_tree import Loose, loose
from .findings import Finding, Target

_REMOVE = "export the file as PDF/X, which has none of this"


def encryption(file: Document, target: Target) -> Iterator[Finding]:
    """The file is not encrypted (ISO 15930-4 and -7: no Encrypt in the trailer), with no password either."""
    if file.pdf.is_encrypted or "/Encrypt" in file.pdf.trailer:
        hint = "save it again without security: press files are not encrypted"
        yield Finding("encryption", "the file is encrypted", hint)


#: Where an action hangs (ISO 32000-1, 12.6.2 and 12.6.3).
_ACTION_KEYS = {"/A", "/PA", "/OpenAction"}
_ACTIONS = {
    *(
        "/GoTo",
        "/GoToR",
        "/GoToE",
        "/GoToDp",
        "/GoTo3DView",
        "/Launch",
        "/Thread",
        "/URI",
        "/Named",
        "/Trans",
    ),
    *("/Sound", "/Movie", "/Rendition", "/RichMediaExecute", "/Hide", "/SetOCGState", "/JavaScript"),
    *("/SubmitForm", "/ResetForm", "/ImportData"),
}


def javascript(file: Document, target: Target) -> Iterator[Finding]:
    """There is no JavaScript anywhere (ISO 15930-4 and -7: actions; ISO 32000-1, 12.6.4.16)."""
    for each in file.once(loose):
        if _is_script(each):
            yield Finding(
                "javascript", "the file holds JavaScript", _REMOVE, page=each.page, where=each.where
            )


def _is_script(each: Loose) -> bool:
    return "/JS" in each.thing or each.thing.get("/S") == "/JavaScript" or each.key == "/JavaScript"


def action(file: Document, target: Target) -> Iterator[Finding]:
    """Nothing happens when the file is opened, turned or clicked (ISO 15930-4 and -7: actions).

    A destination to open the file at (an array under OpenAction) is no action and does no harm.
    """
    for each in file.once(loose):
        hangs = each.key in _ACTION_KEYS or each.holder == "/AA"
        kind = str(each.thing.get("/S", "")).lstrip("/")
        if (hangs or f"/{kind}" in _ACTIONS) and not _is_script(each):
            message = f"the file holds an action ({kind or 'of no kind'})"
            yield Finding("action", message, _REMOVE, page=each.page, where=each.where)


def form_fields(file: Document, target: Target) -> Iterator[Finding]:
    """There is nothing to fill in (ISO 15930-4 and -7: no AcroForm fields; ISO 32000-1, 12.7)."""
    import pikepdf

    form = file.root.get("/AcroForm")
    if form is None:
        return
    if not isinstance(form, pikepdf.Dictionary) or "/XFA" in form or len(_list(form.get("/Fields"))) > 0:
        yield Finding("form-fields", "the file is a form with fields to fill in", "flatten it before export")


def _list(value: Any) -> list[Any]:
    import pikepdf

    return list(value) if isinstance(value, pikepdf.Array) else []


def annotation(file: Document, target: Target) -> Iterator[Finding]:
    """No annotation lies where it could be printed: all are outside the bleed.

    ISO 15930-4 and -7 (annotations): outside the BleedBox, or the TrimBox or ArtBox where there is none;
    trap networks (TrapNet) alone cover the page. They are a warning: no printer of cards asks for them.
    """
    pages = {page.number: page for page in file.pages}
    for each in file.of("annotation"):
        yield from _note(each.thing, pages[each.page], each.where)


def _note(note: Any, page: Page, where: str) -> Iterator[Finding]:
    import pikepdf

    def finding(message: str, severity: Any = "error") -> Finding:
        hint = "take it out, or flatten it into the art"
        return Finding("annotation", message, hint, severity, page.number, where)

    if not isinstance(note, pikepdf.Dictionary):
        yield finding("an annotation is damaged")
        return
    if note.get("/Subtype") == "/TrapNet":
        yield finding("the page has traps made beforehand", "warning")
        return
    rect, inside = rect_of(note.get("/Rect"), page.user_unit, empty=True), page.bleed or page.trim or page.art
    inside = inside or page.cut
    if rect is None:
        yield finding("an annotation is nowhere in particular")
    elif inside is None or inside.overlaps(rect) or inside.holds(rect):
        yield finding("an annotation lies on the art")


def embedded_file(file: Document, target: Target) -> Iterator[Finding]:
    """No other file is inside this one (ISO 15930-4 and -7; ISO 32000-1, 7.11.4).

    What hangs on the file as an Associated File (AF) is found by its own dictionary, as all others are.
    """
    for each in file.once(loose):
        kind = each.thing.get("/Subtype")
        if "/EF" in each.thing or kind in ("/FileAttachment", "/Sound", "/Movie", "/RichMedia", "/3D"):
            message = "another file is embedded in this one"
            yield Finding("embedded-file", message, "take it out", page=each.page, where=each.where)
    if "/Collection" in file.root:
        yield Finding("embedded-file", "the file is a folder of other files", "export the pages only")
    if "/EmbeddedFiles" in _dictionary(file.root.get("/Names")):
        files = file.root.Names.EmbeddedFiles
        if not any("/EF" in each.thing for each in file.once(loose)) and len(files):
            yield Finding("embedded-file", "the file has a list of embedded files", "take them out")


def _dictionary(value: Any) -> Any:
    import pikepdf

    return value if isinstance(value, pikepdf.Dictionary) else {}
