"""The two editions of the game, what they say differently, and what a table agrees on.

Readings: both are for two to five players (U1); a smaller hand stays that small (U2); all draw, the one who
took the trick first (U9). So the editions differ in what they say, not in how they are played here.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Cards in a hand; players served; tricks that win.
HAND = 5
FEWEST, MOST = 2, 5
TRICKS = 21


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition says where the other says something else, or nothing.

    names: what it calls the game. players: the numbers of players that it names.
    drawing_told: whether it says who draws (each with fewer than five cards) and who draws first (whoever
    took the trick, then clockwise); the other only says to draw back up to five.
    """

    key: str
    names: tuple[str, ...]
    players: tuple[int, ...]
    drawing_told: bool


EDITIONS = {
    "up-and-over": Edition("up-and-over", ("Up and Over",), (2, 3, 4, 5), False),
    "up-n-over": Edition("up-n-over", ("Up 'N Over", "Up & Over"), (2, 4), True),
}


@dataclass(frozen=True, slots=True)
class UpAndOverOptions:
    """Two to five players; hands of 5, or with `smaller_hands` one card fewer for every player above three.

    edition: "up-and-over" (the PDF) or "up-n-over" (the older one).
    """

    players: int = 2
    smaller_hands: bool = False
    edition: str = "up-and-over"

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(f"there is no edition {self.edition!r}: choose from {', '.join(EDITIONS)}")
        if not FEWEST <= self.players <= MOST:
            raise ValueError(f"this game is for {FEWEST} to {MOST} players, not for {self.players}")
        if self.smaller_hands and self.players <= 3:
            raise ValueError(f"smaller hands are for four or five players, not for {self.players}")

    @property
    def game(self) -> str:
        """Return the name by which packs call the edition."""
        return self.edition

    @property
    def hand(self) -> int:
        """Return how many cards a full hand has: 5, or where smaller 4 of four players and 3 of five."""
        return HAND - max(0, self.players - 3) if self.smaller_hands else HAND
