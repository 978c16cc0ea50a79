"""The facts of a game of NEVER OVER, and its measures, in reading order.

A *turn* ends with a card put on a pile or away, with a pass, or with retiring; it includes drawing. Points
are pointages. For the indices, each green card that comes into a hand has one of three fates:

- *scored*: it goes on a green pile;
- *barred*: when it leaves the hand otherwise (put away, or still held when its player retires or the game
  ends), its pointage is over the ceiling of its player;
- *let go*: it leaves the hand otherwise while it is within the ceiling.

An empty red pile bars nothing, and one's own side only raises its ceiling. So without red cards from
opponents nothing would be barred, and a player could have scored all cards held. This is why the attack index
is points scored per hundred points held, and the defence index is points barred per hundred points held. The
rest is let go, by choice or for lack of time, which is neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....errors import UsageError
from ..measures import GAMES, Measure, make_measures, standard_deviation_measure
from .table import GameTable

SCORES, PLAY, CARDS, INDICES = "scores", "turns", "cards", "attack and defence"

#: The facts of a game, without those of seats, in the order of the columns.
COMMON = (
    "turns",  # turns of all players
    "placed",  # turns in which a card went on a pile
    "stuck",  # turns (of any kind) that began with no card in hand that could go on any pile
    "discards",  # cards put away
    "taken",  # cards drawn from the discards
    "passes",
    "retired",  # players who retired by choice, not for want of cards
    "greens",  # green cards put on piles (laying down at retiring, too)
    "green_points",  # and their points
    "reds_own",  # red cards put on piles of the own side
    "reds_on",  # red cards put on piles of opponents
    "lowering",  # of these, those that lowered a ceiling
    "taking",  # of these, those that barred a card that an owner of the pile, still playing, held and could
    # have put on a pile just before
    "taken_points",  # and the points of all cards barred so
    "held_points",  # green points that came into hands: dealt and drawn
    "barred_points",
    "let_go_points",
    "left",  # cards still in hands when their players retired or the game ended
    "stock",  # cards never drawn: left of the stock, or aside
    "tied",  # 1 if several sides have the highest score
    "negative",  # seats with a score below zero
    "positive",  # and with one above
    "score",  # the scores of all seats, added
    "score_squares",  # their squares, added
    "margin",  # the highest score of a side less the lowest
)
#: The facts of a seat: its score, 1 if its side has the highest score (ties too), turns it took.
BY_SEAT = ("score", "best", "turns")
# Tables: "scores" has a row per seat, with a count for every score from the lowest (all red points of the
# pack, negative) to the highest (all its green points). "lengths" counts games by their turns; its last
# entry holds all longer ones. The others have an entry per round, a round being turn // players: "ceilings"
# sums the ceilings of the players at turn, "turns" counts these turns, "points" sums the green points put on
# piles.
#: Number of rounds in the curves; later rounds are not counted.
ROUNDS = 64
#: The longest game that "lengths" distinguishes, in turns.
LONGEST = 400


def fact_names(players: int) -> tuple[str, ...]:
    """Return the names of all facts of a game for a number of players: COMMON, then BY_SEAT for each seat."""
    return (*COMMON, *(f"{name}_{seat}" for seat in range(players) for name in BY_SEAT))


#: The limits of compiled code, see `compiled.arrays`: a set of kinds has a bit per kind.
MOST_KINDS, MOST_PLAYERS, MOST_CARDS = 64, 16, 2000
#: Maximum points of a pack, as scores are counted one by one.
MOST_POINTS = 100_000


def verify_points(table: GameTable) -> None:
    """Raise UsageError for a pack with more points than either engine can count."""
    points = sum(table.cards.count_and_points(green=green)[1] for green in (True, False))
    if points > MOST_POINTS:
        raise UsageError(f"this pack has {points:,} points: games are simulated with up to {MOST_POINTS:,}")


# Measures


def measures_of(table: GameTable) -> tuple[Measure, ...]:
    """Return the measures of a table, without those that its options make meaningless."""
    return (*_index_measures(table), *_score_measures(table), *_turn_measures(table), *_card_measures(table))


def _index_measures(table: GameTable) -> Iterator[Measure]:
    """Yield the attack and defence indices, the points let go, and the share of green points scored."""
    points = table.cards.count_and_points(green=True)[1]
    in_hands = "points scored in a hundred green points held; a card counts in every hand that it comes into"
    kept_out = "points that red kept out in a hundred held"
    rest = "the rest of the hundred: within the ceiling, and not put down"
    share = f"of the {points} green points in the pack, each counted once"
    yield from make_measures(
        INDICES,
        ("attack", "attack index", {"green_points": 100}, "held_points", "index", in_hands),
        ("defence", "defence index", {"barred_points": 100}, "held_points", "index", kept_out),
        ("let_go", "points let go", {"let_go_points": 100}, "held_points", "index", rest),
        ("scored", "green points scored", "green_points", {GAMES: points}, "share", share),
    )


def _score_measures(table: GameTable) -> Iterator[Measure]:
    players, seats = table.players, {GAMES: table.players}
    yield from make_measures(SCORES, ("score", "score of a player", "score", seats, "points"))
    spread = standard_deviation_measure(SCORES, "spread", "spread of scores", "score_squares", "score", seats)
    yield spread._replace(meaning="standard deviation of a player's score")
    yield from make_measures(
        SCORES,
        ("margin", "winner over the last", "margin", GAMES, "points"),
        ("tied", "games tied for first", "tied", GAMES, "share"),
    )
    if table.options.red_counts_against:
        yield from make_measures(
            SCORES,
            ("above_zero", "scores above zero", "positive", seats, "share"),
            ("negative", "scores below zero", "negative", seats, "share"),
        )
    for seat in range(players):
        title = f"score of seat {seat + 1}"
        yield from make_measures(SCORES, (f"score_{seat + 1}", title, f"score_{seat}", GAMES, "points"))
    for seat in range(players):
        title = f"seat {seat + 1} first, or tied"
        yield from make_measures(SCORES, (f"best_{seat + 1}", title, f"best_{seat}", GAMES, "share"))
    others = [seat for seat in range(players) if table.sides[seat] != table.sides[0]]
    worth = {"score_0": len(others), **{f"score_{seat}": -1 for seat in others}}
    meaning = "the score of whoever begins, less the mean of the other side's"
    under = {GAMES: len(others)}
    yield from make_measures(SCORES, ("begin", "worth of going first", worth, under, "points", meaning))


def _turn_measures(table: GameTable) -> Iterator[Measure]:
    options, no_play = table.options, {"turns": 1, "placed": -1}
    stuck = "nothing in the hand could go on any pile"
    yield from make_measures(
        PLAY,
        ("turns", "turns in a game", "turns", GAMES, "turns"),
        ("no_play", "turns without a play", no_play, "turns", "share", "no card goes on a pile"),
        ("stuck", "turns that allow no play", "stuck", "turns", "share", stuck),
    )
    if not options.no_discarding:
        yield from make_measures(PLAY, ("discards", "discards in a game", "discards", GAMES, "cards"))
    if not options.no_discarding and not options.no_discard_pile:
        yield from make_measures(PLAY, ("taken", "discards taken back", "taken", GAMES, "cards"))
    if options.passing or options.no_discarding:
        yield from make_measures(PLAY, ("passes", "passes in a game", "passes", GAMES, "times"))
    seats, holding = {GAMES: table.players}, "with cards in hand"
    yield from make_measures(PLAY, ("retired", "players who retire", "retired", seats, "share", holding))


def _card_measures(table: GameTable) -> Iterator[Measure]:
    of_reds = "of reds on opponents"
    could = f"{of_reds}: a card in hand could have gone down and no longer can"
    seats, retires = {GAMES: table.players}, "when its player retires"
    yield from make_measures(
        CARDS,
        ("reds_on", "reds on opponents", "reds_on", GAMES, "cards"),
        ("reds_own", "reds on one's own side", "reds_own", GAMES, "cards"),
        ("lowering", "reds that lower a ceiling", "lowering", "reds_on", "share", of_reds),
        ("taking", "reds that take points away", "taking", "reds_on", "share", could),
        ("taken_points", "points each of these takes", "taken_points", "taking", "points"),
        ("left", "cards left in a hand", "left", seats, "cards", retires),
        ("stock", "cards never drawn", "stock", GAMES, "cards"),
    )
