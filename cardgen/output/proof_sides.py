"""The sides of cards that a proof shows: their inks, and how they look when printed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from math import cos, pi
from pathlib import Path
from typing import Any, NamedTuple

from ..art.face import card_side
from ..art.inks_used import PLATES, Blank, PrintedContent, printed_content
from ..art.items import Drawing
from ..art.pdf_writer import write_pdf
from ..art.presses import press_for_pack
from ..colour.images import press_picture, srgb_picture
from ..errors import UsageError
from ..geometry import Rect, translation
from ..pack.model import Pack
from ..pack.special_inks import SpecialInk, SpecialWay
from ..pack.words import Wording
from ..text import fonts
from ..units import Size
from .press import PressJob


class PictureUsed(NamedTuple):
    """A picture file as printed."""

    name: str
    #: The size in pixels, upright, and the resolution on the card in pixels per inch.
    pixels: tuple[int, int]
    ppi: float
    #: The width and height of the place that it fills, in points.
    place: Size
    #: Its plates and maximum total ink on the press. Empty if RGB is delivered.
    plates: tuple[str, ...] = ()
    total_ink: float = 0.0


class ProofSide(NamedTuple):
    """A distinct face, or a back."""

    #: A short unique name: "face-1", "back".
    key: str
    label: str
    id: str
    #: Its quantity in the pack.
    quantity: int
    art: Drawing
    used: PrintedContent
    pictures: tuple[PictureUsed, ...]
    #: Spot colours on it.
    spots: tuple[str, ...] = ()
    #: The author's notes on the card.
    notes: str = ""

    @property
    def is_back(self) -> bool:
        """Tell whether the side is a back."""
        return not self.key.startswith("face-")

    @property
    def plates(self) -> tuple[str, ...]:
        """Return the process inks on this side, in the order of the press."""
        taken = {*self.used.plates, *(plate for picture in self.pictures for plate in picture.plates)}
        return tuple(plate for plate in PLATES if plate in taken)

    @property
    def total_ink(self) -> float:
        """Return the largest total of inks of one colour, or at one pixel of a picture, in parts of 1.
        Overprints are not counted.
        """
        return max([self.used.total_ink, *(picture.total_ink for picture in self.pictures)])


def proof_sides(pack: Pack, job: PressJob | None) -> list[ProofSide]:
    """Return every distinct face of a pack in print order, then its backs.

    job: that of the press files; None for a printer that takes pictures in RGB.
    """
    if job is None:
        return list(_distinct_sides(pack.with_special_inks("simulated"), None))
    way: SpecialWay = "ink" if job.special_inks == "none" else "separations"
    return list(_distinct_sides(pack.converted_for_press(job.inks).with_special_inks(way), job))


def _distinct_sides(pack: Pack, job: PressJob | None) -> Iterator[ProofSide]:
    """Yield each face and back with its inks and pictures, as proof_sides() does."""
    trim = Rect(0, 0, *pack.card.size)
    blank = Blank(trim, pack.card.safe, pack.card.bleed)
    press = press_for_pack(pack, job.inks) if job else None
    die_line = job.die_line if job else None
    spots = (die_line.name,) if die_line and die_line.where == "art" else ()
    special = [ink.plate for ink in pack.special_inks]
    known: dict[tuple[Path, Rect], PictureUsed] = {}
    wording = pack.wording

    def side(key: str, label: str, name: str, times: int, art: Drawing, spots: tuple[str, ...]) -> ProofSide:
        recorded = printed_content([art], blank, press)
        for picture in recorded.pictures:
            if picture not in known:
                known[picture] = _picture_used(*picture, job)
        shown = tuple(known[picture] for picture in recorded.pictures)
        plates = tuple(plate for plate in special if plate in recorded.plates)
        return ProofSide(key, label, name, times, art, recorded, shown, (*spots, *plates))

    for number, card in enumerate((card for card in pack.cards if card.quantity), 1):
        art = card_side(pack, card, trim)
        made = side(f"face-{number}", card.label, card.id, card.quantity, art, spots)
        yield made._replace(notes=card.notes)
    for name in pack.backs:
        count = sum(card.quantity for card in pack.cards if pack.back_of(card) == name)
        yield side(name, back_label(name, wording), name, count, card_side(pack, name, trim), ())


def back_label(name: str, wording: Wording) -> str:
    """Return what a back is called in the pack's language. name: its short name, such as "back-2"."""
    own = name.removeprefix("back").removeprefix("-")
    return wording.sentence("back {number}", number=own) if own else wording.sentence("back")


def _picture_used(file: Path, rect: Rect, job: PressJob | None) -> PictureUsed:
    """Return how a picture is printed in a rectangle of this size: its resolution and its inks."""
    pixels = srgb_picture(file).size
    ppi, place = min(pixels[0] / rect.width, pixels[1] / rect.height) * 72, (rect.width, rect.height)
    if job is None:
        return PictureUsed(file.name, pixels, ppi, place)
    from PIL import Image, ImageChops

    ready = press_picture(file, rect.width, rect.height, job.inks.profile)
    data = ready.getRGBData()
    image = Image.frombytes(ready.mode, ready.getSize(), data)
    if image.mode != "CMYK":
        return PictureUsed(file.name, pixels, ppi, place, ("black",), 1.0)
    inks = image.split()
    plates = tuple(name for name, ink in zip(PLATES, inks, strict=True) if ink.getextrema()[1])
    # Halves and quarters of sums stay below 256; the sum is right to three per cent.
    half = [ImageChops.add(inks[0], inks[1], scale=2), ImageChops.add(inks[2], inks[3], scale=2)]
    levels = ImageChops.add(half[0], half[1], scale=2).histogram()
    most = max(level for level, count in enumerate(levels) if count)
    return PictureUsed(file.name, pixels, ppi, place, plates, 4 * most / 255)


#: Pixels per inch of a card: sharp on paper at true size, and small enough for mail.
_PPI = 200


@cache
def _screen_transform(profile: bytes) -> Any:
    """Return PIL's transformation from the inks of a profile to sRGB. Raises UsageError if the profile has
    none.
    """
    from PIL import ImageCms

    try:
        # White paper stays white and the press's black becomes the screen's, as eyes adapt to both.
        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            "CMYK",
            "RGB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        message = "the colour profile cannot show on a screen what is printed"
        raise UsageError(f"{message}; download it again, or leave --profile out") from error


class SoftProof:
    """Draws cards, with their bleed, as a press prints them, for a screen."""

    def __init__(self, pack: Pack, job: PressJob) -> None:
        """Prepare for the cards of a pack and a job. Raises UsageError for a profile without a conversion to
        a screen.
        """
        fonts.register_fonts()
        self.bleed = pack.card.bleed
        self.special_inks = pack.special_inks if job.special_inks != "none" else ()
        self.page = (pack.card.width + 2 * self.bleed, pack.card.height + 2 * self.bleed)
        self.press = press_for_pack(pack, job.inks)
        self.to_screen = _screen_transform(self.press.inks.profile)

    def picture(self, art: Drawing) -> Any:
        """Return a side as a picture in sRGB (PIL). art: the side, with the corner of its trim at
        the origin.
        """
        from PIL import ImageCms

        from ..prepress.pdf.plates import separate_pages

        items = [Drawing((art,), translation(self.bleed, self.bleed))]
        data = write_pdf(items, self.page, "cmyk", self.press, draft=True)
        technical = [ink.plate for ink in self.special_inks]
        (plates,) = separate_pages(data, [0], scale=_PPI / 72, technical=technical)
        picture: Any = ImageCms.applyTransform(plates.as_cmyk(), self.to_screen)
        for ink in self.special_inks:
            (own,) = separate_pages(data, [0], scale=_PPI / 72, spot=ink.plate)
            picture.paste(*simulated_ink_and_mask(ink, own.black))
        return picture


#: How much lighter and darker foil is than its colour, where it reflects more or less light.
_SHEEN = 0.45


def simulated_ink_and_mask(ink: SpecialInk, plate: Any) -> tuple[Any, Any]:
    """Return a picture in sRGB that simulates a special ink, flat or with the sheen of foil, and the mask (L)
    with which to paste it.

    plate: a picture (PIL, L) that is 255 where the ink is printed.
    """
    from PIL import Image, ImageChops

    size, rgb = plate.size, tuple(round(255 * part) for part in ink.spot_color.rgb)
    mask = plate.point(lambda level: round(level * ink.opacity))
    solid = Image.new("RGB", size, rgb)
    if ink.kind != "foil":
        return solid, mask
    # Bands of light that run across the card.
    across = Image.linear_gradient("L").resize(size)
    along = Image.linear_gradient("L").rotate(90).resize(size)
    slope = ImageChops.add(across, along, scale=2)
    sheen = slope.point(lambda level: round(127.5 + 127.5 * cos(level / 255 * 6 * pi)))
    light = Image.blend(solid, Image.new("RGB", size, (255, 255, 255)), _SHEEN)
    dark = Image.blend(solid, Image.new("RGB", size, (0, 0, 0)), _SHEEN / 2)
    return Image.composite(light, dark, sheen), mask
