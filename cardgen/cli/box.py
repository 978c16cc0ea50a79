"""The command that makes a box for a pack: box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import UsageError
from ..units import MM, BadValue, counted, length, page_size, paper_name, shown, shown_size
from .loading import explicit_options, load_checked, pack_of, pdf_names, pdf_or_folder, save
from .options import Parsed, look_options, overrides, pack_argument, paper_option, pdf_output
from .terminal import echo

#: The thickness of one card, in points, from tissue to board: what is beyond is a slip of the pen.
_THIN, _THICK = 0.05 * MM, 3 * MM


def _thickness(value: object) -> float:
    """Read the thickness of a card in points. Raises BadValue."""
    thickness = length(value)
    if not _THIN <= thickness <= _THICK:
        hint = f"one card has from {shown(_THIN)} to {shown(_THICK)}: measure ten, and divide by ten"
        raise BadValue(f"{value} is no thickness of a card", hint)
    return thickness


@click.command("box")
@pack_argument(many=False)
@pdf_output
@paper_option
@click.option(
    "--thickness",
    type=Parsed("thickness", _thickness, "LENGTH"),
    default="0.3 mm",
    show_default=True,
    help="Of one card, in its sleeve if it has one: measure ten, and divide by ten.",
)
@click.option(
    "--sleeves",
    type=Parsed("sleeves", page_size, "SIZE"),
    help='The outer size of the sleeves that the cards are in: "66 x 91 mm".',
)
@click.option("--front", metavar="CARD", help="Show this card on the front, in place of the pack's name.")
@look_options
def box_command(pack: str, output: Path | None, paper: tuple[float, float], **options: Any) -> None:
    """Make a box for a pack, to print on card, cut, fold and glue.

    It is as deep as the pack is thick, and carries the pack's name, its colour and its back.

    \b
    Examples:
      cardgen box never-over
      cardgen box never-over --thickness 0.32mm --paper letter
      cardgen box my-pack.yaml --sleeves "66 x 91 mm" --thickness 0.45mm
      cardgen box standard-52 --front KH
    """
    from ..output.tuck_box import BoxJob, write_box
    from ..pack.selection import matching

    target = pdf_or_folder(output, [pack], "a box")
    [examined] = load_checked([pack], overrides(options), options["size"], options["strict"])
    drawn, sleeves, front = pack_of(examined), options["sleeves"], None
    if sleeves and any(outer < card for outer, card in zip(sleeves, drawn.card.size, strict=True)):
        size = shown_size(*drawn.card.size)
        raise UsageError(f"sleeves of {shown_size(*sleeves)} do not hold cards of {size}")
    for option in sorted({"style", "no_stripe"} & explicit_options()) if options["front"] is None else ():
        idle = f"--{option.replace('_', '-')} changes nothing here: name a card to show, with --front"
        echo(f"{examined.slug}: warning: {idle}", err=True)
    if options["front"] is not None:
        front, *others = matching(drawn, options["front"])
        if others:
            raise UsageError(f"--front {options['front']} means {len(others) + 1} cards: name one of them")
    [name] = pdf_names([examined], target, "-box")
    made = write_box(drawn, BoxJob(paper, options["thickness"], sleeves, front))
    save({name: made.data})
    width, height, depth = (round(side / MM, 1) * MM for side in made.inside)
    cards, size = counted(made.cards, "card"), shown_size(width, height)
    page = paper_name(made.paper) or shown_size(*made.paper)
    echo(f"{name}: a box for {cards}, {size} and {shown(depth)} deep inside; 1 page of {page}")
    ruler = f", and measure the ruler: it should be {made.ruler} mm" if made.ruler else ""
    echo(
        f"Next: print {name.name} on card of 200 to 300 g at actual size{ruler}.\n"
        "Cut along the solid line, score and fold the dashed ones, and glue the white flap behind the back."
    )
