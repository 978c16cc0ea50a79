"""The box of a pack: its parts, what their sides show, and pages to print at home, cut and fold.

A part that is larger than the paper is printed on several sheets, as boards are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...art import inks, label
from ...art.face import card_side
from ...art.frame import Frame
from ...art.items import Drawing, Fill, Item, Stroke
from ...art.pdf_writer import DocumentInfo, write_pages
from ...colour.colors import BLACK, WHITE, Color, color_from_hex
from ...geometry import Matrix, Rect, combined_matrix, rotation, translation
from ...layout.calibration import HomePrinter
from ...layout.imposition import Imposition, SheetOptions, TiledImposition, impose
from ...layout.materials import LID_ROOM, BoxType
from ...layout.paper import STRIP
from ...layout.tile_guides import tile_guides
from ...layout.tiling import MAP_SIZE
from ...pack.layouts import Box, Layout, TextOutline
from ...pack.model import Card, Pack
from ...pack.packaging import LONGEST_TITLE, BoxPanel
from ...pack.values import Ground
from ...prepress.pdf.contents import contents_keywords
from ...text.fitting import largest_line_size
from ...text.outlines import Shape, joined_shapes, rectangle
from ...text.own_fonts import with_pack_fonts
from ...units import MM, Size
from .. import slug
from ..cut_paths import CutPaths
from ..sheets import joint_lines
from .insert import insert_parts, insert_wells, piece_thickness
from .parts import BLEED, TICK_REACH, Panel, Part
from .tray import tray_with_lid
from .tuck import tuck_box_net

#: How much thicker a stack may be than its cards are said to be. Makers of board of more than 300 g/m², which
#: cards are printed on, state their thickness to within 5 % (KLUG-CONSERVATION, production tolerances).
CARD_TOLERANCE = 0.05
#: Type is reversed out of the ground, which presses print from 7 pt.
_LEAST_TYPE, _LARGEST_TYPE = 7.0, 26.0
_HAIRLINE = 0.5
_MARK = Color(color_from_hex("#3A3A3A").rgb, (0, 0, 0, 0.85))
#: How far texts of panels stay inside the creases, in points.
_INSET = 3 * MM
#: The width of the outline of letters on a picture, in points.
_TEXT_OUTLINE = 0.5 * MM
#: The layout of a panel of the pack's own.
_PANEL = "box panel"


class BoxJob(NamedTuple):
    """What to make a box for, on which paper. Lengths in points."""

    type: BoxType = "tuck"
    paper: Size = (210 * MM, 297 * MM)
    #: Of one card; None for what the pack says of its stock.
    thickness: float | None = None
    #: The outer size of sleeves, where the cards are in some.
    sleeves: Size | None = None
    #: The card that is shown on the front; where none is named, the pack's title card or one like it.
    front: Card | None = None
    margin: float = 5 * MM
    #: The thickness of the board that the box is printed on.
    board: float = 0.325 * MM
    #: The thickness of all cards together, as measured.
    measured: float | None = None
    #: Room between a lid and its tray, on each side.
    lid_room: float = LID_ROOM
    #: The printer at home whose readings correct the page; None for none.
    home_printer: HomePrinter | None = None


class PackagingPlan(NamedTuple):
    """The parts of a box, with the number and the stacked height of the cards for which it is made."""

    parts: tuple[Part, ...]
    cards: int
    #: The stack that the box was made for: as measured, or the thickest that its cards may come to.
    stack: float

    @property
    def inside(self) -> tuple[float, float, float]:
        """Return the inner width, height and depth of the box in points, at its narrowest place."""
        return self.parts[0].inside


class BoxFile(NamedTuple):
    """A finished PDF, and what to tell the user about it."""

    data: bytes
    plan: PackagingPlan
    pages: int
    #: The paper of the first page, the way up that it is used.
    paper: Size
    #: The ruler's length in millimetres, 0 for none.
    ruler: int
    #: Whether it is corrected for the home printer.
    is_corrected: bool = False
    #: Where to cut and crease each part, as printed; of one in pieces, as if it were printed whole.
    paths: tuple[CutPaths, ...] = ()
    #: The names of the parts on several sheets, with the number of sheets.
    split: tuple[tuple[str, int], ...] = ()
    #: The sides whose own text has no room.
    panels_without_room: tuple[str, ...] = ()


def plan_box(pack: Pack, job: BoxJob, bleed: float = BLEED) -> PackagingPlan:
    """Return the parts of the box of a pack, and the number of cards and the stack for which it is made.

    bleed: how far the art of its sides extends past the cuts, in points. Raises UsageError for an insert with
    too many kinds of pieces.
    """
    if job.type == "insert":
        wells = insert_wells(pack, job.thickness, job.sleeves or pack.box.sleeves, CARD_TOLERANCE)
        parts = insert_parts(wells, job.board, job.lid_room, bleed)
        return PackagingPlan(parts, sum(well.pieces for well in wells), max(well.inside[2] for well in wells))
    cards = sum(card.quantity for card in pack.cards)
    stack = job.measured or cards * (job.thickness or piece_thickness(pack, job.sleeves)) * (
        1 + CARD_TOLERANCE
    )
    sleeves = job.sleeves or (None if pack.piece else pack.box.sleeves)
    contents = (*(sleeves or pack.card.size), stack)
    if job.type == "two-piece":
        return PackagingPlan(tray_with_lid(contents, job.board, job.lid_room, bleed), cards, stack)
    return PackagingPlan((tuck_box_net(contents, job.board).as_part(bleed),), cards, stack)


@with_pack_fonts
def write_box(pack: Pack, job: BoxJob) -> BoxFile:
    """Return the box of a pack as a PDF, with one page or several for each part. Raises UsageError if a part
    does not fit on the paper, or for an insert with too many kinds of pieces.
    """
    plan = plan_box(pack, job)
    printer = job.home_printer
    pages: list[tuple[Sequence[Item], Size]] = []
    paths: list[CutPaths] = []
    split: list[tuple[str, int]] = []
    crowded: list[str] = []
    is_corrected = False
    ruler = 0
    for part in plan.parts:
        extent = part.extent
        options = SheetOptions(
            job.paper, margin=job.margin, rows=1, columns=1, backs="none", home_printer=printer
        )
        made = impose(1, (extent.width, extent.height), 0.0, options, marks=False)
        known = printer.one_sided_calibration(made.grid.page) if printer else None
        is_corrected = is_corrected or known is not None
        art = [*part_items(pack, part, job.front, crowded), *_home_marks(pack, part)]
        notes = _Notes(pack, part.title, printer.name if printer and known else "")
        correction = known.correction(back=False) if known else None
        for drawn, place, length in _sheets_of_part(made, part, art, notes):
            ruler = ruler or length
            pages.append(([Drawing((drawn,), correction)] if correction else [drawn], made.grid.page))
            if not paths or paths[-1].name != part.name:
                paths.append(part_paths(part, made.grid.page, place))
        if isinstance(made, TiledImposition):
            split.append((part.name, made.grid.tile_count))
    about = DocumentInfo(
        f"{pack.name}: a box to print, cut and fold",
        pack.author or "",
        pack.edition or "",
        pack.language,
        (("PrintScaling", "None"), ("Duplex", "Simplex")),
        contents_keywords("box to print at home", pack.piece),
    )
    return BoxFile(
        write_pages(pages, about=about),
        plan,
        len(pages),
        pages[0][1],
        ruler,
        is_corrected,
        tuple(paths),
        tuple(split),
        tuple(dict.fromkeys(crowded)),
    )


def part_paths(part: Part, page: Size, place: Matrix) -> CutPaths:
    """Return the lines to cut and to crease of a part that lies at a place of a page (page in points)."""
    cuts = [each.transformed(place) for each in (part.outline, part.slits) if each.segments]
    return CutPaths(page, cuts, [part.creases.transformed(place)], part.name)


class _Notes(NamedTuple):
    """Words about a part, for a place beside it."""

    pack: Pack
    #: What it is called; "" for what is seen at once.
    title: str
    #: The home printer that it is corrected for; "" for none.
    printer: str

    def items(self, words: Matrix, ruler: Matrix, room: float, length: int) -> Iterator[Item]:
        """Yield a caption and a ruler as drawings.

        words, ruler: where each is drawn. room: the width of their strips in points. length: the ruler's, in
        millimetres; 0 for no ruler.
        """
        pack = self.pack
        corrected = pack.wording.phrase("corrected", printer=self.printer) if self.printer else ""
        parts = [
            pack.name,
            pack.edition or "",
            self.title,
            "",
            pack.wording.phrase("actual-size"),
            "",
            corrected,
        ]
        yield Drawing((slug.caption_line([slug.printable_text(each) for each in parts], room),), words)
        if length:
            yield Drawing(tuple(slug.ruler_items(length, room, pack.wording)), ruler)


def _sheets_of_part(
    imposition: Imposition, part: Part, art: list[Item], notes: _Notes
) -> Iterator[tuple[Drawing, Matrix, int]]:
    """Yield for each sheet of a part: the items drawn on it, where the part lies on it, and the length of the
    ruler (millimetres; 0 for none).
    """
    extent = part.extent
    for side in imposition.front_sides():
        [slot], tile = side.slots, side.tile
        if not isinstance(imposition, TiledImposition) or tile is None:
            room, at = part.notes.width, part.notes
            length = slug.ruler_length(room) if at.height >= 2 * STRIP else 0
            words = notes.items(
                translation(at.x, at.y + (STRIP if length else 0)), translation(at.x, at.y), room, length
            )
            place = translation(slot.trim.x - extent.x, slot.trim.y - extent.y)
            yield Drawing((*art, *words), place), place, length
            continue
        grid = imposition.grid
        place = combined_matrix(translation(-extent.x, -extent.y), slot.place)
        board, wide = slug.tile_map_items_and_width(grid, tile, "")
        guides = tile_guides(imposition, side, "rounded")
        printable = grid.printable_area
        # The map stands in the upper strip; words are as far from it as from the other edge.
        room = printable.width - 2 * (wide + slug.APART)
        length = slug.ruler_length(room)
        yield (
            Drawing(
                (
                    Drawing((Drawing(tuple(art), place),), clip=rectangle(slot.window)),
                    *joint_lines(guides, _MARK),
                    *slug.neighbour_name_items(guides.names),
                    Drawing(tuple(board), translation(printable.right - wide, printable.top - MAP_SIZE)),
                    *notes.items(
                        translation(printable.x + wide + slug.APART, printable.top - MAP_SIZE),
                        translation(printable.x + wide + slug.APART, printable.y),
                        room,
                        length,
                    ),
                )
            ),
            place,
            length,
        )


def part_items(
    pack: Pack, part: Part, front_card: Card | None, panels_without_room: list[str], bleed: float = BLEED
) -> Iterator[Item]:
    """Yield the items of a part.

    front_card: the card on the front; None for a title card. panels_without_room: a list to which the name of
    each side is appended whose own text has no room. bleed: in points.
    """
    ink = pack.back.color
    ground, color = (WHITE, ink) if pack.ink_saver else (ink, inks.text_color_on(ink))
    yield Fill(part.outline, ground)
    if bleed:
        yield Stroke(part.outline, ground, 2 * bleed)
    for bare in part.glue_areas:
        yield Fill(rectangle(bare), WHITE)
    drawn = pack if pack.card.bleed >= bleed else replace(pack, card=pack.card._replace(bleed=bleed))
    for panel in part.panels:
        own = None if panel.name == "well" else pack.box.panel(panel.name)
        if own is not None:
            yield _stated_panel(drawn, panel, own, ground, panels_without_room)
        elif panel.shows in ("face", "back"):
            yield _pack_panel(drawn, panel, front_card)
        elif panel.shows in ("name", "imprint") and not panel.is_notched:
            yield from _text_panel(pack, panel, color, ground)


def _panel_window(panel: Panel) -> Shape:
    """Return the area in which a panel may draw: its rectangle, and the strips around it."""
    return joined_shapes(*map(rectangle, (panel.rect, *panel.around)))


def _upright_panel(panel: Panel) -> tuple[Rect, Matrix]:
    """Return the rectangle of a panel as it stands upright, and the transformation that puts it on
    the sheet.
    """
    width, height = panel.rect.width, panel.rect.height
    if panel.degrees in (90, -90):
        width, height = height, width
    middle = translation(-width / 2, -height / 2)
    return Rect(0, 0, width, height), combined_matrix(
        middle, rotation(panel.degrees), translation(*panel.rect.center)
    )


def _printable_names(pack: Pack, rect: Rect) -> tuple[str, str, str]:
    """Return the name, the edition and the author of a pack, without characters that the font of titles
    lacks.

    A name that is not stated is "". The checks have warned of these characters.
    """
    font = Frame(pack, rect).font("title")
    name, edition, author = (
        "".join(filter(font.can_show, " ".join((each or "").split())))
        for each in (pack.name, pack.edition, pack.author)
    )
    return name, edition, author


def _pack_panel(pack: Pack, panel: Panel, front_card: Card | None) -> Drawing:
    """Return a drawing of a panel that shows the pack's back, a chosen card, or its name as on a
    title card.
    """
    if panel.shows == "back":
        return card_side(pack, "back", panel.rect, _panel_window(panel))
    name, edition, author = _printable_names(pack, panel.rect)
    titled = replace(pack, name=name, edition=edition, author=author)
    titles = (card for card in pack.cards if card.kind == "title")
    face = front_card or next(titles, Card("box", name, "title", 1, ()))
    return card_side(titled, face, panel.rect, _panel_window(panel))


def _text_panel(pack: Pack, panel: Panel, color: Color, ground: Color) -> Iterator[Item]:
    """Yield the line of text of a panel, unless it would be too small to read."""
    name, edition, author = _printable_names(pack, panel.rect)
    font = Frame(pack, panel.rect).font("title")
    text = "".join(filter(font.can_show, panel.text)) or name
    if panel.shows == "imprint":
        text = " · ".join(filter(None, (name, edition, author)))
    upright, place = _upright_panel(panel)
    size = largest_line_size(text, font, 0.8 * upright.width, min(_LARGEST_TYPE, 0.5 * upright.height))
    if size >= _LEAST_TYPE:
        made = label.line_label(text, size, color, ground, font, "large")
        bx, by = made.box.center
        x, y = upright.center
        yield made._replace(place=combined_matrix(translation(x - bx, y - by), place))


def _stated_panel(
    pack: Pack, panel: Panel, stated_panel: BoxPanel, box_color: Color, panels_without_room: list[str]
) -> Drawing:
    """Return a drawing of a panel with the picture and the text that the pack gives for it.

    box_color: the colour of the box. panels_without_room: a list to which the panel's name is appended if its
    text has no room.
    """
    upright, place = _upright_panel(panel)
    inset = min(_INSET, upright.width / 6, upright.height / 6)
    ground = stated_panel.ground or box_color
    boxes = {}
    if stated_panel.text and not panel.is_notched:
        # On a picture, whose colours are not known, letters have an outline.
        line = TextOutline(stated_panel.ground or BLACK, _TEXT_OUTLINE) if stated_panel.picture else None
        usual = WHITE if stated_panel.picture and not stated_panel.ground else inks.text_color_on(ground)
        boxes["text"] = Box(
            at=(inset, inset),
            size=(upright.width - 2 * inset, upright.height - 2 * inset),
            type="large" if len(stated_panel.text) > LONGEST_TITLE else "display",
            align="center",
            vertical="middle",
            least=_LEAST_TYPE,
            color=stated_panel.color or usual,
            outline=line,
        )
    cover = Ground(image=stated_panel.picture) if stated_panel.picture else Ground((ground,))
    layout = Layout(card=(upright.width, upright.height), ground=cover, boxes=boxes)
    blank = pack.card._replace(size=(upright.width, upright.height), shape="rectangle")
    drawn = replace(pack, card=blank, layouts={**pack.layouts, _PANEL: layout}, whole_pack=None, pieces={})
    values = {"text": stated_panel.text or ""}
    card = Card(
        "box", panel.name, "layout", 1, ("box", panel.name), layout=_PANEL, values=values, texts=values
    )
    from ...art.layout_face import plan_boxes

    panels_without_room += [
        panel.name for box in plan_boxes(Frame(drawn, upright), card) if box.words_left_over
    ]
    side = Drawing((card_side(drawn, card, upright),), place)
    return Drawing((side,), clip=_panel_window(panel))


def _home_marks(pack: Pack, part: Part) -> Iterator[Item]:
    """Yield the lines that show where to cut and crease a part by hand."""
    ink = pack.back.color
    color = ink if pack.ink_saver else inks.text_color_on(ink)
    if part.slits.segments:
        yield Stroke(part.slits, color, _HAIRLINE)
    yield Stroke(part.ticks, _MARK, _HAIRLINE)
    # The cut line lies outside the cut, black and white in turn: it shows on any colour, and none of it stays
    # on the box. The outline runs clockwise and the rectangle the other way, so the box is clipped away.
    around = Rect(0, 0, *part.size).grown(TICK_REACH)
    lines = (
        Stroke(part.outline, BLACK, 2 * _HAIRLINE),
        Stroke(part.outline, WHITE, 2 * _HAIRLINE, dash=(4, 4)),
    )
    yield Drawing(lines, clip=joined_shapes(rectangle(around), part.outline))
