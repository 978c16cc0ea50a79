"""Of an edited text only a part is read again, and it means what it means when it is read as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import PackError
from cardgen.pack import yaml, yaml_edits
from cardgen.pack.yaml_edits import SourceMemory

TEXT = """\
# A deck.
format: 1
name: "Two
  lines"
layouts:
  own:
    boxes:
      title: {at: [5 mm, 5 mm],
              size: [50 mm, 8 mm]}
      text: {}
cards:
- layout: own
  rows:
    - {title: Wood, text: "Draw {Stone}."}   # the first
    # Between.
    - title: Clay
      text: >-
        Burn this card,

        and draw one.
      notes:
    -
      title: Gold
    - {title: Iron}
- layout: other
  rows:
  - {title: Lake}
  - - a
    - b
  - text: |+
      Kept.

extras:
  - {face: joker}
last: 1.10
"""
TYPED = (
    *("", "x", " ", "\n", "  ", "- ", "#", "{", "}", "[", '"', "'", ": ", ":", ",", "|", ">"),
    *("&a ", "*a", "!t ", "\t", "é", "\u2028", "\r\n"),
    *("\r", "---\n", "...\n", "%", "? ", "0", "\n- x\n", "\ufeff"),
    *("\n    - {title: New}", "\nname: again\n", "\n  # more\n", "\x07", "null", "~", "a: b", "\n\n", "<<"),
)
EDITS = st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(TYPED), st.booleans())


def meant(read, text: str) -> object:
    """Return all that is read from a text, or the problems of one that cannot be read."""
    try:
        source = read("deck.yaml", text.encode("utf-8", "surrogatepass"))
    except PackError as error:
        return error.problems
    # Decimal numbers keep their text, which comparing them leaves out.
    return source, repr(source.data)


def compare(edits, short: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_edits, "_SHORT", short)
        memory, text = SourceMemory(), TEXT
        memory.read("deck.yaml", text.encode())
        for where, much, typed, goes_on in edits:
            at = round(where * len(text))
            changed = text[:at] + typed + text[at + much :]
            cold = meant(yaml.read_yaml, changed)
            assert meant(memory.read, changed) == cold
            if goes_on or not isinstance(cold, list):
                text = changed


@given(st.lists(EDITS, min_size=1, max_size=6), st.sampled_from((1, 6, 30)))
@settings(max_examples=40)
def test_edited_text_means_what_it_means_read_as_a_whole(edits, short):
    compare(edits, short)


@pytest.mark.thorough
@given(st.lists(EDITS, min_size=1, max_size=12), st.sampled_from((1, 2, 6, 30)))
@settings(max_examples=3000)
def test_text_after_many_edits_means_what_it_means_read_as_a_whole(edits, short):
    compare(edits, short)
