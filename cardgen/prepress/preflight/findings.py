"""What preflight holds a file against, and what it says of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from ...art.presses import inks_for
from ...colour.conversion import PressInks
from ...colour.icc import CONDITIONS
from ...pack.model import CardFormat, Pack
from ...units import MM
from ..printers.choices import BacksApart, Order, Per, Rule, Standard
from ..printers.model import Printer

#: A printer would refuse it; it may print badly; nobody can tell before it is printed; or the pack that the
#: file holds says that it is meant so.
Severity = Literal["error", "warning", "not judged", "allowed"]


class Target(NamedTuple):
    """What a file is for. Lengths in points, ink in parts of 1 (3.0 is 300 %)."""

    standard: Standard | None = "x1a"
    #: Whose preset the figures come from; None for a standard alone.
    printer: str | None = None
    #: The card's trim; None where it is not known.
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
    #: The pack that the file holds, with the order of its pages; None where that is not known.
    pack: Pack | None = None
    #: The inks that its pages were drawn with; None for those that the file itself names.
    inks: PressInks | None = None
    order: Order = "face-back"
    per: Per = "card"
    #: What part of the pack the file holds, where faces and backs are in files of their own.
    part: Literal["all", "faces", "backs"] = "all"
    backs: BacksApart = "each"
    die_line: Rule = "allowed"
    marks: Rule = "allowed"
    #: The printing condition as files name it, such as FOGRA39; None where any will do.
    condition: str | None = None
    #: The last page is the die line alone.
    die_page: bool = False
    #: A page is a sheet of many cards: its trim is not a card's, and no page is one card.
    sheet: bool = False

    @property
    def blank(self) -> CardFormat | None:
        """Return the card that the file holds where it is known to be no rectangle; None for any other."""
        return self.pack.card if self.pack is not None and self.pack.card.shape != "rectangle" else None

    @classmethod
    def of(cls, printer: Printer, **more: object) -> Target:
        """Tell what a printer wants; `more` are further fields, or others than the preset's."""
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
            "condition": CONDITIONS[printer.condition].identifier,
            "order": printer.order,
            "per": printer.per,
            "inks": inks_for(printer),
            "backs": printer.backs,
        }
        return cls(**{**wanted, **more})  # type: ignore[arg-type]


class Finding(NamedTuple):
    """One thing that a printer would refuse (error), may print badly (warning), is not judged or allowed."""

    #: The rule's short name, such as "trapped" or "rgb-color".
    rule: str
    #: What is wrong, in plain words.
    message: str
    #: What to do about it.
    hint: str
    severity: Severity = "error"
    #: The page, from 1; None for the file as a whole.
    page: int | None = None
    #: Which object, such as "image Im3" or "form Fm0 > shading Sh1"; None for the page or the file.
    where: str | None = None
    #: The card on this page, by its label; None where that is not known.
    card: str | None = None


class Report(NamedTuple):
    """All that is to say of a file."""

    findings: tuple[Finding, ...]
    #: What was looked at and is well, in plain words, with figures: "total ink at most 212 % (page 3)".
    facts: tuple[str, ...]
    pages: int
    #: How pages were held against the pack: {"pages", "equal", "ppi", "tolerance"}; None where they were not.
    compared: dict[str, Any] | None = None
    #: How texts, icons and pictures were held against their sources: {"pages", "compared", "not_judged"}.
    sources: dict[str, Any] | None = None

    @property
    def passed(self) -> bool:
        """Tell whether nothing was found that a printer would refuse, and all of it could be judged."""
        return not self.refused and self.judged

    @property
    def refused(self) -> bool:
        """Tell whether something was found that a printer would refuse."""
        return any(finding.severity == "error" for finding in self.findings)

    @property
    def judged(self) -> bool:
        """Tell whether all that should be looked at could be."""
        return not any(finding.severity == "not judged" for finding in self.findings)


#: In this order they are told.
_WEIGHT: tuple[Severity, ...] = ("error", "not judged", "warning", "allowed")


def grouped(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Group findings that differ in their places only; errors come first, what is allowed last."""
    groups: dict[Finding, list[Finding]] = {}
    for finding in sorted(findings, key=lambda each: _WEIGHT.index(each.severity)):
        groups.setdefault(finding._replace(page=None, where=None, card=None), []).append(finding)
    return list(groups.values())
