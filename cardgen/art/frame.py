"""The measures that every face of a card shares: its trim, its unit, the places of indices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..geometry import Matrix, Rect, combined_matrix, half_turn_matrix, translation
from ..pack.model import Pack
from ..text.fonts import INDEX, LEAST_TYPE, TEXT, Font
from ..text.own_fonts import OwnFonts, font_for_role, fonts_cache_key
from ..units import MM
from .items import Label

#: How far grounds extend past the bleed, in points.
OVERSCAN = 1 * MM
#: Space between the safe zone and an index, in units of a 62 x 88 mm card.
_HAIR = 0.9 * MM
#: Height of figures in type slightly above the minimum, in points; figures are 0.634 of their font size.
_LEAST_FIGURES = 1.05 * 0.634 * LEAST_TYPE


@dataclass(frozen=True)
class Frame:
    """A card's place on a canvas, and its pack. Lengths in points."""

    pack: Pack
    trim: Rect

    @cached_property
    def scale_from_standard_card(self) -> float:
        """Return the scale for everything on the card: 1 for a card of 62 × 88 mm."""
        return min(self.trim.width / (62 * MM), self.trim.height / (88 * MM))

    @cached_property
    def scale_from_pack_card(self) -> float:
        """Return the size of this place divided by that of the pack's own card: the scale for lengths that
        the pack states.
        """
        return min(self.trim.width / self.pack.card.width, self.trim.height / self.pack.card.height)

    @cached_property
    def fonts(self) -> OwnFonts:
        """Return the pack's own fonts."""
        return fonts_cache_key(self.pack.fonts)

    def font(self, role: Literal["index", "title", "text"]) -> Font:
        """Return the font for a part of the face: that of the pack, or cardgen's own."""
        return font_for_role(self.pack.fonts, role, TEXT if role == "text" else INDEX)

    def length_or_default(self, length: float | None, default: float) -> float:
        """Return a length in points, scaled to this place: the length that the pack states, or the default.

        length: the length that the pack states, to be scaled by `scale_from_pack_card`; None for the default.
        default: the default length, to be scaled by `scale_from_standard_card`.
        """
        return (
            default * self.scale_from_standard_card if length is None else length * self.scale_from_pack_card
        )

    def figure_height(self, height: float | None, default: float) -> float:
        """Return the height of figures in points, scaled as in length_or_default(), but always readable."""
        if height is None:
            return max(default * self.scale_from_standard_card, _LEAST_FIGURES)
        # A pack may state any height for its own cards, but small pictures of them must be readable.
        return max(height * self.scale_from_pack_card, min(height, _LEAST_FIGURES))

    @cached_property
    def overscan(self) -> Rect:
        """Return the rectangle that grounds fill. It extends past the bleed by OVERSCAN, so that no edge is
        visible.
        """
        return self.trim.grown((self.pack.card.bleed + OVERSCAN) * max(1.0, self.scale_from_pack_card))

    @cached_property
    def safe_zone(self) -> Rect:
        """Return the safe zone."""
        return self.trim.grown(-self.pack.card.safe * self.scale_from_pack_card)

    @cached_property
    def corner_inset(self) -> float:
        """Return the distance in points of corner indices from the trim, inside the safe zone and clear of
        rounded corners.
        """
        safe, corner = (
            self.pack.card.safe * self.scale_from_pack_card,
            self.pack.card.corner * self.scale_from_pack_card,
        )
        round_corner = corner - (corner - min(safe, corner)) / math.sqrt(2)
        return max(safe, round_corner) + _HAIR * self.scale_from_standard_card

    def corner_matrix(self, label: Label, corner: str) -> Matrix:
        """Return the matrix that puts a label into a corner; in the lower corners it is upside down."""
        box = label.box
        left = corner in ("top-left", "bottom-right")
        x = self.trim.x + self.corner_inset if left else self.trim.right - self.corner_inset - box.width
        y = self.trim.top - self.corner_inset - box.height
        place = translation(x - box.x, y - box.y)
        return (
            place if corner.startswith("top") else combined_matrix(place, half_turn_matrix(*self.trim.center))
        )

    def centering_matrix(self, label: Label, x: float | None = None, y: float | None = None) -> Matrix:
        """Return the matrix that puts the middle of a label's ink at a point, by default the card's
        centre.
        """
        cx, cy = self.trim.center
        bx, by = label.box.center
        return translation((cx if x is None else x) - bx, (cy if y is None else y) - by)
