"""The options of NEVER OVER as one frozen record, and which of them exclude each other.

The sentences that describe the options are also the help of the command line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal, get_args

from ....errors import UsageError
from ..options import Reader, choice_reader, number_reader, read_switch, read_values
from .pack_rules import HAND

Partners = Literal["none", "shared", "shared-red", "separate"]
#: The largest hand that an option accepts; packs have fewer cards.
MOST_HAND = 99_999

#: The options by name, with what they do.
OPTION_WORDS = {
    "hand": "Deal this many cards to each player.",
    "deal-all": "Deal all cards as far as they go evenly; what is left over stays out.",
    "spread-greens": "Green piles lie spread, so that all see the points earned.",
    "passing": "You may pass; the game ends when all who still play pass in a row.",
    "newest-discard": "From the discards you draw the newest card, not the oldest.",
    "squared-discards": "The discards lie squared up: only the newest can be seen.",
    "no-playable-discard": "You may not discard a card that could go on a pile.",
    "no-discard-pile": "There is no discard pile: discards go face down under the stock.",
    "no-discarding": "There is no discarding: who cannot play retires or passes.",
    "red-counts-against": "The cards of your red pile are taken off your score.",
    "retire-face-up": "Who retires lays the hand face up.",
    "no-retiring-while-playable": "You may not retire with a card that could go on a pile.",
    "lay-down-greens": "Who retires lays down, and scores, the green cards within the ceiling.",
    "rigorous": "Each in turn may ask to shuffle, and each but the dealer to cut.",
    "partners": "What partners share: shared, shared-red or separate (nothing).",
    "rotating": "Partners change from game to game, and each scores for himself.",
    "passes-go-on": "Without discarding, a row of passes does not end the game.",
    "retired-closed": "No card goes on the red pile of one who has retired, a partner's neither; the source "
    "is silent.",
}


@dataclass(frozen=True)
class NeverOverOptions:
    """The options of a game: see OPTION_WORDS. The defaults are the game without options.

    Raises UsageError if options exclude each other.
    """

    hand: int = HAND
    deal_all: bool = False
    spread_greens: bool = False
    passing: bool = False
    newest_discard: bool = False
    squared_discards: bool = False
    no_playable_discard: bool = False
    no_discard_pile: bool = False
    no_discarding: bool = False
    red_counts_against: bool = False
    retire_face_up: bool = False
    no_retiring_while_playable: bool = False
    lay_down_greens: bool = False
    rigorous: bool = False
    partners: Partners = "none"
    rotating: bool = False
    passes_go_on: bool = False
    retired_closed: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.hand, bool) or not isinstance(self.hand, int) or self.hand < 1:
            raise UsageError(f"a hand has 1 card or more, not {self.hand}")
        if self.partners not in get_args(Partners):
            raise UsageError(f"partners are {', '.join(get_args(Partners))}, not {self.partners}")
        for each in SWITCHES:
            if not isinstance(getattr(self, each), bool):
                raise UsageError(f"{_option_name(each)} is on or off, not {getattr(self, each)}")
        self._verify_together()

    def _verify_together(self) -> None:
        """Raise UsageError with the reason if options cannot be combined."""
        for one, other, why in _EXCLUDING:
            if getattr(self, one) and getattr(self, other):
                raise UsageError(f"{_option_name(one)} and {_option_name(other)} exclude each other: {why}")
        if self.deal_all and self.hand != HAND:
            raise UsageError(
                "deal-all and hand exclude each other: either all cards are dealt, or a fixed number to each"
            )
        if self.passes_go_on and not self.no_discarding:
            raise UsageError("passes-go-on goes with no-discarding only: nobody can pass otherwise")
        if self.rotating and self.partners == "none":
            raise UsageError("rotating needs partners: shared, shared-red or separate")


def _option_name(attribute: str) -> str:
    return attribute.replace("_", "-")


#: Pairs of options that exclude each other, and why.
_EXCLUDING = (
    ("no_discarding", "newest_discard", "without discarding there is no newest discard to draw"),
    ("no_discarding", "squared_discards", "without discarding there are no discards to square up"),
    ("no_discarding", "no_playable_discard", "without discarding no card can be discarded, playable or not"),
    ("no_discarding", "no_discard_pile", "without discarding no card goes under the stock"),
    ("no_discard_pile", "newest_discard", "without a discard pile there is no newest discard to draw"),
    ("no_discard_pile", "squared_discards", "without a discard pile there is nothing to square up"),
    ("passing", "passes_go_on", "where everybody may pass, a row of passes ends the game"),
)


#: The names of the options that are on or off.
SWITCHES = tuple(each.name for each in fields(NeverOverOptions) if isinstance(each.default, bool))


def read_options(words: Iterable[str]) -> NeverOverOptions:
    """Return options read from words.

    Raises UsageError for unknown words and for options that exclude each other.

    >>> read_options(["red-counts-against", "hand=6"]).hand
    6
    """
    readers: dict[str, Reader] = dict.fromkeys(OPTION_WORDS, read_switch)
    readers |= {"hand": number_reader(MOST_HAND), "partners": choice_reader(get_args(Partners))}
    return NeverOverOptions(**read_values(words, readers))
