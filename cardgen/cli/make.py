"""Commands that make and prove files: build, sheets, verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import api, units
from ..errors import UsageError
from ..pdf.limits import MOST_FILE
from ..sandbox import untrusted as untrusted
from .loading import given, pack_of, sound
from .options import PackName, look_options, overrides, pack_argument
from .output_paths import OUTPUT, pdf_names, pdf_or_folder, save
from .progress import Progress
from .report import echo
from .sheet_options import CHOICE, LAYOUT, idle, job, refuse_contradictions, with_options

if TYPE_CHECKING:
    from ..output.rulebook import RulebookFile
    from ..output.sheets import Job, SheetFile


@click.command("sheets", short_help="Make sheets to print at home and cut.")
@pack_argument(many=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="A PDF file, or a folder. Default: output/"
)
@with_options(CHOICE)
@with_options(LAYOUT)
@look_options
def sheets_command(packs: tuple[str, ...], output: Path | None, **options: Any) -> None:
    """Make sheets to print at home and cut: cards on paper, backs behind them, a ruler to measure.

    \b
    Examples:
      cardgen sheets never-over
      cardgen sheets never-over --paper letter --flip short
      cardgen sheets my-pack.yaml --gutter "4 mm" --guides ticks -o cards.pdf
      cardgen sheets never-over --missing "+4:2, ≤0"
      cardgen sheets never-over --backs gutterfold --style paper
    """
    _make(packs, output, options)


@click.command("build", short_help="Make everything there is for one or more packs.")
@pack_argument(many=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="A folder. Default: output/"
)
@with_options(LAYOUT)
@look_options
def build_command(packs: tuple[str, ...], output: Path | None, **options: Any) -> None:
    """Make everything there is for one or more packs: the sheets to print and cut, and the rulebooks.

    \b
    Examples:
      cardgen build never-over
      cardgen build never-over standard-52 -o print-me
      cardgen build my-pack.yaml --paper letter
    """
    _make(packs, output or OUTPUT, options, books=True)


def _make(packs: tuple[str, ...], output: Path | None, options: dict[str, Any], books: bool = False) -> None:
    """Check every pack, draw them all, then write; nothing is written while anything is wrong."""
    refuse_contradictions(options)
    target = pdf_or_folder(output, packs, "sheets")
    strict, size = options.pop("strict"), options.pop("size")
    chosen = given()
    looks = {name: options[name] for name in ("style", "ink_saver", "back", "no_stripe")}
    examined = sound(packs, overrides(**looks), size, strict)
    wanted = job(options)
    part = "-missing" if wanted.missing else "-some" if wanted.only else ""
    names = pdf_names(examined, target, f"-sheets{part}")
    for each in examined:
        for warning in idle(chosen, options, pack_of(each)):
            echo(f"{each.slug}: warning: {warning}", err=True)
    drawn = [(name, _drawn(each, wanted)) for name, each in zip(names, examined, strict=True)]
    rules = [book for each in examined for book in _books(each, target, options)] if books else []
    written = [_write(name, file, wanted) for name, files in drawn for file in files]
    for path, book in rules:
        _write_book(path, book)
    echo(_next_step(wanted, *written[0]))


def _drawn(each: api.Examined, wanted: Job) -> list[SheetFile]:
    with Progress(f"{each.slug}: sheets") as progress:
        files = api.sheets(pack_of(each), wanted, progress)
    for warning in files[0].warnings:
        echo(f"{each.slug}: warning: {warning}", err=True)
    return files


def _books(each: api.Examined, folder: Path, options: dict[str, Any]) -> list[tuple[Path, RulebookFile]]:
    """The rulebooks of a pack, set on paper like that of its sheets. Raises PackError for a bad template."""
    if not pack_of(each).games and not each.file:
        return []
    from ..output.rulebooks import BookJob, book_part, books_of, write_book

    letter = _paper(options["paper"]) in ("Letter", "Legal", "Tabloid")
    made = []
    for game in books_of(pack_of(each), each.file):
        part = book_part(pack_of(each), game, each.file)
        wanted = BookJob(game, "letter" if letter else "a4", beside=each.file)
        with Progress(f"{each.slug}: rules"):
            made.append((folder / f"{each.slug}{part}-rulebook.pdf", write_book(pack_of(each), wanted)))
    return made


def _write_book(path: Path, book: RulebookFile) -> None:
    save({path: book.data})
    echo(f"{path}: the rules, {book.pages} page{'s' if book.pages != 1 else ''}")


def _write(name: Path, file: SheetFile, wanted: Job) -> tuple[SheetFile, Path]:
    path = name.with_name(name.stem + file.suffix + name.suffix)
    save({path: file.data})
    echo(f"{path}: {_told(file, wanted)}")
    for note in file.notes if file.suffix != "-backs" else ():
        echo(f"  {note}")
    return file, path


def _told(file: SheetFile, wanted: Job) -> str:
    """What a file holds, in plain words."""
    cards = f"{file.cards} card{'s' if file.cards != 1 else ''}"
    paper = f"{file.sheets} sheet{'s' if file.sheets != 1 else ''} of {_paper(wanted.layout.paper)}"
    if file.suffix == "-backs":
        return f"the backs of {cards}, for {paper}"
    both = ", both sides" if wanted.layout.backs == "duplex" else ""
    return f"{cards} on {paper}{both}"


def _paper(size: tuple[float, float]) -> str:
    return units.paper_name(size) or units.shown_size(*size) + " paper"


def _next_step(wanted: Job, file: SheetFile, path: Path) -> str:
    """The one thing to do now."""
    ruler = f"measure the ruler: it should be {file.ruler} mm" if file.ruler else "measure a card"
    first = f"Next: print page 1 of {path.name} at actual size and {ruler}."
    then = {
        "duplex": f"Then print it all on both sides, flipped on the {wanted.layout.flip} edge.",
        "separate": "Then print the fronts, put the paper in again turned about its "
        f"{wanted.layout.flip} edge, and print the backs.",
        "gutterfold": "Then print it all on one side, fold each sheet along the dashed line, glue, and cut.",
        "none": "Then print it all and cut.",
    }
    return f"{first}\n{then[wanted.layout.backs]}"


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE [BACKS]")
@click.option(
    "--pack",
    type=PackName(),
    metavar="PACK",
    help="The pack it was made of; found by its name, if not given.",
)
def verify_command(files: tuple[Path, ...], pack: str | None) -> int:
    """Prove a finished PDF of sheets: read it back and compare it with its pack.

    Proven are: each card of the pack is there as often as the pack says, upright and at true size, and
    looks as the pack has it inside its cut; each back lies behind its front when the paper is flipped
    as declared; nothing is printed in the margin. Name the file of backs too, where they are separate.

    \b
    Examples:
      cardgen verify output/never-over-sheets.pdf
      cardgen verify cards.pdf --pack my-pack.yaml
      cardgen verify output/never-over-sheets-fronts.pdf output/never-over-sheets-backs.pdf
    """
    from ..sandbox.child import PDF, OverLimit, confined
    from ..verification.sheets import declared_pack

    if len(files) > 2:
        raise UsageError("name one file of sheets, or one of fronts and one of backs")
    data = [_read(file) for file in files]
    try:
        name = pack or _pack_called(confined(declared_pack, data[0], limits=PDF), files[0])
        with Progress("proving") as progress:
            proof = api.verify(data[0], api.load(name), data[1] if len(data) > 1 else None, progress)
    except OverLimit as error:
        raise UsageError(f"{files[0]}: proving this file {error}") from None
    if proof.good:
        echo(f"{files[0]}: proven")
        echo("\n".join(f"  {fact}" for fact in proof.facts))
        return 0
    echo(f"{files[0]}: {len(proof.faults)} fault{'s' if len(proof.faults) != 1 else ''}", err=True)
    echo("\n".join(f"  {fault}" for fault in proof.faults), err=True)
    return 1


def _read(file: Path) -> bytes:
    try:
        data = untrusted.read(file, MOST_FILE)
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    if len(data) > MOST_FILE:
        raise UsageError(f"{file} is larger than any file of sheets ({MOST_FILE >> 20} MiB at most)")
    return data


def _pack_called(title: str, file: Path) -> str:
    """The pack among cardgen's own that has this title."""
    from ..pack.library import names, resolve

    for name in names():
        if resolve(name).data.get("name") == title:
            return name
    raise UsageError(f"{file} holds {title!r}, which is no pack of cardgen's own: add --pack and its file")
