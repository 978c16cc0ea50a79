"""Decks for virtual tables in one file: .pcio for playingcards.io, .cgs.zip for Card Game Simulator."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import __version__
from ..errors import UsageError
from ..pack.file_names import picture_names
from ..pack.model import Card, Pack
from ..units import MM
from .credits import write_credits
from .images import (
    ImageFile,
    ImageJob,
    PictureCanvas,
    Tick,
    back_names,
    compressed_files,
    side_pictures,
    verify_job,
)
from .lists import CREDITS, LISTS
from .tabletop import TablePieces, kinds_on_table

#: The version of the schema of playingcards.io, and the size of its table in pixels.
_SCHEMA, _TABLE = "8", (1600, 1000)
#: The height of the largest cards on the table, the room that a holder adds around them, and the gap between
#: holders, in pixels.
_CARD_HEIGHT, _AROUND, _GAP = 160, 4, 30
#: Names that a folder can have on any system.
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 '-]*")
#: The site becomes slow with more.
_MOST_PIECES = 1200


def _zip_of_files(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP archive with fixed dates; pictures are not compressed again."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            is_text = name.endswith((".json", ".txt")) or "." not in name
            entry.compress_type = zipfile.ZIP_DEFLATED if is_text else zipfile.ZIP_STORED
            archive.writestr(entry, data)
    return buffer.getvalue()


def _json_bytes(data: object) -> bytes:
    """Return data as JSON, in UTF-8."""
    return json.dumps(data, indent=1, ensure_ascii=False).encode() + b"\n"


def _archive_and_list_files(pack: Pack, name: str, data: bytes) -> Iterator[ImageFile]:
    """Yield an archive, and the files beside it: the credits and the list of all files.

    name, data: the archive's name and bytes.
    """
    yield ImageFile(name, data)
    yield ImageFile(CREDITS, write_credits(pack))
    files = [name, CREDITS, LISTS[1]]
    yield ImageFile(
        LISTS[1], _json_bytes({"made-by": f"cardgen {__version__}", "pack": pack.name, "files": files})
    )


def _sides_and_picture_job(kind: TablePieces, job: ImageJob) -> tuple[list[Card | str], ImageJob]:
    """Return the faces and backs of a kind of pieces, and the job that draws their pictures without bleed."""
    canvas = PictureCanvas.for_trim(kind.pack.card.size, 0, job.canvas.dpi)
    sides: list[Card | str] = [*(card for card, _ in kind.cards), *back_names(kind.pack, kind.cards)]
    return sides, job._replace(canvas=canvas, rounded=job.form == "png")


def _pictures_of_kinds(
    kinds: Sequence[TablePieces], job: ImageJob, tick: Tick | None
) -> Iterator[list[bytes]]:
    """Yield for each kind of pieces a list of picture files as bytes: those of its faces, then of its backs.

    tick: called with the numbers of pictures done and of all pictures.
    """
    of_kinds = [_sides_and_picture_job(kind, job) for kind in kinds]
    total, done = sum(len(sides) for sides, _ in of_kinds), 0
    for kind, (sides, own) in zip(kinds, of_kinds, strict=True):
        made = []
        for data in compressed_files(side_pictures(kind.pack, sides, own), own):
            made.append(data)
            done += 1
            if tick is not None:
                tick(done, total)
        yield made


def _verify_pictures(kinds: Sequence[TablePieces], job: ImageJob) -> None:
    """Raise UsageError for pictures that cannot be made, and for too many pieces."""
    for kind in kinds:
        verify_job(_sides_and_picture_job(kind, job)[1])
    count = sum(kind.pieces for kind in kinds)
    if count > _MOST_PIECES:
        raise UsageError(f"{count:,} pieces are too many for one table; choose some with --only")


# --- playingcards.io ------------------------------------------------------------------------------


def pcio_file(pack: Pack, slug: str, job: ImageJob, tick: Tick | None = None) -> Iterator[ImageFile]:
    """Yield a table of playingcards.io with a deck for each kind of pieces, its pictures inside, and the
    credits and the list beside it.

    slug: the file's name without its suffix. Raises UsageError, before the first file, for too many pieces.
    """
    kinds = kinds_on_table(pack, job.only)
    _verify_pictures(kinds, job)
    return _pcio_files(pack, slug, job, kinds, tick)


def _pcio_files(
    pack: Pack, slug: str, job: ImageJob, kinds: Sequence[TablePieces], tick: Tick | None
) -> Iterator[ImageFile]:
    """Yield the files of pcio_file()."""
    scale = _CARD_HEIGHT / max(kind.pack.card.height for kind in kinds)
    widgets: list[dict[str, Any]] = [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}]
    assets: dict[str, bytes] = {}
    x, y, depth = _GAP, _GAP, 0
    for number, (kind, drawn) in enumerate(zip(kinds, _pictures_of_kinds(kinds, job, tick), strict=True), 1):
        size = [max(20, round(side * scale)) for side in kind.pack.card.size]
        wide, high = (side + 2 * _AROUND for side in size)
        if x + wide > _TABLE[0] - _GAP and x > _GAP:
            x, y, depth = _GAP, y + depth + _GAP, 0
        names = [f"userassets/k{number}-{place}.{job.form}" for place in range(1, len(drawn) + 1)]
        assets |= dict(zip(names, drawn, strict=True))
        widgets += _deck_widgets(kind, f"k{number}", (x, y), (size[0], size[1]), names)
        x, depth = x + wide + _GAP, max(depth, high)
    files = {"widgets.json": _json_bytes(widgets), "schemaVersion": _SCHEMA.encode(), **assets}
    yield from _archive_and_list_files(pack, f"{slug}.pcio", _zip_of_files(files))


def _deck_widgets(
    kind: TablePieces, key: str, corner: tuple[int, int], size: tuple[int, int], names: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the widgets of a deck: a holder, the deck, and a card for each copy.

    key: the beginning of their ids. corner: the upper left corner of the holder, in pixels. size: that of a
    card, in pixels. names: the pictures of the faces, then of the backs.
    """
    (x, y), (wide, high) = corner, size
    backs = dict(zip(back_names(kind.pack, kind.cards), names[len(kind.cards) :], strict=True))
    types = {
        card.id: {
            "label": card.label,
            "face": f"package://{face}",
            "back": f"package://{backs[kind.pack.back_of(card)]}",
        }
        for (card, _), face in zip(kind.cards, names, strict=False)
    }
    holder, deck = f"{key}-holder", f"{key}-deck"
    place = {"x": x + _AROUND, "y": y + _AROUND}

    def template(value: str) -> dict[str, Any]:
        picture = {"type": "image", "x": 0, "y": 0, "w": wide, "h": high, "color": "transparent"}
        return {
            "includeBorder": False,
            "includeRadius": False,
            "objects": [{**picture, "valueType": "dynamic", "value": value}],
        }

    return [
        {
            "id": holder,
            "type": "holder",
            "x": x,
            "y": y,
            "z": 1,
            "width": wide + 2 * _AROUND,
            "height": high + 2 * _AROUND,
            "label": kind.pack.name,
            "hasShuffleButton": True,
        },
        {
            "id": deck,
            "type": "cardDeck",
            "parent": holder,
            **place,
            "z": 2,
            "cardWidth": wide,
            "cardHeight": high,
            "enlarge": True,
            "cardTypes": types,
            "faceTemplate": template("face"),
            "backTemplate": template("back"),
        },
        *(
            {
                "id": f"{key}-{place_of_card}-{copy}",
                "type": "card",
                "deck": deck,
                "cardType": card.id,
                "parent": holder,
                **place,
                "z": 3,
            }
            for place_of_card, (card, times) in enumerate(kind.cards, 1)
            for copy in range(1, times + 1)
        ),
    ]


# --- Card Game Simulator --------------------------------------------------------------------------


def cgs_file(pack: Pack, slug: str, job: ImageJob, tick: Tick | None = None) -> Iterator[ImageFile]:
    """Yield a game of Card Game Simulator with the cards of one kind, their backs and the deck, and the
    credits and the list beside it.

    Folder and keys: github.com/finol-digital/Card-Game-Simulator, docs/schema and UnityCardGame.cs. Raises
    UsageError, before the first file, for too many cards.
    """
    kinds = kinds_on_table(pack, job.only)
    _verify_pictures(kinds, job)
    return _cgs_files(kinds[0], slug, job, tick)


def _cgs_files(kind: TablePieces, slug: str, job: ImageJob, tick: Tick | None) -> Iterator[ImageFile]:
    """Yield the files of cgs_file()."""
    pack, [drawn] = kind.pack, _pictures_of_kinds([kind], job, tick)
    # The pack of a kind of pieces has a colon in its name, which the program does not take.
    plain = pack.name.replace(":", "")
    game = plain if _PLAIN_NAME.fullmatch(plain) else slug
    stems = [
        next(picture_names(pack, card, place, len(kind.cards), 1, "face"))
        for place, (card, _) in enumerate(kind.cards, 1)
    ]
    named = _names_with_numbered_repeats([card.label for card, _ in kind.cards])
    first, *others = back_names(pack, kind.cards)
    files_of_pack = {*pack.files, *(file for _, file in pack.drawings)}
    texts = [_readable_columns(card, files_of_pack) for card, _ in kind.cards]
    columns = sorted({key for each in texts for key in each})
    properties = {key: f"text{place}" for place, key in enumerate(columns, 1)}
    cards = [
        {
            "id": stem,
            "name": name,
            "set": slug,
            **({"suit": pack.suit_title(card.suit)} if card.suit else {}),
            **({"rank": card.rank} if card.rank else {}),
            **{properties[key]: text for key, text in shown_texts.items()},
            **({"backs": [back if (back := pack.back_of(card)) != first else ""]} if others else {}),
        }
        for (card, _), stem, name, shown_texts in zip(kind.cards, stems, named, texts, strict=True)
    ]
    shown = [key for key in ("suit", "rank") if any(key in card for card in cards)]
    about: dict[str, Any] = {
        "name": game,
        "cardSize": {
            axis: round(side / MM / 25.4, 4) for axis, side in zip("xy", pack.card.size, strict=True)
        },
        "cardImageFileType": job.form,
        "cardBackImageFileType": job.form,
        "cardProperties": [
            *({"name": key, "display": key.title(), "type": "string"} for key in shown),
            *(
                # A number such as serial:0001 is shown by its name alone.
                {"name": name, "display": key.partition(":")[0], "type": "string"}
                for key, name in properties.items()
            ),
        ],
        "setCodeDefault": slug,
        "setNameDefault": pack.name,
        **({"copyright": pack.author} if pack.author else {}),
    }
    if others:
        # Without an address the program keeps the pictures that it finds in the folder.
        about["cardBackFaceImageUrls"] = [{"id": back} for back in others]
    lines = [f"### {game} Deck: {game}"]
    lines += [f"{times} {name}" for (_, times), name in zip(kind.cards, named, strict=True)]
    files = {
        f"{game}/cgs.json": _json_bytes(about),
        f"{game}/AllCards.json": _json_bytes(cards),
        f"{game}/decks/{game}.txt": ("\n".join(lines) + "\n").encode(),
        f"{game}/CardBack.{job.form}": drawn[len(cards)],
    }
    faces, behind = drawn[: len(cards)], drawn[len(cards) + 1 :]
    files |= {f"{game}/sets/{slug}/{stem}.{job.form}": data for stem, data in zip(stems, faces, strict=True)}
    files |= {f"{game}/backs/{back}.{job.form}": data for back, data in zip(others, behind, strict=True)}
    yield from _archive_and_list_files(pack, f"{game}.cgs.zip", _zip_of_files(files))


def _readable_columns(card: Card, files: set[str]) -> dict[str, str]:
    """Return the columns of a card that hold text to read, each as one line. Columns that hold a name of the
    pack's files are left out.
    """
    texts = {key: " ".join(str(value).split()) for key, value in card.values.items() if value not in files}
    return {key: text for key, text in texts.items() if text}


def _names_with_numbered_repeats(names: Sequence[str]) -> list[str]:
    """Return the names in order, with a number added where a name is repeated: the second "Joker" becomes
    "Joker (2)".
    """
    counts: Counter[str] = Counter()
    found = []
    for name in names:
        counts[name] += 1
        found.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return found
