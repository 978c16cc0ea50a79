"""What covers a whole card below all else: a colour, a gradient of two, or a picture."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..colour.colors import WHITE, Color, from_hex
from ..colour.images import ends_at_trim
from ..geometry import Rect
from ..pack.card_list import columns_of
from ..pack.model import Card, Pack
from ..pack.values import Bleed, Ground, chosen
from ..sandbox.untrusted import stamps
from ..text.outlines import rectangle
from ..units import Size
from . import inks
from .frame import Frame
from .items import Drawing, Fill, Item, Picture

#: The colour of running text: black on a press, slightly softer on a screen.
INK = Color(from_hex("#1D1B20").rgb, (0, 0, 0, 1))
GREY = Color(from_hex("#57545A").rgb, (0, 0, 0, 0.76))
#: Steps of a gradient: as many as are visible on a press or a screen.
_STEPS = 96


def whole_picture(frame: Frame, file: str, bleed: Bleed = "included") -> Picture:
    """Return a picture that covers a card to the end of its bleed."""
    edge = frame.pack.card.bleed * frame.ratio
    mirrored = is_mirrored(frame.pack, file, bleed)
    return Picture(Path(file), frame.trim.grown(edge), edge=edge if mirrored else 0.0)


def is_mirrored(pack: Pack, file: str, bleed: Bleed) -> bool:
    """Tell whether the edges of a picture that covers a card are mirrored into the bleed."""
    if bleed == "auto":
        return pack.card.bleed > 0 and _cached_ends_at_trim(
            file, pack.card.size, pack.card.bleed, stamps([file])
        )
    return bleed == "mirror" and pack.card.bleed > 0


@lru_cache(maxsize=4096)
def _cached_ends_at_trim(file: str, trim: Size, bleed: float, _: object) -> bool:
    """Tell whether a picture ends at the trim, cached until its file changes."""
    return ends_at_trim(Path(file), *trim, bleed)


class Cover(NamedTuple):
    """The ground of a card; under a picture, the average colours that stand for it."""

    upper: Color
    lower: Color
    image: str | None = None

    def color(self, share: float = 0.5) -> Color:
        """Return the colour at a depth of the card, as a share of its height."""
        return self.upper if self.upper == self.lower else self.upper.mixed(self.lower, share)

    def picture(self, frame: Frame) -> Picture | None:
        """Return the picture that covers the card, to the end of the bleed; None if there is none."""
        if not self.image:
            return None
        return whole_picture(frame, self.image)

    def items(self, frame: Frame) -> list[Item]:
        """Return its items, extending past the bleed."""
        if picture := self.picture(frame):
            return [picture]
        if self.upper != self.lower:
            return [_gradient(frame.overscan, self.upper, self.lower)]
        return [Fill(rectangle(frame.overscan), self.upper)]


def cover(frame: Frame, card: Card, usual: Color | None = None) -> Cover:
    """Return the ground of a card: its suit's, else `usual`, or that of its layout."""
    pack = frame.pack
    ground = chosen(card.ground, columns_of(pack, card)) if card.ground is not None else None
    if ground is None and usual is None:
        ground = chosen(pack.layout(card.layout).ground, card.values)
    if not isinstance(ground, Ground):
        color = usual or WHITE
        return Cover(color, color)
    if ground.image:
        return Cover(usual or WHITE, usual or WHITE, ground.image)
    words = {"ink": INK, "grey": GREY, "accent": inks.accent(pack, card)}
    colors = [words.get(each, WHITE) if isinstance(each, str) else each for each in ground.colors]
    return Cover(WHITE, WHITE) if pack.ink_saver else Cover(colors[0], colors[-1])


@lru_cache(maxsize=64)  # Cached, as the cards of a suit share it, and checks recognise it by its shapes.
def _gradient(rect: Rect, upper: Color, lower: Color) -> Drawing:
    """Return a gradient of two colours: overlapping steps of flat colour without seams."""
    steps = []
    for step in range(_STEPS):
        high = rect.height * (1 - step / _STEPS)
        color = upper.mixed(lower, (step + 0.5) / _STEPS)
        steps.append(Fill(rectangle(Rect(rect.x, rect.y, rect.width, high)), color))
    return Drawing(tuple(steps), area=rect)
