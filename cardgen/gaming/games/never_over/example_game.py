"""A whole game of NEVER OVER for its rulebook, played by the code and recorded turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..playing_time import Length
from .cards import Cards
from .moves import (
    RecordedGame,
    RecordedStep,
    Source,
    ceiling_of_place,
    is_playable_somewhere,
    make_move,
    replay,
)
from .options import NeverOverOptions
from .pack_rules import HAND
from .state import (
    DRAW,
    OVER,
    Chance,
    State,
    green_points,
    hand_points_between_pointages,
    is_wait_over,
    scores_of,
    shuffled_cards,
)
from .table import AWAY, DRAW_DISCARD, DRAW_STOCK, FIRST, RETIRE, GameTable, table_for

if TYPE_CHECKING:
    from .players import Player

#: Players of the example, if the pack has enough cards, players with partners, and the hand. With hands of
#: eight hardly any card must be discarded: six show more, and are easier to follow.
PLAYERS, PARTNERS, EXAMPLE_HAND = 3, 4, 6
#: The games to choose from: seeds for this many cards in all, at most so many, from the first one on, with
#: which the published pack has a game that shows everything.
_CARDS_TRIED, _SEEDS, _FIRST_SEED = 1_400, 24, 21
#: What a game should show, beside a card taken from the discards.
_WANTED = {"scores", "raises", "lowers", "discards", "retires"}
#: Maximum number of turns of a game that is printed.
_MOST_TURNS = 150
#: Minimum number of green cards that show how to add up.
_FEW_GREENS = 3
#: Number of parts of the printed game; the table is shown after each but the last, the score after that.
_MOMENTS = 3
#: Number of games for the scores if red cards count against their owner: enough for this many cards in all,
#: within these bounds. 200 games of 55 cards take a twentieth of a second.
_CARDS_IN_TRIALS, _FEWEST_TRIALS, _MOST_TRIALS = 11_000, 20, 200
#: Number of games for the mean length, which is then within 5 % of the true mean.
_TIMED = 20

TurnEffect = Literal["scores", "raises", "tops", "lowers", "discards", "passes", "retires"]


class TurnAccount(NamedTuple):
    """One turn as facts for a template's sentences. Cards are labels ("+4"), ceilings pointages."""

    number: int
    #: The round, from 1.
    round: int
    seat: int
    player: str
    #: The effect: a green card scores; a red one raises the own side, lowers an opponent, or tops an equal
    #: one (or the ceiling that an empty pile implies) and so changes nothing.
    deed: TurnEffect
    card: str | None
    #: The owner of the red pile that the card went on, or that limited it.
    whose: str
    #: The ceiling of that pile before and after.
    before: int | None
    after: int | None
    #: Whether that pile was empty, so that its ceiling was implied.
    implied: bool
    #: The player's own ceiling at the beginning of the turn.
    ceiling: int
    #: Whether no card in hand could go on any pile.
    stuck: bool
    #: Where a card was drawn from, and which; only the player sees one from the stock.
    source: Source | None
    drawn: str | None
    #: Whether both stock and discards had cards.
    choice: bool
    #: Green cards laid down on retiring.
    laid: tuple[str, ...]
    #: Retired by choice, or without cards; None if still playing.
    retired: Literal["choice", "no cards"] | None
    over: bool
    #: Afterwards: the hand, the green points on the player's pile, and the cards left in the stock.
    hand: tuple[str, ...]
    points: int
    stock: int
    #: Green cards over the ceiling that this turn has set, each as often as it lies there.
    standing: tuple[str, ...]


class GameRound(NamedTuple):
    """One round of the table: the turn of each seat, None for one that has retired."""

    number: int
    turns: tuple[TurnAccount | None, ...]


class SeatPiles(NamedTuple):
    """The piles of a player, the oldest card first."""

    player: str
    greens: tuple[str, ...]
    reds: tuple[str, ...]
    ceiling: int
    points: int


class FirstOccurrence(NamedTuple):
    """The first turn in a game that shows a certain event."""

    #: Green cards that stand; a card on an empty pile; a ceiling raised; a redundant card; a discard; one
    #: taken; the last of the stock; retiring, and without cards.
    kind: str
    turn: TurnAccount


class GamePart(NamedTuple):
    """Some rounds of a game, and the table after them."""

    rounds: tuple[GameRound, ...]
    #: Turns that show something for the first time.
    notes: tuple[FirstOccurrence, ...]
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
    """A player with the cards dealt."""

    player: str
    cards: tuple[str, ...]


class PlayerResult(NamedTuple):
    """A player's result at the end."""

    player: str
    #: The green cards, the highest first; their points one by one ("4 + 3"), and in all.
    greens: tuple[str, ...]
    sum: str
    points: int
    #: The points of the red pile if they are subtracted, and the score.
    against: int
    score: int


class PicturedTurn(NamedTuple):
    """A turn that plays on a pile, with the piles of their owner before and after it."""

    turn: TurnAccount
    #: Labels of the top green and the top red card; "" for an empty pile.
    before: tuple[str, str]
    after: tuple[str, str]


class GameAccount(NamedTuple):
    """The whole game with its parts and results."""

    players: int
    #: In the order of play; the last is the dealer.
    names: list[str]
    dealer: str
    hand: int
    stock: int
    hands: tuple[DealtHand, ...]
    #: The turns of the first round that play on piles.
    first_round: tuple[PicturedTurn, ...]
    #: Empty if the game is too long to print.
    parts: tuple[GamePart, ...]
    turns: int
    results: tuple[PlayerResult, ...]
    #: The player whose score is the simplest to add up, of those with points.
    worked: PlayerResult
    best: int
    winners: tuple[str, ...]


class ScoreTrials(NamedTuple):
    """The results of games that were played to see how often scores are above zero."""

    games: int
    players: int
    hand: int
    scores: int
    above_zero: int


def game_account(cards: Cards, options: NeverOverOptions, names: Sequence[str]) -> GameAccount:
    """Return the example game of a pack; the same pack always gives the same one."""
    table = example_table(cards, options, len(names))
    game = most_instructive_game(table)
    seats = game.scores.seats
    turns, results = turn_accounts(game, names), _player_results(game, names)
    return GameAccount(
        players=table.players,
        names=list(names[: table.players]),
        dealer=names[table.players - 1],
        hand=table.hand_size,
        stock=cards.count - table.hand_size * table.players,
        hands=tuple(
            DealtHand(name, _labels_of_hand(table, hand))
            for name, hand in zip(names, State(table, game.deck).hands, strict=False)
        ),
        first_round=_pictured_turns(game, turns),
        parts=_game_parts(game, turns, names) if game.turns <= _MOST_TURNS else (),
        turns=game.turns,
        results=results,
        worked=min(results, key=lambda each: (len(each.greens) < _FEW_GREENS, len(each.greens))),
        best=max(seats),
        winners=tuple(names[seat] for seat, score in enumerate(seats) if score == max(seats)),
    )


def example_player_count(cards: Cards, max_players: int) -> int:
    """Return the number of players in the example game: three, or two if there are too few cards.

    max_players: the maximum number of players.
    """
    return max(2, min(PLAYERS, max_players, cards.count // HAND))


def example_table(cards: Cards, options: NeverOverOptions, max_players: int) -> GameTable:
    """Return a table for the example, with smaller hands for a pack of few cards."""
    if options != NeverOverOptions():
        return table_for(cards, PLAYERS if options.partners == "none" else PARTNERS, options)
    players = example_player_count(cards, max_players)
    return table_for(cards, players, NeverOverOptions(hand=max(1, min(EXAMPLE_HAND, cards.count // players))))


@lru_cache(maxsize=8)
def most_instructive_game(table: GameTable) -> RecordedGame:
    """Return the first game that shows everything and has a single winner.

    If there is no such game, returns the one that shows most, because readers then see as many rules as
    possible. Of games that show equally much, those with a single winner are preferred, then the shortest.
    """
    best, most = None, (-1, False, 0)
    for seed in range(_FIRST_SEED, _FIRST_SEED + max(1, min(_SEEDS, _CARDS_TRIED // table.cards.count))):
        game = example_record(table, seed)
        shown = {_turn_effect(table, step) for step in game.steps if not step.move.act.startswith("draw")}
        chosen = any(step.code == DRAW_DISCARD for step in game.steps)
        single = game.scores.seats.count(max(game.scores.seats)) == 1
        merit = (len(shown & _WANTED) + chosen, single, -game.turns)
        if best is None or merit > most:
            best, most = game, merit
        if most[:2] == (len(_WANTED) + 1, True):
            break
    assert best is not None  # noqa: S101 - at least one seed is tried
    return best


def play_score_trials(cards: Cards, max_players: int) -> ScoreTrials:
    """Play games with the usual hands in which red counts against its owner, and return their scores'
    statistics.

    max_players: maximum number of players. The same pack always gives the same games.
    """
    players = example_player_count(cards, max_players)
    hand = min(HAND, cards.count // players)
    table = table_for(cards, players, NeverOverOptions(hand=hand, red_counts_against=True))
    games = max(_FEWEST_TRIALS, min(_MOST_TRIALS, _CARDS_IN_TRIALS // cards.count))
    ends = [score for seed in range(games) for score in scores_of(_final_state(table, seed)).seats]
    return ScoreTrials(games, players, hand, len(ends), sum(score > 0 for score in ends))


def mean_length(cards: Cards, players: int) -> Length:
    """Return the mean length of games with the usual hands; the same pack always gives the same."""
    table = table_for(cards, players, NeverOverOptions(hand=max(1, min(HAND, cards.count // players))))
    turns = [_final_state(table, seed).turn for seed in range(_TIMED)]
    return Length(sum(turns) / _TIMED, deals=1)


# Turns


def turn_accounts(game: RecordedGame, names: Sequence[str]) -> list[TurnAccount]:
    """Return every turn of a game, in order. Raises IllegalMove for a record that breaks the rules."""
    state, table, label = State(game.table, game.deck), game.table, game.table.cards.labels
    turns: list[TurnAccount] = []
    for _, group in groupby(game.steps, key=lambda step: step.turn):
        # The first decision of a turn, and the choice of a draw, if any.
        codes = [step.code for step in group]
        own, hand = ceiling_of_place(state, table.red_pile[state.seat]), state.hands[state.seat]
        stuck = not any(times and is_playable_somewhere(state, kind) for kind, times in enumerate(hand))
        steps = [make_move(state, code) for code in codes]
        first, last = steps[0], steps[-1]
        deed, made, whose = _turn_effect(table, first), first.move, tuple[int, ...]()
        if made.place is not None:
            whose = table.seats_by_place[made.place]
        again = not turns or first.seat <= turns[-1].seat
        turns.append(
            TurnAccount(
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
                hand=_labels_of_hand(table, state.hands[first.seat]),
                points=green_points(state, first.seat),
                stock=len(state.stock),
                standing=_labels_of_greens_over_ceiling(state, whose, first.after)
                if deed == "lowers"
                else (),
            )
        )
    return turns


def _turn_effect(table: GameTable, step: RecordedStep) -> TurnEffect:
    act, place = step.move.act, step.move.place
    if act == "red" and place is not None:
        raised: TurnEffect = "raises" if table.is_of_own_side(step.seat, place) else "lowers"
        return "tops" if step.is_redundant else raised
    plain: dict[str, TurnEffect] = {"green": "scores", "discard": "discards", "pass": "passes"}
    return plain.get(act, "retires")


def _labels_of_greens_over_ceiling(
    state: State, whose: Sequence[int], ceiling: int | None
) -> tuple[str, ...]:
    """Return the green cards on the piles of some seats that are over a ceiling, the highest first."""
    table, cards = state.table, state.table.cards
    piles = {table.green_pile[seat] for seat in whose}
    kinds = sorted((kind for pile in piles for kind in state.greens[pile]), reverse=True)
    return tuple(
        cards.labels[kind] for kind in kinds if ceiling is not None and cards.pointages[kind] > ceiling
    )


def _labels_of_hand(table: GameTable, hand: list[int]) -> tuple[str, ...]:
    return tuple(table.cards.labels[kind] for kind, times in enumerate(hand) for _ in range(times))


# The account of a game


def _game_parts(
    game: RecordedGame, turns: Sequence[TurnAccount], names: Sequence[str]
) -> tuple[GamePart, ...]:
    """Return a game in parts of about the same number of rounds, with the table after each part."""
    seats = range(game.table.players)
    rounds = []
    for number, group in groupby(turns, key=lambda turn: turn.round):
        mine = {turn.seat: turn for turn in group}
        rounds.append(GameRound(number, tuple(mine.get(seat) for seat in seats)))
    state, parts = State(game.table, game.deck), list[GamePart]()
    notes = _first_occurrences(turns, len(state.stock))
    bounds = [round(len(rounds) * moment / _MOMENTS) for moment in range(_MOMENTS + 1)]
    for start, end in pairwise(sorted({*bounds})):
        shown = tuple(rounds[start:end])
        first, last = shown[0].number, shown[-1].number
        for step in game.steps:
            if first <= turns[step.turn - 1].round <= last:
                state.apply_move(step.code)
        here = tuple(note for note in notes if first <= note.turn.round <= last)
        labels = [game.table.cards.labels[kind] for kind in state.discards]
        parts.append(GamePart(shown, here, _seat_piles(state, names), len(state.stock), tuple(labels)))
    return tuple(parts)


def _pictured_turns(game: RecordedGame, turns: Sequence[TurnAccount]) -> tuple[PicturedTurn, ...]:
    """Return the turns of the first round in which a card goes on a pile, with its piles before and after."""
    state, made = State(game.table, game.deck), list[PicturedTurn]()
    for step in game.steps:
        turn, place = turns[step.turn - 1], step.move.place
        if turn.round > 1:
            break
        before = place is not None and _labels_of_tops(state, place, step.seat)
        state.apply_move(step.code)
        if before and place is not None:
            made.append(PicturedTurn(turn, before, _labels_of_tops(state, place, step.seat)))
    return tuple(made)


def _labels_of_tops(state: State, place: int, seat: int) -> tuple[str, str]:
    """Return the labels of the top cards of a green and a red pile of a place; "" for an empty pile.

    The green pile is that of the seat if the place is its own, otherwise that of the first owner of the
    place.
    """
    seats, labels = state.table.seats_by_place[place], state.table.cards.labels
    green = state.greens[state.table.green_pile[seat if seat in seats else seats[0]]]
    red = state.reds[place]
    return labels[green[-1]] if green else "", labels[red[-1]] if red else ""


def _first_occurrences(turns: Sequence[TurnAccount], stock: int) -> list[FirstOccurrence]:
    """Return the turns in which an event occurs for the first time, at most one event for each turn.

    stock: the number of cards in the stock before the first turn.
    """
    notes: dict[str, FirstOccurrence] = {}
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
            notes[kind] = FirstOccurrence(kind, turn)
        stock = turn.stock
    return list(notes.values())


def _seat_piles(state: State, names: Sequence[str]) -> tuple[SeatPiles, ...]:
    """Return the labels on the piles of each seat, with its ceiling and its green points."""
    table, labels = state.table, state.table.cards.labels
    return tuple(
        SeatPiles(
            names[seat],
            tuple(labels[kind] for kind in state.greens[table.green_pile[seat]]),
            tuple(labels[kind] for kind in state.reds[table.red_pile[seat]]),
            ceiling_of_place(state, table.red_pile[seat]),
            green_points(state, seat),
        )
        for seat in range(table.players)
    )


def _player_results(game: RecordedGame, names: Sequence[str]) -> tuple[PlayerResult, ...]:
    """Return each player's green cards, the highest first, and how they add up to the score."""
    state, made = replay(game), []
    cards = game.table.cards
    for piles, score in zip(_seat_piles(state, names), game.scores.seats, strict=True):
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


def example_record(table: GameTable, seed: int) -> RecordedGame:
    """Play a game of sensible players and return its record; the same seed gives the same game."""
    return record_game(table, [sensible_move] * table.players, Random(seed))  # noqa: S311 - a game, no secret


def record_game(table: GameTable, players: Sequence[Player], chance: Chance) -> RecordedGame:
    """Play a whole game, one player per seat, and record every decision."""
    deck = shuffled_cards(table, chance)
    state, steps = State(table, deck), list[RecordedStep]()
    while state.phase != OVER:
        steps.append(make_move(state, players[state.seat](state, state.legal_moves(), chance)))
    return RecordedGame(table, tuple(deck), tuple(steps), scores_of(state))


def _final_state(table: GameTable, seed: int) -> State:
    """Return the final state of the game that `example_record` plays, without checks and records."""
    chance = Random(seed)  # noqa: S311 - a game, no secret
    state = State(table, shuffled_cards(table, chance))
    while state.phase != OVER:
        state.apply_move(sensible_move(state, state.legal_moves(), chance))
    return state


def sensible_move(state: State, moves: Sequence[int], chance: Chance) -> int:
    """Return the move with the best immediate effect: points, room for points in hand, or harm to others.

    The function uses no random numbers.
    """
    if state.phase == DRAW:
        # Prefer a discard that can score at once by more than the mean green card to an unknown card.
        cards, own = state.table.cards, ceiling_of_place(state, state.table.red_pile[state.seat])
        next_one = state.discards[-1 if state.table.options.newest_discard else 0]
        count, points = cards.count_and_points(green=True)
        worth = cards.pointages[next_one] * cards.is_green(next_one)
        return DRAW_DISCARD if worth * count > points and worth <= own else DRAW_STOCK
    # Moves rise by their codes, and the first of equals is taken.
    values = [_move_worth(state, code) for code in moves]
    most = max(values)
    best = moves[values.index(most)]
    if not is_wait_over(state) or most > 0:
        return best
    if moves[0] == RETIRE:
        return RETIRE
    # Nobody may retire with a playable card: get rid of one, or the game would never end.
    return max(code for code in moves if state.table.place_and_kind_by_code[code][0] != AWAY)


def _move_worth(state: State, code: int) -> float:
    """Return the worth of a move in points; discards are below all gains, then passing, then retiring."""
    table, cards = state.table, state.table.cards
    place, kind = table.place_and_kind_by_code[code]
    if code < FIRST:
        return -1000 if code == RETIRE else -500 if state.stock or state.discards else -1
    pointage, green = cards.pointages[kind], kind < cards.greens
    if place == AWAY:
        return -2 - (pointage if green else (cards.highest - pointage) / 2)
    if green:
        return pointage
    against = pointage * table.options.red_counts_against
    top = table.levels[state.tops[place]]
    if table.is_of_own_side(state.seat, place):
        return hand_points_between_pointages(state, top, pointage) - against - 0.5
    alive = any(state.playing[seat] for seat in table.seats_by_place[place])
    return (top - pointage) * alive + against - 0.5
