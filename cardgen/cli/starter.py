"""The first text of a new pack: a variant of another or a full copy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..pack import folders, library
from ..pack.yaml import Data, Written

#: What `cardgen new` calls the schema that it puts beside a pack.
SCHEMA_FILE = "pack.schema.json"
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,14})\Z")
_SCHEMA_LINE = f"# yaml-language-server: $schema={SCHEMA_FILE}"


def starter(base: str, file: Path, title: str, copy: bool) -> str:
    """The text of a new pack. Raises UsageError where its base cannot serve."""
    return _copy(base, title) if copy else _variant(base, file, title)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _variant(base: str, file: Path, title: str) -> str:
    """A variant of the base; of a variant, another of the same pack, with its differences."""
    resolved = library.resolve(base)
    own = dict(next(iter(resolved.sources.values())).data)
    parent = own.pop("extends", None)
    # The new pack's name is another's, and an edition goes with its name.
    for key in ("name", "edition"):
        own.pop(key, None)
    shipped = library.find(base).parent == folders.folder("packs")
    if parent is None:
        name, body = base if shipped else _beside(base, file), _example(resolved.data)
    elif parent in library.names():
        name, body = str(parent), as_yaml(own).splitlines()
    else:
        raise UsageError(f"{base} is itself a variant of a pack of its own folder; add --copy")
    said = f"# A variant of {name}: write only what differs."
    lines = [_SCHEMA_LINE, said, as_yaml({"extends": name}).rstrip()]
    return "\n".join([*lines, f"name: {_quoted(title)}", "", *body, ""])


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
            some = list(cards.items())[:8]
            shown = ", ".join(f"{rank}: {entry}" for rank, entry in some if isinstance(entry, int))
            lines.append(f"#   {key}: {{cards: {{{shown}}}}}")
    return lines


def _copy(base: str, title: str) -> str:
    resolved = library.resolve(base)
    data = {"format": 1, **resolved.data, "name": title}
    if title != resolved.data.get("name"):
        data.pop("edition", None)
    body = as_yaml(data)
    return f"{_SCHEMA_LINE}\n# A copy of {base}, to change at will.\n{body}"


def as_yaml(data: dict[str, Data]) -> str:
    """Data as YAML text that reads back as the same data; ranks that are numbers stand without quotes."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    Dumper.add_representer(
        Written, lambda dumper, number: dumper.represent_scalar("tag:yaml.org,2002:float", number.text)
    )

    def written(key: str, value: Data) -> str:
        flow = None if isinstance(value, dict | list) else False
        pair = _plain_keys({key: value})
        return yaml.dump(
            pair, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=flow, width=110
        )

    return "".join(written(key, value) for key, value in data.items())


def _plain_keys(data: Data) -> Any:
    """The same data with keys such as "4" as numbers, which the reader takes for the same."""
    if isinstance(data, dict):
        return {int(k) if _NUMBER.match(k) else k: _plain_keys(v) for k, v in data.items()}
    return [_plain_keys(item) for item in data] if isinstance(data, list) else data
