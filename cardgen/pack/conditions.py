"""Conditions on the columns of a card that decide whether a box is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from ..errors import KeyPath
from ..units import quoted_value
from .schema import FAULTY, Findings, Json, Spec
from .yaml import Data

#: Maximum number of columns that a box tests, and of values that one of them may have.
_MOST_COLUMNS, _MOST_VALUES = 20, 100
_COMPARED = re.compile(r"(>=|<=|≥|≤|>|<)\s*(-?[0-9]{1,12}(?:[.,][0-9]{1,6})?)")
_COMPARISONS = {">=": ge, "≥": ge, "<=": le, "≤": le, ">": gt, "<": lt}
_STATES = ("empty", "set")


class Condition(NamedTuple):
    """A condition on a column: its text is one of several texts, is a number in a range, is not empty, or is
    empty.
    """

    column: str
    #: "is", "empty", "set", or the sign of a comparison.
    test: str
    #: The texts that meet it.
    values: tuple[str, ...] = ()
    #: The number to compare with.
    limit: float = 0.0

    @property
    def compares(self) -> bool:
        """Tell whether the condition compares a number."""
        return self.test in _COMPARISONS

    def is_met(self, values: Mapping[str, str]) -> bool:
        """Tell whether a card meets the condition.

        values: the texts in the card's columns. Columns with an empty text may be missing.
        """
        said = values.get(self.column, "")
        if self.test in _STATES:
            return bool(said) == (self.test == "set")
        if not self.compares:
            return said in self.values
        number = number_in(said)
        return number is not None and _COMPARISONS[self.test](number, self.limit)


def are_met(conditions: Iterable[Condition] | None, values: Mapping[str, str]) -> bool:
    """Tell whether a card meets all conditions; true if there are none. values: the texts in its columns."""
    return all(each.is_met(values) for each in conditions or ())


def number_in(text: str) -> float | None:
    """Return the number in a text, with a decimal point or comma; None for any other text."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


class _ConditionsSpec(Spec):
    """Conditions by column; read into a tuple of conditions that must all be met."""

    hint = "write columns and what they must hold, such as {type: action, cost: '>= 3'}"

    def read_value(self, value: Data, path: KeyPath, findings: Findings) -> Any:
        """Return a tuple of conditions."""
        if not isinstance(value, dict) or not value:
            return findings.fault("this should be a list of columns and what they must hold", path, self.hint)
        if len(value) > _MOST_COLUMNS:
            return findings.fault("this tests too many columns", path, f"at most {_MOST_COLUMNS} are allowed")
        read = [_read_condition(column, said, (*path, column), findings) for column, said in value.items()]
        return FAULTY if FAULTY in read else tuple(read)

    def json_schema(self, parts: dict[str, Json]) -> Json:
        """Return the schema of an object with any keys."""
        one: Json = {"type": ["string", "number"]}
        several = {"type": "array", "items": one, "minItems": 1, "maxItems": _MOST_VALUES}
        return {
            "type": "object",
            "minProperties": 1,
            "maxProperties": _MOST_COLUMNS,
            "additionalProperties": {"anyOf": [one, several]},
            "$comment": "columns, each with a text, a list of them, `>= 3` or the like, `empty` or `set`",
        }


WHEN = _ConditionsSpec()


def _read_condition(column: str, stated: Data, path: KeyPath, findings: Findings) -> Any:
    """Return the condition that a file states for a column; FAULTY if it is invalid, after recording why."""
    several = stated if isinstance(stated, list) else [stated]
    if any(
        isinstance(each, bool) or not isinstance(each, str | int | float) or each == "" for each in several
    ):
        hint = "write a text, a list of texts, a comparison such as '>= 3', empty or set"
        return findings.fault("this is not a condition", path, hint)
    if not 0 < len(several) <= _MOST_VALUES:
        return findings.fault(
            "this list has no values or too many", path, f"write 1 to {_MOST_VALUES} values"
        )
    if isinstance(stated, str):
        if stated in _STATES:
            return Condition(column, stated)
        if stated[0] in "<>≤≥=":
            compared = _COMPARED.fullmatch(stated.strip())
            if compared is None:
                hint = "write >=, >, <= or < and a number, such as '>= 3'"
                return findings.fault(f"{quoted_value(stated)} is not a comparison", path, hint)
            return Condition(column, compared[1], limit=number_in(compared[2]) or 0.0)
    return Condition(column, "is", tuple(str(each).strip() for each in several))
