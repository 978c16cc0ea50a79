"""Write the data of a variant that is the base with other quantities: only what differs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from ....errors import UsageError
from ....pack import folders, library
from ....pack.yaml import Data, Source
from ....sandbox import untrusted
from ....units import BadValue
from ...games.never_over.cards import Cards
from .search_space import Composition

#: Quantities by suit and rank.
Quantities = Mapping[str, Mapping[str, int]]


def quantities_of(composition: Composition, green: str, red: str) -> dict[str, dict[str, int]]:
    """Return a composition by the keys of its suits; the lowest pointage first."""
    top = len(composition) // 2
    return {
        green: {str(points): composition[points - 1] for points in range(1, top + 1)},
        red: {str(points): composition[top + points] for points in range(top + 1)},
    }


def cards_for(composition: Composition) -> Cards:
    """Return a composition as the game has it."""
    both = quantities_of(composition, "green", "red")
    green, red = ({int(rank): times for rank, times in both[key].items()} for key in ("green", "red"))
    return Cards.of(green, red)


def variant(base: str, folder: Path, quantities: Quantities, name: str) -> dict[str, Data]:
    """Return the data of a variant in a folder; of a base that is a variant itself, another of the same pack.

    Raises UsageError where a file in that folder could not extend the base.
    """
    own, under = _sources(base)
    extends = extended(base, folder)
    body: dict[str, Any] = {}
    if "extends" in own.data:
        body = deepcopy(
            {key: value for key, value in own.data.items() if key not in ("extends", "name", "edition")}
        )
    suits = body.setdefault("suits", {})
    for key, wanted in quantities.items():
        suit = suits.setdefault(key, {})
        below = _suit(under.data, key).get("cards")
        suit["cards"] = _cards(below if isinstance(below, dict) else {}, suit.get("cards") or {}, wanted)
        if not suit["cards"]:
            del suit["cards"]
        if not suit:
            del suits[key]
    if not suits:
        del body["suits"]
    return {"extends": extends, "name": name, **body}


def _cards(under: dict[str, Any], own: dict[str, Any], wanted: Mapping[str, int]) -> dict[str, Data]:
    """Return the cards of a suit that differ from those of the pack below, the highest first."""
    cards: dict[str, Data] = {}
    for rank in sorted({*under, *own, *wanted}, key=int, reverse=True):
        entry = _entry(under.get(rank), own.get(rank), wanted.get(rank, 0))
        if entry is not None:
            cards[rank] = entry
    return cards


def _entry(under: Any, own: Any, times: int) -> Data:
    """Return what to write of a card; None where nothing differs."""
    if not times:
        return 0 if under is not None else None
    if isinstance(own, dict):
        return {**own, "quantity": times}
    if own is None and under is not None and times == _times(under):
        return None
    if isinstance(under, dict):
        # A bare number would take the card's picture away, unless the variant meant to.
        return times if own is not None else {"quantity": times}
    return None if times == under else times


def _times(entry: Any) -> Any:
    return entry.get("quantity", 1) if isinstance(entry, dict) else entry


def _suit(pack: Mapping[str, Any], key: str) -> dict[str, Any]:
    suits = pack.get("suits")
    suit = suits.get(key) if isinstance(suits, dict) else None
    return suit if isinstance(suit, dict) else {}


def _sources(base: str) -> tuple[Source, Source]:
    """Return the base's own file, and the one whose data a variant of it is laid over."""
    resolved = library.resolve(base)
    own = next(iter(resolved.sources.values()))
    return own, resolved.base or own


def folder_of(base: str) -> Path | None:
    """Return the folder of a pack of one's own, where its variants go too; None for cardgen's packs."""
    file = library.find(base)
    return None if _shipped(file) else file.parent


def _shipped(file: Path) -> bool:
    return file.parent.resolve() == folders.folder("packs").resolve()


def extended(base: str, folder: Path) -> str:
    """Return what a variant of the base extends, as a file in a folder writes it. Raises UsageError."""
    home = folder_of(base)
    own, under = _sources(base)
    too_far = UsageError(
        f"a variant of {base} has to be where it can find that: leave -o out, or write -o {home or Path()}"
    )
    has_files = own is not under and _names_files(own.data)
    if home is not None and has_files and home.resolve() != folder.resolve():
        raise too_far
    if own is under and home is None:
        return library.find(base).stem
    if own is not under and _shipped(Path(under.file)):
        return Path(under.file).stem
    try:
        name = Path(under.file).resolve().relative_to(folder.resolve()).as_posix()
        untrusted.admit(folder, name)
    except (ValueError, BadValue):
        raise too_far from None
    return name


_FILE = re.compile(r".+\.(png|jpe?g|svg|ttf|csv|tsv|xlsx|ods)", re.IGNORECASE)


def _names_files(value: Data) -> bool:
    """Tell whether some data name files beside the pack: pictures, drawings, fonts, tables."""
    if isinstance(value, dict | list):
        return any(map(_names_files, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and _FILE.fullmatch(value) is not None
