"""Shadings from one colour to another as one plate holds them (ISO 32000-1, 8.7.4.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .functions import function, numbers
from .inks import CannotSeparate, Inks, Spaces

if TYPE_CHECKING:
    from .rewriting import Rewriter

#: Steps of a shading: more than there are levels of grey.
_STEPS = 1024


def shading_inks(source: Any, spaces: Spaces, known: Any) -> Inks:
    """What all colours of a shading have in common: the plates that it reaches. Raises CannotSeparate."""
    space = spaces.find(source.ColorSpace, known)
    return space.inks(space.initial)


def shading_plate(source: Any, rewriter: Rewriter, known: Any, plate: int) -> Any:
    """An axial or radial shading in grey. Raises CannotSeparate for those of any other kind."""
    import pikepdf

    if int(source.ShadingType) not in (2, 3):
        raise CannotSeparate("a shading that is neither axial nor radial")
    space = rewriter.spaces.find(source.ColorSpace, known)
    made = pikepdf.Dictionary(ColorSpace=pikepdf.Name.DeviceGray)
    for key in ("/ShadingType", "/Coords", "/Domain", "/Extend", "/BBox", "/AntiAlias"):
        if key in source:
            made[key] = source[key]
    if "/Background" in source:
        made.Background = [1 - space.inks(numbers(source.Background)).amounts[plate]]
    ramp = function(source.Function)
    low, high = numbers(source.get("/Domain", [0, 1]))
    made.Function = _grey(rewriter.pdf, low, high, lambda at: 1 - space.inks(ramp(at)).amounts[plate])
    return made


def _grey(pdf: Any, low: float, high: float, level: Callable[[float], float]) -> Any:
    """A function that gives the grey at each place, as samples (7.10.2)."""
    steps = (low + (high - low) * step / _STEPS for step in range(_STEPS + 1))
    made = pdf.make_stream(bytes(round(255 * level(at)) for at in steps))
    made.FunctionType, made.BitsPerSample = 0, 8
    made.Domain, made.Range, made.Size = [low, high], [0, 1], [_STEPS + 1]
    return pdf.make_indirect(made)
