"""Finds packs by name or path, and merges a variant with its base, and options with both.

This module handles only data and marks; model.py declares what the data mean and how they merge. A pack may
name files beside it or in folders below it, and nothing else: packs are other people's files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from ..errors import KeyPath, Mark, PackError, Problem, UsageError
from ..languages.habits import primary_tag
from ..sandbox import untrusted as untrusted
from ..units import BadValue, Sentence, closest_word, nearest_word_hint, quoted_value
from . import folders
from .model import Pack
from .picture_folders import (
    ANY,
    has_pack_file,
    is_picture_folder,
    names_picture,
    title_from_folder,
    yaml_of_folder,
)
from .reading import PACK
from .schema import Findings, keys_of
from .values import MOST_CARDS
from .yaml import BYTE_LIMIT, Data, Source, quoted_line, read_yaml
from .yaml_edits import read_pack_text

_NAME = re.compile(r"\w[\w-]*\Z")
_SUFFIXES = (".yaml", ".yml")
#: The suffixes of tables of cards, also of those that cardgen cannot read.
_TABLES = (".csv", ".tsv", ".xlsx", ".ods", ".xls", ".numbers")
#: Keys that packs have and printers' presets do not.
_PACK_KEYS = {"extends", "use", *keys_of(Pack)} - {"name"}
#: The keys of a look, which packs of a folder may share.
_LOOK_KEYS = ("layouts", "types", "keywords", "fonts", "icons", "colors")
#: Maximum number of looks that a pack may use.
_MOST_LOOKS = 8


@dataclass
class Resolved:
    """A pack's data merged with its base, with the source of each value."""

    #: The name of the pack's file, after which output files are named.
    slug: str
    #: It still has the key `extends` if the base is missing; then the pack is incomplete.
    data: dict[str, Data]
    #: The files, the pack's own first.
    sources: dict[str, Source]
    values: dict[KeyPath, Mark]
    keys: dict[KeyPath, Mark]
    problems: list[Problem] = field(default_factory=list)
    #: The base, where there is one.
    base: Source | None = None
    #: The headings of a table's columns by their names, for the path of each row.
    heads: dict[KeyPath, Mapping[str, str]] = field(default_factory=dict)
    titles: dict[KeyPath, str] = field(default_factory=dict)
    #: The full paths of admitted files, by the file that names them and the name in it.
    _admitted: dict[tuple[str, str], str] = field(default_factory=dict)

    def record_row(self, path: KeyPath, mark: Mark, heads: Mapping[str, str], title: str) -> None:
        """Record where a row of a table stands, and the title of its card ("" for none).

        path: the row's path in the pack. heads: the headings of the columns by their names in the pack.
        """
        self.values[path], self.heads[path], self.titles[path] = mark, heads, title

    def locate(self, problem: Problem) -> Problem:
        """Return a problem with the place of its path, or of the nearest enclosing path that has a place.

        In a table that is a row, and the message names the column by its heading.
        """
        if problem.mark is not None:
            return problem
        problem = self._with_written_column(problem)
        path = self._nearest_known_path(problem.path)
        if path in self.heads and path != problem.path:
            column = problem.path[len(path)]
            message = problem.message.removeprefix(f"{column}: ")
            said = self.heads[path].get(column, column)
            if self.titles[path]:
                said += f" of {quoted_value(self.titles[path])}"
            problem = problem._replace(message=f"{said}: {message}")
        mark = self.values.get(path, Mark(next(iter(self.sources))))
        exact = path == problem.path
        if (problem.on_key or not exact) and path in self.keys:
            mark = self.keys[path]
        source = self.sources.get(mark.file)
        line = quoted_line(source.lines, mark) if source else ""
        return problem._replace(mark=mark, line=line)

    def _with_written_column(self, problem: Problem) -> Problem:
        """Return a problem of a card in which a renamed column has the name that the file uses."""
        match problem.path:
            case ("cards", place, "rows", row, column, *below):
                groups = self.data.get("cards")
                group = groups[int(place)] if isinstance(groups, list) and int(place) < len(groups) else None
                columns = group.get("columns") if isinstance(group, dict) and "table" not in group else None
                theirs = columns.get(column) if isinstance(columns, dict) else None
                if theirs is not None:
                    said = problem.message
                    if said.startswith(f"{column}: "):
                        said = said.replace(column, str(theirs), 1)
                    path = ("cards", place, "rows", row, str(theirs), *below)
                    return problem._replace(path=path, message=said)
        return problem

    def folder_of_value(self, path: KeyPath) -> Path:
        """Return the folder of the file that states a value; the current folder for an option."""
        return Path(self.values[self._nearest_known_path(path)].file).parent

    def is_in_own_file(self, path: KeyPath) -> bool:
        """Tell whether the value at a path is stated in the pack's own file, and not in a base or a look."""
        return path in next(iter(self.sources.values())).values

    @property
    def stated_language(self) -> str:
        """Return the language of the pack: the first one that its own file, or else a base, states; "en" if
        none does.
        """
        return next((language for _, language in self._files_with_languages if language), "en")

    @property
    def _files_with_languages(self) -> list[tuple[str, str]]:
        """Return pairs of each file and the language that the file states, "" for none."""
        return [(file, str(source.data.get("language") or "")) for file, source in self.sources.items()]

    def is_written_in(self, language: str, path: KeyPath, *, on_key: bool = False) -> bool:
        """Tell whether a text of the pack is written in a language already, judged by the language that its
        file states.

        A base may state another language than the pack; its texts are then in that language. path: the path
        of the text. on_key: whether the text is the key at the path, and not the value.
        """

        def is_other(stated: str) -> bool:
            return bool(stated) and primary_tag(stated) != primary_tag(language)

        if is_other(self.stated_language):
            return False
        own = {file for file, _ in takewhile(lambda each: not is_other(each[1]), self._files_with_languages)}
        if on_key:
            return not any(path in each.keys for file, each in self.sources.items() if file not in own)
        while path and (path not in self.values or self.values[path].file not in self.sources):
            path = path[:-1]
        return not path or self.values[path].file in own

    def admit(self, path: KeyPath, name: str) -> str:
        """Return the full path of a file that the data name at a path.

        Raises untrusted.Unreachable if it is missing, or outside of the folder.
        """
        key = (self.values[self._nearest_known_path(path)].file, name)
        if key not in self._admitted:
            self._admitted[key] = str(untrusted.admit(Path(key[0]).parent, name))
        return self._admitted[key]

    def file_names_in(self, path: KeyPath, folder: str) -> list[str]:
        """Return the names of the files in a folder, relative to the folder, which the data name at a path.

        Raises untrusted.Unreachable if the folder is missing, or outside of the pack's folder.
        """
        return untrusted.names_beside(self.folder_of_value(path), folder, MOST_CARDS)

    def _nearest_known_path(self, path: KeyPath) -> KeyPath:
        """Return the path, or the nearest enclosing one whose place is known."""
        while path and path not in self.values:
            path = path[:-1]
        return path


def bundled_pack_names() -> list[str]:
    """Return the names of the packs that come with cardgen."""
    return sorted(file.stem for file in folders.bundled_folder("packs").glob("*.yaml"))


def example_files() -> dict[str, Path]:
    """Return the file of each example deck, by the deck's name."""
    files = ((file.stem, file) for file in sorted(folders.bundled_folder("examples").glob("*/*.yaml")))
    return {name: file for name, file in files if file.parent.name == name}


def stated_games(name: str) -> list[str]:
    """Return the names of the games that a pack states. Raises UsageError and PackError if it cannot be
    read."""
    games = resolve(name).data.get("games")
    return [str(game) for game in games] if isinstance(games, list) else []


def is_untrusted_pack(name: str) -> bool:
    """Tell whether a pack's file is not one of cardgen's own. Raises UsageError if there is no such pack."""
    return pack_file(name).resolve().parent != folders.bundled_folder("packs").resolve()


def pack_file(name: str) -> Path:
    """Return the file of a pack by name ("never-over") or path ("./mine.yaml").

    For a folder of pictures, such as scans, the result is scans/*. No such file exists: the pack is made from
    the pictures in the folder. Raises UsageError if there is no such pack.
    """
    path = Path(name)
    if _is_confirmed_by(Path.is_file, path):
        if names_picture(path.name):
            folder = (
                f"name its folder, {path.parent}" if path.parent.name else "put it in a folder and name that"
            )
            raise UsageError(f"{name} is a picture, and no pack: {folder}; each picture in it is a card")
        if path.suffix.lower() in _TABLES:
            raise UsageError(_table_message(path))
        return path
    named = _find_by_name(name, Path())
    if named is not None:
        return named
    if _is_confirmed_by(Path.is_dir, path):
        if is_picture_folder(path):
            return path / ANY
        raise UsageError(
            f"{name} is a folder without PNG or JPEG pictures of faces: put them there, or name a pack's file"
            if not has_pack_file(path)
            else f"{name} is a folder with a pack in it: name its file"
        )
    if path.suffix in (*_SUFFIXES, *_TABLES) or len(path.parts) > 1:
        raise UsageError(f"there is no file {name}")
    hint = nearest_word_hint(name, bundled_pack_names())
    raise UsageError(
        f"there is no pack {name!r}; {hint} (name a pack of your own by its path, such as ./mine.yaml)"
    )


def is_table(name: str) -> bool:
    """Tell whether a name is that of a file with a table of cards, readable or not."""
    path = Path(name)
    return path.suffix.lower() in _TABLES and _is_confirmed_by(Path.is_file, path)


def _table_message(table: Path) -> str:
    """Return the message for a table that is named in place of a pack: how to make a deck of it."""
    return (
        f"{table} is a table of cards, and no pack: make a deck of it with `cardgen new "
        f"{table.with_suffix('.yaml')} --from {table}`, or drop it into `cardgen studio`"
    )


def _find_by_name(name: str, folder: Path) -> Path | None:
    """Return the file of a pack that is named without a suffix: one of cardgen's own packs, or a file in a
    folder. None if neither exists.
    """
    if not _NAME.match(name):
        return None
    if name in bundled_pack_names():
        return folders.bundled_folder("packs") / f"{name}.yaml"
    return next(
        (file for s in _SUFFIXES if _is_confirmed_by(Path.is_file, file := folder / f"{name}{s}")), None
    )


def _is_confirmed_by(test: Callable[[Path], bool], path: Path) -> bool:
    """Return the result of a test of a path, such as Path.is_file; False if the path cannot be accessed."""
    try:
        return test(path)
    except OSError:
        return False


def resolve(
    name: str,
    overrides: Mapping[KeyPath, Data] | None = None,
    without: Sequence[KeyPath] = (),
    text: bytes | None = None,
) -> Resolved:
    """Return the data of a pack, merged with its looks, its base and overrides.

    overrides: values by path, such as {("style",): "paper"}; "*" stands for each existing key. without: paths
    of the pack's own file to leave out. text: bytes to use in place of the file, which is not read then.
    Raises UsageError if the file cannot be read, and PackError if it is not valid YAML.
    """
    file = pack_file(name) if text is None else Path(name)
    own = _read_source(file) if text is None else _pack_source(file, text)
    for path in without:
        own = own._replace(data=_data_without(own.data, path))
    slug = file.stem if file.name != ANY else title_from_folder(file.parent)
    resolved = Resolved(slug, dict(own.data), {own.file: own}, dict(own.values), dict(own.keys))
    resolved.problems += own.problems
    _merge_looks(resolved, own)
    if "extends" in resolved.data:
        _merge_base(resolved, own)
        if resolved.base is not None:
            _merge_looks(resolved, resolved.base)
    for path, value in (overrides or {}).items():
        for each in _expanded_paths(resolved.data, path):
            _apply_override(resolved, each, value)
    return resolved


def _expanded_paths(data: Data, path: KeyPath) -> list[KeyPath]:
    """Return the paths in data that match a path, in which "*" matches any key with a mapping."""
    if "*" not in path:
        return [path]
    if not isinstance(data, dict):
        return []
    keys = [key for key in data if isinstance(data[key], dict)] if path[0] == "*" else [path[0]]
    return [(key, *rest) for key in keys for rest in _expanded_paths(data.get(key), path[1:])]


def _data_without(data: dict[str, Data], path: KeyPath) -> dict[str, Data]:
    """Return data without the value at a path."""
    below = data.get(path[0])
    if len(path) > 1 and isinstance(below, dict):
        return {**data, path[0]: _data_without(below, path[1:])}
    return {key: value for key, value in data.items() if key != path[0]}


def _read_source(file: Path, as_base: bool = False) -> Source:
    """Read a pack file or a folder of pictures.

    as_base: whether the file is the base of another pack. It must then be unchanged since it was admitted.
    Raises UsageError if the file cannot be read, and PackError if it is not valid YAML.
    """
    if file.name == ANY:
        return _folder_source(file)
    try:
        raw = (untrusted.read_admitted_file if as_base else untrusted.read_plain_file)(file, BYTE_LIMIT)
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    return _pack_source(file, raw)


def _folder_source(file: Path) -> Source:
    """Return the data of a folder of pictures as a pack; problems refer to the folder."""
    source = read_yaml(str(file), yaml_of_folder(file.parent))
    places = dict.fromkeys(source.values, Mark(str(file)))
    return source._replace(values=places, keys=dict.fromkeys(source.keys, Mark(str(file))))


def _pack_source(file: Path, raw: bytes) -> Source:
    """Parse the bytes of a pack file.

    Raises PackError if it is not valid YAML, or is a printer's preset or a look.
    """
    source = read_pack_text(str(file), raw)
    if "sizes" in source.data and not source.data.keys() & _PACK_KEYS:
        hint = f"use it with --printer {file}, or look at it with `cardgen printers {file}`"
        raise PackError(
            [wrong_file_kind_problem(source, "sizes", "this is a printer's preset, not a pack", hint)]
        )
    shared = [key for key in source.data if key in _LOOK_KEYS]
    if shared and set(source.data) <= {"format", *_LOOK_KEYS}:
        hint = f"name it in a pack beside it (`use: {Path(source.file).name}`), and check that pack"
        raise PackError(
            [
                wrong_file_kind_problem(
                    source, shared[0], "this file is not a pack: it is for packs to share with use", hint
                )
            ]
        )
    return source


def wrong_file_kind_problem(source: Source, key: str, message: str, hint: str) -> Problem:
    """Return a problem at a key, which shows that a file is not of the kind expected."""
    mark = source.keys.get((key,), Mark(source.file))
    return Problem(message, (key,), hint, mark=mark, line=quoted_line(source.lines, mark))


def _merge_base(resolved: Resolved, source: Source) -> None:
    """Read the pack's base and merge the data with it; problems of the base are recorded."""
    try:
        base = _read_base(resolved.data["extends"], source)
    except BadValue as error:
        resolved.problems.append(Problem(str(error), ("extends",), error.hint))
        return
    except PackError as error:
        resolved.problems += error.problems
        return
    del resolved.data["extends"]
    resolved.base = base
    found = Findings()
    if source.data.get("cards") and base.data.get("cards"):
        found.note(Sentence("these lists of cards take the place of the base's"), ("cards",))
    _merge_source(resolved, base, found)


def _merge_source(resolved: Resolved, base: Source, findings: Findings) -> None:
    """Merge the pack's data over the data of a base or look, whose own `extends` and `use` are left out."""
    data = {key: value for key, value in base.data.items() if key not in ("extends", "use")}
    resolved.sources[base.file] = base
    resolved.problems += base.problems
    _add_base_marks(resolved, base, resolved.data)
    resolved.data = PACK.merge(data, resolved.data, (), findings)
    resolved.problems += findings.problems


def _merge_looks(resolved: Resolved, source: Source) -> None:
    """Read the looks that a file uses and merge them, the last one over the others; problems are recorded."""
    if "use" not in source.data:
        return
    used = source.data["use"]
    names = used if isinstance(used, list) else [used]
    if len(names) > _MOST_LOOKS:
        hint = f"at most {_MOST_LOOKS} are allowed"
        resolved.problems.append(wrong_file_kind_problem(source, "use", "this list is too long", hint))
    for name in reversed(names[:_MOST_LOOKS]):
        try:
            look = _read_look(name, source)
        except BadValue as error:
            resolved.problems.append(wrong_file_kind_problem(source, "use", str(error), error.hint))
        except PackError as error:
            resolved.problems += error.problems
        else:
            _merge_source(resolved, look, Findings())
            continue
        resolved.data["use"] = used
        return
    resolved.data.pop("use", None)


def _read_look(name: Data, source: Source) -> Source:
    """Read a look. Keys that looks may not have are left out and reported among the problems of the result.

    Raises BadValue if there is no such file, and PackError if it is not valid YAML.
    """
    if not isinstance(name, str) or not name:
        raise BadValue("use takes the name of a file", "such as look.yaml beside this one")
    file = untrusted.admit(Path(source.file).parent, name)
    try:
        raw = untrusted.read_admitted_file(file, BYTE_LIMIT)
    except (OSError, UsageError) as error:
        raise BadValue(
            f"{quoted_value(name)} could not be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    look = read_yaml(str(file), raw)
    found = Findings()
    known = ("format", *_LOOK_KEYS)
    for key in look.data:
        if key == "format":
            PACK.spec_of(key).read_value(look.data[key], (key,), found)
        elif key not in known:
            near = closest_word(key, known)
            hint = (
                nearest_word_hint(key, known)
                if near
                else (f"write it in the pack; this file can hold {', '.join(_LOOK_KEYS)}")
            )
            found.fault(f"{quoted_value(key)} cannot be shared", (key,), hint)
    wrong = (wrong_file_kind_problem(look, each.path[0], each.message, each.hint) for each in found.problems)
    shared = {key: value for key, value in look.data.items() if key in _LOOK_KEYS}
    return look._replace(data=shared, problems=(*look.problems, *wrong))


def _read_base(name: Data, source: Source) -> Source:
    """Read the base of a variant.

    Raises BadValue if it cannot be a base or cannot be read, and PackError if it is not valid YAML.
    """
    file = _base_file(name, Path(source.file).parent)
    try:
        base = _read_source(file, as_base=True)
    except UsageError as error:
        raise BadValue(str(error)) from None
    # The pack's text may belong to a file that does not exist yet.
    if _is_confirmed_by(lambda path: path.samefile(source.file), file):
        raise BadValue("a pack cannot extend itself", "name the pack that it is a variant of")
    if "extends" in base.data:
        message = f"{quoted_value(name)} is itself a variant, and a base may not be one"
        raise BadValue(message, "extend that one's base, or write out what differs")
    return base


def _base_file(name: Data, folder: Path) -> Path:
    """Return the file of a base, given by the name of a pack or of a file in the folder. Raises BadValue if
    there is none.
    """
    if not isinstance(name, str) or not name:
        raise BadValue("extends takes the name of one pack", "such as never-over, or a file beside this one")
    named = _find_by_name(name, folder)
    if named is not None and named.parent == folders.bundled_folder("packs"):
        return named
    if named is None and _NAME.match(name):
        raise BadValue(
            f"there is no pack {quoted_value(name)} to extend", nearest_word_hint(name, bundled_pack_names())
        )
    return untrusted.admit(folder, named.name if named else name)


def _is_base_value_visible(path: KeyPath, variant: Data) -> bool:
    """Tell whether a variant leaves the base's value at a path unchanged. variant: the variant's data."""
    for part in path:
        if not isinstance(variant, dict):
            return False
        if part not in variant:
            return True
        variant = variant[part]
    return isinstance(variant, dict)


def _add_base_marks(resolved: Resolved, base: Source, variant: dict[str, Data]) -> None:
    """Record the places of the base's values that the variant does not override."""
    for marks, below in ((resolved.values, base.values), (resolved.keys, base.keys)):
        for path, mark in below.items():
            if _is_base_value_visible(path, variant):
                marks.setdefault(path, mark)


#: Names of options that do not follow from the path that they set.
_OPTION_NAMES: dict[KeyPath, str] = {
    ("card", "size"): "--size",
    ("back", "pattern"): "--back",
    ("back", "image"): "--back",
    ("stripe",): "--no-stripe",
}


def _apply_override(resolved: Resolved, path: KeyPath, value: Data) -> None:
    """Set the value at a path in the data, as an option does; None removes the value.

    Problems of the value are then reported with the option as their place.
    """
    data = resolved.data
    for part in path[:-1]:
        below = data.get(part)
        data[part] = dict(below) if isinstance(below, dict) else {}
        data = data[part]  # type: ignore[assignment]
    if value is None:
        data.pop(path[-1], None)
    else:
        data[path[-1]] = value
    mark = Mark(_OPTION_NAMES.get(path) or "--" + "-".join(path))
    for marks in (resolved.values, resolved.keys):
        for below_path in [other for other in marks if other[: len(path)] == path]:
            del marks[below_path]
        marks[path] = mark
