"""Record what cardgen makes and says, as hashes, to compare two versions of the code.

Run it before and after a change that should change nothing:

    python tests/recorder.py before.json
    python tests/recorder.py after.json --against before.json

The second run names every command whose files, words or exit code differ, and ends with 1 if there is
one. A part of the record is made with --only, such as --only press.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: One worker: the recorder runs commands in processes that may start none.
FEW = ("--games", "300", "--seed", "7", "--workers", "1")
ROWS = (("short-24", "suits"), ("short-25", "unfettered"))


def commands() -> Iterator[tuple[str, ...]]:
    """List the command lines: every bundled pack, printer and game with each kind of output."""
    from cardgen.api import load
    from cardgen.pack import library
    from cardgen.printers import library as printers

    for name in sorted(library.names()):
        pack = load(name)
        yield from (("check", name), ("show", name), ("show", name, "--resolved"), ("build", name))
        yield from (("sheets", name, "--backs", backs) for backs in ("separate", "none", "gutterfold"))
        yield from (("sheets", name, "--guides", guides) for guides in ("lines", "ticks", "rounded", "none"))
        yield from (("sheets", name, "--flip", "short", *more) for more in ((), ("--paper", "letter")))
        yield from (("sheets", name, "--style", style, "--ink-saver") for style in ("solid", "paper"))
        for printer in sorted(printers.names()):
            yield from ((each, name, "--printer", printer) for each in ("order", "press", "proof", "images"))
        yield from (("press", name, "--standard", standard, *more)
                    for standard in ("x1a", "x4") for more in ((), ("--sheet",)))  # fmt: skip
        small = ("images", name, "--dpi", "72")
        yield from ((*small, "--format", form) for form in ("png", "jpg", "tif"))
        yield (*small, "--rounded")
        yield from ((*small[:2], "--for", table) for table in ("tabletop-simulator", "playingcards-io"))
        yield ("proof", name)
        yield ("stats", name, "--format", "json")
        for game in pack.games:
            book = (name, "--game", game)
            yield from (("rulebook", *book, "--format", form)
                        for form in ("a4", "letter", "a5", "half-letter", "a6", "card"))  # fmt: skip
            yield from ((each, *book, "--format", form) for each in ("rulebook", "summary")
                        for form in ("html", "epub"))  # fmt: skip
            yield from (("rulebook", *book, "--format", "a5", each) for each in ("--booklet", "--press"))
            yield from (("summary", *book, *more) for more in ((), ("--card",)))
            yield ("simulate", *book, *FEW, "--format", "json")
    yield from (("compare", "never-over", other, *FEW, "--format", "json")
                for other in ("never-over-attack", "never-over-defence"))  # fmt: skip
    search = ("--defence", "+20%", "--seed", "3", "--most-games", "20000", "--temperament", "greedy")
    yield ("design", "never-over", *search, "--workers", "1", "--format", "json", "-o", "designs")
    yield from (("solve", name, "--kind", kind, "--seed", "7", "--format", "json") for name, kind in ROWS)
    topics = ("packs", "papers", "sizes", "patterns", "games", "options", "players", "measures")
    yield from (("list", each) for each in topics)
    yield from (("printers", name) for name in sorted(printers.names()))
    yield from (("schema", "--of", each) for each in ("pack", "printer"))
    yield from (("check", str(file)) for file in sorted((ROOT / "tests/bad").glob("*.yaml")))
    yield from (("printers", str(file)) for file in sorted((ROOT / "tests/bad_printers").glob("*.yaml")))


def record(command: tuple[str, ...]) -> tuple[str, dict[str, object]]:
    """Run one command line in an empty folder; returns it with its exit code and hashes of what it made."""
    from cardgen.cli.main import run

    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            code = run(list(command))
        said = (out.getvalue() + "\0" + errors.getvalue()).replace(str(ROOT), "").replace(folder, "")
        files = {str(file.relative_to(folder)): digest(file.read_bytes().replace(folder.encode(), b""))
                 for file in sorted(Path(folder).rglob("*")) if file.is_file()}  # fmt: skip
        os.chdir(before)
    line = " ".join(command).replace(str(ROOT), "")
    return line, {"code": code, "said": digest(said.encode()), "files": files}


def digest(data: bytes) -> str:
    """Hash bytes, short enough to read."""
    return hashlib.sha256(data).hexdigest()[:20]


def main() -> int:
    """Write the record, and say what differs from another."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("record", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--only", default="", help="commands that hold this text")
    given = parser.parse_args()
    wanted = [each for each in commands() if given.only in " ".join(each)]
    with multiprocessing.Pool(maxtasksperchild=40) as pool:
        found = dict(pool.imap_unordered(record, wanted, chunksize=4))
    given.record.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    old = json.loads(given.against.read_text()) if given.against else found
    differing = [line for line in sorted(found | {k: v for k, v in old.items() if given.only in k})
                 if found.get(line) != old.get(line)]  # fmt: skip
    for line in differing:
        was, now = old.get(line, {}), found.get(line, {})
        what = ", ".join(key for key in ("code", "said", "files") if was.get(key) != now.get(key))
        print(f"{line}: {what}")
    print(f"{len(found)} commands, {len(differing)} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
