"""What a person at the table is shown: cards in zones, moves in words, and what happened as sentences.

A scene of a seat holds only what its seat may see. Cards in it are a pack's cards, standard cards, or the
text or the number that a game uses for a card; `TableWords` finds the pack's card for each. Texts of the
games that come with cardgen are `Sentence`s, which lessons in rulebooks show in other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from ...errors import UsageError
from ...pack.model import Card as OwnCard
from ...units import Sentence


class ViewedGame(Protocol):
    """The parts of a `card_game.CardGame` that scenes use."""

    seats: int
    zones: Mapping[str, str]

    @property
    def turn(self) -> int | None:
        """Return the seat to move."""
        ...

    def view(self, seat: int) -> Any:
        """Return the view of a seat: the game without the cards that its player may not see."""
        ...

    def hidden(self, seat: int) -> Sequence[list[Any]]:
        """Return the lists of cards that a seat cannot see."""
        ...

    def moves(self) -> Sequence[Any]:
        """Return the legal moves."""
        ...

    def label(self, move: Any) -> str:
        """Return a move as text."""
        ...

    def scores(self) -> Sequence[int]:
        """Return the score of each seat."""
        ...


ZoneKind = Literal["hand", "row", "pile"]

#: Names of entries of a view that hold cards even if they are only numbers, where a game declares no zones.
_USUAL_ZONES = (
    *("hand", "hands", "pile", "piles", "trick", "row", "table", "shown", "discard", "discards", "meld"),
    *("melds", "market", "board", "played", "top"),
)


class Refusal(NamedTuple):
    """Something that a card may not do now."""

    #: What the person would do, in the words of a legal move.
    attempt: str
    #: Why the rules forbid it, without a capital letter and a full stop.
    reason: str


class SeenCard(NamedTuple):
    """A card of a zone."""

    #: The card as the game has it; None if it lies face down.
    card: Any
    #: Text on it, such as the value that its player chose.
    note: str = ""
    #: What it cannot do now, by the name of the zone that it cannot go to; "" stands for all zones.
    refusals: Mapping[str, Refusal] = {}


#: A card that lies face down.
COVERED = SeenCard(None)


class Zone(NamedTuple):
    """A hand, a row or a pile of cards."""

    #: Unique in a scene.
    name: str
    title: str
    #: The top of a pile is its last card.
    cards: tuple[SeenCard, ...] = ()
    kind: ZoneKind = "row"
    #: At whose seat it lies; None for the middle of the table.
    seat: int | None = None
    note: str = ""
    #: Number of cards, with those that are not shown; None for those that are.
    total: int | None = None

    @property
    def number(self) -> int:
        """Return the number of cards."""
        return len(self.cards) if self.total is None else self.total


class OfferedMove(NamedTuple):
    """A legal move as a person sees it."""

    label: str
    text: str
    #: The zone and the card that it plays; None for a move without a card.
    card: tuple[str, Any] | None = None
    #: The name of the zone that the card goes to; "" if there is nothing to choose.
    place: str = ""
    #: What it costs, for moves that should be confirmed; "" for others.
    warning: str = ""


class Scene(NamedTuple):
    """What a seat sees, and may do if it is its turn."""

    zones: tuple[Zone, ...]
    #: Names and values in words: the total of a trick, the dealer.
    facts: tuple[tuple[str, str], ...] = ()
    #: What the seat at turn is to do.
    task: str = ""
    #: Moves that should be confirmed are last.
    moves: tuple[OfferedMove, ...] = ()
    #: The score of each seat, if the seat may see it.
    scores: tuple[int, ...] = ()


class TableWords:
    """Texts about a table for one of its seats: the seat itself is called "you", others by their names."""

    def __init__(
        self, names: Sequence[str], seat: int, find: Callable[[Any], OwnCard | None] = lambda card: None
    ) -> None:
        """Store the names by seat, the seat that is addressed as "you", and a function of `card_finder`."""
        self.names, self.seat, self.find = names, seat, find

    def sentence_about(self, seat: int, yours: str, others: str, /, **values: object) -> Sentence:
        """Return a sentence about a seat, with its values filled in.

        yours: the text for this seat itself: "You play {card}." others: that for another seat, whose {name}
        is filled in: "{name} plays {card}."
        """
        if seat == self.seat:
            return Sentence(yours, **values)
        return Sentence(others, name=self.names[seat], **values)

    def possessive(self, seat: int) -> str:
        """Return "Your" or "Ben’s", before titles that a game of one's own gives in English."""
        return "Your" if seat == self.seat else f"{self.names[seat]}’s"

    def name(self, seat: int) -> Sentence:
        """Return "you" for this seat, else the name of the person or player there."""
        return self.sentence_about(seat, "you", "{name}")

    def card(self, card: Any) -> str:
        """Return the name of a card; "a card" for None."""
        if card is None:
            return Sentence("a card")
        found = self.find(card)
        return found.label if found is not None else str(card)

    def cards(self, cards: Iterable[Any]) -> list[str]:
        """Return the names of cards."""
        return list(map(self.card, cards))


def hand_zones_of_others(
    sizes: Sequence[int], seat: int, words: TableWords, seen: Mapping[int, Sequence[Any]] | None = None
) -> tuple[Zone, ...]:
    """Return a zone for the hand of each other seat, face down.

    sizes: the number of cards by seat. seen: by seat, the cards of hands that lie face up.
    """
    shown = seen or {}
    return tuple(
        Zone(
            f"hand {other + 1}",
            words.sentence_about(other, "Your hand", "{name}’s hand"),
            tuple(map(SeenCard, shown[other])) if other in shown else (COVERED,) * size,
            "hand",
            other,
        )
        for other, size in enumerate(sizes)
        if other != seat
    )


# Games that describe nothing themselves


def scene_of_view(game: ViewedGame, seat: int, words: TableWords) -> Scene:
    """Return the scene of a game that only has a view: entries with cards become zones, others facts.

    An entry holds cards if the game's `zones` names it. If the game declares no zones, an entry holds cards
    in two cases: if its values are cards of the pack, or if they name such cards and the entry's name is a
    word for cards, such as hand, pile or trick. Scores are shown when the game is over, or if the view has
    them.
    """
    entries = view_entries(game.view(seat))
    zones, facts = list[Zone](), list[tuple[str, str]]()
    for name, value in entries.items():
        cards = _cards_of_entry(name, value, game, words)
        title = game.zones.get(name) or name.replace("_", " ").capitalize()
        if cards is None:
            facts.append((title, text_of_value(value, words)))
        elif cards and all(isinstance(each, list) for each in cards):
            zones += [
                Zone(
                    f"{name} {at + 1}",
                    _zone_title_at_seat(at, title, words)
                    if len(cards) == game.seats
                    else f"{title} {at + 1}",
                    tuple(map(SeenCard, part)),
                    "row",
                    at if len(cards) == game.seats else None,
                )
                for at, part in enumerate(cards)
            ]
        else:
            is_hand = name.startswith("hand")
            kind: ZoneKind = "hand" if is_hand else "pile" if "pile" in name or "discard" in name else "row"
            whose = title
            if name == "hand" and name not in game.zones:
                whose = Sentence("Your hand")
            elif is_hand and name not in game.zones:
                whose = _zone_title_at_seat(seat, title, words)
            zones.append(Zone(name, whose, tuple(map(SeenCard, cards)), kind, seat if is_hand else None))
    scores = tuple(map(int, game.scores())) if game.turn is None else ()
    moves = tuple(_offered_moves(game, zones, words)) if game.turn == seat else ()
    return Scene(tuple(zones), tuple(facts), Sentence("Choose a move") if moves else "", moves, scores)


def _zone_title_at_seat(seat: int, title: str, words: TableWords) -> Sentence:
    return words.sentence_about(seat, "Your {zone}", "{name}’s {zone}", zone=title.lower())


def view_entries(view: Any) -> Mapping[str, Any]:
    """Return a view as entries by name."""
    named = view._asdict() if hasattr(view, "_asdict") else view
    return named if isinstance(named, Mapping) else {"view": named}


def _cards_of_entry(name: str, value: Any, game: ViewedGame, words: TableWords) -> list[Any] | None:
    """Return the cards of an entry of a view; None if the entry does not hold cards.

    For an entry with several lists, such as one for each seat, returns a list of lists.
    """
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    listed = list(value) if isinstance(value, (list, tuple)) and not isinstance(value, OwnCard) else [value]
    if listed and all(isinstance(each, (list, tuple)) and not isinstance(each, OwnCard) for each in listed):
        parts = [list(each) for each in listed]
        flat = [card for part in parts for card in part]
        return parts if _are_cards(name, flat, game, words) else None
    return listed if _are_cards(name, listed, game, words) else None


def _are_cards(name: str, values: Sequence[Any], game: ViewedGame, words: TableWords) -> bool:
    """Tell whether `values`, which a game's view has under `name`, are cards."""
    if game.zones:
        return name in game.zones
    if not values:
        return name in _USUAL_ZONES
    are_known = all(words.find(each) is not None for each in values)
    # Numbers and words may be something else than cards.
    return are_known and (name in _USUAL_ZONES or not any(type(each) in (int, str) for each in values))


def _offered_moves(game: ViewedGame, zones: Sequence[Zone], words: TableWords) -> Iterable[OfferedMove]:
    """Yield the legal moves in words. A move that is or has a card in hand plays that card."""
    hands = [zone for zone in zones if zone.kind == "hand"] or list(zones)
    for move in game.moves():
        card = _card_of_move(move)
        found = ((zone.name, seen.card) for zone in hands for seen in zone.cards if seen.card == card)
        place = None if card is None else next(found, None)
        text = _capitalized_label(game, move)
        if place:
            text = Sentence("Play {card}", card=_played_card_text(game, move, words))
        yield OfferedMove(game.label(move), text, place)


def _card_of_move(move: Any) -> Any:
    """Return the card that a move has as `card`; else the move, which may be a card itself."""
    return getattr(move, "card", move)


def _played_card_text(game: ViewedGame, move: Any, words: TableWords) -> str:
    """Return the name of the card of a legal move, with the move's label if other moves play it as well."""
    card = _card_of_move(move)
    ways = sum(_card_of_move(each) == card for each in game.moves())
    return f"{words.card(card)} ({game.label(move)})" if ways > 1 else words.card(card)


def _capitalized_label(game: ViewedGame, move: Any) -> str:
    label = game.label(move)
    return label[:1].upper() + label[1:]


def text_of_value(value: Any, words: TableWords) -> str:
    """Return a value of a view as one line of text.

    If the value is a list with an entry for each seat, the text names the seats.
    """
    if isinstance(value, bool):
        return Sentence("yes") if value else Sentence("no")
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, Mapping):
        return _joined_texts([(str(key), text_of_value(each, words)) for key, each in value.items()])
    if isinstance(value, OwnCard):
        return value.label
    if isinstance(value, (list, tuple)):
        parts = [(text_of_value(each, words),) for each in value]
        if len(parts) == len(words.names) and not any(isinstance(each, (list, tuple)) for each in value):
            return _joined_texts([(words.name(seat), *part) for seat, part in enumerate(parts)])
        return _joined_texts(parts)
    return Sentence("none") if value in ("", None) else str(getattr(value, "value", value))


def _joined_texts(groups: Sequence[tuple[str, ...]]) -> str:
    """Return texts as a list with commas: "you 3, Ben 5"; "none" without any.

    groups: the texts that stand together without a comma.
    """
    if not groups:
        return Sentence("none")
    values = {
        f"part_{at}_{place}": text for at, group in enumerate(groups) for place, text in enumerate(group)
    }
    # A template without words needs no translation, unlike its values.
    template = ", ".join(
        " ".join(f"{{part_{at}_{place}}}" for place in range(len(group))) for at, group in enumerate(groups)
    )
    return Sentence(template, **values)


def default_story(before: ViewedGame, after: ViewedGame, move: Any, words: TableWords) -> list[str]:
    """Return a sentence about a move. It does not name a card that the move leaves hidden from the seat."""
    seat = before.turn
    assert seat is not None  # noqa: S101 - a move was made
    if seat != words.seat and _is_still_hidden(before, after, move, words.seat):
        return [Sentence("{name} makes a move that only {name} sees.", name=words.names[seat])]
    if words.find(_card_of_move(move)) is not None:
        card = _played_card_text(before, move, words)
        return [words.sentence_about(seat, "You play {card}.", "{name} plays {card}.", card=card)]
    chosen = _capitalized_label(before, move)
    return [words.sentence_about(seat, "You choose: {move}.", "{name} chooses: {move}.", move=chosen)]


def _is_still_hidden(before: ViewedGame, after: ViewedGame, move: Any, seat: int) -> bool:
    """Tell whether a move names a card that was hidden from a seat and still is after the move."""
    parts = [_card_of_move(move)]
    parts += move if isinstance(move, (list, tuple)) and not isinstance(move, OwnCard) else ()
    try:
        hidden = [[card for zone in game.hidden(seat) for card in zone] for game in (before, after)]
    except UsageError:
        return False
    return any(part in hidden[0] and hidden[1].count(part) >= hidden[0].count(part) for part in parts)


# A scene as text


def scene_lines(scene: Scene, words: TableWords) -> Iterable[str]:
    """Yield a scene as lines for a terminal, without its moves; the seat's own hand comes last."""
    own = [zone for zone in scene.zones if zone.kind == "hand" and zone.seat == words.seat]
    for zone in (*(zone for zone in scene.zones if zone not in own), *own):
        yield f"  {zone.title}: {zone_text(zone, words)}"
    for name, value in scene.facts:
        yield f"  {name}: {value}"


def zone_text(zone: Zone, words: TableWords) -> str:
    """Return the cards of a zone as text."""
    faces = [
        f"{words.card(seen.card)}{f' ({seen.note})' if seen.note else ''}"
        for seen in zone.cards
        if seen.card is not None
    ]
    covered = zone.number - len(faces)
    said = [*([f"{covered} face down"] if covered and zone.kind != "pile" else []), ", ".join(faces)]
    if covered and zone.kind == "pile":
        said = [f"{', '.join(faces)} on {covered} more" if faces else f"{covered} cards"]
    text = "; ".join(filter(None, said)) or "empty"
    return f"{text} ({zone.note})" if zone.note else text


#: Returns the words of a seat.
WordsOfSeat = Callable[[int], TableWords]
