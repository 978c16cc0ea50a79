"""Compiling is told of, and what is kept is not."""

from __future__ import annotations

import pytest

from cardgen.gaming.games import compiling

pytest.importorskip("numba")


def test_whoever_listens_is_told_once_and_only_of_compiling() -> None:
    from numba import njit

    one, other = njit(lambda x: x + 1), njit(lambda x: x + 2)
    heard: list[str] = []
    with compiling.listening(lambda: heard.append("compiling")):
        with compiling.compile_notices():
            one(1)
            other(1)
        assert heard == ["compiling"]
    with compiling.listening(lambda: heard.append("again")), compiling.compile_notices():
        one(1)
    with compiling.compile_notices():
        one(1.5)
    assert heard == ["compiling"]
