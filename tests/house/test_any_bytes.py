"""Any bytes as a pack give a pack or problems, and what passes every check can be drawn."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import cardgen
from cardgen import api
from cardgen.cli import report
from cardgen.errors import PackError, Problem, UsageError
from cardgen.pack import library

Examine = Callable[[bytes], api.Examined | None]

TEXTS = [library.pack_file(name).read_text(encoding="utf-8") for name in library.bundled_pack_names()]
DATA = [{"format": 1, **library.resolve(name).data} for name in library.bundled_pack_names()]


@pytest.fixture(scope="module")
def examine(tmp_path_factory: pytest.TempPathFactory) -> Examine:
    """Examine bytes as a pack; whatever they are, it ends well, and all that is said can be written."""
    file = tmp_path_factory.mktemp("any") / "any.yaml"

    def look(raw: bytes) -> api.Examined | None:
        file.write_bytes(raw)
        try:
            examined = api.examine(str(file))
        except UsageError:
            return None
        except PackError as error:
            assert error.exit_code == 1  # noqa: PT017 - most bytes raise nothing
            says(error.problems)
            return None
        assert examined.pack is not None or examined.of("error")
        says(examined.problems)
        return examined

    def says(problems: Any) -> None:
        for problem in problems:
            assert isinstance(problem, Problem)
            assert problem.mark is not None
            assert problem.message
            assert len(problem.message) < 500
        for form in ("text", "json", "github"):
            report.problems_text(problems, form)

    return look


@given(raw=st.binary(max_size=200))
def test_any_bytes(raw: bytes, examine: Examine) -> None:
    examine(raw)


@given(text=st.text(max_size=200))
def test_any_text_where_a_suit_should_be(text: str, examine: Examine) -> None:
    examine(f"format: 1\nname: X\nsuits:\n  green: {text}\n".encode("utf-8", "surrogatepass"))


@given(data=st.data())
def test_lines_of_real_packs_shuffled_together(data: st.DataObject, examine: Examine) -> None:
    lines = [line for text in TEXTS for line in text.splitlines() if not line.startswith("#")]
    chosen = data.draw(st.lists(st.sampled_from(lines), max_size=25))
    examine("\n".join(["format: 1", "name: X", *chosen]).encode())


@given(data=st.data())
def test_real_packs_with_a_few_bytes_changed(data: st.DataObject, examine: Examine) -> None:
    raw = bytearray(data.draw(st.sampled_from(TEXTS)).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    examine(bytes(raw))


WORDS = """
    x no on 12:30 1_000 ≤ + - 😀 A J 10 ² ٣ ﷺ disc solid paper pips court image index joker summary title text
    spade #fff #777 black ../x /etc/passwd a.png never-over top-left bottom-left 3mm 0mm 0.2mm 40mm 200mm
    20x20mm 20x300mm
""".split()  # noqa: SIM905
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    4,
    999,
    10**14,
    1.5,
    "",
    "a" * 3000,
    "x" * 300,
    "\u0301",
    "a\n\nb",
]
SIMPLE = st.sampled_from(WORDS + ODD)
KEYS = st.sampled_from(
    """
    suits cards color sign symbol stripe index small large height corners on face copies image text title name
    quantity extras back pattern one-way ink-saver card size corner bleed safe style games edition language
    format extends A K 4 0 999999999999 ? [key] width from thirteen-long no
    """.split()  # noqa: SIM905
)
VALUES = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in items for place in places(value, (*path, key)))]


@st.composite
def changed_packs(draw: st.DrawFn) -> dict[str, Any]:
    """A shipped pack with values dropped, doubled, replaced, renamed; or parts of one as a variant."""
    data: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(DATA)))
    if draw(st.booleans()):
        kept = draw(st.sets(st.sampled_from(sorted(data))))
        data = {
            "extends": draw(st.sampled_from(library.bundled_pack_names())),
            **{key: data[key] for key in data if key in kept},
        }
    for _ in range(draw(st.integers(1, 4))):
        change(draw, data)
    return data


def change(draw: st.DrawFn, data: dict[str, Any]) -> None:
    paths = [path for path in places(data) if path]
    if not paths:
        return
    path = draw(st.sampled_from(paths))
    holder: Any = data
    for part in path[:-1]:
        holder = holder[part]
    what = draw(st.sampled_from(["drop", "replace", "double", "rename", "add"]))
    if what == "drop":
        del holder[path[-1]]
    elif what == "replace":
        holder[path[-1]] = draw(VALUES)
    elif what == "add" and isinstance(holder[path[-1]], dict):
        holder[path[-1]][draw(KEYS)] = draw(VALUES)
    elif isinstance(holder, list):
        holder.append(copy.deepcopy(holder[path[-1]]))
    elif what == "rename":
        holder[draw(KEYS)] = holder.pop(path[-1])
    else:
        holder[draw(KEYS)] = copy.deepcopy(holder[path[-1]])


def as_bytes(data: Any) -> bytes:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False).encode()


@given(data=changed_packs())
@settings(max_examples=40)
def test_real_packs_with_values_changed(data: dict[str, Any], examine: Examine) -> None:
    examine(as_bytes(data))


RANKS = st.sampled_from(
    ["0", "1", "6", "9", "10", "12", "100", "A", "J", "Q", "K", "W", "Joker", "½", "−3", "Ä"]
)
FACES = st.sampled_from(["joker", "summary", "title", "text"])
COLORS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06X}")
LENGTHS = st.sampled_from(["0 mm", "1 mm", "2.5 mm", "5 mm", "9 mm", "20 mm", "40 mm"])
LINES = st.text(st.characters(codec="latin-1", exclude_categories=["C"]), min_size=1, max_size=30)


def some(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A mapping with any of these keys."""
    return st.fixed_dictionaries({}, optional=strategies)


SUITS = st.fixed_dictionaries(
    {
        "color": st.just("#222222") | COLORS,
        "cards": st.dictionaries(RANKS, st.integers(1, 3), min_size=1, max_size=5),
    },
    optional={"stripe": COLORS, "name": LINES, "sign": st.sampled_from(["+", "≤", "÷", ">", "§", "ab"])},
)
EXTRAS = st.fixed_dictionaries(
    {"face": FACES, "text": LINES},
    optional={"title": LINES, "color": COLORS, "copies": st.integers(1, 3)},
)
BLANKS = some(
    size=st.sampled_from(["b8", "mini", "tarot", "square", "300 x 20 mm", "20 x 20 mm", "300 x 300 mm"]),
    corner=LENGTHS,
    bleed=LENGTHS,
    safe=LENGTHS,
)
PATTERNS = st.sampled_from(["lattice", "rings", "weave", "sunburst", "chevrons", "plain", "none"])
INDICES = st.booleans() | some(height=LENGTHS)
STRIPES = st.booleans() | some(width=LENGTHS, **{"from": st.sampled_from(["top-left", "bottom-left"])})
PLAUSIBLE = st.fixed_dictionaries(
    {
        "format": st.just(1),
        "name": LINES,
        "suits": st.dictionaries(st.sampled_from(["a", "b", "c"]), SUITS, min_size=1),
        "extras": st.lists(EXTRAS, max_size=2),
    },
    optional={
        "card": BLANKS,
        "style": st.sampled_from(["disc", "solid", "paper"]),
        "ink-saver": st.booleans(),
        "index": some(small=INDICES, large=INDICES),
        "stripe": STRIPES,
        "back": some(pattern=PATTERNS, color=COLORS),
        "edition": LINES,
        "author": LINES,
    },
)


@given(data=PLAUSIBLE | changed_packs())
@settings(max_examples=30)
def test_what_passes_can_be_drawn(data: dict[str, Any], examine: Examine) -> None:
    """Drawing never fails on a pack that passed; only paper may be too small for its cards."""
    examined = examine(as_bytes(data))
    if examined and examined.pack and not examined.of("error") and examined.pack.count < 200:
        made = cardgen.sheets(examined.pack, paper=(2000, 2000))
        assert made.facts["cards"] == examined.pack.count


def test_a_file_too_large_is_not_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    with file.open("wb") as opened:
        opened.truncate(1 << 40)
    with pytest.raises(PackError, match="too large"):
        api.examine(str(file))
