"""The site of the documentation: its links, its search, and that it asks no other server for anything."""

import runpy
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.cli.main import run
from cardgen.pack import folders

TOP = Path(__file__).parents[2]
SITE: dict[str, Any] = runpy.run_path(str(TOP / "docs" / "site.py"))


def test_every_page_is_in_the_navigation() -> None:
    pages = {file.name for file in (TOP / "docs").glob("*.md")} | set(SITE["BESIDE"])
    assert {name for name in pages if f'"{name}"' not in SITE["CONFIG"]} == set()


def test_a_folder_with_other_files_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FileExistsError, match="is not a site"):
        SITE["make_site"](tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_docs_says_where_a_page_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "site").mkdir()
    for name in ("index", "printing"):
        (tmp_path / "site" / f"{name}.html").write_text("<p>")
    monkeypatch.setattr(folders, "bundled_folder", lambda kind: tmp_path / kind)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert run(["docs", "printing"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'site' / 'printing.html'}\n"
    assert opened == [(tmp_path / "site" / "printing.html").as_uri()]
    assert run(["docs", "prinitng", "--no-browser"]) == 2
    assert "there is no page 'prinitng'; did you mean 'printing'?" in capsys.readouterr().err
    shutil.rmtree(tmp_path / "site")
    assert run(["docs"]) == 2
    assert "was installed without pages" in capsys.readouterr().err


def test_links_to_missing_files_and_places_are_named(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<h1 id="top"><a href="#top"><a href="#foot"><a href="b.html#c"><img src="d.png"><a href="https://x.org">'
    )
    (tmp_path / "b.html").write_text('<h2 id="C"><a href="index.html#top">')
    assert list(SITE["dead_links"](tmp_path)) == [
        "index.html: #foot",
        "index.html: b.html#c",
        "index.html: d.png",
    ]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, in a folder."""
    pytest.importorskip("zensical")
    folder = tmp_path_factory.mktemp("site") / "made"
    # Ends with an error at a link that leads nowhere.
    SITE["make_site"](folder)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield chromium
        chromium.close()


@pytest.mark.outside("chromium")
def test_the_site_is_searched_as_files_and_asks_no_other_server(site: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    # Its list of results is closed to scripts, and Enter opens what was found for the letters searched so
    # far: wait longer each time, until the whole question was searched.
    for pause in range(250, 5000, 250):
        page.goto((site / "index.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type("align the backs")
        page.wait_for_timeout(pause)
        page.keyboard.press("Enter")
        page.wait_for_timeout(pause)
        if "printing.html" in page.url:
            break
    page.wait_for_url("**/printing.html*")
    assert page.get_by_role("heading", name="Align the backs").is_visible()
    with zipfile.ZipFile(site / "examples" / "market.zip") as archive:
        assert sorted(archive.namelist()) == ["market/market.csv", "market/market.yaml"]
    assert 'href="examples/market.zip"' in (site / "gallery.html").read_text(encoding="utf-8")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    # Nothing is wider than the screen of a phone.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
