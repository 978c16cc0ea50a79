"""Special inks: foil, varnish and white, each on a plate of its own beside the process inks."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from ..colour.colors import BLACK, Color, color_from_cmyk, color_from_hex
from ..errors import KeyPath
from ..units import nearest_word_hint, quoted_value
from .schema import Findings, Flag, Json, Key, Spec
from .yaml import Data

#: The keys of boxes, suits and backs that put what they draw on a plate.
SpecialKind = Literal["foil", "varnish", "white"]
KINDS: tuple[SpecialKind, ...] = ("foil", "varnish", "white")
#: The looks of foil by name, as they are simulated on a screen.
_FOILS = {
    "gold": color_from_hex("#C9A227"),
    "silver": color_from_hex("#A9AEB3"),
    "copper": color_from_hex("#B4683A"),
    "rose": color_from_hex("#C98A86"),
    "red": color_from_hex("#B3202A"),
    "blue": color_from_hex("#2B5CA8"),
    "green": color_from_hex("#2F7D4F"),
    "holographic": color_from_hex("#9AA7D8"),
}
FOILS = tuple(_FOILS)
#: The inks that programs without the special ink show in its place; all differ from those of die lines.
_IN_PLACE = {
    "foil": color_from_cmyk((0, 0.2, 0.7, 0.1)),
    "varnish": color_from_cmyk((0.4, 0, 0, 0)),
    "white": color_from_cmyk((0.1, 0.2, 0, 0)),
}


class SpecialInk(NamedTuple):
    """A special ink: its kind and, for foil, its look."""

    kind: SpecialKind
    #: One of FOILS; "" for foil that is not named, and for other kinds.
    foil: str = ""

    @property
    def plate(self) -> str:
        """Return the name of its plate, and of its spot colour: Foil, FoilGold, Varnish, White."""
        return self.kind.capitalize() + self.foil.capitalize()

    @property
    def suffix(self) -> str:
        """Return the suffix of file names for this plate alone, such as "-foil-gold"."""
        return f"-{self.folder}"

    @property
    def folder(self) -> str:
        """Return the name of the folder of pictures of this plate: foil-gold."""
        return f"{self.kind}-{self.foil}".rstrip("-")

    @property
    def replaces_ink(self) -> bool:
        """Tell whether the special ink is printed instead of the process inks, as foil is. Other special inks
        are under or over them.
        """
        return self.kind == "foil"

    @property
    def spot_color(self) -> Color:
        """Return the spot colour of its plate."""
        look = _FOILS[self.foil or "gold"] if self.kind == "foil" else _IN_PLACE[self.kind]
        return Color(look.rgb, _IN_PLACE[self.kind].cmyk, spot=self.plate)

    @property
    def opacity(self) -> float:
        """Return the opacity of the ink in a simulation: 1 for foil, which hides the colours under it. Other
        inks are shown as a tint, with less.
        """
        return 1.0 if self.kind == "foil" else 0.4


#: How special inks are drawn. "ink": not at all, and what is foiled in its own colours, as at home.
#: "process": not at all, without the ink that foil replaces. "separations": as spot colours over the process
#: inks. "simulated": as tints over them. "alone": one plate in black, and nothing else.
SpecialWay = Literal["ink", "process", "separations", "simulated", "alone"]


class SpecialInkUse(NamedTuple):
    """How special inks are drawn."""

    way: SpecialWay = "ink"
    #: For "alone": the name of the plate.
    plate: str = ""

    def color(self, ink: SpecialInk) -> Color | None:
        """Return the colour that a special ink is drawn in; None if it is not drawn."""
        if self.way == "separations":
            return ink.spot_color
        if self.way == "simulated":
            return ink.spot_color._replace(spot="")
        return BLACK if self.way == "alone" and self.plate == ink.plate else None


class _FoilSpec(Spec):
    """true, false, or the look of a foil."""

    hint = f"write true, or {', '.join(FOILS[:-1])} or {FOILS[-1]}"

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the bool or the name."""
        if isinstance(value, bool) or (isinstance(value, str) and value in FOILS):
            return value
        message = f"{quoted_value(value)} is not a foil"
        return findings.fault(
            message, path, nearest_word_hint(value, FOILS) if isinstance(value, str) else self.hint
        )

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a schema of both forms."""
        said = f"`true`, or {', '.join(f'`{each}`' for each in FOILS[:-1])} or `{FOILS[-1]}`"
        return {"anyOf": [{"type": "boolean"}, {"enum": list(FOILS)}], "$comment": said}


#: What a key says, and how it is read. {part}: what is printed so.
_KEYS: dict[SpecialKind, tuple[str, Spec]] = {
    "foil": (
        "Prints {part} in foil instead of ink, on a plate of its own: true, or its look, such as gold.",
        _FoilSpec(),
    ),
    "varnish": ("true puts varnish over {part}, on a plate of its own.", Flag()),
    "white": (
        "true prints {part} in white as well, on a plate of its own, for stock that is not white.",
        Flag(),
    ),
}


def special_ink_key(kind: SpecialKind, part: str, wrap: Callable[[Spec], Spec] | None = None) -> Key:
    """Return the key of a special ink, for the record of a part of a card that may be printed in the ink.

    part: words for the part in the description. wrap: changes the specification of the value, such as to one
    that a column chooses.
    """
    about, spec = _KEYS[kind]
    return Key(about.format(part=part), wrap(spec) if wrap else spec)


def special_inks_of(holder: Any) -> tuple[SpecialInk, ...]:
    """Return the special inks of a suit, a back, or a box with the values that a card chooses."""
    stated = ((kind, getattr(holder, kind)) for kind in KINDS)
    return tuple(special_ink(kind, value) for kind, value in stated if value)


def special_ink(kind: SpecialKind, value: str | bool) -> SpecialInk:
    """Return the special ink of a key with a value that is not false."""
    return SpecialInk(kind, value if isinstance(value, str) else "")
