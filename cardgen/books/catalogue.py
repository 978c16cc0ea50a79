"""Catalogues: the messages of templates in another language, as PO files of gettext beside the templates.

`never-over.de.po` has the German of never-over.md.j2, and of the leaflet, the summary and the card that are
called so. What is not translated, or fuzzy because the English text was changed, stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import Mark, PackError, Problem
from ..languages import catalogue as reading
from ..languages import kept
from ..languages.catalogue import (
    Catalogue,
    Entry,
    Update,
    catalogue_text,
    read_catalogue,
    update,
    written_catalogue,
)
from ..sandbox.child import work_on
from . import messages as cutting
from . import templates
from .blocks import anchor
from .messages import Message, split_messages, tags_of
from .templates import LANGUAGE_LINE, SUFFIX, Origin, Said, Template, filled_in
from .vocabulary import EXAMPLES

#: The ends of templates' names that one catalogue serves.
_KINDS = (".leaflet", ".summary", ".card")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\|\s*words\b(?!\s*\()")
_LINK = re.compile(r"\]\(#([^)\]\s]++)\)")
#: What makes a translated template of a catalogue.
_MAKERS = (__file__, cutting.__file__, reading.__file__, templates.__file__)
_KNOWN = frozenset((*EXAMPLES, "range", "loop", "true", "false", "none", "True", "False", "None"))


def stem(template: str) -> str:
    """Return the name that a template shares with its catalogues."""
    name = Path(template).name.removesuffix(SUFFIX)
    return next((name.removesuffix(kind) for kind in _KINDS if name.endswith(kind)), name)


def catalogue_file(template: str, language: str) -> Path:
    """Return where the catalogue of a template is."""
    return Path(template).with_name(f"{stem(template)}.{language}.po")


def translated_template(template: Template, language: str, beside: str = "") -> Template:
    """Put a template into a language, as far as a catalogue goes; without one it stays as it is.

    The catalogue is beside the pack's file, called as it would be beside the template, or there. Raises
    PackError with all that is wrong with it, each at its line.
    """
    if template.language and template.is_in(language):
        return template
    near = [Path(beside).with_name(Path(template.file).name)] if beside else []
    tags = dict.fromkeys((language, language.split("-")[0]))
    named = [catalogue_file(str(file), tag) for file in (*near, template.file) for tag in tags]
    file = next((file for file in named if file.is_file()), None)
    if file is None and not template.language:
        # It says nothing of its language, and no catalogue says that it is another.
        return template
    if file is None:
        messages = sum(isinstance(piece, Message) for piece in split_messages(template.text))
        return template._replace(messages=messages, missing=messages)
    if not template.bundled or file.parent != Path(template.file).parent:
        # Whoever wrote the catalogue may be a stranger, and what he says is kept within limits.
        return _translated_template(
            template._replace(bundled=False), language, file, catalogue_text(file, beside=True)
        )
    text = catalogue_text(file)
    name, whole = str(file.with_name(f"{Path(template.file).name}.{language}.po")), f"{template.text}\0{text}"
    found = kept.kept_values(name, whole, _MAKERS)
    if found is None:
        made = _translated_template(template, language, file, text)
        kept.keep(name, whole, (made.text, made.messages, made.missing, _plain(made.origins)), _MAKERS)
        return made
    said, messages, missing, plain = found
    origins = tuple(Origin(line, tuple(Said(*each) for each in every)) for line, every in plain)
    source = template.text if origins else ""
    return template._replace(text=said, messages=messages, missing=missing, origins=origins, source=source)


def _plain(origins: tuple[Origin, ...]) -> list[tuple[int, list[tuple[Any, ...]]]]:
    """Return origins as they can be kept in a file."""
    return [(origin.line, [tuple(each) for each in origin.said]) for origin in origins]


def _translated_template(template: Template, language: str, file: Path, text: str) -> Template:
    """Put a template into a language by the text of a catalogue. Raises PackError."""
    pieces = split_messages(template.text)
    messages = [piece for piece in pieces if isinstance(piece, Message)]
    template = template._replace(messages=len(messages), missing=len(messages))
    catalogue = _said(file, text)
    said = {each.text: catalogue[each.text] for each in messages if each.text in catalogue}
    problems = [fault for each in messages if each.text in said for fault in _faults(each, said[each.text])]
    if problems:
        raise PackError(list(dict.fromkeys(problems)))
    missing = sum(each.text not in said for each in messages)
    if missing == len(messages):
        return template
    text, origins = _put_together(pieces, said, template.language)
    text = LANGUAGE_LINE.sub(lambda match: match[1] + language, text, count=1)
    return template._replace(text=text, origins=origins, source=template.text, missing=missing)


def _put_together(
    pieces: list[str | Message], said: Mapping[str, Said], own: str
) -> tuple[str, tuple[Origin, ...]]:
    """Return the text with its translations, and where each of its lines comes from. own: its language."""
    headings = {
        anchor(each.text): anchor(said[each.text].text)
        for each in pieces
        if isinstance(each, Message) and each.kind == "heading" and each.text in said
    }

    def linked(text: str) -> str:
        return _LINK.sub(lambda link: f"](#{headings.get(link[1], link[1])})", text)

    parts: list[str] = []
    line, rows = 1, [(1, list[Said]())]
    for piece in pieces:
        if isinstance(piece, Message) and piece.text in said:
            parts.append(linked(piece.written(said[piece.text].text)))
            rows[-1][1].append(said[piece.text])
            rows += [(line, [said[piece.text]]) for _ in range(parts[-1].count("\n"))]
            line += piece.source.count("\n")
        else:
            # What stays in the template's language has its numbers in that language, too.
            text = piece if isinstance(piece, str) else _NUMBER.sub(f'| words("{own}")', piece.source)
            parts.append(linked(text))
            for _ in range(parts[-1].count("\n")):
                line += 1
                rows.append((line, []))
    return "".join(parts), tuple(Origin(line, tuple(each)) for line, each in rows)


def _said(file: Path, text: str) -> dict[str, Said]:
    """Read what a catalogue translates, by message. Raises PackError where it is none."""
    lines = text.split("\n")
    said: dict[str, Said] = {}
    for entry in read_catalogue(file, text).entries:
        if entry.text and entry.is_used and entry.mark:
            at = entry.mark.line - 1
            while at < len(lines) - 1 and not lines[at].startswith("msgstr"):
                at += 1
            end = at + 1
            while end < len(lines) and lines[end].startswith('"'):
                end += 1
            said[entry.text] = Said(entry.translations[0], str(file), at + 1, tuple(lines[at:end]))
    return said


def _faults(message: Message, said: Said) -> Iterator[Problem]:
    """Tell what is wrong with the tags of a translation."""
    tags = tags_of(said.text)
    if tags is None:
        yield said.problem(
            "{{ or {% is not closed here", "write {{ name }} and {% if name %} ... {% endif %}"
        )
        return
    written = [said.text[start:end] for start, end in tags]
    if message.quoted and any(not tag.startswith("{{") for tag in written):
        hint = "write {{ one if so else other }}"
        yield said.problem("this text stands in an expression and cannot hold {% %}", hint)
        return
    known = [message.text[start:end] for start, end in tags_of(message.text) or ()]
    if sorted(written) == sorted(known) and not any(tag.startswith("{%") for tag in written):
        return
    if written != known:
        yield from _syntax_faults(said, {name for tag in known for name in _NAME.findall(tag)})


def _syntax_faults(said: Said, known: set[str]) -> Iterator[Problem]:
    """Tell what Jinja says of a translation, and which names its message lacks."""
    from jinja2 import Environment, TemplateError, nodes

    try:
        tree = Environment(autoescape=True).parse(said.text)
    except TemplateError as error:
        yield said.problem(
            f"this cannot be read: {error.message or error}", "keep the parts in {{ }} and {% %} as they are"
        )
        return
    except (RecursionError, MemoryError, ValueError):
        yield said.problem("this is too deeply nested", "use fewer brackets")
        return
    own = {each.name for each in tree.find_all(nodes.Name) if each.ctx != "load"}
    for each in tree.find_all(nodes.Name):
        if each.ctx == "load" and each.name not in known | own | _KNOWN:
            hint = "use only names that the source text uses"
            yield said.problem(f"{each.name!r} is not in the source text", hint, each.name)


# -- bringing a catalogue up to date


def updated_catalogue(
    templates: Iterable[Template], file: Path, language: str, examples: Mapping[str, str] | None = None
) -> tuple[str, Update]:
    """Make the catalogue of some templates, or bring it up to date: its text, and how many texts are what.

    examples: messages filled in, for comments. Raises PackError.
    """
    old = read_catalogue(file, catalogue_text(file)) if file.is_file() else Catalogue([])
    found: dict[str, Entry] = {}
    kinds: dict[str, list[str]] = {}
    for template in templates:
        for message in split_messages(template.text):
            if isinstance(message, Message):
                entry = found.setdefault(message.text, Entry(message.text))
                entry.places.append((Path(template.file).name, str(message.line)))
                kinds.setdefault(message.text, []).append(message.kind)
    for text, entry in found.items():
        example = (examples or {}).get(text)
        entry.about = "\n".join(filter(None, ("; ".join(dict.fromkeys(kinds[text])), example)))
    # Each new message is held against each that is gone.
    work_on(Mark(str(file)))
    made = update(found.values(), old.entries)
    work_on(())
    return written_catalogue(made.entries, language, old), made


_MARK = re.compile(r"⟦(/?)(\d{1,9})⟧")


def examples_of(template: Template, pack: Any, facts: Mapping[str, Any]) -> dict[str, str]:
    """Fill a template in and return its messages as they read in the book of this pack, the first of each.

    Only those with something to be filled in that stand in the text itself are there.
    """
    parts: list[str] = []
    messages: list[str] = []
    for piece in split_messages(template.text):
        if isinstance(piece, str) or piece.quoted or not tags_of(piece.text):
            parts.append(piece if isinstance(piece, str) else piece.source)
        else:
            parts.append(f"⟦{len(messages)}⟧{piece.source}⟦/{len(messages)}⟧")
            messages.append(piece.text)
    told = filled_in(template._replace(text="".join(parts)), pack, facts)
    made: dict[str, str] = {}
    #: Where messages begin, by number, that have not ended yet.
    begun: dict[int, int] = {}
    for mark in _MARK.finditer(told):
        number = int(mark[2])
        if not mark[1]:
            begun.setdefault(number, mark.end())
        elif number in begun and number < len(messages):
            said = " ".join(_MARK.sub("", told[begun.pop(number) : mark.start()]).split())
            made.setdefault(messages[number], f"{pack.name}: {said}")
    return made
