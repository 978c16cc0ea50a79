"""The calibration sheet of a home printer: marks on both sides, read against the light and with a ruler, or
scanned.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from .. import __version__
from ..art.items import Drawing, Fill, Item, Stroke
from ..art.pdf_objects import set_page_groups
from ..art.pdf_writer import PdfWriter
from ..colour.colors import BLACK
from ..geometry import IDENTITY, Matrix, Rect, combined_matrix, scaling, translation
from ..layout.calibration import (
    CODE,
    COMBS,
    EDGE,
    GRID,
    GRID_MOST,
    GRID_STEP,
    MARGINS,
    NAMES,
    PITCH,
    RULERS,
    STEP,
    Calibration,
    CalibrationSheet,
    Comb,
    SheetCode,
    verify_room_for_marks,
)
from ..text import fonts
from ..text.fonts import INDEX, TEXT
from ..text.outlines import joined_shapes, open_line, rectangle
from ..text.qr_codes import QUIET, modules_across, qr_code_icon
from ..units import MM, length_text, size_text
from .proof_type import (
    GREY,
    INK,
    leading_of_size,
    left_line,
    stacked_lines,
    text_in_font,
    wrapped_lines,
)

#: The width of lines: thin enough to read a tenth of a millimetre, thick enough for every printer.
_LINE, _FRAME_LINE = 0.4, 0.5
#: The lengths of a comb's lines: usual, each fifth, and the middle one.
_TOOTH, _FIFTH, _MIDDLE = 3 * MM, 4 * MM, 6 * MM
_SQUARE, _CELL = 5 * MM, 9.5 * MM
#: Where the distance of the frame from the lower edge is measured: the ruler of that edge is to the right
#: of it.
_MEASURED = -4 * MM
#: Font sizes: of the numbers at marks, of the letters of readings, and of the instructions on large and
#: small paper.
_NUMBER, _LETTER, _BODY, _SMALL = 5.5, 10.0, 9.0, 6.0
#: Frames narrower than this, in points, have small type.
_NARROW = 110 * MM
#: Frames wider than this have the grid beside the text.
_WIDE = 190 * MM


def write_calibration_sheet(
    name: str, page: tuple[float, float], flip: str, *, separate: bool, proof: Calibration | None = None
) -> bytes:
    """Return the PDF of a calibration sheet, front and back. Raises UsageError for paper that is too small.

    name: that of the printer. page: width and height in points, as printed. flip: the edge on which the paper
    is flipped, "long" or "short". separate: whether front and back are printed in two passes. proof: readings
    by which the sheet is corrected, so that it shows whether they are right.
    """
    from reportlab.pdfgen.canvas import Canvas

    verify_room_for_marks(page)
    fonts.register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=page,
        pageCompression=1,
        invariant=1,
        pdfVersion=(1, 7),
        initialFontName=TEXT.name,
        lang="en",
    )
    canvas.setTitle(f"Calibration sheet for {text_in_font(name)}")
    canvas.setCreator(f"cardgen {__version__}")
    canvas.setViewerPreference("PrintScaling", "None")
    duplex = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[flip]
    canvas.setViewerPreference("Duplex", "Simplex" if separate else duplex)
    writer = PdfWriter(canvas)
    writer.decimals = (8, 4)
    sheet, fed = (
        CalibrationSheet(page),
        Calibration(page, "long" if flip == "long" else "short", separate, ()),
    )
    sides = (
        _front_items(sheet, name, fed, proof is not None),
        _back_items(sheet, name, fed, proof is not None),
    )
    for back, items in enumerate(sides):
        corrected = proof.correction(back=bool(back)) if proof else IDENTITY
        writer.write_items([Drawing(tuple(items), None if corrected == IDENTITY else corrected)])
        canvas.showPage()
    set_page_groups(canvas, "rgb")
    return bytes(canvas.getpdfdata())


def _matrix_to_middle(sheet: CalibrationSheet) -> Matrix:
    """Return the transformation that puts the origin in the middle of the page."""
    return translation(sheet.page[0] / 2, sheet.page[1] / 2)


def _front_items(
    sheet: CalibrationSheet, name: str, calibration: Calibration, is_proof: bool
) -> Iterator[Item]:
    """Yield the items of the front: combs with numbers, rulers, the grid, and the text on how to read
    them.
    """
    marks = [item for comb in sheet.combs for item in _front_comb_items(comb)]
    marks += _frame_and_letter_items(sheet)
    marks += _corner_code_items(sheet, SheetCode.from_sheet("front", name, calibration, is_proof))
    yield Drawing(tuple(marks), _matrix_to_middle(sheet))
    yield from _edge_ruler_items(sheet)
    yield from _text_and_grid_items(sheet, name, calibration, is_proof)


def _back_items(
    sheet: CalibrationSheet, name: str, calibration: Calibration, is_proof: bool
) -> Iterator[Item]:
    """Yield the items of the back: its half of the combs and squares, mirrored as the paper is flipped, and
    the frame and the codes for a scan.
    """
    mirror = scaling(-1, 1) if calibration.is_flipped_sideways else scaling(1, -1)
    marks: list[Item] = [item for comb in sheet.combs for item in _back_comb_items(comb)]
    marks += _grid_square_items(_grid_middle(sheet), moved=True)
    yield Drawing(tuple(marks), combined_matrix(mirror, _matrix_to_middle(sheet)))
    scanned = [
        _frame_around_origin(sheet.back_frame),
        *_corner_code_items(sheet, SheetCode.from_sheet("back", name, calibration, is_proof)),
    ]
    yield Drawing(tuple(scanned), _matrix_to_middle(sheet))
    text = "Back of the calibration sheet. Hold it against the light and read it from the front."
    # At the foot of the frame, where the front has no text.
    size = min(_SMALL, 2 * sheet.frame[0] / TEXT.width(text, 1.08))
    foot = sheet.page[1] / 2 - sheet.frame[1] + 8 * MM
    yield from left_line((sheet.page[0] - TEXT.width(text, size)) / 2, foot, text, size, GREY)


def _frame_around_origin(half: tuple[float, float]) -> Item:
    """Return a frame around the origin. half: half of its width and of its height, in points."""
    right, up = half
    return Stroke(rectangle(Rect(-right, -up, 2 * right, 2 * up)), BLACK, _FRAME_LINE)


def _corner_code_items(sheet: CalibrationSheet, first: SheetCode) -> Iterator[Item]:
    """Yield the QR codes of the four corners. first: the contents of the first corner's code."""
    for corner, (x, y) in enumerate(sheet.codes, 1):
        name = f"qr-l:{first._replace(corner=corner).text}"
        icon = qr_code_icon(name)
        assert icon is not None  # noqa: S101 - the text is short
        across = modules_across(name)
        side = CODE * across / (across - 2 * QUIET)
        # The dark modules without their white square, as the paper is white.
        yield Fill(icon.layers[-1].shape, BLACK, (side, 0, 0, side, x - side / 2, y - side / 2))


def _tooth_length(steps: int) -> float:
    """Return the length in points of one line of a comb. steps: the distance of the line from the middle
    line.
    """
    return _MIDDLE if steps == 0 else _FIFTH if steps % 5 == 0 else _TOOTH


def _comb_matrix(comb: Comb) -> Matrix:
    """Return the transformation that puts a comb on the page; it is drawn horizontally, with its numbers
    above.
    """
    x, y = comb.middle
    if comb.axis == "x":
        return translation(x, y)
    # Its lines run across; the back's half is on the outer side, away from the frame.
    return (0, 1, -1 if x > 0 else 1, 0, x, y)


def _front_comb_items(comb: Comb) -> list[Item]:
    """Return the items of the front's half of a comb: its lines, numbers and letter."""
    outwards = -1 if comb.axis == "x" and comb.middle[1] < 0 else 1
    reach = range(-comb.most, comb.most + 1)
    lines = [open_line((k * PITCH, 0), (k * PITCH, _tooth_length(k) * outwards)) for k in reach]
    place = _comb_matrix(comb)
    items: list[Item] = [Stroke(joined_shapes(*lines), BLACK, _LINE, place=place)]
    for k in reach:
        if k % 5 == 0:
            number = f"{k * STEP / MM:+.1f}" if k else "0"
            items += _centred_line_items(
                number, _transformed_point(place, k * PITCH, (_MIDDLE + 5) * outwards), _NUMBER
            )
    items += _centred_line_items(
        comb.name, _transformed_point(place, -comb.most * PITCH - 3 * MM, 0), _LETTER
    )
    return items


def _back_comb_items(comb: Comb) -> list[Item]:
    """Return the items of the back's half of a comb.

    The distance between its lines is one step less than that on the front.
    """
    outwards = -1 if comb.axis == "x" and comb.middle[1] < 0 else 1
    reach = range(-comb.most, comb.most + 1)
    pitch = PITCH - STEP
    lines = [open_line((k * pitch, 0), (k * pitch, -_tooth_length(k) * outwards)) for k in reach]
    return [Stroke(joined_shapes(*lines), BLACK, _LINE, place=_comb_matrix(comb))]


def _transformed_point(place: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where a transformation moves a point."""
    a, b, c, d, e, f = place
    return a * x + c * y + e, b * x + d * y + f


def _centred_line_items(text: str, middle: tuple[float, float], size: float) -> list[Item]:
    """Return a horizontal line of text with its middle at a point. size: in points."""
    font = INDEX if size == _LETTER else TEXT
    x, y = middle[0] - font.width(text, size) / 2, middle[1] - 0.35 * size
    return list(left_line(x, y + 0.98 * size, text, size, INK, font))


def _frame_and_letter_items(sheet: CalibrationSheet) -> list[Item]:
    """Return the frame, with the letters that name the lengths to measure."""
    right, up = sheet.frame
    inside = 3.5 * MM
    arrows = [
        open_line((-right, up - inside), (right, up - inside)),
        open_line((right - inside, -up), (right - inside, up)),
    ]
    items: list[Item] = [_frame_around_origin(sheet.frame)]
    items += [Stroke(each, GREY, 0.3, dash=(2, 2)) for each in arrows]
    edge = (sheet.page[0] / 2, sheet.page[1] / 2)
    level = [
        open_line((-edge[0], up), (-right, up)),
        open_line((-edge[0], -up), (-right, -up)),
        open_line((_MEASURED, -edge[1]), (_MEASURED, -up)),
    ]
    items += [Stroke(each, GREY, 0.3, dash=(2, 2)) for each in level]
    between = -edge[0] + 9 * MM
    letters = {
        "L": (-right * 0.5, up - inside - 6),
        "M": (right - inside - 6, -up * 0.5),
        "N": (between, up + 6),
        "P": (between, -up - 7),
        "Q": (_MEASURED - 7, -up - 8),
    }
    for letter, middle in letters.items():
        items += _centred_line_items(letter, middle, _LETTER)
    return items


def _edge_ruler_items(sheet: CalibrationSheet) -> Iterator[Item]:
    """Yield a ruler at the middle of each edge, which shows how many millimetres the printer leaves white."""
    width, height = sheet.page
    places = {
        "R": (1, 0, 0, 1, 0, height / 2),
        "S": (-1, 0, 0, 1, width, height / 2),
        "T": (0, -1, 1, 0, width / 2, height),
        "U": (0, 1, 1, 0, width / 2, 0),
    }
    for letter, place in places.items():
        lines = []
        for mm in range(1, int(EDGE / MM) + 1):
            long = 4 * MM if mm % 5 == 0 else 2.4 * MM
            lines.append(open_line((mm * MM, 0), (mm * MM, long)))
        yield Stroke(joined_shapes(*lines), BLACK, _LINE, place=place)
        for mm in range(1, int(EDGE / MM) + 1):
            size = _NUMBER if mm % 5 == 0 else 3.2
            offset = 5.4 * MM if mm % 5 == 0 else 3.4 * MM + (mm % 2) * 3
            yield from _centred_line_items(str(mm), _transformed_point(place, mm * MM, offset), size)
        yield from _centred_line_items(letter, _transformed_point(place, EDGE / 2, 8 * MM), _LETTER)


def _has_grid_beside(sheet: CalibrationSheet) -> bool:
    """Tell whether the frame is wide enough for the grid to stand beside the text."""
    return 2 * sheet.frame[0] > _WIDE


def _grid_middle(sheet: CalibrationSheet) -> tuple[float, float]:
    """Return the middle of the grid in points, with the origin in the middle of the page."""
    right, up = sheet.frame
    half = 2.5 * _CELL + 5 * MM
    if _has_grid_beside(sheet):
        return right - half - 12 * MM, 0.0
    return 0.0, -up + half + 4 * MM


def _grid_square_items(middle: tuple[float, float], *, moved: bool) -> list[Item]:
    """Return the squares of the grid.

    moved: True for the squares of the back, each displaced by the error that its number stands for.
    """
    reach = range(-GRID_MOST, GRID_MOST + 1)
    size = _SQUARE - (1.2 * MM if moved else 0)
    squares = []
    for column in reach:
        for line in reach:
            x, y = middle[0] + column * _CELL, middle[1] + line * _CELL
            if moved:
                x, y = x - column * GRID_STEP, y - line * GRID_STEP
            squares.append(rectangle(Rect(x - size / 2, y - size / 2, size, size)))
    return [Stroke(joined_shapes(*squares), BLACK, _LINE)]


def _text_and_grid_items(
    sheet: CalibrationSheet, name: str, calibration: Calibration, is_proof: bool
) -> Iterator[Item]:
    """Yield the text and the grid inside the frame."""
    right, up = sheet.frame
    small = 2 * right < _NARROW
    size = _SMALL if small else _BODY
    middle = _grid_middle(sheet)
    place = _matrix_to_middle(sheet)
    grid = _grid_square_items(middle, moved=False)
    for k in range(-GRID_MOST, GRID_MOST + 1):
        number, far = f"{k:+d}" if k else "0", (GRID_MOST + 0.5) * _CELL + 2 * MM
        grid += _centred_line_items(number, (middle[0] + k * _CELL, middle[1] + far), _NUMBER + 1)
        grid += _centred_line_items(number, (middle[0] - far, middle[1] + k * _CELL), _NUMBER + 1)
    far = (GRID_MOST + 0.5) * _CELL + 5 * MM
    grid += _centred_line_items("J", (middle[0] + 2.5 * _CELL + 2 * MM, middle[1] + far - 3 * MM), _LETTER)
    grid += _centred_line_items("K", (middle[0] - far + 3 * MM, middle[1] - 2.5 * _CELL - 1 * MM), _LETTER)
    yield Drawing(tuple(grid), place)
    left = sheet.page[0] / 2 - right + 5 * MM
    top = sheet.page[1] / 2 + up - 9 * MM
    width = 2 * right - 14 * MM
    if _has_grid_beside(sheet):
        width = right + middle[0] - 2.5 * _CELL - 22 * MM
    heading = 9.0 if small else 15.0
    title = f"{'Proof' if is_proof else 'Calibration sheet'} for {text_in_font(name)}"
    heads = wrapped_lines(title, width, heading, INDEX)
    for text in heads:
        yield from left_line(left, top, text, heading, INK, INDEX)
        top -= leading_of_size(heading)
    way = (
        "printed in two passes, turned about" if calibration.separate else "printed on both sides, flipped on"
    )
    paper = f"{size_text(*sheet.page)}, {way} the {calibration.flip} edge, at actual size"
    for text in wrapped_lines(paper, width, size):
        yield from left_line(left, top, text, size, GREY)
        top -= leading_of_size(size)
    top -= 0.5 * size
    for step in _proof_instructions(name) if is_proof else _reading_instructions(name, is_small=small):
        lines = wrapped_lines(step, width, size)
        yield from stacked_lines(left, top, lines, size, INK)
        top -= len(lines) * leading_of_size(size) + 0.35 * size
    if not small and not is_proof:
        yield from _form_items(left, top - 2 * MM, width)


def _reading_instructions(name: str, *, is_small: bool) -> list[str]:
    """Return the instructions for reading the sheet, one text for each step.

    is_small: whether the sheet has little room, so that the instructions must be short.
    """
    combs = f"{COMBS[0]} to {COMBS[-1]}"
    return [
        f"1. {combs}: hold the sheet against a window, this side towards you. In each comb, find "
        "the line of the back "
        "that continues a line of the front, and read its number. If two do, take the one on "
        "that side of the middle "
        "where the back's long line lies.",
        f"2. Or quickly, {GRID[0]} and {GRID[1]}: find the square that has a smaller one in its "
        "very middle. Read its "
        f"column ({GRID[0]}) and its row ({GRID[1]}), in millimetres.",
        "3. With a ruler, in millimetres: L and M, width and height of this frame; N, P and Q, "
        "from the edge of the "
        "paper to the frame.",
        f"4. {next(iter(MARGINS))} to {[*MARGINS][-1]}: the smallest number that your printer "
        "prints at each edge.",
        *(_short_command_instructions(name) if is_small else _command_instructions(name)),
    ]


def _command_instructions(name: str) -> list[str]:
    """Return the last instructions: the commands that take the readings."""
    return [
        "5. Type what you read; leave out what you did not: "
        f'cardgen calibrate {text_in_font(name)} --read "A=+0.3 B=-0.2 ..."; '
        f"or let cardgen ask you: cardgen calibrate {text_in_font(name)} --ask",
        f"Or scan both sides on black paper: cardgen calibrate {text_in_font(name)} --scan front.png --scan "
        "back.png",
    ]


def _short_command_instructions(name: str) -> list[str]:
    """Return the commands that take the readings, in few words."""
    called = text_in_font(name)
    return [
        f"5. cardgen calibrate {called} --ask",
        "Or scan both sides, and add --scan front.png --scan back.png instead.",
    ]


def _proof_instructions(name: str) -> list[str]:
    """Return the instructions for reading a sheet that is a proof, a text for each step."""
    frame = ", ".join(f"{name}: {RULERS[name]}" for name in ("L", "M"))
    return [
        "This sheet is corrected by your readings. Read it as the first one.",
        f"1. Every comb should read 0, at most {length_text(0.1 * MM)} more or less; the middle square "
        "of the grid fits.",
        f"2. Measure the frame ({frame}) and its distance from the edges: they should be as long "
        "as cardgen says.",
        "3. If a comb is off by more, the paper slips differently each time: print three sheets, "
        "and take the middle "
        "reading of each comb.",
        f"cardgen says whether it is good: cardgen calibrate {text_in_font(name)} --proof --read "
        '"A=... B=...", or --scan front.png --scan back.png',
    ]


def _form_items(left: float, top: float, width: float) -> Iterator[Item]:
    """Yield a letter and a line to write on for each reading. left, top, width: of the form in points."""
    columns = 4 if width > 120 * MM else 3
    wide, high = width / columns, 7 * MM
    rules = []
    for place, letter in enumerate(NAMES):
        row, column = divmod(place, columns)
        x, y = left + column * wide, top - row * high
        yield from left_line(x, y, letter, _LETTER, INK, INDEX)
        rules.append(open_line((x + 14, y - 11), (x + wide - 12, y - 11)))
    yield Stroke(joined_shapes(*rules), GREY, 0.4)
