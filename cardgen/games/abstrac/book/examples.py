"""Worked examples of Abstrac with a pack's own cards: rows and halves played out and scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ....errors import UsageError
from ....pack.model import Card, Pack
from ....text.styles import InlineCard
from ...cards import DECK, JOKER, SUITS
from ...cards import Card as GameCard
from ...standard_cards import suit_keys
from .. import deal as play
from .. import example, scoring, scoring52
from ..options import SHORT, Kind, Options
from ..records import Settled
from ..scoring import Combination
from .figures import Group, Groups, Share
from .row import Row

_SIGNS = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
RANK_NAMES = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "10": "Ten", "9": "Nine"}
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_PLAYERS = ("Non-dealer", "Dealer")

#: A card in a line of text: the pack's own, or its name where the pack has none such.
Shown = InlineCard | str


def joined(shown: Iterable[Shown]) -> list[Shown]:
    """Cards with a space between them, so that a line may end there."""
    return [part for each in shown for part in (each, " ")][:-1]


def _unbroken(text: str) -> str:
    """A text that stays in one line."""
    return text.replace(" ", "\u00a0")


class Turn(NamedTuple):
    """One turn: who took what, what was allowed, and how many cards are left in the row."""

    number: int
    player: str
    exposed: Shown
    most: int
    cards: list[Shown]
    size: int
    left: int
    #: The most that the next player may take; 0 at the end.
    next: int


class Combo(NamedTuple):
    """A set or a run, as it is called, and its points."""

    name: str
    cards: list[Shown]
    points: int


class Side(NamedTuple):
    """One player at the end of a row."""

    name: str
    cards: list[Shown]
    size: int
    combinations: list[Combo]
    points: int
    #: The number of the opponent's cards.
    factor: int
    #: points times factor, and what is scored.
    product: int
    score: int
    table: Groups
    laid: Groups

    @property
    def rows(self) -> list[list[object]]:
        """Its combinations for a table: name, cards, points."""
        return [[each.name, joined(each.cards), each.points] for each in self.combinations]

    @property
    def sum(self) -> str:
        """How the score comes about: "12 × 14 = 168"."""
        return _unbroken(f"{self.points} × {self.factor} = {self.product}")


class PlayedRow(NamedTuple):
    """A row played to its end."""

    turns: list[Turn]
    #: Turns two by two: the one who began, then the other.
    pairs: list[tuple[Turn, ...]]
    sides: tuple[Side, Side]
    misere: bool
    row: Row
    share: Share

    @property
    def rows(self) -> list[list[object]]:
        """Its turns two by two for a table: number, what each took, how many cards are left."""
        made: list[list[object]] = []
        for pair in self.pairs:
            took: list[object] = [joined(turn.cards) for turn in pair]
            numbers = "–".join(str(turn.number) for turn in pair)
            made.append([numbers, *took, *[""] * (2 - len(pair)), pair[-1].left])
        return made

    @property
    def winner(self) -> str:
        """Who scores more; empty where both score the same."""
        one, other = self.sides
        return "" if one.score == other.score else one.name if one.score > other.score else other.name

    @property
    def steps(self) -> list[list[object]]:
        """Its turns one by one: number, the most that may be taken, and what is."""
        return [[turn.number, turn.most, joined(turn.cards)] for turn in self.turns]


class Product(NamedTuple):
    """One player at the end of a half of the 52-card game."""

    name: str
    size: int
    flush: list[Shown]
    sequence: list[Shown]
    alike: list[Shown]
    factors: tuple[int, int, int]
    #: The fourth factor; 0 where there is none.
    short: int
    score: int

    @property
    def rows(self) -> list[list[object]]:
        """What counts, for a table: what it is, its cards, how many."""
        kinds = ("Longest flush", "Longest sequence", "Longest set")
        found = zip(kinds, (self.flush, self.sequence, self.alike), self.factors, strict=True)
        return [[kind, joined(shown), factor] for kind, shown, factor in found]

    @property
    def sum(self) -> str:
        """How the score comes about: "6 × 4 × 3 × 4 = 288"."""
        factors = (*self.factors, *([self.short] if self.short else []))
        return _unbroken(f"{' × '.join(map(str, factors))} = {self.score}")


class Half(NamedTuple):
    """A half of the 52-card game played to its end."""

    turns: list[Turn]
    sides: tuple[Product, Product]


class Deck:
    """The game's cards as those of a pack, whose suits may have other names and another order."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.keys = suit_keys(pack) if len(pack.suits) == len(SUITS) else {}
        self.by_place = {(card.suit, card.rank): card for card in pack.cards if card.suit and card.rank}
        self.joker = next((card for card in pack.cards if card.kind == "joker"), None)

    def need(self, game: str, title: str) -> None:
        """Raise UsageError where the pack lacks cards of a game."""
        wanted = DECK if game == "abstrac-52" else SHORT
        if not all(self.find(card) for card in wanted):
            ranks = "A K Q J 10 9" if wanted is SHORT else "A to K"
            raise UsageError(f"{self.pack.name} is no pack for {title}: use one with {ranks} in four suits")
        if game == "abstrac-unfettered" and self.joker is None:
            raise UsageError(f"{self.pack.name} is no pack for {title}: add a joker to its extras")

    def find(self, card: GameCard) -> Card | None:
        """The pack's card, if it has one."""
        if card == JOKER:
            return self.joker
        return self.by_place.get((self.keys.get(card.suit, ""), card.rank))

    def suit_name(self, suit: str) -> str:
        """What the pack calls a suit."""
        return self.pack.suit_title(self.keys.get(suit, suit)) if suit in self.keys else suit

    def shown(self, card: GameCard) -> Shown:
        """The card in a line of text."""
        found = self.find(card)
        if found is not None:
            return InlineCard(found)
        return _named(card)

    def of_full(self, hand: Iterable[GameCard]) -> list[Shown]:
        """Cards of the full pack in a line of text, all alike: by name where the pack lacks some."""
        whole = all(self.find(card) for card in DECK)
        return [self.shown(card) if whole else _named(card) for card in hand]

    def all_shown(self, hand: Iterable[GameCard]) -> list[Shown]:
        """Cards in a line of text."""
        return [self.shown(card) for card in hand]

    def faces(self, hand: Iterable[GameCard]) -> tuple[Card, ...]:
        """The pack's own cards; those that it has not are left out."""
        return tuple(found for card in hand if (found := self.find(card)) is not None)

    # Lines of play

    def turns(self, row: Sequence[GameCard], draws: Sequence[int], kind: Kind = Kind.BASIC) -> list[Turn]:
        """A row drawn by numbers of cards. Raises ValueError where a draw is not legal."""
        return self._turns(play.Deal(Options(kind), (row,)), draws)

    def _turns(self, deal: play.Deal, draws: Sequence[int]) -> list[Turn]:
        deal.choose(True)
        made = []
        for number, draw in enumerate(draws, 1):
            player, exposed, most = _PLAYERS[deal.to_play], deal.row[0], deal.legal_moves()[-1]
            took = deal.take(draw).cards
            left = 0 if isinstance(deal.log[-1], Settled) else len(deal.row)
            upper = deal.legal_moves()[-1] if left else 0
            made.append(
                Turn(number, player, self.shown(exposed), most, self.all_shown(took), len(took), left, upper)
            )
        return made

    def played(self, row: Sequence[GameCard], draws: Sequence[int], kind: Kind = Kind.BASIC) -> PlayedRow:
        """A row played to its end, the non-dealer first."""
        turns = self.turns(row, draws, kind)
        settled = example.line(row, draws, kind).settled
        sides = self._side(settled, 0), self._side(settled, 1)
        first = [each in settled.hands[0] for each in row]
        return PlayedRow(
            turns,
            [tuple(turns[at : at + 2]) for at in range(0, len(turns), 2)],
            sides,
            any(scored.misere for scored in settled.scored if isinstance(scored, scoring.Scored)),
            Row(self.pack, cards=self.faces(row), turns=tuple(draws)),
            Share("", self.faces(row), tuple(first)),
        )

    def _side(self, settled: Settled, seat: int) -> Side:
        scored = settled.scored[seat]
        if not isinstance(scored, scoring.Scored):
            raise TypeError("the 52-card game has no sets and runs")
        hand = scoring.arranged(settled.hands[seat])
        by_suit = [[card for card in hand if card.suit == suit] for suit in (*SUITS, "")]
        lying = tuple(Group(self.faces(cards_)) for cards_ in by_suit if cards_)
        found = [self.combo(each) for each in scored.combinations]
        return Side(
            _PLAYERS[seat],
            self.all_shown(hand),
            len(hand),
            found,
            scored.points,
            scored.factor,
            scored.points * scored.factor,
            scored.score,
            Groups(self.pack, groups=lying),
            self.laid(scored.combinations),
        )

    def combo(self, found: Combination) -> Combo:
        """A set or a run with its name: "Three Kings", "Run of five"."""
        number = NUMBERS[len(found.cards)]
        rank = RANK_NAMES[found.cards[0].rank]
        name = f"{number.capitalize()} {rank}s" if found.kind == "set" else f"Run of {number}"
        return Combo(name, self.all_shown(found.cards), found.points)

    def found(self, hand: Iterable[GameCard]) -> list[list[object]]:
        """The sets and runs among cards, for a table: name, cards, points."""
        named = map(self.combo, scoring.combinations(hand))
        return [[each.name, joined(each.cards), each.points] for each in named]

    def laid(self, found: Iterable[Combination]) -> Groups:
        """Sets and runs side by side, each with its points."""
        groups = [Group(self.faces(each.cards), f"{self.combo(each).name}: {each.points}") for each in found]
        return Groups(self.pack, groups=tuple(groups))

    def half(self, row: Sequence[GameCard], draws: Sequence[int]) -> Half:
        """A half of the 52-card game, scored."""
        deal = play.Deal(Options(Kind.FULL), (row, [card for card in DECK if card not in row]))
        turns = self._turns(deal, draws)
        settled = next(record for record in deal.log if isinstance(record, Settled))
        return Half(turns, (self._product(settled, 0), self._product(settled, 1)))

    def _product(self, settled: Settled, seat: int) -> Product:
        scored = settled.scored[seat]
        if not isinstance(scored, scoring52.Scored52):
            raise TypeError("this is no half of the 52-card game")
        return Product(
            _PLAYERS[seat],
            len(settled.hands[seat]),
            self.of_full(scored.flush),
            self.of_full(scored.sequence),
            self.of_full(scored.alike),
            scored.factors,
            scored.short or 0,
            scored.score,
        )


def _named(card: GameCard) -> str:
    """A card that the pack does not have, by rank and sign."""
    return "joker" if card == JOKER else f"{card.rank}{_SIGNS[card.suit]}"
