"""Whether text that stands on pictures can be read: its colour is held against the picture below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..art.face import plan_face
from ..art.frame import Frame
from ..art.inks import LARGE_CONTRAST, SMALL_CONTRAST
from ..art.items import Label, Picture
from ..art.layout_face import plan_ground
from ..colour import images
from ..colour.colors import luminance
from ..errors import KeyPath, Problem
from ..geometry import Rect, bounds, inverse
from ..pack.model import Card, Pack
from ..sandbox import untrusted
from ..text.rich import CAPITALS
from ..units import Figure, Sentence
from .fonts import named_cards

#: So much of what lies below a text may be too much like it: a light on dark water, a branch before the sky.
#: Beyond that a letter in ten is lost.
_LOST = 0.1


class OnPicture(NamedTuple):
    """A text that stands on a picture."""

    label: Label
    card: Card
    #: Which text it is, alike on all cards of a layout or suit, and where it is said.
    kind: tuple[str, str]
    path: KeyPath
    #: The least contrast that it needs.
    least: float


class _Spot(NamedTuple):
    """Where the lines of a text stand on a picture, and the text's luminance."""

    lines: tuple[Rect, ...]
    luminance: float


_View = tuple[Picture, tuple[_Spot, ...]]


def check_on_pictures(found: Sequence[OnPicture]) -> Iterator[Problem]:
    """Tell of text that is too much like the picture below it: each kind of text once, with its cards."""
    placed = [(_upright(each.label), _spot(each.label)) for each in found]
    views: dict[Picture, dict[_Spot, None]] = {}
    for picture, spot in placed:
        views.setdefault(picture, {})[spot] = None
    asked = tuple((picture, tuple(spots)) for picture, spots in views.items())
    measured = dict(
        zip(views, _contrasts(asked, untrusted.stamps(str(view.file) for view in views)), strict=True)
    )
    pale: dict[tuple[object, ...], list[tuple[OnPicture, float]]] = {}
    for each, (picture, spot) in zip(found, placed, strict=True):
        contrast = measured[picture].get(spot, each.least)
        if contrast < each.least:
            pale.setdefault((*each.kind, each.label.color, each.least), []).append((each, contrast))
    for cases in pale.values():
        first, lowest = cases[0][0], min(contrast for _, contrast in cases)
        on = named_cards(list(dict.fromkeys(each.card.label for each, _ in cases)))
        message = Sentence(
            "{writing}: the contrast to the picture below it is {contrast} ({cards})",
            writing=first.kind[1],
            contrast=Figure(f"{lowest:.1f}"),
            cards=on,
        )
        hint = Sentence(
            "{color} needs {least} or more: choose another colour, or put a ground under it",
            color=first.label.color.hex,
            least=Figure(f"{first.least:g}"),
        )
        yield Problem(message, first.path, hint, "warning", name="contrast")


def check_indices(pack: Pack, cards: Sequence[tuple[Card, KeyPath]]) -> Iterator[Problem]:
    """Tell of indices that are too much like the pictures on their cards, which stand at these paths."""
    trim, found = Rect(0, 0, *pack.card.size), list[OnPicture]()
    for card, path in cards:
        items = plan_ground(Frame(pack, trim), card) if card.kind == "layout" else plan_face(pack, card, trim)
        for label in items:
            if isinstance(label, Label) and label.over:
                least = LARGE_CONTRAST if label.role == "large" else SMALL_CONTRAST
                what = Sentence("the large index") if label.role == "large" else Sentence("the small index")
                found.append(OnPicture(label, card, ("/".join(path), what), path, least))
    yield from check_on_pictures(found)


def _upright(label: Label) -> Picture:
    """Return the picture under a label as what is read of it: alike for all that stand on the same."""
    assert label.over is not None  # noqa: S101
    return label.over._replace(place=None, radius=0.0)


def _spot(label: Label) -> _Spot:
    """Tell where a label stands on the picture under it, as that stands upright."""
    runs = [run for run in label.runs if not run.hidden]
    lines = [
        Rect(run.x, run.y, run.font.width(run.text, run.size) * run.narrow, CAPITALS * run.size)
        for run in runs
    ]
    places = [bounds(label.place, line) for line in ([label.box] if label.shapes else lines)]
    if label.over and label.over.place:
        back = inverse(label.over.place)
        places = [bounds(back, place) for place in places]
    return _Spot(tuple(places), luminance(label.color.rgb))


@lru_cache(maxsize=16)
def _contrasts(views: tuple[_View, ...], _: object) -> tuple[dict[_Spot, float], ...]:
    """Measure texts on pictures; pictures that did not change are not read again."""
    from ..sandbox.child import PICTURE, OverLimit, confined

    if not views:
        return ()
    limits = PICTURE._replace(seconds=len(views) * PICTURE.seconds)
    try:
        found = confined(_measure, views, limits=limits)
    except OverLimit:
        # The check of the picture files says which one it is.
        found = [list[float]() for _ in views]
    return tuple(dict(zip(spots, each, strict=False)) for (_, spots), each in zip(views, found, strict=True))


def _measure(views: Sequence[_View]) -> list[list[float]]:
    """Measure in a child process: for each picture and text, the contrast that all but _LOST of it has."""
    found: list[list[float]] = []
    for picture, spots in views:
        looks = images.Looks(
            picture.ground and picture.ground.rgb, picture.shade and picture.shade.rgb, picture.focus
        )
        lines = [line for spot in spots for line in spot.lines]
        try:
            below = iter(images.luminances_under(picture.file, picture.rect, picture.fit, looks, lines))
        except Exception:  # whatever Pillow raises for a file that cannot be opened, which has been said
            found.append([])
            continue
        found.append(
            [_contrast(spot.luminance, [y for _ in spot.lines for y in next(below)]) for spot in spots]
        )
    return found


def _contrast(text: float, below: list[float]) -> float:
    """Return the contrast of a text that all but _LOST of what lies below it keeps (WCAG 2.2)."""
    ratios = sorted((max(text, each) + 0.05) / (min(text, each) + 0.05) for each in below)
    return ratios[int(_LOST * len(ratios))] if ratios else 21.0
