"""Options that several jobs share: how a pack is drawn, which cards, for whom, and where files go."""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ..errors import KeyPath, Problem
from ..layout.calibration import HomePrinter
from ..units import MM, PAPERS, Sentence, Size
from .home_printers import HomePrinterName
from .job import Job, Option
from .kinds import CARD_SIZE, LANGUAGE, PAPER, PRINTER, FilePath, Text, size_as_typed

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack
    from ..prepress.printers.model import Printer
    from .result import ResultFile
else:
    # Loading it would cost more than all options together.
    Printer = Any

#: The default folder for results.
OUTPUT = Path("output")
#: The end of a name that means a file, not a folder: .docx, .png ...
_FILE_LIKE = re.compile(r"\.[a-zA-Z]{3,4}\Z")
CARDS = Text("CARDS")
HOME_PRINTER = HomePrinterName()
#: How index faces are drawn.
_STYLES = ("disc", "solid", "paper")


def _pattern_names() -> list[str]:
    from ..art.backs import PATTERNS

    return list(PATTERNS)


def _game_names() -> list[str]:
    from ..gaming.games import GAMES

    return list(GAMES)


#: The name of a game.
GAME = Text("GAME", _game_names)
#: Another language than the pack's own.
IN_LANGUAGE = Option("In this language, as far as the pack is translated: de, fr, pt-BR ...", LANGUAGE)
STRICT = Option("Treat warnings as errors.")
#: Hosts that are fetched from beyond those of the public web.
ALLOWED_HOSTS = Option(
    "Fetch from this host also where its address is private, and by http. Several may be given.",
    Text("NAME"),
    name="allow-host",
)
_A4: Size = (PAPERS["a4"][0] * MM, PAPERS["a4"][1] * MM)


@dataclass(frozen=True, kw_only=True)
class AppearanceOptions(Job):
    """Options for how a pack is drawn, which are merged into it before it is checked."""

    section = "Look"

    style: Annotated[
        str | None, Option("Draw index faces in this style.", Text("|".join(_STYLES), lambda: _STYLES))
    ] = None
    ink_saver: Annotated[bool, Option("Lighter backs and fills, same legibility.")] = False
    size: Annotated[
        Size | None,
        Option('Another card size: poker, tarot, "70 x 120 mm" ...', CARD_SIZE, after=("printer",)),
    ] = None
    back: Annotated[
        str | None, Option("Another back: see `cardgen list patterns`.", Text("PATTERN", _pattern_names))
    ] = None
    no_stripe: Annotated[bool, Option("Leave the stripe out.")] = False
    language: Annotated[str | None, IN_LANGUAGE] = None

    @property
    def overrides(self) -> dict[KeyPath, Any]:
        """Return the values that are merged into a pack before it is checked, by their paths."""
        found: dict[KeyPath, Any] = {}
        if self.style is not None:
            found[("style",)] = self.style
            found[("suits", "*", "style")] = None
        if self.ink_saver:
            found[("ink-saver",)] = True
        if self.back is not None:
            found[("back", "pattern")] = self.back
            found[("back", "image")] = found[("back", "layout")] = None
        if self.no_stripe:
            found[("stripe",)] = False
        if self.language:
            found[("language",)] = self.language
        return found


def language_suffix(pack: "Examined", language: str | None) -> str:
    """Return the part of a file's name for the language that the user asked for, such as "-de".

    It is "" for None, and for the language in which the pack is written.
    """
    from ..pack import library

    if not language:
        return ""
    written = library.resolve(pack.name, text=pack.text).stated_language if pack.name else ""
    return "" if language == written else f"-{language}"


@dataclass(frozen=True, kw_only=True)
class StrictOption(Job):
    """The option that treats warnings as errors."""

    section = AppearanceOptions.section

    strict: Annotated[bool, STRICT] = False


@dataclass(frozen=True, kw_only=True)
class AppearanceAndStrictOptions(AppearanceOptions, StrictOption):
    """Options for how a pack is drawn, and the one that treats warnings as errors."""

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield a warning if --size is given for a pack without cards, because it does not apply to other
        pieces.
        """
        yield from super().option_problems(pack)
        whole = pack.pack and (pack.pack.whole_pack or pack.pack) if pack else None
        if "size" in self.given and whole is not None and all(card.piece for card in whole.cards):
            yield self.no_effect_warning("size", "it is that of cards, and pieces keep their own")


@dataclass(frozen=True, kw_only=True)
class PrinterOptions(Job):
    """The manufacturer that files are made for, and whether the pack may be drawn at its trim."""

    printer: Annotated[
        Printer | None,
        Option(
            "Follow the requirements of this printer: a name of `cardgen printers`, or a file of your own.",
            PRINTER,
        ),
    ] = None
    keep_size: Annotated[bool, Option("Refuse a printer that does not cut this size.")] = False

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield a note that the pack is drawn at another trim than its own, and warnings for pieces that are
        left out.

        Raises UsageError with --keep-size if the printer does not make the pack's own size.
        """
        yield from super().option_problems(pack)
        if self.printer is None or pack is None or pack.own_size is None:
            return
        from ..prepress.printers.library import verify_size_of_printer

        yield from self._warnings_of_left_out_pieces(pack.valid_pack)
        if self.keep_size:
            verify_size_of_printer(pack.valid_pack.card._replace(size=pack.own_size), self.printer)
        said = self.size_note(pack)
        if said:
            yield Problem(said, ("printer",), severity="note")

    def same_command(self, name: str, pack: "Examined", *more: str) -> str:
        """Return the command line of another command for the same pack, printer and size.

        more: options of that command.
        """
        typed = self.given.get("printer")
        size: Size | None = getattr(self, "size", None)
        words = ["cardgen", name, pack.name]
        words += ["--printer", typed if isinstance(typed, str) else self.printer.key] if self.printer else []
        words += ["--size", size_as_typed(size)] if size else []
        return shlex.join([*words, *more])

    def _warnings_of_left_out_pieces(self, kind: "Pack") -> Iterator[Problem]:
        """Yield a warning for each kind of pieces that the printer does not make.

        A job is done for each kind by itself; the warnings are yielded for the first kind only, so that each
        appears once.
        """
        first = next(
            (
                each.piece
                for each in (kind.whole_pack or kind).kinds
                if each.piece not in kind.unavailable_kinds
            ),
            None,
        )
        if kind.piece == first and not self.takes_unfit_pieces and not getattr(self, "only", ()):
            for why in kind.unavailable_kinds.values():
                yield Problem(f"{why}, so it is left out", ("printer",), severity="warning")

    def size_note(self, pack: "Examined") -> Sentence:
        """Return a sentence that the pack is drawn at another trim than its own; "" otherwise."""
        from ..prepress.printers.library import redrawing_sentence

        if self.printer is None or pack.own_size is None:
            return Sentence("")
        return redrawing_sentence(pack.own_size, pack.valid_pack, self.printer)


@dataclass(frozen=True, kw_only=True)
class CardSelectionOptions(Job):
    """Options that select the cards to print."""

    section = "Which cards"

    only: Annotated[
        tuple[str, ...], Option('Only these: green, "≤0", +1..+3, joker, kind=goods ...', CARDS)
    ] = ()
    missing: Annotated[tuple[str, ...], Option('Reprint lost cards: "+4:2, ≤0".', CARDS)] = ()


@dataclass(frozen=True, kw_only=True)
class PaperOptions(Job):
    """The paper to print on."""

    paper: Annotated[Size, Option(f'{", ".join(PAPERS)} or "W x H unit".', PAPER)] = _A4


@dataclass(frozen=True, kw_only=True)
class HomePrinterOptions(Job):
    """The home printer whose measured offsets correct the files."""

    home_printer: Annotated[
        HomePrinter | None,
        Option(
            "Correct what this printer moves and stretches: a name of `cardgen calibrate`, or "
            "none. Default: the "
            "only one there is.",
            HOME_PRINTER,
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class PdfOutputOptions(Job):
    """The path of a PDF to write."""

    output: Annotated[
        Path | None, Option("A PDF file, or a folder. Default: output/", FilePath(), letter="o")
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error for a path that cannot be a PDF."""
        yield from super().option_problems(pack)
        yield from path_problems(self.output, self.product)

    #: The product, for messages.
    product = "sheets"


@dataclass(frozen=True, kw_only=True)
class ReportOptions(Job):
    """The form of a report of figures, and a plot of them."""

    format: Annotated[Literal["text", "json", "csv"], Option("Format of the output.")] = "text"
    plot: Annotated[
        Path | None,
        Option(
            "Also draw a chart: a .png, .svg or .pdf. Needs the extra cardgen-kit[lab].",
            FilePath("file", only=True),
        ),
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors of a picture that cannot be drawn, before any computation. Raises UsageError."""
        yield from super().option_problems(pack)
        if self.plot is not None and pack is None:
            from ..gaming.lab.plots import theme

            theme.kind_of_picture(self.plot)
            theme.verify_installed()

    def plot_files(self, draw: Callable[[str], bytes]) -> "list[ResultFile]":
        """Return the file of the plot, if one is requested.

        draw: a function that returns the plot as bytes in a format such as "svg".
        """
        if self.plot is None:
            return []
        from ..gaming.lab.plots.theme import kind_of_picture
        from .result import ResultFile

        return [ResultFile(self.plot, draw(kind_of_picture(self.plot)), "drawn")]


def path_problems(output: Path | None, product: str, suffix: str = ".pdf") -> Iterator[Problem]:
    """Yield an error if a product cannot be written to a path: it is neither a folder nor a file with the
    suffix.
    """
    if output is None or is_file(output, suffix):
        return
    if output.is_file():
        yield Problem(f"{output} is a file; name a folder, or a file that ends in {suffix}")
    elif str(output) == "-" or (_FILE_LIKE.match(output.suffix) and not output.is_dir()):
        yield Problem(
            f"{str(output)!r} cannot be the output of {product}; name a folder, or a file that ends in "
            f"{suffix}"
        )


def is_file(output: Path, suffix: str) -> bool:
    """Tell whether a path names a file with this suffix, not a folder."""
    return output.suffix.lower() == suffix and not output.is_dir()


def credit_files(pack: "Examined", file: Path) -> "list[ResultFile]":
    """Return the list of credits as a file beside another one; [] if no author has to be named.

    file: the path of the other file.
    """
    from ..output.credits import credit_entries, write_credits
    from ..output.lists import CREDITS
    from .result import ResultFile

    if not any(each.is_owed for each in credit_entries(pack.valid_pack)):
        return []
    path = file.with_name(f"{file.stem}-{CREDITS}")
    return [ResultFile(path, write_credits(pack.valid_pack), "authors and licences to name")]


def output_path(output: Path | None, name: str, suffix: str = ".pdf") -> Path:
    """Return the path of a file: `output` if it is a file, or a file of this name in that folder."""
    target = output or OUTPUT
    return target if is_file(target, suffix) else target / f"{name}{suffix}"


def pack_files(pack: "Pack") -> tuple[Path, ...]:
    """Return the files that a pack refers to, which no result may overwrite."""
    return tuple(Path(name) for name in (pack.whole_pack or pack).files)


def part_suffix(pack: "Pack", only: tuple[str, ...], missing: tuple[str, ...] = ()) -> str:
    """Return the suffix of the file name for a part of a pack, so that the part does not overwrite the whole.

    It is "" for the whole pack, and for all pieces of one kind, because the file name already has the kind.
    """
    from ..pack.selection import cards_by_kind, cards_to_print

    if not (only or missing):
        return ""
    [(kind, cards), *others] = cards_by_kind(pack, cards_to_print(pack, only, 1, missing))
    whole = {card.id: card.quantity for card in kind.cards if card.quantity}
    if kind.piece and not others and {card.id: times for card, times in cards} == whole:
        return ""
    return "-missing" if missing else "-some"


def special_ink_notes(pack: "Pack") -> tuple[str, ...]:
    """Return the note that special inks are not printed at home, if the pack has any."""
    kinds = dict.fromkeys(ink.kind for ink in pack.special_inks)
    if not kinds:
        return ()
    foil = ", and what is foiled is in its own colours" if "foil" in kinds else ""
    return (f"{' and '.join(kinds)}: printed by manufacturers only; not drawn here{foil}",)


def bleed_notes(pack: "Pack", only: tuple[str, ...] = (), missing: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the notes that edges of pictures are mirrored into the bleed, for each list of the cards to
    print.
    """
    from ..checks import check_bleed
    from ..pack.selection import PartToPrint, kinds_to_print

    kinds = kinds_to_print(pack, PartToPrint(only, missing))
    return tuple(dict.fromkeys(str(note.message) for kind in kinds for note in check_bleed(kind)))


def transparency_notes(
    pack: "Pack", only: tuple[str, ...] = (), missing: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the notes that transparent parts of pictures are printed white, for the cards to print."""
    from ..checks import check_pictures
    from ..pack.selection import PartToPrint, kinds_to_print

    kinds = kinds_to_print(pack, PartToPrint(only, missing))
    notes = (note for kind in kinds for note in check_pictures(kind))
    return tuple(dict.fromkeys(str(each.message) for each in notes if each.name == "transparency"))
