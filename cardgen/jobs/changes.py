"""Find the changes on a pack's cards since they were printed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..errors import Problem
from ..units import count_with_noun
from .groups import AppearanceAndStrictOptions
from .job import Option, Progress
from .kinds import FilePath, Number
from .pieces import path_of_kind
from .printing import LastPrinting, Since, find_last_printing, former_faces
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.changes_picture import ChangedSide
    from ..output.printed import CardChange
    from ..pack.model import Pack


@dataclass(frozen=True, kw_only=True)
class Changes(AppearanceAndStrictOptions):
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
        Path | None, Option("Write a PNG picture of the changes, before and after.", FilePath(), letter="o")
    ] = None
    dpi: Annotated[int, Option("Of the picture.", Number(30, 300))] = 100
    format: Annotated[Literal["text", "json"], Option("Format of the output.")] = "text"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error for a picture that is not a PNG."""
        yield from super().option_problems(pack)
        if self.output and self.output.suffix.lower() != ".png":
            yield Problem(f"{self.output} should end in .png: a picture of the cards is a PNG", ("output",))

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Compare the pack with its last printing. The result is a LastPrinting."""
        last = find_last_printing(pack.valid_pack, pack.slug, self.since, None)
        facts = {
            "since": str(last.file),
            "prints": sum(each.prints for each in last.changes),
            "changes": [
                {
                    "kind": each.kind,
                    "card": each.label,
                    **({"piece": each.piece or "card"} if pack.valid_pack.pieces else {}),
                    "id": each.card.id if each.card else None,
                    "was": each.former_label or None,
                    "sides": list(each.sides),
                    "before": each.before,
                    "after": each.after,
                    "prints": each.prints,
                }
                for each in last.changes
            ],
        }
        files = list(self._pictures(pack.valid_pack, last)) if self.output is not None else []
        cards = [each.card for each in last.changes if each.card and each.prints]
        same = self.same_since
        next_step = f"Next: print them: cardgen sheets {pack.name} {same}." if cards else ""
        return Result(files, facts=facts, result=last, next_step=next_step, named=self.output)

    def _pictures(self, pack: "Pack", last: LastPrinting) -> Iterator[ResultFile]:
        """Yield a picture of the changes for each kind of pieces."""
        from ..output.changes_picture import write_changes_picture

        assert self.output is not None  # noqa: S101 - the caller asks
        before = former_faces(last, self.dpi)
        for kind in pack.kinds:
            own = [each for each in last.changes if each.piece == kind.piece]
            sides = list(_changed_faces_and_backs(kind, own, before))
            if sides:
                about = f"{count_with_noun(len(own), 'change')}, before and after"
                picture = write_changes_picture(kind, sides, self.dpi)
                yield ResultFile(path_of_kind(self.output, kind), picture, about)

    @property
    def same_since(self) -> str:
        """Return the option with which `sheets` prints the same changes."""
        return f"--since {self.since}" if self.since else "--changed"


def _changed_faces_and_backs(
    kind: "Pack", changes: "list[CardChange]", before: dict[tuple[str, str], bytes]
) -> "Iterator[ChangedSide]":
    """Yield the faces of a kind's changed cards, and each changed back of the kind once.

    before: pictures of the former faces, as former_faces() returns them.
    """
    from ..output.changes_picture import ChangedSide

    backs = set[str]()
    for each in changes:
        was = before.get((each.piece, each.former_id)) if each.former_id else None
        what = {"more": f"{each.prints} more", "fewer": f"{each.before - each.after} fewer"}.get(
            each.kind, each.kind
        )
        if each.sides != ("back",):
            yield ChangedSide(each.label, what, was, each.card)
        if "back" in each.sides and each.card and kind.back_of(each.card) not in backs:
            back = kind.back_of(each.card)
            backs.add(back)
            yield ChangedSide(f"Back of {each.label}", each.kind, before.get((each.piece, "")), back)
