"""Facts for the rulebook of Abstrac: counts, scores, rows, and half of a 52-card game played out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from ....books.context import BookFacts
from ....errors import UsageError
from ....pack.model import Card, Pack
from ....text.styles import InlineCard
from ..cards import DECK, JOKER, SUITS, PackCards, cards_by_names
from ..cards import Card as GameCard
from ..playing_time import Length, playing_time_facts
from ..standard import RANKS_6, joker_count
from ..table_plan import TablePlan, table_plan
from . import TITLES, rows, scoring, solving
from .deal import AbstracDeal, ScoredRow
from .figures import CardGroup, CardGroups, RowFigure, SharedRow, SharedRows
from .layout import CARDS_OF_HALF, MOST_CARDS_OF_DRAW, MOST_CARDS_OF_FIRST_DRAW, START, RowLayout
from .options import SHORT, TARGET, AbstracOptions, GameKind
from .scoring import Combination

# Lines of play of our own, on the source's row: the dealer without a combination; variant 2 to the end.
MISERE = (3, 3, 3, 3, 3, 3, 2, 1, 3)
UNFETTERED = (4, 3, 4, 2, 3, 1, 2, 1, 2, 3)
#: A half of the 52-card game, made for the book, and its draws.
HALF_ROW = cards_by_names("Qd 9d 4c Td Ts 7c 4s 3s Kc Th 3c Ac 8d 7s 4d 7h 2d 8s Js 8c 9s Tc 8h As Qc 2h")
HALF_DRAWS = (4, 1, 2, 1, 1, 2, 2, 1, 3, 1, 1, 3, 1, 1, 1, 1)

#: Hands with one combination each, of every kind that scores.
_KINDS = (
    *(cards_by_names(" ".join(f"Q{suit[0]}" for suit in SUITS[:size])) for size in scoring.SETS),
    *(cards_by_names(" ".join(f"{rank}h" for rank in RANKS_6[:size])) for size in scoring.RUNS),
)
#: Cards of which one counts in a set and in a run.
TWICE = cards_by_names("Kd Qd Jd Qs Qh")

#: Mean lengths over 1,000 games of sensible players (`cardgen simulate`): a deal of each game of 24 cards,
#: and a game of 52 cards to the usual score, whose deals are its halves.
LENGTHS = {
    "abstrac": Length(turns=12.0, deals=1),
    "abstrac-unfettered": Length(turns=14.1, deals=1),
    "abstrac-52": Length(turns=91.0, deals=5.65),
}

#: Width of the cards beside the text on what may be taken, in points.
_SMALL = 44.0

#: A card in a line of text: the pack's own, or its name if the pack lacks it.
CardOrName = InlineCard | str


class PrintedTurn(NamedTuple):
    """One turn: the player (0 plays first), the limit, the cards taken, and the number of cards left."""

    number: int
    player: int
    exposed: CardOrName
    most: int
    cards: list[CardOrName]
    size: int
    left: int


class PrintedCombination(NamedTuple):
    """A set or a run, and its points."""

    cards: list[CardOrName]
    points: int


class HandScore(NamedTuple):
    """One player's cards and their score at the end of a row."""

    size: int
    points: int
    #: The number of the opponent's cards.
    factor: int
    #: points times factor, and what is scored.
    product: int
    score: int
    #: The cards as they lie, and sets and runs, each with its points.
    table: CardGroups
    laid: CardGroups

    @property
    def sum(self) -> str:
        """Return how the score is computed, as a text that stays on one line: "12 × 14 = 168"."""
        return _with_fixed_spaces(f"{self.points} × {self.factor} = {self.product}")


class PlayedRow(NamedTuple):
    """A row played to its end."""

    turns: list[PrintedTurn]
    #: Turns two by two: the one who began, then the other.
    pairs: list[tuple[PrintedTurn, ...]]
    sides: tuple[HandScore, HandScore]
    misere: bool
    row: RowFigure
    share: SharedRow

    @property
    def rows(self) -> list[list[object]]:
        """Return its turns in pairs, as rows of a table."""
        return _rows_of_pairs(self.pairs)

    @property
    def steps(self) -> list[list[object]]:
        """Return the turns as rows: the number, the most cards that may be taken, and the cards taken."""
        return [[turn.number, turn.most, spaced_cards(turn.cards)] for turn in self.turns]


class HalfScore(NamedTuple):
    """A player's result in a half of the 52-card game."""

    size: int
    flush: list[CardOrName]
    sequence: list[CardOrName]
    alike: list[CardOrName]
    factors: tuple[int, int, int]
    #: The fourth factor; 0 if there is none.
    short: int
    score: int

    @property
    def sum(self) -> str:
        """Return how the score is computed, as a text: "6 × 4 × 3 × 4 = 288"."""
        factors = (*self.factors, *([self.short] if self.short else []))
        return _with_fixed_spaces(f"{' × '.join(map(str, factors))} = {self.score}")


class PrintedHalf(NamedTuple):
    """Half of a 52-card game played to its end."""

    turns: list[PrintedTurn]
    pairs: list[tuple[PrintedTurn, ...]]
    sides: tuple[HalfScore, HalfScore]
    row: RowFigure

    @property
    def rows(self) -> list[list[object]]:
        """Return its turns in pairs, as rows of a table."""
        return _rows_of_pairs(self.pairs)


@dataclass(frozen=True, kw_only=True)
class AbstracFacts(BookFacts):
    """The names that templates of the Abstrac family may use."""

    own_cards: Annotated[Callable[..., Any], "A function: cards of the pack by their short names."]
    row_cards: Annotated[Callable[..., Any], "A function: the cards of the row."]
    end_of_row: Annotated[Callable[..., Any], "A function: the last cards of the row."]
    half_cards: Annotated[Callable[..., Any], "A function: the cards of half a pack."]
    end_of_half: Annotated[Callable[..., Any], "A function: the last cards of half a pack."]
    plan: Annotated[Callable[..., Any], "A function: a drawing of the table."]
    shares: Annotated[Callable[..., Any], "A function: a drawing of what both players took."]
    game: Annotated[str, "Which game of the family it is."]
    minutes: Annotated[str, 'The playing time in minutes: "25–45", or "5".']
    seconds_a_turn: Annotated[int, "The assumed seconds of a turn."]
    seconds_a_deal: Annotated[int, "The assumed seconds of a deal."]
    short_count: Annotated[int, "Cards of the short pack."]
    joker_count: Annotated[int, "Cards of the short pack with its joker."]
    full_count: Annotated[int, "Cards of the full pack."]
    half_count: Annotated[int, "Cards of half a pack."]
    most: Annotated[int, "The most cards that are taken at once."]
    first_draw: Annotated[int, "The most cards that the first player takes first."]
    even: Annotated[int, "The score where both are even."]
    target: Annotated[int, "Points that win."]
    lone_sequence: Annotated[int, "The longest sequence of a single card."]
    unpaired: Annotated[int, "What the longest set multiplies by where there is no pair."]
    names: Annotated[dict[str, str], "The names of suits."]
    sets: Annotated[list[list[Any]], "What sets count: how many cards, and points."]
    runs: Annotated[list[list[Any]], "What runs count: how many cards, and points."]
    has_joker: Annotated[bool, "Whether the pack has a joker."]
    actual: Annotated[PlayedRow, "The game that the source describes."]
    always: Annotated[list[list[Any]], "Both sums where the first player always takes as many."]
    misere: Annotated[PlayedRow, "A row played to take little."]
    by_suit: Annotated[PlayedRow, "A row played for suits."]
    unfettered: Annotated[PlayedRow, "A row played with the joker."]
    half: Annotated[PrintedHalf | None, "Half a pack played, if the pack is a full one."]
    kinds: Annotated[list[PrintedCombination], "Combinations and what they count."]
    twice: Annotated[CardGroups, "A drawing of cards that count twice."]
    twice_points: Annotated[int, "Their total."]


def book_facts(pack: Pack, options: Mapping[str, Any]) -> AbstracFacts:
    """Return the names that templates may use. Raises UsageError if the pack lacks cards."""
    game = str(options.get("game") or "abstrac")
    table = BookRowPlayer(pack)
    _verify_pack(table, game)
    row = rows.ROW
    basic = RowLayout(row, AbstracOptions())
    actual = table.played_row(row, rows.DRAWS)
    always = [table.played_row(row, solving.constant_draws(basic, number) or ()) for number in rows.ALWAYS]
    whole = all(table.own.find(card) for card in DECK)
    dealt = {"abstrac-unfettered": (JOKER, *row), "abstrac-52": HALF_ROW}.get(game, row)

    def own_cards(names: str) -> list[Card]:
        """Return the pack's cards for names such as "As 10h"."""
        return list(table.own.cards_for(cards_by_names(names)))

    def row_cards(number: int) -> list[Card]:
        """Return the first `number` cards of the row."""
        return list(table.own_cards(row[:number]))

    def end_of_row(number: int) -> RowFigure:
        """Return a drawing of the end of the row: its last cards, the exposed one at the right."""
        return RowFigure(pack, cards=table.own_cards(row[:number]), widest=_SMALL)

    def half_cards(number: int) -> list[Card]:
        """Return the first `number` cards of the half of the 52-card game."""
        return list(table.own_cards(HALF_ROW[:number]))

    def end_of_half(number: int) -> RowFigure:
        """Return a drawing of the end of that half's row."""
        return RowFigure(pack, cards=table.own_cards(HALF_ROW[:number]), widest=_SMALL)

    def plan(seats: Sequence[Sequence[Any]], note: str) -> TablePlan:
        """Return a drawing of the table with the row; note: the text at the exposed card."""
        return table_plan(pack, seats, middle=RowFigure(pack, cards=table.own_cards(dealt), note=note))

    def shares(titles: Sequence[str]) -> SharedRows:
        """Return a drawing of the final hands, as played and if each always takes one, two or three."""
        lines = zip(titles, (actual, *always), strict=True)
        return SharedRows(pack, shares=tuple(line.share._replace(title=title) for title, line in lines))

    return AbstracFacts(
        own_cards=own_cards,
        row_cards=row_cards,
        end_of_row=end_of_row,
        half_cards=half_cards,
        end_of_half=end_of_half,
        plan=plan,
        shares=shares,
        game=game,
        **playing_time_facts([LENGTHS.get(game, LENGTHS["abstrac"])]),
        short_count=len(SHORT),
        joker_count=len(SHORT) + 1,
        full_count=len(DECK),
        half_count=CARDS_OF_HALF,
        most=MOST_CARDS_OF_DRAW,
        first_draw=MOST_CARDS_OF_FIRST_DRAW,
        even=scoring.EVEN,
        target=TARGET,
        lone_sequence=len(scoring.longest_sequence(DECK[:1])),
        unpaired=AbstracOptions(GameKind.FULL).unpaired,
        names={suit: table.suit_name(suit) for suit in SUITS},
        sets=[[pack.wording.number_word(count), points] for count, points in scoring.SETS.items()],
        runs=[[pack.wording.number_word(count), points] for count, points in scoring.RUNS.items()],
        has_joker=joker_count(pack) > 0,
        actual=actual,
        always=[[line.sides[0].sum, line.sides[1].sum] for line in always],
        misere=table.played_row(row, MISERE),
        by_suit=table.played_row(row, _greedy_draws(row), GameKind.SUITS),
        unfettered=table.played_row((JOKER, *row), UNFETTERED, GameKind.UNFETTERED),
        half=table.played_half(HALF_ROW, HALF_DRAWS) if whole else None,
        kinds=[
            PrintedCombination([*spaced_cards(map(table.inline_card, each.cards))], each.points)
            for hand in _KINDS
            for each in scoring.combinations(hand)
        ],
        twice=CardGroups(pack, groups=(CardGroup(table.own_cards(TWICE)),)),
        twice_points=sum(each.points for each in scoring.combinations(TWICE)),
    )


def _verify_pack(table: BookRowPlayer, game: str) -> None:
    """Raise UsageError if the pack lacks cards of a game."""
    wanted, name = DECK if game == "abstrac-52" else SHORT, table.pack.name
    if not all(table.own.find(card) for card in wanted):
        ranks = "A K Q J 10 9" if wanted is SHORT else "A to K"
        raise UsageError(
            f"{name} is not a pack for {TITLES.get(game, game)}: use one with {ranks} in four suits"
        )
    if game == "abstrac-unfettered" and table.own.joker is None:
        raise UsageError(f"{name} is not a pack for {TITLES[game]}: add a joker to its extras")


def _greedy_draws(row: Sequence[GameCard]) -> list[int]:
    """Return the draws of the suit-based game if each player always takes as many cards as allowed."""
    layout, position, draws = RowLayout(row, AbstracOptions(GameKind.SUITS)), START, list[int]()
    while not layout.is_over(position):
        draws.append(layout.most_cards(position))
        position = layout.position_after(position, draws[-1])
    return draws


def _rows_of_pairs(pairs: Iterable[Sequence[PrintedTurn]]) -> list[list[object]]:
    """Return pairs of turns as rows: the numbers of the turns, the cards of each turn, the cards left."""
    made: list[list[object]] = []
    for pair in pairs:
        took: list[object] = [spaced_cards(turn.cards) for turn in pair]
        numbers = "–".join(str(turn.number) for turn in pair)
        made.append([numbers, *took, *[""] * (2 - len(pair)), pair[-1].left])
    return made


def spaced_cards(cards: Iterable[CardOrName]) -> list[CardOrName]:
    """Return cards for a line of text, with a space after each but the last, where the line may break."""
    return [part for each in cards for part in (each, " ")][:-1]


def _with_fixed_spaces(text: str) -> str:
    return text.replace(" ", "\u00a0")


class BookRowPlayer:
    """Plays rows with the cards of a pack, whose suits may have other names and another order."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.own = PackCards(pack)

    def suit_name(self, suit: str) -> str:
        """Return the pack's name of a suit."""
        return self.pack.suit_title(self.own.suits[suit]) if suit in self.own.suits else suit

    def inline_card(self, card: GameCard) -> CardOrName:
        """Return a card for a line of text: the pack's card, or else a text.

        The text is the card's rank and sign, or the name of the joker.
        """
        found = self.own.find(card)
        if found is not None:
            return InlineCard(found)
        return self.pack.wording.phrase("joker") if card == JOKER else rows.card_text(card)

    def own_cards(self, hand: Iterable[GameCard]) -> tuple[Card, ...]:
        """Return the pack's cards for standard cards; those that the pack lacks are left out."""
        return tuple(found for card in hand if (found := self.own.find(card)) is not None)

    def _turns_and_scores(
        self, row: Sequence[Sequence[GameCard]], draws: Sequence[int], kind: GameKind
    ) -> tuple[list[PrintedTurn], ScoredRow]:
        """Play the first row and return its turns and its scoring; the non-dealer plays first.

        row: the row of a deal, or both rows of the 52-card game. Raises ValueError for illegal draws.
        """
        deal, made = AbstracDeal(AbstracOptions(kind), row), list[PrintedTurn]()
        deal.choose_order(True)
        for number, draw in enumerate(draws, 1):
            player, exposed, most = deal.to_play, deal.row[0], deal.legal_moves()[-1]
            took = [self.inline_card(card) for card in deal.take_cards(draw).cards]
            left = 0 if isinstance(deal.log[-1], ScoredRow) else len(deal.row)
            made.append(PrintedTurn(number, player, self.inline_card(exposed), most, took, len(took), left))
        return made, next(record for record in deal.log if isinstance(record, ScoredRow))

    def played_row(
        self, row: Sequence[GameCard], draws: Sequence[int], kind: GameKind = GameKind.BASIC
    ) -> PlayedRow:
        """Return a row of 24 or 25 cards played to its end, the non-dealer playing first."""
        turns, settled = self._turns_and_scores((row,), draws, kind)
        scored = [each for each in settled.scored if isinstance(each, scoring.HandScoring)]
        sides = [self._hand_score(*each) for each in zip(settled.hands, scored, strict=True)]
        return PlayedRow(
            turns,
            [tuple(turns[at : at + 2]) for at in range(0, len(turns), 2)],
            (sides[0], sides[1]),
            any(each.misere for each in scored),
            RowFigure(self.pack, cards=self.own_cards(row), turns=tuple(draws)),
            SharedRow("", self.own_cards(row), tuple(each in settled.hands[0] for each in row)),
        )

    def _hand_score(self, hand: Sequence[GameCard], scored: scoring.HandScoring) -> HandScore:
        lying = scoring.sorted_hand(hand)
        by_suit = [[card for card in lying if card.suit == suit] for suit in (*SUITS, "")]
        return HandScore(
            len(hand),
            scored.points,
            scored.factor,
            scored.points * scored.factor,
            scored.score,
            CardGroups(self.pack, groups=tuple(CardGroup(self.own_cards(suit)) for suit in by_suit if suit)),
            self.combination_groups(scored.combinations),
        )

    def combination_groups(self, combinations: Iterable[Combination]) -> CardGroups:
        """Return a drawing of combinations (sets and runs) side by side, each with its points."""
        groups = [CardGroup(self.own_cards(each.cards), str(each.points)) for each in combinations]
        return CardGroups(self.pack, groups=tuple(groups))

    def played_half(self, row: Sequence[GameCard], draws: Sequence[int]) -> PrintedHalf:
        """Return a half of the 52-card game played to its end."""
        turns, settled = self._turns_and_scores(
            (row, [card for card in DECK if card not in row]), draws, GameKind.FULL
        )
        sides = list[HalfScore]()
        for hand, scored in zip(settled.hands, settled.scored, strict=True):
            assert isinstance(scored, scoring.HandScoring52)  # noqa: S101 - so are halves
            flush, sequence, alike = (
                spaced_cards(map(self.inline_card, each))
                for each in (scored.flush, scored.sequence, scored.alike)
            )
            numbers = scored.factors, scored.short or 0, scored.score
            sides.append(HalfScore(len(hand), flush, sequence, alike, *numbers))
        return PrintedHalf(
            turns,
            [tuple(turns[at : at + 2]) for at in range(0, len(turns), 2)],
            (sides[0], sides[1]),
            RowFigure(self.pack, cards=self.own_cards(row), turns=tuple(draws)),
        )
