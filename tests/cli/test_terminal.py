"""What goes to the terminal stands in columns, whatever the script of its names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from cardgen.cli.main import cli
from cardgen.cli.terminal import cell_width, paragraph, table_lines, wrapped_lines

#: Of standard-52, with Japanese names: those of its suits, and its own.
JAPANESE = """extends: standard-52
name: 短い札と長い名前の山
suits:
  spades: {name: スペード}
  hearts: {name: 心}
extras: []
"""


@pytest.mark.parametrize(
    "text",
    ["", "plain", "≤0 · −3 …", "緑の組", "e\u0301a", "ｱｲｳ", "Ａ♠", "한국", "が", "か\u3099"],
)
def test_cells_are_counted_as_rich_counts_them(text: str) -> None:
    assert cell_width(text) == cell_len(text)


def test_columns_of_a_table_begin_where_those_above_do() -> None:
    rows = [("suit", "cards"), ("緑の組", "40"), ("red", "5")]
    assert table_lines(rows) == ["suit    cards", "緑の組     40", "red         5"]
    assert table_lines(rows, "<", indent=1, gap=1) == [" suit   cards", " 緑の組 40", " red    5"]


def test_lines_have_no_more_cells_than_there_is_room() -> None:
    text = "A 緑の組 card and " + "緑" * 30 + " and the rest"
    lines = wrapped_lines(text, 20, "- ", "  ")
    assert max(map(cell_len, lines)) <= 20
    assert "".join(lines).replace(" ", "").removeprefix("-") == text.replace(" ", "")


def test_a_paragraph_never_divides_an_address() -> None:
    address = "https://example.com/" + "a" * 100
    assert paragraph("at", f"see {address} there").splitlines() == [
        "  at        see",
        f"{' ' * 12}{address}",
        f"{' ' * 12}there",
    ]


@pytest.mark.parametrize("command", ["show", "stats"])
def test_packs_with_japanese_names_stand_in_columns(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fuda.yaml").write_text(JAPANESE, encoding="utf-8")
    said = CliRunner().invoke(cli, [command, "fuda.yaml"], standalone_mode=False).stdout
    rows = [line for line in said.splitlines() if line.startswith(("スペード", "心", "diamonds"))]
    assert len(rows) in (3, 39)
    ends = {cell_len(line[: line.index("  1  ")]) for line in rows}
    assert len(ends) == 1
