"""One folder for a printer: all pieces, box and rulebook, with proofs, credits and an order sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..errors import UsageError
from ..units import MM, PAPERS, Sentence, length_text, number_ranges, size_text
from .groups import AppearanceAndStrictOptions, pack_files
from .job import Job, Progress
from .order import Ordering
from .pieces import CARDS, counts_by_kind, jobs_by_kind
from .result import LazyFiles, Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.order_sheet import OrderRow, OrderSection, Verdict
    from ..pack.model import Pack
    from ..prepress.preflight.findings import Report
    from .press_files import OrderFolderOptions

#: Maximum number of findings on a file that the order sheet shows.
_MOST_FINDINGS = 5


class _Delivery(NamedTuple):
    """A file of the folder."""

    name: str
    data: bytes
    about: str
    #: Preflight's reports on it; none if it is no press file.
    reports: Sequence[Report] = ()
    #: Which kind of pieces it is for; "" for the whole order.
    kind: str = ""


@dataclass
class _Folder:
    """The folder while it is filled."""

    job: OrderFolderOptions
    pack: Examined
    progress: Progress
    files: list[_Delivery] = field(default_factory=list)
    #: What the folder lacks, with the reason; and what of this is ordered, but could not be made.
    missing: list[str] = field(default_factory=list)
    unmade: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    #: The rows of the table of quantities.
    quantities: list[dict[str, Any]] = field(default_factory=list)

    def file_name(self, kind: str, part: str, suffix: str) -> str:
        """Return the name of a file as the printer wants it; fields without a value leave no separators."""
        assert self.job.printer is not None  # noqa: S101 - a problem otherwise
        filled = self.job.printer.names.format(deck=self.pack.slug, kind=kind, part=part)
        return re.sub(r"([-_. ])[-_. ]+", r"\1", filled).strip("-_. ") + suffix

    def add(self, file: _Delivery) -> None:
        """Add a file. Raises UsageError for a name that another one has."""
        if any(each.name == file.name for each in self.files):
            raise UsageError(
                f"two files of this order would be named {file.name}: change `names` of the preset"
            )
        self.files.append(file)


def make_folder_for_printer(job: OrderFolderOptions, pack: Examined, progress: Progress) -> Result:
    """Return a folder with all files for an order, preflighted together. Raises UsageError."""
    printer = job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    made = _Folder(job, pack, progress)
    if printer.form == "images":
        _add_pictures(made)
    else:
        _add_press_files(made)
    _add_box(made)
    _add_rulebook(made)
    _add_proofs(made)
    whole = pack.valid_pack.whole_pack or pack.valid_pack
    same = repeated_numbers_note(job, pack.valid_pack)
    if same is not None:
        made.missing.append(same)
    made.unmade += whole.kinds[0].unavailable_kinds.values()
    return _folder_result(made)


def repeated_numbers_note(job: OrderFolderOptions, pack: Pack) -> Sentence | None:
    """Return the note that an order of several decks gives all decks the same numbers, and what to do about
    it.

    None if only one deck is ordered, or no card shows a number of its own.
    """
    if job.decks == 1 or job.printer is None or not any(card.numbers for card in pack.cards):
        return None
    same = {"decks": str(job.decks), "printer": job.printer.name}
    if job.printer.form == "images":
        return Sentence(
            "numbers of their own for {decks} decks: {printer} multiplies one deck with its numbers; order "
            "each deck by itself, with its own first number in the pack, such as {serial:0055}",
            **same,
        )
    return Sentence(
        "numbers of their own for {decks} decks: {printer} multiplies one deck with its numbers; hand in the "
        "whole run, which `cardgen press PACK --printer {key} --copies {decks}` makes, and order it once",
        **same,
        key=job.printer.key,
    )


def _related_job(job: OrderFolderOptions, record: type[Job], **more: Any) -> Job:
    """Return another job for the same printer, with the values of all options that both jobs have.

    more: values of options that only the other job has.
    """
    shared = {each.name for each in fields(record)} & {each.name for each in fields(job)}
    same = shared - {"output", "given", "only", "missing", *_OF_LOOK}
    given = {name: value for name, value in job.given.items() if name in same}
    values = {name: getattr(job, name) for name in same}
    return record(given=given, **{**values, **more})


#: Options for drawing, which have been applied to the pack already.
_OF_LOOK = frozenset(each.name for each in fields(AppearanceAndStrictOptions)) - {"given", "language"}


def _run_for_each_kind(folder: _Folder, job: Job) -> Iterator[tuple[Examined, Result]]:
    """Run a job for each kind of pieces that the printer makes; yield the kind and the result. The warnings
    of the results are added to those of the folder.
    """
    for part, kind in jobs_by_kind(job, folder.pack):
        result = part.run(kind, folder.progress)
        folder.warnings += result.warnings
        yield kind, result


def _kind_name(kind: Examined) -> str:
    return kind.valid_pack.piece or CARDS


def _files_of(result: Result) -> Iterator[ResultFile]:
    yield from result.files.iterate_once() if isinstance(result.files, LazyFiles) else result.files


def _add_press_files(folder: _Folder) -> None:
    """Add the press files of the cards and of each other kind of pieces, with their preflight."""
    from ..output.press import sides_by_file

    job = _related_job(folder.job, type(folder.job), all=False)
    for kind, result in _run_for_each_kind(folder, job):
        for file in _files_of(result):
            if file.report is not None:
                name = folder.file_name(_kind_name(kind), file.suffix.strip("-"), ".pdf")
                folder.add(_Delivery(name, file.data, file.about, (file.report,), _kind_name(kind)))
        sides = sides_by_file(kind.valid_pack, job.press_job())  # type: ignore[attr-defined]
        folder.quantities += _rows_of_press_files(folder, kind, sides)


def _rows_of_press_files(
    folder: _Folder, kind: Examined, sides: Mapping[str, Sequence[tuple[str, str]]]
) -> Iterator[dict[str, Any]]:
    """Yield a row for each card of a kind: its file and pages, its quantity, and those of its back.

    sides: see `sides_by_file`.
    """
    placed: dict[tuple[str, str], tuple[str, list[int]]] = {}
    for suffix, on_pages in sides.items():
        name = folder.file_name(_kind_name(kind), suffix.strip("-"), ".pdf")
        for page, side in enumerate(on_pages, 1):
            placed.setdefault(side, (name, []))[1].append(page)
    one_back = next((place for (side, _), place in placed.items() if side == "back"), ("", []))
    for card in kind.valid_pack.cards:
        if ("front", card.id) in placed:
            file, pages = placed["front", card.id]
            back, back_pages = placed.get(("back", card.id), one_back)
            yield {
                "file": file,
                "kind": _kind_name(kind),
                "card": card.label,
                "quantity": card.quantity,
                "back": back,
                "pages": ", ".join(number_ranges(pages)),
                "back pages": ", ".join(number_ranges(back_pages)),
            }


def _add_pictures(made: _Folder) -> None:
    """Add pictures under the printer's names, compared with the pack as those of a folder are."""
    from .images import Images
    from .preflight import Preflight

    stated = made.job.special_inks
    # Pictures have no separations.
    special_inks = None if stated == "separations" else stated
    for kind, result in _run_for_each_kind(made, _related_job(made.job, Images, special_inks=special_inks)):
        by_path = {file.path: file.data for file in _files_of(result)}
        folder = next(path.parent for path in by_path if path.name == "cards.json")
        files = {path.relative_to(folder).as_posix(): data for path, data in by_path.items()}
        listed = json.loads(files["cards.json"])
        pictures = [name for name in listed["files"] if Path(name).suffix in (".png", ".jpg", ".tif")]
        named = {
            name: made.file_name(_kind_name(kind), Path(name).stem, Path(name).suffix) for name in pictures
        }
        # Pictures of plates lie in folders of their own, under the names of the cards' pictures.
        plates = {
            f"{ink.folder}/{name}": (ink, name)
            for ink in kind.valid_pack.special_inks
            for name in pictures
            if f"{ink.folder}/{name}" in files
        }
        check = Preflight(files=(), printer=made.job.printer, special_inks="files" if plates else "none")
        checked = [*pictures, *plates]
        reports = check.check_pictures(
            [(name, files[name]) for name in checked], kind.valid_pack, made.progress
        )
        # Reports beyond those of files are on all of them: they are told with the first.
        each, whole = reports[: len(checked)], reports[len(checked) :]
        for path, report in zip(checked, each, strict=True):
            delivered, about = named.get(path), ""
            if path in plates:
                ink, name = plates[path]
                stem, suffix = Path(name).stem, Path(name).suffix
                delivered, about = made.file_name(_kind_name(kind), f"{stem}{ink.suffix}", suffix), ink.plate
            assert delivered is not None  # noqa: S101 - all pictures of cards have names
            more = whole if path == checked[0] else ()
            made.add(_Delivery(delivered, files[path], about, (report, *more), _kind_name(kind)))
        for row in listed["faces"]:
            back = named[row.get("back", listed["back"])]
            made.quantities.append(
                {
                    "file": named[row["file"]],
                    "kind": _kind_name(kind),
                    "card": row["card"],
                    "quantity": row["quantity"],
                    "back": back,
                }
            )


def _add_box(folder: _Folder) -> None:
    """Add the box of each kind of pieces: a press file, or a page to print for a printer of pictures."""
    from ..layout.materials import stock_thickness_in_text
    from .box import Box

    printer = folder.job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    is_press = printer.form != "images"
    # The stock of an order is a text for people, and may say how thick the cards in the box are.
    stock = stock_thickness_in_text(folder.job.stock) if folder.job.stock else None
    stock = printer.stock if stock is None else stock
    job = _related_job(folder.job, Box, stock=stock, printer=printer if is_press else None)
    for part, kind in jobs_by_kind(job, folder.pack):
        if kind.valid_pack.piece in kind.valid_pack.unavailable_kinds:
            continue
        result, why = None, ""
        # The smallest paper that it fits on; a press file has a page of its own.
        for paper in ("a4",) if is_press else ("a4", "a3"):
            size = (PAPERS[paper][0] * MM, PAPERS[paper][1] * MM)
            try:
                result = replace(part, paper=size).run(kind, folder.progress)  # type: ignore[call-arg]
            except UsageError as error:
                why = str(error)
                continue
            if all(file.facts.get("pages", 1) == 1 for file in result.files):
                break
        if result is None:
            folder.unmade.append(Sentence("box of {kind}: {why}", kind=kind.valid_pack.name, why=why))
            continue
        folder.warnings += result.warnings
        for file in result.files:
            if file.path.suffix == ".pdf":
                reports = (file.report,) if file.report is not None else ()
                name = folder.file_name(_kind_name(kind), "box", ".pdf")
                folder.add(_Delivery(name, file.data, file.about, reports, _kind_name(kind)))


def _add_rulebook(folder: _Folder) -> None:
    """Add the rulebook of each of the pack's games as a press file."""
    from ..colour.icc import CONDITIONS
    from ..output.rulebook import games_with_books
    from .rulebook import Rulebook

    printer, job = folder.job.printer, folder.job
    assert printer is not None  # noqa: S101 - a problem otherwise
    games = games_with_books(folder.pack.valid_pack, folder.pack.file)
    condition = job.condition or printer.condition
    # A profile of the user's own belongs to the cards; the book is made with cardgen's.
    standard = (job.standard or printer.standard) if CONDITIONS[condition].exact else "x1a"
    if not games:
        folder.missing.append(Sentence("rulebook: the pack has no game with rules, and no template"))
    for game in games:
        form = job.book or "card"
        book = Rulebook(game=game, format=form, press=True, condition=condition, standard=standard)
        try:
            result = book.run(folder.pack, folder.progress)
        except UsageError as error:
            folder.unmade.append(Sentence("rulebook: {why}", why=str(error)))
            continue
        [file] = result.files
        part = f"rulebook-{game}" if len(games) > 1 else "rulebook"
        reports = (file.report,) if file.report is not None else ()
        folder.add(_Delivery(folder.file_name("", part, ".pdf"), file.data, file.about, reports))


def _add_proofs(folder: _Folder) -> None:
    """Add a proof of each kind of pieces."""
    from .proof import Proof

    for kind, result in _run_for_each_kind(folder, _related_job(folder.job, Proof)):
        [file] = result.files
        name = folder.file_name(_kind_name(kind), "proof", ".pdf")
        folder.add(_Delivery(name, file.data, file.about, kind=_kind_name(kind)))
        if result.exit_code:
            folder.faults.append(
                f"{folder.file_name(_kind_name(kind), 'proof', '.pdf')}: there are faults, see its first page"
            )


def _folder_result(made: _Folder) -> Result:
    """Return the folder's files, with the order sheet first, and the warnings and the next step
    for the user.
    """
    from ..output.credits import write_credits
    from ..output.images import csv_table
    from ..output.lists import CREDITS, LETTER, LISTS
    from ..text.fonts import SANS, SERIF

    job, pack = made.job, made.pack
    printer = job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    folder = job.output or Path("output") / f"{pack.slug}-{printer.key}-order"
    fonts = (SANS, SERIF) if any("rulebook" in each.name for each in made.files) else ()
    pages = ("pages", "back pages") if printer.form == "pdf" else ()
    heads = ("file", "kind", "card", "quantity", "back", *pages)
    table = [heads, *([row[head] for head in heads] for row in made.quantities)]
    sheet = made.file_name("", "order", ".pdf")
    contents: dict[str, bytes] = {sheet: _order_sheet(made)}
    contents |= {each.name: each.data for each in made.files}
    contents[LETTER] = _letter(made).encode()
    contents[LISTS[0]] = csv_table(table).encode("utf-8-sig")
    contents[CREDITS] = write_credits(pack.valid_pack, fonts)
    listed = {
        "made-by": f"cardgen {__version__}",
        "pack": pack.valid_pack.name,
        "printer": printer.key,
        "files": [*contents, LISTS[1]],
        "kinds": {each.name: each.kind for each in made.files if each.kind},
        "verdicts": {each.name: _file_verdict(each)[0] for each in made.files if each.reports},
    }
    contents[LISTS[1]] = json.dumps(listed, indent=2, ensure_ascii=False).encode() + b"\n"
    faults = [*dict.fromkeys(made.faults)]
    for each in made.files:
        if any(report.refused for report in each.reports):
            faults.append(f"{folder / each.name}: {_first_finding(each)}")
    if faults:
        faults.append("Do not send this to the printer yet: fix the faults above and make it again.")
    faults += [f"not in the folder: {why}" for why in made.unmade]
    if made.unmade:
        faults.append("The order is not whole: order what is missing from another printer, or change it.")
    ordered = [kind for kind in pack.valid_pack.kinds if kind.piece not in kind.unavailable_kinds]
    not_judged = [each.name for each in made.files if any(not report.judged for report in each.reports)]
    notes = [f"not in the folder: {why}" for why in made.missing]
    notes += [f"not judged in all: {', '.join(not_judged)}"] if not_judged else []
    return Result(
        [ResultFile(folder / name, data) for name, data in contents.items()],
        warnings=tuple(dict.fromkeys(made.warnings)),
        notes=tuple(notes),
        faults=tuple(faults),
        facts=listed,
        next_step=f"Next: look at all pages of the proofs and of {sheet}, complete {LETTER}, then send all "
        f"to {printer.name}.",
        named=job.output,
        folder=folder,
        about=f"{len(contents)} files for {printer.name}: {counts_by_kind(ordered)}, with all else",
        kept=pack_files(pack.valid_pack),
    )


def _file_verdict(file: _Delivery) -> tuple[Verdict, Sentence]:
    """Return the verdict on a file's preflight as a word and as a sentence."""
    if not file.reports:
        return "none", Sentence("no press file, not preflighted")
    if any(report.refused for report in file.reports):
        return "bad", Sentence("would be refused")
    if any(not report.judged for report in file.reports):
        return "doubtful", Sentence("not judged in all")
    return "good", Sentence("passes preflight")


def _first_finding(file: _Delivery) -> str:
    return next(
        f"{finding.message}"
        for report in file.reports
        for finding in report.findings
        if finding.severity == "error"
    )


def _order_sheet(folder: _Folder) -> bytes:
    """Return the order sheet, in the pack's language."""
    from ..output.order_sheet import write_order_sheet

    pack, printer = folder.pack.valid_pack, folder.job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    tell = pack.wording.translate
    checked = [each for each in folder.files if each.reports]
    verdicts = [_file_verdict(each)[0] for each in checked]
    bad, doubtful = verdicts.count("bad"), verdicts.count("doubtful")
    overall: Verdict = "bad" if bad else "doubtful" if doubtful else "good"
    said = Sentence("{n} file passes preflight", "{n} files pass preflight", n=len(checked))
    if bad:
        said = Sentence(
            "Do not send this to the printer: {n} file has faults",
            "Do not send this to the printer: {n} files have faults",
            n=bad,
        )
    elif doubtful:
        said = Sentence(
            "{n} file is not judged in all; nothing else would be refused",
            "{n} files are not judged in all; nothing else would be refused",
            n=doubtful,
        )
    title = tell(Sentence("{pack} from {printer}", pack=pack.name, printer=printer.name))
    detail = ""
    if folder.unmade:
        lacking = Sentence(
            "The order is not whole: {n} part could not be made",
            "The order is not whole: {n} parts could not be made",
            n=len(folder.unmade),
        )
        overall, said, detail = ("bad", said, tell(lacking)) if bad else ("bad", lacking, tell(said))
    verdict = (overall, tell(said), detail)
    return write_order_sheet(pack, title, verdict, [*_order_sections(folder)])


def _order_sections(folder: _Folder) -> Iterator[OrderSection]:
    """Yield the sections of the order sheet: the order of each kind of pieces, files, places of pictures,
    missing files, and questions.
    """
    from ..output.order_sheet import OrderRow, OrderSection

    pack, printer = folder.pack.valid_pack, folder.job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    tell = pack.wording.translate
    for kind, rows in _kinds_with_order_rows(folder):
        yield OrderSection(kind.name, rows)
    yield OrderSection(tell(Sentence("Files")), [*_file_rows(folder)])
    # Pages of PDFs lie in order; pictures are laid into their places by hand.
    pictures = folder.quantities if printer.form == "images" else []
    placed = [
        OrderRow("", f"{row['quantity']} × {row['file']}", f"{row['card']} · {row['back']}")
        for row in pictures
    ]
    yield OrderSection(tell(Sentence("What goes where")), placed)
    yield OrderSection(
        tell(Sentence("Not in this folder")),
        [
            *(OrderRow("", tell(why), verdict="bad") for why in folder.unmade),
            *(OrderRow("", tell(why)) for why in folder.missing),
        ],
    )
    asked = [OrderRow("", tell(each)) for each in _questions(folder)]
    yield OrderSection(tell(Sentence("What to ask {printer}", printer=printer.name)), asked)


def _questions(folder: _Folder) -> list[Sentence]:
    """Return what to ask the printer."""
    from ..layout.materials import stock_thickness_in_text
    from ..prepress.printers.questions import questions_to_printer

    printer, whole = folder.job.printer, folder.pack.valid_pack.whole_pack or folder.pack.valid_pack
    assert printer is not None  # noqa: S101 - a problem otherwise
    ordered = [kind for kind in whole.kinds if kind.piece not in kind.unavailable_kinds]
    lacking = [kind for kind in whole.kinds if kind.piece in kind.unavailable_kinds]
    asked = [
        Sentence(
            "Can you make {n} piece of {size} ({kind})?",
            "Can you make {n} pieces of {size} ({kind})?",
            n=kind.count * folder.job.decks,
            size=size_text(*kind.card.size),
            kind=kind.piece,
        )
        for kind in lacking
    ]
    stock = stock_thickness_in_text(folder.job.stock) if folder.job.stock else None
    return [*asked, *questions_to_printer(printer, ordered, stock)]


def _letter(folder: _Folder) -> str:
    """Return the letter to the printer, in the pack's language."""
    from .letter import letter_text

    pack, printer = folder.pack.valid_pack, folder.job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    tell = pack.wording.translate
    parts = []
    for kind, rows in _kinds_with_order_rows(folder):
        # What it costs is for the printer to say, and how art is fitted to the size is the user's own matter.
        own = {tell(Sentence("price")): "", tell(Sentence("size")): size_text(*kind.card.size)}
        facts = [(row.heading, own.get(row.heading, row.text)) for row in rows]
        parts.append((kind.name, [(heading, text) for heading, text in facts if text]))
    files = [
        " · ".join(filter(None, (each.name, each.about)))
        for each in folder.files
        if each.reports or "box" in each.name
    ]
    return letter_text(pack, printer, parts, files, _questions(folder))


def _kinds_with_order_rows(folder: _Folder) -> Iterator[tuple[Pack, list[OrderRow]]]:
    """Yield the pack of each kind of pieces that is ordered, and the facts of its order."""
    from ..output.order_sheet import OrderRow

    job = folder.job
    order = Ordering(
        printer=job.printer, decks=job.decks, size=job.size, keep_size=job.keep_size, language=job.language
    )
    for part, kind in jobs_by_kind(order, folder.pack):
        if kind.valid_pack.piece not in kind.valid_pack.unavailable_kinds:
            facts = next(
                each.rows
                for each in part.text_blocks(kind, part.run(kind, folder.progress))
                if each.kind == "facts"
            )
            yield kind.valid_pack, [*(OrderRow(*row) for row in facts), *_finishing_rows(folder, kind)]


def _finishing_rows(folder: _Folder, kind: Examined) -> Iterator[OrderRow]:
    """Yield the stock, the finish and the cut of one kind of pieces."""
    from ..output.order_sheet import OrderRow

    tell, card, printer = kind.valid_pack.wording.translate, kind.valid_pack.card, folder.job.printer
    assert printer is not None  # noqa: S101 - a problem otherwise
    open_ = tell(Sentence("to be agreed with the printer"))
    yield OrderRow(tell(Sentence("stock")), folder.job.stock or open_)
    yield OrderRow(tell(Sentence("finish")), folder.job.finish or open_)
    way = folder.job.special_inks or printer.special_inks
    if kind.valid_pack.special_inks and way != "none":
        # Pictures have no separations.
        separate = way == "separations" and printer.form == "pdf"
        plates = ", ".join(ink.plate for ink in kind.valid_pack.special_inks)
        said = Sentence("{plates}: each in files of its own, in black", plates=plates)
        if separate:
            said = Sentence("{plates}: spot colours in the files, which overprint", plates=plates)
        yield OrderRow(tell(Sentence("special inks")), tell(said))
    if card.shape == "rectangle":
        corners = (
            Sentence("radius {radius}", radius=length_text(card.corner))
            if card.corner
            else Sentence("square")
        )
        yield OrderRow(tell(Sentence("corners")), tell(corners))


def _file_rows(folder: _Folder) -> Iterator[OrderRow]:
    """Yield a row for each file with its verdict and its worst findings.

    Pictures without findings share a row: one row for pictures of cards, and one for the pictures of each
    plate.
    """
    from ..output.order_sheet import OrderRow
    from ..prepress.preflight.findings import group_findings

    tell = folder.pack.valid_pack.wording.translate
    plain: dict[str, list[_Delivery]] = {}
    for each in folder.files:
        if not each.name.endswith(".pdf") and _file_verdict(each)[0] == "good":
            plain.setdefault(each.about, []).append(each)
    for about, files in plain.items():
        said = Sentence("{n} picture passes preflight", "{n} pictures pass preflight", n=len(files))
        names = dict.fromkeys((files[0].name, files[-1].name))
        yield OrderRow("", tell(said), "; ".join([*filter(None, [about]), " … ".join(names)]), "good")
    for each in folder.files:
        if each in plain.get(each.about, ()):
            continue
        mark, verdict = _file_verdict(each)
        found = [finding for report in each.reports for finding in report.findings]
        worst = [tell(group[0].message) for group in group_findings(found) if group[0].severity != "allowed"]
        detail = "; ".join([*filter(None, [each.about]), *worst[:_MOST_FINDINGS]])
        yield OrderRow("", f"{each.name}: {tell(verdict)}", detail, mark)
