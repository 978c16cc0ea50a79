"""Examples in docstrings give what they show."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import cardgen

_HOME = Path(cardgen.__file__).parent
_MODULES = [
    ".".join(("cardgen", *file.relative_to(_HOME).with_suffix("").parts)).removesuffix(".__init__")
    for file in sorted(_HOME.rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]


@pytest.mark.parametrize("name", _MODULES)
def test_the_examples_of_a_module_give_what_they_show(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted
    assert not done.failed
