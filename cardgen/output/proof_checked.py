"""What a proof says was checked and for whom; and what preflight does not see: pictures, and the deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import Problem
from ..pack.model import Pack
from ..preflight.findings import Finding, Report
from ..preflight.pictures import FORGIVEN
from ..printers.model import Printer
from ..units import shown
from .images import Canvas
from .press import PressJob
from .proof_sides import PictureUsed, Side


class CheckedFile(NamedTuple):
    """A file to hand in, and what preflight says of it."""

    name: str
    report: Report
    #: What of the pack is in it, where there are several: "faces".
    part: str = ""


class Checked(NamedTuple):
    """What was checked, and for whom."""

    printer: Printer | None
    #: What the press files were made by; None for a printer who takes pictures.
    job: PressJob | None
    files: tuple[CheckedFile, ...]
    #: What the pack's own checks say.
    problems: tuple[Problem, ...] = ()
    #: The sentence on the pack's other trim; empty where it keeps its own.
    redrawn: str = ""


def passed(checked: Checked, pack: Pack) -> bool:
    """Whether nothing was found that the printer would refuse."""
    reports = [file.report for file in checked.files]
    refused = any(finding.severity == "error" for finding in deck_findings(pack, checked.printer))
    return not refused and all(report.passed for report in reports)


def picture_canvas(pack: Pack, printer: Printer) -> Canvas:
    """The picture of a side as the printer takes it: its own pixels, or as many as trim and bleed have."""
    product = printer.nearest(pack.card.size)
    if product.pixels is not None:
        return Canvas(product.pixels, printer.ppi)
    return Canvas.around(pack.card.size, pack.card.bleed, printer.ppi)


def judged(pack: Pack, printer: Printer, sides: Sequence[Side]) -> Report:
    """What a printer who takes pictures would say of them, as preflight says it of a PDF."""
    found = [
        *_size_findings(pack, printer),
        *coarse_pictures(sides, printer),
        *_art_findings(printer, pack, sides),
    ]
    return Report(tuple(found), tuple(_facts(pack, printer, sides, found)), len(sides))


def _room(pack: Pack, printer: Printer) -> tuple[float, float]:
    """How much bleed a picture holds on its sides, and above and below (points)."""
    wide, high = picture_canvas(pack, printer).page
    return (wide - pack.card.width) / 2, (high - pack.card.height) / 2


def _size_findings(pack: Pack, printer: Printer) -> Iterator[Finding]:
    """Whether the printer's pixels agree with its trim and bleed."""
    bleed, pixel = pack.card.bleed, 72 / printer.ppi
    across, up = _room(pack, printer)
    if min(across, up) < bleed - pixel:
        message = f"the pictures hold {shown(max(0.0, min(across, up)))} of bleed; {printer.name} asks for "
        yield Finding("picture-bleed", message + shown(bleed), "compare pixels and bleed in the preset")
    if abs(across - up) > 2 * pixel:
        message = f"the pictures hold {shown(across)} of bleed at the sides and {shown(up)} above and below"
        yield Finding("picture-shape", message, "compare trim and pixels in the preset", "warning")


def coarse_pictures(sides: Sequence[Side], printer: Printer) -> Iterator[Finding]:
    """Pictures with fewer pixels an inch than the printer asks for, the worst first, each once.

    As `picture-resolution` of preflight, which finds them in PDFs.
    """
    found: dict[tuple[str, tuple[int, int]], list[tuple[float, str]]] = {}
    for side in sides:
        for picture in side.pictures:
            if _too_coarse(picture, printer.ppi):
                found.setdefault(picture[:2], []).append((picture.ppi, side.label))
    for (name, pixels), uses in sorted(found.items(), key=lambda each: min(each[1])):
        ppi, label = min(uses)
        others = f" and {len(uses) - 1} more" if len(uses) > 1 else ""
        message = f"the picture {name} has {ppi:.0f} pixels an inch ({label}{others})"
        wide, high = (-int(-side * printer.ppi / ppi // 1) for side in pixels)
        hint = f"use one of {wide} × {high} pixels or more in place of {name}"
        yield Finding("picture-resolution", f"{message}; {printer.name} wants {printer.ppi}", hint)


def _too_coarse(picture: PictureUsed, wanted: int) -> bool:
    return picture.ppi < wanted * (1 - FORGIVEN)


def _art_findings(printer: Printer, pack: Pack, sides: Sequence[Side]) -> Iterator[Finding]:
    """The same minima that preflight holds a PDF against; pictures are judged by themselves."""
    for side in sides:
        for text, hint in remarks(side._replace(pictures=()), pack, printer):
            yield Finding("art", f"{side.label}: {text}", hint, "warning")


def remarks(side: Side, pack: Pack, printer: Printer | None) -> Iterator[tuple[str, str]]:
    """What on a side a printer may not print well, and what to do about it."""
    least_type, least_line, ppi, who = least(printer)
    used = side.used
    if used.least_type is not None and used.least_type < least_type - 0.01:
        yield f"type of {points(used.least_type)}; {who} at least {points(least_type)}", "use fewer words"
    if used.least_line is not None and used.least_line < least_line - 0.005:
        yield f"a line of {points(used.least_line)}; {who} at least {points(least_line)}", "use a larger card"
    for what, inside in used.strays.items():
        where = f"{shown(inside)} inside the cut" if inside >= 0 else "across the cut"
        yield (
            f"{what} {where}; {shown(pack.card.safe)} are safe",
            "move it inwards, or let it run to the bleed",
        )
    for picture in side.pictures:
        if _too_coarse(picture, ppi):
            message = f"the picture {picture.name} has {picture.ppi:.0f} pixels an inch; {who} {ppi}"
            yield message, "use a larger one"
    limit = ink_limit(printer)
    if limit is not None and side.total_ink > limit + 0.005:
        yield (
            f"{100 * side.total_ink:.0f} % of ink; at most {100 * limit:.0f} % are taken",
            "use less of each ink",
        )


def least(printer: Printer | None) -> tuple[float, float, int, str]:
    """The smallest type, the thinnest line (points), the pixels an inch, and who asks for them."""
    if printer is None:
        return 6.0, 0.25, 300, "presses want"
    return printer.least_type, printer.least_line, printer.ppi, f"{printer.name} wants"


def ink_limit(printer: Printer | None) -> float | None:
    """The most ink on one spot; None where the printer names no limit or takes RGB."""
    if printer is None:
        return 3.0
    return printer.total_ink if printer.form == "pdf" else None


def points(length: float) -> str:
    """A size of type or the weight of a line; rounded down, so that 5.96 is not called 6."""
    parts = 10 if length >= 10 else 100
    return f"{int(length * parts + 0.001) / parts:.2f}".rstrip("0").rstrip(".") + " pt"


def _facts(pack: Pack, printer: Printer, sides: Sequence[Side], found: list[Finding]) -> Iterator[str]:
    (wide, high), (across, up) = picture_canvas(pack, printer).pixels, _room(pack, printer)
    rules = {finding.rule for finding in found}
    if not {"picture-bleed", "picture-shape"} & rules:
        bleed = shown(min(across, up))
        yield f"pictures of {wide} × {high} pixels: {printer.ppi} an inch, with {bleed} of bleed"
    looked = {"type": "art", "lines": "art", "pictures": "picture-resolution", "safe zone": "art"}
    well = [what for what, rule in looked.items() if rule not in rules]
    if well:
        yield f"{' and '.join(filter(None, [', '.join(well[:-1]), well[-1]]))} of all {len(sides)} sides"


def deck_findings(pack: Pack, printer: Printer | None) -> list[Finding]:
    """Whether the printer makes decks of so many cards."""
    if printer is None:
        return []
    decks = printer.decks
    if decks.most is not None and pack.count > decks.most:
        message = f"the pack has {pack.count} cards; {printer.name} makes decks of at most {decks.most}"
        return [Finding("deck", message, "split the pack: see `cardgen order`")]
    if pack.count < decks.least:
        message = f"the pack has {pack.count} cards; {printer.name} makes decks of at least {decks.least}"
        return [Finding("deck", message, "add cards: see `cardgen order`")]
    return []
