"""The requirements of NEVER OVER on a pack: green and red, distinguished by sign, and equal highest cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from ....colour.colors import COLOR_VISIONS, lightness, simulated_color_vision
from ....errors import Problem, Suggestion
from ....languages.remarks import USUAL_PIECES, remark
from ....pack.model import Pack
from ....units import Figure, Sentence

#: Cards in a hand, and the usual number of pieces of card makers: 52, two jokers and two advertising cards.
HAND, PIECES = 8, 56
#: Minimum difference in CIE lightness for telling two grounds apart at a glance.
LEAST_LIGHTNESS = 10.0


def check(pack: Pack) -> Iterator[Problem]:
    """Yield the problems of a pack for NEVER OVER, and notes for its designer."""
    green, red = green_and_red_suits(pack)
    yield from _check_colors(pack, green, red)
    yield from _check_signs(pack)
    if green is None or red is None:
        return
    numbers = [problem for key in (green, red) for problem in _check_numbers(pack, key)]
    yield from numbers
    yield from _check_lightness(pack, green, red)
    if not numbers:
        yield from _check_points(pack, green, red)
        yield from _note_players_and_pieces(pack, green, red)


def green_and_red_suits(pack: Pack) -> tuple[str | None, str | None]:
    """Return the keys of the green and the red suit; None for a suit that is not found.

    A suit is found by its role, or else by its sign, or else by its name.
    """
    green, red = _find_suit(pack, "attack", "+", "green"), _find_suit(pack, "ceiling", "≤", "red")
    if green is None and red != "green" and _is_free(pack, "green"):
        green = "green"
    if red is None and green != "red" and _is_free(pack, "red"):
        red = "red"
    return green, red


def _find_suit(pack: Pack, role: str, sign: str, name: str) -> str | None:
    """Return the key of the suit with a role, or else with a sign; None if there is none.

    If several suits have the sign, the one with the given name is preferred.
    """
    roles = [key for key, suit in pack.suits.items() if suit.role == role]
    signs = [key for key, suit in pack.suits.items() if suit.role is None and suit.sign == sign]
    return next(iter(roles or sorted(signs, key=lambda key: key != name)), None)


def _is_free(pack: Pack, key: str) -> bool:
    return key in pack.suits and pack.suits[key].role is None


def _check_colors(pack: Pack, green: str | None, red: str | None) -> Iterator[Problem]:
    """Yield a problem for a missing colour, and for each suit that is neither green nor red."""
    for key, name, role, sign, color, what in (
        (green, "green", "attack", "+", "#0B7A4B", "green cards, which score"),
        (red, "red", "ceiling", "≤", "#C8102E", "red cards, which set ceilings"),
    ):
        if key is None:
            message = f"NEVER OVER needs {what}, and no suit of this pack is taken for them"
            hint = f'give a suit the sign "{sign}", or write role: {role}; its name and colour may be any'
            free = [
                each for each, suit in pack.suits.items() if suit.role is None and each not in (green, red)
            ]
            new = f'{{color: "{color}", sign: "{sign}", cards: {{1: 1}}}}'
            suggestions = [Suggestion(("suits", each, "role"), role) for each in free]
            suggestions = suggestions or [Suggestion(("suits", name), new)]
            yield Problem(message, ("suits",), hint, on_key=True, suggestions=tuple(suggestions))
    for key in pack.suits:
        if key not in (green, red) and None not in (green, red):
            message = f"NEVER OVER has green and red cards only, here {green} and {red}, and {key} is neither"
            gone = Suggestion.to_remove("suits", key)
            yield Problem(message, ("suits", key), "remove this suit", on_key=True, suggestions=gone)


def _check_signs(pack: Pack) -> Iterator[Problem]:
    """Yield a problem unless the signs differ, so that the pack works without colour."""
    for (one, a), (other, b) in combinations(pack.suits.items(), 2):
        if a.sign and b.sign and _sign_as_drawn(a.sign) == _sign_as_drawn(b.sign):
            message = f"{one} and {other} have the same sign, so only their colours tell them apart"
            path = ("suits", other, "sign")
            free = next(each for each in "+≤" if _sign_as_drawn(a.sign) != each)
            meant = (Suggestion(path, f'"{free}"'),)
            yield Problem(message, path, 'give them signs such as "+" and "≤"', suggestions=meant)
    signs = [suit.sign for suit in pack.suits.values()]
    for key, suit in pack.suits.items():
        if suit.sign is None and len(pack.suits) > 1:
            sign = next(each for each in ("+", "≤", key[:1]) if each not in signs)
            signs.append(sign)
            own, hint = Suggestion(("suits", key, "sign"), f'"{sign}"'), f'add one, such as sign: "{sign}"'
            yield Problem(f"{key} has no sign", ("suits", key), hint, on_key=True, suggestions=(own,))


def _sign_as_drawn(sign: str) -> str:
    """Return the sign as it is drawn: all minus signs are drawn alike."""
    return "-" if sign in "−–" else sign


def _check_numbers(pack: Pack, key: str) -> Iterator[Problem]:
    for rank in pack.suit_cards[key]:
        if not (rank.isascii() and rank.isdigit() and str(int(rank)) == rank):
            message = f"{rank!r} is not a pointage"
            yield Problem(message, ("suits", key, "cards", rank), "use 0, 1, 2, 3 and so on", on_key=True)


def _check_points(pack: Pack, green: str, red: str) -> Iterator[Problem]:
    """Yield the problems of pointages.

    A green zero and unequal highest cards are errors. Without a red zero there is a note, and with missing
    ceilings, or fewer green points than red, a warning.
    """
    greens, reds = _quantity_by_pointage(pack, green), _quantity_by_pointage(pack, red)
    green_name, red_name = pack.suit_title(green), pack.suit_title(red)
    if 0 in greens:
        message = f"zero is a {red_name} card, never a {green_name} one: it could not score"
        hint = f"move the 0 to {red}"
        yield Problem(message, ("suits", green, "cards", "0"), hint, on_key=True)
    if greens and reds and max(greens) != max(reds):
        low, key = min((max(greens), green), (max(reds), red))
        high = max(*greens, *reds)
        message = (
            f"the highest {green_name} pointage is {max(greens)} and the highest {red_name} is {max(reds)}"
        )
        hint = f"they must be equal: add a {high} to {key}, or remove what is above {low}"
        added = (Suggestion(("suits", key, "cards", str(high)), "1"),)
        yield Problem(message, ("suits", key, "cards"), hint, on_key=True, suggestions=added)
    if reds and 0 not in reds:
        message = Sentence("there is no {suit} card of 0, which stops a player altogether", suit=red_name)
        hint = Sentence("add 0: 1 to {suit}", suit=red)
        path = ("suits", red, "cards")
        zero = (Suggestion((*path, "0"), "1"),)
        yield remark(message, path, hint, on_key=True, name="rules", suggestions=zero)
    gaps = _gaps_as_texts(sorted({0, *reds}))
    if gaps:
        message = Sentence(
            "there is no {suit} card of {gaps}: a ceiling is missing between 0 and {most}",
            suit=red_name,
            gaps=", ".join(gaps),
            most=max(reds),
        )
        hint = Sentence("add it, unless this is intended")
        yield remark(message, ("suits", red, "cards"), hint, "warning", on_key=True, name="rules")
    if _total_points(greens) < _total_points(reds):
        message = Sentence(
            "the {green} cards have fewer points ({points}) than the {red} cards ({others})",
            green=green_name,
            points=_total_points(greens),
            red=red_name,
            others=_total_points(reds),
        )
        hint = Sentence(
            "where {suit} cards count against players, most scores will be below zero", suit=red_name
        )
        yield remark(message, ("suits", green, "cards"), hint, "warning", on_key=True, name="rules")


def _gaps_as_texts(numbers: list[int]) -> list[str]:
    """Return the gaps in rising numbers as texts, such as "2" or "4–7"."""
    holes = [(low + 1, high - 1) for low, high in pairwise(numbers) if high - low > 1]
    return [str(low) if low == high else f"{low}–{high}" for low, high in holes]


def _quantity_by_pointage(pack: Pack, suit: str) -> dict[int, int]:
    return {int(rank): card.quantity for rank, card in pack.suit_cards[suit].items()}


def _total_points(pointages: dict[int, int]) -> int:
    return sum(pointage * quantity for pointage, quantity in pointages.items())


def _check_lightness(pack: Pack, green: str, red: str) -> Iterator[Problem]:
    """Yield problems of colours that do not differ in lightness for all kinds of colour vision."""
    a, b = pack.suits[green].color, pack.suits[red].color
    apart = {
        sight: abs(
            lightness(simulated_color_vision(a.rgb, sight)) - lightness(simulated_color_vision(b.rgb, sight))
        )
        for sight in COLOR_VISIONS
    }
    found = {sight: Figure(f"{each:.1f}") for sight, each in apart.items() if each < LEAST_LIGHTNESS}
    if found:
        names = {"green": pack.suit_title(green), "red": pack.suit_title(red)}
        message = Sentence(
            "{green} and {red} are almost equally light to {eyes}; "
            "a difference of {least} can be seen at a glance",
            green=names["green"],
            red=names["red"],
            eyes=[_lightness_sentence(sight, difference) for sight, difference in found.items()],
            least=Figure(f"{LEAST_LIGHTNESS:g}"),
        )
        hint = Sentence("make {red} darker or {green} lighter", **names)
        yield remark(message, ("suits", red, "color"), hint, "warning", name="lightness")


def _lightness_sentence(sight: str, difference: Figure) -> Sentence:
    if sight == "protanopia":
        return Sentence("people with protanopia ({difference})", difference=difference)
    if sight == "deuteranopia":
        return Sentence("people with deuteranopia ({difference})", difference=difference)
    if sight == "tritanopia":
        return Sentence("people with tritanopia ({difference})", difference=difference)
    return Sentence("normal sight ({difference})", difference=difference)


def _note_players_and_pieces(pack: Pack, green: str, red: str) -> Iterator[Problem]:
    """Yield notes on the number of players, and on how the pack compares with the usual 56 pieces."""
    cards = sum(sum(_quantity_by_pointage(pack, key).values()) for key in (green, red))
    yield remark(_players_sentence(cards), ("suits",), severity="note", on_key=True)
    yield remark(_pieces_sentence(pack.count), ("extras",), severity="note", on_key=True, name=USUAL_PIECES)


def _players_sentence(cards: int) -> Sentence:
    """Return a sentence on the numbers of players for which this number of cards suffices, and the size of
    the stock.
    """
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


def _pieces_sentence(count: int) -> Sentence:
    """Return how a number of pieces compares with what card makers usually produce."""
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
