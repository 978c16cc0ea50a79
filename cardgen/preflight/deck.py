"""Rule: the pages are the pack's cards, all of them, in the printer's order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ..pack.model import Card, Pack
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import Document, opened
from ..printers.choices import Order
from ..units import Sentence, counted
from . import page_fingerprint
from .findings import Finding, Target

_ORDERS: dict[Order, str] = {
    "face-back": Sentence("each face with its back behind it"),
    "back-face": Sentence("each back with its face behind it"),
    "back-last": Sentence("all faces, then one back"),
    "back-first": Sentence("one back, then all faces"),
    "separate": Sentence("faces and backs in files of their own"),
    "faces": Sentence("faces only"),
}
_HINT = "make the file again from the pack, or name the pack that it holds"
_PARTS = "with faces and backs in files of their own, say which this is: --part faces or --part backs"
#: So many cards are named where a file seems to hold another pack.
_NAMED = 5


class _DeckPage(NamedTuple):
    """A page: its number, its look, and the card it is marked as ("" for a back)."""

    page: int
    look: int
    #: The cards that look so, by their ids; None where that is not known.
    cards: frozenset[str] | None
    name: str | None


def deck(file: Document, target: Target) -> Iterator[Finding]:
    """Pages, their order and backs are those of the pack, each card as often as the pack has it.

    What the printer's own page asks for (order, backs), held against the pack file. Cards are known by
    their look, as the pack draws them; the names that cardgen writes into its pages are held against it. A
    file that draws the pack's cards in its own way has to have as many different ones, as often.
    """
    pack = target.pack
    if pack is None:
        return
    if target.sheet:
        said = Sentence("cards and quantities were not counted: each page is a sheet of many cards")
        file.facts.append(said)
        return
    cards = [card for card in pack.cards if card.quantity]
    looks = zip(page_fingerprint.looks(file, pack), page_fingerprint.names(file), strict=True)
    seen = [_DeckPage(page, *look, name) for page, (look, name) in enumerate(looks, 1)]
    seen = _without_die_line(file, seen, target)
    if not seen:
        file.facts.append(Sentence("no cards were looked for: the page holds the die line alone"))
        return
    other_pack = _other_pack(seen, cards, pack)
    faults = [other_pack] if other_pack else list(_judged(file, seen, target, target.order))
    if not faults:
        file.facts.append(_told(seen, cards, target))
        return
    other = None if other_pack else _other_order(file, seen, target)
    if other:
        message = f"the pages come as {_ORDERS[other]}; wanted is {_ORDERS[target.order]}"
        faults = [Finding("deck", message, "make the file again in the printer's order")]
    yield from faults


def _without_die_line(file: Document, seen: list[_DeckPage], target: Target) -> list[_DeckPage]:
    """Return the pages of cards: all but those that paint nothing but the die line, in its own colour."""
    pages = {page for drawn in display_lists(file) if _is_die_line(drawn, target) for page in drawn.pages}
    for page in sorted(pages):
        spots = list(target.spots)
        file.facts.append(Sentence("page {page} holds the die line alone: {spots}", page=page, spots=spots))
    if target.die_page:
        pages.add(seen[-1].page)
    return [each for each in seen if each.page not in pages]


def _is_die_line(drawn: DisplayList, target: Target) -> bool:
    """Tell whether spot colours that are asked for are all that pages paint where a card would be."""
    marks = [] if drawn.fault else drawn.printed
    return bool(marks) and all(
        mark.paint.space.inks and set(mark.paint.space.inks) <= set(target.spots) for mark in marks
    )


def _other_pack(seen: list[_DeckPage], cards: list[Card], pack: Pack) -> Finding | None:
    """Say once that the names on the pages are another pack's, with some of them."""
    named = {each.name for each in seen if each.name}
    labels = {card.id: card.label for card in cards}
    strange, missing = named - labels.keys(), labels.keys() - named
    if not strange or len(missing) + len(strange) <= _NAMED:
        return None
    lost = [labels[card.id] for card in cards if card.id in missing]
    found = [_label(name, pack) for name in dict.fromkeys(each.name for each in seen) if name in strange]
    lacks = f"{len(lost)} of its {len(cards)} cards are not there ({_some(lost)})"
    holds = f"{len(found)} on its pages are none of the pack's ({_some(found)})"
    message = f"this does not look like {pack.name}: {f'{lacks}, and ' if lost else ''}{holds}"
    return Finding("deck", message, "name the pack that the file holds with --pack")


def _some(words: Sequence[str]) -> str:
    return ", ".join(words[:_NAMED]) + (" …" if len(words) > _NAMED else "")


def _label(name: str, pack: Pack | None) -> str:
    """Tell what people call a card that is marked as so; the names of unknown ones in plain words."""
    labels = {"": "the back", **({card.id: card.label for card in pack.cards} if pack else {})}
    return labels.get(name, name.replace("-", " "))


def labels(file: Document, target: Target) -> list[str | None]:
    """The card on each page as people call it, "back" for a back; None where nothing says so.

    Raises Unreadable where a page cannot be read.
    """
    names = page_fingerprint.names(file)
    return [name and _label(name, target.pack) if name != "" else "back" for name in names]


def part(data: bytes) -> Literal["faces", "backs"] | None:
    """Tell whether a file holds faces only or backs only, as far as its own marks say it."""
    try:
        with opened(data) as file:
            names = [name for name in page_fingerprint.names(file) if name is not None]
    except Exception:  # whatever ails the file is for the rules to say
        return None
    if not names or len(set(map(bool, names))) > 1:
        return None
    return "faces" if names[0] else "backs"


def _hint(target: Target) -> str:
    """Tell what to do; a file of half a pack is no fault of the file."""
    return _PARTS if target.order == "separate" and target.part == "all" else _HINT


def _roles(target: Target, order: Order, count: int) -> str:
    """Tell what each page should be: f for a face, b for a back."""
    if target.part == "faces" or order == "faces":
        return "f" * count
    if target.part == "backs":
        return "b" * (count if target.backs == "each" else 1)
    if order in ("face-back", "back-face"):
        return ("fb" if order == "face-back" else "bf") * count
    return {"back-last": "f" * count + "b", "back-first": "b" + "f" * count}.get(order, "f" * count)


def _other_order(file: Document, seen: list[_DeckPage], target: Target) -> Order | None:
    """Return the order in which the pages would be right."""
    if target.part != "all":
        return None
    others = (order for order in _ORDERS if order not in (target.order, "separate"))
    return next((each for each in others if not any(_judged(file, seen, target, each))), None)


def _judged(file: Document, seen: list[_DeckPage], target: Target, order: Order) -> Iterator[Finding]:
    """Yield what is wrong with the pages, if they should come in this order."""
    wanted = _wanted(target)
    roles = _roles(target, order, sum(wanted.values()))
    if len(roles) != len(seen):
        name = target.pack.name if target.pack else ""
        message = f"the file has {len(seen)} pages of cards; {name} needs {len(roles)}: {_need(roles)}"
        yield Finding("deck", message, _hint(target))
        yield from _by_name([each for each in seen if each.name], target)
        return
    faces = [each for each, role in zip(seen, roles, strict=True) if role == "f"]
    backs = [each for each, role in zip(seen, roles, strict=True) if role == "b"]
    yield from _backs(backs, faces, _kinds(backs, faces, target))
    if not faces:
        return
    if all(each.name is not None for each in faces):
        yield from _by_name(faces, target)
        yield from _misnamed(faces, target)
    elif all(each.cards is not None for each in faces):
        yield from _by_card(faces, target)
    else:
        yield from _by_look(file, faces, target)


def _need(roles: str) -> str:
    faces, backs = roles.count("f"), roles.count("b")
    return " and ".join(counted(count, what) for count, what in ((faces, "face"), (backs, "back")) if count)


def _kinds(backs: list[_DeckPage], faces: list[_DeckPage], target: Target) -> list[str]:
    """Tell which of the pack's backs each should be: that of the face it goes with, or comes in turn."""
    pack = target.pack
    if pack is None or len(pack.backs) < 2:
        return ["back"] * len(backs)
    behind = {card.id: pack.back_of(card) for card in pack.cards}
    names = [each.name or next(iter(sorted(each.cards or ())), "") for each in faces]
    if not faces:
        names = [name for name, times in _wanted(target).items() for _ in range(times)]
    kinds = [behind.get(name, "back") for name in names]
    return kinds if len(kinds) == len(backs) else ["back"] * len(backs)


def _backs(backs: list[_DeckPage], faces: list[_DeckPage], kinds: list[str]) -> Iterator[Finding]:
    """Check that all backs of a kind look the same (most packs have one), and no face looks like them."""
    looks: dict[str, Counter[object]] = {}
    for each, kind in zip(backs, kinds, strict=True):
        looks.setdefault(kind, Counter())[each.look] += 1
    shown = {each.look for each in faces}
    for each, kind in zip(backs, kinds, strict=True):
        usual = looks[kind].most_common(1)[0][0]
        if each.look in shown or each.name:
            yield Finding("deck", "a face is where a back should be", _HINT, page=each.page)
        elif each.look != usual:
            yield Finding("deck", "this back does not look like the others", _HINT, page=each.page)


def _wanted(target: Target) -> dict[str, int]:
    """Tell how often each card, by its id, should be in the file."""
    cards = target.pack.cards if target.pack else ()
    return {card.id: card.quantity if target.per == "card" else 1 for card in cards if card.quantity}


def _by_name(faces: list[_DeckPage], target: Target) -> Iterator[Finding]:
    """Check that each card, by the name on its page, is there as often as it should be."""
    found = Counter(each.name for each in faces)
    if not found:
        return
    wanted = _wanted(target)
    for name, times in wanted.items():
        if found[name] != times:
            yield _miscounted(_label(name, target.pack), found[name], times, target)
    for each in faces:
        if each.name not in wanted:
            message = (
                f"the card {_label(each.name, target.pack)} is none of those that should be in the file"
                if each.name
                else "a back is where a face should be"
            )
            yield Finding("deck", message, _hint(target), page=each.page)


def _by_card(faces: list[_DeckPage], target: Target) -> Iterator[Finding]:
    """Check that each card, by its look, is there as often as it should be; those drawn alike, together."""
    found = Counter(each.cards or frozenset() for each in faces)
    alike = {name: cards for cards in found for name in cards}
    wanted: Counter[frozenset[str]] = Counter()
    for name, times in _wanted(target).items():
        wanted[alike.get(name, frozenset([name]))] += times
    for cards, times in wanted.items():
        if found[cards] != times:
            label = " or ".join(_label(name, target.pack) for name in sorted(cards - {""}))
            yield _miscounted(label, found[cards], times, target)
    for each in faces:
        if each.cards not in wanted:
            yield Finding("deck", "a back is where a face should be", _hint(target), page=each.page)


def _miscounted(label: str, found: int, wanted: int, target: Target) -> Finding:
    message = f"the card {label} is there {_times(found)} instead of {_times(wanted)}"
    return Finding("deck", message, _hint(target))


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _misnamed(faces: list[_DeckPage], target: Target) -> Iterator[Finding]:
    """Check that pages marked as one card look the same, and as no other card."""
    looks: dict[int, _DeckPage] = {}
    by_name: dict[str, _DeckPage] = {}
    for each in faces:
        first = by_name.setdefault(each.name or "", each)
        twin = looks.setdefault(each.look, each)
        if first.look != each.look:
            message = f"this page does not look like page {first.page}, though both are marked as one card"
            yield Finding("deck", message, _HINT, page=each.page)
        elif each.cards is not None and each.name not in each.cards:
            shown = " or ".join(_label(name, target.pack) for name in sorted(each.cards))
            message = f"this page is marked as {_label(each.name or '', target.pack)}, and shows {shown}"
            yield Finding("deck", message, _HINT, page=each.page)
        elif each.cards is None and twin.name != each.name:
            message = f"this page looks like page {twin.page}, which should be another card"
            yield Finding("deck", message, _HINT, page=each.page)


def _by_look(file: Document, faces: list[_DeckPage], target: Target) -> Iterator[Finding]:
    """Check that there are as many different faces as the pack has, in the same quantities."""
    if target.pack is None:
        return
    wanted, name = _wanted(target), target.pack.name
    groups = [each.cards - {""} for each in file.once(page_fingerprint.drawn_cards, target.pack)]
    needed = sorted(sum(wanted[card] for card in group) for group in groups if group)
    found = Counter(each.look for each in faces)
    if sorted(found.values()) == needed:
        return
    pages = defaultdict(list)
    for each in faces:
        pages[each.look].append(each.page)
    if len(found) != len(needed):
        message = f"the file has {len(found)} different faces; {name} has {len(needed)}"
        yield Finding("deck", message, _hint(target))
    over = Counter(found.values()) - Counter(needed)
    for look, times in found.items():
        if over[times]:
            over[times] -= 1
            message = f"the face on this page is there {_times(times)}, as often as no card of {name} is left"
            yield Finding("deck", message, _hint(target), page=pages[look][0])


def _told(seen: list[_DeckPage], cards: list[Card], target: Target) -> str:
    count = sum(_wanted(target).values())
    if target.part == "backs":
        return Sentence("{n} back, all alike", "{n} backs, all alike", n=len(seen))
    return Sentence(
        "{n} cards with {faces} different faces, each as often as the pack has it: {order}",
        n=count,
        faces=len(cards),
        order=_ORDERS["faces" if target.part == "faces" else target.order],
    )
