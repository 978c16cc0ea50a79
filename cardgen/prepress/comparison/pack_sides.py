"""The faces and backs of a pack, as pages and pictures are said to show them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ...pack.model import Pack


class PackSide(NamedTuple):
    """A face, by the id of its card, or a back, by its short name."""

    kind: Literal["Front", "Back"]
    name: str


def label_of_side(side: PackSide, pack: Pack | None) -> str:
    """Return the label of a face, or "the back" with its name if the pack has several.

    For a face that is not in the pack, returns its id with spaces for hyphens.
    """
    if side.kind == "Back":
        return "the back" if pack is None or len(pack.backs) == 1 else f"the back {side.name}"
    labels = (card.label for card in pack.cards if card.id == side.name) if pack else iter(())
    return next(labels, side.name.replace("-", " "))
