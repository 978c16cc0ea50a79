"""Compares pictures of cards with the pack's own pictures of the same size.

A picture belongs to the card in its file name, if cardgen gave it that name, or else to the most similar
card. It is compared inside trim and bleed, in squares; comparison.differences names the differences.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from ...art.item_writer import Press
from ...colour.conversion import PressInks, cmyk_picture
from ...colour.icc import CONDITIONS, bundled_profile
from ...colour.images import converted_to_srgb
from ...geometry import Rect
from ...pack.file_names import NamedPicture, PictureNames
from ...pack.model import Pack
from ...units import MM, count_with_noun
from ..comparison.card_pictures import CardPictures, Space
from ..comparison.differences import (
    DRAWN,
    Difference,
    DifferenceSearcher,
    Scan,
    Tolerance,
    covering_color_name,
    is_within_tolerance,
    mirrored_and_turned_pictures,
    tolerance_sentence,
)
from ..comparison.inks import InkDisplay, cmyk_without_profile
from ..comparison.pack_sides import PackSide, label_of_side
from ..comparison.sources import EXACT, LOSSY, PRESS, Judgement, judge_side
from ..comparison.views import raster_view
from ..pdf.plates import CannotSeparate
from ..printers.model import Printer
from .findings import Finding, Report, Target, times_text
from .picture_files import PictureReading, picture_size_in_points

#: For pictures with lossy compression: tolerances of squares in lightness, and in colours, which JPEGs store
#: at half the resolution. At 300 pixels per inch, saturated shapes and small type as JPEGs of quality 50
#: differ by 16, 9 and 4 in lightness, and 59, 34 and 9 in colours; a shift by one pixel by 24 and more.
_LIGHTNESS: Tolerance = ((0.5 * MM, 20), (2 * MM, 12), (8 * MM, 5))
_COLOURS: Tolerance = ((0.5 * MM, 70), (2 * MM, 40), (8 * MM, 12))
#: For pictures in CMYK that another program converted, compared in sRGB.
_CONVERTED: Tolerance = ((0.5 * MM, 96), (2 * MM, 48), (8 * MM, 32))

#: Cells along the shorter side of a picture by which cards are recognised, and cells per side of a square
#: whose mean already distinguishes most cards.
_CELLS, _SQUARE = 64, 8
#: A picture within the tolerance shows another card if its distance to that (root of the mean squared
#: difference of cells) is at most this part; one outside the tolerance, the second part.
_NEARER, _MUCH_NEARER = 0.9, 0.5
#: Distance (of 255) above which a picture shows none of the cards.
_FAR = 64.0
#: Minimum correlation of lightness at which a picture in other colours shows a card.
_LIKE = 0.7
#: Minimum bleed in points that is compared separately.
_LEAST_BLEED = 0.5 * MM
#: Maximum number of names in a message.
_NAMED = 6
#: If at least this share of several pictures show no card, the folder belongs to another pack.
_FOREIGN = 0.6

#: Differences that explain a whole picture.
_EXPLAINED = ("mirrored", "turned", "shifted", "scaled", "colours")
_AGAIN = "make it again with `cardgen images`, from the pack as it is now and with the same options"


class PictureFile(NamedTuple):
    """The name of a picture file, and its data if it could be read."""

    name: str
    reading: PictureReading | None


class _SimilarCard(NamedTuple):
    """The face or back that is most similar to a picture, and its distance from 0 (equal) to 255."""

    side: PackSide
    away: float
    #: How the picture must be transformed for that: "mirrored"; "" for not at all.
    turned: str = ""


class _PictureResult(NamedTuple):
    """The result of comparing a picture with the pack."""

    name: str
    #: The parts of its name, if cardgen gave it that name, and the face or back in it.
    named: NamedPicture | None
    claimed: PackSide | None
    #: What it shows; None if that is none of the pack's cards or unknown.
    shown: PackSide | None
    findings: tuple[Finding, ...] = ()
    facts: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    away: float = 0.0
    #: Whether it shows none of the pack's cards.
    foreign: bool = False

    @property
    def side(self) -> PackSide | None:
        """Return the face or back in the picture's name, or else the one that it shows; None if unknown."""
        return self.claimed or self.shown


class PictureComparison:
    """Compares the pictures of a folder with the cards of a pack.

    copies: the number of decks that the pack's quantities are of.
    """

    def __init__(self, pack: Pack, target: Target, printer: Printer, copies: int = 1) -> None:
        page = picture_size_in_points(target._replace(trim=pack.card.size), printer)
        self._pack, self._target, self._printer, self._copies = pack, target, printer, copies
        self._profile = bundled_profile(CONDITIONS[printer.condition].profile)
        press = Press(PressInks(self._profile, printer.rich_black, printer.total_ink))
        self._drawn = pack.one_deck or pack
        self._own = CardPictures(self._drawn, page, press) if page else None
        self._names = PictureNames(pack)
        self._searcher = DifferenceSearcher()
        self._cards = {card.id: card for card in pack.cards}
        faces = [PackSide("Front", card.id) for card in pack.cards]
        self._sides = [*faces, *(PackSide("Back", name) for name in pack.backs)]
        #: For each colour space, faces and backs in cells, and in the means of squares of cells.
        self._cells: dict[Space, dict[PackSide, tuple[Any, tuple[int, ...]]]] = {}
        self._judged: list[_PictureResult] = []
        self._sources: list[Judgement] = []

    def add(self, picture: PictureFile) -> None:
        """Compare one picture with the pack and record the result."""
        self._judged.append(self._compare(picture))

    def completed_reports(self, reports: Sequence[Report]) -> list[Report]:
        """Return the reports on the added pictures, each with the findings and facts of its comparison.

        reports: one for each picture, in the order in which they were added.
        """
        made = []
        for judged, report in zip(self._judged, reports, strict=True):
            findings = (*report.findings, *judged.findings)
            facts = () if findings else (*report.facts, *judged.facts)
            unjudged = (*report.unjudged, *judged.unjudged)
            made.append(report._replace(findings=findings, facts=facts, unjudged=unjudged))
        return made

    @property
    def sides(self) -> dict[str, PackSide | None]:
        """Return the face or back of each added picture by the stem of its name; None if it is unknown."""
        return {PurePath(judged.name).stem: judged.side for judged in self._judged}

    # --- one picture -------------------------------------------------------------------------------

    def _compare(self, picture: PictureFile) -> _PictureResult:
        """Compare a picture with the card that its name states, or else with the most similar one.

        If it could not be read, the result has no findings; its report says why.
        """
        stem, reading = PurePath(picture.name).stem, picture.reading
        named = self._names.parse(stem)
        sides = [PackSide("Front", card) for card in named.cards] if named else []
        if stem in self._pack.backs:
            sides = [PackSide("Back", stem)]
        judged = _PictureResult(picture.name, named, sides[0] if sides else None, None)
        if reading is None or self._own is None or not reading.pixels:
            return judged
        try:
            return self._compare_with_card(judged, reading, sides, self._own)
        except CannotSeparate as error:
            message = f"what it shows is not compared with the pack: its inks are unknown ({error})"
            hint = "compare pictures in RGB"
            return judged._replace(findings=(Finding("picture-content", message, hint, "not judged"),))

    def _compare_with_card(
        self,
        result: _PictureResult,
        reading: PictureReading,
        sides: Sequence[PackSide],
        card_pictures: CardPictures,
    ) -> _PictureResult:
        """Compare a picture with its card, and return the result with findings.

        result: the result so far. sides: the faces or backs that the picture's name states; empty if none.
        """
        from PIL import Image

        fine = card_pictures.to_scan(Image.frombytes(reading.space, reading.fine_size, reading.pixels))
        seen = card_pictures.reduce_to_scan(fine.pixels)
        cells = _reduced_to_cells(seen)
        if len(sides) > 1:
            result = result._replace(claimed=self._nearest_side(cells, reading.space, sides).side)
        if not reading.has_shape:
            shown = self._nearest_side(cells, reading.space)
            message = "what it shows is not compared with the pack, as it has another shape"
            return result._replace(
                shown=shown.side if shown.away < _FAR / 2 else None,
                findings=(Finding("picture-content", message, "make it of the right size", "not judged"),),
            )
        nearest = self._nearest_side(cells, reading.space)
        claimed = result.claimed or nearest.side
        away = self._rms_distance_to_side(cells, claimed, reading.space)
        result = result._replace(shown=claimed, away=away)
        if self._looks_like(seen, reading, card_pictures.scan(claimed, reading.space)):
            if self._are_alike(nearest.side, claimed) or nearest.away >= _NEARER * away:
                return self._with_source_comparison(result, fine, reading)
            return result._replace(
                shown=nearest.side, findings=(self._other_card_finding(claimed, nearest.side),)
            )
        return self._with_differences(result, seen, cells, reading, nearest, card_pictures)

    def _with_source_comparison(
        self, result: _PictureResult, fine: Scan, reading: PictureReading
    ) -> _PictureResult:
        """Compare everything on a card with its source; return the result with findings and facts.

        For a picture that looks as the pack draws it: the pack's own picture shares the faults of cardgen's
        drawing, and this comparison shares none of its code. fine: the picture at twice the resolution of
        scans.
        """
        side = result.side
        if side is None:
            return result
        judgement = self._judge_by_sources(side, fine, reading)
        if judgement.differences and (reading.lossy or reading.in_rgb) and self._own is not None:
            # At this size, noise of compression and of plates looks like other type.
            coarse = self._judge_by_sources(side, self._own.reduce_to_scan(fine.pixels), reading)
            seen = {difference.planned.description for difference in coarse.differences}
            both = tuple(each for each in judgement.differences if each.planned.description in seen)
            judgement = judgement._replace(differences=both)
        self._sources.append(judgement)
        words = [difference.sentence for difference in judgement.differences]
        if len(words) > _NAMED:
            words[_NAMED:] = [f"{len(words) - _NAMED} more texts, pictures and drawings are not as planned"]
        findings = tuple(self._finding(each, side) for each in words)
        unjudged = tuple(f"{subject}: {reason}" for subject, reason in judgement.not_judged)
        return result._replace(findings=findings, facts=(_tolerance_fact(reading),), unjudged=unjudged)

    def _judge_by_sources(self, side: PackSide, actual: Scan, reading: PictureReading) -> Judgement:
        """Compare every text, icon and picture of a face or back with its source."""
        inks = InkDisplay(self._profile, cmyk_without_profile) if reading.in_rgb else None
        x, y = actual.origin
        page = Rect(-x, -y, *(each / actual.scale for each in actual.pixels.size))
        return judge_side(
            self._drawn,
            side.name if side.kind == "Back" else self._cards[side.name],
            raster_view(actual.pixels, page),
            inks,
            PRESS if inks else LOSSY if reading.lossy else EXACT,
            searcher=self._searcher,
        )

    def _with_differences(
        self,
        result: _PictureResult,
        actual: Scan,
        cells: Any,
        reading: PictureReading,
        nearest: _SimilarCard,
        card_pictures: CardPictures,
    ) -> _PictureResult:
        """Return a result with a finding: how a picture differs from its card, or which other card it shows.

        cells: the picture in few pixels. nearest: the most similar card to the upright picture.
        """
        best = self._nearest_side_turned(cells, reading.space, nearest)
        claimed = result.claimed
        if claimed is None or (
            not self._are_alike(best.side, claimed) and best.away <= _MUCH_NEARER * result.away
        ):
            shown = best.side
        else:
            shown = claimed
        wanted = card_pictures.scan(shown, reading.space)
        other = claimed is not None and not self._are_alike(shown, claimed)
        if other and claimed is not None:
            within = self._looks_like(actual, reading, wanted)
            how = "" if within else f", which {self._named_difference(actual, wanted, reading)}"
            return result._replace(shown=shown, findings=(self._other_card_finding(claimed, shown, how),))
        result = result._replace(shown=shown, away=best.away)
        if reading.in_rgb and self._is_conversion(actual, reading, shown, card_pictures):
            message = (
                "its inks are not those of the pack: another program has converted its colours; "
                "what it shows looks alike"
            )
            return result._replace(findings=(self._finding(message, shown, "warning"),))
        if claimed is None and best.away > _FAR / 2:
            like = self._side_of_same_shapes(cells, reading.space)
            if like is None and best.away > _FAR:
                return _result_of_foreign_picture(result)
            shown = like or shown
            result = result._replace(shown=shown)
            wanted = card_pictures.scan(shown, reading.space)
        found, explained = self._differences_from_card(actual, wanted, reading, shown)
        if not found or (claimed is None and best.away > _FAR and not explained):
            return _result_of_foreign_picture(result)
        return result._replace(findings=tuple(found))

    def _differences_from_card(
        self, actual: Scan, expected: Scan, reading: PictureReading, side: PackSide
    ) -> tuple[list[Finding], bool]:
        """Return findings for how a picture differs from its card, and whether one cause explains all of it.

        The list is empty if the picture shows something else. expected: the pack's own picture of the card.
        """
        left, top, right, low = _trim_box(actual, self._pack.card.size)
        # Pixels on the edge are mixtures.
        inner = left + 1, top + 1, right - 1, low - 1
        one, other = actual.crop(inner), expected.crop(inner)
        if _are_scans_equal(one, other, reading.lossy):
            return list(self._bleed_findings(actual, expected, reading, side, warns_of_others=True)), False
        difference = self._named_difference(actual, expected, reading)
        if difference.kind in _EXPLAINED and difference.where is None:
            return [self._finding(f"it {difference}", side)], True
        found = list(self._bleed_findings(actual, expected, reading, side, warns_of_others=False))
        if found:
            difference = self._named_difference(one, other, reading)
        if not _is_something_else(difference):
            found.append(self._finding(f"it {difference}", side))
        return found, False

    def _bleed_findings(
        self, actual: Scan, expected: Scan, reading: PictureReading, side: PackSide, warns_of_others: bool
    ) -> Iterator[Finding]:
        """Yield findings for bleed that differs from the pack's own.

        Bleed of a single colour is an error. warns_of_others: whether to warn of other differences too.
        """
        blank: dict[str, list[str]] = {}
        other = []
        for name, box in _bleed_boxes(actual, self._pack.card.size):
            one, two = actual.crop(box), expected.crop(box)
            if _are_scans_equal(one, two, reading.lossy):
                continue
            color = covering_color_name(one.pixels, two.pixels)
            if color:
                blank.setdefault(color, []).append(name)
            else:
                other.append(name)
        for color, names in blank.items():
            at = _name_list([each for each in names if each != "corners"] or names)
            message = f"the bleed at the {at} is {color}, where the pack's art runs on"
            yield self._finding(message, side)
        if other and warns_of_others and not blank:
            message = f"the bleed at the {_name_list(other)} is not what the pack draws there"
            yield self._finding(message, side, "warning")

    def _is_conversion(
        self, actual: Scan, reading: PictureReading, side: PackSide, card_pictures: CardPictures
    ) -> bool:
        """Tell whether a picture in CMYK looks like its card, though its inks differ."""
        from PIL import Image

        shown = Image.frombytes("RGB", reading.scan_size, reading.in_rgb)
        inks, drawn = (card_pictures.scan(side, space).pixels for space in ("CMYK", "RGB"))
        wanted = (
            converted_to_srgb(each, self._profile) for each in (inks, cmyk_picture(drawn, self._profile))
        )
        return any(is_within_tolerance(shown, each, actual.scale, _CONVERTED) for each in wanted)

    def _named_difference(self, actual: Scan, expected: Scan, reading: PictureReading) -> Difference:
        """Return how a picture differs from the pack's own, without the noise of lossy compression."""
        clean = _without_noise(actual, expected) if reading.lossy else None
        return self._searcher.name_difference(actual, expected, clean)

    def _looks_like(self, actual: Scan, reading: PictureReading, expected: Scan) -> bool:
        """Tell whether a picture is equal to the pack's own within the tolerance of its compression."""
        return _are_scans_equal(actual, expected, reading.lossy)

    def _other_card_finding(self, named: PackSide, shown: PackSide, suffix: str = "") -> Finding:
        """Return an error: the picture's name states one card, and it shows another. suffix: words to add."""
        says, shows = (label_of_side(side, self._pack) for side in (named, shown))
        message = f"its name says {says}, and it shows {shows}{suffix}"
        return self._finding(message, named)

    def _finding(self, message: str, side: PackSide, severity: Any = "error") -> Finding:
        """Return a finding of a picture with the label of its card."""
        label = label_of_side(side, self._pack)
        return Finding("picture-content", message, _AGAIN, severity, card=label, side=side)

    # --- which card --------------------------------------------------------------------------------

    def _sides_in_cells(self, space: Space) -> dict[PackSide, tuple[Any, tuple[int, ...]]]:
        """Return each face and back in few pixels (cells), with the mean colours of squares of cells."""
        if space not in self._cells and self._own is not None:
            scans = self._own.scans(self._sides, space)
            made = {side: _reduced_to_cells(scan) for side, scan in zip(self._sides, scans, strict=True)}
            self._cells[space] = {side: (cells, _square_means(cells)) for side, cells in made.items()}
        return self._cells[space]

    def _rms_distance_to_side(self, cells: Any, side: PackSide, space: Space) -> float:
        """Return the distance of a picture in cells to a face or back, from 0 (equal) to 255."""
        return _rms_difference(cells, self._sides_in_cells(space)[side][0])

    def _are_alike(self, one: PackSide, other: PackSide) -> bool:
        """Tell whether two faces or backs are the same, or equal in their cells."""
        if one == other:
            return True
        known = next(iter(self._cells.values()))
        return bool(known[one][0].tobytes() == known[other][0].tobytes())

    def _nearest_side(self, cells: Any, space: Space, candidates: Sequence[PackSide] = ()) -> _SimilarCard:
        """Return the face or back that is most similar to a picture in cells.

        candidates: those to choose from; empty for all of the pack.
        """
        known, means = self._sides_in_cells(space), _square_means(cells)
        best = _SimilarCard(self._sides[0], math.inf)
        for side in candidates or self._sides:
            other, others = known[side]
            # Squares differ by no more than their cells, but each mean is rounded.
            if math.dist(means, others) / math.sqrt(len(means)) - 1 < best.away:
                away = _rms_difference(cells, other)
                if away < best.away:
                    best = _SimilarCard(side, away)
        return best

    def _nearest_side_turned(self, cells: Any, space: Space, upright: _SimilarCard) -> _SimilarCard:
        """Return the most similar face or back, with the picture mirrored or turned if that is much nearer.

        upright: the most similar one to the picture as it is.
        """
        best = upright
        for _, words, turned in mirrored_and_turned_pictures(cells):
            found = self._nearest_side(turned, space)
            if found.away < _MUCH_NEARER * upright.away and found.away < best.away:
                best = found._replace(turned=words)
        return best

    def _side_of_same_shapes(self, cells: Any, space: Space) -> PackSide | None:
        """Return the face or back whose lightness is most like a picture's; None if none is like enough."""
        known = self._sides_in_cells(space)
        likeness, side = max((_lightness_correlation(cells, known[side][0]), side) for side in self._sides)
        return side if likeness >= _LIKE else None

    # --- all of a folder ---------------------------------------------------------------------------

    def folder_findings_and_facts(
        self, pictures_per: str | None = None
    ) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        """Return findings and facts about the folder as a whole; facts only if nothing is wrong.

        pictures_per: "face" or "card", what each picture should be for; None to find out. Also adds findings
        to pictures of which there are too many, and to those whose name states a wrong quantity.
        """
        foreign = sum(each.foreign for each in self._judged)
        if foreign > 1 and foreign >= _FOREIGN * len(self._judged):
            message = f"this does not look like {self._pack.name}: {foreign} of {len(self._judged)} pictures "
            message += "show none of its cards"
            return (Finding("deck", message, "name the pack that the folder holds with --pack"),), ()
        pictures_per = pictures_per or self._likely_pictures_per()
        self._judged = [self._with_quantity_finding(each) for each in self._judged]
        found = list(self._report_missing_and_surplus(pictures_per))
        if found or any(each.findings for each in self._judged):
            return tuple(found), ()
        faces = sum(each.side is not None and each.side.kind == "Front" for each in self._judged)
        backs = len(self._judged) - faces
        how = "one of each face" if pictures_per == "face" else "each card as often as the pack has it"
        said = (
            f"{count_with_noun(len(self._judged), 'picture')} compared with {self._pack.name}, trim "
            "and bleed: "
            f"{count_with_noun(faces, 'face')} and {count_with_noun(backs, 'back')}, {how}"
        )
        compared = sum(judgement.compared for judgement in self._sources)
        what = count_with_noun(compared, "text, picture or drawing", "texts, pictures and drawings")
        return (), (said, f"{what} found in them, as their own sources have them")

    def _with_quantity_finding(self, result: _PictureResult) -> _PictureResult:
        """Return a result, with a finding if the picture's name states another quantity than the pack."""
        if result.named is None or result.claimed is None:
            return result
        wanted = self._cards[result.claimed.name].quantity
        if result.named.times in (wanted, wanted // self._copies):
            return result
        message = f"its name says that the deck has {result.named.times} of this card; the pack has {wanted}"
        finding = self._finding(message, result.claimed)._replace(rule="deck")
        return result._replace(findings=(*result.findings, finding))

    def _likely_pictures_per(self) -> str:
        """Return whether there is a picture for each "face" or for each "card", judged by the names, or else
        by the number, of the pictures.
        """
        named = next((each.named for each in self._judged if each.named), None)
        if named:
            return named.per
        misses = {
            per: sum(abs(len(held) - wanted) for _, wanted, held in self._groups_of_identical_sides(per))
            for per in ("face", "card")
        }
        return min(misses, key=lambda per: (misses[per], per != "face"))

    def _groups_of_identical_sides(
        self, pictures_per: str
    ) -> Iterator[tuple[list[PackSide], int, list[_PictureResult]]]:
        """Yield each group of faces or backs that look the same.

        Each group comes with the expected number of its pictures, and with its pictures in the folder.
        pictures_per: "face" or "card".
        """
        held: dict[PackSide, list[_PictureResult]] = {}
        for judged in self._judged:
            if judged.side is not None:
                held.setdefault(judged.side, []).append(judged)
        groups: dict[object, list[PackSide]] = {}
        known = next(iter(self._cells.values()), {})
        for side in self._sides:
            key = (side.kind, known[side][0].tobytes()) if side in known else side
            groups.setdefault(key, []).append(side)
        for sides in groups.values():
            wanted = sum(self._expected_count(side, pictures_per) for side in sides)
            yield sides, wanted, [each for side in sides for each in held.get(side, ())]

    def _expected_count(self, side: PackSide, pictures_per: str) -> int:
        """Return the expected number of pictures of a face or back. pictures_per: "face" or "card"."""
        part = self._target.part
        if side.kind == "Back":
            return int(part != "faces")
        quantity = 0 if part == "backs" else self._cards[side.name].quantity
        return quantity if pictures_per == "card" else min(quantity, 1)

    def _report_missing_and_surplus(self, pictures_per: str) -> Iterator[Finding]:
        """Yield findings for cards with too few pictures, and add findings to surplus pictures."""
        missing: list[str] = []
        for sides, wanted, held in self._groups_of_identical_sides(pictures_per):
            label = label_of_side(sides[0], self._pack)
            if not held and wanted:
                asked = (side for side in sides if self._expected_count(side, pictures_per))
                missing += [label_of_side(side, self._pack) for side in asked]
            elif len(held) < wanted:
                message = f"of {label} there are {len(held)} pictures instead of {wanted}"
                if len(held) == 1:
                    message = f"of {label} there is 1 picture instead of {wanted}"
                yield Finding("deck", message, "make the pictures again with `cardgen images`")
            elif len(held) > wanted:
                self._mark_surplus(held, wanted, label)
        if missing:
            what = "card has" if len(missing) == 1 else "cards have"
            names = ", ".join(missing[:_NAMED]) + (" …" if len(missing) > _NAMED else "")
            message = f"{len(missing)} {what} no picture: {names}"
            if len(missing) == 1:
                message = f"{names} has no picture"
            yield Finding("deck", message, "make the pictures again with `cardgen images`")

    def _mark_surplus(self, pictures: list[_PictureResult], expected: int, label: str) -> None:
        """Add a finding to each picture of a card beyond the wanted number."""
        # Those whose names say so come first, then the most similar ones.
        ranked = sorted(pictures, key=lambda each: (each.claimed is None, bool(each.findings), each.away))
        kept = ranked[:expected]
        for each in ranked[expected:]:
            if each.claimed is None and expected:
                message = f"it shows {label}, as {kept[0].name} does"
            elif expected:
                message = f"it is one more picture of {label}, which should be there {times_text(expected)}"
            else:
                message = f"it shows {label}, which is not asked for"
            finding = Finding("deck", message, "leave it out", card=label, side=each.side)
            place = self._judged.index(each)
            self._judged[place] = each._replace(findings=(*each.findings, finding))


def _result_of_foreign_picture(result: _PictureResult) -> _PictureResult:
    """Return a result with the finding that the picture shows none of the pack's cards."""
    finding = Finding(
        "picture-content", "it shows none of the pack's cards", "leave it out, or name the pack that it is of"
    )
    return result._replace(shown=None, findings=(finding,), foreign=True)


def _tolerance_fact(reading: PictureReading) -> str:
    """Return the fact that a picture looks right, with the tolerance of the comparison."""

    if reading.lossy:
        lightness, colours = tolerance_sentence(_LIGHTNESS), tolerance_sentence(_COLOURS)
        return f"as the pack draws it: lightness differs {lightness}; colours differ {colours}"
    return f"as the pack draws it: colours differ {tolerance_sentence(DRAWN)}"


def _are_scans_equal(one: Scan, other: Scan, lossy: bool) -> bool:
    """Tell whether two scans of one size are equal within the tolerance.

    lossy: whether one is of a picture with lossy compression, which has a larger tolerance.
    """
    if not lossy:
        return is_within_tolerance(one.pixels, other.pixels, one.scale, DRAWN)
    if not is_within_tolerance(one.pixels, other.pixels, one.scale, _COLOURS):
        return False
    return is_within_tolerance(one.pixels.convert("L"), other.pixels.convert("L"), one.scale, _LIGHTNESS)


def _without_noise(actual: Scan, expected: Scan) -> Scan:
    """Return a scan that equals the wanted one wherever compression explains the difference."""
    from PIL import Image, ImageChops, ImageFilter

    one, other = actual.pixels, expected.pixels
    (side, lightness), (_, colours) = _LIGHTNESS[0], _COLOURS[0]
    square = max(1, round(side * actual.scale))
    mask: Any = None
    for a, b, level in ((one.convert("L"), other.convert("L"), lightness), (one, other, colours)):
        for band in ImageChops.difference(a.reduce(square), b.reduce(square)).split():
            beyond = band.point([255 * (2 * each > level) for each in range(256)])
            mask = beyond if mask is None else ImageChops.lighter(mask, beyond)
    # Around real differences, compression differs as well.
    mask = mask.filter(ImageFilter.MaxFilter(3))
    whole = mask.resize((mask.width * square, mask.height * square), Image.Resampling.NEAREST)
    return actual._replace(pixels=Image.composite(one, other, whole.crop((0, 0, *one.size))))


def _is_something_else(difference: Difference) -> bool:
    """Tell whether a difference says only that the card shows something else, without a cause or a place."""
    return difference.kind == "other" and difference.where is None and "else" in difference.description


def _trim_box(scan: Scan, trim: tuple[float, float]) -> tuple[int, int, int, int]:
    """Return the trim on a scan in pixels: left, top, right, bottom."""
    left, low = scan.origin[0] * scan.scale, scan.origin[1] * scan.scale
    right, top = left + trim[0] * scan.scale, low + trim[1] * scan.scale
    high = scan.pixels.height
    return round(left), round(high - top), round(right), round(high - low)


def _bleed_boxes(scan: Scan, trim: tuple[float, float]) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    """Yield the name of each part of the bleed, with its box in pixels: four sides, and four "corners".

    Yields nothing if the bleed is less than half a millimetre wide.
    """
    if min(scan.origin) < _LEAST_BLEED:
        return
    left, top, right, low = _trim_box(scan, trim)
    wide, high = scan.pixels.size
    yield "left", (0, top, left, low)
    yield "right", (right, top, wide, low)
    yield "top", (left, 0, right, top)
    yield "bottom", (left, low, right, high)
    for x0, x1 in ((0, left), (right, wide)):
        for y0, y1 in ((0, top), (low, high)):
            yield "corners", (x0, y0, x1, y1)


def _name_list(names: Sequence[str]) -> str:
    """Return names as a list in words, each once: "left, right and top"."""
    names = list(dict.fromkeys(names))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _reduced_to_cells(scan: Scan) -> Any:
    """Return a scan in few pixels (cells): about 64 along the shorter side, in whole squares of 8 × 8."""
    from PIL import Image

    wide, high = scan.pixels.size
    short = min(wide, high)
    size = tuple(_SQUARE * max(1, round(_CELLS / _SQUARE * side / short)) for side in (wide, high))
    return scan.pixels.resize(size, Image.Resampling.BOX)


def _square_means(cells: Any) -> tuple[int, ...]:
    """Return the mean of each channel in each square of 8 × 8 cells, from 0 to 255."""
    return tuple(cells.reduce(_SQUARE).tobytes())


def _lightness_correlation(one: Any, other: Any) -> float:
    """Return the correlation of the lightness of two pictures, from -1 to 1."""
    from PIL import ImageChops, ImageStat

    a, b = one.convert("L"), other.convert("L")
    first, second = ImageStat.Stat(a), ImageStat.Stat(b)
    spread = first.stddev[0] * second.stddev[0]
    together = 255 * ImageStat.Stat(ImageChops.multiply(a, b)).mean[0] - first.mean[0] * second.mean[0]
    return together / spread if spread else 0.0


def _rms_difference(one: Any, other: Any) -> float:
    """Return the root of the mean squared difference of the channels of two pictures, from 0 to 255."""
    from PIL import ImageChops, ImageStat

    stat = ImageStat.Stat(ImageChops.difference(one, other))
    return math.sqrt(sum(stat.sum2) / max(1, sum(stat.count)))
