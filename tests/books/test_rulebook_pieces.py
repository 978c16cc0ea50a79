"""Rulebooks of packs with tokens and tiles: their figures, their words and their counts."""

from pathlib import Path
from typing import Any

import pytest

from cardgen import api
from cardgen.art.items import Drawing, Item, Stroke
from cardgen.art.piece_outline import piece_outline
from cardgen.books.blocks import Hand, Layout
from cardgen.books.context import pack_facts
from cardgen.books.hands import HandLayout, hand_layout
from cardgen.books.page_items import PageItems
from cardgen.errors import PackError
from cardgen.output.rulebook import BookJob, typeset_pack_book
from cardgen.text.formats import page_format
from cardgen.units import MM

KINGDOM: dict[str, Any] = {
    "format": 1,
    "name": "Kingdom",
    "card": {"size": "poker"},
    "pieces": {
        "divider": {"size": "62 x 98 mm"},
        "coin": {"size": "25 mm", "shape": "circle"},
        "tile": {"size": "50 mm", "shape": "hexagon"},
    },
    "layouts": {"plain": {"ground": "#C9A24B"}},
    "cards": [
        {"rows": [{"title": "Village", "quantity": 3}, {"title": "Gold"}]},
        {"piece": "divider", "layout": "plain", "rows": [{"title": "Village"}, {"title": "Gold"}]},
        {"piece": "coin", "layout": "plain", "rows": [{"worth": "1", "quantity": 20}, {"worth": "5"}]},
        {"piece": "tile", "layout": "plain", "rows": [{"title": "Wood"}]},
    ],
}


@pytest.fixture(scope="module")
def kingdom() -> api.Pack:
    return api.load(KINGDOM)


def _laid(pack: api.Pack, layout: Layout, *ids: str, measure: float = 400) -> HandLayout:
    cards = {card.id: card for card in pack.cards}
    hand = Hand(tuple(cards[each] for each in ids), layout)
    return hand_layout(pack, hand, page_format("a4", pack), measure, 600)


@pytest.mark.parametrize("layout", ["row", "fan", "pile"])
def test_pieces_of_a_figure_are_to_one_scale(kingdom: api.Pack, layout: Layout) -> None:
    village, coin, tile = kingdom.cards[0], kingdom.cards[4], kingdom.cards[6]
    laid = _laid(kingdom, layout, village.id, coin.id, tile.id)
    scales = [place.size[0] / kingdom.kind_of(place.card).card.width for place in laid.placed_cards]
    assert scales == pytest.approx([scales[0]] * 3)
    for place in laid.placed_cards:
        wide, high = kingdom.kind_of(place.card).card.size
        assert place.size[0] / place.size[1] == pytest.approx(wide / high)


def test_the_pieces_of_a_row_stand_on_one_line_without_touching(kingdom: api.Pack) -> None:
    laid = _laid(kingdom, "row", kingdom.cards[0].id, kingdom.cards[4].id, kingdom.cards[6].id)
    lefts = [place.matrix[4] for place in laid.placed_cards]
    rights = [left + place.size[0] for left, place in zip(lefts, laid.placed_cards, strict=True)]
    assert {place.matrix[5] for place in laid.placed_cards} == {0}
    assert all(right < left for right, left in zip(rights, lefts[1:], strict=False))
    assert rights[-1] == pytest.approx(laid.width)


def test_a_row_too_long_for_its_column_is_several_within_it(kingdom: api.Pack) -> None:
    ids = [kingdom.cards[0].id, kingdom.cards[4].id] * 6
    laid = _laid(kingdom, "row", *ids, measure=180)
    assert laid.width <= 180.01
    assert len({place.matrix[5] for place in laid.placed_cards}) > 1


def test_a_token_alone_is_smaller_than_it_is(kingdom: api.Pack) -> None:
    [place] = _laid(kingdom, "row", kingdom.cards[4].id).placed_cards
    assert place.size[0] == pytest.approx(0.6 * 25 * MM)


def _strokes(items: list[Item] | tuple[Item, ...]) -> list[Stroke]:
    found = [each for each in items if isinstance(each, Stroke)]
    return found + [stroke for each in items if isinstance(each, Drawing) for stroke in _strokes(each.items)]


def test_a_figure_shows_each_piece_with_its_own_outline(kingdom: api.Pack, tmp_path: Path) -> None:
    template = tmp_path / "book.md.j2"
    template.write_text('# Title\n\n{{ cards("worth=5, Wood") }}\n')
    book = typeset_pack_book(kingdom, BookJob(template=template))
    drawn = _strokes(PageItems(kingdom, book).items_of_page(book.leaves[0]))
    laid = _laid(kingdom, "row", kingdom.cards[5].id, kingdom.cards[6].id)
    for place in laid.placed_cards:
        wanted = piece_outline(kingdom.kind_of(place.card).card, place.trim)
        [seen] = [each for each in drawn if len(each.shape.segments) == len(wanted.segments)]
        assert seen.shape == wanted


def test_templates_count_each_kind_in_the_words_of_the_language(kingdom: api.Pack) -> None:
    facts = pack_facts(kingdom)
    assert facts.contents_list == ["4 cards", "2 pieces (divider)", "21 pieces (coin)", "1 piece (tile)"]
    coin = facts.pack.kinds["coin"]
    assert (coin.count, coin.faces, coin.width_mm, coin.height_mm) == (21, 2, 25, 25)
    assert (facts.pack.count, facts.pack.extras) == (4, 0)
    assert ["Village (divider)", 1] in facts.pack_table
    assert ["coin 2", 1] in facts.pack_table
    german = pack_facts(api.load({**KINGDOM, "language": "de"}))
    assert german.contents_list[2:] == ["21 Teile (coin)", "1 Teil (tile)"]


def test_a_name_in_a_book_means_the_card_and_no_divider_called_alike(tmp_path: Path) -> None:
    template = tmp_path / "book.md.j2"
    template.write_text('{{ card("Gold") }} {{ card("divider Gold") }} {{ card("piece=coin") }}\n')
    with pytest.raises(PackError) as raised:
        api.make("rulebook", KINGDOM, template=template)
    [problem] = raised.value.problems
    assert problem.message == "'piece=coin' is the name of 2 cards"
    assert problem.hint == "name one of them: coin 1, coin 2"


@pytest.mark.parametrize("form", [None, "html", "epub"])
def test_books_and_summaries_of_packs_with_pieces_are_made(form: str | None, tmp_path: Path) -> None:
    template = tmp_path / "book.md.j2"
    template.write_text('---\nplayers: 2\n---\n# Box\n\n{{ cards("Village, worth=1, Wood") }}\n')
    options = {"format": form} if form else {}
    for command in ("rulebook", "summary"):
        [file] = api.make(command, KINGDOM, template=template, **options)
        assert file.data


def test_build_makes_the_book_beside_a_pack_with_pieces(tmp_path: Path) -> None:
    import yaml

    (tmp_path / "kingdom.yaml").write_text(yaml.safe_dump(KINGDOM, sort_keys=False))
    (tmp_path / "kingdom.md.j2").write_text(
        "# Box\n\n{% for each in contents_list %}\n- {{ each }}\n{% endfor %}\n"
    )
    made = api.make("build", str(tmp_path / "kingdom.yaml"))
    assert [file.path.name for file in made] == ["kingdom-sheets.pdf", "kingdom-rulebook.pdf"]
