"""The colours that a card is drawn in, by its style and the ink saver."""

from __future__ import annotations

from ..colour.colors import BLACK, WHITE, Color, contrast
from ..pack.model import Pack, Suit

#: The least contrast of large and of small figures to their ground (WCAG 2.2, success criterion 1.4.3).
LARGE_CONTRAST, SMALL_CONTRAST = 3.0, 4.5


def style(pack: Pack, suit: Suit) -> str:
    """Tell how a suit's index faces are drawn: the ink saver turns every style into coloured ink on white."""
    return "paper" if pack.ink_saver else suit.style or pack.style


def on(ground: Color) -> Color:
    """Return white where small figures can be read in it on a ground, else white or black as reads better."""
    if contrast(WHITE, ground) >= SMALL_CONTRAST:
        return WHITE
    return max(WHITE, BLACK, key=lambda ink: contrast(ink, ground))


def on_paper(color: Color, pack: Pack) -> Color:
    """Return a suit's colour as ink on white: under the ink saver, as dark as reading takes."""
    if not pack.ink_saver or contrast(color, WHITE) >= SMALL_CONTRAST:
        return color
    return next(
        (
            dark
            for step in range(1, 20)
            if contrast(dark := color.mixed(BLACK, step / 20), WHITE) >= SMALL_CONTRAST
        ),
        BLACK,
    )


def tinted(color: Color, pack: Pack, share: float = 0.6) -> Color:
    """Lighten a fill that carries no meaning, under the ink saver only."""
    return color.mixed(WHITE, share) if pack.ink_saver else color


def lightened(color: Color, pack: Pack) -> Color:
    """Lighten a large sign that must still be read: under the ink saver as far as LARGE_CONTRAST allows."""
    if not pack.ink_saver or contrast(color, WHITE) <= LARGE_CONTRAST:
        return color
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        enough = contrast(color.mixed(WHITE, middle), WHITE) >= LARGE_CONTRAST + 0.05
        low, high = (middle, high) if enough else (low, middle)
    return color.mixed(WHITE, low)


def stripe(suit: Suit, ground: Color, pack: Pack) -> Color:
    """Return the stripe's colour as it is drawn; without one in the pack, a strong tint of the suit's own."""
    own = suit.color.mixed(WHITE if ground != WHITE else suit.color, 0.55)
    return tinted(suit.stripe or own, pack, 0.35)
