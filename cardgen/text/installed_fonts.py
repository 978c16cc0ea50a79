"""Finds fonts by family name in installed packages, and in the folder that the user names for all packs.

Packages declare fonts by entry points: those of the Python fonts project ("fonts_ttf"), of fontpkg and of
JustMyType. Only their files are read; none of their code runs.
"""

from __future__ import annotations

import os
import struct
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..errors import UsageError, install_command
from ..sandbox.confinement import USER_FONTS
from ..units import quoted_value
from .fonts import PackFont

#: Maximum number of files that are looked at in the user's folder.
_MOST_FILES = 5_000
_GROUPS = ("fonts_ttf", "fontpkg.family", "justmytype.packs")

#: Families by the first word in the names of a script's characters, with the packages on PyPI that have them
#: (November 2026; all under the SIL Open Font License).
_FOR_SCRIPTS = {
    "ARABIC": ("Noto Sans Arabic", "fontpkg-noto-sans-arabic"),
    "HEBREW": ("Heebo", "fontpkg-heebo"),
    "DEVANAGARI": ("Noto Sans Devanagari", "fontpkg-noto-sans-devanagari"),
    "THAI": ("Noto Sans Thai", "fontpkg-noto-sans-thai"),
    "TAMIL": ("Noto Sans Tamil", "fontpkg-noto-sans-tamil"),
    "TELUGU": ("Noto Sans Telugu", "fontpkg-noto-sans-telugu"),
    "KHMER": ("Noto Sans Khmer", "fontpkg-noto-sans-khmer"),
    "BENGALI": ("Noto Sans Bengali", "justmytype-intl-south-asia"),
    "LAO": ("Noto Sans Lao", "justmytype-intl-sea"),
    "MYANMAR": ("Noto Sans Myanmar", "justmytype-intl-sea"),
    "ETHIOPIC": ("Noto Sans Ethiopic", "justmytype-intl-africa"),
    "HIRAGANA": ("Noto Sans JP", "justmytype-intl-cjk"),
    "KATAKANA": ("Noto Sans JP", "justmytype-intl-cjk"),
    "HANGUL": ("Noto Sans KR", "justmytype-intl-cjk"),
    "CJK": ("Noto Sans SC", "justmytype-intl-cjk"),
    "IDEOGRAPHIC": ("Noto Sans SC", "justmytype-intl-cjk"),
    "GREEK": ("Noto Sans", "fontpkg-noto-sans"),
    "CYRILLIC": ("Noto Sans", "fontpkg-noto-sans"),
    "LATIN": ("Noto Sans", "fontpkg-noto-sans"),
}
#: Families for ideographs other than those of mainland China.
_IDEOGRAPHS = {"ja": "Noto Sans JP", "ko": "Noto Sans KR", "zh-tw": "Noto Sans TC", "zh-hk": "Noto Sans TC"}
_PACKAGES = {
    **dict(_FOR_SCRIPTS.values()),
    "Noto Sans TC": "justmytype-intl-cjk",
    "Noto Sans Hebrew": "justmytype-intl-rtl",
    "Amiri": "fontpkg-amiri",
    "Cairo": "fontpkg-cairo",
    "Tajawal": "fontpkg-tajawal",
    "Mukta": "fontpkg-mukta",
    "Sarabun": "fontpkg-sarabun",
}


class FontFile(NamedTuple):
    """A font file of a package."""

    file: Path
    family: str
    weight: int
    italic: bool
    variable: bool


def installed_families() -> dict[str, list[FontFile]]:
    """Return the files of each family in installed packages and in the user's folder, by its name in lower
    case; a family of the folder takes the place of one of a package.
    """
    made: dict[str, list[FontFile]] = {}
    for each in _font_files():
        made.setdefault(each.family.lower(), []).append(each)
    return made | _user_families()


def user_font_files(family: str) -> list[Path]:
    """Return the files of a family in the user's folder, which are to be verified before they are used."""
    return [each.file for each in _user_families().get(family.lower(), ())]


@cache
def _user_families() -> dict[str, list[FontFile]]:
    made: dict[str, list[FontFile]] = {}
    if USER_FONTS:
        files = islice(Path(os.path.realpath(USER_FONTS)).rglob("*.[tT][tT][fF]"), _MOST_FILES)
        for each in filter(None, map(_read_font_file, sorted(files))):
            made.setdefault(each.family.lower(), []).append(each)
    return made


@cache
def _font_files() -> tuple[FontFile, ...]:
    """Return the TrueType files of all packages that declare fonts; cached."""
    from importlib.metadata import entry_points

    modules = {
        point.value.partition(":")[0].partition(".")[0]
        for group in _GROUPS
        for point in entry_points(group=group)
    }
    found: list[FontFile] = []
    for module in sorted(modules):
        spec = find_spec(module)
        if spec is not None and spec.origin is not None:
            found += filter(None, map(_read_font_file, sorted(Path(spec.origin).parent.rglob("*.ttf"))))
    return tuple(found)


def _read_font_file(file: Path) -> FontFile | None:
    """Return the font in a file, from its tables head, name and OS/2; None if it lacks one."""
    try:
        with file.open("rb") as stream:
            count = struct.unpack(">4xH6x", stream.read(12))[0]
            entries = struct.iter_unpack(">4s4xII", stream.read(16 * count))
            places = {tag: (offset, length) for tag, offset, length in entries}

            def table(tag: bytes) -> bytes:
                stream.seek(places[tag][0])
                return stream.read(places[tag][1])

            names = dict(_name_entries(table(b"name")))
            weight, italic = struct.unpack_from(">H", table(b"OS/2"), 4)[0], table(b"head")[45] & 2
    except (LookupError, OSError, struct.error):
        return None
    family = names.get(16) or names.get(1)
    return FontFile(file, family, weight, bool(italic), b"fvar" in places) if family else None


def _name_entries(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield the entries of a name table in Unicode, English ones last."""
    count, strings = struct.unpack_from(">2H", data, 2)
    records = [struct.unpack_from(">6H", data, 6 + 12 * place) for place in range(count)]
    for platform, _, language, name, length, offset in sorted(records, key=lambda each: each[2] == 0x409):
        if platform in (0, 3) and (platform == 0 or language):
            yield name, data[strings + offset : strings + offset + length].decode("utf-16-be", "replace")


def family_problem(family: str) -> tuple[str, str] | None:
    """Return why a family cannot be used, and what to do; None if it can."""
    files = installed_families().get(family.lower())
    if not files:
        package = _PACKAGES.get(next((name for name in _PACKAGES if name.lower() == family.lower()), ""))
        known = sorted({files[0].family for files in installed_families().values()})
        hint = f"pip install {package}" if package else f"there are {', '.join(known)}; or give a file (.ttf)"
        where = "no installed package has" if not USER_FONTS else "neither CARDGEN_FONTS nor a package has"
        return f"{where} the font {quoted_value(family)}", hint
    if any(each.variable for each in files) and find_spec("uharfbuzz") is None:
        return (
            f"{family!r} is a variable font, of which a weight must be made",
            install_command("scripts"),
        )
    return None


class FontPackageHint(NamedTuple):
    """The command that installs fonts, and the value of `fonts: {text: ...}` that names them, as YAML."""

    install: str
    fonts: str

    def __str__(self) -> str:
        """Return both as an instruction."""
        return f"{self.install}, then fonts: {{text: {self.fonts}}}"


def font_package_hint(characters: Iterable[str], language: str = "en") -> FontPackageHint | None:
    """Return which packages have fonts for characters; None if none is known."""
    wanted: dict[str, str] = {}
    for character in characters:
        script = unicodedata.name(character, "").partition(" ")[0]
        family, _ = _FOR_SCRIPTS.get(script, ("", ""))
        if script in ("CJK", "IDEOGRAPHIC"):
            tag = language.lower()
            family = _IDEOGRAPHS.get(tag) or _IDEOGRAPHS.get(tag.partition("-")[0]) or family
        if family:
            wanted[family] = _PACKAGES[family]
    if not wanted:
        return None
    packages = " ".join(dict.fromkeys(wanted.values()))
    fonts = next(iter(wanted)) if len(wanted) == 1 else f"[{', '.join(wanted)}]"
    return FontPackageHint(f"pip install {packages}", fonts)


@lru_cache(maxsize=64)
def installed_font(family: str, weight: int, italic: bool) -> PackFont:
    """Return the font of a family with the nearest cut. Raises UsageError if there is none."""
    if problem := family_problem(family):
        raise UsageError(f"{problem[0]}: {problem[1]}")
    best = min(
        installed_families()[family.lower()],
        key=lambda each: (each.italic != italic, not each.variable, abs(each.weight - weight), each.file),
    )
    data = best.file.read_bytes()
    return PackFont(static_instance(data, weight) if best.variable else data)


def static_instance(data: bytes, weight: float) -> bytes:
    """Return a variable font at one weight, with all other axes at their defaults.

    weight: the weight; if the font does not have it, its nearest weight is used.
    """
    import uharfbuzz

    face = uharfbuzz.Face(data)
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    wanted.pin_all_axes_to_default(face)
    for axis in face.axis_infos:
        if axis.tag == "wght":
            wanted.pin_axis_location(face, "wght", max(axis.min_value, min(axis.max_value, weight)))
    made: bytes = uharfbuzz.subset(face, wanted).blob.data
    return made
