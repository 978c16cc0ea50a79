"""The last printing of a pack: its file, and the changes since."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..errors import UsageError
from .groups import OUTPUT, is_file
from .job import Option
from .kinds import FilePath
from .named_files import read_file

if TYPE_CHECKING:
    from ..output.printed import CardChange
    from ..pack.model import Pack
    from ..prepress.pdf.readback import PrintedCards

#: The suffix of the name of a file with changed cards.
CHANGED = "-changed"
SINCE = Option(
    "The file of sheets that was printed last. Default: that of this pack in output/, or where -o says.",
    FilePath("file", only=True),
)
Since = Annotated[Path | None, SINCE]


class LastPrinting(NamedTuple):
    """A printing of a pack, and the changes since."""

    file: Path
    #: A digest of the file of all sheets with which this printing began.
    key: str
    changes: list[CardChange]
    #: The same file, and that with which the printing began if it has only the cards that changed then.
    files: tuple[Path, ...] = ()

    @property
    def cards_to_print(self) -> tuple[tuple[Any, int], ...]:
        """Return the cards to print, with quantities. Raises UsageError if there are none."""
        found = tuple((each.card, each.prints) for each in self.changes if each.card and each.prints)
        if not found:
            raise UsageError(
                f"nothing is to be printed: all cards look as in {self.file}, in the same quantities"
            )
        return found


def find_last_printing(pack: Pack, slug: str, since: Path | None, output: Path | None) -> LastPrinting:
    """Return the last printing of a pack, with the changes since.

    slug: the prefix of its files. since: the file to compare with, if the user names one. output: where files
    are made. Raises UsageError if there is no earlier printing.
    """
    from ..output.printed import PrintedCard, changes_since

    folder = output if output is not None and not is_file(output, ".pdf") else OUTPUT
    file = since or folder / f"{slug}-sheets.pdf"
    if since is None and not file.is_file():
        raise UsageError(
            f"there is no earlier printing {file}: make all sheets first, or name one with --since"
        )
    data = read_file(file, "file of sheets")
    key, found = hashlib.sha256(data).hexdigest()[:16], _printed_cards(file, data)
    later = file.with_name(f"{slug}-sheets{CHANGED}.pdf")
    if since is None and later.is_file():
        follows = _printed_cards(later, read_file(later, "file of sheets"))
        file, found = (later, follows) if follows.follows == key else (file, found)
    files = (file,) if since is not None or file != later else (later, folder / f"{slug}-sheets.pdf")
    made = changes_since(pack, [PrintedCard(*each) for each in found.cards])
    return LastPrinting(file, found.follows or key, made, files)


def former_faces(last: LastPrinting, dpi: int) -> dict[tuple[str, str], bytes]:
    """Return pictures (PNG) of the changed cards as they were printed, by (kind of pieces, former id).

    The former back of a kind has the id "". Faces that the files do not contain are left out. Raises
    UsageError if a file cannot be read.
    """
    from ..prepress.pdf.printed_faces import printed_faces
    from ..sandbox.child import PDF, OverLimit, run_confined

    left = {(each.piece, each.former_id) for each in last.changes if each.former_id}
    left |= {(each.piece, "") for each in last.changes if "back" in each.sides}
    found: dict[tuple[str, str], bytes] = {}
    for file in last.files:
        data = read_file(file, "file of sheets")
        try:
            found |= run_confined(printed_faces, data, left - found.keys(), dpi, limits=PDF)
        except OverLimit as error:
            raise UsageError(f"{file}: reading this file {error}") from None
        except UsageError as error:
            raise UsageError(f"{file}: {error}") from None
    return found


def _printed_cards(file: Path, data: bytes) -> PrintedCards:
    """Return a file's record of its cards, read in a confined child. Raises UsageError with its name."""
    from ..prepress.pdf.readback import PrintedCards, read_printed_cards
    from ..sandbox.child import PDF, OverLimit, run_confined

    try:
        return run_confined(read_printed_cards, data, limits=PDF, returns=(PrintedCards,))
    except OverLimit as error:
        raise UsageError(f"{file}: reading this file {error}") from None
    except UsageError as error:
        raise UsageError(f"{file}: {error}") from None
