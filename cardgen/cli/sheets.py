"""Commands that make sheets to print at home: sheets, and build, which makes the rulebooks too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import api, units
from ..errors import UsageError
from ..units import counted
from .loading import (
    OUTPUT,
    explicit_options,
    load_checked,
    pack_of,
    part_of_pack,
    pdf_names,
    pdf_or_folder,
    save,
    tell_template,
)
from .options import (
    CHOICE,
    LENGTH,
    OFFSET,
    look_options,
    overrides,
    pack_argument,
    paper_option,
    pdf_output,
    with_options,
)
from .terminal import Progress, echo

if TYPE_CHECKING:
    from ..output.rulebook import RulebookFile
    from ..output.sheets import Job, SheetFile
    from ..pack.model import Pack

F = TypeVar("F", bound=Callable[..., Any])

#: The options for the layout of cards on paper.
LAYOUT = (
    paper_option,
    click.option("--portrait", is_flag=True, help="Lay the paper upright."),
    click.option(
        "--landscape",
        is_flag=True,
        help="Lay the paper across. Default: what holds more cards.",
    ),
    click.option(
        "--margin", type=LENGTH, default="6.35 mm", show_default=True, help="What the printer leaves white."
    ),
    click.option(
        "--gutter",
        type=LENGTH,
        default="0 mm",
        show_default=True,
        help="Space between cards, filled with bleed.",
    ),
    click.option("--rows", type=click.IntRange(1, 100), help="So many rows, no more."),
    click.option("--columns", type=click.IntRange(1, 100), help="So many columns, no more."),
    click.option(
        "--guides",
        type=click.Choice(("auto", "crop", "lines", "ticks", "rounded", "none")),
        default="auto",
        show_default=True,
        help="Where to cut. auto: crop marks, and ticks in corners where those have no room.",
    ),
    click.option(
        "--guides-on",
        type=click.Choice(("fronts", "backs", "both")),
        default="fronts",
        show_default=True,
        help="Sides with guides.",
    ),
    click.option("--guides-inside", is_flag=True, help="Let corner ticks run into the faces as well."),
    click.option(
        "--backs",
        type=click.Choice(("duplex", "separate", "none", "gutterfold")),
        default="duplex",
        show_default=True,
        help="How backs are printed.",
    ),
    click.option(
        "--flip",
        type=click.Choice(("long", "short")),
        default="long",
        show_default=True,
        help="The edge the printer flips on.",
    ),
    click.option(
        "--back-offset",
        type=OFFSET,
        default="0 mm,0 mm",
        metavar="X,Y",
        help="Move backs right and up, to meet drift.",
    ),
    click.option(
        "--back-rotate",
        type=click.FloatRange(-5, 5),
        default=0.0,
        metavar="DEGREES",
        help="Turn backs counter-clockwise.",
    ),
)


@click.command("sheets")
@pack_argument(many=True)
@pdf_output
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


@click.command("build")
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
    _refuse_contradictions(options)
    target = pdf_or_folder(output, packs, "sheets")
    strict, size = options.pop("strict"), options.pop("size")
    chosen = explicit_options()
    examined = load_checked(packs, overrides(options), size, strict)
    wanted = _job(options)
    names = pdf_names(examined, target, f"-sheets{part_of_pack(wanted.only, wanted.missing)}")
    for each in examined:
        for warning in _idle(chosen, options, pack_of(each)):
            echo(f"{each.slug}: warning: {warning}", err=True)
    drawn = [(name, _drawn(each, wanted)) for name, each in zip(names, examined, strict=True)]
    made = [(each, _books(each, target, options, strict)) for each in examined] if books else []
    written = [_write(name, file, wanted) for name, files in drawn for file in files]
    for each, rules in made:
        for path, book in rules:
            save({path: book.data})
            echo(f"{path}: the rules, {counted(book.pages, 'page')}")
        if not rules:
            why = "there are none of its games yet" if pack_of(each).games else "the pack names no game"
            own = f"to have one, write {each.slug}.md.j2 beside the pack"
            echo(f"{each.slug}: no rulebook, as {why}; {own}")
    echo(_next_step(wanted, *written[0]))


def _job(options: dict[str, Any]) -> Job:
    """Return what the options ask for."""
    from ..layout.imposition import SheetOptions
    from ..output.sheets import Job

    layout = SheetOptions(
        paper=options["paper"],
        orientation="portrait" if options["portrait"] else "landscape" if options["landscape"] else "auto",
        margin=options["margin"],
        gutter=options["gutter"],
        rows=options["rows"],
        columns=options["columns"],
        backs=options["backs"],
        flip=options["flip"],
        back_offset=options["back_offset"],
        back_rotate=options["back_rotate"],
    )
    return Job(
        layout=layout,
        guides=options["guides"],
        guides_on=options["guides_on"],
        guides_inside=options["guides_inside"],
        only=tuple(options.get("only", ())),
        copies=options.get("copies", 1),
        missing=tuple(options.get("missing", ())),
    )


def _idle(given: set[str], options: dict[str, Any], pack: Pack) -> Iterator[str]:
    """Yield the options that stand on the command line and come to nothing, each with the reason."""
    backs, guides = options["backs"], options["guides"]
    plain = not any(card.kind == "index" and not _symbol(pack, card) for card in pack.cards)
    reasons = {
        "flip": backs in ("none", "gutterfold") and f"with --backs {backs} no paper is flipped",
        "back": backs == "none" and "there are no backs with --backs none",
        "guides_on": guides == "none" and "there are no guides with --guides none",
        "guides_inside": guides != "ticks" and "only --guides ticks can run into the faces",
        "style": plain and f"{pack.name} has no cards that come in styles",
        "no_stripe": plain and f"{pack.name} has no cards with a stripe",
    }
    for name, reason in reasons.items():
        if name in given and reason:
            yield f"--{name.replace('_', '-')} does nothing here: {reason}"


def _symbol(pack: Pack, card: Any) -> bool:
    return bool(card.suit is not None and pack.suits[card.suit].symbol)


def _refuse_contradictions(options: dict[str, Any]) -> None:
    """Raise UsageError for options of which one makes the other impossible."""
    if options["guides_on"] == "backs" and options["backs"] == "none" and options["guides"] != "none":
        raise UsageError("--guides-on backs and --backs none leave no place for guides: drop one of them")
    if options["portrait"] and options["landscape"]:
        raise UsageError("--portrait and --landscape do not go together: keep one")


def _drawn(each: api.Examined, wanted: Job) -> list[SheetFile]:
    with Progress(f"{each.slug}: sheets") as progress:
        files = api.sheets(pack_of(each), wanted, progress)
    for warning in files[0].warnings:
        echo(f"{each.slug}: warning: {warning}", err=True)
    return files


def _books(
    each: api.Examined, folder: Path, options: dict[str, Any], strict: bool
) -> list[tuple[Path, RulebookFile]]:
    """Make the rulebooks of a pack, on paper like that of its sheets. Raises PackError for a bad template."""
    if not pack_of(each).games and not each.file:
        return []
    from ..output.rulebook import BookJob, book_part, books_of, write_book

    letter = _paper(options["paper"]) in ("Letter", "Legal", "Tabloid")
    made = []
    for game in books_of(pack_of(each), each.file):
        part = book_part(pack_of(each), game, each.file)
        wanted = BookJob(game, "letter" if letter else "a4", beside=each.file)
        tell_template(each, wanted, strict)
        with Progress(f"{each.slug}: rules"):
            made.append((folder / f"{each.slug}{part}-rulebook.pdf", write_book(pack_of(each), wanted)))
    return made


def _write(name: Path, file: SheetFile, wanted: Job) -> tuple[SheetFile, Path]:
    path = name.with_name(name.stem + file.suffix + name.suffix)
    save({path: file.data})
    echo(f"{path}: {_told(file, wanted)}")
    for note in file.notes if file.suffix != "-backs" else ():
        echo(f"  {note}")
    return file, path


def _told(file: SheetFile, wanted: Job) -> str:
    """Say what a file holds."""
    cards = counted(file.cards, "card")
    paper = f"{counted(file.sheets, 'sheet')} of {_paper(wanted.layout.paper)}"
    if file.suffix == "-backs":
        return f"the backs of {cards}, for {paper}"
    both = ", both sides" if wanted.layout.backs == "duplex" else ""
    return f"{cards} on {paper}{both}"


def _paper(size: tuple[float, float]) -> str:
    return units.paper_name(size) or units.shown_size(*size) + " paper"


def _next_step(wanted: Job, file: SheetFile, path: Path) -> str:
    """Say the one thing to do now."""
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
