"""What a table agrees on before a game of Addenda."""

from __future__ import annotations

from dataclasses import dataclass

#: Cards in a hand, and points that win, by the number of players.
HANDS = {2: 12, 4: 13}
TARGETS = {2: 250, 4: 500}


@dataclass(frozen=True, slots=True)
class Options:
    """Two players, or four in partnerships; seats 0 and 2 (North and South) play against 1 and 3.

    target: points that win the game; by default 250 for two and 500 for four.
    zeros_bring: for four, a Jack or King that repeats or cancels a zero brings the total where it stands
    (the second reading of A2); by default it does not.
    """

    players: int = 2
    target: int | None = None
    zeros_bring: bool = False

    def __post_init__(self) -> None:
        if self.players not in HANDS:
            raise ValueError(f"Addenda is played by two or by four, not by {self.players}")
        if self.target is not None and self.target < 1:
            raise ValueError(f"a game is played to 1 point or more, not to {self.target}")
        if self.zeros_bring and self.players == 2:
            raise ValueError("what brings the total to 17 or less matters for four players only")

    @property
    def hand(self) -> int:
        """Cards dealt to each: 12 for two, 13 for four."""
        return HANDS[self.players]

    @property
    def goal(self) -> int:
        """Points that win the game."""
        return self.target if self.target is not None else TARGETS[self.players]


def side(seat: int) -> int:
    """The side of a seat: for two, the seat itself; for four, 0 for North and South, 1 for East and West."""
    return seat % 2
