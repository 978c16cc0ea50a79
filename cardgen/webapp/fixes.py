"""Fixes: what hints suggest to write into a pack, as buttons of the page."""

from __future__ import annotations

from typing import Any

import yaml

from ..errors import FONT, LAST, PICTURE, REMOVAL, KeyPath, Suggestion
from ..pack.yaml import Data, Loader
from ..units import shortened_text
from .messages import Fix

#: Maximum number of characters on a button.
_LONGEST_LABEL = 60


def fix_record(suggestion: Suggestion, merged: dict[str, Data], beside: KeyPath = ()) -> Fix:
    """Return the fix that writes a suggested value; to append to a list, it writes the whole longer list.

    merged: the data of the pack with its base. beside: the path of the problem; the button's label leaves out
    the keys that both paths share.
    """
    path = list(suggestion.path)
    shared = next(
        (n for n, key in enumerate(path[:-1]) if key != dict(enumerate(beside)).get(n)), len(path) - 1
    )
    if suggestion.value == REMOVAL:
        label = shortened_text(f"Remove {path[-1]}", _LONGEST_LABEL)
        return Fix(label=label, certain=False, path=path, value=None)
    if suggestion.value == PICTURE:
        return Fix(label="Choose a picture…", certain=False, path=path, value=None, picks="picture")
    if suggestion.value == FONT:
        return _font_fix(path, merged)
    value = yaml.load(suggestion.value, Loader)  # noqa: S506 - a safe loader
    label = f"Write {': '.join(path[shared:])}: {suggestion.value}"
    if path[-1] == LAST:
        path.pop()
        label = f"Add {suggestion.value} to {path[-1]}"
        listed: Any = merged
        for part in path:
            listed = listed.get(part) if isinstance(listed, dict) else None
        value = [*(listed if isinstance(listed, list) else ()), value]
    if path == ["allow"]:
        label = f"Keep it: allow {suggestion.value}"
    return Fix(label=shortened_text(label, _LONGEST_LABEL), certain=False, path=path, value=value)


def _font_fix(path: list[str], merged: dict[str, Data]) -> Fix:
    """Return the fix that gives a family a font file for one of its cuts: (fonts, FAMILY, CUT)."""
    fonts = merged.get("fonts")
    family = fonts.get(path[1]) if isinstance(fonts, dict) else None
    known = family if isinstance(family, dict) else {"regular": family}
    label = f"Choose its {path[2]} font…"
    return Fix(label=label, certain=False, path=path[:2], value=known, picks="font", into=path[2])
