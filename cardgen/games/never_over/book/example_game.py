"""A whole game of NEVER OVER for its rulebook, played by the code and told turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..cards import Cards
from ..narration import Told, opening, told
from ..options import Options
from ..pack_rules import HAND
from ..players import example
from ..records import Game, replay
from ..table import Table, table_for

#: So many play in the example, if the pack has the cards.
PLAYERS = 4
#: The games that one is chosen from: as many seeds as make so many cards in all, and no more than these, from
#: the first on, which suits the published pack.
_CARDS_TRIED, _SEEDS, _FIRST_SEED = 2_200, 40, 25
#: What a game has to show if it can.
_WANTED = {"scores", "raises", "lowers", "discards", "retires"}
#: Of so many lines at most the game is told: these at its beginning, those at its end.
_FIRST, _LAST = 12, 14


class Turn(NamedTuple):
    """One turn. Cards are labels."""

    number: int
    player: str
    #: scores, raises, tops, lowers, discards, passes, retires: see telling.Deed.
    deed: str
    card: str | None
    #: Whose red pile it was about.
    whose: str
    before: int | None
    after: int | None
    implied: bool
    #: stock, discards, or nothing drawn.
    source: str | None
    drawn: str | None
    choice: bool
    #: Green cards laid down on retiring.
    laid: tuple[str, ...]
    #: choice, no cards, or None for one who plays on.
    retired: str | None
    over: bool
    hand: tuple[str, ...]
    points: int
    #: Green cards, each kind once, that lie over the ceiling which this turn has set, and stand.
    standing: tuple[str, ...]


class Share(NamedTuple):
    """What one player adds in a row of turns without an event."""

    player: str
    cards: tuple[str, ...]
    points: int


class Line(NamedTuple):
    """A line of the account: one turn, or a row of turns in which there were green cards only."""

    first: int
    last: int
    #: The turn, where it is but one.
    turn: Turn | None
    shares: tuple[Share, ...]
    #: So many turns are left out behind this line.
    left_out: int = 0


class Hand(NamedTuple):
    """Who was dealt what."""

    player: str
    cards: tuple[str, ...]


class Result(NamedTuple):
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
    hands: tuple[Hand, ...]
    opening: tuple[Turn, ...]
    lines: tuple[Line, ...]
    turns: int
    results: tuple[Result, ...]
    best: int
    winners: tuple[str, ...]
    #: How many turns each deed had.
    deeds: dict[str, int]
    #: The last turn in which a card was drawn, 0 for none, and whether stock and discards are empty after it.
    last_draw: int
    emptied: bool


def told_game(cards: Cards, options: Options, names: Sequence[str]) -> Account:
    """The game for a pack: the same pack always gives the same one."""
    table = example_table(cards, options, len(names))
    game = best_game(table)
    turns = _turns(game, names)
    first = turns[: table.players]
    best, end = max(game.scores.seats), replay(game)
    return Account(
        players=table.players,
        dealer=names[table.players - 1],
        hand=table.hand,
        stock=cards.count - table.hand * table.players,
        hands=tuple(Hand(names[seat], hand) for seat, hand in enumerate(opening(game))),
        opening=tuple(first),
        lines=_shortened(_lines(turns[len(first) :])),
        turns=game.turns,
        results=_results(game, turns, names),
        best=best,
        winners=tuple(names[seat] for seat, score in enumerate(game.scores.seats) if score == best),
        deeds={deed: sum(turn.deed == deed for turn in turns) for deed in _DEEDS},
        last_draw=max((turn.number for turn in turns if turn.source), default=0),
        emptied=not (end.stock or end.discards),
    )


_DEEDS = ("scores", "raises", "tops", "lowers", "discards", "passes", "retires")


def example_table(cards: Cards, options: Options, most: int) -> Table:
    """A table for the example: four players with usual hands, or fewer players or smaller hands."""
    if options != Options():
        return table_for(cards, PLAYERS, options)
    players = max(2, min(PLAYERS, most, cards.count // HAND))
    return table_for(cards, players, Options(hand=max(1, min(HAND, cards.count // players))))


def best_game(table: Table) -> Game:
    """The first game that shows all of the usual deeds, or else the one with the most kinds of them.

    So readers see as much of the rules as one game can show.
    """
    best, most = None, -1
    for seed in range(_FIRST_SEED, _FIRST_SEED + max(1, min(_SEEDS, _CARDS_TRIED // table.cards.count))):
        game = example(table, seed)
        shown = len(_WANTED & {turn.deed for turn in told(game)})
        if shown > most:
            best, most = game, shown
        if shown == len(_WANTED):
            break
    assert best is not None  # noqa: S101 - one seed at least is tried
    return best


def _turns(game: Game, names: Sequence[str]) -> list[Turn]:
    """Every turn, with the green cards that stand over a new ceiling."""
    table, made = game.table, list[Turn]()
    green: dict[int, list[str]] = {pile: [] for pile in table.green_pile}
    for each in told(game):
        pile = green[table.green_pile[each.seat]]
        pile += [each.card] if each.deed == "scores" and each.card else []
        pile += each.laid
        made.append(_turn(each, names, _standing(table, green, each)))
    return made


def _standing(table: Table, green: dict[int, list[str]], each: Told) -> tuple[str, ...]:
    if each.deed != "lowers" or each.after is None:
        return ()
    piles = {table.green_pile[seat] for seat in each.whose}
    kinds = {table.cards.kind(label) for pile in piles for label in green[pile]}
    return tuple(
        table.cards.labels[kind] for kind in sorted(kinds) if table.cards.pointages[kind] > each.after
    )


def _turn(each: Told, names: Sequence[str], standing: tuple[str, ...]) -> Turn:
    return Turn(
        number=each.turn,
        player=names[each.seat],
        deed=each.deed,
        card=each.card,
        whose=" and ".join(names[seat] for seat in each.whose),
        before=each.before,
        after=each.after,
        implied=each.implied,
        source=each.source,
        drawn=each.drawn,
        choice=each.choice,
        laid=each.laid,
        retired=each.retired,
        over=each.over,
        hand=each.hand,
        points=each.points,
        standing=standing,
    )


def _lines(turns: Sequence[Turn]) -> list[Line]:
    """A line a turn, but one for all between two events."""
    made: list[Line] = []
    for event, group in groupby(turns, key=lambda turn: turn.deed != "scores" or turn.retired is not None):
        mine = list(group)
        if event:
            made += [Line(turn.number, turn.number, turn, ()) for turn in mine]
        else:
            made.append(Line(mine[0].number, mine[-1].number, None, _shares(mine)))
    return made


def _shares(turns: Sequence[Turn]) -> tuple[Share, ...]:
    players = list(dict.fromkeys(turn.player for turn in turns))
    return tuple(_share(player, [turn for turn in turns if turn.player == player]) for player in players)


def _share(player: str, turns: Sequence[Turn]) -> Share:
    return Share(player, tuple(turn.card for turn in turns if turn.card), turns[-1].points)


def _shortened(lines: list[Line]) -> tuple[Line, ...]:
    """A long game without its middle, and how many turns that was."""
    if len(lines) <= _FIRST + _LAST + 1:
        return tuple(lines)
    first, gone, last = lines[:_FIRST], lines[_FIRST:-_LAST], lines[-_LAST:]
    first[-1] = first[-1]._replace(left_out=gone[-1].last - gone[0].first + 1)
    return (*first, *last)


def _results(game: Game, turns: Sequence[Turn], names: Sequence[str]) -> tuple[Result, ...]:
    """The green cards of every player, the highest first, and the score."""
    cards = game.table.cards
    made = []
    for seat, score in enumerate(game.scores.seats):
        mine = [turn for turn in turns if turn.player == names[seat]]
        greens = [t.card for t in mine if t.deed == "scores" and t.card] + [c for t in mine for c in t.laid]
        made.append(Result(names[seat], tuple(sorted(greens, key=cards.kind, reverse=True)), score))
    return tuple(made)
