"""Reads a tagged PDF by its structure, as a screen reader does: elements in their order, with their text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf

_PAINTING = ("Tj", "TJ", "Do", "f", "f*", "S", "B")


class Annotation(NamedTuple):
    """An annotation that belongs to an element."""

    obj: Any


class Node:
    """An element of the structure, and what is in it: elements, texts, annotations."""

    def __init__(self, obj: Any, kids: list[Node | str | Annotation]) -> None:
        self.kind, self.obj, self.kids = str(obj.S)[1:], obj, kids

    @property
    def text(self) -> str:
        """What is read of it: divided words are whole, and all space is one space."""
        return " ".join(self._said().replace("\u00ad", "").split())

    def _said(self) -> str:
        if "/ActualText" in self.obj:
            return str(self.obj.ActualText)
        if "/Alt" in self.obj:
            return f"[{self.obj.Alt}]"
        kids = (
            kid._said() if isinstance(kid, Node) else kid
            for kid in self.kids
            if not isinstance(kid, Annotation)
        )
        return "".join(kids)

    def walk(self) -> Iterator[Node]:
        """It and all within it, in order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Node):
                yield from kid.walk()

    def all(self, *kinds: str) -> list[Node]:
        """All within it of some kinds, in order."""
        return [node for node in self.walk() if node.kind in kinds]

    def leaves(self) -> Iterator[tuple[str, str]]:
        """Kind and text of all that holds text itself, links and references being parts of it."""
        inside = [kid for kid in self.kids if isinstance(kid, Node) and kid.kind not in ("Link", "Reference")]
        if inside:
            for kid in inside:
                yield from kid.leaves()
        elif self.text:
            yield self.kind, self.text


class TaggedPdf:
    """One file. Reading it asserts that pages and tree agree on what belongs to what."""

    def __init__(self, data: bytes) -> None:
        self.pdf = pikepdf.open(io.BytesIO(data))
        self._fonts: dict[Any, dict[int, str]] = {}
        #: The text of each marked part, and what is marked as artifacts, by page.
        self.parts: list[dict[int, str]] = []
        self.artifacts: list[list[str]] = []
        self._parents = self._number_tree()
        self._met: set[tuple[int, int]] = set()
        for page in self.pdf.pages:
            self._read(page)
        self._pages = {page.objgen: number for number, page in enumerate(self.pdf.pages)}
        root = self.pdf.Root.StructTreeRoot
        self.document = self._node(root.K, root)
        drawn = {(page, number) for page, found in enumerate(self.parts) for number in found}
        assert self._met == drawn, "something on a page is not in the tree"

    def _number_tree(self) -> dict[int, Any]:
        nums = list(self.pdf.Root.StructTreeRoot.ParentTree.Nums)
        keys = [int(key) for key in nums[::2]]
        assert keys == sorted(set(keys))
        assert self.pdf.Root.StructTreeRoot.ParentTreeNextKey == len(keys)
        return dict(zip(keys, nums[1::2], strict=True))

    def _node(self, obj: Any, above: Any) -> Node:
        assert obj.P.objgen == above.objgen
        kids = obj.get("/K", pikepdf.Array())
        kids = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
        return Node(obj, [self._kid(kid, obj) for kid in kids])

    def _kid(self, kid: Any, obj: Any) -> Node | str | Annotation:
        if isinstance(kid, int):
            return self._part(obj.Pg, kid, obj)
        if "/S" in kid:
            return self._node(kid, obj)
        if kid.Type == "/MCR":
            return self._part(kid.Pg, int(kid.MCID), obj)
        assert self._parents[int(kid.Obj.StructParent)].objgen == obj.objgen
        return Annotation(kid.Obj)

    def _part(self, page: Any, number: int, obj: Any) -> str:
        assert self._parents[int(page.StructParents)][number].objgen == obj.objgen
        key = (self._pages[page.objgen], number)
        assert key not in self._met, "a part of a page is in the tree twice"
        self._met.add(key)
        return self.parts[key[0]][number]

    def _read(self, page: Any) -> None:
        """Read the parts of a page."""
        self.parts.append({})
        self.artifacts.append([])
        #: Of what is open: a number, or None for an artifact; and what is read instead.
        open_: list[tuple[int | None, str | None]] = []
        font: dict[int, str] = {}
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                open_.append(self._begun(operands, open_[-1][0] if open_ else None))
            elif name == "EMC":
                open_.pop()
            elif name == "Tf":
                font = self._font(page.Resources.Font[str(operands[0])])
            elif name in _PAINTING:
                assert open_, f"{name} is neither marked nor an artifact"
                number, said = open_[-1]
                strings = operands if name == "Tj" else operands[0] if name == "TJ" else []
                codes = b"".join(bytes(each) for each in strings if isinstance(each, pikepdf.String))
                text = "".join(font[code] for code in codes) if said is None else ""
                if number is None:
                    self.artifacts[-1].append(text)
                else:
                    self.parts[-1][number] += text
        assert not open_

    def _begun(self, operands: Any, outer: int | None) -> tuple[int | None, str | None]:
        """What begins within a part or outside of all: its number, and what is read instead of it."""
        entries = operands[1] if len(operands) > 1 else {}
        number = int(entries["/MCID"]) if "/MCID" in entries else outer
        said = str(entries["/ActualText"]) if "/ActualText" in entries else None
        if number is None:
            assert str(operands[0]) == "/Artifact"
            return None, None
        assert "/MCID" not in entries or number not in self.parts[-1]
        self.parts[-1][number] = self.parts[-1].get(number, "") + (said or "")
        return number, said

    def _font(self, font: Any) -> dict[int, str]:
        if font.objgen not in self._fonts:
            pairs = re.findall(rb"<(\w\w)> <(\w{4,})>", font.ToUnicode.read_bytes())
            self._fonts[font.objgen] = {
                int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs
            }
        return self._fonts[font.objgen]
