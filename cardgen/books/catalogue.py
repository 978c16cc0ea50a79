"""Catalogues: the messages of templates in another language, as PO files of gettext beside the templates.

`never-over.de.po` has the German of never-over.md.j2, and of the leaflet, the summary and the card that are
called so. What is not translated, or fuzzy because the English text was changed, stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import MOST_PROBLEMS, Mark, PackError, Problem
from ..sandbox import untrusted
from ..sandbox.child import work_on
from . import bytecode, templates
from . import messages as cutting
from .blocks import anchor
from .messages import Message, split_messages, tags_of
from .templates import LANGUAGE_LINE, SUFFIX, Origin, Said, Template, filled_in
from .vocabulary import EXAMPLES

#: The largest catalogue, in bytes.
_LARGEST = 1_000_000
#: The ends of templates' names that one catalogue serves.
_KINDS = (".leaflet", ".summary", ".card")
#: How like an old message a new one must be to be taken for it, changed (difflib; gettext has 0.6 as well).
_ALIKE = 0.6
#: A text in quotes that does not end in its line; polib would cut its last letter off.
_UNCLOSED = re.compile(r'^(?:#~ )?(?:msg[a-z_]+(?:\[\d+\])?[ \t]*)?"(?:[^"\\\n]|\\.)*\\?$', re.MULTILINE)
_WRONG_LINE = re.compile(r"\(line (\d+)\)")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\|\s*words\b(?!\s*\()")
_LINK = re.compile(r"\]\(#([^)\]\s]++)\)")
#: What makes a translated template of a catalogue.
_MAKERS = (__file__, cutting.__file__, templates.__file__)
_KNOWN = frozenset((*EXAMPLES, "range", "loop", "true", "false", "none", "True", "False", "None"))


class Catalogue(NamedTuple):
    """One catalogue that was read: what is said, by message."""

    file: str
    said: Mapping[str, Said]


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
            template._replace(bundled=False), language, file, _text(file, beside=True)
        )
    text = _text(file, beside=False)
    name, whole = str(file.with_name(f"{Path(template.file).name}.{language}.po")), f"{template.text}\0{text}"
    kept = bytecode.cached_code(name, whole, _MAKERS)
    if kept is None:
        made = _translated_template(template, language, file, text)
        bytecode.keep(name, whole, (made.text, made.messages, made.missing, _plain(made.origins)), _MAKERS)
        return made
    said, messages, missing, plain = kept
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
    catalogue = _read(file, text)
    said = {each.text: catalogue.said[each.text] for each in messages if each.text in catalogue.said}
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


def _read(file: Path, text: str) -> Catalogue:
    """Read what a catalogue translates. Raises PackError where it is none."""
    entries = _entries(file, text)
    lines = text.split("\n")
    said: dict[str, Said] = {}
    for entry in entries:
        if entry.msgid and entry.msgstr.strip() and not entry.obsolete and "fuzzy" not in entry.flags:
            at = max(entry.linenum - 1, 0)
            while at < len(lines) - 1 and not lines[at].startswith("msgstr"):
                at += 1
            end = at + 1
            while end < len(lines) and lines[end].startswith('"'):
                end += 1
            said[entry.msgid] = Said(entry.msgstr, str(file), at + 1, tuple(lines[at:end]))
    return Catalogue(str(file), said)


def _text(file: Path, beside: bool) -> str:
    """Return the text of a catalogue. Raises PackError where it cannot be read.

    beside: it is a stranger's, and may be no link that leads out of its folder.
    """
    try:
        raw = (
            untrusted.read_beside(file.parent, file.name, _LARGEST)
            if beside
            else untrusted.read(file, _LARGEST)
        )
    except untrusted.Unreachable as error:
        raise PackError([Problem(str(error), hint=error.hint, mark=Mark(str(file)))]) from None
    except OSError as error:
        message = f"this catalogue could not be read: {error.strerror or error}"
        raise PackError([Problem(message, mark=Mark(str(file)))]) from error
    if len(raw) > _LARGEST:
        hint = f"at most {_LARGEST // 1_000_000} MB are read"
        raise PackError([Problem("this catalogue is too large", hint=hint, mark=Mark(str(file)))])
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        mark = Mark(str(file), raw[: error.start].count(b"\n") + 1, 1)
        raise PackError([Problem("this is no text in UTF-8", hint="save it as UTF-8", mark=mark)]) from error


def _entries(file: Path, text: str) -> Any:
    """Return what polib reads in the text of a PO file. Raises PackError."""
    import polib

    try:
        # polib takes a text of one line for the name of a file.
        entries = polib.pofile(text + "\n\n")
    except (OSError, ValueError, IndexError, AttributeError) as error:
        match = _WRONG_LINE.search(str(error))
        mark = Mark(str(file), int(match[1]) if match else 1, 1)
        hint = "mend it with a PO editor, or run msgfmt --check"
        raise PackError(
            [Problem("this is no catalogue in gettext's format", hint=hint, mark=mark)]
        ) from error
    if problems := _losses(file, text, entries):
        raise PackError(problems[:MOST_PROBLEMS])
    return entries


def _losses(file: Path, text: str, entries: Any) -> list[Problem]:
    """Tell what would be lost of a PO file: texts cut off, and translations of what has another."""
    problems = [
        _at(file, text.count("\n", 0, each.start()) + 1, "this text is not closed", 'end the line with "')
        for each in islice(_UNCLOSED.finditer(text), MOST_PROBLEMS)
    ]
    said: dict[str, Any] = {}
    for entry in entries:
        if entry.obsolete or not _is_translated(entry):
            continue
        if entry.msgctxt is not None:
            message, hint = "a text of the rules has no context", "delete the line that begins with msgctxt"
            problems.append(_at(file, max(entry.linenum, 1), message, hint))
        if entry.msgid_plural:
            message, hint = "a text of the rules has no plural", "write one msgstr in place of msgid_plural"
            problems.append(_at(file, max(entry.linenum, 1), message, f"{hint} and msgstr[0], msgstr[1] ..."))
        if entry.msgstr:
            first = said.setdefault(entry.msgid, entry)
            if first.msgstr != entry.msgstr:
                message = f"this text is translated otherwise in line {max(first.linenum, 1)}"
                problems.append(_at(file, entry.linenum, message, "delete one of the two"))
    return problems


def _is_translated(entry: Any) -> bool:
    return bool(entry.msgstr or any(entry.msgstr_plural.values()))


def _at(file: Path, line: int, message: str, hint: str) -> Problem:
    return Problem(message, hint=hint, mark=Mark(str(file), line, 1))


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
        yield said.problem("there can be no {% %} in this text, which stands in an expression", hint)
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
            f"this cannot be read: {error.message or error}", "keep what stands in {{ }} and {% %}"
        )
        return
    except (RecursionError, MemoryError, ValueError):
        yield said.problem("this is too deeply nested", "write it with fewer brackets")
        return
    own = {each.name for each in tree.find_all(nodes.Name) if each.ctx != "load"}
    for each in tree.find_all(nodes.Name):
        if each.ctx == "load" and each.name not in known | own | _KNOWN:
            hint = "a translation may name what the source text names"
            yield said.problem(f"{each.name!r} is not in the source text", hint, each.name)


# -- bringing a catalogue up to date


class Update(NamedTuple):
    """A catalogue brought up to date: its text, and how many messages are what."""

    text: str
    messages: int
    new: int
    changed: int
    gone: int
    #: How many have no translation that is used, new and changed ones too.
    missing: int


def updated_catalogue(
    templates: Iterable[Template], file: Path, language: str, examples: Mapping[str, str] | None = None
) -> Update:
    """Make the catalogue of some templates, or bring it up to date, as gettext's msgmerge does.

    New messages are empty, changed ones fuzzy with the source text as it was, gone ones kept as obsolete if
    they were translated. examples: messages filled in, for comments. Raises PackError.
    """
    import polib

    old = _entries(file, _text(file, beside=False)) if file.is_file() else polib.POFile()
    made = polib.POFile(wrapwidth=-1)
    usual = {
        "Project-Id-Version": "cardgen",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    made.metadata, made.header = {**usual, **old.metadata}, old.header
    found: dict[str, Any] = {}
    for template in templates:
        for message in split_messages(template.text):
            if isinstance(message, Message):
                entry = found.setdefault(message.text, polib.POEntry(msgid=message.text))
                entry.occurrences.append((Path(template.file).name, str(message.line)))
                kinds = dict.fromkeys([*(entry.comment.split("; ") if entry.comment else []), message.kind])
                entry.comment = "; ".join(kinds)
    for text, example in (examples or {}).items():
        found[text].comment += f"\n{example}"
    # What is in it twice counts where it is translated, and rather where it is not gone.
    plain = [entry for entry in reversed(old) if entry.msgctxt is None and not entry.msgid_plural]
    before = {
        entry.msgid: entry for entry in sorted(plain, key=lambda each: (bool(each.msgstr), not each.obsolete))
    }
    others = [entry for entry in old if _is_translated(entry) and not _is_said_by(entry, before)]
    gone = {text: entry for text, entry in before.items() if text not in found}
    new = changed = 0
    # Each new message is held against each that is gone.
    work_on(Mark(str(file)))
    for text, entry in found.items():
        same = before.get(text) or _like(text, gone)
        if same is None:
            new += 1
        else:
            changed += same.msgid != text
            _take_over(entry, same)
        made.append(entry)
    work_on(())
    left = [entry for entry in gone.values() if entry.msgstr]
    for entry in [*left, *others]:
        entry.obsolete, entry.occurrences, entry.comment = True, [], ""
        made.append(entry)
    missing = sum(not entry.msgstr or "fuzzy" in entry.flags for entry in found.values())
    return Update(str(made), len(found), new, changed, len(left), missing)


def _is_said_by(entry: Any, before: Mapping[str, Any]) -> bool:
    """Tell whether an entry says no more than the one that counts for its text."""
    same = before.get(entry.msgid)
    return same is not None and (entry.msgctxt, entry.msgid_plural, entry.msgstr) == (None, "", same.msgstr)


def _like(text: str, gone: dict[str, Any]) -> Any:
    """Take the message that was changed into this one from those that are gone; None if there is none."""
    from difflib import SequenceMatcher

    best, ratio = None, _ALIKE
    matcher = SequenceMatcher(None, b=text, autojunk=False)
    for old, entry in gone.items():
        matcher.set_seq1(old)
        if entry.msgstr and matcher.real_quick_ratio() > ratio and matcher.quick_ratio() > ratio:
            found = matcher.ratio()
            if found > ratio:
                best, ratio = old, found
    return gone.pop(best) if best is not None else None


def _take_over(entry: Any, old: Any) -> None:
    """Put the old translation of a message in its place, fuzzy if the message was changed since."""
    entry.msgstr, entry.tcomment, entry.flags = old.msgstr, old.tcomment, list(old.flags)
    entry.previous_msgid = old.previous_msgid
    if old.msgid != entry.msgid and old.msgstr:
        entry.previous_msgid = old.previous_msgid or old.msgid
        entry.flags = list(dict.fromkeys(["fuzzy", *entry.flags]))


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
