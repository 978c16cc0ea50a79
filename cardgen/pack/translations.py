"""A pack's texts in other languages: which texts there are, their translations, and the translated pack.

Translations are in a catalogue (po) or a table: csv, tsv, xlsx or ods with the headings text and translation;
where, state and before are for the translator. Entries with a state (new, changed, gone) and empty ones are
not used: the original text replaces them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import KeyPath, PackError, Problem, Severity, Suggestion
from ..languages.catalogue import (
    Entry,
    Update,
    catalogue_text,
    po_text,
    read_catalogue,
    updated_entries,
)
from ..languages.habits import primary_tag
from ..languages.remarks import remark
from ..units import Sentence, quoted_value
from .card_list import with_cards
from .conditions import Condition
from .model import Pack
from .placeholders import IN_BRACES, names_in_braces, with_placeholders
from .schema import Findings
from .tables import MOST_CELL, SUFFIXES, read_table
from .values import MOST_LINE, ByColumn, NoSuchName, choices_of, is_file_name, with_choices

if TYPE_CHECKING:
    from .library import Resolved

#: Maximum number of places listed for a text.
_MOST_PLACES = 3
_LETTER = re.compile(r"[^\W\d_]")
#: Columns that contain no text for readers.
_NO_TEXT = frozenset(("id", "layout", "picture", "back", "symbol"))
_FILE_NAME = re.compile(r"[^\s{}*][^\n{}*]*\.(png|jpe?g|svg)|#[0-9A-Fa-f]{3,8}", re.IGNORECASE)
#: Matches the beginning of a formula in spreadsheet programs; such a text gets a ' before it.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
HEADS = ("text", "translation", "where", "state", "before")
#: The suffix of a catalogue.
CATALOGUE = ".po"


class Text(NamedTuple):
    """A text of a pack."""

    said: str
    where: str
    #: Where it is in the pack's data: the path of a value, or of a key.
    path: KeyPath
    is_key: bool = False
    #: The maximum number of characters.
    most: int = MOST_CELL


def shown_texts(pack: Pack) -> Iterator[Text]:
    """Yield all texts of a pack to translate: names, titles, shown columns, texts of layouts and keywords."""
    found = [
        Text(pack.name, "name of the pack", ("name",), most=MOST_LINE),
        Text(pack.edition or "", "edition", ("edition",), most=MOST_LINE),
    ]
    found += [
        _name_text(pack.suit_title(key), "suit", ("suits", key), suit.name)
        for key, suit in pack.suits.items()
    ]
    found += [
        _name_text(pack.piece_name(key), "piece", ("pieces", key), piece.name)
        for key, piece in pack.pieces.items()
    ]
    for card in filter(lambda card: card.is_extra, pack.cards):
        own = {
            "name": (card.name, MOST_LINE),
            "title": (card.title, MOST_LINE),
            "text": (card.text, MOST_CELL),
        }
        found += [
            Text(said or "", f"{key} of the extra {card.extra_name}", (*card.path, key), most=most)
            for key, (said, most) in own.items()
        ]
    shown = _shown_columns(pack)
    for card in pack.cards:
        found += [
            Text(text, f"{column} of {card.label}", (*card.path, column))
            for column, text in card.texts.items()
            if column in shown and not _FILE_NAME.fullmatch(text)
        ]
    for name, layout in pack.layouts.items():
        found += [
            Text(show or "", f"{key} of the layout {name}", ("layouts", name, "boxes", key, "show"))
            for key, box in layout.boxes.items()
            for show in choices_of(box.show)
        ]
    found += [Text(word, "keyword", ("keywords", word), True, MOST_LINE) for word in pack.keywords]
    for text in found:
        if _LETTER.search(with_placeholders(text.said, lambda each: each.default)):
            yield text._replace(said=_text_as_cell(text.said))


def _name_text(title: str, noun: str, path: KeyPath, name: str | None) -> Text:
    """Return the text that is the title of a suit or a kind of pieces, which is at `path`.

    name: the stated name; without one, the title is the key itself.
    """
    about = f"name of the {noun} {path[-1]}"
    return Text(title, about, (*path, "name") if name else path, not name, MOST_LINE)


def texts_to_translate(pack: Pack, source: Resolved, language: str) -> Iterator[Text]:
    """Yield the texts of a pack that are not written in a language. source: the pack's data."""
    for text in shown_texts(pack):
        if not source.is_written_in(language, text.path, on_key=text.is_key):
            yield text


def _text_as_cell(text: str) -> str:
    """Return a text as it is stored in the cell of a table: with "\\n" as line breaks, and without space
    around it.
    """
    return text.replace("\r\n", "\n").strip()


def _shown_columns(pack: Pack) -> set[str]:
    """Return the columns whose texts are translated: those that a box shows, and those that name cards."""
    names = {card.layout for card in pack.cards} | {card.back.layout for card in pack.cards if card.back}
    shown = {"title", "name"}
    for name in sorted({*names, pack.back.layout} - {None, ""}, key=str):
        try:
            boxes = pack.layout(str(name)).boxes
        except NoSuchName:
            continue
        for key, box in boxes.items():
            for show in choices_of(box.show):
                shown |= {key} if show is None else set(names_in_braces(show))
    return shown - _NO_TEXT


# -- the pack in another language


def translated_pack(pack: Pack, findings: Findings, is_requested: bool, source: Resolved) -> Pack:
    """Return a pack with its texts in its language, according to its table of translations into that
    language.

    A pack without such a table is returned unchanged. Problems of the table are recorded, and also how many
    texts have no translation, without texts that are written in the language already. is_requested: whether
    an option requests the language. If the pack states the language itself, missing translations are a note
    instead of a warning. source: the pack's data.
    """
    key, language = pack.translation_key, pack.language
    begin = Sentence(
        "begin one with `cardgen words {pack} {language}`; "
        "or write language: {language} if it is written in that",
        pack=Path(next(iter(source.sources), "")).name or "my-pack.yaml",
        language=language,
    )
    own = Suggestion(("language",), language)
    if key is None:
        count = len({text.said for text in texts_to_translate(pack, source, language)})
        if is_requested and count and primary_tag(language) != primary_tag(source.stated_language):
            if table := _unnamed_table_warning(pack, source, language):
                findings.problems.append(table)
                return pack
            untranslated = Sentence(
                "{pack} has {n} text, and no translation into {language}",
                "{pack} has {n} texts, and no translation into {language}",
                pack=pack.name,
                n=count,
                language=language,
            )
            findings.problems.append(
                remark(untranslated, own.path, begin, name="translation", suggestions=(own,))
            )
        return pack
    path = ("languages", key)
    try:
        file = findings.admit(path, pack.languages[key]) if findings.admit else pack.languages[key]
        said = _used_translations(Path(file), list(shown_texts(pack)))
    except PackError as error:
        findings.problems += [each if each.mark else each._replace(path=path) for each in error.problems]
        return pack
    except ValueError as error:
        hint = f"`cardgen words` begins a translation; {getattr(error, 'hint', '')}"
        findings.fault(str(error), path, hint.rstrip("; "))
        return pack
    wanted = {text.said for text in texts_to_translate(pack, source, language)}
    missing = len(wanted - said.keys())
    if missing:
        message = Sentence(
            "{missing} of {n} texts are not translated into {language}",
            missing=missing,
            n=len(wanted),
            language=language,
        )
        severity: Severity = "warning" if is_requested else "note"
        if source.is_in_own_file(path):
            hint = Sentence("`cardgen words` brings {file} up to date", file=pack.languages[key])
            missed = remark(message, path, hint, severity, name="translation")
        else:
            missed = remark(message, own.path, begin, severity, name="translation", suggestions=(own,))
        findings.problems.append(missed)
    return replace(_with_translations(pack, said), original_texts={new: old for old, new in said.items()})


def _unnamed_table_warning(pack: Pack, source: Resolved, language: str) -> Problem | None:
    """Return a warning if the folder `words`, into which `cardgen words` writes, has a file of translations
    into the language, and the pack does not name this file; else None.
    """
    folder = Path(next(iter(source.sources), "")).parent
    for kind in (*SUFFIXES, CATALOGUE):
        file = f"words/{language}{kind}"
        if (folder / file).is_file():
            line = f"{language}: {file}"
            suggestion = Suggestion(("languages", language), file)
            return remark(
                Sentence("{file} is there, but the pack does not name it", file=file),
                suggestion.path[:1] if pack.languages else (),
                Sentence(
                    "write this line into the pack: {line}",
                    line=line if pack.languages else f"languages: {{{line}}}",
                ),
                name="translation",
                suggestions=(suggestion,),
            )
    return None


def untranslated_pack(pack: Pack) -> Pack:
    """Return a translated pack with its original texts."""
    return _with_translations(pack, pack.original_texts) if pack.original_texts else pack


def _used_translations(file: Path, texts: list[Text]) -> dict[str, str]:
    """Return the translations to use, by text: those without a state, of texts in the pack.

    Raises PackError if the file cannot be read, or a translation is too long.
    """
    most = {text.said: text.most for text in texts}
    said: dict[str, str] = {}
    problems: list[Problem] = []
    for entry in read_entries(file):
        text, translation = entry.text, entry.translations[0]
        if not translation or entry.state or text not in most:
            continue
        if len(translation) > most[text]:
            message = f"the translation of {quoted_value(text)} has {len(translation)} characters"
            problems.append(Problem(message, hint=f"at most {most[text]} are allowed", mark=entry.mark))
        said[text] = translation
    if problems:
        raise PackError(problems)
    return said


def read_entries(file: Path) -> list[Entry]:
    """Return the entries of a catalogue or a table of translations.

    Raises PackError if it cannot be read, or a text has two translations.
    """
    if file.suffix.lower() == CATALOGUE:
        found = read_catalogue(file, catalogue_text(file)).entries
        return [entry for entry in found if entry.text]
    table = read_table(file)
    heads = {head: head.lower() if head.lower() in HEADS else head for head in table.columns}
    if not {"text", "translation"} <= set(heads.values()):
        hint = "write `text` and `translation` in its first row, or begin it with `cardgen words`"
        raise PackError([Problem(f"{quoted_value(file.name)} is not a table of translations", hint=hint)])
    entries: list[Entry] = []
    said: dict[str, Entry] = {}
    problems: list[Problem] = []
    for row in table.rows:
        values = {heads[head]: _unguarded_cell(text) for head, text in row.values.items()}
        text, translation, where, state, before = (values.pop(head, "") for head in HEADS)
        entry = Entry(text, [translation], about=where, state=state, before=before, own=values, mark=row.mark)
        other = said.setdefault(text, entry) if text and translation else entry
        if other.translations != entry.translations and other.mark:
            message = f"{quoted_value(text)} has another translation in row {other.mark.line}"
            problems.append(Problem(message, hint="delete one of the two rows", mark=entry.mark))
        entries.append(entry)
    if problems:
        raise PackError(problems)
    return entries


def _with_translations(pack: Pack, translations: Mapping[str, str]) -> Pack:
    """Return the pack with translated texts. Titles of cards in braces are translated too, so that they name
    the same cards.

    translations: the new text by the old one.
    """
    named = {text for card in pack.cards for key in ("title", "name") if (text := card.values.get(key))}
    named |= {text for card in pack.cards for text in (card.name, card.title) if text}

    shows = [show for layout in pack.layouts.values() for show in layout.shows]
    #: Columns from which names of files are made.
    fixed = _NO_TEXT.union(*(names_in_braces(show) for show in shows if is_file_name(show)))

    def say(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        text = translations.get(_text_as_cell(text), text)
        return IN_BRACES.sub(
            lambda name: f"{{{translations.get(name[1], name[1])}}}" if name[1] in named else name[0], text
        )

    def columns(values: Mapping[str, str]) -> dict[str, str]:
        return {key: text if key in fixed else say(text) for key, text in values.items()}

    suits = {
        key: suit._replace(name=say(suit.name) if suit.name else translations.get(key, suit.name))
        for key, suit in pack.suits.items()
    }
    pieces = {
        key: piece._replace(name=say(piece.name) if piece.name else translations.get(key))
        for key, piece in pack.pieces.items()
    }
    cards = [
        card._replace(
            name=say(card.name), title=say(card.title), text=say(card.text), texts=columns(card.texts)
        )
        for card in pack.cards
    ]
    layouts = {
        name: layout._replace(
            boxes={key: box._replace(show=with_choices(box.show, say)) for key, box in layout.boxes.items()}
        )
        for name, layout in pack.layouts.items()
    }
    made = replace(
        pack,
        name=say(pack.name),
        edition=say(pack.edition),
        suits=suits,
        pieces=pieces,
        layouts=layouts,
        keywords={say(word): style for word, style in pack.keywords.items()},
    )
    return with_cards(
        _with_translated_choices(made, translations),
        [
            card.with_changed_colors(partial(_with_translated_choices, translations=translations))
            for card in cards
        ],
    )


def _with_translated_choices(value: Any, translations: Mapping[str, str]) -> Any:
    """Return a value with additional choices and conditions for translated texts, which work as those for the
    original texts.

    value: a pack, or any part of one. translations: the translations by original text.
    """
    if isinstance(value, ByColumn):
        also = {translations[key]: each for key, each in value.choices.items() if key in translations}
        return value._replace(choices={**also, **value.choices})
    if isinstance(value, Condition):
        return value._replace(
            values=(*value.values, *(translations[each] for each in value.values if each in translations))
        )
    if isinstance(value, Pack):
        keys = ("layouts", "types", "suits", "lists")
        return replace(
            value, **{key: _with_translated_choices(getattr(value, key), translations) for key in keys}
        )
    if isinstance(value, dict):
        return {key: _with_translated_choices(each, translations) for key, each in value.items()}
    if isinstance(value, tuple):
        made = [_with_translated_choices(each, translations) for each in value]
        return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
    return value


# -- bringing translations up to date


def updated_translation(
    texts: Iterable[Text], language: str, is_catalogue: bool, *old: Path, base: Path | None = None
) -> tuple[bytes, Update]:
    """Return (the bytes of a new or updated file of translations; its entries, with the number of texts in
    each state).

    texts: the texts to translate. is_catalogue: make a PO file instead of a csv table. old: existing files;
    if several translate a text, the first file counts. base: the file of the extended pack, from which only
    the translations of these texts are taken. Raises PackError if a file cannot be read.
    """
    places: dict[str, list[str]] = {}
    for text in texts:
        places.setdefault(text.said, []).append(text.where)
    wanted = [Entry(said, about=_places_text(where)) for said, where in places.items()]
    before = [entry for file in old for entry in read_entries(file)]
    before += [entry for entry in (read_entries(base) if base else ()) if entry.text in places]
    made = updated_entries(
        wanted, before, lambda old, new: old.about.split("; ")[0] == new.about.split("; ")[0]
    )
    if is_catalogue:
        head = next(
            (read_catalogue(file, catalogue_text(file)) for file in old if file.suffix == CATALOGUE), None
        )
        return po_text(made.entries, language, head).encode(), made
    return _csv_table(made.entries), made


def _places_text(places: list[str]) -> str:
    """Return the places of a text, of which only the first ones are listed."""
    more = len(places) - _MOST_PLACES
    return "; ".join([*places[:_MOST_PLACES], *([f"and {more} more"] if more > 0 else [])])


def _csv_table(entries: list[Entry]) -> bytes:
    """Return a csv table that spreadsheets read as UTF-8, and in which no cell is a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    # The translator's own columns are kept.
    own = list(dict.fromkeys(head for entry in entries for head in entry.own))
    writer.writerow([*HEADS, *own])
    for each in entries:
        cells = [each.text, each.translations[0], each.about, each.state, each.before]
        writer.writerow([_guarded_cell(cell) for cell in (*cells, *(each.own.get(head, "") for head in own))])
    return out.getvalue().encode("utf-8-sig")


def _guarded_cell(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def _unguarded_cell(text: str) -> str:
    """Return a text without the apostrophe that keeps it from being a formula."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text
