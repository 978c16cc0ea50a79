"""The report of a proof: for whom it is, what was checked and found, as blocks of its first pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Literal, NamedTuple

from ..colour.colors import Color
from ..colour.images import LEAST_PPI, RESOLUTION_TOLERANCE
from ..errors import Mark, Problem
from ..pack import folders
from ..pack.model import Pack
from ..pack.words import Wording
from ..prepress.preflight.findings import Finding, Report, Severity, group_findings
from ..prepress.preflight.pictures import MEANT
from ..prepress.printers.choices import STANDARDS
from ..prepress.printers.model import Decks, Printer
from ..prepress.printers.ordering import price_sentence, price_step
from ..prepress.printers.questions import questions_to_printer
from ..text.fonts import LEAST_TYPE
from ..units import Figure, Sentence, Size, length_text, pixel_size, size_text
from .credits import NAME_THEM, credit_entries
from .images import PictureCanvas
from .press import PressJob
from .proof_sides import PictureUsed, ProofSide
from .proof_type import (
    BAD,
    DOUBT,
    GOOD,
    GREY,
    ProofBlock,
    gap_block,
    heading_block,
    list_item_block,
    row_block,
    verdict_block,
)


class FileToDeliver(NamedTuple):
    """A file to deliver, with preflight's report on it."""

    name: str
    report: Report
    #: The part of the pack in it, if there are several files: "faces".
    part: str = ""


class ProofBasis(NamedTuple):
    """What a proof is based on: the printer, the files with their reports, and the problems of the pack."""

    printer: Printer | None
    #: The job of the press files; None for a printer that takes pictures.
    job: PressJob | None
    files: tuple[FileToDeliver, ...]
    #: The problems found by the pack's own checks.
    problems: tuple[Problem, ...] = ()
    #: Warnings that the pack allows.
    allowed: tuple[Problem, ...] = ()
    #: The sentence about the pack's other trim; empty if it keeps its own.
    trim_note: Sentence = Sentence("")


def is_accepted(checked: ProofBasis, pack: Pack) -> bool:
    """Tell whether the printer would accept all files and the number of cards."""
    reports = [file.report for file in checked.files]
    refused = any(finding.severity == "error" for finding in deck_size_findings(pack, checked.printer))
    return not refused and all(report.passed for report in reports)


def picture_canvas(pack: Pack, printer: Printer) -> PictureCanvas:
    """Return the size of a picture for the printer: its own size in pixels, or the trim with its bleed."""
    product = printer.nearest_product(pack.card.size, pack.card.shape)
    if product.pixels is not None:
        return PictureCanvas(product.pixels, printer.ppi)
    return PictureCanvas.for_trim(pack.card.size, pack.card.bleed, printer.ppi)


def picture_report(pack: Pack, printer: Printer, sides: Sequence[ProofSide]) -> Report:
    """Return a report on the pictures for a printer that takes pictures, like preflight's report on a PDF."""
    found = [
        *_size_findings(pack, printer),
        *low_resolution_findings(pack, sides, printer, "resolution" in pack.allow),
        *_art_findings(printer, pack, sides),
    ]
    return Report(tuple(found), tuple(_picture_facts(pack, printer, sides, found)), len(sides))


def _picture_bleeds(pack: Pack, printer: Printer) -> tuple[float, float]:
    """Return how far a picture goes past the trim: to the left and right, and above and below (points)."""
    wide, high = picture_canvas(pack, printer).page
    return (wide - pack.card.width) / 2, (high - pack.card.height) / 2


def _size_findings(pack: Pack, printer: Printer) -> Iterator[Finding]:
    """Yield findings if the pixel size that the printer asks for does not agree with the trim and
    the bleed.
    """
    bleed, pixel = pack.card.bleed, 72 / printer.ppi
    across, up = _picture_bleeds(pack, printer)
    if min(across, up) < bleed - pixel:
        message = Sentence(
            "the pictures hold {bleed} of bleed; the preset of {printer} has {wanted}",
            bleed=length_text(max(0.0, min(across, up))),
            printer=printer.name,
            wanted=length_text(bleed),
        )
        yield Finding("picture-bleed", message, Sentence("compare pixels and bleed in the preset"))
    if abs(across - up) > 2 * pixel:
        message = Sentence(
            "the pictures hold {across} of bleed at the sides and {up} above and below",
            across=length_text(across),
            up=length_text(up),
        )
        hint = Sentence("compare trim and pixels in the preset")
        yield Finding("picture-shape", message, hint, "warning")


def low_resolution_findings(
    pack: Pack, sides: Sequence[ProofSide], printer: Printer, is_allowed: bool = False
) -> Iterator[Finding]:
    """Yield a finding for each picture with a lower resolution than the printer requires, the worst first.

    The findings are like preflight's `picture-resolution`, which is for pictures in PDFs. is_allowed: whether
    the pack allows low resolutions.
    """
    found: dict[tuple[str, tuple[int, int]], list[tuple[float, str, Size]]] = {}
    covering = [side + 2 * pack.card.bleed for side in pack.card.size]
    for side in sides:
        for picture in side.pictures:
            if _is_too_coarse(picture, printer.ppi):
                found.setdefault(picture[:2], []).append((picture.ppi, side.label, picture.place))
    for (name, _), uses in sorted(found.items(), key=lambda each: min(each[1])):
        ppi, label, place = min(uses)
        wide, high = pixel_size(place, 0, printer.ppi)
        if all(abs(has - wants) < 0.5 for has, wants in zip(place, covering, strict=True)):
            wide, high = picture_canvas(pack, printer).pixels
        message = Sentence(
            "the picture {picture} has {ppi} pixels per inch ({cards}); {asked}",
            picture=name,
            ppi=f"{ppi:.0f}",
            cards=_card_and_others(label, len(uses) - 1),
            asked=_resolution_request(printer, printer.ppi),
        )
        hint = Sentence(
            "use one of {wide} × {high} pixels or more in place of {picture}",
            wide=wide,
            high=high,
            picture=name,
        )
        severity: Severity = "allowed" if is_allowed else "error"
        yield Finding("picture-resolution", message, MEANT if is_allowed else hint, severity)


def _is_too_coarse(picture: PictureUsed, required_ppi: int) -> bool:
    """Tell whether a picture has clearly fewer pixels per inch than wanted."""
    return picture.ppi < required_ppi * (1 - RESOLUTION_TOLERANCE)


def _art_findings(printer: Printer, pack: Pack, sides: Sequence[ProofSide]) -> Iterator[Finding]:
    """Yield a warning for each text, line or distance from the cut that is below the minimum which preflight
    applies to a PDF.
    """
    for side in sides:
        for text, hint in side_remarks(side._replace(pictures=()), pack, printer):
            yield Finding("art", Sentence("{card}: {remark}", card=side.label, remark=text), hint, "warning")


def side_remarks(side: ProofSide, pack: Pack, printer: Printer | None) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield pairs of sentences for a side: what the printer may not print well, and what to do about it.

    printer: None for any printer.
    """
    least_type, least_line, ppi = least_sizes(printer)
    used = side.used
    if used.least_type is not None and used.least_type < least_type - 0.01:
        asked = _printer_request(printer, "least-type", least_type)
        small = Sentence("type of {size}; {asked}", size=points_text(used.least_type), asked=asked)
        yield small, Sentence("use fewer words")
    if used.least_line is not None and used.least_line < least_line - 0.005:
        asked = _printer_request(printer, "least-line", least_line)
        thin = Sentence("a line of {size}; {asked}", size=points_text(used.least_line), asked=asked)
        yield thin, Sentence("use a larger card")
    for what, inside in used.items_near_cut.items():
        stray = _near_cut_sentence(what, inside)
        said = Sentence("{stray}; {safe} are safe", stray=stray, safe=length_text(pack.card.safe))
        yield said, Sentence("move it inwards, or let it run to the bleed")
    for picture in side.pictures:
        if _is_too_coarse(picture, ppi) and "resolution" not in pack.allow:
            coarse = Sentence(
                "the picture {picture} has {ppi} pixels per inch; {asked}",
                picture=picture.name,
                ppi=f"{picture.ppi:.0f}",
                asked=_resolution_request(printer, ppi),
            )
            yield coarse, Sentence("use a larger one")
    limit = ink_limit(printer)
    if limit is not None and side.total_ink > limit + 0.005:
        inks = {"ink": f"{100 * side.total_ink:.0f}", "limit": f"{100 * limit:.0f}"}
        heavy = Sentence("{ink} % of ink; at most {limit} % are taken", **inks)
        yield heavy, Sentence("use less of each ink")


def _near_cut_sentence(subject: str, distance: float) -> Sentence:
    """Return a sentence about text or art too near the cut. distance: its distance from the cut in points,
    negative if it crosses the cut.
    """
    if subject == "text":
        if distance < 0:
            return Sentence("text across the cut")
        return Sentence("text {inside} inside the cut", inside=length_text(distance))
    if distance < 0:
        return Sentence("art across the cut")
    return Sentence("art {inside} inside the cut", inside=length_text(distance))


def _printer_request(printer: Printer | None, key: str, length: float) -> Sentence:
    """Return a sentence with the least size (points), and who asks for it: the printer, or cardgen if the
    printer does not state it. key: that of the preset. printer: None for any press.
    """
    if printer is None:
        return Sentence("presses want at least {least}", least=points_text(length))
    if key in printer.assumed_keys:
        return Sentence("cardgen asks for at least {least}", least=points_text(length))
    return Sentence("{printer} wants at least {least}", printer=printer.name, least=points_text(length))


def _resolution_request(printer: Printer | None, ppi: int) -> Sentence:
    """Return a sentence with the pixels per inch, and who asks for them, as _printer_request() does."""
    if printer is None:
        return Sentence("presses want {ppi}", ppi=ppi)
    if "ppi" in printer.assumed_keys:
        return Sentence("cardgen asks for {ppi}", ppi=ppi)
    return Sentence("{printer} wants {ppi}", printer=printer.name, ppi=ppi)


def least_sizes(printer: Printer | None) -> tuple[float, float, int]:
    """Return the minima that a printer requires: font size and line width in points, and resolution in pixels
    per inch.

    printer: None for any printer.
    """
    if printer is None:
        return LEAST_TYPE, 0.25, LEAST_PPI
    return printer.least_type, printer.least_line, printer.ppi


def _card_and_others(first_name: str, others: int) -> str:
    """Return the name of a card and, if there are further cards, their number."""
    return Sentence("{card} and {n} more", card=first_name, n=others) if others else first_name


def ink_limit(printer: Printer | None) -> float | None:
    """Return the most total ink on one spot, where 1 is one ink in full. Return None if the printer states no
    limit or takes RGB.
    """
    if printer is None:
        return 3.0
    return printer.total_ink if printer.form == "pdf" else None


def points_text(length: float) -> Figure:
    """Return a font size or line width as text in points, rounded down, so that 5.96 does not become 6."""
    parts = 10 if length >= 10 else 100
    return Figure(f"{int(length * parts + 0.001) / parts:.2f}".rstrip("0").rstrip(".") + " pt")


def _picture_facts(
    pack: Pack, printer: Printer, sides: Sequence[ProofSide], findings: list[Finding]
) -> Iterator[str]:
    """Yield facts about all pictures: their size, and the checks that they passed."""
    wide, high = picture_canvas(pack, printer).pixels
    rules = {finding.rule for finding in findings}
    if not {"picture-bleed", "picture-shape"} & rules:
        yield Sentence(
            "pictures of {wide} × {high} pixels: {ppi} an inch, with {bleed} of bleed",
            wide=wide,
            high=high,
            ppi=printer.ppi,
            bleed=length_text(pack.card.bleed),
        )
    looked = {
        Sentence("type"): "art",
        Sentence("lines"): "art",
        Sentence("pictures"): "picture-resolution",
        Sentence("safe zone"): "art",
    }
    well = [what for what, rule in looked.items() if rule not in rules]
    if well:
        yield Sentence("{things} of all {sides} sides", things=well, sides=len(sides))


def deck_size_findings(pack: Pack, printer: Printer | None) -> list[Finding]:
    """Return a list with one finding if the printer does not make decks of this number of cards, else an
    empty list.
    """
    if printer is None:
        return []
    decks = printer.decks
    if decks.most is not None and pack.count > decks.most:
        message = Sentence(
            "the pack has {n} card; {printer} makes decks of at most {most}",
            "the pack has {n} cards; {printer} makes decks of at most {most}",
            n=pack.count,
            printer=printer.name,
            most=decks.most,
        )
        return [Finding("deck", message, Sentence("split the pack: see `cardgen order`"))]
    if pack.count < decks.least:
        message = Sentence(
            "the pack has {n} card; {printer} makes decks of at least {least}",
            "the pack has {n} cards; {printer} makes decks of at least {least}",
            n=pack.count,
            printer=printer.name,
            least=decks.least,
        )
        return [Finding("deck", message, Sentence("add cards: see `cardgen order`"))]
    return []


_PATIENCE = 6
#: Matches preflight's fact about a file's maximum ink within the limit.
_INK = re.compile(r"total ink at most (\d+) %(, as the colours used prove)?")
#: Matches facts that the table has already, with the face.
_IN_TABLE = re.compile(r"total ink at most \d|the smallest type is \d")
_ROUND_CUT = Sentence("The solid line is the cut, with its round corners. What lies outside it is cut off.")
_PLAIN_CUT = Sentence("The solid line is the cut. What lies outside it is cut off.")
#: What no program can check.
_EYES = (
    Sentence("Each face: is it the right one, spelt right, and there as often as it should be?"),
    _ROUND_CUT,
    Sentence(
        "Cuts drift. What matters stays inside the dashed line; grounds run out to the edge of the bleed."
    ),
    Sentence(
        "A screen shows light, a press prints ink: judge colours by their numbers, or by a printed proof."
    ),
)


def summary_blocks(
    pack: Pack, checked: ProofBasis, sides: Sequence[ProofSide], width: float, page_numbers: Sequence[int]
) -> list[ProofBlock]:
    """Return the blocks before the faces: verdict, facts, findings and notes.

    width: the width of a block, in points. page_numbers: for each side, the number of its page in the proof.
    """
    wording = pack.wording
    sentence, tell = wording.sentence, wording.translate
    found = [("", finding) for finding in deck_size_findings(pack, checked.printer)]
    found += [(file.part, finding) for file in checked.files for finding in file.report.findings]
    labels = {side.id: side.label for side in sides}
    called = {"back": sentence("back")}
    called |= {card.label: labels.get(card.id, card.label) for card in pack.cards}

    def findings(among: Iterable[tuple[str, Finding]], severity: str) -> list[tuple[str, str]]:
        return list(_finding_texts(among, severity, called if checked.job else None, wording))

    errors = findings(found, "error")
    doubts = [
        *findings(found, "warning"),
        *_remarks_reference_texts(pack, checked, sides, page_numbers, wording),
    ]
    doubts += _problem_texts(checked.problems, wording, "warning", "error")
    faults = sum(_refused_fault_count(file.report.findings) for file in checked.files)
    faults += _refused_fault_count(deck_size_findings(pack, checked.printer))
    # An allowed coarse picture is listed where the pack names it, and not again here.
    told = any(problem.name == "resolution" for problem in checked.allowed)
    others = [each for each in found if not (told and each[1].rule == "picture-resolution")]
    meant = [*findings(others, "allowed"), *_problem_texts(checked.allowed, wording, "warning")]
    has_corners = pack.card.shape == "rectangle" and pack.card.corner > 0
    eyes = [_PLAIN_CUT if each is _ROUND_CUT and not has_corners else each for each in _EYES]
    unjudged = [(each, "") for each in _sentences_of_files(checked, "unjudged", wording)]
    verdict = _overall_verdict_block(pack, checked, faults, len(doubts), width, wording)
    blocks = [verdict, gap_block(12)]
    blocks += [
        row_block(tell(name), value, width)
        for name, value in _fact_rows(pack, checked, sides, wording)
        if value
    ]
    blocks += _list_blocks(sentence("Fix before you send it to the printer"), errors, BAD, width)
    blocks += _list_blocks(sentence("Worth a look"), doubts, DOUBT, width)
    blocks += _list_blocks(
        sentence("Checked, without faults"),
        [(fact, "") for fact in _sentences_of_files(checked, "facts", wording)],
        GOOD,
        width,
    )
    blocks += _list_blocks(sentence("Not judged"), unjudged, DOUBT, width)
    blocks += _list_blocks(sentence("Accepted by the pack"), meant, GREY, width)
    blocks += _list_blocks(
        sentence("Good to know"), list(_problem_texts(checked.problems, wording, "note")), GREY, width
    )
    blocks += _list_blocks(sentence("For your own eyes"), [(tell(each), "") for each in eyes], GREY, width)
    credits = [(each.text, each.condition) for each in credit_entries(pack) if each.is_owed]
    mark = DOUBT if any(condition for _, condition in credits) else GREY
    blocks += _list_blocks(tell(NAME_THEM), credits, mark, width)
    printer = checked.printer
    if printer is not None:
        # Results for a user's own preset are worded as its owner's.
        notes = [(tell(Sentence(note)), "") for note in printer.notes]
        blocks += _list_blocks(sentence("About {printer}", printer=printer.name), notes, GREY, width)
        unknown = [(tell(each), "") for each in questions_to_printer(printer, [pack])]
        blocks += _list_blocks(sentence("What to ask {printer}", printer=printer.name), unknown, GREY, width)
    return blocks


#: The plates of process printing.
PLATE_NAMES = {
    "cyan": Sentence("cyan"),
    "magenta": Sentence("magenta"),
    "yellow": Sentence("yellow"),
    "black": Sentence("black"),
}
#: The parts of a pack in files, if there are several.
_PARTS: tuple[str, ...] = (Sentence("cards"), Sentence("faces"), Sentence("backs"), Sentence("die line"))


def unjudged_count(checked: ProofBasis) -> int:
    """Return the number of things that preflight did not judge, each counted once for all files."""
    return len({each for file in checked.files for each in file.report.unjudged})


def _sentences_of_files(
    checked: ProofBasis, name: Literal["facts", "unjudged"], wording: Wording
) -> list[str]:
    """Return the facts that preflight states of the files, or what it did not judge, each once. A sentence
    that is not true of all files begins with the names of those parts.

    name: of the field of a report.
    """
    said: dict[str, list[str]] = {}
    for file in checked.files:
        for fact in (fact for fact in getattr(file.report, name) if not _IN_TABLE.match(fact)):
            said.setdefault(fact, []).append(file.part)
    every = len(checked.files)
    return [
        _sentence_text(fact, wording)
        if len(parts) == every
        else wording.colon.join((_part_names_text(parts, wording), _sentence_text(fact, wording)))
        for fact, parts in said.items()
    ]


def _part_names_text(parts: Iterable[str], wording: Wording) -> str:
    """Return the names of parts of the pack as one text."""
    return ", ".join(_part_name(part, wording) for part in parts)


def _part_name(part: str, wording: Wording) -> str:
    """Return the name of a part of the pack, in the proof's language."""
    return wording.translate(next((each for each in _PARTS if each == part), part))


def _sentence_text(sentence: str, wording: Wording) -> str:
    """Return a sentence in the proof's language; one without a translation begins with a note that it is in
    English.
    """
    told = wording.translate(sentence)
    return told if wording.can_translate(sentence) else wording.sentence("In English: {text}", text=told)


def recipient_name(checked: ProofBasis, wording: Wording) -> str:
    """Return the name of the printer that the proof is for. If it is for any printer, the name says what the
    printer must accept.
    """
    if checked.printer is not None:
        return checked.printer.name
    if checked.job is None:
        return wording.sentence("any printer")
    return wording.sentence("any printer who takes {standard}", standard=STANDARDS[checked.job.standard])


def _list_blocks(
    title: str, entries: Sequence[tuple[str, str]], mark: Color, width: float
) -> list[ProofBlock]:
    """Return a list with a heading as blocks; without entries, the list of blocks is empty.

    entries: each a text and its details. mark: the colour of the dots.
    """
    if not entries:
        return []
    *others, last = [list_item_block(text, detail, width, mark) for text, detail in entries]
    return [heading_block(title, width), *(other._replace(keep=True) for other in others), last]


def _overall_verdict_block(
    pack: Pack,
    checked: ProofBasis,
    faults: int,
    doubts: int,
    width: float,
    wording: Wording,
) -> ProofBlock:
    """Return the block with the verdict on all files. faults, doubts: their numbers."""
    if not is_accepted(checked, pack):
        title, color = (
            wording.sentence(
                "Do not send this to the printer: {n} fault",
                "Do not send this to the printer: {n} faults",
                n=faults,
            ),
            BAD,
        )
    else:
        title, color = wording.sentence("The pictures pass"), GOOD
        if checked.job:
            title = wording.sentence("Preflight passes")
        if unjudged := unjudged_count(checked):
            title = wording.sentence(
                "{verdict}, except for {n} thing that it did not judge",
                "{verdict}, except for {n} things that it did not judge",
                verdict=title,
                n=unjudged,
            )
            color = DOUBT
        title = (
            wording.sentence(
                "{verdict}, with {n} thing to look at",
                "{verdict}, with {n} things to look at",
                verdict=title,
                n=doubts,
            )
            if doubts
            else title
        )
    return verdict_block(title, _file_verdicts_text(checked, wording), width, color)


def _refused_fault_count(findings: Iterable[Finding]) -> int:
    """Return the number of faults that a printer would refuse; a fault on many pages counts once, as in
    `press` and `preflight`.
    """
    return sum(group[0].severity == "error" for group in group_findings(findings))


def _file_verdicts_text(checked: ProofBasis, wording: Wording) -> str:
    """Return a text with the name, the pages and the verdict of each file."""
    if checked.job is None:
        return wording.sentence(
            "The pictures that cardgen images makes, compared with the printer's requirements."
        )
    said = []
    for file in checked.files:
        faults = _refused_fault_count(file.report.findings)
        verdict = wording.sentence("passes")
        if not file.report.passed:
            verdict = wording.sentence("{n} fault", "{n} faults", n=faults)
        elif file.report.unjudged:
            verdict = wording.sentence("passes in what was judged")
        pages = wording.sentence("{n} page", "{n} pages", n=file.report.pages)
        said.append(f"{file.name}, {pages}{wording.colon}{verdict}")
    return wording.sentence("As cardgen press makes it: {files}", files=wording.semicolon.join(said))


def _fact_rows(
    pack: Pack, checked: ProofBasis, sides: Sequence[ProofSide], wording: Wording
) -> Iterator[tuple[str, str]]:
    """Yield the rows of the table of facts as pairs of a name and a value. A value may be "", for a fact that
    does not apply.
    """
    card, printer, faces = pack.card, checked.printer, len(sides) - 1
    sentence, local = wording.sentence, wording.with_local_decimal_sign
    yield Sentence("Pack"), " · ".join(part for part in (pack.name, pack.edition, pack.author) if part)
    yield Sentence("For"), f"{printer.name}, {printer.url}" if printer else recipient_name(checked, wording)
    yield Sentence("Handed in as"), _delivery_form_text(pack, checked, wording)
    lengths = {name: local(length_text(getattr(card, name))) for name in ("corner", "bleed", "safe")}
    yield (
        Sentence("Card"),
        sentence(
            "{size}, corners of {corner}; bleed {bleed}, safe zone {safe}",
            size=local(size_text(*card.size)),
            **lengths,
        )
        if card.shape == "rectangle"
        else sentence(
            "{size}; bleed {bleed}, safe zone {safe}",
            size=local(size_text(*card.size)),
            bleed=lengths["bleed"],
            safe=lengths["safe"],
        ),
    )
    yield Sentence("Drawn again"), wording.translate(checked.trim_note)
    yield (
        Sentence("Cards"),
        sentence(
            "{cards}, {n} different face, one back",
            "{cards}, {n} different faces, one back",
            cards=wording.phrase(f"{pack.card_noun}s", n=pack.count),
            n=faces,
        ),
    )
    yield Sentence("Price"), _price_text(pack, printer, wording) if printer else ""
    yield Sentence("Inks"), _ink_names_text(sides, wording) if checked.job else ""
    yield (
        Sentence("Faces"),
        sentence(
            "rendered from the four plates as the press prints them, with overprint, through its colour "
            "profile"
        )
        if checked.job
        else "",
    )
    if special := dict.fromkeys(ink.plate for kind in pack.kinds for ink in kind.special_inks):
        yield (
            Sentence("Special inks"),
            sentence(
                "{plates}: simulated; look at each plate by itself before you order", plates=list(special)
            ),
        )
    yield Sentence("Total ink"), _total_ink_text(checked, sides, wording)
    yield Sentence("Type and lines"), _minima_text(checked, sides, wording)


def _price_text(pack: Pack, printer: Printer, wording: Wording) -> str:
    """Return a text with the step of the printer's price list that a deck falls in, and where and when the
    list was read.
    """
    # Prices are of decks of cards, not of circles and hexagons.
    decks = printer.decks if pack.card.shape == "rectangle" else Decks()
    said = [wording.translate(price_sentence(decks, price_step(decks, pack.count), pack.count))]
    for source in printer.sources:
        if (decks.steps or decks.every) and {"decks", "decks.steps", "decks.every"} & {*source.figures}:
            where = source.url or wording.translate(Sentence(source.says))
            seen = Sentence("read on {date}: {place}", date=source.read, place=where)
            if not source.first_hand:
                seen = Sentence(
                    "read on {date}, not from the printer: {place}", date=source.read, place=where
                )
            said.append(wording.translate(seen))
    return wording.semicolon.join(said)


def _delivery_form_text(pack: Pack, checked: ProofBasis, wording: Wording) -> str:
    """Return in which form the cards are handed in: the PDF/X standard, or the kind of pictures; "" if
    unknown.
    """
    job, printer = checked.job, checked.printer
    if job is not None:
        condition = f"{job.intent.identifier} ({job.intent.info})"
        return wording.sentence(
            "{standard} for {condition}", standard=STANDARDS[job.standard], condition=condition
        )
    if printer is None:
        return ""
    wide, high = picture_canvas(pack, printer).pixels
    kind, color = printer.image_formats[0].upper(), printer.color.upper()
    return wording.sentence(
        "{kind} pictures in {color}, {wide} × {high} pixels a side, {ppi} an inch",
        kind=kind,
        color=color,
        wide=wide,
        high=high,
        ppi=printer.ppi,
    )


def _ink_names_text(sides: Sequence[ProofSide], wording: Wording) -> str:
    """Return the names of all inks that sides use, as one text."""
    plates = dict.fromkeys(plate for side in sides for plate in (*side.plates, *side.spots))
    process = [wording.translate(name) for plate, name in PLATE_NAMES.items() if plate in plates]
    return ", ".join([*process, *(plate for plate in plates if plate not in PLATE_NAMES)])


def _total_ink_text(checked: ProofBasis, sides: Sequence[ProofSide], wording: Wording) -> str:
    """Return a text with the total ink of all files as preflight measures it, where the heaviest colour is,
    and the printer's limit; "" for pictures.
    """
    if checked.job is None:
        return ""
    most = max(sides, key=lambda side: side.total_ink)
    single = round(100 * most.total_ink)
    said = [wording.sentence("the heaviest single colour has {ink} % ({card})", ink=single, card=most.label)]
    printer = checked.printer
    if printer is None:
        asked = wording.sentence("presses usually take 300 %")
    elif printer.total_ink is None:
        asked = wording.sentence("{printer} names no limit", printer=printer.name)
    else:
        asked = wording.sentence(
            "{printer} takes {ink} %", printer=printer.name, ink=f"{100 * printer.total_ink:.0f}"
        )
    measured = [match for file in checked.files for fact in file.report.facts if (match := _INK.match(fact))]
    if measured and len(measured) == len(checked.files):
        whole, bound = max((int(match[1]), match[2] is not None) for match in measured)
        most_ink = wording.sentence("at most {ink} %, as measured", ink=whole)
        if bound:
            most_ink = wording.sentence("at most {ink} %, as the colours used prove", ink=whole)
        said = [most_ink, *(said if single < whole else ())]
    return wording.semicolon.join([*said, asked])


def _minima_text(checked: ProofBasis, sides: Sequence[ProofSide], wording: Wording) -> str:
    """Return a text with the smallest type and the thinnest line, the cards that have them, and the printer's
    requirements.
    """
    least_type, least_line, _ = least_sizes(checked.printer)
    types = [(side.used.least_type, side.label) for side in sides if side.used.least_type is not None]
    lines = [(side.used.least_line, side.label) for side in sides if side.used.least_line is not None]
    said = []
    if types:
        size, label = min(types)
        said.append(
            wording.sentence("smallest type {size}", size=wording.with_local_decimal_sign(points_text(size)))
            + f" ({label})"
        )
    if lines:
        size, label = min(lines)
        said.append(
            wording.sentence("thinnest line {size}", size=wording.with_local_decimal_sign(points_text(size)))
            + f" ({label})"
        )
    asked = {
        "type": wording.with_local_decimal_sign(points_text(least_type)),
        "line": wording.with_local_decimal_sign(points_text(least_line)),
    }
    # What the printer does not state is not the printer's wish.
    if checked.printer and not {"least-type", "least-line"} & set(checked.printer.assumed_keys):
        said.append(
            wording.sentence(
                "{printer} wants {type} and {line} or more", printer=checked.printer.name, **asked
            )
        )
    elif checked.printer:
        said.append(wording.sentence("cardgen asks for {type} and {line} or more", **asked))
    else:
        said.append(wording.sentence("presses want {type} and {line} or more", **asked))
    return wording.semicolon.join(said) if types or lines else ""


def _finding_texts(
    findings: Iterable[tuple[str, Finding]],
    severity: str,
    card_names: Mapping[str, str] | None,
    wording: Wording,
) -> Iterator[tuple[str, str]]:
    """Yield a pair of texts for each kind of findings of a severity: what was found, and where with what to
    do.

    card_names: the names that cards have in the proof, by their labels in findings; None to leave out the
    pages.
    """
    kinds: dict[tuple[str, str, str], list[Finding]] = {}
    for part, finding in findings:
        if finding.severity == severity:
            kinds.setdefault((part, finding.rule, finding.hint), []).append(finding)
    for (part, _, _), alike in kinds.items():
        messages = list(dict.fromkeys(finding.message for finding in alike))
        said = _sentence_text(messages[0], wording)
        if len(messages) > 1:
            said = wording.sentence(
                "{finding} (and {n} more like it)",
                "{finding} (and {n} more like it)",
                finding=said,
                n=len(messages) - 1,
            )
        place = (
            _pages_and_cards_phrase(alike, card_names, wording)
            if card_names is not None
            else _card_names_text(alike, {})
        )
        where = ", ".join(words for words in (_part_name(part, wording), place) if words)
        yield said, wording.semicolon.join(filter(None, (where, wording.translate(alike[0].hint))))


def _pages_and_cards_phrase(
    findings: Sequence[Finding], card_names: Mapping[str, str], wording: Wording
) -> str:
    """Return a phrase with pages of the press file and the cards on them; "" if neither is known."""
    pages = sorted({finding.page for finding in findings if finding.page is not None})
    things = _card_names_text(findings, card_names)
    named = ", ".join(map(str, pages[:_PATIENCE])) + (" …" if len(pages) > _PATIENCE else "")
    # Pages of the file, as the proof has pages too.
    spoken = (
        wording.sentence(
            "page {pages} of the press file", "pages {pages} of the press file", pages=named, n=len(pages)
        )
        if pages
        else ""
    )
    return f"{spoken} ({things})" if spoken and things else spoken or things


def _card_names_text(findings: Sequence[Finding], card_names: Mapping[str, str]) -> str:
    """Return the names of cards with findings as one text, at most some of them."""
    cards = dict.fromkeys(card_names.get(finding.card, finding.card) for finding in findings if finding.card)
    return ", ".join([*cards][:_PATIENCE]) + (" …" if len(cards) > _PATIENCE else "")


def _remarks_reference_texts(
    pack: Pack, checked: ProofBasis, sides: Sequence[ProofSide], page_numbers: Sequence[int], wording: Wording
) -> Iterator[tuple[str, str]]:
    """Yield one pair of texts: that some faces have remarks beside them in the proof, and which faces these
    are.

    Nothing is yielded if there are no remarks, or for pictures, whose remarks are findings.
    """
    if checked.job is None:
        return
    where = [
        wording.sentence("{card} (page {page})", card=side.label, page=page)
        for side, page in zip(sides, page_numbers, strict=True)
        if any(side_remarks(side, pack, checked.printer))
    ]
    if where:
        more = f" {wording.phrase('more', n=len(where) - _PATIENCE)}" if len(where) > _PATIENCE else ""
        yield (
            wording.sentence("remarks stand beside {cards}", cards=f"{', '.join(where[:_PATIENCE])}{more}"),
            wording.sentence("these are pages of this proof"),
        )


def _problem_texts(
    problems: Iterable[Problem], wording: Wording, *severities: str
) -> Iterator[tuple[str, str]]:
    """Yield problems of these severities as pairs of text: what is wrong, and where with a hint."""
    for problem in problems:
        mark, where = problem.mark, ""
        if problem.severity not in severities:
            continue
        if mark is not None:
            where = _file_and_line(mark)
        hint = wording.translate(problem.hint)
        yield (
            _sentence_text(problem.message, wording),
            wording.semicolon.join(filter(None, (where, hint))),
        )


def _file_and_line(mark: Mark) -> str:
    """Return the name of a file, without its folder (which is private), and the line.

    For a pack that comes with cardgen, return only the pack's name, as users do not change its file.
    """
    file = PurePath(mark.file)
    if file.parent == folders.bundled_folder("packs"):
        return file.stem
    return f"{file.name}:{mark.line}" if mark.line else file.name
