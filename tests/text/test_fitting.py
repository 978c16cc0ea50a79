"""Plain text in a space: lines, sizes, ellipses, and how many there are of something."""

import re
from itertools import pairwise
from pathlib import Path

import pyphen
import pytest

from cardgen.text.fitting import largest_fitting_size, largest_line_size, shortened_line
from cardgen.text.fonts import SANS, TEXT
from cardgen.text.hyphenation import hyphenator
from cardgen.text.setter import plain_lines
from cardgen.units import count_with_noun, quoted_value, shortened_text

WORDS = "Who plays the last card takes the trick and leads to the next one"


@pytest.mark.parametrize("width", [40, 90, 240])
def test_plain_lines_are_no_wider_than_asked(width: float) -> None:
    lines = plain_lines(WORDS, TEXT, 8, width)
    assert " ".join(lines) == WORDS
    assert all(TEXT.width(line, 8) <= width for line in lines)


def test_spaces_that_hold_words_together_are_no_place_to_break() -> None:
    assert plain_lines("give 5\u00a0points to 10\u202fplayers", SANS, 10, 44) == [
        *("give", "5\u00a0points to", "10\u202fplayers")
    ]


def test_a_word_wider_than_a_plain_line_is_cut() -> None:
    lines = plain_lines("a wonderful b", SANS, 10, 25)
    assert "".join(lines).replace(" ", "") == "awonderfulb"
    assert all(SANS.width(line, 10) <= 25 for line in lines)
    assert plain_lines("", SANS, 10, 25) == []


def test_the_first_size_that_fits_is_taken_going_down_by_steps() -> None:
    assert largest_fitting_size(12, 6, lambda size: size <= 9.6, 0.5) == 9.5
    assert largest_fitting_size(12, 6, lambda size: True) == 12
    assert largest_fitting_size(12, 6, lambda size: False, 0.7) == 6


def test_a_line_is_as_large_as_its_width_lets_it() -> None:
    size = largest_line_size("Harbour", TEXT, 50, 40)
    assert TEXT.width("Harbour", size) == pytest.approx(50)
    assert largest_line_size("Harbour", TEXT, 500, 40) == largest_line_size("", TEXT, 5, 40) == 40


def test_an_ellipsis_stands_for_as_little_as_may_be() -> None:
    assert shortened_line(WORDS, TEXT, 8, 300) == WORDS
    short = shortened_line(WORDS, TEXT, 8, 60)
    assert short.endswith("…")
    assert not short.endswith(" …")
    assert TEXT.width(short, 8) <= 60
    kept = WORDS[: len(short) + 1].rstrip()
    assert TEXT.width(f"{kept}…", 8) > 60
    assert shortened_text("twelve cards", 12) == "twelve cards"
    assert shortened_text("thirteen cards", 10) == "thirteen…"
    assert shortened_text("日本語の名前", 7, lambda text: 2 * len(text) - text.count("…")) == "日本語…"
    assert len(quoted_value("x" * 99)) == 58


def test_how_many_there_are_of_something() -> None:
    assert [count_with_noun(count, "card") for count in (0, 1, 2, 1000)] == [
        "0 cards",
        "1 card",
        "2 cards",
        "1,000 cards",
    ]
    assert count_with_noun(2, "summary", "summaries") == "2 summaries"


def test_words_are_divided_where_the_patterns_of_their_language_say() -> None:
    assert hyphenator("de")("Kartenspiel") == ["Kar", "ten", "spiel"]
    # The patterns alone give "Fa-r-ben", which stood in a German book as "Fa-rben".
    assert [hyphenator("de")(word) for word in ("Farben", "rückgängig")] == [
        ["Far", "ben"],
        ["rück", "gän", "gig"],
    ]
    assert hyphenator("en")("(irregularities)") == ["(ir", "reg", "u", "lar", "it", "ies)"]
    assert list(hyphenator("en")("USA")) == ["USA"]


@pytest.mark.parametrize("language", ["en", "pl", "af", "hu"])
def test_words_are_divided_as_pyphen_does(language: str, tmp_path: Path) -> None:
    """Pyphen is given the patterns alone that stand in the words: it takes a second for all of Hungarian."""
    words = "irregularities Kartenspiel wszystkich überstapeln Zucker unexpected asszonnyal être voël"
    whole = pyphen.LANGUAGES[pyphen.language_fallback(language)]
    encoding = whole.read_text("latin-1").split("\n", 1)[0]
    patterns = whole.read_text(encoding).splitlines()[1:]
    letters = "".join(f".{word.lower()}." for word in words.split())
    told = [each for each in patterns if "^^" in each or re.sub(r"\d|/.*", "", each).strip() in letters]
    (tmp_path / "few.dic").write_text("\n".join([encoding, *told]), encoding)
    known, parts = pyphen.Pyphen(tmp_path / "few.dic", left=2, right=3), hyphenator(language)
    for word in words.split():
        places = [place for place in known.positions(word) if not place.data]
        assert list(parts(word)) == [word[a:b] for a, b in pairwise((0, *places, len(word)))]


def test_words_of_a_language_in_another_script_stay_whole() -> None:
    assert "".join(hyphenator("ru")("harbour")) == "harbour"
