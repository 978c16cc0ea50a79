"""Send changed pictures into a running game of Tabletop Simulator.

Its External Editor API takes one JSON message a connection at port 39999 of its computer, and runs the Lua of
a message of kind 3 in the game (api.tabletopsimulator.com/externaleditorapi). Data that a saved object holds
are copied one by one, so that nothing but pictures, names and places on sheets reach the game.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import UsageError

PORT = 39999
_SECONDS = 5.0
#: Maximum size of a saved object in bytes: 2,000 cards have some 3 MB.
_MOST_BYTES = 32 << 20
#: Maximum length of a text, and the largest whole number.
_LONGEST, _LARGEST = 2_000, 1_000
#: The message that runs a script, and the global script, which is not changed.
_RUN, _GLOBAL = 3, "-1"
#: The properties of a sheet and of a tile or token, and their types.
_SHEET = {
    "FaceURL": str,
    "BackURL": str,
    "NumWidth": int,
    "NumHeight": int,
    "BackIsHidden": bool,
    "UniqueBack": bool,
    "Type": int,
}
_IMAGE = {"ImageURL": str, "ImageSecondaryURL": str}

_SCRIPT = """
local wanted = JSON.decode(%s)
local changed = 0

-- Returns what a piece is to show; nil for what is none of the pack's.
local function wish(data)
  if not data.GMNotes or data.GMNotes == "" then return nil end
  local good, notes = pcall(JSON.decode, data.GMNotes)
  if not good or type(notes) ~= "table" or not notes.pack or not notes.cardgen then return nil end
  return wanted[notes.pack .. "\\n" .. notes.cardgen]
end

local function differ(old, new)
  for name, value in pairs(new) do
    if old[name] ~= value then return true end
  end
  return false
end

-- Gives a card its sheet and place. sheets: those of its deck, by number; numbers: by the sheet's pictures.
local function renewCard(data, new, sheets, numbers)
  local old = math.floor(data.CardID / 100)
  local had = data.CustomDeck and (data.CustomDeck[old] or data.CustomDeck[tostring(old)]) or {}
  local is_new = differ(had, new.sheet) or data.CardID %% 100 ~= new.place or data.Nickname ~= new.name
  local key = new.sheet.FaceURL .. "\\n" .. new.sheet.BackURL
  if not numbers[key] then
    local free = 1
    while sheets[free] do free = free + 1 end
    numbers[key], sheets[free] = free, new.sheet
  end
  data.CardID = 100 * numbers[key] + new.place
  data.CustomDeck = {[numbers[key]] = new.sheet}
  data.Nickname, data.Description = new.name, new.about
  return is_new
end

local function renewDeck(data)
  local count, sheets, numbers = 0, {}, {}
  for _, card in ipairs(data.ContainedObjects) do
    if not wish(card) then
      local number = math.floor(card.CardID / 100)
      sheets[number] = card.CustomDeck and (card.CustomDeck[number] or card.CustomDeck[tostring(number)])
    end
  end
  for place, card in ipairs(data.ContainedObjects) do
    local new = wish(card)
    if new and new.sheet and renewCard(card, new, sheets, numbers) then count = count + 1 end
    data.DeckIDs[place] = card.CardID
  end
  data.CustomDeck = sheets
  return count
end

-- Changes the data of an object and of all inside it, and returns how many pieces changed.
local function renew(data)
  if data.DeckIDs then return renewDeck(data) end
  local count, new = 0, wish(data)
  if new and new.sheet and data.CardID then
    if renewCard(data, new, {}, {}) then count = 1 end
  elseif new and new.image and data.CustomImage then
    if differ(data.CustomImage, new.image) or data.Nickname ~= new.name then count = 1 end
    for name, value in pairs(new.image) do data.CustomImage[name] = value end
    data.Nickname, data.Description = new.name, new.about
  end
  for _, inside in ipairs(data.ContainedObjects or {}) do count = count + renew(inside) end
  return count
end

for _, object in ipairs(getAllObjects()) do
  local data = object.getData()
  local count = renew(data)
  if count > 0 then
    changed = changed + count
    object.destruct()
    -- Its identifier is free once it is gone.
    Wait.frames(function() spawnObjectData({data = data}) end, 2)
  end
end
broadcastToAll("cardgen: " .. changed .. " pieces changed", {1, 1, 1})
"""


def push_pictures(saved: Path, port: int = PORT) -> None:
    """Send the pictures of a saved object to the game that runs on this computer.

    Pieces are found by the identifiers that cardgen writes into their GM notes. No other objects are changed,
    and none are added. Raises UsageError if no game can be reached.
    """
    script = lua_for_new_pictures(saved)
    message = json.dumps({"messageID": _RUN, "guid": _GLOBAL, "script": script}).encode()
    try:
        with socket.create_connection(("127.0.0.1", port), _SECONDS) as connection:
            connection.settimeout(_SECONDS)
            connection.sendall(message)
            connection.shutdown(socket.SHUT_WR)
    except ConnectionRefusedError:
        raise UsageError(
            f"the files are written, but no Tabletop Simulator runs on this computer (port {port}): start "
            "it, load the table, and run this again"
        ) from None
    except OSError as error:
        why = "it does not answer" if isinstance(error, TimeoutError) else error.strerror or error
        raise UsageError(
            f"the files are written, but Tabletop Simulator (port {port}) did not take them: {why}; run this "
            "again when it has loaded its table"
        ) from None


def lua_for_new_pictures(saved: Path) -> str:
    """Return the Lua script that gives the pieces on a table the pictures of a saved object. Raises
    UsageError if it cannot be read.
    """
    try:
        with saved.open("rb") as file:
            found = json.loads(file.read(_MOST_BYTES))
        pieces = dict(_read_pieces(found["ObjectStates"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{saved} is no saved object of cardgen ({error})") from None
    return _SCRIPT % _lua_text(json.dumps(pieces))


def _read_pieces(states: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the key of each piece (its pack and its identifier), and the properties that the piece should
    have.

    Raises ValueError, KeyError and TypeError.
    """
    for state in states:
        if notes := state.get("GMNotes"):
            found = json.loads(notes)
            wish: dict[str, Any] = {"name": _checked_properties(state, {"Nickname": str})["Nickname"]}
            wish["about"] = _checked_properties(state, {"Description": str})["Description"]
            if "CardID" in state:
                number, wish["place"] = divmod(
                    _checked_properties(state, {"CardID": int}, 100_000)["CardID"], 100
                )
                wish["sheet"] = _checked_properties(state["CustomDeck"][str(number)], _SHEET)
            else:
                wish["image"] = _checked_properties(state["CustomImage"], _IMAGE)
            yield f"{found['pack']}\n{found['cardgen']}"[:_LONGEST], wish
        yield from _read_pieces(state.get("ContainedObjects", []))


def _checked_properties(
    properties: Mapping[str, Any], kinds: Mapping[str, type], max_number: int = _LARGEST
) -> dict[str, Any]:
    """Return the properties named in `kinds`.

    kinds: the type of each property. max_number: the largest number. Raises ValueError for a value of another
    type, or too large.
    """
    for name, kind in kinds.items():
        value: Any = properties[name]
        size = len(value) if isinstance(value, str) else value
        if type(value) is not kind or not 0 <= size <= (_LONGEST if kind is str else max_number):
            raise ValueError(f"{name} is {str(value)[:40]!r}")
    return {name: properties[name] for name in kinds}


def _lua_text(text: str) -> str:
    """Return a text as a literal of Lua: ASCII, with all else as decimal bytes."""
    escaped = re.sub(rb"[^ !#-\[\]-~]", lambda match: b"\\%03d" % match[0][0], text.encode("utf-8")).decode(
        "ascii"
    )
    return f'"{escaped}"'
