"""What tracing a page finds: its marks, and what each is painted with. Lengths in points of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

#: Left, low, right, top: what is compared most is kept plainest.
Box = tuple[float, float, float, float]
Kind = Literal["fill", "stroke", "text", "image", "shading"]


def shown(name: str) -> str:
    """A name of a stranger's file, fit to be shown: without its slash, no longer than a line, printable."""
    return "".join(c if c.isprintable() else "?" for c in name.removeprefix("/")[:40])


@dataclass(frozen=True)
class Space:
    """A colour space (ISO 32000-1, 8.6)."""

    #: Such as "DeviceCMYK", "ICCBased" or "Separation".
    family: str
    #: How many numbers make a colour.
    parts: int
    #: The inks of Separation and DeviceN.
    inks: tuple[str, ...] = ()
    #: What Indexed takes its colours from, the alternate of Separation and DeviceN, what an uncoloured
    #: pattern is painted in.
    base: Space | None = None
    #: The colours of Indexed, a byte for each part of its base.
    table: bytes = b""
    #: The function from a tint of Separation to its alternate, as the file has it. The same ink may be told
    #: twice in a file, so spaces that differ only in this count as the same.
    tint: Any = field(default=None, compare=False, repr=False)

    @property
    def initial(self) -> tuple[float, ...]:
        """The colour that a space begins with (8.6.8, operator cs)."""
        if self.family == "DeviceCMYK":
            return (0.0, 0.0, 0.0, 1.0)
        return (1.0 if self.family in ("Separation", "DeviceN") else 0.0,) * self.parts

    def all(self) -> tuple[Space, ...]:
        """The space and what it is based on."""
        return (self, *self.base.all()) if self.base else (self,)


#: What a text is painted in whose glyphs are drawings: these are marks of their own.
GLYPHS = Space("of the glyphs", 0)


class Paint(NamedTuple):
    """What something is painted in."""

    space: Space
    #: The parts of the colour; for a shading the greatest that each comes to. None where it is not known.
    parts: tuple[float, ...] | None
    #: The pattern's resource name, where it is one.
    pattern: str = ""


class State(NamedTuple):
    """What the graphics state says of transparency and overprint (ISO 32000-1, 8.4.5 and 11.6.4)."""

    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    blend: str = "Normal"
    soft_mask: bool = False
    fill_overprint: bool = False
    stroke_overprint: bool = False
    overprint_mode: int = 0

    @property
    def opaque(self) -> bool:
        """Whether what is painted simply covers what lies under it."""
        plain = self.blend in ("Normal", "Compatible") and not self.soft_mask
        return plain and self.fill_alpha == self.stroke_alpha == 1


class Picture(NamedTuple):
    """An image and how large it is placed."""

    width: int
    height: int
    bits: int
    #: Pixels an inch along its width and its height.
    ppi: tuple[float, float]
    #: A stencil is painted in the current colour through a mask of one bit (ISO 32000-1, 8.9.6.2).
    stencil: bool
    #: Whether all of its rectangle is painted.
    full: bool
    filters: tuple[str, ...]
    inline: bool


class Mark(NamedTuple):
    """One painted thing."""

    kind: Kind
    #: Where it lies, in default user space; no more of it than its clip shows, a point beyond all pages if
    #: that is nothing.
    box: Box
    paint: Paint
    state: State
    #: The way to it, such as "form Fm0 > image Im1"; empty for what is drawn on the page itself.
    where: str
    #: Whether a clip takes some of it away.
    cut: bool
    #: Whether it covers its box wholly.
    solid: bool
    #: Strokes: the line's width where it is thinnest, 0 for the thinnest line of a device. Fills: the
    #: shorter side of their smallest part. None for all others.
    width: float | None = None
    #: The size of text.
    size: float | None = None
    #: Where a path has several parts, the box of each.
    parts: tuple[Box, ...] = ()
    picture: Picture | None = None
    #: Of text: the font's object and the codes of its characters.
    said: tuple[tuple[int, int], bytes] | None = None

    @property
    def overprints(self) -> bool:
        """Whether it leaves the inks below it that it does not print itself."""
        return self.state.stroke_overprint if self.kind == "stroke" else self.state.fill_overprint
