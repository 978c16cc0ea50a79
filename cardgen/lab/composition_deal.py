"""What is dealt of a pack: which cards are in play, what is asked of them, and how many go to a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import UsageError
from ..games import GAMES
from ..games.game import Hand
from ..pack.model import Card, Pack
from ..pack.selection import matching
from .composition_parts import number

#: Cards in a hand where no game says how many.
USUAL_HAND = 5
#: Extras that nobody deals.
_NEVER_DEALT = ("summary", "title")
_PEOPLE_SAY = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
#: Letters and numbers that are spoken with a vowel first.
_VOWELS = (*tuple("AEFHILMNORSX8"), "11", "18")


class Wanted(NamedTuple):
    """What odds are about: so many cards that are as good as each other."""

    #: How a table calls them: "red", "+4", "aces".
    title: str
    #: One of them in a sentence: "a red card", "the ≤0".
    one: str
    cards: int


def in_play(pack: Pack, with_extras: bool = False) -> tuple[Card, ...]:
    """The cards that are shuffled and dealt.

    Extras stay out unless they are asked for: a text may be a rule, and games leave jokers out (that of
    Unfettered Abstrac is not dealt, but taken first). A pack without suits has nothing else to deal.
    Summaries and titles never are dealt.
    """
    extras = with_extras or not pack.suits
    return tuple(
        card
        for card in pack.cards
        if card.quantity and (card.suit is not None or (extras and card.kind not in _NEVER_DEALT))
    )


def usual_hands(pack: Pack, players: int | None = None) -> tuple[Hand, ...]:
    """The hands of the pack's games (for so many players), each size once; 5 cards where no game says."""
    found: dict[int, Hand] = {}
    every = [hand for game in pack.games for hand in GAMES[game].hands()]
    for hand in [hand for hand in every if not hand.row] or every:
        if players is None or not hand.players or players in hand.players:
            other = found.get(hand.cards, Hand(hand.cards))
            where = ", ".join(dict.fromkeys(filter(None, (other.where, hand.where))))
            found[hand.cards] = Hand(hand.cards, where, tuple(sorted({*other.players, *hand.players})))
    return tuple(found.values()) or (Hand(USUAL_HAND),)


def wanted(pack: Pack, terms: Sequence[str], with_extras: bool = False) -> tuple[Wanted, ...]:
    """What terms name among the cards in play, each set of cards once.

    A term is what `--only` takes ("red", "+4", "A", "+1..+3", "joker"), or several with commas between, of
    which any will do. Raises UsageError for one that names nothing, or nothing that is dealt.
    """
    dealt = {card.id: card for card in in_play(pack, with_extras)}
    found: dict[frozenset[str], Wanted] = {}
    for term in terms:
        parts = [part.strip() for part in term.split(",") if part.strip()]
        if not parts:
            raise UsageError("--of names no card: write a suit, a card or a rank, such as --of red")
        cards = {card.id: card for part in parts for card in matching(pack, part)}
        mine = [card for key, card in cards.items() if key in dealt]
        if not mine:
            raise UsageError(_not_dealt(pack, term, list(cards.values())))
        found.setdefault(frozenset(card.id for card in mine), _wanted(pack, term, mine))
    return tuple(found.values())


def _not_dealt(pack: Pack, term: str, cards: Iterable[Card]) -> str:
    if all(card.kind in _NEVER_DEALT or not card.quantity for card in cards):
        return f"{term!r} of {pack.name} is never dealt: ask for a suit, a card or a rank"
    return f"{term!r} stays out of the games of {pack.name}: add --with-extras to deal it"


def _wanted(pack: Pack, term: str, cards: list[Card]) -> Wanted:
    title, one = _called(pack, term, cards)
    return Wanted(title, one, sum(card.quantity for card in cards))


def _called(pack: Pack, term: str, cards: list[Card]) -> tuple[str, str]:
    """How a table calls some cards, and how a sentence calls one of them."""
    suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
    if len(cards) == 1:
        [card] = cards
        article = "the" if card.quantity == 1 else _article(card.label)
        return card.label, f"{article} {card.label}"
    suit, rank = next(iter(suits)), next(iter(ranks))
    if len(suits) == 1 and suit and len(cards) == len(pack.suits[suit].cards):
        return pack.suit_title(suit), _one_of_suit(pack, suit)
    if len(ranks) == 1 and rank and "," not in term:
        name = _PEOPLE_SAY.get(rank)
        return (f"{name}s", f"{_article(name)} {name}") if name else (rank, f"{_article(rank)} {rank}")
    if all(card.kind == "joker" for card in cards):
        return "jokers", "a joker"
    if {term.lower()} == {card.kind for card in cards}:
        return term.lower(), f"a {term.lower()} card"
    parts = [part.strip() for part in term.split(",") if part.strip()]
    return term, " or ".join(parts) if len(parts) > 1 else f"one of {term}"


def _one_of_suit(pack: Pack, key: str) -> str:
    title = pack.suit_title(key)
    if pack.suits[key].symbol:
        return f"a {title[:-1]}" if title.endswith("s") else f"a card of {title}"
    return f"{_article(title)} {title} card"


def _article(text: str) -> str:
    spelt = len(text) == 1 or not text[0].isalpha() or (text[1:2] == " ")
    vowel = text.startswith(_VOWELS) if spelt else text[0].lower() in "aeiou"
    return "an" if vowel else "a"


#: So many suits, or cards of a pack without suits, are told of where nobody asks for any.
_MOST_USUAL = 8


def usual_wanted(pack: Pack, with_extras: bool = False) -> tuple[Wanted, ...]:
    """What people ask of a pack first.

    For a game with opposed suits both of them, the highest and the lowest of each; for other packs a suit,
    aces (or the first rank, where there are none), jokers.
    """
    dealt = in_play(pack, with_extras)
    by_suit: dict[str, list[Card]] = {key: [] for key in pack.suits}
    for card in dealt:
        if card.suit is not None:
            by_suit[card.suit].append(card)
    opposed = next((GAMES[game].opposed for game in pack.games if GAMES[game].opposed), None)
    if opposed:
        suits = [by_suit[key] for key in opposed(pack) if key]
        return tuple(_wanted(pack, "", group) for cards in suits for group in (cards, *_ends(cards)))
    groups = [*_several(list(by_suit.values()), dealt), [card for card in dealt if card.kind == "joker"]]
    found = (*_suits_wanted(pack, by_suit), *(_wanted(pack, "", group) for group in groups if group))
    return found or tuple(_wanted(pack, "", [card]) for card in dealt[:_MOST_USUAL])


def _suits_wanted(pack: Pack, by_suit: dict[str, list[Card]]) -> Iterator[Wanted]:
    """Suits; where all have as many cards, the odds of one are those of any other."""
    found = [_wanted(pack, "", cards) for cards in by_suit.values() if cards]
    if len(found) > 1 and len({each.cards for each in found}) == 1:
        yield Wanted("one suit", "a card of a given suit", found[0].cards)
    else:
        yield from found[:_MOST_USUAL]


def _several(suits: list[list[Card]], dealt: Sequence[Card]) -> list[list[Card]]:
    """Cards of one suit: the highest and the lowest. Of several: the aces, or the cards of the first rank."""
    if len(suits) == 1:
        return _ends(suits[0])
    of_suits = [card for card in dealt if card.suit is not None]
    ranks = [card.rank for card in of_suits]
    rank = "A" if "A" in ranks else next(iter(ranks), None)
    cards = [card for card in of_suits if card.rank == rank]
    return [cards] if len(cards) > 1 else []


def _ends(cards: list[Card]) -> list[list[Card]]:
    """The highest and the lowest card of a suit; where ranks are no numbers, the first and the last."""
    if len(cards) < 2:
        return []
    if all(number(card.rank) is not None for card in cards):
        cards = sorted(cards, key=lambda card: number(card.rank) or 0, reverse=True)
    return [[cards[0]], [cards[-1]]]
