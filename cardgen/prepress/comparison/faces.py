"""Finds which face or back of a pack a picture of a card shows, and how it differs from the expected one."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from ...colour.conversion import PressInks
from ...geometry import Rect, translation
from ...pack.model import Pack
from ...units import MM
from ..pdf.readback import FoundCard
from ..pdf.stand_ins import StandIns
from .differences import (
    DRAWN,
    LOSSY,
    Difference,
    DifferenceSearcher,
    Scan,
    Tolerance,
    is_within_tolerance,
    maximum_difference,
    mean_difference,
)
from .pack_sides import PackSide
from .rasters import CardPage, PackArtist

#: Pixels per inch at which cards are compared, and that of pictures in coarse drawings.
PPI, _PICTURE_PPI = 150, 150
#: Cards whose short side is shorter (points) are compared at a higher resolution.
_SMALL = 85.0
#: Maximum difference (of 255) of equal pixels in two drawings by the same program.
_EQUAL = 2
#: Maximum difference (of 255) of faces that cannot be distinguished, in squares of 2 pixels.
_ALIKE = 16
#: A picture of a card shows another face if its distance to that is at most the first part of the distance to
#: its own, where these two differ; and its own up to the second part.
_MUCH_NEARER, _NEARER = 0.25, 0.6
#: The number of cells of a thumbnail, horizontally and vertically.
_CELLS = (16, 22)
#: A page beyond this tolerance of the coarse drawing is not compared with the exact one.
_SURELY_OFF: Tolerance = ((0.5 * MM, 170), (2 * MM, 32), (8 * MM, 12))
#: Approximate pixels per point at which differences are named: shifts of 0.1 mm are a third of one.
_NAMING = 1.05
#: Maximum number of pages whose difference is named, of those named at a higher resolution, and its factor.
_MOST_NAMED, _MOST_FINE, _FINER = 200, 12, 4
#: A difference without a name so far.
_UNNAMED = Difference("other", "differs")
#: Number of pages compared with coarse drawings before these are given up if they settle few.
_TRIED = 8
#: Maximum number of faces that a card is compared with pixel by pixel, the most similar ones first.
_MOST_RIVALS = 12


class PageVerdict(NamedTuple):
    """The result of comparing a page."""

    #: The sides that it may show: several if they cannot be distinguished, or are drawn alike.
    sides: tuple[PackSide, ...]
    #: How it differs from them; None if it is within the tolerance.
    difference: Difference | None = None
    #: The tolerance of the comparison; None if it is equal to the pixel.
    tolerance: Tolerance | None = None
    #: Whether the sides cannot be distinguished.
    unsure: bool = False


class CardView(NamedTuple):
    """A card as rendered from the file."""

    #: A picture (PIL) in RGB of the card with a border of `reach` points around its trim.
    pixels: Any
    reach: float
    #: Whether it may have been compressed with losses.
    lossy: bool = False
    #: Its page of pdfium, which is open until the next card is rendered; None if it is from no page.
    pdf_page: Any = None


def all_sides(pack: Pack) -> list[PackSide]:
    """Return all faces that the pack prints, and all its backs."""
    faces: list[PackSide] = [PackSide("Front", card.id) for card in pack.cards if card.quantity]
    return faces + [PackSide("Back", name) for name in pack.backs]


class Thumbnails:
    """Thumbnails of the sides of a pack, to find those that are similar to a picture."""

    def __init__(self) -> None:
        self._sides: dict[PackSide, None] = {}
        self._rows: list[bytes] = []
        self._stack: Any = None

    def __contains__(self, side: PackSide) -> bool:
        return side in self._sides

    def add(self, side: PackSide, picture: Any) -> None:
        """Add a side with its picture, unless it is there already."""
        if side not in self._sides:
            self._sides[side] = None
            self._rows.append(_thumbnail_bytes(picture))
            self._stack = None

    def sides_by_distance(self, picture: Any) -> list[tuple[float, PackSide]]:
        """Return each side after its mean difference from a picture (0 to 255), in rising order."""
        from PIL import Image

        apart = self._differences_from(picture).convert("F")
        means = array("f", apart.resize((1, apart.height), Image.Resampling.BOX).tobytes())
        return sorted(zip(means, self._sides, strict=True))

    def sides_within_level(self, picture: Any, level: int) -> list[PackSide]:
        """Return the sides that differ from a picture by at most `level` (0 to 255) in every cell."""
        over = self._differences_from(picture).point(lambda apart: 255 * (apart > level))
        # Means of 32 and of 33 cells tell even one that is over it.
        over = over.reduce((32, 1)).point(lambda share: 255 * (share > 0)).reduce((over.width // 32, 1))
        flags = over.tobytes()
        return [side for side, flag in zip(self._sides, flags, strict=True) if not flag]

    def _differences_from(self, picture: Any) -> Any:
        """Return an image in which each row has the differences of one side's thumbnail from a picture, a
        pixel for each level.
        """
        from PIL import Image, ImageChops

        wide = 3 * _CELLS[0] * _CELLS[1]
        if self._stack is None:
            self._stack = Image.frombytes("L", (wide, len(self._rows)), b"".join(self._rows))
        row = Image.frombytes("L", (wide, 1), _thumbnail_bytes(picture))
        return ImageChops.difference(self._stack, row.resize(self._stack.size, Image.Resampling.NEAREST))


def _thumbnail_bytes(picture: Any) -> bytes:
    """Return the RGB levels of a picture's thumbnail."""
    from PIL import Image

    return bytes(picture.resize(_CELLS, Image.Resampling.BOX).tobytes())


#: Returns the cards with these indices, one after another, at a scale (pixels per point).
Views = Callable[[Sequence[int], float], Iterator[CardView]]


class ExpectedSide(NamedTuple):
    """The side that a part of a page should show; places are in points, as the file states them.

    The pack's own card is drawn at the same place of a page with the same box: PDFium moves each glyph and
    picture to whole pixels, so elsewhere it would differ by one.
    """

    side: PackSide
    #: Where the card is cut, and the part of the page that is compared.
    trim: Rect
    part: Rect
    #: The lower left corners of the cards whose die lines reach onto the part.
    beside: tuple[tuple[float, float], ...] = ()


def comparison_scale(pack: Pack) -> float:
    """Return the pixels per point at which cards of a pack are compared."""
    return PPI / 72 * max(1.0, _SMALL / min(pack.card.size))


class FaceJudge:
    """Compares pages of one card each with the faces and backs of a pack, drawn as in a press file.

    Pages are compared with a coarse drawing first, and with an exact one only if they are not within its
    tolerance. If coarse drawings settle few of the first pages, as with pictures full of fine detail, the
    exact ones come first, and a page equal to that of its side needs no more.
    """

    def __init__(
        self,
        pack: Pack,
        border: float,
        inks: PressInks | None = None,
        *,
        flat: bool = False,
        die_line: str | None = None,
        outlines: bool = False,
    ) -> None:
        """Set how the pack is drawn. border, inks, flat, die_line, outlines: as for PackArtist."""
        self.pack, self.press_inks = pack, inks
        self.scale = comparison_scale(pack)
        artist = partial(
            PackArtist, pack, border=border, inks=inks, flat=flat, die_line=die_line, outlines=outlines
        )
        self._quick = artist(scale=self.scale, picture_ppi=_PICTURE_PPI)
        self._exact, self._fine = artist(scale=self.scale), artist(scale=_FINER * self.scale)
        self._thumbnails = Thumbnails()
        self._searcher = DifferenceSearcher()
        self._named = 0
        #: Number of comparisons at the higher resolution so far.
        self._looks_again = 0

    def count_matches(self, expected: Sequence[ExpectedSide], views: Views) -> int:
        """Return the number of pages that look like their expected side, within the coarsest tolerance."""
        papers = [self._page_of_side(each) for each in expected]
        pairs = zip(views(range(len(expected)), self.scale), self._quick.draw_pages(papers), strict=True)
        return sum(
            is_within_tolerance(view.pixels, _resized_to_view(own, view), self.scale, LOSSY)
            for view, own in pairs
        )

    def judge_pages(
        self,
        expected: Sequence[ExpectedSide],
        views: Views,
        tick: Callable[[int], None] = lambda done: None,
        on_match: Callable[[int, CardView], None] = lambda number, view: None,
        stand_in_views: tuple[StandIns, Views] | None = None,
    ) -> list[PageVerdict]:
        """Return the verdict on each page, given the side that is expected on it.

        stand_in_views: stand-ins for the pictures of the file, and views of its pages with these stand-ins. A
        page that is equal to the pack's drawing with the same stand-ins is not compared further, and on_match
        is not called for it. tick: called after each page with the number of pages done. on_match: called
        with the index and the card of each other page that looks like its expected side. The page is still
        open then, because pdfium decodes the pictures of an open page only once. A later comparison may still
        find that such a page shows another side.
        """
        found: dict[int, PageVerdict] = {}
        doubtful: list[int] = []
        close: dict[int, Any] = {}
        coarsely = partial(self._compare_coarsely, expected, views, found, close, doubtful, tick, on_match)
        rest = list(range(len(expected)))
        if stand_in_views is not None:
            equal = self._indices_equal_with_stand_ins(expected, *stand_in_views, tick)
            found |= {number: PageVerdict((expected[number].side,)) for number in equal}
            rest = [number for number in rest if number not in equal]
        spread = _evenly_spaced_sample(rest)
        coarsely(spread)
        rest = [number for number in rest if number not in set(spread)]
        if 2 * len(doubtful) > len(spread):
            done = len(found) + len(doubtful)
            # Those that were tried are doubtful on their own account.
            equal = self._indices_of_equal_pages(
                expected, [*doubtful, *rest], views, lambda more: tick(done + more), on_match
            )
            found |= {number: PageVerdict((expected[number].side,)) for number in equal}
            doubtful[:] = [number for number in doubtful if number not in equal]
            rest = [number for number in rest if number not in equal]
        coarsely(rest)
        if doubtful or close:
            self._add_other_thumbnails()
        rivals = {
            number: self._sides_similar_to(expected[number].side, cells) for number, cells in close.items()
        }
        again = sorted([*doubtful, *(number for number, some in rivals.items() if some)])
        for number, view in zip(again, views(again, self.scale), strict=True):
            if number in rivals:
                found[number] = self._verdict_among_rivals(expected[number], view, rivals[number])
            else:
                found[number] = self._exact_verdict(expected[number], view)
                if self._reserve_fine_comparison(found[number].difference):
                    (fine,) = views([number], _FINER * self.scale)
                    found[number] = self._with_fine_name(expected[number], fine, found[number])
        return [found[number] for number in range(len(expected))]

    def _compare_coarsely(
        self,
        expected: Sequence[ExpectedSide],
        views: Views,
        verdicts: dict[int, PageVerdict],
        thumbnails: dict[int, Any],
        undecided: list[int],
        tick: Callable[[int], None],
        on_match: Callable[[int, CardView], None],
        page_indices: Sequence[int],
    ) -> None:
        """Compare pages with the coarse drawings of their sides. page_indices: the indices of the pages.

        verdicts: receives the verdicts on pages that are equal or within the tolerance. thumbnails: receives
        the thumbnails of those that are not equal. undecided: receives the indices of all other pages.
        """
        papers = [self._page_of_side(expected[number]) for number in page_indices]
        pairs = zip(views(page_indices, self.scale), self._quick.draw_pages(papers), strict=True)
        for number, (view, picture) in zip(page_indices, pairs, strict=True):
            side, own = expected[number].side, _resized_to_view(picture, view)
            self._thumbnails.add(side, own)
            if maximum_difference(view.pixels, own) <= _EQUAL:
                verdicts[number] = PageVerdict((side,))
            elif is_within_tolerance(view.pixels, own, self.scale, DRAWN):
                thumbnails[number] = view.pixels.resize(_CELLS, _box_resampling_filter())
                verdicts[number] = PageVerdict((side,), None, DRAWN)
            else:
                undecided.append(number)
            if number in verdicts:
                on_match(number, view)
            tick(len(verdicts) + len(undecided))

    def _indices_equal_with_stand_ins(
        self,
        expected: Sequence[ExpectedSide],
        stand_ins: StandIns,
        views: Views,
        tick: Callable[[int], None],
    ) -> set[int]:
        """Return the indices of pages that are equal to their sides, both drawn with stand-ins for pictures.

        A few pages are compared first. If none of these is equal, as in a file whose pictures were compressed
        again, the other pages are not compared.
        """
        equal = set[int]()
        some = _evenly_spaced_sample(range(len(expected)))
        for numbers in (some, [number for number in range(len(expected)) if number not in set(some)]):
            papers = [self._page_of_side(expected[number]) for number in numbers]
            pairs = zip(views(numbers, self.scale), self._exact.draw_pages(papers, stand_ins), strict=True)
            for number, (view, picture) in zip(numbers, pairs, strict=True):
                if maximum_difference(view.pixels, _resized_to_view(picture, view)) <= _EQUAL:
                    equal.add(number)
                    tick(len(equal))
            if not equal:
                break
        return equal

    def _indices_of_equal_pages(
        self,
        expected: Sequence[ExpectedSide],
        page_indices: Sequence[int],
        views: Views,
        tick: Callable[[int], None],
        on_match: Callable[[int, CardView], None],
    ) -> set[int]:
        """Return the indices of the pages that are equal to the exact drawing of their side.

        page_indices: the indices of the pages to compare. tick, on_match: as for judge_pages().
        """
        equal = set[int]()
        # Sides with the same pictures are sorted together, so that each picture is prepared once.
        page_indices = sorted(
            page_indices, key=lambda number: self._exact.pictures_on(*expected[number].side)
        )
        papers = [self._page_of_side(expected[number]) for number in page_indices]
        pairs = zip(views(page_indices, self.scale), self._exact.draw_pages(papers), strict=True)
        for done, (number, (view, picture)) in enumerate(zip(page_indices, pairs, strict=True), 1):
            own = _resized_to_view(picture, view)
            if maximum_difference(view.pixels, own) <= _EQUAL:
                self._thumbnails.add(expected[number].side, own)
                equal.add(number)
                on_match(number, view)
            tick(done)
        return equal

    def _page_of_side(self, expected: ExpectedSide) -> CardPage:
        """Return the page on which the pack's own drawing of a side is compared."""
        side, trim, part, beside = expected
        card = FoundCard(side.kind, side.name, translation(trim.x, trim.y))
        return CardPage((part.width, part.height), (card,), beside, (part.x, part.y))

    def _picture_of_side(self, expected: ExpectedSide, view: CardView, exact: bool = False) -> Any:
        """Return the pack's drawing of a side as a picture of the same size as the view.

        exact: whether to draw it exactly instead of coarsely.
        """
        artist = self._exact if exact else self._quick
        (picture,) = artist.draw_pages([self._page_of_side(expected)])
        return _resized_to_view(picture, view)

    def plates_of_side(self, expected: ExpectedSide) -> Any:
        """Draw a side in the inks of the press; return it as a picture (PIL, CMYK), or None for RGB."""
        return self._quick.page_in_inks(self._page_of_side(expected))

    def _add_other_thumbnails(self) -> None:
        """Draw the sides that no page was expected to show, and add their thumbnails."""
        others = [side for side in all_sides(self.pack) if side not in self._thumbnails]
        trim = Rect(0, 0, *self.pack.card.size)
        part = trim.grown(self._quick.reach)
        papers = [self._page_of_side(ExpectedSide(side, trim, part)) for side in others]
        for side, picture in zip(others, self._quick.draw_pages(papers), strict=True):
            self._thumbnails.add(side, picture)

    def _sides_similar_to(self, own_side: PackSide, thumbnail: Any) -> list[PackSide]:
        """Return the sides that a page might show instead of its own. thumbnail: the page's thumbnail."""
        return [
            side
            for side in self._thumbnails.sides_within_level(thumbnail, 2 * DRAWN[1][1])
            if side != own_side
        ]

    # --- which of several sides ---------------------------------------------------------------------

    def _verdict_among_rivals(
        self, expected: ExpectedSide, view: CardView, rivals: Sequence[PackSide]
    ) -> PageVerdict:
        """Return the verdict on a page that looks like its expected side, but perhaps more like a rival.

        rivals: other sides that look similar.
        """
        for exact in (False, True):
            own = self._picture_of_side(expected, view, exact)
            if exact and maximum_difference(view.pixels, own) <= _EQUAL:
                return PageVerdict((expected.side,))
            sides, unsure = [expected.side], False
            for rival in rivals[:_MOST_RIVALS]:
                other = self._picture_of_side(expected._replace(side=rival), view, exact)
                shows = _nearer_of_two(view.pixels, own, other)
                if shows == "other":
                    return PageVerdict((rival,), None, DRAWN)
                if shows == "both":
                    sides.append(rival)
                unsure = unsure or shows == "neither"
            if not unsure:
                break
        tolerance = LOSSY if view.lossy else DRAWN
        if unsure:
            sides = [expected.side, *rivals[:_MOST_RIVALS]]
        return PageVerdict(tuple(sides), None, tolerance, unsure)

    def _exact_verdict(self, expected: ExpectedSide, view: CardView) -> PageVerdict:
        """Return the verdict on a page that does not look like the coarse drawing of its side."""
        own = self._picture_of_side(expected, view)
        if is_within_tolerance(view.pixels, own, self.scale, _SURELY_OFF):
            own = self._picture_of_side(expected, view, exact=True)
            if maximum_difference(view.pixels, own) <= _EQUAL:
                return PageVerdict((expected.side,))
            tolerance = next(
                (each for each in ((DRAWN, LOSSY) if view.lossy else (DRAWN,))
                 if is_within_tolerance(view.pixels, own, self.scale, each)),
                None,
            )  # fmt: skip
            moved = tolerance and self._searcher.find_small_movement(
                self._coarse_scan(view, view.pixels), self._coarse_scan(view, own)
            )
            if moved:
                return PageVerdict((expected.side,), moved)
            if tolerance:
                rivals = self._sides_similar_to(
                    expected.side, view.pixels.resize(_CELLS, _box_resampling_filter())
                )
                if rivals:
                    return self._verdict_among_rivals(expected, view, rivals)
                return PageVerdict((expected.side,), None, tolerance)
        return self._other_side_verdict(expected, view, own)

    def _other_side_verdict(self, expected: ExpectedSide, view: CardView, own_picture: Any) -> PageVerdict:
        """Return the verdict on a page that does not show its expected side. own_picture: that side's
        picture.
        """
        ranked = self._thumbnails.sides_by_distance(view.pixels)
        away = next((apart for apart, side in ranked if side == expected.side), 255.0)
        nearer = [side for apart, side in ranked[:_MOST_RIVALS] if apart <= _NEARER * away]
        alike = self._sides_similar_to(expected.side, view.pixels.resize(_CELLS, _box_resampling_filter()))
        tolerance = LOSSY if view.lossy else DRAWN
        for side in dict.fromkeys([*nearer, *alike[:_MOST_RIVALS]]):
            other = self._picture_of_side(expected._replace(side=side), view)
            if is_within_tolerance(view.pixels, other, self.scale, tolerance):
                found = expected._replace(side=side)
                rivals = self._sides_similar_to(side, view.pixels.resize(_CELLS, _box_resampling_filter()))
                return (
                    self._verdict_among_rivals(found, view, rivals)
                    if rivals
                    else PageVerdict((side,), None, tolerance)
                )
        side = expected.side
        if nearer and ranked[0][0] <= _MUCH_NEARER * away:
            # A mirrored or covered card may be more similar to another than to itself.
            other = self._picture_of_side(expected._replace(side=ranked[0][1]), view)
            if is_within_tolerance(view.pixels, other, self.scale, _SURELY_OFF):
                side, own_picture = ranked[0][1], other
        if self._named >= _MOST_NAMED:
            return PageVerdict((side,), Difference("other", "differs"))
        if self._named < _MOST_FINE:
            return PageVerdict((side,), _UNNAMED)
        self._named += 1
        return PageVerdict(
            (side,),
            self._searcher.name_difference(
                self._coarse_scan(view, view.pixels), self._coarse_scan(view, own_picture)
            ),
        )

    def _reserve_fine_comparison(self, difference: Difference | None) -> bool:
        """Tell whether a page should be compared at a higher resolution, and count the comparison.

        A page should be compared if its difference has no cause yet, or if a shift found on other cards may
        explain it. Comparisons of the second kind are limited in number, and each call for such a page counts
        as one.
        """
        if difference is None or difference is _UNNAMED:
            return difference is not None
        if difference.kind in ("mirrored", "turned", "shifted", "scaled") or not self._searcher.known:
            return False
        self._looks_again += 1
        return self._looks_again <= _MOST_FINE

    def _with_fine_name(self, expected: ExpectedSide, view: CardView, verdict: PageVerdict) -> PageVerdict:
        """Return a verdict with its difference named at a higher resolution.

        Renderers align pictures to whole pixels, which hides small shifts at lower resolutions.
        """
        self._named += 1
        (own,) = self._fine.draw_pages([self._page_of_side(expected._replace(side=verdict.sides[0]))])
        pictures = view.pixels, _resized_to_view(own, view)
        seen, wanted = (self._coarse_scan(view, each) for each in pictures)
        fine, finely = (self._coarse_scan(view, each, _FINER * self.scale) for each in pictures)
        return verdict._replace(
            difference=self._searcher.name_difference(seen, wanted, fine_scans=(fine, finely))
        )

    def _coarse_scan(self, view: CardView, pixels: Any, scale: float = _NAMING) -> Scan:
        """Return a card as a scan, reduced to about `scale` pixels per point.

        The default is the lowest resolution at which differences can be named.
        """
        wide = self.pack.card.width + 2 * view.reach
        pixels = pixels.reduce(max(1, round(pixels.width / wide / scale)))
        return Scan(pixels, pixels.width / wide, (view.reach, view.reach))


def _evenly_spaced_sample(numbers: Sequence[int]) -> list[int]:
    """Return a few of some numbers, evenly distributed."""
    return list(numbers[:: max(1, -(-len(numbers) // _TRIED))])


def _nearer_of_two(picture: Any, expected: Any, other: Any) -> Literal["own", "other", "both", "neither"]:
    """Return which of two pictures a third one resembles much more, judged only where the two differ.

    Returns "both" if the two look alike, and "neither" if the third one is not much nearer to either of them.
    """
    from PIL import ImageChops

    picture, expected, other = (each.reduce(2) for each in (picture, expected, other))
    bands = ImageChops.difference(expected, other).split()
    mask = bands[0]
    for band in bands[1:]:
        mask = ImageChops.lighter(mask, band)
    mask = mask.point(lambda level: 255 * (level > _ALIKE))
    if mask.getbbox() is None:
        return "both"
    one, two = mean_difference(picture, expected, mask), mean_difference(picture, other, mask)
    if one <= _NEARER * two:
        return "own"
    return "other" if two <= _NEARER * one else "neither"


def _resized_to_view(own_picture: Any, view: CardView) -> Any:
    """Return the pack's picture at the size of a view: rounding can make the two differ by a pixel."""
    return own_picture if own_picture.size == view.pixels.size else own_picture.resize(view.pixels.size)


def _box_resampling_filter() -> Any:
    from PIL import Image

    return Image.Resampling.BOX
