"""Text of a few words in a box: bold, italics, lists and icons in the line, broken and fitted.

Texts are small Markdown, see markdown.py.
Sizes are found by first fit, which costs little; the lines at the size found are then evened out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from .fonts import Font
from .line_breaking import INFINITE, TOO_WIDE, Break, best_breaks
from .markdown import Paragraph, Span, parse
from .scripts import FROM_RIGHT, OBJECT, breakable, from_right, has_from_right, held_signs, needs_shaping

#: Between paragraphs, and between the entries of a list, in distances of lines.
_PARAGRAPH, _ENTRY = 0.45, 0.22
#: How far a list is set in behind its marks, in sizes of type.
_INDENT = 0.45
#: Icons in the line: their height, how high their foot is, the air on each side; in sizes of type.
ICON_HEIGHT, ICON_FOOT, ICON_AIR = 0.86, -0.105, 0.03
#: The height of capitals and the depth of letters such as p, in sizes of type.
CAPITALS, DEPTH = 0.66, 0.2
#: Where a line would be left so empty (a share of the measure), the next word is divided.
_RAG = 0.3
_LEAST_WORD = 6
#: A last line that leaves more than this share of the measure free costs something.
_SHORT_LAST = 0.55
#: So many texts are kept as they were parted into words, and as they were set, for cards that are alike.
_KEPT = 500
_NEVER = float("inf")
#: The steps in which sizes are tried, in points at the text's own scale.
_STEP = 0.25
#: Words that no hyphen divides are cut only where text would get smaller than this share of its size.
_CUT = 0.8
#: The height of two lines that stand close, in sizes of type; a lower box is one of a line.
_TWO_LINES = CAPITALS + DEPTH + 1.0

_PARTS = re.compile(r"[ \t]+|[^ \t]+")
_BREAKS = re.compile(r"(?<=[^\W\d_]{2}[-–—/])(?=[^\W\d_]{2})")


class Style(NamedTuple):
    """How text is set, at any size."""

    plain: Font
    bold: Font
    italic: Font
    both: Font
    leading: float = 1.2
    #: Space added between letters, in sizes of type.
    tracking: float = 0.0
    capitals: bool = False

    def font(self, span: Span) -> Font:
        """Return the font of a span."""
        if span.bold:
            return self.both if span.italic else self.bold
        return self.italic if span.italic else self.plain


class Piece(NamedTuple):
    """Text in one font, or an icon; at size 1."""

    width: float
    text: str
    font: Font
    icon: bool = False


class Placed(NamedTuple):
    """A piece in its line, at a size: x and y (of the base line) in points from the block's left and top."""

    x: float
    y: float
    text: str
    font: Font
    width: float
    icon: bool = False


class Block(NamedTuple):
    """Text as it is set in a box."""

    size: float
    #: From the top of the capitals of the first line to the last base line, and to what hangs below.
    height: float
    depth: float
    pieces: tuple[Placed, ...]
    #: The words that have no room at the least size, in all how many words.
    left_over: int = 0


class _Word(NamedTuple):
    """What no line ends in; space: before it, at size 1; 0 where it stands close."""

    width: float
    pieces: tuple[Piece, ...]
    space: float
    #: Whether it is not joined with its neighbours in the line, where these are not read one after the other.
    apart: bool = False


#: Paragraphs with their words; and the lines of each, with whether words are divided in them.
_Content = Sequence[tuple[Paragraph, list[_Word]]]
_Broken = list[tuple[list[list[_Word]], bool]]


#: Tells how wide an icon is that is 1 high.
IconWidth = Callable[[str], float]
#: The parts that a word may be broken into.
Hyphenate = Callable[[str], Sequence[str]]


class Setter:
    """Sets text into boxes; knows how wide icons are and how words divide. What was measured is kept."""

    def __init__(self, icon_width: IconWidth, hyphenate: Hyphenate, language: str = "en") -> None:
        self._icon_width, self._hyphenate, self._language = icon_width, hyphenate, language
        self._words: dict[tuple[str, Style], list[tuple[Paragraph, list[_Word]]]] = {}
        self._blocks: dict[tuple[object, ...], Block] = {}
        self._pieces: dict[tuple[str, Font, float], Piece] = {}

    def block(
        self,
        text: str,
        style: Style,
        width: float,
        height: float,
        size: float,
        least: float,
        align: str = "left",
        mirrored: bool = False,
    ) -> Block:
        """Text as large as fits a box, at most at a size and no smaller than the least.

        Lengths in points. What has no room at the least size runs out of the box, and is counted. align: left
        means right, and right left, in a paragraph that is read from the right; where mirrored, also in one
        without letters.
        """
        key = (text, style, width, height, size, least, align, mirrored)
        block = self._blocks.get(key)
        if block is None:
            block = self._block_that_fits(text, style, width, height, size, least, align, mirrored)
            if len(self._blocks) >= _KEPT:
                # The newest goes: what stands on many cards was there early.
                self._blocks.popitem()
            self._blocks[key] = block
        return block

    def _block_that_fits(
        self,
        text: str,
        style: Style,
        width: float,
        height: float,
        size: float,
        least: float,
        align: str,
        mirrored: bool,
    ) -> Block:
        content = self._content(text, style)
        steps = max(0, ceil((size - least) / _STEP - 1e-6))
        sizes = [*(size - _STEP * step for step in range(steps)), least]
        # Lines that are centred may be of any length.
        rag = _RAG if align == "left" else 1.0
        # A word alone in a box of one line, such as a number in a corner, stays in one piece.
        whole = len(content) == 1 and len(content[0][1]) == 1 and height < _TWO_LINES * size
        for cut in (False,) if whole else (False, True):
            tried = sizes if cut or whole else [each for each in sizes if each >= _CUT * size]
            found: tuple[float, _Broken] | None = None
            # Sizes fall, and most texts fit at the first; else the first that fits is sought by halves.
            low, high, middle = 0, len(tried), 0
            while low < high:
                broken = self._broken_paragraphs(content, style, width / tried[middle], cut, rag)
                if whole and broken and len(broken[0][0]) > 1:
                    broken = None
                if broken and _height(content, broken, style) * tried[middle] <= height + 0.01:
                    found, high = (tried[middle], broken), middle
                else:
                    low = middle + 1
                middle = (low + high) // 2
            if found:
                return _positioned_block(
                    content, found[1], style, width, found[0], align, mirrored, self._language
                )
        last = (
            self._broken_paragraphs(content, style, _NEVER if whole else width / least, True, rag, over=True)
            or []
        )
        block = _positioned_block(content, last, style, width, least, align, mirrored, self._language)
        inside = sum(len(each.text.split()) for each in block.pieces if block.depth - each.y <= height)
        words = sum(len(each.text.split()) for each in block.pieces)
        return block._replace(left_over=max(1, words - inside))

    def _content(self, text: str, style: Style) -> list[tuple[Paragraph, list[_Word]]]:
        key = (text, style)
        if key not in self._words:
            if len(self._words) >= _KEPT:
                self._words.clear()
                self._pieces.clear()
            self._words[key] = [(each, self._words_of(each, style)) for each in parse(text)]
        return self._words[key]

    def _piece(self, text: str, font: Font, tracking: float) -> Piece:
        key = (text, font, tracking)
        piece = self._pieces.get(key)
        if piece is None:
            wide = font.width(text, 1.0) + (0.0 if needs_shaping(text) else tracking * len(text))
            piece = self._pieces[key] = Piece(wide, text, font)
        return piece

    def _words_of(self, paragraph: Paragraph, style: Style) -> list[_Word]:
        """Return the words of a paragraph; what stands close is one word, as is a number with its icon."""
        gap = style.plain.width(" ", 1.0) + style.tracking
        # Words as lists of pieces, each with the space before it.
        words: list[tuple[float, list[Piece]]] = [(0.0, [])]
        for span in paragraph.spans:
            font = style.font(span)
            if span.icon:
                wide = self._icon_width(span.text) * ICON_HEIGHT + 2 * ICON_AIR
                words[-1][1].append(Piece(wide, span.text, font, True))
                continue
            text = held_signs(span.text.upper() if style.capitals else span.text, self._language)
            for part in _PARTS.findall(text):
                if part.isspace():
                    words.append((gap, []))
                    continue
                for number, each in enumerate(each for run in _BREAKS.split(part) for each in breakable(run)):
                    if number:
                        words.append((0.0, []))
                    words[-1][1].append(self._piece(each, font, style.tracking))
        made = [
            _Word(sum(piece.width for piece in pieces), tuple(pieces), space)
            for space, pieces in words
            if pieces
        ]
        return _with_numbers_joined(made, style)

    def _lines(
        self, words: Sequence[_Word], measure: float, style: Style, cut: bool, rag: float, over: bool
    ) -> tuple[list[list[_Word]], bool] | None:
        """First fit at size 1, and whether a word was divided; None where one is too wide and stays whole.

        cut: whether words may be cut that no hyphen divides; over: what is too wide then sticks out.
        """
        lines: list[list[_Word]] = []
        line: list[_Word] = []
        pen, divided = 0.0, False
        for place, word in enumerate(words, 1):
            rest = word
            while True:
                space = rest.space if line else 0.0
                room = measure - pen - space
                if rest.width <= room + 1e-6:
                    line.append(rest)
                    pen += space + rest.width
                    break
                parts = None
                # The last word goes to the last line whole: no hyphen saves a line there.
                if rest.width > measure or (line and room > rag * measure and place < len(words)):
                    parts = self._hyphenated(rest, room, style)
                if parts is None and not line:
                    parts = self._split_anywhere(rest, measure, style) if cut else None
                    if parts is None:
                        if not over:
                            return None
                        line.append(rest)
                        pen += rest.width
                        break
                if parts is not None:
                    divided = True
                    line.append(parts[0])
                    rest = parts[1]
                lines.append(line)
                line, pen = [], 0.0
        return [*lines, line] if line else lines, divided

    def _hyphenated(self, word: _Word, room: float, style: Style) -> tuple[_Word, _Word] | None:
        """Return a word in two with a hyphen, the first part as long as there is room."""
        before = 0.0
        best: tuple[int, int, tuple[str, ...]] | None = None
        for place, piece in enumerate(word.pieces):
            if not piece.icon and len(piece.text) >= _LEAST_WORD:
                parts = tuple(self._hyphenate(piece.text))
                for count in range(len(parts) - 1, 0, -1):
                    head = self._piece("".join(parts[:count]) + "-", piece.font, style.tracking)
                    if before + head.width <= room:
                        best = (place, count, parts)
                        break
            before += piece.width
        if best is None:
            return None
        place, count, parts = best
        piece = word.pieces[place]
        head = self._piece("".join(parts[:count]) + "-", piece.font, style.tracking)
        tail = self._piece("".join(parts[count:]), piece.font, style.tracking)
        return _split(word, place, head, tail)

    def _split_anywhere(self, word: _Word, room: float, style: Style) -> tuple[_Word, _Word] | None:
        """Return a word in two wherever the room ends; None where not even a letter has room."""
        before = 0.0
        for place, piece in enumerate(word.pieces):
            if before + piece.width > room:
                if piece.icon or not any(map(str.isalpha, piece.text)):
                    return None
                count = self._fitting_count(piece, room - before, style)
                if not count:
                    return None
                head = self._piece(piece.text[:count], piece.font, style.tracking)
                tail = self._piece(piece.text[count:], piece.font, style.tracking)
                return _split(word, place, head, tail)
            before += piece.width
        return None

    def _fitting_count(self, piece: Piece, room: float, style: Style) -> int:
        """Return how many letters of a piece, not all of them, are no wider than the room.

        Only as many are measured as a line holds: shaping takes time for each letter of what is measured.
        """

        def is_wider(count: int) -> bool:
            return self._piece(piece.text[:count], piece.font, style.tracking).width > room

        most = len(piece.text) - 1
        beyond = 1
        while beyond <= most and not is_wider(beyond):
            beyond *= 2
        low = beyond // 2
        count = low + bisect_right(range(low + 1, min(beyond, most + 1)), False, key=is_wider)
        # Kerned or joined with the next letter, a letter may take less room than by itself.
        while count < most and not is_wider(count + 1):
            count += 1
        return count

    def _broken_paragraphs(
        self, content: _Content, style: Style, width: float, cut: bool, rag: float, over: bool = False
    ) -> _Broken | None:
        """Break each paragraph into lines, as _lines() does; None where one has a word that is too wide."""
        made: _Broken = []
        for paragraph, words in content:
            lines = self._lines(words, width - _indent(paragraph, style), style, cut, rag, over)
            if lines is None:
                return None
            made.append(lines)
        return made


def _height(content: _Content, broken: _Broken, style: Style) -> float:
    """Tell how high lines are at size 1, from the top of the capitals to what hangs below the last line."""
    gaps = sum(_gap(paragraph, place) for place, (paragraph, _) in enumerate(content))
    count = sum(len(lines) for lines, _ in broken)
    return CAPITALS + DEPTH + style.leading * (gaps + count - 1)


def _positioned_block(
    content: _Content,
    broken: _Broken,
    style: Style,
    width: float,
    size: float,
    align: str,
    mirrored: bool,
    language: str,
) -> Block:
    """Return lines in their places, evened out, the top of the first line's capitals at 0."""
    placed: list[Placed] = []
    y = style.leading - CAPITALS
    for place, ((paragraph, words), (full, divided)) in enumerate(zip(content, broken, strict=True)):
        indent = _indent(paragraph, style)
        measure = width / size - indent
        lines = full if divided else _balanced_lines(words, measure, align != "left")
        text = paragraph.text
        right = from_right(text, language)
        if right or has_from_right(text):
            lines = _visual_order(words, lines, right, style)
        turned = right if any(map(str.isalpha, text)) else mirrored
        share = 1 - _SHARES[align] if turned else _SHARES[align]
        y -= _gap(paragraph, place) * style.leading
        for number, line in enumerate(lines):
            y -= style.leading
            wide = sum([word.space + word.width for word in line]) - line[0].space
            x = (0.0 if right else indent) + (measure - wide + style.tracking) * share
            if paragraph.mark and not number:
                font = style.bold if paragraph.mark != "•" else style.plain
                mark = font.width(paragraph.mark, size)
                left = (x + wide + indent) * size - mark if right else (x - indent) * size
                said = FROM_RIGHT + paragraph.mark if right and paragraph.mark != "•" else paragraph.mark
                placed.append(Placed(left, y * size, said, font, mark))
            _place(placed, line, x, y, size)
    return Block(size, -y * size, DEPTH * size, tuple(placed))


def _visual_order(
    words: Sequence[_Word], lines: Sequence[Sequence[_Word]], right: bool, style: Style
) -> list[list[_Word]]:
    """Return the lines of a paragraph with all that is in them from left to right, each part as a word."""
    from .shaping import in_order, visual_order

    whole = "".join((" " if word.space else "") + "".join(map(_read, word.pieces)) for word in words)
    order = visual_order(whole, right)
    made: list[list[_Word]] = []
    at = 0
    for line in lines:
        characters: list[tuple[int | None, str, Piece]] = []
        for character, piece in _characters_in_reading_order(line):
            while whole[at : at + 1] == " " != character:
                at += 1
            is_read = whole[at : at + 1] == character
            characters.append((at if is_read else None, character, piece))
            at += is_read
        made.append([])
        for text, piece in in_order(order, characters, _joined_pieces):
            if not _is_object(piece):
                tracking = 0.0 if needs_shaping(text) else style.tracking
                piece = Piece(piece.font.width(text, 1.0) + tracking * len(text), text, piece.font)
            made[-1].append(_Word(piece.width, (piece,), 0.0, apart=True))
    return made


def _characters_in_reading_order(line: Sequence[_Word]) -> Iterator[tuple[str, Piece]]:
    """Yield the characters of a line as they are read, each with its piece; a space has that before it."""
    last: Piece | None = None
    for word in line:
        if last is not None and word.space:
            yield " ", last._replace(text=" ", icon=False)
        for piece in word.pieces:
            yield from ((character, piece) for character in _read(piece))
            last = piece


def _joined_pieces(one: Piece, other: Piece) -> bool:
    return one.font is other.font and not _is_object(one) and not _is_object(other)


def _is_object(piece: Piece) -> bool:
    """Tell whether a piece is an icon or a gap, which is in the text of its paragraph as one sign."""
    return piece.icon or not piece.text


def _read(piece: Piece) -> str:
    """Return what a piece is in the text of its paragraph."""
    return OBJECT if _is_object(piece) else piece.text


#: The share of what is free in a line that stands before it.
_SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


def _indent(paragraph: Paragraph, style: Style) -> float:
    if not paragraph.mark:
        return 0.0
    font = style.bold if paragraph.mark != "•" else style.plain
    return font.width(paragraph.mark, 1.0) + _INDENT


def _gap(paragraph: Paragraph, place: int) -> float:
    """Return what is between a paragraph and the one above it, in distances of lines."""
    if not place:
        return 0.0
    return _PARAGRAPH if paragraph.apart else _ENTRY if paragraph.mark else 0.0


def _with_numbers_joined(words: list[_Word], style: Style) -> list[_Word]:
    """Return words with a number and the icon behind it (`2 {coin}`) as one."""
    made: list[_Word] = []
    for word in words:
        last = made[-1] if made else None
        if last and word.pieces[0].icon and word.space and last.pieces[-1].text[-1:].isdigit():
            thin = Piece(0.5 * word.space, "", style.plain)
            pieces = (*last.pieces, thin, *word.pieces)
            made[-1] = _Word(last.width + thin.width + word.width, pieces, last.space)
        else:
            made.append(word)
    return made


def _split(word: _Word, place: int, head: Piece, tail: Piece) -> tuple[_Word, _Word]:
    first, second = (*word.pieces[:place], head), (tail, *word.pieces[place + 1 :])
    return (
        _Word(sum(piece.width for piece in first), first, word.space),
        _Word(sum(piece.width for piece in second), second, 0.0),
    )


def _balanced_lines(words: Sequence[_Word], measure: float, last_too: bool) -> list[list[_Word]]:
    """Break words into as few lines as can be, as even as can be; last_too: the last one as well."""
    breaks = [Break(0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))]
    # The least number of lines up to each break. Where all lines are as few as can be, so are those up to
    # any break between them.
    least = [0]
    width = first = 0.0
    for at, word in enumerate(words, 1):
        begin, width = width, width + word.width
        starts_line = at == 1 or width - first > measure + 1e-6
        first = begin if starts_line else first
        least.append(least[-1] + starts_line)
        space = words[at].space if at < len(words) else 0.0
        breaks.append(Break(at, (width, 0.0, 0.0), (width + space, 0.0, 0.0), forced=at == len(words)))
        width += space

    def line_cost(start: Break, end: Break) -> float:
        wide = end.end[0] - start.start[0]
        if wide > measure + 1e-6:
            return TOO_WIDE
        if least[end.at] > least[start.at] + 1:
            return INFINITE
        slack = 1 - wide / measure
        short = end.forced and not last_too
        return 4 * max(0.0, slack - _SHORT_LAST) ** 2 if short else slack * slack

    best = best_breaks(breaks, line_cost, True) or []
    return [list(words[start.at : end.at]) for start, end in pairwise(best)]


def _place(placed: list[Placed], line: Sequence[_Word], x: float, y: float, size: float) -> None:
    """Return the pieces of a line; neighbours in one font with a plain space between them become one."""
    start, text, font = x, "", None
    for at, word in enumerate(line):
        space = word.space if at else 0.0
        for number, piece in enumerate(word.pieces):
            gap = space if not number else 0.0
            if piece.icon or not piece.text or font is not piece.font or word.apart:
                if text and font is not None:
                    placed.append(Placed(start * size, y * size, text, font, (x - start) * size))
                x += gap
                start, text, font = x, "", None
                if piece.icon:
                    low, wide = y + ICON_FOOT, piece.width - 2 * ICON_AIR
                    placed.append(
                        Placed((x + ICON_AIR) * size, low * size, piece.text, piece.font, wide * size, True)
                    )
                elif piece.text:
                    text, font = piece.text, piece.font
            else:
                text += (" " if gap else "") + piece.text
                x += gap
            x += piece.width
    if text and font is not None:
        placed.append(Placed(start * size, y * size, text, font, (x - start) * size))
