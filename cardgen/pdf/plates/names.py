"""The resources of rewritten content, and its operators."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any


class Names:
    """The resources of rewritten content, named anew."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.kinds: dict[str, dict[Any, tuple[str, Any]]] = {}

    def of(self, kind: str, thing: Any, key: Any = None) -> Any:
        """The name of a resource."""
        import pikepdf

        if key is None:
            thing = self.pdf.make_indirect(thing)
            key = thing.objgen
        known = self.kinds.setdefault(kind, {})
        if key not in known:
            known[key] = (f"/{kind[0]}{len(known)}", thing)
        return pikepdf.Name(known[key][0])

    def resources(self) -> Any:
        """The dictionary of all that was named."""
        import pikepdf

        made = pikepdf.Dictionary()
        for kind, known in self.kinds.items():
            made["/" + kind] = pikepdf.Dictionary(dict(known.values()))
        return made


def number(value: float) -> Any:
    """A grey level with as many decimals as count."""
    return Decimal(f"{min(max(value, 0.0), 1.0):.5f}".rstrip("0").rstrip(".") or "0")


@lru_cache(maxsize=4096)
def instruction(operator: str, operands: tuple[Any, ...]) -> Any:
    """An operator with its operands, as pikepdf writes them."""
    import pikepdf

    return pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator))
