"""The parts of a file besides the art of its pages: outlines, actions, annotations, names, forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .document import PdfDocument
from .limits import MOST_CHAIN, MOST_OBJECTS, Unreadable


class TreeNode(NamedTuple):
    """A dictionary of the file that is not part of what pages show."""

    #: The page that it belongs to; None for the file.
    page: int | None
    #: Its path: "OpenAction", "Names > JavaScript".
    where: str
    #: The last key of the path, and the one before.
    key: str
    holder: str
    thing: Any


#: Keys that are not followed: to other pages, to parents, and to what no program acts on. document.py reads
#: what pages draw with.
_SKIPPED = {
    *("/Pages", "/Parent", "/P", "/Popup", "/StructTreeRoot", "/StructParent", "/Metadata"),
    *("/OutputIntents", "/Dest", "/D", "/Dests", "/Prev", "/AP", "/Resources", "/Contents", "/PageLabels"),
}
#: Keys of pages that are followed; all others are art and boxes.
_ON_PAGES = ("/AA", "/A", "/Annots")


def tree_nodes(file: PdfDocument) -> list[TreeNode]:
    """Return all dictionaries below the catalog, and below the annotations and actions of pages, each once.

    Raises Unreadable if there are more than in any press file.
    """
    seen: set[tuple[int, int]] = set()
    found = list(_nodes_below(None, [(file.catalog, "", "", "", 0)], seen))
    for page in file.pages:
        start = [(page.obj[key], key[1:], key, "", 1) for key in _ON_PAGES if key in page.obj]
        found += _nodes_below(page.number, start, seen)
    return found


#: An object to visit: the object, its path, its key, the key before, and its depth.
_Step = tuple[Any, str, str, str, int]


def _nodes_below(page: int | None, waiting: list[_Step], seen: set[tuple[int, int]]) -> Iterator[TreeNode]:
    """Yield the dictionaries reached from the objects in `waiting`, which it empties.

    page: the page that they belong to; None for the file. seen: object numbers visited before, which it
    extends.
    """
    import pikepdf

    count = 0
    while waiting:
        thing, where, key, holder, depth = waiting.pop()
        if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream | pikepdf.Array) or _mark_visited(
            thing, seen
        ):
            continue
        count += 1
        if depth > MOST_CHAIN or count > MOST_OBJECTS:
            raise Unreadable("beside its pages it has far more content than a press file needs")
        if isinstance(thing, pikepdf.Array):
            waiting += [(each, where, key, holder, depth + 1) for each in reversed(list(thing))]
        elif not depth or thing.get("/Type") != "/Page":
            yield TreeNode(page, where, key, holder, thing)
            waiting += _children_to_visit(thing, where, key, depth)


def _mark_visited(pdf_object: Any, seen: set[tuple[int, int]]) -> bool:
    """Add an indirect object to `seen`; return whether it was there before.

    Direct objects are not added: for them it is always False.
    """
    if not pdf_object.is_indirect:
        return False
    if pdf_object.objgen in seen:
        return True
    seen.add(pdf_object.objgen)
    return False


def _children_to_visit(dictionary: Any, path: str, key: str, depth: int) -> Iterator[_Step]:
    """Yield the values of a dictionary as objects to visit, the last one first.

    path: the path of the dictionary. A long path, such as one in an outline, is not extended.
    """
    for name, value in reversed(list(dictionary.items())):
        if name not in _SKIPPED:
            named = path if path.count(" > ") > 3 else f"{path} > {name[1:]}" if path else name[1:]
            yield value, named, name, key, depth + 1
