"""A card's face, of whatever kind, as a list of items in any rectangle."""

from __future__ import annotations

from collections.abc import Callable

from ..colour.colors import WHITE
from ..geometry import Rect
from ..pack.model import Card, Pack
from ..pack.special_inks import special_inks_of
from ..sandbox.child import record_work
from ..text.outlines import Shape
from .cover import card_ground, picture_over_card
from .frame import Frame
from .items import Drawing, Form, Item, Label
from .piece_outline import format_of_side, piece_outline
from .special_inks import plate_items, process_items


def plan_face(pack: Pack, card: Card, trim: Rect) -> list[Item]:
    """Return the items of a card's face. trim: where the card is, in points."""
    record_work(card.path)
    frame = Frame(pack, trim)
    items = _planner_of_kind(card.kind)(frame, card)
    if card.kind == "layout" or (card.suit is None and pack.special_ink_use.way != "alone"):
        return items
    return _with_special_inks(frame, card, items)


def _with_special_inks(frame: Frame, card: Card, items: list[Item]) -> list[Item]:
    """Return a face of a suit with its indices and pips in the special inks of the suit."""
    use = frame.pack.special_ink_use
    special = special_inks_of(frame.pack.suits[card.suit]) if card.suit is not None else ()
    if not special and use.way != "alone":
        return items
    # Pips are all that lies on the ground of a pip card.
    ground = card_ground(frame, card, WHITE).items(frame) if card.kind == "pips" else items
    signs = [item for item in items if isinstance(item, Label) or item not in ground]
    others = [item for item in items if item not in signs]
    process = [] if use.way == "alone" else others
    return [*process, *process_items(signs, special, use), *plate_items(signs, special, use)]


def card_side(pack: Pack, side: Card | str, trim: Rect, clip: Shape | None = None) -> Drawing:
    """Return one side of a card as a drawing: a face, or a back by its short name.

    trim: where the card is, in points. Its grounds extend slightly past the bleed. clip: the outline within
    which it is visible.
    """
    if isinstance(side, Card):
        return Drawing(tuple(plan_face(pack, side, trim)), clip=clip, side=side.label)
    from .backs import plan_back

    return Drawing(tuple(plan_back(pack, side, trim)), clip=clip, side=side)


def clipped_card(pack: Pack, card: Card | None, rect: Rect) -> Form:
    """Return a card clipped to its shape, in a rectangle of the same proportions. card: None for the pack's
    back.
    """

    def plan(trim: Rect) -> list[Item]:
        return [card_side(pack, card or "back", trim, piece_outline(format_of_side(pack, card), trim))]

    # Names of cards may have any characters; those of forms may not.
    name = (
        "back"
        if card is None
        else f"cut{[each.id for each in (pack.whole_pack or pack).cards].index(card.id)}"
    )
    return Form(name, Rect(0, 0, *pack.card.size), rect, plan)


def _planner_of_kind(kind: str) -> Callable[[Frame, Card], list[Item]]:
    """Return the function that plans faces of a kind. Its module is imported only when a face of this kind is
    planned.
    """
    if kind == "index":
        from . import index_face

        return index_face.plan_index_face
    if kind == "pips":
        from . import pips

        return pips.plan_pips
    if kind in ("court", "joker"):
        from . import court_face

        return court_face.plan_court if kind == "court" else court_face.plan_joker
    if kind == "layout":
        from . import layout_face

        return layout_face.plan_layout
    if kind == "image":
        return _plan_image
    from . import text_faces

    return {
        "summary": text_faces.plan_summary,
        "title": text_faces.plan_title,
        "text": text_faces.plan_text,
    }[kind]


def _plan_image(frame: Frame, card: Card) -> list[Item]:
    return [picture_over_card(frame, card.image or "", card.bleed)]
