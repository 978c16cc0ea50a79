"""Record what pages, pictures and results hold, so that no figure that shapes them moves unnoticed.

After a change that is meant, look at the pages, and record them with

    python tests/recorded_output.py

The record has hashes of each page of a PDF, of other files, and of results in JSON. Compression and embedded
fonts do not count, since libraries change them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import tempfile
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pikepdf
import recorder

RECORD = Path(__file__).with_suffix(".json")
#: Libraries that shape what is drawn. Another version of one may draw otherwise.
LIBRARIES = ("reportlab", "matplotlib", "numpy")
EXAMPLES = recorder.ROOT / "docs/examples"
#: Few games of few workers: what players do shows in their measures.
FEW = "--games 300 --seed 7 --workers 1 --format json"
#: Command lines that draw each kind of page once. Those that only preflight costs much are not among them.
COMMANDS = (
    "sheets short-24 --backs gutterfold --guides ticks",
    "sheets spanish-40 --guides rounded",
    "sheets german-32 --flip short --paper letter",
    "sheets standard-52 --style paper --ink-saver",
    *(f"sheets {file} --trust" for file in sorted(EXAMPLES.glob("*/*.yaml"))),
    f"sheets {EXAMPLES}/layouts.yaml --trust",
    "press never-over",
    "proof short-24 --printer makeplayingcards",
    "box never-over",
    "box never-over --type two-piece",
    "box never-over --type insert",
    "box short-24 --press",
    "calibrate desk",
    "share short-24 --dpi 72",
    "rulebook never-over --format a5 --booklet",
    "rulebook never-over --format card",
    "rulebook never-over --format html",
    "rulebook never-over --format epub",
    "rulebook standard-52 --game addenda --format a5",
    "rulebook standard-52 --game up-and-over --format letter",
    "rulebook short-24 --format a6",
    "summary never-over",
    "summary never-over --page first-game",
    "summary never-over --page player-aid",
    "summary never-over --page score-sheet",
    "stats never-over --plot plot.svg",
    "simulate never-over --games 300 --seed 7 --workers 1 --plot plot.svg",
    *(f"simulate never-over --temperament {name} {FEW}" for name in ("careful", "greedy")),
    f"simulate standard-52 --game addenda {FEW}",
    f"simulate standard-52 --game up-and-over {FEW}",
)


def command_name(command: str) -> str:
    """Return a command line with its files named as from the repository."""
    return command.replace(f"{recorder.ROOT}/", "")


def content_hashes(command: str) -> dict[str, str]:
    """Run a command line in an empty folder, and return hashes of its result and of each file's content.

    Pages of a PDF are entries of their own, such as "box.pdf, page 2".
    """
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            code, facts, _ = recorder.run(tuple(command.split()))
        finally:
            os.chdir(before)
        hashes = {"exit code": str(code)}
        if facts.startswith("{"):
            hashes["result"] = content_hash(facts.encode())
        for file in sorted(Path(folder).rglob("*")):
            if file.suffix == ".pdf":
                hashes |= {f"{file.name}, {part}": value for part, value in pdf_hashes(file).items()}
            elif file.suffix == ".epub":
                with ZipFile(file) as parts:
                    texts = (parts.read(name) for name in parts.namelist() if name.endswith("html"))
                    hashes[file.name] = content_hash(b"".join(texts))
            elif file.is_file():
                hashes[file.name] = content_hash(re.sub(rb"base64,[\w+/=]+", b"", file.read_bytes()))
        return hashes


def pdf_hashes(file: Path) -> dict[str, str]:
    """Return a hash of each page of a PDF: its boxes, and what it draws, with the forms that it uses."""
    with pikepdf.open(file) as pdf:
        pages = enumerate(pdf.pages, 1)
        return {f"page {number}": content_hash(page_content(page)) for number, page in pages}


def page_content(page: pikepdf.Page) -> bytes:
    """Return the boxes of a page and its operators, uncompressed, with those of the forms in them."""
    content = BytesIO()
    seen = set[tuple[int, int]]()

    def add(part: pikepdf.Object) -> None:
        if part.objgen in seen and part.objgen != (0, 0):
            return
        seen.add(part.objgen)
        content.write(part.read_bytes())
        forms = part.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
        for form in forms.as_dict().values():
            if form.get("/Subtype") == "/Form":
                add(form)

    for name in ("/MediaBox", "/TrimBox"):
        content.write(" ".join(map(str, page.obj.get(name, ()))).encode())
    page.contents_coalesce()
    add(page.Contents)
    for form in page.resources.get("/XObject", pikepdf.Dictionary()).as_dict().values():
        if form.get("/Subtype") == "/Form":
            add(form)
    return content.getvalue()


def content_hash(data: bytes) -> str:
    """Return a hash that is short enough to read in a difference."""
    return hashlib.sha256(data).hexdigest()[:8]


def library_versions() -> dict[str, str]:
    """Return the installed versions of the libraries that shape what is drawn."""
    return {name: version(name) for name in LIBRARIES}


if __name__ == "__main__":
    form = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(description=__doc__, formatter_class=form).parse_args()
    results = {command_name(command): content_hashes(command) for command in COMMANDS}
    record = {"libraries": library_versions(), "commands": results}
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
