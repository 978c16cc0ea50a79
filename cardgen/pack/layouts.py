"""Layouts: a card's face as boxes, each of which shows a column of the card. Their keys, and the built-in
ones.

A layout may extend another; its boxes override those of the other, key by key. The built-in layouts are in
layouts.yaml beside this file, in the same format as a pack's own. Lengths are in points from the trim's top
left.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Annotated, Any, NamedTuple, cast

from ..colour.colors import Color
from ..errors import KeyPath, Mark, Suggestion
from ..sandbox.untrusted import FileMissing
from ..units import (
    MM,
    BadValue,
    Sentence,
    Size,
    closest_word,
    nearest_word_hint,
    quoted_value,
    shortened_text,
)
from .conditions import WHEN, Condition
from .links import LINK
from .part_memory import PARTS, find_or_make
from .picture_folders import PictureDeck, picture_deck
from .pieces import PIECE_NAME, SHAPE
from .placeholders import names_in_braces
from .schema import (
    FAULTY,
    Choice,
    Findings,
    Flag,
    Json,
    Key,
    OneOrSeveral,
    Parsed,
    Record,
    Several,
    ShortForm,
    Spec,
    Table,
    Whole,
    length_spec,
    text_spec,
)
from .special_inks import special_ink_key
from .values import (
    BACK,
    BLEED,
    COLOR,
    FILE,
    FOLDER,
    LANGUAGE,
    LINE,
    MOST_CARDS,
    NAME,
    NOTES,
    PALETTE,
    PICTURE_PATTERN,
    SIZE,
    SWITCH_SCHEMA,
    WHOLE_PICTURE,
    Back,
    Bleed,
    ByColumn,
    ColorSpec,
    Ground,
    NoSuchName,
    choices_of,
    chosen_value,
    columns_that_choose,
    file_in_box,
    is_picture,
    parse_color,
    short_form_reader,
    stated_grounds,
    switch_data,
    with_choices,
)
from .yaml import Data, read_yaml

#: A colour, or a word of the palette. Those depend on the card: `accent` is the suit's or the layout's
#: colour, `ink` that of running text, `grey` a softer one for small type (black alone on a press sheet),
#: `ground` what covers the card.
Paint = Color | str


class _ChosenSpec(Spec):
    """A value that is the same on all cards, or `{by: COLUMN, value: ..., none: ..., else: ...}`, which a
    column of the card chooses.

    `none` is the value for an empty column.
    """

    def __init__(self, each: Spec) -> None:
        self._each, self.hint = each, each.hint

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the value, or a By."""
        if not isinstance(value, dict) or "by" not in value:
            return self._each.read_value(value, path, findings)
        column = NAME.read_value(value["by"], (*path, "by"), findings)
        choices = {
            key: FAULTY if item is None else self._each.read_value(item, (*path, key), findings)
            for key, item in value.items()
            if key != "by"
        }
        for key, item in value.items():
            if item is None:
                findings.fault(
                    f"no value is given for {quoted_value(key)}", (*path, key), "write it after the colon"
                )
        if column is FAULTY or FAULTY in choices.values():
            return FAULTY
        return ByColumn(column, choices, choices.pop("else", None))

    def file_form(self, value: Any) -> Any:
        """Return a fixed value (not one chosen by a column) as a pack file states it."""
        return self._each.file_form(value)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a schema for both forms: a fixed value, and a mapping in which a column chooses."""
        each = self._each.json_schema(parts)
        forms = each.pop("anyOf", None) or [dict(each)]
        chosen: Json = {
            "type": "object",
            "properties": {"by": {"type": "string", "description": "The column that chooses."}},
            "required": ["by"],
            "additionalProperties": {"anyOf": forms},
        }
        *words, last = (f"`{word}`" for word in each.get("enum", ("",)))
        usual = "`true` or `false`" if each.get("type") == "boolean" else "a text"
        comment = each.get("$comment") or (f"{', '.join(words)} or {last}" if words else usual)
        return {"anyOf": [*forms, chosen], "$comment": comment}


def _read_paint(value: Any) -> Any:
    """Return a named colour of a card, such as "accent", as it is, or a colour. Raises BadValue."""
    if value in PALETTE:
        return value
    if isinstance(value, str) and value.isalpha() and value not in ("black", "white"):
        raise BadValue(
            f"{quoted_value(value)} is not a colour",
            'write "#RRGGBB", or black, white, accent, ink, grey or ground',
        )
    return parse_color(value)


_COLOR_FORMS = COLOR.json_schema({})["anyOf"]
PAINT = ColorSpec(
    _read_paint,
    {
        "anyOf": [{"enum": list(PALETTE)}, *_COLOR_FORMS],
        "$comment": "a colour, `accent`, `ink`, `grey` or `ground`",
    },
    hint=COLOR.hint,
)


def _read_angle(value: Any) -> float:
    """Return an angle in degrees, from 0 to below 360. Raises BadValue."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -360 <= value <= 360:
        raise BadValue(
            f"{quoted_value(value)} is not an angle", "write degrees from -360 to 360, such as 90 or 12.5"
        )
    return value % 360


#: Maximum number of colours of a gradient.
_MOST_COLORS = 8


class _SeveralColors(Spec):
    """The colours of a gradient."""

    hint = 'write its colours, the upper one first, such as ["#123456", "#345678"]'

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the two or more colours as a tuple, in order; FAULTY after recording a problem."""
        if not isinstance(value, list) or not 2 <= len(value) <= _MOST_COLORS or None in value:
            return findings.fault(f"a gradient has two to {_MOST_COLORS} colours", path, self.hint)
        colors = tuple(PAINT.read_value(each, (*path, str(at)), findings) for at, each in enumerate(value))
        return FAULTY if FAULTY in colors else colors

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return an array of colours."""
        one = PAINT.json_schema(parts)["anyOf"]
        said = "a list of two to eight colours"
        return {"type": "array", "items": {"anyOf": one}, "minItems": 2, "maxItems": 8, "$comment": said}


def _read_direction(value: Any) -> float | None:
    """Return the angle of a gradient in degrees; None for "radial". Raises BadValue."""
    return None if value == "radial" else _read_angle(value)


class Gradient(NamedTuple):
    """Colours that run evenly into one another."""

    gradient: Annotated[
        tuple[Paint, ...],
        Key("Its colours in order.", _SeveralColors(), _SeveralColors.hint, substitute=FAULTY),
    ]
    angle: Annotated[
        float | None,
        Key(
            "The direction in degrees, anticlockwise from downwards: 90 runs from left to right; or radial, "
            "from the middle to the corners.",
            Parsed(
                _read_direction,
                {
                    "anyOf": [{"enum": ["radial"]}, {"type": "number", "minimum": -360, "maximum": 360}],
                    "$comment": "degrees, such as `90` or `12.5`, or `radial`",
                },
            ),
        ),
    ] = 0.0


class _GroundSpec(Spec):
    """A colour, a list of several, a gradient, or the file of a picture that covers a card."""

    hint = COLOR.hint
    _colors, _gradient = _SeveralColors(), Record(Gradient)

    def __init__(self, of_box: bool = False) -> None:
        self._of_box = of_box

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return a Ground; FAULTY after recording a problem.

        For the ground of a box, a single colour is returned as a Color, and false becomes a Ground without
        colours.
        """
        if self._of_box and value is False:
            return Ground(())
        if self._of_box and value is True:
            hint = 'write a colour, such as "#0B7A4B", or false for no ground'
            return findings.fault("true is not a colour", path, hint)
        if isinstance(value, dict) and "gradient" in value:
            made = self._gradient.read_value(value, path, findings)
            return FAULTY if made is FAULTY else Ground(made.gradient, angle=made.angle)
        if isinstance(value, list):
            colors = self._colors.read_value(value, path, findings)
            return FAULTY if colors is FAULTY else Ground(colors)
        if not self._of_box and isinstance(value, str) and is_picture(value):
            file = FILE.read_value(value, path, findings)
            return FAULTY if file is FAULTY else Ground(image=file)
        color = PAINT.read_value(value, path, findings)
        return color if self._of_box or color is FAULTY else Ground((color,))

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a schema for all forms."""
        one = PAINT.json_schema(parts)["anyOf"]
        forms = [*one, self._colors.json_schema(parts), self._gradient.json_schema(parts)]
        if self._of_box:
            said = "a colour, a list of several (from top to bottom), a [gradient](#a-gradient), or `false`"
            return {"anyOf": [*forms, {"const": False}], "$comment": said}
        file = {"type": "string", "pattern": r"\.([pP][nN][gG]|[jJ][pP][eE]?[gG])$"}
        said = "a colour, a list of several (from top to bottom), a [gradient](#a-gradient) or a picture"
        return {"anyOf": [*forms, file], "$comment": said}


class _PairSpec(Spec):
    """A list of two lengths."""

    def __init__(self, each: Parsed, example: str) -> None:
        self._each, self._example = each, example

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return both lengths in points; FAULTY after recording a problem."""
        if not isinstance(value, list) or len(value) != 2 or None in value:
            return findings.fault(
                "this should be two lengths", path, f"write them in a list, such as {self._example}"
            )
        pair = tuple(self._each.read_value(item, (*path, str(at)), findings) for at, item in enumerate(value))
        return FAULTY if FAULTY in pair else pair

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an array of two lengths."""
        items = self._each.json_schema(parts)
        comment = f"two lengths, such as `{self._example}`"
        return {"type": "array", "items": items, "minItems": 2, "maxItems": 2, "$comment": comment}


_FOCUS = {"center": (50, 50), "top": (50, 0), "bottom": (50, 100), "left": (0, 50), "right": (100, 50)}


def _read_focus(value: Any) -> tuple[float, float]:
    """Return a position in a picture as (per cent from the left, per cent from the top). Raises BadValue."""
    if isinstance(value, str) and value in _FOCUS:
        return _FOCUS[value]
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(part, int | float) and 0 <= part <= 100 for part in value)
    ):
        return (float(value[0]), float(value[1]))
    hint = "write center, top, bottom, left or right, or two numbers from 0 to 100 such as [50, 20]"
    raise BadValue(f"{quoted_value(value)} is not a position in a picture", hint)


_FOCUS_SCHEMA: Json = {
    "anyOf": [
        {"enum": list(_FOCUS)},
        {
            "type": "array",
            "items": {"type": "number", "minimum": 0, "maximum": 100},
            "minItems": 2,
            "maxItems": 2,
        },
    ],
    "$comment": "`center`, `top`, `bottom`, `left`, `right`, or per cent from left and top: `[50, 20]`",
}


def _read_opacity(value: Any) -> float:
    """Return an opacity from 0 to 1. Raises BadValue."""
    share = value
    if isinstance(value, str) and value.rstrip().endswith("%"):
        try:
            share = float(value.rstrip()[:-1]) / 100
        except ValueError:
            share = None
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        hint = "write a number from 0 for invisible to 1 for opaque, such as 0.6, or per cent, such as 60 %"
        raise BadValue(f"{quoted_value(value)} is not an opacity", hint)
    return float(share)


class _MaskSpec(Spec):
    """The full path of a PNG or JPEG file."""

    hint = "name a PNG or JPEG file beside the pack, such as torn-edge.png"

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the full path of the file; FAULTY after recording a problem."""
        if isinstance(value, str) and not is_picture(value):
            return findings.fault(f"{quoted_value(value)} is no PNG or JPEG file", path, self.hint)
        return FILE.read_value(value, path, findings)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of the name of a file."""
        pattern = r"\.([pP][nN][gG]|[jJ][pP][eE]?[gG])$"
        return {"type": "string", "pattern": pattern, "$comment": "a PNG or JPEG file beside the pack"}


OPACITY = Parsed(
    _read_opacity,
    {
        "anyOf": [
            {"type": "number", "minimum": 0, "maximum": 1},
            {"type": "string", "pattern": r"^\s*\d+(\.\d+)?\s*%\s*$"},
        ],
        "$comment": "0 to 1, such as `0.6`, or `60 %`",
    },
)

_ANGLE = Parsed(
    _read_angle,
    {"type": "number", "minimum": -360, "maximum": 360, "$comment": "degrees, such as `90` or `12.5`"},
)
_CHOSEN_PAINT = _ChosenSpec(PAINT)
GROUND, _BOX_COLOR = _ChosenSpec(_GroundSpec()), _ChosenSpec(_GroundSpec(of_box=True))


class BoxGround(NamedTuple):
    """The ground of a box; it is not drawn if the box is empty."""

    color: Annotated[Any, Key("Its colour or colours. Default: none.", _BOX_COLOR)] = None
    radius: Annotated[Any, Key("Of its corners.", _ChosenSpec(length_spec(0, 150)))] = 0.0
    line: Annotated[Any, Key("The colour of a line around it, or along one edge.", _CHOSEN_PAINT)] = None
    width: Annotated[Any, Key("How thick the line is.", _ChosenSpec(length_spec(0.1, 20)))] = 0.3 * MM
    edge: Annotated[
        Any, Key("Where the line runs.", _ChosenSpec(Choice("all", "top", "bottom", "left", "right")))
    ] = "all"
    padding: Annotated[
        Any,
        Key("The padding between the line or the edge and the contents.", _ChosenSpec(length_spec(0, 50))),
    ] = 0.0
    tight: Annotated[
        Any,
        Key("true makes it as wide as the text or the icons, with the padding.", _ChosenSpec(Flag())),
    ] = False

    @property
    def mirrored(self) -> "BoxGround":
        """Return the ground mirrored left to right. The edge lines and the colours at the left and the right
        change sides.
        """
        color = self.color.mirrored if isinstance(self.color, Ground) else self.color
        edge = {"left": "right", "right": "left"}.get(self.edge, self.edge)
        return self._replace(color=color, edge=edge)


def _expanded_ground(value: Data) -> Data:
    """Return a short form of a box's ground as a mapping: a colour becomes {color: COLOUR}, and false becomes
    {}.

    A mapping that is no colour is returned unchanged.
    """
    if value is False:
        return ShortForm({})
    if isinstance(value, dict) and not value.keys() & {"rgb", "cmyk", "by", "gradient"}:
        return value
    return ShortForm({"color": value})


_NO_COLOR: Json = {"const": False, "$comment": "`false`"}
_COLOR_OR_NONE = _ChosenSpec(
    ColorSpec(
        lambda value: None if value is False else _read_paint(value),
        {
            "anyOf": [*PAINT.json_schema({})["anyOf"], _NO_COLOR],
            "$comment": "a colour, `accent`, `ink`, `grey` or `ground`, or `false` for none",
        },
        hint=COLOR.hint,
    )
)


class TextOutline(NamedTuple):
    """A line around the letters and icons of a text, under them."""

    color: Annotated[Any, Key("Its colour.", _COLOR_OR_NONE, "such as color: white", substitute=FAULTY)]
    width: Annotated[Any, Key("How far it reaches out of the letters.", _ChosenSpec(length_spec(0.1, 5)))] = (
        0.3 * MM
    )


class TextShadow(NamedTuple):
    """A shadow with sharp edges under the letters and icons of a text, and under their outline."""

    color: Annotated[Any, Key("Its colour.", _COLOR_OR_NONE, "such as color: black", substitute=FAULTY)]
    offset: Annotated[
        Any,
        Key(
            "How far it lies to the right and down; negative lengths are to the left and up.",
            _ChosenSpec(_PairSpec(length_spec(-10, 10), "[0.3 mm, 0.3 mm]")),
        ),
    ] = (0.3 * MM, 0.3 * MM)


def _expanded_color_or_false(value: Data) -> Data:
    """Return a short form of an outline or a shadow as a mapping: a colour or false becomes {color: COLOUR or
    false}.

    A mapping that is no colour is returned unchanged.
    """
    return ShortForm({"color": False}) if value is False else _expanded_ground(value)


def _spec_with_short_color(model: type) -> Record:
    """Return the specification of a part of a box, such as its outline, for which a file may state only a
    colour.

    model: the model of the part.
    """
    form = {**_COLOR_OR_NONE.json_schema({}), "description": "Its colour, or `false` for none."}
    return Record(model, short=_expanded_color_or_false, short_schema=[form])


#: Names of other boxes of a layout.
_BOXES = OneOrSeveral(Parsed(NAME._parse, {**NAME._schema, "$comment": "the name of a box"}), 50)
_PLACE, _SIDE = length_spec(-20, 1000), length_spec(0.1, 1000)


class Box(NamedTuple):
    """A place on a card that shows the column of its name. Keys that are not stated are taken from the box of
    the same name in the extended layout.
    """

    on: Annotated[bool | None, Key("false leaves out a box of the layout that this one extends.")] = None
    when: Annotated[
        tuple[Condition, ...] | None,
        Key("Conditions on columns of the card: the box is shown where all of them hold.", WHEN),
    ] = None
    at: Annotated[
        Any,
        Key(
            "The position of its top left corner, from the top left of the trim.",
            _ChosenSpec(_PairSpec(_PLACE, "[4 mm, 4 mm]")),
        ),
    ] = None
    size: Annotated[
        Any,
        Key("Its width and height.", _ChosenSpec(_PairSpec(_SIDE, "[20 mm, 8 mm]"))),
    ] = None
    show: Annotated[
        Any,
        Key(
            "What it shows in place of the column of its name: a text in which braces name columns and "
            'icons, such as "{cost}{coin}", a '
            'column with what stands for it where it is empty, "{title|Untitled}", or an icon as often as a '
            'column says, "{coin*cost}"; '
            'a picture or a drawing beside the pack, such as "art/day{no}.png"; nothing, as in "", for a '
            "ground alone.",
            _ChosenSpec(
                Parsed(
                    lambda value: (
                        value if value == "" else text_spec(400, allows_line_breaks=True)._parse(value)
                    ),
                    {"type": ["string", "number"], "maxLength": 400},
                )
            ),
        ),
    ] = None
    type: Annotated[
        Any,
        Key(
            "The type it is set in: body, medium, large, note, small, label, title, heading, display, index, "
            "rank, number, or one of the pack's own.",
            _ChosenSpec(NAME),
        ),
    ] = None
    align: Annotated[
        Any, Key("The horizontal alignment of lines; left.", _ChosenSpec(Choice("left", "center", "right")))
    ] = None
    vertical: Annotated[
        Any,
        Key(
            "The vertical alignment; middle, or top if it has a `flow`.",
            _ChosenSpec(Choice("top", "middle", "bottom")),
        ),
    ] = None
    least: Annotated[
        Any,
        Key(
            "The smallest type that a long text may be set in; 7 pt, or the type's own size if that is less.",
            _ChosenSpec(length_spec(2.1166, 100)),
        ),
    ] = None
    language: Annotated[
        Any,
        Key(
            "The language of its text, by whose rules words are divided and lines are set; that of the pack.",
            _ChosenSpec(LANGUAGE),
        ),
    ] = None
    direction: Annotated[
        Any,
        Key(
            "The direction in which its text is written: from the left (ltr) or from the right (rtl). "
            "Default: that of the language and of the first letters.",
            _ChosenSpec(Choice("ltr", "rtl")),
        ),
    ] = None
    keywords: Annotated[
        Any,
        Key("false leaves the `keywords` of the pack in its text as they are; true.", _ChosenSpec(Flag())),
    ] = None
    color: Annotated[
        Any, Key("The colour of its text and icons. Default: that of the type.", _CHOSEN_PAINT)
    ] = None
    outline: Annotated[
        TextOutline | None,
        Key(
            "A line around its letters and icons; false removes that of the box that this one extends.",
            _spec_with_short_color(TextOutline),
        ),
    ] = None
    shadow: Annotated[
        TextShadow | None,
        Key(
            "A shadow of its letters and icons; false removes that of the box that this one extends.",
            _spec_with_short_color(TextShadow),
        ),
    ] = None
    ground: Annotated[
        BoxGround | None,
        Key(
            "Its background; false removes that of the box of the layout that this one extends.",
            Record(
                BoxGround,
                short=_expanded_ground,
                short_schema=[
                    {**_BOX_COLOR.json_schema({}), "description": "Its colour or colours, or no ground."},
                    _NO_COLOR,
                ],
            ),
        ),
    ] = None
    shape: Annotated[
        Any,
        Key(
            "Its outline, to which its ground and a picture in it are cut; rectangle. A hexagon stands on a "
            "corner, a flat-hexagon on a side.",
            _ChosenSpec(SHAPE),
        ),
    ] = None
    mask: Annotated[
        Any,
        Key(
            "A picture that shows parts of the box and hides others, stretched over it. The box is as opaque "
            "as the picture or, if that is opaque everywhere, as bright: white shows, black hides.",
            _ChosenSpec(_MaskSpec()),
        ),
    ] = None
    fit: Annotated[
        Any,
        Key(
            "Whether a picture or a drawing fills the box and is cropped (cover), or is shown whole "
            "(contain). Default: cover for pictures, contain for drawings and icons.",
            _ChosenSpec(Choice("cover", "contain")),
        ),
    ] = None
    focus: Annotated[
        Any,
        Key(
            "The part of a picture that stays visible; its middle.",
            _ChosenSpec(Parsed(_read_focus, _FOCUS_SCHEMA)),
        ),
    ] = None
    shade: Annotated[
        Any,
        Key(
            "A colour that the lower part of a picture fades into, so that text on it can be read.",
            _CHOSEN_PAINT,
        ),
    ] = None
    opacity: Annotated[
        Any,
        Key(
            "The opacity of the box with its ground: below 1, what lies under it shows through; 1.",
            _ChosenSpec(OPACITY),
        ),
    ] = None
    blend: Annotated[
        Any,
        Key(
            "How the box with its ground is mixed with what lies under it: multiply darkens, as ink on ink, "
            "and its white disappears; normal.",
            _ChosenSpec(Choice("normal", "multiply")),
        ),
    ] = None
    rotate: Annotated[
        Any,
        Key(
            "Rotation in degrees, anticlockwise. A quarter turn fits the contents into the place of the box; "
            "any other angle turns the box with its ground about its middle.",
            _ChosenSpec(_ANGLE),
        ),
    ] = None
    turned: Annotated[
        Any, Key("true shows it a second time at the other end, upside down.", _ChosenSpec(Flag()))
    ] = None
    foil: Annotated[Any, special_ink_key("foil", "what it shows", _ChosenSpec)] = None
    varnish: Annotated[Any, special_ink_key("varnish", "what it shows", _ChosenSpec)] = None
    white: Annotated[Any, special_ink_key("white", "what it shows", _ChosenSpec)] = None
    flow: Annotated[
        tuple[str, ...] | None,
        Key(
            "Other boxes of its layout that stand in it, one under the other in this order: each as wide as "
            "this box and as high as its text needs.",
            _BOXES,
        ),
    ] = None
    gap: Annotated[
        Any,
        Key("The distance between the boxes of its `flow`; 1.5 mm.", _ChosenSpec(length_spec(0, 50))),
    ] = None
    foot: Annotated[
        str | None,
        Key("The box of its `flow` that stands at its foot, with those that follow. Default: none.", NAME),
    ] = None
    grow: Annotated[Any, Key("true extends it over empty boxes above and below it.", _ChosenSpec(Flag()))] = (
        None
    )
    rise: Annotated[
        Any, Key("true lets it move up where the boxes above it are empty.", _ChosenSpec(Flag()))
    ] = None
    above: Annotated[
        tuple[str, ...] | None,
        Key("The boxes of its layout that it is painted over.", _BOXES),
    ] = None
    below: Annotated[
        tuple[str, ...] | None,
        Key("The boxes of its layout that it is painted under.", _BOXES),
    ] = None
    allow: Annotated[
        tuple[str, ...] | None,
        Key(
            "Errors to accept here: that its text is covered, or that it covers that of others.",
            Several(Choice("covered"), 1),
        ),
    ] = None


def _read_leading(value: Any) -> float:
    """Return a line spacing, as a multiple of the size. Raises BadValue."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.8 <= value <= 3:
        raise BadValue(
            f"{quoted_value(value)} is not a line spacing", "write a number from 0.8 to 3, such as 1.25"
        )
    return float(value)


#: The weights of text by name (usWeightClass).
WEIGHTS = {"light": 300, "regular": 400, "semibold": 600, "bold": 700, "black": 900}
#: A weight by its name or number.
Weight = str | int


def weight_number(weight: Weight) -> int:
    """Return a font weight as a number from 1 to 1000 (usWeightClass)."""
    return weight if isinstance(weight, int) else WEIGHTS[weight]


def _read_weight(value: Any) -> Weight:
    """Return a font weight: a word, or a number from 1 to 1000. Raises BadValue."""
    if isinstance(value, str) and value in WEIGHTS:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000:
        return value
    hint = f"write {', '.join(WEIGHTS)}, or a number from 1 to 1000 such as 550"
    if isinstance(value, str):
        hint = nearest_word_hint(value, WEIGHTS) if closest_word(value, WEIGHTS) else hint
    raise BadValue(f"{quoted_value(value)} is not a weight", hint)


class Type(NamedTuple):
    """How text is set; keys that are not stated are those of the type named in `like`."""

    like: Annotated[
        str | None, Key("The type that it begins with; the built-in one of the same name, else body.", NAME)
    ] = None
    font: Annotated[
        str | None,
        Key("The family: sans, serif, text, title, index, or one of the pack's `fonts`; text.", NAME),
    ] = None
    weight: Annotated[
        Weight | None,
        Key(
            "The weight; regular. A number, such as 550, is for variable fonts; other fonts have the nearest "
            "weight.",
            Parsed(
                _read_weight,
                {
                    "anyOf": [{"enum": list(WEIGHTS)}, {"type": "integer", "minimum": 1, "maximum": 1000}],
                    "$comment": "`light`, `regular`, `semibold`, `bold`, `black` or a number, such as `550`",
                },
            ),
        ),
    ] = None
    italic: Annotated[bool | None, Key("true for italics.")] = None
    size: Annotated[
        float | None,
        Key(
            "The usual size; long texts are set smaller, down to the box's least.",
            length_spec(2.1166, 100),
        ),
    ] = None
    leading: Annotated[
        float | None,
        Key(
            "The line spacing, as a multiple of the size.",
            Parsed(_read_leading, {"type": "number", "minimum": 0.8, "maximum": 3}),
        ),
    ] = None
    color: Annotated[Any, Key("Its colour; ink.", _CHOSEN_PAINT)] = None
    tracking: Annotated[
        float | None, Key("Space added between letters, at the usual size.", length_spec(-1, 10))
    ] = None
    capitals: Annotated[bool | None, Key("true sets all text in capitals.")] = None


class Layout(NamedTuple):
    """How a card's face is laid out."""

    extends: Annotated[
        str | None,
        Key(
            "The layout it begins with: one of the pack's, or a built-in one such as story or creature.",
            NAME,
        ),
    ] = None
    card: Annotated[
        Size | None,
        Key("The trim that it is made for; it is scaled to other sizes. Default: that of the pack.", SIZE),
    ] = None
    color: Annotated[
        Any,
        Key("The colour that `accent` stands for. Default: that of the suit, or of the back.", _CHOSEN_PAINT),
    ] = None
    ground: Annotated[Any, Key("The ground of the card. Default: white.", GROUND)] = None
    over_index: Annotated[
        bool | None,
        Key(
            "true draws the suit's ground, stripe and small indices under the boxes; a card of no suit has "
            "the layout's ground, and a box `index`.",
            name="index",
        ),
    ] = None
    mirror: Annotated[
        bool | None,
        Key(
            "true lets the boxes, their masks and drawn shapes stand the other way round, about the card's "
            "middle, where the pack's language is written from the right, such as Arabic or Hebrew."
        ),
    ] = None
    boxes: Annotated[
        dict[str, Box],
        Key(
            "Boxes by name, in the order that they are painted: those of the layout that it extends first, "
            "then those that it adds. `above` and `below` change that.",
            Table(NAME, Record(Box, short=switch_data, short_schema=SWITCH_SCHEMA)),
        ),
    ] = {}  # noqa: RUF012 - never changed

    @property
    def columns(self) -> set[str]:
        """Return the columns on which the look of a card in this layout depends, and the icons that the boxes
        name.
        """
        shown = {
            column
            for name, box in self.boxes.items()
            if box.on is not False
            for show in choices_of(box.show)
            for column in ([name] if show is None and not box.flow else names_in_braces(show or ""))
        }
        return shown | set(columns_that_choose(self))

    @property
    def shows(self) -> list[str]:
        """Return all texts of the keys `show` of the boxes, with names in braces not filled in."""
        return [show for box in self.boxes.values() for show in choices_of(box.show) if show]

    @property
    def possible_grounds(self) -> list[Ground]:
        """Return all grounds that a card in this layout may have."""
        return stated_grounds(self.ground)


#: Maximum number of boxes on a card (a crowded one has some 30), and of layouts that extend one another: each
#: box is planned, fitted and checked for every card.
MOST_BOXES, MOST_EXTENDED = 200, 8


class _LayoutsSpec(Table):
    """Layouts by name. The limits on a layout also count the layouts that it extends, and their boxes."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the layouts by name; FAULTY if there is none.

        A layout that has too many boxes, or extends too many others, gets a problem and becomes empty.
        """
        read = super().read_value(value, path, findings)
        if read is FAULTY:
            return FAULTY
        empty = {}
        for name, layout in read.items():
            chain = [layout]
            # One more than needed, to see whether the extended layout exceeds the limit itself.
            while len(chain) < MOST_EXTENDED + 2:
                base = read.get(chain[-1].extends)
                if base is None or base in chain:
                    break
                chain.append(base)
            if not (excess := _excess_of_layout(chain)):
                continue
            # Problems of the extended layout are reported there only.
            if not _excess_of_layout(chain[1:]):
                key, message, hint = excess
                findings.fault(message, (*path, name, *key), hint, on_key=not key)
            empty[name] = layout._replace(boxes={}, extends=None)
        return {**read, **empty}


def _excess_of_layout(chain: Sequence[Layout]) -> tuple[tuple[str, ...], str, str] | None:
    """Return (key, message, hint) if a layout extends too many layouts or has too many boxes; else None.

    chain: the layout, the layout that it extends, the one that this extends, and so on.
    """
    if len(chain) > MOST_EXTENDED:
        message = f"this layout extends more than {MOST_EXTENDED - 1} others, one through another"
        return ("extends",), message, "extend one that stands nearer to the first"
    boxes = {name for layout in chain for name in layout.boxes}
    if len(boxes) > MOST_BOXES:
        message = f"this layout has {len(boxes):,} boxes; at most {MOST_BOXES} stand on a card"
        return (), message, "remove boxes, or draw them in one picture"
    return None


LAYOUTS = _LayoutsSpec(NAME, Record(Layout))
TYPES = Table(NAME, Record(Type))


class _BuiltInLayouts(NamedTuple):
    """The contents of layouts.yaml."""

    types: Annotated[dict[str, Type], Key("", TYPES)] = {}  # noqa: RUF012 - never changed
    layouts: Annotated[dict[str, Layout], Key("", LAYOUTS)] = {}  # noqa: RUF012


@cache
def builtin_layouts() -> _BuiltInLayouts:
    """Return the layouts and the types of text that come with cardgen."""
    file = Path(__file__).with_name("layouts.yaml")
    found = Findings()
    made: _BuiltInLayouts = Record(_BuiltInLayouts).read_value(
        read_yaml(file.name, file.read_bytes()).data, (), found
    )
    if found.problems:
        raise AssertionError(found.problems)
    return made


#: The keys of a box that are records with colours and lengths of their own, and the keys of lengths in them.
_PARTS = ("ground", "outline", "shadow")
_LENGTHS_OF_PARTS = ("radius", "width", "padding", "offset")


def box_parts(box: Box) -> dict[str, Any]:
    """Return the parts of a box that are records with their own keys, such as `ground`, by the name of the
    part.
    """
    return {key: part for key in _PARTS if (part := getattr(box, key)) is not None}


class Stretch(NamedTuple):
    """Converts lengths from one trim to another: areas near the edges keep their shape, the middle
    stretches.
    """

    before: Size
    after: Size

    @property
    def scale(self) -> float:
        """Return the factor by which type, radii and lines are enlarged."""
        return min(self.after[0] / self.before[0], self.after[1] / self.before[1])

    def _changed_position(self, value: float, axis: int) -> float:
        """Return where a position of the first trim lies on the other one (points).

        axis: 0 for horizontal, 1 for vertical.
        """
        before, after, scale = self.before[axis], self.after[axis], self.scale
        edge = _EDGE * min(self.before)
        if value <= edge:
            return value * scale
        if value >= before - edge:
            return after - (before - value) * scale
        return edge * scale + (value - edge) * (after - 2 * edge * scale) / (before - 2 * edge)

    def original_position(self, value: float, axis: int) -> float:
        """Return the position on the first trim that lies at a position on the other one (points).

        axis: 0 for horizontal, 1 for vertical.
        """
        before, after, scale = self.before[axis], self.after[axis], self.scale
        edge = _EDGE * min(self.before)
        if value <= edge * scale:
            return value / scale
        if value >= after - edge * scale:
            return before - (after - value) / scale
        return edge + (value - edge * scale) * (before - 2 * edge) / (after - 2 * edge * scale)

    def stretched_box(self, box: Box) -> Box:
        """Return a box of the first trim with its lengths as they are on the other one."""
        if self.before == self.after:
            return box
        moved = box
        if box.at is not None and box.size is not None:
            # A size that depends on a column is converted for the box's default place.
            at = choices_of(box.at)[-1] or (0.0, 0.0)
            moved = moved._replace(
                at=with_choices(
                    box.at, lambda at: (self._changed_position(at[0], 0), self._changed_position(at[1], 1))
                ),
                size=with_choices(box.size, lambda size: self._changed_size(at, size)),
            )
        if box.gap is not None:
            moved = moved._replace(gap=with_choices(box.gap, self._scaled_length))
        for name, part in box_parts(box).items():
            lengths = {key: getattr(part, key) for key in _LENGTHS_OF_PARTS if key in part._fields}
            scaled = {key: with_choices(each, self._scaled_length) for key, each in lengths.items()}
            moved = moved._replace(**{name: part._replace(**scaled)})
        return moved

    def _scaled_length(self, length: Any) -> Any:
        """Return a length, or a tuple of lengths, multiplied by the scale."""
        return tuple(map(self._scaled_length, length)) if isinstance(length, tuple) else length * self.scale

    def _changed_size(self, at: Size, size: Size) -> Size:
        """Return the size that a box has on the other trim.

        at, size: its position and size on the first trim.
        """
        width, height = (
            self._changed_position(at[axis] + size[axis], axis) - self._changed_position(at[axis], axis)
            for axis in (0, 1)
        )
        return width, height


#: Share of the shorter side, along each edge, that keeps its shape when a layout is converted to another
#: trim.
_EDGE = 0.3


def _merged_record(base: Any, stated: Any) -> Any:
    """Return the record `base`, in which each value that `stated` states replaces the base's; None in
    `stated` states nothing.

    If a value in `stated` is chosen by a column and has no default, the base's value becomes its default.
    """
    said = {key: value for key, value in stated._asdict().items() if value is not None}
    for key, value in said.items():
        under = getattr(base, key)
        if isinstance(value, ByColumn) and value.otherwise is None and not isinstance(under, ByColumn):
            said[key] = value._replace(otherwise=under)
    return base._replace(**said)


def box_on_card(box: Box, values: Mapping[str, str]) -> Box:
    """Return a box with the values that it has on a card, without any choices by columns.

    values: the texts in the card's columns.
    """
    stated = {
        key: chosen_value(each, values) for key, each in box._asdict().items() if isinstance(each, ByColumn)
    }
    for name, part in box_parts(box).items():
        chosen = {key: chosen_value(each, values) for key, each in part._asdict().items()}
        usual = type(part)._field_defaults
        stated[name] = part._replace(
            **{key: usual.get(key) if value is None else value for key, value in chosen.items()}
        )
    return box._replace(**stated)


def has_choices(box: Box) -> bool:
    """Tell whether any key of a box depends on a column."""
    return any(isinstance(each, ByColumn) for part in (box, *box_parts(box).values()) for each in part)


def merged_layout(
    name: str, layouts: Mapping[str, Layout], size: Size, extending_layouts: tuple[str, ...] = ()
) -> Layout:
    """Return a layout merged with those that it extends, at the trim that the layout is made for.

    name: the layout's name. layouts: the pack's layouts. size: the trim of the pack's cards.
    extending_layouts: the names of the pack's layouts that extend this one, for finding cycles. Raises
    NoSuchName if this layout, or one that it extends, does not exist or extends itself.
    """
    layout = layouts.get(name) if name not in extending_layouts else None
    if layout is None:
        layout = builtin_layouts().layouts.get(name)
        if layout is None:
            known = [
                each for each in {**layouts, **builtin_layouts().layouts} if each not in extending_layouts
            ]
            raise NoSuchName(name, extending_layouts[-1] if extending_layouts else "", known)
    trim = layout.card or size
    if layout.extends is None:
        return layout._replace(card=trim, boxes=sorted_for_painting(layout.boxes))
    base = merged_layout(layout.extends, layouts, size, (*extending_layouts, name))
    stretch = Stretch(base.card or trim, trim)
    boxes = {key: stretch.stretched_box(box) for key, box in base.boxes.items()}
    for key, box in layout.boxes.items():
        boxes[key] = _merged_record(_without_contradicted(boxes[key], box), box) if key in boxes else box
    made = _merged_record(base, layout._replace(boxes=None))  # type: ignore[arg-type]
    return cast("Layout", made._replace(card=trim, boxes=sorted_for_painting(boxes), extends=None))


def _without_contradicted(inherited_box: Box, stated_box: Box) -> Box:
    """Return an inherited box without those names in `above` and `below` that the pack's own box has under
    the opposite key.
    """
    above = tuple(name for name in inherited_box.above or () if name not in (stated_box.below or ()))
    below = tuple(name for name in inherited_box.below or () if name not in (stated_box.above or ()))
    return inherited_box._replace(above=above or None, below=below or None)


def names_of_boxes_beneath(boxes: Mapping[str, Box]) -> dict[str, list[str]]:
    """Return by each box's name the names of the boxes that must be painted before it, according to `above`,
    `below` and `flow`.

    Unknown names are left out.
    """
    beneath: dict[str, list[str]] = {name: [] for name in boxes}
    for name, box in boxes.items():
        beneath[name] += [other for other in box.above or () if other in boxes]
        for other in (*(box.below or ()), *(box.flow or ())):
            if other in boxes:
                beneath[other].append(name)
    return beneath


def flow_box_names(boxes: Mapping[str, Box]) -> dict[str, str]:
    """Return, by the name of each box that is in a flow, the name of the box whose key `flow` names it.

    Unknown names are left out.
    """
    return {
        member: name
        for name, box in boxes.items()
        if box.on is not False
        for member in box.flow or ()
        if member in boxes and member != name
    }


def cycle_of_boxes(boxes: Mapping[str, Box]) -> list[str]:
    """Return the names of the boxes of a cycle in the painting order, with the first name again at the end;
    [] without a cycle.
    """
    from graphlib import CycleError, TopologicalSorter

    try:
        TopologicalSorter(names_of_boxes_beneath(boxes)).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def sorted_for_painting(boxes: dict[str, Box]) -> dict[str, Box]:
    """Return boxes in the order of painting, according to `above` and `below`.

    A box with one of these keys moves only as far as needed: just over the topmost box that it is above, or
    just under the lowest that it is below. All others keep their order. If there is a cycle, nothing moves.
    """
    if not any(box.above or box.below or box.flow for box in boxes.values()) or cycle_of_boxes(boxes):
        return boxes
    beneath = names_of_boxes_beneath(boxes)
    painted: dict[str, Box] = {}
    waiting: list[str] = []

    def lies_on_painted(name: str) -> bool:
        return all(other in painted or other not in boxes for other in boxes[name].above or ())

    def paint(first: str) -> None:
        """Paint a box after all boxes that lie under it. Then paint the waiting boxes under which all boxes
        are now painted.
        """
        stack = [first]
        while stack:
            name = stack[-1]
            missing = [other for other in beneath[name] if other not in painted]
            if missing:
                stack += reversed(missing)
                continue
            stack.pop()
            if name not in painted:
                painted[name] = boxes[name]
                # A box above this one goes directly over it, not over all later ones.
                stack += [each for each in reversed(waiting) if each not in painted and lies_on_painted(each)]

    for name in boxes:
        if lies_on_painted(name):
            paint(name)
        else:
            waiting.append(name)
    return painted


#: Type that would become smaller than this on a small card keeps its size, in points.
_READABLE = 7.0
#: The trim of the built-in types.
_USUAL: Size = (63.5 * MM, 88.9 * MM)


class SetType(NamedTuple):
    """A type of text with all keys resolved, its size and tracking in points on the pack's card."""

    font: str
    weight: Weight
    italic: bool
    size: float
    leading: float
    tracking: float
    capitals: bool
    color: Any


def merged_type(name: str, types: Mapping[str, Type], size: Size) -> SetType:
    """Return a type of text merged with those that it names in `like`, in points for the pack's card.

    types: the pack's types. size: the trim of the pack's cards. Raises NoSuchName if the type, or one that it
    is like, does not exist or is like itself.
    """
    made = _resolved_type(name, types, size, ())
    return SetType(
        made.font or "sans",
        made.weight or "regular",
        bool(made.italic),
        made.size or _READABLE,
        made.leading or 1.2,
        made.tracking or 0.0,
        bool(made.capitals),
        made.color or "ink",
    )


class WordType(NamedTuple):
    """A type of words in a text."""

    set: SetType
    #: The colour that it states; None for that of the text around.
    color: Any


def word_type(name: str, text_type: SetType, types: Mapping[str, Type], size: Size) -> WordType:
    """Return the type of words within a text of another type.

    text_type: the type of that text. types: the pack's types. size: the trim of the pack's cards. A type of
    the pack that is like no other type has only the keys that it states; all others are taken from
    `text_type`. Raises NoSuchName.
    """
    mine = types.get(name)
    if mine is not None and mine.like is None and name not in builtin_layouts().types:
        stated = {key: getattr(mine, key) for key in SetType._fields if getattr(mine, key) is not None}
        return WordType(text_type._replace(**stated), mine.color)
    color, among = None, name
    while color is None and (stated_type := types.get(among)) is not None:
        color, among = stated_type.color, stated_type.like or ""
    return WordType(merged_type(name, types, size), color)


def _resolved_type(
    name: str, types: Mapping[str, Type], size: Size, extending_types: tuple[str, ...]
) -> Type:
    """Return a type merged with those that it names in `like`, its size scaled to the card.

    extending_types: the names of the pack's types that are like this one, for finding cycles. Raises
    NoSuchName.
    """
    usual = builtin_layouts().types
    mine = types.get(name) if name not in extending_types else None
    if mine is not None:
        like = mine.like or (name if name in usual else "body")
        return cast("Type", _merged_record(_resolved_type(like, types, size, (*extending_types, name)), mine))
    if name not in usual:
        raise NoSuchName(name, extending_types[-1] if extending_types else "", list({**types, **usual}))
    made = cast(
        "Type", _merged_record(usual["body"], _merged_record(usual[usual[name].like or "body"], usual[name]))
    )
    # Type scales with the card's area: a wide card is not read from closer.
    scale = sqrt(size[0] * size[1] / (_USUAL[0] * _USUAL[1]))
    high = made.size or _READABLE
    return made._replace(
        size=max(high * scale, min(high, _READABLE)), tracking=(made.tracking or 0.0) * scale
    )


#: Text of a card's column; a cell of a table has the same limit.
_TEXT = text_spec(2000, allows_line_breaks=True)
#: The quantity of a row's card.
_QUANTITY = Whole(0, MOST_CARDS)


class _CellSpec(Spec):
    """A text of one or more lines. A text that is only the name of a picture or drawing is read as a file
    beside the pack.
    """

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the text, or the full path of the file that it names; FAULTY after recording a problem."""
        return (FILE if _is_file_cell(path[-1], value) else _TEXT).read_value(value, path, findings)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of a text."""
        return _TEXT.json_schema(parts)


CELL = _CellSpec()


class Row(NamedTuple):
    """A card of a list: the texts in its columns, without empty ones."""

    values: dict[str, str]
    quantity: int = 1
    #: Its path in the pack's data; a problem of a column adds the column's name.
    path: KeyPath = ()


class _RowSpec(Spec):
    """Columns with texts and numbers; pictures are files beside the pack."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the row, without its invalid values; FAULTY after recording a problem."""
        if not isinstance(value, dict):
            return findings.fault("this should be a card", path, "such as {title: Guard, text: Name a card.}")
        memory = PARTS.get()
        if memory is not None:
            known = memory.find("row", path, value)
            if known is None:
                value = memory.equal_earlier_data(path, value)
                known = memory.find("row", path, value)
            if known is not None:
                return known
        before = len(findings.problems), len(findings.doubtful)
        has_files = False
        values: dict[str, str] = {}
        quantity: Any = 1
        for column, cell in value.items():
            here = (*path, column)
            if cell is None or cell == "":
                continue
            if column == "quantity":
                quantity = _QUANTITY.read_value(cell, here, findings)
                continue
            has_files = has_files or _is_file_cell(column, cell)
            said = CELL.read_value(cell, here, findings)
            if said is not FAULTY:
                values[column] = said
        row = Row(values, 1 if quantity is FAULTY else quantity, path)
        # A file may go or come at any time, and a problem has to be told again.
        is_sound = not (has_files or findings.is_full) and before == (
            len(findings.problems),
            len(findings.doubtful),
        )
        return memory.keep("row", path, value, row) if memory is not None and is_sound else row

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an object with any keys, some of them with a meaning."""
        known = {
            "id": "Its name in lists of files and with --only.",
            "quantity": "The quantity in the pack. Default: 1.",
            "layout": "Another layout than that of the list.",
            "picture": "A PNG or JPEG beside the pack.",
            "name": "The name to display. Default: the title.",
            "back": "A PNG or JPEG beside the pack, for its back.",
            "notes": NOTES,
        }
        properties = {key: {**_TEXT.json_schema(parts), "description": said} for key, said in known.items()}
        properties["quantity"] = {**_QUANTITY.json_schema(parts), "description": known["quantity"]}
        return {
            "type": "object",
            "properties": properties,
            "additionalProperties": {"type": ["string", "number", "null"]},
        }


_ROW = _RowSpec()


def _is_file_cell(column: str, cell: Data) -> bool:
    """Tell whether a cell holds the name of a picture or a drawing."""
    return column in ("picture", "back") or (isinstance(cell, str) and _FILE_NAME.fullmatch(cell) is not None)


#: Matches a cell that is only the name of a file.
_FILE_NAME = re.compile(r"[^\s{}*][^\n{}*]{0,200}\.(png|jpe?g|svg)", re.IGNORECASE)


class TableFile(NamedTuple):
    """A table: its first row contains headings, each other row a card."""

    file: Annotated[
        str,
        Key("A csv, tsv, xlsx or ods file beside the pack.", FILE, "name the file", substitute=FAULTY),
    ]
    sheet: Annotated[str | None, Key("The name of its sheet. Default: the first.", LINE)] = None
    link: Annotated[
        str | None,
        Key(
            "Its web address, from which `cardgen pull` fetches the file; no other command does.",
            LINK,
        ),
    ] = None


class _TableSpec(Record):
    """The file of a table. If the file is missing and has a link, its problem suggests `cardgen pull`."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the table's file; FAULTY after recording a problem.

        If the file has a link and does not exist yet, the hint of the problem is to run `cardgen pull`.
        """
        stated = value if isinstance(value, dict) else {"file": value}
        first = len(findings.problems)
        made = super().read_value(value, path, findings)
        name = stated.get("file")
        for place, problem in enumerate(findings.problems[first:], first):
            if problem.path[: len(path)] != path or problem.path[len(path) :] not in ((), ("file",)):
                continue
            if isinstance(name, str) and "://" in name:
                hint = "write table: {file: cards.csv, link: and the address}, and run `cardgen pull`"
                link = Suggestion(path, f"{{file: cards.csv, link: {json.dumps(name)}}}")
                findings.problems[place] = problem._replace(hint=hint, suggestions=(link,))
            elif stated.get("link") and problem.message.startswith("there is no file"):
                findings.problems[place] = problem._replace(hint="fetch it with `cardgen pull`")
        return made


_TABLE = _TableSpec(
    TableFile,
    short=short_form_reader("file"),
    short_schema=[{**FILE.json_schema({}), "description": "Its file."}],
)


class Group(NamedTuple):
    """Cards of one layout, one per row."""

    table: Annotated[
        TableFile | None, Key("A spreadsheet or csv file with a card in each row, instead of rows.", _TABLE)
    ] = None

    folder: Annotated[
        str | None,
        Key(
            "A folder of PNG and JPEG pictures, each of which is a card: knight-x3.png is there three times, "
            "knight-back.png is its back, back.png that of all. Without a layout, a picture covers its card.",
            FOLDER,
        ),
    ] = None
    bleed: Annotated[Bleed, Key(f"Of pictures that cover their cards. {BLEED}")] = "auto"
    rows: Annotated[
        tuple[Row, ...],
        Key(
            "The cards, each with its columns: {title: Guard, text: Name a card.}",
            Several(_ROW, MOST_CARDS),
        ),
    ] = ()
    picture: Annotated[
        str | None,
        Key("The picture of each card that names none; columns in braces are filled in.", PICTURE_PATTERN),
    ] = None
    layout: Annotated[
        str,
        Key(
            "The layout of the cards; a column `layout` can name another for a card. With image, a picture "
            "covers the card.",
            NAME,
        ),
    ] = "story"
    columns: Annotated[
        dict[str, str],
        Key("The columns that have another name in the rows, such as {quantity: Qty}.", Table(NAME, _TEXT)),
    ] = {}  # noqa: RUF012 - never changed
    color: Annotated[Any, Key("The colour that `accent` stands for on these cards.", _CHOSEN_PAINT)] = None
    piece: Annotated[
        str, Key("The kind of piece that they are, one of `pieces`. Default: cards.", PIECE_NAME)
    ] = ""
    back: Annotated[Back | None, Key("The back of these cards. Default: that of the pack.", BACK)] = None


#: Maximum number of cards that a message names.
_MOST_LISTED = 6


class _CardRowsSpec(Record):
    """A list of cards, whose columns are renamed before they are read."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the list of cards as a Group; FAULTY after recording a problem."""
        if isinstance(value, dict) and "folder" in value:
            return self._read_folder(value, path, findings)
        if isinstance(value, dict) and "table" in value:
            return self._read_table(value, path, findings)
        if isinstance(value, dict) and not value.get("rows"):
            hint = (
                "write table: and the name of a csv, tsv, xlsx or ods file, folder: and that of a folder of "
                "pictures, or rows: [{title: Guard}]"
            )
            example = Suggestion((*path, "rows"), "[{title: Guard}]")
            findings.fault("there are no cards in this list", path, hint, on_key=True, elsewhere=example)
        if isinstance(value, dict) and isinstance(value.get("columns"), dict):
            value = {**value, "rows": self._with_renamed_columns(value, path, findings)}
        return self._with_pictures(super().read_value(value, path, findings), path, findings)

    def _with_pictures(self, group: Any, path: KeyPath, findings: Findings) -> Any:
        """Return the list of cards, in which each card has the picture that the list's pattern names for it,
        if that file exists.

        If some files are missing, a note is recorded; if all are missing, an error.
        """
        if group is FAULTY or group.picture is None or findings.admit is None:
            return group
        where = (*path, "picture")
        columns = {column for row in group.rows for column in row.values}
        for column in names_in_braces(group.picture):
            if column not in columns:
                findings.fault(
                    f"no card has a column {quoted_value(column)}", where, nearest_word_hint(column, columns)
                )
                return group
        without: dict[str, str] = {}
        rows = tuple(self._with_picture(row, group.picture, where, without, findings) for row in group.rows)
        if without and not any("picture" in row.values for row in rows):
            lost = next(iter(without.values()))
            message = f"there is no file {quoted_value(lost)} beside the pack, and none for the other cards"
            findings.fault(message, where, "put the pictures there")
        elif without:
            findings.note(
                Sentence("there is no picture for {cards}", cards=_shortened_name_list(without)), where
            )
        return group._replace(rows=rows)

    def _with_picture(
        self, row: Row, pattern: str, key_path: KeyPath, without: dict[str, str], findings: Findings
    ) -> Row:
        """Return a row with the picture that a pattern names for it. If there is no such file, add the card
        to `without`.

        key_path: the pattern's path, for problems. without: missing files by the names of their cards.
        """
        name = "" if "picture" in row.values else file_in_box(pattern, row.values)
        if not name or findings.admit is None:
            return row
        try:
            file = findings.admit(key_path, name)
        except FileMissing:
            without[row.values.get("name") or row.values.get("title") or name] = name
        except ValueError as error:
            findings.fault(str(error), key_path, getattr(error, "hint", ""))
        else:
            return find_or_make(
                "row with picture",
                row.path,
                row,
                lambda: row._replace(values={**row.values, "picture": file}),
                file,
            )
        return row

    def _read_folder(self, value: dict[str, Data], path: KeyPath, findings: Findings) -> Any:
        """Return a list of cards made of the pictures in a folder; FAULTY after recording a problem."""
        for key in ("table", "rows", "columns", "picture"):
            if key in value:
                hint = "keep one of them; a second list of cards may have the other"
                findings.fault(
                    f"a list of cards has a folder or {key}, not both", (*path, key), hint, on_key=True
                )
        own = {key: item for key, item in value.items() if key not in ("table", "rows", "columns", "picture")}
        group = super().read_value(own, path, findings)
        if group is FAULTY or findings.admit is None or findings.names_in is None or not group.folder:
            return group
        where = (*path, "folder")
        try:
            deck = picture_deck(findings.names_in(where, group.folder))
            files = {
                name: findings.admit(where, f"{group.folder}/{name}")
                for card in deck.cards
                for name in (card.picture, card.back or deck.back)
                if name
            }
        except ValueError as error:
            findings.fault(str(error), where, getattr(error, "hint", ""))
            return group
        _warn_of_files(deck, where, findings)
        findings.rows += len(deck.cards)
        if not deck.cards or findings.rows > MOST_CARDS:
            message = "there are too many pictures" if deck.cards else "there is no PNG or JPEG picture"
            findings.fault(f"{message} in this folder", where, "put a picture of each card there")
            return group
        rows = []
        for place, card in enumerate(deck.cards):
            at = (*path, "rows", str(place))
            if findings.place:
                findings.place(at, Mark(files[card.picture]), {}, card.name)
            values = {"id": card.id, "name": card.name, "picture": files[card.picture]}
            values |= {"back": files[card.back]} if card.back else {}
            rows.append(Row(values, card.quantity, at))
        back = group.back
        stated = value.get("back") or {}
        if deck.back and isinstance(stated, dict) and stated.keys() <= {"one-way", "bleed"}:
            bleed = back.bleed if back and "bleed" in stated else group.bleed
            back = (back or Back())._replace(image=files[deck.back], bleed=bleed)
        layout = group.layout if "layout" in value else WHOLE_PICTURE
        return group._replace(rows=tuple(rows), back=back, layout=layout)

    def _read_table(self, value: dict[str, Data], path: KeyPath, findings: Findings) -> Any:
        """Return a list of cards made of the rows of a file; FAULTY after recording a problem."""
        if "rows" in value:
            hint = "keep one of them; a second list of cards may have the other"
            findings.fault(
                "a list of cards has a table or rows, not both", (*path, "rows"), hint, on_key=True
            )
        group = super().read_value(
            {key: item for key, item in value.items() if key != "rows"}, path, findings
        )
        if group is FAULTY or group.table is None or findings.admit is None:
            return group
        from .tables import table_rows

        rows, heads = table_rows(Path(group.table.file), group.table.sheet, group.columns, path, findings)
        read = tuple(_ROW.read_value(row, where, findings) for where, row in rows)
        group = group._replace(rows=read, columns={**group.columns, **heads})
        return self._with_pictures(group, path, findings)

    def _with_renamed_columns(self, value: dict[str, Data], path: KeyPath, findings: Findings) -> Data:
        """Return the value of a list of cards, in whose rows the columns have the names that `columns` gives
        them.
        """
        columns, rows = value["columns"], value.get("rows")
        if not isinstance(rows, list) or not isinstance(columns, dict):
            return rows
        there = dict.fromkeys(column for row in rows if isinstance(row, dict) for column in row)
        ours: dict[str, str] = {}
        for name, theirs in columns.items():
            if theirs is not None and str(theirs) not in there:
                message = f"no card has a column {quoted_value(str(theirs))}"
                findings.fault(message, (*path, "columns", name), nearest_word_hint(theirs, there))
            ours[str(theirs)] = name
        return [
            {ours.get(column, column): cell for column, cell in row.items()} if isinstance(row, dict) else row
            for row in rows
        ]


def _warn_of_files(deck: PictureDeck, key_path: KeyPath, findings: Findings) -> None:
    """Record warnings about files in a folder of pictures that are probably read otherwise than their author
    meant.
    """
    if deck.unreadable:
        findings.warn(
            Sentence(
                "{files}: this is no PNG or JPEG picture, and left out",
                "{files}: these are no PNG or JPEG pictures, and left out",
                n=len(deck.unreadable),
                files=_shortened_name_list(deck.unreadable),
            ),
            key_path,
            Sentence("save it as PNG"),
        )
    if deck.backs_alone:
        findings.warn(
            Sentence(
                "{files} is called as the back of a card that is not there, and is a card of its own",
                "{files} are called as the backs of cards that are not there, and are cards of their own",
                n=len(deck.backs_alone),
                files=_shortened_name_list(deck.backs_alone),
            ),
            key_path,
            Sentence("give it the name of its face with -back, such as knight-back.png"),
        )
    if deck.foreign_backs:
        findings.warn(
            Sentence("{file} is a card, as the back of all cards is called back", file=deck.foreign_backs[0]),
            key_path,
            Sentence("name it back.png if it is their back"),
        )


def _shortened_name_list(names: Collection[str]) -> list[str]:
    """Return names for a message, each cut if it is long. Of many names, return the first ones and how many
    more there are.
    """
    listed: list[str] = [shortened_text(name, 40) for name in islice(names, _MOST_LISTED)]
    if len(names) > _MOST_LISTED:
        listed.append(Sentence("{n} more", n=len(names) - _MOST_LISTED))
    return listed


GROUPS = Several(_CardRowsSpec(Group), 500)
