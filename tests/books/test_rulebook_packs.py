"""Rulebooks of all packs: every bundled one in every format, and packs that nobody has made yet."""

from __future__ import annotations

import io
from functools import cache
from itertools import cycle

import pikepdf
import pytest
from book_layout import layout_faults
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from samples import sampled, sampled_pairs

from cardgen import api
from cardgen.books import templates
from cardgen.books.blocks import Aside, Book, plain_text
from cardgen.books.boxes import PlacedLine
from cardgen.books.markup import read_book
from cardgen.books.number_lint import number_problems
from cardgen.books.typeset import Leaf, Typeset, typeset_book
from cardgen.checks import check_games, check_pack
from cardgen.colour.conversion import PressInks
from cardgen.gaming.games import GAMES
from cardgen.output.booklet import impose_booklet
from cardgen.output.rulebook import (
    BookJob,
    RulebookPress,
    games_with_books,
    rulebook_target,
    template_facts,
    typeset_pack_book,
    write_rulebook,
)
from cardgen.pack.library import bundled_pack_names
from cardgen.pack.model import Pack
from cardgen.pack.reading import read_pack
from cardgen.prepress.preflight import preflight
from cardgen.text.format_names import NAMES
from cardgen.text.formats import FORMATS, PageFormat, page_format

#: How books are made: for the screen, as a booklet of two pages side by side, for a printer.
WAYS = ("plain", "booklet", "press")


@cache
def pack_called(name: str) -> Pack:
    return api.load(name)


def _cases() -> list[tuple[str, str | None, str, str]]:
    """Every bundled pack with every game of it twice, so that every game is in every format; ways in turn."""
    books = [(name, game) for name in bundled_pack_names() for game in games_with_books(pack_called(name))]
    ways, forms = cycle(WAYS), {game: cycle(NAMES) for _, game in books}
    found = [(name, game, next(forms[game]), next(ways)) for name, game in books for _ in range(2)]
    missing = [
        (game, form) for game in forms for form in NAMES if (game, form) not in {f[1:3] for f in found}
    ]
    return [
        *found,
        *(
            (next(name for name, one in books if one == game), game, form, next(ways))
            for game, form in missing
        ),
    ]


def _links(made: Typeset) -> int:
    """How many pieces of text are links."""
    lines = (
        mark.line
        for leaf in made.leaves
        for placed in leaf.boxes
        for mark in placed.box.marks
        if isinstance(mark, PlacedLine)
    )
    return sum(bool(segment.look.link) for line in lines for segment in line.segments)


def _prove(made: Typeset, pack: Pack, way: str) -> None:
    """Draw a book and hold what every book has to it."""
    file = write_rulebook(pack, made, RulebookPress() if way == "press" else None)
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        found = sum(len(page.get("/Annots", [])) for page in pdf.pages)
        assert len(pdf.pages) == file.pages
    assert found == (0 if way == "press" else _links(made))
    if way == "press":
        assert file.pages % 4 == 0
    if way == "booklet":
        paper = (2 * file.form.width, file.form.height)
        assert impose_booklet(file.data, paper).sheets == -(-file.pages // 4)


@cache
def _read(name: str, game: str | None) -> tuple[Book, templates.Template]:
    """The text of a book, which is the same in all formats."""
    pack = pack_called(name)
    template = templates.find_template(pack, {game: GAMES[game].template})
    filled = templates.fill_template(template, pack, template_facts(pack, game))
    return read_book(filled, template, name, pack.language), template


@pytest.mark.parametrize("case", sampled(_cases(), 3), ids=lambda case: "-".join(map(str, case)))
def test_every_bundled_pack_has_its_book(case: tuple[str, str | None, str, str]) -> None:
    name, game, form, way = case
    pack = pack_called(name)
    book, template = _read(name, game)
    made = typeset_book(book, pack, page_format(form, pack), template, 1 if way == "plain" else 4)
    _prove(made, pack, way)
    [turn] = [block for block in book.blocks if isinstance(block, Aside) and block.kind == "turn"]
    back = [
        mark.line for _, box, _ in made.leaves[-1].boxes for mark in box.marks if isinstance(mark, PlacedLine)
    ]
    assert plain_text(turn.title) in {"".join(part.text for part in line.segments) for line in back}
    first = [
        mark.line for _, box, _ in made.leaves[0].boxes for mark in box.marks if isinstance(mark, PlacedLine)
    ]
    assert not any(line.segments[0].text.startswith("·") for line in first)
    if form in FORMATS:
        pages = made.leaves[: len(made.leaves) - made.note_pages - 1]
        assert min((_filled(leaf, made.form) for leaf in pages), default=1.0) >= 0.6


@pytest.mark.parametrize(
    ("name", "form"),
    sampled_pairs(
        [name for name in bundled_pack_names() if games_with_books(pack_called(name))],
        ["a4", "a6", "card"],
        every=3,
    ),
)
def test_a_press_book_is_preflighted_without_a_warning(name: str, form: str) -> None:
    """So white type is 7 pt, coloured type and signs have few inks, and no motif of a small back is too thin.

    The games of a pack come in turn, so that each is looked at in some format.
    """
    games = sorted(games_with_books(pack_called(name)))
    game = games[("a4", "a6", "card").index(form) % len(games)]
    press = RulebookPress()
    pack = pack_called(name).converted_for_press(PressInks(press.conversion_profile))
    file = write_rulebook(pack, typeset_pack_book(pack, BookJob(game, form, press=press)), press)
    report = preflight(file.data, rulebook_target(file, press))
    assert [(each.page, each.message) for each in report.findings] == []


def _filled(leaf: Leaf, form: PageFormat) -> float:
    """The share of a page that is filled: down to the last box of each column."""
    depths = [
        max(top + box.height for top, box, at in leaf.boxes if at == column or box.flow == "wide")
        for column in range(form.columns)
    ]
    return sum(depths) / (2 * form.lines * form.columns)


@st.composite
def never_over_packs(draw: st.DrawFn) -> Pack:
    """Packs that NEVER OVER can be played with: other heights and quantities, other names of suits."""
    top = draw(st.integers(3, 12))
    many = st.integers(1, 9)
    greens = {str(rank): draw(many) for rank in range(top, 0, -1)}
    reds = {str(rank): draw(many) for rank in range(top, -1, -1)}
    green, red = draw(
        st.sampled_from(
            [("green", "red"), ("advance", "hold"), ("Grün", "Rot"), ("sunflowers", "thunderstorms")]
        )
    )
    pack, problems = read_pack(
        {
            "format": 1,
            "name": draw(st.sampled_from(["Never", "A pack with quite a long name of its own", "ÆØÅ 9"])),
            "games": ["never-over"],
            "card": {"size": draw(st.sampled_from(["b8", "poker", "tarot", "70 x 70 mm"]))},
            "suits": {
                green: {"sign": "+", "color": "#00855B", "cards": greens},
                red: {"sign": "≤", "color": "#961129", "cards": reds},
            },
        }
    )
    assert pack is not None, problems
    faults = [each for each in (*problems, *check_pack(pack), *check_games(pack)) if each.severity == "error"]
    assert not faults
    return pack


# Without shrinking, which would make a whole book for each smaller pack.
@settings(max_examples=4, phases=[Phase.generate])
@given(pack=never_over_packs(), form=st.sampled_from(NAMES), way=st.sampled_from(WAYS))
def test_packs_that_nobody_has_made_have_books(pack: Pack, form: str, way: str) -> None:
    press = RulebookPress() if way == "press" else None
    made = typeset_pack_book(pack, BookJob(None, form, press=press))
    _prove(made, pack, way)
    assert layout_faults(made) == []


@pytest.mark.parametrize("kind", ["", ".leaflet", ".summary", ".card"])
@settings(max_examples=8)
@given(pack=never_over_packs())
def test_no_template_of_ours_states_what_a_pack_may_contradict(kind: str, pack: Pack) -> None:
    """So no run needs to look for it, and nobody is told of a mistake that is not theirs."""
    assert not number_problems(templates.find_template(pack, {"never-over": "never-over"}, kind), pack)


@pytest.mark.parametrize("name", bundled_pack_names())
def test_no_template_of_ours_contradicts_a_bundled_pack(name: str) -> None:
    pack = pack_called(name)
    for game in games_with_books(pack):
        for kind in ("", ".summary", ".card"):
            template = templates.find_template(pack, {game: GAMES[game].template}, kind)
            assert template.bundled
            assert not number_problems(template, pack)
