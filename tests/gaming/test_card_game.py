"""The class for any game: its contract, the four games under it, and games of one's own."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest
from conftest import Said
from own_games import FILES, PACK, TIDE

import cardgen
from cardgen.api import load, simulate
from cardgen.errors import UsageError
from cardgen.gaming.games import experiment_of
from cardgen.gaming.games.card_game import CardGame, replay
from cardgen.gaming.games.cards import DECK
from cardgen.gaming.games.contract import BrokenContract, verify_game, verify_play
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.own_game import UserGameExperiment
from cardgen.gaming.games.rules_file import RulesFile
from cardgen.gaming.games.search import Search, significant_gain

#: For each game tables at which it is played: pack, game, players, options.
STANDARD = [
    ("standard-52", "addenda", 2, ("target=30",)),
    ("standard-52", "addenda", 4, ("target=60", "zeros-bring")),
    ("standard-52", "up-and-over", 2, ()),
    ("standard-52", "up-n-over", 5, ("smaller-hands",)),
    ("short-24", "abstrac", 2, ("deals=2",)),
    ("short-24", "abstrac", 2, ("kind=suits", "first=dealer")),
    ("short-25", "abstrac-unfettered", 2, ()),
    ("standard-52", "abstrac-52", 2, ("deals=1",)),
    ("never-over", "never-over", 4, ()),
    ("never-over", "never-over", 2, ("spread-greens", "squared-discards", "passing")),
    ("never-over", "never-over", 3, ("deal-all", "retire-face-up", "red-counts-against")),
    ("never-over", "never-over", 4, ("partners=shared", "no-discard-pile", "lay-down-greens")),
    ("never-over", "never-over", 3, ("no-discarding", "retired-closed")),
]


Say = Callable[..., Said]


class Number(NamedTuple):
    """A card as far as Tide looks at it."""

    rank: str


CARDS = tuple(Number(str(rank)) for rank in range(1, 13) for _ in range(2))
Tide: Any = TIDE.game


def table(pack: str, game: str, players: int, options: Sequence[str], *names: str) -> Any:
    """Return the experiment of a table."""
    return experiment_of(load(pack), Setup(game, players, names or ("random",), tuple(options), "reference"))


# The games of cardgen


@pytest.mark.parametrize(("pack", "game", "players", "options"), STANDARD)
def test_the_games_keep_the_contract(pack: str, game: str, players: int, options: tuple[str, ...]) -> None:
    made = table(pack, game, players, options)
    verify_play(lambda number: made.start(4, number), 0)


@pytest.mark.parametrize(("pack", "game", "players", "options"), STANDARD)
def test_a_table_deals_the_games_that_it_simulates(
    pack: str, game: str, players: int, options: tuple[str, ...]
) -> None:
    made = table(pack, game, players, options)
    played = made.finished_game(7, 3, [made.chooser("random")] * players)
    [row] = made.play_chunk(7, 3, 1).rows
    told = dict(zip(made.facts, row, strict=True))
    assert list(played.scores()) == [told[f"score_{seat}"] for seat in range(players)]


@pytest.mark.parametrize(("pack", "game", "players", "options"), STANDARD[:4])
def test_what_is_hidden_from_a_seat_is_all_that_it_does_not_see(
    pack: str, game: str, players: int, options: tuple[str, ...]
) -> None:
    """Else a search would know some of it."""
    played, chance, looks = table(pack, game, players, options).start(1, 1), Random(5), 0
    while played.turn is not None and looks < 150:
        for seat in range(players):
            view = played.view(seat)
            lying = getattr(view, "plays", None) or getattr(view, "trick", ())
            turned = [] if getattr(view, "turned", None) is None else [view.turned]
            open_cards = [*view.hand, *(each.card for each in lying), *turned]
            open_cards += [*getattr(view, "gone", ()), *getattr(view, "pile", ())]
            assert sorted([*open_cards, *(card for zone in played.hidden(seat) for card in zone)]) == list(
                DECK
            )
            looks += 1
        played.play(chance.choice(played.moves()))
    assert looks


@pytest.mark.parametrize(("pack", "game", "players", "options"), STANDARD[:8])
def test_a_search_plays_every_game(pack: str, game: str, players: int, options: tuple[str, ...]) -> None:
    names = ("search=1", *["random"] * (players - 1))
    [row] = table(pack, game, players, options, *names).play_chunk(2, 0, 1).rows
    assert row


def test_a_search_plays_never_over_to_its_end() -> None:
    green, red = {"1": 8, "2": 5}, {"0": 1, "2": 4}
    small = load("never-over", {("suits", "green", "cards"): green, ("suits", "red", "cards"): red})
    made = experiment_of(small, Setup(None, 2, ("search=3", "careful"), ("hand=3",)))
    [row] = made.play_chunk(1, 0, 1).rows
    assert dict(zip(made.facts, row, strict=True))["score_0"] > 0


@pytest.mark.parametrize(
    "name", ["serch", "search=0", "search=", "search=x", "search=99999999999", "sensible=2"]
)
def test_players_that_there_are_not(name: str) -> None:
    with pytest.raises(UsageError, match=r"no player|guessed deals"):
        table("standard-52", "addenda", 2, (), name)


# The class


def test_the_game_shown_keeps_the_contract() -> None:
    verify_game(Tide, CARDS, games=3)


class Peeping(Tide):  # type: ignore[misc]
    def view(self, seat: int) -> Any:
        return super().view(seat) | {"next": self.stock[-1:]}


class Stuck(Tide):  # type: ignore[misc]
    def moves(self) -> Any:
        return [move for move in super().moves() if move != "take"]


class Twice(Tide):  # type: ignore[misc]
    def moves(self) -> Any:
        return [*super().moves(), *super().moves()]


class Dice(Tide):  # type: ignore[misc]
    def deal(self, cards: Any, players: int, rng: Random) -> None:
        super().deal(cards, players, Random())


class Shared(Tide):  # type: ignore[misc]
    def copy(self, rng: Random) -> Any:
        other = super().copy(rng)
        other.pile = self.pile
        return other


class Halves(Tide):  # type: ignore[misc]
    def scores(self) -> Any:
        return [score / 2 for score in super().scores()]


class High(Tide):  # type: ignore[misc]
    score_range = (-3, 0)


class Sometimes(Tide):  # type: ignore[misc]
    def facts(self) -> Any:
        return {"taken": 1} if any(self.taken) else {}


class Nobody(Tide):  # type: ignore[misc]
    def play(self, move: Any) -> None:
        super().play(move)
        if self.turn == 1:
            self.turn = 7


class Losing(Tide):  # type: ignore[misc]
    def redeal(self, seat: int, zones: Any) -> None:
        super().redeal(seat, zones)
        self.hidden(seat)[0].pop()


class Unmoved(Tide):  # type: ignore[misc]
    def redeal(self, seat: int, zones: Any) -> None:
        """Put nothing anywhere."""


class Endless(Tide):  # type: ignore[misc]
    most_moves = 5


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Peeping, "tells what is hidden from it, in next"),
        (Stuck, "no legal move"),
        (Twice, "two legal moves are called"),
        (Dice, "another moves: take all chance"),
        (Shared, "playing on in a copy changes the game"),
        (Halves, "whole numbers from -24 to 0"),
        (High, "whole numbers from -3 to 0"),
        (Sometimes, "returns taken at some times only"),
        (Nobody, "turn is 7: set it to a seat from 0 to 1"),
        (Losing, "loses or adds cards"),
        (Unmoved, "guesses never differ"),
        (Endless, "does not end"),
    ],
)
def test_a_game_that_breaks_the_contract_is_told_where(game: type[CardGame], message: str) -> None:
    with pytest.raises(BrokenContract, match=rf"{game.__name__}: 2 players, game \d+ of seed 1, .*{message}"):
        verify_game(game, CARDS, [2])


def test_moves_are_replayed_and_undone_by_their_labels() -> None:
    game, chance, labels = Tide.start(CARDS, 3, seed=5), Random(1), []
    while game.turn is not None:
        move = chance.choice(game.moves())
        labels.append(game.label(move))
        game.play(move)
    again = replay(Tide.start(CARDS, 3, seed=5), labels)
    assert (again.turn, again.scores()) == (None, game.scores())
    undone = replay(Tide.start(CARDS, 3, seed=5), labels[:-1])
    assert labels[-1] in map(undone.label, undone.moves())
    with pytest.raises(UsageError, match="move 2, '13', is not legal"):
        replay(Tide.start(CARDS, 3, seed=5), [labels[0], "13"])


def test_numbers_of_players_and_options_that_there_are_not() -> None:
    class Sized(Tide):  # type: ignore[misc]
        options: ClassVar = {"hand": 5, "open": False, "name": "x"}

    with pytest.raises(UsageError, match="Tide is for 2, 3, 4 players, not for 5"):
        Tide.start(CARDS, 5)
    with pytest.raises(UsageError, match="no option 'hnad'; did you mean 'hand'"):
        Sized.start(CARDS, 2, options={"hnad": 3})
    with pytest.raises(UsageError, match="hand takes a whole number"):
        Sized.start(CARDS, 2, options={"hand": "many"})
    with pytest.raises(UsageError, match="open is on or off"):
        Sized.start(CARDS, 2, options={"open": "maybe"})
    given = Sized.start(CARDS, 2, options={"hand": "6", "open": "", "name": "y"}).options
    assert dict(given) == {"hand": 6, "open": True, "name": "y"}


def test_a_search_leaves_the_usual_move_only_for_what_is_surely_better() -> None:
    """By more than a standard error of the difference, guess by guess."""
    assert significant_gain([3.0, 1.0], [2.0, 0.0]) == 1
    assert significant_gain([4.0, 0.0], [0.0, 4.0]) < 0
    assert (
        significant_gain([9.0, -4.0, 3.0, 0.0], [0.0] * 4)
        < 0
        < significant_gain([3.0, 2.0, 3.0, 0.0], [0.0] * 4)
    )


def test_what_a_class_declares_is_told_at_once() -> None:
    class Odd(Tide):  # type: ignore[misc]
        players = 3
        score_range = (0, 10**9)
        hand = "five"
        options: ClassVar = {"hand": None}
        policies: ClassVar = {"Best Player": 4}

    with pytest.raises(UsageError) as told:
        Odd.start(CARDS)
    for words in (
        "players is 3",
        "score_range is (0, 1000000000)",
        "hand is 'five'",
        "options is {'hand': None}",
        "policies is {'Best Player': 4}",
    ):
        assert words in str(told.value)


def test_a_guess_of_addenda_deals_the_others_cards_that_they_may_play() -> None:
    game = table("standard-52", "addenda", 2, ()).start(1, 0)
    game.play(game.moves()[0])
    guess = game.guess(1 - game.turn, Random(3))
    assert {*guess.moves()} <= {*guess.view(guess.turn).hand}


def test_a_search_sees_nothing_that_is_hidden_and_wins() -> None:
    search = Search(20)
    game = Tide.start(CARDS, 2, seed=3)
    for _ in range(4):
        game.play(game.moves()[0])
    guess = game.guess(0, Random(9))
    assert search(game, Random(4)) == search(guess, Random(4))
    made = UserGameExperiment(Tide, CARDS, ("search=10", "random"))  # type: ignore[arg-type]
    facts = [dict(zip(made.facts, row, strict=True)) for row in made.play_chunk(1, 0, 12).rows]
    assert sum(row["best_0"] for row in facts) >= 9


# Files of rules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with the game and the pack."""
    monkeypatch.chdir(tmp_path)
    Path("tide.yaml").write_text(PACK, encoding="utf-8")
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_class_and_its_file_are_played_alike() -> None:
    packs = {"tide": load("tide.yaml")}
    # As in version 0.1: today a job takes a file of rules, and no class.
    with pytest.deprecated_call():
        one, other = (
            simulate(packs, Setup(players=3, rules=rules), games=40)
            for rules in (Tide, RulesFile.read(Path("tide.py")))
        )
    assert one.tally == other.tally
    assert one.estimate("score").value == one.total("score") / 120
    assert pickle.loads(pickle.dumps(other.experiments[0])).play_chunk(1, 0, 2) == other.experiments[
        0
    ].play_chunk(1, 0, 2)


@pytest.mark.usefixtures("folder")
def test_workers_play_the_same_games(say: Say) -> None:
    words = ["simulate", "tide.yaml", "--rules", "tide_players.py", "--games", "300", "--format", "csv"]
    alone = say(*words, "--workers", "1", "--temperament", "lowest")
    assert (alone.code, alone.errors) == (0, "")
    assert say(*words, "--workers", "2", "--temperament", "lowest") == alone
    assert "own_somebody_took_nothing,somebody took nothing,share" in alone


BROKEN = {
    "no syntax": ("def (", r"rules.py:1: .*"),
    "no game": ("import cardgen", "rules.py wants one class of cardgen.CardGame, and has none"),
    "two games": (
        "import cardgen\nclass A(cardgen.CardGame): pass\nclass B(cardgen.CardGame): pass",
        "and has A, B",
    ),
    "fails": (
        "import cardgen\n1 / 0",
        "rules.py:2: ZeroDivisionError: 'division by zero'; the file cannot be run",
    ),
    "no deal": (
        "import cardgen\nclass A(cardgen.CardGame): pass",
        "NotImplementedError; in game 0 of seed 1",
    ),
    "fails in play": (
        FILES["tide.py"].replace("self.pile = []\n", "self.pile = [][0]\n", 1),
        r"rules.py:\d+: IndexError: 'list index out of range'; in game \d+ of seed 1",
    ),
    "endless": (
        FILES["tide.py"].replace("    hand = 5", "    hand = 5\n    most_moves = 3"),
        "is not over after 3 moves",
    ),
    "scores": (
        FILES["tide.py"].replace("(-24, 0)", "(-2, 0)"),
        "2 whole numbers from -2 to 0: see score_range",
    ),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_rules_is_told_with_its_line(name: str, say: Say) -> None:
    text, message = BROKEN[name]
    Path("rules.py").write_text(text, encoding="utf-8")
    said = say("simulate", "tide.yaml", "--rules", "rules.py", "--games", "50", "--workers", "1")
    assert said.code == 2
    assert "Traceback" not in said.errors
    assert re.search(message, " ".join(said.errors.split())), said.errors


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rules", "none.py"], "none.py cannot be read"),
        (["--rules", "tide.py", "--game", "addenda"], "leave one out"),
        (["--rules", "tide.py", "--engine", "compiled"], "leave --engine out"),
        (["--rules", "tide.py", "--players", "9"], "for 2, 3, 4 players, not for 9"),
        (["--rules", "tide.py", "--temperament", "lowest"], "there is no player 'lowest'"),
        (["--rules", "tide.py", "--option", "hand=4"], "there is no option 'hand'"),
        ([], "--rules my_game.py"),
    ],
)
def test_what_cannot_be_played_is_told(words: list[str], message: str, say: Say) -> None:
    said = say("simulate", "tide.yaml", *words, "--games", "10")
    assert said.code == 2
    assert message in " ".join(said.errors.split())


@pytest.mark.usefixtures("folder")
def test_a_game_that_hides_nothing_is_not_searched() -> None:
    text = FILES["tide.py"].partition("    def hidden")[0]
    with pytest.raises(UsageError, match="does not say what is hidden"):
        experiment_of(load("tide.yaml"), Setup(temperaments=("search",), rules=RulesFile("open.py", text)))


@pytest.mark.usefixtures("folder")
def test_packs_are_compared_by_ones_own_rules_and_hands_have_its_size(say: Say) -> None:
    Path("longer.yaml").write_text(PACK.replace("12: 2", "12: 4").replace("Tide", "Longer"), encoding="utf-8")
    words = ["tide.yaml", "longer.yaml", "--rules", "tide.py"]
    compared = say("compare", *words, "--players", "2", "--games", "200", "--workers", "1")
    assert (compared.code, compared.errors) == (0, "")
    assert "moves in a game" in compared
    assert "12 of tide" in compared
    Path("tide.py").write_text(FILES["tide.py"].replace("hand = 5", "hand = 3"), encoding="utf-8")
    assert "hands of 3 with one or" in say("compare", *words, "--games", "10", "--workers", "1")
    assert "An opening hand of 3, of 24 cards" in say("stats", "tide.yaml", "--rules", "tide.py")


@pytest.mark.usefixtures("folder")
def test_variants_of_ones_own_rules_are_compared_with_one_pack(say: Say) -> None:
    text = FILES["tide.py"].replace("hand = 5", 'options = {"hand": 5}')
    # A name of its own: Python finds modules that earlier tests imported.
    Path("waves.py").write_text(text.replace("self.hand)", 'self.options["hand"])'), encoding="utf-8")
    Path("six.py").write_text(
        "from waves import Tide\n\n\nclass Six(Tide):\n    options = {'hand': 6}\n", encoding="utf-8"
    )
    words = ["tide.yaml", "--rules", "waves.py", "--players", "2", "--games", "100", "--workers", "1"]
    compared = say("compare", *words, "--against", "hand=6", "--against", "six.py", "--format", "json")
    assert (compared.code, compared.errors) == (0, "")
    option, file = json.loads(compared)["differences"]
    assert (option["other"], file["other"], option["cards"]) == ("hand=6", "six.py", [])
    assert option["measures"] == file["measures"]
    assert any(each["difference"]["value"] for each in option["measures"])
    # An option of a variant replaces that of all.
    same = say("compare", *words, "--option", "hand=6", "--against", "six.py, hand=6", "--format", "json")
    assert all(each["difference"]["value"] == 0 for each in json.loads(same)["differences"][0]["measures"])
    assert "100 games, seed 1, the same for each variant" in say("compare", *words, "--against", "hand=6")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["never-over", "never-over", "--against", "hand=6"], "with one pack: here are 2"),
        (["never-over", "--against", "tide.py"], "name the file of rules to compare it with, by --rules"),
        (["tide.yaml", "--rules", "tide.py", "--against", "tide.py,tide.py"], "or one file of rules"),
        (["tide.yaml", "--rules", "tide.py", "--against", ","], "write options such as hand=6"),
        (["never-over", "--against", "hnd=6"], "did you mean 'hand'?"),
        (["never-over", *["--against", "hand=6"] * 8], "up to 7 variants"),
        (["never-over"], "compare wants two packs"),
    ],
)
def test_what_is_no_variant_is_said(say: Say, words: list[str], message: str) -> None:
    compared = say("compare", *words)
    assert (compared.code, message in compared.errors) == (2, True)


def test_a_pack_cannot_name_rules() -> None:
    examined = cardgen.examine("x.yaml", text=(PACK + "rules: tide.py\n").encode())
    assert any("rules" in problem.message for problem in examined.of("error"))
