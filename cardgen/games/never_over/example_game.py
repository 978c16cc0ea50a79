"""A whole game of NEVER OVER for its rulebook, played by the code and told turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Literal, NamedTuple

from .cards import Cards
from .moves import Game, Source, Step, move, replay
from .options import NeverOverOptions
from .pack_rules import HAND
from .players import Player, freed, waited
from .state import DRAW, OVER, Chance, State, points, scores, shuffled
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, FIRST, RETIRE, Table, table_for

#: How many play in the example, if the pack has the cards.
PLAYERS = 4
#: The games that one is chosen from: as many seeds as make so many cards in all, and no more than these, from
#: the first on, which suits the published pack.
_CARDS_TRIED, _SEEDS, _FIRST_SEED = 2_200, 40, 25
#: What a game has to show if it can.
_WANTED = {"scores", "raises", "lowers", "discards", "retires"}
#: A longer account is told without its middle: how many lines at its beginning, and at its end.
_FIRST, _LAST = 12, 14

Deed = Literal["scores", "raises", "tops", "lowers", "discards", "passes", "retires"]
_DEEDS: tuple[Deed, ...] = ("scores", "raises", "tops", "lowers", "discards", "passes", "retires")


class ToldTurn(NamedTuple):
    """One turn, in facts that a template makes words of. Cards are labels ("+4"), ceilings pointages."""

    number: int
    seat: int
    player: str
    #: What was done: a green card scores; a red one raises the own side, lowers an opponent, or tops an
    #: equal one (or the ceiling that an empty pile implies) and so changes nothing.
    deed: Deed
    card: str | None
    #: Whose red pile the card went on, or governed it.
    whose: str
    before: int | None
    after: int | None
    #: Whether that pile was empty, its ceiling only implied.
    implied: bool
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
    #: Afterwards: the hand, and the green points on the player's pile.
    hand: tuple[str, ...]
    points: int
    #: Green cards, each kind once, that lie over the ceiling which this turn has set, and stand.
    standing: tuple[str, ...]


class Added(NamedTuple):
    """What one player adds in a row of turns without an event."""

    player: str
    cards: tuple[str, ...]
    points: int


class AccountLine(NamedTuple):
    """A line of the account: one turn, or a row of turns in which there were green cards only."""

    first: int
    last: int
    #: The turn, where it is but one.
    turn: ToldTurn | None
    shares: tuple[Added, ...]
    #: So many turns are left out behind this line.
    left_out: int = 0


class DealtHand(NamedTuple):
    """Who was dealt what."""

    player: str
    cards: tuple[str, ...]


class PlayerResult(NamedTuple):
    """What a player has at the end."""

    player: str
    greens: tuple[str, ...]
    score: int


class Account(NamedTuple):
    """The whole game."""

    players: int
    dealer: str
    hand: int
    stock: int
    hands: tuple[DealtHand, ...]
    opening: tuple[ToldTurn, ...]
    lines: tuple[AccountLine, ...]
    turns: int
    results: tuple[PlayerResult, ...]
    best: int
    winners: tuple[str, ...]
    #: How many turns each deed had.
    deeds: dict[str, int]
    #: The last turn in which a card was drawn, 0 for none, and whether stock and discards are empty after it.
    last_draw: int
    emptied: bool


def told_game(cards: Cards, options: NeverOverOptions, names: Sequence[str]) -> Account:
    """Tell a game of a pack: the same pack always gives the same one."""
    table = example_table(cards, options, len(names))
    game = best_game(table)
    turns = told(game, names)
    first, seats = turns[: table.players], game.scores.seats
    best, end = max(seats), replay(game)
    deeds = Counter(turn.deed for turn in turns)
    return Account(
        players=table.players,
        dealer=names[table.players - 1],
        hand=table.hand,
        stock=cards.count - table.hand * table.players,
        hands=tuple(
            DealtHand(name, _labels(table, hand))
            for name, hand in zip(names, State(table, game.deck).hands, strict=False)
        ),
        opening=tuple(first),
        lines=_shortened(_lines(turns[len(first) :])),
        turns=game.turns,
        results=_results(game, turns, names),
        best=best,
        winners=tuple(names[seat] for seat, score in enumerate(seats) if score == best),
        deeds={deed: deeds[deed] for deed in _DEEDS},
        last_draw=max((turn.number for turn in turns if turn.source), default=0),
        emptied=not (end.stock or end.discards),
    )


def example_table(cards: Cards, options: NeverOverOptions, most: int) -> Table:
    """Return a table for the example: four players with usual hands, or fewer players or smaller hands."""
    if options != NeverOverOptions():
        return table_for(cards, PLAYERS, options)
    players = max(2, min(PLAYERS, most, cards.count // HAND))
    hand = max(1, min(HAND, cards.count // players))
    return table_for(cards, players, NeverOverOptions(hand=hand))


def best_game(table: Table) -> Game:
    """Find the first game that shows all of the usual deeds, or else the one with the most kinds of them.

    So readers see as much of the rules as one game can show.
    """
    best, most = None, -1
    for seed in range(_FIRST_SEED, _FIRST_SEED + max(1, min(_SEEDS, _CARDS_TRIED // table.cards.count))):
        game = example(table, seed)
        played = [step for step in game.steps if not step.move.act.startswith("draw")]
        shown = len(_WANTED & {_deed(table, step) for step in played})
        if shown > most:
            best, most = game, shown
        if shown == len(_WANTED):
            break
    assert best is not None  # noqa: S101 - one seed at least is tried
    return best


# Turns


def told(game: Game, names: Sequence[str]) -> list[ToldTurn]:
    """Tell every turn of a game, in order. Raises IllegalMove for a record that breaks the rules."""
    state, table, label = State(game.table, game.deck), game.table, game.table.cards.labels
    turns = []
    for _, group in groupby(game.steps, key=lambda step: step.turn):
        # The first decision of a turn, and the choice of a draw, if there was one.
        steps = [move(state, step.code) for step in group]
        first, last = steps[0], steps[-1]
        deed, made, whose = _deed(table, first), first.move, tuple[int, ...]()
        if made.place is not None:
            whose = table.places[made.place]
        turns.append(
            ToldTurn(
                number=first.turn,
                seat=first.seat,
                player=names[first.seat],
                deed=deed,
                card=None if made.kind is None else label[made.kind],
                whose=" and ".join(names[seat] for seat in whose),
                before=first.before,
                after=first.after,
                implied=first.implied,
                source=last.source,
                drawn=None if last.drawn is None else label[last.drawn],
                choice=last is not first,
                laid=tuple(label[kind] for kind in first.laid),
                retired=None if not last.retired else "choice" if made.act == "retire" else "no cards",
                over=last.over,
                hand=_labels(table, state.hands[first.seat]),
                points=points(state, first.seat),
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
    """Return the kinds of green cards on some seats' piles that lie over a ceiling."""
    table, cards = state.table, state.table.cards
    kinds = {kind for seat in whose for kind in state.greens[table.green_pile[seat]]}
    over = [kind for kind in sorted(kinds) if ceiling is not None and cards.pointages[kind] > ceiling]
    return tuple(cards.labels[kind] for kind in over)


def _labels(table: Table, hand: list[int]) -> tuple[str, ...]:
    return tuple(table.cards.labels[kind] for kind, times in enumerate(hand) for _ in range(times))


# The account


def _lines(turns: Sequence[ToldTurn]) -> list[AccountLine]:
    """Make a line of each turn, but one of all between two events."""
    made: list[AccountLine] = []
    for event, group in groupby(turns, key=lambda turn: turn.deed != "scores" or turn.retired is not None):
        mine = list(group)
        if event:
            made += [AccountLine(turn.number, turn.number, turn, ()) for turn in mine]
            continue
        added = []
        for player in dict.fromkeys(turn.player for turn in mine):
            its = [turn for turn in mine if turn.player == player]
            added.append(Added(player, tuple(turn.card for turn in its if turn.card), its[-1].points))
        made.append(AccountLine(mine[0].number, mine[-1].number, None, tuple(added)))
    return made


def _shortened(lines: list[AccountLine]) -> tuple[AccountLine, ...]:
    """Leave out the middle of a long game, and note how many turns that was."""
    if len(lines) <= _FIRST + _LAST + 1:
        return tuple(lines)
    first, gone, last = lines[:_FIRST], lines[_FIRST:-_LAST], lines[-_LAST:]
    first[-1] = first[-1]._replace(left_out=gone[-1].last - gone[0].first + 1)
    return (*first, *last)


def _results(game: Game, turns: Sequence[ToldTurn], names: Sequence[str]) -> tuple[PlayerResult, ...]:
    """Return the green cards of every player, the highest first, and the score."""
    cards = game.table.cards
    made = []
    for seat, score in enumerate(game.scores.seats):
        mine = [turn for turn in turns if turn.seat == seat]
        greens = [t.card for t in mine if t.deed == "scores" and t.card] + [c for t in mine for c in t.laid]
        made.append(PlayerResult(names[seat], tuple(sorted(greens, key=cards.kind, reverse=True)), score))
    return tuple(made)


# Games for examples


def example(table: Table, seed: int) -> Game:
    """Play a game of sensible players: the same seed gives the same game."""
    return record(table, [sensible] * table.players, Random(seed))  # noqa: S311 - a game, no secret


def record(table: Table, players: Sequence[Player], chance: Chance) -> Game:
    """Play a whole game between players, one a seat, and record every decision."""
    deck = shuffled(table, chance)
    state, steps = State(table, deck), list[Step]()
    while state.phase != OVER:
        steps.append(move(state, players[state.seat](state, state.legal_moves(), chance)))
    return Game(table, tuple(deck), tuple(steps), scores(state))


def sensible(state: State, moves: Sequence[int], chance: Chance) -> int:
    """Choose what does most at once: points, then room for points in hand, then harm; without chance."""
    if state.phase == DRAW:
        # A discard that will score by more than the mean green card is better than the unknown.
        cards = state.table.cards
        next_one = state.discards[-1 if state.table.options.newest_discard else 0]
        count, points = cards.total(green=True)
        good = cards.is_green(next_one) and cards.pointages[next_one] * count > points
        return DRAW_DISCARD if good else DRAW_STOCK
    best = max(moves, key=lambda code: (_worth(state, code), -code))
    if not waited(state) or _worth(state, best) > 0:
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
    pointage = cards.pointages[kind]
    if place == AWAY:
        return -2 - (pointage if cards.is_green(kind) else (cards.highest - pointage) / 2)
    if cards.is_green(kind):
        return pointage
    against = pointage * table.options.red_counts_against
    top = table.levels[state.tops[place]]
    if table.is_friend(state.seat, place):
        return 0.8 * freed(state, top, pointage) - against - 0.5
    alive = any(state.playing[seat] for seat in table.places[place])
    return 0.7 * (top - pointage) * alive + against - 0.5
