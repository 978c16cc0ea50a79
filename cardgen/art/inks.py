"""The colours that a card is drawn in, by its style and the ink saver."""

from __future__ import annotations

from ..colour.colors import BLACK, WHITE, Color, contrast_ratio
from ..pack.model import Card, Pack, Suit
from ..pack.values import chosen_value

#: Minimum contrast of large and of small figures with their ground (WCAG 2.2, success criterion 1.4.3).
LARGE_CONTRAST, SMALL_CONTRAST = 3.0, 4.5
#: Colours with less contrast count as shades of one another.
_TINT = 1.5


def index_face_style(pack: Pack, suit: Suit, card: Card | None = None) -> str:
    """Return the style of the index faces of a suit, or of one card. Under the ink saver it is "paper":
    coloured figures on white.
    """
    own = card.style if card else None
    return "paper" if pack.ink_saver else own or suit.style or pack.style


def index_face_ground(pack: Pack, card: Card) -> Color:
    """Return the ground of an index face if its suit states none."""
    suit = pack.suits[card.suit or ""]
    return WHITE if index_face_style(pack, suit, card) == "paper" else suit.color


def figure_color(pack: Pack, suit: Suit, ground: Color) -> Color:
    """Return the colour of figures on a ground: the suit's colour, made legible, if it contrasts enough with
    the ground; else white or black.
    """
    if ground == WHITE:
        return ink_on_white(suit.color, pack)
    told = contrast_ratio(suit.color, ground) >= LARGE_CONTRAST
    return legible_color(suit.color, ground, SMALL_CONTRAST) if told else text_color_on(ground)


def text_color_on(ground: Color) -> Color:
    """Return white if small figures in white are legible on a ground; else white or black, whichever is more
    legible.
    """
    if contrast_ratio(WHITE, ground) >= SMALL_CONTRAST:
        return WHITE
    return max(WHITE, BLACK, key=lambda ink: contrast_ratio(ink, ground))


def ink_on_white(color: Color, pack: Pack) -> Color:
    """Return a suit's colour as ink on white. Under the ink saver, it is made darker if it is not legible
    otherwise.
    """
    if not pack.ink_saver or contrast_ratio(color, WHITE) >= SMALL_CONTRAST:
        return color
    return next(
        (
            dark
            for step in range(1, 20)
            if contrast_ratio(dark := color.mixed(BLACK, step / 20), WHITE) >= SMALL_CONTRAST
        ),
        BLACK,
    )


def accent_color(pack: Pack, card: Card) -> Color:
    """Return the value of the colour name `accent` on a card: the colour of its list, layout or suit, or else
    that of the back.
    """
    suit = pack.suits[card.suit] if card.suit is not None else None
    usual = suit.color if suit else pack.back.color
    layout = pack.layout(card.layout).color if card.layout else None
    # An extra's colour is that of its face; a layout instead of the face has precedence.
    stated = [layout, card.color] if card.is_extra else [card.color, layout]
    found = (chosen_value(each, card.values) for each in stated)
    return next((each for each in found if isinstance(each, Color)), usual)


def legible_color(color: Color, ground: Color, min_contrast: float) -> Color:
    """Return a colour darkened or lightened as much as needed to be legible on a ground."""
    if contrast_ratio(color, ground) >= min_contrast:
        return color
    end = BLACK if contrast_ratio(BLACK, ground) >= contrast_ratio(WHITE, ground) else WHITE
    # A colour almost equal to the ground's has no hue to keep.
    steps = range(1, 20) if contrast_ratio(color, ground) >= _TINT else ()
    mixed = (color.mixed(end, step / 20) for step in steps)
    return next((each for each in mixed if contrast_ratio(each, ground) >= min_contrast), end)


def tinted(color: Color, pack: Pack, share: float = 0.6) -> Color:
    """Return the colour of a fill that carries no meaning. Under the ink saver, it is mixed with a share of
    white.
    """
    return color.mixed(WHITE, share) if pack.ink_saver else color


def lightened(color: Color, pack: Pack) -> Color:
    """Return the colour of a large sign. Under the ink saver, it is as light as the contrast LARGE_CONTRAST
    on white allows.
    """
    if not pack.ink_saver or contrast_ratio(color, WHITE) <= LARGE_CONTRAST:
        return color
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        enough = contrast_ratio(color.mixed(WHITE, middle), WHITE) >= LARGE_CONTRAST + 0.05
        low, high = (middle, high) if enough else (low, middle)
    return color.mixed(WHITE, low)


def stripe_color(suit: Suit, ground: Color, pack: Pack) -> Color:
    """Return the colour in which a stripe is drawn: the colour that the pack states, or else a strong tint of
    the suit's colour.
    """
    own = suit.color.mixed(WHITE if ground != WHITE else suit.color, 0.55)
    return tinted(suit.stripe or own, pack, 0.35)
