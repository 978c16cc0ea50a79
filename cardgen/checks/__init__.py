"""Checks that involve more than one key of a pack: its cards can be drawn, read, told apart and played with.

Each check is a function that yields the problems of a pack; `BASIC` lists the simple ones. Faces are checked
on the same items that are drawn, so a pack that passes can be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby, islice
from math import floor
from pathlib import Path, PurePath
from typing import NamedTuple

from ..art.cover import is_mirrored
from ..art.face import plan_face
from ..art.frame import Frame
from ..art.index_face import is_ambiguous_upside_down, stripe_outlines, symbol_height
from ..art.inks import LARGE_CONTRAST, SMALL_CONTRAST, stripe_color
from ..art.items import LEAST_LINE, Item, Label
from ..art.piece_outline import is_safe
from ..colour import images
from ..colour.colors import Color, contrast_ratio
from ..errors import MOST_PROBLEMS, PICTURE, FileChanged, KeyPath, Problem, Severity, Suggestion
from ..gaming.games import GAMES
from ..geometry import Rect, polygon_overlaps_rect
from ..languages.remarks import remark
from ..pack.card_list import columns_of
from ..pack.copy_numbers import with_numbers
from ..pack.icon_libraries import icon_credits
from ..pack.model import Card, Pack, Suit, pip_count
from ..pack.pieces import regular_height
from ..pack.result_cache import CACHE, cache_result, cached_result
from ..pack.values import (
    MOST_CARDS,
    MOST_GAMES,
    Bleed,
    ByColumn,
    Ground,
    NoSuchName,
    choices_of,
    is_drawing,
    stated_grounds,
)
from ..pack.yaml import Data
from ..sandbox import untrusted
from ..sandbox.child import record_work
from ..text.fonts import INDEX, LEAST_TYPE, Font
from ..text.icons import suit_matrix
from ..text.own_fonts import font_for_role, using_fallback_fonts
from ..units import (
    MM,
    Figure,
    Sentence,
    length_text,
    nearest_word_hint,
    quoted_value,
    shortened_text,
    size_text,
)
from .card_memory import facts_of_cards
from .fonts import (
    check_characters,
    check_fonts,
    check_margin_text,
    check_overlong_words,
    check_shaping,
    missing_character_problems,
)
from .legibility import (
    COVERED,
    LabelInContext,
    Layer,
    TextOnGround,
    check_contrasts,
    covered_shares,
    labels_in_context,
    with_contrasts,
)
from .pips import check_pips
from .shapes import check_drawn_outline
from .shared_findings import Cases, SharedFindings, cards_phrase, likewise_phrase

#: Called with the pack that is being checked and the number of its cards checked so far. An exception that it
#: raises ends the check.
PROGRESS: ContextVar[Callable[[Pack, int], None]] = ContextVar("watch", default=lambda pack, done: None)
#: Maximum number of suits: a summary has no room for more, and each suit is compared with every other.
MOST_SUITS = 200


def check_pack(pack: Pack) -> list[Problem]:
    """Return all problems of a pack. Problems that only follow from another problem, such as a broken font,
    are left out.
    """
    PROGRESS.get()(pack, 0)
    fonts = list(check_fonts(pack))
    broken = {problem.path[1] for problem in fonts if problem.severity == "error"}
    # The same object if no font is broken: its plans are used again for drawing.
    sound = _without_fonts(pack, broken) if broken else pack
    with using_fallback_fonts(sound.fonts):
        found = _pack_problems(BASIC, sound)
        for kind in sound.kinds:
            found += _pack_problems(OF_KINDS, kind)
        faulty = {problem.path for problem in found if problem.severity == "error"}
        unshaped = list(check_shaping(sound))
        # A text that cannot be shaped can be neither measured nor drawn.
        on_faces = (problem for kind in sound.kinds for problem in check_text_on_faces(kind, faulty))
        found += unshaped or (each._replace(drawable=True) for each in islice(on_faces, MOST_PROBLEMS))
    # A font that cannot be used might have had the characters.
    return fonts + [problem for problem in found if not (broken and problem.name in {"characters", "rim"})]


def _without_fonts(pack: Pack, broken: Set[str]) -> Pack:
    """Return the pack without the font families in `broken`."""
    return replace(pack, fonts={key: family for key, family in pack.fonts.items() if key not in broken})


def unknown_games(names: Data) -> list[Problem]:
    """Return a problem for each name that is no known game. names: the value of `games:`, which may have any
    type.
    """
    listed = names[:MOST_GAMES] if isinstance(names, list) else []
    return [
        Problem(
            f"{quoted_value(name)} is not one of the choices here",
            ("games", str(place)),
            nearest_word_hint(name, GAMES),
        )
        for place, name in enumerate(listed)
        if name is not None and not (isinstance(name, str) and name in GAMES)
    ]


def check_games(pack: Pack) -> list[Problem]:
    """Return the problems that the pack's games find."""
    if len(pack.suits) > MOST_SUITS:
        return []
    return _pack_problems([GAMES[game].check for game in dict.fromkeys(pack.games) if game in GAMES], pack)


def _pack_problems(checks: Iterable[Callable[[Pack], Iterator[Problem]]], pack: Pack) -> list[Problem]:
    """Return the problems that checks find in a pack, in the order of the checks."""

    def problems() -> Iterator[Problem]:
        watch = PROGRESS.get()
        for each in checks:
            watch(pack, 0)
            yield from each(pack)

    return list(islice(problems(), MOST_PROBLEMS))


def check_quantities(pack: Pack) -> Iterator[Problem]:
    """Check that quantities are positive and that their sum is a possible pack."""
    for card in pack.cards:
        if card.quantity < 1:
            hint = "leave the line out; a 0 removes a card only in a pack that extends another"
            gone = Suggestion.to_remove(*card.path)
            yield Problem("the quantity is 0", card.path, hint, suggestions=gone)
    if pack.count > MOST_CARDS:
        message = f"the pack has {pack.count:,} cards; at most {MOST_CARDS:,} can be made"
        yield Problem(message, ("suits",), "remove cards, or divide the pack", on_key=True)
    # A list or table without cards already has its problem.
    if pack.count == 0 and not pack.lists:
        hint = "add a suit with cards, a list of cards, or extras"
        first = Suggestion(("cards",), "[{layout: story, rows: [{title: A card, text: What it says.}]}]")
        message = "the pack has no cards"
        yield Problem(message, ("suits",), hint, on_key=True, name="no-cards", suggestions=(first,))


def check_language(pack: Pack) -> Iterator[Problem]:
    """Check that cardgen's own texts exist in the pack's language."""
    tag = pack.language.lower().split("-")[0]
    if tag == "en" or pack.words:
        return
    from ..languages.catalogue import translated_languages

    known = ["en", *translated_languages()]
    if tag not in known:
        message = Sentence(
            "what cardgen prints itself is in English: it has no words in {language}",
            language=quoted_value(pack.language),
        )
        hint = Sentence(
            "there are {languages}; in any other the pack needs words of its own", languages=known
        )
        yield remark(message, ("language",), hint, "note")


def check_suits(pack: Pack) -> Iterator[Problem]:
    """Check that a suit has either a sign or a symbol, and cards that can show it."""
    if len(pack.suits) > MOST_SUITS:
        message = f"the pack has {len(pack.suits):,} suits; at most {MOST_SUITS} can be made"
        yield Problem(message, ("suits",), "use ranks in place of suits, or divide the pack", on_key=True)
    for key, suit in pack.suits.items():
        path = ("suits", key)
        if suit.sign and suit.symbol:
            hint = "keep one: a sign stands before numbers, a symbol marks the suit"
            gone = (*Suggestion.to_remove(*path, "sign"), *Suggestion.to_remove(*path, "symbol"))
            message = f"{key} has a sign and a symbol"
            yield Problem(message, (*path, "sign"), hint, on_key=True, suggestions=gone)
        if not pack.suit_cards[key]:
            example = Suggestion((*path, "cards"), "{4: 7}")
            hint = f"add ranks and quantities, such as cards: {example.value}"
            message = f"{key} has no cards"
            yield Problem(message, example.path, hint, on_key=True, suggestions=(example,))


def check_grounds(pack: Pack) -> Iterator[Problem]:
    """Check that the columns by which suits choose their grounds exist."""
    stated: dict[KeyPath, object] = {("suits", key): suit.ground for key, suit in pack.suits.items()}
    stated |= {card.path: card.ground for card in pack.cards if "ground" not in card.inherited}
    for path, ground in stated.items():
        if isinstance(ground, ByColumn):
            from .layouts import check_choices

            alike = [card for card in pack.cards if card.path[: len(path)] == path]
            cards = [card._replace(values=columns_of(pack, card)) for card in alike]
            yield from check_choices(pack, path, [(("ground",), ground.column, ground.choices)], cards)


def check_symbols(pack: Pack) -> Iterator[Problem]:
    """Check that drawings of suits can be read, and that their lines are thick enough at the smallest
    size.
    """
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    small = pack.index.small
    height = symbol_height(frame, small, frame.figure_height(small.height, 5 * MM))
    for key, suit in pack.suits.items():
        if not suit.symbol or not is_drawing(suit.symbol):
            continue
        from ..text.svg import examine_svg

        try:
            icon, problems = examine_svg(suit.symbol)
        except OSError as error:
            message = f"{quoted_value(suit.symbol)} could not be read: {error.strerror or error}"
            yield Problem(message, ("suits", key), "give the name of an SVG file")
            continue
        # The path is that of the suit, as none of its cards can be drawn; the place is in the drawing.
        yield from (problem._replace(path=("suits", key), name="drawing") for problem in problems)
        sized = suit.sized_symbol
        thinnest = icon.thinnest * suit_matrix(icon, sized)[0] * height if icon and sized else LEAST_LINE
        if 0 < thinnest < LEAST_LINE and pack.index.small.on:
            message = Sentence(
                "lines of this drawing are {width} wide in the small index",
                width=Figure(f"{thinnest:.2g} pt"),
            )
            least = Figure(f"{LEAST_LINE:g} pt")
            hint = Sentence("draw them thicker: printers ask for {least}", least=least)
            yield remark(message, ("suits", key, "symbol"), hint, "warning", name="drawing")


def check_courts(pack: Pack) -> Iterator[Problem]:
    """Check that each rank that `courts` names exists, and that the suit has a symbol, without which no
    figure is drawn.
    """
    ranks = dict.fromkeys(rank for cards in pack.suit_cards.values() for rank in cards)
    for rank in pack.courts:
        if rank not in ranks:
            yield Problem(
                f"no suit has the rank {quoted_value(rank)}",
                ("courts", rank),
                nearest_word_hint(rank, ranks),
                on_key=True,
            )
    for key, suit in pack.suits.items():
        if suit.courts and not suit.symbol:
            message = Sentence("{suit} has courts and no symbol, so none is drawn", suit=key)
            hint = Sentence("give it a symbol, or remove the courts")
            yield remark(message, ("suits", key, "courts"), hint, "warning", on_key=True, name="unused")
        for rank in suit.courts:
            if rank not in pack.suit_cards[key]:
                path = ("suits", key, "courts", rank)
                yield Problem(
                    f"{key} has no rank {quoted_value(rank)}",
                    path,
                    nearest_word_hint(rank, pack.suit_cards[key]),
                    on_key=True,
                )


def check_faces(pack: Pack) -> Iterator[Problem]:
    """Check that a card's face is possible for its suit and rank, and that the pack has the symbol, rank and
    court that the face needs.
    """
    for card in pack.cards:
        if card.suit is not None:
            yield from _check_suit_face(pack, card, pack.suits[card.suit])
        if card.kind == "image" and not card.image:
            key = "picture" if card.section == "cards" else "image"
            hint = f"name a PNG or JPEG file as its {key}"
            chosen = (Suggestion((*card.path, key), PICTURE),)
            yield Problem("the picture is missing", (*card.path, key), hint, suggestions=chosen)
        if card.kind == "text" and not card.text:
            example = Suggestion((*card.path, "text"), "What the card says.")
            hint = "add text: and what the card says"
            yield Problem("the text is missing", example.path, hint, suggestions=(example,))
        elif card.kind == "text" and card.text and set("*{") & set(card.text):
            from .layouts import check_text_face

            yield from check_text_face(pack, card, with_numbers(card.text, card.numbers))


def _check_suit_face(pack: Pack, card: Card, suit: Suit) -> Iterator[Problem]:
    """Check that a card's suit has a symbol, and that its rank is possible, for its pip or court face."""
    message, hint = "", ""
    suggestions: tuple[Suggestion, ...] = ()
    if card.kind in ("court", "pips") and not suit.symbol:
        message = f"a {card.kind} face needs a suit symbol"
        hint = "give the suit a symbol, such as spade or acorn: `cardgen list symbols` names all"
    elif card.kind == "court" and not pack.court_figure(card.suit or "", card.rank or ""):
        message = f"there is no court called {card.rank}"
        hint = f"courts are J, Q and K; for others write courts: {{{card.rank}: K}}, or C for a cavalier"
        suggestions = tuple(Suggestion(("courts", str(card.rank)), court) for court in "KC")
    elif card.kind == "pips" and not pip_count(card.rank):
        message, hint = f"{card.rank} pips cannot be arranged", "pips go from 1 to 10"
    if message:
        yield Problem(message, card.path, hint, on_key=True, suggestions=suggestions)


#: The keys of an extra that each kind of face uses, besides face, copies and name.
_USED = {
    "joker": ("color",),
    "summary": ("title", "color"),
    "title": ("title", "color"),
    "text": ("title", "text", "color"),
    "image": ("image",),
}


def check_unused_keys(pack: Pack) -> Iterator[Problem]:
    """Yield warnings for keys that have no effect on a card or in a game."""
    opposed = any(GAMES[game].opposed for game in pack.games if game in GAMES)
    for key, suit in pack.suits.items():
        if suit.role and not opposed:
            message = Sentence("the pack is for no game in which {role} means anything", role=suit.role)
            games = ", ".join(name for name, game in GAMES.items() if game.opposed)
            hint = Sentence("remove it, or write games: [{games}]", games=games)
            role = ("suits", key, "role")
            own = (Suggestion(("games",), f"[{games}]"), *Suggestion.to_remove(*role))
            yield remark(message, role, hint, on_key=True, name="unused", suggestions=own)
    for card in pack.cards:
        if card.is_extra and "quantity" in card.texts and not _shows_quantity(pack, card):
            message = Sentence("'quantity' does not set how many copies of an extra there are")
            number = card.texts["quantity"]
            hint = Sentence("write copies: {number}", number=number)
            meant = (Suggestion((*card.path, "copies"), number),) if number.isdecimal() else ()
            path = (*card.path, "quantity")
            yield remark(message, path, hint, on_key=True, name="unused", suggestions=meant)
        if card.kind == "layout":
            continue
        if card.is_extra:
            own_keys = [key for key in card.texts if key != "quantity"]
            stated = [
                key
                for key in ("title", "text", "color", "image", "ground")
                if getattr(card, key) is not None and key not in _USED[card.kind]
            ]
            for key in (*stated, *own_keys):
                hint = Sentence("remove it, or choose another face")
                message = Sentence("a {face} card does not use '{key}'", face=card.kind, key=key)
                gone = Suggestion.to_remove(*card.path, key)
                yield remark(message, gone[0].path, hint, on_key=True, name="unused", suggestions=gone)
        elif card.image and card.kind != "image":
            message = Sentence("a {face} face shows no picture", face=card.kind)
            hint = Sentence("remove one of them; a picture alone is enough")
            gone = Suggestion.to_remove(*card.path, "image")
            yield remark(message, gone[0].path, hint, on_key=True, name="unused", suggestions=gone)


def _shows_quantity(pack: Pack, card: Card) -> bool:
    """Tell whether the layout of a card, if it has one, shows its column `quantity`."""
    from .layouts import known_layout_names

    return card.layout in known_layout_names(pack) and "quantity" in pack.layout(card.layout).columns


def check_credits(pack: Pack) -> Iterator[Problem]:
    """Yield a warning for each key in `credits` that names no file or icon set of the pack."""
    sets = (
        {each.prefix for each in icon_credits(file for _, file in pack.drawings)} if pack.credits else set()
    )
    for key in pack.credits:
        if key not in sets and not any(PurePath(file).match(key) for file in pack.creditable_files):
            message = Sentence(
                "{file} is no picture, drawing, font or set of icons of this pack", file=quoted_value(key)
            )
            hint = Sentence('write the name of a file as in the pack, or a pattern such as "art/*.png"')
            yield remark(message, ("credits", key), hint, "warning", on_key=True, name="unused")


#: How far the height of a circle or hexagon may be off, in parts of it: makers round sizes.
_IRREGULAR = 0.01


def check_card_format(pack: Pack) -> Iterator[Problem]:
    """Yield problems of corners and a safe zone that do not fit the card."""
    card, where = pack.card, ("pieces", pack.piece) if pack.piece else ("card",)
    shorter = min(card.size)
    regular = regular_height(card)
    if abs(card.height - regular) > _IRREGULAR * regular:
        message = f"a {card.shape_word} of {size_text(*card.size)} is not regular"
        yield Problem(message, (*where, "size"), f"use {size_text(card.width, round(regular / MM, 2) * MM)}")
    if pack.piece and card.shape != "rectangle" and pack.pieces[pack.piece].corner is not None:
        message = Sentence("only rectangles have a corner radius")
        gone, hint = Suggestion.to_remove(*where, "corner"), Sentence("remove it")
        yield remark(message, gone[0].path, hint, on_key=True, name="unused", suggestions=gone)
    if card.shape == "rectangle" and card.corner > shorter / 2 + 0.001:
        message = (
            f"a corner radius of {length_text(card.corner)} does not fit a side of {length_text(shorter)}"
        )
        yield _too_long_problem(message, (*where, "corner"), shorter / 2)
    if card.safe > 0.3 * shorter:
        message = f"a safe zone of {length_text(card.safe)} leaves too little of the card"
        yield _too_long_problem(message, (*where, "safe"), 0.3 * shorter)


def _too_long_problem(message: str, path: KeyPath, maximum: float) -> Problem:
    """Return the problem of a length that is more than `maximum` points."""
    # Rounded down: what is written must not be too much again.
    meant = Suggestion(path, f"{floor(maximum / MM * 100) / 100:g} mm")
    return Problem(message, path, f"use at most {length_text(maximum)}", suggestions=(meant,))


def check_text_on_faces(pack: Pack, faulty: Set[KeyPath] = frozenset()) -> Iterator[Problem]:
    """Yield the problems of text on faces: too small, outside the safe zone, hard to read on its ground, or
    overlapping.

    faulty: the paths with errors; values that depend on them are not checked.
    """
    trim = Rect(0, 0, *pack.card.size)
    blank = ("pieces", pack.piece) if pack.piece else ("card",)
    if any(path[: len(blank)] == blank or path == ("suits",) for path in faulty):
        return
    noted = _FaceFindings(SharedFindings(), {}, [], [])
    yield from _check_boxes(pack, faulty)
    for card, alike in _extreme_cards_with_groups(pack):
        if not _uses_faulty(card, faulty):
            yield from _check_face(pack, card, alike, plan_face(pack, card, trim), noted)
    noted.on_grounds.extend(
        _labels_on_other_grounds(pack, faulty, {each.card.id for each in noted.on_grounds})
    )
    yield from check_contrasts(with_contrasts(pack.card.size, noted.on_grounds))
    yield from _check_covered(noted.covered)
    yield from noted.on_stripe
    yield from (_to_problem(pack, finding, cases) for finding, cases in noted.found.items())


class _FaceFindings(NamedTuple):
    """Findings that are reported once for all faces that have them."""

    #: Each with the name of the writing; None for further lines of one text.
    found: SharedFindings[_TextFault, str | None]
    on_stripe: dict[Problem, None]
    on_grounds: list[TextOnGround]
    #: Labels that another item covers.
    covered: list[tuple[Card, LabelInContext]]


def _check_face(
    pack: Pack, card: Card, similar_cards: list[Card], items: list[Item], findings: _FaceFindings
) -> Iterator[Problem]:
    """Yield the problems of the text on a face without boxes. similar_cards: the cards that have the same
    layout.
    """
    labels = [item for item in items if isinstance(item, Label)]
    if card.kind == "index" and not labels:
        hint = "turn the small or the large index on"
        message = f"nothing on the card {card.label} says what it is"
        yield Problem(message, ("index",), hint, on_key=True)
    if card.is_extra:
        texts = [(run.font, run.text) for label in labels for run in label.runs if not run.is_hidden]
        yield from missing_character_problems(
            texts, f"card {card.label}", card.path, language=pack.language, icons=pack.library_icons
        )
    apart = list(_check_overlapping_indices(card, labels))
    yield from apart
    striped = _labels_on_stripe(pack, card, labels)
    for writing in labels_in_context(_single_item_layers(items)):
        label = writing.label
        if not apart:
            if writing.over:
                findings.covered.append((card, writing))
            if writing.ground is None and label not in striped:
                findings.on_grounds.append(_label_on_ground(pack, card, writing))
        for finding in _check_label(pack, card, label, writing.ground):
            # Of several lines of one text, report only the first.
            is_named = card.suit is not None or finding not in findings.found
            for each in similar_cards if finding.name == "contrast" else [card]:
                findings.found.record(finding, each, _label_description(card, label) if is_named else None)
    findings.on_stripe.update((problem, None) for problem in _check_stripe(pack, card, labels, striped))


def _uses_faulty(card: Card, faulty: Set[KeyPath]) -> bool:
    """Tell whether a card uses a faulty value."""
    below = any(path[: len(card.path)] == card.path or path == card.path[: len(path)] for path in faulty)
    return below or (card.kind == "summary" and any(path[:1] == ("suits",) for path in faulty))


def _extreme_cards_with_groups(pack: Pack) -> list[tuple[Card, list[Card]]]:
    """Return pairs of a card with an extreme index, and all cards of its group.

    The cards of a group have the same suit, kind of face and length of rank. Extreme indices are the widest,
    the highest and the deepest of the group, so a group has one to three pairs.
    """

    def layout_key(card: Card) -> tuple[str, str, int, bool]:
        marked = card.suit is not None and is_ambiguous_upside_down(card, pack)
        return card.suit or card.id, card.kind, len(card.rank or ""), marked

    drawn = [card for card in pack.cards if card.kind not in ("image", "layout")]
    groups = [list(group) for _, group in groupby(sorted(drawn, key=layout_key), key=layout_key)]
    font = font_for_role(pack.fonts, "index", INDEX)
    return [(card, group) for group in groups for card in _cards_with_extreme_indices(group, font)]


def _cards_with_extreme_indices(cards: list[Card], font: Font) -> Iterator[Card]:
    """Yield the cards whose index is the widest, reaches highest or reaches lowest; each card once.

    cards: of one suit, kind of face and length of rank.
    """
    inks = [font.ink_box(card.rank or "", 1) for card in cards]
    places = range(len(cards))
    found = {
        max(places, key=lambda place: inks[place].width),
        max(places, key=lambda place: inks[place].top),
        min(places, key=lambda place: inks[place].y),
    }
    yield from (cards[place] for place in sorted(found))


class _TextFault(NamedTuple):
    """A problem of a text on faces, without the cards that have the problem."""

    #: The predicate of the message, singular and plural: "reaches out ...", "reach out ...".
    one: str
    several: str
    path: KeyPath
    hint: str
    severity: Severity = "error"
    name: str = ""
    #: The contrast and a hint, for problems of contrast; `one`, `several` and `hint` are then empty.
    contrast: tuple[Figure, Sentence] | None = None


def _to_problem(pack: Pack, finding: _TextFault, cases: Cases[str | None]) -> Problem:
    """Return a fault of texts as one problem that names all cards with the fault, in the order of
    the pack.
    """
    what = list(dict.fromkeys(filter(None, cases.details)))
    said = finding.one if len(what) == 1 else finding.several
    labels = set(cases.labels)
    cards = cards_phrase(list(dict.fromkeys(card.label for card in pack.cards if card.label in labels)))
    if finding.contrast is None:
        message = f"{' and '.join(what)} on {cards} {said}"
        return Problem(message, finding.path, finding.hint, on_key=True, name=finding.name)
    return remark(
        Sentence(
            "{writing} on {cards} has a contrast of {contrast} to the ground",
            "{writing} on {cards} have a contrast of {contrast} to the ground",
            n=len(what),
            writing=what,
            cards=cards,
            contrast=finding.contrast[0],
        ),
        finding.path,
        finding.contrast[1],
        finding.severity,
        on_key=finding.name != "contrast",
        name=finding.name,
    )


#: Sizes in points from which regular and bold type need less contrast (WCAG 2.2, "large scale" text).
_LARGE, _LARGE_BOLD = 18.0, 14.0


def _check_label(pack: Pack, card: Card, label: Label, ground: Color | None) -> Iterator[_TextFault]:
    """Yield the faults of a label: type too small, outside the safe zone, too little contrast.

    ground: the colour behind the label; None if there are several.
    """
    seen = [run for run in label.runs if not run.is_hidden]
    size = min((run.size for run in seen), default=LEAST_TYPE)
    where = card.path if card.suit is None else ("index", label.role)
    if size < LEAST_TYPE - 0.01:
        # Rounded down: 5.96 must not be shown as 6.
        said = f"would be set in {floor(10 * size + 0.001) / 10:.1f} pt to fit"
        hint = f"type must be {LEAST_TYPE:g} pt or larger: use fewer characters or a larger card"
        yield _TextFault(said, said, where, hint)
    if not is_safe(pack.card, label):
        mend = "use fewer words" if card.is_extra else "make it smaller, or the safe zone narrower"
        hint = f"{mend}, or use a larger card"
        yield _TextFault("reaches out of the safe zone", "reach out of the safe zone", where, hint)
    for part in label.split_by_color:
        if ground is None:
            return
        least, measured = _required_contrast(part), contrast_ratio(part.color, ground)
        if measured >= least:
            continue
        unreadable = card.suit is not None and label.role != "body" and measured < LARGE_CONTRAST
        hint = Sentence(
            "{color} on {ground} needs {least} or more: use a darker colour",
            color=part.color.hex,
            ground=ground.hex,
            least=Figure(f"{least:g}"),
        )
        severity: Severity = "error" if unreadable else "warning"
        path = _color_path(pack, card, label)
        yield _TextFault("", "", path, "", severity, "contrast", (Figure(f"{measured:.1f}"), hint))


def _required_contrast(label: Label) -> float:
    """Return the contrast ratio that a label needs; large type needs less."""
    seen = [run for run in label.runs if not run.is_hidden]
    large = all(run.size >= (_LARGE_BOLD if run.font.is_bold else _LARGE) for run in seen)
    return LARGE_CONTRAST if label.role == "large" or large else SMALL_CONTRAST


def _color_path(pack: Pack, card: Card, label: Label) -> KeyPath:
    """Return the path of the key that sets a label's colour. On a summary, that is the colour of a suit."""
    if card.suit is not None:
        return ("suits", card.suit, "color")
    suits = (key for key, suit in pack.suits.items() if suit.color == label.color)
    suit = next(suits, None) if card.kind == "summary" else None
    return (*card.path, "color") if suit is None else ("suits", suit, "color")


def _label_description(card: Card, label: Label) -> str:
    """Return words for a label in messages: which index it is, or its text in quotation marks."""
    if card.suit is not None:
        return Sentence("the large index") if label.role == "large" else Sentence("the small index")
    return quoted_value(shortened_text(" ".join(run.text for run in label.runs), 24))


def _check_overlapping_indices(card: Card, labels: list[Label]) -> Iterator[Problem]:
    indices = [label for label in labels if label.role != "body"]
    for place, one in enumerate(indices):
        if any(one.bounds.overlaps(other.bounds) for other in indices[place + 1 :]):
            message = f"indices on the card {card.label} overlap"
            yield Problem(message, ("index",), "make them smaller, or leave one out", on_key=True)
            return


def _labels_on_stripe(pack: Pack, card: Card, labels: list[Label]) -> list[Label]:
    """Return the small indices that lie on the stripe."""
    if card.kind != "index":
        return []
    pieces = stripe_outlines(Frame(pack, Rect(0, 0, *pack.card.size)), card)
    small = [label for label in labels if label.role == "small"]
    return [
        label for label in small if any(polygon_overlaps_rect(piece.points, label.bounds) for piece in pieces)
    ]


def _check_stripe(pack: Pack, card: Card, labels: list[Label], striped: list[Label]) -> Iterator[Problem]:
    """Yield a warning if small indices lie on the stripe, and an error if they cannot be read against it."""
    small = [label for label in labels if label.role == "small"]
    for label in striped:
        other = "top-left" if pack.stripe.start == "bottom-left" else "bottom-left"
        hint = Sentence("use another corner, or stripe: {from: {other}}, or stripe: false", other=other)
        place = small.index(label)
        path = ("index", "small", "corners", str(place))
        corner = pack.index.small.corners[place]
        message = Sentence("the {corner} index is on the stripe", corner=corner)
        under = stripe_color(pack.suits[card.suit or ""], label.ground, pack)
        read = contrast_ratio(label.color, under) >= LARGE_CONTRAST
        severity: Severity = "warning" if read else "error"
        moved = Suggestion(("stripe",), f"{{from: {other}}}"), Suggestion(("stripe",), "false")
        yield remark(message, path, hint, severity, name="stripe", suggestions=moved)


def _single_item_layers(items: Sequence[Item]) -> list[Layer]:
    """Return the items of a face as layers of one item each."""
    return [Layer((item,), item if isinstance(item, Label) else None) for item in items]


def _check_covered(covered_labels: Sequence[tuple[Card, LabelInContext]]) -> Iterator[Problem]:
    """Yield an error for each text on faces without boxes that later items cover."""
    asked = [
        (each.label, tuple(item for _, items in each.over for item in items)) for _, each in covered_labels
    ]
    covered = SharedFindings[str, float]()
    for (card, writing), share in zip(covered_labels, covered_shares(asked), strict=True):
        if share > COVERED:
            covered.record(_label_description(card, writing.label), card, share)
    for what, cases in covered.items():
        message = f"{what} is covered in part by what is painted over it on {cases.cards}"
        yield Problem(
            message, ("index",), "make it smaller, or use a larger card", on_key=True, name="covered"
        )


def _label_on_ground(pack: Pack, card: Card, writing: LabelInContext) -> TextOnGround:
    """Return a label that lies on several colours, in the form that with_contrasts() takes."""
    label = writing.label
    path = _color_path(pack, card, label) if card.ground is None else card.path_of("ground")
    least = _required_contrast(label)
    return TextOnGround.of(writing, card, ("/".join(path), _label_description(card, label)), path, least)


def _labels_on_other_grounds(pack: Pack, faulty: Set[KeyPath], checked_ids: Set[str]) -> list[TextOnGround]:
    """Return the labels of suit cards on pictures or gradients, except for cards whose labels are already
    checked.

    faulty: the paths with errors; grounds at these paths are left out. checked_ids: the ids of the checked
    cards.
    """
    trim, found = Rect(0, 0, *pack.card.size), list[TextOnGround]()
    for card in pack.cards:
        if card.suit is None or card.kind == "image" or card.id in checked_ids:
            continue
        stated, path = stated_grounds(card.ground), card.path_of("ground")
        if path in faulty or not any(each.image or len(each.colors) > 1 for each in stated):
            continue
        if card.kind == "layout":
            from ..art.layout_face import plan_ground

            items = list(plan_ground(Frame(pack, trim), card))
        else:
            items = plan_face(pack, card, trim)
        labels = [item for item in items if isinstance(item, Label)]
        striped = _labels_on_stripe(pack, card, labels)
        found += [
            _label_on_ground(pack, card, each)
            for each in labels_in_context(_single_item_layers(items))
            if each.ground is None and each.label not in striped
        ]
    return found


def _has_layouts(pack: Pack) -> bool:
    in_boxes = any(card.kind == "layout" or (card.back or pack.back).layout for card in pack.cards)
    return bool(pack.layouts or pack.types or pack.icons) or in_boxes


def _check_boxes(pack: Pack, faulty: Set[KeyPath]) -> Iterator[Problem]:
    if _has_layouts(pack) and not any(path[:1] in (("layouts",), ("types",)) for path in faulty):
        from .layouts import check_boxes

        yield from check_boxes(pack, faulty, PROGRESS.get())


def check_layouts(pack: Pack) -> Iterator[Problem]:
    """Check that the layouts, types and columns that are named exist."""
    if _has_layouts(pack):
        from .layouts import check_names

        yield from check_names(pack)


def check_pieces(pack: Pack) -> Iterator[Problem]:
    """Check that every kind of pieces has cards."""
    for name in pack.pieces.keys() - {card.piece for card in pack.cards}:
        message = Sentence("no list of cards has the piece {piece}", piece=quoted_value(name))
        hint = Sentence("name it in a list of cards: piece: {piece}", piece=name)
        free = dict.fromkeys(
            card.path[:2] for card in pack.cards if card.section == "cards" and not card.piece
        )
        lists = tuple(Suggestion((*path, "piece"), name) for path in free)
        path = ("pieces", name)
        yield remark(message, path, hint, on_key=True, name="unused", suggestions=lists)


class _NeededPicture(NamedTuple):
    """A picture that a pack draws, and the size in points of the space that it must fill."""

    file: str
    path: KeyPath
    width: float
    height: float
    #: Whether it covers a whole card; a message then says how much of it is cut off.
    whole: bool = True
    #: Whether it is a mask, which is stretched.
    is_mask: bool = False
    #: The size in pixels that the requested printer states for it; None if it states none.
    pixels: tuple[int, int] | None = None


def _needed_pictures(pack: Pack) -> list[_NeededPicture]:
    """Return each picture once: in the place where it is first named or, if boxes show it, where it is
    largest.
    """
    found: dict[str, _NeededPicture] = {}
    watch = PROGRESS.get()
    frame = Frame(pack, Rect(0, 0, *pack.card.size))
    kept = facts_of_cards(pack)
    for card in (*pack.cards, *pack.backs_in_boxes.values()):
        if card.kind == "layout":
            facts = {} if kept is None else kept.facts(card)
            if "pictures" not in facts:
                watch(pack, 0)
                record_work(card.path)
                facts["pictures"] = _cached_pictures_in_boxes(frame, card)
            for column, file, rect in facts["pictures"]:
                wanted = _NeededPicture(file, (*card.path, column), rect.width, rect.height, False)
                found[wanted.file] = max(wanted, found.get(wanted.file, wanted), key=lambda each: each.width)
        elif card.image:
            path = (*card.path, "picture" if card.section == "cards" else "image")
            found.setdefault(card.image, _covering_picture(pack, card.image, path, card.bleed))
    for wanted in _pictures_beneath(pack):
        found[f"{wanted.path[-1]} {wanted.file}"] = wanted
    for wanted in _needed_masks(pack):
        key = f"mask {wanted.file}"
        found[key] = max(wanted, found.get(key, wanted), key=lambda each: each.width)
    return list(found.values())


def _covering_picture(pack: Pack, file: str, path: KeyPath, bleed: Bleed = "included") -> _NeededPicture:
    """Return a picture that covers a whole card: up to the end of the bleed, or to the trim if its edges are
    mirrored into the bleed.
    """
    wide, high = pack.card.size
    if is_mirrored(pack, file, bleed):
        return _NeededPicture(file, path, wide, high)
    more = 2 * pack.card.bleed
    return _NeededPicture(file, path, wide + more, high + more, pixels=pack.picture_pixels)


def _pictures_beneath(pack: Pack) -> Iterator[_NeededPicture]:
    """Yield the pictures of grounds and backs, each where it is first named."""
    grounds: list[tuple[Ground, KeyPath]]
    grounds = [
        (each, ("layouts", name, "ground"))
        for name, of in pack.layouts.items()
        for each in of.possible_grounds
    ]
    grounds += [(each, card.path_of("ground")) for card in pack.cards for each in stated_grounds(card.ground)]
    for ground, path in grounds:
        if ground.image:
            yield _covering_picture(pack, ground.image, path)
    backs: dict[str | None, tuple[KeyPath, Bleed]] = {pack.back.image: (("back", "image"), pack.back.bleed)}
    for card in pack.cards:
        if card.back:
            backs.setdefault(card.back.image, (card.path_of_back("image"), card.back.bleed))
    for image, (path, bleed) in backs.items():
        if image:
            yield _covering_picture(pack, image, path, bleed)


def _needed_masks(pack: Pack) -> Iterator[_NeededPicture]:
    """Yield the masks of boxes in the pack's layouts, also inherited ones, at the sizes of the boxes."""
    if not pack.layouts:
        return
    from ..pack.layouts import Stretch
    from .layouts import possible_places

    for name in pack.layouts:
        try:
            layout = pack.layout(name)
        except NoSuchName:
            continue
        stretch = Stretch(layout.card or pack.card.size, pack.card.size)
        for key, box in layout.boxes.items():
            places = possible_places(stretch.stretched_box(box)) if box.mask else ()
            for file in dict.fromkeys(choices_of(box.mask) if places else ()):
                if file:
                    path = ("layouts", _layout_with_mask(pack, name, key), "boxes", key, "mask")
                    yield _NeededPicture(file, path, *max(places, key=lambda each: each[2])[2:], False, True)


def _layout_with_mask(pack: Pack, name: str, box: str) -> str:
    """Return the layout that states the mask of a box of a layout: its own, or one that it extends."""
    own = pack.layouts[name]
    while not (box in own.boxes and own.boxes[box].mask) and own.extends in pack.layouts:
        name = own.extends or ""
        own = pack.layouts[name]
    return name


def _cached_pictures_in_boxes(frame: Frame, card: Card) -> list[tuple[str, str, Rect]]:
    """Return the pictures in the boxes of a card, from an earlier run if possible."""
    known = cached_result("pictures", frame.pack, card)
    if known is None:
        found = _pictures_in_boxes(frame, card)
        cache_result("pictures", frame.pack, card, found)
        return found
    return [(column, file, Rect(*rect)) for column, file, rect in known]


def _pictures_in_boxes(frame: Frame, card: Card) -> list[tuple[str, str, Rect]]:
    """Return the pictures in the boxes of a card: the column that names each, its file, and the rectangle
    that it fills."""
    from ..art.layout_face import pictures_in_boxes

    try:
        return list(pictures_in_boxes(frame, card))
    except NoSuchName:
        return []


def check_pictures(pack: Pack) -> Iterator[Problem]:
    """Check that picture files open, are sharp enough, and that those of backs look the same when turned by
    180°.

    Pictures are decoded in a child process with limits, so later decoding is also known to end.
    """
    wanted = pack.drawing_cache.get("needed pictures")
    if wanted is None:
        wanted = pack.drawing_cache["needed pictures"] = tuple(_needed_pictures(pack))
    assert isinstance(wanted, tuple)  # noqa: S101 - nobody else uses the name
    one_way = frozenset(back.image for back in (pack.back, *pack.all_backs.values()) if back.one_way)
    known = _pictures_known_as_sound(wanted, one_way)
    unknown = tuple(each for each in wanted if each not in known)
    if unknown:
        stamps = untrusted.file_stamps(each.file for each in unknown)
        problems, sound = _cached_picture_problems(unknown, one_way, stamps)
        for place in sound:
            _record_as_sound(unknown[place], one_way)
        yield from problems


def _pictures_known_as_sound(
    pictures: Sequence[_NeededPicture], one_way: frozenset[str | None]
) -> set[_NeededPicture]:
    """Return the pictures of which an earlier run found no problem."""
    cache = CACHE.get()
    if cache is None:
        return set()
    return {each for each in pictures if cache.get("picture", _picture_key(each, one_way)) is not None}


def _record_as_sound(picture: _NeededPicture, one_way: frozenset[str | None]) -> None:
    """Record for a later run that a picture has no problems."""
    cache = CACHE.get()
    if cache is not None:
        cache.put("picture", _picture_key(picture, one_way), 1)


def _picture_key(picture: _NeededPicture, one_way: frozenset[str | None]) -> str:
    """Return a hash of all that the problems of a picture depend on; "" if its file cannot be read."""
    try:
        contents = untrusted.content_digest(picture.file)
    except (OSError, FileChanged):
        return ""
    way = ("back" in picture.path, picture.file in one_way)
    about = repr((contents, Path(picture.file).suffix, picture._replace(file="", path=()), way))
    return blake2b(about.encode(), digest_size=16).hexdigest()


#: The problems of pictures, and the indices of the pictures that have none.
_PictureVerdict = tuple[list[Problem], list[int]]


@lru_cache(maxsize=16)
def _cached_picture_problems(
    pictures: tuple[_NeededPicture, ...], one_way: frozenset[str | None], _: object
) -> _PictureVerdict:
    """Return the problems of pictures. Results for files that did not change come from a cache."""
    from PIL import Image

    from ..sandbox.child import PICTURE, OverLimit, run_confined

    # Import before the fork: the parent needs the same modules later.
    Image.preinit()
    limits = PICTURE._replace(seconds=len(pictures) * PICTURE.seconds)
    try:
        return run_confined(
            _picture_problems, pictures, one_way, limits=limits, tick=lambda done, total: None
        )
    except OverLimit as error:
        hint = "save it again as a plain PNG or JPEG with fewer pixels"
        return [Problem(f"opening this picture {error}", pictures[error.done].path, hint)], []


def _picture_problems(
    pictures: Sequence[_NeededPicture], one_way: frozenset[str | None], tick: Callable[[int, int], None]
) -> _PictureVerdict:
    """Return the problems of picture files, including backs that differ when turned by 180°."""
    problems: list[Problem] = []
    sound: list[int] = []
    for done, (name, path, wide, high, whole, is_mask, pixels) in enumerate(pictures):
        tick(done, len(pictures))
        record_work(path)
        before = len(problems)
        check = images.mask_problems(Path(name), wide, high, path) if is_mask else None
        found = list(check or images.picture_problems(Path(name), wide, high, path, whole, pixels))
        problems += found
        opens = all(problem.severity != "error" for problem in found)
        of_back = "back" in path and name not in one_way
        if opens and of_back and images.has_top_and_bottom(Path(name), wide, high):
            message = Sentence(
                "the back looks different when it is turned by 180 degrees, so a card turned round is marked"
            )
            hint = Sentence(
                "use a picture that looks the same when it is turned by 180 degrees, or write one-way: true "
                "if this is intended"
            )
            meant = Suggestion((*path[: path.index("back") + 1], "one-way"), "true")
            problems.append(remark(message, path, hint, suggestions=(meant,)))
        if opens and whole and not is_mask and images.is_partly_transparent(Path(name)):
            message = Sentence("transparent parts of {picture} are printed white", picture=Path(name).name)
            problems.append(remark(message, path, severity="note", name="transparency"))
        if len(problems) == before:
            sound.append(done)
    record_work(())
    return _merged_problems(problems, pictures), sound


#: How bad a fault of a picture is: the lowest figure is the worst.
_MEASURES: dict[str, Callable[[Sentence], float]] = {
    "resolution": lambda message: float(str(message.values["ppi"])),
    "shape": lambda message: -float(str(message.values["part"])),
}


def _merged_problems(problems: list[Problem], pictures: Sequence[_NeededPicture]) -> list[Problem]:
    """Merge equal faults of several pictures into the worst of them, which names the others."""
    files = {each.path: Path(each.file).name for each in pictures}
    alike: dict[object, list[Problem]] = {}
    for problem in problems:
        # Pictures of one size have the same requirements, and so the same hint.
        alike.setdefault((problem.name, problem.hint) if problem.name else problem, []).append(problem)
    told = []
    for same in alike.values():
        measure = _MEASURES.get(same[0].name)
        first, *others = sorted(same, key=lambda each: measure(each.message)) if measure else same  # type: ignore[arg-type]
        names = list(dict.fromkeys(files[each.path] for each in others))
        told.append(first._replace(message=likewise_phrase(first.message, names)))
    return told


def check_bleed(pack: Pack) -> Iterator[Problem]:
    """Yield a note for pictures whose edges are mirrored into the bleed because they have the shape of the
    trim.
    """
    lists: dict[KeyPath, dict[str, KeyPath]] = {}
    for card in pack.cards:
        path = card.path[:2]
        pictures = lists.setdefault(path, {})
        if card.kind == "image" and card.bleed == "auto" and card.image:
            pictures[card.image] = path
        back = card.back or pack.back
        if back.image and back.bleed == "auto":
            pictures[back.image] = path if card.back else ("back",)
    for path, pictures in lists.items():
        owners = [owner for file, owner in pictures.items() if is_mirrored(pack, file, "auto")]
        if mirrored := len(owners):
            message = Sentence(
                "{n} picture ends at the trim: its edges are mirrored into the bleed",
                "{n} pictures end at the trim: their edges are mirrored into the bleed",
                n=mirrored,
            )
            hint = Sentence("write bleed: included if they have theirs")
            own = tuple(Suggestion((*owner, "bleed"), "included") for owner in dict.fromkeys(owners))
            yield remark(message, path, hint, "note", suggestions=own)


#: Checks before faces are laid out; check_text_on_faces() checks those.
def check_special_inks(pack: Pack) -> Iterator[Problem]:
    """Yield a problem for each part in foil, varnish or white that would not be solid on its plate."""
    if pack.special_inks:
        from . import special_inks

        yield from special_inks.check_special_inks(pack)


BASIC: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    check_quantities,
    check_language,
    check_suits,
    check_grounds,
    check_courts,
    check_pieces,
    check_layouts,
    check_special_inks,
    check_faces,
    check_unused_keys,
    check_credits,
    check_characters,
    check_overlong_words,
    check_margin_text,
)
#: Checks of each kind of pieces, as they depend on its size.
OF_KINDS: tuple[Callable[[Pack], Iterator[Problem]], ...] = (
    check_symbols,
    check_pips,
    check_card_format,
    check_drawn_outline,
    check_pictures,
    check_bleed,
)
