"""What a notebook shows of packs, cards and results; and single cards as PNG and SVG."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

import cardgen
from cardgen.jobs.result import LazyFiles, Result, ResultFile
from cardgen.output import card_picture

EVIL = '<script>alert("x")</script>&'
PACK: dict[str, Any] = {
    "format": 1,
    "name": f"Evil {EVIL}",
    "cards": [
        {"rows": [{"title": f"Guard {EVIL}", "text": "Name a card.", "quantity": 3}, {"title": "Prince"}]}
    ],
}


class Tags(HTMLParser):
    """Collects the names of elements, and the texts, and verifies that elements are closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_pack_shows_its_cards_with_names_and_quantities() -> None:
    page = cardgen.load(PACK)._repr_html_()  # type: ignore[attr-defined]
    told = Tags(page)
    assert told.tags.count("img") == 2 + 1
    assert {f"Evil {EVIL}", f"3 × Guard {EVIL}", "Prince", "back"} <= set(told.texts)
    assert "script" not in told.tags
    assert ": 4 cards, 2 different faces" in told.texts


def test_a_notebook_shows_sixty_faces_of_a_large_pack_and_says_how_many_more() -> None:
    rows = [{"title": f"Card {number}"} for number in range(75)]
    page = cardgen.load({**PACK, "cards": [{"rows": rows}]})._repr_html_()  # type: ignore[attr-defined]
    assert page.count("<img") == 60 + 1
    assert "and 15 more faces" in page
    assert len(page) < 1_000_000


def test_cards_that_are_taken_out_are_not_shown() -> None:
    page = cardgen.load("short-24")._repr_html_()  # type: ignore[attr-defined]
    assert page.count("<img") == 24 + 1


def test_a_card_is_cut_out_at_the_resolution_asked_for() -> None:
    face = cardgen.face("never-over", "+4")
    picture = Image.open(io.BytesIO(face.png(dpi=254)))
    assert (picture.mode, picture.size) == ("RGBA", (620, 880))
    assert (picture.getpixel((0, 0))[3], picture.getpixel((310, 60))[3]) == (0, 255)  # type: ignore[index]
    bleed = Image.open(io.BytesIO(face.png(dpi=254, bleed=True)))
    assert (bleed.mode, bleed.size) == ("RGB", (680, 940))
    with pytest.raises(cardgen.UsageError, match="use 10 to 2400"):
        face.png(dpi=5)


@pytest.mark.parametrize(
    ("pack", "card"), [("never-over", "≤0"), ("standard-52", "K of hearts"), (PACK, "Prince")]
)
def test_a_card_is_an_svg_at_true_size_without_fonts_or_names_of_others(pack: Any, card: str) -> None:
    drawing = cardgen.face(pack, card).svg()
    root = ElementTree.fromstring(drawing)
    width, height = cardgen.load(pack).card.size
    assert root.get("width") == f"{width * 25.4 / 72:.6g}mm"
    assert root.get("viewBox") == f"0 0 {width:.2f} {height:.2f}"
    assert not root.findall(".//{*}text")
    names = re.findall(r'id="([^"]+)"', drawing)
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawing)
    assert {one or other for one, other in used} <= set(names)
    other = re.findall(r'id="([^"]+)"', cardgen.back(pack).svg())
    assert not set(names) & set(other)


@pytest.mark.outside("chromium")
def test_a_browser_shows_in_the_svg_what_the_png_shows(tmp_path: Path) -> None:
    """Each has a writer of its own; two drawings stand in one page, as in a notebook."""
    from playwright.sync_api import sync_playwright

    cards = [("never-over", "+4"), ("standard-52", "Q of spades")]
    faces = [cardgen.face(*each) for each in cards]
    page = tmp_path / "page.html"
    place = "position:absolute;left:0;top"
    page.write_text(
        "".join(f'<p style="{place}:{400 * n}px">{face.svg()}</p>' for n, face in enumerate(faces))
    )
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        shown = browser.new_page(device_scale_factor=2)
        shown.goto(page.as_uri())
        shots = [each.screenshot() for each in shown.locator("svg").all()]
        browser.close()
    for face, shot in zip(faces, shots, strict=True):
        seen = Image.open(io.BytesIO(shot)).convert("RGB")
        png = Image.open(io.BytesIO(face.png(dpi=192)))
        ground = Image.new("RGBA", png.size, "white")
        ground.alpha_composite(png)
        drawn = ground.convert("RGB")
        # Edges are smoothed differently; a part that is lost or elsewhere makes whole cells differ.
        cells = ImageChops.difference(seen, drawn).crop((0, 0, 464, 656)).reduce(16)
        assert max(high for _, high in cells.getextrema()) < 30  # type: ignore[misc]


def test_a_picture_of_a_card_is_written_by_the_end_of_its_name(tmp_path: Path) -> None:
    face = cardgen.face("never-over", "+4")
    assert face.save(tmp_path / "a.svg").read_text() == face.svg()
    assert face.save(str(tmp_path / "a.PNG"), dpi=100).read_bytes() == face.png(dpi=100)
    with pytest.raises(cardgen.UsageError, match=r"should end in \.png or \.svg"):
        face.save("card.pdf")


def test_a_card_is_named_as_for_only() -> None:
    pack = cardgen.load("standard-52")
    king = next(card for card in pack.cards if card.label == "K of spades")
    assert cardgen.face("standard-52", "king of spades") == cardgen.face(pack, king)
    with pytest.raises(
        cardgen.UsageError, match=r"names 13 cards of Standard 52 \(A of spades, .* \.\.\.\); name one"
    ):
        cardgen.face(pack, "spades")
    with pytest.raises(cardgen.UsageError, match="no card of"):
        cardgen.face(pack, "11 of spades")
    with pytest.raises(cardgen.UsageError, match="is not one of"):
        cardgen.face("never-over", king)


def test_a_card_has_its_own_back() -> None:
    own = {"rows": [{"title": "Prince"}], "back": {"pattern": "rings"}}
    pack = cardgen.load({**PACK, "cards": [*PACK["cards"], own]})
    rows = [cardgen.back(pack, card).svg() for card in pack.cards]
    assert rows[0] == rows[1] == cardgen.back(pack).svg() != rows[2]


def test_notebooks_show_a_card_as_svg_and_png() -> None:
    face = cardgen.face("never-over", "+4")
    assert face._repr_svg_() == face.svg()
    assert Image.open(io.BytesIO(face._repr_png_())).size == (366, 520)


def test_a_card_with_a_photograph_is_shown_as_png_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_picture, "_MAX_SVG", 100_000)
    noise = Image.effect_noise((804, 1111), 120).convert("RGB")
    noise.save(tmp_path / "noise.png")
    extra = {"face": "image", "image": "noise.png"}
    pack = cardgen.load({"format": 1, "name": "P", "extras": [extra]}, folder=tmp_path)
    face = cardgen.face(pack, pack.cards[0])
    assert face._repr_svg_() is None
    assert face._repr_png_().startswith(b"\x89PNG")


def test_a_result_shows_its_files_and_facts() -> None:
    told = Tags(cardgen.sheets(PACK)._repr_html_())
    assert {"4 cards on 1 sheet of A4, both sides", "paper", "A4"} <= set(told.texts)
    assert any(text.startswith("output/evil") for text in told.texts)
    assert any(text.startswith("Next: print page 1") for text in told.texts)


def test_all_that_a_result_says_is_escaped() -> None:
    file = ResultFile(Path(f"{EVIL}.pdf"), b"12", EVIL)
    facts = {EVIL: EVIL, "list": [EVIL], "rows": [{EVIL: EVIL}], "deep": [{"a": [EVIL, {EVIL: EVIL}]}]}
    made = Result([file], (EVIL,), (EVIL,), facts, EVIL, EVIL, None, (EVIL,))
    told = Tags(made._repr_html_())
    assert "script" not in told.tags
    assert sum(EVIL in text for text in told.texts) >= 13
    folder = Result(folder=Path(EVIL), about=EVIL)
    assert "script" not in Tags(folder._repr_html_()).tags


def test_a_result_is_bounded_and_makes_no_files_to_be_shown() -> None:
    def draw() -> Any:
        raise AssertionError("drawn")

    assert "out" in Result(LazyFiles(draw), folder=Path("out"))._repr_html_()
    files = [ResultFile(Path(f"{number}.png"), b"") for number in range(1_000)]
    facts = [{"a": [{"b": ["x", ["y"]] * 100}] * 100}] * 100
    page = Result(files, facts=facts, result="z" * 100_000)._repr_html_()
    assert len(page) < 100_000
    assert "and 950 more" in page
    assert page.count("more is in result.facts") >= 1
    Tags(page)
    Tags(Result()._repr_html_())


@pytest.mark.parametrize(("count", "more"), [(500, 0), (501, 1)])
def test_more_facts_are_promised_only_where_there_are_more(count: int, more: int) -> None:
    names = {f"fact {number}": number for number in range(1, count + 1)}
    page = Result(facts=names)._repr_html_()
    assert (page.count("more is in result.facts"), "fact 500<" in page) == (more, True)
    page = Result(facts=[{"fact": number} for number in names.values()])._repr_html_()
    assert page.count("more is in result.facts") == more


def test_notebooks_are_not_needed() -> None:
    code = (
        "import sys, cardgen; cardgen.sheets('short-24'); assert not {'IPython', 'jupyter'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
