"""Checks of layouts and their cards: names, columns, room for text, missing characters, contrast.

A message about a column of a card begins with the column's name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from ..art.frame import Frame
from ..art.inks import LARGE_CONTRAST, SMALL_CONTRAST
from ..art.items import Item, Label, flat_items, is_multiplied, is_transparent
from ..art.layout_face import (
    CHIP_TYPE,
    BoxPlan,
    Icons,
    box_texts,
    default_type,
    icons_of,
    is_only_ground,
    plan_boxes,
    plan_ground,
)
from ..art.piece_outline import is_safe
from ..colour.colors import Color, color_from_data, contrast_ratio
from ..colour.placeholder_pictures import is_placeholder, placeholder_problem
from ..errors import CardgenError, KeyPath, Problem, Severity, Suggestion
from ..geometry import Rect
from ..languages.remarks import remark
from ..pack.card_list import columns_of, with_shown_numbers
from ..pack.conditions import are_met, number_in
from ..pack.copy_numbers import copies_with_longer_numbers
from ..pack.icon_libraries import file_on_disk
from ..pack.layouts import Box, Layout, box_parts, builtin_layouts, cycle_of_boxes, flow_box_names
from ..pack.model import Card, Pack
from ..pack.placeholders import MOST_REPEATS, names_in_braces, placeholders
from ..pack.result_cache import cache_result, cached_result
from ..pack.values import (
    ByColumn,
    Ground,
    NoSuchName,
    choices_of,
    chosen_value,
    columns_that_choose,
    is_drawing,
)
from ..sandbox import untrusted
from ..sandbox.child import record_work
from ..text import markdown
from ..text.fonts import FAMILIES, LEAST_TYPE, Font
from ..text.own_fonts import ROLES
from ..text.qr_codes import LEAST_MODULE, MOST_CHARACTERS, is_qr_code, modules_across
from ..text.scripts import overlong_word
from ..units import (
    MM,
    Figure,
    Sentence,
    closest_word,
    length_text,
    nearest_word_hint,
    quoted_value,
    shortened_text,
    size_text,
)
from .card_memory import facts_of_cards
from .fonts import missing_character_problems, overlong_message_and_hint
from .legibility import (
    COVERED,
    LabelInContext,
    Layer,
    TextOnGround,
    check_contrasts,
    covered_shares,
    flat_layers,
    labels_in_context,
    with_contrasts,
)
from .shapes import single_path
from .shared_findings import Cases, SharedFindings, likewise_phrase

#: Number of cards, of which everything may be known, after which a check lets others work.
_OFTEN = 200


def known_layout_names(pack: Pack) -> list[str]:
    """Return the names of the pack's own layouts and of the built-in ones."""
    return list({**pack.layouts, **builtin_layouts().layouts})


def check_names(pack: Pack) -> Iterator[Problem]:
    """Check that layouts, types, columns and icons that are named exist, and that every box has a place."""
    for name in pack.types:
        yield from _check_type(pack, name)
    yield from _check_styles_of_words(pack)
    yield from _check_drawings(pack)
    yield from _check_ids(pack)
    for name in pack.layouts:
        lost = list(
            _missing_base_problem(
                pack.layout, name, ("layouts", "extends"), "there is no layout {} for this one to extend"
            )
        )
        for kind in pack.kinds:
            if name in kind.layouts and not lost:
                yield from _check_box_places(kind, name, kind.layout(name))
        yield from lost or _check_painting_order(pack, name)
    told = list(_check_used_layouts(pack))
    yield from told
    for kind in pack.kinds:
        yield from _check_backs(kind)
    baseless = (_missing_base_problem(pack.layout, name, ("layouts", "extends"), "") for name in pack.layouts)
    if any(any(each) for each in baseless):
        return
    yield from _check_quantities(pack)
    # With layouts of its own a pack often has columns that wait for a box.
    if not pack.layouts:
        yield from _check_unshown_columns(pack, {problem.path for problem in told})


def _check_used_layouts(pack: Pack) -> Iterator[Problem]:
    """Check that the layouts of faces and backs exist, and that their cards have the columns that they
    show.
    """
    faces: dict[str, list[Card]] = {}
    for card in pack.cards:
        if card.kind == "layout":
            faces.setdefault(card.layout, []).append(card)
    backs = _cards_by_back_layout(pack)
    known = known_layout_names(pack)
    for name in {**faces, **backs}:
        if name not in known:
            paths = [card.path_of("layout") for card in faces.get(name, ())]
            paths += [card.path_of_back("layout") for card in backs.get(name, ())]
            for path in dict.fromkeys(paths):
                yield Problem(
                    f"there is no layout {quoted_value(name)}", path, nearest_word_hint(name, known)
                )
        elif not any(_missing_base_problem(pack.layout, name, ("layouts", "extends"), "")):
            yield from _check_columns(pack, name, faces.get(name, []), backs.get(name, []))


def _cards_by_back_layout(pack: Pack) -> dict[str, list[Card]]:
    """Return, by the name of each layout of a back, the cards with this back, with all their columns."""
    found: dict[str, list[Card]] = {}
    for card in pack.cards:
        if layout := (card.back or pack.back).layout:
            found.setdefault(layout, []).append(card._replace(values=columns_of(pack, card)))
    return found


def _check_backs(pack: Pack) -> Iterator[Problem]:
    """Check that backs with a layout have no picture as well, and look the same when turned by 180°."""
    both = [card for card in pack.cards if (back := card.back or pack.back).layout and back.image]
    for path in dict.fromkeys(card.path_of_back("layout") for card in both):
        hint = "a box of the layout can show the picture: write it in a column of the cards"
        yield Problem("a back has a layout or a picture, not both", path, hint, on_key=True)
    # A back that shows a column tells cards apart in any case.
    telling = {card.layout for card in pack.backs_in_boxes.values() if card.values}
    for name, card in pack.backs_in_boxes.items():
        free = card.layout in telling or pack.all_backs[name].one_way
        if not free and _has_top_and_bottom(pack, pack.layout(card.layout)):
            message = Sentence(
                "the back looks different when it is turned by 180 degrees, so a card turned round is marked"
            )
            hint = Sentence(
                "show its boxes at both ends with turned: true, or write one-way: true if this is intended"
            )
            owner = card.path[:-1] if card.path[-1] == "layout" else None
            meant = (Suggestion((*owner, "one-way"), "true"),) if owner is not None else ()
            yield remark(message, card.path, hint, suggestions=meant)


def _has_top_and_bottom(pack: Pack, layout: Layout) -> bool:
    """Tell whether a back of this layout visibly has a top and a bottom, and so looks different
    when turned.
    """
    wide, high = layout.card or pack.card.size
    for box in layout.boxes.values():
        if box.on is False or all(choices_of(box.turned)) or not (box.at and box.size):
            continue
        centred = all(
            abs(2 * x + width - wide) < 0.5 and abs(2 * y + height - high) < 0.5
            for x, y, width, height in possible_places(box)
        )
        if not (is_only_ground(box) and centred):
            return True
        if box.ground and any(map(_is_linear_gradient, choices_of(box.ground.color))):
            return True
    return any(map(_is_linear_gradient, layout.possible_grounds))


def _is_linear_gradient(ground: Any) -> bool:
    """Tell whether a ground is a gradient that runs from one side to another."""
    return isinstance(ground, Ground) and len(ground.colors) > 1 and ground.angle is not None


def _check_ids(pack: Pack) -> Iterator[Problem]:
    """Check that no two cards have the same id."""
    first: dict[str, Card] = {}
    for card in pack.cards:
        name = card.values.get("id") if card.suit is None else None
        if name and first.setdefault(name, card) is not card:
            message = f"id: {quoted_value(name)} is the id of {quoted_value(first[name].label)} as well"
            yield Problem(message, (*card.path, "id"), "give each card an id of its own, or none")


def _check_drawings(pack: Pack) -> Iterator[Problem]:
    """Check that SVG files can be read; report each problem at its place in the file."""
    paths: dict[str, KeyPath] = {file: ("icons", name) for name, file in pack.icons.items()}
    paths |= {file: ("layouts",) for file in pack.files_in_boxes.values() if file.endswith(".svg")}
    for card in pack.cards:
        for column, value in card.values.items() if card.suit is None else ():
            if value.endswith(".svg"):
                paths.setdefault(value, (*card.path, column))
    if not paths:
        return
    from ..text.svg import examine_svg

    placeholders: dict[str, KeyPath] = {}
    for file, path in paths.items():
        try:
            if file == file_on_disk(file) and is_placeholder(untrusted.read_admitted_file(Path(file), 1000)):
                placeholders[Path(file).name] = path
            _, problems = examine_svg(file)
        except (CardgenError, OSError) as error:
            yield Problem(f"this drawing cannot be read: {error}", path)
            continue
        yield from (problem._replace(path=path, name="drawing") for problem in problems)
    if placeholders:
        problem = placeholder_problem(next(iter(placeholders.values())))
        yield problem._replace(message=likewise_phrase(problem.message, [*placeholders][1:]))


def _check_type(pack: Pack, name: str) -> Iterator[Problem]:
    said = "there is no type {} for this one to extend"
    yield from _missing_base_problem(pack.text_type, name, ("types", "like"), said)
    family, families = pack.types[name].font, [*FAMILIES, *ROLES, *pack.fonts]
    if family is not None and family not in families:
        path = ("types", name, "font")
        yield Problem(f"there is no font {quoted_value(family)}", path, nearest_word_hint(family, families))


def _check_styles_of_words(pack: Pack) -> Iterator[Problem]:
    """Check that the types of keywords exist, and those of words in what boxes show."""
    for word, name in pack.keywords.items():
        yield from _unknown_style_problems(pack, [name], ("keywords", word))
    for layout, own in pack.layouts.items():
        for key, box in own.boxes.items():
            for path, show in _stated_values_with_paths(box.show, ("layouts", layout, "boxes", key, "show")):
                yield from _unknown_style_problems(pack, markdown.style_names(show or ""), path)


def _unknown_style_problems(
    pack: Pack, names: Iterable[str], path: KeyPath, prefix: str = ""
) -> Iterator[Problem]:
    """Yield a problem for each name of a text style that is not the name of a type.

    prefix: the beginning of the messages.
    """
    known = {**builtin_layouts().types, **pack.types}
    for name in dict.fromkeys(names):
        if name not in known:
            yield Problem(
                f"{prefix}there is no type {quoted_value(name)}", path, nearest_word_hint(name, known)
            )


def _stated_values_with_paths(value: Any, path: KeyPath) -> list[tuple[KeyPath, Any]]:
    """Return [(path, value)] for a fixed value; for a value that a column chooses, (path, value) of each
    choice.
    """
    if not isinstance(value, ByColumn):
        return [(path, value)]
    return [((*path, key), each) for key, each in {**value.choices, "else": value.otherwise}.items()]


def _missing_base_problem(
    merge: Callable[[str], object], name: str, keys: tuple[str, str], message: str
) -> Iterator[Problem]:
    """Yield a problem if the layout or type `name`, or one that it is based on, does not exist.

    merge: a function that merges the layout or type with its bases, and raises NoSuchName if one is missing.
    keys: the key of all layouts or types, and the key that names the base. message: the message, with {} in
    place of the missing name.
    """
    try:
        merge(name)
    except NoSuchName as error:
        path = (keys[0], error.owner or name, keys[1])
        yield Problem(
            message.format(quoted_value(error.name)), path, nearest_word_hint(error.name, error.known)
        )


def _check_box_places(pack: Pack, name: str, layout: Layout) -> Iterator[Problem]:
    """Check that the boxes of a layout of the pack have places on the card and existing types."""
    wide, high = layout.card or pack.card.size
    room = Rect(0, 0, wide, high).grown(pack.card.bleed)
    types = {**builtin_layouts().types, **pack.types}
    for key in pack.layouts[name].boxes:
        box, path = layout.boxes[key], ("layouts", name, "boxes", key)
        slanted = any((angle or 0) % 90 for angle in choices_of(box.rotate))
        own = pack.layouts[name].boxes[key]
        yield from _check_flow(layout, own, key, path)
        if own.ground and any(choices_of(own.ground.tight)) and (box.flow or is_only_ground(box)):
            message = "'tight' has no effect here, as the box shows no text of its own"
            gone = Suggestion.to_remove(*path, "ground", "tight")
            yield Problem(message, gone[0].path, "remove this key", on_key=True, suggestions=gone)
        if key in flow_box_names(layout.boxes):
            pass
        elif box.on is not False and (box.at is None or box.size is None):
            missing = "at" if box.at is None else "size"
            others = [each for each in layout.boxes if each != key]
            message = (
                f"the box {quoted_value(key)} has no {quoted_value(missing)}, and no layout below has "
                "such a box"
            )
            hint = "such as at: [4 mm, 4 mm], size: [20 mm, 8 mm], from the top left of the trim"
            usual_place = (("at", box.at, "[4 mm, 4 mm]"), ("size", box.size, "[20 mm, 8 mm]"))
            suggested = [
                Suggestion((*path, word), example) for word, stated, example in usual_place if stated is None
            ]
            usual = next(
                (each for each, built in builtin_layouts().layouts.items() if key in built.boxes), ""
            )
            usual = name if name in builtin_layouts().layouts else usual
            if pack.layouts[name].extends is None and usual:
                hint = f"{hint}; or extends: {usual} to begin with the built-in one"
                suggested.append(Suggestion(("layouts", name, "extends"), usual))
            if closest_word(key, others):
                hint, suggested = nearest_word_hint(key, others), []
            where = (*path, missing)
            yield Problem(message, where, hint, on_key=True, name="missing", suggestions=tuple(suggested))
        elif not all(
            # A ribbon across a corner reaches out of it, but its middle does not.
            room.contains(Rect(*Rect(*place).center, 0, 0) if slanted else Rect(*place))
            for place in possible_places(box)
        ):
            hint = f"the layout is made for {size_text(wide, high)}"
            yield Problem(f"the box {quoted_value(key)} reaches out of the card", path, hint, on_key=True)
        yield from _check_box_types(box.type, (*path, "type"), types)
        yield from _check_box_shape(box, path)


#: The keys that do nothing in a box whose place is that of a flow, and in one that shows other boxes.
_IDLE_IN_FLOW = ("at", "rotate", "grow", "rise")
_IDLE_WITH_FLOW = (
    *("show", "type", "align", "least", "language", "direction", "keywords", "color", "outline", "shadow"),
    *("fit", "focus", "shade", "rotate"),
)


def _check_flow(layout: Layout, stated_box: Box, key: str, path: KeyPath) -> Iterator[Problem]:
    """Check the boxes that a box names in `flow`.

    They must be other boxes of the same layout. Each may be in one flow only, and may have no keys that have
    no effect in a flow. stated_box: the box with `flow`, as the pack states it.
    """
    yield from _check_other_boxes(key, "in", stated_box.flow or (), layout, (*path, "flow"))
    column = flow_box_names(layout.boxes).get(key)
    yield from _check_shared_boxes(layout, stated_box, key, (*path, "flow"))
    if stated_box.flow and column:
        message = f"the box {quoted_value(key)} has a flow, so it cannot be in that of {quoted_value(column)}"
        yield Problem(message, (*path, "flow"), f"name its boxes in {quoted_value(column)}")
    flow = layout.boxes[key].flow or ()
    if stated_box.foot is not None and flow and stated_box.foot not in flow:
        message = f"there is no box {quoted_value(stated_box.foot)} in this flow"
        yield Problem(message, (*path, "foot"), nearest_word_hint(stated_box.foot, flow))
    idle = {
        **dict.fromkeys(() if flow else ("gap", "foot"), "the box has no flow"),
        **dict.fromkeys(_IDLE_IN_FLOW if column else (), f"the box flows in {quoted_value(column or '')}"),
        **dict.fromkeys(_IDLE_WITH_FLOW if stated_box.flow else (), "the box shows others"),
    }
    for word, why in idle.items():
        if getattr(stated_box, word) is not None:
            message = f"{quoted_value(word)} has no effect here, as {why}"
            hint = "remove this key, or write it in the boxes of the flow" if flow else "remove this key"
            gone = Suggestion.to_remove(*path, word)
            yield Problem(message, gone[0].path, hint, on_key=True, suggestions=gone)
    if column and is_only_ground(stated_box) and layout.boxes[key].size is None:
        yield _unsized_problem(key, (*path, "size"))


def _check_shared_boxes(layout: Layout, stated_box: Box, key: str, path: KeyPath) -> Iterator[Problem]:
    """Yield a problem for each box of a flow that is in the flow of another box as well."""
    for other, box in layout.boxes.items():
        both = [each for each in stated_box.flow or () if each in (box.flow or ())]
        if other == key:
            return
        if both and box.on is not False:
            message = f"the box {quoted_value(both[0])} is in the flow of {quoted_value(other)} as well"
            yield Problem(message, path, "keep it in one of them")


def _unsized_problem(name: str, path: KeyPath) -> Problem:
    message = f"the box {quoted_value(name)} has no size, and no text that gives it a height"
    example = Suggestion(path, "[40 mm, 20 mm]")
    return Problem(message, path, f"such as size: {example.value}", on_key=True, suggestions=(example,))


def _check_box_shape(box: Box, path: KeyPath) -> Iterator[Problem]:
    """Check that the outlines of a box can be drawn. A box that is not a rectangle may have no corner radius
    and no single edges.
    """
    shapes = [shape for shape in choices_of(box.shape) if shape not in (None, "rectangle")]
    for drawing in filter(is_drawing, shapes):
        yield from single_path(drawing, (*path, "shape"))
    if not shapes or box.ground is None:
        return
    hint = "remove this key, or the shape of the box"
    has_edges = any(edge not in (None, "all") for edge in choices_of(box.ground.edge))
    for key, is_stated, message in (
        ("radius", any(choices_of(box.ground.radius)), "only a rectangle has a corner radius"),
        ("edge", has_edges, "only a rectangle has edges"),
    ):
        if is_stated:
            gone = Suggestion.to_remove(*path, "ground", key)
            yield Problem(message, gone[0].path, hint, on_key=True, suggestions=gone)


def possible_places(box: Box) -> list[tuple[float, float, float, float]]:
    """Return the places that a box may have: left, top, width and height from the trim's top left, in
    points.
    """
    at, size = box.at, box.size
    if isinstance(at, ByColumn) and isinstance(size, ByColumn) and at.column == size.column:
        said = {key: {at.column: key} for key in (*at.choices, *size.choices, "")}
        pairs = [(chosen_value(at, values), chosen_value(size, values)) for values in said.values()]
    else:
        pairs = [(one, other) for one in choices_of(at) for other in choices_of(size)]
    return [(*one, *other) for one, other in pairs if one and other]


def _check_painting_order(pack: Pack, name: str) -> Iterator[Problem]:
    """Check that the boxes named in `above` and `below` exist, and that their order has no cycle."""
    layout, own, base = pack.layout(name), pack.layouts[name].boxes, pack.layouts[name].extends
    for key, box in own.items():
        for word, others in (("above", box.above), ("below", box.below)):
            yield from _check_other_boxes(
                key, word, others or (), layout, ("layouts", name, "boxes", key, word)
            )
    circle = cycle_of_boxes(layout.boxes)
    if len(circle) < 3 or (base and cycle_of_boxes(pack.layout(base).boxes)):
        # A box above itself has its problem elsewhere, and a cycle is reported in the layout that causes it.
        return
    path: KeyPath = ("layouts", name, "boxes")
    for over, under in pairwise(circle):
        if over in own and under in (own[over].above or ()):
            path = ("layouts", name, "boxes", over, "above")
        elif under in own and over in (own[under].below or ()):
            path = ("layouts", name, "boxes", under, "below")
    message = f"the painting order of these boxes is a circle: {' over '.join(map(quoted_value, circle))}"
    yield Problem(message, path, "remove one of their `above` or `below`")


def _check_other_boxes(
    key: str, word: str, others: Iterable[str], layout: Layout, path: KeyPath
) -> Iterator[Problem]:
    """Check that the boxes named in `above` or `below` are others of the same layout."""
    known = [each for each in layout.boxes if each != key]
    for other in others:
        if other == key:
            message = f"the box {quoted_value(key)} cannot be {word} itself"
            yield Problem(message, path, "name another box, or leave the line out")
        elif other not in known:
            yield Problem(
                f"there is no box {quoted_value(other)} in this layout", path, nearest_word_hint(other, known)
            )


def _check_box_types(kind: Any, path: KeyPath, types: Iterable[str]) -> Iterator[Problem]:
    """Check that the types that a box names exist."""
    for where, name in _stated_values_with_paths(kind, path):
        if name is not None and name not in types:
            yield Problem(f"there is no type {quoted_value(name)}", where, nearest_word_hint(name, types))


#: Columns that have an effect even if no box shows them.
_NOT_SHOWN = {"id", "quantity", "layout", "back", "name", "title"}
#: What spreadsheets often call the column of quantities.
_QUANTITIES = {"qty", "qty.", "count", "copies", "amount", "number", "num", "#", "anzahl", "menge"}


def _check_unshown_columns(pack: Pack, reported: Set[KeyPath]) -> Iterator[Problem]:
    """Yield a warning for each column of a list of cards that nothing shows.

    reported: the paths of columns that already have a problem.
    """
    for place, each in enumerate(pack.lists):
        where = ("cards", str(place))
        # What probably holds quantities has a warning of its own.
        said = {path[-1] for path in reported if path[:2] == where} | {_likely_quantity_column(pack, place)}
        if idle := [
            _heading_as_written(pack, place, column)
            for column in unshown_columns(pack, place)
            if column not in said
        ]:
            message = Sentence("columns not used: {columns}", columns=", ".join(map(quoted_value, idle)))
            hint = Sentence("a box shows the column of its name, or what its `show` names in braces")
            yield remark(message, (*where, each.rows_key), hint, "note", on_key=True)


def _check_quantities(pack: Pack) -> Iterator[Problem]:
    """Yield a warning for each list with a column that probably states quantities, but has another name than
    `quantity`.
    """
    for place, each in enumerate(pack.lists):
        if column := _likely_quantity_column(pack, place):
            heading = _heading_as_written(pack, place, column)
            message = Sentence(
                "the column {column} sets no quantity: each card is there once", column=quoted_value(heading)
            )
            hint = Sentence("if it says how many there are, write columns: {quantity: ...} with its heading")
            own = (Suggestion(("cards", str(place), "columns", "quantity"), json.dumps(heading)),)
            path = ("cards", str(place), each.rows_key)
            yield remark(message, path, hint, on_key=True, name="unused", suggestions=own)


def _likely_quantity_column(pack: Pack, place: int) -> str | None:
    """Return the name of the column that probably states the quantities of a list's cards; None if there is
    no such column, or if the list states quantities already.

    place: the index of the list. Only columns that nothing shows are considered.
    """
    cards = [card for card in pack.cards if card.path[:2] == ("cards", str(place))]
    if any(card.quantity != 1 for card in cards):
        return None
    for column in unshown_columns(pack, place):
        numbers = [card.texts.get(column, "") for card in cards]
        is_called_so = column.lower() in _QUANTITIES or closest_word(column, ("quantity", "quantities"))
        if is_called_so and all(number.isdecimal() for number in numbers if number) and any(numbers):
            return column
    return None


def unshown_columns(pack: Pack, place: int) -> list[str]:
    """Return the names of the columns of a list of cards that nothing shows. place: the index of the list."""
    listed = pack.lists[place]
    cards = [card for card in pack.cards if card.path[:2] == ("cards", str(place))]
    named = {
        listed.layout,
        *(card.layout for card in cards),
        *((card.back or pack.back).layout for card in cards),
    }
    if not named.issubset({*known_layout_names(pack), None}):
        return []
    used = _NOT_SHOWN.union(
        columns_that_choose(pack.types), *(pack.layout(name).columns for name in named if name)
    )
    if isinstance(listed.color, ByColumn):
        used.add(listed.color.column)
    # Names in the languages of its boxes are shown where texts name the card.
    tags = {pack.language.lower()}
    for layout in {card.layout for card in pack.cards if card.layout} & {*known_layout_names(pack)}:
        for box in pack.layout(layout).boxes.values():
            tags.update(tag.lower() for tag in choices_of(box.language) if tag)
    tags |= {tag.partition("-")[0] for tag in tags}
    names = {f"{key}-{tag}" for key in ("name", "title") for tag in tags}
    alike = dict.fromkeys(tuple(card.texts) for card in cards)
    shown = (name for columns in alike for name in columns if name.lower() not in names)
    return list(dict.fromkeys(name for name in shown if name not in used))


def _heading_as_written(pack: Pack, place: int, column: str) -> str:
    """Return the heading of a column as the table of a list writes it. place: the index of the list."""
    return pack.lists[place].columns.get(column, column)


#: Columns with a fixed meaning, and those of the cards of a suit.
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


def _columns_of(cards: Iterable[Card]) -> dict[str, None]:
    """Return the columns of cards, in order."""
    # Most cards of a list have the same ones.
    alike = dict.fromkeys(tuple(card.values) for card in cards)
    return dict.fromkeys(column for columns in alike for column in columns)


def _check_columns(pack: Pack, name: str, cards: list[Card], back_cards: list[Card]) -> Iterator[Problem]:
    """Check that cards have the columns that their layout shows, and warn of columns with a similar name.

    cards: those with this face; back_cards: those with this back.
    """
    told = set[str]()
    for problem, missing in _column_problems_with_names(pack, name, [*cards, *back_cards]):
        told.add(missing)
        yield problem
    columns = _columns_of(cards)
    shown = pack.layout(name).columns
    known = _RESERVED.union(
        shown, *(pack.layout(back.layout).columns for back in pack.backs_in_boxes.values())
    )
    for column in columns:
        near = closest_word(column, shown) if column not in known else None
        if near and near not in columns and near not in told:
            card = next(card for card in cards if column in card.values)
            message = Sentence(
                "the layout {name} shows no column {column}", name=name, column=quoted_value(column)
            )
            hint = Sentence("did you mean {word}?", word=repr(near))
            yield remark(message, (*card.path, column), hint, "warning", on_key=True, name="unused")


def _column_problems_with_names(pack: Pack, name: str, cards: list[Card]) -> Iterator[tuple[Problem, str]]:
    """Yield (problem, name of the missing column) for each column that a layout of the pack shows and none of
    its cards has.

    Also yield (problem, "") for each other problem of the columns by which its boxes are chosen, repeated and
    placed.
    """
    if name not in pack.layouts:
        return
    layout, icons = pack.layout(name), icons_of(pack)
    columns = _columns_of(cards)
    for key in pack.layouts[name].boxes:
        box = layout.boxes[key]
        shown = [
            name
            for show in choices_of(box.show)
            for name in ([key] if show is None and not box.flow else names_in_braces(show or ""))
        ]
        for each in dict.fromkeys(shown) if box.on is not False else ():
            if each not in columns and each not in icons:
                yield _missing_column_problem(pack, name, key, box, each, columns), each
        yield from (
            (problem, "") for problem in _check_conditions(pack, ("layouts", name, "boxes", key), box, cards)
        )
    for key, box in layout.boxes.items():
        yield from ((problem, "") for problem in _check_repeats(box, cards))
        yield from ((problem, "") for problem in _check_chosen_places(pack, name, key, box, cards))
    # Built-in layouts also show columns that cards need not have.
    usual = [each[:2] for built in builtin_layouts().layouts.values() for each in _choosing_columns(built)]
    chosen = [each for each in _choosing_columns(layout) if each[:2] not in usual]
    yield from ((problem, "") for problem in check_choices(pack, ("layouts", name), chosen, cards))


def _check_conditions(pack: Pack, box_path: KeyPath, box: Box, cards: list[Card]) -> Iterator[Problem]:
    """Check that columns in conditions exist, that compared values are numbers, and that upper case
    matches.
    """
    columns = _columns_of(cards)
    for each in box.when or ():
        path = (*box_path, "when", each.column)
        if each.column not in columns:
            message = Sentence(
                "no card of this layout has a column {column}", column=quoted_value(each.column)
            )
            severity: Severity = "error" if closest_word(each.column, columns) else "warning"
            hint = _nearest_column(pack, each.column, columns)
            yield remark(message, path, hint, severity, on_key=True, name="unused")
        texts = dict.fromkeys(card.values.get(each.column, "") for card in cards)
        if each.compares:
            stated = (card for card in cards if card.values.get(each.column))
            card = next((card for card in stated if number_in(card.values[each.column]) is None), None)
            if card is not None:
                message = Sentence(
                    "{column}: {value} is not a number, so the box {box} is left out",
                    column=each.column,
                    value=quoted_value(card.values[each.column]),
                    box=quoted_value(box_path[-1]),
                )
                hint = Sentence("write a number, or use another condition")
                yield remark(message, (*card.path, each.column), hint, "warning", name="numbers")
        yield from _check_spelling_of_choices(pack, each.column, dict.fromkeys(each.values, path), texts)


def _check_chosen_places(
    pack: Pack, layout: str, name: str, box: Box, cards: list[Card]
) -> Iterator[Problem]:
    """Check that a box whose place or size depends on a column has one on every card."""
    for key, value in (("at", box.at), ("size", box.size)):
        if not isinstance(value, ByColumn) or value.otherwise is not None:
            continue
        said = dict.fromkeys(
            card.values.get(value.column, "none") for card in cards if are_met(box.when, card.values)
        )
        if without := [each for each in said if each not in value.choices]:
            path = ("layouts", _defining_layout(pack, layout, name) or layout, "boxes", name, key)
            message = (
                f"{quoted_value(name)} has no {quoted_value(key)} on cards whose {value.column} is "
                f"{quoted_value(without[0])}"
            )
            more = (
                f" or {len(without) - 1} other values"
                if len(without) > 2
                else f" or {quoted_value(without[1])}"
                if without[1:]
                else ""
            )
            yield Problem(message + more, path, "add an entry for it, or `else` for all others")


def _check_repeats(box: Box, cards: list[Card]) -> Iterator[Problem]:
    """Yield a problem for each card whose column for the repeats of an icon holds no whole number from 0 to
    MOST_REPEATS.
    """
    for card in cards if any("*" in (show or "") for show in choices_of(box.show)) else ():
        for each in placeholders(chosen_value(box.show, card.values) or ""):
            if each.repeats(card.values) is None and are_met(box.when, card.values):
                said = card.values.get(each.times, each.times)
                message = (
                    f"{each.times}: {quoted_value(said)} does not tell how often {{{each.name}}} is shown"
                )
                hint = f"write a whole number from 0 to {MOST_REPEATS}"
                yield Problem(message, (*card.path, each.times), hint)


def _nearest_column(pack: Pack, column: str, known: Iterable[str]) -> Sentence:
    """Return a hint for a column that does not exist: the heading that it may mean."""
    for each in pack.lists:
        for name, head in each.columns.items():
            if head.lower() == column.lower() != name.lower():
                return Sentence(
                    "{head} is called {name} in `columns`: write {name}", head=quoted_value(head), name=name
                )
    return nearest_word_hint(column, known)


#: Minimum number of letters of a choice that may be a misspelt text: shorter ones resemble many.
_SHORTEST_MISSPELT = 3


def check_choices(
    pack: Pack, base_path: KeyPath, chosen: Iterable[tuple[KeyPath, str, Iterable[str]]], cards: list[Card]
) -> Iterator[Problem]:
    """Check that each column by which values are chosen exists, and that its texts are spelt like the
    choices.

    base_path: the path of the layout or suit. chosen: for each choosing column its path below `base_path`,
    its name and its choices.
    """
    columns = _columns_of(cards)
    for path, column, choices in chosen:
        if column not in columns:
            message = f"no card of this {base_path[0][:-1]} has a column {quoted_value(column)}"
            yield Problem(message, (*base_path, *path, "by"), _nearest_column(pack, column, columns))
        texts = dict.fromkeys(card.values.get(column, "") for card in cards)
        places = {each: (*base_path, *path, each) for each in choices}
        yield from _check_spelling_of_choices(pack, column, places, texts)


def _check_spelling_of_choices(
    pack: Pack, column: str, choices: Mapping[str, KeyPath], texts: Collection[str]
) -> Iterator[Problem]:
    """Yield a problem for each text of a column that differs from a choice only in upper and lower case. Also
    yield a problem for each choice that no card has, if it resembles a text of the column that is no choice.

    choices: the texts that choose a value, with their paths. texts: the texts that cards have in the column.
    """
    every = {card.values.get(column) for card in (pack.whole_pack or pack).cards}
    left = [each for each in texts if each and each not in choices]
    for choice, path in choices.items():
        if choice in every or len(choice) < _SHORTEST_MISSPELT or number_in(choice) is not None:
            continue
        near = closest_word(choice, left)
        if near and near.lower() != choice.lower():
            message = Sentence(
                "no card has {value} in the column {column}", value=quoted_value(choice), column=column
            )
            yield remark(
                message, path, nearest_word_hint(choice, left), "warning", on_key=True, name="unused"
            )
    ours = {each.lower(): each for each in choices}
    for value in texts:
        if value not in choices and value.lower() in ours:
            meant = ours[value.lower()]
            message = Sentence(
                "{value} in the column {column} is not {meant}",
                value=quoted_value(value),
                column=column,
                meant=quoted_value(meant),
            )
            hint = Sentence("capital letters matter here: write both the same way")
            yield remark(message, choices[meant], hint, "note", on_key=True)


def _missing_column_problem(
    pack: Pack, layout: str, key: str, box: Box, column: str, columns: Iterable[str]
) -> Problem:
    """Return the problem of a box that shows a column which does not exist.

    columns: the columns that exist, among which the hint names the nearest.
    """
    path = ("layouts", layout, "boxes", key)
    if column == "notes":
        hint = "rename the column, for example to remark, if cards are to show it"
        return Problem(
            "notes are not printed on cards", (*path, "show") if box.show else path, hint, on_key=not box.show
        )
    message = Sentence("no card of this layout has a column {column}", column=quoted_value(column))
    if box.show is not None:
        hint = _nearest_column(pack, column, [*columns, *icons_of(pack).names()])
        return Problem(f"{message}, and there is no such icon", (*path, "show"), hint)
    severity: Severity = "error" if closest_word(column, columns) else "warning"
    return remark(message, path, _nearest_column(pack, column, columns), severity, on_key=True, name="unused")


def _choosing_columns(layout: Layout) -> list[tuple[KeyPath, str, Iterable[str]]]:
    """Return (path, column, choices) for each value of a layout, its boxes or their parts that a column
    chooses.
    """
    said: dict[KeyPath, object] = {("color",): layout.color, ("ground",): layout.ground}
    for key, box in layout.boxes.items():
        said |= {("boxes", key, name): value for name, value in box._asdict().items()}
        for part, record in box_parts(box).items():
            said |= {("boxes", key, part, name): value for name, value in record._asdict().items()}
    return [
        (path, value.column, value.choices) for path, value in said.items() if isinstance(value, ByColumn)
    ]


def check_boxes(
    pack: Pack,
    faulty: Set[KeyPath] = frozenset(),
    on_card_checked: Callable[[Pack, int], None] = lambda pack, done: None,
) -> Iterator[Problem]:
    """Check that the text in boxes has room, characters and icons, and enough contrast with its ground.

    faulty: the paths with errors. on_card_checked: called with the number of cards checked so far.
    """
    found = _CardFindings(_all_untitled(pack))
    #: Cards without problems of their own, with what was found on them.
    sound: list[tuple[Card, _CardFindings, Sequence[_BoxOnGround]]] = []
    yield from _check_cards(pack, faulty, on_card_checked, found, sound)
    record_work(())
    yield from _check_overlong(pack, found)
    yield from _check_contrast(found.low_contrast)
    covered = {
        (layout, one, other): problem
        for layout, one, other, problem in _covered_boxes_with_problems(pack, found)
    }
    yield from (problem for problem in covered.values() if problem)
    yield from _check_contrasts(pack, found, covered, sound)
    yield from _check_untitled(pack, found.untitled)
    yield from _check_capitals(pack, found.in_braces)
    no_icons = dict(_word_problems_by_place(pack, found))
    yield from no_icons.values()
    for text, without_room in found.without_room.items():
        if text not in no_icons:
            yield _no_room_problem(pack, text[1], without_room)
    yield from _check_replaced_colors(pack, found.lost)
    for (layout, box), flows in found.flows.items():
        yield from _box_flow_problems(pack, layout, box, flows)
    for (layout, box), cases in found.outside.items():
        yield _outside_safe_zone_problem(pack, layout, box, cases)
    yield from (_overlap_problem(*over, cases) for over, cases in found.over.items() if over not in covered)


def _check_cards(
    pack: Pack,
    faulty: Set[KeyPath],
    on_card_checked: Callable[[Pack, int], None],
    findings: _CardFindings,
    sound: list[tuple[Card, _CardFindings, Sequence[_BoxOnGround]]],
) -> Iterator[Problem]:
    """Yield the problems that only one card can have, and record what is found on all cards and backs.

    faulty: the paths with errors. findings: gets what is found. sound: gets each card that was checked now
    and has no problems, with its findings, and its texts among those in `findings.on_grounds`.
    """
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    known, kept = known_layout_names(pack), facts_of_cards(pack)
    # The last number may be longer than the first.
    longer = map(partial(with_shown_numbers, pack), copies_with_longer_numbers(pack.cards))
    sides = [(card, "boxes") for card in (*pack.cards, *longer)]
    sides += [(card, "boxes of a back") for card in pack.backs_in_boxes.values()]
    for done, (card, name) in enumerate(sides):
        if card.kind != "layout" or card.layout not in known:
            continue
        if any(path[: len(card.path)] == card.path for path in faulty):
            continue
        facts = {} if kept is None else kept.facts(card)
        if name not in facts and (known_before := cached_result("boxes", pack, card)) is not None:
            facts[name] = _CardFindings.from_data(card, known_before)
        if name not in facts or not done % _OFTEN:
            on_card_checked(pack, done)
        if name not in facts:
            own = _CardFindings(findings.all_untitled, codes=findings.codes)
            problems = list(_check_card_alone(frame, card, own))
            yield from problems
            before = len(findings.on_grounds)
            findings.add(own, card)
            if not (problems or own.depends_on_others):
                facts[name] = own
                sound.append((card, own, findings.on_grounds[before:]))
            continue
        findings.add(facts[name], card)


def _check_contrasts(
    pack: Pack,
    findings: _CardFindings,
    covered: Mapping[tuple[str, str, str], Problem | None],
    sound: Sequence[tuple[Card, _CardFindings, Sequence[_BoxOnGround]]],
) -> Iterator[Problem]:
    """Yield the problems of texts on grounds of several colours, and keep what is known of sound cards for a
    later run.

    covered: the problems of covered texts, see _covered_boxes_with_problems(). sound: the sound cards, see
    _check_cards().
    """
    # A text that a box covers has too little contrast with it in any case.
    on_text = {(layout, other) for (layout, _, other), problem in covered.items() if problem}
    # Covered text has its own problem, even if something shines through.
    under = {(layout, one) for (layout, one, _), problem in covered.items() if problem}
    on_grounds = [
        each
        for each in findings.on_grounds
        if (each.ground.kind[0], each.box) not in (under if each.ground.is_veiled else on_text)
    ]
    measured = with_contrasts(pack.card.size, [each.ground for each in on_grounds])
    yield from check_contrasts(measured)
    contrasts = {id(each): text.contrast for each, text in zip(on_grounds, measured, strict=True)}
    for card, own, grounds in sound:
        data = own.to_data([contrasts.get(id(each)) for each in grounds])
        if data is not None:
            cache_result("boxes", pack, card, data)


def _check_card_alone(frame: Frame, card: Card, findings: _CardFindings) -> Iterator[Problem]:
    """Yield the problems that only this card can have, and record what else is found on it."""
    record_work(card.path)
    if _has_overlong_word(frame, card, findings):
        return
    plans = plan_boxes(frame, card)
    yield from _check_card(frame.pack, card, plans, findings)
    _record_legibility(frame.pack, card, plans, plan_ground(frame, card), findings)


def _has_overlong_word(frame: Frame, card: Card, findings: _CardFindings) -> bool:
    """Tell whether a box of a card has a word that is too long to shape, and record it."""
    words = [(name, overlong_word(text)) for name, text in box_texts(frame, card)]
    for name, word in words:
        if word:
            findings.overlong.record((card.layout, name, word), card, None)
    return any(word for _, word in words)


def _check_overlong(pack: Pack, findings: _CardFindings) -> Iterator[Problem]:
    """Yield one problem for each word that is too long to shape, with its cards."""
    for (layout, name, word), cases in findings.overlong.items():
        column = _longest_column(name, pack.layout(layout).boxes[name], cases.first_case)
        message, hint = overlong_message_and_hint(word)
        yield Problem(f"{column}: {message} ({cases.cards})", (*cases.first_case.path, column), hint)


def _overlap_problem(layout: str, one: str, other: str, cases: Cases[None]) -> Problem:
    """Return the problem of two boxes whose texts overlap; it names all cards on which they do."""
    message = Sentence(
        "the texts of {one} and {other} overlap ({cards})",
        one=one,
        other=other,
        cards=cases.cards,
    )
    hint = Sentence("make a box narrower, or move it")
    return remark(message, (*cases.first_case.path, other), hint, "warning", name="overlap")


def _check_card(
    pack: Pack, card: Card, plans: Sequence[BoxPlan], findings: _CardFindings
) -> Iterator[Problem]:
    """Yield the problems of the text in each box of a card."""
    texts: list[tuple[Font, str]] = []
    for pair in _names_of_overlapping_boxes(plans):
        findings.over.record((card.layout, *pair), card, None)
    for plan in plans:
        if plan.label is not None:
            texts += [(run.font, run.text) for run in plan.label.runs]
            yield from _check_box(pack, card, plan, plan.label, findings)
        elif "{" in plan.content:
            findings.pictorial.add((card.layout, plan.name))
        if plan.is_unplaced or plan.flow_excess:
            findings.flows.record((card.layout, plan.name), card, plan)
        if "{qr" in plan.content.lower():
            if (card.layout, plan.name) in findings.codes:
                findings.unchecked_codes.add(plan.name)
            else:
                yield from _check_codes(pack, card, plan, findings)
        if plan.is_uncropped:
            column = _longest_column(plan.name, pack.layout(card.layout).boxes[plan.name], card)
            message = f"the drawing in {plan.name} has too many lines to be cropped to its box"
            hint = "simplify its paths, or write fit: contain in the box"
            whole = (_box_suggestion(pack, card.layout, plan.name, "fit", "contain"),)
            yield Problem(message, (*card.path, column), hint, suggestions=whole)
    yield from missing_character_problems(
        texts, f"card {card.label}", card.path, language=pack.language, icons=pack.library_icons
    )


def _box_flow_problems(pack: Pack, layout: str, box: str, cases: Cases[BoxPlan]) -> Iterator[Problem]:
    """Yield a problem if the boxes in the flow of a box are higher than the box, or if a box in a flow has no
    height.
    """
    owner = _defining_layout(pack, layout, box)
    path: KeyPath = ("layouts", owner, "boxes", box) if owner else cases.first_case.path
    excess = max(plan.flow_excess for plan in cases.details)
    if excess:
        message = (
            f"the boxes in the flow of {quoted_value(box)} are {length_text(excess)} higher than it "
            f"({cases.cards})"
        )
        yield Problem(message, path, "make it higher, or its boxes or their gap smaller", on_key=True)
    elif not is_only_ground(pack.layout(layout).boxes[box]):
        yield _unsized_problem(box, (*path, "size") if owner else path)


class _BoxOnGround(NamedTuple):
    """A box whose text lies on a ground of several colours."""

    box: str
    ground: TextOnGround


@dataclass(frozen=True)
class _CardFindings:
    """What was found on cards, collected so that each problem is reported once with all its cards."""

    #: Whether no card has a title.
    all_untitled: bool
    #: Layout, box, and a word that is too long to shape.
    overlong: SharedFindings[tuple[str, str, str], None] = field(default_factory=SharedFindings)
    low_contrast: SharedFindings[_LowContrast, None] = field(default_factory=SharedFindings)
    #: Layout and box whose text reaches out of the safe zone.
    outside: SharedFindings[tuple[str, str], None] = field(default_factory=SharedFindings)
    #: Layout and two boxes whose texts overlap.
    over: SharedFindings[tuple[str, str, str], None] = field(default_factory=SharedFindings)
    #: Layout, a box or an index with text, and the box that covers its ink.
    covered: SharedFindings[tuple[str, str, str], _CoveredText] = field(default_factory=SharedFindings)
    #: Layout and box whose text is drawn in black or white instead of its colour, with the colour and its
    #: ground.
    lost: SharedFindings[tuple[str, str, Color, Color], None] = field(default_factory=SharedFindings)
    #: Layout, box, and a single word that the box shows.
    words: SharedFindings[tuple[str, str, str], None] = field(default_factory=SharedFindings)
    #: Layout and box, and a text of which part has no room.
    without_room: SharedFindings[tuple[str, str, str], BoxPlan] = field(default_factory=SharedFindings)
    #: Layout and box, of which a flow is higher, or which has no height in one.
    flows: SharedFindings[tuple[str, str], BoxPlan] = field(default_factory=SharedFindings)
    on_grounds: list[_BoxOnGround] = field(default_factory=list)
    #: Layout and box that shows nothing but icons on some card.
    pictorial: set[tuple[str, str]] = field(default_factory=set)
    #: Names of icons and cards in braces, with the path of the first use.
    in_braces: dict[str, KeyPath] = field(default_factory=dict)
    #: The boxes whose QR codes have their problem: layout and box.
    codes: set[tuple[str, str]] = field(default_factory=set)
    #: The boxes whose QR codes were not checked, because another card has their problem.
    unchecked_codes: set[str] = field(default_factory=set)
    #: Names in braces that might be those of cards, if any card had a title.
    untitled: dict[str, None] = field(default_factory=dict)

    @property
    def depends_on_others(self) -> bool:
        """Tell whether findings of the same card could be different if the pack's other cards were
        different.
        """
        return bool(self.untitled or self.unchecked_codes)

    def add(self, card_findings: _CardFindings, card: Card) -> None:
        """Add the findings of a single card. card: that card, or one that looks alike."""
        for place, found in card_findings._nonempty_shared:
            shared = self._shared[place]
            for key, cases in found.items():
                for _, detail in cases:
                    shared.record(key, card, detail)
        for box, text in card_findings.on_grounds:
            path = (*card.path, *text.path[len(text.card.path) :])
            self.on_grounds.append(_BoxOnGround(box, text._replace(card=card, path=path)))
        self.pictorial.update(card_findings.pictorial)
        for name, path in card_findings.in_braces.items():
            self.in_braces.setdefault(name, (*card.path, path[-1]))
        self.untitled.update(card_findings.untitled)

    def to_data(self, contrasts: Sequence[float | None]) -> dict[str, Any] | None:
        """Return the findings of a card without problems as JSON, for from_data(). Return None if JSON has no
        place for some of them.

        contrasts: the measured contrast of each text in `on_grounds`; None where it is not measured.
        """
        others = (self.overlong, self.outside, self.over, self.covered, self.without_room, self.flows)
        if any(others) or self.codes or None in contrasts:
            return None
        return {
            "contrast": [*self.low_contrast],
            "lost": [*self.lost],
            "words": [*self.words],
            "pictorial": [*self.pictorial],
            "braces": {name: path[-1] for name, path in self.in_braces.items()},
            "grounds": [
                (box, each.kind, each.least, each.color, each.is_on_picture, each.is_veiled, measured)
                for (box, each), measured in zip(self.on_grounds, contrasts, strict=True)
            ],
        }

    @classmethod
    def from_data(cls, card: Card, data: dict[str, Any]) -> _CardFindings:
        """Return the findings of one card from JSON."""
        found = cls(False)
        for layout, box, column, color, ground, least, is_index in data["contrast"]:
            pair = color_from_data(color), color_from_data(ground)
            found.low_contrast.record(_LowContrast(layout, box, column, *pair, least, is_index), card, None)
        for layout, box, color, ground in data["lost"]:
            found.lost.record((layout, box, color_from_data(color), color_from_data(ground)), card, None)
        for layout, box, word in data["words"]:
            found.words.record((layout, box, word), card, None)
        found.pictorial.update((layout, box) for layout, box in data["pictorial"])
        found.in_braces.update((name, (*card.path, column)) for name, column in data["braces"].items())
        for box, (layout, column), least, color, on_picture, veiled, measured in data["grounds"]:
            about = (least, color_from_data(color), on_picture, veiled, None, measured)
            text = TextOnGround(card, (layout, column), (*card.path, column), *about)
            found.on_grounds.append(_BoxOnGround(box, text))
        return found

    @cached_property
    def _nonempty_shared(self) -> list[tuple[int, SharedFindings[Any, Any]]]:
        """Return (index in `_shared`, findings) for each kind of findings of which this card has any.

        Call this after everything on the card has been found, as the result is cached.
        """
        return [(place, found) for place, found in enumerate(self._shared) if found]

    @property
    def _shared(self) -> tuple[SharedFindings[Any, Any], ...]:
        """Return all findings that several cards may have in common."""
        return (
            *(self.overlong, self.low_contrast, self.outside, self.over, self.covered, self.lost),
            *(self.words, self.without_room, self.flows),
        )


def _all_untitled(pack: Pack) -> bool:
    """Tell whether the pack has lists of cards, and none of their cards has a title."""
    listed = [card for card in pack.cards if card.section == "cards"]
    return bool(pack.lists) and not any(card.texts.get(key) for card in listed for key in ("name", "title"))


#: A word that might be the name of an icon.
_WORD = re.compile(r"[^\W\d_][\w-]+")


def _shows_symbol(name: str, box: Box) -> bool:
    """Tell whether a box shows the column `symbol`, which names icons without braces."""
    shows = choices_of(box.show)
    return any(name == "symbol" if show is None else "symbol" in names_in_braces(show) for show in shows)


def _word_problems_by_place(
    pack: Pack, findings: _CardFindings
) -> Iterator[tuple[tuple[str, str, str], Problem]]:
    """Yield ((layout, box, word), problem) for each word in a box for icons that misspells an icon or lacks
    braces.

    A box is for icons if it shows the column `symbol`, if it shows nothing but icons on another card, or if
    it has no room for a word that is the name of an icon.
    """
    icons = icons_of(pack)
    for key, cases in findings.words.items():
        layout, name, word = key
        box = pack.layout(layout).boxes[name]
        is_symbol, near = (
            _shows_symbol(name, box),
            word if word in icons else closest_word(word, icons.names()),
        )
        # Names of icons are in lower case: a word that begins with a capital may be meant as text.
        is_alike = near is not None and (word[0].islower() or word.lower() == near.lower())
        looks_like_one = is_alike and (layout, name) in findings.pictorial
        without_room = near == word and key in findings.without_room
        if not (is_symbol or looks_like_one or without_room):
            continue
        column, on = _longest_column(name, box, cases.first_case), cases.cards
        if near == word:
            message = f"{column}: {quoted_value(word)} is set as a word where icons stand ({on})"
            hint = f"write {{{word}}} for the icon"
        else:
            message = f"{column}: there is no icon {quoted_value(word)} ({on})"
            hint = nearest_word_hint(word, icons.names())
        yield key, Problem(message, (*cases.first_case.path, column), hint)


def _no_room_problem(pack: Pack, name: str, cases: Cases[BoxPlan]) -> Problem:
    """Return the problem of a text that does not fit in its box; it names all cards with this text."""
    card, plan = cases.first_case, cases.details[0]
    column = _longest_column(name, pack.layout(card.layout).boxes[name], card)
    words = "the last word does" if plan.words_left_over == 1 else f"the last {plan.words_left_over} words do"
    hint = "use fewer words or a larger box"
    if plan.size > LEAST_TYPE:
        hint = f"use fewer words, a larger box, or a smaller `least` (from {LEAST_TYPE:g} pt)"
    on = f" ({cases.cards})" if len(cases.details) > 1 else ""
    message = f"{column}: {words} not fit at {round(plan.size, 1):g} pt{on}"
    return Problem(message, (*card.path, column), hint)


def _check_untitled(pack: Pack, names: Iterable[str]) -> Iterator[Problem]:
    """Report once per list that texts refer to cards without titles."""
    if not (named := ", ".join(f"{{{name}}}" for name in names)):
        return
    first = next(card for card in pack.cards if card.section == "cards")
    place = int(first.path[1])
    columns = [*unshown_columns(pack, place), *first.texts]
    message = f"no card has a title, so texts cannot name any: {shortened_text(named, 100)}"
    heading = _heading_as_written(pack, place, columns[0])
    hint = f"say which column is the title, such as columns: {{title: {heading}}}"
    title = (Suggestion(("cards", str(place), "columns", "title"), json.dumps(heading)),)
    path = ("cards", str(place), pack.lists[place].rows_key)
    yield Problem(message, path, hint, on_key=True, suggestions=title)


def _check_capitals(pack: Pack, paths_by_name: Mapping[str, KeyPath]) -> Iterator[Problem]:
    """Yield warnings for names of icons and cards in texts that differ from the real names in upper and lower
    case only.
    """
    icons = icons_of(pack)
    cards = {card.label.lower(): card.label for card in pack.cards}
    symbols = {name.lower(): name for name in reversed(icons.names())}
    for name, path in paths_by_name.items():
        is_card = name in icons.cards
        meant = (symbols if is_card else cards).get(name.lower(), name)
        if meant != name and meant not in paths_by_name:
            name, meant = f"{{{name}}}", f"{{{meant}}}"
            message = Sentence("{name} shows the icon", name=name)
            hint = Sentence("write {name} for the card", name=meant)
            if is_card:
                message = Sentence("{name} shows the card", name=name)
                hint = Sentence("write {name} for the icon", name=meant)
            yield remark(message, path, hint, "note")


def _check_replaced_colors(
    pack: Pack, replaced_colors: SharedFindings[tuple[str, str, Color, Color], None]
) -> Iterator[Problem]:
    """Yield warnings for colours that were replaced by black or white."""
    for (layout, box, color, ground), cases in replaced_colors.items():
        message = Sentence(
            "{box}: {color} cannot be read on {ground}, so the text is black or white ({cards})",
            box=box,
            color=color.hex,
            ground=ground.hex,
            cards=cases.cards,
        )
        hint = Sentence("choose a colour with more contrast, or give the box one of its own")
        column = _longest_column(box, pack.layout(layout).boxes[box], cases.first_case)
        yield remark(message, (*cases.first_case.path, column), hint, "warning", name="contrast")


def _outside_safe_zone_problem(pack: Pack, layout: str, box: str, cases: Cases[None]) -> Problem:
    """Return the problem of a box whose text reaches out of the safe zone.

    Its place is the box if the pack defines it; for a box of a built-in layout, it is the text of the first
    card.
    """
    message = f"{box}: the text reaches out of the safe zone of {length_text(pack.card.safe)} ({cases.cards})"
    owner = _defining_layout(pack, layout, box)
    if owner is not None:
        path: KeyPath = ("layouts", owner, "boxes", box)
        return Problem(message, path, "move the box inwards, or use fewer words", on_key=True)
    return Problem(message, (*cases.first_case.path, box), "use fewer words")


def _names_of_overlapping_boxes(plans: Sequence[BoxPlan]) -> Iterator[tuple[str, str]]:
    """Yield the names of each two boxes whose texts overlap."""
    written = [(plan.name, plan.label) for plan in plans if plan.label and not plan.words_left_over]
    for place, (name, label) in enumerate(written):
        yield from ((name, other) for other, ink in written[place + 1 :] if label.overlaps(ink))


def _check_box(
    pack: Pack, card: Card, plan: BoxPlan, label: Label, findings: _CardFindings
) -> Iterator[Problem]:
    """Yield the problems of the text in a box: unknown icons, wrong markup, missing room, low contrast and
    the like.
    """
    box = pack.layout(card.layout).boxes[plan.name]
    is_back = any(card is each for each in pack.backs_in_boxes.values())
    blank = pack.card.seen_from_back if is_back else pack.card
    column = _longest_column(plan.name, box, card)
    path = (*card.path, column)
    yield from _check_braces(pack, column, plan, path, findings)
    if "{." in plan.content:
        # Those that the box shows itself have their problem there.
        own = markdown.style_names(chosen_value(box.show, card.values) or "")
        styles = (each for each in markdown.style_names(plan.content) if each not in own)
        yield from _unknown_style_problems(pack, styles, path, f"{column}: ")
    yield from _check_closed_markup(column, plan.content, path)
    if _WORD.fullmatch(plan.content) and (box.type is None or _shows_symbol(plan.name, box)):
        findings.words.record((card.layout, plan.name, plan.content), card, None)
    if plan.words_left_over:
        findings.without_room.record((card.layout, plan.name, plan.content), card, plan)
    elif not is_safe(blank, label, plan.outline):
        findings.outside.record((card.layout, plan.name), card, None)
    if plan.replaced_color and plan.ground is not None:
        findings.lost.record((card.layout, plan.name, plan.replaced_color, plan.ground), card, None)


#: The name in messages of a suit's small index, which lies under all boxes.
SMALL_INDEX = Sentence("the small index")


class _CoveredText(NamedTuple):
    """A text, and the items of one box that are painted over it."""

    label: Label
    items: tuple[Item, ...]


def _record_legibility(
    pack: Pack, card: Card, plans: Sequence[BoxPlan], ground: Iterable[Item], findings: _CardFindings
) -> None:
    """Record the texts of a card that opaque items cover, and those whose contrast is too low or unknown.

    plans: of the card's boxes. ground: the items that cover the card below all boxes.
    """
    layers = [Layer((item,), item if isinstance(item, Label) else None) for item in ground]
    owners: list[BoxPlan | None] = [None] * len(layers)
    for plan in plans:
        for items in plan.ends:
            text = _first_text_label(items) if plan.label else None
            layers.append(Layer(items, text, plan.under_letters if text else 0))
            owners.append(plan)
    boxes = pack.layout(card.layout).boxes
    for writing in labels_in_context(flat_layers(layers)):
        owner = owners[writing.layer]
        name = owner.name if owner else SMALL_INDEX
        veils: list[Item] = []
        for place, items in writing.over:
            other = owners[place]
            over = (card.layout, name, other.name if other else SMALL_INDEX)
            opaque = tuple(item for item in items if not is_multiplied(item))
            if opaque and (owner is None or not owner.words_left_over):
                findings.covered.record(over, card, _CoveredText(writing.label, opaque))
            if not _may_cover(boxes, *over[1:]):
                veils += filter(is_transparent, items)
        if owner is not None:
            _record_contrast(pack, card, owner, writing._replace(translucent_above=tuple(veils)), findings)


def _may_cover(boxes: Mapping[str, Box], *names: str) -> bool:
    """Tell whether any of the named boxes states `allow: [covered]`. Names without a box are ignored."""
    return any("covered" in (boxes[name].allow or ()) for name in names if name in boxes)


def _first_text_label(items: Sequence[Item]) -> Label | None:
    """Return the label with the text of a box; None if it has only icons. Labels of small cards
    come later.
    """
    text = next((item for item in flat_items(items) if isinstance(item, Label)), None)
    return text if text and text.runs else None


def _record_contrast(
    pack: Pack, card: Card, plan: BoxPlan, writing: LabelInContext, findings: _CardFindings
) -> None:
    """Record a text whose contrast is too low, or must be measured because its ground has several colours."""
    label, ground = writing.label, writing.ground
    box = pack.layout(card.layout).boxes[plan.name]
    least = LARGE_CONTRAST if label.role == "large" else SMALL_CONTRAST
    if ground is None:
        column = _longest_column(plan.name, box, card)
        standing = TextOnGround.of(writing, card, (card.layout, column), (*card.path, column), least)
        findings.on_grounds.append(_BoxOnGround(plan.name, standing))
    elif contrast_ratio(label.color, ground) < least:
        is_index = (
            pack.text_type(chosen_value(box.type, card.values) or default_type(plan.name)).font == "index"
        )
        column = _longest_column(plan.name, box, card)
        key = _LowContrast(card.layout, plan.name, column, label.color, ground, least, is_index)
        findings.low_contrast.record(key, card, None)


def _covered_boxes_with_problems(
    pack: Pack, findings: _CardFindings
) -> Iterator[tuple[str, str, str, Problem | None]]:
    """Yield (layout, box of the text, covering box, problem) for each two boxes of which one covers the text
    of the other.

    The covering box hides the text by its ground, a picture or its own text. The problem is None if at least
    one of both boxes allows this.
    """
    asked = [(each.label, each.items) for cases in findings.covered.values() for each in cases.details]
    shares = iter(covered_shares(asked))
    for (layout, one, other), cases in findings.covered.items():
        covered = Cases[float]()
        for card, _ in cases:
            share = next(shares)
            if share > COVERED:
                covered.add(card, share)
        allowed = _may_cover(pack.layout(layout).boxes, one, other)
        if covered:
            problem = None if allowed else _covered_problem(pack, layout, one, other, covered)
            yield layout, one, other, problem


def _covered_problem(pack: Pack, layout: str, one: str, other: str, covered: Cases[float]) -> Problem:
    """Return the problem of a covered text.

    Its place is the covering box if the pack defines it, else the box of the text, else the text of the first
    card.
    """
    share = max(covered.details)
    part = "all" if share > 0.995 else f"{100 * share:.0f} %"
    message = f"{one}: {part} of the text is covered by the box {quoted_value(other)} ({covered.cards})"
    hint = "move one of them"
    suggestions = [_box_suggestion(pack, layout, other, "allow", "[covered]")]
    if one != other and one in pack.layout(layout).boxes:
        hint = f"{hint}, write below: {one} at {other}"
        suggestions.insert(0, _box_suggestion(pack, layout, other, "below", one))
    hint = f"{hint}, or accept it with allow: [covered] at {other}"
    for name in (other, one):
        owner = _defining_layout(pack, layout, name)
        if owner is not None:
            path = ("layouts", owner, "boxes", name)
            return Problem(message, path, hint, on_key=True, name="covered", suggestions=tuple(suggestions))
    return Problem(message, covered.first_case.path, hint, name="covered", suggestions=tuple(suggestions))


def _box_suggestion(pack: Pack, layout: str, box: str, key: str, value: str) -> Suggestion:
    """Return the suggestion of a value (as YAML) for a key of a box; a built-in layout becomes the pack's."""
    if layout in pack.layouts:
        owner = _defining_layout(pack, layout, box) or layout
        return Suggestion(("layouts", owner, "boxes", box, key), value)
    return Suggestion(("layouts", layout), f"{{extends: {layout}, boxes: {{{box}: {{{key}: {value}}}}}}}")


def _defining_layout(pack: Pack, layout: str, box: str) -> str | None:
    """Return the first layout, from `layout` on to those that it extends, in which the pack defines the box.

    None if the pack does not define the box: it comes from a built-in layout.
    """
    among: set[str] = set()
    while layout in pack.layouts and layout not in among:
        if box in pack.layouts[layout].boxes:
            return layout
        among.add(layout)
        layout = pack.layouts[layout].extends or ""
    return None


def _check_braces(
    pack: Pack, column: str, plan: BoxPlan, path: KeyPath, findings: _CardFindings
) -> Iterator[Problem]:
    """Check that each name in braces is an icon or a card, and that the text is large enough for the cards
    named in it.
    """
    if "{" not in plan.content:
        return
    icons, names = icons_of(pack), dict.fromkeys(markdown.icon_names(plan.content))
    for name in names:
        if name in icons:
            findings.in_braces.setdefault(name, path)
        elif findings.all_untitled:
            findings.untitled[name] = None
        else:
            yield _unknown_name_problem(pack, f"{column}: ", name, icons, path)
    if plan.size < CHIP_TYPE - 0.01 and any(name in icons.cards for name in names):
        message = f"{column}: at {round(plan.size, 1):g} pt the cards in this text are too small to be read"
        yield Problem(message, path, f"use fewer words or a larger box: they need {CHIP_TYPE:g} pt")


def _check_codes(pack: Pack, card: Card, plan: BoxPlan, findings: _CardFindings) -> Iterator[Problem]:
    """Check that the QR codes of a box are not too long, and large enough to be read by a phone.

    Only the first card of each layout with such a code is reported.
    """
    owner = _defining_layout(pack, card.layout, plan.name)
    path: KeyPath = ("layouts", owner, "boxes", plan.name) if owner else (*card.path, plan.name)
    for name in dict.fromkeys(each for each in markdown.icon_names(plan.content) if is_qr_code(each)):
        if not modules_across(name):
            findings.codes.add((card.layout, plan.name))
            message = f"{card.label}: the text of a QR code is longer than {MOST_CHARACTERS} characters"
            yield Problem(message, path, "shorten it, or use a shorter address that leads there")
    small = [(name, high / modules_across(name)) for name, high in plan.codes if modules_across(name)]
    name, module = min(small, key=lambda each: each[1], default=("", LEAST_MODULE))
    if module < LEAST_MODULE - 0.001:
        findings.codes.add((card.layout, plan.name))
        message = Sentence(
            "the modules of a QR code are {size} wide; many phones do not read them under {least}",
            size=Figure(f"{module / MM:.2f} mm"),
            least=Figure(f"{LEAST_MODULE / MM:g} mm"),
        )
        hint = Sentence(
            "make its box at least {side} wide and high, or shorten its text",
            side=Figure(f"{ceil(modules_across(name) * LEAST_MODULE / MM)} mm"),
        )
        yield remark(message, path, hint, on_key=True, name="code")


def _unknown_name_problem(pack: Pack, place: str, name: str, icons: Icons, path: KeyPath) -> Problem:
    """Return the problem of a name in braces that is no icon, and the name of no card or of several."""
    if name.startswith("."):
        message = f"{place}there are no words in brackets before {quoted_value(f'{{{name}}}')}"
        return Problem(message, path, f"write them there, such as [words]{{{name}}}")
    several = pack.cards_in_text.get(name, [])
    if several:
        message = f"{place}{len(several)} cards are called {quoted_value(name)}"
        return Problem(message, path, f"name one of them by its id, such as {{{several[0].id}}}")
    message = f"{place}there is no icon and no card {quoted_value(name)}"
    heads = {head.lower() for each in pack.lists for head in each.columns.values()}
    if name in heads or any(name in card.values for card in pack.cards):
        return Problem(
            message, path, "columns are filled in by what a box shows (`show`), not in a card's text"
        )
    cards = pack.cards[:200]
    labels = [name for card in cards for name in (card.label, *card.names_by_language.values())]
    near = icons.nearest_name_hint(name, labels)
    hint = (
        Sentence("did you mean {word}?", word=repr(near))
        if near
        else nearest_word_hint(name, [*icons.names(), *labels])
    )
    return Problem(message, path, hint, name="no-icon")


def check_text_face(pack: Pack, card: Card, text: str) -> Iterator[Problem]:
    """Check that the markup of an extra's text is closed and that its icons exist."""
    icons, path = icons_of(pack), (*card.path, "text")
    yield from _check_closed_markup("text", text, path)
    yield from _unknown_style_problems(pack, markdown.style_names(text), path)
    for name in dict.fromkeys(markdown.icon_names(text)):
        if name not in icons:
            lost = _unknown_name_problem(pack, "", name, icons, path)
            message = f"{lost.message}, so the text is printed on the card as it is"
            yield lost._replace(message=message, severity="warning", name="")


def _check_closed_markup(column: str, content: str, path: KeyPath) -> Iterator[Problem]:
    """Yield a warning for the first asterisk or brace in a text that opens markup and is not closed."""
    mark = markdown.first_unclosed_mark(content) if "*" in content or "{" in content else ""
    if mark:
        message = Sentence(
            "{column}: {mark} is not closed, so it is printed on the card as it is",
            column=column,
            mark=quoted_value(mark),
        )
        hint = Sentence("close it, or write {mark} to print it as it is", mark=f"\\{mark[0]}")
        yield remark(message, path, hint, "warning")


class _LowContrast(NamedTuple):
    """A box whose text has too little contrast with its ground, on any number of cards."""

    layout: str
    box: str
    column: str
    color: Color
    ground: Color
    least: float
    is_index: bool


def _check_contrast(low_contrast: SharedFindings[_LowContrast, None]) -> Iterator[Problem]:
    """Report each text with too little contrast once, at its first card."""
    for found, cases in low_contrast.items():
        measured = contrast_ratio(found.color, found.ground)
        message = Sentence(
            "{box}: the contrast of the text to its ground is {contrast} ({cards})",
            box=found.column,
            contrast=Figure(f"{measured:.1f}"),
            cards=cases.cards,
        )
        hint = Sentence(
            "{color} on {ground} needs {least} or more",
            color=found.color.hex,
            ground=found.ground.hex,
            least=Figure(f"{found.least:g}"),
        )
        severity: Severity = "error" if found.is_index and measured < LARGE_CONTRAST else "warning"
        yield remark(message, (*cases.first_case.path, found.column), hint, severity, name="contrast")


def _longest_column(name: str, box: Box, card: Card) -> str:
    """Return the column that a box shows, for messages. If the box shows several columns, return the one with
    the longest text on the card.
    """
    show = chosen_value(box.show, card.values)
    if show is None:
        return name
    named = [column for column in names_in_braces(show) if column in card.values]
    return max(named, key=lambda column: len(card.values[column]), default=name)
