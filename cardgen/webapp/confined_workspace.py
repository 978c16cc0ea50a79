"""The workspace in a confined process, which reads, checks and draws texts of packs one at a time.

Each request has its own budget. A process that exceeds it is ended and replaced: the request fails, and the
texts seen before are examined again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from ..checks.examination import RECORDS, verify_pack
from ..errors import FileChanged, PackError
from ..pack.model import Pack
from ..pack.yaml import Data
from ..sandbox import child, untrusted
from ..sandbox.child import ConfinedWorker, OverLimit
from .messages import TextEdit
from .workspace import Stale, Workspace

#: Seconds between two checks for urgent requests during long work, and before the first check.
_OFTEN, _UNDISTURBED = 0.02, 0.02


#: The hint for a pack that exceeds the limits.
HINT = "change it back; if the pack is your own, or from somebody you trust, open it with --trust"


class _NewestText(NamedTuple):
    """The newest text that a tab has sent, with the options of its request."""

    rev: int
    raw: bytes
    text: str
    visible: tuple[int, int]
    good: int
    language: str | None
    since: int


class ConfinedWorkspace:
    """A Workspace whose work is done by a confined process. Raises PackError if that exceeds a limit."""

    def __init__(
        self,
        verify: Callable[[], object] = lambda: None,
        on_message: Callable[[str], object] = lambda said: None,
    ) -> None:
        """Prepare the workspace without starting a process.

        verify: called from time to time during long work; its exceptions end the work. on_message: called
        with a message if a picture exceeds the limits, because the page only shows that the picture is
        missing.
        """
        self.file: Path | None = None
        self._verify, self._told = verify, on_message
        self._worker: ConfinedWorker | None = None
        #: The pack's file and the state of its folder for which the worker was started.
        self._place: tuple[object, ...] = ()
        #: The number of nested requests that the worker is processing.
        self._at_work = 0
        #: The process for packs that come with cardgen.
        self._own = Workspace()
        self._own_keys: set[str] = set()
        #: The newest text of each tab, whether the worker knows it, and those that ended a worker.
        self._looked: dict[str, _NewestText] = {}
        self._known: set[str] = set()
        #: The tabs whose newest text the worker is examining.
        self._in_examination: set[str] = set()
        self._fatal: set[_NewestText] = set()
        self._fatal_pictures: dict[str, PackError] = {}
        #: For each tab: its texts by revision with their languages, and the tables that it names.
        self._texts: dict[str, dict[int, tuple[str, str | None]]] = {}
        self._tables: dict[str, tuple[list[dict[str, str | None]], str]] = {}
        self._files: dict[str, list[str]] = {}
        #: The states of these files when the text was examined.
        self._stamps: dict[str, tuple[object, ...]] = {}

    # Texts

    def open(self, file: Path) -> None:
        """Open another pack."""
        self.file = self._own.file = file
        for known in (self._looked, self._texts, self._tables, self._files, self._stamps):
            known.clear()
        self._fatal_pictures.clear()
        self._fatal.clear()

    def examine(
        self,
        tab: str,
        rev: int,
        raw: bytes,
        text: str,
        visible: tuple[int, int],
        good: int = -1,
        yield_to_urgent: Callable[[], None] = lambda: None,
        tell: Callable[[dict[str, Any]], None] = lambda told: None,
        language: str | None = None,
        since: int = -1,
    ) -> dict[str, Any]:
        """Examine a text in the process and return the answer for the page, as Workspace.examine() does."""
        newest = _NewestText(rev, raw, text, visible, good, language, since)
        if self._worker is not None and not self._at_work and self._worker.has_grown:
            self.close()

        def early(said: dict[str, Any]) -> None:
            # Its cards may be named and drawn while it is checked, without examining it once more.
            self._texts.setdefault(tab, {})[rev] = text, language
            self._known.add(tab)
            if "tables" in said:
                self._tables[tab] = said["tables"]
            tell(said)

        self._looked[tab] = newest
        answer: dict[str, Any]
        self._in_examination.add(tab)
        try:
            answer, beside = self._examine_in_process(
                tab, newest, {"yield_to_urgent": yield_to_urgent, "tell": early}
            )
        except OverLimit as error:
            self._fatal.add(newest)
            problems = self._own.problem_records(text, self._over_budget(error).problems)
            return {"rev": rev, "sound": False, "more": 0, "tables": [], "lists": [], "problems": problems}
        finally:
            self._in_examination.discard(tab)
        known = {**self._texts.get(tab, {}), rev: (text, language)}
        self._texts[tab] = {each: known[each] for each in beside["kept"] if each in known}
        self._files[tab] = beside["files"]
        self._stamps[tab] = untrusted.file_stamps(beside["files"])
        if answer["sound"] or beside["tables"][0] or tab not in self._tables:
            # A text that cannot be read, such as while a table is being saved, takes none away.
            self._tables[tab] = beside["tables"]
        return answer

    def _examine_in_process(self, tab: str, newest: _NewestText, calls: dict[str, Callable[..., Any]]) -> Any:
        """Examine a tab's text in the process; try once more if a file changed meanwhile."""
        try:
            found = self._ask("examine", tab, *newest, calls=calls)
        except FileChanged:
            # A table was saved between its check and its reading.
            found = self._ask("examine", tab, *newest, calls=calls)
        self._known.add(tab)
        return found

    def text(self, tab: str, rev: int) -> tuple[str, str | None]:
        """Return a revision of a tab's text and the language in which it is shown. Raises Stale."""
        try:
            return self._texts[tab][rev]
        except KeyError:
            raise Stale from None

    def tables(self, tab: str) -> tuple[list[dict[str, str | None]], str]:
        """Return the tables that a tab's newest readable text uses, and the language of its pack."""
        return self._tables.get(tab, ([], "en"))

    def files(self) -> list[str]:
        """Return the files beside the pack that any tab's text names."""
        return [name for names in list(self._files.values()) for name in names]

    def pack(self, tab: str, rev: int) -> Pack:
        """Return the pack of a tab. Raises Stale, and UsageError while it has errors."""
        found: Pack = self._ask_about_tab("pack", tab, rev)
        try:
            verify_pack(found)
        except OverLimit as error:
            raise self._over_budget(error) from None
        return found

    def edits_for_value(self, text: str, raw: bytes, path: Any, value: Data) -> list[TextEdit]:
        """Return the edits of a text that set a value, as Workspace does."""
        found: list[TextEdit] = self._do("edits_for_value", text, raw, path, value)
        return found

    def boxes(self, tab: str, rev: int, card: str) -> dict[str, Any]:
        """Return the boxes that a card shows, as Workspace does."""
        found: dict[str, Any] = self._ask_about_tab("boxes", tab, rev, card)
        return found

    def place(self, tab: str, rev: int, card: str, box: str = "") -> dict[str, Any]:
        """Return the range of a card in the text, as Workspace does."""
        found: dict[str, Any] = self._ask_about_tab("place", tab, rev, card, box)
        return found

    def cards_at(self, tab: str, rev: int, start: int) -> list[str]:
        """Return the cards that a place in the text is about, as Workspace does."""
        found: list[str] = self._ask_about_tab("cards_at", tab, rev, start)
        return found

    def edits_for_boxes(self, tab: str, rev: int, card: str, changes: Any) -> list[TextEdit]:
        """Return the edits of a tab's text that change boxes, as Workspace does."""
        found: list[TextEdit] = self._ask_about_tab("edits_for_boxes", tab, rev, card, changes)
        return found

    def icons(self, tab: str, rev: int, query: str) -> dict[str, Any]:
        """Return icons of a tab's pack with their pictures, as Workspace does."""
        found: dict[str, Any] = self._ask_about_tab("icons", tab, rev, query)
        return found

    def fonts(self, tab: str, rev: int) -> dict[str, Any]:
        """Return the fonts that a tab's pack may use, as Workspace does."""
        found: dict[str, Any] = self._ask_about_tab("fonts", tab, rev)
        return found

    def layouts(self, tab: str, rev: int, place: int) -> list[dict[str, Any]]:
        """Return the layouts of a list of cards, as Workspace does."""
        found: list[dict[str, Any]] = self._ask_about_tab("layouts", tab, rev, place)
        return found

    def printers(self, tab: str, rev: int) -> list[dict[str, Any]]:
        """Return the printers with pictures of their products, as Workspace does."""
        found: list[dict[str, Any]] = self._ask_about_tab("printers", tab, rev)
        return found

    def text_with_quantities(self, text: str, raw: bytes, quantities: Any) -> str:
        """Return the text in which suits have these quantities, as Workspace does."""
        found: str = self._do("text_with_quantities", text, raw, quantities)
        return found

    # Pictures and files

    def keys(self, tab: str, rev: int, first: int, last: int) -> list[str]:
        """Return the keys of the pictures of some cards."""
        found: list[str] = self._ask_about_tab("keys", tab, rev, first, last)
        return found

    def contents(self, tab: str, rev: int) -> dict[str, Any]:
        """Return hashes of what the cards say, as Workspace does."""
        found: dict[str, Any] = self._ask_about_tab("contents", tab, rev)
        return found

    def figures(self, tab: str, rev: int) -> dict[str, Any]:
        """Return the counts of a tab's pack and its odds."""
        found: dict[str, Any] = self._ask_about_tab("figures", tab, rev)
        return found

    def make_sheets(
        self, tab: str, rev: int, choices: dict[str, Any], progress: Callable[[int, int], None] | None = None
    ) -> dict[str, Any]:
        """Make the sheets of a tab's pack, as Workspace does."""
        found: dict[str, Any] = self._ask_about_tab(
            "make_sheets", tab, rev, choices, calls={"tick": progress or _ignore}
        )
        return found

    def keep_pages(self, data: bytes) -> dict[str, Any]:
        """Keep a finished PDF for viewing, as Workspace does."""
        found: dict[str, Any] = self._do("keep_pages", data)
        return found

    def pack_with_thumbnail(self, name: str) -> tuple[Pack, str]:
        """Return a pack that comes with cardgen, and the key of its first face's picture."""
        pack, key = self._own.pack_with_thumbnail(name)
        self._own_keys.add(key)
        return pack, key

    def samples(self, texts: Sequence[str]) -> list[dict[str, Any]]:
        """Return the keys of the pictures of packs' cards, as Workspace does."""
        found: list[dict[str, Any]] = self._do("samples", texts)
        return found

    def warm_up(self, name: str) -> None:
        """Start the process, and draw a card in it that is not shown."""
        if self.file is not None:
            self._do("warm_up", name)

    def picture(self, key: str, width: int, bleed: bool = False, page: int = 0) -> tuple[bytes, str]:
        """Draw a face, a back or a page of a file, as Workspace does."""
        if key in self._own_keys:
            return self._own.picture(key, width, bleed, page)
        found: tuple[bytes, str] = self._draw("picture", key, width, bleed, page)
        # Even if the process was subverted, the page gets a picture from it, and no script.
        if found[1] not in ("image/png", "image/jpeg"):
            raise Stale
        return found

    def plate(self, key: str, ink: int) -> bytes:
        """Return one of the plates of a face, as Workspace does."""
        found: bytes = self._draw("plate", key, ink)
        return found

    def _draw(self, name: str, key: str, *args: Any) -> Any:
        """Return a picture from the process, which gets the texts again if it was restarted.

        name: the method to call. Raises PackError if the picture exceeds the limits, and Stale if it is gone.
        """
        if key in self._fatal_pictures:
            raise self._fatal_pictures[key]
        try:
            try:
                return self._ask(name, key, *args)
            except Stale:
                # A new process does not know the texts.
                if not self._restore():
                    raise
                return self._ask(name, key, *args)
        except FileChanged:
            raise Stale from None
        except OverLimit as error:
            told = self._fatal_pictures[key] = self._over_budget(error)
            self._told("; ".join(f"{each.message}: {each.hint}" for each in told.problems))
            raise told from None

    def _ask_about_tab(
        self, name: str, tab: str, *args: Any, calls: dict[str, Callable[..., Any]] | None = None
    ) -> Any:
        """Call a method of the process for a tab's text, after examining the text if it is new there.

        Raises Stale if a file changed meanwhile or the text is only being read, and PackError if the work
        exceeds a limit.
        """
        self._ready_worker()
        try:
            if tab not in self._known:
                if not self._can_restore(tab):
                    raise Stale
                self._restore(tab)
            return self._do(name, tab, *args, calls=calls)
        except FileChanged:
            # The page sends the text again when it learns that a file has changed.
            raise Stale from None

    def _restore(self, *tabs: str) -> bool:
        """Examine the newest texts that the process does not know yet; return whether there were any.

        tabs: the tabs whose texts are examined; all tabs if none is named. Raises OverLimit.
        """
        self._ready_worker()
        wanted = filter(self._can_restore, tabs or self._looked)
        missing = [tab for tab in wanted if tab in self._looked and tab not in self._known]
        for tab in missing:
            newest = self._looked[tab]
            self._known.add(tab)
            if newest in self._fatal:
                continue
            try:
                self._examine_in_process(tab, newest, {"yield_to_urgent": _ignore, "tell": _ignore})
            except OverLimit:
                self._fatal.add(newest)
                raise
        return bool(missing)

    def _can_restore(self, tab: str) -> bool:
        """Tell whether a tab's newest text is to be examined once more for a new process.

        It is not while it is being examined, and once a file that it names has changed: the page is about to
        send it again, and the same revision would show something else.
        """
        if tab in self._in_examination:
            return False
        files = self._files.get(tab, [])
        return self._stamps.get(tab, untrusted.file_stamps(files)) == untrusted.file_stamps(files)

    # The process

    def _do(self, name: str, *args: Any, calls: dict[str, Callable[..., Any]] | None = None) -> Any:
        """Call a method of the process and return its result. Raises PackError if it exceeds a limit."""
        try:
            return self._ask(name, *args, calls=calls)
        except OverLimit as error:
            raise self._over_budget(error) from None

    def _ask(self, name: str, *args: Any, calls: dict[str, Callable[..., Any]] | None = None) -> Any:
        """Call a method of the process and return its result; call it again if more urgent work has ended the
        process.

        Raises Stale if the text is gone, and OverLimit if a limit is exceeded.
        """
        while True:
            worker = self._ready_worker()
            self._at_work += 1
            try:
                kind, value = worker.ask("do", name, args, calls=calls, verify=self._verify)
            except child.RequestWithdrawn:
                if self._at_work > 1:
                    raise
            else:
                break
            finally:
                self._at_work -= 1
        if kind == "stale":
            raise Stale
        return value

    def _over_budget(self, error: OverLimit) -> PackError:
        """Return the error that tells that the work on the open pack exceeded a limit."""
        return child.over_budget_error(self.file or Path(), error, HINT)

    def _ready_worker(self) -> ConfinedWorker:
        """Return the process for the open pack; start a new one if the pack or its folder has changed.

        Raises RequestWithdrawn if the process was closed while the current request waited for more urgent
        work.
        """
        if self._worker is not None and self._at_work:
            # It waits for more urgent work to finish.
            if self._worker.is_closed:
                raise child.RequestWithdrawn
            return self._worker
        file = self.file or Path()
        place = (file, _folder_state(file))
        if self._worker is None or self._worker.is_closed or place != self._place:
            self.close()
            readable = [*untrusted.readable_entries(file.parent)] if self.file else []
            self._worker = ConfinedWorker(
                _WorkspaceProcess, self.file, limits=child.PACK, returns=RECORDS, readable=readable
            )
            self._place = place
        return self._worker

    def close(self) -> None:
        """End the process and forget it."""
        if self._worker is not None:
            self._worker.close()
        self._worker = None
        self._known.clear()

    def kill(self) -> None:
        """Kill the process. Any thread may call this."""
        if self._worker is not None:
            self._worker.kill()


def _ignore(*_: Any) -> None:
    """Accept any arguments and do nothing: the default of functions to call."""


def _folder_state(file: Path) -> object:
    """Return the names and inodes of the files in a pack's folder; None if it cannot be read.

    They change if a file is replaced, which a running process cannot see. The pack's own file is left out,
    as its text comes from the page.
    """
    with contextlib.suppress(OSError), os.scandir(file.parent) as found:
        return frozenset(
            (each.name, each.inode()) for each in found if each.name != file.name and each.name[0] != "."
        )
    return None


# --- what runs in the process ----------------------------------------------------------------------


class _WorkspaceProcess:
    """The workspace in the confined process."""

    def __init__(self, file: Path | None) -> None:
        self._workspace = Workspace()
        if file is not None:
            self._workspace.open(file)

    def do(self, name: str, args: tuple[Any, ...]) -> tuple[str, Any]:
        """Call a method of this class or of the workspace; return ("done", result), or ("stale", None)."""
        try:
            return "done", getattr(self if hasattr(self, name) else self._workspace, name)(*args)
        except Stale:
            return "stale", None

    def examine(
        self,
        tab: str,
        rev: int,
        raw: bytes,
        text: str,
        visible: tuple[int, int],
        good: int,
        language: str | None,
        since: int,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Examine a text; return the answer for the page, and the data that the parent process stores."""
        yield_to_urgent, tell = (
            _ThrottledCall(partial(child.ask_parent, "yield_to_urgent")),
            partial(child.ask_parent, "tell"),
        )
        answer = self._workspace.examine(
            tab, rev, raw, text, visible, good, yield_to_urgent, tell, language, since
        )
        beside = {
            "kept": self._workspace.kept_revisions(tab),
            "tables": self._workspace.tables(tab),
            "files": self._workspace.files_of(tab),
        }
        return answer, beside

    def make_sheets(self, tab: str, rev: int, choices: dict[str, Any]) -> dict[str, Any]:
        """Make the sheets of a tab's pack, as Workspace.make_sheets() does, and report progress to the
        parent.
        """
        return self._workspace.make_sheets(
            tab, rev, choices, _ThrottledCall(partial(child.ask_parent, "tick"))
        )


class _ThrottledCall:
    """Calls the parent at most every 20 ms, as each call takes as long as planning a face."""

    def __init__(self, call: Callable[..., object]) -> None:
        self._call = call
        self._next = monotonic() + _UNDISTURBED

    def __call__(self, *args: Any) -> None:
        """Call the parent, unless the last call was less than 20 ms ago."""
        if monotonic() >= self._next:
            self._call(*args)
            self._next = monotonic() + _OFTEN
