"""The messages between page and server, each written down once, and the reader of those that come in.

A request is a POST of JSON to the path that REQUESTS names; its answer is JSON as well. Places in a text
count the units of UTF-16, as scripts in a page do. They are no interface for others, and change as the page
does.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, NotRequired, TypedDict, Union, cast, get_args, get_origin, get_type_hints

from ..errors import UsageError

Json = Any


class Look(TypedDict):
    """Examine a text, and say which cards it has; the newest text of a tab takes the place of older ones."""

    tab: str
    #: Counts up with each text of a tab.
    rev: int
    text: str
    #: The last version without errors that the page has, which it goes on showing while there are some.
    good: int
    #: The cards that can be seen: their pictures are asked for next.
    first: int
    last: int
    #: One that the pack is translated into; nothing for its own.
    language: str | None


class Faces(TypedDict):
    """Name the pictures of more cards of the text that was looked at."""

    tab: str
    rev: int
    first: int
    last: int


class Table(TypedDict):
    """Show a table that the text which was looked at last names."""

    tab: str
    name: str
    #: Of a spreadsheet; nothing for the first.
    sheet: str | None


class Cells(TypedDict):
    """Write values into cells of a table, where its file is still the one that the page knows."""

    tab: str
    name: str
    digest: str
    #: Of the first cell; the others lie to the right of it and below.
    row: int
    column: int
    #: Row by row; rows are added at the end of the table where there are too few.
    values: list[list[str]]


class Rows(TypedDict):
    """Change the rows of a table, where its file is still the one that the page knows."""

    tab: str
    name: str
    digest: str
    #: "add" an empty row above one, "copy" one below it, "delete" it, "move" it; "undo" and "redo".
    how: str
    row: int
    #: Where it is moved to.
    to: int


class Change(TypedDict):
    """Say what to change in a text so that a value of the pack is this one; nothing is changed by it."""

    text: str
    path: list[str]
    value: Json


class Save(TypedDict):
    """Save a text, where the file is still the one that the page knows."""

    text: str
    digest: str


class Sheets(TypedDict):
    """Make the sheets of the text that was looked at."""

    tab: str
    rev: int
    paper: str
    flip: str
    guides: str
    backs: str


class Book(TypedDict):
    """Make the rulebook of the text that was looked at."""

    tab: str
    rev: int
    game: str | None
    form: str


class Proof(TypedDict):
    """Make the press proof of the text that was looked at, for a printer."""

    tab: str
    rev: int
    printer: str


class Figures(TypedDict):
    """Count the text that was looked at, and work out its odds."""

    tab: str
    rev: int


class Play(TypedDict):
    """Play games with the text that was looked at, and with a pack to compare it with, until a newer wish."""

    tab: str
    rev: int
    game: str | None
    players: int | None
    temperament: str
    #: A pack that comes with cardgen, or a file of the folder; nothing for this one as it was saved.
    against: str


class Command(TypedDict):
    """Say how a command is typed that makes what a form asks for, and what is wrong with the form."""

    kind: str
    #: By the fields of the form: texts, truth values, or lists of texts; only those that are filled in.
    options: Json


class Make(TypedDict):
    """Do one of the jobs that are offered with the saved pack."""

    tab: str
    kind: str
    #: As for Command.
    options: Json
    #: Where the command puts files; else they are for download.
    folder: bool


class Design(TypedDict):
    """Find compositions that play as one wishes, beginning with the saved pack."""

    tab: str
    #: Such as "+10%", "same" or 45; nothing for no wish.
    attack: str
    defence: str
    #: Anything else that games are measured by: "turns=-10%".
    wish: str
    #: A total that is to stay, such as "green-points".
    keep: str
    players: int | None
    temperament: str


class Use(TypedDict):
    """Return the text with these quantities in it; nothing is changed by it."""

    text: str
    #: By suit and rank.
    quantities: Json


class Stop(TypedDict):
    """End the command that a tab has asked for: one that makes files, or one that finds designs."""

    tab: str
    #: As in the events that tell of it: "made" or "designed".
    kind: str


class New(TypedDict):
    """Begin a pack of one's own in the folder, from another, and open it."""

    base: str
    name: str
    copy: bool


class Open(TypedDict):
    """Open a pack of the folder."""

    name: str


class Nothing(TypedDict):
    """Ask for what is there; goes with no data."""


#: The paths, each with the form of its message.
REQUESTS: dict[str, type] = {
    "/state": Nothing,
    "/begin": Nothing,
    "/look": Look,
    "/faces": Faces,
    "/table": Table,
    "/cells": Cells,
    "/rows": Rows,
    "/change": Change,
    "/save": Save,
    "/sheets": Sheets,
    "/book": Book,
    "/proof": Proof,
    "/figures": Figures,
    "/play": Play,
    "/command": Command,
    "/make": Make,
    "/design": Design,
    "/use": Use,
    "/stop": Stop,
    "/new": New,
    "/open": Open,
}


class Place(TypedDict):
    """A stretch of a text and what is to stand there."""

    start: int
    end: int
    insert: str


class Fix(TypedDict):
    """A change that does what a hint says."""

    label: str
    #: Whether it is the hint's one answer, which a key may give.
    certain: bool
    edits: list[Place]


class Told(TypedDict):
    """A problem, as the page shows it; without a place, where it is of another file."""

    severity: Literal["error", "warning", "note"]
    message: str
    hint: str
    #: "pack.yaml:3", or another file's name.
    where: str
    #: The table and the number of its row that it is about.
    table: NotRequired[str]
    row: NotRequired[int]
    start: NotRequired[int]
    end: NotRequired[int]
    fixes: list[Fix]


class Face(TypedDict):
    """A card, or a back."""

    id: str
    label: str
    quantity: int
    #: Of the picture; "" where it was not asked for yet.
    key: str
    #: Where its quantity stands in the pack's file; empty where it is in a table, or of a base's list.
    path: list[str]
    #: What the pack's author noted of it; "" for nothing.
    notes: str


class Event(TypedDict):
    """What the server tells by itself, on /events."""

    kind: Literal[
        "alive", "file", "pictures", "checking", "play", "made", "designed", "opened", "problem", "bye"
    ]
    data: Json


@cache
def _fields(message: type) -> tuple[dict[str, Any], frozenset[str]]:
    return get_type_hints(message), frozenset(getattr(message, "__required_keys__", ()))


def read(message: type, data: object) -> dict[str, Any]:
    """Hold data from the page against the form of a message. Raises UsageError where they differ."""
    hints, required = _fields(message)
    if not isinstance(data, dict) or data.keys() != required:
        raise UsageError(f"the message {message.__name__} has {', '.join(sorted(required)) or 'nothing'}")
    for name, value in data.items():
        if not _fits(value, hints[name]):
            raise UsageError(f"{name} of the message {message.__name__} is of the wrong kind")
    return cast("dict[str, Any]", data)


def _fits(value: object, hint: Any) -> bool:
    if hint is Any:
        return True
    if get_origin(hint) in (Union, types.UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if get_origin(hint) is list:
        return isinstance(value, list) and all(_fits(each, get_args(hint)[0]) for each in value)
    # A boolean is a whole number to Python and to nobody else.
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
