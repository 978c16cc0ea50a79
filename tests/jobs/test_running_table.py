"""Changed cards reach a running game of Tabletop Simulator, and nothing else on its table changes."""

import copy
import json
import queue
import socket
import threading
from pathlib import Path

import pytest

from cardgen.errors import UsageError
from cardgen.jobs import running_table, wall
from cardgen.jobs.running_table import lua_for_new_pictures, push_pictures

OWN = """format: 1
name: Own
pieces:
  coin: {size: 25 mm, shape: circle, back: {pattern: plain, color: "#333333"}}
layouts:
  plain: {boxes: {title: {at: [8 mm, 10 mm], size: [9 mm, 5 mm]}}}
cards:
  - {color: "#00855B", rows: [{title: Ant, quantity: 2}, {title: Bee}]}
  - {piece: coin, layout: plain, rows: [{title: "1", quantity: 3}, {title: "5"}]}
"""


TEXTS = dict.fromkeys(("FaceURL", "BackURL"), "a")
SHEET = {**TEXTS, "NumWidth": 2, "NumHeight": 2, "BackIsHidden": True, "UniqueBack": False, "Type": 0}


@pytest.fixture
def game(monkeypatch):
    """A game that listens on a port of its own, and the messages that it got."""
    server = socket.create_server(("127.0.0.1", 0))
    got = queue.SimpleQueue()

    def listen():
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as message:
                got.put(json.loads(message.read()))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    monkeypatch.setattr(push_pictures, "__defaults__", (server.getsockname()[1],))
    yield got
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join(5)


def images(say, *options):
    return say("images", "own.yaml", "--for", "tabletop-simulator", "--dpi", "72", *options)


def saved_states():
    [file] = Path("output").glob("**/*-deck.json")
    return json.loads(file.read_text(encoding="utf-8"))["ObjectStates"]


def test_changed_pieces_are_sent_once_the_files_are_written(say, game):
    Path("own.yaml").write_text(OWN, encoding="utf-8")
    assert images(say, "--push").code == 0
    before = saved_states()
    game.get(timeout=20)
    Path("own.yaml").write_text(OWN.replace("Ant", "Ape"), encoding="utf-8")
    said = images(say, "--push")
    assert (said.code, "tells there how many pieces changed" in said) == (0, True), said.errors
    after = saved_states()
    sheet = next(iter(after[0]["CustomDeck"].values()))
    # The game keeps pictures by their addresses, so changed ones have new ones.
    assert sheet["FaceURL"] != next(iter(before[0]["CustomDeck"].values()))["FaceURL"]
    assert Path(sheet["FaceURL"].removeprefix("file://")).is_file()
    message = game.get(timeout=20)
    assert (message["messageID"], message["guid"]) == (3, "-1")
    played(message["script"], before, after)


def played(script, before, after):
    """Run a script in a game that has what was saved before, besides other things."""
    lupa = pytest.importorskip("lupa")
    lua = lupa.LuaRuntime()
    stranger = {"GMNotes": "", "Nickname": "Die", "Name": "Die_6"}
    other = copy.deepcopy(before[0]["ContainedObjects"][0])
    other["GMNotes"] = json.dumps({**json.loads(other["GMNotes"]), "pack": "Another"})
    other["CardID"], other["CustomDeck"] = 107, {"1": {**other["CustomDeck"]["1"], "FaceURL": "theirs"}}
    table = copy.deepcopy(before)
    table[0]["ContainedObjects"].append(other)
    table[0]["DeckIDs"].append(107)
    spawned, gone, said = [], [], []

    def as_table(value):
        if isinstance(value, dict):
            return lua.table_from({int(k) if k.isdigit() else k: as_table(v) for k, v in value.items()})
        return lua.table_from([as_table(each) for each in value]) if isinstance(value, list) else value

    def thing(data):
        return lua.table_from({
            "getData": lambda: as_table(data),
            "destruct": lambda: gone.append(data["Nickname"]),
        })  # fmt: skip

    has = lua.globals()
    has.JSON = lua.table_from({"decode": lambda text: as_table(json.loads(text))})
    has.getAllObjects = lambda: lua.table_from([thing(each) for each in [*table, stranger]])
    has.spawnObjectData = lambda wanted: spawned.append(wanted["data"])
    has.broadcastToAll = lambda text, color: said.append(text)
    has.Wait = lua.table_from({"frames": lambda work, count: work()})
    lua.execute(script)
    # The coins look as before.
    assert (gone, said) == (["Own"], ["cardgen: 3 pieces changed"])
    [deck] = spawned
    cards = [deck.ContainedObjects[n] for n in range(1, 5)]
    wanted = after[0]["ContainedObjects"]
    assert [card.CustomDeck[card.CardID // 100].FaceURL for card in cards] == [
        *(card["CustomDeck"]["1"]["FaceURL"] for card in wanted),
        "theirs",
    ]
    assert [card.CardID % 100 for card in cards] == [*(card["CardID"] % 100 for card in wanted), 7]
    assert [deck.DeckIDs[n] for n in range(1, 5)] == [card.CardID for card in cards]
    assert {number // 100 for number in deck.DeckIDs.values()} == set(deck.CustomDeck)


def test_a_game_that_does_not_run_is_told_after_the_files_are_written(say, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setattr(push_pictures, "__defaults__", (port,))
    said = say("images", "never-over", "--only", "+4", "--for", "tabletop-simulator", "--dpi", "72", "--push")
    assert (said.code, said) == (2, "")
    assert "the files are written, but no Tabletop Simulator runs on this computer" in said.errors
    assert list(Path("output").glob("**/*-deck.json"))


def test_a_game_that_does_not_answer_is_waited_for_only_so_long(monkeypatch, tmp_path):
    def late(*args):
        raise TimeoutError

    monkeypatch.setattr(running_table.socket, "create_connection", late)
    monkeypatch.setattr(running_table, "lua_for_new_pictures", lambda saved: "")
    with pytest.raises(UsageError, match="did not take them: it does not answer"):
        push_pictures(tmp_path)


def test_nothing_but_pictures_names_and_places_reaches_the_game(tmp_path):
    card = {
        "GMNotes": json.dumps({"cardgen": "card/a", "pack": 'O"]]\n'}),
        "LuaScript": "destroyAll()",
        "Nickname": 'A"); evil("',
        "Description": "",
        "CardID": 103,
        "CustomDeck": {"1": {**SHEET, "More": "x"}},
    }
    file = tmp_path / "saved.json"
    file.write_text(json.dumps({"ObjectStates": [card]}), encoding="utf-8")
    script = lua_for_new_pictures(file)
    assert "destroyAll" not in script
    assert "More" not in script
    assert 'evil("' not in script
    for wrong in ({**card, "CardID": "1"}, {**card, "Nickname": "x" * 9000}, {**card, "GMNotes": "{}"}):
        file.write_text(json.dumps({"ObjectStates": [wrong]}), encoding="utf-8")
        with pytest.raises(UsageError, match="is no saved object of cardgen"):
            lua_for_new_pictures(file)


def test_a_confined_child_sends_only_what_the_user_wants_sent():
    places = wall.PermittedPaths("images", {"push": False}, [])
    with pytest.raises(PermissionError):
        places.verify_pushed(Path("output/own/own-deck.json"))
    places = wall.PermittedPaths("images", {"push": True}, [])
    places.verify_pushed(Path("output/own/own-deck.json"))
    with pytest.raises(PermissionError):
        places.verify_pushed(Path("elsewhere.json"))


def test_pieces_lie_in_bags_where_asked_for(say):
    Path("own.yaml").write_text(OWN, encoding="utf-8")
    assert "4 pieces of the kind coin as tiles, in one bag" in images(say, "--bags", "draw")
    [_, bag] = saved_states()
    assert (bag["Name"], [each["Nickname"] for each in bag["ContainedObjects"]]) == (
        "Bag",
        ["1", "1", "1", "5"],
    )
    assert len({each["GUID"] for each in bag["ContainedObjects"]}) == 4
    assert images(say, "--bags", "infinite").code == 0
    assert [(each["Name"], len(each["ContainedObjects"])) for each in saved_states()[1:]] == [
        ("Infinite_Bag", 1)
    ] * 2
