"""What a picture says in words: its title, the line below it, and the heading of each panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import Any

from .... import units
from ...games import GAMES
from ...games.game import Game
from ...games.measures import Estimate
from ..composition import Composition, SuitPart
from ..odds import Odds
from ..results import Results
from . import series
from .series import digits


def below(results: Results) -> str:
    """Say who played, what, how often: "Addenda · 4 players, all random · 100,000 games · seed 1"."""
    about = results.experiments[0].about
    played = game(results)
    title = played.title if played and not played.own_pack else ""
    said = [title, players(about), options(about.get("options") or {})]
    parts = [*said, games(results), f"seed {results.seed}"]
    return "  ·  ".join(part for part in parts if part)


def players(about: Mapping[str, Any]) -> str:
    """Say how many players, and of which temperaments."""
    count, kinds = about.get("players"), list(about.get("temperaments") or ())
    if not count:
        return ""
    said = count_text(count, "player")
    if not kinds:
        return said
    if len(set(kinds)) == 1:
        return f"{said}, {'all ' if len(kinds) > 1 else ''}{kinds[0]}"
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    return f"{said}: " + ", ".join(kind if times == 1 else f"{times} × {kind}" for kind, times in runs)


def options(changed: Mapping[str, Any]) -> str:
    """Return the options that are played with."""
    return ", ".join(name if value is True else f"{name} {value}" for name, value in changed.items())


def games(results: Results) -> str:
    """Say how many games were played, of how many that were wanted."""
    played = results.tally.games
    if results.is_complete:
        return count_text(played, "game")
    return f"stopped after {played:,} of {results.asked:,} games"


def simulation(results: Results) -> str:
    """Return the title of one pack's games."""
    name = results.names[0]
    counts = series.seats(results)
    if not counts:
        return f"{name}: {'no game was played' if not results.tally.games else games(results)}"
    mean = sum(each.value or 0.0 for each in counts) / len(counts)
    alike = len(set(results.experiments[0].about.get("temperaments") or ())) == 1
    worth = beginning(series.estimate_of(results, "begin")) if alike else ""
    return f"{name}: a player scores {digits(mean)} {unit(results)}" + (f", and {worth}" if worth else "")


def beginning(worth: Estimate | None) -> str:
    """Say what going first is worth; nothing where it cannot be said."""
    if worth is None or worth.value is None or worth.low is None or worth.high is None:
        return ""
    if worth.low <= 0 <= worth.high:
        return "going first makes no difference that shows"
    return f"going first {'gains' if worth.value > 0 else 'costs'} {digits(abs(worth.value))}"


def game(results: Results) -> Game | None:
    """Find the game that was played; None for one that is not listed."""
    return GAMES.get(results.experiments[0].about.get("game", ""))


def unit(results: Results) -> str:
    """Say what scores are counted in."""
    played = game(results)
    return played.play().scored_in if played else "points"


def beyond(name: str, some: bool) -> str:
    """Return the name of a scale, and that a few values lie beyond it."""
    return f"{name} (1 in 1,000 lie beyond)" if some else name


def scores(counts: Mapping[int, int], unit: str = "points") -> str:
    """Return the spread of scores."""
    low, high = series.quantile(counts, 0.1), series.quantile(counts, 0.9)
    last = count_text(high, unit.removesuffix("s"))
    below_zero = sum(times for score, times in counts.items() if score < 0) / sum(counts.values())
    more = f"; {share(below_zero)} are below zero" if below_zero else ""
    return f"8 scores in 10 are {last if low == high else f'{number_text(low)} to {last}'}{more}"


def seats(names: Sequence[str], estimates: Sequence[Estimate]) -> str:
    """Say which seat scores most, or least, or more than another, as far as intervals do not meet."""
    order = sorted(range(len(names)), key=lambda at: estimates[at].value or 0.0, reverse=True)
    best, worst = order[0], order[-1]
    if not _above(estimates[best], estimates[worst]):
        return "No seat is seen to score more"
    if all(_above(estimates[best], estimates[other]) for other in order[1:]):
        return f"{_who(names[best])} most"
    if all(_above(estimates[other], estimates[worst]) for other in order[:-1]):
        return f"{_who(names[worst])} least"
    return f"{_who(names[best])} more than {_seat(names[worst])}"


def _above(one: Estimate, other: Estimate) -> bool:
    """Tell whether all of an interval is above another."""
    return one.low is not None and other.high is not None and one.low > other.high


def _seat(name: str) -> str:
    return name.partition(",")[0]


def _who(name: str) -> str:
    """Begin a sentence about a seat, or seats: "Seat 1 scores"."""
    seat = _seat(name)
    return f"{seat[:1].upper()}{seat[1:]} score{'' if ' and ' in seat else 's'}"


def fates(estimates: Sequence[Estimate], of_pack: Estimate | None) -> str:
    """Say what became of green points in hands, and of those of the pack (a share)."""
    scored, barred = (digits(each.value or 0.0) for each in estimates[:2])
    said = f"Of 100 green points held, {scored} are scored and {barred} are kept out by red"
    if of_pack is None or of_pack.value is None:
        return said
    return f"{said}; of 100 in the pack, {digits(100 * of_pack.value)} are scored"


def fate_names(estimates: Sequence[Estimate]) -> list[str]:
    """Return the fates with their values, for a legend."""
    names = ("scored (attack index)", "kept out by red (defence index)", "let go")
    return [f"{give_or_take(each)} {name}" for each, name in zip(estimates, names, strict=True)]


def give_or_take(estimate: Estimate) -> str:
    """Write a value in tenths, and half its interval, in tenths rounded up."""
    value, low, high = estimate
    said = f"{value or 0.0:.1f}"
    if low is None or high is None or low == high:
        return said
    return f"{said} ± {max(0.1, ceil((high - low) * 5 - 1e-9) / 10):.1f}"


def ceilings(curve: Sequence[float]) -> str:
    """Say how far the ceiling falls."""
    low = min(curve)
    if curve[0] - low < 0.1:
        return f"The ceiling stays near {curve[0]:.1f}"
    return f"The ceiling falls from {curve[0]:.1f} to {low:.1f}"


def points(curve: Sequence[float]) -> str:
    """Return when points are scored."""
    return f"Half the points come by round {series.half_by(curve)}" if any(curve) else "No points are scored"


def lengths(counts: Mapping[int, int], unit: str = "turn") -> str:
    """Say how long games take."""
    return f"Half the games end by {unit} {series.quantile(counts, 0.5)}"


def comparison(results: Results) -> str:
    """Return the title of several packs' games: for two, which plays more to attack or defence."""
    first, *others = results.names
    if not others:
        return simulation(results)
    if len(others) > 1:
        return f"{len(results.names)} packs, and how they play against {first}"
    if not results.tally.games:
        return f"{first} and {others[0]}: no game was played"
    if series.fates(results) is None or results.tally.games == 1:
        return f"{first} and {others[0]} at the table"
    seen = verdict(results, 1)
    if not seen:
        return f"{first} and {others[0]}: no difference in attack or defence shows"
    return f"{others[0]} plays {seen} than {first}"


def verdict(results: Results, other: int) -> str:
    """Say what another pack plays more to than the first; nothing where no difference is sure."""
    found = []
    for key in ("attack", "defence"):
        difference = series.relative(results, key, other)
        if difference and difference.low is not None and difference.high is not None:
            known = not difference.low <= 0 <= difference.high
            found += [f"{'more' if (difference.value or 0) > 0 else 'less'} to {key}"] if known else []
    return " and ".join(found)


def short(names: Sequence[str]) -> list[str]:
    """Shorten names that begin with the first one: "NEVER OVER", "attack".

    >>> short(["NEVER OVER", "NEVER OVER, attack", "Mine"])
    ['NEVER OVER', 'attack', 'Mine']
    """
    cut = [name.removeprefix(names[0]).strip(" ,:;-–—()") for name in names[1:]]
    return [*names[:1], *(less or name for less, name in zip(cut, names[1:], strict=True))]


def from_to(results: Results, key: str, other: int) -> str:
    """Write a measure of the first pack and of another."""
    found = (series.estimate_of(results, key, at) for at in (0, other))
    times = 100 if (known := series.measure(results, key)) and known.unit == "share" else 1
    return " → ".join(digits((each.value or 0.0) * times) if each else "–" for each in found) + " %" * (
        times > 1
    )


def share(value: float) -> str:
    """Write a share in per cent."""
    return f"{digits(value * 100)} %"


def number_text(value: int) -> str:
    """Write a whole number with a true minus."""
    return f"{value:,}".replace("-", "−")


def count_text(value: int, word: str) -> str:
    """Count something: "1 game", "−3 points"."""
    return units.counted(value, word).replace("-", "−", 1)


def tricks(counts: Mapping[int, int], limit: int) -> str:
    """Return the totals of tricks against their limit, such as Addenda's 17."""
    above = sum(times for total, times in counts.items() if total > limit) / sum(counts.values())
    return f"A trick brings {digits(series.mean(counts))}; {share(above)} end above {limit}"


def cards(counts: Mapping[int, int]) -> str:
    """Say how long tricks are."""
    return f"A trick has {digits(series.mean(counts))} cards on average"


def leads(counts: Mapping[int, int]) -> str:
    """Say how often who goes first is ahead."""
    rows = sum(counts.values())
    ahead = sum(times for lead, times in counts.items() if lead > 0) / rows
    behind = sum(times for lead, times in counts.items() if lead < 0) / rows
    return f"Who goes first is ahead in {share(ahead)} of rows, and behind in {share(behind)}"


def compositions(told: Sequence[Composition]) -> str:
    """Return the title of what packs hold."""
    if len(told) == 1:
        return f"{told[0].name}: {suits(told[0])}"
    return f"{len(told)} packs: their cards" + (
        ", ceilings and hands" if any(each.ceilings for each in told) else ""
    )


def suits(composition: Composition) -> str:
    """Return cards by suit: "40 green and 15 red cards", "52 cards in 4 suits"."""
    if len(composition.suits) == 2:
        one, other = composition.suits
        return f"{one.cards:,} {one.title} and {other.cards:,} {other.title} cards"
    if not composition.suits:
        return count_text(composition.pieces, "card")
    return f"{count_text(composition.cards, 'card')} in {count_text(len(composition.suits), 'suit')}"


def below_compositions(told: Sequence[Composition]) -> str:
    """Say what else is to say of a pack in one line: its points, and green against red."""
    if len(told) != 1:
        return "quantities on one scale" if told else ""
    [one] = told
    # The rest of what the title says in part.
    parts = [count_text(one.cards, "card") if len(one.suits) == 2 else count_text(len(one.ranks), "rank")]
    if not one.suits:
        parts = [count_text(len(one.extras), "different card")]
    beside = one.pieces - one.cards if one.suits else 0
    parts += [f"{count_text(beside, 'card')} beside the suits"] if beside and len(one.suits) != 2 else []
    if one.points is not None and len(one.suits) == 2:
        parts += [f"{each.title} {count_text(each.points or 0, 'point')}" for each in one.suits]
    for key, words in (("green_to_red", "{} green to a red card"), ("mean_ceiling", "mean ceiling {}")):
        figure = next((each for each in one.figures if each.key == key), None)
        parts += [words.format(digits(float(figure.value)))] if figure else []
    return "  ·  ".join(parts)


def decks(asked: Sequence[Odds]) -> str:
    """Return the title of what was asked of decks."""
    names = [each.name for each in asked]
    named = names[0] if len(names) == 1 else f"{len(names)} packs"
    sizes = list(dict.fromkeys(hand.hand.cards for each in asked for hand in each.hands))
    return f"{named}: hands of {', '.join(map(str, sizes[:-1]))}{' and ' if sizes[:-1] else ''}{sizes[-1]}"


def below_decks(asked: Sequence[Odds]) -> str:
    """Say what decks the hands are drawn from."""
    [one, *more] = asked
    questions = one.questions
    parts = [] if more else [f"drawn from {count_text(one.cards, 'card')}"]
    if questions.deck is not None:
        parts.append(questions.deck)
    if questions.out is not None:
        parts.append(f"without {questions.out}")
    if questions.gains:
        parts.append(f"gained: {'; '.join(questions.gains)}")
    if questions.mulligan_cost:
        parts.append(f"{count_text(questions.mulligan_cost, 'card')} fewer after each mulligan")
    return "  ·  ".join(parts)


def hands(title: str, size: int, chances: Sequence[Fraction]) -> str:
    """Return the mean of cards of a kind in a hand."""
    mean = sum(k * chance for k, chance in enumerate(chances))
    return f"{title[:1].upper()}{title[1:]} in hands of {size}: mean {digits(float(mean))}"


def suit(part: SuitPart) -> str:
    """Return a suit with its cards and points: "40 green, 90 points"."""
    points = "" if part.points is None else f", {count_text(part.points, 'point')}"
    return f"{part.cards:,} {part.title}{points}"
