"""What to order: steps of the price list, what fills them, which files are handed in."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import small_pack

from cardgen import api
from cardgen.colour.icc import bundled_profile
from cardgen.pack import library
from cardgen.pack.yaml_text import as_yaml
from cardgen.prepress.printers import library as printers
from cardgen.prepress.printers.model import Decks
from cardgen.prepress.printers.ordering import Order, PriceStep, plan_order, price_step

MPC = printers.find_preset("makeplayingcards").decks


def order_of(pack: str, printer: str, **changes: Any) -> Order:
    wanted = replace(printers.find_preset(printer), **changes)
    size = wanted.nearest_product(api.load(pack).card.size).trim
    examined = api.examine(pack, size=size, printer=wanted)
    assert examined.pack
    assert examined.own_size
    return plan_order(examined.pack, examined.data, wanted, examined.own_size)


# Steps


@pytest.mark.parametrize(
    ("cards", "paid", "below"),
    [
        (1, 18, None),
        (18, 18, None),
        (19, 36, 18),
        (54, 55, 36),
        (55, 55, 36),
        (56, 72, 55),
        (235, 396, 234),
        (612, 612, 504),
        (613, None, 612),
    ],
)
def test_a_deck_falls_in_the_first_step_that_holds_it(cards: int, paid: int, below: int) -> None:
    assert price_step(MPC, cards) == PriceStep(paid, below)


@pytest.mark.parametrize(
    ("decks", "cards", "step"),
    [
        (Decks(every=5), 1, PriceStep(5, None)),
        (Decks(every=5), 5, PriceStep(5, None)),
        (Decks(every=5), 6, PriceStep(10, 5)),
        (Decks(every=5), 56, PriceStep(60, 55)),
        (Decks(steps=(54,), every=10), 54, PriceStep(54, None)),
        (Decks(steps=(54,), every=10), 55, PriceStep(64, 54)),
        (Decks(steps=(54,), every=10), 65, PriceStep(74, 64)),
        (Decks(steps=(54,), every=10, most=70), 65, PriceStep(70, 64)),
        (Decks(steps=(54,), every=10, most=70), 71, PriceStep(None, 54)),
        (Decks(), 56, PriceStep(None, None)),
    ],
)
def test_steps_may_go_on_by_so_many_cards(decks: Decks, cards: int, step: PriceStep) -> None:
    assert price_step(decks, cards) == step


@given(
    steps=st.lists(st.integers(1, 300), unique=True, max_size=6).map(sorted),
    every=st.integers(0, 20),
    cards=st.integers(1, 400),
)
def test_the_step_below_is_always_too_small_and_the_step_paid_never(
    steps: list[int], every: int, cards: int
) -> None:
    paid, below = price_step(Decks(steps=tuple(steps), every=every), cards)
    assert paid is None or paid >= cards
    assert below is None or below < cards
    assert (paid is None) == (not every and cards > max(steps, default=0))
    for step in steps:
        assert not (below or 0) < step < min(cards, paid or cards)


# What fills a step, and what would have to go


def test_never_over_pays_for_72_unless_the_summary_goes() -> None:
    order = order_of("never-over", "makeplayingcards")
    assert (order.cards, order.faces, order.step, order.free) == (56, 10, PriceStep(72, 55), 16)
    assert order.drop
    assert order.drop.extras == (("summary", 1),)
    assert order.drop.write == {"extras": []}
    assert order.fill
    assert order.fill.extras == (("title", 1),)
    assert order.fill.spares[0] == ("≤0", 2), "the rarest card is spared first"
    assert sum(count for _, count in order.fill.spares) == 15


def test_a_standard_pack_is_filled_with_a_summary() -> None:
    order = order_of("standard-52", "makeplayingcards")
    assert (order.cards, order.step, order.free) == (54, PriceStep(55, 36), 1)
    assert order.fill
    assert (order.fill.extras, order.fill.spares) == ((("summary", 1),), ())
    assert order.drop is None, "18 cards of the game would have to go"


def test_a_deck_that_fits_its_step_needs_nothing() -> None:
    order = order_of("short-25", "printninja")
    assert (order.step.paid, order.free, order.fill, order.drop) == (25, 0, None, None)


def test_where_no_steps_are_known_none_are_made_up() -> None:
    order = order_of("never-over", "drivethrucards")
    assert (order.step, order.fill, order.drop, order.parts) == (PriceStep(None, None), None, None, 1)


@pytest.mark.parametrize("way", ["fill", "drop"])
@pytest.mark.parametrize("printer", ["makeplayingcards", "printninja"])
@pytest.mark.parametrize("pack", library.bundled_pack_names())
def test_what_is_written_down_makes_a_pack_of_just_that_step(
    pack: str, printer: str, way: str, tmp_path: Path
) -> None:
    """The lines that the command shows, laid over the pack, give a sound pack that fills the step."""
    order = order_of(pack, printer)
    change = getattr(order, way)
    if change is None:
        return
    file = tmp_path / "mine.yaml"
    resolved = library.resolve(pack).data
    for key in change.write.keys() - {"suits"}:
        resolved.pop(key, None)
    whole = merged({"format": 1, **resolved}, change.write)
    file.write_text(as_yaml(whole), encoding="utf-8")
    assert api.load(str(file), strict=True).count == (order.step.paid if way == "fill" else order.step.below)


def merged(under: Any, over: Any) -> Any:
    if not (isinstance(under, dict) and isinstance(over, dict)):
        return over
    return {**under, **{key: merged(under.get(key), value) for key, value in over.items()}}


def planned(decks: Decks, **pack: Any) -> Order:
    made = small_pack(**pack)
    printer = replace(printers.find_preset("mbprint"), decks=decks)
    return plan_order(made, pack, printer, made.card.size)


def test_titles_go_before_summaries_and_copies_one_by_one() -> None:
    extras = [
        {"face": "joker"},
        {"face": "summary"},
        {"face": "text", "text": "x"},
        {"face": "title", "copies": 3, "name": "cover"},
    ]
    order = planned(Decks(steps=(10, 99)), extras=extras)
    assert order.drop
    assert order.drop.extras == (("cover", 2),)
    assert order.drop.write == {"extras": [*extras[:3], {"face": "title", "copies": 1, "name": "cover"}]}
    order = planned(Decks(steps=(8, 99)), extras=extras)
    assert order.drop
    assert order.drop.extras == (("cover", 3), ("summary", 1))
    assert order.drop.write == {"extras": [extras[0], extras[2]]}
    assert planned(Decks(steps=(6, 99)), extras=extras).drop is None, "jokers are played with"


def test_a_card_written_out_keeps_what_else_is_said_of_it() -> None:
    suits = {"green": {"sign": "+", "color": "#00855B", "cards": {"4": {"quantity": 2, "face": "index"}}}}
    order = planned(Decks(steps=(5,)), suits=suits)
    assert order.fill
    assert order.fill.write["suits"] == {"green": {"cards": {"4": {"quantity": 3}}}}


def test_a_pack_without_suits_has_no_spares_to_add() -> None:
    order = planned(Decks(steps=(9,)), suits={}, extras=[{"face": "text", "text": "x"}])
    assert order.fill
    assert (order.free, order.fill.spares, order.fill.extras) == (8, (), (("Blank", 8),))


def test_too_many_cards_are_several_decks_and_too_few_are_said() -> None:
    order = planned(Decks(most=4, steps=(4,)))
    assert (order.cards, order.parts, order.step) == (6, 2, PriceStep(None, 4))
    assert planned(Decks(least=10)).lacking == 4


# Files


@pytest.mark.parametrize(
    ("printer", "files"),
    [
        ("drivethrucards", [("", 112)]),
        ("longpack", [("", 57)]),
        ("meinspiel", [("-faces", 56), ("-backs", 56)]),
        ("printninja", [("", 57)]),
        ("makeplayingcards", []),
    ],
)
def test_the_files_to_hand_in(printer: str, files: list[tuple[str, int]]) -> None:
    assert [(file.suffix, file.pages) for file in order_of("never-over", printer).files] == files


def test_a_page_for_each_different_face_makes_fewer() -> None:
    order = order_of("never-over", "meinspiel", per="face", backs="once")
    assert [(file.suffix, file.pages) for file in order.files] == [("-faces", 10), ("-backs", 1)]
    assert order_of("never-over", "longpack", order="faces").files[0].pages == 56


def test_pictures_are_counted_with_the_back() -> None:
    assert order_of("never-over", "makeplayingcards").pictures == 11
    assert order_of("never-over", "makeplayingcards", per="card").pictures == 57
    assert order_of("never-over", "mbprint").pictures == 0


# The command


@pytest.fixture
def run(say: Any) -> Any:
    """Run a command line in an empty folder; lines are joined."""

    def command(*arguments: str) -> Any:
        said = say(*arguments)
        joined = type(said)(" ".join(said.split()))
        joined.code, joined.errors = said.code, said.errors
        return joined

    return command


def test_the_order_of_never_over_in_words(run: Any) -> None:
    said = run("order", "never-over", "--printer", "makeplayingcards")
    assert (said.code, said.errors) == (0, "")
    assert "56 cards, 10 of them different" in said
    assert "MakePlayingCards cuts no 62 × 88 mm: the pack is drawn again at 63 × 88 mm" in said
    assert (
        "56 cards are charged as 72, the next number in its price list: 16 places are paid for and stay empty"
        in said
    )
    assert "To pay for 55 only, leave out: summary extras: []" in said
    assert "cardgen images never-over --printer makeplayingcards" in said
    assert "cardgen proof never-over --printer makeplayingcards" in said
    # What is not known is asked of the printer; what cardgen takes instead is not the printer's to read.
    assert "By how much may the cut be off? We allow for 1.5 mm." in said
    assert "not published" not in said
    # Its picture has known pixels, and its corners are not known.
    assert "Is a picture of" not in said
    other = run("order", "never-over", "--printer", "makeplayingcards", "--size", "bridge-eu")
    assert "Is a picture of 733 × 1111 pixels right for a card of 56 × 88 mm?" in other


def test_the_order_of_many_decks_in_a_size_asked_for(run: Any) -> None:
    said = run("order", "standard-52", "--printer", "longpack", "--size", "poker", "--decks", "500")
    assert "500 decks are 27,000 cards" in said
    assert "cardgen press standard-52 --printer longpack --size '63.5 x 88.9 mm'" in said
    assert "output/standard-52-longpack.pdf: 55 pages" in said
    assert "its price list is not known" in said


def test_the_older_name_of_decks_means_the_same(run: Any) -> None:
    said = run("order", "never-over", "--printer", "longpack", "--copies", "500")
    assert said == run("order", "never-over", "--printer", "longpack", "--decks", "500")
    both = run("order", "never-over", "--printer", "longpack", "--copies", "5", "--decks", "6")
    assert (both.code, "keep --decks" in both.errors) == (2, True)


def test_an_order_is_told_in_the_pack_s_language(run: Any) -> None:
    said = run("order", "never-over", "--printer", "makeplayingcards", "--copies", "500", "--language", "fr")
    assert "56 cartes, dont 10 différentes, et un dos pour chacune ; 500 jeux" in said
    assert "16 places sont payées et restent vides ; avec 1 de moins, 55 seraient facturées" in said
    assert "fond perdu 3,05 mm au-delà de la coupe" in said
    assert "Comment faut-il nommer les fichiers ?" in said


def test_the_order_for_programs(run: Any) -> None:
    said = run(
        *(
            "order",
            "never-over",
            "--printer",
            "meinspiel",
            "--size",
            "skat",
            "--format",
            "json",
            "--copies",
            "2",
        )
    )
    order = json.loads(said)
    assert (order["cards"], order["decks"], order["size"]) == (56, 2, [59, 91])
    assert order["files"][1] == {"suffix": "-backs", "pages": 56, "holds": "backs"}
    assert order["commands"][0] == "cardgen press never-over --printer meinspiel --size '59 x 91 mm'"


def test_a_deck_that_is_too_large_is_a_warning_and_with_strict_an_error(run: Any) -> None:
    preset = printers.preset_file("makeplayingcards").read_text(encoding="utf-8")
    small = preset.replace("most: 612", "most: 36").replace("55, 72", "").partition("  steps:")
    Path("mine.yaml").write_text(
        small[0] + "  steps: [18, 36]\n" + small[2].partition("\n")[2], encoding="utf-8"
    )
    said = run("order", "never-over", "--printer", "mine.yaml")
    assert said.code == 0
    assert "warning: MakePlayingCards makes decks of at most 36 cards, and this has 56" in said.errors
    assert "order it as 2 decks" in said.errors
    assert "56 cards are more than the last number in its price list, 36" in said
    assert "cardgen images never-over --printer mine.yaml" in said
    said = run("order", "never-over", "--printer", "mine.yaml", "--strict")
    assert said.code == 1
    assert "error: MakePlayingCards makes decks of at most 36" in said.errors


OWN = "format: 1\nname: Mine\nsizes: {euro: 62 x 88 mm}\nbleed: 3 mm\nsafe: 3 mm\ncolor: cmyk\nform: pdf\n"


def test_the_commands_of_an_order_work_as_they_stand(run: Any) -> None:
    """A profile that may not be passed on is asked for by name; a wanted die line comes by itself."""
    Path("own.yaml").write_text(OWN + "standard: x4\ncondition: fogra51\ndie-line: wanted\nmarks: wanted\n")
    suits = "suits: {green: {sign: '+', color: '#00855B', cards: {4: 5, 1: 1}}}"
    Path("small.yaml").write_text(f"format: 1\nname: Small\n{suits}\n")
    said = run("order", "small.yaml", "--printer", "own.yaml", "--keep-size")
    options = "--printer own.yaml --keep-size --condition fogra51 --profile fogra51.icc"
    command = f"cardgen press small.yaml {options}"
    assert command in said
    assert f"cardgen proof small.yaml {options}" in said
    assert "PDF/X-4 holds the profile of FOGRA51, which cardgen may not pass on: ask Mine" in said
    assert "PDF/X-4 holds the profile of FOGRA51" in run("printers", "own.yaml")
    assert "press draws it over the faces" in said
    assert "marks must be outside the bleed: press draws them" in said
    Path("fogra51.icc").write_bytes(bundled_profile("fogra39").replace(b"FOGRA39", b"FOGRA51"))
    made = run(*command.split()[1:])
    assert (made.code, made.errors) == (0, "")
    assert "PDF/X-4 for FOGRA51" in made
    assert "preflight: passes" in made
    assert "output/small-own.pdf: 12 pages" in said
    assert "output/small-own.pdf: 12 pages" in made


@pytest.mark.parametrize("lines", ["standard: x1a\ncondition: fogra51", "standard: x4\ncondition: fogra39"])
def test_no_profile_is_asked_for_where_none_is_needed(run: Any, lines: str) -> None:
    Path("own.yaml").write_text(OWN + lines + "\n")
    assert "--profile" not in run("order", "short-24", "--printer", "own.yaml")
    order = json.loads(run("order", "short-24", "--printer", "own.yaml", "--format", "json"))
    assert order["needs_profile"] is False


@pytest.mark.parametrize("condition", ["fogra51", "swop-v2", "fogra39"])
def test_whose_profile_converts_colours_is_said_where_it_is_another_s(run: Any, condition: str) -> None:
    Path("own.yaml").write_text(OWN + f"standard: x1a\ncondition: {condition}\n")
    said = " ".join(str(run("order", "short-24", "--printer", "own.yaml")).split())
    named = {"fogra51": ("FOGRA51", "FOGRA39"), "swop-v2": ("CGATS TR 001", "CGATS TR 003")}.get(condition)
    assert ("comes with cardgen" in said) is bool(named)
    if named:
        assert f"no profile of {named[0]} comes with cardgen: pictures, and colours stated" in said
        assert f"are converted by that of {named[1]}" in said


def test_spares_say_why_the_pack_is_for_no_game_any_more(run: Any) -> None:
    said = run("order", "never-over", "--printer", "makeplayingcards")
    assert "games: [] because the exact counts of never-over no longer hold" in said
    assert "because" not in run("order", "standard-52", "--printer", "makeplayingcards")


def test_one_deck_is_handed_in_however_many_are_ordered(run: Any) -> None:
    many = run("order", "short-24", "--printer", "mbprint", "--copies", "500")
    assert "Send one deck, which these commands make; the printer multiplies it:" in many
    assert "Send the printer what these commands make:" in run("order", "short-24", "--printer", "mbprint")


def test_other_sizes_are_refused_where_that_is_asked_for(run: Any) -> None:
    said = run("order", "never-over", "--printer", "mbprint", "--keep-size")
    assert said.code == 2
    assert "MB Print does not cut 62 × 88 mm; it cuts poker-eu (63 × 88 mm)" in said.errors
    assert run("order", "never-over", "--printer", "mbprint", "--size", "70 x 70 mm").code == 2


def test_nobody_prints_without_a_printer(run: Any) -> None:
    said = run("order", "never-over")
    assert said.code == 2
    assert "--printer is missing" in said.errors
    assert run("order", "never-over", "--printer", "mbprnt").code == 2
    assert run("order", "never-ovr", "--printer", "mbprint").code == 2


def test_ordering_imports_nothing_heavy(tmp_path: Path) -> None:
    """It answers at once: nothing is drawn."""
    from test_rooms import HEAVY, loaded

    assert loaded("order", "never-over", "--printer", "mbprint").isdisjoint(HEAVY)
    assert loaded("printers").isdisjoint(HEAVY)


def test_a_deck_of_own_cards_is_filled_with_blank_cards(tmp_path: Path) -> None:
    rows = "cards:\n  - {layout: title, rows: [{title: Owl, quantity: 60}, {title: Fox, quantity: 8}]}\n"
    file = tmp_path / "own.yaml"
    file.write_text(f"format: 1\nname: Own\n{rows}", encoding="utf-8")
    order = order_of(str(file), "makeplayingcards")
    assert order.fill
    assert (order.fill.number, order.free) == (4, 4)
    file.write_text(f"format: 1\nname: Own\n{rows}{as_yaml(order.fill.write)}", encoding="utf-8")
    assert api.load(str(file), strict=True).count == order.step.paid
