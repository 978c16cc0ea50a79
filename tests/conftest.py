"""What the tests share: packs in memory, PDFs looked into, and programs that are not ours."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pikepdf
import pytest
from hypothesis import HealthCheck, settings

import cardgen
from cardgen.pack import Pack
from cardgen.validate import validate

# The same examples on every machine, and no clock: a slow machine is no failure.
settings.register_profile(
    "cardgen", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("cardgen")

REQUIRED = "CARDGEN_REQUIRE_OUTSIDE"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose outside program is missing; fail it where CI promised the program."""
    for mark in item.iter_markers("outside"):
        (program,) = mark.args
        if shutil.which(program) is None:
            reason = f"{program} is not installed"
            if os.environ.get(REQUIRED) == "1":
                pytest.fail(f"{reason}, and {REQUIRED}=1")
            pytest.skip(reason)


@pytest.fixture(scope="session")
def never_over() -> Pack:
    return cardgen.load("never-over")


@pytest.fixture(scope="session")
def standard() -> Pack:
    return cardgen.load("standard-52")


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


@pytest.fixture
def make_pack() -> Callable[..., Pack]:
    return small_pack


@contextmanager
def pdf_of(data: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        yield pdf


def saved(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, min_version="1.7")
    return out.getvalue()
