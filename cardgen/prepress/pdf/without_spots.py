"""A PDF without what it paints in some spot colours, to judge what the other inks print."""

from __future__ import annotations

import io
from collections.abc import Collection
from typing import Any

from .limits import MOST_FORMS_DEEP, MOST_OPERATORS, Unreadable

#: Operators that set a colour in another space than a named one (ISO 32000-1, 8.6.8).
_DEVICE_FILLS, _DEVICE_STROKES = {"g", "rg", "k"}, {"G", "RG", "K"}
_FILLS = {"f": "n", "F": "n", "f*": "n"}
_STROKES = {"S": "n", "s": "n"}
#: Operators that fill and stroke, with those for one of both.
_BOTH = {"B": ("f", "S"), "B*": ("f*", "S"), "b": ("f", "s"), "b*": ("f*", "s")}
_SHOWS = {"Tj", "TJ", "'", '"'}


def without_spots(data: bytes, spots: Collection[str]) -> bytes:
    """Return a PDF without the paths, letters and stencils that it paints in spot colours of these names.

    Pictures, shadings and patterns stay. Raises Unreadable if the file is damaged, nested too deep, or has
    far more to draw than a page needs.
    """
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            rewriter = _SpotRemover(pdf, frozenset(spots))
            for page in pdf.pages:
                page.Contents = pdf.make_stream(rewriter.rewrite_content(page, page.obj.get("/Resources"), 0))
            out = io.BytesIO()
            pdf.save(out, static_id=True, compress_streams=False)
            return out.getvalue()
    except (pikepdf.PdfError, RecursionError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unreadable("its spot colours cannot be taken out") from error


class _SpotColorState:
    """Whether the current colours of fills and strokes are the spot colours, as a stream is executed."""

    def __init__(self, spaces: frozenset[str]) -> None:
        self._spaces = spaces
        #: Of fills, and of strokes.
        self.spot: tuple[bool, bool] = (False, False)
        #: How text is painted (ISO 32000-1, table 106).
        self.mode = 0
        self._saved: list[tuple[tuple[bool, bool], int]] = []

    def apply_operator(self, operands: Any, operator: str) -> bool:
        """Apply an operator to this state; return whether it is one that can change it."""
        if operator == "q":
            self._saved.append((self.spot, self.mode))
        elif operator == "Q" and self._saved:
            self.spot, self.mode = self._saved.pop()
        elif operator == "Tr":
            self.mode = int(operands[0])
        elif operator == "cs" or operator in _DEVICE_FILLS:
            self.spot = (operator == "cs" and str(operands[0]) in self._spaces, self.spot[1])
        elif operator == "CS" or operator in _DEVICE_STROKES:
            self.spot = (self.spot[0], operator == "CS" and str(operands[0]) in self._spaces)
        else:
            return False
        return True


class _SpotRemover:
    """Removes painting in some spot colours from content streams."""

    def __init__(self, pdf: Any, spots: frozenset[str]) -> None:
        self.pdf, self.spots, self.left = pdf, spots, MOST_OPERATORS
        self._done: set[tuple[int, int]] = set()

    def rewrite_content(self, stream: Any, resources: Any, depth: int) -> bytes:
        """Return the rewritten content of a page or a form, and rewrite the forms in its resources in place.

        depth: how many forms it is nested in. Raises Unreadable if that is too many, or there is too much to
        draw.
        """
        import pikepdf

        if depth > MOST_FORMS_DEEP:
            raise Unreadable("forms are nested too deep")
        statements = pikepdf.parse_content_stream(stream)
        self.left -= len(statements)
        if self.left < 0:
            raise Unreadable("far more to draw than a page needs")
        self._rewrite_forms(resources, depth)
        colors = _SpotColorState(_spot_space_names(resources, self.spots))
        out: list[Any] = []
        for statement in statements:
            operands, operator = statement.operands, str(statement.operator)
            if colors.apply_operator(operands, operator) or not any(colors.spot):
                out.append(statement)
            else:
                stencil = _is_stencil(resources, operands, operator)
                out += _statements_without_spots(operands, operator, colors.spot, colors.mode, stencil)
        return bytes(pikepdf.unparse_content_stream(out))

    def _rewrite_forms(self, resources: Any, depth: int) -> None:
        """Rewrite the forms in a resource dictionary in place, each once."""
        objects = resources.get("/XObject") if resources is not None else None
        for form in list(objects.values()) if objects is not None else ():
            if form.get("/Subtype") == "/Form" and form.objgen not in self._done:
                self._done.add(form.objgen)
                form.write(self.rewrite_content(form, form.get("/Resources", resources), depth + 1))


def _spot_space_names(resources: Any, spots: frozenset[str]) -> frozenset[str]:
    """Return the resource names of the colour spaces that are one of these spot colours."""
    import pikepdf

    spaces = resources.get("/ColorSpace") if resources is not None else None
    return frozenset(
        str(name)
        for name, space in (spaces.items() if spaces is not None else ())
        if isinstance(space, pikepdf.Array)
        and space[0] == "/Separation"
        and str(space[1]).lstrip("/") in spots
    )


def _is_stencil(resources: Any, operands: Any, operator: str) -> bool:
    """Tell whether an operator paints an image mask, which is in the colour of fills."""
    if operator != "Do":
        return False
    image = resources.XObject[str(operands[0])]
    return bool(image.get("/ImageMask", False))


def _statements_without_spots(
    operands: Any, operator: str, spot: tuple[bool, bool], mode: int, is_stencil: bool
) -> list[Any]:
    """Return the statements that replace one, without painting in a spot colour.

    spot: whether fills and strokes are in one. mode: the text mode.
    """
    import pikepdf

    def instruction(name: str, *values: Any) -> Any:
        return pikepdf.ContentStreamInstruction(list(values), pikepdf.Operator(name))

    fills, strokes = spot
    if (operator in _FILLS and fills) or (operator in _STROKES and strokes):
        return [instruction("n")]
    if operator in _BOTH:
        only_fill, only_stroke = _BOTH[operator]
        return [instruction("n" if fills and strokes else only_stroke if fills else only_fill)]
    if is_stencil and fills:
        return []
    if operator in _SHOWS:
        shows_fill, shows_stroke = mode in (0, 2, 4, 6), mode in (1, 2, 5, 6)
        fill, stroke = shows_fill and not fills, shows_stroke and not strokes
        now = {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[fill, stroke]
        if mode % 4 != now:
            shown = pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))
            return [instruction("Tr", now + (4 if mode >= 4 else 0)), shown, instruction("Tr", mode)]
    return [pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))]
