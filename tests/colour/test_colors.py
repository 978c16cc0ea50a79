"""Colours against published figures: WCAG contrast, CIE lightness, Machado's colour-blind sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.colour import colors
from cardgen.colour.colors import BLACK, WHITE, Color, color_from_cmyk, color_from_hex
from cardgen.units import BadValue

triples = st.tuples(*[st.floats(0, 1)] * 3)


@pytest.mark.parametrize(
    ("text", "rgb"),
    [("#FF8000", (1, 128 / 255, 0)), ("#f80", (1, 136 / 255, 0)), ("#000", (0, 0, 0))],
)
def test_hexadecimal_colours(text: str, rgb: tuple[float, ...]) -> None:
    assert color_from_hex(text).rgb == pytest.approx(rgb)


@pytest.mark.parametrize("text", ["", "red", "FF8000", "#FF80", "#GG0000", "#FF8000 ", "#FF8000\n"])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(BadValue, match="is not a colour") as caught:
        color_from_hex(text)
    assert "quotes" in caught.value.hint


@given(st.integers(0, 0xFFFFFF))
def test_hex_reads_back_and_survives_cmyk(number: int) -> None:
    color = color_from_hex(f"#{number:06X}")
    assert color.hex == f"#{number:06X}"
    assert color_from_cmyk(color.cmyk).hex == color.hex


def test_black_is_printed_with_black_ink_alone() -> None:
    assert color_from_hex("#000").cmyk == (0, 0, 0, 1)
    assert color_from_hex("#FFF").cmyk == (0, 0, 0, 0)


def test_contrast_as_wcag_has_it() -> None:
    """21 : 1 at most; #767676 on white is the well-known lightest grey above 4.5 : 1."""
    assert colors.contrast_ratio(BLACK, WHITE) == pytest.approx(21)
    assert colors.contrast_ratio(color_from_hex("#767676"), WHITE) == pytest.approx(4.54, abs=0.005)
    assert colors.contrast_ratio(color_from_hex("#777777"), WHITE) == pytest.approx(4.48, abs=0.005)


@given(triples, triples)
def test_contrast_is_the_same_both_ways(one: colors.Triple, other: colors.Triple) -> None:
    a, b = Color(one, (0, 0, 0, 0)), Color(other, (0, 0, 0, 0))
    assert 1 <= colors.contrast_ratio(a, b) == colors.contrast_ratio(b, a) <= 21.0001


@pytest.mark.parametrize(
    ("text", "light"),
    [("#000000", 0), ("#FFFFFF", 100), ("#FF0000", 53.24), ("#00FF00", 87.73), ("#0000FF", 32.30)],
)
def test_lightness_as_cie_has_it(text: str, light: float) -> None:
    assert colors.lightness(color_from_hex(text).rgb) == pytest.approx(light, abs=0.02)


@pytest.mark.parametrize("sight", list(colors.COLOR_VISIONS))
def test_greys_look_the_same_to_all_eyes(sight: str) -> None:
    """The rows of each matrix sum to 1, so a slip in one figure shows."""
    for grey in (0.0, 0.2, 0.5, 1.0):
        assert colors.simulated_color_vision((grey, grey, grey), sight) == pytest.approx(
            (grey, grey, grey), abs=0.001
        )


def test_red_and_green_come_together_for_the_colour_blind() -> None:
    red, green = color_from_hex("#C8202F").rgb, color_from_hex("#0B7A4B").rgb

    def apart(sight: str) -> float:
        pairs = zip(
            colors.simulated_color_vision(red, sight),
            colors.simulated_color_vision(green, sight),
            strict=True,
        )
        return sum(abs(a - b) for a, b in pairs)

    for sight in ("protanopia", "deuteranopia"):
        assert apart(sight) < 0.55 * apart("normal")


def test_mixing_goes_from_one_to_the_other() -> None:
    red = color_from_hex("#C8202F")
    assert red.mixed(WHITE, 0) == red
    assert red.mixed(WHITE, 1).hex == "#FFFFFF"
    assert red.mixed(WHITE, 0.5).cmyk == pytest.approx([part / 2 for part in red.cmyk])
