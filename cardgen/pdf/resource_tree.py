"""All that pages draw with, in whatever it is nested: forms, patterns, fonts, masks, annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .limits import MOST_DEPTH, MOST_OBJECTS, Unreadable


class Used(NamedTuple):
    """Something that a page draws with, or a part of it, and the way to it."""

    #: font, image, form, pattern, shading, graphics state, color space, layer, annotation, or object
    kind: str
    #: The first page that it was met on.
    page: int
    #: Such as "form Fm0 > font F1".
    where: str
    thing: Any


#: A part of something: what kind it is, what to call it, and the thing itself.
_Part = tuple[str, str, Any]

#: The kinds of resources (ISO 32000-1, 7.8.3).
_KINDS = {
    "/Font": "font",
    "/XObject": "object",
    "/Pattern": "pattern",
    "/Shading": "shading",
    "/ExtGState": "graphics state",
    "/ColorSpace": "color space",
    "/Properties": "layer",
}


def reached(pages: list[tuple[int, Any, Any]]) -> Iterator[Used]:
    """What pages (number, dictionary, resources) and their annotations draw with, each object once.

    Raises Unreadable where it is nested or numerous beyond all press files.
    """
    seen: set[tuple[str, tuple[int, int]]] = set()
    count = 0
    for number, page, resources in pages:
        waiting = [(*part, "", 0) for part in (*_annotations(page), ("resources", "", resources))]
        while waiting:
            kind, name, thing, way, depth = waiting.pop()
            count += 1
            if count > MOST_OBJECTS or depth > MOST_DEPTH:
                raise Unreadable("far more, or nested far deeper, than a press file can need is drawn in it")
            if not _is_new(kind, thing, seen):
                continue
            if kind in _KINDS or kind == "resources":
                parts, where = _entries(kind, thing), way
            else:
                where = f"{way}{name}"
                yield Used(kind, number, where, thing)
                parts, where = _INSIDE.get(kind, _nothing)(thing), f"{where} > "
            waiting += [(*part, where, depth + 1) for part in reversed(list(parts))]


def _is_new(kind: str, thing: Any, seen: set[tuple[str, tuple[int, int]]]) -> bool:
    """Whether it is something that was not met before as the same kind; what has no number always is."""
    import pikepdf

    if not isinstance(thing, pikepdf.Object):
        return False
    if not thing.is_indirect:
        return True
    key = (kind, thing.objgen)
    if key in seen:
        return False
    seen.add(key)
    return True


def _nothing(_: Any) -> Iterator[_Part]:
    yield from ()


def _entries(category: str, holder: Any) -> Iterator[_Part]:
    """The categories of a resource dictionary, or the entries of one category."""
    import pikepdf

    if not isinstance(holder, pikepdf.Dictionary):
        return
    if category == "resources":
        yield from ((key, "", holder[key]) for key in _KINDS if key in holder)
        return
    for name, thing in holder.items():
        kind = _KINDS[category]
        if kind == "object" and isinstance(thing, pikepdf.Stream):
            kind = {"/Image": "image", "/Form": "form"}.get(str(thing.get("/Subtype")), kind)
        yield kind, f"{kind} {name.lstrip('/')}", thing


def _get(holder: Any, key: str) -> Any:
    """An entry of a dictionary or a stream; nothing where it is neither, or has none."""
    import pikepdf

    return holder.get(key) if isinstance(holder, pikepdf.Dictionary | pikepdf.Stream) else None


def _in_form(form: Any) -> Iterator[_Part]:
    yield "resources", "", _get(form, "/Resources")


def _in_image(image: Any) -> Iterator[_Part]:
    import pikepdf

    for key, name in (("/SMask", "soft mask"), ("/Mask", "mask")):
        if isinstance(_get(image, key), pikepdf.Stream):
            yield "image", name, image[key]
    others = _get(image, "/Alternates")
    for other in others if isinstance(others, pikepdf.Array) else ():
        yield "image", "alternate", _get(other, "/Image")


def _in_pattern(pattern: Any) -> Iterator[_Part]:
    yield "resources", "", _get(pattern, "/Resources")
    yield "shading", "shading", _get(pattern, "/Shading")
    yield "graphics state", "graphics state", _get(pattern, "/ExtGState")


def _in_state(state: Any) -> Iterator[_Part]:
    import pikepdf

    font = _get(state, "/Font")
    if isinstance(font, pikepdf.Array) and len(font):
        yield "font", "font", font[0]
    yield "form", "soft mask", _get(_get(state, "/SMask"), "/G")


def _annotations(page: Any) -> Iterator[_Part]:
    import pikepdf

    notes = page.get("/Annots")
    for place, note in enumerate(notes if isinstance(notes, pikepdf.Array) else (), 1):
        what = str(_get(note, "/Subtype") or "of no kind").lstrip("/")
        yield "annotation", f"annotation {place} ({what})", note


def _in_annotation(note: Any) -> Iterator[_Part]:
    """Its appearances (ISO 32000-1, 12.5.5): streams, or a stream for each state."""
    import pikepdf

    looks = _get(note, "/AP")
    for look in looks.values() if isinstance(looks, pikepdf.Dictionary) else ():
        if isinstance(look, pikepdf.Stream):
            yield "form", "appearance", look
        elif isinstance(look, pikepdf.Dictionary):
            yield from (("form", "appearance", state) for state in look.values())


_INSIDE: dict[str, Callable[[Any], Iterator[_Part]]] = {
    "form": _in_form,
    "image": _in_image,
    "pattern": _in_pattern,
    "font": _in_form,
    "graphics state": _in_state,
    "annotation": _in_annotation,
}
