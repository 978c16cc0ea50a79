"""Regular expressions that meet strangers' text take work in proportion to its length."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pattern_work import Pattern, Work, growth, patterns

#: Patterns whose work grows faster, by the beginning of what they are, and what bounds their text.
BOUNDED = {
    r"\s*(-?(?:[0-9]+(?:\.[0-9]*)?": "lengths and sizes have at most 60 characters",
    r"\A\s*(-?(?:[0-9]+(?:\.[0-9]*)?": "lengths and sizes have at most 60 characters",
    r"xref\n0 ": "only files that cardgen has just written are read so",
    r":root \{": "cardgen's own style sheet",
    r"--([\w-]+): ": "cardgen's own style sheet",
    r"([\w’'-]+):\s*\Z": "the 40 characters before a number",
    r"[ \t]*(?:[-*+]|\d{1,9}": "tried at the beginning of a line only",
    r"[\s>|#+*-]*(?:\d+\.": "tried at the beginning of a sentence only",
    r"\s*(?:[-+*>|]|\d+\.": "tried at the beginning of a line only",
    r"\s*#+\s": "tried at the beginning of a line only",
    r"\[\^[^\]\s]+\]:": "tried at the beginning of a line only",
}
#: Twice the text, twice the work; what is quadratic takes four times.
LINEAR = 2.6


def test_patterns_take_work_in_proportion_to_the_text():
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        steep, seen = {}, set()
        for pattern in patterns():
            text = pattern.compiled.pattern
            text = text if isinstance(text, str) else text.decode("latin-1")
            known = next((begin for begin in BOUNDED if text.startswith(begin)), None)
            if known:
                seen.add(known)
                continue
            grown, hostile = growth(pattern)
            if grown > LINEAR:
                steep[pattern.where] = (round(grown, 1), hostile, text)
    finally:
        sys.setrecursionlimit(depth)
    assert steep == {}
    assert len(seen) >= 6


@pytest.mark.parametrize(
    "slow", [r"\s*(\d+\.?\d*)\s*\Z", r"\]\(#([^)\s]+)\)", r"(a+)+b", r"([ \t]*)(.*?)[ \t]*\Z", r"x*y"]
)
def test_slow_patterns_are_recognised(slow):
    assert growth(Pattern("here", re.compile(slow), once=False))[0] > LINEAR


@given(
    st.sampled_from(
        [
            r"(a|ab)(c|bcd)*(d*)",
            r"\s*(-?\d+(?:\.\d*)?)\s*(mm|cm)?\Z",
            r"(?<=a)b|(?!c)\w+?;",
            r"([\"']?)a*\1",
            r"a*+b|(?>a|ab)c",
            r"^#{1,3}[ ab]+$",
        ]
    ),
    st.text("abcd 1.m;#\"'", max_size=12),
)
def test_the_matcher_that_counts_agrees_with_python(pattern, text):
    compiled = re.compile(pattern)
    found = compiled.match(text)
    assert Work(compiled).matches(text) == (found.end() if found else None)
