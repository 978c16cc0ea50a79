"""What lies under the letters of a text: their outline and their shadow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..colour.colors import Color, contrast_ratio
from ..geometry import Matrix, combined_matrix, scaling, translation
from ..text.fonts import Font
from ..text.glyph_outlines import fonttools_font, glyph_of, glyph_shape
from ..text.outlines import Shape, joined_shapes
from ..text.scripts import needs_shaping
from .items import Fill, Item, Label, Run, Stroke, flat_items

#: An outline that is as wide as the stems of regular type, in font sizes, is the ground of the letters: it is
#: seen from as far as they are. Larger type than that of texts (points) needs no wider one.
STEM, _TEXT_TYPE = 0.08, 9.0
#: Two colours are shades of each other if their contrast is lower.
SHADE = 1.5


def is_wide_outline(outline: float, size: float) -> bool:
    """Tell whether the outline of letters is so wide that it is the ground on which they are read.

    outline: its width in points. size: the font size in points.
    """
    return outline >= STEM * min(size, _TEXT_TYPE)


def ground_of_outline(items: Sequence[Item], label: Label) -> Color | None:
    """Return the colour of the outline on which the letters of a label are read; None if there is no such
    outline.

    items: what lies under the letters. An outline that is thin, or similar in colour to the letters, is no
    ground; a shadow never is.
    """
    size = max((run.size for run in label.runs if not run.is_hidden), default=0.0)
    # A shadow of outlined letters has their outline too, and lies below it.
    for item in reversed(items):
        if isinstance(item, Stroke) and is_wide_outline(item.width / 2, size):
            return item.color if contrast_ratio(item.color, label.color) >= SHADE else None
    return None


def shadow_and_outline(
    labels_and_icons: Iterable[Item],
    outline: tuple[Color, float] | None,
    shadow: tuple[Color, tuple[float, float]] | None,
) -> list[Item]:
    """Return the shadow and the outline of letters and icons, from the bottom up.

    labels_and_icons: what they lie under. outline: its colour, and its width in points. shadow: its colour,
    and how far it is moved to the right and up, in points.
    """
    if outline is None and shadow is None:
        return []
    shape = joined_shapes(*_letter_shapes(labels_and_icons))
    made: list[Item] = []
    if not shape.segments:
        return made
    if shadow is not None:
        color, offset = shadow
        moved = shape.transformed(translation(*offset))
        made.append(_outline_stroke(moved, color, outline[1]) if outline else Fill(moved, color))
    if outline is not None:
        made.append(_outline_stroke(shape, *outline))
    return made


def _outline_stroke(shape: Shape, color: Color, width: float) -> Stroke:
    """Return a filled shape grown by a width."""
    return Stroke(shape, color, 2 * width, ground=color, round_ends=True)


def _letter_shapes(labels_and_icons: Iterable[Item]) -> Iterator[Shape]:
    """Yield the outlines of letters, and those of filled and drawn parts of icons."""
    for item in flat_items([*labels_and_icons]):
        if isinstance(item, Label):
            for run in item.runs:
                for font, glyph, place in () if run.is_hidden else placed_glyphs(run):
                    yield glyph_shape(font, glyph).transformed(combined_matrix(place, item.place))
        elif isinstance(item, Fill | Stroke):
            yield item.shape.transformed(item.place) if item.place else item.shape


def placed_glyphs(run: Run) -> Iterator[tuple[Font, str, Matrix]]:
    """Yield the glyphs of a run: font, name, and the matrix from ems to the coordinates of its label."""
    size = run.size

    def place(right: float, up: float) -> Matrix:
        return combined_matrix(
            scaling(size * run.horizontal_scale, size),
            translation(run.x + right * run.horizontal_scale, run.y + up),
        )

    pen = 0.0
    if needs_shaping(run.text):
        from ..text.shaping import glyph_runs

        for shaped in glyph_runs(run.text, run.font.with_fallbacks(run.text)):
            font = shaped.font
            assert isinstance(font, Font)  # noqa: S101 - its parts() yields fonts
            for glyph in shaped.glyphs:
                name = fonttools_font(font).getGlyphName(glyph.number)
                yield font, name, place(pen + glyph.x_offset * size, glyph.y_offset * size)
                pen += glyph.advance * size + (run.extra_word_space if glyph.text == " " else 0)
        return
    for part, font in run.font.with_fallbacks(run.text).parts_by_font(run.text):
        kerns = dict(font.kerning_by_letter(part))
        for number, character in enumerate(part):
            pen += kerns.get(number, 0.0) * size
            yield font, glyph_of(font, character), place(pen, 0.0)
            pen += (
                font.width(character, size) + run.tracking + (run.extra_word_space if character == " " else 0)
            )
