"""Authors and licences of all that a deck uses: beside files, in folders, and in proofs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

import cardgen

PACK = """format: 1
name: Mine
icons: {sets: [toys.json, plain.json]}
layouts: {a: {boxes: {text: {at: [5 mm, 5 mm], size: [50 mm, 70 mm]}}}}
cards:
  - {layout: a, rows: [{name: a, text: "{kite} {sabre}"}]}
"""


@pytest.fixture(autouse=True)
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a pack with icons of a share-alike set, and of one that says nothing of itself."""
    monkeypatch.chdir(tmp_path)
    info = {
        "name": "Toys",
        "author": {"name": "Ann"},
        "license": {"title": "CC BY-SA 4.0", "spdx": "CC-BY-SA-4.0", "url": "https://example.org/by-sa"},
    }
    for name, icon, more in (("toys", "kite", {"info": info}), ("plain", "sabre", {})):
        body = {"body": '<path d="M0 0h16v16h-16z"/>'}
        Path(f"{name}.json").write_text(json.dumps({"prefix": name, "icons": {icon: body}, **more}))
    Path("mine.yaml").write_text(PACK, "utf-8")


ENTRIES = [
    "plain (plain, 1): author not stated, licence not stated: look it up",
    "Toys (toys, 1): Ann, CC BY-SA 4.0, https://example.org/by-sa",
    "  share-alike: publish what you make of them under the same licence",
]


@pytest.mark.parametrize("command", ["sheets", "press"])
def test_a_text_beside_the_file_names_authors_and_licences(say: Any, command: str) -> None:
    said = say(command, "mine.yaml", "-o", "there/all.pdf")
    assert "there/all-credits.txt: authors and licences to name" in said.splitlines()
    assert Path("there/all-credits.txt").read_text("utf-8").splitlines()[4:7] == ENTRIES
    Path("none.yaml").write_text(PACK.replace("{kite} {sabre}", "{sword}"), "utf-8")
    say(command, "none.yaml", "-o", "there/none.pdf")
    assert Path("there/none.pdf").exists()
    assert not Path("there/none-credits.txt").exists()


@pytest.mark.parametrize(
    ("pieces", "name"), [(("", "piece: coin, "), "all"), (("piece: tile, ", "piece: coin, "), "all-coin")]
)
def test_one_list_is_of_all_kinds_of_pieces(say: Any, pieces: tuple[str, ...], name: str) -> None:
    lists = [
        f"  - {{{piece}layout: title, rows: [{{title: '{{kite}}', quantity: 9}}]}}\n" for piece in pieces
    ]
    kinds = "pieces: {coin: {size: 25 mm}, tile: {size: 40 mm}}\n"
    pack = f"format: 1\nname: Mine\n{kinds}icons: {{sets: [toys.json]}}\ncards:\n{''.join(lists)}"
    Path("kinds.yaml").write_text(pack, "utf-8")
    assert say("box", "kinds.yaml", "-o", "there/all.pdf").count("authors and licences to name") == 1
    assert [file.name for file in Path("there").glob("*.txt")] == [f"{name}-credits.txt"]
    assert [file.path.suffix for file in cardgen.box("kinds.yaml", trust=True)] == [".pdf", ".txt", ".pdf"]


def test_a_proof_names_them_in_the_language_of_the_pack() -> None:
    Path("mine.yaml").write_text(f"{PACK}language: de\n", "utf-8")
    [proof] = cardgen.proof("mine.yaml")
    page = pypdfium2.PdfDocument(proof.data)[0].get_textpage().get_text_bounded()
    assert "diese Urheber und Lizenzen überall nennen" in page
    assert "Toys (toys, 1): Ann, CC BY-SA 4.0" in page
    assert "Weitergabe unter gleichen Bedingungen" in page


ART = """format: 1
name: Mine
author: Bo
credits: {"art/*.png": "Ann Painter, CC BY 4.0", drop.svg: "Cy, CC0", toys: "Dee and Eve, CC BY-SA 4.0"}
icons: {sets: [toys.json], drop: drop.svg}
layouts:
  a:
    boxes:
      text: {at: [5 mm, 5 mm], size: [50 mm, 30 mm]}
      art: {at: [5 mm, 40 mm], size: [50 mm, 40 mm], show: "{art}"}
pieces: {coin: {size: 25 mm, shape: circle}}
cards:
  - {layout: a, rows: [{text: "{kite} {drop}", art: art/fox.png}, {text: b, art: mine.png}]}
  - {piece: coin, layout: title, rows: [{title: "5"}]}
"""


@pytest.fixture
def art() -> None:
    Path("art").mkdir()
    for name in ("art/fox.png", "mine.png"):
        Image.new("RGB", (600, 500), "teal").save(name)
    Path("drop.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    )
    Path("art.yaml").write_text(ART, "utf-8")


def test_every_folder_holds_the_credits_of_icons_pictures_and_fonts(art: None, say: Any) -> None:
    for arguments in (["images"], ["images", "--for", "tabletop-simulator"]):
        made = say(*arguments, "art.yaml", "-o", "there", "--dpi", "72")
        assert made.code == 0, made.errors
    for folder in ("there", "there/cards", "there/coin"):
        lines = Path(folder, "credits.txt").read_text("utf-8").splitlines()
        assert lines[:2] == ["Mine", "Cards by Bo"]
        assert "Toys (toys, 1): Dee and Eve, CC BY-SA 4.0" in lines
        assert lines[lines.index("Pictures and drawings") + 1 :][:3] == [
            "Ann Painter, CC BY 4.0: fox.png",
            "Cy, CC0: drop.svg",
            "not stated in `credits` of the pack: mine.png",
        ]
        [font] = lines[lines.index("Fonts") + 1 :]
        assert font.startswith("Source Sans Pro: Copyright 2010")
        assert "SIL Open Font License" in font
    # A second run replaces the list that it made.
    say("images", "art.yaml", "-o", "there", "--dpi", "72")


def test_a_credit_of_no_file_is_named(art: None, say: Any) -> None:
    Path("art.yaml").write_text(ART.replace("art/*.png", "arts/*.png"), "utf-8")
    said = say("check", "art.yaml")
    print(said, said.errors)
    assert "art.yaml:4:11: warning: 'arts/*.png' is no picture, drawing, font or set of icons" in said
