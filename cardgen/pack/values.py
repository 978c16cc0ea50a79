"""Specifications of single values of a pack or a preset: sizes, colours, ranks, texts, short forms."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from .. import units
from ..colour.colors import BLACK, NAMED, Color, color_from_cmyk, color_from_hex
from ..errors import KeyPath
from ..units import BadValue, closest_word, quoted_value
from .conditions import Condition
from .placeholders import Placeholder, placeholders, with_placeholders
from .schema import (
    FAULTY,
    Choice,
    File,
    Findings,
    Json,
    Key,
    OneOrSeveral,
    Parsed,
    Record,
    ShortForm,
    text_spec,
)
from .special_inks import special_ink_key
from .yaml import Data

#: The suffixes of picture files.
PICTURE_FILES = (".png", ".jpg", ".jpeg")
#: Maximum number of characters of a line of text, such as a name.
MOST_LINE = 80
#: Maximum number of cards of a pack.
MOST_CARDS = 20_000

#: Maximum number of games that a pack may be for.
MOST_GAMES = 20
#: The names of warnings.
WARNINGS = (
    *("code", "contrast", "lightness", "overlap", "stripe", "rim", "unused"),
    *("shape", "resolution", "drawing", "font", "formula", "rules", "translation", "numbers", "placeholder"),
)
PATTERN_NAMES = ("lattice", "rings", "weave", "sunburst", "chevrons", "plain", "none")
SYMBOL_NAMES = (
    *("spade", "heart", "diamond", "club", "acorn", "leaf", "bell", "coin", "cup", "sword", "baton"),
    *("star", "sun", "moon", "drop", "flame", "tree", "mountain", "circle", "square", "triangle", "hexagon"),
    *("crown", "shield", "rocket", "skull", "eye", "hand", "arrow", "lock"),
    *("die-1", "die-2", "die-3", "die-4", "die-5", "die-6"),
)

LINE, PROSE, NAME, SIGN = (
    text_spec(MOST_LINE),
    text_spec(2000, allows_line_breaks=True),
    text_spec(40),
    text_spec(3),
)
FILE = File(4096)
#: The description of the key and of the column for notes.
NOTES = "Notes, such as of playtests: `show`, proofs and the studio tell them, and no card shows them."
#: Files in it are admitted when their names are known.
FOLDER = text_spec(4096)


#: Named instead of a layout, for cards that a picture covers.
WHOLE_PICTURE = "image"
#: The name of a font family, such as Noto Sans JP: unlike a file's name, it has no point or slash.
_FAMILY = r"^[A-Za-z][A-Za-z0-9 '&-]*$"


class _FontSpec(File):
    """The name of a TrueType file beside the pack, which is read into its full path, or the name of a font
    family that a package provides.
    """

    def read_value(self, value: Data, path: KeyPath, findings: Findings, on_key: bool = False) -> Any:
        """Return the path of a font file, or the name of a family; is_font_family() tells which it is."""
        if isinstance(value, str) and is_font_family(value):
            return value
        return super().read_value(value, path, findings, on_key)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of a text."""
        return {
            **super().json_schema(parts),
            "$comment": "a file beside the pack, or the name of an installed font",
        }


def is_font_family(value: str) -> bool:
    """Tell whether a font is given by the name of its family, and not by a file."""
    return re.match(_FAMILY, value) is not None


FONTS = OneOrSeveral(_FontSpec(4096), 8)


class _SymbolSpec(File):
    """A symbol: the name of one of the pack's icons or of a built-in symbol, or the full path of an SVG file
    beside the pack.
    """

    def read_value(self, value: Data, path: KeyPath, findings: Findings, on_key: bool = False) -> Any:
        """Return the name of a symbol or icon, or the full path of a drawing; is_drawing() tells which it
        is."""
        if isinstance(value, str) and (value in SYMBOL_NAMES or value in findings.icons):
            return value
        if isinstance(value, str) and is_drawing(value):
            return super().read_value(value, path, findings, on_key)
        if any(at[:1] == ("icons",) for at in findings.doubtful):
            # It may be in a folder or set that is missing.
            return FAULTY
        near = units.closest_word(value, [*findings.icons, *SYMBOL_NAMES])
        hint = (
            f"did you mean {near!r}?"
            if near
            else units.nearest_word_hint(value, [*findings.icons[:20], *SYMBOL_NAMES])
        )
        if not near:
            hint += "; or give an SVG file beside the pack"
        return findings.fault(f"{quoted_value(value)} is not a symbol", path, hint)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a schema for a name or a file."""
        drawing = {**super().json_schema(parts), "type": "string", "pattern": r"\.[sS][vV][gG]$"}
        del drawing["$comment"]
        named = {"enum": list(SYMBOL_NAMES), "description": "Of a built-in symbol."}
        own = {"type": "string", "maxLength": 40, "description": "The name of an icon of the pack's own."}
        comment = "a symbol, an icon of the pack's own, or an SVG file"
        return {"anyOf": [named, drawing, own], "$comment": comment}


def is_drawing(symbol: str) -> bool:
    """Tell whether a symbol or shape is the name of an SVG file."""
    return symbol.lower().endswith(".svg")


SYMBOL = _SymbolSpec(4096)


class SizedSymbol(NamedTuple):
    """A suit's symbol, a name or an SVG file, and its size."""

    name: str
    #: As a multiple of that at which all symbols look equally large.
    size: float = 1.0
    #: Whether the page of its SVG file is its cell instead.
    on_page: bool = False


#: The size of a symbol that is placed by the page of its file.
ON_PAGE = "page"
_SIZES = (0.5, 1.5)


def _read_symbol_size(value: object) -> float | str:
    """Return the size of a symbol as a part of the usual one, or ON_PAGE. Raises BadValue."""
    if value == ON_PAGE:
        return ON_PAGE
    try:
        share = float(str(value).strip().removesuffix("%")) / 100 if str(value).strip().endswith("%") else 0.0
    except ValueError:
        share = 0.0
    if not _SIZES[0] <= share <= _SIZES[1]:
        raise BadValue(
            f"{quoted_value(value)} is not the size of a symbol",
            f"write per cent of the usual size, from {_SIZES[0]:.0%} to {_SIZES[1]:.0%}, such as 110%; "
            f"or {ON_PAGE}, to keep the margins of an SVG file",
        )
    return share


SYMBOL_SIZE = Parsed(
    _read_symbol_size,
    {
        "type": "string",
        "pattern": r"^(page|[0-9.]+ ?%)$",
        "examples": ["110 %"],
        "$comment": "per cent from 50 to 150, such as `110 %`, or `page`",
    },
    write=lambda size: size if size == ON_PAGE else f"{100 * size:g} %",
)

#: The court figures: jack, cavalier, queen and king.
FIGURES = ("J", "C", "Q", "K")


def _read_file_pattern(value: object) -> str:
    """Return a file name with {rank} in it, and possibly {suit}. Raises BadValue."""
    pattern = FILE._parse(value)
    unknown = [name for name in re.findall(r"\{([^{}]*)\}", pattern) if name not in ("rank", "suit")]
    if unknown:
        raise BadValue(f"{{{unknown[0]}}} is not known here", "write {rank}, and {suit} for the suit's key")
    if "{rank}" not in pattern:
        raise BadValue(
            "all cards would have the same picture", 'write {rank}, such as "art/{suit}-{rank}.png"'
        )
    return str(pattern)


PICTURES = Parsed(
    _read_file_pattern,
    {
        "type": "string",
        "pattern": r"\{rank\}",
        "$comment": "files beside the pack, such as `art/{suit}-{rank}.png`",
    },
)


def _read_picture_pattern(value: object) -> str:
    """Return the name of a PNG or JPEG with columns in braces. Raises BadValue."""
    pattern = str(FILE._parse(value))
    if not is_picture(pattern):
        raise BadValue(f"{quoted_value(pattern)} is not the name of a PNG or JPEG", 'such as "art/{id}.png"')
    return pattern


PICTURE_PATTERN = Parsed(
    _read_picture_pattern,
    {"type": "string", "$comment": "files beside the pack, such as `art/{id}.png`"},
)
#: Game names are validated later, in checks.unknown_games().
GAME = Parsed(str, {})


def _write_size(size: units.Size) -> str:
    """Return a size in points as a file states it, such as "62 x 88 mm"."""
    return " x ".join(units.length_text(side).removesuffix(" mm") for side in size) + " mm"


SIZE = Parsed(
    units.parse_card_size,
    {
        "anyOf": [{"enum": list(units.CARDS)}, {"type": "string", "pattern": units.SIZE_PATTERN}],
        "$comment": "a size",
    },
    write=_write_size,
)


def _read_rank(value: object) -> str:
    """Return a rank as text. Raises BadValue."""
    text = str(value)
    if not text.strip() or len(text) > 12:
        raise BadValue(
            f"{quoted_value(value)} cannot be a rank", "a rank is 1 to 12 characters, such as 4, 10 or K"
        )
    if text != text.strip():
        raise BadValue(f"the rank {quoted_value(value)} begins or ends with a space", "remove the space")
    if ".." in text:
        # In selections it is a range: +1..+3.
        raise BadValue(
            f"{quoted_value(value)} would be one rank, not a range", "name each rank: {1: 1, 2: 1, 3: 1}"
        )
    return text


RANK = Parsed(_read_rank, {})


def merged_rank_order(base: list[str], variant: list[str]) -> list[str]:
    """Return the ranks of a base and a variant in one order.

    base, variant: the ranks of each. A variant that names all ranks determines the order. Otherwise the
    base's order stays: if its ranks are rising or falling numbers, new numbers are sorted in; any other new
    rank follows the rank before it in the variant.
    """
    ranks = [*base, *(rank for rank in variant if rank not in base)]
    if len(variant) == len(ranks):
        return variant
    if len(base) > 1 and all(rank.isascii() and rank.isdecimal() for rank in ranks):
        for falling in (False, True):
            if base == sorted(base, key=int, reverse=falling):
                return sorted(ranks, key=int, reverse=falling)
    ranks = list(base)
    for place, rank in enumerate(variant):
        if rank not in base:
            ranks.insert(ranks.index(variant[place - 1]) + 1 if place else len(ranks), rank)
    return ranks


def removes_rank(entry: Data) -> bool:
    """Tell whether the entry of a rank in a variant removes it: `4: 0`, or `4: {quantity: 0}`."""
    quantity = entry.get("quantity") if isinstance(entry, dict) else entry
    return quantity == 0 and not isinstance(quantity, bool)


#: Excludes `all`, which means all of a pack's languages in `cardgen check --language`.
_LANGUAGE_PATTERN = r"^(?![Aa][Ll][Ll]$)[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"


def parse_language_tag(value: object) -> str:
    """Return a language tag with the case of RFC 5646 (2.1.1): `DE-at` becomes `de-AT`.

    Raises BadValue if the value is no language tag.
    """
    if isinstance(value, str) and value.lower() == "all":
        hint = "name each: en, de, pt-BR or the like"
        raise BadValue("all is not a language here: it stands for all of them", hint)
    if not isinstance(value, str) or not re.match(_LANGUAGE_PATTERN, value):
        raise BadValue("this is not a language tag", "write en, de, pt-BR or the like")
    first, *more = value.lower().split("-")
    cases = {2: str.upper, 4: str.title}
    return "-".join([first, *(cases.get(len(each), str)(each) for each in more)])


LANGUAGE = Parsed(
    parse_language_tag,
    {"type": "string", "pattern": _LANGUAGE_PATTERN, "$comment": "a tag such as `en`, `de` or `pt-BR`"},
)

#: The hint where a colour is missing.
COMMENT = 'a # begins a comment: put the colour in quotes, such as "#0B7A4B"'


def parse_color(value: Any) -> Color:
    """Return the colour for a name, "#RRGGBB", or {rgb: ..., cmyk: ...}. Raises BadValue."""
    if isinstance(value, str):
        return NAMED.get(value) or color_from_hex(value)
    if not isinstance(value, dict) or not value:
        raise BadValue("this is not a colour", 'write "#RRGGBB", or {rgb: "#RRGGBB", cmyk: [c, m, y, k]}')
    for key in value:
        if key not in ("rgb", "cmyk"):
            raise BadValue(f"a colour has no {key!r}", units.nearest_word_hint(key, ("rgb", "cmyk")))
        if value[key] is None:
            raise BadValue(f"no value is given for {key!r}", COMMENT)
    cmyk = color_from_cmyk(read_inks(value["cmyk"])) if "cmyk" in value else None
    rgb = color_from_hex(str(value["rgb"])) if "rgb" in value else None
    if rgb and cmyk:
        return Color(rgb.rgb, cmyk.cmyk)
    return rgb or cmyk or color_from_hex("#000")


def read_inks(
    value: object,
    message: str = "cmyk wants four numbers from 0 to 100",
    hint: str = "such as [86, 12, 80, 32]",
) -> tuple[float, float, float, float]:
    """Return cyan, magenta, yellow and black from 0 to 1, for a list of four numbers in per cent.

    Raises BadValue with the message and the hint for any other value.
    """
    parts = value if isinstance(value, list) else []
    good = [part for part in parts if type(part) in (int, float) and 0 <= part <= 100]
    if len(parts) != 4 or len(good) != 4:
        raise BadValue(message, hint)
    c, m, y, k = (part / 100 for part in good)
    return (c, m, y, k)


class ColorSpec(Parsed):
    """A colour: one that the pack names in `colors`, or a value."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings, on_key: bool = False) -> Any:
        """Return the colour; FAULTY after recording a problem."""
        if isinstance(value, str) and value in findings.colors:
            return findings.colors[value]
        try:
            return self._parse(value)
        except ValueError as error:
            if not findings.whole and isinstance(value, str) and re.fullmatch(_COLOR_NAME_PATTERN, value):
                # It may be defined in the file that is missing.
                return BLACK
            is_misspelt = isinstance(value, str) and closest_word(value, findings.colors)
            hint = (
                units.nearest_word_hint(value, findings.colors) if is_misspelt else getattr(error, "hint", "")
            )
            return findings.fault(str(error), path, hint, on_key)


#: The names of colours that depend on the card, some of them for layouts only.
PALETTE = ("accent", "ink", "grey", "ground")


def _read_color_name(value: Any) -> str:
    """Return a new name that a pack gives to a colour. Raises BadValue if the name is malformed or already
    means a colour.
    """
    if not isinstance(value, str) or re.fullmatch(_COLOR_NAME_PATTERN, value) is None:
        raise BadValue(
            f"a colour cannot be called {quoted_value(value)}", "begin its name with a letter, such as brand"
        )
    if value in (*NAMED, *PALETTE) or is_picture(value):
        raise BadValue(f"{quoted_value(value)} already has a meaning as a colour", "give it another name")
    return value


_COLOR_NAME_PATTERN = r"^[^\s#\d\W][^#\n]{0,39}$"
COLOR_NAME = Parsed(_read_color_name, {"type": "string", "pattern": r"^[^\s#0-9][^#\n]{0,39}$"})
_HEX_SCHEMA: Json = {"type": "string", "pattern": "^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|black|white)$"}
_PERCENT: Json = {"type": "number", "minimum": 0, "maximum": 100}
CMYK_SCHEMA: Json = {"type": "array", "items": _PERCENT, "minItems": 4, "maxItems": 4}
COLOR = ColorSpec(
    parse_color,
    {
        "anyOf": [
            _HEX_SCHEMA,
            COLOR_NAME.json_schema({}),
            {
                "type": "object",
                "properties": {"rgb": _HEX_SCHEMA, "cmyk": CMYK_SCHEMA},
                "additionalProperties": False,
                "minProperties": 1,
            },
        ],
        "$comment": "a colour",
    },
    hint=COMMENT,
    write=lambda made: made.hex,
)


def switch_data(value: Data) -> Data:
    """Return {on: false} for false (off, no, none) and {} for true (on, yes); any other value unchanged."""
    if value is False or value in ("off", "no", "none"):
        return ShortForm({"on": False})
    return ShortForm() if value is True or value in ("on", "yes") else value


SWITCH_SCHEMA: list[Json] = [
    {"type": "boolean", "description": "Whether it is there."},
    {"enum": ["on", "off", "yes", "no", "none"], "description": "Whether it is there."},
]


def short_form_reader(key: str) -> Callable[[Data], Data]:
    """Return a function that makes a mapping with one key of a value: `7` becomes `{quantity: 7}`.

    The function returns mappings as they are.
    """
    return lambda value: value if isinstance(value, dict) else ShortForm({key: value})


def is_picture(value: str) -> bool:
    """Tell whether a text is the name of a PNG or JPEG file."""
    return value.lower().endswith(PICTURE_FILES)


#: Matches the name of a picture or drawing, with columns in braces, in a box that shows nothing else.
_FILE_IN_BOX = re.compile(r"(?=\S)(?:[^\n{}*]|\{[^{}\n]+\})+\.(?:png|jpe?g|svg)", re.IGNORECASE)


def is_file_name(show: str | None) -> bool:
    """Tell whether a box's `show` is the name of a file, such as "art/day{no}.png"."""
    return bool(show) and show is not None and _FILE_IN_BOX.fullmatch(show) is not None


def file_in_box(show: str, values: Mapping[str, str]) -> str:
    """Return the name of the file that a box shows on a card; "" if a column in the name is empty.

    values: the texts in the card's columns.
    """

    def value(each: Placeholder) -> str:
        return values.get(each.name) or each.default

    return with_placeholders(show, value) if all(map(value, placeholders(show))) else ""


class ByColumn(NamedTuple):
    """A value that depends on a column of the card."""

    column: str
    #: By the text in the column.
    choices: dict[str, Any]
    otherwise: Any = None


def chosen_value(value: Any, values: Mapping[str, str]) -> Any:
    """Return a value as it is on a card; None if the card's column chooses no value.

    values: the texts in the card's columns.
    """
    if isinstance(value, ByColumn):
        return value.choices.get(values.get(value.column, "none"), value.otherwise)
    return value


def choices_of(value: Any) -> list[Any]:
    """Return all values among which a column chooses, the default for other cards last; [value] for a
    fixed one."""
    return [*value.choices.values(), value.otherwise] if isinstance(value, ByColumn) else [value]


def with_choices(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value after applying a function to it or, if a column chooses it, to each of the choices. None
    stays None.
    """
    if isinstance(value, ByColumn):
        choices = {key: change(each) for key, each in value.choices.items()}
        return ByColumn(value.column, choices, None if value.otherwise is None else change(value.otherwise))
    return None if value is None else change(value)


def columns_that_choose(value: Any) -> Iterator[str]:
    """Yield the columns on which values or conditions within a record, a mapping or a tuple depend."""
    if isinstance(value, ByColumn | Condition):
        yield value.column
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    for part in parts:
        yield from columns_that_choose(part)


class Ground(NamedTuple):
    """What covers a card or a box: a colour, a gradient of several, or a picture."""

    colors: tuple[Color | str, ...] = ()
    image: str | None = None
    #: The direction of a gradient in degrees, anticlockwise from downwards; None from the middle to the
    #: corners.
    angle: float | None = 0.0

    @property
    def mirrored(self) -> "Ground":
        """Return the ground mirrored left to right."""
        return self._replace(angle=self.angle and -self.angle)


def stated_grounds(value: Any) -> list[Ground]:
    """Return the grounds among which a column chooses, or the only one; [] for None."""
    all_ = [*value.choices.values(), value.otherwise] if isinstance(value, ByColumn) else [value]
    return [ground for ground in all_ if ground is not None]


class NoSuchName(ValueError):  # noqa: N818 - it says what it is
    """Raised if a layout or a type does not exist, or extends itself."""

    def __init__(self, name: str, owner: str, known: Sequence[str]) -> None:
        super().__init__(name)
        #: The missing name, the layout or type that names it ("" for none), and the existing names.
        self.name, self.owner, self.known = name, owner, known


#: Whether a picture that covers a card includes the bleed. If it ends at the trim, its edges are mirrored;
#: auto decides by its shape.
Bleed = Literal["included", "mirror", "auto"]
BLEED = (
    "Where the bleed comes from: included in the picture, or mirrored from the edges of a picture that "
    "ends at the trim; auto decides by its shape."
)


class Back(NamedTuple):
    """A back: a pattern in three inks, a picture, or boxes as on a face."""

    pattern: Annotated[
        str,
        Key("A drawn pattern, plain for one colour, or none for blank paper.", Choice(*PATTERN_NAMES)),
    ] = "lattice"
    color: Annotated[Color, Key("The ground.", COLOR)] = color_from_hex("#1F2A44")
    ink: Annotated[Color, Key("The pattern.", COLOR)] = color_from_hex("#E9DFC7")
    accent: Annotated[Color, Key("The pattern's second ink.", COLOR)] = color_from_hex("#C9A24B")
    image: Annotated[str | None, Key("A PNG or JPEG beside the pack instead of a pattern.", FILE)] = None
    layout: Annotated[
        str | None,
        Key(
            "A layout instead of a pattern; boxes show columns of the card, and `accent` is `color`.",
            NAME,
        ),
    ] = None
    bleed: Annotated[Bleed, Key(f"Of a picture. {BLEED}")] = "included"
    one_way: Annotated[bool, Key("true if the back has a top, on purpose.")] = False
    foil: Annotated[Any, special_ink_key("foil", "its pattern or picture")] = False
    varnish: Annotated[Any, special_ink_key("varnish", "its pattern or picture")] = False
    white: Annotated[Any, special_ink_key("white", "its pattern or picture")] = False
    #: For a card's back with a layout: the columns that the layout shows, with their texts.
    values: tuple[tuple[str, str], ...] = ()


def _back_data(value: Data) -> Data:
    """Return {pattern: none} for `none` and false; other values unchanged."""
    return ShortForm({"pattern": "none"}) if value in ("none", False) else value


BACK = Record(Back, short=_back_data, short_schema=[{"enum": ["none", False], "description": "Blank paper."}])
