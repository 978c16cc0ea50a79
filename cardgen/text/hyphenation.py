"""Where words may be divided, by the patterns that the package pyphen brings (those of LibreOffice).

The patterns are read here, as importing pyphen costs more than the rest of a paragraph's setting.
After F. M. Liang, "Word Hy-phen-a-tion by Com-put-er", Stanford 1983.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

#: The least letters before and behind a hyphen, in languages that say nothing of it.
_BEFORE, _BEHIND = 2, 3
#: No pattern of any language here has more letters.
_LONGEST = 12
_WORD = re.compile(r"[^\W\d_]+")
#: What people call a language and which patterns that is.
_USUAL = {"en": "en_GB", "de": "de_DE", "nl": "nl_NL", "pt": "pt_PT", "sr": "sr_Latn"}


def hyphenator(language: str) -> Callable[[str], Sequence[str]]:
    """A function that gives the parts of a word; the word whole in a language without patterns."""
    remembered: dict[str, Sequence[str]] = {}

    def parts(word: str) -> Sequence[str]:
        if word not in remembered:
            remembered[word] = _parts(word, _patterns(language))
        return remembered[word]

    return parts


def _parts(word: str, patterns: dict[str, str]) -> Sequence[str]:
    match = _WORD.search(word)
    if match is None or not patterns or match[0].isupper():
        return (word,)
    places = [match.start() + place for place in _places(match[0].lower(), patterns)]
    bounds = [0, *places, len(word)]
    return [word[a:b] for a, b in pairwise(bounds)]


def _places(word: str, patterns: dict[str, str]) -> list[int]:
    """Where the word may be divided: odd numbers between its letters."""
    dotted = f".{word}."
    weights = [0] * (len(dotted) + 1)
    for start in range(len(dotted)):
        for end in range(start + 1, min(start + _LONGEST, len(dotted)) + 1):
            found = patterns.get(dotted[start:end])
            if found and "/" not in found:
                for offset, weight in enumerate(_weights(found)):
                    weights[start + offset] = max(weights[start + offset], weight)
    return [place for place in range(_BEFORE, len(word) - _BEHIND + 1) if weights[place + 1] % 2]


@cache
def _patterns(language: str) -> dict[str, str]:
    """Letters to the pattern that has them, as patterns are written."""
    file = _file(language)
    if file is None:
        return {}
    first, _, written = file.read_bytes().replace(b"\r\n", b"\n").partition(b"\n")
    encoding = first.decode("ascii", "replace").strip() or "utf-8"
    # All at once, as there are thousands: a pattern's weights are read when a word has its letters.
    letters = written.translate(None, b"0123456789").decode(encoding, "replace").split("\n")
    made = dict(zip(letters, written.decode(encoding, "replace").split("\n"), strict=True))
    made[""] = ""
    return made


def _weights(pattern: str) -> list[int]:
    """The numbers of a pattern such as "a1bc", before, between and behind its letters."""
    weights = [0]
    for character in pattern:
        if character.isdigit():
            weights[-1] = int(character)
        else:
            weights.append(0)
    return weights


def _file(language: str) -> Path | None:
    spec = find_spec("pyphen")
    if spec is None or spec.origin is None:  # pragma: no cover - it is a dependency
        return None
    folder = Path(spec.origin).parent / "dictionaries"
    first = language.split("-")[0].lower()
    names = [language.replace("-", "_"), _USUAL.get(first, first), first]
    files = [folder / f"hyph_{name}.dic" for name in names]
    files += sorted(folder.glob(f"hyph_{first}_*.dic"))
    return next((file for file in files if file.is_file()), None)
