"""Compares the pages of a press file with the pack's own drawing of their cards.

Both are rendered by the same program, inside the trim and the bleed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import combinations, groupby
from math import inf
from typing import NamedTuple

from ...colour.conversion import PressInks
from ...colour.icc import CONDITIONS, bundled_profile
from ...errors import UsageError
from ...geometry import Rect, enclosing_rect
from ...pack.model import Pack
from ...units import MM, Sentence, count_with_noun
from ..comparison.differences import (
    DRAWN,
    LOSSY,
    Difference,
    describe_color_change,
    place_in_millimetres,
    tolerance_sentence,
)
from ..comparison.faces import PPI, CardView, ExpectedSide, FaceJudge, PageVerdict, Views
from ..comparison.pack_sides import PackSide, label_of_side
from ..pdf.display_list import display_lists
from ..pdf.document import DocumentPage, PdfDocument, array_items, dictionary_entry, open_document
from ..pdf.limits import MOST_DRAWN, MOST_OPERATORS, MOST_STREAM, MOST_WORK, Unreadable
from ..pdf.raster import file_of_parts, render_page_parts
from ..pdf.readback import SheetReader
from ..pdf.stand_ins import StandIns, stand_ins_of_file
from . import deck_sources
from .deck_sources import MatchingPage, SourceComparison
from .findings import Finding, Target

#: Number of pages from which the inks of a file are detected.
_PROBES = 4
#: Maximum number of black fills of several inks that are tried as a file's rich black.
_MOST_BLACKS = 3
#: Maximum number of pages whose colour differences are analysed ink by ink.
_MOST_PLATES = 8
#: Lossy filters of pictures.
_LOSSY = {"/DCTDecode", "/JPXDecode"}
#: Differences that are certain whichever program drew the page.
_CERTAIN = {"mirrored", "turned", "shifted", "scaled", "covered"}
#: Minimum number of pages with the same difference that are reported together.
_MANY = 3

#: The content that cardgen marks with a card's name (ISO 32000-1, 14.6).
_MARK = re.compile(rb"/(Front|Back) ?<< ?/Card ?(?:\(([^()\\]{0,200})\)|<FEFF([0-9A-F]{0,800})>) ?>> ?BDC\b")


class ExpectedCard(NamedTuple):
    """A card that should be on a page, and where."""

    #: The number of the page, from 1.
    page: int
    side: PackSide
    #: Its name in the file; None if it has none.
    name: PackSide | None
    #: Its trim on the page, in points; None for a page of one card, centred on the page's trim.
    trim: Rect | None = None


class ComparedPage(NamedTuple):
    """The result of comparing a page, or a card on a sheet, with the pack's own drawing."""

    page: int
    #: What it is called in the file; None where it is not.
    name: PackSide | None
    expected: PackSide
    verdict: PageVerdict

    @property
    def sides(self) -> tuple[PackSide, ...]:
        """Return the faces or backs that the page may show: several if they look alike."""
        return self.verdict.sides

    @property
    def is_back(self) -> bool:
        """Tell whether the page shows a back."""
        return any(side.kind == "Back" for side in self.sides)


def side_marked_in(content: bytes) -> PackSide | None:
    """Return the face or back that cardgen's mark in the content of a page names.

    Returns None if there is no mark, are several, or the content is too long.
    """
    if len(content) > MOST_STREAM or b"/Card" not in content:
        return None
    marks = _MARK.findall(content)
    if len(marks) != 1:
        return None
    side, plain, coded = marks[0]
    try:
        name = bytes.fromhex(coded.decode()).decode("utf-16-be") if coded else plain.decode("latin-1")
    except ValueError:
        return None
    return PackSide("Back" if side == b"Back" else "Front", name)


def declared_cards_on_sheets(
    file: PdfDocument, pages: Sequence[DocumentPage], size: tuple[float, float]
) -> tuple[list[ExpectedCard], list[Finding]] | None:
    """Return the cards on the sheets as the file itself states them, and findings about their places.

    Cards that are not upright are left out, with a finding. size: width and height of a card's trim, in
    points. Returns None if the file does not state where its cards are.
    """
    reader = SheetReader(file.pdf, MOST_WORK, MOST_OPERATORS)
    found: list[ExpectedCard] = []
    faults: list[Finding] = []
    for page in pages:
        try:
            placed = reader.read_page(page.number, page.obj).cards
        except (UsageError, Unreadable):
            return None
        odd = next((each.place for each in placed if not _is_upright(each.place)), None)
        if odd is not None:
            a, b, c, d, *_ = odd
            how = (
                f"are scaled to {100 * a:.4g} %"
                if abs(b) + abs(c) < _SAME and min(a, d) > 0
                else "are turned"
            )
            message = f"the cards {'are mirrored' if a * d < b * c else how} on their sheet"
            faults.append(Finding("deck", message, _HINT, page=page.number))
            continue
        cards = [
            ExpectedCard(page.number, side, side, Rect(*each.place[4:], *size))
            for each in placed
            for side in [PackSide(each.side, each.card)]
        ]
        if cards and not _do_begin_at_trim_corner([each.trim for each in cards if each.trim], page.cut_box):
            message = "the cards do not begin at the corner of what the sheet is trimmed to"
            faults.append(Finding("deck", message, _HINT, page=page.number))
        found += cards
    return (found, faults) if found or faults else None


def _is_upright(place: Sequence[float]) -> bool:
    """Tell whether a matrix neither scales nor turns nor mirrors."""
    return max(abs(part - wanted) for part, wanted in zip(place[:4], (1, 0, 0, 1), strict=True)) < 1e-4


def _do_begin_at_trim_corner(cards: Sequence[Rect], trim: Rect | None) -> bool:
    """Tell whether the cards lie within a sheet's trim and begin at its upper left or upper right corner.

    trim: of the sheet; without it the result is False.
    """
    if trim is None:
        return False
    area = enclosing_rect(list(cards))
    left, right = area.x - trim.x, trim.right - area.right
    low, top = area.y - trim.y, trim.top - area.top
    return min(left, right, low, top) > -_PLACE and min(left, right) < _PLACE and top < _PLACE


def side_shown_on_page(file: PdfDocument, page: int) -> PackSide | None:
    """Return the face or back that a page was found to show; None if the page was not compared, or the result
    is unsure.
    """
    found: PackSide | None = file.figures.get("sides", {}).get(page)
    return found


def compare_pages(
    file: PdfDocument,
    pack: Pack,
    target: Target,
    expected: Sequence[ExpectedCard],
) -> tuple[list[ComparedPage], list[Finding]]:
    """Compare pages with the pack's own drawing of their cards; return the results, and findings.

    There is one result for each expected card, in their order. The findings are those of comparing pages that
    look right with the sources of their texts, icons and pictures. Pages with the same content are compared
    once. Raises Unreadable if a page cannot be drawn, or too many pages differ.
    """
    pack = pack.one_deck or pack
    keys = [(file.drawing_digest(file.pages[each.page - 1]), each.side, each.trim) for each in expected]
    distinct: dict[tuple[bytes, PackSide, Rect | None], ExpectedCard] = {}
    for key, each in zip(keys, expected, strict=True):
        distinct.setdefault(key, each)
    if len(distinct) > MOST_DRAWN:
        raise Unreadable(f"more than {MOST_DRAWN:,} pages differ from one another")
    pages = _CardsOnPages(file, pack, list(distinct.values()))
    die_line = _die_line_color(pages, target)
    beside = (
        _corners_of_touching_faces(list(distinct.values()))
        if die_line and target.sheet
        else [()] * len(distinct)
    )
    wanted = [
        ExpectedSide(each.side, trim, part, near)
        for each, trim, part, near in zip(distinct.values(), pages.trims, pages.parts, beside, strict=True)
    ]
    judge = _make_judge(pages, target, wanted, die_line)

    def tick(done: int) -> None:
        file.tell(done, len(wanted))

    sources = SourceComparison(pack, judge.press_inks)

    def matching_page(at: int, side: PackSide) -> MatchingPage:
        part, trim = pages.parts[at], pages.trims[at]
        return MatchingPage(pages.pages[at], side, part, trim.x - part.x, pages.lossy)

    def compare_with_source(at: int, view: CardView) -> None:
        # Of more pages, the first that match are compared, which are known later.
        if at < deck_sources.MOST_PAGES:
            sources.compare(matching_page(at, wanted[at].side), view.pdf_page)

    with pages.with_stand_ins() as quick:
        judged = judge.judge_pages(wanted, pages.views, tick, compare_with_source, quick)
    recolored = [
        at for at, each in enumerate(judged) if each.difference and each.difference.kind == "colours"
    ]
    for at in recolored[:_MOST_PLATES]:
        judged[at] = _verdict_naming_inks(pages, at, judge, wanted[at], judged[at])
    verdicts = dict(zip(distinct, judged, strict=True))
    found = [
        ComparedPage(each.page, each.name, each.side, verdicts[key])
        for key, each in zip(keys, expected, strict=True)
    ]
    if not target.sheet:
        file.figures["sides"] = {each.page: each.sides[0] for each in found if not each.verdict.unsure}
    _record_comparison(file, found)
    alike = [
        matching_page(at, each.sides[0])
        for at, each in enumerate(judged)
        if each.difference is None and not each.unsure
    ]
    return found, list(sources.findings(file, alike))


class _CardsOnPages:
    """The cards of a file that are compared, each with its page, trim and surroundings."""

    def __init__(self, file: PdfDocument, pack: Pack, cards: Sequence[ExpectedCard]) -> None:
        self.file, self.pack = file, pack
        self.pages = [file.pages[each.page - 1] for each in cards]
        size = pack.card.size
        #: The trim of each card on its page, and the part of the page that is compared, in points.
        self.trims = [
            each.trim or card_trim(page, size, pack.card.bleed)
            for each, page in zip(cards, self.pages, strict=True)
        ]
        gap = _smallest_gap(cards, self.pages) / 2
        self.parts = [
            _comparable_part(page, trim, min(gap, pack.card.bleed))
            for page, trim in zip(self.pages, self.trims, strict=True)
        ]
        farthest = max(trim.x - part.x for trim, part in zip(self.trims, self.parts, strict=True))
        #: How far the parts reach beyond the trim. One that is longer than the bleed by rounding counts as
        #: equal: with more bleed, pictures would have other pixels.
        self.reach = min(farthest, pack.card.bleed)
        self.lossy = _has_lossy_pictures(file)

    def views(
        self, card_indices: Sequence[int], scale: float, file: PdfDocument | None = None
    ) -> Iterator[CardView]:
        """Yield rendered pictures of cards, each with its bleed.

        card_indices: the indices of the cards. scale: pixels per point. file: another file with the same
        pages.
        """
        file = file or self.file
        parts = [(file.pages[self.pages[at].number - 1], self.parts[at]) for at in card_indices]
        for at, (pixels, pdf_page) in zip(card_indices, render_page_parts(file, parts, scale), strict=True):
            yield CardView(pixels, self.trims[at].x - self.parts[at].x, self.lossy, pdf_page)

    @contextmanager
    def with_stand_ins(self) -> Iterator[tuple[StandIns, Views] | None]:
        """Open the file with stand-ins for its pictures, for a `with` block.

        The block gets the stand-ins, and a function that yields views of the file's cards. It gets None if
        the file has no pictures that can be replaced, or the pack has no pictures.
        """
        made = stand_ins_of_file(self.file.data) if self.pack.pictures else None
        if made is None:
            yield None
            return
        with open_document(made.data) as small:
            yield made, partial(self.views, file=small)


def _smallest_gap(cards: Sequence[ExpectedCard], pages: Sequence[DocumentPage]) -> float:
    """Return the smallest distance between cards in a row or column of a sheet, in points.

    pages: the page of each card. If every sheet has only one card, returns the gap that further cards would
    have.
    """
    gap = inf
    for _, group in groupby(cards, lambda each: each.page):
        trims = [each.trim for each in group if each.trim is not None]
        for one, two in combinations(trims, 2):
            gap = min(gap, max(abs(one.x - two.x) - one.width, abs(one.y - two.y) - one.height))
    if gap == inf:
        gap = min(map(_gap_beside, cards, pages), default=inf)
    return max(0.0, gap)


def _gap_beside(card: ExpectedCard, page: DocumentPage) -> float:
    """Return the gap between cards, in points, if the sheet had as many cards as it has room for.

    Returns the smaller of the gaps in rows and columns; infinity if there is room for one card only.
    """
    if card.trim is None or page.cut_box is None:
        return inf
    gaps = [inf]
    for room, side in ((page.cut_box.width, card.trim.width), (page.cut_box.height, card.trim.height)):
        most = int((room + _PLACE) / side)
        if most > 1:
            gaps.append((room - most * side) / (most - 1))
    return min(gaps)


def _corners_of_touching_faces(cards: Sequence[ExpectedCard]) -> list[tuple[tuple[float, float], ...]]:
    """Return for each card of a sheet the lower left corners (points) of the faces that touch it."""
    found: list[tuple[tuple[float, float], ...]] = []
    for _, group in groupby(cards, lambda each: each.page):
        trims = [(each.trim, each.side.kind) for each in group if each.trim is not None]
        for own, _ in trims:
            near = [
                (other.x, other.y)
                for other, side in trims
                if side == "Front" and other != own and own.grown(_TOUCHING).overlaps(other)
            ]
            found.append(tuple(near))
    return found


def _make_judge(
    pages: _CardsOnPages, target: Target, expected: Sequence[ExpectedSide], die_line: str | None
) -> FaceJudge:
    """Return a judge that draws the pack with the inks of the file.

    Several sets of inks are tried on a few pages. The set with which most of these pages look right is used.
    """
    some = list(range(0, len(expected), -(-len(expected) // _PROBES)))
    best, most = None, -1
    # PDFium draws glyphs of fonts otherwise than their outlines.
    outlines = not pages.file.resources_of_kinds("font")
    for inks, flat in _possible_inks_and_flattening(pages.file, target):
        judge = FaceJudge(pages.pack, pages.reach, inks, flat=flat, die_line=die_line, outlines=outlines)
        matches = judge.count_matches(
            [expected[at] for at in some],
            lambda numbers, scale: pages.views([some[number] for number in numbers], scale),
        )
        if best is None or matches > most:
            best, most = judge, matches
        if most == len(some):
            break
    return best or FaceJudge(pages.pack, pages.reach)


def _verdict_naming_inks(
    pages: _CardsOnPages, page_index: int, judge: FaceJudge, expected: ExpectedSide, verdict: PageVerdict
) -> PageVerdict:
    """Return a verdict whose difference says which inks differ.

    Returns the verdict unchanged if the plates cannot be drawn. page_index: the index of the page. expected:
    the face or back that it should show.
    """
    from ..pdf.plates import CannotSeparate, separate_pages

    page, difference = pages.pages[page_index], verdict.difference
    part = expected.part
    try:
        wanted = judge.plates_of_side(expected._replace(side=verdict.sides[0]))
        if wanted is None or difference is None:
            return verdict
        (plates,) = separate_pages(
            file_of_parts(pages.file, [(page, part)]), [0], scale=wanted.width / part.width
        )
    except (CannotSeparate, Unreadable):
        return verdict
    seen = plates.as_cmyk().resize(wanted.size)
    if difference.where is not None:
        x, y = expected.trim.x - part.x, expected.trim.y - part.y
        across = seen.width / part.width
        left, right = (difference.where.x + x) * across, (difference.where.right + x) * across
        low, top = (seen.height - (side + y) * across for side in (difference.where.y, difference.where.top))
        box = (round(left), round(top), max(round(left) + 1, round(right)), max(round(top) + 1, round(low)))
        seen, wanted = seen.crop(box), wanted.crop(box)
    start, _, rest = difference.form.partition("(")
    form = f"{start}({describe_color_change(seen, wanted)}){rest.partition(')')[2]}"
    return verdict._replace(difference=difference._replace(form=form))


def card_trim(page: DocumentPage, size: tuple[float, float], bleed: float) -> Rect:
    """Return a card's trim on a page of one card, in points: in the middle of the page's trim.

    size: width and height of the trim; bleed: of the card. Raises Unreadable for a page without a trim.
    """
    if page.cut_box is None:
        raise Unreadable(f"page {page.number} is of no size that a card can have")
    for border in (0.0, bleed):
        # The middle of a box with rounded sides is not where a press file has it: that is at its corner.
        if all(
            abs(own - each - 2 * border) < _SAME for own, each in zip(page.cut_box[2:], size, strict=True)
        ):
            return Rect(page.cut_box.x + border, page.cut_box.y + border, *size)
    x, y = page.cut_box.center
    return Rect(x - size[0] / 2, y - size[1] / 2, *size)


def _comparable_part(page: DocumentPage, card: Rect, bleed: float) -> Rect:
    """Return the part of a page (points) that is compared: the card with as much bleed as the page has.

    card: its trim on the page. bleed: the maximum. Raises Unreadable for a page without a MediaBox.
    """
    if page.media is None:
        raise Unreadable(f"page {page.number} is of no size that a card can have")
    boxes = [box for box in (page.media, page.bleed) if box is not None]
    room = min(
        min(card.x - box.x, card.y - box.y, box.right - card.right, box.top - card.top) for box in boxes
    )
    part = card.grown(max(0.0, min(room, bleed)))
    if all(abs(a - b) < _SAME for a, b in zip(part, page.media, strict=True)):
        # A bleed that is short by rounding counts as full.
        return page.media
    part = part.grown(-_HAIR)
    x, y, right, top = (round(side, _DECIMALS) for side in (part.x, part.y, part.right, part.top))
    return Rect(x, y, right - x, top - y)


#: Parts of pages end at this distance (points) from where their bleed ends or the next card begins: PDFium
#: widens pictures and clips to whole pixels, and what ends at an edge would be rounded either way.
_HAIR = 0.01
#: Decimals of the corners of parts, which every writer of PDFs keeps.
_DECIMALS = 4
#: A die line reaches less far (points) onto the next card.
_TOUCHING = 0.5
#: Tolerance for the place of a card on a sheet, in points.
_PLACE = 0.05 * MM
#: Tolerance for equal lengths, in points.
_SAME = 0.01


def _has_lossy_pictures(file: PdfDocument) -> bool:
    """Tell whether a file has pictures with lossy compression (JPEG, JPEG 2000)."""
    for image in file.resources_of_kinds("image"):
        filters = dictionary_entry(image.thing, "/Filter")
        if {str(each) for each in (array_items(filters) or [filters])} & _LOSSY:
            return True
    return False


# --- the inks of a file ---------------------------------------------------------------------------


def _possible_inks_and_flattening(
    file: PdfDocument, target: Target
) -> Iterator[tuple[PressInks | None, bool]]:
    """Yield inks that a file may have been drawn with, and whether it is flattened; likely ones first.

    None stands for RGB.
    """
    inks = target.inks or PressInks(_condition_profile(file))
    flat = target.standard != "x4"
    yield inks, flat
    yield inks, not flat
    for black in _rich_blacks(file):
        if black != inks.rich_black:
            yield inks._replace(rich_black=black), flat
    if inks.rich_black is not None or inks.total_ink is not None:
        yield inks._replace(rich_black=None, total_ink=None), flat
    if target.inks is not None and _condition_profile(file) != target.inks.profile:
        yield inks._replace(profile=_condition_profile(file)), flat
    yield None, False


def _die_line_color(pages: _CardsOnPages, target: Target) -> str | None:
    """Return the name of the spot colour of the die line on these pages; None if there is no die line."""
    numbers = {page.number for page in pages.pages}
    for content in display_lists(pages.file):
        if numbers & set(content.pages):
            for mark in content.marks:
                inks = mark.paint.space.inks
                if inks and set(inks) <= set(target.spots):
                    return str(inks[0])
    return None


def _condition_profile(file: PdfDocument) -> bytes:
    """Return the ICC profile in the file's output intent, or of the condition named there; else FOGRA39's."""
    for intent in array_items(file.catalog.get("/OutputIntents")):
        profile = dictionary_entry(intent, "/DestOutputProfile")
        if profile is not None and dictionary_entry(profile, "/N") == 4:
            return file.unpack_stream(profile)
        name = str(dictionary_entry(intent, "/OutputConditionIdentifier"))
        for condition in CONDITIONS.values():
            if condition.identifier == name:
                return bundled_profile(condition.profile)
    return bundled_profile("fogra39")


def _rich_blacks(file: PdfDocument) -> list[tuple[float, float, float, float]]:
    """Return at most three colours of the file that have full black and other inks, as CMYK from 0 to 1."""
    found: dict[tuple[float, ...], None] = {}
    for content in display_lists(file):
        for mark in content.marks:
            parts = mark.paint.parts
            if mark.paint.space.family == "DeviceCMYK" and parts and parts[3] == 1 and sum(parts) > 1:
                found.setdefault(tuple(parts))
    return [(c, m, y, k) for c, m, y, k in list(found)[:_MOST_BLACKS]]


# --- what is said of it ---------------------------------------------------------------------------

_HINT = "make the file again from the pack, and send that"
_LOOK = "make the file with `cardgen press`, or look at each of its pages yourself"


def comparison_findings(compared: Sequence[ComparedPage], target: Target) -> Iterator[Finding]:
    """Yield a finding for each page that does not look as the pack draws it, is unsure, or is marked wrongly.

    Differences that all pages share are reported once. If most pages of a file without marks differ, it is
    probably of another program, and one finding says that it is not judged.
    """
    pack = target.pack
    named = any(each.name is not None for each in compared)
    off = [(each, each.verdict.difference) for each in compared if each.verdict.difference is not None]
    strange = [difference for _, difference in off if difference.kind not in _CERTAIN]
    if not named and 2 * len(strange) > len(compared):
        page = next(each.page for each, difference in off if difference.kind not in _CERTAIN)
        message = (
            f"what the pages show could not be compared with the pack: {len(strange)} of {len(compared)} are "
            f"not drawn as cardgen draws them; page {page}, for one, {strange[0].description}"
        )
        yield Finding("deck", message, _LOOK, "not judged")
        return
    for each in compared:
        label = cache(lambda side: label_of_side(side, pack))
        if each.verdict.unsure:
            names = " or ".join(map(label, each.sides))
            message = f"this page may be {names}, which look nearly alike: it could not be told which"
            yield Finding("deck", message, "look at it yourself", "not judged", each.page)
        elif each.name is not None and each.name not in each.sides and each.expected == each.name:
            shows = " or ".join(map(label, each.sides))
            message = f"this page is marked as {label(each.name)}, and shows {shows}"
            yield Finding("deck", message, _HINT, page=each.page)
    yield from _grouped_findings(off, compared, target)


def _grouped_findings(
    differing: Sequence[tuple[ComparedPage, Difference]], compared: Sequence[ComparedPage], target: Target
) -> Iterator[Finding]:
    """Yield a finding for each difference; one for all pages if they share it. differing: the pages that
    differ.
    """
    groups: dict[tuple[str, str], list[tuple[ComparedPage, Difference]]] = defaultdict(list)
    for each, difference in differing:
        groups[difference.kind, difference.form].append((each, difference))
    for group in groups.values():
        pages = [each for each, _ in group]
        whole = _phrase_for_all(pages, compared, "card" if target.sheet else "page")
        form, at = group[0][1].form, _phrase_for_places([difference for _, difference in group])
        if whole:
            message = f"{whole} are not as the pack draws them: each {form.replace('{at}', at)}"
            yield Finding("deck", message, _HINT)
            continue
        for each, difference in group:
            what = "back" if each.is_back else "face"
            if target.sheet:
                # A finding of a page of one card names that card; a sheet has many.
                what += f" of {label_of_side(each.expected, target.pack)}" if what == "face" else ""
            message = f"the {what} is not as the pack draws it: it {difference.description}"
            yield Finding("deck", message, _HINT, page=each.page)


def _phrase_for_all(pages: Sequence[ComparedPage], compared: Sequence[ComparedPage], what: str) -> str | None:
    """Return a phrase such as "all 54 faces" if these pages are all pages, all faces or all backs.

    Returns None otherwise, and for fewer than three pages. compared: all pages. what: "page", or "card" if
    pages have several cards.
    """
    if len(pages) < _MANY:
        return None
    backs = [each for each in compared if each.is_back]
    if len(pages) == len(compared):
        return f"all {count_with_noun(len(compared), what)}"
    if all(each.is_back for each in pages) and len(pages) == len(backs):
        return f"all {count_with_noun(len(backs), 'back')}"
    if not any(each.is_back for each in pages) and len(pages) == len(compared) - len(backs):
        return f"all {count_with_noun(len(pages), 'face')}"
    return None


def _phrase_for_places(differences: Sequence[Difference]) -> str:
    """Return a phrase for the place of differences: the one they share, or the area around them all."""
    areas = [each.where for each in differences if each.where is not None]
    if len({each.at for each in differences}) == 1 or not areas:
        return differences[0].at
    left, low = min(area.x for area in areas), min(area.y for area in areas)
    right, top = max(area.right for area in areas), max(area.top for area in areas)
    return place_in_millimetres(Rect(left, low, right - left, top - low))


def _record_comparison(file: PdfDocument, compared: Sequence[ComparedPage]) -> None:
    """Add figures about the comparison of pages to a file, and a fact if all pages look right."""
    right = [each.verdict for each in compared if each.verdict.difference is None]
    equal = sum(verdict.tolerance is None for verdict in right)
    tolerance = LOSSY if any(verdict.tolerance == LOSSY for verdict in right) else DRAWN
    file.figures["compared"] = {
        "pages": len(compared),
        "equal": equal,
        "ppi": PPI,
        "tolerance": [{"square_mm": round(side / MM, 3), "levels": level} for side, level in tolerance],
    }
    if len(right) == len(compared):
        said = Sentence(
            "{n} page looks as the pack draws it: colours differ {least}",
            "{n} pages look as the pack draws them: colours differ {least}",
            n=len(compared),
            least=tolerance_sentence(tolerance),
        )
        file.facts.append(said)
