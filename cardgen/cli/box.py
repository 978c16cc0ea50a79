"""The command that makes a box for a pack: box."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ..errors import UsageError
from ..units import MM, BadValue, counted, length, page_size, paper_name, shown, shown_size
from .loading import explicit_options, load_checked, pack_of, pdf_names, pdf_or_folder, save
from .options import LENGTH, Parsed, look_options, overrides, pack_argument, paper_option, pdf_output
from .terminal import echo

#: The thinnest and the thickest card, in points, from tissue to board: what is beyond is a slip of the pen.
_THIN, _THICK = 0.05 * MM, 3 * MM
#: The thinnest and the thickest board that a box is folded of, in points.
_THINNEST_BOARD, _THICKEST_BOARD = 0.15 * MM, 0.6 * MM
#: Thickness for a weight, in millimetres for g/m²: folding boxboard has from 1.2 to 1.6 cm³/g.
_BULK = 0.0013
_WEIGHT = re.compile(r"([0-9]{2,4})\s?(g|gsm|g/m2|g/m²)")


def _thickness(value: object) -> float:
    """Read the thickness of a card in points. Raises BadValue."""
    thickness = length(value)
    if not _THIN <= thickness <= _THICK:
        hint = f"one card has from {shown(_THIN)} to {shown(_THICK)}: measure ten, and divide by ten"
        raise BadValue(f"{value} is no thickness of a card", hint)
    return thickness


def _board(value: object) -> float:
    """Read the thickness of board in points, from a length or from its weight. Raises BadValue."""
    weight = _WEIGHT.fullmatch(str(value).strip().lower())
    board = int(weight[1]) * _BULK * MM if weight else length(value)
    if not _THINNEST_BOARD <= board <= _THICKEST_BOARD:
        hint = (
            f"boxes are folded of board from {shown(_THINNEST_BOARD)} to {shown(_THICKEST_BOARD)}: "
            'measure it, or name its weight, such as "250 g"'
        )
        raise BadValue(f"board of {value} makes no box", hint)
    return board


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
@click.option(
    "--measured",
    type=LENGTH,
    help="The thickness of all cards together: stack them, press them lightly, and measure.",
)
@click.option(
    "--board",
    type=Parsed("board", _board, "LENGTH"),
    default="250 g",
    show_default=True,
    help='The board that the box is printed on, by its thickness ("0.35 mm") or its weight ("300 g").',
)
@click.option("--front", metavar="CARD", help="Show this card on the front, in place of the pack's name.")
@look_options
def box_command(pack: str, output: Path | None, paper: tuple[float, float], **options: Any) -> None:
    """Make a box for a pack, to print on card, cut, fold and glue.

    It is as deep as the pack is thick, and carries the pack's name, its colour and its back. Measure the
    cards that you have for a close fit: cards of one stock differ by 5 %.

    \b
    Examples:
      cardgen box never-over
      cardgen box never-over --measured 17.2mm
      cardgen box never-over --thickness 0.32mm --board 0.35mm --paper letter
      cardgen box my-pack.yaml --sleeves "66 x 91 mm" --thickness 0.45mm
      cardgen box standard-52 --front "K of hearts"
    """
    from ..output.tuck_box import CARD_TOLERANCE, BoxJob, write_box
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
    cards = sum(card.quantity for card in drawn.cards)
    measured = options["measured"]
    if measured is not None and not _THIN * cards <= measured <= _THICK * cards:
        least, most = shown(_THIN * cards), shown(_THICK * cards)
        raise UsageError(
            f"--measured {shown(measured)} is no thickness of {counted(cards, 'card')}, which have from "
            f"{least} to {most}: stack them all, and measure"
        )
    if measured is not None and "thickness" in explicit_options():
        idle = "--thickness changes nothing here: --measured says how thick all cards are"
        echo(f"{examined.slug}: warning: {idle}", err=True)
    [name] = pdf_names([examined], target, "-box")
    job = BoxJob(
        paper, options["thickness"], sleeves, front, board=options["board"], measured=options["measured"]
    )
    made = write_box(drawn, job)
    save({name: made.data})
    width, height, depth = (round(side / MM, 1) * MM for side in made.inside)
    size = shown_size(width, height)
    page = paper_name(made.paper) or shown_size(*made.paper)
    what = counted(made.cards, "card")
    echo(f"{name}: a box for {what}, {size} and {shown(depth)} deep inside; 1 page of {page}")
    if measured is None:
        stack = shown(round(made.stack / MM, 1) * MM)
        echo(
            f"It holds a stack of {stack}: {what} of {shown(job.thickness)} and {CARD_TOLERANCE:.0%} more, "
            "as card stock may be.\nFor a close fit measure your stack, and say so with --measured."
        )
    ruler = f", and measure the ruler: it should be {made.ruler} mm" if made.ruler else ""
    echo(
        f"Next: print {name.name} on board {shown(job.board)} thick at actual size{ruler}.\n"
        "Score from tick to tick, cut along the inside of the black and white line and the four slits of the "
        "lids, fold, and glue the white flap behind the back."
    )
