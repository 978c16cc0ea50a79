"""A game has one home: a made-up one works by its folder, its template and its line in GAMES alone."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument
from test_rooms import nodes

import cardgen
from cardgen.gaming.games import GAMES

HOME = Path(cardgen.__file__).parent
SIXTH = Path(__file__).parents[1] / "sixth_game"
PACK = """\
format: 1
name: Twelve
games: [high-card]
suits: {blue: {color: "#123A7A", cards: {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1, 11: 2}}}
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of cardgen with the game added to it."""
    top = tmp_path_factory.mktemp("tree")
    shutil.copytree(HOME, top / "cardgen")
    for folder in ("templates", "packs"):
        shutil.copytree(HOME.parent / folder, top / folder)
    shutil.copytree(SIXTH / "high_card", top / "cardgen/gaming/games/high_card")
    for template in SIXTH.glob("*.j2"):
        shutil.copy(template, top / "templates")
    games = top / "cardgen/gaming/games/__init__.py"
    text = games.read_text(encoding="utf-8")
    text = text.replace("import abstrac, addenda,", "import abstrac, addenda, high_card,")
    games.write_text(
        text.replace("        abstrac.FULL,\n", "        abstrac.FULL,\n        high_card.HIGH_CARD,\n")
    )
    (top / "twelve.yaml").write_text(PACK, encoding="utf-8")
    (top / "two.yaml").write_text(
        PACK.replace("suits: {", 'suits: {red: {color: "#A01020", cards: {1: 1}}, ')
    )
    return top


def said(tree: Path, *arguments: str, typed: str = "") -> str:
    command = [sys.executable, "-m", "cardgen", *arguments]
    done = subprocess.run(command, cwd=tree, input=typed, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_its_packs_are_checked(tree: Path) -> None:
    assert "twelve.yaml: good, 12 cards" in said(tree, "check", "twelve.yaml")
    assert "High Card is played with one suit, not 2" in said(tree, "check", "two.yaml")
    assert '"high-card"' in said(tree, "schema")


def test_it_is_simulated(tree: Path) -> None:
    told = said(tree, "simulate", "twelve.yaml", "--games", "2000", "--option", "hand=4", "--workers", "1")
    assert "2 players (random), with hand=4" in told
    assert re.search(r"score of a player +2\.0000 ", told)
    assert "the compiled engine plays never-over, not high-card" in said(
        tree, "simulate", "twelve.yaml", "--engine", "compiled"
    )


def test_players_that_it_does_not_have_are_refused(tree: Path) -> None:
    assert "High Card is for 2 players, not for 3" in said(tree, "simulate", "twelve.yaml", "--players", "3")
    assert "there is no player 'nonsense'" in said(
        tree, "simulate", "twelve.yaml", "--temperament", "nonsense,random"
    )


def test_it_is_played_at_a_table_and_its_players_meet(tree: Path) -> None:
    told = said(tree, "play", "twelve.yaml", "--seed", "1", typed="1\n" * 3)
    assert "Your hand: blue" in told
    assert re.search(r"(wins?|tie) with \d tricks", told)
    match = ("match", "twelve.yaml", "sensible", "random", "--deals", "10", "--workers", "1")
    assert re.search(r"wins of sensible +\d+ %", said(tree, *match))


def test_its_book_is_set_and_teaches_its_first_turns(tree: Path) -> None:
    assert "twelve-rulebook.pdf" in said(tree, "rulebook", "twelve.yaml")
    page = PdfDocument(tree / "output/twelve-rulebook.pdf")[0].get_textpage().get_text_bounded()
    assert "Each is dealt three cards" in " ".join(page.split())
    assert "twelve-rulebook.html" in said(tree, "rulebook", "twelve.yaml", "--format", "html")
    assert "Your hand" in (tree / "output/twelve-rulebook.html").read_text(encoding="utf-8")


def test_it_is_listed_and_its_odds_are_told(tree: Path) -> None:
    assert re.search(r"high-card +One suit, whose ranks are numbers\.", said(tree, "list", "games"))
    for topic, heading in (("options", "options of"), ("players", "players of"), ("measures", "measured of")):
        assert f"{heading} high-card" in said(tree, "list", topic)
    assert "hands of 3" in said(tree, "stats", "twelve.yaml").lower()


#: Commands that are one game's own may speak of it: they import its folder.
OWN = {"jobs/design.py": "never_over", "cli/solve.py": "abstrac", "jobs/solve.py": "abstrac"}
#: The pack to begin with where `new` is told none, and the one to print first on a printer that was measured;
#: it is called as its game is.
PACK_NAMES = {("jobs/new.py", "never-over"), ("jobs/calibrate.py", "never-over")}


def test_a_game_is_named_in_its_own_folder_alone() -> None:
    homes = [path.name for path in (HOME / "gaming" / "games").iterdir() if (path / "__init__.py").is_file()]
    for file in sorted(HOME.rglob("*.py")):
        place = file.relative_to(HOME).as_posix()
        own = tuple(f"gaming/games/{home}/" for home in homes)
        text = file.read_text(encoding="utf-8")
        if place.startswith((*own, "gaming/games/__init__.py")) or not any(
            word in text for word in (*GAMES, *homes)
        ):
            continue
        words = {node.value for node in nodes(file) if isinstance(node, ast.Constant)}
        named = {(place, word) for word in words if isinstance(word, str) and word in GAMES}
        assert named <= PACK_NAMES, f"{place} names {named}"
        used = {
            home
            for node in nodes(file)
            if isinstance(node, ast.ImportFrom)
            for home in homes
            if f"games.{home}" in f".{node.module or ''}."
        }
        mine = OWN.get(place, "never_over" if place.startswith("gaming/lab/design/") else "")
        assert used <= {mine}, f"{place} imports {used}"
