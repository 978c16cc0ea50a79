"""A pack of several kinds of pieces: each is drawn, laid out, checked and proven at its own size."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

import cardgen
from cardgen import api
from cardgen.art.backs import plan_back
from cardgen.art.face import plan_face
from cardgen.art.items import Fill
from cardgen.cli import main
from cardgen.colour.colors import WHITE
from cardgen.errors import PackError, Problem, UsageError
from cardgen.geometry import Rect
from cardgen.jobs import find_job
from cardgen.jobs.pieces import jobs_by_kind
from cardgen.jobs.result import Result, ResultFile, next_step_of
from cardgen.pack.selection import cards_matching, cards_to_print, dealt_cards
from cardgen.prepress.printers import library as printers
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

KINGDOM: dict[str, Any] = {
    "format": 1,
    "name": "Kingdom",
    "card": {"size": "poker"},
    "pieces": {
        "divider": {"size": "62 x 98 mm", "corner": "4 mm"},
        "coin": {"size": "25 mm", "back": {"pattern": "plain", "color": "#333333"}},
    },
    "layouts": {
        "coin": {"boxes": {"value": {"at": ["4 mm", "7 mm"], "size": ["17 mm", "11 mm"], "type": "title"}}},
        "tab": {"boxes": {"title": {"at": ["5 mm", "5 mm"], "size": ["52 mm", "10 mm"], "type": "title"}}},
    },
    "cards": [
        {"rows": [{"title": "Village", "quantity": 3}, {"title": "Gold", "text": "Take {Village}."}]},
        {"piece": "divider", "layout": "tab", "rows": [{"title": "Village"}, {"title": "Gold"}]},
        {"piece": "coin", "layout": "coin", "rows": [{"value": "1", "quantity": 20}, {"value": "{Gold}"}]},
    ],
}


@pytest.fixture(scope="module")
def kingdom() -> api.Pack:
    return api.load(KINGDOM)


def test_every_kind_has_its_own_blank_cards_back_and_layouts(kingdom: api.Pack) -> None:
    cards, divider, coin = kingdom.kinds
    assert [kind.piece for kind in kingdom.kinds] == ["", "divider", "coin"]
    assert coin.card.size == (25 * MM, 25 * MM)
    assert divider.card.corner == 4 * MM
    # A small piece has a small safe zone; that of a large one is the card's.
    assert (coin.card.safe, divider.card.safe) == (2.5 * MM, 3 * MM)
    assert [kind.count for kind in kingdom.kinds] == [4, 2, 21]
    assert coin.back.pattern == "plain" != divider.back.pattern == cards.back.pattern
    assert [list(kind.layouts) for kind in kingdom.kinds] == [[], ["tab"], ["coin"]]


def test_a_pack_of_cards_is_its_only_kind() -> None:
    pack = api.load("never-over")
    assert pack.kinds == (pack,)
    assert pack.kind_of(pack.cards[0]) is pack


def test_the_back_of_a_piece_is_no_card_s_back(kingdom: api.Pack) -> None:
    coin = kingdom.kinds[2]
    assert list(coin.backs) == ["back"]
    assert list(kingdom.backs) == ["back", "back-2"]


def test_terms_mean_the_same_in_a_kind_as_in_the_whole_pack(kingdom: api.Pack) -> None:
    cards, divider, coin = kingdom.kinds
    assert [len(cards_matching(pack, "Gold")) for pack in (kingdom, cards, divider, coin)] == [2, 1, 1, 0]
    assert [times for _, times in cards_to_print(coin, ["piece=coin"])] == [20, 1]
    assert {card.piece for card in cards_matching(kingdom, "piece=card")} == {""}
    assert [card.piece for card in cards_matching(kingdom, "Divider gold")] == ["divider"]
    with pytest.raises(UsageError, match="'token'"):
        cards_matching(coin, "piece=token")


def test_the_name_of_a_kind_alone_is_no_card_but_a_hint(kingdom: api.Pack) -> None:
    with pytest.raises(UsageError, match="is called 'Coin'; the pieces are piece=coin"):
        cards_matching(kingdom, "Coin")


def test_pieces_are_not_dealt_with_the_cards(kingdom: api.Pack) -> None:
    assert [len(dealt_cards(pack)) for pack in (kingdom, *kingdom.kinds)] == [2, 2, 2, 2]


def test_a_text_on_a_piece_names_cards_and_no_divider_called_alike(kingdom: api.Pack) -> None:
    coin = kingdom.kinds[2]
    items = plan_face(coin, coin.cards[1], Rect(0, 0, *coin.card.size))
    assert "'Gold'" in repr(items)
    assert [card.piece for card in coin.cards_in_text["Gold"]] == [""]


def test_one_file_has_the_sheets_of_each_kind_and_is_proven_whole() -> None:
    made = api.make("sheets", KINGDOM)
    [file] = made
    assert file.path.name == "kingdom-sheets.pdf"
    assert file.about == "27 pieces of 3 kinds on 3 sheets of A4, both sides"
    kinds = ("sheet 1: 4 cards", "sheet 2: 2 pieces, divider", "sheet 3: 21 pieces, coin")
    assert file.notes[:3] == kinds
    assert made.facts["coin"] == {"cards": 21, "sheets": 1, "paper": "A4"}
    proof = api.make("verify", files=[file.data], pack=KINGDOM)
    assert proof.facts["proven"], proof.facts["faults"]
    counts = [fact for fact in proof.facts["facts"] if "each as often" in fact]
    assert [fact.split(" of ")[0] for fact in counts] == [
        "cards: 4 cards",
        "divider: 2 pieces",
        "coin: 21 pieces",
    ]
    with pikepdf.open(io.BytesIO(file.data)) as pdf, pdf.open_outline() as outline:
        assert [(each.title, len(each.children)) for each in outline.root] == [
            ("Kingdom", 2),
            ("Kingdom: divider", 2),
            ("Kingdom: coin", 2),
        ]


@pytest.mark.parametrize("backs", ["separate", "none", "gutterfold"])
def test_sheets_of_all_kinds_are_proven_however_backs_are_printed(backs: str) -> None:
    files = [file.data for file in api.make("sheets", KINGDOM, backs=backs)]
    proof = api.make("verify", files=files, pack=KINGDOM)
    assert proof.facts["proven"], proof.facts["faults"]


def changed_file(data: bytes, change: Callable[[Any, dict[str, Any]], None]) -> bytes:
    """Return a file of sheets with another declaration or other pages."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        declaration = json.loads(str(pdf.docinfo["/Keywords"]))
        change(pdf, declaration)
        pdf.docinfo["/Keywords"] = json.dumps(declaration)
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
        return out.getvalue()


def test_a_file_without_one_kind_or_some_of_its_pages_is_not_proven() -> None:
    [file] = api.make("sheets", KINGDOM)

    def without_coins(pdf: Any, declaration: dict[str, Any]) -> None:
        del pdf.pages[4:]
        del declaration["kinds"][2]

    def without_a_page(pdf: Any, declaration: dict[str, Any]) -> None:
        del pdf.pages[5:]

    def dividers_as_coins(pdf: Any, declaration: dict[str, Any]) -> None:
        declaration["kinds"][1:] = declaration["kinds"][:0:-1]

    def coins_twice(pdf: Any, declaration: dict[str, Any]) -> None:
        declaration["kinds"][1] = declaration["kinds"][2]

    def more_pages(pdf: Any, declaration: dict[str, Any]) -> None:
        declaration["kinds"][2]["pages"] = 1

    for change, message in (
        (without_coins, "there are no sheets of the piece coin"),
        (without_a_page, "the pages of this file are not as many as it declares"),
        (dividers_as_coins, "does not belong to this job"),
        (coins_twice, "the piece coin is there in 2 parts"),
        (more_pages, "the pages of this file are not as many as it declares"),
    ):
        faults = api.make("verify", files=[changed_file(file.data, change)], pack=KINGDOM).facts["faults"]
        assert any(message in fault for fault in faults), (change, faults)


def test_changes_and_what_is_printed_of_them_are_told_by_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    api.make("sheets", KINGDOM).save()
    assert api.make("changes", KINGDOM).facts["changes"] == []
    tab, coin = KINGDOM["cards"][1:]
    coins = {**coin, "rows": [{"value": "2", "quantity": 20}, coin["rows"][1]]}
    new = {**KINGDOM, "cards": [KINGDOM["cards"][0], {**tab, "rows": tab["rows"][:1]}, coins]}
    made = api.make("changes", new, output=tmp_path / "changes.png")
    told = [(each["piece"], each["kind"], each["prints"]) for each in made.facts["changes"]]
    assert sorted(told) == [("coin", "changed", 20), ("divider", "removed", 0)]
    assert [file.path.name for file in made] == ["changes-divider.png", "changes-coin.png"]
    [file] = api.make("sheets", new, changed=True)
    assert (file.path.name, file.facts["cards"]) == ("kingdom-sheets-changed.pdf", 20)
    assert api.make("verify", files=[file.data], pack=new).facts["proven"]
    file.path.write_bytes(file.data)
    assert api.make("changes", new).facts["changes"] == []


def test_all_sheets_of_one_file_lie_alike_on_the_paper() -> None:
    # Alone, these would lie across.
    wide = {**KINGDOM, "pieces": {**KINGDOM["pieces"], "divider": {"size": "98 x 62 mm"}}}
    [file] = api.make("sheets", wide)
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        assert len({tuple(map(float, page.mediabox)) for page in pdf.pages}) == 1
    # These two cannot lie alike, and each lies as it can.
    pieces = {**KINGDOM["pieces"], "divider": {"size": "250 x 62 mm"}, "coin": {"size": "62 x 250 mm"}}
    [file] = api.make("sheets", {**KINGDOM, "pieces": pieces})
    assert api.make("verify", files=[file.data], pack={**KINGDOM, "pieces": pieces}).facts["proven"]


def test_a_kind_that_does_not_fit_is_named() -> None:
    wide = {**KINGDOM, "pieces": {**KINGDOM["pieces"], "divider": {"size": "98 x 62 mm"}}}
    with pytest.raises(UsageError, match=r"divider: .* do not fit .* --only piece=divider"):
        api.make("sheets", wide, columns=3)


def test_backs_of_another_pack_are_refused(tmp_path: Path) -> None:
    fronts, _ = api.make("sheets", KINGDOM, only=["piece=coin"], backs="separate")
    _, others = api.make("sheets", {**KINGDOM, "name": "Empire"}, only=["piece=coin"], backs="separate")
    with pytest.raises(UsageError, match="'Empire'"):
        api.make("verify", files=[fronts.data, others.data], pack=KINGDOM)


def test_files_of_other_kinds_are_called_by_them(tmp_path: Path) -> None:
    made = api.make("press", KINGDOM, output=tmp_path / "deck.pdf", only=["piece=coin", "Village"])
    assert [file.path.name for file in made] == ["deck.pdf", "deck-divider.pdf", "deck-coin.pdf"]
    alone = api.make("sheets", KINGDOM, output=tmp_path / "coins.pdf", only=["piece=coin"])
    assert [(file.path.name, file.facts["cards"]) for file in alone] == [("coins.pdf", 21)]
    [named] = api.make("sheets", KINGDOM, only=["piece=coin"])
    assert named.path.name == "kingdom-coin-sheets.pdf"
    [some] = api.make("sheets", KINGDOM, only=["value=1"])
    assert some.path.name == "kingdom-coin-sheets-some.pdf"


def test_pictures_of_each_kind_go_into_a_folder_of_their_own(tmp_path: Path) -> None:
    made = api.make("images", KINGDOM, output=tmp_path / "pictures", dpi=72)
    made.save()
    folders = {file.parent.name for file in (tmp_path / "pictures").rglob("*.png")}
    assert folders == {"cards", "divider", "coin"}
    assert made.facts["divider"]["pixels"] == (193, 295)


def without_keywords(data: bytes) -> bytes:
    """Return a press file as a program writes it that does not say what it holds."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        del pdf.docinfo["/Keywords"]
        made = io.BytesIO()
        pdf.save(made)
    return made.getvalue()


def test_files_of_a_press_are_checked_by_kind() -> None:
    [coins] = api.make("press", KINGDOM, only=["piece=coin"])
    assert coins.report.passed
    report = api.make("preflight", files=[coins.data], pack=KINGDOM, piece="coin")
    assert report.facts[0]["passed"]
    [stated] = api.make("preflight", files=[coins.data], pack=KINGDOM).facts
    assert stated == report.facts[0]
    with pytest.raises(UsageError, match="--piece card, divider, coin"):
        api.make("preflight", files=[without_keywords(coins.data)], pack=KINGDOM)
    with pytest.raises(UsageError, match="no piece 'token'"):
        api.make("preflight", files=[coins.data], pack=KINGDOM, piece="token")


def test_every_kind_gets_a_box_as_deep_as_its_stack() -> None:
    made = api.make("box", KINGDOM)
    assert [file.path.name for file in made] == [
        "kingdom-box.pdf",
        "kingdom-divider-box.pdf",
        "kingdom-coin-box.pdf",
    ]
    assert [file.about.split(",")[0] for file in made] == [
        "a box for 4 cards",
        "a box for 2 pieces",
        "a box for 21 pieces",
    ]
    width, height, depth = made.facts["coin"]["inside"]
    # At least 21 coins of 0.3 mm and 5 % more.
    assert (25 < width < 28, 25 < height < 28, 6.6 < depth < 9) == (True, True, True)
    for file in made:
        with pypdfium2.PdfDocument(file.data) as pdf:
            assert len(pdf) == 1


def test_a_board_gets_a_box_in_parts() -> None:
    pieces = {**KINGDOM["pieces"], "board": {"size": "400 x 300 mm"}}
    cards = [*KINGDOM["cards"], {"piece": "board", "layout": "title", "rows": [{"title": "Map"}]}]
    boxes = api.box({**KINGDOM, "pieces": pieces, "cards": cards})
    assert [file.path.name for file in boxes.files] == [
        f"kingdom{kind}-box.pdf" for kind in ("", "-divider", "-coin", "-board")
    ]
    assert [file.facts["pages"] for file in boxes.files] == [1, 1, 1, 10]
    assert "the box is larger than A4: it is in 10 parts" in " ".join(boxes.notes)


def test_odds_of_named_cards_are_those_of_their_kinds() -> None:
    both = api.stats(KINGDOM, of=["piece=coin", "list=1"])
    assert [each["pack"] for each in both.facts] == ["Kingdom", "Kingdom: coin"]
    held = api.stats(KINGDOM, hold="piece=coin:2")
    assert [each["pack"] for each in held.facts] == ["Kingdom: coin"]
    assert held.warnings[0].startswith("cards, divider: left out: ")
    with pytest.raises(UsageError, match="called 'Silver'"):
        api.stats(KINGDOM, of="Silver")


def test_only_chooses_what_goes_into_a_box() -> None:
    [coins] = api.make("box", KINGDOM, only=["piece=coin"], measured="7 mm")
    assert coins.path.name == "kingdom-coin-box.pdf"
    assert coins.facts["cards"] == 21
    [few] = api.make("box", KINGDOM, only=["value=1"])
    assert few.facts["cards"] == 20
    with pytest.raises(UsageError, match=r"--measured is about one kind of pieces.*--only piece=coin"):
        api.make("box", KINGDOM, measured="7 mm")


def test_everything_is_built_for_all_kinds(tmp_path: Path) -> None:
    made = api.make("build", KINGDOM, output=tmp_path)
    assert [file.path.name for file in made] == ["kingdom-sheets.pdf"]
    assert set(made.facts) == {"cards", "divider", "coin"}
    assert "the pack names no game" in made.notes[0]


def test_a_piece_that_no_card_is_keeps_no_command_from_the_cards() -> None:
    pack = {**KINGDOM, "cards": KINGDOM["cards"][:1]}
    assert api.make("box", pack).facts["cards"] == 4


@pytest.mark.parametrize("name", ["card", "Cards"])
def test_a_piece_is_not_called_as_the_cards_are(name: str) -> None:
    with pytest.raises(PackError, match=f"a piece cannot be called '{name}', which means the cards"):
        api.load({**KINGDOM, "pieces": {**KINGDOM["pieces"], name: {"size": "25 mm"}}})


def test_a_printer_that_does_not_cut_a_piece_names_it() -> None:
    pack = api.load(KINGDOM, printer=printers.find_preset("makeplayingcards"))
    assert list(pack.kinds[0].unavailable_kinds) == ["divider", "coin"]
    assert "cuts no 62 × 98 mm for divider; nearest is poker" in pack.kinds[0].unavailable_kinds["divider"]
    assert pack.kinds[1].card.size == (62 * MM, 98 * MM)


def test_a_printer_cuts_each_kind_at_its_nearest_size() -> None:
    pack = api.load(
        {**KINGDOM, "pieces": {"divider": {"size": "64 x 90 mm"}, "coin": {"size": "44 x 63 mm"}}},
        printer=printers.find_preset("makeplayingcards"),
    )
    assert [kind.card.size == pack.kinds[0].card.size for kind in pack.kinds] == [True, True, False]
    assert {kind.card.bleed for kind in pack.kinds} == {printers.find_preset("makeplayingcards").bleed}


def test_another_size_is_that_of_the_cards() -> None:
    pack = api.load(KINGDOM, size=(70 * MM, 120 * MM))
    assert [round(kind.card.width / MM) for kind in pack.kinds] == [70, 62, 25]


def test_the_figures_of_each_kind_stand_by_themselves() -> None:
    made = api.make("stats", KINGDOM)
    assert [each["pack"] for each in made.facts] == ["Kingdom", "Kingdom: divider", "Kingdom: coin"]


def test_a_size_of_cards_has_no_effect_where_there_are_none() -> None:
    coins = {
        **KINGDOM,
        "pieces": {"coin": {"size": "25 mm"}},
        "layouts": {"coin": KINGDOM["layouts"]["coin"]},
    }
    coins["cards"] = [{"piece": "coin", "layout": "coin", "rows": [{"value": "1"}]}]
    assert any(
        "--size has no effect here" in said for said in api.make("sheets", coins, size="tarot").warnings
    )
    assert not any("--size" in said for said in api.make("sheets", KINGDOM, size="tarot").warnings)


def test_python_draws_a_piece_at_its_size() -> None:
    assert 'width="25mm" height="25mm"' in api.face(KINGDOM, "value=1").svg()
    assert 'width="25mm" height="25mm"' in api.back(KINGDOM, "value=1").svg()


def test_a_good_pack_is_counted_by_kind(tmp_path: Path) -> None:
    file = tmp_path / "kingdom.json.yaml"
    file.write_text(json.dumps(KINGDOM))
    [checked] = api.make("check", names=[str(file)]).result
    assert checked.contents == "4 cards, 2 pieces (divider) and 21 pieces (coin)"


def test_each_kind_is_told_its_own_problems_and_those_of_the_whole() -> None:
    job = find_job("proof").from_options({})
    examined = api.load_examined_pack(job, KINGDOM)
    paths = [
        ("layouts", "tab", "boxes"),
        ("cards", "2", "rows"),
        ("pieces", "coin"),
        ("card", "corner"),
        ("name",),
    ]
    problems = tuple(Problem(".".join(path), path, severity="warning") for path in paths)
    parts = jobs_by_kind(job, examined._replace(problems=problems))
    assert {part.valid_pack.piece: [each.message for each in part.problems] for _, part in parts} == {
        "": ["card.corner", "name"],
        "divider": ["layouts.tab.boxes", "name"],
        "coin": ["cards.2.rows", "pieces.coin", "name"],
    }


def test_a_proof_of_a_circle_speaks_of_no_corners() -> None:
    coin = {**KINGDOM["pieces"]["coin"], "shape": "circle"}
    pack = {**KINGDOM, "pieces": {**KINGDOM["pieces"], "coin": coin}}
    _, *proofs = api.make("proof", pack)
    texts = [pypdfium2.PdfDocument(file.data)[0].get_textpage().get_text_bounded() for file in proofs]
    assert ["corners" in text for text in texts] == [True, False]


def test_the_next_step_names_the_files_of_all_kinds() -> None:
    alike = [
        Result([ResultFile(Path(f"{name}.pdf"), b"")], next_step=f"Next: print {name}.pdf.") for name in "abc"
    ]
    assert next_step_of(alike) == "Next: print a.pdf, b.pdf and c.pdf."
    assert next_step_of(alike[:1]) == "Next: print a.pdf."
    other = Result(next_step="Next: look at it.")
    assert next_step_of([*alike[:1], other, other]) == "Next: print a.pdf.\nNext: look at it."
    many = [Result(next_step=f"Next: step {number}.") for number in range(6)]
    assert next_step_of(many).splitlines()[-2:] == ["Next: step 3.", "and 2 more like these"]


def test_a_piece_may_have_a_blank_back() -> None:
    pieces = {**KINGDOM["pieces"], "coin": {**KINGDOM["pieces"]["coin"], "back": "none"}}
    coin, *_ = (kind for kind in api.load({**KINGDOM, "pieces": pieces}).kinds if kind.piece == "coin")
    items = plan_back(coin, "back", Rect(0, 0, *coin.card.size))
    assert [item.color for item in items if isinstance(item, Fill)] == [WHITE]
    assert len(items) == 1


def test_preflight_takes_the_kind_of_pieces_from_the_name_of_a_file(tmp_path: Path) -> None:
    source = tmp_path / "kingdom.yaml"
    source.write_text(json.dumps(KINGDOM), encoding="utf-8")
    file, other = tmp_path / "kingdom-coin-press.pdf", tmp_path / "coins.pdf"
    [made] = api.make("press", source, only=["piece=coin"], output=file)
    for path in (file, other):
        path.write_bytes(without_keywords(made.data))
    assert cardgen.preflight(file, pack=source).exit_code == 0
    with pytest.raises(UsageError, match="--piece"):
        cardgen.preflight(other, pack=source)


def test_preflight_asks_for_the_safe_zone_that_a_piece_has(kingdom: api.Pack) -> None:
    [coins] = api.make("press", kingdom, only=["piece=coin"])
    report = api.make("preflight", files=[coins.data], pack=kingdom, piece="coin")
    assert report.facts[0]["target"]["safe_mm"] == pytest.approx(2.5)


def test_a_home_sheet_is_refused_with_one_plain_message() -> None:
    [coins] = api.make("sheets", KINGDOM, only=["piece=coin"])
    [report] = api.make("preflight", files=[coins.data]).facts
    [finding] = report["findings"]
    assert (report["passed"], finding["severity"]) == (False, "error")
    assert "sheets to print at home" in finding["message"]
    assert "cardgen verify" in finding["hint"]


def test_names_of_kinds_are_translated_in_books_and_captions(tmp_path: Path) -> None:
    from cardgen.books.context import piece_count_text

    pieces = {**KINGDOM["pieces"], "coin": {"size": "25 mm", "name": "Penny"}}
    file = tmp_path / "kingdom.yaml"
    words = "text,translation\ndivider,Trennkarte\nPenny,Pfennig\n"
    (tmp_path / "de.csv").write_text(words, "utf-8")
    pack = {**KINGDOM, "pieces": pieces, "languages": {"de": "de.csv"}}
    file.write_text(json.dumps(pack))
    coin = api.load(file).kinds[2]
    assert (coin.piece, coin.name, piece_count_text(coin)) == ("coin", "Kingdom: Penny", "21 pieces (Penny)")
    file.write_text(json.dumps({**pack, "language": "de"}))
    _, divider, coin = api.load(file).kinds
    assert coin.name == "Kingdom: Pfennig"
    assert [piece_count_text(kind) for kind in (divider, coin)] == [
        "2 Teile (Trennkarte)",
        "21 Teile (Pfennig)",
    ]


def test_pieces_are_counted_as_pieces() -> None:
    made = api.make("stats", KINGDOM)
    assert [composition.unit for composition, _ in made.result] == ["card", "piece", "piece"]


def test_pieces_make_no_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kingdom.yaml"
    file.write_text(json.dumps(KINGDOM))
    assert main.run(["stats", str(file)]) == 0
    said = capsys.readouterr().out
    coins = said.partition("Kingdom: coin")[2]
    assert "5 drawn at once, of 21 pieces" in coins
    assert "hand" not in coins
    assert "An opening hand of" in said.partition("Kingdom: coin")[0]


SHAPES = """format: 1
name: Shape House
sizes:
  poker: 63.5 x 88.9 mm
  small: 25 x 25 mm
  coin: {trim: 25.4 x 25.4 mm, shape: circle}
bleed: 2 mm
safe: 2 mm
color: cmyk
form: pdf
decks: {least: 10, most: 20, steps: [18]}
"""
ROUND = {**KINGDOM, "pieces": {**KINGDOM["pieces"], "coin": {"size": "25 mm", "shape": "circle"}}}


@pytest.fixture
def shape_house(tmp_path: Path) -> str:
    file = tmp_path / "shapes.yaml"
    file.write_text(SHAPES)
    return str(file)


def test_an_order_names_the_product_of_each_kind_and_what_is_nearest_to_one_that_fits_none(
    shape_house: str,
) -> None:
    facts = api.make("order", ROUND, printer=shape_house).facts
    assert {kind: each["fits"] for kind, each in facts.items()} == {
        "cards": True,
        "divider": False,
        "coin": True,
    }
    assert facts["coin"]["product"] == "coin"
    assert facts["divider"]["nearest"]["name"] == "poker"
    # Limits and prices are of decks of cards.
    assert (facts["cards"]["lacking"], facts["cards"]["step"]) == (6, 18)
    assert (facts["coin"]["lacking"], facts["coin"]["parts"], facts["coin"]["step"]) == (0, 1, None)


def test_a_printer_without_a_shape_has_nothing_near_it() -> None:
    made = api.make("order", ROUND, printer="makeplayingcards")
    assert made.facts["coin"]["nearest"] is None
    assert "MakePlayingCards cuts nothing of the shape of coin (circle of 25 × 25 mm)" in made.warnings


def test_tokens_are_made_in_the_exact_pixels_of_a_printer_s_chits() -> None:
    made = api.make("images", ROUND, printer="thegamecrafter", only=["piece=coin"])
    assert made.facts["pixels"] == (375, 375)


def test_a_kind_that_fits_no_product_is_left_out_with_a_warning(shape_house: str) -> None:
    made = api.make("press", ROUND, printer=shape_house)
    assert list(made.facts) == ["cards", "coin"]
    assert all(file.report.passed for file in made)
    nearest = "cuts no 62 × 98 mm for divider; nearest is poker"
    assert [nearest in warning for warning in made.warnings].count(True) == 1
    with pytest.raises(UsageError, match=nearest):
        api.make("press", ROUND, printer=shape_house, only=["piece=divider"])


def test_a_circle_is_made_for_a_product_that_is_one(shape_house: str) -> None:
    [coins] = api.make("press", ROUND, printer=shape_house, only=["piece=coin"], die_line="art")
    with pikepdf.open(io.BytesIO(coins.data)) as pdf:
        assert [round(float(side) / MM, 1) for side in pdf.pages[0].trimbox] == [2.0, 2.0, 27.4, 27.4]
    report = api.make("preflight", files=[coins.data], pack=ROUND, piece="coin", printer=shape_house)
    assert report.facts[0]["passed"]
    # A circle of this size is no square, and the other way round.
    square = {**ROUND, "pieces": {**ROUND["pieces"], "coin": {"size": "25.4 mm"}}}
    assert api.make("order", square, printer=shape_house).facts["coin"]["product"] == "small"


def test_a_circle_of_a_preset_that_is_none_is_an_error_at_its_trim(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(SHAPES.replace("25.4 x 25.4", "25.4 x 30"))
    with pytest.raises(PackError) as raised:
        printers.find_preset(str(file))
    [problem] = raised.value.problems
    assert problem.mark is not None
    assert (problem.message, problem.mark.line) == ("a circle of 25.4 × 30 mm is not regular", 6)


@pytest.mark.parametrize("name", ["..", ".", "a/b", "/tmp/abs", "x\\\\y", "a\u202eb", "-x"])
def test_a_piece_whose_name_no_file_can_have_is_refused(name: str) -> None:
    pack = {**KINGDOM, "pieces": {name: {"size": "25 mm"}}, "cards": [{"rows": [{"title": "A"}]}]}
    with pytest.raises(PackError, match=r"files have its name|cannot be seen"):
        api.load({**pack, "layouts": {}})
