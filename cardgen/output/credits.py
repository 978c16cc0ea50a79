"""Authors and licences of the icons that a pack takes from sets, for its proof and as a text file."""

from __future__ import annotations

from typing import NamedTuple

from ..pack.icon_libraries import icon_credits
from ..pack.model import Pack
from ..units import Sentence

#: What to do with them.
NAME_THEM = Sentence("Icons from sets: name authors and licence wherever you publish the cards")


class CreditEntry(NamedTuple):
    """What a pack owes to the authors of a set."""

    text: str
    #: What its licence asks for beside names; "" for nothing.
    condition: str


def credit_entries(pack: Pack) -> list[CreditEntry]:
    """Return an entry for each set of icons that a pack uses, in its language."""
    tell = pack.wording.tell
    entries = []
    for each in icon_credits(file for _, file in pack.drawings):
        author = each.author or tell(Sentence("author not stated"))
        licence = each.license or each.spdx or tell(Sentence("licence not stated: look it up"))
        text = f"{each.title or each.prefix} ({each.prefix}, {each.icons}): {author}, {licence}"
        conditions = []
        if each.is_share_alike:
            conditions.append(
                tell(Sentence("share-alike: publish what you make of them under the same licence"))
            )
        if each.is_noncommercial:
            conditions.append(tell(Sentence("non-commercial: the licence excludes commercial use")))
        entries.append(
            CreditEntry(f"{text}, {each.address}" if each.address else text, "; ".join(conditions))
        )
    return entries


def write_credits(pack: Pack) -> bytes:
    """Return the credits of a pack's icons as a text (UTF-8); empty if none are from sets."""
    entries = credit_entries(pack)
    if not entries:
        return b""
    lines = [pack.name, pack.wording.tell(NAME_THEM), ""]
    for text, condition in entries:
        lines += [text, *([f"  {condition}"] if condition else [])]
    return "".join(f"{line}\n" for line in lines).encode()
