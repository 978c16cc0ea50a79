"""NEVER OVER (2012): green cards score, red cards set the ceiling that green may never be over.

Here are the rules of its pack. The game itself is beside them, an idea a file, and is imported from
there: `cards` (a pack as numbers), `options`, `partners`, `table` (who sits, with which pack and
options), `dealing` (who shuffles, cuts and is dealt what), `state` (the deal, legal moves, the turn;
the contract with other engines), `moves` (verify, can, and why not), `scoring`, `records` (games that
can be replayed), `positions` (what each player and the others can add), `telling` (a game in facts that
words can be made of), `view` (what a player sees), `players`.

Seats are numbered in the order of play: seat 0 is sinistra, at the dealer's left; the last is the dealer.
"""

from .pack_rules import HAND, PIECES, check, colors

__all__ = ["HAND", "PIECES", "check", "colors"]
