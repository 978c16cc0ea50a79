"""Compares the texts, icons and pictures of pages with their own sources.

The pack's own drawing of a page would share the faults of cardgen's writers; this comparison uses code that
is independent of them (comparison.sources).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...colour.conversion import PressInks
from ...geometry import Rect
from ...pack.model import Card, Pack
from ...units import Sentence, count_with_noun
from ..comparison.differences import DifferenceSearcher
from ..comparison.inks import InkDisplay, cmyk_as_pdfium_shows
from ..comparison.pack_sides import PackSide
from ..comparison.sources import EXACT, LOSSY, PRESS, Judgement, PartDifference, Tolerance, judge_side
from ..comparison.views import CardRender, page_view
from ..pdf.document import DocumentPage, PdfDocument
from ..pdf.raster import pdfium_pages_in_parts
from .findings import Finding

#: Maximum number of different pages that are compared with their sources, at about 25 ms each.
MOST_PAGES = 400
#: Maximum number of pages whose equal differences are reported one by one, and of differences reported for a
#: page.
_FEW = 3
_HINT = "report it, with the pack: cardgen has drawn it wrongly, or another program has changed it"


class MatchingPage(NamedTuple):
    """A page that looks as the pack draws it."""

    page: DocumentPage
    side: PackSide
    #: The rectangle of the card with a border of `reach` points, on the page.
    part: Rect
    reach: float
    #: Whether its pictures may have been compressed with losses.
    lossy: bool


class SourceComparison:
    """Compares texts, icons and pictures on pages with their sources; each page is compared once.

    inks: the inks that the pages were drawn with; None for RGB.
    """

    def __init__(self, pack: Pack, inks: PressInks | None) -> None:
        self._drawn = pack.converted_for_press(inks) if inks else pack
        self._press = InkDisplay(inks.profile, cmyk_as_pdfium_shows) if inks else None
        self._cards = {card.id: card for card in self._drawn.cards}
        self._searcher = DifferenceSearcher()
        self._judgements: dict[tuple[int, PackSide, Rect], Judgement] = {}

    def compare(self, page: MatchingPage, pdf_page: object) -> None:
        """Compare the content of a page with its sources, and keep the result.

        pdf_page: the page of pdfium that shows only this card.
        """
        side: Card | str = self._cards[page.side.name] if page.side.kind == "Front" else page.side.name
        tolerance: Tolerance = PRESS if self._press else LOSSY if page.lossy else EXACT
        self._judgements[_judgement_key(page)] = judge_side(
            self._drawn, side, _card_view(pdf_page, page), self._press, tolerance, searcher=self._searcher
        )

    def findings(self, file: PdfDocument, pages: Sequence[MatchingPage]) -> Iterator[Finding]:
        """Yield findings for everything on pages that differs from its source.

        Pages that were not compared yet are compared first; at most 400 of the pages count. Adds figures and
        facts about the comparison to the file.
        """
        looked_at = pages[:MOST_PAGES]
        left = [each for each in looked_at if _judgement_key(each) not in self._judgements]
        leaves = pdfium_pages_in_parts(file, [(each.page, each.part) for each in left])
        for shown, pdf_page in zip(left, leaves, strict=True):
            self.compare(shown, pdf_page)
        found: list[tuple[MatchingPage, PartDifference]] = []
        not_judged: list[str] = []
        compared = 0
        for shown in looked_at:
            judgement = self._judgements[_judgement_key(shown)]
            compared += judgement.compared
            found += [(shown, difference) for difference in judgement.differences]
            not_judged += [
                f"{subject} on page {shown.page.number}: {why}" for subject, why in judgement.not_judged
            ]
        file.figures["sources"] = {"pages": len(looked_at), "compared": compared, "not_judged": not_judged}
        _record_comparison(file, len(looked_at), compared, len(pages) - len(looked_at), not_judged)
        yield from _grouped_findings(found)


def _judgement_key(page: MatchingPage) -> tuple[int, PackSide, Rect]:
    """Return the key of a page's judgement: its number, the face or back, and the part of the page."""
    return page.page.number, page.side, page.part


def _card_view(pdf_page: object, page: MatchingPage) -> CardRender:
    """Return the card on a pdfium page that shows only its part, with its scale and place."""
    ratio = pdf_page.get_width() / page.part.width  # type: ignore[attr-defined]
    return page_view(pdf_page, (ratio, 0, 0, ratio, page.reach * ratio, page.reach * ratio))


def _grouped_findings(differences: Sequence[tuple[MatchingPage, PartDifference]]) -> Iterator[Finding]:
    """Yield findings for differences. One that more than three pages share is reported once.

    Of each page at most three are reported, and the number of the others.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for shown, difference in differences:
        groups[difference.sentence].append(shown.page.number)
    told: dict[int, int] = defaultdict(int)
    for sentence, numbers in groups.items():
        if len(numbers) > _FEW:
            message = f"{sentence}; the same is true of {len(numbers) - 1} more pages"
            yield Finding("deck", message, _HINT, page=numbers[0])
            continue
        for number in numbers:
            told[number] += 1
            if told[number] <= _FEW:
                yield Finding("deck", sentence, _HINT, page=number)
    for number, count in told.items():
        if count > _FEW:
            what = count_with_noun(
                count - _FEW, "more text, picture or drawing", "more texts, pictures and drawings"
            )
            verb = "is" if count == _FEW + 1 else "are"
            yield Finding("deck", f"{what} {verb} not seen as planned", _HINT, page=number)


def _record_comparison(
    file: PdfDocument, pages: int, compared: int, skipped: int, not_judged: Sequence[str]
) -> None:
    """Add to a file how much was compared with sources, was skipped, and could not be judged."""
    if pages:
        said = Sentence(
            "{n} text, picture or drawing looks as its source does",
            "{n} texts, pictures and drawings look as their sources do",
            n=compared,
        )
        file.facts.append(said)
    if skipped:
        said = Sentence(
            "{n} more page was not compared with the sources of its contents: at most {most} are",
            "{n} more pages were not compared with the sources of their contents: at most {most} are",
            n=skipped,
            most=MOST_PAGES,
        )
        file.unjudged.append(said)
    if not_judged:
        said = Sentence(
            "{n} text, picture or drawing was not compared with its source: {first}",
            "{n} texts, pictures and drawings were not compared with their sources: {first}",
            n=len(not_judged),
            first=not_judged[0],
        )
        file.unjudged.append(said)
