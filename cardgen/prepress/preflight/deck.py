"""Rule: the pages are all cards of the pack, in the printer's order, and look as the pack draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from ...pack.model import Card, Pack
from ...units import Sentence, count_with_noun
from ..comparison.pack_sides import PackSide, label_of_side
from ..pdf.display_list import DisplayList, display_lists
from ..pdf.document import PdfDocument, open_document
from ..printers.choices import Order
from . import deck_pages
from .deck_pages import ComparedPage, ExpectedCard
from .findings import Finding, Target, times_text
from .special_inks import file_without_special_inks, lacks_special_inks

_ORDERS: dict[Order, str] = {
    "face-back": Sentence("each face with its back behind it"),
    "back-face": Sentence("each back with its face behind it"),
    "back-last": Sentence("all faces, then one back"),
    "back-first": Sentence("one back, then all faces"),
    "separate": Sentence("faces and backs in files of their own"),
    "faces": Sentence("faces only"),
}
_HINT = "make the file again from the pack"
_PARTS = "with faces and backs in files of their own, say which this is: --part faces or --part backs"
#: Number of cards named if a file seems to contain another pack.
_NAMED = 5


def check_deck(file: PdfDocument, target: Target) -> Iterator[Finding]:
    """Require the pack's cards with their quantities, the printer's order of pages, and the right backs.

    Source: printers' web pages for the order of pages and backs, and the pack file for the cards. Each page
    is rendered within its trim and bleed, and compared with the pack's own drawing of the expected card (see
    comparison.faces). The expected card is the one that cardgen's mark in the page names. On a page without a
    mark, it is the next card in the printer's order. If the page shows another card, the finding names that
    card. Pages that another program has drawn in its own way are not judged.
    """
    pack = target.pack
    if pack is None:
        return
    with file_without_special_inks(file, target) as process:
        findings = list(_deck_findings(process, target, pack))
    if findings and lacks_special_inks(file, target):
        # What the plates should print may be there in ink: only the missing plates are certain.
        unknown = "the pages were not compared with the pack, as the plates of special inks are missing"
        findings = [Finding("deck", unknown, "say with --special-inks how the file has them", "not judged")]
    yield from findings


def _deck_findings(file: PdfDocument, target: Target, pack: Pack) -> Iterator[Finding]:
    """Yield the findings for the pages of cards of a file that has only process inks."""
    pages = _pages_of_cards(file, list(range(1, len(file.pages) + 1)), target)
    if not pages:
        file.facts.append(Sentence("no cards were looked for: the page holds the die line alone"))
        return
    if target.sheet:
        yield from _sheet_findings(file, pages, pack, target)
        return
    names = sides_marked_on_pages(file)
    cards = [card for card in pack.cards if card.quantity]
    other_pack = _other_pack_finding([names[page - 1] for page in pages], cards, pack)
    if other_pack:
        yield other_pack
        return
    expected = _expected_cards(pages, names, pack, target)
    seen, wrong = deck_pages.compare_pages(file, pack, target, expected)
    looks = [*deck_pages.comparison_findings(seen, target), *wrong]
    faults = list(_order_findings(seen, target, target.order))
    if not faults and not looks:
        file.facts.append(_deck_fact(seen, cards, target))
    other = _fitting_order(seen, target) if faults else None
    if other:
        message = f"the pages come as {_ORDERS[other]}; wanted is {_ORDERS[target.order]}"
        faults = [Finding("deck", message, "make the file again in the printer's order")]
    yield from looks
    yield from faults


def _sheet_findings(file: PdfDocument, pages: Sequence[int], pack: Pack, target: Target) -> Iterator[Finding]:
    """Yield the findings for sheets of many cards. If the file does not state the places of cards, the only
    finding is that they are not judged.

    pages: the numbers of the sheets, from 1.
    """
    sheets = deck_pages.declared_cards_on_sheets(
        file, [file.pages[page - 1] for page in pages], pack.card.size
    )
    if sheets is None:
        unknown = Sentence("the cards were not compared or counted: the file does not say where they are")
        yield Finding("deck", unknown, "also check a file of single cards with --pack", "not judged")
        return
    found, misplaced = sheets
    yield from _with_common_fault_once(misplaced, len(pages))
    if not found:
        return
    cards = [card for card in pack.cards if card.quantity]
    other_pack = _other_pack_finding([each.name for each in found], cards, pack)
    if other_pack:
        yield other_pack
        return
    known = {
        *(PackSide("Front", card.id) for card in pack.cards),
        *(PackSide("Back", name) for name in pack.all_backs),
    }
    for each in found:
        if each.side not in known:
            message = (
                f"the card {label_of_side(each.side, pack)} is not one of those that should be in the file"
            )
            yield Finding("deck", message, _deck_hint(target), page=each.page)
    seen, wrong = deck_pages.compare_pages(file, pack, target, [each for each in found if each.side in known])
    faults = [*deck_pages.comparison_findings(seen, target), *wrong, *_quantity_findings(seen, target)]
    if not faults and not misplaced:
        faces = sum(not each.is_back for each in seen)
        said = Sentence(
            "{n} face on sheets, as often as the pack has it",
            "{n} faces on sheets, each as often as the pack has it",
            n=faces,
        )
        file.facts.append(said)
    yield from faults


def _with_common_fault_once(faults: Sequence[Finding], pages: int) -> list[Finding]:
    """Return one finding without a page number if all pages have the same fault; else return the findings."""
    alike = len({fault.message for fault in faults}) == 1 and len(faults) == pages > 1
    return [faults[0]._replace(page=None)] if alike else list(faults)


def sides_marked_on_pages(file: PdfDocument) -> list[PackSide | None]:
    """Return for each page the face or back that cardgen's mark in its content names; None without a mark."""
    return [deck_pages.side_marked_in(file.page_content(page)) for page in file.pages]


def _expected_cards(
    pages: Sequence[int], names: Sequence[PackSide | None], pack: Pack, target: Target
) -> list[ExpectedCard]:
    """Return for each page the face or back that it should show, and the face or back that it is marked as.

    A page should show the face or back in its mark, if the pack has it. Otherwise it should show the next
    card in the pack's order. names: the marks of all pages of the file, by page.
    """
    deck_of = [name for name, times in expected_quantities(target).items() for _ in range(times)]
    roles = _page_role_letters(target, target.order, len(deck_of))
    behind = {card.id: pack.back_of(card) for card in pack.cards}
    found: list[ExpectedCard] = []
    faces = backs = 0
    for place, page in enumerate(pages):
        role = roles[place] if place < len(roles) else "f"
        if role == "f":
            turn = PackSide("Front", deck_of[min(faces, len(deck_of) - 1)])
            faces += 1
        else:
            turn = PackSide("Back", behind[deck_of[min(backs, len(deck_of) - 1)]])
            backs += 1
        name = names[page - 1]
        known = name is not None and name.name in (behind if name.kind == "Front" else pack.all_backs)
        found.append(ExpectedCard(page, name if name is not None and known else turn, name))
    return found


def _pages_of_cards(file: PdfDocument, pages: list[int], target: Target) -> list[int]:
    """Return the numbers of the pages of cards, and add a fact for each page that has only the die line."""
    alone = {
        page for content in display_lists(file) if _is_die_line(content, target) for page in content.pages
    }
    for page in sorted(alone):
        spots = list(target.spots)
        file.facts.append(Sentence("page {page} holds the die line alone: {spots}", page=page, spots=spots))
    if target.die_page:
        alone.add(pages[-1])
    return [page for page in pages if page not in alone]


def _is_die_line(content: DisplayList, target: Target) -> bool:
    """Tell whether a page has marks, and all of them are in spot colours of the target."""
    marks = [] if content.fault else content.printed_marks
    return bool(marks) and all(
        mark.paint.space.inks and set(mark.paint.space.inks) <= set(target.spots) for mark in marks
    )


def _other_pack_finding(names: Sequence[PackSide | None], cards: list[Card], pack: Pack) -> Finding | None:
    """Return a finding if the file is probably made from another pack; otherwise None.

    That is so if a page is marked with an unknown card, and more than five cards are unknown or missing.
    names: the faces and backs in the marks of pages. cards: the cards that the file should have.
    """
    named = list(dict.fromkeys(each.name for each in names if each and each.kind == "Front"))
    labels = {card.id: card.label for card in cards}
    strange, missing = set(named) - labels.keys(), labels.keys() - set(named)
    if not strange or len(missing) + len(strange) <= _NAMED:
        return None
    lost = [labels[card.id] for card in cards if card.id in missing]
    found = [label_of_side(PackSide("Front", name), pack) for name in named if name in strange]
    lacks = f"{len(lost)} of its {len(cards)} cards are not there ({_first_names(lost)})"
    holds = f"{len(found)} on its pages are none of the pack's ({_first_names(found)})"
    message = f"this does not look like {pack.name}: {f'{lacks}, and ' if lost else ''}{holds}"
    return Finding("deck", message, "name the pack that the file holds with --pack")


def _first_names(words: Sequence[str]) -> str:
    """Return the first five words, separated by commas, with "…" if there are more."""
    return ", ".join(words[:_NAMED]) + (" …" if len(words) > _NAMED else "")


def sides_of_pages(file: PdfDocument) -> list[PackSide | None]:
    """Return for each page the face or back that it is marked as, or shows; None if unknown.

    Raises Unreadable if the content of a page cannot be read.
    """
    return [
        name or deck_pages.side_shown_on_page(file, page)
        for page, name in enumerate(sides_marked_on_pages(file), 1)
    ]


def part_marked_in(data: bytes) -> Literal["faces", "backs"] | None:
    """Return whether the pages of a PDF are marked as faces only or as backs only.

    Returns None if they are neither, have no marks, or cannot be read.
    """
    try:
        with open_document(data) as file:
            names = {name.kind for name in sides_marked_on_pages(file) if name is not None}
    except Exception:  # whatever ails the file is for the rules to say
        return None
    if len(names) != 1:
        return None
    return "faces" if "Front" in names else "backs"


def _deck_hint(target: Target) -> str:
    """Return the hint for a wrong file.

    It asks to state whether the file has faces or backs, if they should be separate files; otherwise to make
    the file again from the pack.
    """
    return _PARTS if target.order == "separate" and target.part == "all" else _HINT


def _page_role_letters(target: Target, order: Order, count: int) -> str:
    """Return a string with a letter for each expected page: "f" for a face, "b" for a back. count: the number
    of faces.
    """
    if target.part == "faces" or order == "faces":
        return "f" * count
    if target.part == "backs":
        return "b" * (count if target.backs == "each" else 1)
    if order in ("face-back", "back-face"):
        return ("fb" if order == "face-back" else "bf") * count
    return {"back-last": "f" * count + "b", "back-first": "b" + "f" * count}.get(order, "f" * count)


def _fitting_order(compared: list[ComparedPage], target: Target) -> Order | None:
    """Return another order of pages in which the file has no fault; None if there is none."""
    if target.part != "all":
        return None
    others = (order for order in _ORDERS if order not in (target.order, "separate"))
    return next((each for each in others if not any(_order_findings(compared, target, each))), None)


def _order_findings(compared: list[ComparedPage], target: Target, order: Order) -> Iterator[Finding]:
    """Yield the findings for pages that are not in this order: their number, backs, faces and quantities."""
    wanted = expected_quantities(target)
    roles = _page_role_letters(target, order, sum(wanted.values()))
    if len(roles) != len(compared):
        name = target.pack.name if target.pack else ""
        needed = _needed_pages_phrase(roles)
        message = f"the file has {len(compared)} pages of cards; {name} needs {len(roles)}: {needed}"
        yield Finding("deck", message, _deck_hint(target))
        if target.part != "backs":
            yield from _quantity_findings(compared, target)
        return
    faces = [each for each, role in zip(compared, roles, strict=True) if role == "f"]
    backs = [each for each, role in zip(compared, roles, strict=True) if role == "b"]
    yield from _back_findings(backs, faces, target)
    for each in faces:
        if each.is_back:
            yield Finding("deck", "a back is where a face should be", _deck_hint(target), page=each.page)
    if faces:
        # If faces and backs are swapped, no card is missing.
        swapped = sum(each.is_back for each in faces) == sum(not each.is_back for each in backs)
        yield from _quantity_findings(compared if swapped else faces, target)


def _needed_pages_phrase(roles: str) -> str:
    """Return the numbers of faces and backs in words, as in "54 faces and 1 back"."""
    faces, backs = roles.count("f"), roles.count("b")
    return " and ".join(
        count_with_noun(count, what) for count, what in ((faces, "face"), (backs, "back")) if count
    )


def _expected_backs(backs: list[ComparedPage], faces: list[ComparedPage], target: Target) -> list[str | None]:
    """Return for each page of a back the name of the expected back.

    It is the back of the card whose face has the same place among the faces; in a file without faces, that of
    the next card in order. Returns None for each page if the pack has fewer than two backs, or if the numbers
    of faces and backs differ.
    """
    pack = target.pack
    if pack is None or len(pack.backs) < 2:
        return [None] * len(backs)
    behind = {card.id: pack.back_of(card) for card in pack.cards}
    names = [each.sides[0].name for each in faces]
    if not faces:
        names = [name for name, times in expected_quantities(target).items() for _ in range(times)]
    kinds = [behind.get(name) for name in names]
    return kinds if len(kinds) == len(backs) else [None] * len(backs)


def _back_findings(backs: list[ComparedPage], faces: list[ComparedPage], target: Target) -> Iterator[Finding]:
    """Yield a finding for each page of a back that shows a face, or another back than that of its card."""
    for each, kind in zip(backs, _expected_backs(backs, faces, target), strict=True):
        if not each.is_back:
            yield Finding("deck", "a face is where a back should be", _deck_hint(target), page=each.page)
        elif kind is not None and all(side.name != kind for side in each.sides):
            message = f"this is {label_of_side(each.sides[0], target.pack)}; the card has the back {kind}"
            yield Finding("deck", message, _HINT, page=each.page)


def expected_quantities(target: Target) -> dict[str, int]:
    """Return the number of pages expected for each card, by the card's id."""
    cards = target.pack.cards if target.pack else ()
    return {card.id: card.quantity if target.per == "card" else 1 for card in cards if card.quantity}


def _quantity_findings(compared: list[ComparedPage], target: Target) -> Iterator[Finding]:
    """Yield a finding for each card that is there too often or too rarely, or is not expected at all.

    Cards that look the same are counted together.
    """
    faces = [each for each in compared if not each.is_back]
    if not faces:
        return
    groups: dict[str, frozenset[str]] = {}
    for each in faces:
        alike = frozenset().union(*(groups.get(side.name, {side.name}) for side in each.sides))
        groups.update(dict.fromkeys(alike, alike))
    found: Counter[frozenset[str]] = Counter(groups[each.sides[0].name] for each in faces)
    wanted: Counter[frozenset[str]] = Counter()
    for name, times in expected_quantities(target).items():
        wanted[groups.get(name, frozenset([name]))] += times
    for cards, times in wanted.items():
        if found[cards] != times:
            label = " or ".join(label_of_side(PackSide("Front", name), target.pack) for name in sorted(cards))
            yield _quantity_finding(label, found[cards], times, target)
    for each in faces:
        if groups[each.sides[0].name] not in wanted:
            label = label_of_side(each.sides[0], target.pack)
            message = f"the card {label} is not one of those that should be in the file"
            yield Finding("deck", message, _deck_hint(target), page=each.page)


def _quantity_finding(label: str, count: int, expected: int, target: Target) -> Finding:
    """Return an error: a card is in the file more or less often than wanted."""
    message = f"the card {label} is there {times_text(count)} instead of {times_text(expected)}"
    return Finding("deck", message, _deck_hint(target))


def _deck_fact(compared: list[ComparedPage], cards: list[Card], target: Target) -> str:
    """Return the fact that the file has all cards of the pack, with their number and the order of pages."""
    count = sum(expected_quantities(target).values())
    if target.part == "backs":
        return Sentence("{n} back, all alike", "{n} backs, all alike", n=len(compared))
    return Sentence(
        "{n} cards with {faces} different faces, each as often as the pack has it: {order}",
        n=count,
        faces=len(cards),
        order=_ORDERS["faces" if target.part == "faces" else target.order],
    )
