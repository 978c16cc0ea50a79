"""Shadings from one colour to another as one plate holds them (ISO 32000-1, 8.7.4.5)."""

from __future__ import annotations

from typing import Any

from ..functions import function, numbers
from .inks import CannotSeparate, Inks, Spaces

#: Steps of a shading: more than there are levels of grey.
_STEPS = 1024


def shading_inks(source: Any, spaces: Spaces, known: Any) -> Inks:
    """What all colours of a shading have in common: the plates that it reaches. Raises CannotSeparate."""
    space = spaces.find(source.ColorSpace, known)
    return space.inks(space.space.initial)


def shading_plates(source: Any, spaces: Spaces, known: Any, pdf: Any) -> list[Any]:
    """Turn an axial or radial shading into four in grey. Raises CannotSeparate for any other kind."""
    if int(source.ShadingType) not in (2, 3):
        raise CannotSeparate("a shading that is neither axial nor radial")
    space = spaces.find(source.ColorSpace, known)
    ramp, ground = function(source.Function), None
    low, high = numbers(source.get("/Domain", [0, 1]))
    places = (low + (high - low) * step / _STEPS for step in range(_STEPS + 1))
    amounts = [space.inks(ramp(at)).amounts for at in places]
    if "/Background" in source:
        ground = space.inks(numbers(source.Background)).amounts
    made = []
    for plate in range(4):
        levels = bytes(round(255 * (1 - each[plate])) for each in amounts)
        grey = _grey(source, _sampled(pdf, low, high, levels))
        if ground is not None:
            grey.Background = [1 - ground[plate]]
        made.append(grey)
    return made


def _grey(source: Any, ramp: Any) -> Any:
    """A shading of the same form in grey."""
    import pikepdf

    made = pikepdf.Dictionary(ColorSpace=pikepdf.Name.DeviceGray, Function=ramp)
    for key in ("/ShadingType", "/Coords", "/Domain", "/Extend", "/BBox", "/AntiAlias"):
        if key in source:
            made[key] = source[key]
    return made


def _sampled(pdf: Any, low: float, high: float, levels: bytes) -> Any:
    """A function that gives the grey at each place, as samples (7.10.2)."""
    made = pdf.make_stream(levels)
    made.FunctionType, made.BitsPerSample = 0, 8
    made.Domain, made.Range, made.Size = [low, high], [0, 1], [_STEPS + 1]
    return pdf.make_indirect(made)
