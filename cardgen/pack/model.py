"""Format 1 of a pack: its frozen models with their keys.

A field's annotation declares its key, and its default is that of the key (see schema.py). Lengths are in
points, colours are Color. Only single fields are checked here; checks/ has those that involve several.
"""

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

from ..colour.colors import Color
from ..errors import KeyPath
from ..units import Size
from .cards import (
    COURTS,
    SUITS,
    CardList,
    as_extra,
    comparable_name,
    deferred_layouts_spec,
)
from .cards import Card as Card
from .cards import Entry as Entry
from .cards import Extra as Extra
from .cards import FaceKind as FaceKind
from .cards import Suit as Suit
from .cards import pip_count as pip_count
from .copy_numbers import with_copies_joined
from .icon_libraries import file_on_disk, is_library
from .packaging import BOX, PackBox
from .pieces import PIECES
from .pieces import CardFormat as CardFormat
from .pieces import Piece as Piece
from .placeholders import IN_BRACES, names_in_braces
from .schema import (
    FAULTY,
    Choice,
    Deferred,
    Findings,
    Json,
    Key,
    Record,
    Several,
    ShortForm,
    Spec,
    Table,
    length_spec,
    text_spec,
)
from .special_inks import KINDS, SpecialInk, SpecialInkUse, SpecialWay, special_ink
from .values import (
    BACK,
    COLOR,
    COLOR_NAME,
    FILE,
    FONTS,
    GAME,
    LANGUAGE,
    LINE,
    MOST_GAMES,
    NAME,
    SWITCH_SCHEMA,
    SYMBOL_NAMES,
    WARNINGS,
    Back,
    ByColumn,
    NoSuchName,
    choices_of,
    is_drawing,
    is_font_family,
    is_picture,
    stated_grounds,
    switch_data,
)
from .yaml import Data

if TYPE_CHECKING:
    from ..colour.conversion import PressInks
    from ..languages.catalogue import Saying
    from .layouts import Layout, SetType, Type, WordType
    from .words import Wording

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
#: A record that one word can switch off, such as `stripe: false`.
_SwitchedRecord = partial(Record, short=switch_data, short_schema=SWITCH_SCHEMA)


def _own_words_spec() -> Spec:
    """Return the specification of a pack's own words. words.py is imported only when it is first used."""
    from .words import OWN_WORDS

    return OWN_WORDS


class SmallIndex(NamedTuple):
    """The indices in the corners; the default height is proportional to the card's size."""

    on: Annotated[bool, Key("false leaves it out.")] = True
    corners: Annotated[
        tuple[Corner, ...], Key("Where they stand.", Several(Choice(*get_args(Corner)), 4))
    ] = (
        "top-left",
        "bottom-right",
    )
    height: Annotated[
        float | None,
        Key("Height of figures; 5 mm on 62 x 88 mm, in proportion.", length_spec(1, 40)),
    ] = None
    symbol: Annotated[
        float | None,
        Key("Height of the suit's symbol below them. Default: 93 % of theirs.", length_spec(1, 40)),
    ] = None


class LargeIndex(NamedTuple):
    """The index in the middle; the default height is proportional to the card's size."""

    on: Annotated[bool, Key("false leaves it out.")] = True
    height: Annotated[
        float | None,
        Key("Height of figures; 18 mm on 62 x 88 mm, in proportion.", length_spec(2, 200)),
    ] = None
    symbol: Annotated[
        float | None,
        Key("Height of the suit's symbol below them. Default: 93 % of theirs.", length_spec(2, 200)),
    ] = None


class Index(NamedTuple):
    """The numbers and letters on a face."""

    small: Annotated[SmallIndex, Key("In the corners.", _SwitchedRecord(SmallIndex))] = SmallIndex()
    large: Annotated[LargeIndex, Key("In the middle.", _SwitchedRecord(LargeIndex))] = LargeIndex()


class Pips(NamedTuple):
    """The symbols on numeral cards; default sizes are proportional to the card's size.

    The heights are those of a diamond. Heavier symbols are lower, so that all look equally large.
    """

    size: Annotated[
        float | None,
        Key("Height of the pips of 2 to 10; 12 mm on 62 x 88 mm, in proportion.", length_spec(2, 200)),
    ] = None
    ace: Annotated[
        float | None,
        Key(
            "Height of the one pip of an ace; 27 mm on 62 x 88 mm, in proportion. That of the ace of spades "
            "is 1.6 times as high if there is room.",
            length_spec(2, 200),
        ),
    ] = None


class Stripe(NamedTuple):
    """The line from corner to corner; the default width is proportional to the card's size."""

    on: Annotated[bool, Key("false leaves it out.")] = True
    width: Annotated[
        float | None, Key("How wide it is; 4.2 mm on 62 x 88 mm, in proportion.", length_spec(0.2, 60))
    ] = None
    start: Annotated[
        Literal["bottom-left", "top-left"], Key("The corner that it begins in.", name="from")
    ] = "bottom-left"


class Family(NamedTuple):
    """Fonts of one family: files beside the pack, or installed fonts by name, which have all cuts.

    Each character is shown in the first font that has it.
    """

    regular: Annotated[
        tuple[str, ...],
        Key("The plain font.", FONTS, "give a file, such as fonts/Own-Regular.ttf", substitute=FAULTY),
    ]
    bold: Annotated[tuple[str, ...], Key("The font of **bold** words. Default: the plain font.", FONTS)] = ()
    italic: Annotated[
        tuple[str, ...], Key("The font of *italic* words. Default: the plain font.", FONTS)
    ] = ()
    bold_italic: Annotated[
        tuple[str, ...], Key("The font of words that are both. Default: the bold font.", FONTS)
    ] = ()

    def fonts_of_cut(self, bold: bool, italic: bool) -> tuple[str, ...]:
        """Return the fonts for bold or italic text, or the nearest ones that the family has, then the plain
        ones.
        """
        bolder = (self.bold_italic if italic else ()) or self.bold
        return (bolder if bold else self.italic if italic else ()) + self.regular


def _family_of_files(value: Data) -> Data:
    """Return the value of a font family as a mapping: a file or a list of files becomes {"regular":
    value}.
    """
    return value if isinstance(value, dict) else ShortForm({"regular": value})


FAMILIES = Table(
    NAME,
    Record(
        Family,
        short=_family_of_files,
        short_schema=[{**FONTS.json_schema({}), "description": "Its plain font."}],
    ),
)


class _Icons(Table):
    """Files of single drawings by icon name. The keys `folder` and `sets` are read by icon_libraries(), not
    here.
    """

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the files of single drawings by name; folders and sets are left out."""
        if isinstance(value, dict):
            value = {key: each for key, each in value.items() if not is_library(key, each)}
        return super().read_value(value, path, findings)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an object with any keys, two of which have a meaning."""
        one: Json = {"type": "string"}
        folder = {**one, "description": "A folder of SVG files beside the pack."}
        sets = {"anyOf": [one, {"type": "array", "items": one}], "description": "JSON files of icons."}
        return {**super().json_schema(parts), "properties": {"folder": folder, "sets": sets}}


_ICONS = _Icons(NAME, FILE)


#: Maximum number of keywords: each is searched in all texts.
_MOST_KEYWORDS = 300


#: Authors, a licence and its address in one line.
_CREDIT = text_spec(300)


class _KeywordsSpec(Table):
    """Words with the names of their types."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the types of text by keyword; FAULTY after recording a problem."""
        if isinstance(value, dict) and len(value) > _MOST_KEYWORDS:
            message = f"there are {len(value):,} keywords; at most {_MOST_KEYWORDS} can be searched for"
            return findings.fault(message, path, "remove those that no text has", on_key=True)
        return super().read_value(value, path, findings)


@dataclass(frozen=True)
class Pack:
    """A card pack."""

    name: Annotated[
        str,
        Key(
            "The pack's name.",
            LINE,
            "say what the pack is called",
            "My game",
            substitute="pack",
        ),
    ]
    # It tells one pack's printings apart: a pack of another name is no printing of the base.
    edition: Annotated[
        str | None, Key("A version or a date, printed in the margin of sheets.", LINE, goes_with="name")
    ] = None
    author: Annotated[str | None, Key("The author of the pack.", LINE)] = None
    credits: Annotated[
        dict[str, str],
        Key(
            "Authors and licences for the list of credits: by the file of a picture, drawing or font, or a "
            'pattern such as "art/*.png", or by the prefix of a set of icons.',
            Table(LINE, _CREDIT),
        ),
    ] = field(default_factory=dict)
    language: Annotated[
        str,
        Key("The language of its texts, and of the words that cardgen prints on cards and sheets.", LANGUAGE),
    ] = "en"
    languages: Annotated[
        dict[str, str],
        Key(
            "Tables of its texts in other languages, by language: see `cardgen words`.",
            Table(LANGUAGE, LINE),
        ),
    ] = field(default_factory=dict)
    words: Annotated[
        "dict[str, Saying]",
        Key(
            "Words that cardgen itself prints on cards and sheets, in place of those of the language.",
            Deferred(_own_words_spec),
        ),
    ] = field(default_factory=dict)
    allow: Annotated[
        tuple[str, ...],
        Key(
            "Warnings to accept, by name; only proofs show them.",
            Several(Choice(*WARNINGS), 20),
        ),
    ] = ()
    games: Annotated[
        tuple[str, ...],
        Key("The games it is for: their rules are checked.", Several(GAME, MOST_GAMES)),
    ] = ()
    card: Annotated[CardFormat, Key("The blank card.")] = CardFormat()  # noqa: RUF009 - a tuple, never changed
    pieces: Annotated[
        dict[str, Piece],
        Key(
            "Other kinds of pieces of the same game, such as tokens, by name: lists of cards name one.",
            PIECES,
        ),
    ] = field(default_factory=dict)
    box: Annotated[
        PackBox, Key("Its box: pictures and texts of the sides, and the stock of the cards in it.", BOX)
    ] = PackBox()  # noqa: RUF009
    style: Annotated[
        Literal["disc", "solid", "paper"],
        Key("How index faces are drawn: with a white disc, in solid colour, or on white."),
    ] = "disc"
    ink_saver: Annotated[bool, Key("Lighter backs and fills, same legibility.")] = False
    suits: Annotated[dict[str, Suit], Key("The suits, by key.", SUITS)] = field(default_factory=dict)
    courts: Annotated[
        dict[str, str],
        Key(
            "Rank: J, C, Q or K, the figure that it is drawn as: jack, cavalier, queen or king; "
            "J, Q and K need not be named.",
            COURTS,
        ),
    ] = field(default_factory=dict)
    index: Annotated[Index, Key("The numbers and letters on a face.")] = Index()  # noqa: RUF009
    pips: Annotated[Pips, Key("The symbols on numeral cards.")] = Pips()  # noqa: RUF009
    stripe: Annotated[
        Stripe,
        Key("The line from corner to corner.", _SwitchedRecord(Stripe)),
    ] = Stripe()  # noqa: RUF009
    layouts: Annotated[
        "dict[str, Layout]",
        Key("How faces are laid out, by name; some are built in.", deferred_layouts_spec("LAYOUTS")),
    ] = field(default_factory=dict)
    types: Annotated[
        "dict[str, Type]",
        Key("How text on layouts is set, by name; some are built in.", deferred_layouts_spec("TYPES")),
    ] = field(default_factory=dict)
    keywords: Annotated[
        dict[str, str],
        Key(
            "Words and the types that they are set in wherever they occur in texts of cards, such as "
            "{Attack: fire}. Capital letters matter.",
            _KeywordsSpec(LINE, NAME),
        ),
    ] = field(default_factory=dict)
    fonts: Annotated[
        dict[str, Family],
        Key(
            "Fonts of its own: for text, title or index, or for `font:` of a type by another name. A file, "
            "or the name of an installed font, such as Noto Sans JP; several in a list fall back in order.",
            FAMILIES,
        ),
    ] = field(default_factory=dict)
    own_colors: Annotated[
        dict[str, Color],
        Key(
            "Colours by name, for use wherever a colour is expected.",
            Table(COLOR_NAME, COLOR),
            name="colors",
        ),
    ] = field(default_factory=dict)
    icons: Annotated[
        dict[str, str],
        Key(
            "SVG files for {name} in texts, by name; symbols are built in. `folder` is a folder of SVG files "
            "that go by their names; `sets` are JSON files in the format of Iconify: {game-icons:sword}.",
            _ICONS,
        ),
    ] = field(default_factory=dict)
    #: The distinct cards in print order: suits as in the file, then lists of cards, then extras.
    cards: Annotated[
        tuple[Card, ...],
        Key("Cards of any kind, in lists of one layout each.", deferred_layouts_spec("GROUPS")),
    ] = ()
    back: Annotated[Back, Key("The back of all cards that have none of their own.", BACK)] = Back()  # noqa: RUF009
    #: The lists of cards, in the order of the file: the path of the first is ("cards", "0").
    lists: tuple[CardList, ...] = ()
    #: The names of all icons in its folder and sets.
    library_icons: tuple[str, ...] = field(default=(), compare=False, repr=False)
    #: The names of icons that are drawn for emoji in its texts.
    emoji: dict[str, str] = field(default_factory=dict)
    #: For a translated pack: its original texts by their translations.
    original_texts: dict[str, str] = field(default_factory=dict)
    #: The full paths of files that boxes name in `show`, by name with columns filled in.
    files_in_boxes: dict[str, str] = field(default_factory=dict)
    #: The pack with the quantities of one deck, if this one has others, such as those of several decks or a
    #: part of one: a summary shows one whole deck.
    one_deck: "Pack | None" = field(default=None, compare=False, repr=False)
    #: For a pack with cards of one kind only: its name in `pieces`, "" for cards; and the whole pack.
    piece: str = ""
    whole_pack: "Pack | None" = field(default=None, compare=False, repr=False)
    #: The packs of its kinds, if they are drawn at other trims than their own.
    resized_kinds: "tuple[Pack, ...]" = field(default=(), compare=False, repr=False)
    #: The size in pixels of a picture of a card with its bleed, if the requested printer states it.
    picture_pixels: tuple[int, int] | None = field(default=None, compare=False, repr=False)
    #: How its special inks are drawn.
    special_ink_use: SpecialInkUse = field(default=SpecialInkUse(), compare=False, repr=False)
    #: The kinds of pieces that no product of the requested printer fits, each with a sentence that says why.
    unavailable_kinds: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    #: Whether this process may draw it: it comes with cardgen, or its user trusts its source. Other packs are
    #: drawn in a confined child.
    is_trusted: bool = field(default=False, compare=False, repr=False)

    @property
    def card_noun(self) -> str:
        """Return the English noun that counts this pack's cards: "piece" for the pack of a kind of pieces,
        else "card".
        """
        return "piece" if self.piece else "card"

    @cached_property
    def suit_cards(self) -> dict[str, dict[str, Card]]:
        """Return the cards of each suit by rank, by the suit's key."""
        found: dict[str, dict[str, Card]] = {key: {} for key in self.suits}
        for card in self.deck_cards:
            if card.suit is not None:
                found[card.suit][card.rank or ""] = card
        return found

    @cached_property
    def deck_cards(self) -> tuple[Card, ...]:
        """Return the cards, with the numbered copies of a card as one card."""
        return tuple(with_copies_joined(self.cards))

    @cached_property
    def kinds(self) -> "tuple[Pack, ...]":
        """Return a pack for each kind of pieces that has cards: first the cards themselves, then the kinds in
        `pieces`.

        All cards of a kind have the same blank, which is the `card` of its pack. If a pack has no other
        kinds, the result is the pack alone.
        """
        if self.resized_kinds or not self.pieces or self.whole_pack is not None:
            return self.resized_kinds or (self,)
        used = {card.piece for card in self.cards}
        return tuple(self._pack_of_kind(name) for name in ("", *self.pieces) if name in used) or (self,)

    def kind_of(self, card: Card) -> "Pack":
        """Return the pack of the kind of pieces to which a card belongs."""
        return next((kind for kind in self.kinds if kind.piece == card.piece), self)

    def _pack_of_kind(self, name: str) -> "Pack":
        """Return the pack of one kind of pieces. name: the name of the kind; "" for the cards themselves."""
        cards = tuple(card for card in self.cards if card.piece == name)
        layouts = {layout for card in cards for layout in self._layouts_of(card)}
        if not name:
            # Values that no card has are checked as if one had them.
            others = {layout for card in self.cards if card.piece for layout in self._layouts_of(card)}
            layouts |= self.layouts.keys() - others
        piece = self.pieces.get(name)
        return replace(
            self,
            name=f"{self.name}: {piece.name or name}" if piece else self.name,
            card=piece.blank if piece else self.card,
            back=piece.back if piece and piece.back else self.back,
            suits={} if piece else self.suits,
            layouts={each: layout for each, layout in self.layouts.items() if each in layouts},
            cards=cards,
            piece=name,
            whole_pack=self,
        )

    def _layouts_of(self, card: Card) -> Iterator[str]:
        """Yield the names of a card's layout, its back's layout and the layouts that these extend."""
        for name in (card.layout, (card.back or self.back).layout):
            seen = set[str]()
            while name and name not in seen:
                yield name
                seen.add(name)
                name = self.layouts[name].extends if name in self.layouts else None

    @cached_property
    def drawing_cache(self) -> dict[str, object]:
        """Return the cache of what drawing and checking have computed from this pack, such as planned faces.
        The keys are names of these results.
        """
        return {}

    def __getstate__(self) -> dict[str, object]:
        """Return the fields without cached values, which another process computes again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def extras(self) -> tuple[Extra, ...]:
        """Return the extras as in cardgen 0.1, with a warning."""
        message = "Pack.extras is gone: Pack.cards has them, with `is_extra`"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return tuple(as_extra(card) for card in self.cards if card.is_extra)

    @cached_property
    def count(self) -> int:
        """Return how many cards the deck has: the sum of all quantities, with extras."""
        return sum(card.quantity for card in self.cards)

    @cached_property
    def backs(self) -> dict[str, Back]:
        """Return the backs of cards by short name, each back once. Backs that only cards with quantity 0 have
        are left out.

        "back" is the pack's own back, or that of the first card if no card has the pack's own back.
        """
        used = {card.back or self.back for card in self.cards if card.quantity}
        return {name: back for name, back in self.all_backs.items() if back in used} or {"back": self.back}

    @cached_property
    def all_backs(self) -> dict[str, Back]:
        """Return all backs of cards by short name, also those of cards with quantity 0, which come last."""
        used = list(dict.fromkeys(card.back or self.back for card in self.cards if card.quantity))
        first = self.back if self.back in used or not used else used[0]
        unused = (card.back or self.back for card in self.cards if not card.quantity)
        others = (back for back in dict.fromkeys((*used, *unused)) if back != first)
        return {"back": first, **{f"back-{place}": back for place, back in enumerate(others, 2)}}

    @cached_property
    def _names_of_backs(self) -> dict[Back, str]:
        """Return the short name of each back."""
        return {back: name for name, back in self.all_backs.items()}

    def back_of(self, card: Card) -> str:
        """Return the short name of a card's back, such as "back" or "back-2"."""
        return self._names_of_backs.get(card.back or self.back, "back")

    @cached_property
    def backs_in_boxes(self) -> dict[str, Card]:
        """Return the backs that have a layout, by short name, each as a card to draw and to check.

        The path of such a card is that of the first card with this back. If the back shows no column, it is
        the path of the layout.
        """
        firsts: dict[Back, Card] = {}
        for card in (*filter(lambda card: card.quantity, self.cards), *self.cards):
            firsts.setdefault(card.back or self.back, card)
        found: dict[str, Card] = {}
        for name, back in self.all_backs.items():
            if back in firsts and back.layout and self._has_layout(back.layout):
                card = firsts[back]
                color = self.layout(back.layout).color or back.color
                found[name] = Card(
                    id=f"\0{name}",
                    label=f"back of {card.label}" if back.values else name.replace("-", " "),
                    kind="layout",
                    quantity=1,
                    path=card.path if back.values else card.path_of_back("layout"),
                    layout=back.layout,
                    values=dict(back.values),
                    color=color._replace(otherwise=color.otherwise or back.color)
                    if isinstance(color, ByColumn)
                    else color,
                )
        return found

    def _has_layout(self, name: str) -> bool:
        """Tell whether a layout of this name exists, with all that it extends."""
        try:
            self.layout(name)
        except NoSuchName:
            return False
        return True

    @cached_property
    def drawings(self) -> tuple[tuple[str, str], ...]:
        """Return (name, SVG file) for each name in braces that names a drawing.

        For a file that a card names directly, the name is the file itself.
        """
        named = [suit.symbol for suit in self.suits.values() if suit.symbol]
        named += [value for card in self.cards for value in card.values.values()]
        named += self.files_in_boxes.values()
        files = {file: file for file in named if file.endswith(".svg")}
        return tuple({**self.icons, **files}.items())

    @cached_property
    def cards_in_text(self) -> dict[str, list[Card]]:
        """Return the cards that each name in braces may mean.

        They are found by id, label, name in any language, index or title. Names of icons are left out.
        """
        texts = [value for card in self.cards for value in card.values.values()]
        texts += [card.text or "" for card in self.cards]
        named = dict.fromkeys(name for text in texts if "{" in text for name in IN_BRACES.findall(text))
        shows = [show for layout in self.layouts.values() for show in layout.shows]
        named |= dict.fromkeys(name for show in shows for name in names_in_braces(show))
        for icon in (*SYMBOL_NAMES, *(name for name, _ in self.drawings)):
            named.pop(icon, None)
        if not named:
            return {}
        called: dict[str, dict[str, Card]] = {comparable_name(name): {} for name in named}
        whole = self.whole_pack or self
        for card in whole.deck_cards:
            titles = [card.values.get("title"), card.name or card.title]
            sign = whole.suits[card.suit].sign if card.suit is not None else ""
            index = card.values.get("index") if card.suit is None else sign and sign + self.shown_rank(card)
            for name in (card.id, card.label, index, *titles, *card.names_by_language.values()):
                if (found := called.get(comparable_name(name or ""))) is not None:
                    found[card.id] = card
        cards_of = {name: list(called[comparable_name(name)].values()) for name in named}
        # A divider has the name of the cards behind it, and is not meant.
        return {name: [card for card in cards if not card.piece] or cards for name, cards in cards_of.items()}

    def shown_rank(self, card: Card) -> str:
        """Return the rank that the index of a card shows: its rank, or the text of its column `index`."""
        return card.texts.get("index", card.rank or "")

    @cached_property
    def _layouts(self) -> "dict[str, Layout]":
        """Return the cache of merged layouts by name."""
        return {}

    def layout(self, name: str) -> "Layout":
        """Return a layout merged with those that it extends, at the trim that it is made for.

        Raises NoSuchName if it, or one that it extends, does not exist.
        """
        if name not in self._layouts:
            from .layouts import merged_layout

            self._layouts[name] = merged_layout(name, self.layouts, self.card.size)
        return self._layouts[name]

    @cached_property
    def _types(self) -> "dict[str, SetType]":
        """Return the cache of merged types by name."""
        return {}

    def text_type(self, name: str) -> "SetType":
        """Return a type of text with all its keys, in points for the pack's card.

        Raises NoSuchName if it, or one in its `like`, does not exist.
        """
        if name not in self._types:
            from .layouts import merged_type

            self._types[name] = merged_type(name, self.types, self.card.size)
        return self._types[name]

    def word_type(self, name: str, around: "SetType") -> "WordType | None":
        """Return the type of words within a text of another type; None if there is no type of this name."""
        from .layouts import word_type

        try:
            return word_type(name, around, self.types, self.card.size)
        except NoSuchName:
            return None

    @property
    def translation_key(self) -> str | None:
        """Return the key under which `languages` has the pack's language, with or without the country; None
        if it has none.
        """
        tags = (self.language, self.language.split("-")[0])
        return next((tag for tag in tags if tag in self.languages), None)

    @cached_property
    def wording(self) -> "Wording":
        """Return the words that cardgen prints on the pack's cards and sheets, in its language."""
        from .words import Wording

        return Wording(self.language, self.words)

    def court_figure(self, suit: str, rank: str) -> str | None:
        """Return the court figure of a suit's rank: "J", "C", "Q" or "K"; None for other ranks."""
        return ({"J": "J", "Q": "Q", "K": "K"} | self.courts | self.suits[suit].courts).get(rank)

    def suit_title(self, key: str) -> str:
        """Return the name of a suit for people: the stated name, or its key."""
        return self.suits[key].name or key

    def piece_name(self, key: str) -> str:
        """Return the name of a kind of pieces for people: the stated name, or its key."""
        return (self.whole_pack or self).pieces[key].name or key

    def resized(self, size: Size) -> "Pack":
        """Return the pack with cards of another size (points), and the figures on its faces scaled to it."""
        k = min(size[0] / self.card.width, size[1] / self.card.height)
        small, large, stripe, pips = self.index.small, self.index.large, self.stripe, self.pips
        return replace(
            self,
            card=self.card._replace(size=size),
            index=Index(
                small._replace(
                    height=small.height and small.height * k, symbol=small.symbol and small.symbol * k
                ),
                large._replace(
                    height=large.height and large.height * k, symbol=large.symbol and large.symbol * k
                ),
            ),
            pips=pips._replace(size=pips.size and pips.size * k, ace=pips.ace and pips.ace * k),
            stripe=stripe._replace(width=stripe.width and stripe.width * k),
            layouts={
                name: layout._replace(card=layout.card or self.card.size)
                for name, layout in self.layouts.items()
            },
            types={
                name: each._replace(
                    size=each.size and each.size * k, tracking=each.tracking and each.tracking * k
                )
                for name, each in self.types.items()
            },
        )

    def with_card_format(
        self,
        size: Size,
        bleed: float,
        safe: float,
        corner: float | None,
        pixels: tuple[int, int] | None = None,
    ) -> "Pack":
        """Return the pack with a printer's trim and bleed, and with a safe zone at least as wide as the
        printer's (points).

        corner: the radius that the printer cuts; None to keep the pack's own. pixels: the size of a picture
        with bleed that the printer states; None if it states none.
        """
        moved = self.resized(size)
        card = moved.card
        corner = card.corner if corner is None else corner
        card = card._replace(bleed=bleed, safe=max(safe, card.safe), corner=corner)
        return replace(moved, card=card, picture_pixels=pixels)

    def with_quantities(self, quantities: Mapping[str, int]) -> "Pack":
        """Return the pack with quantities by card id; 0 for all other cards."""
        cards = (card._replace(quantity=quantities.get(card.id, 0)) for card in self.cards)
        return replace(self, cards=tuple(cards), one_deck=self)

    def with_special_inks(self, way: SpecialWay, plate: str = "") -> "Pack":
        """Return the pack with its special inks drawn in another way.

        plate: for the way "alone", the name of the plate to draw.
        """
        use = SpecialInkUse(way, plate)
        if use == self.special_ink_use:
            return self
        whole = self.whole_pack and self.whole_pack.with_special_inks(way, plate)
        kinds = tuple(kind.with_special_inks(way, plate) for kind in self.resized_kinds)
        one = self.one_deck and self.one_deck.with_special_inks(way, plate)
        return replace(self, special_ink_use=use, whole_pack=whole, resized_kinds=kinds, one_deck=one)

    @cached_property
    def special_inks(self) -> tuple[SpecialInk, ...]:
        """Return the special inks of its cards and backs, each once: foil, varnish, white."""
        backs = list(self.all_backs.values())
        names = dict.fromkeys([card.layout for card in self.cards] + [back.layout for back in backs])
        layouts = [self.layout(name) for name in names if name and self._has_layout(name)]
        boxes = [box for layout in layouts for box in layout.boxes.values() if box.on is not False]
        stated = [
            special_ink(kind, value)
            for kind in KINDS
            for holder in (*boxes, *self.suits.values(), *(back for back in backs if not back.layout))
            for value in choices_of(getattr(holder, kind))
            if value
        ]
        return tuple(dict.fromkeys(stated))

    @property
    def colors(self) -> list[Color]:
        """Return the colours that the pack states for faces and backs; those without a value are left out."""
        stated = [color for suit in self.suits.values() for color in (suit.color, suit.stripe)]
        of_cards = [part for card in self.cards for part in (card.color, card.ground) if part is not None]
        stated += _colors_in((self.layouts, of_cards, list(self.all_backs.values())))
        return [color for color in stated if color]

    @cached_property
    def paths_in_boxes(self) -> frozenset[str]:
        """Return the full paths of the files that boxes show."""
        return frozenset(self.files_in_boxes.values())

    @cached_property
    def pictures(self) -> list[str]:
        """Return the picture files of faces, backs and the box, each once."""
        named = [*(back.image for back in self.all_backs.values()), *(card.image for card in self.cards)]
        named += [ground.image for layout in self.layouts.values() for ground in layout.possible_grounds]
        named += [ground.image for card in self.cards for ground in stated_grounds(card.ground)]
        in_boxes = [card.values.values() for card in (*self.cards, *self.backs_in_boxes.values())]
        named += [value for values in in_boxes for value in values if is_picture(value)]
        named += [file for file in self.files_in_boxes.values() if is_picture(file)]
        named += self.box.pictures
        return [name for name in dict.fromkeys(named) if name]

    @cached_property
    def files(self) -> list[str]:
        """Return all files that the pack names, each once: pictures, drawings, fonts, masks, tables and icon
        sets.
        """
        named = [file for family in self.fonts.values() for cut in family for file in cut]
        fonts = [file for file in named if not is_font_family(file)]
        tables = [each.table.file for each in self.lists if each.table]
        symbols = [suit.symbol for suit in self.suits.values() if suit.symbol and is_drawing(suit.symbol)]
        blanks = [self.card, *(piece.blank for piece in (self.whole_pack or self).pieces.values())]
        symbols += [blank.shape for blank in blanks if is_drawing(blank.shape)]
        boxes = [box for layout in self.layouts.values() for box in layout.boxes.values()]
        symbols += [shape for box in boxes for shape in choices_of(box.shape) if shape and is_drawing(shape)]
        symbols += [mask for box in boxes for mask in choices_of(box.mask) if mask]
        unused = [self.back.image] if self.back.image else []
        icons = [file_on_disk(file) for _, file in self.drawings]
        return list(dict.fromkeys([*self.pictures, *unused, *fonts, *symbols, *icons, *tables]))

    @property
    def creditable_files(self) -> list[str]:
        """Return the files of pictures, drawings and fonts, for credits. Sets of icons and tables are left
        out."""
        tables = {each.table.file for each in self.lists if each.table}
        sets = {file_on_disk(file) for _, file in self.drawings if file_on_disk(file) != file}
        return [file for file in self.files if file not in tables | sets]

    @property
    def is_converted(self) -> bool:
        """Tell whether the pack needs a colour profile for a press, because it has pictures, or colours that
        are stated in RGB only.
        """
        return bool(self.pictures) or not all(color.has_stated_cmyk for color in self.colors)

    def converted_for_press(self, inks: "PressInks") -> "Pack":
        """Return the pack with its colours as inks of a press. A pack that is converted already stays as
        it is."""
        return replace(
            self,
            cards=tuple(card.with_changed_colors(inks.with_converted_colors) for card in self.cards),
            suits=inks.with_converted_colors(self.suits),
            layouts=inks.with_converted_colors(self.layouts),
            types=inks.with_converted_colors(self.types),
            back=inks.with_converted_colors(self.back),
            box=inks.with_converted_colors(self.box),
            whole_pack=self.whole_pack and self.whole_pack.converted_for_press(inks),
        )


def _colors_in(value: Any) -> Iterator[Color]:
    """Yield all colours in records, mappings and lists, at any depth."""
    if isinstance(value, Color):
        yield value
    elif isinstance(value, Mapping):
        yield from _colors_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _colors_in(each)
