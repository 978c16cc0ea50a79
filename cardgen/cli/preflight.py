"""The command that finds what a printer would refuse: preflight."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api
from ..errors import UsageError
from ..units import MM, shown, shown_size
from .loading import printer_named
from .options import CARD_SIZE, LENGTH, PackName, PrinterName
from .progress import Progress

if TYPE_CHECKING:
    from ..pack import Pack
    from ..preflight.findings import Finding, Report, Target
    from ..printer import Printer

#: The largest file that is read; preflight itself refuses what is a little smaller.
_MOST_BYTES = 1 << 30
_STANDARDS = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}
_ORDERS = ("face-back", "back-face", "back-last", "back-first", "separate", "faces")


@click.command("preflight", short_help="Find what a printer would refuse in any PDF.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--printer", type=PrinterName(), metavar="PRINTER", help="Hold it against what this printer wants."
)
@click.option(
    "--standard", type=click.Choice(tuple(_STANDARDS)), help="Hold it against a standard. Default: x1a"
)
@click.option("--pack", type=PackName(), metavar="PACK", help="The pack it should hold: counts its cards.")
@click.option(
    "--part", type=click.Choice(("faces", "backs")), help="The file holds only the pack's faces, or backs."
)
@click.option("--order", type=click.Choice(_ORDERS), help="The order of its pages. Default: the printer's")
@click.option("--size", type=CARD_SIZE, help='The size of the card: poker, "63 x 88 mm" ...')
@click.option(
    "--bleed", type=LENGTH, help="How far art must run past the cut. Default: the printer's, or 3 mm"
)
@click.option(
    "--spot", multiple=True, metavar="NAME", help="A spot colour that may be in it; can be repeated."
)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to tell it.")
def preflight_command(files: tuple[Path, ...], form: str, **options: Any) -> int:
    """Find what a printer would refuse in any PDF, cardgen's own or not.

    It looks at how the file names itself, its boxes and bleed, fonts, colours, inks, pictures and lines,
    and whether the pages are the pack's cards. What cannot be checked does not pass. Exit code 1 says
    that a printer would refuse a file. Printers that take pictures have them checked as well.

    \b
    Examples:
      cardgen preflight output/never-over-press.pdf
      cardgen preflight cards.pdf --printer drivethrucards --pack never-over
      cardgen preflight faces.pdf --standard x4 --size "63 x 88 mm" --spot CutContour
      cardgen preflight cards.pdf --format json
    """
    if options["printer"] and options["standard"]:
        raise UsageError("--printer and --standard do not go together: a printer's preset names the standard")
    if options["part"] and not options["pack"]:
        raise UsageError("--part says what part of a pack the file holds: add --pack and its name")
    printer = printer_named(options["printer"])
    pack = _pack(options, printer)
    looked = [_looked_at(file, options, printer, pack) for file in files]
    if form == "json":
        records = [_record(file, report, target) for file, report, target in looked]
        click.echo(json.dumps(records, indent=2, ensure_ascii=False))
    else:
        for file, report, target in looked:
            _say(file, report, target)
    return 0 if all(report.passed for _, report, _ in looked) else 1


def _pack(options: dict[str, Any], printer: Printer | None) -> Pack | None:
    """The pack as it is drawn for this printer."""
    if options["pack"] is None:
        return None
    return api.load(options["pack"], size=options["size"], printer=printer)


def _looked_at(
    file: Path, options: dict[str, Any], printer: Printer | None, pack: Pack | None
) -> tuple[Path, Report, Target]:
    """One file, held against what it is for."""
    from ..preflight.picture_files import is_picture, preflight_picture

    data = _read(file)
    target = _target(data, options, printer, pack)
    if is_picture(data) or (printer is not None and printer.form == "images"):
        return file, preflight_picture(data, target, printer), target
    with Progress(f"looking at {file.name}") as progress:
        return file, api.preflight(data, target, progress), target


def _read(file: Path) -> bytes:
    if file.exists() and not file.is_file():
        raise UsageError(f"{file} is not a file")
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise UsageError(f"{file} is larger than any press file ({_MOST_BYTES >> 20} MiB at most)")
        return file.read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} could not be read: {getattr(error, 'strerror', None) or error}") from error


def _target(data: bytes, options: dict[str, Any], printer: Printer | None, pack: Pack | None) -> Target:
    """What the files are for, from the printer, the pack and the options, the last counting most."""
    from ..preflight.findings import Target

    more: dict[str, Any] = {"pack": pack, "part": options["part"] or "all"}
    more["trim"] = pack.card.size if pack else options["size"] or _nearest(data, printer)
    if pack is not None and printer is None:
        more["bleed"] = pack.card.bleed
    if options["bleed"] is not None:
        more["bleed"] = options["bleed"]
    if options["order"]:
        more["order"] = options["order"]
    if options["spot"]:
        more["spots"] = options["spot"]
    if printer is not None and printer.form == "images":
        more["standard"] = None
    if printer is None:
        return Target(standard=options["standard"] or "x1a", **more)
    return Target.of(printer, **more)


def _nearest(data: bytes, printer: Printer | None) -> tuple[float, float] | None:
    """The printer's size that comes nearest to the file's first page, also where that lies on its side."""
    from ..preflight import card_size

    if printer is None:
        return None
    size = card_size(data)
    if size is None:
        return printer.products[0].trim
    near = [printer.nearest(each).trim for each in (size, size[::-1])]
    away = [
        sum(abs(a - b) for a, b in zip(trim, each, strict=True))
        for trim, each in zip(near, (size, size[::-1]), strict=True)
    ]
    return near[away.index(min(away))]


# --- how it is told ------------------------------------------------------------------------------


def _say(file: Path, report: Report, target: Target) -> None:
    click.echo(f"{file}: {verdict(report)}")
    if report.findings:
        click.echo(findings_text(report.findings))
    click.echo(f"  looked at for {_whom(target)}")
    for fact in report.facts:
        click.echo(f"    {fact}")


def _whom(target: Target) -> str:
    """Whom the file was held against."""
    standard = [_STANDARDS[target.standard]] if target.standard else []
    card = [f"cards of {shown_size(*target.trim)}"] if target.trim else []
    parts = [*([target.printer] if target.printer else []), *standard, *card, f"{shown(target.bleed)} bleed"]
    return ", ".join(parts)


def verdict(report: Report) -> str:
    """ "passes", or how many errors and warnings there are; one on many pages counts once."""
    found = [group[0].severity for group in _grouped(report.findings)]
    counts = {word: found.count(word) for word in ("error", "warning")}
    said = [f"{count} {word}{'s' if count != 1 else ''}" for word, count in counts.items() if count]
    return ", ".join(["passes"] * report.passed + said)


def findings_text(findings: Iterable[Finding]) -> str:
    """Findings for people, errors first; what is found alike on many pages is said once."""
    return "\n".join(_text(group) for group in _grouped(findings))


def _grouped(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings that differ in their places only, together; errors come before warnings."""
    groups: dict[Finding, list[Finding]] = {}
    for finding in sorted(findings, key=lambda each: each.severity):
        groups.setdefault(finding._replace(page=None, where=None), []).append(finding)
    return list(groups.values())


def _text(group: Sequence[Finding]) -> str:
    """Findings that differ in their places only."""
    first = group[0]
    places = [_pages([finding.page for finding in group if finding.page is not None])]
    wheres = list(dict.fromkeys(finding.where for finding in group if finding.where))
    if wheres:
        more = f" and {len(wheres) - 1} more" if len(wheres) > 1 else ""
        places.append(f"{wheres[0]}{more}")
    place = ", ".join(filter(None, places))
    head = f"  {place}: {first.severity}" if place else f"  {first.severity}"
    return f"{head}: {first.message}\n      {first.hint}"


#: So many stretches of pages are listed.
_STRETCHES = 6


def _pages(pages: Sequence[int]) -> str:
    """ "page 3", "pages 1-56, 60"; of very many stretches, the first."""
    numbers = sorted(set(pages))
    if not numbers:
        return ""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and number == stretches[-1][1] + 1:
            stretches[-1][1] = number
        else:
            stretches.append([number, number])
    listed = [f"{a}-{b}" if b > a else f"{a}" for a, b in stretches[:_STRETCHES]]
    more = " and so on" if len(stretches) > _STRETCHES else ""
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(listed)}{more}"


def _record(file: Path, report: Report, target: Target) -> dict[str, Any]:
    return {
        "file": str(file),
        "passed": report.passed,
        "pages": report.pages,
        "findings": [finding._asdict() for finding in report.findings],
        "facts": list(report.facts),
        "target": _target_record(target),
    }


#: What of a target is a length, told in millimetres.
_LENGTHS = ("trim", "bleed", "safe", "drift")


def _target_record(target: Target) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for key, value in target._asdict().items():
        if key in _LENGTHS:
            sides = value if isinstance(value, tuple) else (value,)
            rounded = [None if side is None else round(side / MM, 3) for side in sides]
            record[f"{key}_mm"] = rounded if isinstance(value, tuple) else rounded[0]
        else:
            record[key] = value.name if key == "pack" and value is not None else value
    return record
