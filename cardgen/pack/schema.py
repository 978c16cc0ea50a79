"""Specifications of data: each reads a value, notes every problem with its path, and tells its JSON schema.

The keys of a file are declared once, as annotations of the frozen model that the file is read into:
`corner: Annotated[float, Key("Corner radius.", length_between(0, 150))] = 3 * MM`. Reading, messages, the
JSON schema with its defaults, and how a variant lies over its base all come from there.

A specification never gives up: where a value is wrong it notes why and what stands in for it goes on, so
that all of a file's problems come out at once and none of them twice. pydantic could read data as well,
but importing it and building ten models costs more than drawing all the sheets of a pack (see
tests/benchmarks), and its findings would have to be put into people's words here all the same.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin

from .. import units
from ..errors import MOST_PROBLEMS, KeyPath, Mark, Problem
from ..languages.remarks import remark
from ..units import MM, BadValue, Sentence, closest, mistakes, nearest, quoted
from .yaml import Data

Json = dict[str, Any]

#: What reading a value gives when it is wrong; its place is taken by a default or it is left out.
FAULTY: Any = object()
#: The default of a key without which nothing can be made.
REQUIRED: Any = object()
#: What is left of a mapping whose last entry a variant takes out.
GONE: Any = object()


class Findings:
    """What is found wrong while reading.

    whole: false for a variant without its base, which may lack keys. admit: gives the full path of a file
    that is named at a path of the data, or raises ValueError; without it, names stay as they are. names_in:
    gives the names of the files in a folder that is named at a path, or raises ValueError. place: told
    where a path that leads to a row of a table stands, with the heads of its columns by their names and the
    title of its card.
    """

    def __init__(
        self,
        whole: bool = True,
        admit: Callable[[KeyPath, str], str] | None = None,
        place: Callable[[KeyPath, Mark, Mapping[str, str], str], None] | None = None,
        names_in: Callable[[KeyPath, str], list[str]] | None = None,
    ) -> None:
        self.whole, self.admit, self.place, self.names_in = whole, admit, place, names_in
        self.problems: list[Problem] = []
        #: Paths of values in whose place something else stands.
        self.doubtful: set[KeyPath] = set()
        #: How many tables were read, and how many rows they had.
        self.tables = self.rows = 0
        #: Of the pack's texts: tells how the numbers of its tables are written.
        self.language = "en"
        #: The names of the pack's own icons.
        self.icons: tuple[str, ...] = ()
        #: The names of its other kinds of pieces.
        self.pieces: tuple[str, ...] = ()
        #: Where icons are looked for that the pack does not name one by one (IconLibraries).
        self.libraries: Any = None
        #: The pack's own colours by their names (Color).
        self.colors: dict[str, Any] = {}

    @property
    def full(self) -> bool:
        """Tell whether so much is wrong that nobody reads on."""
        return len(self.problems) >= MOST_PROBLEMS

    def fault(self, message: str, path: KeyPath, hint: str, on_key: bool = False) -> Any:
        """Note a problem; returns FAULTY."""
        self.doubtful.add(path)
        if not self.full:
            self.problems.append(Problem(message, path, hint, on_key=on_key))
        return FAULTY

    def note(self, message: Sentence, path: KeyPath) -> None:
        """Tell something that is worth knowing and not wrong."""
        if not self.full:
            self.problems.append(remark(message, path, severity="note"))


class Spec:
    """What a value may be."""

    #: What to say where nothing was written.
    hint = ""

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return what the value means; FAULTY after noting what is wrong with it."""
        raise NotImplementedError

    def schema(self, parts: dict[str, Json]) -> Json:
        """Its JSON schema; records add themselves to the parts and are referred to."""
        raise NotImplementedError

    def written(self, value: Any) -> Any:
        """Write a value as a file would say it; None where a file says it key by key."""
        return value

    def lay(self, under: Data, over: Data, path: KeyPath, found: Findings) -> Any:
        """Lay a variant's value over its base's: mappings merge key by key, all else replaces.

        The base's order stays. GONE where the variant takes out all there is.
        """
        if not isinstance(under, dict) or not isinstance(over, dict):
            return over
        merged: dict[str, Any] = {}
        for key in {**under, **over}:
            value = over.get(key, under.get(key))
            if isinstance(value, dict) or (key in over and key in under):
                below = self.below(key)
                value = below.lay(under.get(key, {}), over.get(key, {}), (*path, key), found)
            merged[key] = value
        return merged

    def below(self, key: str) -> Spec:
        """Return what the value of a key may be."""
        return Spec()


class Deferred(Spec):
    """A specification that is made when it is first asked for: files without such a key need not wait."""

    def __init__(self, make: Callable[[], Spec]) -> None:
        self._make = cache(make)

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Read by the specification that is made."""
        return self._make().read(value, path, found)

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of the specification that is made."""
        return self._make().schema(parts)

    def written(self, value: Any) -> Any:
        """Write by the specification that is made."""
        return self._make().written(value)

    def lay(self, under: Data, over: Data, path: KeyPath, found: Findings) -> Any:
        """Lay by the specification that is made."""
        return self._make().lay(under, over, path, found)

    def below(self, key: str) -> Spec:
        """Return what the made specification says of a key."""
        return self._make().below(key)


class Parsed(Spec):
    """A value that a plain function reads; it raises ValueError, best a BadValue with a hint."""

    def __init__(
        self,
        parse: Callable[[Any], Any],
        schema: Json,
        hint: str = Spec.hint,
        write: Callable[[Any], Any] | None = None,
    ) -> None:
        self._parse, self._schema, self.hint, self._write = parse, schema, hint, write

    def read(self, value: Data, path: KeyPath, found: Findings, on_key: bool = False) -> Any:
        """Return what the function makes of it."""
        try:
            return self._parse(value)
        except ValueError as error:
            return found.fault(str(error), path, getattr(error, "hint", ""), on_key)

    def schema(self, parts: dict[str, Json]) -> Json:
        """As given."""
        return dict(self._schema)

    def written(self, value: Any) -> Any:
        """Return what a function that undoes the reading gives."""
        return self._write(value) if self._write else value


def length_between(low: float, high: float) -> Parsed:
    """Return a length between two bounds in millimetres, read into points."""

    def parse(value: object) -> float:
        points = units.length(value)
        if not low * MM - 0.001 <= points <= high * MM + 0.001:
            shown = str(value).strip()[:40]
            raise BadValue(f"{shown} is out of range", f"use a length from {low:g} mm to {high:g} mm")
        return points

    def write(points: float) -> str:
        exact = abs(points / MM * 100 - round(points / MM * 100)) < 1e-6
        return units.shown(points) if exact else f"{points:g} pt"

    said = f"a length from {low:g} mm to {high:g} mm"
    form = {"type": "string", "pattern": units.LENGTH_PATTERN, "examples": ["3 mm"], "$comment": said}
    return Parsed(parse, form, write=write)


def text(longest: int, lines: bool = False) -> Parsed:
    """Return a text of so many characters at most, in one line unless several are allowed."""

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


class File(Parsed):
    """The name of a file beside the one that is read, or in a folder below it; read into its full path."""

    def __init__(self, longest: int) -> None:
        name = text(longest)
        super().__init__(name._parse, {**name._schema, "$comment": "a file beside the pack"})

    def read(self, value: Data, path: KeyPath, found: Findings, on_key: bool = False) -> Any:
        """Return the full path of a file that may be had."""
        name = super().read(value, path, found, on_key)
        if name is FAULTY or found.admit is None:
            return name
        try:
            return found.admit(path, name)
        except ValueError as error:
            return found.fault(str(error), path, getattr(error, "hint", ""))


class Whole(Spec):
    """A whole number in a range."""

    hint = "say how many there are"

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return the number."""
        if isinstance(value, float):
            hint = "remove the decimal point and what follows it"
            return found.fault("this should be a whole number", path, hint)
        if isinstance(value, str) and value.lower().endswith((".png", ".jpg", ".jpeg")):
            hint = f"for a picture write {{image: {value}}}"
            return found.fault("this should be a whole number", path, hint)
        if isinstance(value, bool) or not isinstance(value, int):
            return found.fault("this should be a whole number", path, "write it in digits, without quotes")
        if value < self._low:
            return found.fault("this number is too small", path, f"use {self._low:,} or more")
        if value > self._high:
            return found.fault("this number is too large", path, f"at most {self._high:,} are allowed")
        return value

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return an integer in the range."""
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class Flag(Spec):
    """true or false."""

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return the truth value."""
        if isinstance(value, bool):
            return value
        return found.fault("this should be true or false", path, "write true or false, without quotes")

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return a boolean."""
        return {"type": "boolean"}


class Choice(Spec):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return the word."""
        if isinstance(value, str) and value in self._words:
            return value
        message = f"{quoted(value)} is not one of the choices here"
        return found.fault(message, path, nearest(value, self._words))

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return the words."""
        return {"enum": list(self._words)}


class Several(Spec):
    """A list of values alike."""

    def __init__(self, each: Spec, most: int) -> None:
        self._each, self._most = each, most

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return the sound values, in order."""
        if not isinstance(value, list):
            hint = 'write "[one, another]", or a line with a dash for each'
            return found.fault("this should be a list", path, hint)
        if len(value) > self._most:
            found.fault("this list is too long", path, f"at most {self._most:,} entries are allowed")
        items = [
            _read_or_note_missing(self._each, item, (*path, str(place)), found)
            for place, item in enumerate(value[: self._most])
        ]
        return tuple(item for item in items if item is not FAULTY)

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return an array."""
        return {"type": "array", "items": self._each.schema(parts), "maxItems": self._most}

    def written(self, value: Any) -> Any:
        """Return each entry as a file would say it."""
        return [self._each.written(item) for item in value]


class OneOrSeveral(Several):
    """A value, or a list of values alike; read into a tuple either way."""

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return the sound values, in order; FAULTY where none is."""
        if not isinstance(value, list):
            one = self._each.read(value, path, found)
            return FAULTY if one is FAULTY else (one,)
        if not value:
            return found.fault("this list is empty", path, "write a value, or leave the key out")
        return super().read(value, path, found) or FAULTY

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return either form."""
        one = self._each.schema(parts)
        said = {"$comment": f"{one['$comment']}, or a list"} if "$comment" in one else {}
        return {"anyOf": [one, super().schema(parts)], **said}


class Table(Spec):
    """Values alike under keys of the author's own.

    made: what the values by key are made into. For variants: new, what an entry is called and the key that
    one of its own needs, so that an entry without it must be one of the base's; order, how the keys of base
    and variant stand together; absent, which values take out an entry of the base.
    """

    def __init__(
        self,
        key: Parsed,
        each: Spec,
        *,
        hint: str = Spec.hint,
        made: Callable[[dict[str, Any]], Any] = dict,
        new: tuple[str, str] | None = None,
        order: Callable[[list[str], list[str]], list[str]] | None = None,
        absent: Callable[[Data], bool] | None = None,
    ) -> None:
        self._key, self._each, self.hint, self._made = key, each, hint, made
        self._new, self._order, self._absent = new, order, absent

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Key to value, in the file's order; FAULTY where nothing sound is left of what there was."""
        if not isinstance(value, dict):
            return _note_missing_mapping(path, found)
        sound: dict[str, Any] = {}
        for key, item in value.items():
            name = self._key.read(key, (*path, key), found, on_key=True)
            read = _read_or_note_missing(self._each, item, (*path, key), found)
            if name in sound:
                found.fault(f"{quoted(name)} appears twice", (*path, key), "rename one of them", on_key=True)
            elif name is not FAULTY and read is not FAULTY:
                sound[name] = read
        return FAULTY if value and not sound else self._made(sound)

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return an object with any keys."""
        return {"type": "object", "additionalProperties": self._each.schema(parts)}

    def below(self, key: str) -> Spec:
        """Return the same for each."""
        return self._each

    def lay(self, under: Data, over: Data, path: KeyPath, found: Findings) -> Any:
        """Merge entry by entry; what is taken out goes."""
        if not isinstance(under, dict) or not isinstance(over, dict):
            return over
        if self._new:
            over = self._without_misspelt(self._new, under, over, path, found)
        merged = super().lay(under, over, path, found)
        if self._order and under and over:
            merged = {key: merged[key] for key in self._order(list(under), list(over))}
        left = {key: value for key, value in merged.items() if value is not GONE}
        if self._absent is None:
            return left
        for key in [key for key, value in left.items() if self._absent(value)]:
            del left[key]
            if key not in under:
                message = "the base has no such card to remove"
                found.fault(message, (*path, key), "leave it out", on_key=True)
        return left if left or not merged else GONE

    def _without_misspelt(
        self,
        new: tuple[str, str],
        under: dict[str, Data],
        over: dict[str, Data],
        path: KeyPath,
        found: Findings,
    ) -> dict[str, Data]:
        """Leave out entries that are not the base's and lack what one of their own needs: misspelt ones."""
        called, needed = new
        kept = dict(over)
        for key, value in over.items():
            if isinstance(value, dict) and under and key not in under and needed not in value:
                hint = f"{nearest(key, under)} (a {called} of its own needs a {needed})"
                found.fault(f"the base has no {called} {quoted(key)}", (*path, key), hint, on_key=True)
                del kept[key]
        return kept


class Key(NamedTuple):
    """One key of a record: what it is for and what it holds; stands in the annotation of a model's field.

    What its type tells (bool, Literal, another model) needs no specification; the default is the field's.
    """

    description: str
    spec: Spec = Spec()
    #: For a required key: what to write.
    hint: str = ""
    #: What takes the place of a faulty value while the rest is looked at, where the default will not do;
    #: FAULTY where the record is nothing without it.
    stand_in: Any = None
    #: What people call it, where that is not its name with spaces.
    called: str = ""
    #: What a file calls it, where that is not the attribute with dashes.
    name: str = ""
    #: The key that it goes with: a variant that says another value there does not take over this one.
    goes_with: str = ""
    #: The key that a required one is not needed beside.
    unless: str = ""
    default: Any = None
    attribute: str = ""

    @property
    def instead(self) -> Any:
        """Return the value where the file's is faulty."""
        return self.default if self.stand_in is None else self.stand_in


def keys_of(model: Any) -> dict[str, Key]:
    """Return the keys that a frozen model and its bases declare, NamedTuples or dataclasses, in order."""
    defaults = dict(getattr(model, "_field_defaults", {}))
    for field in dataclasses.fields(model) if dataclasses.is_dataclass(model) else ():
        if field.default is not dataclasses.MISSING:
            defaults[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            defaults[field.name] = field.default_factory()
    keys: dict[str, Key] = {}
    fields = [
        each for base in reversed(model.__mro__) for each in vars(base).get("__annotations__", {}).items()
    ]
    for attribute, declared in fields:
        for key in getattr(declared, "__metadata__", ()):
            spec = _spec_of(declared.__origin__) if type(key.spec) is Spec else key.spec
            default = defaults.get(attribute, REQUIRED)
            name = key.name or attribute.replace("_", "-")
            keys[name] = key._replace(spec=spec, default=default, attribute=attribute)
    return keys


def _spec_of(kind: Any) -> Spec:
    """Tell what a type says of its values: true or false, a choice (or None), or a model with keys."""
    if bool in (kind, *get_args(kind)):
        return Flag()
    for choice in (kind, *get_args(kind)):
        if get_origin(choice) is Literal:
            return Choice(*get_args(choice))
    return Record(kind)


def _is_misspelt(name: str, known: str) -> bool:
    """Tell a misspelt key from one of the author's own, such as copys from note beside name."""
    return mistakes(name, known) <= (2 if len(name) > 4 and name[0] == known[0] else 1)


class Record(Spec):
    """Keys with fixed names, read into the frozen model that declares them.

    made: the model, or with keys given, a function of their values.

    short: makes keys of a short form, such as `stripe: false`; short_schema: what that may be.

    rest: the attribute that takes keys of the author's own, as a mapping, and what they may hold; a key that
    is nearly one of the record's own is a misspelt one all the same.
    """

    def __init__(
        self,
        made: Callable[..., Any],
        keys: Mapping[str, Key] | None = None,
        *,
        short: Callable[[Data], Data] | None = None,
        short_schema: Sequence[Json] = (),
        rest: tuple[str, Spec] | None = None,
    ) -> None:
        self._made, self._short, self._short_schema, self._rest = made, short, short_schema, rest
        self._keys = keys_of(made) if keys is None else keys

    def read(self, value: Data, path: KeyPath, found: Findings) -> Any:
        """Return the class made of the sound values and, for the others, of what takes their place."""
        data = value if self._short is None else self._short(value)
        if not isinstance(data, dict):
            return _note_missing_mapping(path, found)
        misspelt = self._note_unknown_keys(data, path, found)
        values = {
            key.attribute or name: self._read_value(name, key, data, path, found, misspelt)
            for name, key in self._keys.items()
        }
        if self._rest:
            attribute, spec = self._rest
            own = {name: item for name, item in data.items() if name not in self._keys | misspelt.keys()}
            read = {
                name: _read_or_note_missing(spec, item, (*path, name), found) for name, item in own.items()
            }
            values[attribute] = {name: item for name, item in read.items() if item is not FAULTY}
        return FAULTY if FAULTY in values.values() else self._make(values)

    def _make(self, values: dict[str, Any]) -> Any:
        return self._made(**values)

    def written(self, value: Any) -> Any:
        """Return nothing: its keys have their defaults."""
        return None

    def below(self, key: str) -> Spec:
        """Return what is declared for the key."""
        return self._keys[key].spec if key in self._keys else Spec()

    def lay(self, under: Data, over: Data, path: KeyPath, found: Findings) -> Any:
        """Merge key by key; a record goes with what is needed in it."""
        if isinstance(under, dict) and isinstance(over, dict):
            under = {key: value for key, value in under.items() if self._is_kept(key, under, over)}
        merged = super().lay(under, over, path, found)
        return GONE if isinstance(merged, dict) and GONE in merged.values() else merged

    def _is_kept(self, key: str, under: dict[str, Data], over: dict[str, Data]) -> bool:
        """Tell whether a variant takes a key over: one that goes with another's value stays with that."""
        other = self._keys[key].goes_with if key in self._keys else ""
        return not other or over.get(other, under.get(other)) == under.get(other)

    def _note_unknown_keys(self, data: dict[str, Data], path: KeyPath, found: Findings) -> dict[str, str]:
        """Note keys that nobody knows; returns them, each with the one that was probably meant."""
        meant: dict[str, str] = {}
        for name in data:
            if name not in self._keys and not found.full:
                near = closest(name, self._keys) or ""
                if self._rest and near and not _is_misspelt(name.lower(), near):
                    near = ""
                if near or not self._rest:
                    hint = nearest(name, self._keys)
                    found.fault(f"{quoted(name)} is not a key known here", (*path, name), hint, on_key=True)
                    meant[name] = near
                    # What is left out changes nothing; what was meant is not there.
                    found.doubtful.discard((*path, name))
                    found.doubtful |= {(*path, near)} if near else set()
        return meant

    def _read_value(
        self,
        name: str,
        key: Key,
        data: dict[str, Data],
        path: KeyPath,
        found: Findings,
        misspelt: dict[str, str],
    ) -> Any:
        if name in data:
            read = _read_or_note_missing(
                key.spec, data[name], self._path_of_key(data, name, path), found, key.hint
            )
            return key.instead if read is FAULTY else read
        if key.unless in data:
            return None
        if key.default is REQUIRED and found.whole and name not in misspelt.values():
            found.fault(f"{quoted(name)} is missing", (*path, name), key.hint)
        return key.instead if key.default is REQUIRED else key.default

    def _path_of_key(self, data: dict[str, Data], name: str, path: KeyPath) -> KeyPath:
        """Return the path of a key's value: of a short form, the path of the whole."""
        return path if self._short is not None and getattr(data, "short", False) else (*path, name)

    def schema(self, parts: dict[str, Json]) -> Json:
        """Return a reference to an object with these keys and no others."""
        title = self._made.__name__
        if title not in parts:
            parts[title] = {}
            made = self._whole_schema(title, parts)
            parts[title] = {"anyOf": [*self._short_schema, made]} if self._short_schema else made
        return {"$ref": f"#/$defs/{title}"}

    def _whole_schema(self, title: str, parts: dict[str, Json]) -> Json:
        required = {name: key for name, key in self._keys.items() if key.default is REQUIRED}
        needed = [name for name, key in required.items() if not key.unless]
        either = [
            {"anyOf": [{"required": [name]}, {"required": [key.unless]}]}
            for name, key in required.items()
            if key.unless
        ]
        return {
            "title": title,
            "description": (self._made.__doc__ or "").splitlines()[0],
            "type": "object",
            "properties": {name: _key_schema(key, parts) for name, key in self._keys.items()},
            "additionalProperties": self._rest[1].schema(parts) if self._rest else False,
            **({"required": needed} if needed else {}),
            **({"allOf": either} if either else {}),
        }


def _key_schema(key: Key, parts: dict[str, Json]) -> Json:
    schema = {**key.spec.schema(parts), "description": key.description}
    said = key.default not in (REQUIRED, None, "", (), {})
    if said and (default := key.spec.written(key.default)) is not None:
        schema["default"] = default
    return schema


class Document(Record):
    """A whole file of format 1. kind: what people call it, such as "pack"; title: of its JSON schema."""

    def __init__(self, model: Callable[..., Any], kind: str, title: str) -> None:
        version = Key(
            f"The version of the {kind} format: 1.",
            Parsed(_read_version, {"const": 1}),
            f'a {kind} begins with "format: 1"',
            stand_in=1,
            default=REQUIRED,
        )
        super().__init__(model, {"format": version, **keys_of(model)})
        self._title = title

    def _make(self, values: dict[str, Any]) -> Any:
        return self._made(**{name: value for name, value in values.items() if name != "format"})

    def file_schema(self) -> Json:
        """Return the JSON schema (draft 2020-12) of the file."""
        parts: dict[str, Json] = {}
        whole = self._whole_schema(self._title, parts)
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole, "$defs": parts}


def _read_version(value: Data) -> int:
    if value != 1 or isinstance(value, bool):
        message = f"this version of cardgen reads format 1, not {quoted(value)}"
        raise BadValue(message, 'write "format: 1"')
    return 1


class Short(dict[str, Data]):
    """Keys made of a short form: problems with them are problems with the form itself."""

    short = True


def _read_or_note_missing(spec: Spec, value: Data, path: KeyPath, found: Findings, hint: str = "") -> Any:
    """Read a value, if anything is written there at all."""
    if value is None:
        message = f"no value is given for {quoted(path[-1])}"
        return found.fault(message, path, spec.hint or hint or "write it after the colon")
    return spec.read(value, path, found)


def _note_missing_mapping(path: KeyPath, found: Findings) -> Any:
    hint = 'write "key: value" lines, or {key: value}'
    return found.fault("this should be a list of keys and values", path, hint)
