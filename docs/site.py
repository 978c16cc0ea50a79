"""Make the site of the documentation: `python docs/site.py [FOLDER]`. Needs the extra cardgen-kit[docs].

The pages work from a web server and as files, with search, and load nothing from other servers. Without a
folder they go where `cardgen docs` finds them, also in a wheel that is built afterwards.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

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
  {"Home" = "index.md"},
  {"Make" = ["packs.md", "cards.md", "recipes.md", "gallery.md", "studio.md", "coming-from.md"]},
  {"Print" = ["printing.md", "ordering.md", "checking.md"]},
  {"Rules" = ["rulebooks.md", "languages.md", "scripts.md"]},
  {"Design" = ["designing.md", "odds.md", "own-games.md"]},
  {"Play" = ["playing.md", "players.md", "attack-and-defence.md", "standard-games.md"]},
  {"Reference" = ["pack-format.md", "commands.md", "scripting.md", "python.md"]},
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

    Raises CalledProcessError at a dead link, and FileExistsError if the folder holds anything but a site.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / SHIM[1]).is_file():
        raise FileExistsError(f"{folder} is not a site of this script: name another folder")
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        pages = work / "docs"
        shutil.copytree(HERE, pages, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        for name in BESIDE:
            text = (HERE.parent / name).read_text(encoding="utf-8")
            (pages / name).write_text(re.sub(r"\]\(docs/", "](", text), encoding="utf-8")
        for page in pages.glob("*.md"):
            text = page.read_text(encoding="utf-8")
            page.write_text(text.replace("](../", "]("), encoding="utf-8")
        (work / "zensical.toml").write_text(CONFIG, encoding="utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
        subprocess.run(command, cwd=work, check=True)
        for page in (work / "site").glob("*.html"):
            page.write_text(page.read_text(encoding="utf-8").replace(*SHIM), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(work / "site", folder)


if __name__ == "__main__":
    make_site(Path(sys.argv[1]) if len(sys.argv) > 1 else BUNDLED)
