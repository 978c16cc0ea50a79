"""How a press prints the colours of a pack."""

from __future__ import annotations

from collections.abc import Iterable

from ..colour.colors import color_from_cmyk
from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..pack.model import Pack
from ..prepress.printers.model import Printer
from ..text.icons import colors_of_drawings
from ..text.outlines import Shape
from .item_writer import Press
from .items import Stroke

#: Default maximum of total ink on one spot, in parts of 1.
_USUAL_INK = 3.0
#: Tolerance for mixtures of a pack's own colours.
_MIXED = 0.1


#: The width of a die line, in points; a cutter follows its middle.
_DIE_LINE = 0.25


def printer_inks(printer: Printer | None) -> PressInks:
    """Return the inks for a printer; without one, those for FOGRA39."""
    if printer is None:
        return PressInks(bundled_profile("fogra39"))
    profile = bundled_profile(CONDITIONS[printer.condition].profile)
    return PressInks(profile, printer.rich_black, printer.total_ink)


def press_for_pack(pack: Pack, inks: PressInks) -> Press:
    """Return how a press prints a pack.

    Black lines overprint if their ink, added to that of the colours that they cross, stays within the limit.
    They cross every colour of the faces, and those of the back if black is one of its inks.
    """
    shown = pack.backs["back"]
    back = {shown.color, shown.ink, shown.accent}
    drawn = {inks.with_press_inks(color) for color in colors_of_drawings(pack)}
    crossed = drawn | set(pack.colors) - (
        set() if any(color.cmyk == (0, 0, 0, 1) for color in back) else back
    )
    heaviest = max((sum(color.cmyk) for color in crossed), default=0)
    room = heaviest + 1 + _MIXED <= (inks.total_ink or _USUAL_INK)
    return Press(inks, room)


#: How the lines of a die look on screens and proofs: those to cut, and those to crease.
CUT_LINE, CREASE_LINE = (0, 1, 0, 0), (1, 0, 0, 0)


def die_line_strokes(
    outlines: Iterable[Shape], name: str, alternate: tuple[float, float, float, float] = CUT_LINE
) -> list[Stroke]:
    """Return outlines as strokes in the spot colour with this name, for the die.

    alternate: the CMYK parts that a device without the spot colour shows.
    """
    color = color_from_cmyk(alternate)._replace(spot=name)
    return [Stroke(each, color, _DIE_LINE) for each in outlines]
