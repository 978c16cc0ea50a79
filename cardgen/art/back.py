"""The back of a pack: a drawn pattern with the pack's own signs, one colour, or a picture."""

from __future__ import annotations

from pathlib import Path

from ..colour.colors import WHITE
from ..geometry import Rect
from ..pack.model import Pack
from ..text.icons import silhouette
from ..text.outlines import Shape, rectangle
from .backs import BackInks, draw_back
from .brush import Brush
from .frame import OVERSCAN, Frame
from .items import Fill, Item, Picture, paint
from .signs import SIGNS, motif


def draw_pack_back(brush: Brush, pack: Pack, trim: Rect) -> None:
    """Draw the pack's one back; its ground runs past the trim by the bleed."""
    frame, back = Frame(pack, trim), pack.back
    bleed = pack.card.bleed * frame.ratio + OVERSCAN
    if back.image:
        items: list[Item] = [Picture(Path(back.image), trim.grown(pack.card.bleed * frame.ratio))]
        return paint(brush, items)
    inks = back_inks(pack)
    if back.pattern == "plain":
        return paint(brush, [Fill(rectangle(frame.overscan), inks.ground)])
    safe = pack.card.safe * frame.ratio
    return draw_back(brush, back.pattern, trim, bleed, inks, motifs(pack), safe)


def back_inks(pack: Pack) -> BackInks:
    """Return the back's colours; the ink saver prints the ground's colour, paler, as lines on white."""
    back = pack.back
    if not pack.ink_saver:
        return BackInks(ground=back.color, ink=back.ink, accent=back.accent)
    if back.pattern == "plain":
        pale = back.color.mixed(WHITE, 0.75)
        return BackInks(ground=pale, ink=back.color, accent=back.color)
    return BackInks(ground=WHITE, ink=back.color.mixed(WHITE, 0.35), accent=back.color.mixed(WHITE, 0.55))


def motifs(pack: Pack) -> list[Shape]:
    """Return the pack's own signs and symbols, at most four; a diamond where it has none."""
    found = [silhouette(suit.symbol) for suit in pack.suits.values() if suit.symbol]
    found += [motif(SIGNS[suit.sign]) for suit in pack.suits.values() if suit.sign and suit.sign in SIGNS]
    return found[:4] or [silhouette("diamond")]
