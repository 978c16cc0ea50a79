"""Questions of designers on a deck: conditions, sums, mulligans, new hands each turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from ...errors import UsageError
from ...pack.model import Pack
from ...pack.selection import NEVER_DEALT, dealt_cards, quantities_in
from ...units import count_with_noun
from .conditions import (
    DrawsUntil,
    HandCondition,
    Mulligans,
    chances_by_draw,
    draws_until,
    mulligan_chances,
    read_condition,
)
from .new_hands import (
    MOST_CARDS,
    MOST_DRAWN,
    ConditionByTurn,
    EstimatedChance,
    SumByTurn,
    condition_chances_by_turn,
    hand_sums_by_turn,
)
from .sums import HandSum, NumericColumn, hand_sum, read_column

_TURN = re.compile(r"\d{1,4}")
#: The largest deck for which the draws until a condition is met are counted.
_MOST_FOR_UNTIL = 1_000
#: Maximum quantity of one card in a user's deck.
_MOST_TIMES = 1_000
T = TypeVar("T")


@dataclass(frozen=True)
class Questions:
    """The questions in the words of the command line."""

    hold: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    deck: str | None = None
    out: str | None = None
    mulligans: int = 0
    mulligan_cost: int = 0
    keep: str | None = None
    new_hands: bool = False
    gains: tuple[str, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Tell whether chances of conditions, or sums of hands, are asked for."""
        return bool(self.hold or self.sums)


#: No questions.
NO_QUESTIONS = Questions()


class ConditionAnswer(NamedTuple):
    """How likely hands are to meet a condition."""

    condition: HandCondition
    #: The chance for an opening hand.
    chance: Fraction
    #: The chance for the hand and the cards drawn by the end of each turn, from the deal on. With new hands,
    #: only for the deal.
    by_turn: tuple[Fraction, ...]
    #: The number of draws until it is met; None if more cards can break it, or if there are new hands.
    until: DrawsUntil | None
    #: The answer if hands may be replaced.
    mulligans: Mulligans | None
    #: The answer if each turn has a new hand.
    new_hands: ConditionByTurn | None


class SumAnswer(NamedTuple):
    """The answer to what hands add up to."""

    hand: HandSum
    #: The answer if each turn has a new hand.
    new_hands: SumByTurn | None


@dataclass(frozen=True)
class PackQuestions:
    """Questions read for a pack."""

    questions: Questions
    #: How often each card is shuffled and dealt, by id.
    dealt: Mapping[str, int]
    #: The cards gained at the end of a turn, by turn.
    gains: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    hold: tuple[HandCondition, ...] = ()
    keep: HandCondition | None = None
    sums: tuple[NumericColumn, ...] = ()

    def condition_answers(self, hand: int, turns: int) -> tuple[ConditionAnswer, ...]:
        """Return how likely hands of `hand` cards meet each condition, at the deal and over `turns` turns."""
        return tuple(self._condition_answer(condition, hand, turns) for condition in self.hold)

    def _condition_answer(self, condition: HandCondition, hand: int, turns: int) -> ConditionAnswer:
        """Return how likely a hand meets one condition, at the deal, over the turns and with mulligans."""
        cards, asked = sum(self.dealt.values()), self.questions
        drawn = hand if asked.new_hands else hand + turns
        until, chances = None, chances_by_draw(condition, self.dealt, drawn)
        if condition.is_lasting and not asked.new_hands and cards <= _MOST_FOR_UNTIL:
            try:
                until = draws_until(chances_by_draw(condition, self.dealt, cards))
            except UsageError:
                # The whole deck takes too long to count; a hand did not.
                until = None
        with_mulligans = by_turn = None
        if asked.mulligans:
            keep = self.keep or condition
            with_mulligans = mulligan_chances(
                condition, keep, self.dealt, hand, asked.mulligans, asked.mulligan_cost
            )
        if asked.new_hands:
            by_turn = condition_chances_by_turn(condition, self.dealt, self.gains, hand, turns)
            if not self.gains:
                # Cards are shuffled alike: each hand is as likely as the opening hand.
                by_turn = by_turn._replace(this_turn=(EstimatedChance(chances[hand]),) * turns)
        return ConditionAnswer(condition, chances[hand], chances[hand:], until, with_mulligans, by_turn)

    def sum_answers(self, hand: int, turns: int) -> tuple[SumAnswer, ...]:
        """Return the sums of hands of `hand` cards in each column, at the deal and over `turns` turns."""
        found = []
        for column in self.sums:
            of_hand = hand_sum(column, self.dealt, hand, 0 if self.questions.new_hands else turns)
            by_turn = None
            if self.questions.new_hands and not self.gains and of_hand.chances:
                by_turn = _repeat_for_turns(of_hand, turns)
            elif self.questions.new_hands:
                by_turn = hand_sums_by_turn(column.values, self.dealt, self.gains, hand, turns)
            found.append(SumAnswer(of_hand, by_turn))
        return tuple(found)

    def verify_hands(self, hand: int, turns: int) -> None:
        """Raise UsageError for mulligans that cost more than a hand, and too many draws or too late gains.

        hand: the number of cards in a hand. turns: the number of turns to show.
        """
        asked = self.questions
        if hand - asked.mulligans * asked.mulligan_cost < 0:
            lost = count_with_noun(asked.mulligans * asked.mulligan_cost, "card")
            raise UsageError(
                f"{count_with_noun(asked.mulligans, 'mulligan')} would cost {lost}, more than a hand "
                f"of {hand}: "
                "allow fewer"
            )
        size = sum(self.dealt.values()) + sum(sum(gain.values()) for gain in self.gains.values())
        if asked.new_hands and (size > MOST_CARDS or hand * turns > MOST_DRAWN):
            raise UsageError(
                f"--new-hands takes decks of at most {MOST_CARDS:,} cards, and {MOST_DRAWN:,} drawn: these "
                f"are {size:,} cards, and {turns:,} hands of {hand:,}; name a smaller deck with --deck, or "
                "ask for fewer turns"
            )
        late = [turn for turn in self.gains if turn >= turns]
        if late:
            last = max(late)
            can_wait = (last + 1) * hand <= MOST_DRAWN
            hint = f"add --turns {last + 1} or more" if can_wait else "name an earlier turn"
            raise UsageError(f"what is gained on turn {last:,} is in no hand by turn {turns:,}: {hint}")


def _repeat_for_turns(hand: HandSum, turns: int) -> SumByTurn:
    """Return the mean and the quantiles of an opening hand's sum, the same for each turn."""
    low, half, high = (hand.quantile(share) for share in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)))
    return SumByTurn((EstimatedChance(hand.mean),) * turns, (low,) * turns, (half,) * turns, (high,) * turns)


def pack_as_dealt(pack: Pack, questions: Questions, with_extras: bool) -> Pack:
    """Return the pack with the quantities that --deck and --out leave; without these options the pack itself.

    with_extras: whether extras are dealt if --deck is not given. Raises UsageError for an option that names
    no card, or more copies than there are.
    """
    if questions.deck is None and questions.out is None:
        return pack
    if questions.deck is None:
        there = {card.id: card.quantity for card in dealt_cards(pack, with_extras)}
    else:
        there = _read_deck(pack, questions.deck)
    if questions.out is not None:
        there = _deck_without(pack, there, questions.out)
    cards = tuple(card._replace(quantity=there.get(card.id, 0)) for card in pack.cards)
    return replace(pack, cards=cards)


def _read_deck(pack: Pack, text: str) -> dict[str, int]:
    """Return the quantity of each card that --deck names, by id.

    Raises UsageError for a deck without cards, a card that is never dealt, and too large a quantity.
    """
    whole = {card.id: card.quantity for card in pack.cards}
    named = _read_card_quantities(pack, text, "--deck")
    if not named:
        raise UsageError("--deck names no card: write cards and how many of each, such as Copper:7, Estate:3")
    deck = {card: whole[card] if times is None else times for card, times in named.items()}
    if max(deck.values()) > _MOST_TIMES:
        raise UsageError(f"--deck: at most {_MOST_TIMES:,} of a card make up a deck")
    _verify_can_be_dealt(pack, named, "--deck")
    return deck


def _deck_without(pack: Pack, deck: Mapping[str, int], text: str) -> dict[str, int]:
    """Return the quantities of a deck, by id, after removing the cards that --out names.

    Raises UsageError if --out names no card of the deck, or more copies than it has.
    """
    labels = {card.id: card.label for card in pack.cards}
    left, named = {**deck}, _read_card_quantities(pack, text, "--out")
    for card, times in named.items():
        there = deck.get(card, 0)
        if times is not None and times > there:
            raise UsageError(f"--out: there are only {there} of {labels[card]!r}, not {times}")
        left[card] = 0 if times is None else there - times
    if not any(deck.get(card) for card in named):
        raise UsageError("--out names no card that is dealt: name cards of the deck, or leave it out")
    return left


def _read_card_quantities(pack: Pack, text: str, option: str) -> dict[str, int | None]:
    """Return the quantities of the cards that an option names, by id; None for a card named without a number.

    Raises UsageError, with the name of the option, for a text that names no card.
    """
    try:
        return quantities_in(pack, text)
    except UsageError as error:
        raise UsageError(f"{option}: {error}") from None


def _verify_can_be_dealt(pack: Pack, cards: Collection[str], option: str = "") -> None:
    """Raise UsageError for a card that is never dealt, such as a summary of the rules."""
    never = next((card for card in pack.cards if card.id in cards and card.kind in NEVER_DEALT), None)
    if never is not None:
        where = f"{option}: " if option else ""
        raise UsageError(f"{where}{never.label!r} of {pack.name} is never dealt: leave it out")


def read_questions(pack: Pack, questions: Questions, with_extras: bool) -> PackQuestions:
    """Read the command line's questions for a pack, as `pack_as_dealt` returns it.

    Raises UsageError with all errors, one on each line.
    """
    cards = dealt_cards(pack, with_extras)
    dealt = {card.id: card.quantity for card in cards}
    problems: list[str] = []

    def read(option: str, reader: Callable[..., T], *arguments: Any) -> T | None:
        try:
            return reader(pack, *arguments)
        except UsageError as error:
            problems.append(f"{option}: {error}")
            return None

    gains: dict[int, Counter[str]] = {}
    for text in questions.gains:
        found = read("--gain", _read_gain, text)
        if found is not None:
            gains.setdefault(found[0], Counter()).update(found[1])
    owned = Counter(dealt)
    for gain in gains.values():
        owned.update(gain)
    valued = [card._replace(quantity=owned[card.id]) for card in pack.cards if owned[card.id]]
    if problems:
        # The cards of a faulty --gain are unknown: conditions are not blamed for missing cards.
        owned.update({card.id: _MOST_TIMES for card in pack.cards})
    hold = [read("--hold", read_condition, text, owned) for text in questions.hold]
    keep = None if questions.keep is None else read("--keep", read_condition, questions.keep, owned)
    sums = [read("--sum", read_column, name, valued) for name in questions.sums]
    if problems:
        raise UsageError("\n".join(dict.fromkeys(problems)))
    return PackQuestions(
        questions,
        dealt,
        gains,
        tuple(condition for condition in hold if condition is not None),
        keep,
        tuple(column for column in sums if column is not None),
    )


def _read_gain(pack: Pack, text: str) -> tuple[int, dict[str, int]]:
    """Return the turn and the quantities by card id of a text such as "Silver:1 on 2".

    Raises UsageError if it names no turn, several turns or no card.
    """
    *named, on, turn = ["", "", *text.split()]
    if not any(named) or on.lower() != "on" or not _TURN.fullmatch(turn) or not int(turn):
        raise UsageError(f"{text!r} says no turn: write cards, and on which turn, such as Silver:1 on 2")
    try:
        times_by_card = quantities_in(pack, " ".join(named).strip())
    except UsageError as error:
        if "on" in (word.lower() for word in named):
            raise UsageError(f"{text!r} says several turns: write a --gain for each") from None
        raise error
    cards = {card: 1 if times is None else times for card, times in times_by_card.items()}
    if not cards or not any(cards.values()):
        raise UsageError(f"{text!r} names no card")
    _verify_can_be_dealt(pack, cards)
    return int(turn), cards
