"""Check standard and stripped packs for the games played with them: suits, ranks, jokers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...errors import Problem, Suggestion, UsageError
from ...languages.remarks import remark
from ...pack.model import Pack
from ...units import Sentence
from .game import PackCheck

#: Maximum number of missing cards of which each is offered.
_FEW = 3
RANKS_13 = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANKS_6 = ("A", "K", "Q", "J", "10", "9")


def standard_pack_check(game: str, ranks: Sequence[str]) -> PackCheck:
    """Return the check of a game that needs these ranks in four suits and no jokers."""

    def check(pack: Pack) -> Iterator[Problem]:
        yield from check_ranks(pack, game, ranks)
        yield from note_unused_jokers(pack)

    return check


def check_ranks(pack: Pack, game: str, ranks: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem unless there are exactly four suits, each with just these ranks once."""
    if len(pack.suits) != 4:
        message = f"{game} is played with four suits, and this pack has {len(pack.suits)}"
        yield Problem(message, ("suits",), "give it spades, hearts, diamonds and clubs", on_key=True)
    for key, cards in pack.suit_cards.items():
        path = ("suits", key, "cards")
        missing = [rank for rank in ranks if rank not in cards]
        if missing:
            message = f"{game} needs {', '.join(missing)} in {key}"
            hint = f"each suit has {' '.join(ranks)}, once each"
            few = missing if len(missing) <= _FEW else ()
            added = tuple(Suggestion((*path, rank), "1") for rank in few)
            yield Problem(message, path, hint, on_key=True, suggestions=added)
        for rank, card in cards.items():
            if rank not in ranks:
                message = f"{game} is played without the {rank} of {key}"
                hint = f"remove it; each suit has {' '.join(ranks)}"
                gone = Suggestion.to_remove(*path, rank)
                yield Problem(message, (*path, rank), hint, on_key=True, suggestions=gone)
            elif card.quantity != 1:
                message = f"{game} is played with one {rank} of {key}, and there are {card.quantity}"
                once = (Suggestion((*path, rank, "quantity"), "1"),)
                yield Problem(message, (*path, rank), "make it 1", suggestions=once)


def verify_full_pack(pack: Pack, game: str) -> None:
    """Raise UsageError if a pack lacks cards that the rules of a game of 52 cards show."""
    wrong = next(check_ranks(pack, game, RANKS_13), None)
    if wrong is not None:
        raise UsageError(f"{pack.name} is not a pack for {game}: {wrong.message}")


def joker_count(pack: Pack) -> int:
    """Return the number of jokers among the extras."""
    return sum(card.quantity for card in pack.cards if card.face == "joker")


def note_unused_jokers(pack: Pack) -> Iterator[Problem]:
    """Yield a note that the game does not use the jokers."""
    count = joker_count(pack)
    if count == 1:
        message = Sentence("the joker among the extras stays out of play: remove it first")
        yield remark(message, ("extras",), severity="note", on_key=True)
    elif count:
        message = Sentence("the {n} jokers among the extras stay out of play: remove them first", n=count)
        yield remark(message, ("extras",), severity="note", on_key=True)
