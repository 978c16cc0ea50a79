"""The fuzzer's targets take the files that it begins with, and those that once made one fail."""

import pytest
from fuzz.targets import FOUND, TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_its_seeds_and_what_was_found(name: str) -> None:
    target, seeds = TARGETS[name]
    found = sorted((FOUND / name).glob("*")) if (FOUND / name).is_dir() else []
    for data in [*seeds(), *(file.read_bytes() for file in found)]:
        target(data)


def test_every_found_file_has_a_target() -> None:
    assert {each.name for each in FOUND.glob("*")} <= set(TARGETS)
