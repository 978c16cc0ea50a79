"""The user's cache folder is private and bounded, and what is damaged or old in it counts as nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cardgen.cli.main import run
from cardgen.sandbox import cache_files

PACK = Path("deck.yaml")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept_file(place: Path) -> Path:
    [file] = place.iterdir()
    return file


def test_what_is_kept_for_a_pack_is_read_for_this_pack_only(place: Path) -> None:
    assert cache_files.read_cache([PACK]) == b""
    cache_files.write_cache([PACK], b"results")
    assert cache_files.read_cache([PACK]) == b"results"
    assert cache_files.read_cache([Path("other.yaml")]) == b""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_only_its_owner_reads_the_cache(place: Path) -> None:
    cache_files.write_cache([PACK], b"results")
    assert place.stat().st_mode & 0o777 == 0o700
    assert kept_file(place).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "change", [lambda data: data[:-1], lambda data: data[:20], lambda data: data + b"x", lambda data: b""]
)
def test_a_damaged_file_is_ignored(place: Path, change) -> None:  # type: ignore[no-untyped-def]
    cache_files.write_cache([PACK], b"results")
    file = kept_file(place)
    file.write_bytes(change(file.read_bytes()))
    assert cache_files.read_cache([PACK]) == b""


@pytest.mark.parametrize("what", ["_library_versions", "_states_of_own_files"])
def test_what_another_version_has_kept_is_ignored(
    place: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    cache_files.write_cache([PACK], b"results")
    cache_files._hash_of_environment.cache_clear()
    monkeypatch.setattr(cache_files, what, lambda *_: iter(["another"]))
    try:
        assert cache_files.read_cache([PACK]) == b""
    finally:
        cache_files._hash_of_environment.cache_clear()


def test_the_files_that_were_used_longest_ago_are_removed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age, name in enumerate(("new", "old", "oldest")):
        cache_files.write_cache([Path(name)], bytes(100))
        os.utime(place / cache_files._cache_file([Path(name)]).name, (10**9 - age, 10**9 - age))  # type: ignore[union-attr]
    monkeypatch.setattr(cache_files, "_MOST_BYTES", 290)
    # Reading makes it the newest.
    assert cache_files.read_cache([Path("oldest")])
    cache_files.write_cache([Path("next")], b"next")
    assert cache_files.read_cache([Path("oldest")])
    assert cache_files.read_cache([Path("next")]) == b"next"
    assert not cache_files.read_cache([Path("new")])
    assert not cache_files.read_cache([Path("old")])


def test_a_folder_that_cannot_be_written_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "file"))
    cache_files.write_cache([PACK], b"results")
    assert cache_files.read_cache([PACK]) == b""


def test_the_cache_is_where_systems_have_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDGEN_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/c")
    assert cache_files.cache_folder() == Path("/c/cardgen")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_files.cache_folder() == Path.home() / ".cache" / "cardgen"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_files.cache_folder() == Path.home() / "Library" / "Caches" / "cardgen"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert cache_files.cache_folder() == Path("/local/cardgen/Cache")
    monkeypatch.setenv("CARDGEN_CACHE", "off")
    assert cache_files.cache_folder() is None


@pytest.mark.parametrize("trust", [[], ["--trust"]])
def test_a_command_keeps_results_unless_asked_not_to(
    place: Path, tmp_path: Path, trust: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deck.yaml").write_text(
        "format: 1\nname: Deck\ncards:\n  - layout: rule\n    rows: [{title: One, text: New}, {title: Two}]\n"
    )
    made = tmp_path / "sheets.pdf"
    sheets = ["sheets", str(tmp_path / "deck.yaml"), *trust, "-o", str(made)]
    assert run([*sheets, "--no-cache"]) == 0
    assert not place.exists()
    cold = made.read_bytes(), capsys.readouterr()
    for _ in range(2):
        made.unlink()
        assert run(sheets) == 0
        assert (made.read_bytes(), capsys.readouterr()) == cold
        # Both faces, and nothing else.
        assert kept_file(place).read_bytes().count(b"\n") == 2
