"""Specifications of data: each reads a value, notes every problem with its path, and tells its JSON schema.

A specification never gives up: where a value is wrong it notes why and what stands in for it goes on, so
that all of a file's problems come out at once and none of them twice. pydantic could read data as well,
but importing it and building ten models costs more than drawing all the sheets of a pack (see
tests/benchmarks), and its findings would have to be put into people's words here all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .. import units
from ..errors import MOST_PROBLEMS, Path, Problem
from ..units import MM, BadValue, closest, nearest, quoted
from .yaml import Data

Json = dict[str, Any]

#: What reading a value gives when it is wrong; its place is taken by a default or it is left out.
FAULTY: Any = object()
#: The default of a key without which nothing can be made.
REQUIRED: Any = object()


class Findings:
    """What is found wrong while reading.

    whole: false for a variant without its base, which may lack keys.
    """

    def __init__(self, whole: bool = True) -> None:
        self.whole = whole
        self.problems: list[Problem] = []

    @property
    def full(self) -> bool:
        """Whether so much is wrong that nobody reads on."""
        return len(self.problems) >= MOST_PROBLEMS

    def fault(self, message: str, path: Path, hint: str, on_key: bool = False) -> Any:
        """Note a problem; returns FAULTY."""
        if not self.full:
            self.problems.append(Problem(message, path, hint, on_key=on_key))
        return FAULTY


class Spec:
    """What a value may be."""

    #: What to say where nothing was written.
    hint = ""

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """The value's meaning; FAULTY after noting what is wrong with it."""
        raise NotImplementedError

    def schema(self, parts: dict[str, Json]) -> Json:
        """Its JSON schema; records add themselves to the parts and are referred to."""
        raise NotImplementedError


class Parsed(Spec):
    """A value that a plain function reads; it raises ValueError, best a BadValue with a hint."""

    def __init__(self, parse: Callable[[Any], Any], schema: Json, hint: str = Spec.hint) -> None:
        self._parse, self._schema, self.hint = parse, schema, hint

    def read(self, value: Data, path: Path, found: Findings, on_key: bool = False) -> Any:
        """What the function makes of it."""
        try:
            return self._parse(value)
        except ValueError as error:
            return found.fault(str(error), path, getattr(error, "hint", ""), on_key)

    def schema(self, parts: dict[str, Json]) -> Json:
        """As given."""
        return dict(self._schema)


def length_between(low: float, high: float) -> Parsed:
    """A length between two bounds in millimetres, read into points."""

    def parse(value: object) -> float:
        points = units.length(value)
        if not low * MM - 0.001 <= points <= high * MM + 0.001:
            shown = str(value).strip()[:40]
            raise BadValue(f"{shown} is out of range", f"use a length from {low:g} mm to {high:g} mm")
        return points

    return Parsed(parse, {"type": "string", "pattern": units.LENGTH_PATTERN, "examples": ["3 mm"]})


def text(longest: int, lines: bool = False) -> Parsed:
    """A text of so many characters at most, in one line unless several are allowed."""

    def parse(value: object) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise BadValue("this should be a text", 'put it in quotes, such as "NEVER OVER"')
        text = str(value).strip()
        if not text:
            raise BadValue("this text is empty", "write something, or leave the key out")
        if len(text) > longest:
            raise BadValue(f"this text has {len(text)} characters", f"at most {longest} are allowed")
        if not lines and "\n" in text:
            raise BadValue("this text has several lines", "write it in one line")
        return text

    return Parsed(parse, {"type": ["string", "number"], "maxLength": longest})


class Whole(Spec):
    """A whole number in a range."""

    hint = "say how many there are"

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """The number."""
        if isinstance(value, float):
            hint = "leave the point and what follows it out"
            return found.fault("this should be a whole number", path, hint)
        if isinstance(value, str) and value.lower().endswith((".png", ".jpg", ".jpeg")):
            hint = f"for a picture write {{image: {value}}}"
            return found.fault("this should be a whole number", path, hint)
        if isinstance(value, bool) or not isinstance(value, int):
            return found.fault("this should be a whole number", path, "write it in figures, without quotes")
        if value < self._low:
            return found.fault("this number is too small", path, f"use {self._low:,} or more")
        if value > self._high:
            return found.fault("this number is too large", path, f"at most {self._high:,} are allowed")
        return value

    def schema(self, parts: dict[str, Json]) -> Json:
        """An integer in the range."""
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class Flag(Spec):
    """true or false."""

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """The truth value."""
        if isinstance(value, bool):
            return value
        return found.fault("this should be true or false", path, "write true or false, without quotes")

    def schema(self, parts: dict[str, Json]) -> Json:
        """A boolean."""
        return {"type": "boolean"}


class Choice(Spec):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """The word."""
        if isinstance(value, str) and value in self._words:
            return value
        message = f"{quoted(value)} is not one of the choices here"
        return found.fault(message, path, nearest(value, self._words))

    def schema(self, parts: dict[str, Json]) -> Json:
        """The words."""
        return {"enum": list(self._words)}


class Several(Spec):
    """A list of values alike."""

    def __init__(self, each: Spec, most: int) -> None:
        self._each, self._most = each, most

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """The sound values, in order."""
        if not isinstance(value, list):
            hint = 'write "[one, another]", or a line with a dash for each'
            return found.fault("this should be a list", path, hint)
        if len(value) > self._most:
            found.fault("this list is too long", path, f"at most {self._most:,} entries are allowed")
        items = [
            _read(self._each, item, (*path, str(place)), found)
            for place, item in enumerate(value[: self._most])
        ]
        return tuple(item for item in items if item is not FAULTY)

    def schema(self, parts: dict[str, Json]) -> Json:
        """An array."""
        return {"type": "array", "items": self._each.schema(parts), "maxItems": self._most}


class Table(Spec):
    """Values alike under keys of the author's own."""

    def __init__(self, key: Parsed, each: Spec, hint: str = Spec.hint) -> None:
        self._key, self._each, self.hint = key, each, hint

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """Key to value, in the file's order; FAULTY where nothing sound is left of what there was."""
        if not isinstance(value, dict):
            return _no_mapping(path, found)
        sound: dict[str, Any] = {}
        for key, item in value.items():
            name = self._key.read(key, (*path, key), found, on_key=True)
            read = _read(self._each, item, (*path, key), found)
            if name in sound:
                found.fault(f"{quoted(name)} is here twice", (*path, key), "rename one of them", on_key=True)
            elif name is not FAULTY and read is not FAULTY:
                sound[name] = read
        return FAULTY if value and not sound else sound

    def schema(self, parts: dict[str, Json]) -> Json:
        """An object with any keys."""
        return {"type": "object", "additionalProperties": self._each.schema(parts)}


class Key(NamedTuple):
    """One key of a record: what it holds, what it is for, and its value where it is left out."""

    spec: Spec
    description: str
    default: Any = None
    #: The attribute that holds it, where that differs from the key.
    attribute: str = ""
    #: For a required key: what to write.
    hint: str = ""
    #: What takes the place of a faulty value while the rest is looked at, where the default will not do;
    #: FAULTY where the record is nothing without it.
    stand_in: Any = None

    @property
    def instead(self) -> Any:
        """The value where the file's is faulty."""
        return self.default if self.stand_in is None else self.stand_in


class Record(Spec):
    """Keys with fixed names, read into a frozen class.

    short: makes keys of a short form, such as `stripe: false`; short_schema: what that may be.
    """

    def __init__(
        self,
        made: Callable[..., Any],
        keys: Mapping[str, Key],
        short: Callable[[Data], Data] | None = None,
        short_schema: Sequence[Json] = (),
    ) -> None:
        self._made, self._keys, self._short, self._short_schema = made, keys, short, short_schema

    def read(self, value: Data, path: Path, found: Findings) -> Any:
        """The class made of the sound values and, for the others, of what takes their place."""
        data = value if self._short is None else self._short(value)
        if not isinstance(data, dict):
            return _no_mapping(path, found)
        misspelt = self._unknown(data, path, found)
        values = {
            key.attribute or name: self._value(name, key, data, path, found, misspelt)
            for name, key in self._keys.items()
        }
        return FAULTY if FAULTY in values.values() else self._made(**values)

    def _unknown(self, data: dict[str, Data], path: Path, found: Findings) -> set[str]:
        """Note keys that nobody knows; returns those that were probably meant."""
        meant: set[str] = set()
        for name in data:
            if name not in self._keys and not found.full:
                hint = nearest(name, self._keys)
                found.fault(f"{quoted(name)} is not a key known here", (*path, name), hint, on_key=True)
                meant.add(closest(name, self._keys) or "")
        return meant

    def _value(
        self,
        name: str,
        key: Key,
        data: dict[str, Data],
        path: Path,
        found: Findings,
        misspelt: set[str],
    ) -> Any:
        if name in data:
            read = _read(key.spec, data[name], self._below(data, name, path), found, key.hint)
            return key.instead if read is FAULTY else read
        if key.default is REQUIRED and found.whole and name not in misspelt:
            found.fault(f"{quoted(name)} is missing", (*path, name), key.hint)
        return key.instead if key.default is REQUIRED else key.default

    def _below(self, data: dict[str, Data], name: str, path: Path) -> Path:
        """The path of a key's value: of a short form, the path of the whole."""
        return path if self._short is not None and getattr(data, "short", False) else (*path, name)

    def schema(self, parts: dict[str, Json]) -> Json:
        """A reference to an object with these keys and no others."""
        title = self._made.__name__
        if title not in parts:
            parts[title] = {}
            made = self._whole_schema(title, parts)
            parts[title] = {"anyOf": [*self._short_schema, made]} if self._short_schema else made
        return {"$ref": f"#/$defs/{title}"}

    def _whole_schema(self, title: str, parts: dict[str, Json]) -> Json:
        properties = {
            name: {**key.spec.schema(parts), "description": key.description}
            for name, key in self._keys.items()
        }
        needed = [name for name, key in self._keys.items() if key.default is REQUIRED]
        return {
            "title": title,
            "description": (self._made.__doc__ or "").splitlines()[0],
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            **({"required": needed} if needed else {}),
        }


class Short(dict[str, Data]):
    """Keys made of a short form: problems with them are problems with the form itself."""

    short = True


def _read(spec: Spec, value: Data, path: Path, found: Findings, hint: str = "") -> Any:
    """Read a value, if anything is written there at all."""
    if value is None:
        message = f"nothing is given for {quoted(path[-1])}"
        return found.fault(message, path, spec.hint or hint or "write it after the colon")
    return spec.read(value, path, found)


def _no_mapping(path: Path, found: Findings) -> Any:
    hint = 'write "key: value" lines, or {key: value}'
    return found.fault("this should be a list of keys and values", path, hint)
