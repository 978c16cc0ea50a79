"""A pack that is loaded to be compared is not searched for what can only be a warning."""

import pytest

from cardgen.checks import examination, legibility
from cardgen.errors import PackError

#: Text that is hard to read on its ground: a warning.
PALE = {
    "format": 1,
    "name": "Pale",
    "layouts": {
        "plain": {
            "color": "#FFFFFF",
            "boxes": {"text": {"at": ["5 mm", "5 mm"], "size": ["50 mm", "30 mm"], "color": "#EEEEEE"}},
        }
    },
    "cards": [{"layout": "plain", "rows": [{"text": "Rain"}]}],
}


def test_loading_measures_contrast_only_where_a_warning_counts(monkeypatch):
    assert any(each.name == "contrast" for each in examination.examine(PALE).problems)
    with pytest.raises(PackError, match="contrast"):
        examination.load(PALE, strict=True)
    monkeypatch.setattr(legibility, "label_contrasts", lambda *parts: pytest.fail("measured"))
    assert examination.load(PALE).name == "Pale"


def test_a_pack_with_errors_is_refused_with_its_warnings():
    wrong = {**PALE, "backs": {"a": {"pattern": "nothing"}}}
    with pytest.raises(PackError) as raised:
        examination.load(wrong)
    severities = {each.severity for each in raised.value.problems}
    assert severities == {"error", "warning"}
