"""The box of a pack for a press: a PDF/X file for each part, with plates of its cuts and its creases."""

from __future__ import annotations

from typing import NamedTuple

from ...art.items import Drawing, Item
from ...art.presses import CREASE_LINE, die_line_strokes
from ...geometry import Rect, translation
from ...pack.model import Pack
from ...prepress.pdf.contents import contents_keywords
from ...prepress.pdf.flattening import FlattenedSide
from ...prepress.pdf.pdfx import to_pdfx
from ...prepress.preflight.findings import Target
from ...prepress.preflight.findings import box_target as target_of_box
from ...prepress.printers.model import Printer
from ...text.icons import needs_color_profile
from ...text.outlines import rectangle
from ...text.own_fonts import with_pack_fonts
from ...text.reportlab_parts import without_ascii_encoding
from ...units import MM, Size
from ..cut_paths import CutPaths
from ..press import PressJob, press_canvas, press_writer
from .box import BoxJob, PackagingPlan, part_items, part_paths, plan_box
from .parts import Part

#: Paper around the bleed, so that nothing of the die line is on the edge of the page.
_RIM = 5 * MM


class DiePlates(NamedTuple):
    """The names of the spot colours for cutting and for creasing."""

    cut: str = "CutContour"
    crease: str = "Crease"


class BoxPressFile(NamedTuple):
    """One finished PDF/X file."""

    #: The part that is on its only page.
    part: Part
    data: bytes
    flattened: tuple[FlattenedSide, ...]
    paths: CutPaths


class BoxPress(NamedTuple):
    """The press files of a box."""

    plan: PackagingPlan
    files: tuple[BoxPressFile, ...]
    #: The sides whose own text has no room.
    panels_without_room: tuple[str, ...]


class _PartPage(NamedTuple):
    """The sizes of the page of a part, in points."""

    size: Size
    bleed: float

    @property
    def page(self) -> Size:
        """Return the width and height of the page, in points."""
        rim = 2 * (self.bleed + _RIM)
        return self.size[0] + rim, self.size[1] + rim

    @property
    def area(self) -> Rect:
        """Return the trim box: the rectangle around the part, in points."""
        return Rect(0, 0, *self.page).grown(-self.bleed - _RIM)

    @property
    def bleed_box(self) -> Rect:
        """Return the bleed box, in points."""
        return self.area.grown(self.bleed)


@with_pack_fonts
def write_box_press(pack: Pack, job: BoxJob, press: PressJob, plates: DiePlates) -> BoxPress:
    """Return the press files of the box of a pack, one for each part, with the pack's bleed. Raises
    UsageError for an insert with too many kinds of pieces.

    plates: the names of the spot colours for cuts and creases.
    """
    bleed = pack.card.bleed
    if not needs_color_profile(pack):
        press = press._replace(intent=press.intent._replace(stand_in=""))
    drawn = pack.converted_for_press(press.inks)
    plan = plan_box(drawn, job, bleed)
    crowded: list[str] = []
    front = job.front and next((card for card in drawn.cards if card.id == job.front.id), None)
    with without_ascii_encoding():
        files = []
        for part in plan.parts:
            sizes = _PartPage(part.size, bleed)
            place = translation(sizes.area.x, sizes.area.y)
            canvas = press_canvas(drawn, press, sizes)
            flattener, writer = press_writer(canvas, drawn, press)
            art: list[Item] = list(part_items(drawn, part, front, crowded, bleed))
            lines = [
                *die_line_strokes([part.creases], plates.crease, CREASE_LINE),
                *die_line_strokes([each for each in (part.outline, part.slits) if each.segments], plates.cut),
            ]
            around = rectangle(Rect(0, 0, *part.size).grown(bleed))
            writer.write_items([Drawing((Drawing(tuple(art), clip=around), *lines), place)])
            canvas.showPage()
            title = f"{pack.name}: {part.name or 'box'} for the press"
            keywords = contents_keywords("box", pack.piece)
            data = to_pdfx(
                canvas.getpdfdata(), title, press.standard, press.intent, pack.language, keywords, [0]
            )
            flattened = flattener.flattened if flattener else ()
            files.append(BoxPressFile(part, data, flattened, part_paths(part, sizes.page, place)))
    return BoxPress(plan, tuple(files), tuple(dict.fromkeys(crowded)))


def box_target(pack: Pack, press: PressJob, printer: Printer | None, plates: DiePlates) -> Target:
    """Return the preflight target of a box's press files.

    plates: the names of the spot colours for cuts and creases.
    """
    made = target_of_box(printer, tuple(plates))
    return made._replace(
        standard=press.standard, bleed=pack.card.bleed, inks=press.inks, outlines=press.outlines
    )
