"""Finds printers' presets by name or path, reads them, and draws packs at a printer's trim."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ...errors import PackError, Problem, UsageError
from ...geometry import TOLERANCE
from ...pack.library import Resolved, wrong_file_kind_problem
from ...pack.model import CardFormat, Pack
from ...pack.schema import Findings
from ...pack.yaml import BYTE_LIMIT, Data, Source, read_yaml
from ...sandbox import untrusted
from ...units import Figure, Sentence, Size, nearest_word_hint, size_text
from .checks import find_contradictions
from .model import PRINTER, Printer, Product

_HOME = Path(__file__).with_name("presets")
_SUFFIXES = (".yaml", ".yml")
#: Maximum difference in proportions and scale of a product that the user did not name. Poker cards of 62 x
#: 88, 63 x 88 and 63.5 x 88.9 mm are within 1.5 % of each other; poker and bridge differ by 11 %.
_MOST_UNLIKE, _MOST_SCALED = 0.05, 0.15
#: Tolerance for the rounding of lengths.
_HAIR = 1e-6


def preset_names() -> list[str]:
    """Return the names of the presets that come with cardgen."""
    return sorted(file.stem for file in _HOME.glob("*.yaml"))


def find_preset(name: str) -> Printer:
    """Return the preset of a printer, with the name of its file as key.

    name: of a preset of cardgen ("makeplayingcards"), or a file ("my-printer.yaml", or "my-printer" in the
    current folder). Raises UsageError if there is no such preset, and PackError with all problems of its
    file.
    """
    file = preset_file(name)
    source = _read_preset(file)
    printer, problems = read_printer_and_problems(source.data)
    problems = [*source.problems, *problems]
    if problems:
        located = Resolved(file.stem, source.data, {source.file: source}, source.values, source.keys)
        raise PackError(sorted(map(located.locate, problems), key=_line_and_column))
    return replace(printer, key=file.stem)


def read_printer_and_problems(data: dict[str, Data]) -> tuple[Printer, list[Problem]]:
    """Return the printer that the data of a preset describe, and all problems of the data.

    The printer's key is not set.
    """
    found = Findings()
    printer: Printer = PRINTER.read_value(data, (), found)
    faulty = {problem.path[0] for problem in found.problems}
    if printer.form == "images" and ("image-formats" not in data or "image-formats" in faulty):
        printer = replace(printer, image_formats=("png",))
    return printer, [*found.problems, *find_contradictions(printer, frozenset(data), faulty)]


def preset_file(name: str) -> Path:
    """Return the file of a preset. Raises UsageError if there is none.

    name: of a preset of cardgen, or the path of a file; in the current folder also without its suffix.
    """
    path = Path(name)
    plain = re.sub("[^a-z0-9]", "", name.lower())
    if plain in preset_names() and path.suffix not in _SUFFIXES and len(path.parts) == 1:
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
    hint = nearest_word_hint(plain, preset_names())
    raise UsageError(
        f"there is no preset for {name!r}; {hint} "
        "(name your own by its file, such as my-printer.yaml or, where that lies here, my-printer)"
    )


def _is_file(path: Path) -> bool:
    """Tell whether a file exists; False if the system reports an error for its path."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _read_preset(file: Path) -> Source:
    """Read the file of a preset and return its YAML data.

    Raises UsageError if it cannot be read, and PackError if it is a pack.
    """
    try:
        raw = untrusted.read_plain_file(file, BYTE_LIMIT)
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    source = read_yaml(str(file), raw, "preset")
    of_pack = next((key for key in ("suits", "extends") if key in source.data), None)
    if of_pack and not source.data.keys() & {"sizes", "form"}:
        hint = "give a pack without --printer, and after it a name of `cardgen printers` or your own preset"
        raise PackError(
            [wrong_file_kind_problem(source, of_pack, "this is a pack, not a printer's preset", hint)]
        )
    return source


def _line_and_column(problem: Problem) -> tuple[int, int]:
    """Return the line and column of a problem in its file; (0, 0) if unknown."""
    return (problem.mark.line, problem.mark.column) if problem.mark else (0, 0)


def product_for(printer: Printer, card: CardFormat) -> Product | None:
    """Return the printer's product with exactly the trim and outline of a card; None if there is none."""
    near = printer.nearest_product(card.size, card.shape)
    same = all(abs(a - b) <= TOLERANCE for a, b in zip(near.trim, card.size, strict=True))
    return near if same and near.shape == card.shape else None


def pack_fitted_to_printer(pack: Pack, printer: Printer, size: tuple[float, float] | None = None) -> Pack:
    """Return a pack whose cards have a trim of the printer's: art is scaled, never stretched.

    size: width and height of the wanted trim, in points; None for the product nearest to the pack's card.
    Raises UsageError if the printer does not cut that size, or the nearest product is too different.
    """
    unfit = no_product_sentence(pack, printer)
    if unfit and (size is None or is_without_product_of_shape(pack, printer)):
        raise UsageError(_sentence_with_advice(unfit, pack, printer))
    wanted = pack.card if size is None else pack.card._replace(size=size)
    product = (
        printer.nearest_product(pack.card.size, pack.card.shape)
        if size is None
        else product_for(printer, wanted)
    )
    if product is None:
        cut = _cut_sizes_text(printer, pack.card)
        raise UsageError(f"{printer.name} does not cut {size_text(*size or (0, 0))}; it cuts {cut}")
    return pack.with_card_format(product.trim, printer.bleed, printer.safe, product.corner, product.pixels)


#: The outlines of pieces in sentences.
_SHAPES = {
    "circle": Sentence("circle of {size}"),
    "hexagon": Sentence("hexagon of {size}, on a corner"),
    "flat-hexagon": Sentence("hexagon of {size}, on a side"),
    "drawn outline": Sentence("outline of your own of {size}"),
}


def no_product_sentence(pack: Pack, printer: Printer) -> Sentence:
    """Return a sentence that no product of the printer fits the pack's cards; "" if a product fits.

    The sentence names the nearest product, if any has the shape of the cards.
    """
    card = pack.card
    near = printer.nearest_product(card.size, card.shape)
    why = misfit_reason(card.size, near.trim)
    if not why and not is_without_product_of_shape(pack, printer):
        return Sentence("")
    size = size_text(*card.size)
    wanted: str = size
    if card.shape != "rectangle":
        wanted = Sentence(_SHAPES[card.shape_word].template, size=size)
    values = {"printer": printer.name, "wanted": wanted, "kind": pack.piece or pack.name}
    if is_without_product_of_shape(pack, printer):
        return Sentence("{printer} cuts nothing of the shape of {kind} ({wanted})", **values)
    return Sentence(
        "{printer} cuts no {wanted} for {kind}; nearest is {product}",
        product=_product_text(near),
        **values,
    )


def is_without_product_of_shape(pack: Pack, printer: Printer) -> bool:
    """Tell whether no product of a printer has the shape of the pack's cards."""
    return all(each.shape != pack.card.shape for each in printer.products)


def _sentence_with_advice(reason: str, pack: Pack, printer: Printer) -> str:
    """Return a sentence with the advice to the user, for a pack that no product fits.

    reason: the sentence that no product fits.
    """
    if pack.piece:
        return f"{reason}: change the piece, or choose another printer for it"
    if is_without_product_of_shape(pack, printer):
        return f"{reason}: choose another printer, or another shape"
    size = pack.card.size
    product = printer.nearest_product(size, pack.card.shape)
    fits = [
        each
        for each in printer.products
        if each.shape == pack.card.shape and not misfit_reason(size, each.trim)
    ]
    named = ", ".join(f"--size {each.name} ({size_text(*each.trim)})" for each in fits)
    advice = f"these fit: {named}" if fits else "it cuts no size that fits"
    return (
        f"{printer.name} cuts no {size_text(*size)}, and {_product_text(product)}, which comes nearest, is "
        f"too unlike it: {misfit_reason(size, product.trim)}; {advice}. "
        f"To draw the pack on {product.name} all the same, add --size {product.name}"
    )


def kinds_fitted_to_printer(
    pack: Pack, printer: Printer, size: tuple[float, float] | None = None
) -> list[Pack]:
    """Return the packs of all kinds of pieces, each with a trim of the printer's.

    Pieces that no product fits keep their own size, and `unfit` of each pack says why. size: width and height
    of the trim of cards, in points; None for the nearest.
    """
    unfit: dict[str, str] = {
        kind.piece: why for kind in pack.kinds if kind.piece and (why := no_product_sentence(kind, printer))
    }
    kinds = [
        kind if kind.piece in unfit else pack_fitted_to_printer(kind, printer, None if kind.piece else size)
        for kind in pack.kinds
    ]
    return [replace(kind, unavailable_kinds=unfit) for kind in kinds]


def verify_fits_printer(kinds: Iterable[Pack], printer: Printer) -> None:
    """Raise UsageError if any kind of pieces fits no product, with a line for each such kind."""
    unfit = [
        _sentence_with_advice(kind.unavailable_kinds[kind.piece], kind, printer)
        for kind in kinds
        if kind.piece in kind.unavailable_kinds
    ]
    if unfit:
        raise UsageError("\n".join(unfit))


def scale_to_fit(size: Size, trim: Size) -> float:
    """Return the factor by which to scale art of a size so that it fits into a trim, without stretching."""
    return min(trim[0] / size[0], trim[1] / size[1])


def misfit_reason(size: Size, trim: Size) -> str:
    """Return the reason why art of a size should not be scaled to a trim unless the user asks for it; "" if
    there is none.

    If the proportions differ, the art leaves two sides blank. If the scale is very different, type becomes
    too small to read, or a token becomes as large as a card.
    """
    unlike = (trim[0] / trim[1]) / (size[0] / size[1])
    scaled = scale_to_fit(size, trim)
    if max(unlike, 1 / unlike) > 1 + _MOST_UNLIKE + _HAIR:
        return f"its proportions differ by {max(unlike, 1 / unlike) - 1:.0%}".replace("%", " %")
    if abs(scaled - 1) > _MOST_SCALED + _HAIR:
        return f"the art would be scaled by {scaled:.2f}"
    return ""


def verify_size_of_printer(card: CardFormat, printer: Printer) -> None:
    """Raise UsageError if the printer does not cut exactly this trim and outline, as --keep-size requires."""
    if product_for(printer, card) is None:
        cut = _cut_sizes_text(printer, card)
        raise UsageError(
            f"{printer.name} does not cut {size_text(*card.size)}; it cuts {cut}. "
            "Leave out --keep-size to have the pack drawn again at the nearest of them"
        )


def redrawing_sentence(size: tuple[float, float], pack: Pack, printer: Printer) -> Sentence:
    """Return a sentence that a pack was drawn at another size than its own; "" if its size is the same.

    size: its own, in points. pack: the result of pack_fitted_to_printer().
    """
    now = pack.card.size
    if all(abs(a - b) <= TOLERANCE for a, b in zip(size, now, strict=True)):
        return Sentence("")
    scaled = scale_to_fit(size, now)
    sizes = {"size": size_text(*size), "now": size_text(*now)}
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


def _cut_sizes_text(printer: Printer, card: CardFormat) -> str:
    """Return the names of the printer's products with the outline of a card; of all if none has it."""
    same = [each for each in printer.products if each.shape == card.shape]
    return ", ".join(map(_product_text, same or printer.products))


def _product_text(product: Product) -> str:
    """Return the name of a product with its outline, if it is no rectangle, and its trim."""
    shape = "" if product.shape == "rectangle" else f"{product.shape}, "
    return f"{product.name} ({shape}{size_text(*product.trim)})"
