"""What is in a pack: as a table, as a picture of all faces, or as YAML with its base laid under it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..errors import PackError, Problem, UsageError
from ..units import counted
from .groups import LookOptions
from .job import Option, Progress
from .kinds import FilePath, Number
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack


@dataclass(frozen=True, kw_only=True)
class Show(LookOptions):
    """Show what is in a pack: a table, or a contact sheet as a picture.

    \b
    Examples:
      cardgen show never-over
      cardgen show never-over -o never-over.png
      cardgen show never-over-attack --resolved
    """

    resolved: Annotated[bool, Option("Print the pack as YAML, its base laid under it.")] = False
    output: Annotated[Path | None, Option("Write a PNG picture of all faces.", FilePath(), letter="o")] = None
    dpi: Annotated[int, Option("Of the picture.", Number(30, 300))] = 100

    @property
    def loading(self) -> Literal["sound", "any"]:
        """Take packs with errors where their data are shown as they are written."""
        return "any" if self.resolved else "sound"

    def problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions."""
        yield from super().problems(pack)
        if self.resolved and self.size is not None:
            message = "--size and --resolved do not go together: a pack's file says its size itself"
            yield Problem(message, ("size",))
        suffix = self.output.suffix.lower() if self.output else ""
        if self.output and self.resolved and suffix not in (".yaml", ".yml"):
            yield Problem(f"{self.output} should end in .yaml: a resolved pack is YAML")
        if self.output and not self.resolved and suffix != ".png":
            yield Problem(f"{self.output} should end in .png: a picture of the pack is a PNG")

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Draw the picture, or write the pack."""
        if self.resolved:
            return self._resolved(pack)
        facts = _facts(pack.sound)
        if self.output is None:
            return Result(facts=facts, result=pack.sound)
        from ..output.contact import write_contact_sheet

        drawn = pack.sound
        backs = "the back" if len(drawn.backs) == 1 else counted(len(drawn.backs), "back")
        about = f"{counted(len(drawn.cards), 'face')} and {backs} of {drawn.name}"
        file = ResultFile(self.output, write_contact_sheet(drawn, self.dpi), about)
        return Result([file], facts=facts, result=drawn, named=self.output)

    def _resolved(self, pack: "Examined") -> Result:
        """Write a pack's data laid over its base. Raises PackError where one cannot be read whole.

        Raises UsageError for a pack that was loaded before, whose data are gone.
        """
        from ..pack import library
        from ..pack.yaml_text import as_yaml

        if not pack.name:
            raise UsageError("a pack that is loaded is not written as YAML; give its name, file or dict")
        resolved = library.resolve(pack.name, self.overrides, text=pack.text)
        if resolved.problems:
            raise PackError([resolved.locate(problem) for problem in resolved.problems])
        text = as_yaml({"format": 1, **resolved.data})
        if self.output is None:
            return Result(result=text)
        return Result([ResultFile(self.output, text.encode(), "the pack as one file")], named=self.output)


def _facts(pack: "Pack") -> dict[str, object]:
    """Return what is in a pack, for programs."""
    cards = [{"card": card.label, "suit": card.suit, "quantity": card.quantity} for card in pack.cards]
    return {"pack": pack.name, "count": pack.count, "cards": cards}
