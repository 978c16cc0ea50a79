"""The games' rules of their packs, and the figures that NEVER OVER's author published."""

import pytest
from samples import small_pack

from cardgen import api
from cardgen.gaming.games import GAMES
from cardgen.gaming.games.never_over import pack_rules as never_over
from cardgen.pack import library
from cardgen.pack.model import Pack
from cardgen.pack.yaml import Data

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SYMBOLS = {"spades": "spade", "hearts": "heart", "diamonds": "diamond", "clubs": "club"}


def quantities(pack: Pack, suit: str) -> dict[int, int]:
    return {int(rank): card.quantity for rank, card in pack.suit_cards[suit].items()}


def points(cards: dict[int, int]) -> int:
    return sum(pointage * quantity for pointage, quantity in cards.items())


def problems(game: str, pack: Pack, *severities: str) -> list[str]:
    return [problem.message for problem in GAMES[game].check(pack) if problem.severity in severities]


# NEVER OVER


def test_the_published_pack() -> None:
    """55 cards: 40 green with 90 points, 15 red with 40; the summary card makes 56."""
    pack = api.load("never-over")
    green, red = quantities(pack, "green"), quantities(pack, "red")
    assert green == {4: 7, 3: 9, 2: 11, 1: 13}
    assert red == {4: 5, 3: 4, 2: 3, 1: 2, 0: 1}
    assert (sum(green.values()), points(green), sum(red.values()), points(red)) == (40, 90, 15, 40)
    assert pack.count == 56


def test_what_a_designer_is_told_of_the_published_pack() -> None:
    """Six players with hands of 8 leave 7 cards; 56 pieces."""
    assert problems("never-over", api.load("never-over"), "note") == [
        "hands of 8 serve 2 to 6 players (6 players leave a stock of 7)",
        "56 cards with the extras: exactly the 56 pieces that card makers usually produce",
    ]


@pytest.mark.parametrize(
    ("green", "red", "extras", "players", "pieces"),
    [
        (14, 1, 0, "15 cards are too few for two hands of 8: agree on smaller hands",
         "15 cards with the extras: 41 more would fill the 56 pieces of a made pack"),
        (15, 1, 1, "hands of 8 serve 2 players (2 players leave a stock of 0)",
         "17 cards with the extras: 39 more would fill the 56 pieces of a made pack"),
        (55, 1, 1, "hands of 8 serve 2 to 7 players (7 players leave a stock of 0)",
         "57 cards with the extras: 1 more than the 56 pieces that card makers usually produce"),
    ],
)  # fmt: skip
def test_players_and_pieces(green: int, red: int, extras: int, players: str, pieces: str) -> None:
    suits: Data = {
        "green": {"sign": "+", "color": "#00855B", "cards": {"1": green}},
        "red": {"sign": "≤", "color": "#961129", "cards": {"1": red}},
    }
    pack = small_pack(suits=suits, extras=[{"face": "summary", "copies": extras}] if extras else [])
    assert problems("never-over", pack, "note") == [players, pieces]


def share_of_high(cards: dict[int, int]) -> float:
    return sum(quantity for pointage, quantity in cards.items() if pointage >= 3) / sum(cards.values())


def test_attack_and_defence_go_the_way_the_source_says() -> None:
    """Attack: more green against red, and more high red against low. Defence: the opposite of both."""
    defence, plain, attack = (
        (quantities(pack, "green"), quantities(pack, "red"))
        for pack in map(api.load, ("never-over-defence", "never-over", "never-over-attack"))
    )
    for (less_green, less_red), (more_green, more_red) in ((defence, plain), (plain, attack)):
        green_to_red = [
            sum(g.values()) / sum(r.values()) for g, r in ((less_green, less_red), (more_green, more_red))
        ]
        assert green_to_red[0] < green_to_red[1]
        assert share_of_high(less_red) < share_of_high(more_red)


@pytest.mark.parametrize("name", ["never-over-attack", "never-over-defence", "never-over-paper"])
def test_variants_stay_packs_of_55(name: str) -> None:
    pack = api.load(name)
    assert sum(quantities(pack, "green").values()) + sum(quantities(pack, "red").values()) == 55
    assert pack.games == ("never-over",)


def never_over_of(green: Data, red: Data, **changes: Data) -> Pack:
    suits: dict[str, dict[str, Data]] = {
        "green": {"sign": "+", "color": "#00855B", "cards": green},
        "red": {"sign": "≤", "color": "#961129", "cards": red},
    }
    return small_pack(suits=suits, **changes)


def test_a_pack_is_sound_when_the_highest_are_equal() -> None:
    assert (
        problems("never-over", never_over_of({"2": 9, "1": 1}, {"2": 2, "1": 1, "0": 1}), "error", "warning")
        == []
    )


@pytest.mark.parametrize(
    ("green", "red", "mend"), [("3", "9", "add a 9 to green"), ("9", "3", "add a 9 to red")]
)
def test_the_highest_pointages_are_equal_whichever_is_higher(green: str, red: str, mend: str) -> None:
    pack = never_over_of({green: 9}, {red: 1, "0": 1})
    (problem,) = (each for each in GAMES["never-over"].check(pack) if each.severity == "error")
    assert problem.message == f"the highest green pointage is {green} and the highest red is {red}"
    assert problem.hint == f"they must be equal: {mend}, or remove what is above 3"


def test_an_enormous_pointage_costs_no_time() -> None:
    high = "999999999999"
    pack = never_over_of({high: 2}, {high: 1, "7": 1, "0": 1})
    assert problems("never-over", pack, "warning") == [
        f"there is no red card of 1–6, 8–999999999998: a ceiling is missing between 0 and {high}"
    ]


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ({"green": "+", "red": "≤"}, ("green", "red")),
        ({"vert": "+", "rouge": "≤"}, ("vert", "rouge")),
        ({"green": "≤", "blue": "+"}, ("blue", "green")),
        ({"red": "+", "green": "≤"}, ("red", "green")),
        ({"blue": "=", "grey": "-"}, (None, None)),
    ],
)
def test_green_and_red_are_known_by_their_signs(
    keys: dict[str, str], found: tuple[str | None, str | None]
) -> None:
    suits: Data = {key: {"sign": sign, "color": "black", "cards": {"1": 1}} for key, sign in keys.items()}
    assert never_over.green_and_red_suits(small_pack(suits=suits)) == found


def test_shipped_green_and_red_differ_in_lightness_to_all_eyes() -> None:
    pack = api.load("never-over")
    for sight in never_over.COLOR_VISIONS:
        light, dark = (
            never_over.lightness(never_over.simulated_color_vision(pack.suits[key].color.rgb, sight))
            for key in ("green", "red")
        )
        assert light - dark >= never_over.LEAST_LIGHTNESS, sight


# The standard games


def standard(ranks: tuple[str, ...], jokers: int = 0) -> Pack:
    suits: Data = {
        key: {"symbol": symbol, "color": "black", "cards": dict.fromkeys(ranks, 1)}
        for key, symbol in SYMBOLS.items()
    }
    return small_pack(suits=suits, extras=[{"face": "joker", "copies": jokers}] if jokers else [])


#: Which games a pack with these ranks and so many jokers serves.
FULL = set(api.load("standard-52").games)
SIX = ("A", "K", "Q", "J", "10", "9")


@pytest.mark.parametrize(
    ("ranks", "jokers", "games"),
    [
        (RANKS, 0, FULL),
        (RANKS[::-1], 2, FULL),
        (RANKS[1:], 0, set()),
        ((*RANKS, "11"), 0, set()),
        (SIX, 0, {"abstrac"}),
        (SIX, 1, {"abstrac", "abstrac-unfettered"}),
        (SIX, 2, {"abstrac"}),
    ],
)
def test_which_pack_serves_which_game(ranks: tuple[str, ...], jokers: int, games: set[str]) -> None:
    pack = standard(ranks, jokers)
    assert {game for game in GAMES if game != "never-over" and not problems(game, pack, "error")} == games


@pytest.mark.parametrize(
    ("jokers", "note"),
    [
        (0, []),
        (1, ["the joker among the extras stays out of play: remove it first"]),
        (2, ["the 2 jokers among the extras stay out of play: remove them first"]),
    ],
)
def test_jokers_stay_out_and_that_is_told(jokers: int, note: list[str]) -> None:
    assert problems("up-and-over", standard(RANKS, jokers), "note") == note


def test_a_card_twice_or_a_suit_too_few_is_wrong() -> None:
    suits: Data = {
        key: {"symbol": SYMBOLS[key], "color": "black", "cards": dict.fromkeys(RANKS, 1) | {"7": times}}
        for key, times in (("spades", 1), ("hearts", 2), ("clubs", 1))
    }
    assert problems("addenda", small_pack(suits=suits), "error") == [
        "Addenda is played with four suits, and this pack has 3",
        "Addenda is played with one 7 of hearts, and there are 2",
    ]


@pytest.mark.parametrize(
    ("name", "games", "count"),
    [
        ("standard-52", FULL, 54),
        ("standard-52-four-colour", FULL, 54),
        ("short-24", {"abstrac"}, 24),
        ("short-25", {"abstrac-unfettered"}, 25),
    ],
)
def test_shipped_standard_packs(name: str, games: set[str], count: int) -> None:
    pack = api.load(name)
    assert set(pack.games) == games
    assert pack.count == count
    for game in games:
        assert problems(game, pack, "error", "warning") == []


def test_the_bundled_packs_are_there_and_say_their_games() -> None:
    games = {name: bool(api.load(name).games) for name in library.bundled_pack_names()}
    assert sorted(name for name, some in games.items() if some) == sorted(
        ["never-over", "never-over-paper", "never-over-attack", "never-over-defence", "standard-52",
         "standard-52-four-colour", "short-24", "short-25"]
    )  # fmt: skip
    assert sorted(name for name, some in games.items() if not some) == ["german-32", "spanish-40"]


def test_four_colours_are_four() -> None:
    pack = api.load("standard-52-four-colour")
    assert len({suit.color for suit in pack.suits.values()}) == 4
