"""Checks the colours that a pack states in CMYK against the printer's limit of total ink."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..errors import KeyPath, Problem, Suggestion
from ..languages.remarks import remark
from ..pack.model import Pack
from ..pack.yaml import Data
from ..prepress.printers.model import Printer
from ..units import Sentence


def check_ink(data: Mapping[str, Data], pack: Pack, printer: Printer | None) -> Iterator[Problem]:
    """Yield a warning at each colour that states more ink than the printer allows.

    Colours stated in RGB are converted within the limit, and so are not checked. data: the pack's keys as in
    its files. Colours that no card shows, such as that of an unused back, are left out.
    """
    if printer is None or printer.form != "pdf" or printer.total_ink is None:
        return
    shown = {color.cmyk for color in pack.colors if color.has_stated_cmyk}
    for path, inks in _stated_cmyk(dict(data), ()):
        total = sum(inks)
        if total > 100 * printer.total_ink + 1e-6 and tuple(ink / 100 for ink in inks) in shown:
            message = Sentence(
                "this colour has {ink} % of ink in all, and {printer} takes {limit} %",
                ink=f"{total:.0f}",
                printer=printer.name,
                limit=f"{100 * printer.total_ink:.0f}",
            )
            less = ", ".join(f"{ink:g}" for ink in _reduced_inks(inks, 100 * printer.total_ink))
            hint = Sentence("state less ink, such as cmyk: [{inks}]", inks=less)
            yield remark(message, path, hint, suggestions=(Suggestion(path, f"[{less}]"),))


def _stated_cmyk(data: Data, path: KeyPath) -> Iterator[tuple[KeyPath, tuple[float, ...]]]:
    """Yield the path of each `cmyk:` in the data, with its inks in per cent."""
    if isinstance(data, list):
        for place, each in enumerate(data):
            yield from _stated_cmyk(each, (*path, str(place)))
    elif isinstance(data, dict):
        for key, each in data.items():
            inks = [part for part in each if type(part) in (int, float)] if isinstance(each, list) else []
            if key == "cmyk" and len(inks) == 4:
                yield (*path, key), tuple(float(part) for part in inks)  # type: ignore[arg-type]
            else:
                yield from _stated_cmyk(each, (*path, key))


def _reduced_inks(inks: tuple[float, ...], limit: float) -> tuple[float, ...]:
    """Return inks (per cent) with cyan, magenta and yellow reduced in proportion to meet the limit, black
    unchanged.
    """
    colored = sum(inks[:3])
    share = max(0.0, limit - inks[3]) / colored if colored else 0.0
    return (*(float(int(ink * share)) for ink in inks[:3]), inks[3])
