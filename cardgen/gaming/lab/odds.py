"""Exact odds of cards dealt and drawn from a shuffled pack: computed, not sampled.

The number of cards of a kind in a deal without replacement follows the hypergeometric distribution (Johnson,
Kotz and Kemp, "Univariate Discrete Distributions", chapter 6). Everything is counted in whole numbers, and
every chance is a fraction. Players' choices are left out: these are odds of deal and stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import NamedTuple

from ...errors import UsageError
from ...pack.model import Card, Pack
from ...pack.selection import NEVER_DEALT, cards_matching_any, dealt_cards
from ...units import count_with_noun
from ..games import GAMES
from ..games.game import Hand
from ..games.measures import Ceiling, PackFigure
from .composition import game_figures, whole_number
from .questions import (
    NO_QUESTIONS,
    ConditionAnswer,
    PackQuestions,
    Questions,
    SumAnswer,
    pack_as_dealt,
    read_questions,
)

#: Maximum number of suits, or of cards of a pack without suits, in the default odds.
_MOST_USUAL = 8
#: Default number of turns; the help of `stats` states it.
_USUAL_TURNS = 6
#: Default hand if no game defines one.
USUAL_HAND = 5
_PEOPLE_SAY = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
#: Letters and numbers that begin with a vowel when spoken.
_VOWELS = (*tuple("AEFHILMNORSX8"), "11", "18")


class CardSet(NamedTuple):
    """A set of cards whose odds are computed as if its cards were equal."""

    #: The name in a table: "red", "+4", "aces".
    title: str
    #: One of them in a sentence: "a red card", "the ≤0".
    one: str
    cards: int


def default_hands(pack: Pack, players: int | None = None) -> tuple[Hand, ...]:
    """Return the hands of the pack's games (for a number of players), each size once; 5 cards by default."""
    found: dict[int, Hand] = {}
    every = [hand for game in pack.games for hand in GAMES[game].hands()]
    for hand in [hand for hand in every if not hand.row] or every:
        if players is None or not hand.players or players in hand.players:
            other = found.get(hand.cards, Hand(hand.cards))
            where = ", ".join(dict.fromkeys(filter(None, (other.where, hand.where))))
            found[hand.cards] = Hand(hand.cards, where, tuple(sorted({*other.players, *hand.players})))
    return tuple(found.values()) or (Hand(USUAL_HAND),)


def find_card_sets(pack: Pack, terms: Sequence[str], with_extras: bool = False) -> tuple[CardSet, ...]:
    """Return the sets of cards in play that terms name, each set once.

    A term is a value of `--only` ("red", "+4", "A", "+1..+3", "joker"), or several joined by commas, any of
    which counts. Raises UsageError for a term that names no card, or none that is dealt.
    """
    dealt = {card.id: card for card in dealt_cards(pack, with_extras)}
    found: dict[frozenset[str], CardSet] = {}
    for term in terms:
        cards = {card.id: card for card in cards_matching_any(pack, term)}
        if not cards:
            raise UsageError("--of names no card: write a suit, a card or a rank, such as --of red")
        mine = [card for key, card in cards.items() if key in dealt]
        if not mine:
            if not any(card.quantity for card in cards.values()):
                raise UsageError(f"{term!r} of {pack.name} is not in the deck: name cards that are dealt")
            if all(card.kind in NEVER_DEALT or not card.quantity for card in cards.values()):
                never = f"{term!r} of {pack.name} is never dealt: ask for a suit, a card or a rank"
                raise UsageError(never)
            raise UsageError(f"{term!r} stays out of the games of {pack.name}: add --with-extras to deal it")
        found.setdefault(frozenset(card.id for card in mine), _make_card_set(pack, term, mine))
    return tuple(found.values())


def _make_card_set(pack: Pack, term: str, cards: list[Card]) -> CardSet:
    """Return cards as one set with its names. term: how the user named them; "" if nobody did."""
    title, one = _card_set_names(pack, term, cards)
    return CardSet(title, one, sum(card.quantity for card in cards))


def _card_set_names(pack: Pack, term: str, cards: list[Card]) -> tuple[str, str]:
    """Return the name of a set of cards in a table, and the name of one of its cards in a sentence.

    term: how the user named them; "" if nobody did.
    """
    suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
    if len(cards) == 1:
        [card] = cards
        if card.kind == "layout" and card.suit is None:
            # The titles of cards are names, with or without their own article.
            return card.label, f'"{card.label}"'
        article = "the" if card.quantity == 1 else _indefinite_article(card.label)
        return card.label, f"{article} {card.label}"
    suit, rank = next(iter(suits)), next(iter(ranks))
    if (
        len(suits) == 1
        and suit
        and len(cards) == sum(bool(c.quantity) for c in pack.suit_cards[suit].values())
    ):
        return pack.suit_title(suit), _phrase_for_one_card(pack, suit)
    if len(ranks) == 1 and rank and "," not in term:
        name = _PEOPLE_SAY.get(rank)
        return (
            (f"{name}s", f"{_indefinite_article(name)} {name}")
            if name
            else (rank, f"{_indefinite_article(rank)} {rank}")
        )
    if all(card.kind == "joker" for card in cards):
        return "jokers", "a joker"
    if {term.lower()} == {card.kind for card in cards}:
        return term.lower(), f"a {term.lower()} card"
    if "=" in term and "," not in term:
        return term, f"a card with {term}"
    parts = [part.strip() for part in term.split(",") if part.strip()]
    return term, " or ".join(parts) if len(parts) > 1 else f"one of {term}"


def _phrase_for_one_card(pack: Pack, key: str) -> str:
    """Return what one card of a suit is called in a sentence: "a spade", or "a red card"."""
    title = pack.suit_title(key)
    if pack.suits[key].symbol:
        return f"a {title[:-1]}" if title.endswith("s") else f"a card of {title}"
    return f"{_indefinite_article(title)} {title} card"


def _indefinite_article(text: str) -> str:
    """Return the article of a spoken text: "an" for "ace" and "8", "a" for "king"."""
    spelt = len(text) == 1 or not text[0].isalpha() or (text[1:2] == " ")
    vowel = text.startswith(_VOWELS) if spelt else text[0].lower() in "aeiou"
    return "an" if vowel else "a"


def default_card_sets(pack: Pack, with_extras: bool = False) -> tuple[CardSet, ...]:
    """Return the sets of cards to show if a user names none.

    For a game with opposed suits these are both suits, and the highest and the lowest card of each. For other
    packs they are the suits (one, if all have equally many cards), the aces (or the cards of the first rank,
    if there are none) and the jokers.
    """
    dealt = dealt_cards(pack, with_extras)
    by_suit: dict[str, list[Card]] = {key: [] for key in pack.suits}
    for card in dealt:
        if card.suit is not None:
            by_suit[card.suit].append(card)
    opposed = next((GAMES[game].opposed for game in pack.games if GAMES[game].opposed), None)
    if opposed:
        suits = [by_suit[key] for key in opposed(pack) if key and by_suit[key]]
        return tuple(
            _make_card_set(pack, "", group)
            for cards in suits
            for group in (cards, *_highest_and_lowest(cards))
        )
    groups = [
        *_notable_cards(list(by_suit.values()), dealt),
        [card for card in dealt if card.kind == "joker"],
    ]
    found = (*_suit_card_sets(pack, by_suit), *(_make_card_set(pack, "", group) for group in groups if group))
    return found or tuple(_make_card_set(pack, "", [card]) for card in dealt[:_MOST_USUAL])


def _suit_card_sets(pack: Pack, by_suit: dict[str, list[Card]]) -> Iterator[CardSet]:
    """Yield a set for each suit, at most 8; a single set "one suit" if all suits have equally many cards."""
    found = [_make_card_set(pack, "", cards) for cards in by_suit.values() if cards]
    if len(found) > 1 and len({each.cards for each in found}) == 1:
        yield CardSet("one suit", "a card of a given suit", found[0].cards)
    else:
        yield from found[:_MOST_USUAL]


def _notable_cards(suits: list[list[Card]], dealt: Sequence[Card]) -> list[list[Card]]:
    """Return lists of cards to show in addition to whole suits; each list becomes a set of its own.

    For a single suit these are its highest and its lowest card. For several suits they are the aces, or the
    cards of the first rank.
    """
    if len(suits) == 1:
        return _highest_and_lowest(suits[0])
    of_suits = [card for card in dealt if card.suit is not None]
    ranks = [card.rank for card in of_suits]
    rank = "A" if "A" in ranks else next(iter(ranks), None)
    cards = [card for card in of_suits if card.rank == rank]
    return [cards] if len(cards) > 1 else []


def _highest_and_lowest(cards: list[Card]) -> list[list[Card]]:
    """Return the highest and the lowest card of a suit, in a list each; [] for fewer than two cards.

    If ranks are not numbers, these are the first and the last card.
    """
    if len(cards) < 2:
        return []
    if all(whole_number(card.rank) is not None for card in cards):
        cards = sorted(cards, key=lambda card: whole_number(card.rank) or 0, reverse=True)
    return [[cards[0]], [cards[-1]]]


def chances_of_counts(cards: int, good: int, drawn: int) -> tuple[Fraction, ...]:
    """Return the chances of exactly 0, 1 ... `drawn` good cards among `drawn` from `cards`.

    Raises ValueError if more are good or drawn than there are.

    >>> [str(chance) for chance in chances_of_counts(4, 2, 2)]
    ['1/6', '2/3', '1/6']
    """
    _verify_counts(cards, good, drawn)
    ways = comb(cards, drawn)
    return tuple(Fraction(comb(good, k) * comb(cards - good, drawn - k), ways) for k in range(drawn + 1))


def chance_of_at_least_one(cards: int, good: int, drawn: int) -> Fraction:
    """Return the chance of at least one good card among `drawn` from `cards`.

    Raises ValueError if more are good or drawn than there are.

    >>> chance_of_at_least_one(52, 4, 5)
    Fraction(18472, 54145)
    """
    _verify_counts(cards, good, drawn)
    return 1 - Fraction(comb(cards - good, drawn), comb(cards, drawn))


def _verify_counts(cards: int, good: int, drawn: int) -> None:
    """Raise ValueError if more cards are good or drawn than there are."""
    if not (0 <= good <= cards and 0 <= drawn <= cards):
        raise ValueError(f"of {cards} cards, {good} cannot be good and {drawn} drawn")


@dataclass(frozen=True)
class OpeningHandOdds:
    """One kind of card in an opening hand: `chances[k]` is the chance of exactly k of them."""

    wanted: CardSet
    chances: tuple[Fraction, ...]
    #: The mean number of these cards in a hand.
    mean: Fraction
    #: The chance that any player is dealt one; None without a number of players.
    anybody: Fraction | None

    def at_least(self, count: int) -> Fraction:
        """Return the chance of `count` or more of these cards in the hand."""
        return 1 - sum(self.chances[:count], Fraction(0))


@dataclass(frozen=True)
class DrawnByTurn:
    """One kind of card over time: `chances[t]` is the chance of having drawn one by the end of turn t.

    Turn 0 is the deal; each turn draws one card of the stock.
    """

    wanted: CardSet
    chances: tuple[Fraction, ...]


@dataclass(frozen=True)
class CeilingOdds:
    """The odds that green cards fit under a ceiling of NEVER OVER."""

    ceiling: Ceiling
    #: The chance that a drawn green card fits, and that any drawn card is green and fits.
    green: Fraction
    any: Fraction
    #: The chance that a hand holds at least one that fits.
    hand: Fraction


@dataclass(frozen=True)
class HandOdds:
    """All odds for hands of one size."""

    hand: Hand
    openings: tuple[OpeningHandOdds, ...]
    #: Empty if all cards are dealt.
    turns: tuple[DrawnByTurn, ...]
    #: For NEVER OVER, from the lowest ceiling.
    ceiling_odds: tuple[CeilingOdds, ...]
    #: For NEVER OVER, the mean ceiling that a player meets: an opponent puts the lowest red card of the
    #: opening hand on the player's empty pile (without one, the highest pointage stays). And the same for all
    #: opponents together, if more than two players are given.
    mean_ceiling: Fraction | None
    mean_ceiling_of_all: Fraction | None
    #: The answers to questions on conditions, and on columns that are summed.
    held: tuple[ConditionAnswer, ...] = ()
    sums: tuple[SumAnswer, ...] = ()


@dataclass(frozen=True)
class Odds:
    """The odds of a pack."""

    name: str
    #: Number of cards that are shuffled and dealt.
    cards: int
    #: The number of players, if given.
    players: int | None
    hands: tuple[HandOdds, ...]
    questions: Questions = NO_QUESTIONS
    #: What one of them is called in counts: "card" or "piece".
    unit: str = "card"

    @property
    def figures(self) -> Iterator[PackFigure]:
        """Yield the figures by which two packs can be compared: the same key has the same meaning."""
        for each in self.hands:
            yield from _odds_figures(each)


@dataclass(frozen=True)
class OddsRequest:
    """The requested odds; empty fields follow from the pack's games."""

    terms: tuple[str, ...] = ()
    hands: tuple[int, ...] = ()
    turns: int | None = None
    players: int | None = None
    with_extras: bool = False
    questions: Questions = NO_QUESTIONS


def odds_of(pack: Pack, request: OddsRequest = OddsRequest()) -> Odds:
    """Return the exact odds of opening hands, of draws and of the questions asked about a pack.

    Raises UsageError if the pack has too few cards for the hands, players or turns of `request`, or none of
    those that it names.
    """
    whole, pack = pack, pack_as_dealt(pack, request.questions, request.with_extras)
    if request.questions.deck is not None:
        # A deck named by the user is dealt as named, with its extras.
        request = replace(request, with_extras=True)
    cards = sum(card.quantity for card in dealt_cards(pack, request.with_extras))
    if not cards and pack is not whole:
        raise UsageError(f"--deck and --out leave no card of {pack.name} to deal")
    if not cards:
        raise UsageError(f"{pack.name} has no cards that are dealt: add a suit, or ask --with-extras")
    kinds: tuple[CardSet, ...] = ()
    if request.terms:
        kinds = find_card_sets(pack, request.terms, request.with_extras)
    elif not request.questions.is_asked:
        kinds = default_card_sets(pack, request.with_extras)
    asked = read_questions(pack, request.questions, request.with_extras)
    hands = _hands_to_deal(pack, request, cards)
    turns = [_number_of_turns(cards, request, hand) for hand in hands]
    if request.turns is not None and max(turns) < request.turns:
        raise UsageError(_too_many_turns_message(pack, request, max(turns), hands))
    for hand, last in zip(hands, turns, strict=True):
        asked.verify_hands(hand.cards, last)
    # What NEVER OVER's ceilings allow is shown for the pack as a whole.
    ceilings = game_figures(pack).ceilings if pack is whole and not request.questions.is_asked else ()
    every = [
        _hand_odds(cards, kinds, hand, last, ceilings, request, asked)
        for hand, last in zip(hands, turns, strict=True)
    ]
    return Odds(pack.name, cards, request.players, tuple(every), request.questions, whole.card_noun)


def _number_of_turns(cards: int, request: OddsRequest, hand: Hand) -> int:
    """Return how many turns to show: those requested, or fewer if the stock ends before."""
    wished = _USUAL_TURNS if request.turns is None else request.turns
    if request.questions.new_hands:
        return wished
    players = request.players or (hand.players[0] if len(hand.players) == 1 else 1)
    return min(wished, max(0, -(-(cards - hand.cards * players) // players)))


def _hands_to_deal(pack: Pack, request: OddsRequest, cards: int) -> list[Hand]:
    """Return the sizes of hands to show. Raises UsageError if one cannot be dealt to all players."""
    for size in request.hands:
        if size > cards:
            has = f"{pack.name} has {cards:,} cards to deal"
            raise UsageError(f"{has}: a hand of {size:,} is larger; ask for --hand {cards} or fewer")
    usual = [hand._replace(cards=min(hand.cards, cards)) for hand in default_hands(pack, request.players)]
    hands = [Hand(size) for size in dict.fromkeys(request.hands)] or usual
    if request.players is None:
        return hands
    dealt = [hand for hand in hands if hand.cards * request.players <= cards]
    if not dealt or (request.hands and len(dealt) < len(hands)):
        largest, smaller = max(hands).cards, cards // request.players
        players = count_with_noun(cards // largest, "player")
        serve = f"serve {players} with hands of {largest}, not {request.players}"
        hint = "ask for fewer players" + (f", or --hand {smaller} or fewer" if smaller else "")
        raise UsageError(f"the {cards:,} cards of {pack.name} {serve}: {hint}")
    return dealt


def _too_many_turns_message(pack: Pack, request: OddsRequest, max_turns: int, hands: Sequence[Hand]) -> str:
    """Return the message that the stock does not last for as many turns as requested.

    max_turns: the number of turns for which it lasts.
    """
    players = f" for {request.players} players" if request.players else ""
    sizes = " or ".join(str(hand.cards) for hand in hands)
    dealt = f"hands of {sizes}{players}"
    if not max_turns:
        return (
            f"{dealt} leave no stock of {pack.name} to draw from: leave --turns out, or ask for fewer cards"
        )
    stock = f"the stock of {pack.name} lasts {max_turns:,} turns, not {request.turns:,}"
    return f"with {dealt}, {stock}: ask for --turns {max_turns} or fewer"


def _hand_odds(
    cards: int,
    kinds: Sequence[CardSet],
    hand: Hand,
    turns: int,
    ceilings: tuple[Ceiling, ...],
    request: OddsRequest,
    questions: PackQuestions,
) -> HandOdds:
    """Return the odds for hands of one size. cards: their number in the pack. kinds: the sets to look for."""
    players, drawn_on = request.players, 0 if request.questions.new_hands else turns
    size, openings, by_turn, ceiling_odds = hand.cards, [], [], []
    for kind in kinds:
        anybody = chance_of_at_least_one(cards, kind.cards, size * players) if players else None
        chances = chances_of_counts(cards, kind.cards, size)
        openings.append(OpeningHandOdds(kind, chances, Fraction(size * kind.cards, cards), anybody))
        had = (chance_of_at_least_one(cards, kind.cards, size + turn) for turn in range(drawn_on + 1))
        by_turn += [DrawnByTurn(kind, tuple(had))] if drawn_on else []
    for each in ceilings:
        within, greens = each.cards_within, each.cards_within + each.cards_over
        drawn = Fraction(within, greens) if greens else Fraction(0)
        ceiling_odds.append(
            CeilingOdds(each, drawn, Fraction(within, cards), chance_of_at_least_one(cards, within, size))
        )
    return HandOdds(
        hand=hand,
        openings=tuple(openings),
        turns=tuple(by_turn),
        ceiling_odds=tuple(ceiling_odds),
        mean_ceiling=_mean_ceiling_met(cards, ceilings, size),
        mean_ceiling_of_all=_mean_ceiling_met(cards, ceilings, size * (players - 1))
        if players and players > 2
        else None,
        held=questions.condition_answers(size, turns),
        sums=questions.sum_answers(size, turns),
    )


def _mean_ceiling_met(cards: int, ceilings: tuple[Ceiling, ...], drawn: int) -> Fraction | None:
    """Return the mean of the lowest red pointage among drawn cards; None for a pack without ceilings.

    If there is no red card among them, the highest pointage counts. cards: the number of cards dealt. drawn:
    the number of cards drawn.
    """
    if not ceilings:
        return None
    # The mean of a value that is never negative: the sum of the chances that it exceeds each step.
    mean = Fraction(ceilings[0].pointage)
    for each, above in pairwise(ceilings):
        none_so_low = 1 - chance_of_at_least_one(cards, above.lowering, drawn)
        mean += (above.pointage - each.pointage) * none_so_low
    return mean


def _odds_figures(odds: HandOdds) -> Iterator[PackFigure]:
    """Yield the figures of the odds for hands of one size, for comparing packs."""
    hand = odds.hand.cards
    for opening in odds.openings:
        kind, key = opening.wanted.title, f"hand_{hand}.{opening.wanted.title}"
        yield PackFigure(
            f"{key}.one", f"{kind}: hands of {hand} with one or more", opening.at_least(1), "share"
        )
        yield PackFigure(f"{key}.mean", f"{kind}: mean in a hand of {hand}", opening.mean, "cards")
    for turns in odds.turns:
        kind, last = turns.wanted.title, len(turns.chances) - 1
        title = f"{kind}: in a hand of {hand} or drawn by turn {last}"
        yield PackFigure(f"hand_{hand}.{kind}.turn_{last}", title, turns.chances[-1], "share")
    for each in odds.ceiling_odds:
        pointage = each.ceiling.pointage
        key, title = f"ceiling_{pointage}", f"ceiling of {pointage}: green cards that fit"
        yield PackFigure(f"{key}.green", title, each.green, "share")
        title = f"ceiling of {pointage}: hands of {hand} with one that fits"
        yield PackFigure(f"{key}.hand_{hand}", title, each.hand, "share")
    if odds.mean_ceiling is not None:
        title = f"ceiling met: the lowest red of an opponent's {hand}, mean"
        yield PackFigure(f"hand_{hand}.met", title, odds.mean_ceiling, "points")
    if odds.mean_ceiling_of_all is not None:
        title = f"ceiling met: the lowest red of all opponents' {hand}, mean"
        yield PackFigure(f"hand_{hand}.met_of_all", title, odds.mean_ceiling_of_all, "points")
