"""Compiling is told of, and what is kept is not."""

from __future__ import annotations

import pytest

from cardgen.gaming.games import compiling

pytest.importorskip("numba")


def test_whoever_listens_is_told_once_and_only_of_compiling() -> None:
    from numba import njit

    one, other = njit(lambda x: x + 1), njit(lambda x: x + 2)
    heard: list[str] = []
    with compiling.call_on_compilation(lambda: heard.append("compiling")):
        with compiling.notify_listeners_of_compilation():
            one(1)
            other(1)
        assert heard == ["compiling"]
    with (
        compiling.call_on_compilation(lambda: heard.append("again")),
        compiling.notify_listeners_of_compilation(),
    ):
        one(1)
    with compiling.notify_listeners_of_compilation():
        one(1.5)
    assert heard == ["compiling"]
