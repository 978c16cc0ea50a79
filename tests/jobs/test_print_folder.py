"""`press --all`: one folder with everything that is ordered, read back with other programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.jobs import press
from cardgen.prepress.preflight.findings import Finding

pytestmark = pytest.mark.usefixtures("without_sources")

PACK = """format: 1
name: Fair
card: {size: 63 x 88 mm, bleed: 3 mm}
pieces:
  coin: {size: 1 x 1 in, shape: circle, back: {pattern: plain, color: "#333333"}}
  slab: {size: 200 x 20 mm}
layouts: {middle: {boxes: {title: {at: [9 mm, 9 mm], size: [7 mm, 7 mm]}}}}
cards:
  - {layout: title, rows: [{title: Ant, quantity: 3}, {title: Bee}]}
  - {piece: coin, layout: middle, rows: [{title: "1", quantity: 5}]}
  - {piece: slab, layout: middle, rows: [{title: "2"}]}
"""
RULES = "---\ntitle: Fair\n---\n\n# Play\n\nLay your cards.\n"
PDFS = """format: 1
name: House
sizes: {poker: 63 x 88 mm, coin: {trim: 1 x 1 in, shape: circle}}
bleed: 3 mm
safe: 3 mm
color: cmyk
form: pdf
order: back-last
names: "{part} {kind} of {deck}"
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("fair.yaml", PACK), ("house.yaml", PDFS)):
        Path(name).write_text(text, "utf-8")


def pages(file: Path) -> int:
    with pikepdf.open(file) as pdf:
        return len(pdf.pages)


def text_of(file: Path) -> str:
    document = pypdfium2.PdfDocument(file)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document).replace("\r", "")


def table(folder: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO((folder / "cards.csv").read_text("utf-8-sig"))))


def test_a_folder_of_press_files_has_all_pieces_their_boxes_and_proofs(say: Any) -> None:
    options = ["--decks", "500", "--stock", "310 g linen", "--finish", "matt varnish"]
    said = say("press", "fair.yaml", "--all", "--printer", "house.yaml", *options)
    # A kind of pieces that the printer does not make is missing from the order.
    assert said.code == 1
    assert "not in the folder: House cuts no 200 × 20 mm for slab" in said.errors
    assert "The order is not whole" in said.errors
    assert "Do not send" not in said.errors
    folder = Path("output/fair-house-order")
    names = {file.name for file in folder.iterdir()}
    assert names == {
        *("cards of fair.pdf", "coin of fair.pdf"),
        *(
            "box cards of fair.pdf",
            "box coin of fair.pdf",
            "proof cards of fair.pdf",
            "proof coin of fair.pdf",
        ),
        *("order of fair.pdf", "cards.csv", "cards.json", "credits.txt", "letter-to-printer.txt"),
    }
    # The box is for the press as well, and a page for each card, with one back for all.
    assert b"CutContour" in (folder / "box coin of fair.pdf").read_bytes()
    assert (pages(folder / "cards of fair.pdf"), pages(folder / "coin of fair.pdf")) == (5, 6)
    cards, coins = "cards of fair.pdf", "coin of fair.pdf"
    assert table(folder) == [
        ["file", "kind", "card", "quantity", "back", "pages", "back pages"],
        [cards, "cards", "Ant", "3", cards, "1-3", "5"],
        [cards, "cards", "Bee", "1", cards, "4", "5"],
        [coins, "coin", "1", "5", coins, "1-5", "6"],
    ]
    sheet = text_of(folder / "order of fair.pdf")
    for line in (
        "1 part could not be made",
        "4 files pass preflight",
        "500 decks are 2,000 cards",
        "310 g linen",
        "matt varnish",
    ):
        assert line in sheet
    assert "cards of fair.pdf: passes preflight" in sheet
    assert "House cuts no 200 × 20 mm for slab" in sheet.replace("\n", " ")
    assert "rulebook: the pack has no game with rules" in sheet
    assert json.loads((folder / "cards.json").read_text())["verdicts"] == {
        "cards of fair.pdf": "good",
        "coin of fair.pdf": "good",
        "box cards of fair.pdf": "good",
        "box coin of fair.pdf": "good",
    }
    # Its questions are the printer's to answer, and the letter says what is ordered.
    assert "cardgen" not in sheet.partition("What to ask House")[2]
    letter = (folder / "letter-to-printer.txt").read_text("utf-8")
    for line in (
        "To: House",
        "- deck: 4 cards, 2 of them different, and a back for each; 500 decks are 2,000 cards",
        "- size: 63 × 88 mm",
        "- stock: 310 g linen",
        "- box cards of fair.pdf · ",
        "1. Can you make 500 pieces of 200 × 20 mm (slab)?",
        "[name, company, address, e-mail, telephone]",
    ):
        assert line in letter
    # Preflight judges each file as what it says that it is, with the pack of its kind of pieces.
    checked = say(
        "preflight", str(folder), "--printer", "house.yaml", "--pack", "fair.yaml", "--format", "json"
    )
    assert checked.code == 0, checked
    judged = {Path(each["file"]).name: each for each in json.loads(checked)}
    assert judged.keys() == {name for name in names if name.endswith(".pdf")}
    for_people = {"order of fair.pdf", "proof cards of fair.pdf", "proof coin of fair.pdf"}
    assert {name for name, each in judged.items() if not each["judged"]} == for_people
    assert all(each["passed"] for name, each in judged.items() if name not in for_people)
    assert "it says that it is a box, and was judged as one" in judged["box coin of fair.pdf"]["facts"]
    assert judged["coin of fair.pdf"]["compared"]["pages"] == 6
    assert say("preflight", str(folder / "order of fair.pdf")).code == 3
    # What the list names has to be there.
    (folder / "coin of fair.pdf").unlink()
    gone = say("preflight", str(folder), "--printer", "house.yaml", "--pack", "fair.yaml")
    assert (gone.code, "coin of fair.pdf is not there" in gone.errors) == (2, True)
    # A second run replaces its own files only.
    Path(folder, "letter.txt").write_text("mine")
    Path("house.yaml").write_text(PDFS.replace("{part} {kind} of {deck}", "{kind}-{part}"), "utf-8")
    Path("fair.yaml").write_text(PACK.replace("200 x 20 mm", "63 x 88 mm"), "utf-8")
    assert say("press", "fair.yaml", "--all", "--printer", "house.yaml").code == 0
    assert {"letter.txt", "cards.pdf", "coin-box.pdf"} <= {file.name for file in folder.iterdir()}
    assert "cards of fair.pdf" not in {file.name for file in folder.iterdir()}


def test_the_rulebook_is_a_press_file_of_four_pages_or_more(say: Any) -> None:
    Path("rules.md.j2").write_text(RULES, "utf-8")
    Path("fair.md.j2").write_text(RULES, "utf-8")
    said = say("press", "fair.yaml", "--all", "--printer", "house.yaml", "--book", "a6")
    assert "Do not send" not in said.errors
    book = Path("output/fair-house-order/rulebook of fair.pdf")
    with pikepdf.open(book) as pdf:
        assert len(pdf.pages) % 4 == 0
        left, low, right, high = (float(side) / 72 * 25.4 for side in pdf.pages[0].TrimBox)
        assert (right - left, high - low) == pytest.approx((105, 148), abs=0.1)
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
    said = say("preflight", str(book), "--printer", "house.yaml", "--pack", "fair.yaml")
    assert said.code == 0, said
    assert "it says that it is a rulebook, and was judged as one" in said
    credits = Path("output/fair-house-order/credits.txt").read_text("utf-8")
    assert "Source Serif Pro: " in credits


def test_a_folder_of_pictures_says_where_each_one_goes(say: Any) -> None:
    said = say("press", "fair.yaml", "--all", "--printer", "thegamecrafter")
    assert "Do not send" not in said.errors
    folder = Path("output/fair-thegamecrafter-order")
    rows = table(folder)
    assert rows[0] == ["file", "kind", "card", "quantity", "back"]
    assert [row[1:4] for row in rows[1:]] == [
        ["cards", "Ant", "3"],
        ["cards", "Bee", "1"],
        ["coin", "1", "5"],
    ]
    sheet = text_of(folder / "fair-order.pdf")
    for file, _, _, quantity, back in rows[1:]:
        sizes = {Image.open(folder / name).size for name in (file, back)}
        assert sizes == {(375, 375) if "coin" in file else (825, 1125)}
        assert f"{quantity} × {file}" in sheet
    assert len({row[4] for row in rows[1:]}) == 2
    assert "5 pictures pass preflight" in sheet
    checked = say("preflight", str(folder), "--printer", "thegamecrafter", "--pack", "fair.yaml")
    assert checked.code == 0, checked
    assert "files: all pass, but for 5 that no press prints" in checked


def test_plates_of_pictures_are_files_of_their_own(say: Any) -> None:
    foiled = PACK.replace("{boxes: {title: {", "{boxes: {title: {foil: gold, ")
    Path("fair.yaml").write_text(foiled, "utf-8")
    said = say("press", "fair.yaml", "--all", "--printer", "thegamecrafter")
    assert "Do not send" not in said.errors
    folder = Path("output/fair-thegamecrafter-order")
    [plate] = folder.glob("*-foil-gold.png")
    face = folder / next(row[0] for row in table(folder) if row[1] == "coin")
    assert plate.stem == f"{face.stem}-foil-gold"
    # The plate has the number in black, and the picture is without it.
    assert Image.open(plate).convert("L").getextrema() == (0, 255)
    assert len(Image.open(face).getcolors() or []) == 1
    assert "FoilGold" in text_of(folder / "fair-order.pdf")


def test_several_decks_of_an_order_do_not_repeat_numbers_silently(say: Any) -> None:
    Path("fair.yaml").write_text(PACK.replace('title: "1"', 'title: "{serial}"'), "utf-8")
    said = say("press", "fair.yaml", "--all", "--printer", "thegamecrafter", "--decks", "3")
    assert "the order has no numbers of their own for " in said.errors
    assert "The Game Crafter multiplies one deck with its numbers; order each deck by itself" in said.errors
    sheet = text_of(Path("output/fair-thegamecrafter-order/fair-order.pdf"))
    assert "numbers of their own for 3 decks" in sheet


def test_a_file_that_a_printer_would_refuse_is_named(say: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    report = press.preflight_report

    def with_fault(file: Any, name: str, pack: Any, *more: Any) -> Any:
        found = report(file, name, pack, *more)
        fault = Finding("deck", "this card is another one", "make it again")
        return found if pack.piece else found._replace(findings=(fault,))

    monkeypatch.setattr(press, "preflight_report", with_fault)
    said = say("press", "fair.yaml", "--all", "--printer", "house.yaml", "--trust")
    assert said.code == 1
    assert "output/fair-house-order/cards of fair.pdf: this card is another one" in said.errors
    assert "Do not send this to the printer yet" in said.errors
    sheet = text_of(Path("output/fair-house-order/order of fair.pdf"))
    assert "Do not send this to the printer: 1 file has faults" in sheet
    assert "cards of fair.pdf: would be refused" in sheet
    assert "coin of fair.pdf: passes preflight" in sheet


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "--all makes a printer's folder: say who prints"),
        (["--printer", "house.yaml", "--copies", "2"], "--all makes one whole deck: leave --copies out"),
        (["--printer", "house.yaml", "-o", "all.pdf"], "--all makes a folder: all.pdf is a file"),
        (
            ["--printer", "thegamecrafter", "--outlines"],
            "The Game Crafter takes pictures, no PDF: leave --outlines out",
        ),
    ],
)
def test_what_does_not_go_with_it_is_refused(say: Any, options: list[str], message: str) -> None:
    said = say("press", "fair.yaml", "--all", *options)
    assert said.code == 2
    assert message in said.errors
    assert not Path("output").exists()


def test_decks_and_finish_belong_to_the_folder(say: Any) -> None:
    said = say("press", "fair.yaml", "--printer", "house.yaml", "--decks", "3")
    assert said.code == 2
    assert "it is about the folder that --all makes" in said.errors


@pytest.mark.parametrize("names", ["{part}", "{kind}-{part}-{number}", "../{kind}-{part}"])
def test_names_tell_files_apart(say: Any, names: str) -> None:
    Path("house.yaml").write_text(PDFS.replace("{part} {kind} of {deck}", names), "utf-8")
    said = say("press", "fair.yaml", "--all", "--printer", "house.yaml")
    assert said.code == 1
    assert "is no pattern of names" in said.errors


def test_a_box_has_the_bleed_and_the_room_that_the_printer_s_cards_need(say: Any) -> None:
    more = "box-bleed: 0 mm\nstock: 0.5 mm\n"
    Path("house.yaml").write_text(PDFS + more, "utf-8")
    said = say("box", "fair.yaml", "--only", "piece=card", "--printer", "house.yaml")
    assert said.code == 0, said.errors
    with pikepdf.open(next(Path("output").glob("*box*.pdf"))) as pdf:
        assert list(pdf.pages[0].TrimBox) == list(pdf.pages[0].BleedBox)
    assert "4 cards of 0.5 mm" in said
