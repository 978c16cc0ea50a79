"""Make the site of the documentation: `python docs/site.py [FOLDER]`. Needs the extra cardgen-kit[docs].

The pages work from a web server and as files, with search, and load nothing from other servers. Without a
folder they go where `cardgen docs` finds them, also in a wheel that is built afterwards.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

HERE = Path(__file__).resolve().parent
#: The folder that `cardgen docs` opens.
BUNDLED = HERE.parent / "cardgen" / "data" / "site"
#: What pages of docs/ link to outside of it.
BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
CONFIG = """\
[project]
site_name = "cardgen"
site_description = "Card packs written in YAML, made into things people hold"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
nav = [
  {"Start" = ["index.md", "install.md", "evening.md", "spreadsheet.md", "coming-from.md"]},
  {"Make" = ["packs.md", "cards.md", "recipes.md", "gallery.md", "looks.md", "studio.md"]},
  {"Print" = ["printing.md", "paper-and-cutting.md", "ordering.md", "checking.md"]},
  {"Rules" = ["rulebooks.md", "languages.md", "scripts.md"]},
  {"Design" = ["designing.md", "odds.md", "own-games.md"]},
  {"Play" = ["playing.md", "players.md", "attack-and-defence.md", "standard-games.md"]},
  {"Reference" = ["pack-format.md", "commands.md", "scripting.md", "python.md", "speed.md"]},
  {"Project" = ["from-0.1.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]},
]

[project.theme]
font = false
language = "en"
features = ["content.code.copy", "navigation.tabs", "navigation.top", "search.highlight", "toc.follow"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"

[project.plugins.offline]
"""


#: What zensical loads for search in files, and the copy of it in the site.
SHIM = ("https://unpkg.com/iframe-worker/shim", "iframe-worker.js")


def make_site(folder: Path) -> None:
    """Write the site into a folder, in place of an older one.

    Raises CalledProcessError or ValueError at a dead link, and FileExistsError if the folder holds anything
    but a site.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / SHIM[1]).is_file():
        raise FileExistsError(f"{folder} is not a site of this script: name another folder")
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        pages = work / "docs"
        # The examples come with the scripts that draw their pictures.
        shutil.copytree(HERE, pages, ignore=shutil.ignore_patterns("__pycache__"))
        for script in pages.glob("*.py"):
            script.unlink()
        for name in BESIDE:
            text = (HERE.parent / name).read_text(encoding="utf-8")
            (pages / name).write_text(re.sub(r"\]\(docs/", "](", text), encoding="utf-8")
        for example in (pages / "examples").iterdir():
            if example.is_dir():
                write_archive(example)
        for page in pages.glob("*.md"):
            text = page.read_text(encoding="utf-8").replace("](../", "](")
            # A folder that a page names is an archive to download in the site.
            page.write_text(re.sub(r"\]\((examples/[\w-]+)\)", r"](\1.zip)", text), encoding="utf-8")
        (work / "zensical.toml").write_text(CONFIG, encoding="utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
        subprocess.run(command, cwd=work, check=True)
        for page in (work / "site").glob("*.html"):
            page.write_text(page.read_text(encoding="utf-8").replace(*SHIM), encoding="utf-8")
        if dead := list(dead_links(work / "site")):
            raise ValueError("\n".join(["these links lead nowhere:", *dead]))
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(work / "site", folder)


def write_archive(folder: Path) -> None:
    """Write an archive of a folder beside it: the same bytes for the same files."""
    with ZipFile(folder.with_suffix(".zip"), "w", ZIP_DEFLATED) as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            name = file.relative_to(folder.parent).as_posix()
            # Without a date of its own, an entry has that of 1980.
            archive.writestr(ZipInfo(name), file.read_bytes(), ZIP_DEFLATED)


def dead_links(site: Path) -> Iterator[str]:
    """Yield each link or picture of a page whose file or place in a page is not in the site."""
    pages = {page: page.read_text(encoding="utf-8") for page in sorted(site.glob("*.html"))}
    places = {page: set(re.findall(r'\bid="?([^"\s>]+)', text)) for page, text in pages.items()}
    for page, text in pages.items():
        # Its links begin at the top of the server that it is on.
        for link in re.findall(r'\b(?:href|src)="([^"]*)"', text) if page.name != "404.html" else ():
            target, _, place = unquote(unescape(link)).partition("#")
            file = (page.parent / target).resolve() if target else page
            if not re.match(r"[a-z]+:", target) and (
                not file.exists() or (place and file in places and place not in places[file])
            ):
                yield f"{page.name}: {link}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=BUNDLED)
    make_site(parser.parse_args().folder)
