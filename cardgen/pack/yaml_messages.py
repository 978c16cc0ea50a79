"""The messages and hints of the YAML reader, including plain words for the parsers' errors."""

from __future__ import annotations

from typing import TypeAlias

#: A message and a hint.
Words: TypeAlias = tuple[str, str]
#: The kinds of files, each with what to write instead of a merge key.
KINDS = {
    "pack": 'to build on another pack, write "extends:" and its name',
    "preset": "write the values out",
}
LARGE = (
    "this file is too large for a {kind}: at most {limit:,} bytes are read",
    "a {kind} holds text only; look whether this is the right file",
)
NOT_UTF8 = (
    "this file is not UTF-8 text{detail}",
    "save it again with the encoding UTF-8 (in most editors: Save As, Encoding)",
)
EMPTY = ("this file is empty", 'a {kind} begins with a line like "format: 1"')
NO_MAPPING = (
    "a {kind} begins with a key and a colon, and this does not",
    'write lines like "name: My {kind}"',
)
SECOND = (
    "a second document begins here, and a {kind} is one",
    "remove the line of dashes, or make two files",
)
UNSEEN = (
    "there is a control character here that cannot be seen (code U+{code:04X}){more}",
    "delete it; it may have come in by copying from another program",
)
PERCENT = (
    "a line beginning with % is an instruction, and {kind}s have none{more}",
    "remove the line, or indent it where it belongs to a text",
)
MAKES_CONTROL = (
    "this text makes a control character with a backslash (code U+{code:04X})",
    "leave it out; it cannot be printed",
)
MANY = ("this file has more than {limit:,} problems; the rest of it was not read", "fix these first")
HUGE = (
    "this {kind} has more than {limit:,} values, counting those repeated with *",
    "a {kind} needs far fewer; repeat less",
)
DEEP = (
    "lists and keys are nested more than {limit} deep here",
    "a {kind} needs far fewer levels; look for brackets that are never closed",
)
BAD_KEY = (
    "a key must be one word, number or text, written out",
    "put it in quotes if it begins with a bracket or *",
)
EMPTY_KEY = ("this key is empty", "write a key before the colon; the word null needs quotes")
MERGE = ("<< is not used in {kind}s", "{instead}")
TWICE = ("this key appears twice; the first is in line {number}", "remove one of them, or rename it")
SAME_NAME = ("this name after & is given twice", "give each its own name")
ENDLESS = ("this repeats a value inside itself, which never ends", "write the value out")
NO_NAME = (
    "this repeats a value that has no such name above it",
    "name the value with & first; or if the * belongs to a text, put the text in quotes",
)
TAB = (
    "there is a tab here, where only spaces are allowed",
    "indent with spaces; most editors can replace all tabs",
)
TAGS = (
    "a word with ! in front is a tag, and tags are not used in {kind}s",
    "remove it; if the ! belongs to a text, put the whole text in quotes",
)
NO_CODE = (
    "this backslash does not give the code of a character",
    "write the character itself, two backslashes for one, or use single quotes",
)
OTHER = ("this cannot be read: {said}", "putting a text in quotes often helps")

# The parsers' errors in plain words. A pattern is searched in: the place within its line, the character
# there, the parser's message. Its group is the {sign}.
SYNTAX: tuple[tuple[str, Words], ...] = (
    # libyaml as of PyYAML 6.0.4 reads ahead, and has a limit of its own.
    (r"exceeded maximum nesting depth", DEEP),
    (r"^tab-start .*(?:expected key|<block end>|'-' indicator)|^tab-.*mapping values", TAB),
    (r" '\\t' .*cannot start any token|tab character", TAB),
    (r" '(.)' .*cannot start any token", ("a text cannot begin with {sign}", "put the text in quotes")),
    (
        r"mapping values are not allowed",
        (
            "this colon does not fit here",
            "a text with a colon in it goes in quotes; or this line is indented "
            "too far, or the line above lacks its colon",
        ),
    ),
    (
        r"could not find expected ':'",
        (
            "this line lacks a colon after its key",
            'write it as "key: value"; a text that goes on over several lines goes in quotes',
        ),
    ),
    (
        r" ':' .*(?:expected key|<block end>)",
        ("there is no key before this colon", "write the key before it, or put the text in quotes"),
    ),
    (
        r"^start .*(?:expected key|<block end>|'-' indicator)",
        (
            "this line is not lined up with the lines it belongs to",
            "begin entries that belong together in the same column, each list entry with a dash",
        ),
    ),
    (
        r"expected key|<block end>|'-' indicator",
        (
            "the value ends before this",
            "put the whole text in one pair of quotes, or remove what is too much",
        ),
    ),
    (
        r"expected ',' or '(.)'",
        (
            "a comma or the closing {sign} is missing here, for the bracket in line {number}",
            "put a comma between entries and the closing bracket after the last",
        ),
    ),
    (
        r"block node|node content",
        (
            "a value cannot begin with this",
            "write the value before it, put the text in quotes, or remove what is too much; "
            "a # begins a comment, so a colour goes in quotes",
        ),
    ),
    (
        r"<document start>",
        (
            "the {kind} has ended before this",
            "remove this, or look above for a bracket too many or three dots",
        ),
    ),
    (
        r"unexpected (?:end of stream|document)",
        (
            "this quote is never closed",
            "end the text with the same quote mark; inside '...' write an apostrophe twice",
        ),
    ),
    (r"unknown escape", ("this backslash means nothing here", NO_CODE[1])),
    (r"hexa?decimal|Unicode character escape", NO_CODE),
    (
        r"an (?:alias|anchor)",
        (
            "a name must follow this sign directly, in letters and digits",
            "if the & or * belongs to a text, put the text in quotes",
        ),
    ),
    (r" a tag|tag handle|tag URI", TAGS),
    (
        r"block scalar",
        (
            "only the end of the line may follow | or > here",
            "begin the text in the next line; if the sign belongs to a text, put the text in quotes",
        ),
    ),
    (
        r"sequence entries",
        (
            "a dash begins a list entry, and none can begin here",
            "begin the list in a new line, or put the text in quotes",
        ),
    ),
    (r"mapping keys", ("a question mark alone is not allowed here", "put the text in quotes")),
)
# For these errors, the beginning of the construct helps more than the place where the parser stopped.
AT_BEGINNING = r"expected ':'|quoted scalar: found unexp|an (?:alias|anchor):| a tag:|tag handle"
