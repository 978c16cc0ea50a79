"""Figures that were found by trial: what they do is recorded here, so that none moves unnoticed."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
from conftest import Said
from never_over_samples import deal, table
from pikepdf import Array, Dictionary, Name
from PIL import Image
from preflight_samples import ART
from test_lab_tally import tally_of
from test_plates import page_of, plates_of
from test_preflight_page import found

from cardgen.api import load
from cardgen.art.backs import PatternField, back_inks
from cardgen.art.frame import Frame
from cardgen.books import block_layout
from cardgen.books.block_layout import _LONE_FIGURE, Compositor
from cardgen.books.blocks import Book, Figure, Hand, Heading, Table
from cardgen.books.boxes import NEVER, Anchor, Box, HorizontalRule, book_palette
from cardgen.books.hands import hand_layout
from cardgen.books.pages import paginate
from cardgen.colour import conversion
from cardgen.colour.colors import WHITE, color_from_hex, contrast_ratio
from cardgen.colour.conversion import cmyk_picture
from cardgen.colour.icc import bundled_profile
from cardgen.gaming.games import compiling
from cardgen.gaming.games.abstrac.solving import choose_engine
from cardgen.gaming.games.addenda import expert as addenda
from cardgen.gaming.games.measures import GAMES, Measure
from cardgen.gaming.games.never_over import card_game as never_over
from cardgen.gaming.games.never_over import heuristics
from cardgen.gaming.games.never_over.heuristics import weigh_attacker, weigh_defender, weigh_greedy
from cardgen.gaming.games.never_over.lookahead import weigh_careful
from cardgen.gaming.games.never_over.players import random_move, table_constants, visible_state
from cardgen.gaming.games.never_over.state import OVER
from cardgen.gaming.games.up_and_over import expert as up_and_over
from cardgen.gaming.lab.estimates import estimate
from cardgen.geometry import Rect
from cardgen.prepress.preflight import bleed_edges
from cardgen.text import fonts, line_breaking, setter
from cardgen.text.formats import FORMATS
from cardgen.text.line_breaking import ForcedBreak, LinePiece, LineSpace, balanced_breaks, possible_breaks
from cardgen.text.setter import Setter
from cardgen.text.styles import Look, StyledText, TextStyle
from cardgen.units import MM

#: Who plays what, and what comes of 60 games: these players think as they did when docs/ was written.
PLAYED: dict[str, tuple[float, ...]] = {
    "never-over --temperament careful": (20.125, 4.4555, 9.5167, 52.8833),
    "never-over --temperament careful --players 2": (37.95, 7.5397, 9.2333, 52.0),
    "never-over --temperament careful --option red-counts-against": (6.6958, 6.4125, 13.95, 48.5167),
    "never-over --temperament greedy": (22.5, 4.4262, 10.7167, 50.7167),
    "never-over --temperament attacker": (22.4833, 4.4055, 10.65, 49.1667),
    "never-over --temperament defender": (16.6125, 5.8213, 12.8, 50.7667),
    "never-over --temperament defender --option red-counts-against": (6.8917, 5.2429, 10.9333, 51.0),
    "standard-52 --game addenda --temperament sensible --players 2": (205.95, 63.7082, 101.4333, 106.5),
    "standard-52 --game addenda --temperament sensible --players 4": (461.5, 66.5356, 95.9333, 222.6),
    "standard-52 --game up-and-over --temperament sensible": (18.075, 3.5617, 5.85, 186.4833),
    "short-24 --temperament sensible": (102.65, 49.0776, 36.0667, 12.15),
    "short-24 --temperament sensible --option kind=suits": (116.5333, 69.3264, 86.8, 14.4167),
    "short-25 --temperament sensible": (102.6083, 70.2458, 88.15, 14.4833),
    "standard-52 --game abstrac-52 --temperament sensible --option deals=1": (
        198.7833,
        82.1148,
        65.5333,
        32.0,
    ),
}


@pytest.mark.parametrize("asked", PLAYED)
def test_players_think_as_they_did(asked: str, say: Callable[..., Said]) -> None:
    """Score, its spread, margin and turns of 60 games, which any weight of a player moves."""
    # Both engines of NEVER OVER play the same games.
    engine = (
        "compiled" if asked.startswith("never-over") and compiling.is_compiler_installed() else "reference"
    )
    alone = ("--games", "60", "--workers", "1", "--engine", engine, "--format", "csv")
    rows = csv.DictReader(say("simulate", *asked.split(), *alone).splitlines())
    values = [float(row["value"]) for row in rows if row["key"] in ("score", "spread", "margin", "turns")]
    assert tuple(round(value, 4) for value in values) == PLAYED[asked]


_PLAYERS = Path(__file__).parents[2] / "docs/players.md"


@pytest.mark.parametrize(
    ("player", "guesses"),
    [("Addenda", addenda.GUESSES), ("Up and Over", up_and_over.GUESSES), ("NEVER OVER", never_over.GUESSES)],
)
def test_docs_say_on_how_many_guessed_deals_an_expert_tries_its_moves(player: str, guesses: int) -> None:
    """What docs/players.md says of experts was measured with these numbers."""
    row = re.search(rf"\| `expert` \| {player} \|(.*)", _PLAYERS.read_text(encoding="utf-8"))
    assert row
    assert f" {guesses} guessed deals" in row[1]


@pytest.mark.parametrize(("rows", "engine"), [(99, "reference"), (100, "compiled")])
def test_how_many_rows_are_worth_loading_the_compiled_search(rows: int, engine: str) -> None:
    pytest.importorskip("numba")
    assert choose_engine("auto", rows) == engine


#: A digest of what each temperament of NEVER OVER weighs in eight games, plain and with red counted against.
WEIGHED = {
    weigh_greedy: (2750494786, 2160461842),
    weigh_attacker: (1709748773, 1725818330),
    weigh_defender: (3444004175, 603008230),
    weigh_careful: (765316860, 3212615062),
}


@pytest.mark.parametrize("weigh", WEIGHED, ids=lambda weigh: weigh.__name__)
def test_no_weight_of_a_temperament_moves_unnoticed(weigh: Callable[..., None]) -> None:
    """In the games above some weights decide nothing; what each move is worth shows them all."""

    def digest(**options: bool) -> int:
        here, worths = table(4, **options), list[int]()
        for seed in range(8):
            state, chance = deal(here, Random(seed)), Random(seed)
            while state.phase != OVER:
                if state.turn % 8 == 7:
                    out, wish = [heuristics.NEVER] * len(here.place_and_kind_by_code), [0] * here.cards.kinds
                    weigh(visible_state(state), table_constants(here), out, wish)
                    worths += [*out, *wish]
                state.apply_move(random_move(state, state.legal_moves(), chance))
        return crc32(repr(worths).encode())

    assert (digest(), digest(red_counts_against=True, lay_down_greens=True)) == WEIGHED[weigh]


@pytest.mark.parametrize(("games", "t"), [(100, 1.984216952), (121, 1.979930405), (1001, 1.962339081)])
def test_few_games_have_the_longer_intervals_of_students_t(games: int, t: float) -> None:
    """The 97.5th percentiles for 99, 120 and 1,000 degrees of freedom, by integrating Student's t
    numerically.
    """
    rows = [[at % 2] for at in range(games)]
    told = estimate(tally_of(rows, "a"), ("a",), Measure("a", "a", {"a": 1}, {GAMES: 1}, "points"))
    mean = sum(at % 2 for at in range(games)) / games
    error = sqrt(mean * (1 - mean) / (games - 1))
    assert told.high - told.value == pytest.approx(t * error, rel=1e-8)


@pytest.mark.parametrize("bits", [8, 16])
def test_sampled_functions_divide_by_their_highest_sample(bits: int) -> None:
    """ISO 32000-1, 7.10.2: samples run from 0 to 2^bits - 1, and straight from one to the next."""
    highest = (1 << bits) - 1
    samples = b"".join(value.to_bytes(bits // 8, "big") for value in (0, highest, highest * 3 // 5))

    def build(pdf: Any, page: Any, found: Any) -> None:
        function = pdf.make_stream(samples)
        function.FunctionType, function.BitsPerSample = 0, bits
        function.Domain, function.Range, function.Size = Array([0, 1]), Array([0, 1]), Array([3])
        found.ColorSpace = Dictionary(S=Array([Name.Separation, Name.Spot, Name.DeviceGray, function]))

    pages = {tint: page_of(f"/S cs {tint} scn 0 0 72 72 re f", build) for tint in (0, 0.5, 0.75, 1)}
    black = {tint: plates_of(page)[3].getpixel((18, 36)) for tint, page in pages.items()}
    assert black == {0: 255, 0.5: 0, 0.75: 51, 1: 102}


def test_columns_of_a_last_page_are_no_deeper_than_they_need_to_be() -> None:
    """Three boxes of two half lines in the first, and the space below them, which its foot spares."""
    [page] = paginate([Box(2), Box(2), Box(2, below=8), Box(2)], 40, 2)
    assert page.depth == 2 + 2 + 2


@pytest.mark.parametrize("count", range(11, 18))
def test_a_last_page_is_no_emptier_than_eight_lines_if_pages_before_can_spare_some(count: int) -> None:
    pages = paginate([Box(2) for _ in range(count)], 20)
    assert [page.depth for page in pages] == [2 * count - 16, 16]


@pytest.mark.parametrize(("parting", "last"), [(500.0, 16), (600.0, 2)])
def test_what_is_parted_rather_than_leave_a_page_next_to_empty(parting: float, last: int) -> None:
    boxes = [Box(2, break_penalty=parting if place != 9 else 0.0) for place in range(11)]
    assert paginate(boxes, 20)[-1].depth == last


@pytest.mark.parametrize(("parting", "first"), [(848.0, 40), (853.0, 30)])
def test_what_is_parted_rather_than_leave_a_quarter_of_a_page_empty(parting: float, first: int) -> None:
    costs = {14: 0.0, 19: parting}
    boxes = [Box(2, break_penalty=costs.get(place, NEVER)) for place in range(30)]
    assert paginate(boxes, 40)[0].depth == first


@pytest.mark.parametrize(("free", "ends", "first"), [(6, False, 34), (8, False, 40), (8, True, 32)])
def test_a_column_is_filled_to_85_percent_but_at_the_end_of_a_section(
    free: int, ends: bool, first: int
) -> None:
    last = (40 - free) // 2
    costs = {last - 1: 0.0, 19: 100.0}
    boxes = [Box(2, break_penalty=costs.get(place, NEVER)) for place in range(30)]
    heading = Heading(1, (), "next")
    boxes[last] = boxes[last]._replace(marks=(Anchor(0, 0, heading.key, heading),) * ends)
    assert paginate(boxes, 40)[0].depth == first


@pytest.mark.parametrize(("room", "first"), [(34, 30), (36, 36)])
def test_what_is_left_free_rather_than_put_a_figure_off(room: int, first: int) -> None:
    """Two lines, but not three: behind two the figure comes first on the next page."""
    text = [Box(2) for _ in range(60)]
    figure = Box(20, flow="float")
    assert paginate([*text[:15], figure, *text[15:]], room)[0].depth == first


@pytest.mark.parametrize(("before", "first"), [(40, 40), (38, 60)])
def test_what_is_left_free_rather_than_show_a_figure_in_another_section(before: int, first: int) -> None:
    heading = Heading(1, (), "next")
    text = [Box(2) for _ in range(56)]
    section = Box(2, (Anchor(0, 0, heading.key, heading),))
    boxes = [*text[: before // 2], Box(40, flow="float"), section, *text[before // 2 :]]
    assert paginate(boxes, 60)[0].depth == first


@pytest.mark.parametrize(("start", "first"), [(26, 52), (25, 60)])
def test_what_is_left_free_rather_than_break_a_paragraph_over_the_turn(start: int, first: int) -> None:
    text = [Box(2, continues_paragraph=start <= place < 40) for place in range(80)]
    left = [each for each in paginate([*text, Box(6, flow="second")], 60, 2)[0].boxes if each.column == 0]
    assert left[-1].top + 2 == first


@pytest.mark.parametrize(("cited", "page"), [(50, 0), (58, 0), (62, 1), (78, 1)])
def test_a_wide_table_stands_on_the_page_that_speaks_of_it(cited: int, page: int) -> None:
    text = [Box(2) for _ in range(160)]
    wide = Box(20, flow="wide")
    pages = paginate([*text[:cited], wide, *text[cited:]], 80, 2)
    assert [number for number, each in enumerate(pages) for placed in each.boxes if placed.box is wide] == [
        page
    ]


@pytest.mark.parametrize(("held", "first"), [(14, 44), (16, 60)])
def test_what_is_left_free_rather_than_part_a_colon_from_its_figure(held: int, first: int) -> None:
    """In a column, 16 half lines but not 18; the figure heads the next column of the page."""
    filling = [Box(2) for _ in range((60 - held - 2) // 2)]
    colon = Box(2, break_penalty=NEVER, announces_figure=True)
    figure = Box(30, is_figure=True)
    [page, *_] = paginate(
        [*filling, Box(held, break_penalty=NEVER), colon, figure, *(Box(2) for _ in range(60))], 60, 2
    )
    assert max(each.top + each.box.height for each in page.boxes if each.column == 0) == first


@pytest.mark.parametrize(("tall", "second"), [(40, 40), (38, 60)])
def test_what_is_left_free_rather_than_put_a_figure_off_twice(tall: int, second: int) -> None:
    """A third of a page, but no more."""
    text = [Box(2) for _ in range(40)]
    floats = [Box(tall, flow="float", is_figure=True), Box(40, flow="float", is_figure=True)]
    assert paginate([Box(60), *floats, *text], 60)[1].depth == second


@pytest.mark.parametrize(("tall", "first"), [(6, 54), (8, 60)])
def test_what_is_left_free_rather_than_part_two_figures_with_one_caption(tall: int, first: int) -> None:
    filling = [Box(2) for _ in range((60 - tall) // 2)]
    pair = [Box(tall, flow="float", break_penalty=_LONE_FIGURE, is_inside_block=True), Box(40, flow="float")]
    assert paginate([*filling, *pair], 60)[0].depth == first


@pytest.mark.parametrize(("poor", "first"), [(15, 30), (16, 60)])
def test_how_many_ways_to_fill_the_pages_so_far_are_followed_up(poor: int, first: int) -> None:
    """Sixteen: the best pages are found behind fifteen that begin better, not behind sixteen."""
    again = Box(60)
    boxes = [Box(2, repeated_head=again if 30 - poor < place <= 30 else None) for place in range(60)]
    assert paginate(boxes, 60)[0].depth == first


@pytest.mark.parametrize(("swing", "even"), [(16, True), (17, False)])
def test_how_far_one_colour_may_vary_along_an_edge(swing: int, even: bool) -> None:
    """By a standard deviation of 16 of 255."""
    strip = Image.new("L", (100, 2), 128 - swing)
    strip.paste(128 + swing, (50, 0, 100, 2))
    assert bleed_edges._has_one_color(strip, None) is even


#: Words with the places where they may be parted, so that no change of hyphenation moves what follows.
BOOK = """
The ir·reg·u·lar·it·ies of coun·ter·in·tu·it·ive part·ner·ships are mis·un·der·stood by
rep·res·ent·at·ives. Who·ever plays a red card on an op·pon·ent’s pile low·ers the ceil·ing un·der which
that op·pon·ent may play, and no·body re·mem·bers af·ter·wards which par·tic·u·lar card it was.
Self-ex·plan·at·ory coun·ter-ex·amples, ad·min·is·trat·ive re·spons·ib·il·it·ies and
char·ac·ter·ist·ic·ally dis·pro·por·tion·ate gen·er·al·isa·tions not·with·stand·ing, every·body
un·der·stands everything.
""".split()  # noqa: SIM905
PARTS = {
    part.replace("·", ""): part.split("·")
    for word in BOOK
    for part in re.split(r"(?<=-)", word)
    if "·" in part
}
PARAGRAPHS = [
    (
        6,
        28,
        174,
        False,
        [
            "misunderstood by representatives.",
            "Whoever plays a red card on an",
            "opponent’s pile lowers the ceiling",
            "under which that opponent may play,",
            "and",
        ],
    ),
    (
        12,
        26,
        124,
        False,
        ["red card on an opponent’s", "pile lowers the ceiling un-", "der which that opponent", "may"],
    ),
    (
        12,
        26,
        154,
        True,
        ["red card on an opponent’s pile low-", "ers the ceiling under which that", "opponent may"],
    ),
    (
        18,
        40,
        194,
        False,
        [
            "lowers the ceiling under which that op-",
            "ponent may play, and nobody remem-",
            "bers afterwards which particular card it",
            "was. Self-explanatory counter-examples,",
            "administrative responsibilities",
        ],
    ),
    (
        31,
        48,
        177,
        False,
        [
            "which particular card it was. Self-ex-",
            "planatory counter-examples, admin-",
            "istrative responsibilities and charac-",
            "teristically disproportionate general-",
            "isations notwithstanding, everybody",
            "understands everything.",
        ],
    ),
    (
        36,
        48,
        155,
        True,
        [
            "Self-explanatory",
            "counter-examples, administrative",
            "responsibilities and characterist-",
            "ically disproportionate generalisa-",
            "tions notwithstanding, everybody",
            "understands everything.",
        ],
    ),
    (
        1,
        22,
        231,
        False,
        [
            "irregularities of counterintuitive partnerships",
            "are misunderstood by representatives. Whoever",
            "plays a red card on an opponent’s pile lowers the",
            "ceiling under",
        ],
    ),
    (
        3,
        12,
        199,
        False,
        ["counterintuitive partnerships are misunder-", "stood by representatives. Whoever plays", "a"],
    ),
    (
        33,
        48,
        164,
        False,
        [
            "card it was. Self-explanatory coun-",
            "ter-examples, administrative re-",
            "sponsibilities and characteristically",
            "disproportionate generalisations",
            "notwithstanding, everybody under-",
            "stands everything.",
        ],
    ),
    (
        12,
        32,
        109,
        False,
        [
            "red card on an oppon-",
            "ent’s pile lowers the",
            "ceiling under which",
            "that opponent may play,",
            "and nobody remembers",
            "afterwards which",
        ],
    ),
]


@pytest.mark.parametrize(("first", "last", "measure", "justified", "lines"), PARAGRAPHS)
def test_lines_break_where_they_did(
    first: int, last: int, measure: int, justified: bool, lines: list[str]
) -> None:
    """Each of these paragraphs breaks otherwise if some cost or tolerance of line breaking moves."""
    dividing = Setter(lambda drawn, size: size, lambda word: PARTS.get(word, [word]))
    text = " ".join(BOOK[first:last]).replace("·", "")
    style = TextStyle(fonts.SERIF, fonts.SERIF_ITALIC, fonts.SERIF_STRONG, fonts.SERIF_STRONG_ITALIC, 10)
    lined = dividing.lines((StyledText(text),), style, measure, justified=justified)
    assert [" ".join(segment.text for segment in line.segments) for line in lined] == lines


@pytest.mark.parametrize(("share", "rows"), [(0.63, 1), (0.61, 2)])
def test_how_small_cards_of_a_row_get_before_it_goes_on_below(share: float, rows: int) -> None:
    """To 0.62 of their size."""
    pack, form = load("standard-52"), FORMATS["a5"]
    cards = Hand(tuple(pack.cards[:10]))
    whole = hand_layout(pack, cards, form, 10_000, 10_000)
    laid = hand_layout(pack, cards, form, share * whole.width, 10_000)
    assert len({place.matrix[5] for place in laid.placed_cards}) == rows


@pytest.mark.parametrize(("level", "kept"), [(0x59, True), (0x5B, False)])
def test_an_accent_is_darkened_to_the_contrast_of_small_text(level: int, kept: bool) -> None:
    """Of 7 to 1 to paper: the grey #595959 has 7.004, #5B5B5B 6.79."""
    pack = load("standard-52")
    color = color_from_hex(f"#{3 * f'{level:02x}'}")
    accent = book_palette(replace(pack, back=pack.back._replace(color=color))).accent
    assert (accent == color) is kept
    assert contrast_ratio(accent, WHITE) >= 7


@pytest.mark.parametrize(("apart", "photograph"), [((5, 9), True), ((7, 7), False)])
def test_how_much_texture_makes_a_photograph(apart: tuple[int, int], photograph: bool) -> None:
    """A dark line stays of four inks among dots that lie so many pixels apart, or becomes black alone."""
    picture = Image.new("RGB", (240, 240), (240, 240, 240))
    for x in range(0, 240, apart[0]):
        for y in range(0, 240, apart[1]):
            picture.putpixel((x, y), (236, 236, 236))
    picture.paste((0, 0, 0), (118, 20, 122, 220))
    picture.putpixel((0, 0), (200, 0, 0))  # without any colour all of it would be black
    inks = cmyk_picture(picture, bundled_profile("fogra39")).getpixel((120, 120))
    assert (inks != (0, 0, 0, 255)) is photograph


WHITE_PAPER, Levels = (255, 255, 255), tuple[int, int, int]


def line_art_pixels(
    size: tuple[int, int], ground: Levels, *parts: tuple[Levels, tuple[int, int, int, int]], reach: int = 12
) -> int:
    """Count the pixels of a picture that become black ink alone: a ground and rectangles on it."""
    picture = Image.new("RGB", size, ground)
    for levels, box in parts:
        picture.paste(levels, box)
    return conversion._line_art_mask(picture, reach).histogram()[255]


@pytest.mark.parametrize(
    ("levels", "ground", "count"),
    [
        # Channels that differ by at most 4 are grey.
        ((40, 38, 36), WHITE_PAPER, 392),
        ((41, 38, 36), WHITE_PAPER, 272),
        # Any hue is black up to 24.
        ((24, 0, 0), WHITE_PAPER, 392),
        ((25, 0, 0), WHITE_PAPER, 272),
        # Dark is below 80, light above 176.
        ((79, 79, 79), WHITE_PAPER, 392),
        ((80, 80, 80), WHITE_PAPER, 0),
        ((60, 60, 60), (177, 177, 177), 392),
        ((60, 60, 60), (176, 176, 176), 0),
    ],
)
def test_which_levels_are_black_line_art(levels: Levels, ground: Levels, count: int) -> None:
    """A stroke of 6 by 20 pixels and the 4 pixels of its edge: 14 by 28, or 272 of them around the stroke."""
    assert line_art_pixels((100, 60), ground, (levels, (20, 20, 26, 40))) == count


@pytest.mark.parametrize(("level", "count"), [(3, 84 * 60), (4, 0)])
def test_how_dark_a_large_area_is_solid_black(level: int, count: int) -> None:
    """Level 3, with the 4 pixels of its edge; what is lighter may be the shadow of a photograph."""
    assert line_art_pixels((100, 60), WHITE_PAPER, ((level,) * 3, (20, 0, 100, 60))) == count


def test_how_far_the_shadow_of_a_photograph_reaches() -> None:
    """32 cells of a stroke, each a third of half its width; 60 times as far in solid black."""
    shadow, black = (40, 40, 40), (0, 0, 0)
    stroke = ((shadow, (0, 0, 60, 60)), (black, (60, 28, 400, 32)))
    assert line_art_pixels((400, 60), WHITE_PAPER, *stroke) == 12 * 216
    solid = ((shadow, (0, 0, 40, 24)), (black, (40, 0, 2100, 24)))
    assert line_art_pixels((2100, 24), WHITE_PAPER, *solid, reach=4) == 24 * 115


@pytest.mark.parametrize(("apart", "step", "count"), [(4, 3, 1056), (4, 4, 0), (6, 95, 24), (6, 96, 1056)])
def test_which_dots_are_the_texture_of_a_photograph(apart: int, step: int, count: int) -> None:
    """Of 4 levels up to 95: a line among fainter or stronger ones is black alone."""
    dot = (200 - step,) * 3
    dots = [(dot, (x, y, x + 1, y + 1)) for x in range(0, 120, apart) for y in range(0, 120, apart)]
    line = ((0, 0, 0), (58, 20, 62, 100))
    assert line_art_pixels((120, 120), (200, 200, 200), *dots, line) == count


@pytest.mark.parametrize(("last", "words"), [(27.0, 2), (28.5, 1)])
def test_how_short_the_last_line_of_a_card_s_text_may_be(last: float, words: int) -> None:
    """It costs nothing up to 0.55 of the measure that stay free; else it takes a word of the line above."""
    look = Look(fonts.SANS, 1.0)
    space = LineSpace(look, True, 0.0)
    items = [item for wide in (60, 20, last) for item in (LinePiece(wide, "x", look), space)]
    breaks = possible_breaks([*items[:-1], ForcedBreak()])
    ends = balanced_breaks(breaks, [breaks[0], breaks[2], breaks[3]], 100, setter._SHORT_LAST)
    assert ends[1] == breaks[3 - words]


@pytest.mark.parametrize(("free", "divided"), [(0.28, False), (0.32, True)])
def test_how_much_of_a_line_stays_free_before_the_next_word_is_divided(free: float, divided: bool) -> None:
    """0.3 of the measure, in lines that begin at one edge."""
    style = TextStyle(*[fonts.INDEX] * 4)
    dividing = Setter(
        lambda drawn, size: size, lambda word: (word[:2], word[2:]) if len(word) > 2 else (word,)
    )
    first, long = "mmmmmmmm", "mmmmmm"
    measure = (fonts.INDEX.width(first, 10) + fonts.INDEX.width(" ", 10)) / (1 - free)
    block = dividing.set_block(f"{first} {long} b", style, measure, 100, 10, 10)
    assert any("-" in piece.text for piece in block.pieces) is divided


@pytest.mark.parametrize(("slack", "passes"), [(1.2, 3), (1.4, 2), (1.8, 1)])
def test_how_far_spaces_are_stretched_in_each_pass(slack: float, passes: int) -> None:
    """1.3 and 1.7 times as far as one likes, which is half of them; in the last pass as far as it takes."""
    look = Look(fonts.SANS, 10.0)
    items = [
        LinePiece(40, "x", look),
        LineSpace(look, True, 5.0),
        LinePiece(40, "x", look),
        LineSpace(look, True, 5.0),
    ]
    start, _, end, *_ = possible_breaks([*items, LinePiece(40, "x", look), ForcedBreak()])
    spaces = end.end_spaces - start.start_spaces
    measure = end.end - start.start + line_breaking._STRETCH * spaces * slack
    costs = [
        line_breaking.line_cost_function(measure, True, tolerance)(start, end)
        for tolerance in line_breaking.TOLERANCES
    ]
    assert [cost < line_breaking.INFINITE for cost in costs] == [False] * (3 - passes) + [True] * passes


@pytest.mark.parametrize(("side", "cells"), [(54, 4), (56, 5)])
def test_how_many_cells_a_back_s_pattern_has(side: float, cells: int) -> None:
    """Some 12.4 mm wide each, on a card of 62 x 88 mm."""
    inks = back_inks(load("never-over"), load("never-over").back)
    assert PatternField(None, side * MM, 56 * MM, MM, inks, ()).columns_and_rows() == (cells, cells)


def test_how_far_inside_the_safe_zone_indices_stand() -> None:
    """0.9 mm, on a card of 62 x 88 mm."""
    pack = load("never-over")
    frame = Frame(pack, Rect(0, 0, 62 * MM, 88 * MM))
    assert frame.corner_inset == pytest.approx(pack.card.safe + 0.9 * MM)


@pytest.mark.parametrize(("count", "told"), [(12, True), (13, False)])
def test_how_many_small_marks_near_the_trim_are_a_pattern(count: int, told: bool) -> None:
    """More than a dozen."""
    marks = " ".join(f"{13 + 10 * place} 13 4 4 re f" for place in range(count))
    assert ("safe-zone" in {each.rule for each in found(f"0 0 0 1 k {marks}")}) is told


@pytest.mark.parametrize(("out", "told"), [(0.08, True), (0.13, False)])
def test_how_far_from_the_trim_art_still_ends_on_it(out: float, told: bool) -> None:
    """0.1 mm."""
    right = (62 + out) * MM + ART
    left, height = ART + 20 * MM, 88 * MM + 2 * ART
    findings = found(f"1 0 0 0 k {left} 0 {right - left} {height} re f")
    assert any("ends on the trim, right" in each.message for each in findings) is told


@pytest.mark.parametrize(("share", "flow"), [(0.59, "float"), (0.61, "text")])
def test_how_much_of_a_column_floats_at_most(share: float, flow: str) -> None:
    """0.6 of it."""
    form = FORMATS["a5"]
    compositor = Compositor(load("never-over"), form, Book((), (), (), "en", ()))
    figure = Figure(Hand(()), caption=(StyledText("A figure"),))
    boxes = [Box(round(share * 2 * form.lines))]
    [box] = compositor._boxes_with_flow(figure, None, None, boxes, compositor.style, False)
    assert box.flow == flow


@pytest.mark.parametrize(("tall", "wide"), [(30, False), (31, True)])
def test_how_much_longer_a_table_may_be_in_one_column(
    tall: int, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half as long again as over all columns."""
    monkeypatch.setattr(block_layout, "has_room_for_longest_words", lambda *_: True)
    monkeypatch.setattr(Compositor, "_table_boxes", lambda *_: [Box(20)])
    compositor = Compositor(load("never-over"), FORMATS["a4"], Book((), (), (), "en", ()))
    rule = HorizontalRule(0, 0, compositor.form.measure, 1)
    assert compositor._is_wide(Table((), (), ()), [Box(tall, marks=(rule,))]) is wide
