"""What 1.x keeps: nothing that a recorded version promised has changed or gone."""

import json
from pathlib import Path

import interface
import pytest

from cardgen.jobs.schema import schema_text


def test_nothing_is_gone_that_is_promised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New lines may come. Until 1.0.0 is published, `python tests/interface.py` records them anew."""
    monkeypatch.chdir(tmp_path)
    kept = interface.RECORD.read_text(encoding="utf-8").splitlines()
    assert len(kept) > 3_000
    now = set(interface.lines())
    assert [line for line in kept if line not in now] == []


def test_a_missing_value_a_changed_type_and_a_missing_word_are_noticed() -> None:
    old = set(interface.json_kinds({"cards": [{"name": "a", "count": 1}]}))
    assert old - set(interface.json_kinds({"cards": [{"name": "a"}]})) == {".cards[].count number"}
    assert old - set(interface.json_kinds({"cards": [{"name": "a", "count": "1"}]})) == {
        ".cards[].count number"
    }
    words = {"enum": ["disc", "solid"]}
    assert set(interface.value_kinds(words)) - set(interface.value_kinds({"enum": ["disc"]})) == {'"solid"'}


def test_the_keys_at_the_top_of_a_pack_are_kept() -> None:
    """The schema of packs says in an `anyOf` beside its keys that a pack has cards."""
    kept = interface.RECORD.read_text(encoding="utf-8").splitlines()
    for key in json.loads(schema_text("pack"))["properties"]:
        assert any(line.startswith(f"key pack.{key}: ") for line in kept), key
