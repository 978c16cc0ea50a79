"""A setting of ReportLab's that every writer here wants while it works, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def packed_once() -> Iterator[None]:
    """Streams are compressed only, not spelt out in text as well, which ReportLab does by default."""
    from reportlab import rl_config

    before, rl_config.useA85 = rl_config.useA85, 0
    try:
        yield
    finally:
        rl_config.useA85 = before
