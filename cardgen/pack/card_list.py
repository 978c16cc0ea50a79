"""Makes the one list of a pack's cards from the three forms in a file.

Values that depend on several parts of the pack, such as a label or the columns of a card, are computed only
here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from ..errors import KeyPath
from .cards import Card, Entry, Extra, FaceKind, Suit, SuitSection, pip_count, plain_title
from .copy_numbers import add_to_serial_counts, number_names, numbers_by_name, with_numbers
from .model import Pack
from .part_memory import find_or_make
from .values import WHOLE_PICTURE, Back, NoSuchName, columns_that_choose, is_file_name

if TYPE_CHECKING:
    from .layouts import Group, Row


def cards_of_suits(pack: Pack, sections: Mapping[str, SuitSection]) -> Iterator[Card]:
    """Yield the cards of suits in the order of the file. Labels and columns are filled in by with_cards()."""
    for key, section in sections.items():
        for rank, entry in section.cards.items():
            yield card_of_suit(pack, key, rank, entry)


def card_of_suit(pack: Pack, key: str, rank: str, entry: Entry) -> Card:
    """Return the card of a rank in one of the pack's suits, without its label and columns.

    key: the suit's key. entry: what the file states for the rank.
    """
    suit = pack.suits[key]
    texts, notes = _columns_and_notes(entry.texts)
    entry = entry._replace(texts=texts)
    own = {"layout": entry.layout, "ground": entry.ground, "back": entry.back}
    usual: dict[str, KeyPath] = {"layout": ("suits", key), "ground": ("suits", key)}
    usual["back"] = ("suits", key) if suit.back else ()
    return Card(
        id=f"{key}-{rank}",
        label="",
        kind=_face_kind(suit, rank, entry, pack.court_figure(key, rank), pack.layouts),
        quantity=entry.quantity,
        path=("suits", key, "cards", rank),
        section="suits",
        suit=key,
        rank=rank,
        image=entry.image,
        style=entry.style,
        ground=suit.ground if entry.ground is None else entry.ground,
        layout=_layout_name_of_entry(suit, entry, pack.layouts),
        texts=entry.texts,
        notes=notes,
        back=entry.back or suit.back,
        inherited={name: path for name, path in usual.items() if own[name] is None},
    )


def cards_of_lists(pack: Pack, groups: Iterable[Group]) -> Iterator[Card]:
    """Yield a card for each row of the lists. Labels and columns are filled in by with_cards()."""
    number = 0
    for group in groups:
        of_piece = pack.pieces[group.piece].back if group.piece in pack.pieces else None
        of_group = group._replace(rows=(), table=None, columns={})
        for row in group.rows:
            number += 1
            layout = row.values.get("layout", group.layout)
            is_whole = layout == WHOLE_PICTURE and layout not in pack.layouts
            make = partial(_card_of_row, row, of_group, number, is_whole, of_piece)
            yield find_or_make("card", row.path, row, make, (number, is_whole, of_piece, of_group))


def _card_of_row(row: Row, group: Group, number: int, is_whole: bool, of_piece: Back | None) -> Card:
    """Return the card of a row, without its label and columns.

    group: the list that has the row. number: the card's number among the cards of all lists. is_whole:
    whether the card's picture covers the whole card. of_piece: the back that the card's kind of pieces
    states; None if it states none.
    """
    values, path = row.values, row.path[:2]
    texts, notes = _columns_and_notes(values)
    behind: KeyPath = path if group.back else ("pieces", group.piece) if of_piece else ()
    usual: dict[str, KeyPath] = {"layout": path, "back": behind, "piece": path}
    return Card(
        id=values.get("id") or f"card-{number}",
        label="",
        kind="image" if is_whole else "layout",
        quantity=row.quantity,
        path=row.path,
        section="cards",
        image=values.get("picture"),
        bleed=group.bleed,
        layout="" if is_whole else values.get("layout", group.layout),
        texts=texts,
        notes=notes,
        color=group.color,
        back=_row_back(group, row) or of_piece,
        piece=group.piece,
        inherited={name: path for name, path in usual.items() if name not in values},
    )


def _columns_and_notes(texts: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """Return (the texts of a card by column, without its notes; the notes, or "" if it has none).

    texts: all texts of the card by column.
    """
    return {column: text for column, text in texts.items() if column != "notes"}, texts.get("notes", "")


def _row_back(group: Group, row: Row) -> Back | None:
    """Return the back that a row states, else the back of its list; None if neither states one."""
    if "back" not in row.values:
        return group.back
    if group.folder is None:
        return Back(image=row.values["back"])
    return Back(image=row.values["back"], bleed=group.bleed, one_way=True)


def cards_of_extras(extras: Iterable[Extra]) -> Iterator[Card]:
    """Yield a card for each extra. Labels and columns are filled in by with_cards()."""
    for place, extra in enumerate(extras):
        texts, notes = _columns_and_notes(extra.texts)
        yield Card(
            id=f"extra-{place + 1}",
            label="",
            kind="layout" if extra.layout else extra.face or "title",
            quantity=extra.copies,
            path=("extras", str(place)),
            section="extras",
            face=extra.face,
            name=extra.name,
            title=extra.title,
            text=extra.text,
            image=extra.image,
            ground=extra.ground,
            layout=extra.layout or "",
            texts=texts,
            notes=notes,
            color=extra.color,
            back=extra.back,
            inherited={} if extra.back else {"back": ()},
        )


def with_cards(pack: Pack, cards: Iterable[Card]) -> Pack:
    """Return the pack with these cards in place of its own, after filling in unique ids, labels, columns and
    the columns of backs.

    Call this again after a change of anything that labels and columns depend on, such as the name of a suit.
    """
    made = list(cards)
    parts = zip(
        _unique_ids(made), _card_labels(pack, made), _numbers_on_first_copies(pack, made), strict=True
    )
    made = [_with_id_label_and_columns(pack, card, *part) for card, part in zip(made, parts, strict=True)]
    return replace(pack, cards=tuple(_with_columns_of_backs(pack, made)))


def _with_id_label_and_columns(
    pack: Pack, card: Card, own_id: str, label: str, numbers: Mapping[str, str]
) -> Card:
    """Return a card with this id, this label and these numbers, and with its columns filled in.

    own_id: the id. numbers: the texts of {serial} and the like, by name.
    """

    def make() -> Card:
        return _with_columns(pack, card._replace(id=own_id, label=label, numbers=numbers))

    if card.section != "cards":
        # Its columns depend on its suit, and on the words of the pack.
        return make()
    if label and (card.id, card.label, card.numbers) == (own_id, label, numbers):
        # Unless its texts have changed since, as by a translation.
        return card if card.values == _columns_of_face(pack, card) else make()
    return find_or_make("filled-in card", card.path, card, make, (own_id, label, numbers))


def _unique_ids(cards: Iterable[Card]) -> Iterator[str]:
    """Yield an id for each card, in order. If an earlier card has the same id, an apostrophe is added.

    Otherwise rank c of suit a-b and rank b-c of suit a would have the same id.
    """
    taken: set[str] = set()
    for card in cards:
        own = card.id
        while own in taken:
            own += "'"
        taken.add(own)
        yield own


def _card_labels(pack: Pack, cards: Iterable[Card]) -> Iterator[str]:
    """Yield the label of each card, such as "+4", "K of spades", "red 4", a title, "card 5" or "joker 2"."""
    rows, known = Counter[str](), Counter[str]()
    for card in cards:
        if card.suit is not None:
            yield _suit_label(pack, card.suit, card.rank or "")
        elif card.section == "cards":
            rows[card.piece] += 1
            number = f"{card.piece or 'card'} {rows[card.piece]}"
            yield plain_title(card.texts.get("name") or card.texts.get("title") or number)
        else:
            called = name_of_extra(pack, card)
            known[called] += 1
            yield called if known[called] == 1 else f"{called} {known[called]}"


def name_of_extra(pack: Pack, card: Card) -> str:
    """Return the name of an extra in the pack's language."""
    return card.name or (pack.wording.phrase(card.face) if card.face else card.extra_name)


def _suit_label(pack: Pack, key: str, rank: str) -> str:
    """Return the label of a card of a suit, such as "+4", "K of spades" or "red 4"."""
    suit, title = pack.suits[key], pack.suit_title(key)
    if suit.sign:
        return suit.sign + rank
    return pack.wording.phrase("card-of", rank=rank, suit=title) if suit.symbol else f"{title} {rank}"


def _numbers_on_first_copies(pack: Pack, cards: Iterable[Card]) -> Iterator[Mapping[str, str]]:
    """Yield for each card the numbers on its first copy, by their names. Most cards show no numbers and get
    {}.
    """
    by_layout = {
        name: [
            each for show in pack.layouts[name].shows if not is_file_name(show) for each in number_names(show)
        ]
        for name in pack.layouts
    }
    has_numbers = any(by_layout.values())
    earlier = Counter[int]()
    for card in cards:
        behind = (card.back or pack.back).layout
        shows = card.kind in ("layout", "text") or behind
        own = [*card.texts.values(), *filter(None, (card.title, card.text))] if shows else []
        names = [name for text in own for name in number_names(text)]
        if has_numbers:
            for layout in (card.layout, behind):
                names += _number_names_on_layout(pack, layout, by_layout)
        if not names:
            yield {}
            continue
        names = [name for name in names if name not in card.texts and name not in pack.icons]
        yield numbers_by_name(names, earlier, 1, card.quantity)
        add_to_serial_counts(names, earlier, card.quantity)


def _number_names_on_layout(
    pack: Pack, layout: str | None, names_by_layout: Mapping[str, list[str]]
) -> Iterator[str]:
    """Yield the names of numbers, such as "serial", that a layout shows, or that the layouts it extends show.

    names_by_layout: the names that the boxes of each layout itself show.
    """
    passed = set[str]()
    while layout and layout in names_by_layout and layout not in passed:
        passed.add(layout)
        yield from names_by_layout[layout]
        layout = pack.layouts[layout].extends


def _with_columns(pack: Pack, card: Card) -> Card:
    """Return the card with its columns filled in. A card whose face has no layout gets no columns."""
    return card._replace(values=_columns_of_face(pack, card))


def _columns_of_face(pack: Pack, card: Card) -> Mapping[str, str]:
    """Return the texts by column of a card whose face has a layout; {} for other faces."""
    return columns_of(pack, card) if card.kind == "layout" else {}


def with_shown_numbers(pack: Pack, card: Card) -> Card:
    """Return a card whose numbers have changed, with the new numbers in its columns and on its back."""
    shown = _with_columns(pack, card)
    if card.back is None:
        return shown
    columns = columns_of(pack, card)
    values = tuple((name, columns[name]) for name, _ in card.back.values)
    return shown._replace(back=card.back._replace(values=values))


def columns_of(pack: Pack, card: Card) -> Mapping[str, str]:
    """Return the texts of a card by column, even if the card's face shows none of them."""
    columns = _texts_without_numbers(pack, card)
    if not card.numbers:
        return columns
    shown = {name: with_numbers(text, card.numbers) for name, text in columns.items()}
    return {**card.numbers, **shown}


def _texts_without_numbers(pack: Pack, card: Card) -> Mapping[str, str]:
    """Return the texts of a card by column, in which {serial} and the like are not yet replaced."""
    if card.section == "cards":
        return card.texts
    picture = {"picture": card.image}
    if card.suit is None:
        given = {"title": card.title, "text": card.text, **picture, **card.texts}
    else:
        suit, texts = pack.suits[card.suit], card.texts
        index = (suit.sign or "") + (card.rank or "")
        given = {"rank": card.rank, "suit": pack.suit_title(card.suit), "index": index}
        given |= {"corner": texts.get("index", index), "symbol": suit.symbol, **texts}
        given |= picture if card.image else {}
    return {column: value for column, value in given.items() if value}


def _with_columns_of_backs(pack: Pack, cards: list[Card]) -> Iterator[Card]:
    """Yield the cards. If the back of a card has a layout, the back gets the columns that the layout
    shows.
    """
    names = {back.layout for card in cards if (back := card.back or pack.back).layout}
    shown = columns_by_layout(pack, names)
    for card in cards:
        back = card.back or pack.back
        if back.layout is None or back.layout not in shown:
            yield card
            continue
        named = shown[back.layout]
        values = tuple(each for each in columns_of(pack, card).items() if each[0] in named)
        yield card._replace(back=back._replace(values=values))


def columns_by_layout(pack: Pack, names: Iterable[str | None]) -> dict[str, set[str]]:
    """Return the names of the columns that layouts show or choose values by; the keys are the names of the
    layouts.

    Layouts that do not exist are left out.
    """
    typed = set(columns_that_choose(pack.types))
    found: dict[str, set[str]] = {}
    for name in filter(None, names):
        try:
            found[name] = pack.layout(name).columns | typed
        except NoSuchName:
            continue
    return found


def with_missing_ranks(pack: Pack, ranks: Mapping[str, Iterable[str]]) -> Pack:
    """Return the pack with a card for each of these ranks, in their order, before the other cards of their
    suits.

    A rank that the pack lacks gets a card with quantity 0. ranks: the ranks by the suit's key.
    """
    found: list[Card] = []
    for key, suit_cards in pack.suit_cards.items():
        known = {
            rank: suit_cards.get(rank) or card_of_suit(pack, key, rank, Entry(quantity=0))
            for rank in ranks.get(key, ())
        }
        found += {**known, **suit_cards}.values()
    return with_cards(pack, [*found, *(card for card in pack.cards if card.suit is None)])


#: The standard faces of suits, which an entry may name instead of a layout.
_USUAL_FACES = ("index", "pips", "court")


def _layout_name_of_entry(suit: Suit, entry: Entry, layouts: Container[str]) -> str:
    """Return the name of the layout of a suit's card; "" for a standard face.

    entry: what the file states for the card's rank. layouts: the names of the pack's layouts.
    """
    if entry.face or _is_standard_face_name(entry.layout, layouts):
        return ""
    of_suit = "" if _is_standard_face_name(suit.layout, layouts) else suit.layout
    return entry.layout or of_suit or ("panel" if entry.texts else "")


def _is_standard_face_name(layout: str | None, layouts: Container[str]) -> bool:
    """Tell whether a layout's name means a standard face, and not a layout of the pack that has the same
    name.
    """
    return layout in _USUAL_FACES and layout not in layouts


def _face_kind(suit: Suit, rank: str, entry: Entry, court: str | None, layouts: Container[str]) -> FaceKind:
    """Return the kind of face of a suit's card.

    court: the court figure of its rank; None for other ranks. layouts: the names of the pack's layouts.
    """
    if entry.face:
        return entry.face
    if _is_standard_face_name(entry.layout, layouts):
        return cast("FaceKind", entry.layout)
    if _layout_name_of_entry(suit, entry, layouts):
        return "layout"
    if entry.image:
        return "image"
    if not suit.symbol or (suit.layout == "index" and "index" not in layouts):
        return "index"
    return "court" if court else "pips" if pip_count(rank) else "index"
