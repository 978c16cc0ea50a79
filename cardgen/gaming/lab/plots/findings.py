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
from .series import three_figures


def simulation_subtitle(results: Results) -> str:
    """Return the line below a title: "Addenda · 4 players, all random · 100,000 games · seed 1"."""
    setup_record = results.experiments[0].setup_record
    played = game_of(results)
    title = played.title if played and not played.own_pack else ""
    said = [title, players_text(setup_record), options_text(setup_record.get("options") or {})]
    parts = [*said, games_text(results), f"seed {results.seed}"]
    return "  ·  ".join(part for part in parts if part)


def players_text(setup_record: Mapping[str, Any]) -> str:
    """Return the number of players and their temperaments: "4 players, all random"; "" if it is unknown."""
    count, kinds = setup_record.get("players"), list(setup_record.get("temperaments") or ())
    if not count:
        return ""
    said = count_text(count, "player")
    if not kinds:
        return said
    if len(set(kinds)) == 1:
        return f"{said}, {'all ' if len(kinds) > 1 else ''}{kinds[0]}"
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    return f"{said}: " + ", ".join(kind if times == 1 else f"{times} × {kind}" for kind, times in runs)


def options_text(changed: Mapping[str, Any]) -> str:
    """Return the options as text: "red-counts-against, hand 4"."""
    return ", ".join(name if value is True else f"{name} {value}" for name, value in changed.items())


def games_text(results: Results) -> str:
    """Return the number of games as text; of games that were stopped, with the number that was asked for."""
    played = results.tally.games
    if results.is_complete:
        return count_text(played, "game")
    return f"stopped after {played:,} of {results.asked:,} games"


def simulation_title(results: Results) -> str:
    """Return the title of the picture of one pack's games."""
    name = results.names[0]
    counts = series.seat_estimates(results)
    if not counts:
        return f"{name}: {'no game was played' if not results.tally.games else games_text(results)}"
    mean = sum(each.value or 0.0 for each in counts) / len(counts)
    alike = len(set(results.experiments[0].setup_record.get("temperaments") or ())) == 1
    worth = going_first_text(series.estimate_of(results, "begin")) if alike else ""
    return f"{name}: a player scores {three_figures(mean)} {unit_of_scores(results)}" + (
        f", and {worth}" if worth else ""
    )


def going_first_text(worth: Estimate | None) -> str:
    """Return what going first is worth: "going first gains 1.2"; "" if it has no interval."""
    if worth is None or worth.value is None or worth.low is None or worth.high is None:
        return ""
    if worth.low <= 0 <= worth.high:
        return "going first makes no difference that shows"
    return f"going first {'gains' if worth.value > 0 else 'costs'} {three_figures(abs(worth.value))}"


def game_of(results: Results) -> Game | None:
    """Return the game that was played; None for one that is not in GAMES."""
    return GAMES.get(results.experiments[0].setup_record.get("game", ""))


def unit_of_scores(results: Results) -> str:
    """Return the unit of scores, such as "points"."""
    played = game_of(results)
    return played.play().scored_in if played else "points"


def scale_name(name: str, is_cut: bool) -> str:
    """Return the name of a scale. is_cut: whether to say that a few values lie beyond its end."""
    return f"{name} (1 in 1,000 lie beyond)" if is_cut else name


def scores_heading(counts: Mapping[int, int], unit: str = "points") -> str:
    """Return a heading with the range of scores without the outer tenths. counts: by score."""
    low, high = series.quantile_of_counts(counts, 0.1), series.quantile_of_counts(counts, 0.9)
    last = count_text(high, unit.removesuffix("s"))
    below_zero = sum(times for score, times in counts.items() if score < 0) / sum(counts.values())
    more = f"; {percent_text(below_zero)} are below zero" if below_zero else ""
    return f"8 scores in 10 are {last if low == high else f'{number_text(low)} to {last}'}{more}"


def seats_heading(names: Sequence[str], estimates: Sequence[Estimate]) -> str:
    """Return a heading about the seat that scores most or least.

    If the intervals overlap, the heading says that no difference is seen, or compares two seats only.
    """
    order = sorted(range(len(names)), key=lambda at: estimates[at].value or 0.0, reverse=True)
    best, worst = order[0], order[-1]
    if not is_surely_above(estimates[best], estimates[worst]):
        return "No seat is seen to score more"
    if all(is_surely_above(estimates[best], estimates[other]) for other in order[1:]):
        return f"{seat_scores_text(names[best])} most"
    if all(is_surely_above(estimates[other], estimates[worst]) for other in order[:-1]):
        return f"{seat_scores_text(names[worst])} least"
    return f"{seat_scores_text(names[best])} more than {seat_without_temperament(names[worst])}"


def is_surely_above(one: Estimate, other: Estimate) -> bool:
    """Tell whether the whole interval of one estimate is above that of another."""
    return one.low is not None and other.high is not None and one.low > other.high


def seat_without_temperament(name: str) -> str:
    """Return the name of a seat without the temperament that follows a comma."""
    return name.partition(",")[0]


def seat_scores_text(name: str) -> str:
    """Return the start of a sentence about a seat, or seats: "Seat 1 scores"."""
    seat = seat_without_temperament(name)
    return f"{seat[:1].upper()}{seat[1:]} score{'' if ' and ' in seat else 's'}"


def fates_heading(estimates: Sequence[Estimate], of_pack: Estimate | None) -> str:
    """Return a heading about how many green points held in hands are scored and barred.

    of_pack: the share of the pack's green points that is scored; None to leave it out.
    """
    scored, barred = (three_figures(each.value or 0.0) for each in estimates[:2])
    said = f"Of 100 green points held, {scored} are scored and {barred} are kept out by red"
    if of_pack is None or of_pack.value is None:
        return said
    return f"{said}; of 100 in the pack, {three_figures(100 * of_pack.value)} are scored"


def fate_legend_texts(estimates: Sequence[Estimate]) -> list[str]:
    """Return the names of the fates with their values, for a legend."""
    names = ("scored (attack index)", "kept out by red (defence index)", "let go")
    return [f"{value_with_margin(each)} {name}" for each, name in zip(estimates, names, strict=True)]


def value_with_margin(estimate: Estimate) -> str:
    """Return a value and half the width of its interval as text, with one decimal: "12.3 ± 0.4".

    Half the width is rounded up.
    """
    value, low, high = estimate
    said = f"{value or 0.0:.1f}"
    if low is None or high is None or low == high:
        return said
    return f"{said} ± {max(0.1, ceil((high - low) * 5 - 1e-9) / 10):.1f}"


def ceilings_heading(curve: Sequence[float]) -> str:
    """Return a heading about how far the mean ceiling falls. curve: the mean ceiling of each round."""
    low = min(curve)
    if curve[0] - low < 0.1:
        return f"The ceiling stays near {curve[0]:.1f}"
    return f"The ceiling falls from {curve[0]:.1f} to {low:.1f}"


def points_heading(curve: Sequence[float]) -> str:
    """Return a heading about when points are scored. curve: the mean points of each round."""
    return (
        f"Half the points come by round {series.round_of_half(curve)}"
        if any(curve)
        else "No points are scored"
    )


def lengths_heading(counts: Mapping[int, int], unit: str = "turn") -> str:
    """Return a heading about the length of games. counts: the number of games by length."""
    return f"Half the games end by {unit} {series.quantile_of_counts(counts, 0.5)}"


def comparison_title(results: Results) -> str:
    """Return the title of the picture of several packs' games: for two, which favours attack or defence."""
    first, *others = results.names
    if not others:
        return simulation_title(results)
    if len(others) > 1:
        return f"{len(results.names)} packs, and how they play against {first}"
    if not results.tally.games:
        return f"{first} and {others[0]}: no game was played"
    if series.percent_scored_barred_and_let_go(results) is None or results.tally.games == 1:
        return f"{first} and {others[0]} at the table"
    seen = attack_and_defence_text(results, 1)
    if not seen:
        return f"{first} and {others[0]}: no difference in attack or defence shows"
    return f"{others[0]} plays {seen} than {first}"


def attack_and_defence_text(results: Results, other: int) -> str:
    """Return how a pack differs from the first in attack and defence: "more to attack and less to defence".

    Only certain differences are named; "" if there are none.
    """
    found = []
    for key in ("attack", "defence"):
        difference = series.relative_difference(results, key, other)
        if difference and difference.low is not None and difference.high is not None:
            known = not difference.low <= 0 <= difference.high
            found += [f"{'more' if (difference.value or 0) > 0 else 'less'} to {key}"] if known else []
    return " and ".join(found)


def shortened_names(names: Sequence[str]) -> list[str]:
    """Return names, each without the first name at its beginning.

    >>> shortened_names(["NEVER OVER", "NEVER OVER, attack", "Mine"])
    ['NEVER OVER', 'attack', 'Mine']
    """
    cut = [name.removeprefix(names[0]).strip(" ,:;-–—()") for name in names[1:]]
    return [*names[:1], *(less or name for less, name in zip(cut, names[1:], strict=True))]


def change_text(results: Results, key: str, other: int) -> str:
    """Return a measure of the first pack and of another as text: "12 → 14"."""
    found = (series.estimate_of(results, key, at) for at in (0, other))
    times = 100 if (known := series.find_measure(results, key)) and known.unit == "share" else 1
    return " → ".join(
        three_figures((each.value or 0.0) * times) if each else "–" for each in found
    ) + " %" * (times > 1)


def percent_text(value: float) -> str:
    """Return a share (0 to 1) in per cent, as text."""
    return f"{three_figures(value * 100)} %"


def number_text(value: int) -> str:
    """Return a whole number as text, with a true minus."""
    return f"{value:,}".replace("-", "−")


def count_text(value: int, word: str) -> str:
    """Return a number with its noun as text: "1 game", "−3 points"."""
    return units.count_with_noun(value, word).replace("-", "−", 1)


def tricks_heading(counts: Mapping[int, int], limit: int) -> str:
    """Return a heading about the totals of tricks. counts: by total; limit: such as Addenda's 17."""
    above = sum(times for total, times in counts.items() if total > limit) / sum(counts.values())
    mean = three_figures(series.mean_of_counts(counts))
    return f"A trick brings {mean}; {percent_text(above)} end above {limit}"


def trick_length_heading(counts: Mapping[int, int]) -> str:
    """Return a heading about the number of cards in a trick. counts: of tricks by number of cards."""
    return f"A trick has {three_figures(series.mean_of_counts(counts))} cards on average"


def leads_heading(counts: Mapping[int, int]) -> str:
    """Return a heading about how often the first player is ahead. counts: of rows by lead."""
    rows = sum(counts.values())
    ahead = sum(times for lead, times in counts.items() if lead > 0) / rows
    behind = sum(times for lead, times in counts.items() if lead < 0) / rows
    return f"Who goes first is ahead in {percent_text(ahead)} of rows, and behind in {percent_text(behind)}"


def compositions_title(compositions: Sequence[Composition]) -> str:
    """Return the title of the picture of packs' cards."""
    if len(compositions) == 1:
        return f"{compositions[0].name}: {suits_text(compositions[0])}"
    return f"{len(compositions)} packs: their cards" + (
        ", ceilings and hands" if any(each.ceilings for each in compositions) else ""
    )


def suits_text(composition: Composition) -> str:
    """Return the cards by suit as text: "40 green and 15 red cards", "52 cards in 4 suits"."""
    if len(composition.suits) == 2:
        one, other = composition.suits
        return f"{one.cards:,} {one.title} and {other.cards:,} {other.title} cards"
    if not composition.suits:
        return count_text(composition.pieces, "card")
    return f"{count_text(composition.cards, 'card')} in {count_text(len(composition.suits), 'suit')}"


def compositions_subtitle(compositions: Sequence[Composition]) -> str:
    """Return the line below the title: of one pack, its points and figures that the title leaves out."""
    if len(compositions) != 1:
        return "quantities on one scale" if compositions else ""
    [one] = compositions
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
        parts += [words.format(three_figures(float(figure.value)))] if figure else []
    return "  ·  ".join(parts)


def odds_title(odds: Sequence[Odds]) -> str:
    """Return the title of the chart of draw odds, such as "Mine: hands of 3 and 5"."""
    names = [each.name for each in odds]
    named = names[0] if len(names) == 1 else f"{len(names)} packs"
    sizes = list(dict.fromkeys(hand.hand.cards for each in odds for hand in each.hands))
    return f"{named}: hands of {', '.join(map(str, sizes[:-1]))}{' and ' if sizes[:-1] else ''}{sizes[-1]}"


def odds_subtitle(odds: Sequence[Odds]) -> str:
    """Return the line below the title: which decks the hands are drawn from."""
    [one, *more] = odds
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


def hands_heading(title: str, size: int, chances: Sequence[Fraction]) -> str:
    """Return a heading with the mean number of cards of a kind in a hand. chances: by number."""
    mean = sum(k * chance for k, chance in enumerate(chances))
    return f"{title[:1].upper()}{title[1:]} in hands of {size}: mean {three_figures(float(mean))}"


def suit_text(part: SuitPart) -> str:
    """Return a suit's cards and points as text: "40 green, 90 points"."""
    points = "" if part.points is None else f", {count_text(part.points, 'point')}"
    return f"{part.cards:,} {part.title}{points}"
