"""The order file of MPC Autofill, which fills in the order forms of MakePlayingCards and PrinterStudio.

Format: github.com/chilli-axe/mpc-autofill, desktop-tool/src/order.py and constants.py, as read on 2026-11-29.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from ..pack.model import Pack
from .images import ImageFile, ImageJob, Tick, write_images
from .lists import LISTS

#: The stocks that it knows, by their short names.
STOCKS = {
    "S27": "(S27) Smooth",
    "S30": "(S30) Standard Smooth",
    "S33": "(S33) Superior Smooth",
    "M31": "(M31) Linen",
    "P10": "(P10) Plastic",
}
#: Maximum number of cards of an order.
MOST_CARDS = 612


def mpc_autofill(
    pack: Pack, slug: str, job: ImageJob, stock: str, foil: bool, tick: Tick | None = None
) -> Iterator[ImageFile]:
    """Yield the pictures of a pack, and the order file that lists them and lies beside them.

    stock: a key of STOCKS. foil: whether the cards are foiled. Raises UsageError as write_images() does.
    """
    return _pictures_and_order(write_images(pack, job, tick), f"{slug}-order.xml", stock, foil)


def _pictures_and_order(
    pictures: Iterator[ImageFile], name: str, stock: str, foil: bool
) -> Iterator[ImageFile]:
    """Yield the files of a folder of pictures, and the order file before the JSON list, to which the order
    file is added.

    name: the name of the order file.
    """
    for file in pictures:
        if file.name == LISTS[1]:
            listed = json.loads(file.data)
            yield ImageFile(name, _order_xml(listed, stock, foil))
            listed["files"].append(name)
            yield ImageFile(file.name, json.dumps(listed, indent=2, ensure_ascii=False).encode() + b"\n")
        else:
            yield file


def _order_xml(listed: Mapping[str, Any], stock: str, foil: bool) -> bytes:
    """Return the order file. listed: the JSON list of a folder of pictures.

    Slots are counted from 0. A back has slots of its own only where it differs from the common back.
    """
    order = ElementTree.Element("order")
    details = ElementTree.SubElement(order, "details")
    fronts, backs = ElementTree.SubElement(order, "fronts"), ElementTree.SubElement(order, "backs")
    slots_of_backs: dict[str, list[int]] = {}
    count = 0
    for row in listed["faces"]:
        slots = list(range(count, count + row["quantity"]))
        count += len(slots)
        _add_card(fronts, row["file"], slots, row["card"])
        if (back := row.get("back", listed["back"])) != listed["back"]:
            slots_of_backs.setdefault(back, []).extend(slots)
    for back, slots in slots_of_backs.items():
        _add_card(backs, back, slots, back)
    for key, value in (("quantity", count), ("stock", STOCKS[stock]), ("foil", str(foil).lower())):
        ElementTree.SubElement(details, key).text = str(value)
    ElementTree.SubElement(order, "cardback").text = listed["back"]
    ElementTree.indent(order)
    text: str = ElementTree.tostring(order, "unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n".encode()


def _add_card(parent: ElementTree.Element, file: str, slots: list[int], name: str) -> None:
    """Add a card to a list of the order. slots: the places of its copies in the deck, from 0."""
    card = ElementTree.SubElement(parent, "card")
    values = {
        "id": file,
        "sourceType": "Local File",
        "slots": ",".join(map(str, slots)),
        "name": file,
        "query": name,
    }
    for key, value in values.items():
        ElementTree.SubElement(card, key).text = value
