"""Packs and examples that come with cardgen, for printers: what passes, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from samples import small_pack, thorough, without_source_comparison

from cardgen import api
from cardgen.errors import UsageError
from cardgen.output.press import press_job, press_target, write_press
from cardgen.output.proof_report import picture_report
from cardgen.output.proof_sides import proof_sides
from cardgen.pack import library
from cardgen.pack.folders import bundled_folder
from cardgen.pack.model import Pack
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Report
from cardgen.prepress.printers import library as printers
from cardgen.units import MM

#: Two that have other quantities of the very faces of NEVER OVER are left out.
BUNDLED = sorted({*library.bundled_pack_names()} - {"never-over-attack", "never-over-defence"})
#: Printers' presets know cards only, and some take one back a deck, of which Both Banks has eight.
EXAMPLES = sorted(
    file.stem
    for file in bundled_folder("examples").glob("*/*.yaml")
    if file.stem != "both-banks" and "\npieces:" not in file.read_text("utf-8")
)

#: Printers whose nearest product is refused, with what is said of it. Their users have to name the product.
_POKER_ONLY = ("cartamundi", "drivethrucards", "longpack", "mbprint", "printerstudio", "printninja")
_TALLER = {"meinspiel": "skat (59 × 91 mm), which comes nearest, is too unlike it: its proportions differ"}
UNLIKE: dict[str, dict[str, str]] = {
    # 62 x 88 mm and poker: a Skat card is narrower.
    **dict.fromkeys(
        ("never-over", "never-over-paper", "short-24", "short-25", "standard-52", "standard-52-four-colour"),
        _TALLER,
    ),
    **dict.fromkeys(
        ("bento", "blank", "curtain-call", "market", "mela", "never-over-de", "night-shift", "reef-watch"),
        _TALLER,
    ),
    **dict.fromkeys(("postcards", "souk"), _TALLER),
    # 59 x 91 mm is a Skat card; a poker card is wider.
    "german-32": dict.fromkeys(_POKER_ONLY, "its proportions differ by 10 %; it cuts no size that fits"),
    # 61 x 95 mm; bridge has its proportions.
    "spanish-40": {
        **dict.fromkeys(_POKER_ONLY, "its proportions differ by 11 %; it cuts no size that fits"),
        "makeplayingcards": "these fit: --size bridge (57.15 × 88.9 mm), --size bridge-eu (56 × 88 mm)",
        "thegamecrafter": "these fit: --size bridge (57.15 × 88.9 mm)",
    },
    # Bridge.
    "summit": dict.fromkeys(_POKER_ONLY, "its proportions differ by 11 %; it cuts no size that fits"),
    # Tarot.
    "twelve-moons": {
        **dict.fromkeys(
            ("cartamundi", "drivethrucards", "longpack", "mbprint", "printerstudio"),
            "its proportions differ by 2",
        ),
        "meinspiel": "long (62 × 100 mm), which comes nearest, is too unlike it: its proportions differ by 6",
    },
}
UNLIKE["gilded-hours"] = UNLIKE["twelve-moons"]


def _named(name: str) -> str:
    return str(bundled_folder("examples") / name / f"{name}.yaml") if name in EXAMPLES else name


@cache
def _own(name: str) -> Pack:
    return api.load(_named(name))


def _reports(pack: Pack, printer: printers.Printer, few: bool) -> list[Report]:
    """Preflight what is handed in, with one copy of each card; of packs of pictures, with three cards."""
    cards = [card for card in pack.cards if card.quantity]
    chosen = cards[:: -(-len(cards) // 3)] if pack.pictures or few else cards
    pack = pack.with_quantities({card.id: 1 for card in chosen})
    if printer.form == "images":
        return [picture_report(pack, printer, proof_sides(pack, None))]
    job = press_job(printer)
    return [
        preflight(file.data, press_target(pack, job, printer, file.suffix)) for file in write_press(pack, job)
    ]


PACKS = [*BUNDLED, *EXAMPLES]
PRINTERS = printers.preset_names()


@pytest.mark.parametrize("name", PACKS)
def test_printers_refuse_the_packs_that_are_unlike_their_products(name: str) -> None:
    for printer in PRINTERS:
        maker = printers.find_preset(printer)
        if refused := UNLIKE.get(name, {}).get(printer):
            with pytest.raises(UsageError) as error:
                printers.pack_fitted_to_printer(_own(name), maker)
            assert refused in str(error.value)
        else:
            assert printers.pack_fitted_to_printer(_own(name), maker).card.size in [
                each.trim for each in maker.products
            ]


def _pairs() -> Iterator[Any]:
    """Yield packs with printers in turn: every second pack with one and three cards; thorough, each with two.

    What differs between printers (PDF or images, standard, condition, trim) has tests of its own.
    """
    for at, name in enumerate(PACKS):
        if at % 2 == 0:
            yield name, PRINTERS[at // 2 % len(PRINTERS)], True
        for printer in (at, at + 4):
            yield thorough(name, PRINTERS[printer % len(PRINTERS)], False)


@pytest.mark.parametrize(("name", "printer", "few"), list(_pairs()))
def test_packs_pass_preflight_for_printers(name: str, printer: str, few: bool) -> None:
    """At the nearest size that the printer cuts, named where it is too unlike the pack's own.

    few: with three cards of any pack, without comparing them with their sources.
    """
    maker = printers.find_preset(printer)
    size = maker.nearest_product(_own(name).card.size).trim if printer in UNLIKE.get(name, {}) else None
    drawn = api.load(_named(name), size=size, printer=maker, strict=name in BUNDLED)
    assert drawn.card.size in [product.trim for product in maker.products]
    assert drawn.card.bleed == maker.bleed
    assert drawn.card.safe >= maker.safe
    with without_source_comparison() if few else nullcontext():
        reports = _reports(drawn, maker, few)
    for report in reports:
        assert report.passed, report.findings
        assert report.findings == () or name in EXAMPLES


@pytest.mark.parametrize(
    ("size", "printer", "said"),
    [
        # Round tokens.
        ((25, 25), "mbprint", "its proportions differ by 40 %; it cuts no size that fits"),
        # A small card of a poker card's proportions.
        ((41, 57.4), "drivethrucards", "the art would be scaled by 1.55; it cuts no size that fits"),
        ((56, 78.4), "mbprint", ""),
        ((55, 77), "mbprint", ""),
        ((54, 75.6), "mbprint", "the art would be scaled by 1.16"),
        ((62, 88), "drivethrucards", ""),
        ((62, 91.9), "drivethrucards", "its proportions differ by 6 %"),
        ((62, 90), "drivethrucards", ""),
    ],
)
def test_a_product_that_is_unlike_the_card_is_refused_but_for_those_who_name_it(
    size: tuple[float, float], printer: str, said: str
) -> None:
    maker = printers.find_preset(printer)
    pack = small_pack(card={"size": f"{size[0]} x {size[1]} mm", "corner": "3 mm"})
    nearest = maker.nearest_product(pack.card.size)
    if not said:
        assert printers.pack_fitted_to_printer(pack, maker).card.size == nearest.trim
        return
    with pytest.raises(UsageError) as error:
        printers.pack_fitted_to_printer(pack, maker)
    assert said in str(error.value)
    assert f"add --size {nearest.name}" in str(error.value)
    assert printers.pack_fitted_to_printer(pack, maker, nearest.trim).card.size == nearest.trim


def test_products_that_fit_are_named() -> None:
    """Tokens for a printer who cuts squares as well."""
    maker = printers.find_preset("mbprint")
    square = maker.products[0]._replace(name="square", trim=(27 * MM, 27 * MM), pixels=None)
    near = maker.products[0]._replace(name="small", trim=(24 * MM, 27 * MM), pixels=None)
    pack = small_pack(card={"size": "25 x 25 mm", "corner": "3 mm"})
    with pytest.raises(UsageError, match=r"these fit: --size square \(27 × 27 mm\)\."):
        printers.pack_fitted_to_printer(pack, replace(maker, products=(near, square)))
