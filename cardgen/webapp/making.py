"""Take it away: the commands that make files, run as anybody would run them, and what came of them.

What is shown to be copied is what is run, so nothing can be made here that a terminal would make otherwise;
only the search for designs is asked besides to say what it has found so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError
from ..output.files import REPORT
from ..pack.values import language_tag
from ..prepress.printers import library as printers
from ..units import PAPERS

#: Seconds after which a command is ended, and the most that it may say.
_LONGEST, _MOST_SAID = 600.0, 100_000
#: Seconds that a command has to come to an end by itself.
_LAST_WORDS = 10.0


class Kind(NamedTuple):
    """A command that makes something of a pack."""

    title: str
    words: tuple[str, ...]
    about: str
    #: Which choices it has.
    paper: bool = False
    printer: bool = False
    #: It makes no file, and says something for one printer.
    says: bool = False


KINDS: dict[str, Kind] = {
    "build": Kind("Everything for home", ("build",), "Sheets to print and cut, and the rules.", paper=True),
    "sheets": Kind("Sheets", ("sheets",), "A PDF to print at home and cut.", paper=True),
    "rulebook": Kind("Rulebook", ("rulebook",), "The rules as a book, with the pack's own cards."),
    "html": Kind(
        "Rules for phones", ("rulebook", "--format", "html"), "The rules as one page for a browser."
    ),
    "epub": Kind("Rules as an e-book", ("rulebook", "--format", "epub"), "The rules for readers of books."),
    "summary": Kind("Rules on a page", ("summary",), "The rules on one page."),
    "box": Kind("Box", ("box",), "A box for the pack, to print on card, cut, fold and glue.", paper=True),
    "press": Kind("Press files", ("press",), "PDF/X for a card manufacturer.", printer=True),
    "proof": Kind("Proof", ("proof",), "A PDF to look at before you pay.", printer=True),
    "order": Kind(
        "What to order",
        ("order",),
        "What to choose at a printer, and what to hand in.",
        printer=True,
        says=True,
    ),
    "images": Kind("Pictures", ("images",), "A picture of each face and the back.", printer=True),
    "tabletop": Kind(
        "Tabletop Simulator",
        ("images", "--for", "tabletop-simulator"),
        "A deck for the virtual table, ready to load.",
    ),
    "playingcards": Kind(
        "playingcards.io", ("images", "--for", "playingcards-io"), "A deck for the site's editor."
    ),
}


def listed() -> list[dict[str, Any]]:
    """List what can be made, for the page."""
    return [{"kind": key, **kind._asdict(), "words": list(kind.words)} for key, kind in KINDS.items()]


def command(file: Path, asked: dict[str, Any]) -> list[str]:
    """Return the words of a command, its pack named as from its folder. Raises UsageError."""
    kind = KINDS.get(asked["kind"])
    if kind is None:
        raise UsageError("there is nothing of that kind to make")
    if asked["paper"] not in PAPERS:
        raise UsageError("there is no such paper")
    if asked["printer"] is not None and asked["printer"] not in printers.names():
        raise UsageError("there is no such printer")
    if kind.says and not asked["printer"]:
        raise UsageError("choose a printer first: an order is for one of them")
    language = language_of(asked)
    # A name that begins with a hyphen is no option.
    name = f"./{file.name}" if file.name.startswith("-") else file.name
    words = [kind.words[0], name, *kind.words[1:]]
    if kind.paper and asked["paper"] != "a4":
        words += ["--paper", asked["paper"]]
    if kind.printer and asked["printer"]:
        words += ["--printer", asked["printer"]]
    if language:
        words += ["--language", language]
    return words


def language_of(asked: dict[str, Any]) -> str | None:
    """Return the language that a message asks for, None for the pack's own. Raises UsageError."""
    if asked["language"] is None:
        return None
    try:
        return language_tag(asked["language"])
    except ValueError as error:
        raise UsageError(str(error)) from error


_TARGET = r"(same|[+-]?[0-9]{1,6}(\.[0-9]{1,4})?%?)"
#: The wishes for a composition: the form of each, and what it looks like.
_WISHES = {
    "attack": (_TARGET, "+10%, -5%, 45 or same"),
    "defence": (_TARGET, "+10%, -5%, 45 or same"),
    "wish": (rf"[\w()][\w ()-]{{0,60}}={_TARGET}", "a figure and what it is to be, such as turns=-10%"),
    "keep": (r"(green|red)-(cards|points)", "green-cards, red-cards, green-points or red-points"),
    "temperament": (r"[a-z][a-z-]{0,20}", "careful"),
}
#: Games of a search, and those by which what it finds is measured: half a minute with the compiled engine.
_SEARCH, _MEASURED = 200_000, 20_000


def design(file: Path, asked: dict[str, Any]) -> list[str]:
    """Return the words of the command that finds compositions. Raises UsageError."""
    if not any(asked[name] for name in ("attack", "defence", "wish")):
        raise UsageError("wish for something: an attack of +10%, say")
    words = [
        "design",
        *command(file, {"kind": "build", "printer": None, "paper": "a4", "language": None})[1:],
    ]
    for name, (form, example) in _WISHES.items():
        if asked[name]:
            if not re.fullmatch(form, asked[name]):
                raise UsageError(f"{name} is written as {example}")
            words.append(f"--{name}={asked[name]}")
    words += [] if asked["players"] is None else [f"--players={asked['players']}"]
    return [*words, f"--most-games={_SEARCH}", f"--games={_MEASURED}"]


def written(words: list[str]) -> str:
    """Return a command as it is typed."""
    return shlex.join(["cardgen", *words])


class Output(NamedTuple):
    """A file that a command made."""

    #: To download, the name for Maker.file(); else as from the pack's folder.
    name: str
    #: In bytes.
    size: int


class Made(NamedTuple):
    """What a command made and said."""

    code: int
    said: str
    files: list[Output]
    #: Whether it was ended before it was done.
    cancelled: bool = False


class Maker:
    """Runs commands, one after the other, and keeps what is to be downloaded until the studio ends."""

    def __init__(self) -> None:
        self._home: Path | None = None
        self._turn = asyncio.Lock()
        self._running: asyncio.subprocess.Process | None = None
        #: Who has asked for what runs, and who no longer wants what was asked for.
        self._owner: object = None
        self._unwanted: set[object] = set()
        self._count = 0

    async def make(
        self,
        folder: Path,
        words: list[str],
        keep: bool,
        started: Callable[[], None],
        heard: Callable[[dict[str, Any]], None] = lambda told: None,
        owner: object = None,
    ) -> Made:
        """Run a command in the pack's folder. keep: its files are for download, not for the folder.

        heard: told how far the command is, and each other line of JSON, as soon as it says so. owner: for
        stop(). Raises UsageError where it takes too long, or where a folder is not there.
        """
        self._unwanted.discard(owner)
        async with self._turn:
            if owner in self._unwanted:
                return Made(0, "", [], cancelled=True)
            self._owner = owner
            started()
            try:
                made = await self._made(folder, words, keep, heard)
            except OSError as error:
                where = f"{error.filename}: " if error.filename else ""
                raise UsageError(f"{where}{error.strerror or error}") from error
            finally:
                self._owner = None
            return made._replace(cancelled=bool(made.code) and owner in self._unwanted)

    async def _made(
        self, folder: Path, words: list[str], keep: bool, heard: Callable[[dict[str, Any]], None]
    ) -> Made:
        home = self._folder()
        self._count += 1
        report = home / f"{self._count}.written"
        if not keep:
            code, said = await self._run(folder, words, heard, report)
            return Made(code, said, _outputs(report, folder))
        place = home / str(self._count)
        place.mkdir()
        code, said = await self._run(folder, [*words, "-o", str(place / _inner(words))], heard, report)
        said = said.replace(f"{place}/", "").replace(str(place), "")
        return Made(code, said, _outputs(report, home))

    def _folder(self) -> Path:
        """Return a folder of one's own for what is to be downloaded and for lists of what was written."""
        if self._home is None:
            self._home = Path(tempfile.mkdtemp(prefix="cardgen-studio-")).resolve()
        return self._home

    def file(self, name: str) -> Path | None:
        """Return a file to download, by the name that make() gave; None for any other."""
        if self._home is None:
            return None
        known = {path.relative_to(self._home).as_posix(): path for path in self._home.rglob("*")}
        path = known.get(name)
        return path if path is not None and path.is_file() else None

    def zipped(self, number: str) -> bytes | None:
        """Return all files of one command as a zip; None where there is none."""
        import io
        import zipfile

        if self._home is None or not number.isdigit() or not (self._home / number).is_dir():
            return None
        out = io.BytesIO()
        home = self._home / number
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for path in sorted(home.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(home).as_posix())
        return out.getvalue()

    async def _run(
        self, folder: Path, words: list[str], heard: Callable[[dict[str, Any]], None], report: Path
    ) -> tuple[int, str]:
        # -P: nothing that lies beside a stranger's pack is taken for a part of Python.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cardgen", *words),
            cwd=folder,
            env={**os.environ, "CARDGEN_PROGRESS": "json-lines", REPORT: str(report)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=_MOST_SAID,
        )
        self._running = process
        said = b""
        assert process.stdout is not None  # noqa: S101 - it was asked for
        try:
            async with asyncio.timeout(_LONGEST):
                async for line in process.stdout:
                    try:
                        told = json.loads(line) if line.startswith(b"{") else None
                    except ValueError:
                        told = None
                    if told is None:
                        said = (said + line)[-_MOST_SAID:]
                    else:
                        heard(told)
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise UsageError(f"this took more than {_LONGEST / 60:.0f} minutes and was ended") from None
        finally:
            self._running = None
        return process.returncode or 0, said.decode(errors="replace")

    async def stop(self, owner: object) -> None:
        """End what was asked for by somebody, or never begin it.

        What runs may tell what it has so far, as after Ctrl-C; it is ended for good where that takes long.
        """
        self._unwanted.add(owner)
        process = self._running
        if process is None or self._owner != owner:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), _LAST_WORDS)
            except TimeoutError:
                process.kill()

    def end(self) -> None:
        """End what runs, and clear away what was kept."""
        if self._running is not None:
            with contextlib.suppress(ProcessLookupError):
                self._running.terminate()
        if self._home is not None:
            shutil.rmtree(self._home, ignore_errors=True)


def _outputs(report: Path, folder: Path) -> list[Output]:
    """Return the files below a folder that a command has listed as written and that are still there, by name.

    report: the list, as output.files writes it; there is none where nothing was written.
    """
    written: set[Path] = set()
    with contextlib.suppress(FileNotFoundError):
        written = {Path(json.loads(line)) for line in report.read_text(encoding="utf-8").splitlines()}
        report.unlink()
    outputs = []
    for path in sorted(written):
        with contextlib.suppress(OSError, ValueError):
            name = path.relative_to(folder.resolve()).as_posix()
            outputs.append(Output(name, path.lstat().st_size))
    return outputs


def _inner(words: list[str]) -> str:
    """Return what the folder of a command's files is called; pictures want one that is named."""
    return "pictures" if words[0] == "images" else "."
