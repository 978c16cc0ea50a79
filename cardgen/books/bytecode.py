"""Bytecode of the templates that come with cardgen, as making it takes longer than filling them in."""

from __future__ import annotations

from types import CodeType
from typing import NamedTuple

from jinja2 import compiler as jinja_compiler

from ..languages.kept import keep, kept_values
from . import sandbox

#: What makes code of a text: Jinja's compiler and ours.
_MAKERS = (jinja_compiler.__file__ or "", sandbox.__file__ or "")


class Bytecode(NamedTuple):
    """A template's code, and the names that stand in it, as in sandbox.Sandbox."""

    code: CodeType
    read: list[tuple[int, str]]
    own: set[str]


def load(file: str, text: str) -> Bytecode | None:
    """Return what was kept of a template with this text; None where nothing was, or of another text."""
    found = kept_values(file, text, _MAKERS)
    try:
        made = Bytecode(*found) if found else None
    except TypeError:
        return None
    return made if made and isinstance(made.code, CodeType) else None


def store(file: str, text: str, made: Bytecode) -> None:
    """Keep what was made of a template, in one go; do nothing where that cannot be."""
    keep(file, text, tuple(made), _MAKERS)
