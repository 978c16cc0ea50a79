"""Compact Fonts: the width and the outline of a glyph are told from the beginning of its program."""

import io

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from made_fonts import made_font
from pikepdf import Array, Dictionary, Name
from test_preflight_page import X1A, found, with_drawing

from cardgen.prepress.pdf.compact_fonts import (
    CompactFont,
    GlyphMeasures,
    _ProgramStart,
    _UnsupportedProgramError,
)
from cardgen.prepress.preflight import preflight

#: Operators and operands of Type 2 charstrings: the numbers 0 and 5, and the first subroutine of few.
ZERO, FIVE, FIRST = b"\x8b", b"\x90", b"\x20"
CALL, RETURN, MOVE_RIGHT, END, STEMS, MASK = b"\x0a", b"\x0b", b"\x16", b"\x0e", b"\x12", b"\x13"


def followed(program, routines=()):
    walk = _ProgramStart(routines, ())
    walk.run(program)
    return walk.width, walk.is_drawn


@pytest.mark.parametrize(
    ("program", "width", "is_drawn"),
    [
        (FIVE + ZERO + MOVE_RIGHT, 5, True),
        (ZERO + MOVE_RIGHT, None, True),
        (FIVE + END, 5, False),
        (END, None, False),
        (b"", None, False),
        (FIVE + ZERO + FIVE + STEMS + ZERO + FIVE + MASK + b"\xff" + ZERO + MOVE_RIGHT, 5, True),
        (ZERO + FIVE + STEMS + FIVE + ZERO + MOVE_RIGHT, None, True),
        # An accent on a letter.
        (FIVE + 4 * ZERO + END, 5, True),
        # 16 bits, 16 bits and a fraction, and the two long forms of small numbers.
        (b"\x1c\x03\x20" + END, 800, False),
        (b"\xff\x00\x05\x80\x00" + END, 5.5, False),
        (b"\xf7\x00" + END, 108, False),
        (b"\xfb\x00" + END, -108, False),
    ],
)
def test_the_width_stands_before_the_first_operands(program, width, is_drawn):
    assert followed(program) == (width, is_drawn)


def test_a_width_may_stand_in_a_subroutine_or_before_it():
    assert followed(FIRST + CALL, [FIVE + ZERO + MOVE_RIGHT]) == (5, True)
    assert followed(FIVE + FIRST + CALL + MOVE_RIGHT, [ZERO + RETURN]) == (5, True)


@pytest.mark.parametrize(
    ("program", "routines"),
    [
        # Each calls the next twice, a thousand times in all; one that calls itself; one that is not there.
        (FIRST + CALL, [2 * (bytes([0x21 + place]) + CALL) + RETURN for place in range(30)]),
        (FIRST + CALL, [FIRST + CALL]),
        (FIVE + CALL, []),
        (CALL, []),
        (600 * ZERO, []),
        # Arithmetic, and a number that is cut off.
        (FIVE + ZERO + b"\x0c\x0a" + END, []),
        (b"\x1c\x03", []),
    ],
)
def test_what_no_font_has_is_given_up(program, routines):
    with pytest.raises(_UnsupportedProgramError):
        followed(program, routines)


def test_a_bomb_of_subroutines_takes_few_steps():
    """Ten levels, each of which calls the next a hundred times, are given up."""
    calls = [100 * (bytes([0x21 + place]) + CALL) + RETURN for place in range(9)] + [RETURN]
    walk = _ProgramStart(calls, ())
    with pytest.raises(_UnsupportedProgramError):
        walk.run(FIRST + CALL)
    assert walk._steps < 20_000


@given(st.binary(max_size=60))
def test_any_bytes_are_followed_or_given_up(program):
    walk = _ProgramStart([program[:20], program[20:]], [program])
    try:
        walk.run(program)
    except _UnsupportedProgramError:
        return
    assert walk.width is None or isinstance(walk.width, int | float)


def test_glyphs_of_a_font():
    with TTFont(io.BytesIO(made_font("A ", width=480, cff=True))) as whole:
        font = CompactFont(whole["CFF "].compile(whole))
    assert list(font.names) == [".notdef", "u00041", "u00020"]
    assert font.glyph_measures(font.glyph_index("u00041")) == GlyphMeasures(480.0, True)
    assert font.glyph_index("Aacute") == 0


def test_fonts_in_type_1_are_said_to_be_not_judged():
    def draw(pdf):
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=Name.Old,
            Flags=32,
            FontFile=pdf.make_stream(b"%!PS-AdobeFont-1.0: Old" + 200 * b" "),
        )
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.Type1,
            BaseFont=Name.Old,
            FirstChar=65,
            LastChar=65,
            Widths=Array([600]),
            FontDescriptor=pdf.make_indirect(descriptor),
        )
        return "0.1 0 0 0 k BT /O 12 Tf 80 60 Td (A) Tj ET", {"/Font": {"/O": pdf.make_indirect(font)}}

    unjudged = preflight(with_drawing(draw), X1A).unjudged
    assert "1 font in Type 1, whose widths and missing characters are not judged" in unjudged
    assert found(draw) == []
