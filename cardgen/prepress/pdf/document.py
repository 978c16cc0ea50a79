"""Opens any PDF for inspection: its pages, boxes and resources.

Nothing is repaired: missing and damaged parts stay as they are, or are listed in `faults` for the rules.
"""

from __future__ import annotations

import hashlib
import io
import logging
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ...geometry import Rect
from .limits import (
    MOST_DEPTH,
    MOST_FILE,
    MOST_KEPT,
    MOST_OBJECTS,
    MOST_PAGES,
    MOST_STREAM,
    MOST_UNPACKED,
    Unreadable,
    can_limit,
    qpdf_limits,
)
from .streams import unpack_stream, verify_object_stream_size

T = TypeVar("T")

BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
#: Attributes that pages inherit (ISO 32000-1, 7.7.3.4).
_INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
#: Receives pikepdf's warnings about damaged files, to keep them from the terminal: the rules report damage.
_UNSAID = logging.NullHandler()
_HEADER = re.compile(rb"%PDF-(\d\.\d)")


class EncryptedDocument(Exception):  # noqa: N818 - it says what it is
    """The file cannot be opened without a password."""


@dataclass(frozen=True)
class DocumentPage:
    """One page. Boxes are in points, upright, as they are in the file; None if missing."""

    number: int
    #: The page's own dictionary, from pikepdf.
    obj: Any
    media: Rect | None
    crop: Rect | None
    bleed: Rect | None
    trim: Rect | None
    art: Rect | None
    #: The names of boxes that exist but are not rectangles.
    broken: tuple[str, ...]
    rotate: object
    user_unit: float
    #: Its own or inherited resource dictionary; empty if there is none.
    resources: Any

    @property
    def cut_box(self) -> Rect | None:
        """Return the rectangle to which the page is cut; None if it has no box at all.

        That is its trim box, or the box that replaces a missing one (ISO 32000-1, 14.11.2).
        """
        return self.trim or self.art or self.crop or self.media

    @property
    def bleed_or_cut_box(self) -> Rect | None:
        """Return the rectangle that art should fill: the bleed box, or the cut box if there is none."""
        return self.bleed or self.cut_box


@dataclass
class PdfDocument:
    """An open PDF, with the faults and facts that preflight rules record for the report."""

    data: bytes
    pdf: Any
    #: Faults of the file's own structure, in plain words.
    faults: list[str] = field(default_factory=list)
    #: Findings of rules that passed, in plain words with figures; rules append to it.
    facts: list[str] = field(default_factory=list)
    #: What a rule did not judge, and why, though the file may be good.
    unjudged: list[str] = field(default_factory=list)
    #: The same as figures by name, for machine-readable reports.
    figures: dict[str, Any] = field(default_factory=dict)
    #: Time for drawing the pages drawn so far, above what any page may take, in microseconds; and their
    #: number.
    drawing_time: float = 0.0
    pages_drawn: int = 0
    _left: int = MOST_UNPACKED
    #: Called with the progress of long work.
    tell: Callable[[int, int], None] = lambda done, of: None
    #: Unpacked streams, the oldest first; their total size; and the streams that were ever unpacked.
    _contents: dict[tuple[int, int], bytes] = field(default_factory=dict)
    _kept: int = 0
    _counted: set[tuple[int, int]] = field(default_factory=set)
    _known: dict[tuple[object, ...], tuple[object, Any]] = field(default_factory=dict)

    # --- the file -------------------------------------------------------------------------------

    @cached_property
    def header_version(self) -> str | None:
        """Return the version in the file's header, such as "1.4"; None if it has no such header."""
        match = _HEADER.match(self.data)
        return match[1].decode() if match else None

    @cached_property
    def catalog(self) -> Any:
        """Return the catalog; an empty dictionary if there is none."""
        return as_dictionary(self.pdf.trailer.get("/Root"))

    @cached_property
    def information(self) -> Any:
        """Return the document information dictionary; an empty one if there is none."""
        return as_dictionary(self.pdf.trailer.get("/Info"))

    def unpack_stream(self, stream: Any) -> bytes:
        """Return the unpacked bytes of a stream.

        The latest ones are cached: use it for content streams and small objects, not for pictures. Raises
        Unreadable if the stream is damaged, or all unpacked streams together exceed the limit.
        """
        key = stream.objgen
        if key in self._contents:
            self._contents[key] = self._contents.pop(key)
            return self._contents[key]
        data = unpack_stream(stream, MOST_STREAM if key in self._counted else min(self._left, MOST_STREAM))
        if key not in self._counted:
            self._counted.add(key)
            self._left -= len(data)
        self._contents[key] = data
        self._kept += len(data)
        while self._kept > MOST_KEPT and len(self._contents) > 1:
            self._kept -= len(self._contents.pop(next(iter(self._contents))))
        return data

    def cached_result(self, compute: Callable[..., T], *more: object) -> T:
        """Call a function with this file and further arguments; return its result.

        The function is called once for each combination of arguments, which are compared by identity; later
        calls return the same result.
        """
        # The objects are kept with their ids, so that no other object gets the same id.
        key = (compute, *map(id, more))
        if key not in self._known:
            self._known[key] = more, compute(self, *more)
        found: T = self._known[key][1]
        return found

    # --- pages ----------------------------------------------------------------------------------

    @cached_property
    def pages(self) -> list[DocumentPage]:
        """Return the pages in order.

        Raises Unreadable if there are none or too many, or if the page tree has a cycle.
        """
        found = [
            self._make_page(number, *pdf_page) for number, pdf_page in enumerate(self._page_dictionaries(), 1)
        ]
        if not found:
            raise Unreadable("there are no pages in it")
        named = [page.obj.objgen for page in found]
        if len(set(named)) < len(named):
            self.faults.append("a page is named twice in the list of pages")
        return found

    def _page_dictionaries(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield the page dictionaries in order, each with the attributes that it inherits."""
        import pikepdf

        waiting: list[tuple[Any, dict[str, Any], int]] = [(self.catalog.get("/Pages"), {}, 0)]
        seen, pages = set(), 0
        while waiting:
            node, above, depth = waiting.pop()
            if not isinstance(node, pikepdf.Dictionary):
                self.faults.append("the list of pages names something that is not a page")
                continue
            kids = node.get("/Kids")
            if not isinstance(kids, pikepdf.Array):
                pages += 1
                if pages > MOST_PAGES:
                    raise Unreadable(f"it has more than {MOST_PAGES:,} pages")
                yield node, above
                continue
            if node.objgen in seen or depth > MOST_DEPTH or len(kids) > MOST_PAGES:
                raise Unreadable("its list of pages runs in circles or is far too long")
            seen.add(node.objgen)
            own = {key: node[key] for key in _INHERITED if key in node}
            waiting += [(kid, {**above, **own}, depth + 1) for kid in reversed(list(kids))]

    def _make_page(self, number: int, node: Any, above: dict[str, Any]) -> DocumentPage:
        """Return a page from its dictionary. number: from 1. above: its inherited attributes."""
        unit = _number_or(node.get("/UserUnit"), 1.0)
        raw = {key: node.get(key, above.get(key) if key in _INHERITED else None) for key in BOXES}
        rects = {key: read_rectangle(box, unit) for key, box in raw.items()}
        broken = tuple(key[1:] for key in BOXES if raw[key] is not None and rects[key] is None)
        media, crop, bleed, trim, art = (rects[key] for key in BOXES)
        return DocumentPage(
            number=number,
            obj=node,
            media=media,
            crop=crop,
            bleed=bleed,
            trim=trim,
            art=art,
            broken=broken,
            rotate=node.get("/Rotate", above.get("/Rotate")),
            user_unit=unit,
            resources=as_dictionary(node.get("/Resources", above.get("/Resources"))),
        )

    def page_content(self, page: DocumentPage) -> bytes:
        """Return the content of a page: its unpacked streams, joined by line ends (ISO 32000-1, 7.8.2).

        Raises Unreadable if the content is damaged or not stored as streams.
        """
        import pikepdf

        found = page.obj.get("/Contents")
        parts = list(found) if isinstance(found, pikepdf.Array) else [] if found is None else [found]
        if len(parts) > MOST_PAGES or not all(isinstance(part, pikepdf.Stream) for part in parts):
            raise Unreadable(f"the content of page {page.number} is not stored correctly")
        if len(parts) == 1:
            return self.unpack_stream(parts[0])
        return b"\n".join(self.unpack_stream(part) for part in parts)

    def drawing_digest(self, page: DocumentPage) -> bytes:
        """Return a digest of a page's content, resources and boxes: equal digests mean equal looks."""
        digest = hashlib.sha256(self.page_content(page))
        resources = page.resources.unparse()
        digest.update(resources if isinstance(resources, bytes) else str(resources).encode())
        frame = (page.media, page.crop, page.bleed, page.trim, page.art, str(page.rotate), page.user_unit)
        digest.update(repr(frame).encode())
        return digest.digest()

    # --- resources ------------------------------------------------------------------------------

    @cached_property
    def used_resources(self) -> tuple[UsedResource, ...]:
        """Return all resources that pages use, directly or through other resources, each object once.

        Raises Unreadable if they are nested more deeply, or are more numerous, than in any press file.
        """
        return tuple(used_resources([(page.number, page.obj, page.resources) for page in self.pages]))

    def resources_of_kinds(self, *kinds: str) -> list[UsedResource]:
        """Return the resources of these kinds that pages use. kinds: as in UsedResource.kind."""
        return [each for each in self.used_resources if each.kind in kinds]


def dictionary_entry(holder: Any, key: str) -> Any:
    """Return an entry of a dictionary or a stream; None if the object is neither, or has no such entry."""
    import pikepdf

    return holder.get(key) if isinstance(holder, pikepdf.Dictionary | pikepdf.Stream) else None


def array_items(value: Any) -> list[Any]:
    """Return the items of a PDF array; an empty list for any other object."""
    import pikepdf

    return list(value) if isinstance(value, pikepdf.Array) else []


def as_dictionary(value: Any) -> Any:
    """Return the object if it is a dictionary; otherwise an empty one."""
    import pikepdf

    return value if isinstance(value, pikepdf.Dictionary) else pikepdf.Dictionary()


def _number_or(value: Any, default: float) -> float:
    """Return a PDF number as a float; the default if the object is not a finite number."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return default
    return found if math.isfinite(found) else default


def read_rectangle(box: Any, points_per_unit: float, accepts_empty: bool = False) -> Rect | None:
    """Return the rectangle of a PDF array of four numbers, in points; None if it is not a valid one.

    The corners may be in any order (ISO 32000-1, 7.9.5). points_per_unit: the page's UserUnit, the points in
    its unit of length. accepts_empty: whether a line or a point is valid.
    """
    import pikepdf

    if not isinstance(box, pikepdf.Array) or len(box) != 4:
        return None
    sides = [_number_or(side, math.nan) * points_per_unit for side in box]
    if not all(math.isfinite(side) and abs(side) < 1e7 for side in sides):
        return None
    x0, x1 = sorted(sides[::2])
    y0, y1 = sorted(sides[1::2])
    return Rect(x0, y0, x1 - x0, y1 - y0) if accepts_empty or (x1 > x0 and y1 > y0) else None


@contextmanager
def open_document(data: bytes) -> Iterator[PdfDocument]:
    """Open a PDF for a `with` block.

    Raises Unreadable if the data are no PDF or exceed a limit, and EncryptedDocument if they need a password.
    """
    import pikepdf

    if len(data) > MOST_FILE:
        raise Unreadable(f"it is larger than any press file ({MOST_FILE >> 20} MiB at most)")
    if not can_limit() and b"/ObjStm" in data:
        raise Unreadable(
            "its objects are compressed, and the installed pikepdf cannot decompress them safely"
        )
    logging.getLogger("pikepdf").addHandler(_UNSAID)
    with qpdf_limits():
        try:
            pdf = pikepdf.open(io.BytesIO(data), inherit_page_attributes=False)
        except pikepdf.PasswordError as error:
            raise EncryptedDocument from error
        except Exception as error:
            raise Unreadable("it is damaged, or is not a PDF") from error
        with pdf:
            verify_object_stream_size(pdf)
            yield PdfDocument(data, pdf)


# --- what pages draw with -------------------------------------------------------------------------


class UsedResource(NamedTuple):
    """A resource that a page uses, or a part of one, with its path."""

    #: font, image, form, pattern, shading, graphics state, color space, layer, annotation, or object
    kind: str
    #: The first page that uses it.
    page: int
    #: Such as "form Fm0 > font F1".
    where: str
    thing: Any


#: A part of an object: its kind, its name, and the object.
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


def used_resources(pages: list[tuple[int, Any, Any]]) -> Iterator[UsedResource]:
    """Yield the resources that pages and their annotations use, each object once.

    pages: number, page dictionary and resource dictionary of each. Raises Unreadable if resources are nested
    more deeply, or are more numerous, than in any press file.
    """
    seen: set[tuple[str, tuple[int, int]]] = set()
    count = 0
    for number, page, resources in pages:
        waiting = [(*part, "", 0) for part in (*_annotations(page), ("resources", "", resources))]
        while waiting:
            kind, name, thing, way, depth = waiting.pop()
            count += 1
            if count > MOST_OBJECTS or depth > MOST_DEPTH:
                raise Unreadable("it draws far more content, or nests it far deeper, than a press file needs")
            if not _add_to_seen(kind, thing, seen):
                continue
            if kind in _KINDS or kind == "resources":
                parts, where = _resource_entries(kind, thing), way
            else:
                where = f"{way}{name}"
                yield UsedResource(kind, number, where, thing)
                parts, where = _INSIDE.get(kind, lambda _: iter(()))(thing), f"{where} > "
            waiting += [(*part, where, depth + 1) for part in reversed(list(parts))]


def _add_to_seen(kind: str, pdf_object: Any, seen: set[tuple[str, tuple[int, int]]]) -> bool:
    """Add an object to `seen`; return whether it was not there as this kind.

    Direct objects are not added: for them it is always True.
    """
    import pikepdf

    if not isinstance(pdf_object, pikepdf.Object):
        return False
    if not pdf_object.is_indirect:
        return True
    key = (kind, pdf_object.objgen)
    if key in seen:
        return False
    seen.add(key)
    return True


def _resource_entries(category: str, holder: Any) -> Iterator[_Part]:
    """Yield the categories of a resource dictionary, or the entries of one category, as parts.

    category: "resources" for the whole dictionary, or a key such as "/Font".
    """
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


def _parts_of_form(form: Any) -> Iterator[_Part]:
    """Yield the resources of a form, or of a Type 3 font."""
    yield "resources", "", dictionary_entry(form, "/Resources")


def _parts_of_image(image: Any) -> Iterator[_Part]:
    """Yield the masks and the alternates of an image."""
    import pikepdf

    for key, name in (("/SMask", "soft mask"), ("/Mask", "mask")):
        if isinstance(dictionary_entry(image, key), pikepdf.Stream):
            yield "image", name, image[key]
    for other in array_items(dictionary_entry(image, "/Alternates")):
        yield "image", "alternate", dictionary_entry(other, "/Image")


def _parts_of_pattern(pattern: Any) -> Iterator[_Part]:
    """Yield the objects that a pattern uses: its resources, its shading and its graphics state."""
    yield "resources", "", dictionary_entry(pattern, "/Resources")
    yield "shading", "shading", dictionary_entry(pattern, "/Shading")
    yield "graphics state", "graphics state", dictionary_entry(pattern, "/ExtGState")


def _parts_of_state(state: Any) -> Iterator[_Part]:
    """Yield the font and the soft mask that a graphics state sets."""
    yield from (("font", "font", font) for font in array_items(dictionary_entry(state, "/Font"))[:1])
    yield "form", "soft mask", dictionary_entry(dictionary_entry(state, "/SMask"), "/G")


def _annotations(page: Any) -> Iterator[_Part]:
    """Yield the annotations of a page, each named by its place and its type."""
    for place, note in enumerate(array_items(page.get("/Annots")), 1):
        what = str(dictionary_entry(note, "/Subtype") or "of no kind").lstrip("/")
        yield "annotation", f"annotation {place} ({what})", note


def _parts_of_annotation(annotation: Any) -> Iterator[_Part]:
    """Yield the appearance streams of an annotation: one of each kind, or one for each state (12.5.5)."""
    import pikepdf

    for look in as_dictionary(dictionary_entry(annotation, "/AP")).values():
        if isinstance(look, pikepdf.Stream):
            yield "form", "appearance", look
        elif isinstance(look, pikepdf.Dictionary):
            yield from (("form", "appearance", state) for state in look.values())


_INSIDE: dict[str, Callable[[Any], Iterator[_Part]]] = {
    "form": _parts_of_form,
    "image": _parts_of_image,
    "pattern": _parts_of_pattern,
    "font": _parts_of_form,
    "graphics state": _parts_of_state,
    "annotation": _parts_of_annotation,
}
