"""What layouts and the cards that have them must be: named as they are there, with room, glyphs and contrast.

A message about a column of a card begins with the column's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

from ..art.frame import Frame
from ..art.inks import LARGE_CONTRAST, SMALL_CONTRAST
from ..art.items import Label, Run
from ..art.layout_face import BoxPlan, Icons, icons_of, plan_boxes
from ..colour.colors import contrast
from ..errors import CardgenError, KeyPath, Problem, Severity
from ..geometry import Rect
from ..pack.layouts import Box, By, Layout, NoSuchName, built_in
from ..pack.model import Card, Pack
from ..text import rich
from ..text.fonts import LEAST_TYPE, Font
from ..units import closest, nearest, quoted, shown, shown_size


def known_layouts(pack: Pack) -> list[str]:
    """The names of the pack's own layouts and of those built in."""
    return list({**pack.layouts, **built_in().layouts})


def check_names(pack: Pack) -> Iterator[Problem]:
    """Layouts, types, columns and icons that are named are there, and every box has a place."""
    for name in pack.types:
        yield from _not_there(
            pack.type, name, ("types", "like"), "there is no type {} for this one to be like"
        )
    yield from _check_drawings(pack)
    for name in pack.layouts:
        lost = list(
            _not_there(
                pack.layout, name, ("layouts", "extends"), "there is no layout {} for this one to extend"
            )
        )
        yield from lost or _check_places(pack, name, pack.layout(name))
    by_layout: dict[str, list[Card]] = {}
    for card in pack.cards:
        if card.kind == "layout":
            by_layout.setdefault(card.layout, []).append(card)
    known = known_layouts(pack)
    for name, cards in by_layout.items():
        if name not in known:
            for path in dict.fromkeys(_layout_path(pack, card) for card in cards):
                yield Problem(f"there is no layout {quoted(name)}", path, nearest(name, known))
        elif not any(_not_there(pack.layout, name, ("layouts", "extends"), "")):
            yield from _check_columns(pack, name, cards)


def _check_drawings(pack: Pack) -> Iterator[Problem]:
    """SVG files are understood; what is wrong in one is told at its place in it."""
    paths: dict[str, KeyPath] = {file: ("icons", name) for name, file in pack.icons.items()}
    for card in pack.cards:
        for column, value in card.values.items() if card.suit is None else ():
            if value.endswith(".svg"):
                paths.setdefault(value, (*card.path, column))
    if not paths:
        return
    from ..text.svg import examine_svg

    for file, path in paths.items():
        try:
            _, problems = examine_svg(file)
        except (CardgenError, OSError) as error:
            yield Problem(f"this drawing cannot be read: {error}", path)
            continue
        yield from (problem._replace(path=path) for problem in problems)


def _not_there(
    whole: Callable[[str], object], name: str, where: tuple[str, str], message: str
) -> Iterator[Problem]:
    """What a layout or a type begins with and is not there; where: the key of all of them, and of that."""
    try:
        whole(name)
    except NoSuchName as error:
        path = (where[0], error.owner or name, where[1])
        yield Problem(message.format(quoted(error.name)), path, nearest(error.name, error.known))


def _layout_path(pack: Pack, card: Card) -> KeyPath:
    """Where the layout of a card is said: by itself, or by its suit or list."""
    if card.suit is not None:
        own = pack.suits[card.suit].cards[card.rank or ""].layout
        return (*card.path, "layout") if own else ("suits", card.suit, "layout")
    if card.extra is not None or "layout" in card.values:
        return (*card.path, "layout")
    return (*card.path[:2], "layout")


def _check_places(pack: Pack, name: str, layout: Layout) -> Iterator[Problem]:
    """The boxes of a layout of the pack's own have places on the card, and types that there are."""
    wide, high = layout.card or pack.card.size
    room = Rect(0, 0, wide, high).grown(pack.card.bleed)
    types = {**built_in().types, **pack.types}
    for key in pack.layouts[name].boxes:
        box, path = layout.boxes[key], ("layouts", name, "boxes", key)
        if box.on is not False and (box.at is None or box.size is None):
            missing = "at" if box.at is None else "size"
            others = [each for each in layout.boxes if each != key]
            message = f"the box {quoted(key)} has no {quoted(missing)}, and no layout below has such a box"
            hint = "such as at: [4 mm, 4 mm], size: [20 mm, 8 mm], from the top left of the trim"
            yield Problem(message, path, nearest(key, others) if closest(key, others) else hint, on_key=True)
        elif box.at and box.size and not room.holds(Rect(*box.at, *box.size)):
            hint = f"the layout is made for {shown_size(wide, high)}"
            yield Problem(f"the box {quoted(key)} reaches out of the card", path, hint, on_key=True)
        if box.type is not None and box.type not in types:
            yield Problem(f"there is no type {quoted(box.type)}", (*path, "type"), nearest(box.type, types))


#: Columns that have a meaning of their own, or that the cards of a suit have.
_RESERVED = {
    "id",
    "quantity",
    "layout",
    "picture",
    "back",
    "name",
    "rank",
    "suit",
    "index",
    "symbol",
    "corner",
}


def _check_columns(pack: Pack, name: str, cards: list[Card]) -> Iterator[Problem]:
    """What a layout shows, its cards have; and what they have is not nearly called as what it shows."""
    layout, icons = pack.layout(name), icons_of(pack)
    columns = dict.fromkeys(column for card in cards for column in card.values)
    boxes = {key: box for key, box in layout.boxes.items() if box.on is not False}
    shows = {key: [key] if box.show is None else rich.icons(box.show) for key, box in boxes.items()}
    for key in pack.layouts[name].boxes if name in pack.layouts else ():
        for each in shows.get(key, ()):
            if each not in columns and each not in icons:
                yield _no_column(name, key, boxes[key], each, columns, icons)
    chosen = _by_columns(layout)
    for path, column in chosen if name in pack.layouts else ():
        if column not in columns:
            message = f"no card of this layout has a column {quoted(column)}"
            yield Problem(message, ("layouts", name, *path, "by"), nearest(column, columns))
    named = {each for some in shows.values() for each in some}
    known = named | _RESERVED | {column for _, column in chosen}
    for column in columns:
        near = closest(column, named) if column not in known else None
        if near and near not in columns:
            card = next(card for card in cards if column in card.values)
            message = f"the layout {name} shows no column {quoted(column)}"
            yield Problem(message, (*card.path, column), f"did you mean {near!r}?", "warning", on_key=True)


def _no_column(layout: str, key: str, box: Box, column: str, columns: Iterable[str], icons: Icons) -> Problem:
    """What to say of a box that shows nothing there is."""
    path = ("layouts", layout, "boxes", key)
    message = f"no card of this layout has a column {quoted(column)}"
    if box.show is not None:
        hint = nearest(column, [*columns, *icons.names()])
        return Problem(f"{message}, and there is no such icon", (*path, "show"), hint)
    severity: Severity = "error" if closest(column, columns) else "warning"
    return Problem(message, path, nearest(column, columns), severity, on_key=True)


def _by_columns(layout: Layout) -> list[tuple[KeyPath, str]]:
    """The columns that choose colours and grounds, and where the layout says so."""
    said: dict[KeyPath, object] = {("color",): layout.color, ("ground",): layout.ground}
    for key, box in layout.boxes.items():
        said |= {("boxes", key, "color"): box.color, ("boxes", key, "shade"): box.shade}
        if box.ground is not None:
            said["boxes", key, "ground", "color"] = box.ground.color
            said["boxes", key, "ground", "line"] = box.ground.line
    return [(path, value.column) for path, value in said.items() if isinstance(value, By)]


def check_boxes(pack: Pack, faulty: Set[KeyPath] = frozenset()) -> Iterator[Problem]:
    """The text in boxes has room, glyphs, icons, and can be read on its ground.

    faulty: where errors have been found already.
    """
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    known = known_layouts(pack)
    #: Layout, box and colours of which it was said already that they do not part.
    pale: set[tuple[str, ...]] = set()
    #: The characters that a font is known to have.
    had: dict[Font, set[str]] = {}
    for card in pack.cards:
        if card.kind != "layout" or card.layout not in known:
            continue
        if any(path[: len(card.path)] == card.path for path in faulty):
            continue
        missing: dict[str, None] = {}
        for plan in plan_boxes(frame, card):
            if plan.label is not None:
                missing |= dict.fromkeys(each for run in plan.label.runs for each in _lacking(run, had))
                yield from _check_box(pack, card, plan, plan.label, pale)
        if missing:
            listed = ", ".join(f"{each!r} (U+{ord(each):04X})" for each in list(missing)[:12])
            message = f"the fonts have no {listed}, which the card {card.label} needs"
            yield Problem(message, card.path, "use other characters")


def _lacking(run: Run, had: dict[Font, set[str]]) -> list[str]:
    """The characters that a line's font has not. had: those that fonts are known to have, added to."""
    known = had.setdefault(run.font, set())
    new = set(run.text) - known
    known |= {each for each in new if run.font.has(each)}
    return [each for each in run.text if each not in known] if not new <= known else []


def _check_box(
    pack: Pack, card: Card, plan: BoxPlan, label: Label, pale: set[tuple[str, ...]]
) -> Iterator[Problem]:
    """The text of a box fits, its icons are there, and it parts from its ground."""
    box = pack.layout(card.layout).boxes[plan.name]
    column = _column(plan.name, box, card)
    path = (*card.path, column)
    icons = icons_of(pack)
    for name in dict.fromkeys(rich.icons(plan.content)) if "{" in plan.content else ():
        if name not in icons:
            message = f"{column}: there is no icon {quoted(name)}"
            yield Problem(message, path, nearest(name, icons.names()))
    safe = Rect(0, 0, *pack.card.size).grown(-pack.card.safe)
    if plan.left_over:
        words = "1 word has" if plan.left_over == 1 else f"{plan.left_over} words have"
        hint = "use fewer words or a larger box"
        if plan.size > LEAST_TYPE:
            hint = f"use fewer words, a larger box, or a smaller `least` (from {LEAST_TYPE:g} pt)"
        yield Problem(f"{column}: {words} no room at {round(plan.size, 1):g} pt", path, hint)
    elif not safe.holds(label.bounds):
        message = f"{column}: the text reaches out of the safe zone of {shown(pack.card.safe)}"
        yield Problem(message, path, "move the box inwards, or use fewer words")
    if plan.ground is None:
        return
    least = LARGE_CONTRAST if label.role == "large" else SMALL_CONTRAST
    found = contrast(label.color, plan.ground)
    key = (card.layout, plan.name, label.color.hex, plan.ground.hex)
    if found < least and key not in pale:
        pale.add(key)
        message = f"{column}: the contrast of the text to its ground is {found:.1f} to 1"
        hint = f"{label.color.hex} on {plan.ground.hex} needs {least:g} or more"
        yield Problem(message, path, hint, "error" if found < LARGE_CONTRAST else "warning")


def _column(name: str, box: Box, card: Card) -> str:
    """The column whose text a box shows, for a message: of several the longest."""
    if box.show is None:
        return name
    named = [column for column in rich.icons(box.show) if column in card.values]
    return max(named, key=lambda column: len(card.values[column]), default=name)
