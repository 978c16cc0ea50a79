"""A card's face, of whatever kind, as a list of items in any rectangle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..geometry import Rect
from ..pack.model import Card, Pack
from .brush import Brush
from .frame import Frame
from .items import Item, Picture, paint


def plan_face(pack: Pack, card: Card, trim: Rect) -> list[Item]:
    """All that is drawn on a face whose trim is this rectangle (points)."""
    return _PLANS[card.kind](Frame(pack, trim), card)


def draw_face(brush: Brush, pack: Pack, card: Card, trim: Rect) -> None:
    """Draw a face; its grounds run past the trim by the bleed and a little more."""
    paint(brush, plan_face(pack, card, trim))


def _image(frame: Frame, card: Card) -> list[Item]:
    return [Picture(Path(card.image or ""), frame.trim.grown(frame.pack.card.bleed * frame.ratio))]


def _planner(module: str, name: str) -> Callable[[Frame, Card], list[Item]]:
    """A face's own function, its module imported when the first such card is met."""

    def plan(frame: Frame, card: Card) -> list[Item]:
        from importlib import import_module

        function: Callable[[Frame, Card], list[Item]] = getattr(import_module(f"cardgen.art.{module}"), name)
        return function(frame, card)

    return plan


_PLANS: dict[str, Callable[[Frame, Card], list[Item]]] = {
    "index": _planner("index_face", "plan"),
    "pips": _planner("pips", "plan"),
    "court": _planner("court_face", "plan"),
    "joker": _planner("court_face", "plan_joker"),
    "summary": _planner("text_faces", "plan_summary"),
    "title": _planner("text_faces", "plan_title"),
    "text": _planner("text_faces", "plan_text"),
    "image": _image,
    "layout": _planner("layout_face", "plan"),
}
