"""Packs given as Python data instead of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import isfinite
from pathlib import Path, PurePath
from typing import Any

from ..errors import UsageError
from .file_names import file_slug
from .yaml import DEPTH_LIMIT, Data, DecimalAsWritten
from .yaml_text import as_yaml


def file_of_data(data: Mapping[str, Any], folder: str | Path = "") -> Path:
    """Return the path that a pack given as data would have as a file in a folder. The file need not exist."""
    return Path(folder) / f"{file_slug(str(data.get('name', ''))) or 'pack'}.yaml"


def yaml_of_data(data: Mapping[str, Any]) -> bytes:
    """Return a pack given as data as YAML, which is then read and checked like a file.

    data: the keys of a pack, with dicts, lists, tuples, texts, paths, numbers, True, False and None. Raises
    UsageError for any other value; the message names the path of the value.
    """
    plain_data = _plain_data(data, ())
    assert isinstance(plain_data, dict)  # noqa: S101 - made of a mapping
    return as_yaml(plain_data).encode("utf-8", "surrogatepass")


def _plain_data(value: object, path: tuple[str, ...]) -> Data:
    """Return data made of dicts, lists, texts and numbers only.

    path: the path of the value, for messages. Raises UsageError for other values, and for data nested too
    deeply.
    """
    if len(path) > DEPTH_LIMIT:
        raise UsageError(f"the pack is nested more than {DEPTH_LIMIT} deep: {_path_text(path[:4])} ...")
    if isinstance(value, Mapping):
        return {_plain_key(key, path): _plain_data(each, (*path, str(key))) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        return [_plain_data(each, (*path, str(place))) for place, each in enumerate(value)]
    if value is None or isinstance(value, bool | str | DecimalAsWritten):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float | Decimal) and isfinite(value):
        return DecimalAsWritten(f"{Decimal(repr(value) if isinstance(value, float) else value):f}")
    if isinstance(value, PurePath):
        return value.as_posix()
    kind = type(value).__name__
    raise UsageError(
        f"{_path_text(path)} holds a {kind} ({value!r:.40}); a pack holds dicts, lists, texts and numbers"
    )


def _plain_key(key: object, path: tuple[str, ...]) -> str:
    """Return a key as text. Raises UsageError unless it is a text or a whole number."""
    if isinstance(key, str) or (isinstance(key, int) and not isinstance(key, bool)):
        return str(key)
    raise UsageError(
        f"{_path_text(path)} has the key {key!r:.40}; keys are texts, or whole numbers for ranks"
    )


def _path_text(path: tuple[str, ...]) -> str:
    """Return a path for messages, such as "back.color"; "the pack" for an empty one."""
    return ".".join(path) or "the pack"
