"""The first turns of a game, played in advance along all moves, for a page that teaches without an engine.

One person sits in the first seat, players of cardgen in the others. A position is what that person sees when
it is their turn. Each of its choices is judged: what a legal move leads to, up to the next turn, or why the
rules forbid it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from ...books.lesson import Lesson, LessonCard, LessonChoice, LessonPosition, LessonZone
from ...pack.model import Pack
from ...units import Sentence
from . import GAMES, suggested_player
from .card_game import CardGame, chooser_of_player
from .cards import card_finder
from .scene import OfferedMove, Scene, TableWords, Zone

#: Names of those who sit at the table, the reader first. They begin with consonants: French has "de Mia", but
#: "d’Eva".
_NAMES = ("You", "Ben", "Cara", "Dan", "Mia", "Finn")
#: Maximum number of positions of a lesson, and of turns, and the number of deals to choose from.
_MOST_POSITIONS, _MOST_TURNS, _DEALS = 150, 5, 20
#: Maximum number of moves that others make before it is the reader's turn again, and of sentences about them.
_MOST_REPLIES, _MOST_SENTENCES = 60, 14

#: What is said of a choice that would end the lesson.
_PLAY_ON = Sentence("In this lesson you play on: choose something else.")


class _Node(NamedTuple):
    """A position of the search, with the sentences that led to it."""

    game: CardGame
    said: tuple[str, ...]


def make_lesson(pack: Pack, experiment: Any) -> Lesson | None:
    """Return a lesson of the first turns of a game; None if the game is over before the reader's first turn.

    Several deals are tried; the one that shows most reasons why a choice is forbidden is returned.
    """
    teacher = _LessonBuilder(pack, experiment)
    return teacher.lesson_of_deal(max(range(1, _DEALS + 1), key=teacher.count_reasons))


class _LessonBuilder:
    """Builds lessons of one game by playing it with computer players."""

    def __init__(self, pack: Pack, experiment: Any) -> None:
        self.experiment, self.find = experiment, card_finder(pack)
        game = experiment.start(1, 0)
        is_own = experiment.setup_record["game"] not in GAMES
        # A search would take too long for a position after each move.
        player = (
            chooser_of_player(game.rollout_player)
            if is_own
            else experiment.chooser(suggested_player(experiment))
        )
        self.chooser = player
        self.words = TableWords(_NAMES[: experiment.setup_record["players"]], 0, self.find)

    def count_reasons(self, seed: int) -> int:
        """Return the number of different reasons for refusals in the first turns of a deal.

        The reader's moves are made by the same computer player as those of the others.
        """
        node, reasons = self._play_until_reader(self.experiment.start(seed, 0), []), set[str]()
        for turn in range(_MOST_TURNS):
            if node.game.turn != 0:
                break
            scene = node.game.scene(0, self.words)
            reasons.update(
                refusal.reason
                for zone in scene.zones
                for seen in zone.cards
                for refusal in seen.refusals.values()
            )
            label = node.game.label(self.chooser(node.game, Random(str(turn))))  # noqa: S311 - a game
            node = self._play_until_reader(node.game, self._make_move(node.game, label))
        return len(reasons)

    def lesson_of_deal(self, seed: int) -> Lesson | None:
        """Return the lesson of a deal; None if the game is over before the first turn."""
        first = self._play_until_reader(self.experiment.start(seed, 0), [])
        if first.game.turn != 0:
            return None
        positions, level, turns = list[LessonPosition](), [first], 0
        while level:
            turns += 1
            made = [self._position_and_following_nodes(node.game) for node in level]
            after = [node for _, nodes in made for node in nodes if node is not None and node.game.turn == 0]
            start = len(positions) + len(level)
            is_last = turns == _MOST_TURNS or start + len(after) > _MOST_POSITIONS
            numbers = iter(range(start, start + len(after)))
            for position, nodes in made:
                positions.append(
                    _position_with_linked_choices(position, nodes, numbers, is_last, len(positions))
                )
            level = [] if is_last else after
        others = self.words.names[1:]
        return Lesson(tuple(others), first.said, tuple(positions), turns)

    def _play_until_reader(self, game: CardGame, sentences: list[str]) -> _Node:
        """Return the position at the reader's next turn, or at the end, after the moves of all others."""
        replies = 0
        while game.turn not in (0, None) and replies < _MOST_REPLIES:
            label = game.label(self.chooser(game, Random(f"{game.turn}:{replies}")))  # noqa: S311 - a game
            sentences += self._make_move(game, label)
            replies += 1
        return _Node(game, tuple(sentences[:_MOST_SENTENCES]))

    def _make_move(self, game: CardGame, label: str) -> list[str]:
        """Make the move with a label, and return sentences for the reader about its effects."""
        before = game.copy(Random(0))  # noqa: S311 - a game, no secret
        move = next(each for each in game.moves() if game.label(each) == label)
        game.play(move)
        return list(game.story(before, move, self.words))

    def _position_and_following_nodes(self, game: CardGame) -> tuple[LessonPosition, list[_Node | None]]:
        """Return a position as the reader sees it, and for each legal choice the position that follows.

        The following position is None for a choice that ends the game for the reader, such as retiring: the
        lesson only warns of it.
        """
        scene = game.scene(0, self.words)
        choices, nodes = list[LessonChoice](), list[_Node | None]()
        for offered in scene.moves:
            if offered.warning:
                # Whoever leaves the game learns no more of it.
                said: tuple[str, ...] = (offered.warning, _PLAY_ON)
                nodes.append(None)
            else:
                after = game.copy(Random(str(offered.label)))  # noqa: S311 - a game, no secret
                node = self._play_until_reader(after, self._make_move(after, offered.label))
                said = node.said
                nodes.append(node)
            choices.append(LessonChoice(offered.text, self._zone_and_card(scene, offered), True, said))
        choices += self._forbidden_choices(scene)
        zones = tuple(self._lesson_zone(zone) for zone in scene.zones)
        return LessonPosition(scene.task, scene.facts, zones, tuple(choices)), nodes

    def _zone_and_card(self, scene: Scene, offered: OfferedMove) -> tuple[int, str] | None:
        """Return the zone and the card that a move plays: the zone's index, and the card's name.

        Returns None if the move plays no card.
        """
        if offered.card is None:
            return None
        name, card = offered.card
        at = next((at for at, zone in enumerate(scene.zones) if zone.name == name), None)
        return None if at is None else (at, "" if card is None else self.words.card(card))

    def _forbidden_choices(self, scene: Scene) -> Iterator[LessonChoice]:
        """Yield a choice for everything that the rules forbid with cards that lie face up, each once."""
        names = {"", *(zone.name for zone in scene.zones)}
        done = set[tuple[int, str, str]]()
        for at, zone in enumerate(scene.zones):
            for seen in zone.cards:
                for place, refusal in seen.refusals.items():
                    label = self.words.card(seen.card)
                    if (at, label, place) in done or place not in names:
                        continue
                    done.add((at, label, place))
                    yield LessonChoice(refusal.attempt, (at, label), False, (refusal.reason,))

    def _lesson_zone(self, zone: Zone) -> LessonZone:
        """Return a zone with its cards as the lesson shows them."""
        cards = tuple(
            LessonCard(self.words.card(seen.card), self.find(seen.card), seen.note)
            for seen in zone.cards
            if seen.card is not None
        )
        return LessonZone(zone.title, zone.note, cards, zone.number - len(cards))


def _position_with_linked_choices(
    position: LessonPosition,
    nodes: Sequence[_Node | None],
    numbers: Iterator[int],
    is_last: bool,
    own_number: int,
) -> LessonPosition:
    """Return a position whose legal choices lead to the positions with the next numbers.

    nodes: what follows each choice; None for a choice that stays in this position. numbers: yields the
    numbers of the next positions. is_last: whether no further positions are shown. own_number: the number of
    this position.
    """
    choices = list(position.choices)
    for at, node in enumerate(nodes):
        follows = node is not None and node.game.turn == 0
        number = own_number if node is None else next(numbers) if follows and not is_last else None
        choices[at] = choices[at]._replace(leads_to=number)
    return position._replace(choices=tuple(choices))
