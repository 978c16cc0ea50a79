"""A picture of each face and of the back: for printers, for screens and for virtual tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ..colour.icc import CONDITIONS, substitute_profile_note
from ..errors import Problem
from ..output.encoding import Format
from ..prepress.printers.choices import Per, SpecialInkFiles
from ..units import MM, count_with_noun, length_text, size_text
from .cut_files import CUT_FILES, cut_files
from .groups import (
    CARDS,
    OUTPUT,
    AppearanceAndStrictOptions,
    PrinterOptions,
    bleed_notes,
    pack_files,
    part_suffix,
    special_ink_notes,
)
from .job import Dependency, Option, Progress, Tick
from .kinds import Choice, FilePath, Number, Text, length_kind
from .printing import CHANGED, Since, find_last_printing
from .result import LazyFiles, Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.images import ImageFile, ImageJob, PictureCanvas
    from ..output.tabletop import TablePieces as TableKind
    from ..pack.model import Pack
    from ..prepress.preflight.findings import Finding

_LEAST_DPI, _MOST_DPI, _USUAL_DPI = 72, 1200, 300
#: Resolution of a screen in dots per inch.
_SCREEN_DPI = 150
_WIDEST_BLEED = 10 * MM
_FILE = re.compile(r"\.[a-zA-Z]{3,4}\Z")
_URL = re.compile(r"(https?|file)://\S+\Z")
_FORMS: dict[Format, str] = {"png": "PNG", "jpg": "JPEG", "tif": "TIFF"}
_TABLES = {
    "tabletop-simulator": "Tabletop Simulator",
    "playingcards-io": "playingcards.io",
    "card-game-simulator": "Card Game Simulator",
}
#: The program that uploads pictures into a printer's order form.
_AUTOFILL = "mpc-autofill"
#: The printers whose forms it fills in, and the stocks that they do not have.
_FILLED_IN = {"makeplayingcards": (), "printerstudio": ("S27",)}
_STOCKS = ("S27", "S30", "S33", "M31", "P10")
_FOR_AUTOFILL = Dependency("table", (_AUTOFILL,), f"it is for an order: add --for {_AUTOFILL}", needed=True)
_FOR_SIMULATOR = Dependency(
    "table",
    ("tabletop-simulator",),
    "only Tabletop Simulator has it: add --for tabletop-simulator",
    needed=True,
)
#: Other names of the virtual tables.
_NICKNAMES = {
    "tts": "tabletop-simulator",
    "pcio": "playingcards-io",
    "playingcards.io": "playingcards-io",
    "cgs": "card-game-simulator",
    "mpc": _AUTOFILL,
}

_NO_TABLE = f"--url goes with --for: add --for {' or --for '.join(_TABLES)}"


@dataclass(frozen=True, kw_only=True)
class Images(PrinterOptions, AppearanceAndStrictOptions):
    """Make a picture of each face and of the back, with a list of how often each is in the pack.

    \b
    Examples:
      cardgen images never-over --printer makeplayingcards
      cardgen images never-over --dpi 600 --format tif
      cardgen images standard-52 --rounded --dpi 150
      cardgen images never-over --for tabletop-simulator
      cardgen images never-over --for tabletop-simulator --push
    """

    fills_folder = True

    numbers_copies = True

    output: Annotated[
        Path | None,
        Option(
            "A folder. Default: output/PACK-images, or output/PACK-PRINTER-images", FilePath(), letter="o"
        ),
    ] = None
    dpi: Annotated[
        int | None,
        Option(f"Pixels an inch. Default: {_USUAL_DPI}, or the printer's.", Number(_LEAST_DPI, _MOST_DPI)),
    ] = None
    format: Annotated[Format | None, Option("TIFF (tif) is in CMYK. Default: png, or the printer's.")] = None
    per: Annotated[Per | None, Option("A file for each card, or each distinct face.")] = None
    special_inks: Annotated[
        Literal["files", "none"] | None,
        Option(
            "The plates of foil, varnish and white as pictures of their own, in black, in a folder each; or "
            "none. Default: none, or as the printer wants them; none for MPC Autofill.",
        ),
    ] = None
    bleed: Annotated[
        float | None,
        Option(
            'Art around the cut, in the picture too: "0 mm" for the card alone. '
            "Default: the pack's or printer's.",
            length_kind(0, _WIDEST_BLEED, "the bleed goes from 0 to 10 mm"),
        ),
    ] = None
    rounded: Annotated[bool, Option("The card cut out, with round, transparent corners (PNG).")] = False
    only: Annotated[tuple[str, ...], Option('Only these: green, "+1..+3", "K of spades", kind=a', CARDS)] = ()
    changed: Annotated[bool, Option("Only faces that changed since the last printing of sheets.")] = False
    since: Since = None
    cut_files: Annotated[bool, CUT_FILES] = False
    quality: Annotated[int | None, Option("Of JPEG pictures. Default: 92.", Number(1, 95))] = None
    table: Annotated[
        str | None,
        Option(
            "A deck for this virtual table, ready to load; or the order file of MPC Autofill.",
            Choice((*_TABLES, _AUTOFILL), _NICKNAMES),
            name="for",
        ),
    ] = None
    url: Annotated[
        str | None,
        Option(
            "With --for: the folder on the web where you put the pictures.",
            Text("TEXT"),
            only=Dependency("table", (), _NO_TABLE, needed=True),
        ),
    ] = None

    push: Annotated[
        bool,
        Option(
            "Show changed pictures in the game of Tabletop Simulator that runs on this computer.",
            only=_FOR_SIMULATOR,
        ),
    ] = False
    bags: Annotated[
        Literal["draw", "infinite"] | None,
        Option(
            "Tiles and tokens in bags: all of a kind in one to draw from, or each face in one that is never "
            "empty. Default: in stacks.",
            only=_FOR_SIMULATOR,
        ),
    ] = None

    stock: Annotated[
        str | None,
        Option("The card stock of the order. Default: S30.", Choice(_STOCKS), only=_FOR_AUTOFILL),
    ] = None
    foil: Annotated[bool, Option("Foil on the cards of the order.", only=_FOR_AUTOFILL)] = False

    @property
    def pieces(self) -> Literal["all", "each"]:  # type: ignore[override]
        """Return "all" if one file for a virtual table holds all kinds of pieces; otherwise "each"."""
        has_all = self.table == "tabletop-simulator" or (self.table == "playingcards-io" and not self.url)
        together = has_all and not (self.changed or self.since)
        return "all" if together else "each"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions, and options without effect."""
        yield from super().option_problems(pack)
        if (self.changed or self.since) and self.only and "only" in self.given:
            message = "--only and --changed do not go together: --changed names its cards itself"
            yield Problem(message, ("only",))
        if self.rounded and self.format not in (None, "png"):
            form = _FORMS[self.format]
            message = f"--rounded leaves the corners transparent, which {form} cannot: use --format png"
            yield Problem(message, ("format",))
        if self.rounded and self.bleed:
            message = "--rounded shows the card cut out, so it has no bleed: leave one of them out"
            yield Problem(message, ("rounded",))
        if self.quality and self.format not in (None, "jpg"):
            form = _FORMS[self.format]
            yield Problem(f"--quality is for JPEG pictures, not {form}: use --format jpg", ("quality",))
        if self.url and not _URL.match(self.url):
            yield Problem(f"{self.url!r} is not a web address: it begins with https:// or file://", ("url",))
        yield from self._virtual_table_problems()
        yield from self._picture_printer_problems(pack.valid_pack if pack else None)
        if self.table == _AUTOFILL and pack is not None:
            yield from self._mpc_autofill_order_problems(pack.valid_pack)
        if self.output is not None and self.output.is_file():
            yield Problem(f"{self.output} is a file; name a folder for the pictures")
        elif self.output is not None and (
            str(self.output) == "-" or (_FILE.match(self.output.suffix) and not self.output.is_dir())
        ):
            yield Problem(f"{str(self.output)!r} is not a folder; name a folder for the pictures")

    def _virtual_table_problems(self) -> Iterator[Problem]:
        """Yield errors for options that virtual tables cannot use. These need cards without bleed, one
        picture for each face, and a common format.
        """
        if self.table is None:
            return
        if self.table == _AUTOFILL:
            yield from self._mpc_autofill_problems()
            return
        if self.url and self.table == "card-game-simulator":
            yield Problem("--url has nothing to name: all pictures are inside the file", ("url",))
        for name, wanted in (("printer", None), ("bleed", None), ("per", "face"), ("cut_files", False)):
            if getattr(self, name) not in (None, wanted):
                flag = name.replace("_", "-")
                yield Problem(f"--for {self.table} goes without --{flag}", (name,))
        if self.format == "tif":
            yield Problem(f"{_TABLES[self.table]} shows no TIFF: use --format png or jpg", ("format",))
        if self.rounded and self.table == "tabletop-simulator":
            message = "Tabletop Simulator rounds the corners itself: leave out --rounded"
            yield Problem(message, ("rounded",))

    def _mpc_autofill_problems(self) -> Iterator[Problem]:
        """Yield errors for options that MPC Autofill cannot order."""
        printer = self.printer
        if printer is None or printer.key not in _FILLED_IN:
            message = f"--for {_AUTOFILL} orders from some printers: add --printer {' or '.join(_FILLED_IN)}"
            yield Problem(message, ("printer",))
            return
        stock = self.stock or "S30"
        if self.foil and (stock == "P10" or printer.key != "makeplayingcards"):
            yield Problem(
                "only MakePlayingCards has foil, and not on plastic (P10): leave --foil out", ("foil",)
            )
        if stock in _FILLED_IN[printer.key]:
            yield Problem(f"{printer.name} has no stock {stock}: choose another one", ("stock",))
        if self.url:
            yield Problem("--url has no effect: the order names the pictures beside it", ("url",))

    def _mpc_autofill_order_problems(self, pack: "Pack") -> Iterator[Problem]:
        """Yield errors if MPC Autofill cannot order the cards: another size than 63 × 88 mm, or too many
        cards.
        """
        from ..output.mpc_autofill import MOST_CARDS
        from ..pack.selection import cards_to_print

        if not all(abs(a - b) < 0.1 * MM for a, b in zip(pack.card.size, (63 * MM, 88 * MM), strict=True)):
            message = "MPC Autofill orders cards of 63 × 88 mm: add --size poker-eu"
            yield Problem(message, ("size",))
        count = sum(times for _, times in cards_to_print(pack, self.only))
        if count > MOST_CARDS:
            yield Problem(
                f"an order has at most {MOST_CARDS} cards, and these are {count}: choose with --only"
            )

    def _picture_printer_problems(self, pack: "Pack | None") -> Iterator[Problem]:
        """Yield errors for a printer that takes no pictures, or no pictures of this format or size."""
        printer = self.printer
        if printer is None:
            return
        if not printer.image_formats:
            yield Problem(
                f"{printer.name} prints from PDFs and takes no pictures: use `cardgen press --printer "
                f"{printer.key}`, or leave out --printer for pictures of your own",
                ("printer",),
            )
            return
        if self.format and self.format not in printer.image_formats:
            forms = " or ".join(printer.image_formats)
            yield Problem(f"{printer.name} takes {forms}, not {self.format}", ("format",))
        if self.quality and "jpg" not in printer.image_formats:
            message = f"{printer.name} takes no JPEG pictures, which --quality is for: leave it out"
            yield Problem(message, ("quality",))
        pixels = self._wanted_pixels(pack) if pack is not None else None
        for name in ("dpi", "bleed"):
            if pixels and getattr(self, name) is not None:
                size = f"{pixels[0]} × {pixels[1]} pixels"
                yield Problem(f"{printer.name} wants exactly {size}: leave out --{name}", (name,))

    def _wanted_pixels(self, pack: "Pack") -> tuple[int, int] | None:
        """Return the picture size in pixels that the printer requires; None if it is free."""
        from ..prepress.printers.library import product_for

        product = product_for(self.printer, pack.card) if self.printer else None
        return product.pixels if product and not self.rounded else None

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Return the pictures as files, each of which is drawn when it is requested."""
        drawn = pack.valid_pack
        if (self.changed or self.since) and not self.only:
            last = find_last_printing(drawn, pack.slug, self.since, None)
            names = tuple(f'id="{card.id}"' for card, _ in last.cards_to_print)
            return replace(self, only=names).run(pack, progress)
        job, folder = self._image_job(drawn), self._output_folder(pack)

        def files(tick: Tick | None) -> "Iterator[ImageFile]":
            return self._image_files(pack, job, folder, tick)

        def draw() -> Iterator[ResultFile]:
            with progress("pictures") as tick:
                for file in files(tick):
                    yield ResultFile(folder / file.name, file.data)
            if self.cut_files:
                yield from cut_files(piece_paths(drawn.card, job.canvas.page), folder / "piece")

        from ..output.cut_paths import piece_paths

        # Report impossible requests at once.
        files(None)
        coarse = self._coarse_picture_findings(drawn)
        warnings: tuple[str, ...] = ()
        next_step = self._next_step(pack, job, folder)
        if coarse:
            more = f", and {len(coarse) - 1} more have too few" if len(coarse) > 1 else ""
            warnings = (f"{coarse[0].message}{more}",)
            next_step = (
                "Next: put larger pictures into the pack, and make these again before you upload them."
            )
        wide, high = job.canvas.pixels
        return Result(
            LazyFiles(draw),
            warnings,
            notes=(
                *(bleed_notes(drawn) if job.canvas.page[0] > drawn.card.width + MM else ()),
                *(special_ink_notes(drawn) if job.special_inks == "none" else ()),
            ),
            facts={"pixels": (wide, high), "dpi": job.canvas.dpi, "format": job.form},
            next_step=next_step,
            named=self.output,
            folder=folder,
            about=self._folder_description(drawn, job),
            kept=pack_files(drawn),
            pushed=folder / f"{pack.slug}-deck.json" if self.push else None,
        )

    def _image_job(self, pack: "Pack") -> "ImageJob":
        """Return the picture job of the options and the printer's requirements."""
        from ..output.images import ImageJob

        printer, form = self.printer, self._file_format()
        in_rgb = form != "tif" or (printer is not None and printer.color == "rgb")
        return ImageJob(
            canvas=self._picture_canvas(pack),
            form=form,
            per=self.per or (printer.per if printer else "face"),
            rounded=self.rounded
            or (self.table in ("playingcards-io", "card-game-simulator") and form == "png"),
            only=self.only,
            quality=self.quality,
            space="rgb" if in_rgb else "cmyk",
            condition=printer.condition if printer else "fogra39",
            rich_black=printer.rich_black if printer else None,
            total_ink=printer.total_ink if printer else None,
            tagged=printer is None or printer.picture_profile == "allowed",
            special_inks=self._special_ink_files(),
        )

    def _special_ink_files(self) -> SpecialInkFiles:
        """Return how special inks are delivered: as separate files, or "none" if the printer takes none."""
        if self.special_inks is not None:
            return self.special_inks
        if self.table == "mpc-autofill":
            return "none"
        return "none" if self.printer is None or self.printer.special_inks == "none" else "files"

    def _file_format(self) -> Format:
        """Return the format of the files: the requested one, or the printer's preferred one."""
        wanted: Format | None = self.format or ("jpg" if self.quality else None)
        if wanted is None and self.printer is not None:
            return next((form for form in _FORMS if form == self.printer.image_formats[0]), "png")
        return wanted or "png"

    def _picture_canvas(self, pack: "Pack") -> "PictureCanvas":
        """Return the size of the pictures."""
        from ..output.images import PictureCanvas

        pixels = self._wanted_pixels(pack)
        if self.printer and pixels:
            return PictureCanvas(pixels, self.printer.ppi)
        usual = _SCREEN_DPI if self.table in ("playingcards-io", "card-game-simulator") else _USUAL_DPI
        dpi = self.dpi or (self.printer.ppi if self.printer else usual)
        bleed = pack.card.bleed if self.bleed is None else self.bleed
        return PictureCanvas.for_trim(pack.card.size, 0 if self.rounded or self.table else bleed, dpi)

    def _output_folder(self, pack: "Examined") -> Path:
        """Return the folder of the pictures."""
        kind = self.table or (f"{self.printer.key}-images" if self.printer else "images")
        if self.table == _AUTOFILL and self.printer:
            kind = f"{self.printer.key}-autofill"
        part = CHANGED if self.changed or self.since else part_suffix(pack.valid_pack, self.only)
        return self.output or OUTPUT / f"{pack.slug}-{kind}{part}"

    def _image_files(
        self, pack: "Examined", job: "ImageJob", folder: Path, tick: Tick | None
    ) -> "Iterator[ImageFile]":
        """Yield the drawn files. Raises UsageError, before the first, for impossible requests."""
        url = self.url or ""
        if self.table is None:
            from ..output.images import write_images

            return write_images(pack.valid_pack, job, tick)
        if self.table == _AUTOFILL:
            from ..output.mpc_autofill import mpc_autofill

            return mpc_autofill(pack.valid_pack, pack.slug, job, self.stock or "S30", self.foil, tick)
        if self.table != "tabletop-simulator" and not url:
            from ..output.table_archives import cgs_file, pcio_file

            write = pcio_file if self.table == "playingcards-io" else cgs_file
            return write(pack.valid_pack, pack.slug, job, tick)
        from ..output.tabletop import TableOptions, playingcards_io, tabletop_simulator

        if self.table == "playingcards-io":
            return playingcards_io(pack.valid_pack, pack.slug, job, _with_final_slash(url), tick)
        address = _with_final_slash(url or folder.resolve().as_uri())
        options = TableOptions(self.bags, named_by_contents=self.push)
        return tabletop_simulator(pack.valid_pack, pack.slug, job, address, tick, options)

    def _coarse_picture_findings(self, pack: "Pack") -> "list[Finding]":
        """Return findings on pictures with too few pixels for the printer, as in its proof."""
        if self.printer is None or not pack.pictures or "resolution" in pack.allow:
            return []
        from ..output.proof_report import low_resolution_findings
        from ..output.proof_sides import proof_sides

        return list(low_resolution_findings(pack, proof_sides(pack, None), self.printer))

    def _folder_description(self, pack: "Pack", job: "ImageJob") -> str:
        """Return a description of the folder."""
        from ..output.images import back_names
        from ..pack.selection import cards_to_print

        cards = cards_to_print(pack, job.only)
        faces, of = (
            count_with_noun(len(cards), "face"),
            count_with_noun(sum(times for _, times in cards), pack.card_noun),
        )
        behind = len(back_names(pack, cards))
        backs = "the back" if behind == 1 else count_with_noun(behind, "back")
        if self.table == "tabletop-simulator":
            return self._table_description(pack, job)
        if self.table in _TABLES and not self.url:
            return f"{of} with {faces} and {backs} for {_TABLES[self.table or '']}, all in one file"
        files = f"{faces} of {of}" if job.per == "face" else f"{of} with {faces}"
        wide, high = job.canvas.pixels
        size = f"{wide} × {high} pixels at {job.canvas.dpi:g} dpi"
        bleed = (job.canvas.page[0] - pack.card.width) / 2
        around = f" and {length_text(round(bleed / MM, 1) * MM)} bleed" if bleed > 0.1 * MM else ", no bleed"
        trim = size_text(*pack.card.size) + (", corners cut" if job.rounded else around)
        return f"{files} and {backs}, {_FORMS[job.form]} in {_color_description(job)}, {size} ({trim})"

    def _table_description(self, pack: "Pack", job: "ImageJob") -> str:
        """Return a description of the objects on a table of Tabletop Simulator."""
        from ..output.images import back_names
        from ..output.tabletop import LONGEST_SIDE, kinds_on_table, smallest_face_resolution

        kinds = kinds_on_table(pack, self.only)
        if len(kinds) > 1 or kinds[0].object != "deck":
            said = "; ".join(_kind_description(kind, self.bags) for kind in kinds)
            return f"one saved object for Tabletop Simulator with all pieces: {said}"
        of, faces = (
            count_with_noun(kinds[0].pieces, pack.card_noun),
            count_with_noun(len(kinds[0].cards), "face"),
        )
        behind = len(back_names(pack, kinds[0].cards))
        backs = "the back" if behind == 1 else count_with_noun(behind, "back")
        wide, high, dpi = smallest_face_resolution(pack, job)
        said = f"a deck of {of} for Tabletop Simulator: sheets of {faces}, {backs}, the deck's file"
        said += f"; each face {wide} × {high} pixels ({dpi:.0f} dpi)"
        if self.dpi and dpi < self.dpi - 1:
            said += f", not {self.dpi} dpi: its sheets have at most {LONGEST_SIDE} pixels a side"
        return said

    def _next_step(self, pack: "Examined", job: "ImageJob", folder: Path) -> str:
        """Return the next step for the user."""
        from ..output.images import first_picture_name

        if self.table == "tabletop-simulator":
            return self._next_step_for_simulator(folder / f"{pack.slug}-deck.json")
        if self.table == _AUTOFILL:
            return (
                f"Next: put the program of MPC Autofill into {folder}, and start it there: it reads "
                f"{pack.slug}-order.xml."
            )
        if self.table is not None:
            return self._next_step_for_site(pack, job) if self.url else self._next_step_for_archive(pack)
        often = "" if job.per == "card" else "; cards.csv says how often each face is in the pack"
        if self.printer is None:
            return f"Next: open {first_picture_name(pack.valid_pack, job)} at full size{often}."
        name, key = self.printer.name, self.printer.key
        pdf = f"\n{name} prints from PDFs as well: see `cardgen press --printer {key}`."
        said = f"Next: look at them all, then upload them to {name}{often}."
        return said + (pdf if self.printer.form == "pdf" else "")

    def _next_step_for_archive(self, pack: "Examined") -> str:
        """Return the next step after making an archive for a virtual table."""
        if self.table == "playingcards-io":
            return (
                f"Next: open a room on playingcards.io, choose Import in its menu, and take {pack.slug}.pcio."
            )
        return "Next: open the .cgs.zip with Card Game Simulator; the deck is among the game's decks."

    def _next_step_for_site(self, pack: "Examined", job: "ImageJob") -> str:
        """Return the next step on the site of a virtual table."""
        from ..output.images import back_names
        from ..pack.selection import cards_to_print

        file = f"{pack.slug}-deck.csv"
        backs = back_names(pack.valid_pack, cards_to_print(pack.valid_pack, job.only))
        load = f"import {file} in the site's deck editor, and set {backs[0]}.{job.form} as the back."
        if len(backs) > 1:
            load = (
                f"import {file} in the site's deck editor, and let the back show the picture in the column "
                "back; or make a deck for each back with --only."
            )
        return f"Next: put the pictures at {self.url}, then {load}"

    def _next_step_for_simulator(self, file: Path) -> str:
        """Return the next step in Tabletop Simulator."""
        if self.push:
            return (
                "The running game has the pictures, and tells there how many pieces changed. New pieces are "
                f"in {file}: load it for them."
            )
        where = "Documents/My Games/Tabletop Simulator/Saves/Saved Objects"
        first = f"Next: copy {file} to {where}, and find it in the game under Objects, Saved Objects."
        if self.url:
            return f"{first}\nPut the pictures at {self.url} first."
        return (
            f"{first}\nIt shows the pictures from this folder, to you only: to play with others, "
            "put them on the web and make it again with --url."
        )


def _kind_description(kind: "TableKind", bags: str | None) -> str:
    """Return how the pieces of a kind lie on a table: as a deck, as a stack of each face, or in bags."""
    what = count_with_noun(kind.pieces, kind.pack.card_noun) + (
        f" of the kind {kind.pack.piece}" if kind.pack.piece else ""
    )
    if kind.object == "deck":
        return f"a deck of {what}"
    if kind.pieces == 1 and bags != "infinite":
        return f"{what} as a {kind.object}"
    together = {
        None: f"in {count_with_noun(len(kind.cards), 'stack')}",
        "draw": "in one bag",
        "infinite": f"in {count_with_noun(len(kind.cards), 'infinite bag')}",
    }
    return f"{what} as {kind.object}s, {together[bags]}"


def _with_final_slash(url: str) -> str:
    """Return an address to which a file's name can be appended."""
    return url if not url or url[-1] in "/=" else url + "/"


def _color_description(job: Any) -> str:
    """Return as text the colour space of the pictures, its printing condition, and whether its profile is
    embedded.
    """
    if job.space == "rgb":
        return "sRGB"
    condition = CONDITIONS[job.condition]
    if condition.substitute_condition:
        note = substitute_profile_note(condition.identifier, condition.substitute_condition)
        return f"CMYK for {condition.identifier} ({note})"
    return f"CMYK for {condition.identifier}, {'with' if job.profile else 'without'} its profile"
