"""Findings that several cards share are told once, with each card's name once."""

import pytest
from samples import small_pack

from cardgen.checks.shared_findings import SharedFindings, cards_phrase


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["A"], "the card A"),
        (["A", "B"], "the cards A and B"),
        ([*"ABCDEFGH"], "the cards A, B, C, D, E, F, G and H"),
        ([*"ABCDEFGHI"], "the cards A, B, C, D, E, F, G and 2 more"),
    ],
)
def test_so_many_cards_are_named(labels, said):
    assert cards_phrase(labels) == said


def test_a_finding_has_its_cards_in_the_order_that_they_came_and_each_name_once():
    one, other, third = small_pack().cards[:3]
    findings = SharedFindings()
    for card, worst in ((other, 3.0), (one, 2.0), (other, 1.0)):
        findings.record("pale", card, worst)
    findings.record("covered", third, 0.5)
    assert list(findings) == ["pale", "covered"]
    cases = findings["pale"]
    assert cases.first_case is other
    assert cases.labels == [other.label, one.label]
    assert cases.cards == f"the cards {other.label} and {one.label}"
    assert cases.details == [3.0, 2.0, 1.0]
    assert list(cases)[1] == (one, 2.0)
    assert "thin" not in findings
