"""Writes data of a pack as YAML."""

from __future__ import annotations

import re
from typing import Any

from ..errors import UsageError
from .yaml import Data, DecimalAsWritten

_LINE_ENDS = re.compile("[\x85\u2028\u2029]")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,14})\Z")
_PLAIN = re.compile(r"[A-Za-z][\w-]*\Z|(0|-?[1-9][0-9]{0,14})\Z", re.ASCII)
#: Words that YAML reads as something other than text.
_TAKEN = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def as_yaml(data: dict[str, Data]) -> str:
    """Return data as YAML that is read back as the same data; keys that are numbers have no quotes."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    Dumper.add_representer(
        DecimalAsWritten,
        lambda dumper, number: dumper.represent_scalar("tag:yaml.org,2002:float", number.text),
    )

    def text_node(dumper: Dumper, text: str) -> Any:
        # PyYAML writes these unescaped, and readers treat them as line ends.
        style = '"' if _LINE_ENDS.search(text) else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)

    Dumper.add_representer(str, text_node)

    def written(key: str, value: Data) -> str:
        flow = None if isinstance(value, dict | list) else False
        pair = _plain_keys({key: value})
        return yaml.dump(
            pair, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=flow, width=110
        )

    return "".join(written(key, value) for key, value in data.items())


def _plain_keys(data: Data) -> Any:
    """Return data in which keys such as "4" are numbers; the reader takes both for the same."""
    if isinstance(data, dict):
        return {int(k) if _NUMBER.match(k) else k: _plain_keys(v) for k, v in data.items()}
    return [_plain_keys(item) for item in data] if isinstance(data, list) else data


def yaml_key(name: str) -> str:
    """Return a key as YAML, quoted if necessary."""
    return name if _PLAIN.match(name) and name.lower() not in _TAKEN else yaml_value(name)


def yaml_value(value: Data) -> str:
    """Return a value as one line of YAML that is read back as the same value.

    Raises UsageError for a text with characters that cannot be printed.
    """
    if isinstance(value, bool) or value is None:
        return "null" if value is None else str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        if re.fullmatch(r"[A-Za-z][\w -]*(?<! )|-?[0-9.]+ (mm|cm|in|pt)|[0-9.]+ x [0-9.]+ (mm|cm|in)", value):
            return value if value.lower() not in _TAKEN else f'"{value}"'
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        if not escaped.isprintable():
            raise UsageError("a text holds characters that cannot be seen")
        return f'"{escaped}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(yaml_value, value)) + "]"
    return "{" + ", ".join(f"{yaml_key(name)}: {yaml_value(each)}" for name, each in value.items()) + "}"
