"""Specifications of data: each reads a value, records every problem with its path, and returns its JSON
schema.

The keys of a file are declared once, as annotations of the frozen model that the file is read into: `corner:
Annotated[float, Key("Corner radius.", length_between(0, 150))] = 3 * MM`. Reading, messages, the JSON schema
with its defaults, and the merging of a variant with its base all follow from these.

Reading never stops at a problem: it records the problem and continues with a substitute, so that all problems
of a file are reported at once and each only once. pydantic could read data as well, but importing it and
building ten models costs more than drawing all the sheets of a pack (see tests/benchmarks), and its messages
would have to be rewritten.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin

from .. import units
from ..errors import MOST_PROBLEMS, PICTURE, REMOVAL, KeyPath, Mark, Problem, Suggestion
from ..languages.remarks import remark
from ..units import MM, BadValue, Sentence, closest_word, edit_distance, nearest_word_hint, quoted_value
from .yaml import Data

Json = dict[str, Any]

#: The result of reading a faulty value; a default replaces it, or it is left out.
FAULTY: Any = object()
#: The default of a required key.
REQUIRED: Any = object()
#: The result of merging if a variant removes the last entry of a mapping.
REMOVED: Any = object()
#: The ends of names of pictures that may be chosen anew.
_PICTURE_FILES = (".png", ".jpg", ".jpeg", ".svg")
#: Maximum number of words of which each is offered, where none resembles what is written.
_FEW = 8


class Findings:
    """Collects the problems found while reading.

    whole: False for a variant without its base, which may lack keys. admit: returns the full path of a file
    named at a path of the data, or raises ValueError; without it, names are unchanged. names_in: returns the
    names of files in a folder named at a path, or raises ValueError. place: called with the place of each row
    of a table by path, the headings of its columns by name, and the title of its card.
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
        #: Paths of values that were replaced by a substitute.
        self.doubtful: set[KeyPath] = set()
        #: Number of tables read, and of their rows.
        self.tables = self.rows = 0
        #: The language of the pack's texts, which determines how numbers of its tables are written.
        self.language = "en"
        #: The names of the pack's own icons.
        self.icons: tuple[str, ...] = ()
        #: The names of its other kinds of pieces.
        self.pieces: tuple[str, ...] = ()
        #: The folder and sets in which other icon names are looked up (IconLibraries).
        self.libraries: Any = None
        #: The pack's own colours by name (Color).
        self.colors: dict[str, Any] = {}

    @property
    def is_full(self) -> bool:
        """Tell whether as many problems are recorded as the limit allows."""
        return len(self.problems) >= MOST_PROBLEMS

    def fault(
        self,
        message: str,
        path: KeyPath,
        hint: str,
        on_key: bool = False,
        answers: Iterable[str] = (),
        elsewhere: Suggestion | None = None,
    ) -> Any:
        """Record an error and return FAULTY.

        path: the path of the value. hint: what to do. on_key: whether the key is wrong, and not its value.
        answers: values as YAML, each of which may be written instead. elsewhere: what may be written at
        another path.
        """
        self.doubtful.add(path)
        if not self.is_full:
            suggestions = (*(Suggestion(path, each) for each in answers), *([elsewhere] if elsewhere else ()))
            self.problems.append(Problem(message, path, hint, on_key=on_key, suggestions=suggestions))
        return FAULTY

    def note(self, message: Sentence, path: KeyPath) -> None:
        """Record a note about a value."""
        if not self.is_full:
            self.problems.append(remark(message, path, severity="note"))

    def warn(self, message: Sentence, path: KeyPath, hint: Sentence) -> None:
        """Record a warning about a value. hint: what to do."""
        if not self.is_full:
            self.problems.append(remark(message, path, hint))


class Spec:
    """A specification of a value."""

    #: The hint if nothing was written.
    hint = ""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return a value of a file in its Python form; FAULTY after recording a problem.

        path: the value's path in the file. findings: records problems.
        """
        raise NotImplementedError

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the JSON schema of the value.

        parts: the schemas of records by name. Schemas of further records are added to it.
        """
        raise NotImplementedError

    def file_form(self, value: Any) -> Any:
        """Return a Python value in the form of a file; None for a record, whose keys have defaults of
        their own."""
        return value

    def merge(self, under: Data, over: Data, path: KeyPath, findings: Findings) -> Any:
        """Return a variant's value merged with its base's value; REMOVED if the variant removes all of it.

        Mappings are merged key by key, in the order of the base; any other value of the variant replaces that
        of the base. under: the base's value. over: the variant's value.
        """
        if not isinstance(under, dict) or not isinstance(over, dict):
            return over
        merged: dict[str, Any] = {}
        for key in {**under, **over}:
            value = over.get(key, under.get(key))
            if isinstance(value, dict) or (key in over and key in under):
                below = self.spec_of(key)
                value = below.merge(under.get(key, {}), over.get(key, {}), (*path, key), findings)
            merged[key] = value
        return merged

    def spec_of(self, key: str) -> Spec:
        """Return the specification of the value under a key."""
        return Spec()


class Deferred(Spec):
    """A specification that is made when first used, so that files without such a key load faster."""

    def __init__(self, make: Callable[[], Spec]) -> None:
        self._make = cache(make)

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the value as the deferred specification reads it."""
        return self._make().read_value(value, path, findings)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of the deferred specification."""
        return self._make().json_schema(parts)

    def file_form(self, value: Any) -> Any:
        """Return the value as the deferred specification writes it."""
        return self._make().file_form(value)

    def merge(self, under: Data, over: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the values as the deferred specification merges them."""
        return self._make().merge(under, over, path, findings)

    def spec_of(self, key: str) -> Spec:
        """Return the specification of a key in the deferred specification."""
        return self._make().spec_of(key)


class Parsed(Spec):
    """A value that a function reads. The function raises ValueError for an invalid value, preferably a
    BadValue with a hint.
    """

    def __init__(
        self,
        parse: Callable[[Any], Any],
        schema: Json,
        hint: str = Spec.hint,
        write: Callable[[Any], Any] | None = None,
    ) -> None:
        self._parse, self._schema, self.hint, self._write = parse, schema, hint, write

    def read_value(self, value: Data, path: KeyPath, findings: Findings, on_key: bool = False) -> Any:
        """Return the result of the parsing function for the value; FAULTY after recording its ValueError."""
        try:
            return self._parse(value)
        except ValueError as error:
            answers = () if on_key else getattr(error, "answers", ())
            return findings.fault(str(error), path, getattr(error, "hint", ""), on_key, answers)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a copy of the given schema."""
        return dict(self._schema)

    def file_form(self, value: Any) -> Any:
        """Return the value as the given function writes it; unchanged without one."""
        return self._write(value) if self._write else value


def length_spec(low: float, high: float) -> Parsed:
    """Return the specification of a length between two limits in millimetres; it is read as points."""

    def parse(value: object) -> float:
        points = units.parse_length(value)
        if not low * MM - 0.001 <= points <= high * MM + 0.001:
            shown = str(value).strip()[:40]
            near = f"{low if points < low * MM else high:g} mm"
            hint = f"use a length from {low:g} mm to {high:g} mm"
            raise BadValue(f"{shown} is out of range", hint, [near])
        return points

    def write(points: float) -> str:
        exact = abs(points / MM * 100 - round(points / MM * 100)) < 1e-6
        return units.length_text(points) if exact else f"{points:g} pt"

    said = f"a length from {low:g} mm to {high:g} mm"
    form = {"type": "string", "pattern": units.LENGTH_PATTERN, "examples": ["3 mm"], "$comment": said}
    return Parsed(parse, form, write=write)


def text_spec(max_length: int, allows_line_breaks: bool = False) -> Parsed:
    """Return the specification of a text of at most `max_length` characters, on one line unless
    `allows_line_breaks` is true.
    """

    def parse(value: object) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            quoted_word = [json.dumps(str(value).lower())] if isinstance(value, bool) else []
            raise BadValue("this should be a text", 'put it in quotes, such as "NEVER OVER"', quoted_word)
        text = str(value).strip()
        if not text:
            raise BadValue("this text is empty", "write something, or leave the key out", [REMOVAL])
        if len(text) > max_length:
            raise BadValue(f"this text has {len(text)} characters", f"at most {max_length} are allowed")
        if not allows_line_breaks and "\n" in text:
            raise BadValue("this text has several lines", "write it in one line")
        return text

    return Parsed(parse, {"type": ["string", "number"], "maxLength": max_length})


class File(Parsed):
    """The name of a file in the same folder as the file that is read, or in a folder below it. It is read
    into its full path.
    """

    def __init__(self, longest: int) -> None:
        name = text_spec(longest)
        super().__init__(name._parse, {**name._schema, "$comment": "a file beside the pack"})

    def read_value(self, value: Data, path: KeyPath, findings: Findings, on_key: bool = False) -> Any:
        """Return the full path of a file that the pack may use; FAULTY after recording a problem."""
        name = super().read_value(value, path, findings, on_key)
        if name is FAULTY or findings.admit is None:
            return name
        try:
            return findings.admit(path, name)
        except ValueError as error:
            chosen = [PICTURE] if name.lower().endswith(_PICTURE_FILES) else []
            return findings.fault(str(error), path, getattr(error, "hint", ""), answers=chosen)


class Whole(Spec):
    """A whole number in a range."""

    hint = "say how many there are"

    def __init__(self, low: int, high: int) -> None:
        self._low, self._high = low, high

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the number; FAULTY after recording a problem."""
        if isinstance(value, float):
            hint = "remove the decimal point and what follows it"
            return findings.fault("this should be a whole number", path, hint, answers=[str(int(value))])
        if isinstance(value, str) and value.lower().endswith((".png", ".jpg", ".jpeg")):
            picture = f"{{image: {json.dumps(value)}}}"
            hint = f"for a picture write {{image: {value}}}"
            return findings.fault("this should be a whole number", path, hint, answers=[picture])
        if isinstance(value, bool) or not isinstance(value, int):
            digits = [value.strip()] if isinstance(value, str) and value.strip().isdecimal() else []
            hint = "write it in digits, without quotes"
            return findings.fault("this should be a whole number", path, hint, answers=digits)
        if value < self._low:
            hint = f"use {self._low:,} or more"
            return findings.fault("this number is too small", path, hint, answers=[str(self._low)])
        if value > self._high:
            hint = f"at most {self._high:,} are allowed"
            return findings.fault("this number is too large", path, hint, answers=[str(self._high)])
        return value

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an integer in the range."""
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class Flag(Spec):
    """true or false."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the bool; FAULTY after recording a problem."""
        if isinstance(value, bool):
            return value
        hint = "write true or false, without quotes"
        return findings.fault("this should be true or false", path, hint, answers=("true", "false"))

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of a boolean."""
        return {"type": "boolean"}


class Choice(Spec):
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the word; FAULTY after recording a problem."""
        if isinstance(value, str) and value in self._words:
            return value
        message = f"{quoted_value(value)} is not one of the choices here"
        hint = nearest_word_hint(value, self._words)
        # The page offers to write the nearest word anyway.
        few = self._words if len(self._words) <= _FEW and closest_word(value, self._words) is None else ()
        return findings.fault(message, path, hint, answers=map(json.dumps, few))

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of one of the words."""
        return {"enum": list(self._words)}


class Several(Spec):
    """A list of values of one kind."""

    def __init__(self, each: Spec, max_count: int) -> None:
        self._each, self._most = each, max_count

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the valid values in order, as a tuple; FAULTY if there is no list."""
        if not isinstance(value, list):
            hint = 'write "[one, another]", or a line with a dash for each'
            one = [json.dumps([value], ensure_ascii=False)] if isinstance(value, str | int | float) else []
            return findings.fault("this should be a list", path, hint, answers=one)
        if len(value) > self._most:
            findings.fault("this list is too long", path, f"at most {self._most:,} entries are allowed")
        each = Key("", self._each)
        items = [
            _read_or_note_missing(each, item, (*path, str(place)), findings)
            for place, item in enumerate(value[: self._most])
        ]
        return tuple(item for item in items if item is not FAULTY)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an array."""
        return {"type": "array", "items": self._each.json_schema(parts), "maxItems": self._most}

    def file_form(self, value: Any) -> Any:
        """Return the values in the form of a file, as a list."""
        return [self._each.file_form(item) for item in value]


class OneOrSeveral(Several):
    """A value, or a list of values of one kind; read into a tuple either way."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the valid values in order, as a tuple; FAULTY if there is none."""
        if not isinstance(value, list):
            one = self._each.read_value(value, path, findings)
            return FAULTY if one is FAULTY else (one,)
        if not value:
            hint = "write a value, or leave the key out"
            return findings.fault("this list is empty", path, hint, answers=[REMOVAL])
        return super().read_value(value, path, findings) or FAULTY

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of one value or of an array."""
        one = self._each.json_schema(parts)
        said = {"$comment": f"{one['$comment']}, or a list"} if "$comment" in one else {}
        return {"anyOf": [one, super().json_schema(parts)], **said}


class Table(Spec):
    """A mapping from keys that the author chooses to values of one kind.

    made: a function that makes the result from the values by key. The other parameters are for merging a
    variant with its base. new: the noun for an entry, and the key that a new entry requires; so an entry
    without this key must exist in the base. order: a function that orders the keys of base and variant.
    absent: a function that tells whether a value removes an entry of the base.
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

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the valid values by key, in the type of this table; FAULTY if there are values and none is
        valid.
        """
        if not isinstance(value, dict):
            return _note_missing_mapping(path, findings)
        sound: dict[str, Any] = {}
        for key, item in value.items():
            name = self._key.read_value(key, (*path, key), findings, on_key=True)
            read = _read_or_note_missing(Key("", self._each), item, (*path, key), findings)
            if name in sound:
                findings.fault(
                    f"{quoted_value(name)} appears twice", (*path, key), "rename one of them", on_key=True
                )
            elif name is not FAULTY and read is not FAULTY:
                sound[name] = read
        return FAULTY if value and not sound else self._made(sound)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an object with any keys."""
        return {"type": "object", "additionalProperties": self._each.json_schema(parts)}

    def spec_of(self, key: str) -> Spec:
        """Return the specification of an entry, which is the same for all keys."""
        return self._each

    def merge(self, under: Data, over: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the entries of base and variant merged, without those that the variant removes; REMOVED if
        no entry remains.
        """
        if not isinstance(under, dict) or not isinstance(over, dict):
            return over
        if self._new:
            over = self._without_misspelt(self._new, under, over, path, findings)
        merged = super().merge(under, over, path, findings)
        if self._order and under and over:
            merged = {key: merged[key] for key in self._order(list(under), list(over))}
        left = {key: value for key, value in merged.items() if value is not REMOVED}
        if self._absent is None:
            return left
        for key in [key for key, value in left.items() if self._absent(value)]:
            del left[key]
            if key not in under:
                message = "the base has no such card to remove"
                findings.fault(message, (*path, key), "leave it out", on_key=True, answers=[REMOVAL])
        return left if left or not merged else REMOVED

    def _without_misspelt(
        self,
        new: tuple[str, str],
        under: dict[str, Data],
        over: dict[str, Data],
        path: KeyPath,
        findings: Findings,
    ) -> dict[str, Data]:
        """Return the variant's entries without those that are misspelt, which are recorded as problems.

        An entry is misspelt if the base does not have it and it lacks the key that a new entry requires. new:
        the noun for an entry, and that key. under: the base's entries. over: the variant's entries.
        """
        called, needed = new
        kept = dict(over)
        for key, value in over.items():
            if isinstance(value, dict) and under and key not in under and needed not in value:
                hint = f"{nearest_word_hint(key, under)} (a {called} of its own needs a {needed})"
                findings.fault(
                    f"the base has no {called} {quoted_value(key)}", (*path, key), hint, on_key=True
                )
                del kept[key]
        return kept


class Key(NamedTuple):
    """One key of a record: its description and specification, in the annotation of a model's field.

    The specification may be left out if it follows from the type (bool, Literal, another model); the default
    is the field's.
    """

    description: str
    spec: Spec = Spec()
    #: For a required key: what to write, and a value as YAML.
    hint: str = ""
    example: str = ""
    #: The substitute for a faulty value, if the default is unsuitable; FAULTY discards the record.
    substitute: Any = None
    #: Its name in messages, if not its name with spaces.
    name_in_messages: str = ""
    #: Its name in a file, if not the attribute's with dashes.
    name: str = ""
    #: Another key: a variant that states another value there does not inherit this one.
    goes_with: str = ""
    #: Another key, beside which this one is not required.
    unless: str = ""
    default: Any = None
    attribute: str = ""

    def record_missing(self, message: str, path: KeyPath, findings: Findings, hint: str = "") -> Any:
        """Record that the key, or its value, is missing at a path, and return FAULTY.

        hint: what to write, in place of the key's own.
        """
        example = f"such as {path[-1]}: {self.example}" if self.example else ""
        hint = hint or ", ".join(filter(None, (self.hint, example)))
        # An empty value is none, where the key may be missing.
        gone = [REMOVAL] if self.attribute and self.default is not REQUIRED else []
        return findings.fault(message, path, hint, answers=[self.example] if example else gone)

    @property
    def value_in_place_of_fault(self) -> Any:
        """Return the value to use in place of an invalid one."""
        return self.default if self.substitute is None else self.substitute


def keys_of(model: Any) -> dict[str, Key]:
    """Return the keys that a model (NamedTuple or dataclass) and its bases declare, by name and in order."""
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
    """Return the specification of a type: bool, a Literal (also with None), or a model with keys."""
    if bool in (kind, *get_args(kind)):
        return Flag()
    for choice in (kind, *get_args(kind)):
        if get_origin(choice) is Literal:
            return Choice(*get_args(choice))
    return Record(kind)


def _is_misspelt(name: str, known: str) -> bool:
    """Tell whether a key, such as copys, is a misspelling of a known key, and not a key of the author's
    own.
    """
    return edit_distance(name, known) <= (2 if len(name) > 4 and name[0] == known[0] else 1)


class Record(Spec):
    """A mapping with fixed keys, read into the frozen model that declares them.

    made: the model; if `keys` is given, a function of the values of these keys. short: a function that
    expands a short form, such as `stripe: false`, to a mapping. short_schema: the schemas of the short form.
    rest: the attribute that receives all keys of the author's own as a mapping, and the specification of
    their values; a key that resembles a declared key counts as misspelt.
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

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the model made of the valid values, with defaults for the others.

        FAULTY if there is no mapping, or no default for an invalid value.
        """
        data = value if self._short is None else self._short(value)
        if not isinstance(data, dict):
            return _note_missing_mapping(path, findings)
        misspelt = self._note_unknown_keys(data, path, findings)
        values = {
            key.attribute or name: self._read_value(name, key, data, path, findings, misspelt)
            for name, key in self._keys.items()
        }
        if self._rest:
            attribute, spec = self._rest
            own = {name: item for name, item in data.items() if name not in self._keys | misspelt.keys()}
            read = {
                name: _read_or_note_missing(Key("", spec), item, (*path, name), findings)
                for name, item in own.items()
            }
            values[attribute] = {name: item for name, item in read.items() if item is not FAULTY}
        return FAULTY if FAULTY in values.values() else self._make(values)

    def _make(self, values: dict[str, Any]) -> Any:
        """Return the model made of values by attribute."""
        return self._made(**values)

    def file_form(self, value: Any) -> Any:
        """Return None, as the keys of a record have defaults of their own."""
        return None

    def spec_of(self, key: str) -> Spec:
        """Return the specification of a key's value."""
        return self._keys[key].spec if key in self._keys else Spec()

    def merge(self, under: Data, over: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the keys of base and variant merged; REMOVED if a required entry was removed."""
        if isinstance(under, dict) and isinstance(over, dict):
            under = {key: value for key, value in under.items() if self._is_kept(key, under, over)}
        merged = super().merge(under, over, path, findings)
        return REMOVED if isinstance(merged, dict) and REMOVED in merged.values() else merged

    def _is_kept(self, key: str, under: dict[str, Data], over: dict[str, Data]) -> bool:
        """Tell whether a variant inherits the base's value of a key.

        The value is not inherited if the key belongs together with another key whose value the variant
        changes.
        """
        other = self._keys[key].goes_with if key in self._keys else ""
        return not other or over.get(other, under.get(other)) == under.get(other)

    def _note_unknown_keys(self, data: dict[str, Data], path: KeyPath, findings: Findings) -> dict[str, str]:
        """Record each unknown key as a problem. Return, by unknown key, the known key that it is a
        misspelling of, or "".
        """
        meant: dict[str, str] = {}
        for name in data:
            if name not in self._keys and not findings.is_full:
                near = closest_word(name, self._keys) or ""
                if self._rest and near and not _is_misspelt(name.lower(), near):
                    near = ""
                if near or not self._rest:
                    hint = nearest_word_hint(name, self._keys)
                    message = f"{quoted_value(name)} is not a key known here"
                    gone = () if near else (REMOVAL,)
                    findings.fault(message, (*path, name), hint, on_key=True, answers=gone)
                    meant[name] = near
                    # Without it nothing changes, but the intended key is missing.
                    findings.doubtful.discard((*path, name))
                    findings.doubtful |= {(*path, near)} if near else set()
        return meant

    def _read_value(
        self,
        name: str,
        key: Key,
        data: dict[str, Data],
        path: KeyPath,
        findings: Findings,
        misspelt: dict[str, str],
    ) -> Any:
        """Return the value of a key; its default if the key is missing or its value invalid.

        Problems are recorded, also that of a missing key that is required.
        """
        if name in data:
            at = self._path_of_key(data, name, path)
            read = _read_or_note_missing(key, data[name], at, findings)
            return key.value_in_place_of_fault if read is FAULTY else read
        if key.unless in data:
            return None
        if key.default is REQUIRED and findings.whole and name not in misspelt.values():
            key.record_missing(f"{quoted_value(name)} is missing", (*path, name), findings)
        return key.value_in_place_of_fault if key.default is REQUIRED else key.default

    def _path_of_key(self, data: dict[str, Data], name: str, path: KeyPath) -> KeyPath:
        """Return the path of a key's value; in a short form, the path of the record."""
        return path if self._short is not None and getattr(data, "short", False) else (*path, name)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a reference to the schema of an object with these keys and no others."""
        title = self._made.__name__
        if title not in parts:
            parts[title] = {}
            made = self._whole_schema(title, parts)
            parts[title] = {"anyOf": [*self._short_schema, made]} if self._short_schema else made
        return {"$ref": f"#/$defs/{title}"}

    def _whole_schema(self, title: str, parts: dict[str, Json]) -> Json:
        """Return the schema of an object with the record's keys. title: its name among the parts."""
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
            "additionalProperties": self._rest[1].json_schema(parts) if self._rest else False,
            **({"required": needed} if needed else {}),
            **({"allOf": either} if either else {}),
        }


def _key_schema(key: Key, parts: dict[str, Json]) -> Json:
    """Return the schema of a key's value, with its description and default."""
    schema = {**key.spec.json_schema(parts), "description": key.description}
    said = key.default not in (REQUIRED, None, "", (), {})
    if said and (default := key.spec.file_form(key.default)) is not None:
        schema["default"] = default
    return schema


class Document(Record):
    """A whole file of format 1.

    kind: the name of such files in messages, such as "pack". title: the title of the JSON schema.
    """

    def __init__(self, model: Callable[..., Any], kind: str, title: str) -> None:
        version = Key(
            f"The version of the {kind} format: 1.",
            Parsed(_read_version, {"const": 1}),
            f"a {kind} begins with its version",
            "1",
            substitute=1,
            default=REQUIRED,
        )
        super().__init__(model, {"format": version, **keys_of(model)})
        self._kind, self._title = kind, title

    def _make(self, values: dict[str, Any]) -> Any:
        """Return the model made of the values by attribute; the value of `format` is left out."""
        return self._made(**{name: value for name, value in values.items() if name != "format"})

    def file_schema(self) -> Json:
        """Return the JSON schema (draft 2020-12) of the whole file."""
        parts: dict[str, Json] = {}
        whole = self._whole_schema(self._title, parts)
        heads = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self._title,
            "$id": f"urn:cardgen:{self._kind}:1",
        }
        return {**heads, **whole, "$defs": parts}


def _read_version(value: Data) -> int:
    """Return 1, the version of the format. Raises BadValue for any other value."""
    if value != 1 or isinstance(value, bool):
        message = f"this version of cardgen reads format 1, not {quoted_value(value)}"
        raise BadValue(message, 'did you mean "1"?')
    return 1


class ShortForm(dict[str, Data]):
    """A mapping expanded from a short form: problems of its keys are problems of the form."""

    short = True


def _read_or_note_missing(key: Key, value: Data, path: KeyPath, findings: Findings) -> Any:
    """Return a value as its key's specification reads it. If the value is empty, record that and return
    FAULTY.
    """
    if value is None:
        hint = key.spec.hint or ("" if key.hint or key.example else "write it after the colon")
        return key.record_missing(f"no value is given for {quoted_value(path[-1])}", path, findings, hint)
    return key.spec.read_value(value, path, findings)


def _note_missing_mapping(path: KeyPath, findings: Findings) -> Any:
    """Record that a value should be a mapping, and return FAULTY."""
    hint = 'write "key: value" lines, or {key: value}'
    return findings.fault("this should be a list of keys and values", path, hint, answers=[REMOVAL])
