"""Compares pictures of the plates of special inks with the plates that the pack draws.

A plate of foil, varnish or white is a picture of its own in black and white, with the name of the card's
picture: in a folder with the name of the ink, or with the ink at the end of the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from ...art.face import card_side
from ...geometry import Rect
from ...pack.file_names import PictureNames
from ...pack.model import Pack
from ...pack.special_inks import SpecialInk
from ...units import MM, Sentence, count_with_noun
from ..comparison.card_pictures import CardPictures
from ..comparison.differences import DifferenceSearcher, mean_difference
from ..comparison.pack_sides import PackSide, label_of_side
from ..printers.model import Printer
from .findings import Finding, Report, Target
from .picture_files import PictureReading, picture_size_in_points
from .special_inks import (
    EDGE_TOLERANCE,
    fineness_findings,
    inverted_picture,
    is_inked,
    plate_difference,
    unjudged_fineness_sentences,
)

#: The least spread of red, green and blue of a colour, and of cyan, magenta and yellow, of 255.
_CHROMA = 40
#: Levels of grey that are neither black nor white, and those of a picture with lossy compression.
_GREY, _LOSSY_GREY = (25, 230), (64, 191)
#: Number of plates that are kept drawn, of a megabyte each.
_MOST_KEPT = 64
#: Maximum number of names in a message.
_NAMED = 6
#: Differences that explain a whole plate.
_OF_ALL = ("mirrored", "turned", "shifted", "scaled")
_NO_EDGE_AWAY = f"no edge is more than {EDGE_TOLERANCE / MM:.2f} mm away"
_AGAIN = "make it again with `cardgen images --special-inks files`"


def plate_of_file(path: PurePath, pack: Pack) -> SpecialInk | None:
    """Return the special ink that a file is the plate of, by the end of its name or by its folder's name.

    Returns None for a file of the process inks.
    """
    # -foil-gold ends like no other; -foil is part of it.
    for ink in sorted(pack.special_inks, key=lambda each: -len(each.suffix)):
        is_in_folder = path.parent.name == ink.folder and path.suffix.lower() != ".pdf"
        if is_in_folder or path.stem.endswith(ink.suffix):
            return ink
    return None


def plate_picture_paths(folder: Path, pack: Pack, suffixes: set[str]) -> list[Path]:
    """Return the pictures in the folders of plates within a folder of pictures.

    suffixes: of pictures, in lower case with a dot. Raises OSError for a folder that cannot be read.
    """
    within = [folder / ink.folder for ink in pack.special_inks]
    return [
        file
        for each in within
        if each.is_dir()
        for file in sorted(each.iterdir())
        if file.suffix.lower() in suffixes
    ]


class PlateComparison:
    """Compares pictures of plates with a pack.

    pack: as drawn for the printer. cards: the faces and backs of pictures of the process inks by the stems of
    their names; empty if only plates are checked.
    """

    def __init__(
        self, pack: Pack, target: Target, printer: Printer, cards: Mapping[str, PackSide | None]
    ) -> None:
        self._pack, self._target, self._cards = pack, target, cards
        self._page = picture_size_in_points(target._replace(trim=pack.card.size), printer)
        self._names = PictureNames(pack)
        self._searcher = DifferenceSearcher()
        self._sides = [PackSide("Front", card.id) for card in pack.cards]
        self._sides += [PackSide("Back", name) for name in pack.backs]
        self._alone = {ink: pack.with_special_inks("alone", ink.plate) for ink in pack.special_inks}
        self._artists = (
            {ink: CardPictures(alone, self._page) for ink, alone in self._alone.items()} if self._page else {}
        )
        self._inked = {ink: self._sides_with_ink(alone) for ink, alone in self._alone.items()}
        self._drawn: dict[tuple[SpecialInk, PackSide], Any] = {}
        #: The sides of plates that were compared, and the stems of the names of all.
        self._seen: dict[SpecialInk, list[PackSide]] = {ink: [] for ink in pack.special_inks}
        self._stems: dict[SpecialInk, set[str]] = {ink: set() for ink in pack.special_inks}

    def completed_report(
        self, path: PurePath, ink: SpecialInk, report: Report, reading: PictureReading | None
    ) -> Report:
        """Return the report on a picture of a plate with the findings and facts of its comparison."""
        stem = path.stem.removesuffix(ink.suffix)
        self._stems[ink].add(stem)
        side = self._side_of_name(stem)
        findings: list[Finding] = []
        facts: list[str] = []
        unjudged: list[Sentence] = []
        if reading is not None and not reading.has_shape:
            hint = "make it of the right size"
            findings.append(finding_of_plate_not_compared(ink, hint, ", as it has another shape"))
        elif reading is not None:
            levels, colored = _ink_levels(reading)
            side = side or self._nearest_side(ink, levels)
            label = label_of_side(side, self._pack)
            wanted = self._own_plate_levels(ink, side, levels.size)
            message = self._difference(ink, levels, wanted, colored, reading.lossy)
            if message is not None:
                findings.append(Finding("special-plate", message, _AGAIN))
            finer = levels.resize((2 * levels.width, 2 * levels.height))
            found = fineness_findings(finer, ink.plate, self._target)
            findings = [finding._replace(card=label, side=side) for finding in (*findings, *found)]
            facts = [f"the plate {ink.plate} of {label} is as the pack draws it: {_NO_EDGE_AWAY}"]
            unjudged = unjudged_fineness_sentences([ink.plate], self._target)
            self._seen[ink].append(side)
        both = (*report.findings, *findings)
        return report._replace(
            findings=both,
            facts=() if both else (*report.facts, *facts),
            unjudged=(*report.unjudged, *unjudged),
        )

    def folder_facts(self) -> Iterator[str]:
        """Yield the fact of how many pictures were compared, of which plates."""
        compared = {ink.plate: len(seen) for ink, seen in self._seen.items() if seen}
        if compared:
            count = count_with_noun(sum(compared.values()), "picture")
            yield f"{count} of plates compared with the pack, {', '.join(compared)}: {_NO_EDGE_AWAY}"

    def folder_findings(self) -> Iterator[Finding]:
        """Yield a finding for each plate without pictures, or without some of them."""
        missing: list[str]
        for ink, inked in self._inked.items():
            if self._cards:
                stems = (stem for stem, side in self._cards.items() if side in inked)
                missing = [stem for stem in stems if stem not in self._stems[ink]]
            elif not self._stems[ink]:
                continue
            else:
                # Faces that look the same may be one picture.
                seen = [self._own_plate_bytes(ink, side) for side in self._seen[ink]]
                lacking = (side for side in inked if self._own_plate_bytes(ink, side) not in seen)
                missing = [label_of_side(side, self._pack) for side in lacking]
            if missing and not self._stems[ink]:
                message = (
                    f"there are no pictures of the plate {ink.plate}: they belong in the folder {ink.folder}"
                )
                yield Finding("deck", message, f"{_AGAIN}, or say --special-inks none if there are no plates")
            elif missing:
                names = ", ".join(missing[:_NAMED]) + (" …" if len(missing) > _NAMED else "")
                message = f"of the plate {ink.plate}, there is no picture of {names}"
                message += ": its picture has the same name as the card's" * bool(self._cards)
                yield Finding("deck", message, _AGAIN)

    # --- which card --------------------------------------------------------------------------------

    def _sides_with_ink(self, plate_pack: Pack) -> list[PackSide]:
        """Return the faces and backs that draw something on a plate. plate_pack: the pack with that plate
        only.
        """
        trim, by_id = Rect(0, 0, *plate_pack.card.size), {card.id: card for card in plate_pack.cards}
        return [
            side
            for side in self._sides
            if card_side(plate_pack, by_id[side.name] if side.kind == "Front" else side.name, trim).items
        ]

    def _side_of_name(self, stem: str) -> PackSide | None:
        """Return the face or back that a file name without its suffix states, or else the one that the card's
        picture with this name shows.
        """
        if self._cards.get(stem) is not None:
            return self._cards[stem]
        if stem in self._pack.backs:
            return PackSide("Back", stem)
        named = self._names.parse(stem)
        return PackSide("Front", named.cards[0]) if named and len(named.cards) == 1 else None

    def _nearest_side(self, ink: SpecialInk, levels: Any) -> PackSide:
        """Return the face or back whose plate is most similar to a picture."""
        small = tuple(max(1, side // 4) for side in levels.size)
        seen = levels.resize(small)
        sides = self._inked[ink] or self._sides
        return min(
            sides,
            key=lambda side: mean_difference(
                self._own_plate_levels(ink, side, levels.size).resize(small), seen
            ),
        )

    # --- one plate ---------------------------------------------------------------------------------

    def _own_plate_levels(self, ink: SpecialInk, side: PackSide, size: tuple[int, int]) -> Any:
        """Return the pack's plate of a side as a picture (PIL, L), 255 where there is ink."""
        if (ink, side) not in self._drawn:
            if len(self._drawn) >= _MOST_KEPT:
                del self._drawn[next(iter(self._drawn))]
            picture = self._artists[ink].fine_picture(side)
            self._drawn[ink, side] = inverted_picture(picture.convert("L"))
        own = self._drawn[ink, side]
        return own if own.size == size else own.resize(size)

    def _own_plate_bytes(self, ink: SpecialInk, side: PackSide) -> bytes:
        if self._page is None:
            return side.name.encode()
        return bytes(self._own_plate_levels(ink, side, self._artists[ink].fine_size).tobytes())

    def _difference(
        self, ink: SpecialInk, actual: Any, expected: Any, colored: Any, is_lossy: bool
    ) -> str | None:
        """Return how a plate differs from the pack's; None if it does not.

        actual, expected: levels of ink. colored: where the picture has colours.
        """
        scan, plate = self._artists[ink].to_scan(actual), f"the plate {ink.plate}"

        def at(box: tuple[int, int, int, int]) -> str:
            return scan.place_phrase(scan.area_in_points(box))

        if box := colored.getbbox():
            return f"{plate} is not in pure black: it has colours {at(box)}"
        if box := _grey_parts(actual, expected, *(_LOSSY_GREY if is_lossy else _GREY)).getbbox():
            return f"{plate} is grey, and not black or white, {at(box)}"
        difference = plate_difference(actual, expected)
        if difference is None:
            return None
        if is_inked(actual) and is_inked(expected):
            if plate_difference(inverted_picture(actual), expected) is None:
                return f"{plate} is inverted: it is white where there should be ink"
            own, reduce = scan._replace(pixels=expected), self._artists[ink].reduce_to_scan
            cause = self._searcher.name_difference(reduce(actual), reduce(expected), fine_scans=(scan, own))
            if cause.kind in _OF_ALL and cause.where is None:
                return f"{plate} {cause}"
        words, box = difference
        return words.format(plate=ink.plate, at=at(box))


def finding_of_plate_not_compared(ink: SpecialInk, hint: str, reason: str = "") -> Finding:
    """Return the finding that a picture of a plate is not judged. reason: ends its sentence."""
    message = f"the plate {ink.plate} is not compared with the pack{reason}"
    return Finding("special-plate", message, hint, "not judged")


def _ink_levels(reading: PictureReading) -> tuple[Any, Any]:
    """Return the amounts of ink on a plate (PIL, L: 255 for full ink), and a mask of where it has colours."""
    from PIL import Image, ImageChops

    picture = Image.frombytes(reading.space, reading.fine_size, reading.pixels)
    bands: Sequence[Any] = picture.split()
    if reading.space == "CMYK":
        cyan, magenta, yellow, levels = bands
        spread = ImageChops.lighter(ImageChops.lighter(cyan, magenta), yellow)
    else:
        darkest = lightest = bands[0]
        for band in bands[1:]:
            darkest, lightest = ImageChops.darker(darkest, band), ImageChops.lighter(lightest, band)
        levels, spread = inverted_picture(darkest), ImageChops.subtract(lightest, darkest)
    return levels, spread.point(lambda level: 255 * (level > _CHROMA))


def _grey_parts(actual: Any, expected: Any, low: int, high: int) -> Any:
    """Return a mask (PIL, L) of where a plate is grey, except at the edges of both plates, which may be grey.

    low, high: the levels between which ink is grey; see _GREY.
    """
    from PIL import ImageChops, ImageFilter

    grey, own = (each.point(lambda level: 255 * (low < level < high)) for each in (actual, expected))
    return ImageChops.subtract(grey.filter(ImageFilter.MinFilter(3)), own.filter(ImageFilter.MaxFilter(3)))
