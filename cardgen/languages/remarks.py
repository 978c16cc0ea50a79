"""Warnings and notes of a pack, which proofs and orders show in the pack's language."""

from __future__ import annotations

from ..errors import KeyPath, Problem, Severity, Suggestion
from ..units import Sentence

_NO_HINT = Sentence("")
#: The name of notes on the number of pieces that card makers usually produce, which say nothing of a printer
#: whose numbers are known.
USUAL_PIECES = "usual-pieces"


def remark(
    message: Sentence,
    path: KeyPath = (),
    hint: Sentence = _NO_HINT,
    severity: Severity = "warning",
    on_key: bool = False,
    name: str = "",
    suggestions: tuple[Suggestion, ...] = (),
) -> Problem:
    """Return a problem of a pack, by default a warning, whose texts can be translated because
    proofs show it.
    """
    return Problem(message, path, hint, severity, on_key, name, suggestions=suggestions)
