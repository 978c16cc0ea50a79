"""Tables of NEVER OVER for hypothesis: packs, seats, options that go together, and temperaments."""

from hypothesis import strategies as st

from cardgen.errors import UsageError
from cardgen.gaming.games.never_over.cards import Cards
from cardgen.gaming.games.never_over.options import SWITCHES, NeverOverOptions
from cardgen.gaming.games.never_over.players import TEMPERAMENTS
from cardgen.gaming.games.never_over.table import GameTable

PUBLISHED = Cards.from_quantities({4: 7, 3: 9, 2: 11, 1: 13}, {4: 5, 3: 4, 2: 3, 1: 2, 0: 1})
#: What goes with no discarding, or with no discard pile, cannot be on.
_FREE = {
    "no_discarding": ("newest_discard", "squared_discards", "no_playable_discard", "no_discard_pile"),
    "no_discard_pile": ("newest_discard", "squared_discards"),
}

quantities = st.integers(0, 9)


@st.composite
def packs(draw):
    """The published pack, or another: gaps, zeros and high numbers, green over red and red over green."""
    if draw(st.booleans()):
        return PUBLISHED
    green = draw(st.dictionaries(st.integers(1, 12), quantities, min_size=1, max_size=6))
    red = draw(st.dictionaries(st.integers(0, 12), quantities, max_size=6))
    return Cards.from_quantities({**green, max(green): 3}, red)


@st.composite
def options(draw, partners):
    """NeverOverOptions that go together."""
    on = draw(st.sets(st.sampled_from(SWITCHES)))
    for one in ("no_discarding", "no_discard_pile"):
        if one in on:
            on -= set(_FREE[one])
    if "no_discarding" not in on or "passing" in on:
        on -= {"passes_go_on"}
    if partners == "none":
        on -= {"rotating"}
    hand = 8 if "deal_all" in on else draw(st.integers(1, 9))
    return NeverOverOptions(hand=hand, partners=partners, **dict.fromkeys(on, True))


@st.composite
def tables(draw):
    """A table that can be, with a temperament a seat."""
    players = draw(st.integers(2, 6))
    partners = draw(st.sampled_from(["none", "none", "shared", "shared-red", "separate"]))
    sides = tuple(draw(st.integers(0, 2)) for _ in range(players)) if partners != "none" else ()
    if partners != "none" and not 1 < len(set(sides)) < players:
        partners, sides = "none", ()
    names = st.sampled_from([*TEMPERAMENTS, "random"])
    temperaments = tuple(draw(names) for _ in range(players))
    chosen, cards = draw(options(partners)), draw(packs())
    try:
        return GameTable(cards, players, chosen, sides), temperaments
    except UsageError:
        return GameTable(PUBLISHED, players, chosen, sides), temperaments


seeds = st.integers(0, (1 << 63) - 1)
