"""Make files of the saved pack: the offered jobs, a queue, and their outcomes.

Each job runs in its own process. The search for designs also reports what it has found so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import Problem, UsageError
from ..jobs import find_job, home_printers
from ..jobs.form import command_line, form_record, read_form
from ..jobs.job import options_of
from ..pack.values import parse_language_tag
from ..sandbox import untrusted
from .choice_pictures import pictures_of_choices
from .job_process import (
    Hear,
    JobProblem,
    JobRequest,
    Outcome,
    empty_outcome,
    problem_records,
    run_job,
)

#: The option for the place of files, which the page's buttons replace, and the one for the format of printed
#: output, which the page shows in its own way.
_PLACE, _PRINTED = "output", "format"
#: Maximum length of an option's text, and number of texts of one option.
_LONGEST, _MOST_TEXTS = 500, 50
#: Maximum length of the name of a dropped file, and the folder of these files.
_LONGEST_NAME, _KEPT = 100, "dropped"
_PICTURES = (".png", ".jpg", ".tif")
#: Maximum number of finished files that are offered.
_MOST_FINISHED = 100


#: The value of a preset that stands for the file of the open pack.
OPEN_PACK = "{pack}"
#: The beginning of the name of a dropped file.
DROPPED = "dropped:"


class Offer(NamedTuple):
    """A job that the page offers."""

    title: str
    about: str
    command: str
    #: Initial values of its form; "" stays empty, whatever other forms hold.
    preset: Mapping[str, str] = {}
    #: Whether it prints text instead of making files.
    says: bool = False
    #: Options that its form lacks: those of other offers, and those that a page may not choose.
    without: tuple[str, ...] = ()
    #: The options that its form begins with.
    first: tuple[str, ...] = ()
    #: The suffixes of finished files that it offers to examine.
    examines: tuple[str, ...] = ()


#: Options of pictures that are for printers: virtual tables use none of them.
_FOR_PRINTERS = ("printer", "bleed", "per", "cut_files", "special_inks", "stock", "foil")

OFFERS: dict[str, Offer] = {
    "build": Offer("Everything for home", "Sheets to print and cut, and the rules.", "build"),
    "sheets": Offer("Sheets", "A PDF to print at home and cut.", "sheets"),
    "rulebook": Offer("Rulebook", "The rules as a book, with the pack's own cards.", "rulebook"),
    "html": Offer("Rules for phones", "The rules as one page for a browser.", "rulebook", {"format": "html"}),
    "epub": Offer("Rules as an e-book", "The rules for readers of books.", "rulebook", {"format": "epub"}),
    "summary": Offer("Rules on a page", "The rules on one page.", "summary"),
    "box": Offer("Box", "A box for the pack, to print on card, cut, fold and glue.", "box"),
    "press": Offer("Press files", "PDF/X for a card manufacturer.", "press"),
    "proof": Offer("Proof", "A PDF to look at before you pay.", "proof"),
    "order": Offer(
        "What to order", "What to choose at a printer, and what to hand in.", "order", {}, says=True
    ),
    "images": Offer("Pictures", "A picture of each face and the back.", "images"),
    "share": Offer(
        "A page to share",
        "One HTML page with all faces and the rules, for any browser, also offline.",
        "share",
    ),
    "tabletop": Offer(
        "Tabletop Simulator",
        "A deck for the virtual table, ready to load.",
        "images",
        {"table": "tabletop-simulator"},
        without=(*_FOR_PRINTERS, "rounded"),
        first=("push", "bags", "url"),
    ),
    "playingcards": Offer(
        "playingcards.io",
        "A table with the pieces and their pictures, to import into a room.",
        "images",
        {"table": "playingcards-io"},
        without=(*_FOR_PRINTERS, "push", "bags"),
        first=("url",),
    ),
    "verify": Offer(
        "Prove sheets",
        "Compare a finished file of sheets with your pack.",
        "verify",
        {"pack": OPEN_PACK},
        says=True,
        examines=(".pdf",),
    ),
    "preflight": Offer(
        "Preflight",
        "Find what a printer would refuse in any PDF or picture.",
        "preflight",
        {"pack": OPEN_PACK},
        says=True,
        examines=(".pdf", ".png", ".jpg", ".tif"),
    ),
    "calibrate": Offer(
        "Calibrate a printer",
        "A sheet that measures how your printer moves what it prints.",
        "calibrate",
        without=("read", "scan"),
    ),
    "readings": Offer(
        "Enter its readings",
        "What you read on the calibration sheet, or scans of it; sheets are then corrected by it.",
        "calibrate",
        says=True,
        without=("proof",),
        examines=(".png", ".jpg", ".jpeg", ".tif"),
    ),
    "logs": Offer(
        "Games that people played",
        "Measure logs of games, and find the players that play most like them.",
        "logs",
        says=True,
        # A page must not run files of rules, nor choose where work is sent.
        without=("rules", "dask", "workers", "plot"),
        examines=(".game.json",),
    ),
    "words": Offer("Translation", "A table of the texts to translate, or to bring up to date.", "words"),
}


#: The commands that *Make* does not offer, each with where the page does the same, or why it does not.
ELSEWHERE: dict[str, str] = {
    "changes": "the cards that changed since they were saved or printed are marked in Cards",
    "check": "problems are counted below at every change; click them to go there",
    "compare": "At the table, choose what your pack is held against",
    "completion": "is for a shell",
    "design": "How it plays has wishes for packs of a game with designs",
    "docs": "opens the documentation beside this page",
    "icons": "icons are chosen where they are written; sets come from the web, which the studio never uses",
    "list": "choices are listed where they are made",
    "match": "compares two players, not packs",
    "new": "the button with the name of the pack begins another",
    "play": "Play, at the top, opens a table",
    "printers": "printers are chosen in forms and in Press",
    "pull": "fetches tables from the web, which the studio never uses",
    "schema": "the text completes and checks keys by it",
    "show": "the page shows the cards",
    "simulate": "How it plays shows figures of games",
    "solve": "finds the best play of a row of Abstrac, not of a pack",
    "stats": "Composition and the odds of a hand stand at the side",
    "studio": "is this page",
}


def _hidden_options(offer: Offer) -> set[str]:
    """Return the names of options that an offer's form does not show, including those for which the page has
    its own controls.
    """
    return {_PLACE, *offer.without, *((_PRINTED,) if offer.says else ())}


def job_offers(pack: str) -> list[dict[str, Any]]:
    """Return the offered jobs as records for the page. pack: the name of the open pack's file."""
    return [
        {
            "kind": kind,
            **offer._asdict(),
            "preset": {name: pack if value == OPEN_PACK else value for name, value in offer.preset.items()},
            "without": sorted(_hidden_options(offer)),
            "first": offer.first,
            "picture": f"choice/kind/{kind}.svg",
        }
        for kind, offer in OFFERS.items()
    ]


@cache
def other_commands() -> list[dict[str, str]]:
    """Return the commands without a form, each with where the page does the same, or why it does not:
    {"command", "why"}.
    """
    return [{"command": f"cardgen {name}", "why": why} for name, why in ELSEWHERE.items()]


def job_forms() -> dict[str, Any]:
    """Return the forms of all offered jobs by command; fields that an offer excludes are left out."""
    # A printer at home is a choice as soon as it is calibrated.
    return _job_forms(tuple(home_printers.home_printer_names()))


@cache
def _job_forms(printers: tuple[str, ...]) -> dict[str, Any]:
    forms = {
        command: form_record(command) for command in dict.fromkeys(each.command for each in OFFERS.values())
    }
    for form in forms.values():
        for field in (each for section in form["sections"] for each in section["fields"]):
            field["pictures"] = pictures_of_choices(field["name"], [word for word, _ in field["choices"]])
    return forms


class RequestedJob(NamedTuple):
    """A job that a page requests."""

    request: JobRequest
    #: Whether it prints text instead of making files.
    says: bool
    #: The command line that makes the same.
    typed: str
    #: Problems of the options, without regard to the pack.
    problems: list[JobProblem]

    @property
    def is_refused(self) -> bool:
        """Tell whether the options have errors."""
        return any(each["severity"] == "error" for each in self.problems)


def requested_job(
    file: Path, kind: str, options: Mapping[str, Any], dropped: Callable[[str], Path] | None = None
) -> RequestedJob:
    """Return the requested job with a pack's file. Raises UsageError for what no form can request.

    dropped: returns the file of a name that begins with DROPPED.
    """
    offer = OFFERS.get(kind)
    if offer is None:
        raise UsageError("there is nothing of that kind to make")
    job = find_job(offer.command)
    known = options_of(job)
    for name, value in options.items():
        if name in _hidden_options(offer) or name not in known or not _is_filled_in(value):
            raise UsageError(f"there is no option {name!r} here")
    places = _FormFiles(offer.command, file.parent, dropped)
    wrong = list(places.unreachable_file_problems(options))
    if not wrong:
        _, wrong = read_form(offer.command, places.with_absolute_paths(options))
    return RequestedJob(
        JobRequest(offer.command, places.with_relative_paths(options), file.name),
        offer.says,
        command_line(offer.command, file.name, places.names(options)),
        [
            # Files are relative to the pack's folder, as in the form.
            {**each, "message": places.without_folders(each["message"])}
            for each in problem_records(wrong, job)
        ],
    )


def _is_filled_in(value: object) -> bool:
    """Tell whether a value of a form is filled in and valid: true, a text, or a list of texts, within the
    limits of length.
    """
    if isinstance(value, list):
        return 0 < len(value) <= _MOST_TEXTS and all(isinstance(each, str) and each for each in value)
    return value is True or (isinstance(value, str) and 0 < len(value) <= _LONGEST)


class _FormFiles:
    """The files that options of a form name: beside the pack, or dropped on the page."""

    def __init__(self, command: str, folder: Path, dropped: Callable[[str], Path] | None) -> None:
        self._folder, self._dropped = folder, dropped
        self._known = {
            name: declared.kind.usual_values()
            for name, declared in options_of(find_job(command)).items()
            if declared.kind.paths
        }

    def _with_mapped_files(self, options: Mapping[str, Any], call: Callable[[str], str]) -> dict[str, Any]:
        """Return options whose names of files are replaced by a function."""

        def replaced(name: str, value: Any) -> Any:
            if isinstance(value, list):
                return [replaced(name, each) for each in value]
            is_file = name in self._known and isinstance(value, str) and value not in self._known[name]
            return call(value) if is_file else value

        return {name: replaced(name, value) for name, value in options.items()}

    def _dropped_or_own_file(self, name: str) -> Path:
        if name.startswith(DROPPED) and self._dropped is not None:
            return self._dropped(name)
        return self._folder / name

    def unreachable_file_problems(self, options: Mapping[str, Any]) -> Iterator[Problem]:
        """Yield problems of files that are not beside the pack, which the page cannot reach."""
        for name in self._known.keys() & options.keys():
            found: list[Problem] = []

            def verify(value: str, name: str = name, found: list[Problem] = found) -> str:
                try:
                    if not value.startswith(DROPPED) and not self._is_folder(value):
                        untrusted.admit(self._folder, value)
                except untrusted.Unreachable as error:
                    found.append(Problem(str(error), (name,), error.hint))
                return value

            self._with_mapped_files({name: options[name]}, verify)
            yield from found

    def _is_folder(self, value: str) -> bool:
        """Tell whether a name is that of a folder in or below the pack's folder, also after
        following links.
        """
        try:
            found = (self._folder / value).resolve()
            return found.is_dir() and found.is_relative_to(self._folder.resolve())
        except (OSError, ValueError):
            return False

    def with_absolute_paths(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with absolute paths."""
        return self._with_mapped_files(options, lambda name: str(self._dropped_or_own_file(name)))

    def with_relative_paths(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with paths relative to the pack's folder, except for dropped files."""
        return self._with_mapped_files(
            options, lambda name: str(self._dropped_or_own_file(name)) if name.startswith(DROPPED) else name
        )

    def names(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options in which dropped files have their original names."""
        return self._with_mapped_files(
            options, lambda name: name.rpartition("/")[2] if DROPPED in name else name
        )

    def without_folders(self, message: str) -> str:
        """Return a message in which files are relative to the pack's folder."""
        return message.replace(f"{self._folder}{os.sep}", "")


def finished_files(folder: Path, kind: str) -> list[str]:
    """Return the files in a pack's folder and in its folder "output" that a job can examine, the newest
    first.

    Raises UsageError for a job that examines no files.
    """
    offer = OFFERS.get(kind)
    if offer is None or not offer.examines:
        raise UsageError("nothing is examined by that name")
    found: list[tuple[float, str]] = []
    for place in ("output", ""):
        with contextlib.suppress(OSError):
            found += [
                (entry.stat().st_mtime, f"{place}/{entry.name}".lstrip("/"))
                for entry in os.scandir(folder / place)
                if entry.name.lower().endswith(offer.examines)
                # Pictures beside the pack are those on its cards.
                and (place or not entry.name.lower().endswith(_PICTURES))
                and entry.is_file(follow_symlinks=False)
            ]
    return [name for _, name in sorted(found, reverse=True)[:_MOST_FINISHED]]


def language_of(request: dict[str, Any]) -> str | None:
    """Return the requested language, None for the pack's own. Raises UsageError."""
    if request["language"] is None:
        return None
    try:
        return parse_language_tag(request["language"])
    except ValueError as error:
        raise UsageError(str(error)) from error


#: Numbers of games for a search and for measuring its designs: half a minute with the compiled engine.
_SEARCH, _MEASURED = 200_000, 20_000


def requested_search(file: Path, answers: Mapping[str, Any]) -> RequestedJob:
    """Return the requested search for compositions. Raises UsageError."""
    if not any(answers[name] for name in ("attack", "defence", "wish")):
        raise UsageError("enter a wish, such as attack +10%")
    fields = {"wish": "wishes"}
    options: dict[str, Any] = {
        fields.get(name, name): answers[name]
        for name in ("attack", "defence", "wish", "keep", "cards", "temperament")
    }
    options |= {"vary": answers["vary"].split()}
    options |= {"players": str(answers["players"] or ""), "most_games": str(_SEARCH), "games": str(_MEASURED)}
    filled = {name: value for name, value in options.items() if value}
    if not all(map(_is_filled_in, filled.values())):
        raise UsageError("a wish is too long")
    _, wrong = read_form("design", filled)
    # The result so far is reported after each round.
    request = JobRequest("design", {**filled, "format": "json-lines"}, file.name)
    typed = command_line("design", file.name, filled)
    return RequestedJob(request, says=True, typed=typed, problems=problem_records(wrong, find_job("design")))


class Maker:
    """Runs one job after the other, and keeps files for download until the studio ends."""

    def __init__(self, trust: bool = False) -> None:
        """Prepare the queue of jobs.

        trust: work on packs in the jobs' processes without limits.
        """
        self._trust = trust
        self._home: Path | None = None
        self._turn = asyncio.Lock()
        #: The stop events of waiting jobs, by owner.
        self._stops: dict[object, asyncio.Event] = {}
        self._count = 0

    async def make(
        self,
        folder: Path,
        request: JobRequest,
        keep: bool,
        started: Callable[[], None] = lambda: None,
        hear: Hear = lambda told: None,
        owner: object = None,
    ) -> Outcome:
        """Do a job in the pack's folder and return the outcome.

        keep: keep its files for download, under names that file() accepts, instead of writing them where the
        job does by default. started: called when the job leaves the queue and begins. hear: called with the
        progress. owner: identifies the jobs that stop() stops. Raises UsageError if the job takes too long or
        a folder is missing.
        """
        request = request._replace(trust=self._trust)
        async with self._wait_for_turn(owner, started) as stop:
            if stop.is_set():
                return empty_outcome("cancelled")
            if not keep:
                return await run_job(folder, request, hear, stop)
            home = self._folder()
            self._count += 1
            place = home / str(self._count)
            place.mkdir()
            if _PLACE in options_of(find_job(request.command)):
                # Pictures need a folder.
                output = place / "pictures" if request.command == "images" else place
                request = request._replace(options={**request.options, _PLACE: str(output)})
            return _outcome_in_folder(await run_job(folder, request, hear, stop), home, place)

    @contextlib.asynccontextmanager
    async def _wait_for_turn(
        self, owner: object, started: Callable[[], None]
    ) -> AsyncIterator[asyncio.Event]:
        """Wait until earlier jobs are done; the event is set when the owner stops the job."""
        stop = asyncio.Event()
        self._stops[owner] = stop
        try:
            async with self._turn:
                if not stop.is_set():
                    started()
                yield stop
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            raise UsageError(f"{where}{error.strerror or error}") from error
        finally:
            if self._stops.get(owner) is stop:
                del self._stops[owner]

    def _folder(self) -> Path:
        """Return the temporary folder for downloads and for lists of written files."""
        if self._home is None:
            self._home = Path(tempfile.mkdtemp(prefix="cardgen-studio-")).resolve()
        return self._home

    def file(self, name: str) -> Path | None:
        """Return the path of a file for download by its name from make(); None if there is no such file."""
        if self._home is None:
            return None
        known = {path.relative_to(self._home).as_posix(): path for path in self._home.rglob("*")}
        path = known.get(name)
        return path if path is not None and path.is_file() else None

    def keep_dropped_file(self, name: str, data: bytes) -> str:
        """Store a file that was dropped on the page; return its name for options."""
        plain = re.sub(r"[^\w. -]", "_", name).lstrip(".")[-_LONGEST_NAME:] or "file"
        self._count += 1
        place = self._folder() / _KEPT / str(self._count)
        place.mkdir(parents=True)
        (place / plain).write_bytes(data)
        return f"{DROPPED}{self._count}/{plain}"

    def dropped_file_path(self, name: str) -> Path:
        """Return the path of a dropped file. Raises UsageError for any other name."""
        home = self._folder() / _KEPT
        known = {f"{DROPPED}{path.relative_to(home).as_posix()}": path for path in home.glob("*/*")}
        if name not in known:
            raise UsageError("drop the file here once more")
        return known[name]

    def zip_of_job(self, number: str) -> bytes | None:
        """Return all files of the job with a number as a zip; None if there is no such job."""
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

    def stop_jobs(self, owner: object) -> None:
        """Stop an owner's jobs, whether running or waiting."""
        if owner in self._stops:
            self._stops[owner].set()

    def end(self) -> None:
        """Stop the running job, and remove the kept files."""
        for stop in self._stops.values():
            stop.set()
        if self._home is not None:
            shutil.rmtree(self._home, ignore_errors=True)


def _outcome_in_folder(outcome: Outcome, home: Path, place: Path) -> Outcome:
    """Return an outcome whose files are relative to the download folder, and whose texts do not contain the
    folder's name.
    """

    def without_folder_names(text: str) -> str:
        return text.replace(f"{place}/", "").replace(str(place), "")

    return {
        **outcome,
        "files": [
            {**file, "path": Path(file["path"]).relative_to(home).as_posix()} for file in outcome["files"]
        ],
        "about": without_folder_names(outcome["about"]),
        "notes": list(map(without_folder_names, outcome["notes"])),
        "next_step": without_folder_names(outcome["next_step"]),
        "faults": list(map(without_folder_names, outcome["faults"])),
        "problems": [
            {**each, "message": without_folder_names(each["message"])} for each in outcome["problems"]
        ],
    }
