"""The result of a job as HTML for notebooks: files, facts and notes, all escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

#: Maximum number of files, of facts in all, and of characters of one text.
_MAX_FILES, _MAX_FACTS, _MAX_TEXT = 50, 500, 5_000
_MORE = "more is in result.facts"
_HEAD = '<th style="text-align:left;vertical-align:top">'
_CELL = '<td style="text-align:left;vertical-align:top">'


class FileRow(NamedTuple):
    """A row of the table of files."""

    path: object
    about: str
    size: int


def result_html(
    faults: Sequence[str],
    files: Sequence[FileRow],
    folder: str,
    facts: Any,
    text: str,
    notes: Sequence[str],
    next_step: str,
) -> str:
    """Return a result as HTML. folder: the description of lazy files. text: shown unchanged."""
    parts = [_list_html(f"<b>{_escaped_text(fault)}</b>" for fault in faults)]
    parts.append(f"<p>{_escaped_text(folder)}</p>" if folder else "")
    parts.append(_files_html(files) if files else "")
    parts.append(_FactsWriter().html(facts) if facts else "")
    parts.append(f"<pre>{_escaped_text(text)}</pre>" if text else "")
    parts.append(_list_html(map(_escaped_text, notes)))
    parts += [f"<p>{_escaped_text(line)}</p>" for line in next_step.splitlines()]
    return f"<div>{''.join(parts) or '<p>no files, and nothing to tell</p>'}</div>"


def _escaped_text(value: object) -> str:
    text = str(value)
    return escape(text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]} ...")


def _list_html(items: Iterable[str]) -> str:
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{listed}</ul>" if listed else ""


def _row_html(*cells: str) -> str:
    return f"<tr>{''.join(f'{_CELL}{cell}</td>' for cell in cells)}</tr>"


def _files_html(files: Sequence[FileRow]) -> str:
    heads = "".join(f"{_HEAD}{each}</th>" for each in ("file", "what it holds", "bytes"))
    rows = [
        _row_html(_escaped_text(path), _escaped_text(about), f"{size:,}")
        for path, about, size in files[:_MAX_FILES]
    ]
    rest = len(files) - len(rows)
    rows += [_row_html(f"and {rest:,} more")] if rest else []
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


def _is_record(value: Any) -> bool:
    """Tell whether a value is a mapping of plain values, which can be shown as a row of a table."""
    if not isinstance(value, Mapping):
        return False
    return not any(isinstance(each, Mapping | list | tuple) for each in value.values())


class _FactsWriter:
    """Writes facts as nested tables and lists, up to a number of facts."""

    def __init__(self) -> None:
        self.left = _MAX_FACTS

    def html(self, value: Any) -> str:
        """Return a fact as HTML; beyond the limit, a note that more is omitted."""
        if isinstance(value, Mapping):
            rows = (
                f"<tr>{_HEAD}{_escaped_text(name)}</th>{_CELL}{self.html(each)}</td></tr>"
                for name, each in value.items()
                if each not in (None, [], {}, "")
            )
            return f"<table>{''.join(self._limited_items(rows, _row_html(_MORE)))}</table>"
        if isinstance(value, list | tuple) and value and all(map(_is_record, value)):
            return self._table_html(value)
        if isinstance(value, list | tuple) and any(
            isinstance(each, Mapping | list | tuple) for each in value
        ):
            return _list_html(self._limited_items(map(self.html, value), _MORE))
        if isinstance(value, list | tuple):
            return _escaped_text(", ".join(map(str, value)))
        return "" if value is None else _escaped_text(value)

    def _table_html(self, records: list[Mapping[str, Any]] | tuple[Mapping[str, Any], ...]) -> str:
        """Return a table with a row for each record and a column for each of their names."""
        names = list(dict.fromkeys(name for each in records for name in each))
        heads = "".join(f"{_HEAD}{_escaped_text(name)}</th>" for name in names)
        rows = (_row_html(*(self.html(each.get(name)) for name in names)) for each in records)
        return f"<table><tr>{heads}</tr>{''.join(self._limited_items(rows, _row_html(_MORE)))}</table>"

    def _limited_items(self, items: Iterable[str], more: str) -> Iterator[str]:
        """Yield items up to the remaining limit, then `more` in place of the others."""
        for item in items:
            if self.left <= 0:
                yield more
                return
            self.left -= 1
            yield item
