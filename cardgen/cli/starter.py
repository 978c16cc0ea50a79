"""The first text of a new pack: a variant of another or a full copy."""

from __future__ import annotations

from pathlib import Path

from .. import data, library
from ..errors import UsageError
from ..source import Data

#: What `cardgen new` calls the schema that it puts beside a pack.
SCHEMA_FILE = "pack.schema.json"
_SCHEMA_LINE = f"# yaml-language-server: $schema={SCHEMA_FILE}"


def starter(base: str, file: Path, title: str, copy: bool) -> str:
    """The text of a new pack. Raises UsageError where its base cannot serve."""
    return _copy(base, title) if copy else _variant(base, file, title)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _variant(base: str, file: Path, title: str) -> str:
    resolved = library.resolve(base)
    if len(resolved.sources) > 1:
        raise UsageError(f"{base} is itself a variant, and a variant's base may not be one; add --copy")
    name = base if library.find(base).parent == data.folder("packs") else _beside(base, file)
    lines = [_SCHEMA_LINE, f"# A variant of {base}: write only what differs.", f"extends: {name}"]
    lines += [f"name: {_quoted(title)}", "", *_example(resolved.data), ""]
    return "\n".join(lines)


def _beside(base: str, file: Path) -> str:
    path = Path(base).resolve()
    folder = file.parent.resolve()
    if not path.is_relative_to(folder):
        raise UsageError(f"{base} is not in {file.parent} or below it, where a variant may look; add --copy")
    return path.relative_to(folder).as_posix()


def _example(data: dict[str, Data]) -> list[str]:
    """The base's quantities as comments, to uncomment and change."""
    lines = [
        "# Uncomment and change what you like; a quantity of 0 takes a card out.",
        "# style: solid",
        "# suits:",
    ]
    suits = data.get("suits")
    for key, suit in suits.items() if isinstance(suits, dict) else ():
        cards = suit.get("cards") if isinstance(suit, dict) else None
        if isinstance(cards, dict) and cards:
            first = list(cards.items())[:8]
            shown = ", ".join(f"{rank}: {entry}" for rank, entry in first if isinstance(entry, int))
            lines.append(f"#   {key}: {{cards: {{{shown}}}}}")
    return lines


def _copy(base: str, title: str) -> str:
    from .packs import _yaml

    resolved = library.resolve(base)
    body = _yaml({**resolved.data, "name": title})
    return f"{_SCHEMA_LINE}\n# A copy of {base}, to change at will.\n{body}"
