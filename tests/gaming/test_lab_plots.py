"""Pictures of the lab: what is drawn is what was found, whoever draws it, and no label lies on another."""

import io
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from samples import sampled, small_pack, with_ranks

from cardgen import load
from cardgen.colour.colors import (
    COLOR_VISIONS,
    WHITE,
    color_from_hex,
    contrast_ratio,
    lightness,
    simulated_color_vision,
)
from cardgen.errors import UsageError
from cardgen.gaming.games.experiment import Chunk
from cardgen.gaming.games.measures import GAMES, Estimate, Measure
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.experiment import NeverOverExperiment
from cardgen.gaming.games.never_over.options import NeverOverOptions
from cardgen.gaming.games.never_over.table import table_for
from cardgen.gaming.lab.composition import count_pack
from cardgen.gaming.lab.moments import GameTally, play_and_sum
from cardgen.gaming.lab.odds import OddsRequest, odds_of
from cardgen.gaming.lab.plots import findings, panels, series, theme
from cardgen.gaming.lab.plots.comparison import comparison_picture
from cardgen.gaming.lab.plots.composition import composition_picture, opening_hands
from cardgen.gaming.lab.plots.simulation import simulation_picture
from cardgen.gaming.lab.questions import Questions
from cardgen.gaming.lab.results import Results
from cardgen.pack.model import Pack, Suit

SOURCE = Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
ATTACK = Cards.from_quantities({4: 8, 3: 10, 2: 12, 1: 13}, {4: 5, 3: 3, 2: 2, 1: 1, 0: 1})
ONES = Cards.from_quantities({1: 30}, {1: 10, 0: 5})
THIRTY = Cards.from_quantities({30: 4, 20: 6, 10: 10, 5: 20}, {30: 5, 20: 4, 10: 3, 0: 3})
Draw = Callable[[str], bytes]


def results(
    *packs: Cards, games: int = 40, players: int = 4, who: tuple[str, ...] = ("random",), **more: Any
) -> Results:
    """Games of some packs by the reference engine."""
    tables = [table_for(pack, players, NeverOverOptions(**more)) for pack in packs]
    seats = who * players if len(who) == 1 else who
    experiments = tuple(NeverOverExperiment(table, seats, "reference") for table in tables)
    names = tuple(f"Pack {at}" for at in range(1, len(packs) + 1))
    tally = play_and_sum(experiments, 1, 0, games) if games else GameTally()
    return Results(names, experiments, tally, 1, games)


@pytest.fixture(scope="module")
def one() -> Results:
    return results(SOURCE, games=200)


@pytest.fixture(scope="module")
def two() -> Results:
    return results(SOURCE, ATTACK, games=200)


def pack(green: dict[int, int], red: dict[int, int], name: str = "Mine") -> Pack:
    suits = {
        "green": Suit(color_from_hex("#00855B"), sign="+"),
        "red": Suit(color_from_hex("#961129"), sign="≤"),
    }
    ranks = {"green": {str(p): n for p, n in green.items()}, "red": {str(p): n for p, n in red.items()}}
    return with_ranks(Pack(name, games=("never-over",), suits=suits), ranks)


def four_suits(ranks: int, suits: int = 4) -> Pack:
    counts = {f"rank {rank}": rank % 3 for rank in range(ranks)}
    keys = [f"suit {at} of many" for at in range(suits)]
    pack = Pack("Many", suits={key: Suit(color_from_hex("#FFFFFF")) for key in keys})
    return with_ranks(pack, dict.fromkeys(keys, counts))


OURS = pack({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})


def texts(svg: bytes) -> set[str]:
    """Everything that is written in a picture: shapes of letters, each line with its words in a comment."""
    return {text.strip() for text in re.findall(r"<!--(.*?)-->", svg.decode())}


# Files


def test_a_picture_is_of_the_kind_that_was_asked_for(two: Results) -> None:
    """Pixels 1600 wide and small enough to send about; PDF with fonts embedded whole, as letters."""
    png, svg, pdf = (comparison_picture(two, kind) for kind in theme.KINDS)
    assert Image.open(io.BytesIO(png)).size[0] == 1600
    assert Image.open(io.BytesIO(png)).info["Title"] == findings.comparison_title(two)
    assert len(png) < 150_000
    assert b"<svg" in svg[:400]
    assert f"<title>{findings.comparison_title(two)}</title>".encode() in svg
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        kinds = {str(each.Subtype) for each in fonts if each.get("/Type") == "/Font"}
        assert kinds == {"/Type0", "/CIDFontType2"}
        assert {"/CreationDate", "/ModDate"}.isdisjoint(document.docinfo.keys())
    assert b"date" not in svg.lower()


@pytest.mark.parametrize("kind", sampled(theme.KINDS, 2))
def test_what_is_drawn_twice_is_the_same_bytes_whatever_matplotlib_is_told(kind: str) -> None:
    import matplotlib

    def draw() -> bytes:
        return composition_picture([count_pack(OURS)], kind)

    first, own = draw(), {"figure.facecolor": "red", "savefig.bbox": "tight", "svg.fonttype": "none"}
    with matplotlib.rc_context(own):  # type: ignore[arg-type]
        assert draw() == first
        assert matplotlib.rcParams["figure.facecolor"] == "red"


def test_endings_say_the_kind() -> None:
    assert [theme.kind_of_picture(Path(name)) for name in ("a.png", "b.SVG", "c.d.pdf")] == [
        "png",
        "svg",
        "pdf",
    ]
    for name in ("a.jpg", "png", "a.png.gz"):
        with pytest.raises(UsageError, match=r"pictures end in \.png, \.svg or \.pdf"):
            theme.kind_of_picture(Path(name))


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, one: Results) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in (theme.verify_installed, lambda: simulation_picture(one, "png")):
        with pytest.raises(UsageError, match=r'pip install "cardgen-kit\[lab\]"'):
            draw()


def test_matplotlib_waits_until_something_is_drawn() -> None:
    modules = "simulation, comparison, composition, theme"
    code = f"import sys; from cardgen.gaming.lab.plots import {modules}; print('matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_a_home_that_cannot_be_written_makes_no_noise(tmp_path: Path) -> None:
    """Matplotlib wants to keep a list of fonts there, and grumbles where it cannot."""
    home = str(tmp_path / "a file")
    Path(home).write_text("")
    code = "from cardgen.gaming.lab.plots import theme; theme.verify_installed()"
    places = {"HOME": home, "XDG_CACHE_HOME": home, "XDG_CONFIG_HOME": home, "MPLCONFIGDIR": home}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**places, "PATH": ""}
    )
    assert run.stdout + run.stderr == ""


# What is drawn is what was found


def test_a_simulation_tells_its_scores_seats_and_indices(one: Results) -> None:
    written = texts(simulation_picture(one, "svg"))
    score = series.three_figures(one.estimate("score").value or 0)
    assert f"mean {score}" in written
    with pytest.raises(UsageError, match="there is no measure 'scores'; did you mean 'score'"):
        one.estimate("scores")
    assert any(f"Pack 1: a player scores {score} points" in text for text in written)
    for seat in range(1, 5):
        assert series.three_figures(one.estimate(f"score_{seat}").value or 0) in written
    for key, name in (("attack", "scored"), ("defence", "kept out by red"), ("let_go", "let go")):
        value = f"{one.estimate(key).value:.1f}"
        assert any(re.match(rf"{value} ± [0-9.]+ {name}", text) for text in written)
    assert "4 players, all random  ·  200 games  ·  seed 1".replace("  ", " ") in written


def test_a_comparison_tells_both_values_of_each_measure(two: Results) -> None:
    written = texts(comparison_picture(two, "svg"))
    for key in ("score", "attack", "defence", "turns"):
        values = [series.three_figures(two.estimate(key, at).value or 0) for at in (0, 1)]
        assert " → ".join(values) in written
    assert {"Pack 1", "Pack 2", "score of a player", "attack index"} <= written


def test_a_composition_tells_quantities_points_and_hands() -> None:
    """The published pack: over a ceiling of 2 stand 9 threes and 7 fours, 55 points of 90."""
    written = texts(composition_picture([count_pack(OURS)], "svg"))
    assert {"40 green, 90 points", "15 red, 40 points", "13", "11", "9", "7", "55", "35"} <= written
    assert "Red in hands of 8: mean 2.18" in written


def test_hands_are_those_of_the_odds_where_these_are_given() -> None:
    composition = count_pack(OURS)
    ours = opening_hands(composition)
    assert ours is not None
    assert (ours.title, ours.size, sum(ours.chances)) == ("red", 8, 1)
    asked = opening_hands(composition, odds_of(OURS, OddsRequest(terms=("+4",), hands=(5,))))
    assert asked is not None
    assert (asked.title, asked.size) == ("+4", 5)
    assert opening_hands(count_pack(four_suits(3))) is None


def test_colors_are_the_packs_own_where_they_show() -> None:
    """A suit as white as the paper would be nothing to look at."""
    assert theme.color_pair("never-over", OURS) == ("#00855B", "#961129")
    pale = Pack(
        "Pale", suits={**OURS.suits, "red": OURS.suits["red"]._replace(color=WHITE)}, cards=OURS.cards
    )
    assert theme.color_pair("never-over", pale) == (theme.GREEN, theme.RED)
    assert theme.color_pair("addenda") == (theme.CALM, theme.STARK)


def test_packs_are_told_apart_by_everybody_and_in_grey() -> None:
    colors = [color_from_hex(color) for color in theme.SEQUENCE]
    for sight in COLOR_VISIONS:
        told = [simulated_color_vision(color.rgb, sight) for color in colors]
        assert min(dist(a, b) for a, b in combinations(told, 2)) > 0.2
    assert all(abs(lightness(a.rgb) - lightness(b.rgb)) > 15 for a, b in pairwise(colors))
    assert all(contrast_ratio(color, WHITE) >= theme.LEAST_CONTRAST for color in colors)
    assert all(
        contrast_ratio(color_from_hex(theme.legible_on_paper(c)), WHITE) >= 4.5 for c in theme.SEQUENCE
    )


# Numbers


@dataclass(frozen=True)
class Tables:
    """An experiment with tables and facts as a test wants them."""

    measures: tuple[Measure, ...] = ()
    facts: tuple[str, ...] = ()
    score_range: tuple[int, int] = (0, 3)
    setup_record: dict[str, Any] = field(default_factory=lambda: {"game": "never-over", "players": 2})

    def play_chunk(self, seed: int, first: int, count: int) -> Chunk:
        raise NotImplementedError


def with_tables(games: int = 100, **tables: list[int]) -> Results:
    tally = GameTally(games, [], [], {f"0:{name}": table for name, table in tables.items()})
    return Results(("Mine",), (Tables(),), tally, 7, games)


def test_the_ceiling_curve_ends_where_hardly_a_game_goes_on() -> None:
    """Means over turns played, and no longer than a hundredth of the first round's turns are left."""
    told = with_tables(ceilings=[800, 300, 30, 2, 0], turns=[200, 100, 20, 2, 0], points=[300, 50, 10, 5, 0])
    assert series.ceiling_curve(told) == [4.0, 3.0, 1.5]
    assert series.points_curve(told) == [3.0, 0.5, 0.1]
    assert series.round_of_half(series.points_curve(told)) == 1
    assert findings.ceilings_heading(series.ceiling_curve(told)) == "The ceiling falls from 4.0 to 1.5"


def test_bars_hold_all_and_never_mix_signs() -> None:
    counts = dict.fromkeys(range(-7, 20), 1)
    told = series.histogram_of_counts(counts, max_bars=10)
    assert told is not None
    assert (told.width, told.firsts) == (5, (-10, -5, 0, 5, 10, 15))
    assert sum(told.shares) == pytest.approx(1)
    assert told.shares[1] == pytest.approx(5 / 27)
    assert series.histogram_of_counts({}, max_bars=10) is None


def test_the_long_tail_of_lengths_is_one_bar() -> None:
    counts, more = series.counts_without_tail_and_is_cut({10: 995, 50: 4, 90: 1}, last=400)
    assert (counts, more) == ({10: 1000}, True)
    assert series.counts_without_tail_and_is_cut({10: 5, 11: 5}, last=400) == ({10: 5, 11: 5}, False)
    assert series.counts_without_tail_and_is_cut({10: 5, 400: 5}, last=400) == ({10: 5, 400: 5}, True)


def test_scores_far_out_do_not_squeeze_the_others() -> None:
    usual = dict.fromkeys(range(30), 100)
    assert series.range_of_counts([usual]) == (0, 29, False)
    assert series.range_of_counts([usual | {200: 1}]) == (0, 29, True)
    assert series.range_of_counts([usual | {31: 1}]) == (0, 31, False)
    assert series.range_of_counts([{}]) == (0, 0, False)


def test_quantiles_and_means() -> None:
    counts = {0: 5, 10: 4, 20: 1}
    assert [series.quantile_of_counts(counts, share) for share in (0.1, 0.5, 0.51, 0.95)] == [0, 0, 10, 20]
    assert series.mean_of_counts(counts) == 6
    assert (
        findings.scores_heading({-1: 1, 4: 8, 9: 1})
        == "8 scores in 10 are −1 to 4 points; 10.0 % are below zero"
    )


def test_ticks_are_round_and_few() -> None:
    assert series.round_ticks(-0.31, 0.4, 5) == [-0.2, 0.0, 0.2, 0.4]
    assert series.round_ticks(21.4, 21.9, 3) == [21.4, 21.6, 21.8]
    assert series.whole_ticks(1, 14, 5) == [5, 10]
    assert series.whole_ticks(-15, 27, 9) == [-15, -10, -5, 0, 5, 10, 15, 20, 25]
    assert series.whole_ticks(4, 4, 5) == [4]


def test_labels_move_apart_and_stay_in_order() -> None:
    assert series.spread_positions([1.0, 1.1, 3.0], 0.5, 0, 4) == [1.0, 1.5, 3.0]
    assert series.spread_positions([3.9, 3.8], 0.5, 0, 4) == [4, 3.5]
    crowded = series.spread_positions([2.0] * 9, 0.5, 0, 4)
    assert crowded == pytest.approx([0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0])
    assert min(series.spread_positions([2.0] * 20, 0.5, 0, 4)) >= 0
    assert series.spread_positions([], 1, 0, 1) == []


def test_differences_are_shares_of_the_first_pack(two: Results) -> None:
    base, difference = two.estimate("score"), two.difference("score", 0, 1)
    told = series.relative_difference(two, "score", 1)
    assert told is not None
    assert told.value == pytest.approx(difference.value / base.value)  # type: ignore[operator]
    assert told.low == pytest.approx(difference.low / base.value)  # type: ignore[operator]
    assert series.relative_difference(two, "no such measure", 1) is None


def test_differences_beyond_the_scale_have_no_interval() -> None:
    assert series.cut_to_scale(Estimate(-2.5, -3, -2)) == Estimate(-1.0, None, None)
    assert series.cut_to_scale(Estimate(0.9, 0.7, 1.1)) == Estimate(0.9, 0.7, 1.0)


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(0.5, 0.2, 0.8), "going first gains 0.50"),
        (Estimate(-1.25, -2, -0.5), "going first costs 1.25"),
        (Estimate(0.5, -0.2, 1.2), "going first makes no difference that shows"),
        (Estimate(0.5, None, None), ""),
        (None, ""),
    ],
)
def test_what_going_first_is_worth_is_said_where_it_is_known(estimate: Estimate | None, words: str) -> None:
    assert findings.going_first_text(estimate) == words


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((5.0, 4.0, 3.9), "Seat 1 scores most"),
        ((5.0, 4.9, 3.0), "Seat 3 scores least"),
        # Seat 2 may score as much as either of them.
        ((5.0, 4.8, 4.6), "Seat 1 scores more than seat 3"),
        ((5.0, 4.9, 4.8), "No seat is seen to score more"),
    ],
)
def test_no_more_is_said_of_seats_than_their_intervals_bear(means: tuple[float, ...], words: str) -> None:
    estimates = [Estimate(mean, mean - 0.15, mean + 0.15) for mean in means]
    assert findings.seats_heading(["seat 1, careful", "seat 2, random", "seat 3, random"], estimates) == words


def test_partners_are_several() -> None:
    estimates = [Estimate(mean, mean - 0.1, mean + 0.1) for mean in (5.0, 4.0)]
    assert findings.seats_heading(["seats 1 and 3", "seats 2 and 4"], estimates) == "Seats 1 and 3 score most"


def test_half_an_interval_is_never_told_too_small() -> None:
    assert findings.value_with_margin(Estimate(51.23, 51.22, 51.24)) == "51.2 ± 0.1"
    assert findings.value_with_margin(Estimate(51.23, 50.0, 52.46)) == "51.2 ± 1.3"
    assert findings.value_with_margin(Estimate(0.0, 0.0, 0.0)) == "0.0"


def test_the_line_below_says_who_played(one: Results) -> None:
    mixed = {"players": 4, "temperaments": ["greedy", "random", "random", "careful"]}
    assert findings.players_text(mixed) == "4 players: greedy, 2 × random, careful"
    stopped = Results(one.names, one.experiments, one.tally, 3, 1000)
    assert findings.simulation_subtitle(stopped).endswith("stopped after 200 of 1,000 games  ·  seed 3")


def test_the_line_below_a_pack_says_what_its_title_does_not() -> None:
    standard = count_pack(load("standard-52"))
    assert findings.compositions_title([standard]) == "Standard 52: 52 cards in 4 suits"
    assert findings.compositions_subtitle([standard]) == "13 ranks  ·  2 cards beside the suits"


def test_names_lose_what_they_share_with_the_first() -> None:
    assert findings.shortened_names(["A", "A, attack", "A", "B"]) == ["A", "attack", "A", "B"]


# Whatever is there


def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are drawn from now on, in place of their bytes."""
    kept: list[Any] = []

    def keep(figure: Any, kind: str) -> bytes:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        # Every label gets its place, and no pixel is painted.
        FigureCanvasAgg(figure)  # type: ignore[no-untyped-call]
        figure.draw_without_rendering()
        kept.append(figure)
        return b""

    monkeypatch.setattr(theme, "rendered_bytes", keep)
    return kept


def labels(figure: Any) -> list[tuple[str, Any]]:
    from matplotlib.text import Text

    found = [each for each in figure.findobj(Text) if each.get_text().strip()]
    return [(each.get_text(), Text.get_window_extent(each)) for each in found]


LONG = "A pack with a name that goes on for longer than anybody would read, and then some more of it"
LONG_CONDITION = " and ".join(["A:1-2", "K:1-3", "Q:0-1", "spades:0-4"])
CASES: dict[str, Draw] = {
    "no game": lambda kind: simulation_picture(results(SOURCE, games=0), kind),
    "one game": lambda kind: simulation_picture(results(SOURCE, games=1), kind),
    "negative": lambda kind: simulation_picture(results(SOURCE, red_counts_against=True), kind),
    "two players": lambda kind: simulation_picture(results(ONES, players=2), kind),
    "mixed": lambda kind: simulation_picture(
        results(
            THIRTY, players=6, games=3, who=("random", "greedy", "random", "attacker", "greedy", "random")
        ),
        kind,
    ),
    "many seats": lambda kind: simulation_picture(
        results(Cards.from_quantities({1: 200, 9: 100}, {9: 40, 0: 10}), players=24, games=2), kind
    ),
    "no tables": lambda kind: simulation_picture(with_tables(), kind),
    "one table": lambda kind: simulation_picture(with_tables(lengths=[0] * 9 + [100]), kind),
    "nothing to compare": lambda kind: comparison_picture(results(SOURCE, ONES, games=0), kind),
    "unlike": lambda kind: comparison_picture(results(ONES, THIRTY, games=2), kind),
    "alone": lambda kind: comparison_picture(results(SOURCE), kind),
    "eight packs": lambda kind: comparison_picture(
        Results(
            tuple(f"{LONG} {at}" for at in range(8)),
            (several := results(*[SOURCE] * 8, games=8)).experiments,
            *(several.tally, 1, 8),
        ),
        kind,
    ),
    "thirty ranks": lambda kind: composition_picture(
        [count_pack(pack({n: n for n in range(1, 31)}, dict.fromkeys(range(31), 1), LONG))], kind
    ),
    "many suits": lambda kind: composition_picture([count_pack(four_suits(40, 30))], kind),
    "suits of letters": lambda kind: composition_picture([count_pack(four_suits(4, 2))], kind),
    "unlike packs": lambda kind: composition_picture(
        [count_pack(each) for each in (four_suits(13), pack({1: 1000}, {1: 2}), Pack("None"))], kind
    ),
    "no pack": lambda kind: composition_picture([], kind),
    "answers": lambda kind: answers_picture(
        kind,
        hold=("A and K", "Q:0", "spades:5-6", LONG_CONDITION),
        mulligans=2,
        mulligan_cost=1,
        sums=("cost",),
    ),
    "answers of two packs": lambda kind: answers_picture(kind, packs=2, hold=("A",), sums=("cost",)),
    "new hands": lambda kind: answers_picture(
        kind, hold=("A:2", "K"), sums=("cost",), new_hands=True, gains=("A:3 on 1",)
    ),
    "a hand of all": lambda kind: answers_picture(kind, hand=29, hold=("A:2", "Q:0"), sums=("cost",)),
    "answers beside cards": lambda kind: answers_picture(kind, of=("A",), hold=("A:2",)),
}


def answers_picture(
    kind: str, packs: int = 1, hand: int = 7, of: tuple[str, ...] = (), **questions: Any
) -> bytes:
    """Ask a deck of 29 cards in 4 kinds, some of which cost parts."""
    costs = [("A", "1.5", 12), ("K", "-2.25", 8), ("Q", "10", 4), ("spades", "", 5)]
    rows = [{"title": title, "cost": cost, "quantity": times} for title, cost, times in costs]
    decks = [
        small_pack(suits={}, cards=[{"layout": "rule", "rows": rows}], name=f"Market {at}")
        for at in range(packs)
    ]
    ask = OddsRequest(terms=of, hands=(hand,), questions=Questions(**questions))
    return composition_picture(
        [count_pack(each) for each in decks], kind, [odds_of(each, ask) for each in decks]
    )


@pytest.mark.parametrize("case", sampled(CASES, 2))
def test_no_label_lies_on_another_or_beyond_the_edge(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = figures(monkeypatch)
    CASES[case]("png")
    [figure] = kept
    told = labels(figure)
    assert told
    for words, box in told:
        assert figure.bbox.x0 <= box.x0 <= box.x1 <= figure.bbox.x1, words
        assert figure.bbox.y0 <= box.y0 <= box.y1 <= figure.bbox.y1, words
    for (words, box), (others, other) in combinations(told, 2):
        across = min(box.x1, other.x1) - max(box.x0, other.x0)
        up = min(box.y1, other.y1) - max(box.y0, other.y0)
        # Boxes of type are higher than their letters.
        assert across < 1 or up < 5, (words, others)


def test_answers_about_a_deck_are_drawn_with_their_figures() -> None:
    written = texts(answers_picture("svg", hold=("A:2 and K",), mulligans=1, sums=("cost",)))
    assert {"Market 0: hands of 7", "drawn from 29 cards", "Drawn until these are there"} <= written
    assert {"The deck by cost", "12", "mulligans allowed", "dealt"} <= written
    # 12 of 1.5, 8 of −2.25 and 4 of 10 in 29 cards: 40 in all.
    assert any(text.startswith("cost of a hand of 7: mean 9.66".capitalize()) for text in written)


def test_a_list_of_cards_has_no_suits_to_tell_of() -> None:
    written = texts(answers_picture("svg", of=("A",)))
    assert {"Market 0: 29 cards", "4 different cards"} <= written


def test_names_are_words_and_no_commands() -> None:
    """Neither formulas nor marks nor letters that the font has not got."""
    named = Results(
        ("$\\frac{$ $x_1$ --> 世界 \n\x07 & <b>",),
        (with_tables()).experiments,
        with_tables(lengths=[0, 9]).tally,
        1,
        100,
    )
    for kind in theme.KINDS:
        assert simulation_picture(named, kind)
    assert any("$x_1$" in text and "??" in text for text in texts(simulation_picture(named, "svg")))


def test_other_games_are_drawn_as_far_as_their_tables_go() -> None:
    """Addenda's tricks by their totals, and how many of them end above 17."""
    tricks = [0] * 10 + [30, 0, 0, 0, 0, 0, 0, 45, 25]
    addenda = Tables(
        setup_record={"game": "addenda", "players": 2, "temperaments": ["random"] * 2},
        facts=("score_0",),
        measures=(Measure("score_1", "score of seat 1", {"score_0": 1}, {GAMES: 1}, "points"),),
    )
    tally = GameTally(2, [8], [[40]], {"0:tricks": tricks, "0:scores": [0, 1, 1, 0, 0, 0, 1, 1]})
    written = texts(simulation_picture(Results(("Whist",), (addenda,), tally, 1, 2), "svg"))
    assert "A trick brings 15.2; 25.0 % end above 17" in written
    assert {"limit 17", "total of a trick", "Addenda · 2 players, all random · 2 games · seed 1"} <= written


def test_values_of_a_scale_do_not_touch() -> None:
    from matplotlib.figure import Figure

    axes = Figure(figsize=(1.4, 1)).add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 10)
    panels.draw_bottom_scale(axes, [0.5, 1, 1.5, 2, 2.5, 3.5, 9.5])
    assert [each.get_text() for each in axes.get_xticklabels()] == ["0.5", "", "", "", "", "3.5", "9.5"]
