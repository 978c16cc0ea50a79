"""The command that tells packs apart: compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import UsageError
from ..units import counted
from . import playing
from .loading import load_checked, pack_of
from .options import LANGUAGE, pack_argument, spoken
from .playing import INTERRUPTED, work
from .terminal import TABLE_WIDTH, as_json, echo, padded, widths_of, wrapped

if TYPE_CHECKING:
    from ..gaming.lab.compare import Difference, Pair
    from ..gaming.lab.results import Results
    from ..pack.model import Pack

#: The most packs side by side. More would cost memory: the covariance of each pair of facts is kept.
MOST_PACKS = 8
#: Short words for a narrow column.
_WORDS = {"no difference seen": "none seen"}


@click.command("compare")
@pack_argument(many=True)
@playing.play_options
@LANGUAGE
def compare_command(
    packs: tuple[str, ...], form: str, plot: Path | None, strict: bool, language: str | None, **options: Any
) -> int:
    """Tell what differs between packs, each against the first: cards, odds, and play over the same games.

    \b
    Examples:
      cardgen compare never-over never-over-attack
      cardgen compare never-over my-pack.yaml --players 2 --games 100000
      cardgen compare never-over my-pack.yaml --temperament careful --plot compared.png
    """
    from ..gaming.games import experiment_of

    if not 2 <= len(packs) <= MOST_PACKS:
        raise UsageError(f"compare wants two packs, or up to {MOST_PACKS}: here is {len(packs)}")
    playing.verify_plot(plot)
    examined = load_checked(packs, spoken(language), None, strict)
    setup = playing.setup_of(options)._replace(games=len(packs) * options["games"])
    experiments = [experiment_of(pack_of(each), setup) for each in examined]
    _verify_alike(experiments)
    names = _names(packs, [each.slug for each in examined])
    results = work(experiments, names, options["seed"], options["games"], options["workers"], options["dask"])
    playing.refuse_plot_of_nothing(results)
    drawn = [pack_of(each) for each in examined]
    _say(_Compared(results, drawn), form)
    if form != "text":
        playing.warn_of_interruption(results)
    if plot is not None:
        from ..gaming.lab.plots.comparison import comparison_picture
        from ..gaming.lab.plots.theme import kind_of

        playing.write_plot(plot, comparison_picture(results, kind_of(plot), drawn), form)
    return 0 if results.complete else INTERRUPTED


def _names(packs: Sequence[str], slugs: Sequence[str]) -> list[str]:
    """Name each pack by its file, with the folder where others are called so, and no two alike."""
    names = [given if slugs.count(slug) > 1 else slug for given, slug in zip(packs, slugs, strict=True)]
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name
        for at, name in enumerate(names)
    ]


def _verify_alike(experiments: list[Any]) -> None:
    """Refuse other than one game and one table for all: the number of players can follow from a pack's
    cards.
    """
    games = list(dict.fromkeys(each.about["game"] for each in experiments))
    if len(games) > 1:
        raise UsageError(
            f"these packs are for different games, {' and '.join(games)}: name one that all are for with "
            "--game, or have their cards told by `cardgen stats`"
        )
    players = [each.about["players"] for each in experiments]
    if len({*players}) > 1:
        fewest = min(players)
        raise UsageError(f"these packs serve different numbers of players: add --players {fewest}")


class _Compared:
    """The packs, and what came of playing with them."""

    def __init__(self, results: Results, packs: Sequence[Pack]) -> None:
        self.results, self.packs = results, packs
        self.others = range(1, len(packs))

    def name(self, at: int) -> str:
        """Say what people call a pack."""
        return self.results.names[at]

    def play(self, other: int) -> list[Difference]:
        """Compare the play of another pack with that of the first."""
        from ..gaming.lab.compare import differences

        return differences(self.results, other)

    def exact(self, other: int) -> dict[str, list[Pair]]:
        """Compare the cards and odds of another pack with those of the first."""
        from ..gaming.games import GAMES
        from ..gaming.lab.compare import cards_apart, odds_apart
        from ..gaming.lab.odds import Ask

        about = self.results.experiments[0].about
        hand = about["options"].get("hand")
        # A pack that serves several games has odds for no number of players in particular.
        game = GAMES.get(about["game"])
        players = about["players"] if game is None or game.own_pack else None
        ask = Ask(hands=(hand,) if hand else (), players=players)
        two = self.packs[0], self.packs[other]
        return {"what is in the pack": cards_apart(*two), "odds": odds_apart(*two, ask)}


def _say(compared: _Compared, form: str) -> None:
    if form == "json":
        echo(as_json(_record(compared)))
        return
    if form == "csv":
        playing.print_csv(list(_csv(compared)))
        return
    results = compared.results
    echo(f"{', '.join(results.names)}: {playing.said_of_table(results.experiments[0])}")
    echo(playing.said_of_games(results) + ", the same for each pack")
    for other in compared.others:
        _say_pair(compared, other)
    _say_besides(results)


def _say_besides(results: Results) -> None:
    """Print how differences are to be read."""
    from ..gaming.games import hint

    games = counted(results.tally.games, "game")
    echo(f"\nnone seen: no difference seen at {games}; more of them may show one.")
    if few := playing.said_of_few(results):
        echo(few)
    else:
        echo("± holds the true difference in 95 of 100 such runs. Where packs play alike,")
        echo("about one line in 20 shows a difference by chance.")
    if who := playing.said_of_temperament(results.experiments[0]):
        echo(who)
    if extra := hint(results.experiments[0]):
        echo(extra)


def _say_pair(compared: _Compared, other: int) -> None:
    """Print what differs between a pack and the first: play line by line, cards and odds where they do."""
    echo(f"\nB {compared.name(other)} against A {compared.name(0)}")
    parts: dict[str, list[tuple[str, ...]]] = {}
    for row in compared.play(other):
        parts.setdefault(row.measure.part, []).append(_cells(row))
    for part, pairs in compared.exact(other).items():
        cells = [_exact_cells(pair) for pair in pairs]
        seen = [each for each in cells if each[1] != each[2] and each[3].strip("+−0.")]
        parts[part] = seen or [("all the same", "", "", "", "")]
    widths = widths_of([line for lines in parts.values() for line in lines])
    # A long name goes on more than one line.
    widths[0] = min(widths[0], TABLE_WIDTH - sum(widths[1:]) - 10)
    for part, lines in parts.items():
        heads = (
            padded(head, width, right=True)
            for head, width in zip(("A", "B", "B − A"), widths[1:4], strict=True)
        )
        echo(f"\n{padded(part, widths[0])}    {'  '.join(heads)}")
        for title, *values, word in lines:
            *before, name = wrapped(title, widths[0], indent="  ")
            for each in before:
                echo(f"  {each}")
            numbers = (
                padded(value, width, right=True) for value, width in zip(values, widths[1:4], strict=True)
            )
            echo(f"  {padded(name, widths[0])}  {'  '.join(numbers)}  {word}".rstrip())


def _cells(row: Difference) -> tuple[str, ...]:
    """Return a measure, both values, the difference and its word; of shares, differences are in per cent
    points.
    """
    from ..gaming.lab.results import digits, half_width, number

    unit, half = row.measure.unit, half_width(row.difference)
    places = digits(unit, half)
    one, other = (number(unit, each.value, places) for each in (row.one, row.other))
    gap = number(unit, row.difference.value, places, sign=True).removesuffix(" %")
    if half is not None:
        gap += f" ± {number(unit, half, places).removesuffix(' %')}"
    return row.measure.title, one, other, gap, _WORDS.get(row.word, row.word)


def _exact_cells(pair: Pair) -> tuple[str, ...]:
    gap = _exact(pair.unit, pair.difference, sign=True).removesuffix(" %")
    return pair.title, _exact(pair.unit, pair.one), _exact(pair.unit, pair.other), gap, ""


def _exact(unit: str, value: Fraction | float | None, sign: bool = False) -> str:
    """Write a figure that is known exactly: whole numbers as they are, others with two digits."""
    from ..gaming.lab.results import number

    if value is None:
        return "-"
    places = 1 if unit == "share" else 0 if value == int(value) else 2
    return number("share" if unit == "share" else "points", float(value), places, sign)


def _record(compared: _Compared) -> dict[str, Any]:
    """Return everything for other programs: shares are between 0 and 1."""
    from ..gaming.lab.results import record

    return {
        "packs": [record(compared.results, at) for at in range(len(compared.packs))],
        "differences": [_pair_record(compared, other) for other in compared.others],
    }


def _pair_record(compared: _Compared, other: int) -> dict[str, Any]:
    exact = {
        name: [_figure_record(pair) for pair in pairs]
        for name, pairs in zip(("cards", "odds"), compared.exact(other).values(), strict=True)
    }
    play = [
        {
            "key": row.measure.key,
            "title": row.measure.title,
            "unit": row.measure.unit,
            "one": row.one._asdict(),
            "other": row.other._asdict(),
            "difference": row.difference._asdict(),
            "word": row.word,
        }
        for row in compared.play(other)
    ]
    return {"one": compared.name(0), "other": compared.name(other), **exact, "measures": play}


def _figure_record(pair: Pair) -> dict[str, Any]:
    one, other = (None if each is None else float(each) for each in (pair.one, pair.other))
    return {"key": pair.key, "title": pair.title, "unit": pair.unit, "one": one, "other": other}


_COLUMNS = ("one", "other", "part", "key", "title", "unit")
_VALUES = ("value_one", "value_other", "difference", "low", "high", "word", "games", "asked", "seed")


def _csv(compared: _Compared) -> Iterator[tuple[object, ...]]:
    """Yield a line a figure; those of cards and odds are exact, and no games stand behind them."""
    yield (*_COLUMNS, *_VALUES)
    results = compared.results
    run = results.tally.games, results.asked, results.seed
    for other in compared.others:
        names = compared.name(0), compared.name(other)
        for part, pairs in zip(("cards", "odds"), compared.exact(other).values(), strict=True):
            for pair in pairs:
                gap = None if pair.difference is None else float(pair.difference)
                yield *names, part, *_figure_record(pair).values(), gap, *[None] * 6
        for row in compared.play(other):
            measure = row.measure
            told = (measure.part, measure.key, measure.title, measure.unit, row.one.value, row.other.value)
            yield *names, *told, *row.difference, row.word, *run
