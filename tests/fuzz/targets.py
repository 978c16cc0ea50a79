"""What a fuzzer feeds: a function for each kind of file that a stranger may send, and files to begin with.

A target raises what it was not made for; PackError and UsageError are answers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from made_fonts import made_font

from cardgen import api
from cardgen.cli import report
from cardgen.errors import PackError, UsageError
from cardgen.languages import catalogue
from cardgen.pack import folders, tables
from cardgen.text import own_fonts, svg

#: A card that a layout follows; each line of its text comes in by six spaces.
_CARD = (
    "format: 1\nname: X\ncards:\n- {layout: l, rows: [{title: A, text: some words, n: 3}]}\nlayouts:\n  l:\n"
)
_BOX = "boxes:\n  b: {at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: '{title}', type: title, grow: true}\n"
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g transform="rotate(4) scale(2)">'
    '<path d="M0 0H10V10l-3 2a1 2 0 0 1 3 4Z" fill="#f00" stroke="#00f" stroke-width="2"/></g>'
    '<rect x="1" y="1" width="5mm" height="50%" rx="1"/><polygon points="1,1 2,2 3,1"/></svg>'
)
_SHADED_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-opacity=".3"/></linearGradient>'
    '<clipPath id="c"><circle cx="9" cy="9" r="7"/></clipPath>'
    '<path d="M1 1H20L4 18 2 4Z" fill="url(#g)" fill-rule="evenodd" clip-path="url(#c)"/>'
    '<g opacity=".5"><path d="M2 9H20" stroke="#00f" stroke-dasharray="2 1"/></g></svg>'
)
_PO = (
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#: a:1\n#, fuzzy\nmsgctxt "x"\nmsgid "{{ cards }} cards"\n'
    'msgstr "{{ cards }} Karten"\n'
)


def fuzz_drawing(data: bytes) -> None:
    """Read an SVG drawing."""
    svg.examine_drawing("x.svg", data)


def fuzz_font(data: bytes) -> None:
    """Look at a font, and measure with it where nothing is wrong."""
    if not any(each.severity == "error" for each in own_fonts._problems_of_font(data, "x.ttf")):
        font = own_fonts.PackFont(data)
        for text in ("Office AVA", "A", " "):
            if all(map(font.has_character, text)):
                font.width(text, 10)
                font.kerning_by_letter(text)
                font.ink_box(text, 10)


def fuzz_pack(data: bytes) -> None:
    """Examine a pack, and write out what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.yaml"
        file.write_bytes(data)
        with suppress(UsageError):
            try:
                problems = api.examine(str(file)).problems
            except PackError as error:
                problems = tuple(error.problems)
            for form in ("text", "github"):
                report.problems_text(problems, form)


def fuzz_layout(data: bytes) -> None:
    """Examine a pack with one card, which follows this layout."""
    lines = data.decode("utf-8", "replace").split("\n")
    fuzz_pack((_CARD + "".join(f"    {line}\n" for line in lines)).encode())


def fuzz_catalogue(data: bytes) -> None:
    """Read a PO file."""
    with suppress(PackError):
        catalogue.read_catalogue(Path("x.po"), data.decode("utf-8", "replace"))


def fuzz_table(data: bytes) -> None:
    """Read a csv table."""
    with suppress(PackError):
        tables.card_table(Path("x.csv"), tables._rows_of_separated_text(Path("x.csv"), data))


#: The targets by their names, each with files to begin with.
TARGETS: dict[str, tuple[Callable[[bytes], None], Callable[[], list[bytes]]]] = {
    "drawings": (fuzz_drawing, lambda: [_SVG.encode(), _SHADED_SVG.encode()]),
    "fonts": (fuzz_font, lambda: [made_font("AB"), made_font("Ofice AV")]),
    "packs": (
        fuzz_pack,
        lambda: [each.read_bytes() for each in folders.bundled_folder("packs").glob("*.yaml")],
    ),
    "layouts": (fuzz_layout, lambda: [_BOX.encode(), b"extends: story\nboxes: {title: {type: small}}"]),
    "catalogues": (fuzz_catalogue, lambda: [_PO.encode()]),
    "tables": (
        fuzz_table,
        lambda: [b"title,n\nA,1\n", b'\xef\xbb\xbf"ti;tle";n\r\n"A ""b""";2\r\n', b"a\tb\n1\t2"],
    ),
}

#: Files that once made a target fail, in a folder for each.
FOUND = Path(__file__).parent / "found"
