"""Libraries of icons: folders of SVG files beside the pack, and icon sets in Iconify's JSON.

A set is one file with thousands of drawings. Only the icons that a pack names become its own; the file name
of one from a set is FILE.json#NAME.svg. Format: https://iconify.design/docs/types/iconify-json.html
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import KeyPath
from ..sandbox import untrusted
from ..sandbox.confinement import USER_ICONS
from ..units import BadValue, quoted_value
from .emoji import emoji_keys, unicode_name
from .schema import FAULTY, Findings, text_spec
from .yaml import Data

#: Maximum bytes of a set (OpenMoji in colour has 20 MB), number of sets, number of files of a folder.
MOST_BYTES, _MOST_SETS, _MOST_FILES = 48 << 20, 20, 10_000
#: Maximum number of aliases from a name to its icon.
_MOST_ALIASES = 10
#: Maximum number of characters of an author, a licence or an address.
_LONGEST_CREDIT = 200
#: Maximum of coordinates, lengths and quarter turns of an icon.
_MOST_UNITS = 1_000_000
_IN_SET = re.compile(r"(?P<file>.+\.json)#(?P<name>[^#/\\]+)\.svg")
_NAME = text_spec(4096)


class IconCredit(NamedTuple):
    """The authors and the licence of an icon set; "" if the set does not state them."""

    #: The set's prefix, as in {prefix:icon}, and its title.
    prefix: str
    title: str
    #: Number of its icons that are used.
    icons: int
    author: str
    license: str
    #: The licence's SPDX identifier, such as "CC-BY-SA-4.0", and the address of its text.
    spdx: str
    address: str

    @property
    def is_share_alike(self) -> bool:
        """Tell whether the licence requires works made with the icons to have the same licence."""
        return "-SA-" in f"{self.spdx}-"

    @property
    def is_noncommercial(self) -> bool:
        """Tell whether the licence excludes commercial use."""
        return "-NC-" in f"{self.spdx}-"


class IconSet(NamedTuple):
    """A set of icons in a file."""

    file: str
    prefix: str
    data: Mapping[str, Any]

    @property
    def names(self) -> list[str]:
        """Return the names of the set's icons, including aliases."""
        return [*self.data["icons"], *self.data.get("aliases", {})]

    def __contains__(self, name: object) -> bool:
        return name in self.data["icons"] or name in self.data.get("aliases", {})

    def name_of_emoji(self, emoji: str) -> str | None:
        """Return the name of the set's icon for an emoji; None if the set has no such icon.

        The icon is found by the set's list of characters, or by the emoji's Unicode name.
        """
        listed = self.data.get("chars")
        chars = listed if isinstance(listed, dict) else {}
        names = [*(chars.get(key) for key in emoji_keys(emoji)), unicode_name(emoji)]
        return next((name for name in names if isinstance(name, str) and name in self), None)

    def credit(self, icons: int) -> IconCredit:
        """Return the authors and the licence that the set states. icons: how many of its icons are used."""
        info = self.data.get("info")
        author, license = (_value_under_key(info, key) for key in ("author", "license"))
        said = [
            _value_under_key(info, "name"),
            author if isinstance(author, str) else _value_under_key(author, "name"),
            license if isinstance(license, str) else _value_under_key(license, "title"),
            _value_under_key(license, "spdx"),
            _value_under_key(license, "url"),
        ]
        title, *others = (_one_line(each) if isinstance(each, str) else "" for each in said)
        return IconCredit(_one_line(self.prefix), title, icons, *others)

    def svg(self, name: str) -> bytes:
        """Return an icon as an SVG file. Raises BadValue if there is no such icon, or no drawing of it."""
        icon: dict[str, Any] = {}
        for _ in range(_MOST_ALIASES):
            own = self.data["icons"].get(name) or self.data.get("aliases", {}).get(name)
            if not isinstance(own, dict):
                raise BadValue(f"there is no icon {quoted_value(name)} in this set")
            turns = _dimension(own, "rotate", 0) + _dimension(icon, "rotate", 0)
            flips = {key: bool(own.get(key)) != bool(icon.get(key)) for key in ("hFlip", "vFlip")}
            icon = {**own, **icon, "rotate": turns, **flips}
            if "parent" not in own:
                break
            name = str(own["parent"])
            icon.pop("parent", None)
        body = icon.get("body")
        if not isinstance(body, str):
            raise BadValue(f"the icon {quoted_value(name)} of this set has no drawing")
        try:
            return _svg_file({**self.data, **icon}, body)
        except UnicodeEncodeError:
            raise BadValue(f"the icon {quoted_value(name)} of this set has no drawing") from None


def _one_line(text: str) -> str:
    """Return a text of a set on one line, without characters that cannot be printed, and cut."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:_LONGEST_CREDIT]


def _svg_file(icon: Mapping[str, Any], body: str) -> bytes:
    """Return an SVG file with the drawing of an icon, turned and flipped as the set states."""
    left, top = _dimension(icon, "left", 0), _dimension(icon, "top", 0)
    wide, high = _dimension(icon, "width", 16), _dimension(icon, "height", 16)
    moves = []
    if quarters := int(_dimension(icon, "rotate", 0)) % 4:
        moves.append(f"rotate({90 * quarters} {left + wide / 2:g} {top + high / 2:g})")
    if icon.get("hFlip"):
        moves.append(f"translate({2 * left + wide:g} 0) scale(-1 1)")
    if icon.get("vFlip"):
        moves.append(f"translate(0 {2 * top + high:g}) scale(1 -1)")
    drawing = f'<g transform="{" ".join(moves)}">{body}</g>' if moves else body
    page = f"{left:g} {top:g} {wide:g} {high:g}"
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="{page}">{drawing}</svg>'.encode()


def _dimension(icon: Mapping[str, Any], key: str, default: float) -> float:
    """Return a number of an icon; `default` if it is missing, not a number, or far too large."""
    value = icon.get(key, default)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # False for NaN and infinity, which Python reads in JSON, and for numbers of hundreds of digits.
    return value if is_number and -_MOST_UNITS <= value <= _MOST_UNITS else default


def drawing_in_set(file: str) -> bytes | None:
    """Return the SVG of an icon in a set; None if the name `file` is not of the form FILE.json#NAME.svg.

    Raises OSError if the set cannot be read, UsageError if it was changed, and BadValue if it has no such
    icon.
    """
    match = _IN_SET.fullmatch(file)
    return _read_icon_set(match["file"]).svg(match["name"]) if match else None


def file_on_disk(file: str) -> str:
    """Return the file that has an icon's drawing: its own SVG file, or the file of its set."""
    match = _IN_SET.fullmatch(file)
    return match["file"] if match else file


def icon_credits(files: Iterable[str]) -> tuple[IconCredit, ...]:
    """Return the credits of the icon sets that icons come from, sorted by the sets' prefixes.

    files: the files of the icons. Icons in files of their own are left out. Source: `info` of
    https://iconify.design/docs/types/iconify-json-metadata.html. Raises as drawing_in_set() does.
    """
    used = Counter(match["file"] for file in set(files) if (match := _IN_SET.fullmatch(file)))
    return tuple(sorted(_read_icon_set(file).credit(icons) for file, icons in used.items()))


def _value_under_key(data: object, key: str) -> object:
    """Return the value under a key; None if there is no such key, or the data are no mapping."""
    return data.get(key) if isinstance(data, dict) else None


def _read_icon_set(file: str) -> IconSet:
    """Return the set in a file, which is parsed again only if it has changed."""
    return _read_set_in_state(file, untrusted.file_stamps([file]))


@lru_cache(maxsize=_MOST_SETS)
def _read_set_in_state(file: str, stamp: tuple[object, ...]) -> IconSet:
    """Read and parse a file with a set of icons. Raises OSError, UsageError and BadValue.

    stamp: the state of the file on disk. It is part of the key of the cache, so that a changed file is read
    again.
    """
    return parse_set(file, untrusted.read_admitted_file(Path(file), MOST_BYTES))


def parse_set(file: str, raw: bytes) -> IconSet:
    """Return the set of icons in the bytes of a file. Raises BadValue if they contain no set."""
    import json

    hint = "fetch one with `cardgen icons --fetch game-icons`"
    if len(raw) > MOST_BYTES:
        raise BadValue("this set of icons is too large", f"at most {MOST_BYTES >> 20} MB are read")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadValue("this is not a JSON file", hint) from None
    icons = data.get("icons") if isinstance(data, dict) else None
    aliases = data.get("aliases", {}) if isinstance(data, dict) else None
    if not isinstance(icons, dict) or not isinstance(aliases, dict):
        raise BadValue("this JSON file is not a set of icons", hint)
    return IconSet(file, str(data.get("prefix") or Path(file).stem), data)


class IconLibraries(NamedTuple):
    """The folder and the sets in which other icon names of the pack are looked up."""

    #: The files of the folder, by name without .svg.
    files: dict[str, str] = {}  # noqa: RUF012 - never changed
    sets: tuple[IconSet, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.files or self.sets)

    @property
    def names(self) -> list[str]:
        """Return the names of all icons: those of the folder, then those of the sets, each without and with
        the set's prefix.
        """
        of_sets = [(each.prefix, name) for each in self.sets for name in each.names]
        return [*self.files, *(name for _, name in of_sets), *map(":".join, of_sets)]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self.matches(name))

    def matches(self, name: str) -> list[tuple[str, str]]:
        """Return (full name, file) of each icon that a name may mean; [] if there is none.

        An icon in the folder takes precedence.
        """
        if name in self.files:
            return [(name, self.files[name])]
        prefix, colon, rest = name.rpartition(":")
        return [
            (f"{each.prefix}:{rest}", f"{each.file}#{rest}.svg")
            for each in self.sets
            if rest in each and (not colon or each.prefix == prefix)
        ]

    def icon_of_emoji(self, emoji: str) -> tuple[str, str] | None:
        """Return (full name, file) of an emoji's icon in the first set that has one; None without such
        a set.
        """
        for each in self.sets:
            if name := each.name_of_emoji(emoji):
                return f"{each.prefix}:{name}", f"{each.file}#{name}.svg"
        return None


def is_library(key: str, value: Data) -> bool:
    """Tell whether an entry of `icons` names a folder or sets, and not a single drawing."""
    return (key == "folder" and not str(value).lower().endswith(".svg")) or (
        key == "sets" and _names_sets(value)
    )


def _names_sets(value: Data) -> bool:
    """Tell whether the value of an entry of `icons` names icon sets: a list does, and a text that is no name
    of an SVG file.
    """
    return isinstance(value, list) or not str(value).lower().endswith(".svg")


def icon_libraries(icons: Data, findings: Findings) -> IconLibraries:
    """Return the folder and the sets that the key `icons` of a pack names; problems are recorded.

    icons: the value of the key. The result has no folder and no sets if `findings` cannot look up files.
    """
    if not isinstance(icons, dict) or findings.admit is None or findings.names_in is None:
        return IconLibraries()
    files: dict[str, str] = {}
    sets: list[IconSet] = []
    path: KeyPath = ("icons", "folder")
    if "folder" in icons and is_library("folder", icons["folder"]):
        name = _NAME.read_value(icons["folder"], path, findings)
        try:
            drawings = findings.names_in(path, name) if name is not FAULTY else []
            names = [each for each in drawings if each.lower().endswith(".svg") and "/" not in each]
            if len(names) > _MOST_FILES:
                raise BadValue(
                    "there are too many drawings in this folder", f"at most {_MOST_FILES:,} are allowed"
                )
            files = {each[:-4]: findings.admit(path, f"{name}/{each}") for each in names}
            if name is not FAULTY and not files:
                raise BadValue("there is no SVG file in this folder", "put a drawing of each icon there")
        except ValueError as error:
            findings.fault(str(error), path, getattr(error, "hint", ""))
    said = icons.get("sets") if is_library("sets", icons.get("sets")) else None
    for place, each in enumerate(
        said[:_MOST_SETS] if isinstance(said, list) else [] if said is None else [said]
    ):
        path = ("icons", "sets", str(place)) if isinstance(said, list) else ("icons", "sets")
        name = _NAME.read_value(each, path, findings)
        try:
            if name is not FAULTY:
                sets.append(_read_icon_set(_file_of_set(name, path, findings)))
        except (OSError, ValueError) as error:
            findings.fault(str(error), path, getattr(error, "hint", ""))
    return IconLibraries(files, tuple(sets))


def _file_of_set(name: str, path: KeyPath, findings: Findings) -> str:
    """Return the file of an icon set: beside the pack, or in the user's folder of sets.

    Raises ValueError if neither folder has the file, or if the name leads out of the folder.
    """
    assert findings.admit is not None  # noqa: S101 - the caller has looked
    try:
        return findings.admit(path, name)
    except untrusted.FileMissing:
        if not USER_ICONS:
            raise
    try:
        return str(untrusted.admit(user_icon_folder(), name))
    except untrusted.FileMissing as error:
        message = f"there is no file {quoted_value(name)} beside the pack, nor in the folder of CARDGEN_ICONS"
        raise untrusted.FileMissing(message, error.hint) from None


def user_icon_folder() -> Path:
    """Return the user's folder of icon sets for all packs (CARDGEN_ICONS)."""
    return Path(os.path.realpath(USER_ICONS))
