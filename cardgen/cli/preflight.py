"""Print the findings of preflight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from ..prepress.printers.choices import STANDARDS
from ..units import count_with_noun, length_text, number_ranges, size_text
from .terminal import echo

if TYPE_CHECKING:
    from ..jobs.preflight import CheckedFile, Preflight
    from ..jobs.result import Result
    from ..prepress.preflight.findings import Finding, Report, Target

#: Number of files above which those that pass get a line each.
_FEW = 3
#: Maximum number of ranges of pages, and of cards, that are listed.
_MOST_LISTED = 6


def print_report(job: Preflight, examined: None, made: Result) -> None:
    """Print the verdict, the findings and the facts of each file.

    Of many files, those that pass have one line each, and what is found alike in more than a few is printed
    once. Common facts, and findings on folders, come last.
    """
    looked, folders = made.result.files, made.result.folders
    many = len(looked) > _FEW
    groups: dict[tuple[Finding, ...], list[CheckedFile]] = {}
    for each in looked:
        groups.setdefault(_findings_without_cards(each.report), []).append(each)
    for each in looked:
        group = groups[_findings_without_cards(each.report)]
        if many and each.report.passed and not each.report.findings:
            echo(f"{each.file}: passes")
        elif not many or each is group[0]:
            _print_group(group if many and len(group) > _FEW else [each])
        elif len(group) <= _FEW:
            echo(f"{each.file}: {verdict_text(each.report)}, as {group[0].file.name}")
    for file, report, _ in (each for each in folders if each.report.findings):
        echo(f"{file}, all of it: {verdict_text(report)}\n{findings_text(report.findings)}")
    if len(looked) > 1:
        echo(f"{len(looked)} files: {_overall_verdict(looked, folders)}")
    if many:
        _print_shared_facts(looked, folders)


def _overall_verdict(files: Sequence[CheckedFile], folders: Sequence[CheckedFile]) -> str:
    """Return the verdict on all files together as text, such as "all pass" or "2 of them would be
    refused".
    """
    from ..prepress.preflight.files import is_for_people

    people = sum(is_for_people(each.report) for each in files)
    bad = sum(each.report.refused for each in files)
    open_ = sum(not each.report.refused and not each.report.judged for each in files) - people
    counts = [f"{bad} of them would be refused"] * bool(bad) + [f"{open_} not judged"] * bool(open_)
    said = ", ".join(counts) or "all pass"
    if not counts and any(not folder.report.passed for folder in folders):
        said = "each passes, but not all of them together"
    return f"{said}, but for {people} that no press prints" if people else said


def _print_shared_facts(files: Sequence[CheckedFile], folders: Sequence[CheckedFile]) -> None:
    """Print for which targets the files that pass were checked, each with the facts that all its files have
    in common.
    """
    well: dict[str, list[Sequence[str]]] = {}
    for each in files:
        if each.report.passed:
            well.setdefault(_target_text(each.target), []).append(each.report.facts)
    for whom, some in well.items():
        echo(f"  checked for {whom}")
        for fact in (fact for fact in some[0] if all(fact in facts for facts in some)):
            echo(f"    {fact}")
    if well:
        for fact in (fact for folder in folders for fact in folder.report.facts):
            echo(f"    {fact}")
    _print_unjudged(dict.fromkeys(each for file in (*files, *folders) for each in file.report.unjudged))


def _print_unjudged(unjudged: Collection[str]) -> None:
    """Print the facts that preflight could not judge, if there are any. They are no faults of a file."""
    if unjudged:
        echo("  not judged")
        for each in unjudged:
            echo(f"    {each}")


def _findings_without_cards(report: Report) -> tuple[Finding, ...]:
    """Return a report's findings without the names of cards, by which equal reports are recognised."""
    return tuple(finding._replace(card=None, side=None) for finding in report.findings)


def _print_group(group: Sequence[CheckedFile]) -> None:
    """Print the names, verdict, target, findings and facts of files whose findings are equal.

    The verdict, the target and the facts are those of the first file.
    """
    from ..prepress.preflight.files import is_for_people

    first, names = group[0], [str(each.file) if each is group[0] else each.file.name for each in group]
    more = f" … ({len(group)} files)" if len(group) > _MOST_LISTED else ""
    echo(f"{', '.join(names[:_MOST_LISTED])}{more}: {verdict_text(first.report)}")
    findings = [finding for each in group for finding in each.report.findings]
    if findings:
        echo(findings_text(findings))
    if not is_for_people(first.report):
        echo(f"  checked for {_target_text(first.target)}")
    for fact in first.report.facts:
        echo(f"    {fact}")
    _print_unjudged(first.report.unjudged)


def _target_text(target: Target) -> str:
    """Return the target of a check as text: the printer, the standard, the cards."""
    standard = [STANDARDS[target.standard]] if target.standard else []
    card = [f"cards of {size_text(*target.trim)}"] if target.trim else []
    parts = [
        *([target.printer] if target.printer else []),
        *standard,
        *card,
        f"{length_text(target.bleed)} bleed",
    ]
    return ", ".join(parts)


def verdict_text(report: Report) -> str:
    """Return the verdict as text, such as "passes", "not judged" or "1 error, 2 warnings".

    Equal findings on several pages count once.
    """
    from ..prepress.preflight.findings import group_findings

    found = [group[0].severity for group in group_findings(report.findings)]
    counts = {word: found.count(word) for word in ("error", "warning")}
    said = [count_with_noun(count, word) for word, count in counts.items() if count]
    said += [f"{found.count('allowed')} allowed"] * ("allowed" in found)
    return ", ".join(["passes"] * report.passed + ["not judged"] * (not report.judged) + said)


def print_verdict_and_findings(report: Report, more: str = "") -> bool:
    """Print preflight's verdict and findings on a new file, and return whether it passed.

    more: a note after the verdict.
    """
    echo(f"  preflight: {verdict_text(report)}{more}", err=not report.passed)
    if report.findings:
        echo(findings_text(report.findings), err=True)
    return report.passed


def findings_text(findings: Iterable[Finding]) -> str:
    """Return findings as text, errors first. What is found alike on several pages is written once."""
    from ..prepress.preflight.findings import group_findings

    return "\n".join(_finding_text(group) for group in group_findings(findings))


def _finding_text(group: Sequence[Finding]) -> str:
    """Return a finding as text, with all its places. group: the finding on each page."""
    first = group[0]
    pages = [finding.page for finding in group if finding.page is not None]
    cards = list(dict.fromkeys(finding.card for finding in group if finding.card))
    named = (
        f" ({', '.join(cards[:_MOST_LISTED])}{' …' if len(cards) > _MOST_LISTED else ''})" if cards else ""
    )
    places = len({(finding.page, finding.where) for finding in group if finding.page is not None})
    more = f", {places} places" if places > len(set(pages)) > 0 else ""
    place = (_page_ranges_text(pages) + named + more).strip()
    head = f"  {place}: {first.severity}" if place else f"  {first.severity}"
    return f"{head}: {first.message}\n      {first.hint}"


def _page_ranges_text(pages: Sequence[int]) -> str:
    """Return numbers of pages as text, such as "page 3" or "pages 1-56, 60"; "" for none. Of many ranges only
    the first are named.
    """
    numbers = sorted(set(pages))
    if not numbers:
        return ""
    stretches = number_ranges(numbers)
    listed = stretches[:_MOST_LISTED]
    more = " and so on" if len(stretches) > _MOST_LISTED else ""
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(listed)}{more}"
