"""The boxes of a card's layout, for changing them by mouse and keyboard: where they are, and the resulting
changes of the text.

Lengths on the page are millimetres from the trim's top left, as the card shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import dist
from typing import Any, NamedTuple

from ..art.frame import Frame
from ..art.layout_face import (
    BoxPlace,
    BoxPlan,
    box_places,
    card_palette,
    default_type,
    is_only_ground,
    place_of_moved_box,
    plan_boxes,
)
from ..colour.colors import BLACK, WHITE, Color
from ..errors import UsageError
from ..geometry import Rect
from ..pack.conditions import Condition
from ..pack.layouts import Box, Layout, Stretch, builtin_layouts, flow_box_names
from ..pack.model import Card, Pack
from ..pack.values import ByColumn
from ..pack.yaml import Data
from ..units import MM, quoted_value
from .editing import apply_edit, edit_for_value, edit_without_key
from .messages import BoxKind, BoxRecord

#: A length in points that is too short to be written.
_LEAST = 0.05 * MM
#: Decimals of a length in millimetres.
_DECIMALS = 1
#: The values of keys with few, the default first.
_CHOICES: dict[str, tuple[str, ...]] = {
    "align": ("left", "center", "right"),
    "vertical": ("middle", "top", "bottom"),
    "fit": ("cover", "contain"),
    "shape": ("rectangle", "circle", "hexagon", "flat-hexagon"),
}
#: The keys that a control may set.
_KEYS = ("show", "type", "color", "opacity", "rotate", "turned", "grow", "rise", "when", "ground", *_CHOICES)
#: The boxes of the palette: their values besides their place, their size in millimetres.
_NEW: dict[str, tuple[dict[str, Data], tuple[float, float]]] = {
    "text": ({"show": "Text", "type": "body"}, (30.0, 8.0)),
    "picture": ({}, (30.0, 22.0)),
    "icon": ({"show": "{star}", "color": "accent"}, (10.0, 10.0)),
    "shape": ({"show": "", "ground": {"color": "accent", "radius": "1.5 mm"}}, (20.0, 12.0)),
}


#: Millimetres between places that are tried for a new box.
_STEP = 2.0
#: Begins the id of a back, whose short name follows; no id of a card has it.
BACK = "\0"


class _SideWithBoxes(NamedTuple):
    """A card's face or back that has a layout, as a card, with the places and plans of its boxes."""

    pack: Pack
    #: The card, or its back as a card.
    card: Card
    places: dict[str, BoxPlace]
    #: How each box is drawn.
    plans: dict[str, BoxPlan]
    frame: Frame

    @property
    def trim(self) -> Rect:
        """Return the card's trim with its lower left corner at the origin (points)."""
        return Rect(0, 0, *self.pack.card.size)

    def rect(self, place: BoxPlace) -> list[float]:
        """Return where the page shows a box: left, top, width, height (mm, from the top left)."""
        x, y, width, height = place.rect
        return [round(each / MM, 3) for each in (x, self.trim.top - y - height, width, height)]


def side_of_id(pack: Pack, side_id: str) -> tuple[Pack, Card] | None:
    """Return a side of a card by its id, with the pack of its kind of pieces; None if it has no boxes.

    The side is a card, or a back that has a layout (as a card). A back that shows columns of a card has the
    path and the columns of the first card with this back.
    """
    if not side_id.startswith(BACK):
        card = next((each for each in pack.cards if each.id == side_id), None)
        return card and (pack.kind_of(card), card)
    name = side_id.removeprefix(BACK)
    first = next((each for each in pack.cards if pack.back_of(each) == name), None)
    kind = pack.kind_of(first) if first else pack
    back = kind.backs_in_boxes.get(kind.back_of(first) if first else name)
    return back and (kind, back)


def _side_with_boxes(pack: Pack, side_id: str) -> _SideWithBoxes | None:
    """Return a face or a back with its boxes planned; None if it has no layout."""
    found = side_of_id(pack, side_id)
    if found is None or found[1].kind != "layout":
        return None
    kind, card = found
    frame = Frame(kind, Rect(0, 0, *kind.card.size))
    places = {place.name: place for place in box_places(frame, card)}
    return _SideWithBoxes(kind, card, places, {plan.name: plan for plan in plan_boxes(frame, card)}, frame)


def box_records(pack: Pack, side_id: str) -> dict[str, Any]:
    """Return the boxes of a card or a back in the order of painting, with the data from which the page draws
    and changes them.

    There are none for a side without a layout. side_id: of a card, or of a back after BACK.
    """
    shown = _side_with_boxes(pack, side_id)
    if shown is None:
        may_begin = side_id == BACK + "back" and pack.all_backs["back"] == pack.back and not pack.pieces
        return {"layout": "", "boxes": [], "types": [], "columns": [], "paints": {}, "back": may_begin}
    layout = shown.pack.layout(shown.card.layout)
    types = dict.fromkeys((*builtin_layouts().types, *shown.pack.types))
    return {
        "layout": shown.card.layout,
        "boxes": [_box_record(shown, layout, place) for place in shown.places.values()],
        "types": list(types),
        "columns": [[name, value] for name, value in shown.card.values.items() if value],
        "paints": _named_colors(shown),
        "back": False,
    }


def _named_colors(side: _SideWithBoxes) -> dict[str, str]:
    """Return the named colours that boxes of a card may have: #RRGGBB by name."""
    named = {**card_palette(side.frame, side.card), "black": BLACK, "white": WHITE, **side.pack.own_colors}
    return {name: color.hex for name, color in named.items()}


def _box_record(side: _SideWithBoxes, layout: Layout, place: BoxPlace) -> BoxRecord:
    """Return the record of a box: its place, text, and values as the panel of controls shows them."""
    box, stated = place.box, layout.boxes[place.name]
    values = _values_on_card(side, place)
    ground = box.ground.color if box.ground else None
    plan = side.plans.get(place.name)
    label = plan.label if plan else None
    column = flow_box_names(layout.boxes).get(place.name, "")
    return BoxRecord(
        ink=label.color.hex if label else None,
        on=plan.ground.hex if plan and label and plan.ground else None,
        name=place.name,
        kind=_box_kind(place),
        rect=side.rect(place),
        angle=float(box.rotate or 0) * (-1 if place.mirrored and (box.rotate or 0) % 90 else 1),
        turned=bool(box.turned),
        text=place.content,
        values={**values, "ground": _file_value(ground) if isinstance(ground, Color | str) else None},
        when=_written_conditions(box.when or ()),
        by={key: each.column for key, each in stated._asdict().items() if isinstance(each, ByColumn)},
        source=_text_source(side.card, place.name, box.show),
        column=column,
        sized=not column or box.size is not None,
    )


def _box_kind(place: BoxPlace) -> BoxKind:
    """Return the kind of a box as the page knows it: "column", "picture", "shape", "icon" or "text"."""
    if place.box.flow:
        return "column"
    if place.is_picture:
        return "picture"
    if is_only_ground(place.box):
        return "shape"
    is_icon = place.box.type is None and place.content.startswith("{") and place.content.endswith("}")
    return "icon" if is_icon else "text"


def _values_on_card(side: _SideWithBoxes, place: BoxPlace) -> dict[str, Any]:
    """Return a box's values on this card by key, as a pack file spells them, with defaults filled in."""
    box, kind = place.box, _box_kind(place)
    values = {key: _file_value(getattr(box, key)) for key in _KEYS if key not in ("when", "ground")}
    values["type"] = values["type"] or (default_type(place.name) if kind == "text" else None)
    for key, (usual, *_) in _CHOICES.items():
        values[key] = values[key] or usual
    if box.fit is None and kind == "icon":
        values["fit"] = "contain"
    if box.align is None and kind == "icon":
        values["align"] = "center"
    if box.vertical is None and kind == "column":
        values["vertical"] = "top"
    return values


def _text_source(card: Card, name: str, show: str | None) -> list[str]:
    """Return the kind of place in which the text of a box is written, its name, and the text.

    It is ["column", NAME, TEXT] for a column of the card, and ["show", "", TEXT] for a text in the layout.
    """
    if show is None:
        return ["column", name, card.values.get(name, "")]
    column = show[1:-1]
    if show == f"{{{column}}}" and column in card.values:
        return ["column", column, card.values[column]]
    return ["show", "", show]


def _written_conditions(conditions: Sequence[Condition]) -> str:
    """Return conditions as text, such as "cost > 3, type is Spell"."""
    said = [
        f"{each.column} {each.test} {each.limit:g}"
        if each.compares
        else f"{each.column} is {' or '.join(each.values) if each.test == 'is' else each.test}"
        for each in conditions
    ]
    return ", ".join(said)


def _file_value(value: Any) -> Any:
    """Return a value of a box in the form of a file: lengths in millimetres, colours as #RRGGBB."""
    if isinstance(value, Color):
        return value.hex
    if isinstance(value, tuple):
        return [_written_length(each) for each in value]
    return value


def _written_length(points: float) -> str:
    """Return a length in points as text in millimetres, such as "3.5 mm"."""
    return f"{round(points / MM, _DECIMALS) + 0.0:g} mm"


def text_with_boxes(
    text: str, pack: Pack, merged: dict[str, Data], card_id: str, changes: Sequence[Any]
) -> str:
    """Return the text in which the boxes of the layout of a card or a back are changed.

    card_id: as for box_records(). pack, merged: the pack and the data of the text, merged with its base.
    changes: mappings. Each names a `box`, with one or more of these keys: `rect` (the new left, top, width
    and height in mm, as the card shows it), `text`, `values` by key (None removes the key from the text),
    `by` (for each key the column that chooses its value; None for no column), `order` ("forward" or "back"),
    `along` (-1 or 1: before or after the next box of its column), `remove`. Or it has `add`, the kind of a
    new box, or `begin`, which gives boxes to a back with a pattern. A built-in layout is first copied into
    the pack. Raises UsageError for a change that is impossible.
    """
    shown = _side_with_boxes(pack, card_id)
    if shown is None and card_id == BACK + "back" and [*changes] == [{"begin": True}]:
        return _text_with_layout_of_back(text, pack, merged)
    if shown is None:
        raise UsageError("this side has no layout, and so no boxes")
    change = _LayoutChange(text, shown, merged, len(pack.kinds) > 1)
    for each in changes:
        if not isinstance(each, dict):
            raise UsageError("this is no change of a box")
        change.make(each)
    return change.text


def _text_with_layout_of_back(text: str, pack: Pack, merged: dict[str, Data]) -> str:
    """Return the text in which the pack's back has a new layout, with the pack's name at both ends of the
    back.
    """
    name = next(
        each
        for each in ("back", *(f"back-{n}" for n in range(2, 1000)))
        if each not in pack.layouts and each not in builtin_layouts().layouts
    )
    width, height = (side / MM for side in pack.card.size)
    title: dict[str, Data] = {
        "at": [f"{width * 0.12:.1f} mm", f"{height * 0.16:.1f} mm"],
        "size": [f"{width * 0.76:.1f} mm", f"{height * 0.2:.1f} mm"],
        "show": pack.name,
        "type": "heading",
        "align": "center",
        "color": pack.back.ink.hex,
        "turned": True,
    }
    for path, value, in_line in (
        (["layouts", name, "ground"], "accent", 1),
        (["layouts", name, "boxes", "title"], title, 1),
        (["back", "layout"], name, 1),
    ):
        text = apply_edit(text, edit_for_value(text, path, value, merged, in_line))
    return text


class _LayoutChange:
    """Makes changes of a layout in a text, one after the other."""

    def __init__(self, text: str, side: _SideWithBoxes, merged: dict[str, Data], has_pieces: bool) -> None:
        self.text, self._shown, self._merged = text, side, merged
        self._name = side.card.layout
        self._has_pieces = has_pieces
        self._layout = side.pack.layout(self._name)
        layouts = merged.get("layouts")
        own = layouts.get(self._name) if isinstance(layouts, dict) else None
        self._own: Mapping[str, Any] | None = own if isinstance(own, dict) else None
        # A built-in layout that becomes the pack's own is at the trim of the pack.
        before = self._layout.card if self._own is not None else None
        size = side.pack.card.size
        self._stretch = Stretch(before or size, size)

    def make(self, request: dict[str, Any]) -> None:
        """Make the change that a request describes. Raises UsageError if the card shows no such box."""
        if "add" in request:
            self._add_box(request["add"])
            return
        place = self._shown.places.get(request.get("box", ""))
        if place is None:
            raise UsageError("the card shows no such box")
        for key, change in self._methods_by_change.items():
            if key in request:
                change(place, request[key])

    @property
    def _methods_by_change(self) -> dict[str, Callable[[BoxPlace, Any], None]]:
        """Return the methods that make each kind of change, by the key of the request, in order."""
        return {
            "rect": lambda place, rect: self._write_box_place(place, _read_rect(rect)),
            "text": self._set_text,
            "values": lambda place, values: self._set_each(self._set_control, place, values),
            "by": lambda place, columns: self._set_each(self._set_column, place, columns),
            "along": self._move_along,
            "order": lambda place, way: self._move_in_painting_order(place, way == "forward"),
            "remove": lambda place, _: self._remove_box(place.name),
        }

    def _set_each(self, change: Callable[[BoxPlace, str, Any], None], place: BoxPlace, by_key: Any) -> None:
        """Call a method for each key and value of a box's request."""
        for key, value in dict(by_key).items():
            change(place, key, value)

    def _write_box_place(self, place: BoxPlace, rect: Sequence[float]) -> None:
        """Write the new place of a moved box; for a box in the flow of another box, its new position in the
        order of the flow.
        """
        column = flow_box_names(self._layout.boxes).get(place.name)
        if column:
            self._place_in_column(place, column, rect)
        else:
            self._write_rect(place, rect)

    def _write_rect(self, place: BoxPlace, rect: Sequence[float]) -> None:
        """Write the position and size with which the card shows a box in a rectangle.

        rect: left, top, width, height (mm). Only changed values are written. Raises UsageError for a box
        without a place.
        """
        box, trim = place.box, self._shown.trim
        if box.at is None or box.size is None:
            raise UsageError("this box has no place: give it one in the text")
        before = self._shown.rect(place)
        left, _, width, _ = before
        if place.mirrored:
            left, rect = trim.width / MM - left - width, (trim.width / MM - rect[0] - rect[2], *rect[1:])
        moved = [(rect[0] - left) * MM, (rect[1] - before[1]) * MM]
        grown = [(rect[2] - before[2]) * MM, (rect[3] - before[3]) * MM]
        if all(abs(each) <= _LEAST for each in (*moved, *grown)):
            return
        x, y, width, height = (each * MM for each in rect)
        there = box._replace(
            at=(box.at[0] + moved[0], box.at[1] + moved[1]),
            size=(box.size[0] + grown[0], box.size[1] + grown[1]),
        )
        stays = not self._is_shown_at(place.name, there, (x, y, width, height))
        if stays:
            # It would rise or grow to another place than the one where it was put.
            there = box._replace(at=(x, y), size=(width, height))
            for key in ("rise", "grow"):
                if getattr(box, key):
                    self._set_key(place.name, key, False)
        at, size = self._written_place(there)
        if stays or any(abs(each) > _LEAST for each in moved):
            self._set_key(place.name, "at", at)
        if stays or any(abs(each) > _LEAST for each in grown):
            self._set_key(place.name, "size", size)

    def _place_in_column(self, place: BoxPlace, column: str, rect: Sequence[float]) -> None:
        """Write the order of the flow in which a box was dragged to another position, and the size of the box
        if it states one.

        column: the box with `flow`. rect: left, top, width, height (mm).
        """
        before = self._shown.rect(place)
        # It goes past a box whose middle its leading edge has passed.
        step = rect[1] - before[1]
        edge = rect[1] if step < 0 else rect[1] + rect[3]
        others = [each for each in self._shown_in_column(column) if each != place.name]
        rects = {each: self._shown.rect(self._shown.places[each]) for each in others}
        later = [each for each in others if rects[each][1] + rects[each][3] / 2 > edge]
        if abs(step) > 0.05:
            self._write_column(column, place.name, later[0] if later else None)
        if place.box.size is None or all(
            abs(a - b) * MM <= _LEAST for a, b in zip(rect[2:], before[2:], strict=True)
        ):
            return
        sides = place.box._replace(at=(0.0, 0.0), size=(rect[2] * MM, rect[3] * MM))
        self._set_key(place.name, "size", self._written_place(sides)[1])

    def _move_along(self, place: BoxPlace, step: object) -> None:
        """Move a box of a column one step: before the box above it, or after the one below it.

        step: -1 or 1. Raises UsageError for another step, or if there is no such box.
        """
        if not isinstance(step, int) or step not in (-1, 1):
            raise UsageError("this is no step in a column")
        column = flow_box_names(self._layout.boxes).get(place.name)
        shown = self._shown_in_column(column) if column else []
        at = shown.index(place.name) + step if column else -1
        if column is None or not 0 <= at < len(shown):
            raise UsageError(f"no box of its column stands {'above' if step < 0 else 'below'} {place.name}")
        others = [each for each in shown if each != place.name]
        self._write_column(column, place.name, others[at] if at < len(others) else None)

    def _shown_in_column(self, column: str) -> list[str]:
        """Return the names of a column's boxes that the card shows, from top to bottom."""
        return [each for each in self._layout.boxes[column].flow or () if each in self._shown.places]

    def _write_column(self, column: str, name: str, before: str | None) -> None:
        """Write the order of a column in which a box comes before another one; before: None for the end."""
        flow = list(self._layout.boxes[column].flow or ())
        order = [each for each in flow if each != name]
        order.insert(order.index(before) if before else len(order), name)
        if order != flow:
            self._set_key(column, "flow", list[Data](order))

    def _is_shown_at(self, name: str, box: Box, wanted: Sequence[float]) -> bool:
        """Tell whether the card would show a box at a place (points) if the layout had the box as given."""
        shown = place_of_moved_box(self._shown.frame, self._shown.card, name, box)
        return all(abs(one - other) <= 2 * _LEAST for one, other in zip(shown, wanted, strict=True))

    def _written_place(self, box: Box) -> tuple[list[Data], list[Data]]:
        """Return the position and the size of a box as its layout file has them, at the layout's own trim."""
        at, size = list[Data](), list[Data]()
        for low, side, axis in zip(box.at or (), box.size or (), (0, 1), strict=True):
            start = self._stretch.original_position(low, axis)
            at.append(_written_length(start))
            size.append(_written_length(self._stretch.original_position(low + side, axis) - start))
        return at, size

    def _set_control(self, place: BoxPlace, key: str, value: Data) -> None:
        """Write a value that a control of the panel sets. Raises UsageError for keys without a control."""
        if key not in _KEYS:
            raise UsageError(f"{quoted_value(str(key))} is not set here: change it in the text")
        if key == "ground":
            self._set_ground(place, value)
        elif key == "rotate" and place.mirrored and isinstance(value, int | float) and value % 90:
            self._set_key(place.name, key, -value % 360)
        else:
            self._set_key(place.name, key, value)

    def _set_key(self, name: str, key: str, value: Data) -> None:
        """Write a value of a box; None removes its key.

        Where a column chooses the value, the new one is for cards with the same content of that column.
        """
        if value is None:
            self._remove_key("layouts", self._name, "boxes", name, key)
            return
        stated = getattr(self._layout.boxes.get(name), key, None)
        path = [name, key]
        if isinstance(stated, ByColumn):
            own = self._stated_value(name, key)
            column = self._shown.card.values.get(stated.column, "none")
            choice = column if column in stated.choices else "else"
            if isinstance(own, dict) and "by" in own:
                path.append(choice)
            else:
                others = {each: _file_value(other) for each, other in stated.choices.items()}
                if stated.otherwise is not None:
                    others["else"] = _file_value(stated.otherwise)
                value = {"by": stated.column, **others, choice: value}
        self._write_value(path, value)

    def _set_column(self, place: BoxPlace, key: str, column: object) -> None:
        """Let a column choose a value of a box; None: give it one value for all cards.

        All cards keep the value of this card at first. Raises UsageError if no column can choose it.
        """
        if key not in _KEYS or key in ("when", "ground", "show"):
            raise UsageError(f"no column chooses {quoted_value(str(key))} here: write it in the text")
        value = _values_on_card(self._shown, place)[key]
        if value is None:
            kind = self._shown.pack.text_type(str(_values_on_card(self._shown, place)["type"] or "body"))
            value = _file_value(kind.color) if key == "color" else {"opacity": 1, "rotate": 0}.get(key, False)
        if column is None:
            self._write_value([place.name, key], value)
        elif isinstance(column, str) and column in self._shown.card.values:
            here = self._shown.card.values[column]
            self._write_value([place.name, key], {"by": column, here: value, "else": value})
        else:
            raise UsageError("this card has no such column")

    def _set_ground(self, place: BoxPlace, color: Data) -> None:
        """Write the colour of a box's ground, and keep its line, corners and padding."""
        ground, own = place.box.ground, self._stated_value(place.name, "ground")
        if isinstance(own, dict) and not own.keys() & {"rgb", "cmyk", "by", "gradient"}:
            self._write_value([place.name, "ground", "color"], color)
            return
        kept: dict[str, Data] = {}
        if ground is not None:
            usual = ground._field_defaults
            kept = {
                key: _written_length(each) if key in ("radius", "width", "padding") else _file_value(each)
                for key, each in ground._asdict().items()
                if key != "color" and each != usual[key]
            }
        if color is None:
            self._set_key(place.name, "ground", kept or False)
        else:
            self._set_key(place.name, "ground", {"color": color, **kept} if kept else color)

    def _set_text(self, place: BoxPlace, words: object) -> None:
        """Write the text of a box: into the card's column that it shows, else into the layout.

        Raises UsageError if the card stands in a table.
        """
        if not isinstance(words, str):
            raise UsageError("this is no text")
        kind, name = _text_source(self._shown.card, place.name, place.box.show)[:2]
        if kind == "show":
            self._set_key(place.name, "show", words)
            return
        path = list(self._shown.card.path)
        written: Any = self._merged
        for part in path:
            if isinstance(written, list):
                written = written[int(part)] if part.isdecimal() and int(part) < len(written) else None
            else:
                written = written.get(part) if isinstance(written, dict) else None
        if not isinstance(written, dict):
            raise UsageError(f"the card's {name} stands in a table: change it there")
        theirs = self._name_in_row(path, name)
        edit = edit_for_value(self.text, [*path, theirs], words, self._merged)
        self.text = apply_edit(self.text, edit)

    def _name_in_row(self, path: Sequence[str], column: str) -> str:
        """Return the name that a row in the text uses for a column: the heading that `columns` of its list
        states, or the column.
        """
        groups = self._merged.get("cards")
        if path[0] != "cards" or not isinstance(groups, list):
            return column
        group = groups[int(path[1])]
        columns = group.get("columns") if isinstance(group, dict) else None
        return str(columns.get(column, column)) if isinstance(columns, dict) else column

    def _stated_value(self, name: str, key: str) -> Any:
        """Return a value that the pack's own layout states for a box; None if it states none."""
        value: Any = self._own
        for part in ("boxes", name, key):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def _write_value(self, path: Sequence[str], value: Data) -> None:
        """Write a value at a path below the layout's `boxes`.

        A built-in layout becomes the pack's own first.
        """
        if self._own is None:
            self._copy_built_in_layout()
        whole = ["layouts", self._name, "boxes", *path]
        edit = edit_for_value(self.text, whole, value, self._merged, len(path))
        self.text = apply_edit(self.text, edit)

    def _copy_built_in_layout(self) -> None:
        """Write a layout of the same name that extends the built-in one, so that all its cards get it."""
        keys: dict[str, Data] = {"extends": self._name}
        if self._has_pieces:
            width, height = (side / MM for side in self._shown.pack.card.size)
            keys["card"] = f"{width:g} x {height:g} mm"
        for key, value in keys.items():
            edit = edit_for_value(self.text, ["layouts", self._name, key], value, self._merged, 1)
            self.text = apply_edit(self.text, edit)
        self._own = keys

    def _remove_key(self, *path: str) -> None:
        """Remove a key from the text, if it is there."""
        edit = edit_without_key(self.text, path)
        if edit is not None:
            self.text = apply_edit(self.text, edit)

    def _move_in_painting_order(self, place: BoxPlace, forward: bool) -> None:
        """Paint a box above the next one that it overlaps, or below the one before.

        Raises UsageError if it overlaps none.
        """
        places = list(self._shown.places.values())
        at = next(n for n, each in enumerate(places) if each.name == place.name)
        after = [each.name for each in places[at + 1 :] if _overlap(each.rect, place.rect)]
        before = [each.name for each in reversed(places[:at]) if _overlap(each.rect, place.rect)]
        over = after if forward else before
        if not over:
            raise UsageError(f"no box lies {'over' if forward else 'under'} {place.name} here")
        key, other = ("above", "below") if forward else ("below", "above")
        base = self._inherited_box(place.name)
        # What it was bound to on that side is the next one now, or nothing.
        if self._stated_value(place.name, other) is not None or getattr(base, other, None):
            if over[1:]:
                self._write_value([place.name, other], over[1])
            else:
                self._remove_key("layouts", self._name, "boxes", place.name, other)
        self._write_value([place.name, key], over[0])

    def _inherited_box(self, name: str) -> Any:
        """Return the box of this name in the layout that this one extends; None if there is none."""
        base = self._own.get("extends") if self._own else self._name
        if not isinstance(base, str):
            return None
        layouts = builtin_layouts().layouts
        if base != self._name:
            layouts = {**layouts, **self._shown.pack.layouts}
        return layouts[base].boxes.get(name) if base in layouts else None

    def _remove_box(self, name: str) -> None:
        """Remove a box; one of the extended layout is switched off by `false`."""
        if self._inherited_box(name) is not None:
            self._write_value([name], False)
        else:
            self._remove_key("layouts", self._name, "boxes", name)

    def _add_box(self, kind: object) -> None:
        """Add a box of the palette where there is room. Raises UsageError for an unknown kind."""
        if kind not in _NEW:
            raise UsageError("there is no such box")
        boxes = self._layout.boxes
        values, size = _NEW[str(kind)]
        if kind == "picture":
            columns = self._shown.card.values
            if "picture" not in columns:
                raise UsageError(
                    "the card names no picture yet: put pictures beside the pack, and name one in its "
                    "column picture"
                )
            values = {"show": "{picture}"} if "picture" in boxes else {}
        name = next(
            each for each in (str(kind), *(f"{kind}-{n}" for n in range(2, 1000))) if each not in boxes
        )
        left, top = self._free_place(*size)
        mirrored = any(each.mirrored for each in self._shown.places.values())
        x = self._shown.trim.width / MM - left - size[0] if mirrored else left
        start = [self._stretch.original_position(each * MM, axis) for axis, each in enumerate((x, top))]
        end = [
            self._stretch.original_position(each * MM, axis)
            for axis, each in enumerate((x + size[0], top + size[1]))
        ]
        at: list[Data] = [_written_length(each) for each in start]
        sides: list[Data] = [_written_length(b - a) for a, b in zip(start, end, strict=True)]
        self._write_value([name], {"at": at, "size": sides, **values})

    def _free_place(self, width: float, height: float) -> tuple[float, float]:
        """Return the left and top of a new box of a size, which covers as little of others as possible.

        It lies within the safe zone, and near the middle. All is in mm from the top left of the trim.
        """
        card = self._shown.pack.card
        middle = [(side / MM - length) / 2 for side, length in ((card.width, width), (card.height, height))]
        steps = [range(int(max(each - card.safe / MM, 0) / _STEP) + 1) for each in middle]
        lefts, tops = (
            [at + sign * _STEP * step for step in there for sign in (1, -1)]
            for at, there in zip(middle, steps, strict=True)
        )
        others = [self._shown.rect(each) for each in self._shown.places.values()]

        def cost(place: tuple[float, float]) -> tuple[float, float]:
            covered = sum(
                max(min(left + wide, place[0] + width) - max(left, place[0]), 0)
                * max(min(top + high, place[1] + height) - max(top, place[1]), 0)
                for left, top, wide, high in others
            )
            return round(covered), dist(place, middle)

        return min(product(lefts, tops), key=cost)


def _overlap(one: Rect, other: Rect) -> bool:
    """Tell whether two rectangles share an area."""
    return one.x < other.right and other.x < one.right and one.y < other.top and other.y < one.top


def _read_rect(value: object) -> list[float]:
    """Return a rectangle of a request: left, top, width, height (mm).

    Raises UsageError if it is no list of four numbers from -50 to 1000.
    """
    if (
        not isinstance(value, list)
        or len(value) != 4
        or any(isinstance(each, bool) or not isinstance(each, int | float) for each in value)
        or not all(-50 <= each <= 1000 for each in value)
    ):
        raise UsageError("this is no place on a card")
    return [float(each) for each in value]
