"""Catalogues of translations for templates, as PO files of gettext beside the templates.

`never-over.de.po` is the German of never-over.md.j2, and of the leaflet, the summary and the card of the same
name. Untranslated messages, and fuzzy ones, whose English text was changed, stay English.
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
    po_text,
    read_catalogue,
    updated_entries,
)
from ..sandbox.child import record_work
from . import messages as cutting
from . import templates
from .blocks import heading_key
from .messages import Message, jinja_tag_spans, messages_and_text
from .templates import LANGUAGE_LINE, SUFFIX, Origin, Template, TemplateTranslation, filled_text
from .vocabulary import EXAMPLES

#: Suffixes of templates that share a catalogue.
_KINDS = (".leaflet", ".summary", ".card", ".first-game", ".player-aid", ".score-sheet")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\|\s*words\b(?!\s*\()")
_LINK = re.compile(r"\]\(#([^)\]\s]++)\)")
#: The modules on whose code a translated template depends.
_MAKERS = (__file__, cutting.__file__, reading.__file__, templates.__file__)
_KNOWN = frozenset((*EXAMPLES, "range", "loop", "true", "false", "none", "True", "False", "None"))


def catalogue_stem(template: str) -> str:
    """Return the beginning of the names of a template's catalogues: its file name without the suffix
    and without ".summary".
    """
    name = Path(template).name.removesuffix(SUFFIX)
    return next((name.removesuffix(kind) for kind in _KINDS if name.endswith(kind)), name)


def catalogue_file(template: str, language: str) -> Path:
    """Return the file of a template's catalogue."""
    return Path(template).with_name(f"{catalogue_stem(template)}.{language}.po")


def translated_template(template: Template, language: str, pack_file: str = "") -> Template:
    """Return a template translated by its catalogue; unchanged if there is none.

    The catalogue is beside the pack's file or beside the template. Raises PackError with all its problems,
    each at its line.
    """
    if template.language and template.is_in(language):
        return template
    near = [Path(pack_file).with_name(Path(template.file).name)] if pack_file else []
    tags = dict.fromkeys((language, language.split("-")[0]))
    named = [catalogue_file(str(file), tag) for file in (*near, template.file) for tag in tags]
    file = next((file for file in named if file.is_file()), None)
    if file is None and not template.language:
        # The template does not state its language, and no catalogue shows that it is in another.
        return template
    if file is None:
        messages = sum(isinstance(piece, Message) for piece in messages_and_text(template.text))
        return template._replace(messages=messages, missing=messages)
    if not template.bundled or file.parent != Path(template.file).parent:
        # The catalogue may be a stranger's, so its text is parsed within limits.
        return _translated_template(
            template._replace(bundled=False), language, file, catalogue_text(file, is_untrusted=True)
        )
    text = catalogue_text(file)
    name, whole = str(file.with_name(f"{Path(template.file).name}.{language}.po")), f"{template.text}\0{text}"
    found = kept.cached_values(name, whole, _MAKERS)
    if found is None:
        made = _translated_template(template, language, file, text)
        kept.write_cache(
            name, whole, (made.text, made.messages, made.missing, _origins_as_data(made.origins)), _MAKERS
        )
        return made
    said, messages, missing, plain = found
    origins = tuple(
        Origin(line, tuple(TemplateTranslation(*each) for each in every)) for line, every in plain
    )
    source = template.text if origins else ""
    return template._replace(text=said, messages=messages, missing=missing, origins=origins, source=source)


def _origins_as_data(origins: tuple[Origin, ...]) -> list[tuple[int, list[tuple[Any, ...]]]]:
    """Return origins as lists and tuples, for the cache file."""
    return [(origin.line, [tuple(each) for each in origin.translations]) for origin in origins]


def _translated_template(template: Template, language: str, file: Path, text: str) -> Template:
    """Return a template translated by the text of a catalogue. Raises PackError."""
    pieces = messages_and_text(template.text)
    messages = [piece for piece in pieces if isinstance(piece, Message)]
    template = template._replace(messages=len(messages), missing=len(messages))
    catalogue = _read_translations(file, text)
    said = {each.text: catalogue[each.text] for each in messages if each.text in catalogue}
    problems = [
        fault for each in messages if each.text in said for fault in _tag_problems(each, said[each.text])
    ]
    if problems:
        raise PackError(list(dict.fromkeys(problems)))
    missing = sum(each.text not in said for each in messages)
    if missing == len(messages):
        return template
    text, origins = _joined_text_and_origins(pieces, said, template.language)
    text = LANGUAGE_LINE.sub(lambda match: match[1] + language, text, count=1)
    return template._replace(text=text, origins=origins, source=template.text, missing=missing)


def _joined_text_and_origins(
    pieces: list[str | Message], translations: Mapping[str, TemplateTranslation], language: str
) -> tuple[str, tuple[Origin, ...]]:
    """Return the text of a template with its messages translated, and the origin of each line of this text.

    pieces: those of messages_and_text(). translations: by message. language: that of the template; messages
    without a translation stay in it.
    """
    headings = {
        heading_key(each.text): heading_key(translations[each.text].text)
        for each in pieces
        if isinstance(each, Message) and each.kind == "heading" and each.text in translations
    }

    def with_translated_links(text: str) -> str:
        return _LINK.sub(lambda link: f"](#{headings.get(link[1], link[1])})", text)

    parts: list[str] = []
    line, rows = 1, [(1, list[TemplateTranslation]())]
    for piece in pieces:
        if isinstance(piece, Message) and piece.text in translations:
            parts.append(with_translated_links(piece.translated_source(translations[piece.text].text)))
            rows[-1][1].append(translations[piece.text])
            rows += [(line, [translations[piece.text]]) for _ in range(parts[-1].count("\n"))]
            line += piece.source.count("\n")
        else:
            # Messages that stay in the template's language have their numbers in that language, too.
            text = piece if isinstance(piece, str) else _NUMBER.sub(f'| words("{language}")', piece.source)
            parts.append(with_translated_links(text))
            for _ in range(parts[-1].count("\n")):
                line += 1
                rows.append((line, []))
    return "".join(parts), tuple(Origin(line, tuple(each)) for line, each in rows)


def _read_translations(file: Path, text: str) -> dict[str, TemplateTranslation]:
    """Return the translations in a catalogue by message. Raises PackError if the file is not a catalogue."""
    lines = text.split("\n")
    translations: dict[str, TemplateTranslation] = {}
    for entry in read_catalogue(file, text).entries:
        if entry.text and entry.is_used and entry.mark:
            at = entry.mark.line - 1
            while at < len(lines) - 1 and not lines[at].startswith("msgstr"):
                at += 1
            end = at + 1
            while end < len(lines) and lines[end].startswith('"'):
                end += 1
            translations[entry.text] = TemplateTranslation(
                entry.translations[0], str(file), at + 1, tuple(lines[at:end])
            )
    return translations


def _tag_problems(message: Message, translation: TemplateTranslation) -> Iterator[Problem]:
    """Yield the problems of the tags of a translation."""
    tags = jinja_tag_spans(translation.text)
    if tags is None:
        yield translation.problem_at_word(
            "{{ or {% is not closed here", "write {{ name }} and {% if name %} ... {% endif %}"
        )
        return
    written = [translation.text[start:end] for start, end in tags]
    if message.quoted and any(not tag.startswith("{{") for tag in written):
        hint = "write {{ one if so else other }}"
        yield translation.problem_at_word("this text stands in an expression and cannot hold {% %}", hint)
        return
    known = [message.text[start:end] for start, end in jinja_tag_spans(message.text) or ()]
    if sorted(written) == sorted(known) and not any(tag.startswith("{%") for tag in written):
        return
    if written != known:
        yield from _syntax_problems(translation, {name for tag in known for name in _NAME.findall(tag)})


def _syntax_problems(translation: TemplateTranslation, allowed_names: set[str]) -> Iterator[Problem]:
    """Yield the problems of a translation: Jinja's syntax errors, and names that the translated message does
    not use.
    """
    from jinja2 import Environment, TemplateError, nodes

    try:
        tree = Environment(autoescape=True).parse(translation.text)
    except TemplateError as error:
        yield translation.problem_at_word(
            f"this cannot be read: {error.message or error}", "keep the parts in {{ }} and {% %} as they are"
        )
        return
    except (RecursionError, MemoryError, ValueError):
        yield translation.problem_at_word("this is too deeply nested", "use fewer brackets")
        return
    own = {each.name for each in tree.find_all(nodes.Name) if each.ctx != "load"}
    for each in tree.find_all(nodes.Name):
        if each.ctx == "load" and each.name not in allowed_names | own | _KNOWN:
            hint = "use only names that the source text uses"
            yield translation.problem_at_word(f"{each.name!r} is not in the source text", hint, each.name)


# -- bringing a catalogue up to date


def updated_catalogue_and_counts(
    templates: Iterable[Template], file: Path, language: str, examples: Mapping[str, str] | None = None
) -> tuple[str, Update]:
    """Return the text of a new or updated catalogue of templates, and the number of messages by state.

    examples: messages as filled in, for comments. Raises PackError.
    """
    old = read_catalogue(file, catalogue_text(file)) if file.is_file() else Catalogue([])
    found: dict[str, Entry] = {}
    kinds: dict[str, list[str]] = {}
    for template in templates:
        for message in messages_and_text(template.text):
            if isinstance(message, Message):
                entry = found.setdefault(message.text, Entry(message.text))
                entry.places.append((Path(template.file).name, str(message.line)))
                kinds.setdefault(message.text, []).append(message.kind)
    for text, entry in found.items():
        example = (examples or {}).get(text)
        entry.about = "\n".join(filter(None, ("; ".join(dict.fromkeys(kinds[text])), example)))
    # Each new message is compared with each removed one.
    record_work(Mark(str(file)))
    made = updated_entries(found.values(), old.entries)
    record_work(())
    return po_text(made.entries, language, old), made


_MARK = re.compile(r"⟦(/?)(\d{1,9})⟧")


def example_texts(template: Template, pack: Any, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return, for each message of a template that contains values, its text with the values of a pack.

    If a message occurs several times, its first text is returned. Messages that are not found in the
    filled-in text are left out.
    """
    parts: list[str] = []
    messages: list[str] = []
    for piece in messages_and_text(template.text):
        if isinstance(piece, str) or piece.quoted or not jinja_tag_spans(piece.text):
            parts.append(piece if isinstance(piece, str) else piece.source)
        else:
            parts.append(f"⟦{len(messages)}⟧{piece.source}⟦/{len(messages)}⟧")
            messages.append(piece.text)
    told = filled_text(template._replace(text="".join(parts)), pack, facts)
    made: dict[str, str] = {}
    #: The starts of messages, by number, that have not ended yet.
    begun: dict[int, int] = {}
    for mark in _MARK.finditer(told):
        number = int(mark[2])
        if not mark[1]:
            begun.setdefault(number, mark.end())
        elif number in begun and number < len(messages):
            said = " ".join(_MARK.sub("", told[begun.pop(number) : mark.start()]).split())
            made.setdefault(messages[number], f"{pack.name}: {said}")
    return made
