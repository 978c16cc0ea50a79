"""Verifies finished sheets: reads a PDF back, from the PDF, the pack and the file's declaration alone.

Independent of imposition.py. It verifies that every card of the pack is there in its quantity, at its true
size, upright, not overlapping, and looks inside its cut as in the pack, more like itself than like any other
card; that each back lies behind its front when the paper is flipped as declared; that the margin is blank. A
file with anything that cardgen does not draw fails, but pictures may have been compressed again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...errors import UsageError
from ...geometry import (
    HEXAGONS,
    IDENTITY,
    Matrix,
    Rect,
    combined_matrix,
    inverse_matrix,
    rotation,
    transformed_bounds,
    transformed_point,
    translation,
)
from ...pack.model import Pack
from ...pack.numbered_copies import with_each_copy
from ...pack.selection import cards_by_kind, cards_to_print
from ...pack.values import PATTERN_NAMES
from ...units import MM, count_with_noun, length_text, size_text
from ..pdf.readback import (
    DeclaredJob,
    FoundCard,
    SheetPage,
    ViewerRequests,
    declared_jobs,
    open_sheets,
    read_pages,
    viewer_requests,
)
from . import looks
from .looks import Tick
from .parts import EXACT, Part, declared_parts, part_faults

#: How far a correction for a home printer may move the middle of a page, as backs may be moved by hand.
_MOST_MOVED = 25 * MM

#: Maximum number of things listed as not judged.
_NOT_JUDGED = 10

#: Required viewer preferences, by the edge about which the paper is flipped.
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
#: The sides in a file, by how backs are printed.
_SIDES = {"duplex": ("front", "back"), "separate": ("front",), "none": ("front",), "gutterfold": ("front",)}


@dataclass(frozen=True)
class Proof:
    """The result of verifying sheets."""

    facts: tuple[str, ...]
    faults: tuple[str, ...]
    #: Number of texts, pictures and drawings that were compared with their sources.
    compared: int = 0
    #: What was not judged, and why.
    not_judged: tuple[str, ...] = ()
    #: The first cards that differ from the pack, as pictures.
    different: tuple[looks.DifferentCard, ...] = ()

    @property
    def good(self) -> bool:
        """Tell whether there are no faults."""
        return not self.faults


@dataclass(frozen=True)
class _SheetFile:
    """The sheets of one kind of pieces in a PDF that was read."""

    data: bytes
    declared: DeclaredJob
    asked: ViewerRequests
    pages: list[SheetPage]
    #: Number of pages of other kinds before these, and of all in the PDF.
    before: int
    of: int


def declared_pack(data: bytes) -> tuple[str, str]:
    """Return the name of the pack that sheets were made from, and the name of its file.

    Raises UsageError if the file is not one of cardgen's sheets.
    """
    with open_sheets(data) as pdf:
        found, *_ = declared_jobs(pdf)
        return found.pack, found.source


def verify_sheets(data: bytes, pack: Pack, backs: bytes | None = None, tick: Tick | None = None) -> Proof:
    """Compare sheets with their pack and return the result.

    backs: the file of backs if they are separate. tick: called with the number of pages done and of all
    pages. Raises UsageError for a file that cannot be read, is not one of cardgen's sheets, or is of another
    pack.
    """
    pack, fronts = _read_sheet_files(data, pack)
    job = fronts[0].declared
    if job.sides != _SIDES[job.backs]:
        raise UsageError("these are not the fronts: name the file of fronts first")
    kinds: list[tuple[_SheetFile, ...]]
    if job.backs == "separate":
        kinds = list(zip(fronts, _sheets_of_backs(fronts, backs, pack), strict=True))
    elif backs is not None:
        raise UsageError("the backs of these sheets are not in a file of their own: name one file")
    else:
        kinds = [(each,) for each in fronts]
    if not any(page.cards for files in kinds for file in files for page in file.pages):
        raise UsageError(
            "this PDF does not say which card lies where: another program has saved it and left that out; "
            "prove the file that cardgen wrote"
        )
    lacking = [*_kind_faults(fronts, pack), *_page_count_faults(kinds)]
    if lacking:
        # Without them it is unknown which page is of which kind.
        return Proof((), tuple(lacking))
    steps = _Steps(tick, sum(file.of for file in kinds[0]))
    proofs = [
        _verify_kind(files, _pack_of_declared_kind(pack, files[0].declared), steps.count_page)
        for files in kinds
    ]
    if len(proofs) == 1:
        return proofs[0]
    names = [file.declared.piece for file in fronts]
    faults = dict.fromkeys(fault for proof in proofs for fault in proof.faults)
    facts = [
        f"{name if name != 'card' else 'cards'}: {fact}"
        for name, proof in zip(names, proofs, strict=True)
        for fact in proof.facts
    ]
    return Proof(
        () if faults else tuple(facts),
        tuple(faults),
        sum(proof.compared for proof in proofs),
        tuple(each for proof in proofs for each in proof.not_judged),
        tuple(each for proof in proofs for each in proof.different),
    )


class _Steps:
    """Counts the pages that are done, and reports the number."""

    def __init__(self, tick: Tick | None, total: int) -> None:
        self._tick, self._total, self._count = tick, total, 0

    def count_page(self) -> None:
        """Count a page as done, and report it."""
        self._count += 1
        if self._tick is not None:
            self._tick(self._count, self._total)


def _verify_kind(files: Sequence[_SheetFile], pack: Pack, on_page_done: Callable[[], None]) -> Proof:
    """Compare the sheets of one kind of pieces with the pack, and return the result.

    files: the one with fronts, and that of backs if they are separate. on_page_done: called after each page.
    """
    job = files[0].declared
    pages = [_uncorrected_page(page, job) for page in _pages_in_order(files)]
    parts = declared_parts(job)
    faults = [*_file_faults(files), *_page_faults(pages), *_quantity_faults(pages, job, pack)]
    scaled = _common_scale_fault(pages, job)
    if scaled:
        # On scaled sheets, places and looks would report the same for every card.
        return Proof((), (scaled, *faults))
    shown_as = _pack_with_declared_options(pack, job)
    faults += [
        *_place_faults(pages, job, pack.card.shape),
        *(part_faults(_front_pages(pages, job), job, parts) if parts else ()),
        *_back_faults(pages, job, {card.id: shown_as.back_of(card) for card in shown_as.cards}),
    ]
    tally = looks.SourceTally()
    if not any(page.odd for page in pages):
        faults += _look_faults(files, shown_as, on_page_done, tally, parts)
    facts = () if faults else tuple(_proof_facts(pages, job, pack, tally))
    return Proof(facts, tuple(faults), tally.compared, tuple(tally.not_judged), tuple(tally.different))


def _pack_of_declared_kind(pack: Pack, job: DeclaredJob) -> Pack:
    """Return the pack of the kind of pieces that is on the sheets.

    Raises UsageError if the sheets are of another pack, or of a kind that the pack does not have.
    """
    whole = pack.whole_pack or pack
    if job.pack != whole.name:
        raise UsageError(f"these are sheets of {job.pack!r}, not of {whole.name!r}")
    piece = "" if job.piece == "card" else job.piece
    kind = next((kind for kind in ((pack,) if pack.whole_pack else pack.kinds) if kind.piece == piece), None)
    if kind is None:
        raise UsageError(f"these are sheets of the piece {job.piece!r}, and the pack has none of it")
    return kind


def _read_sheet_files(data: bytes, pack: Pack) -> tuple[Pack, list[_SheetFile]]:
    """Return the pack, and the sheets of each kind of pieces in a PDF.

    If copies were numbered, the returned pack has a card for each copy.
    """
    with open_sheets(data) as pdf:
        found = declared_jobs(pdf)
        pack = with_each_copy(pack, found[0].copies)
        kinds = [_pack_of_declared_kind(pack, each) for each in found]
        count = sum(
            times * job.sheets_per_piece
            for job, kind in zip(found, kinds, strict=True)
            for _, times in cards_to_print(kind, job.only, job.copies, job.missing)
        )
        pages, wishes = read_pages(pdf, count), viewer_requests(pdf)
    files, before = [], 0
    for job in found:
        own = pages[before : before + job.pages] if job.pages else pages
        files.append(_SheetFile(data, job, wishes, own, before, len(pages)))
        before += job.pages
    return pack, files


def _sheets_of_backs(fronts: list[_SheetFile], data: bytes | None, pack: Pack) -> list[_SheetFile]:
    """Return the sheets in the file of backs. Raises UsageError if it does not belong to these fronts."""
    if data is None:
        raise UsageError("the backs of these sheets are in a file of their own: name it as well")
    _, backs = _read_sheet_files(data, pack)
    if [each.declared for each in backs] != [replace(each.declared, sides=("back",)) for each in fronts]:
        raise UsageError("the second file does not hold the backs of the first: they are of different jobs")
    if fronts[0].of != backs[0].of:
        raise UsageError(f"there are {fronts[0].of} pages of fronts and {backs[0].of} of backs")
    return backs


def _pages_in_order(files: Sequence[_SheetFile]) -> list[SheetPage]:
    """Return the pages of one file, or those of fronts and backs alternating as if in one file."""
    if len(files) == 1:
        return files[0].pages
    pairs = zip(files[0].pages, files[1].pages, strict=True)
    pages = [page for pair in pairs for page in pair]
    return [replace(page, number=number) for number, page in enumerate(pages, 2 * files[0].before + 1)]


def _uncorrected_page(page: SheetPage, job: DeclaredJob) -> SheetPage:
    """Return a page with its cards where they were before the correction for a home printer.

    Raises UsageError if the declared correction moves the page too far.
    """
    correction = job.back_correction if _is_back(page, job) else job.front_correction
    if correction == IDENTITY:
        return page
    middle = page.size[0] / 2, page.size[1] / 2
    if math.dist(transformed_point(correction, *middle), middle) > _MOST_MOVED:
        raise UsageError("these sheets declare a correction that moves them farther than any printer does")
    undo = inverse_matrix(correction)
    return replace(
        page, cards=tuple(replace(card, place=combined_matrix(card.place, undo)) for card in page.cards)
    )


def _is_back(page: SheetPage, job: DeclaredJob) -> bool:
    """Tell whether a page has backs only, where backs are on pages of their own."""
    return (
        job.backs in ("duplex", "separate")
        and not page.cards_on_side("Front")
        and bool(page.cards_on_side("Back"))
    )


def _pack_with_declared_options(pack: Pack, job: DeclaredJob) -> Pack:
    """Return the pack with the options that the sheets state. Raises UsageError for impossible ones."""
    look = job.look
    own = look.back in ("image", "layout")
    back = pack.back if own else pack.back._replace(pattern=look.back, image=None, layout=None)
    if not (own or look.back in PATTERN_NAMES) or look.style not in ("disc", "solid", "paper"):
        raise UsageError("this PDF declares a look that cards cannot have")
    shown = replace(
        pack,
        style=look.style,  # type: ignore[arg-type]  # looked at above
        ink_saver=look.ink_saver,
        stripe=pack.stripe._replace(on=look.stripe),
        back=back,
    )
    if not look.suit_styles:
        plain = {key: suit._replace(style=None) for key, suit in pack.suits.items()}
        shown = replace(shown, suits=plain)
    same_size = all(abs(a - b) < EXACT for a, b in zip(job.trim, pack.card.size, strict=True))
    return shown if same_size else shown.resized(job.trim)


# --- what must hold ------------------------------------------------------------------------------


def _kind_faults(fronts: Sequence[_SheetFile], pack: Pack) -> Iterator[str]:
    """Yield a fault for each kind of pieces that is missing, does not belong, or is there twice."""
    if len(fronts) == 1:
        return
    job, whole = fronts[0].declared, pack.whole_pack or pack
    wanted = [
        kind.piece or "card"
        for kind, _ in cards_by_kind(whole, cards_to_print(whole, job.only, job.copies, job.missing))
    ]
    found = Counter(file.declared.piece for file in fronts)
    yield from (f"there are no sheets of the piece {name}" for name in wanted if not found[name])
    yield from (f"the piece {name} does not belong to this job" for name in found if name not in wanted)
    yield from (f"the piece {name} is there in {times} parts" for name, times in found.items() if times > 1)


def _page_count_faults(kinds: Sequence[Sequence[_SheetFile]]) -> Iterator[str]:
    """Yield a fault if a file of several kinds of pieces does not have the declared number of pages."""
    for files in zip(*kinds, strict=True) if len(kinds) > 1 else ():
        counts = [file.declared.pages for file in files]
        if 0 in counts or sum(counts) != files[0].of:
            yield "the pages of this file are not as many as it declares"


def _file_faults(files: Sequence[_SheetFile]) -> Iterator[str]:
    """Yield the faults of what files ask of the program that prints them.

    They should ask for actual size, and for the flipping that they declare.
    """
    for file in files:
        two_sided = file.declared.backs == "duplex"
        if file.asked.scaling != "None":
            yield "the file does not ask to be printed at actual size"
        if file.asked.duplex != (_DUPLEX[file.declared.flip] if two_sided else "Simplex"):
            yield "the file does not ask to be flipped as it declares"


def _page_faults(pages: list[SheetPage]) -> Iterator[str]:
    """Yield the oddities of pages, and a fault for each page whose size differs from that of the first."""
    if not pages:
        yield "there are no pages"
    for page in pages:
        yield from (f"page {page.number}: {odd}" for odd in page.odd)
        if not _are_points_near(page.size, pages[0].size, EXACT):
            yield f"page {page.number}: it is not as large as the first"


def _quantity_faults(pages: list[SheetPage], job: DeclaredJob, pack: Pack) -> Iterator[str]:
    """Yield a fault for each card that is printed more or less often than the job declares.

    The expected number follows from the pack's quantities and the job's choice of cards and copies. Also
    yields a fault for each card that does not belong to the job.
    """
    found = Counter(card.card for page in pages for card in page.cards_on_side("Front"))
    wanted: Counter[str] = Counter()
    labels = {}
    for card, times in cards_to_print(pack, job.only, job.copies, job.missing):
        wanted[card.id] += times * job.sheets_per_piece
        labels[card.id] = card.label
    for card_id, times in wanted.items():
        if found[card_id] != times:
            there = f"in {found[card_id]} parts" if job.tiles else f"{found[card_id]} times"
            yield f"the {_piece_word(job)} {labels[card_id]} is there {there} instead of {times}"
    for card_id in sorted(found.keys() - wanted.keys()):
        yield f"the {_piece_word(job)} {card_id} does not belong to this job"


def _place_faults(pages: list[SheetPage], job: DeclaredJob, shape: str) -> Iterator[str]:
    """Yield a fault for each front that is turned, scaled or in the margin, and for cards that overlap."""
    for page in pages:
        trims = [_card_trim(card, page, job) for card in page.cards]
        printable = Rect(0, 0, *page.size).grown(-job.margin + EXACT)
        for card, trim in zip(page.cards, trims, strict=True):
            if card.side == "Front" and not _are_points_near(card.place[:4], (1, 0, 0, 1), 1e-4):
                yield f"page {page.number}: {card.card} is turned or scaled"
            if card.side == "Front" and job.tiles is None and not printable.contains(trim):
                yield f"page {page.number}: {card.card} lies in the margin"
        if _has_overlap(trims, shape):
            yield f"page {page.number}: two {_pieces_word(job)} lie over one another"


def _front_pages(pages: Sequence[SheetPage], job: DeclaredJob) -> Sequence[SheetPage]:
    """Return the pages with fronts: every second one where backs are on pages of their own."""
    return pages[::2] if job.backs in ("duplex", "separate") else pages


def _common_scale_fault(pages: list[SheetPage], job: DeclaredJob) -> str | None:
    """Return a fault if all fronts have one wrong scale, or all are mirrored; otherwise None."""
    places = [card.place for page in pages for card in page.cards_on_side("Front")]
    if not places:
        return None
    a, b, c, d = places[0][:4]
    if not all(_are_points_near(place[:4], (a, b, c, d), 1e-4) for place in places):
        return None
    if max(abs(b), abs(c)) > 1e-4 or abs(abs(a) - abs(d)) > 1e-4 or d <= 0:
        return None
    if a < 0:
        return "the sheets are mirrored: print the file as cardgen wrote it"
    if abs(a - 1) <= 1e-4:
        return None
    percent = f"{100 * a:.1f}".removesuffix(".0")
    wide, high = job.trim
    return (
        f"the sheets are scaled to {percent} %: cards come out at {size_text(wide * a, high * a)} "
        f"instead of {size_text(wide, high)}; save and print them at actual size"
    )


def _piece_word(job: DeclaredJob) -> str:
    """Return the word for one piece of the kind on the sheets, such as "card"."""
    return job.piece or "card"


def _pieces_word(job: DeclaredJob) -> str:
    """Return the word for several pieces of the kind on the sheets: "cards" or "pieces"."""
    return "cards" if _piece_word(job) == "card" else "pieces"


def _has_overlap(trims: list[Rect], shape: str) -> bool:
    """Tell whether any two cards of a shape share more than an edge. trims: their rectangles."""
    ordered = sorted(trims)
    for place, trim in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.x > trim.right - EXACT:
                break
            if trim.grown(-EXACT).overlaps(other.grown(-EXACT)) and not _are_hexagons_apart(
                trim, other, shape
            ):
                return True
    return False


def _are_hexagons_apart(one: Rect, other: Rect, shape: str) -> bool:
    """Tell whether two pieces are hexagons that do not overlap. Their rectangles may overlap."""
    if shape not in HEXAGONS:
        return False
    (ax, ay), (bx, by) = one.center, other.center
    # In parts of their width and height, of hexagons that stand on a corner.
    right, up = abs(ax - bx) / one.width, abs(ay - by) / one.height
    if shape == "flat-hexagon":
        right, up = up, right
    return right / 2 + up >= 1 - EXACT / min(one.width, one.height)


def _card_trim(card: FoundCard, page: SheetPage, job: DeclaredJob) -> Rect:
    """Return the rectangle of a card's trim; for a back, before the correction for a printer."""
    moved = card.side == "Back" and job.backs in ("duplex", "separate")
    place = combined_matrix(card.place, _matrix_undoing_movement(page, job)) if moved else card.place
    return transformed_bounds(place, Rect(0, 0, *job.trim))


def _back_faults(pages: list[SheetPage], job: DeclaredJob, back_names: Mapping[str, str]) -> Iterator[str]:
    """Yield a fault for each back that is not exactly behind its front.

    If no backs are declared, yields a fault if there is any.
    """
    if job.backs == "none":
        if any(page.cards_on_side("Back") for page in pages):
            yield "there are backs, though none are declared"
        return
    if job.backs == "gutterfold":
        axis = "x" if job.fold == "vertical" else "y"
        for page in pages:
            yield from _faults_behind(page, page, axis, IDENTITY, job, back_names)
        return
    if len(pages) % 2:
        yield "a sheet has no back page"
    for front, back in zip(pages[::2], pages[1::2], strict=False):
        if front.cards_on_side("Back") or back.cards_on_side("Front"):
            yield f"pages {front.number} and {back.number} are not a front and a back"
        undo = _matrix_undoing_movement(front, job)
        yield from _faults_behind(front, back, _flip_axis(front, job), undo, job, back_names)


def _flip_axis(page: SheetPage, job: DeclaredJob) -> str:
    """Return the coordinate that flipping mirrors: "x" about a vertical edge, "y" about a horizontal one."""
    width, height = page.size
    long_edge_upright = height >= width
    return "x" if (job.flip == "long") == long_edge_upright else "y"


def _matrix_undoing_movement(page: SheetPage, job: DeclaredJob) -> Matrix:
    """Return the matrix that undoes the declared movement of the back page."""
    cx, cy = page.size[0] / 2, page.size[1] / 2
    x, y = job.back_offset
    return combined_matrix(translation(-x - cx, -y - cy), rotation(-job.back_rotate), translation(cx, cy))


def _faults_behind(
    front: SheetPage,
    back: SheetPage,
    axis: str,
    undo: Matrix,
    job: DeclaredJob,
    back_names: Mapping[str, str],
) -> Iterator[str]:
    """Yield a fault for each front without the right back behind it, and for each back without a front.

    axis: the coordinate that flipping mirrors. undo: the matrix that undoes the movement of backs.
    back_names: the name of the back of each card, by the card's id.
    """
    waiting = [
        (card, _matrix_of_back(card.place, front.size, job.trim, axis))
        for card in front.cards_on_side("Front")
    ]
    for card in back.cards_on_side("Back"):
        place = combined_matrix(card.place, undo)
        match = next((pair for pair in waiting if _are_places_equal(pair[1], place)), None)
        if match is None:
            where = f"{length_text(place[4])} from the left and {length_text(place[5])} from below"
            yield f"page {back.number}: a back lies behind no front, at {where}"
            continue
        waiting.remove(match)
        if card.card != back_names.get(match[0].card, card.card):
            yield f"page {back.number}: behind {match[0].card} lies the back of other {_pieces_word(job)}"
    for card, _ in waiting:
        yield f"page {front.number}: {card.card} has no back behind it"


def _matrix_of_back(place: Matrix, page: tuple[float, float], trim: tuple[float, float], axis: str) -> Matrix:
    """Return the matrix of a back on its page that puts it behind an upright front.

    Flipped about a vertical line, the sheet is mirrored left to right and the back stays upright; flipped
    about a horizontal line, top and bottom are swapped and the back is upside down.
    """
    x, y = place[4:]
    if axis == "x":
        return (1, 0, 0, 1, page[0] - x - trim[0], y)
    return (-1, 0, 0, -1, x + trim[0], page[1] - y)


def _are_places_equal(one: Matrix, other: Matrix) -> bool:
    """Tell whether two matrices put a card at the same place."""
    return _are_points_near(one[:4], other[:4], 1e-3) and _are_points_near(one[4:], other[4:], EXACT)


def _are_points_near(one: tuple[float, ...], other: tuple[float, ...], tolerance: float) -> bool:
    """Tell whether corresponding numbers differ by no more than a tolerance."""
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def _look_faults(
    files: Sequence[_SheetFile],
    pack: Pack,
    on_page_done: Callable[[], None],
    tally: looks.SourceTally,
    parts: Sequence[Part],
) -> Iterator[str]:
    """Yield the faults of how each page looks when rendered. parts: of each piece; empty for whole ones."""
    for file in files:
        # The same order as in the faults: fronts and backs alternate if there are two files.
        first = 1 if "front" in file.declared.sides else 2
        numbered = [
            replace(page, number=first + (file.before + place) * len(files))
            for place, page in enumerate(file.pages)
        ]
        job = file.declared
        moved = (
            _matrix_undoing_movement(file.pages[0], job) if job.backs in ("duplex", "separate") else IDENTITY
        )
        drift = looks.Drift(
            front=_maximum_shift(file, job.front_correction),
            back=_maximum_shift(file, moved) + _maximum_shift(file, job.back_correction),
        )
        span = looks.PageSpan(file.before, file.of)
        sides = len(file.declared.sides)
        shown_parts = [parts[place // sides % len(parts)] for place in range(len(numbered))] if parts else []
        marks = looks.Marks(job.marks, job.front_correction) if job.marks else None
        yield from looks.page_faults(
            file.data,
            span,
            numbered,
            pack,
            file.declared.margin,
            drift,
            on_page_done,
            tally,
            shown_parts,
            marks,
        )


def _maximum_shift(file: _SheetFile, movement: Matrix) -> float:
    """Return the maximum distance by which a matrix moves a corner of the page along an axis, in points."""
    page = file.pages[0]
    corners = [(x, y) for x in (0, page.size[0]) for y in (0, page.size[1])]
    return max(
        max(abs(a - x), abs(b - y)) for x, y in corners for a, b in [transformed_point(movement, x, y)]
    )


def _proof_facts(
    pages: list[SheetPage], job: DeclaredJob, pack: Pack, tally: looks.SourceTally
) -> Iterator[str]:
    """Yield sentences about the verified facts, for sheets without faults."""
    cards = sum(len(page.cards_on_side("Front")) for page in pages)
    backs = sum(len(page.cards_on_side("Back")) for page in pages)
    size, of = size_text(*job.trim), len(pages)
    cards, backs = cards // job.sheets_per_piece, backs // job.sheets_per_piece
    yield f"{count_with_noun(cards, pack.card_noun)} of {size} on {of} pages, each as often as it should be"
    if job.tiles:
        yield (
            f"each in {job.sheets_per_piece} parts, {job.tiles.columns} × {job.tiles.rows}, which join "
            f"without a gap and overlap by {length_text(job.tiles.overlap)}"
        )
    if not _are_points_near(job.trim, pack.card.size, EXACT):
        yield f"of another size than the pack's own {size_text(*pack.card.size)}, as asked for"
    if backs:
        way = f"flipped on the {job.flip} edge" if job.backs != "gutterfold" else "folded"
        yield f"{count_with_noun(backs, 'back')}, each behind its front when {way}"
    if job.marks:
        yield f"{job.marks.registration.marks} registration marks on each front, and nothing else beside them"
    if job.printer:
        yield f"corrected for the printer {job.printer}, as asked for"
    yield "every face and back looks as the pack has it"
    sides = count_with_noun(tally.faces, "face")
    if tally.backs:
        sides += f" and {count_with_noun(tally.backs, 'back')}"
    what = count_with_noun(tally.compared, "text, picture or drawing", "texts, pictures and drawings")
    yield f"{what} of {sides} look as their sources do; of what is placed more than once, one was looked at"
    if tally.skipped:
        more = count_with_noun(tally.skipped, "more face or back", "more faces and backs")
        were = "was" if tally.skipped == 1 else "were"
        yield f"{more} {were} not compared with their sources: at most {looks.MOST_SIDES:,} are"
    yield from (f"not judged: {each}" for each in _first_lines(tally.not_judged))
    yield f"nothing{' else' if job.marks else ''} printed in the margin of {length_text(job.margin)}"


def _first_lines(lines: list[str]) -> Iterator[str]:
    """Yield the first lines, and one that says how many more there are."""
    yield from lines[:_NOT_JUDGED]
    more = len(lines) - _NOT_JUDGED
    if more > 0:
        yield f"{count_with_noun(more, 'more text, picture or drawing', 'more texts, pictures and drawings')}"
