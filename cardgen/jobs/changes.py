"""Find the changes on a pack's cards since they were printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..errors import Problem
from ..units import counted
from .groups import LookOptions
from .job import Option, Progress
from .kinds import FilePath, Number
from .pieces import path_of_kind
from .printing import Since, last_printing
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined


@dataclass(frozen=True, kw_only=True)
class Changes(LookOptions):
    """Say what has changed on the cards of a pack since they were printed.

    Each face and back is held against the file of sheets that was made last, which says how its cards look,
    or against another with --since. A card is new, or gone; it is drawn otherwise, or there are more or fewer
    of it. `cardgen sheets --changed` prints what is needed.

    \b
    Examples:
      cardgen changes my-pack.yaml
      cardgen changes my-pack.yaml -o changes.png
      cardgen changes my-pack.yaml --since printed/my-pack-sheets.pdf
    """

    packs = "each"

    since: Since = None
    output: Annotated[
        Path | None, Option("Write a PNG picture of what is to be printed.", FilePath(), letter="o")
    ] = None
    dpi: Annotated[int, Option("Of the picture.", Number(30, 300))] = 100
    format: Annotated[Literal["text", "json"], Option("Format of the output.")] = "text"

    def problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error for a picture that is not a PNG."""
        yield from super().problems(pack)
        if self.output and self.output.suffix.lower() != ".png":
            yield Problem(f"{self.output} should end in .png: a picture of the cards is a PNG", ("output",))

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Compare the pack with its last printing. The result is a LastPrinting."""
        from ..output.contact import write_contact_sheet
        from ..pack.selection import by_kind

        last = last_printing(pack.sound, pack.slug, self.since, None)
        facts = {
            "since": str(last.file),
            "prints": sum(each.prints for each in last.changes),
            "changes": [
                {
                    "kind": each.kind,
                    "card": each.label,
                    **({"piece": each.piece or "card"} if pack.sound.pieces else {}),
                    "id": each.card.id if each.card else None,
                    "was": each.was or None,
                    "sides": list(each.sides),
                    "before": each.before,
                    "after": each.after,
                    "prints": each.prints,
                }
                for each in last.changes
            ],
        }
        cards = [(each.card, each.prints) for each in last.changes if each.card and each.prints]
        files = []
        for kind, chosen in by_kind(pack.sound, cards):
            if self.output is None:
                break
            path, about = path_of_kind(self.output, kind), f"{counted(len(chosen), 'face')} to print"
            picture = write_contact_sheet(kind, self.dpi, [card for card, _ in chosen])
            files.append(ResultFile(path, picture, about))
        same = self.same_since
        next_step = f"Next: print them: cardgen sheets {pack.name} {same}." if cards else ""
        return Result(files, facts=facts, result=last, next_step=next_step, named=self.output)

    @property
    def same_since(self) -> str:
        """Return the option of `sheets` that prints these changes."""
        return f"--since {self.since}" if self.since else "--changed"
