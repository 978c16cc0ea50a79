"""Choosing cards by words, as the user types them."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from samples import small_pack

from cardgen import api
from cardgen.errors import UsageError
from cardgen.output.press import PressJob, write_press
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.selection import cards_matching, cards_to_print
from cardgen.prepress.pdf.raster import open_in_pdfium
from cardgen.prepress.verification.sheets import verify_sheets


def ids(pack, *only, **options):
    return {card.id: times for card, times in cards_to_print(pack, only, **options)}


def named(pack, term):
    return [card.label for card in cards_matching(pack, term)]


def test_a_whole_pack_in_print_order_with_its_quantities(never_over):
    chosen = cards_to_print(never_over)
    assert [card for card, _ in chosen] == list(never_over.cards)
    assert [times for _, times in chosen] == [7, 9, 11, 13, 5, 4, 3, 2, 1, 1]


@pytest.mark.parametrize(
    ("term", "labels"),
    [
        ("green", ["+4", "+3", "+2", "+1"]),
        ("GREEN", ["+4", "+3", "+2", "+1"]),
        ("≤0", ["≤0"]),
        ("<=0", ["≤0"]),
        ("0", ["≤0"]),
        ("4", ["+4", "≤4"]),
        ("green 4", ["+4"]),
        ("green-4", ["+4"]),
        ("  green   4 ", ["+4"]),
        ("summary", ["summary"]),
        ("+1..+3", ["+3", "+2", "+1"]),
        ("+3..+1", ["+3", "+2", "+1"]),
        ("+1..3", ["+3", "+2", "+1"]),
        ("1..2", ["+2", "+1", "≤2", "≤1"]),
        ("≤0..≤0", ["≤0"]),
        ("<=3 .. 4", ["≤4", "≤3"]),
    ],
)
def test_words_for_never_over(never_over, term, labels):
    assert named(never_over, term) == labels


@pytest.mark.parametrize(
    ("term", "labels"),
    [
        ("K of spades", ["K of spades"]),
        ("k of SPADES", ["K of spades"]),
        ("spades K", ["K of spades"]),
        ("joker", ["black joker", "red joker"]),
        ("Red Joker", ["red joker"]),
        ("Q", [f"Q of {suit}" for suit in ("spades", "hearts", "diamonds", "clubs")]),
    ],
)
def test_words_for_a_standard_pack(standard, term, labels):
    assert sorted(named(standard, term)) == sorted(labels)


def test_extras_of_one_kind_are_numbered():
    pack = small_pack(extras=[{"face": "joker"}, {"face": "joker"}])
    assert named(pack, "joker") == ["joker", "joker 2"]
    assert named(pack, "joker 2") == ["joker 2"]


@pytest.mark.parametrize(
    "term", ["blue", "", "+9", "+1..≤3", "..", "+1..", "..+1", "+1..+2..+3", "joker", "index", "pips"]
)
def test_words_that_name_nothing_are_refused(never_over, term):
    with pytest.raises(UsageError):
        cards_matching(never_over, term)


def test_a_near_miss_is_answered_with_the_word_that_was_meant(never_over):
    with pytest.raises(UsageError, match="did you mean 'green'"):
        cards_matching(never_over, "gren")


def test_terms_add_up_and_name_a_card_once(never_over):
    expected = {"green-4": 7, "red-0": 1}
    assert ids(never_over, "+4, ≤0") == expected
    assert ids(never_over, "≤0", "+4", "green 4") == expected


def test_copies_multiply_whole_packs(never_over):
    assert ids(never_over, "≤0", "+4", copies=3) == {"green-4": 21, "red-0": 3}
    for copies in (0, 1001, -1):
        with pytest.raises(UsageError, match="1 to 1000"):
            cards_to_print(never_over, copies=copies)


@pytest.mark.parametrize(
    ("terms", "counts"),
    [
        (["+4:2, ≤0"], {"green-4": 2, "red-0": 1}),
        (["≤0", "+4 x 2"], {"green-4": 2, "red-0": 1}),
        (["+4 ×12"], {"green-4": 12}),
        (["+4", "+4:2"], {"green-4": 3}),
        (["red:2"], {f"red-{rank}": 2 for rank in "43210"}),
    ],
)
def test_missing_cards_are_counted_as_said_whatever_the_pack_holds(never_over, terms, counts):
    assert ids(never_over, missing=terms) == counts


def test_copies_multiply_missing_cards_too(never_over):
    assert ids(never_over, missing=("+4:2", "≤0"), copies=3) == {"green-4": 6, "red-0": 3}


def test_only_and_missing_do_not_go_together(never_over):
    with pytest.raises(UsageError, match="do not go together"):
        cards_to_print(never_over, ("green",), missing=("+4",))


@pytest.mark.parametrize("choice", [{"missing": ("+4:0",)}, {"only": (",",)}, {"missing": (" ",)}])
def test_a_choice_of_no_card_is_refused(never_over, choice):
    with pytest.raises(UsageError, match="no card"):
        cards_to_print(never_over, **choice)


def test_a_card_that_the_pack_has_none_of_is_not_printed():
    suit = {"sign": "+", "color": "#00855B", "cards": {"1": 1, "2": 0}}
    pack = small_pack(suits={"green": suit})
    assert ids(pack) == {"green-1": 1}
    assert ids(pack, missing=("+2",)) == {"green-2": 1}
    with pytest.raises(UsageError, match="no card"):
        cards_to_print(pack, ("+2",))


def test_an_extra_goes_by_its_title_and_commas_in_quotes_part_nothing():
    pack = small_pack(extras=[{"face": "text", "title": "Wait, then draw", "text": "x"}, {"face": "summary"}])
    assert ids(pack, '"wait, then draw", summary') == {"extra-1": 1, "extra-2": 1}
    assert [times for _, times in cards_to_print(pack, missing=['"Wait, then draw":3'])] == [3]


#: Four cards with backs of three kinds: in one colour, in another, and laid out in boxes.
BACKS = """\
format: 1
name: Backs
back: {pattern: plain, color: "#2040A0"}
layouts:
  behind:
    ground: "#207030"
    boxes: {title: {at: [5 mm, 5 mm], size: [40 mm, 9 mm]}}
cards:
- {layout: story, rows: [{title: A, text: a}, {title: D, text: d}]}
- {layout: story, back: {pattern: plain, color: "#A02040"}, rows: [{title: B, text: b}]}
- {layout: story, back: {layout: behind}, rows: [{title: C, text: c}]}
"""


def largest_color(data, page):
    """The colour, other than white, that most of a page has."""
    with open_in_pdfium(data) as document:
        picture = document[page].render(scale=1).to_pil().convert("RGB")
    counts = {color: count for count, color in picture.getcolors(1 << 24) if color != (255, 255, 255)}
    return max(counts, key=counts.get)


@pytest.mark.parametrize(("title", "color"), [("B", (160, 32, 64)), ("C", (32, 112, 48))])
def test_a_card_that_the_pack_has_none_of_is_printed_with_its_own_back(title, color, tmp_path):
    (tmp_path / "backs.yaml").write_text(BACKS, "utf-8")
    whole = api.load(str(tmp_path / "backs.yaml"))
    pack = whole.with_quantities({card.id: 1 for card in whole.cards if card.label in ("A", "D")})
    assert list(pack.backs) == ["back"]
    [sheet] = write_sheets(pack, Job(missing=(title,)))
    assert largest_color(sheet.data, 1) == color
    assert verify_sheets(sheet.data, pack).faults == ()
    [pressed], [expected] = (write_press(each, PressJob(missing=(title,))) for each in (pack, whole))
    assert largest_color(pressed.data, 1) == largest_color(expected.data, 1)


LISTS: Any = {
    "format": 1,
    "name": "Lists",
    "back": {"pattern": "rings"},
    "cards": [
        {"columns": {"quantity": "Qty", "kind": "Type"}, "rows": [
            {"title": "Guard", "Qty": 3, "Type": "action"},
            {"title": "Fort", "Type": "Spice and sugar", "id": "fort"}]},
        {"layout": "rule", "back": {"pattern": "weave"}, "rows": [{"title": "Baker", "quantity": 3}]},
    ],
    "extras": [{"face": "joker"}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("term", "labels"),
    [
        ("list=1", ["Guard", "Fort"]),
        ("list=2", ["Baker"]),
        ("back=weave", ["Baker"]),
        ("back=back-2", ["Baker"]),
        ("back=rings", ["Guard", "Fort", "joker"]),
        ("qty=3", ["Guard", "Baker"]),
        ("quantity=1", ["Fort", "joker"]),
        ("Type=action", ["Guard"]),
        ("kind=action", ["Guard"]),
        ("id=fort", ["Fort"]),
        ("layout=rule", ["Baker"]),
        ("layout=joker", ["joker"]),
    ],
)
def test_what_every_card_has_is_chosen_by_its_name(term: str, labels: list[str]) -> None:
    assert [card.label for card in cards_matching(api.load(LISTS), term)] == labels


def test_a_column_or_a_value_that_is_not_there_is_told() -> None:
    for term, message in (
        ("lst=1", "no card of Lists has a column 'lst'; did you mean 'list'?"),
        ("list=3", "no card of Lists has '3' in the column list"),
        ("back=weav", "no card of Lists has 'weav' in the column back"),
        ("action", "but some have it in the column Type: write Type=action"),
        ("Spice and sugar", 'the column Type: write Type="Spice and sugar"'),
    ):
        with pytest.raises(UsageError, match=message.replace("?", r"\?")):
            cards_matching(api.load(LISTS), term)


def test_a_list_goes_by_its_table(say: Any) -> None:
    Path("kingdom.csv").write_text("title,cost\nGuard,1\n", "utf-8")
    Path("p.yaml").write_text(
        "format: 1\nname: P\ncards:\n  - table: kingdom.csv\n  - rows: [{title: X}]\n", "utf-8"
    )
    assert "1 card on 1 sheet" in say("sheets", "p.yaml", "--only", "list=kingdom")
    assert "Guard" in say("show", "p.yaml", "--only", "list=kingdom.csv")
    assert "X " not in say("show", "p.yaml", "--only", "list=kingdom.csv")


def test_faces_are_shown_beside_their_own_backs(say: Any) -> None:
    rows = "[{title: Guard}, {title: Fort}]"
    lists = f"  - {{rows: {rows}}}\n  - {{rows: [{{title: X}}], back: {{pattern: weave}}}}\n"
    Path("p.yaml").write_text(f"format: 1\nname: P\ncards:\n{lists}", "utf-8")
    said = say("show", "p.yaml")
    assert said.splitlines()[2:] == [
        "card   quantity  face   back",
        "Guard         1  story  back",
        "Fort          1  story  back",
        "X             1  story  back-2",
    ]
    assert say("show", "p.yaml", "--only", "X").splitlines()[1] == "1 of 3 cards of 62 × 88 mm, corners 3 mm"
    said = say("show", "p.yaml", "-o", "all.png", "--dpi", "30")
    assert said == "all.png: 3 faces and 2 backs of P\n"
    said = say("show", "p.yaml", "-o", "some.png", "--dpi", "30", "--only", "Guard")
    assert said == "some.png: 1 face and the back of P\n"
    width, height = (Image.open(name).size for name in ("all.png", "some.png"))
    assert width[1] > height[1]
    assert "a pack is written whole" in say("show", "p.yaml", "--only", "X", "--resolved").errors
