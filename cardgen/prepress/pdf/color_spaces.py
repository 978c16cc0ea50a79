"""Colour spaces, shadings and their colours, as they are in a file (ISO 32000-1, 8.6 and 8.7.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .functions import maximum_outputs
from .limits import MOST_INKS, MOST_SPACES_DEEP, Unreadable, printable_name
from .streams import unpack_stream


@dataclass(frozen=True)
class ColorSpace:
    """A colour space (ISO 32000-1, 8.6)."""

    #: Such as "DeviceCMYK", "ICCBased" or "Separation".
    family: str
    #: Number of components.
    parts: int
    #: The inks of Separation and DeviceN.
    inks: tuple[str, ...] = ()
    #: The base of Indexed, the alternate of Separation and DeviceN, or the space of an uncoloured pattern.
    base: ColorSpace | None = None
    #: The colours of Indexed, one byte for each component of its base.
    table: bytes = b""
    #: The tint transform of Separation, a PDF object. A file may define the same ink twice, so it does not
    #: count when spaces are compared.
    tint: Any = field(default=None, compare=False, repr=False)

    @property
    def initial_color(self) -> tuple[float, ...]:
        """Return the initial colour in this space, one number per component (8.6.8, operator cs)."""
        if self.family == "DeviceCMYK":
            return (0.0, 0.0, 0.0, 1.0)
        return (1.0 if self.family in ("Separation", "DeviceN") else 0.0,) * self.parts

    def with_bases(self) -> tuple[ColorSpace, ...]:
        """Return this space, its base, the base of that, and so on."""
        return (self, *self.base.with_bases()) if self.base else (self,)


class Paint(NamedTuple):
    """The colour, pattern or shading that something is painted with."""

    space: ColorSpace
    #: The components of the colour; for a shading, the maximum of each. None if unknown.
    parts: tuple[float, ...] | None
    #: The resource name of the pattern, if it is one.
    pattern: str = ""


GRAY, RGB, CMYK = ColorSpace("DeviceGray", 1), ColorSpace("DeviceRGB", 3), ColorSpace("DeviceCMYK", 4)
DEVICES = {space.family: space for space in (GRAY, RGB, CMYK)}
#: Device-independent spaces and their number of components.
_SEEN = {"CalGray": 1, "CalRGB": 3, "Lab": 3}
#: The paint of text whose glyphs are drawings: these have marks of their own.
GLYPHS = ColorSpace("of the glyphs", 0)
#: The space of images that do not state one, such as JPEG 2000.
UNSAID = ColorSpace("unsaid", 0)

#: Returns the colour space of a name in the resources; None if there is none.
Lookup = Callable[[str], Any]


def read_color_space(pdf_object: Any, look_up: Lookup, depth: int = 0) -> ColorSpace:
    """Return the colour space that a name or an array describes.

    look_up: returns a colour space of the resources by its name. depth: how many spaces this one is nested
    in. Raises Unreadable if the space is invalid, missing or nested too deep.
    """
    if depth > MOST_SPACES_DEEP:
        raise Unreadable("it has a colour space nested too deep")
    name = _name_without_slash(pdf_object)
    if name is not None:
        return _color_space_by_name(name, look_up, depth)
    parts = _array_items(pdf_object)
    family = _name_without_slash(parts[0]) if parts else None
    if family is None:
        raise Unreadable("it has an invalid colour space")
    if len(parts) == 1:
        return _color_space_by_name(family, look_up, depth)
    return _color_space_from_array(family, parts, look_up, depth)


def _color_space_by_name(name: str, look_up: Lookup, depth: int) -> ColorSpace:
    """Return the device space or the space in the resources that has this name.

    A default space in the resources replaces a device space (8.6.5.6). Raises Unreadable if there is none.
    """
    if name == "Pattern":
        return ColorSpace("Pattern", 0)
    device = DEVICES.get(name)
    found = look_up("/" + name.replace("Device", "Default")) if device else look_up("/" + name)
    if found is None:
        if device is None:
            raise Unreadable(f"it names a colour space {printable_name(name)} that is not there")
        return device
    return read_color_space(found, (lambda _: None) if device else look_up, depth + 1)


def _color_space_from_array(family: str, parts: list[Any], look_up: Lookup, depth: int) -> ColorSpace:
    """Return the colour space of an array, whose first item is its family. Raises Unreadable if invalid."""
    if family in _SEEN:
        return ColorSpace(family, _SEEN[family])
    if family == "ICCBased":
        return ColorSpace(family, _component_count(parts[1]))
    base = parts[2] if family in ("Separation", "DeviceN") and len(parts) > 2 else parts[1]
    under = read_color_space(base, look_up, depth + 1)
    if family == "Pattern":
        return ColorSpace(family, under.parts, base=under)
    if family == "Indexed":
        return ColorSpace(family, 1, base=under, table=_indexed_color_table(parts, under))
    if family == "Separation":
        return ColorSpace(family, 1, (_ink_name(parts[1]),), under, tint=parts[3] if len(parts) > 3 else None)
    inks = tuple(_ink_name(ink) for ink in _array_items(parts[1])[: MOST_INKS + 1])
    if family != "DeviceN" or not 0 < len(inks) <= MOST_INKS:
        raise Unreadable(f"it has a colour space {printable_name(family)} that cannot be read")
    return ColorSpace(family, len(inks), inks, under)


def _component_count(profile: Any) -> int:
    """Return the number of components of an ICC profile. Raises Unreadable if it is not 1, 3 or 4."""
    import pikepdf

    parts = profile.get("/N") if isinstance(profile, pikepdf.Stream) else None
    if parts not in (1, 3, 4):
        raise Unreadable("it has a colour space ICCBased without its profile")
    return int(parts)


def _indexed_color_table(parts: list[Any], base: ColorSpace) -> bytes:
    """Return the table of an Indexed space (8.6.6.3): one byte for each component of each colour.

    Raises Unreadable if the table is missing or too short.
    """
    import pikepdf

    if len(parts) < 4 or not 0 <= int(parts[2]) <= 255:
        raise Unreadable("it has a colour space Indexed without its colours")
    length = (int(parts[2]) + 1) * base.parts
    table = unpack_stream(parts[3], 1 << 16) if isinstance(parts[3], pikepdf.Stream) else bytes(parts[3])
    if len(table) < length:
        raise Unreadable("it has a colour space Indexed with too few colours")
    return table[:length]


def _ink_name(pdf_object: Any) -> str:
    """Return the name of a spot colour without its slash. Raises Unreadable if it is no name."""
    name = _name_without_slash(pdf_object)
    if name is None:
        raise Unreadable("it has a spot colour without a name")
    return name


def _name_without_slash(pdf_object: Any) -> str | None:
    """Return a PDF name without its slash; None for any other object."""
    import pikepdf

    if isinstance(pdf_object, str | pikepdf.Name):
        return str(pdf_object).removeprefix("/")
    return None


def _array_items(pdf_object: Any) -> list[Any]:
    """Return the items of a list or a PDF array; an empty list for any other object."""
    import pikepdf

    return list(pdf_object) if isinstance(pdf_object, list | pikepdf.Array) else []


def shading_paint(shading: Any, look_up: Lookup, name: str = "") -> Paint:
    """Return the paint of a shading (8.7.4.5): its colour space and the maximum of each component.

    The maximum is None if it cannot be derived. name: the resource name of the shading pattern; "" for none.
    """
    space = read_color_space(shading.get("/ColorSpace"), look_up)
    most = None
    if shading.get("/ShadingType") in (1, 2, 3) and space.family not in ("Indexed", "Pattern"):
        most = maximum_outputs(shading.get("/Function"), space.parts)
        ground = shading.get("/Background")
        if most is not None and ground is not None:
            most = tuple(map(max, most, map(float, ground)))
    return Paint(space, most, name)
