"""A whole game of NEVER OVER for its rulebook, played by the code and told turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..playing_time import Length
from .cards import Cards
from .moves import Game, Source, Step, ceiling, could_put, move, replay
from .options import NeverOverOptions
from .pack_rules import HAND
from .state import DRAW, OVER, Chance, State, freed_points, is_wait_over, points, scores, shuffled_cards
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, FIRST, RETIRE, Table, table_for

if TYPE_CHECKING:
    from .players import Player

#: How many play in the example, if the pack has the cards, and where partners play. With hands of eight there
#: is hardly ever a card that can only be discarded: six show more, and are easier to follow.
PLAYERS, PARTNERS, EXAMPLE_HAND = 3, 4, 6
#: The games that one is chosen from: as many seeds as make so many cards in all, and no more than these, from
#: the first on, at which the published pack has a game that shows everything.
_CARDS_TRIED, _SEEDS, _FIRST_SEED = 1_400, 24, 21
#: What a game has to show if it can, beside a card taken from the discards.
_WANTED = {"scores", "raises", "lowers", "discards", "retires"}
#: A game of more turns is played, but not printed.
_MOST_TURNS = 150
#: Fewer green cards than this show nobody how to add up.
_FEW_GREENS = 3
#: In how many parts the game is told; the table is shown after each but the last, the score after that.
_MOMENTS = 3
#: How many games are played to see how scores come out where red cards count against their owner: as many as
#: make so many cards in all, within these bounds. 200 games of 55 cards take a twentieth of a second.
_CARDS_IN_TRIALS, _FEWEST_TRIALS, _MOST_TRIALS = 11_000, 20, 200
#: How many games are played to see how long they are: their mean is then within 5 % of that of all games.
_TIMED = 20

Deed = Literal["scores", "raises", "tops", "lowers", "discards", "passes", "retires"]


class ToldTurn(NamedTuple):
    """One turn, in facts that a template makes sentences of. Cards are labels ("+4"), ceilings pointages."""

    number: int
    #: How often it has gone round the table, this time included.
    round: int
    seat: int
    player: str
    #: What was done: a green card scores; a red one raises the own side, lowers an opponent, or tops an
    #: equal one (or the ceiling that an empty pile implies) and so changes nothing.
    deed: Deed
    card: str | None
    #: Whose red pile the card went on, or governed it.
    whose: str
    #: The ceiling of that pile before and after.
    before: int | None
    after: int | None
    #: Whether that pile was empty, its ceiling only implied.
    implied: bool
    #: The player's own ceiling when the turn began.
    ceiling: int
    #: Whether no card of the hand could go on anybody's pile.
    stuck: bool
    #: Where a card was drawn from, and which; nobody but the player sees one from the stock.
    source: Source | None
    drawn: str | None
    #: Whether there was a choice between stock and discards.
    choice: bool
    #: Green cards laid down on retiring.
    laid: tuple[str, ...]
    #: Retired by choice, or for want of cards; None for one who plays on.
    retired: Literal["choice", "no cards"] | None
    over: bool
    #: Afterwards: the hand, the green points on the player's pile, and what is left of the stock.
    hand: tuple[str, ...]
    points: int
    stock: int
    #: Green cards, each as often as it lies there, over the ceiling that this turn has set; they stand.
    standing: tuple[str, ...]


class Round(NamedTuple):
    """Once round the table: the turn of each seat, None for one who has retired."""

    number: int
    turns: tuple[ToldTurn | None, ...]


class SeatPiles(NamedTuple):
    """What lies before a player: the cards of both piles, the oldest first."""

    player: str
    greens: tuple[str, ...]
    reds: tuple[str, ...]
    ceiling: int
    points: int


class Note(NamedTuple):
    """A turn that is the first in the game to show something."""

    #: Green cards that stand; a card on an empty pile; a ceiling raised; a redundant card; a discard; one
    #: taken; the last of the stock; retiring, and for want of cards.
    kind: str
    turn: ToldTurn


class GamePart(NamedTuple):
    """Some rounds of a game, and the table after them."""

    rounds: tuple[Round, ...]
    #: Turns that show something for the first time.
    notes: tuple[Note, ...]
    piles: tuple[SeatPiles, ...]
    stock: int
    discards: tuple[str, ...]

    @property
    def first(self) -> int:
        """Return the number of the first round."""
        return self.rounds[0].number

    @property
    def last(self) -> int:
        """Return the number of the last round."""
        return self.rounds[-1].number


class DealtHand(NamedTuple):
    """Who was dealt what."""

    player: str
    cards: tuple[str, ...]


class PlayerResult(NamedTuple):
    """What a player has at the end."""

    player: str
    #: The green cards, the highest first; their points one by one ("4 + 3"), and in all.
    greens: tuple[str, ...]
    sum: str
    points: int
    #: The points of the red pile, where they are taken off, and what that leaves.
    against: int
    score: int


class Account(NamedTuple):
    """The whole game."""

    players: int
    #: In the order of play; the last is the dealer.
    names: list[str]
    dealer: str
    hand: int
    stock: int
    hands: tuple[DealtHand, ...]
    #: None of a game that is too long to print.
    parts: tuple[GamePart, ...]
    turns: int
    results: tuple[PlayerResult, ...]
    #: Whose score is soonest added up, of those who have some points to add.
    worked: PlayerResult
    best: int
    winners: tuple[str, ...]


class Trials(NamedTuple):
    """What scores came to in games that were played to see."""

    games: int
    players: int
    hand: int
    scores: int
    above_zero: int


def told_game(cards: Cards, options: NeverOverOptions, names: Sequence[str]) -> Account:
    """Tell a game of a pack: the same pack always gives the same one."""
    table = example_table(cards, options, len(names))
    game = best_game(table)
    seats = game.scores.seats
    turns, results = told_turns(game, names), _results(game, names)
    return Account(
        players=table.players,
        names=list(names[: table.players]),
        dealer=names[table.players - 1],
        hand=table.hand,
        stock=cards.count - table.hand * table.players,
        hands=tuple(
            DealtHand(name, _labels(table, hand))
            for name, hand in zip(names, State(table, game.deck).hands, strict=False)
        ),
        parts=_parts(game, turns, names) if game.turns <= _MOST_TURNS else (),
        turns=game.turns,
        results=results,
        worked=min(results, key=lambda each: (len(each.greens) < _FEW_GREENS, len(each.greens))),
        best=max(seats),
        winners=tuple(names[seat] for seat, score in enumerate(seats) if score == max(seats)),
    )


def example_players(cards: Cards, most: int) -> int:
    """Return how many play in the example: three, or fewer where there are not so many hands."""
    return max(2, min(PLAYERS, most, cards.count // HAND))


def example_table(cards: Cards, options: NeverOverOptions, most: int) -> Table:
    """Return a table for the example, with smaller hands for a pack of few cards."""
    if options != NeverOverOptions():
        return table_for(cards, PLAYERS if options.partners == "none" else PARTNERS, options)
    players = example_players(cards, most)
    return table_for(cards, players, NeverOverOptions(hand=max(1, min(EXAMPLE_HAND, cards.count // players))))


@lru_cache(maxsize=8)
def best_game(table: Table) -> Game:
    """Find the first game that shows all that can happen and has one winner, or the one that shows most.

    So readers see as much of the rules as a game can show. Of games that show as much it is the shortest.
    """
    best, most = None, (-1, False, 0)
    for seed in range(_FIRST_SEED, _FIRST_SEED + max(1, min(_SEEDS, _CARDS_TRIED // table.cards.count))):
        game = example(table, seed)
        shown = {_deed(table, step) for step in game.steps if not step.move.act.startswith("draw")}
        chosen = any(step.code == DRAW_DISCARD for step in game.steps)
        single = game.scores.seats.count(max(game.scores.seats)) == 1
        merit = (len(shown & _WANTED) + chosen, single, -game.turns)
        if best is None or merit > most:
            best, most = game, merit
        if most[:2] == (len(_WANTED) + 1, True):
            break
    assert best is not None  # noqa: S101 - one seed at least is tried
    return best


def scores_above_zero(cards: Cards, most: int) -> Trials:
    """Play games in which red counts against its owner, with the usual hands; count the scores above zero.

    most: the most players. The same pack always gives the same games.
    """
    players = example_players(cards, most)
    hand = min(HAND, cards.count // players)
    table = table_for(cards, players, NeverOverOptions(hand=hand, red_counts_against=True))
    games = max(_FEWEST_TRIALS, min(_MOST_TRIALS, _CARDS_IN_TRIALS // cards.count))
    ends = [score for seed in range(games) for score in scores(_end(table, seed)).seats]
    return Trials(games, players, hand, len(ends), sum(score > 0 for score in ends))


def mean_length(cards: Cards, players: int) -> Length:
    """Play games with the usual hands, and return their mean length: the same pack always gives the same."""
    table = table_for(cards, players, NeverOverOptions(hand=max(1, min(HAND, cards.count // players))))
    turns = [_end(table, seed).turn for seed in range(_TIMED)]
    return Length(sum(turns) / _TIMED, deals=1)


# Turns


def told_turns(game: Game, names: Sequence[str]) -> list[ToldTurn]:
    """Tell every turn of a game, in order. Raises IllegalMove for a record that breaks the rules."""
    state, table, label = State(game.table, game.deck), game.table, game.table.cards.labels
    turns: list[ToldTurn] = []
    for _, group in groupby(game.steps, key=lambda step: step.turn):
        # The first decision of a turn, and the choice of a draw, if there was one.
        codes = [step.code for step in group]
        own, hand = ceiling(state, table.red_pile[state.seat]), state.hands[state.seat]
        stuck = not any(times and could_put(state, kind) for kind, times in enumerate(hand))
        steps = [move(state, code) for code in codes]
        first, last = steps[0], steps[-1]
        deed, made, whose = _deed(table, first), first.move, tuple[int, ...]()
        if made.place is not None:
            whose = table.places[made.place]
        again = not turns or first.seat <= turns[-1].seat
        turns.append(
            ToldTurn(
                number=first.turn,
                round=again + (turns[-1].round if turns else 0),
                seat=first.seat,
                player=names[first.seat],
                deed=deed,
                card=None if made.kind is None else label[made.kind],
                whose=" and ".join(names[seat] for seat in whose),
                before=first.before,
                after=first.after,
                implied=first.implied,
                ceiling=own,
                stuck=stuck,
                source=last.source,
                drawn=None if last.drawn is None else label[last.drawn],
                choice=last is not first,
                laid=tuple(label[kind] for kind in first.laid),
                retired=None if not last.retired else "choice" if made.act == "retire" else "no cards",
                over=last.over,
                hand=_labels(table, state.hands[first.seat]),
                points=points(state, first.seat),
                stock=len(state.stock),
                standing=_standing(state, whose, first.after) if deed == "lowers" else (),
            )
        )
    return turns


def _deed(table: Table, step: Step) -> Deed:
    act, place = step.move.act, step.move.place
    if act == "red" and place is not None:
        raised: Deed = "raises" if table.is_friend(step.seat, place) else "lowers"
        return "tops" if step.redundant else raised
    plain: dict[str, Deed] = {"green": "scores", "discard": "discards", "pass": "passes"}
    return plain.get(act, "retires")


def _standing(state: State, whose: Sequence[int], ceiling: int | None) -> tuple[str, ...]:
    """Return the green cards on some seats' piles that lie over a ceiling, the highest first."""
    table, cards = state.table, state.table.cards
    piles = {table.green_pile[seat] for seat in whose}
    kinds = sorted((kind for pile in piles for kind in state.greens[pile]), reverse=True)
    return tuple(
        cards.labels[kind] for kind in kinds if ceiling is not None and cards.pointages[kind] > ceiling
    )


def _labels(table: Table, hand: list[int]) -> tuple[str, ...]:
    return tuple(table.cards.labels[kind] for kind, times in enumerate(hand) for _ in range(times))


# The account


def _parts(game: Game, turns: Sequence[ToldTurn], names: Sequence[str]) -> tuple[GamePart, ...]:
    """Divide a game into parts of about as many rounds, and tell what lies on the table after each."""
    seats = range(game.table.players)
    rounds = []
    for number, group in groupby(turns, key=lambda turn: turn.round):
        mine = {turn.seat: turn for turn in group}
        rounds.append(Round(number, tuple(mine.get(seat) for seat in seats)))
    state, parts = State(game.table, game.deck), list[GamePart]()
    notes = _notes(turns, len(state.stock))
    bounds = [round(len(rounds) * moment / _MOMENTS) for moment in range(_MOMENTS + 1)]
    for start, end in pairwise(sorted({*bounds})):
        shown = tuple(rounds[start:end])
        first, last = shown[0].number, shown[-1].number
        for step in game.steps:
            if first <= turns[step.turn - 1].round <= last:
                state.apply(step.code)
        here = tuple(note for note in notes if first <= note.turn.round <= last)
        labels = [game.table.cards.labels[kind] for kind in state.discards]
        parts.append(GamePart(shown, here, _piles(state, names), len(state.stock), tuple(labels)))
    return tuple(parts)


def _notes(turns: Sequence[ToldTurn], stock: int) -> list[Note]:
    """Find the turns that show something for the first time, each for one thing.

    stock: the cards of the stock before the first turn.
    """
    notes: dict[str, Note] = {}
    for turn in turns:
        shows = {
            "standing": bool(turn.standing),
            "empty": turn.deed == "lowers" and turn.implied,
            "raises": turn.deed == "raises",
            "tops": turn.deed == "tops",
            "discards": turn.deed == "discards",
            "taken": turn.choice and turn.source == "discards",
            "stock": stock > 0 and not turn.stock,
            "retires": turn.retired == "choice",
            "no cards": turn.retired == "no cards",
        }
        kind = next((kind for kind, true in shows.items() if true and kind not in notes), None)
        if kind is not None:
            notes[kind] = Note(kind, turn)
        stock = turn.stock
    return list(notes.values())


def _piles(state: State, names: Sequence[str]) -> tuple[SeatPiles, ...]:
    table, labels = state.table, state.table.cards.labels
    return tuple(
        SeatPiles(
            names[seat],
            tuple(labels[kind] for kind in state.greens[table.green_pile[seat]]),
            tuple(labels[kind] for kind in state.reds[table.red_pile[seat]]),
            ceiling(state, table.red_pile[seat]),
            points(state, seat),
        )
        for seat in range(table.players)
    )


def _results(game: Game, names: Sequence[str]) -> tuple[PlayerResult, ...]:
    """Return the green cards of every player, the highest first, and how they come to the score."""
    state, made = replay(game), []
    cards = game.table.cards
    for piles, score in zip(_piles(state, names), game.scores.seats, strict=True):
        greens = sorted(map(cards.kind, piles.greens), reverse=True)
        made.append(
            PlayerResult(
                piles.player,
                tuple(cards.labels[kind] for kind in greens),
                " + ".join(str(cards.pointages[kind]) for kind in greens),
                piles.points,
                piles.points - score,
                score,
            )
        )
    return tuple(made)


# Games for examples


def example(table: Table, seed: int) -> Game:
    """Play a game of sensible players: the same seed gives the same game."""
    return record(table, [sensible] * table.players, Random(seed))  # noqa: S311 - a game, no secret


def record(table: Table, players: Sequence[Player], chance: Chance) -> Game:
    """Play a whole game between players, one a seat, and record every decision."""
    deck = shuffled_cards(table, chance)
    state, steps = State(table, deck), list[Step]()
    while state.phase != OVER:
        steps.append(move(state, players[state.seat](state, state.legal_moves(), chance)))
    return Game(table, tuple(deck), tuple(steps), scores(state))


def _end(table: Table, seed: int) -> State:
    """Return the end of the same game as example(), played without checks and records."""
    chance = Random(seed)  # noqa: S311 - a game, no secret
    state = State(table, shuffled_cards(table, chance))
    while state.phase != OVER:
        state.apply(sensible(state, state.legal_moves(), chance))
    return state


def sensible(state: State, moves: Sequence[int], chance: Chance) -> int:
    """Choose what does most at once: points, room for points in hand, or harm, all alike; without chance."""
    if state.phase == DRAW:
        # A discard that can score at once, by more than the mean green card, is better than the unknown.
        cards, own = state.table.cards, ceiling(state, state.table.red_pile[state.seat])
        next_one = state.discards[-1 if state.table.options.newest_discard else 0]
        count, points = cards.total(green=True)
        worth = cards.pointages[next_one] * cards.is_green(next_one)
        return DRAW_DISCARD if worth * count > points and worth <= own else DRAW_STOCK
    # Moves rise by their codes, and of equals the first is taken.
    values = [_worth(state, code) for code in moves]
    most = max(values)
    best = moves[values.index(most)]
    if not is_wait_over(state) or most > 0:
        return best
    if moves[0] == RETIRE:
        return RETIRE
    # Nobody may retire with a playable card: be rid of one, or the game goes on for ever.
    return max(code for code in moves if state.table.parts[code][0] != AWAY)


def _worth(state: State, code: int) -> float:
    """Weigh a move, in points; discards are below all that gains, then passing, then retiring."""
    table, cards = state.table, state.table.cards
    place, kind = table.parts[code]
    if code < FIRST:
        return -1000 if code == RETIRE else -500 if state.stock or state.discards else -1
    pointage, green = cards.pointages[kind], kind < cards.greens
    if place == AWAY:
        return -2 - (pointage if green else (cards.highest - pointage) / 2)
    if green:
        return pointage
    against = pointage * table.options.red_counts_against
    top = table.levels[state.tops[place]]
    if table.is_friend(state.seat, place):
        return freed_points(state, top, pointage) - against - 0.5
    alive = any(state.playing[seat] for seat in table.places[place])
    return (top - pointage) * alive + against - 0.5
