"""Format 1 of a printer's preset: a card manufacturer's requirements, as frozen models with their keys.

A field's annotation declares its key, and its default is that of the key (see pack/schema.py). Lengths are in
points, ink in parts of 1 (a total of 3.0 is 300 %). Contradictions between keys are found in checks.py.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from ...colour.icc import CONDITIONS
from ...pack.schema import (
    FAULTY,
    Choice,
    Document,
    Key,
    Parsed,
    Record,
    Several,
    Table,
    Whole,
    keys_of,
    length_spec,
    text_spec,
)
from ...pack.values import CMYK_SCHEMA, LINE, MOST_CARDS, NAME, SIZE, read_inks, short_form_reader
from ...units import MM, BadValue, Size, parse_piece_size, quoted_value
from .choices import BacksApart, Order, Per, ProductShape, Rule, SpecialInkFiles, Standard

# --- single values -------------------------------------------------------------------------------

_PIXELS_PATTERN = r"^\s*[1-9][0-9]{1,4}\s*[x×]\s*[1-9][0-9]{1,4}\s*(px)?\s*$"


def _read_pixels(value: object) -> tuple[int, int]:
    """Return the width and height in a text such as "822 x 1122". Raises BadValue for anything else."""
    if not isinstance(value, str) or len(value) > 60 or not re.match(_PIXELS_PATTERN, value):
        raise BadValue(
            f"{quoted_value(value)} is not the size of a picture",
            'write width x height, such as "822 x 1122"',
        )
    width, height = (int(number) for number in re.findall("[0-9]+", value))
    return width, height


def _read_trim(value: object) -> Size:
    """Return the width and height of a trim in points. Raises BadValue for a single length."""
    width, height = parse_piece_size(value)
    if not height:
        raise BadValue(f"{quoted_value(value)} is one length", "write width x height, such as 25 x 25 mm")
    return width, height


def _read_percent(value: object) -> float:
    """Return a limit of total ink, 3.0 for 300 %. Raises BadValue if it is not from 100 to 400 %."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 100 <= value <= 400:
        raise BadValue(
            f"{quoted_value(value)} is not a limit of ink", "write per cent from 100 to 400, such as 300"
        )
    return value / 100


#: Each field once, at least the part and the kind, without which two files would have one name.
_NAMES_PATTERN = r"^(?=.*\{part\})(?=.*\{kind\})([A-Za-z0-9._ -]|\{(deck|kind|part)\}){1,100}$"


def _read_name_pattern(value: object) -> str:
    """Return a pattern of file names. Raises BadValue if it lacks {kind} or {part}, or has other fields."""
    if not isinstance(value, str) or not re.match(_NAMES_PATTERN, value):
        raise BadValue(
            f"{quoted_value(value)} is no pattern of names",
            'write a name with {kind} and {part} in it, such as "{deck}-{kind}-{part}"',
        )
    return value


_NAMES = Parsed(_read_name_pattern, {"type": "string", "pattern": _NAMES_PATTERN})
_DATE_PATTERN = r"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
_URL_PATTERN = r"^https?://[!-~]{1,500}$"


def _reader_of_pattern(pattern: str, message: str, hint: str) -> Parsed:
    """Return a reader of texts that match a pattern; others are refused with this message and hint."""

    def parse(value: object) -> str:
        if not isinstance(value, str) or not re.match(pattern, value):
            raise BadValue(message, hint)
        return value

    return Parsed(parse, {"type": "string", "pattern": pattern})


_TRIM = Parsed(_read_trim, SIZE.json_schema({}), write=SIZE.file_form)
_DATE = _reader_of_pattern(_DATE_PATTERN, "this is not a day", "write year-month-day, such as 2026-11-20")
_URL = _reader_of_pattern(_URL_PATTERN, "this is not a web address", "it begins with https://")
_PERCENT = Parsed(_read_percent, {"type": "number", "minimum": 100, "maximum": 400})
_BLACK = Parsed(
    lambda value: read_inks(value, "a black wants four numbers from 0 to 100", "such as [60, 40, 40, 100]"),
    CMYK_SCHEMA,
)
_PIXELS = Parsed(_read_pixels, {"type": "string", "pattern": _PIXELS_PATTERN})
_PROSE = text_spec(600)
_CARDS = Whole(1, MOST_CARDS)


# --- records -------------------------------------------------------------------------------------


class Product(NamedTuple):
    """A card size that a printer cuts."""

    trim: Annotated[
        Size,
        Key(
            "Width x height after the cut.",
            _TRIM,
            "say what is cut",
            "63 x 88 mm",
            substitute=FAULTY,
        ),
    ]
    #: None if the printer states none.
    pixels: Annotated[
        tuple[int, int] | None,
        Key("Exact size in pixels of a face with its bleed.", _PIXELS, name_in_messages="pixels"),
    ] = None
    #: None if the printer does not prescribe it.
    corner: Annotated[
        float | None,
        Key(
            "The radius of the corners. Default: that of the pack.",
            length_spec(0, 20),
            name_in_messages="corners",
        ),
    ] = None
    shape: Annotated[
        ProductShape,
        Key("Its outline; a hexagon stands on a corner, a flat-hexagon on a side."),
    ] = "rectangle"
    #: Its key among the sizes.
    name: str = ""


def _products_with_names(sizes: dict[str, Product]) -> tuple[Product, ...]:
    """Return the products, each with its key as its name."""
    return tuple(product._replace(name=name) for name, product in sizes.items())


class Decks(NamedTuple):
    """The numbers of cards that a deck may have, and those at which its price rises."""

    least: Annotated[
        int, Key("The minimum number of cards in a deck.", _CARDS, name_in_messages="fewest cards")
    ] = 1
    most: Annotated[
        int | None, Key("The maximum number of cards in a deck.", _CARDS, name_in_messages="most cards")
    ] = None
    steps: Annotated[
        tuple[int, ...],
        Key(
            "The numbers of cards at which the price steps up.",
            Several(_CARDS, 200),
            name_in_messages="price steps",
        ),
    ] = ()
    every: Annotated[
        int, Key("Beyond the last step, the number of cards of each further step.", Whole(0, 1000))
    ] = 0


@dataclass(frozen=True, kw_only=True)
class _PrinterName:
    """The name and address of a card manufacturer."""

    #: Its name on the command line: "makeplayingcards".
    key: str = ""
    name: Annotated[str, Key("The printer's name.", LINE, "say who prints", "My printer", substitute="x")]
    url: Annotated[str, Key("The printer's site.", _URL)] = ""


@dataclass(frozen=True, kw_only=True)
class _PrinterFigures(_PrinterName):
    """The requirements of a card manufacturer, key by key."""

    #: Without a requested size, the one nearest to the pack's is used.
    products: Annotated[
        tuple[Product, ...],
        Key(
            "The card sizes that are cut, by name.",
            Table(
                NAME,
                Record(Product, short=short_form_reader("trim"), short_schema=[SIZE.json_schema({})]),
                made=_products_with_names,
            ),
            "say what is cut",
            "{poker: 63.5 x 88.9 mm}",
            substitute=(Product((63.5 * MM, 88.9 * MM), name="poker"),),
            name="sizes",
        ),
    ]
    bleed: Annotated[
        float,
        Key("How far art runs past the cut.", length_spec(0, 10), example="3 mm", substitute=3 * MM),
    ]
    safe: Annotated[
        float,
        Key(
            "The safe zone: how far inside the cut everything that matters lies.",
            length_spec(0, 20),
            example="3 mm",
            substitute=MM,
        ),
    ]
    drift: Annotated[float, Key("The tolerance of the cut.", length_spec(0, 10))] = 1.5 * MM
    color: Annotated[
        Literal["rgb", "cmyk"],
        Key("The colours it takes.", hint="write rgb or cmyk", substitute="cmyk", name_in_messages="colour"),
    ]
    #: None if the printer states no limit.
    total_ink: Annotated[float | None, Key("The most ink on one spot, in per cent.", _PERCENT)] = None
    #: A name in colour.icc.CONDITIONS.
    condition: Annotated[str, Key("What it prints by.", Choice(*CONDITIONS))] = "fogra39"
    form: Annotated[
        Literal["pdf", "images"],
        Key(
            "A PDF of pages, or a picture a face.",
            hint="write pdf or images",
            substitute="pdf",
            name_in_messages="kind of file",
        ),
    ]
    #: For PDFs: formats accepted instead. For images: PNG if the preset states nothing.
    image_formats: Annotated[
        tuple[str, ...],
        Key(
            "The formats of pictures that it accepts, the best first. Default for images: png.",
            Several(Choice("png", "jpg", "tif"), 3),
            name_in_messages="formats of pictures",
        ),
    ] = ()
    picture_profile: Annotated[
        Literal["forbidden", "allowed"],
        Key("An ICC profile in pictures in CMYK.", name_in_messages="profiles in pictures"),
    ] = "allowed"
    #: Used for PDFs only.
    standard: Annotated[Standard, Key("PDF/X-1a:2003 or PDF/X-4.")] = "x1a"
    order: Annotated[Order, Key("The order of the pages.")] = "face-back"
    per: Annotated[
        Per,
        Key("A page for each card, or for each distinct face.", name_in_messages="pages for each card"),
    ] = "card"
    #: Used with separate files and images.
    backs: Annotated[BacksApart, Key("The back as often as faces, or once.")] = "each"
    #: None if pure black is accepted.
    rich_black: Annotated[
        tuple[float, float, float, float] | None,
        Key("Black for large areas: C, M, Y, K in per cent.", _BLACK),
    ] = None
    ppi: Annotated[
        int, Key("Pixels an inch of pictures.", Whole(72, 2400), name_in_messages="pixels per inch")
    ] = 300
    least_line: Annotated[
        float, Key("The thinnest line.", length_spec(0.02, 5), name_in_messages="thinnest line")
    ] = 0.25
    least_type: Annotated[
        float, Key("The smallest type.", length_spec(0.5, 20), name_in_messages="smallest type")
    ] = 6.0
    #: This and the marks are used for PDFs only.
    die_line: Annotated[Rule, Key("The line of the cut, on a plate of its own.")] = "allowed"
    marks: Annotated[Rule, Key("Crop and registration marks and colour bars, outside the bleed.")] = "allowed"
    type: Annotated[
        Literal["fonts", "outlines"], Key("How letters are in a PDF: with fonts, or as outlines.")
    ] = "fonts"
    names: Annotated[
        str,
        Key(
            "How the files of an order are named: a pattern with {deck}, {kind} of pieces and {part}.",
            _NAMES,
            name_in_messages="names of files",
        ),
    ] = "{deck}-{kind}-{part}"
    special_inks: Annotated[
        SpecialInkFiles,
        Key(
            "Foil, varnish and white: as spot colours over the pages (separations), in files of their own in "
            "black (files), or not at all (none).",
            name_in_messages="special inks",
        ),
    ] = "separations"
    #: None if the printer states none.
    special_line: Annotated[
        float | None,
        Key(
            "The thinnest line of a special ink.",
            length_spec(0.02, 5),
            name_in_messages="thinnest line of special inks",
        ),
    ] = None
    special_gap: Annotated[
        float | None,
        Key(
            "The narrowest gap between parts of a special ink.",
            length_spec(0.02, 5),
            name_in_messages="narrowest gap of special inks",
        ),
    ] = None
    #: None if the printer states none, or has several.
    stock: Annotated[
        float | None,
        Key(
            "How thick a card is: a box is made for cards of this stock.",
            length_spec(0.05, 5),
            name_in_messages="thickness of a card",
        ),
    ] = None
    #: None for that of cards.
    box_bleed: Annotated[
        float | None,
        Key(
            "How far the art of a box runs past its outline.",
            length_spec(0, 10),
            name_in_messages="bleed of a box",
        ),
    ] = None
    decks: Annotated[
        Decks,
        Key("How many cards a deck may have.", name_in_messages="cards in a deck"),
    ] = Decks()  # noqa: RUF009


def _figure_names() -> dict[str, str]:
    """Return the name in words of each key of a preset that is a figure: "total-ink" is "total ink".

    Includes the keys of products and decks, such as "decks.least". Figures can have a source or be listed as
    unknown.
    """
    found: dict[str, str] = {}
    parts = {"sizes": keys_of(Product), "decks": keys_of(Decks)}
    for name, key in keys_of(_PrinterFigures).items():
        if name not in keys_of(_PrinterName):
            found[name] = key.name_in_messages or name.replace("-", " ")
            found |= {
                f"{name}.{part}": each.name_in_messages
                for part, each in parts.get(name, {}).items()
                if each.name_in_messages
            }
    return found


FIGURES = _figure_names()


def figure_name(figure: str) -> str:
    """Return the name of a preset's key in words: "total ink" for "total-ink"."""
    return FIGURES.get(figure, figure.replace("-", " "))


class Source(NamedTuple):
    """Where a preset's figures were read: the page, its date, and who states them."""

    figures: Annotated[
        tuple[str, ...],
        Key(
            "The keys it stands for.",
            Several(Choice(*FIGURES), 40),
            example="[bleed, safe]",
            substitute=(),
        ),
    ]
    read: Annotated[str, Key("The day it was read.", _DATE, example="2026-11-20", substitute="")]
    url: Annotated[str, Key("The page where it was read, if it is one.", _URL)] = ""
    first_hand: Annotated[bool, Key("true if the printer says so, false if somebody else does.")] = True
    says: Annotated[str, Key("What it says, in short.", _PROSE)] = ""


def unknown_figures(**words: str | None) -> tuple[str, ...]:
    """Return a text for each unknown figure: its key, and what cardgen assumes instead."""
    return tuple(f"{figure}: {said}" for figure, said in words.items() if said)


@dataclass(frozen=True, kw_only=True)
class Printer(_PrinterFigures):
    """The requirements of a card manufacturer, with their sources."""

    sources: Annotated[
        tuple[Source, ...], Key("Where the figures come from.", Several(Record(Source), 100))
    ] = ()
    #: In plain words, each after the figure that it is about and a colon.
    unknown: Annotated[
        tuple[str, ...],
        Key(
            "The figures that are unknown.",
            Record(
                unknown_figures,
                {figure: Key(f"What is not known of {figure}.", _PROSE) for figure in FIGURES},
            ),
        ),
    ] = ()
    notes: Annotated[tuple[str, ...], Key("Other remarks.", Several(_PROSE, 50))] = ()

    @property
    def assumed_keys(self) -> tuple[str, ...]:
        """Return the keys whose values are assumptions of cardgen, as the printer does not state them."""
        return tuple(said.partition(": ")[0] for said in self.unknown)

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Return the questions for the printer: the name of each unknown figure, and the text of the preset
        about it.
        """
        split = [said.partition(": ") for said in self.unknown]
        return [(figure_name(figure), text) for figure, _, text in split]

    @property
    def needs_profile(self) -> bool:
        """Tell whether the printer's PDFs must contain an ICC profile that does not come with cardgen.

        That is so for PDF/X-4 (ISO 15930-7, 6.2.2) in a condition of which cardgen has no exact profile.
        """
        exact = CONDITIONS[self.condition].exact
        return self.form == "pdf" and self.standard == "x4" and not exact

    @property
    def profile_options(self) -> list[str]:
        """Return the command-line options that give cardgen the profile of the printer's condition."""
        return ["--condition", self.condition, "--profile", f"{self.condition}.icc"]

    def nearest_product(self, size: Size, shape: str = "") -> Product:
        """Return the product whose trim is nearest to a size in points.

        shape: an outline; only products with this outline count, if there are any.
        """
        meant = [each for each in self.products if each.shape == shape] or self.products
        return min(meant, key=lambda each: abs(each.trim[0] - size[0]) + abs(each.trim[1] - size[1]))


PRINTER = Document(Printer, "preset", "cardgen printer preset, format 1")
