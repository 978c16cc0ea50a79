"""Data made into a Pack, and pydantic's findings into problems for people."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel, ValidationError

from .errors import MOST_PROBLEMS, Path, Problem
from .pack import Pack
from .source import Data
from .units import closest, nearest, quoted

_SUIT: Data = {"color": "#606060", "cards": {"1": 1}}
#: What stands in for a faulty value while the rest of the pack is looked at, such that nothing else is
#: said about it; "*" is any key or place. What has no stand-in is left out.
_STAND_INS: dict[Path, Data] = {
    ("format",): 1,
    ("name",): "Pack",
    ("suits",): {"suit": _SUIT},
    ("suits", "*"): _SUIT,
    ("suits", "*", "color"): "#606060",
    ("suits", "*", "cards"): {"1": 1},
    ("suits", "*", "cards", "*"): 1,
    ("suits", "*", "cards", "*", "quantity"): 1,
    ("extras",): [{"face": "joker"}],
    ("extras", "*"): {"face": "joker"},
    ("extras", "*", "face"): "joker",
    ("extras", "*", "text"): "Text",
}
#: A card that is to be a picture is nothing without it, and left out whole.
_PICTURES: tuple[Path, ...] = (("extras", "*", "image"), ("suits", "*", "cards", "*", "image"))


class _Fault(NamedTuple):
    """One of pydantic's findings (its kinds: docs.pydantic.dev, validation errors)."""

    kind: str
    path: Path
    is_key: bool
    value: Any
    context: dict[str, Any]
    said: str


def validate(data: dict[str, Data], known: Iterable[Path] = ()) -> tuple[Pack | None, list[Problem]]:
    """The pack that the data mean, and all that is wrong with single fields.

    Where something is wrong the pack is what remains when the faulty values are left out, so that
    the rest can be checked as well. None where too little remains: data that still say `extends` are
    a variant without its base, neither judged as a whole nor blamed for what is missing.
    known: places of values that are faulty for reasons already told; they are left out as well.
    """
    data = copy.deepcopy(data)
    for path in known:
        _mend(data, path)
    whole = "extends" not in data
    data.pop("extends", None)
    found: dict[Path, _Fault] = {}
    pack = None
    for _ in range(4):  # what is mended may uncover something else
        pack, faults = _validated(data)
        if pack is not None or len(found) >= MOST_PROBLEMS:
            break
        for fault in faults:
            found.setdefault(fault.path, fault)
            _mend(data, fault.path, fault.is_key)
    return pack if whole else None, _problems(found, whole)


def _validated(data: dict[str, Data]) -> tuple[Pack | None, list[_Fault]]:
    try:
        return Pack.model_validate(data), []
    except ValidationError as error:
        return None, [_fault(one, data) for one in error.errors(include_url=False)[:MOST_PROBLEMS]]


def _fault(found: Any, data: dict[str, Data]) -> _Fault:
    path = tuple(str(part) for part in found["loc"])
    # So pydantic says that a key is meant, not what stands under it; a pack's own [key] gets other faults.
    is_key = path[-1:] == ("[key]",) and found["type"] == "value_error"
    way = _written(path[:-1] if is_key else path, data)
    return _Fault(found["type"], way, is_key, found["input"], found.get("ctx", {}), found["msg"])


def _written(path: Path, data: Data) -> Path:
    """The path as the file has it: `4: many` is short for `4: {quantity: many}`."""
    for place, part in enumerate(path):
        if not isinstance(data, dict) and not (isinstance(data, list) and part.isdecimal()):
            return path[:place]
        data = _at(data, part)
    return path


def _problems(found: dict[Path, _Fault], whole: bool) -> list[Problem]:
    """The faults as problems, without keys that are missing only because they are misspelt or in the base."""
    unknown = [fault.path for fault in found.values() if fault.kind == "extra_forbidden"]
    meant = {(*path[:-1], closest(path[-1], _keys(path[:-1])) or "") for path in unknown}
    return [
        _problem(fault)
        for path, fault in found.items()
        if fault.kind != "missing" or (whole and path not in meant)
    ]


# In plain words


def _problem(fault: _Fault) -> Problem:
    kind, path = fault.kind, fault.path
    key = path[-1] if path else "pack"
    if kind == "missing":
        return Problem(f"{quoted(key)} is missing", path, _HINTS.get(key, "add it"))
    if kind == "extra_forbidden":
        hint = nearest(key, _keys(path[:-1]))
        return Problem(f"{quoted(key)} is not a key known here", path, hint, on_key=True)
    if fault.value is None:
        hint = _COMMENT if key in ("color", "ink", "accent") else _HINTS.get(key, "write it after the colon")
        where = "here" if path[-2:-1] in _LISTS else f"for {quoted(key)}"
        return Problem(f"nothing is given {where}", path, hint)
    if kind == "literal_error":
        return _choice(fault)
    if kind == "value_error":
        error = fault.context["error"]
        return Problem(str(error), path, getattr(error, "hint", ""), on_key=fault.is_key)
    message, hint = _PLAIN.get(kind, (fault.said, ""))
    return Problem(message.format(**fault.context), path, hint.format(**fault.context))


_HINTS = {
    "format": 'a pack begins with "format: 1"',
    "name": 'say what the pack is called, such as "name: NEVER OVER"',
    "color": 'give the suit a colour, such as color: "#0B7A4B"',
    "cards": "say which cards there are, such as cards: {4: 7, 3: 9}",
    "face": "say what is on the card: joker, summary, title, text or image",
    "quantity": "say how many there are",
}
_LISTS = (("extras",), ("games",), ("corners",))
_COMMENT = 'a # begins a comment: put the colour in quotes, such as "#0B7A4B"'
_MAPPING = ("this should be a list of keys and values", 'write "key: value" lines, or {{key: value}}')
_PLAIN = {
    "int_type": ("this should be a whole number", "write it in figures, without quotes"),
    "int_from_float": ("this should be a whole number", "leave the point and what follows it out"),
    "greater_than_equal": ("this number is too small", "use {ge} or more"),
    "less_than_equal": ("this number is too large", "at most {le:,} are allowed"),
    "bool_type": ("this should be true or false", "write true or false, without quotes"),
    "dict_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "tuple_type": ("this should be a list", 'write "[one, another]", or a line with a dash for each'),
    "string_type": ("this should be a text", "put it in quotes"),
    "string_pattern_mismatch": ("this is not a language tag", "write en, de, pt-BR or the like"),
    "too_long": ("this list is too long", "at most {max_length} entries are allowed"),
}


def _choice(fault: _Fault) -> Problem:
    value, path = fault.value, fault.path
    if path == ("format",):
        message = f"this version of cardgen reads format 1, not {quoted(value)}"
        return Problem(message, path, 'write "format: 1"')
    choices = [choice.strip("'") for choice in fault.context["expected"].replace(" or ", ", ").split(", ")]
    return Problem(f"{quoted(value)} is not one of the choices here", path, nearest(value, choices))


# What may stand where


def _keys(path: Path) -> list[str]:
    """The keys that are allowed at a place of a pack; none where any are."""
    kind: Any = Pack
    for part in path:
        kind = _below(kind, part)
    return list(_fields(kind))


def _below(kind: Any, part: str) -> Any:
    """The type of what stands under a key, or at a place of a list, of this type."""
    if get_origin(kind) is dict:
        return get_args(kind)[1]
    return get_args(kind)[0] if get_origin(kind) is tuple else _fields(kind).get(part)


def _fields(kind: Any) -> dict[str, Any]:
    """The keys of a model as they are written, and the type of each; none for another type."""
    if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return {}
    return {field.alias or name: field.annotation for name, field in kind.model_fields.items()}


# Going on without it


def _mend(data: dict[str, Data], path: Path, is_key: bool = False) -> None:
    """Put something harmless in place of a faulty value, or take it out, or its key with it."""
    holder: Any = data
    for place, part in enumerate(path[:-1]):
        holder = _at(holder, part)
        if not isinstance(holder, dict | list):
            return _mend(data, path[: place + 1])
    stand_in = None if is_key else _stand_in(path)
    picture = any(_matches(path, pattern) for pattern in _PICTURES)
    if picture or (is_key and len(holder) == 1) or (isinstance(holder, list) and stand_in is None):
        _mend(data, path[:-1])
    elif stand_in is None:
        holder.pop(path[-1], None)
    elif isinstance(holder, dict):
        holder[path[-1]] = copy.deepcopy(stand_in)
    elif path[-1].isdecimal() and int(path[-1]) < len(holder):
        holder[int(path[-1])] = copy.deepcopy(stand_in)
    return None


def _at(holder: Any, part: str) -> Any:
    if isinstance(holder, dict):
        return holder.get(part)
    return holder[int(part)] if part.isdecimal() and int(part) < len(holder) else None


def _stand_in(path: Path) -> Data:
    return next((value for pattern, value in _STAND_INS.items() if _matches(path, pattern)), None)


def _matches(path: Path, pattern: Path) -> bool:
    return len(path) == len(pattern) and all(b in ("*", a) for a, b in zip(path, pattern, strict=True))
