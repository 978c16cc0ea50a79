"""Faults of single fields, and that nothing is said twice or blamed on what follows from a fault."""

import copy
import time
from typing import Any

import pytest

from cardgen.checks import check_pack
from cardgen.errors import MOST_PROBLEMS
from cardgen.pack.reading import read_pack as validate
from cardgen.pack.yaml import Data

SOUND: dict[str, Data] = {
    "format": 1,
    "name": "Sound",
    "suits": {
        "green": {"sign": "+", "color": "#00855B", "cards": {"2": {"quantity": 3}, "1": 4}},
        "red": {"sign": "≤", "color": "#961129", "cards": {"2": 1}},
    },
    "index": {"small": {"corners": ["top-left"]}},
    "extras": [{"face": "joker"}, {"face": "text", "text": "Hello"}],
    "games": [],
    "card": {"size": "b8"},
}


def places(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in items for place in places(value, (*path, key)))]


def with_value(path: tuple[str | int, ...], value: Data) -> dict[str, Data]:
    data: Any = copy.deepcopy(SOUND)
    holder = data
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    return data  # type: ignore[no-any-return]


def test_a_sound_pack_is_left_as_it_is() -> None:
    before = copy.deepcopy(SOUND)
    pack, problems = validate(SOUND)
    assert pack is not None
    assert problems == check_pack(pack) == []
    assert before == SOUND


@pytest.mark.parametrize("value", [None, True, -7.5, "\u2603" * 99, [["x"]], {"x": {"y": 1}}], ids=repr)
@pytest.mark.parametrize("path", places(SOUND)[1:], ids=lambda path: ".".join(map(str, path)))
def test_one_fault_anywhere_gets_messages_there_and_nowhere_else(
    path: tuple[str | int, ...], value: Data
) -> None:
    """Whatever stands in for a faulty value, nothing else is wrong with the pack: no follow-up messages."""
    pack, problems = validate(with_value(path, value))
    place = tuple(str(part) for part in path)
    assert pack is not None
    for problem in problems:
        assert problem.path[: len(place)] == place, problem
    if problems:
        assert check_pack(pack) == []


@pytest.mark.parametrize("path", places(SOUND)[1:], ids=lambda path: ".".join(map(str, path)))
def test_what_is_missing_is_said_once(path: tuple[str | int, ...]) -> None:
    data: Any = copy.deepcopy(SOUND)
    holder = data
    for part in path[:-1]:
        holder = holder[part]
    del holder[path[-1]]
    _, problems = validate(data)
    required = path[-1] in ("format", "name", "color", "face") or path[-1] == "cards"
    assert [problem.path for problem in problems] == ([tuple(map(str, path))] if required else [])


def test_a_misspelt_key_is_not_missing_as_well() -> None:
    data = with_value(("suits", "green"), {"colour": "#00855B", "cards": {"1": 1}})
    _, problems = validate(data)
    assert [(p.message, p.hint) for p in problems] == [
        ("'colour' is not a key known here", "did you mean 'color'?")
    ]


def test_a_variant_without_its_base_is_judged_in_its_fields_only() -> None:
    pack, problems = validate({"extends": "lost", "suits": {"red": {"cards": {"4": "many"}}}})
    assert pack is None
    assert [problem.path for problem in problems] == [("suits", "red", "cards", "4")]


def test_a_fault_beneath_a_fault_is_found_too() -> None:
    """A wrong key hides a wrong value from nobody: both are said at once."""
    data = with_value(
        ("suits", "green", "cards"), {"2": {"quantity": "x", "fase": "pips"}, "thirteen-long": 1}
    )
    _, problems = validate(data)
    assert sorted(problem.path[4:] or problem.path[3:] for problem in problems) == [
        ("fase",),
        ("quantity",),
        ("thirteen-long",),
    ]


def test_keys_that_look_like_pydantic_s_own_marks_do_no_harm() -> None:
    data = with_value(("suits", "green", "cards"), {"[key]": "x"})
    pack, problems = validate(data)
    assert pack is not None
    assert len(problems) == 1


def test_thousands_of_faults_cost_seconds_at_most_and_end() -> None:
    began = time.process_time()
    _, problems = validate({**SOUND, **{f"k{number}": 1 for number in range(50_000)}})
    assert len(problems) == MOST_PROBLEMS
    assert time.process_time() - began < 10
