"""The icons of folders and sets that a pack uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..errors import KeyPath
from ..units import quoted_value
from .emoji import find_emoji
from .icon_libraries import IconLibraries
from .model import Pack
from .placeholders import IN_BRACES, placeholders
from .schema import Findings
from .values import SYMBOL_NAMES


def with_library_icons(pack: Pack, findings: Findings) -> Pack:
    """Return the pack with the files of the icons that it uses from its folder and sets.

    A name that several sets have is recorded as a problem.
    """
    libraries: IconLibraries = findings.libraries or IconLibraries()
    if not libraries:
        return pack
    icons = dict(pack.icons)
    for name, path in _named_icons(pack).items():
        if name in icons or (name in SYMBOL_NAMES and name not in libraries.files):
            continue
        meant = libraries.matches(name)
        if len(meant) > 1:
            hint = f"write {{{meant[0][0]}}} or {{{meant[1][0]}}}"
            findings.fault(f"the icon {quoted_value(name)} is in {len(meant)} sets", path, hint)
        if meant:
            icons[name] = meant[0][1]
    emoji_icons: dict[str, str] = {}
    for each in {each for _, said in _texts_with_paths(pack) for each in find_emoji(said)}:
        if icon := libraries.icon_of_emoji(each):
            emoji_icons[each], icons[icon[0]] = icon[0], icon[1]
    return replace(pack, icons=icons, emoji=emoji_icons, library_icons=tuple(libraries.names))


def _named_icons(pack: Pack) -> dict[str, KeyPath]:
    """Return the names of icons that a pack uses, in braces or in columns `symbol`, with the path of their
    first use.
    """
    named: dict[str, KeyPath] = {}
    for path, said in _texts_with_paths(pack):
        for name in IN_BRACES.findall(said):
            named.setdefault(name, path)
    for name, layout in pack.layouts.items():
        for show in layout.shows:
            for each in placeholders(show):
                named.setdefault(each.name, ("layouts", name))
    for card in pack.cards:
        if symbol := card.values.get("symbol"):
            named.setdefault(symbol, (*card.path, "symbol"))
    return named


def _texts_with_paths(pack: Pack) -> Iterator[tuple[KeyPath, str]]:
    """Yield (path, text) for each text of a card that may contain icons or emoji."""
    for card in pack.cards:
        for column, said in (*card.values.items(), ("text", card.text or "")):
            if not said.isascii() or "{" in said:
                yield (*card.path, column), said
