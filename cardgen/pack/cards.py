"""The cards of a pack: the three forms in a file, and the one list that they become.

A file has cards as ranks of suits (`suits`), rows of lists (`cards`) and single cards (`extras`). A record
for each form declares its keys; read_pack turns each into a `Card`, which all other code uses.
"""

import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, cast

from ..colour.colors import Color, color_from_hex
from ..errors import KeyPath
from .schema import (
    FAULTY,
    REQUIRED,
    Choice,
    Deferred,
    Key,
    Record,
    Several,
    Spec,
    Table,
    Whole,
    keys_of,
)
from .special_inks import special_ink_key
from .values import (
    BACK,
    COLOR,
    FIGURES,
    FILE,
    LINE,
    MOST_CARDS,
    MOST_LINE,
    NAME,
    ON_PAGE,
    PICTURES,
    PROSE,
    RANK,
    SIGN,
    SYMBOL,
    SYMBOL_SIZE,
    Back,
    Bleed,
    SizedSymbol,
    merged_rank_order,
    removes_rank,
    short_form_reader,
)

if TYPE_CHECKING:
    from .layouts import TableFile

FaceKind = Literal["index", "pips", "court", "joker", "summary", "title", "text", "image", "layout"]
#: The key of a pack's file that a card is written under.
Section = Literal["suits", "cards", "extras"]


def deferred_layouts_spec(name: str) -> Deferred:
    """Return a specification that layouts.py defines under a name.

    layouts.py is imported when the specification is first used: it is slow to load, and few packs need it.
    """

    def make() -> Spec:
        from . import layouts

        made: Spec = getattr(layouts, name)
        return made

    return Deferred(make)


_QUANTITY = Whole(0, MOST_CARDS)
_CELL = deferred_layouts_spec("CELL")


class Entry(NamedTuple):
    """A rank of a suit: its quantity, and what is drawn differently on its card."""

    quantity: Annotated[int, Key("The quantity in the pack.", _QUANTITY)] = 1
    face: Annotated[
        Literal["index", "pips", "court", "image"] | None,
        Key("How it is drawn; a picture, court, pips or index as it is, if not given."),
    ] = None
    image: Annotated[str | None, Key("A PNG or JPEG beside the pack, drawn to the bleed.", FILE)] = None
    layout: Annotated[
        str | None, Key("The layout that it has; the suit's, or panel where it has texts of its own.", NAME)
    ] = None
    style: Annotated[
        Literal["disc", "solid", "paper"] | None,
        Key("The style of its index face. Default: that of the suit."),
    ] = None
    ground: Annotated[Any, Key("Its ground. Default: that of the suit.", deferred_layouts_spec("GROUND"))] = (
        None
    )
    back: Annotated[Back | None, Key("Its back. Default: that of the suit or the pack.", BACK)] = None
    #: The author's own keys: columns for the boxes of its layout, such as title and text; and notes.
    texts: dict[str, str] = {}  # noqa: RUF012 - never changed


#: Maps ranks to court figures; J, Q and K need no entry, C does.
COURTS = Table(RANK, Choice(*FIGURES))


class Suit(NamedTuple):
    """Cards of one colour and sign.

    The cards are in `Pack.cards`.
    """

    color: Annotated[
        Color,
        Key(
            "The suit's colour.",
            COLOR,
            "give the suit a colour",
            '"#0B7A4B"',
            substitute=color_from_hex("#606060"),
        ),
    ]
    name: Annotated[str | None, Key("The name to display. Default: the key.", LINE)] = None
    sign: Annotated[str | None, Key('Stands before the number, such as "+".', SIGN)] = None
    symbol: Annotated[
        str | None,
        Key("Stands in indices, pips and courts: a symbol, one of `icons`, or an SVG file.", SYMBOL),
    ] = None
    size: Annotated[
        Any,
        Key(
            "How large its symbol is, of the size at which all symbols look equally large; with `page`, the "
            "page (viewBox) of its SVG file is its cell.",
            SYMBOL_SIZE,
        ),
    ] = 1.0
    role: Annotated[
        Literal["attack", "ceiling"] | None,
        Key("What its cards do in a game of two opposed suits. Default: what its sign + or ≤ says."),
    ] = None
    stripe: Annotated[
        Color | None, Key("The colour of the stripe. Default: derived from that of the suit.", COLOR)
    ] = None
    style: Annotated[
        Literal["disc", "solid", "paper"] | None,
        Key("The style of its index faces. Default: that of the pack."),
    ] = None
    ground: Annotated[
        Any,
        Key(
            "The ground of its cards. Default: that of their style or layout.",
            deferred_layouts_spec("GROUND"),
        ),
    ] = None
    back: Annotated[Back | None, Key("The back of its cards. Default: that of the pack.", BACK)] = None
    layout: Annotated[
        str | None, Key("The layout of its cards. Default: the usual faces of a suit.", NAME)
    ] = None
    courts: Annotated[
        dict[str, str],
        Key("The court figures of ranks, over those of the pack.", COURTS),
    ] = {}  # noqa: RUF012 - never changed
    images: Annotated[
        str | None,
        Key("Pictures of its cards, drawn to the bleed; a card that has none there is drawn.", PICTURES),
    ] = None
    foil: Annotated[Any, special_ink_key("foil", "its indices and pips")] = False
    varnish: Annotated[Any, special_ink_key("varnish", "its indices and pips")] = False
    white: Annotated[Any, special_ink_key("white", "its indices and pips")] = False

    @property
    def sized_symbol(self) -> SizedSymbol | None:
        """Return the suit's symbol with its size; None if it has none."""
        if self.symbol is None:
            return None
        on_page = self.size == ON_PAGE
        return SizedSymbol(self.symbol, 1.0 if on_page else self.size, on_page)


class SuitSection(NamedTuple):
    """A suit as written in a file, with its cards by rank."""

    suit: Suit
    cards: dict[str, Entry]


_RANKS = Key(
    "Rank (1 to 12 characters): quantity, in the order they are printed.",
    Table(
        RANK,
        Record(
            Entry,
            rest=("texts", _CELL),
            short=short_form_reader("quantity"),
            short_schema=[{**_QUANTITY.json_schema({}), "description": "The quantity in the pack."}],
        ),
        order=merged_rank_order,
        absent=removes_rank,
    ),
    "say which cards there are",
    "{4: 7, 3: 9}",
    substitute={"1": Entry()},
    default=REQUIRED,
)


class _SuitRecord(Record):
    """The keys of a suit and, after its colour, its cards; read into a SuitSection."""

    def __init__(self) -> None:
        keys = keys_of(Suit)
        super().__init__(Suit, {"color": keys["color"], "cards": _RANKS, **keys})

    def _make(self, values: dict[str, Any]) -> SuitSection:
        """Return the suit and its cards, from the values of all keys."""
        cards = values.pop("cards")
        return SuitSection(Suit(**values), cards)


SUITS = Table(NAME, _SuitRecord(), new=("suit", "color"))


class Extra(NamedTuple):
    """A card beside the suits: a joker, a summary of the pack, a title, a text or a picture."""

    face: Annotated[
        Literal["joker", "summary", "title", "text", "image"] | None,
        Key(
            "The kind of its face.",
            hint="say what is on the card: joker, summary, title, text or image",
            substitute=FAULTY,
            unless="layout",
        ),
    ]
    layout: Annotated[str | None, Key("The layout that it has instead of a face.", NAME)] = None
    copies: Annotated[int, Key("The quantity in the pack.", Whole(1, 1000))] = 1
    name: Annotated[str | None, Key("The name to display.", LINE)] = None
    title: Annotated[str | None, Key("The heading of a title, summary or text card.", LINE)] = None
    text: Annotated[
        str | None, Key("What a text card says; an empty line parts paragraphs.", PROSE, substitute="text")
    ] = None
    color: Annotated[Color | None, Key("The colour it is drawn in.", COLOR)] = None
    image: Annotated[str | None, Key("A PNG or JPEG beside the pack, drawn to the bleed.", FILE)] = None
    ground: Annotated[
        Any,
        Key(
            "The ground of a card with a layout. Default: that of the layout.",
            deferred_layouts_spec("GROUND"),
        ),
    ] = None
    back: Annotated[Back | None, Key("Its back. Default: that of the pack.", BACK)] = None
    #: The author's own keys: columns for the boxes of its layout; and notes.
    texts: dict[str, str] = {}  # noqa: RUF012 - never changed


EXTRAS = Key("Cards beside the suits.", Several(Record(Extra, rest=("texts", _CELL)), 500), default=())


class CardList(NamedTuple):
    """A list of cards of the file's key `cards`, without its cards."""

    table: "TableFile | None"
    #: The layout of cards that name none themselves.
    layout: str
    #: Columns of the pack by their different names in the rows or the table.
    columns: Mapping[str, str]
    #: The colour `accent` on its cards.
    color: Any
    #: The folder of pictures that are its cards.
    folder: str | None = None

    @property
    def rows_key(self) -> str:
        """Return the key of the file that has the cards: "table", "folder" or "rows"."""
        return "table" if self.table else "folder" if self.folder else "rows"


class CopyOf(NamedTuple):
    """The original of a numbered copy: a card of the pack as a card of its own for each copy."""

    id: str
    label: str
    #: The card's quantity in one deck.
    quantity: int
    #: Which copy it is, from 1.
    number: int


class Card(NamedTuple):
    """A distinct card of the pack, with its quantity."""

    #: Unique in the pack.
    id: str
    #: The name to display.
    label: str
    kind: FaceKind
    quantity: int
    #: Its path in the pack file, for messages.
    path: KeyPath
    section: Section | None = None
    suit: str | None = None
    rank: str | None = None
    #: The face that an extra names, even if it has a layout, as a joker in any layout is a joker.
    face: FaceKind | None = None
    #: The keys of an extra.
    name: str | None = None
    title: str | None = None
    text: str | None = None
    image: str | None = None
    #: Whether the picture that covers it includes the bleed.
    bleed: Bleed = "included"
    #: The style of its index face, if different from its suit's.
    style: Literal["disc", "solid", "paper"] | None = None
    #: Its own ground or its suit's; None if its style or layout determines it.
    ground: Any = None
    #: For kind "layout": the layout's name, and the card's columns with their texts.
    layout: str = ""
    values: Mapping[str, str] = {}
    #: The columns that its author wrote, for any kind.
    texts: Mapping[str, str] = {}
    #: The author's notes, such as on playtests; printed on no card.
    notes: str = ""
    #: The colour of an extra, or the colour `accent` of its list.
    color: Any = None
    #: Its back, if not the pack's.
    back: Back | None = None
    #: Its kind of piece, one of the pack's `pieces`; "" for a card.
    piece: str = ""
    #: The paths of layout, ground and back if they are not written at the card: those of its suit or list;
    #: () for the pack.
    inherited: Mapping[str, KeyPath] = {}
    #: The numbers that it shows, by their names, such as "serial:0001": those of its first copy, or its own.
    numbers: Mapping[str, str] = {}
    #: For a copy with numbers of its own: the card that it is one of.
    copy_of: CopyOf | None = None

    @property
    def is_extra(self) -> bool:
        """Tell whether the card is an extra: a joker, a summary, a title, a text or a picture."""
        return self.section == "extras"

    @property
    def extra_name(self) -> str:
        """Return the name of an extra: the one stated, its kind of face, its title, or its layout."""
        return self.name or self.face or plain_title(self.title or "") or self.layout or "extra"

    @property
    def names_by_language(self) -> dict[str, str]:
        """Return the card's names in other languages. The keys are the languages; the names are in columns
        such as name-en or title-en.
        """
        columns = _name_columns_with_languages(tuple(self.values))
        return {tag: plain_title(self.values[column]) for column, tag in columns if self.values[column]}

    def name_in(self, language: str) -> str:
        """Return the card's name in a language, such as "en" or "en-GB"; its label if it has none."""
        named, tag = self.names_by_language, language.lower()
        return named.get(tag) or named.get(tag.partition("-")[0]) or self.label

    def path_of(self, key: str) -> KeyPath:
        """Return the path in the file at which a value of the card is stated. The value may be stated in the
        card, its suit, its list or the pack.

        key: the key of the value.
        """
        return (*self.inherited.get(key, self.path), key)

    def path_of_back(self, key: str) -> KeyPath:
        """Return the path in the file of a key of the card's back.

        A back that a row states is only a picture and has no keys, so the result is then the path of the
        picture.
        """
        path = self.path_of("back")
        is_picture = self.section == "cards" and "back" not in self.inherited
        return path if is_picture else (*path, key)

    def with_changed_colors(self, change: Callable[[Any], Any]) -> "Card":
        """Return the card after applying a function to its colour, its ground and its back, if it has
        them."""
        if self.color is None and self.ground is None and self.back is None:
            return self
        return self._replace(color=change(self.color), ground=change(self.ground), back=change(self.back))

    @property
    def extra(self) -> Extra | None:
        """Return the card as an Extra, as in cardgen 0.1, with a warning; None for other cards."""
        message = (
            "Card.extra is gone: a card has `is_extra`, `face`, `name`, `title`, `text` and `color` itself"
        )
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return as_extra(self) if self.is_extra else None


def as_extra(card: Card) -> Extra:
    """Return an extra card in the form of the file's key `extras`."""
    return Extra(
        face=cast("Any", card.face),
        layout=card.layout or None,
        copies=card.quantity,
        name=card.name,
        title=card.title,
        text=card.text,
        color=card.color,
        image=card.image,
        ground=card.ground,
        back=card.back,
        texts={**card.texts, **({"notes": card.notes} if card.notes else {})},
    )


def pip_count(rank: str | None) -> int:
    """Return the number of pips of a rank: 1 for "A", the number itself for "1" to "10", and 0 for all other
    ranks.
    """
    if rank == "A":
        return 1
    if rank and rank.isascii() and rank.isdigit() and 1 <= int(rank) <= 10 and str(int(rank)) == rank:
        return int(rank)
    return 0


def plain_title(text: str) -> str:
    """Return a title on one line, without the asterisks of bold and italic."""
    return " ".join(text.replace("*", "").split())[:MOST_LINE]


@lru_cache(1000)
def _name_columns_with_languages(columns: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return pairs of a column with names in another language, and that language. Columns of titles come
    first.

    columns: the names of all columns of a card.
    """
    return [
        (column, column.partition("-")[2].lower())
        for start in ("title-", "name-")
        for column in columns
        if column.startswith(start)
    ]


#: A deck has a few names for each card.
@lru_cache(20_000)
def comparable_name(name: str) -> str:
    """Return a card's name in the form in which names are compared: in small letters, on one line."""
    return " ".join(plain_title(name).lower().replace("<=", "≤").replace(">=", "≥").split())
