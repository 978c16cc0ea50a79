"""A pack's own fonts: installed ones by name, or TrueType files beside it, which are untrusted.

A file is verified in a child process first; a verified one can be read, measured and embedded here safely.
The tables are those of the OpenType specification 1.9.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from ..errors import KeyPath, Problem
from ..languages.remarks import remark
from ..pack.model import Family, Pack
from ..pack.values import is_font_family
from ..sandbox import untrusted
from ..units import Sentence, quoted_value
from .fonts import FALLBACK_FONTS, Font, FontTables, PackFont, document_font, font_with_fallbacks, read_tables

#: Maximum bytes of a font: a large one of Chinese, Japanese and Korean has 20 MB.
MOST_BYTES = 32 << 20

#: The roles of fonts on cards; a family by another name is for the pack's own types.
ROLES = ("text", "title", "index")

#: The first bytes of files that are no single TrueType font, with the problem and hint.
_OTHERS = {
    b"OTTO": (
        "has PostScript outlines (OpenType with CFF), which cannot be embedded here",
        "use the TrueType form of the font (.ttf): many makers offer both, as Google Fonts does; "
        "where its licence allows, a font editor such as FontForge converts it",
    ),
    b"ttcf": ("holds several fonts", "use a file of the one that you mean (.ttf)"),
    b"wOFF": ("is a font for web pages", "use the TrueType form of the font (.ttf)"),
    b"wOF2": ("is a font for web pages", "use the TrueType form of the font (.ttf)"),
}
_TRUETYPE = (b"\0\1\0\0", b"true")
#: Bits of fsType in OS/2: restrictions by the font's maker.
_RESTRICTED, _NO_SUBSET, _BITMAPS = 0x0002, 0x0100, 0x0200


def font_for_role(
    families: Mapping[str, Family],
    role: str,
    default: Font,
    bold: bool = False,
    italic: bool = False,
    weight: int | None = None,
) -> Font:
    """Return the font for a role: the pack's own font for it. The pack's font for running text and the
    default font are its fallbacks.

    If the pack has no font for the role, the result is the default font with the pack's font for running text
    as fallback. This fallback is bold if the default font is bold.

    families: the font families of a pack by role, verified by the checks. default: the default font. weight:
    the weight of variable fonts (usWeightClass), by default that of the default font.
    """
    if not families:
        return default
    # The letters beside the default bold figures are bold as well.
    weight = weight or max(default.weight, 700 if bold else 0)
    bold = bold or (role not in families and default.is_bold)
    first, text = (
        [_installed_or_own_font(font, weight, italic) for font in families[name].fonts_of_cut(bold, italic)]
        if name in families
        else []
        for name in (role, "text")
    )
    return font_with_fallbacks(tuple(dict.fromkeys([*first, *text, default] if first else [default, *text])))


@contextmanager
def using_fallback_fonts(families: Mapping[str, Family]) -> Iterator[None]:
    """Use the fonts of a pack as fallbacks for cardgen's own fonts within this context."""
    names = sorted(families, key=lambda name: ROLES.index(name) if name in ROLES else len(ROLES))

    def fonts(bold: bool) -> tuple[Font, ...]:
        cuts = (font for name in names for font in families[name].fonts_of_cut(bold, False))
        weight = 700 if bold else 400
        return tuple(dict.fromkeys(_installed_or_own_font(font, weight, False) for font in cuts))

    token = FALLBACK_FONTS.set((fonts(False), fonts(True)))
    try:
        yield
    finally:
        FALLBACK_FONTS.reset(token)


P = ParamSpec("P")
R = TypeVar("R")


def with_pack_fonts(function: Callable[Concatenate[Pack, P], R]) -> Callable[Concatenate[Pack, P], R]:
    """Return a function that uses the fonts of its pack, the first argument, as fallback fonts."""

    @wraps(function)
    def at_work(pack: Pack, /, *args: P.args, **more: P.kwargs) -> R:
        if not pack.fonts:
            return function(pack, *args, **more)
        with using_fallback_fonts(pack.fonts):
            return function(pack, *args, **more)

    return at_work


#: Families by name, with the modification times of their files.
OwnFonts = tuple[tuple[str, Family, tuple[int, ...]], ...]


def fonts_cache_key(families: Mapping[str, Family]) -> OwnFonts:
    """Return the font families of a pack in a form that can be a cache key. It changes when one of their
    files changes.
    """
    return tuple(
        (
            name,
            family,
            tuple(
                Path(font).stat().st_mtime_ns for cut in family for font in cut if not is_font_family(font)
            ),
        )
        for name, family in families.items()
    )


def _installed_or_own_font(name: str, weight: int, italic: bool) -> PackFont:
    """Return an installed font by its family, or the font in a file of the pack.

    name: the family or the path. weight: the wanted weight. A variable font in a file is used at its nearest
    weight.
    """
    if is_font_family(name):
        from .installed_fonts import installed_font

        return installed_font(name, weight, italic)
    found = Path(name).stat()
    stamp = found.st_mtime_ns, found.st_size
    axis = _weights_in_file(name, *stamp)
    if axis is not None:
        return _read_font(name, min(max(round(axis[0]), weight), round(axis[1])), *stamp)
    return _read_font(name, None, *stamp)


@lru_cache(maxsize=64)
def _read_font(file: str, weight: int | None, *_stamp: int) -> PackFont:
    """Return the font in a file.

    weight: the weight at which a variable font is used; None for a font that is not variable. _stamp: the
    state of the file on disk. It is part of the key of the cache, so that a changed file is read again.
    """
    from .installed_fonts import static_instance

    data = untrusted.read_admitted_file(Path(file), MOST_BYTES)
    return _font_of_bytes(data if weight is None else static_instance(data, weight))


@lru_cache(maxsize=64)
def _font_of_bytes(data: bytes) -> PackFont:
    return PackFont(data)


def is_variable_font(file: str) -> bool:
    """Tell whether a file is a variable font of which any weight can be made."""
    try:
        found = Path(file).stat()
        return _weights_in_file(file, found.st_mtime_ns, found.st_size) is not None
    except (OSError, ValueError, LookupError, struct.error):
        # Its problem is found elsewhere.
        return False


@lru_cache(maxsize=256)
def _weights_in_file(file: str, *_stamp: int) -> tuple[float, float] | None:
    """Return the lightest and the heaviest weight of the variable font in a file; None for other fonts.

    _stamp: the state of the file on disk. It is part of the key of the cache, so that a changed file is read
    again.
    """
    return _range_of_weights(untrusted.read_admitted_file(Path(file), MOST_BYTES))


def _range_of_weights(data: bytes) -> tuple[float, float] | None:
    """Return the lightest and the heaviest weight of a variable font.

    Return None if the font has only one weight, or if the library that makes other weights is missing.
    """
    fvar = _table_directory(data).get("fvar")
    if fvar is None or find_spec("uharfbuzz") is None:
        return None
    first, _, count, size = struct.unpack_from(">4H", data, fvar[0] + 4)
    for number in range(count):
        tag, least, _, most = struct.unpack_from(">4s3i", data, fvar[0] + first + number * size)
        if tag == b"wght" and least < most:
            return least / 65536, most / 65536
    return None


def font_file_problems(files: Mapping[str, KeyPath]) -> list[Problem]:
    """Verify font files, and return their problems, each with its path in the pack's data."""
    return list(_font_problems(tuple(files.items()), untrusted.file_stamps(files))) if files else []


@lru_cache(maxsize=16)
def _font_problems(paths_by_file: tuple[tuple[str, KeyPath], ...], _: object) -> list[Problem]:
    """Return the problems of fonts, cached until their files change."""
    from ..sandbox.child import FONT, OverLimit, run_confined

    limits = FONT._replace(seconds=len(paths_by_file) * FONT.seconds)
    try:
        return run_confined(
            _font_problems_in_child, paths_by_file, limits=limits, tick=lambda done, total: None
        )
    except OverLimit as error:
        file, path = paths_by_file[error.done]
        hint = "use another file of this font, or open and save it in a font editor"
        return [Problem(f"reading the font {quoted_value(Path(file).name)} {error}", path, hint)]


def _font_problems_in_child(
    wanted: Sequence[tuple[str, KeyPath]], tick: Callable[[int, int], None]
) -> list[Problem]:
    """Return the problems of fonts, each with a path in the pack. Call this in a confined child.

    wanted: the files, each with the path of the key that names it. tick: called with the number of checked
    files and of all files.
    """
    problems: list[Problem] = []
    for done, (file, path) in enumerate(wanted):
        tick(done, len(wanted))
        try:
            data = untrusted.read_admitted_file(Path(file), MOST_BYTES)
        except OSError as error:
            message = f"{quoted_value(Path(file).name)} could not be read: {error.strerror or error}"
            problems.append(Problem(message, path))
            continue
        problems += (each._replace(path=path) for each in _problems_of_font(data, Path(file).name))
    return problems


def _problems_of_font(data: bytes, name: str) -> list[Problem]:
    """Return the problems of a font."""
    if len(data) > MOST_BYTES:
        return [
            Problem(f"{quoted_value(name)} is larger than {MOST_BYTES >> 20} MB", hint="use another font")
        ]
    if data[:4] in _OTHERS:
        said, hint = _OTHERS[data[:4]]
        return [Problem(f"{quoted_value(name)} {said}", hint=hint)]
    if data[:4] not in _TRUETYPE:
        return [
            Problem(
                f"{quoted_value(name)} is not a TrueType font", hint="use a font file whose name ends in .ttf"
            )
        ]
    try:
        forbidden = _embedding_restriction(data)
        if forbidden:
            hint = "use another font: one under the SIL Open Font License may always be embedded"
            return [Problem(f"the maker of the font {quoted_value(name)} {forbidden}", hint=hint)]
        _verify_font(data)
        for weight in _range_of_weights(data) or ():
            _verify_font(_instance_to_verify(data, weight))
    except (ArithmeticError, LookupError, TypeError, ValueError, struct.error) as error:
        hint = "use another file of this font, or open and save it in a font editor"
        return [Problem(f"the font {quoted_value(name)} is broken: {str(error)[:100]}", hint=hint)]
    return list(_font_warnings(data, name))


def _instance_to_verify(data: bytes, weight: float) -> bytes:
    """Return a variable font at one weight. Raises ValueError if none can be made."""
    from .installed_fonts import static_instance

    try:
        return static_instance(data, weight)
    except Exception as error:
        # HarfBuzz raises its own exceptions.
        raise ValueError(f"its weight {weight:g} cannot be made ({error})") from None


def _table_directory(data: bytes) -> dict[str, tuple[int, int]]:
    """Return the offset and length of each table. Raises ValueError for one outside the file."""
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {
        tag.decode("latin-1"): (offset, length)
        for tag, _, offset, length in struct.iter_unpack(">4s3I", data[12 : 12 + 16 * count])
    }
    for tag, (offset, length) in tables.items():
        if offset + length > len(data):
            raise ValueError(f"its table {tag} is cut off")
    for tag in ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "name", "post", "OS/2"):
        if tag not in tables:
            raise ValueError(f"it has no table {tag}")
    return tables


def _embedding_restriction(data: bytes) -> str:
    """Return the maker's restriction that forbids embedding; "" if there is none."""
    kind = struct.unpack_from(">H", data, _table_directory(data)["OS/2"][0] + 8)[0]
    if kind & 0x000F == _RESTRICTED:
        return "does not allow to embed it in files"
    if kind & _NO_SUBSET:
        return "does not allow to embed a part of it, as PDF files of cards do"
    return "does not allow to embed its outlines" if kind & _BITMAPS else ""


def _verify_font(data: bytes) -> None:
    """Verify that everything in the font works that is needed later. Raises ValueError or other errors of
    reading a damaged font.
    """
    directory = _table_directory(data)
    tables = read_tables(data)
    if not 16 <= tables.units <= 16384:
        raise ValueError(f"it has {tables.units} units an em")
    if not tables.advances:
        raise ValueError("it has no advances")
    if len(tables.offsets) < 2:
        raise ValueError("it has no glyphs")
    _verify_characters(tables)
    _verify_glyphs(data, tables, directory["glyf"])
    try:
        document_font(PackFont(data))
    except Exception as error:
        # ReportLab's reader expects a valid font, and raises any exception for a faulty one.
        raise ValueError(f"it cannot be embedded ({error})") from None


def _verify_characters(tables: FontTables) -> None:
    """Verify that ranges of characters are sorted and refer to existing glyphs."""
    glyphs, before = len(tables.offsets) - 1, -1
    for first, last, glyph in zip(*tables.characters, strict=True):
        if not before < first <= last <= 0x10FFFF or glyph + last - first >= glyphs:
            raise ValueError(f"its characters from U+{first:04X} on lead nowhere")
        before = last


#: Flags of a component of a composite glyph: more follow, its place is in words, and its scale.
_MORE, _WORDS, _SCALES = 0x0020, 0x0001, ((0x0008, 2), (0x0040, 4), (0x0080, 8))


#: Maximum depth of composite glyphs, and number of points of all components (OpenType 1.9, "maxp").
_DEEPEST, _MOST_POINTS = 16, 65_535


def _verify_glyphs(data: bytes, tables: FontTables, glyf: tuple[int, int]) -> None:
    """Verify that glyphs lie inside their table, and that composite ones can be drawn."""
    start, length = glyf
    parts: dict[int, list[int]] = {}
    #: Number of points of each glyph including its components; each counts at least one, as drawing it takes
    #: time.
    points: dict[int, int] = {}
    for glyph, (at, end) in enumerate(zip(tables.offsets, tables.offsets[1:], strict=False)):
        if not at <= end <= length or 0 < end - at < 10:
            raise ValueError(f"its glyph {glyph} is cut off")
        contours = struct.unpack_from(">h", data, start + at)[0] if at < end else 0
        if contours < 0:
            parts[glyph] = list(_glyph_components(data[start + at : start + end]))
            if max(parts[glyph]) >= len(tables.offsets) - 1:
                raise ValueError(f"its glyph {glyph} has a part that is not there")
        else:
            last = at + 8 + 2 * contours
            if last + 2 > end > at:
                raise ValueError(f"its glyph {glyph} is cut off")
            points[glyph] = struct.unpack_from(">H", data, start + last)[0] + 1 if contours else 1
    _verify_parts(parts, points)


def _verify_parts(parts: dict[int, list[int]], points: dict[int, int]) -> None:
    """Verify that no composite glyph contains itself or has too many points. Raises ValueError.

    parts: the components of each composite glyph, which are removed. points: the points of each glyph.
    """
    # Level by level from the bottom: what is left contains itself, or is too deep.
    for _ in range(_DEEPEST):
        known = [glyph for glyph, below in parts.items() if all(part in points for part in below)]
        points |= {glyph: sum(points[part] for part in parts[glyph]) for glyph in known}
        for glyph in known:
            if points[glyph] > _MOST_POINTS:
                raise ValueError(f"its glyph {glyph} is made of more than {_MOST_POINTS:,} points")
            del parts[glyph]
    if parts:
        raise ValueError(f"its glyph {min(parts)} is made of itself, or of parts of parts without end")


def _glyph_components(glyph: bytes) -> Iterator[int]:
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">2H", glyph, at)
        yield part
        at += 8 if flags & _WORDS else 6
        at += next((size for flag, size in _SCALES if flags & flag), 0)
        if at > len(glyph):
            raise ValueError("a composite glyph is cut off")


def _font_warnings(data: bytes, name: str) -> Iterator[Problem]:
    """Yield warnings for a valid font."""
    directory = _table_directory(data)
    if "fvar" in directory and _range_of_weights(data) is None:
        weight = struct.unpack_from(">H", data, directory["OS/2"][0] + 4)[0]
        message = Sentence(
            "{font} is a variable font; it is drawn in its default weight, {weight}",
            font=quoted_value(name),
            weight=weight,
        )
        hint = Sentence(
            'use a file of the weight that you want (downloads of Google Fonts have them in "static")'
        )
        yield remark(message, hint=hint, severity="warning", name="font")
