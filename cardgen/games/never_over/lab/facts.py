"""What is counted in a game of NEVER OVER, and what is said of it.

A *turn* ends with a card put on a pile or away, with a pass, or with retiring; drawing belongs to it. Points
are pointages. For the indices every green card that comes into a hand has one of three fates there:

- *scored*: it goes on a green pile;
- *barred*: when it leaves the hand otherwise (put away, or still held when its player retires or the game
  ends), its pointage is over the ceiling of its player;
- *let go*: it leaves the hand otherwise while it is within the ceiling.

An empty red pile bars nothing, and one's own side only ever raises its ceiling (reading N1). So had nobody
played red on a player, nothing would ever be barred: what he held is what he could have scored. This is why
the attack index is points scored in a hundred points held, and the defence index is points barred in a
hundred points held. The rest is let go by choice or for want of time, which is neither.
"""

from __future__ import annotations

#: The facts of a game that are not told by seat, in the order of the columns.
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
#: The facts of a seat: its score, whether its side has the highest score (ties too), turns it took.
BY_SEAT = ("score", "best", "turns")
#: Rounds that curves have: what comes later counts for none.
ROUNDS = 64
#: Tables: "scores" has a row a seat, each with a count for every score from the lowest (all red points of the
#: pack, below zero) to the highest (all its green points). "lengths" counts games by their turns, the last
#: entry holding all longer ones. The others have an entry a round, a round being turn // players: "ceilings"
#: adds up the pointages of the ceilings of the players at turn, "turns" counts those turns, "points" adds up
#: green points put on piles.
TABLES = ("scores", "ceilings", "turns", "points", "lengths")
LONGEST = 400


def fact_names(players: int) -> tuple[str, ...]:
    """The names of all facts of a game for so many players: COMMON, then BY_SEAT seat by seat."""
    return (*COMMON, *(f"{name}_{seat}" for seat in range(players) for name in BY_SEAT))
