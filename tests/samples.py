"""A small pack, its sheets, PDFs opened, changed and saved in memory; a search that is soon over."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import pikepdf
import pytest

from cardgen.gaming.lab.design import search
from cardgen.layout.imposition import SheetOptions
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.card_list import cards_of_suits, with_cards
from cardgen.pack.cards import Entry, SuitSection
from cardgen.pack.model import Pack
from cardgen.pack.reading import read_pack as validate
from cardgen.prepress.verification import sheets as verification


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


@contextmanager
def pdf_of(data: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        yield pdf


def saved(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, min_version="1.7")
    return out.getvalue()


PACK = small_pack()


def sheets(pack=PACK, layout=None, **options):
    return [file.data for file in write_sheets(pack, Job(SheetOptions(**(layout or {})), **options))]


@cache
def plain_sheet():
    """The sheets of the small pack as they are without options, made once."""
    (data,) = sheets()
    return data


def faults(data, pack=PACK, backs=None):
    return verification.prove(data, pack, backs).faults


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
