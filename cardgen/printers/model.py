"""What a card manufacturer wants: a preset as a frozen model. How its file is read is in printers.py.

Lengths are in points, ink in parts of 1 (a total of 3.0 is 300 %).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

#: Pages of a press file: each face with its back behind it or before it, one common back at the end or
#: at the beginning, faces and backs in files of their own, or faces only.
Order = Literal["face-back", "back-face", "back-last", "back-first", "separate", "faces"]
ORDERS: tuple[Order, ...] = get_args(Order)
Standard = Literal["x1a", "x4"]
#: What people call the standards.
STANDARDS: dict[Standard, str] = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}
#: Whether something drawn besides the cards (a die line, marks) is refused, taken or asked for.
Rule = Literal["forbidden", "allowed", "wanted"]


#: What figures are called, where that is not their key with spaces.
_FIGURES = {
    "sizes.pixels": "pixels",
    "sizes.corner": "corners",
    "color": "colour",
    "per": "pages for each card",
    "form": "kind of file",
    "image-formats": "formats of pictures",
    "picture-profile": "profiles in pictures",
    "ppi": "pixels an inch",
    "least-line": "thinnest line",
    "least-type": "smallest type",
    "decks": "cards in a deck",
    "decks.least": "fewest cards",
    "decks.most": "most cards",
    "decks.steps": "price steps",
    "notes": "notes",
}


def figure_name(figure: str) -> str:
    """What people call a key of a preset: "total ink"."""
    return _FIGURES.get(figure, figure.replace("-", " "))


class Product(NamedTuple):
    """A card size that a printer cuts."""

    name: str
    #: Width and height in points.
    trim: tuple[float, float]
    #: The picture of a face with its bleed, exactly so many pixels; None where the printer names none.
    pixels: tuple[int, int] | None = None
    #: The radius of the corners, None where the printer leaves it open.
    corner: float | None = None


class Decks(NamedTuple):
    """How many cards a deck may have, and the numbers at which its price steps up."""

    least: int = 1
    most: int | None = None
    steps: tuple[int, ...] = ()
    #: Beyond the last step, one more for every so many cards; 0 for none.
    every: int = 0


class Source(NamedTuple):
    """Where figures come from."""

    #: The keys of the preset that it stands for.
    figures: tuple[str, ...]
    #: Empty where it is no page.
    url: str
    #: The day it was read, as year-month-day.
    read: str
    #: Whether the printer itself says so; else somebody who has ordered there.
    first_hand: bool = True
    #: What it says, in short.
    says: str = ""


@dataclass(frozen=True)
class Printer:
    """A card manufacturer's wishes."""

    #: What it is called on the command line: "makeplayingcards".
    key: str
    name: str
    url: str
    #: The sizes it cuts; the one nearest to the pack's is taken, if none is asked for.
    products: tuple[Product, ...]
    bleed: float
    safe: float
    #: How far the cut may be off.
    drift: float
    color: Literal["rgb", "cmyk"]
    #: A PDF of pages, or a picture a face.
    form: Literal["pdf", "images"]
    #: For PDFs; for images it says nothing.
    standard: Standard = "x1a"
    order: Order = "face-back"
    #: One page (or picture) for each card of the pack, or for each distinct face.
    per: Literal["card", "face"] = "card"
    #: Backs as often as faces, or once for all (with separate files and images).
    backs: Literal["each", "once"] = "each"
    #: The picture files it takes, the best first: png, jpg, tif. With PDFs: those it takes in their place.
    image_formats: tuple[str, ...] = ()
    #: Whether a CMYK picture may hold an ICC profile.
    picture_profile: Literal["forbidden", "allowed"] = "allowed"
    #: The most ink on one spot, 3.0 for 300 %; None where the printer names no limit.
    total_ink: float | None = None
    #: A name in conditions.CONDITIONS.
    condition: str = "fogra39"
    #: Black for large areas as C, M, Y, K; None where pure black is taken.
    rich_black: tuple[float, float, float, float] | None = None
    ppi: int = 300
    #: The thinnest line and the smallest type, in points.
    least_line: float = 0.25
    least_type: float = 6.0
    #: For PDFs; for images they say nothing.
    die_line: Rule = "allowed"
    #: Crop and registration marks and colour bars.
    marks: Rule = "allowed"
    decks: Decks = Decks()  # noqa: RUF009 - a tuple, which nobody can change
    sources: tuple[Source, ...] = ()
    #: What could not be found out, in plain words.
    unknown: tuple[str, ...] = ()
    #: The keys of the preset that `unknown` is about: their values are cardgen's own choice.
    assumed: tuple[str, ...] = ()
    #: What to know besides, in plain words.
    notes: tuple[str, ...] = ()

    @property
    def questions(self) -> list[tuple[str, str]]:
        """What is not known and to be asked, each with what people call the figure."""
        split = [said.partition(": ") for said in self.unknown]
        return [(figure_name(figure), text) for figure, _, text in split]

    def nearest(self, size: tuple[float, float]) -> Product:
        """The product that comes nearest to a trim (points)."""
        return min(self.products, key=lambda each: abs(each.trim[0] - size[0]) + abs(each.trim[1] - size[1]))
