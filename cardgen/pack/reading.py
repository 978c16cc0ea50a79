"""Reads a pack's file into the values of its keys, and those into a Pack with one list of cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..colour.colors import BLACK, Color
from ..errors import KeyPath, Problem
from ..sandbox.untrusted import FileMissing
from ..units import Sentence, quoted_value
from .card_list import cards_of_extras, cards_of_lists, cards_of_suits, with_cards
from .cards import EXTRAS, CardList, Extra, SuitSection
from .conditions import are_met
from .icon_libraries import icon_libraries, is_library
from .model import Pack
from .named_icons import with_library_icons
from .placeholders import names_in_braces
from .schema import FAULTY, Document, Findings, Json
from .values import COLOR, NoSuchName, chosen_value, file_in_box, is_file_name
from .yaml import Data

if TYPE_CHECKING:
    from .layouts import Group


class _PackFile(Document):
    """The keys of a pack's file, read into a dict of values; _make_pack() turns them into a Pack."""

    def __init__(self) -> None:
        super().__init__(Pack, "pack", "cardgen pack, format 1")
        keys = list(self._keys.items())
        place = next(at for at, (name, _) in enumerate(keys) if name == "layouts")
        self._keys = dict([*keys[:place], ("extras", EXTRAS), *keys[place:]])

    def _make(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values by attribute of Pack, without the format's number."""
        return {name: value for name, value in values.items() if name != "format"}


PACK = _PackFile()


#: Keys that remain in the data if the file that they name is missing.
_INCOMPLETE = {"extends", "use"}


def read_pack(data: dict[str, Data], findings: Findings | None = None) -> tuple[Pack | None, list[Problem]]:
    """Return the pack that data describe, and the problems of its keys.

    Invalid values are replaced by substitutes, so that the rest can be checked. The pack is None for data
    that still have `extends` or `use`, because they are incomplete without their base or look. findings:
    looks up files and records problems.
    """
    findings = findings or Findings()
    findings.whole = not _INCOMPLETE & data.keys()
    findings.language = str(data.get("language", findings.language))
    findings.colors = _own_colors(data.get("colors"))
    icons = data.get("icons")
    findings.libraries = icon_libraries(icons, findings)
    own = [name for name in icons if not is_library(name, icons[name])] if isinstance(icons, dict) else []
    findings.icons = (*own, *findings.libraries.names)
    pieces = data.get("pieces")
    findings.pieces = tuple(map(str, pieces)) if isinstance(pieces, dict) else ()
    fields = {key: value for key, value in data.items() if key not in _INCOMPLETE}
    pack = _make_pack(PACK.read_value(fields, (), findings), findings)
    if any(is_file_name(show) for layout in pack.layouts.values() for show in layout.shows):
        pack = replace(pack, files_in_boxes=_files_in_boxes(pack, findings))
    return (with_library_icons(pack, findings) if findings.whole else None), findings.problems


def _own_colors(data: Data) -> dict[str, Color]:
    """Return the pack's own colours by name. An invalid colour becomes black; its problem is recorded
    elsewhere.
    """
    if not isinstance(data, dict):
        return {}
    unnoted = Findings()
    read = {name: COLOR.read_value(value, (), unnoted) for name, value in data.items()}
    return {name: BLACK if value is FAULTY else value for name, value in read.items()}


def _make_pack(values: dict[str, Any], findings: Findings) -> Pack:
    """Return the pack made of a file's values, with one list of cards."""
    sections: dict[str, SuitSection] = values.pop("suits")
    extras: tuple[Extra, ...] = values.pop("extras")
    groups: tuple[Group, ...] = values.pop("cards")
    for key, section in sections.items():
        suit = section.suit
        if suit.symbol in findings.icons:
            meant = findings.libraries.matches(suit.symbol)
            file = values["icons"].get(suit.symbol, meant[0][1] if meant else None)
            section = section._replace(suit=suit._replace(symbol=file))
        sections[key] = _with_pictures(section, key, findings)
    lists = tuple(CardList(each.table, each.layout, each.columns, each.color, each.folder) for each in groups)
    suits = {key: section.suit for key, section in sections.items()}
    pack = Pack(**values, suits=suits, lists=lists)
    return with_cards(
        pack,
        [*cards_of_suits(pack, sections), *cards_of_lists(pack, groups), *cards_of_extras(extras)],
    )


def _with_pictures(section: SuitSection, key: str, findings: Findings) -> SuitSection:
    """Return a suit with a picture on each card for which its pattern names an existing file.

    Missing files are recorded as a note, or as a problem if all are missing.
    """
    suit, path = section.suit, ("suits", key, "images")
    if not suit.images:
        return section
    cards, without = dict(section.cards), []
    for rank, entry in section.cards.items():
        name = suit.images.replace("{suit}", key).replace("{rank}", rank)
        if entry.image or entry.face:
            continue
        try:
            cards[rank] = entry._replace(image=findings.admit(path, name) if findings.admit else name)
        except FileMissing:
            without.append((rank, name))
        except ValueError as error:
            findings.fault(str(error), path, getattr(error, "hint", ""))
    if without and not any(entry.image for entry in cards.values()):
        findings.fault(
            f"there is no file {quoted_value(without[0][1])} beside the pack, and none for the other ranks",
            path,
            "put the pictures there",
        )
    elif without:
        listed = ", ".join(rank for rank, _ in without)
        message = Sentence("{suit} has no pictures of {cards}: they are drawn", suit=key, cards=listed)
        findings.note(message, path)
    return section._replace(cards=cards)


def _files_in_boxes(pack: Pack, findings: Findings) -> dict[str, str]:
    """Return the full paths of the files that boxes show, by their names.

    Missing files are recorded as one problem for each box.
    """
    files: dict[str, str] = {}
    lost: dict[tuple[str, str], dict[str, KeyPath]] = {}
    for card in (*pack.cards, *pack.backs_in_boxes.values()):
        try:
            boxes = pack.layout(card.layout).boxes if card.kind == "layout" else {}
        except NoSuchName:
            continue
        for key, box in boxes.items():
            show = chosen_value(box.show, card.values) or ""
            name = file_in_box(show, card.values) if is_file_name(show) else ""
            columns = names_in_braces(show)
            path = (*card.path, columns[0]) if columns else ("layouts", card.layout, "boxes", key)
            if box.on is False or not name or name in files or not are_met(box.when, card.values):
                continue
            try:
                files[name] = findings.admit(path, name) if findings.admit else name
            except FileMissing:
                lost.setdefault((card.layout, key), {}).setdefault(name, path)
            except ValueError as error:
                findings.fault(str(error), path, getattr(error, "hint", ""))
    for (_, key), names in lost.items():
        (first, path), others = next(iter(names.items())), len(names) - 1
        more = f", nor are {others} others" if others > 1 else ", nor is one other" if others else ""
        message = (
            f"there is no file {quoted_value(first)} beside the pack{more} that the box "
            f"{quoted_value(key)} shows"
        )
        findings.fault(message, path, "put it there, or write its name otherwise in `show`")
    return files


def pack_schema(games: Iterable[str]) -> Json:
    """Return the JSON schema (draft 2020-12) of a pack file, for whole packs and variants.

    games: the names of all games.
    """
    schema = PACK.file_schema()
    schema["properties"]["games"]["items"] = {"enum": list(games)}
    needed = schema.pop("required")
    schema["$defs"]["Suit"].pop("required")
    base: Json = {"type": "string", "description": "The pack that this one is a variant of."}
    look: Json = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        "description": "A file, or a list of them, with layouts, types, fonts, icons and colours to share.",
        "$comment": "a file beside the pack, or a list",
    }
    schema["properties"] = {"extends": base, "use": look, **schema["properties"]}
    schema["anyOf"] = [{"required": ["extends"]}, {"required": needed}]
    return schema
