"""The credits of a deck: authors and licences of its icons, pictures and fonts, for proofs and as a text."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Literal, NamedTuple

from ..art.face import card_side
from ..art.inks_used import Blank, printed_content
from ..geometry import Rect
from ..pack.icon_libraries import IconCredit, icon_credits
from ..pack.model import Card, Pack
from ..text.fonts import Font
from ..text.own_fonts import with_pack_fonts
from ..units import Sentence

#: What to do with them.
NAME_THEM = Sentence("Credits: name these authors and licences wherever you publish the cards")
_HEADINGS = {
    "icons": Sentence("Icons from sets"),
    "pictures": Sentence("Pictures and drawings"),
    "fonts": Sentence("Fonts"),
}
#: Maximum number of files that an entry names.
_MOST_NAMED = 8
#: Identifiers in a font's table "name" (OpenType 1.9): copyright, family, licence and its address, and the
#: family of all its weights.
_COPYRIGHT, _FAMILY, _LICENSE, _LICENSE_ADDRESS, _TYPOGRAPHIC_FAMILY = 0, 1, 13, 14, 16
#: Maximum number of characters of what a font says of itself.
_LONGEST = 200


class CreditEntry(NamedTuple):
    """What a deck owes to the authors of one set of icons, font or group of pictures."""

    kind: Literal["icons", "pictures", "fonts"]
    text: str
    #: What its licence asks for beside names; "" for nothing.
    condition: str = ""
    #: Whether its authors are to be named where the cards are published: fonts ask nothing of what is set in
    #: them, and of pictures without a credit nothing is known.
    is_owed: bool = True


def credit_entries(pack: Pack) -> list[CreditEntry]:
    """Return an entry for each icon set of the pack and for each credit that it states, in its language.
    Pictures without a credit have one entry together.
    """
    pack = pack.whole_pack or pack
    return [*_entries_of_icons(pack), *_entries_of_files(pack)]


def _entries_of_icons(pack: Pack) -> Iterator[CreditEntry]:
    """Yield an entry for each set of icons, with the conditions of its licence."""
    tell = pack.wording.translate
    for each in icon_credits(file for _, file in pack.drawings):
        conditions = []
        if each.is_share_alike:
            conditions.append(
                tell(Sentence("share-alike: publish what you make of them under the same licence"))
            )
        if each.is_noncommercial:
            conditions.append(tell(Sentence("non-commercial: the licence excludes commercial use")))
        yield CreditEntry("icons", _icons_text(pack, each), "; ".join(conditions))


def _icons_text(pack: Pack, credit: IconCredit) -> str:
    """Return an icon set's title, number of icons, author, licence and address as one line."""
    tell = pack.wording.translate
    name = f"{credit.title or credit.prefix} ({credit.prefix}, {credit.icons})"
    if credit.prefix in pack.credits:
        return f"{name}: {pack.credits[credit.prefix]}"
    author = credit.author or tell(Sentence("author not stated"))
    licence = credit.license or credit.spdx or tell(Sentence("licence not stated: look it up"))
    return ", ".join(filter(None, (f"{name}: {author}", licence, credit.address)))


def _entries_of_files(pack: Pack) -> Iterator[CreditEntry]:
    """Yield an entry for each credit of pictures and fonts, then one for all pictures without a credit."""
    named: dict[str, list[str]] = {}
    fonts = {file for family in pack.fonts.values() for cut in family for file in cut}
    for file in pack.creditable_files:
        credit = pack.credits.get(credit_key_of_file(pack, file) or "", "")
        if credit or file not in fonts:
            named.setdefault(credit, []).append(Path(file).name)
    for credit, files in named.items():
        if credit:
            yield CreditEntry("pictures", f"{credit}: {_names_as_text(files)}")
    if files := named.get("", []):
        text = pack.wording.translate(Sentence("not stated in `credits` of the pack"))
        yield CreditEntry("pictures", f"{text}: {_names_as_text(files)}", is_owed=False)


def credit_key_of_file(pack: Pack, file: str) -> str | None:
    """Return the first key of `credits` that matches a file of the pack; None if no key does."""
    return next((key for key in pack.credits if PurePath(file).match(key)), None)


def _names_as_text(names: Sequence[str]) -> str:
    """Return names in alphabetical order as one text. If there are many, it has the first ones and the number
    of the others.
    """
    more = f" … (+{len(names) - _MOST_NAMED})" if len(names) > _MOST_NAMED else ""
    return ", ".join(sorted(names)[:_MOST_NAMED]) + more


def write_credits(pack: Pack, fonts: Iterable[Font] = ()) -> bytes:
    """Return the credits of all pieces of a deck as a text (UTF-8).

    fonts: further fonts to name, such as those of its rulebook.
    """
    pack = pack.whole_pack or pack
    tell = pack.wording.translate
    entries = [*credit_entries(pack), *_entries_of_fonts([*_fonts_of_faces(pack), *fonts])]
    by = tell(Sentence("Cards by {author}", author=pack.author)) if pack.author else ""
    lines = [pack.name, *filter(None, [by]), tell(NAME_THEM)]
    for kind, heading in _HEADINGS.items():
        of_kind = [each for each in entries if each.kind == kind]
        lines += ["", tell(heading)] if of_kind else []
        for each in of_kind:
            lines += [each.text, *([f"  {each.condition}"] if each.condition else [])]
    return "".join(f"{line}\n" for line in lines).encode()


def _fonts_of_faces(pack: Pack) -> Iterator[Font]:
    """Yield the fonts used on faces and backs, kind by kind."""
    for kind in pack.kinds:
        yield from _fonts_of_kind(kind)


@with_pack_fonts
def _fonts_of_kind(kind: Pack) -> list[Font]:
    """Return the fonts used on the faces and backs of one kind of pieces, each once."""
    trim = Rect(0, 0, *kind.card.size)
    blank = Blank(trim, kind.card.safe, kind.card.bleed)
    sides: list[Card | str] = [*(card for card in kind.cards if card.quantity), *kind.backs]
    used = (printed_content([card_side(kind, side, trim)], blank) for side in sides)
    return list(dict.fromkeys(font for each in used for font in each.fonts))


def _entries_of_fonts(fonts: Iterable[Font]) -> list[CreditEntry]:
    """Return an entry for each font family, in alphabetical order."""
    return [CreditEntry("fonts", text, is_owed=False) for text in sorted({*map(_font_text, fonts)})]


@lru_cache(maxsize=64)
def _font_text(font: Font) -> str:
    """Return a font's family, copyright and licence as one line, as its file states them."""
    from fontTools.ttLib import TTFont

    names = TTFont(io.BytesIO(font.data), lazy=True)["name"]
    family, *others = (
        _first_sentence(names.getDebugName(number) or "")
        for number in (_TYPOGRAPHIC_FAMILY, _COPYRIGHT, _LICENSE, _LICENSE_ADDRESS)
    )
    family = family or names.getDebugName(_FAMILY) or font.name
    return f"{family}: {', '.join(dict.fromkeys(filter(None, others)))}" if any(others) else family


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text as one line: a font may state a whole licence."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split()).partition(". ")[0].rstrip(".,")[:_LONGEST]
