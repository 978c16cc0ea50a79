"""A pack for virtual tables: all its pieces for Tabletop Simulator, a deck for playingcards.io."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple
from urllib.parse import quote

from .. import __version__
from ..errors import UsageError
from ..pack.file_names import picture_names
from ..pack.model import Card, CardFormat, Pack
from ..pack.selection import cards_to_print
from ..pack.values import is_drawing
from ..units import MM, count_with_noun
from .credits import write_credits
from .images import (
    ImageFile,
    ImageJob,
    PictureCanvas,
    Tick,
    back_names,
    compressed_files,
    csv_table,
    side_pictures,
    write_images,
)
from .lists import CREDITS, LISTS

#: Tabletop Simulator's sheets: maximum columns and rows, at least 2 each; the last place shows what others
#: see of a card in somebody's hand (kb.tabletopsimulator.com, Custom Deck).
_COLUMNS, _ROWS = 10, 7
_FACES = _COLUMNS * _ROWS - 1
#: Larger sheets are reduced on the computers of many players.
LONGEST_SIDE = 4096
#: More pieces make such a table slow.
_MOST_CARDS = 2000

#: What a kind of pieces is on the table. A token is cut out where its picture is transparent; a tile has a
#: shape of its own and loads faster (github.com/Berserk-Games/Tabletop-Simulator-Knowledge-Base,
#: docs/custom-content/custom-token.md and custom-tile.md).
TableObject = Literal["deck", "tile", "token"]
#: The longer side of rectangles that are dealt as a deck, in points: smaller and larger ones are tiles.
_DECK_SIDES = (50 * MM, 150 * MM)
#: Height of a card of scale 1, in points: a poker card's. The scale of others follows their height.
_CARD_HEIGHT = 88.9 * MM
#: Units of the table per point: a card of scale 1 is about 3.04 units high, measured by
#: github.com/templative/templative-electron (customObjectAdapter.js: scale = 0.329 x inches).
_UNIT = 3.04 / _CARD_HEIGHT
#: Sides of a square tile of scale 1, in units: public scripts place such hexagons at 1.91 units.
_TILE_SIDE = 2.0
#: Thickness of tiles and tokens in units; the knowledge base calls a unit about an inch.
_THICKNESS = 0.1
#: How close, in pixels, a token's edge follows the transparency of its picture: the program's own default.
_MERGE_PIXELS = 15
#: Transparent border of a token's picture as a share of its longer side, which helps to cut it out
#: (custom-token.md).
_TOKEN_BORDER = 0.02
#: Free room around each object, and the widest row of them, in units: the usual tables are wider.
_ROOM, _ROW = 0.5, 30.0
#: Room for a bag of scale 1, in units: public tables place them so far apart.
_BAG_WIDTH = 3.0


def table_object_name(card: CardFormat, piece: str) -> TableObject:
    """Return which object a piece is on the table: "deck", "tile" or "token".

    piece: the kind's name in `pieces`; "" for cards.
    """
    if card.shape == "circle":
        return "tile"
    if card.shape != "rectangle" or is_drawing(card.shape):
        return "token"
    least, most = _DECK_SIDES
    return "deck" if not piece or least <= max(card.size) <= most else "tile"


class FaceGrid(NamedTuple):
    """The arrangement of faces on a sheet, and the size of each in pixels."""

    columns: int
    rows: int
    face: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the sheet in pixels."""
        return self.columns * self.face[0], self.rows * self.face[1]


def face_grid(faces: int, trim: tuple[float, float], dpi: float) -> FaceGrid:
    """Return the grid of a sheet in which the faces and one back are as large as possible.

    faces: the number of faces, at most 69. trim: the size of a card, in points. dpi: the highest resolution,
    in dots per inch.
    """
    found = []
    for columns in range(2, _COLUMNS + 1):
        rows = max(2, math.ceil((faces + 1) / columns))
        if rows <= _ROWS:
            fit = min(LONGEST_SIDE / columns / trim[0], LONGEST_SIDE / rows / trim[1], dpi / 72)
            found.append((fit, -columns * rows, -abs(columns * trim[0] - rows * trim[1]), columns, rows))
    fit, _, _, columns, rows = max(found)
    wide, high = (max(1, math.floor(side * fit + 1e-6)) for side in trim)
    return FaceGrid(columns, rows, (wide, high))


class TablePieces(NamedTuple):
    """The chosen cards of one kind of pieces, with their quantities, and the objects that represent them on
    the table.
    """

    pack: Pack
    cards: Sequence[tuple[Card, int]]
    object: TableObject

    @property
    def pieces(self) -> int:
        """Return the number of pieces."""
        return sum(times for _, times in self.cards)


def kinds_on_table(pack: Pack, only: Sequence[str] = ()) -> list[TablePieces]:
    """Return the chosen cards by kind of pieces, in the pack's order; kinds without any are left out."""
    chosen = cards_to_print(pack, only)
    return [
        TablePieces(kind, cards, table_object_name(kind.card, kind.piece))
        for kind in pack.kinds
        if (cards := [(card, times) for card, times in chosen if card.piece == kind.piece])
    ]


#: How tiles and tokens lie in bags: all of a kind in one, or each face in one that never gets empty.
Bags = Literal["draw", "infinite"]


class TableOptions(NamedTuple):
    """How pieces lie on a table, and how their pictures are named."""

    #: None for stacks.
    bags: Bags | None = None
    #: Whether names of pictures change with their contents: a running game loads none twice.
    named_by_contents: bool = False


def tabletop_simulator(
    pack: Pack,
    slug: str,
    job: ImageJob,
    url: str,
    tick: Tick | None = None,
    options: TableOptions = TableOptions(),  # noqa: B008 - it never changes
) -> Iterator[ImageFile]:
    """Yield the pictures of all kinds of pieces, and the saved object with a deck, stacks or bags for each
    kind.

    slug: begins the names of files. url: the address at which Tabletop Simulator finds the pictures; their
    names are appended. Raises UsageError, before the first file, for too many cards.
    """
    kinds = kinds_on_table(pack, job.only)
    count = sum(kind.pieces for kind in kinds)
    if count > _MOST_CARDS:
        raise UsageError(f"{count:,} cards are too many for one deck; choose some with --only")
    return _simulator_files(pack, slug, job, kinds, url, tick, options)


class _FaceSheet(NamedTuple):
    """Cards whose faces share a sheet."""

    cards: Sequence[tuple[Card, int]]
    #: The short name of their back; "" if each card has its own, on a sheet of backs.
    back: str


def _simulator_files(
    pack: Pack,
    slug: str,
    job: ImageJob,
    kinds: Sequence[TablePieces],
    url: str,
    tick: Tick | None,
    options: TableOptions,
) -> Iterator[ImageFile]:
    """Yield the files of tabletop_simulator()."""
    made, sheets = [], 0
    for kind in kinds:
        name = f"{slug}-{kind.pack.piece}" if kind.pack.piece else slug
        if kind.object == "deck":
            parts = _face_sheets(kind.pack, kind.cards)
            made.append(_deck_files(kind.pack, parts, name, job, url, sheets + 1))
            sheets += len(parts)
        else:
            made.append(_stack_files(kind, name, job, url, options.bags))
    names = [name for each in made for name in each.names]
    drawn = (data for each in made for data in each.data)
    written: dict[str, str] = {}
    for number, (name, data) in enumerate(zip(names, drawn, strict=True), 1):
        stem, ending = name.rsplit(".", 1)
        check = f"-{hashlib.sha256(data).hexdigest()[:8]}" if options.named_by_contents else ""
        written[url + quote(name)] = url + quote(f"{stem}{check}.{ending}")
        names[number - 1] = f"{stem}{check}.{ending}"
        yield ImageFile(names[number - 1], data)
        if tick is not None:
            tick(number, len(names))
    states = _arranged_objects([one for each in made for one in each.objects])
    _make_guids_unique(states, set())
    _replace_picture_urls_in(states, written)
    saved = {"SaveName": "", "GameMode": "", "Date": "", "Note": "", "Rules": "", "ObjectStates": states}
    yield ImageFile(f"{slug}-deck.json", _json_bytes(saved))
    files = [*names, f"{slug}-deck.json", CREDITS, LISTS[1]]
    yield ImageFile(CREDITS, write_credits(pack))
    yield ImageFile(
        LISTS[1], _json_bytes({"made-by": f"cardgen {__version__}", "pack": pack.name, "files": files})
    )


def _replace_picture_urls_in(part: Any, names: Mapping[str, str]) -> None:
    """Replace the addresses of pictures in a saved object, and in all that it contains, in place.

    names: new addresses by old ones.
    """
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(value, str) and value in names:
            part[key] = names[value]
        elif isinstance(value, dict | list):
            _replace_picture_urls_in(value, names)


def _make_guids_unique(states: Sequence[dict[str, Any]], used: set[str]) -> None:
    """Change, in place, the identifier of each object whose identifier another object has already.

    Identifiers have only six digits, so cards of one deck may have the same.

    used: the identifiers so far; those of `states` are added.
    """
    for state in states:
        while state["GUID"] in used:
            state["GUID"] = hashlib.sha256(state["GUID"].encode()).hexdigest()[:6]
        used.add(state["GUID"])
        _make_guids_unique(state.get("ContainedObjects", ()), used)


class _PlacedObject(NamedTuple):
    """An object, and the room that it takes on the table, in units."""

    state: dict[str, Any]
    width: float
    depth: float


def _arranged_objects(objects: Sequence[_PlacedObject]) -> list[dict[str, Any]]:
    """Return the states of objects, placed side by side in rows around the middle of the table."""
    rows: list[list[_PlacedObject]] = [[]]
    for each in objects:
        if rows[-1] and sum(one.width + _ROOM for one in rows[-1]) + each.width > _ROW:
            rows.append([])
        rows[-1].append(each)
    depths = [max((one.depth for one in row), default=0.0) for row in rows]
    away = (sum(depths) + _ROOM * (len(rows) - 1)) / 2
    states = []
    for row, depth in zip(rows, depths, strict=True):
        across = -(sum(one.width for one in row) + _ROOM * (len(row) - 1)) / 2
        for one in row:
            place = {
                "posX": _rounded_coordinate(across + one.width / 2),
                "posZ": _rounded_coordinate(away - depth / 2),
            }
            states.append({**one.state, "Transform": {**one.state["Transform"], **place}})
            across += one.width + _ROOM
        away -= depth + _ROOM
    return states


def _rounded_coordinate(value: float) -> float:
    return round(value, 4) + 0.0  # without a minus before zero


class _KindFiles(NamedTuple):
    """The picture files of one kind of pieces: names, contents (drawn one by one), and the objects on the
    table.
    """

    names: list[str]
    data: Iterator[bytes]
    objects: list[_PlacedObject]


def _deck_files(
    pack: Pack, parts: Sequence[_FaceSheet], slug: str, job: ImageJob, url: str, first: int
) -> _KindFiles:
    """Return the picture files of a deck, sheets of faces and backs, and the deck as an object.

    first: the number of its first sheet.
    """
    ending = f".{job.form}"
    grids = [face_grid(len(part.cards), pack.card.size, job.canvas.dpi) for part in parts]
    names = [f"{slug}-faces-{number}{ending}" for number in range(1, len(parts) + 1)]
    behind = [f"{slug}-{part.back or f'backs-{number}'}{ending}" for number, part in enumerate(parts, 1)]
    backs = {name: (part, of) for name, part, of in zip(behind, parts, grids, strict=True)}

    def shots() -> Iterator[Any]:
        for part, of in zip(parts, grids, strict=True):
            yield _draw_sheet(pack, job, [card for card, _ in part.cards], of)
        for part, of in backs.values():
            if part.back:
                yield next(side_pictures(pack, [part.back], _job_for_grid(pack, job, grids[0])))
            else:
                yield _draw_sheet(pack, job, [pack.back_of(card) for card, _ in part.cards], of)

    urls = [(url + quote(face), url + quote(back)) for face, back in zip(names, behind, strict=True)]
    width, height = (side * _UNIT for side in pack.card.size)
    state = _deck_state(pack, parts, grids, urls, first)
    return _KindFiles([*names, *backs], compressed_files(shots(), job), [_PlacedObject(state, width, height)])


def _stack_files(kind: TablePieces, slug: str, job: ImageJob, url: str, bags: Bags | None) -> _KindFiles:
    """Return the picture files of tiles or tokens, one for each face and back, and their objects.

    They lie face up, equal ones in a stack; with `bags`, in bags.
    """
    pack, backs = kind.pack, back_names(kind.pack, kind.cards)
    is_token = kind.object == "token"
    most = LONGEST_SIDE / (1 + 2 * _TOKEN_BORDER) / max(pack.card.size) * 72
    canvas = PictureCanvas.for_trim(pack.card.size, 0, min(job.canvas.dpi, most - 1))
    # Only PNG has the transparency that a token is cut out by.
    job = job._replace(canvas=canvas, form="png" if is_token else job.form, rounded=is_token)
    stems = [
        next(picture_names(pack, card, number, len(kind.cards), times, "face"))
        for number, (card, times) in enumerate(kind.cards, 1)
    ]
    faces, behind = ([f"{slug}-{stem}.{job.form}" for stem in some] for some in (stems, backs))
    back_files = dict(zip(backs, behind, strict=True))
    shots = side_pictures(pack, [*(card for card, _ in kind.cards), *backs], job)
    urls = [
        (url + quote(face), url + quote(back_files[pack.back_of(card)]))
        for (card, _), face in zip(kind.cards, faces, strict=True)
    ]
    rows = list(zip(kind.cards, urls, strict=True))
    if bags is None or _is_board(pack.card):
        objects = [_stack_state(kind, card, times, both) for (card, times), both in rows]
    elif bags == "infinite":
        objects = [
            _bag_with(
                card.label, f"{pack.piece}-{card.id}", [_stack_state(kind, card, 1, both)], "Infinite_Bag"
            )
            for (card, _), both in rows
        ]
    else:
        inside = [
            _stack_state(kind, card, 1, both, copy) for (card, times), both in rows for copy in range(times)
        ]
        objects = [_bag_with(pack.piece, pack.piece, inside, "Bag")]
    data = compressed_files((_square_picture(shot) for shot in shots) if is_token else shots, job)
    return _KindFiles([*faces, *behind], data, objects)


def _square_picture(picture: Any) -> Any:
    """Return a picture in the middle of a transparent square with a border. Tabletop Simulator then sizes a
    token by its longer side.
    """
    from PIL import Image

    side = math.ceil(max(picture.size) * (1 + 2 * _TOKEN_BORDER))
    square = Image.new("RGBA", (side, side), (255, 255, 255, 0))
    square.paste(picture, ((side - picture.width) // 2, (side - picture.height) // 2))
    return square


def _bag_with(
    name: str, key: str, inside: Sequence[_PlacedObject], kind: Literal["Bag", "Infinite_Bag"]
) -> _PlacedObject:
    """Return a bag with pieces in it.

    kind: "Infinite_Bag" if pieces never run out. key: the text from which its identifier is made.
    """
    state = _table_object(kind, name, count_with_noun(len(inside), "piece"), f"{key}-bag", (1, 1), "up")
    state |= {"Hands": False, "ContainedObjects": [each.state for each in inside]}
    return _PlacedObject(state, _BAG_WIDTH, _BAG_WIDTH)


def _is_board(card: CardFormat) -> bool:
    """Tell whether a piece is a board, which stays where it is."""
    return card.shape == "rectangle" and max(card.size) > _DECK_SIDES[1]


def _stack_state(
    kind: TablePieces, card: Card, times: int, urls: tuple[str, str], copy: int = 0
) -> _PlacedObject:
    """Return a tile or a token as an object, or a stack of equal ones.

    times: the number of pieces in the stack. urls: the addresses of the pictures of face and back. copy: the
    number of this object among equal ones, from 0.
    """
    pack, blank = kind.pack, kind.pack.card
    width, height = (side * _UNIT for side in blank.size)
    image: dict[str, Any] = {
        "ImageURL": urls[0],
        "ImageSecondaryURL": urls[1],
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }
    if kind.object == "token":
        wide = high = max(width, height) * (1 + 2 * _TOKEN_BORDER)
        shape = {"MergeDistancePixels": _MERGE_PIXELS, "StandUp": False, "Stackable": True}
        image["CustomToken"] = {"Thickness": _THICKNESS, **shape}
    else:
        wide, high = width, height
        # Stretched to a square, its sides follow from its scales alone (custom-tile.md; a saved object may
        # scale each axis by itself, save-file-format.md).
        image["CustomTile"] = {
            "Type": _tile_shape_number(blank),
            "Thickness": _THICKNESS,
            "Stackable": True,
            "Stretch": True,
        }
    name = {"token": "Custom_Token", "tile": "Custom_Tile"}[kind.object]
    scale = (_rounded_coordinate(wide / _TILE_SIDE), _rounded_coordinate(high / _TILE_SIDE))
    key = f"{pack.piece}-{card.id}" + (f"-{copy}" if copy else "")
    state = _table_object(name if times == 1 else f"{name}_Stack", card.label, pack.piece, key, scale, "up")
    state["GMNotes"] = _piece_identifier_json(pack, card)
    state |= {"Hands": False, "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, "CustomImage": image}
    if times > 1:
        state["Number"] = times
    state["Locked"] = _is_board(blank)
    return _PlacedObject(state, wide, high)


def _piece_identifier_json(pack: Pack, card: Card) -> str:
    """Return a text in JSON for the notes of a piece, by which `push` finds the piece on a table."""
    return json.dumps({"cardgen": f"{pack.piece or 'card'}/{card.id}", "pack": pack.name}, ensure_ascii=False)


def _tile_shape_number(card: CardFormat) -> int:
    """Return the number of a tile's shape: 0 for a box, 2 for a circle, 3 for a square with round corners.

    See custom-tile.md, and api.tabletopsimulator.com/custom-game-objects for the numbers.
    """
    if card.shape == "circle":
        return 2
    return 3 if card.corner and math.isclose(*card.size, rel_tol=0.01) else 0


def _face_sheets(pack: Pack, cards: Sequence[tuple[Card, int]]) -> list[_FaceSheet]:
    """Return the sheets of faces with their cards.

    Cards that share a back come first. Cards whose back no other card has are together on the last sheets.
    """
    by_back: dict[str, list[tuple[Card, int]]] = {}
    for card, times in cards:
        by_back.setdefault(pack.back_of(card), []).append((card, times))
    alone = [some[0] for some in by_back.values() if len(some) == 1]
    if len(alone) > 1:
        by_back = {name: some for name, some in by_back.items() if len(some) > 1} | {"": alone}
    return [
        _FaceSheet(some[first : first + _FACES], back)
        for back, some in by_back.items()
        for first in range(0, len(some), _FACES)
    ]


def smallest_face_resolution(pack: Pack, job: ImageJob) -> tuple[int, int, float]:
    """Return the smallest face on Tabletop Simulator's sheets: its width and height in pixels, and its pixels
    per inch.
    """
    most = max(len(part.cards) for part in _face_sheets(pack, cards_to_print(pack, job.only)))
    wide, high = face_grid(most, pack.card.size, job.canvas.dpi).face
    return wide, high, min(wide / pack.card.width, high / pack.card.height) * 72


def _json_bytes(data: dict[str, Any]) -> bytes:
    return json.dumps(data, indent=2, ensure_ascii=False).encode() + b"\n"


def _draw_sheet(pack: Pack, job: ImageJob, sides: Sequence[Card | str], grid: FaceGrid) -> Any:
    """Return a sheet as a picture (PIL): sides in rows from the top left, and the back of the first one in
    the last place.
    """
    from PIL import Image

    sheet = Image.new("RGB", grid.size, "white")
    first = sides[0]
    hidden = first if isinstance(first, str) else pack.back_of(first)
    *shown, last = side_pictures(pack, [*sides, hidden], _job_for_grid(pack, job, grid))
    wide, high = grid.face
    for place, side in [*enumerate(shown), (grid.columns * grid.rows - 1, last)]:
        row, column = divmod(place, grid.columns)
        sheet.paste(side, (column * wide, row * high))
    return sheet


def _job_for_grid(pack: Pack, job: ImageJob, grid: FaceGrid) -> ImageJob:
    """Return a job whose pictures show the trim only, as large as a place on the sheet."""
    dpi = min(side * 72 / length for side, length in zip(grid.face, pack.card.size, strict=True))
    return job._replace(canvas=PictureCanvas(grid.face, dpi))


def _deck_state(
    pack: Pack,
    parts: Sequence[_FaceSheet],
    grids: Sequence[FaceGrid],
    urls: Sequence[tuple[str, str]],
    first: int,
) -> dict[str, Any]:
    """Return a deck, or a single card, in Tabletop Simulator's format of saved objects. A card's number is
    100 times its sheet plus its place.

    urls: for each sheet, the pictures of its faces and of its back or backs. first: the number of the first
    sheet.
    """
    sheets = {
        str(number): {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": of.columns,
            "NumHeight": of.rows,
            "BackIsHidden": True,
            "UniqueBack": not part.back,
            # Rectangle with round corners, or without (api.tabletopsimulator.com/custom-game-objects).
            "Type": 0 if pack.card.corner else 1,
        }
        for number, ((face, back), part, of) in enumerate(zip(urls, parts, grids, strict=True), first)
    }
    inside = [
        _card_object(pack, card, number, place, sheets[str(number)], copy)
        for number, part in enumerate(parts, first)
        for place, (card, times) in enumerate(part.cards)
        for copy in range(times)
    ]
    return inside[0] if len(inside) == 1 else _deck_object(pack, inside, sheets)


def _card_scale(card: CardFormat) -> tuple[float, float]:
    """Return the scale of a card across and along the table; both are equal, as the width follows from the
    picture.
    """
    scale = _rounded_coordinate(card.height / _CARD_HEIGHT)
    return scale, scale


def _deck_object(pack: Pack, inside: list[dict[str, Any]], sheets: dict[str, Any]) -> dict[str, Any]:
    """Return a deck as an object. inside: the objects of its cards. sheets: the pictures of its sheets, by
    number.
    """
    about = f"{len(inside)} {pack.card_noun}s"
    return {
        **_table_object("DeckCustom", pack.name, about, f"{pack.piece}-deck", _card_scale(pack.card)),
        "DeckIDs": [card["CardID"] for card in inside],
        "CustomDeck": sheets,
        "ContainedObjects": inside,
    }


def _card_object(
    pack: Pack, card: Card, number: int, place: int, sheet: dict[str, Any], copy: int
) -> dict[str, Any]:
    """Return a card as an object.

    number: the number of its sheet. place: its place on the sheet. sheet: the pictures of the sheet. copy:
    the number of this card among equal cards.
    """
    about = pack.suit_title(card.suit) if card.suit else ""
    return {
        **_table_object("Card", card.label, about, f"{pack.piece}-{card.id}-{copy}", _card_scale(pack.card)),
        "GMNotes": _piece_identifier_json(pack, card),
        "CardID": 100 * number + place,
        "SidewaysCard": False,
        "CustomDeck": {str(number): sheet},
    }


def _table_object(
    kind: str,
    name: str,
    about: str,
    key: str,
    scale: tuple[float, float],
    side: Literal["up", "down"] = "down",
) -> dict[str, Any]:
    """Return the properties that all kinds of objects have, of an object in the middle of the table.

    key: the text from which its identifier is made. scale: across and along the table. side: whether its face
    is up or down.
    """
    turned = 180 if side == "down" else 0
    place = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": turned}
    return {
        "GUID": hashlib.sha256(key.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {**place, "scaleX": scale[0], "scaleY": 1, "scaleZ": scale[1]},
        "Nickname": name,
        "Description": about,
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        "Locked": False,
        "FaceGrid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "Hands": True,
    }


def playingcards_io(
    pack: Pack, slug: str, job: ImageJob, url: str, tick: Tick | None = None
) -> Iterator[ImageFile]:
    """Yield a picture of each face and back, the credits, the list, and the table that the site's deck editor
    imports.

    url: the address at which the site finds the pictures; their names are appended.
    """
    cards = cards_to_print(pack, job.only)
    return _site_files(pack, slug, job, cards, url, tick)


def _site_files(
    pack: Pack, slug: str, job: ImageJob, cards: Sequence[tuple[Card, int]], url: str, tick: Tick | None
) -> Iterator[ImageFile]:
    """Yield the files of playingcards_io()."""
    ending, faces = f"{slug}-deck.csv", list[str]()
    for file in write_images(pack, job, tick):
        if file.name == LISTS[1]:
            listed = json.loads(file.data)
            listed["files"] = [*(name for name in listed["files"] if name != LISTS[0]), ending]
            yield ImageFile(file.name, _json_bytes(listed))
        elif file.name == CREDITS:
            yield file
        elif file.name != LISTS[0]:
            faces.append(file.name)
            yield file
    heads = ["image", "label", "item-count", "item-key"]
    rows = [
        [url + quote(name), card.label, times, card.id]
        for name, (card, times) in zip(faces, cards, strict=False)
    ]
    behind = [pack.back_of(card) for card, _ in cards]
    if len(set(behind)) > 1:
        heads.append("back")
        rows = [[*row, url + quote(f"{name}.{job.form}")] for row, name in zip(rows, behind, strict=True)]
    yield ImageFile(ending, csv_table([heads, *rows]).encode())
