"""The inks that a press is given for the colours of a pack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..geometry import Rect
from ..pack.model import Pack
from ..prepress.printers.model import Printer
from ..text.icons import drawn_colors
from ..text.outlines import rounded_rectangle
from .item_writer import Press
from .pdf_writer import overprinting

#: The most ink on one spot where no printer says otherwise, in parts of 1.
_USUAL_INK = 3.0
#: Colours that are mixed of a pack's own may be a little heavier.
_MIXED = 0.1


#: The width of a die line, in points; a cutter follows its middle.
_DIE_LINE = 0.25


def inks_for(printer: Printer | None) -> PressInks:
    """Return the inks for a printer; without one, those for FOGRA39."""
    if printer is None:
        return PressInks(bundled_profile("fogra39"))
    profile = bundled_profile(CONDITIONS[printer.condition].profile)
    return PressInks(profile, printer.rich_black, printer.total_ink)


def press_of(pack: Pack, inks: PressInks) -> Press:
    """Tell how colours go to the press: black lines overprint where ink allows it on what they cross.

    They cross every colour of the faces, and those of the back where one of its inks is black.
    """
    shown = pack.backs["back"]
    back = {shown.color, shown.ink, shown.accent}
    drawn = {inks.color(color) for color in drawn_colors(pack)}
    crossed = drawn | set(pack.colors) - (
        set() if any(color.cmyk == (0, 0, 0, 1) for color in back) else back
    )
    heaviest = max((sum(color.cmyk) for color in crossed), default=0)
    room = heaviest + 1 + _MIXED <= (inks.total_ink or _USUAL_INK)
    return Press(inks, room)


def draw_die_line(canvas: Any, trims: Iterable[Rect], corner: float, name: str) -> None:
    """Draw the outlines of cards on the die line's own plate, overprinting what is under them.

    canvas: ReportLab's. corner: the radius of the corners, in points.
    """
    from reportlab.lib.colors import CMYKColorSep

    with overprinting(canvas, strokes=True):
        canvas.setStrokeColor(CMYKColorSep(0, 1, 0, 0, spotName=name))
        canvas.setLineWidth(_DIE_LINE)
        for trim in trims:
            canvas.addLiteral(rounded_rectangle(trim, corner).operators + " S")
