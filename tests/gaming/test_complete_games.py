"""A new game has everything that CONTRIBUTING lists under "Add a game"."""

from __future__ import annotations

import runpy
from dataclasses import fields
from pathlib import Path

import pytest
from playthroughs import KEPT
from samples import game_packs
from test_card_game import STANDARD
from test_playing_time import DECLARED

from cardgen import load
from cardgen.gaming.games import GAMES
from cardgen.gaming.games.game import Setup

TOP = Path(__file__).parents[2]
#: The figures of NEVER OVER are in docs/attack-and-defence.md, and its book plays to know how long it takes.
WITH_TABLES = [name for name in GAMES if name != "never-over"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_pack_a_book_its_rules_and_games_that_are_kept(name: str) -> None:
    book = GAMES[name].template
    assert name in game_packs(), "name it in games: of a pack in packs/"
    for kind in ("", ".summary"):
        assert (TOP / "templates" / f"{book}{kind}.md.j2").is_file()
    assert (TOP / "tests" / "rulebook_rules" / f"{book}.yaml").is_file()
    assert name in {kept.game for kept in KEPT}
    assert name in {game for _, game, _, _ in STANDARD}
    play, pack = GAMES[name].play(), load(game_packs()[name])
    game = play.setup(pack, Setup(name)).start(1, 0)
    assert {*play.temperaments} == {*game.policies}
    facts = GAMES[name].facts(pack, {"game": name})
    assert "minutes" in {each.name for each in fields(facts)}


@pytest.mark.parametrize("name", WITH_TABLES)
def test_the_length_and_the_figures_of_a_game_come_from_games_that_were_played(name: str) -> None:
    book = GAMES[name].template
    assert {GAMES[game].template for game, _ in DECLARED} >= {book}
    tables = runpy.run_path(str(TOP / "docs" / "standard_games.py"))["TABLES"]
    assert book in {GAMES[table.game].template for table in tables}


@pytest.mark.parametrize("page", ["README.md", "docs/designing.md"])
def test_the_docs_name_every_game(page: str) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    assert [game.title for game in GAMES.values() if not game.book and game.title not in text] == []
