"""What 1.x keeps: nothing that a recorded version promised has changed or gone."""

from pathlib import Path

import interface
import pytest


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
