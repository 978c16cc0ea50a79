"""Run a job in its own process, and return its outcome as plain data.

`run_job` starts the process in the pack's folder and sends it a JobRequest as JSON. The process reads the
options, does the job, writes its files whole or not at all, and answers with lines of JSON: progress, and at
last an Outcome. It can be ended at any time; files that existed before are then unchanged.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO, TypedDict

from ..errors import CardgenError, PackError, Problem, UsageError
from ..jobs import find_job
from ..jobs.home_printers import with_home_printer
from .fixes import fix_record
from .messages import Fix

if TYPE_CHECKING:
    from ..jobs.job import Job, Round, Tick
    from ..jobs.result import Block, Result, ResultFile
    from ..prepress.preflight import findings
    from ..prepress.preflight.findings import Report

#: Seconds after which a process is ended, and maximum number of kept characters of its output.
_MOST_SECONDS, _MOST_PRINTED = 600.0, 100_000
#: Seconds that a process has to remove its temporary files before it is killed.
_GRACE = 10.0
#: Seconds between messages of progress.
_OFTEN = 0.2
#: Maximum length of a line of JSON, in bytes.
_LONGEST_LINE = 32 << 20
#: Maximum number of reported problems and findings, and of parts of a text.
_MOST_PROBLEMS = 200
_MOST_BLOCKS = 500

#: Called with each line of JSON that a process prints.
Hear = Callable[[dict[str, Any]], None]


class JobRequest(NamedTuple):
    """A job to do, with its options."""

    command: str
    #: By field name: texts, booleans, or lists of texts.
    options: Mapping[str, Any]
    #: The pack's file, relative to the folder that the process runs in; None for a job without a pack.
    pack: str | None = None
    #: Work on the pack without limits.
    trust: bool = False


class JobProblem(TypedDict):
    """A problem of a job or its pack."""

    severity: Literal["error", "warning", "note"]
    message: str
    hint: str
    #: The option that it concerns; "" for none.
    field: str
    #: The place in a file, such as "pack.yaml:3"; "" for none.
    where: str


class FindingRecord(TypedDict):
    """A finding of preflight in a file."""

    severity: str
    message: str
    hint: str
    #: The place, such as "page 3"; "" for the whole file.
    where: str


class MadeFile(TypedDict):
    """A file that was written."""

    #: Relative to the folder that the process runs in, or absolute if it is elsewhere.
    path: str
    #: In bytes.
    size: int
    about: str
    notes: list[str]
    #: Preflight's verdict: whether a printer would accept the file, or that not everything could be judged;
    #: "" for a file that is not for a press.
    preflight: Literal["passes", "refused", "not judged", ""]
    findings: list[FindingRecord]


class Outcome(TypedDict):
    """The outcome of a job.

    done: the files are written; `faults` tell why they may not be as requested. refused: nothing was done
    because of problems that are errors. failed: the process ended early, for the reason in `faults`.
    cancelled: the user ended it.
    """

    state: Literal["done", "refused", "failed", "cancelled"]
    problems: list[JobProblem]
    files: list[MadeFile]
    #: What the files are together, if they are a folder.
    about: str
    notes: list[str]
    #: Computed results for reading: kinds of text, each with rows of a heading and a text, and the keys of a
    #: pack that it advises to write, with their values.
    blocks: list[tuple[str, list[tuple[str, str]], dict[str, Any]]]
    facts: Any
    next_step: str
    #: What the next step suggests to write into the pack.
    fixes: list[Fix]
    #: Why results are partial, if the job was interrupted.
    interrupted: str
    faults: list[str]


def empty_outcome(
    state: Literal["done", "refused", "failed", "cancelled"],
    problems: Sequence[JobProblem] = (),
    faults: Sequence[str] = (),
) -> Outcome:
    """Return the outcome of a job that made nothing."""
    return Outcome(
        state=state,
        problems=list(problems)[:_MOST_PROBLEMS],
        files=[],
        about="",
        notes=[],
        blocks=[],
        facts={},
        next_step="",
        fixes=[],
        interrupted="",
        faults=list(faults),
    )


# --- the studio's side ---------------------------------------------------------------------------


async def run_job(
    folder: Path, request: JobRequest, hear: Hear = lambda told: None, stop: asyncio.Event | None = None
) -> Outcome:
    """Do a job in its own process and return the outcome.

    folder: the working folder of the process. hear: called with the progress, {"progress", "done", "total",
    "unit"}, in which a total of 0 means unknown; and after each round of a job in rounds with its result so
    far, {"found"}. stop: an event that ends the process. Raises OSError if no process can be started in the
    folder, and UsageError if the job takes too long.
    """
    outcomes = list[Outcome]()

    def take(told: dict[str, Any]) -> None:
        if "outcome" in told:
            outcomes.append(told["outcome"])
        else:
            hear(told)

    given = json.dumps(request._asdict()).encode()
    code, printed = await _run_process(given, folder, take, stop or asyncio.Event())
    if outcomes:
        return outcomes[-1]
    if stop is not None and stop.is_set():
        return empty_outcome("cancelled")
    if code < 0:
        fault = "the system ended the process that was at work, usually because memory ran out: try again"
    else:
        last = next(reversed(printed.strip().splitlines()), "")
        fault = f"this is a fault of cardgen's own: the process at work ended with code {code} ({last})"
    return empty_outcome("failed", faults=[fault])


async def _run_process(request: bytes, folder: Path, hear: Hear, stop: asyncio.Event) -> tuple[int, str]:
    """Run this module with a request; return its exit code and the printed lines that are not JSON.

    hear: called with each line of JSON. stop: when this event is set, the process is interrupted as by
    Ctrl-C, and killed if it does not end soon. Raises OSError if it cannot be started, and UsageError if it
    takes too long.
    """
    process = await asyncio.create_subprocess_exec(
        # Files beside a stranger's pack must not be imported as modules.
        *(sys.executable, "-P", "-m", __name__),
        cwd=folder,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=_LONGEST_LINE,
        # Ctrl-C in the terminal is for the studio, which ends its processes itself.
        start_new_session=True,
    )
    printed = bytearray()
    talk = asyncio.create_task(_exchange_messages(process, request, hear, printed))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((talk, stopping), timeout=_MOST_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        is_late = not talk.done() and not stop.is_set()
        if not talk.done():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
            await asyncio.wait((talk,), timeout=_GRACE)
            if not talk.done():
                kill(process)
        await talk
    finally:
        stopping.cancel()
        talk.cancel()
        if process.returncode is None:
            # The studio ends; the process removes its temporary files itself.
            process.terminate()
    if is_late:
        raise UsageError(f"this took more than {_MOST_SECONDS / 60:.0f} minutes and was ended")
    return process.returncode or 0, printed.decode(errors="replace")


async def _exchange_messages(
    process: asyncio.subprocess.Process, request: bytes, hear: Hear, printed: bytearray
) -> None:
    """Write the request to a process, and read its output until it ends.

    hear: called with each line of JSON; other lines are added to `printed`.
    """
    assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - they are pipes
    with contextlib.suppress(ConnectionError):
        process.stdin.write(request)
        await process.stdin.drain()
    process.stdin.close()
    async for line in process.stdout:
        told = _json_object(line)
        if told is None:
            printed += line
            del printed[:-_MOST_PRINTED]
        else:
            hear(told)
    await process.wait()


def _json_object(line: bytes) -> dict[str, Any] | None:
    """Return the JSON object in a line; None if it holds no such object."""
    if not line.startswith(b"{"):
        return None
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def kill(process: asyncio.subprocess.Process) -> None:
    """Kill a process, and on POSIX its children, at once."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


# --- the process's side --------------------------------------------------------------------------


class _ProgressWriter:
    """Reports the progress of a job as lines of JSON."""

    def __init__(self, say: Callable[[str, Any], None]) -> None:
        """Prepare the report. say: called with the word "line" and data for a line of JSON."""
        self._say = say

    @contextlib.contextmanager
    def __call__(self, what: str, unit: str = "") -> Iterator[Tick]:
        """Report a step at its start, and later whenever the returned function is called with numbers."""
        next_line = 0.0

        def tick(done: int, total: int) -> None:
            nonlocal next_line
            now = time.monotonic()
            if now >= next_line:
                next_line = now + _OFTEN
                self._tell(what, done, total, unit)

        self._tell(what, 0, 0, unit)
        yield tick

    def _tell(self, what: str, done: int, total: int, unit: str) -> None:
        """Write a line about the progress of a step; a total of 0 means unknown."""
        self._say("line", {"progress": what, "done": done, "total": total, "unit": unit})


def write_line(lines: TextIO, told: object) -> None:
    """Write a value as a line of JSON, and flush it."""
    lines.write(json.dumps(told, default=str) + "\n")
    lines.flush()


def do_job(
    request: JobRequest, progress: Any, report_round: Callable[[Round], None] = lambda known: None
) -> Outcome:
    """Do a job in this process, write its files into the current folder, and return the outcome.

    report_round: called with the result so far after each round of a job in rounds. Raises CardgenError.
    """
    from .. import api
    from ..jobs.form import is_refused, read_form
    from ..jobs.job import JobInRounds, JobWithoutPack
    from ..jobs.pieces import combined_result, jobs_by_kind

    kind = find_job(request.command)
    job, problems = read_form(request.command, request.options)
    if job is None or is_refused(problems):
        return empty_outcome("refused", problem_records(problems, kind))
    if isinstance(job, JobWithoutPack):
        made = job.run_without_pack(progress)
        done = _save_result(made, problem_records(problems, kind))
        done["blocks"] = _plain_blocks(job.text_blocks_without_pack(made))
        return done
    if request.pack is None:
        raise UsageError("no pack is named")
    try:
        examined = api.load_examined_pack(job, request.pack)
        parts = jobs_by_kind(job, examined)
        problems = [
            *examined.of("warning"),
            *(each for part, kind in parts for each in part.option_problems(kind)),
        ]
    except PackError as error:
        return empty_outcome("refused", problem_records(error.problems, kind))
    if is_refused(problems, strict=bool(getattr(job, "strict", False))):
        return empty_outcome("refused", problem_records(problems, kind))
    if isinstance(job, JobInRounds):
        results = [job.run_rounds(examined, progress, report_round)]
    else:
        results = [part.run(pack, progress) for part, pack in parts]
    packs = [pack for _, pack in parts]
    made = combined_result([*zip(packs, results, strict=True)])
    done = _save_result(made, problem_records(problems, kind))
    done["fixes"] = [fix_record(each, examined.data) for each in made.suggestions]
    done["blocks"] = _plain_blocks(
        block
        for (part, pack), made in zip(parts, results, strict=True)
        for block in part.text_blocks(pack, made)
    )
    return done


def _plain_blocks(blocks: Iterable[Block]) -> list[tuple[str, list[tuple[str, str]], dict[str, Any]]]:
    """Return blocks of printed text as plain data: kind, rows and options of each."""
    return [(block.kind, [*block.rows], dict(block.write)) for block in islice(blocks, _MOST_BLOCKS)]


def problem_records(problems: Sequence[Problem], kind: type[Job]) -> list[JobProblem]:
    """Return problems of a job or its pack as plain data, each once.

    kind: the class of the job, whose options the problems may name.
    """
    from ..jobs.form import with_labels
    from ..jobs.job import options_of

    fields = {declared.flag: name for name, declared in options_of(kind).items()}
    found: dict[tuple[str, str, str], JobProblem] = {}
    for problem in problems:
        mark, field, where = problem.mark, "", ""
        if mark is not None and mark.is_option:
            field = fields.get(mark.file, "")
        elif mark is not None:
            where = f"{mark.file}:{mark.line}" if mark.line else mark.file
        elif problem.path and problem.path[0] in fields.values():
            field = problem.path[0]
        found[field, where, problem.message] = JobProblem(
            severity=problem.severity,
            message=with_labels(str(problem.message), kind),
            hint=with_labels(str(problem.hint), kind),
            field=field,
            where=where,
        )
    return list(found.values())[:_MOST_PROBLEMS]


def _save_result(made: Result, problems: Sequence[JobProblem]) -> Outcome:
    """Write the files of a job's result, and return the outcome as plain data, without the files' sizes."""
    # Lazily made files no longer exist after they are written.
    known = {} if made.folder is not None else {file.path: file for file in made.files}
    paths = made.save()
    done = empty_outcome("done", problems, made.faults)
    done["problems"] += [
        JobProblem(severity="warning", message=each, hint="", field="", where="") for each in made.warnings
    ]
    # The parent of a confined child writes the files, so sizes are read afterwards.
    done["files"] = [file_record(path.as_posix(), 0, known.get(path)) for path in paths]
    done["about"] = made.about
    done["notes"] = list(made.notes)
    done["facts"] = made.facts
    done["next_step"] = made.next_step
    done["interrupted"] = made.interrupted
    return done


def _outcome_with_sizes(outcome: Outcome) -> Outcome:
    """Return an outcome with the sizes in bytes of its files, read from the disk."""
    files = [MadeFile(**{**each, "size": Path(each["path"]).stat().st_size}) for each in outcome["files"]]
    return Outcome(**{**outcome, "files": files})


def confined_job(request: JobRequest, lines: TextIO) -> Outcome:
    """Do a job as do_job() does, in a confined child if it reads a stranger's pack; return the outcome.

    lines: where progress is written. Raises CardgenError.
    """
    from ..checks.examination import confined_reading
    from ..jobs import wall
    from ..jobs.result import write_result
    from ..sandbox import child

    def hear(kind: str, value: Any) -> None:
        if kind == "line":
            write_line(lines, value)

    packs = [request.pack] if request.pack is not None else []
    strangers = wall.StrangerFiles.find(packs, request.options)
    if strangers.first_file is None or request.command not in wall.WHOLE:
        with confined_reading():
            return _outcome_with_sizes(_run_with_progress(request, hear))
    places = wall.PermittedPaths(request.command, request.options, strangers.packs)
    readable = [*strangers.readable_paths(), *places.readable_paths()]
    try:
        with child.child_messages(
            _run_with_progress, request, None, limits=child.PACK, returns=(), readable=readable
        ) as messages:
            for kind, value in messages:
                if kind == "result":
                    write_result(wall.result_from_child(messages, value, places, hear))
                elif kind == "done":
                    return _outcome_with_sizes(value)
                else:
                    hear(kind, value)
    except child.OverLimit as error:
        problems = child.over_budget_error(strangers.first_file, error, _HINT).problems
        return empty_outcome("refused", problem_records(problems, find_job(request.command)))
    raise AssertionError("the child says how its work ends")


#: The hint for a pack that exceeds the limits.
_HINT = "if the pack is your own, or from somebody you trust, open the studio with --trust"


def trusted_job(request: JobRequest, lines: TextIO) -> Outcome:
    """Do a job as do_job() does, without a confined child; return the outcome with the files' sizes.

    lines: where progress is written.
    """
    return _outcome_with_sizes(_run_with_progress(request, lambda _, value: write_line(lines, value)))


def _run_with_progress(request: JobRequest, hear: Callable[[str, Any], None] | None) -> Outcome:
    """Do a job, report its progress, and return the outcome.

    hear: called with the progress; None in a confined child, which sends it to its parent.
    """
    from ..jobs.result import Result
    from ..sandbox import child

    say = hear or child.tell_parent

    def keep(known: Round) -> None:
        Result([known.file]).save()
        say("line", {"found": known.facts})

    return do_job(request, _ProgressWriter(say), keep)


def file_record(path: str, size: int, file: ResultFile | None = None) -> MadeFile:
    """Return the record of a written file. size: in bytes. file: the job's own record of it, if known."""
    report = file.report if file else None
    return MadeFile(
        path=path,
        size=size,
        about=file.about if file else "",
        notes=list(file.notes) if file else [],
        preflight=_preflight_verdict(report) if report else "",
        findings=finding_records(report.findings) if report else [],
    )


def _preflight_verdict(report: Report) -> Literal["passes", "refused", "not judged"]:
    """Return the verdict of a preflight: "passes", "refused" or "not judged"."""
    return "passes" if report.passed else "refused" if report.refused else "not judged"


def finding_records(reported: Sequence[findings.Finding]) -> list[FindingRecord]:
    """Return preflight's findings as plain data, errors first, equal ones of several pages once."""
    from ..jobs.preflight import grouped_findings

    return [
        FindingRecord(severity=each.severity, message=each.message, hint=each.hint, where=each.where)
        for each in islice(grouped_findings(reported), _MOST_PROBLEMS)
    ]


def main() -> None:
    """Read a request from standard input, do the job, and write its outcome as a line of JSON."""
    import gc
    import warnings

    # A run is short and makes few cycles: garbage collection takes a tenth of a cold start and frees nothing.
    gc.disable()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            # Ended like this, it removes its temporary files, as after Ctrl-C.
            signal.signal(getattr(signal, name), signal.default_int_handler)
    # ReportLab would date files by this variable; cardgen's files have one date, so that their bytes never
    # change.
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Output of libraries must not mix with our lines.
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    request = JobRequest(**json.loads(sys.stdin.buffer.read()))

    try:
        request = request._replace(options=with_home_printer(request.command, request.options))
        done = confined_job(request, lines) if not request.trust else trusted_job(request, lines)
    except CardgenError as error:
        done = empty_outcome("refused", problem_records([Problem(str(error))], find_job(request.command)))
    except MemoryError:
        done = empty_outcome("failed", faults=["there is not enough memory for this"])
    write_line(lines, {"outcome": done})
    gc.freeze()


if __name__ == "__main__":
    main()
