"""The records of a pack's cards that a page was told of, and what of them differs in a newer text.

The page has the cards of an earlier text. So an answer holds only the cards that have changed, and says whose
pictures are no longer known: an edit costs what it changes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import count, groupby
from typing import Any, NamedTuple

from ..errors import KeyPath
from ..pack.model import Card, Pack
from ..pack.yaml import Data
from .boxes import BACK
from .messages import CardProblem, FaceChanges, FaceRecord, FaceSplice

#: Maximum number of texts of a tab whose cards are kept: the page may not have received the newest answers.
_MOST_TOLD = 8
#: Maximum number of problems beside one card.
_MOST_OF_CARD = 3


class ToldFaces(NamedTuple):
    """The cards of a text, in order."""

    #: Without the keys of their pictures. The record of an unchanged card is the same object as before.
    records: list[FaceRecord]
    #: The keys of their pictures; "" for one that is not known.
    keys: list[str]
    #: What was found out about each card (see checks.card_memory), which is the same object as long as the
    #: card looks the same; None for a card of which nothing is kept.
    looks: Sequence[object]

    def whole(self) -> list[FaceRecord]:
        """Return the records of all cards, with the keys of their pictures."""
        return [_with_key(record, key) for record, key in zip(self.records, self.keys, strict=True)]

    def changes_since(self, rev: int, older: ToldFaces) -> FaceChanges:
        """Return what differs from the cards of an earlier text. rev: the number of that text."""
        before, now = older.records, self.records
        if len(before) == len(now):
            # The places of the cards in both texts, which are the same.
            spans = _differing_spans(before, now)
            spliced = [(start, end, start, end) for start, end in spans]
        else:
            first = _common_length(before, now)
            left = _common_length(before[first:][::-1], now[first:][::-1])
            spliced = [(first, len(before) - left, first, len(now) - left)]
        splices: list[FaceSplice] = []
        keys: dict[str, str] = {}
        forgotten: list[int] = []
        at = 0
        shift = 0
        for start, end, new_start, new_end in [*spliced, (len(before), len(before), len(now), len(now))]:
            for place in range(at, new_start):
                key, look = self.keys[place], self.looks[place]
                if key:
                    if key != older.keys[place - shift]:
                        keys[str(place)] = key
                elif look is None or look is not older.looks[place - shift]:
                    forgotten.append(place)
            if start < end or new_start < new_end:
                faces = [_with_key(now[place], self.keys[place]) for place in range(new_start, new_end)]
                splices.append(FaceSplice(start=start, end=end, faces=faces))
            at, shift = new_end, new_end - end
        return FaceChanges(since=rev, splices=splices, keys=keys, forgotten=_ranges(forgotten))


class FacesOfTab:
    """The cards of the last texts of a tab that its page was told of."""

    def __init__(self) -> None:
        #: By the number of the text, the newest last.
        self.told: OrderedDict[int, ToldFaces] = OrderedDict()
        #: What the records of all cards depend on, and the record of each card by its identity.
        self._common: object = None
        self._listed: list[bool] = []
        self._records: dict[int, tuple[Card, FaceRecord]] = {}

    def keep(self, rev: int, told: ToldFaces) -> None:
        """Keep the cards of a text, and forget those of the oldest."""
        self.told[rev] = told
        while len(self.told) > _MOST_TOLD:
            self.told.popitem(last=False)

    def records(
        self,
        own: Pack,
        shown: Pack,
        data: dict[str, Data] | None,
        rows: Mapping[KeyPath, tuple[str, int]],
        problems: Mapping[KeyPath, list[CardProblem]] | None,
    ) -> list[FaceRecord]:
        """Return the records of a pack's cards, without the keys of their pictures.

        own: the pack. shown: the same with its removed cards. data: those that it was read from; None while
        it is checked. rows: the table, as the page names it, and the row of the cards of tables. problems: by
        path; None while it is checked, when those of an earlier text are kept.
        """
        kinds = {kind.piece: place for place, kind in enumerate(shown.kinds)}
        common = (kinds, own.all_backs, own.back)
        listed = self._listed if data is None else _has_rows_in_file_by_list(data)
        known = self._records if (common, listed) == (self._common, self._listed) else {}
        made: dict[int, tuple[Card, FaceRecord]] = {}
        found: list[FaceRecord] = []
        none: list[CardProblem] = []
        for card in shown.cards:
            before = known.get(id(card))
            record = before[1] if before is not None and before[0] is card else None
            table, row = rows.get(card.path, ("", 0))
            told = none if problems is None else problems.get(card.path, none)[:_MOST_OF_CARD]
            if problems is None and record is not None:
                told = record["problems"]
            if (
                record is None
                # Whether its quantity has a key of its own depends on the data of its suit.
                or card.section != "cards"
                or (record["row"], record["table"], record["problems"]) != (row, table, told)
            ):
                record = FaceRecord(
                    id=card.id,
                    label=card.label,
                    quantity=card.quantity,
                    back=BACK + own.back_of(card),
                    kind=kinds.get(card.piece, 0),
                    suit=card.suit or "",
                    list=card.path[1] if card.path[:1] == ("cards",) else "",
                    key="",
                    path=quantity_path(data or {}, card),
                    notes=card.notes,
                    table=table,
                    row=row,
                    problems=told,
                )
            made[id(card)] = card, record
            found.append(record)
        if data is not None:
            self._common, self._listed, self._records = common, listed, made
        return found


def _has_rows_in_file_by_list(data: dict[str, Data]) -> list[bool]:
    """Return for each list of cards whether its rows are written in the pack's file."""
    groups = data.get("cards")
    return [
        isinstance(group, dict) and isinstance(group.get("rows"), list)
        for group in (groups if isinstance(groups, list) else ())
    ]


def quantity_path(data: dict[str, Data], card: Card) -> list[str]:
    """Return the path of a card's quantity in the pack file; [] for a card of a table."""
    path = list(card.path)
    value: Any = data
    for part in path:
        if isinstance(value, list):
            value = value[int(part)] if part.isdecimal() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    if path[:1] == ["suits"]:
        return [*path, "quantity"] if isinstance(value, dict) else path
    if not isinstance(value, dict):
        return []
    return [*path, "copies" if path[:1] == ["extras"] else "quantity"]


def _with_key(record: FaceRecord, key: str) -> FaceRecord:
    """Return a record with the key of its picture."""
    made = record.copy()
    made["key"] = key
    return made


def _common_length(one: Sequence[FaceRecord], other: Sequence[FaceRecord]) -> int:
    """Return how many records two lists have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    different = (at for at, (a, b) in enumerate(pairs) if a is not b and a != b)
    return next(different, min(len(one), len(other)))


def _differing_spans(before: Sequence[FaceRecord], now: Sequence[FaceRecord]) -> list[tuple[int, int]]:
    """Return the runs (start, end) of places at which two lists of the same length differ."""
    pairs = enumerate(zip(before, now, strict=True))
    return [(start, end) for start, end in _ranges([at for at, (a, b) in pairs if a is not b and a != b])]


def _ranges(places: Sequence[int]) -> list[list[int]]:
    """Return runs of neighbouring places as [start, end]."""
    counter = count()
    groups = ([*group] for _, group in groupby(places, lambda place: place - next(counter)))
    return [[group[0], group[-1] + 1] for group in groups]
