"""Commands that make and prove files: build, sheets, verify."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from .. import api, units
from ..errors import PackError, Problem, UsageError
from . import report
from .options import LENGTH, OFFSET, PAPER, PackName, look_options, overrides, pack_argument
from .progress import Progress

F = TypeVar("F", bound=Callable[..., Any])

#: Where results go by default.
_OUTPUT = Path("output")

_SHEET_OPTIONS = (
    click.option(
        "--paper",
        type=PAPER,
        default="a4",
        show_default=True,
        help='a3, a4, a5, letter, legal, tabloid or "W x H unit".',
    ),
    click.option("--portrait", "orientation", flag_value="portrait", help="Lay the paper upright."),
    click.option(
        "--landscape",
        "orientation",
        flag_value="landscape",
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
        type=click.Choice(("crop", "lines", "ticks", "rounded", "none")),
        default="crop",
        show_default=True,
        help="Where to cut.",
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

_CHOICE_OPTIONS = (
    click.option("--only", multiple=True, metavar="CARDS", help='Only these: green, "≤0", +1..+3, joker ...'),
    click.option("--missing", multiple=True, metavar="CARDS", help='Reprint lost cards: "+4:2, ≤0".'),
    click.option(
        "--copies",
        type=click.IntRange(1, 1000),
        default=1,
        show_default=True,
        help="Print the pack so often.",
    ),
)


def _all(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.command("sheets", short_help="Make sheets to print at home and cut.")
@pack_argument(many=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="A PDF file, or a folder. Default: output/"
)
@_all(_CHOICE_OPTIONS)
@_all(_SHEET_OPTIONS)
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
@_all(_SHEET_OPTIONS)
@look_options
def build_command(packs: tuple[str, ...], output: Path | None, **options: Any) -> None:
    """Make everything there is for one or more packs: for now, the sheets to print and cut.

    \b
    Examples:
      cardgen build never-over
      cardgen build never-over standard-52 -o print-me
      cardgen build my-pack.yaml --paper letter
    """
    _make(packs, output or _OUTPUT, options)


def _make(packs: tuple[str, ...], output: Path | None, options: dict[str, Any]) -> None:
    """Check every pack, then write them all; nothing is written while one of them has errors."""
    strict = options.pop("strict")
    look = overrides(**{name: options.pop(name) for name in ("style", "ink_saver", "back", "no_stripe")})
    job = _job(options)
    examined = _sound(packs, look, options.pop("size"), strict)
    target = output or _OUTPUT
    one_file = target.suffix.lower() == ".pdf"
    if one_file and len(packs) > 1:
        raise UsageError(f"{target} is one file and there are {len(packs)} packs; name a folder")
    written = [file for each in examined for file in _write_sheets(each, job, target, one_file)]
    click.echo(_next_step(job, written[0][0], written[0][1]))


def _job(options: dict[str, Any]) -> Any:
    from ..imposition import SheetOptions
    from ..output.sheets import Job

    layout = SheetOptions(
        paper=options["paper"],
        orientation=options["orientation"] or "auto",
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


def _sound(packs: tuple[str, ...], look: Any, size: Any, strict: bool) -> list[api.Examined]:
    """The packs, all of them sound; warnings are said. Raises PackError with the problems of all."""
    examined: list[api.Examined] = []
    problems: list[Problem] = []
    for name in packs:
        try:
            examined.append(api.examine(name, look, size))
            problems += examined[-1].of("error", "warning")
        except PackError as error:
            problems += error.problems
    problems = report.strict(problems) if strict else problems
    if any(problem.severity == "error" for problem in problems):
        raise PackError(problems)
    if problems:
        click.echo(report.written(problems), err=True)
    return examined


def _write_sheets(each: api.Examined, job: Any, target: Path, one_file: bool) -> list[tuple[Any, Path]]:
    from ..output.files import write
    from ..output.sheets import write_sheets

    assert each.pack is not None  # noqa: S101 - _sound() raises otherwise
    with Progress(f"{each.slug}: sheets") as progress:
        files = write_sheets(each.pack, job, progress)
    for warning in files[0].warnings:
        click.echo(f"{each.slug}: warning: {warning}", err=True)
    paths = []
    for file in files:
        name = f"{each.slug}-sheets{file.suffix}.pdf"
        path = target.with_name(target.stem + file.suffix + target.suffix) if one_file else target / name
        write(path, file.data)
        click.echo(f"{path}: {_told(file, job)}")
        paths.append((file, path))
    return paths


def _told(file: Any, job: Any) -> str:
    """What a file holds, in plain words."""
    cards = f"{file.cards} card{'s' if file.cards != 1 else ''}"
    paper = f"{file.sheets} sheet{'s' if file.sheets != 1 else ''} of {_paper(job.layout.paper)}"
    if file.suffix == "-backs":
        return f"the backs of {cards}, for {paper}"
    both = ", both sides" if job.layout.backs == "duplex" else ""
    return f"{cards} on {paper}{both}"


def _paper(size: tuple[float, float]) -> str:
    for name, (width, height) in units.PAPERS.items():
        if abs(size[0] - width * units.MM) < 0.1 and abs(size[1] - height * units.MM) < 0.1:
            return name.upper() if len(name) == 2 else name.capitalize()
    return units.shown_size(*size) + " paper"


def _next_step(job: Any, file: Any, path: Path) -> str:
    """The one thing to do now."""
    ruler = f"measure the ruler: it should be {file.ruler} mm" if file.ruler else "measure a card"
    first = f"Next: print page 1 of {path.name} at actual size and {ruler}."
    then = {
        "duplex": f"Then print it all on both sides, flipped on the {job.layout.flip} edge.",
        "separate": "Then print the fronts, put the paper in again turned about its "
        f"{job.layout.flip} edge, and print the backs.",
        "gutterfold": "Then print it all on one side, fold each sheet along the dashed line, glue, and cut.",
        "none": "Then print it all and cut.",
    }
    return f"{first}\n{then[job.layout.backs]}"


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

    Proven are: each card of the pack is there as often as the pack says, upright and at true size;
    each back lies behind its front when the paper is flipped as declared; nothing is printed in the
    margin. Name the file of backs too, where they are separate.

    \b
    Examples:
      cardgen verify output/never-over-sheets.pdf
      cardgen verify cards.pdf --pack my-pack.yaml
      cardgen verify output/never-over-sheets-fronts.pdf output/never-over-sheets-backs.pdf
    """
    from ..proof import declaration, prove

    if len(files) > 2:
        raise UsageError("name one file of sheets, or one of fronts and one of backs")
    data = [_read(file) for file in files]
    name = pack or _pack_called(declaration(data[0]).pack, files[0])
    with Progress("proving") as progress:
        proof = prove(data[0], api.load(name), data[1] if len(data) > 1 else None, progress)
    if proof.good:
        click.echo(f"{files[0]}: proven")
        click.echo("\n".join(f"  {fact}" for fact in proof.facts))
        return 0
    click.echo(f"{files[0]}: {len(proof.faults)} fault{'s' if len(proof.faults) != 1 else ''}", err=True)
    click.echo("\n".join(f"  {fault}" for fault in proof.faults), err=True)
    return 1


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error


def _pack_called(title: str, file: Path) -> str:
    """The pack among cardgen's own that has this title."""
    from ..library import names, resolve

    for name in names():
        if resolve(name).data.get("name") == title:
            return name
    raise UsageError(f"{file} holds {title!r}, which is no pack of cardgen's own: add --pack and its file")
