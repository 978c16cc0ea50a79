"""A job of a pack that has several kinds of pieces: done with each by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Problem
from ..units import count_with_noun
from .job import Job
from .result import LazyFiles, Result, ResultFile, next_step_of

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack

#: What files and folders of cards are called beside those of other pieces.
CARDS = "cards"


def jobs_by_kind(job: Job, pack: Examined) -> list[tuple[Job, Examined]]:
    """Return the job with the pack of each kind of its pieces; one job alone if it handles all kinds at
    once.

    In the packs of jobs that print, each copy of a card with numbers of its own is a card. Names of files
    contain the kind. Raises UsageError for a selection without any card, and for pieces that no product of
    the printer fits.
    """
    if job.numbers_copies and pack.pack is not None:
        from ..pack.numbered_copies import with_each_copy

        pack = pack._replace(pack=with_each_copy(pack.pack, getattr(job, "copies", 1)))
    whole = pack.pack
    if job.pieces == "all" or job.accepted_packs == "any" or whole is None or not whole.pieces:
        return [(job, pack)]
    kinds = list(whole.kinds)
    only, missing = getattr(job, "only", ()), getattr(job, "missing", ())
    if only or missing:
        from ..pack.selection import cards_by_kind, cards_to_print

        kinds = [kind for kind, _ in cards_by_kind(whole, cards_to_print(whole, only, 1, missing))]
    printer = getattr(job, "printer", None)
    if printer is not None and not job.takes_unfit_pieces:
        from ..prepress.printers.library import verify_fits_printer

        if only or all(kind.piece in kind.unavailable_kinds for kind in kinds):
            verify_fits_printer(kinds, printer)
        kinds = [kind for kind in kinds if kind.piece not in kind.unavailable_kinds]
    return [_job_of_kind(job, pack, kind, alone=len(kinds) == 1) for kind in kinds]


def _job_of_kind(job: Job, pack: Examined, kind: Pack, alone: bool) -> tuple[Job, Examined]:
    """Return the job with the pack of one kind of pieces. alone: whether no other kind is made."""
    output = getattr(job, "output", None)
    if output is not None and not alone:
        own = output
        if job.fills_folder:
            own = output / (kind.piece or CARDS)
        elif output.suffix and not output.is_dir():
            own = path_of_kind(output, kind)
        job = replace(job, output=own)  # type: ignore[call-arg]
    slug = f"{pack.slug}-{kind.piece}" if kind.piece else pack.slug
    size = pack.valid_pack.pieces[kind.piece].size if kind.piece else pack.own_size
    mine, allowed = (
        tuple(problem for problem in some if _is_problem_of_kind(problem, kind))
        for some in (pack.problems, pack.allowed)
    )
    return job, pack._replace(slug=slug, pack=kind, own_size=size, problems=mine, allowed=allowed)


def counts_by_kind(kinds: Sequence[Pack]) -> str:
    """Return the counts of all kinds as text, such as "54 cards and 20 pieces (token)". kinds: at
    least one.
    """
    counts = [
        count_with_noun(kind.count, kind.card_noun) + (f" ({kind.piece})" if kind.piece else "")
        for kind in kinds
    ]
    *others, last = counts
    return f"{', '.join(others)} and {last}" if others else last


def _is_problem_of_kind(problem: Problem, kind: Pack) -> bool:
    """Tell whether a problem of the whole pack concerns a kind of pieces.

    A problem that concerns no particular kind concerns each of them.
    """
    whole, (first, name) = kind.whole_pack or kind, (*problem.path, "", "")[:2]
    among = {each.piece for each in whole.kinds}
    if first == "pieces":
        meant = {name}
    elif first == "layouts":
        meant = {each.piece for each in whole.kinds if name in each.layouts}
    elif first == "cards":
        meant = {card.piece for card in whole.cards if card.path[:2] == (first, name)}
    else:
        # Suits and extras are cards, and `card` is their blank.
        meant = {""} if first in ("card", "extras", "suits") else among
    return kind.piece in (meant & among or among)


def path_of_kind(path: Path, kind: Pack) -> Path:
    """Return the path of a kind's own file, where those of all kinds are beside each other."""
    return path.with_name(f"{path.stem}-{kind.piece}{path.suffix}") if kind.piece else path


def with_credits_once(results: Sequence[Result]) -> list[Result]:
    """Return results without the lists of credits beside files that repeat an earlier one.

    Each kind of pieces has a list of the whole pack.
    """
    from ..output.lists import CREDITS

    seen = set[bytes]()
    made = []
    for each in results:
        if not isinstance(each.files, LazyFiles):
            lists = [file for file in each.files if file.path.name.endswith(f"-{CREDITS}")]
            again = [file for file in lists if file.data in seen]
            each = replace(each, files=[file for file in each.files if file not in again])
            seen |= {file.data for file in lists}
        made.append(each)
    return made


def combined_result(made: Sequence[tuple[Examined, Result]]) -> Result:
    """Return the results of a job for each kind of pieces as one result."""
    if len(made) == 1:
        return made[0][1]
    results = with_credits_once([each for _, each in made])
    names = [pack.valid_pack.piece or CARDS for pack, _ in made]

    def files() -> Iterator[ResultFile]:
        for each in results:
            yield from each.files.iterate_once() if isinstance(each.files, LazyFiles) else each.files

    return replace(
        results[0],
        files=LazyFiles(files),
        warnings=tuple(dict.fromkeys(warning for each in results for warning in each.warnings)),
        notes=tuple(dict.fromkeys(note for each in results for note in each.notes)),
        facts=dict(zip(names, (each.facts for each in results), strict=True)),
        result=None if results[0].result is None else [each.result for each in results],
        next_step=next_step_of(results),
        faults=tuple(fault for each in results for fault in each.faults),
        status=max(each.status for each in results),
        about="; ".join(filter(None, (each.about for each in results))),
        kept=tuple(dict.fromkeys(path for each in results for path in each.kept)),
    )
