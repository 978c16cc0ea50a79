"""The texts, icons and pictures that are planned for a face or a back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from ...art.backs import plan_back
from ...art.face import plan_face
from ...art.frame import Frame
from ...art.items import Item, Label, Picture
from ...geometry import Rect
from ...pack.model import Card, Pack

Kind = Literal["text", "picture", "drawing"]

#: Minimum distance between runs of separate words, in parts of the font size.
_SPACE = 0.1


class PlannedPart(NamedTuple):
    """A planned part of a card: a text, a picture, an icon or other art."""

    kind: Kind
    #: The text, the picture's file, or the box of the layout; "" if there is none.
    name: str
    items: tuple[Item, ...]

    @property
    def description(self) -> str:
        """Return a phrase that names the part, such as "the picture day.png"."""
        if self.kind == "picture":
            return f"the picture {self.name}"
        if self.kind == "text":
            return f'the text "{_shortened_text(self.name)}"'
        return f'what is drawn in the box "{self.name}"' if self.name else "a drawing"


def _shortened_text(text: str) -> str:
    """Return a text of at most 40 characters, the end of a longer one replaced by an ellipsis."""
    return text if len(text) <= 40 else text[:39].rstrip() + "…"


def planned_parts_of_face(pack: Pack, card: Card, trim: Rect) -> list[PlannedPart]:
    """Return the parts that are planned for a card's face, the lowest first. trim: in points."""
    boxes: dict[int, str] = {}
    if card.kind == "layout":
        from ...art.layout_face import plan_boxes

        boxes = {id(item): box.name for box in plan_boxes(Frame(pack, trim), card) for item in box.items}
    return _grouped_items([(item, boxes.get(id(item), "")) for item in plan_face(pack, card, trim)])


def planned_parts_of_back(pack: Pack, name: str, trim: Rect) -> list[PlannedPart]:
    """Return the parts that are planned for a back, by its short name, the lowest first. trim: in points."""
    if name in pack.backs_in_boxes:
        return planned_parts_of_face(pack, pack.backs_in_boxes[name], trim)
    planned = plan_back(pack, name, trim)
    if not planned:
        # The plate of a special ink that is not on the back.
        return []
    ground, *pattern = planned
    if isinstance(ground, Picture):
        return [PlannedPart("picture", ground.file.name, (ground,))]
    return [PlannedPart("drawing", "", (ground,)), PlannedPart("drawing", "", tuple(pattern))]


def _grouped_items(items: Sequence[tuple[Item, str]]) -> list[PlannedPart]:
    """Return items as parts: each text or picture by itself, adjacent drawings of one box together.

    items: each with the name of its box; "" for none.
    """

    def group_key(pair: tuple[Item, str]) -> object:
        return id(pair[0]) if not pair[1] or isinstance(pair[0], Label | Picture) else pair[1]

    made: list[PlannedPart] = []
    for _, some in groupby(items, group_key):
        together = list(some)
        first, box = together[0]
        alike = tuple(item for item, _ in together)
        if isinstance(first, Label):
            made.append(PlannedPart("text", _label_text(first), alike))
        elif isinstance(first, Picture):
            made.append(PlannedPart("picture", first.file.name, alike))
        else:
            made.append(PlannedPart("drawing", box, alike))
    return made


def _label_text(label: Label) -> str:
    """Return the text of a label, with a space where its runs are apart or on different lines."""
    said, end = "", None
    for run in label.runs:
        here = run.x, run.y
        if end is not None and (here[1] != end[1] or here[0] - end[0] > _SPACE * run.size):
            said += " "
        said += run.text
        end = run.x + run.font.width(run.text, run.size) * run.horizontal_scale, run.y
    return " ".join(said.split())
