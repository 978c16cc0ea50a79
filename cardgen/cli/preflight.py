"""The command that finds what a printer would refuse: preflight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .. import api
from ..errors import KeyPath, UsageError
from ..jobs.groups import LookOptions
from ..jobs.named_files import read_file, unreadable
from ..pack.selection import deck
from ..prepress.printers.choices import ORDERS, STANDARDS
from ..units import MM, counted, shown, shown_size
from .loading import printer_named
from .options import LENGTH, PACK, PAGE_SIZE, PRINTER, options_from
from .terminal import Progress, as_json, echo

if TYPE_CHECKING:
    from ..pack.model import Pack
    from ..prepress.preflight.findings import Finding, Report, Target
    from ..prepress.preflight.picture_contents import PictureComparison
    from ..prepress.preflight.picture_files import PictureReading
from ..prepress.printers.model import Printer

#: The ends of the names of files of faces or of backs alone.
_PARTS = re.compile(r"(?:\A|[-_ .])(faces?|fronts?|backs?)\Z", re.IGNORECASE)
_PICTURES, _PDFS = {".png", ".jpg", ".jpeg", ".tif", ".tiff"}, {".pdf"}
#: Of more files than these, those that pass get a line each.
_FEW = 3
#: The looks that files may have been made with.
_LOOKS = ("style", "ink_saver", "back", "no_stripe", "language")
#: The exit code where nothing would be refused, and something is not judged.
_NOT_JUDGED = 3


@click.command("preflight")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--printer",
    type=PRINTER,
    metavar="PRINTER",
    # Read before --size, which may be one of the printer's.
    is_eager=True,
    help="Hold it against what this printer wants.",
)
@click.option(
    "--standard", type=click.Choice(tuple(STANDARDS)), help="Hold it against a standard. Default: x1a"
)
@click.option("--pack", type=PACK, metavar="PACK", help="The pack it should hold: counts its cards.")
@options_from(LookOptions, *_LOOKS)
@click.option(
    "--part", type=click.Choice(("faces", "backs")), help="The file holds only the pack's faces, or backs."
)
@click.option("--order", type=click.Choice(ORDERS), help="The order of its pages. Default: the printer's")
@click.option(
    "--per", type=click.Choice(("card", "face")), help="It has a page for each card, or each distinct face."
)
@click.option("--backs", type=click.Choice(("each", "once")), help="How often the back is in its own file.")
@click.option("--copies", type=click.IntRange(1, 1000), help="It holds so many decks of the pack. Default: 1")
@click.option("--sheet", is_flag=True, help="Its pages are sheets of many cards, which are not counted.")
@click.option("--size", type=PAGE_SIZE, help='The size of the card or page: poker, a5, "63 x 88 mm" ...')
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
    that a printer would refuse a file, 3 that none need do so but something is not judged, such as the ink of
    colours that only the printer's program converts. Of a folder all pictures or PDFs are looked at.

    Pictures, for printers that take them, are checked as well. With --pack each is compared with what the
    pack draws, trim and bleed, and a folder has to hold every card and its backs; without, those of a folder
    are compared with one another.

    \b
    Examples:
      cardgen preflight output/never-over-press.pdf
      cardgen preflight cards.pdf --printer drivethrucards --pack never-over
      cardgen preflight six-decks.pdf --pack never-over --copies 6
      cardgen preflight faces.pdf --standard x4 --size "63 x 88 mm" --spot CutContour
      cardgen preflight output/never-over-thegamecrafter-images --printer thegamecrafter --pack never-over
      cardgen preflight cards.pdf --format json
    """
    if options["printer"] and options["standard"]:
        raise UsageError("--printer and --standard do not go together: a printer's preset names the standard")
    for name in ("part", "per", "backs", "copies", *_LOOKS):
        if options[name] and not options["pack"]:
            flag = name.replace("_", "-")
            raise UsageError(f"--{flag} says what of a pack the file holds: add --pack and its name")
    printer = printer_named(options["printer"])
    pack = _pack(options, printer)
    looked, folders = [], []
    for paths in _groups(files):
        one_by_one, folder = _looked_at_together(paths, options, printer, pack)
        looked += one_by_one
        folders += folder
    if form == "json":
        echo(as_json([_record(*each) for each in (*looked, *folders)]))
    else:
        _say_all(looked, folders)
    reports = [report for _, report, _ in (*looked, *folders)]
    if any(report.refused for report in reports):
        return 1
    return 0 if all(report.judged for report in reports) else _NOT_JUDGED


def _pack(options: dict[str, Any], printer: Printer | None) -> Pack | None:
    """Return the pack as it is drawn for this printer, with the cards of so many decks."""
    if options["pack"] is None:
        return None
    name, look, size = options["pack"], _look(options), options["size"]
    if printer is not None and size is None:
        # The file is there: whether its size is like the pack's is no matter any more.
        own = api.examine(name, look).pack
        size = own and printer.nearest(own.card.size).trim
    pack = api.load(name, look, size, printer)
    return pack.with_quantities({card.id: count for card, count in deck(pack, copies=options["copies"] or 1)})


def _look(options: dict[str, Any]) -> dict[KeyPath, Any]:
    """Return what is laid over a pack before it is drawn: paths and values."""
    return LookOptions(**{name: options[name] for name in _LOOKS}).overrides


class _Looked(NamedTuple):
    """A file, or a folder as a whole, that was looked at: what there is to say of it, and what it is for."""

    file: Path
    report: Report
    target: Target


def _groups(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Yield what is looked at together: each folder, and files that are named one after the other."""
    for is_folder, group in groupby(paths, _is_folder):
        files = list(group)
        yield from ([file] for file in files) if is_folder else [files]


def _is_folder(path: Path) -> bool:
    """Tell whether a path is a folder; what the system cannot even look at is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _looked_at_together(
    paths: Sequence[Path], options: dict[str, Any], printer: Printer | None, pack: Pack | None
) -> tuple[list[_Looked], list[_Looked]]:
    """Hold files, or those of one folder, against what they are for; the second is the folder as a whole."""
    from ..prepress.preflight.findings import Report
    from ..prepress.preflight.picture_contents import Picture
    from ..prepress.preflight.picture_folders import unlike_the_rest

    is_folder = _is_folder(paths[0])
    files, unlisted = _files(paths[0], printer, pack) if is_folder else (list(paths), [])
    looked: list[_Looked] = []
    pictures: dict[int, Picture] = {}
    comparison: PictureComparison | None = None
    for place, file in enumerate(files):
        each, reading, pictured = _looked_at(file, options, printer, pack)
        looked.append(each)
        if not pictured:
            continue
        name = "".join(character if character.isprintable() else "?" for character in file.name)
        # The pixels of all pictures of a folder would fill the memory.
        pictures[place] = Picture(name, reading and reading._replace(pixels=b"", in_rgb=b""))
        if pack is not None and printer is not None and printer.image_formats:
            comparison = comparison or _comparison(pack, each.target, printer, options)
            comparison.add(Picture(name, reading))
    is_whole = is_folder and len(pictures) == len(files)
    findings: tuple[Finding, ...] = ()
    facts: tuple[str, ...] = ()
    if comparison is not None:
        if is_whole:
            findings, facts = comparison.folder(options["per"])
        reports = comparison.reports([looked[place].report for place in pictures])
        for place, report in zip(pictures, reports, strict=True):
            looked[place] = looked[place]._replace(report=report)
    if is_whole:
        unlike, tied = unlike_the_rest(list(pictures.values()), sizes=pack is None, grey=pack is None)
        findings += (*tied, *_not_listed(unlisted))
        looked = [_with_findings(*pair) for pair in zip(looked, unlike, strict=True)]
    if not findings and not facts:
        return looked, []
    return looked, [_Looked(paths[0], Report(findings, facts, len(pictures)), looked[0].target)]


def _with_findings(looked: _Looked, more: Sequence[Finding]) -> _Looked:
    report = looked.report
    facts = () if more else report.facts
    return looked._replace(report=report._replace(findings=(*report.findings, *more), facts=facts))


def _comparison(pack: Pack, target: Target, printer: Printer, options: dict[str, Any]) -> PictureComparison:
    from ..prepress.preflight.picture_contents import PictureComparison

    return PictureComparison(pack, target, printer, options["copies"] or 1)


def _not_listed(unlisted: Sequence[Path]) -> Iterator[Finding]:
    """Yield that pictures beside those of a list were not looked at."""
    from ..prepress.preflight.findings import Finding

    if unlisted:
        names = ", ".join(file.name for file in unlisted[:_FEW]) + (" …" if len(unlisted) > _FEW else "")
        message = f"cards.json does not list {names}, so it was not looked at"
        yield Finding("deck", message, "leave out what is no card's picture", "warning")


def _looked_at(
    file: Path, options: dict[str, Any], printer: Printer | None, pack: Pack | None
) -> tuple[_Looked, PictureReading | None, bool]:
    """Hold one file against what it is for, in a child process with limits.

    Also returns the picture, if it is one that can be read, and whether it is one, or should be.
    """
    from ..prepress.preflight import over_limit
    from ..prepress.preflight.findings import Finding, Report, Target
    from ..prepress.preflight.picture_files import PictureReading
    from ..sandbox.child import OverLimit, confined, pdf_limits

    limits = pdf_limits(len(pack.cards) if pack else 0)
    data, returns = read_file(file, "press file"), (Report, Finding, Target, PictureReading)
    pictured = _is_for_pictures(data, printer)
    reading = None
    with Progress(f"looking at {file.name}") as progress:
        try:
            report, target, reading = confined(
                _judged, file, data, options, printer, pack, limits=limits, returns=returns, tick=progress
            )
        except OverLimit as error:
            report, target = over_limit(error), _target(b"", options, printer, pack, pictured)
    return _Looked(file, report, target._replace(pack=pack, inks=None)), reading, pictured


def _is_for_pictures(data: bytes, printer: Printer | None) -> bool:
    """Tell whether a file is a picture, or should be one."""
    from ..prepress.preflight.picture_files import is_picture

    return is_picture(data) or (printer is not None and printer.form == "images")


def _judged(
    file: Path,
    data: bytes,
    options: dict[str, Any],
    printer: Printer | None,
    pack: Pack | None,
    tick: Callable[[int, int], None],
) -> tuple[Report, Target, PictureReading | None]:
    """Judge a file: what there is to say of it, what it was held against, and the picture that it is.

    The pack that it was held against is known already.
    """
    from ..prepress.preflight.picture_files import read_picture

    pictured = _is_for_pictures(data, printer)
    part = options["part"] if pictured else _part(file, data, options, printer)
    target = _target(data, {**options, "part": part}, printer, pack, pictured)
    reading = None
    if pictured:
        report, reading = read_picture(data, target, printer)
    else:
        report = api.preflight(data, target, tick)
    return report, target._replace(pack=None, inks=None), reading


def _part(file: Path, data: bytes, options: dict[str, Any], printer: Printer | None) -> str | None:
    """Tell what part of the pack a file holds, where faces and backs are apart: as it says, or is called."""
    order = options["order"] or (printer.order if printer else None)
    if options["part"] or order != "separate" or options["pack"] is None:
        return options["part"]  # type: ignore[no-any-return]
    from ..prepress.preflight.deck import part

    named = _PARTS.search(file.stem)
    said = part(data)
    return said or (None if named is None else "backs" if named[1].lower().startswith("b") else "faces")


def _files(path: Path, printer: Printer | None, pack: Pack | None) -> tuple[list[Path], list[Path]]:
    """List the files of a folder: those that its list names, else its PDFs or pictures.

    Where a pack is held against them, all pictures are, and the pack says which are missing; without, the
    second are the pictures that the list does not name.
    """
    from ..output.images import earlier

    try:
        held = sorted(file for file in path.iterdir() if file.is_file())
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    listed = [path / name for name in earlier(path) if Path(name).suffix in _PICTURES]
    pictures = [file for file in held if file.suffix.lower() in _PICTURES]
    if listed and pack is not None:
        return pictures, []
    gone = next((file for file in listed if file not in held), None)
    if gone:
        raise UsageError(f"{gone} is not there, though cards.json lists it: make the pictures again")
    pictures_first = printer is not None and printer.form == "images"
    kinds = (_PICTURES, _PDFS) if pictures_first else (_PDFS, _PICTURES)
    groups = [listed, *([file for file in held if file.suffix.lower() in kind] for kind in kinds)]
    found = next(filter(None, groups), None)
    if found is None:
        raise UsageError(f"there are no pictures and no PDFs in {path}")
    return found, [file for file in pictures if listed and file not in listed]


def _target(
    data: bytes, options: dict[str, Any], printer: Printer | None, pack: Pack | None, pictured: bool
) -> Target:
    """Work out what a file is for, from the printer, the pack and the options, the last counting most.

    pictured: it is, or should be, a picture, which fits one of the printer's sizes or none.
    """
    from ..prepress.preflight.findings import Target

    more: dict[str, Any] = {"pack": pack, "part": options["part"] or "all"}
    more["trim"] = pack.card.size if pack else options["size"]
    if more["trim"] is None and not pictured:
        more["trim"] = _nearest(data, printer)
    if pack is not None and printer is None:
        more["bleed"] = pack.card.bleed
    if options["bleed"] is not None:
        more["bleed"] = options["bleed"]
    typed = {"order": "order", "per": "per", "backs": "backs", "spot": "spots", "sheet": "sheet"}
    more |= {field: options[name] for name, field in typed.items() if options[name]}
    if printer is not None and pictured:
        more["standard"] = None
    if printer is None:
        return Target(standard=options["standard"] or "x1a", **more)
    return Target.of(printer, **more)


def _nearest(data: bytes, printer: Printer | None) -> tuple[float, float] | None:
    """Find the printer's size that comes nearest to the file's first page, also where that lies on its side.

    A page as large as a card with its bleed is for that card.
    """
    from ..prepress.preflight import card_size

    if printer is None:
        return None
    size = card_size(data)
    if size is None:
        return printer.products[0].trim
    bled = [tuple(side + 2 * printer.bleed for side in product.trim) for product in printer.products]
    for product, whole in zip(printer.products, bled, strict=True):
        if all(abs(a - b) < 0.2 * MM for a, b in zip(whole, size, strict=True)):
            return product.trim
    near = [printer.nearest(each).trim for each in (size, size[::-1])]
    away = [
        sum(abs(a - b) for a, b in zip(trim, each, strict=True))
        for trim, each in zip(near, (size, size[::-1]), strict=True)
    ]
    return near[away.index(min(away))]


# --- how it is told ------------------------------------------------------------------------------


def _say_all(looked: Sequence[_Looked], folders: Sequence[_Looked] = ()) -> None:
    """Print each file; of many, those that pass in a line; what they have in common, and folders, at the end.

    What is found alike in more than a few files is said once.
    """
    many = len(looked) > _FEW
    groups: dict[tuple[Finding, ...], list[_Looked]] = {}
    for each in looked:
        groups.setdefault(_alike(each.report), []).append(each)
    for each in looked:
        group = groups[_alike(each.report)]
        if many and each.report.passed and not each.report.findings:
            echo(f"{each.file}: passes")
        elif not many or each is group[0]:
            _say(group if many and len(group) > _FEW else [each])
        elif len(group) <= _FEW:
            echo(f"{each.file}: {verdict(each.report)}, as {group[0].file.name}")
    for file, report, _ in (each for each in folders if each.report.findings):
        echo(f"{file}, all of it: {verdict(report)}\n{findings_text(report.findings)}")
    if len(looked) > 1:
        echo(f"{len(looked)} files: {_verdict_of_all(looked, folders)}")
    if many:
        _say_shared(looked, folders)


def _verdict_of_all(looked: Sequence[_Looked], folders: Sequence[_Looked]) -> str:
    bad = sum(each.report.refused for each in looked)
    open_ = sum(not each.report.refused and not each.report.judged for each in looked)
    counts = [f"{bad} of them would be refused"] * bool(bad) + [f"{open_} not judged"] * bool(open_)
    if not counts and any(not folder.report.passed for folder in folders):
        return "each passes, but not all of them together"
    return ", ".join(counts) or "all pass"


def _say_shared(looked: Sequence[_Looked], folders: Sequence[_Looked]) -> None:
    """Print what was looked at in the files that pass."""
    well = [(each.report.facts, _whom(each.target)) for each in looked if each.report.passed]
    if well:
        echo("\n".join(f"  looked at for {whom}" for whom in dict.fromkeys(whom for _, whom in well)))
        shared = [fact for fact in well[0][0] if all(fact in facts for facts, _ in well)]
        shared += [fact for folder in folders for fact in folder.report.facts]
        echo("\n".join(f"    {fact}" for fact in shared))


def _alike(report: Report) -> tuple[Finding, ...]:
    """Return the findings of a report without the cards that they are about."""
    return tuple(finding._replace(card=None) for finding in report.findings)


def _say(group: Sequence[_Looked]) -> None:
    """Print what is found alike in one file or several."""
    first, names = group[0], [str(each.file) if each is group[0] else each.file.name for each in group]
    more = f" … ({len(group)} files)" if len(group) > _STRETCHES else ""
    echo(f"{', '.join(names[:_STRETCHES])}{more}: {verdict(first.report)}")
    findings = [finding for each in group for finding in each.report.findings]
    if findings:
        echo(findings_text(findings))
    echo(f"  looked at for {_whom(first.target)}")
    for fact in first.report.facts:
        echo(f"    {fact}")


def _whom(target: Target) -> str:
    """Say whom the file was held against."""
    standard = [STANDARDS[target.standard]] if target.standard else []
    card = [f"cards of {shown_size(*target.trim)}"] if target.trim else []
    parts = [*([target.printer] if target.printer else []), *standard, *card, f"{shown(target.bleed)} bleed"]
    return ", ".join(parts)


def verdict(report: Report) -> str:
    """Say "passes", "not judged", or how many errors and warnings there are; one on many pages counts
    once.
    """
    from ..prepress.preflight.findings import grouped

    found = [group[0].severity for group in grouped(report.findings)]
    counts = {word: found.count(word) for word in ("error", "warning")}
    said = [counted(count, word) for word, count in counts.items() if count]
    said += [f"{found.count('allowed')} allowed"] * ("allowed" in found)
    return ", ".join(["passes"] * report.passed + ["not judged"] * (not report.judged) + said)


def said_of(report: Report, more: str = "") -> bool:
    """Say what was found in a file that has just been made, and return whether it passed.

    more: what to know of it besides.
    """
    echo(f"  preflight: {verdict(report)}{more}", err=not report.passed)
    if report.findings:
        echo(findings_text(report.findings), err=True)
    return report.passed


def findings_text(findings: Iterable[Finding]) -> str:
    """Write findings for people, errors first; what is found alike on many pages is said once."""
    from ..prepress.preflight.findings import grouped

    return "\n".join(_text(group) for group in grouped(findings))


def _text(group: Sequence[Finding]) -> str:
    """Write findings that differ in their places only. What a file calls its parts means nothing to
    people.
    """
    first = group[0]
    pages = [finding.page for finding in group if finding.page is not None]
    cards = list(dict.fromkeys(finding.card for finding in group if finding.card))
    named = f" ({', '.join(cards[:_STRETCHES])}{' …' if len(cards) > _STRETCHES else ''})" if cards else ""
    places = len({(finding.page, finding.where) for finding in group if finding.page is not None})
    more = f", {places} places" if places > len(set(pages)) > 0 else ""
    place = (_pages(pages) + named + more).strip()
    head = f"  {place}: {first.severity}" if place else f"  {first.severity}"
    return f"{head}: {first.message}\n      {first.hint}"


#: The most ranges of pages, and the most cards, that are listed.
_STRETCHES = 6


def _pages(pages: Sequence[int]) -> str:
    """Write "page 3", "pages 1-56, 60"; of very many stretches, the first."""
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
        "judged": report.judged,
        "pages": report.pages,
        "findings": [finding._asdict() for finding in report.findings],
        "facts": list(report.facts),
        "compared": report.compared,
        "sources": report.sources,
        "target": _target_record(target),
    }


#: The lengths of a target, which are told in millimetres.
_LENGTHS = ("trim", "bleed", "safe", "drift")


def _target_record(target: Target) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for key, value in target._asdict().items():
        if key == "inks":
            continue
        if key in _LENGTHS:
            sides = value if isinstance(value, tuple) else (value,)
            rounded = [None if side is None else round(side / MM, 3) for side in sides]
            record[f"{key}_mm"] = rounded if isinstance(value, tuple) else rounded[0]
        else:
            record[key] = value.name if key == "pack" and value is not None else value
    return record
