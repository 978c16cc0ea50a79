"""Exact odds of what is dealt and drawn from a shuffled pack: computed, not sampled.

The number of cards of a kind among cards that are dealt without putting back follows the hypergeometric
distribution (Johnson, Kotz and Kemp, "Univariate Discrete Distributions", chapter 6). All is counted in whole
numbers, and every chance is a fraction. What players choose is left out: these are odds of deal and stock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from ..errors import UsageError
from ..games.game import Hand
from ..games.measures import Ceiling, Figure
from ..pack.model import Pack
from .composition import own_figures
from .composition_deal import Wanted, in_play, usual_hands, usual_wanted, wanted

#: The largest hand and the most turns that odds are told of, and how many turns where nobody says.
MOST_HAND, MOST_TURNS, USUAL_TURNS = 500, 500, 6


def distribution(cards: int, good: int, drawn: int) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1 ... `drawn` good cards among those drawn from so many.

    Raises ValueError where more are good or drawn than there are.

    >>> [str(chance) for chance in distribution(4, 2, 2)]
    ['1/6', '2/3', '1/6']
    """
    _verify(cards, good, drawn)
    ways = comb(cards, drawn)
    return tuple(Fraction(comb(good, k) * comb(cards - good, drawn - k), ways) for k in range(drawn + 1))


def at_least_one(cards: int, good: int, drawn: int) -> Fraction:
    """The chance of a good card or more among those drawn. Raises ValueError as `distribution` does.

    >>> at_least_one(52, 4, 5)
    Fraction(18472, 54145)
    """
    _verify(cards, good, drawn)
    return 1 - Fraction(comb(cards - good, drawn), comb(cards, drawn))


def _verify(cards: int, good: int, drawn: int) -> None:
    if not (0 <= good <= cards and 0 <= drawn <= cards):
        raise ValueError(f"of {cards} cards, {good} cannot be good and {drawn} drawn")


@dataclass(frozen=True)
class Opening:
    """One kind of card in an opening hand: `chances[k]` is that of exactly k of it."""

    wanted: Wanted
    chances: tuple[Fraction, ...]
    #: The mean number of such cards in a hand.
    mean: Fraction
    #: The chance that anybody at the table is dealt one; None where nobody says how many play.
    anybody: Fraction | None

    def at_least(self, count: int) -> Fraction:
        """The chance of so many or more."""
        return 1 - sum(self.chances[:count], Fraction(0))


@dataclass(frozen=True)
class Turns:
    """One kind of card drawn in time: `chances[t]` is that of having had one by the end of turn t.

    Turn 0 is the deal; a turn draws one card of the stock.
    """

    wanted: Wanted
    chances: tuple[Fraction, ...]


@dataclass(frozen=True)
class Fitting:
    """Whether green fits under a ceiling of NEVER OVER."""

    ceiling: Ceiling
    #: The chance that a green card drawn fits, and that any card drawn is green and fits.
    green: Fraction
    any: Fraction
    #: The chance that a hand holds one or more that fit.
    hand: Fraction


@dataclass(frozen=True)
class HandOdds:
    """All odds for hands of one size."""

    hand: Hand
    openings: tuple[Opening, ...]
    #: Empty where all cards are dealt.
    turns: tuple[Turns, ...]
    #: For NEVER OVER, from the lowest ceiling.
    fitting: tuple[Fitting, ...]
    #: For NEVER OVER, the mean ceiling as a player meets it: an opponent puts the lowest red card of his
    #: opening hand on the player's empty pile (where he has none, the highest pointage stays). And the same
    #: of all opponents together, where somebody says that more than two play.
    met: Fraction | None
    met_of_all: Fraction | None


@dataclass(frozen=True)
class Odds:
    """The odds of a pack."""

    name: str
    #: Cards that are shuffled and dealt.
    cards: int
    #: How many play, where somebody says so.
    players: int | None
    hands: tuple[HandOdds, ...]

    @property
    def figures(self) -> Iterator[Figure]:
        """Everything that two packs can be compared by: the same key means the same."""
        for each in self.hands:
            yield from _figures(each)


@dataclass(frozen=True)
class Ask:
    """What odds are wanted; nothing where it is left to the pack's games."""

    of: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()
    turns: int | None = None
    players: int | None = None
    with_extras: bool = False


def odds_of(pack: Pack, ask: Ask = Ask()) -> Odds:
    """The odds of a pack. Raises UsageError for what cannot be dealt, or names no card."""
    cards = sum(card.quantity for card in in_play(pack, ask.with_extras))
    if not cards:
        raise UsageError(f"{pack.name} has no cards that are dealt: add a suit, or ask --with-extras")
    kinds = wanted(pack, ask.of, ask.with_extras) if ask.of else usual_wanted(pack, ask.with_extras)
    hands = _hands(pack, ask, cards)
    turns = [_turns(pack, ask, hand, cards) for hand in hands]
    if ask.turns is not None and max(turns) < ask.turns:
        raise UsageError(_too_many_turns(pack, ask, max(turns), hands))
    ceilings = own_figures(pack).ceilings
    told = [
        _hand_odds(cards, kinds, hand, so_many, ceilings, ask.players)
        for hand, so_many in zip(hands, turns, strict=True)
    ]
    return Odds(pack.name, cards, ask.players, tuple(told))


def _hands(pack: Pack, ask: Ask, cards: int) -> list[Hand]:
    """The hands to tell of, all of which can be dealt."""
    for size in ask.hands:
        if size > cards:
            has = f"{pack.name} has {cards:,} cards to deal"
            raise UsageError(f"{has}: a hand of {size:,} is larger; ask for --hand {cards} or fewer")
    usual = [hand._replace(cards=min(hand.cards, cards)) for hand in usual_hands(pack, ask.players)]
    hands = [Hand(size) for size in dict.fromkeys(ask.hands)] or usual
    if ask.players is None:
        return hands
    dealt = [hand for hand in hands if hand.cards * ask.players <= cards]
    if not dealt or (ask.hands and len(dealt) < len(hands)):
        raise UsageError(_too_many_players(pack, ask.players, max(hands).cards, cards))
    return dealt


def _too_many_players(pack: Pack, players: int, hand: int, cards: int) -> str:
    served = cards // hand
    most = f"{served} player{'' if served == 1 else 's'}"
    smaller = cards // players
    hint = f"ask for fewer players, or --hand {smaller} or fewer" if smaller else "ask for fewer players"
    return f"the {cards:,} cards of {pack.name} serve {most} with hands of {hand}, not {players}: {hint}"


def _stock(hand: Hand, players: int | None, cards: int) -> tuple[int, int]:
    """The cards left when hands are dealt, and how many draw of them."""
    if players is None and len(hand.players) == 1:
        [players] = hand.players
    return cards - hand.cards * (players or 1), players or 1


def _turns(pack: Pack, ask: Ask, hand: Hand, cards: int) -> int:
    """How many turns to tell of: as many as asked for, as far as the stock lasts for the first to play."""
    stock, players = _stock(hand, ask.players, cards)
    lasts = max(0, -(-stock // players))
    return min(lasts, USUAL_TURNS if ask.turns is None else ask.turns)


def _too_many_turns(pack: Pack, ask: Ask, lasts: int, hands: Sequence[Hand]) -> str:
    players = f" for {ask.players} players" if ask.players else ""
    sizes = " or ".join(str(hand.cards) for hand in hands)
    dealt = f"hands of {sizes}{players}"
    if not lasts:
        return (
            f"{dealt} leave no stock of {pack.name} to draw from: leave --turns out, or ask for fewer cards"
        )
    stock = f"the stock of {pack.name} lasts {lasts:,} turns, not {ask.turns:,}"
    return f"with {dealt}, {stock}: ask for --turns {lasts} or fewer"


def _hand_odds(
    cards: int,
    kinds: Iterable[Wanted],
    hand: Hand,
    turns: int,
    ceilings: tuple[Ceiling, ...],
    players: int | None,
) -> HandOdds:
    kinds = tuple(kinds)
    size = hand.cards
    return HandOdds(
        hand=hand,
        openings=tuple(_opening(cards, kind, size, players) for kind in kinds),
        turns=tuple(_turn_odds(cards, kind, size, turns) for kind in kinds) if turns else (),
        fitting=tuple(_fitting(cards, each, size) for each in ceilings),
        met=_met(cards, ceilings, size),
        met_of_all=_met(cards, ceilings, size * (players - 1)) if players and players > 2 else None,
    )


def _opening(cards: int, kind: Wanted, hand: int, players: int | None) -> Opening:
    anybody = at_least_one(cards, kind.cards, hand * players) if players else None
    mean = Fraction(hand * kind.cards, cards)
    return Opening(kind, distribution(cards, kind.cards, hand), mean, anybody)


def _turn_odds(cards: int, kind: Wanted, hand: int, turns: int) -> Turns:
    return Turns(kind, tuple(at_least_one(cards, kind.cards, hand + turn) for turn in range(turns + 1)))


def _fitting(cards: int, ceiling: Ceiling, hand: int) -> Fitting:
    within, greens = ceiling.cards_within, ceiling.cards_within + ceiling.cards_over
    return Fitting(
        ceiling,
        Fraction(within, greens) if greens else Fraction(0),
        Fraction(within, cards),
        at_least_one(cards, within, hand),
    )


def _met(cards: int, ceilings: tuple[Ceiling, ...], drawn: int) -> Fraction | None:
    """The mean of the lowest red pointage among cards drawn; where there is no red, of the highest."""
    if not ceilings:
        return None
    # A mean of what is never below zero: the sum of the chances that it is above each step.
    mean = Fraction(ceilings[0].pointage)
    for each, above in pairwise(ceilings):
        none_so_low = 1 - at_least_one(cards, above.lowering, drawn)
        mean += (above.pointage - each.pointage) * none_so_low
    return mean


def _figures(odds: HandOdds) -> Iterator[Figure]:
    hand = odds.hand.cards
    for opening in odds.openings:
        kind, key = opening.wanted.title, f"hand_{hand}.{opening.wanted.title}"
        yield Figure(f"{key}.one", f"{kind}: hands of {hand} with one or more", opening.at_least(1), "share")
        yield Figure(f"{key}.mean", f"{kind}: mean in a hand of {hand}", opening.mean, "cards")
    for turns in odds.turns:
        kind, last = turns.wanted.title, len(turns.chances) - 1
        title = f"{kind}: in a hand of {hand} or drawn by turn {last}"
        yield Figure(f"hand_{hand}.{kind}.turn_{last}", title, turns.chances[-1], "share")
    for each in odds.fitting:
        pointage = each.ceiling.pointage
        key, title = f"ceiling_{pointage}", f"ceiling of {pointage}: green cards that fit"
        yield Figure(f"{key}.green", title, each.green, "share")
        title = f"ceiling of {pointage}: hands of {hand} with one that fits"
        yield Figure(f"{key}.hand_{hand}", title, each.hand, "share")
    if odds.met is not None:
        title = f"ceiling met: the lowest red of an opponent's {hand}, mean"
        yield Figure(f"hand_{hand}.met", title, odds.met, "points")
    if odds.met_of_all is not None:
        title = f"ceiling met: the lowest red of all opponents' {hand}, mean"
        yield Figure(f"hand_{hand}.met_of_all", title, odds.met_of_all, "points")
