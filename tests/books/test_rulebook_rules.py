"""Every rule of the sources stands in the rulebook, and a test holds something to it."""

from __future__ import annotations

import pytest
from standard_rulebooks import TESTS, rules, wrongly_told

from cardgen.gaming.games import GAMES

NAMES = sorted(file.stem for file in (TESTS / "rulebook_rules").glob("*.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_stands_in_its_section(name: str) -> None:
    assert rules(name)
    games = [game.name for game in GAMES.values() if game.template == name]
    assert wrongly_told(rules(name), games) == []
