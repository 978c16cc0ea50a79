"""Catalogues of translations: read, write, and update them when texts have changed.

A catalogue is a PO file of gettext, read and written by polib. A table of translations becomes the same
entries in pack/translations.py, so that one update serves both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import MOST_PROBLEMS, Mark, PackError, Problem
from ..sandbox import untrusted
from . import habits, kept

#: Maximum size of a catalogue in bytes.
_LARGEST = 1_000_000
#: Minimum similarity of a new text to an old one that counts as changed (difflib; gettext uses 0.6 too).
_LEAST_SIMILARITY = 0.6
#: A quoted text that does not end on its line; polib would drop its last letter.
_UNCLOSED = re.compile(r'^(?:#~ )?(?:msg[a-z_]+(?:\[\d+\])?[ \t]*)?"(?:[^"\\\n]|\\.)*\\?$', re.MULTILINE)
_WRONG_LINE = re.compile(r"\(line (\d+)\)")


@dataclass
class Entry:
    """A text and its translation."""

    text: str
    #: One, or one for each plural form of the language if `plural` is set.
    translations: list[str] = field(default_factory=lambda: [""])
    #: The plural text (msgid_plural), or "".
    plural: str = ""
    #: Distinguishes equal texts (msgctxt).
    context: str | None = None
    #: A comment for translators, and the files and lines that use the text.
    about: str = ""
    places: list[tuple[str, str]] = field(default_factory=list)
    #: "changed" (which gettext calls fuzzy) or "gone"; of a table also "new" and whatever its translator
    #: wrote. A translation with a state is not used.
    state: str = ""
    #: The previous text, if it was changed after translation.
    before: str = ""
    #: The translator's notes, and further columns of a table by heading.
    own: dict[str, str] = field(default_factory=dict)
    #: Flags of gettext besides fuzzy.
    flags: list[str] = field(default_factory=list)
    #: Where the entry is.
    mark: Mark | None = None

    @property
    def context_and_text(self) -> tuple[str | None, str]:
        """Return the context and the text, by which entries are told apart."""
        return self.context, self.text

    @property
    def is_translated(self) -> bool:
        """Tell whether any form has a translation, used or not."""
        return any(self.translations)

    @property
    def is_used(self) -> bool:
        """Tell whether the translation is used: all forms are translated and it has no state."""
        return not self.state and all(each.strip() for each in self.translations)


class Catalogue(NamedTuple):
    """The entries of a catalogue, the comment at its top, and its header fields."""

    entries: list[Entry]
    comment: str = ""
    header: Mapping[str, str] = {}


# -- reading


def catalogue_text(file: Path, is_untrusted: bool = False) -> str:
    """Return the text of a catalogue. Raises PackError if the file cannot be read.

    is_untrusted: whether the file is a stranger's; a link out of its folder is then an error.
    """
    try:
        raw = (
            untrusted.read_beside(file.parent, file.name, _LARGEST)
            if is_untrusted
            else untrusted.read_plain_file(file, _LARGEST)
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
        raise PackError([Problem("this is not UTF-8 text", hint="save it as UTF-8", mark=mark)]) from error


def read_catalogue(file: Path, text: str, is_plain: bool = True) -> Catalogue:
    """Parse the text of a PO file.

    is_plain: texts with a context or plural forms are problems. Raises PackError if it is no PO file, or if
    polib would lose texts; the error lists all of these.
    """
    import polib

    try:
        # polib takes a text of one line for the name of a file.
        found = polib.pofile(text + "\n\n")
    except (OSError, ValueError, IndexError, AttributeError) as error:
        match = _WRONG_LINE.search(str(error))
        mark = Mark(str(file), int(match[1]) if match else 1, 1)
        hint = "fix it with a PO editor, or run msgfmt --check"
        raise PackError([Problem("this is not a gettext catalogue", hint=hint, mark=mark)]) from error
    entries = [_entry_of(each, str(file)) for each in found]
    if problems := list(islice(_problems_of_lost_texts(str(file), text, entries, is_plain), MOST_PROBLEMS)):
        raise PackError(problems)
    return Catalogue(entries, found.header, found.metadata)


def _entry_of(each: Any, file: str) -> Entry:
    forms = [text for _, text in sorted(each.msgstr_plural.items())]
    return Entry(
        each.msgid,
        forms or [each.msgstr],
        each.msgid_plural,
        each.msgctxt,
        each.comment,
        each.occurrences,
        "gone" if each.obsolete else "changed" if "fuzzy" in each.flags else "",
        each.previous_msgid or (each.msgid if each.obsolete and "fuzzy" in each.flags else ""),
        {"note": each.tcomment} if each.tcomment else {},
        [flag for flag in each.flags if flag != "fuzzy"],
        Mark(file, max(each.linenum, 1), 1),
    )


def _problems_of_lost_texts(file: str, text: str, entries: list[Entry], is_plain: bool) -> Iterator[Problem]:
    """Yield what polib would lose: unclosed texts, and second translations of a text."""
    for each in _UNCLOSED.finditer(text):
        mark = Mark(file, text.count("\n", 0, each.start()) + 1, 1)
        yield Problem("this text is not closed", hint='end the line with "', mark=mark)
    said: dict[tuple[str | None, str], Entry] = {}
    for entry in entries:
        if entry.state == "gone" or not entry.is_translated:
            continue
        if is_plain and entry.context is not None:
            hint = "delete the line that begins with msgctxt"
            yield Problem("a text of the rules has no context", hint=hint, mark=entry.mark)
        if is_plain and entry.plural:
            hint = "write one msgstr in place of msgid_plural and msgstr[0], msgstr[1] ..."
            yield Problem("a text of the rules has no plural", hint=hint, mark=entry.mark)
        first = said.setdefault(entry.context_and_text, entry)
        if first.translations != entry.translations and first.mark:
            message = f"this text has another translation in line {first.mark.line}"
            yield Problem(message, hint="delete one of the two", mark=entry.mark)


# -- updating a catalogue


class Update(NamedTuple):
    """Updated entries, with removed ones last, and how many texts are in each state."""

    entries: list[Entry]
    texts: int
    new: int
    changed: int
    gone: int
    #: The number without a translation in use, including new and changed texts.
    missing: int


def updated_entries(
    current: Iterable[Entry],
    old: Sequence[Entry],
    is_same_place: Callable[[Entry, Entry], bool] | None = None,
) -> Update:
    """Return the wanted texts with their old translations, as gettext's msgmerge does. No translation is
    lost.

    A changed text keeps its translation with the state "changed" and its previous text. A removed text is
    kept at the end if it was translated or has data of the translator. If a text has several old entries, a
    translated one is used, preferably one that is not removed. is_same_place: tells whether an old entry and
    a new one have the same place, so that they are the same text, changed.
    """
    before: dict[tuple[str | None, str], Entry] = {}
    others: list[Entry] = []
    for each in sorted(old, key=lambda entry: (not entry.is_translated, entry.state == "gone")):
        first = before.setdefault(each.context_and_text, each)
        if first is each:
            continue
        for head, text in each.own.items():
            first.own[head] = "; ".join(dict.fromkeys(filter(None, (first.own.get(head, ""), text))))
        if each.is_translated and each.translations != first.translations:
            others.append(each)
    texts = {each.context_and_text: each for each in current}
    gone = {key: entry for key, entry in before.items() if key not in texts}
    made: list[Entry] = []
    new = changed = 0
    for key, entry in texts.items():
        same = before.get(key) or _pop_previous(entry, gone, is_same_place)
        if same is None:
            new += 1
            made.append(replace(entry, state="new" if old else ""))
        else:
            changed += same.context_and_text != key and same.is_translated
            made.append(_with_translation(entry, same))
    left = [each for each in gone.values() if each.is_translated or each.own]
    kept = [_removed_entry(each) for each in [*left, *others]]
    missing = sum(not entry.is_used for entry in made)
    return Update([*made, *kept], len(made), new, changed, len(left), missing)


def _removed_entry(entry: Entry) -> Entry:
    """Return an entry marked as removed. If its translation needs review, it keeps its previous text."""
    before = entry.before if entry.state in ("changed", "gone") else ""
    return replace(entry, state="gone", before=before)


def _pop_previous(
    entry: Entry,
    removed: dict[tuple[str | None, str], Entry],
    is_same_place: Callable[[Entry, Entry], bool] | None,
) -> Entry | None:
    """Remove the old entry of which `entry` is a changed version from `removed`, and return it; None if there
    is no such entry.

    It is the entry in the same place, or else the most similar one.
    """
    from difflib import SequenceMatcher

    best, ratio = None, _LEAST_SIMILARITY
    matcher = SequenceMatcher(None, b=entry.text, autojunk=False)
    for key, old in removed.items():
        if is_same_place and old.state != "gone" and is_same_place(old, entry):
            best = key
            break
        matcher.set_seq1(old.text)
        if (
            (old.is_translated or old.own)
            and matcher.real_quick_ratio() > ratio
            and matcher.quick_ratio() > ratio
            and matcher.ratio() > ratio
        ):
            best, ratio = key, matcher.ratio()
    return removed.pop(best) if best is not None else None


def _with_translation(entry: Entry, old: Entry) -> Entry:
    """Return an entry with an old translation, in the state "changed" if the text has changed."""
    forms = len(entry.translations)
    said = [*old.translations, *[""] * forms][:forms]
    made = replace(entry, translations=said, own=old.own, flags=old.flags)
    if (old.text, bool(old.plural)) == (entry.text, bool(entry.plural)):
        made.before = old.before
        # The text is in use again, or now translated.
        made.state = "" if old.state == "new" and old.is_translated else old.state
        if old.state == "gone":
            made.state = "changed" if old.before else ""
    elif old.is_translated:
        made.state, made.before = "changed", old.before or old.text
    else:
        made.state = "new"
    return made


# -- writing


def po_text(entries: Sequence[Entry], language: str, old: Catalogue | None = None) -> str:
    """Return the text of a PO file with these entries.

    old: the catalogue whose comment and header fields are kept.
    """
    import polib

    made = polib.POFile(wrapwidth=-1)
    usual = {
        "Project-Id-Version": "cardgen",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    if any(entry.plural for entry in entries):
        usual["Plural-Forms"] = habits.gettext_plural_rule(language)
    made.metadata = {**usual, **(old.header if old else {})}
    made.header = old.comment if old else ""
    for entry in entries:
        is_counted = bool(entry.plural)
        is_gone = entry.state == "gone"
        is_fuzzy = entry.state == "changed" or (is_gone and bool(entry.before))
        made.append(
            polib.POEntry(
                msgid=entry.text,
                msgid_plural=entry.plural,
                msgstr="" if is_counted else entry.translations[0],
                msgstr_plural=dict(enumerate(entry.translations)) if is_counted else {},
                msgctxt=entry.context,
                comment="" if is_gone else entry.about,
                occurrences=[] if is_gone else entry.places,
                obsolete=is_gone,
                flags=[*["fuzzy"] * is_fuzzy, *entry.flags],
                previous_msgid=entry.before or None,
                tcomment=entry.own.get("note", ""),
            )
        )
    return str(made)


# -- cardgen's own texts

#: A translation; if a number counts something, one per plural form of the language.
Saying = str | Mapping[str, str]
FOLDER = Path(__file__).parent
#: The modules that read a catalogue's text, whose changes make cached values stale.
_MAKERS = (__file__, habits.__file__)


@lru_cache(maxsize=1)
def translated_languages() -> tuple[str, ...]:
    """Return the languages into which cardgen is translated."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.po")))


@lru_cache(maxsize=8)
def translations(language: str) -> Mapping[tuple[str | None, str], Saying]:
    """Return cardgen's own texts in a language (without its country), by context and English text.

    Empty for English, and for a language without a catalogue.
    """
    tag = language.lower().split("-")[0]
    if tag not in translated_languages():
        return {}
    file = FOLDER / f"{tag}.po"
    text = file.read_text(encoding="utf-8")
    found = kept.cached_values(str(file), text, _MAKERS)
    if found is None:
        entries = read_catalogue(file, text, is_plain=False).entries
        found = ({each.context_and_text: _forms_by_plural(each, tag) for each in entries if each.is_used},)
        kept.write_cache(str(file), text, found, _MAKERS)
    (said,) = found
    return said  # type: ignore[no-any-return]


def _forms_by_plural(entry: Entry, language: str) -> Saying:
    spaced = [habits.habits(language).with_typographic_spaces(text) for text in entry.translations]
    return dict(zip(habits.plural_forms(language), spaced, strict=True)) if entry.plural else spaced[0]
