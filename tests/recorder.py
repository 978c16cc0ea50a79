"""Record what cardgen makes and says, as hashes, to compare two versions of the code.

Run it before and after a change that should change nothing:

    python tests/recorder.py before.json
    python tests/recorder.py after.json --against before.json

The second run names every recipe that differs, and ends with 1 if there is one. A recipe is one command line,
or several of which each goes on with the files of those before. Four things are compared separately: the exit
codes; the files; the facts, which is what the commands print as their result; and the messages, which is what
they print on the error stream. Of the studio the files are its pictures and the facts what it tells the page.
Of the table of a game the facts are what the page is sent of it.
A part of the record is made with --only, such as --only press.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
#: Command lines, run one after the other in one folder.
Recipe = tuple[tuple[str, ...], ...]
#: The first word of a recipe that looks at a pack in the studio.
STUDIO = "studio"
#: The first word of a recipe that plays at the table of the page (`cardgen play --page`).
TABLE = "table"
#: Moves of a game at the table that are recorded.
MOVES = 40
#: Pixels that a picture of the studio is wide, of a card and of a page.
WIDTH, PAGE_WIDTH = 120, 300
#: One worker: the recorder runs commands in processes that may start none.
FEW = ("--games", "300", "--seed", "7", "--workers", "1")
ROWS = (("short-24", "suits"), ("short-25", "unfettered"))


def recipes() -> Iterator[Recipe]:
    """Yield what is recorded: each command by itself, and the recipes of several."""
    yield from ((command,) for command in commands())
    yield from chains()


def commands() -> Iterator[tuple[str, ...]]:
    """Yield command lines: every bundled pack, example, printer and game with each kind of output."""
    from cardgen.api import load
    from cardgen.pack import library
    from cardgen.prepress.printers import library as printers

    for name in sorted(library.bundled_pack_names()):
        pack = load(name)
        yield from (("check", name), ("show", name), ("show", name, "--resolved"), ("build", name))
        yield from (("sheets", name, "--backs", backs) for backs in ("separate", "none", "gutterfold"))
        yield from (("sheets", name, "--guides", guides) for guides in ("lines", "ticks", "rounded", "none"))
        yield from (("sheets", name, "--flip", "short", *more) for more in ((), ("--paper", "letter")))
        yield from (("sheets", name, "--style", style, "--ink-saver") for style in ("solid", "paper"))
        for printer in sorted(printers.preset_names()):
            yield from ((each, name, "--printer", printer) for each in ("order", "press", "proof", "images"))
        yield from (("press", name, "--standard", standard, *more)
                    for standard in ("x1a", "x4") for more in ((), ("--sheet", "3x3")))  # fmt: skip
        small = ("images", name, "--dpi", "72")
        yield from ((*small, "--format", form) for form in ("png", "jpg", "tif"))
        yield (*small, "--rounded")
        yield from ((*small[:2], "--for", table) for table in ("tabletop-simulator", "playingcards-io"))
        yield ("share", name, "--dpi", "72")
        yield ("proof", name)
        yield from (("box", name, *more) for more in ((), ("--paper", "letter", "--measured", "17 mm"),
                    ("--sleeves", "80 x 130 mm", "--thickness", "0.5 mm"), ("--press",),
                    ("--type", "two-piece", "--cut-files"), ("--type", "insert")))  # fmt: skip
        yield from (("stats", name, *more) for more in (("--format", "json"), ()))
        yield from (("order", name, "--printer", printer, "--format", "json", "--copies", "500")
                    for printer in sorted(printers.preset_names()))  # fmt: skip
        yield (STUDIO, name)
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
    row = ("match", "standard-52", "sensible", "random", "--game", "addenda")
    yield (*row, "--deals", "10", "--workers", "1", "--format", "json")
    yield from (("solve", name, "--kind", kind, "--seed", "7", "--format", "json") for name, kind in ROWS)
    topics = ("packs", "papers", "sizes", "patterns", "games", "options", "players", "measures")
    yield from (("list", each) for each in topics)
    yield from (("calibrate", "desk", "--paper", paper) for paper in ("a4", "letter"))
    yield from (("printers", name) for name in sorted(printers.preset_names()))
    yield from (("schema", "--of", each) for each in ("pack", "printer"))
    yield from (("check", str(file)) for file in sorted((ROOT / "tests/bad").glob("*.yaml")))
    yield from (("printers", str(file)) for file in sorted((ROOT / "tests/bad_printers").glob("*.yaml")))
    for name, file in sorted(library.example_files().items()):
        example = str(file)
        whole = ("check", "show", "build", "box", "stats", "press", "proof", STUDIO)
        yield from ((each, example) for each in whole)
        yield ("show", example, "-o", f"{name}.png")
        yield from (("sheets", example, "--backs", backs) for backs in ("separate", "gutterfold"))
        yield ("images", example, "--dpi", "72")
        yield ("order", example, "--printer", "makeplayingcards")


def chains() -> Iterator[Recipe]:
    """Yield games at the table, and recipes of several commands: what is made is read back, translated or
    looked at once more.
    """
    from cardgen.api import load
    from cardgen.pack import library

    # Logs of bots alone are left out with a message.
    for name in library.bundled_pack_names():
        yield from (((TABLE, name, game),) for game in load(name).games)
    yield ("play", "short-24", "--watch", "--seed", "5", "--games", "2"), ("logs", "short-24", "output")
    packs = {name: name for name in library.bundled_pack_names()}
    packs |= {name: str(file) for name, file in library.example_files().items()}
    for name, pack in sorted(packs.items()):
        whose = ("--pack", pack)
        yield ("sheets", pack, "-o", "cards.pdf"), ("verify", "cards.pdf", *whose)
        yield (("sheets", pack, "--backs", "separate", "-o", "cards.pdf"),
               ("verify", "cards-fronts.pdf", "cards-backs.pdf", *whose),
               ("verify", "cards-backs.pdf", *whose))  # fmt: skip
        again = (whose, ("--format", "json"), ("--printer", "mbprint"))
        yield ("press", pack, "-o", "press.pdf"), *(("preflight", "press.pdf", *more) for more in again)
        yield (("images", pack, "--dpi", "72", "-o", "pictures"),
               ("preflight", "pictures", "--printer", "makeplayingcards", *whose))  # fmt: skip
        yield (("sheets", pack, "-o", "cards.pdf"),
               ("changes", pack, "--since", "cards.pdf", "--size", "tarot", "--format", "json"))  # fmt: skip
        yield ("words", pack, "eo", "-o", "."), ("words", pack, "eo", "-o", ".")
        yield ("new", "my-pack.yaml", "--from", name), ("check", "my-pack.yaml"), ("sheets", "my-pack.yaml")


def record(recipe: Recipe) -> tuple[str, dict[str, object]]:
    """Run a recipe in an empty folder; returns its command lines with hashes of what came of it."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            runs = [run(words) for words in recipe]
        finally:
            os.chdir(before)
        files = {str(file.relative_to(folder)): digest(file.read_bytes().replace(folder.encode(), b""))
                 for file in sorted(Path(folder).rglob("*")) if file.is_file()}  # fmt: skip
        codes, facts, messages = zip(*runs, strict=True)

        def plain(texts: tuple[str, ...]) -> str:
            return digest("\0".join(texts).replace(str(ROOT), "").replace(folder, "").encode())

        found = {"codes": list(codes), "files": files, "facts": plain(facts), "messages": plain(messages)}
    return name_of(recipe), found


def name_of(recipe: Recipe) -> str:
    """Return the command lines of a recipe, files named as from the repository."""
    return "; ".join(map(" ".join, recipe)).replace(f"{ROOT}/", "")


def run(words: tuple[str, ...]) -> tuple[int, str, str]:
    """Run one command line in the current folder; returns its exit code, facts and messages."""
    if words[0] == STUDIO:
        return 0, look(words[1]), ""
    if words[0] == TABLE:
        return 0, told_at_table(words[1], words[2]), ""
    from cardgen.cli.main import run

    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = run(list(words))
    return code, out.getvalue(), errors.getvalue()


def look(name: str) -> str:
    """Look at a pack as the studio does, leave its pictures in the current folder, return what it tells."""
    from cardgen.pack import library
    from cardgen.webapp.workspace import Workspace

    file, bench = library.pack_file(name).resolve(), Workspace()
    bench.open(file)
    raw = file.read_bytes()
    answer = bench.examine("tab", 1, raw, raw.decode(), (0, 1_000))
    asked = {"paper": "a4", "flip": "long", "guides": "auto", "backs": "duplex"}
    sheets = bench.make_sheets("tab", 1, asked)
    sides = [*answer["pack"]["faces"], *answer["pack"]["backs"]]
    for number, side in enumerate(sides):
        Path(f"{number}.png").write_bytes(bench.picture(side["key"], WIDTH)[0])
    [made] = sheets["files"]
    for page in range(len(made["pages"])):
        Path(f"page-{page}.jpg").write_bytes(bench.picture(made["key"], PAGE_WIDTH, page=page)[0])
    return json.dumps([without_keys(answer), without_keys(sheets)], sort_keys=True)


def told_at_table(name: str, game: str) -> str:
    """Play a game with bots by the first move that is offered, and return what the page is sent each time."""
    from cardgen import load
    from cardgen.gaming.games.game import Setup
    from cardgen.gaming.games.sitting import Sitting, experiment_sitters_and_bot
    from cardgen.webapp.sittings import scene_record

    pack = load(name)
    experiment, seats, _ = experiment_sitters_and_bot(pack, Setup(game), ("Anna",), None)
    sitting, told = Sitting(pack, experiment, seats, 5), list[Any]()
    while sitting.game.turn is not None and len(sitting.moves) < MOVES:
        if sitting.is_bot_next:
            sitting.make_move(sitting.bot_move())
            continue
        scene = sitting.scene(0)
        told.append(scene_record(scene, sitting.words(0)))
        sitting.make_move(min(scene.moves, key=lambda move: bool(move.warning)).label)
    return json.dumps([told, sitting.stories], sort_keys=True)


def without_keys(told: Any) -> Any:
    """Return an answer without the keys of its pictures, which the dates of files go into."""
    if isinstance(told, dict):
        return {name: without_keys(value) for name, value in told.items() if name != "key"}
    return [without_keys(each) for each in told] if isinstance(told, list | tuple) else told


def digest(data: bytes) -> str:
    """Hash bytes, short enough to read."""
    return hashlib.sha256(data).hexdigest()[:20]


#: What is compared of a recipe.
PARTS = ("codes", "files", "facts", "messages")


def differences(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each recipe of two records that differs: what of it, and which files."""
    for line in sorted(old | new):
        was, now = old.get(line), new.get(line)
        if was is None or now is None:
            yield f"{line}: {'new' if was is None else 'gone'}"
            continue
        changed = [part for part in PARTS if was[part] != now[part]]
        if "files" in changed:
            names = sorted({*was["files"], *now["files"]})
            other = [name for name in names if was["files"].get(name) != now["files"].get(name)]
            more = f" and {len(other) - FEW_FILES} more" if len(other) > FEW_FILES else ""
            changed[changed.index("files")] = f"files ({', '.join(other[:FEW_FILES])}{more})"
        if changed:
            yield f"{line}: {', '.join(changed)}"


#: Files that a line names.
FEW_FILES = 3


def main() -> int:
    """Write the record, and say what differs from another."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("record", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--only", default="", help="recipes that hold this text")
    parser.add_argument("--workers", type=int, help="processes; default: one a core")
    given = parser.parse_args()

    def is_wanted(line: str) -> bool:
        return given.only in line

    wanted = [each for each in recipes() if is_wanted(name_of(each))]
    # Not those of multiprocessing.Pool, which may start no processes of their own, as verify does.
    with ProcessPoolExecutor(given.workers or os.cpu_count()) as pool:
        found = dict(pool.map(record, wanted))
    given.record.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    old = json.loads(given.against.read_text()) if given.against else found
    differing = list(differences({line: each for line, each in old.items() if is_wanted(line)}, found))
    print("\n".join([*differing, f"{len(found)} recipes, {len(differing)} differ"]))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
