"""What NEVER OVER asks of a pack: green and red, told apart by sign, and the highest of both equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from ....colour.colors import SIGHTS, lightness, simulated_sight
from ....errors import Problem
from ....languages.remarks import remark
from ....pack.model import Pack
from ....units import Figure, Sentence

#: Cards in a hand, and the pieces that makers of playing cards produce by custom: 52, two jokers
#: and two cards of advertising.
HAND, PIECES = 8, 56
#: The least difference in CIE lightness by which two grounds are told apart at a glance.
LEAST_LIGHTNESS = 10.0


def check(pack: Pack) -> Iterator[Problem]:
    """Check all that NEVER OVER asks of a pack, and tell a designer what is worth knowing."""
    green, red = colors(pack)
    yield from _check_colors(pack, green, red)
    yield from _check_signs(pack)
    if green is None or red is None:
        return
    numbers = [problem for key in (green, red) for problem in _check_numbers(pack, key)]
    yield from numbers
    yield from _check_lightness(pack, green, red)
    if not numbers:
        yield from _check_points(pack, green, red)
        yield from _tell(pack, green, red)


def colors(pack: Pack) -> tuple[str | None, str | None]:
    """Return the keys of the green and of the red suit: by their role, else their sign, else their name."""
    green, red = _suit_of(pack, "attack", "+", "green"), _suit_of(pack, "ceiling", "≤", "red")
    if green is None and red != "green" and _is_free(pack, "green"):
        green = "green"
    if red is None and green != "red" and _is_free(pack, "red"):
        red = "red"
    return green, red


def _suit_of(pack: Pack, role: str, sign: str, name: str) -> str | None:
    """Return the suit that has a role, or its sign; of several the one that is called so."""
    roles = [key for key, suit in pack.suits.items() if suit.role == role]
    signs = [key for key, suit in pack.suits.items() if suit.role is None and suit.sign == sign]
    return next(iter(roles or sorted(signs, key=lambda key: key != name)), None)


def _is_free(pack: Pack, key: str) -> bool:
    return key in pack.suits and pack.suits[key].role is None


def _check_colors(pack: Pack, green: str | None, red: str | None) -> Iterator[Problem]:
    for key, role, sign, what in (
        (green, "attack", "+", "green cards, which score"),
        (red, "ceiling", "≤", "red cards, which set ceilings"),
    ):
        if key is None:
            message = f"NEVER OVER needs {what}, and no suit of this pack is taken for them"
            hint = f'give a suit the sign "{sign}", or write role: {role}; its name and colour may be any'
            yield Problem(message, ("suits",), hint, on_key=True)
    for key in pack.suits:
        if key not in (green, red) and None not in (green, red):
            message = f"NEVER OVER has green and red cards only, here {green} and {red}, and {key} is neither"
            yield Problem(message, ("suits", key), "remove this suit", on_key=True)


def _check_signs(pack: Pack) -> Iterator[Problem]:
    """Check that the signs differ, so that the pack works without colour."""
    for (one, a), (other, b) in combinations(pack.suits.items(), 2):
        if a.sign and b.sign and _drawn_sign(a.sign) == _drawn_sign(b.sign):
            message = f"{one} and {other} have the same sign, so only their colours tell them apart"
            yield Problem(message, ("suits", other, "sign"), 'give them signs such as "+" and "≤"')
    for key, suit in pack.suits.items():
        if suit.sign is None and len(pack.suits) > 1:
            yield Problem(f"{key} has no sign", ("suits", key), 'add one, such as sign: "+"', on_key=True)


def _drawn_sign(sign: str) -> str:
    """Return the sign as it is drawn: all lines of a minus are drawn alike."""
    return "-" if sign in "−–" else sign


def _check_numbers(pack: Pack, key: str) -> Iterator[Problem]:
    for rank in pack.suit_cards[key]:
        if not (rank.isascii() and rank.isdigit() and str(int(rank)) == rank):
            message = f"{rank!r} is not a pointage"
            yield Problem(message, ("suits", key, "cards", rank), "use 0, 1, 2, 3 and so on", on_key=True)


def _check_points(pack: Pack, green: str, red: str) -> Iterator[Problem]:
    greens, reds = _pointages(pack, green), _pointages(pack, red)
    if 0 in greens:
        message = "zero is a red card, never a green one: it could not score"
        hint = f"move the 0 to {red}"
        yield Problem(message, ("suits", green, "cards", "0"), hint, on_key=True)
    if greens and reds and max(greens) != max(reds):
        low, key = min((max(greens), green), (max(reds), red))
        high = max(*greens, *reds)
        message = f"the highest green pointage is {max(greens)} and the highest red is {max(reds)}"
        hint = f"they must be equal: add a {high} to {key}, or remove what is above {low}"
        yield Problem(message, ("suits", key, "cards"), hint, on_key=True)
    if reds and 0 not in reds:
        message = Sentence("there is no red zero, which stops a player altogether")
        hint = Sentence("add 0: 1 to {suit}", suit=red)
        yield remark(message, ("suits", red, "cards"), hint, "warning", on_key=True, name="rules")
    gaps = _gaps(sorted({0, *reds}))
    if gaps:
        message = Sentence(
            "red has no {gaps}: a ceiling is missing between 0 and {most}",
            gaps=", ".join(gaps),
            most=max(reds),
        )
        hint = Sentence("add it, unless this is intended")
        yield remark(message, ("suits", red, "cards"), hint, "warning", on_key=True, name="rules")
    if _sum(greens) < _sum(reds):
        message = Sentence(
            "there are fewer green points ({green}) than red ({red})", green=_sum(greens), red=_sum(reds)
        )
        hint = Sentence("where red counts against players, most scores will be below zero")
        yield remark(message, ("suits", green, "cards"), hint, "warning", on_key=True, name="rules")


def _gaps(numbers: list[int]) -> list[str]:
    """Return what is missing between neighbours: "2", "4–7"."""
    holes = [(low + 1, high - 1) for low, high in pairwise(numbers) if high - low > 1]
    return [str(low) if low == high else f"{low}–{high}" for low, high in holes]


def _pointages(pack: Pack, suit: str) -> dict[int, int]:
    return {int(rank): card.quantity for rank, card in pack.suit_cards[suit].items()}


def _sum(pointages: dict[int, int]) -> int:
    return sum(pointage * quantity for pointage, quantity in pointages.items())


def _check_lightness(pack: Pack, green: str, red: str) -> Iterator[Problem]:
    """Check that colours differ in lightness too, however one sees colours."""
    a, b = pack.suits[green].color, pack.suits[red].color
    apart = {
        sight: abs(lightness(simulated_sight(a.rgb, sight)) - lightness(simulated_sight(b.rgb, sight)))
        for sight in SIGHTS
    }
    found = {sight: Figure(f"{each:.1f}") for sight, each in apart.items() if each < LEAST_LIGHTNESS}
    if found:
        message = Sentence(
            "{green} and {red} are almost equally light to {eyes}; "
            "a difference of {least} is told apart at a glance",
            green=green,
            red=red,
            eyes=[_eyes(sight, difference) for sight, difference in found.items()],
            least=Figure(f"{LEAST_LIGHTNESS:g}"),
        )
        hint = Sentence("make {red} darker or {green} lighter", red=red, green=green)
        yield remark(message, ("suits", red, "color"), hint, "warning", name="lightness")


def _eyes(sight: str, difference: Figure) -> Sentence:
    if sight == "protanopia":
        return Sentence("people with protanopia ({difference})", difference=difference)
    if sight == "deuteranopia":
        return Sentence("people with deuteranopia ({difference})", difference=difference)
    if sight == "tritanopia":
        return Sentence("people with tritanopia ({difference})", difference=difference)
    return Sentence("normal sight ({difference})", difference=difference)


def _tell(pack: Pack, green: str, red: str) -> Iterator[Problem]:
    """Tell how many can play, and how the pack stands to the 56 pieces of a made one."""
    cards = sum(sum(_pointages(pack, key).values()) for key in (green, red))
    yield remark(_players(cards), ("suits",), severity="note", on_key=True)
    yield remark(_pieces(pack.count), ("extras",), severity="note", on_key=True)


def _players(cards: int) -> Sentence:
    most, left = divmod(cards, HAND)
    if most < 2:
        return Sentence(
            "{n} card is too few for two hands of {hand}: agree on smaller hands",
            "{n} cards are too few for two hands of {hand}: agree on smaller hands",
            n=cards,
            hand=HAND,
        )
    if most == 2:
        return Sentence(
            "hands of {hand} serve 2 players (2 players leave a stock of {left})", hand=HAND, left=left
        )
    return Sentence(
        "hands of {hand} serve 2 to {most} players ({most} players leave a stock of {left})",
        hand=HAND,
        most=most,
        left=left,
    )


def _pieces(count: int) -> Sentence:
    if count == PIECES:
        return Sentence(
            "{n} cards with the extras: exactly the {pieces} pieces that card makers usually produce",
            n=count,
            pieces=PIECES,
        )
    if count < PIECES:
        return Sentence(
            "{n} cards with the extras: {lack} more would fill the {pieces} pieces of a made pack",
            n=count,
            lack=PIECES - count,
            pieces=PIECES,
        )
    return Sentence(
        "{n} cards with the extras: {more} more than the {pieces} pieces that card makers usually produce",
        n=count,
        more=count - PIECES,
        pieces=PIECES,
    )
