"""Checks of what is printed in foil, varnish or white: a plate is solid, whatever it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..art.frame import Frame
from ..art.layout_face import plan_boxes
from ..colour.images import may_be_transparent
from ..errors import CardgenError, KeyPath, Problem
from ..geometry import Rect
from ..languages.remarks import remark
from ..pack.layouts import Box
from ..pack.model import Pack
from ..pack.special_inks import KINDS, special_inks_of
from ..pack.values import NoSuchName, choices_of
from ..units import Sentence, quoted


def check_special_inks(pack: Pack) -> Iterator[Problem]:
    """Check that boxes and backs in special inks have what becomes a solid plate."""
    for name, layout in pack.layouts.items():
        for key, box in layout.boxes.items():
            yield from _check_box(pack, name, key, box)
    for card in pack.cards:
        back = card.back or pack.back
        if back.layout and special_inks_of(back):
            kind = next(kind for kind in KINDS if getattr(back, kind))
            message = f"a back with a layout is not printed in {kind} as a whole"
            hint = f"write {kind}: at the boxes of its layout"
            yield Problem(message, card.path_of_back(kind), hint, on_key=True)
    yield from _check_pictures(pack)


def _check_box(pack: Pack, layout: str, key: str, box: Box) -> Iterator[Problem]:
    """Check the special inks of a box of a layout of the pack."""
    for kind in KINDS:
        if not any(choices_of(getattr(box, kind))):
            continue
        faded = [each for each in choices_of(box.opacity) if each is not None and each < 1]
        if faded or box.mask or any(each == "multiply" for each in choices_of(box.blend)):
            message = Sentence(
                "a plate is solid: opacity, mask and blend do not change what is printed in {kind}", kind=kind
            )
            hint = Sentence("write them at another box")
            yield remark(message, ("layouts", layout, "boxes", key, kind), hint, on_key=True)


def _check_pictures(pack: Pack) -> Iterator[Problem]:
    """Check that pictures in special inks have no transparent parts: their plates are rectangles."""
    told = set[tuple[str, str]]()
    for kind in filter(lambda kind: kind.special_inks, pack.kinds):
        frame = Frame(kind, Rect(0, 0, *kind.card.size))
        for card in (*kind.cards, *kind.backs_in_boxes.values()):
            inked = _inked_boxes(kind, card.layout) if card.kind == "layout" else set()
            for plan in plan_boxes(frame, card) if inked else ():
                if plan.picture and plan.name in inked and (card.layout, plan.name) not in told:
                    told.add((card.layout, plan.name))
                    path = _path(pack, card.layout, plan.name)
                    yield from _transparent_problem(plan.picture.file, plan.name, path)


def _inked_boxes(pack: Pack, layout: str) -> set[str]:
    """Return the boxes of a layout that may be printed in special inks."""
    try:
        boxes = pack.layout(layout).boxes
    except NoSuchName:
        return set()
    return {name for name, box in boxes.items() if any(any(choices_of(getattr(box, each))) for each in KINDS)}


def _path(pack: Pack, layout: str, box: str) -> KeyPath:
    return ("layouts", layout, "boxes", box) if layout in pack.layouts else ("layouts",)


def _transparent_problem(file: Path, box: str, path: KeyPath) -> Iterator[Problem]:
    try:
        is_open = may_be_transparent(file)
    except (CardgenError, OSError, ValueError):
        return  # Pictures that cannot be read have their problem already.
    if is_open:
        message = (
            f"{quoted(file.name)} has transparent parts, and the plate of the box {quoted(box)} would not"
        )
        yield Problem(message, path, "save it as SVG for a special ink, or without transparency")
