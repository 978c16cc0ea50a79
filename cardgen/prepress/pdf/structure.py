"""Tagged PDF: a file's logical structure, for screen readers and for copying text.

A tree of elements (headings, paragraphs, lists, tables, figures) is in reading order. While pages are drawn,
parts of their content are assigned to elements; the rest is an artifact, such as a page number. ISO 32000-1,
14.7 (structure) and 14.8 (tagged PDF). ReportLab does not support tags.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from struct import pack
from typing import Any, NamedTuple

from ...text.reportlab_parts import (
    add_catalog_entries,
    add_object,
    add_page_entries,
    annotation_name,
    document_of,
    highest_object_number,
    object_numbers,
    page_numbers,
    pages_of,
)
from .pdfx import pdf_text_string

#: Begins an artifact; one of a page's head or foot.
ARTIFACT = "/Artifact BMC"
PAGINATION = {side: f"/Artifact <</Type/Pagination/Subtype/{side}>> BDC" for side in ("Header", "Footer")}

#: Matches ReportLab's cross-reference table, the trailer's entries, and the table's offset.
_TABLE = re.compile(rb"xref\n0 \d+\n(.*?)trailer\n<<(.*)/Size \d+\n>>\nstartxref\n(\d+)\n%%EOF\n", re.DOTALL)


class ContentReference(NamedTuple):
    """A marked part of a page: the page, from 0, and the part's MCID."""

    page: int
    number: int


class LinkReference(NamedTuple):
    """A link on a page: the page, from 0, and the link's number in the file."""

    page: int
    number: int


class StructureElement:
    """A structure element, of a type such as "P" or "Table" (ISO 32000-1, 14.8.4).

    It contains either other elements or text, in which there may be links.
    """

    __slots__ = ("alt", "attributes", "kids", "kind", "language", "link", "name", "number", "parent", "said")

    def __init__(
        self,
        kind: str,
        parent: StructureElement | None = None,
        *,
        place: int | None = None,
        attributes: str = "",
        alt: str = "",
        replacement_text: str = "",
        language: str = "",
        name: str = "",
        link: str = "",
    ) -> None:
        """Create an element in a parent, at an index among its kids or after them.

        attributes: the contents of the attribute dictionary, such as "/O/Table/Scope/Column". alt: the
        alternate text. replacement_text: text to read in place of the content. language: that of
        `replacement_text`, if not the book's. name: an identifier, required for notes. link: the target of a
        link.
        """
        self.kind, self.attributes, self.alt, self.said = kind, attributes, alt, replacement_text
        self.language, self.name, self.link = language, name, link
        self.kids: list[StructureElement | ContentReference | LinkReference] = []
        #: Its object number in the file.
        self.number = 0
        self.parent = parent
        if parent is not None:
            parent.kids.insert(len(parent.kids) if place is None else place, self)

    def link_element(self, link: str) -> StructureElement:
        """Return the element for a link at the end of this element's text.

        That is the last one if it has the same target, so that a link over several lines is one element;
        otherwise a new one.
        """
        last = self.kids[-1] if self.kids else None
        if isinstance(last, StructureElement) and last.link == link:
            return last.link_element(link) if last.kind == "Reference" else last
        # A link to a note is a reference.
        parent = StructureElement("Reference", self, link=link) if link.startswith("#note-") else self
        return StructureElement("Link", parent, link=link)

    def clear_content(self) -> None:
        """Remove the marked content of this element and its descendants, and the links made while drawing."""
        self.kids = [kid for kid in self.kids if isinstance(kid, StructureElement) and not kid.link]
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                kid.clear_content()

    def remove_empty(self) -> bool:
        """Remove descendants without content on any page; return whether any content remains.

        A row keeps its empty cells if at least one of its cells has content.
        """
        left = [kid for kid in self.kids if not isinstance(kid, StructureElement) or kid.remove_empty()]
        if self.kind != "TR":
            self.kids = left
        return bool(left)

    def descendants(self) -> Iterator[StructureElement]:
        """Yield this element and its descendants in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, StructureElement):
                yield from kid.descendants()


class StructureTree:
    """The structure of a file that ReportLab writes, built while its pages are drawn."""

    def __init__(self, root: StructureElement, pages: int) -> None:
        """Begin the structure of a file. pages: the number of its pages."""
        self.root, self.pages = root, pages
        root.clear_content()
        #: For each page, the elements of its marked parts; and those of all annotations.
        self._marked: list[list[StructureElement]] = []
        self._annotated: list[StructureElement] = []

    def begin_page(self) -> None:
        """Begin the next page."""
        self._marked.append([])

    def begin_content(self, element: StructureElement) -> str:
        """Record marked content of an element on the current page; return the operator that begins it.

        The operator EMC ends it.
        """
        page = self._marked[-1]
        number = len(page)
        page.append(element)
        element.kids.append(ContentReference(len(self._marked) - 1, number))
        return f"/{element.kind} <</MCID {number}>> BDC"

    def add_link(self, element: StructureElement) -> int:
        """Record a link of an element on the current page; return its number, as for art.items.Link."""
        number = self.pages + len(self._annotated)
        self._annotated.append(element)
        element.kids.append(LinkReference(len(self._marked) - 1, number))
        return number

    def write_file(self, canvas: Any, metadata: bytes) -> bytes:
        """Return the bytes of a finished canvas's PDF, with its structure and its metadata (XMP).

        The elements are compressed in an object stream at the end, since ReportLab would write each
        uncompressed; the cross-reference table is written again for it (ISO 32000-1, 7.5.7 and 7.5.8).
        """
        document = document_of(canvas)
        for key, page in enumerate(pages_of(canvas)):
            add_page_entries(page, StructParents=key, Tabs="/S")
        # The catalog refers to the tree by a number that has no object until the table is written.
        tree = add_object(document, b"null", "StructTreeRoot")
        head = f"<</Type/Metadata/Subtype/XML/Length {len(metadata)}>>\nstream\n"
        packet = head.encode() + metadata + b"\nendstream"
        about = add_object(document, packet, "Metadata")
        add_catalog_entries(canvas, StructTreeRoot=tree, Metadata=about, MarkInfo="<</Marked true>>")
        data: bytes = canvas.getpdfdata()
        objects = self._tree_objects(
            highest_object_number(canvas) + 1, object_numbers(canvas), page_numbers(canvas)
        )
        return _with_objects(data, objects)

    def _tree_objects(self, first: int, numbers: Mapping[str, int], pages: Sequence[int]) -> dict[int, str]:
        """Return the PDF objects of the tree by object number.

        first: the first free number. numbers: the object numbers of annotations and of the tree itself, by
        name. pages: the object numbers of pages.
        """
        self.root.remove_empty()
        elements = list(self.root.descendants())
        for number, element in enumerate(elements, first):
            element.number = number
        tree = numbers["StructTreeRoot"]
        made = {
            each.number: _element_dictionary(
                each, each.parent.number if each.parent else tree, pages, numbers
            )
            for each in elements
        }
        # The elements of a page's marked parts by MCID, and those of annotations by key.
        keys = []
        for marked in self._marked:
            keys.append(first + len(made))
            made[keys[-1]] = f"[{' '.join(f'{each.number} 0 R' for each in marked)}]"
        keys += [element.number for element in self._annotated]
        parents = first + len(made)
        made[parents] = f"<</Nums[{' '.join(f'{key} {number} 0 R' for key, number in enumerate(keys))}]>>"
        named = sorted((element.name, element.number) for element in elements if element.name)
        names = " ".join(f"{pdf_text_string(name)} {number} 0 R" for name, number in named)
        made[tree] = (
            f"<</Type/StructTreeRoot/K {self.root.number} 0 R/ParentTree {parents} 0 R"
            f"/ParentTreeNextKey {len(keys)}{f'/IDTree<</Names[{names}]>>' if names else ''}>>"
        )
        return made


def _element_dictionary(
    element: StructureElement, above: int, pages: Sequence[int], numbers: Mapping[str, int]
) -> str:
    """Return the dictionary of an element as PDF text (ISO 32000-1, table 323).

    above: the object number of its parent. pages, numbers: as in StructureTree._tree_objects().
    """
    own = next((kid.page for kid in element.kids if not isinstance(kid, StructureElement)), -1)
    kids = list(_kid_references(element, own, pages, numbers))
    parts = [f"<</S/{element.kind}/P {above} 0 R"]
    if own >= 0:
        parts.append(f"/Pg {pages[own]} 0 R")
    if kids:
        parts.append(f"/K {kids[0]}" if len(kids) == 1 else f"/K[{' '.join(kids)}]")
    if element.attributes:
        parts.append(f"/A<<{element.attributes}>>")
    if element.alt:
        parts.append(f"/Alt{pdf_text_string(element.alt)}")
    if element.said:
        parts.append(f"/ActualText{pdf_text_string(element.said)}")
    if element.language:
        parts.append(f"/Lang{pdf_text_string(element.language)}")
    if element.name:
        parts.append(f"/ID{pdf_text_string(element.name)}")
    return "".join(parts) + ">>"


def _kid_references(
    element: StructureElement, own_page: int, pages: Sequence[int], numbers: Mapping[str, int]
) -> Iterator[str]:
    """Yield the references to an element's kids as PDF text (tables 324 and 325).

    own_page: the element's page; content on it is referred to by its MCID alone.
    """
    for kid in element.kids:
        if isinstance(kid, StructureElement):
            yield f"{kid.number} 0 R"
            continue
        page = "" if kid.page == own_page else f"/Pg {pages[kid.page]} 0 R"
        if isinstance(kid, LinkReference):
            yield f"<</Type/OBJR{page}/Obj {numbers[annotation_name(kid.number)]} 0 R>>"
        else:
            yield f"<</Type/MCR{page}/MCID {kid.number}>>" if page else str(kid.number)


def _with_objects(data: bytes, objects: Mapping[int, str]) -> bytes:
    """Return a file of ReportLab's with objects added or replaced, in a compressed object stream.

    objects: PDF text by object number.
    """
    found = _TABLE.search(data, data.rindex(b"\nxref\n"))
    assert found is not None  # noqa: S101 - this is how ReportLab ends a file
    start = int(found[3])
    numbers = sorted(objects)
    stream = numbers[-1] + 1
    parts = [objects[number] for number in numbers]
    begins = accumulate((len(part) + 1 for part in parts), initial=0)
    head = " ".join(f"{number} {at}" for number, at in zip(numbers, begins, strict=False)) + "\n"
    entry = b"/Type/ObjStm/N %d/First %d" % (len(numbers), len(head))
    packed = _stream_object(stream, entry, (head + "\n".join(parts)).encode("ascii"))
    table = start + len(packed)
    # An entry is a type, an offset and a generation, or the object stream and the index in it.
    rows = [pack(">BIH", 1, int(line[:10]), 0) for line in found[1].splitlines()]
    rows[0] = pack(">BIH", 0, 0, 65535)
    rows += [b""] * (stream - len(rows))
    for place, number in enumerate(numbers):
        rows[number] = pack(">BIH", 2, stream, place)
    rows += [pack(">BIH", 1, start, 0), pack(">BIH", 1, table, 0)]
    entry = b"/Type/XRef/W[1 4 2]/Size %d%s" % (len(rows), found[2])
    last = _stream_object(stream + 1, entry, b"".join(rows))
    return b"%s%s%sstartxref\n%d\n%%%%EOF\n" % (data[:start], packed, last, table)


def _stream_object(number: int, entries: bytes, content: bytes) -> bytes:
    """Return a PDF stream object with deflated content. entries: of its dictionary, as PDF text."""
    packed = zlib.compress(content)
    head = b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n" % (number, entries, len(packed))
    return head + packed + b"\nendstream\nendobj\n"
