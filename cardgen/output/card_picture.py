"""One side of a card as a picture, PNG or SVG, and the cards of a pack as a page of HTML for notebooks."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from ..art.face import card_side
from ..art.piece_outline import format_of_side, piece_outline
from ..art.svg_writer import write_svg
from ..errors import UsageError
from ..geometry import Rect
from ..pack.file_names import file_slug
from ..pack.model import Card, Pack
from ..sandbox import child, untrusted
from ..text.own_fonts import with_pack_fonts
from ..units import MM, count_with_noun
from .files import write_files
from .images import ImageJob, PictureCanvas, compressed_files, side_pictures, verify_job

T = TypeVar("T")

#: Default resolution of a picture, and that in a notebook, in dots per inch.
DPI, _NOTEBOOK_DPI = 300, 150
#: Maximum length of an SVG in a notebook; a larger one, with photographs, is shown as PNG only.
_MAX_SVG = 1_000_000
#: Maximum number of faces and of backs in a notebook, their width in CSS pixels, and dots per CSS pixel.
_MAX_FACES, _MAX_BACKS, _FACE_WIDTH, _DENSITY = 60, 6, 110, 2
_JPEG_QUALITY = 85
#: Matches ids in a drawing and references to them.
_NAMES = re.compile(r'(id="|href="#|url\(#)a\.')


@dataclass(frozen=True)
class CardPicture:
    """A face or a back of a pack, which can be drawn. A notebook displays it."""

    pack: Pack
    #: The card of the face, or the short name of a back.
    side: Card | str

    @property
    def name(self) -> str:
        """Return the name of the card or back."""
        return self.side if isinstance(self.side, str) else self.side.label

    def png(self, dpi: int = DPI, *, bleed: bool = False) -> bytes:
        """Return the picture as PNG, with rounded corners and transparent outside the card.

        dpi: dots per inch, 10 to 2400. bleed: whether to show the bleed, with square corners. Raises
        UsageError for a resolution out of range, and for too many pixels.
        """
        if not 10 <= dpi <= 2400:
            raise UsageError(f"a picture of {dpi} dpi cannot be drawn; use 10 to 2400")
        return _call_in_child(_picture_files_of_sides, self.pack, [self.side], dpi, bleed)[0]

    def svg(self) -> str:
        """Return the picture as SVG at true size, clipped to the card. Letters are drawn as outlines, so no
        font is needed.
        """
        return _call_in_child(_side_as_svg, self.pack, self.side)

    def save(self, path: str | Path, dpi: int = DPI) -> Path:
        """Write the picture to a .png or .svg file, and return its path. Raises UsageError for another
        suffix, for a file that cannot be written, and as png() does.
        """
        path = Path(path)
        if path.suffix.lower() not in (".png", ".svg"):
            raise UsageError(f"{path} should end in .png or .svg")
        is_svg = path.suffix.lower() == ".svg"
        write_files({path: self.svg().encode() if is_svg else self.png(dpi)}, is_user_named=True)
        return path

    def _repr_png_(self) -> bytes:
        return self.png(_NOTEBOOK_DPI)

    def _repr_svg_(self) -> str | None:
        drawing = self.svg()
        return drawing if len(drawing) <= _MAX_SVG else None


def _call_in_child(function: Callable[..., T], pack: Pack, *args: Any) -> T:
    """Call a function that draws sides of a pack, and return its result. For an untrusted pack it runs in a
    confined child process. Raises PackError if the pack exceeds a limit there.
    """
    if pack.is_trusted or child.is_confined():
        return function(pack, *args)
    readable, admitted = map(untrusted.real_path, map(Path, pack.files)), untrusted.admissions_of(pack.files)
    task = (_call_with_admitted_files, admitted, function, pack, *args)
    try:
        with child.child_messages(*task, limits=child.PACK, readable=readable, from_server=True) as messages:
            return next(value for kind, value in messages if kind == "done")  # type: ignore[no-any-return]
    except child.OverLimit as error:
        file = Path(f"{file_slug(pack.name) or 'pack'}.yaml")
        raise child.over_budget_error(file, error, HINT) from None


def _call_with_admitted_files(
    admitted_files: dict[str, tuple[int, ...]], function: Callable[..., T], *args: Any
) -> T:
    """Call a function in a child process and return its result.

    admitted_files: the files that the parent process lets an untrusted pack read, as untrusted.py records
    them; the child may read the same ones.
    """
    untrusted.adopt_admissions(admitted_files)
    child.extend_time("pictures", len(args[1]) if isinstance(args[1], list) else 1)
    return function(*args)


#: The hint for users of Python whose pack exceeds a limit.
HINT = "if it is your own, or from somebody you trust, load it with trust=True"


@with_pack_fonts
def _picture_files_of_sides(
    pack: Pack, sides: Sequence[Card | str], dpi: float, bleed: bool = False, jpeg: bool = False
) -> list[bytes]:
    """Return a picture file for each side, as bytes of PNG or JPEG.

    dpi: dots per inch. bleed: whether to show the bleed. jpeg: JPEG instead of PNG.
    """
    canvas = PictureCanvas.for_trim(pack.card.size, pack.card.bleed if bleed else 0, dpi)
    job = ImageJob(canvas, "jpg" if jpeg else "png", rounded=not (bleed or jpeg), quality=_JPEG_QUALITY)
    verify_job(job)
    return list(compressed_files(side_pictures(pack, sides, job), job))


@with_pack_fonts
def _side_as_svg(pack: Pack, side: Card | str) -> str:
    """Return a side as SVG, clipped to the card, with ids that differ from those of other drawings."""
    width, height = pack.card.size
    trim = Rect(0, 0, width, height)
    cut = card_side(pack, side, trim, piece_outline(format_of_side(pack, side), trim))
    size = f' width="{width / MM:.6g}mm" height="{height / MM:.6g}mm"'
    drawing = write_svg([cut], (width, height), size)
    # Several drawings may be in one page, so their ids must differ.
    digest = hashlib.sha256(drawing.encode()).hexdigest()[:12]
    return _NAMES.sub(rf"\1c{digest}.", drawing)


def cards_html(pack: Pack) -> str:
    """Return a pack's cards as HTML, with their names and quantities: of each kind of pieces at most sixty
    faces and six backs.
    """
    return "".join(map(_kind_html, pack.kinds))


def _kind_html(pack: Pack) -> str:
    """Return the faces and backs of one kind of pieces as HTML, with their names and quantities."""
    cards = [card for card in pack.cards if card.quantity]
    shown, backs = cards[:_MAX_FACES], list(pack.backs)[:_MAX_BACKS]
    width, height = pack.card.size
    dpi = _FACE_WIDTH * _DENSITY / (width / 72)
    # Cards without rounded corners are clipped, which takes more bytes.
    is_cut_out = pack.card.shape != "rectangle"
    drawn = _call_in_child(_picture_files_of_sides, pack, [*shown, *backs], dpi, False, not is_cut_out)
    # The quantity comes first, as the end of a long caption is cut off.
    captions = [(f"{card.quantity} × " if card.quantity > 1 else "") + card.label for card in shown] + backs
    style = f"width:{_FACE_WIDTH}px;height:{_FACE_WIDTH * height / width:.0f}px;display:block"
    if not is_cut_out:
        style += f";border-radius:{_FACE_WIDTH * pack.card.corner / width:.1f}px;box-shadow:0 0 0 1px #b9b7b0"
    form = "png" if is_cut_out else "jpeg"
    cells = "".join(
        f'<figure style="margin:0;width:{_FACE_WIDTH}px">'
        f'<img alt="{escape(caption)}" style="{style}" '
        f'src="data:image/{form};base64,{base64.b64encode(data).decode("ascii")}">'
        '<figcaption style="font-size:11px;text-align:center;overflow:hidden;text-overflow:ellipsis;'
        f'white-space:nowrap">{escape(caption)}</figcaption></figure>'
        for caption, data in zip(captions, drawn, strict=True)
    )
    rest = len(cards) - len(shown)
    more = f"<p>and {count_with_noun(rest, 'more face')}</p>" if rest else ""
    faces = count_with_noun(len(cards), "different face")
    heading = f"<p><b>{escape(pack.name)}</b>: {count_with_noun(pack.count, 'card')}, {faces}</p>"
    wall = f'<div style="display:flex;flex-wrap:wrap;gap:8px">{cells}</div>'
    return f"<div>{heading}{wall}{more}</div>"
