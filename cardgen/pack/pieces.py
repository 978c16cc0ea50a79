"""The kinds of pieces of a pack: the blank of its cards, and others such as tokens and dividers."""

import math
import re
from typing import Annotated, Any, Literal, NamedTuple, get_args

from .. import units
from ..errors import KeyPath, Suggestion
from ..units import MM, BadValue, Size, closest_word, nearest_word_hint, quoted_value
from .packaging import STOCK
from .schema import FAULTY, Findings, Json, Key, Parsed, Record, Spec, Table, length_spec
from .values import BACK, FILE, LINE, NAME, SIZE, Back, is_drawing
from .yaml import Data

#: The outlines of cards and other pieces that have names.
PieceShape = Literal["rectangle", "circle", "hexagon", "flat-hexagon"]


class _ShapeSpec(Spec):
    """An outline by its name, or the full path of a drawing of it; is_drawing() tells which."""

    hint = "use rectangle, circle, hexagon, flat-hexagon, or {svg: outline.svg}"

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the name of an outline, or the full path of its drawing; FAULTY after recording a
        problem."""
        if isinstance(value, dict) and list(value) == ["svg"]:
            file = FILE.read_value(value["svg"], (*path, "svg"), findings)
            if file is FAULTY or is_drawing(str(file)):
                return file
            return findings.fault(
                f"{quoted_value(value['svg'])} is no SVG file", (*path, "svg"), "such as outline.svg"
            )
        if value in get_args(PieceShape):
            return value
        near = closest_word(value, get_args(PieceShape)) if isinstance(value, str) else ""
        hint = f"did you mean {near}?" if near else self.hint
        return findings.fault(f"{quoted_value(value)} is no shape", path, hint)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of a name, or of a mapping with a file."""
        svg = {"type": "string", "pattern": r"\.[sS][vV][gG]$"}
        drawn = {
            "type": "object",
            "properties": {"svg": svg},
            "required": ["svg"],
            "additionalProperties": False,
        }
        return {"anyOf": [{"enum": list(get_args(PieceShape))}, drawn], "$comment": _SHAPES}

    def file_form(self, value: Any) -> Any:
        """Return the name of an outline, or the mapping with its file."""
        return {"svg": value} if is_drawing(value) else value


_SHAPES = (
    "`rectangle`, `circle`, `hexagon`, `flat-hexagon`, or the one closed path of a drawing, "
    "`{svg: outline.svg}`"
)
SHAPE = _ShapeSpec()

#: Height in parts of the width.
_HEIGHTS = {"rectangle": 1.0, "circle": 1.0, "hexagon": 2 / math.sqrt(3), "flat-hexagon": math.sqrt(3) / 2}
_SHAPE_HELP = "Its outline; a hexagon stands on a corner, a flat-hexagon on a side."


class CardFormat(NamedTuple):
    """The blank card: its trim, corner radius, bleed and safe zone."""

    size: Annotated[Size, Key("Width x height, or a name such as poker.", SIZE)] = (62 * MM, 88 * MM)
    corner: Annotated[float, Key("Corner radius; 0 mm for square corners.", length_spec(0, 150))] = 3 * MM
    bleed: Annotated[float, Key("How far art runs past the cut.", length_spec(0, 10))] = 3 * MM
    safe: Annotated[
        float,
        Key("The safe zone: how far inside the cut everything that matters lies.", length_spec(0, 20)),
    ] = 3 * MM
    shape: Annotated[str, Key(_SHAPE_HELP, SHAPE)] = "rectangle"

    @property
    def shape_word(self) -> str:
        """Return the word for the shape in messages."""
        return "drawn outline" if is_drawing(self.shape) else self.shape

    @property
    def seen_from_back(self) -> "BackFormat":
        """Return the format as it is seen from the back: a drawn outline is mirrored left to right.

        This is the same for both ways of flipping paper, as a back that would be upside down is turned.
        """
        return BackFormat(*self)

    @property
    def width(self) -> float:
        """Return the trim width in points."""
        return self.size[0]

    @property
    def height(self) -> float:
        """Return the trim height in points."""
        return self.size[1]


class BackFormat(CardFormat):
    """A blank that is seen from its back."""


_PIECE_SIZE = Parsed(
    units.parse_piece_size,
    {
        "anyOf": [
            {"enum": list(units.CARDS)},
            {"type": "string", "pattern": units.SIZE_PATTERN},
            {"type": "string", "pattern": units.LENGTH_PATTERN},
        ],
        "$comment": "a size, or a width",
    },
)


def regular_height(card: CardFormat) -> float:
    """Return the height in points that the shape of a blank prescribes for its width.

    For a rectangle and a drawn outline it is the blank's own height.
    """
    is_free = card.shape == "rectangle" or is_drawing(card.shape)
    return card.height if is_free else card.width * _HEIGHTS[card.shape]


class Piece(NamedTuple):
    """Another kind of piece of the same game, such as a token or a divider."""

    size: Annotated[
        Size,
        Key(
            "Width x height, or the width alone: the height follows from the shape.",
            _PIECE_SIZE,
            "say how wide and high it is, or how wide",
            "25 mm",
            substitute=FAULTY,
        ),
    ]
    shape: Annotated[str, Key(_SHAPE_HELP, SHAPE)] = "rectangle"
    corner: Annotated[
        float | None, Key("Corner radius of a rectangle. Default: 3 mm.", length_spec(0, 150))
    ] = None
    bleed: Annotated[float, Key("How far art runs past the cut.", length_spec(0, 10))] = 3 * MM
    safe: Annotated[
        float | None,
        Key(
            "The safe zone. Default: 3 mm, less on small pieces.",
            length_spec(0, 20),
        ),
    ] = None
    back: Annotated[Back | None, Key("The back of these pieces. Default: that of the pack.", BACK)] = None
    name: Annotated[str | None, Key("The name to display. Default: the key.", LINE)] = None
    stock: Annotated[
        float | None,
        Key('How thick one is, for its box: "2 mm", or a stock such as "310 gsm". Default: 0.3 mm.', STOCK),
    ] = None

    @property
    def blank(self) -> CardFormat:
        """Return the format of the piece, as a CardFormat with defaults filled in."""
        shorter = min(self.size)
        corner = min(3 * MM, shorter / 2) if self.corner is None else self.corner
        safe = min(3 * MM, _SAFE_SHARE * shorter) if self.safe is None else self.safe
        return CardFormat(self.size, corner, self.bleed, safe, self.shape)


#: The default safe zone of a piece as a share of its shorter side, at most that of a card.
_SAFE_SHARE = 0.1


class _PieceRecord(Record):
    """The keys of a piece. If the height is not stated, it follows from the width and the shape."""

    def _make(self, values: dict[str, Any]) -> Piece:
        """Return the piece; a height that is not stated follows from the width and the shape."""
        width, height = values["size"]
        shape = values.get("shape", "rectangle")
        return Piece(**{**values, "size": (width, height or width * _HEIGHTS.get(shape, 1.0))})


class _PieceName(Spec):
    """The name of one of the pack's pieces."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the name of a kind of pieces; FAULTY after recording that the pack has no such kind."""
        name = NAME.read_value(value, path, findings)
        if name is FAULTY or not findings.whole or name in findings.pieces:
            return name
        message = f"there is no piece {quoted_value(name)}"
        if findings.pieces:
            return findings.fault(message, path, nearest_word_hint(name, findings.pieces))
        suggestion = Suggestion(("pieces",), f"{{{name}: {{size: 25 mm}}}}")
        return findings.fault(message, path, f"write pieces: {suggestion.value}", elsewhere=suggestion)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of a name."""
        return NAME.json_schema(parts)


#: The words for cards in commands, files and folders, which no piece may have as its name.
_MEANS_CARDS = ("card", "cards")


def _read_new_name(value: Any) -> Any:
    """Return a name for a new kind of pieces.

    Raises BadValue for a name that cannot be used in file names, and for one that already means the cards.
    """
    if isinstance(value, str) and value.lower() in _MEANS_CARDS:
        raise BadValue(
            f"a piece cannot be called {quoted_value(value)}, which means the cards",
            "give it another name, such as large-card",
        )
    name = NAME._parse(value)
    if not _FILE_NAME.fullmatch(name):
        raise BadValue(
            f"a piece cannot be called {quoted_value(name)}: files have its name",
            "use letters, digits, spaces, hyphens and underscores, such as large-coin",
        )
    return name


#: A name that may be part of a file's name on all systems.
_FILE_NAME = re.compile(r"\w(?:[\w -]{0,58}\w)?")
PIECE_NAME = _PieceName()
PIECES = Table(Parsed(_read_new_name, NAME._schema), _PieceRecord(Piece))
