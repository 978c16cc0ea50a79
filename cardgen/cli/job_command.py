"""The command of a job: click's options from its record; then parse, run, save and report."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import CardgenError, UsageError
from ..jobs import find_job
from ..jobs.groups import is_file
from ..jobs.job import (
    InteractiveJob,
    Job,
    JobInRounds,
    JobOfSeveral,
    JobWithoutPack,
    OptionsError,
    QuestionJob,
    ReportingJob,
    Round,
    options_of,
    warnings_or_raise,
)
from ..units import BadValue
from .options import PACK, click_argument, click_option
from .terminal import ProgressBar, as_json, echo

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..errors import Problem
    from ..jobs.result import Result


def command_of(name: str) -> click.Command:
    """Return the command of a job by its name."""
    job = find_job(name)
    declared = options_of(job)
    many = job.packs in ("each", "all")
    pack = click.Argument(
        ["packs"], nargs=-1 if many else 1, required=True, type=PACK, metavar="PACK..." if many else "PACK"
    )

    def callback(packs: str | tuple[str, ...] = (), **typed: Any) -> int:
        context = click.get_current_context()
        given = {
            name: value
            for name, value in typed.items()
            if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
        }
        return run_and_report(_parse_job(job, given), (packs,) if isinstance(packs, str) else packs)

    arguments = [click_argument(each) for each in declared.values() if each.option.argument]
    options = [click_option(each) for each in declared.values() if not each.option.argument]
    params = [*([] if job.packs == "none" else [pack]), *arguments, *options]
    return click.Command(name, params=params, help=inspect.getdoc(job), callback=callback)


def _parse_job(job: type[Job], given: dict[str, Any]) -> Job:
    """Return the job of a command line. Raises click.UsageError with all wrong values."""
    try:
        return job.from_options(given)
    except OptionsError as error:
        lines = [f"Invalid value for '{flag}': {message}" for flag, message in error.faults]
        raise click.UsageError("\nError: ".join(lines)) from None


def run_and_report(job: Job, names: Sequence[str]) -> int:
    """Load the packs, run the job, save its files and print the results. Return the exit code.

    names: the packs. If there are errors, no file is written.
    """
    # Imported late, so that help and errors of the command line are fast.
    from ..jobs.pieces import jobs_by_kind, with_credits_once
    from ..jobs.result import save_result

    warnings_or_raise(job, None)
    if isinstance(job, InteractiveJob) and getattr(job, "page", False):
        from .play import studio_of

        return run_and_report(studio_of(job, names[0]), ())  # type: ignore[arg-type]
    if isinstance(job, QuestionJob) and job.questions:
        job = _ask_for_answers(job)
        warnings_or_raise(job, None)
    output = getattr(job, "output", None)
    if len(names) > 1 and output is not None and is_file(output, ".pdf"):
        raise UsageError(f"{output} is one file and there are {len(names)} packs; name a folder")
    if isinstance(job, JobWithoutPack):
        made = [
            job.run_reporting(ProgressBar, echo)
            if isinstance(job, ReportingJob)
            else job.run_without_pack(ProgressBar)
        ]
        existing = _existing_paths(made)
        save_result(made)
        _print_report(job, None, made[0], existing)
        return _print_ending(job, made)
    if isinstance(job, JobOfSeveral):
        job.verify_number(len(names))
    parts = [part for pack in _load_packs(job, names) for part in jobs_by_kind(job, pack)]
    packs = [pack for _, pack in parts]
    for part, pack in parts:
        _print_problems(pack, warnings_or_raise(part, pack))
    with _announcing_compilation(job):
        made = (
            [_run_job_of_several(job, packs)]
            if isinstance(job, JobOfSeveral)
            else with_credits_once([_run_job(part, pack) for part, pack in parts])
        )
    _save_and_report(job, packs, made)
    return _print_ending(job, made)


def _ask_for_answers(job: QuestionJob) -> QuestionJob:
    """Ask the user the questions of a job, and return the job with the answers. Raises UsageError for a wrong
    answer.
    """
    echo("Press Enter to leave one out.")
    answers = {
        name: click.prompt(question, default="", show_default=False)
        for name, question in job.questions.items()
    }
    try:
        return job.with_answers(answers)
    except BadValue as error:
        raise UsageError(f"{error}; {error.hint}") from None


def _save_and_report(job: Job, packs: Sequence[Examined], made: Sequence[Result]) -> None:
    """Save the files of all results, and print the results. If a plot cannot be saved, the results are
    printed all the same.
    """
    from ..jobs.result import save_result

    existing = _existing_paths(made)
    try:
        save_result(made)
    except (CardgenError, OSError):
        if getattr(job, "plot", None) is not None:
            # A failed plot must not lose long computations.
            for pack, each in zip(packs, made, strict=False):
                _print_result(job, pack, each)
        raise
    for pack, each in zip(packs, made, strict=False):
        _print_report(job, pack, each, existing)


def _existing_paths(made: Sequence[Result]) -> frozenset[Path]:
    """Return the paths of results, files or folders, at which something is already."""
    paths = [
        path
        for each in made
        for path in ([file.path for file in each] if each.folder is None else [each.folder])
    ]
    return frozenset(path for path in paths if path.exists())


def _load_packs(job: Job, names: Sequence[str]) -> list[Examined]:
    """Return the loaded packs of a job, after printing their warnings if the job checks its packs.

    Raises PackError for packs with errors, and UsageError for packs that do not exist.
    """
    if job.accepted_packs != "checked":
        from ..api import load_examined_pack

        return [load_examined_pack(job, name) for name in names]
    from .loading import load_packs_without_errors

    size, strict = getattr(job, "size", None), getattr(job, "strict", False)
    return load_packs_without_errors(
        names, job.overrides, size, strict, getattr(job, "printer", None), job.printed_part
    )


@contextmanager
def _announcing_compilation(job: Job) -> Iterator[None]:
    """Return a context that prints a note on a terminal as soon as the job's engine is compiled, which takes
    time.
    """
    if not job.plays_games:
        yield
        return
    from ..gaming.games.compiling import call_on_compilation

    def say() -> None:
        if sys.stderr.isatty():
            echo("compiling the engine for this machine, once: this takes about 20 seconds", err=True)

    with call_on_compilation(say):
        yield


def _print_ending(job: Job, made: Sequence[Result]) -> int:
    """Print the faults of results; if there are none, print the next step. Return the exit code."""
    from ..jobs.result import next_step_of

    interrupted = [each.interrupted for each in made if each.interrupted]
    if interrupted and _is_for_programs(job):
        # People read it above the figures; programs that ignore the exit code read it here.
        echo("\n".join(f"cardgen: {each}" for each in interrupted), err=True)
    faults = [fault for each in made for fault in each.faults]
    for fault in faults:
        echo(fault, err=True)
    if not faults and not _is_for_programs(job) and (next_step := next_step_of(made)):
        echo(next_step)
    return max(each.exit_code for each in made)


def _is_for_programs(job: Job) -> bool:
    """Tell whether the output is JSON or CSV, which programs read, so that nothing else may be printed with
    it.
    """
    return getattr(job, "format", "") in ("json", "json-lines", "csv")


def _print_problems(pack: Examined, problems: Sequence[Problem]) -> None:
    """Print problems of a pack's options, and problems with a place in a file."""
    from . import report

    for problem in problems:
        if problem.mark is None:
            kind = "warning: " if problem.severity == "warning" else ""
            echo(f"{pack.slug}: {kind}{problem.message}", err=True)
    located = [problem for problem in problems if problem.mark is not None]
    if located:
        echo(report.problems_text(located), err=True)


def _run_job(job: Job, pack: Examined) -> Result:
    """Run a job with one pack, print its warnings, and return the result."""

    def progress(what: str, unit: str = "") -> ProgressBar:
        return ProgressBar(f"{pack.slug}: {what}", unit)

    if isinstance(job, InteractiveJob):
        made = job.run_interactively(pack, progress, _Terminal())
    elif not isinstance(job, JobInRounds):
        made = job.run(pack, progress)
    else:
        made = job.run_rounds(pack, progress, _save_file_and_print_facts)
    for warning in made.warnings:
        echo(f"{pack.slug}: warning: {warning}", err=True)
    return made


class _Terminal:
    """A conversation with the people at a terminal."""

    def tell(self, text: str) -> None:
        """Print a text."""
        echo(text)

    def ask(self, question: str) -> str:
        """Ask a question, and return the answer; "q" at the end of the input and after Ctrl-C."""
        try:
            return str(click.prompt(question, default="", show_default=False))
        except (click.Abort, OSError):
            # A closed input ends the conversation, too.
            echo("")
            return "q"

    def hand_screen_to(self, name: str) -> None:
        """Clear the screen, and wait until the named person presses Enter."""
        click.clear()
        self.ask(f"{name} is next and presses Enter")


def _save_file_and_print_facts(known: Round) -> None:
    """Save the file of a round, and print its facts if there are any."""
    from ..jobs.result import Result

    Result([known.file]).save()
    if known.facts is not None:
        echo(as_json(known.facts, in_line=True))


def _run_job_of_several(job: JobOfSeveral, packs: Sequence[Examined]) -> Result:
    """Run a job with all packs together, print its warnings, and return the result."""
    made = job.run_all(packs, ProgressBar)
    for warning in made.warnings:
        echo(f"warning: {warning}", err=True)
    return made


#: The modules that print the results of jobs, by the names of records.
_REPORTS = {
    "Changes": "changes",
    "Check": "check",
    "Compare": "compare",
    "Design": "design",
    "Listing": "list",
    "Logs": "logs",
    "Match": "match",
    "Ordering": "order",
    "Preflight": "preflight",
    "Printers": "printers",
    "Show": "show",
    "Simulate": "simulate",
    "Solve": "solve",
    "Stats": "stats",
    "Verify": "verify",
}


def _print_report(job: Job, pack: Examined | None, made: Result, existing: Collection[Path]) -> None:
    """Print a result, its files and its notes. existing: the paths at which something was before."""
    _print_result(job, pack, made)
    _print_files(made, () if job.updates_files else existing, beside_result=_is_for_programs(job))
    for note in made.notes:
        echo(note)


def _print_result(job: Job, pack: Examined | None, made: Result) -> None:
    """Print the result of a job: a text, JSON, or a report for people."""
    if isinstance(made.result, str):
        echo(made.result, nl=False)
    elif getattr(job, "format", "") in ("json", "json-lines"):
        echo(as_json(made.facts, in_line=job.format == "json-lines"))  # type: ignore[attr-defined]
    elif type(job).__name__ in _REPORTS:
        import_module(f".{_REPORTS[type(job).__name__]}", __package__).print_report(job, pack, made)


def _print_files(made: Result, existing: Collection[Path], beside_result: bool) -> None:
    """Print the names of the written files, with notes and preflight's findings.

    existing: the paths at which something was before. beside_result: whether a result for programs is
    printed, so that this goes to standard error.
    """
    if made.folder is not None:
        if made.about:
            echo(f"{made.folder}: {made.about}{' (replaced)' if made.folder in existing else ''}")
        return
    for file in made:
        if file.about:
            replaced = " (replaced)" if file.path in existing else ""
            echo(f"{file.path}: {file.about}{replaced}", err=beside_result)
        for note in file.notes:
            echo(f"  {note}")
        if file.report is not None:
            from .preflight import print_verdict_and_findings

            print_verdict_and_findings(file.report, file.beside_report)
