"""What covers a whole card below all else: a colour, a gradient, or a picture."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..colour.colors import WHITE, Color, color_from_hex
from ..colour.images import has_proportions_of_trim
from ..geometry import Rect
from ..pack.card_list import columns_of
from ..pack.model import Card, Pack
from ..pack.values import Bleed, Ground, chosen_value
from ..sandbox.untrusted import file_stamps
from ..text.outlines import rectangle
from ..units import Size
from . import inks
from .frame import Frame
from .gradient import Gradient
from .items import Fill, Item, Picture

#: The colour of running text: black on a press, slightly softer on a screen.
INK = Color(color_from_hex("#1D1B20").rgb, (0, 0, 0, 1))
GREY = Color(color_from_hex("#57545A").rgb, (0, 0, 0, 0.76))


def picture_over_card(frame: Frame, file: str, bleed: Bleed = "included") -> Picture:
    """Return a picture that covers a card to the end of its bleed."""
    edge = frame.pack.card.bleed * frame.scale_from_pack_card
    mirrored = is_mirrored(frame.pack, file, bleed)
    return Picture(Path(file), frame.trim.grown(edge), mirrored_edge=edge if mirrored else 0.0)


def is_mirrored(pack: Pack, file: str, bleed: Bleed) -> bool:
    """Tell whether the edges of a picture that covers a card are mirrored into the bleed, because the picture
    ends at the trim.

    bleed: what the pack states about the picture's bleed; for "auto", its proportions decide.
    """
    if bleed == "auto":
        return pack.card.bleed > 0 and _cached_ends_at_trim(
            file, pack.card.size, pack.card.bleed, file_stamps([file])
        )
    return bleed == "mirror" and pack.card.bleed > 0


@lru_cache(maxsize=4096)
def _cached_ends_at_trim(file: str, trim: Size, bleed: float, _: object) -> bool:
    """Tell whether a picture ends at the trim, cached until its file changes."""
    return has_proportions_of_trim(Path(file), *trim, bleed)


class CardGround(NamedTuple):
    """What covers a whole card: a colour, a gradient or a picture. Under a picture, its average colour stands
    for it.
    """

    paint: Color | Gradient
    #: The trim of the card in points.
    size: Size
    image: str | None = None

    def color(self, height_share: float = 0.5, width_share: float | None = None) -> Color:
        """Return the colour at a place, given as shares (0 to 1) of the height and of the width; by default
        on the diagonal.
        """
        if isinstance(self.paint, Color):
            return self.paint
        width, height = self.size
        x = width * (height_share if width_share is None else width_share)
        return self.paint.color_at(Rect(0, 0, width, height), x, height * (1 - height_share))

    def picture(self, frame: Frame) -> Picture | None:
        """Return the picture that covers the card, to the end of the bleed; None if there is none."""
        if not self.image:
            return None
        return picture_over_card(frame, self.image)

    def items(self, frame: Frame) -> list[Item]:
        """Return the items of the ground, which extend past the bleed."""
        if picture := self.picture(frame):
            return [picture]
        if isinstance(self.paint, Gradient):
            return [self.paint.as_drawing(frame.overscan)]
        return [Fill(rectangle(frame.overscan), self.paint)]


def card_ground(frame: Frame, card: Card, default: Color | None = None) -> CardGround:
    """Return the ground of a card: the one stated for the card, or else the colour `default`, or else the
    ground of the card's layout.
    """
    pack = frame.pack
    ground = chosen_value(card.ground, columns_of(pack, card)) if card.ground is not None else None
    if ground is None and default is None:
        ground = chosen_value(pack.layout(card.layout).ground, card.values)
    if not isinstance(ground, Ground):
        return CardGround(default or WHITE, pack.card.size)
    if ground.image:
        return CardGround(default or WHITE, pack.card.size, ground.image)
    if pack.ink_saver:
        return CardGround(WHITE, pack.card.size)
    words = {"ink": INK, "grey": GREY, "accent": inks.accent_color(pack, card)}
    colors = [words.get(each, WHITE) if isinstance(each, str) else each for each in ground.colors]
    paint = colors[0] if len(set(colors)) == 1 else Gradient(tuple(colors), ground.angle)
    return CardGround(paint, pack.card.size)
