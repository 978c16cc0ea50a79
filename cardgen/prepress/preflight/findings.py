"""The target of a preflight, its findings and its report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from ...art.presses import printer_inks
from ...colour.conversion import PressInks
from ...colour.icc import CONDITIONS
from ...pack.model import CardFormat, Pack
from ...units import MM
from ..comparison.pack_sides import PackSide
from ..printers.choices import BacksApart, Order, Per, Rule, Standard
from ..printers.model import Printer

#: error: a printer would refuse it; warning: it may print badly; not judged: unknown before printing;
#: allowed: the pack accepts it.
Severity = Literal["error", "warning", "not judged", "allowed"]


class Target(NamedTuple):
    """The requirements that a file should meet. Lengths are in points, ink in parts of 1 (3.0 is 300 %)."""

    standard: Standard | None = "x1a"
    #: The printer whose preset the figures come from; None for a standard alone.
    printer: str | None = None
    #: The card's trim; None if unknown.
    trim: tuple[float, float] | None = None
    bleed: float = 3 * MM
    safe: float = 3 * MM
    #: The tolerance of the cut.
    drift: float = 1.5 * MM
    total_ink: float | None = 3.0
    ppi: int = 300
    least_line: float = 0.25
    least_type: float = 6.0
    #: Spot colours that may be in the file.
    spots: tuple[str, ...] = ("CutContour",)
    #: The pack that the file contains; None if unknown.
    pack: Pack | None = None
    #: The inks that its pages were drawn with; None for those that the file names.
    inks: PressInks | None = None
    order: Order = "face-back"
    per: Per = "card"
    #: The part of the pack in the file, if faces and backs are in separate files.
    part: Literal["all", "faces", "backs"] = "all"
    backs: BacksApart = "each"
    die_line: Rule = "allowed"
    marks: Rule = "allowed"
    #: Whether type is to be outlines, without fonts.
    outlines: bool = False
    #: The printing condition as files name it, such as FOGRA39; None for any.
    condition: str | None = None
    #: Whether the last page has only the die line.
    die_page: bool = False
    #: The plates of special inks, as spot colours over the pages of cards.
    special_inks: tuple[str, ...] = ()
    #: The special ink whose plate is the whole file, in black; "" for a file of cards.
    plate: str = ""
    #: The thinnest line and the narrowest gap of a special ink; None if unknown.
    special_line: float | None = None
    special_gap: float | None = None
    #: Whether a page is a sheet of many cards, so that its trim is not a card's.
    sheet: bool = False

    @property
    def technical(self) -> tuple[str, ...]:
        """Return the names of the spot colours of die lines and special inks."""
        return (*self.spots, *self.special_inks)

    @property
    def nonrectangular_format(self) -> CardFormat | None:
        """Return the pack's card format if it is no rectangle; None for a rectangle or without a pack."""
        return self.pack.card if self.pack is not None and self.pack.card.shape != "rectangle" else None

    def is_back(self, page: int, pages: int) -> bool:
        """Tell whether a page should be a back, by part and order.

        page: its number from 1. pages: the number of pages of the file.
        """
        last = pages - self.die_page
        if self.part != "all":
            return self.part == "backs"
        if self.order in ("face-back", "back-face"):
            return page % 2 == (self.order == "back-face") and page <= last
        return page == {"back-last": last, "back-first": 1}.get(self.order)

    @classmethod
    def for_printer(cls, printer: Printer, **more: object) -> Target:
        """Return the requirements of a printer.

        more: fields that the preset does not have, or other values for fields that it has.
        """
        wanted: dict[str, object] = {
            "standard": printer.standard,
            "printer": printer.name,
            "bleed": printer.bleed,
            "safe": printer.safe,
            "drift": printer.drift,
            "total_ink": printer.total_ink,
            "ppi": printer.ppi,
            "least_line": printer.least_line,
            "least_type": printer.least_type,
            "spots": () if printer.die_line == "forbidden" else ("CutContour",),
            "die_line": printer.die_line,
            "marks": printer.marks,
            "outlines": printer.type == "outlines",
            "condition": CONDITIONS[printer.condition].identifier,
            "order": printer.order,
            "per": printer.per,
            "inks": printer_inks(printer),
            "backs": printer.backs,
            "special_line": printer.special_line,
            "special_gap": printer.special_gap,
        }
        return cls(**{**wanted, **more})  # type: ignore[arg-type]


def box_target(printer: Printer | None, spots: tuple[str, ...]) -> Target:
    """Return the requirements for the press file of a box: those for the printer's cards, with a die line
    allowed, because it is unknown what printers require of boxes.

    spots: the plates of cuts and creases.
    """
    # The safe zone and the bleed of cards are no measure of a box.
    made = Target() if printer is None else Target.for_printer(printer)
    return made._replace(trim=None, spots=spots, die_line="allowed", sheet=True)


def rulebook_target(standard: Standard, condition: str | None) -> Target:
    """Return the requirements for the press file of a rulebook, whatever the size of its pages.

    condition: the printing condition as files name it; None for any.
    """
    return Target(standard=standard, spots=(), die_line="forbidden", marks="forbidden", condition=condition)


class Finding(NamedTuple):
    """A fault, or something that is not judged or accepted, in words; with its page and what to do."""

    #: The rule's short name, such as "trapped" or "rgb-color".
    rule: str
    #: What is wrong, in plain words.
    message: str
    #: What to do about it.
    hint: str
    severity: Severity = "error"
    #: The page, from 1; None for the file as a whole.
    page: int | None = None
    #: The path of the object, such as "image Im3" or "form Fm0 > shading Sh1"; None for the page or the file.
    where: str | None = None
    #: The card on this page, by its label; None if unknown.
    card: str | None = None
    #: The face or back of the pack that it is about; None if unknown.
    side: PackSide | None = None


class Report(NamedTuple):
    """The result of preflight on one file."""

    findings: tuple[Finding, ...]
    #: What was checked and is right, in plain words, with figures: "total ink at most 212 % (page 3)".
    facts: tuple[str, ...]
    pages: int
    #: How pages were compared with the pack: {"pages", "equal", "ppi", "tolerance"}; None if they were not.
    compared: dict[str, Any] | None = None
    #: How texts, icons and pictures were compared with their sources: {"pages", "compared", "not_judged"}.
    sources: dict[str, Any] | None = None
    #: What was not judged, and why, in plain words. It needs no look before the file is sent; what does is a
    #: finding that is not judged.
    unjudged: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Tell whether no finding is an error, and none is not judged."""
        return not self.refused and self.judged

    @property
    def refused(self) -> bool:
        """Tell whether a finding is an error."""
        return any(finding.severity == "error" for finding in self.findings)

    @property
    def judged(self) -> bool:
        """Tell whether no finding is "not judged"."""
        return not any(finding.severity == "not judged" for finding in self.findings)


#: The order of severities in a report.
_WEIGHT: tuple[Severity, ...] = ("error", "not judged", "warning", "allowed")


def group_findings(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return findings in groups that differ only in page, path and card; errors come first."""
    groups: dict[Finding, list[Finding]] = {}
    for finding in sorted(findings, key=lambda each: _WEIGHT.index(each.severity)):
        groups.setdefault(finding._replace(page=None, where=None, card=None, side=None), []).append(finding)
    return list(groups.values())


def times_text(count: int) -> str:
    """Return a number of times in words: "not at all", "once", "twice", "3 times"."""
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
