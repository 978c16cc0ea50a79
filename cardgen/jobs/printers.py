"""Show the known manufacturers: all of them, one of them, or its preset to change."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import Problem
from ..units import MM
from .job import JobWithoutPack, Option, Progress
from .kinds import PRINTER, FilePath
from .result import Result
from .schema import SCHEMA_LINE, files_with_schema, yaml_file

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..prepress.printers.model import Printer
else:
    # Loading it would cost more than all options together.
    Printer = Any


@dataclass(frozen=True, kw_only=True)
class Printers(JobWithoutPack):
    """List the manufacturers known here, or show what one of them wants and where that is known from.

    A preset of your own goes by its file wherever a printer is asked for: my-printer.yaml, or my-printer
    where it lies in the folder you work in.

    \b
    Examples:
      cardgen printers
      cardgen printers makeplayingcards
      cardgen printers mbprint --copy my-printer.yaml
    """

    printer: Annotated[Printer | None, Option("The one to show.", PRINTER, argument=True)] = None
    copy: Annotated[
        Path | None, Option("Copy the preset to a file that you can change.", FilePath(metavar="FILE"))
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for --copy without a printer, and for a copy that would replace a file."""
        yield from super().option_problems(pack)
        if self.copy is None:
            return
        if self.printer is None:
            example = "cardgen printers mbprint --copy my-printer.yaml"
            yield Problem(f"--copy needs a printer to copy: {example}")
        elif yaml_file(self.copy).exists():
            yield Problem(f"{yaml_file(self.copy)} is already there; choose another name")

    def run_without_pack(self, progress: Progress) -> Result:
        """Return the printers, or a copy of one preset with its schema."""
        from ..prepress.printers.library import find_preset, preset_names

        if self.printer is None:
            known = [find_preset(name) for name in preset_names()]
            return Result(facts=list(map(_printer_record, known)), result=known)
        if self.copy is None:
            return Result(facts=_printer_record(self.printer), result=self.printer)
        return self._copy_preset(self.copy)

    def _copy_preset(self, copy: Path) -> Result:
        from ..prepress.printers.library import preset_file

        typed, file = self.given["printer"], yaml_file(copy)
        name = typed if isinstance(typed, str) else typed.key  # type: ignore[attr-defined]
        lines = preset_file(name).read_text(encoding="utf-8-sig").splitlines()
        body = lines[1:] if lines[0].startswith(SCHEMA_LINE) else lines
        preset, schema = files_with_schema(file, "\n".join(body) + "\n", "printer")
        return Result(
            [replace(preset, about=f"a copy of {name} to change"), schema],
            next_step=f"Next: change it, look at it with `cardgen printers {file}`, "
            f"use it with --printer {file}.",
            named=file,
        )


def _printer_record(printer: "Printer") -> dict[str, object]:
    """Return a printer's name and requirements as data for programs. Lengths are in millimetres; None stands
    for what is not known.
    """
    decks = printer.decks
    return {
        "key": printer.key,
        "name": printer.name,
        "url": printer.url,
        "form": printer.form,
        "color": printer.color,
        "bleed": round(printer.bleed / MM, 3),
        "safe": round(printer.safe / MM, 3),
        "total_ink": printer.total_ink and round(100 * printer.total_ink),
        "most_cards": decks.most,
        "price_steps": list(decks.steps),
        "price_step_every": decks.every or None,
        "shapes": sorted({product.shape for product in printer.products}),
        "special_inks": None if "special-inks" in printer.assumed_keys else printer.special_inks,
        "sizes": {
            product.name: [round(side / MM, 3) for side in product.trim] for product in printer.products
        },
    }
