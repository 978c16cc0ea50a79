"""The studio's server: the requests of the page and their answers."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import cache, partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import time_ns
from typing import Any, Literal
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from .. import __version__
from ..checks import examination
from ..colour.colors import COLOR_VISIONS
from ..errors import PackError, UsageError
from ..gaming.games import GAMES
from ..gaming.games.compiling import INSTALL
from ..gaming.games.game import Setup
from ..gaming.lab.workers import LocalProcesses
from ..jobs.spreadsheet_decks import is_picture
from ..pack import library
from ..pack.layouts import MOST_BOXES
from ..pack.model import Pack
from ..pack.reading import pack_schema
from ..pack.tables import rows_of
from ..prepress.printers import library as printers
from ..sandbox import untrusted
from ..text.format_names import NAMES
from . import making, messages
from .choice_pictures import choice_picture
from .confined_workspace import ConfinedWorkspace
from .deck_drafts import DeckDraft, write_picture
from .document import FileConflict, PackFile
from .draw_queue import LATER, SEEN, SHEET, TEXT, DrawQueue, Superseded
from .guard import Guard, Keys
from .job_process import JobRequest, empty_outcome
from .pickers import listed_names
from .play import GameProcesses, load_if_playable, play_for_page
from .proofs import make_pages_confined, pages_of
from .rules_file import read_rules, rules_file, save_rules, template_problem_records
from .sittings import Sittings
from .tables import History, Splice, TextTable, spreadsheet_rows
from .words import with_words
from .workspace import SHEET_CHOICES, Stale, Workspace

HERE = Path(__file__).parent / "static"
#: Seconds between checks of the files beside the pack.
_WATCH = 0.4
#: Maximum number of queued events for a slow tab.
_MOST_WAITING = 200
#: Maximum number of jobs whose last event is kept for tabs that do not listen.
_MOST_JOBS = 32
#: Seconds between keep-alive events; the page takes a silence of three for the end of the server.
_ALIVE = 15.0
#: Number of processes for rulebooks and proofs.
_WORKERS = 2
#: Maximum number of cards whose pictures one request names.
_MOST_VISIBLE = 400
#: Maximum number of tabs with a spreadsheet of which a deck is to be made.
_MOST_DRAFTS = 4
#: Maximum number of undo histories of tables: those of windows that were closed are forgotten first.
_MOST_HISTORIES = 64
#: Maximum number of listed packs of a folder.
_MOST_LISTED = 60

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf"}
_PACK_FILE = re.compile(r"\w[\w .-]{0,80}\.ya?ml\Z")
_TAB = re.compile(r"[a-z0-9]{8,40}\Z")

Handler = Callable[[dict[str, Any]], Awaitable[Any]]

_LOST = "the system ended the process that was at work, usually because memory ran out: try again"


class _RestartingPool(LocalProcesses):
    """A process pool that is recreated after the system has killed a worker."""

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Run a task in one of the processes, and return the future of its result.

        Raises UsageError if no process can be started.
        """
        try:
            return super().submit(task, *arguments)
        except BrokenExecutor:
            self.close()
            return super().submit(task, *arguments)


class StudioApp:
    """A run of the studio: the folder, the open pack, and the tabs that show it."""

    def __init__(
        self,
        folder: Path,
        file: Path | None,
        base: str = "",
        trust: bool = False,
        rules: Path | None = None,
        seating: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare a run of the studio.

        file: the pack to open; None if the user is to choose one. base: the pack suggested as the base of a
        new one. trust: work on packs in this process, without limits. rules: the file of a game of the user's
        own, which people can play. seating: what the page of the table preselects before people take their
        seats.
        """
        self.folder = folder
        self.base = base
        self.trust = trust
        self.queue = DrawQueue()
        self.workspace = Workspace() if trust else ConfinedWorkspace(self.queue.verify, self._send_problem)
        self.players = GameProcesses(_RestartingPool)
        self.sittings = Sittings(_RestartingPool(1), rules)
        self.seating = dict(seating or {})
        #: Rulebooks and proofs have their own pool, so that they do not wait for games.
        self.setters = _RestartingPool(_WORKERS)
        self.maker = making.Maker(trust)
        self.document: PackFile | None = None
        self._tabs: dict[str, asyncio.Queue[messages.Event]] = {}
        #: Stamps of the files that tabs name or named, by name.
        self._stamps: dict[str, tuple[int, ...] | None] = {}
        #: The last event of the newest job, by tab and kind: a hidden tab gets it again.
        self._last_of_job: dict[tuple[str, str], messages.Event] = {}
        self._jobs = count(1)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        #: The newest request for a rulebook or a proof by tab, and the lock that is held while one is made.
        self._newest: dict[tuple[str, str], object] = {}
        self._apart_locks: dict[tuple[str, str], asyncio.Lock] = {}
        #: The undo histories of tables by tab, as no window takes back what was changed in another.
        self._histories: dict[tuple[Path, str, str], History] = {}
        #: The lock that is held from reading a table until it is written.
        self._writing = asyncio.Lock()
        #: The decks to be made of spreadsheets by tab, each with the workspace that draws its cards.
        self._drafts: dict[str, tuple[DeckDraft, Workspace | ConfinedWorkspace]] = {}
        self.ending = asyncio.Event()
        #: The event loop that sends events to the tabs.
        self._loop: asyncio.AbstractEventLoop | None = None
        #: The data about cardgen itself for pages.
        self._of_cardgen: asyncio.Future[dict[str, Any]] | None = None
        if file is not None:
            self._open(file)

    def _open(self, file: Path) -> None:
        """Make a file the open pack. Raises UsageError if it cannot be read."""
        self.document = PackFile(file)
        self.workspace.open(file)

    @property
    def _file(self) -> PackFile:
        """Return the file of the open pack. Raises UsageError if none is open."""
        if self.document is None:
            raise UsageError("no pack is open")
        return self.document

    def make_ready(self) -> None:
        """Start the processes that play games if a pack is open, so that they are ready when the page asks
        for games.
        """
        if self.document is not None:
            self.players.start()

    async def warm_up(self) -> None:
        """Load the fonts, the engines and the data that the first page needs, while the browser starts."""
        games = asyncio.create_task(self._load_games())
        # Not the pack itself, which may be long, and is drawn when the page asks for it.
        with contextlib.suppress(Superseded, PackError):
            await self.queue.run_in_thread(
                LATER, partial(self.workspace.warm_up, library.bundled_pack_names()[0])
            )
        await self._bundled_data()
        await games

    async def _load_games(self) -> None:
        """Let the processes load the engines for the games of the open pack, if the pack has no errors."""
        if self.document is not None:
            pack = await asyncio.to_thread(load_if_playable, self.document.path, self.trust)
            if pack is not None:
                self.players.make_ready(pack)

    async def _bundled_data(self) -> dict[str, Any]:
        """Return the data that stay the same in a run, read once by a thread."""
        if self._of_cardgen is None:
            self._of_cardgen = asyncio.ensure_future(asyncio.to_thread(_bundled_data))
        return await self._of_cardgen

    # Requests of the page

    async def answer_state(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the open pack's text and digest, the files of the folder, and the data that stay the same
        in a run."""
        told: dict[str, Any] = {
            "version": __version__,
            "folder": str(self.folder),
            "alive": _ALIVE,
            "lacking": "" if find_spec("numpy") else f"this needs numpy: {INSTALL}",
            "sheets": {name: list(known) for name, known in SHEET_CHOICES.items()},
            "books": list(NAMES),
            "kinds": making.job_offers(self.document.path.name if self.document else ""),
            "forms": making.job_forms(),
            "files": self._files(),
            "file": None,
            "seating": self.seating,
            **await self._bundled_data(),
        }
        if self.document is not None:
            known = self.document.known
            told["file"] = {"name": self.document.path.name, "folder": str(self.document.path.parent)}
            told.update(known._asdict())
        return told

    async def answer_begin(self, _: dict[str, Any]) -> dict[str, Any]:
        """Return the packs from which a new one can be made: cardgen's own, the examples, and the folder's
        files.
        """
        examples = library.example_files()
        packs = [
            {"name": name, "example": name in examples} for name in (*library.bundled_pack_names(), *examples)
        ]
        return {"packs": packs, "files": self._files(), "folder": str(self.folder), "base": self.base}

    async def answer_offer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the title, the number of cards and a picture's key of a pack that comes with cardgen.

        The answer is {} if the pack cannot be drawn here. Raises UsageError if there is no such pack.
        """
        name, examples = request["name"], library.example_files()
        if name not in library.bundled_pack_names() and name not in examples:
            raise UsageError("there is no such pack")
        file = str(examples.get(name, name))
        try:
            pack, key = await self.queue.run_in_thread(
                LATER, partial(self.workspace.pack_with_thumbnail, file)
            )
        except PackError:
            # An example may need a font that is not installed here.
            return {}
        wide = pack.card.width / pack.card.height
        return {"title": pack.name, "cards": pack.count, "key": key, "wide": wide}

    def _files(self) -> list[str]:
        """Return the names of the pack files in the folder, sorted; [] if the folder cannot be read."""
        with contextlib.suppress(OSError):
            names = sorted(entry.name for entry in self.folder.iterdir() if _PACK_FILE.match(entry.name))
            return names[:_MOST_LISTED]
        return []

    async def answer_open(self, request: dict[str, Any]) -> dict[str, Any]:
        """Open a pack of the folder in all tabs."""
        self._open_new(self._file_in_folder(request["name"]))
        return {}

    def _file_in_folder(self, name: str) -> Path:
        """Return the path of a pack file in the folder.

        Raises UsageError for a name of the wrong form and for a file outside of the folder.
        """
        if not _PACK_FILE.match(name):
            raise UsageError("a pack's name is letters, figures, hyphens and .yaml")
        try:
            return untrusted.admit(self.folder, name)
        except untrusted.Unreachable as error:
            raise UsageError(f"{error}; {error.hint}") from error

    async def answer_new(self, request: dict[str, Any]) -> dict[str, Any]:
        """Create a pack file in the folder, as `cardgen new` does, and open it.

        Raises UsageError if the name is refused or the file cannot be made.
        """
        name = _name_of_pack(request["name"])
        if (
            request["base"] not in library.bundled_pack_names()
            and request["base"] not in library.example_files()
        ):
            raise UsageError("there is no such pack")
        copy = request["copy"] and request["base"] in library.bundled_pack_names()
        options = {"file": name, "base": request["base"], **({"copy": True} if copy else {})}
        done = await self.maker.make(self.folder, JobRequest("new", options), keep=False)
        if done["state"] != "done":
            raise UsageError("\n".join([*(each["message"] for each in done["problems"]), *done["faults"]]))
        self._open_new(self.folder / name)
        return {}

    def _open_new(self, file: Path) -> None:
        """Make a file the open pack, load its games, and tell all tabs to show it."""
        self._open(file)
        self.make_ready()
        self._keep_task(asyncio.create_task(self._load_games()))
        self._send_event_to_all("opened", {})

    # A deck from a spreadsheet

    async def answer_spreadsheet(self, request: dict[str, Any]) -> dict[str, Any]:
        """Store a dropped spreadsheet as a tab's deck draft. Raises UsageError if it cannot be read."""
        tab, data = _tab_of_request(request), _file_data(request["data"])
        draft = await asyncio.to_thread(DeckDraft, self.folder, request["name"], data)
        await self._forget_draft(tab)
        for other in list(self._drafts)[: -_MOST_DRAFTS + 1]:
            await self._forget_draft(other)
        drawn = Workspace() if self.trust else ConfinedWorkspace(self.queue.verify, self._send_problem)
        drawn.open(draft.folder / "sample.yaml")
        self._drafts[tab] = draft, drawn
        return {}

    async def _forget_draft(self, tab: str) -> None:
        """Remove a tab's deck draft, if it has one, with its temporary files."""
        if tab in self._drafts:
            draft, drawn = self._drafts.pop(tab)
            await asyncio.to_thread(draft.close)
            await self.queue.run_in_thread(LATER, drawn.close)

    def _deck_draft(self, tab: str) -> tuple[DeckDraft, Workspace | ConfinedWorkspace]:
        """Return a tab's deck draft and the workspace that draws its samples.

        Raises UsageError if the tab has none.
        """
        if tab not in self._drafts:
            raise UsageError("drop the spreadsheet here once more")
        return self._drafts[tab]

    async def answer_upload(self, request: dict[str, Any]) -> dict[str, Any]:
        """Keep a picture for a tab's deck draft, or write it beside the open pack; return its name."""
        data, name = _file_data(request["data"]), request["name"]
        if request["for_draft"]:
            draft, _ = self._deck_draft(_tab_of_request(request))
            return {"name": await asyncio.to_thread(draft.add_picture, name, data)}
        folder = self._file.path.parent
        named = await asyncio.to_thread(self._picture_names_of_pack, _tab_of_request(request))
        return await asyncio.to_thread(write_picture, folder, name, data, request["replace"], named)

    def _picture_names_of_pack(self, tab: str) -> list[str]:
        """Return the pictures that a tab's pack and the cells of its tables name, relative to the folder."""
        folder = self._file.path.parent
        names = [os.path.relpath(name, folder).replace(os.sep, "/") for name in self.workspace.files()]
        tables, language = self.workspace.tables(tab)
        for each in tables:
            # A table that cannot be read is reported by the examination of the pack.
            with contextlib.suppress(PackError, OSError, untrusted.Unreachable):
                rows = rows_of(untrusted.admit(folder, str(each["name"])), each["sheet"], language)
                names += [cell.strip() for _, cells in rows for cell in cells]
        return list(filter(is_picture, names))

    async def answer_proposals(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the columns of a tab's spreadsheet, and some of its cards in each layout that fits them."""
        draft, drawn = self._deck_draft(_tab_of_request(request))
        told = await asyncio.to_thread(
            draft.choose, *(request[key] for key in ("sheet", "language", "head_row", "held"))
        )
        texts = await asyncio.to_thread(draft.sample_texts)
        call = partial(drawn.samples, [text for _, text in texts])
        samples = await self.queue.run_in_thread(SEEN, call, ("proposals", request["tab"]))
        draft.keys = {key for each in samples for key in each["keys"]}
        layouts = [{"name": name, **each} for (name, _), each in zip(texts, samples, strict=True)]
        return {**told, "layouts": [each for each in layouts if each["keys"]]}

    def workspace_of(self, key: str) -> Workspace | ConfinedWorkspace:
        """Return the workspace that draws the picture of a key."""
        return next((drawn for draft, drawn in self._drafts.values() if key in draft.keys), self.workspace)

    async def answer_deck(self, request: dict[str, Any]) -> dict[str, Any]:
        """Write the deck of a tab's spreadsheet into the folder, and open it."""
        draft, _ = self._deck_draft(_tab_of_request(request))
        file = self.folder / _name_of_pack(request["name"])
        title = file.stem.replace("-", " ").replace("_", " ").strip()
        title = title[:1].upper() + title[1:]
        await asyncio.to_thread(draft.make, file, title or "My deck", request["layout"])
        await self._forget_draft(request["tab"])
        self._open_new(file)
        return {}

    async def answer_look(self, request: dict[str, Any]) -> dict[str, Any]:
        """Examine a tab's text, and return its problems and cards.

        While a long pack is checked, the tab gets events about the progress.
        """
        tab, text = _tab_of_request(request), request["text"]
        raw = self._file.to_file_bytes(text)
        loop = asyncio.get_running_loop()

        def tell(told: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(self._send_event, tab, "checking", told)

        look = partial(
            self.workspace.examine,
            yield_to_urgent=self.queue.yield_to_urgent,
            tell=tell,
            language=making.language_of(request),
            since=request["since"],
        )
        call = partial(look, tab, request["rev"], raw, text, _range_of_pictures(request), request["good"])
        began = time_ns()
        answer: dict[str, Any] = await self.queue.run_in_thread(TEXT, call, ("look", tab))
        # What changes from now on is seen, also before the files are next looked at.
        new = [name for name in self.workspace.files() if name not in self._stamps]
        self._store_stamps(new)
        # A file that was written meanwhile may have been read before that.
        late = [name for name in new if untrusted.is_written_since(self._stamps[name], began)]
        self._stamps |= dict.fromkeys(late)
        return answer

    async def answer_faces(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the keys of the pictures of the cards from `first` to `last`."""
        call = partial(
            self.workspace.keys, _tab_of_request(request), request["rev"], *_range_of_pictures(request)
        )
        return {"keys": await self.queue.run_in_thread(SEEN, call, ("faces", request["tab"]))}

    async def answer_contents(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return hashes of what the cards of a tab's text say, which tell what has changed."""
        call = partial(self.workspace.contents, _tab_of_request(request), request["rev"])
        answer: dict[str, Any] = await self.queue.run_in_thread(SEEN, call, ("contents", request["tab"]))
        return answer

    async def answer_table(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the rows of a table that the tab's text names.

        Only csv and tsv files have a digest and can be changed.
        """
        name, sheet = request["name"], request["sheet"]
        if not name.lower().endswith((".csv", ".tsv")):
            language = self._language_of_table(request)
            shown = await asyncio.to_thread(spreadsheet_rows, self._file.path.parent, name, sheet, language)
            return {"name": name, "sheet": sheet, "digest": "", "separator": "", **shown}
        return self._table_answer(request, await asyncio.to_thread(self._text_table, request))

    def _table_answer(self, request: dict[str, Any], table: TextTable) -> dict[str, Any]:
        """Return a csv or tsv table as the page gets it: its rows, and whether undo and redo are possible."""
        return {
            "name": request["name"],
            "sheet": None,
            "digest": table.digest,
            "number": table.number,
            "separator": table.separator,
            "rows": table.rows,
            "why": "",
            **self._table_history(request).possible_steps(table.digest),
        }

    def _table_history(self, request: dict[str, Any]) -> History:
        """Return a tab's history of changes to a table; a new one if none is kept."""
        key = (self._file.path, request["name"], _tab_of_request(request))
        history = self._histories.pop(key, None) or History()
        while len(self._histories) >= _MOST_HISTORIES:
            del self._histories[next(iter(self._histories))]
        self._histories[key] = history
        return history

    async def answer_cells(self, request: dict[str, Any]) -> dict[str, Any]:
        """Write values into cells of a table, and return the file's new digest.

        If another program has changed the file, nothing is written, and the answer is {"changed": True}.
        """

        def written(table: TextTable, history: History) -> str:
            return history.write(
                table, table.fill_cells(request["row"], request["column"], request["values"])
            )

        return await self._write_table(request, written)

    async def answer_rows(self, request: dict[str, Any]) -> dict[str, Any]:
        """Add, copy, delete or move a row of a table, or undo or redo a change; return the changed table.

        If another program has changed the file, nothing is written, and the answer is {"changed": True}.
        """
        row, to = request["row"], request["to"]

        def written(table: TextTable, history: History) -> str:
            if request["how"] in ("undo", "redo"):
                return history.undo_or_redo(table, request["how"] == "redo")
            changes: dict[str, Callable[[], Splice]] = {
                "add": lambda: table.insert_row(row, None),
                "copy": lambda: table.insert_row(row + 1, row),
                "delete": lambda: table.delete_row(row),
                "move": lambda: table.move_row(row, to),
            }
            if request["how"] not in changes:
                raise UsageError("rows cannot be changed this way")
            return history.write(table, changes[request["how"]]())

        return await self._rewrite_table(request, written)

    async def answer_columns(self, request: dict[str, Any]) -> dict[str, Any]:
        """Add, rename, delete or move a column of a table, or sort its rows, and return the table.

        If another program has changed the file, nothing is written, and the answer is {"changed": True}.
        """
        column, to, head = request["column"], request["to"], request["head"]

        def written(table: TextTable, history: History) -> str:
            changes: dict[str, Callable[[], Splice]] = {
                "add": lambda: table.insert_column(column, head),
                "rename": lambda: table.rename_column(column, head),
                "delete": lambda: table.delete_column(column),
                "move": lambda: table.move_column(column, to),
                "sort": lambda: table.sort_rows(column, downwards=False),
                "sort-down": lambda: table.sort_rows(column, downwards=True),
            }
            if request["how"] not in changes:
                raise UsageError("columns cannot be changed this way")
            return history.write(table, changes[request["how"]]())

        return await self._rewrite_table(request, written)

    async def _rewrite_table(
        self, request: dict[str, Any], change: Callable[[TextTable, History], str]
    ) -> dict[str, Any]:
        """Change a table and return it whole; {"changed": True} if another program has changed the file."""
        answer = await self._write_table(request, change)
        if "changed" in answer:
            return answer
        return self._table_answer(request, await asyncio.to_thread(self._text_table, request))

    async def _write_table(
        self, request: dict[str, Any], change: Callable[[TextTable, History], str]
    ) -> dict[str, Any]:
        """Change a table; return its new digest, and whether undo and redo are possible.

        change: writes the change and returns the digest. If another program has changed the file, nothing is
        written, and the answer is {"changed": True}.
        """
        # Not by the draw queue, which may have a long pack to examine: nothing is drawn here.
        async with self._writing:
            table = await asyncio.to_thread(self._text_table, request)
            if table.digest != request["digest"]:
                return {"changed": True}
            history = self._table_history(request)
            digest = change(table, history)
            # The tab examines its text again by itself: only others have to be told.
            self._store_stamps([str(self._file.path.parent / request["name"])])
            for tab in self._tabs:
                if tab != request["tab"]:
                    self._send_event(tab, "pictures", {})
            return {"digest": digest, **history.possible_steps(digest)}

    def _language_of_table(self, request: dict[str, Any]) -> str:
        """Return the language of the pack that names a table.

        Raises UsageError if the tab's text does not name the table.
        """
        tables, language = self.workspace.tables(_tab_of_request(request))
        if {"name": request["name"], "sheet": request.get("sheet")} not in tables:
            raise UsageError("the pack names no such table")
        return language

    def _text_table(self, request: dict[str, Any]) -> TextTable:
        """Read a csv or tsv file that a tab's text names.

        Raises UsageError for other files, and if it cannot be read.
        """
        self._language_of_table(request)
        if not request["name"].lower().endswith((".csv", ".tsv")):
            raise UsageError("only csv and tsv files are changed here")
        return TextTable(self._file.path.parent, request["name"])

    async def answer_change(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the edits of a text after which the pack has a value at a path; no file is changed."""
        raw = self._file.to_file_bytes(request["text"])
        if not 0 < len(request["path"]) <= 12:
            raise UsageError("this is not a place in a pack")
        call = partial(
            self.workspace.edits_for_value, request["text"], raw, request["path"], request["value"]
        )
        return {"edits": await self.queue.run_in_thread(TEXT, call)}

    async def answer_boxes(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the boxes of the layout that a card shows."""
        call = partial(self.workspace.boxes, _tab_of_request(request), request["rev"], request["card"])
        answer: dict[str, Any] = await self.queue.run_in_thread(SEEN, call, ("boxes", request["tab"]))
        return answer

    async def answer_place(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the range of a card in the text, and its row in a table."""
        call = partial(
            self.workspace.place, _tab_of_request(request), request["rev"], request["card"], request["box"]
        )
        answer: dict[str, Any] = await self.queue.run_in_thread(SEEN, call, ("place", request["tab"]))
        return answer

    async def answer_at(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the ids of the cards that a position in the text concerns."""
        call = partial(self.workspace.cards_at, _tab_of_request(request), request["rev"], request["start"])
        return {"cards": await self.queue.run_in_thread(SEEN, call, ("at", request["tab"]))}

    async def answer_icons(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the pack's icons that match a query, with their pictures."""
        call = partial(self.workspace.icons, _tab_of_request(request), request["rev"], request["query"][:80])
        answer: dict[str, Any] = await self.queue.run_in_thread(SEEN, call, ("icons", request["tab"]))
        return answer

    async def answer_fonts(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the fonts that the pack may use, with samples."""
        call = partial(self.workspace.fonts, _tab_of_request(request), request["rev"])
        answer: dict[str, Any] = await self.queue.run_in_thread(SEEN, call, ("fonts", request["tab"]))
        return answer

    async def answer_layouts(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the layouts of a list of cards, with the keys of pictures of cards in them."""
        call = partial(self.workspace.layouts, _tab_of_request(request), request["rev"], request["list"])
        return {"layouts": await self.queue.run_in_thread(SEEN, call, ("layouts", request["tab"]))}

    async def answer_printers(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the printers, with pictures of their products."""
        call = partial(self.workspace.printers, _tab_of_request(request), request["rev"])
        return {"printers": await self.queue.run_in_thread(SEEN, call, ("printers", request["tab"]))}

    async def answer_list(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the names that `cardgen list` prints of a topic."""
        return {"names": await asyncio.to_thread(listed_names, request["topic"])}

    async def answer_arrange(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the edits of a tab's text that change boxes of a card's layout."""
        if not 0 < len(request["changes"]) <= MOST_BOXES:
            raise UsageError("these are too many changes of boxes")
        call = partial(
            self.workspace.edits_for_boxes,
            _tab_of_request(request),
            request["rev"],
            request["card"],
            request["changes"],
        )
        return {"edits": await self.queue.run_in_thread(TEXT, call)}

    async def answer_save(self, request: dict[str, Any]) -> dict[str, Any]:
        """Save the pack's text and return its digest.

        If another program has changed the file, nothing is written, and the answer has its content.
        """
        try:
            known = self._file.save(request["text"], request["digest"])
        except FileConflict as changed:
            return {"changed": changed.found._asdict()}
        self._send_event_to_all("file", known._asdict())
        return {"digest": known.digest}

    async def answer_sheets(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make the sheets of a tab's pack; return the keys and page sizes of their PDFs."""

        tab = _tab_of_request(request)

        def stop_if_superseded(done: int, total: int) -> None:
            self.queue.verify(("look", tab))

        made = partial(self.workspace.make_sheets, tab, request["rev"], request, stop_if_superseded)
        return await self.queue.run_in_thread(SHEET, made, ("sheets", tab))

    async def answer_book(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make the rulebook of a tab's text; return the key and page sizes of its PDF.

        Errors of a template that is not saved yet are in the answer.
        """
        from .proofs import book_pages

        if request["form"] not in NAMES:
            raise UsageError("there is no such form")
        rules = request["rules"]
        try:
            return await self._make_pages(
                "book", request, book_pages, request["game"], request["form"], rules
            )
        except PackError as error:
            if rules is None:
                raise
            problems = template_problem_records(rules, str(rules_file(self._file.path)), error.problems)
            return {"files": [], "games": [None], "game": None, "said": "", "problems": problems}

    async def answer_rules(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the rulebook's template beside the pack; if there is none, the initial text of a new one."""
        pack = self._file.path
        found = await asyncio.to_thread(read_rules, pack, request["game"])
        return {"name": rules_file(pack).name, **found._asdict()}

    async def answer_saverules(self, request: dict[str, Any]) -> dict[str, Any]:
        """Save the rulebook's template and return its digest.

        If another program has changed the file, nothing is written, and the answer has its content.
        """
        try:
            known = await asyncio.to_thread(save_rules, self._file.path, request["text"], request["digest"])
        except FileConflict as changed:
            return {"changed": changed.found._asdict()}
        return {"digest": known.digest}

    async def answer_proof(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make the press proof for a printer; return the key and page sizes of its PDF, and the findings."""
        from .proofs import printer_proof

        if request["printer"] not in printers.preset_names():
            raise UsageError("there is no such printer")
        return await self._make_pages("proof", request, printer_proof, request["printer"])

    async def _make_pages(
        self, kind: str, request: dict[str, Any], work: Callable[..., Any], *more: Any
    ) -> dict[str, Any]:
        """Make a PDF of a tab's text in another process; return its key, its page sizes and the report on it.

        kind: "book" or "proof". One of a kind is made for a tab at a time, and of those that wait only the
        newest. Raises Superseded for the others.
        """
        text, language = self.workspace.text(_tab_of_request(request), request["rev"])
        raw = self._file.to_file_bytes(text)
        slot = (kind, request["tab"])
        mine = self._newest[slot] = object()
        async with self._apart_locks.setdefault(slot, asyncio.Lock()):
            if self._newest[slot] is mine:
                made = pages_of if self.trust else make_pages_confined
                future = self.setters.submit(made, work, str(self._file.path), raw, language, *more)
                pages = await asyncio.wrap_future(future)
            if self._newest[slot] is not mine:
                raise Superseded
        kept = await self.queue.run_in_thread(SHEET, partial(self.workspace.keep_pages, pages.data))
        return {"files": [kept], **pages.told}

    async def answer_figures(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return statistics of the pack: the counts of its cards, and the odds of draws."""
        counted = partial(self.workspace.figures, _tab_of_request(request), request["rev"])
        return {"figures": await self.queue.run_in_thread(LATER, counted, ("figures", request["tab"]))}

    async def answer_play(self, request: dict[str, Any]) -> dict[str, Any]:
        """Start games in the background; their results come to the tab as events.

        Games that the tab started before are cancelled.
        """
        tab, rev = _tab_of_request(request), request["rev"]
        now = await self.queue.run_in_thread(SEEN, partial(self.workspace.pack, tab, rev))
        if request["players"] is not None and not 1 <= request["players"] <= 20:
            raise UsageError("from 1 to 20 can play here")
        setup = Setup(request["game"], request["players"], (request["temperament"] or "random",))
        against = request["against"] or str(self._file.path)
        if request["against"] and request["against"] not in library.bundled_pack_names():
            against = str(self._file_in_folder(request["against"]))
        # Not by the draw queue, which has pictures to draw: the games start meanwhile.
        other = await asyncio.to_thread(_load_if_sound, against, self.trust)
        older = self._playing.pop(tab, None)
        if older is not None:
            older.cancel()

        def tell(told: dict[str, Any]) -> None:
            self._send_event(tab, "play", {"rev": rev, **told})

        async def playing() -> None:
            try:
                await play_for_page(self.players, now, other, setup, tell)
            except BrokenExecutor:
                tell({"problem": _LOST})
            except Exception as error:
                # Nothing awaits this task: an exception would become a traceback in the terminal.
                tell({"problem": _unexpected_error_message(error)})

        task = asyncio.create_task(playing())
        self._playing[tab] = task
        self._keep_task(task)
        return {}

    async def answer_games(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the games that people can play."""
        pack = await self.queue.run_in_thread(
            SEEN, partial(self.workspace.pack, _tab_of_request(request), request["rev"])
        )
        return {"games": await self.sittings.games(pack)}

    async def answer_sit(self, request: dict[str, Any]) -> dict[str, Any]:
        """Deal a game for people, and return the table as the first viewer sees it."""
        pack = await self.queue.run_in_thread(
            SEEN, partial(self.workspace.pack, _tab_of_request(request), request["rev"])
        )
        return await self.sittings.answer_sit(pack, self.folder, request)

    async def answer_act(self, request: dict[str, Any]) -> dict[str, Any]:
        """Make a move or another act at a table, and return the table as its viewer sees it."""
        return await self.sittings.answer_act(request)

    async def _read_form(self, request: dict[str, Any]) -> making.RequestedJob:
        """Return the job that a form describes, with the problems of the form."""
        if not isinstance(request["options"], dict):
            raise UsageError("the options of a form have names")
        # A printer's preset may have to be read.
        return await asyncio.to_thread(
            making.requested_job,
            self._file.path,
            request["kind"],
            request["options"],
            self.maker.dropped_file_path,
        )

    async def answer_finished(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the finished files beside the pack that a job can examine."""
        folder = self._file.path.parent
        return {"files": await asyncio.to_thread(making.finished_files, folder, request["kind"])}

    async def answer_drop(self, request: dict[str, Any]) -> dict[str, Any]:
        """Keep a dropped file for a job to examine, and return the name to write into the form."""
        return {
            "name": await asyncio.to_thread(
                self.maker.keep_dropped_file, request["name"], _file_data(request["data"])
            )
        }

    async def answer_command(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the command line that is equivalent to a form, and the problems of the form."""
        requested = await self._read_form(request)
        return {"command": requested.typed, "problems": requested.problems}

    async def answer_make(self, request: dict[str, Any]) -> dict[str, Any]:
        """Start a job with the saved pack; return its command line, or the problems of a refused form.

        The progress and the outcome come to the tab as events.
        """
        requested = await self._read_form(request)
        if requested.is_refused:
            return {"problems": requested.problems}
        if request["folder"] and (self._file.path.parent / "output").is_symlink():
            raise UsageError(
                "output is a link to another folder, which the studio does not follow: download the files, "
                "or run the command in a terminal"
            )
        keep = not request["folder"] and not requested.says
        return self._start_job(self._file.path.parent, requested, _tab_of_request(request), "made", keep)

    async def answer_design(self, request: dict[str, Any]) -> dict[str, Any]:
        """Start a search for compositions, and return its command line.

        The compositions found are saved beside the pack, and come to the tab as events.
        """
        requested, folder, tab = (
            making.requested_search(self._file.path, request),
            self._file.path.parent,
            _tab_of_request(request),
        )
        if requested.is_refused:
            raise UsageError("\n".join(each["message"] for each in requested.problems))
        return self._start_job(folder, requested, tab, "designed", keep=False)

    async def answer_use(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the text in which the cards of suits have other quantities; no file is changed."""
        raw = self._file.to_file_bytes(request["text"])
        call = partial(self.workspace.text_with_quantities, request["text"], raw, request["quantities"])
        return {"text": await self.queue.run_in_thread(TEXT, call)}

    async def answer_stop(self, request: dict[str, Any]) -> dict[str, Any]:
        """Stop the job of a kind that a tab has started."""
        self.maker.stop_jobs((_tab_of_request(request), request["kind"]))
        return {}

    def _start_job(
        self,
        folder: Path,
        requested: making.RequestedJob,
        tab: str,
        kind: Literal["made", "designed"],
        keep: bool,
    ) -> dict[str, Any]:
        """Start a job for a tab, and return its command line.

        Its progress and outcome come to the tab as events of the kind. keep: whether its files are kept for
        download, instead of in the folder.
        """

        job = next(self._jobs)

        def tell(**what: Any) -> None:
            data = {"job": job, "command": requested.typed, "kept": keep, **what}
            self._last_of_job.pop((tab, kind), None)
            self._last_of_job[tab, kind] = messages.Event(kind=kind, data=data)
            if len(self._last_of_job) > _MOST_JOBS:
                del self._last_of_job[next(iter(self._last_of_job))]
            self._send_event(tab, kind, data)

        def hear(told: dict[str, Any]) -> None:
            tell(state="running", **(told if "found" in told else {"progress": told}))

        async def run() -> None:
            begun = partial(tell, state="running")
            try:
                done = await self.maker.make(folder, requested.request, keep, begun, hear, (tab, kind))
            except UsageError as error:
                done = empty_outcome("failed", faults=[str(error)])
            except Exception as error:
                # Nothing awaits this task: an exception would become a traceback in the terminal.
                done = empty_outcome("failed", faults=[_unexpected_error_message(error)])
            tell(**done)

        tell(state="waiting")
        self._keep_task(asyncio.create_task(run()))
        return {"command": requested.typed, "problems": []}

    def _keep_task(self, task: asyncio.Task[None]) -> None:
        """Keep a reference to an asyncio task until it is done, so that it is not garbage-collected while it
        runs.
        """
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Events without a request

    def _send_event(self, tab: str, kind: Any, data: Any) -> None:
        """Queue an event for a tab; drop it if the tab is closed or does not read."""
        queue = self._tabs.get(tab)
        if queue is not None and queue.qsize() < _MOST_WAITING:
            queue.put_nowait(messages.Event(kind=kind, data=data))

    def _send_problem(self, message: str) -> None:
        """Send a problem to all tabs. The thread of the draw queue calls this."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed if the studio has ended
                self._loop.call_soon_threadsafe(self._send_event_to_all, "problem", {"problem": message})

    def _send_event_to_all(self, kind: Any, data: Any) -> None:
        """Queue an event for every tab."""
        for tab in self._tabs:
            self._send_event(tab, kind, data)

    async def events(self, tab: str) -> AsyncIterator[bytes]:
        """Yield the events of a tab in the format of server-sent events, until the tab closes."""
        queue: asyncio.Queue[messages.Event] = asyncio.Queue()
        self._tabs[tab] = queue
        self._loop = asyncio.get_running_loop()
        for (of, _), event in self._last_of_job.items():
            if of == tab:
                queue.put_nowait(event)
        try:
            yield b": here\n\n"
            while not self.ending.is_set():
                try:
                    event = await asyncio.wait_for(queue.get(), _ALIVE)
                except TimeoutError:
                    event = messages.Event(kind="alive", data={})
                yield f"data: {json.dumps(event)}\n\n".encode()
                if event["kind"] == "bye":
                    return
        finally:
            if self._tabs.get(tab) is queue:
                del self._tabs[tab]
                for slot in [
                    slot for slot, lock in self._apart_locks.items() if slot[1] == tab and not lock.locked()
                ]:
                    del self._apart_locks[slot], self._newest[slot]
                older = self._playing.pop(tab, None)
                if older is not None:
                    older.cancel()

    async def watch(self) -> None:
        """Send an event whenever another program has changed the pack's file, or a file that it names."""
        while True:
            await asyncio.sleep(_WATCH)
            if self.document is None:
                continue
            found = self.document.changed_content()
            if found is not None:
                self._send_event_to_all("file", found._asdict())
            if self._store_stamps([*self.workspace.files(), str(rules_file(self.document.path))]):
                self._send_event_to_all("pictures", {})

    def _store_stamps(self, files: Sequence[str]) -> bool:
        """Store the stamps of files, and return whether any of them has changed since the last call."""
        stamps = dict(zip(files, untrusted.file_stamps(files), strict=True))
        are_changed = any(self._stamps.get(name, stamp) != stamp for name, stamp in stamps.items())
        # A file that no tab names for a moment may be changed in it.
        self._stamps |= stamps
        return are_changed

    def end(self) -> None:
        """Answer all waiting requests with Superseded, end the event streams, and stop the jobs."""
        self.ending.set()
        self.queue.cancel_all()
        self._send_event_to_all("bye", {})
        for task in [*self._tasks]:
            task.cancel()
        self.maker.end()

    def close(self) -> None:
        """End all threads and processes, and remove temporary files."""
        drawn = [self.workspace, *(drawn for _, drawn in self._drafts.values())]
        ended = self.queue.end()
        for each in drawn:
            if ended:
                each.close()
            else:
                each.kill()
        for draft, _ in self._drafts.values():
            draft.close()
        self.players.close()
        self.sittings.close()
        self.setters.close()
        self.maker.end()


def _range_of_pictures(request: dict[str, Any]) -> tuple[int, int]:
    """Return (first, end) of the range of cards whose pictures are requested, with a limit on
    their number.
    """
    first = max(0, request["first"])
    return first, min(request["last"], first + _MOST_VISIBLE)


def _name_of_pack(name: str) -> str:
    """Return the file name of a new pack, with .yaml added. Raises UsageError for a name of the wrong
    form."""
    name = name if name.endswith((".yaml", ".yml")) else f"{name}.yaml"
    if not _PACK_FILE.match(name):
        raise UsageError("name the file with letters, figures and hyphens, such as my-pack")
    return name


def _file_data(text: str) -> bytes:
    """Return the bytes of an uploaded file. Raises UsageError if the text is not valid base64."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise UsageError("the file did not come whole: drop it once more") from error


def _load_if_sound(name: str, trust: bool) -> Pack | None:
    """Return a pack, read by name or path; None if it has errors. trust: read it in this process, without
    limits.
    """
    with contextlib.suppress(PackError, UsageError), examination.confined_reading(not trust):
        return examination.load(name)
    return None


def _tab_of_request(request: dict[str, Any]) -> str:
    """Return the name of the tab that sends a request. Raises UsageError for a name of the wrong form."""
    tab: str = request["tab"]
    if not _TAB.match(tab):
        raise UsageError("the name of the tab is of the wrong kind")
    return tab


@cache
def _bundled_data() -> dict[str, Any]:
    """Return the data that stay the same in a run: cardgen's printers and packs, the schema of a pack, the
    kinds of colour vision and the commands.
    """
    return {
        "printers": [[name, printers.find_preset(name).name] for name in printers.preset_names()],
        "packs": {name: list(examination.load(name).games) for name in library.bundled_pack_names()},
        "schema": pack_schema(GAMES),
        "sights": {name: matrix for name, matrix in COLOR_VISIONS.items() if name != "normal"},
        "others": making.other_commands(),
    }


class _GetRoutes:
    """Answers GET requests: the page and its modules, pictures, events and downloads."""

    def __init__(self, studio: StudioApp, nonce: str) -> None:
        self._studio, self._nonce = studio, nonce

    async def page(self, _: Request) -> Response:
        """Return the studio's page."""
        return self._html("index.html")

    async def table(self, _: Request) -> Response:
        """Return the page of the table, at which people play."""
        return self._html("play.html")

    def _html(self, name: str) -> Response:
        """Return a page of HTML with its texts and the nonce of its scripts filled in."""
        text = (HERE / name).read_text(encoding="utf-8").replace("{nonce}", self._nonce)
        return Response(with_words(text), media_type="text/html")

    async def static(self, request: Request) -> Response:
        """Return a script, a style sheet or a font; 404 for other names."""
        file = _served_files().get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return Response(file.read_bytes(), media_type=_KINDS[file.suffix])

    async def choice(self, request: Request) -> Response:
        """Return the picture of a word of a form's field; 404 for words without one."""
        asked = request.path_params
        drawn = await asyncio.to_thread(choice_picture, asked["field"], asked["word"])
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, media_type="image/svg+xml")

    async def picture(self, request: Request) -> Response:
        """Return the picture of a face, a back or a page; 204 if it is out of date."""
        asked = request.query_params
        width, number = _read_whole_number(asked.get("w", "208")), _read_whole_number(asked.get("page", "0"))
        key = request.path_params["key"]
        workspace = self._studio.workspace_of(key)
        call = partial(workspace.picture, key, width, "bleed" in asked, number)
        try:
            data, kind = await self._await_drawing(call)
        except (Stale, Superseded):
            # Not an error, and so none in the browser's console: the page has requested another picture
            # since.
            return Response(status_code=204)
        return Response(data, media_type=kind, headers={"cache-control": "private, max-age=3600, immutable"})

    async def plate(self, request: Request) -> Response:
        """Return the grey picture of one ink's plate; 204 if it is out of date."""
        ink = _read_whole_number(request.query_params.get("ink", "0"))
        try:
            data = await self._await_drawing(
                partial(self._studio.workspace.plate, request.path_params["key"], ink)
            )
        except (Stale, Superseded):
            # As for pictures.
            return Response(status_code=204)
        return Response(data, media_type="image/png")

    async def _await_drawing(self, call: Callable[[], Any]) -> Any:
        """Run a call in the draw queue and return its result; UsageError becomes a 422."""
        try:
            return await self._studio.queue.run_in_thread(SEEN, call)
        except UsageError as error:
            raise HTTPException(422, str(error)) from None

    async def events(self, request: Request) -> Response:
        """Return the stream of a tab's events."""
        tab = request.query_params.get("tab", "")
        if not _TAB.match(tab):
            raise HTTPException(404)
        return StreamingResponse(self._studio.events(tab), media_type="text/event-stream")

    async def made(self, request: Request) -> Response:
        """Return a file that a job made, or all files of a job as a zip; 404 if there is none."""
        name = request.path_params["name"]
        number, _, rest = name.partition("/")
        if rest == "all.zip":
            return _download_response(
                await asyncio.to_thread(self._studio.maker.zip_of_job, number), "cardgen.zip"
            )
        file = self._studio.maker.file(name)
        return _download_response(file.read_bytes() if file else None, name.rpartition("/")[2])


def application(studio: StudioApp, host: str, keys: Keys, nonce: str) -> Guard:
    """Return the server's ASGI application, which answers only requests that carry the keys.

    host: the name and port in the address. nonce: the value that the page's scripts carry.
    """
    get = _GetRoutes(studio, nonce)

    def posted(path: str) -> Route:
        handler: Handler = getattr(studio, f"answer_{path.removeprefix('/')}")

        async def answer(request: Request) -> Response:
            return await _answer_message(messages.REQUESTS[path], handler, await request.body())

        return Route(path, answer, methods=["POST"])

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        beside = [asyncio.create_task(each) for each in (studio.watch(), studio.warm_up())]
        try:
            yield
        finally:
            for each in beside:
                each.cancel()
            studio.end()
            await asyncio.to_thread(studio.close)

    routes = [
        Route("/", get.page),
        Route("/play", get.table),
        Route("/static/{name}", get.static),
        Route("/choice/{field}/{word}.svg", get.choice),
        Route("/picture/{key}", get.picture),
        Route("/plate/{key}", get.plate),
        Route("/events", get.events),
        Route("/made/{name:path}", get.made),
        *map(posted, messages.REQUESTS),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), host, keys, nonce, messages.UPLOADS)


@cache
def _served_files() -> dict[str, Path]:
    """Return the files that a page may load, by name: scripts, styles and fonts."""
    files = {file.name: file for file in HERE.iterdir() if file.suffix in _KINDS}
    spec = find_spec("font_source_sans_pro")
    if spec is not None and spec.origin is not None:
        home = Path(spec.origin).parent / "files"
        for name in ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf"):
            if (home / name).is_file():
                files[name] = home / name
    return files


async def _answer_message(message: type, handler: Handler, body: bytes) -> Response:
    """Check a message, let its handler answer it, and return the answer as JSON.

    Errors become a text under "problem", with the status 400, 422 or 500; an outdated request gets {"stale":
    True}.
    """
    try:
        asked = messages.read_message(message, json.loads(body))
    except (ValueError, RecursionError, UsageError) as error:
        return JSONResponse({"problem": f"this is not a message: {str(error)[:200]}"}, 400)
    try:
        answer = await handler(asked)
    except (Superseded, Stale):
        # Not an error in the browser's console.
        return JSONResponse({"stale": True})
    except PackError as error:
        told = [f"{each.mark.file if each.mark else ''}: {each.message}" for each in error.problems[:5]]
        return JSONResponse({"problem": "\n".join(told)}, 422)
    except UsageError as error:
        return JSONResponse({"problem": str(error)}, 422)
    except BrokenExecutor:
        return JSONResponse({"problem": _LOST}, 422)
    except RecursionError:
        return JSONResponse({"problem": "this is nested too deeply"}, 422)
    except Exception as error:
        return JSONResponse({"problem": f"{_unexpected_error_message(error)}; your text is still here"}, 500)
    return JSONResponse(answer)


def _unexpected_error_message(error: Exception) -> str:
    """Return the message for the user about an exception that is a fault of cardgen."""
    return f"this is a fault of cardgen's own ({type(error).__name__}: {str(error)[:200]})"


def _read_whole_number(text: str) -> int:
    """Return a number of at most five digits. Raises HTTPException 404 for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise HTTPException(404)
    return int(text)


def _download_response(data: bytes | None, name: str) -> Response:
    """Return a file as a download; 404 if data is None."""
    if data is None:
        raise HTTPException(404)
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(data, media_type="application/octet-stream", headers={"content-disposition": disposition})
