"""Shapes text whose letters depend on their neighbours or run right to left: its glyphs, from left to right.

HarfBuzz selects and positions the glyphs, python-bidi reorders right-to-left text (Unicode bidirectional
algorithm, UAX 9).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeVar

from ..errors import UsageError, install_command
from ..geometry import Rect
from .scripts import (
    INVISIBLE_CHARACTERS,
    LEFT_TO_RIGHT_MARK,
    OBJECT_CHARACTER,
    RIGHT_TO_LEFT_MARK,
    has_right_to_left_letters,
    is_right_to_left,
)

T = TypeVar("T")

#: Discretionary ligatures are off: in some fonts they join Hebrew letters that are never joined.
_FEATURES = {"kern": True, "liga": True, "dlig": False}
#: The command that installs the libraries for shaping.
EXTRA = install_command("scripts")
_WITHOUT = f"a text has letters that change with their neighbours or are read from the right: {EXTRA}"


class ShapingFont(Protocol):
    """The properties of a font that shaping needs; fonts.py implements them."""

    def __hash__(self) -> int:
        """Return equal hashes for equal fonts, which are cache keys."""

    @property
    def units(self) -> int:
        """Return the units per em."""

    @property
    def data(self) -> bytes:
        """Return the file's bytes."""

    def has_character(self, character: str) -> bool:
        """Tell whether the font has the character."""

    def parts_by_font(self, text: str) -> Iterable[tuple[str, ShapingFont]]:
        """Yield the parts of a text, each with the font of one file that shows it."""

    def glyph_box(self, glyph: int) -> tuple[float, float, float, float] | None:
        """Return xMin, yMin, xMax, yMax of a glyph by its index, in ems; None for one without ink."""


class Glyph(NamedTuple):
    """A positioned glyph; lengths in ems."""

    number: int
    #: Its advance width.
    advance: float
    #: Its offset from the current position.
    x_offset: float
    y_offset: float
    #: The characters that it shows; "" for all but the first glyph of a cluster.
    text: str


class GlyphRun(NamedTuple):
    """Glyphs of one font from left to right; lengths in ems."""

    font: ShapingFont
    glyphs: tuple[Glyph, ...]
    #: In logical order.
    text: str
    is_right_to_left: bool
    x: float
    width: float


def is_available() -> bool:
    """Tell whether text can be shaped, as the extra is installed."""
    from importlib.util import find_spec

    return find_spec("uharfbuzz") is not None and find_spec("bidi") is not None


@lru_cache(maxsize=4096)
def glyph_runs(
    text: str, font: ShapingFont, is_right_to_left_text: bool | None = None
) -> tuple[GlyphRun, ...]:
    """Return the runs of a line from left to right.

    is_right_to_left_text: by default, the first letter determines it. Raises UsageError if the extra is
    missing.
    """
    if is_right_to_left_text is None:
        is_right_to_left_text = is_right_to_left(text)
    order = visual_order(text, is_right_to_left_text)
    runs: list[GlyphRun] = []
    pen = 0.0
    for start, end, own in sorted(_uniform_segments(text, font, order), key=lambda part: order[part[0]][0]):
        run = _shape_run(text, start, end, own, order[start][1])._replace(x=pen)
        runs.append(run)
        pen += run.width
    return tuple(runs)


def shaped_width(text: str, font: ShapingFont) -> float:
    """Return the width of a line in ems."""
    runs = glyph_runs(text, font)
    return runs[-1].x + runs[-1].width if runs else 0.0


def shaped_ink_box(text: str, font: ShapingFont, size: float) -> Rect:
    """Return the bounding box of the printed ink, with the text starting at the origin."""
    boxes = []
    for run in glyph_runs(text, font):
        pen = run.x
        for glyph in run.glyphs:
            box = run.font.glyph_box(glyph.number)
            if box is not None:
                x, y = pen + glyph.x_offset, glyph.y_offset
                boxes.append((box[0] + x, box[1] + y, box[2] + x, box[3] + y))
            pen += glyph.advance
    if not boxes:
        return Rect(0, 0, 0, 0)
    x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return Rect(x * size, y * size, (right - x) * size, (top - y) * size)


# -- order

#: Tag characters (U+E0020 to U+E007F), which the bidirectional algorithm ignores. Three after each character
#: number it.
_TAGS = [chr(0xE0020 + place) for place in range(96)]
_VALUES = {tag: place for place, tag in enumerate(_TAGS)}
#: Replacements for tags in the text itself, and for embeddings, which isolates have replaced: invisible.
_PLAIN = {ord(each): "\u200b" for each in (*_TAGS, *"\u202a\u202b\u202c\u202d\u202e")}
#: Characters that begin and end an isolate.
_ISOLATES, _ISOLATED = "\u2066\u2067\u2068", "\u2069"


@lru_cache(maxsize=1024)
def visual_order(text: str, is_right_to_left: bool) -> tuple[tuple[int, bool], ...]:
    """Return each character's place from the left, as if the paragraph were one line, and whether it is
    right-to-left.

    The characters of any one line of the paragraph are in the order of their places. is_right_to_left:
    whether the paragraph is right-to-left. Raises UsageError if the extra is missing.
    """
    if not is_right_to_left and not has_right_to_left_letters(text):
        return tuple((place, False) for place in range(len(text)))
    try:
        from bidi import get_display
    except ImportError:
        raise UsageError(_WITHOUT) from None
    # The library returns the reordered characters, not their places. So each is numbered by tags, which
    # follow left-to-right characters and precede right-to-left ones.
    numbered = [
        each + _TAGS[at // 9216] + _TAGS[at // 96 % 96] + _TAGS[at % 96]
        for at, each in enumerate(text.translate(_PLAIN))
    ]
    # The end has the paragraph's own direction, and tags before it would have it too.
    end = _ISOLATED * sum(map(text.count, _ISOLATES)) + (
        RIGHT_TO_LEFT_MARK if is_right_to_left else LEFT_TO_RIGHT_MARK
    )
    ordered = get_display("".join(numbered) + end, base_dir="R" if is_right_to_left else "L")
    shown = iter(ordered[len(end) :] if is_right_to_left else ordered[: -len(end)])
    found: dict[int, tuple[int, bool]] = {}
    for place, four in enumerate(zip(shown, shown, shown, shown, strict=True)):
        turned = four[0] in _VALUES
        first, second, third = (_VALUES[tag] for tag in (four[2::-1] if turned else four[1:]))
        found[9216 * first + 96 * second + third] = (place, turned)
    return tuple(found[at] for at in range(len(text)))


def parts_in_visual_order(
    order: Sequence[tuple[int, bool]],
    characters: Iterable[tuple[int | None, str, T]],
    joined: Callable[[T, T], bool],
) -> list[tuple[str, T]]:
    """Return the parts of a line from left to right, each as (text in logical order, the object to which the
    text belongs).

    order: the result of visual_order() for the paragraph. characters: the characters of the line in logical
    order, each as (its index in the paragraph or None for an added hyphen, the character, its object).
    joined: tells whether neighbouring characters with two given objects may be in one part.
    """
    read: list[tuple[float, bool, str, T]] = []
    for number, character, own in characters:
        if number is not None:
            read.append((*order[number], character, own))
        elif read:
            place, turned = read[-1][:2]
            read.append((place + (-0.5 if turned else 0.5), turned, character, own))
    ranks = {at: rank for rank, at in enumerate(sorted(range(len(read)), key=lambda at: read[at][0]))}
    cuts = [0]
    for at in range(1, len(read)):
        (_, turned_before, _, last), (_, turned, _, own) = read[at - 1], read[at]
        follows = turned == turned_before and ranks[at] - ranks[at - 1] == (-1 if turned else 1)
        if not follows or not joined(last, own):
            cuts.append(at)
    parts: list[tuple[int, str, T]] = []
    for start, end in pairwise([*cuts, len(read)]) if read else ():
        text = "".join(character for _, _, character, _ in read[start:end])
        _, turned, _, own = read[start]
        # Signs alone are left-to-right by themselves.
        text = (
            RIGHT_TO_LEFT_MARK + text
            if turned and text != OBJECT_CHARACTER and not is_right_to_left(text)
            else text
        )
        parts.append((min(ranks[at] for at in range(start, end)), text, own))
    return [(text, own) for _, text, own in sorted(parts, key=lambda part: part[0])]


def _uniform_segments(
    text: str, font: ShapingFont, order: Sequence[tuple[int, bool]]
) -> list[tuple[int, int, ShapingFont]]:
    """Return a line, in logical order, split where its font, its script or its direction changes."""
    fonts, scripts = _font_of_each_character(text, font), _script_of_each_character(text)
    cuts = [0]
    for at in range(1, len(text)):
        (before, _), (here, turned) = order[at - 1], order[at]
        follows = order[at - 1][1] == turned and here - before in (0, -1 if turned else 1)
        if not follows or fonts[at] is not fonts[at - 1] or scripts[at] != scripts[at - 1]:
            cuts.append(at)
    return [(start, end, fonts[start]) for start, end in pairwise([*cuts, len(text)])] if text else []


def _font_of_each_character(text: str, font: ShapingFont) -> list[ShapingFont]:
    """Return the font of each character. A mark, a space or a sign takes the font of the character before it,
    if this font has the mark, space or sign.
    """
    made: list[ShapingFont] = []
    for character in text:
        last = made[-1] if made else None
        if last is not None and (
            character in INVISIBLE_CHARACTERS or (not character.isalnum() and last.has_character(character))
        ):
            made.append(last)
        else:
            made.append(next(iter(font.parts_by_font(character)))[1])
    return made


def _script_of_each_character(text: str) -> list[str]:
    """Return the script of each character: the first word of a letter's name in Unicode. Signs and marks take
    that of the letter before.
    """
    made: list[str] = []
    last = ""
    for character in text:
        if unicodedata.category(character) in ("Ll", "Lo", "Lt", "Lu"):
            last = unicodedata.name(character, "").partition(" ")[0]
        made.append(last)
    first = next(filter(None, made), "")
    return [each or first for each in made]


# -- shaping


@lru_cache(maxsize=32)
def harfbuzz_font(font: ShapingFont) -> Any:
    """Return HarfBuzz's font object of a font. Raises UsageError if the extra is missing."""
    try:
        import uharfbuzz
    except ImportError:
        raise UsageError(_WITHOUT) from None
    return uharfbuzz.Font(uharfbuzz.Face(font.data))


def _shape_run(text: str, start: int, end: int, font: ShapingFont, is_right_to_left_text: bool) -> GlyphRun:
    """Shape a part of a line, with the text around it as context, so that letters of a word stay joined."""
    file = harfbuzz_font(font)
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text, start, end - start)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if is_right_to_left_text else "ltr"
    uharfbuzz.shape(file, buffer, _FEATURES)
    infos, places = buffer.glyph_infos, buffer.glyph_positions
    #: Clusters: characters shown together, each by the index of its first.
    firsts = sorted({info.cluster for info in infos})
    texts = {first: text[first:after] for first, after in pairwise([*firsts, end])}
    glyphs = tuple(
        Glyph(
            info.codepoint,
            place.x_advance / font.units,
            place.x_offset / font.units,
            place.y_offset / font.units,
            said,
        )
        for info, place in zip(infos, places, strict=True)
        for said in [texts.pop(info.cluster, "")]
    )
    wide = sum(glyph.advance for glyph in glyphs)
    return GlyphRun(font, glyphs, text[start:end], is_right_to_left_text, 0.0, wide)
