"""Whole games kept as text are replayed: moves, legal moves, views and scores are what they were."""

from __future__ import annotations

import pytest
from playthroughs import FOLDER, KEPT, Kept, text_of

from cardgen.errors import UsageError
from cardgen.gaming.games.playthrough import labels_of, playthrough


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_a_game_is_replayed_as_it_was(kept: Kept) -> None:
    text = (FOLDER / f"{kept.name}.txt").read_text(encoding="utf-8")
    labels = labels_of(text)
    assert labels
    assert text_of(kept, labels) == text
    assert text_of(kept) == text


def test_every_game_that_is_kept_is_replayed() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {kept.name for kept in KEPT}


def test_a_playthrough_stops_where_its_moves_do_and_tells_illegal_ones() -> None:
    kept = KEPT[0]
    labels = labels_of(text_of(kept))
    text = playthrough(kept.start(), labels[:3])
    assert labels_of(text) == labels[:3]
    assert "\nnot over\n" in text
    with pytest.raises(UsageError, match="'joker', is not legal"):
        playthrough(kept.start(), ["joker"])
