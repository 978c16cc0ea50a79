"""Rulebooks for screens: HTML and EPUB, read back as XML, checked in a browser and by epubcheck."""

from __future__ import annotations

import base64
import io
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat
from samples import small_pack

from cardgen import api
from cardgen.art.face import clipped_card, plan_face
from cardgen.art.items import Fill, Form, Item, Run, Text
from cardgen.art.svg_writer import SvgWriter
from cardgen.books import templates
from cardgen.books.blocks import Aside, Block, Book, Glossary, Heading, ItemList, Notes, Paragraph, plain_text
from cardgen.books.html import BookMarkup, html_page
from cardgen.colour.colors import BLACK, WHITE, color_from_hex, contrast_ratio
from cardgen.errors import PackError
from cardgen.geometry import Rect
from cardgen.output.epub import write_epub
from cardgen.output.images import ImageJob, PictureCanvas, side_pictures
from cardgen.output.rulebook import BookJob, book_of_job, template_of_job
from cardgen.output.web_rulebook import write_web_book
from cardgen.pack.model import Pack
from cardgen.text import fonts
from cardgen.text.outlines import rectangle

SAMPLE = Path(__file__).parents[1] / "rulebooks" / "screen.md.j2"
#: A pack with signs, one with symbols, and the sample, which has all kinds of blocks.
BOOKS = (("never-over", None), ("standard-52", "up-and-over"), ("never-over", "sample"))
SVG = "{http://www.w3.org/2000/svg}"

every_book = pytest.mark.parametrize(("name", "game"), BOOKS)


@cache
def book_of(name: str, game: str | None) -> tuple[Pack, Book]:
    pack = api.load(name)
    if game == "sample":
        job, template = BookJob(), templates.read_template(SAMPLE)._replace(bundled=True)
    else:
        job = BookJob(game)
        template = template_of_job(pack, job)
    return pack, book_of_job(pack, job, template)


@cache
def page(name: str, game: str | None = None) -> str:
    return html_page(*book_of(name, game))


def parsed(text: str) -> ElementTree.Element:
    """What is between the tags of the body, which is well-formed XML."""
    inside = text.partition("<body>")[2].partition("</body>")[0]
    return ElementTree.fromstring(f"<body>{inside}</body>")


@cache
def body(name: str, game: str | None = None) -> ElementTree.Element:
    return parsed(page(name, game))


@cache
def book_file(name: str, game: str | None = None) -> bytes:
    return write_epub(*book_of(name, game))


def said(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def texts(blocks: tuple[Block, ...]) -> Iterator[str]:
    """The words of all paragraphs and headings, with those in lists, boxes and notes."""
    for block in blocks:
        if isinstance(block, Heading | Paragraph):
            yield " ".join(plain_text(block.runs).split())
        elif isinstance(block, Aside):
            yield from texts(block.blocks)
        elif isinstance(block, ItemList | Notes):
            for item in block.items:
                yield from texts(item)
        elif isinstance(block, Glossary):
            yield from (plain_text(runs) for term in block.terms for runs in (term.name, term.text))


@every_book
def test_the_page_says_what_the_book_says_in_its_order(name: str, game: str | None) -> None:
    """Numbers of notes apart, all words are there; cards are read out by their names."""
    root = parsed(re.sub("<sup.*?</sup>", "", page(name, game)))
    whole, at = re.sub(r"\s", "", said(root)), 0
    for text in texts(book_of(name, game)[1].blocks):
        for part in re.split(r"[.,;]", text):
            words = re.sub(r"\s", "", part)
            found = whole.find(words, at) if len(words) > 12 else at
            assert found >= at, part
            at = found
    assert at > 0


@every_book
def test_links_lead_to_places_that_are_there_and_names_are_unique(name: str, game: str | None) -> None:
    root = body(name, game)
    names = Counter(each.attrib["id"] for each in root.iter() if "id" in each.attrib)
    assert max(names.values()) == 1
    links = [each.attrib["href"] for each in root.iter() if "href" in each.attrib]
    assert {link[1:] for link in links if link.startswith("#")} <= names.keys()
    assert {link[1:] for link in re.findall(r"url\((.*?)\)", page(name, game))} <= names.keys()


@every_book
def test_nothing_is_fetched_and_nothing_is_run(name: str, game: str | None) -> None:
    assert not re.search(r"<script|<link|@import|@font-face|<iframe|\bsrc=|\bon\w+=", page(name, game))
    assert not re.search(r"url\((?!#)", page(name, game))


@every_book
def test_headings_leave_no_level_out_and_the_contents_name_all_sections(name: str, game: str | None) -> None:
    root, book = body(name, game), book_of(name, game)[1]
    levels = [int(each.tag[1]) for each in root.iter() if re.fullmatch("h[1-6]", str(each.tag))]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    nav = root.find("nav")
    assert nav is not None
    sections = [block.text for block in book.blocks if isinstance(block, Heading) and block.level == 1]
    told = [said(item[0]) for item in nav.findall("ol/li")]
    assert told == sections


@every_book
def test_every_picture_says_what_it_shows_or_is_told_beside(name: str, game: str | None) -> None:
    root = body(name, game)
    shown = [each for each in root.iter() if each.get("role") == "img"]
    assert all(each.get("aria-label") for each in shown)
    hidden = {part for each in shown for part in each.iter(f"{SVG}svg")}
    drawings = list(root.iter(f"{SVG}svg"))
    assert drawings
    for drawing in drawings:
        if drawing.get("role") != "img":
            assert drawing.get("aria-hidden") == "true"
            # Symbols of cards in the line have words beside them.
            assert drawing in hidden or drawing.get("class") in (None, "shared")


def test_a_card_is_drawn_once_however_often_it_is_shown() -> None:
    pack = api.load("never-over")
    ground = f'fill="{pack.suits["green"].color.hex.lower()}"'
    shared = page("never-over").partition("</defs>")[0]
    # Each green card has its ground once; the figures and the disc of its index are of the same green.
    assert 0 < shared.count(f'Z" {ground}') <= 2 * sum(card.suit == "green" for card in pack.cards)
    assert page("never-over").count("<clipPath") <= 2


def test_headings_have_no_keys_of_notes(tmp_path: Path) -> None:
    file = tmp_path / "own.md.j2"
    file.write_text(
        "# Note\n\n## Note\n\n## Note 1\n\nSo[^a] and so[^b].\n\n[^a]: One.\n[^b]: Two.\n", "utf-8"
    )
    pack = api.load("never-over")
    book = book_of_job(pack, BookJob(), templates.read_template(file)._replace(bundled=True))
    found = [each.get("id") for each in parsed(html_page(pack, book)).iter() if each.get("id")]
    assert {"note", "note-1", "note-2", "heading-note-1", "heading-note-2"} <= {*found}
    assert len(found) == len({*found})


def test_notes_lead_there_and_back() -> None:
    root = body("never-over", "sample")
    marks = [each for each in root.iter("a") if each.get("role") == "doc-noteref"]
    assert [(mark.get("href"), mark.text) for mark in marks] == [
        ("#note-1", "1"),
        ("#note-1", "1"),
        ("#note-2", "2"),
    ]
    [notes] = [each for each in root.iter("ol") if each.get("class") == "notes"]
    assert [each.get("id") for each in notes] == ["note-1", "note-2"]
    assert [said(each) for each in notes] == ["Because of this. ↩", "First this. Then that. ↩"]
    back = [each.get("href") for each in notes.iter("a")]
    assert back == ["#ref.1", "#ref.2"]
    assert [each.get("id") for each in root.iter("sup")] == ["ref.1", None, "ref.2"]


def test_kinds_of_blocks_have_their_elements() -> None:
    root = body("never-over", "sample")
    assert [each.get("class") for each in root.iter("aside")] == ["turn", "example"]
    verdicts = [said(each) for each in root.iter("li") if each.get("class") in ("good", "bad")]
    assert verdicts == ["✓Ja: +1 +2", "✗Nein: +3 over the ceiling of 2"]
    captions = [said(each) for each in root.iter() if each.tag in ("caption", "figcaption")]
    assert captions == ["A ceiling of 2", "A hand", "After one deal", "To write in"]
    points, sheet = root.iter("table")
    assert [(said(each), each.get("scope")) for each in points.iter("th")] == [
        ("Player", "col"),
        ("Points", "col"),
        ("Abe", "row"),
        ("Bea", "row"),
    ]
    assert [said(each) for each in sheet.iter("th")] == ["Ann", "Ben"]
    assert len(list(sheet.iter("td"))) == 16
    labels = [each.get("aria-label") for each in root.iter() if each.get("role") == "img"]
    assert labels == [
        "+4, ≤4, ≤0",
        "Karte: ≤2",
        "Fächer von Karten: +4, +3, ≤2",
        "All of Abe's: Reihe von Karten: +1 (a), +2 (b), +3 (c), +4 (d), +1 (e), +2 (f), +3 (g), ≤0 (h)",
    ]


def test_text_of_a_template_is_no_markup_and_words_of_another_language_say_so() -> None:
    """Language tags say of each word what it is: the book's, or English."""
    text = page("never-over", "sample")
    assert '<html lang="de">' in text
    assert "Sums on your side &amp; ceilings on &lt;theirs&gt;" in text
    assert 'href="https://example.org/?a=1&amp;b=2"' in text
    assert ">Inhalt<" in text
    assert ">Weiter zu den Regeln<" in text
    assert ' lang="en"' not in text
    pack, book = book_of("never-over", "sample")
    esperanto = BookMarkup(pack, book._replace(language="eo"))
    assert [esperanto.wording_and_language_attribute(word) for word in ("skip", "right")] == [
        ("Skip to the rules", ' lang="en"'),
        ("Yes:", ' lang="en"'),
    ]
    assert ' lang="en"' not in page("never-over").partition("<head>")[2]


def test_characters_that_no_file_can_hold_are_shown_as_missing(tmp_path: Path) -> None:
    """A template's own escapes make them where the text itself has none."""
    made = r"""{{ "\x00\x1b\ud800\ufffe<b>" }}"""
    template = tmp_path / "own.md.j2"
    template.write_text(f'---\ntitle: "{made}"\nmade: "{made}"\n---\n# A {made}\n\n{made}\n')
    job = BookJob(template=template)
    text = write_web_book(api.load("never-over"), job, "html").decode()
    assert "\ufffd\ufffd\ufffd\ufffd&lt;b&gt;" in text
    assert not re.search("[\x00\x1b\ufffe]", text)
    with zipfile.ZipFile(io.BytesIO(write_web_book(api.load("never-over"), job, "epub"))) as file:
        for name in file.namelist():
            if name.endswith((".xhtml", ".opf")):
                ElementTree.fromstring(file.read(name))


@pytest.mark.parametrize("language", ["en", "de"])
def test_symbols_of_cards_in_the_line_are_read_out_as_words(language: str) -> None:
    pack = api.load("short-24", {("language",): language})
    assert {card.label for card in pack.cards} >= {
        "en": {"K of diamonds", "9 of clubs"},
        "de": {"Karo K", "Kreuz 9"},
    }[language]
    spans = parsed(write_web_book(pack, BookJob(), "html").decode()).iter("span")
    chips = [said(span) for span in spans if "chip" in str(span.get("class"))]
    assert chips
    assert set(chips) <= {card.label for card in pack.cards}


@pytest.mark.parametrize(
    "color", ["#F7E27A", "#0B7A4B", "#1F2A44", "#000000", "#FFFFFF", "#7F7F7F", "#D00000"]
)
@pytest.mark.parametrize("saver", [False, True])
def test_colours_can_be_read_in_light_and_dark(color: str, saver: bool) -> None:
    """WCAG 2.2, 1.4.3: 4.5 for text, on the page and in boxes; 3 for lines that matter is not asked here."""
    pack = small_pack(back={"pattern": "plain", "color": color, "ink": "#888888"}, **{"ink-saver": saver})
    style = BookMarkup(pack, book_of("never-over", "sample")[1]).style_sheet()
    light, dark = re.findall(r":root \{( --page.*?)\}", style)
    for scheme in (light, dark):
        colors = {key: color_from_hex(value) for key, value in re.findall(r"--(\w+): (#\w+);", scheme)}
        for ground in ("page", "ground"):
            for ink in ("text", "faint", "accent", "good", "bad"):
                assert contrast_ratio(colors[ink], colors[ground]) >= 4.5, (ink, ground)
    assert contrast_ratio(color_from_hex(re.findall(r"--cover: (#\w+);", light)[0]), WHITE) >= 4.5


def test_drawings_turn_light_on_dark_and_cards_do_not() -> None:
    """What is black beside cards is almost white in the dark; cards keep their colours."""
    pack, book = book_of("never-over", None)
    markup = BookMarkup(pack, book)
    drawn = markup.text_markup()
    assert 'fill="var(--ink-000000)"' in drawn
    assert "var(" not in markup.writer.definitions
    dark = markup.style_sheet().split("prefers-color-scheme: dark")[1]
    [black] = re.findall(r"--ink-000000: (#\w+);", dark)
    assert contrast_ratio(color_from_hex(black), BLACK) > 15


def test_type_is_drawn_by_its_outlines_in_its_place() -> None:
    writer = SvgWriter()
    drawn = writer.svg(50, 20, [Text(Run("1 1", 3, 4, 10, fonts.INDEX), BLACK)])
    assert '<g fill="#000000" transform="matrix(0.01 0 0 0.01 3 4)">' in drawn
    first, second = re.findall(r'<use href="#(a\.\d+)"(?: x="(\d+)")?/>', drawn)
    assert first[0] == second[0]
    assert float(second[1]) == pytest.approx(100 * fonts.INDEX.width("1 ", 10), abs=1)
    assert writer.definitions.count("<path") == 1


def test_what_is_drawn_again_has_the_size_that_it_has_now() -> None:
    """It may be told in another size than that in which it was defined."""
    writer = SvgWriter()

    def plan(rect: Rect) -> list[Item]:
        return [Fill(rectangle(rect), BLACK)]

    first = writer.svg(50, 20, [Form("card", Rect(0, 0, 10, 14), Rect(0, 0, 10, 14), plan)])
    second = writer.svg(50, 20, [Form("card", Rect(0, 0, 5, 7), Rect(20, 1, 5, 7), plan)])
    assert '<use href="#a.1"/>' in first
    assert '<use href="#a.1" transform="matrix(0.5 0 0 0.5 20 1)"/>' in second


def test_a_picture_stands_in_the_page_with_no_more_pixels_than_a_screen_shows(tmp_path: Path) -> None:
    grey = Image.effect_noise((900, 1260), 90)
    Image.merge("RGB", [grey, grey.rotate(180), ImageChops.invert(grey)]).save(tmp_path / "photo.jpg")
    (tmp_path / "photo.yaml").write_text(
        "format: 1\nname: Photo\nextras:\n  - {face: image, image: photo.jpg, name: Photo}\n"
    )
    pack = api.load(str(tmp_path / "photo.yaml"))
    writer = SvgWriter()
    width, height = pack.card.size
    drawn = writer.svg(width, height, plan_face(pack, pack.cards[0], Rect(0, 0, width, height)))
    [kind, data] = re.findall(r'href="data:image/(\w+);base64,([^"]+)"', drawn)[0]
    shown = Image.open(io.BytesIO(base64.b64decode(data)))
    assert kind == "jpeg"
    assert 0.9 < shown.width / shown.height / (width / height) < 1.1
    assert shown.width < 500


def test_the_same_bytes_twice() -> None:
    pack, book = book_of("never-over", "sample")
    assert html_page(pack, book) == page("never-over", "sample")
    assert write_epub(pack, book) == book_file("never-over", "sample")


# --- EPUB


@every_book
def test_an_epub_is_what_its_parts_say(name: str, game: str | None) -> None:
    with zipfile.ZipFile(io.BytesIO(book_file(name, game))) as packed:
        first = packed.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert {each.date_time for each in packed.infolist()} == {(2000, 1, 1, 0, 0, 0)}
        parts = {each: packed.read(each) for each in packed.namelist()}
    trees = {
        name: ElementTree.fromstring(data)
        for name, data in parts.items()
        if name.endswith((".xhtml", ".opf"))
    }
    package = trees["book/package.opf"]
    listed = [f"book/{each.get('href')}" for each in package.iter("{http://www.idpf.org/2007/opf}item")]
    unlisted = {"mimetype", "META-INF/container.xml", "book/package.opf"}
    assert {*listed, *unlisted} == parts.keys()
    rules = trees["book/rules.xhtml"]
    names = {each.get("id") for each in rules.iter()}
    leads = [str(each.get("href")) for each in trees["book/nav.xhtml"].iter() if each.get("href")]
    assert {lead.partition("#")[2] for lead in leads if "rules.xhtml" in lead} <= names
    assert said(rules).partition(book_of(name, game)[1].blocks[0].text)[1]  # type: ignore[union-attr]
    assert b"var(--a" not in parts["book/style.css"].replace(b"var(--across)", b"")
    assert Image.open(io.BytesIO(parts["book/cover.png"])).size == (1200, 1600)


@pytest.mark.parametrize(("language", "direction"), [("en", None), ("ar", "rtl"), ("he-IL", "rtl")])
def test_the_pages_of_an_epub_turn_in_its_language_s_direction(language: str, direction: str | None) -> None:
    pack, book = book_of("never-over", "sample")
    with zipfile.ZipFile(io.BytesIO(write_epub(pack, book._replace(language=language)))) as packed:
        package = ElementTree.fromstring(packed.read("book/package.opf"))
    spine = package.find("{http://www.idpf.org/2007/opf}spine")
    assert spine is not None
    assert spine.get("page-progression-direction") == direction


def test_an_epub_says_the_same_system_wherever_it_is_written() -> None:
    """Python writes 0 on Windows, 3 on others; the same pack has the same bytes."""
    with zipfile.ZipFile(io.BytesIO(write_epub(*book_of("never-over", "sample")))) as packed:
        assert {each.create_system for each in packed.infolist()} == {3}


@pytest.mark.outside("epubcheck")
@pytest.mark.outside("java")
def test_epubcheck_accepts_it(tmp_path: Path) -> None:
    file = tmp_path / "book.epub"
    file.write_bytes(book_file("never-over", "sample"))
    # Debian's epubcheck is the Java archive itself, which only some systems can start by itself.
    java = [
        "java",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "-jar",
        str(shutil.which("epubcheck")),
    ]
    done = subprocess.run(
        [*java, "--failonwarnings", str(file)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout + done.stderr


# --- the command


def test_files_are_named_after_the_pack_and_the_format(say: Callable[..., Any]) -> None:
    done = say("rulebook", "standard-52", "--game", "up-and-over", "--format", "html")
    assert done.code == 0
    assert "output/standard-52-up-and-over-rulebook.html: the rules as one HTML file of" in done
    written = Path("output/standard-52-up-and-over-rulebook.html").read_bytes()
    assert written == write_web_book(api.load("standard-52"), BookJob("up-and-over"), "html")
    done = say("summary", "never-over", "--format", "epub", "-o", "short.epub")
    assert "short.epub: the rules as an EPUB" in done
    assert zipfile.is_zipfile("short.epub")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rulebook", "--format", "html", "--booklet"), "--booklet is for pages of paper"),
        (("rulebook", "--format", "epub", "--press"), "--press is for pages of paper"),
        (("summary", "--format", "html", "--ragged"), "--ragged is for pages of paper"),
        (("rulebook", "-o", "rules.html"), "rules.html is not a PDF file: add --format html"),
        (("rulebook", "--format", "html", "-o", "rules.pdf"), "a file that ends in .html"),
    ],
)
def test_what_does_not_go_with_a_screen_is_refused(
    say: Callable[..., Any], arguments: tuple[str, ...], message: str
) -> None:
    done = say(*arguments, "never-over")
    assert done.code == 2
    assert message in done.errors
    assert not list(Path().iterdir())


def test_a_template_of_one_s_own_is_told_its_faults(tmp_path: Path) -> None:
    template = tmp_path / "own.md.j2"
    template.write_text("# Rules\n\n{{ card('+9') }}\n")
    with pytest.raises(PackError, match=r"\+9"):
        write_web_book(api.load("never-over"), BookJob(template=template), "html")
    template.write_text(f"# Rules\n\nSee[^{'a' * 9000}]\n")
    with pytest.raises(PackError, match="there is no note 'aaa") as told:
        write_web_book(api.load("never-over"), BookJob(template=template), "html")
    [problem] = told.value.problems
    assert len(problem.message + problem.hint) < 150
    template.write_text("# Rules\n\n{{ card('+3') }}\n")
    assert b"+3</span>" in write_web_book(api.load("never-over"), BookJob(template=template), "html")


# --- in a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        # CI runs as root, where Chromium has no sandbox; the pages are our own.
        opened = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.mark.outside("chromium")
@pytest.mark.parametrize(("name", "game"), BOOKS)
def test_axe_finds_nothing_in_light_and_dark_on_phone_and_desk(
    browser: Any, tmp_path: Path, name: str, game: str | None
) -> None:
    """Each book is checked in two of the four cases; the first and the second together in all."""
    from axe_playwright_python.sync_playwright import Axe

    file = tmp_path / "book.html"
    file.write_text(page(name, game))
    shown = browser.new_page(viewport={"width": 360, "height": 740})
    shown.goto(file.as_uri())
    assert shown.evaluate("document.documentElement.scrollWidth") == 360
    # What drawings are made of has no text, and takes half of the time.
    shown.evaluate("document.querySelectorAll('svg > *').forEach(part => part.remove())")
    for width, scheme in ((390, "dark"), (1280, "light")) if game else ((390, "light"), (1280, "dark")):
        shown.set_viewport_size({"width": width, "height": 900})
        shown.emulate_media(color_scheme=scheme)
        # Colours are all that differs in the dark.
        rules = {} if scheme == "light" else {"runOnly": ["color-contrast"]}
        found = Axe().run(shown, options=rules)
        assert found.response["passes"]
        assert not found.response["violations"], (width, scheme, found.generate_report())
    shown.close()


@pytest.mark.outside("chromium")
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_contents_beside_the_text_are_whole_where_there_is_just_room_for_them(
    browser: Any, tmp_path: Path, direction: str
) -> None:
    file = tmp_path / "book.html"
    file.write_text(page("never-over", "sample"))
    shown = browser.new_page(viewport={"width": 1030, "height": 900})
    shown.goto(file.as_uri())
    shown.evaluate(f"document.documentElement.dir = '{direction}'")
    contents, text = (shown.locator(each).bounding_box() for each in ("nav", "main"))
    assert contents["x"] >= 0
    assert contents["x"] + contents["width"] <= 1030
    assert contents["x"] + contents["width"] <= text["x"] or text["x"] + text["width"] <= contents["x"]
    assert shown.evaluate("(nav => nav.scrollWidth <= nav.clientWidth)(document.querySelector('nav'))")
    # Titles below a title are set in from the side where reading begins.
    outer, inner = (shown.locator(each).first.bounding_box() for each in ("nav > ol > li > a", "nav ol ol a"))
    edges = [box["x"] if direction == "ltr" else -box["x"] - box["width"] for box in (outer, inner)]
    assert edges[0] < edges[1]
    shown.close()


@pytest.mark.outside("chromium")
def test_a_card_looks_on_the_screen_as_it_is_printed(browser: Any) -> None:
    """Pixels of a card as SVG and of the same card as PDF differ at edges only."""
    shown = browser.new_page()
    for name, place in (("never-over", 0), ("standard-52", 12)):
        pack = api.load(name)
        card = pack.cards[place]
        wide, high = (round(side) for side in pack.card.size)
        writer = SvgWriter()
        drawn = writer.svg(*pack.card.size, [clipped_card(pack, card, Rect(0, 0, *pack.card.size))])
        shown.set_viewport_size({"width": wide, "height": high})
        sized = f'<svg width="0" height="0">{writer.definitions}</svg>' + drawn.replace(
            "<svg ", f'<svg style="position:absolute;left:0;top:0;width:{wide}px;height:{high}px" '
        )
        shown.set_content(f"<body>{sized}</body>")
        screen = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
        [printed] = side_pictures(pack, [card], ImageJob(PictureCanvas((wide, high), 72)))
        inside = Rect(8, 8, wide - 16, high - 16)
        box = (int(inside.x), int(inside.y), int(inside.right), int(inside.top))
        differs = ImageChops.difference(screen.crop(box), printed.convert("RGB").crop(box))
        assert max(ImageStat.Stat(differs).mean) < 6
        assert len(screen.crop(box).getcolors(1 << 20)) > 20
    shown.close()
