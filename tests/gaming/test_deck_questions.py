"""Answers about decks, held against every order of small ones: conditions, sums, mulligans, new hands."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from samples import small_pack

from cardgen import api
from cardgen.errors import UsageError
from cardgen.gaming.lab import new_hands
from cardgen.gaming.lab.composition import count_pack
from cardgen.gaming.lab.conditions import HandCondition, Term, chances_by_draw, draws_until, mulligan_chances
from cardgen.gaming.lab.new_hands import condition_chances_by_turn, hand_sums_by_turn
from cardgen.gaming.lab.odds import HandOdds, OddsRequest, odds_of
from cardgen.gaming.lab.questions import Questions, pack_as_dealt
from cardgen.gaming.lab.stats_records import csv_rows, stats_record
from cardgen.gaming.lab.sums import sum_chances
from cardgen.pack.model import Pack
from cardgen.pack.selection import dealt_cards

ROWS = [
    {"title": "Docker", "type": "action", "cost": "1", "quantity": 3},
    {"title": "Pilot", "type": "action", "cost": "2.5", "quantity": 1},
    {"title": "Barrels", "type": "ware", "cost": "4", "quantity": 2},
    {"title": "Storm", "type": "event", "points": "9" * 400, "quantity": 1},
]


def market(rows: Any = ROWS, **changes: Any) -> Pack:
    """A pack without suits: 7 cards, one of which has no cost."""
    return small_pack(suits={}, cards=[{"layout": "rule", "rows": rows}], **changes)


def only(pack: Pack, hand: int = 3, turns: int | None = None, **questions: Any) -> HandOdds:
    [found] = odds_of(pack, OddsRequest(hands=(hand,), turns=turns, questions=Questions(**questions))).hands
    return found


def conditions(cards: int) -> st.SearchStrategy[HandCondition]:
    """Conditions of one to three terms about cards "0", "1" ..., which may overlap."""
    bounds = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 3))
    term = st.builds(
        lambda names, least_most: Term("some", frozenset(map(str, names)), *least_most),
        st.sets(st.integers(0, cards - 1), min_size=1),
        bounds.filter(lambda each: (each[1] is None and each[0] > 0) or (each[1] or 0) >= each[0]),
    )
    return st.lists(term, min_size=1, max_size=3).map(lambda terms: HandCondition("this", tuple(terms)))


def is_met(condition: HandCondition, hand: tuple[str, ...]) -> bool:
    return all(
        term.least <= sum(card in term.cards for card in hand) <= (99 if term.most is None else term.most)
        for term in condition.terms
    )


def deck(dealt: dict[str, int]) -> list[str]:
    return [card for card, times in dealt.items() for _ in range(times)]


decks = st.lists(st.integers(0, 3), min_size=2, max_size=4).map(
    lambda each: dict(zip("0123", each, strict=False))
)


@settings(deadline=None, max_examples=30)
@given(decks, conditions(4))
def test_conditions_are_met_by_as_many_hands_as_there_are(
    dealt: dict[str, int], condition: HandCondition
) -> None:
    cards = deck(dealt)
    assume(cards)
    expected = []
    for drawn in range(len(cards) + 1):
        hands = list(combinations(cards, drawn))
        expected.append(Fraction(sum(is_met(condition, hand) for hand in hands), len(hands)))
    assert chances_by_draw(condition, dealt, len(cards)) == tuple(expected)


def test_draws_until_a_condition_is_met_are_those_of_every_order() -> None:
    both = HandCondition("", (Term("a", frozenset("a"), 1, None), Term("b", frozenset("ab"), 2, None)))
    dealt = {"a": 2, "b": 1, "c": 2}
    draws = [
        next(drawn for drawn in range(6) if is_met(both, order[:drawn]))
        for order in permutations(deck(dealt))
    ]
    until = draws_until(chances_by_draw(both, dealt, 5))
    draws.sort()
    assert until.mean == Fraction(sum(draws), len(draws))
    assert (until.half, until.all) == (draws[len(draws) // 2 - 1], draws[-1])
    assert until.nine_in_ten == draws[len(draws) * 9 // 10 - 1]


def test_a_hand_that_is_thrown_back_is_drawn_anew_from_the_whole_deck() -> None:
    wanted = HandCondition("", (Term("a", frozenset("a"), 1, None),))
    keep = HandCondition("", (Term("b", frozenset("b"), 1, 1),))
    dealt = {"a": 2, "b": 2, "c": 1}
    first, second = list(combinations(deck(dealt), 3)), list(combinations(deck(dealt), 2))
    kept = [
        is_met(wanted, one) if is_met(keep, one) else is_met(wanted, other)
        for one in first
        for other in second
    ]
    sizes = [3 if is_met(keep, one) else 2 for one in first]
    found = mulligan_chances(wanted, keep, dealt, 3, 1, 1)
    assert found.chances[0] == Fraction(sum(is_met(wanted, one) for one in first), len(first))
    assert found.chances[1] == Fraction(sum(kept), len(kept))
    assert found.cards == (3, Fraction(sum(sizes), len(sizes)))


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.integers(-3, 4), st.integers(1, 3)), min_size=1, max_size=4), st.data())
def test_sums_are_those_of_every_hand(values: list[tuple[int, int]], data: st.DataObject) -> None:
    cards = [Fraction(value, 2) for value, times in dict(values).items() for _ in range(times)]
    hand = data.draw(st.integers(1, len(cards)))
    sums = Counter(sum(each, Fraction(0)) for each in combinations(cards, hand))
    told = sum_chances(tuple(sorted(Counter(cards).items())), hand)
    assert told == tuple(sorted((value, Fraction(many, sums.total())) for value, many in sums.items()))


def every_draw(
    stock: list[str], discards: list[str], drawn: tuple[str, ...], hand: int
) -> Iterator[tuple[Fraction, list[str], list[str], tuple[str, ...]]]:
    """Yield each hand that card after card gives, how likely it is, and the stock and the discards then."""
    if len(drawn) == hand or not stock + discards:
        yield Fraction(1), stock, discards, drawn
        return
    if not stock:
        stock, discards = discards, []
    for at, card in enumerate(stock):
        rest = stock[:at] + stock[at + 1 :]
        for share, *after in every_draw(rest, discards, (*drawn, card), hand):
            yield share / len(stock), *after  # type: ignore[misc]


Course = tuple[Fraction, list[tuple[str, ...]]]


def every_course(begin: list[str], gains: dict[int, list[str]], hand: int, turns: int) -> Iterator[Course]:
    """Yield the hands of every course of a deck, and how likely it is."""

    def play(turn: int, stock: list[str], discards: list[str]) -> Iterator[Course]:
        if turn > turns:
            yield Fraction(1), []
            return
        for share, left, thrown, drawn in every_draw(stock, discards, (), hand):
            for later, hands in play(turn + 1, left, [*thrown, *drawn, *gains.get(turn, [])]):
                yield share * later, [drawn, *hands]

    return play(1, begin, [])


@pytest.mark.parametrize(
    ("begin", "gains", "hand", "turns"),
    [
        ({"a": 1, "b": 3}, {}, 3, 3),
        ({"a": 1, "b": 3}, {1: {"a": 1}}, 2, 4),
        ({"a": 1, "b": 1}, {1: {"c": 1}, 2: {"a": 1}}, 3, 3),
    ],
)
def test_new_hands_are_those_of_every_course(
    begin: dict[str, int], gains: dict[int, dict[str, int]], hand: int, turns: int
) -> None:
    wanted = HandCondition("", (Term("a", frozenset("a"), 1, None), Term("b", frozenset("bc"), 1, 1)))
    values = {"a": Fraction(2), "b": Fraction(0), "c": Fraction(1, 2)}
    on, by, sums = [Fraction(0)] * turns, [Fraction(0)] * turns, [Fraction(0)] * turns
    shares: list[dict[Fraction, Fraction]] = [{} for _ in range(turns)]
    for share, hands in every_course(deck(begin), {t: deck(g) for t, g in gains.items()}, hand, turns):
        met = [is_met(wanted, each) for each in hands]
        for turn in range(turns):
            on[turn] += share * met[turn]
            by[turn] += share * any(met[: turn + 1])
            total = sum((values[card] for card in hands[turn]), Fraction(0))
            sums[turn] += share * total
            shares[turn][total] = shares[turn].get(total, Fraction(0)) + share
    found = condition_chances_by_turn(wanted, begin, gains, hand, turns)
    assert ([each.value for each in found.this_turn], [each.value for each in found.so_far]) == (on, by)
    added = hand_sums_by_turn(values, begin, gains, hand, turns)
    assert [each.value for each in added.mean] == sums

    def lowest(of: dict[Fraction, Fraction], share: Fraction) -> Fraction:
        """The lowest sum that so large a share of hands does not exceed."""
        return next(
            top for top in sorted(of) if sum(part for total, part in of.items() if total <= top) >= share
        )

    assert [added.tenth, added.half, added.nine_tenths] == [
        tuple(lowest(of, share) for of in shares)
        for share in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))
    ]


def test_too_many_hands_are_simulated_with_intervals_that_hold_the_truth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = HandCondition("", (Term("a", frozenset("a"), 1, None),))
    asked: Any = (wanted, {"a": 2, "b": 10}, {1: {"a": 1}}, 4, 5)
    exact = condition_chances_by_turn(*asked)
    assert all(each.low is None for each in exact.this_turn), "what is counted has no interval"
    monkeypatch.setattr(new_hands, "_MOST_DRAWS", 3)
    simulated = condition_chances_by_turn(*asked)
    assert simulated == condition_chances_by_turn(*asked), "the same deck, the same figures"
    for one, other in zip(
        (*exact.this_turn, *exact.so_far), (*simulated.this_turn, *simulated.so_far), strict=True
    ):
        assert other.low is not None
        assert other.high is not None
        assert other.low - 0.005 < one.value < other.high + 0.005
        assert 0 < other.high - other.low < 0.03 or one.value == 1


def test_a_pack_of_rows_answers_what_its_hands_hold_and_add_up_to() -> None:
    found = only(market(), hold=("type=ware and Docker:2",), sums=("Cost",))
    [held], [added] = found.held, found.sums
    # Two wares, three dockers, two others: one ware and two dockers.
    assert held.chance == Fraction(2 * 3, 35)
    assert added.hand.mean == Fraction(3 * 27, 14)
    assert added.hand.empty == 1
    assert found.openings == (), "nobody asked for single cards"


def test_cards_elsewhere_are_not_drawn() -> None:
    dealt = pack_as_dealt(market(), Questions(out="Storm, Docker:2"), False)
    assert {card.label: card.quantity for card in dealt_cards(dealt)} == {
        "Docker": 1,
        "Pilot": 1,
        "Barrels": 2,
    }
    dealt = pack_as_dealt(market(), Questions(deck="Storm, Docker:8", out="Docker:1"), False)
    assert {card.label: card.quantity for card in dealt_cards(dealt)} == {"Docker": 7, "Storm": 1}


@pytest.mark.parametrize(
    ("questions", "message"),
    [
        (
            {"hold": ("type=waer",)},
            "--hold: no card of Small has 'waer' in the column type; did you mean 'ware'?",
        ),
        ({"hold": ("Storm:2",)}, "--hold: 'Storm:2': Small deals only 1 of these; ask for 1 or fewer"),
        ({"hold": ("Docker:3-1",)}, "--hold: 'Docker:3-1': 1 is less than 3; write the smaller number first"),
        ({"hold": ("Docker or Storm",)}, 'put a comma between them, not "or"'),
        ({"hold": ("Docker and ",)}, "--hold: 'Docker and ' names no card: write a suit"),
        ({"sums": ("cots",)}, "--sum: no card of Small has a column 'cots'; did you mean 'cost'?"),
        (
            {"sums": ("type",)},
            "--sum: type of Small is not a number everywhere: 'action' on 'Docker', 'action' on",
        ),
        (
            {"sums": ("points",)},
            "--sum: points of Small is not a number everywhere: '9999999999999999999999999999",
        ),
        ({"sums": ("rank",)}, "--sum: no card of Small has a column 'rank'; choose from title, type, cost"),
        ({"hold": ("Storm",), "out": "Storm:2"}, "--out: there are only 1 of 'Storm', not 2"),
        ({"hold": ("Storm",), "out": ""}, "--out names no card that is dealt"),
        ({"hold": ("Storm",), "deck": "Storm:9", "out": "Docker"}, "--out names no card that is dealt"),
        (
            {"hold": ("Storm",), "deck": "Dcoker:3"},
            "--deck: no card of Small is called 'Dcoker'; did you mean 'Docker'?",
        ),
        (
            {"hold": ("Storm",), "new_hands": True, "gains": ("Pilot",)},
            "--gain: 'Pilot' says no turn: write cards",
        ),
        (
            {"hold": ("Storm",), "new_hands": True, "gains": ("Pilot on 1, Storm on 2",)},
            "--gain: 'Pilot on 1, Storm on 2' says several turns: write a --gain for each",
        ),
        (
            {"hold": ("Storm",), "new_hands": True, "gains": ("Pilot on 6",)},
            "what is gained on turn 6 is in no hand by turn 6: add --turns 7 or more",
        ),
        (
            {"hold": ("Storm",), "new_hands": True, "gains": ("Pilot on 9999",)},
            "what is gained on turn 9,999 is in no hand by turn 6: name an earlier turn",
        ),
        (
            {"hold": ("Storm",), "mulligans": 2, "mulligan_cost": 2},
            "2 mulligans would cost 4 cards, more than a hand of 3: allow fewer",
        ),
    ],
)
def test_what_cannot_be_answered_is_said(questions: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as error:
        only(market(), **questions)
    assert message in str(error.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(UsageError) as error:
        only(market(), hold=("Strom", "Storm"), sums=("cots",))
    assert [line.split(":")[0] for line in str(error.value).splitlines()] == ["--hold", "--sum"]


@pytest.mark.parametrize("text", ["Docker:2", "Docker: 2", "Docker x 2", "Docker ×2", '"Docker" x2'])
def test_how_many_is_written_as_in_a_deck(text: str) -> None:
    [held] = only(market(), hold=(text,)).held
    assert [term[2:] for term in held.condition.terms] == [(2, None)]
    assert held.condition.terms[0].text.strip('"') == "Docker"


def test_a_name_may_end_in_a_number() -> None:
    pack = market([{"title": "Act: 2", "quantity": 3}, {"title": "Act", "quantity": 4}])
    texts = ("act: 2", '"Act: 2":2', "Act:2")
    terms = [held.condition.terms[0] for held in only(pack, hold=texts).held]
    assert [(term.text.strip('"').lower(), term.least) for term in terms] == [
        ("act: 2", 1),
        ("act: 2", 2),
        ("act", 2),
    ]


def test_and_in_quotes_is_part_of_a_title() -> None:
    pack = market([{"title": "Salt and Pepper", "quantity": 1}, {"title": "Storm", "quantity": 1}])
    [held] = only(pack, 2, hold=('"Salt and Pepper" and Storm',)).held
    assert held.chance == 1
    with pytest.raises(UsageError, match='; write "Salt and Pepper" in double quotes'):
        only(pack, 2, hold=("salt and pepper and Storm",))


def test_numbers_have_the_comma_of_the_language() -> None:
    rows = [{"title": "Eins", "cost": "1,5", "quantity": 2}]
    assert only(market(rows, language="de"), 2, sums=("cost",)).sums[0].hand.mean == 3
    with pytest.raises(UsageError, match="is not a number everywhere: '1,5'"):
        only(market(rows), 2, sums=("cost",))


def test_odds_of_more_digits_than_python_writes_have_their_value_alone() -> None:
    rows = [{"title": name, "quantity": 50} for name in ("One", "Two", "Three")]
    rows.append({"title": "Rest", "quantity": 2850})
    asked = Questions(hold=("One:3 and Two:3 and Three:3",), mulligans=20)
    odds = odds_of(market(rows), OddsRequest(hands=(400,), turns=1, questions=asked))
    [found] = stats_record(count_pack(market(rows)), odds)["odds"]["hands"]
    first, *_, last = found["conditions"][0]["mulligans"]
    assert "fraction" in first["chance"]
    assert set(last["chance"]) == {"value"}
    lines = csv_rows([(count_pack(market(rows)), odds)])
    [line] = [line for line in lines if line[2] == "with mulligans" and line[5] == 20]
    assert line[7:] == (last["chance"]["value"], "", "")


def test_a_condition_too_large_to_count_is_refused_at_once() -> None:
    rows = [{"title": f"Card {at}", "quantity": 50} for at in range(6)]
    text = " and ".join(f'"Card {at}":40' for at in range(6))
    with pytest.raises(UsageError, match="takes too long to count: name fewer terms"):
        only(market(rows), 300, hold=(text,))


def test_a_deck_is_dealt_as_it_is_named() -> None:
    pack = small_pack(extras=[{"face": "joker", "copies": 2}, {"face": "title", "copies": 1}])
    assert not dealt_cards(pack)[-1].is_extra, "games leave jokers out"
    suit = next(iter(pack.suits))
    rank = next(iter(pack.suit_cards[suit]))
    [found] = odds_of(
        pack, OddsRequest(hands=(2,), questions=Questions(deck=f"{rank}:1, joker:2", hold=("joker:2",)))
    ).hands
    assert found.held[0].chance == Fraction(1, 3)
    with pytest.raises(UsageError, match=r"--deck: .* of Small is never dealt: leave it out"):
        odds_of(pack, OddsRequest(questions=Questions(deck=f"{rank}:1, title:1", hold=(rank,))))
    with pytest.raises(UsageError, match="is not in the deck"):
        odds_of(pack, OddsRequest(terms=("joker",), questions=Questions(deck=f"{rank}:3")))


@pytest.mark.parametrize(
    ("name", "questions", "titles"),
    [
        ("never-over", {"out": "red"}, ["green", "+4", "+1"]),
        ("never-over", {"deck": "red"}, ["red", "≤4", "≤0"]),
        ("never-over", {"out": "≤0"}, ["green", "+4", "+1", "red", "≤4", "≤1"]),
        ("standard-52", {"out": "A of spades"}, ["spades", "hearts", "diamonds", "clubs", "aces"]),
        ("standard-52", {"deck": "hearts, joker"}, ["hearts", "jokers"]),
    ],
)
def test_the_usual_cards_are_those_of_the_deck(
    name: str, questions: dict[str, Any], titles: list[str]
) -> None:
    [found, *_] = odds_of(api.load(name), OddsRequest(hands=(5,), questions=Questions(**questions))).hands
    assert [each.wanted.title for each in found.openings] == titles


def test_a_faulty_gain_is_not_blamed_on_the_condition_about_its_card() -> None:
    with pytest.raises(UsageError) as error:
        only(market(), deck="Docker:3", hold=("Storm", "Strom"), new_hands=True, gains=("Storm",))
    said = str(error.value).splitlines()
    assert [line.split(":")[0] for line in said] == ["--gain", "--hold"], "the misspelt name alone is wrong"
    assert "'Strom'" in said[1]


def test_cards_that_are_gained_without_a_value_are_counted_each() -> None:
    asked: dict[str, Any] = {"deck": "Docker:3, Storm", "new_hands": True, "sums": ("cost",)}
    assert only(market(), **asked, gains=("Storm:2 on 1",)).sums[0].hand.empty == 3
