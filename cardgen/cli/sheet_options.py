"""The options of sheets: what to print, on what, how; and which of them come to nothing together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import UsageError
from .options import LENGTH, OFFSET, PAPER

if TYPE_CHECKING:
    from ..output.sheets import Job
    from ..pack.model import Pack

F = TypeVar("F", bound=Callable[..., Any])

#: How cards are laid on paper.
LAYOUT = (
    click.option(
        "--paper",
        type=PAPER,
        default="a4",
        show_default=True,
        help='a3, a4, a5, letter, legal, tabloid or "W x H unit".',
    ),
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

#: Which cards are printed.
CHOICE = (
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


def with_options(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """Decorate a command with several options, in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def job(options: dict[str, Any]) -> Job:
    """What the options ask for."""
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


def idle(given: set[str], options: dict[str, Any], pack: Pack) -> Iterator[str]:
    """Options that were given and come to nothing, each with the reason."""
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


def refuse_contradictions(options: dict[str, Any]) -> None:
    """Raises UsageError for options of which one makes the other impossible."""
    if options["guides_on"] == "backs" and options["backs"] == "none" and options["guides"] != "none":
        raise UsageError("--guides-on backs and --backs none leave no place for guides: drop one of them")
    if options["portrait"] and options["landscape"]:
        raise UsageError("--portrait and --landscape do not go together: keep one")
