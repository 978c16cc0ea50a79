"""Words that printers' presets, press files and their checks share. Imports nothing."""

from __future__ import annotations

from typing import Literal, get_args

#: Pages of a press file: each face followed or preceded by its back, one common back at the end or at the
#: beginning, faces and backs in files of their own, or faces only.
Order = Literal["face-back", "back-face", "back-last", "back-first", "separate", "faces"]
ORDERS: tuple[Order, ...] = get_args(Order)
Standard = Literal["x1a", "x4"]
#: The names of the standards.
STANDARDS: dict[Standard, str] = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}
#: What a printer requires of things drawn besides the cards (a die line, marks).
Rule = Literal["forbidden", "allowed", "wanted"]
#: The outline of what is cut.
ProductShape = Literal["rectangle", "circle", "hexagon", "flat-hexagon"]
#: A page or a picture for each card, or for each distinct face.
Per = Literal["card", "face"]
#: In a file of its own: the back as often as faces, or once.
BacksApart = Literal["each", "once"]
#: How special inks (foil, varnish, white) are delivered: as spot colours over the pages of faces, in files of
#: their own in black, or not at all.
SpecialInkFiles = Literal["separations", "files", "none"]
#: Where a die line is drawn: over the faces, on a page after all others, or in a file of its own.
DieLinePlace = Literal["art", "page", "file"]
