"""Designs as one HTML page to send to somebody: what was wished for, what was found, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from .design_results import (
    HOW_TO_READ,
    exchanges_text,
    kind_label,
    outcome_cells,
    players_of_worst_table,
    tolerance_text,
    wishes_text,
)

if TYPE_CHECKING:
    from ..gaming.lab.design.holdout import JudgedDesign
    from ..gaming.lab.design.problem import DesignProblem

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
h1 { line-height: 1.2; } h2 { margin: 2.2rem 0 .2rem; }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .8rem; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child, td:has(b) { text-align: left; }
.met { color: #06603a; } .missed { color: #a11; }
.frame { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1b1b1b; }
  th, td { border-color: #555; } .met { color: #7fd6a8; } .missed { color: #ff9c9c; } }
"""


def design_page(
    base: str,
    table: str,
    measured: str,
    problem: DesignProblem,
    designs: Sequence[tuple[str, JudgedDesign]],
    remark: str = "",
) -> str:
    """Return the page. base: the pack's name. table: who plays, as text. measured: by how many games.

    designs: each with its name. remark: a last sentence.
    """
    title = f"{base}: {wishes_text(problem.wishes)}"
    body = "\n".join(_page_parts(title, table, measured, problem, designs, remark))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _page_parts(
    title: str,
    table: str,
    measured: str,
    problem: DesignProblem,
    designs: Sequence[tuple[str, JudgedDesign]],
    remark: str,
) -> Iterator[str]:
    """Yield the parts of the page as HTML; for the arguments see `design_page`."""
    yield f"<h1>{escape(title)}</h1>"
    yield f"<p>Played by {escape(table)}. Measured: {escape(measured)}.</p>"
    if not any(design.is_met for _, design in designs):
        yield "<p><strong>No pack that was tried meets all wishes.</strong> These come nearest.</p>"
    for name, design in designs:
        yield f"<h2>{escape(name)}</h2>"
        yield f"<p>Changes: {escape(exchanges_text(problem, design.composition))}.</p>"
        yield _outcomes_html(design)
        if worst := players_of_worst_table(design):
            yield f"<p>The wishes are met least well with {escape(worst)} players.</p>"
    if designs:
        yield f"<h2>All cards{', and options of the game' if problem.space.varied else ''}</h2>"
        yield _quantities_html(problem, designs)
        yield f"<p><small>{escape(' '.join((*HOW_TO_READ, remark)).strip())}</small></p>"


def _outcomes_html(design: JudgedDesign) -> str:
    """Return the wishes of a design as a table."""
    rows = []
    for each in design.outcomes:
        key, shown, target, _, word = outcome_cells(each)
        key, _, seats = key.partition("@")
        what = key.replace("_", " ") + (f" with {seats} players:" if seats else "")
        is_met = "met" if each.is_met else "missed"
        rows.append(
            [
                f"{what} {each.wish.text}",
                shown,
                target,
                tolerance_text(each),
                f'<b class="{is_met}">{word}</b>',
            ]
        )
    heads = ("wish", "measured", "aimed at", "near enough", "")
    return _table_html(heads, [[*map(escape, cells), word] for *cells, word in rows])


def _quantities_html(problem: DesignProblem, designs: Sequence[tuple[str, JudgedDesign]]) -> str:
    """Return how many cards of each kind the base and the designs have."""
    compositions = [problem.space.base, *(design.composition for _, design in designs)]
    heads = ("card", "now", *(str(number) for number in range(1, len(designs) + 1)))
    rows = [
        [escape(kind_label(problem, kind)), *(str(each[kind]) for each in compositions)]
        for kind in range(problem.space.kinds)
        if any(each[kind] for each in compositions)
    ]
    rows.append(["all", *(str(sum(each[: problem.space.kinds])) for each in compositions)])
    for option in problem.space.varied:
        values = (problem.space.option_values(each)[option.name] for each in compositions)
        rows.append([escape(option.name), *map(escape, values)])
    return _table_html(heads, rows)


def _table_html(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; the cells are HTML."""
    first = "".join(f"<th>{escape(each)}</th>" for each in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{each}</td>' for each in row)}</tr>" for row in rows)
    return f'<div class="frame"><table><tr>{first}</tr>{lines}</table></div>'
