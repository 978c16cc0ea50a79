"""Games at the table of the page: what is sent of them, to whom, and what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from own_games import FILES, PACK
from test_scenes import TABLES, make_random_move, own_sitting, sitting_at
from test_studio import HOST, KEYS, TAB, Page

from cardgen import load
from cardgen.cli.main import run
from cardgen.gaming.games.game_log import read_log
from cardgen.jobs.playing import read_rules_file
from cardgen.webapp import sittings
from cardgen.webapp.app import StudioApp

TEXT = "extends: never-over\nname: Mine\n"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Any]:
    """Return a function that opens a table for a text, and returns its page."""
    opened: list[StudioApp] = []

    def start(text: str = TEXT, rules: Path | None = None) -> Page:
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        studio = StudioApp(tmp_path, file, trust=True, rules=rules)
        # Tests need no process of its own.
        studio.sittings._pool = _Here()  # type: ignore[assignment]
        opened.append(studio)
        page = Page(studio)
        assert page.look(text)["sound"]
        return page

    yield start
    for studio in opened:
        studio.queue.cancel_all()
        studio.close()


class _Here:
    """A pool that works at once."""

    def submit(self, task: Any, *arguments: Any) -> Any:
        from concurrent.futures import Future

        future: Future[Any] = Future()
        try:
            future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Nothing is at work."""


def sit(page: Page, *names: str, game: str = "never-over", **more: Any) -> Any:
    seats = [{"name": name.lstrip("*"), "bot": name.startswith("*")} for name in names]
    asked = {"game": game, "seats": seats, "options": [], "seed": 5, "practice": True, **more}
    return page.ask("/sit", tab=TAB, rev=1, **asked)


def act(page: Page, state: Any, what: str, seat: int = 0, label: str = "") -> Any:
    return page.ask("/act", sitting=state["sitting"], act=what, seat=seat, label=label)


def problem(page: Page, route: str, **message: Any) -> str:
    answer = page.send("POST", route, json=message)
    assert answer.status_code == 422
    return str(answer.json()["problem"])


@pytest.mark.parametrize("name", [*TABLES, "own"])
def test_what_is_sent_of_a_seat_is_the_same_when_hidden_cards_are_dealt_anew(
    name: str, tmp_path: Path
) -> None:
    sitting, chance = own_sitting(tmp_path) if name == "own" else sitting_at(name), Random(3)
    while sitting.game.turn is not None and len(sitting.moves) < 30:
        for seat in range(sitting.game.seats):
            words = sitting.words(seat)
            sent = json.dumps(sittings.scene_record(sitting.scene(seat), words))
            guess = sitting.game.guess(seat, chance).scene(seat, words)
            assert sent == json.dumps(sittings.scene_record(guess, words))
        make_random_move(sitting, chance)


def test_the_hand_of_another_person_is_not_sent(played: Any) -> None:
    page = played()
    state = sit(page, "Anna", "Ben")
    assert (state["scene"], state["story"], state["turn"]) == (None, [], 0)
    assert "not the turn" in problem(page, "/act", sitting=state["sitting"], act="show", seat=1, label="")
    mine = act(page, state, "show", 0)
    assert mine["viewer"] == 0
    after = act(page, mine, "move", 0, mine["scene"]["moves"][0]["label"])
    assert (after["viewer"], after["turn"]) == (0, 1)
    assert "not the turn" in problem(
        page, "/act", sitting=state["sitting"], act="move", seat=0, label="retire"
    )
    assert act(page, after, "cover")["scene"] is None
    other = act(page, after, "show", 1)
    hand = next(zone for zone in other["scene"]["zones"] if zone["name"] == "hand 1")
    assert {card["face"] for card in hand["cards"]} == {""}
    assert other["story"][0][1][0].startswith("Anna scores ")
    assert other["story"][0][1][1] == "Anna draws a card from the stock."


def test_a_whole_game_with_bots_is_logged_and_can_be_measured(played: Any, tmp_path: Path) -> None:
    page = played()
    state = sit(page, "Anna", "*careful", "*random")
    while state["turn"] is not None:
        if state["bots"][state["turn"]]:
            state = act(page, state, "step")
        else:
            state = act(page, state, "move", 0, state["scene"]["moves"][0]["label"])
    assert state["results"]
    log = read_log((tmp_path / "output" / state["log"]).read_bytes())
    assert (log.pack, len(log.moves), log.people) == ("Mine", state["moves"], ("Anna",))
    assert (
        run(
            [
                "logs",
                str(tmp_path / "mine.yaml"),
                str(tmp_path / "output"),
                "--games",
                "100",
                "--against",
                "random",
            ]
        )
        == 0
    )


def test_moves_can_be_taken_back_and_hints_asked_for_in_practice_only(played: Any) -> None:
    page = played()
    state = sit(page, "Anna", "*careful")
    moved = act(page, state, "move", 0, "discard +1")
    assert act(page, moved, "undo")["scene"] == state["scene"]
    strict = sit(page, "Anna", "*careful", practice=False)
    for what in ("undo", "hint"):
        said = problem(page, "/act", sitting=strict["sitting"], act=what, seat=0, label="")
        assert "choose practice" in said


def test_a_game_is_dealt_again_where_its_process_has_ended(played: Any) -> None:
    page = played()
    state = act(page, sit(page, "Anna", "*careful"), "move", 0, "discard +1")
    sittings._SITTINGS.clear()
    assert act(page, state, "look") == state


def test_an_own_game_is_played_if_the_user_named_its_rules(played: Any, tmp_path: Path) -> None:
    rules = tmp_path / "tide.py"
    rules.write_text(FILES["tide.py"], encoding="utf-8")
    page = played(PACK, rules)
    [game] = page.ask("/games", tab=TAB, rev=1)["games"]
    assert (game["title"], game["players"], game["bot"]) == ("Tide", [2, 3, 4], "search")
    state = sit(page, "Anna", "*search", game="")
    hand = next(zone for zone in state["scene"]["zones"] if zone["name"] == "hand")
    assert all(card["face"].startswith("tide-") for card in hand["cards"])
    assert read_rules_file(rules) is not None


def test_the_choices_of_each_game_are_those_of_the_command(played: Any) -> None:
    page = played("extends: standard-52\nname: Mine\n")
    games = {each["game"]: each for each in page.ask("/games", tab=TAB, rev=1)["games"]}
    assert list(games) == list(load("standard-52").games)
    assert games["addenda"]["players"] == [2, 4]
    kinds = {each["name"]: each["kind"] for each in games["abstrac-52"]["options"]}
    assert kinds["ace"] == "choice"
    assert "names no game" not in str(games)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ([], "from 1 to 6"),
        ([{"name": "A", "bot": False}, {"name": "A", "bot": False}], "different names"),
        ([{"name": "A", "bot": False}, {"name": "clever", "bot": True}], "no player 'clever'"),
        ([{"name": "A"}], "a seat has a name"),
    ],
)
def test_impossible_tables_are_refused(seats: Any, message: str, played: Any) -> None:
    page = played()
    asked = {"game": "never-over", "seats": seats, "options": [], "seed": None, "practice": True}
    assert message in problem(page, "/sit", tab=TAB, rev=1, **asked)


def test_an_address_may_open_the_table_and_no_other_page(played: Any) -> None:
    page = played()
    assert f"url={KEYS.path}play" in page.enter(f"{KEYS.token}&page=play").text
    assert f'url={KEYS.path}"' in page.enter(f"{KEYS.token}&page=elsewhere").text
    assert page.send("GET", "/play").status_code == 200
    assert KEYS.page_address(HOST, page="play").endswith("&page=play")
