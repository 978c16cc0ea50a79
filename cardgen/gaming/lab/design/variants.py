"""Return the data of a variant that differs from its base in quantities only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from ....errors import UsageError
from ....pack import folders, library
from ....pack.model import Pack
from ....pack.translations import untranslated_pack
from ....pack.yaml import Data, Source
from ....sandbox import untrusted
from ....units import BadValue
from ...games.never_over.cards import Cards
from .search_space import AnyCardsSpace, Composition, SearchSpace

#: The keys of a list that its rows take the place of: columns have their own names there.
_ROW_KEYS = {"table", "columns", "rows"}
#: Quantities by suit and rank.
Quantities = Mapping[str, Mapping[str, int]]


def quantities_by_suit(composition: Composition, green: str, red: str) -> dict[str, dict[str, int]]:
    """Return a composition as quantities by suit and rank, the lowest pointage first."""
    top = len(composition) // 2
    return {
        green: {str(points): composition[points - 1] for points in range(1, top + 1)},
        red: {str(points): composition[top + points] for points in range(top + 1)},
    }


def quantities_by_suit_and_rank(
    space: SearchSpace, composition: Composition, suits: tuple[str, str]
) -> Quantities:
    """Return a composition as quantities by suit and rank. suits: NEVER OVER's green and red one."""
    cards = composition[: space.kinds]
    if not isinstance(space, AnyCardsSpace):
        return quantities_by_suit(cards, *suits)
    found: dict[str, dict[str, int]] = {}
    for suit, rank, times in zip(space.suits, space.ranks, cards, strict=True):
        if suit:
            found.setdefault(suit, {})[rank] = times
    return found


def quantities_by_listed_card(space: SearchSpace, composition: Composition) -> dict[str, int]:
    """Return the quantities of the cards of lists, by their ids."""
    if not isinstance(space, AnyCardsSpace):
        return {}
    cards = zip(space.ids, space.suits, composition[: space.kinds], strict=True)
    return {card: times for card, suit, times in cards if not suit}


def cards_of_composition(composition: Composition) -> Cards:
    """Return a composition as the game's cards."""
    both = quantities_by_suit(composition, "green", "red")
    green, red = ({int(rank): times for rank, times in both[key].items()} for key in ("green", "red"))
    return Cards.from_quantities(green, red)


def variant_data(
    base: str, folder: Path, quantities: Quantities, name: str, lists: Sequence[Data] = ()
) -> dict[str, Data]:
    """Return the data of a variant of the base, to be written to a file in a folder.

    If the base is itself a variant, the result extends the same pack as the base. lists: lists of cards that
    replace the base's. Raises UsageError if a file in that folder cannot extend the base.
    """
    own, under = _own_and_extended_source(base)
    extends = extends_value(base, folder, with_lists=bool(lists))
    body: dict[str, Any] = {}
    if "extends" in own.data:
        body = deepcopy(
            {key: value for key, value in own.data.items() if key not in ("extends", "name", "edition")}
        )
    if lists:
        body["cards"] = list(lists)
    suits = body.setdefault("suits", {})
    for key, wanted in quantities.items():
        suit = suits.setdefault(key, {})
        below = _suit_data(under.data, key).get("cards")
        suit["cards"] = _changed_cards(
            below if isinstance(below, dict) else {}, suit.get("cards") or {}, wanted
        )
        if not suit["cards"]:
            del suit["cards"]
        if not suit:
            del suits[key]
    if not suits:
        del body["suits"]
    return {"extends": extends, "name": name, **body}


def lists_with_quantities(base: str, pack: Pack, quantities: Mapping[str, int]) -> list[Data]:
    """Return a pack's lists of cards with other quantities, by the cards' ids; [] if none are given.

    Rows of a table are written out, as the variant cannot change the table. Raises UsageError for cards that
    are pictures of a folder, and have no rows.
    """
    if not quantities:
        return []
    rows: dict[str, list[Data]] = {}
    for card in untranslated_pack(pack).cards:
        if card.section != "cards":
            continue
        times = quantities.get(card.id, card.quantity)
        texts = {**card.texts, **({"notes": card.notes} if card.notes else {})}
        mine = rows.setdefault(str(card.path[1]), [])
        mine += [{**texts, **({"quantity": times} if times != 1 else {})}] if times else []
    groups: Any = library.resolve(base).data["cards"]
    if any("folder" in groups[int(at)] for at in rows):
        raise UsageError(
            "design changes rows of cards, and some cards are pictures of a folder: list them in rows"
        )
    return [
        {**{key: value for key, value in group.items() if key not in _ROW_KEYS}, "rows": rows[str(at)]}
        for at, group in enumerate(groups)
        if rows.get(str(at))
    ]


def _changed_cards(
    extended_cards: dict[str, Any], base_cards: dict[str, Any], quantities: Mapping[str, int]
) -> dict[str, Data]:
    """Return the cards of a suit whose entries differ from those of the extended pack.

    The highest come first if all ranks are whole numbers.
    """
    cards: dict[str, Data] = {}
    ranks = [*quantities, *(rank for rank in (*extended_cards, *base_cards) if rank not in quantities)]
    numeric = all(rank.isdigit() for rank in ranks)
    for rank in sorted({*ranks}, key=int, reverse=True) if numeric else dict.fromkeys(ranks):
        entry = _card_entry(extended_cards.get(rank), base_cards.get(rank), quantities.get(rank, 0))
        if entry is not None:
            cards[rank] = entry
    return cards


def _card_entry(extended_entry: Any, base_entry: Any, quantity: int) -> Data:
    """Return the entry of a card in the variant; None if it is the same as in the extended pack.

    extended_entry: its entry in the extended pack. base_entry: its entry in the base, if that is a variant.
    quantity: its quantity.
    """
    if not quantity:
        return 0 if extended_entry is not None else None
    if isinstance(base_entry, dict):
        return {**base_entry, "quantity": quantity}
    if base_entry is None and extended_entry is not None and quantity == _entry_quantity(extended_entry):
        return None
    if isinstance(extended_entry, dict):
        # A plain number would remove the card's picture, unless the variant means that.
        return quantity if base_entry is not None else {"quantity": quantity}
    return None if quantity == extended_entry else quantity


def _entry_quantity(entry: Any) -> Any:
    return entry.get("quantity", 1) if isinstance(entry, dict) else entry


def _suit_data(pack: Mapping[str, Any], key: str) -> dict[str, Any]:
    suits = pack.get("suits")
    suit = suits.get(key) if isinstance(suits, dict) else None
    return suit if isinstance(suit, dict) else {}


def _own_and_extended_source(base: str) -> tuple[Source, Source]:
    """Return the base's own file, and the file that a variant of the base extends.

    The latter is the file that the base extends, or the base itself.
    """
    resolved = library.resolve(base)
    own = next(iter(resolved.sources.values()))
    return own, resolved.base or own


def own_pack_folder(base: str) -> Path | None:
    """Return the folder of a user's pack, where its variants go too; None for cardgen's packs."""
    file = library.pack_file(base)
    return None if _is_shipped(file) else file.parent


def _is_shipped(file: Path) -> bool:
    return file.parent.resolve() == folders.bundled_folder("packs").resolve()


def extends_value(base: str, folder: Path, *, with_lists: bool = False) -> str:
    """Return the value of `extends` for a variant of the base in a folder. Raises UsageError.

    with_lists: whether the variant repeats lists of cards, whose files are beside the base.
    """
    home = own_pack_folder(base)
    own, under = _own_and_extended_source(base)
    too_far = UsageError(
        f"a variant of {base} has to be where it can find that: leave -o out, or write -o {home or Path()}"
    )
    has_files = with_lists or (own is not under and _has_file_names(own.data))
    if home is not None and has_files and home.resolve() != folder.resolve():
        raise too_far
    if own is under and home is None:
        return library.pack_file(base).stem
    if own is not under and _is_shipped(Path(under.file)):
        return Path(under.file).stem
    try:
        name = Path(under.file).resolve().relative_to(folder.resolve()).as_posix()
        untrusted.admit(folder, name)
    except (ValueError, BadValue):
        raise too_far from None
    return name


_FILE = re.compile(r".+\.(png|jpe?g|svg|ttf|csv|tsv|xlsx|ods)", re.IGNORECASE)


def _has_file_names(value: Data) -> bool:
    """Tell whether data name files beside the pack: pictures, drawings, fonts, tables."""
    if isinstance(value, dict | list):
        return any(map(_has_file_names, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and _FILE.fullmatch(value) is not None
