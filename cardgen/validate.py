"""Data made into a Pack, and pydantic's findings into problems for people."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from .errors import Path, Problem
from .pack import Pack
from .source import Data
from .units import nearest

#: What stands in for a required value while the rest of a faulty pack is looked at.
_STAND_INS: dict[str, Data] = {
    "format": 1,
    "name": "pack",
    "color": "#606060",
    "cards": {},
    "face": "title",
    "quantity": 1,
}


def validate(data: dict[str, Data]) -> tuple[Pack | None, list[Problem]]:
    """The pack that the data mean, and all that is wrong with single fields.

    Where something is wrong the pack is what remains when the faulty values are left out, so that
    the rest can be checked as well; None where too little remains.
    """
    data = copy.deepcopy(data)
    problems: dict[Path, Problem] = {}
    for _ in range(4):
        try:
            return Pack.model_validate(data), list(problems.values())
        except ValidationError as error:
            for fault in error.errors(include_url=False):
                path = tuple(str(part) for part in fault["loc"] if part != "[key]")
                problems.setdefault(path, _problem(fault, path))
                _leave_out(data, path, fault["type"])
    return None, list(problems.values())


def _problem(fault: Any, path: Path) -> Problem:
    """One of pydantic's findings in plain words (its types: docs.pydantic.dev, validation errors)."""
    kind, context = fault["type"], fault.get("ctx", {})
    key = path[-1] if path else "pack"
    if kind == "missing":
        return Problem(f"{key!r} is missing", path, _missing_hint(key))
    if kind == "extra_forbidden":
        return Problem(f"{key!r} is not a key known here", path, nearest(key, _keys(path[:-1])), on_key=True)
    if kind == "literal_error":
        return _choice(fault["input"], context["expected"], path)
    if kind == "value_error":
        return Problem(str(context["error"]), path, getattr(context["error"], "hint", ""))
    message, hint = _PLAIN.get(kind, (fault["msg"], ""))
    return Problem(message.format(**context), path, hint.format(**context))


_PLAIN = {
    "int_type": ("this should be a whole number", "write it in figures, without quotes"),
    "int_from_float": ("this should be a whole number", "leave the point and what follows it out"),
    "greater_than_equal": ("this number is too small", "use {ge} or more"),
    "less_than_equal": ("this number is too large", "at most {le} are allowed"),
    "bool_type": ("this should be true or false", "write true or false, without quotes"),
    "dict_type": ("this should be a list of keys and values", 'write "key: value" lines, or {{key: value}}'),
    "model_type": ("this should be a list of keys and values", 'write "key: value" lines, or {{key: value}}'),
    "model_attributes_type": ("this should be keys and values", 'write "key: value" lines'),
    "tuple_type": ("this should be a list", 'write "[one, another]", or a line with a dash for each'),
    "string_type": ("this should be a text", "put it in quotes"),
    "string_pattern_mismatch": ("this is not a language tag", "write en, de, pt-BR or the like"),
    "too_long": ("this list is too long", "at most {max_length} entries are allowed"),
}


def _missing_hint(key: str) -> str:
    hints = {
        "format": 'a pack begins with "format: 1"',
        "name": 'say what the pack is called, such as "name: NEVER OVER"',
        "color": 'give the suit a colour, such as color: "#0B7A4B"',
        "cards": "say which cards there are, such as cards: {4: 7, 3: 9}",
        "face": "say what is on the card: joker, summary, title, text or image",
    }
    return hints.get(key, "add it")


def _choice(value: object, expected: str, path: Path) -> Problem:
    if path == ("format",):
        return Problem(f"this version of cardgen reads format 1, not {value}", path, 'write "format: 1"')
    choices = [choice.strip("'") for choice in expected.replace(" or ", ", ").split(", ")]
    shown = value if isinstance(value, str | int) else "this"
    return Problem(f"{shown!r} is not one of the choices here", path, nearest(value, choices))


def _keys(path: Path) -> list[str]:
    """The keys that are allowed at a place of a pack."""
    model: Any = Pack
    for part in path:
        if isinstance(model, type) and issubclass(model, BaseModel):
            fields = {field.alias or name: field for name, field in model.model_fields.items()}
            model = fields[part].annotation if part in fields else None
        else:
            model = get_args(model)[-1] if part not in ("0",) and get_args(model)[-1:] != (...,) else get_args(model)[0]
    if isinstance(model, type) and issubclass(model, BaseModel):
        return [field.alias or name for name, field in model.model_fields.items()]
    return []


def _leave_out(data: Any, path: Path, kind: str) -> None:
    """Take a faulty value out of the data, or put a harmless one in its place."""
    *way, last = path or ("",)
    for part in way:
        below = _step(data, part)
        if not isinstance(below, dict | list):
            _set(data, part, _STAND_INS.get(last, 1))
            return
        data = below
    if kind == "extra_forbidden" or last not in _STAND_INS:
        _remove(data, last)
    else:
        _set(data, last, _STAND_INS[last])


def _step(data: Any, part: str) -> Any:
    if isinstance(data, Mapping):
        return data.get(part)
    return data[int(part)] if isinstance(data, list) and part.isdigit() and int(part) < len(data) else None


def _set(data: Any, part: str, value: Data) -> None:
    if isinstance(data, dict):
        data[part] = value
    elif isinstance(data, list) and part.isdigit() and int(part) < len(data):
        data[int(part)] = value


def _remove(data: Any, part: str) -> None:
    if isinstance(data, dict):
        data.pop(part, None)
    elif isinstance(data, list) and part.isdigit() and int(part) < len(data):
        data[int(part)] = None
