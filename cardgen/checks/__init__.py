"""What no single field of a pack can know: that cards can be drawn, read, told apart and played with.

Each check is a function from a pack to problems; CHECKS names them all. Faces are checked on the very
items that are drawn, so drawing never fails on a pack that passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from itertools import groupby, islice
from math import floor
from pathlib import Path
from typing import NamedTuple

from ..art.face import plan_face
from ..art.frame import Frame
from ..art.index_face import mistakable, stripe_pieces
from ..art.inks import LARGE_CONTRAST, SMALL_CONTRAST, stripe
from ..art.items import LEAST_LINE, Label
from ..art.label import SYMBOL_HEIGHT
from ..art.signs import SIGNS
from ..colour import images
from ..colour.colors import contrast
from ..errors import MOST_PROBLEMS, KeyPath, Problem
from ..games import GAMES
from ..geometry import Rect, crosses
from ..pack.layouts import NoSuchName
from ..pack.model import Card, Pack, Suit, pip_count
from ..pack.values import MOST_CARDS, MOST_GAMES, is_drawing
from ..pack.yaml import Data
from ..text.fonts import INDEX, LEAST_TYPE, TEXT
from ..units import MM, nearest, quoted, shortened, shown

#: The most suits: a summary has no room for more, and every one of them is compared with every other.
MOST_SUITS = 200


def check(pack: Pack) -> list[Problem]:
    """All problems of a pack of any kind, as far as one keeps another from being seen."""
    basic = _found(BASIC, pack)
    faulty = {problem.path for problem in basic if problem.severity == "error"}
    return basic + list(islice(check_writing(pack, faulty), MOST_PROBLEMS))


def unknown_games(names: Data) -> list[Problem]:
    """Find what a pack names and is no game; names: its `games:`, of whatever form."""
    listed = names[:MOST_GAMES] if isinstance(names, list) else []
    return [
        Problem(f"{quoted(name)} is not one of the choices here", ("games", str(place)), nearest(name, GAMES))
        for place, name in enumerate(listed)
        if name is not None and not (isinstance(name, str) and name in GAMES)
    ]


def check_games(pack: Pack) -> list[Problem]:
    """What the pack's games say of it."""
    if len(pack.suits) > MOST_SUITS:
        return []
    return _found([GAMES[game].check for game in dict.fromkeys(pack.games)], pack)


def _found(checks: Iterable[Callable[[Pack], Iterator[Problem]]], pack: Pack) -> list[Problem]:
    return list(islice((problem for each in checks for problem in each(pack)), MOST_PROBLEMS))


def check_quantities(pack: Pack) -> Iterator[Problem]:
    """Quantities are positive, and their sum is a pack."""
    for card in pack.cards:
        if card.quantity < 1:
            hint = "leave the line out; a 0 takes a card out only in a pack that extends another"
            yield Problem("the quantity is 0", card.path, hint)
    if pack.count > MOST_CARDS:
        message = f"the pack has {pack.count:,} cards; at most {MOST_CARDS:,} can be made"
        yield Problem(message, ("suits",), "take cards out, or make several packs of it", on_key=True)
    if pack.count == 0:
        yield Problem("the pack has no cards", ("suits",), "add a suit with cards, or extras", on_key=True)


def check_suits(pack: Pack) -> Iterator[Problem]:
    """A suit has a sign or a symbol, not both, and cards that it can show."""
    if len(pack.suits) > MOST_SUITS:
        message = f"the pack has {len(pack.suits):,} suits; at most {MOST_SUITS} can be made"
        yield Problem(message, ("suits",), "make ranks of them, or several packs", on_key=True)
    for key, suit in pack.suits.items():
        path = ("suits", key)
        if suit.sign and suit.symbol:
            hint = "a sign stands before numbers, a symbol is a suit of standard packs: keep one"
            yield Problem(f"{key} has a sign and a symbol", (*path, "sign"), hint, on_key=True)
        if not suit.cards:
            hint = "add ranks and quantities, such as cards: {4: 7}"
            yield Problem(f"{key} has no cards", (*path, "cards"), hint, on_key=True)


def check_symbols(pack: Pack) -> Iterator[Problem]:
    """Drawings of suits are understood, and their lines are thick enough where they stand smallest."""
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    height = SYMBOL_HEIGHT * frame.figures(pack.index.small.height, 5 * MM)
    for key, suit in pack.suits.items():
        if not suit.symbol or not is_drawing(suit.symbol):
            continue
        from ..text.svg import examine_svg

        try:
            icon, problems = examine_svg(suit.symbol)
        except OSError as error:
            message = f"{quoted(suit.symbol)} could not be read: {error.strerror or error}"
            yield Problem(message, ("suits", key), "give the name of an SVG file")
            continue
        # The path is the suit's: none of its cards can be drawn. The place is that in the drawing.
        yield from (problem._replace(path=("suits", key)) for problem in problems)
        thinnest = icon.thinnest * height if icon else LEAST_LINE
        if 0 < thinnest < LEAST_LINE and pack.index.small.on:
            message = f"lines of this drawing are {thinnest:.2g} pt wide in the small index"
            hint = f"draw them thicker: printers ask for {LEAST_LINE:g} pt"
            yield Problem(message, ("suits", key, "symbol"), hint, "warning")


def check_courts(pack: Pack) -> Iterator[Problem]:
    """Every rank that is called a court is there, in a suit with a symbol."""
    ranks = dict.fromkeys(rank for suit in pack.suits.values() for rank in suit.cards)
    for rank in pack.courts:
        if rank not in ranks:
            yield Problem(
                f"no suit has the rank {quoted(rank)}", ("courts", rank), nearest(rank, ranks), on_key=True
            )
    for key, suit in pack.suits.items():
        for rank in suit.courts:
            if rank not in suit.cards:
                path = ("suits", key, "courts", rank)
                yield Problem(
                    f"{key} has no rank {quoted(rank)}", path, nearest(rank, suit.cards), on_key=True
                )


def check_faces(pack: Pack) -> Iterator[Problem]:
    """A card's face suits its suit and rank, and has what it needs."""
    for card in pack.cards:
        if card.suit is not None:
            yield from _check_suit_face(pack, card, pack.suits[card.suit])
        if card.kind == "image" and not card.image:
            hint = "add image: and the name of a PNG or JPEG file"
            yield Problem("the picture is missing", (*card.path, "image"), hint)
        if card.extra and card.kind == "text" and not card.extra.text:
            yield Problem("the text is missing", (*card.path, "text"), "add text: and what the card says")


def _check_suit_face(pack: Pack, card: Card, suit: Suit) -> Iterator[Problem]:
    message, hint = "", ""
    if card.kind in ("court", "pips") and not suit.symbol:
        message = f"a {card.kind} face needs a suit symbol"
        hint = "give the suit a symbol, such as spade or acorn: `cardgen list symbols` names all"
    elif card.kind == "court" and not pack.court(card.suit or "", card.rank or ""):
        message = f"there is no court called {card.rank}"
        hint = f"courts are J, Q and K; for others write courts: {{{card.rank}: K}}, or C for a cavalier"
    elif card.kind == "pips" and not pip_count(card.rank):
        message, hint = f"{card.rank} pips cannot be arranged", "pips go from 1 to 10"
    if message:
        yield Problem(message, card.path, hint, on_key=True)


#: The keys of an extra that each kind of face uses, beside face, copies and name.
_USED = {
    "joker": ("color",),
    "summary": ("title", "color"),
    "title": ("title", "color"),
    "text": ("title", "text", "color"),
    "image": ("image",),
}


def check_idle(pack: Pack) -> Iterator[Problem]:
    """Nothing is written in the file that comes to nothing on the card."""
    for card in pack.cards:
        if card.kind == "layout":
            continue
        if card.extra is not None:
            for key in ("title", "text", "color", "image"):
                if getattr(card.extra, key) is not None and key not in _USED[card.kind]:
                    hint = "take it out, or choose another face"
                    message = f"a {card.kind} card does nothing with {key!r}"
                    yield Problem(message, (*card.path, key), hint, "warning", on_key=True)
        elif card.image and card.kind != "image":
            message = f"a {card.kind} face shows no picture"
            hint = "take one of them out; a picture alone is enough"
            yield Problem(message, (*card.path, "image"), hint, "warning", on_key=True)


def check_blank(pack: Pack) -> Iterator[Problem]:
    """Corners and the safe zone fit the card."""
    card = pack.card
    shorter = min(card.size)
    if card.corner > shorter / 2 + 0.001:
        message = f"a corner radius of {shown(card.corner)} does not fit a side of {shown(shorter)}"
        yield Problem(message, ("card", "corner"), f"use at most {shown(shorter / 2)}")
    if card.safe > 0.3 * shorter:
        message = f"a safe zone of {shown(card.safe)} leaves too little of the card"
        yield Problem(message, ("card", "safe"), f"use at most {shown(0.3 * shorter)}")


def check_characters(pack: Pack) -> Iterator[Problem]:
    """The font has every character of every index."""
    for key, suit in pack.suits.items():
        for character in _missing("" if suit.sign in SIGNS else suit.sign or ""):
            yield _no_glyph(character, f"sign of {key}", ("suits", key, "sign"))
    for card in pack.cards:
        if card.suit is not None and card.kind not in ("image", "layout"):
            for character in _missing(card.rank or ""):
                yield _no_glyph(character, f"card {card.label}", card.path, on_key=True)


def _missing(text: str) -> list[str]:
    return [character for character in dict.fromkeys(text) if not INDEX.has(character)]


def _no_glyph(character: str, where: str, path: KeyPath, on_key: bool = False) -> Problem:
    message = f"the font has no {character!r} (U+{ord(character):04X}), which the {where} needs"
    return Problem(message, path, "use another character", on_key=on_key)


def check_rim(pack: Pack) -> Iterator[Problem]:
    """The font has every character of what is printed on the rim of sheets."""
    for key, text in (("name", pack.name), ("edition", pack.edition)):
        missing = [character for character in dict.fromkeys(text or "") if not TEXT.has(character)]
        if missing:
            message = f"the font has no {quoted(''.join(missing))}; the rim of sheets leaves it out"
            yield Problem(message, (key,), "use other characters, or do without them there", "warning")


def check_writing(pack: Pack, faulty: Set[KeyPath] = frozenset()) -> Iterator[Problem]:
    """All writing is large enough, inside the safe zone, readable on its ground, and apart.

    faulty: where errors have been found already; what hangs on them is not looked at.
    """
    trim = Rect(0, 0, *pack.card.size)
    if any(path[:1] == ("card",) or path == ("suits",) for path in faulty):
        return
    on_stripe: set[Problem] = set()
    yield from _check_boxes(pack, faulty)
    for card in _representatives(pack):
        if any(path[: len(card.path)] == card.path or path == card.path[: len(path)] for path in faulty):
            continue
        if card.kind == "summary" and any(path[:1] == ("suits",) for path in faulty):
            continue
        labels = [item for item in plan_face(pack, card, trim) if isinstance(item, Label)]
        if card.kind == "index" and not labels:
            hint = "turn the small or the large index on"
            message = f"nothing on the card {card.label} says what it is"
            yield Problem(message, ("index",), hint, on_key=True)
        if card.extra is not None:
            yield from _check_glyphs(card, labels)
        yield from _first_of_each_kind(
            problem for label in labels for problem in _check_label(pack, card, label)
        )
        yield from _check_apart(card, labels)
        for problem in _check_stripe(pack, card, labels, trim):
            if problem not in on_stripe:
                on_stripe.add(problem)
                yield problem


def _representatives(pack: Pack) -> list[Card]:
    """One card for all that are laid out alike: of each suit and length of rank, the widest."""

    def likeness(card: Card) -> tuple[str, str, int, bool]:
        marked = card.suit is not None and mistakable(card, pack)
        return card.suit or card.id, card.kind, len(card.rank or ""), marked

    drawn = [card for card in pack.cards if card.kind not in ("image", "layout")]
    groups = groupby(sorted(drawn, key=likeness), key=likeness)
    return [card for _, group in groups for card in _extremes(list(group))]


def _extremes(cards: list[Card]) -> Iterator[Card]:
    """Of cards laid out alike, the widest, the highest and the deepest."""
    inks = [INDEX.ink(card.rank or "", 1) for card in cards]
    places = range(len(cards))
    found = {
        max(places, key=lambda place: inks[place].width),
        max(places, key=lambda place: inks[place].top),
        min(places, key=lambda place: inks[place].y),
    }
    yield from (cards[place] for place in sorted(found))


def _check_glyphs(card: Card, labels: list[Label]) -> Iterator[Problem]:
    runs = [run for label in labels for run in label.runs if not run.hidden]
    missing = dict.fromkeys(c for run in runs for c in run.text if not run.font.has(c))
    for character in missing:
        yield _no_glyph(character, f"card {card.label}", card.path)


def _first_of_each_kind(problems: Iterator[Problem]) -> Iterator[Problem]:
    seen: set[tuple[KeyPath, str]] = set()
    for problem in problems:
        kind = (problem.path, problem.hint)
        if kind not in seen:
            seen.add(kind)
            yield problem


def _check_label(pack: Pack, card: Card, label: Label) -> Iterator[Problem]:
    size = min((run.size for run in label.runs if not run.hidden), default=LEAST_TYPE)
    where = card.path if card.suit is None else ("index", label.role)
    if size < LEAST_TYPE - 0.01:
        # Rounded down: 5.96 must not be called 6.
        shown_size = f"{floor(10 * size + 0.001) / 10:.1f} pt"
        message = f"{_named(card, label)} on the card {card.label} would be set in {shown_size} to fit"
        hint = f"type must be {LEAST_TYPE:g} pt or larger: use fewer characters or a larger card"
        yield Problem(message, where, hint, on_key=True)
    safe = Rect(0, 0, *pack.card.size).grown(-pack.card.safe)
    if not safe.holds(label.bounds):
        message = f"{_named(card, label)} on the card {card.label} reaches out of the safe zone"
        mend = "use fewer words" if card.extra else "make it smaller, or the safe zone narrower"
        yield Problem(message, where, f"{mend}, or use a larger card", on_key=True)
    yield from _check_contrast(pack, card, label)


def _check_contrast(pack: Pack, card: Card, label: Label) -> Iterator[Problem]:
    least = LARGE_CONTRAST if label.role == "large" else SMALL_CONTRAST
    found = contrast(label.color, label.ground)
    if found < least:
        message = (
            f"{_named(card, label)} on the card {card.label} has a contrast of {found:.1f} to its ground"
        )
        hint = f"{label.color.hex} on {label.ground.hex} needs {least:g} or more: use a darker colour"
        yield Problem(message, _color_path(pack, card, label), hint)


def _color_path(pack: Pack, card: Card, label: Label) -> KeyPath:
    """Where the pack states the colour that is to blame: a summary writes in those of the suits."""
    if card.suit is not None:
        return ("suits", card.suit, "color")
    suits = (key for key, suit in pack.suits.items() if suit.color == label.color)
    suit = next(suits, None) if card.kind == "summary" else None
    return (*card.path, "color") if suit is None else ("suits", suit, "color")


def _named(card: Card, label: Label) -> str:
    if card.suit is not None:
        return "the large index" if label.role == "large" else "the small index"
    return quoted(shortened(label.text, 24))


def _check_apart(card: Card, labels: list[Label]) -> Iterator[Problem]:
    indices = [label for label in labels if label.role != "body"]
    for place, one in enumerate(indices):
        if any(one.bounds.overlaps(other.bounds) for other in indices[place + 1 :]):
            message = f"indices on the card {card.label} lie over one another"
            yield Problem(message, ("index",), "make them smaller, or leave one out", on_key=True)
            return


def _check_stripe(pack: Pack, card: Card, labels: list[Label], trim: Rect) -> Iterator[Problem]:
    """No small index stands on the stripe: a warning, and an error where it cannot be read against it."""
    if card.kind != "index":
        return
    pieces = stripe_pieces(Frame(pack, trim), card)
    small = [label for label in labels if label.role == "small"]
    for place, label in enumerate(small):
        if any(crosses(piece.points, label.bounds) for piece in pieces):
            other = "top-left" if pack.stripe.start == "bottom-left" else "bottom-left"
            hint = f"use another corner, or stripe: {{from: {other}}}, or stripe: false"
            path = ("index", "small", "corners", str(place))
            message = f"the {pack.index.small.corners[place]} index stands on the stripe"
            under = stripe(pack.suits[card.suit or ""], label.ground, pack)
            read = contrast(label.color, under) >= SMALL_CONTRAST
            yield Problem(message, path, hint, "warning" if read else "error")


def _has_layouts(pack: Pack) -> bool:
    return bool(pack.layouts or pack.types or pack.icons) or any(card.kind == "layout" for card in pack.cards)


def _check_boxes(pack: Pack, faulty: Set[KeyPath]) -> Iterator[Problem]:
    if _has_layouts(pack) and not any(path[:1] in (("layouts",), ("types",)) for path in faulty):
        from .layouts import check_boxes

        yield from check_boxes(pack, faulty)


def check_layouts(pack: Pack) -> Iterator[Problem]:
    """Layouts, types and columns that are named are there."""
    if _has_layouts(pack):
        from .layouts import check_names

        yield from check_names(pack)


class _Wanted(NamedTuple):
    """A picture that is drawn, and the space that it is to fill, in points."""

    file: str
    path: KeyPath
    width: float
    height: float
    #: Whether it covers a whole card, so that what is cut off is worth a word.
    whole: bool = True


def _wanted_pictures(pack: Pack) -> list[_Wanted]:
    """Each picture once, where it is first named; in boxes, where it is to be largest."""
    wide, high = (side + 2 * pack.card.bleed for side in pack.card.size)
    found: dict[str, _Wanted] = {}
    for card in pack.cards:
        if card.kind == "layout":
            for wanted in _pictures_in_boxes(pack, card):
                found[wanted.file] = max(wanted, found.get(wanted.file, wanted), key=lambda each: each.width)
        elif card.image:
            found.setdefault(card.image, _Wanted(card.image, (*card.path, "image"), wide, high))
    whole: list[tuple[str | None, KeyPath]] = [
        (ground.image, ("layouts", name, "ground"))
        for name, layout in pack.layouts.items()
        for ground in layout.grounds
    ]
    backs: dict[str | None, KeyPath] = {pack.back.image: ("back", "image")}
    for card in pack.cards:
        if card.back:
            backs.setdefault(card.back.image, _back_path(pack, card))
    for image, path in [*whole, *backs.items()]:
        if image:
            found[f"{path[-1]} {image}"] = _Wanted(image, path, wide, high)
    return list(found.values())


def _back_path(pack: Pack, card: Card) -> KeyPath:
    """Tell where the picture on a card's own back is named."""
    if card.suit is not None:
        return ("suits", card.suit, "back", "image")
    if "back" in card.values:
        return (*card.path, "back")
    return (*(card.path if card.extra else card.path[:2]), "back", "image")


def _pictures_in_boxes(pack: Pack, card: Card) -> Iterator[_Wanted]:
    from ..art.layout_face import picture_boxes

    try:
        boxes = list(picture_boxes(Frame(pack, Rect(0, 0, *pack.card.size)), card))
    except NoSuchName:
        return
    for column, file, rect in boxes:
        yield _Wanted(file, (*card.path, column), rect.width, rect.height, False)


def check_pictures(pack: Pack) -> Iterator[Problem]:
    """Picture files open, are sharp enough, and a back's looks the same turned about.

    They are decoded in a child process with limits; so whatever decodes them later ends as well.
    """
    wanted = _wanted_pictures(pack)
    if not wanted:
        return
    from ..sandbox.child import PICTURE, OverLimit, confined

    limits = PICTURE._replace(seconds=len(wanted) * PICTURE.seconds)
    try:
        yield from confined(_picture_problems, pack, wanted, limits=limits, tick=lambda done, total: None)
    except OverLimit as error:
        message = f"opening this picture {error}"
        yield Problem(
            message, wanted[error.done].path, "save it again, in a plain form and with fewer pixels"
        )


def _picture_problems(pack: Pack, wanted: list[_Wanted], tick: Callable[[int, int], None]) -> list[Problem]:
    """What is wrong with picture files; the back's with how it is turned."""
    one_way = {back.image for back in pack.backs.values() if back.one_way}
    problems: list[Problem] = []
    for done, (name, path, wide, high, whole) in enumerate(wanted):
        tick(done, len(wanted))
        found = list(images.check(Path(name), wide, high, path, whole))
        problems += found
        opens = all(problem.severity != "error" for problem in found)
        of_back = "back" in path and name not in one_way
        if opens and of_back and images.one_way(Path(name), wide, high):
            message = "the back looks different turned about, so a card put in the other way round is marked"
            hint = "use a picture that looks the same turned by half, or write one-way: true if it is meant"
            problems.append(Problem(message, path, hint, "warning"))
    return problems


#: What is asked before faces are laid out; check_writing() is what is asked of those.
BASIC: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    check_quantities,
    check_suits,
    check_symbols,
    check_courts,
    check_layouts,
    check_faces,
    check_idle,
    check_blank,
    check_characters,
    check_rim,
    check_pictures,
)
