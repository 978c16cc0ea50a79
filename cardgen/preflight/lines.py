"""Rules: lines and type are thick enough to be printed. What lies outside the bleed is cut off anyway."""

from __future__ import annotations

from collections.abc import Iterator

from .document import Document
from .findings import Finding, Target
from .marks import Kind, Mark, Paint
from .on_pages import Fault, each_page, where
from .trace import Traced, traced

#: What rounding in files may take away, in points.
_ROUNDING = 0.005
#: Type under this size, in points, that is made of this many inks blurs when they are not laid true.
_FINE_TYPE, _MANY_INKS = 9.0, 3


def hairline(file: Document, target: Target) -> Iterator[Finding]:
    """No line is thinner than can be printed; one of width 0 is as thin as the device can (8.4.3.2).

    Printers' own pages: 0.25 pt at least. Widths are those on the page, where they are scaled least.
    """

    def look(drawn: Traced) -> Iterator[Fault]:
        for mark in _thinner(drawn, "stroke", target.least_line):
            if set(target.spots).isdisjoint(mark.paint.space.inks):
                hint = f"make lines {target.least_line:g} pt or thicker"
                yield Fault(f"a line is {mark.width:.2g} pt thin", hint, "error", where(mark))

    yield from each_page(file, "hairline", look)


def thin_shape(file: Document, target: Target) -> Iterator[Finding]:
    """No filled strip is thinner than a line may be: some programs write lines so.

    Printers' own pages, as for lines; strips that lie upright are found. A warning whoever prints it (also
    for MeinSpiel, which wants lines of 0.5 pt): printers speak of lines, and no file says whether a strip is
    one. It may be a step of a gradient, part of a traced picture, or lie against another of its colour,
    where it prints well; to refuse a file for these would cost more than it saves.
    """

    def look(drawn: Traced) -> Iterator[Fault]:
        for mark in _thinner(drawn, "fill", target.least_line):
            hint = f"make it {target.least_line:g} pt or thicker"
            yield Fault(f"a filled strip is {mark.width:.2g} pt thin", hint, "warning", where(mark))

    yield from each_page(file, "thin-shape", look)


def _thinner(drawn: Traced, kind: Kind, least: float) -> Iterator[Mark]:
    """The marks of a kind that are thinner than a line may be."""
    for mark in drawn.printed:
        if mark.kind == kind and mark.width is not None and mark.width < least - _ROUNDING:
            yield mark


def small_type(file: Document, target: Target) -> Iterator[Finding]:
    """No type is smaller than can be read in print.

    Printers' own pages: 6 pt at least. The size is how high type is on the page; for a Type 3 font, whose
    sizes may mean anything, it is told from the height of its glyphs.
    """
    least: list[float] = []

    def look(drawn: Traced) -> Iterator[Fault]:
        for mark in drawn.printed:
            if mark.size is not None:
                least.append(mark.size)
                if mark.size < target.least_type - _ROUNDING:
                    hint = f"set it in {target.least_type:g} pt or larger"
                    yield Fault(f"type is {mark.size:.2g} pt small", hint, "error", where(mark))

    findings = list(each_page(file, "small-type", look))
    yield from findings
    if not findings and least and not any(drawn.fault for drawn in traced(file)):
        file.facts.append(f"the smallest type is {min(least):.1f} pt")


def many_inks_type(file: Document, target: Target) -> Iterator[Finding]:
    """Small type is in one or two inks: three are never laid so true that fine strokes stay sharp.

    Printers' own pages (text in 0/0/0/100). A warning: it can be meant.
    """

    def look(drawn: Traced) -> Iterator[Fault]:
        for mark in drawn.printed:
            if mark.size is not None and mark.size < _FINE_TYPE and _inks(mark.paint) >= _MANY_INKS:
                message = f"type of {mark.size:.2g} pt is printed in {_inks(mark.paint)} inks"
                yield Fault(
                    message, "set small type in black alone, or in one or two inks", "warning", where(mark)
                )

    yield from each_page(file, "many-inks-type", look)


def _inks(paint: Paint) -> int:
    """How many inks a colour is printed in; those under a twentieth do not show."""
    parts = paint.parts or ()
    return sum(part >= 0.05 for part in parts) if paint.space.family in ("DeviceCMYK", "DeviceN") else 1
