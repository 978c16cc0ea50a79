"""What pages, pictures and results hold is what was recorded, until a change of it is meant."""

from __future__ import annotations

import json

import pytest
from recorded_output import COMMANDS, RECORD, command_name, content_hashes, library_versions

_RECORD = json.loads(RECORD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", COMMANDS, ids=command_name)
def test_output_is_as_recorded(command: str) -> None:
    if library_versions() != _RECORD["libraries"]:
        pytest.skip(f"recorded with {_RECORD['libraries']}, which may draw otherwise than the installed ones")
    hashes, recorded = content_hashes(command), _RECORD["commands"][command_name(command)]
    changed = sorted(part for part in hashes | recorded if hashes.get(part) != recorded.get(part))
    assert not changed, "look at these; if they are meant, run `python tests/recorded_output.py`"


def test_every_recorded_command_is_compared() -> None:
    assert list(_RECORD["commands"]) == [command_name(command) for command in COMMANDS]
