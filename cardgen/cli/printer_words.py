"""What a printer wants, in words."""

from __future__ import annotations

import textwrap

from ..colour.icc import CONDITIONS
from ..printers.model import STANDARDS, Printer, Product, Source, figure_name
from ..units import shown, shown_size

#: The widest that text is set.
WIDTH = 100
ORDERS = {
    "face-back": "each face, then its back",
    "back-face": "each back, then its face",
    "back-last": "all faces, then the common back as the last page",
    "back-first": "the common back, then all faces",
    "separate": "faces in one file, backs in another",
    "faces": "faces only",
}
DIE_LINES = {
    "forbidden": "must not be in the file",
    "allowed": "may be on a plate of its own",
    "wanted": "must be on a plate of its own: press draws it over the faces",
}
MARKS = {
    "forbidden": "must not be in the file",
    "allowed": "may stand outside the bleed",
    "wanted": "must stand outside the bleed: press draws them",
}


def facts(printer: Printer) -> list[tuple[str, str]]:
    """What the printer wants, each with a heading."""
    away = f"nothing that matters nearer to the cut than {shown(printer.safe)}"
    least = f"lines of {printer.least_line:g} pt, type of {printer.least_type:g} pt"
    told = [
        ("cuts", "; ".join(_product(product) for product in printer.products)),
        ("takes", _pictures(printer) if printer.form == "images" else _pdf(printer)),
        (
            "bleed",
            f"{shown(printer.bleed)} past the cut; {away}; the cut may be off by {shown(printer.drift)}",
        ),
        ("colour", _color(printer)),
        ("least", f"{printer.ppi} pixels an inch, {least}"),
    ]
    if printer.form == "pdf":
        told += [("die line", DIE_LINES[printer.die_line]), ("marks", MARKS[printer.marks])]
    if needs_profile(printer):
        told.append(("profile", _profile(printer)))
    elif printer.color == "cmyk" and not CONDITIONS[printer.condition].exact:
        told.append(("profile", _stand_in(printer)))
    return [*told, ("decks", _decks(printer))]


def needs_profile(printer: Printer) -> bool:
    """Whether its PDF holds a profile that does not come with cardgen (PDF/X-4, ISO 15930-7, 6.2.2)."""
    exact = CONDITIONS[printer.condition].exact
    return printer.form == "pdf" and printer.standard == "x4" and not exact


def profile_options(printer: Printer) -> list[str]:
    """The options for a profile that is needed; the condition keeps the name that the printer knows."""
    return ["--condition", printer.condition, "--profile", f"{printer.condition}.icc"]


def _profile(printer: Printer) -> str:
    condition = CONDITIONS[printer.condition].identifier
    return (
        f"PDF/X-4 holds the profile of {condition}, which cardgen may not pass on: ask {printer.name} "
        f"for the .icc file, and add {' '.join(profile_options(printer))} to press and proof"
    )


def _stand_in(printer: Printer) -> str:
    condition = CONDITIONS[printer.condition]
    said = stand_in_words(condition.identifier, condition.stand_in)
    if printer.form == "images":
        return f"{said}, and pictures hold no profile"
    return f"{said}; ask {printer.name} whether there is an .icc file to convert them by"


def stand_in_words(condition: str, stand_in: str) -> str:
    """That colours are converted by the profile of another condition than the one that is printed for."""
    return (
        f"no profile of {condition} comes with cardgen: pictures, and colours stated in RGB only, are "
        f"converted by that of {stand_in}, the nearest"
    )


def _product(product: Product) -> str:
    more = f"{product.pixels[0]} × {product.pixels[1]} pixels" if product.pixels else ""
    corner = f"corners of {shown(product.corner)}" if product.corner is not None else ""
    inside = ", ".join(part for part in (more, corner) if part)
    return f"{product.name} {shown_size(*product.trim)}" + (f" ({inside})" if inside else "")


def _pictures(printer: Printer) -> str:
    each = "a picture of each card" if printer.per == "card" else "a picture of each different face"
    backs = "each back" if printer.backs == "each" else "one of the back"
    return f"{each} and {backs}: {_either([form.upper() for form in printer.image_formats])}"


def _pdf(printer: Printer) -> str:
    page = "a page for each card" if printer.per == "card" else "a page for each different face"
    once = ", the back once" if printer.order == "separate" and printer.backs == "once" else ""
    return f"{STANDARDS[printer.standard]}, {page}: {ORDERS[printer.order]}{once}"


def _color(printer: Printer) -> str:
    if printer.color == "rgb":
        return "RGB"
    condition = CONDITIONS[printer.condition]
    ink = f"at most {printer.total_ink:.0%} of ink" if printer.total_ink else "no limit of ink known"
    ink = ink.replace("%", " %")
    black = ""
    if printer.rich_black:
        black = ", large black areas in " + "/".join(f"{ink * 100:g}" for ink in printer.rich_black)
    return f"CMYK for {condition.identifier} ({condition.info}), {ink}{black}"


def _decks(printer: Printer) -> str:
    decks = printer.decks
    told = []
    if decks.least > 1:
        told.append(f"at least {decks.least} cards")
    if decks.most is not None:
        told.append(f"at most {decks.most:,} cards")
    if decks.steps:
        told.append("price steps at " + ", ".join(map(str, decks.steps)))
    if decks.every:
        told.append(f"a step for every {decks.every} cards" + (" beyond" if decks.steps else ""))
    return "; ".join(told) or "nothing is known of fewest, most and price steps"


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def source_words(source: Source) -> tuple[str, str]:
    """What a source stands for, and where it is."""
    hand = "the printer's own page" if source.first_hand else "second-hand"
    where = f"{source.url} " if source.url else ""
    return ", ".join(map(figure_name, source.figures)), f"{where}({hand}, read {source.read})"


def paragraph(heading: str, text: str, indent: int = 2, hang: int = 12) -> str:
    """A heading with text beside it, set to WIDTH; addresses are never broken."""
    begin = " " * indent + f"{heading:<{hang - indent}}"
    if len(begin) > hang:
        begin = begin.rstrip() + " "
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=begin,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
