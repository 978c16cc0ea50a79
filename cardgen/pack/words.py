"""The words that cardgen prints on cards and sheets, in the pack's language.

The English words are here and define which there are; a pack can replace them in any language with `words:`.
Sentences of proofs and orders are in the code that uses them. The catalogues in languages/ have the
translations of both.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import KeyPath
from ..languages.catalogue import Saying, translations
from ..languages.habits import FORMS, habits, plural_form, plural_forms
from ..units import BadValue, Figure, Sentence, nearest_word_hint, quoted_value
from .schema import FAULTY, Findings, Json, Parsed, Spec, Table, text_spec
from .yaml import Data

_ENGLISH_HABITS = habits("en")
ENGLISH: dict[str, Saying] = {
    "thousands": _ENGLISH_HABITS.thousands,
    "decimal": _ENGLISH_HABITS.decimal,
    "numbers": _ENGLISH_HABITS.numbers,
    "card-of": "{rank} of {suit}",
    "cards": {"one": "{n} card", "other": "{n} cards"},
    "pieces": {"one": "{n} piece", "other": "{n} pieces"},
    "pieces-of-kind": "{pieces} ({kind})",
    "suits": {"one": "{n} suit", "other": "{n} suits"},
    "cards-in-suits": "{cards} in {suits}",
    "more": "and {n} more",
    "more-named": "and {n} more: {names}",
    "total-cards": "cards",
    "total-points": "points",
    "joker": "joker",
    "summary": "summary",
    "title": "title",
    "text": "text",
    "image": "image",
    "page": "page {page} of {pages}",
    "sheet": "sheet {sheet}",
    "front": "front of sheet {sheet}",
    "back": "back of sheet {sheet}",
    "actual-size": "print at actual size",
    "flip-long": "flip on the long edge",
    "flip-short": "flip on the short edge",
    "corrected": "corrected for {printer}",
    "fold": "fold along the dashed line and glue",
    "joints": "cut along solid lines, glue up to dashed ones",
    "ruler": "{length} mm: measure me",
    "outline-sheet": "Sheet {sheet}",
    "outline-front": "Sheet {sheet}, front",
    "outline-back": "Sheet {sheet}, back",
    "contents": "Contents",
    "notes": "Notes",
    "skip": "Skip to the rules",
    "back-to-note": "Back to note {note} in the text",
    "right": "Yes:",
    "wrong": "No:",
    "row-of-cards": "Row of cards: {cards}",
    "fan-of-cards": "Fan of cards: {cards}",
    "pile-of-cards": "Pile of cards: {cards}",
    "one-card": "Card: {cards}",
    "and": "{first} and {last}",
    "or": "{first} or {last}",
    "quotes": _ENGLISH_HABITS.quotes,
    # Names of suits beside a noun: adjectives that take an ending, those that take none, and the phrase for
    # any other name.
    "adjectives": _ENGLISH_HABITS.adjectives,
    "unchanging-adjectives": _ENGLISH_HABITS.unchanging_adjectives,
    "of-suit": "{suit} {noun}",
}
#: Entries that are not words but habits of the language.
HABITS = ("thousands", "decimal", "numbers", "quotes", "adjectives", "unchanging-adjectives")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_SLOT = re.compile(r"\{(\w*)\}")
#: In translations also the name of a suit as an adjective: "{suit:en Stapel}".
_SUIT_SLOT = re.compile(r"\{(\w*)(?::(\w*) ?([\w ]*))?\}")


class Wording:
    """What cardgen prints in one language, including a pack's own words."""

    def __init__(self, language: str, own: Mapping[str, Saying]) -> None:
        self._language, self._translations = language, translations(language)
        # Untranslated words also use the habits of English.
        self._habits = habits(language) if self._translations else _ENGLISH_HABITS
        usual: dict[str, Saying] = {name: getattr(self._habits, name.replace("-", "_")) for name in HABITS}
        words = {str(context): said for (context, _), said in self._translations.items() if context}
        self._known = {**words, **own}
        self._sayings = {**ENGLISH, **usual, **self._known}

    def phrase(self, name: str, **values: object) -> str:
        """Return a word or sentence by its name, with its values filled in.

        `n`, if given, is the number that selects the plural form.
        """
        return self._filled_text(self._sayings[name], values)

    def _filled_text(self, saying: Saying, values: dict[str, object]) -> str:
        """Return a word or sentence with its values filled in. If it has several plural forms, the value `n`
        selects one.
        """
        if "n" in values:
            count = int(str(values["n"]))
            if not isinstance(saying, str):
                form = plural_form(self._language, count)
                saying = saying.get(form) or saying.get("other") or list(saying.values())[-1]
            values = {**values, "n": self._number_with_separators(count)}
        return _SUIT_SLOT.sub(lambda slot: self._slot_text(slot, values), str(saying))

    def _slot_text(self, slot: re.Match[str], values: dict[str, object]) -> str:
        """Return the text that replaces a name in braces: its value, or its value and a noun if the braces
        also have a noun.
        """
        value, ending, noun = values.get(slot[1], slot[0]), slot[2], slot[3]
        return (
            str(value)
            if ending is None or slot[1] not in values
            else self.noun_with_suit(value, ending, noun)
        )

    @property
    def is_translated(self) -> bool:
        """Tell whether there are translations into the language; always False for English."""
        return bool(self._translations)

    @property
    def colon(self) -> str:
        """Return the punctuation between a heading and what follows, such as ": ", as in the language."""
        return self._habits.colon

    @property
    def semicolon(self) -> str:
        """Return the punctuation between two statements, such as "; ", as in the language."""
        return self._habits.semicolon

    def sentence(self, one: str, other: str = "", /, **values: object) -> str:
        """Return a sentence in the language, in English if it is not translated.

        The arguments are those of units.Sentence.
        """
        return self.translate(Sentence(one, other, **values))

    def translate(self, sentence: str) -> str:
        """Return a sentence in the language; the whole sentence in English if a part is not translated."""
        if isinstance(sentence, Figure):
            return self.with_local_decimal_sign(sentence)
        if not isinstance(sentence, Sentence) or not self.can_translate(sentence):
            return sentence
        saying = self._translated(sentence.template)
        if saying is None:
            return sentence
        return self._filled_text(
            saying, {name: self._value_text(value) for name, value in sentence.values.items()}
        )

    def _translated(self, template: str) -> Saying | None:
        """Return the translation of a sentence's English text; None if there is none."""
        alone = template if not _SLOT.sub("", template).strip(" ,") else None
        return self._translations.get((None, template), alone)

    def _value_text(self, value: object) -> object:
        """Return a value of a sentence as text in the language; numbers are returned as they are."""
        if isinstance(value, list):
            return self.list_text([str(self._value_text(each)) for each in value])
        return self.translate(value) if isinstance(value, str) else value

    def can_translate(self, sentence: str) -> bool:
        """Tell whether translate() returns a sentence in the language, because all its parts are translated.

        Always true in a language without translations, as everything stays English.
        """
        if not self._translations:
            return True
        if not isinstance(sentence, Sentence) or self._translated(sentence.template) is None:
            return False
        parts = [
            each
            for value in sentence.values.values()
            for each in (value if isinstance(value, list) else [value])
        ]
        return all(self.can_translate(part) for part in parts if isinstance(part, Sentence))

    def is_untranslated(self, name: str) -> bool:
        """Tell whether a word has no translation, so that phrase() returns it in English."""
        return name not in self._known

    def number_word(self, number: object, language: str = "") -> str:
        """Return a number up to twenty in words, and a larger number in digits.

        language: the language of the words; by default that of this Wording.
        """
        sayings = Wording(language, {})._sayings if language else self._sayings
        words = str(sayings["numbers"]).split()
        if isinstance(number, int) and 0 <= number < len(words):
            return words[number]
        return str(number)

    def count_with_noun(self, number: object, *forms: str) -> str:
        """Return a number with the noun in its plural form: count_with_noun(3, "card") is "3 cards" in
        English.

        forms: the noun in each plural form of the language, in the order of FORMS. If only the first form is
        given, the second is that with an s, as in English. Raises ValueError if there are no forms.
        """
        if not forms:
            raise ValueError("there is no word for what is counted")
        if len(forms) == 1 and len(plural_forms(self._language)) > 1:
            forms = (forms[0], f"{forms[0]}s")
        if not isinstance(number, int):
            return f"{number} {forms[-1]}"
        place = plural_forms(self._language).index(plural_form(self._language, number))
        return f"{self._number_with_separators(number)} {forms[min(place, len(forms) - 1)]}"

    def list_text(self, names: Sequence[str], conjunction: str = "and") -> str:
        """Return names as a list in the language: "A, B and C".

        conjunction: the word before the last one: "and" or "or".
        """
        if len(names) < 2:
            return "".join(names)
        return self._habits.with_euphony(
            self.phrase(conjunction, first=", ".join(names[:-1]), last=names[-1])
        )

    def noun_with_suit(self, suit: object, ending: str, noun: str) -> str:
        """Return a noun with a suit's name as its adjective: "grüne Karte" for "grün", "e" and "Karte" in
        German, "carta roja" for "rojo", "a" and "carta" in Spanish.

        ending: what an adjective usually ends in beside this noun. A name that is no adjective known in the
        language stands behind the noun: "Karte der Farbe Azur". noun: may be empty, as in "die grüne".
        """
        name = str(suit)
        if (adjective := self._adjective(name.lower(), ending)) is not None:
            is_behind = self._habits.has_adjectives_behind
            return " ".join((noun, adjective) if is_behind else (adjective, noun)).strip()
        if self._habits.has_capital_nouns:
            # The name of a thing is a noun.
            name = name[:1].upper() + name[1:]
        return self.phrase("of-suit", suit=name, noun=noun).strip()

    def _adjective(self, name: str, ending: str) -> str | None:
        """Return the name of a suit as an adjective with an ending, in the forms of the language; None if it
        is no known adjective.
        """
        if name in str(self._sayings["unchanging-adjectives"]).split():
            return name
        endings = self._habits.endings.split(" ") if self._habits.endings else []
        for adjective in str(self._sayings["adjectives"]).split():
            first, *others = forms = adjective.split("/")
            if name != first:
                continue
            if others and ending in endings:
                return forms[min(endings.index(ending), len(others))]
            return (name.removesuffix(endings[0]) if endings else name) + ending
        return None

    def decimal_text(self, number: float) -> str:
        """Return a number as text with the decimal sign of the language."""
        return f"{number:g}".replace(".", str(self._sayings["decimal"]))

    def with_local_decimal_sign(self, figures: str) -> str:
        """Return figures with the decimal sign of the language in place of points."""
        return _POINT.sub(str(self._sayings["decimal"]), figures)

    def _number_with_separators(self, number: int) -> str:
        """Return a whole number as text, with the thousands separator of the language."""
        return f"{number:,}".replace(",", str(self._sayings["thousands"]))


class _OwnWordsSpec(Table):
    """A pack's own words by name, each a text or one for each plural form."""

    def __init__(self) -> None:
        super().__init__(Parsed(_read_word_name, {}), _SAYING)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return an object with the names of all words."""
        said = {
            name: {
                **(_LINE if isinstance(saying, str) else _SAYING).json_schema(parts),
                "description": f"In place of {_quoted_saying(saying)}.",
            }
            for name, saying in ENGLISH.items()
        }
        return {"type": "object", "properties": said, "additionalProperties": False}


class _SayingSpec(Spec):
    """A text, or a mapping of plural forms to texts; names in braces are filled in."""

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return the text, or the texts by plural form; FAULTY after recording a problem."""
        if not isinstance(value, dict):
            return self._text(value, path[-1], path, findings)
        if isinstance(ENGLISH.get(path[-1]), str):
            return findings.fault("nothing is counted here", path, "write one text")
        forms: dict[str, str] = {}
        for form, item in value.items():
            if form not in FORMS:
                message = f"{quoted_value(form)} is not a plural form"
                findings.fault(message, (*path, form), nearest_word_hint(form, FORMS), on_key=True)
            elif (said := self._text(item, path[-1], (*path, form), findings)) is not FAULTY:
                forms[form] = said
        return forms or FAULTY

    def _text(self, value: Data, name: str, path: KeyPath, findings: Findings) -> Any:
        """Return the text for a word; FAULTY after recording a problem. name: of the word."""
        if name in ("thousands", "decimal") and isinstance(value, str) and len(value) < 2:
            return value
        said = _LINE.read_value(value, path, findings)
        known = placeholder_names(ENGLISH.get(name, ""))
        for slot in _SLOT.findall(said) if said is not FAULTY else ():
            if slot not in known:
                may = " and ".join(f"{{{each}}}" for each in known)
                hint = f"it may have {may}" if known else "leave it out"
                return findings.fault(f"{{{slot}}} is not filled in here", path, hint)
        return said

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return a schema for both forms."""
        line = _LINE.json_schema(parts)
        forms = {"type": "object", "properties": dict.fromkeys(FORMS, line), "additionalProperties": False}
        return {"anyOf": [line, forms], "$comment": "a text"}


def placeholder_names(saying: Saying) -> list[str]:
    """Return the names in braces in a word or sentence, in any of its plural forms."""
    texts = [saying] if isinstance(saying, str) else saying.values()
    return list(dict.fromkeys(slot[1] for each in texts for slot in _SUIT_SLOT.finditer(each)))


def _read_word_name(value: object) -> str:
    """Return the name of a word that cardgen prints. Raises BadValue."""
    if not isinstance(value, str) or value not in ENGLISH:
        raise BadValue(
            f"{quoted_value(str(value))} is not a word that cardgen prints",
            nearest_word_hint(str(value), ENGLISH),
        )
    return value


def _quoted_saying(saying: Saying) -> str:
    """Return a word or sentence in quotation marks. If it has several plural forms, return the usual one."""
    return quoted_value(saying if isinstance(saying, str) else str(saying["other"]))


_LINE = text_spec(200)
_SAYING = _SayingSpec()
OWN_WORDS = _OwnWordsSpec()
