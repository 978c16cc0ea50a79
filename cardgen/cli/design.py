"""Print designs: the wishes, the designs found, and how to read the figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..jobs.design import measurement_text
from ..jobs.design_results import (
    HOW_TO_READ,
    LUCK,
    differences_from_base,
    exchanges_text,
    outcome_cells,
    players_of_worst_table,
    tolerance_text,
    wishes_text,
)
from ..units import count_with_noun
from . import playing
from .terminal import column_widths_in_cells, echo, padded_text, table_lines

if TYPE_CHECKING:
    from ..gaming.games.measures import Estimate, Unit
    from ..gaming.lab.design.holdout import JudgedDesign as Found
    from ..gaming.lab.design.holdout import OtherTable
    from ..gaming.lab.design.problem import DesignProblem, DesignWish
    from ..gaming.lab.design.search_space import Composition
    from ..gaming.lab.results import Results
    from ..jobs.design import DesignAnswer
    from ..jobs.result import Result

#: The measures shown for every design besides its wishes, in this order.
_MAIN_MEASURES = (
    "attack",
    "defence",
    "let_go",
    "scored",
    "score",
    "spread",
    "margin",
    "tied",
    "negative",
    "begin",
    "turns",
    "no_play",
)


def print_report(_: object, __: object, made: Result) -> None:
    """Print the wishes, the designs that were found, and how to read the figures."""
    from ..gaming.games import missing_extra_hint

    answer: DesignAnswer = made.result
    question, run = answer.question, answer.run
    problem, memory = question.problem, run.memory
    echo(f"{question.base.name}: {playing.table_text(problem.experiment(problem.space.base))}")
    stopped = "" if run.found.ending else "INTERRUPTED after "
    _print_wishes(problem.wishes, answer.designs[0] if answer.designs else None)
    tried = count_with_noun(len(memory.tried), "composition")
    echo(f"searched: {stopped}{tried}, {count_with_noun(memory.spent, 'game')}")
    echo(f"measured: {measurement_text(run)}")
    if not any(each.is_met for each in answer.designs):
        echo(f"\n{_missed_text(problem, answer.designs)}")
        if answer.designs and problem.space.rich:
            echo("(A red card for every ceiling and no more red points than green, as the base has.)")
    for number, (design, file) in enumerate(zip(answer.designs, answer.files, strict=True), 1):
        _print_design(problem, design, number, file)
    if run.results is not None:
        order = [1 + run.found.best.index(each.composition) for each in answer.designs]
        _print_changes_of_other_measures(run.results, order)
        _print_changes_at_other_tables(problem, run.others, order)
    if answer.designs:
        echo("\n" + "\n".join([*HOW_TO_READ, *([] if run.results else [LUCK])]))
    if more := _search_status_text(answer):
        echo(f"\n{more}")
    if extra := missing_extra_hint(problem.experiment(problem.start)):
        echo(f"\n{extra}")
    if made.next_step:
        # It follows in its own paragraph.
        echo()


def _search_status_text(answer: DesignAnswer) -> str:
    """Return how to continue the search, or why there are fewer designs than requested; "" if neither
    applies.
    """
    question, found = answer.question, answer.run.found
    if not answer.run.is_complete:
        return f"Stopped. To continue, add --resume {question.checkpoint} to the same command."
    if found.ending == "games":
        more = f"--resume {question.checkpoint} --most-games {question.problem.most * 4}"
        return f"The search used up its games. To continue, add {more} to the same command."
    if len(found.best) < question.problem.best:
        them = "this" if len(found.best) == 1 else "these"
        return f"There is no other composition among those tried that really differs from {them}."
    return ""


def _missed_text(problem: DesignProblem, designs: Sequence[Found]) -> str:
    """Return a sentence that no design meets the wishes. If the measured games do not show it for certain,
    the sentence says so.
    """
    if not designs:
        return "No composition was played long enough to tell."
    wish = "the wish" if len(problem.wishes) == 1 else "all wishes"
    these, they = ("this comes", "it does") if len(designs) == 1 else ("these come", "they do")
    if all(any(each.verdict == "missed" for each in design.outcomes) for design in designs):
        return f"No composition that was tried meets {wish}; {these} nearest."
    return (
        f"No composition that was tried clearly meets {wish}; {these} nearest,\n"
        f"and more --games may show whether {they}."
    )


def _exchange_count_text(problem: DesignProblem, composition: Composition) -> str:
    """Return how many cards a design exchanges, as text: "2 cards exchanged", "5 cards added"."""
    kinds = problem.space.kinds
    gains = [now - was for was, now in zip(problem.space.base[:kinds], composition[:kinds], strict=True)]
    more, fewer = sum(max(0, each) for each in gains), sum(max(0, -each) for each in gains)
    if more and fewer and more != fewer:
        return f"{fewer} out, {more} in"
    number = max(more, fewer)
    word = "exchanged" if more == fewer else "added" if more else "taken out"
    return f"{count_with_noun(number, 'card')} {word}"


def _print_wishes(wishes: Sequence[DesignWish], design: Found | None) -> None:
    """Print the wishes; if a design was measured, with targets and tolerances."""
    if design is None:
        echo(f"wished:   {wishes_text(wishes)}")
        return
    rows = [
        (f"{each.wish.key} {each.wish.text}", outcome_cells(each)[2], tolerance_text(each))
        for each in design.outcomes
    ]
    lines = table_lines([(wish, target, f"near enough: {near}") for wish, target, near in rows], "<><", gap=3)
    for at, line in enumerate(lines):
        echo(f"{'' if at else 'wished:':8}  {line}")


def _print_design(problem: DesignProblem, design: Found, number: int, file: Path) -> None:
    """Print a design: its file, the exchanged cards, and each wish with its outcome."""
    echo(f"\n{number}. {file}: {_exchange_count_text(problem, design.composition)}")
    echo(f"   {exchanges_text(problem, design.composition)}")
    rows = [outcome_cells(each) for each in design.outcomes]
    widths = column_widths_in_cells(rows)
    for key, *values, word in rows:
        shown, target, off = (
            padded_text(text, width, is_right_aligned=True)
            for text, width in zip(values, widths[1:4], strict=True)
        )
        echo(f"   {padded_text(key, widths[0])}  {shown}   wished {target}   off {off}   {word}")
    if worst := players_of_worst_table(design):
        echo(f"   worst with {worst} players")


def _print_changes_of_other_measures(results: Results, order: Sequence[int]) -> None:
    """Print a table of other measures: the base's values, and the differences of designs that are certain.

    order: the index of each design in the results.
    """
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    keys = {each.key: each for each in results.experiments[0].measures}
    rows = [["", "base", *(f"design {each}" for each in range(1, len(order) + 1))]]
    if not keys.keys() & {*_MAIN_MEASURES}:
        # A group has its measures at each table.
        return
    for key in (each for each in _MAIN_MEASURES if each in keys):
        measure = keys[key]
        base = results.estimate(measure, 0)
        cells = [number_text(measure.unit, base.value, significant_decimals(measure.unit, half_width(base)))]
        for at in order:
            change = results.difference(key, 0, at)
            shown = number_text(
                measure.unit, change.value, significant_decimals(measure.unit, half_width(change)), sign=True
            )
            clear = change.low is not None and change.high is not None and (change.low > 0 or change.high < 0)
            cells.append(shown.removesuffix(" %") if clear else "·")
        rows.append([measure.title, *cells])
    echo("\nAgainst the base (· where no difference is seen; of shares, in per cent points)")
    echo("\n".join(table_lines(rows, indent=2)))


def _print_changes_at_other_tables(
    problem: DesignProblem, other_tables: Sequence[OtherTable], order: Sequence[int]
) -> None:
    """Print a table of the wished measures at other tables: the base's values there, and the differences of
    designs.

    order: the index of each design in the results.
    """
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    if not other_tables:
        return
    rows = [["", "", "base", *(f"design {each}" for each in range(1, len(order) + 1))]]
    for where, results in other_tables:
        for at, (key, base, changes) in enumerate(differences_from_base(problem, results, order)):
            unit = results.measure(key).unit
            cells = [
                where if not at else "",
                key,
                number_text(unit, base.value, significant_decimals(unit, half_width(base))),
            ]
            cells += [_difference_text(unit, base, change) for change in changes]
            rows.append(cells)
    games = count_with_noun(other_tables[0].results.tally.games, "fresh game")
    echo(f"\nAt other tables, against the base there ({games} of each pack)")
    echo("\n".join(table_lines(rows, "<<>", indent=2)))


def _difference_text(unit: Unit, base: Estimate, change: Estimate) -> str:
    """Return a difference with its interval as text; if it is certain, also in per cent of the base."""
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    half = half_width(change)
    places = significant_decimals(unit, half)
    shown = number_text(unit, change.value, places, sign=True).removesuffix(" %")
    if half is None or change.low is None or change.high is None:
        return shown
    shown += f" ± {number_text(unit, half, places).removesuffix(' %')}"
    if base.value and change.value and (change.low > 0 or change.high < 0):
        shown += f" ({100 * change.value / base.value:+.0f} %)".replace("-", "−")
    return shown
