"""Authors and licences of icons from sets: in a text beside sheets and press files, and in proofs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

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
    assert "there/all-credits.txt: authors and licences of its icons" in said.splitlines()
    assert Path("there/all-credits.txt").read_text("utf-8").splitlines()[3:] == ENTRIES
    Path("none.yaml").write_text(PACK.replace("{kite} {sabre}", "{sword}"), "utf-8")
    say(command, "none.yaml", "-o", "there/none.pdf")
    assert Path("there/none.pdf").exists()
    assert not Path("there/none-credits.txt").exists()


def test_a_proof_names_them_in_the_language_of_the_pack() -> None:
    Path("mine.yaml").write_text(f"{PACK}language: de\n", "utf-8")
    [proof] = cardgen.proof("mine.yaml")
    page = pypdfium2.PdfDocument(proof.data)[0].get_textpage().get_text_bounded()
    assert "Urheber und Lizenz überall nennen" in page
    assert "Toys (toys, 1): Ann, CC BY-SA 4.0" in page
    assert "Weitergabe unter gleichen Bedingungen" in page
