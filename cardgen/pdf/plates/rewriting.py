"""Content rewritten for one plate: every colour becomes the grey that this plate holds of it.

Forms, tiling patterns and Type 3 glyphs are rewritten with the state that they inherit, each once for
every such state. What leaves a plate untouched is not painted; all else stays as it is.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from .content import GROUP, Content
from .inks import CannotSeparate, Inks, Spaces
from .names import Names, number
from .samples import Samples
from .state import PLAIN, Side, State
from .streams import Unreadable, read

#: The most bytes and operators of one page, form or pattern.
_MOST_BYTES, _MOST_OPERATORS = 40_000_000, 500_000
#: The most that is rewritten for all plates of a file, in millionths of a second (see Content.cost).
_MOST_REWRITTEN = 5_000_000
#: The most there may be to draw on all plates of a file, in operators with all that they call (pdfium draws
#: seven in a millionth of a second), above what any plate may have: a picture that fills a card. And the
#: most tiles of a pattern on a page.
_MOST_WORK, _FREE_WORK, _MOST_TILES = 24_000_000, 150_000, 200_000
_DEEPEST = 20
#: About how many bytes something that was rewritten takes, and an operator that was read.
_HELD_EACH = 500
_TOO_MUCH = "far more to draw than a page can need"
#: The plate of black, the last.
_LAST = 3


class Rewritten(NamedTuple):
    """A form, pattern or glyph for one plate, and what drawing it takes."""

    made: Any
    work: int = 0
    #: The area in square points of a group, which is drawn apart, where its parent has it.
    group: float = 0.0
    #: The smallest area that a pattern in it tiles with, in its own space.
    tile: float = float("inf")


@dataclass
class Rewriter:
    """Rewrites the pages of one file."""

    pdf: Any
    technical: Collection[str]
    #: Whether nothing else overprints than pure black, whatever the file says.
    only_black: bool = False
    spaces: Spaces = field(init=False)
    done: dict[tuple[Any, ...], Rewritten | None] = field(default_factory=dict)
    parsed: dict[Any, list[Any]] = field(default_factory=dict)
    images: dict[Any, Samples] = field(default_factory=dict)
    #: Numbers of rewritten patterns and fonts to the objects.
    objects: dict[tuple[int, int], Any] = field(default_factory=dict)
    #: What has been rewritten, and what there is to draw, for all pages so far.
    rewritten: int = 0
    drawn: float = 0.0
    shadings: dict[Any, list[Any]] = field(default_factory=dict)
    depth: int = 0

    def __post_init__(self) -> None:
        self.spaces = Spaces(self.technical)

    def page(self, page: Any, plate: int, box: tuple[float, float, float, float]) -> Any:
        """One plate of a page as a page; the box is what it shows. Raises CannotSeparate."""
        import pikepdf

        data = b"\n".join(self._bytes(part) for part in _parts(page.get("/Contents")))
        state = State(only_black=self.only_black)
        if "/Group" in page:
            _verify_group(page.Group)
        grey = 0 if plate == _LAST else 1
        content = Content(self, plate, page.get("/Resources", pikepdf.Dictionary()), state)
        content.rewrite(self._parse(page.objgen, data))
        if plate == _LAST:
            del self.parsed[page.objgen]
        self._verify(content, abs((box[2] - box[0]) * (box[3] - box[1])))
        head = f"{grey} g {grey} G\n".encode()
        made = pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=pikepdf.Array(list(box)))
        made.Resources = content.resources()
        made.Contents = self.pdf.make_stream(head + content.text())
        if "/Group" in page:
            made.Group = _grey_group(page.Group)
        return self.pdf.make_indirect(made)

    def _verify(self, content: Content, area: float) -> None:
        self.drawn += max(0, content.work - _FREE_WORK)
        if self.drawn > _MOST_WORK or area / max(content.tile, 1e-9) > _MOST_TILES:
            raise CannotSeparate(_TOO_MUCH)

    def held(self) -> int:
        """How many bytes of pictures wait to be drawn again, and about how many of what was rewritten."""
        pictures = sum(4 * each.size[0] * each.size[1] for each in self.images.values())
        return pictures + _HELD_EACH * (len(self.done) + sum(map(len, self.parsed.values())))

    def spend(self, cost: int) -> None:
        """Count work that is done. Raises CannotSeparate when it is too much for one file."""
        self.rewritten += cost
        if self.rewritten > _MOST_REWRITTEN:
            raise CannotSeparate(_TOO_MUCH)

    def _bytes(self, stream: Any) -> bytes:
        try:
            return read(stream, _MOST_BYTES)
        except Unreadable as error:
            raise CannotSeparate(str(error)) from error

    def _parse(self, key: Any, data: bytes) -> list[Any]:
        """The operators of some content, parsed once for all plates."""
        import pikepdf

        if key not in self.parsed:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error", UserWarning)
                    found = list(pikepdf.parse_content_stream(pikepdf.Stream(self.pdf, data)))
            except (pikepdf.PdfError, UserWarning, ValueError, TypeError) as error:
                raise CannotSeparate("damaged content") from error
            if len(found) > _MOST_OPERATORS:
                raise CannotSeparate(_TOO_MUCH)
            self.parsed[key] = found
        return self.parsed[key]

    def once(self, key: tuple[Any, ...], make: Callable[[], Rewritten]) -> Rewritten:
        """What was made for this key, or what is made now."""
        if key not in self.done:
            self.done[key] = None
            self.depth += 1
            if self.depth > _DEEPEST:
                raise CannotSeparate("parts within one another, too deep")
            try:
                self.done[key] = make()
            finally:
                self.depth -= 1
                if self.done[key] is None:
                    del self.done[key]
        found = self.done[key]
        if found is None:
            raise CannotSeparate("a part that is drawn within itself")
        return found

    def form(self, form: Any, plate: int, state: State, known: Any) -> Rewritten:
        """A form for one plate (8.10)."""
        own = form.get("/Resources")
        key = ("form", form.objgen, plate, state.key, None if own is not None else known.unparse())
        return self.once(key, lambda: self._form(form, plate, state, known if own is None else own))

    def _form(self, form: Any, plate: int, state: State, known: Any) -> Rewritten:
        if "/OC" in form or "/Ref" in form:
            raise CannotSeparate("a layer" if "/OC" in form else "a page of another file")
        inner = _inherited(state)
        if "/Group" in form:
            inner.isolated = _verify_group(form.Group) or state.blend not in PLAIN
            inner.blend = "/Normal"
        content = Content(self, plate, known, inner)
        content.rewrite(self._parse(form.objgen, self._bytes(form)))
        made = self.pdf.make_stream(content.text())
        for key in ("/Type", "/Subtype", "/FormType", "/BBox", "/Matrix"):
            if key in form:
                made[key] = form[key]
        made.Resources = content.resources()
        if "/Group" in form:
            made.Group = _grey_group(form.Group)
        return Rewritten(made, content.work, _area(form), content.tile * _grown(form))

    def tiling(self, pattern: Any, plate: int, inks: Inks | None, state: State) -> Rewritten:
        """A tiling pattern for one plate; one with no colours of its own gets those of the ink (8.7.3)."""
        key = ("tiling", pattern.objgen, plate, inks, state.key)
        return self.once(key, lambda: self._tiling(pattern, plate, inks, state))

    def _tiling(self, pattern: Any, plate: int, inks: Inks | None, state: State) -> Rewritten:
        import pikepdf

        inner = _inherited(state)
        head = b""
        if inks is not None:
            side = Side(None, Inks(inks.amounts))
            inner.fill = inner.stroke = side
            grey = number(1 - inks.amounts[plate])
            head = f"{grey} g {grey} G\n".encode()
        content = Content(
            self, plate, pattern.get("/Resources", pikepdf.Dictionary()), inner, inks is not None
        )
        content.rewrite(self._parse(pattern.objgen, self._bytes(pattern)))
        made = self.pdf.make_stream(head + content.text())
        made.PatternType, made.PaintType = 1, 1
        for key in ("/TilingType", "/BBox", "/XStep", "/YStep", "/Matrix"):
            if key in pattern:
                made[key] = pattern[key]
        made.Resources = content.resources()
        tile = abs(float(pattern.XStep) * float(pattern.YStep))
        return Rewritten(made, content.work + GROUP, tile=min(tile, content.tile) * _grown(pattern))

    def font(self, font: Any, plate: int, state: State, known: Any) -> Rewritten:
        """A font of drawn glyphs, Type 3, for one plate (9.6.5)."""
        key = ("font", font.unparse(), plate, state.key, None if "/Resources" in font else known.unparse())
        return self.once(key, lambda: self._font(font, plate, state, known))

    def _font(self, font: Any, plate: int, state: State, known: Any) -> Rewritten:
        import pikepdf

        resources = pikepdf.Dictionary()
        glyphs, names, work = pikepdf.Dictionary(), Names(self.pdf), 0
        for name, glyph in font.CharProcs.items():
            data = self._bytes(glyph)
            content = Content(self, plate, font.get("/Resources", known), _inherited(state), names=names)
            content.rewrite(self._parse(glyph.objgen, data))
            glyphs[name] = self.pdf.make_stream(content.text())
            work = max(work, content.work)
            if content.tile != float("inf"):
                raise CannotSeparate("letters drawn with a pattern")
        made = self.pdf.make_indirect(pikepdf.Dictionary(font))
        resources = names.resources()
        made.CharProcs, made.Resources = glyphs, resources
        return Rewritten(made, work)


def _inherited(state: State) -> State:
    """The state that content begins with."""
    fresh = replace(state, font=None, written_font=None, area=1.0, written_mode=state.text_mode)
    return fresh.copy()


def _parts(contents: Any) -> list[Any]:
    import pikepdf

    if contents is None:
        return []
    return list(contents) if isinstance(contents, pikepdf.Array) else [contents]


def _area(form: Any) -> float:
    """The area of a group where it is drawn, 0 for a form that is none."""
    if "/Group" not in form:
        return 0.0
    x0, y0, x1, y1 = (float(side) for side in form.BBox)
    return max(1.0, abs((x1 - x0) * (y1 - y0)) * _grown(form))


def _grown(thing: Any) -> float:
    """By how much a form's or pattern's matrix makes areas larger."""
    a, b, c, d, _, _ = (float(part) for part in thing.get("/Matrix", [1, 0, 0, 1, 0, 0]))
    return abs(a * d - b * c)


def _verify_group(group: Any) -> bool:
    """Whether a group is drawn apart from what is under it. Raises CannotSeparate (11.6.6)."""
    import pikepdf

    if bool(group.get("/K", False)):
        raise CannotSeparate("a group whose parts knock one another out")
    space = group.get("/CS")
    if space is not None and not (isinstance(space, pikepdf.Name) and str(space) == "/DeviceCMYK"):
        raise CannotSeparate("transparency that is not blended in CMYK", "blending")
    return bool(group.get("/I", False))


def _grey_group(group: Any) -> Any:
    import pikepdf

    made = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceGray)
    if "/I" in group:
        made.I = bool(group.I)
    return made
