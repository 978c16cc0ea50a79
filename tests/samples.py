"""A small pack, its sheets, PDFs opened, changed and saved in memory; a search that is soon over."""

from __future__ import annotations

import io
import json
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import pikepdf
import pytest

from cardgen import checks
from cardgen.api import load
from cardgen.art import face
from cardgen.books import catalogue
from cardgen.checks import layouts
from cardgen.gaming.games import GAMES
from cardgen.gaming.lab.design import search
from cardgen.layout.imposition import SheetOptions
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.card_list import cards_of_suits, with_cards
from cardgen.pack.cards import Entry, SuitSection
from cardgen.pack.library import bundled_pack_names
from cardgen.pack.model import Pack
from cardgen.pack.reading import read_pack as validate
from cardgen.prepress.comparison.differences import Difference, DifferenceSearcher
from cardgen.prepress.preflight import deck_sources
from cardgen.prepress.verification import looks
from cardgen.prepress.verification import sheets as verification
from cardgen.sandbox import child


def small_pack(**changes: Any) -> Pack:
    """A pack of six cards, two of them twice or more; keyword arguments replace its top-level keys."""
    data: dict[str, Any] = {
        "format": 1,
        "name": "Small",
        "suits": {
            "green": {"sign": "+", "color": "#00855B", "cards": {"4": 2, "1": 1}},
            "red": {"sign": "≤", "color": "#961129", "cards": {"0": 3}},
        },
    }
    pack, problems = validate({**data, **changes})
    assert pack is not None, problems
    assert not problems
    return pack


@cache
def game_packs() -> dict[str, str]:
    """Return for each game the first of the bundled packs that are for it."""
    first: dict[str, str] = {}
    for name in bundled_pack_names():
        for game in load(name).games:
            first.setdefault(game, name)
    return {game: first[game] for game in GAMES if game in first}


def with_ranks(pack: Pack, ranks: Mapping[str, Mapping[str, int]]) -> Pack:
    """Return a pack with cards of its suits: suit, rank, quantity."""
    entries = {key: {rank: Entry(times) for rank, times in each.items()} for key, each in ranks.items()}
    sections = {key: SuitSection(pack.suits[key], each) for key, each in entries.items()}
    return with_cards(pack, cards_of_suits(pack, sections))


@contextmanager
def narrow_search() -> Iterator[None]:
    """Let a search for designs look at few compositions, for tests of all but what it finds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_REACHED", 600)
        patch.setattr(search, "_MOST_KNOWN", 20)
        yield


def sampled_pairs(first: Iterable[Any], second: Iterable[Any], every: int = 1, begin: int = 0) -> list[Any]:
    """Return all pairs as parameters: each first one with one of the second in turn, others `thorough`.

    every, begin: only one of so many of the first, as `sampled` has it.
    """
    others = list(second)

    def marks(at: int, place: int) -> list[Any]:
        chosen = at % every == begin and place == at // every % len(others)
        return [] if chosen else [pytest.mark.thorough]

    return [
        pytest.param(one, other, marks=marks(at, place))
        for at, one in enumerate(first)
        for place, other in enumerate(others)
    ]


def sampled(values: Iterable[Any], every: int, begin: int = 0) -> list[Any]:
    """Return values as parameters: one of so many, from this place on, and the others `thorough`."""
    return [
        pytest.param(value, marks=[] if place % every == begin else [pytest.mark.thorough])
        for place, value in enumerate(values)
    ]


def thorough(*values: Any) -> Any:
    """Return the parameters of a case that shows nothing new beside the others, marked `thorough`."""
    return pytest.param(*values, marks=pytest.mark.thorough)


def box_keys(number: int) -> str:
    """Return the YAML of so many boxes of a layout."""
    return "".join(
        f"      b{each}: {{at: [5 mm, 5 mm], size: [40 mm, 9 mm], show: '{{title}}'}}\n"
        for each in range(number)
    )


#: A pack of 200 boxes on each of 500 cards: minutes of work, from 40 kB.
MANY_BOXES = (
    f"format: 1\nname: X\nlayouts:\n  l0:\n    boxes:\n{box_keys(200)}"
    "cards:\n- layout: l0\n  rows:\n" + "".join(f"  - {{title: Row {row} of many}}\n" for row in range(500))
)


def end_at_place(monkeypatch: pytest.MonkeyPatch, number: int, kind: type = tuple) -> None:
    """Let the time of a confined child be over at the place of this number, however fast the machine is.

    kind: of the places that are counted: tuple for keys of a pack, Mark for files. To be called before the
    child is started, which is a fork of this process.
    """
    # Work that begins again comes to the same places.
    places = set()

    def record_work(place: Any) -> None:
        child.record_work(place)
        if child.is_confined() and place and type(place) is kind and place not in places:
            places.add(place)
            if len(places) == number:
                signal.raise_signal(signal.SIGPROF)

    for module in (checks, layouts, face, catalogue):
        monkeypatch.setattr(module, "record_work", record_work)


@contextmanager
def pdf_of(data: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        yield pdf


def saved(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, min_version="1.7")
    return out.getvalue()


@contextmanager
def unnamed_differences() -> Iterator[None]:
    """Let cards that differ do so without a name, which takes most of the time to search for.

    For tests of what is found and where; test_differences.py has the names.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DifferenceSearcher, "name_difference", lambda *_: Difference("other", "differs"))
        yield


@contextmanager
def without_source_comparison() -> Iterator[None]:
    """Compare pages with the pack's drawing only, not with the sources of what is on them.

    That takes most of the time of each comparison, and has tests of its own in test_verified_sources.py.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(looks, "MOST_SIDES", 0)
        patch.setattr(deck_sources, "MOST_PAGES", 0)
        yield


PACK = small_pack()


def sheets(pack=PACK, layout=None, **options):
    return [file.data for file in write_sheets(pack, Job(SheetOptions(**(layout or {})), **options))]


@cache
def plain_sheet():
    """The sheets of the small pack as they are without options, made once."""
    (data,) = sheets()
    return data


def faults(data, pack=PACK, backs=None):
    return verification.verify_sheets(data, pack, backs).faults


def edited(change, **options):
    """Sheets of the small pack, changed by a function of the open PDF."""
    data = sheets(**options)[0] if options else plain_sheet()
    with pdf_of(data) as pdf:
        change(pdf)
        return saved(pdf)


def declaring(**changes):
    def change(pdf):
        found = json.loads(str(pdf.docinfo["/Keywords"]))
        pdf.docinfo["/Keywords"] = json.dumps({**found, **changes})

    return change
