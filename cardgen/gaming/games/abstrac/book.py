"""Facts for the rulebook of Abstrac: counts, scores, rows and a half of the 52-card game played out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from ....books.context import BookFacts
from ....errors import UsageError
from ....pack.model import Card, Pack
from ....text.styles import InlineCard
from ..cards import DECK, JOKER, SUITS, PackCards, cards
from ..cards import Card as GameCard
from ..playing_time import Length, time_facts
from ..standard import RANKS_6, joker_count
from ..table_plan import TablePlan, table_plan
from . import TITLES, rows, scoring, solving
from .deal import AbstracDeal, Settled
from .figures import Group, Groups, Row, SharedRow, SharedRows
from .layout import FIRST_DRAW, HALF, MOST, START, Layout
from .options import SHORT, TARGET, AbstracOptions, Kind
from .scoring import Combination

# Lines of play of our own, on the source's row: the dealer without a combination; variant 2 to the end.
MISERE = (3, 3, 3, 3, 3, 3, 2, 1, 3)
UNFETTERED = (4, 3, 4, 2, 3, 1, 2, 1, 2, 3)
#: A half of the 52-card game of our own, and how it is drawn.
HALF_ROW = cards("Qd 9d 4c Td Ts 7c 4s 3s Kc Th 3c Ac 8d 7s 4d 7h 2d 8s Js 8c 9s Tc 8h As Qc 2h")
HALF_DRAWS = (4, 1, 2, 1, 1, 2, 2, 1, 3, 1, 1, 3, 1, 1, 1, 1)

#: Hands of one combination each, of every kind that scores.
_KINDS = (
    *(cards(" ".join(f"Q{suit[0]}" for suit in SUITS[:size])) for size in scoring.SETS),
    *(cards(" ".join(f"{rank}h" for rank in RANKS_6[:size])) for size in scoring.RUNS),
)
#: A card that counts in a set and in a run.
TWICE = cards("Kd Qd Jd Qs Qh")

#: Means of 1,000 games between sensible players (`cardgen simulate`): a deal of each game of 24 cards, and a
#: game of 52 cards to the usual score, whose deals are the halves that are laid out.
LENGTHS = {
    "abstrac": Length(turns=12.0, deals=1),
    "abstrac-unfettered": Length(turns=14.1, deals=1),
    "abstrac-52": Length(turns=91.0, deals=5.65),
}

#: How wide the cards are beside which it is said what may be taken, in points.
_SMALL = 44.0

#: A card in a line of text: the pack's own, or its name where the pack has none such.
Shown = InlineCard | str


class TurnShown(NamedTuple):
    """One turn: who took what (0 for who plays first), what was allowed, and how many cards are left."""

    number: int
    player: int
    exposed: Shown
    most: int
    cards: list[Shown]
    size: int
    left: int


class KindShown(NamedTuple):
    """A set or a run, and its points."""

    cards: list[Shown]
    points: int


class HandScore(NamedTuple):
    """One player's cards and score at the end of a row."""

    size: int
    points: int
    #: The number of the opponent's cards.
    factor: int
    #: points times factor, and what is scored.
    product: int
    score: int
    #: The cards as they lie, and sets and runs, each with its points.
    table: Groups
    laid: Groups

    @property
    def sum(self) -> str:
        """Tell how the score comes about, in a text that stays in one line: "12 × 14 = 168"."""
        return _without_breaks(f"{self.points} × {self.factor} = {self.product}")


class PlayedRow(NamedTuple):
    """A row played to its end."""

    turns: list[TurnShown]
    #: Turns two by two: the one who began, then the other.
    pairs: list[tuple[TurnShown, ...]]
    sides: tuple[HandScore, HandScore]
    misere: bool
    row: Row
    share: SharedRow

    @property
    def rows(self) -> list[list[object]]:
        """List its turns two by two for a table."""
        return _in_pairs(self.pairs)

    @property
    def steps(self) -> list[list[object]]:
        """List its turns one by one: number, the most that may be taken, and what is."""
        return [[turn.number, turn.most, spaced_cards(turn.cards)] for turn in self.turns]


class HalfScore(NamedTuple):
    """One player at the end of a half of the 52-card game."""

    size: int
    flush: list[Shown]
    sequence: list[Shown]
    alike: list[Shown]
    factors: tuple[int, int, int]
    #: The fourth factor; 0 where there is none.
    short: int
    score: int

    @property
    def sum(self) -> str:
        """Tell how the score comes about: "6 × 4 × 3 × 4 = 288"."""
        factors = (*self.factors, *([self.short] if self.short else []))
        return _without_breaks(f"{' × '.join(map(str, factors))} = {self.score}")


class HalfShown(NamedTuple):
    """A half of the 52-card game played to its end."""

    turns: list[TurnShown]
    pairs: list[tuple[TurnShown, ...]]
    sides: tuple[HalfScore, HalfScore]
    row: Row

    @property
    def rows(self) -> list[list[object]]:
        """List its turns two by two for a table."""
        return _in_pairs(self.pairs)


@dataclass(frozen=True, kw_only=True)
class AbstracFacts(BookFacts):
    """What templates of the Abstrac family may name."""

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
    half: Annotated[HalfShown | None, "Half a pack played, if the pack is a full one."]
    kinds: Annotated[list[KindShown], "Combinations and what they count."]
    twice: Annotated[Groups, "A drawing of cards that count twice."]
    twice_points: Annotated[int, "Their total."]


def context(pack: Pack, options: Mapping[str, Any]) -> AbstracFacts:
    """Return the names that templates may use. Raises UsageError for a pack without the cards needed."""
    game = str(options.get("game") or "abstrac")
    table = BookTable(pack)
    _verify_pack(table, game)
    row = rows.ROW
    basic = Layout(row, AbstracOptions())
    actual = table.played(row, rows.DRAWS)
    always = [table.played(row, solving.always(basic, number) or ()) for number in rows.ALWAYS]
    whole = all(table.own.find(card) for card in DECK)
    dealt = {"abstrac-unfettered": (JOKER, *row), "abstrac-52": HALF_ROW}.get(game, row)

    def own_cards(names: str) -> list[Card]:
        """Return the pack's cards for names such as "As 10h"."""
        return list(table.own.cards_for(cards(names)))

    def row_cards(number: int) -> list[Card]:
        """Return the first cards to be taken from the row."""
        return list(table.faces(row[:number]))

    def end_of_row(number: int) -> Row:
        """Draw the top end of the row: its last cards, the exposed one at the right."""
        return Row(pack, cards=table.faces(row[:number]), widest=_SMALL)

    def half_cards(number: int) -> list[Card]:
        """Return the first cards to be taken from the half of the 52-card game that is shown."""
        return list(table.faces(HALF_ROW[:number]))

    def end_of_half(number: int) -> Row:
        """Draw the top end of that half's row."""
        return Row(pack, cards=table.faces(HALF_ROW[:number]), widest=_SMALL)

    def plan(seats: Sequence[Sequence[Any]], note: str) -> TablePlan:
        """Draw the table with the row of the game; note: what stands at the exposed card."""
        return table_plan(pack, seats, middle=Row(pack, cards=table.faces(dealt), note=note))

    def shares(titles: Sequence[str]) -> SharedRows:
        """Draw who has which cards in the end, as played and if each always takes one, two or three."""
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
        **time_facts([LENGTHS.get(game, LENGTHS["abstrac"])]),
        short_count=len(SHORT),
        joker_count=len(SHORT) + 1,
        full_count=len(DECK),
        half_count=HALF,
        most=MOST,
        first_draw=FIRST_DRAW,
        even=scoring.EVEN,
        target=TARGET,
        lone_sequence=len(scoring.longest_sequence(DECK[:1])),
        unpaired=AbstracOptions(Kind.FULL).unpaired,
        names={suit: table.suit_name(suit) for suit in SUITS},
        sets=[[pack.wording.in_words(count), points] for count, points in scoring.SETS.items()],
        runs=[[pack.wording.in_words(count), points] for count, points in scoring.RUNS.items()],
        has_joker=joker_count(pack) > 0,
        actual=actual,
        always=[[line.sides[0].sum, line.sides[1].sum] for line in always],
        misere=table.played(row, MISERE),
        by_suit=table.played(row, _greedy(row), Kind.SUITS),
        unfettered=table.played((JOKER, *row), UNFETTERED, Kind.UNFETTERED),
        half=table.half(HALF_ROW, HALF_DRAWS) if whole else None,
        kinds=[
            KindShown([*spaced_cards(map(table.shown, each.cards))], each.points)
            for hand in _KINDS
            for each in scoring.combinations(hand)
        ],
        twice=Groups(pack, groups=(Group(table.faces(TWICE)),)),
        twice_points=sum(each.points for each in scoring.combinations(TWICE)),
    )


def _verify_pack(table: BookTable, game: str) -> None:
    """Raise UsageError where the pack lacks cards of a game."""
    wanted, name = DECK if game == "abstrac-52" else SHORT, table.pack.name
    if not all(table.own.find(card) for card in wanted):
        ranks = "A K Q J 10 9" if wanted is SHORT else "A to K"
        raise UsageError(
            f"{name} is not a pack for {TITLES.get(game, game)}: use one with {ranks} in four suits"
        )
    if game == "abstrac-unfettered" and table.own.joker is None:
        raise UsageError(f"{name} is not a pack for {TITLES[game]}: add a joker to its extras")


def _greedy(row: Sequence[GameCard]) -> list[int]:
    """Return the draws of variant 1 if each always takes all that the suit allows."""
    layout, position, draws = Layout(row, AbstracOptions(Kind.SUITS)), START, list[int]()
    while not layout.over(position):
        draws.append(layout.limit(position))
        position = layout.take(position, draws[-1])
    return draws


def _in_pairs(pairs: Iterable[Sequence[TurnShown]]) -> list[list[object]]:
    """List turns two by two: their numbers, what each took, how many cards are left."""
    made: list[list[object]] = []
    for pair in pairs:
        took: list[object] = [spaced_cards(turn.cards) for turn in pair]
        numbers = "–".join(str(turn.number) for turn in pair)
        made.append([numbers, *took, *[""] * (2 - len(pair)), pair[-1].left])
    return made


def spaced_cards(shown: Iterable[Shown]) -> list[Shown]:
    """Put a space between cards, so that a line may end there."""
    return [part for each in shown for part in (each, " ")][:-1]


def _without_breaks(text: str) -> str:
    return text.replace(" ", "\u00a0")


class BookTable:
    """Rows played out with the cards of a pack, whose suits may have other names and another order."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.own = PackCards(pack)

    def suit_name(self, suit: str) -> str:
        """Return what the pack calls a suit."""
        return self.pack.suit_title(self.own.suits[suit]) if suit in self.own.suits else suit

    def shown(self, card: GameCard) -> Shown:
        """Show a card in a line of text: the pack's, or where it has none, by rank and sign or as a joker."""
        found = self.own.find(card)
        if found is not None:
            return InlineCard(found)
        return self.pack.wording.say("joker") if card == JOKER else rows.card_text(card)

    def faces(self, hand: Iterable[GameCard]) -> tuple[Card, ...]:
        """Return the pack's own cards; those that it has not are left out."""
        return tuple(found for card in hand if (found := self.own.find(card)) is not None)

    def _play(
        self, row: Sequence[Sequence[GameCard]], draws: Sequence[int], kind: Kind
    ) -> tuple[list[TurnShown], Settled]:
        """Play the first of one or two rows, the non-dealer first. Raises ValueError for illegal draws."""
        deal, made = AbstracDeal(AbstracOptions(kind), row), list[TurnShown]()
        deal.choose(True)
        for number, draw in enumerate(draws, 1):
            player, exposed, most = deal.to_play, deal.row[0], deal.legal_moves()[-1]
            took = [self.shown(card) for card in deal.take(draw).cards]
            left = 0 if isinstance(deal.log[-1], Settled) else len(deal.row)
            made.append(TurnShown(number, player, self.shown(exposed), most, took, len(took), left))
        return made, next(record for record in deal.log if isinstance(record, Settled))

    def played(self, row: Sequence[GameCard], draws: Sequence[int], kind: Kind = Kind.BASIC) -> PlayedRow:
        """Play a row of 24 or 25 cards to its end, the non-dealer first."""
        turns, settled = self._play((row,), draws, kind)
        scored = [each for each in settled.scored if isinstance(each, scoring.Scored)]
        sides = [self._hand_score(*each) for each in zip(settled.hands, scored, strict=True)]
        return PlayedRow(
            turns,
            [tuple(turns[at : at + 2]) for at in range(0, len(turns), 2)],
            (sides[0], sides[1]),
            any(each.misere for each in scored),
            Row(self.pack, cards=self.faces(row), turns=tuple(draws)),
            SharedRow("", self.faces(row), tuple(each in settled.hands[0] for each in row)),
        )

    def _hand_score(self, hand: Sequence[GameCard], scored: scoring.Scored) -> HandScore:
        lying = scoring.sorted_hand(hand)
        by_suit = [[card for card in lying if card.suit == suit] for suit in (*SUITS, "")]
        return HandScore(
            len(hand),
            scored.points,
            scored.factor,
            scored.points * scored.factor,
            scored.score,
            Groups(self.pack, groups=tuple(Group(self.faces(suit)) for suit in by_suit if suit)),
            self.laid(scored.combinations),
        )

    def laid(self, found: Iterable[Combination]) -> Groups:
        """Lay sets and runs side by side, each with its points."""
        groups = [Group(self.faces(each.cards), str(each.points)) for each in found]
        return Groups(self.pack, groups=tuple(groups))

    def half(self, row: Sequence[GameCard], draws: Sequence[int]) -> HalfShown:
        """Play a half of the 52-card game."""
        turns, settled = self._play((row, [card for card in DECK if card not in row]), draws, Kind.FULL)
        sides = list[HalfScore]()
        for hand, scored in zip(settled.hands, settled.scored, strict=True):
            assert isinstance(scored, scoring.Scored52)  # noqa: S101 - so are halves
            flush, sequence, alike = (
                spaced_cards(map(self.shown, each)) for each in (scored.flush, scored.sequence, scored.alike)
            )
            numbers = scored.factors, scored.short or 0, scored.score
            sides.append(HalfScore(len(hand), flush, sequence, alike, *numbers))
        return HalfShown(
            turns,
            [tuple(turns[at : at + 2]) for at in range(0, len(turns), 2)],
            (sides[0], sides[1]),
            Row(self.pack, cards=self.faces(row), turns=tuple(draws)),
        )
