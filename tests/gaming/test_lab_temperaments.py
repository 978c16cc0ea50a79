"""Players of named temperaments: they are what they are called, see what they may, and come to an end."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lab_tables import PUBLISHED, seeds, tables
from never_over_samples import can_move, deal

from cardgen.gaming.games import compiling
from cardgen.gaming.games.never_over.facts import fact_names
from cardgen.gaming.games.never_over.options import NeverOverOptions
from cardgen.gaming.games.never_over.players import (
    TEMPERAMENTS,
    is_retiring_at_random,
    moves_worth_considering,
    visible_state,
)
from cardgen.gaming.games.never_over.state import DRAW, OVER, PLAY, is_wait_over
from cardgen.gaming.games.never_over.table import AWAY, DRAW_DISCARD, DRAW_STOCK, PASS, RETIRE, GameTable

# Both engines play the same games, as test_lab_engines.py finds; one takes a hundredth of the time.
if compiling.is_compiler_installed():
    from cardgen.gaming.games.never_over.compiled import play_chunk
else:
    from cardgen.gaming.games.never_over.reference import play_chunk

BOUNDED = {"deadline": None, "suppress_health_check": list(HealthCheck)}
THINKING = [name for name in TEMPERAMENTS if name != "random"]


class Counted:
    """Chance that counts how often it is asked."""

    def __init__(self, seed):
        self.chance, self.asked = Random(seed), 0

    def random(self):
        self.asked += 1
        return self.chance.random()


def position(table, seed, decisions, names):
    """A game after so many decisions, if it lasts so long."""
    state, chance = deal(table, Random(seed)), Random(seed)
    while decisions and state.phase != OVER:
        state.apply_move(TEMPERAMENTS[names[state.seat]].player(state, state.legal_moves(), chance))
        decisions -= 1
    return state


@given(tables(), seeds)
@settings(max_examples=20, **BOUNDED)
def test_every_temperament_plays_by_the_rules_and_ends_every_game(seated, seed):
    table, names = seated
    state, chance = deal(table, Random(seed)), Counted(seed)
    most = 50 * (table.cards.count + 1) ** 2
    while state.phase != OVER:
        assert state.turn < most
        moves, asked, phase = state.legal_moves(), chance.asked, state.phase
        code = TEMPERAMENTS[names[state.seat]].player(state, moves, chance)
        assert code in moves
        assert can_move(state, code)
        # One random() a decision, and none only for who retires.
        assert chance.asked == asked + 1 or (chance.asked == asked and code == RETIRE and phase == PLAY)
        state.apply_move(code)


@given(tables(), seeds, st.integers(0, 60))
@settings(max_examples=20, **BOUNDED)
def test_players_look_only_at_what_their_seat_can_see(seated, seed, decisions):
    table, names = seated
    state = position(table, seed, decisions, names)
    if state.phase == OVER:
        return
    eye, bare = visible_state(state), state.copy()
    reds = [(pile, at) for pile in bare.reds for at in range(len(pile) - 1)]
    unseen = Counter(row[at] for row, at in [*covered(bare), *hidden(bare), *reds])
    assert list(eye.unseen) == [unseen[kind] for kind in range(table.cards.kinds)]
    assert list(eye.sizes) == list(map(sum, state.hands))
    assert (eye.stock, eye.discards) == (len(state.stock), len(state.discards))
    other = disguised(state, Random(seed))
    assert visible_state(other) == eye
    for name in names:
        chosen = [
            TEMPERAMENTS[name].player(each, each.legal_moves(), Random(seed)) for each in (state, other)
        ]
        assert chosen[0] == chosen[1], name


def disguised(state, chance):
    """The same position to the seat that decides, with all other cards mixed: in hands, stock and piles."""
    other = state.copy()
    slots = [*covered(other), *hidden(other)]
    for green in (True, False):
        # Green piles keep green cards, so cards are mixed with their like.
        mine = [slot for slot in slots if other.table.cards.is_green(slot[0][slot[1]]) == green]
        kinds = [row[at] for row, at in mine]
        chance.shuffle(kinds)
        for (row, at), kind in zip(mine, kinds, strict=True):
            row[at] = kind
    for seat, cards in enumerate(other.hands):
        if isinstance(cards, Held):
            other.hands[seat] = [cards.count(kind) for kind in range(other.table.cards.kinds)]
            other.held[seat] = sum(1 << kind for kind in set(cards))
    return other


class Held(list):
    """A hand card by card, while its cards are mixed."""


def covered(state):
    """Where cards lie that the seat which decides cannot see: a row, and the place in it."""
    options = state.table.options
    own = state.table.green_pile[state.seat]
    rows = [pile for at, pile in enumerate(state.greens) if not options.spread_greens and at != own]
    rows += [state.discards] * options.squared_discards
    yield from ((row, at) for row in rows for at in range(len(row) - 1))
    yield from ((row, at) for row in (state.stock, state.aside) for at in range(len(row)))


def hidden(state):
    """The same of the hands of others."""
    for seat, hand in enumerate(state.hands):
        if seat != state.seat and (state.playing[seat] or not state.table.options.retire_face_up):
            cards = Held(kind for kind, times in enumerate(hand) for _ in range(times))
            state.hands[seat] = cards
            yield from ((cards, at) for at in range(len(cards)))


def facts(names, games=60, seed=3, players=None, **options):
    """The facts of some games of the published pack, added up."""
    table = GameTable(PUBLISHED, players or len(names), NeverOverOptions(**options))
    rows = play_chunk(table, names, seed, 0, games).rows
    return dict(zip(fact_names(table.players), map(sum, zip(*rows, strict=True)), strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_defender_lowers_others_and_the_attacker_scores(players):
    attackers, defenders = facts(("attacker",) * players), facts(("defender",) * players)
    assert defenders["lowering"] > 1.2 * attackers["lowering"]
    assert defenders["taken_points"] > 1.5 * attackers["taken_points"]
    assert attackers["green_points"] > defenders["green_points"]


def test_the_attacker_opens_its_own_pile_more_than_the_greedy_one_does():
    assert facts(("attacker",) * 4, 100)["reds_own"] > facts(("greedy",) * 4, 100)["reds_own"]


def decision(name, table, hand, tops=None, **changes):
    """What a player does on an otherwise empty table, holding some cards, under some ceilings."""
    state = deal(table, Random(1))
    labels = table.cards.labels
    state.hands[0] = [hand.count(label) for label in labels]
    state.held[0] = sum(1 << kind for kind, times in enumerate(state.hands[0]) if times)
    for place, pointage in (tops or {}).items():
        state.tops[place] = table.levels.index(pointage)
        state.reds[place] = [table.cards.kind(f"≤{pointage}")]
    for attribute, value in changes.items():
        setattr(state, attribute, value)
    codes = {TEMPERAMENTS[name].player(state, state.legal_moves(), Random(n)) for n in range(20)}
    return state, sorted(codes)


def told(state, codes):
    """The only decision taken, in words: "+4", "≤1 on 2", "away ≤4"."""
    [code] = codes
    if code in (RETIRE, PASS):
        return "retire" if code == RETIRE else "pass"
    place, kind = state.table.place_and_kind_by_code[code]
    label = state.table.cards.labels[kind]
    if place == AWAY:
        return f"away {label}"
    return label if kind < state.table.cards.greens else f"{label} on {place}"


THREE = GameTable(PUBLISHED, 3)


@pytest.mark.parametrize(
    ("name", "hand", "tops", "does"),
    [
        ("greedy", ["+1", "+3", "≤0"], {}, "+3"),
        ("attacker", ["+1", "+3", "≤0"], {}, "+3"),
        ("defender", ["+1", "+3", "≤0"], {1: 2}, "≤0 on 2"),
        ("defender", ["+1", "+3", "≤4"], {}, "+3"),
        ("greedy", ["+3", "+3", "≤3", "≤1"], {0: 2}, "≤3 on 0"),
        ("attacker", ["+3", "≤4", "≤1"], {0: 2}, "≤4 on 0"),
        ("attacker", ["+3", "≤1"], {0: 2, 1: 2, 2: 3}, "≤1 on 2"),
    ],
)
def test_temperaments_do_what_they_are_called(name, hand, tops, does):
    assert told(*decision(name, THREE, hand, tops)) == does


def test_the_defender_goes_for_the_leader_first():
    table = GameTable(PUBLISHED, 3, NeverOverOptions(spread_greens=True))
    greens = [[], [0, 0, 0], [3]]
    state, codes = decision("defender", table, ["≤1"], {}, greens=greens)
    assert told(state, codes) == "≤1 on 2"
    state, codes = decision("defender", table, ["≤1"], {}, greens=[[], [3, 0, 0], [3]])
    assert told(state, codes) == "≤1 on 1"


def test_the_careful_one_scores_its_high_cards_before_they_can_be_barred():
    assert told(*decision("careful", THREE, ["+4", "+1", "+1", "≤4"])) == "+4"


def test_the_careful_one_spares_its_partners():
    table = GameTable(PUBLISHED, 4, NeverOverOptions(partners="separate"))
    _, codes = decision("careful", table, ["≤0"])
    assert {table.place_and_kind_by_code[code][0] for code in codes} <= {1, 3}


@pytest.mark.parametrize("name", THINKING)
def test_red_that_counts_against_its_owner_is_spared_or_spent(name):
    """A redundant red goes to another's pile where it costs points, never to one's own."""
    table = GameTable(PUBLISHED, 2, NeverOverOptions(red_counts_against=True))
    state, codes = decision(name, table, ["≤4"], {})
    assert told(state, codes) == "≤4 on 1"


@pytest.mark.parametrize("name", THINKING)
def test_green_that_may_be_laid_down_is_when_nothing_is_left_to_draw(name):
    table = GameTable(PUBLISHED, 2, NeverOverOptions(lay_down_greens=True))
    state, codes = decision(name, table, ["+4", "+3", "+2"], stock=[])
    assert told(state, codes) == "retire"


@pytest.mark.parametrize("name", THINKING)
def test_who_can_gain_nothing_more_retires_without_chance(name):
    state, _ = decision(name, THREE, ["+4"], {0: 0}, stock=[], turn=9)
    assert is_wait_over(state)
    assert is_retiring_at_random(state, state.legal_moves())
    chance = Counted(1)
    assert TEMPERAMENTS[name].player(state, state.legal_moves(), chance) == RETIRE
    assert not chance.asked


@pytest.mark.parametrize("name", THINKING)
def test_a_good_card_among_the_discards_is_taken_and_a_bad_one_left(name):
    for label, source in (("+4", DRAW_DISCARD), ("+1", DRAW_STOCK)):
        kind = PUBLISHED.kind(label)
        state, _ = decision(name, THREE, ["+2"], {}, discards=[kind])
        state.phase = DRAW
        assert TEMPERAMENTS[name].player(state, state.legal_moves(), Random(1)) == source


@pytest.mark.parametrize(
    ("options", "discards", "coming"),
    [
        ({}, ["+4", "+1", "≤2"], "+4"),
        ({"newest_discard": True}, ["+4", "+1", "≤2"], "≤2"),
        ({"squared_discards": True}, ["+4", "+1", "≤2"], None),
        ({"squared_discards": True}, ["+4"], "+4"),
        ({"squared_discards": True, "newest_discard": True}, ["+4", "+1"], "+1"),
    ],
)
def test_the_oldest_of_squared_discards_cannot_be_seen(options, discards, coming):
    state = deal(GameTable(PUBLISHED, 3, NeverOverOptions(**options)), Random(1))
    state.discards = [PUBLISHED.kind(label) for label in discards]
    assert visible_state(state).coming == (PUBLISHED.kind(coming) if coming else -1)


def test_all_are_told_in_a_sentence():
    assert list(TEMPERAMENTS) == ["random", "greedy", "attacker", "defender", "careful"]
    for temperament in TEMPERAMENTS.values():
        assert temperament.sentence.endswith(".")
        assert len(temperament.sentence) < 100


def test_what_is_left_to_choose_when_waiting_is_no_use():
    table = replace(THREE, options=NeverOverOptions(no_retiring_while_playable=True))
    state, _ = decision("greedy", table, ["≤4"], {0: 3}, stock=[], turn=9)
    left = moves_worth_considering(state, state.legal_moves())
    assert left
    assert all(table.place_and_kind_by_code[code][0] != AWAY for code in left)


@pytest.mark.parametrize("others", ["greedy", "attacker", "defender", "random"])
def test_careful_players_are_the_best(others):
    """Two careful players against two others, on either seats."""
    careful = other = 0
    for names in (("careful", others) * 2, (others, "careful") * 2):
        fact = facts(names, 40)
        for seat, name in enumerate(names):
            points = fact[f"score_{seat}"]
            careful, other = careful + points * (name == "careful"), other + points * (name == others)
    assert careful > other
