"""Rule: no spot of a card gets more ink than can dry."""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import Rect
from .colour import PROCESS, SEEN
from .document import Document
from .findings import Finding, Target
from .marks import GLYPHS, Mark, Paint
from .trace import Traced, traced

_HINT = (
    "lay in less ink: rich black of {0:.0f} % in all at most, and convert pictures with the printer's profile"
)
#: What measuring may be off by: the plates have 255 steps each.
_ROUNDING = 0.01
#: How much of each ink.
_Inks = dict[str, float]


def total_ink(file: Document, target: Target) -> Iterator[Finding]:
    """Nowhere within the bleed is more ink than the printer allows, of all plates together.

    Printers' own pages (240 to 300 %); ISO 12647-2 names 330 % at most for coated paper. Where the colours
    of a page alone prove that it cannot be more (see `_bound`), that is told; elsewhere its plates are drawn
    and measured. A page whose ink cannot be told has not passed; where that is for colours that are an error
    in themselves, it is left to their own rule.
    """
    limit = target.total_ink
    if limit is None:
        return
    proven, doubtful = [0.0], []
    for drawn in traced(file):
        if drawn.fault is None and not _is_refused(drawn, target):
            most = _bound(drawn, target.spots)
            if most is not None and most <= limit + 1e-6:
                proven.append(most)
            else:
                doubtful.append(drawn)
    measured: list[tuple[float, int]] = []
    found = list(_measured(file, doubtful, target, limit, measured))
    yield from found
    if not found and not any(drawn.fault or _is_refused(drawn, target) for drawn in traced(file)):
        file.facts.append(_told(max(proven), measured))


def _is_refused(drawn: Traced, target: Target) -> bool:
    """Whether a page has colours that are an error already, by `rgb_color` or `seen_color`."""
    refused = {"DeviceRGB", *(SEEN if target.standard == "x1a" else ())}
    return any(space.family in refused for mark in drawn.looks for space in mark.paint.space.all())


def _told(proven: float, measured: list[tuple[float, int]]) -> str:
    most, page = max(measured, default=(0.0, 0))
    if not measured or most < proven:
        return f"total ink at most {100 * proven:.0f} %, as the colours used prove"
    return f"total ink at most {100 * most:.0f} % (page {page})"


def _measured(
    file: Document, doubtful: list[Traced], target: Target, limit: float, measured: list[tuple[float, int]]
) -> Iterator[Finding]:
    """What drawing the plates of pages finds."""
    places = [(drawn.page.number - 1, _area(drawn)) for drawn in doubtful]
    if not places:
        return
    from ..plates import CannotSeparate, total_inks

    try:
        inks = list(total_inks(file.data, places, technical=target.spots))
    except CannotSeparate as error:
        inks = [(page, error) for page, _ in places]
    for drawn, (_, ink) in zip(doubtful, inks, strict=True):
        page = drawn.pages[0]
        if isinstance(ink, CannotSeparate):
            message = f"the total of ink could not be measured: {ink}"
            yield Finding(
                "total-ink", message, "ask the printer to measure it, or export the file again", page=page
            )
        elif ink.most > limit + _ROUNDING:
            x, y = ink.where
            place = f"{x:.0f}, {y:.0f} pt from the lower left"
            message = (
                f"{100 * ink.most:.0f} % of ink lie on one spot ({place}); {100 * limit:.0f} % are allowed"
            )
            yield Finding("total-ink", message, _HINT.format(100 * limit), page=page)
        else:
            measured.append((ink.most, page))


def _area(drawn: Traced) -> Rect:
    """The part of a page that counts, all within its bleed, in the page's own units."""
    page = drawn.page
    return Rect(*(side / page.user_unit for side in page.drawn or Rect(0, 0, 1, 1)))


def _bound(drawn: Traced, technical: tuple[str, ...]) -> float | None:
    """An ink total that no spot of a page exceeds; None where its colours do not prove one.

    An opaque mark that does not overprint takes away all ink below it, so a spot holds one such colour, or
    bare paper, and over it what overprints. A mark that overprints may take away inks or leave them, but adds
    no more of any ink than its own colour has (ISO 32000-1, 11.7.4): with its inks at their most in `over`, a
    spot of colour k holds at most max(k, over) of each. That holds for grey, CMYK and spot colours of known
    tints in opaque marks; images, transparency and other colours prove nothing.
    """
    over: _Inks = {}
    covers: dict[Paint, _Inks] = {}
    for mark in drawn.printed:
        inks = _inks_of(mark, technical)
        if inks is None:
            return None
        if mark.overprints or set(technical) & set(mark.paint.space.inks):
            over = _most(over, inks)
        else:
            covers[mark.paint] = inks
    return max((sum(_most(inks, over).values()) for inks in covers.values()), default=sum(over.values()))


def _most(one: _Inks, other: _Inks) -> _Inks:
    return {ink: max(one.get(ink, 0.0), other.get(ink, 0.0)) for ink in {**one, **other}}


def _inks_of(mark: Mark, technical: tuple[str, ...]) -> _Inks | None:
    """How much of each ink a mark prints at most; None where that is not known."""
    space, parts = mark.paint.space, mark.paint.parts
    if not mark.state.opaque:
        return None
    if space.family == "Pattern" or space == GLYPHS:
        # The marks of the cell, and of the glyphs, are marks of the page as well.
        return {}
    if mark.kind == "image" and not (mark.picture and mark.picture.stencil):
        return None
    if parts is None or not all(0 <= part <= 1 for part in parts):
        return None
    if space.family == "DeviceGray":
        # A shading's parts are the most of each, and the darkest grey is the least of them.
        return {"Black": 1.0 if mark.paint.pattern or mark.kind == "shading" else 1 - parts[0]}
    if space.family == "DeviceCMYK":
        return dict(zip(PROCESS, parts, strict=True))
    if space.family in ("Separation", "DeviceN") and "All" not in space.inks:
        return {
            ink: part for ink, part in zip(space.inks, parts, strict=True) if ink not in (*technical, "None")
        }
    return None
