"""How a language differs from English: plurals, numbers, quotation marks, spaces, direction.

To add a language, add its record to HABITS if it differs from English, an empty catalogue beside this file
(pt.po), and run `python docs/reference.py`, which adds all texts to translate.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

#: All plural forms (Unicode CLDR 48, "Language Plural Rules"); every language has the last.
FORMS = ("zero", "one", "two", "few", "many", "other")
NO_BREAK, NARROW = "\u00a0", "\u202f"


def primary_tag(language: str) -> str:
    """Return a language without its country and script (the primary subtag of BCP 47): "pt" of pt-BR."""
    return language.lower().split("-")[0]


class Habits(NamedTuple):
    """How one language writes numbers, spaces and signs; the defaults are those of English."""

    #: The conditions of plural forms in the notation of the CLDR; the last form takes all other numbers.
    plurals: str = "one: n = 1; other"
    #: The separator of thousands, and the decimal separator.
    thousands: str = ","
    decimal: str = "."
    #: Words for the numbers from 0 to 20.
    numbers: str = (
        "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty"
    )
    #: Quotation marks: the outer pair and the inner one.
    quotes: str = "“ ” ‘ ’"
    #: The separators of a heading from its subject, and of two statements.
    colon: str = ": "
    semicolon: str = "; "
    #: Names of suits that stand beside a noun: those with an ending there, and those without. Those that do
    #: not take the usual endings have all of their forms: "azul/azul/azules/azules".
    adjectives: str = ""
    unchanging_adjectives: str = ""
    #: The usual endings of adjectives, first that of the name: "o a os as", or " e s es". Without them, an
    #: ending is added to the name.
    endings: str = ""
    #: Whether adjectives of colour follow their nouns.
    has_adjectives_behind: bool = False
    #: Whether all nouns are capitalized.
    has_capital_nouns: bool = False
    #: Signs in cardgen's own texts with a non-breaking space before them, narrow or wide, and those with one
    #: behind.
    narrow_before: str = ""
    wide_before: str = ""
    space_behind: str = ""
    #: Signs in all texts that stay with the word before their space, which keeps its width.
    kept_with_word: str = ""
    #: Words between names that change before a sound, as " o " before "once": patterns and replacements.
    euphony: tuple[tuple[str, str], ...] = ()
    is_right_to_left: bool = False
    #: Whether hyphenation must leave a vowel in each part of a word, because its patterns do not.
    needs_vowels: bool = False

    def with_typographic_spaces(self, text: str) -> str:
        """Return one of cardgen's own texts with the spaces of the language's typography."""
        if self.narrow_before:
            text = re.sub(f" (?=[{self.narrow_before}])", NARROW, text)
            text = re.sub(f" (?=[{self.wide_before}])|(?<=[{self.space_behind}]) ", NO_BREAK, text)
        return text

    def with_euphony(self, text: str) -> str:
        """Return a list of names in which "and" or "or" has the form that the sound of the next word
        requires.

        For example, Spanish "y" becomes "e" before an i.
        """
        for pattern, word in self.euphony:
            text = re.sub(pattern, word, text, flags=re.IGNORECASE)
        return text

    def with_nonbreaking_spaces(self, text: str) -> str:
        """Return a text in which non-breaking spaces keep signs with their words."""
        return (
            re.sub(f" (?=[{self.kept_with_word}])|(?<=[{self.space_behind}]) ", NO_BREAK, text)
            if self.kept_with_word
            else text
        )


def _habits_by_tag(tags: str, habits: Habits) -> dict[str, Habits]:
    return dict.fromkeys(tags.split(), habits)


_ONE = "other"
_FROM_ZERO = "one: n = 0..1; other"
_SLAVONIC = "one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; "
_COMMA = Habits(decimal=",")
_FROM_RIGHT = Habits(is_right_to_left=True)

#: The languages that differ from English, or from the language without its country. Plurals: CLDR 48. Decimal
#: commas: CLDR 46. Spaces of French: Imprimerie nationale, "Lexique".
HABITS: dict[str, Habits] = {
    **_habits_by_tag("ja zh ko th ms my lo", Habits(_ONE)),
    **_habits_by_tag("id vi", Habits(_ONE, decimal=",")),
    **_habits_by_tag("hi bn gu kn am zu", Habits(_FROM_ZERO)),
    **_habits_by_tag("pt hy", Habits(_FROM_ZERO, decimal=",")),
    **_habits_by_tag("cs sk", Habits("one: n = 1; few: n = 2..4; other", decimal=",")),
    **_habits_by_tag("ru uk be", Habits(f"{_SLAVONIC}many", decimal=",")),
    **_habits_by_tag("hr sr bs", Habits(f"{_SLAVONIC}other", decimal=",")),
    **_habits_by_tag("az bg ca da el et eu fi gl hu is ka kk lt lv mk nb nn no ro sl sq sv tr uz", _COMMA),
    **_habits_by_tag("arc ckb dv iw ji ps sd syr ug ur yi", _FROM_RIGHT),
    "fa": Habits(_FROM_ZERO, is_right_to_left=True),
    "he": Habits("one: n = 1; two: n = 2; other", is_right_to_left=True),
    "ar": Habits(
        "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99; other",
        is_right_to_left=True,
    ),
    "de": Habits(
        thousands=".",
        decimal=",",
        numbers=(
            "kein ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
            "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig"
        ),
        quotes="„ “ ‚ ‘",
        adjectives=(
            "grün rot blau gelb schwarz weiß grau braun violett golden silbern hellgrün dunkelgrün "
            "hellrot dunkelrot hellblau dunkelblau hellgelb hellgrau dunkelgrau hellbraun dunkelbraun "
            "himmelblau orangefarben türkisfarben rosafarben"
        ),
        unchanging_adjectives="lila rosa orange pink beige oliv türkis creme mint",
        has_capital_nouns=True,
        needs_vowels=True,
    ),
    "es": Habits(
        thousands="\u202f",
        decimal=",",
        numbers=(
            "ningún un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
            "dieciséis diecisiete dieciocho diecinueve veinte"
        ),
        quotes="« » “ ”",
        adjectives=(
            "rojo amarillo negro blanco morado dorado plateado castaño anaranjado rosado "
            "verde/verde/verdes/verdes azul/azul/azules/azules gris/gris/grises/grises "
            "marrón/marrón/marrones/marrones celeste/celeste/celestes/celestes"
        ),
        unchanging_adjectives="naranja rosa violeta lila beige turquesa crema menta oliva púrpura",
        endings="o a os as",
        has_adjectives_behind=True,
        # Real Academia Española, "Diccionario panhispánico de dudas": "agua y hielo" keeps its "y", as "hie"
        # begins with the sound of a consonant.
        euphony=((r" y (?=h?[ií](?![aeou]))", " e "), (r" o (?=h?[oó]|8|11\b)", " u ")),
    ),
    "fr": Habits(
        _FROM_ZERO,
        thousands="\u202f",
        decimal=",",
        numbers=(
            "aucun un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
            "seize dix-sept dix-huit dix-neuf vingt"
        ),
        quotes="«\u202f \u202f» “ ”",
        adjectives=(
            "vert bleu noir brun doré argenté violet/violette/violets/violettes "
            "blanc/blanche/blancs/blanches gris/grise/gris/grises rouge/rouge/rouges/rouges "
            "jaune/jaune/jaunes/jaunes rose/rose/roses/roses mauve/mauve/mauves/mauves "
            "pourpre/pourpre/pourpres/pourpres beige/beige/beiges/beiges"
        ),
        unchanging_adjectives=(
            "orange marron turquoise lilas crème olive ambre azur ocre corail saumon ivoire indigo cyan "
            "magenta"
        ),
        endings=" e s es",
        has_adjectives_behind=True,
        colon="\u00a0: ",
        semicolon="\u00a0; ",
        narrow_before=";!?",
        wide_before=":»%",
        space_behind="«",
        kept_with_word=";:!?»",
    ),
    "it": Habits(
        thousands=".",
        decimal=",",
        numbers=(
            "nessun un due tre quattro cinque sei sette otto nove dieci undici dodici tredici "
            "quattordici quindici sedici diciassette diciotto diciannove venti"
        ),
        quotes="« » “ ”",
        adjectives=(
            "rosso giallo nero azzurro dorato argentato bianco/bianca/bianchi/bianche "
            "grigio/grigia/grigi/grigie verde/verde/verdi/verdi celeste/celeste/celesti/celesti "
            "marrone/marrone/marroni/marroni arancione/arancione/arancioni/arancioni"
        ),
        unchanging_adjectives="blu viola rosa lilla beige turchese indaco crema ocra porpora oliva",
        endings="o a i e",
        has_adjectives_behind=True,
    ),
    "nl": Habits(
        thousands=".",
        decimal=",",
        numbers=(
            "geen één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien "
            "vijftien zestien zeventien achttien negentien twintig"
        ),
        quotes="“ ” ‘ ’",
        adjectives=(
            "groen blauw zwart bruin lichtgroen donkergroen lichtblauw donkerblauw rood/rode geel/gele "
            "wit/witte grijs/grijze paars/paarse lichtrood/lichtrode donkerrood/donkerrode"
        ),
        unchanging_adjectives="oranje roze lila beige turquoise gouden zilveren indigo",
        endings=" e",
    ),
    "pl": Habits(
        "one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14; many",
        thousands="\u202f",
        decimal=",",
        numbers=(
            "żaden jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście "
            "trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście "
            "dwadzieścia"
        ),
        quotes="„ ” ‚ ’",
        adjectives=(
            "czerwony zielony żółty biały czarny szary złoty srebrny brązowy fioletowy pomarańczowy "
            "różowy błękitny granatowy turkusowy liliowy beżowy "
            "niebieski/niebieska/niebieskiej/niebieskie/niebieską"
        ),
        endings="y a ej e ą",
    ),
}
HABITS |= {
    **dict.fromkeys(("de-ch", "de-li"), HABITS["de"]._replace(thousands="’", decimal=".")),
    "it-ch": HABITS["it"]._replace(thousands="’", decimal="."),
    **_habits_by_tag(
        "es-419 es-do es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-sv es-us",
        HABITS["es"]._replace(thousands=",", decimal="."),
    ),
    "pt-pt": Habits(decimal=","),
}
_ENGLISH = Habits()
_CONDITION = re.compile(r"n(?: % (\d+))? (!?)= (\d+)(?:\.\.(\d+))?\Z")


def habits(language: str) -> Habits:
    """Return the habits of a language by its tag, such as "de" or "es-MX"; those of English if it
    is unknown.
    """
    tag = language.lower()
    return HABITS.get(tag) or HABITS.get(tag.split("-")[0], _ENGLISH)


def plural_form(language: str, number: int) -> str:
    """Return the plural form of a whole number in a language, by the rules of the CLDR."""
    for rule in habits(language).plurals.split("; "):
        form, _, conditions = rule.partition(": ")
        if all(_is_condition_met(each, number) for each in conditions.split(" and ") if each):
            return form
    raise AssertionError(f"no plural form of {number} in {language}")


def _is_condition_met(condition: str, number: int) -> bool:
    modulus, unequal, least, most = _CONDITION.findall(condition)[0]
    value = number % int(modulus) if modulus else number
    return (int(least) <= value <= int(most or least)) is not bool(unequal)


@lru_cache(maxsize=8)
def plural_forms(language: str) -> tuple[str, ...]:
    """Return the plural forms of a language in the order of FORMS."""
    forms = {rule.partition(": ")[0] for rule in habits(language).plurals.split("; ")}
    return tuple(form for form in FORMS if form in forms)


def gettext_plural_rule(language: str) -> str:
    """Return a language's plural rule in the notation of PO files: "nplurals=2; plural=(n==1 ? 0 : 1);"."""
    forms, rule = plural_forms(language), ""
    for each in habits(language).plurals.split("; "):
        form, _, conditions = each.partition(": ")
        said = [
            _condition_in_c(*_CONDITION.findall(condition)[0])
            for condition in conditions.split(" and ")
            if condition
        ]
        rule += f"{' && '.join(said)} ? {forms.index(form)} : " if said else str(forms.index(form))
    return f"nplurals={len(forms)}; plural=({rule});"


def _condition_in_c(modulus: str, unequal: str, least: str, most: str) -> str:
    """Return a condition on the number n as an expression in C, as PO files need it."""
    value = f"n%{modulus}" if modulus else "n"
    if not most:
        return f"{value}{'!' if unequal else '='}={least}"
    return f"({value}<{least} || {value}>{most})" if unequal else f"{value}>={least} && {value}<={most}"
