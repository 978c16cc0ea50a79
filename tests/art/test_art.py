"""What is drawn: the facts of faces and backs, read from their items or seen in a rendered card."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from reportlab.pdfgen.canvas import Canvas

import cardgen
from cardgen.art.backs import PATTERNS, pack_motifs, plan_back
from cardgen.art.courts import CourtInks, court_drawing, joker_drawing
from cardgen.art.face import plan_face
from cardgen.art.index_face import is_ambiguous_upside_down
from cardgen.art.inks import index_face_ground
from cardgen.art.items import Fill, Fills, Item, Label
from cardgen.art.pdf_writer import PdfWriter
from cardgen.art.signs import SIGNS
from cardgen.colour.colors import BLACK, WHITE, color_from_hex, contrast_ratio
from cardgen.geometry import Rect, half_turn_matrix
from cardgen.pack.model import Card, Pack
from cardgen.pack.values import SizedSymbol
from cardgen.text import fonts
from cardgen.text.symbols import KINDS, symbol_shape
from cardgen.units import CARDS, MM


def pack(name: str = "never-over", **values: object) -> Pack:
    """A shipped pack with some values changed, sound or not."""
    return pack_of(name, values)


def pack_of(name: str, values: dict[str, object]) -> Pack:
    found = cardgen.examine(name, {tuple(key.split("__")): value for key, value in values.items()})
    assert found.pack is not None
    return found.pack


def trim(made: Pack) -> Rect:
    return Rect(0, 0, *made.card.size)


def card(made: Pack, label: str) -> Card:
    return next(found for found in made.cards if found.label == label)


def labels(made: Pack, label: str) -> list[Label]:
    return [item for item in plan_face(made, card(made, label), trim(made)) if isinstance(item, Label)]


def picture(size: tuple[float, float], items: Sequence[Item], dpi: int = 72) -> Image.Image:
    fonts.register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size, initialFontName=fonts.TEXT.name)
    PdfWriter(canvas).write_items(items)
    canvas.save()
    return pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=dpi / 72).to_pil().convert("RGB")


def face(made: Pack, label: str, dpi: int = 72) -> Image.Image:
    return picture(made.card.size, plan_face(made, card(made, label), trim(made)), dpi)


def operators(items: Sequence[Item], space: str = "rgb") -> list[str]:
    """What is written into the content stream, line by line."""
    fonts.register_fonts()
    canvas = Canvas(io.BytesIO(), initialFontName=fonts.TEXT.name, pageCompression=0)
    PdfWriter(canvas, space).write_items(items)  # type: ignore[arg-type]
    return [line for text in canvas._code for line in str(text).split("\n")]


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def ink(image: Image.Image) -> float:
    """How much of the paper is covered, 0 to 1."""
    return 1 - ImageStat.Stat(image.convert("L")).mean[0] / 255


# --- index faces ---------------------------------------------------------------------------------


def test_the_large_index_stands_in_the_middle_and_the_small_ones_in_their_corners() -> None:
    made = pack()
    large, first, second = labels(made, "≤3")
    assert large.bounds.center == pytest.approx(trim(made).center, abs=0.6)
    assert first.bounds.x == pytest.approx(made.card.width - second.bounds.right)
    assert made.card.height - first.bounds.top == pytest.approx(second.bounds.y)
    assert second.place[0] == second.place[3] == -1


@pytest.mark.parametrize("height", [5, 8])
def test_heights_follow_the_pack(height: int) -> None:
    made = pack(index__small={"height": f"{height} mm"})
    small = labels(made, "+1")[-1]
    assert small.box.height == pytest.approx(height * MM, rel=0.02)


@pytest.mark.parametrize(("style", "white"), [("disc", False), ("solid", False), ("paper", True)])
def test_the_ground_is_white_in_the_style_of_paper_and_with_the_ink_saver(style: str, white: bool) -> None:
    for made, is_white in ((pack(style=style), white), (pack(style=style, **{"ink-saver": True}), True)):
        assert {index_face_ground(made, card) == WHITE for card in made.cards if card.suit} == {is_white}
        (green,) = {index_face_ground(made, card) for card in made.cards if card.suit == "green"}
        assert green == (WHITE if is_white else made.suits["green"].color)


@pytest.mark.parametrize("style", ["disc", "solid", "paper"])
def test_a_face_without_its_large_index_looks_the_same_turned_about(style: str) -> None:
    image = face(pack(style=style, index__large=False), "+3")
    assert difference(image, image.rotate(180)) < 0.7


@pytest.mark.parametrize(("start", "corner"), [("bottom-left", (4, -4)), ("top-left", (4, 4))])
def test_the_stripe_comes_from_its_corner_in_its_colour(start: str, corner: tuple[int, int]) -> None:
    made = pack(stripe={"from": start, "width": "6 mm"}, index__small=False)
    image = face(made, "+2")
    x, y = corner
    assert image.getpixel((x, y % image.height)) == (0xF6, 0xBE, 0x3B)
    assert face(pack(stripe=False), "+2").getpixel((4, image.height - 4)) == (0x00, 0x85, 0x5B)


@pytest.mark.parametrize("style", ["solid", "paper"])
@pytest.mark.parametrize("label", ["+4", "+12", "≤0"])
def test_without_a_disc_the_stripe_ends_in_a_ring_around_the_index(style: str, label: str) -> None:
    made = pack(style=style, suits__green__cards={"4": 1, "12": 1})
    stripe, ring, inside = (
        i for i in plan_face(made, card(made, label), trim(made))[1:] if isinstance(i, Fill)
    )
    assert stripe.color == ring.color != inside.color
    assert ring.shape.bounds.center == pytest.approx(inside.shape.bounds.center)
    large = labels(made, label)[0]
    assert inside.color == large.ground
    assert (large.box.width**2 + large.box.height**2) ** 0.5 < 0.86 * inside.shape.bounds.width


def test_two_figures_have_room_in_the_disc() -> None:
    made = pack(suits__green__cards={"12": 1, "4": 1})
    discs = [
        i for i in plan_face(made, card(made, "+12"), trim(made)) if isinstance(i, Fill) and i.color == WHITE
    ]
    box, disc = labels(made, "+12")[0].bounds, discs[-1].shape.bounds
    assert (box.width**2 + box.height**2) ** 0.5 < 0.86 * disc.width


@pytest.mark.parametrize(
    ("green", "red", "marked"),
    [
        ("+", "≤", {"+6", "+9"}),
        ("▲", "≤", set()),  # ▲ tells which way is up
        ("▲", "▼", {"▲6", "▼9"}),  # but turned by 180 degrees it is ▼
        ("A", "≤", set()),
        ("M", "W", {"M6", "W9"}),
        ("n", "■", set()),
        ("■", "■", set()),  # the colour tells: there is no 9 in this suit
    ],
)
def test_a_sign_that_tells_which_way_is_up_needs_no_underline(green: str, red: str, marked: set[str]) -> None:
    nines = {"+": {6: 1, 9: 1}}.get(green, {6: 1})
    suits = {"green": {"sign": green, "cards": nines}, "red": {"sign": red, "cards": {9: 1}}}
    values = {("suits", name): {"color": "#00855B", **suit} for name, suit in suits.items()}
    made = cardgen.examine("never-over", values).pack
    assert made is not None
    found = {each.label for each in made.cards if each.suit and is_ambiguous_upside_down(each, made)}
    assert found == marked


def test_six_and_nine_are_underlined_only_where_both_are_there() -> None:
    both = pack(suits__green__cards={"6": 1, "9": 1, "4": 1})
    alone = pack(suits__green__cards={"6": 1, "4": 1})
    assert len(labels(both, "+6")[0].shapes) == len(labels(alone, "+6")[0].shapes) + 1
    assert len(labels(both, "+4")[0].shapes) == 1


@pytest.mark.parametrize("sign", SIGNS)
def test_signs_have_the_weight_of_the_figures_and_stand_in_their_height(sign: str) -> None:
    box = SIGNS[sign].shape.bounds
    assert box.y >= -0.02
    assert box.top <= 1.02
    assert (box.x, box.width) == pytest.approx((0, SIGNS[sign].width), abs=0.001)


def test_signs_can_be_found_as_text() -> None:
    text = "".join(run.text for run in labels(pack(), "≤4")[0].runs)
    assert text == "≤4"


# --- standard faces ------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 11))
def test_pips_are_as_many_as_the_rank_and_the_lower_ones_stand_on_their_heads(count: int) -> None:
    made = pack("standard-52")
    label = "A of hearts" if count == 1 else f"{count} of hearts"
    pips = next(i for i in plan_face(made, card(made, label), trim(made)) if isinstance(i, Fills))
    assert len(pips.places) == count
    _, middle = trim(made).center
    for place in pips.places:
        assert (place[3] < 0) == (place[5] < middle - 1)
    columns = {round(place[4], 3) for place in pips.places}
    assert {round(made.card.width - x, 3) for x in columns} == columns


FRENCH = KINDS["French suit"]
INKS = CourtInks(line=BLACK, main=color_from_hex("#C8102E"), second=color_from_hex("#E3A92B"), light=WHITE)


@cache
def court_picture(rank: str, symbol: str) -> Image.Image:
    box = Rect(2, 2, 110, 190)
    return picture((114, 194), [court_drawing(rank, SizedSymbol(symbol), box, INKS)])


@pytest.mark.parametrize("symbol", FRENCH)
@pytest.mark.parametrize("rank", "JQK")
def test_courts_are_two_headed(rank: str, symbol: str) -> None:
    image = court_picture(rank, symbol)
    assert difference(image, image.rotate(180)) < 3


def test_no_two_courts_look_alike() -> None:
    images = [court_picture(rank, symbol) for rank in "JQK" for symbol in FRENCH]
    pairs = [(a, b) for place, a in enumerate(images) for b in images[place + 1 :]]
    assert min(difference(a, b) for a, b in pairs) > 8


@pytest.mark.parametrize("box", [Rect(10, 10, 100, 100), Rect(10, 10, 60, 132), Rect(10, 10, 40, 40)])
def test_courts_and_jokers_stay_in_their_frame(box: Rect) -> None:
    for figure in (court_drawing("K", SizedSymbol("spade"), box, INKS), joker_drawing(box, INKS)):
        image = picture((box.right + 10, box.top + 10), [figure])
        outside = Image.new("L", image.size, 255)
        outside.paste(0, (8, 8, image.width - 8, image.height - 8))
        assert ImageStat.Stat(image.convert("L"), outside).extrema[0][0] > 250


# --- faces to read -------------------------------------------------------------------------------


def words(made: Pack, label: str) -> list[str]:
    """The text of each line of each label."""
    return [run.text for item in labels(made, label) for run in item.runs]


def test_the_summary_is_computed() -> None:
    text = words(pack(), "summary")
    assert [text[i : i + 2] for i in range(2, len(text)) if text[i] in ("cards", "points")] == [
        ["cards", "40"],
        ["points", "90"],
        ["cards", "15"],
        ["points", "40"],
    ]
    assert "55 cards in 2 suits" in text
    assert text[text.index("+1") + 1] == "13"
    attack = words(pack("never-over-attack"), "summary")
    assert attack[attack.index("cards") + 1] == "43"


def test_a_title_bears_name_edition_and_author() -> None:
    made = pack(extras=[{"face": "title"}], author="N. N.")
    assert words(made, "title") == ["NEVER", "OVER", "4 May 2012", "N. N."]


def test_a_title_is_balanced_and_none_of_its_words_is_divided() -> None:
    def title(name: str) -> list[str]:
        return words(pack(extras=[{"face": "title", "title": name}]), "title")[:-1]

    assert title("A Game of the Sea") == ["A Game", "of the Sea"]
    assert title("Merchants and Constantinople") == ["Merchants and", "Constantinople"]
    assert title("Donaudampfschifffahrtsgesellschaft") == ["Donaudampfschifffahrtsgesellschaft"]
    many = "Merchants and travellers between Constantinople and Antananarivo"
    assert " ".join(title(many)) == many


def test_text_is_wrapped_and_nothing_is_lost() -> None:
    said = "one two three four five six seven eight nine ten eleven twelve\n\nthirteen fourteen"
    made = pack(extras=[{"face": "text", "title": "Numbers", "text": said}])
    lines = words(made, "text")[1:]
    assert " ".join(lines).split() == said.split()
    assert len(lines) > 2


# --- sizes, styles, ink --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*CARDS, "20 x 20 mm", "300 x 300 mm", "300 x 20 mm", "90 x 60 mm"])
@pytest.mark.parametrize("name", ["never-over", "standard-52", "short-25"])
def test_any_size_draws_with_readable_indices_inside_the_safe_zone(name: str, size: str) -> None:
    loose = {"card__size": size, "index": {}, "extras": [{"face": "joker"}]}
    made = pack_of(name, loose)
    safe = trim(made).grown(-made.card.safe)
    for each in made.cards:
        items = plan_face(made, each, trim(made))
        found = [item for item in items if isinstance(item, Label)]
        assert found
        for item in found:
            assert safe.contains(item.bounds), each.label
            assert min(run.size for run in item.runs) >= 6, each.label
        for place, one in enumerate(found):
            assert not any(one.bounds.overlaps(other.bounds) for other in found[place + 1 :]), each.label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("never-over", "+4"),
        ("standard-52", "10 of spades"),
        ("standard-52", "K of clubs"),
        ("standard-52", "red joker"),
    ],
)
def test_the_ink_saver_saves_ink_and_keeps_indices_as_they_are(name: str, label: str) -> None:
    full, saved = pack(name), pack_of(name, {"ink-saver": True})
    assert ink(face(saved, label)) < 0.8 * ink(face(full, label))
    for item in labels(saved, label):
        least = 4.5 if item.role == "small" else 3
        assert contrast_ratio(item.color, item.ground) >= least


@pytest.mark.parametrize("pattern", [name for name in PATTERNS if name != "none"])
def test_the_ink_saver_lightens_every_back(pattern: str) -> None:
    full, saved = (pack_of("never-over", {"back__pattern": pattern, "ink-saver": on}) for on in (False, True))
    images = [picture(made.card.size, plan_back(made, "back", trim(made))) for made in (full, saved)]
    assert ink(images[1]) < 0.55 * ink(images[0])


@pytest.mark.parametrize("name", ["never-over", "standard-52", "short-24"])
def test_a_pack_with_no_room_for_doubt_draws_in_cmyk_alone(name: str) -> None:
    made = pack(name)
    for each in made.cards[:3] + made.cards[-3:]:
        lines = operators(plan_face(made, each, trim(made)), "cmyk")
        assert not [line for line in lines if line.endswith((" rg", " RG", " g", " G"))]


def test_the_packs_own_cmyk_is_used_untouched() -> None:
    made = pack()
    lines = operators(plan_face(made, card(made, "+1"), trim(made)), "cmyk")
    assert any(line.startswith("0.88 0.18 0.78 0.14 k") for line in lines)


@pytest.mark.parametrize("size", ["b8", "mini", "square", "tarot"])
def test_the_ace_of_spades_is_the_grandest_and_clear_of_the_indices(size: str) -> None:
    made = pack_of("standard-52", {"card__size": size})
    spade, club = (
        next(
            item
            for item in plan_face(made, card(made, f"A of {suit}"), trim(made))
            if isinstance(item, Fills)
        )
        for suit in ("spades", "clubs")
    )
    assert spade.places[0][0] > 1.2 * club.places[0][0]
    box = spade.shape.transformed(spade.places[0]).bounds
    assert trim(made).grown(-made.card.safe).contains(box)
    assert not any(label.bounds.overlaps(box) for label in labels(made, "A of spades"))


# --- backs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["b8", "tarot", "square", "mini"])
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("name", ["never-over", "standard-52"])
def test_backs_look_the_same_turned_about(name: str, pattern: str, size: str) -> None:
    made = pack_of(name, {"back__pattern": pattern, "card__size": size})
    image = picture(made.card.size, plan_back(made, "back", trim(made)))
    assert max(high for _, high in ImageChops.difference(image, image.rotate(180)).getextrema()) <= 24


@pytest.mark.parametrize("pattern", PATTERNS)
def test_backs_have_a_plain_border_that_forgives_drift(pattern: str) -> None:
    made = pack_of("never-over", {"back__pattern": pattern})
    image = picture(made.card.size, plan_back(made, "back", trim(made)), 144)
    edge = int(3 * MM * 2)
    inner = Image.new("L", image.size, 255)
    inner.paste(0, (edge, edge, image.width - edge, image.height - edge))
    spread = ImageStat.Stat(image.convert("L"), inner).extrema[0]
    assert spread[1] - spread[0] <= 2


def test_backs_run_into_the_bleed() -> None:
    made = pack()
    box = Rect(0, 0, *made.card.size).moved(20, 20)
    size = (box.width + 40, box.height + 40)
    image = picture(size, plan_back(made, "back", box))
    just_inside = int(20 - made.card.bleed) + 1
    assert image.getpixel((just_inside, image.height // 2)) == image.getpixel((22, image.height // 2))


@pytest.mark.parametrize("pattern", [name for name in PATTERNS if name not in ("plain", "none")])
@pytest.mark.parametrize("sign", SIGNS)
def test_signs_on_backs_stand_as_they_do_on_faces(
    pattern: str, sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[float, ...]] = []
    monkeypatch.setattr(PdfWriter, "write_fills", lambda writer, item: drawn.extend(item.places))
    made = pack_of("never-over", {"back__pattern": pattern, "suits__red__sign": sign})
    operators(plan_back(made, "back", trim(made)))
    size = min(abs(place[0]) + abs(place[1]) for place in drawn)
    signs = [place for place in drawn if abs(place[0]) + abs(place[1]) == pytest.approx(size)]
    assert len(signs) >= 8
    assert all(place[1] == place[2] == 0 and place[0] == place[3] for place in signs)


def test_motifs_are_the_packs_own_signs() -> None:
    assert len(pack_motifs(pack(), WHITE)) == 2
    assert pack_motifs(pack("short-24"), WHITE) == [((symbol_shape(name), None),) for name in FRENCH]


def test_a_symbol_has_its_own_colours_on_backs_where_they_show(tmp_path: Path) -> None:
    """One in black and white has the back's ink, and its white is the ground."""
    page = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    for name, (under, over) in {"buoy": ("#C8202F", "#F6BE3B"), "disc": ("black", "white")}.items():
        drawn = f'<circle cx="5" cy="5" r="4" fill="{under}"/><circle cx="5" cy="5" r="2" fill="{over}"/>'
        (tmp_path / f"{name}.svg").write_text(f"{page}{drawn}</svg>")
    suits = (
        f"  {name}: {{symbol: {name}.svg, color: black, cards: {{A: 1}}}}\n" for name in ("buoy", "disc")
    )
    (tmp_path / "buoys.yaml").write_text("format: 1\nname: Buoys\nsuits:\n" + "".join(suits))
    made, ground = pack(str(tmp_path / "buoys.yaml")), color_from_hex("#1F2A44")
    inks = [[own for _, own in motif] for motif in pack_motifs(made, ground)]
    assert inks == [[color_from_hex("#C8202F"), color_from_hex("#F6BE3B")], [None, ground]]
    assert [own for _, own in pack_motifs(made, color_from_hex("#D08048"))[0]] == [None, None]


def test_a_face_draws_the_same_elsewhere() -> None:
    made = pack()
    here = labels(made, "+4")[-1]
    there = [i for i in plan_face(made, card(made, "+4"), trim(made).moved(50, 70)) if isinstance(i, Label)][
        -1
    ]
    assert there.bounds == pytest.approx(here.bounds.moved(50, 70))


def test_a_face_drawn_at_twice_the_size_is_twice_as_large() -> None:
    made = pack()
    double = Rect(0, 0, 2 * made.card.width, 2 * made.card.height)
    big = next(i for i in plan_face(made, card(made, "+4"), double) if isinstance(i, Label))
    small = labels(made, "+4")[0]
    assert big.box.height == pytest.approx(2 * small.box.height)
    assert half_turn_matrix(1, 1)[0] == -1


# --- what is really seen -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["never-over", "standard-52", "never-over-paper"])
@pytest.mark.parametrize("style", ["disc", "solid", "paper"])
def test_labels_stand_on_the_ground_that_they_name(name: str, style: str) -> None:
    extras = [{"face": "title"}, {"face": "summary"}, {"face": "text", "text": "Words."}, {"face": "joker"}]
    made = pack_of(name, {"style": style, "extras": extras})
    high = made.card.height
    for each in (*made.cards[::7], *made.cards[-4:]):
        image = picture(made.card.size, plan_face(made, each, trim(made)), 144)
        for item in plan_face(made, each, trim(made)):
            if isinstance(item, Label):
                box = item.bounds.grown(0.8)
                corners = [(box.x, box.y), (box.right, box.y), (box.right, box.top), (box.x, box.top)]
                seen = [image.getpixel((int(2 * x), int(2 * (high - y)))) for x, y in corners]
                ground = tuple(round(255 * part) for part in item.ground.rgb)
                near = [c for c in seen if max(abs(a - b) for a, b in zip(c, ground, strict=True)) < 12]
                assert len(near) >= 3, (each.label, item.text)


def test_under_the_ink_saver_pips_are_still_seen() -> None:
    made = pack_of("standard-52", {"ink-saver": True})
    for suit in made.suits:
        pips = next(
            item
            for item in plan_face(
                made, next(c for c in made.cards if c.suit == suit and c.rank == "9"), trim(made)
            )
            if isinstance(item, Fills)
        )
        assert contrast_ratio(pips.color, WHITE) >= 3


def test_the_ink_saver_darkens_a_light_suit_until_it_reads() -> None:
    made = pack_of("never-over", {"style": "solid", "ink-saver": True, "suits__green__color": "#F6BE3B"})
    for item in labels(made, "+4"):
        assert contrast_ratio(item.color, item.ground) >= 4.5


@pytest.mark.parametrize(("ground", "ink"), [("#961129", WHITE), ("#D9822B", BLACK), ("#F6BE3B", BLACK)])
def test_indices_on_a_ground_are_in_the_ink_that_reads(ground: str, ink: object) -> None:
    made = pack_of("never-over", {"suits__red__color": ground, "style": "solid"})
    assert {item.color for item in labels(made, "≤4")} == {ink}


def test_the_bar_under_six_and_nine_stands_under_the_number() -> None:
    made = pack(suits__green__cards={"6": 1, "9": 1})
    large = labels(made, "+6")[0]
    shape, place = large.shapes[-1]
    bar, digits = shape.transformed(place).bounds, fonts.INDEX.ink_box("6", large.runs[-1].size)
    assert bar.top < 0
    assert bar.width == pytest.approx(digits.width, rel=0.02)
    assert bar.x == pytest.approx(large.runs[-1].x + digits.x, abs=0.2)


def test_the_summary_of_a_pack_without_suits_lists_its_cards_where_they_have_room(tmp_path: Path) -> None:
    for count in (3, 30, 90):
        rows = "".join(f"  - {{title: Card {place}, quantity: {place % 3 + 1}}}\n" for place in range(count))
        text = f"format: 1\nname: Many\nextras: [{{face: summary}}]\ncards:\n- rows:\n{rows}"
        (tmp_path / "many.yaml").write_text(text)
        said = words(pack(str(tmp_path / "many.yaml")), "summary")
        rows_said = [said[place : place + 2] for place, text in enumerate(said) if text.startswith("Card ")]
        listed = [[f"Card {place}", str(place % 3 + 1)] for place in range(count)]
        assert rows_said == (listed if count < 90 else [])
        assert f"{2 * count} cards" in said


def test_every_row_of_the_summary_is_the_packs_own() -> None:
    text = words(pack(), "summary")
    assert text[text.index("green") :] == [
        *("green", "+4", "7", "+3", "9", "+2", "11", "+1", "13", "cards", "40", "points", "90"),
        *("red", "≤4", "5", "≤3", "4", "≤2", "3", "≤1", "2", "≤0", "1"),
        *("cards", "15", "points", "40"),
    ]


@pytest.mark.parametrize("name", ["never-over", "standard-52"])
def test_totals_of_suits_beside_each_other_stand_on_one_line(name: str) -> None:
    first = {"never-over": "green", "standard-52": "spades"}[name]
    cards = {"A": 3, "K": 1} if name == "standard-52" else {"4": 2}
    values = {
        f"suits__{first}__cards": cards,
        "extras": [{"face": "summary"}, {"face": "joker", "copies": 2}],
    }
    made = pack_of(name, values)
    found = labels(made, "summary")
    rows = [label.place[5] for label in found if label.text == "cards"]
    assert rows[0] == rows[1]
    assert rows[2:3] == rows[3:4]
    assert not any("×" in label.text for label in found)


def test_a_summary_joins_only_ranks_that_follow_each_other() -> None:
    cards = {"A": 1, "3": 1, "5": 1, "6": 1, "7": 1, "J": 1, "Q": 1, "K": 1}
    made = pack_of("standard-52", {"suits__spades__cards": cards, "extras": [{"face": "summary"}]})
    text = words(made, "summary")
    assert "A, 3, 5 – 7" in text
    assert "J – K" in text
    assert "A – K" in text


def test_pictures_fill_the_card_to_the_bleed_and_keep_their_shape(tmp_path: Path) -> None:
    art = Image.new("RGB", (1200, 1200), "#3366CC")
    art.paste("#CC3333", (400, 400, 800, 800))
    art.save(tmp_path / "art.png")
    file = tmp_path / "p.yaml"
    file.write_text("format: 1\nname: P\nextras: [{face: image, image: art.png}]\n")
    made = cardgen.load(str(file))
    around = trim(made).moved(20, 20)
    size = (around.width + 40, around.height + 40)
    image = picture(size, plan_face(made, made.cards[0], around))
    middle = (image.width // 2, image.height // 2)
    red = [x for x in range(image.width) if image.getpixel((x, middle[1]))[0] > 150]
    tall = [y for y in range(image.height) if image.getpixel((middle[0], y))[0] > 150]
    inside = [x for x in red if 12 < x < image.width - 12]
    assert len([x for x in inside if image.getpixel((x, middle[1]))[1] < 80]) == pytest.approx(
        len([y for y in tall if 12 < y < image.height - 12 and image.getpixel((middle[0], y))[1] < 80]), abs=2
    )
    bleed = int(20 - made.card.bleed) + 2
    assert image.getpixel((bleed, bleed)) == (0x33, 0x66, 0xCC)
