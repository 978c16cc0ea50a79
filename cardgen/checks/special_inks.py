"""Checks of what is printed in foil, varnish or white: a plate is solid, whatever it is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Any

from ..art.frame import Frame
from ..art.items import Item
from ..art.layout_face import BoxPlan, plan_boxes
from ..colour.images import may_be_transparent
from ..errors import CardgenError, KeyPath, Problem, Suggestion
from ..geometry import Rect
from ..languages.remarks import remark
from ..pack.layouts import Box
from ..pack.model import Card, Pack
from ..pack.special_inks import KINDS, special_inks_of
from ..pack.values import NoSuchName, choices_of
from ..units import MM, Sentence, quoted_value


def check_special_inks(pack: Pack) -> Iterator[Problem]:
    """Check that boxes and backs in special inks give plates without tints."""
    for name, layout in pack.layouts.items():
        for key, box in layout.boxes.items():
            yield from _check_box(pack, name, key, box)
    for card in pack.cards:
        back = card.back or pack.back
        if back.layout and special_inks_of(back):
            kind = next(kind for kind in KINDS if getattr(back, kind))
            message = f"a back with a layout is not printed in {kind} as a whole"
            hint = "its boxes can be, each by itself: remove this key"
            path = card.path_of_back(kind)
            gone = Suggestion.to_remove(*path)
            yield Problem(message, path, hint, on_key=True, suggestions=gone)
    yield from _check_pictures(pack)
    yield from _check_covered_foil(pack)


#: Pixels per point of the pictures in which foil is compared with what lies over it, and the least area that
#: counts, in pixels: half a square millimetre.
_SCALE = 100 / 72
_LEAST_COVERED = round(0.5 * (MM * _SCALE) ** 2)
#: Cards of one layout with the same boxes in foil that are looked at: their boxes lie in the same places.
_MOST_ALIKE = 3


def _check_covered_foil(pack: Pack) -> Iterator[Problem]:
    """Check that nothing lies over foil, which is stamped on the printed sheet and hides the ink under it."""
    told = set[tuple[str, str, str]]()
    for kind in filter(lambda kind: any(ink.kind == "foil" for ink in kind.special_inks), pack.kinds):
        shown, alike = kind.with_special_inks("separations"), Counter[tuple[str, ...]]()
        frame = Frame(shown, Rect(0, 0, *kind.card.size))
        for card in shown.cards:
            if card.kind != "layout" or not _names_of_boxes_in_special_inks(shown, card.layout):
                continue
            plans = plan_boxes(frame, card)
            foiled = tuple(plan.name for plan in plans if plan.plates)
            alike[card.layout, *foiled] += 1
            if not foiled or alike[card.layout, *foiled] > _MOST_ALIKE:
                continue
            for below, above in _names_of_covered_foil_boxes(shown, card, plans):
                if (card.layout, below, above) not in told:
                    told.add((card.layout, below, above))
                    message = Sentence(
                        "the foil of {below} hides {above}, which lies over it: foil is stamped on the ink",
                        below=quoted_value(below),
                        above=quoted_value(above),
                    )
                    hint = Sentence("move one of the boxes, or print both in foil")
                    yield remark(
                        message, _key_path_of_box(pack, card.layout, above), hint, "warning", name="overlap"
                    )


def _names_of_covered_foil_boxes(
    pack: Pack, card: Card, plans: Sequence[BoxPlan]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of box names: a box in foil, and a box over it that prints ink in the same place."""
    from PIL import Image, ImageChops

    from ..prepress.comparison.painter import LayerPainter

    wide, high = pack.card.size
    size = ceil(wide * _SCALE), ceil(high * _SCALE)
    painter = LayerPainter(size, (_SCALE, 0, 0, -_SCALE, 0, high * _SCALE))

    def mask_of(items: Iterable[Item]) -> Any:
        mask = Image.new("L", size)
        # Pictures that cannot be read have their problem already.
        with suppress(CardgenError, OSError, ValueError):
            for layer in (layer for item in items for layer in painter.layers_of_item(item)):
                mask.paste(ImageChops.lighter(mask.crop(layer.box), layer.mask), layer.box)
        return mask.point(lambda level: 255 * (level > 127))

    foils: dict[str, Any] = {}
    for plan in plans:
        if foils and plan.items:
            ink = mask_of(plan.items)
            for name, foil in foils.items():
                if ImageChops.multiply(foil, ink).histogram()[255] >= _LEAST_COVERED:
                    yield name, plan.name
        own = pack.layout(card.layout).boxes.get(plan.name)
        if plan.plates and own is not None and any(choices_of(own.foil)):
            foils[plan.name] = mask_of(plan.plates)


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
            inked = _names_of_boxes_in_special_inks(kind, card.layout) if card.kind == "layout" else set()
            for plan in plan_boxes(frame, card) if inked else ():
                if plan.picture and plan.name in inked and (card.layout, plan.name) not in told:
                    told.add((card.layout, plan.name))
                    path = _key_path_of_box(pack, card.layout, plan.name)
                    yield from _transparent_problem(plan.picture.file, plan.name, path)


def _names_of_boxes_in_special_inks(pack: Pack, layout: str) -> set[str]:
    """Return the names of the boxes of a layout that may be printed in special inks."""
    try:
        boxes = pack.layout(layout).boxes
    except NoSuchName:
        return set()
    return {name for name, box in boxes.items() if any(any(choices_of(getattr(box, each))) for each in KINDS)}


def _key_path_of_box(pack: Pack, layout: str, box: str) -> KeyPath:
    """Return the key path of a box; that of all layouts if the pack does not state this layout."""
    return ("layouts", layout, "boxes", box) if layout in pack.layouts else ("layouts",)


def _transparent_problem(file: Path, box: str, path: KeyPath) -> Iterator[Problem]:
    """Yield a problem for a picture with transparent parts in the box of a special ink."""
    try:
        is_open = may_be_transparent(file)
    except (CardgenError, OSError, ValueError):
        return  # Pictures that cannot be read have their problem already.
    if is_open:
        message = (
            f"{quoted_value(file.name)} has transparent parts, and the plate of the box "
            f"{quoted_value(box)} would not"
        )
        yield Problem(message, path, "save it as SVG for a special ink, or without transparency")
