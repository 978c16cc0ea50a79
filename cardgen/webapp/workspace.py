"""The contents of a text: its problems, its cards and controls, and pictures of everything that would be
printed.

All of it comes from the functions that the commands call. Everything here runs on the thread of the draw
queue.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from yaml import YAMLError

from ..art import inks
from ..art.backs import PATTERNS
from ..art.face import plan_face
from ..art.piece_outline import piece_outline
from ..art.svg_writer import svg_path_data
from ..checks import PROGRESS, examination, unknown_games
from ..checks.card_memory import MEMORY, CardMemory, facts_of_cards
from ..colour.colors import COLOR_VISIONS, WHITE, Color, contrast_ratio, simulated_color_vision
from ..colour.conversion import PressInks
from ..colour.icc import CONDITIONS, bundled_profile
from ..errors import LAST, REMOVAL, KeyPath, PackError, Problem, UsageError
from ..geometry import Rect, combined_matrix, scaling, translation
from ..jobs.job import options_of
from ..jobs.sheets import Sheets
from ..jobs.spreadsheet_decks import MEANINGS, is_picture
from ..layout.imposition import SheetOptions
from ..output.encoding import Format, encode_image
from ..output.images import ImageJob, PictureCanvas, faces_pdf, side_pictures
from ..output.sheets import Job, write_sheets
from ..pack import library
from ..pack.card_list import with_missing_ranks
from ..pack.layouts import builtin_layouts
from ..pack.model import Card, Pack
from ..pack.part_memory import PARTS, PartMemory
from ..pack.pieces import CardFormat
from ..pack.reading import read_pack
from ..pack.result_cache import pack_and_card_hashes
from ..pack.schema import Findings
from ..pack.values import MOST_CARDS, NoSuchName
from ..pack.yaml import Data
from ..pack.yaml_edits import SOURCES, SourceMemory
from ..sandbox import untrusted
from ..text.fonts import Font, FontWithFallbacks, PackFont
from ..text.outlines import Shape
from ..units import CARDS, MM, length_text, parse_paper_size, quoted_value, size_text
from .boxes import BACK, box_records, side_of_id, text_with_boxes
from .editing import (
    Edit,
    TextPositions,
    edit_between,
    edit_for_addition,
    edit_for_value,
    edit_without_key,
    replacement_in_hint,
    with_quantities,
)
from .fixes import Reader, fix_record, fixes_by_schema
from .messages import (
    CardProblem,
    FaceRecord,
    Fix,
    KindRecord,
    PlaceToShow,
    ProblemRecord,
    SpecialInkRecord,
    TextEdit,
)
from .pickers import cards_in_layouts, font_picker_data, icon_pictures, printer_products
from .places import cards_at, path_at, row_of, rows_of_cards, text_range
from .play import game_choices
from .repairs import hides_color, text_repair
from .told_faces import FacesOfTab, ToldFaces

#: Seconds of a check after which the cards are shown, which are drawn while it continues; and after which its
#: progress is shown, and again after as many.
_SOON, _PATIENCE = 0.02, 0.4
#: Maximum number of tabs whose texts are kept, and of earlier texts of a tab.
_MOST_TABS, _MOST_BEFORE = 16, 4
#: Maximum number of picture keys, of all tabs.
_MOST_KEYS = 30_000
#: Maximum number of finished PDFs for viewing, and of their bytes.
_MOST_FILES, _MOST_BYTES = 12, 128 << 20
#: Maximum number of pixels of a picture for the screen, and of one side.
_MOST_PIXELS, _MOST_SIDE = 16_000_000, 6_000
#: Number of colours above which a face is sent as JPEG: it has photographs.
_DRAWN = 20_000
#: zlib's level for pictures that stay on this machine.
_QUICK = 1
#: Resolution of the plates for reading inks, in dots per inch.
_PLATE_DPI = 150
#: Maximum number of backs shown; if backs show columns of their cards, there may be as many as cards.
_MOST_BACKS = 60
#: Maximum number of lists of cards with controls of their own.
_MOST_LISTS = 6
#: Number of cards that show a layout.
_MOST_SAMPLES = 2
#: Maximum number of problems for which a repair of the text is sought.
_MOST_REPAIRS = 5
#: Maximum number of cards of a pack that is read again to try a fix, and of one that is checked again too.
#: To try fixes of five errors takes a seventh of the time in which as many cards are checked.
_MOST_READ, _FEW_CARDS = 1_000, 100
#: Maximum number of problems for which a pack is checked again.
_MOST_CHECKED_AGAIN = 3
#: Maximum number of problems shown.
_MOST_PROBLEMS = 200


class Stale(Exception):  # noqa: N818 - nothing went wrong
    """Raised if a requested text or picture is no longer kept, usually because a newer text replaced it."""


class Revision(NamedTuple):
    """A text of a tab with its pack."""

    rev: int
    text: str
    #: None if it is not valid YAML, and while it is being checked.
    examined: examination.Examined | None
    #: The pack to draw: without errors except in its look, or one being checked.
    pack: Pack | None = None
    #: The pack with its removed cards, which are shown too.
    shown: Pack | None = None
    #: The language in which it is shown; None for its own.
    language: str | None = None

    @property
    def packs(self) -> Iterator[Pack]:
        """Yield the packs from which the revision's pictures are drawn: none, one or two."""
        yield from (pack for pack in (self.pack, self.shown) if pack)


class _CheckProgress:
    """Yields to urgent work during the check of a long pack, and reports progress."""

    def __init__(self, yield_to_urgent: Callable[[], None], tell: Callable[[Pack, int], None]) -> None:
        """Store the functions to call.

        yield_to_urgent: does urgent work. tell: called with the pack and the number of checked cards, first
        after a short time and then often.
        """
        self._yield_to_urgent, self._tell = yield_to_urgent, tell
        self._next = monotonic() + _SOON
        self.told = False

    def __call__(self, pack: Pack, done: int) -> None:
        """Do urgent work first, and report from time to time how many cards of the pack are checked."""
        self._yield_to_urgent()
        if monotonic() > self._next:
            self._tell(pack, done)
            self.told = True
            self._next = monotonic() + _PATIENCE


class DrawableFace(NamedTuple):
    """A face or a back with the pack from which it is drawn."""

    pack: Pack
    card: Card | str


class Workspace:
    """The texts of all tabs with their pictures and files."""

    def __init__(self) -> None:
        self.file: Path | None = None
        self._seen: OrderedDict[str, Revision] = OrderedDict()
        #: The revisions without errors of each tab: the one that its page shows, and newer ones.
        self._good: dict[str, dict[int, Revision]] = {}
        self._before: deque[Revision | None] = deque(maxlen=_MOST_BEFORE)
        self._sides: OrderedDict[str, DrawableFace] = OrderedDict()
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        self._plates: tuple[str, Any] = ("", None)
        #: What is known from earlier texts: about their cards, and their data.
        self._memory, self._sources, self._parts = CardMemory(), SourceMemory(), PartMemory()
        #: The cards of which the page of each tab was told.
        self._told: dict[str, FacesOfTab] = {}

    # Texts

    def open(self, file: Path) -> None:
        """Open another pack."""
        self.file = file
        self._seen.clear()
        self._good.clear()
        self._told.clear()

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
        """Examine a text; return its problems and, if the pack can be shown, its cards and controls.

        raw: the text as bytes of the file. visible: the range of cards whose pictures are needed first. good:
        the number of the last revision without errors that the page has. yield_to_urgent: called from time to
        time while a long pack is checked. tell: called with the progress of the check; its first call also
        has the cards, which may be drawn during the check. since: the number of the text whose cards the page
        has. Raises UsageError if no pack is open.
        """
        if self.file is None:
            raise UsageError("no pack is open")

        def checking(pack: Pack, done: int) -> None:
            told: dict[str, Any] = {"rev": rev, "done": done, "of": len(pack.cards)}
            if not watch.told:
                whole = pack.whole_pack or pack
                early = Revision(rev, text, None, whole, whole)
                self._keep_revision(tab, early)
                # A card whose layout does not exist cannot be drawn; the check is about to tell.
                with contextlib.suppress(NoSuchName):
                    told["pack"] = self._pack_description(tab, early, None, visible, since)
                # Their cells may be changed while the cards are checked.
                told["tables"] = self.tables(tab)
            tell(told)

        watch = _CheckProgress(yield_to_urgent, checking)
        setting = PROGRESS.set(watch)
        try:
            with self._reusing():
                examined = examination.examine(str(self.file), language_overrides(language), text=raw)
            problems: Sequence[Problem] = examined.problems
        except PackError as error:
            examined, problems = None, error.problems
        finally:
            PROGRESS.reset(setting)
        errors = [problem for problem in problems if problem.severity == "error"]
        # Errors of the look are shown in the pictures.
        drawn = examined.pack if examined and all(problem.drawable for problem in errors) else None
        sound = drawn is not None and not errors
        with self._reusing():
            shown = with_removed_cards(drawn, str(self.file), raw) if drawn else None
        revision = Revision(rev, text, examined, drawn, shown, language)
        known = self._good.get(tab, {})
        newer = sorted(number for number in known if number > good)[-_MOST_BEFORE:]
        self._good[tab] = {number: known[number] for number in (good, *newer) if number in known}
        if sound:
            self._good[tab][rev] = revision
        self._keep_revision(tab, revision)
        merged = examined.data if examined else {}
        read = examined.pack if examined else None
        size = len(read.cards) + len(read.backs) if read is not None else _MOST_READ + 1
        answer: dict[str, Any] = {
            "rev": rev,
            "sound": sound,
            "problems": self._problem_records_with_fixes(
                text, problems, merged, shown.cards if shown is not None else (), size
            ),
            "more": max(0, len(problems) - _MOST_PROBLEMS),
            "tables": self.tables(tab)[0],
            "lists": self._list_records(tab),
        }
        if examined is not None and examined.pack is not None:
            # Also for a pack with errors: a colour that is too pale is corrected where it was picked.
            answer["controls"] = control_records(examined.pack)
            answer["languages"] = list(examined.pack.languages)
            answer["colors"] = _doubtful_colors(examined.pack, problems)
        if shown is not None and examined is not None:
            with self._reusing():
                answer["pack"] = self._pack_description(tab, revision, examined.data, visible, since)
        return answer

    @contextlib.contextmanager
    def _reusing(self) -> Iterator[None]:
        """Within this context, read and check only what differs from earlier texts."""
        settings = (MEMORY.set(self._memory), SOURCES.set(self._sources), PARTS.set(self._parts))
        try:
            yield
        finally:
            MEMORY.reset(settings[0])
            SOURCES.reset(settings[1])
            PARTS.reset(settings[2])

    def _keep_revision(self, tab: str, revision: Revision) -> None:
        """Keep a tab's newest text, and drop the packs whose pictures can no longer be requested."""
        older = self._seen.get(tab)
        self._seen[tab] = revision
        self._seen.move_to_end(tab)
        if len(self._seen) > _MOST_TABS:
            oldest, _ = self._seen.popitem(last=False)
            self._good.pop(oldest, None)
            self._told.pop(oldest, None)
        # Pictures requested before the newest text came may still be drawn; they are planned again.
        if older is None or older.rev != revision.rev:
            self._before.append(older)
        for pack in older.packs if older else ():
            pack.drawing_cache.clear()
        goods = [each for some in self._good.values() for each in some.values()]
        packs = {
            id(pack) for each in (*self._seen.values(), *goods, *self._before) if each for pack in each.packs
        }
        for key in [key for key, side in self._sides.items() if id(side.pack) not in packs]:
            del self._sides[key]

    def kept_revisions(self, tab: str) -> list[int]:
        """Return the numbers of a tab's revisions of which pictures and files can be made."""
        newest = self._seen.get(tab)
        return [*self._good.get(tab, {}), *([newest.rev] if newest else [])]

    def text(self, tab: str, rev: int) -> tuple[str, str | None]:
        """Return a revision of a tab's text and the language in which it is shown. Raises Stale."""
        revision = self.revision(tab, rev)
        return revision.text, revision.language

    def close(self) -> None:
        """Do nothing: there is no process to end."""

    def kill(self) -> None:
        """Do nothing: there is no process to end."""

    def revision(self, tab: str, rev: int) -> Revision:
        """Return a revision: the tab's newest text, or an older text without errors that is still kept.

        Raises Stale if the revision is neither.
        """
        found = self._seen.get(tab)
        if found is None or found.rev != rev:
            found = self._good.get(tab, {}).get(rev)
        if found is None:
            raise Stale
        return found

    def tables(self, tab: str) -> tuple[list[dict[str, str | None]], str]:
        """Return the tables that the newest text of a tab uses, and the language of its pack.

        Each table has a name and a sheet. If the newest text cannot be read, such as while a table is being
        saved, the last text without errors is used.
        """
        found = self._seen.get(tab)
        pack = found.examined.pack if found and found.examined else found and found.pack
        if pack is None and (good := self._good.get(tab)):
            pack = good[max(good)].pack
        if pack is None:
            return [], "en"
        named = dict.fromkeys(
            (self._path_in_folder(group.table.file), group.table.sheet) for group in pack.lists if group.table
        )
        return [{"name": name, "sheet": sheet} for name, sheet in named], pack.language

    def _list_records(self, tab: str) -> list[dict[str, Any]]:
        """Return the lists of cards that come from tables: path, table, and headings by columns.

        Only columns that are renamed, shown by the list's layout, or have a meaning of their own are
        included.
        """
        found = self._seen[tab].examined
        pack = found.pack if found else None
        return [
            {
                "path": ["cards", str(place)],
                "table": self._path_in_folder(group.table.file),
                "columns": {
                    name: head
                    for name, head in group.columns.items()
                    if name != head.lower() or name in MEANINGS or name in _columns_shown(pack, group.layout)
                },
            }
            for place, group in enumerate(pack.lists if pack else ())
            if pack and group.table
        ]

    def _path_in_folder(self, name: str) -> str:
        """Return a file's path relative to the pack's folder, with "/" between its parts."""
        folder = self.file.parent if self.file else Path()
        return os.path.relpath(name, folder).replace(os.sep, "/")

    def pack(self, tab: str, rev: int) -> Pack:
        """Return the pack of a tab's revision.

        Raises Stale if that revision is gone, and UsageError if it has errors.
        """
        examined = self.revision(tab, rev).examined
        if examined is None or examined.pack is None or examined.of("error"):
            raise UsageError("the pack has errors: fix them first")
        return examined.pack

    def files(self) -> list[str]:
        """Return the files that the newest texts of all tabs name."""
        # Copied at once: the draw queue's thread continues meanwhile.
        return [name for tab in list(self._seen) for name in self.files_of(tab)]

    def files_of(self, tab: str) -> list[str]:
        """Return the files that the newest text of a tab names, with those of its base; [] if there is no
        such text.
        """
        found = self._seen.get(tab)
        pack = found and (found.examined.pack if found.examined else found.pack)
        under = found.examined.under if found and found.examined else ()
        return [*(pack.files if pack else ()), *under]

    def problem_records(self, text: str, problems: Sequence[Problem]) -> list[ProblemRecord]:
        """Return records of problems for the page, with their positions in a text, but no values of hints."""
        return self._problem_records_with_fixes(text, problems, {}, (), _MOST_READ + 1)

    def _problem_records_with_fixes(
        self,
        text: str,
        problems: Sequence[Problem],
        merged: dict[str, Data],
        cards: Sequence[Card],
        size: int,
    ) -> list[ProblemRecord]:
        """Return records of problems, each with the fixes that its hint suggests. Each error has at least one
        fix.

        merged: the data of the pack with its base. cards: those that the page shows. size: the
        number of the pack's cards and backs; only a small pack is read again to try fixes.
        """
        places, paths = TextPositions(text), {card.path for card in cards}
        told = [self._problem_record(each, text, places) for each in problems[:_MOST_PROBLEMS]]
        for problem, one in zip(problems, told, strict=False):
            if not paths.isdisjoint(_paths_above(problem.path)):
                one["of_card"] = True
            # What stands in a base or a table cannot be removed here, except a card of a suit.
            one["fixes"] += [
                fix_record(each, merged, problem.path)
                for each in problem.suggestions
                if each.value != REMOVAL or "start" in one or each.path[2:3] == ("cards",)
            ]
        slips = (pair for pair in zip(problems, told, strict=False) if _may_be_slip(*pair))
        for problem, one in islice(slips, _MOST_REPAIRS):
            repair = text_repair(text, problem)
            if repair:
                edits = [_edit_record(places, *repair.edit)]
                one["fixes"].insert(0, Fix(label=repair.label, certain=True, edits=edits))
        without = [
            pair
            for pair in zip(problems, told, strict=False)
            if pair[0].severity == "error" and not pair[1]["fixes"]
        ]
        # Each text is read once, whichever problems it is tried for.
        reading, checks = cache(self._error_counts_of_reading), cache(self._error_counts_of_checks)
        for n, (problem, one) in enumerate(without):
            readers: list[Reader] = [reading] if n < _MOST_REPAIRS and size <= _MOST_READ else []
            if n < _MOST_CHECKED_AGAIN and size <= _FEW_CARDS:
                readers.append(checks)
            one["fixes"] += self._general_fixes(text, places, problem, one, merged, readers)
        return told

    def _general_fixes(
        self,
        text: str,
        places: TextPositions,
        problem: Problem,
        record: ProblemRecord,
        merged: dict[str, Data],
        readers: Sequence[Reader],
    ) -> list[Fix]:
        """Return fixes for an error whose hint suggests no value; the last one shows its place.

        merged, readers: as for fixes_by_schema(), whose fixes come first.
        """
        if "table" in record:
            row = PlaceToShow(table=record["table"], row=record["row"])
            return [Fix(label=f"Go to row {record['row']}", certain=False, shows=row)]
        file = Path(problem.mark.file if problem.mark else "")
        is_pack = file.suffix.lower() in (".yaml", ".yml")
        if "start" not in record and is_pack and self.file is not None and file.parent == self.file.parent:
            return [Fix(label=f"Open {file.name}", certain=False, opens=file.name)]
        fixes: list[Fix] = []
        start, end = 0, 0
        try:
            if "start" in record:
                fixes = fixes_by_schema(text, problem, merged, readers)
            else:
                # A base is named here, and so is a picture.
                start, end = text_range(text, ("extends",) if is_pack else problem.path) or (0, 0)
        except YAMLError:
            pass
        line = text.count("\n", 0, start) + 1
        if "start" in record and problem.mark is not None:
            shown, line = PlaceToShow(start=record["start"], end=record["end"]), max(problem.mark.line, 1)
        else:
            shown = PlaceToShow(start=places.utf16_offset(start), end=places.utf16_offset(end))
        return [*fixes, Fix(label=f"Go to line {line}", certain=False, shows=shown)]

    def _error_counts_of_reading(self, text: str) -> Counter[str]:
        """Return the number of times that each error occurs when a text of the open pack is read, not
        checked.
        """

        def read(resolved: library.Resolved) -> list[Problem]:
            found = Findings(admit=resolved.admit, place=resolved.record_row, names_in=resolved.file_names_in)
            _, faults = read_pack(resolved.data, found)
            return [*resolved.problems, *faults, *unknown_games(resolved.data.get("games"))]

        return self._error_counts_of_text(text, read)

    def _error_counts_of_checks(self, text: str) -> Counter[str]:
        """Return how often each error occurs when a text of the open pack is read and checked."""
        return self._error_counts_of_text(
            text, lambda resolved: examination.read_and_check(resolved, lambda pack: pack).problems
        )

    def _error_counts_of_text(
        self, text: str, read: Callable[[library.Resolved], list[Problem]]
    ) -> Counter[str]:
        """Return the number of times that each error occurs in a text of the open pack. read: reads the text
        and returns its problems.
        """
        try:
            with self._reusing():
                raw = text.encode("utf-8", "surrogatepass")
                problems = read(library.resolve(str(self.file), text=raw))
        except PackError as error:
            problems = error.problems
        return Counter(each.message for each in problems if each.severity == "error")

    def _problem_record(self, problem: Problem, text: str, places: TextPositions) -> ProblemRecord:
        """Return the record of a problem: its position in the text, or the file, table and row that it is
        in."""
        mark = problem.mark
        told = ProblemRecord(
            severity=problem.severity, message=problem.message, hint=problem.hint, where="", fixes=[]
        )
        if mark is None or mark.file != str(self.file):
            told["where"] = f"{Path(mark.file).name}:{mark.line}" if mark else ""
            if mark and mark.line and Path(mark.file).suffix.lower() in (".csv", ".tsv", ".xlsx", ".ods"):
                told["table"], told["row"] = self._path_in_folder(mark.file), mark.line
            return told
        start, end = places.range_of_mark(mark)
        told["where"] = f"{Path(mark.file).name}:{mark.line}" if mark.line else Path(mark.file).name
        told["start"], told["end"] = places.utf16_offset(start), places.utf16_offset(end)
        better = replacement_in_hint(problem, text, start, end)
        if better is not None:
            edits = [_edit_record(places, start, end, better)]
            told["fixes"].append(Fix(label=f"Change to {better}", certain=True, edits=edits))
        return told

    def edits_for_value(self, text: str, raw: bytes, path: Sequence[str], value: Data) -> list[TextEdit]:
        """Return the edits of a text that set a value at a path, or remove it for None; LAST at the end of
        the path adds it to a list.

        Raises UsageError if the text has errors.
        """
        try:
            if value is None:
                removal = edit_without_key(text, path)
                if removal is not None:
                    return [_edit_record(TextPositions(text), *removal)]
                # A card of the base is removed by its quantity.
                if len(path) != 4 or (path[0], path[2]) != ("suits", "cards"):
                    raise UsageError(f"{quoted_value(path[-1])} stands in the pack that this one extends")
                value = 0
            merged = library.resolve(str(self.file), text=raw).data
            edit: Edit | None
            if path[-1] == LAST:
                edit = edit_for_addition(text, path[:-1], value, merged)
            else:
                edit = edit_for_value(text, path, value, merged)
        except (PackError, YAMLError) as error:
            raise UsageError("the text has errors: fix them first") from error
        return [_edit_record(TextPositions(text), *edit)] if edit else []

    def boxes(self, tab: str, rev: int, card: str) -> dict[str, Any]:
        """Return the boxes that a card shows, and its row of a table. Raises Stale if the text is gone."""
        pack = self._shown_pack(tab, rev)
        return {**box_records(pack, card), "row": self._row_record(pack, card)}

    def _shown_pack(self, tab: str, rev: int) -> Pack:
        """Return a revision's pack, with removed cards in quantity 0. Raises Stale if there is none."""
        pack = self.revision(tab, rev).shown
        if pack is None:
            raise Stale
        return pack

    def _row_record(self, pack: Pack, card_id: str) -> dict[str, Any] | None:
        """Return the row of a table that contains a card, and the table's path in the folder; None if no
        table contains it.
        """
        found = side_of_id(pack, card_id)
        row = row_of(pack, found[1]) if found else None
        return row and {**row, "table": self._path_in_folder(row.pop("file"))}

    def place(self, tab: str, rev: int, card: str, box: str = "") -> dict[str, Any]:
        """Return the range of a card in the text, and its row of a table.

        box: a box of the card's layout; if the text has it, its range is returned instead. The range is None
        if the text does not have the card. Raises Stale if the text is gone.
        """
        pack, text = self._shown_pack(tab, rev), self.revision(tab, rev).text
        side = side_of_id(pack, card)
        path = side[1].path if side else ("back",) if card.startswith(BACK) else ()
        try:
            of_box = side and box and text_range(text, ("layouts", side[1].layout, "boxes", box))
            found = of_box or text_range(text, path)
        except YAMLError:
            raise Stale from None
        places = TextPositions(text)
        return {
            "range": found and [places.utf16_offset(each) for each in found],
            "row": self._row_record(pack, card),
        }

    def cards_at(self, tab: str, rev: int, start: int) -> list[str]:
        """Return the ids of the cards that the value at a position in the text concerns.

        start: the position in UTF-16 code units. Raises Stale if the text is gone.
        """
        pack, text = self._shown_pack(tab, rev), self.revision(tab, rev).text
        try:
            return cards_at(pack, path_at(text, TextPositions(text).character_offset(start)))
        except YAMLError:
            raise Stale from None

    def edits_for_boxes(self, tab: str, rev: int, card: str, changes: Sequence[Any]) -> list[TextEdit]:
        """Return the edits of a tab's text that change boxes of a card's layout.

        changes: as for text_with_boxes(). Raises Stale if the text is gone, and UsageError for changes that
        are refused.
        """
        revision = self.revision(tab, rev)
        if revision.shown is None or revision.examined is None:
            raise Stale
        text = revision.text
        changed = text_with_boxes(text, revision.shown, revision.examined.data, card, changes)
        edit = edit_between(text, changed)
        return [_edit_record(TextPositions(text), *edit)] if changed != text else []

    def icons(self, tab: str, rev: int, query: str) -> dict[str, Any]:
        """Return the icons of a tab's pack that match a query, with their pictures."""
        examined = self.revision(tab, rev).examined

        def read(text: str) -> Pack | None:
            with contextlib.suppress(PackError):
                return examination.examine(str(self.file), text=text).pack
            return None

        return icon_pictures(self._shown_pack(tab, rev), query, examined.data if examined else {}, read)

    def fonts(self, tab: str, rev: int) -> dict[str, Any]:
        """Return the font families that a tab's pack may use, with samples. Raises Stale if the
        text is gone.
        """
        return font_picker_data(self._shown_pack(tab, rev))

    def layouts(self, tab: str, rev: int, place: int) -> list[dict[str, Any]]:
        """Return the layouts that fit a list of cards, each with the keys of sample pictures.

        place: the index of the list in the file.
        """
        pack = self._shown_pack(tab, rev)
        stamps = untrusted.file_stamps(pack.files)
        found = []
        for name, cards in cards_in_layouts(pack, place, _MOST_SAMPLES):
            with contextlib.suppress(PackError, UsageError):
                keys = [self._picture_key(pack, card, stamps) for card in cards]
                found.append({"name": name, "keys": keys})
        return found

    def printers(self, tab: str, rev: int) -> list[dict[str, Any]]:
        """Return the printers with drawings of their products, and how they fit a tab's pack."""
        return printer_products(self._shown_pack(tab, rev))

    def text_with_quantities(self, text: str, raw: bytes, quantities: Any) -> str:
        """Return the text in which cards of suits have other quantities.

        quantities: the new quantity of each rank, by suit. Raises UsageError for invalid quantities, or if
        the text has errors.
        """
        try:
            wanted = {str(key): dict(ranks) for key, ranks in dict(quantities).items()}
            for number in (number for ranks in wanted.values() for number in ranks.values()):
                if type(number) is not int or not 0 <= number <= MOST_CARDS:
                    raise ValueError
            resolved = library.resolve(str(self.file), text=raw)
            return with_quantities(text, wanted, resolved.data, resolved.base is not None)
        except (ValueError, TypeError) as error:
            raise UsageError("these are not quantities of cards") from error
        except (PackError, YAMLError) as error:
            raise UsageError("the text has errors: fix them first") from error

    # The pack as data for the page

    def _pack_description(
        self,
        tab: str,
        revision: Revision,
        data: dict[str, Data] | None,
        visible: tuple[int, int],
        since: int,
    ) -> dict[str, Any]:
        """Return the data of a pack for the page: kinds of pieces, cards, backs, lists, suits and games.

        data: those that the pack was read from; None while it is checked. visible: the range of cards that
        get keys of pictures. since: the text whose cards the page has, from which those that differ are
        returned.
        """
        own, pack = revision.pack, revision.shown
        if own is None or pack is None:
            raise Stale
        used = Counter[str]()
        by_back = Counter(card.back for card in own.cards if card.quantity)
        for card in {card.back: card for card in own.cards}.values():
            used[own.back_of(card)] += by_back[card.back]
        backs = list(own.backs)[:_MOST_BACKS]
        made: dict[str, Any] = {
            "name": pack.name,
            "count": pack.count,
            "kinds": [_kind_record(kind) for kind in pack.kinds],
            "lists": _list_names(pack),
            "suits": {key: pack.suit_title(key) for key in pack.suits},
            # Whether its games exist and suit the pack is known after its check.
            "games": game_choices(pack) if revision.examined else [],
            "backs": [self._keep_back(own, name, used[name]) for name in backs],
        }
        told = self._faces(tab, revision, data, visible)
        faces = self._faces_of_tab(tab)
        before = faces.told.get(since)
        if before is None:
            made["faces"] = told.whole()
        else:
            made["changes"] = told.changes_since(since, before)
        if revision.examined:
            faces.keep(revision.rev, told)
        return made

    def _faces(
        self, tab: str, revision: Revision, data: dict[str, Data] | None, visible: tuple[int, int]
    ) -> ToldFaces:
        """Return the records of all cards. Those in the visible range have the keys of their pictures, and
        others that look as in an earlier text.
        """
        own, shown = revision.pack, revision.shown
        if own is None or shown is None:
            raise Stale
        rows = rows_of_cards(shown)
        tables = {file: self._path_in_folder(file) for file in {file for file, _ in rows.values()}}
        named = {path: (tables[file], row) for path, (file, row) in rows.items()}
        problems = _problems_by_path(revision.examined.problems) if revision.examined else None
        records = self._faces_of_tab(tab).records(own, shown, data, named, problems)
        looks = self._looks(own, shown)
        first, last = max(0, visible[0]), visible[1]
        keys = self._picture_keys(revision, first, last)
        known = [
            look["picture key"] if look and "picture key" in look and not first <= place < last else ""
            for place, look in enumerate(looks)
        ]
        for place, key in enumerate(known):
            if key:
                card = shown.cards[place]
                self._keep_side(key, DrawableFace((own if card.quantity else shown).kind_of(card), card))
        known[first : first + len(keys)] = keys
        return ToldFaces(records, known, looks)

    def _faces_of_tab(self, tab: str) -> FacesOfTab:
        """Return the cards of which the page of a tab was told."""
        return self._told.setdefault(tab, FacesOfTab())

    def _looks(self, own: Pack, shown: Pack) -> list[dict[str, Any] | None]:
        """Return what is known of each card as long as it looks the same; None for a face without layout.

        own: the pack. shown: the same with its removed cards.
        """
        kept = {
            (is_there, kind.piece): facts_of_cards(kind)
            for is_there, pack in ((True, own), (False, shown))
            for kind in pack.kinds
        }
        known = ((kept.get((card.quantity > 0, card.piece)), card) for card in shown.cards)
        return [of.facts(card) if of is not None and card.kind == "layout" else None for of, card in known]

    def keys(self, tab: str, rev: int, first: int, last: int) -> list[str]:
        """Return the keys of the pictures of the cards in a range. Raises Stale if the text is gone."""
        first = max(0, first)
        with self._reusing():
            keys = self._picture_keys(self.revision(tab, rev), first, last)
        told = self._faces_of_tab(tab).told.get(rev)
        if told is not None:
            told.keys[first : first + len(keys)] = keys
        return keys

    def contents(self, tab: str, rev: int) -> dict[str, Any]:
        """Return a hash of what all faces have in common, and one of what each card says itself.

        The cards are in the order of the page's. Raises Stale if the text is gone.
        """
        shared, cards = pack_and_card_hashes(self._shown_pack(tab, rev))
        return {"shared": shared, "cards": cards}

    def _picture_keys(self, revision: Revision, first: int, last: int) -> list[str]:
        """Return the keys of the pictures of the cards in a range. Raises Stale if there is no pack."""
        shown, pack = revision.shown, revision.pack
        if shown is None or pack is None:
            raise Stale
        # What a table says of a card is in the card.
        tables = {group.table.file for group in pack.lists if group.table}
        others = (file for file in pack.files if file not in tables and not is_picture(Path(file).name))
        stamps = untrusted.file_stamps(others)
        # A summary shows the pack without its removed cards.
        return [
            self._picture_key(pack if card.quantity else shown, card, stamps)
            for card in shown.cards[first:last]
        ]

    def pack_with_thumbnail(self, name: str) -> tuple[Pack, str]:
        """Load a pack by name or path; return it, and the key of its first card's picture."""
        pack = examination.load(name)
        return pack, self._picture_key(pack, next(card for card in pack.cards if card.quantity), ())

    def samples(self, texts: Sequence[str]) -> list[dict[str, Any]]:
        """Return for each text of a pack the keys of its cards' pictures, and their width divided by height.

        The texts are read in place of the open file. A pack that cannot be drawn has no keys.
        """
        return [self._sample_picture_keys(text) for text in texts]

    def _sample_picture_keys(self, text: str) -> dict[str, Any]:
        """Return the keys of the pictures of a pack's cards, and the cards' width divided by height."""
        try:
            pack = examination.examine(str(self.file), text=text).pack
        except PackError:
            pack = None
        if pack is None:
            return {"keys": [], "wide": 1.0}
        stamps = untrusted.file_stamps(pack.files)
        keys = [self._picture_key(pack, card, stamps) for card in pack.cards]
        return {"keys": keys, "wide": pack.card.width / pack.card.height}

    def warm_up(self, name: str) -> None:
        """Draw a card that is not shown, so that fonts and code are loaded.

        name: of a pack that comes with cardgen.
        """
        self.picture(self.pack_with_thumbnail(name)[1], 1)

    def _picture_key(self, pack: Pack, card: Card, stamps: object) -> str:
        """Return the key of a face's picture, a hash of all that is drawn on it, and keep the face for it.

        The pictures on the face are hashed by their contents. stamps: the state of other files that the pack
        names.
        """
        pack = pack.kind_of(card)
        kept = facts_of_cards(pack) if card.kind == "layout" else None
        facts: dict[str, str] = {} if kept is None else kept.facts(card)
        if "picture key" in facts:
            return self._keep_side(facts["picture key"], DrawableFace(pack, card))
        if kept is not None:
            stamps = kept.stamps_without_pictures(card)
        trim = Rect(0, 0, *pack.card.size)
        blank = (pack.card, pack.special_inks, stamps)
        # Varnish and white are on plates only: a face that gains them has other plates.
        on_plates = pack.with_special_inks("separations") if pack.special_inks else pack
        try:
            key = facts["picture key"] = _digest_of_drawing(plan_face(on_plates, card, trim), blank)
        except (AttributeError, TypeError, pickle.PicklingError):
            # Drawn by a function that cannot be pickled: the hash covers the whole pack.
            stamps = untrusted.file_stamps(pack.files)
            key = _digest_of_drawing(pack, card._replace(quantity=0), stamps)
        return self._keep_side(key, DrawableFace(pack, card))

    def _keep_back(self, whole: Pack, name: str, quantity: int) -> FaceRecord:
        """Keep a back under the key of its picture, and return its record.

        whole: the pack with all its kinds of pieces. quantity: the number of cards with this back.
        """
        card = next((card for card in whole.cards if whole.back_of(card) == name), None)
        pack = whole.kind_of(card) if card else whole
        kinds = [kind.piece for kind in whole.kinds]
        of_kind = pack.back_of(card) if card else name
        back = pack.backs.get(of_kind, pack.back)
        layouts = (pack.layouts, pack.types, pack.fonts) if back.layout else ()
        inks = (pack.ink_saver, pack.special_inks)
        drawn = (back, layouts, pack.card, tuple(pack.suits.items()), pack.style, inks, pack.icons)
        key = _digest_of_drawing(drawn, untrusted.file_stamps(pack.files))
        return FaceRecord(
            id=BACK + name,
            label=name,
            quantity=quantity,
            back="",
            kind=kinds.index(pack.piece) if pack.piece in kinds else 0,
            suit="",
            list="",
            key=self._keep_side(f"b{key}", DrawableFace(pack, of_kind)),
            path=[],
            notes="",
            table="",
            row=0,
            problems=[],
        )

    def _keep_side(self, key: str, side: DrawableFace) -> str:
        """Keep a face or a back under its key, drop the oldest ones, and return the key."""
        self._sides[key] = side
        self._sides.move_to_end(key)
        while len(self._sides) > _MOST_KEYS:
            self._sides.popitem(last=False)
        return key

    # Pictures

    def picture(self, key: str, width: int, bleed: bool = False, page: int = 0) -> tuple[bytes, str]:
        """Draw a face, a back or a page of a PDF; return the image file and its media type.

        width: in pixels. bleed: draw a face with its bleed. page: the index of the page. Raises Stale if
        nothing is kept under the key any more, or a face of a pack that is being checked cannot be drawn.
        """
        if key in self._pages:
            self._pages.move_to_end(key)
            return _render_page(self._pages[key], page, width, "jpg")
        side = self._sides.get(key)
        if side is None:
            raise Stale
        try:
            return self._face_picture(side, width, bleed)
        except (OSError, PackError):
            # A card that is shown while it is checked may lack its picture.
            raise Stale from None

    def _face_picture(self, side: DrawableFace, width: int, bleed: bool) -> tuple[bytes, str]:
        """Draw a face or a back; return the image file and its media type."""
        card = side.pack.card
        if not bleed and card.shape != "rectangle":
            # The page gives round corners to rectangles only.
            dpi = 72 * max(16, min(width, _MOST_SIDE)) / card.width
            job = ImageJob(PictureCanvas.for_trim(card.size, 0, dpi), rounded=True)
            [cut_out] = side_pictures(side.pack, [side.card], job)
            return encode_image(cut_out, "png", 96, level=_QUICK), "image/png"
        size = card.size if not bleed else (card.width + 2 * card.bleed, card.height + 2 * card.bleed)
        return _render_page(faces_pdf(side.pack, [side.card], size), 0, width, "png")

    def plate(self, key: str, ink: int) -> bytes:
        """Draw the plate of one ink of a face, as a grey PNG: 255 is full ink.

        ink: the index in the order of plates_of(). Raises Stale if there is no such plate.
        """
        if self._plates[0] != key:
            side = self._sides.get(key)
            if side is None:
                raise Stale
            self._plates = (key, plates_of(side))
        made = self._plates[1]
        if ink >= len(made):
            raise Stale
        return encode_image(made[ink], "png", _PLATE_DPI)

    def figures(self, tab: str, rev: int) -> dict[str, Any]:
        """Return statistics of a tab's pack: the counts of its cards, without those of the values in their
        columns, and the odds of draws.

        Raises Stale if the text is gone, and UsageError if it has errors.
        """
        from ..gaming.lab.composition import count_pack
        from ..gaming.lab.odds import odds_of
        from ..gaming.lab.stats_records import stats_record

        pack = self.pack(tab, rev).kinds[0]
        told = stats_record(count_pack(pack, with_columns=False), odds_of(pack))
        # The page counts them by their number.
        del told["extras"]
        return told

    def make_sheets(
        self, tab: str, rev: int, choices: dict[str, Any], progress: Callable[[int, int], None] | None = None
    ) -> dict[str, Any]:
        """Make the sheets of a tab's pack; return the keys and page sizes of their PDFs, counts, and notes.

        choices: paper, flip, guides and backs. progress: as for write_sheets(). Raises Stale if the text is
        gone, and UsageError if the pack has errors or does not fit the sheets.
        """
        pack = self.pack(tab, rev)
        for name, known in SHEET_CHOICES.items():
            if choices[name] not in known:
                raise UsageError(f"there is no {name} {choices[name]!r}")
        layout = SheetOptions(
            paper=parse_paper_size(choices["paper"]), flip=choices["flip"], backs=choices["backs"]
        )
        files = write_sheets(pack, Job(layout=layout, guides=choices["guides"]), progress)
        return {
            "files": [{**self.keep_pages(file.data), "suffix": file.suffix} for file in files],
            "sheets": files[0].sheets,
            "cards": files[0].cards,
            "warnings": list(files[0].warnings),
            "notes": list(files[0].notes),
        }

    def keep_pages(self, data: bytes) -> dict[str, Any]:
        """Keep a finished PDF for viewing; return its key and the sizes of its pages in millimetres."""
        import pypdfium2

        key = "p" + hashlib.blake2b(data, digest_size=16).hexdigest()
        self._pages[key] = data
        self._pages.move_to_end(key)
        while len(self._pages) > 1 and (
            len(self._pages) > _MOST_FILES or sum(map(len, self._pages.values())) > _MOST_BYTES
        ):
            self._pages.popitem(last=False)
        document = pypdfium2.PdfDocument(data)
        try:
            sizes = [
                [round(side / MM, 2) for side in document.get_page_size(n)] for n in range(len(document))
            ]
        finally:
            document.close()
        return {"key": key, "pages": sizes}


#: The options of sheets with their choices.
SHEET_CHOICES: dict[str, tuple[str, ...]] = {
    name: tuple(options_of(Sheets)[name].kind.usual_values()) for name in ("paper", "flip", "guides", "backs")
}


def _may_be_slip(problem: Problem, record: ProblemRecord) -> bool:
    """Tell whether an error may be a slip in the text of the pack, for which no fix is known yet."""
    return problem.severity == "error" and "start" in record and (not record["fixes"] or hides_color(problem))


def _problems_by_path(problems: Sequence[Problem]) -> dict[KeyPath, list[CardProblem]]:
    """Return errors and warnings by path: those about the value at the path and about parts of it, errors
    first.
    """
    found: dict[KeyPath, list[CardProblem]] = {}
    for severity in ("error", "warning"):
        alike = [problem for problem in problems if problem.severity == severity]
        for problem in alike[:_MOST_PROBLEMS]:
            told = CardProblem(severity=severity, message=problem.message, hint=problem.hint)
            for path in _paths_above(problem.path):
                found.setdefault(path, []).append(told)
    return found


def _paths_above(path: KeyPath) -> Iterator[KeyPath]:
    """Yield the paths of the values that contain a value, from the outermost to itself."""
    return (path[: end + 1] for end in range(len(path)))


def _kind_record(kind: Pack) -> KindRecord:
    """Return the record of a kind of pieces: name, lengths in millimetres, outlines and special inks."""
    piece = (kind.whole_pack or kind).pieces.get(kind.piece)
    card = kind.card
    return KindRecord(
        piece=(piece.name or kind.piece) if piece else "",
        size=(round(card.width / MM, 3), round(card.height / MM, 3)),
        shown=size_text(*card.size),
        bleed=round(card.bleed / MM, 3),
        safe=round(card.safe / MM, 3),
        corner=round(card.corner / MM, 3) if card.shape == "rectangle" else 0.0,
        is_rectangle=card.shape == "rectangle",
        face_outlines=_outlines(card),
        back_outlines=_outlines(card.seen_from_back),
        special_inks=tuple(
            SpecialInkRecord(plate=ink.plate, color=ink.spot_color.hex, opacity=ink.opacity)
            for ink in kind.special_inks
        ),
    )


def _outlines(card: CardFormat) -> tuple[str, str]:
    """Return the outlines of the trim and of the safe zone as SVG path data (mm, from the bleed's top
    left)."""
    trim = Rect(card.bleed, card.bleed, *card.size)
    downwards = combined_matrix(translation(0, -card.height - 2 * card.bleed), scaling(1 / MM, -1 / MM))
    found = [piece_outline(card, trim, by).transformed(downwards) for by in (0, -card.safe)]
    return svg_path_data(found[0]), svg_path_data(found[1])


def _list_names(pack: Pack) -> dict[str, str]:
    """Return for each list of cards, by its index, the name of its table or folder; "" for a list that has
    neither.
    """
    files = {
        str(place): each.folder or (each.table and each.table.file) for place, each in enumerate(pack.lists)
    }
    return {place: Path(file).name if file else "" for place, file in files.items()}


def _columns_shown(pack: Pack, layout: str) -> set[str]:
    """Return the columns that a layout shows; an empty set if there is no such layout."""
    try:
        return pack.layout(layout).columns
    except NoSuchName:
        return set()


def _edit_record(places: TextPositions, start: int, end: int, insert: str) -> TextEdit:
    """Return an edit with its positions in UTF-16 code units."""
    return TextEdit(start=places.utf16_offset(start), end=places.utf16_offset(end), insert=insert)


def _hash_of_file(file: Path) -> str:
    """Return the hash of a file's contents; the state of a file that cannot be read."""
    try:
        return untrusted.content_digest(str(file))
    except OSError:
        return repr(untrusted.file_stamps([str(file)]))


class _Pickler(pickle.Pickler):
    """Pickles drawings reproducibly: fonts by name, outlines as plain data, files by their contents."""

    def __init__(self, out: io.BytesIO) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        named = dict.fromkeys((Font, PackFont, FontWithFallbacks), lambda font: (str, (font.name,)))
        self.dispatch_table = {
            **named,
            Shape: lambda shape: (tuple, (shape.segments,)),
            type(Path()): lambda file: (str, (_hash_of_file(file),)),
        }


def _digest_of_drawing(*drawn: object) -> str:
    """Return a hash of planned drawings and of other data, the same in every run."""
    out = io.BytesIO()
    _Pickler(out).dump(drawn)
    return hashlib.blake2b(out.getbuffer(), digest_size=16).hexdigest()


def _render_page(data: bytes, number: int, width: int, form: Format) -> tuple[bytes, str]:
    """Draw a page of a PDF at a width in pixels; return the image file and its media type.

    Drawings with few colours become PNG if form is "png"; all others JPEG. Raises Stale if there is no such
    page.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        if not 0 <= number < len(document):
            raise Stale
        page = document[number]
        wide, high = page.get_size()
        pixels = max(16, min(width, _MOST_SIDE))
        if pixels * pixels * high / wide > _MOST_PIXELS:
            pixels = int((_MOST_PIXELS * wide / high) ** 0.5)
        # A little less than it is, so that no page is drawn a pixel too large.
        picture = page.render(scale=(pixels - 1e-4) / wide, rev_byteorder=True).to_pil()
    finally:
        document.close()
    if form == "png" and picture.getcolors(_DRAWN) is not None:
        return encode_image(picture, "png", 96, level=_QUICK), "image/png"
    return encode_image(picture, "jpg", 96), "image/jpeg"


def plates_of(side: DrawableFace) -> list[Any]:
    """Draw the plates of a face for coated paper (FOGRA39), with its bleed: the process inks, then the
    special ones.
    """
    from ..art.item_writer import Press
    from ..prepress.pdf.plates import separate_pages

    profile = bundled_profile(CONDITIONS["fogra39"].profile)
    inks = PressInks(profile)
    pack = side.pack.converted_for_press(inks).with_special_inks("separations")
    special = [ink.plate for ink in pack.special_inks]
    canvas = PictureCanvas.for_trim(pack.card.size, pack.card.bleed, _PLATE_DPI)
    card = side.card
    if not isinstance(card, str):
        # The same card in the pack with press colours.
        card = next(each for each in pack.cards if each.id == card.id)
    data = faces_pdf(pack, [card], canvas.page, "cmyk", press=Press(inks))
    scale = _PLATE_DPI / 72
    (process,) = separate_pages(data, [0], scale=scale, technical=special)
    spots = (next(separate_pages(data, [0], scale=scale, spot=plate)).black for plate in special)
    return [*process, *spots]


def language_overrides(language: str | None) -> dict[tuple[str, ...], Data]:
    """Return the overrides that give a pack a language, as `--language` does; {} for None."""
    return {("language",): language} if language else {}


def with_removed_cards(pack: Pack, file: str, raw: bytes) -> Pack:
    """Return the pack with the cards that it removes from its base, in quantity 0, so that they can be
    restored."""
    base = library.resolve(file, text=raw).base
    if base is None:
        return pack
    below = _mapping_at(base.data, "suits")
    ranks = {key: list(_mapping_at(_mapping_at(below, key), "cards")) for key in pack.suits}
    return with_missing_ranks(pack, ranks)


def _mapping_at(data: Data, key: str) -> dict[str, Any]:
    """Return the mapping under a key of data; {} if there is none."""
    below = data.get(key) if isinstance(data, dict) else None
    return below if isinstance(below, dict) else {}


def control_records(pack: Pack) -> list[dict[str, Any]]:
    """Return the values of a pack that controls can set: labels, paths, kinds and choices."""
    plain = [suit for key, suit in pack.suits.items() if not suit.symbol and pack.suit_cards[key]]
    size = next((name for name, each in CARDS.items() if _is_same_size(each, pack.card.size)), "")
    sizes = [["", size_text(*pack.card.size)]] if not size else []
    sizes += [[name, f"{name}, {wide:g} × {high:g} mm"] for name, (wide, high) in CARDS.items()]
    found: list[dict[str, Any]] = [
        _choice_control("Card size", ("card", "size"), size, sizes),
        _length_control("Corner radius", ("card", "corner"), pack.card.corner, 0, 12),
    ]
    found += [
        _choice_control(f"Layout{label}", (*path, "layout"), layout, [[name, name] for name in names])
        for path, layout, label, names in _lists_with_layouts(pack)
    ]
    if plain:
        styles = [["disc", "white disc"], ["solid", "solid colour"], ["paper", "ink on white"]]
        found.append(_choice_control("Style", ("style",), pack.style, styles))
        found.append(_switch_control("Stripe", ("stripe",), ("stripe", "on"), pack.stripe.on))
        if pack.stripe.on:
            found.append(_length_control("Stripe width", ("stripe", "width"), pack.stripe.width, 0.5, 12))
    if any(card.kind in ("index", "pips", "court") for card in pack.cards):
        small = pack.index.small.height
        found.append(_length_control("Small index", ("index", "small", "height"), small, 2, 12))
    if any(card.kind == "pips" for card in pack.cards):
        found.append(_length_control("Pips", ("pips", "size"), pack.pips.size, 4, 30))
    if plain:
        found.append(
            _length_control("Large index", ("index", "large", "height"), pack.index.large.height, 8, 40)
        )
    if not pack.back.image and not pack.back.layout:
        patterns = [[name, name] for name in PATTERNS]
        found.append(_choice_control("Back", ("back", "pattern"), pack.back.pattern, patterns))
    found.append(_switch_control("Ink saver", ("ink-saver",), ("ink-saver",), pack.ink_saver))
    return found


def _lists_with_layouts(pack: Pack) -> Iterator[tuple[list[str], str, str, list[str]]]:
    """Yield (path, layout, label, all layouts) for each list of cards whose layout exists.

    The label says which list it is, such as " of list 2"; it is "" if the pack has only one list.
    """
    known = [*dict.fromkeys((*pack.layouts, *builtin_layouts().layouts))]
    for place, group in enumerate(pack.lists[:_MOST_LISTS]):
        if group.folder is None and group.layout in known:
            label = f" of list {place + 1}" if len(pack.lists) > 1 else ""
            yield ["cards", str(place)], group.layout, label, known


def _is_same_size(named: tuple[float, float], size: tuple[float, float]) -> bool:
    """Tell whether a named size, in millimetres, equals a size in points."""
    return all(abs(a * MM - b) < 0.01 for a, b in zip(named, size, strict=True))


def _choice_control(label: str, path: Sequence[str], value: Any, choices: list[list[str]]) -> dict[str, Any]:
    """Return the record of a control with choices."""
    return {"kind": "choice", "label": label, "path": list(path), "value": value, "choices": choices}


def _switch_control(label: str, off: Sequence[str], on: Sequence[str], value: bool) -> dict[str, Any]:
    """Return the record of a switch.

    off, on: the paths to set, if it is on and if it is off now.
    """
    return {"kind": "switch", "label": label, "path": list(off if value else on), "value": value}


def _length_control(
    label: str, path: Sequence[str], value: float | None, minimum: float, maximum: float
) -> dict[str, Any]:
    """Return the record of a control for a length.

    value: in points; None if the length follows from the card size. minimum, maximum: in millimetres.
    """
    millimetres = None if value is None else round(value / MM, 2)
    said = "" if value is None else length_text(value)
    return {
        "kind": "length",
        "label": label,
        "path": list(path),
        "value": millimetres,
        "least": minimum,
        "most": maximum,
        "shown": said,
    }


def color_records(pack: Pack) -> Iterator[dict[str, Any]]:
    """Yield the records of a pack's colours."""
    for key, suit in pack.suits.items():
        title = pack.suit_title(key)
        yield color_record(title, ("suits", key, "color"), suit.color)
        if suit.stripe is not None and not suit.symbol:
            yield color_record(f"{title}, stripe", ("suits", key, "stripe"), suit.stripe, suit.color)
    if not pack.back.image and not pack.back.layout:
        yield color_record("back", ("back", "color"), pack.back.color)
    for path, _, label, _ in _lists_with_layouts(pack):
        group = pack.lists[int(path[1])]
        card = next((each for each in pack.cards if [*each.path[:2]] == path and not each.suit), None)
        if card is not None and (group.color is None or isinstance(group.color, Color)):
            yield color_record(f"accent{label}", (*path, "color"), inks.accent_color(pack, card))
    for name, value in pack.own_colors.items():
        yield color_record(name, ("colors", name), value)


def _doubtful_colors(pack: Pack, problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Return the records of a pack's colours, each with the problems that the check found in it."""
    wrong: dict[tuple[str, ...], list[str]] = {}
    for problem in problems:
        if problem.severity in ("error", "warning"):
            wrong.setdefault(problem.path, []).append(f"{problem.message}; {problem.hint}")
    return [{**each, "wrong": wrong.get(tuple(each["path"]), [])} for each in color_records(pack)]


def color_record(label: str, path: Sequence[str], value: Color, against: Color = WHITE) -> dict[str, Any]:
    """Return a colour's record: its values, its contrast, and how colour-blind people see it.

    against: the colour beside it, with which the contrast is calculated.
    """
    return {
        "label": label,
        "path": list(path),
        "hex": value.hex,
        "cmyk": [round(part * 100) for part in value.cmyk],
        "contrast": round(contrast_ratio(value, against), 2),
        "against": "white" if against == WHITE else "its ground",
        "sights": {
            sight: Color(simulated_color_vision(value.rgb, sight), value.cmyk).hex
            for sight in COLOR_VISIONS
            if sight != "normal"
        },
    }
