"""What a pack says of its box: what the sides show, and the stock and the sleeves of its cards."""

from typing import Annotated, Literal, NamedTuple

from ..colour.colors import Color
from ..layout.materials import read_sleeve_size, read_stock_thickness
from ..units import Size
from .schema import Key, Parsed, Record, ShortForm
from .values import COLOR, FILE, PROSE
from .yaml import Data

#: The sides of a box that a pack may fill.
PanelName = Literal["front", "back", "spine", "lid", "bottom", "tray"]
STOCK = Parsed(
    read_stock_thickness, {"type": "string", "maxLength": 40, "$comment": "a stock, a weight or a thickness"}
)
_SLEEVES = Parsed(
    read_sleeve_size, {"type": "string", "maxLength": 40, "$comment": "sleeves by name, or a size"}
)

#: The most characters of a text that is a title; longer ones describe the game.
LONGEST_TITLE = 60


class BoxPanel(NamedTuple):
    """The content of a side of the box that replaces the default content."""

    picture: Annotated[
        str | None, Key("A PNG or JPEG beside the pack that covers it, cropped to its size.", FILE)
    ] = None
    text: Annotated[
        str | None,
        Key(
            f"Its text. Up to {LONGEST_TITLE} characters are as large as there is room for; more are prose.",
            PROSE,
        ),
    ] = None
    color: Annotated[
        Color | None, Key("The colour of its text. Default: black or white, whichever is legible.", COLOR)
    ] = None
    ground: Annotated[Color | None, Key("Its ground. Default: that of the box.", COLOR)] = None


def _panel_data(value: Data) -> Data:
    """Return a mapping for a side given as a text alone."""
    return ShortForm({"text": value}) if isinstance(value, str) else value


_PANEL = Record(
    BoxPanel,
    short=_panel_data,
    short_schema=[{"type": "string", "maxLength": 2000, "description": "Its text."}],
)


class PackBox(NamedTuple):
    """The box of the pack: see `cardgen box`."""

    front: Annotated[
        BoxPanel | None, Key("The front, or the top of a lid. Default: the pack's name.", _PANEL)
    ] = None
    back: Annotated[
        BoxPanel | None, Key("The back, or the bottom of a tray. Default: the back of the cards.", _PANEL)
    ] = None
    spine: Annotated[
        BoxPanel | None, Key("The sides, or the walls of a lid. Default: the pack's name.", _PANEL)
    ] = None
    lid: Annotated[BoxPanel | None, Key("The lid of a tuck box. Default: the pack's name.", _PANEL)] = None
    bottom: Annotated[
        BoxPanel | None,
        Key("The bottom of a tuck box. Default: the pack's name, edition and author.", _PANEL),
    ] = None
    tray: Annotated[BoxPanel | None, Key("The walls of a tray. Default: only its ground.", _PANEL)] = None
    stock: Annotated[
        float | None,
        Key('The stock of its cards, such as "310 gsm": how thick they are. Default: 0.3 mm.', STOCK),
    ] = None
    sleeves: Annotated[
        Size | None, Key("The sleeves that its cards are in: a name, or their outer size.", _SLEEVES)
    ] = None

    def panel(self, name: PanelName) -> BoxPanel | None:
        """Return the panel that the pack states for a side of the box; None if it states none."""
        found: BoxPanel | None = getattr(self, name)
        return found

    @property
    def panels(self) -> list[BoxPanel]:
        """Return the sides for which the pack states something."""
        return [
            each for each in (self.front, self.back, self.spine, self.lid, self.bottom, self.tray) if each
        ]

    @property
    def pictures(self) -> list[str]:
        """Return the picture files of the sides."""
        return [each.picture for each in self.panels if each.picture]


BOX = Record(PackBox)
