"""Fixes: what hints suggest to write into a pack, as buttons of the page.

A problem whose hint suggests no value has fixes after what the JSON schema of packs says of its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import yaml

from ..errors import FONT, LAST, PICTURE, REMOVAL, KeyPath, Problem, Suggestion, UsageError
from ..gaming.games import GAMES
from ..pack.library import bundled_pack_names
from ..pack.reading import pack_schema
from ..pack.yaml import Data, Loader
from ..pack.yaml_text import yaml_value
from ..units import quoted_value, shortened_text
from .editing import Edit, apply_edit, edit_for_value, edit_without_key, node_at
from .messages import Fix

#: Maximum number of characters on a button.
_LONGEST_LABEL = 60
#: Maximum number of values that have a button each; of more the user chooses one in a window.
_MOST_BUTTONS = 3
#: Maximum number of references and choices within one another that are followed in a schema.
_DEEPEST = 8
#: Maximum length of a text that is read again to try a value.
_LONGEST_TRIED = 60_000
#: Returns what is wrong with a text, without the checks of how its cards look.
Reader = Callable[[str], Counter[str]]


def fix_record(suggestion: Suggestion, merged: dict[str, Data], problem_path: KeyPath = ()) -> Fix:
    """Return the fix that writes a suggested value; to append to a list, it writes the whole longer list.

    merged: the data of the pack with its base. problem_path: the path of the problem; the button's label
    leaves out the keys that both paths share.
    """
    path = list(suggestion.path)
    shared = next(
        (n for n, key in enumerate(path[:-1]) if key != dict(enumerate(problem_path)).get(n)), len(path) - 1
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


def fixes_by_schema(
    text: str, problem: Problem, merged: dict[str, Data], readers: Sequence[Reader]
) -> list[Fix]:
    """Return the fixes for an error that the JSON schema of packs suggests: a picker, values, or the removal
    of its key.

    text: valid YAML that states the path, or a mapping that lacks its last key. readers: the quickest first;
    the first that finds the error tries the fixes. Only fixes are returned after which there are fewer errors
    and no others; pickers are not tried.
    """
    path = list(problem.path)
    if not path:
        return []
    found = schemas_at(path)
    fixes = _picker_fixes(path, found)
    if len(text) > _LONGEST_TRIED:
        return fixes
    node = node_at(text, path)
    if node is None and not isinstance(node_at(text, path[:-1]), yaml.MappingNode):
        return []
    before, reader = next(
        ((errors, each) for each in readers if (errors := each(text))[problem.message]), (None, None)
    )
    if before is None or reader is None:
        return fixes

    def is_mended_by(edit: Edit | None) -> bool:
        after = reader(apply_edit(text, edit)) if edit is not None else before
        return after.total() < before.total() and not after - before

    try:
        if not problem.on_key:
            fixes += _value_fixes(
                path,
                _values_in_schemas(found),
                [*_value_as_list(text, node, path, found)],
                lambda each: is_mended_by(edit_for_value(text, path, each, merged)),
            )
        # Nobody wants all suits or cards away because one of them is wrong.
        is_whole_part = len(path) == 1 and isinstance(node, yaml.CollectionNode) and node.value
        if node is not None and not is_whole_part and is_mended_by(edit_without_key(text, path)):
            label = _label_of_removal(text, path, node)
            fixes.append(Fix(label=label, certain=False, path=path, value=None))
    except UsageError:
        # An alias shares the place with another.
        pass
    return fixes


def _value_fixes(
    path: list[str], values: Sequence[Data], lists: Sequence[Data], is_mended_by: Callable[[Data], bool]
) -> list[Fix]:
    """Return fixes that write values: a button for each of a few, or one that offers them all.

    lists: values that have a button each besides. is_mended_by: tells whether a value mends the problem; of
    many values it is asked about the first.
    """
    fixes: list[Fix] = []
    if len(values) > _MOST_BUTTONS:
        if is_mended_by(values[0]):
            words = [str(each) for each in values]
            label = shortened_text(
                f"Choose {path[-2] if path[-1].isdecimal() else path[-1]}…", _LONGEST_LABEL
            )
            fixes.append(Fix(label=label, certain=False, path=path, value=None, picks="word", words=words))
        values = ()
    return fixes + [
        Fix(
            label=shortened_text(f"Write {path[-1]}: {yaml_value(each)}", _LONGEST_LABEL),
            certain=False,
            path=path,
            value=each,
        )
        for each in (*values, *lists)
        if is_mended_by(each)
    ]


def _value_as_list(
    text: str, node: yaml.Node | None, path: Sequence[str], found: Sequence[dict[str, Any]]
) -> Iterator[Data]:
    """Yield the list of a single value where the schemas found allow a list in its place."""
    if isinstance(node, yaml.MappingNode | yaml.ScalarNode) and any(
        each.get("type") == "array" for each in found
    ):
        value: Any = yaml.load(text, Loader)  # noqa: S506 - a safe loader
        for part in path:
            # A rank may be a number there.
            below = enumerate(value) if isinstance(value, list) else value.items()
            value = next((each for key, each in below if str(key) == part), None)
        yield [value]


def _label_of_removal(text: str, path: Sequence[str], node: yaml.Node) -> str:
    """Return what the button says that removes the value at a path: its key, or what a list has there."""
    is_item = isinstance(node_at(text, path[:-1]), yaml.SequenceNode)
    gone = path[-1] if path[-1].strip() else quoted_value(path[-1])
    if is_item:
        is_word = isinstance(node, yaml.ScalarNode)
        gone = f"{node.value} from {path[-2]}" if is_word else f"entry {int(path[-1]) + 1} of {path[-2]}"
    return shortened_text(f"Remove {gone}", _LONGEST_LABEL)


def _picker_fixes(path: list[str], schemas: Sequence[dict[str, Any]]) -> list[Fix]:
    """Return the fixes that let the user choose what may be at a path: a colour, a file, or a pack."""
    comments = " ".join(str(each.get("$comment", "")) for each in schemas)
    patterns = " ".join(str(each.get("pattern", "")) for each in schemas)
    if path == ["extends"]:
        words = bundled_pack_names()
        return [Fix(label="Choose a pack…", certain=False, path=path, value=None, picks="word", words=words)]
    if "a colour" in comments:
        return [Fix(label="Choose a colour…", certain=False, path=path, value=None, picks="color")]
    if "pP][nN][gG" in patterns or path[-1] == "image":
        return [Fix(label="Choose a picture…", certain=False, path=path, value=None, picks="picture")]
    return []


@cache
def _schema() -> dict[str, Any]:
    """Return the JSON schema of packs."""
    return pack_schema(GAMES)


def schemas_at(path: Sequence[str]) -> list[dict[str, Any]]:
    """Return the parts of the JSON schema of packs that may hold at a path, without references."""
    here = list(_alternatives(_schema()))
    for part in path:
        below: list[Any] = []
        for each in here:
            if part.isdecimal() and "items" in each:
                below.append(each["items"])
            else:
                below.append(each.get("properties", {}).get(part, each.get("additionalProperties")))
        here = [one for each in below if isinstance(each, dict) for one in _alternatives(each)]
    return here


def _alternatives(schema: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield a schema, and all that it may be instead, with references followed."""
    if depth > _DEEPEST or not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield from _alternatives(_schema()["$defs"][schema["$ref"].rpartition("/")[2]], depth + 1)
        return
    yield schema
    for each in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _alternatives(each, depth + 1)


def _values_in_schemas(schemas: Sequence[dict[str, Any]]) -> list[Data]:
    """Return the values that schemas name: words, true and false, and the first of their examples."""
    values: list[Data] = []
    for each in schemas:
        values += each.get("enum", ())
        values += (True, False) if each.get("type") == "boolean" else ()
        values += islice(each.get("examples", ()), 1)
    return [each for n, each in enumerate(values) if not any(each is one for one in values[:n])]
