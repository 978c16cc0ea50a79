"""Load packs for commands, check them and print their warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..checks import examination
from ..errors import KeyPath, PackError, Problem, warnings_as_errors
from ..pack.selection import WHOLE, PartToPrint
from ..pack.yaml import Data
from . import report
from .terminal import echo

if TYPE_CHECKING:
    from ..prepress.printers.model import Printer


def load_packs_without_errors(
    packs: Sequence[str],
    look: Mapping[KeyPath, Data],
    size: tuple[float, float] | None,
    strict: bool,
    printer: Printer | None = None,
    part: PartToPrint = WHOLE,
) -> list[examination.Examined]:
    """Return packs without errors, after printing their warnings. Raises PackError with the errors of all
    packs.

    look: values for keys of the packs, by path. size: the width and height to which the cards are scaled, in
    points; None to keep their size. strict: whether warnings are errors. printer: the printer whose limits
    are checked. part: the part of each pack that will be printed.
    """
    examined: list[examination.Examined] = []
    problems: list[Problem] = []
    for name in packs:
        try:
            examined.append(examination.examine(name, look, size, printer, part=part))
            problems += examined[-1].of("error", "warning")
        except PackError as error:
            problems += error.problems
    problems = warnings_as_errors(problems) if strict else problems
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    if problems:
        echo(report.problems_text(problems), err=True)
    return examined
