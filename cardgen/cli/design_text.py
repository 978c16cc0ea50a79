"""Designs as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .report import echo

if TYPE_CHECKING:
    from ..games.measures import Estimate
    from ..lab.design.holdout import Design, Elsewhere, Outcome
    from ..lab.design.problem import DesignProblem, Wish
    from ..lab.design.search_space import Composition
    from ..lab.results import Results

#: What the words behind wishes mean.
WORDS = (
    "met: surely near enough; missed: surely not; likely: so by the value, but chance",
    "(in it and in the base's own) leaves room for the other: more --games tell.",
)
#: What figures of the search itself are worth.
LUCK = "The search picks what did best, some of it by luck: fresh games may come less near."
#: What is told of every design besides its wishes, in this order, as far as it is measured.
_MAIN = (
    "attack",
    "defence",
    "let_go",
    "scored",
    "score",
    "spread",
    "margin",
    "tied",
    "negative",
    "begin",
    "turns",
    "no_play",
)


def wished(wishes: Sequence[Wish]) -> str:
    """All wishes in a line: "attack +10%, turns same"."""
    return ", ".join(f"{wish.key} {wish.text}" for wish in wishes)


def label(problem: DesignProblem, kind: int) -> str:
    """What people call a kind: "+4", "≤0"."""
    sign = "+" if problem.space.green[kind] else "≤"
    return f"{sign}{problem.space.pointages[kind]}"


def exchanged(problem: DesignProblem, composition: Composition) -> str:
    """What goes out of the base and what comes in: "out 1 ≤1, 1 ≤2; in 2 ≤4"."""
    gains = [now - was for was, now in zip(problem.space.base, composition, strict=True)]
    parts = []
    for word, sign in (("out", -1), ("in", 1)):
        some = [f"{gain * sign} {label(problem, kind)}" for kind, gain in enumerate(gains) if gain * sign > 0]
        parts += [f"{word} {', '.join(some)}"] if some else []
    return "; ".join(parts) or "nothing changed"


def plural(number: int, word: str) -> str:
    """A number of things: "1 card", "1,000 cards"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def counted(problem: DesignProblem, composition: Composition) -> str:
    """How many cards go out and come in: "2 cards exchanged", "5 cards added"."""
    gains = [now - was for was, now in zip(problem.space.base, composition, strict=True)]
    more, fewer = sum(max(0, each) for each in gains), sum(max(0, -each) for each in gains)
    if more and fewer and more != fewer:
        return f"{fewer} out, {more} in"
    number = max(more, fewer)
    word = "exchanged" if more == fewer else "added" if more else "taken out"
    return f"{plural(number, 'card')} {word}"


def outcome_cells(outcome: Outcome) -> tuple[str, str, str, str, str]:
    """Measure, value with its interval, wish, how far off, and the word."""
    from ..lab.results import digits, half_width, number

    unit, value = outcome.wish.unit, outcome.value
    half = half_width(value)
    places = digits(unit, half)
    shown = number(unit, value.value, places)
    if half is not None and outcome.deviation is not None:
        shown += f" ± {number(unit, half, places).removesuffix(' %')}"
    target = number(unit, outcome.target, places)
    off = number(unit, outcome.deviation.value, places, sign=True) if outcome.deviation is not None else "-"
    return outcome.wish.key, shown, target, off, outcome.word


def near_enough(outcome: Outcome) -> str:
    """How far from its target a wish is met: "±0.15"."""
    from ..lab.results import digits, half_width, number

    unit, off = outcome.wish.unit, outcome.tolerance
    places = max(digits(unit, off), digits(unit, half_width(outcome.value)))
    return f"±{number(unit, off, places)}"


def outcome_sentence(outcome: Outcome) -> str:
    """The same as part of a sentence."""
    key, shown, target, off, word = outcome_cells(outcome)
    wish = f"wished {outcome.wish.text} which is {target} (near enough: {near_enough(outcome)})"
    return f"{key} {shown}, {wish}: {word}, {off} off"


def say_wished(wishes: Sequence[Wish], design: Design | None) -> None:
    """Print the wishes; where something was measured, with what that is and how near is near enough."""
    if design is None:
        echo(f"wished:   {wished(wishes)}")
        return
    rows = [
        (f"{each.wish.key} {each.wish.text}", outcome_cells(each)[2], near_enough(each))
        for each in design.outcomes
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for at, (wish, target, near) in enumerate(rows):
        head = "" if at else "wished:"
        echo(f"{head:8}  {wish:{widths[0]}}   {target:>{widths[1]}}   near enough: {near}")


def say_design(problem: DesignProblem, design: Design, number: int, file: Path | None) -> None:
    """Print one design with its wishes."""
    echo(f"\n{number}. {file or 'not written'}: {counted(problem, design.composition)}")
    echo(f"   {exchanged(problem, design.composition)}")
    rows = [outcome_cells(each) for each in design.outcomes]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for key, shown, target, off, word in rows:
        echo(
            f"   {key:{widths[0]}}  {shown:>{widths[1]}}   wished {target:>{widths[2]}}   "
            f"off {off:>{widths[3]}}   {word}"
        )


def say_besides(results: Results, order: Sequence[int]) -> None:
    """Print what else the designs change: the base's value, and differences to it that show.

    order: the place of each design in the results.
    """
    from ..lab.results import digits, half_width, number

    keys = {each.key: each for each in results.experiments[0].measures}
    rows = [["", "base", *(f"design {each}" for each in range(1, len(order) + 1))]]
    for key in (each for each in _MAIN if each in keys):
        measure = keys[key]
        base = results.estimate(measure, 0)
        cells = [number(measure.unit, base.value, digits(measure.unit, half_width(base)))]
        for at in order:
            change = results.difference(key, 0, at)
            shown = number(measure.unit, change.value, digits(measure.unit, half_width(change)), sign=True)
            clear = change.low is not None and change.high is not None and (change.low > 0 or change.high < 0)
            cells.append(shown.removesuffix(" %") if clear else "·")
        rows.append([measure.title, *cells])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    echo("\nAgainst the base (· where no difference is seen; of shares, in per cent points)")
    for row in rows:
        echo(
            "  "
            + "  ".join(
                f"{c:{w}}" if not i else f"{c:>{w}}" for i, (c, w) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
        )


def say_elsewhere(problem: DesignProblem, found: Sequence[Elsewhere], order: Sequence[int]) -> None:
    """Print how far designs take the measures wished for at other tables, against the base there.

    order: the place of each design in the results.
    """
    from ..lab.results import digits, half_width, number

    if not found:
        return
    rows = [["", "", "base", *(f"design {each}" for each in range(1, len(order) + 1))]]
    for table, results in found:
        for at, (key, base, changes) in enumerate(_differences(problem, results, order)):
            unit = results.measure(key).unit
            cells = [table if not at else "", key, number(unit, base.value, digits(unit, half_width(base)))]
            for change in changes:
                shown = number(unit, change.value, digits(unit, half_width(change)), sign=True).removesuffix(
                    " %"
                )
                part = f" ({100 * change.value / base.value:+.0f} %)" if base.value and change.value else ""
                cells.append(shown + part.replace("-", "−"))
            rows.append(cells)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    games = plural(found[0].results.tally.games, "fresh game")
    echo(f"\nAt other tables, against the base there ({games} of each pack)")
    for row in rows:
        cells = [
            f"{c:{w}}" if i < 2 else f"{c:>{w}}" for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        echo("  " + "  ".join(cells).rstrip())


def _differences(
    problem: DesignProblem, results: Results, order: Sequence[int]
) -> list[tuple[str, Estimate, list[Estimate]]]:
    """Of each measure wished for that there is at a table: its key, what the base has, what each design has
    more.
    """
    there = {each.key for each in results.experiments[0].measures}
    return [
        (key, results.estimate(key, 0), [results.difference(key, 0, at) for at in order])
        for key in (wish.key for wish in problem.wishes)
        if key in there
    ]


def elsewhere_record(
    problem: DesignProblem, found: Sequence[Elsewhere], order: Sequence[int]
) -> list[dict[str, Any]]:
    """How designs do at other tables, for other programs; differences are to the base there."""
    return [
        {
            "players": results.experiments[0].about["players"],
            "temperaments": results.experiments[0].about["temperaments"],
            "games": results.tally.games,
            "seed": results.seed,
            "measures": [
                {"key": key, "base": base._asdict(), "differences": [each._asdict() for each in changes]}
                for key, base, changes in _differences(problem, results, order)
            ],
        }
        for _, results in found
    ]


def record(
    problem: DesignProblem, made: Sequence[Design], files: Sequence[Path], **besides: Any
) -> dict[str, Any]:
    """Designs for other programs."""
    return {
        "wishes": {
            wish.key: {"wish": wish.text, "times": wish.times, "plus": wish.plus, "within": wish.within}
            for wish in problem.wishes
        },
        **problem.about,
        "cards": problem.space.cards,
        "highest": problem.space.highest,
        "keep": list(problem.space.keep),
        "question": problem.fingerprint,
        **besides,
        "designs": [
            {
                "file": file.as_posix() if file else None,
                "met": design.met,
                "exchanged": design.changed,
                "quantities": _by_suit(problem, design.composition),
                "wishes": [_outcome(each) for each in design.outcomes],
            }
            for design, file in zip(made, [*files, *[None] * (len(made) - len(files))], strict=True)
        ],
    }


def _by_suit(problem: DesignProblem, composition: Composition) -> dict[str, dict[str, int]]:
    from ..lab.design.variants import quantities_of

    return quantities_of(composition, "green", "red")


def _outcome(outcome: Outcome) -> dict[str, Any]:
    from ..lab.estimates import Z

    low, high = outcome.deviation.interval(Z) if outcome.deviation else (None, None)
    return {
        "key": outcome.wish.key,
        "base": outcome.base._asdict(),
        "value": outcome.value._asdict(),
        "target": outcome.target,
        "off": {"value": outcome.deviation.value if outcome.deviation else None, "low": low, "high": high},
        "tolerance": outcome.deviation.tolerance if outcome.deviation else None,
        "word": outcome.word,
    }
