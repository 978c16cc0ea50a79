"""Designs as files and as data: variants of the pack, the state of a search, and texts for both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import UsageError
from ..sandbox import untrusted

if TYPE_CHECKING:
    from ..gaming.games.measures import Estimate
    from ..gaming.lab.design.holdout import JudgedDesign, OtherTable, WishOutcome
    from ..gaming.lab.design.problem import DesignProblem, DesignWish
    from ..gaming.lab.design.racing import SearchState
    from ..gaming.lab.design.search_space import Composition
    from ..gaming.lab.results import Results
    from ..pack.yaml import Data

#: The line of a design's file that identifies its problem.
_MARK = re.compile(r"^# cardgen design ([0-9a-f]{16})\b", re.MULTILINE)
#: Number of bytes of a file that are searched for it.
_HEAD = 1 << 14
#: Maximum number of characters of a file name, and of the base's name in a design's.
_LONGEST, _BASE_NAME = 80, 40
#: Maximum number of characters of a design's title, which may get a number: a pack's name has 80.
LONGEST_TITLE = 76


@dataclass(frozen=True)
class DesignFiles:
    """The folder and the names of the designs for a problem."""

    folder: Path
    #: The prefix of all file names: the pack and the wishes.
    stem: str
    fingerprint: str

    def name(self, number: int) -> str:
        """Return the file name of a design."""
        return f"{self.stem}-{number}.yaml"

    @property
    def checkpoint(self) -> Path:
        """Return the path of the file in which the search saves its state."""
        return self.folder / f"{self.stem}.json"

    def names_to_replace(self, force: bool) -> list[str]:
        """Return the names of existing designs that may be overwritten: those for the same problem, or all if
        `force`.

        Raises UsageError, before any game is played, if other files have such names.
        """
        mine: list[str] = []
        other: list[str] = []
        pattern = re.compile(rf"{re.escape(self.stem)}-[1-9][0-9]*\.yaml\Z")
        names = sorted(file.name for file in _design_files(self.folder) if pattern.match(file.name))
        for name in names:
            found = _MARK.search(_first_lines(self.folder / name))
            (mine if found and (force or found[1] == self.fingerprint) else other).append(name)
        if other:
            raise UsageError(self._conflict_message(other))
        return mine

    def _conflict_message(self, names: Sequence[str]) -> str:
        asked = [_MARK.search(_first_lines(self.folder / name)) for name in names]
        if all(asked):
            what = "designed for another table, other cards or another seed"
            return (
                f"{self.folder} holds {', '.join(names)}, {what}: name another folder with -o, or add --force"
            )
        theirs = [name for name, found in zip(names, asked, strict=True) if not found]
        are = "which is not a design" if len(theirs) == 1 else "which are not designs"
        return f"{self.folder} holds {', '.join(theirs)}, {are} of cardgen's: name another folder with -o"


class DesignTitles(NamedTuple):
    """The title of designs, to which a number is added if there are several."""

    text: str
    #: Whether the user chose it; otherwise it consists of the wishes.
    is_chosen: bool

    def name(self, number: int, of: int) -> str:
        """Return the title of one of several designs: "Duel", "Duel 2", "NEVER OVER, turns −30 % (1)"."""
        if not self.is_chosen:
            return f"{self.text} ({number})"
        return self.text if of == 1 else f"{self.text} {number}"


def long_and_short_titles(base: str, wishes: Sequence[DesignWish]) -> tuple[DesignTitles, DesignTitles]:
    """Return a long and a short default title of designs, composed from their wishes."""
    base = base[:_BASE_NAME].strip()
    # In typographic form: "−30 %" for -30%.
    texts = (re.sub(" ?%", " %", wish.text.replace("-", "−")) for wish in wishes)
    wished = ", ".join(
        f"{wish.key.replace('_', ' ')} {text}" for wish, text in zip(wishes, texts, strict=True)
    )
    return DesignTitles(f"{base}, {wished}", False), DesignTitles(f"{base}, design", True)


def design_file_stem(slug: str, wishes: Sequence[DesignWish]) -> str:
    """Return the prefix of the names of design files."""
    words = "-".join((slug, *(wish.file_name_part for wish in wishes)))
    return words if len(words) <= _LONGEST else f"{slug}-design"


def _design_files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _first_lines(file: Path) -> str:
    try:
        return untrusted.read_plain_file(file, _HEAD).decode("utf-8", errors="replace")
    except OSError:
        return ""


def design_text(data: dict[str, Data], remarks: Sequence[str], fingerprint: str) -> str:
    """Return the text of a design's file: comments on its purpose and measurements, then the differences.

    remarks: the lines of the comments.
    """
    from ..pack.yaml_text import as_yaml

    mark = f"cardgen design {fingerprint}: the same command replaces this file; rename the file to keep it."
    rename = "The line that begins with name: is what the pack is called; change it as you like."
    comments = [f"# {' '.join(line.split())}" for line in (*remarks, mark, rename)]
    return "\n".join([*comments, as_yaml(data)])


def read_checkpoint(file: Path, problem: DesignProblem) -> SearchState:
    """Return the state of a search. Raises UsageError."""
    from ..gaming.lab.design.racing import MOST_BYTES
    from ..gaming.lab.design.racing import read_checkpoint as read_state

    try:
        raw = untrusted.read_plain_file(file, MOST_BYTES)
    except FileNotFoundError:
        raise UsageError(f"there is no file {file} to resume from") from None
    except OSError as error:
        raise UsageError(f"{file} could not be read: {error.strerror or error}") from error
    return read_state(raw, problem, str(file))


def verify_checkpoint(file: Path) -> None:
    """Raise UsageError if a file exists and is not the saved state of one of cardgen's searches, which may be
    overwritten.
    """
    from ..gaming.lab.design.racing import is_checkpoint

    try:
        ours = is_checkpoint(untrusted.read_plain_file(file, 64))
    except FileNotFoundError:
        return
    except OSError:
        ours = False
    if not ours:
        raise UsageError(f"{file} is in the way and is not a search of cardgen: name another folder with -o")


#: Explanation of the words after wishes.
HOW_TO_READ = (
    "met: near enough, also by its interval; missed: not near enough, by its",
    "interval; likely: the interval allows both: play more --games to decide.",
)
#: A warning about figures of the search itself.
LUCK = "The search picks the best results, partly by luck: new games may differ more from the wishes."


def wishes_text(wishes: Sequence[DesignWish]) -> str:
    """Return all wishes as one line: "attack +10%, turns same"."""
    from ..gaming.lab.design.group import wishes_without_tables

    return ", ".join(f"{wish.key} {wish.text}" for wish in wishes_without_tables(wishes))


def kind_label(problem: DesignProblem, kind: int) -> str:
    """Return the label of a kind of cards, such as "+4" for green and "≤0" for red. kind: its index in the
    space.
    """
    from ..gaming.lab.design.search_space import AnyCardsSpace

    if isinstance(problem.space, AnyCardsSpace):
        return problem.space.labels[kind]
    sign = "+" if problem.space.is_green_by_kind[kind] else "≤"
    return f"{sign}{problem.space.pointages[kind]}"


def exchanges_text(problem: DesignProblem, composition: Composition) -> str:
    """Return the exchanged cards and changed options: "out 1 ≤1, 1 ≤2; in 2 ≤4; hand 7 instead of 8"."""
    space = problem.space
    gains = [now - was for was, now in zip(space.base, composition, strict=True)][: space.kinds]
    parts = []
    for word, sign in (("out", -1), ("in", 1)):
        some = [
            f"{gain * sign} {kind_label(problem, kind)}" for kind, gain in enumerate(gains) if gain * sign > 0
        ]
        parts += [f"{word} {', '.join(some)}"] if some else []
    before = space.option_values(space.base)
    parts += [
        f"{name} {value} instead of {before[name]}"
        for name, value in space.option_values(composition).items()
        if value != before[name]
    ]
    return "; ".join(parts) or "nothing changed"


def options_text(problem: DesignProblem, composition: Composition) -> str:
    """Return the varied options as they would be typed: "--option hand=7"; "" if none vary."""
    values = problem.space.option_values(composition).items()
    return " ".join(f"--option {name}={value}" for name, value in values)


def outcome_cells(outcome: WishOutcome) -> tuple[str, str, str, str, str]:
    """Return the cells of a wish's outcome as texts: measure, value with interval, target, deviation,
    verdict.
    """
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    unit, value = outcome.wish.unit, outcome.value
    half = half_width(value)
    places = significant_decimals(unit, half)
    shown = number_text(unit, value.value, places)
    if half is not None and outcome.deviation is not None:
        shown += f" ± {number_text(unit, half, places).removesuffix(' %')}"
    target = number_text(unit, outcome.target, places)
    off = (
        number_text(unit, outcome.deviation.value, places, sign=True)
        if outcome.deviation is not None
        else "-"
    )
    return outcome.wish.key, shown, target, off, outcome.verdict


def players_of_worst_table(design: JudgedDesign) -> str:
    """Return the number of players, as text, of the table at which a design deviates most from its wishes.

    If all wishes are met, it is the table with the smallest margin. It is "" for a design for only one table.
    """
    tables: dict[str, float] = {}
    for each in design.outcomes:
        if each.deviation is not None:
            least, most = each.deviation.allowed_range
            far = max(least - each.deviation.value, each.deviation.value - most) / each.deviation.tolerance
            tables[each.wish.table] = max(tables.get(each.wish.table, -inf), far)
    return max(tables, key=lambda table: tables[table]) if tables else ""


def tolerance_text(outcome: WishOutcome) -> str:
    """Return the tolerance of a wish as text: "±0.15"; with an open side, "−0.15 or more"."""
    from ..gaming.lab.results import half_width, number_text, significant_decimals

    unit, off = outcome.wish.unit, outcome.tolerance
    places = max(significant_decimals(unit, off), significant_decimals(unit, half_width(outcome.value)))
    side = {"": "±{}", "above": "−{} or more", "below": "+{} or less"}[outcome.wish.open]
    return side.format(number_text(unit, off, places))


def outcome_sentence(outcome: WishOutcome) -> str:
    """Return the outcome as part of a sentence."""
    key, shown, target, off, word = outcome_cells(outcome)
    wish = f"wished {outcome.wish.text} which is {target} (near enough: {tolerance_text(outcome)})"
    return f"{key} {shown}, {wish}: {word}, {off} off"


def differences_from_base(
    problem: DesignProblem, results: Results, order: Sequence[int]
) -> list[tuple[str, Estimate, list[Estimate]]]:
    """Return for each wish that is measured at this table: its key, the base's value, and the difference of
    each design.

    order: the index of each design in the results.
    """
    there = {each.key for each in results.experiments[0].measures}
    return [
        (key, results.estimate(key, 0), [results.difference(key, 0, at) for at in order])
        for key in (wish.key for wish in problem.wishes)
        if key in there
    ]


def other_tables_record(
    problem: DesignProblem, other_tables: Sequence[OtherTable], order: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the results of designs at other tables as data for JSON; differences are from the base there."""
    return [
        {
            "players": results.experiments[0].setup_record["players"],
            "temperaments": results.experiments[0].setup_record["temperaments"],
            "games": results.tally.games,
            "seed": results.seed,
            "measures": [
                {"key": key, "base": base._asdict(), "differences": [each._asdict() for each in changes]}
                for key, base, changes in differences_from_base(problem, results, order)
            ],
        }
        for _, results in other_tables
    ]


def designs_record(
    problem: DesignProblem,
    suits: tuple[str, str],
    made: Sequence[JudgedDesign],
    files: Sequence[Path],
    **besides: Any,
) -> dict[str, Any]:
    """Return designs as data for programs. suits: the keys of the green and the red suit."""
    from ..gaming.lab.design.variants import quantities_by_listed_card, quantities_by_suit_and_rank

    return {
        "wishes": {
            wish.key: {
                "wish": wish.text,
                "times": wish.times,
                "plus": wish.plus,
                "within": wish.within,
                "open": wish.open or None,
            }
            for wish in problem.wishes
        },
        **problem.setup_record,
        "cards": problem.space.cards,
        **({"sizes": list(problem.space.sizes)} if problem.space.sizes else {}),
        "highest": problem.space.highest,
        "keep": list(problem.space.keep),
        "question": problem.fingerprint,
        **besides,
        "designs": [
            {
                "file": file.as_posix() if file else None,
                "met": design.is_met,
                "exchanged": design.changed,
                "quantities": quantities_by_suit_and_rank(problem.space, design.composition, suits),
                **(
                    {"rows": rows}
                    if (rows := quantities_by_listed_card(problem.space, design.composition))
                    else {}
                ),
                **(
                    {"options": values} if (values := problem.space.option_values(design.composition)) else {}
                ),
                "wishes": [_outcome_record(each) for each in design.outcomes],
            }
            for design, file in zip(made, [*files, *[None] * (len(made) - len(files))], strict=True)
        ],
    }


def _outcome_record(outcome: WishOutcome) -> dict[str, Any]:
    from ..gaming.lab.estimates import Z

    low, high = outcome.deviation.interval(Z) if outcome.deviation else (None, None)
    return {
        "key": outcome.wish.key,
        "unit": outcome.wish.unit,
        "base": outcome.base._asdict(),
        "value": outcome.value._asdict(),
        "target": outcome.target,
        "off": {"value": outcome.deviation.value if outcome.deviation else None, "low": low, "high": high},
        "tolerance": outcome.deviation.tolerance if outcome.deviation else None,
        "word": outcome.verdict,
    }
