"""What games for standard and stripped packs ask of them: suits, ranks, jokers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import Problem
from ..pack.model import Pack
from .game import PackCheck

RANKS_13 = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANKS_6 = ("A", "K", "Q", "J", "10", "9")


def pack_check(game: str, ranks: Sequence[str]) -> PackCheck:
    """Make the check of a game that wants these ranks in four suits, and no jokers."""

    def check(pack: Pack) -> Iterator[Problem]:
        yield from check_ranks(pack, game, ranks)
        yield from tell_jokers(pack)

    return check


def check_ranks(pack: Pack, game: str, ranks: Sequence[str]) -> Iterator[Problem]:
    """Exactly four suits, each holding just these ranks, once each."""
    if len(pack.suits) != 4:
        message = f"{game} is played with four suits, and this pack has {len(pack.suits)}"
        yield Problem(message, ("suits",), "give it spades, hearts, diamonds and clubs", on_key=True)
    for key, suit in pack.suits.items():
        yield from _check_suit(game, key, {rank: entry.quantity for rank, entry in suit.cards.items()}, ranks)


def _check_suit(game: str, key: str, cards: dict[str, int], ranks: Sequence[str]) -> Iterator[Problem]:
    path = ("suits", key, "cards")
    missing = [rank for rank in ranks if rank not in cards]
    if missing:
        message = f"{game} needs {', '.join(missing)} in {key}"
        yield Problem(message, path, f"each suit has {' '.join(ranks)}, once each", on_key=True)
    for rank, quantity in cards.items():
        if rank not in ranks:
            hint = f"take it out; each suit has {' '.join(ranks)}"
            yield Problem(f"{game} is played without the {rank} of {key}", (*path, rank), hint, on_key=True)
        elif quantity != 1:
            message = f"{game} is played with one {rank} of {key}, and there are {quantity}"
            yield Problem(message, (*path, rank), "make it 1")


def jokers(pack: Pack) -> int:
    """How many jokers are among the extras."""
    return sum(extra.copies for extra in pack.extras if extra.face == "joker")


def tell_jokers(pack: Pack) -> Iterator[Problem]:
    """Say that jokers stay out of the game."""
    count = jokers(pack)
    if count:
        what = "joker" if count == 1 else f"{count} jokers"
        them = "it" if count == 1 else "them"
        message = (
            f"the {what} among the extras stay{'s' if count == 1 else ''} out of play: take {them} out first"
        )
        yield Problem(message, ("extras",), severity="note", on_key=True)
