"""The command that makes pictures of cards: images."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..colour.icc import CONDITIONS
from ..errors import UsageError
from ..units import MM, counted, shown, shown_size
from .loading import OUTPUT, load_checked, pack_of, part_of_pack, printer_named, said_of_size
from .options import LENGTH, Known, look_options, overrides, pack_argument, printer_options, with_options
from .printers import stand_in_words
from .terminal import Progress, echo

if TYPE_CHECKING:
    from ..output.encoding import Format
    from ..output.images import Canvas, ImageFile, ImageJob
    from ..pack.model import Pack
    from ..preflight.findings import Finding
    from ..printers.model import Printer

_LEAST_DPI, _MOST_DPI, _USUAL_DPI = 72, 1200, 300
#: Pixels an inch for a screen.
_SCREEN_DPI = 150
_WIDEST_BLEED = 10 * MM
_BACK = re.compile(r"back(-\d+)?\.")
_FILE = re.compile(r"\.[a-zA-Z]{3,4}\Z")
_URL = re.compile(r"(https?|file)://\S+\Z")
_FORMS: dict[Format, str] = {"png": "PNG", "jpg": "JPEG", "tif": "TIFF"}
_TABLES = {"tabletop-simulator": "Tabletop Simulator", "playingcards-io": "playingcards.io"}
#: Other names of the virtual tables.
_NICKNAMES = {"tts": "tabletop-simulator", "pcio": "playingcards-io", "playingcards.io": "playingcards-io"}

IMAGES = (
    click.option(
        "--dpi",
        type=click.IntRange(_LEAST_DPI, _MOST_DPI),
        help=f"Pixels an inch. Default: {_USUAL_DPI}, or the printer's.",
    ),
    click.option(
        "--format",
        "form",
        type=click.Choice(tuple(_FORMS)),
        help="TIFF (tif) is in CMYK. Default: png, or the printer's.",
    ),
    click.option(
        "--per", type=click.Choice(("face", "card")), help="A file for each distinct face, or for each card."
    ),
    click.option(
        "--bleed", type=LENGTH, help='Art around the cut, in the picture too: "0 mm" for the card alone. '
        "Default: the pack's or printer's.",
    ),
    click.option("--rounded", is_flag=True, help="The card cut out, with round, transparent corners (PNG)."),
    click.option(
        "--only", multiple=True, metavar="CARDS", help='Only these: green, "+1..+3", "K of spades", kind=a'
    ),
    click.option("--quality", type=click.IntRange(1, 95), help="Of JPEG pictures. Default: 92."),
    click.option(
        "--for",
        "table",
        type=Known(tuple(_TABLES), _NICKNAMES),
        help="A deck for this virtual table, ready to load.",
    ),
    click.option("--url", help="With --for: the folder on the web where you put the pictures."),
)  # fmt: skip


@click.command("images")
@pack_argument(many=False)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A folder. Default: output/PACK-images, or output/PACK-PRINTER-images",
)
@printer_options
@with_options(IMAGES)
@look_options
def images_command(pack: str, output: Path | None, **options: Any) -> None:
    """Make a picture of each face and of the back, with a list of how often each is in the pack.

    \b
    Examples:
      cardgen images never-over --printer makeplayingcards
      cardgen images never-over --dpi 600 --format tif
      cardgen images standard-52 --rounded --dpi 150
      cardgen images never-over --for tabletop-simulator
    """
    printer = printer_named(options["printer"])
    _refuse_contradictions(options, printer)
    [examined] = load_checked([pack], overrides(options), options["size"], options["strict"], printer)
    drawn = pack_of(examined)
    said_of_size(examined, drawn, printer, options["keep_size"])
    job = _job(options, drawn, printer)
    folder = _folder(output, examined.slug, options, printer)
    names = _write(folder, output is not None, examined.slug, drawn, job, options)
    echo(f"{folder}: {_told(drawn, job, options)}")
    coarse = _coarse(drawn, printer)
    if coarse:
        more = f", and {len(coarse) - 1} more have too few" if len(coarse) > 1 else ""
        echo(f"{examined.slug}: warning: {coarse[0].message}{more}", err=True)
        echo("Next: put larger pictures into the pack, and make these again before you upload them.")
    else:
        echo(_next_step(folder, names, job, printer, options))


def _refuse_contradictions(options: dict[str, Any], printer: Printer | None) -> None:
    form, table = options["form"], options["table"]
    if options["rounded"] and form not in (None, "png"):
        raise UsageError(
            f"--rounded leaves the corners transparent, which {_FORMS[form]} cannot: use --format png"
        )
    if options["rounded"] and options["bleed"]:
        raise UsageError("--rounded shows the card cut out, so it has no bleed: leave one of them out")
    if options["bleed"] is not None and not 0 <= options["bleed"] <= _WIDEST_BLEED:
        raise UsageError("the bleed goes from 0 to 10 mm")
    if options["quality"] and form not in (None, "jpg"):
        raise UsageError(f"--quality is for JPEG pictures, not {_FORMS[form]}: use --format jpg")
    if options["url"] and not table:
        raise UsageError(f"--url goes with --for: add --for {' or --for '.join(_TABLES)}")
    if options["url"] and not _URL.match(options["url"]):
        raise UsageError(f"{options['url']!r} is no address: it begins with https:// or file://")
    if table:
        _refuse_for_table(options, table)
    if printer:
        _refuse_for_printer(options, printer)


def _refuse_for_printer(options: dict[str, Any], printer: Printer) -> None:
    """Refuse a printer who takes no pictures, or none of this form."""
    form = options["form"]
    if not printer.image_formats:
        raise UsageError(
            f"{printer.name} prints from PDFs and takes no pictures: "
            f"use `cardgen press --printer {printer.key}`, or leave out --printer for pictures of your own"
        )
    if form and form not in printer.image_formats:
        raise UsageError(f"{printer.name} takes {' or '.join(printer.image_formats)}, not {form}")
    if options["quality"] and "jpg" not in printer.image_formats:
        raise UsageError(f"{printer.name} takes no JPEG pictures, which --quality is for: leave it out")


def _refuse_for_table(options: dict[str, Any], table: str) -> None:
    """Refuse what virtual tables cannot use: they want cards without bleed, a face once, in common files."""
    for name, wanted in (("printer", None), ("bleed", None), ("per", "face")):
        if options[name] not in (None, wanted):
            raise UsageError(f"--for {table} goes without --{name}")
    if options["form"] == "tif":
        raise UsageError(f"{_TABLES[table]} shows no TIFF: use --format png or jpg")
    if options["rounded"] and table == "tabletop-simulator":
        raise UsageError("Tabletop Simulator rounds the corners itself: leave out --rounded")


def _job(options: dict[str, Any], pack: Pack, printer: Printer | None) -> ImageJob:
    """Return what the options ask for, on top of what the printer wants. Raises UsageError for
    contradictions.
    """
    from ..output.images import ImageJob

    form = _form(options, printer)
    in_rgb = form != "tif" or (printer is not None and printer.color == "rgb")
    rounded = options["rounded"] or (options["table"] == "playingcards-io" and form == "png")
    return ImageJob(
        canvas=_canvas(options, pack, printer),
        form=form,
        per=options["per"] or (printer.per if printer else "face"),
        rounded=rounded,
        only=tuple(options["only"]),
        quality=options["quality"],
        space="rgb" if in_rgb else "cmyk",
        condition=printer.condition if printer else "fogra39",
        rich_black=printer.rich_black if printer else None,
        total_ink=printer.total_ink if printer else None,
        tagged=printer is None or printer.picture_profile == "allowed",
    )


def _form(options: dict[str, Any], printer: Printer | None) -> Format:
    """Choose the form of the files: the one asked for, or the one that the printer likes best."""
    wanted: Format | None = options["form"] or ("jpg" if options["quality"] else None)
    if wanted is None and printer is not None:
        return next((form for form in _FORMS if form == printer.image_formats[0]), "png")
    return wanted or "png"


def _canvas(options: dict[str, Any], pack: Pack, printer: Printer | None) -> Canvas:
    """Choose how large the pictures are."""
    from ..output.images import Canvas
    from ..printers.library import product_for

    product = product_for(printer, pack.card.size) if printer else None
    if printer and product and product.pixels and not options["rounded"]:
        for name in ("dpi", "bleed"):
            if options[name] is not None:
                size = f"{product.pixels[0]} × {product.pixels[1]} pixels"
                raise UsageError(f"{printer.name} wants just {size}: leave out --{name}")
        return Canvas(product.pixels, printer.ppi)
    usual = _SCREEN_DPI if options["table"] == "playingcards-io" else _USUAL_DPI
    dpi = options["dpi"] or (printer.ppi if printer else usual)
    bleed = pack.card.bleed if options["bleed"] is None else options["bleed"]
    return Canvas.around(pack.card.size, 0 if options["rounded"] or options["table"] else bleed, dpi)


def _folder(output: Path | None, slug: str, options: dict[str, Any], printer: Printer | None) -> Path:
    """Choose where the pictures go. Raises UsageError."""
    if output is None:
        kind = options["table"] or (f"{printer.key}-images" if printer else "images")
        return OUTPUT / f"{slug}-{kind}{part_of_pack(options['only'], ())}"
    if output.is_file():
        raise UsageError(f"{output} is a file; name a folder for the pictures")
    if str(output) == "-" or (_FILE.match(output.suffix) and not output.is_dir()):
        raise UsageError(f"{str(output)!r} is no folder; pictures go into a folder of their own")
    return output


def _write(
    folder: Path, named: bool, slug: str, pack: Pack, job: ImageJob, options: dict[str, Any]
) -> list[str]:
    """Make all the files; they appear together, and those of an earlier run go.

    Raises UsageError, with nothing written, where a file that cardgen did not make would be lost, or a
    picture of the pack, whoever made it.
    """
    from ..output.files import Folder
    from ..output.images import earlier

    names = []
    with Progress(f"{slug}: pictures") as progress:
        files = _files(folder, slug, pack, job, options, progress)
        with Folder(folder, lambda: earlier(folder), [Path(name) for name in pack.files], named) as made:
            for file in files:
                made.add(file.name, file.data)
                names.append(file.name)
    return names


def _coarse(pack: Pack, printer: Printer | None) -> list[Finding]:
    """Find the pack's pictures that have too few pixels for the printer, as its proof says it."""
    if printer is None or not pack.pictures or "resolution" in pack.allow:
        return []
    from ..output.proof_report import coarse_pictures
    from ..output.proof_sides import sides

    return list(coarse_pictures(sides(pack, None), printer))


def _files(
    folder: Path, slug: str, pack: Pack, job: ImageJob, options: dict[str, Any], progress: Progress
) -> Iterator[ImageFile]:
    url = options["url"] or ""
    if options["table"] is None:
        from ..output.images import write_images

        return write_images(pack, job, progress)
    from ..output.tabletop import playingcards_io, tabletop_simulator

    if options["table"] == "playingcards-io":
        return playingcards_io(pack, slug, job, _ended(url), progress)
    return tabletop_simulator(pack, slug, job, _ended(url or folder.resolve().as_uri()), progress)


def _ended(url: str) -> str:
    """Return an address that a file's name can be put behind."""
    return url if not url or url[-1] in "/=" else url + "/"


def _told(pack: Pack, job: ImageJob, options: dict[str, Any]) -> str:
    """Say what was made."""
    from ..pack.selection import deck

    cards = deck(pack, job.only)
    count = sum(times for _, times in cards)
    faces, of = counted(len(cards), "face"), counted(count, "card")
    behind = len({pack.back_of(card) for card, _ in cards})
    backs = "the back" if behind == 1 else counted(behind, "back")
    if options["table"] == "tabletop-simulator":
        from ..output.tabletop import LONGEST_SIDE, smallest_face

        wide, high, dpi = smallest_face(pack, job)
        said = f"a deck of {of} for Tabletop Simulator: sheets of {faces}, {backs}, the deck's file"
        said += f"; each face {wide} × {high} pixels ({dpi:.0f} dpi)"
        if options["dpi"] and dpi < options["dpi"] - 1:
            said += f", not {options['dpi']} dpi: its sheets have at most {LONGEST_SIDE} pixels a side"
        return said
    files = f"{faces} of {of}" if job.per == "face" else f"{of} with {faces}"
    wide, high = job.canvas.pixels
    size = f"{wide} × {high} pixels at {job.canvas.dpi:g} dpi"
    bleed = (job.canvas.page[0] - pack.card.width) / 2
    around = f" and {shown(round(bleed / MM, 1) * MM)} bleed" if bleed > 0.1 * MM else ", no bleed"
    trim = shown_size(*pack.card.size) + (", corners cut" if job.rounded else around)
    return f"{files} and {backs}, {_FORMS[job.form]} in {_color(job)}, {size} ({trim})"


def _color(job: ImageJob) -> str:
    """Return the colours that pictures are in, and whose profile CMYK has been converted by and holds."""
    if job.space == "rgb":
        return "sRGB"
    condition = CONDITIONS[job.condition]
    if condition.stand_in:
        return f"CMYK for {condition.identifier} ({stand_in_words(condition.identifier, condition.stand_in)})"
    return f"CMYK for {condition.identifier}, {'with' if job.profile else 'without'} its profile"


def _next_step(
    folder: Path, names: list[str], job: ImageJob, printer: Printer | None, options: dict[str, Any]
) -> str:
    """Return the one thing to do now."""
    if options["table"] == "tabletop-simulator":
        return _next_for_simulator(folder, names, options["url"])
    if options["table"] == "playingcards-io":
        return _next_for_site(names, options["url"])
    often = "" if job.per == "card" else "; cards.csv says how often each face is in the pack"
    if printer:
        said = f"Next: look at them all, then upload them to {printer.name}{often}."
        pdf = f"\n{printer.name} prints from PDFs as well: see `cardgen press --printer {printer.key}`."
        return said + (pdf if printer.form == "pdf" else "")
    return f"Next: open {names[0]} at full size{often}."


def _next_for_site(names: list[str], url: str | None) -> str:
    deck = next(name for name in names if name.endswith("-deck.csv"))
    backs = [name for name in names if _BACK.match(name)]
    load = f"import {deck} in the site's deck editor, and set {backs[0]} as the back."
    if len(backs) > 1:
        load = (
            f"import {deck} in the site's deck editor, and let the back show the picture in the column back; "
            "or make a deck for each back with --only."
        )
    if url:
        return f"Next: put the pictures at {url}, then {load}"
    return f"Next: put the pictures on the web and make this again with --url and their address; then {load}"


def _next_for_simulator(folder: Path, names: list[str], url: str | None) -> str:
    deck = next(name for name in names if name.endswith("-deck.json"))
    where = "Documents/My Games/Tabletop Simulator/Saves/Saved Objects"
    first = f"Next: copy {folder / deck} to {where}, and find it in the game under Objects, Saved Objects."
    if url:
        return f"{first}\nPut the pictures at {url} first."
    return (
        f"{first}\nIt shows the pictures from this folder, to you only: to play with others, "
        "put them on the web and make it again with --url."
    )
