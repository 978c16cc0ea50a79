"""The recorder tells what differs between two versions of the code, and what of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import recorder


def test_recipes_cover_every_command_pack_and_example() -> None:
    from cardgen.cli.main import cli
    from cardgen.pack import library

    recorded = [words for recipe in recorder.recipes() for words in recipe]
    commands = {words[0] for words in recorded} - {recorder.STUDIO}
    assert set(cli.list_commands(None)) - commands == {"studio", "docs", "completion", "pull", "icons"}
    named = {word for words in recorded for word in words}
    assert named >= {*library.bundled_pack_names(), *map(str, library.example_files().values())}


def test_a_recipe_is_recorded_alike_each_time_in_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[1])
    recipe = (("show", "short-24", "--resolved", "-o", "all.yaml"), ("check", "all.yaml"), ("check", "no"))
    line, found = recorder.record(recipe)
    assert line == "show short-24 --resolved -o all.yaml; check all.yaml; check no"
    assert found["codes"] == [0, 0, 2]
    assert list(found["files"]) == ["all.yaml"]
    assert recorder.record(recipe) == (line, found)


def test_files_facts_and_messages_are_told_apart() -> None:
    same = {"codes": [0], "files": {"a.pdf": "1", "b.pdf": "2"}, "facts": "3", "messages": "4"}
    old = {"same": same, "gone": same, "file": same, "words": same, "code": same}
    changed = {
        "file": {**same, "files": {"a.pdf": "1", "b.pdf": "9"}},
        "words": {**same, "facts": "9", "messages": "9"},
        "code": {**same, "codes": [1]},
    }
    assert list(recorder.differences(old, {"same": same, "another": same, **changed})) == [
        "another: new",
        "code: codes",
        "file: files (b.pdf)",
        "gone: gone",
        "words: facts, messages",
    ]


def test_the_studio_leaves_a_picture_of_each_side_and_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = recorder.look("short-24")
    assert '"sound": true' in told
    assert '"key"' not in told
    # Also of the 28 cards that the pack takes out of its base, and of the back.
    assert len(list(tmp_path.glob("[0-9]*.png"))) == 24 + 28 + 1
    assert len(list(tmp_path.glob("page-*.jpg"))) == 6
