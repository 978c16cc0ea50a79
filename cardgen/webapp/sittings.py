"""Games that people play in the page: a process deals and plays them, and the page gets only what one seat
may see.

This process (the parent) stores who sits where, the seed and the moves. So if the playing process has ended,
a new one can deal the game again and repeat the moves. It also stores the open seat, the only one whose hand
is shown: the page never gets another hand.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import CardgenError, UsageError
from ..gaming.games import GAMES, experiment_of
from ..gaming.games.card_game import CardGame
from ..gaming.games.game import Setup
from ..gaming.games.game_log import GameLog, Sitter, log_text
from ..gaming.games.rules_file import RulesFile
from ..gaming.games.scene import OfferedMove, Scene, SeenCard, TableWords, Zone
from ..gaming.games.search import COMMON_POLICY_WORDS, SEARCH
from ..gaming.games.sitting import Sitting, seat_names
from ..gaming.lab.workers import LocalProcesses
from ..jobs.play import SEEDS, Names, log_file
from ..pack.model import Pack
from ..units import BadValue

#: Maximum number of games of all tabs.
_MOST_SITTINGS = 16
#: The most seats that the page has room for.
_MOST_SEATS = 6
#: Number of last moves that the page is told in words.
_TOLD = 60


class DealRequest(NamedTuple):
    """All data needed to deal a game."""

    pack: Pack
    setup: Setup
    seats: tuple[Sitter, ...]
    seed: int


class _Table:
    """The parent's record of a game."""

    def __init__(self, deal: DealRequest, practice: bool, folder: Path) -> None:
        self.order, self.practice, self.folder = deal, practice, folder
        self.moves: list[str] = []
        self.people = [seat for seat, each in enumerate(deal.seats) if not each.is_bot]
        #: The seat whose hand lies open; None if it is covered.
        self.open_seat: int | None = 0 if not self.people else None
        if len(self.people) == 1:
            [self.open_seat] = self.people
        #: The files of logs, by the number of moves they hold.
        self.logs: dict[int, str] = {}


class Sittings:
    """The games of all tabs. All answers are data for the page. Raises UsageError for what is not allowed."""

    def __init__(self, pool: LocalProcesses, rules: Path | None) -> None:
        """Prepare without starting a process. rules: the file that the user named for all games."""
        self._pool, self._rules = pool, rules
        self._tables: OrderedDict[str, _Table] = OrderedDict()

    async def games(self, pack: Pack) -> list[dict[str, Any]]:
        """Return the choices for each game of the pack, or for the user's own game.

        Raises UsageError if nobody can play a game.
        """
        setups = [Setup(rules=RulesFile.read(self._rules))] if self._rules else list(map(Setup, pack.games))
        found: list[dict[str, Any]] = await self._await(
            partial(self._pool.submit, _game_records, pack, setups)
        )
        return found

    async def answer_sit(self, pack: Pack, folder: Path, request: Mapping[str, Any]) -> dict[str, Any]:
        """Deal a game and return the table as the page shows it.

        folder: the log is saved below it. request: the request Sit. Raises UsageError for names or options
        that are refused.
        """
        seats = _sitters(request["seats"])
        rules = RulesFile.read(self._rules) if self._rules else None
        options = tuple(str(each) for each in request["options"])
        setup = Setup(None if rules else request["game"], len(seats), options=options, rules=rules)
        seed = secrets.randbelow(SEEDS) if request["seed"] is None else request["seed"]
        key = secrets.token_urlsafe(12)
        self._tables[key] = _Table(DealRequest(pack, setup, seats, seed), request["practice"], folder)
        while len(self._tables) > _MOST_SITTINGS:
            self._tables.popitem(last=False)
        try:
            return await self._state(key)
        except CardgenError:
            del self._tables[key]
            raise

    async def answer_act(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Make a move or another act at a table, and return the table as the page shows it.

        request: the request Act. Raises UsageError if the game is not kept any more, or the act is not
        allowed.
        """
        key, act, seat = request["sitting"], request["act"], request["seat"]
        table = self._tables.get(key)
        if table is None:
            raise UsageError("this game is no longer on the table: deal a new one")
        if act in ("undo", "hint") and not table.practice:
            raise UsageError("there is no undo and no hint at this table: choose practice when you deal")
        if act == "cover" and len(table.people) > 1:
            table.open_seat = None
        elif act == "show":
            if seat not in table.people:
                raise UsageError("nobody sits there")
            turn = (await self._ask(key, "turn"))["turn"]
            if turn is not None and turn != seat:
                raise UsageError("it is not the turn of this seat")
            table.open_seat = seat
        elif act in ("move", "step", "undo", "hint"):
            answer = await self._ask(key, act, request["label"], table.open_seat)
            table.moves = answer["moves"]
            return await self._state(key, answer.get("hint"))
        elif act == "leave":
            await self._save_log(table, await self._ask(key, "log"))
        return await self._state(key)

    async def _state(self, key: str, hint: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the table as the page shows it, with the cards that the open seat may see.

        If the game has ended, its log is saved first. hint: a hint to include.
        """
        table = self._tables[key]
        state = await self._ask(key, "state", "", table.open_seat)
        if state["turn"] is None:
            await self._save_log(table, await self._ask(key, "log"))
        seats = table.order.seats
        return {
            "sitting": key,
            "names": seat_names(seats),
            "bots": [each.is_bot for each in seats],
            "people": table.people,
            "viewer": table.open_seat,
            "practice": table.practice,
            "seed": table.order.seed,
            "moves": len(table.moves),
            "log": table.logs.get(len(table.moves), ""),
            "hint": hint,
            **state,
        }

    async def _save_log(self, table: _Table, log: GameLog) -> None:
        """Write the log of a game below its folder, unless it is written already or no move has been made.

        Raises UsageError if it cannot be written.
        """
        if not log.moves or len(log.moves) in table.logs:
            return
        folder = table.folder / "output"
        if folder.is_symlink():
            raise UsageError("output is a link to another folder, which the studio does not follow")

        def write() -> str:
            folder.mkdir(exist_ok=True)
            file = log_file(folder, log)
            file.write_text(log_text(log), encoding="utf-8")
            return file.name

        try:
            table.logs[len(log.moves)] = await asyncio.to_thread(write)
        except OSError as error:
            raise UsageError(f"the log cannot be written: {error.strerror}") from error

    async def _ask(self, key: str, act: str, label: str = "", seat: int | None = None) -> Any:
        """Let the process act in a game, and return its answer.

        A process that does not know the game gets what it needs to deal it. Raises UsageError if it does not
        know the game even then.
        """
        table = self._tables[key]
        for order in (None, table.order):
            submit = partial(
                self._pool.submit, _do_act_in_process, key, order, tuple(table.moves), act, label, seat
            )
            answer = await self._await(submit)
            if answer is not None:
                return answer
        raise UsageError("this game is no longer on the table: deal a new one")

    async def _await(self, submit: Callable[[], Future[Any]]) -> Any:
        """Wait for a task of the process and return its result."""
        return await asyncio.wrap_future(submit())

    def close(self) -> None:
        """End the process."""
        self._pool.close()


def _sitters(seats: Any) -> tuple[Sitter, ...]:
    """Return who sits at each seat.

    Raises UsageError for names that are equal or cannot be printed, and for too many seats.
    """
    if not isinstance(seats, list) or not 1 <= len(seats) <= _MOST_SEATS:
        raise UsageError(f"from 1 to {_MOST_SEATS} can sit here")
    found = []
    for each in seats:
        if not isinstance(each, dict) or {*each} != {"name", "bot"} or not isinstance(each["name"], str):
            raise UsageError("a seat has a name, and is a person's or a bot's")
        found.append(Sitter(" ".join(each["name"].split())[:60], bool(each["bot"])))
    people = [each.name for each in found if not each.is_bot]
    if people:
        try:
            Names().parse_value(people, {})
        except BadValue as error:
            raise UsageError(f"{error}") from None
    return tuple(found)


# --- what runs in the process ------------------------------------------------------------------------

#: The games that this process knows, by key.
_SITTINGS: OrderedDict[str, Sitting] = OrderedDict()


def _do_act_in_process(
    key: str, deal: DealRequest | None, moves: Sequence[str], act: str, label: str, seat: int | None
) -> Any:
    """Do an act in a game, in the process that plays it, and return the answer.

    deal: how to deal the game if this process does not know it. If the game is unknown and `deal` is None,
    the result is None.
    """
    sitting = _SITTINGS.get(key)
    if sitting is None or sitting.moves != list(moves):
        if deal is None:
            return None
        sitting = Sitting(deal.pack, experiment_of(deal.pack, deal.setup), deal.seats, deal.seed)
        sitting.make_moves(moves)
        _SITTINGS[key] = sitting
        while len(_SITTINGS) > _MOST_SITTINGS:
            _SITTINGS.popitem(last=False)
    if act == "turn":
        return {"turn": sitting.game.turn}
    if act == "state":
        return _state_record(sitting, seat)
    if act == "log":
        if sitting.game.turn is None:
            sitting.verify_log()
        return sitting.to_log()
    return _act_on(sitting, act, label, seat)


def _act_on(sitting: Sitting, act: str, label: str, seat: int | None) -> dict[str, Any]:
    """Make a move, take one back, or find a hint; return the moves of the game so far and, if asked for, the
    hint.

    seat: the open seat. Raises UsageError if it is not this seat's turn.
    """
    told: dict[str, Any] = {}
    if act == "step":
        if not sitting.is_bot_next:
            raise UsageError("it is a person's turn")
        sitting.make_move(sitting.bot_move())
    elif act == "undo":
        if not sitting.undo():
            raise UsageError("there is no move to take back")
    elif sitting.game.turn is None or sitting.game.turn != seat:
        raise UsageError("it is not the turn of this seat")
    elif act == "hint":
        told["hint"] = {"expert": sitting.expert, **sitting.hint()._asdict()}
    else:
        sitting.make_move(label)
    return {"moves": sitting.moves, **told}


def _state_record(sitting: Sitting, seat: int | None) -> dict[str, Any]:
    """Return a game as a seat sees it; without cards and story if seat is None."""
    game = sitting.game
    told: dict[str, Any] = {
        "turn": game.turn,
        "results": "",
        "scene": None,
        "story": [],
        "unit": game.scored_in,
    }
    if game.turn is None:
        told["results"] = sitting.result_sentence()
    if seat is not None:
        told["scene"] = scene_record(sitting.scene(seat), sitting.words(seat))
        first = max(0, len(sitting.stories) - _TOLD)
        told["story"] = [[at, list(sitting.stories[at][seat])] for at in range(first, len(sitting.stories))]
    return told


def scene_record(scene: Scene, words: TableWords) -> dict[str, Any]:
    """Return a scene as data for the page: faces by card ids, and moves by their index."""

    def card_record(zone: Zone, seen: SeenCard) -> dict[str, Any]:
        own = [
            at
            for at, move in enumerate(scene.moves)
            if move.card is not None and move.card == (zone.name, seen.card)
        ]
        found = None if seen.card is None else words.find(seen.card)
        return {
            "face": found.id if found is not None else "",
            "name": "" if seen.card is None else words.card(seen.card),
            "note": seen.note,
            "moves": own,
            "refusals": {place: refusal.reason for place, refusal in seen.refusals.items()},
        }

    def move_record(move: OfferedMove) -> dict[str, Any]:
        return {**move._asdict(), "card": None if move.card is None else move.card[0]}

    return {
        "zones": [
            {
                "name": zone.name,
                "title": zone.title,
                "short": _title_at_seat(zone, words),
                "kind": zone.kind,
                "seat": zone.seat,
                "note": zone.note,
                "number": zone.number,
                "cards": [card_record(zone, seen) for seen in zone.cards],
            }
            for zone in scene.zones
        ],
        "facts": [list(fact) for fact in scene.facts],
        "task": scene.task,
        "moves": list(map(move_record, scene.moves)),
        "scores": list(scene.scores),
    }


def _title_at_seat(zone: Zone, words: TableWords) -> str:
    """Return the title of a zone, without the name of its owner at the beginning."""
    owner = "" if zone.seat is None else f"{words.possessive(zone.seat)} "
    short = zone.title.removeprefix(owner)
    return short[:1].upper() + short[1:]


def _game_records(pack: Pack, setups: Sequence[Setup]) -> list[dict[str, Any]]:
    """Return the choices for each of the games."""
    return [_game_record(pack, setup) for setup in setups]


def _game_record(pack: Pack, setup: Setup) -> dict[str, Any]:
    """Return the choices for a game: numbers of players, bots and options.

    Raises the error of the last number of players if no number can play it.
    """
    tables: dict[int, Any] = {}
    problem = CardgenError()
    for players in range(1, _MOST_SEATS + 1):
        try:
            tables[players] = experiment_of(pack, setup._replace(players=players))
        except CardgenError as error:
            problem = error
    if not tables:
        raise problem
    usual = experiment_of(pack, setup).setup_record["players"]
    table = tables.get(usual) or next(iter(tables.values()))
    game: CardGame = table.start(1, 0)
    words: Mapping[str, str]
    if setup.rules is not None:
        words = dict.fromkeys(game.options, "")
        bots = {**dict.fromkeys(game.policies, ""), **COMMON_POLICY_WORDS}
        if type(game).hidden is CardGame.hidden:
            bots = {name: said for name, said in bots.items() if name != SEARCH}
        defaults: Any = game.options
    else:
        play = GAMES[setup.game or ""].play()
        words, bots = play.options, {**play.temperaments}
        holder = getattr(table, "table", table)
        defaults = {name: getattr(holder.options, name.replace("-", "_"), None) for name in words}
    return {
        "game": setup.game or "",
        "title": game.name if setup.rules is not None else GAMES[setup.game or ""].title,
        "players": list(tables),
        "usual": usual if usual in tables else next(iter(tables)),
        "bots": [[name, said] for name, said in bots.items()],
        "bot": _usual_bot(table, bots),
        "options": [
            {"name": name, "text": said, **_option_control_record(defaults[name])}
            for name, said in words.items()
        ],
    }


def _usual_bot(table: Any, bots: Mapping[str, str]) -> str:
    """Return the name of the bot that is suggested for a table."""
    from ..gaming.games import suggested_player

    suggested = suggested_player(table)
    return suggested if suggested in bots else next(iter(bots))


def _option_control_record(default: Any) -> dict[str, Any]:
    """Return a record of an option's control: "kind" (switch, choice or text), "default" and "choices"."""
    if isinstance(default, bool):
        return {"kind": "switch", "default": default, "choices": []}
    if isinstance(default, Enum):
        choices = [str(each.value) for each in type(default)]
        return {"kind": "choice", "default": str(default.value), "choices": choices}
    return {"kind": "text", "default": "" if default is None else str(default), "choices": []}
