"""Pips and symbols of stated sizes: drawn so, checked, and refused with the largest possible size."""

from __future__ import annotations

import re

import pytest

from cardgen import api
from cardgen.art.face import plan_face
from cardgen.art.items import Fills, Label
from cardgen.checks import check_pack
from cardgen.checks.pips import check_pips
from cardgen.errors import Problem
from cardgen.geometry import Rect
from cardgen.pack.model import Pack
from cardgen.units import MM, parse_length


def standard(**keys: object) -> Pack:
    return api.load({"format": 1, "name": "Sizes", "extends": "standard-52", **keys})


def errors(path: tuple[str, ...], value: object) -> list[Problem]:
    """Return the errors of the pack with a value."""
    for key in reversed(path[1:]):
        value = {key: value}
    found = api.examine({"format": 1, "name": "Sizes", "extends": "standard-52", path[0]: value})
    return [problem for problem in found.problems if problem.severity == "error"]


def pip_heights(pack: Pack, card: str) -> set[float]:
    face = plan_face(pack, next(c for c in pack.cards if c.label == card), Rect(0, 0, *pack.card.size))
    return {round(abs(p[3]) / MM, 3) for item in face if isinstance(item, Fills) for p in item.places}


def test_pips_have_the_stated_sizes() -> None:
    made = standard(pips={"size": "13.5 mm", "ace": "31 mm"})
    assert pip_heights(made, "10 of hearts") == pip_heights(made, "2 of spades") == {13.5}
    assert pip_heights(made, "A of hearts") == {31}
    assert not [problem for problem in check_pack(made) if problem.severity == "error"]


def test_sizes_follow_the_card_to_another_format() -> None:
    made = standard(pips={"size": "13.5 mm"}, index={"small": {"symbol": "6 mm"}})
    small = made.resized((31 * MM, 44 * MM))
    assert pip_heights(small, "10 of hearts") == {6.75}
    assert small.index.small.symbol == pytest.approx(3 * MM)


def test_the_symbol_in_an_index_has_the_stated_height() -> None:
    made = standard(index={"small": {"height": "5 mm", "symbol": "7 mm"}})
    face = plan_face(made, made.cards[3], Rect(0, 0, *made.card.size))
    places = {place for item in face if isinstance(item, Label) for _, place in item.shapes}
    assert {round(place[3] / MM, 3) for place in places} == {7}


@pytest.mark.parametrize(
    ("path", "stated"),
    [
        (("pips", "size"), "24 mm"),
        (("pips", "ace"), "75 mm"),
        (("index", "small", "symbol"), "15 mm"),
        (("suits", "clubs", "size"), "150 %"),
    ],
    ids=str,
)
def test_a_size_without_room_is_refused_with_the_largest_that_has_room(
    path: tuple[str, ...], stated: str
) -> None:
    [problem] = errors(path, stated)
    assert problem.path == path
    largest = re.fullmatch(r"use at most ([\d.]+ (?:mm|%))", problem.hint)
    assert largest is not None
    assert not errors(path, largest[1])
    if largest[1].endswith("mm"):
        larger = f"{parse_length(largest[1]) / MM + 0.3:.2f} mm"
    else:
        larger = f"{int(largest[1].split()[0]) + 3} %"
    assert errors(path, larger)


def test_sizes_are_not_judged_without_pips() -> None:
    signs = api.load({"name": "None", "extends": "never-over", "pips": {"size": "24 mm"}})
    assert not list(check_pips(signs))


@pytest.mark.parametrize("size", ["0 mm", "1 mm", "big", "15"])
def test_impossible_sizes_are_refused_where_they_stand(size: str) -> None:
    assert [problem.path for problem in errors(("pips", "size"), size)] == [("pips", "size")]


def test_small_pips_stay_where_usual_ones_are() -> None:
    """Farther out they would seem to belong to the indices."""

    def places(pack: Pack) -> list[tuple[float, ...]]:
        face = plan_face(pack, next(c for c in pack.cards if c.label == "10 of hearts"), Rect(0, 0, 176, 249))
        return [place[4:] for item in face if isinstance(item, Fills) for place in item.places]

    small, usual = places(standard(pips={"size": "6 mm"})), places(standard())
    assert len(usual) == 10
    for one, other in zip(small, usual, strict=True):
        assert one == pytest.approx(other)
