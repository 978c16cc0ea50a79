"""The messages between page and server, each declared once, and the reader of incoming ones.

A request is a POST of JSON to its path in REQUESTS; its answer is JSON too. Positions in a text count UTF-16
code units, as scripts in a page do. The messages are no public interface, and change with the page.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, NotRequired, TypedDict, Union, cast, get_args, get_origin, get_type_hints

from ..errors import UsageError

Json = Any


class Examine(TypedDict):
    """Examine a text and list its cards; the newest text of a tab replaces older ones."""

    tab: str
    #: Counts up with each text of a tab.
    rev: int
    text: str
    #: The last revision without errors that the page has, which it shows while there are errors.
    good: int
    #: The visible cards, whose pictures are requested next.
    first: int
    last: int
    #: One of the pack's translations; None for its own language.
    language: str | None
    #: The last revision whose cards the page has received; the answer has only what differs. -1 for none.
    since: int


class Faces(TypedDict):
    """Return the keys of pictures of more cards of the examined text."""

    tab: str
    rev: int
    first: int
    last: int


class Contents(TypedDict):
    """Return hashes of what the cards of the examined text say."""

    tab: str
    rev: int


class Table(TypedDict):
    """Return a table that the last examined text names."""

    tab: str
    name: str
    #: The sheet of a spreadsheet; None for the first.
    sheet: str | None


class Cells(TypedDict):
    """Write values into cells of a table, if its file is still the one that the page knows."""

    tab: str
    name: str
    digest: str
    #: The first cell; the others are to its right and below.
    row: int
    column: int
    #: Row by row; rows are added at the end of the table if there are too few.
    values: list[list[str]]


class Rows(TypedDict):
    """Change the rows of a table, if its file is still the one that the page knows."""

    tab: str
    name: str
    digest: str
    #: "add" an empty row above this one, "copy" this one below it, "delete" it, "move" it; "undo" and "redo".
    how: str
    row: int
    #: The destination of a move.
    to: int


class Columns(TypedDict):
    """Change the columns of a table, or sort its rows by one, if its file is the one that the page knows."""

    tab: str
    name: str
    digest: str
    #: "add" one before this one, "rename", "delete" or "move" it; "sort" or "sort-down" the rows by it.
    how: str
    column: int
    #: The destination of a move.
    to: int
    #: The name of a new or renamed column.
    head: str


class Change(TypedDict):
    """Return the edits of a text that give a pack's value, or remove it for None; the text is not changed."""

    text: str
    path: list[str]
    value: Json


class Boxes(TypedDict):
    """Return the boxes that a card or a back of the examined text shows."""

    tab: str
    rev: int
    #: The id of its FaceRecord, also below.
    card: str


class Place(TypedDict):
    """Return the range of a card in the examined text, and its row of a table."""

    tab: str
    rev: int
    card: str
    #: A box of its layout, whose place in the text is returned instead; "" for none.
    box: str


class CardsAt(TypedDict):
    """Return the cards that a position in the examined text concerns."""

    tab: str
    rev: int
    start: int


class Arrange(TypedDict):
    """Return the edits of the examined text that change boxes of a card's layout."""

    tab: str
    rev: int
    card: str
    #: As for boxes.text_with_boxes().
    changes: list[Json]


class Icons(TypedDict):
    """Return icons of the examined text with their pictures."""

    tab: str
    rev: int
    #: A part of the name; "" for the first of all.
    query: str


class Fonts(TypedDict):
    """Return the fonts that the examined text may use, with samples."""

    tab: str
    rev: int


class Layouts(TypedDict):
    """Draw some cards of a list of the examined text in each layout that shows them."""

    tab: str
    rev: int
    #: The place of the list in the file.
    list: int


class Printers(TypedDict):
    """Return the printers with pictures of their products, and the products that fit the examined text."""

    tab: str
    rev: int


class ListOf(TypedDict):
    """Return the names of a topic with their descriptions, as `cardgen list` prints them."""

    topic: str


class Save(TypedDict):
    """Save a text, if the file is still the one that the page knows."""

    text: str
    digest: str


class Sheets(TypedDict):
    """Make the sheets of the examined text."""

    tab: str
    rev: int
    paper: str
    flip: str
    guides: str
    backs: str


class Book(TypedDict):
    """Make the rulebook of the examined text."""

    tab: str
    rev: int
    game: str | None
    form: str
    #: A template that may not be saved yet; None for the one beside the pack, or the game's.
    rules: str | None


class Rules(TypedDict):
    """Return the rulebook's template beside the pack, or the initial text of a new one."""

    #: The game whose rules a new one begins with; None for none.
    game: str | None


class SaveRules(TypedDict):
    """Save the rulebook's template, if the file is still the one that the page knows."""

    text: str
    digest: str


class Proof(TypedDict):
    """Make the press proof of the examined text for a printer."""

    tab: str
    rev: int
    printer: str


class Figures(TypedDict):
    """Return the counts and odds of the examined text."""

    tab: str
    rev: int


class Play(TypedDict):
    """Play games with the examined text and with a pack to compare, until a newer request."""

    tab: str
    rev: int
    game: str | None
    players: int | None
    temperament: str
    #: A pack that comes with cardgen, or a file of the folder; "" for the saved version of this one.
    against: str


class Games(TypedDict):
    """Return the games that people can play with the examined text, with the choices of each."""

    tab: str
    rev: int


class Sit(TypedDict):
    """Deal a game with the examined text."""

    tab: str
    rev: int
    game: str
    #: Of each seat its name, or its player if it is a bot: {"name": "Anna", "bot": false}.
    seats: Json
    #: As words for `--option`.
    options: list[str]
    seed: int | None
    #: Whether there are undo and hints.
    practice: bool


class Act(TypedDict):
    """Make a move at a table, take one back, or ask for a hint."""

    sitting: str
    #: "show" the hand of a seat, "cover" it, "look", "move", "step" for a bot's move, "undo", "hint" or
    #: "leave".
    act: str
    seat: int
    #: The label of a move.
    label: str


class Finished(TypedDict):
    """Return the finished files beside the pack that a job may examine, newest first."""

    kind: str


class Drop(TypedDict):
    """Take in a file that a job shall examine; it is kept until the studio ends."""

    name: str
    #: In base64.
    data: str


class Command(TypedDict):
    """Return the command line for a form, and the problems of the form."""

    kind: str
    #: By field name: texts, booleans, or lists of texts; filled-in fields only.
    options: Json


class Make(TypedDict):
    """Do one of the offered jobs with the saved pack."""

    tab: str
    kind: str
    #: As for Command.
    options: Json
    #: Whether files go where the command puts them; otherwise they are for download.
    folder: bool


class Design(TypedDict):
    """Search for compositions that play as wished, starting from the saved pack."""

    tab: str
    #: Such as "+10%", "same" or 45; "" for no wish.
    attack: str
    defence: str
    #: A wish for any other measure: "turns=-10%".
    wish: str
    #: A total to keep, such as "green-points".
    keep: str
    #: A number of cards or a range, such as "50-60"; "" for the pack's.
    cards: str
    #: Options that may vary, with blanks between: "hand=6-9 passing".
    vary: str
    players: int | None
    temperament: str


class UseQuantities(TypedDict):
    """Return the text with these quantities; the text itself is not changed."""

    text: str
    #: By suit and rank.
    quantities: Json


class Stop(TypedDict):
    """Stop a tab's job: one that makes files, or one that searches designs."""

    tab: str
    #: As in its events: "made" or "designed".
    kind: str


class New(TypedDict):
    """Create a pack in the folder from another, and open it."""

    base: str
    name: str
    copy: bool


class Offer(TypedDict):
    """Return the picture and the size of a pack to begin with."""

    name: str


class Spreadsheet(TypedDict):
    """Take in a spreadsheet of which a deck is to be made."""

    tab: str
    #: With the suffix of its format.
    name: str
    #: In base64.
    data: str


class Upload(TypedDict):
    """Store a picture for a deck draft (`for_draft`), or beside the open pack."""

    tab: str
    name: str
    #: In base64.
    data: str
    for_draft: bool
    #: Whether it replaces another file of its name beside the pack.
    replace: bool


class Proposals(TypedDict):
    """Draw some cards of a spreadsheet in each layout that fits its columns."""

    tab: str
    #: None for what cardgen guesses, also below.
    sheet: str | None
    #: The language of the cards.
    language: str | None
    #: The number of the row with the names of the columns; 0 for none.
    head_row: int | None
    #: What each column holds; "" for what no card shows.
    held: list[str] | None


class Deck(TypedDict):
    """Make the deck of a spreadsheet in one of the proposed layouts, and open it."""

    tab: str
    name: str
    layout: str


class Open(TypedDict):
    """Open a pack of the folder."""

    name: str


class Nothing(TypedDict):
    """A request without data."""


#: The paths, each with the form of its message.
REQUESTS: dict[str, type] = {
    "/state": Nothing,
    "/begin": Nothing,
    "/offer": Offer,
    "/look": Examine,
    "/faces": Faces,
    "/contents": Contents,
    "/table": Table,
    "/cells": Cells,
    "/rows": Rows,
    "/columns": Columns,
    "/change": Change,
    "/boxes": Boxes,
    "/place": Place,
    "/at": CardsAt,
    "/arrange": Arrange,
    "/icons": Icons,
    "/fonts": Fonts,
    "/layouts": Layouts,
    "/printers": Printers,
    "/list": ListOf,
    "/save": Save,
    "/sheets": Sheets,
    "/book": Book,
    "/rules": Rules,
    "/saverules": SaveRules,
    "/proof": Proof,
    "/figures": Figures,
    "/play": Play,
    "/games": Games,
    "/sit": Sit,
    "/act": Act,
    "/finished": Finished,
    "/drop": Drop,
    "/command": Command,
    "/make": Make,
    "/design": Design,
    "/use": UseQuantities,
    "/stop": Stop,
    "/new": New,
    "/spreadsheet": Spreadsheet,
    "/upload": Upload,
    "/proposals": Proposals,
    "/deck": Deck,
    "/open": Open,
}

#: The paths whose messages hold files.
UPLOADS = frozenset(("/spreadsheet", "/upload", "/drop"))


class TextEdit(TypedDict):
    """A range of a text and its replacement."""

    start: int
    end: int
    insert: str


class PlaceToShow(TypedDict):
    """A place to show: a range of the text, or a row of a table."""

    start: NotRequired[int]
    end: NotRequired[int]
    table: NotRequired[str]
    row: NotRequired[int]


class Fix(TypedDict):
    """A change that follows a hint."""

    label: str
    #: Whether it is the hint's only answer, which a key may apply.
    certain: bool
    #: The edits that make it; without them it is a value to write at a path, and None removes what is there.
    edits: NotRequired[list[TextEdit]]
    path: NotRequired[list[str]]
    value: NotRequired[Any]
    #: What the user chooses as the value: a file, which may go under a key of the value, a colour, or a word.
    picks: NotRequired[Literal["picture", "font", "color", "word"]]
    into: NotRequired[str]
    #: The words to choose among.
    words: NotRequired[list[str]]
    #: It changes nothing, but shows the place where to write.
    shows: NotRequired[PlaceToShow]
    #: It changes nothing, but opens another pack of the folder, which has the problem.
    opens: NotRequired[str]


class ProblemRecord(TypedDict):
    """A problem as the page shows it; without start and end if it concerns another file."""

    severity: Literal["error", "warning", "note"]
    message: str
    hint: str
    #: "pack.yaml:3", or another file's name.
    where: str
    #: The table and the number of its row that it concerns.
    table: NotRequired[str]
    row: NotRequired[int]
    start: NotRequired[int]
    end: NotRequired[int]
    #: True if it is about a card; left out otherwise.
    of_card: NotRequired[bool]
    fixes: list[Fix]


class SpecialInkRecord(TypedDict):
    """A special ink: its plate, and how it is simulated on a screen."""

    plate: str
    #: "#RRGGBB".
    color: str
    #: From 0 to 1: foil, which hides what lies under it, has 1 and shines.
    opacity: float


class KindRecord(TypedDict):
    """A kind of pieces: lengths in millimetres."""

    #: Its name; "" for the pack's own cards.
    piece: str
    #: Its width and height, also in words.
    size: tuple[float, float]
    shown: str
    bleed: float
    safe: float
    #: 0 for other outlines than rectangles, whose pictures are cut out.
    corner: float
    is_rectangle: bool
    #: SVG path data of the trim and of the safe zone, from the top left of the bleed, seen from each side.
    face_outlines: tuple[str, str]
    back_outlines: tuple[str, str]
    #: Foil, varnish and white, whose plates come after those of the process inks.
    special_inks: tuple[SpecialInkRecord, ...]


class CardProblem(TypedDict):
    """An error or a warning about one card."""

    severity: Literal["error", "warning"]
    message: str
    hint: str


class FaceRecord(TypedDict):
    """A card, or a back."""

    id: str
    label: str
    quantity: int
    #: The id of its back; "" for a back.
    back: str
    #: Its kind of pieces: the place in the pack's `kinds`.
    kind: int
    #: The key of its suit and the place of its list of cards; "" for others.
    suit: str
    list: str
    #: The key of the picture; "" if it was not requested.
    key: str
    #: The path of its quantity in the pack's file; empty if it is in a table, or in a list of the base.
    path: list[str]
    #: The author's notes on it; "" for none.
    notes: str
    #: The table that it stands in and the number of its row there; "" and 0 for others.
    table: str
    row: int
    #: Its errors and warnings.
    problems: list[CardProblem]


class FaceSplice(TypedDict):
    """Cards in place of those from one place to another, as the page has them."""

    start: int
    end: int
    faces: list[FaceRecord]


class FaceChanges(TypedDict):
    """The differences between the cards of a text and those of an earlier text."""

    #: The number of the earlier text.
    since: int
    #: In order of their places in the earlier text.
    splices: list[FaceSplice]
    #: New keys of pictures, by the place of their cards now.
    keys: dict[str, str]
    #: Runs (start, end) of cards now whose pictures may differ, and are not named yet.
    forgotten: list[list[int]]


BoxKind = Literal["text", "picture", "icon", "shape", "column"]


class BoxRecord(TypedDict):
    """A box that a card shows."""

    name: str
    kind: BoxKind
    #: Left, top, width, height, in millimetres from the trim's top left, before it is turned.
    rect: list[float]
    #: Degrees anticlockwise.
    angle: float
    #: Whether it is shown a second time at the other end.
    turned: bool
    #: What it shows.
    text: str
    #: The colour of its text as drawn, and that of the ground under it; None without text or on a picture.
    ink: str | None
    on: str | None
    #: By key of the box: what holds on this card, in the form of a file.
    values: Json
    #: The conditions on which it is shown, in words; "" for none.
    when: str
    #: By key of the box: the column that chooses its value.
    by: Json
    #: Where its text is written, and the text: ["column", NAME, TEXT], or ["show", "", TEXT] for the layout.
    source: list[str]
    #: The box that it stands in with others, one under the other; "" for none.
    column: str
    #: Whether it has a size of its own; the height of a text in a column is that of its lines.
    sized: bool


class Event(TypedDict):
    """An event that the server sends on /events."""

    kind: Literal[
        "alive", "file", "pictures", "checking", "play", "made", "designed", "opened", "problem", "bye"
    ]
    data: Json


@cache
def _fields_of_message(message: type) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the types of a message's fields by name, and the names of the required ones."""
    return get_type_hints(message), frozenset(getattr(message, "__required_keys__", ()))


def read_message(message: type, data: object) -> dict[str, Any]:
    """Check data from the page against the fields of a message, and return the data.

    message: the class of the message. Raises UsageError if a field is missing, unknown or of another type.
    """
    hints, required = _fields_of_message(message)
    if not isinstance(data, dict) or data.keys() != required:
        raise UsageError(f"the message {message.__name__} has {', '.join(sorted(required)) or 'nothing'}")
    for name, value in data.items():
        if not _matches_type(value, hints[name]):
            raise UsageError(f"{name} of the message {message.__name__} is of the wrong kind")
    return cast("dict[str, Any]", data)


def _matches_type(value: object, hint: Any) -> bool:
    """Tell whether a value has the type of a hint."""
    if hint is Any:
        return True
    if get_origin(hint) in (Union, types.UnionType):
        return any(_matches_type(value, each) for each in get_args(hint))
    if get_origin(hint) is list:
        return isinstance(value, list) and all(_matches_type(each, get_args(hint)[0]) for each in value)
    # In Python a boolean is an integer, but not in these messages.
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))
