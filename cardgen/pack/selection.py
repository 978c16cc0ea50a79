"""Selects cards of a pack by terms: `green`, `"≤0"`, `+1..+3`, `K of spades`, `joker`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from ..errors import UsageError
from ..units import nearest_word_hint
from .card_list import columns_of
from .model import Card, Pack

#: The number of copies at the end of a term: "+4:2", "K of hearts x 3".
_TIMES = re.compile(r"(?:\A|(?<=[^\d]))(\d{1,15})\Z")
#: A term in quotes, or a quoted value after a column.
_QUOTED = re.compile(r'(\A|=\s*)"([^"]*)"(?=\s*(?::|[x×]|\Z))')
#: Maximum length of column values that are suggested, in characters.
_SHORT = 30
#: Maximum number of copies of one card in a job.
_MOST_TIMES = 10_000
#: Maximum number of cards in a job: 11,000 sheets of nine take some 300 MB of memory.
_MOST_AT_ONCE = 100_000
_TYPED = {"<=": "≤", ">=": "≥"}
#: Names of the ranks and extras of standard packs.
_STANDARD_NAMES = {"ace": "a", "king": "k", "queen": "q", "jack": "j", "jokers": "joker", "titles": "title"}

#: Faces of extras that are never dealt.
NEVER_DEALT = ("summary", "title")


def dealt_cards(pack: Pack, with_extras: bool = False) -> tuple[Card, ...]:
    """Return the cards that are shuffled and dealt, each once.

    Extras are left out unless `with_extras` is true, because a text may be a rule, and games leave jokers out
    (in Unfettered Abstrac the joker is not dealt, but taken first). If a pack has only extras, they are
    dealt. Summaries, titles and other kinds of pieces, such as tokens, are never dealt.
    """
    extras = with_extras or all(card.is_extra for card in pack.cards)
    return tuple(
        card
        for card in pack.cards
        if card.quantity
        and card.piece == pack.piece
        and (not card.is_extra or (extras and card.kind not in NEVER_DEALT))
    )


def cards_in_play(pack: Pack) -> tuple[Card, ...]:
    """Return the cards that are shuffled and dealt, each repeated as often as its quantity, in the pack's
    order."""
    return tuple(card for card in dealt_cards(pack) for _ in range(card.quantity))


def cards_to_print(
    pack: Pack, only: Sequence[str] = (), copies: int = 1, missing: Sequence[str] = ()
) -> list[tuple[Card, int]]:
    """Return the cards to print with their quantities, in the order of printing.

    only: terms that select cards; all cards if there are none. copies: the number of copies of the whole
    pack. missing: terms that may end in a number (`+4:2`). This number is printed instead of the pack's
    quantity; without a number, 1 is printed. Raises UsageError for terms that match no card, or only cards
    with quantity 0; for both `only` and `missing`; and for too many cards.
    """
    if only and missing:
        raise UsageError("--only and --missing do not go together: --missing names its cards itself")
    if not 1 <= copies <= 1000:
        raise UsageError("from 1 to 1000 copies can be made at once")
    chosen = (
        _counted_missing_cards(pack, missing, copies)
        if missing
        else _counted_cards_of_terms(pack, only, copies)
    )
    count = sum(times for _, times in chosen)
    if not count:
        raise UsageError(f"{'--missing' if missing else '--only'} names no card to print")
    if count > _MOST_AT_ONCE:
        raise UsageError(
            f"these are {count:,} cards, and at most {_MOST_AT_ONCE:,} are made at once: "
            "make fewer copies, and print the file more often"
        )
    return chosen


class PartToPrint(NamedTuple):
    """The terms that select the cards to print, as in cards_to_print(). Without terms, all cards are
    printed.
    """

    only: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


WHOLE = PartToPrint()


def kinds_to_print(pack: Pack, part: PartToPrint) -> Sequence[Pack]:
    """Return the kinds of pieces to print, each with only those of its cards that are printed.

    Raises UsageError as cards_to_print() does.
    """
    if part == WHOLE:
        return pack.kinds
    chosen = cards_by_kind(pack, cards_to_print(pack, part.only, 1, part.missing))
    return [replace(kind, cards=tuple(card for card, _ in cards)) for kind, cards in chosen]


def cards_by_kind(pack: Pack, cards: Sequence[tuple[Card, int]]) -> list[tuple[Pack, list[tuple[Card, int]]]]:
    """Return cards with their quantities, grouped by kind of pieces: (pack of the kind, its cards).

    Kinds without any of the cards are left out.
    """
    times = {card.id: count for card, count in cards}
    found = [
        (kind, [(card, times[card.id]) for card in kind.cards if card.id in times]) for kind in pack.kinds
    ]
    return [(kind, chosen) for kind, chosen in found if chosen]


def _counted_cards_of_terms(pack: Pack, terms: Sequence[str], copies: int) -> list[tuple[Card, int]]:
    """Return (card, quantity in `copies` decks) for each card that at least one of the terms selects. Without
    terms, all cards are selected.
    """
    wanted = (
        {card.id for term in _split_terms(terms) for card in cards_matching(pack, term)} if terms else None
    )
    return [
        # A card with a number of its own is one of the copies of all decks.
        (card, card.quantity * (1 if card.copy_of else copies))
        for card in pack.cards
        if card.quantity and (wanted is None or card.id in wanted)
    ]


def _counted_missing_cards(pack: Pack, terms: Sequence[str], copies: int) -> list[tuple[Card, int]]:
    """Return (card, quantity to print) for each card that a term such as "+4:2" names. Raises UsageError."""
    counts: dict[str, int] = {}
    for term in _split_terms(terms):
        name, times = _name_and_times(term) or (term, 1)
        if times > _MOST_TIMES:
            raise UsageError(f"--missing {term!r}: at most {_MOST_TIMES:,} of a card are printed at once")
        for card in cards_matching(pack, name):
            if card.copy_of and times > 1:
                raise UsageError(
                    f"--missing {term!r}: each copy of {card.copy_of.label} has a number of its own; name "
                    f"those that are missing, such as {card.label!r}"
                )
            counts[card.id] = 1 if card.copy_of else counts.get(card.id, 0) + times * copies
    return [(card, counts[card.id]) for card in pack.cards if counts.get(card.id)]


def _name_and_times(term: str) -> tuple[str, int] | None:
    """Return the name and the number of a term such as "+4:2" or "Copper x3"; None if it has no number."""
    number = _TIMES.search(term)
    if number is None:
        return None
    before = term[: number.start()].rstrip()
    name = before[:-1]
    times = before.endswith(":") or (before.endswith(("x", "×")) and name[-1:].isspace())
    return (name.rstrip(), int(number[1])) if times and name.strip() else None


def _split_terms(texts: Sequence[str]) -> list[str]:
    """Return the terms in texts, which are separated by commas outside of double quotes."""
    parts = [part.strip() for text in texts for part in re.findall(r'(?:"[^"]*"|[^,])+', text)]
    return [re.sub(_QUOTED, r"\1\2", part) for part in parts if part]


def cards_matching_any(pack: Pack, text: str) -> list[Card]:
    """Return the cards that match any of the terms in a text, each once: 'A, K' or '"Wait, then draw",
    goods'.

    Raises UsageError for a term without matches. A text without terms matches no card.
    """
    return list(
        {card.id: card for term in _split_terms([text]) for card in cards_matching(pack, term)}.values()
    )


def quantities_in(pack: Pack, text: str) -> dict[str, int | None]:
    """Return, by card id, the numbers in a text such as "Copper:7, Estate:3". Several numbers for one card
    are added.

    The number is None for a card that the text names without a number. Raises UsageError for a term that
    matches no card.
    """
    counts: dict[str, int | None] = {}
    for term in _split_terms([text]):
        name, times = _name_and_times(term) or (term, None)
        for card in cards_matching(pack, name):
            before = counts.get(card.id, 0)
            counts[card.id] = None if times is None or before is None else before + times
    return counts


def cards_matching(pack: Pack, term: str) -> list[Card]:
    """Return the cards that match a term.

    A term is a suit, a card's name, title or id, a rank of all suits, a range of cards, a kind of extra, or a
    word in a column: "type=goods". In a translated pack the original names match as well, so that one
    template and one command fit every language. If the pack is that of one kind of pieces, the term is
    matched in the whole pack, and only cards of this kind are returned. Raises UsageError if it matches no
    card.
    """
    if pack.whole_pack is not None:
        own = {card.id: card for card in pack.cards}
        return [own[card.id] for card in cards_matching(pack.whole_pack, term) if card.id in own]
    try:
        return _cards_of_name(pack, term)
    except UsageError:
        if not pack.original_texts:
            raise
        from .translations import untranslated_pack

        original = untranslated_pack(pack)
        try:
            found = _cards_of_name(original, term)
        except UsageError:
            found = []
        if not found:
            raise
        places = {card.id: place for place, card in enumerate(original.cards)}
        return [pack.cards[places[card.id]] for card in found]


def _cards_of_name(pack: Pack, term: str) -> list[Card]:
    """Return the cards that match a term in the pack's language. Raises UsageError if there is none."""
    plain = _normalized_term(term)
    found = [card for card in pack.cards if plain in _names_of_card(pack, card)]
    if not found and "=" in plain:
        found = _cards_by_column_value(pack, term)
    if not found and ".." in term:
        return _cards_of_range(pack, term)
    if not found:
        if _name_and_times(term):
            raise UsageError(
                f"{term!r} names a number of cards: leave it out, or use --missing to print so many, "
                "--hold for the odds of so many"
            )
        if kind := next((key for key in pack.pieces if key.lower() == plain), ""):
            raise UsageError(f"no card of {pack.name} is called {term!r}; the pieces are piece={kind}")
        if column := _column_with_value(pack, plain):
            value = f'"{term}"' if re.search(",| and ", term) else term
            raise UsageError(
                f"no card of {pack.name} is called {term!r}, but some have it in the column {column}: "
                f"write {column}={value}"
            )
        known = [*pack.suits, *(card.label for card in pack.cards[:200])]
        raise UsageError(f"no card of {pack.name} is called {term!r}; {nearest_word_hint(term, known)}")
    return found


def _cards_by_column_value(pack: Pack, term: str) -> list[Card]:
    """Return the cards with a word in a column: "type=goods"; the column is given by its name or heading.

    All cards also have id, quantity, layout, back, list and piece. Raises UsageError for an unknown column,
    and if no card has the word.
    """
    asked, _, value = (part.strip() for part in term.partition("="))
    values = {card.id: columns_of(pack, card) for card in pack.cards}
    columns = {column.lower(): column for each in values.values() for column in each}
    heads = {name: head for each in pack.lists for name, head in each.columns.items()}
    by_name = {**{head.lower(): name for name, head in heads.items()}, **columns}
    column = by_name.get(_normalized_term(asked), _normalized_term(asked))
    if column in _OF_EVERY_CARD:
        answers = {card.id: _OF_EVERY_CARD[column](pack, card) for card in pack.cards}
    elif column in columns.values():
        answers = {key: [each[column]] for key, each in values.items() if column in each}
    elif columns:
        known = list(dict.fromkeys([*(heads.get(name, name) for name in columns), *_OF_EVERY_CARD]))
        raise UsageError(f"no card of {pack.name} has a column {asked!r}; {nearest_word_hint(asked, known)}")
    else:
        return []
    wanted = _normalized_term(value)
    found = [card for card in pack.cards if wanted in map(_normalized_term, answers.get(card.id, ()))]
    if not found:
        every = dict.fromkeys(each for card in pack.cards for each in answers.get(card.id, ())[:1])
        shown = [each for each in every if len(each) <= _SHORT and "\n" not in each]
        hint = f"; {nearest_word_hint(value, shown)}" if shown else ""
        raise UsageError(f"no card of {pack.name} has {value!r} in the column {asked}{hint}")
    return found


def _column_with_value(pack: Pack, plain: str) -> str:
    """Return the heading of the first column in which a card has a value; "" if there is none.

    plain: the value, as _normalized_term() returns it.
    """
    heads = {name: head for each in pack.lists for name, head in each.columns.items()}
    found = (
        column
        for card in pack.cards
        for column, value in columns_of(pack, card).items()
        if _normalized_term(value) == plain
    )
    column = next(found, "")
    return heads.get(column, column)


def _words_for_back(pack: Pack, card: Card) -> list[str]:
    """Return the words by which a term can name a card's back: its short name, and its picture, layout or
    pattern.
    """
    back = card.back or pack.back
    if back.image:
        file = PurePath(back.image)
        return [pack.back_of(card), file.name, file.stem]
    return [pack.back_of(card), back.layout or back.pattern]


def _names_of_list(pack: Pack, card: Card) -> list[str]:
    """Return the names by which a term can select the list of a card: its number, and its table or folder; []
    for a card of no list.
    """
    if card.section != "cards":
        return []
    listed = pack.lists[int(card.path[1])]
    file = PurePath(listed.table.file if listed.table else listed.folder or "")
    return [str(int(card.path[1]) + 1), *dict.fromkeys(filter(None, (file.stem, file.name)))]


#: Properties of a card that terms can name like columns.
_OF_EVERY_CARD: dict[str, Callable[[Pack, Card], list[str]]] = {
    "id": lambda pack, card: [card.id, *([card.copy_of.id] if card.copy_of else [])],
    "quantity": lambda pack, card: [str(card.quantity)],
    "layout": lambda pack, card: [card.layout or card.kind],
    "back": _words_for_back,
    "list": _names_of_list,
    "piece": lambda pack, card: [card.piece or "card"],
}


def _normalized_term(term: str) -> str:
    """Return a term in small letters and with signs as cardgen writes them, so that it can be compared with
    names.
    """
    for typed, meant in _TYPED.items():
        term = term.replace(typed, meant)
    first, *rest = term.lower().split() or [""]
    return " ".join([_STANDARD_NAMES.get(first, first), *rest])


def _names_of_card(pack: Pack, card: Card) -> set[str]:
    """Return all names by which a term may mean a card, normalized as _normalized_term() does."""
    titles = (card.values.get("title") or "", card.title or "")
    of = (card.copy_of.label, card.copy_of.id) if card.copy_of else ()
    names = {name.lower() for name in (card.label, card.id, card.kind, *titles, *of)}
    if card.piece:
        # A divider has the name of the cards behind it.
        names |= {f"{card.piece} {title}".lower() for title in (card.label, *titles) if title}
    if card.suit is not None:
        suit = pack.suits[card.suit]
        title = pack.suit_title(card.suit).lower()
        rank = (card.rank or "").lower()
        names |= {card.suit.lower(), title, rank, f"{title} {rank}", f"{card.suit.lower()} {rank}"}
        names |= {(suit.sign or "") + rank}
    return {_normalized_term(name) for name in names} - {"index", "layout", ""}


def _cards_of_range(pack: Pack, term: str) -> list[Card]:
    """Return the cards from one to another of the same suit, in either order: "+1..+3" or "+1..3".

    Raises UsageError if the term is no range.
    """
    first, _, last = (part.strip() for part in term.partition(".."))
    start = _cards_of_name(pack, first)
    ends = [card for card in pack.cards if _normalized_term(last) in _names_of_card(pack, card)]
    pairs = [(a, b) for a in start for b in ends if a.suit == b.suit and a.rank and b.rank]
    if not pairs:
        raise UsageError(f"{term!r} is not a range: name two cards of one suit, such as +1..+3")
    places = {card.id: place for place, card in enumerate(pack.cards)}
    chosen: dict[str, Card] = {}
    for a, b in pairs:
        low, high = sorted((places[a.id], places[b.id]))
        chosen.update((card.id, card) for card in pack.cards[low : high + 1])
    return list(chosen.values())
