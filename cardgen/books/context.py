"""The names that templates may use besides functions: facts of the pack, and those of its game.

A game has its own facts (Game.facts), a BookFacts with a field for each name. A value is a number, a text, a
card, a frozen record (NamedTuple or frozen dataclass) of such values, a list or mapping of those, a drawing
(see blocks.Drawing), or a function, which templates may call. Slow values are given as blocks.LazyFact(work):
computed only for templates that name them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, NamedTuple

from ..pack.model import Card, Pack

#: The options of a rulebook, by name; each game defines its own. "game" is always among them, as one file may
#: serve several games.
Options = Mapping[str, Any]
#: Names and values for a template.
Facts = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class BookFacts:
    """Facts for templates: each field is a name that templates may use, annotated with its type and
    description.
    """

    def by_name(self) -> Facts:
        """Return the values of the fields by their names, which templates use."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


class RankFacts(NamedTuple):
    """One rank of a suit."""

    rank: str
    #: Its label: "+4".
    label: str
    quantity: int
    #: The number on it; None for a letter.
    points: int | None


class SuitFacts(NamedTuple):
    """One suit of the pack."""

    key: str
    name: str
    sign: str
    ranks: tuple[RankFacts, ...]
    #: The number of cards.
    count: int  # type: ignore[assignment]  # a number here, as in templates
    #: The sum of the numbers on its cards.
    total: int


class KindFacts(NamedTuple):
    """The cards of a pack, or its pieces of another kind."""

    #: Its name in `pieces`, "card" for cards.
    name: str
    #: How many there are, and how many differ.
    count: int  # type: ignore[assignment]  # a number here, as in templates
    faces: int
    width_mm: float
    height_mm: float
    #: The number with its noun in the language of the pack: "30 cards", "12 pieces (coin)".
    counted: str


class PackFacts(NamedTuple):
    """The pack as described in rulebooks."""

    name: str
    edition: str
    author: str
    #: The number of cards of all suits and lists; extras do not count.
    count: int  # type: ignore[assignment]  # a number here, as in templates
    #: The sum of the numbers on the cards of all suits.
    total: int
    #: The number of extras: jokers, summaries.
    extras: int
    width_mm: float
    height_mm: float
    suits: tuple[SuitFacts, ...]
    #: The kinds of pieces that it has, by name: cards first.
    kinds: dict[str, KindFacts]


class PackTable(list[list[str | int]]):
    """The rows of a table of the pack: the name of a card, its quantity and, with suits, its points."""


@dataclass(frozen=True, kw_only=True)
class CommonFacts(BookFacts):
    """What every template may name."""

    pack: Annotated[PackFacts, "The pack: `pack.name`, `pack.count`."]
    suits: Annotated[dict[str, SuitFacts], "Its suits by their keys: `suits.green.name`."]
    pack_table: Annotated[
        PackTable,
        "A row for each card: its name, quantity and points. `table` gives it its headings.",
    ]
    contents_list: Annotated[
        list[str], "What is in the box, a text for each kind of pieces: `30 cards`, `12 pieces (coin)`."
    ]


def pack_facts(pack: Pack) -> CommonFacts:
    """Return the facts of a pack that every template may use, whatever the game."""
    suits = tuple(_suit_facts(pack, key) for key in pack.suits)
    mm = 72 / 25.4
    facts = PackFacts(
        pack.name,
        pack.edition or "",
        pack.author or "",
        sum(card.quantity for card in pack.cards if not card.is_extra and not card.piece),
        sum(suit.total for suit in suits),
        sum(card.quantity for card in pack.cards if card.is_extra and not card.piece),
        round(pack.card.width / mm, 2),
        round(pack.card.height / mm, 2),
        suits,
        {kind.piece or "card": _kind_facts(kind) for kind in pack.kinds},
    )
    return CommonFacts(
        pack=facts,
        suits={suit.key: suit for suit in suits},
        pack_table=_pack_table(pack, suits),
        contents_list=[piece_count_text(kind) for kind in pack.kinds],
    )


def piece_count_text(kind: Pack) -> str:
    """Return the number of pieces of a kind with its noun, in the language of the pack."""
    if not kind.piece:
        return kind.wording.phrase("cards", n=kind.count)
    pieces = kind.wording.phrase("pieces", n=kind.count)
    return kind.wording.phrase("pieces-of-kind", pieces=pieces, kind=kind.piece_name(kind.piece))


def _kind_facts(kind: Pack) -> KindFacts:
    width, height = (round(side / 72 * 25.4, 2) for side in kind.card.size)
    faces = sum(1 for card in kind.cards if card.quantity)
    return KindFacts(kind.piece or "card", kind.count, faces, width, height, piece_count_text(kind))


def _pack_table(pack: Pack, suits: tuple[SuitFacts, ...]) -> PackTable:
    """Return the rows of a table of the pack: the name and quantity of each card, and the sum of its points.
    Extras are left out.

    A pack without suits has no points, so its rows have no third cell.
    """
    rows: list[list[str | int]] = [
        [rank.label, rank.quantity, rank.points * rank.quantity if rank.points is not None else ""]
        for suit in suits
        for rank in suit.ranks
    ]
    points = [""] if suits else []
    listed = [card for card in pack.cards if card.section == "cards"]
    return PackTable(rows + [[_label_with_piece_kind(pack, card), card.quantity, *points] for card in listed])


def _label_with_piece_kind(pack: Pack, card: Card) -> str:
    """Return the name of a card; or the name of another piece with its kind added, as a divider may be named
    like a card.
    """
    is_clear = card.label.startswith(f"{card.piece} ")
    return f"{card.label} ({pack.piece_name(card.piece)})" if card.piece and not is_clear else card.label


def _suit_facts(pack: Pack, key: str) -> SuitFacts:
    suit = pack.suits[key]
    ranks = tuple(
        RankFacts(rank, card.label, card.quantity, int(rank) if rank.isdecimal() else None)
        for rank, card in pack.suit_cards[key].items()
    )
    return SuitFacts(
        key,
        pack.suit_title(key),
        suit.sign or "",
        ranks,
        sum(rank.quantity for rank in ranks),
        sum((rank.points or 0) * rank.quantity for rank in ranks),
    )
