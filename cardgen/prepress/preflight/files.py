"""Preflight of a named file, a PDF or a picture; its target follows from options, printer and pack."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, NamedTuple

from ...colour.icc import CONDITIONS
from ...errors import UsageError
from ...pack.model import Pack
from ...pack.special_inks import SpecialInk
from ...units import MM, Size
from ..pdf.contents import Contents, declared_contents
from ..pdf.readback import declared_jobs, open_sheets
from ..printers.choices import BacksApart, Order, Per, SpecialInkFiles, Standard
from ..printers.model import Printer
from . import card_size, preflight
from .deck import part_marked_in
from .findings import Finding, Report, Target, box_target, rulebook_target
from .picture_files import PictureReading, is_picture, read_picture
from .plate_pictures import plate_of_file

#: Endings of the names of files that contain only faces or only backs.
_PARTS = re.compile(r"(?:\A|[-_ .])(faces?|fronts?|backs?)\Z", re.IGNORECASE)
#: Tolerance for a page with the size of a card with its bleed.
_SAME_SIZE = 0.2 * MM


class FileOptions(NamedTuple):
    """The options of preflight for a file. None stands for the value of the printer, or else the standard."""

    printer: Printer | None = None
    standard: Standard | None = None
    #: The pack as drawn for that printer, with the cards of all decks.
    pack: Pack | None = None
    #: "faces" or "backs" if the file contains only these.
    part: str | None = None
    order: Order | None = None
    per: Per | None = None
    backs: BacksApart | None = None
    sheet: bool = False
    #: The trim of a card or page, and its bleed, in points.
    size: Size | None = None
    bleed: float | None = None
    spots: tuple[str, ...] = ()
    #: How special inks are in it.
    special_inks: SpecialInkFiles | None = None

    def plate_of(self, path: PurePath) -> SpecialInk | None:
        """Return the special ink that a file is the plate of; None for a file of the process inks.

        Without a pack, or if `special_inks` is "none", every file is of the process inks.
        """
        if self.pack is None or self.special_inks == "none":
            return None
        return plate_of_file(path, self.pack)


def is_for_pictures(data: bytes, printer: Printer | None) -> bool:
    """Tell whether a file is a picture, or the printer takes pictures instead of PDFs."""
    return is_picture(data) or (printer is not None and printer.form == "images")


class CheckedContent(NamedTuple):
    """The result of preflight on the content of a file."""

    report: Report
    #: Without the pack and the inks.
    target: Target
    #: None for a PDF, and for a picture that cannot be read.
    reading: PictureReading | None = None
    #: Whether it is a picture of a card, or should be one.
    is_for_picture: bool = False


def preflight_file(
    path: PurePath, data: bytes, options: FileOptions, tick: Callable[[int, int], None]
) -> CheckedContent:
    """Return the report on a file, with its target and its picture. Never raises, whatever the bytes are.

    path: its name, which may be in a folder. tick: see preflight(). A PDF that states that it is a box or a
    rulebook is judged by the requirements of a box or a rulebook, without the pack. A PDF that states that it
    is meant for people, such as a proof, is not judged.
    """
    declared = declared_contents(data)
    if declared is not None and declared.contents != "cards":
        return _report_on_other_contents(data, declared.contents, options, tick)
    is_for_picture = is_for_pictures(data, options.printer)
    if not is_for_picture:
        options = options._replace(part=_file_part(path.stem, data, options))
    target = target_for(path, data, options, is_for_picture)
    if not is_for_picture and _is_home_sheet(data):
        # Everything that is wrong with it for a printer follows from that.
        return CheckedContent(Report((_HOME_SHEET,), (), 0), target._replace(pack=None, inks=None))
    if is_for_picture:
        report, reading = read_picture(data, target, options.printer)
    else:
        report, reading = preflight(data, target, tick), None
    if options.pack is None and report.pages:
        report = report._replace(unjudged=(*report.unjudged, _NO_PACK))
    return CheckedContent(report, target._replace(pack=None, inks=None), reading, is_for_picture)


_NO_PACK = "no pack is named, so nothing was compared with its cards: add --pack"


#: The rule of the finding that a file is for people, and was not judged.
_FOR_PEOPLE = "for-people"


def is_for_people(report: Report) -> bool:
    """Tell whether a report is on a file for people, which was not judged."""
    return any(finding.rule == _FOR_PEOPLE for finding in report.findings)


def _report_on_other_contents(
    data: bytes, contents: Contents, options: FileOptions, tick: Callable[[int, int], None]
) -> CheckedContent:
    """Return the report on a file of cardgen that holds no cards, and its target."""
    printer, fact = options.printer, f"it says that it is a {contents}, and was judged as one"
    unjudged: tuple[str, ...] = ()
    if contents == "box":
        target = box_target(printer, (*_BOX_PLATES, *options.spots))
        unjudged = ("the safe zone and the bleed of a box",)
    elif contents == "rulebook":
        condition = CONDITIONS[printer.condition] if printer is not None else None
        # As `press --all` makes it: PDF/X-4 needs a profile that comes with cardgen.
        standard = printer.standard if printer is not None and condition and condition.exact else "x1a"
        target = rulebook_target(standard, condition and condition.identifier)
        target = target._replace(spots=options.spots)
    else:
        an = "an" if contents[0] in "aeiou" else "a"
        message = f"this is {an} {contents} by cardgen, for people: no press prints it"
        finding = Finding(_FOR_PEOPLE, message, "look at it yourself", "not judged")
        return CheckedContent(Report((finding,), (), 0), Target(standard=None))
    if options.standard:
        target = target._replace(standard=options.standard)
    if options.bleed is not None:
        target = target._replace(bleed=options.bleed)
    report = preflight(data, target, tick)
    report = report._replace(facts=(fact, *report.facts), unjudged=(*report.unjudged, *unjudged))
    return CheckedContent(report, target._replace(inks=None))


#: The plates of a box that cardgen makes, unless the user names others.
_BOX_PLATES = ("CutContour", "Crease")

_HOME_SHEET = Finding(
    "home-sheet",
    "these are sheets to print at home, made by `cardgen sheets`: no file for a manufacturer",
    "prove them with `cardgen verify`; for a manufacturer, make a file with `cardgen press`",
)


def _is_home_sheet(data: bytes) -> bool:
    """Tell whether a PDF states that it has sheets by cardgen to print at home."""
    try:
        with open_sheets(data) as pdf:
            declared_jobs(pdf)
        return True
    except UsageError:
        return False


def target_for(path: PurePath, data: bytes, options: FileOptions, is_for_picture: bool) -> Target:
    """Return the requirements for a file. Options override the pack, and the pack overrides the printer.

    path: the file's path; the name of the file or of its folder may state the plate of a special ink.
    is_for_picture: whether the file is a picture, or should be one. The trim of such a file does not follow
    from its first page.
    """
    printer, pack = options.printer, options.pack
    more: dict[str, Any] = {"pack": pack, "part": options.part or "all"}
    more["trim"] = pack.card.size if pack else options.size
    if more["trim"] is None and not is_for_picture:
        more["trim"] = _nearest_trim(data, printer)
    if pack is not None and printer is None:
        more["bleed"], more["safe"] = pack.card.bleed, pack.card.safe
    if options.bleed is not None:
        more["bleed"] = options.bleed
    if pack is not None and pack.special_inks:
        more |= _special_ink_target(path, options, pack)
    same_names = ("order", "per", "backs", "spots", "sheet")
    more |= {name: getattr(options, name) for name in same_names if getattr(options, name)}
    if printer is not None and is_for_picture:
        more["standard"] = None
    if printer is None:
        return Target(standard=options.standard or "x1a", **more)
    return Target.for_printer(printer, **more)


def _special_ink_target(path: PurePath, options: FileOptions, pack: Pack) -> dict[str, Any]:
    """Return the fields of a target that say how the file shows special inks, and the pack drawn that way.

    A file is one plate if its name says so; otherwise options and printer say where the plates are.
    """
    ink = options.plate_of(path)
    if ink is not None:
        alone = pack.with_special_inks("alone", ink.plate)
        return {"pack": alone, "plate": ink.plate, "die_line": "allowed"}
    stated = options.special_inks or (options.printer.special_inks if options.printer else "separations")
    if stated == "separations":
        plates = tuple(ink.plate for ink in pack.special_inks)
        return {"pack": pack.with_special_inks("process"), "special_inks": plates}
    return {"pack": pack.with_special_inks("process" if stated == "files" else "ink")}


def _file_part(stem: str, data: bytes, options: FileOptions) -> str | None:
    """Return "faces" or "backs" if a file has only these; otherwise None.

    An option decides, or else the marks in the file, or else the file's name. Marks and name count only for
    an order with faces and backs in separate files.
    """
    order = options.order or (options.printer.order if options.printer else None)
    if options.part or order != "separate" or options.pack is None:
        return options.part
    named = _PARTS.search(stem)
    stated = part_marked_in(data)
    return stated or (None if named is None else "backs" if named[1].lower().startswith("b") else "faces")


def _nearest_trim(data: bytes, printer: Printer | None) -> Size | None:
    """Return the printer's trim (points) that is nearest to the size of a PDF's first page.

    A page with the size of a card and its bleed is of that card; a page may lie on its side. Returns the trim
    of the first product if the page has no size, and None without a printer.
    """
    if printer is None:
        return None
    size = card_size(data)
    if size is None:
        return printer.products[0].trim
    bled = [tuple(side + 2 * printer.bleed for side in product.trim) for product in printer.products]
    for product, whole in zip(printer.products, bled, strict=True):
        if all(abs(a - b) < _SAME_SIZE for a, b in zip(whole, size, strict=True)):
            return product.trim
    near = [printer.nearest_product(each).trim for each in (size, size[::-1])]
    away = [
        sum(abs(a - b) for a, b in zip(trim, each, strict=True))
        for trim, each in zip(near, (size, size[::-1]), strict=True)
    ]
    return near[away.index(min(away))]
