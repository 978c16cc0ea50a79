"""Rewrites content for the four plates: every colour becomes the grey of its amount on each plate.

A stream is executed once for all plates. Forms, tiling patterns and Type 3 glyphs are rewritten with the
state that they inherit, once for each such state. What does not change a plate is not painted on it; all else
stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ....geometry import IDENTITY, Rect
from ..color_spaces import Paint
from ..content import PATH
from ..content_walker import ContentWalker, StreamStart
from ..document import DocumentPage, PdfDocument
from ..fonts import FontMetrics
from ..functions import UnsupportedFunction
from ..images import color_space_name, with_full_names
from ..limits import MOST_FORMS_DEEP, MOST_OPERATORS, Unreadable
from ..resources import ResourceReader
from .inks import BLACK, TOO_MUCH, CannotSeparate, Ink, InkSpaces, PatternOfPlates, PlateInks, UnknownInk
from .samples import ImageSamples, refuse_masks, shading_plates

PLATES = range(4)
#: The cost of making the plates of a shading, in statements.
_SHADING = 1000
#: Estimated bytes of a rewritten object.
_HELD_EACH = 500

#: Operators that are copied, as they do not concern colour (ISO 32000-1, annex A).
_COPIED = ("w J j M i ri d d0 d1 re W W* n q Q cm BT ET Tc Tw Tz TL Ts Td TD T* Tm BX EX", PATH)
#: The operator that paints a path, by the operators that fill and stroke it.
_PAINTING = {
    (None, None): b"n", ("f", None): b"f", ("f*", None): b"f*", (None, "S"): b"S", (None, "s"): b"s",
    ("f", "S"): b"B", ("f*", "S"): b"B*", ("f", "s"): b"b", ("f*", "s"): b"b*",
}  # fmt: skip
#: Whether text modes fill and stroke (table 106), by the mode without clipping.
_TEXT_SIDES = {0: (True, False), 1: (False, True), 2: (True, True), 3: (False, False)}
_TEXT_MODES = {sides: mode for mode, sides in _TEXT_SIDES.items()}
#: Entries of extended graphics states (table 58) that are copied, and those that are refused.
_KEPT = frozenset(("/LW", "/LC", "/LJ", "/ML", "/D", "/FL", "/SM", "/SA", "/CA", "/ca", "/AIS", "/TK"))
_TRANSFERS = ("/TR", "/TR2")
#: Blend modes that treat every ink separately (ISO 32000-1, 11.3.5.2).
_SEPARABLE = frozenset(
    ("Normal", "Compatible", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "ColorDodge", "ColorBurn",
     "HardLight", "SoftLight", "Difference", "Exclusion")
)  # fmt: skip
#: Blend modes in which later marks hide what lies below them.
_PLAIN = ("Normal", "Compatible")


class PerPlate(NamedTuple):
    """A value for each plate."""

    cyan: Any
    magenta: Any
    yellow: Any
    black: Any


class PlateWriter(ContentWalker):
    """Rewrites one content stream."""

    plain_errors = (Unreadable, CannotSeparate, UnsupportedFunction)

    def __init__(
        self,
        separator: PlateSeparator,
        start: StreamStart,
        inks: tuple[Ink, Ink] = (BLACK, BLACK),
        isolated: bool = False,
        names: ResourceNames | None = None,
    ) -> None:
        super().__init__(start, separator)
        self.separator = separator
        #: The fill and stroke inks, and those that the stream began with.
        self.fill_ink, self.stroke_ink = self.begun = inks
        #: Whether this is an isolated group.
        self.isolated = isolated
        self.names = names or ResourceNames(separator.pdf)
        self.out: list[bytes | PerPlate] = []
        #: The text modes and the font that were written last.
        self.written_modes = PerPlate(*(start.text.mode,) * 4)
        self.written_font: tuple[bytes, float] | None = None
        self.saved_inks: list[tuple[Any, ...]] = []

    def content_of(self, plate: int) -> bytes:
        """Return the content for a plate."""
        return b"\n".join([piece if isinstance(piece, bytes) else piece[plate] for piece in self.out])

    def make_streams(self, head: PerPlate = PerPlate(b"", b"", b"", b"")) -> PerPlate:  # noqa: B008 - a tuple
        """Return the content for each plate as a stream, with its resources."""
        streams = []
        for plate in PLATES:
            stream = self.separator.pdf.make_stream(head[plate] + self.content_of(plate))
            stream.Resources = self.names.resources(plate)
            streams.append(stream)
        self.separator.held += _HELD_EACH + sum(map(len, self.out))
        return PerPlate(*streams)

    @property
    def inherited_key(self) -> tuple[Hashable, ...]:
        """Return a key of everything that content inherits if it is drawn from here on."""
        state = self.state
        over = (state.fill_overprint, state.stroke_overprint, state.overprint_mode)
        return (self.fill_ink, self.stroke_ink, over, state.blend, self.isolated, self.text.mode)

    # --- the graphics state ---------------------------------------------------------------------

    def copy_statement(self) -> None:
        """Write the current statement unchanged."""
        self.out.append(self.source)

    def save_state(self) -> None:
        """Execute q: save the graphics state."""
        super().save_state()
        self.saved_inks.append((self.fill_ink, self.stroke_ink, self.written_modes, self.written_font))

    def restore_state(self) -> None:
        """Execute Q: restore the graphics state."""
        super().restore_state()
        self.fill_ink, self.stroke_ink, self.written_modes, self.written_font = self.saved_inks.pop()

    def apply_graphics_state(self, name: str) -> None:
        """Execute gs: apply a parameter dictionary on each plate."""
        import pikepdf

        super().apply_graphics_state(name)
        found = self.resources.require("/ExtGState", name, "a graphics state")
        if any(str(found.get(key, "/Default")) not in ("/Default", "/Identity") for key in _TRANSFERS):
            raise CannotSeparate("a transfer function")
        if "/Font" in found:
            raise CannotSeparate("a font set in an unsupported way")
        if self.state.blend not in _SEPARABLE:
            raise CannotSeparate(f"the blend mode {self.state.blend[:29]}")
        kept = pikepdf.Dictionary({key: found[key] for key in sorted(_KEPT & set(found.keys()))})
        if "/SMask" in found:
            kept.SMask = self._verified_soft_mask(found.SMask)
        if "/BM" in found:
            kept.BM = pikepdf.Name(f"/{self.state.blend}")
        self.out.append(self.names.add_resource("ExtGState", kept.unparse(), PerPlate(*(kept,) * 4)) + b" gs")

    def _verified_soft_mask(self, mask: Any) -> Any:
        """Return a soft mask unchanged, after verifying that it is the same on all plates.

        Raises CannotSeparate for a mask in colours other than grey, or with a backdrop or a transfer function
        (ISO 32000-1, 11.6.5.2).
        """
        import pikepdf

        if not self.state.soft_mask:
            return pikepdf.Name("/None")
        plain = isinstance(mask, pikepdf.Dictionary) and not {"/BC", "/TR"} & set(mask.keys())
        space = mask.G.get("/Group", {}).get("/CS") if plain and "/G" in mask else None
        if space != pikepdf.Name("/DeviceGray"):
            raise CannotSeparate("a soft mask")
        return mask

    # --- colour ---------------------------------------------------------------------------------

    def write_fill_color(self) -> None:
        """Write each plate's amount of the current fill colour."""
        if not self.uncolored:
            self.fill_ink = self._ink_of_paint(self.fill)
            self._write_color(self.fill_ink, b" g", b"/Pattern cs ", b" scn")

    def write_stroke_color(self) -> None:
        """Write each plate's amount of the current stroke colour."""
        if not self.uncolored:
            self.stroke_ink = self._ink_of_paint(self.stroke)
            self._write_color(self.stroke_ink, b" G", b"/Pattern CS ", b" SCN")

    def _write_color(self, ink: Ink, grey: bytes, before: bytes, after: bytes) -> None:
        if isinstance(ink, PlateInks):
            self.out.append(PerPlate(*(_gray_operand(1 - amount) + grey for amount in ink.amounts)))
        elif isinstance(ink, PatternOfPlates):
            name = self.names.add_resource("Pattern", ink.number, self.separator.patterns[ink.number])
            self.out.append(before + name + after)

    def _ink_of_paint(self, paint: Paint) -> Ink:
        """Return the ink of a paint.

        For an unsupported colour returns an UnknownInk: it is an error only if something is painted with it.
        """
        try:
            if paint.pattern:
                return self._plate_pattern(paint)
            if paint.space.family == "Pattern":
                return UnknownInk("a pattern with no name")
            return self.separator.spaces.ink_space(paint.space).inks(paint.parts or ())
        except (CannotSeparate, Unreadable, UnsupportedFunction) as error:
            return UnknownInk(str(error))

    def _plate_pattern(self, paint: Paint) -> PatternOfPlates:
        """Return a pattern rewritten for the plates."""
        import pikepdf

        pattern = self.resources.require("/Pattern", paint.pattern, "a pattern")
        if int(pattern.PatternType) != 2:
            inks = None
            if int(pattern.PaintType) == 2:
                if paint.space.base is None:
                    raise CannotSeparate("a pattern whose colour is not known")
                inks = self.separator.spaces.ink_space(paint.space.base).inks(paint.parts or ())
            return self.separator.separated_pattern(
                self.separator.separate_tiling(pattern, inks, self), inks, None
            )
        if "/ExtGState" in pattern:
            raise CannotSeparate("a shading with a graphics state of its own")
        space = self.separator.spaces.ink_space(paint.space)
        made = []
        for shading in self.separator.separate_shading(pattern.Shading, paint):
            one = pikepdf.Dictionary(PatternType=2, Shading=shading)
            if "/Matrix" in pattern:
                one.Matrix = pattern.Matrix
            made.append(self.separator.pdf.make_indirect(one))
        return self.separator.separated_pattern(PerPlate(*made), None, space.inks(space.space.initial_color))

    def use_inherited_color(self, *operands: float) -> None:
        """Execute d1: mark the glyph as a shape in the colour of the text."""
        super().use_inherited_color(*operands)
        self.stroke_ink = self.fill_ink

    # --- what is painted ------------------------------------------------------------------------

    def _which_plates_change(self, ink: Ink, overprint: bool) -> tuple[bool, ...]:
        """Return for each of the four plates whether a mark in this ink changes it.

        overprint: whether the mark overprints by the graphics state. Raises CannotSeparate if the result is
        ambiguous.
        """
        if isinstance(ink, UnknownInk):
            raise CannotSeparate(ink.reason)
        mode = self.state.overprint_mode
        if isinstance(ink, PlateInks):
            return self._which_plates_change_unless_spared(ink, self._is_overprinted(overprint, ink), mode)
        if ink.shading is not None:
            return self._which_plates_change_unless_spared(
                ink.shading, self._is_overprinted(overprint, None), 0
            )
        if ink.inks is not None:
            return self._which_plates_change_unless_spared(
                ink.inks, self._is_overprinted(overprint, ink.inks), mode
            )
        if overprint:
            raise CannotSeparate("a pattern that overprints")
        return (True,) * 4

    def _is_overprinted(self, overprint: bool, inks: PlateInks | None) -> bool:
        """Tell whether a mark overprints. If only black may overprint on these plates, other marks do not.

        overprint: whether it does so by the graphics state. inks: of its one colour; None for pictures and
        shadings.
        """
        only = self.separator.only_black
        return overprint and not (only and (inks is None or inks.amounts != BLACK.amounts))

    def _which_plates_change_unless_spared(
        self, inks: PlateInks, overprint: bool, mode: int
    ) -> tuple[bool, ...]:
        """Return for each of the four plates whether a mark changes it.

        Raises CannotSeparate if the mark leaves a plate unchanged in an isolated group or with a blend mode:
        the result is ambiguous then (ISO 32000-1, 11.7.4.3).
        """
        marked = tuple([inks.changes_plate(plate, overprint, mode) for plate in PLATES])
        if not all(marked) and not inks.nothing and (self.isolated or self.state.blend not in _PLAIN):
            raise CannotSeparate("overprint within transparency")
        return marked

    def _fill_and_stroke_plates(self, fill: bool, stroke: bool) -> list[tuple[bool, bool]]:
        """Return for each of the four plates whether the fill changes it, and whether the stroke does."""
        none, state = (False,) * 4, self.state
        fills = self._which_plates_change(self.fill_ink, state.fill_overprint) if fill else none
        strokes = self._which_plates_change(self.stroke_ink, state.stroke_overprint) if stroke else none
        return list(zip(fills, strokes, strict=True))

    def _paint_on_plates(
        self, is_painted: tuple[bool, ...], kind: str, key: Hashable, objects: PerPlate, end: bytes
    ) -> None:
        """Paint a named resource on those plates that it changes.

        is_painted: for each plate, whether to paint. kind: the category of the resource. key: its identity.
        objects: its object for each plate. end: the operator after the name.
        """
        only = PerPlate(*(thing if mark else None for thing, mark in zip(objects, is_painted, strict=True)))
        name = self.names.add_resource(kind, (key, is_painted), only)
        self.out.append(PerPlate(*(name + end if mark else b"" for mark in is_painted)))

    def paint_path(self, fill: str | None, stroke: str | None) -> None:
        """Paint a path with the amount of its colour on each plate."""
        sides = self._fill_and_stroke_plates(fill is not None, stroke is not None)
        written = [
            _PAINTING[fill if fills else None, stroke if strokes else None] for fills, strokes in sides
        ]
        self.out.append(PerPlate(*written))

    def paint_text(self, font: FontMetrics, items: list[bytes | float]) -> None:
        """Show text; on plates where it has no ink it is written invisibly.

        Glyphs of Type 3 are always visible (table 106) on the plates that they mark. The font operator is
        written as late as possible, as such glyphs depend on the colour.
        """
        mode, modes = self.text.mode, PerPlate(0, 0, 0, 0)
        if not font.matrix:
            clips = 4 if mode >= 4 else 0
            modes = PerPlate(
                *(
                    _TEXT_MODES[sides] + clips
                    for sides in self._fill_and_stroke_plates(*_TEXT_SIDES[mode % 4])
                )
            )
        self._write_text_modes(modes)
        fonts = (
            self.separator.separate_type_3_font(font, self) if font.matrix else PerPlate(*(font.font,) * 4)
        )
        key = (id(font), self.inherited_key) if font.matrix else id(font)
        wanted = (self.names.add_resource("Font", key, fonts), self.text.size)
        if self.written_font != wanted:
            self.written_font = wanted
            self.out.append(b"%b %b Tf" % (wanted[0], _decimal_operand(wanted[1], 9)))
        self.copy_statement()

    def _write_text_modes(self, modes: PerPlate) -> None:
        if self.written_modes != modes:
            self.written_modes = modes
            self.out.append(PerPlate(*(b"%d Tr" % mode for mode in modes)))

    def paint_form(self, form: Any, name: str) -> None:
        """Paint a form."""
        self._write_text_modes(PerPlate(*(self.text.mode,) * 4))
        made = self.separator.separate_form(form, self)
        self._paint_on_plates((True,) * 4, "XObject", id(made), made, b" Do")

    def paint_inline_image(self, dictionary: dict[str, Any], data: bytes) -> None:
        """Paint an inline image: it becomes an image resource."""
        import pikepdf

        image = pikepdf.Stream(self.separator.pdf, data)
        for key, value in with_full_names(dictionary).items():
            image[key] = _pikepdf_value(value)
        image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        self._write_image(image, None)

    def paint_image(self, image: Any, name: str) -> None:
        """Paint an image."""
        self._write_image(image, image.objgen)

    def _write_image(self, image: Any, key: Any) -> None:
        """Paint each plate's amount of a picture, or a stencil in the current colour."""
        refuse_masks(image)
        if bool(image.get("/ImageMask", False)):
            things = PerPlate(*(self.separator.pdf.make_indirect(image),) * 4)
            marked = self._which_plates_change(self.fill_ink, self.state.fill_overprint)
            return self._paint_on_plates(marked, "XObject", things[0].objgen, things, b" Do")
        if "/ColorSpace" not in image:
            raise CannotSeparate("an image with no colour space", "picture")
        if self.separator.spot:
            return self._write_image_without_spot(image)
        samples = self.separator.images.get(key)
        if samples is None:
            stated = self.resources.color_space(color_space_name(image.ColorSpace))
            space = self.separator.spaces.ink_space(stated)
            samples = ImageSamples(self.separator.pdf, image, space)
            if key is not None:
                self.separator.images[key] = samples
                self.separator.held += 4 * samples.size[0] * samples.size[1]
        # Overprint mode 1 does not apply to images (11.7.4.3).
        marked = self._which_plates_change_unless_spared(
            samples.inks, self._is_overprinted(self.state.fill_overprint, None), 0
        )
        if any(marked):
            things = PerPlate(*(self.separator.pdf.make_indirect(each) for each in samples.plate_images()))
            self._paint_on_plates(marked, "XObject", things[3].objgen, things, b" Do")
        return None

    def _write_image_without_spot(self, image: Any) -> None:
        """Write an image on the plate of a spot colour, for an image that has none of this colour.

        It removes the colour below it, unless it overprints. Raises CannotSeparate for an image in that
        colour.
        """
        stated = self.resources.color_space(color_space_name(image.ColorSpace))
        if self.separator.spot in {ink for each in stated.with_bases() for ink in each.inks}:
            raise CannotSeparate(f"an image in the spot colour {self.separator.spot}", "picture")
        if not self.state.fill_overprint:
            from PIL import Image

            plain = ImageSamples(self.separator.pdf, image, self.separator.spaces.ink_space(stated))
            white = self.separator.pdf.make_indirect(plain.grey_image(Image.new("L", (1, 1), 255)))
            self._paint_on_plates((True,) * 4, "XObject", white.objgen, PerPlate(*(white,) * 4), b" Do")

    def paint_shading(self, name: str) -> None:
        """Paint a shading."""
        source, paint = self.resources.shading(name)
        space = self.separator.spaces.ink_space(paint.space)
        over = self._is_overprinted(self.state.fill_overprint, None)
        marked = self._which_plates_change_unless_spared(space.inks(space.space.initial_color), over, 0)
        if any(marked):
            made = self.separator.separate_shading(source, paint)
            self._paint_on_plates(marked, "Shading", id(made), made, b" sh")

    def begin_marked_content(self, tag: str, properties: Any) -> None:
        """Refuse layers, and leave out all other marked content operators."""
        if tag == "/OC":
            raise CannotSeparate("a layer")


def _with_following_call(
    method: Callable[..., None], following: Callable[[PlateWriter], None]
) -> Callable[..., None]:
    def both(self: PlateWriter, *operands: Any) -> None:
        method(self, *operands)
        following(self)

    return both


for _names, _after in (
    *((names, PlateWriter.copy_statement) for names in _COPIED),
    ("g rg k cs sc scn", PlateWriter.write_fill_color),
    ("G RG K CS SC SCN", PlateWriter.write_stroke_color),
):
    for _name in _names.split():
        PlateWriter.operators[_name] = _with_following_call(PlateWriter.operators[_name], _after)


@dataclass
class PlateSeparator:
    """Rewrites the pages of one file for the plates."""

    file: PdfDocument
    technical: Collection[str]
    #: Whether only pure black overprints, whatever the file states.
    only_black: bool = False
    #: The spot colour whose plate is made in place of that of black; "" for the process inks.
    spot: str = ""
    #: How many statements may still be executed.
    left: int = MOST_OPERATORS
    #: Estimated bytes of pictures and content kept for drawing again.
    held: int = 0
    #: Rewritten objects by key; None while one is being rewritten.
    done: dict[Hashable, PerPlate | None] = field(default_factory=dict)
    images: dict[Any, ImageSamples] = field(default_factory=dict)
    shadings: dict[Hashable, tuple[Paint, PerPlate]] = field(default_factory=dict)
    patterns: list[PerPlate] = field(default_factory=list)
    resources: ResourceReader = field(default_factory=ResourceReader)
    depth: int = 0

    def __post_init__(self) -> None:
        self.pdf = self.file.pdf
        self.spaces = InkSpaces(self.technical, self.spot)

    def separate_page(self, page: DocumentPage, box: Rect) -> PerPlate:
        """Return the plates of a page as pages that show only the box. Raises CannotSeparate."""
        import pikepdf

        group = page.obj.get("/Group")
        if group is not None:
            _is_drawn_apart(group)
        writer = PlateWriter(self, StreamStart(IDENTITY, self.resources.resources_of(page.resources)))
        try:
            writer.execute(self.file.page_content(page))
        except Unreadable as error:
            raise CannotSeparate(f"a stream: {error}") from error
        except UnsupportedFunction as error:
            raise CannotSeparate(str(error)) from error
        made = []
        head = PerPlate(*(b"%d g %d G\n" % (grey, grey) for grey in (1, 1, 1, 0)))
        for content in writer.make_streams(head):
            one = pikepdf.Dictionary(Type=pikepdf.Name.Page, Contents=content)
            one.MediaBox, one.Resources = [box.x, box.y, box.right, box.top], content.Resources
            if group is not None:
                one.Group = _gray_group(group)
            made.append(self.pdf.make_indirect(one))
        return PerPlate(*made)

    def subtract_work(self, statements: int, marks: int) -> None:
        """Count work. Raises CannotSeparate if it exceeds the limit for one file."""
        self.left -= statements
        if self.left < 0:
            raise CannotSeparate(TOO_MUCH)

    def separate_shading(self, source: Any, paint: Paint) -> PerPlate:
        """Return an axial or radial shading in grey for each plate, cached. Raises CannotSeparate."""
        # The paint is kept with its id, so that no other object gets the same id.
        key = (source.unparse(resolved=True), id(paint.space))
        if key not in self.shadings:
            self.subtract_work(_SHADING, 0)
            made = PerPlate(*shading_plates(source, self.spaces.ink_space(paint.space), self.pdf))
            self.shadings[key] = paint, made
        return self.shadings[key][1]

    def separated_pattern(
        self, patterns: PerPlate, inks: PlateInks | None, shading: PlateInks | None
    ) -> PatternOfPlates:
        """Return the paint for a pattern that was rewritten for each plate."""
        self.patterns.append(patterns)
        return PatternOfPlates(len(self.patterns) - 1, inks, shading)

    def cached(self, key: Hashable, make: Callable[[], PerPlate]) -> PerPlate:
        """Return the value cached for a key; at the first call, the result of `make`.

        Raises CannotSeparate for a form that draws itself, and for forms that are nested too deep.
        """
        if key not in self.done:
            self.done[key] = None
            self.depth += 1
            if self.depth > MOST_FORMS_DEEP:
                raise CannotSeparate("forms nested too deep")
            try:
                self.done[key] = make()
            finally:
                self.depth -= 1
                if self.done[key] is None:
                    del self.done[key]
        found = self.done[key]
        if found is None:
            raise CannotSeparate("a form that draws itself")
        return found

    def _initial_state(self, holder: Any, writer: PlateWriter) -> StreamStart:
        """Return the initial state of a form, a glyph or a cell that a stream draws."""
        resources, text = writer.resources, writer.text._replace(face=None)
        if holder.get("/Resources") is not None:
            resources = self.resources.resources_of(holder.Resources)
        return writer.nested_start("")._replace(matrix=IDENTITY, resources=resources, text=text)

    def separate_form(self, form: Any, writer: PlateWriter) -> PerPlate:
        """Return a form for each plate (8.10)."""
        start = self._initial_state(form, writer)

        def make_forms() -> PerPlate:
            if "/OC" in form or "/Ref" in form:
                raise CannotSeparate("a layer" if "/OC" in form else "a page of another file")
            begun, isolated = start, writer.isolated
            if "/Group" in form:
                isolated = _is_drawn_apart(form.Group) or start.state.blend not in _PLAIN
                begun = start._replace(state=start.state._replace(blend="Normal"))
            inner = PlateWriter(self, begun, (writer.fill_ink, writer.stroke_ink), isolated)
            inner.execute(self.file.unpack_stream(form))
            made = inner.make_streams()
            for one in made:
                for key in ("/Type", "/Subtype", "/FormType", "/BBox", "/Matrix"):
                    if key in form:
                        one[key] = form[key]
                if "/Group" in form:
                    one.Group = _gray_group(form.Group)
            return made

        return self.cached(("form", form.objgen, writer.inherited_key, id(start.resources)), make_forms)

    def separate_tiling(self, pattern: Any, inks: PlateInks | None, writer: PlateWriter) -> PerPlate:
        """Return a tiling pattern for each plate; an uncoloured one gets the ink's amounts (8.7.3).

        Patterns begin with the initial state of the stream that uses them.
        """
        before = PlateWriter(self, writer.start, writer.begun, writer.isolated)
        start = self._initial_state(pattern, before)

        def make_patterns() -> PerPlate:
            own = before.begun if inks is None else (PlateInks(inks.amounts),) * 2
            begun = start._replace(uncolored=inks is not None)
            inner = PlateWriter(self, begun, own, writer.isolated)
            inner.execute(self.file.unpack_stream(pattern))
            greys = [_gray_operand(1 - amount) for amount in inks.amounts] if inks else []
            head = (
                PerPlate(*(b"%b g %b G\n" % (grey, grey) for grey in greys))
                if inks
                else PerPlate(*(b"",) * 4)
            )
            made = inner.make_streams(head)
            for one in made:
                one.PatternType, one.PaintType = 1, 1
                for key in ("/TilingType", "/BBox", "/XStep", "/YStep", "/Matrix"):
                    if key in pattern:
                        one[key] = pattern[key]
            return made

        return self.cached(
            ("tiling", pattern.objgen, inks, before.inherited_key, id(start.resources)), make_patterns
        )

    def separate_type_3_font(self, font: FontMetrics, writer: PlateWriter) -> PerPlate:
        """Return a Type 3 font for each plate (9.6.5)."""
        import pikepdf

        start, inks = self._initial_state(font.font, writer), (writer.fill_ink, writer.stroke_ink)

        def make_fonts() -> PerPlate:
            names = ResourceNames(self.pdf)
            glyphs = [pikepdf.Dictionary() for _ in PLATES]
            for name, glyph in font.font.CharProcs.items():
                inner = PlateWriter(self, start, inks, writer.isolated, names)
                inner.execute(self.file.unpack_stream(glyph))
                for plate in PLATES:
                    glyphs[plate][name] = self.pdf.make_stream(inner.content_of(plate))
            if "Pattern" in names.kinds:
                raise CannotSeparate("letters drawn with a pattern")
            made = [pikepdf.Dictionary(font.font) for _ in PLATES]
            for plate in PLATES:
                made[plate].CharProcs, made[plate].Resources = glyphs[plate], names.resources(plate)
            return PerPlate(*map(self.pdf.make_indirect, made))

        return self.cached(("font", id(font), writer.inherited_key, id(start.resources)), make_fonts)


def _is_drawn_apart(group: Any) -> bool:
    """Tell whether a group is isolated or knockout, drawn apart from its backdrop. Raises CannotSeparate
    (11.6.6).
    """
    import pikepdf

    if bool(group.get("/K", False)):
        raise CannotSeparate("a group whose parts knock one another out")
    space = group.get("/CS")
    if space is not None and not (isinstance(space, pikepdf.Name) and str(space) == "/DeviceCMYK"):
        raise CannotSeparate("transparency that is not blended in CMYK", "blending")
    return bool(group.get("/I", False))


def _gray_group(group: Any) -> Any:
    import pikepdf

    made = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceGray)
    if "/I" in group:
        made.I = bool(group.I)
    return made


class ResourceNames:
    """The resources of rewritten content, with new names."""

    def __init__(self, pdf: Any) -> None:
        self.pdf = pdf
        self.kinds: dict[str, dict[Hashable, tuple[str, PerPlate]]] = {}

    def add_resource(self, kind: str, key: Hashable, objects: PerPlate) -> bytes:
        """Add a resource unless it was added before, and return its name.

        kind: its category, such as "XObject". key: what identifies it. objects: its object for each plate;
        None for plates without it.
        """
        known = self.kinds.setdefault(kind, {})
        if key not in known:
            known[key] = (f"/{kind[0]}{len(known)}", objects)
        return known[key][0].encode()

    def resources(self, plate: int) -> Any:
        """Return the resource dictionary of a plate."""
        import pikepdf

        made = pikepdf.Dictionary()
        for kind, known in self.kinds.items():
            things = {name: four[plate] for name, four in known.values() if four[plate] is not None}
            made[f"/{kind}"] = pikepdf.Dictionary(things)
        return made


def _gray_operand(value: float) -> bytes:
    """Return a grey level as an operand with as many decimals as matter."""
    return _decimal_operand(min(max(value, 0.0), 1.0), 5)


def _decimal_operand(value: float, places: int) -> bytes:
    return f"{value:.{places}f}".rstrip("0").rstrip(".").encode() or b"0"


def _pikepdf_value(value: Any) -> Any:
    """Return a value of an inline image's dictionary as a pikepdf object."""
    import pikepdf

    if isinstance(value, str):
        return pikepdf.Name(value)
    if isinstance(value, bytes):
        return pikepdf.String(value)
    if isinstance(value, list):
        return pikepdf.Array([_pikepdf_value(each) for each in value])
    if isinstance(value, dict):
        return pikepdf.Dictionary({key: _pikepdf_value(each) for key, each in value.items()})
    return int(value) if isinstance(value, float) and value.is_integer() else value
