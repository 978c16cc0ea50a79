"""The few inks of a rulebook: text, an accent taken from the pack, and tints."""

from __future__ import annotations

from typing import NamedTuple

from ..colour.colors import BLACK, WHITE, Color, contrast
from ..pack.model import Pack
from ..text.styles import Ink

#: The least contrast of an accent to paper: it is used for headings and small text alike.
_LEAST_CONTRAST = 7.0


class Palette(NamedTuple):
    """Colours for what a page is made of."""

    accent: Color
    #: Of running heads and page numbers.
    faint: Color
    #: Of lines in tables and around cards.
    line: Color
    #: The ground of boxes; None where nothing is laid under them.
    ground: Color | None
    text: Color = BLACK
    paper: Color = WHITE

    def ink(self, name: Ink) -> Color:
        """A colour by what it is for."""
        color: Color = getattr(self, name)
        return color


def palette(pack: Pack) -> Palette:
    """The inks of a pack's rulebook; black and grey under the ink saver."""
    grey, pale = _black(0.62), _black(0.36)
    if pack.ink_saver:
        return Palette(BLACK, grey, pale, None)
    accent = pack.back.color
    for step in range(10):
        if contrast(accent, WHITE) >= _LEAST_CONTRAST:
            break
        accent = pack.back.color.mixed(BLACK, (step + 1) / 10)
    return Palette(accent, grey, pale, accent.mixed(WHITE, 0.93))


def _black(share: float) -> Color:
    """A grey that is printed with black ink alone, whatever the press."""
    light = 1 - share
    return Color((light, light, light), (0, 0, 0, share))
