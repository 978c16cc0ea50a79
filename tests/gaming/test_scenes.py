"""What people at a table are shown and told: all that their seat may see, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from own_games import PACK, TIDE
from test_logs import People, played

from cardgen import CardGame, load
from cardgen.errors import UsageError
from cardgen.gaming.games.cards import Card, card_by_name, card_finder
from cardgen.gaming.games.game import Setup
from cardgen.gaming.games.game_log import Sitter
from cardgen.gaming.games.scene import Scene, TableWords
from cardgen.gaming.games.sitting import Sitting, experiment_sitters_and_bot

TABLES = {
    "never-over": ("never-over", Setup("never-over", 3)),
    "face-up": ("never-over", Setup("never-over", 3, options=("retire-face-up", "squared-discards"))),
    "partners": ("never-over", Setup("never-over", 4, options=("partners=shared", "no-discard-pile"))),
    "addenda": ("standard-52", Setup("addenda", 2, options=("target=60",))),
    "addenda for four": ("standard-52", Setup("addenda", 4, options=("target=60",))),
    "up-and-over": ("standard-52", Setup("up-and-over", 3)),
    "abstrac": ("short-24", Setup("abstrac", 2)),
    "abstrac-52": ("standard-52", Setup("abstrac-52", 2, options=("deals=1",))),
    "unfettered": ("short-25", Setup("abstrac-unfettered", 2)),
}


def sitting_at(name: str, seed: int = 5) -> Sitting:
    pack_name, setup = TABLES[name]
    pack = load(pack_name)
    experiment, _, _ = experiment_sitters_and_bot(pack, setup, (), "random")
    seats = [Sitter(each) for each in ("Anna", "Ben", "Cleo", "Dora")[: experiment.setup_record["players"]]]
    return Sitting(pack, experiment, seats, seed)


def own_sitting(tmp_path: Any) -> Sitting:
    file = tmp_path / "tide.yaml"
    file.write_text(PACK, encoding="utf-8")
    pack = load(file)
    experiment, seats, _ = experiment_sitters_and_bot(
        pack, Setup(players=3, rules=TIDE), ("Anna", "Ben", "Cleo"), None
    )
    return Sitting(pack, experiment, seats, 5)


def make_random_move(sitting: Sitting, chance: Random) -> None:
    assert sitting.game.turn is not None
    moves = sitting.scene(sitting.game.turn).moves
    # To retire at once would leave little to see.
    usual = [move for move in moves if not move.warning] or moves
    sitting.make_move(usual[int(chance.random() * len(usual))].label)


def assert_scene_is_of_its_seat(sitting: Sitting, chance: Random) -> None:
    """The scene offers all legal moves, and is the same when the hidden cards are dealt anew."""
    game = sitting.game
    for seat in range(game.seats):
        scene = sitting.scene(seat)
        guess = game.guess(seat, chance).scene(seat, sitting.words(seat))
        assert scene == guess
        labels = [game.label(move) for move in game.moves()] if game.turn == seat else []
        assert sorted(each.label for each in scene.moves) == sorted(labels)
        names = [zone.name for zone in scene.zones]
        assert len({*names}) == len(names)
        for move in scene.moves:
            if move.card is not None:
                zone = next(zone for zone in scene.zones if zone.name == move.card[0])
                assert move.card[1] in [each.card for each in zone.cards]


@pytest.mark.parametrize("name", TABLES)
def test_a_scene_holds_all_moves_and_nothing_that_is_hidden_from_its_seat(name: str) -> None:
    sitting, chance = sitting_at(name), Random(3)
    while sitting.game.turn is not None and len(sitting.moves) < 60:
        assert_scene_is_of_its_seat(sitting, chance)
        make_random_move(sitting, chance)
    assert sitting.story(0)


def test_the_scene_of_an_own_game_is_made_of_its_view(tmp_path: Any) -> None:
    sitting, chance = own_sitting(tmp_path), Random(3)
    while sitting.game.turn is not None:
        assert_scene_is_of_its_seat(sitting, chance)
        make_random_move(sitting, chance)
    sitting.verify_log()
    scene = sitting.scene(1)
    assert [(zone.name, zone.title) for zone in scene.zones] == [("hand", "Your hand"), ("pile", "Pile")]
    assert [name for name, _ in scene.facts] == ["Taken"]
    assert scene.scores == tuple(sitting.game.scores())
    assert sitting.result_sentence().endswith("points.")


def test_cards_drawn_from_the_stock_are_told_to_who_draws_them_only() -> None:
    sitting = sitting_at("never-over")
    hand = {each.card for each in hand_of(sitting.scene(0))}
    sitting.make_move(
        next(move.label for move in sitting.scene(0).moves if not move.label.startswith("discard"))
    )
    mine, others = sitting.story(0), sitting.story(1)
    assert mine[0].startswith("You ")
    assert others[0].startswith("Anna ")
    assert others[-1] == "Anna draws a card from the stock."
    assert mine[-1].startswith("You draw ")
    assert mine[-1] != "You draw a card from the stock."
    assert len(hand) <= 8


def hand_of(scene: Scene) -> Any:
    return next(zone for zone in scene.zones if zone.name == "hand").cards


def test_a_discard_under_the_stock_is_told_to_who_laid_it_only() -> None:
    sitting = sitting_at("partners")
    discard = next(move for move in sitting.scene(0).moves if move.label.startswith("discard"))
    sitting.make_move(discard.label)
    assert sitting.story(0)[0] == f"You {discard.text[0].lower()}{discard.text[1:]}."
    assert sitting.story(1)[0] == "Anna discards a card."


def test_why_a_card_cannot_go_to_a_pile_is_said() -> None:
    sitting = sitting_at("never-over")
    card = next(each for each in hand_of(sitting.scene(0)) if each.card == "+3")
    assert card.refusals["red 2"] == ("Put +3 on Ben’s red pile", "green cards go on no red pile")
    assert card.refusals["green 2"].reason == "green cards go on nobody’s green pile but your own"
    trick = sitting_at("addenda")
    trick.make_move("Td")
    refused = [each for each in hand_of(trick.scene(1)) if each.refusals]
    assert {each.card.suit for each in refused} == {"diamonds"}
    assert "matches a suit already in the trick" in refused[0].refusals[""].reason


def test_undo_takes_back_what_bots_did_since_and_what_was_told() -> None:
    pack, setup = load("never-over"), Setup("never-over", 3)
    experiment, seats, _ = experiment_sitters_and_bot(pack, setup, ("Anna",), "careful")
    sitting = Sitting(pack, experiment, seats, 5)
    assert not sitting.undo()
    before = sitting.scene(0)
    sitting.make_move(before.moves[0].label)
    while sitting.is_bot_next:
        sitting.make_move(sitting.bot_move())
    assert sitting.undo()
    assert (sitting.scene(0), sitting.moves, sitting.story(0)) == (before, [], [])


def test_a_hint_names_a_legal_move_and_what_it_leads_to() -> None:
    sitting = sitting_at("abstrac")
    sitting.make_move("first")
    hint = sitting.hint()
    assert hint.label in [move.label for move in sitting.scene(0).moves]
    assert hint.why.startswith("Played on by sensible, it leaves you ")


def test_retiring_is_last_and_asked_about() -> None:
    people = People("13", "no", "q")
    log = played(people, seed=832521815).files[0]
    assert b'"moves": []' in log.data
    assert "  13  Retire (asks first)" in people.said


def test_a_move_that_stays_hidden_is_not_told() -> None:
    words = TableWords(("Anna", "Ben"), 1)

    class Passing:
        seats, zones, turn = 2, dict[str, str](), 0

        def __init__(self, hands: list[list[str]]) -> None:
            self.hands = hands

        def hidden(self, seat: int) -> list[list[str]]:
            return [self.hands[1 - seat]]

        def label(self, move: Any) -> str:
            return str(move)

    from cardgen.gaming.games.scene import default_story

    before, after, open_ = Passing([["K", "Q"], []]), Passing([["K", "Q"], []]), Passing([["Q"], []])
    assert default_story(before, after, "K", words) == ["Anna makes a move that only Anna sees."]  # type: ignore[arg-type]
    assert default_story(before, open_, "K", words) == ["Anna chooses: K."]  # type: ignore[arg-type]


class Wild(NamedTuple):
    """A move of a card, one of which names a suit; or of none."""

    card: Card | None
    word: str = ""

    @property
    def label(self) -> str:
        return f"{self.card}={self.word}" if self.card and self.word else self.word or str(self.card)


def test_a_move_that_has_a_card_is_called_by_the_card_wherever_it_is_told() -> None:
    class Eights(CardGame):
        seats, turn = 2, 0

        def moves(self) -> list[Wild]:
            return [
                Wild(card_by_name("Qh")),
                Wild(card_by_name("8d"), "spades"),
                Wild(card_by_name("8d"), "clubs"),
                Wild(None, "draw"),
            ]

        def view(self, seat: int) -> dict[str, Any]:
            return {"hand": [card_by_name("Qh"), card_by_name("8d")]}

        def hidden(self, seat: int) -> list[list[Card]]:
            return []

        def scores(self) -> list[int]:
            return [0, 0]

    game, words = Eights(), TableWords(("Anna", "Ben"), 0, card_finder(load("standard-52")))
    texts = [each.text for each in game.scene(0, words).moves]
    queen, eight = "Q of hearts", "8 of diamonds"
    assert texts == [f"Play {queen}", f"Play {eight} (8d=spades)", f"Play {eight} (8d=clubs)", "Draw"]
    assert [game.story(game, move, words) for move in game.moves()] == [
        [f"You play {queen}."],
        [f"You play {eight} (8d=spades)."],
        [f"You play {eight} (8d=clubs)."],
        ["You choose: Draw."],
    ]


def test_a_game_that_shows_nothing_cannot_be_sat_at(tmp_path: Any) -> None:
    class Blind(CardGame):
        def deal(self, cards: Any, players: int, rng: Random) -> None:
            self.turn = 0

        def moves(self) -> list[str]:
            return ["go"]

        def play(self, move: str) -> None:
            self.turn = None

        def scores(self) -> list[int]:
            return [0] * self.seats

    pack = load("never-over")
    experiment, seats, _ = experiment_sitters_and_bot(
        pack, Setup(players=2, rules=Blind), ("Anna", "Ben"), None
    )
    with pytest.raises(UsageError, match="has no view"):
        Sitting(pack, experiment, seats, 1)
