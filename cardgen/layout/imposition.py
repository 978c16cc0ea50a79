"""Imposes cards on sheets: which card lies where, and its back behind it. Numbers only.

A sheet is seen from its printed side, origin bottom left, in points. On a duplex sheet the back is a page of
its own, as a printer flips it: about the long or the short edge of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from ..errors import UsageError
from ..geometry import (
    HEXAGONS,
    IDENTITY,
    TOLERANCE,
    Matrix,
    Point,
    Rect,
    combined_matrix,
    count_that_fits,
    half_turn_matrix,
    rotation,
    transformed_point,
    translation,
)
from ..units import MM, length_text, size_text
from .calibration import Calibration, Flip, HomePrinter
from .honeycomb import honeycombs
from .paper import Axis, PaperGrid, candidate_counts
from .registration import Registration
from .tiling import OVERLAP, Tile, TileGrid, tile_grid, verify_tile_count

Backs = Literal["duplex", "separate", "none", "gutterfold"]
Orientation = Literal["auto", "portrait", "landscape"]

#: The margin that home printers usually leave white, and the smallest that some can print (a quarter inch; 4
#: mm).
USUAL_MARGIN, LEAST_MARGIN = 6.35 * MM, 4 * MM


class SheetOptions(NamedTuple):
    """How cards are laid on paper. Lengths in points."""

    paper: tuple[float, float] = (210 * MM, 297 * MM)
    orientation: Orientation = "auto"
    margin: float = USUAL_MARGIN
    gutter: float = 0.0
    rows: int | None = None
    columns: int | None = None
    backs: Backs = "duplex"
    flip: Flip = "long"
    #: Offset of the back page (to the right, upwards) and its rotation in degrees.
    back_offset: tuple[float, float] = (0.0, 0.0)
    back_rotate: float = 0.0
    #: The printer at home whose readings correct each page; None for none.
    home_printer: HomePrinter | None = None
    #: The marks by which a cutter finds the sheet; None for none.
    registration: Registration | None = None
    #: The places that stay empty on every sheet, from 1, row by row as the front is seen.
    skip: tuple[int, ...] = ()


class Slot(NamedTuple):
    """A place for one card: the index of the card, and its trim on the page."""

    card: int
    trim: Rect
    #: The trim with its visible bleed.
    window: Rect
    #: Transforms the card's own coordinates, whose origin is the corner of its trim, to the page.
    place: Matrix = IDENTITY
    #: What of a hexagon may show within the window; empty for other cards.
    cell: tuple[Point, ...] = ()


class SheetSide(NamedTuple):
    """One printed side of a sheet."""

    sheet: int
    face: Literal["front", "back", "both"]
    slots: tuple[Slot, ...]
    #: Slots of backs, if they are on the same side as the faces (gutterfold).
    backs: tuple[Slot, ...] = ()
    #: The part of a piece that is larger than the paper; None for whole pieces.
    tile: Tile | None = None


@dataclass(frozen=True)
class Imposition:
    """All sheets of a job."""

    grid: PaperGrid
    options: SheetOptions
    #: The number of cards to print.
    count: int
    warnings: tuple[str, ...] = ()
    #: Choices that were made for the sake of crop marks.
    notes: tuple[str, ...] = ()

    @property
    def sheets(self) -> int:
        """Return the number of sheets of paper."""
        return -(-self.count // self.grid.capacity)

    def front_sides(self) -> Iterator[SheetSide]:
        """Yield the front of each sheet, with its cards."""
        for sheet, cards in enumerate(self.grid.pages(self.count)):
            slots = _filled_slots(self._front_slots, cards)
            if len(slots) < self.grid.cell_count:
                # There is more room for bleed beside empty places.
                slots = tuple(
                    slot._replace(
                        cell=self.grid.cell_corners(place, len(slots)),
                        window=self.grid.trim_with_bleed_at(slot.window, place, len(slots)),
                    )
                    for place, slot in enumerate(slots)
                )
            yield SheetSide(sheet, "front", slots)

    def back_side(self, front: SheetSide) -> SheetSide:
        """Return the back of a sheet, on which each back lies behind its front when the paper is flipped."""
        return SheetSide(front.sheet, "back", self._back_slots_of(front))

    def side_to_fold(self, front: SheetSide) -> SheetSide:
        """Return a front to which the backs beside it are added, for paper that is folded and glued."""
        return SheetSide(front.sheet, "both", front.slots, self._back_slots_of(front))

    def _back_slots_of(self, front: SheetSide) -> tuple[Slot, ...]:
        if len(front.slots) < self.grid.cell_count:
            return tuple(map(self._back_slot, front.slots))
        return _filled_slots(self._back_slots, [slot.card for slot in front.slots])

    @cached_property
    def _front_slots(self) -> list[Slot]:
        """Return the slots of a full front, which are the same on all sheets."""
        grid, count = self.grid, self.grid.capacity
        return [
            Slot(
                0,
                trim,
                grid.trim_with_bleed(trim),
                translation(trim.x, trim.y),
                grid.cell_corners(place, count),
            )
            for place, trim in enumerate(map(grid.trim, range(count)))
        ]

    @cached_property
    def _back_slots(self) -> list[Slot]:
        """Return the places of the backs, each behind its front."""
        return [self._back_slot(spot) for spot in self._front_slots]

    @property
    def mirrored_axis(self) -> Axis:
        """Return the coordinate that folding or flipping the paper mirrors, "x" or "y".

        On portrait paper the long edge is vertical, so flipping about it swaps left and right; on landscape
        paper it swaps top and bottom.
        """
        if self.grid.fold != "none":
            return "x" if self.grid.fold == "vertical" else "y"
        upright = self.grid.page[1] >= self.grid.page[0]
        return "x" if (self.options.flip == "long") == upright else "y"

    @property
    def back_offset_matrix(self) -> Matrix:
        """Return the matrix for the whole back page that rotates and offsets it as the options state."""
        cx, cy = self.grid.page[0] / 2, self.grid.page[1] / 2
        about_middle = combined_matrix(
            translation(-cx, -cy), rotation(self.options.back_rotate), translation(cx, cy)
        )
        return combined_matrix(about_middle, translation(*self.options.back_offset))

    @property
    def calibration(self) -> Calibration | None:
        """Return the home printer's calibration for this page; None if it has none."""
        printer, backs = self.options.home_printer, self.options.backs
        if printer is None:
            return None
        if backs in ("duplex", "separate"):
            return printer.calibration(self.grid.page, self.options.flip, separate=backs == "separate")
        return printer.one_sided_calibration(self.grid.page)

    def correction(self, face: Literal["front", "back", "both"]) -> Matrix:
        """Return the matrix for a whole page that undoes the home printer's movement of a side. Without a
        calibration, it is the identity.
        """
        known = self.calibration
        return known.correction(back=face == "back") if known is not None else IDENTITY

    def _back_slot(self, front: Slot) -> Slot:
        """Return the slot behind that of a front. If the paper is flipped top to bottom, the back is rotated
        by 180° so that it is upright.
        """
        trim, window = self._mirrored_rect(front.trim), self._mirrored_rect(front.window)
        place = translation(trim.x, trim.y)
        if self.mirrored_axis == "y":
            place = combined_matrix(half_turn_matrix(trim.width / 2, trim.height / 2), place)
        width, height = self.grid.page
        cell = [(width - x, y) if self.mirrored_axis == "x" else (x, height - y) for x, y in front.cell]
        return Slot(front.card, trim, window, place, tuple(cell))

    def _mirrored_rect(self, rect: Rect) -> Rect:
        """Return the rectangle on the back that lies behind a rectangle of the front."""
        width, height = self.grid.page
        return (
            rect._replace(x=width - rect.right)
            if self.mirrored_axis == "x"
            else rect._replace(y=height - rect.top)
        )


@dataclass(frozen=True)
class TiledImposition(Imposition):
    """The sheets of pieces that are larger than the paper. Each sheet has one part of a piece; the parts of a
    piece follow one another.
    """

    grid: TileGrid

    @property
    def sheets(self) -> int:
        """Return the number of sheets of paper."""
        return self.count * self.grid.tile_count

    def front_sides(self) -> Iterator[SheetSide]:
        """Yield the front of each sheet."""
        for sheet in range(self.sheets):
            card, number = divmod(sheet, self.grid.tile_count)
            tile = self.grid.tile(number)
            trim = self.grid.trim_of(tile)
            slot = Slot(card, trim, tile.printed.moved(trim.x, trim.y), translation(trim.x, trim.y))
            yield SheetSide(sheet, "front", (slot,), tile=tile)

    def back_side(self, front: SheetSide) -> SheetSide:
        """Return the back of a sheet: behind the part on the front lies its mirrored back."""
        return SheetSide(front.sheet, "back", tuple(map(self._back_slot, front.slots)), tile=front.tile)


def _filled_slots(spots: list[Slot], cards: Sequence[int]) -> tuple[Slot, ...]:
    return tuple(spot._replace(card=card) for card, spot in zip(cards, spots, strict=False))


def impose(
    count: int,
    card: tuple[float, float],
    bleed: float,
    options: SheetOptions,
    marks: bool = True,
    shape: str = "rectangle",
) -> Imposition:
    """Return the imposition of a number of cards of one size (points) on sheets of paper.

    The sheet that holds most cards is chosen, with the following exceptions. marks: whether to prefer, if it
    costs no more paper, a sheet with room for crop marks at both ends of every cut: turned, or with one row
    or column less. Pieces without crop marks leave room for the ruler and the text if that costs no more
    paper.

    A card that is larger than the paper is laid on several sheets, unless it is to be folded. shape: that of
    the cards; hexagons are laid in honeycomb, all others in rows and columns. Raises UsageError if the cards
    do not fit in any of these ways, or not in the requested rows and columns.
    """
    _verify_options(options)
    grids = [
        grid
        for page in _candidate_pages(options)
        for grid in _candidate_grids(page, card, bleed, options, shape)
    ]
    if not grids:
        return _tiled_imposition(count, card, bleed, options, shape)
    if options.registration is not None:
        # As silhouette-card-maker chooses, whose templates then fit: however few cards there are.
        grid = max(grids, key=lambda grid: (grid.capacity, grid.page[0] > grid.page[1], grid.rows))
        grid = replace(
            grid, clear_corner=options.registration.corner_size(options.registration.arm_length(grid.area))
        )
        grid = _with_skipped_cells(grid, options)
        return _with_correction_note(Imposition(grid, options, count, tuple(_warnings(grid, options))))
    fullest = max(grids, key=lambda grid: (grid.capacity, grid.strip_axis is not None))

    def sort_key(grid: PaperGrid) -> tuple[float, ...]:
        sheets = -(-count // grid.capacity)
        if grid.is_outlined:
            return (-sheets, grid.strip_axis is not None, grid.capacity)
        return (
            -sheets,
            not grid.axes_without_marks,
            grid.capacity,
            -len(grid.axes_without_marks),
            grid.strip_axis is not None,
        )

    grid = (
        max(grids, key=sort_key) if fullest.is_outlined or (marks and fullest.axes_without_marks) else fullest
    )
    notes = () if grid == fullest or grid.is_outlined else (_choice_note(grid, fullest),)
    grid = _with_skipped_cells(grid, options)
    return _with_correction_note(Imposition(grid, options, count, tuple(_warnings(grid, options)), notes))


def _with_skipped_cells(grid: PaperGrid, options: SheetOptions) -> PaperGrid:
    """Return a grid with the cells that the options leave empty. Raises UsageError for cells that do not
    exist.
    """
    beyond = [place for place in options.skip if not 1 <= place <= grid.cell_count]
    if beyond:
        raise UsageError(
            f"a sheet has the places 1 to {grid.cell_count}, and none with the number {beyond[0]}: "
            "change --skip"
        )
    made = replace(grid, skipped=tuple(place - 1 for place in options.skip))
    if not made.capacity:
        raise UsageError("--skip leaves no place for a card: name fewer places")
    return made


Imposed = TypeVar("Imposed", bound=Imposition)


def _with_correction_note(imposition: Imposed) -> Imposed:
    """Return an imposition with a note if it is corrected for a home printer."""
    printer = imposition.options.home_printer
    if printer is None or imposition.calibration is None:
        return imposition
    return replace(imposition, notes=(*imposition.notes, f"corrected for the printer {printer.name}"))


def _tiled_imposition(
    count: int, card: tuple[float, float], bleed: float, options: SheetOptions, shape: str
) -> TiledImposition:
    """Return the imposition of cards in parts, on as few sheets as possible. Raises UsageError if the options
    do not allow it.
    """
    pages = [
        PaperGrid(card, bleed, page=page, margin=options.margin, is_outlined=shape != "rectangle")
        for page in _candidate_pages(options)
    ]
    fits_whole = any(
        count_that_fits(grid.printable_area.width, card[0])
        and count_that_fits(grid.printable_area.height, card[1])
        for grid in pages
    )
    made = [grid for grid in map(tile_grid, pages) if grid is not None]
    if options.skip:
        raise UsageError("a piece in parts has one place on a sheet: leave --skip out")
    if fits_whole or not made:
        raise UsageError(_too_large_message(card, options))
    if options.backs == "gutterfold":
        raise UsageError(
            f"{_too_large_message(card, options)}, or leave --backs gutterfold out: then it is laid on "
            "several sheets"
        )
    grid = min(made, key=lambda each: each.tile_count)
    verify_tile_count(grid)
    warnings, notes = tuple(_warnings(grid, options)), (_tiling_note(grid),)
    if options.rows or options.columns:
        warnings += ("--rows and --columns have no effect on a piece that is larger than the paper",)
    return _with_correction_note(TiledImposition(grid, options, count, warnings, notes))


def _tiling_note(grid: TileGrid) -> str:
    """Return the note that each piece is printed in parts on several sheets."""
    return (
        f"a piece of {size_text(*grid.card)} is larger than the paper: it is in {grid.tile_count} parts, "
        f"{grid.columns} × {grid.rows}, to glue with an overlap of {length_text(OVERLAP)}"
    )


def _choice_note(grid: PaperGrid, fullest: PaperGrid) -> str:
    """Return the note why this sheet was chosen although another one holds more cards: all its cuts have crop
    marks.
    """

    def description(one: PaperGrid) -> str:
        laid = "upright" if one.page[1] >= one.page[0] else "across"
        return f"{one.columns} × {one.rows} cards on paper laid {laid}"

    return (
        f"{description(grid)}, so that every cut has its marks ({description(fullest)} would save no paper)"
    )


def _verify_options(options: SheetOptions) -> None:
    """Raise UsageError for options that are impossible."""
    for value, kind in ((options.backs, Backs), (options.flip, Flip), (options.orientation, Orientation)):
        if value not in get_args(kind):
            raise UsageError(f"{value!r} is none of {', '.join(get_args(kind))}")
    width, height = options.paper
    if not all(40 * MM <= side <= 5000 * MM for side in (width, height)):
        raise UsageError(f"paper of {size_text(width, height)} cannot be used: sides go from 40 to 5000 mm")
    if not 0 <= options.margin < min(width, height) / 2:
        raise UsageError(
            f"a margin of {length_text(options.margin)} is impossible: it goes from 0 to half the paper"
        )
    if not 0 <= options.gutter <= 100 * MM:
        raise UsageError("the gutter goes from 0 to 100 mm")
    if not abs(options.back_rotate) <= 5:
        raise UsageError("backs can be turned by at most 5 degrees, to correct a printer's drift")
    if not all(abs(part) <= 25 * MM for part in options.back_offset):
        raise UsageError("backs can be moved by at most 25 mm, to correct a printer's drift")
    if any(number is not None and number < 1 for number in (options.rows, options.columns)):
        raise UsageError("there must be at least one row and one column")


def _candidate_pages(options: SheetOptions) -> Sequence[tuple[float, float]]:
    short, long = sorted(options.paper)
    if options.orientation == "portrait":
        return [(short, long)]
    if options.orientation == "landscape":
        return [(long, short)]
    return [(short, long), (long, short)]


def _candidate_grids(
    page: tuple[float, float], card: tuple[float, float], bleed: float, options: SheetOptions, shape: str
) -> Iterator[PaperGrid]:
    """Yield the fullest grid on a page, and with one row or column less, for each way to fold."""
    if options.backs != "gutterfold":
        yield from _fullest_grids(page, card, bleed, options, shape, "none")
        return
    yield from _fullest_grids(page, card, bleed, options, shape, "vertical")
    yield from _fullest_grids(page, card, bleed, options, shape, "horizontal")


def _fullest_grids(
    page: tuple[float, float],
    card: tuple[float, float],
    bleed: float,
    options: SheetOptions,
    shape: str,
    fold: Literal["none", "vertical", "horizontal"],
) -> Iterator[PaperGrid]:
    """Yield the fullest grid of a page, and those with one row or column less, for one way to fold."""
    gap = max(options.gutter, 2 * bleed) if fold != "none" else 0.0
    wide, high = page[0] - 2 * options.margin, page[1] - 2 * options.margin
    if fold == "vertical":
        wide = (wide - gap) / 2
    elif fold == "horizontal":
        high = (high - gap) / 2
    paper: Any = {"page": page, "margin": options.margin, "fold": fold, "fold_gap": gap}
    paper["is_outlined"] = shape != "rectangle" or options.registration is not None
    paper["clear_corner"] = options.registration.corner_size() if options.registration else 0.0
    least = 1 if options.registration else None
    if shape in HEXAGONS:
        one = PaperGrid(card, bleed, 1, 1, options.gutter, **paper)
        made = honeycombs(one, shape, (wide, high), options.columns, options.rows, least)
        yield from (grid for grid in made if grid.leaves_corners_free)
        return
    for columns in candidate_counts(count_that_fits(wide, card[0], options.gutter), options.columns, least):
        for rows in candidate_counts(count_that_fits(high, card[1], options.gutter), options.rows, least):
            grid = PaperGrid(card, bleed, columns, rows, options.gutter, **paper)
            if grid.leaves_corners_free:
                yield grid


def _too_large_message(card: tuple[float, float], options: SheetOptions) -> str:
    """Return the message that cards do not fit the paper, with what to change."""
    asked = ""
    if options.columns or options.rows:
        asked = f"{options.columns or 'any'} columns × {options.rows or 'any'} rows of "
    twice = " twice (front and back side by side)" if options.backs == "gutterfold" else ""
    return (
        f"{asked}cards of {size_text(*card)} do not fit{twice} on paper of {size_text(*options.paper)} "
        f"with a margin of {length_text(options.margin)} and a gutter of {length_text(options.gutter)}; "
        "use larger paper, or a smaller margin or gutter, or fewer rows and columns"
    )


def _warnings(grid: PaperGrid, options: SheetOptions) -> Iterator[str]:
    """Yield warnings of a narrow margin, of back offsets without effect or too large, and of the printer."""
    if options.margin < LEAST_MARGIN - TOLERANCE and options.registration is None:
        yield (
            f"a margin of {length_text(options.margin)} is less than most home printers can print "
            f"({length_text(LEAST_MARGIN)}); what lies there may be cut off"
        )
    moved = any(options.back_offset) or bool(options.back_rotate)
    if moved and options.backs not in ("duplex", "separate"):
        yield "there are no back pages that could be moved or turned"
    elif moved and _is_grid_near_edge(grid, options):
        yield "moved so far, some backs lie outside the printable part of the paper"
    if options.home_printer is not None:
        yield from _printer_warnings(options.home_printer, Imposition(grid, options, 1))


def _printer_warnings(printer: HomePrinter, imposition: Imposition) -> Iterator[str]:
    """Yield warnings about the home printer: that it has no readings for this page, or that it leaves cards
    partly white.
    """
    known, (width, height) = imposition.calibration, imposition.grid.page
    if known is None:
        separate = imposition.options.backs == "separate"
        yield printer.missing_readings_warning((width, height), imposition.options.flip, separate=separate)
        return
    area = imposition.grid.area
    rooms = {"left": area.x, "right": width - area.right, "top": height - area.top, "foot": area.y}
    for side, white in known.printed_margins.items():
        if rooms[side] < white - TOLERANCE:
            yield (
                f"the printer {printer.name} leaves {length_text(white)} white at the {side}, and "
                "cards begin at "
                f"{length_text(rooms[side])}; use a larger --margin"
            )


def _is_grid_near_edge(grid: PaperGrid, options: SheetOptions) -> bool:
    moved = Imposition(grid, options, 1).back_offset_matrix
    corners = [(x, y) for x in (grid.area.x, grid.area.right) for y in (grid.area.y, grid.area.top)]
    return not all(
        grid.printable_area.contains(Rect(*transformed_point(moved, x, y), 0, 0)) for x, y in corners
    )
