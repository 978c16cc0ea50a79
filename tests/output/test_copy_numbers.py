"""Serial numbers on cards: what is printed is read back, and sheets with wrong numbers are found."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from samples import unnamed_differences

from cardgen.checks.examination import examine, load
from cardgen.errors import UsageError
from cardgen.output.images import ImageJob, PictureCanvas, write_images
from cardgen.output.press import PressJob, press_target, write_press
from cardgen.output.printed import changes_since, printed_cards
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.model import Pack
from cardgen.pack.numbered_copies import with_each_copy
from cardgen.pack.selection import cards_to_print
from cardgen.prepress.pdf.printed_faces import printed_faces
from cardgen.prepress.preflight import preflight
from cardgen.prepress.printers.library import find_preset
from cardgen.prepress.printers.ordering import plan_order
from cardgen.prepress.verification.sheets import verify_sheets


def data(
    number: str = "No. {serial:0099} ({copy}/{copies})", quantity: int = 3, **row: Any
) -> dict[str, Any]:
    boxes = {
        "title": {"at": ["6 mm", "6 mm"], "size": ["50 mm", "8 mm"]},
        "number": {"at": ["6 mm", "16 mm"], "size": ["50 mm", "6 mm"], "show": number},
        "text": {"at": ["6 mm", "62 mm"], "size": ["50 mm", "20 mm"]},
        "code": {
            "at": ["16 mm", "26 mm"],
            "size": ["30 mm", "30 mm"],
            "show": "{qr:https://example.com/{serial:0099}}",
        },
    }
    rows = [
        {"id": "fox", "title": "Fox", "quantity": quantity, "text": "Number {serial:0099}", **row},
        {"id": "owl", "title": "Owl", "text": "Beside the {Fox}"},
    ]
    return {
        "format": 1,
        "name": "Promo",
        "layouts": {"numbered": {"boxes": boxes}},
        "cards": [
            {"layout": "numbered", "rows": rows},
            {"layout": "story", "rows": [{"title": "Plain", "quantity": 2}]},
        ],
    }


@cache
def promo() -> Pack:
    return load(data())


def texts(file: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(file)
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pages]


def codes(picture: Any) -> list[str]:
    return sorted(found.text for found in zxingcpp.read_barcodes(picture.convert("RGB")))


def test_serials_run_through_the_deck_and_copies_through_their_card() -> None:
    numbers = [(card.label, *card.numbers.values()) for card in with_each_copy(promo()).cards]
    assert numbers == [
        ("Fox 0099", "0099", "1", "3"),
        ("Fox 0100", "0100", "2", "3"),
        ("Fox 0101", "0101", "3", "3"),
        ("Owl 0102", "0102", "1", "1"),
        ("Plain",),
    ]
    assert (promo().count, [card.label for card in promo().cards]) == (6, ["Fox", "Owl", "Plain"])


def test_sheets_of_two_decks_count_on_and_are_read_back() -> None:
    [file] = write_sheets(promo(), Job(copies=2))
    [page] = [
        page.render(scale=150 / 72).to_pil() for page in list(pypdfium2.PdfDocument(file.data))[::2][:1]
    ]
    assert codes(page) == [f"https://example.com/{n:04}" for n in range(99, 107)]
    said = texts(file.data)[0]
    assert all(f"No. {n + 98:04} ({n}/6)" in said and f"Number {n + 98:04}" in said for n in range(1, 7))
    assert "No. 0106 (2/2)" in said
    proof = verify_sheets(file.data, promo())
    assert proof.good, proof.faults
    assert "12 cards" in proof.facts[0]


def test_cards_with_swapped_and_doubled_serials_are_found() -> None:
    right = with_each_copy(load(data(quantity=5)))
    one, two, three, four, *others = right.cards
    swapped, doubled = (one._replace(values=two.values), two._replace(values=one.values)), four.values
    [file] = write_sheets(
        replace(right, cards=(*swapped, three._replace(values=doubled), four, *others)), Job()
    )
    with unnamed_differences():
        faults = " ".join(verify_sheets(file.data, right).faults)
    assert [n for n in range(1, 6) if f"fox-{n}" in faults] == [1, 2, 3]


def test_press_files_have_a_page_for_each_copy_and_preflight_knows_its_number() -> None:
    [file] = write_press(promo(), PressJob())
    assert [page.count("No. ") for page in texts(file.data)[::2]] == [1, 1, 1, 1, 0, 0]
    target = press_target(with_each_copy(promo()), PressJob(), None, "")
    report = preflight(file.data, target)
    assert report.passed, report.findings
    one, two, *others = with_each_copy(promo()).cards
    [doubled] = write_press(
        replace(promo(), cards=(one._replace(values=two.values), two, *others)), PressJob()
    )
    with unnamed_differences():
        found = preflight(doubled.data, target).findings
    assert ("this page is marked as Fox 0099, and shows Fox 0100", 1) in [
        (each.message, each.page) for each in found
    ]


def test_each_copy_has_its_picture() -> None:
    job = ImageJob(PictureCanvas.for_trim(promo().card.size, 0, 150))
    faces = [Image.open(io.BytesIO(file.data)) for file in write_images(promo(), job) if "-x" in file.name]
    assert [codes(face) for face in faces] == [[f"https://example.com/{n:04}"] for n in range(99, 103)] + [[]]


def test_a_card_and_single_copies_are_chosen_by_name() -> None:
    pack = with_each_copy(promo())

    def labels(**terms: list[str]) -> list[str]:
        return [card.label for card, times in cards_to_print(pack, **terms) if times == 1]

    assert labels(only=["Fox"]) == ["Fox 0099", "Fox 0100", "Fox 0101"]
    assert labels(missing=["Fox 0100, Owl 0102"]) == ["Fox 0100", "Owl 0102"]
    with pytest.raises(UsageError, match="has a number of its own"):
        cards_to_print(pack, missing=["Fox:2"])


def test_numbers_stand_on_backs_and_pieces_too() -> None:
    both = data(quantity=2)
    both["layouts"]["behind"] = {
        "boxes": {"n": {"at": ["6 mm", "6 mm"], "size": ["36 mm", "8 mm"], "show": "Back {copy:07}"}}
    }
    both["pieces"] = {"ticket": {"size": "50 x 50 mm", "back": {"layout": "behind"}}}
    both["cards"].append({"layout": "story", "piece": "ticket", "rows": [{"title": "Seat", "quantity": 2}]})
    pack = load(both)
    [file] = write_sheets(pack, Job())
    assert [page.count("Back 07") + page.count("Back 08") for page in texts(file.data)] == [0, 0, 0, 2]
    proof = verify_sheets(file.data, pack)
    assert proof.good, proof.faults


def test_columns_of_these_names_come_first() -> None:
    [fox, *_] = load(data(number="{copies} of {copy}", copies="few")).cards
    assert (fox.values["copies"], "copies" in fox.numbers) == ("few", False)


def test_the_longest_number_is_checked() -> None:
    """The first number has one digit, the last four: there is no room for it."""
    number = {"show": "{copy}", "at": ["6 mm", "16 mm"], "size": ["3 mm", "6 mm"]}
    tight = data(quantity=1000)
    tight["layouts"]["numbered"]["boxes"]["number"] = number
    assert [problem for problem in examine(tight).problems if "does not fit" in problem.message]
    tight["cards"][0]["rows"][0]["quantity"] = 9
    assert not examine(tight).problems


def test_orders_count_each_copy_as_a_picture() -> None:
    printer = find_preset("thegamecrafter")
    order = plan_order(load(data(), printer=printer), data(), printer, promo().card.size)
    assert (order.cards, order.faces, order.pictures) == (6, 5, 6)


def test_a_printing_is_compared_by_cards() -> None:
    before = printed_cards(promo(), [(card, card.quantity) for card in promo().cards])
    assert not changes_since(with_each_copy(promo()), before)


def test_a_printed_card_is_shown_by_its_first_copy() -> None:
    [file] = write_sheets(promo(), Job())
    fox, owl, _ = (card.id for card in promo().cards)
    found = printed_faces(file.data, {("", fox), ("", owl)}, 300)
    numbers = {key[1]: codes(Image.open(io.BytesIO(data))) for key, data in found.items()}
    assert numbers == {fox: ["https://example.com/0099"], owl: ["https://example.com/0102"]}


def test_too_many_numbers_are_refused() -> None:
    with pytest.raises(UsageError, match="numbers of their own"):
        with_each_copy(promo(), 30_000)
