"""The functions that a template may call: cards, tables, counts, figures, verdicts, score sheets, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..pack.model import Card, Pack
from ..pack.selection import cards_matching
from ..text.styles import InlineCard
from ..units import nearest_word_hint
from .blocks import (
    LAYOUTS,
    Drawing,
    Figure,
    Hand,
    Heading,
    Layout,
    Notes,
    ScoreSheet,
    Table,
    Verdict,
    Verdicts,
    plain_text,
)
from .card_moves import CardMove, CardMoves
from .context import PackTable

if TYPE_CHECKING:
    from ..pack.words import Wording
    from ..text.styles import Runs
    from .blocks import Align, Block

#: Maximum number of cards in a figure, and of cells in a table.
_MOST_CARDS, _MOST_CELLS = 60, 2_000
#: Maximum number of moves in a figure, and of cards before or after one.
_MOST_MOVES, _MOST_IN_MOVE = 12, 16
#: Maximum number of cells in a line of a score sheet, and of lines.
_MOST_COLUMNS, _MOST_ROWS = 20, 60
_ALIGNS: dict[str, Align] = {"l": "left", "c": "center", "r": "right"}

#: An example of each function, for hints.
EXAMPLES = {
    "card": '{{ card("+4") }}',
    "cards": '{{ cards("+4, +3", layout="row", caption="Two cards") }}',
    "table": '{{ table([["Abe", 12]], head=["Player", "Points"]) }}',
    "count": '{{ count("green") }}',
    "total": '{{ total("green") }}',
    "figure": '{{ figure(seating, caption="Six at a table") }}',
    "verdicts": '{{ verdicts("≤2", good=[["+1, +2", ""]], bad=[["+3", "over the ceiling of 2"]]) }}',
    "moves": '{{ moves([[["+1", "≤2"], "+2", ["+2", "≤2"], "It scores 2."]]) }}',
    "score_sheet": '{{ score_sheet(["Ann", "Ben"], columns=6) }}',
    "appendix": '{{ appendix("For those who make packs") }}',
    "notes": '{{ notes("How we read the rules") }}',
}

#: Makes runs of a template's text: a plain value, or a piece of Markdown set aside.
Reader = Callable[[Any], "Runs"]


class BadCallError(ValueError):
    """A template function was called with arguments that it cannot use. `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class PendingBlocks:
    """Blocks that a template function returned. Their texts are parsed as Markdown later."""

    def __init__(self, make: Callable[[Reader], list[Block]], plain_text: str) -> None:
        #: Returns the blocks; headings have no keys yet, and notes no texts.
        self.make_blocks, self._said = make, plain_text
        #: The line of the template that calls the function, from 1, and the function's name.
        self.line, self.function = 0, ""

    def __str__(self) -> str:
        return self._said


class Vocabulary:
    """The functions that templates may call, for one pack. Each raises BadCallError for arguments that it
    cannot use.
    """

    def __init__(self, pack: Pack, wording: Wording) -> None:
        self.pack, self.wording = pack, wording
        self._found: dict[str, list[Card]] = {}

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by the names that templates call them by."""
        return {
            "card": self.inline_card,
            "cards": self.hand_figure,
            "table": self.table_blocks,
            "count": self.card_count,
            "total": self.point_total,
            "figure": self.drawing_figure,
            "verdicts": self.verdict_figure,
            "moves": self.move_figure,
            "score_sheet": self.score_sheet_block,
            "appendix": self.appendix_heading,
            "notes": self.notes_heading,
        }

    def inline_card(self, term: Any) -> InlineCard:
        """Return a small card in the line: `{{ card("+4") }}`."""
        found = self._cards_of_term(term)
        if len(found) > 1:
            labels = [card.label for card in found]
            some = ", ".join(
                card.label if labels.count(card.label) == 1 else f"{card.piece} {card.label}".strip()
                for card in found[:4]
            )
            raise BadCallError(f"{term!r} is the name of {len(found)} cards", f"name one of them: {some}")
        return InlineCard(found[0])

    def hand_figure(
        self,
        terms: Any,
        layout: str = "row",
        caption: Any = "",
        label: Any = "",
        labels: Any = (),
        alt: Any = "",
        rows: int = 0,
    ) -> PendingBlocks:
        """Return cards as a figure: `{{ cards("+4, +3, ≤2", layout="fan", caption="A hand") }}`.

        terms: names of cards with commas between them, or a list of them; the same card may come twice.
        alt: a description of the figure; by default the names of the cards and their arrangement.
        rows: maximum number of rows, for which cards become smaller if necessary; 0 for no maximum.
        """
        chosen = self._cards_of_hand(terms)
        if layout not in LAYOUTS:
            raise BadCallError(
                f"{layout!r} is not a layout of cards", nearest_word_hint(str(layout), LAYOUTS)
            )
        under = tuple(str(each) for each in labels)
        if under and len(under) != len(chosen):
            message = f"there are {len(under)} labels for {len(chosen)} cards"
            raise BadCallError(message, "give each card its label, an empty one for none")
        shown: Layout = next(each for each in LAYOUTS if each == layout)
        hand = Hand(chosen, shown, under, int(rows))
        return PendingBlocks(
            lambda read: [
                Figure(
                    hand,
                    read(caption),
                    str(label),
                    plain_text(read(alt)) or self._layout_description(hand, str(label)),
                )
            ],
            ", ".join(card.label for card in chosen),
        )

    def _layout_description(self, hand: Hand, label: str = "") -> str:
        """Return a description of the cards and their arrangement."""
        labels = hand.labels or ("",) * len(hand.cards)
        cards = [
            f"{card.label} ({under})" if under else card.label
            for card, under in zip(hand.cards, labels, strict=True)
        ]
        how = f"{hand.layout}-of-cards" if len(cards) > 1 else "one-card"
        return f"{label + ': ' if label else ''}{self.wording.phrase(how, cards=', '.join(cards))}"

    def _cards_of_hand(self, terms: Any) -> tuple[Card, ...]:
        chosen = tuple(self.inline_card(term).card for term in _split_terms(terms))
        if not 1 <= len(chosen) <= _MOST_CARDS:
            raise BadCallError(f"a figure holds 1 to {_MOST_CARDS} cards", "show fewer cards at once")
        return chosen

    def verdict_figure(
        self, beside: Any = "", good: Any = (), bad: Any = (), caption: Any = "", alt: Any = ""
    ) -> PendingBlocks:
        """Return lines with right and wrong examples, beside cards or a drawing.

        `{{ verdicts("≤2", good=[["+1, +2", ""]], bad=[["+3", "over the ceiling of 2"]]) }}`

        beside: cards, a drawing, or nothing. good, bad: for each line, its cards and a reason; either may be
        empty.
        """
        shown: Hand | Drawing | None = None
        if _is_drawing(beside):
            shown, told = beside, getattr(beside, "alt", "")
        elif beside:
            shown = Hand(self._cards_of_hand(beside))
            told = self._layout_description(shown)
        else:
            told = ""
        wanted = [
            (mark, *self._read_verdict(line))
            for mark, lines in ((True, good), (False, bad))
            for line in lines
        ]
        if not wanted:
            raise BadCallError("it has no lines: give good=, bad= or both", EXAMPLES["verdicts"])
        return PendingBlocks(
            lambda read: [
                Verdicts(
                    tuple(Verdict(mark, cards, read(reason)) for mark, cards, reason in wanted),
                    shown,
                    read(caption),
                    plain_text(read(alt)) or told,
                )
            ],
            "an example",
        )

    def _read_verdict(self, line: Any) -> tuple[tuple[InlineCard, ...], Any]:
        """Return the cards of a line and its reason, "" without one. line: a pair of cards and a reason, or
        only cards.
        """
        cards, reason = line if isinstance(line, list | tuple) and len(line) == 2 else (line, "")
        return tuple(self.inline_card(term) for term in _split_terms(cards)), reason

    def move_figure(self, rows: Any, caption: Any = "", alt: Any = "") -> PendingBlocks:
        """Return moves as pictures, the cards on the table before and after each.

        `{{ moves([[["+1", "≤2"], "+2", ["+2", "≤2"], "It scores 2."]]) }}`

        rows: for each move, the cards before it, the cards that are played, the cards after it, and a
        sentence. "" among cards is an empty place; [] for the cards after it marks a forbidden move.
        """
        listed = [*rows]
        if not 1 <= len(listed) <= _MOST_MOVES:
            raise BadCallError(f"a figure holds 1 to {_MOST_MOVES} moves", EXAMPLES["moves"])
        if any(not isinstance(row, list | tuple) or len(row) != 4 for row in listed):
            raise BadCallError(
                "a move has four parts: cards before, card, cards after, text", EXAMPLES["moves"]
            )
        shown = [
            (
                CardMove(
                    self._cards_or_gaps(before),
                    self._cards_of_hand(played),
                    self._cards_or_gaps(after) or None,
                ),
                said,
            )
            for before, played, after, said in listed
        ]
        words = (self.wording.phrase("right"), self.wording.phrase("wrong"))

        def make(read: Reader) -> list[Block]:
            moves = tuple(move._replace(sentence=plain_text(read(said))) for move, said in shown)
            art = CardMoves(self.pack, moves, words)
            return [Figure(art, read(caption), alt=plain_text(read(alt)) or art.alt)]

        return PendingBlocks(make, "moves")

    def _cards_or_gaps(self, terms: Any) -> tuple[Card | None, ...]:
        """Return cards on the table, None for each empty place. Raises BadCallError for too many cards."""
        listed = [*terms] if isinstance(terms, list | tuple) else _split_terms(terms)
        if len(listed) > _MOST_IN_MOVE:
            raise BadCallError(
                f"a move shows at most {_MOST_IN_MOVE} cards before and after it", "show fewer"
            )
        return tuple(None if each == "" else self.inline_card(each).card for each in listed)

    def score_sheet_block(self, rows: Any, columns: int = 6, caption: Any = "") -> PendingBlocks:
        """Return an empty table to write in: `{{ score_sheet(["Ann", "Ben"], columns=6) }}`.

        rows: the text at the left of each row. columns: the number of empty cells after it.
        """
        heads = [*rows]
        if not 1 <= columns <= _MOST_COLUMNS or not 1 <= len(heads) <= _MOST_ROWS:
            message = f"a score sheet has 1 to {_MOST_ROWS} rows and 1 to {_MOST_COLUMNS} columns"
            raise BadCallError(message, EXAMPLES["score_sheet"])
        return PendingBlocks(
            lambda read: [ScoreSheet(tuple(map(read, heads)), columns, read(caption))], "a score sheet"
        )

    def appendix_heading(self, title: Any) -> PendingBlocks:
        """Begin the appendix: `{{ appendix("For those who make packs") }}`."""
        return PendingBlocks(lambda read: [Heading(1, read(title), "", appendix=True)], "the appendix")

    def notes_heading(self, title: Any) -> PendingBlocks:
        """Put the notes of the whole book here, under a heading: `{{ notes("How we read the rules") }}`."""
        return PendingBlocks(lambda read: [Heading(1, read(title), ""), Notes(())], "the notes")

    def table_blocks(self, rows: Any, head: Any = (), align: str = "", caption: Any = "") -> PendingBlocks:
        """Return rows of cells: `{{ table([["Abe", 12]], head=["Player", "Points"], align="lr") }}`.

        head: the headings of the columns; by default, the table of the pack has its own, others have none.
        align: a letter for each column: l, c or r; by default, numbers are at the right.
        """
        cells = [[*row] if isinstance(row, list | tuple) else [row] for row in rows]
        top = [*head]
        columns = max((len(row) for row in [*cells, top]), default=0)
        if isinstance(rows, PackTable) and not top:
            sentence = self.wording.sentence
            top = [sentence("Card"), sentence("Quantity"), sentence("Sum")][:columns]
        if not columns:
            raise BadCallError("this table has no rows", "give it rows, or leave it out")
        if columns * len(cells) > _MOST_CELLS:
            raise BadCallError(f"a table has at most {_MOST_CELLS:,} cells", "leave some rows out")
        uneven = [len(row) for row in cells if len(row) != columns] or (top and len(top) != columns)
        if uneven:
            raise BadCallError(
                "the rows of this table have different numbers of cells",
                "give each row the same number of cells",
            )
        sides = _column_alignments(align, cells, columns)
        return PendingBlocks(
            lambda read: [
                Table(
                    tuple(map(read, top)), tuple(tuple(map(read, row)) for row in cells), sides, read(caption)
                )
            ],
            "a table",
        )

    def drawing_figure(self, drawing: Any, caption: Any = "", alt: Any = "") -> PendingBlocks:
        """Return a drawing of the game's own: `{{ figure(seating, caption="Six at a table") }}`.

        alt: a description; by default that of the drawing itself, or the caption.
        """
        if not _is_drawing(drawing):
            raise BadCallError("this is not a drawing", "name a figure that the game offers")
        made: Drawing = drawing

        def make(read: Reader) -> list[Block]:
            said = read(caption)
            return [
                Figure(made, said, alt=plain_text(read(alt)) or getattr(made, "alt", "") or plain_text(said))
            ]

        return PendingBlocks(make, "a drawing")

    def card_count(self, *terms: Any) -> int:
        """Return the number of cards in the pack that match any term: `{{ count("green") }}`, `{{ count("+4")
        }}`.

        Without a term, all cards with a suit are counted. A card that matches two terms counts once.
        """
        return sum(card.quantity for card in self._cards_by_name(terms))

    def point_total(self, *terms: Any) -> int:
        """Return the sum of the numbers on the cards that match any term, with their quantities:
        `{{ total("green") }}`.

        Without a term, all cards with a suit are added up. Raises BadCallError for a card without a number.
        """
        chosen = self._cards_by_name(terms)
        for card in chosen:
            if not (card.rank or "").isdecimal():
                raise BadCallError(f"{card.label} has no number to add", "name cards with numbers")
        return sum(int(card.rank or 0) * card.quantity for card in chosen)

    def _cards_by_name(self, terms: Iterable[Any]) -> list[Card]:
        wanted = [part for term in terms for part in _split_terms(term)]
        if not wanted:
            return [card for card in self.pack.cards if card.suit]
        named = {card.id for term in wanted for card in self._cards_of_term(term)}
        return [card for card in self.pack.cards if card.id in named]

    def _cards_of_term(self, term: Any) -> list[Card]:
        if isinstance(term, InlineCard):
            return [term.card]
        if isinstance(term, Card):
            return [term]
        said = str(term)
        try:
            if said not in self._found:
                found = cards_matching(self.pack, said)
                # A divider has the name of the cards behind it; only a term such as piece=divider means it.
                cards = [card for card in found if not card.piece] if "=" not in said else []
                self._found[said] = cards or found
            return self._found[said]
        except UsageError as error:
            message, _, hint = str(error).partition("; ")
            raise BadCallError(message, hint) from None


def _is_drawing(value: Any) -> bool:
    """Tell whether a value can be shown as a drawing."""
    return all(hasattr(value, name) for name in ("width", "height", "items"))


def _split_terms(terms: Any) -> list[Any]:
    """Return the names of cards as a list. terms: a list, or a text with commas between the names."""
    if isinstance(terms, Card | InlineCard):
        return [terms]
    if isinstance(terms, list | tuple):
        return [part for term in terms for part in _split_terms(term)]
    return [part for each in str(terms).split(",") if (part := each.strip())]


def _column_alignments(align: str, rows: list[list[Any]], columns: int) -> tuple[Align, ...]:
    if align and (len(align) != columns or set(align) - _ALIGNS.keys()):
        raise BadCallError(
            f"{align!r} does not align {columns} columns", "write one letter for each column: l, c or r"
        )
    if align:
        return tuple(_ALIGNS[letter] for letter in align)
    columns_of = zip(*rows, strict=True) if rows else [()] * columns
    return tuple(
        "right"
        if all(isinstance(cell, int | float) or cell == "" for cell in cells) and any(cells)
        else "left"
        for cells in columns_of
    )
