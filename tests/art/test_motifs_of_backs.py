"""Drawn backs show the signs of all suits, however many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from cardgen import api
from cardgen.art.backs import PATTERNS, plan_back
from cardgen.art.items import Drawing, Fills, Item
from cardgen.geometry import Rect
from cardgen.pack.model import Pack

SYMBOLS = ("sun", "moon", "leaf", "crown", "flame", "skull", "bell", "tree", "shield")


def pack_of(suits: int, pattern: str) -> Pack:
    named = {symbol: {"symbol": symbol, "color": "#303080", "cards": {"1": 1}} for symbol in SYMBOLS[:suits]}
    return api.load({"format": 1, "name": "Many", "suits": named, "back": {"pattern": pattern}})


def repeated(items: Sequence[Item]) -> Iterator[Fills]:
    for item in items:
        if isinstance(item, Drawing):
            yield from repeated(item.items)
        elif isinstance(item, Fills):
            yield item


@pytest.mark.parametrize("pattern", [name for name in PATTERNS if name not in ("plain", "none")])
@pytest.mark.parametrize("suits", [5, 6, 9])
def test_a_back_shows_the_signs_of_all_suits(pattern: str, suits: int) -> None:
    pack = pack_of(suits, pattern)
    signs = list(repeated(plan_back(pack, "back", Rect(0, 0, *pack.card.size))))
    # The petals of rings are repeated as well, in quarter turns.
    shown = [each for each in signs if all(place[0] * place[3] > 0 and not place[1] for place in each.places)]
    assert len({each.shape.operators for each in shown}) >= suits
    # Each sign has its half turn, but for one in the very middle.
    for each in shown:
        ups = sum(place[0] > 0 for place in each.places)
        assert 0 <= 2 * ups - len(each.places) <= 1


def test_signs_in_the_ring_of_a_sunburst_do_not_touch() -> None:
    pack = pack_of(9, "sunburst")
    signs = list(repeated(plan_back(pack, "back", Rect(0, 0, *pack.card.size))))
    spots = sorted((place[4], place[5]) for each in signs for place in each.places)
    size = max(abs(place[0]) for each in signs for place in each.places) * 200
    nearest = min(
        ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        for at, (x, y) in enumerate(spots)
        for u, v in spots[at + 1 :]
        if (x, y) != (u, v)
    )
    assert nearest > size
