"""Content rewritten for one plate: every colour becomes the grey that this plate holds of it.

Forms, tiling patterns and Type 3 glyphs are rewritten with the state that they inherit, each once for
every such state. What leaves a plate untouched is not painted; all else stays as it is.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from ..functions import Unfit
from ..limits import (
    FREE_ON_PLATE,
    MOST_FORMS_DEEP,
    MOST_ON_PLATES,
    MOST_OPERATORS,
    MOST_REWRITING,
    MOST_STREAM,
    MOST_TILES,
    Unreadable,
)
from ..streams import unpacked
from .inks import CannotSeparate, Inks, Spaces
from .samples import Samples, image_space, refuse_masks, shading_inks, shading_plates
from .state import PLAIN, SEPARABLE, Paint, Patterned, Side, State, Unknown

#: What a picture is counted as: so many pixels are like one operator.
_PIXELS = 40
#: Drawing a group, a pattern or a shading takes as long as many operators; a group's size counts as well, in
#: square points, up to that of a sheet.
_GROUP, _GROUP_AREA, _SHEET = 2_500, 0.05, 1_000_000.0
#: What rewriting an operator that paints or sets a colour takes, in millionths of a second; others take one.
_COST = 4

#: How much is rewritten before it is counted.
_PACE = 50_000

#: Operators that have nothing to do with colour (ISO 32000-1, annex A).
_PLAIN = "w J j M i ri m l c v y h re W W* n BT ET Tc Tw Tz TL Ts Td TD Tm T* BX EX"
_VERBATIM = frozenset(_PLAIN.split())
_LEFT_OUT = frozenset(("BMC", "EMC", "MP", "DP"))
#: What is left of a painting operator when it fills only, strokes only, or does neither.
_PAINTS = {
    "f": ("f", None), "F": ("f", None), "f*": ("f*", None), "S": (None, "S"), "s": (None, "s"),
    "B": ("f", "S"), "B*": ("f*", "S"), "b": ("f", "s"), "b*": ("f*", "s"),
}  # fmt: skip
#: Text modes: whether they fill and stroke (table 106), by the mode without clipping.
_TEXT_SIDES = {0: (True, False), 1: (False, True), 2: (True, True), 3: (False, False)}
_TEXT_MODES = {sides: mode for mode, sides in _TEXT_SIDES.items()}
#: Extended graphics states (table 58): what is kept, and what says nothing of plates.
_KEPT = frozenset(("/LW", "/LC", "/LJ", "/ML", "/D", "/FL", "/SM", "/SA", "/CA", "/ca", "/AIS", "/TK"))
_TRANSFERS = ("/TR", "/TR2")


#: About how many bytes something that was rewritten takes, and an operator that was read.
_HELD_EACH = 500
_TOO_MUCH = "far more to draw than a page can need"
#: What working out the four plates of a shading takes, in millionths of a second.
_SHADING = 4_000
#: The plate of black, the last.
_LAST = 3


class Content:
    """Rewrites one stream of content."""

    def __init__(
        self,
        rewriter: Rewriter,
        plate: int,
        known: Any,
        state: State,
        colorless: bool = False,
        names: Names | None = None,
    ) -> None:
        self.rewriter, self.plate, self.known = rewriter, plate, known
        self.begun, self.state, self.stack = state, state.copy(), list[State]()
        #: Operators of colour mean nothing here: an uncoloured pattern, or a glyph that is a mere shape.
        self.colorless = colorless
        self.names = names or Names(rewriter.pdf)
        self.out: list[Any] = []
        self.work, self.tile = 0, float("inf")
        #: What rewriting has taken that is not yet counted, in millionths of a second.
        self.cost = 0

    def rewrite(self, instructions: Iterable[Any]) -> None:
        """Rewrite it all. Raises CannotSeparate."""
        try:
            for instruction in instructions:
                self._one(instruction, str(instruction.operator))
                if self.cost > _PACE:
                    self._count()
            self._count()
        except Unreadable as error:
            raise CannotSeparate(f"a stream: {error}") from error
        except Unfit as error:
            raise CannotSeparate(str(error)) from error
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise CannotSeparate("damaged content") from error

    def text(self) -> bytes:
        """The content for this plate."""
        import pikepdf

        made: bytes = pikepdf.unparse_content_stream(self.out)
        # What was begun and not ended would reach into the next stream.
        return made + b"\nQ" * len(self.stack)

    def resources(self) -> Any:
        """What it needs."""
        return self.names.resources()

    def _count(self) -> None:
        self.rewriter.spend(self.cost)
        self.cost = 0

    def _one(self, instruction: Any, name: str) -> None:
        self.work += 1
        self.cost += _COST
        if name in _VERBATIM:
            self.cost += 1 - _COST
            self.out.append(instruction)
        elif name in _PAINTS:
            self._paint(*_PAINTS[name])
        elif name in _HANDLERS:
            _HANDLERS[name](self, instruction.operands, instruction)
        elif name not in _LEFT_OUT:
            raise CannotSeparate(f"an unknown operator, {name[:20]}")

    def _write(self, operator: str, *operands: Any) -> None:
        self.out.append(_instruction(operator, operands))

    # The graphics state.

    def _save(self, _: Any, instruction: Any) -> None:
        self.stack.append(self.state.copy())
        self.out.append(instruction)

    def _restore(self, _: Any, instruction: Any) -> None:
        if self.stack:
            self.state = self.stack.pop()
            self.out.append(instruction)

    def _matrix(self, operands: Any, instruction: Any) -> None:
        a, b, c, d, _, _ = (float(part) for part in operands)
        self.state.area *= abs(a * d - b * c)
        self.out.append(instruction)

    def _dash(self, operands: Any, instruction: Any) -> None:
        lengths = [float(part) for part in operands[0]]
        if lengths and sum(lengths) < 0.01:
            raise CannotSeparate("far more to draw than a page can need")
        self.out.append(instruction)

    def _extended(self, operands: Any, _: Any) -> None:
        import pikepdf

        found = self.known.ExtGState[str(operands[0])]
        self._overprint(found)
        for key in _TRANSFERS:
            if str(found.get(key, "/Default")) not in ("/Default", "/Identity"):
                raise CannotSeparate("a transfer function")
        if str(found.get("/SMask", "/None")) != "/None":
            raise CannotSeparate("a soft mask")
        if "/Font" in found:
            raise CannotSeparate("a font set in an odd way")
        kept = pikepdf.Dictionary({key: found[key] for key in sorted(_KEPT & set(found.keys()))})
        if "/SMask" in found:
            kept.SMask = pikepdf.Name("/None")
        if "/BM" in found:
            self.state.blend = _blend(found.BM)
            kept.BM = pikepdf.Name(self.state.blend)
        self._write("gs", self.names.of("ExtGState", kept, kept.unparse()))

    def _overprint(self, found: Any) -> None:
        """OP holds for filling too where op is missing (table 58)."""
        state = self.state
        if "/OP" in found:
            state.stroke = state.stroke._replace(overprint=bool(found.OP))
        if "/op" in found or "/OP" in found:
            state.fill = state.fill._replace(overprint=bool(found.get("/op", found.get("/OP"))))
        if "/OPM" in found:
            state.overprint_mode = int(found.OPM)

    # Colours.

    def _set(self, stroke: bool, side: Side) -> None:
        """Set a side's colour, and write the grey that this plate holds of it."""
        if self.colorless:
            return
        if stroke:
            self.state.stroke = side
        else:
            self.state.fill = side
        paint = side.paint
        if isinstance(paint, Inks):
            self._write("G" if stroke else "g", _number(1 - paint.amounts[self.plate]))
        elif isinstance(paint, Patterned):
            import pikepdf

            name = self.names.of("Pattern", self.rewriter.objects[paint.number], paint.number)
            self._write("CS" if stroke else "cs", pikepdf.Name.Pattern)
            self._write("SCN" if stroke else "scn", name)

    def _side(self, stroke: bool) -> Side:
        return self.state.stroke if stroke else self.state.fill

    def _device(self, stroke: bool, name: str, operands: Any) -> None:
        """Operators that name a device's colour: g, k, rg."""
        import pikepdf

        side = self._side(stroke)
        try:
            space = self.rewriter.spaces.find(pikepdf.Name(name), self.known)
            self._set(stroke, side._replace(space=space, paint=space.inks([float(p) for p in operands])))
        except CannotSeparate as error:
            self._set(stroke, side._replace(space=Unknown(str(error)), paint=Unknown(str(error))))

    def _space(self, stroke: bool, operands: Any) -> None:
        """A colour space; a pattern has none until it is named."""
        side, spaces = self._side(stroke), self.rewriter.spaces
        try:
            read = spaces.read(operands[0], self.known)
            if read.family == "Pattern":
                base = spaces.inked(read.base) if read.base else None
                return self._set(stroke, side._replace(space=base, paint=Unknown("a pattern with no name")))
            space = spaces.inked(read)
            self._set(stroke, side._replace(space=space, paint=space.inks(read.initial)))
        except CannotSeparate as error:
            self._set(stroke, side._replace(space=Unknown(str(error)), paint=Unknown(str(error))))

    def _color(self, stroke: bool, operands: Any) -> None:
        import pikepdf

        side = self._side(stroke)
        try:
            if operands and isinstance(operands[-1], pikepdf.Name):
                paint = self._pattern(side, operands)
            else:
                paint = self._flat(side, operands)
        except CannotSeparate as error:
            paint = Unknown(str(error))
        self._set(stroke, side._replace(paint=paint))

    def _flat(self, side: Side, operands: Any) -> Paint:
        if isinstance(side.space, Unknown):
            return side.space
        if side.space is None or len(operands) != side.space.space.parts:
            raise CannotSeparate("a colour with the wrong number of parts")
        return side.space.inks([float(part) for part in operands])

    def _pattern(self, side: Side, operands: Any) -> Paint:
        """A pattern, made ready for this plate."""
        pattern = self.known.Pattern[str(operands[-1])]
        if int(pattern.PatternType) == 2:
            return self._shading_pattern(pattern)
        inks = None
        if int(pattern.PaintType) == 2:
            flat = self._flat(side, operands[:-1])
            if not isinstance(flat, Inks):
                raise CannotSeparate("a pattern whose colour is not known")
            inks = flat
        made = self.rewriter.tiling(pattern, self.plate, inks, self.begun)
        self.work += made.work
        self.tile = min(self.tile, made.tile)
        return self._numbered(made.made, inks, None)

    def _shading_pattern(self, pattern: Any) -> Paint:
        import pikepdf

        if "/ExtGState" in pattern:
            raise CannotSeparate("a shading with a graphics state of its own")
        inks = shading_inks(pattern.Shading, self.rewriter.spaces, self.known)
        made = pikepdf.Dictionary(PatternType=2)
        made.Shading = self.rewriter.shading(pattern.Shading, self.plate, self.known)
        if "/Matrix" in pattern:
            made.Matrix = pattern.Matrix
        return self._numbered(made, None, inks)

    def _numbered(self, made: Any, inks: Inks | None, shading: Inks | None) -> Patterned:
        made = self.rewriter.pdf.make_indirect(made)
        self.rewriter.objects[made.objgen] = made
        return Patterned(made.objgen, inks, shading)

    # Marks.

    def _marks(self, side: Side) -> bool:
        return self.state.marks(side, self.plate)

    def _paint(self, fill: str | None, stroke: str | None) -> None:
        """Paint a path with what this plate has of it."""
        self.work += 9
        if isinstance(self.state.fill.paint, Patterned):
            self.work += _GROUP
        fills = fill is not None and self._marks(self.state.fill)
        strokes = stroke is not None and self._marks(self.state.stroke)
        self._write(_PAINTING[fill if fills else None, stroke if strokes else None])

    def _show(self, _: Any, instruction: Any) -> None:
        """Text: what this plate has nothing of is written, but not seen."""
        state = self.state
        letters = _letters(instruction.operands)
        self.work += 9 + letters
        if state.font is None:
            raise CannotSeparate("text without a font")
        if str(state.font.get("/Subtype")) == "/Type3":
            # Drawn glyphs are always seen (table 106), as far as they mark this plate.
            self._mode(0)
        else:
            self._mode(self._text_mode())
        self._font(letters)
        self.out.append(instruction)

    def _text_mode(self) -> int:
        """How text is drawn, without what leaves this plate alone."""
        wanted = _TEXT_SIDES[self.state.text_mode % 4]
        sides = (self.state.fill, self.state.stroke)
        fills, strokes = (want and self._marks(side) for want, side in zip(wanted, sides, strict=True))
        return _TEXT_MODES[fills, strokes] + (4 if self.state.text_mode >= 4 else 0)

    def _mode(self, mode: int) -> None:
        if self.state.written_mode != mode:
            self.state.written_mode = mode
            self._write("Tr", mode)

    def _font(self, letters: int) -> None:
        """Name the font, as late as possible: glyphs that are drawn depend on the colour."""
        state, font = self.state, self.state.font
        if str(font.get("/Subtype")) == "/Type3":
            made = self.rewriter.font(font, self.plate, state, self.known)
            self.work += made.work * letters
            font = made.made
        name = self.names.of("Font", font)
        wanted = (name, state.font_size)
        if state.written_font != wanted:
            state.written_font = wanted
            self._write("Tf", name, state.font_size)

    def _set_font(self, operands: Any, _: Any) -> None:
        self.state.font, self.state.font_size = self.known.Font[str(operands[0])], operands[1]

    def _set_mode(self, operands: Any, _: Any) -> None:
        mode = int(operands[0])
        if not 0 <= mode <= 7:
            raise CannotSeparate("an unknown way to draw text")
        self.state.text_mode = mode

    def _do(self, operands: Any, _: Any) -> None:
        thing = self.known.XObject[str(operands[0])]
        kind = str(thing.get("/Subtype"))
        if kind == "/Image":
            self._image(thing, thing.objgen)
        elif kind == "/Form":
            self._mode(self.state.text_mode)
            made = self.rewriter.form(thing, self.plate, self.state, self.known)
            self.work += made.work
            if made.group:
                self.work += _GROUP + int(_GROUP_AREA * min(made.group * self.state.area, _SHEET))
            self.tile = min(self.tile, made.tile * self.state.area)
            self._write("Do", self.names.of("XObject", made.made))
        else:
            raise CannotSeparate("PostScript")

    def _inline(self, _: Any, instruction: Any) -> None:
        """An image in the content itself becomes one beside it."""
        import pikepdf

        found = instruction.iimage
        image = pikepdf.Stream(self.rewriter.pdf, found.read_raw_bytes())
        for key, value in found.obj.items():
            image[key] = value
        image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        self._image(image, None)

    def _image(self, image: Any, key: Any) -> None:
        """A picture: what this plate holds of it, or a stencil in the colour of the moment."""
        self.work += int(image.Width) * int(image.Height) // _PIXELS
        fill = self.state.fill
        if bool(image.get("/ImageMask", False)):
            refuse_masks(image)
            if self._marks(fill):
                self._write("Do", self.names.of("XObject", image))
            return
        space = image_space(image, self.rewriter.spaces, self.known)
        samples = self.rewriter.images.get(key)
        if samples is None:
            samples = Samples(self.rewriter.pdf, image, space)
        if key is not None:
            self.rewriter.images[key] = samples
        marked = samples.marks(self.plate, self.state.overprints(fill))
        if self.state.spared(marked, samples.inks):
            self._write("Do", self.names.of("XObject", samples.plate(self.plate)))

    def _shading(self, operands: Any, _: Any) -> None:
        source = self.known.Shading[str(operands[0])]
        inks = shading_inks(source, self.rewriter.spaces, self.known)
        self.work += _GROUP
        over = self.state.overprints(self.state.fill)
        if self.state.spared(inks.marks(self.plate, over, 0), inks):
            made = self.rewriter.shading(source, self.plate, self.known)
            self._write("sh", self.names.of("Shading", made))

    def _marked(self, operands: Any, _: Any) -> None:
        if str(operands[0]) == "/OC":
            raise CannotSeparate("a layer")

    def _shape_only(self, _: Any, instruction: Any) -> None:
        """A glyph that is a shape in the colour of the text."""
        self.colorless = True
        self.state.stroke = self.state.fill
        self.out.append(instruction)

    def _verbatim(self, _: Any, instruction: Any) -> None:
        self.out.append(instruction)


def _device(stroke: bool, name: str) -> Callable[[Content, Any, Any], None]:
    return lambda content, operands, _: content._device(stroke, name, operands)


_HANDLERS: dict[str, Callable[[Content, Any, Any], None]] = {
    "q": Content._save, "Q": Content._restore, "cm": Content._matrix, "d": Content._dash,
    "gs": Content._extended,
    "g": _device(False, "/DeviceGray"), "G": _device(True, "/DeviceGray"),
    "k": _device(False, "/DeviceCMYK"), "K": _device(True, "/DeviceCMYK"),
    "rg": _device(False, "/DeviceRGB"), "RG": _device(True, "/DeviceRGB"),
    "cs": lambda content, operands, _: content._space(False, operands),
    "CS": lambda content, operands, _: content._space(True, operands),
    "sc": lambda content, operands, _: content._color(False, operands),
    "SC": lambda content, operands, _: content._color(True, operands),
    "scn": lambda content, operands, _: content._color(False, operands),
    "SCN": lambda content, operands, _: content._color(True, operands),
    "Tj": Content._show, "TJ": Content._show, "'": Content._show, '"': Content._show,
    "Tf": Content._set_font, "Tr": Content._set_mode, "Do": Content._do, "sh": Content._shading,
    "INLINE IMAGE": Content._inline, "BDC": Content._marked,
    "d0": Content._verbatim, "d1": Content._shape_only,
}  # fmt: skip

#: What paints a path, by what fills and what strokes it.
_PAINTING = {
    (None, None): "n", ("f", None): "f", ("f*", None): "f*", (None, "S"): "S", (None, "s"): "s",
    ("f", "S"): "B", ("f*", "S"): "B*", ("f", "s"): "b", ("f*", "s"): "b*",
}  # fmt: skip


def _letters(operands: Any) -> int:
    """How many bytes of text an operator shows."""
    import pikepdf

    last = operands[-1]
    parts = list(last) if isinstance(last, pikepdf.Array) else [last]
    return sum(len(bytes(part)) for part in parts if isinstance(part, pikepdf.String))


def _blend(found: Any) -> str:
    """A blend mode that treats inks one by one; of several the first (11.3.5). Raises CannotSeparate."""
    import pikepdf

    name = str(found[0] if isinstance(found, pikepdf.Array) else found)
    if name not in SEPARABLE:
        raise CannotSeparate(f"the blend mode {name[1:30]}")
    return name


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
        self.drawn += max(0, content.work - FREE_ON_PLATE)
        if self.drawn > MOST_ON_PLATES or area / max(content.tile, 1e-9) > MOST_TILES:
            raise CannotSeparate(_TOO_MUCH)

    def held(self) -> int:
        """How many bytes of pictures wait to be drawn again, and about how many of what was rewritten."""
        pictures = sum(4 * each.size[0] * each.size[1] for each in self.images.values())
        return pictures + _HELD_EACH * (len(self.done) + sum(map(len, self.parsed.values())))

    def spend(self, cost: int) -> None:
        """Count work that is done. Raises CannotSeparate when it is too much for one file."""
        self.rewritten += cost
        if self.rewritten > MOST_REWRITING:
            raise CannotSeparate(_TOO_MUCH)

    def shading(self, source: Any, plate: int, known: Any) -> Any:
        """An axial or radial shading in grey; worked out once for all plates. Raises CannotSeparate."""
        spaces = known.get("/ColorSpace")
        key = (source.unparse(resolved=True), spaces.unparse() if spaces is not None else None)
        if key not in self.shadings:
            self.spend(_SHADING)
            self.shadings[key] = shading_plates(source, self.spaces, known, self.pdf)
        return self.shadings[key][plate]

    def _bytes(self, stream: Any) -> bytes:
        try:
            return unpacked(stream, MOST_STREAM)
        except Unreadable as error:
            raise CannotSeparate(f"a stream: {error}") from error

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
            if len(found) > MOST_OPERATORS:
                raise CannotSeparate(_TOO_MUCH)
            self.parsed[key] = found
        return self.parsed[key]

    def once(self, key: tuple[Any, ...], make: Callable[[], Rewritten]) -> Rewritten:
        """What was made for this key, or what is made now."""
        if key not in self.done:
            self.done[key] = None
            self.depth += 1
            if self.depth > MOST_FORMS_DEEP:
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
            grey = _number(1 - inks.amounts[plate])
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
        return Rewritten(made, content.work + _GROUP, tile=min(tile, content.tile) * _grown(pattern))

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


# --- resources and operators --------------------------------------------------------------------


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


def _number(value: float) -> Any:
    """A grey level with as many decimals as count."""
    return Decimal(f"{min(max(value, 0.0), 1.0):.5f}".rstrip("0").rstrip(".") or "0")


@lru_cache(maxsize=4096)
def _instruction(operator: str, operands: tuple[Any, ...]) -> Any:
    """An operator with its operands, as pikepdf writes them."""
    import pikepdf

    return pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator))
