"""Hyphenates words with the patterns of many languages in pyphen.

After F. M. Liang, "Word hy-phen-a-tion by com-put-er" (1983). A pattern has letters with digits between them,
such as ".un3b4", with dots for the ends of a word: where it matches a word, the largest digit at each place
counts, and the word may be divided where that is odd. pyphen itself parses all patterns before it divides a
word, which takes longer than typesetting a book (65 ms for English, ten times as much for German); here a
pattern is parsed when it matches a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from ..languages.habits import habits

#: Returns the parts that a word may be divided into; one part for a word that stays whole.
Hyphenate = Callable[[str], Sequence[str]]
#: Minimum number of letters before and after a hyphen.
_BEFORE, _BEHIND = 2, 3
_LETTERS = re.compile(r"[^\W\d_]+")
#: A part without these is no syllable, though the German patterns have some: "Fa-r-be", "rü-ck-gän-gig".
_VOWELS = frozenset("aeiouyäöüáàâéèêëíîïóôúû")
#: The patterns for languages of which pyphen would take those of another country or script.
_COUNTRIES = {"de": "de_DE", "pt": "pt_PT", "sr": "sr_Latn"}
#: Characters that are no letters of a pattern, and a character by its code.
_NO_LETTERS, _HEX = b"0123456789 \t\r", "\\^\\^([0-9a-f]{2})"


def hyphenator(language: str) -> Hyphenate:
    """Return a function that splits a word into parts between which a hyphen may stand.

    In a language without patterns it returns the word whole. The patterns are read at the first word.
    """
    divided: dict[str, Sequence[str]] = {}

    def parts(word: str) -> Sequence[str]:
        if word not in divided:
            match = _LETTERS.search(word)
            divided[word] = (word,)
            inside = range(_BEFORE, len(match[0]) - _BEHIND + 1) if match else range(0)
            # Words in capitals are not divided.
            if match and inside and not match[0].isupper() and (known := _cached_patterns(language)):
                places = known.break_places(match[0])
                if habits(language).needs_vowels:
                    ends = pairwise((*places, len(match[0])))
                    places = [at for at, end in ends if not _VOWELS.isdisjoint(match[0][at:end].lower())]
                places = [match.start() + each for each in places if each in inside]
                divided[word] = [word[a:b] for a, b in pairwise((0, *places, len(word)))]
        return divided[word]

    return parts


@lru_cache(maxsize=4)
def _cached_patterns(language: str) -> _Patterns | None:
    """Return the patterns of a language, cached, as the next book needs them as well; None if there are
    none.
    """
    file = _pattern_file(_COUNTRIES.get(language, language))
    return _Patterns(file) if file else None


def _pattern_file(language: str) -> Path | None:
    """Return the file of hyphenation patterns for a language: that for its country, else for any country.
    Return None if there is none.

    This searches the folder of pyphen: importing pyphen takes as long as dividing the words of a book.
    """
    spec = find_spec("pyphen")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "dictionaries"
    files = {file.stem.removeprefix("hyph_").lower(): file for file in sorted(folder.glob("hyph_*.dic"))}
    name = language.replace("-", "_").lower()
    while name:
        found = (file for key, file in files.items() if key.startswith(f"{name}_"))
        if file := files.get(name) or next(found, None):
            return file
        name = name.rpartition("_")[0]
    return None


class _Patterns:
    """The patterns of a language: a file in Hunspell's format, whose first line names its encoding."""

    def __init__(self, file: Path) -> None:
        encoding, _, rest = file.read_bytes().partition(b"\n")
        text = rest.decode(encoding.strip().decode().lower().removeprefix("microsoft-"))
        if "^^" in text:
            text = re.sub(_HEX, lambda match: chr(int(match[1], 16)), text)
        lines = text.split("\n")
        letters = text.encode().translate(None, _NO_LETTERS).decode().split("\n")
        #: Each pattern by its letters, without those that have no digits.
        self._lines = dict(zip(letters, lines, strict=True))
        if "/" in text:
            for run in [run for run in self._lines if "/" in run]:
                self._lines[run.partition("/")[0]] = self._lines.pop(run)
        self._longest = max(map(len, self._lines), default=0)

    def break_places(self, word: str) -> list[int]:
        """Return the indices of letters before which a word may be divided. Places where the spelling would
        change are left out.

        A pattern states a change of spelling after a slash: "asz1szony/sz=,2,1".
        """
        whole = f".{word.lower()}."
        figures, changes = [0] * (len(whole) + 1), [False] * (len(whole) + 1)
        for first in range(len(whole)):
            for end in range(first + 1, min(first + self._longest, len(whole)) + 1):
                line = self._lines.get(whole[first:end])
                if line is None:
                    continue
                at = first
                pattern, stroke, _ = line.strip().partition("/")
                for character in pattern:
                    if not character.isdigit():
                        at += 1
                    elif int(character) >= figures[at]:
                        figures[at], changes[at] = int(character), bool(stroke)
        return [at - 1 for at, figure in enumerate(figures) if figure % 2 and not changes[at]]
