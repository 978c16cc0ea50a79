"""Paragraphs into lines: the breaks that make the whole paragraph look best.

After D. E. Knuth and M. F. Plass, "Breaking paragraphs into lines", Software: Practice and Experience 11
(1981): boxes, glue and penalties, with three passes: without hyphens, with hyphens, and at any cost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from ..pack.model import Card
from .hyphenation import Hyphenate
from .scripts import (
    NARROW,
    NO_BREAK,
    OBJECT,
    breakable,
    from_right,
    has_from_right,
    has_wide,
    held_signs,
    language_from_right,
)
from .styles import LineBreak, Look, NoteMark, Runs, TextStyle, Words
from .symbols import SYMBOLS

#: How much spaces may grow and shrink, in their own widths, where lines are as bad as one likes to print.
_STRETCH, _SHRINK = 0.55, 0.28
#: What it costs to break at a hyphen, one's own and the word's; and at two of them in succession.
_HYPHEN, _OWN_HYPHEN, _TWO_HYPHENS = 60.0, 8.0, 4000.0
#: The share of the measure by which ragged lines may fall short and still look well.
_RAG = 0.16
#: A last line that leaves more than this share of the measure free is poor, and costs so much.
_SHORT, _SHORT_LAST = 0.88, 9000.0
#: And a last line that begins with the rest of a word.
_LAST_HYPHEN = 20_000.0
#: How far spaces may be stretched in each pass.
_TOLERANCES = (1.3, 1.7, 1000.0)
#: What lines cost that are too loose, and too wide; and a line too wide of something that fits in none.
INFINITE, TOO_WIDE, _OVERFULL = float("inf"), -1.0, 1e9
#: A space that does not break, as wide as any other.
_FIXED = NO_BREAK
#: A dash between two letters, behind which a line may end.
_DASH = re.compile(r"(?<=[^\W\d_])[-–—/](?=[^\W\d_])")
_LEAST_WORD = 5
#: Signs of suits in a text are drawn, as the fonts have none; their height in sizes of type.
SIGNS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
SIGN_HEIGHT = 0.7
#: Signs of suits, spaces, and words; a narrow space that does not break is in one.
_PARTS = re.compile(r"[♠♥♦♣]|[^\S\u202f]|(?:[^\s♠♥♦♣]|\u202f)+")


class Piece(NamedTuple):
    """Something that stands in a line in one go: text of one look, or a card."""

    width: float
    text: str
    look: Look
    card: Card | None = None
    #: The sign of a suit, which is drawn: "spade", "heart", "diamond", "club".
    symbol: str | None = None


class Segment(NamedTuple):
    """A piece in its place: text may hold spaces, each of them wider (points) by `spread`."""

    x: float
    width: float
    text: str
    look: Look
    spread: float = 0.0
    card: Card | None = None
    symbol: str | None = None


class Line(NamedTuple):
    """One line of a paragraph."""

    segments: tuple[Segment, ...]
    width: float
    #: What its text and that of the next line have between them: a space; nothing; or a soft hyphen, where
    #: its last character is a hyphen that the word has only here.
    joint: str = ""


class Break(NamedTuple):
    """A place where a line may end."""

    #: The place of the item behind it.
    at: int
    #: Cumulated width, stretch and shrink of what is before it (without the space or with the hyphen there).
    end: tuple[float, float, float]
    #: The same at the start of the next line.
    start: tuple[float, float, float]
    cost: float = 0.0
    hyphen: bool = False
    forced: bool = False


class _Space(NamedTuple):
    """A space; `breaks`: whether a line may end here."""

    look: Look
    breaks: bool
    width: float


class _Point(NamedTuple):
    """A place within a word where a line may end, and what that costs."""

    #: The hyphen to set where the line ends here; None where one stands already.
    hyphen: Piece | None
    cost: float


class _End(NamedTuple):
    """Where a line must end."""


_Item = Piece | _Space | _Point | _End
#: What takes up room in a line.
_WIDE = (Piece, _Space)

#: How wide a card in the line is, at a size of type.
CardWidth = Callable[[Card, float], float]


class Setter:
    """Breaks paragraphs; knows how words divide and how wide cards are."""

    def __init__(self, card_width: CardWidth, hyphenate: Hyphenate, language: str = "en") -> None:
        self._card_width, self._hyphenate, self._language = card_width, hyphenate, language
        #: Pages of such a language are turned about: what begins at the left there begins at the right.
        self._mirrored = language_from_right(language)
        #: What each word met so far is made of, by how it is set.
        self._known: dict[tuple[Look, bool, float], tuple[Look, dict[str, tuple[_Item, ...]]]] = {}

    def lines(
        self, runs: Runs, style: TextStyle, measure: float, *, indent: float = 0.0, justified: bool = False
    ) -> list[Line]:
        """Break a paragraph into lines of this width (points); ragged, if not justified.

        What is read from the right ends at the right, but in languages that are written so.
        """
        texts = [run.text for run in runs if isinstance(run, Words)]
        # Lines of Chinese and Japanese have no spaces that could grow.
        justified = justified and not any(map(has_wide, texts))
        reordered = self._mirrored or any(map(has_from_right, texts))
        for final, tolerance in zip((False, False, True), _TOLERANCES, strict=True):
            if tolerance == _TOLERANCES[1] and not justified:
                continue
            hyphens = justified and tolerance > _TOLERANCES[0]
            items = self._items(runs, style, hyphens or final, measure - indent if final else 0)
            if not any(isinstance(item, Piece) for item in items):
                return []
            items = _with_last_word_whole(items, measure)
            ends = _whole(items, measure, indent)
            if not ends:
                breaks = [Break(0, (0.0, 0.0, 0.0), (-indent, 0.0, 0.0)), *_breaks(items)]
                best = best_breaks(breaks, _paragraph_cost(measure, justified, tolerance), final)
                ends = [(one.at, other.at) for one, other in pairwise(best)] if best else None
            if ends is not None and reordered:
                return self._visual_order(items, ends, measure, indent, justified)
            if ends is not None:
                return [
                    _positioned_line(items, start, end, measure, indent if not start else 0.0, justified)
                    for start, end in ends
                ]
        return []  # pragma: no cover - the last pass always ends

    def _visual_order(
        self,
        items: Sequence[_Item],
        ends: Sequence[tuple[int, int]],
        measure: float,
        indent: float,
        justified: bool,
    ) -> list[Line]:
        """Return lines whose parts stand as the directions of their text want it."""
        from .shaping import in_order, visual_order

        texts = [_read(item) for item in items]
        starts = [0, *accumulate(map(len, texts))]
        whole = "".join(texts)
        right = from_right(whole, self._language)
        order = visual_order(whole, right)
        lines = []
        for start, end in ends:
            inside = [at for at in range(start, end) if texts[at]]
            while inside and isinstance(items[inside[-1]], _Space):
                inside.pop()
            while inside and texts[inside[0]] == " ":
                inside.pop(0)
            characters: list[tuple[int | None, str, Piece | _Space]] = [
                (starts[at] + place, character, item)
                for at in inside
                for item in [items[at]]
                if isinstance(item, _WIDE)
                for place, character in enumerate(texts[at])
            ]
            last = items[end - 1]
            if isinstance(last, _Point) and last.hyphen:
                characters.append((None, "-", last.hyphen))
            parts = in_order(order, characters, _joined)
            first = indent if not start else 0.0
            full = justified and not isinstance(last, _End)
            line = _in_places(parts, measure - first, first, full)
            free = measure - line.width
            if right and not self._mirrored:
                line = Line(tuple(each._replace(x=each.x + free - first) for each in line.segments), measure)
            lines.append(line)
        return lines

    def natural(self, runs: Runs, style: TextStyle) -> tuple[float, float]:
        """Return the width of runs in one line, and of the widest part that cannot be broken."""
        whole, longest, word = 0.0, 0.0, 0.0
        for item in self._items(runs, style, False, 0):
            if isinstance(item, Piece):
                word += item.width
                whole += item.width
            elif isinstance(item, _Space):
                whole += item.width
                word = 0.0 if item.breaks else word + item.width
            else:
                word = 0.0
            longest = max(longest, word)
        return whole, longest

    def _items(self, runs: Runs, style: TextStyle, hyphens: bool, widest: float) -> list[_Item]:
        """Return the items of a paragraph. widest: wider pieces are cut, letter by letter; 0 for none."""
        items: list[_Item] = []
        before: Look | None = None
        for run in runs:
            if isinstance(run, Words):
                look = style.look(run)
                self._add_words(items, run.text, look, hyphens, widest, anew=look == before)
                before = look
                continue
            before = None
            if isinstance(run, LineBreak):
                items.append(_End())
            elif isinstance(run, NoteMark):
                look = style.look(Words("", link=run.link))
                items.append(Piece(look.width(str(run)), str(run), look))
            else:
                look = style.look(Words("", link=run.link))
                items.append(Piece(self._card_width(run.card, look.size), run.card.label, look, run.card))
        items.append(_End())
        return items

    def _add_words(
        self, items: list[_Item], text: str, look: Look, hyphens: bool, widest: float, anew: bool
    ) -> None:
        """Add the items of a text; most words come often, and are measured once.

        anew: with a look of its own, which keeps it apart from a text of the same look before it.
        """
        if anew:
            known: dict[str, tuple[_Item, ...]] = {}
        else:
            look, known = self._known.setdefault((look, hyphens, widest), (look, {}))
        text = held_signs(text, self._language)
        if NARROW in text and not look.font.has(NARROW):
            text = text.replace(NARROW, NO_BREAK)
        for part in _PARTS.findall(text):
            if part not in known:
                known[part] = self._part(part, look, hyphens, widest)
            items += known[part]

    def _part(self, part: str, look: Look, hyphens: bool, widest: float) -> tuple[_Item, ...]:
        """Return the items of a word, a space or the sign of a suit."""
        if part.isspace():
            return (_Space(look, part != _FIXED, look.space),)
        if part in SIGNS:
            wide = SYMBOLS[SIGNS[part]].bounds.width * SIGN_HEIGHT * look.size
            return (Piece(wide, part, look, symbol=SIGNS[part]),)
        if widest or (hyphens and len(part) >= _LEAST_WORD) or _DASH.search(part) or len(breakable(part)) > 1:
            return tuple(self._word(part, look, hyphens, widest))
        return (Piece(look.width(part), part, look),)

    def _word(self, word: str, look: Look, hyphens: bool, widest: float) -> Iterator[_Item]:
        """Yield the parts of a word; each is as wide as it is before the next, with which it is kerned."""
        end = 0
        for whole, part in _at_dashes(word):
            unhyphenated = breakable(part)
            parts = unhyphenated
            if len(parts) == 1 and hyphens and len(part) >= _LEAST_WORD:
                parts = self._hyphenate(part)
            for place, each in enumerate(parts):
                end += len(each)
                joint = _kern(look, word[end - 1 : end + 1])
                piece = Piece(look.width(each) + joint, each, look)
                yield from _parts_within_line(piece, widest) if widest and piece.width > widest else (piece,)
                if place + 1 < len(unhyphenated):
                    yield _Point(None, 0.0)
                elif place + 1 < len(parts):
                    hyphen = look.width("-") + _kern(look, each[-1] + "-") - joint
                    yield _Point(Piece(hyphen, "-", look), _HYPHEN)
            if not whole:
                yield _Point(None, _OWN_HYPHEN)


def _read(item: _Item) -> str:
    """Return what an item is in the text of its paragraph."""
    if isinstance(item, _Space):
        return " " if item.breaks else _FIXED
    if isinstance(item, Piece):
        return OBJECT if item.card or item.symbol else item.text
    return ""


def _joined(one: Piece | _Space, other: Piece | _Space) -> bool:
    return one.look == other.look and OBJECT not in (_read(one), _read(other))


def _in_places(parts: Sequence[tuple[str, Piece | _Space]], measure: float, x: float, full: bool) -> Line:
    """Put the parts of a line in their places, from x on; full: as wide as the measure."""
    widths = [
        own.width if isinstance(own, Piece) and text == OBJECT else own.look.width(text)
        for text, own in parts
    ]
    spaces = sum(text.count(" ") for text, _ in parts)
    slack = measure - sum(widths)
    spread = slack / spaces if spaces and (full or slack < 0) else 0.0
    segments = []
    for (text, own), width in zip(parts, widths, strict=True):
        wide = width + spread * text.count(" ")
        if isinstance(own, Piece) and text == OBJECT:
            segments.append(Segment(x, wide, own.text, own.look, 0.0, own.card, own.symbol))
        else:
            segments.append(Segment(x, wide, text.replace(_FIXED, " "), own.look, spread))
        x += wide
    return Line(tuple(segments), x)


def _kern(look: Look, pair: str) -> float:
    """Return the kerning of two letters in points; none at a word's end, where there is one."""
    return sum(kern for _, kern in look.font.kerns(pair)) * look.size


def _at_dashes(word: str) -> Iterator[tuple[bool, str]]:
    """Return the parts of a word with dashes in it, and whether each is the last."""
    start = 0
    for match in _DASH.finditer(word):
        yield False, word[start : match.end()]
        start = match.end()
    yield True, word[start:]


def _parts_within_line(piece: Piece, widest: float) -> Iterator[_Item]:
    """Cut a piece that is wider than the line into parts that are not."""
    part, wide = "", 0.0
    for character in piece.text:
        more = piece.look.font.width(character, piece.look.size)
        if part and wide + more > widest:
            yield Piece(wide, part, piece.look)
            yield _Point(None, _HYPHEN)
            part, wide = "", 0.0
        part, wide = part + character, wide + more
    yield Piece(wide, part, piece.look)


def _with_last_word_whole(items: Sequence[_Item], measure: float) -> list[_Item]:
    """Return items without the hyphens of the last word before each forced end of a line.

    A last word that is wider than a line keeps its hyphens.
    """
    kept: list[_Item] = []
    word: list[_Item] = []
    for item in items:
        if isinstance(item, _End):
            wide = sum(each.width for each in word if isinstance(each, _WIDE))
            kept += word if wide > measure else _without_hyphens(word)
            word = []
            kept.append(item)
        elif word and isinstance(word[-1], _Space) and word[-1].breaks and isinstance(item, Piece):
            kept += word
            word = [item]
        else:
            word.append(item)
    return kept


def _without_hyphens(word: Sequence[_Item]) -> Iterator[_Item]:
    """Yield the items of a word without the points where a line would end with a hyphen, its own or not."""
    for before, item in pairwise((None, *word)):
        own = isinstance(before, Piece) and before.text.endswith("-")
        if item is not None and not (isinstance(item, _Point) and (item.hyphen or own)):
            yield item


def _whole(items: Sequence[_Item], measure: float, indent: float) -> list[tuple[int, int]] | None:
    """Return the one line of what fits into one, which is always best; None for anything longer."""
    width = 0.0
    for item in items[:-1]:
        if isinstance(item, _WIDE):
            width += item.width
        elif isinstance(item, _End):
            return None
    return [(0, len(items))] if width + indent <= measure else None


def _breaks(items: Sequence[_Item]) -> list[Break]:
    """Return the places where lines may end, with the sums up to there."""
    breaks: list[Break] = []
    width = stretch = shrink = 0.0
    for place, item in enumerate(items):
        if isinstance(item, Piece):
            width += item.width
        elif isinstance(item, _Space):
            end = (width, stretch, shrink)
            space = item.width
            width, stretch, shrink = width + space, stretch + _STRETCH * space, shrink + _SHRINK * space
            if item.breaks and place:
                breaks.append(Break(place + 1, end, (width, stretch, shrink)))
        elif isinstance(item, _Point):
            start = (width, stretch, shrink)
            wide = item.hyphen.width if item.hyphen else 0.0
            end = (width + wide, stretch, shrink)
            breaks.append(Break(place + 1, end, start, item.cost, item.hyphen is not None))
        else:
            here = (width, stretch, shrink)
            breaks.append(Break(place + 1, here, here, forced=True))
    return breaks


class _Node(NamedTuple):
    """A line's end on the way to the best paragraph."""

    end: Break
    cost: float
    before: _Node | None


def best_breaks(
    breaks: Sequence[Break], line_cost: Callable[[Break, Break], float], overfull: bool
) -> list[Break] | None:
    """Return the breaks, the first and the last among them, whose lines cost least; None where nothing fits.

    line_cost: of a line from one break to another; INFINITE for one that is too loose; TOO_WIDE for one that
    is too wide, as are all longer ones. overfull: what is too wide for any line has one of its own.
    """
    nodes = [_Node(breaks[0], 0.0, None)]
    for end in breaks[1:]:
        least, best = INFINITE, None
        alive: list[_Node] = []
        for node in nodes:
            cost = line_cost(node.end, end)
            if cost == TOO_WIDE:
                continue
            alive.append(node)
            if node.cost + cost < least:
                least, best = node.cost + cost, node
        if best is None and overfull and not alive:
            best = min(nodes, key=lambda node: node.cost)
            least = best.cost + _OVERFULL
        nodes = [] if end.forced else alive
        if best is not None:
            nodes.append(_Node(end, least, best))
        if not nodes:
            return None
    ends: list[Break] = []
    last: _Node | None = nodes[-1]
    while last is not None:
        ends.append(last.end)
        last = last.before
    return ends[::-1]


def _paragraph_cost(measure: float, justified: bool, tolerance: float) -> Callable[[Break, Break], float]:
    """Return what a line of running text costs, see best_breaks()."""
    final = tolerance >= _TOLERANCES[-1]

    def line_cost(start: Break, end: Break) -> float:
        slack = measure - (end.end[0] - start.start[0])
        # How far spaces are stretched (below 0, shrunk), 1 being as far as one likes.
        if slack < 0:
            room = end.end[2] - start.start[2] if justified else 0.0
            ratio = slack / room if room > 0 else -1000.0
            if ratio < -1.0 and slack < -0.01:
                return TOO_WIDE
        elif end.forced:
            ratio = 0.0
        else:
            room = end.end[1] - start.start[1] if justified else _RAG * measure
            ratio = slack / room if room > 0 else (1000.0 if slack > 0.01 else 0.0)
        if ratio > tolerance and not final:
            return INFINITE
        cost: float = (1 + 100 * min(abs(ratio), 20.0) ** 3 + end.cost) ** 2
        if start.hyphen:
            cost += _TWO_HYPHENS if end.hyphen else _LAST_HYPHEN if end.forced else 0.0
        if end.forced and slack > _SHORT * measure and start.at:
            cost += _SHORT_LAST
        return cost

    return line_cost


def _positioned_line(
    items: Sequence[_Item], start: int, end: int, measure: float, indent: float, justified: bool
) -> Line:
    """Put the items of one line in their places."""
    last = items[end - 1]
    inside = [item for item in items[start:end] if isinstance(item, _WIDE)]
    while inside and isinstance(inside[-1], _Space):
        inside.pop()
    while inside and isinstance(inside[0], _Space) and inside[0].breaks:
        inside.pop(0)
    joint = " " if end < len(items) and not isinstance(last, _Point) else ""
    if isinstance(last, _Point) and last.hyphen:
        inside.append(last.hyphen)
        joint = "\u00ad"
    slack = measure - indent - sum(item.width for item in inside)
    share = 0.0
    if slack < 0 or (justified and not isinstance(last, _End)):
        spaces = sum(item.width for item in inside if isinstance(item, _Space))
        share = slack / spaces if spaces else 0.0
    segments = _segments(inside, indent, share)
    width = segments[-1].x + segments[-1].width if segments else indent
    return Line(tuple(segments), width, joint)


def _segments(inside: Sequence[Piece | _Space], x: float, share: float) -> list[Segment]:
    """Join neighbours of one look into one text; share: how much wider each space is, in its own width."""
    made: list[Segment] = []
    texts: list[str] = []
    look: Look | None = None
    start = x
    for item in inside:
        alone = isinstance(item, Piece) and (item.card is not None or item.symbol is not None)
        if texts and look is not None and (alone or item.look is not look):
            made.append(Segment(start, x - start, "".join(texts), look, look.space * share))
            texts.clear()
        if not texts:
            start, look = x, item.look
        if isinstance(item, _Space):
            texts.append(" ")
            x += item.width * (1 + share)
            continue
        if alone:
            made.append(Segment(x, item.width, item.text, item.look, 0.0, item.card, item.symbol))
        else:
            texts.append(item.text)
        x += item.width
    if texts and look is not None:
        made.append(Segment(start, x - start, "".join(texts), look, look.space * share))
    return made
