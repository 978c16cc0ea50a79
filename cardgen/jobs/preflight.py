"""Check any PDFs and pictures for what a printer would refuse."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ..errors import Problem, UsageError
from ..prepress.printers.choices import BacksApart, Order, Per, SpecialInkFiles, Standard
from ..units import MM, Size, nearest_word_hint
from .groups import AppearanceOptions
from .job import JobWithoutPack, Option, Progress, options_of, record_from_options
from .kinds import PAGE_SIZE, PRINTER, GivenPack, Number, PdfFile, Text, length_kind
from .named_files import read_error, read_file
from .pieces import CARDS
from .result import Block, Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack
    from ..pack.special_inks import SpecialInk
    from ..prepress.comparison.pack_sides import PackSide
    from ..prepress.preflight.files import FileOptions
    from ..prepress.preflight.findings import Finding, Report, Target
    from ..prepress.preflight.picture_contents import PictureComparison, PictureFile
    from ..prepress.preflight.picture_files import PictureReading
    from ..prepress.printers.model import Printer
else:
    # Loading it would cost more than all options together.
    Printer = Any

_PICTURES, _PDFS = {".png", ".jpg", ".jpeg", ".tif", ".tiff"}, {".pdf"}
#: Maximum number of unchecked pictures that are named.
_NAMED = 3
#: Options on what a file holds of a pack, besides how the pack is drawn.
_OF_PACK = ("piece", "part", "per", "backs", "special_inks", "copies")
#: The exit code if nothing would be refused, but something is not judged.
_NOT_JUDGED = 3
#: Other programs' files may need more than cardgen draws, but no card has a bleed of its own size.
_WIDEST_BLEED = 100 * MM
#: The lengths of a target, which are shown in millimetres.
_LENGTHS = ("trim", "bleed", "safe", "drift", "special_line", "special_gap")


class CheckedFile(NamedTuple):
    """A checked file, or a folder as a whole, with the report and the target that it was compared with."""

    file: Path
    report: "Report"
    target: "Target"


class CheckedFiles(NamedTuple):
    """All checked files, and the reports on folders as a whole."""

    files: Sequence[CheckedFile]
    folders: Sequence[CheckedFile]


@dataclass(frozen=True, kw_only=True)
class Preflight(AppearanceOptions, JobWithoutPack):
    """Find what a printer would refuse in any PDF, cardgen's own or not.

    It looks at how the file names itself, its boxes and bleed, fonts, colours, inks, pictures and lines,
    and whether the pages are the pack's cards. What cannot be checked does not pass. Exit code 1 says
    that a printer would refuse a file, 3 that none need do so but something is not judged, such as the ink of
    colours that only the printer's program converts. Of a folder all pictures or PDFs are looked at.

    Pictures, for printers that take them, are checked as well. With --pack each is compared with what the
    pack draws, trim and bleed, and a folder has to hold every card and its backs, and the plates of foil,
    varnish and white in folders of their own; without, those of a folder are compared with one another.

    \b
    Examples:
      cardgen preflight output/never-over-press.pdf
      cardgen preflight cards.pdf --printer drivethrucards --pack never-over
      cardgen preflight six-decks.pdf --pack never-over --copies 6
      cardgen preflight faces.pdf --standard x4 --size "63 x 88 mm" --spot CutContour
      cardgen preflight output/never-over-thegamecrafter-images --printer thegamecrafter --pack never-over
      cardgen preflight cards.pdf --format json
    """

    files: Annotated[
        tuple[Path | bytes, ...],
        Option("PDFs, pictures, or folders of them.", PdfFile("FILE"), argument=True),
    ]
    printer: Annotated[
        Printer | None, Option("Check it against the requirements of this printer.", PRINTER)
    ] = None
    standard: Annotated[Standard | None, Option("Check it against a standard. Default: x1a")] = None
    pack: Annotated[
        Any, Option("The pack that it should hold: compares and counts its cards.", GivenPack())
    ] = None
    piece: Annotated[
        str | None,
        Option(
            "Which kind of pieces it holds, of a pack with several. Default: as the file's name says.",
            Text("NAME"),
        ),
    ] = None
    part: Annotated[
        Literal["faces", "backs"] | None, Option("The file holds only the pack's faces, or backs.")
    ] = None
    order: Annotated[Order | None, Option("The order of its pages. Default: the printer's")] = None
    per: Annotated[Per | None, Option("It has a page for each card, or each distinct face.")] = None
    backs: Annotated[BacksApart | None, Option("How often the back is in its own file.")] = None
    copies: Annotated[int, Option("Number of decks of the pack in the file.", Number(1, 1_000))] = 1
    special_inks: Annotated[
        SpecialInkFiles | None,
        Option(
            "How it has foil, varnish and white: as spot colours (separations), in files of their own, or "
            "not at all. Default: separations, or as the printer wants them."
        ),
    ] = None
    sheet: Annotated[bool, Option("Its pages are sheets of many cards, which are not counted.")] = False
    size: Annotated[
        Size | None,
        Option('The size of the card or page: poker, a5, "63 x 88 mm" ...', PAGE_SIZE, after=("printer",)),
    ] = None
    bleed: Annotated[
        float | None,
        Option(
            "How far art must run past the cut. Default: the printer's, or 3 mm",
            length_kind(0, _WIDEST_BLEED, "the bleed goes from 0 to 100 mm"),
        ),
    ] = None
    spots: Annotated[
        tuple[str, ...],
        Option("A spot colour that may be in it; can be repeated.", Text("NAME"), name="spot"),
    ] = ()
    format: Annotated[Literal["text", "json"], Option("Format of the output.")] = "text"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors if both a printer and a standard are given, and for options that need a pack or the
        file of a pack.
        """
        yield from super().option_problems(pack)
        if self.printer is not None and self.standard is not None:
            yield Problem(
                "--printer and --standard do not go together: a printer's preset names the standard",
                ("standard",),
            )
        known = options_of(type(self))
        looks = [name for name in options_of(AppearanceOptions) if name != "size"]
        for name in (*_OF_PACK, *looks):
            if self.pack is None and getattr(self, name) != known[name].default:
                flag = known[name].flag
                yield Problem(f"{flag} says what of a pack the file holds: add --pack and its name", (name,))
        if self.overrides and not (self.pack is None or self._is_pack_not_loaded):
            yield Problem("name the file of the pack: a loaded pack cannot change these", ("pack",))

    @property
    def _is_pack_not_loaded(self) -> bool:
        """Tell whether the pack is given as a name, a path or data, or not given; a loaded pack is not."""
        from ..pack.model import Pack

        return not isinstance(self.pack, Pack)

    def run_without_pack(self, progress: Progress) -> Result:
        """Check all files; the result is a CheckedFiles, the status 1 if a printer would refuse one."""
        from ..prepress.preflight.files import FileOptions, is_for_people

        packs: dict[str | None, Pack | None] = {}
        files: list[CheckedFile] = []
        folders: list[CheckedFile] = []
        for group in _file_groups(self.files):
            for piece in self._piece_names_in(group):
                if piece not in packs:
                    packs[piece] = self._drawn_pack(piece)
                options: FileOptions = record_from_options(FileOptions, self, pack=packs[piece])
                one_by_one, folder = self._check_together(group, options, progress, piece)
                files += one_by_one
                folders += folder
        reports = [each.report for each in (*files, *folders)]
        # What is for people beside files for a printer is no doubt about these.
        for_printer = [report for report in reports if not is_for_people(report)] or reports
        status = 0 if all(report.judged for report in for_printer) else _NOT_JUDGED
        if any(report.refused for report in reports):
            status = 1
        facts = [_file_record(*each) for each in (*files, *folders)]
        return Result(facts=facts, result=CheckedFiles(files, folders), status=status)

    def text_blocks_without_pack(self, made: Result) -> Iterator[Block]:
        """Yield the verdict on each file, its findings, and pictures of the pages with findings."""
        shown = 0
        for file, report, target in (*made.result.files, *made.result.folders):
            kind, verdict = _VERDICTS[report.passed, report.refused]
            whom = target.printer or "a printer"
            yield Block.from_text(kind, f"{file.name}: {verdict.format(whom=whom)}")
            for group in grouped_findings(report.findings):
                severity = "error" if group.severity == "error" else "warning"
                where = f"{group.where}: " if group.where else ""
                yield Block.from_text(severity, f"{where}{group.message}; {group.hint}")
            if file.suffix.lower() in _PDFS:
                yield from _page_picture_blocks(file, report, target.pack)
            elif file.suffix.lower() in _PICTURES and report.findings and shown < _MOST_SHOWN:
                shown += 1
                yield from self._picture_blocks(file, report, target)
            if report.facts:
                yield Block.from_texts("list", report.facts)
            if report.unjudged:
                yield Block.from_text("lead", "Not judged:")
                yield Block.from_texts("list", report.unjudged)

    def _picture_blocks(self, file: Path, report: "Report", target: "Target") -> "Iterator[Block]":
        """Yield a block that shows a picture file beside the card of the pack, or beside the plate that the
        card should have.
        """
        from ..prepress.preflight.page_pictures import PagePicture, pictures_of_file
        from ..prepress.preflight.plate_pictures import plate_of_file
        from ..sandbox.child import PDF, OverLimit, run_confined

        if self.printer is None:
            return
        ink = plate_of_file(file, target.pack) if target.pack and self.special_inks != "none" else None
        side = next((finding.side for finding in report.findings if finding.side), None)
        plate = ink.plate if ink else ""
        try:
            data = read_file(file, "picture")
            found = run_confined(
                pictures_of_file, data, side, plate, target, self.printer, limits=PDF, returns=(PagePicture,)
            )
        except (OverLimit, UsageError):
            return
        for each in found:
            own = [("in the pack", each.wanted)] if each.wanted else []
            yield Block.from_pictures([(file.name, each.seen), *own])

    def _piece_names_in(self, group: "Sequence[_NamedFile]") -> "list[str | None]":
        """Return the kinds of pieces in the folder of an order; [None] for all else, and for one kind."""
        from ..output.lists import piece_kinds_by_file

        if self.pack is None or self.piece is not None or not _is_folder(group[0].content):
            return [None]
        kinds = dict.fromkeys(piece_kinds_by_file(group[0].path).values())
        return [*kinds] if len(kinds) > 1 else [None]

    def _drawn_pack(self, piece: str | None) -> "Pack | None":
        """Return the pack as drawn for this printer, with the cards of several decks.

        piece: the kind of pieces, as in the list of an order; None for that of --piece, or of file names.
        """
        if self.pack is None:
            return None
        from ..checks.examination import examine, load, resize
        from ..pack.numbered_copies import with_each_copy
        from ..pack.selection import cards_to_print

        is_source, size = self._is_pack_not_loaded, self.size
        if self.printer is not None and size is None:
            # The file exists: whether its size is similar to the pack's no longer matters.
            own: Pack | None = examine(self.pack, self.overrides).pack if is_source else self.pack
            size = None if own is None else self.printer.nearest_product(own.card.size, own.card.shape).trim
        if is_source:
            pack = load(self.pack, self.overrides, size, self.printer)
        else:
            pack = resize(self.pack, size, self.printer)
        pack = self._kind_of_pieces(with_each_copy(pack, self.copies), piece)
        return pack.with_quantities(
            {card.id: count for card, count in cards_to_print(pack, copies=self.copies)}
        )

    def _kind_of_pieces(self, pack: "Pack", listed: str | None) -> "Pack":
        """Return the pack of the kind of pieces that the files hold. listed: as in the list of an order.

        Raises UsageError if the pack has several kinds and neither --piece nor the names of the files say
        which.
        """
        from ..prepress.printers.library import verify_fits_printer

        kinds = {kind.piece or "card": kind for kind in pack.kinds}
        piece = self.piece or ("card" if listed == CARDS else listed)
        piece = piece or (self._piece_of_names(kinds) if self._is_pack_not_loaded else None)
        if piece is None and len(kinds) > 1:
            piece = self._piece_of_contents(kinds)
        if piece is None and len(kinds) > 1:
            raise UsageError(
                f"{pack.name} has several kinds of pieces: name the one that the files hold, with --piece "
                f"{', '.join(kinds)}"
            )
        if piece is not None and piece not in kinds:
            raise UsageError(f"{pack.name} has no piece {piece!r}; {nearest_word_hint(piece, kinds)}")
        kind = kinds[piece] if piece is not None else pack.kinds[0]
        if self.printer is not None:
            verify_fits_printer([kind], self.printer)
        return kind

    def _piece_of_names(self, kinds: "Mapping[str, Pack]") -> str | None:
        """Return the kind of pieces that the names of all files state, if cardgen named them; else None.

        kinds: the pack of each kind by its name; "card" is the name for cards.
        """
        from ..checks.examination import examine

        slug = examine(self.pack, self.overrides).slug
        makers = ("press", "images", *([self.printer.key] if self.printer else []))
        stated = set[str | None]()
        for file in self.files:
            name = file.name if isinstance(file, Path) else ""
            fitting = [
                kind
                for kind in kinds
                for maker in makers
                if name.startswith(f"{slug}-{maker}" if kind == "card" else f"{slug}-{kind}-{maker}")
            ]
            stated.add(fitting[0] if len(set(fitting)) == 1 else None)
        return stated.pop() if len(stated) == 1 else None

    def _piece_of_contents(self, kinds: "Mapping[str, Pack]") -> str | None:
        """Return the kind of pieces that all files say they hold; None if one says none, or another.

        For boxes, rulebooks and files for people, any kind will do. kinds: see _piece_of_names.
        """
        from ..prepress.pdf.contents import DeclaredContents, declared_contents
        from ..sandbox.child import PDF, OverLimit, run_confined

        stated = set[str]()
        for file in self.files:
            if _is_folder(file):
                return None
            data = file if isinstance(file, bytes) else read_file(file, "press file")
            try:
                found = run_confined(declared_contents, data, limits=PDF, returns=(DeclaredContents,))
            except OverLimit:
                return None
            if found is None:
                return None
            if found.contents == "cards":
                stated.add(found.piece or "card")
        if len(stated) > 1 or not stated <= kinds.keys():
            return None
        return next(iter(stated or kinds))

    def _check_together(
        self,
        group: "Sequence[_NamedFile]",
        options: "FileOptions",
        progress: Progress,
        piece: str | None,
    ) -> tuple[list[CheckedFile], list[CheckedFile]]:
        """Check files, or those of one folder, against their targets.

        The second result is the folder as a whole, if there are findings. piece: the kind of pieces whose
        files in the folder of an order are checked; None for all.
        """
        from ..output.lists import piece_kinds_by_file

        folder = group[0].path
        if not _is_folder(group[0].content):
            return self._check_group(group, None, (), options, progress)
        listed, unlisted = _files_of_folder(folder, options)
        if piece is not None:
            kinds = piece_kinds_by_file(folder)
            # What is for the whole order is checked with the first kind.
            first = next(iter(kinds.values()))
            listed = [file for file in listed if kinds.get(file.name, first) == piece]
        files: list[CheckedFile] = []
        folders: list[CheckedFile] = []
        # The folder of an order has both; pictures are compared with one another.
        for suffixes, others in ((_PICTURES, unlisted), (_PDFS, ())):
            some = [_NamedFile(file, file) for file in listed if file.suffix.lower() in suffixes]
            if some:
                one_by_one, whole = self._check_group(some, folder, others, options, progress)
                files += one_by_one
                folders += whole
        return files, folders

    def check_pictures(
        self, pictures: "Sequence[tuple[str, bytes]]", kind: "Pack", progress: Progress
    ) -> "list[Report]":
        """Return a report on each picture of one kind of pieces; then one on all together, if they have
        findings as a whole.

        pictures: the name and content of each. kind: the pack of the kind as drawn for the printer.
        """
        from ..prepress.preflight.files import FileOptions

        options: FileOptions = record_from_options(FileOptions, self, pack=kind)
        group = [_NamedFile(data, Path(name)) for name, data in pictures]
        files, folder = self._check_group(group, Path(kind.name), (), options, progress)
        return [each.report for each in (*files, *folder)]

    def _check_group(
        self,
        group: "Sequence[_NamedFile]",
        folder: Path | None,
        unlisted: Sequence[Path],
        options: "FileOptions",
        progress: Progress,
    ) -> tuple[list[CheckedFile], list[CheckedFile]]:
        """Check files, and compare them with one another; files of a folder are also checked as a whole deck.

        Return the checked files, and a list with the folder, which is empty without findings or facts on it.
        folder: None for files outside of a folder. unlisted: files of the folder that are not checked.
        """
        from ..prepress.preflight.findings import Report

        pack = options.pack
        plates = {ink.plate for each in group if (ink := options.plate_of(each.path)) is not None}
        if pack is not None and options.special_inks is None:
            are_pictures = folder is not None and {_suffix(each) for each in group} <= _PICTURES
            options = options._replace(special_inks=_delivery_of_special_inks(plates, are_pictures))
        checked, pictures, comparison, of_plates = self._check_each(group, options, progress)
        is_whole = folder is not None and len(pictures) + len(of_plates) == len(group)
        findings: tuple[Finding, ...] = ()
        facts: tuple[str, ...] = ()
        if comparison is not None:
            if is_whole:
                findings, facts = comparison.folder_findings_and_facts(self.per)
            reports = comparison.completed_reports([checked[place].report for place in pictures])
            for place, report in zip(pictures, reports, strict=True):
                checked[place] = checked[place]._replace(report=report)
        if is_whole:
            tied = _note_unlike_pictures(checked, pictures, is_alone=pack is None)
            findings += (*tied, *_findings_on_unlisted(unlisted))
        if pack is not None and options.special_inks in ("files", "separations"):
            checked, more, said = _with_compared_plates(checked, of_plates, comparison, options)
            has_pictures = bool(pictures or of_plates)
            if folder is not None and options.special_inks == "files" and not has_pictures:
                more, said = _missing_plate_findings_and_facts(pack, plates)
            findings, facts = (*findings, *more), (*facts, *said)
        if folder is None or not (findings or facts):
            return checked, []
        return checked, [CheckedFile(folder, Report(findings, facts, len(pictures)), checked[0].target)]

    def _check_each(
        self, group: "Sequence[_NamedFile]", options: "FileOptions", progress: Progress
    ) -> "_CheckedGroup":
        """Check each file against its target, and pictures of cards against the pack."""
        from ..prepress.preflight.picture_contents import PictureComparison, PictureFile

        printer, pack = options.printer, options.pack
        checked: list[CheckedFile] = []
        pictures: dict[int, PictureFile] = {}
        comparison: PictureComparison | None = None
        of_plates: dict[int, tuple[SpecialInk, PictureReading | None]] = {}
        for place, file in enumerate(group):
            each, reading, is_for_picture = _check_file(file, options, progress)
            checked.append(each)
            if not is_for_picture:
                continue
            ink = options.plate_of(file.path)
            if ink is not None:
                of_plates[place] = ink, reading
                continue
            name = "".join(letter if letter.isprintable() else "?" for letter in file.path.name)
            # The pixels of all pictures of a folder would fill the memory.
            pictures[place] = PictureFile(name, reading and reading._replace(pixels=b"", in_rgb=b""))
            if pack is not None and printer is not None and printer.image_formats:
                # Pictures have no separations: a special ink is in files of its own, or not at all.
                has_plates = (options.special_inks or printer.special_inks) != "none"
                drawn = pack.with_special_inks("process" if has_plates else "ink")
                comparison = comparison or PictureComparison(drawn, each.target, printer, self.copies)
                comparison.add(PictureFile(name, reading))
        return _CheckedGroup(checked, pictures, comparison, of_plates)


class _CheckedGroup(NamedTuple):
    """Files that were checked one by one."""

    files: list[CheckedFile]
    #: The pictures of the process inks by index, and their comparison with the pack, if the printer takes
    #: pictures.
    pictures: "dict[int, PictureFile]"
    comparison: "PictureComparison | None"
    #: The pictures of plates by index: the special ink, and the picture if it can be read.
    plates: "dict[int, tuple[SpecialInk, PictureReading | None]]"


def _delivery_of_special_inks(plates: set[str], are_pictures: bool) -> 'Literal["files", "none"] | None':
    """Return how files that are checked together deliver special inks: "files", "none", or None if that is
    unknown.

    plates: the names of the plates that have a file. are_pictures: whether the files are a folder of
    pictures.
    """
    if plates:
        # The files of one job: what a plate has is not in the others.
        return "files"
    # Pictures without plates are whole, as for MPC Autofill.
    return "none" if are_pictures else None


def _note_unlike_pictures(
    checked: list[CheckedFile], pictures: "Mapping[int, PictureFile]", is_alone: bool
) -> "tuple[Finding, ...]":
    """Add a finding to each picture of a folder that differs from the others; return the findings on all
    pictures together.

    pictures: by their index in `checked`, whose entries are replaced. is_alone: whether there is no pack that
    states the size and colours.
    """
    from ..prepress.preflight.picture_folders import findings_of_unlike_pictures

    unlike, tied = findings_of_unlike_pictures(list(pictures.values()), sizes=is_alone, grey=is_alone)
    for place, findings in zip(pictures, unlike, strict=True):
        checked[place] = _with_findings(checked[place], findings)
    return tied


def _with_compared_plates(
    checked: Sequence[CheckedFile],
    plates: "Mapping[int, tuple[SpecialInk, PictureReading | None]]",
    comparison: "PictureComparison | None",
    options: "FileOptions",
) -> "tuple[list[CheckedFile], tuple[Finding, ...], tuple[str, ...]]":
    """Return all files, with the files of plates compared with the pack, and the findings and facts on the
    plates together.

    Without a printer that takes pictures, plates are not judged. plates: see _CheckedGroup.
    """
    from ..prepress.preflight.plate_pictures import PlateComparison, finding_of_plate_not_compared

    made, (pack, printer) = [*checked], (options.pack, options.printer)
    if pack is None or printer is None or not printer.image_formats:
        hint = "name a printer that takes pictures, with --printer"
        for place, (ink, _) in plates.items():
            made[place] = _with_findings(made[place], [finding_of_plate_not_compared(ink, hint)])
        return made, (), ()
    cards = comparison.sides if comparison else {}
    compared = PlateComparison(pack.one_deck or pack, checked[0].target, printer, cards)
    for place, (ink, reading) in plates.items():
        file = made[place]
        report = compared.completed_report(file.file, ink, file.report, reading)
        made[place] = file._replace(report=report)
    findings = tuple(compared.folder_findings())
    is_good = not findings and all(made[place].report.passed for place in plates)
    return made, findings, tuple(compared.folder_facts()) if is_good else ()


class GroupedFinding(NamedTuple):
    """A finding, with a phrase for all its places."""

    severity: str
    message: str
    hint: str
    #: Such as "page 3 and 2 more"; "" for the whole file.
    where: str


def grouped_findings(findings: "Sequence[Finding]") -> "Iterator[GroupedFinding]":
    """Yield findings, errors first; equal findings on many pages become one."""
    from ..prepress.preflight.findings import group_findings

    for group in group_findings(findings):
        first = group[0]
        pages = sorted({finding.page for finding in group if finding.page is not None})
        where = first.card or (f"page {pages[0]}" if pages else "")
        if where and len(pages) > 1:
            where += f" and {len(pages) - 1} more"
        yield GroupedFinding(first.severity, first.message, first.hint, where)


#: The verdicts on a file, by whether it passed and whether it would be refused.
_VERDICTS = {
    (True, False): ("good", "{whom} should take this."),
    (False, True): ("bad", "{whom} would refuse this."),
    (False, False): ("open", "{whom} may take this: not all of it could be judged."),
}
#: Maximum number of pages of a file that are shown.
_MOST_SHOWN = 4


def _page_picture_blocks(file: Path, report: "Report", pack: "Pack | None") -> "Iterator[Block]":
    """Yield pictures of the first pages with findings, each beside the card that the pack has there."""
    from ..prepress.preflight.page_pictures import PagePicture, page_pictures
    from ..sandbox.child import PDF, OverLimit, run_confined

    pages: dict[int, PackSide | None] = {}
    for finding in report.findings:
        if finding.page is not None and finding.severity != "allowed" and len(pages) < _MOST_SHOWN:
            pages[finding.page] = pages.get(finding.page) or finding.side
    if not pages:
        return
    data = read_file(file, "press file")
    try:
        found = run_confined(page_pictures, data, [*pages.items()], pack, limits=PDF, returns=(PagePicture,))
    except (OverLimit, UsageError):
        return
    for each in found:
        own = [("in the pack", each.wanted)] if each.wanted else []
        yield Block.from_pictures([(f"page {each.page} of the file", each.seen), *own])


class _NamedFile(NamedTuple):
    """A file's path or content, and its path in messages."""

    content: Path | bytes
    path: Path


def _file_groups(contents: Sequence[Path | bytes]) -> Iterator[list[_NamedFile]]:
    """Yield groups of files that are checked together: each folder, and consecutive files."""
    named = [
        _NamedFile(each, Path(f"file {place}") if isinstance(each, bytes) else each)
        for place, each in enumerate(contents, 1)
    ]
    for is_folder, group in groupby(named, lambda each: _is_folder(each.content)):
        files = list(group)
        yield from ([file] for file in files) if is_folder else [files]


def _suffix(file: _NamedFile) -> str:
    return file.path.suffix.lower()


def _is_folder(content: Path | bytes) -> bool:
    """Tell whether a path is a folder; False if the system cannot look at it."""
    try:
        return isinstance(content, Path) and content.is_dir()
    except (OSError, ValueError):
        return False


def _check_file(
    file: _NamedFile, options: "FileOptions", progress: Progress
) -> "tuple[CheckedFile, PictureReading | None, bool]":
    """Check one file against its target, in a child process with limits.

    Return the checked file; its picture, or None if no picture can be read; and whether the file is a
    picture, or should be one.
    """
    from ..prepress.comparison.pack_sides import PackSide
    from ..prepress.preflight import report_over_limit
    from ..prepress.preflight.files import CheckedContent, is_for_pictures, preflight_file, target_for
    from ..prepress.preflight.findings import Finding, Report, Target
    from ..prepress.preflight.picture_files import PictureReading
    from ..sandbox.child import OverLimit, pdf_limits, run_confined

    pack, (content, path) = options.pack, file
    data = content if isinstance(content, bytes) else read_file(content, "press file")
    limits = pdf_limits(len(pack.cards) if pack else 0)
    returns = (CheckedContent, Report, Finding, PackSide, Target, PictureReading)
    with progress(f"looking at {path.name}") as tick:
        try:
            made = run_confined(
                preflight_file, path, data, options, limits=limits, returns=returns, tick=tick
            )
        except OverLimit as error:
            is_for_picture = is_for_pictures(data, options.printer)
            target = target_for(path, b"", options, is_for_picture)
            made = CheckedContent(report_over_limit(error), target, None, is_for_picture)
    checked = CheckedFile(path, made.report, made.target._replace(pack=pack, inks=None))
    return checked, made.reading, made.is_for_picture


def _files_of_folder(folder: Path, options: "FileOptions") -> tuple[list[Path], list[Path]]:
    """Return the files of a folder to check: those in its list of files, else its PDFs, else its pictures.
    Of the folder of an order, these are its pictures and its PDFs.

    The second result has the pictures that are not checked because the folder's list does not name them. With
    a pack, all pictures are checked, with those in the folders of plates, as the pack shows which are
    missing.
    """
    from ..output.lists import files_of_earlier_run, piece_kinds_by_file
    from ..prepress.preflight.plate_pictures import plate_picture_paths

    printer, pack, is_order = options.printer, options.pack, bool(piece_kinds_by_file(folder))
    plates: list[Path] = []
    try:
        held = sorted(file for file in folder.iterdir() if file.is_file())
        if pack is not None and options.special_inks != "none":
            plates = plate_picture_paths(folder, pack, _PICTURES)
    except (OSError, ValueError) as error:
        raise read_error(folder, error) from error
    named = [folder / name for name in files_of_earlier_run(folder)]
    listed = [file for file in named if file.suffix in _PICTURES | (_PDFS if is_order else set())]
    pictures = [file for file in held if file.suffix.lower() in _PICTURES]
    if listed and pack is not None and not is_order:
        return [*pictures, *plates], []
    gone = next((file for file in listed if file not in held), None)
    if gone:
        raise UsageError(f"{gone} is not there, though cards.json lists it: make the files again")
    pictures_first = printer is not None and printer.form == "images"
    kinds = (_PICTURES, _PDFS) if pictures_first else (_PDFS, _PICTURES)
    groups = [listed, *([file for file in held if file.suffix.lower() in kind] for kind in kinds)]
    found = next(filter(None, groups), None)
    if found is None:
        raise UsageError(f"there are no pictures and no PDFs in {folder}")
    if found[0] in pictures and not is_order:
        found = [*found, *plates]
    return found, [file for file in pictures if listed and file not in listed]


def _findings_on_unlisted(unlisted: Sequence[Path]) -> "Iterator[Finding]":
    """Yield a finding on pictures that were not checked, as the list does not name them."""
    from ..prepress.preflight.findings import Finding

    if unlisted:
        names = ", ".join(file.name for file in unlisted[:_NAMED]) + (" …" if len(unlisted) > _NAMED else "")
        message = f"cards.json does not list {names}, so it was not checked"
        yield Finding("deck", message, "remove what is not the picture of a card", "warning")


def _missing_plate_findings_and_facts(
    pack: "Pack", plates: set[str]
) -> "tuple[tuple[Finding, ...], tuple[str, ...]]":
    """Return a finding for each special ink that has no press file; if there is none, return a fact that
    lists the plates.

    plates: the names of the plates that have a file.
    """
    from ..prepress.preflight.findings import Finding

    hint = "make the files again with `cardgen press --special-inks files`"
    findings = tuple(
        Finding(
            "deck", f"there is no file of the plate {ink.plate}: its name would end with {ink.suffix}", hint
        )
        for ink in pack.special_inks
        if ink.plate not in plates
    )
    said = f"one job: the process inks, and a file for each plate: {', '.join(sorted(plates))}"
    return findings, (said,) if plates and not findings else ()


def _with_findings(checked: CheckedFile, more: "Sequence[Finding]") -> CheckedFile:
    report = checked.report
    facts = () if more else report.facts
    return checked._replace(report=report._replace(findings=(*report.findings, *more), facts=facts))


# --- for programs --------------------------------------------------------------------------------


def _finding_record(finding: "Finding") -> dict[str, Any]:
    """Return the fields of a finding as a dict, without `side`: the finding's card already says it."""
    record = finding._asdict()
    del record["side"]
    return record


def _file_record(file: Path, report: "Report", target: "Target") -> dict[str, Any]:
    return {
        "file": str(file),
        "passed": report.passed,
        "judged": report.judged,
        "pages": report.pages,
        "findings": [_finding_record(finding) for finding in report.findings],
        "facts": list(report.facts),
        "unjudged": list(report.unjudged),
        "compared": report.compared,
        "sources": report.sources,
        "target": _target_record(target),
    }


def _target_record(target: "Target") -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for key, value in target._asdict().items():
        if key == "inks":
            continue
        if key in _LENGTHS:
            sides = value if isinstance(value, tuple) else (value,)
            rounded = [None if side is None else round(side / MM, 3) for side in sides]
            facts[f"{key}_mm"] = rounded if isinstance(value, tuple) else rounded[0]
        else:
            facts[key] = value.name if key == "pack" and value is not None else value
    return facts
