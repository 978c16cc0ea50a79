"""The faces with text: `summary` (the contents of the pack, computed), `title` and `text`."""

from __future__ import annotations

from functools import partial
from itertools import groupby, pairwise

from ..colour.colors import BLACK, WHITE, Color, color_from_hex
from ..geometry import Rect, translation
from ..pack.card_list import name_of_extra
from ..pack.model import Card, Pack, Suit
from ..text.fitting import largest_line_size
from ..text.fonts import LEAST_TYPE, Font
from ..text.icons import colored_shapes
from ..text.outlines import ellipse, open_line, rectangle, rounded_rectangle
from ..text.styles import StyledText, TextStyle
from ..units import MM
from . import inks, label
from .frame import Frame
from .items import LEAST_LINE, Fill, Item, Label, Stroke
from .signs import SIGNS, sign_motif

_GREY = Color(color_from_hex("#55555C").rgb, (0, 0, 0, 0.75))
#: Maximum font sizes on a card of 62 x 88 mm, in points, and the line spacing in font sizes.
_TITLE, _BODY, _LEADING = 15.0, 10.5, 1.32
#: The name on a title card, and its line spacing.
_DISPLAY, _TITLE_LEADING = 27.0, 1.08
#: The rows of a summary.
_ROWS, _ROW_LEADING = 12.0, 1.42
#: Minimum font size in points, far below what can be printed.
_TOO_SMALL = 3.0


def _text_ink(frame: Frame, card: Card) -> Color:
    return card.color or frame.pack.back.color


def _heading_text(card: Card, pack: Pack) -> str:
    return card.title or pack.name


def _centered_line(
    frame: Frame, text: str, size: float, y: float, color: Color, ground: Color, font: Font
) -> Label:
    made = label.line_label(text, size, color, ground, font)
    cx, _ = frame.trim.center
    return made._replace(place=translation(cx - font.width(text, size) / 2, y))


def _text_area(frame: Frame) -> Rect:
    """Return the rectangle of text: inside the safe zone, with the space around an index."""
    return frame.trim.grown(-frame.corner_inset - 1.2 * MM * frame.scale_from_standard_card)


# --- title ---------------------------------------------------------------------------------------


def plan_title(frame: Frame, card: Card) -> list[Item]:
    """Return a title card: the pack's name between two rules, its edition and author below."""
    pack, ink = frame.pack, _text_ink(frame, card)
    paper = pack.ink_saver
    ground, color = (WHITE, ink) if paper else (ink, inks.text_color_on(ink))
    area = _text_area(frame)
    items: list[Item] = [Fill(rectangle(frame.overscan), ground)]
    ring = frame.trim.grown(-frame.corner_inset)
    items.append(
        Stroke(
            rounded_rectangle(ring, pack.card.corner * frame.scale_from_pack_card),
            color,
            max(0.75 * frame.scale_from_standard_card, LEAST_LINE),
        )
    )
    return items + _title_items(frame, _heading_text(card, pack), area.width * 0.84, color, ground)


def _title_items(frame: Frame, name: str, width: float, color: Color, ground: Color) -> list[Item]:
    """Return the items of a title card: the name in lines, as large as fits a width and half the card's
    height, and the edition and author below.

    No word is divided, so the longest word limits the size.
    """
    from ..text.setter import CAPITALS, DEPTH, Setter, unhyphenated
    from .layout_face import FacePlans, block_icons, block_label

    pack, font = frame.pack, frame.font("title")
    style = TextStyle(font, font, font, font, leading=_TITLE_LEADING)
    plans = FacePlans.for_pack(pack)
    widths = partial(plans.icons.object_width, small_cards=plans.typesetter().chips)
    setter = Setter(widths, unhyphenated, pack.language)
    _, longest = setter.natural_and_word_width((StyledText(name),), style)
    most = max(
        LEAST_TYPE, min(_DISPLAY * frame.scale_from_standard_card, width / longest if longest else width)
    )
    height = 0.5 * frame.trim.height - (_TITLE_LEADING - CAPITALS - DEPTH) * most
    block = setter.set_block(
        " ".join(name.split()), style, width, height, most, LEAST_TYPE, "center", plain=True
    )
    cx, cy = frame.trim.center
    # Half of what is left of the leading is above the capitals of the first line.
    high = block.height + (_TITLE_LEADING - CAPITALS) * block.size
    top = cy + high / 2 + 2 * MM * frame.scale_from_standard_card
    at = (cx - width / 2, top - (0.78 * _TITLE_LEADING - CAPITALS) * block.size)
    return [
        block_label(block, at, color, ground, "large"),
        *block_icons(pack, block, at, color),
        *_imprint_items(frame, color, ground, top - high),
    ]


def _imprint_items(frame: Frame, color: Color, ground: Color, below: float) -> list[Item]:
    """Return the edition and author below the title."""
    items: list[Item] = []
    y = below - 6 * MM * frame.scale_from_standard_card
    for text in (frame.pack.edition, frame.pack.author):
        if text:
            size = largest_line_size(
                text,
                frame.font("text"),
                _text_area(frame).width * 0.84,
                _BODY * frame.scale_from_standard_card,
            )
            items.append(_centered_line(frame, text, size, y, color, ground, frame.font("text")))
            y -= size * 1.4
    return items


# --- text ----------------------------------------------------------------------------------------


def plan_text(frame: Frame, card: Card) -> list[Item]:
    """Return the items of a card of text: a heading, a rule, and paragraphs in the largest type in which they
    fit.
    """
    ink, area = _text_ink(frame, card), _text_area(frame)
    items: list[Item] = [Fill(rectangle(frame.overscan), WHITE)]
    items += _heading_items(frame, _heading_text(card, frame.pack), ink, area)
    body = Rect(area.x, area.y, area.width, area.height - _heading_height(frame))
    from .layout_face import text_items

    # The checks find type that is too small to print.
    return items + text_items(
        frame, card, body, _BODY * frame.scale_from_standard_card, _TOO_SMALL, _LEADING, ink
    )


def _heading_size(frame: Frame) -> float:
    return max(_TITLE * frame.scale_from_standard_card, 1.1 * LEAST_TYPE)


def _heading_height(frame: Frame) -> float:
    return _heading_size(frame) * 1.35 + 1.5 * MM * frame.scale_from_standard_card


def _heading_items(frame: Frame, text: str, ink: Color, area: Rect) -> list[Item]:
    """Return a heading with a rule below it, at the top of an area."""
    most = _heading_size(frame)
    size = largest_line_size(text, frame.font("title"), area.width, most)
    base = area.top - 0.72 * most
    rule = base - 0.45 * most
    return [
        _centered_line(frame, text, size, base, ink, WHITE, frame.font("title")),
        Stroke(
            open_line((area.x, rule), (area.right, rule)),
            ink,
            max(0.9 * frame.scale_from_standard_card, LEAST_LINE),
        ),
    ]


# --- summary -------------------------------------------------------------------------------------


def plan_summary(frame: Frame, card: Card) -> list[Item]:
    """Return the items of a card that lists the contents of the pack: a block for each suit, in which ranks
    of the same quantity share lines.
    """
    pack, area = frame.pack, _text_area(frame)
    ink = _text_ink(frame, card)
    items: list[Item] = [Fill(rectangle(frame.overscan), WHITE)]
    items += _heading_items(frame, _heading_text(card, pack), ink, area)
    body = Rect(area.x, area.y, area.width, area.height - _heading_height(frame))
    foot = _foot_lines(frame, body.width)
    size = _BODY * frame.scale_from_standard_card
    foot_size = min(
        largest_line_size(text, frame.font("text"), body.width, max(LEAST_TYPE, size * 0.75)) for text in foot
    )
    y = body.y + 0.3 * foot_size
    for text in reversed(foot):
        items.append(_centered_line(frame, text, foot_size, y, _GREY, WHITE, frame.font("text")))
        y += foot_size * _LEADING
    return items + _suit_blocks(frame, Rect(body.x, y, body.width, body.top - y))


def _foot_lines(frame: Frame, width: float) -> list[str]:
    """Return the lines at the foot of the summary: how many cards there are, and the extras, by name if that
    fits `width` points.
    """
    pack = frame.pack
    suits = sum(card.quantity for card in pack.deck_cards if card.suit is not None)
    say = pack.wording.phrase
    listed = sum(card.quantity for card in pack.deck_cards if card.section == "cards")
    cards = say("cards", n=suits + listed)
    lines = [
        say("cards-in-suits", cards=cards, suits=say("suits", n=len(pack.suits)))
        if suits and not listed
        else cards
    ]
    extras = sum(card.quantity for card in pack.deck_cards) - suits - listed
    if extras:
        named = say("more-named", n=extras, names=", ".join(_counted_extra_names(pack)))
        fits = frame.font("text").width(named, LEAST_TYPE) <= width
        lines.append(named if fits else say("more", n=extras))
    return lines


def _counted_extra_names(pack: Pack) -> list[str]:
    counts: dict[str, int] = {}
    for card in pack.deck_cards:
        if card.is_extra:
            name = name_of_extra(pack, card)
            counts[name] = counts.get(name, 0) + card.quantity
    return [name if count == 1 else f"{name} ({count})" for name, count in counts.items()]


def _suit_blocks(frame: Frame, area: Rect) -> list[Item]:
    """Return a block for each suit, side by side in rows, all at one size."""
    suits = list(frame.pack.suits)
    if not suits:
        return _card_list_items(frame, area)
    per_row = min(len(suits), 2 if len(suits) in (2, 4) else 3)
    rows = -(-len(suits) // per_row)
    gap = 3.6 * MM * frame.scale_from_standard_card
    width = (area.width - (per_row - 1) * gap) / per_row
    height = area.height / rows
    # Adjacent suits have the same number of lines, so that their totals align.
    lines = [
        max(len(_rank_rows(frame.pack, key)) for key in suits[first : first + per_row])
        for first in range(0, len(suits), per_row)
    ]
    size = min(
        _block_size(frame, key, width, height, lines[place // per_row]) for place, key in enumerate(suits)
    )
    items: list[Item] = []
    for place, key in enumerate(suits):
        column, row = place % per_row, place // per_row
        box = Rect(area.x + column * (width + gap), area.top - (row + 1) * height, width, height)
        items += _suit_block(frame, key, box, size, lines[row])
    return items


#: The gap between the columns of a list of cards, in design millimetres.
_BETWEEN = 5.0


def _card_list_items(frame: Frame, area: Rect) -> list[Item]:
    """Return the items of a list of cards without suits, with their quantities, in one or two columns. The
    list of items is empty if there is no room.
    """
    cards = [card for card in frame.pack.deck_cards if not card.is_extra and card.quantity]
    rows = [(card.label, str(card.quantity)) for card in cards]
    font = frame.font("text")
    widest = max((font.width(name, 1) + font.width(count, 1) + 0.8 for name, count in rows), default=1.0)

    def column_layout(columns: int) -> tuple[float, int, float]:
        """Return the font size, the number of rows, and the width of each column. Lengths are in points."""
        width = (area.width - (columns - 1) * _BETWEEN * MM * frame.scale_from_standard_card) / columns
        high = -(-len(rows) // columns)
        return (
            min(
                _BODY * frame.scale_from_standard_card,
                width / widest,
                area.height / (high + 0.6) / _ROW_LEADING,
            ),
            high,
            width,
        )

    size, high, width = max(column_layout(1), column_layout(2))
    if size < LEAST_TYPE:
        return []
    items: list[Item] = []
    for place, row in enumerate(rows):
        column, below = divmod(place, high)
        box = Rect(area.x + column * (area.width - width), area.y, width, area.height)
        items += _row_items(frame, row, size, box, area.top - (below + 1) * size * _ROW_LEADING, BLACK)
    return items


def _block_size(frame: Frame, key: str, width: float, height: float, lines: int) -> float:
    """Return the largest font size at which a suit's block fits a width and a height in points.

    key: the suit's key. lines: the number of lines with ranks.
    """
    rows, totals = _rank_rows(frame.pack, key), _suit_totals(frame.pack, key)
    widest = max(
        frame.font("text").width(left, 1) + frame.font("text").width(right, 1) + 0.8
        for left, right in rows + totals
    )
    high = (lines + len(totals)) * _ROW_LEADING + 3.2
    return min(_ROWS * frame.scale_from_standard_card, width / widest, height / high)


def _suit_block(frame: Frame, key: str, box: Rect, size: float, lines: int) -> list[Item]:
    """Return the items of a suit's block: its symbol or sign, its name, lines with ranks and quantities, and
    its totals below a rule.

    lines: how many lines there are between the name and the totals.
    """
    suit, title = frame.pack.suits[key], frame.pack.suit_title(key)
    name_size = largest_line_size(title, frame.font("title"), box.width - 1.6 * size, size * 1.15)
    y = box.top - 1.7 * size
    items: list[Item] = [*_badge_items(suit, size, box.x, y)]
    items += [
        _moved_label(
            label.line_label(title, name_size, suit.color, WHITE, frame.font("title")), box.x + 1.5 * size, y
        )
    ]
    y -= 0.5 * size
    items.append(
        Stroke(
            open_line((box.x, y), (box.right, y)),
            suit.color,
            max(0.9 * frame.scale_from_standard_card, LEAST_LINE),
        )
    )
    for place, row in enumerate(_rank_rows(frame.pack, key), 1):
        items += _row_items(frame, row, size, box, y - place * size * _ROW_LEADING, BLACK)
    y -= (lines * _ROW_LEADING + 0.55) * size
    items.append(
        Stroke(
            open_line((box.x, y), (box.right, y)),
            suit.color,
            max(0.5 * frame.scale_from_standard_card, LEAST_LINE),
        )
    )
    for row in _suit_totals(frame.pack, key):
        y -= size * _ROW_LEADING
        items += _row_items(frame, row, size, box, y, suit.color)
    return items


def _row_items(
    frame: Frame, row: tuple[str, str], size: float, box: Rect, y: float, color: Color
) -> list[Item]:
    """Return the items of a row of a table: a name at the left and a number at the right.

    row: the name and the number.
    """
    left, right = row
    font = frame.font("text")
    return [
        _moved_label(label.line_label(left, size, color, WHITE, font), box.x, y),
        _moved_label(
            label.line_label(right, size, color, WHITE, font), box.right - font.width(right, size), y
        ),
    ]


def _moved_label(label: Label, x: float, y: float) -> Label:
    return label._replace(place=translation(x, y))


def _badge_items(suit: Suit, size: float, x: float, y: float) -> list[Item]:
    """Return the items of a suit's symbol; if it has none, of its sign; if it has neither, of a dot. They are
    about as high as type of `size`.
    """
    middle = (x + 0.6 * size, y + 0.33 * size)
    if suit.sized_symbol:
        place = (0.95 * size, 0, 0, 0.95 * size, *middle)
        return [Fill(shape, color, place) for shape, color in colored_shapes(suit.sized_symbol, suit.color)]
    if suit.sign in SIGNS:
        return [Fill(sign_motif(SIGNS[suit.sign]), suit.color, (0.9 * size, 0, 0, 0.9 * size, *middle))]
    return [Fill(ellipse(*middle, 0.4 * size), suit.color)]


#: The order of standard ranks; the ace is at both ends.
_ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
#: Maximum number of characters of ranks in one row.
_ROW_LENGTH = 14


def _rank_rows(pack: Pack, key: str) -> list[tuple[str, str]]:
    """Return rows of ranks with their quantity. In a long suit, or one with a symbol, ranks of the same
    quantity share rows.

    No × precedes a quantity, as it may be the sign of a suit.
    """
    suit = pack.suits[key]
    sign = suit.sign or ""
    ranks = [(rank, card.quantity) for rank, card in pack.suit_cards[key].items()]
    if len(ranks) <= 6 and not suit.symbol:
        return [(sign + rank, str(quantity)) for rank, quantity in ranks]
    rows: list[tuple[str, str]] = []
    for quantity, group in groupby(ranks, key=lambda pair: pair[1]):
        texts = [_rank_run_text(run) for run in _runs_of_ranks([rank for rank, _ in group])]
        rows += [(sign + text, str(quantity)) for text in _joined_texts(texts)]
    return rows


def _runs_of_ranks(ranks: list[str]) -> list[list[str]]:
    """Return the ranks split where one is missing between two neighbours."""
    runs: list[list[str]] = []
    for rank in ranks:
        if runs and _is_next_to(runs[-1][-1], rank):
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return runs


def _is_next_to(one: str, other: str) -> bool:
    """Tell whether two ranks are consecutive, up or down."""
    if one.isdecimal() and other.isdecimal():
        return abs(int(one) - int(other)) == 1
    pairs = list(pairwise(_ORDER))
    return (one, other) in pairs or (other, one) in pairs


def _rank_run_text(run: list[str]) -> str:
    return f"{run[0]} – {run[-1]}" if len(run) > 2 else ", ".join(run)


def _joined_texts(texts: list[str]) -> list[str]:
    """Return texts joined with commas into rows of limited length."""
    rows: list[str] = []
    for text in texts:
        if rows and len(rows[-1]) + len(text) + 2 <= _ROW_LENGTH:
            rows[-1] += ", " + text
        else:
            rows.append(text)
    return rows


def _suit_totals(pack: Pack, key: str) -> list[tuple[str, str]]:
    """Return rows with the totals of a suit: the number of cards and, if every rank is a number and the suit
    has a sign, the points.
    """
    suit, cards, wording = pack.suits[key], pack.suit_cards[key], pack.wording
    count = sum(card.quantity for card in cards.values())
    totals = [(wording.phrase("total-cards"), str(count))]
    if suit.sign and all(rank.isascii() and rank.isdigit() for rank in cards):
        points = sum(int(rank) * card.quantity for rank, card in cards.items())
        totals.append((wording.phrase("total-points"), str(points)))
    return totals
