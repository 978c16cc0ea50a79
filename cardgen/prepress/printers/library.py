"""Finds printers' presets by name or path, reads them, and draws packs at a printer's trim."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ...errors import PackError, Problem, UsageError
from ...geometry import TOLERANCE
from ...pack.library import Resolved, not_of_this_kind
from ...pack.model import Pack
from ...pack.schema import Findings
from ...pack.yaml import BYTE_LIMIT, Data, Source, read
from ...sandbox import untrusted
from ...units import Figure, Sentence, Size, nearest, shown_size
from .checks import contradictions
from .model import PRINTER, Printer, Product

_HOME = Path(__file__).with_name("presets")
_SUFFIXES = (".yaml", ".yml")
#: Maximum difference in proportions and scale of a product that the user did not name. Poker cards of 62 x
#: 88, 63 x 88 and 63.5 x 88.9 mm are within 1.5 % of each other; poker and bridge differ by 11 %.
_MOST_UNLIKE, _MOST_SCALED = 0.05, 0.15
#: Tolerance for the rounding of lengths.
_HAIR = 1e-6


def names() -> list[str]:
    """Return the names of the presets that come with cardgen."""
    return sorted(file.stem for file in _HOME.glob("*.yaml"))


def find(name: str) -> Printer:
    """Return a preset by name ("makeplayingcards") or file ("my-printer.yaml", or "my-printer" in the
    current folder).

    Raises UsageError if there is none, and PackError with every problem of its file.
    """
    file = file_of(name)
    source = _source(file)
    printer, problems = read_printer(source.data)
    problems = [*source.problems, *problems]
    if problems:
        located = Resolved(file.stem, source.data, {source.file: source}, source.values, source.keys)
        raise PackError(sorted(map(located.locate, problems), key=_place))
    return replace(printer, key=file.stem)


def read_printer(data: dict[str, Data]) -> tuple[Printer, list[Problem]]:
    """Return the printer that the data describe, without its key, and all problems of the data."""
    found = Findings()
    printer: Printer = PRINTER.read(data, (), found)
    faulty = {problem.path[0] for problem in found.problems}
    if printer.form == "images" and ("image-formats" not in data or "image-formats" in faulty):
        printer = replace(printer, image_formats=("png",))
    return printer, [*found.problems, *contradictions(printer, frozenset(data), faulty)]


def file_of(name: str) -> Path:
    """Return the file of a preset by name or path. Raises UsageError."""
    path = Path(name)
    plain = re.sub("[^a-z0-9]", "", name.lower())
    if plain in names() and path.suffix not in _SUFFIXES and len(path.parts) == 1:
        return _HOME / f"{plain}.yaml"
    if _is_file(path):
        return path
    if path.suffix in _SUFFIXES or len(path.parts) > 1 or not name:
        raise UsageError(
            f"there is no file {name}"
            if name
            else "--printer is empty: give the name of a printer or the file of a preset"
        )
    beside = next((file for end in _SUFFIXES if _is_file(file := Path(f"{name}{end}"))), None)
    if beside is not None:
        return beside
    hint = nearest(plain, names())
    raise UsageError(
        f"there is no preset for {name!r}; {hint} "
        "(name your own by its file, such as my-printer.yaml or, where that lies here, my-printer)"
    )


def _is_file(path: Path) -> bool:
    """Tell whether a file exists; False if the system cannot look it up."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _source(file: Path) -> Source:
    try:
        raw = untrusted.read(file, BYTE_LIMIT)
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    source = read(str(file), raw, "preset")
    of_pack = next((key for key in ("suits", "extends") if key in source.data), None)
    if of_pack and not source.data.keys() & {"sizes", "form"}:
        hint = "give a pack without --printer, and after it a name of `cardgen printers` or your own preset"
        raise PackError([not_of_this_kind(source, of_pack, "this is a pack, not a printer's preset", hint)])
    return source


def _place(problem: Problem) -> tuple[int, int]:
    return (problem.mark.line, problem.mark.column) if problem.mark else (0, 0)


def product_for(printer: Printer, size: tuple[float, float]) -> Product | None:
    """Return the printer's product with exactly this trim (points), if it has one."""
    near = printer.nearest(size)
    same = all(abs(a - b) <= TOLERANCE for a, b in zip(near.trim, size, strict=True))
    return near if same else None


def fitted(pack: Pack, printer: Printer, size: tuple[float, float] | None = None) -> Pack:
    """Return the pack drawn at the printer's trim: art is scaled, never stretched.

    size: one of the printer's trims; None for the one nearest to the pack's. Raises UsageError for a size
    that the printer does not cut, and if the nearest one is too different from the pack's card.
    """
    if pack.card.shape != "rectangle":
        what = f"the piece {pack.piece}" if pack.piece else f"a card of {pack.name}"
        raise UsageError(
            f"{what} is a {pack.card.shape_word}, and cardgen knows only rectangles of {printer.name}: "
            "for this printer, make a pack without it"
        )
    if size is None:
        _refuse_misfit(printer, printer.nearest(pack.card.size), pack)
    product = printer.nearest(pack.card.size) if size is None else product_for(printer, size)
    if product is None:
        raise UsageError(
            f"{printer.name} does not cut {shown_size(*size or (0, 0))}; it cuts {_sizes(printer.products)}"
        )
    return pack.on_blank(product.trim, printer.bleed, printer.safe, product.corner)


def scale(size: Size, trim: Size) -> float:
    """Return the factor that scales art of a size to fit within a trim, without stretching."""
    return min(trim[0] / size[0], trim[1] / size[1])


def misfit(size: Size, trim: Size) -> str:
    """Return the reason why a pack of a size should not be drawn at a trim unless its user asks for it; ""
    for none.

    On other proportions the art leaves room at two sides; another scale makes type too small to read, or a
    token as large as a card.
    """
    unlike = (trim[0] / trim[1]) / (size[0] / size[1])
    scaled = scale(size, trim)
    if max(unlike, 1 / unlike) > 1 + _MOST_UNLIKE + _HAIR:
        return f"its proportions differ by {max(unlike, 1 / unlike) - 1:.0%}".replace("%", " %")
    if abs(scaled - 1) > _MOST_SCALED + _HAIR:
        return f"the art would be scaled by {scaled:.2f}"
    return ""


def _refuse_misfit(printer: Printer, product: Product, pack: Pack) -> None:
    """Raise UsageError if a product that the user did not name is too different from the pack's card."""
    size = pack.card.size
    why = misfit(size, product.trim)
    if not why:
        return
    fits = [each for each in printer.products if not misfit(size, each.trim)]
    if pack.piece:
        sizes = _sizes(fits) if fits else "no size that fits"
        raise UsageError(
            f"the piece {pack.piece} is {shown_size(*size)}, and {printer.name} cuts {sizes}: "
            "make a pack of the cards alone for this printer, or change the size of the piece"
        )
    named = ", ".join(f"--size {each.name} ({shown_size(*each.trim)})" for each in fits)
    advice = f"these fit: {named}" if fits else "it cuts no size that fits"
    near = f"{product.name} ({shown_size(*product.trim)})"
    raise UsageError(
        f"{printer.name} cuts no {shown_size(*size)}, and {near}, which comes nearest, is too unlike it: "
        f"{why}; {advice}. "
        f"To draw the pack on {product.name} all the same, add --size {product.name}"
    )


def refuse_other_size(size: tuple[float, float], printer: Printer) -> None:
    """Raise UsageError unless the printer cuts exactly this trim (points): for --keep-size."""
    if product_for(printer, size) is None:
        raise UsageError(
            f"{printer.name} does not cut {shown_size(*size)}; it cuts {_sizes(printer.products)}. "
            "Leave out --keep-size to have the pack drawn again at the nearest of them"
        )


def redrawn(size: tuple[float, float], pack: Pack, printer: Printer) -> Sentence:
    """Return a sentence that says that a pack of this size (points) was drawn at another; "" if it was not.

    pack: the result of fitted().
    """
    now = pack.card.size
    if all(abs(a - b) <= TOLERANCE for a, b in zip(size, now, strict=True)):
        return Sentence("")
    scaled = scale(size, now)
    sizes = {"size": shown_size(*size), "now": shown_size(*now)}
    if f"{scaled:.2f}" == "1.00":
        return Sentence(
            "{printer} cuts no {size}: the pack is drawn again at {now} (art of the same size, nothing "
            "stretched)",
            printer=printer.name,
            **sizes,
        )
    return Sentence(
        "{printer} cuts no {size}: the pack is drawn again at {now} (art scaled by {scale}, nothing "
        "stretched)",
        printer=printer.name,
        scale=Figure(f"{scaled:.2f}"),
        **sizes,
    )


def _sizes(products: Iterable[Product]) -> str:
    return ", ".join(f"{each.name} ({shown_size(*each.trim)})" for each in products)
