"""Strict YAML: what is read, where it stands, and everything that is refused, with its place."""

from unittest.mock import patch

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.errors import KeyPath, Mark, PackError, Problem
from cardgen.pack import yaml as source
from cardgen.pack import yaml_messages as source_words

LOADERS = [source.Loader, yaml.SafeLoader]


def read(text: str | bytes) -> source.Source:
    return source.read_yaml("p.yaml", text.encode() if isinstance(text, str) else text)


def problems(text: str | bytes) -> list[Problem]:
    try:
        found = list(read(text).problems)
    except PackError as error:
        found = error.problems
    assert found
    return found


def said(text: str | bytes) -> list[tuple[int, int, int, str]]:
    return [(p.mark.line, p.mark.column, p.mark.width, p.message) for p in problems(text) if p.mark]


def place(mark: Mark) -> tuple[int, int, int]:
    return mark.line, mark.column, mark.width


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("4", 4),
        ("-4", -4),
        ("0", 0),
        ("-0", 0),
        ("999999999999999", 10**15 - 1),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        ("1.10", 1.1),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("# nothing", None),
        ("'4'", "4"),
        ('"true"', "true"),
        ("''", ""),
        ("|\n  4\n", "4\n"),
        (">-\n  a\n  b\n", "a b"),
        (r'"\t\n\xe9\u2264"', "\t\né≤"),
        ("62 x 88 mm", "62 x 88 mm"),
        ("≤ 😀", "≤ 😀"),
    ],
)
def test_a_value_is_read_as(written: str, value: source.Data) -> None:
    data = read(f"a: {written}").data
    assert data == {"a": value}
    assert isinstance(data, dict)
    assert type(data["a"]) is (source.DecimalAsWritten if isinstance(value, float) else type(value))
    assert str(data["a"]) == (written if isinstance(value, float) else str(value))


GUESSES = (
    *("no", "yes", "on", "off", "No", "True", "TRUE", "Null", "NULL", "y", "12:30", "1_000", "2012-05-04"),
    *("0x1F", "0o17", "010", "+4", "1e5", "1.5e3", ".5", "5.", ".inf", "-.nan", "--", "=", "00", "-01"),
    *("01.5", "1234567890123456", "1.1234567890123456", "1234567890123456.5", "\u0661", "4mm", "nan", "a#b"),
)


@pytest.mark.parametrize("word", GUESSES)
def test_what_yaml_would_guess_at_stays_text(word: str) -> None:
    assert read(f"a: {word}\nb: [{word}]").data == {"a": word, "b": [word]}


def test_keys_are_their_text() -> None:
    keys = ["4", "no", "1.10", "true", "null", "~", "<<", " x", "A-b"]
    text = "4: 0\nno: 1\n1.10: 2\ntrue: 3\n'null': 4\n'~': 5\n'<<': 6\n' x': 7\nA-b: 8\n"
    assert read(text).data == dict(zip(keys, range(9), strict=True))


PACK = """\
# a pack
name: &n NEVER OVER  # said
suits:
  "red": {sign: "≤😀x", cards: {4: 5}}
  blue:
  - one
  -   - two
      - *n
text: >-  # folded
  line
long: 'one
  two'
back: &b
  pattern: lattice
front: *b
"""
PACK_MARKS = {
    "": (2, 1, 1),
    "name": (2, 10, 10),
    "suits": (4, 3, 1),
    "suits red": (4, 10, 1),
    "suits red sign": (4, 17, 5),
    "suits red cards": (4, 31, 1),
    "suits red cards 4": (4, 35, 1),
    "suits blue": (6, 3, 1),
    "suits blue 0": (6, 5, 3),
    "suits blue 1": (7, 7, 1),
    "suits blue 1 0": (7, 9, 3),
    "suits blue 1 1": (8, 9, 2),
    "text": (9, 7, 1),
    "long": (11, 7, 4),
    "back": (13, 7, 1),
    "back pattern": (14, 12, 7),
    "front": (15, 8, 2),
    "front pattern": (14, 12, 7),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("loader", LOADERS)
def test_each_value_and_key_has_its_place(newline: str, bom: str, loader: object) -> None:
    with patch.object(source, "Loader", loader):
        got = read(bom + PACK.replace("\n", newline))
    assert {" ".join(path): place(mark) for path, mark in got.values.items()} == PACK_MARKS
    assert place(got.keys["suits", "red"]) == (4, 3, 5)
    assert place(got.keys["suits", "red", "cards", "4"]) == (4, 32, 1)
    assert place(got.keys["front", "pattern"]) == (14, 3, 7)
    assert got.lines == tuple(PACK.splitlines())
    assert {mark.file for mark in [*got.values.values(), *got.keys.values()]} == {got.file} == {"p.yaml"}


def test_an_alias_is_a_copy() -> None:
    data = read("a: &a {x: [1]}\nb: *a\nc: [*a, *a]\n? &k d\n: *k").data
    assert data == {"a": {"x": [1]}, "b": {"x": [1]}, "c": [{"x": [1]}, {"x": [1]}], "d": "d"}
    assert isinstance(data, dict)
    assert data["a"] is not data["b"]


TAG, TAB, QUOTE = "is a tag, and tags are not used", "there is a tab here", "this quote is never closed"
UNALIGNED, AFTER, KEY = "this line is not lined up", "the value ends before this", "a key must be one word"
EMPTY, NO_NAME, SIGN = "this file is empty", "has no such name above it", "a name must follow this sign"
ENDED, BACKSLASH, NODE = "the pack has ended before", "this backslash", "a value cannot begin with this"
COLON, MISSING, UNSEEN = "this colon does not fit", "is missing here, for the bracket in line", "(code U+"
REFUSED = [
    # what is no text
    (b"a: 1\nb: \xe4\n", [(2, 4, 1, "not UTF-8 text: byte 9, in line 2, is 0xE4")]),
    (b"\xef\xbb\xbfa: \xc3\xa9\xff", [(1, 5, 1, "byte 9, in line 1, is 0xFF")]),
    (b"a: \xed\xa0\x80", [(1, 4, 1, "not UTF-8")]),
    ("a: 1".encode("utf-16"), [(1, 1, 1, "it looks like UTF-16")]),
    ("a: 1".encode("utf-16-le"), [(1, 1, 1, "it looks like UTF-16")]),
    ("a: 1".encode("utf-16-be"), [(1, 1, 1, "it looks like UTF-16")]),
    (b"a: " + b"x" * 2**20, [(0, 0, 1, "too large for a pack: at most 1,048,576")]),
    ("é: x\x07\nb: 1\x00\x7f", [(1, 5, 1, "(code U+0007), and 2 more below")]),
    ("a: x\ufeff", [(1, 5, 1, "(code U+FEFF)")]),
    ("a: 1\n\nb: [\x9f]", [(3, 5, 1, "(code U+009F)")]),
    ('a: "\\0"', [(1, 4, 4, "this text makes a control character with a backslash (code U+0000)")]),
    ('a: 1\n"\\e": 2', [(2, 1, 4, "(code U+001B)")]),
    # what is no pack
    ("", [(0, 0, 1, EMPTY)]),
    ("\ufeff", [(0, 0, 1, EMPTY)]),
    ("\n# nothing\n", [(0, 0, 1, EMPTY)]),
    ("---\n", [(0, 0, 1, EMPTY)]),
    ("\n- a", [(2, 1, 1, "a pack begins with a key")]),
    (" word", [(1, 2, 4, "a pack begins with a key")]),
    ("a: 1\n--- \nb: 1", [(2, 1, 3, "a second document begins here")]),
    ("a: 1\n...\n# x\nb: 1", [(4, 1, 1, ENDED)]),
    ("%YAML 1.1\n---\na: 1", [(1, 1, 1, "a line beginning with % is an instruction")]),
    ("a: 1\n...\n%TAG ! x\n%TAG ! y", [(3, 1, 1, "packs have none, and 1 more below")]),
    # keys
    ("a: 1\nb: {c: 1,\n c: 2, c: 3}\n'a': 2", [
        (3, 2, 1, "this key appears twice; the first is in line 2"),
        (3, 8, 1, "this key appears twice; the first is in line 2"),
        (4, 1, 3, "this key appears twice; the first is in line 1"),
    ]),
    ('4: a\n"4": b', [(2, 1, 3, "this key appears twice; the first is in line 1")]),
    ("a: {x: &x 1}\na: {x: 1, x: 2}\nb: *x", [(2, 1, 1, "line 1"), (2, 11, 1, "line 2")]),
    ("~: 1", [(1, 1, 1, "this key is empty")]),
    ("null: 1\n'': 2\n? \n: 3", [(1, 1, 4, "is empty"), (2, 1, 2, "is empty"), (3, 2, 1, "is empty")]),
    ("<<: {a: 1}", [(1, 1, 2, "<< is not used in packs")]),
    ("a: &a {b: 1}\nc:\n  <<: *a", [(3, 3, 2, "<< is not used in packs")]),
    ("? [a]\n: 1", [(1, 3, 1, KEY)]),
    ("{{a: 1}: 1}", [(1, 2, 1, KEY)]),
    ("a: &a 1\n*a : 2", [(2, 1, 2, KEY)]),
    ("? {a: *q, a: 1}\n: *r", [(1, 3, 1, KEY), (1, 7, 2, NO_NAME), (1, 11, 1, "twice"), (2, 3, 2, NO_NAME)]),
    # tags, anchors, aliases
    ("a: !x 1", [(1, 4, 2, TAG)]),
    ("a: !!python/object/apply:os.system [ls]", [(1, 4, 31, TAG)]),
    ("a: !!str 4", [(1, 4, 5, TAG)]),
    ("a: ! 4", [(1, 4, 1, TAG)]),
    ("a: &x !y 4", [(1, 7, 2, TAG)]),
    ("!x a: !<y> {b: 1}", [(1, 1, 2, TAG), (1, 7, 4, TAG)]),
    ("a: !e!x 1", [(1, 4, 1, TAG)]),
    ("a: *b", [(1, 4, 2, NO_NAME)]),
    ("a: [*b]\nb: &b 1", [(1, 5, 2, NO_NAME)]),
    ("a: &a [1, *a]", [(1, 11, 2, "inside itself, which never ends")]),
    ("a: &a\n  b: {c: *a}", [(2, 10, 2, "inside itself, which never ends")]),
    ("a: &x 1\nb: &x 2", [(2, 4, 2, "this name after & is given twice")]),
    # tabs
    ("a:\n\tb: 1", [(2, 1, 1, TAB)]),
    ("a:\n  b: 1\n \tc: 1", [(3, 2, 1, TAB)]),
    ("a: b\n\tc", [(2, 1, 1, TAB)]),
    ("a:\n  - x\n\t- y", [(3, 1, 1, TAB)]),
    ("a: [\n \t1, 2]", [(2, 2, 1, TAB)]),
    ("a: |\n\tx", [(2, 1, 1, TAB)]),
    ("a: 1\n  \tb: 2", [(2, 3, 1, TAB)]),
    ("a: 'x\n\ty' z", [(2, 5, 1, AFTER)]),
    ("-\ta: 1", [(1, 2, 1, TAB)]),
    # syntax
    ("a: b: c", [(1, 5, 1, COLON)]),
    ("a: 1\n  b: 2", [(2, 4, 1, COLON)]),
    ("a: 1\nb 2\nc: 3", [(2, 1, 1, "this line lacks a colon after its key")]),
    ("a: 1\nb 2", [(2, 1, 1, "this line lacks a colon after its key")]),
    ("a:\n  b: 1\n c: 2", [(3, 2, 1, UNALIGNED)]),
    ("a:\n  - 1\n  b: 2", [(3, 3, 1, UNALIGNED)]),
    ("a:\n - b\n- c", [(3, 1, 1, UNALIGNED)]),
    ("a: 1\n: 2", [(2, 1, 1, "there is no key before this colon")]),
    ("a: 'x' y", [(1, 8, 1, AFTER)]),
    ("a: 'it's'", [(1, 8, 1, AFTER)]),
    ("a: *draw two*", [(1, 4, 5, NO_NAME), (1, 10, 1, AFTER)]),
    ("a: **two**", [(1, 4, 1, SIGN)]),
    ("a: & b", [(1, 4, 1, SIGN)]),
    ("a:\n  'x\nb: 1", [(2, 3, 1, QUOTE)]),
    ('a: "x\n---\n', [(1, 4, 1, QUOTE)]),
    ("a: [1,\n  2\n\n", [(2, 4, 1, "a comma or the closing ] is missing here, for the bracket in line 1")]),
    ("a:\n  {b: 1\nc: 2}", [(3, 2, 1, "closing } " + MISSING + " 2")]),
    ("a: {b: 1]", [(1, 9, 1, "closing } " + MISSING + " 1")]),
    ("a: ]", [(1, 4, 1, NODE)]),
    ("a: , b", [(1, 4, 1, NODE)]),
    ("a: {b: 1}}", [(1, 10, 1, AFTER)]),
    ("{a: 1}}", [(1, 7, 1, ENDED)]),
    ("a: @b", [(1, 4, 1, "a text cannot begin with @")]),
    ("a: `b", [(1, 4, 1, "a text cannot begin with `")]),
    ("a: 50%\nb: %50", [(2, 4, 1, "a text cannot begin with %")]),
    ("a: [|\n b]", [(1, 5, 1, "a text cannot begin with |")]),
    ('a: "b\\q"', [(1, 6, 1, BACKSLASH + " means nothing here")]),
    ('a: "\\x0z"', [(1, 7, 1, BACKSLASH + " does not give the code of a character")]),
    ('a: "\\UFFFFFFFF"', [(1, 7, 1, BACKSLASH + " does not give the code of a character")]),
    ("a: |x\n  b", [(1, 5, 1, "only the end of the line may follow")]),
    ("a: >0\n  b", [(1, 5, 1, "only the end of the line may follow")]),
    ("a: - b", [(1, 4, 1, "a dash begins a list entry")]),
    ("a: ? b", [(1, 4, 1, "a question mark alone is not allowed here")]),
    # limits
    ("a: " + "[" * 32, [(1, 35, 1, "nested more than 32 deep here")]),
    ("\n".join(" " * i + "a:" for i in range(34)), [(33, 33, 1, "nested more than 32 deep here")]),
    ("a: &a [[[[1]]]]\nb: " + "[" * 28 + "*a", [(2, 32, 2, "nested more than 32 deep here")]),
    # all of them, by place
    ("a: *x\na: !t 1\n\ufeffb: 1\nc: 'x\n", [
        (1, 4, 2, NO_NAME), (2, 1, 1, "twice"), (2, 4, 2, TAG), (3, 1, 1, UNSEEN), (4, 4, 1, QUOTE),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), REFUSED, ids=[repr(text[:24]) for text, _ in REFUSED])
def test_it_refuses(text: str | bytes, expected: list[tuple[int, int, int, str]]) -> None:
    found = said(text)
    assert [place for *place, _ in found] == [place for *place, _ in expected]
    assert all(part in message for (*_, message), (*_, part) in zip(found, expected, strict=True)), found


def test_every_refusal_speaks_plainly() -> None:
    """Lower case, no full stop, always something to do, and the line it is about."""
    for text, _ in REFUSED:
        for problem in problems(text):
            assert problem.hint
            assert problem.message[0] == problem.message[0].lower()
            assert not problem.message.endswith(".")
            said = problem.message + problem.hint
            assert not any(word in said for word in ("scalar", "mapping", "token", "{"))
    assert problems("a: 1\nb: {x: 1, x: 2}  # twice")[0].line == "b: {x: 1, x: 2}  # twice"
    assert problems(b"a: 1\r\nb: \xe4 c\r\n")[0].line == "b: \ufffd c"
    assert problems("a: 1\nb: !x y")[0].path == ("b",)
    twice = problems("a: {b: 1,\n b: 2}")[0]
    assert (twice.path, twice.on_key) == (("a", "b"), True)
    assert "a # begins a comment, so a colour goes in quotes" in problems("a: {b: #123}\n")[0].hint


def test_without_libyaml_escapes_beyond_unicode_are_refused_too() -> None:
    with patch.object(source, "Loader", yaml.SafeLoader):
        assert BACKSLASH in said('a: "\\UFFFFFFFF"')[0][3]
        assert "code U+D800" in said('a: "\\uD800"')[0][3]


def test_words_we_do_not_know_pass_through() -> None:
    with patch.object(source_words, "SYNTAX", ()):
        assert said("a: ]") == [(1, 4, 1, "this cannot be read: did not find expected node content")]


NINES = "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}' if i else '1'] * 9)}]\n" for i in range(12))
HOSTILE = [
    ("[" * 2**20, "nested more than 32 deep"),
    ("a: " + "[\n" * 2**18, "nested more than 32 deep"),
    ("? " * 2**19, "nested more than 32 deep"),
    (NINES, "more than 100,000 values"),
    ("a: [" + "1," * 2**19, "more than 100,000 values"),
    ("a: [\n" + " " * 500_000 + "\t" + "1," * 2**18, "there is a tab here"),
    ("%TAG !a! x\n" * 90_000, "a line beginning with %"),
    ("a: [" + "*a," * 2**18, "more than 1,000 problems"),
    ("\0" * 2**20, "a control character"),
]


@pytest.mark.parametrize(("text", "message"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_costs_little(text: str, message: str) -> None:
    # Each takes half a second at most; without the guard some take minutes, others the stack.
    found = [problem.message for problem in problems(text[: 2**20])]
    assert any(message in each for each in found), found


def test_the_limits_let_through_what_is_within_them() -> None:
    assert len(read("a: [" + "1," * 99_998 + "]").values) == 100_000
    assert len(read("a: " + "[" * 31 + "]" * 31).values) == 32
    assert read("a: " + "x" * (2**20 - 3)).lines[0][-1] == "x"
    assert len(problems("a: 1\n" * 400)) == 399


# Whatever comes


def paths(data: source.Data, path: KeyPath = ()) -> list[KeyPath]:
    items: list[tuple[str, source.Data]] = []
    if isinstance(data, dict):
        items = list(data.items())
    elif isinstance(data, list):
        items = [(str(place), item) for place, item in enumerate(data)]
    return [path, *(inner for step, item in items for inner in paths(item, (*path, step)))]


def check_anything(raw: bytes, loader: object) -> None:
    """Either a source or problems; all marks stand in the text, and all problems have one, in order."""
    try:
        with patch.object(source, "Loader", loader):
            got = source.read_yaml("p", raw)
    except PackError as error:
        check_problems(error.problems)
    else:
        check_problems(list(got.problems)) if got.problems else check_source(got)


def check_problems(found: list[Problem]) -> None:
    places = [(problem.mark.line, problem.mark.column) for problem in found if problem.mark]
    assert len(places) == len(found) > 0
    assert places == sorted(places)
    for problem, (line, column) in zip(found, places, strict=True):
        assert 1 <= column <= len(problem.line) + 1 or (line == 0 and not problem.line)


def check_source(got: source.Source) -> None:
    assert set(got.values) == set(paths(got.data))
    assert set(got.keys) <= set(got.values)
    for mark in [*got.values.values(), *got.keys.values()]:
        assert 1 <= mark.line <= len(got.lines)
        assert 1 <= mark.column <= len(got.lines[mark.line - 1]) + 1
        assert mark.width == 1 or mark.column + mark.width - 1 <= len(got.lines[mark.line - 1])


PIECES = (
    *("a", "b", "1", ": ", "- ", "? ", "[", "]", "{", "}", ",", "\n", "\n  ", "\n ", "\t", "'", '"', "&a "),
    *("*a", "!x ", "!!str ", "|\n", ">", "#", "%", "@", "\\", "\\x", "\\U", "\r\n", "\r", "\x85"),
    *("\u2028", "\ufeff", "---\n", "...\n", "<<", "~", " ", "é", "😀", "\0", "a: 1\n", "b: {", "\n  c: "),
)


@pytest.mark.parametrize("loader", LOADERS)
@given(raw=st.binary(max_size=60))
@settings(max_examples=30, deadline=None)
def test_any_bytes(loader: object, raw: bytes) -> None:
    check_anything(raw, loader)


@pytest.mark.parametrize("loader", LOADERS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=25))
@settings(max_examples=40, deadline=None)
def test_any_text_that_is_nearly_yaml(loader: object, pieces: list[str]) -> None:
    check_anything("".join(pieces).encode(), loader)


LETTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\ufffe\uffff")
TRICKS = ("null", "~", "<<", "4", "1.5", "true", "!x", "*a", "&a", "a: b", "- a", "\t", "\n x", " ", *GUESSES)
WORD = st.text(LETTERS, max_size=8) | st.sampled_from(TRICKS)
KEYS = WORD.filter(bool) | st.integers(-99, 99)
LEAF = st.integers(-(10**15) + 1, 10**15 - 1) | WORD | st.booleans() | st.none()
TREE = st.recursive(LEAF, lambda item: st.lists(item, max_size=4) | st.dictionaries(KEYS, item, max_size=4))
PACKS = st.dictionaries(KEYS, TREE, max_size=4)


def keys_as_text(data: object) -> object:
    if isinstance(data, dict):
        return {str(key): keys_as_text(item) for key, item in data.items()}
    return [keys_as_text(item) for item in data] if isinstance(data, list) else data


def distinct(data: object) -> bool:
    """No two keys are the same text."""
    if isinstance(data, dict):
        return len({str(key) for key in data}) == len(data) and all(map(distinct, data.values()))
    return all(map(distinct, data)) if isinstance(data, list) else True


@given(data=PACKS.filter(distinct), flow=st.booleans(), unicode=st.booleans())
@settings(max_examples=20, deadline=None)
def test_what_is_dumped_reads_back(data: object, flow: bool, unicode: bool) -> None:
    dumped = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=unicode)
    assert read(dumped).data == keys_as_text(data)
