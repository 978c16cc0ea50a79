"""A pack for virtual tables: decks for Tabletop Simulator and playingcards.io."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from .. import __version__
from ..errors import UsageError
from ..pack.model import Card, Pack
from ..pack.selection import deck
from .images import Canvas, ImageFile, ImageJob, Tick, compressed, csv_table, pictures, write_images
from .lists import LISTS

#: Tabletop Simulator's sheets: maximum columns and rows, at least 2 each; the last place shows what others
#: see of a card in somebody's hand (kb.tabletopsimulator.com, Custom Deck).
_COLUMNS, _ROWS = 10, 7
_FACES = _COLUMNS * _ROWS - 1
#: Larger sheets are reduced on the computers of many players.
LONGEST_SIDE = 4096
#: More cards in one deck make such a table slow.
_MOST_CARDS = 2000


class Grid(NamedTuple):
    """The arrangement of faces on a sheet, and the size of each in pixels."""

    columns: int
    rows: int
    face: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Return the sheet's size in pixels."""
        return self.columns * self.face[0], self.rows * self.face[1]


def grid(faces: int, trim: tuple[float, float], dpi: float) -> Grid:
    """Return the sheet on which a number of faces and the back are largest, up to a resolution.

    faces: at most 69. trim: a card's, in points.
    """
    found = []
    for columns in range(2, _COLUMNS + 1):
        rows = max(2, math.ceil((faces + 1) / columns))
        if rows <= _ROWS:
            fit = min(LONGEST_SIDE / columns / trim[0], LONGEST_SIDE / rows / trim[1], dpi / 72)
            found.append((fit, -columns * rows, -abs(columns * trim[0] - rows * trim[1]), columns, rows))
    fit, _, _, columns, rows = max(found)
    wide, high = (max(1, math.floor(side * fit + 1e-6)) for side in trim)
    return Grid(columns, rows, (wide, high))


def tabletop_simulator(
    pack: Pack, slug: str, job: ImageJob, url: str, tick: Tick | None = None
) -> Iterator[ImageFile]:
    """Yield sheets of faces, the back, and the saved object that makes them a deck.

    slug: the first part of the files' names. url: where Tabletop Simulator finds the pictures; their names
    are appended. Raises UsageError, before the first file, for a pack with too many cards.
    """
    cards = deck(pack, job.only)
    count = sum(times for _, times in cards)
    if count > _MOST_CARDS:
        raise UsageError(f"{count:,} cards are too many for one deck; choose some with --only")
    return _simulator_files(pack, slug, job, cards, url, tick)


class _Part(NamedTuple):
    """Cards whose faces share a sheet."""

    cards: Sequence[tuple[Card, int]]
    #: The short name of their back; "" if each card has its own, on a sheet of backs.
    back: str


def _simulator_files(
    pack: Pack, slug: str, job: ImageJob, cards: Sequence[tuple[Card, int]], url: str, tick: Tick | None
) -> Iterator[ImageFile]:
    parts, ending = _sheet_parts(pack, cards), f".{job.form}"
    grids = [grid(len(part.cards), pack.card.size, job.canvas.dpi) for part in parts]
    names = [f"{slug}-faces-{number}{ending}" for number in range(1, len(parts) + 1)]
    behind = [f"{slug}-{part.back or f'backs-{number}'}{ending}" for number, part in enumerate(parts, 1)]
    sheets = (
        _draw_sheet(pack, job, [card for card, _ in part.cards], of)
        for part, of in zip(parts, grids, strict=True)
    )
    for number, (data, name) in enumerate(zip(compressed(sheets, job), names, strict=True), 1):
        yield ImageFile(name, data)
        if tick is not None:
            tick(number, len(parts))
    backs = {name: (part, of) for name, part, of in zip(behind, parts, grids, strict=True)}
    shots = (
        next(pictures(pack, [part.back], _job_for_grid(pack, job, grids[0])))
        if part.back
        else _draw_sheet(pack, job, [pack.back_of(card) for card, _ in part.cards], of)
        for part, of in backs.values()
    )
    yield from (ImageFile(file, data) for file, data in zip(backs, compressed(shots, job), strict=True))
    urls = [(url + quote(face), url + quote(back)) for face, back in zip(names, behind, strict=True)]
    yield ImageFile(f"{slug}-deck.json", _json_bytes(saved_object(pack, parts, grids, urls)))
    files = [*names, *backs, f"{slug}-deck.json", LISTS[1]]
    yield ImageFile(
        LISTS[1], _json_bytes({"made-by": f"cardgen {__version__}", "pack": pack.name, "files": files})
    )


def _sheet_parts(pack: Pack, cards: Sequence[tuple[Card, int]]) -> list[_Part]:
    """Return the cards of each sheet: those of one back, then those of backs of a single card."""
    by_back: dict[str, list[tuple[Card, int]]] = {}
    for card, times in cards:
        by_back.setdefault(pack.back_of(card), []).append((card, times))
    alone = [some[0] for some in by_back.values() if len(some) == 1]
    if len(alone) > 1:
        by_back = {name: some for name, some in by_back.items() if len(some) > 1} | {"": alone}
    return [
        _Part(some[first : first + _FACES], back)
        for back, some in by_back.items()
        for first in range(0, len(some), _FACES)
    ]


def smallest_face(pack: Pack, job: ImageJob) -> tuple[int, int, float]:
    """Return the smallest face on Tabletop Simulator's sheets: its size in pixels, and its pixels per
    inch.
    """
    most = max(len(part.cards) for part in _sheet_parts(pack, deck(pack, job.only)))
    wide, high = grid(most, pack.card.size, job.canvas.dpi).face
    return wide, high, min(wide / pack.card.width, high / pack.card.height) * 72


def _json_bytes(data: dict[str, Any]) -> bytes:
    return json.dumps(data, indent=2, ensure_ascii=False).encode() + b"\n"


def _draw_sheet(pack: Pack, job: ImageJob, sides: Sequence[Card | str], of: Grid) -> Any:
    """Return the picture of a sheet: sides row by row from the top left, and the first one's back in the
    last place.
    """
    from PIL import Image

    sheet = Image.new("RGB", of.size, "white")
    first = sides[0]
    hidden = first if isinstance(first, str) else pack.back_of(first)
    *shown, last = pictures(pack, [*sides, hidden], _job_for_grid(pack, job, of))
    wide, high = of.face
    for place, side in [*enumerate(shown), (of.columns * of.rows - 1, last)]:
        row, column = divmod(place, of.columns)
        sheet.paste(side, (column * wide, row * high))
    return sheet


def _job_for_grid(pack: Pack, job: ImageJob, of: Grid) -> ImageJob:
    """Return the job with pictures of the trim only, as large as a place on the sheet."""
    dpi = min(side * 72 / length for side, length in zip(of.face, pack.card.size, strict=True))
    return job._replace(canvas=Canvas(of.face, dpi))


def saved_object(
    pack: Pack,
    parts: Sequence[_Part],
    grids: Sequence[Grid],
    urls: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Return a deck in the format in which Tabletop Simulator saves it: a card's number is 100 times its
    sheet plus its place.

    urls: of the faces and of the back (or backs) of each part.
    """
    sheets = {
        str(number): {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": of.columns,
            "NumHeight": of.rows,
            "BackIsHidden": True,
            "UniqueBack": not part.back,
            "Type": 0,
        }
        for number, ((face, back), part, of) in enumerate(zip(urls, parts, grids, strict=True), 1)
    }
    inside = [
        _card_object(pack, card, number, place, sheets[str(number)], copy)
        for number, part in enumerate(parts, 1)
        for place, (card, times) in enumerate(part.cards)
        for copy in range(times)
    ]
    states = inside if len(inside) == 1 else [_deck_object(pack, inside, sheets)]
    return {"SaveName": "", "GameMode": "", "Date": "", "Note": "", "Rules": "", "ObjectStates": states}


def _deck_object(pack: Pack, inside: list[dict[str, Any]], sheets: dict[str, Any]) -> dict[str, Any]:
    return {
        **_table_object("DeckCustom", pack.name, f"{len(inside)} cards", pack.name),
        "DeckIDs": [card["CardID"] for card in inside],
        "CustomDeck": sheets,
        "ContainedObjects": inside,
    }


def _card_object(
    pack: Pack, card: Card, number: int, place: int, sheet: dict[str, Any], copy: int
) -> dict[str, Any]:
    about = pack.suit_title(card.suit) if card.suit else ""
    return {
        **_table_object("Card", card.label, about, f"{number}-{place}-{copy}"),
        "CardID": 100 * number + place,
        "SidewaysCard": False,
        "CustomDeck": {str(number): sheet},
    }


def _table_object(kind: str, name: str, about: str, key: str) -> dict[str, Any]:
    """Return the properties of every object on a table: face down, in the middle."""
    place = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180}
    return {
        "GUID": hashlib.sha256(key.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {**place, "scaleX": 1, "scaleY": 1, "scaleZ": 1},
        "Nickname": name,
        "Description": about,
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "Hands": True,
    }


def playingcards_io(
    pack: Pack, slug: str, job: ImageJob, url: str, tick: Tick | None = None
) -> Iterator[ImageFile]:
    """Yield a picture per face, the back, and the table that the site's deck editor imports.

    url: where the site finds the pictures; their names are appended.
    """
    cards = deck(pack, job.only)
    return _site_files(pack, slug, job, cards, url, tick)


def _site_files(
    pack: Pack, slug: str, job: ImageJob, cards: Sequence[tuple[Card, int]], url: str, tick: Tick | None
) -> Iterator[ImageFile]:
    ending, faces = f"{slug}-deck.csv", list[str]()
    for file in write_images(pack, job, tick):
        if file.name == LISTS[1]:
            listed = json.loads(file.data)
            listed["files"] = [*(name for name in listed["files"] if name != LISTS[0]), ending]
            yield ImageFile(file.name, _json_bytes(listed))
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
