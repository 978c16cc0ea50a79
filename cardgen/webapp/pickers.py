"""Pictures of what a designer chooses among: icons, fonts, layouts, and the products of printers.

The page shows the drawings as pictures (SVG).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ..art.frame import Frame
from ..art.items import Fill, Item, Run, Stroke, Text, with_translucent_parts_grouped
from ..art.layout_face import icons_of, text_style
from ..art.piece_outline import piece_outline
from ..art.svg_writer import write_svg
from ..colour.colors import BLACK, Color, color_from_hex
from ..errors import CardgenError, UsageError
from ..geometry import Rect
from ..jobs.list import TOPICS, topic_rows
from ..pack.layouts import builtin_layouts
from ..pack.model import Card, Pack
from ..pack.pieces import CardFormat
from ..pack.values import WHOLE_PICTURE
from ..pack.yaml import Data
from ..prepress.printers import library as printers
from ..prepress.printers.model import Product
from ..text.outlines import Icon
from ..units import size_text
from .choice_pictures import pictures_of_choices

#: Maximum number of icons in one answer.
MOST_ICONS = 120
#: The height of the pictures of icons, and the font size of samples.
_ICON, _SAMPLE = 24.0, 15.0
_SAMPLE_TEXT = "Hamburg 123"
#: Families that every pack has.
_FAMILIES = ("text", "title", "index", "sans", "serif")
#: Pixels for each point of a product in its picture.
_SCALE = 0.4
#: The fields of forms whose choices are the names of a topic of `cardgen list`, and have pictures.
_FIELD_OF_TOPIC = {
    "papers": "paper",
    "sizes": "size",
    "stocks": "stock",
    "sleeves": "sleeves",
    "patterns": "back",
    "symbols": "symbol",
}
_SAFE, _OWN = color_from_hex("#0074A8"), color_from_hex("#B3122B")


def icon_names(pack: Pack, query: str) -> list[str]:
    """Return the names of a pack's icons that contain all words of a query.

    The pack's own come first, then those whose names begin with the query. A name that several sets have is
    returned with the prefix of each set.
    """
    bare = Counter(name for name in pack.library_icons if ":" not in name)
    in_sets = [name for name in pack.library_icons if bare[name.rpartition(":")[2]] > 1 or bare[name] == 1]
    in_sets = [name for name in in_sets if (":" in name) == (bare[name.rpartition(":")[2]] > 1)]
    words = query.lower().replace("-", " ").split()
    known = dict.fromkeys((*icons_of(pack).names(), *in_sets))
    found = [name for name in known if all(word in name.lower() for word in words)]
    own = set(pack.icons)
    # A stable sort: within each kind, in the order of the pack.
    found.sort(key=lambda name: (name not in own, not name.lower().startswith(query.lower())))
    return found


def icon_pictures(
    pack: Pack, query: str, data: dict[str, Data], read: Callable[[str], Pack | None]
) -> dict[str, Any]:
    """Return the first icons that match a query, each as SVG, and under "of" how many match.

    data: the data that the pack was read from. read: reads a text in place of the open file, and returns its
    pack, or None if it has errors.
    """
    names = icon_names(pack, query)
    shown = names[:MOST_ICONS]
    icons = icons_of(pack)
    lacking = [name for name in shown if icons.get(name) is None]
    if lacking and "icons" in data:
        text = " ".join(f"{{{name}}}" for name in lacking)
        card = {"layout": "story", "rows": [{"title": "x", "text": text}]}
        more = read(json.dumps({"format": 1, "name": "x", "icons": data["icons"], "cards": [card]}))
        icons_of_more = icons_of(more) if more else icons
        drawn = {name: icons_of_more.get(name) for name in lacking}
    else:
        drawn = {}
    found = {name: drawn.get(name) or icons.get(name) for name in shown}
    return {
        "icons": [{"name": name, "svg": _icon_svg(icon)} for name, icon in found.items() if icon],
        "of": len(names),
    }


def _icon_svg(icon: Icon) -> str:
    """Return an icon as SVG."""
    place = (_ICON, 0.0, 0.0, _ICON, 0.0, 0.0)
    parts = ((Fill(shape, color or BLACK, place), opacity) for shape, color, opacity in icon.layers)
    return write_svg(with_translucent_parts_grouped(parts), (icon.width * _ICON, _ICON))


def font_picker_data(pack: Pack) -> dict[str, Any]:
    """Return the font families of a pack with samples as SVG, and the family of each type of text.

    The sample of a font that cannot be loaded is "".
    """
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    names = dict.fromkeys((*_FAMILIES, *pack.fonts))
    types = dict.fromkeys((*builtin_layouts().types, *pack.types))
    return {
        "fonts": [{"name": name, "svg": _font_sample(frame, name)} for name in names],
        "types": {name: pack.text_type(name).font for name in types},
    }


def _font_sample(frame: Frame, family: str) -> str:
    """Return a line of sample text in a font family as SVG; "" if the font cannot be loaded."""
    try:
        style = text_style(frame.fonts, family, "regular", False, 1.2, 0.0, False)
        run = Run(_SAMPLE_TEXT, 2, 0.35 * _SAMPLE, _SAMPLE, style.plain)
        size = (style.plain.width(_SAMPLE_TEXT, _SAMPLE) + 4, 1.5 * _SAMPLE)
        return write_svg([Text(run, BLACK)], size)
    except CardgenError:
        return ""


def cards_in_layouts(pack: Pack, place: int, max_cards: int) -> Iterator[tuple[str, list[Card]]]:
    """Yield (layout, the first cards of a list as cards of that layout), the layout that fits best first.

    Layouts that show none of the cards' columns are left out. place: the index of the list in the file.
    max_cards: the number of cards.
    """
    cards = [card for card in pack.cards if card.path[:2] == ("cards", str(place)) and card.kind == "layout"]
    columns = {name for card in cards for name, value in card.values.items() if value}
    own = [name for name in pack.layouts if name not in builtin_layouts().layouts]
    fits: list[tuple[int, str]] = []
    for name in dict.fromkeys((*own, *pack.layouts, *builtin_layouts().layouts)):
        known = pack.layout(name).columns
        shown = len(known & columns)
        if shown:
            fits.append((len(columns - known) - (10 if name in own else 0), name))
    fits.sort(key=lambda each: each[0])
    for _, name in fits:
        if name != WHOLE_PICTURE:
            yield name, [card._replace(layout=name) for card in cards[:max_cards]]


def listed_names(topic: str) -> list[dict[str, str]]:
    """Return the names of a topic of `cardgen list`, each with its text, the heading that it stands below,
    and the address of its picture, or "".

    Raises UsageError for what is no topic.
    """
    if topic not in TOPICS:
        raise UsageError("there is no such list")
    of = ""
    found = []
    for name, text in topic_rows(topic):
        if not text:
            of = name
            continue
        found.append({"name": name.strip(), "text": text, "of": of})
    field = _FIELD_OF_TOPIC.get(topic, "")
    pictures = pictures_of_choices(field, [each["name"] for each in found])
    return [{**each, "picture": pictures.get(each["name"], "")} for each in found]


def printer_products(pack: Pack) -> list[dict[str, Any]]:
    """Return a record for each printer: drawings of its products to a common scale, and how they fit the
    pack's cards.
    """
    return [_printer_record(pack.kinds[0].card, name) for name in printers.preset_names()]


def _printer_record(card: CardFormat, name: str) -> dict[str, Any]:
    """Return a printer with its products, those that fit the card first."""
    printer = printers.find_preset(name)
    exact = printers.product_for(printer, card)
    products = [
        {
            "name": each.name,
            "size": size_text(*each.trim),
            "shape": each.shape,
            "svg": _product_svg(each, card, printer.bleed, printer.safe),
            "fit": "exact" if each == exact else "scaled" if _can_be_scaled_to(each, card) else "",
        }
        for each in printer.products
    ]
    products.sort(key=lambda each: ("exact", "scaled", "").index(str(each["fit"])))
    return {"name": name, "title": printer.name, "url": printer.url, "products": products}


def _can_be_scaled_to(product: Product, card: CardFormat) -> bool:
    """Tell whether a product has the card's shape and almost its size, so that cards can be scaled to it."""
    return product.shape == card.shape and not printers.misfit_reason(card.size, product.trim)


def _product_svg(product: Product, card: CardFormat, bleed: float, safe: float) -> str:
    """Return a product as SVG with its bleed and safe zone, and the outline of the pack's card in red."""
    wide, high = (side + 2 * bleed for side in product.trim)
    trim = Rect(bleed, bleed, *product.trim)
    corner = card.corner if product.corner is None else product.corner
    blank = CardFormat(product.trim, corner, bleed, safe, product.shape)
    place = (_SCALE, 0.0, 0.0, _SCALE, 0.0, 0.0)
    pale, line = Color((0.87, 0.85, 0.81), (0.0, 0.02, 0.07, 0.13)), 1 / _SCALE
    items: list[Item] = [
        Fill(piece_outline(blank, trim, bleed), pale, place),
        Stroke(piece_outline(blank, trim), BLACK, line, color_from_hex("#FFFFFF"), place),
        Stroke(piece_outline(blank, trim, -safe), _SAFE, 0.7 * line, None, place, dash=(3 * line, 2 * line)),
    ]
    own = Rect(wide / 2 - card.width / 2, high / 2 - card.height / 2, *card.size)
    if product.shape == card.shape and own.width <= wide and own.height <= high:
        items.append(Stroke(piece_outline(card, own), _OWN, 0.9 * line, None, place))
    size = wide * _SCALE, high * _SCALE
    return write_svg(items, size, ' width="{:.1f}" height="{:.1f}"'.format(*size))
