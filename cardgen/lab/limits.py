"""Limits of what the lab works out, for those who only have to know them. Imports nothing."""

from __future__ import annotations

#: The most cards of a hand, and the most turns, that odds are told of; and the turns where none are named.
MOST_HAND, MOST_TURNS, USUAL_TURNS = 500, 500, 6
