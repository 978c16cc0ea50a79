"""Fingerprints of faces and backs: digests of all that is drawn, to find what has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from ..colour.colors import Color
from ..geometry import Rect, translation
from ..pack.model import Card, Pack
from ..pack.result_cache import cache_result, cached_result
from ..sandbox import untrusted
from ..text.outlines import rectangle
from ..text.own_fonts import with_pack_fonts
from .face import card_side
from .item_writer import ItemWriter
from .items import Group, Picture, Run
from .pdf_writer import PdfWriter
from .piece_outline import format_of_side, piece_outline

#: Length of a fingerprint: of a million different faces, two are equal with a probability of 1 in 10⁷.
LENGTH = 16


@with_pack_fonts
def face_fingerprint(pack: Pack, card: Card) -> str:
    """Return the fingerprint of a face, which changes if anything on it is drawn differently."""
    known = cached_result("fingerprint", pack, card)
    if known is None:
        known = _fingerprint(pack, card)
        cache_result("fingerprint", pack, card, known)
    return str(known)


@with_pack_fonts
def back_fingerprint(pack: Pack, name: str) -> str:
    """Return the fingerprint of one of the pack's backs, by its short name."""
    return _fingerprint(pack, name)


def _fingerprint(pack: Pack, side: Card | str) -> str:
    digest = _Digest()
    pack = pack.with_special_inks("separations") if pack.special_inks else pack
    trim = Rect(0, 0, *pack.card.size)
    digest.addLiteral(repr((pack.card.size, pack.card.corner)))
    if pack.card.shape != "rectangle":
        digest.addLiteral(piece_outline(format_of_side(pack, side), trim).operators)
    _DigestWriter(digest).write_items([card_side(pack, side, trim)])
    return digest.hexdigest()


class _Digest:
    """A stand-in for a ReportLab canvas, which hashes the operators written to it."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def addLiteral(self, text: str) -> None:  # noqa: N802 - ReportLab's name
        """Add a text to the hash."""
        self._hash.update(text.encode("utf-8", "surrogatepass"))
        self._hash.update(b"\n")

    def hexdigest(self) -> str:
        """Return the first LENGTH hexadecimal digits of the hash."""
        return self._hash.hexdigest()[:LENGTH]


class _DigestWriter(PdfWriter):
    """Writes the operators of PdfWriter, but texts and pictures by their content and place."""

    def _color(self, color: Color, stroke: bool = False, large: bool = False) -> str:
        return f"{super()._color(color, stroke, large)} {_inks_of_color(color)}"

    def write_form(self, name: str, full: Rect, rect: Rect, draw: Callable[[Rect], None]) -> None:
        """Draw a repeated form every time."""
        with self.transformed_by(translation(rect.x, rect.y)):
            draw(Rect(0, 0, rect.width, rect.height))

    def write_instance(self, name: str, box: Rect, draw: Callable[[], None]) -> None:
        """Draw an instance every time."""
        with self.clipped_to(rectangle(box)):
            draw()

    def write_text_run(self, run: Run, color: Color) -> None:
        """Add a line of text, unless it is invisible."""
        if not run.is_hidden:
            place = [
                round(value, 3) for value in (run.x, run.y, run.size, run.horizontal_scale, run.tracking)
            ]
            place += [round(run.extra_word_space, 3)] if run.extra_word_space else []
            self._write(repr((place, run.text, run.font.name, color.hex, _inks_of_color(color))))

    # What is not on cards is added as drawn, without PDF-specific data.
    write_lines = ItemWriter.write_lines
    write_marked = ItemWriter.write_marked
    write_link = ItemWriter.write_link
    write_bookmark = ItemWriter.write_bookmark

    def write_picture(self, picture: Picture) -> None:
        """Add the contents of a picture's file, and how it is displayed."""
        file, rect, fit, focus, ground, shade, radius, _, alpha, edge, clip = picture
        place = [round(value, 3) for value in (*rect, *focus, radius, edge)]
        data = untrusted.content_digest(str(file))
        self._write(repr((data, place, fit, ground.hex, shade and shade.hex, alpha)))
        if clip is not None:
            self._write(clip.operators)

    def write_group(self, group: Group, draw: Callable[[], None]) -> None:
        """Add a group's opacity, mask, blend mode and contents."""
        self._write(f"group {group.opacity}")
        if group.blend != "normal":
            self._write(group.blend)
        if group.mask:
            file, rect, place = group.mask
            data = untrusted.content_digest(str(file))
            self._write(repr((data, [round(value, 3) for value in (*rect, *(place or ()))])))
        draw()
        self._write("end")


def _inks_of_color(color: Color) -> tuple[object, ...]:
    """Return the inks that a press uses for a colour."""
    return (*color.cmyk, color.spot) if color.spot else color.cmyk
